(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

exception Unbound of var

let check ~in_frame (f : func) =
  (* [known]: what is defined, innermost first. *)
  let variable known v =
    if v.role <> Temporary && not (in_frame v) then
      match List.find_opt (fun u -> u.name = v.name) known with
      | Some u when u.key = v.key -> ()
      | _ -> raise (Unbound v)
  in
  let frags known = List.iter (function Var v | Named v -> variable known v | _ -> ()) in
  let exp known (e : exp) = frags known (Lazy.force e.frags) in
  (* What a text defines itself means there what it means in the source. *)
  let rec defined { desc; _ } =
    match desc with
    | Declarations (_, l) -> List.filter_map (function Variable (v, _) -> Some v | Other _ -> None) l
    | Verbatim (_, l) | Block l | While (_, l) | Do (l, _) | Switch (_, l) | Part (_, l) -> List.concat_map defined l
    | If (_, a, b) | Forever (a, _, b) -> List.concat_map defined (a @ b)
    | _ -> []
  in
  let text known own l =
    let own_key v = List.exists (fun u -> u.key = v.key) own in
    List.iter (function (Var v | Named v) when not (own_key v) -> variable known v | _ -> ()) l
  in
  let initial known = function Uninitialized | Later -> () | Value e | Braces e -> exp known e in
  let define known v i =
    let inside = if in_frame v then known else v :: known in
    initial inside i;
    inside
  in
  let rec all known l = ignore (List.fold_left statement known l : var list)
  and statement known { desc; _ } =
    match desc with
    | Nothing | Case _ | Label _ | Goto _ | Break | Continue _ | Return None -> known
    | Verbatim (t, l) -> text known (List.concat_map defined l) (Lazy.force t); known
    | Exp e | Return (Some e) -> exp known e; known
    | Set (v, e) -> exp known e; variable known v; known
    | Init (v, i) -> define known v i
    | Declarations (t, l) -> (
        let variables = List.filter_map (function Variable (v, _) -> Some v | Other _ -> None) l in
        match t with
        | Some t when not (List.exists in_frame variables) ->
            text known variables (Lazy.force t);
            List.rev_append variables known
        | _ ->
            List.fold_left
              (fun known -> function
                | Variable (_, Later) -> known
                | Variable (v, i) -> define known v i
                | Other t -> frags known t; known)
              known l)
    | Call c ->
        (match c.callee with Through e -> exp known e | Direct _ -> ());
        List.iter (exp known) c.arguments;
        Option.iter (variable known) c.into;
        known
    | Block l -> all known l; known
    | Part (_, l) -> all [] l; known
    | If (e, a, b) -> exp known e; all known a; all known b; known
    | While (e, l) | Switch (e, l) -> exp known e; all known l; known
    | Do (l, e) -> all known l; exp known e; known
    | Forever (l, _, latch) -> all known l; all known latch; known
  in
  match all [] f.body with () -> Ok () | exception Unbound v -> Error v.name
