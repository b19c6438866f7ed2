(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

type form = { name : string; make : Random.State.t -> instr }

let pick rng l = List.nth l (Random.State.int rng (List.length l))
let gpr rng = pick rng Operand.gprs
let vreg rng = pick rng Operand.vregs

(* An address near [data], relative to [symbol], or made of registers. *)
let address ~symbol ~data rng =
  let disp = Z.of_int (pick rng [ 0; 8; -16; 127; -128; 4096; -100000; Random.State.int rng 1000 ]) in
  let index () =
    let r = pick rng (List.filter (( <> ) RSP) Operand.gprs) in
    (r, Z.of_int (pick rng [ 1; 2; 4; 8 ]))
  in
  let base = gpr rng in
  match Random.State.int rng 10 with
  | 0 -> { m_base = NoBase; m_index = None; m_disp = Z.of_int (data + (16 * Random.State.int rng 8)); m_region = Z.zero }
  | 1 -> { m_base = BaseSym symbol; m_index = None; m_disp = Z.of_int (Random.State.int rng 32); m_region = Z.zero }
  | 2 | 3 | 4 ->
      let i, k = index () in
      if i = base then { m_base = BaseReg base; m_index = None; m_disp = disp; m_region = Z.zero }
      else { m_base = BaseReg base; m_index = Some (i, k); m_disp = disp; m_region = Z.zero }
  | 5 ->
      let i, k = index () in
      { m_base = NoBase; m_index = Some (i, k); m_disp = disp; m_region = Z.zero }
  | _ -> { m_base = BaseReg base; m_index = None; m_disp = disp; m_region = Z.zero }

let immediate rng =
  let z = pick rng [ 0; 1; -1; 127; 128; -128; -129; 0x7fffffff; -0x80000000; Random.State.bits rng ] in
  Z.of_int z

let byte rng = Z.of_int (Random.State.int rng 256)
let rm_forms mem = [ ("r", fun rng -> R (gpr rng)); ("m", fun rng -> M (mem rng)) ]
let rmi mem : (string * (Random.State.t -> rmi)) list =
  [ ("r", fun rng -> Reg (gpr rng)); ("m", fun rng -> Memory (mem rng)); ("i", fun rng -> (Imm (immediate rng) : rmi)) ]

let widths = [ W32; W64 ]
let conditions = [ CcO; CcNO; CcB; CcAE; CcE; CcNE; CcBE; CcA; CcS; CcNS; CcP; CcNP; CcL; CcGE; CcLE; CcG ]

type add = string -> (Random.State.t -> instr) -> unit

let two_operands (add : add) mem =
  let pairs f = List.iter (fun w -> List.iter (fun (td, d) -> List.iter (fun (ts, s) -> if not (td = "m" && ts = "m") then f w (td ^ "," ^ ts) d s) (rmi mem)) (rm_forms mem)) widths in
  pairs (fun w tag d s -> add tag (fun rng -> Mov (w, d rng, s rng)));
  add "r,i64" (fun rng -> Mov (W64, R (gpr rng), Imm (Z.of_int64 (Random.State.int64 rng Int64.max_int))));
  List.iter
    (fun op -> pairs (fun w tag d s -> add tag (fun rng -> Alu (op, w, d rng, s rng))))
    [ ADD; ADC; SUB; SBB; AND; OR; XOR ];
  List.iter (fun op -> pairs (fun w tag d s -> add tag (fun rng -> Cmp (op, w, d rng, s rng)))) [ CMP; TEST ]

let one_operand (add : add) mem =
  List.iter
    (fun w ->
      add "r,m" (fun rng -> Movbe (w, R (gpr rng), M (mem rng)));
      add "m,r" (fun rng -> Movbe (w, M (mem rng), R (gpr rng)));
      add "r,a" (fun rng -> Lea (w, gpr rng, mem rng));
      add "r" (fun rng -> Bswap (w, gpr rng));
      List.iter
        (fun (t, x) ->
          List.iter (fun op -> add t (fun rng -> Un (op, w, x rng))) [ INC; DEC; NEG; NOT ];
          List.iter
            (fun op ->
              add (t ^ ",1") (fun rng -> Shift (op, w, x rng, Z.one));
              add (t ^ ",i") (fun rng -> Shift (op, w, x rng, Z.of_int (2 + Random.State.int rng (match w with W32 -> 30 | W64 -> 62)))))
            [ SHL; SHR; SAR; ROL; ROR ];
          List.iter (fun op -> add (t ^ ",cl") (fun rng -> ShiftCl (op, w, x rng))) [ SHL; SHR; SAR; ROL; ROR ];
          let shx op = add ("r," ^ t ^ ",r") (fun rng -> Shx (op, w, gpr rng, x rng, gpr rng)) in
          List.iter shx [ SHL; SHR; SAR ];
          add ("r," ^ t ^ ",i") (fun rng ->
              Rorx (w, gpr rng, x rng, Z.of_int (Random.State.int rng (match w with W32 -> 32 | W64 -> 64))));
          let bmi op = add ("r,r," ^ t) (fun rng -> Bmi (op, w, gpr rng, gpr rng, x rng)) in
          List.iter bmi [ PEXT; PDEP; ANDN ];
          let below rng = Random.State.int rng (match w with W32 -> 32 | W64 -> 64) in
          List.iter
            (fun op ->
              add (t ^ ",r,1") (fun rng -> Shiftd (op, w, x rng, gpr rng, Z.one));
              add (t ^ ",r,i") (fun rng -> Shiftd (op, w, x rng, gpr rng, Z.of_int (max 2 (below rng))));
              add (t ^ ",r,cl") (fun rng -> ShiftdCl (op, w, x rng, gpr rng)))
            [ SHLD; SHRD ];
          List.iter (fun op -> add (t ^ ",i") (fun rng -> Bit (op, w, x rng, Z.of_int (below rng)))) [ BT; BTS; BTR; BTC ];
          if w = W64 then begin
            List.iter (fun op -> add ("r," ^ t) (fun rng -> Scan (op, gpr rng, x rng))) [ BSF; BSR ];
            add ("r," ^ t) (fun rng -> Movslq (gpr rng, x rng))
          end;
          add ("r," ^ t) (fun rng -> Popcnt (w, gpr rng, x rng));
          List.iter (fun op -> add t (fun rng -> Rotc (op, w, x rng))) [ RCL; RCR ];
          add t (fun rng -> ImulWide (w, x rng));
          add ("r," ^ t ^ ",i") (fun rng -> ImulConst (w, gpr rng, x rng, immediate rng));
          add t (fun rng -> Mul (w, x rng));
          add ("r," ^ t) (fun rng -> Imul (w, gpr rng, x rng));
          add ("r,r," ^ t) (fun rng -> Mulx (w, gpr rng, gpr rng, x rng));
          add ("r," ^ t) (fun rng -> Adcx (w, gpr rng, x rng));
          add ("r," ^ t) (fun rng -> Adox (w, gpr rng, x rng));
          List.iter
            (fun c -> add ((match w with W32 -> "r32," | W64 -> "r64,") ^ t) (fun rng -> Cmov (c, w, gpr rng, x rng)))
            conditions)
        (rm_forms mem))
    widths

let bytes_and_stack (add : add) mem =
  List.iter
    (fun c -> add "r8" (fun rng -> Set_ (c, gpr rng)))
    conditions;
  List.iter (fun op -> add "" (fun _ -> Carry op)) [ STC; CLC; CMC ];
  add "r,r" (fun rng -> Xchg (gpr rng, gpr rng));
  add "r,m" (fun rng -> Movzb (gpr rng, mem rng));
  add "m,r" (fun rng -> Movb (mem rng, gpr rng));
  add "r,m" (fun rng -> Movzw (gpr rng, mem rng));
  add "m,r" (fun rng -> Movw (mem rng, gpr rng));
  add "r,m" (fun rng -> MovwLoad (gpr rng, mem rng));
  add "r" (fun rng -> Push (gpr rng, Z.zero));
  add "r" (fun rng -> Pop (gpr rng, Z.zero))

let etag = function Sse | Vex128 -> "x" | Vex256 -> "y"
let vms mem = [ ("v", fun rng -> X (vreg rng)); ("m", fun rng -> XM (mem rng)) ]

(* The two-operand form of SSE reads what it overwrites. *)
let first e rng d = if e = Sse then d else vreg rng

let vectors (add : add) mem e =
  let t = etag e in
  List.iter
    (fun k ->
      add (t ^ "," ^ t) (fun rng -> VMov (k, e, X (vreg rng), X (vreg rng)));
      add (t ^ ",m") (fun rng -> VMov (k, e, X (vreg rng), XM (mem rng)));
      add ("m," ^ t) (fun rng -> VMov (k, e, XM (mem rng), X (vreg rng))))
    [ DQU; DQA; UPS; APS ];
  List.iter
    (fun (ts, s) ->
      let vop2 op = add (t ^ "," ^ ts) (fun rng -> let d = vreg rng in let o = op rng in Vop2 (o, e, d, first e rng d, s rng)) in
      List.iter (fun o -> vop2 (fun _ -> o))
        [ PXOR; POR; PAND; PANDN; XORPS; PMULHRSW; PMADDWD; PMADDUBSW; PACKSSWB; PACKUSWB; PACKSSDW; PACKUSDW;
          PSLLVD; PSRLVD; PSRAVD; PSLLVQ; PSRLVQ;
          PADDB; PADDW; PADDD; PADDQ; PSUBB; PSUBW; PSUBD; PSUBQ; PMULLW; PMULHW; PMULHUW;
          PMULLD; PMULDQ; PMULUDQ; PCMPEQB; PCMPEQW; PCMPEQD; PCMPGTB; PCMPGTW; PCMPGTD;
          PSHUFB; PUNPCKLDQ; PUNPCKHDQ; PUNPCKLQDQ; PUNPCKHQDQ; AESENC; AESENCLAST; AESDEC; AESDECLAST ];
      vop2 (fun rng -> PALIGNR (Z.of_int (Random.State.int rng (if Random.State.bool rng then 36 else 256))));
      vop2 (fun rng -> SHUFPS (byte rng));
      vop2 (fun rng -> SHUFPD (byte rng));
      vop2 (fun rng -> PBLENDD (byte rng));
      vop2 (fun rng -> PBLENDW (byte rng));
      vop2 (fun rng -> PCLMULQDQ (if Random.State.bool rng then byte rng else Z.of_int (pick rng [ 0; 1; 16; 17 ])));
      let vop1 op = add (t ^ "," ^ ts) (fun rng -> Vop1 (op rng, e, vreg rng, s rng)) in
      vop1 (fun rng -> PSHUFD (byte rng));
      List.iter (fun o -> vop1 (fun _ -> o)) [ MOVSHDUP; MOVSLDUP; AESIMC ];
      vop1 (fun rng -> AESKEYGENASSIST (byte rng)))
    (vms mem);
  List.iter
    (fun o ->
      add (t ^ ",i") (fun rng ->
          let d = vreg rng in
          VShift (o, e, d, first e rng d, Z.of_int (Random.State.int rng (if Random.State.int rng 4 = 0 then 256 else 66)))))
    [ PSLLDQ; PSRLDQ; PSLLW; PSRLW; PSRAW; PSLLD; PSRLD; PSRAD; PSLLQ; PSRLQ ]

let vectors_and_registers (add : add) mem e =
  let t = etag e in
  List.iter (fun k -> add ("r," ^ t) (fun rng -> Movmsk (k, e, gpr rng, vreg rng))) [ PMOVMSKB; MOVMSKPS; MOVMSKPD ];
  List.iter
    (fun k ->
      let element rng = Z.of_int (Random.State.int rng (match k with W8 -> 16 | W16 -> 8)) in
      List.iter
        (fun (ts, s) ->
          add (t ^ "," ^ ts) (fun rng -> let d = vreg rng in PinsrN (k, e, d, first e rng d, s rng, element rng));
          add (ts ^ "," ^ t) (fun rng -> PextrN (k, e, s rng, vreg rng, element rng)))
        (rm_forms mem))
    [ W8; W16 ];
  List.iter
    (fun (ts, s) -> add (t ^ "," ^ ts ^ "," ^ t) (fun rng -> Vpblendvb (e, vreg rng, vreg rng, s rng, vreg rng)))
    (vms mem);
  add (t ^ ",m") (fun rng -> let d = vreg rng in MovhLoad (e, d, first e rng d, mem rng));
  add ("m," ^ t) (fun rng -> MovhStore (e, mem rng, vreg rng));
  List.iter
    (fun (ts, s) ->
      List.iter (fun w -> add (t ^ "," ^ ts) (fun rng -> Vpbroadcast (w, e, vreg rng, s rng))) widths;
      add (t ^ "," ^ ts) (fun rng -> Pmovzxbd (e, vreg rng, s rng)))
    (vms mem);
  add (t ^ "," ^ t) (fun rng -> Movq (e, vreg rng, vreg rng));
  List.iter
    (fun w ->
      let lanes = match w with W32 -> 4 | W64 -> 2 in
      List.iter
        (fun (ts, s) ->
          add (t ^ "," ^ ts) (fun rng -> MovGX (e, w, vreg rng, s rng));
          add (ts ^ "," ^ t) (fun rng -> MovXG (e, w, s rng, vreg rng));
          add (t ^ "," ^ ts) (fun rng -> let d = vreg rng in Pinsr (e, w, d, first e rng d, s rng, Z.of_int (Random.State.int rng lanes)));
          add (ts ^ "," ^ t) (fun rng -> Pextr (e, w, s rng, vreg rng, Z.of_int (Random.State.int rng lanes))))
        (rm_forms mem))
    widths

let rest (add : add) mem =
  List.iter
    (fun (ts, s) ->
      add ("y,y," ^ ts) (fun rng -> Vinserti128 (vreg rng, vreg rng, s rng, byte rng));
      add (ts ^ ",y") (fun rng -> Vextracti128 (s rng, vreg rng, byte rng));
      add ("y,y," ^ ts) (fun rng -> Vperm2i128 (vreg rng, vreg rng, s rng, byte rng));
      add ("y,y," ^ ts) (fun rng -> Vpermd (vreg rng, vreg rng, s rng));
      add ("y," ^ ts) (fun rng -> Vpermq (vreg rng, s rng, byte rng)))
    (vms mem);
  add "y,m" (fun rng -> Vbroadcasti128 (vreg rng, mem rng));
  add "" (fun _ -> Vzeroupper);
  List.iter (fun l -> add "m" (fun rng -> Prefetch (Z.of_int l, mem rng))) [ 0; 1; 2; 3 ];
  add "" (fun _ -> Nop)

let all ~symbol ~data =
  let mem = address ~symbol ~data in
  let forms = ref [] in
  let add tag make =
    (* a form is named by an instruction of that form: its mnemonic, and the kinds of its operands *)
    match make (Random.State.make [| 1 |]) with
    | exception Not_found -> ()
    | i -> (
        match describe i with
        | None -> ()
        | Some _ -> forms := { name = fst (Mnemonic.of_instr i) ^ " " ^ tag; make } :: !forms)
  in
  two_operands add mem;
  one_operand add mem;
  bytes_and_stack add mem;
  List.iter
    (fun e ->
      vectors add mem e;
      vectors_and_registers add mem e)
    [ Sse; Vex128; Vex256 ];
  rest add mem;
  List.rev !forms
