open Asm_model
module Z = Bignum

external supported : unit -> bool = "fl_cosim_supported"
external install : string -> bool = "fl_cosim_install"
external execute : int -> Bytes.t -> Bytes.t -> bool = "fl_cosim_run"

let code_base = 0x10020000
let window = 0x10010400
let window_size = 256
let symbol_address = window + 64
let slot = 32
let instances = 25
let state_size = 648
let vector_at = 0x80
let flags_at = 0x280
let flag_bits = [ (CF, 0); (PF, 2); (AF, 4); (ZF, 6); (SF, 7); (OF, 11) ]

let fail fmt = Diagnostic.fail fmt

let command line =
  match Sys.command line with 0 -> () | n -> fail "`%s' failed with status %d" line n

let with_directory f =
  let dir = Filename.temp_file "fairlead-cosim" "" in
  Sys.remove dir;
  Sys.mkdir dir 0o700;
  Fun.protect
    ~finally:(fun () ->
      Array.iter (fun n -> Sys.remove (Filename.concat dir n)) (Sys.readdir dir);
      Sys.rmdir dir)
    (fun () -> f dir)

(* The bytes of the instructions, each in its slot, each followed by the jump back. *)
let assemble names instrs =
  with_directory (fun dir ->
      let path n = Filename.concat dir n in
      let out = open_out (path "code.s") in
      output_string out "\t.text\n\t.globl _start\n_start:\n";
      List.iter
        (fun i ->
          Printf.fprintf out "\t.balign %d, 0x90\n\t%s\n\tjmp *0x10000298\n" slot (Print.instruction Att names i))
        instrs;
      Printf.fprintf out "\t.balign %d\n" slot;
      close_out out;
      command (Printf.sprintf "as -o %s %s" (path "code.o") (path "code.s"));
      command
        (Printf.sprintf "ld -Ttext=0x%x --defsym flsym=0x%x -o %s %s" code_base symbol_address (path "code.elf") (path "code.o"));
      command (Printf.sprintf "objcopy -O binary -j .text %s %s" (path "code.elf") (path "code.bin"));
      let ic = open_in_bin (path "code.bin") in
      Fun.protect ~finally:(fun () -> close_in ic) (fun () -> really_input_string ic (in_channel_length ic)))

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

let all_locations =
  List.map (fun r -> G r) Operand.gprs
  @ List.map (fun x -> Lo x) Operand.vregs
  @ List.map (fun x -> Hi x) Operand.vregs
  @ List.map (fun (f, _) -> F f) flag_bits

(* A random state in which the memory operand falls into the window, or straddles its alignment. *)
let random_state rng i =
  let b = Bytes.create state_size in
  for k = 0 to (flags_at / 8) - 1 do
    Bytes.set_int64_le b (8 * k) (word rng)
  done;
  let flags = List.fold_left (fun a (_, k) -> if Random.State.bool rng then a lor (1 lsl k) else a) 0x202 flag_bits in
  Bytes.set_int64_le b flags_at (Int64.of_int flags);
  (match describe i with
  | Some { d_access = Some { a_mem = m; a_use; _ }; _ } when a_use <> Address -> (
      let align = if Random.State.int rng 8 = 0 then 1 else 32 in
      let target = window + 64 + (Random.State.int rng (128 / align) * align) in
      let index_part () =
        match m.m_index with
        | None -> 0L
        | Some (r, k) -> Int64.mul (Bytes.get_int64_le b (reg_at r)) (Int64.of_int (Z.to_int k))
      in
      match (m.m_base, m.m_index) with
      | BaseReg r, _ ->
          (match m.m_index with
          | Some (x, _) when Random.State.bool rng -> Bytes.set_int64_le b (reg_at x) (Int64.of_int (Random.State.int rng 200 - 100))
          | _ -> ());
          let rest = Int64.add (index_part ()) (Int64.of_int (Z.to_int m.m_disp)) in
          Bytes.set_int64_le b (reg_at r) (Int64.sub (Int64.of_int target) rest)
      | NoBase, Some (x, k) ->
          let k = Z.to_int k in
          let d = target - Z.to_int m.m_disp in
          (* any address near the target that the scale can reach *)
          Bytes.set_int64_le b (reg_at x) (Int64.of_int (((d + k - 1) / k)))
      | _ -> ())
  | _ -> ());
  b

type verdict = Agrees | Faults | Differs of string

let environment =
  { symbol = (fun _ -> Z.of_int symbol_address);
    regions = (fun _ -> { r_base = Z.of_int window; r_size = Z.of_int window_size; r_writable = true }) }

