open Asm_model
open Source

(* The block whose order is searched: the longest run of instructions. Directives that silently
   lie within a block elsewhere end one here. *)
type target = {
  regions : Regions.t;
  names : Operand.names;
  statements : statement array;
  first : int;  (** of the block, among the statements *)
  block : Program.placed array;
  must_precede : bool array array;  (** [must_precede.(i).(j)], [i < j]: they may not change places *)
}

let placed s = match s.kind with Instr instr -> Some { Program.place = s.place; instr } | _ -> None

let longest_run statements =
  let best = ref (0, 0) and start = ref 0 in
  Array.iteri
    (fun i s ->
      match s.kind with
      | Instr _ -> if i + 1 - !start > snd !best then best := (!start, i + 1 - !start)
      | _ -> start := i + 1)
    statements;
  !best

let load_statements ~regions ~names ~annotations file = Array.of_list (Source.load ~regions ~names ~annotations file)

let block_of statements (first, length) = Array.of_list (List.filter_map placed (Array.to_list (Array.sub statements first length)))

let load file =
  let names = Operand.new_names () in
  let regions = Regions.create names in
  let statements = load_statements ~regions ~names ~annotations:true file in
  let first, length = longest_run statements in
  if length < 2 then Diagnostic.fail "%s has no block of two instructions or more: there is nothing to reorder" file;
  let block = block_of statements (first, length) in
  let footprints = Array.map (fun (p : Program.placed) -> annotate p.instr) block in
  let must_precede =
    Array.mapi
      (fun i a ->
        Array.mapi
          (fun j b ->
            i < j
            && match (a, b) with
               | Some a, Some b -> not (independent (Regions.disjoint regions) a.i_footprint b.i_footprint)
               | _ -> true)
          footprints)
      footprints
  in
  { regions; names; statements; first; block; must_precede }

let identity t = Array.init (Array.length t.block) Fun.id
let ordered t order = Array.map (fun k -> t.block.(k)) order
let verified t order = Reordering.check ~regions:t.regions ~names:t.names t.block (ordered t order)

let with_order t order =
  Array.to_list
    (Array.mapi
       (fun i s ->
         if i >= t.first && i < t.first + Array.length order then { s with kind = Instr t.block.(order.(i - t.first)).instr } else s)
       t.statements)

let print_to file t ~keep order =
  match open_out_bin file with
  | exception Sys_error e -> Diagnostic.fail "%s" e
  | oc ->
      Print.program Print.Att t.names oc (List.filter keep (with_order t order));
      close_out oc

(* Order files *)

type record = { order : int array; notes : (string * string) list }

let magic = "fairlead order 1"

let is_permutation n order =
  let seen = Array.make n false in
  Array.length order = n
  && Array.for_all (fun k -> k >= 0 && k < n && not seen.(k) && (seen.(k) <- true; true)) order

let read_order t file =
  let lines =
    match open_in_bin file with
    | exception Sys_error e -> Diagnostic.fail "%s" e
    | ic ->
        let n = in_channel_length ic in
        let s = if n > 1_000_000 then "" else try really_input_string ic n with End_of_file -> "" in
        close_in ic;
        String.split_on_char '\n' s
  in
  let field l =
    match String.index_opt l ':' with
    | Some i -> Some (String.sub l 0 i, String.trim (String.sub l (i + 1) (String.length l - i - 1)))
    | None -> None
  in
  match lines with
  | head :: rest when head = magic -> (
      let fields = List.filter_map field rest in
      let numbers s = List.map int_of_string_opt (List.filter (( <> ) "") (String.split_on_char ' ' s)) in
      match List.assoc_opt "order" fields with
      | None -> Diagnostic.fail "%s: no `order:' line" file
      | Some s ->
          let ks = numbers s in
          let order = Array.of_list (List.map (Option.value ~default:(-1)) ks) in
          if not (is_permutation (Array.length t.block) order) then
            Diagnostic.fail "%s: the order is not one of the %d instructions of the block; was the clean file changed? Search anew"
              file (Array.length t.block);
          { order; notes = List.remove_assoc "order" fields })
  | _ -> Diagnostic.fail "%s: not an order file (its first line should be `%s')" file magic

