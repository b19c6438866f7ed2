(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* What was read of a text is compared with what its bytes decode to: right terms of all forms of the model pass, and
   wrong ones, of which printing would have to be as wrong, are refused. *)
open Asm_model

(* Modules that the library does not show. *)
module Operand = Fairlead_asm_cli__Operand
module Decoding_trusted = Fairlead_asm_cli__Decoding_trusted
module Assembler_trusted = Fairlead_asm_cli__Assembler_trusted
module Diagnostic = Fairlead_asm_cli__Diagnostic
module Forms = Fairlead_asm_cli__Forms
module Print = Fairlead_asm_cli__Print
module Source = Fairlead_asm_cli__Source
module Regions = Fairlead_asm_cli__Regions
module Sections_trusted = Fairlead_asm_cli__Sections_trusted
module Z = Bignum

let check name ok why =
  Tap.check name ok;
  if not ok then List.iter (Tap.note "%s") (why ())

let names = Operand.new_names ()
let symbol = Operand.symbol_number names "data"
let place = { Diagnostic.file = "test.s"; line = 1; col = 1; text = "" }
let head = "\t.text\nf:\n" and tail = "\tret\n\t.data\n\t.zero 16\ndata:\n\t.zero 64\n"
let statement kind = ({ place; kind } : Source.statement)

let of_instructions l =
  List.map (fun i -> (statement (Instr i), true)) l @ [ (statement Ret, true) ]

let accepted elf statements =
  match Decoding_trusted.compare ~names ~code:".text" ~with_labels:(lazy elf) elf statements with
  | () -> true
  | exception Diagnostic.Error _ -> false

let assembled texts =
  let rec chunks = function
    | [] -> []
    | l ->
        let n = min 20 (List.length l) in
        List.filteri (fun k _ -> k < n) l :: chunks (List.filteri (fun k _ -> k >= n) l)
  in
  List.concat_map
    (fun l -> Assembler_trusted.run ~all_labels:true (List.map (fun t -> Assembler_trusted.Assemble t) l))
    (chunks texts)

let same i j = instr_eq_dec (canonical i) (canonical j)

(* Every form: three of its instructions, and then one of them another. *)
let forms () =
  let rng = Random.State.make [| 7 |] in
  let forms = Array.of_list (Forms.all ~symbol ~data:0x4000) in
  let of_form k = List.init 3 (fun _ -> forms.(k).make rng) in
  let programs = List.init (Array.length forms) (fun k -> of_form k) in
  let text p =
    head ^ String.concat "" (List.map (fun i -> "\t" ^ Print.instruction Att names i ^ "\n") p) ^ tail
  in
  let wrong = ref [] and passed = ref [] and tried = ref 0 and assembles = ref 0 in
  List.iteri
    (fun k (p, elf) ->
      match elf with
      | Error (f : Assembler_trusted.failure) -> wrong := (forms.(k).name ^ ": " ^ f.message) :: !wrong
      | Ok elf ->
          incr assembles;
          if not (accepted elf (of_instructions p)) then wrong := forms.(k).name :: !wrong;
          let other_form = forms.((k + 1) mod Array.length forms).make rng in
          List.iteri
            (fun at right ->
              List.iter
                (fun other ->
                  if not (same right other) then begin
                    incr tried;
                    let p = List.mapi (fun j i -> if j = at then other else i) p in
                    if accepted elf (of_instructions p) then passed := forms.(k).name :: !passed
                  end)
                (other_form :: of_form k))
            p)
    (List.combine programs (assembled (List.map text programs)));
  check (Printf.sprintf "instructions of %d forms are what their bytes are" (Array.length forms))
    (!wrong = [] && !assembles > 500) (fun () -> !wrong);
  check (Printf.sprintf "%d times another instruction: refused" !tried)
    (!passed = [] && !tried > 4000) (fun () -> !passed)

(* Where jumps, calls and operands lead. *)
let text =
  {|	.text
	.globl g
f:	movq data+8(%rip), %rax
	movdqu .Lhere(%rip), %xmm0
	leaq g(%rip), %rdx
	leaq .Lloop(%rip), %rcx
	movq elsewhere+4(%rip), %rbx
.Lloop:	decq %rax
	jne .Lloop
	je .Lend
	jb elsewhere
	call g
	call local
	call elsewhere
	nop
	.p2align 4,,15
.Lend:	endbr64
	.byte 0x66,0x90
	jmp .Lend
local:	rep ret
	.p2align 3
g:	xchgq %rbx, %rax
	jmp f
	.section .rodata
	.p2align 4
	.quad 1, 2
.Lhere:	.quad 3, 4
	.data
	.quad 5
data:	.quad 6, 7
|}