let compare_one rng offset i =
  let before = random_state rng i in
  let data = Bytes.init window_size (fun _ -> Char.chr (Random.State.int rng 256)) in
  let after = Bytes.copy before and data' = Bytes.copy data in
  let ran = execute offset after data' in
  let memory a =
    let k = Z.to_int a - window in
    if k >= 0 && k < window_size then Z.of_int (Char.code (Bytes.get data k)) else Z.zero
  in
  match (exec environment i { locs = location before; memory }, ran) with
  | None, false -> Faults
  | None, true -> Differs "the processor runs it where the model has an error"
  | Some _, false -> Differs "the processor faults where the model does not"
  | Some (s, _), true -> (
      let wrong l =
        let mine = s.locs l and theirs = location after l in
        match l with F _ when Z.equal mine (Z.of_int 2) -> false | _ -> not (Z.equal mine theirs)
      in
      match List.find_opt wrong all_locations with
      | Some l ->
          Differs
            (Printf.sprintf "%s is %s in the model and %s on the processor" (Operand.location_name l)
               (Z.format "0x%x" (s.locs l))
               (Z.format "0x%x" (location after l)))
      | None ->
          let rec scan k =
            if k >= window_size then Agrees
            else if Z.to_int (s.memory (Z.of_int (window + k))) <> Char.code (Bytes.get data' k) then
              Differs (Printf.sprintf "byte %d of memory differs" k)
            else scan (k + 1)
          in
          let touches = match describe i with Some { d_access = Some { a_use = Store | Modify; _ }; _ } -> true | _ -> false in
          if touches || not (Bytes.equal data data') then scan 0 else Agrees)

let run ~states ~seed ~only ~csv =
  match
    Diagnostic.catch (fun () ->
        if not (supported ()) then
          fail "this processor lacks AES-NI, PCLMULQDQ, AVX2, BMI2 or SSE4.1: the model cannot be validated on it";
        let names = Operand.new_names () in
        let symbol = Operand.symbol_number names "flsym" in
        let forms =
          List.filter
            (fun (f : Forms.form) ->
              match only with None -> true | Some p -> List.hd (String.split_on_char ' ' f.name) = p)
            (Forms.all ~symbol ~data:(window + 64))
        in
        if forms = [] then fail "no form of that name in the model";
        let rng = Random.State.make [| seed |] in
        let cases =
          List.map (fun (f : Forms.form) -> (f, List.init (min instances states) (fun _ -> f.make rng))) forms
        in
        let code = assemble names (List.concat_map snd cases) in
        if not (install code) then fail "the fixed addresses the harness needs are taken";
        let csv = Option.map open_out csv in
        Option.iter (fun out -> output_string out "form,states,faults\n") csv;
        let offset = ref 0 and total = ref 0 and bad = ref 0 in
        List.iter
          (fun ((f : Forms.form), instrs) ->
            let faults = ref 0 and count = ref 0 and first = ref None in
            let each = (states + List.length instrs - 1) / List.length instrs in
            List.iter
              (fun i ->
                for _ = 1 to each do
                  incr count;
                  match compare_one rng !offset i with
                  | Agrees -> ()
                  | Faults -> incr faults
                  | Differs why -> if !first = None then first := Some (i, why)
                done;
                offset := !offset + slot)
              instrs;
            total := !total + !count;
            Option.iter (fun out -> Printf.fprintf out "%s,%d,%d\n" (String.map (fun c -> if c = ',' then '/' else c) f.name) !count !faults) csv;
            match !first with
            | None when !faults = !count -> incr bad; Printf.printf "%s: every state faulted\n" f.name
            | None -> ()
            | Some (i, why) ->
                incr bad;
                Printf.printf "%s: `%s': %s\n%!" f.name (Print.instruction Att names i) why)
          cases;
        Option.iter close_out csv;
        Printf.printf "%d forms, %d states: %s\n" (List.length forms) !total
          (if !bad = 0 then "the model and the processor agree" else Printf.sprintf "%d forms differ" !bad);
        if !bad = 0 then Fairlead_cli.Exit_status.ok else Fairlead_cli.Exit_status.diagnosed)
  with
  | Ok s -> s
  | Error d ->
      Diagnostic.print stderr d;
      Fairlead_cli.Exit_status.diagnosed

let emit ~seed file =
  let names = Operand.new_names () in
  let symbol = Operand.symbol_number names "flsym" in
  let rng = Random.State.make [| seed |] in
  match open_out file with
  | exception Sys_error e ->
      Printf.eprintf "fairlead: %s\n" e;
      Fairlead_cli.Exit_status.diagnosed
  | out ->
      output_string out "\t.text\n";
      List.iter
        (fun (f : Forms.form) ->
          for _ = 1 to instances do
            Printf.fprintf out "\t%s\n" (Print.instruction Att names (f.make rng))
          done)
        (Forms.all ~symbol ~data:(window + 64));
      close_out out;
      Fairlead_cli.Exit_status.ok
