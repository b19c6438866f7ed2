open Asm_model
module Z = Bignum

let window = Machine.window
let window_size = 256
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

type verdict = Agrees | Faults | Differs of string

let environment =
  { symbol = (fun _ -> Z.of_int Machine.symbol_address);
    regions = (fun _ -> { r_base = Z.of_int window; r_size = Z.of_int window_size; r_writable = true }) }

let compare_one rng offset i =
  let before = random_state rng i in
  let data = Bytes.init window_size (fun _ -> Char.chr (Random.State.int rng 256)) in
  let after = Bytes.copy before and data' = Bytes.copy data in
  let ran = Machine.execute offset after data' in
  let memory a =
    let k = Z.to_int a - window in
    if k >= 0 && k < window_size then Z.of_int (Char.code (Bytes.get data k)) else Z.zero
  in
  match (exec environment i { locs = Machine.location before; memory }, ran) with
  | None, false -> Faults
  | None, true -> Differs "the processor runs it where the model has an error"
  | Some _, false -> Differs "the processor faults where the model does not"
  | Some (s, _), true -> (
      let wrong l =
        let mine = s.locs l and theirs = Machine.location after l in
        match l with F _ when Z.equal mine (Z.of_int 2) -> false | _ -> not (Z.equal mine theirs)
      in
      match List.find_opt wrong Symbolic_check.all_locations with
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
          if touches || not (Bytes.equal data data') then scan 0 else Agrees)

let run ~states ~seed ~only ~csv =
  match
    Diagnostic.catch (fun () ->
        if not (Machine.supported ()) then
          Diagnostic.fail "this processor lacks AES-NI, PCLMULQDQ, AVX2, BMI2 or SSE4.1: the model cannot be validated on it";
        let names = Operand.new_names () in
        let symbol = Operand.symbol_number names "flsym" in
        let forms =
          List.filter
            (fun (f : Forms.form) ->
              match only with None -> true | Some p -> List.hd (String.split_on_char ' ' f.name) = p)
            (Forms.all ~symbol ~data:(window + 64))
        in
        if forms = [] then Diagnostic.fail "no form of that name in the model";
        let rng = Random.State.make [| seed |] in
        let cases =
          List.map (fun (f : Forms.form) -> (f, List.init (min instances states) (fun _ -> f.make rng))) forms
        in
        let code = Machine.assemble ~slot ~names (List.map (fun i -> [ i ]) (List.concat_map snd cases)) in
        if not (Machine.install code) then Diagnostic.fail "the fixed addresses the harness needs are taken";
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
