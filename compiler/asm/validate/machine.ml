(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

external install : string -> bool = "fl_cosim_install"
external execute : int -> Bytes.t -> Bytes.t -> bool = "fl_cosim_run"

let code_base = 0x10020000
let code_capacity = 0x400000
let window = 0x10010400
let window_capacity = 0xc00
let symbol_address = window + 64
let state_size = 648
let vector_at = 0x80
let flags_at = 0x280
let flag_bits = [ (CF, 0); (PF, 2); (AF, 4); (ZF, 6); (SF, 7); (OF, 11) ]

let command line =
  match Sys.command line with 0 -> () | n -> Diagnostic.fail "`%s' failed with status %d" line n

let with_directory f =
  let dir = Filename.temp_file "fairlead-cosim" "" in
  Sys.remove dir;
  Sys.mkdir dir 0o700;
  Fun.protect
    ~finally:(fun () ->
      Array.iter (fun n -> Sys.remove (Filename.concat dir n)) (Sys.readdir dir);
      Sys.rmdir dir)
    (fun () -> f dir)

let read_file path =
  let ic = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in ic) (fun () -> really_input_string ic (in_channel_length ic))

let link ~dir ~at name =
  let file ext = Filename.quote (Filename.concat dir (name ^ ext)) in
  command (Printf.sprintf "as -I %s -o %s %s" (Filename.quote dir) (file ".o") (file ".S"));
  command
    (Printf.sprintf "ld -e 0 -Ttext=0x%x --defsym flsym=0x%x -o %s %s" at symbol_address (file ".elf") (file ".o"));
  command (Printf.sprintf "objcopy -O binary -j .text %s %s" (file ".elf") (file ".bin"));
  read_file (Filename.concat dir (name ^ ".bin"))

(* Each program is followed by the jump back. *)
let assemble ~slot ~names programs =
  with_directory (fun dir ->
      let out = open_out (Filename.concat dir "code.S") in
      output_string out "\t.text\n";
      List.iteri
        (fun k program ->
          Printf.fprintf out "\t.org %d, 0x90\n" (k * slot);
          List.iter (fun i -> Printf.fprintf out "\t%s\n" (Print.instruction Att names i)) program;
          output_string out "\tjmp *0x10000298\n")
        programs;
      close_out out;
      link ~dir ~at:code_base "code")

let has feature = Processor.has (Lazy.force Processor.this) feature
let missing () = List.filter (fun f -> not (has f)) Processor.needed

let lacks = function
  | Vop2 ((AESENC | AESENCLAST | AESDEC | AESDECLAST), Vex256, _, _, _) when not (has "vaes") -> Some "VAES"
  | Vop2 (PCLMULQDQ _, Vex256, _, _, _) when not (has "vpclmulqdq") -> Some "VPCLMULQDQ"
  | _ -> None

let corners =
  [| 0L; 1L; -1L; 2L; 0x7fL; 0x80L; 0xffL; 0x7fffffffL; 0x80000000L; 0xffffffffL; 0x100000000L; Int64.max_int; Int64.min_int;
     0x8080808080808080L; 0x0f0e0d0c0b0a0908L |]

let word rng =
  if Random.State.int rng 3 = 0 then corners.(Random.State.int rng (Array.length corners))
  else Int64.logxor (Random.State.int64 rng Int64.max_int) (Int64.shift_left (Random.State.int64 rng 2L) 63)

let get_word b o = Z.logand (Z.of_int64 (Bytes.get_int64_le b o)) (Z.pred (Z.shift_left Z.one 64))
let reg_at r = 8 * Z.to_int (index (G r))
let vreg_at x = vector_at + (32 * Operand.vreg_number x)
let half b o = Z.logor (get_word b o) (Z.shift_left (get_word b (o + 8)) 64)

let location b = function
  | G r -> get_word b (reg_at r)
  | Lo x -> half b (vreg_at x)
  | Hi x -> half b (vreg_at x + 16)
  | F f -> if Z.testbit (get_word b flags_at) (List.assoc f flag_bits) then Z.one else Z.zero

let registers b = Bytes.sub b 0 flags_at
let set_register b r v = Bytes.set_int64_le b (reg_at r) v
let get_register b r = Bytes.get_int64_le b (reg_at r)

let random_registers rng =
  let b = Bytes.create state_size in
  for k = 0 to (flags_at / 8) - 1 do
    Bytes.set_int64_le b (8 * k) (word rng)
  done;
  let flags = List.fold_left (fun a (_, k) -> if Random.State.bool rng then a lor (1 lsl k) else a) 0x202 flag_bits in
  Bytes.set_int64_le b flags_at (Int64.of_int flags);
  b
