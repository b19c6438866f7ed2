(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

type node = { reads : var list; writes : var list; suspension : call option; at : int; mutable before : int list }
type t = { nodes : node array; labels : int array }

(* [ends]: the nodes from which control falls to what comes next. *)
type builder = {
  scopes : Scopes_trusted.t;
  mutable labels_made : int list;  (** latest first *)
  mutable made : node list;
  mutable count : int;
  mutable ends : int list;
  labels : (string, int) Hashtbl.t;
  mutable gotos : (string * int list) list;
  mutable broken : int list;
  mutable continued : int list;
  mutable cases : int list;  (** joins that the switch around leads to *)
  mutable default : bool;
}

let add b ?suspension ?(writes = []) ?(reads = []) at =
  let n = { reads; writes; suspension; at; before = b.ends } in
  b.made <- n :: b.made;
  b.ends <- [ b.count ];
  b.count <- b.count + 1;
  n

let join b at = ignore (add b at : node); b.count - 1

(* A piece of the program, unlike a join. *)
let piece b ?suspension ?(writes = []) ?(reads = []) at =
  ignore (add b ?suspension ~writes ~reads:(Scopes_trusted.alive b.scopes at @ reads) at : node)

let effects b (e : exp) = piece b ~reads:e.reads ~writes:e.writes e.at

(* More nodes lead to one that there is already. *)
let lead sources target node_of =
  let n = node_of target in
  n.before <- sources @ n.before

let of_function (f : func) =
  let b =
    { scopes = Scopes_trusted.of_function f; labels_made = []; made = []; count = 0; ends = [];
      labels = Hashtbl.create 17; gotos = []; broken = []; continued = []; cases = []; default = false }
  in
  let table : (int, node) Hashtbl.t = Hashtbl.create 997 in
  (* Only joins are led to from behind. *)
  let node_of i = Hashtbl.find table i in
  let join at = let i = join b at in Hashtbl.replace table i (List.hd b.made); i in
  let labelled at = let i = join at in b.labels_made <- i :: b.labels_made; i in
  let loop f =
    let broken = b.broken and continued = b.continued in
    b.broken <- [];
    b.continued <- [];
    f ();
    b.ends <- b.broken @ b.ends;
    b.broken <- broken;
    b.continued <- continued
  in
  let rec all l = List.iter stmt l
  and branch entry l =
    b.ends <- entry;
    all l;
    b.ends
  and stmt { at; desc } =
    match desc with
    | Nothing -> ()
    | Verbatim (_, l) | Block l | Part (_, l) -> all l
    | Exp e -> effects b e
    | Set (v, e) -> piece b ~reads:e.reads ~writes:(v :: e.writes) at
    | Init (v, i) -> init at v i
    | Declarations (_, l) -> List.iter (function Variable (v, i) -> init v.declared_at v i | Other _ -> ()) l
    | Call c ->
        let evaluated = match c.callee with Direct _ -> c.arguments | Through e -> e :: c.arguments in
        let reads = List.concat_map (fun (e : exp) -> e.reads) evaluated and writes = List.concat_map
          (fun (e : exp) -> e.writes) evaluated in
        piece b ~suspension:c ~reads ~writes c.from;
        b.labels_made <- (b.count - 1) :: b.labels_made;
        (* Objects that are not there yet have their places given when the thread has waited. *)
        piece b ~writes:(Option.to_list c.into @ Scopes_trusted.absent b.scopes c.from) c.from
    | If (e, yes, no) ->
        effects b e;
        let entry = b.ends in
        let yes = branch entry yes in
        let no = branch entry no in
        b.ends <- yes @ no;
        ignore (join at)
    | While (e, body) ->
        loop (fun () ->
            let head = labelled at in
            effects b e;
            let leave = b.ends in
            all body;
            lead (b.ends @ b.continued) head node_of;
            b.ends <- leave)
    | Do (body, e) ->
        loop (fun () ->
            let head = labelled at in
            all body;
            b.ends <- b.ends @ b.continued;
            effects b e;
            lead b.ends head node_of)
    | Forever (body, _, latch) ->
        loop (fun () ->
            let head = labelled at in
            all body;
            b.ends <- b.ends @ b.continued;
            all latch;
            lead b.ends head node_of;
            b.ends <- [])
    | Switch (e, body) ->
        let broken = b.broken and cases = b.cases and default = b.default in
        b.broken <- [];
        b.cases <- [];
        b.default <- false;
        effects b e;
        let entry = b.ends in
        b.ends <- [];
        all body;
        List.iter (fun target -> lead entry target node_of) b.cases;
        b.ends <- b.ends @ b.broken @ (if b.default then [] else entry);
        b.broken <- broken;
        b.cases <- cases;
        b.default <- default;
        ignore (join at)
    | Case (_, is_default) ->
        let here = labelled at in
        b.cases <- here :: b.cases;
        if is_default then b.default <- true
    | Label name -> Hashtbl.replace b.labels name (labelled at)
    | Goto name ->
        b.gotos <- (name, b.ends) :: b.gotos;
        b.ends <- []
    | Break -> b.broken <- b.ends @ b.broken; b.ends <- []
    | Continue _ -> b.continued <- b.ends @ b.continued; b.ends <- []
    | Return e -> Option.iter (effects b) e; b.ends <- []
  and init at v = function
    | Uninitialized | Later -> piece b ~writes:[ v ] at
    | Value e | Braces e -> piece b ~reads:e.reads ~writes:(v :: e.writes) at
  in
  ignore (join f.definition.body.first : int);
  all f.body;
  List.iter (fun (name, ends) -> match Hashtbl.find_opt b.labels name with Some target -> lead ends target node_of |
    None -> ()) b.gotos;
  { nodes = Array.of_list (List.rev b.made); labels = Array.of_list (List.rev b.labels_made) }
