(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Env

let fail = Diagnostic.fail

(* They are written out element by element. *)
let max_constants = Z.of_int (4 * 1024 * 1024)

let value env i =
  let c = env.constants.(i) in
  on_demand env c.c_origin c.value (fun () ->
      let m = c.c_origin.in_module in
      let placed f =
        try f () with
        | Diagnostic.Error d when d.loc = Loc.none -> raise (Diagnostic.Error { d with loc = c.c_ty.t_loc })
        | Stack_overflow | Out_of_memory -> fail c.c_expr.loc "this constant is too large, or too deeply nested" ~help:"split it"
      in
      placed @@ fun () ->
      let t, v = env.evaluate m (Resolution.resolve env m ~view:true c.c_ty) c.c_expr in
      let total = Z.add env.state.constant_bytes (Representation.byte_size env t) in
      if Z.gt env.state.constant_bytes max_constants then raise Errors.Reported;
      env.state.constant_bytes <- total;
      if Z.gt total max_constants then
        fail c.c_expr.loc "with this constant, those of the program take more than 4 MiB"
          ~help:"make the tables smaller, or fill them when the program runs";
      (t, v))

let evaluate_all env =
  Array.iteri
    (fun i _ -> Errors.guard env.errors (fun () -> ignore (value env i)) ())
    env.constants

let table env i =
  let c = env.constants.(i) in
  match c.table with
  | Some n -> n
  | None ->
      let t, v = value env i in
      let n = Tables.add env.state.tables c.c_origin t v in
      c.table <- Some n;
      n

let anonymous_table env t v = Tables.literal env.state.tables t v
let table_type env n = Tables.type_of env.state.tables n
let table_value env n = Tables.value env.state.tables n
let tables env = Tables.all env.state.tables
