(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir
module M = Threads_model

type command = (M.piece, M.piece, M.request, M.request, M.empty_set) M.cmd

let set ~index l = List.sort_uniq compare (List.map index l)

(* Where [break] and [continue] lead: the number of blocks around, counted inside of the block that they leave. *)
type env = {
  depth : int;
  break_at : int;
  continue_at : int;
  cases : (int * bool) list ref;  (** of the switch around, and whether they are its default *)
}

exception No_label of string

(* Balanced, so that ten thousand statements do not nest ten thousand deep. *)
let rec sequence = function
  | [] -> M.Skip
  | [ c ] -> c
  | l ->
      let rec pairs = function a :: b :: rest -> M.Seq (a, b) :: pairs rest | rest -> rest in
      sequence (pairs l)

let body ~index (f : func) =
  let set = set ~index and scopes = Scopes_trusted.of_function f in
  let next = ref 0 and pieces = ref 0 in
  let targets = Hashtbl.create 17 in
  let label () = let l = !next in incr next; l in
  let number () = let n = !pieces in incr pieces; n in
  (* Objects that exist are used, though they be not named. What is read may also be changed, in part. *)
  let piece ?(reads = []) ?(writes = []) ?(fresh = []) at =
    let uses = set (Scopes_trusted.alive scopes at @ reads) in
    { M.id = number (); uses; defs = set (reads @ writes); fresh = set fresh }
  in
  let evaluate (e : exp) = M.Do (piece ~reads:e.reads ~writes:e.writes e.at) in
  let either yes no = M.If ({ M.id = number (); uses = []; defs = []; fresh = [] }, yes, no) in
  let within env = { env with depth = env.depth + 1 } in
  let breakable env = let env = within env in { env with break_at = env.depth } in
  let continuable env = let env = within env in { env with continue_at = env.depth } in
  let rec all env l =
    sequence (List.map (stmt env) l)
  and stmt env { at; desc } =
    match desc with
    | Nothing -> M.Skip
    | Verbatim (_, l) | Block l | Part (_, l) -> all env l
    | Exp e -> evaluate e
    | Set (v, e) -> initial at v (Value e)
    | Init (v, i) -> initial at v i
    | Declarations (_, l) ->
        sequence (List.map (function Variable (v, i) -> initial v.declared_at v i | Other _ -> M.Skip) l)
    | Call c ->
        let evaluated = match c.callee with Direct _ -> c.arguments | Through e -> e :: c.arguments in
        let reads = List.concat_map (fun (e : exp) -> e.reads) evaluated in
        let writes = List.concat_map (fun (e : exp) -> e.writes) evaluated in
        let arguments = piece ~reads ~writes c.from in
        let back = piece ~writes:(Option.to_list c.into) ~fresh:(Scopes_trusted.absent scopes c.from) c.from in
        let l = label () in
        M.Seq (M.Do arguments, M.Call (l, { M.number = l; arguments_use = []; back }))
    | If (e, yes, no) ->
        let condition = evaluate e in
        let yes = all env yes in
        let no = all env no in
        M.Seq (condition, either yes no)
    | While (e, l) ->
        let head = label () in
        let outer = breakable env in
        let condition = evaluate e in
        let inside = all (continuable outer) l in
        M.Block (M.Loop (head, M.Seq (condition, either (M.Block inside) (M.Exit 0))))
    | Do (l, e) ->
        let head = label () in
        let outer = breakable env in
        let inside = all (continuable outer) l in
        let condition = evaluate e in
        M.Block (M.Loop (head, M.Seq (M.Block inside, M.Seq (condition, either M.Skip (M.Exit 0)))))
    | Forever (l, _, latch) ->
        let head = label () in
        let outer = breakable env in
        let inside = all (continuable outer) l in
        let latch = all outer latch in
        M.Block (M.Loop (head, M.Seq (M.Block inside, latch)))
    | Switch (e, l) ->
        let value = evaluate e in
        let cases = ref [] in
        let inside = all { (breakable env) with cases } l in
        let default = List.find_opt snd !cases in
        let otherwise = match default with Some (l, _) -> M.Goto l | None -> M.Exit 0 in
        let dispatch = List.fold_left (fun rest (l, _) -> either (M.Goto l) rest) otherwise !cases in
        M.Block (M.Seq (value, M.Seq (dispatch, inside)))
    | Case (_, default) ->
        let l = label () in
        env.cases := (l, default) :: !(env.cases);
        M.Label (l, M.Skip)
    | Label name ->
        let l = label () in
        Hashtbl.replace targets name l;
        M.Label (l, M.Skip)
    | Goto name -> ( match Hashtbl.find_opt targets name with Some l -> M.Goto l | None -> raise (No_label name))
    | Break -> M.Exit (env.depth - env.break_at)
    | Continue _ -> M.Exit (env.depth - env.continue_at)
    | Return None -> M.Return
    | Return (Some e) -> M.Seq (evaluate e, M.Return)
  and initial at v = function
    | Uninitialized | Later -> M.Do (piece ~fresh:[ v ] at)
    | Value e | Braces e -> M.Do (piece ~reads:e.reads ~writes:(v :: e.writes) at)
  in
  let env = { depth = 0; break_at = 0; continue_at = 0; cases = ref [] } in
  (* A goto may lead forward: the first time numbers the labels. *)
  let rec number_labels { desc; _ } =
    let each = List.iter number_labels in
    match desc with
    | Label name -> Hashtbl.replace targets name (label ())
    | Case _ | Call _ -> ignore (label () : int)
    | Verbatim (_, l) | Block l | Part (_, l) | Switch (_, l) -> each l
    | If (_, yes, no) -> each yes; each no
    | While (_, l) | Do (l, _) -> ignore (label () : int); each l
    | Forever (l, _, latch) -> ignore (label () : int); each l; each latch
    | Nothing | Exp _ | Set _ | Init _ | Declarations _ | Goto _ | Break | Continue _ | Return _ -> ()
  in
  List.iter number_labels f.body;
  next := 0;
  let locals = List.filter (fun v -> v.role <> Parameter) f.variables in
  match
    let entry = M.Do { M.id = number (); uses = []; defs = []; fresh = set locals } in
    M.Seq (entry, all env f.body)
  with
  | body -> Ok body
  | exception No_label name -> Error name
