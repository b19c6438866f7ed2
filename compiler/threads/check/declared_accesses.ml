(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ir

exception Untold of string

(* Uses of the function's variables as clang's tree has them: places, in order. *)
let uses (f : func) =
  let variables = Hashtbl.create 97 in
  List.iter (fun v -> Hashtbl.replace variables v.key v) f.variables;
  let all = ref [] in
  Ast.iter
    (fun (n : Ast.node) ->
      if n.kind = DeclRefExpr then
        Option.iter (fun v -> all := (n.first, v) :: !all) (Hashtbl.find_opt variables n.target))
    f.definition.body;
  let all = Array.of_list !all in
  Array.stable_sort (fun (a, _) (b, _) -> compare (a : int) b) all;
  all

(* The first use at that place or behind it. *)
let from uses at =
  let rec search low high =
    if low = high then low
    else
      let middle = (low + high) / 2 in
      if fst uses.(middle) < at then search (middle + 1) high else search low middle
  in
  search 0 (Array.length uses)

let confirmed (f : func) ~in_frame =
  let uses = uses f in
  let raw first last =
    let rec go i =
      if i < Array.length uses && fst uses.(i) < last then (
        let v = snd uses.(i) in
        if in_frame v then
          raise (Untold (Printf.sprintf "`%s` is in the frame, and its name is printed as it was" v.name));
        go (i + 1))
    in
    go (from uses first)
  in
  (* [told]: what the check knows of them; objects that have an address it knows to be used by all in their block. *)
  let text told frags =
    List.iter
      (function
        | Text (first, last) -> raw first last
        | Word _ | Named _ | For _ | Hoisted _ -> ()
        | Var v ->
            let known = v.fixed || List.exists (fun w -> w.key = v.key) told in
            if not known then
              raise (Untold (Printf.sprintf "`%s` is used by a slice of which the check was not told so" v.name)))
      frags
  in
  let of_exp (e : exp) = e.reads @ e.writes in
  let exp (e : exp) = text (of_exp e) (Lazy.force e.frags) in
  let initial = function Uninitialized | Later -> () | Value e | Braces e -> exp e in
  let of_initial = function Uninitialized | Later -> [] | Value e | Braces e -> of_exp e in
  let of_declaration = function Variable (v, i) -> v :: of_initial i | Other _ -> [] in
  (* What statements that are printed as text are said to use. *)
  let rec of_statement s =
    match s.desc with
    | Exp e | Return (Some e) -> of_exp e
    | Set (v, e) -> v :: of_exp e
    | Init (v, i) -> v :: of_initial i
    | Declarations (_, l) -> List.concat_map of_declaration l
    | If (e, a, b) -> of_exp e @ of_statements a @ of_statements b
    | While (e, l) | Do (l, e) | Switch (e, l) -> of_exp e @ of_statements l
    | Verbatim (_, l) | Block l | Part (_, l) -> of_statements l
    | Forever (a, _, b) -> of_statements a @ of_statements b
    | Call _ | Case _ | Label _ | Goto _ | Break | Continue _ | Return None | Nothing -> []
  and of_statements l = List.concat_map of_statement l in
  (* What else may be declared evaluates nothing when the function runs; the C compiler does not find names in it. *)
  let declaration = function Variable (_, i) -> initial i | Other _ -> () in
  let rec statement s =
    match s.desc with
    | Verbatim (frags, l) -> text (of_statements l) (Lazy.force frags)
    | Exp e | Set (_, e) | Return (Some e) -> exp e
    | Init (_, i) -> initial i
    | Declarations (frags, l) ->
        Option.iter (fun frags -> text (List.concat_map of_declaration l) (Lazy.force frags)) frags;
        List.iter declaration l
    | Call c ->
        List.iter exp c.arguments;
        (match c.callee with Direct _ -> () | Through e -> exp e)
    | If (e, a, b) -> exp e; List.iter statement a; List.iter statement b
    | While (e, l) | Do (l, e) | Switch (e, l) -> exp e; List.iter statement l
    | Block l | Part (_, l) -> List.iter statement l
    | Forever (a, _, b) -> List.iter statement a; List.iter statement b
    | Case (frags, _) -> text [] frags
    | Label _ | Goto _ | Break | Continue _ | Return None | Nothing -> ()
  in
  match List.iter statement f.body with () -> Ok () | exception Untold why -> Error why