let write_order file r =
  let part = file ^ ".part" in
  match open_out_bin part with
  | exception Sys_error e -> Diagnostic.fail "%s" e
  | oc ->
      Printf.fprintf oc "%s\n" magic;
      List.iter (fun (k, v) -> Printf.fprintf oc "%s: %s\n" k v) r.notes;
      Printf.fprintf oc "order: %s\n" (String.concat " " (Array.to_list (Array.map string_of_int r.order)));
      close_out oc;
      Sys.rename part file

let cpu_model () =
  match open_in "/proc/cpuinfo" with
  | exception Sys_error _ -> "unknown"
  | ic ->
      let field key l =
        match String.index_opt l ':' with
        | Some i when String.trim (String.sub l 0 i) = key -> Some (String.trim (String.sub l (i + 1) (String.length l - i - 1)))
        | _ -> None
      in
      let rec go found =
        match input_line ic with
        | exception End_of_file -> found
        | "" when found <> [] -> found
        | l -> go (match List.find_map (fun k -> field k l) [ "model name"; "cpu family"; "model"; "stepping" ] with Some v -> v :: found | None -> found)
      in
      let found = List.rev (go []) in
      close_in ic;
      (match found with
       | [ family; model; name; stepping ] -> Printf.sprintf "%s (family %s, model %s, stepping %s)" name family model stepping
       | l -> String.concat " / " l)

(* Moves: a few neighbouring instructions go somewhere else within what dependences allow. *)

let legal_range t order at length =
  let n = Array.length order in
  let blocked i j = t.must_precede.(min i j).(max i j) in
  let group = Array.sub order at length in
  let free k = Array.for_all (fun g -> not (blocked g k)) group in
  let rec up p = if p > 0 && free order.(p - 1) then up (p - 1) else p in
  let rec down p = if p + length < n && free order.(p + length) then down (p + 1) else p in
  (up at, down at)

let move order at length target =
  let group = Array.sub order at length in
  let rest = Array.append (Array.sub order 0 at) (Array.sub order (at + length) (Array.length order - at - length)) in
  Array.concat [ Array.sub rest 0 target; group; Array.sub rest target (Array.length rest - target) ]

let rec neighbour t order tries =
  let n = Array.length order in
  let length = min (n - 1) (match Random.int 6 with 0 -> 2 | 1 -> 3 | 2 -> 1 + Random.int 8 | _ -> 1) in
  let at = Random.int (n - length + 1) in
  let low, high = legal_range t order at length in
  if high > low then
    (* near as often as far: most gains are small steps *)
    let target =
      if Random.bool () then low + Random.int (high - low + 1)
      else max low (min high (at - 4 + Random.int 9))
    in
    if target = at && tries > 0 then neighbour t order (tries - 1) else move order at length target
  else if tries > 0 then neighbour t order (tries - 1)
  else order

let rec mutated t order k = if k <= 0 then order else mutated t (neighbour t order 50) (k - 1)

(* Measuring: the file is assembled into a shared object, and the harness compares two of those. *)

let run_line command =
  match Unix.open_process_in command with
  | exception Unix.Unix_error (e, _, _) -> Error (Unix.error_message e)
  | ic -> (
      let line = try input_line ic with End_of_file -> "" in
      match Unix.close_process_in ic with
      | Unix.WEXITED 0 -> Ok line
      | WEXITED k -> Error (Printf.sprintf "exit status %d" k)
      | WSIGNALED k | WSTOPPED k -> Error (Printf.sprintf "signal %d" k))

type bench = { directory : string; harness : string; extra : string list; procedure : string }

let visible s = match s.kind with Directive (".hidden", _) -> false | _ -> true

let assemble b t order name =
  let file = Filename.concat b.directory (name ^ ".S") and so = Filename.concat b.directory (name ^ ".so") in
  print_to file t ~keep:visible order;
  let command =
    String.concat " " ([ "cc"; "-shared"; "-nostdlib"; "-o"; Filename.quote so; Filename.quote file ] @ List.map Filename.quote b.extra)
  in
  match Sys.command command with 0 -> so | k -> Diagnostic.fail "`%s' failed (%d)" command k