(* The same length, and read as something else. *)
let changes =
  [ ("data+8", "data"); ("data+8", "data+16"); ("movq data", "leaq data"); (".Lhere(", "data("); ("leaq g(", "leaq f(");
    ("leaq .Lloop", "leaq .Lend"); ("elsewhere+4", "elsewhere+8"); ("elsewhere+4", "nowhere+4");
    ("jne .Lloop", "je .Lloop");
    ("jne .Lloop", "jne f"); ("je .Lend", "je .Lloop"); ("jb elsewhere", "jb nowhere");
    ("jb elsewhere", "jae elsewhere");
    ("call g", "call f"); ("call local", "call g"); ("call local", "call .Lend"); ("call elsewhere", "call nowhere");
    ("call elsewhere", "call local"); ("jmp .Lend", "jmp .Lloop"); ("jmp f", "jmp g"); ("jmp f", "jmp local");
    ("4,,15", "3"); ("4,,15", "4,,7"); ("\tendbr64", "\tnop"); ("0x66,0x90", "0x66,0x66,0x90"); ("rep ret", "ret");
    ("rep ret", "nop\n\tret"); ("p2align 3", "p2align 2"); ("%rbx, %rax", "%rcx, %rax"); ("decq", "incq");
    (".Lloop:\tdecq %rax", "\tdecq %rax\n.Lloop:"); ("g:\txchgq %rbx, %rax", "\txchgq %rbx, %rax\ng:");
    ("\tcall g\n", ""); ("jmp f\n", "jmp f\n\tnop\n"); ("\tjmp f\n", "") ]

let replaced (what, by) s =
  match Str.search_forward (Str.regexp_string what) s 0 with
  | i -> String.sub s 0 i ^ by ^ String.sub s (i + String.length what) (String.length s - i - String.length what)
  | exception Not_found -> failwith what

let leads () =
  let read text =
    let source = Source.parse ~regions:(Regions.create names) ~names ~annotations:false ~file:"test.s" text in
    List.combine source (Sections_trusted.in_code (Sections_trusted.check source))
  in
  match assembled [ text ] with
  | [ Ok elf ] ->
      let name = "jumps, calls, labels, padding and operands are as they were read" in
      check name (accepted elf (read text)) (fun () -> []);
      List.iter
        (fun (what, by) ->
          check
            (Printf.sprintf "`%s' read as `%s' is refused" (String.escaped what) (String.escaped by))
            (match read (replaced (what, by) text) with
             | read -> not (accepted elf read)
             | exception Diagnostic.Error _ -> true)
            (fun () -> []))
        changes
  | _ -> check "the text assembles" false (fun () -> [])

(* Padding as long as assemblers make it, and alignments in each way to write numbers. *)
let padding () =
  let program = Printf.sprintf "\t.text\nf:\tincq %%rax\n%sg:\tdecq %%rax\n\tret\n" in
  let read text =
    let source = Source.parse ~regions:(Regions.create names) ~names ~annotations:false ~file:"test.s" text in
    List.combine source (Sections_trusted.in_code (Sections_trusted.check source))
  in
  let is name text as_read ok =
    match assembled [ program text ] with
    | [ Ok elf ] ->
        let got =
          match read (program as_read) with read -> accepted elf read | exception Diagnostic.Error _ -> false
        in
        check name (got = ok) (fun () -> [])
    | _ -> check name false (fun () -> [ "it does not assemble" ])
  in
  List.iter
    (fun a -> is (Printf.sprintf "`%s' is read" a) ("\t" ^ a ^ "\n") ("\t" ^ a ^ "\n") true)
    [ ".p2align 0"; ".balign 0"; ".align 1"; ".p2align 4"; ".p2align 4,,7"; ".p2align 4,,15"; ".p2align 4,,0";
      ".p2align 4,,015"; ".p2align 4,,014"; ".align 020"; ".p2align 04"; ".balign 0x40"; ".align 16,0x90"; ".p2align 7";
      ".balign 128,0x90"; ".p2align 8"; ".p2align 010"; ".balign 4096"; ".balign 4096,144"; ".p2align 16" ];
  List.iter
    (fun n ->
      let text = String.concat "" (List.init n (fun _ -> "\tnop\n")) ^ "\t.p2align 4\n" in
      is (Printf.sprintf "so is what fills %d bytes" ((13 - n + 16) mod 16)) text text true)
    (List.init 16 Fun.id);
  List.iter
    (fun (bytes, as_read, why) -> is why ("\t" ^ bytes ^ "\n") ("\t" ^ as_read ^ "\n") false)
    [ (".byte 0xeb,0x09\n\t.zero 11,0x90", ".p2align 4", "a jump past the padding's end is not read as padding");
      (".byte 0xeb,0x0b\n\tdecq %rax\n\t.zero 8,0x90", ".p2align 4", "nor is one over instructions");
      (".byte 0xe9,0x07,0,0,0\n\t.zero 8,0x90", ".p2align 4", "nor a longer one that falls short");
      (".byte 0xeb,0xfb\n\t.zero 11,0x90", ".p2align 4", "nor one that leads back");
      (".p2align 4", ".align 020,,3", "nor an alignment that another limit leaves out") ]

let () =
  forms ();
  leads ();
  padding ();
  Tap.finish ()
