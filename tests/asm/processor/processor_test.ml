(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* What processor.ml makes of CPUID, for processors that are made up: names, numbers, and features that the operating system
   must allow. *)

let words s = List.init (String.length s / 4) (fun k -> Int32.to_int (String.get_int32_le s (4 * k)) land 0xffffffff)
let four s at = match words (String.sub s at 16) with [ a; b; c; d ] -> (a, b, c, d) | _ -> assert false
let padded s = s ^ String.make (48 - String.length s) '\000'

type made_up = { brand : string option; signature : int; ecx1 : int; ebx7 : int; ecx7 : int; xcr0 : int }

let read p =
  let cpuid leaf subleaf =
    match (leaf, subleaf, p.brand) with
    | 0, _, _ -> let (b, d, c, _) = four "GenuineIntel\000\000\000\000" 0 in (7, b, c, d)
    | 1, _, _ -> (p.signature, 0, p.ecx1, 0)
    | 7, 0, _ -> (0, p.ebx7, p.ecx7, 0)
    | (0x80000002 | 0x80000003 | 0x80000004), _, Some b -> four (padded b) (16 * (leaf - 0x80000002))
    | _ -> (0, 0, 0, 0)
  in
  Processor.of_cpuid ~cpuid ~xcr0:(fun () -> if p.ecx1 land (1 lsl 27) = 0 then failwith "asked for XCR0" else p.xcr0)

let all = 0xffffffff
let everything = { brand = Some "  Some   CPU\001@ 2.80GHz "; signature = 0x606a6; ecx1 = all; ebx7 = all; ecx7 = all; xcr0 = 0xe7 }
let lacks p = List.filter (fun f -> not (Processor.has (read p) f)) Processor.known_features

let () =
  let p = read everything in
  Tap.check "the brand string, without its blanks" (p.brand = "Some CPU @ 2.80GHz");
  Tap.check "family, model and stepping of an Ice Lake" ((p.family, p.model, p.stepping) = (6, 106, 6));
  Tap.check "on one line" (Processor.name p = "Some CPU @ 2.80GHz (family 6, model 106, stepping 6)");
  Tap.check "it is virtual" (p.virtual_ && not (read { everything with ecx1 = all lxor (1 lsl 31) }).virtual_);
  let zen4 = read { everything with signature = 0xa60f12 } in
  Tap.check "family, model and stepping of a Zen 4" ((zen4.family, zen4.model, zen4.stepping) = (25, 97, 2));
  Tap.check "before family 6 there is no extended model" ((read { everything with signature = 0x1f55a }).model = 5);
  Tap.check "no brand: the vendor" ((read { everything with brand = None }).brand = "GenuineIntel");
  Tap.check "it has everything" (lacks everything = []);
  Tap.check "each feature has a bit of its own"
    (let bits field set =
       List.concat (List.init 32 (fun bit -> match lacks (set everything (field everything lxor (1 lsl bit))) with [ f ] -> [ f ] | _ -> []))
     in
     let found =
       bits (fun p -> p.ecx1) (fun p ecx1 -> { p with ecx1 })
       @ bits (fun p -> p.ebx7) (fun p ebx7 -> { p with ebx7 })
       @ bits (fun p -> p.ecx7) (fun p ecx7 -> { p with ecx7 })
     in
     List.sort compare found = List.sort compare Processor.known_features);
  Tap.check "VAES is bit 9 of leaf 7, VPCLMULQDQ bit 10"
    (lacks { everything with ecx7 = all lxor 0x200 } = [ "vaes" ] && lacks { everything with ecx7 = all lxor 0x400 } = [ "vpclmulqdq" ]);
  let vector = [ "avx"; "avx2"; "vaes"; "vpclmulqdq" ] and wide = [ "avx512f"; "avx512bw"; "avx512vl" ] in
  Tap.check "a system that saves no ZMM registers" (lacks { everything with xcr0 = 0x7 } = wide);
  Tap.check "a system that saves no YMM registers"
    (List.sort compare (lacks { everything with xcr0 = 0x3 }) = List.sort compare (vector @ wide));
  Tap.check "without OSXSAVE nothing is asked"
    (List.sort compare (lacks { everything with ecx1 = all lxor (1 lsl 27) }) = List.sort compare (vector @ wide));
  List.iter (fun l -> Tap.note "%s" l) (Processor.describe (Lazy.force Processor.this));
  Tap.finish ()
