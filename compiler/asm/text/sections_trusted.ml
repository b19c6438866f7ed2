(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Source

type t = { code : string option; labels : (string, string) Hashtbl.t; visible : (string, unit) Hashtbl.t; seen :
    (string, unit) Hashtbl.t; local_common : string list; in_code : bool list }

(* No other way to write it: OCaml and the assembler differ on what is octal. *)
let nop_filling fill = List.mem (String.trim fill) [ "0x90"; "144" ]

let align_in_code place name arguments =
  match String.split_on_char ',' arguments with
  | [ _ ] -> ()
  | _ :: fill :: _ when String.trim fill = "" || nop_filling fill -> ()
  | _ -> Diagnostic.fail ~place
      "`%s' with a filling other than nop puts instructions into the code that are not looked at" name

let check source =
  let labels = Hashtbl.create 16 and visible = Hashtbl.create 16 and weak = Hashtbl.create 4 and seen = Hashtbl.create
      4 in
  let local = Hashtbl.create 4 and common = ref [] and functions = ref [] in
  List.iter (fun s -> Hashtbl.replace seen s ()) [ ".text"; ".data"; ".bss" ];
  let code = ref None and present = ref ".text" and pushed = ref [] in
  let is_code () = Directives_trusted.is_code !present in
  let step { place; kind } =
    let fail fmt = Diagnostic.fail ~place fmt in
    (match kind with
    | Instr _ | Jump _ | Call _ | Ret -> (
        if not (is_code ()) then fail "code outside of .text and .text.NAME is not read (this is in %s)" !present;
        match !code with
        | None -> code := Some !present
        | Some c when c <> !present -> fail "code in two sections, %s and %s: only files with one are read" c !present
        | Some _ -> ())
    | Label l ->
        if Hashtbl.mem labels l then fail "there is a label `%s' already" l;
        Hashtbl.replace labels l !present
    | Mark _ -> ()
    | Directive (name, arguments) -> (
        match Directives_trusted.kind (name, arguments) with
        | Section (s, `Enter) -> present := s; Hashtbl.replace seen s ()
        | Section (s, `Push) -> pushed := !present :: !pushed; present := s; Hashtbl.replace seen s ()
        | Pop -> ( match !pushed with s :: rest -> present := s; pushed := rest | [] -> fail
            "there is no `.pushsection' for this")
        | Data when is_code () -> fail "`%s' may put something into the code that the analysis does not see; data \
             belongs in another section, such as .rodata" name
        | Align when is_code () -> align_in_code place name arguments
        | Names when not (List.mem name [ ".type"; ".size"; ".local" ]) ->
            Hashtbl.replace visible arguments ();
            if name = ".weak" then Hashtbl.replace weak arguments ()
        | Common ->
            List.iter (fun n -> common := n :: !common; Hashtbl.replace visible n ()) (Directives_trusted.names
                arguments)
        | Names when name = ".local" -> Hashtbl.replace local arguments ()
        | Names when name = ".type" -> (
            match Directives_trusted.names arguments with
            | f :: _ when Directives_trusted.is_function arguments -> functions := (place, f) :: !functions
            | _ -> ())
        | Names | Data | Align | Unwinding | Syntax -> ()));
    is_code ()
  in
  let in_code = List.map step source in
  List.iter
    (fun { place; kind } ->
      match kind with
      | Jump (_, l) -> (
          if Hashtbl.mem weak l then Diagnostic.fail ~place
              "`%s' is weak: the linker may put another in its place, so where this jump leads is not known" l;
          match Hashtbl.find_opt labels l with
          | Some s when Some s <> !code -> Diagnostic.fail ~place "`%s' is in section %s, in which no code is read" l s
          | _ -> ())
      | _ -> ())
    source;
  List.iter
    (fun (place, f) ->
      match Hashtbl.find_opt labels f with
      | Some s when not (Directives_trusted.is_code s) ->
          Diagnostic.fail ~place "`%s' is said to be a function, and is in section %s, in which no code is read" f s
      | _ -> ())
    !functions;
  { code = !code; labels; visible; seen; local_common = List.filter (Hashtbl.mem local) !common; in_code }

let code_section t = t.code
let is_code_label t l = match Hashtbl.find_opt t.labels l with Some s -> Directives_trusted.is_code s | None -> false
(* The assembler puts local .comm symbols into .bss, among what else is there. *)
let homes t =
  Hashtbl.fold (fun l s acc -> if Directives_trusted.is_code s then acc else (l, s) :: acc) t.labels (List.map (fun l
      -> (l, ".bss")) t.local_common)
let is_section t name = Hashtbl.mem t.seen name && not (Hashtbl.mem t.labels name)
let is_local t l = not (Hashtbl.mem t.visible l)
let in_code t = t.in_code

let refuse_elsewhere source entered =
  let t = check source in
  List.iter
    (fun { place; kind } ->
      match kind with
      | Label l when entered l -> (
          match Hashtbl.find_opt t.labels l with
          | Some s when Directives_trusted.is_code s && t.code <> None && Some s <> t.code ->
              Diagnostic.fail ~place "`%s' is in section %s, in which no code is read" l s
          | _ -> ())
      | _ -> ())
    source
