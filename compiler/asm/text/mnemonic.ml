(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum
open Operand

let ( let* ) = Result.bind
let n_of_int = Z.of_int

(* Names of the operations *)

let alus = [ ("add", ADD); ("adc", ADC); ("sub", SUB); ("sbb", SBB); ("and", AND); ("or", OR); ("xor", XOR) ]
let cmps = [ ("cmp", CMP); ("test", TEST) ]
let uns = [ ("inc", INC); ("dec", DEC); ("neg", NEG); ("not", NOT) ]
let shifts = [ ("shl", SHL); ("shr", SHR); ("sar", SAR); ("rol", ROL); ("ror", ROR) ]

let bmis = [ ("pext", PEXT); ("pdep", PDEP); ("andn", ANDN) ]
let shiftds = [ ("shld", SHLD); ("shrd", SHRD) ]
let bitops = [ ("bt", BT); ("bts", BTS); ("btr", BTR); ("btc", BTC) ]
let scans = [ ("bsf", BSF); ("bsr", BSR) ]
let carries = [ ("stc", STC); ("clc", CLC); ("cmc", CMC) ]
let rotcs = [ ("rcl", RCL); ("rcr", RCR) ]
let shxs = [ ("shlx", SHL); ("shrx", SHR); ("sarx", SAR) ]

let conditions =
  [ ("o", CcO); ("no", CcNO); ("b", CcB); ("ae", CcAE); ("e", CcE); ("ne", CcNE); ("be", CcBE); ("a", CcA);
    ("s", CcS); ("ns", CcNS); ("p", CcP); ("np", CcNP); ("l", CcL); ("ge", CcGE); ("le", CcLE); ("g", CcG) ]

let condition_synonyms =
  [ ("c", CcB); ("nae", CcB); ("nc", CcAE); ("nb", CcAE); ("z", CcE); ("nz", CcNE); ("na", CcBE); ("nbe", CcA);
    ("pe", CcP); ("po", CcNP); ("nge", CcL); ("nl", CcGE); ("ng", CcLE); ("nle", CcG) ]

let condition s = List.assoc_opt s (conditions @ condition_synonyms)

let name_in table v = fst (List.find (fun (_, w) -> w = v) table)
let condition_name c = name_in conditions c

let plain2 =
  [ ("pxor", PXOR); ("por", POR); ("pand", PAND); ("pandn", PANDN); ("xorps", XORPS);
    ("paddb", PADDB); ("paddw", PADDW); ("paddd", PADDD); ("paddq", PADDQ);
    ("psubb", PSUBB); ("psubw", PSUBW); ("psubd", PSUBD); ("psubq", PSUBQ);
    ("pmullw", PMULLW); ("pmulhw", PMULHW); ("pmulhuw", PMULHUW); ("pmulhrsw", PMULHRSW);
    ("pmaddwd", PMADDWD); ("pmaddubsw", PMADDUBSW); ("packsswb", PACKSSWB); ("packuswb", PACKUSWB);
    ("packssdw", PACKSSDW); ("packusdw", PACKUSDW); ("psllvd", PSLLVD); ("psrlvd", PSRLVD); ("psravd", PSRAVD);
    ("psllvq", PSLLVQ); ("psrlvq", PSRLVQ); ("pmulld", PMULLD); ("pmuldq", PMULDQ);
    ("pmuludq", PMULUDQ);
    ("pcmpeqb", PCMPEQB); ("pcmpeqw", PCMPEQW); ("pcmpeqd", PCMPEQD);
    ("pcmpgtb", PCMPGTB); ("pcmpgtw", PCMPGTW); ("pcmpgtd", PCMPGTD); ("pshufb", PSHUFB);
    ("punpckldq", PUNPCKLDQ); ("punpckhdq", PUNPCKHDQ); ("punpcklqdq", PUNPCKLQDQ);
    ("punpckhqdq", PUNPCKHQDQ); ("aesenc", AESENC); ("aesenclast", AESENCLAST); ("aesdec", AESDEC);
    ("aesdeclast", AESDECLAST) ]

let imm2 =
  [ ("palignr", fun i -> PALIGNR i); ("shufps", fun i -> SHUFPS i); ("shufpd", fun i -> SHUFPD i);
    ("pblendd", fun i -> PBLENDD i); ("pblendw", fun i -> PBLENDW i);
    ("pclmulqdq", fun i -> PCLMULQDQ i) ]

let pclmul_names = [ ("pclmullqlqdq", 0x00); ("pclmulhqlqdq", 0x01); ("pclmullqhqdq", 0x10); ("pclmulhqhqdq", 0x11) ]
let imm1 = [ ("pshufd", fun i -> PSHUFD i); ("aeskeygenassist", fun i -> AESKEYGENASSIST i) ]

let alone1 = [ ("movshdup", MOVSHDUP); ("movsldup", MOVSLDUP); ("aesimc", AESIMC) ]

let vshifts =
  [ ("pslldq", PSLLDQ); ("psrldq", PSRLDQ); ("psllw", PSLLW); ("psrlw", PSRLW); ("psraw", PSRAW);
    ("pslld", PSLLD); ("psrld", PSRLD); ("psrad", PSRAD);
    ("psllq", PSLLQ); ("psrlq", PSRLQ) ]

let movmsks = [ ("pmovmskb", PMOVMSKB); ("movmskps", MOVMSKPS); ("movmskpd", MOVMSKPD) ]
let vmovs = [ ("movdqu", DQU); ("movdqa", DQA); ("movups", UPS); ("movaps", APS) ]
let prefetches = [ ("prefetcht0", 0); ("prefetcht1", 1); ("prefetcht2", 2); ("prefetchnta", 3) ]

(* From text to the model *)

let of_size = function Dword -> Some W32 | Qword -> Some W64 | _ -> None

(* The width a scalar opcode's operands settle. *)
let width_of_operands ops =
  List.find_map
    (function
      | Gpr (s, _) -> of_size s
      | Address { pointer = Some s; _ } -> of_size s
      | _ -> None)
    ops

let width_agrees w ops =
  List.for_all
    (function
      | Gpr (s, _) -> of_size s = Some w
      | Address { pointer = Some s; _ } -> of_size s = Some w
      | _ -> true)
    ops

let to_mem ~region (a : address) =
  { m_base = a.base; m_index = Option.map (fun (r, k) -> (r, n_of_int k)) a.index; m_disp = a.disp; m_region = region a }

let small_imm name limit z =
  if Z.sign z >= 0 && Z.lt z (Z.of_int limit) then Ok z
  else Error (Printf.sprintf "the constant of %s is out of range (0 to %d)" name (limit - 1))

let byte_imm name z =
  if Z.geq z (Z.of_int (-128)) && Z.lt z (Z.of_int 256) then Ok (Z.logand z (Z.of_int 255))
  else Error (Printf.sprintf "the constant of %s does not fit in a byte" name)

let fits_32 w z =
  let half = Z.shift_left Z.one 31 in
  match w with
  | W64 -> Z.geq z (Z.neg half) && Z.lt z half
  | W32 -> Z.geq z (Z.neg half) && Z.lt z (Z.shift_left Z.one 32)

(* A constant of 64 bits written without its sign, as the assembler takes it. *)
let signed_64 z =
  let all = Z.shift_left Z.one 64 in
  if Z.geq z (Z.sub all (Z.shift_left Z.one 31)) && Z.lt z all then Z.sub z all else z

let strip_prefix p s =
  let n = String.length p in
  if String.length s > n && String.sub s 0 n = p then Some (String.sub s n (String.length s - n)) else None

(* [name] is [base], or [base] and a size suffix. *)
let scalar_forms name =
  let n = String.length name in
  (name, None)
  ::
  (if n > 1 then
   match name.[n - 1] with
   | 'l' -> [ (String.sub name 0 (n - 1), Some W32) ]
   | 'q' -> [ (String.sub name 0 (n - 1), Some W64) ]
   | _ -> []
  else [])

let unsupported name =
  Error
    (Printf.sprintf
       "`%s' with these operands is not in the model, which has what was compared with a processor"
       name)

let scalar ~region base suffix name ops =
  let mem = to_mem ~region in
  let width k =
    match (suffix, width_of_operands ops) with
    | Some w, _ | None, Some w ->
        if width_agrees w ops then k w else Error (Printf.sprintf "the operands of `%s' have different sizes" name)
    | None, None -> Error (Printf.sprintf "`%s' needs a size: write `%sl' or `%sq'" name base base)
  in
  let rm = function Gpr (_, r) -> Some (R r) | Address a -> Some (M (mem a)) | _ -> None in
  let rmi w = function
    | Gpr (_, r) -> Ok (Reg r)
    | Address a -> Ok (Memory (mem a))
    | Imm z ->
        let z = if w = W64 then signed_64 z else z in
        if fits_32 w z then Ok (Imm z : rmi) else Error (Printf.sprintf "the constant of `%s' does not fit in 32 bits" name)
    | _ -> Error (Printf.sprintf "`%s' takes no vector register here" name)
  in
  let no = unsupported name in
  let cond prefix = Option.bind (strip_prefix prefix base) condition in
  match (base, ops) with
  | "mov", [ d; s ] -> (
      match (rm d, d, s) with
      | Some d, Gpr (Qword, _), Imm z when suffix <> Some W32 && not (fits_32 W64 (signed_64 z)) ->
          width (fun w -> Ok (Mov (w, d, Imm z)))
      | Some d, _, s -> width (fun w -> let* s = rmi w s in Ok (Mov (w, d, s)))
      | None, _, _ -> no)
  | "movabs", [ Gpr (Qword, d); Imm z ] -> Ok (Mov (W64, R d, Imm z))
  | "movbe", [ d; s ] -> (
      match (rm d, rm s) with Some d, Some s -> width (fun w -> Ok (Movbe (w, d, s))) | _ -> no)
  | "lea", [ Gpr (_, d); Address a ] -> width (fun w -> Ok (Lea (w, d, mem a)))
  | b, [ d; s ] when List.mem_assoc b alus -> (
      match rm d with
      | Some d -> width (fun w -> let* s = rmi w s in Ok (Alu (List.assoc b alus, w, d, s)))
      | None -> no)
  | b, [ d; s ] when List.mem_assoc b cmps -> (
      let d, s = match (b, d, s) with "test", Gpr _, Address _ -> (s, d) | _ -> (d, s) in
      match rm d with
      | Some d -> width (fun w -> let* s = rmi w s in Ok (Cmp (List.assoc b cmps, w, d, s)))
      | None -> no)
  | b, [ d ] when List.mem_assoc b uns -> (
      match rm d with Some d -> width (fun w -> Ok (Un (List.assoc b uns, w, d))) | None -> no)
  | b, (d :: rest) when List.mem_assoc b (("sal", SHL) :: shifts) && List.length rest <= 1 -> (
      let op = List.assoc b (("sal", SHL) :: shifts) in
      match (rm d, rest) with
      | Some d, [] -> width (fun w -> Ok (Shift (op, w, d, Z.one)))
      | Some x, [ Gpr (Byte, RCX) ] -> (
          (* the count has a size of its own *)
          match (suffix, width_of_operands [ d ]) with
          | Some w, _ | None, Some w when width_agrees w [ d ] -> Ok (ShiftCl (op, w, x))
          | _ -> Error (Printf.sprintf "`%s' needs a size, and one" name))
      | Some d, [ Imm z ] -> width (fun w -> let* k = small_imm name (match w with W32 -> 32 | W64 -> 64) z in
                               if Z.equal k Z.zero then Error "shifting by 0 is not in the model; drop the instruction"
                               else Ok (Shift (op, w, d, k)))
      | _ -> no)
  | b, (d :: ([] | [ Imm _ ] as rest)) when List.mem_assoc b rotcs -> (
      match (rm d, rest) with
      | Some d, [] -> width (fun w -> Ok (Rotc (List.assoc b rotcs, w, d)))
      | Some d, [ Imm z ] when Z.equal z Z.one -> width (fun w -> Ok (Rotc (List.assoc b rotcs, w, d)))
      | _ -> no)
  | b, [ d; (Gpr (_, s) as r); count ] when List.mem_assoc b shiftds -> (
      let op = List.assoc b shiftds in
      match (rm d, count, suffix, width_of_operands [ r ]) with
      | Some _, _, Some w, _ | Some _, _, None, Some w when not (width_agrees w [ d; r ]) ->
          Error (Printf.sprintf "the operands of `%s' have different sizes" name)
      | Some d, Gpr (Byte, RCX), Some w, _ | Some d, Gpr (Byte, RCX), None, Some w -> Ok (ShiftdCl (op, w, d, s))
      | Some d, Imm z, Some w, _ | Some d, Imm z, None, Some w ->
          let* k = small_imm name (match w with W32 -> 32 | W64 -> 64) z in
          if Z.equal k Z.zero then Error "shifting by 0 is not in the model; drop the instruction"
          else Ok (Shiftd (op, w, d, s, k))
      | _ -> no)
  | b, [ d; Imm z ] when List.mem_assoc b bitops -> (
      match rm d with
      | Some d ->
          width (fun w ->
              let* k = small_imm name (match w with W32 -> 32 | W64 -> 64) z in
              Ok (Bit (List.assoc b bitops, w, d, k)))
      | None -> no)
  | b, [ Gpr (_, d); s ] when List.mem_assoc b scans -> (
      match rm s with Some s -> width (fun w -> if w = W64 then Ok (Scan (List.assoc b scans, d, s)) else no) | None -> no)
  | "bswap", [ Gpr (_, d) ] -> width (fun w -> Ok (Bswap (w, d)))
  | "mul", [ s ] -> (match rm s with Some s -> width (fun w -> Ok (Mul (w, s))) | None -> no)
  | "imul", [ s ] -> (match rm s with Some s -> width (fun w -> Ok (ImulWide (w, s))) | None -> no)
  | "popcnt", [ Gpr (_, d); s ] -> (match rm s with Some s -> width (fun w -> Ok (Popcnt (w, d, s))) | None -> no)
  | "imul", [ (Gpr (_, d) as r); Imm z ] ->
      (* one register for both *)
      width (fun w ->
          let z = if w = W64 then signed_64 z else z in
          match rm r with
          | Some s when fits_32 w z -> Ok (ImulConst (w, d, s, z))
          | _ -> Error (Printf.sprintf "the constant of `%s' does not fit in 32 bits" name))
  | "imul", [ Gpr (_, d); s ] -> (match rm s with Some s -> width (fun w -> Ok (Imul (w, d, s))) | None -> no)
  | "imul", [ Gpr (_, d); s; Imm z ] -> (
      match rm s with
      | Some s ->
          width (fun w ->
              let z = if w = W64 then signed_64 z else z in
              if fits_32 w z then Ok (ImulConst (w, d, s, z))
              else Error (Printf.sprintf "the constant of `%s' does not fit in 32 bits" name))
      | None -> no)
  | b, [ Gpr (_, d); Gpr (_, s1); s2 ] when List.mem_assoc b bmis -> (
      match rm s2 with Some s2 -> width (fun w -> Ok (Bmi (List.assoc b bmis, w, d, s1, s2))) | None -> no)
  | b, [ Gpr (_, d); s; Gpr (_, c) ] when List.mem_assoc b shxs -> (
      match rm s with Some s -> width (fun w -> Ok (Shx (List.assoc b shxs, w, d, s, c))) | None -> no)
  | "rorx", [ Gpr (_, d); s; Imm z ] -> (
      match rm s with
      | Some s ->
          width (fun w ->
              let* k = small_imm name (match w with W32 -> 32 | W64 -> 64) z in
              Ok (Rorx (w, d, s, k)))
      | None -> no)
  | "mulx", [ Gpr (_, h); Gpr (_, l); s ] -> (
      match rm s with Some s -> width (fun w -> Ok (Mulx (w, h, l, s))) | None -> no)
  | "adcx", [ Gpr (_, d); s ] -> (match rm s with Some s -> width (fun w -> Ok (Adcx (w, d, s))) | None -> no)
  | "adox", [ Gpr (_, d); s ] -> (match rm s with Some s -> width (fun w -> Ok (Adox (w, d, s))) | None -> no)
  | _, [ Gpr (_, d); s ] when cond "cmov" <> None -> (
      match (cond "cmov", rm s) with Some c, Some s -> width (fun w -> Ok (Cmov (c, w, d, s))) | _ -> no)
  | _ -> no

let vector ~region name ops =
  let mem = to_mem ~region in
  let no = unsupported name in
  let vex, base = match strip_prefix "v" name with Some b -> (true, b) | None -> (false, name) in
  let enc_of = function Ymm _ -> if vex then Some Vex256 else None | Xmm _ -> Some (if vex then Vex128 else Sse) | _ -> None in
  let vreg e = function
    | Xmm x when e <> Vex256 -> Some x
    | Ymm x when e = Vex256 -> Some x
    | _ -> None
  in
  let vm e = function Address a -> Some (XM (mem a)) | o -> Option.map (fun x -> X x) (vreg e o) in
  let first_enc = List.find_map enc_of ops in
  let bare e = e = Sse in
  let vop2 op e ops =
    match (bare e, ops) with
    | true, [ d; s ] -> (
        match (vreg e d, vm e s) with Some d, Some s -> Ok (Vop2 (op, e, d, d, s)) | _ -> no)
    | false, [ d; s1; s2 ] -> (
        match (vreg e d, vreg e s1, vm e s2) with
        | Some d, Some s1, Some s2 -> Ok (Vop2 (op, e, d, s1, s2))
        | _ -> no)
    | _ -> no
  in
  let gpr_mem = function Gpr (_, r) -> Some (R r) | Address a -> Some (M (mem a)) | _ -> None in
  let enc = match first_enc with Some e -> e | None -> if vex then Vex128 else Sse in
  match (base, ops) with
  | b, ops when List.mem_assoc b plain2 -> vop2 (List.assoc b plain2) enc ops
  | b, ops when List.mem_assoc b pclmul_names -> vop2 (PCLMULQDQ (Z.of_int (List.assoc b pclmul_names))) enc ops
  | b, ops when List.mem_assoc b imm2 -> (
      match List.rev ops with
      | Imm z :: rest -> let* z = byte_imm name z in vop2 ((List.assoc b imm2) z) enc (List.rev rest)
      | _ -> no)
  | b, [ d; s; Imm z ] when List.mem_assoc b imm1 -> (
      let* z = byte_imm name z in
      match (vreg enc d, vm enc s) with
      | Some d, Some s -> Ok (Vop1 ((List.assoc b imm1) z, enc, d, s))
      | _ -> no)
  | b, [ d; s ] when List.mem_assoc b alone1 -> (
      match (vreg enc d, vm enc s) with Some d, Some s -> Ok (Vop1 (List.assoc b alone1, enc, d, s)) | _ -> no)
  | b, [ Gpr (Dword, d); s ] when List.mem_assoc b movmsks -> (
      match vreg enc s with Some s -> Ok (Movmsk (List.assoc b movmsks, enc, d, s)) | None -> no)
  | ("pinsrb" | "pinsrw"), ops when enc <> Vex256 -> (
      let k, elements = if base = "pinsrb" then (W8, 16) else (W16, 8) in
      let sized = function Gpr (Dword, r) -> Some (R r) | Address a -> Some (M (mem a)) | _ -> None in
      match (bare enc, ops) with
      | true, [ Xmm d; s; Imm z ] -> (
          let* z = small_imm name elements z in
          match sized s with Some s -> Ok (PinsrN (k, enc, d, d, s, z)) | None -> no)
      | false, [ Xmm d; Xmm s1; s; Imm z ] -> (
          let* z = small_imm name elements z in
          match sized s with Some s -> Ok (PinsrN (k, enc, d, s1, s, z)) | None -> no)
      | _ -> no)
  | ("pextrb" | "pextrw"), [ d; Xmm s; Imm z ] -> (
      let k, elements = if base = "pextrb" then (W8, 16) else (W16, 8) in
      let* z = small_imm name elements z in
      match d with
      | Gpr (Dword, r) -> Ok (PextrN (k, enc, R r, s, z))
      | Address a -> Ok (PextrN (k, enc, M (mem a), s, z))
      | _ -> no)
  | "pblendvb", [ d; s1; s2; mask ] when not (bare enc) -> (
      match (vreg enc d, vreg enc s1, vm enc s2, vreg enc mask) with
      | Some d, Some s1, Some s2, Some mask -> Ok (Vpblendvb (enc, d, s1, s2, mask))
      | _ -> no)
  | "movhpd", [ Address a; Xmm s ] -> Ok (MovhStore (enc, mem a, s))
  | "movhpd", [ Xmm d; Address a ] when bare enc -> Ok (MovhLoad (enc, d, d, mem a))
  | "movhpd", [ Xmm d; Xmm s1; Address a ] when not (bare enc) -> Ok (MovhLoad (enc, d, s1, mem a))
  | ("pbroadcastd" | "pbroadcastq"), [ d; s ] -> (
      (* its own size is the destination's *)
      let w = if base = "pbroadcastd" then W32 else W64 in
      let narrow = match s with Xmm s -> Some (X s) | Address a -> Some (XM (mem a)) | _ -> None in
      match (Option.bind (enc_of d) (fun e -> Option.map (fun d -> (e, d)) (vreg e d)), narrow) with
      | Some (e, d), Some s -> Ok (Vpbroadcast (w, e, d, s))
      | _ -> no)
  | "pmovzxbd", [ d; s ] -> (
      let narrow = match s with Xmm s -> Some (X s) | Address a -> Some (XM (mem a)) | _ -> None in
      match (Option.bind (enc_of d) (fun e -> Option.map (fun d -> (e, d)) (vreg e d)), narrow) with
      | Some (e, d), Some s -> Ok (Pmovzxbd (e, d, s))
      | _ -> no)
  | b, ops when List.mem_assoc b vshifts -> (
      let op = List.assoc b vshifts in
      match (bare enc, ops) with
      | true, [ d; Imm z ] -> (
          let* z = byte_imm name z in
          match vreg enc d with Some d -> Ok (VShift (op, enc, d, d, z)) | None -> no)
      | false, [ d; s; Imm z ] -> (
          let* z = byte_imm name z in
          match (vreg enc d, vreg enc s) with Some d, Some s -> Ok (VShift (op, enc, d, s, z)) | _ -> no)
      | _ -> no)
  | b, [ d; s ] when List.mem_assoc b vmovs -> (
      match (vm enc d, vm enc s) with
      | Some (XM _), Some (XM _) -> no
      | Some d, Some s -> Ok (VMov (List.assoc b vmovs, enc, d, s))
      | _ -> no)
  | ("movd" | "movq"), [ d; s ] when enc <> Vex256 -> (
      let w = if base = "movd" then W32 else W64 in
      let sized = function Gpr (Qword, _) -> w = W64 | Gpr (Dword, _) -> w = W32 | Gpr _ -> false | _ -> true in
      if not (sized d && sized s) then no
      else
        match (d, s) with
        | Xmm d, Xmm s when w = W64 -> Ok (Movq (enc, d, s))
        | Xmm d, s -> (match gpr_mem s with Some s -> Ok (MovGX (enc, w, d, s)) | None -> no)
        | d, Xmm s -> (match gpr_mem d with Some d -> Ok (MovXG (enc, w, d, s)) | None -> no)
        | _ -> no)
  | ("pinsrd" | "pinsrq"), ops when enc <> Vex256 -> (
      let w = if base = "pinsrd" then W32 else W64 in
      let lanes = if w = W32 then 4 else 2 in
      match (bare enc, ops) with
      | true, [ Xmm d; s; Imm z ] -> (
          let* z = small_imm name lanes z in
          match gpr_mem s with Some s -> Ok (Pinsr (enc, w, d, d, s, z)) | None -> no)
      | false, [ Xmm d; Xmm s1; s; Imm z ] -> (
          let* z = small_imm name lanes z in
          match gpr_mem s with Some s -> Ok (Pinsr (enc, w, d, s1, s, z)) | None -> no)
      | _ -> no)
  | ("pextrd" | "pextrq"), [ d; Xmm s; Imm z ] -> (
      let w = if base = "pextrd" then W32 else W64 in
      let* z = small_imm name (if w = W32 then 4 else 2) z in
      match gpr_mem d with Some d -> Ok (Pextr (enc, w, d, s, z)) | None -> no)
  | _ -> no

let special ~region name ops =
  let mem = to_mem ~region in
  let stack () = region { base = BaseReg RSP; index = None; disp = Z.zero; rip = false; pointer = None } in
  let half = function Xmm x -> Some (X x) | Address a -> Some (XM (mem a)) | _ -> None in
  let full = function Ymm x -> Some (X x) | Address a -> Some (XM (mem a)) | _ -> None in
  let no = unsupported name in
  match (name, ops) with
  | ("push" | "pushq"), [ Gpr (Qword, r) ] -> Some (Ok (Push (r, stack ())))
  | ("pop" | "popq"), [ Gpr (Qword, r) ] -> Some (Ok (Pop (r, stack ())))
  | ("movzbl" | "movzx" | "movzb"), [ Gpr (Dword, d); Address ({ pointer = None | Some Byte; _ } as a) ] ->
      Some (Ok (Movzb (d, mem a)))
  | ("movzwl" | "movzx"), [ Gpr (Dword, d); Address ({ pointer = None | Some Word; _ } as a) ]
    when name = "movzwl" || a.pointer = Some Word ->
      Some (Ok (Movzw (d, mem a)))
  | ("movw" | "mov"), [ Address a; Gpr (Word, s) ] -> Some (Ok (Movw (mem a, s)))
  | ("movw" | "mov"), [ Gpr (Word, d); Address a ] -> Some (Ok (MovwLoad (d, mem a)))
  | ("movb" | "mov"), [ Address a; Gpr (Byte, s) ] -> Some (Ok (Movb (mem a, s)))
  | "vinserti128", [ Ymm d; Ymm s1; s2; Imm z ] ->
      Some (let* z = byte_imm name z in match half s2 with Some s2 -> Ok (Vinserti128 (d, s1, s2, z)) | None -> no)
  | "vextracti128", [ d; Ymm s; Imm z ] ->
      Some (let* z = byte_imm name z in match half d with Some d -> Ok (Vextracti128 (d, s, z)) | None -> no)
  | "vperm2i128", [ Ymm d; Ymm s1; s2; Imm z ] ->
      Some (let* z = byte_imm name z in match full s2 with Some s2 -> Ok (Vperm2i128 (d, s1, s2, z)) | None -> no)
  | "vpermq", [ Ymm d; s; Imm z ] ->
      Some (let* z = byte_imm name z in match full s with Some s -> Ok (Vpermq (d, s, z)) | None -> no)
  | "vpermd", [ Ymm d; Ymm s1; s2 ] ->
      Some (match full s2 with Some s2 -> Ok (Vpermd (d, s1, s2)) | None -> no)
  | "vbroadcasti128", [ Ymm d; Address a ] -> Some (Ok (Vbroadcasti128 (d, mem a)))
  | "vzeroupper", [] -> Some (Ok Vzeroupper)
  | "nop", [] -> Some (Ok Nop)
  | c, [] when List.mem_assoc c carries -> Some (Ok (Carry (List.assoc c carries)))
  | ("xchg" | "xchgq"), [ Gpr (Qword, a); Gpr (Qword, b) ] -> Some (Ok (Xchg (a, b)))
  | ("movslq" | "movsxd"), [ Gpr (Qword, d); Gpr (Dword, s) ] -> Some (Ok (Movslq (d, R s)))
  | ("movslq" | "movsxd"), [ Gpr (Qword, d); Address ({ pointer = None | Some Dword; _ } as a) ] ->
      Some (Ok (Movslq (d, M (mem a))))
  | p, [ Address a ] when List.mem_assoc p prefetches ->
      Some (Ok (Prefetch (n_of_int (List.assoc p prefetches), mem a)))
  | _, [ Gpr (Byte, d) ] -> (
      match Option.bind (strip_prefix "set" name) condition with
      | Some c -> Some (Ok (Set_ (c, d)))
      | None -> None)
  | _ -> None

let is_vector = List.exists (function Xmm _ | Ymm _ -> true | _ -> false)

let to_instr ~region name ops =
  let result =
    match special ~region name ops with
    | Some r -> r
    | None -> (
        if is_vector ops then vector ~region name ops
        else
          (* as it is, or with a suffix *)
          List.fold_left
            (fun found (base, suffix) ->
              if found = unsupported name then scalar ~region base suffix name ops else found)
            (unsupported name) (scalar_forms name))
  in
  let* i = result in
  match describe i with Some _ -> Ok i | None -> unsupported name

(* From the model to text *)

let size = function W32 -> Dword | W64 -> Qword
let suffix = function W32 -> "l" | W64 -> "q"

let address_of m pointer =
  let rip = match m.m_base with BaseSym _ -> true | _ -> false in
  { base = m.m_base; index = Option.map (fun (r, k) -> (r, Z.to_int k)) m.m_index; disp = m.m_disp; rip; pointer }

let of_rm w = function R r -> Gpr (size w, r) | M m -> Address (address_of m (Some (size w)))

let of_rmi w = function
  | Reg r -> Gpr (size w, r)
  | Memory m -> Address (address_of m (Some (size w)))
  | (Imm z : rmi) -> Operand.Imm z

let of_vreg e x = if e = Vex256 then Ymm x else Xmm x
let vector_size e = if e = Vex256 then Ymmword else Xmmword
let of_vm e = function X x -> of_vreg e x | XM m -> Address (address_of m (Some (vector_size e)))
let v e name = if e = Sse then name else "v" ^ name
let sources e d s1 rest = if e = Sse then of_vreg e d :: rest else of_vreg e d :: of_vreg e s1 :: rest

let vop2_text = function
  | PALIGNR i -> ("palignr", [ Imm i ])
  | SHUFPS i -> ("shufps", [ Imm i ])
  | SHUFPD i -> ("shufpd", [ Imm i ])
  | PBLENDD i -> ("pblendd", [ Imm i ])
  | PBLENDW i -> ("pblendw", [ Imm i ])
  | PCLMULQDQ i -> ("pclmulqdq", [ Imm i ])
  | o -> (name_in plain2 o, [])

let of_instr i : string * Operand.t list =
  let q r = Gpr (Qword, r) in
  match i with
  | Mov (W64, R d, Imm z) when not (fits_32 W64 z) -> ("movabs", [ q d; Imm z ])
  | Mov (w, d, s) -> ("mov" ^ suffix w, [ of_rm w d; of_rmi w s ])
  | Movbe (w, d, s) -> ("movbe" ^ suffix w, [ of_rm w d; of_rm w s ])
  | Movzb (d, m) -> ("movzbl", [ Gpr (Dword, d); Address (address_of m (Some Byte)) ])
  | Movzw (d, m) -> ("movzwl", [ Gpr (Dword, d); Address (address_of m (Some Word)) ])
  | Movw (m, s) -> ("movw", [ Address (address_of m (Some Word)); Gpr (Word, s) ])
  | MovwLoad (d, m) -> ("movw", [ Gpr (Word, d); Address (address_of m (Some Word)) ])
  | Movb (m, s) -> ("movb", [ Address (address_of m (Some Byte)); Gpr (Byte, s) ])
  | Lea (w, d, m) -> ("lea" ^ suffix w, [ Gpr (size w, d); Address (address_of m None) ])
  | Alu (o, w, d, s) -> (name_in alus o ^ suffix w, [ of_rm w d; of_rmi w s ])
  | Cmp (o, w, d, s) -> (name_in cmps o ^ suffix w, [ of_rm w d; of_rmi w s ])
  | Un (o, w, d) -> (name_in uns o ^ suffix w, [ of_rm w d ])
  | Shift (o, w, d, k) ->
      (name_in shifts o ^ suffix w, of_rm w d :: (if Z.equal k Z.one then [] else [ Imm k ]))
  | ShiftCl (o, w, d) -> (name_in shifts o ^ suffix w, [ of_rm w d; Gpr (Byte, RCX) ])
  | Shx (o, w, d, s, c) -> (name_in shxs o ^ suffix w, [ Gpr (size w, d); of_rm w s; Gpr (size w, c) ])
  | Rorx (w, d, s, k) -> ("rorx" ^ suffix w, [ Gpr (size w, d); of_rm w s; Imm k ])
  | Bmi (o, w, d, s1, s2) -> (name_in bmis o ^ suffix w, [ Gpr (size w, d); Gpr (size w, s1); of_rm w s2 ])
  | Shiftd (o, w, d, s, k) -> (name_in shiftds o ^ suffix w, [ of_rm w d; Gpr (size w, s); Imm k ])
  | ShiftdCl (o, w, d, s) -> (name_in shiftds o ^ suffix w, [ of_rm w d; Gpr (size w, s); Gpr (Byte, RCX) ])
  | Bit (o, w, d, k) -> (name_in bitops o ^ suffix w, [ of_rm w d; Imm k ])
  | Scan (o, d, s) -> (name_in scans o ^ "q", [ q d; of_rm W64 s ])
  | Popcnt (w, d, s) -> ("popcnt" ^ suffix w, [ Gpr (size w, d); of_rm w s ])
  | Rotc (o, w, d) -> (name_in rotcs o ^ suffix w, [ of_rm w d ])
  | Carry o -> (name_in carries o, [])
  | Xchg (a, b) -> ("xchgq", [ q a; q b ])
  | Movslq (d, s) -> ("movslq", [ q d; of_rm W32 s ])
  | Bswap (w, d) -> ("bswap" ^ suffix w, [ Gpr (size w, d) ])
  | Mul (w, s) -> ("mul" ^ suffix w, [ of_rm w s ])
  | ImulWide (w, s) -> ("imul" ^ suffix w, [ of_rm w s ])
  | Imul (w, d, s) -> ("imul" ^ suffix w, [ Gpr (size w, d); of_rm w s ])
  | ImulConst (w, d, s, z) -> ("imul" ^ suffix w, [ Gpr (size w, d); of_rm w s; Imm z ])
  | Mulx (w, h, l, s) -> ("mulx" ^ suffix w, [ Gpr (size w, h); Gpr (size w, l); of_rm w s ])
  | Adcx (w, d, s) -> ("adcx" ^ suffix w, [ Gpr (size w, d); of_rm w s ])
  | Adox (w, d, s) -> ("adox" ^ suffix w, [ Gpr (size w, d); of_rm w s ])
  | Cmov (c, w, d, s) -> ("cmov" ^ condition_name c, [ Gpr (size w, d); of_rm w s ])
  | Set_ (c, d) -> ("set" ^ condition_name c, [ Gpr (Byte, d) ])
  | Push (r, _) -> ("pushq", [ q r ])
  | Pop (r, _) -> ("popq", [ q r ])
  | VMov (k, e, d, s) -> (v e (name_in vmovs k), [ of_vm e d; of_vm e s ])
  | Vop2 (o, e, d, s1, s2) ->
      let n, imm = vop2_text o in
      (v e n, sources e d s1 (of_vm e s2 :: imm))
  | Vop1 (PSHUFD i, e, d, s) -> (v e "pshufd", [ of_vreg e d; of_vm e s; Imm i ])
  | Vop1 (((MOVSHDUP | MOVSLDUP | AESIMC) as o), e, d, s) -> (v e (name_in alone1 o), [ of_vreg e d; of_vm e s ])
  | Vop1 (AESKEYGENASSIST i, e, d, s) -> (v e "aeskeygenassist", [ of_vreg e d; of_vm e s; Imm i ])
  | VShift (o, e, d, s, k) -> (v e (name_in vshifts o), sources e d s [ Imm k ])
  | MovGX (e, w, d, s) -> (v e (match w with W32 -> "movd" | W64 -> "movq"), [ Xmm d; of_rm w s ])
  | MovXG (e, w, d, s) -> (v e (match w with W32 -> "movd" | W64 -> "movq"), [ of_rm w d; Xmm s ])
  | Movq (e, d, s) -> (v e "movq", [ Xmm d; Xmm s ])
  | Pinsr (e, w, d, s1, s2, i) -> (v e ("pinsr" ^ match w with W32 -> "d" | W64 -> "q"), sources e d s1 [ of_rm w s2; Imm i ])
  | Pextr (e, w, d, s, i) -> (v e ("pextr" ^ match w with W32 -> "d" | W64 -> "q"), [ of_rm w d; Xmm s; Imm i ])
  | Movmsk (k, e, d, s) -> (v e (name_in movmsks k), [ Gpr (Dword, d); of_vreg e s ])
  | MovhLoad (e, d, s1, m) -> (v e "movhpd", sources e d s1 [ Address (address_of m (Some Qword)) ])
  | MovhStore (e, m, s) -> (v e "movhpd", [ Address (address_of m (Some Qword)); Xmm s ])
  | Vpbroadcast (w, e, d, s) ->
      ( (match w with W32 -> "vpbroadcastd" | W64 -> "vpbroadcastq"),
        [ of_vreg e d; (match s with X x -> Xmm x | XM m -> Address (address_of m (Some (size w)))) ] )
  | Vpermd (d, s1, s2) -> ("vpermd", [ Ymm d; Ymm s1; of_vm Vex256 s2 ])
  | Pmovzxbd (e, d, s) ->
      let pointer = if e = Vex256 then Qword else Dword in
      (v e "pmovzxbd", [ of_vreg e d; (match s with X x -> Xmm x | XM m -> Address (address_of m (Some pointer))) ])
  | PinsrN (k, e, d, s1, s2, i) ->
      let name, size = match k with W8 -> ("pinsrb", Byte) | W16 -> ("pinsrw", Word) in
      let source = match s2 with R r -> Gpr (Dword, r) | M m -> Address (address_of m (Some size)) in
      (v e name, sources e d s1 [ source; Imm i ])
  | PextrN (k, e, d, s, i) ->
      let name, size = match k with W8 -> ("pextrb", Byte) | W16 -> ("pextrw", Word) in
      (v e name, [ (match d with R r -> Gpr (Dword, r) | M m -> Address (address_of m (Some size))); Xmm s; Imm i ])
  | Vpblendvb (e, d, s1, s2, m) -> ("vpblendvb", [ of_vreg e d; of_vreg e s1; of_vm e s2; of_vreg e m ])
  | Vinserti128 (d, s1, s2, i) ->
      ("vinserti128", [ Ymm d; Ymm s1; (match s2 with X x -> Xmm x | XM m -> Address (address_of m (Some Xmmword))); Imm i ])
  | Vextracti128 (d, s, i) ->
      ("vextracti128", [ (match d with X x -> Xmm x | XM m -> Address (address_of m (Some Xmmword))); Ymm s; Imm i ])
  | Vperm2i128 (d, s1, s2, i) -> ("vperm2i128", [ Ymm d; Ymm s1; of_vm Vex256 s2; Imm i ])
  | Vpermq (d, s, i) -> ("vpermq", [ Ymm d; of_vm Vex256 s; Imm i ])
  | Vbroadcasti128 (d, m) -> ("vbroadcasti128", [ Ymm d; Address (address_of m (Some Xmmword)) ])
  | Vzeroupper -> ("vzeroupper", [])
  | Prefetch (l, m) -> (fst (List.find (fun (_, k) -> k = Z.to_int l) prefetches), [ Address (address_of m None) ])
  | Nop -> ("nop", [])
