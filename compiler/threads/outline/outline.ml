(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

let most = 64

(* {2 What is in statements} *)

let inside desc =
  match desc with
  | Verbatim (_, l) | Block l | While (_, l) | Do (l, _) | Switch (_, l) | Part (_, l) -> [ l ]
  | If (_, a, b) | Forever (a, _, b) -> [ a; b ]
  | Exp _ | Set _ | Declarations _ | Init _ | Call _ | Case _ | Label _ | Goto _ | Break | Continue _ | Return _
  | Nothing ->
      []

(* Of one function of C: not what is in its parts. *)
let rec own f s = f s; match s.desc with Part _ -> () | desc -> List.iter (List.iter (own f)) (inside desc)

let rec ways s =
  match s.desc with
  | Call c -> if c.tail then 0 else 1
  | Part _ -> 1
  | desc -> List.fold_left (List.fold_left (fun n s -> n + ways s)) 0 (inside desc)

let total = List.fold_left (fun n s -> n + ways s) 0

(* A case of a switch that is around it. *)
let rec open_case s =
  match s.desc with
  | Case _ -> true
  | Switch _ -> false
  | desc -> List.exists (List.exists open_case) (inside desc)

(* It says something of all that follows in its block: static variables, types, prototypes, pragmas. *)
let about_what_follows s =
  match s.desc with
  | Declarations (_, l) -> List.exists (function Other _ -> true | Variable _ -> false) l
  | Verbatim (text, []) -> ( match Lazy.force text with [ Word w; For _ ] -> w <> "" && w.[0] = '\n' | _ -> false)
  | _ -> false

(* {2 Parts} *)

let split ~most (f : func) =
  let count = ref 0 in
  let part = function
    | [] -> []
    | ({ at; _ } :: _ : stmt list) as l when total l > 1 ->
        incr count;
        [ { at; desc = Part (!count, l) } ]
    | l -> l
  in
  (* Groups of as many statements as make [most], in order. *)
  let rec groups l = function
    | [] -> part (List.rev l)
    | s :: rest when about_what_follows s -> part (List.rev l) @ (s :: rest)
    | s :: rest when open_case s -> part (List.rev l) @ (s :: groups [] rest)
    | s :: rest when l <> [] && total l + ways s > most -> part (List.rev l) @ groups [ s ] rest
    | s :: rest -> groups (s :: l) rest
  in
  let rec smaller l =
    let rec each = function
      | [] -> []
      (* What it declares may be named anywhere behind it. *)
      | s :: rest when about_what_follows s -> s :: rest
      | s :: rest -> (if ways s > most then { s with desc = within s.desc } else s) :: each rest
    in
    let l = each l in
    if total l <= most then l
    else
      let grouped = groups [] l in
      if total grouped < total l && total grouped > most then smaller grouped else grouped
  and within = function
    | Block l -> Block (smaller l)
    | If (e, a, b) -> If (e, smaller a, smaller b)
    | While (e, l) -> While (e, smaller l)
    | Do (l, e) -> Do (smaller l, e)
    | Forever (a, label, b) -> Forever (smaller a, label, smaller b)
    | Switch (e, l) -> Switch (e, smaller l)
    | desc -> desc
  in
  if total f.body <= most then f else { f with body = smaller f.body }

(* {2 Functions of C} *)

let fell_through = 3
let broke = 4
let continued = 5

type t = {
  number : int;
  body : stmt list;
  parts : t list;
  named : var list;
  entries : (string * int) list;
  exits : (string * int) list;
  breaks : bool;
  continues : bool;
  calls : call list;
  own : int;
}

let variables_of_frags l =
  List.filter_map (function Var v | Named v -> Some v | Text _ | Word _ | For _ | Hoisted _ -> None) l

let named_in s =
  let text frags = variables_of_frags (Lazy.force frags) in
  let exp (e : exp) = text e.frags in
  let initial = function Uninitialized | Later -> [] | Value e | Braces e -> exp e in
  match s.desc with
  | Verbatim (frags, _) -> text frags
  | Exp e | If (e, _, _) | While (e, _) | Do (_, e) | Switch (e, _) | Return (Some e) -> exp e
  | Set (v, e) -> v :: exp e
  | Declarations (frags, l) ->
      Option.fold ~none:[] ~some:text frags
      @ List.concat_map (function Variable (v, i) -> v :: initial i | Other l -> variables_of_frags l) l
  | Init (v, i) -> v :: initial i
  | Call c ->
      Option.to_list c.into
      @ (match c.callee with Direct _ -> [] | Through e -> exp e)
      @ List.concat_map exp c.arguments
  | Case (frags, _) -> variables_of_frags frags
  | Block _ | Forever _ | Part _ | Label _ | Goto _ | Break | Continue _ | Return None | Nothing -> []

let union a b = List.sort_uniq compare (a @ b)

(* Without what the place of each part says of the others. *)
type raw = { r_number : int; r_body : stmt list; r_parts : raw list; r_named : var list;
  below : string list;  (** labels defined in it or in its parts *) goes : string list; r_breaks : bool;
  r_continues : bool; r_calls : call list }

let rec raw number body =
  let parts = ref [] and named = Hashtbl.create 17 and defined = ref [] and goes = ref [] and calls = ref [] in
  let note s =
    List.iter (fun (v : var) -> Hashtbl.replace named v.key v) (named_in s);
    match s.desc with
    | Part (n, l) ->
        let p = raw n l in
        parts := p :: !parts;
        calls := p.r_calls @ !calls
    | Label name -> defined := name :: !defined
    | Forever (_, Some name, _) -> defined := name :: !defined
    | Goto name | Continue (Some name) -> goes := name :: !goes
    | Call c -> if not c.tail then calls := c :: !calls
    | _ -> ()
  in
  List.iter (own note) body;
  let parts = List.rev !parts in
  (* Whether [this], or a part that does it, is in no loop of its own, nor, for a break, in a switch. *)
  let rec leaves this part ~switches s =
    let all = List.exists (leaves this part ~switches) in
    match s.desc with
    | Part (n, _) -> List.exists (fun p -> p.r_number = n && part p) parts
    | While _ | Do _ | Forever _ -> false
    | Switch (_, l) -> switches && all l
    | (Break | Continue None) as desc -> desc = this
    | desc -> List.exists all (inside desc)
  in
  let below = List.fold_left (fun l p -> union p.below l) (union !defined []) parts in
  let out p = List.filter (fun name -> not (List.mem name p.below)) p.goes in
  {
    r_number = number; r_body = body; r_parts = parts; r_named = List.of_seq (Hashtbl.to_seq_values named);
    below;
    goes = List.fold_left (fun l p -> union (out p) l) (union !goes []) parts;
    r_breaks = List.exists (leaves Break (fun p -> p.r_breaks) ~switches:false) body;
    r_continues = List.exists (leaves (Continue None) (fun p -> p.r_continues) ~switches:true) body;
    r_calls = !calls;
  }

let functions (f : func) =
  let all = raw 0 f.body in
  let numbers = Hashtbl.create 17 in
  List.iteri (fun i name -> Hashtbl.replace numbers name i) all.below;
  let entry name = (name, f.calls + 1 + Hashtbl.find numbers name) in
  let exit name = (name, continued + 1 + Hashtbl.find numbers name) in
  let rec place entered r =
    let wanted = union r.goes entered in
    let into p = List.filter (fun name -> List.mem name p.below) wanted in
    let parts = List.map (fun p -> place (into p) p) r.r_parts in
    {
      number = r.r_number; body = r.r_body; parts; named = r.r_named;
      entries = List.map entry entered;
      exits = List.map exit (List.filter (fun name -> not (List.mem name r.below)) r.goes);
      breaks = r.r_breaks; continues = r.r_continues; calls = r.r_calls; own = total r.r_body;
    }
  in
  place [] all

let shared f =
  let first = Hashtbl.create 97 and twice = Hashtbl.create 97 in
  let rec go t =
    List.iter
      (fun (v : var) ->
        if Hashtbl.mem first v.key then Hashtbl.replace twice v.key () else Hashtbl.replace first v.key ())
      t.named;
    List.iter go t.parts
  in
  go (functions f);
  List.filter (fun (v : var) -> Hashtbl.mem twice v.key) f.variables
