(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

let z = Z.of_int
let rec nat n = if n = 0 then O else S (nat (n - 1))
let memory ?(base = RSP) d = { m_base = BaseReg base; m_index = None; m_disp = z d; m_region = Z.one }
let store ?base d r = Mov (W64, M (memory ?base d), Reg r)
let load ?base d r = Mov (W64, R r, Memory (memory ?base d))
let move a b = Mov (W64, R b, Reg a)
let down n = Alu (SUB, W64, R RSP, Imm (z n))
let up n = Alu (ADD, W64, R RSP, Imm (z n))
let lowest n = Alu (AND, W64, R RSP, Imm (z (-n)))
let i x = (FInstr x, None)
let return = (FHalt, None)
let depth = z 10_000
let at o = SAt { s_origin = SEntry; s_off = z o }
let stretch a b = { r_origin = SEntry; r_from = z a; r_to = z b }

(* What follows of straight code, in front of each instruction and behind the last; what falls below the red zone is
   forgotten. *)
let forgotten st =
  match in_register st RSP with
  | SAt t ->
      let limit = spot_moved t (z (-128)) in
      let kept s = surely_le limit { s_origin = s.r_origin; s_off = s.r_from } in
      { st with k_fresh = List.filter kept st.k_fresh;
        k_words = List.map (fun (p, v) -> if surely_le limit p then (p, v) else (p, SMaybe)) st.k_words }
  | _ -> st

let rec along ?(returns = []) st = function
  | [] -> Some [ st ]
  | x :: rest ->
      Option.bind (after_instr depth returns false st x) (fun s ->
          Option.map (fun l -> st :: l) (along ~returns (forgotten s) rest))

let root states = { a_key = Z.zero; a_calls = []; a_returns = []; a_first = O; a_states = List.map Option.some states }
let check ?(keeps = [ RBX ]) ?(taken = fun _ -> false) ?(begins = fun _ -> None) acts code =
  check_stack depth (fun _ -> keeps) taken begins acts code [ O ]

let accepts name body =
  match along at_entry body with
  | Some states -> Tap.check name (check [ root states ] (List.map i body @ [ return ]))
  | None -> Tap.check name false

(* Nothing can be claimed of it; or what follows is refused. *)
let refuses name body =
  Tap.check name
    (match along at_entry body with
    | Some states -> not (check [ root states ] (List.map i body @ [ return ]))
    | None -> true)

let with_register st r v =
  { st with k_registers = List.map (fun q -> if q = r then v else in_register st q) sixteen }

(* A claim that says more. *)
let stronger st =
  let wider s = [ { s with r_from = Z.sub s.r_from Z.one }; { s with r_to = Z.add s.r_to Z.one } ] in
  let top = match in_register st RSP with SAt t -> t | _ -> spot_entry in
  List.map (with_register st RSP) [ SAt (spot_moved top (z 8)); SAt (spot_moved top (z (-8))); SMaybe; SOff ]
  @ [ with_register st R10 (at (-64)); { st with k_fresh = stretch (-120) (-112) :: st.k_fresh };
      { st with k_words = ({ s_origin = SEntry; s_off = z (-96) }, at 0) :: st.k_words };
      { st with k_words = ({ s_origin = SEntry; s_off = z (-96) }, SKept RBX) :: st.k_words };
      with_register st R10 (SKept R10); with_register st R10 (SKept RBX) ]
  @ (if st.k_whole then [] else [ { st with k_whole = true } ])
  @ List.concat_map (fun s -> List.map (fun t -> { st with k_fresh = t :: st.k_fresh }) (wider s)) st.k_fresh
  @ List.concat_map
      (fun l ->
        let wider = [ { l with l_from = Z.sub l.l_from Z.one }; { l with l_to = Z.add l.l_to Z.one } ] in
        List.concat_map
          (fun k -> [ { st with k_filled = k :: st.k_filled }; { st with k_lent = k :: st.k_lent } ]) wider)
      st.k_lent

(* Of these claims, each is damaged in each way. *)
let damaged ?begins name acts code =
  let check = check ?begins in
  Tap.check name (check acts code);
  let count = ref 0 and wrong = ref 0 in
  let refused acts = incr count; if check acts code then incr wrong in
  List.iteri
    (fun a act ->
      let put act' = List.mapi (fun b x -> if a = b then act' else x) acts in
      List.iteri
        (fun k st ->
          let others st' = List.mapi (fun j x -> if j = k then st' else x) act.a_states in
          Option.iter
            (fun st ->
              List.iter (fun s -> refused (put { act with a_states = others (Some s) })) (stronger st);
              refused (put { act with a_states = others None }))
            st)
        act.a_states;
      List.iteri
        (fun k _ ->
          let returns = List.mapi (fun j q -> if j = k then spot_moved q (z 8) else q) act.a_returns in
          refused (put { act with a_returns = returns }))
        act.a_returns;
      if act.a_calls <> [] then refused (put { act with a_calls = List.map (fun n -> S n) act.a_calls }))
    acts;
  Tap.check
    (Printf.sprintf "%s: damaged in %d places and ways, all refused (%d accepted)" name !count !wrong)
    (!wrong = 0)

