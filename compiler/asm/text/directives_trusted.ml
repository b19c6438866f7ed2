(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type kind =
  | Section of string * [ `Enter | `Push ]
  | Pop
  | Names
  | Align
  | Data
  | Common
  | Landing
  | Idle
  | Constant
  | Unwinding
  | Syntax

(* Words, strings, signs *)

let is_digit = Gas_word.is_digit
let is_word = Gas_word.is_part

exception Stray of int

let tokens s =
  let n = String.length s in
  let rec string_end opened j =
    if j >= n then raise (Stray opened)
    else if s.[j] = '"' then j + 1
    else string_end opened (j + if s.[j] = '\\' then 2 else 1)
  in
  let rec go i acc =
    let upto j = go j (String.sub s i (j - i) :: acc) in
    if i >= n then List.rev acc
    else
      match s.[i] with
      | ' ' | '\t' -> go (i + 1) acc
      | '"' -> upto (string_end i (i + 1))
      | ',' | '+' | '-' | '*' | '(' | ')' | '~' | '@' | '%' -> upto (i + 1)
      | ch when is_word ch -> upto (snd (Gas_word.at is_word s i))
      | _ -> raise (Stray i)
  in
  go 0 []

let is_name = Gas_word.is_symbol
let is_string t = t <> "" && t.[0] = '"'
let is_number t = t <> "" && is_digit t.[0]
let is_sign t = List.mem t [ "+"; "-"; "*"; "("; ")"; "~" ]

(* What stands between the commas. *)
let fields tokens =
  let rec go field acc = function
    | [] -> List.rev (List.rev field :: acc)
    | "," :: rest -> go [] (List.rev field :: acc) rest
    | t :: rest -> go (t :: field) acc rest
  in
  match tokens with [] -> [] | _ -> go [] [] tokens

let fields_of arguments = match tokens arguments with exception Stray _ -> [] | t -> fields t
let is_expression field = field <> [] && List.for_all (fun t -> is_word t.[0] || is_sign t) field

(* As the assembler reads it: what begins with 0 and a digit is octal, which OCaml takes for decimal. *)
let number = function
  | [ t ] when String.length t > 1 && t.[0] = '0' && String.for_all is_digit t -> int_of_string_opt ("0o" ^ t)
  | [ t ] when is_number t -> int_of_string_opt t
  | _ -> None

let is_numeric field = number field <> None

(* What stands side by side and would become one word stays apart. *)
let rec join = function
  | a :: (b :: _ as rest) when is_word a.[String.length a - 1] && is_word b.[0] -> a ^ " " ^ join rest
  | a :: rest -> a ^ join rest
  | [] -> ""

(* The closed list *)

let plain_sections = [ ".text"; ".data"; ".bss" ]
let sections = [ ".section"; ".pushsection" ]
let attributes = [ ".globl"; ".global"; ".weak"; ".hidden"; ".protected"; ".internal"; ".local" ]
let alignments = [ ".align"; ".balign"; ".p2align" ]

let integers =
  [ ".byte"; ".2byte"; ".short"; ".value"; ".hword"; ".word"; ".long"; ".int"; ".4byte"; ".quad"; ".8byte"; ".octa";
    ".uleb128"; ".sleb128"; ".zero"; ".skip"; ".space"; ".fill" ]

let strings = [ ".ascii"; ".asciz"; ".string" ]
let floats = [ ".float"; ".single"; ".double" ]

let unwinding =
  [ ".file"; ".loc"; ".ident"; ".cfi_sections"; ".cfi_startproc"; ".cfi_endproc"; ".cfi_adjust_cfa_offset";
    ".cfi_offset"; ".cfi_rel_offset"; ".cfi_val_offset"; ".cfi_def_cfa"; ".cfi_def_cfa_register";
    ".cfi_def_cfa_offset"; ".cfi_restore"; ".cfi_remember_state"; ".cfi_restore_state"; ".cfi_undefined";
    ".cfi_same_value"; ".cfi_register"; ".cfi_signal_frame"; ".cfi_escape"; ".extern" ]

let landing = "endbr64"

(* As bytes it is written for assemblers that do not know its name; no other way to write them, for OCaml and the
   assembler differ on what is octal. *)
let is_landing name arguments =
  name = landing
  || name = ".byte"
     && fields_of (String.lowercase_ascii arguments) = [ [ "0xf3" ]; [ "0x0f" ]; [ "0x1e" ]; [ "0xfa" ] ]

(* The no-ops of two and more bytes that Intel's manual recommends (volume 2, NOP), written as bytes so that no
   assembler chooses another; and what assemblers make of the longest by prefixes that change nothing in it, up to the
   15 bytes that an instruction may have. *)
let idle =
  let zeros n = List.init n (fun _ -> "0x00") in
  let nop form rest = "0x0f" :: "0x1f" :: form :: rest in
  let long =
    [ [ "0x90" ]; nop "0x00" []; nop "0x40" (zeros 1); nop "0x44" (zeros 2); nop "0x80" (zeros 4);
      nop "0x84" (zeros 5) ]
  in
  let prefixed k = List.init k (fun _ -> "0x66") @ ("0x2e" :: nop "0x84" (zeros 5)) in
  long @ List.map (fun bytes -> "0x66" :: bytes) long @ List.init 6 (fun k -> prefixed (k + 1))

(* The prefix of `rep ret', which a return ignores; alone on its line the assembler makes a byte of it. Nothing else
   that is written reads as this: it comes with the return. *)
let long_return = "rep"

let is_long_return name arguments =
  name = ".byte" && fields_of (String.lowercase_ascii arguments) = [ [ "0xf3" ]; [ "0xc3" ] ]

let is_idle name arguments =
  name = long_return
  || name = ".byte" && List.mem (List.concat (fields_of (String.lowercase_ascii arguments))) idle

(* The assembler writes these itself, from .cfi, .loc and .ident. *)
let generated name =
  List.mem name
    [ ".eh_frame"; ".debug_frame"; ".comment"; ".stab"; ".stabstr"; ".symtab"; ".strtab"; ".shstrtab"; ".group" ]
  || List.exists
       (fun prefix -> String.starts_with ~prefix name)
       [ ".debug"; ".zdebug"; ".rela"; ".gnu.linkonce"; ".fairlead"; ".line"; ".eh_frame" ]

(* The name in the arguments of a .section that [read] gave. *)
let section_name arguments = match fields_of arguments with name :: _ -> join name | [] -> ""

let kind (name, arguments) =
  if List.mem name plain_sections then Section (name, `Enter)
  else if name = ".section" then Section (section_name arguments, `Enter)
  else if name = ".pushsection" then Section (section_name arguments, `Push)
  else if name = ".popsection" then Pop
  else if List.mem name attributes || List.mem name [ ".type"; ".size" ] then Names
  else if List.mem name alignments then Align
  else if name = ".comm" then Common
  else if is_landing name arguments then Landing
  else if is_idle name arguments then Idle
  else if name = ".set" then Constant
  else if List.mem name unwinding then Unwinding
  else if List.mem name [ ".intel_syntax"; ".att_syntax" ] then Syntax
  else Data

(* Sections: NAME, "FLAGS", @TYPE, SIZE *)

let types = [ "progbits"; "nobits"; "note"; "init_array"; "fini_array"; "preinit_array" ]

(* .note.GNU-stack, too *)
let name_of_section ~place = function
  | t :: _ as parts when is_name t && List.for_all (fun t -> t = "-" || is_word t.[0]) parts -> String.concat "" parts
  | _ -> Diagnostic.fail ~place ~help:"letters, digits, `.`, `_`, `$` and `-`, without quotes"
    "this is not read as the name of a section"

let flags_of_section ~place = function
  | [] -> (None, [])
  | [ f ] :: rest when is_string f -> (Some (String.sub f 1 (String.length f - 2)), rest)
  | [ _ ] :: _ -> Diagnostic.fail ~place ~help:"such as \"aw\"" "the flags of a section are a string"
  | _ -> Diagnostic.fail ~place ~help:"write `.section NAME, \"FLAGS\", @TYPE`" "cannot read the flags of this section"

let type_of_section ~place = function
  | [] -> (None, [])
  | [ ("@" | "%"); t ] :: rest when List.mem t types -> (Some t, rest)
  | _ ->
      Diagnostic.fail ~place "the type of a section is @progbits, @nobits, @note or @init_array and the like"

let check_section ~place fields =
  let fail ?help fmt = Diagnostic.fail ~place ?help fmt in
  let name, rest =
    match fields with
    | [] | [] :: _ -> fail ~help:"write `.section NAME, \"FLAGS\", @TYPE`" "which section?"
    | name :: rest -> (name_of_section ~place name, rest)
  in
  let flags, rest = flags_of_section ~place rest in
  let type_, rest = type_of_section ~place rest in
  let has ch = match flags with Some f -> String.contains f ch | None -> false in
  (match rest with
   | [] -> ()
   | [ size ] when has 'M' && is_numeric size -> ()
   | _ -> fail "there is more here than is understood of sections: groups, links and numbers are not");
  (match flags with
   | Some f when String.exists (fun ch -> not (String.contains "awxMS" ch)) f ->
       fail "only the flags a, w, x, M and S of sections are understood, not `%s'" f
   | _ -> ());
  if has 'w' && has 'M' then
    fail "the linker may merge what is in a section with the flag M; it cannot be writable";
  if Linker_trusted.among_code name && not (Linker_trusted.is_code name) then
    fail "linkers put section %s among the code, and code is read in .text and .text.NAME only" name;
  if generated name then
    fail ~help:"leave debugging information out (compile without -g)"
      "section %s is the assembler's own to write (from .cfi, .loc and .ident)"
      name;
  match (Linker_trusted.is_code name, flags, type_) with
  | true, (None | Some ("ax" | "xa")), (None | Some "progbits") -> ()
  | true, _, _ -> fail "a section of code has the flags \"ax\""
  | false, _, _ ->
      if has 'x' then
        fail "code is read in .text and .text.NAME only, not in %s" name

(* One directive *)

let is_float field =
  field <> [] && List.for_all (fun t -> is_digit t.[0] || t.[0] = '.' || t = "-" || t = "+") field

let read ~place name arguments =
  let fail fmt = Diagnostic.fail ~place fmt in
  let tokens =
    match tokens arguments with
    | tokens -> tokens
    | exception Stray i -> fail "cannot read the arguments of `%s': did not expect `%c'" name arguments.[i]
  in
  let fields = fields tokens in
  let all ok = fields <> [] && List.for_all ok fields in
  let as_given = [ (name, String.trim arguments) ] in
  let given_if ok fmt = if ok then Printf.ksprintf (fun _ -> as_given) fmt else fail fmt in
  match name with
  | _ when List.mem name plain_sections -> given_if (tokens = []) "subsections are not read"
  | _ when List.mem name sections -> check_section ~place fields; as_given
  | ".popsection" -> given_if (tokens = []) "`.popsection' takes no argument"
  | _ when List.mem name attributes ->
      let symbol = function
        | [ t ] when is_name t -> (name, t)
        | _ -> fail "`%s' takes names, with commas between them" name
      in
      if fields = [] then fail "`%s' of what?" name else List.map symbol fields
  | ".type" ->
      let ok =
        match fields with
        | [ [ s ]; [ ("@" | "%"); ("function" | "object" | "notype") ] ] -> is_name s
        | [ [ s ]; [ ("\"function\"" | "\"object\"" | "\"notype\"") ] ] -> is_name s
        | _ -> false
      in
      given_if ok "`.type NAME, @function', `@object' and `@notype' are understood, nothing else"
  | ".size" ->
      given_if
        (match fields with [ [ s ]; size ] -> is_name s && is_expression size | _ -> false)
        "write `.size NAME, SIZE'"
  | _ when List.mem name alignments ->
      let ok =
        match fields with
        | [ n ] -> is_numeric n
        | [ n; fill ] -> is_numeric n && is_numeric fill
        | [ n; fill; most ] -> is_numeric n && (fill = [] || is_numeric fill) && is_numeric most
        | _ -> false
      in
      given_if ok "cannot read this alignment; write `%s N'" name
  | _ when List.mem name integers ->
      given_if (all is_expression)
        "cannot read the arguments of `%s': numbers and symbols, joined by + - *, are read here" name
  | _ when List.mem name floats ->
      if fields = [] || List.mem [] fields then fail "a number is missing";
      given_if (all is_float) "cannot read this number"
  | _ when List.mem name strings ->
      given_if
        (all (function [ t ] -> is_string t | _ -> false))
        "`%s' takes strings, with commas between them" name
  | ".comm" ->
      let ok =
        match fields with
        | [ s ] :: ([ _ ] | [ _; _ ] as sizes) -> is_name s && List.for_all is_numeric sizes
        | _ -> false
      in
      given_if ok "write `.comm NAME, SIZE, ALIGNMENT'"
  | ".set" ->
      let ok = match fields with [ [ s ]; ([ n ] | [ "-"; n ]) ] -> is_name s && is_number n | _ -> false in
      given_if ok "`.set NAME, NUMBER' is understood, nothing else"
  | _ when List.mem name unwinding -> as_given
  | ".intel_syntax" -> given_if (tokens = [ "noprefix" ]) "only `.intel_syntax noprefix' is read"
  | ".att_syntax" -> given_if (tokens = [] || tokens = [ "prefix" ]) "only `.att_syntax prefix' is read"
  | ".previous" -> Diagnostic.fail ~place ~help:"name the section" "`.previous' is not read"
  | _ ->
      Diagnostic.fail ~place ~help:"docs/asm.md lists those that are"
        "`%s' is not among the directives that are understood: it might put something into the code, or change what \
         names mean, unseen"
        name

(* Symbols in arguments *)

let map_names f arguments =
  match tokens arguments with
  | exception Stray _ -> arguments
  | tokens ->
      let rec go after = function
        | [] -> []
        | "," :: rest -> ", " :: go "," rest
        | t :: rest ->
            let is_symbol = (is_name t || is_number t) && not (List.mem after [ "@"; "%" ]) in
            (if is_symbol then f t else t) :: go t rest
      in
      let renamed = join (go "" tokens) in
      let unchanged = join (List.map (function "," -> ", " | t -> t) tokens) in
      if renamed = unchanged then arguments else renamed

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

let addresses ~is_label field =
  let mentioned = List.filter is_label field in
  match field with
  | _ when mentioned = [] -> Some []
  | [ l ] | [ l; ("+" | "-"); "0" ] when is_label l -> Some [ l ]
  | [ a; "-"; b ] when (is_name a || a = ".") && (is_name b || b = ".") -> Some mentioned
  | _ -> None
