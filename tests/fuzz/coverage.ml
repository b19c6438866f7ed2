(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
module Coq = Fairlead_lang_coq.Extracted

(* Matches are exhaustive on purpose: a new constructor does not compile until it has a
   name here, and then the test wants programs that use it. *)

let p = Printf.sprintf
let width = function W8 -> "8" | W16 -> "16" | W32 -> "32" | W64 -> "64"
let endian = function Big -> "be" | Little -> "le"

let arith = function
  | Add -> "Add" | Sub -> "Sub" | Mul -> "Mul" | AddW -> "AddW" | SubW -> "SubW" | MulW -> "MulW" | Div -> "Div"
  | Rem -> "Rem" | And -> "And" | Or -> "Or" | Xor -> "Xor" | Shl -> "Shl" | Shr -> "Shr" | Rotl -> "Rotl" | Rotr -> "Rotr"

let compare_op = function Eq -> "Eq" | Ne -> "Ne" | Lt -> "Lt" | Le -> "Le" | Gt -> "Gt" | Ge -> "Ge"

let of_program (program : program) =
  let found = Hashtbl.create 97 in
  let see name = Hashtbl.replace found name () in
  let guarded e = Coq.guard_expr e <> Coq.GTrue in
  let shift = function Shl | Shr | Rotl | Rotr -> true | Add | Sub | Mul | AddW | SubW | MulW | Div | Rem | And | Or | Xor -> false in
  let rec ty = function
    | TBool -> see "TBool"
    | TInt w -> see ("TInt " ^ width w)
    | TBytes _ -> see "TBytes"
    | TView -> see "TView"
    | TArray (_, t) -> see "TArray"; holds "array" t; ty t
    | TRecord (_, ts) -> see "TRecord"; List.iter (holds "record") ts; List.iter ty ts
    | TUnion (_, ts) -> see "TUnion"; List.iter (holds "union") ts; List.iter ty ts
    | TMap (n, w, t) -> see ("TMap " ^ width w); if Z.gt n (Z.of_int 8) then see "TMap hashed"; holds "map" t; ty t
    | TExtern _ -> see "TExtern"
    | TCoro _ -> see "TCoro"
  (* directly, or in another container *)
  and holds what t =
    match t with
    | TCoro _ -> see ("coroutine in " ^ what)
    | TExtern _ -> see ("extern type in " ^ what)
    | TArray (_, t) | TMap (_, _, t) -> nested what t
    | TRecord (_, ts) | TUnion (_, ts) -> List.iter (nested what) ts
    | TBool | TInt _ | TBytes _ | TView -> ()
  and nested what = function TCoro _ -> see ("coroutine in a container in " ^ what) | _ -> () in
  let rec place = function
    | PVar _ -> see "PVar"
    | PConst _ -> see "PConst"
    | PField (pl, _) -> see "PField"; place pl
    | PIndex (pl, e) ->
        see "PIndex";
        (match e with EInt _ -> see "PIndex by literal" | _ -> see "PIndex by value");
        place pl; expr e
    | PCase (pl, _) -> see "PCase"; place pl
    | PKey (pl, e) -> see "PKey"; place pl; expr e
  and expr e =
    match e with
    | EBool _ -> see "EBool"
    | EInt _ -> see "EInt"
    | EBytes _ -> see "EBytes"
    | ERead pl -> see "ERead"; place pl
    | ENot e -> see "ENot"; if guarded e then see "guard under ENot"; expr e
    | EComp (w, e) -> see ("EComp " ^ width w); expr e
    | EAnd (a, b) -> see "EAnd"; operands "EAnd" a b
    | EOr (a, b) -> see "EOr"; operands "EOr" a b
    | EArith (op, w, a, b) ->
        see (p "EArith %s %s" (arith op) (width w));
        if shift op then see (p "%s by %s" (arith op) (match b with EInt _ -> "literal" | _ -> "value"));
        expr a; expr b
    | ECompare (op, _, a, b) -> see ("ECompare " ^ compare_op op); expr a; expr b
    | EBoolEq (a, b) -> see "EBoolEq"; expr a; expr b
    | EBytesEq (a, b) -> see "EBytesEq"; expr a; expr b
    | EWiden (w, w', e) -> see (p "EWiden %s %s" (width w) (width w')); expr e
    | ENarrow (_, w', e) -> see ("ENarrow to " ^ width w'); expr e
    | ECond (c, a, b) ->
        see "ECond";
        if guarded a || guarded b then see "guard in ECond";
        expr c; expr a; expr b
    | EFit (_, e) -> see "EFit"; expr e
    | ELen e -> see "ELen"; expr e
    | ECount pl -> see "ECount"; place pl
    | EIs (pl, _) -> see "EIs"; place pl
    | EHas (pl, e) -> see "EHas"; place pl; expr e
    | EKeyAt (pl, e) -> see "EKeyAt"; place pl; expr e
    | ESlice (e, lo, hi) -> see "ESlice"; expr e; expr lo; expr hi
    | ELoad (o, w, e, off) -> see (p "ELoad %s %s" (endian o) (width w)); expr e; expr off
    | ERecord (_, l) -> see "ERecord"; List.iter expr l
    | EUnion (_, _, e) -> see "EUnion"; expr e
    | EArray (_, l) -> see "EArray"; List.iter expr l
    | EFill (_, _, e) -> see "EFill"; expr e
    | EDefault t -> see "EDefault"; (match t with TCoro _ -> see "EDefault of coroutine" | _ -> ())
    | ECoro (_, l) -> see "ECoro"; List.iter expr l
  and operands what a b =
    if guarded b then see ("guard right of " ^ what);
    (match a with (EAnd (_, x) | EOr (_, x)) when guarded x -> see ("guarded chain left of " ^ what) | _ -> ());
    (match b with (EAnd (_, x) | EOr (_, x)) when guarded x -> see ("guarded chain right of " ^ what) | _ -> ());
    expr a; expr b
  in
  let dest = Option.iter place in
  let arg where = function
    | AIn e -> see ("AIn " ^ where); expr e
    | AInout pl -> see ("AInout " ^ where); place pl
    | AInoutSlice (pl, lo, hi) -> see ("AInoutSlice " ^ where); place pl; expr lo; expr hi
  in
  (* inout arguments that are parts of one variable: told apart by the path *)
  let rec root = function
    | PVar x -> Some x
    | PConst _ -> None
    | PField (pl, _) | PIndex (pl, _) | PCase (pl, _) | PKey (pl, _) -> root pl
  in
  let shared args =
    let roots =
      List.filter_map
        (function AInout pl | AInoutSlice (pl, _, _) -> root pl | AIn (ERead pl) -> root pl | AIn _ -> None)
        args
    in
    if List.length roots > List.length (List.sort_uniq compare roots)
       && List.exists (function AInout _ | AInoutSlice _ -> true | AIn _ -> false) args
    then see "arguments in one variable"
  in
  let basic = function
    | BLine _ -> see "BLine"
    | BAssign (pl, e) ->
        see "BAssign"; place pl; expr e;
        (match e with ERead pl' when root pl = root pl' -> see "assignment within a variable" | _ -> ())
    | BPush (pl, _, e) -> see "BPush"; place pl; expr e
    | BAppend (pl, _, e) -> see "BAppend"; place pl; expr e
    | BResize (pl, _, e) -> see "BResize"; place pl; expr e
    | BBlit (pl, a, b) -> see "BBlit"; place pl; expr a; expr b
    | BStore (o, w, pl, a, b) -> see (p "BStore %s %s" (endian o) (width w)); place pl; expr a; expr b
    | BPut (pl, _, a, b) -> see "BPut"; place pl; expr a; expr b
    | BRemove (pl, e) -> see "BRemove"; place pl; expr e
    | BExtern (_, l, d) -> see "BExtern"; List.iter (arg "of extern") l; shared l; dest d
    | BTrap -> see "BTrap"
  in
  let procedures = Array.of_list program.procs in
  let rec command ~looped c =
    let same = command ~looped in
    match c with
    | Skip -> see "Skip"
    | Do b -> see "Do"; basic b
    | Seq (a, b) -> see "Seq"; same a; same b
    | If (e, a, b) -> see "If"; if guarded e then see "guard in If"; expr e; same a; same b
    | Block c -> see "Block"; same c
    | Loop (_, c) -> see "Loop"; command ~looped:true c
    | Exit n -> see "Exit"; if n > 1 then see "Exit of several"
    | Label (_, c) -> see "Label"; same c
    | Goto _ -> see "Goto"
    | Suspend (_, s) ->
        see "Suspend"; if looped then see "Suspend in a loop";
        List.iter expr s.ask_args; dest s.ask_dest;
        if s.ask_lent <> [] then see "Suspend with lent"
    | Call (_, x) ->
        let callee = procedures.(x.callee) in
        let where = if callee.suspends then "of coroutine" else "of function" in
        see ("Call " ^ where); if looped then see ("Call in a loop " ^ where);
        List.iter (arg where) x.call_args; shared x.call_args; dest x.call_dest
    | Resume r ->
        see "Resume"; if looped then see "Resume in a loop";
        (match r.child with
        | PVar _ -> see "Resume of variable"
        | PIndex _ -> see "Resume of element"
        | PField _ -> see "Resume of field"
        | PCase _ -> see "Resume of payload"
        | PKey _ -> see "Resume of entry"
        | PConst _ -> ());
        place r.child;
        (match r.reply with
        | None -> see "Resume to start"
        | Some (_, None) -> see "Resume with nothing"
        | Some (_, Some e) -> see "Resume with value"; expr e);
        List.iter (arg "lent") r.lend; place r.event
    | Return -> see "Return"; if looped then see "Return in a loop"
  in
  let mode where = function In -> see (where ^ " In") | Inout -> see (where ^ " Inout") | Lent -> see (where ^ " Lent") in
  let procedure (pr : proc) =
    List.iter (fun (m, t) -> mode (if pr.suspends then "coroutine parameter" else "function parameter") m; ty t) pr.params;
    List.iter ty pr.locals; ty pr.result;
    command ~looped:false pr.body;
    if not pr.suspends then
      let rec resumes = function
        | Resume _ -> true
        | Seq (a, b) | If (_, a, b) -> resumes a || resumes b
        | Block c | Loop (_, c) | Label (_, c) -> resumes c
        | Skip | Do _ | Exit _ | Goto _ | Suspend _ | Call _ | Return -> false
      in
      if resumes pr.body then see "Resume in a function"
  in
  let rec const = function
    | CBool _ -> see "CBool" | CInt _ -> see "CInt" | CBytes _ -> see "CBytes"
    | CArray l -> see "CArray"; List.iter const l
    | CRecord l -> see "CRecord"; List.iter const l
    | CUnion (_, c) -> see "CUnion"; const c
  in
  List.iter procedure program.procs;
  List.iter (fun (e : effect) -> List.iter ty e.eff_args; ty e.eff_result) program.effs;
  List.iter (fun (_, c) -> const c) program.consts;
  List.sort compare (Hashtbl.fold (fun name () acc -> name :: acc) found [])

