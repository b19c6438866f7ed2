(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* What an accepted change was accepted as. *)
type acceptance = Covered | Not_covered of string

type outcome = Not_read | Refused | Accepted of acceptance

(* Lines `# driver: call FUNCTION ARGUMENTS' (and table, data: docs/asm.md), as words. *)
let driver_lines text =
  List.filter_map
    (fun line ->
      match List.filter (( <> ) "") (String.split_on_char ' ' (String.trim line)) with
      | "#" :: "driver:" :: words -> Some words
      | _ -> None)
    (String.split_on_char '\n' text)

(* Reading a mutant adds names and regions: each gets its own copy of what reading the original left. *)
type original = { names : Operand.names; regions : Regions.t; reading : Reading_trusted.t }

let copy (o : original) : original = Marshal.from_string (Marshal.to_string o []) 0

let judge original text =
  let o = copy original in
  let { names; regions; reading = clean } = o in
  match Diagnostic.catch (fun () -> Reading_trusted.of_text ~regions ~names ~annotations:false ~file:"mutant.s" text) with
  | Error _ -> (o, None, Not_read)
  | Ok reading -> (
      let verdict method_ =
        Diagnostic.catch (fun () -> Judge_trusted.compare ~regions ~names ~method_ ~dead:[] clean reading)
      in
      let acceptance (v : Judge_trusted.verdict) = match v.not_covered with None -> Covered | Some why -> Not_covered why in
      match (verdict Reordering, verdict Symbolic) with
      | Ok ({ not_covered = None; _ } as v), _
      | _, Ok ({ not_covered = None; _ } as v)
      | Ok v, _
      | _, Ok v -> (o, Some reading, Accepted (acceptance v))
      | Error _, Error _ -> (o, Some reading, Refused))

let quiet_command words =
  let null = Unix.openfile "/dev/null" [ O_RDWR ] 0 in
  Fun.protect ~finally:(fun () -> Unix.close null) (fun () ->
      match Unix.waitpid [] (Unix.create_process (List.hd words) (Array.of_list words) null null null) with
      | _, WEXITED n -> n
      | _ -> 125
      | exception Unix.Unix_error _ -> 125)

let write path text =
  let out = open_out_bin path in
  Fun.protect ~finally:(fun () -> close_out_noerr out) (fun () -> output_string out text)

let library dir name text =
  let path ext = Filename.concat dir (name ^ ext) in
  write (path ".s") text;
  quiet_command [ "as"; "-o"; path ".o"; path ".s" ] = 0
  && quiet_command
       [ "ld"; "-shared"; "-Bsymbolic"; "-z"; "notext"; "-z"; "noexecstack"; "-o"; path ".so"; path ".o" ]
     = 0

let build_driver dir =
  let path = Filename.concat dir "driver" in
  write (path ^ ".c") Guest_sources.driver;
  if quiet_command [ "cc"; "-std=gnu11"; "-O1"; "-rdynamic"; "-o"; path; path ^ ".c"; "-ldl" ] <> 0 then
    Diagnostic.fail "the C compiler cannot make the driver of mutants";
  path

(* What the assembler would make of marks is not what was compared. *)
let text_to_run ~names (reading : Reading_trusted.t) text =
  if reading.marked then Print.text Att names (Lowering.lower reading.source) else text

(* Two runs that the original does not tell apart, the accepted one may not. *)
let leaks_more ~original ~names ~reading ~seed calls =
  let clean = Model_run.load original and fast = Model_run.load reading in
  let pairs = List.concat_map (fun call -> List.map (fun k -> (call, k)) [ 1; 2 ]) calls in
  let compared = ref 0 in
  let worse =
    List.exists
      (fun ((name, arguments), k) ->
        let public = seed + k in
        let leak t secret = Model_run.leakage t ~names ~name ~arguments ~public ~secret in
        match (leak clean (2 * public), leak clean ((2 * public) + 1)) with
        | Some a, Some b when a = b -> (
            incr compared;
            match (leak fast (2 * public), leak fast ((2 * public) + 1)) with Some a, Some b -> a <> b | _ -> true)
        | _ -> false)
      pairs
  in
  (worse, !compared)

let spec words = String.concat ":" words

let run ~mutations ~inputs ~seed file =
  Diagnostic.report
    (Diagnostic.catch (fun () ->
        if Machine.missing () <> [] then
          Diagnostic.fail "this processor lacks instructions of the model: %s" (String.concat " " (Machine.missing ()));
        print_endline ("on " ^ Processor.name (Lazy.force Processor.this));
        let names = Operand.new_names () in
        let regions = Regions.create names in
        let reading = Reading_trusted.load ~regions ~names ~annotations:true file in
        let original = { names; regions; reading } in
        let text = Machine.read_file file in
        let said = driver_lines text in
        let calls = List.filter_map (function [ "call"; f; arguments ] -> Some (f, arguments) | _ -> None) said in
        if calls = [] then
          Diagnostic.fail ~file ~help:"write `# driver: call NAME ARGUMENTS' (docs/asm.md)"
            "it is not said how to call its functions";
        let is_call (s : Source.statement) = match s.kind with Call _ -> true | _ -> false in
        let has_calls = List.exists is_call reading.source in
        Machine.with_directory (fun dir ->
            let driver = build_driver dir in
            let same name =
              let library name = Filename.concat dir (name ^ ".so") in
              quiet_command
                ([ driver; library "original"; library name; string_of_int inputs; string_of_int seed ] @ List.map spec said)
            in
            if not (library dir "original" (text_to_run ~names reading text)) then
              Diagnostic.fail ~file "cannot be linked";
            if same "original" <> 0 then
              Diagnostic.fail ~file ~help:"is what is said of its arguments right?" "run twice, it differs from itself";
            (* A program that does differ: were it not noticed, finding no other would mean nothing. *)
            let spoiled = String.concat "\n\tnotq %rax\n\tret\n" (Str.split_delim (Str.regexp "\n[ \t]+ret\n") text) in
            if not (library dir "spoiled" spoiled) || same "spoiled" <> 1 then
              Diagnostic.fail
                "a program that ends with another %%rax was not told from the original: the comparison is broken";
            let rng = Random.State.make [| seed |] in
            let lines = Array.of_list (String.split_on_char '\n' text) in
            let not_read = ref 0 and refused = ref 0 and unchanged = ref 0 and covered = ref 0 and apart = ref 0 in
            let same_object = ref 0 and ran = ref 0 and leakages = ref 0 and wrong = ref [] in
            for k = 1 to mutations do
              let changed, kinds = Text_mutation.mutate rng lines in
              let mutant = String.concat "\n" (Array.to_list changed) in
              if mutant = text then incr unchanged
              else
                match judge original mutant with
                | _, None, _ | _, _, Not_read -> incr not_read
                | _, _, Refused -> incr refused
                | o, Some r, Accepted how ->
                    incr (match how with Covered -> covered | Not_covered _ -> apart);
                    let fail why = wrong := (k, kinds, why, mutant) :: !wrong in
                    if (not r.marked) && Elf_trusted.difference reading.object_ r.object_ = None then incr same_object
                    else begin
                      incr ran;
                      if not (library dir "mutant" (text_to_run ~names:o.names r mutant)) then
                        fail "it cannot be linked"
                      else begin
                        if same "mutant" <> 0 then fail "it does something else";
                        if how = Covered && not has_calls then begin
                          let worse, compared =
                            leaks_more ~original:o.reading ~names:o.names ~reading:r ~seed:k calls
                          in
                          leakages := !leakages + compared;
                          if worse then fail "it leaks more"
                        end
                      end
                    end
            done;
            Printf.printf
              "%s: %d mutants (%d changed nothing): %d not read, %d refused, %d accepted, %d accepted but covered by no \
               theorem; of these %d have the same object file, %d were run on %d inputs, %d pairs of runs compared for \
               leakage; %d differ\n"
              file mutations !unchanged !not_read !refused !covered !apart !same_object !ran (2 * inputs) !leakages
              (List.length !wrong);
            List.iteri
              (fun n (k, kinds, why, mutant) ->
                if n < 3 then Printf.printf "number %d (%s), accepted, but %s:\n%s\n" k kinds why mutant)
              (List.rev !wrong);
            if !wrong = [] then Fairlead_cli.Exit_status.ok else Fairlead_cli.Exit_status.diagnosed)))
