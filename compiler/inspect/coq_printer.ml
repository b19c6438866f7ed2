(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
module Coq = Fairlead_lang_coq.Extracted
module Info = Fairlead_lang.Program_info
module Frame_planner = Fairlead_lang.Frame_planner
module Fact_finder = Fairlead_lang.Fact_finder

let app name args = if args = [] then name else "(" ^ String.concat " " (name :: args) ^ ")"
let list f l = "[" ^ String.concat "; " (List.map f l) ^ "]"
let option f = function None -> "None" | Some x -> app "Some" [ f x ]
let pair f g (x, y) = Printf.sprintf "(%s, %s)" (f x) (g y)
let nat = string_of_int
let n z = Z.to_string z ^ "%N"
let z z = Printf.sprintf (if Z.sign z < 0 then "(%s)%%Z" else "%s%%Z") (Z.to_string z)
let bytes l = "[" ^ String.concat "; " (List.map Z.to_string l) ^ "]%Z"
let width = function W8 -> "W8" | W16 -> "W16" | W32 -> "W32" | W64 -> "W64"
let endian = function Big -> "Syntax.Big" | Little -> "Syntax.Little"
let mode = function In -> "Syntax.In" | Inout -> "Syntax.Inout" | Lent -> "Syntax.Lent"

let arith op =
  "Syntax."
  ^ match op with
    | Add -> "Add" | Sub -> "Sub" | Mul -> "Mul" | AddW -> "AddW" | SubW -> "SubW" | MulW -> "MulW" | Div -> "Div" | Rem -> "Rem"
    | And -> "And" | Or -> "Or" | Xor -> "Xor" | Shl -> "Shl" | Shr -> "Shr" | Rotl -> "Rotl" | Rotr -> "Rotr"

let comparison op = "Syntax." ^ match op with Eq -> "Eq" | Ne -> "Ne" | Lt -> "Lt" | Le -> "Le" | Gt -> "Gt" | Ge -> "Ge"

(* Types with parts have names: as trees they can be much larger than the program. *)
type names = { out : Buffer.t; known : (ty, string) Hashtbl.t }

let rec ty t x =
  match x with
  | TBool -> "TBool"
  | TView -> "TView"
  | TInt w -> app "TInt" [ width w ]
  | TBytes cap -> app "TBytes" [ n cap ]
  | TExtern i -> app "TExtern" [ nat i ]
  | TCoro p -> app "TCoro" [ nat p ]
  | TArray _ | TRecord _ | TUnion _ | TMap _ -> (
      match Hashtbl.find_opt t.known x with
      | Some name -> name
      | None ->
          let text =
            match x with
            | TArray (k, e) -> app "TArray" [ n k; ty t e ]
            | TRecord (i, l) -> app "TRecord" [ nat i; list (ty t) l ]
            | TUnion (i, l) -> app "TUnion" [ nat i; list (ty t) l ]
            | TMap (k, w, e) -> app "TMap" [ n k; width w; ty t e ]
            | x -> ty t x
          in
          let name = Printf.sprintf "type_%d" (Hashtbl.length t.known) in
          Hashtbl.add t.known x name;
          Printf.bprintf t.out "Definition %s : ty := %s.\n" name text;
          name)

let rec const = function
  | CBool b -> app "CBool" [ string_of_bool b ]
  | CInt x -> app "CInt" [ z x ]
  | CBytes l -> app "CBytes" [ bytes l ]
  | CArray l -> app "CArray" [ list const l ]
  | CRecord l -> app "CRecord" [ list const l ]
  | CUnion (i, c) -> app "CUnion" [ nat i; const c ]

let rec place t = function
  | PVar x -> app "PVar" [ nat x ]
  | PConst c -> app "PConst" [ nat c ]
  | PField (p, i) -> app "PField" [ place t p; nat i ]
  | PIndex (p, e) -> app "PIndex" [ place t p; expr t e ]
  | PCase (p, i) -> app "PCase" [ place t p; nat i ]
  | PKey (p, e) -> app "PKey" [ place t p; expr t e ]

and expr t e =
  let two name a b = app name [ expr t a; expr t b ] in
  match e with
  | EBool b -> app "EBool" [ string_of_bool b ]
  | EInt (w, x) -> app "EInt" [ width w; z x ]
  | EBytes l -> app "EBytes" [ bytes l ]
  | ERead p -> app "ERead" [ place t p ]
  | ENot e -> app "ENot" [ expr t e ]
  | EComp (w, e) -> app "EComp" [ width w; expr t e ]
  | EAnd (a, b) -> two "EAnd" a b
  | EOr (a, b) -> two "EOr" a b
  | EArith (op, w, a, b) -> app "EArith" [ arith op; width w; expr t a; expr t b ]
  | ECompare (op, w, a, b) -> app "ECompare" [ comparison op; width w; expr t a; expr t b ]
  | EBoolEq (a, b) -> two "EBoolEq" a b
  | EBytesEq (a, b) -> two "EBytesEq" a b
  | EWiden (w, w', e) -> app "EWiden" [ width w; width w'; expr t e ]
  | ENarrow (w, w', e) -> app "ENarrow" [ width w; width w'; expr t e ]
  | ECond (c, a, b) -> app "ECond" [ expr t c; expr t a; expr t b ]
  | EFit (cap, e) -> app "EFit" [ n cap; expr t e ]
  | ELen e -> app "ELen" [ expr t e ]
  | ECount p -> app "ECount" [ place t p ]
  | EIs (p, i) -> app "EIs" [ place t p; nat i ]
  | EHas (p, e) -> app "EHas" [ place t p; expr t e ]
  | EKeyAt (p, e) -> app "EKeyAt" [ place t p; expr t e ]
  | ESlice (e, lo, hi) -> app "ESlice" [ expr t e; expr t lo; expr t hi ]
  | ELoad (o, w, e, off) -> app "ELoad" [ endian o; width w; expr t e; expr t off ]
  | ERecord (x, l) -> app "ERecord" [ ty t x; list (expr t) l ]
  | EUnion (x, i, e) -> app "EUnion" [ ty t x; nat i; expr t e ]
  | EArray (x, l) -> app "EArray" [ ty t x; list (expr t) l ]
  | EFill (x, k, e) -> app "EFill" [ ty t x; n k; expr t e ]
  | EDefault x -> app "EDefault" [ ty t x ]
  | ECoro (p, l) -> app "ECoro" [ nat p; list (expr t) l ]

let arg t = function
  | AIn e -> app "AIn" [ expr t e ]
  | AInout p -> app "AInout" [ place t p ]
  | AInoutSlice (p, lo, hi) -> app "AInoutSlice" [ place t p; expr t lo; expr t hi ]

let basic t = function
  | BLine k -> app "BLine" [ nat k ]
  | BAssign (p, e) -> app "BAssign" [ place t p; expr t e ]
  | BPush (p, cap, e) -> app "BPush" [ place t p; n cap; expr t e ]
  | BAppend (p, cap, e) -> app "BAppend" [ place t p; n cap; expr t e ]
  | BResize (p, cap, e) -> app "BResize" [ place t p; n cap; expr t e ]
  | BBlit (p, off, e) -> app "BBlit" [ place t p; expr t off; expr t e ]
  | BStore (o, w, p, off, e) -> app "BStore" [ endian o; width w; place t p; expr t off; expr t e ]
  | BPut (p, cap, k, e) -> app "BPut" [ place t p; n cap; expr t k; expr t e ]
  | BRemove (p, k) -> app "BRemove" [ place t p; expr t k ]
  | BExtern (f, args, dest) -> app "BExtern" [ nat f; list (arg t) args; option (place t) dest ]
  | BTrap -> "BTrap"

let suspension t s =
  app "Ask" [ nat s.ask_effect; list (expr t) s.ask_args; option (place t) s.ask_dest; list nat s.ask_lent ]

let call t (c : call) = app "MkCall" [ nat c.callee; list (arg t) c.call_args; option (place t) c.call_dest ]

let resumption t (r : resumption) =
  app "MkResume"
    [ place t r.child; nat r.child_proc; option (pair nat (option (expr t))) r.reply; list (arg t) r.lend; place t r.event ]

let rec cmd t = function
  | Skip -> "Skip"
  | Return -> "Return"
  | Do b -> app "Do" [ basic t b ]
  | Seq (a, b) -> let a = cmd t a in app "Seq" [ a; "\n " ^ cmd t b ]
  | If (e, a, b) -> let a = cmd t a in app "If" [ expr t e; a; cmd t b ]
  | Block c -> app "Block" [ cmd t c ]
  | Loop (l, c) -> app "Loop" [ nat l; cmd t c ]
  | Exit k -> app "Exit" [ nat k ]
  | Label (l, c) -> app "Label" [ nat l; cmd t c ]
  | Goto l -> app "Goto" [ nat l ]
  | Suspend (l, s) -> app "Suspend" [ nat l; suspension t s ]
  | Call (l, c) -> app "Call" [ nat l; call t c ]
  | Resume r -> app "Resume" [ resumption t r ]

let procedure t (pr : proc) =
  app "MkProc"
    [ list (pair mode (ty t)) pr.params; list (ty t) pr.locals; ty t pr.result; nat pr.ret; string_of_bool pr.suspends;
      list nat pr.effects; "\n  " ^ cmd t pr.body ]

let home = function
  | Coq.Slot (off, size) -> app "Slot" [ nat off; nat size ]
  | Coq.Local -> "Local"
  | Coq.Borrowed -> "Borrowed"
  | Coq.Loaned -> "Loaned"

let frame (f : Coq.frame_layout) =
  app "FrameLayout"
    [ list home f.homes; nat f.frame_bytes; nat f.frame_align; nat f.index_bytes; list (pair nat (list nat)) f.live_sets;
      list (pair nat (pair nat nat)) f.stops ]

let atom = function
  | Coq.AInt x -> app "AInt" [ nat x ]
  | Coq.ALen x -> app "ALen" [ nat x ]
  | Coq.ATag x -> app "ATag" [ nat x ]
let inequality (f : Coq.lin) = app "Lin" [ z f.base; list (pair z atom) f.terms ]

let visit t = function
  | Coq.VRun b -> app "VRun" [ basic t b ]
  | Coq.VTest e -> app "VTest" [ expr t e ]
  | Coq.VCall c -> app "VCall" [ call t c ]
  | Coq.VAsk s -> app "VAsk" [ suspension t s ]

(* The claim [claim] of this program: the source and the machine [other] are bisimilar. [checks] are its arguments. *)
let theorem name ~claim ~checks ~other =
  Printf.sprintf
    "(** [Claims.Lang.%s] *)\n\
     Theorem %s external p pr args lent :\n\
    \  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →\n\
    \  procs Q !! p = Some pr → is_data (Syntax.result pr) = true →\n\
    \  Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →\n\
    \  ∃ st st', fl_initial Q source p args lent = Some st ∧\n\
    \    fl_initial Q (laid_out Q (plans_of L)) p args lent = Some st' ∧\n\
    \    bisimilar (driven Q p (fl Q source external)) (%s)\n\
    \      (None, st) (None, st').\n\
     Proof. exact (Claims.Lang.%s %s). Qed.\n"
    claim name other claim checks

(** The table of facts, and the theorems, of which all but the first need it. *)
let facts_and_theorems out t info ~theorems =
  if theorems then
    Buffer.add_string out
      (theorem "compiled" ~claim:"lang_end_to_end" ~checks:"Q L external p pr args lent types layouts"
         ~other:"driven Q p (lowered Q (laid_out Q (plans_of L)) external)");
  match Fact_finder.listed info with
  | None -> Buffer.add_string out "\n(* No facts are accepted of this program: all checks are printed. *)\n"
  | Some found ->
      let statement (v, facts) = let v = visit t v in "\n   " ^ Printf.sprintf "(%s, %s)" v (list inequality facts) in
      let table = list (fun l -> "\n  " ^ list statement l) found in
      Buffer.add_string out
        "\n(** What is known at which statements of each procedure: the checks that this decides are not printed. *)\n";
      Printf.bprintf out "Definition T : table_of_facts :=\n  %s.\n\n" (app "table_of_list" [ table ]);
      Buffer.add_string out "Lemma facts : check_facts Q T = true.\nProof. by vm_compute. Qed.\n\n";
      if theorems then
        Buffer.add_string out
          (theorem "compiled_pruned" ~claim:"lang_pruned" ~checks:"Q L T external p pr args lent types layouts facts"
             ~other:"guided (pruned_step Q (laid_out Q (plans_of L)) external T) Q p"
          ^ "(** By reference. *)\nDefinition compiled_in_place external by_reference p pr args lent :=\n\
            \  Claims.Lang.lang_in_place Q L T external by_reference p pr args lent types aliasing layouts facts.\n")

(** What the variables of each procedure are called, and which line of the source each [BLine] is. *)
let source_names out (info : Info.t) =
  (* in a module, because the names that strings come with would hide others of who goes on behind *)
  Buffer.add_string out
    "\n(** What the variables of each procedure are called: parameters, then locals. *)\n\
     From Coq Require String.\n\
     Module Names.\n\
     Import Coq.Strings.String.\n";
  Array.iteri
    (fun i (pr : Info.procedure) ->
      let variable (v : Info.variable) = Printf.sprintf "\"%s\"" (Option.value v.var_name ~default:"") in
      Printf.bprintf out "Definition variables_%d : list string := %s%%string.\n" i
        (list variable (Array.to_list pr.variables)))
    info.procedures;
  Printf.bprintf out
    "(** The line of the source that each [BLine] is. *)\nDefinition source_lines : list nat := %s.\nEnd Names.\n\
     Notation source_lines := Names.source_lines.\n"
    (list (fun (at : Info.position) -> nat at.line) (Array.to_list info.positions));
  Array.iteri (fun i _ -> Printf.bprintf out "Notation variables_%d := Names.variables_%d.\n" i i) info.procedures

(** Procedures by name, for proofs that should not depend on their order. *)
let functions out (info : Info.t) =
  Array.iteri
    (fun i (pr : Info.procedure) ->
      let name = String.map (fun c -> if c = '.' then '_' else c) (Fairlead_lang.Written.name pr.proc_name) in
      (* As in C: what tests what is required has the name. *)
      let name = if pr.requires = [] then name else name ^ "_unchecked" in
      Printf.bprintf out "Notation fn_%s := %d%%nat (only parsing).\n" name i)
    info.procedures

type extent = Program | Facts | Theorems

let print (info : Info.t) layout ~file extent =
  let q = info.program in
  let out = Buffer.create 65536 in
  let t = { out; known = Hashtbl.create 64 } in
  let define name ty text = Printf.bprintf out "Definition %s : %s :=\n  %s.\n\n" name ty text in
  Printf.bprintf out
    "(** Made by `fairlead coq%s %s`: %s. The checkers run in Coq here, not as OCaml. Compile it with coqc -R theories Fairlead. *)\n\
     From Fairlead.Base Require Import Prelude.\n\
     From Fairlead.Core.Model Require Import Semantics Bisimulation.\n\
     From Fairlead.Lang Require Import Typing.Checker Aliasing.Checker Typing.Soundness Model.Source Frames.Checker Guards.Machine EndToEnd\n\
    \  Facts.Inequalities Facts.Checker Facts.Machine Facts.Table.\n\
     %s\n"
    (match extent with Program -> " --program" | Facts -> " --facts" | Theorems -> "")
    (* Of these a comment could end, or not. *)
    (String.map (fun c -> if c = '*' || c = '"' || c < ' ' then '_' else c) (Filename.basename file))
    (match extent with
    | Program -> "the program, and the layout of its frames"
    | Facts -> "the program, the layout of its frames, and what is known at its statements"
    | Theorems ->
        "the program that the theorems are about, the layout of its frames, what is\n\
        \    known at its statements, and the theorems for them")
    (if extent = Theorems then "From Fairlead.Claims Require Lang.\n" else "");
  List.iteri
    (fun i pr ->
      let text = procedure t pr in
      Printf.bprintf out "(* %s *)\n" (Fairlead_lang.Written.name info.procedures.(i).proc_name);
      define (Printf.sprintf "procedure_%d" i) "proc" text)
    q.procs;
  let effect (e : effect) = app "MkEffect" [ list (ty t) e.eff_args; ty t e.eff_result ] in
  let extern (x : extern) = app "MkExtern" [ list (pair mode (ty t)) x.ext_params; ty t x.ext_result ] in
  (* in this order: naming a type writes it *)
  let effects = list effect q.effs in
  let consts = list (pair (ty t) const) q.consts in
  let externs = list extern q.externs in
  define "Q" "program"
    (app "MkProgram" [ list (fun (i, _) -> Printf.sprintf "procedure_%d" i) (List.mapi (fun i pr -> (i, pr)) q.procs); effects; consts; externs;
         list (pair n n) q.extern_types ]);
  define "L" "layout" (list (fun f -> "\n  " ^ frame f) (Frame_planner.layout layout));
  List.iter
    (Printf.bprintf out "Lemma %s.\nProof. by vm_compute. Qed.\n")
    [ "types : check_program Q = None"; "aliasing : check_aliasing Q = None"; "layouts : check_layout Q L = true" ];
  Buffer.add_string out "\n";
  if extent = Program then functions out info
  else begin
    facts_and_theorems out t info ~theorems:(extent = Theorems);
    source_names out info
  end;
  Buffer.contents out
