(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The command *)

let rec remove_tree d =
  if Sys.is_directory d then (Array.iter (fun f -> remove_tree (Filename.concat d f)) (Sys.readdir d); Sys.rmdir d) else Sys.remove d

let in_temporary_directory f =
  let d = Filename.temp_file "fairlead" ".optimize" in
  Sys.remove d;
  Sys.mkdir d 0o700;
  Fun.protect ~finally:(fun () -> try remove_tree d with Sys_error _ -> ()) (fun () -> f d)

let catch_error = function Ok () -> () | Error d -> raise (Diagnostic.Error d)

type method_ = Climb | Genetic

let search t ~file ~from ~harness ~extra ~method_ ~state settings =
  let other = Option.map (Orders.of_reordering t) from in
  let start, notes =
    if Sys.file_exists file then Orders.of_fields t ~file (Orders.read_fields ~magic:Orders.magic file)
    else (Option.value ~default:(Orders.identity t) other, [])
  in
  in_temporary_directory (fun directory ->
      let measure = Measure.create ~directory ~harness ~extra ~procedure:(Orders.procedure t) in
      match method_ with
      | Climb -> Search.climb settings t measure ~file ~start ~notes
      | Genetic -> Search.genetic settings t measure ~file ~state ~start ~others:(Option.to_list other) ~notes)

let run clean file apply from harness extra method_ state settings =
  Diagnostic.report
    (Diagnostic.catch (fun () ->
        let t = Orders.load clean in
        match (apply, harness) with
        | true, _ ->
            let c, _ = Orders.of_fields t ~file (Orders.read_fields ~magic:Orders.magic file) in
            catch_error (Orders.verify t c);
            Orders.write t c;
            Orders.status t clean
        | false, None -> Diagnostic.fail
          ~help:"--harness PROGRAM (see docs/gcm.md) measures; --apply prints the file of an order"
          "it is not said how to measure"
        | false, Some harness ->
            let state = Option.value ~default:(file ^ ".state") state in
            search t ~file ~from ~harness ~extra ~method_ ~state settings;
            Orders.status t clean))

let cmd =
  let open Cmdliner in
  let clean = Arg.(required & pos 0 (some string) None & info [] ~docv:"CLEAN.S" ~doc:"The clean code; its longest block is reordered.") in
  let file = Arg.(required & pos 1 (some string) None & info [] ~docv:"ORDER" ~doc:"The order file: written, and taken up again when it exists.") in
  let apply = Arg.(value & flag & info [ "apply" ] ~doc:"Only print the assembly file that the order makes of the clean one.") in
  let from =
    Arg.(value & opt (some string) None & info [ "from" ] ~docv:"FAST.S"
           ~doc:"Start from this reordering if there is no order file yet; otherwise it joins the population.")
  in
  let harness =
    Arg.(value & opt (some string) None & info [ "harness" ] ~docv:"PROGRAM"
           ~doc:"Called with the name of the procedure and two shared objects; prints the time of each on one line. Status 3 says that \
                 the machine is not quiet.")
  in
  let extra = Arg.(value & opt_all string [] & info [ "with" ] ~docv:"FILE.S" ~doc:"Linked into each shared object.") in
  let method_ =
    Arg.(value & opt (enum [ ("genetic", Genetic); ("climb", Climb) ]) Genetic & info [ "method" ] ~docv:"METHOD"
           ~doc:"$(b,genetic): a population is crossed and mutated. $(b,climb): only the best order is changed.")
  in
  let state =
    Arg.(value & opt (some string) None & info [ "state" ] ~docv:"FILE"
           ~doc:"Where the population is kept, and taken up again (ORDER.state if not said).")
  in
  let seconds = Arg.(value & opt (Fairlead_cli.Number.real 0. 1e9) 60. & info [ "seconds" ] ~docv:"S" ~doc:"How long to search.") in
  let candidates = Arg.(value & opt (some (Fairlead_cli.Number.at_least 0)) None & info [ "candidates" ] ~docv:"N" ~doc:"Stop after so many candidates.") in
  let seed = Arg.(value & opt int 1 & info [ "seed" ] ~docv:"SEED" ~doc:"Of the random numbers.") in
  let population = Arg.(value & opt (Fairlead_cli.Number.between 2 1_000_000) 16 & info [ "population" ] ~docv:"N"
         ~doc:"How many orders are crossed.") in
  let prefetches = Arg.(value & opt (Fairlead_cli.Number.between 0 1000) 2 & info [ "prefetches" ] ~docv:"N" ~doc:"How many prefetches may be inserted.") in
  let quiet = Arg.(value & flag & info [ "q"; "quiet" ] ~doc:"No progress line.") in
  let settings seconds candidates seed population prefetches quiet =
    { Search.seconds; candidates; seed; population; prefetches; quiet }
  in
  Cmd.v
    (Cmd.info "optimize" ~exits:Fairlead_cli.Exit_status.documented_not_covered
       ~doc:"Search for a faster order of a block on this processor, each candidate checked.")
    (Fairlead_cli.Message.formatted Term.(
      const run $ clean $ file $ apply $ from $ harness $ extra $ method_ $ state
      $ (const settings $ seconds $ candidates $ seed $ population $ prefetches $ quiet)))
