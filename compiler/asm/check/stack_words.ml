(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Flat_code
module Z = Bignum

type t = {
  lines : line array;
  words : Z.t list;
  parts : Z.t list;
  disjoint : Z.t -> Z.t -> bool;
  stays : int -> Z.t -> bool;
}

let access_of line =
  match line.flat with
  | FInstr i ->
      Option.bind (describe i) (fun d ->
          match d.d_access with Some { a_use = Address; _ } -> None | a -> Option.map (fun a -> (i, a)) a)
  | _ -> None

(* The same instruction, of a region. Only if it is the same when it is given its own. *)
let in_region (i, a) region =
  let made r = Mnemonic.(let name, operands = of_instr i in to_instr ~region:(fun _ -> r) name operands) in
  match (made a.a_mem.m_region, made region) with
  | Ok same, Ok other when same = i -> Some other
  | _ -> None
  | exception _ -> None

let registers m =
  (match m.m_base with BaseReg r -> [ r ] | _ -> []) @ match m.m_index with Some (r, _) -> [ r ] | None -> []

(* Positions of code that the same function reaches belong together. *)
let components lines entered =
  let of_position = Array.make (Array.length lines) (-1) in
  let renamed = Hashtbl.create 16 in
  let rec root c = match Hashtbl.find_opt renamed c with Some d -> root d | None -> c in
  List.iteri
    (fun c e ->
      List.iter
        (fun k ->
          if k < Array.length lines then
            match of_position.(k) with
            | -1 -> of_position.(k) <- c
            | d -> if root d <> root c then Hashtbl.replace renamed (root d) (root c))
        (Flat_code.reachable lines [ e ]))
    entered;
  fun k -> match of_position.(k) with -1 -> -1 | c -> root c

type found = { position : int; at : Frames.place; bytes : int; loads : bool }

(* Surely no byte of the one is one of the other. *)
let apart a n b m =
  let lo, hi = Frames.difference b a in
  lo >= n || hi <= -m

(* Of the accesses of one frame that are at known places: the words, and what lies between. *)
type cut = { ats : Frames.place list; stretch : found -> Frames.origin * int }

(* A word is read whole, nothing touches a part of it, no function that is called is given it, and it is no lower than
   %rsp at any call: what is called overwrites what is. *)
let cut_frame ~found ~passed ~tops =
  let free f =
    f.bytes = 8 && f.loads
    && List.for_all (fun g -> (g.bytes = 8 && g.at = f.at) || apart f.at 8 g.at g.bytes) found
    && List.for_all (fun p -> apart f.at 8 p 1) passed
    && List.for_all (function Some top -> fst (Frames.difference f.at top) >= 0 | None -> false) tops
  in
  (* what lies between words, of one origin, is one stretch of memory: no word of another may be in it *)
  let stretch ats f =
    let before (w : Frames.place) = w.origin = f.at.origin && w.offset < f.at.offset in
    (f.at.origin, List.length (List.filter before ats))
  in
  let rec settle ats =
    let extents = Hashtbl.create 16 in
    List.iter
      (fun f ->
        if not (List.mem f.at ats) then
          let key = stretch ats f in
          let lo, hi = Option.value ~default:(f.at.offset, f.at.offset + f.bytes) (Hashtbl.find_opt extents key) in
          Hashtbl.replace extents key (min lo f.at.offset, max hi (f.at.offset + f.bytes)))
      found;
    let outside (w : Frames.place) =
      Hashtbl.fold
        (fun (origin, _) (lo, hi) ok -> ok && apart { Frames.origin; offset = lo } (hi - lo) w 8)
        extents true
    in
    let kept = List.filter outside ats in
    if List.compare_lengths kept ats = 0 then ats else settle kept
  in
  let ats = settle (List.sort_uniq compare (List.filter_map (fun f -> if free f then Some f.at else None) found)) in
  { ats; stretch = stretch ats }

let make ~regions ~called ~entered ~roots lines =
  let positions = List.map snd entered in
  let component = components lines positions in
  let frames = Frames.frames lines positions in
  let leads_to = Pointer_secrets.leads_to ~regions ~entered lines in
  (* through these registers, and no symbol, the stack is perhaps accessed; or through what was loaded, if addresses of
     the stack may have been stored elsewhere *)
  let perhaps_on_stack k registers =
    let leads = List.map (leads_to k) registers in
    List.mem Pointer_secrets.To_stack leads
    || (frames.spread && leads <> [] && List.for_all (( = ) Pointer_secrets.Unknown) leads)
  in
  let unknown = ref (Stack_apart_trusted.unfollowed lines ~entered:positions ~roots <> None) in
  let give_up () = unknown := true in
  (* the stack has one name *)
  List.iter
    (fun (f, _) ->
      match List.assoc_opt RSP (Regions.registers regions f) with
      | Some n when not (Z.equal n Regions.stack) -> give_up ()
      | _ -> ())
    entered;
  let passed = Hashtbl.create 16 and tops = Hashtbl.create 16 and known = Hashtbl.create 16 in
  List.iter
    (fun (p : Frames.passed) ->
      match p.place with
      | Known at -> Hashtbl.add passed (component p.call) at
      | Given _ -> ()
      | Vague | Off -> if perhaps_on_stack p.call [ p.by ] then give_up ())
    frames.passed;
  List.iter (fun (k, top) -> Hashtbl.add tops (component k) top) frames.tops;
  let cut_lines = Array.copy lines in
  let relabel k region =
    match Option.map (fun access -> in_region access region) (access_of lines.(k)) with
    | Some (Some i) -> cut_lines.(k) <- { (lines.(k)) with flat = FInstr i }
    | _ -> give_up ()
  in
  let given = Hashtbl.create 2 in
  let relabel_given k (a : access) =
    let r = a.a_mem.m_region in
    if Z.equal r Regions.stack || Z.equal r Regions.anywhere then begin
      if not (Hashtbl.mem given r) then Hashtbl.replace given r (Regions.part regions);
      relabel k (Hashtbl.find given r)
    end
  in
  let look k line =
    match access_of line with
    | Some (_, a) when component k >= 0 -> (
        match frames.access k with
        | Some (Known at) when snd (Frames.bounds at) + Unary.to_int a.a_bytes <= 0 ->
            Hashtbl.add known (component k)
              { position = k; at; bytes = Unary.to_int a.a_bytes; loads = a.a_use <> Store }
        (* in a caller's frame: the caller knows what it gives, and no word is in it *)
        | Some (Known { origin = Entry; offset }) when offset >= 8 -> relabel_given k a
        | Some (Given _) -> relabel_given k a
        | Some (Known _ | Vague) -> relabel k Regions.stack
        | Some Off | None -> if perhaps_on_stack k (registers a.a_mem) then give_up ())
    | _ -> ()
  in
  Array.iteri look lines;
  let words = Hashtbl.create 64 and parts = Hashtbl.create 64 in
  let new_part table key =
    match Hashtbl.find_opt table key with
    | Some r -> r
    | None ->
        let r = Regions.part regions in
        Hashtbl.replace table key r;
        Hashtbl.replace parts r ();
        r
  in
  List.iter
    (fun c ->
      let found = Hashtbl.find_all known c in
      let { ats; stretch } =
        cut_frame ~found ~passed:(Hashtbl.find_all passed c) ~tops:(Hashtbl.find_all tops c)
      in
      let of_word = Hashtbl.create 16 and of_stretch = Hashtbl.create 16 in
      List.iter
        (fun f ->
          if List.mem f.at ats then begin
            let r = new_part of_word f.at in
            Hashtbl.replace words r ();
            relabel f.position r
          end
          else relabel f.position (new_part of_stretch (stretch f)))
        found)
    (List.sort_uniq compare (Hashtbl.fold (fun c _ l -> c :: l) known []));
  let is_part = Hashtbl.mem parts in
  let is_word = Hashtbl.mem words in
  let given_in = Hashtbl.fold (fun of_ r l -> (r, of_) :: l) given [] in
  let is_given r = List.exists (fun (g, _) -> Z.equal g r) given_in in
  let all_of r = match List.find_opt (fun (g, _) -> Z.equal g r) given_in with Some (_, of_) -> of_ | None -> r in
  let disjoint a b =
    if (is_word a && is_given b) || (is_given a && is_word b) then true
    else
      let a = all_of a and b = all_of b in
      if is_part a || is_part b then
        (not (Z.equal a b))
        && not (List.exists (fun r -> Z.equal r Regions.anywhere || Z.equal r Regions.stack) [ a; b ])
      else Regions.disjoint regions a b
  in
  let used_in = Hashtbl.create 8 in
  let used target =
    match Hashtbl.find_opt used_in target with
    | Some table -> table
    | None ->
        let table = Hashtbl.create 16 in
        let note k =
          if k < Array.length cut_lines then
            Option.iter (fun (_, a) -> Hashtbl.replace table a.a_mem.m_region ()) (access_of cut_lines.(k))
        in
        List.iter note (called target);
        Hashtbl.replace used_in target table;
        table
  in
  let keys t = Hashtbl.fold (fun r () l -> r :: l) t [] in
  if !unknown then None
  else
    Some
      { lines = cut_lines; words = keys words; disjoint;
        parts = Option.to_list (Hashtbl.find_opt given Regions.stack) @ keys parts;
        stays = (fun target r -> Hashtbl.mem words r && not (Hashtbl.mem (used target) r)) }
