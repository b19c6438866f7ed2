(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Surface
open Typing
module T = Types

let ( let* ) = Option.bind
let first a b = match a with Some _ -> a | None -> b ()
let integer (n : name) = Option.map (fun w -> T.Int w) (T.width_of_name n.id)
let constant ctx = function Some (Env.Const i) -> Some (fst (Constants.value (env ctx) i)) | _ -> None

let element = function
  | T.Array (_, t) | Map (_, _, t) -> Some t
  | Bytes _ | View -> Some (T.Int W8)
  | _ -> None

let part ctx ty (n : name) =
  let named l = Option.map snd (List.find_opt (fun (id, _) -> id = n.id) (Array.to_list l)) in
  match Resolution.fields (env ctx) ty with
  | Some l -> named l
  | None ->
      let* l = Resolution.cases (env ctx) ty in
      Option.join (named l)

let called ctx = function
  | Some (Env.Proc i) -> Some (env ctx).procs.(i).routine.returns
  | Some (Env.Extern_fn i) -> Some (env ctx).externs.(i).returns
  | Some (Env.Effect i) -> Some (env ctx).effects.(i).response
  | _ -> None

let found ctx path = Names.find_opt (env ctx) (Context.in_module ctx) path

let rec expr ctx (e : expr) : T.t option =
  match e.e with
  | Int (_, w) -> Option.map (fun w -> T.Int w) w
  | Bool _ | In _ | Is _ | Unary (Not, _) | Binary ((Compare _ | And | Or), _, _, _) -> Some Bool
  | Name id -> (
      match Context.lookup ctx id with
      | Some { shows = Some _; _ } -> Some View
      | Some b -> b.bound_ty
      | None -> constant ctx (Naming.global ctx e))
  | Field (b, n) -> (
      match Naming.global ctx e with
      | Some _ as d -> constant ctx d
      | None ->
          first (Naming.union_named ctx b) (fun () ->
              let* ty = expr ctx b in
              part ctx ty n))
  | Index (b, _) ->
      let* ty = expr ctx b in
      element ty
  | Slice _ | String _ -> Some View
  | Apply ({ e = Name ("len" | "count"); _ } as f, _) when Naming.global ctx f = None -> Some (Int W32)
  | Apply (({ e = Field (u, _); _ } as f), _) when Naming.global ctx f = None -> Naming.union_named ctx u
  | Apply (f, _) -> called ctx (Naming.global ctx f)
  | Ask (p, _) | Call (p, _) -> called ctx (found ctx p)
  | Start (p, _) -> ( match found ctx p with Some (Proc i) -> Some (Coro i) | _ -> None)
  | Resume (c, _, _) -> ( match expr ctx c with Some (Coro i) -> Some (Event i) | _ -> None)
  | Unary (Complement, a) | Binary (Arith (Shl | Shr | Rotl | Rotr), _, a, _) -> expr ctx a
  | Binary (Arith _, _, a, b) | Cond (_, a, b) -> first (expr ctx a) (fun () -> expr ctx b)
  | Cast (_, n, _) | Load (_, n, _) -> integer n
  | Record _ | Array _ | Fill _ | Default | None_ | Some_ _ | Choose _ -> None
