(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Source

type t = {
  code : string option;
  labels : (string, string) Hashtbl.t;
  visible : (string, unit) Hashtbl.t;
  weak : (string, unit) Hashtbl.t;
  seen : (string, unit) Hashtbl.t;
  local_common : string list;
  in_code : bool list;
}

(* No other way to write it: OCaml and the assembler differ on what is octal. *)
let nop_filling fill = List.mem (String.trim fill) [ "0x90"; "144" ]

let align_in_code place name arguments =
  match String.split_on_char ',' arguments with
  | [ _ ] -> ()
  | _ :: fill :: _ when String.trim fill = "" || nop_filling fill -> ()
  | _ ->
      Diagnostic.fail ~place
        "`%s' with a filling other than nop puts instructions into the code that are not looked at" name

let is_code_label t l =
  match Hashtbl.find_opt t.labels l with Some s -> Linker_trusted.is_code s | None -> false

let refuse_jump t place l =
  if Hashtbl.mem t.weak l then
    Diagnostic.fail ~place
      "`%s' is weak: the linker may put another in its place, so where this jump leads is not known" l;
  match Hashtbl.find_opt t.labels l with
  | Some s when Some s <> t.code -> Diagnostic.fail ~place "`%s' is in section %s, in which no code is read" l s
  | _ -> ()

(* What is so far from a label is another instruction when the code is another. *)
let refuse_near_code t place arguments =
  let is_section = List.exists Linker_trusted.is_code in
  List.iter
    (fun field ->
      if is_section field || Directives_trusted.addresses ~is_label:(is_code_label t) field = None then
        Diagnostic.fail ~place ~help:"write a label, or the distance between two"
          "this is an address near a label of the code, or computed from one, where perhaps no label is: what is there \
           is not compared, and what is entered there is not analysed")
    (Directives_trusted.fields_of arguments)

let refuse_function t place arguments =
  List.iter
    (fun f ->
      match Hashtbl.find_opt t.labels f with
      | Some s when not (Linker_trusted.is_code s) ->
          Diagnostic.fail ~place "`%s' is said to be a function, and is in section %s, in which no code is read" f s
      | _ -> ())
    (Directives_trusted.names arguments)

let refuse_data_in_code place name =
  Diagnostic.fail ~place ~help:"data belongs in another section, such as .rodata"
    "`%s' may put something into the code that the analysis does not see"
    name

(* What is known behind the last statement. *)
let walk source =
  let table () = Hashtbl.create 16 in
  let labels = table () and visible = table () and weak = table () and seen = table () and local = table () in
  let common = ref [] in
  List.iter (fun s -> Hashtbl.replace seen s ()) [ ".text"; ".data"; ".bss" ];
  let code = ref None and present = ref ".text" and pushed = ref [] in
  let is_code () = Linker_trusted.is_code !present in
  let enter s =
    present := s;
    Hashtbl.replace seen s ()
  in
  let directive place name arguments =
    match Directives_trusted.kind (name, arguments) with
    | Section (s, `Enter) -> enter s
    | Section (s, `Push) -> pushed := !present :: !pushed; enter s
    | Pop -> (
        match !pushed with
        | s :: rest -> present := s; pushed := rest
        | [] -> Diagnostic.fail ~place "there is no `.pushsection' for this")
    | Data when is_code () -> refuse_data_in_code place name
    | Landing when name = Directives_trusted.landing && not (is_code ()) ->
        Diagnostic.fail ~place "code outside of .text and .text.NAME is not read (this is in %s)" !present
    | Align when is_code () -> align_in_code place name arguments
    | Names when name = ".local" -> Hashtbl.replace local arguments ()
    | Names when List.mem name [ ".type"; ".size" ] -> ()
    | Names ->
        Hashtbl.replace visible arguments ();
        if name = ".weak" then Hashtbl.replace weak arguments ()
    | Common ->
        let one n = common := n :: !common; Hashtbl.replace visible n () in
        List.iter one (Directives_trusted.names arguments)
    | Data | Align | Landing | Idle | Constant | Unwinding | Syntax -> ()
  in
  let step { place; kind } =
    (match kind with
     | Instr _ | Jump _ | Call _ | Ret -> (
         if not (is_code ()) then
           Diagnostic.fail ~place "code outside of .text and .text.NAME is not read (this is in %s)" !present;
         match !code with
         | None -> code := Some !present
         | Some c when c <> !present ->
             Diagnostic.fail ~place "code in two sections, %s and %s: only files with one are read" c !present
         | Some _ -> ())
     | Label l ->
         if Hashtbl.mem labels l then Diagnostic.fail ~place "there is a label `%s' already" l;
         Hashtbl.replace labels l !present
     | Mark _ -> ()
     | Directive (name, arguments) -> directive place name arguments);
    is_code ()
  in
  let in_code = List.map step source in
  let local_common = List.filter (Hashtbl.mem local) !common in
  { code = !code; labels; visible; weak; seen; local_common; in_code }

let check source =
  let t = walk source in
  List.iter
    (fun { place; kind } ->
      match kind with
      | Jump (_, l) -> refuse_jump t place l
      | Directive (name, arguments) when Directives_trusted.kind (name, arguments) = Data ->
          refuse_near_code t place arguments
      | Directive (".type", arguments) when Directives_trusted.is_function arguments ->
          refuse_function t place arguments
      | _ -> ())
    source;
  t

let code_section t = t.code

(* The assembler puts local .comm symbols into .bss, among what else is there. *)
let homes t =
  let common = List.map (fun l -> (l, ".bss")) t.local_common in
  Hashtbl.fold (fun l s homes -> if Linker_trusted.is_code s then homes else (l, s) :: homes) t.labels common

let weak t = List.of_seq (Hashtbl.to_seq_keys t.weak)
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
          | Some s when Linker_trusted.is_code s && t.code <> None && Some s <> t.code ->
              Diagnostic.fail ~place "`%s' is in section %s, in which no code is read" l s
          | _ -> ())
      | _ -> ())
    source
