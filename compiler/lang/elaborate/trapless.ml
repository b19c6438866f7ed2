(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Coq = Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module I = Program_info

let p = Printf.sprintf

let marked (info : I.t) =
  let n = Array.length info.procedures in
  fun i -> i < n && info.procedures.(i).trapless

let requires (info : I.t) =
  let n = Array.length info.procedures in
  fun i -> if i < n then info.procedures.(i).requires else []

let any (info : I.t) = Array.exists (fun (q : I.procedure) -> q.trapless) info.procedures
let accepted info = any info && Coq.check_trapless info.program (marked info) (requires info)

(* What is called comes before its callers, so one pass is enough. *)
let mark_all (info : I.t) =
  let n = Array.length info.procedures in
  let marks = Array.make n false in
  let marked i = i < n && marks.(i) in
  List.iteri
    (fun i (pr : proc) ->
      marks.(i) <- true;
      let decided = Coq.trapless_flow info.program marked (requires info) i pr in
      if not (Coq.plain marked pr.body && decided) then marks.(i) <- false)
    info.program.procs;
  let mark i (q : I.procedure) = { q with trapless = marks.(i) } in
  let all = { info with procedures = Array.mapi mark info.procedures } in
  if accepted all then all else info

(* {2 As it is written, nearly} *)

let variable (q : I.procedure) x =
  match q.variables.(x).var_name with Some name -> name | None -> "_"

let arith = function
  | Add -> "+" | Sub -> "-" | Mul -> "*" | AddW -> "+%" | SubW -> "-%" | MulW -> "*%" | Div -> "/" | Rem -> "%"
  | And -> "&" | Or -> "|" | Xor -> "^" | Shl -> "<<" | Shr -> ">>" | Rotl -> "<<<" | Rotr -> ">>>"

let width w = "u" ^ Z.to_string (Coq.bits w)

let member (info : I.t) i n =
  let members = info.types.(i).members in
  if n < Array.length members then members.(n) else string_of_int n

(* Of which type a place is, where that is needed for a name. *)
let rec type_of (info : I.t) (q : I.procedure) = function
  | PVar x -> Some q.variables.(x).var_ty
  | PConst c -> Option.map fst (List.nth_opt info.program.consts c)
  | PField (pl, n) -> (match type_of info q pl with Some (TRecord (_, ts)) -> List.nth_opt ts n | _ -> None)
  | PCase (pl, n) -> (match type_of info q pl with Some (TUnion (_, ts)) -> List.nth_opt ts n | _ -> None)
  | PIndex (pl, _) -> (match type_of info q pl with Some (TArray (_, t)) -> Some t | _ -> None)
  | PKey (pl, _) -> (match type_of info q pl with Some (TMap (_, _, t)) -> Some t | _ -> None)

let case info q pl n = match type_of info q pl with Some (TUnion (i, _)) -> member info i n | _ -> string_of_int n

let rec place info q = function
  | PVar x -> variable q x
  | PConst c -> (match info.I.constants.(c) with Some n -> Written.name n | None -> "a table")
  | PField (pl, n) ->
      let field = match type_of info q pl with Some (TRecord (i, _)) -> member info i n | _ -> string_of_int n in
      place info q pl ^ "." ^ field
  | PCase (pl, n) -> p "%s.%s" (place info q pl) (case info q pl n)
  | PIndex (pl, e) | PKey (pl, e) -> p "%s[%s]" (place info q pl) (expr info q e)

and expr info q e =
  let self = expr info q in
  match e with
  | EBool b -> string_of_bool b
  | EInt (_, z) -> Z.to_string z
  | ERead pl -> place info q pl
  | ELen e -> p "len(%s)" (self e)
  | ECount pl -> p "count(%s)" (place info q pl)
  | EFit (_, e) -> self e
  | ESlice (e, lo, hi) -> p "%s[%s..%s]" (self e) (self lo) (self hi)
  | EArith (op, _, a, b) -> p "%s %s %s" (inner info q a) (arith op) (inner info q b)
  | EWiden (_, to_, e) | ENarrow (_, to_, e) -> p "%s as %s" (inner info q e) (width to_)
  | EBytes _ -> "a string"
  | _ -> "this"

and inner info q e = match e with EArith _ | EWiden _ | ENarrow _ -> p "(%s)" (expr info q e) | _ -> expr info q e

(* {2 Checks} *)

(* What the compiler keeps in a variable of its own, as the bounds of a slice that has a name. *)
let unnamed q = function ERead (PVar x) -> q.I.variables.(x).var_name = None | _ -> false

let check info q (k : Coq.ccheck) =
  let e = expr info q and pl = place info q in
  match k with
  | KIndex (x, i) -> p "`%s` may not be below the length of `%s`" (e i) (pl x)
  | KArith (((Div | Rem) as op), w, a, b) -> p "`%s` may be 0 in `%s`" (e b) (e (EArith (op, w, a, b)))
  | KArith (((Shl | Shr) as op), w, a, b) ->
      p "`%s` may not be below %s in `%s`" (e b) (Z.to_string (Coq.bits w)) (e (EArith (op, w, a, b)))
  | KArith (Sub, w, a, b) -> p "`%s` may be below 0" (e (EArith (Sub, w, a, b)))
  | KArith (op, w, a, b) -> p "`%s` may not fit in %s" (e (EArith (op, w, a, b))) (width w)
  | KNarrow (w, x) -> p "`%s` may not fit in %s" (e x) (width w)
  | KFit (n, x) -> p "`%s` may have more than %s bytes" (e x) (Z.to_string n)
  | KSlice (_, _, x, lo, hi) when unnamed q lo || unnamed q hi ->
      p "the bounds of a slice that has a name may not be inside of `%s`" (e x)
  | KSlice (_, _, x, lo, hi) -> p "`%s..%s` may not be inside of `%s`" (e lo) (e hi) (e x)
  | KLoad (w, x, off) -> p "`%s` may not have the bytes of a %s at `%s`" (e x) (width w) (e off)
  | KStore (w, x, off) -> p "`%s` may not have the bytes of a %s at `%s`" (pl x) (width w) (e off)
  | KCase (x, n) -> p "`%s` may be another case than `%s`" (pl x) (case info q x n)
  | KKey (x, k) -> p "`%s` may have no entry `%s`" (pl x) (e k)
  | KKeyAt (x, _) -> p "`%s` may have fewer entries" (pl x)
  | KPush (x, n) -> p "`%s` may have all its %s bytes already" (pl x) (Z.to_string n)
  | KAppend (x, n, b) -> p "`%s` may not fit behind `%s`, which has room for %s" (e b) (pl x) (Z.to_string n)
  | KResize (n, x) -> p "`%s` may be more than %s" (e x) (Z.to_string n)
  | KBlit (x, off, b) -> p "`%s` may not fit into `%s` at `%s`" (e b) (pl x) (e off)
  | KPut (x, n, _) -> p "`%s` may have all its %s entries already" (pl x) (Z.to_string n)
  | KWaits (x, _) -> p "`%s` may have ended, or wait for something else" (pl x)

type left = { what : string; facts : Coq.lin list }

(* The first check of a guard that is not settled: as [settled] goes along it. *)
let rec first program d facts (g : Coq.cguard) =
  if Coq.settled program d facts g then None
  else
    match g with
    | GTrue -> None
    | GFalse -> Some (`Never, facts)
    | GCheck k -> Some (`Check k, facts)
    | GAnd (a, b) -> (
        match first program d facts a with Some l -> Some l | None -> first program d (Coq.gains true a @ facts) b)
    | GCond (e, a, b) -> (
        let yes, no = Coq.outcomes true (Coq.proves d facts) e in
        match first program d (yes @ facts) a with Some l -> Some l | None -> first program d (no @ facts) b)

let left info q d (v : Coq.visit) facts =
  match first info.I.program d facts (Coq.guard_of v) with
  | None -> None
  | Some (`Check k, facts) -> Some { what = check info q k; facts }
  | Some (`Never, facts) ->
      Some { what = (match v with VRun BTrap -> "control may get here" | _ -> "this always traps"); facts }

(* {2 What is known} *)

let amount q = function
  | Coq.AInt x -> variable q x
  | ALen x -> p "len(%s)" (variable q x)
  | ATag x -> p "the case of %s" (variable q x)

(* [base] and the sum of the terms are not negative: what is negative goes to the other side. *)
let inequality q (f : Coq.lin) =
  let side s =
    List.filter_map
      (fun (c, a) ->
        let c = if s then Z.neg c else c in
        if Z.sign c <= 0 then None
        else if Z.equal c Z.one then Some (amount q a)
        else Some (p "%s * %s" (Z.to_string c) (amount q a)))
      f.terms
  in
  let low = side true and high = side false in
  let sum l n = String.concat " + " (l @ if Z.sign n > 0 || l = [] then [ Z.to_string n ] else []) in
  if Z.equal f.base Z.minus_one then p "%s < %s" (sum low Z.zero) (sum high Z.zero)
  else p "%s <= %s" (sum low (Z.neg (Z.min f.base Z.zero))) (sum high (Z.max f.base Z.zero))

(* What a call's procedure requires and is not known of what is passed. *)
let unmet (info : I.t) d (v : Coq.visit) facts =
  match v with
  | VCall x ->
      let callee = info.procedures.(x.callee) in
      let says f =
        let what = p "`%s` requires %s" (Written.name callee.proc_name) (inequality callee f) in
        match Coq.passed_lin x.call_args f with
        | None -> Some { what = what ^ ", and what is passed has no name"; facts }
        | Some g -> if Coq.proves d facts g then None else Some { what; facts }
      in
      List.find_map says (Coq.required (requires info) x.callee)
  | _ -> None

let variables_of (f : Coq.lin) = List.map (fun (_, a) -> Coq.atom_var a) f.terms

(* Facts of named variables; a handful is what one can read. *)
let known q facts =
  let named f = f.Coq.terms <> [] && List.for_all (fun x -> q.I.variables.(x).var_name <> None) (variables_of f) in
  (* a number or a length is not negative: nobody has to be told *)
  let plain f = Z.sign f.Coq.base >= 0 && List.for_all (fun (c, _) -> Z.sign c > 0) f.Coq.terms in
  let is_case f = List.exists (fun (_, a) -> match a with Coq.ATag _ -> true | _ -> false) f.Coq.terms in
  let texts = List.map (inequality q) (List.filter (fun f -> named f && not (plain f || is_case f)) facts) in
  let distinct = List.sort_uniq compare texts in
  let full = if List.length facts < Coq.most then ""
    else p " (of what is known only the first %d facts are kept)" Coq.most in
  match List.filteri (fun i _ -> i < 6) distinct with
  | [] -> "nothing is known here that decides it" ^ full
  | l -> p "known here: %s%s%s" (String.concat ", " l) (if List.length distinct > 6 then ", ..." else "") full

(* {2 Procedures} *)

(* What [plain] refuses. *)
let not_plain info i =
  let free = Coq.free and back = Coq.comes_back in
  let rec go line acc c =
    let args l =
      if List.for_all back l then [] else [ "what is passed `inout` comes back to a place that needs a check" ]
    in
    let dest d = if free (Coq.guard_dest d) then [] else [ "its result goes to a place that needs a check" ] in
    let at = List.map (fun what -> (!line, what)) in
    match c with
    | Do (BLine n) -> line := Some n; acc
    | Do (BExtern (_, l, d)) -> at (args l @ dest d) @ acc
    | Seq (a, b) | If (_, a, b) -> let acc = go line acc a in go line acc b
    | Block c | Loop (_, c) | Label (_, c) -> go line acc c
    | Suspend (_, x) -> at (dest x.ask_dest) @ acc
    | Call (_, x) ->
        let callee = info.I.procedures.(x.callee) in
        let name = Written.name callee.proc_name in
        let unmarked = if callee.trapless then [] else [ p "`%s` may trap: it is not `trapless`" name ] in
        at (unmarked @ args x.call_args @ dest x.call_dest) @ acc
    | Resume _ -> at [ "what a coroutine waits for is not known, so `resume` may trap" ] @ acc
    | Skip | Do _ | Exit _ | Goto _ | Return -> acc
  in
  List.rev (go (ref None) [] (List.nth info.I.program.procs i).body)

let remaining info i =
  let pr = List.nth info.I.program.procs i and q = info.I.procedures.(i) in
  let d = Coq.declared pr in
  let line = ref None and found = ref [] in
  let accept (v : Coq.visit) facts =
    (match v with
    | VRun (BLine n) -> line := Some n
    | v ->
        let add l = found := (!line, l.what, Some l.facts) :: !found in
        Option.iter add (left info q d v facts);
        Option.iter add (unmet info d v facts));
    true
  in
  let procs = Array.of_list info.program.procs in
  let silent f = f < Array.length procs && not procs.(f).suspends in
  let reached = Coq.flow silent d true accept pr.body (Some (Coq.required (requires info) i)) [] <> None in
  (reached, List.map (fun (l, what) -> (l, what, None)) (not_plain info i) @ List.rev !found)

let place_of find (at : I.position) =
  match find at.I.file with
  | None -> { Loc.none with file = at.file }
  | Some source ->
      let text = Source.text source in
      let start = Option.value (Source.offset source ~line:at.line ~column:at.column) ~default:0 in
      let rec stop i = if i >= String.length text || String.contains ";{}\n" text.[i] then i else stop (i + 1) in
      { Loc.file = at.file; start; stop = max (start + 1) (stop start) }

let help = "decide it by a test in front of it, or leave out `trapless`"

let of_procedure find (info : I.t) i =
  let q = info.procedures.(i) in
  let reached, l = remaining info i in
  let name = Written.name q.proc_name in
  let one (line, what, facts) =
    let at = match line with Some n -> info.positions.(n) | None -> q.proc_name.defined_at in
    let loc = place_of find at in
    let also = Option.map (fun facts -> (loc, known q facts)) facts in
    Diagnostic.make ?also loc "`%s` is trapless, but %s" name what ~help
  in
  match l with
  | _ :: _ -> List.map one l
  | [] when not reached ->
      [ Diagnostic.make (place_of find q.proc_name.defined_at)
          "`%s` is not understood: it has a loop that nothing reaches" name
          ~help:"remove the loop; what is known in trapless procedures rests on it" ]
  | [] -> []

let mistakes find (info : I.t) =
  if (not (any info)) || accepted info then []
  else
    let all = List.init (Array.length info.procedures) Fun.id in
    let trapless = List.filter (marked info) all in
    match List.concat_map (of_procedure find info) trapless with
    | _ :: _ as l -> l
    | [] -> (
        let unreached i = not (fst (remaining info i)) in
        match List.filter unreached all with
        | i :: _ -> of_procedure find info i
        | [] ->
            let q = info.procedures.(List.hd trapless) in
            [ Diagnostic.make (place_of find q.proc_name.defined_at)
                "internal error: the verified checker refuses `%s` as trapless" (Written.name q.proc_name)
                ~help:"this is a bug in fairlead's front end, please report it" ])
