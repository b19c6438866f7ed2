(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type kind =
  | Section of string * [ `Enter | `Push ]
  | Pop
  | Names
  | Align
  | Data
  | Common
  | Unwinding
  | Syntax

let is_digit ch = ch >= '0' && ch <= '9'
let is_start ch = (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch = '_' || ch = '.' || ch = '$'
let is_word ch = is_start ch || is_digit ch

exception Stray of int

(* Words, strings, one-character operators. *)
let tokens s =
  let n = String.length s in
  let rec go i acc =
    if i >= n then List.rev acc
    else if s.[i] = ' ' || s.[i] = '\t' then go (i + 1) acc
    else if is_word s.[i] then begin
      let j = ref i in
      while !j < n && is_word s.[!j] do incr j done;
      go !j (String.sub s i (!j - i) :: acc)
    end
    else if s.[i] = '"' then begin
      let j = ref (i + 1) in
      while !j < n && s.[!j] <> '"' do j := !j + if s.[!j] = '\\' then 2 else 1 done;
      if !j >= n then raise (Stray i);
      go (!j + 1) (String.sub s i (!j + 1 - i) :: acc)
    end
    else if String.contains ",+-*()~@%" s.[i] then go (i + 1) (String.make 1 s.[i] :: acc)
    else raise (Stray i)
  in
  go 0 []

let is_name t = t <> "" && is_start t.[0] && t <> "."
let is_string t = t <> "" && t.[0] = '"'
let is_number t = t <> "" && is_digit t.[0]

(* Between `,'. *)
let fields tokens =
  let rec go field acc = function
    | [] -> List.rev (List.rev field :: acc)
    | "," :: rest -> go [] (List.rev field :: acc) rest
    | t :: rest -> go (t :: field) acc rest
  in
  match tokens with [] -> [] | _ -> go [] [] tokens

let is_expression field = field <> [] && List.for_all (fun t -> is_word t.[0] || List.mem t [ "+"; "-"; "*"; "("; ")";
    "~" ]) field
let number field = match field with [ t ] when is_number t -> int_of_string_opt t | _ -> None

(* What stands side by side and would become one word stays apart. *)
let rec join = function
  | a :: (b :: _ as rest) when is_word a.[String.length a - 1] && is_word b.[0] -> a ^ " " ^ join rest
  | a :: rest -> a ^ join rest
  | [] -> ""


let is_code name = name = ".text" || (String.length name > 6 && String.sub name 0 6 = ".text.")

(* Sections that linkers put among the code, whatever their flags. *)
let among_code name =
  List.mem name [ ".init"; ".fini"; ".stub"; ".text." ]
  || List.exists (fun prefix -> String.starts_with ~prefix name) [ ".plt"; ".iplt" ]

let attributes = [ ".globl"; ".global"; ".weak"; ".hidden"; ".protected"; ".internal"; ".local" ]
let plain_sections = [ ".text"; ".data"; ".bss" ]
let sections = [ ".section"; ".pushsection" ]
let alignments = [ ".align"; ".balign"; ".p2align" ]

let integers =
  [ ".byte"; ".2byte"; ".short"; ".value"; ".hword"; ".word"; ".long"; ".int"; ".4byte"; ".quad"; ".8byte"; ".octa";
      ".uleb128"; ".sleb128";
    ".zero"; ".skip"; ".space"; ".fill" ]

let strings = [ ".ascii"; ".asciz"; ".string" ]
let floats = [ ".float"; ".single"; ".double" ]

let unwinding =
  [ ".file"; ".loc"; ".ident"; ".cfi_sections"; ".cfi_startproc"; ".cfi_endproc"; ".cfi_adjust_cfa_offset";
      ".cfi_offset"; ".cfi_rel_offset";
    ".cfi_val_offset"; ".cfi_def_cfa"; ".cfi_def_cfa_register"; ".cfi_def_cfa_offset"; ".cfi_restore";
        ".cfi_remember_state";
    ".cfi_restore_state"; ".cfi_undefined"; ".cfi_same_value"; ".cfi_register"; ".cfi_signal_frame" ]

(* Written by the assembler from .cfi, .loc and .ident: not to be written by hand. *)
let generated name =
  List.mem name [ ".eh_frame"; ".debug_frame"; ".comment"; ".stab"; ".stabstr"; ".symtab"; ".strtab"; ".shstrtab";
      ".group" ]
  || List.exists (fun p -> String.length name >= String.length p && String.sub name 0 (String.length p) = p)
       [ ".debug"; ".zdebug"; ".rela"; ".gnu.linkonce"; ".gnu.warning"; ".fairlead"; ".line"; ".eh_frame" ]

(* The name in the arguments of a .section that [read] gave. *)
let section_name arguments = match tokens arguments with exception Stray _ -> "" | tokens -> ( match fields tokens
    with name :: _ -> join name | [] -> "")

let kind (name, arguments) =
  if List.mem name plain_sections then Section (name, `Enter)
  else if name = ".section" then Section (section_name arguments, `Enter)
  else if name = ".pushsection" then Section (section_name arguments, `Push)
  else if name = ".popsection" then Pop
  else if List.mem name attributes || List.mem name [ ".type"; ".size" ] then Names
  else if List.mem name alignments then Align
  else if name = ".comm" then Common
  else if List.mem name unwinding then Unwinding
  else if List.mem name [ ".intel_syntax"; ".att_syntax" ] then Syntax
  else Data

let check_section ~place fields =
  let fail fmt = Diagnostic.fail ~place fmt in
  let flags_of f = if is_string f then String.sub f 1 (String.length f - 2) else fail
      "the flags of a section are a string" in
  match fields with
  | [] | [] :: _ -> fail "which section?"
  | name :: rest ->
      let name_of = function
        | [ t ] when is_name t -> t
        (* .note.GNU-stack *)
        | t :: _ as parts when is_name t && List.for_all (fun t -> t = "-" || is_word t.[0]) parts -> String.concat ""
            parts
        | _ -> fail "this is not read as the name of a section"
      in
      let name = name_of name in
      let flags, rest = match rest with [] -> (None, []) | [ f ] :: rest -> (Some (flags_of f), rest) | _ -> fail
          "cannot read the flags of this section" in
      let type_, rest =
        match rest with
        | [] -> (None, [])
        | [ ("@" | "%"); t ] :: rest when List.mem t [ "progbits"; "nobits"; "note"; "init_array"; "fini_array";
            "preinit_array" ] -> (Some t, rest)
        | _ -> fail "the type of a section is @progbits, @nobits, @note or @init_array and the like"
      in
      (match (flags, rest) with
      | _, [] -> ()
      | Some f, [ size ] when String.contains f 'M' && number size <> None -> ()
      | _ -> fail "there is more here than is understood of sections: groups, links and numbers are not");
      let unread f = String.exists (fun ch -> not (String.contains "awxMS" ch)) f in
      (match flags with Some f when unread f -> fail
          "only the flags a, w, x, M and S of sections are understood, not `%s'" f | _ -> ());
      (match flags with
      | Some f when String.contains f 'w' && String.contains f 'M' -> fail
          "the linker may merge what is in a section with the flag M; it cannot be writable"
      | _ -> ());
      if generated name then fail
          "section %s is the assembler's own to write (from .cfi, .loc and .ident); leave debugging information out"
          name;
      let executable = match flags with Some f -> String.contains f 'x' | None -> false in
      (match (is_code name, flags, type_) with
      | true, (None | Some ("ax" | "xa")), (None | Some "progbits") -> ()
      | true, _, _ -> fail "a section of code has the flags \"ax\""
      | false, _, _ when executable || among_code name -> fail
          "code is read in .text and .text.NAME only, not in %s" name
      | false, _, _ -> ())

let read ~place name arguments =
  let fail fmt = Diagnostic.fail ~place fmt in
  let tokens =
    match tokens arguments with
    | tokens -> tokens
    | exception Stray i -> fail "cannot read the arguments of `%s': did not expect `%c'" name arguments.[i]
  in
  let fields = fields tokens in
  let as_given = [ (name, String.trim arguments) ] in
  let expressions fields =
    if fields = [] || not (List.for_all is_expression fields) then
      fail "cannot read the arguments of `%s': numbers and symbols, joined by + - *, are read here" name;
    as_given
  in
  if List.mem name plain_sections then (
    if tokens <> [] then fail "subsections are not read";
    as_given)
  else if List.mem name sections then (check_section ~place fields; as_given)
  else if name = ".popsection" then if tokens = [] then as_given else fail "`.popsection' takes no argument"
  else if List.mem name attributes then
    let symbol = function [ t ] when is_name t -> (name, t) | _ -> fail "`%s' takes names, with commas between them"
        name in
    if fields = [] then fail "`%s' of what?" name else List.map symbol fields
  else if name = ".type" then
    match fields with
    | [ [ s ]; [ ("@" | "%"); ("function" | "object" | "notype") ] ] when is_name s -> as_given
    | [ [ s ]; [ t ] ] when is_name s && List.mem t [ "\"function\""; "\"object\""; "\"notype\"" ] -> as_given
    | _ -> fail "`.type NAME, @function', `@object' and `@notype' are understood, nothing else"
  else if name = ".size" then
    match fields with [ [ s ]; e ] when is_name s && is_expression e -> as_given | _ -> fail "write `.size NAME, SIZE'"
  else if List.mem name alignments then
    let ok = function f -> number f <> None in
    match fields with
    | [ n ] when ok n -> as_given
    | [ n; fill ] when ok n && ok fill -> as_given
    | [ n; fill; most ] when ok n && (fill = [] || ok fill) && ok most -> as_given
    | _ -> fail "cannot read this alignment; write `%s N'" name
  else if List.mem name integers then expressions fields
  else if List.mem name floats then (
    List.iter (function [] -> fail "a number is missing" | f -> if not (List.for_all (fun t -> is_digit t.[0] || t.[0]
        = '.' || t = "-" || t = "+") f) then fail "cannot read this number") fields;
    if fields = [] then fail "a number is missing";
    as_given)
  else if List.mem name strings then (
    if fields = [] || not (List.for_all (function [ t ] -> is_string t | _ -> false) fields) then fail
        "`%s' takes strings, with commas between them" name;
    as_given)
  else if name = ".comm" then
    match fields with
    | [ s ] :: ([ n ] | [ n; _ ] as sizes) when is_name s && number n <> None && List.for_all (fun f -> number f <>
        None) sizes -> as_given
    | _ -> fail "write `.comm NAME, SIZE, ALIGNMENT'"
  else if List.mem name unwinding then as_given
  else if name = ".intel_syntax" then if tokens = [ "noprefix" ] then as_given else fail
      "only `.intel_syntax noprefix' is read"
  else if name = ".att_syntax" then if tokens = [] || tokens = [ "prefix" ] then as_given else fail
      "only `.att_syntax prefix' is read"
  else if name = ".previous" then fail "name the section instead of `.previous'"
  else
    fail "`%s' is not among the directives that are understood (docs/asm.md lists them): it might put something into \
         the code, or change what names mean, unseen" name

let fields_of arguments = match tokens arguments with exception Stray _ -> [] | t -> fields t

let map_names f arguments =
  match tokens arguments with
  | exception Stray _ -> arguments
  | tokens ->
      let rec go after = function
        | [] -> []
        | "," :: rest -> ", " :: go "," rest
        | t :: rest -> (if (is_name t || is_number t) && not (List.mem after [ "@"; "%" ]) then f t else t) :: go t rest
      in
      let renamed = go "" tokens in
      if join renamed = join (List.map (function "," -> ", " | t -> t) tokens) then arguments else join renamed

(* Of a .type that [read] gave. *)
let is_function arguments =
  match tokens arguments with
  | exception Stray _ -> false
  | [] -> false
  | _ :: rest -> List.exists (fun t -> t = "function" || t = "\"function\"") rest

let names arguments =
  match tokens arguments with
  | exception Stray _ -> []
  | tokens ->
      let rec go = function
        | ("@" | "%") :: _ :: rest -> go rest
        | t :: rest -> if is_name t then t :: go rest else go rest
        | [] -> []
      in
      go tokens
