(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Coerce
module T = Types

let result_place ctx loc (ty : T.t) = if ty = Unit then None else Some (Context.temporary ctx loc ty)

let result_value ty = function None -> Coerce.unit | Some x -> { e = ERead (PVar x); ty }

let destination (c : Control.t) =
  match c with
  | Call { call_dest = Some d; _ } -> Some d
  | Suspend { ask_dest = Some d; _ } -> Some d
  | Do (BExtern (_, _, Some d)) -> Some d
  | Resume { event; _ } -> Some event
  | _ -> None

let with_destination (c : Control.t) d : Control.t option =
  match (c, d) with
  | Call c, _ -> Some (Call { c with call_dest = d })
  | Suspend s, _ -> Some (Suspend { s with ask_dest = d })
  | Do (BExtern (f, args, _)), _ -> Some (Do (BExtern (f, args, d)))
  | Resume r, Some event -> Some (Resume { r with event })
  | _ -> None

let regions_used : Control.t -> Reads_writes.region list = function
  | Call c -> List.filter_map Reads_writes.region_of_arg c.call_args
  | Suspend s -> List.filter_map Reads_writes.region_of_expr s.ask_args
  | Do (BExtern (_, args, _)) -> List.filter_map Reads_writes.region_of_arg args
  | Resume r ->
      { place = r.child; range = None }
      :: (Option.to_list (Option.bind r.reply (fun (_, e) -> Option.bind e Reads_writes.region_of_expr))
         @ List.filter_map Reads_writes.region_of_arg r.lend)
  | _ -> []

let is_constructor = function
  | ERecord _ | EUnion _ | EArray _ | EFill _ | ECoro _ -> true
  | _ -> false

let store ctx loc p ty e =
  let assign e = Context.emit ctx (Do (BAssign (p, e))) in
  match Context.owned_temporary ctx e with
  | Some x ->
      let direct c =
        if destination c = Some (PVar x) && Reads_writes.is_static p
           && not (List.exists (fun r -> Reads_writes.overlap r { Reads_writes.place = p; range = None }) (regions_used c))
        then with_destination c (Some p)
        else None
      in
      if Context.amend_last ctx direct then Context.drop ctx x else assign e
  | None ->
      let reads_itself =
        match Reads_writes.root p with Some x -> Reads_writes.Vars.mem x (Reads_writes.reads e) | None -> false
      in
      assign (if is_constructor e && reads_itself then Evaluation_order.keep ctx loc ty e else e)

let discard ctx v =
  match Context.owned_temporary ctx v.e with
  | Some x ->
      let forget c = if destination c = Some (PVar x) then with_destination c None else None in
      if Context.amend_last ctx forget then Context.drop ctx x
  | None -> ()
