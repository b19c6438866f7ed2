(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ast
open Ir
open Lower_state

let temporary ctx (n : node) ty =
  let index = Option.value (Hashtbl.find_opt ctx.used ty) ~default:0 in
  Hashtbl.replace ctx.used ty (index + 1);
  match Hashtbl.find_opt ctx.temporaries (ty, index) with
  | Some v -> v
  | None ->
      let number = fresh ctx in
      let v =
        {
          key = -number; name = Printf.sprintf "fl__%d" number; ty; desugared = ty; role = Temporary; declared_at =
            n.first; scope = ctx.scope;
          fixed = false; aligned = None;
        }
      in
      Hashtbl.add ctx.temporaries (ty, index) v;
      declare ctx v;
      v

let kept_temporary ctx (n : node) =
  let number = fresh ctx and ty = type_of ctx n in
  let v =
    {
      key = -number; name = Printf.sprintf "fl__%d" number; ty; desugared = ty; role = Temporary; declared_at =
        n.first; scope = ctx.scope;
      fixed = true; aligned = None;
    }
  in
  declare ctx v;
  v

let like ctx n value = temporary ctx n (type_of ctx value)
let truth ctx n = temporary ctx n "int"
let place_for ctx n = if Hashtbl.mem ctx.decayed n.id then kept_temporary ctx n else like ctx n n

(* One may be within another, in a statement expression. *)
let full_expression ctx f =
  let outer = Hashtbl.copy ctx.used in
  let made = f () in
  Hashtbl.reset ctx.used;
  Hashtbl.replace_seq ctx.used (Hashtbl.to_seq outer);
  made

let called ctx (n : node) ~(callee : node) ~target ~arguments texts into =
  {
    callee = target; named = (callee.first, callee.last); callee_type = type_of ctx callee; arguments = texts;
    parameter_types = List.map (type_of_value ctx) arguments; passed_as = List.map (type_of ctx) arguments; into;
    result = type_of ctx n; from = n.first; until = n.last; tail = false;
  }
