(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Coerce
open Naming
open Operator
open Typing
module T = Types

let record ctx loc path fields : value =
  let d = Names.find (env ctx) (Context.in_module ctx) path in
  let ty =
    match d with
    | Type_record i -> T.Record i
    | Type_alias _ -> Resolution.resolve (env ctx) (Context.in_module ctx) ~view:false { t = T_name path; t_loc = path.base.loc; t_depth = 1 }
    | d ->
        fail path.base.loc "`%s` is %s, not a record" path.base.id (Names.described (env ctx) d)
          ~help:"name a record type here"
  in
  let declared =
    match Resolution.fields (env ctx) ty with
    | Some f -> f
    | None -> fail path.base.loc "%s is not a record" (show ctx ty) ~help:"name a record type here"
  in
  let given = Array.make (Array.length declared) None in
  let operand k ((n : Surface.name), e) =
    match find_field ctx ty n with
    | Some (i, t) ->
        if given.(i) <> None then fail n.loc "the field `%s` is given twice" n.id ~help:"remove one of the two";
        given.(i) <- Some k;
        value_operand ctx e t
    | None -> assert false
  in
  let operands = List.mapi operand fields in
  let missing = List.filteri (fun i _ -> given.(i) = None) (Array.to_list (Array.map fst declared)) in
  if missing <> [] then
    fail loc "the field%s %s of %s %s missing" (if List.length missing = 1 then "" else "s")
      (String.concat ", " (List.map (Printf.sprintf "`%s`") missing))
      (show ctx ty)
      (if List.length missing = 1 then "is" else "are")
      ~help:"give every field; `default` is the zero of any type";
  let values = Array.of_list (in_order ctx operands) in
  let value k = match values.(Option.get k) with AIn e -> e | _ -> assert false in
  { e = ERecord (coq ctx ty, Array.to_list (Array.map value given)); ty }

let array ctx ?want loc l : value =
  match l with
  | [] -> fail loc "an array has at least one element" ~help:"write some, or [VALUE; N]"
  | first :: rest ->
      let ty = ref (match want with Some (T.Array (_, t)) -> Some t | _ -> None) in
      (* Of bytes, the longest one says how much room all have. *)
      let longest = ref 0 in
      let operand x () : Evaluation_order.operand =
        let v = element ctx ?want:!ty x in
        (match (v.ty, !ty) with
        | Bytes n, None -> longest := max n !longest
        | _ when !longest > 0 && !ty = None -> ignore (coerce (env ctx) x.Surface.loc ~expected:(Bytes !longest) v)
        | _ -> ty := Some v.ty);
        { arg = AIn v.e; ty = v.ty; loc = x.Surface.loc }
      in
      (* The first element that is not a bare literal says what the others are. *)
      (if !ty = None && untyped first then
         match List.find_opt (fun x -> not (untyped x)) rest with
         | Some x -> (
             match (fst (Context.capture ctx (fun () -> infer ctx x))).ty with
             | Int _ as t -> ty := Some t
             | _ | (exception (Diagnostic.Error _ | Errors.Reported)) -> ())
         | None -> ());
      let values = in_order ctx (List.rev (List.rev_map operand l)) in
      let t = match !ty with Some t -> t | None -> T.Bytes !longest in
      let fit e = if !ty = None then Coerce.fit !longest e else e in
      let es = List.rev (List.rev_map (function AIn e -> fit e | _ -> assert false) values) in
      { e = EArray (coq ctx t, es); ty = Array (List.length l, t) }
