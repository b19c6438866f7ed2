(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

type t = { trades : trade list; groups : int; exchanges : int }

exception Stuck

let flags = set_of (List.map (fun f -> F f) Locations.flags)
let writes x = x.i_footprint.f_writes
let reads x = x.i_footprint.f_reads
let none set = Z.equal set Z.zero
let without a b = Z.logand a (Z.lognot b)

let trade at first second = { tr_at = Unary.of_int at; tr_first = Unary.of_int first; tr_second = Unary.of_int second }

let chain items at =
  let n = Array.length items in
  (* [live]: flags that the group has set, and that may be read yet *)
  let rec go live last k =
    if k >= n || none live then last
    else if not (none (Z.logand live (reads items.(k)))) then
      go (Z.logor live (Z.logand flags (writes items.(k)))) k (k + 1)
    else go (without live (writes items.(k))) last (k + 1)
  in
  go (Z.logand flags (writes items.(at))) at (at + 1) - at + 1

let find ~regions ~dead clean fast =
  let rel = Regions.disjoint regions in
  let annotated = Array.map (fun (p : Program.placed) -> annotate p.instr) clean in
  let n = Array.length clean in
  if n <> Array.length fast || Array.exists Option.is_none annotated then None
  else begin
    let current = ref (Array.map Option.get annotated) in
    let trades = ref [] in
    let attempt at first second =
      let t = trade at first second and l = Array.to_list !current in
      exchange_ok rel dead t l
      && begin
           current := Array.of_list (exchanged t l);
           trades := (at, first, second) :: !trades;
           true
         end
    in
    (* The instruction at [i]; all that read what it sets and what those between [at] and it set too; and what stands
       between and they cannot pass. They come to stand behind it, then all of them before those. *)
    let together at i =
      let before = !current and done_ = !trades in
      let others = ref Z.zero in
      for k = at to i - 1 do others := Z.logor !others (writes before.(k)) done;
      let shared x = Z.logand !others (writes x) in
      let member = Array.make n false in
      member.(i) <- true;
      let rec settle last =
        let rec readers live last k =
          if k >= n || (none live && k > last) then last
          else if member.(k) || not (none (Z.logand live (reads before.(k)))) then begin
            member.(k) <- true;
            readers (Z.logor live (shared before.(k))) (max k last) (k + 1)
          end
          else readers (without live (writes before.(k))) last (k + 1)
        in
        let last = readers Z.zero last i in
        let more = ref false in
        for m = i + 1 to last do
          if member.(m) then
            for k = i + 1 to m - 1 do
              if (not member.(k)) && not (independent rel before.(k).i_footprint before.(m).i_footprint) then begin
                member.(k) <- true;
                more := true
              end
            done
        done;
        if !more then settle last else last
      in
      let last = settle i in
      let rec gather length k =
        if k > last then Some length
        else if not member.(k) then gather length (k + 1)
        else if k = i + length || attempt (i + length) (k - i - length) 1 then gather (length + 1) (k + 1)
        else None
      in
      let moved = match gather 1 (i + 1) with Some length when length > 1 -> attempt at (i - at) length | _ -> false in
      if not moved then begin current := before; trades := done_ end;
      moved
    in
    (* Of equal instructions, the one whose readers come next in the fast code. *)
    let by_successor at candidates =
      let soon = Array.sub fast (at + 1) (min 16 (n - at - 1)) in
      let score i =
        let length = chain !current i in
        let count = ref 0 in
        for k = i + 1 to i + length - 1 do
          if Array.exists (fun (p : Program.placed) -> p.instr = !current.(k).i_instr) soon then incr count
        done;
        - !count
      in
      List.stable_sort (fun a b -> compare (score a) (score b)) candidates
    in
    try
      for at = 0 to n - 1 do
        let wanted = fast.(at).Program.instr in
        if !current.(at).i_instr <> wanted then begin
          let behind = List.init (n - at) (fun k -> at + k) in
          let candidates = List.filter (fun i -> !current.(i).i_instr = wanted) behind in
          let candidates = match candidates with [] | [ _ ] -> candidates | l -> by_successor at l in
          if not (List.exists (fun i -> attempt at (i - at) 1 || together at i) candidates) then raise Stuck
        end
      done;
      let all = List.rev !trades in
      Some
        { trades = List.map (fun (at, first, second) -> trade at first second) all;
          groups = List.length (List.filter (fun (_, _, second) -> second > 1) all);
          exchanges = List.fold_left (fun k (_, first, second) -> k + (first * second)) 0 all }
    with Stuck -> None
  end
