(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

type placed = Program.placed = { place : Diagnostic.place; instr : instr }

let slot = 4096
let area = 256

let pick rng a = a.(Random.State.int rng (Array.length a))

let mnemonics =
  [| "addq"; "subq"; "xorq"; "adcq"; "andq"; "movq"; "movl"; "pxor"; "por"; "pand"; "paddd"; "paddq"; "aesenc"; "aesenclast";
     "aesdec"; "vpxor"; "vpor"; "vpaddd"; "vpaddq"; "vaesenc"; "vaesenclast"; "vpshufb"; "pshufb"; "movdqu"; "movdqa"; "vmovdqu";
     "vpslldq"; "vpsrldq"; "movbeq"; "bswapq"; "incq"; "notq"; "vpclmulqdq"; "pclmulqdq"; "vpalignr" |]

let gprs = Array.of_list Operand.gprs
let vregs = Array.of_list Operand.vregs

let change_operand rng : Operand.t -> Operand.t = function
  | Gpr (s, _) -> Gpr (s, pick rng gprs)
  | Xmm _ -> Xmm (pick rng vregs)
  | Ymm x -> if Random.State.bool rng then Xmm x else Ymm (pick rng vregs)
  | Imm z -> Imm (Z.logxor z (Z.of_int (1 lsl Random.State.int rng 6)))
  | Address a -> Address { a with disp = Z.add a.disp (Z.of_int (pick rng [| -32; -16; -8; -1; 1; 8; 16; 32 |])) }

let change_instr rng ~region i =
  let name, ops = Mnemonic.of_instr i in
  let n = List.length ops in
  let candidate () =
    match Random.State.int rng 3 with
    | 0 -> Mnemonic.to_instr ~region (pick rng mnemonics) ops
    | _ when n > 0 ->
        let k = Random.State.int rng n in
        Mnemonic.to_instr ~region name (List.mapi (fun j o -> if j = k then change_operand rng o else o) ops)
    | _ -> Error ""
  in
  let rec go tries = if tries = 0 then i else match candidate () with Ok j -> j | Error _ -> go (tries - 1) in
  go 30

let mutate rng ~region block =
  let n = Array.length block in
  let list = Array.to_list block in
  let remove k = List.filteri (fun j _ -> j <> k) list in
  let insert k x l = List.concat (List.mapi (fun j y -> if j = k then [ x; y ] else [ y ]) l) @ if k >= List.length l then [ x ] else [] in
  let k = Random.State.int rng n in
  let near () = max 0 (min (n - 1) (k + Random.State.int rng 41 - 20)) in
  Array.of_list
    (match Random.State.int rng 9 with
    | 0 -> remove k
    | 1 -> insert (near ()) block.(k) list
    | 2 | 3 | 4 -> insert (near ()) block.(k) (remove k)
    | 5 -> let j = near () in List.mapi (fun i x -> if i = k then block.(j) else if i = j then block.(k) else x) list
    | 6 ->
        (* two groups of neighbours *)
        let size () = 1 + Random.State.int rng 6 in
        let first = min (size ()) (n - k) in
        let second = min (size ()) (n - k - first) in
        exchanged (Groups.trade k first second) list
    | _ -> List.mapi (fun i x -> if i = k then { x with instr = change_instr rng ~region x.instr } else x) list)

(* Registers that address memory at the start each point into an area of their own. *)
let bases block =
  let used =
    Array.to_list block
    |> List.filter_map (fun p ->
           match describe p.instr with
           | Some { d_access = Some { a_mem = { m_base = BaseReg r; m_index = None; _ }; a_use; _ }; _ } when a_use <> Address -> Some r
           | Some { d_access = Some { a_use; _ }; _ } when a_use <> Address ->
               Diagnostic.fail ~place:p.place "mutation testing wants memory operands of the form disp(%%reg)"
           | _ -> None)
    |> List.sort_uniq compare
  in
  if List.length used * area > Machine.window_capacity then
    Diagnostic.fail "mutation testing has room for %d base registers" (Machine.window_capacity / area);
  List.mapi (fun k r -> (r, Machine.window + (k * area) + if r = RSP then area - 64 else 0)) used

let input rng bases =
  let state = Machine.random_registers rng in
  List.iter (fun (r, a) -> Machine.set_register state r (Int64.of_int a)) bases;
  (state, Bytes.init Machine.window_capacity (fun _ -> Char.chr (Random.State.int rng 256)))

(* The flags that the model says are undefined after the clean code may differ. *)
let undefined_flags block state data =
  let g = { symbol = (fun _ -> Z.zero);
            regions = (fun _ -> { r_base = Z.of_int Machine.window; r_size = Z.of_int Machine.window_capacity; r_writable = true }) } in
  let memory a =
    let k = Z.to_int a - Machine.window in
    if k >= 0 && k < Bytes.length data then Z.of_int (Char.code (Bytes.get data k)) else Z.zero
  in
  match Asm_model.run g (Array.to_list (Array.map (fun p -> p.instr) block)) { locs = Machine.location state; memory } with
  | Some (s, _) -> List.filter (fun l -> match l with F _ -> Z.equal (s.locs l) (Z.of_int 2) | _ -> false) Locations.all
  | None -> Diagnostic.fail "in the model the clean code fails; does an access leave the %d bytes after its base register?" area

type accepted = { program : placed array; flags_too : bool }

let compare_runs rng ~inputs bases block accepted =
  let compared_flags =
    let s, d = input rng bases in
    let undefined = undefined_flags block s d in
    List.filter (fun l -> match l with F _ -> not (List.mem l undefined) | _ -> false) Locations.all
  in
  let differs = ref [] in
  for _ = 1 to inputs do
    let state, data = input rng bases in
    let run offset = let s = Bytes.copy state and d = Bytes.copy data in (Machine.execute offset s d, s, d) in
    let fine, s0, d0 = run 0 in
    if not fine then Diagnostic.fail "the clean code faults on the processor";
    List.iteri
      (fun k a ->
        let fine, s, d = run ((k + 1) * slot) in
        let same l = Z.equal (Machine.location s0 l) (Machine.location s l) in
        let flags_agree () = (not a.flags_too) || List.for_all same compared_flags in
        if not (fine && Bytes.equal d0 d && Bytes.equal (Machine.registers s0) (Machine.registers s) && flags_agree ()) then
          if not (List.memq a !differs) then differs := a :: !differs)
      accepted
  done;
  !differs

let rec chunks n = function
  | [] -> []
  | l -> List.filteri (fun i _ -> i < n) l :: chunks n (List.filteri (fun i _ -> i >= n) l)

let run ~mutations ~inputs ~seed file =
  Diagnostic.report
    (Diagnostic.catch (fun () ->
        if Machine.missing () <> [] then
          Diagnostic.fail "this processor lacks instructions of the model: %s" (String.concat " " (Machine.missing ()));
        print_endline ("on " ^ Processor.name (Lazy.force Processor.this));
        let names = Operand.new_names () in
        let regions = Regions.create names in
        let region = Regions.region regions in
        let source = (Reading_trusted.load ~regions ~names ~annotations:true file).source in
        let block =
          match List.filter_map (function Program.Block b -> Some b | At _ -> None) (Program.blocks source) with
          | [ b ] -> b
          | _ -> Diagnostic.fail ~file "mutation testing wants one block"
        in
        Array.iter
          (fun p ->
            match Machine.lacks p.instr with
            | Some extension -> Diagnostic.fail ~place:p.place "this processor lacks %s: mutants with this instruction cannot be run on it" extension
            | None -> ())
          block;
        let bases = bases block in
        let rng = Random.State.make [| seed |] in
        let live = List.filter (function F _ -> false | _ -> true) Locations.all in
        let reordered = ref 0 and symbolic = ref 0 and identical = ref 0 and accepted = ref [] in
        for _ = 1 to mutations do
          let program = mutate rng ~region block in
          let instrs a = Array.map (fun p -> p.instr) a in
          if instrs program = instrs block then incr identical
          else begin
            if Result.is_ok (Reordering.check ~regions ~names block program) then begin
              incr reordered;
              accepted := { program; flags_too = true } :: !accepted
            end;
            if symeq (Regions.disjoint regions) live (Array.to_list (instrs block)) (Array.to_list (instrs program)) then begin
              incr symbolic;
              accepted := { program; flags_too = false } :: !accepted
            end
          end
        done;
        let differing batch =
          let programs = block :: List.map (fun a -> a.program) batch in
          let code =
            Machine.assemble ~slot ~names (List.map (fun b -> Array.to_list (Array.map (fun p -> p.instr) b)) programs)
          in
          if not (Machine.install code) then Diagnostic.fail "the fixed addresses the harness needs are taken";
          compare_runs rng ~inputs bases block batch
        in
        (* A program that does differ: were it not noticed, finding no other would mean nothing. *)
        let spoiled = Array.append block [| { block.(0) with instr = Un (NOT, W64, R RAX) } |] in
        if differing [ { program = spoiled; flags_too = false } ] = [] then
          Diagnostic.fail "a program that ends with another %%rax was not told from the clean code: the comparison is broken";
        let wrong = List.concat_map differing (chunks ((Machine.code_capacity / slot) - 2) !accepted) in
        Printf.printf "%d mutations (%d changed nothing): %d accepted as reorderings, %d symbolically; %d run on %d inputs, %d differ\n"
          mutations !identical !reordered !symbolic (List.length !accepted) inputs (List.length wrong);
        List.iteri
          (fun k a ->
            if k = 0 then begin
              print_endline "the first that differs:";
              Array.iter (fun p -> Printf.printf "\t%s\n" (Print.instruction Att names p.instr)) a.program
            end)
          wrong;
        if wrong = [] then Fairlead_cli.Exit_status.ok else Fairlead_cli.Exit_status.diagnosed))