let frame = [ Push (RBX, Z.one); down 16; store 8 RDI; load 8 RAX; up 16; Pop (RBX, Z.one) ]
let saved = [ Push (RBP, Z.one); move RSP RBP; lowest 64; down 128; store 0 RDI; load 0 RAX; move RBP RSP;
    Pop (RBP, Z.one) ]
let spilled = [ move RSP RAX; down 64; store 0 RAX; load 0 RSP ]

(* A function calls one of its file, and one of another. *)
let called () =
  let first = [ down 24; store 0 RDI; store ~base:RSP (-16) RDI ] in
  let s = Option.get (along at_entry first) in
  let before = List.nth s 3 in
  let above st = { st with k_fresh = [ stretch (-24) (-16) ]; k_flags = false } in
  let lower = { s_origin = SEntry; s_off = z (-32) } in
  let callee = Option.get (along ~returns:[ lower ] (above (with_top before lower)) [ store (-8) RSI ]) in
  let back = { (with_top (List.nth callee 1) { s_origin = SEntry; s_off = z (-24) }) with k_flags = false } in
  let outside = above (behind_outside [ RBX ] back) in
  let rest = Option.get (along outside [ load 0 RAX; up 24 ]) in
  let code =
    List.map i first @ [ (FHalt, Some (Inside (nat 8))); (FHalt, Some (Outside Z.one)); i (load 0 RAX); i (up 24);
      return;
      i (store (-8) RSI); return ]
  in
  ( [ root (s @ [ back ] @ rest); { a_key = z 4; a_calls = [ nat 3 ]; a_returns = [ lower ]; a_first = nat 8;
      a_states = List.map Option.some callee } ], code, back )

(* What a function that is followed from where it is entered does to its caller. *)
let effect ?(given = []) ?(lent = []) ?(needed = []) ?(filled = []) ?(leaves = []) kept =
  { e_kept = kept; e_given = given; e_lent = lent; e_needed = needed; e_filled = filled; e_leaves = leaves }

(* A function calls itself between what it does first and last; chains begin at both calls. *)
let again ?(first = [ Push (RBX, Z.one); load ~base:RDI 0 RBX ]) ?(last = [ Pop (RBX, Z.one) ]) keep =
  let keep = effect keep in
  let before = Option.get (along (at_called keep) first) in
  let back = { (behind_called keep (List.nth before (List.length first))) with k_fresh = [ stretch (-8) 0 ] } in
  let back = if first = [] then { back with k_fresh = [] } else back in
  let states = before @ Option.value ~default:[ back ] (along back last) in
  let call = (FHalt, Some (Inside (nat 2))) and n = List.length first + 2 in
  let chain k = { a_key = z (k + 1); a_calls = [ nat k ]; a_returns = [ spot_entry ]; a_first = nat 2;
      a_states = List.map Option.some states } in
  ( [ root [ at_entry; at_entry ]; chain 0; chain n ],
    [ call; return ] @ List.map i first @ [ call ] @ List.map i last @ [ return ] )

