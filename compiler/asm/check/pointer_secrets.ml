(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Pointer_flow
module Z = Bignum

(* What all positions of an analysis are looked at for. *)
type question = {
  regions : Regions.t;
  public : Z.t -> bool;
  told : Z.t list;
  is_code : Z.t -> bool;
  stores_secret : int -> bool;
  clear : int -> bool;
}

let bits z = List.filter (Z.testbit z) (List.init (Z.numbits z) Fun.id) |> List.map Z.of_int

(* Where it may only be told by the register that an access is in another region than its operand says. *)
let refuse_access q ~place state m use =
  let wrong r =
    let into = (get state r).into in
    let leads ok = List.find_opt (fun n -> (not (Z.equal n m.m_region)) && ok n) (bits into) in
    let refuse what n =
      Diagnostic.fail ~place "this access is said to be in region %s, which %s, but %s leads to region %s here"
        (Regions.name q.regions m.m_region) what
        (Operand.location_name (G r))
        (Regions.name q.regions n)
    in
    if not (Z.equal into Z.zero) then begin
      (match List.find_opt q.is_code (bits into) with
      | Some n ->
          Diagnostic.fail ~place "`%s' is code, and accessed as data here, through %s" (Regions.name q.regions n)
            (Operand.location_name (G r))
      | None -> ());
      if q.public m.m_region then Option.iter (refuse "is public") (leads (fun n -> not (q.public n)))
      else if (use = Store || use = Modify) && List.for_all (Regions.disjoint q.regions m.m_region) q.told then
        Option.iter (refuse "may hold secrets") (leads (fun n -> List.exists (Z.equal n) q.told))
    end
  in
  (match m.m_base with BaseReg r -> wrong r | _ -> ());
  match m.m_index with Some (r, _) -> wrong r | None -> ()

(* The word at the entry's %rsp is where the function returns to; above are those where its callers do. *)
let refuse_return_address q ~place ~stack ~position state m bytes =
  let v = address state m in
  match v.at with
  | Some (lo, hi) ->
      let meets (a, b) = lo < b + 8 && hi + bytes > a in
      let changes certain = if certain then "changes" else "may change" in
      if meets (0, 0) then
        Diagnostic.fail ~place "this %s the address that the function returns to" (changes (lo = hi));
      let callers = match returns state with Some l -> List.filter meets l | None -> [ (8, max 8 hi) ] in
      if hi + bytes > 8 && callers <> [] then
        Diagnostic.fail ~place "this %s the address that a function returns to which calls this one"
          (changes (lo = hi && List.exists (fun (a, b) -> a = b) callers))
  | None ->
      let anywhere = (not (leads v)) && Z.equal m.m_region Regions.anywhere in
      let kept = on_stack ~stack state m && Regions.keeps_return q.regions stack in
      if (anywhere || on_stack ~stack state m) && (not kept) && q.stores_secret position then
        if anywhere then
          Diagnostic.fail ~place ~help:"say which register leads to it (`# fairlead: region NAME %reg')"
            "this may store a secret where the address is that the function returns to: nothing is said of the region"
        else
          let name = Regions.name q.regions stack in
          Diagnostic.fail ~place ~help:(Printf.sprintf "if it does not, say `# fairlead: disjoint %s return'" name)
            "this may store a secret where the address is that the function returns to, since it is not known where in \
             region %s it stores"
            name

let look q ~stack position (line : Flat_code.line) state =
  let place = line.place in
  match line.flat with
  | FHalt when line.calls <> None -> ()
  | FInstr i -> (
      match Option.bind (describe i) (fun d -> d.d_access) with
      | Some { a_use = Address; _ } | None -> ()
      | Some { a_use; a_mem; a_bytes; _ } ->
          refuse_access q ~place state a_mem a_use;
          if (a_use = Store || a_use = Modify) && not (q.clear position) then
            refuse_return_address q ~place ~stack ~position state a_mem (Unary.to_int a_bytes))
  | FHalt ->
      if (get state RSP).at <> Some (0, 0) then
        Diagnostic.fail ~place
          "where this returns to is not known: %%rsp is not what it was where the function was entered, or cannot be \
           followed to here"
  | FJump _ | FBranch _ -> ()

let kept_by_calls ~entered code =
  let calls = Array.exists (fun l -> l.Flat_code.calls <> None) code in
  if calls then Frames.kept code (List.map snd entered) else fun _ -> []

let check q ~entered code =
  let kept = kept_by_calls ~entered code in
  List.iter
    (fun (stack, here) -> iter_lines (look q ~stack) code (states ~kept ~regions:q.regions ~stack ~entered:here code))
    (by_stack ~regions:q.regions entered)

type lead = To_stack | Elsewhere | Unknown

let leads_to ~regions ~entered code =
  let leads_anywhere = leads in
  let kept = kept_by_calls ~entered code in
  let all =
    List.map
      (fun (stack, here) -> (stack, states ~kept ~regions ~stack ~entered:here code))
      (by_stack ~regions entered)
  in
  fun k r ->
    let lead (stack, states) =
      match Hashtbl.find_opt states k with
      | Some s when Z.testbit (get s r).into (Z.to_int stack) -> Some To_stack
      | Some s when leads_anywhere (get s r) -> Some Elsewhere
      | Some _ -> Some Unknown
      | None -> None
    in
    let leads = List.filter_map lead all in
    if List.mem To_stack leads then To_stack else if List.mem Unknown leads then Unknown else Elsewhere

let clear_of_returns ~regions ~roots ~entered code =
  let frames = Frames.frames code (List.map snd entered) in
  let leads_to = leads_to ~regions ~entered code in
  let from_outside = Hashtbl.create 64 in
  List.iter
    (fun (f, position) -> List.iter (fun k -> Hashtbl.add from_outside k f) (Flat_code.reachable code [ position ]))
    roots;
  let entry = { Frames.origin = Entry; offset = 0 } in
  let no_lower a b = fst (Frames.difference a b) >= 0 in
  (* in a frame above, and not where who calls returns to, or in what this one calls *)
  let apart (p : Frames.passed) =
    (not p.written)
    || match (p.place, List.assoc_opt p.call frames.tops) with
       | Known at, Some (Some top) ->
           no_lower at top && (no_lower at { entry with offset = 8 } || snd (Frames.difference at entry) < 0)
       | Given _, _ when not (Hashtbl.mem from_outside p.call) -> true
       | _ -> leads_to p.call p.by = Elsewhere
  in
  let all_apart = List.for_all apart frames.passed in
  let said_elsewhere r f =
    match List.assoc_opt r (Regions.registers regions f) with
    | Some n -> not (Z.equal n Regions.stack || Z.equal n Regions.anywhere)
    | None -> false
  in
  fun k ->
    match frames.access k with
    | Some (Given r) -> all_apart && List.for_all (said_elsewhere r) (Hashtbl.find_all from_outside k)
    | _ -> false
