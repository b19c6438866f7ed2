(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Frames

let red_zone = 128

module Bytes_ = Set.Make (struct type t = place let compare = compare end)

(* Beside where things are: what was written, and what has become of it. *)
type state = {
  places : Frames.state;
  written : Bytes_.t;  (* on some way here *)
  lost : Bytes_.t;  (* of these, those that lay too low since, on some way *)
  scattered_lost : bool;  (* something was written, it is not known where, and the frame was freed since *)
  junk : Bytes_.t;  (* what lies below one of these, calls left there; *)
  fresh : Bytes_.t;  (* but these bytes were written since, on every way *)
  filled : Given.t;  (* of what the function was given addresses of, on every way *)
  needed : Given.t;  (* of that, read on some way, and not filled before *)
}

let surely_below a b n = snd (difference a b) < n
let surely_not_below a b n = fst (difference a b) >= n
let bytes_of p n = List.init n (fun k -> { p with offset = p.offset + k })

(* What moves %rsp upward leaves the frame below to others. *)
let with_rsp v t =
  match v with
  | At top ->
      let low p = not (surely_not_below p top (-red_zone)) in
      let lost = Bytes_.filter low t.written in
      { t with lost = Bytes_.union t.lost lost; written = Bytes_.diff t.written lost }
  | Other | Initial _ | From _ | Somewhere ->
      { t with lost = Bytes_.union t.lost t.written; written = Bytes_.empty }

let raised before after =
  match (before, after) with At a, At b -> not (surely_not_below a b 0) | _ -> true

let needs_byte t place l =
  match place with
  | Initial (r, o) when Given.mem (r, o) t.filled -> l
  | At p when Bytes_.mem p t.fresh -> l
  | _ -> add_byte place l

let stored place n t =
  match place with
  | Initial (r, o) ->
      { t with filled = List.fold_left (fun l k -> Given.add (r, o + k) l) t.filled (List.init n Fun.id) }
  | At p ->
      let bytes = Bytes_.of_list (bytes_of p n) in
      { t with
        written = Bytes_.union t.written bytes;
        fresh = Bytes_.union t.fresh bytes;
        lost = Bytes_.diff t.lost bytes }
  | Other | From _ | Somewhere -> t

let after t i =
  let places = Frames.after t.places i in
  let was = get t.places RSP and is = get places RSP in
  let moved_rsp = if was = is then t else with_rsp is t in
  let t' =
    match Option.bind (describe i) (fun d -> d.d_access) with
    | Some { a_use = Address | Touch; _ } | None -> moved_rsp
    | Some { a_use; a_mem; a_bytes; _ } ->
        let n = Unary.to_int a_bytes in
        let place =
          match i with Push _ -> moved was (-8) | Pop _ -> was | _ -> exact_address t.places a_mem
        in
        let read t' =
          let needed l k = needs_byte t (moved place k) l in
          if a_use = Store then t' else { t' with needed = List.fold_left needed t.needed (List.init n Fun.id) }
        in
        read (if a_use = Load then moved_rsp else stored place n moved_rsp)
  in
  let scattered_lost = t.scattered_lost || (Frames.is_scattered places && was <> is && raised was is) in
  { t' with places; scattered_lost }

let meet a b =
  { places = Frames.meet a.places b.places;
    written = Bytes_.union a.written b.written;
    lost = Bytes_.union a.lost b.lost;
    scattered_lost = a.scattered_lost || b.scattered_lost;
    junk = Bytes_.union a.junk b.junk;
    fresh = Bytes_.inter a.fresh b.fresh;
    filled = Given.inter a.filled b.filled;
    needed = Given.union a.needed b.needed }

let same a b =
  Frames.same a.places b.places && Bytes_.equal a.written b.written && Bytes_.equal a.lost b.lost
  && a.scattered_lost = b.scattered_lost && Bytes_.equal a.junk b.junk && Bytes_.equal a.fresh b.fresh
  && Given.equal a.filled b.filled && Given.equal a.needed b.needed

(* All below %rsp is what is called's own. *)
let behind_call ~needs ~fills effect t =
  let s = t.places in
  let there (r, o) = moved (exactly s (List.assoc r given)) o in
  let need b now = { now with needed = needs_byte now (there b) now.needed } in
  let fill b now =
    match there b with
    | At p -> { now with fresh = Bytes_.add p now.fresh }
    | Initial (r, o) -> { now with filled = Given.add (r, o) now.filled }
    | _ -> now
  in
  let t = { (Given.fold fill fills (Given.fold need needs t)) with places = Frames.behind_call effect s } in
  match get s RSP with
  | At top ->
      let above p = surely_not_below p top 0 in
      { t with
        lost = Bytes_.union t.lost (Bytes_.filter (fun p -> not (above p)) t.written);
        written = Bytes_.filter above t.written;
        junk = Bytes_.add top t.junk;
        fresh = Bytes_.filter above t.fresh }
  | _ -> { t with fresh = Bytes_.empty; scattered_lost = true }

type analysis = { states : (int, state) Hashtbl.t; needs_of : int -> Given.t; frames : Frames.analysis }

let analyse code entered =
  let frames = Frames.analyse code entered in
  let called = called code in
  let none = Given.empty in
  let table = Hashtbl.create 8 in
  List.iter (fun target -> Hashtbl.replace table target (none, none)) called;
  let calls = Array.exists (fun l -> l.Flat_code.calls <> None) code in
  let start =
    { places = Frames.start; written = Bytes_.empty; lost = Bytes_.empty; scattered_lost = false;
      (* calls, of this file's functions or others, left something below any frame *)
      junk = (if calls then Bytes_.singleton entry else Bytes_.empty);
      fresh = Bytes_.empty; filled = none; needed = none }
  in
  let behind k callee t =
    let effect = Frames.effect_of ~effect:frames.effect code k callee in
    let needs, fills =
      match callee with Flat_code.In_file target -> Hashtbl.find table target | Elsewhere _ -> (none, none)
    in
    Some (behind_call ~needs ~fills effect t)
  in
  (* at first nothing, then more each time, as that of what they call is known; of what calls itself, without end *)
  let rec settle rounds =
    let entries = List.map (fun k -> (k, start)) entered in
    let states = Flow.states ~meet ~same ~after ~behind_call:behind ~entries code in
    let now target =
      match List.filter_map (Hashtbl.find_opt states) (returns_of code target) with
      | [] -> Hashtbl.find table target
      | first :: rest ->
          ( List.fold_left (fun l t -> Given.union l t.needed) first.needed rest,
            List.fold_left (fun l t -> Given.inter l t.filled) first.filled rest )
    in
    let all = List.map (fun target -> (target, now target)) called in
    let differs (target, (needs, fills)) =
      let n, f = Hashtbl.find table target in
      not (Given.equal n needs && Given.equal f fills)
    in
    let changed = List.exists differs all in
    List.iter (fun (target, e) -> Hashtbl.replace table target e) all;
    if changed && rounds > 0 then settle (rounds - 1) else states
  in
  let states = settle (8 + List.length called) in
  { states; needs_of = (fun target -> fst (Hashtbl.find table target)); frames }

(* An access of which the place is not known: the instruction, where %rsp is, and whether it reads what perhaps lay too
   low since it was written. *)
type unknown = { instr : instr; rsp : value; freed : bool; at : Diagnostic.place }

let below ~place fmt =
  Printf.ksprintf
    (fun what ->
      Diagnostic.fail ~place
        ~notes:[ (None, "a signal handler may write there at any time; of such memory no theorem speaks") ]
        "%s" what)
    fmt

(* What is refused; and the accesses of which too little is known. *)
let look (line : Flat_code.line) t acc =
  let s = t.places in
  match line.flat with
  | FJump _ | FBranch _ | FHalt -> acc
  | FInstr (Push _) -> acc
  | FInstr i -> (
      match Option.bind (describe i) (fun d -> d.d_access) with
      | Some { a_use = (Load | Store | Modify) as use; a_mem = m; a_bytes; _ } -> (
          let freed = use <> Store && (t.scattered_lost || not (Bytes_.is_empty t.lost)) in
          let unknown = { instr = i; rsp = get s RSP; freed; at = line.place } in
          let too_low = "this accesses memory more than 128 bytes below %rsp" in
          match (m.m_base, m.m_index, address s m, get s RSP) with
          | BaseReg RSP, None, Somewhere, _ -> (
              match Distance.small m.m_disp with
              | Some d when d >= -red_zone -> acc
              | _ -> below ~place:line.place "%s" too_low)
          | _, _, (Other | Initial _ | From _), _ -> acc
          | _, _, Somewhere, _ | _, _, At _, (Other | Initial _ | From _ | Somewhere) -> unknown :: acc
          | _, _, At p, At top ->
              if surely_below p top (-red_zone) then below ~place:line.place "%s" too_low
              else if not (surely_not_below p top (-red_zone)) then unknown :: acc
              else if
                use <> Store && List.exists (fun b -> Bytes_.mem b t.lost) (bytes_of p (Unary.to_int a_bytes))
              then
                below ~place:line.place
                  "what this reads lay more than 128 bytes below %%rsp since it was written, or below it at a call"
              else if use <> Store && t.scattered_lost && surely_below p entry (-red_zone) then unknown :: acc
              else acc)
      | _ -> acc)

let unknowns states code =
  let acc = ref [] in
  Array.iteri (fun k line -> Option.iter (fun s -> acc := look line s !acc) (Hashtbl.find_opt states k)) code;
  List.rev !acc

let no_higher a b = match (a, b) with At p, At q -> snd (difference p q) <= 0 | _ -> false

(* ** Calls *)

(* What the theorem about calls takes for granted, and what is not so, or not known: nothing is read that a call left
   below %rsp, such as its address to return to, which is not the same in both files; and what is called in the file
   comes back. [exact]: nothing differs, so of what is not known nothing is asked. *)
let at_calls ~exact { states; needs_of; frames = { effect; settled; _ } } code =
  let inside = Hashtbl.create 64 in
  List.iter (fun k -> Hashtbl.replace inside k ()) (Flat_code.reachable code (called code));
  let junk t b = (not (Bytes_.mem b t.fresh)) && Bytes_.exists (fun j -> not (surely_not_below b j 0)) t.junk in
  let returns_to p n = let lo, hi = difference p entry in lo < 8 && hi + n > 0 in
  let touched = function
    | Flat_code.In_file target ->
        let e = effect target in
        (Given.elements (needs_of target), Given.elements e.touches)
    | Elsewhere _ -> ([], [])
  in
  let hands = function Flat_code.In_file target -> (effect target).hands | Elsewhere _ -> 0 in
  let given_place s (r, o) =
    match exactly s (List.assoc r given) with At p -> Some { p with offset = p.offset + o } | _ -> None
  in
  let given_return s b = Option.fold ~none:false ~some:(fun p -> returns_to p 1) (given_place s b) in
  let given_junk t b = Option.fold ~none:false ~some:(junk t) (given_place t.places b) in
  let given_low s top b =
    Option.fold ~none:false ~some:(fun p -> not (surely_not_below p top 0)) (given_place s b)
  in
  let passes_low s r =
    match (get s r, get s RSP) with
    | At p, At top -> not (surely_not_below p top 0)
    | Somewhere, _ -> not exact
    | _ -> false
  in
  let why k (line : Flat_code.line) t =
    let s = t.places in
    match (line.flat, line.calls) with
    | _, Some callee ->
        let passed =
          match callee with
          | In_file _ -> general
          | Elsewhere _ -> List.filter (fun r -> not (List.mem r Flat_code.saved)) general
        in
        let needs, touches = touched callee in
        let top = match get s RSP with At top -> Some top | _ -> None in
        if top = None then Some "where %rsp is at this call is not known"
        else if not settled then Some "functions of the file call each other in a way that is not followed"
        else if List.exists (given_low s (Option.get top)) (needs @ touches) then
          Some "what this calls may access memory below %rsp, through an address that it is given"
        else if Hashtbl.mem inside k && List.exists (given_return s) (needs @ touches) then
          Some "what this calls may access the address that the function returns to"
        else if List.exists (given_junk t) needs then
          Some "what this calls may read, through an address that it is given, what something called left there"
        else if List.exists (passes_low s) passed then Some "an address below %rsp may be passed to what is called"
        else if (not exact) && hides s then
          Some "an address of the stack is passed to what is called in memory, or in a vector register"
        else if (not exact) && List.exists (fun (_, r) -> leads (exactly s r)) (within (hands callee)) then
          Some "what this calls may store an address of the stack where it is not followed"
        else None
    | FHalt, None ->
        if Hashtbl.mem inside k && get s RSP <> At entry then
          Some "a function that is called in the file may return with another %rsp than it was called with"
        else None
    | FInstr i, None -> (
        match (i, Option.bind (describe i) (fun d -> d.d_access)) with
        | _, (None | Some { a_use = Address | Touch; _ }) -> None
        | _ when (not exact) && (not (spreads s)) && spreads (Frames.after s i) ->
            Some "this stores an address of the stack where it is not followed"
        | _, Some { a_use; a_mem; a_bytes; _ } -> (
            let n = Unary.to_int a_bytes in
            let place =
              match i with
              | Push _ -> moved (get s RSP) (-8)
              | Pop _ -> get s RSP
              | _ -> address s a_mem
            in
            match place with
            | At p when Hashtbl.mem inside k && returns_to p n ->
                Some "this may access the address that the function returns to"
            | At p when a_use <> Store && List.exists (junk t) (bytes_of p n) ->
                Some "what this reads may lie where something called left other things"
            | Somewhere when a_use = Store && Hashtbl.mem inside k && not exact ->
                Some "it is not known where on the stack this writes: perhaps where the function returns to"
            | At _ when Hashtbl.mem inside k && astray place n ->
                Some "it is not known where in its caller's frame this access is"
            | Somewhere when a_use <> Store && not exact ->
                Some "it is not known where on the stack this reads: perhaps what something called left there"
            | _ -> None))
    | (FJump _ | FBranch _), None -> None
  in
  if not (Array.exists (fun l -> l.Flat_code.calls <> None) code) then None
  else
    List.find_map
      (fun (k, line) ->
        Option.bind (Hashtbl.find_opt states k) (fun s ->
            let place = Diagnostic.describe line.Flat_code.place in
            Option.map (fun what -> Printf.sprintf "%s (%s)" what place) (why k line s)))
      (List.mapi (fun k line -> (k, line)) (Array.to_list code))

let find ~exact ~clean:(clean, clean_entered) ~fast:(fast, fast_entered) =
  let flats code = Array.map (fun (l : Flat_code.line) -> (l.flat, l.calls)) code in
  let alike = flats clean = flats fast && clean_entered = fast_entered in
  let of_clean = analyse clean clean_entered in
  let of_fast = if alike then of_clean else analyse fast fast_entered in
  let c = unknowns of_clean.states clean and f = unknowns of_fast.states fast in
  match at_calls ~exact of_clean clean with
  | Some why -> Some why
  | None when f = [] || alike -> None
  | None ->
    let doubtful u =
      let others = match List.filter (fun v -> v.instr = u.instr) c with [] -> c | same -> same in
      u.freed || others = [] || not (List.for_all (fun v -> no_higher u.rsp v.rsp) others)
    in
    Option.map
      (fun u ->
        Printf.sprintf
          "it is not known that `%%rsp' (%s) is as low as in the clean code where this accesses the stack: what lies \
           more than 128 bytes below may be overwritten by a signal handler"
          (Diagnostic.describe u.at))
      (List.find_opt doubtful f)