(* A function lends bytes of its frame, of 24, to what it calls, and loads one of its words afterwards. *)
let first = [ down 24; store 8 RSI; move RSP RDI ]
let lending ?(first = first) ?(load = [ load 8 RAX ]) ?(last = [ up 24 ]) effect body =
  let ( let* ) = Option.bind in
  let without_flags st = { st with k_flags = false } in
  let n = List.length first in
  let* before = along at_entry first in
  let caller = List.nth before n in
  let* rest = along (without_flags (behind_called effect (forgotten caller))) (load @ last) in
  let* callee = along ~returns:[ spot_entry ] (at_called effect) body in
  let target = n + List.length load + List.length last + 2 in
  let chain = { a_key = z (n + 1); a_calls = [ nat n ]; a_returns = [ spot_entry ]; a_first = nat target;
      a_states = List.map Option.some callee } in
  Some
    ( [ root (before @ rest); chain ],
      List.map i first @ [ (FHalt, Some (Inside (nat target))) ] @ List.map i (load @ last) @ [ return ]
      @ List.map i body @ [ return ] )

let lent ?(r = RDI) l_from l_to = { l_register = r; l_from = z l_from; l_to = z l_to }
let word = [ lent 8 16 ]
let to_word = effect ~given:[ RDI ] ~lent:word ~needed:word ~filled:word ~leaves:[ RDI; RDX ] [ RBX ]
let adds = [ load ~base:RDI 8 RCX; store ~base:RDI 8 RCX ]

