(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module I = Program_info

let misnamed (info : I.t) ~prefix ~declared =
  let unfit (x : I.extern_info) = not (C_names_trusted.extern_is_free ~prefix ~declared x.symbol) in
  List.find_opt unfit (Array.to_list info.externs)

(* Modules may declare one function each for itself, but C has one function of a name. *)
let declared_twice (info : I.t) =
  let seen = Hashtbl.create 17 in
  let one (x : I.extern_info) (f : Fairlead_lang_coq.Syntax.extern) =
    match Hashtbl.find_opt seen x.symbol with
    | None -> Hashtbl.replace seen x.symbol (x, f); None
    | Some ((y : I.extern_info), g) -> if f = g then None else Some (y, x)
  in
  List.find_map Fun.id (List.map2 one (Array.to_list info.externs) info.program.externs)

let refused info ~prefix ~declared =
  match (misnamed info ~prefix ~declared, declared_twice info) with
  | Some x, _ ->
      Some
        (Blame.diagnosed x.extern_name
           "no external function can be called `%s` in the C: it means something else there" x.symbol
           ~help:"give it another name, and the C side a function of that name which calls it")
  | None, Some (x, y) ->
      Some
        (Blame.diagnosed y.extern_name "the external function `%s` is declared in two ways" y.symbol
           ~note:(x.extern_name, "the other one")
           ~help:"declare it, and the types it takes, in one module that the others import")
  | None, None -> None
