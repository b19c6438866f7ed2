(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

type t = { activations : activation list; depth : Z.t; taken : int -> bool; begins : int -> reg list option }

(* Of lists that often are one in memory. *)
let rec same alike a b =
  a == b
  ||
  match (a, b) with
  | x :: a, y :: b -> (x == y || alike x y) && same alike a b
  | _ -> false

let same_state a b =
  let same_word (p, v) (q, w) = same_spot p q && same_value v w in
  let same_stretch s t = same_origin s.r_origin t.r_origin && Z.equal s.r_from t.r_from && Z.equal s.r_to t.r_to in
  a.k_flags = b.k_flags && a.k_spread = b.k_spread && a.k_whole = b.k_whole
  && same same_value a.k_registers b.k_registers
  && same same_word a.k_words b.k_words
  && same same_stretch a.k_fresh b.k_fresh

(* On two ways to one place. *)

let meet_values a b =
  if a == b then a
  else match (a, b) with SAt p, SAt q when same_spot p q -> a | SKept r, SKept q when r = q -> a | SOff, SOff -> a
  | _ -> SMaybe

let meet_any_words a b =
  let known = List.sort_uniq compare (List.map fst (a @ b)) in
  List.filter_map
    (fun p -> match meet_values (word_in p a) (word_in p b) with SOff -> None | v -> Some (p, v))
    known

(* Mostly the same places are known, in the same order. *)
let meet_words a b =
  let same_place (p, _) (q, _) = same_spot p q in
  if same same_place a b then List.map2 (fun (p, v) (_, w) -> (p, meet_values v w)) a b else meet_any_words a b

(* What both have, in the order of the first. Stretches of one origin are in order in both. *)
let meet_fresh a b =
  let common s t =
    let r_from = Z.max s.r_from t.r_from and r_to = Z.min s.r_to t.r_to in
    if Z.lt r_from r_to then Some { s with r_from; r_to } else None
  in
  let rest = Hashtbl.create 4 in
  let those_of s = Option.value ~default:[] (Hashtbl.find_opt rest s.r_origin) in
  List.iter (fun t -> Hashtbl.replace rest t.r_origin (t :: those_of t)) (List.rev b);
  let rec overlapping s found = function
    | t :: l when Z.leq t.r_to s.r_from -> overlapping s found l
    | t :: l as here ->
        let found = Option.fold ~none:found ~some:(fun c -> c :: found) (common s t) in
        if Z.leq t.r_to s.r_to then overlapping s found l else (here, found)
    | [] -> ([], found)
  in
  let one s =
    let here, found = overlapping s [] (those_of s) in
    Hashtbl.replace rest s.r_origin here;
    List.rev found
  in
  List.concat_map one a

let meet a b =
  { k_registers = List.map2 meet_values a.k_registers b.k_registers;
    k_words = meet_words a.k_words b.k_words;
    k_fresh = (if a.k_fresh == b.k_fresh then a.k_fresh else meet_fresh a.k_fresh b.k_fresh);
    k_flags = a.k_flags || b.k_flags;
    k_spread = a.k_spread || b.k_spread;
    k_whole = a.k_whole && b.k_whole }

(* Below [t] less [k] bytes nothing is known any more. *)
let given_away t k st =
  let limit = spot_moved t (Z.of_int (-k)) in
  let kept s =
    let first = { s_origin = s.r_origin; s_off = s.r_from } in
    if surely_le limit first then Some s
    else if same_origin s.r_origin limit.s_origin && Z.lt limit.s_off s.r_to then Some { s with r_from = limit.s_off }
    else None
  in
  let doubted (p, v) = if exact v && not (surely_le limit p) then (p, SMaybe) else (p, v) in
  { st with k_fresh = List.filter_map kept st.k_fresh; k_words = List.map doubted st.k_words }

let top st = match in_register st RSP with SAt t -> Some t | SKept _ | SOff | SMaybe -> None

exception Lost of Diagnostic.place * string

(* A chain of calls is the positions of the calls, the last one first. [pending]: from where there is more to follow. *)
type chain = {
  calls : int list;
  returns : spot list;
  states : (int, stack_state) Hashtbl.t;
  mutable pending : Flow.Work.t;
}

let most_claims = 2_000_000

(* The proved checker looks each chain up among all of them, and compares the positions of one in unary: this takes some
   ten seconds. *)
let most_looking = 1_000_000_000
let everything = Z.shift_left Z.one 30

let why returns st i =
  match in_register st RSP, Option.bind (describe i) (fun d -> d.d_access) with
  | SAt t, Some a -> (
      match address_in st a.a_mem with
      | SAt p when not (surely_le (spot_moved t (Z.of_int (-128))) p) ->
          "it is not known that this is no more than 128 bytes below %rsp"
      | SAt p
        when (match a.a_use with Store | Modify -> true | _ -> false)
             && List.exists (fun q -> not (surely_apart p (Z.of_int (Unary.to_int a.a_bytes)) q (Z.of_int 8)))
                  (spot_entry :: returns) ->
          "this may access the address that the function returns to"
      | _ -> "this access is not understood")
  | _ -> "where %rsp is here is not known"

(* Where more than one way leads. *)
let joins (code : Flat_code.line array) entries =
  let joined = Array.make (Array.length code + 1) false in
  List.iter (fun k -> joined.(k) <- true) entries;
  let look k (line : Flat_code.line) =
    match (line.flat, line.calls) with
    | (FJump _ | FBranch _), _ -> joined.(line.target) <- true
    | FHalt, Some _ -> joined.(k + 1) <- true
    | _ -> ()
  in
  Array.iteri look code;
  joined

(* Calls through which a function may come to call itself: what they call is followed from where it is entered. *)
let recursive (code : Flat_code.line array) =
  let reached = Hashtbl.create 8 in
  let reached_from target =
    match Hashtbl.find_opt reached target with
    | Some there -> there
    | None ->
        let there = Array.make (Array.length code) false in
        let rec go = function
          | [] -> ()
          | entry :: rest when there.(entry) -> go rest
          | entry :: rest ->
              let called k =
                there.(k) <- true;
                match code.(k).calls with Some (In_file t) -> Some t | Some (Elsewhere _) | None -> None
              in
              go (List.filter_map called (Flat_code.reachable code [ entry ]) @ rest)
        in
        go [ target ];
        Hashtbl.replace reached target there;
        there
  in
  Array.mapi
    (fun k (line : Flat_code.line) ->
      match line.calls with Some (In_file target) -> (reached_from target).(k) | Some (Elsewhere _) | None -> false)
    code

exception Not_kept of int * reg list

let find_all ~own ~spread ~begins (code : Flat_code.line array) entries =
  let taken = Hashtbl.create 8 in
  let after c k st i =
    match after_instr everything c.returns false st i with
    | Some s -> Some s
    | None ->
        Hashtbl.replace taken k ();
        after_instr everything c.returns true st i
  in
  let chains = Hashtbl.create 8 and count = ref 0 and looking = ref 0 and work = Queue.create () in
  let lost_at k what = raise (Lost (code.(min k (Array.length code - 1)).place, what)) in
  let chain k calls returns =
    match Hashtbl.find_opt chains calls with
    | Some c when c.returns = returns -> c
    | Some _ -> lost_at k "where its callers return to is not known"
    | None ->
        let n = Hashtbl.length chains in
        looking := !looking + n + List.fold_left ( + ) 0 calls;
        if !looking > most_looking then lost_at k "its functions call each other in too many ways";
        let c = { calls; returns; states = Hashtbl.create 64; pending = Flow.Work.empty } in
        Hashtbl.replace chains calls c;
        c
  in
  let note c k st =
    if k >= Array.length code then lost_at k "code runs on past its end";
    if top st = None then lost_at k "where %rsp is here is not known";
    Hashtbl.replace c.states k st;
    if Flow.Work.is_empty c.pending then Queue.add c work;
    c.pending <- Flow.Work.add k c.pending
  in
  let joins = joins code entries in
  let flow c k st =
    match Hashtbl.find_opt c.states k with
    | None ->
        incr count;
        if !count > most_claims then lost_at k "its functions call each other in too many ways";
        note c k st
    | Some before ->
        let now = if joins.(k) then meet before st else st in
        if not (same_state now before) then note c k now
  in
  (* %rsp was raised, perhaps. *)
  let flow_from_above c k st = flow c k (match top st with Some t -> given_away t 128 st | None -> st) in
  let step c k =
    let line = code.(k) and st = Hashtbl.find c.states k in
    let lost = lost_at k in
    match (line.flat, line.calls, top st) with
    | FInstr i, _, _ -> (
        match after c k st i with
        | Some s when same_value (in_register s RSP) (in_register st RSP) -> flow c (k + 1) s
        | Some s -> flow_from_above c (k + 1) s
        | None -> lost (why c.returns st i))
    | FJump _, _, _ -> flow c line.target st
    | FBranch _, _, _ -> flow c line.target st; flow c (k + 1) st
    | FHalt, _, None -> lost "where %rsp is here is not known"
    | FHalt, Some (In_file target), Some t when begins k <> None ->
        let kept = Option.get (begins k) in
        if not (given_none kept st) then lost "a function that may call itself is given an address of the stack";
        flow (chain target [ k ] [ spot_entry ]) target (at_called kept);
        flow c (k + 1) (given_away t 0 (behind_called kept st))
    | FHalt, Some (In_file target), Some t ->
        if List.mem k c.calls then lost "functions of the file call themselves";
        let below = spot_moved t (Z.of_int (-8)) in
        flow (chain target (k :: c.calls) (below :: c.returns)) target (given_away t 0 (with_top st below))
    | FHalt, Some (Elsewhere _), Some t -> flow c (k + 1) (given_away t 0 (behind_outside line.keeps st))
    | FHalt, None, Some t -> (
        match (c.calls, c.returns) with
        | from :: _, q :: _ when same_spot q t && begins from <> None ->
            let kept = Option.get (begins from) in
            let changed r = not (same_value (in_register st r) (SKept r)) in
            if List.exists changed kept then raise (Not_kept (from, List.filter (fun r -> not (changed r)) kept))
            else if not (given_none kept st) then
              lost "a function that may call itself leaves an address of the stack to its caller"
        | from :: calls, q :: returns when same_spot q t ->
            let above = spot_moved q (Z.of_int 8) in
            let st = with_top st above in
            flow_from_above (chain from calls returns) (from + 1) (if own then given_away above 0 st else st)
        | [], _ when same_spot t spot_entry -> ()
        | _ -> lost "this may return with another %rsp than the function was called with")
  in
  if code <> [||] then List.iter (fun k -> flow (chain k [] []) k { at_entry with k_spread = spread }) entries;
  while not (Queue.is_empty work) do
    let c = Queue.pop work in
    while not (Flow.Work.is_empty c.pending) do
      let k = Flow.Work.min_elt c.pending in
      c.pending <- Flow.Work.remove k c.pending;
      step c k
    done
  done;
  (Hashtbl.fold (fun _ c l -> c :: l) chains [], if Hashtbl.length taken = 0 then fun _ -> false else Hashtbl.mem taken)

let activation c =
  let positions = Hashtbl.fold (fun k _ l -> k :: l) c.states [] in
  let first = List.fold_left min max_int positions and last = List.fold_left max 0 positions in
  { a_key = (match c.calls with k :: _ -> Z.of_int (k + 1) | [] -> Z.zero);
    a_calls = List.map Unary.of_int c.calls;
    a_returns = c.returns;
    a_first = Unary.of_int first;
    a_states = List.init (last - first + 1) (fun k -> Hashtbl.find_opt c.states (first + k)) }

let propose ~own ~spread code entries =
  let kept = Hashtbl.create 8 in
  (* taint follows each function by itself, in another way *)
  if not own then Array.iteri (fun k again -> if again then Hashtbl.replace kept k Flat_code.saved) (recursive code);
  let begins = if Hashtbl.length kept = 0 then fun _ -> None else Hashtbl.find_opt kept in
  let rec find () =
    match find_all ~own ~spread ~begins code entries with
    | exception Not_kept (k, fewer) -> Hashtbl.replace kept k fewer; find ()
    | found -> found
  in
  match find () with
  | exception Lost (place, what) -> Error (place, what)
  | chains, taken ->
      let lower _ st d = match top st with Some t -> Z.max d (Z.neg (least t)) | None -> d in
      let depth = List.fold_left (fun d c -> Hashtbl.fold lower c.states d) Z.zero chains in
      Ok { activations = List.map activation chains; depth = Z.add depth (Z.of_int 128); taken; begins }