(* The candidate's time over the incumbent's. *)
let ratio b incumbent candidate =
  match run_line (String.concat " " (List.map Filename.quote [ b.harness; b.procedure; incumbent; candidate ])) with
  | Ok line -> (
      match List.filter_map float_of_string_opt (String.split_on_char ' ' line) with
      | [ x; y ] when x > 0. && y > 0. -> Some (y /. x)
      | _ -> None)
  | Error _ -> None

let procedure_of t =
  let globals =
    List.filter_map (fun s -> match s.kind with Directive ((".globl" | ".global"), n) -> Some n | _ -> None) (Array.to_list t.statements)
  in
  match globals with
  | [ n ] -> n
  | _ -> Diagnostic.fail "the file must have exactly one .globl symbol, which the harness calls; this one has %d" (List.length globals)

let seconds_of notes key = Option.value ~default:0. (Option.bind (List.assoc_opt key notes) float_of_string_opt)

let search t b ~start ~file ~seconds ~seed ~quiet =
  Random.init seed;
  let base = assemble b t start.order "start" in
  let started = Unix.gettimeofday () in
  let tried0 = int_of_float (seconds_of start.notes "candidates") and spent0 = seconds_of start.notes "seconds" in
  let save order tried accepted =
    match verified t order with
    | Error d -> raise (Diagnostic.Error d)
    | Ok _ ->
        let now = Unix.gmtime (Unix.gettimeofday ()) in
        write_order file
          { order;
            notes =
              [ ("procedure", b.procedure); ("processor", cpu_model ());
                ("date", Printf.sprintf "%04d-%02d-%02d" (now.tm_year + 1900) (now.tm_mon + 1) now.tm_mday);
                ("candidates", string_of_int (tried0 + tried));
                ("accepted", string_of_int (int_of_float (seconds_of start.notes "accepted") + accepted));
                ("seconds", Printf.sprintf "%.0f" (spent0 +. Unix.gettimeofday () -. started)) ] }
  in
  let rec go best best_so tried accepted failed =
    let elapsed = Unix.gettimeofday () -. started in
    if elapsed >= seconds then (best, best_so, tried, accepted)
    else if failed > 200 then Diagnostic.fail "the harness fails again and again; try it by hand: %s %s %s %s" b.harness b.procedure base best_so
    else begin
      if not quiet then
        Printf.eprintf "\r%s: %d tried, %d kept, %.0f of %.0f s " b.procedure tried accepted elapsed seconds;
      flush stderr;
      let candidate = mutated t best (1 + Random.int 3) in
      if candidate = best then go best best_so tried accepted (failed + 1)
      else
        match verified t candidate with
        | Error d -> raise (Diagnostic.Error d)
        | Ok _ -> (
            let so = assemble b t candidate (if accepted land 1 = 0 then "a" else "b") in
            match ratio b best_so so with
            | None -> go best best_so (tried + 1) accepted (failed + 1)
            | Some r when r < 0.998 -> (
                (* luck does not strike three times *)
                match (ratio b best_so so, ratio b best_so so) with
                | Some r2, Some r3 when r2 < 0.9985 && r3 < 0.9985 ->
                    save candidate (tried + 1) (accepted + 1);
                    go candidate so (tried + 1) (accepted + 1) 0
                | _ -> go best best_so (tried + 1) accepted 0)
            | Some _ -> go best best_so (tried + 1) accepted 0)
    end
  in
  let best, best_so, tried, accepted = go start.order base 0 0 0 in
  save best tried accepted;
  let final = List.filter_map (fun _ -> ratio b base best_so) [ (); (); (); (); () ] in
  let outcome =
    match List.sort compare final with
    | [] -> "the machine is too busy to compare it with the start"
    | l -> Printf.sprintf "time %.3f of what it was at the start" (List.nth l (List.length l / 2))
  in
  if not quiet then prerr_newline ();
  Printf.printf "%s: %d orders tried, %d kept; %s\n" b.procedure tried accepted outcome

(* The command *)

