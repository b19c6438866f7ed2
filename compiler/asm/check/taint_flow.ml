(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Flat_code
module Z = Bignum

type setting = {
  code : line array;
  rel : Z.t -> Z.t -> bool;
  words : Z.t list;
  public : Z.t list;
  stays : int -> Z.t -> bool;
  contract : int -> contract;
}

type context = {
  entries : int list;
  known : Z.t;
  claims : Z.t option array;
  mutable returns : Z.t option;
  mutable callers : (context * int) list;
  callees : (int, context) Hashtbl.t;
}

let set locs = List.fold_left (fun s l -> Z.logor s (Z.shift_left Z.one (Z.to_int (index l)))) Z.zero locs
let everything = set Locations.all

(* Of one function there are so many, at most; then the next are the worst of all. *)
let most_contexts = 100

let unrefused setting here i =
  Option.bind (describe i) (fun d -> taint_desc setting.rel setting.words setting.public here d)

(* What is left of an instruction that is refused: what follows loses what it computes. *)
let after_refused here i =
  match describe i with
  | None -> here
  | Some d -> Z.logor (set (moved_pointer here d)) (Z.logand here (Z.lognot (set (writes d))))

let solve setting ~entries ~known =
  let n = Array.length setting.code in
  let work = Queue.create () and contexts = Hashtbl.create 8 in
  let fresh entries known =
    { entries; known; claims = Array.make (n + 1) None; returns = None; callers = []; callees = Hashtbl.create 8 }
  in
  let flow context target s =
    let before = context.claims.(target) in
    let met = match before with None -> s | Some c -> Z.logand c s in
    if not (Option.equal Z.equal before (Some met)) then begin
      context.claims.(target) <- Some met;
      if target < n then Queue.add (context, target) work
    end
  in
  let along target s = along setting.words (fun k -> setting.stays (Unary.to_int k)) (Unary.of_int target) s in
  let context_of target known =
    let all = Option.value ~default:[] (Hashtbl.find_opt contexts target) in
    let known =
      if List.length all < most_contexts then known else List.fold_left (fun k c -> Z.logand k c.known) known all
    in
    match List.find_opt (fun c -> Z.equal c.known known) all with
    | Some c -> c
    | None ->
        let c = fresh [ target ] known in
        Hashtbl.replace contexts target (c :: all);
        flow c target known;
        c
  in
  let resume (context, k) =
    match (setting.code.(k).calls, Hashtbl.find_opt context.callees k) with
    | Some (In_file target), Some { returns = Some r; _ } -> flow context (k + 1) (along target r)
    | _ -> ()
  in
  let returns context s =
    let met = match context.returns with None -> s | Some r -> Z.logand r s in
    if not (Option.equal Z.equal context.returns (Some met)) then begin
      context.returns <- Some met;
      List.iter resume context.callers
    end
  in
  let step (context, k) =
    let here = Option.value context.claims.(k) ~default:Z.zero in
    match (setting.code.(k).flat, setting.code.(k).calls) with
    | FHalt, None -> returns context here
    | FHalt, Some (In_file target) ->
        let callee = context_of target (along target here) in
        Hashtbl.replace context.callees k callee;
        if not (List.exists (fun (c, at) -> c == context && at = k) callee.callers) then
          callee.callers <- (context, k) :: callee.callers;
        resume (context, k)
    | FHalt, Some (Elsewhere _) ->
        flow context (k + 1) (behind_contract setting.rel setting.words here (setting.contract k))
    | FInstr i, _ ->
        flow context (k + 1)
          (match unrefused setting here i with Some after -> after | None -> after_refused here i)
    | FJump _, _ -> flow context setting.code.(k).target here
    | FBranch _, _ -> flow context setting.code.(k).target here; flow context (k + 1) here
  in
  let root = fresh entries known in
  List.iter (fun e -> flow root e known) entries;
  let rec used seen = function
    | [] -> List.rev seen
    | c :: rest when List.memq c seen -> used seen rest
    | c :: rest -> used (c :: seen) (rest @ List.of_seq (Hashtbl.to_seq_values c.callees))
  in
  let rec settle () =
    while not (Queue.is_empty work) do step (Queue.pop work) done;
    let all = used [] [ root ] in
    (* what never returns is followed by what nobody reaches *)
    match List.filter (fun c -> c != root && c.returns = None) all with
    | [] -> all
    | endless -> List.iter (fun c -> returns c everything) endless; settle ()
  in
  settle ()

let reached context =
  List.filter (fun k -> context.claims.(k) <> None) (List.init (Array.length context.claims) Fun.id)

let claim context k = if k < Array.length context.claims then context.claims.(k) else None

let holds setting context k =
  let here = claim context k and next = claim context (k + 1) in
  let line = setting.code.(k) in
  match (here, line.flat, line.calls) with
  | Some p, FHalt, Some (In_file _) ->
      rsp_public p
      && (match Hashtbl.find_opt context.callees k with
          | Some { returns = Some r; _ } -> rsp_public r
          | _ -> false)
  | Some p, FHalt, Some (Elsewhere _) ->
      rsp_public p && keeps_contract setting.rel setting.words setting.public p next (setting.contract k)
  | _, FHalt, None -> true
  | _, f, _ ->
      let target t = claim context (Unary.to_int t) in
      taint_at setting.rel setting.words (fun _ _ -> true) [] [] setting.public Z.zero target here next (f, None)

let window context ~before =
  let reached = reached context in
  let low = List.hd reached and high = List.fold_left max 0 reached in
  ( low,
    { w_gap = Unary.of_int (low - before); w_public = []; w_known = context.known;
      w_entries = List.map (fun e -> Unary.of_int (e - low)) context.entries;
      w_returns = Option.value ~default:Z.zero context.returns;
      w_claims = Array.to_list (Array.sub context.claims low (high - low + 1)) } )
