(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Surface

type 'r alternatives = { results : 'r list; finish : ('r -> Control.t) -> unit }

let fail = Diagnostic.fail
let env = Context.env
let errors ctx = (env ctx).errors
let show ctx t = Resolution.show (env ctx) t
let emit = Context.emit

let max_arms = 1000

(* Longer chains of alternatives become flat code: the C must not nest as deeply as they are long. *)
let long_chain = 16

let check_arms loc arms =
  if arms = [] then fail loc "a match has at least one arm" ~help:"add an arm for each case";
  if List.compare_length_with arms max_arms > 0 then fail loc "more than %d arms" max_arms ~help:"use a table or a map";
  List.iteri
    (fun i (a : arm) ->
      if a.patterns = [] && i < List.length arms - 1 then fail a.arm_loc "`else` is the last arm" ~help:"move it to the end")
    arms

let pattern_loc = function P_case (p, _) -> p.base.loc | P_int (_, _, loc) -> loc

(* Patterns that {!Forward} made share a place. *)
let key = function
  | P_case (p, _) -> (p.base.loc, Option.map (fun (q : name) -> q.id) p.qualifier, p.base.id)
  | P_int (z, _, loc) -> (loc, None, Z.to_string z)

let integer_pattern ctx w = function
  | P_int (z, None, loc) -> Coerce.integer loc w z
  | P_int (z, Some w', loc) ->
      if w <> w' then Coerce.mismatch (env ctx) loc ~expected:(Int w) ~found:(Int w');
      Coerce.integer loc w z
  | P_case (path, l) -> (
      if l <> [] then fail path.base.loc "an integer has no payload" ~help:"remove the parentheses";
      let e : expr =
        match path.qualifier with
        | None -> { e = Name path.base.id; loc = path.base.loc; depth = 1 }
        | Some q -> { e = Field ({ e = Name q.id; loc = q.loc; depth = 1 }, path.base); loc = path.base.loc; depth = 2 }
      in
      match Typing.check ctx e (Int w) with
      | EInt _ as literal -> literal
      | _ -> fail path.base.loc "`%s` is not a constant" path.base.id ~help:"patterns are literals and constants")

let bind_case ctx changes place ty (path : path) binders =
  let tag, held = Naming.find_case ctx ty path in
  let payload = PCase (place, tag) in
  let bind () =
    match (held, binders) with
    | _, [] -> ()
    | None, _ -> fail path.base.loc "the case `%s` has no payload" path.base.id ~help:"remove the parentheses"
    | Some (Arguments _ as t), l ->
        let fields = Option.get (Resolution.fields (env ctx) t) in
        if List.length l <> Array.length fields then
          fail path.base.loc "the case `%s` has %d arguments, not %d" path.base.id (Array.length fields) (List.length l)
            ~help:(Printf.sprintf "write %s(%s)" path.base.id (String.concat ", " (Array.to_list (Array.map fst fields))));
        List.iteri (fun i n -> Binding.bind_payload ctx changes n (PField (payload, i)) (snd fields.(i))) l
    | Some t, [ n ] -> Binding.bind_payload ctx changes n payload t
    | Some _, _ -> fail path.base.loc "the case `%s` has one payload" path.base.id ~help:(Printf.sprintf "write %s(x)" path.base.id)
  in
  (tag, bind)

(* Alternatives side by side in a block, not one inside the other. *)
let one_of : 'a. Context.t -> 'a list -> test:('a -> Fairlead_lang_coq.Syntax.expr) -> body:('a -> Control.t) -> otherwise:(unit -> Control.t) -> unit =
 fun ctx list ~test ~body ~otherwise ->
  let over = Context.new_block ctx in
  let fork = View_lifetimes.fork (Context.flow ctx) in
  let (), code =
    Context.capture ctx (fun () ->
        Context.under ctx ~never:false @@ fun () ->
        List.iter
          (fun x ->
            let c = test x in
            let decided = Typing.decided ctx c in
            let b = View_lifetimes.branch fork (fun () -> Context.under ctx ~never:(decided = Some false) (fun () -> body x)) in
            if decided = Some true then Context.leaves_here ctx;
            emit ctx (If (c, (if Control.completes b then Seq [ b; Exit over ] else b), Control.skip)))
          list;
        emit ctx (View_lifetimes.branch fork otherwise))
  in
  View_lifetimes.rejoin fork;
  emit ctx (Block (over, code))

let poisoned_arms ctx arms ~body =
  Context.drop_statement ctx;
  let results = ref [] in
  let binders (a : arm) = List.concat_map (function P_case (_, l) -> l | P_int _ -> []) a.patterns in
  List.iter
    (fun (a : arm) ->
      Context.scope ctx (fun () ->
          List.iter (Binding.poison ctx) (binders a);
          results := fst (Context.capture ctx (fun () -> body a.arm_loc a.body)) :: !results))
    arms;
  { results = List.rev !results; finish = (fun _ -> ()) }

(* What an arm does comes before what [finish] makes of its result. *)
let alternatives ctx arms ~arm ~chain =
  let fork = View_lifetimes.fork (Context.flow ctx) in
  let done_ = List.map (fun a -> (a, View_lifetimes.branch fork (fun () -> arm a))) arms in
  View_lifetimes.rejoin fork;
  let finish after =
    chain ~arm:(fun a ->
        let result, code = List.assq a done_ in
        Control.Seq [ code; after result ])
  in
  { results = List.map (fun (_, (result, _)) -> result) done_; finish }

(* Arms become a chain of tests; [test] gives the condition of one pattern. *)
let chain ctx arms ~exhaustive ~test ~arm =
  let all_tests (a : arm) =
    (* Balanced, for the same reason. *)
    let tests = Array.of_list (List.map test a.patterns) in
    let rec any low high =
      if high - low = 1 then tests.(low)
      else
        let middle = (low + high) / 2 in
        let first = any low middle in
        EOr (first, any middle high)
    in
    if tests = [||] then EBool true else any 0 (Array.length tests)
  in
  let rec go : arm list -> Control.t = function
    | [] -> Control.skip
    | [ a ] when a.patterns = [] || exhaustive -> arm a
    | a :: rest -> (
        match a.patterns with
        | [] -> arm a
        | _ :: _ ->
            let condition = all_tests a in
            let body = arm a in
            If (condition, body, go rest))
  in
  if List.compare_length_with arms long_chain <= 0 then emit ctx (go arms)
  else
    let tested, last =
      match List.rev arms with
      | last :: rest when last.patterns = [] || exhaustive -> (List.rev rest, Some last)
      | _ -> (arms, None)
    in
    one_of ctx tested ~test:all_tests ~body:arm
      ~otherwise:(fun () -> match last with Some a -> arm a | None -> Control.skip)

let match_integer ctx loc w x arms ~body =
  let seen = Hashtbl.create 16 in
  let literals = Hashtbl.create 16 in
  List.iter
    (fun (a : arm) ->
      List.iter
        (fun p ->
          Errors.guard (errors ctx)
            (fun () ->
              match integer_pattern ctx w p with
              | EInt (_, z) as e ->
                  if Hashtbl.mem seen z then fail (pattern_loc p) "%s is already matched above" (Z.to_string z) ~help:"remove it here or there";
                  Hashtbl.replace seen z ();
                  Hashtbl.replace literals (key p) e
              | _ -> ())
            ())
        a.patterns)
    arms;
  if not (List.exists (fun (a : arm) -> a.patterns = []) arms) then
    fail loc "the integers not listed need an arm" ~help:"end with: else { ... }";
  let test p =
    match Hashtbl.find_opt literals (key p) with
    | Some literal -> ECompare (Eq, w, x, literal)
    | None -> EBool false
  in
  let equals p = match (x, Hashtbl.find_opt literals (key p)) with EInt (_, a), Some (EInt (_, b)) -> Z.equal a b | _ -> false in
  let taken = List.find_opt (fun (a : arm) -> List.exists equals a.patterns) arms in
  let never (a : arm) =
    match (x, taken) with
    | EInt _, Some taken -> a != taken
    | EInt _, None -> a.patterns <> []
    | _ -> false
  in
  let arm (a : arm) =
    Context.capture ctx (fun () -> Context.scope ctx (fun () -> Context.under ctx ~never:(never a) (fun () -> body a.arm_loc a.body)))
  in
  alternatives ctx arms ~arm ~chain:(chain ctx arms ~exhaustive:false ~test)

let match_union ctx loc ty place arms ~body =
  let cases = Option.get (Resolution.cases (env ctx) ty) in
  let covered = Array.make (Array.length cases) false in
  let has_else = List.exists (fun (a : arm) -> a.patterns = []) arms in
  let tags = Hashtbl.create 16 in
  let arm (a : arm) =
    Context.capture ctx (fun () ->
        Context.scope ctx (fun () ->
          let changes = lazy (Assigned.block a.body) in
          let single = match a.patterns with [ _ ] -> true | _ -> false in
          List.iter
            (fun p ->
              match p with
              | P_int (_, _, loc) ->
                  Errors.add (errors ctx) (Diagnostic.make loc "%s is matched by case, not by number" (show ctx ty) ~help:"name a case")
              | P_case (path, binders) -> (
                  match Hashtbl.find_opt tags (key p) with
                  | None -> List.iter (Binding.poison ctx) binders
                  | Some _ -> (
                      match
                        if binders <> [] && not single then
                          fail path.base.loc "an arm for several cases cannot name a payload" ~help:"write one arm for each";
                        snd (bind_case ctx changes place ty path binders) ()
                      with
                      | () -> ()
                      | exception Diagnostic.Error d ->
                          Errors.add (errors ctx) d;
                          List.iter (Binding.poison ctx) binders)))
            a.patterns;
            body a.arm_loc a.body))
  in
  List.iter
    (fun (a : arm) ->
      List.iter
        (function
          | P_int _ -> ()
          | P_case (path, _) as p ->
              Errors.guard (errors ctx)
                (fun () ->
                  let tag, _ = bind_case ctx (lazy (Assigned.block [])) place ty path [] in
                  if covered.(tag) then fail path.base.loc "`%s` is already matched above" path.base.id ~help:"remove it here or there";
                  covered.(tag) <- true;
                  Hashtbl.replace tags (key p) tag)
                ())
        a.patterns)
    arms;
  let missing = List.filteri (fun i _ -> not covered.(i)) (Array.to_list (Array.map fst cases)) in
  let understood = List.for_all (fun (a : arm) -> List.for_all (fun p -> Hashtbl.mem tags (key p)) a.patterns) arms in
  if missing <> [] && (not has_else) && understood then (
    Context.drop_statement ctx;
    Errors.add (errors ctx)
      (Diagnostic.make loc "not every case is matched: %s" (Naming.a_few missing) ~help:"add the missing arms, or else { ... }"));
  let test = function
    | P_case _ as p -> EIs (place, Option.value ~default:0 (Hashtbl.find_opt tags (key p)))
    | P_int _ -> EBool false
  in
  alternatives ctx arms ~arm ~chain:(chain ctx arms ~exhaustive:(missing = []) ~test)

let match_ ctx loc e arms ~body =
  match
    check_arms loc arms;
    let v = Typing.infer ctx e in
    (v, Forward.expand ctx e v.ty arms)
  with
  | v, arms -> (
      match v.ty with
      | Int w -> match_integer ctx loc w (Binding.once ctx e.loc v.ty v.e) arms ~body
      | Union _ | Option _ | Event _ ->
          let place =
            match v.e with
            | ERead p -> Binding.settled ctx e.loc p
            | e' -> ( match Evaluation_order.keep ctx e.loc v.ty e' with ERead p -> p | _ -> assert false)
          in
          match_union ctx loc v.ty place arms ~body
      | t ->
          let help =
            match t with
            | Bool -> "use `if`"
            | Bytes _ | View -> "use `if x == \"...\" { } else if ...`"
            | _ -> "take it apart by fields and indices"
          in
          fail e.loc ~help "`match` works on unions, options, events and integers, not on %s" (show ctx t))
  | exception Diagnostic.Error d ->
      Errors.add (errors ctx) d;
      poisoned_arms ctx arms ~body
  | exception Errors.Reported -> poisoned_arms ctx arms ~body