let lends () =
  let is name expected ?first ?load ?last effect body =
    Tap.check name
      (match lending ?first ?load ?last effect body with
      | Some (a, c) -> check ~begins:(fun _ -> Some effect) a c = expected
      | None -> not expected)
  in
  let a, c = Option.get (lending to_word adds) in
  damaged ~begins:(fun _ -> Some to_word) "a word of the frame is lent" a c;
  is "... which holds it by another register" true to_word [ move RDI RDX; load ~base:RDX 8 RCX ];
  is "... at a distance" true to_word [ Lea (W64, RDX, memory ~base:RDI 24); store ~base:RDX (-16) RCX ];
  is "... which is not lent" false { to_word with e_lent = []; e_needed = []; e_filled = [] } adds;
  is "... a byte of it is not" false { to_word with e_lent = [ lent 8 15 ]; e_needed = []; e_filled = [] } adds;
  is "... a byte in front is stored to" false to_word [ store ~base:RDI 7 RCX ];
  is "... a byte behind" false to_word [ store ~base:RDI 9 RCX ];
  is "... through another register" false to_word [ move RDI RDX; store ~base:RDX 0 RCX ];
  is "... at an index" false to_word
    [ Mov (W64, M { (memory ~base:RDI 8) with m_index = Some (RCX, Z.one) }, Reg RCX) ];
  is "... that needs not be fresh" true ~load:[] { to_word with e_needed = []; e_filled = [] }
    [ store ~base:RDI 8 RCX ];
  is "... then it is not loaded" false ~load:[] { to_word with e_needed = []; e_filled = [] } adds;
  let unwritten = [ down 24; move RSP RDI ] in
  is "... that is not written" false ~first:unwritten ~load:[] to_word adds;
  is "... but where it is called" true ~first:unwritten { to_word with e_needed = [] } [ store ~base:RDI 8 RCX ];
  is "... nor there" false ~first:unwritten { to_word with e_needed = [] } [];
  is "... nor the whole of it" false ~first:unwritten { to_word with e_needed = [] } [ Movb (memory ~base:RDI 8, RCX) ];
  is "... that is needed, and not lent" false { to_word with e_needed = [ lent 0 8 ] } [];
  is "... that is filled, and not lent" false { to_word with e_filled = [ lent 16 24 ] } [];
  let all = [ lent 0 24 ] in
  let whole l = effect ~given:[ RDI ] ~lent:l ~leaves:[ RDI ] [ RBX ] in
  is "the whole frame is lent" true (whole all) [ store ~base:RDI 16 RCX ];
  is "... where it returns to, too" false (whole [ lent 16 32 ]) [ store ~base:RDI 24 RCX ];
  is "... a byte of that" false (whole [ lent 0 25 ]) [ store ~base:RDI 17 RCX ];
  is "... its caller's frame" false (whole [ lent 32 40 ]) [ store ~base:RDI 32 RCX ];
  is "... what lies below %rsp" false (whole [ lent (-8) 8 ]) [ store ~base:RDI 0 RCX ];
  is "... where what is called returns to" false (whole [ lent (-8) 0 ]) [ store ~base:RDI (-8) RCX ];
  let saved = [ down 24; store 8 RSP; move RSP RDI ] in
  is "... and a word that leads to the stack" false ~first:saved (whole all) [ store ~base:RDI 8 RCX ];
  is "... but for that" true ~first:saved (whole [ lent 0 8; lent 16 24 ]) [ store ~base:RDI 16 RCX ];
  is "... but for a part of it" false ~first:saved (whole [ lent 0 9 ]) [ store ~base:RDI 0 RCX ];
  is "a register is given that does not lead there" false ~first:[ down 24; store 8 RSI ] (whole []) [];
  is "... of which it is not known where" false (whole []) []
    ~first:[ down 24; store 8 RSI; move RSP RDI; Alu (ADD, W64, R RDI, Reg RCX) ];
  is "a register leads there, and is not given" false (effect [ RBX ]) [];
  is "an address is left in %rax" false to_word [ move RDI RAX ];
  let left = { to_word with e_leaves = [ RAX; RDI ] } in
  is "... as is said" true left [ move RDI RAX ];
  is "... and in %rdx" false left [ move RDI RDX ];
  is "... which is not followed" false ~load:[ load ~base:RAX 8 RAX; Mov (W64, M (memory ~base:RAX 0), Reg RAX) ] left
    [ move RDI RAX; move RDI RDX ];
  is "an address is stored where it is lent" false to_word [ store ~base:RDI 8 RDI ];
  is "... or elsewhere" false to_word [ store ~base:RSI 8 RDI ];
  is "%rbx is lost" false to_word [ move RDI RBX ];
  let kept = effect ~given:[ RDI ] ~lent:word ~needed:word ~filled:word ~leaves:[ RBP ] [ RBX; RDI ] in
  is "%rdi is kept" true kept (adds @ [ move RDI RBP; move RBP RDI ]);
  is "... not if it moved" false kept [ Un (INC, W64, R RDI) ];
  is "... nor if it was loaded" false kept [ load ~base:RDI 8 RDI ]

