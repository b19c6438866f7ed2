(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

type t = { activations : activation list; depth : Z.t; taken : int -> bool; begins : int -> effect_on option }

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
  && same (fun l k -> within_lent l k && within_lent k l) a.k_filled b.k_filled

(* On two ways to one place. *)

let meet_values a b =
  if a == b then a
  else if same_value a b then a
  else SMaybe

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

(* What is in both. *)
let common_lent a b =
  let common l k =
    let l_from = Z.max l.l_from k.l_from and l_to = Z.min l.l_to k.l_to in
    if l.l_register = k.l_register && Z.lt l_from l_to then Some { l with l_from; l_to } else None
  in
  List.concat_map (fun l -> List.filter_map (common l) b) a

let meet a b =
  { k_registers = List.map2 meet_values a.k_registers b.k_registers;
    k_words = meet_words a.k_words b.k_words;
    k_fresh = (if a.k_fresh == b.k_fresh then a.k_fresh else meet_fresh a.k_fresh b.k_fresh);
    k_flags = a.k_flags || b.k_flags;
    k_spread = a.k_spread || b.k_spread;
    k_whole = a.k_whole && b.k_whole;
    k_lent = a.k_lent;
    k_filled = (if a.k_filled == b.k_filled then a.k_filled else common_lent a.k_filled b.k_filled) }

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

let top st = match in_register st RSP with SAt t -> Some t | SKept _ | SGiven _ | SOff | SMaybe -> None

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

(* What is known as yet of what a call, from which a chain begins, does to its caller: more registers that are kept,
   and more bytes that are filled, than turns out to be so; fewer that are given, lent and needed. [never]: registers
   that are not given, since they hold no known address at some time. *)
type summary = { effect : effect_on; never : reg list }

(* Something of that call is not as was supposed. *)
exception Otherwise of int * summary

(* Bytes in front of these and behind, at most. *)
let most_lent = Z.of_int 65_536

let first_guess =
  { effect = { e_kept = Flat_code.saved; e_given = []; e_lent = []; e_needed = []; e_filled = []; e_leaves = [] };
    never = [] }

let lends_more l s =
  let far = Z.gt (Z.abs l.l_from) most_lent || Z.gt (Z.abs l.l_to) most_lent in
  if far then None
  else
    let mine, others = List.partition (fun k -> k.l_register = l.l_register) s.effect.e_lent in
    let hull a b = { a with l_from = Z.min a.l_from b.l_from; l_to = Z.max a.l_to b.l_to } in
    let all = List.fold_left hull l mine in
    let filled = List.filter (fun k -> k.l_register <> l.l_register) s.effect.e_filled in
    Some { s with effect = { s.effect with e_lent = all :: others; e_filled = all :: filled } }

let gives_no r s =
  let others = List.filter (fun l -> l.l_register <> r) in
  { effect =
      { s.effect with
        e_given = List.filter (( <> ) r) s.effect.e_given; e_lent = others s.effect.e_lent;
        e_needed = others s.effect.e_needed; e_filled = others s.effect.e_filled };
    never = r :: s.never }

let find_all ~own ~spread ~summary (code : Flat_code.line array) entries =
  let begins k = Option.map (fun s -> s.effect) (summary k) in
  let taken = Hashtbl.create 8 in
  let lost_at k what = raise (Lost (code.(min k (Array.length code - 1)).place, what)) in
  (* The call from which a chain begins. *)
  let first_call c = match List.rev c.calls with k :: _ when begins k <> None -> Some k | _ -> None in
  (* Bytes that a function accesses by an address that it was given. *)
  let has_lent c k st l ~loads =
    let within = List.exists (within_lent l) in
    match first_call c with
    | None -> ()
    | Some from ->
        let s = Option.get (summary from) in
        if not (within st.k_lent) then
          match lends_more l s with
          | Some s -> raise (Otherwise (from, s))
          | None -> lost_at k "it is not known how much of its caller's frame a function accesses that may call itself"
        else if loads && not (within st.k_filled) then
          raise (Otherwise (from, { s with effect = { s.effect with e_needed = filled l s.effect.e_needed } }))
  in
  let after c k st i =
    (match Option.bind (describe i) (fun d -> d.d_access) with
    | Some ({ a_use = (Load | Store | Modify) as use; _ } as a) -> (
        match address_in st a.a_mem with
        | SGiven (r, d) ->
            let l = { l_register = r; l_from = d; l_to = Z.add d (Z.of_int (Unary.to_int a.a_bytes)) } in
            has_lent c k st l ~loads:(use <> Store)
        | SAt _ | SKept _ | SOff | SMaybe -> ())
    | _ -> ());
    match after_instr everything c.returns false st i with
    | Some s -> Some s
    | None ->
        Hashtbl.replace taken k ();
        after_instr everything c.returns true st i
  in
  let chains = Hashtbl.create 8 and count = ref 0 and looking = ref 0 and work = Queue.create () in
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
  (* A call from which a chain begins: what it does to its caller, as far as that is known. *)
  let call_from c k t st =
    let s = Option.get (summary k) in
    let e = s.effect in
    let known r = match in_register st r with SAt _ | SGiven _ -> true | SKept _ | SOff | SMaybe -> false in
    let otherwise s = raise (Otherwise (k, s)) in
    List.iter (fun r -> if not (known r) then otherwise (gives_no r s)) e.e_given;
    let give r =
      if r <> RSP && known r && not (List.mem r e.e_given || List.mem r s.never) then
        otherwise { s with effect = { e with e_given = r :: e.e_given } }
    in
    List.iter give sixteen;
    let further ~loads l =
      match in_register st l.l_register with
      | SGiven (r, d) ->
          has_lent c k st ~loads { l_register = r; l_from = Z.add d l.l_from; l_to = Z.add d l.l_to }
      | SAt _ | SKept _ | SOff | SMaybe -> ()
    in
    List.iter (further ~loads:false) e.e_lent;
    List.iter (further ~loads:true) e.e_needed;
    if not (may_call c.returns t e st) then
      lost_at k
        (if List.for_all (fresh_there st) e.e_needed then
           "a function that may call itself is given an address of the stack"
         else "a function that may call itself may read of its caller's frame what nobody wrote there");
    e
  in
  let return_to from st =
    let s = Option.get (summary from) in
    let e = s.effect in
    let otherwise effect = raise (Otherwise (from, { s with effect })) in
    let is_kept r =
      let v = in_register st r in
      same_value v (SKept r) || same_value v (SGiven (r, Z.zero))
    in
    let kept, lost = List.partition is_kept e.e_kept in
    if lost <> [] then otherwise { e with e_kept = kept };
    let left r = r <> RSP && leads (in_register st r) && not (List.mem r e.e_kept || List.mem r e.e_leaves) in
    (match List.filter left sixteen with [] -> () | l -> otherwise { e with e_leaves = l @ e.e_leaves });
    let fills l = List.exists (within_lent l) st.k_filled in
    if not (List.for_all fills e.e_filled) then otherwise { e with e_filled = common_lent e.e_filled st.k_filled };
    if not (may_return e st) then
      lost_at from "a function that may call itself leaves an address of the stack to its caller"
  in
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
        let effect = call_from c k t st in
        flow (chain target [ k ] [ spot_entry ]) target (at_called effect);
        flow c (k + 1) (given_away t 0 (behind_called effect st))
    | FHalt, Some (In_file target), Some t ->
        if List.mem k c.calls then lost "functions of the file call themselves";
        let below = spot_moved t (Z.of_int (-8)) in
        flow (chain target (k :: c.calls) (below :: c.returns)) target (given_away t 0 (with_top st below))
    | FHalt, Some (Elsewhere _), Some t -> flow c (k + 1) (given_away t 0 (behind_outside line.keeps st))
    | FHalt, None, Some t -> (
        match (c.calls, c.returns) with
        | from :: _, q :: _ when same_spot q t && begins from <> None ->
            return_to from st
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

(* So often it may be otherwise than was supposed. *)
let most_rounds = 1_000

let propose ~own ~spread code entries =
  let summaries = Hashtbl.create 8 in
  (* taint follows each function by itself, in another way *)
  if not own then
    Array.iteri (fun k again -> if again then Hashtbl.replace summaries k first_guess) (recursive code);
  let summary = if Hashtbl.length summaries = 0 then fun _ -> None else Hashtbl.find_opt summaries in
  let rec find rounds =
    match find_all ~own ~spread ~summary code entries with
    | exception Otherwise (k, s) ->
        if rounds = 0 then
          raise (Lost (code.(k).place, "what a function does to its caller's frame that may call itself is not known"));
        Hashtbl.replace summaries k s;
        find (rounds - 1)
    | found -> found
  in
  match find most_rounds with
  | exception Lost (place, what) -> Error (place, what)
  | chains, taken ->
      let lower _ st d = match top st with Some t -> Z.max d (Z.neg (least t)) | None -> d in
      let depth = List.fold_left (fun d c -> Hashtbl.fold lower c.states d) Z.zero chains in
      let begins k = Option.map (fun s -> s.effect) (summary k) in
      Ok { activations = List.map activation chains; depth = Z.add depth (Z.of_int 128); taken; begins }
