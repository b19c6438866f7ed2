open Cmdliner

let file n doc = Arg.(required & pos n (some string) None & info [] ~docv:(if n = 0 then "CLEAN.S" else "FAST.S") ~doc)
let quiet = Arg.(value & flag & info [ "q"; "quiet" ] ~doc:"Say nothing when all is well.")

let check =
  let symbolic =
    Arg.(value & flag & info [ "symbolic" ] ~doc:"Compare what the blocks compute, not only the order of their instructions.")
  in
  let dead =
    Arg.(value & opt (list string) [] & info [ "dead" ] ~docv:"LOCATIONS"
           ~doc:"With $(b,--symbolic): registers whose values nothing uses after a return, such as %xmm5,%r11.")
  in
  let run quiet symbolic dead clean fast =
    Check.run ~quiet ~method_:(if symbolic then Symbolic else Reordering) ~dead clean fast
  in
  Cmd.v
    (Cmd.info "check"
       ~doc:"Prove that one assembly file does what another does, or say precisely why not.")
    Term.(const run $ quiet $ symbolic $ dead $ file 0 "The clean code." $ file 1 "The fast code.")

let print =
  let intel = Arg.(value & flag & info [ "intel" ] ~doc:"Intel syntax.") in
  let run intel f = Check.print (if intel then Print.Intel else Print.Att) f in
  Cmd.v
    (Cmd.info "print" ~doc:"Print an assembly file as the model understands it (the assembled bytes must not change).")
    Term.(const run $ intel $ Arg.(required & pos 0 (some string) None & info [] ~docv:"FILE.S"))

let coq =
  let regions =
    Arg.(value & opt (some file) None & info [ "regions" ] ~docv:"CLEAN.S" ~doc:"The file whose annotations say where the regions are.")
  in
  let run regions f = Coq_term.run ~regions f in
  Cmd.v
    (Cmd.info "coq" ~doc:"Print an assembly file as a Coq term, for theorems about it.")
    Term.(const run $ regions $ Arg.(required & pos 0 (some string) None & info [] ~docv:"FILE.S"))

let cosim =
  let states = Arg.(value & opt int 10000 & info [ "states" ] ~docv:"N" ~doc:"States per form.") in
  let seed = Arg.(value & opt int 1 & info [ "seed" ] ~docv:"SEED" ~doc:"Of the random numbers.") in
  let only = Arg.(value & opt_all string [] & info [ "only" ] ~docv:"MNEMONIC" ~doc:"Only forms of this opcode, such as vaesenc, or one form, such as 'vaesenc y,m'. Repeatable.") in
  let csv = Arg.(value & opt (some string) None & info [ "csv" ] ~docv:"FILE" ~doc:"Write one line per form.") in
  let emit =
    Arg.(value & opt (some string) None & info [ "emit" ] ~docv:"FILE.S" ~doc:"Only write the instructions, as assembly.")
  in
  let processor =
    Arg.(value & opt (enum [ ("none", Cosim.This_one); ("bochs", Cosim.Bochs) ]) Cosim.This_one
           & info [ "emulator" ] ~docv:"EMULATOR"
               ~doc:"Run them not on this processor but in an emulator: $(b,bochs), which must be installed. It has the 256-bit AES instructions.")
  in
  let run processor states seed only csv emit =
    if emit <> None then Cosim.emit ~seed (Option.get emit)
    else if states < 1 then (prerr_endline "fairlead: --states must be at least 1"; Fairlead_cli.Exit_status.usage)
    else Cosim.run ~processor ~states ~seed ~only ~csv
  in
  Cmd.v
    (Cmd.info "cosim" ~doc:"Run every instruction of the model on this processor (or an emulated one) and compare.")
    Term.(const run $ processor $ states $ seed $ only $ csv $ emit)

let taint =
  let run quiet f = Taint_check.run ~quiet f in
  Cmd.v
    (Cmd.info "taint" ~doc:"Prove that no address and no branch of an assembly file depends on a secret.")
    Term.(const run $ quiet $ Arg.(required & pos 0 (some string) None & info [] ~docv:"FILE.S"))

let mutate =
  let number name default doc = Arg.(value & opt int default & info [ name ] ~docv:"N" ~doc) in
  let run mutations inputs seed file =
    if mutations < 1 || inputs < 1 then (prerr_endline "fairlead: numbers must be at least 1"; Fairlead_cli.Exit_status.usage)
    else Mutate.run ~mutations ~inputs ~seed file
  in
  Cmd.v
    (Cmd.info "mutate" ~doc:"Test the checkers: change a kernel at random, and run what they accept against the original.")
    Term.(
      const run
      $ number "mutations" 10000 "Random changes."
      $ number "inputs" 1000 "Random states to run each accepted change on."
      $ number "seed" 1 "Of the random numbers."
      $ Arg.(required & pos 0 (some string) None & info [] ~docv:"CLEAN.S"))

let cmd =
  Cmd.group (Cmd.info "asm" ~doc:"Check, transform and optimize x86-64 assembly.")
    ~default:Term.(ret (const (`Help (`Auto, Some "asm"))))
    [ check; print; coq; taint; cosim; mutate; Optimize.cmd ]