let () =
  let begins keep _ = Some (effect keep) in
  let again_is name expected ?first ?last keep =
    let a, c = again ?first ?last keep in Tap.check name (check ~begins:(begins keep) a c = expected)
  in
  let a, c = again [ RBX ] in
  damaged ~begins:(begins [ RBX ]) "a function that calls itself" a c;
  Tap.check "... no chain begins there" (not (check a c));
  again_is "... which does nothing" true ~first:[] ~last:[] [ RBX; R12 ];
  again_is "... and keeps less than is said" false [ RBX; R12 ] ~first:[ Push (RBX, Z.one); move RDI R12 ];
  again_is "... keeps another register" false [ RBX ] ~last:[ Pop (R12, Z.one) ];
  again_is "... raises %rsp" false ~first:[] ~last:[ up 8 ] [ RBX ];
  again_is "... lowers it" false ~first:[] ~last:[ down 8 ] [ RBX ];
  again_is "... gives an address of its frame" false [ RBX ] ~first:[ Push (RBX, Z.one); move RSP RDI ];
  again_is "... keeps one from its callee" true [ RBX; RBP ] ~first:[ Push (RBP, Z.one); move RSP RBP ]
    ~last:[ Pop (RBP, Z.one) ];
  again_is "... leaves one to its caller" false ~first:[] ~last:[ move RSP RAX ] [ RBX ];
  let in_caller name x =
    Tap.check name (along (at_called (effect [ RBX ])) [ x ] = None)
  in
  in_caller "... does not store to its caller's frame" (store 8 RDI);
  in_caller "... nor where it returns to" (store 0 RDI);
  in_caller "... nor partly there" (store (-4) RDI);
  in_caller "... nor at an unknown place" (Mov (W64, M { (memory (-64)) with m_index = Some (RCX, Z.one) }, Reg RDI));
  in_caller "... nor where a register leads that it keeps" (store ~base:RBX 0 RDI);
  in_caller "... does not load from there" (load 8 RAX);
  in_caller "... nor its address to return to" (load 0 RAX);
  accepts "a frame" frame;
  accepts "an aligned frame" saved;
  accepts "%rsp by way of the frame" spilled;
  accepts "the last word of the red zone" [ store (-128) RDI; load (-128) RAX ];
  accepts "that, by way of a copy" [ move RSP R8; Un (INC, W64, R R8); Un (INC, W64, R R8); Un (DEC, W64, R R8);
    store ~base:R8 (-129) RDI ];
  refuses "a word below it by inc" [ move RSP R8; Un (INC, W64, R R8); store ~base:R8 (-130) RDI ];
  refuses "a word below it by dec" [ move RSP R8; Un (DEC, W64, R R8); store ~base:R8 (-128) RDI ];
  refuses "a word below it" [ store (-136) RDI ];
  refuses "what was not written" [ load (-8) RAX ];
  refuses "a byte more than was written" [ store (-8) RDI; load (-12) RAX ];
  refuses "what was freed since" [ down 136; store 0 RDI; up 136; down 136; load 0 RAX ];
  refuses "a store to where it returns" [ store 0 RDI ];
  refuses "a store to a part of that" [ store (-4) RDI ];
  accepts "a store above it" [ store 8 RDI ];
  refuses "%rsp that is lower at the return" [ down 8 ];
  refuses "%rsp that is higher" [ up 8 ];
  refuses "%rsp that is loaded" [ load ~base:RDI 0 RSP ];
  refuses "%rsp of a word that was overwritten in part"
    [ move RSP RAX; down 64; store 0 RAX; Movb (memory 3, RDI); load 0 RSP ];
  refuses "%rsp of a word that was overwritten at an unknown place"
    [ move RSP RAX; down 64; store 0 RAX; Mov (W64, M { (memory 0) with m_index = Some (RCX, Z.one) }, Reg RDI);
      load 0 RSP ];
  refuses "an alignment to what is no power of two"
    [ move RSP RBP; Alu (AND, W64, R RSP, Imm (z (-48))); move RBP RSP ];
  let claims body = (([ root (Option.get (along at_entry body)) ], List.map i body @ [ return ])) in
  let a, c = claims frame in damaged "a frame" a c;
  let a, c = claims saved in damaged "an aligned frame" a c;
  let a, c = claims spilled in damaged "%rsp by way of the frame" a c;
  let a, c, back = called () in
  damaged "calls" a c;
  (* what a call may have changed *)
  let states = List.map Option.get (List.hd a).a_states in
  let after_calls name k change =
    let states = List.mapi (fun j st -> if j = k then change st else st) states in
    Tap.check name (not (check (root states :: List.tl a) c))
  in
  after_calls "the address that a call returned to" 4
    (fun st -> { st with k_fresh = stretch (-32) (-24) :: st.k_fresh });
  after_calls "what lay below %rsp at a call elsewhere" 5 (fun st -> { st with k_fresh = back.k_fresh });
  let register r v = List.map (fun st -> with_register st r v) states in
  let kept r = [ { (root (register r (at (-64)))) with a_first = O } ] in
  Tap.check "a register that a call keeps needs a claim from the entry on" (not (check (kept RBX @ List.tl a) c));
  let jump t = (FJump (nat t), None) in
  (* what follows of words *)
  let spot o = { s_origin = SEntry; s_off = z o } in
  let with_words l = { at_entry with k_words = List.map (fun (o, v) -> (spot o, v)) l } in
  let words = [ (-8, at 0); (-16, at (-24)); (-24, SMaybe) ] in
  let follows name expected l = Tap.check name (state_le (with_words words) (with_words l) = expected) in
  follows "words follow from themselves" true words;
  follows "... in another order" true (List.rev words);
  follows "... what may lead anywhere from what is known" true [ (-8, at 0); (-16, SMaybe); (-24, SMaybe) ];
  follows "... not what is known from what may" false [ (-8, at 0); (-16, at (-24)); (-24, at 0) ];
  follows "... not another place" false [ (-8, at 8); (-16, at (-24)); (-24, SMaybe) ];
  follows "... not that there is none" false [ (-8, at 0); (-16, at (-24)) ];
  follows "... not where it is said to be none" false [ (-8, SOff); (-16, at (-24)); (-24, SMaybe) ];
  follows "... not at another word" false [ (-8, at 0); (-32, at (-24)); (-24, SMaybe) ];
  follows "... not one word more" false (words @ [ (-32, at 0) ]);
  (* what follows of fresh bytes *)
  let aligned = { r_origin = SAligned (z (-16), z 32); r_from = z (-64); r_to = z (-32) } in
  let with_fresh l = { at_entry with k_fresh = l } in
  let fresh = [ stretch (-96) (-80); stretch (-64) (-32); aligned; stretch (-16) (-8) ] in
  let follows name expected l = Tap.check name (state_le (with_fresh fresh) (with_fresh l) = expected) in
  follows "fresh bytes follow from themselves" true fresh;
  follows "... in another order" true (List.rev fresh);
  follows "... fewer of them" true [ stretch (-96) (-88); stretch (-40) (-36); aligned ];
  follows "... two parts of one stretch" true [ stretch (-64) (-60); stretch (-36) (-32); aligned ];
  follows "... not a byte before" false [ stretch (-96) (-80); stretch (-65) (-32) ];
  follows "... not a byte behind" false [ stretch (-64) (-31); aligned ];
  follows "... not from two stretches what is between them" false [ stretch (-96) (-32) ];
  follows "... not of another origin" false [ { (stretch (-96) (-80)) with r_origin = aligned.r_origin } ];
  follows "... not of another alignment" false [ { aligned with r_origin = SAligned (z (-16), z 64) } ];
  follows "... not one in front" false (stretch (-112) (-104) :: fresh);
  follows "... not one behind" false (fresh @ [ stretch (-4) 0 ]);
  Tap.check "... none of nothing" (not (state_le at_entry (with_fresh [ stretch (-8) 0 ])));
  let offsets = [ -24; -64; -8; -48; -40; -16; -56; -32 ] in
  let stored l o = Asm_model.stretched (stretch o (o + 8)) l in
  Tap.check "stretches that touch become one, in any order"
    (List.fold_left stored [] offsets = [ stretch (-64) 0 ]);
  let shorter = { at_entry with k_registers = List.tl at_entry.k_registers } in
  Tap.check "a register less" (not (state_le at_entry shorter || state_le shorter at_entry));
  let s = at_entry in
  let here n = List.init n (fun _ -> s) in
  Tap.check "a loop" (check [ root (here 2) ] [ (FBranch (CcE, O), None); return ]);
  Tap.check "a jump past the end" (not (check [ root (here 1) ] [ jump 1 ]));
  Tap.check "code that runs on past its end" (not (check [ root (here 1) ] [ i Nop ]));
  Tap.check "a jump to where more is claimed"
    (not (check [ root [ s; { s with k_fresh = [ stretch (-8) 0 ] } ] ] [ jump 1; return ]));
  Tap.check "an entry without a claim" (not (check [ { (root [ s ]) with a_first = S O } ] [ return; return ]));
  Tap.check "an entry at which more is claimed"
    (not (check [ root [ { s with k_fresh = [ stretch (-8) 0 ] } ] ] [ return ]));
  lends ();
  Tap.finish ()