let rec remove_tree d =
  if Sys.is_directory d then (Array.iter (fun f -> remove_tree (Filename.concat d f)) (Sys.readdir d); Sys.rmdir d) else Sys.remove d

let in_temporary_directory f =
  let d = Filename.temp_file "fairlead" ".optimize" in
  Sys.remove d;
  Sys.mkdir d 0o700;
  Fun.protect ~finally:(fun () -> try remove_tree d with Sys_error _ -> ()) (fun () -> f d)

let start_order t ~from ~file =
  match from with
  | _ when Sys.file_exists file -> read_order t file
  | None -> { order = identity t; notes = [] }
  | Some other ->
      let statements = load_statements ~regions:t.regions ~names:t.names ~annotations:false other in
      let block = block_of statements (longest_run statements) in
      let queues = Hashtbl.create 97 in
      Array.iteri (fun k (p : Program.placed) -> Hashtbl.replace queues p.instr ((try Hashtbl.find queues p.instr with Not_found -> []) @ [ k ])) t.block;
      let order =
        Array.map
          (fun (p : Program.placed) ->
            match Hashtbl.find_opt queues p.instr with
            | Some (k :: rest) -> Hashtbl.replace queues p.instr rest; k
            | _ -> Diagnostic.fail ~place:p.place "this instruction is not in the clean block, so %s is no reordering of it" other)
          block
      in
      if not (is_permutation (Array.length t.block) order) then Diagnostic.fail "%s is no reordering of the clean file" other;
      (match verified t order with Ok _ -> () | Error d -> raise (Diagnostic.Error d));
      { order; notes = [] }

let run clean file apply from harness extra seconds seed quiet =
  match
    Diagnostic.catch (fun () ->
        let t = load clean in
        match (apply, harness) with
        | true, _ ->
            let r = read_order t file in
            (match verified t r.order with Ok _ -> () | Error d -> raise (Diagnostic.Error d));
            Print.program Print.Att t.names stdout (with_order t r.order)
        | false, None -> Diagnostic.fail "say how to measure: --harness PROGRAM (see docs/gcm.md), or --apply to print the file of an order"
        | false, Some harness ->
            in_temporary_directory (fun directory ->
                let b = { directory; harness; extra; procedure = procedure_of t } in
                search t b ~start:(start_order t ~from ~file) ~file ~seconds ~seed ~quiet))
  with
  | Ok () -> Fairlead_cli.Exit_status.ok
  | Error d -> Diagnostic.print stderr d; Fairlead_cli.Exit_status.diagnosed

let cmd =
  let open Cmdliner in
  let clean = Arg.(required & pos 0 (some string) None & info [] ~docv:"CLEAN.S" ~doc:"The clean code; its longest block is reordered.") in
  let file = Arg.(required & pos 1 (some string) None & info [] ~docv:"ORDER" ~doc:"The order file: written, and taken up again when it exists.") in
  let apply = Arg.(value & flag & info [ "apply" ] ~doc:"Only print the assembly file that the order makes of the clean one.") in
  let from = Arg.(value & opt (some string) None & info [ "from" ] ~docv:"FAST.S" ~doc:"Start from this reordering, if there is no order file yet.") in
  let harness =
    Arg.(value & opt (some string) None & info [ "harness" ] ~docv:"PROGRAM"
           ~doc:"Called with the name of the procedure and two shared objects; prints the time of each on one line, or fails.")
  in
  let extra = Arg.(value & opt_all string [] & info [ "with" ] ~docv:"FILE.S" ~doc:"Linked into each shared object.") in
  let seconds = Arg.(value & opt float 60. & info [ "seconds" ] ~docv:"S" ~doc:"How long to search.") in
  let seed = Arg.(value & opt int 1 & info [ "seed" ] ~docv:"SEED" ~doc:"Of the random numbers.") in
  let quiet = Arg.(value & flag & info [ "q"; "quiet" ] ~doc:"No progress line.") in
  Cmd.v
    (Cmd.info "optimize" ~doc:"Search for a faster order of a block on this processor, each candidate checked.")
    Term.(const run $ clean $ file $ apply $ from $ harness $ extra $ seconds $ seed $ quiet)
