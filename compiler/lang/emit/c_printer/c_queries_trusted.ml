(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module I = Program_info

(* {2 What occurs in expressions} *)

let mentions x e = Reads_writes.Vars.mem x (Reads_writes.reads e)

let reads_root pl e = match root pl with Some x -> mentions x e | None -> false

(* Where the bytes are that an expression denotes. *)
let rec bytes_of = function
  | EFit (_, e) | ESlice (e, _, _) -> bytes_of e
  | e -> Reads_writes.region_of_expr e

let overlaps pl e =
  reads_root pl e
  && match bytes_of e with Some from -> Reads_writes.overlap { place = pl; range = None } from | None -> true

(* {2 What a body does} *)

let rec fold_cmd f acc c =
  let acc = f acc c in
  match c with
  | Skip | Do _ | Exit _ | Goto _ | Resume _ | Return | Suspend _ | Call _ -> acc
  | Seq (a, b) | If (_, a, b) -> fold_cmd f (fold_cmd f acc a) b
  | Block c | Loop (_, c) | Label (_, c) -> fold_cmd f acc c

(* Of the program that was asked about last: programs may have tens of thousands. *)
let of_last compute =
  let last : (I.t * 'a) option ref = ref None in
  fun (info : I.t) ->
    match !last with
    | Some (info', known) when info' == info -> known
    | _ ->
        let known = compute info in
        last := Some (info, known);
        known

let procedures : I.t -> proc array = of_last (fun info -> Array.of_list info.program.procs)

(* Variables of a procedure that it writes itself. *)
let written body =
  let add acc pl = match root pl with Some x -> x :: acc | None -> acc in
  let dest acc = function Some pl -> add acc pl | None -> acc in
  let arg acc = function AIn _ -> acc | AInout pl | AInoutSlice (pl, _, _) -> add acc pl in
  fold_cmd
    (fun acc c ->
      match c with
      | Do (BAssign (pl, _) | BPush (pl, _, _) | BAppend (pl, _, _) | BResize (pl, _, _) | BBlit (pl, _, _)
           | BStore (_, _, pl, _, _) | BPut (pl, _, _, _) | BRemove (pl, _)) ->
          add acc pl
      | Do (BExtern (_, args, d)) -> dest (List.fold_left arg acc args) d
      | Suspend (_, s) -> dest acc s.ask_dest
      | Call (_, x) -> dest (List.fold_left arg acc x.call_args) x.call_dest
      | Resume x -> add (add (List.fold_left arg acc x.lend) x.child) x.event
      | _ -> acc)
    [] body

(* {2 What a program does} *)

(* Coroutines that a type mentions. *)
let rec coros acc = function
  | TCoro p -> p :: acc
  | TRecord (_, ts) | TUnion (_, ts) -> List.fold_left coros acc ts
  | TArray (_, t) | TMap (_, _, t) -> coros acc t
  | TBool | TInt _ | TBytes _ | TView | TExtern _ -> acc

(* What [i] needs, added to [seen]. *)
let rec visit ~types (info : I.t) seen i =
  if not seen.(i) then (
    seen.(i) <- true;
    let visit = visit ~types info seen in
    if types then Array.iter (fun (v : I.variable) -> List.iter visit (coros [] v.var_ty)) info.procedures.(i).variables;
    fold_cmd
      (fun () c ->
        match c with Call (_, x) -> visit x.callee | Resume x -> visit x.child_proc | _ -> ())
      () (procedures info).(i).body)

let closure ~types info entries =
  let seen = Array.make (Array.length (procedures info)) false in
  List.iter (visit ~types info seen) entries;
  List.filter (Array.get seen) (List.init (Array.length seen) Fun.id)

let reachable = closure ~types:true
let executed = closure ~types:false

(* Nothing refers forwards: from the last procedure down, whatever has not been reached is a root. *)
let roots (info : I.t) =
  let n = Array.length (procedures info) in
  let seen = Array.make n false in
  let one i =
    (* Nor is what is in front of a function that others call. *)
    let behind = match info.procedures.(i).checks with Some f -> seen.(f) | None -> false in
    let root = not (seen.(i) || behind) in
    if root then visit ~types:true info seen i;
    if root && info.procedures.(i).proc_name.module_name = "" then Some i else None
  in
  List.rev (List.filter_map one (List.init n (fun k -> n - 1 - k)))

(* [traps] says it of functions that are called. *)
let may_trap ~traps c =
  let some g = g <> GTrue in
  let some_back = List.exists (fun a -> some (guard_give_back a)) in
  match c with
  | Do (BExtern (_, args, dest) as b) -> some (guard_basic b) || some_back args || some (guard_dest dest)
  | Do b -> some (guard_basic b)
  | If (e, _, _) -> some (guard_expr e)
  | Call (_, x) -> some (guard_call x) || some_back x.call_args || some (guard_dest x.call_dest) || traps x.callee
  | Suspend _ | Resume _ -> true
  | Skip | Seq _ | Block _ | Loop _ | Exit _ | Label _ | Goto _ | Return -> false

let known_traps : I.t -> (int, bool) Hashtbl.t = of_last (fun _ -> Hashtbl.create 17)

let can_trap (info : I.t) i =
  let memo = known_traps info in
  let rec traps i =
    match Hashtbl.find_opt memo i with
    | Some b -> b
    | None ->
        let b =
          (not info.procedures.(i).trapless)
          && fold_cmd (fun acc c -> acc || may_trap ~traps c) false (procedures info).(i).body
        in
        Hashtbl.replace memo i b;
        b
  in
  traps i

let effects_of (info : I.t) procs =
  List.sort_uniq compare (List.concat_map (fun i -> (procedures info).(i).effects) procs)