(* What [Trapless.mark_all] has marked, and whether anything had to be decided for it. *)
let of_marks (info : Fairlead_lang.Program_info.t) =
  let guarded (pr : proc) =
    Fairlead_lang.C_queries_trusted.fold_cmd
      (fun acc c ->
        acc || match c with Do b -> Coq.guard_basic b <> GTrue | If (e, _, _) -> Coq.guard_expr e <> GTrue | _ -> false)
      false pr.body
  in
  let one i (pr : proc) =
    if not info.procedures.(i).trapless then []
    else
      (if pr.suspends then "trapless coroutine" else "trapless function")
      :: (if guarded pr then [ "trapless by facts" ] else [])
      @ if info.procedures.(i).requires <> [] then [ "trapless that requires" ] else []
  in
  List.sort_uniq compare (List.concat (List.mapi one info.program.procs))

let widths = [ "8"; "16"; "32"; "64" ]
let each prefix l = List.map (fun x -> prefix ^ " " ^ x) l
let pairs f a b = List.concat_map (fun x -> List.map (f x) b) a

(* Labels and gotos are of Core alone; .fl has none. *)
let all =
  List.sort compare
    ([ "TBool"; "TBytes"; "TView"; "TArray"; "TRecord"; "TUnion"; "TMap hashed"; "TCoro"; "TExtern" ]
    @ each "TInt" widths @ each "TMap" widths
    @ each "coroutine in" [ "array"; "record"; "union"; "map" ]
    @ each "coroutine in a container in" [ "array"; "record"; "union"; "map" ]
    @ each "extern type in" [ "array"; "record"; "union"; "map" ]
    @ [ "PVar"; "PConst"; "PField"; "PIndex"; "PIndex by literal"; "PIndex by value"; "PCase"; "PKey" ]
    @ [ "EBool"; "EInt"; "EBytes"; "ERead"; "ENot"; "EAnd"; "EOr"; "EBoolEq"; "EBytesEq"; "ECond"; "EFit"; "ELen";
        "ECount"; "EIs"; "EHas"; "EKeyAt"; "ESlice"; "ERecord"; "EUnion"; "EArray"; "EFill"; "EDefault"; "EDefault of coroutine"; "ECoro" ]
    @ each "EComp" widths
    @ pairs (fun op w -> p "EArith %s %s" op w)
        [ "Add"; "Sub"; "Mul"; "AddW"; "SubW"; "MulW"; "Div"; "Rem"; "And"; "Or"; "Xor"; "Shl"; "Shr"; "Rotl"; "Rotr" ]
        widths
    @ pairs (fun op by -> p "%s by %s" op by) [ "Shl"; "Shr"; "Rotl"; "Rotr" ] [ "literal"; "value" ]
    @ each "ECompare" [ "Eq"; "Ne"; "Lt"; "Le"; "Gt"; "Ge" ]
    @ List.filter (fun s -> not (List.mem s [ "EWiden 8 8"; "EWiden 16 16"; "EWiden 32 32"; "EWiden 64 64" ])) (pairs (p "EWiden %s %s") widths widths)
    @ each "ENarrow to" [ "8"; "16"; "32" ]
    @ pairs (p "ELoad %s %s") [ "be"; "le" ] widths @ pairs (p "BStore %s %s") [ "be"; "le" ] widths
    @ [ "guard under ENot"; "guard in ECond"; "guard in If" ]
    @ pairs (p "%s %s") [ "guard right of"; "guarded chain left of"; "guarded chain right of" ] [ "EAnd"; "EOr" ]
    @ pairs (p "%s %s") [ "AIn"; "AInout" ] [ "of function"; "of coroutine" ]
    @ [ "AInoutSlice of function"; "AInout lent"; "AInoutSlice lent"; "arguments in one variable"; "assignment within a variable" ]
    @ [ "BLine"; "BAssign"; "BPush"; "BAppend"; "BResize"; "BBlit"; "BPut"; "BRemove"; "BTrap"; "BExtern"; "AIn of extern"; "AInout of extern"; "AInoutSlice of extern" ]
    @ [ "Skip"; "Do"; "Seq"; "If"; "Block"; "Loop"; "Exit"; "Exit of several"; "Suspend"; "Suspend in a loop"; "Suspend with lent" ]
    @ pairs (p "%s %s") [ "Call"; "Call in a loop" ] [ "of function"; "of coroutine" ]
    @ [ "Resume"; "Resume in a loop"; "Resume in a function"; "Resume to start"; "Resume with nothing"; "Resume with value";
        "Return"; "Return in a loop" ]
    @ each "Resume of" [ "variable"; "element"; "field"; "payload"; "entry" ]
    @ each "function parameter" [ "In"; "Inout" ] @ each "coroutine parameter" [ "In"; "Inout"; "Lent" ]
    @ [ "CBool"; "CInt"; "CBytes"; "CArray"; "CRecord"; "CUnion" ]
    @ [ "trapless function"; "trapless coroutine"; "trapless by facts"; "trapless that requires" ])
