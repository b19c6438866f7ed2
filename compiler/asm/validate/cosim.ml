(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

let window = Machine.window
let window_size = Emulator.window_size
let slot = 32
let instances = 25

(* A random state in which the memory operand falls into the window, or straddles its alignment. *)
let random_state rng i =
  let b = Machine.random_registers rng in
  (match describe i with
  | Some { d_access = Some { a_mem = m; a_use; _ }; _ } when a_use <> Address -> (
      let align = if Random.State.int rng 8 = 0 then 1 else 32 in
      let target = window + 64 + (Random.State.int rng (128 / align) * align) in
      let index_part () =
        match m.m_index with
        | None -> 0L
        | Some (r, k) -> Int64.mul (Machine.get_register b r) (Int64.of_int (Z.to_int k))
      in
      match (m.m_base, m.m_index) with
      | BaseReg r, _ ->
          (match m.m_index with
          | Some (x, _) when Random.State.bool rng -> Machine.set_register b x (Int64.of_int (Random.State.int rng 200 - 100))
          | _ -> ());
          let rest = Int64.add (index_part ()) (Int64.of_int (Z.to_int m.m_disp)) in
          Machine.set_register b r (Int64.sub (Int64.of_int target) rest)
      | NoBase, Some (x, k) ->
          let k = Z.to_int k in
          let d = target - Z.to_int m.m_disp in
          (* any address near the target that the scale can reach *)
          Machine.set_register b x (Int64.of_int (((d + k - 1) / k)))
      | _ -> ())
  | _ -> ());
  b

type processor = This_one | Bochs
type verdict = Agrees | Faults | Differs of string

let environment =
  { symbol = (fun _ -> Z.of_int Machine.symbol_address);
    regions = (fun _ -> { r_base = Z.of_int window; r_size = Z.of_int window_size; r_writable = true }) }

let new_test rng offset i =
  { Emulator.offset; state = random_state rng i; data = Bytes.init window_size (fun _ -> Char.chr (Random.State.int rng 256)) }

let here (t : Emulator.test) =
  let state = Bytes.copy t.state and data = Bytes.copy t.data in
  if Machine.execute t.offset state data then Emulator.Ended (state, data) else Faulted

let compare_one i (t : Emulator.test) (outcome : Emulator.outcome) =
  let memory a =
    let k = Z.to_int a - window in
    if k >= 0 && k < window_size then Z.of_int (Char.code (Bytes.get t.data k)) else Z.zero
  in
  match (exec environment i { locs = Machine.location t.state; memory }, outcome) with
  | None, Faulted -> Faults
  | None, Ended _ -> Differs "the processor runs it where the model has an error"
  | Some _, Faulted -> Differs "the processor faults where the model does not"
  | Some (s, _), Ended (after, data') -> (
      let wrong l =
        let mine = s.locs l and theirs = Machine.location after l in
        match l with F _ when Z.equal mine (Z.of_int 2) -> false | _ -> not (Z.equal mine theirs)
      in
      match List.find_opt wrong Locations.all with
      | Some l ->
          Differs
            (Printf.sprintf "%s is %s in the model and %s on the processor" (Operand.location_name l)
               (Z.format "0x%x" (s.locs l))
               (Z.format "0x%x" (Machine.location after l)))
      | None ->
          let rec scan k =
            if k >= window_size then Agrees
            else if Z.to_int (s.memory (Z.of_int (window + k))) <> Char.code (Bytes.get data' k) then
              Differs (Printf.sprintf "byte %d of memory differs" k)
            else scan (k + 1)
          in
          let touches = match describe i with Some { d_access = Some { a_use = Store | Modify; _ }; _ } -> true | _ -> false in
          if touches || not (Bytes.equal t.data data') then scan 0 else Agrees)

(* A form, and instances of it with where they are in the code. *)
type case = { form : Forms.form; instances : (int * instr) array }

(* By its name, its mnemonic, or the opcode, which is that without a suffix of size. *)
let is_called (f : Forms.form) word =
  let mnemonic = List.hd (String.split_on_char ' ' f.name) in
  List.mem word [ f.name; mnemonic ] || List.mem mnemonic [ word ^ "l"; word ^ "q" ]

let selected only f = only = [] || List.exists (is_called f) only

let refuse_unknown forms only =
  List.iter
    (fun word ->
      if not (List.exists (fun f -> is_called f word) forms) then
        let near = String.sub word 0 (min 2 (String.length word)) in
        let mnemonics = List.map (fun (f : Forms.form) -> List.hd (String.split_on_char ' ' f.name)) forms in
        let help =
          match List.sort_uniq compare (List.filter (String.starts_with ~prefix:near) mnemonics) with
          | [] -> "`fairlead asm cosim` without --only runs all, and names them"
          | l -> "there are " ^ String.concat ", " l
        in
        Diagnostic.fail ~help "--only: the model has no instruction `%s', and no form of that name" word)
    only

(* Reports on one form; whether it is right. *)
let judge ~names ~csv case results =
  let faults = ref 0 and differ = ref 0 and first = ref None in
  Array.iter
    (fun (i, t, outcome) ->
      match compare_one i t outcome with
      | Agrees -> ()
      | Faults -> incr faults
      | Differs why ->
          incr differ;
          if !first = None then first := Some (i, why))
    results;
  let count = Array.length results in
  Option.iter
    (fun out ->
      Printf.fprintf out "%s,%d,%d,%d\n" (String.map (fun c -> if c = ',' then '/' else c) case.form.name) count !faults !differ)
    csv;
  match !first with
  | None when !faults = count -> Printf.printf "%s: every state faulted\n" case.form.name; false
  | None -> true
  | Some (i, why) ->
      Printf.printf "%s: `%s': %s\n%!" case.form.name (Print.instruction Att names i) why;
      false

(* Forms together, as many as the emulator takes at once: starting it costs more than running it. *)
let rec groups each = function
  | [] -> []
  | cases ->
      let rec take room = function
        | c :: rest when room >= each -> let a, b = take (room - each) rest in (c :: a, b)
        | rest -> ([], rest)
      in
      let now, later = match take Emulator.capacity cases with [], c :: rest -> ([ c ], rest) | split -> split in
      now :: groups each later

(* What the result is about: it means nothing without. *)
let provenance ~processor ~states ~seed ~only =
  let now = Unix.gmtime (Unix.gettimeofday ()) in
  let quoted = List.map (fun o -> Printf.sprintf " --only '%s'" o) only in
  Printf.sprintf "fairlead asm cosim%s --states %d --seed %d%s, %04d-%02d-%02d"
    (match processor with This_one -> "" | Bochs -> " --emulator bochs")
    states seed (String.concat "" quoted) (now.tm_year + 1900) (now.tm_mon + 1) now.tm_mday
  ::
  (match processor with
  | This_one -> Processor.describe (Lazy.force Processor.this)
  | Bochs -> [ "emulator: " ^ Emulator.name () ])

let create_csv file =
  match open_out file with out -> out | exception Sys_error e -> Diagnostic.fail ~file ~help:"write to somewhere else"
    "cannot be written: %s" e

let run ~processor ~states ~seed ~only ~csv =
  Diagnostic.report
    (Diagnostic.catch (fun () ->
        (match (processor, Machine.missing ()) with
        | Bochs, _ | This_one, [] -> ()
        | This_one, lacking ->
            Diagnostic.fail "this processor lacks %s: the model cannot be validated on it (but see --emulator)" (String.concat ", " lacking));
        let names = Operand.new_names () in
        let symbol = Operand.symbol_number names "flsym" in
        let all = Forms.all ~symbol ~data:(window + 64) in
        refuse_unknown all only;
        let forms = List.filter (selected only) all in
        if processor = Bochs && states > Emulator.capacity then
          Diagnostic.fail "the emulator takes at most %d states per form" Emulator.capacity;
        let rng = Random.State.make [| seed |] in
        let offset = ref (-slot) in
        let cases =
          List.map
            (fun (form : Forms.form) ->
              let instance _ = offset := !offset + slot; (!offset, form.make rng) in
              { form; instances = Array.init (min instances states) instance })
            forms
        in
        let code =
          Machine.assemble ~slot ~names (List.concat_map (fun c -> List.map (fun (_, i) -> [ i ]) (Array.to_list c.instances)) cases)
        in
        if processor = This_one && not (Machine.install code) then
          Diagnostic.fail "the fixed addresses the harness needs are taken";
        let lacking c = if processor = This_one then Machine.lacks (snd c.instances.(0)) else None in
        let skipped, cases = List.partition (fun c -> lacking c <> None) cases in
        let head = provenance ~processor ~states ~seed ~only in
        List.iter (fun l -> Printf.printf "%s\n" l) head;
        let csv = Option.map create_csv csv in
        let to_csv text = Option.iter (fun out -> output_string out text) csv in
        List.iter (fun l -> to_csv ("# " ^ l ^ "\n")) head;
        to_csv "form,states,faults,differ\n";
        let draw case =
          Array.init states (fun k ->
              let offset, i = case.instances.(k mod Array.length case.instances) in
              (i, new_test rng offset i))
        in
        let on_group group =
          let drawn = List.map (fun c -> (c, draw c)) group in
          let outcomes =
            let tests = Array.concat (List.map (fun (_, d) -> Array.map snd d) drawn) in
            match processor with This_one -> Array.map here tests | Bochs -> Emulator.run ~code tests
          in
          List.mapi
            (fun n (case, d) -> judge ~names ~csv case (Array.mapi (fun k (i, t) -> (i, t, outcomes.((n * states) + k))) d))
            drawn
        in
        let verdicts = List.concat_map on_group (groups states cases) in
        let bad = List.length (List.filter not verdicts) in
        let where = match processor with This_one -> "the processor" | Bochs -> "Bochs" in
        let tell line =
          to_csv ("# " ^ line ^ "\n");
          print_endline line
        in
        List.iter
          (fun c ->
            tell
              (Printf.sprintf "%s: not run, this processor lacks %s (--emulator bochs has it)" c.form.name
                 (Option.value ~default:"it" (lacking c))))
          skipped;
        tell
          (Printf.sprintf "%d forms, %d states: %s%s" (List.length cases) (states * List.length cases)
             (if bad = 0 then Printf.sprintf "the model and %s agree" where else Printf.sprintf "%d forms differ" bad)
             (match List.length skipped with 0 -> "" | n -> Printf.sprintf "; %d forms were not run" n));
        Option.iter close_out csv;
        if cases = [] then Diagnostic.fail "nothing was validated: this processor has none of these forms";
        if bad = 0 then Fairlead_cli.Exit_status.ok else Fairlead_cli.Exit_status.diagnosed))

let emit ~seed file =
  let names = Operand.new_names () in
  let symbol = Operand.symbol_number names "flsym" in
  let rng = Random.State.make [| seed |] in
  match open_out file with
  | exception Sys_error e ->
      Fairlead_cli.Complaint.diagnosed file "cannot be written: %s" e ~help:"write to somewhere else"
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
