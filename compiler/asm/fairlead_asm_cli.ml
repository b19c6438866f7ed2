(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli

let info_of = Cmd.info ~exits:Exit_status.documented
let command info term = Cmd.v info (Message.formatted term)

let file n doc = Arg.(required & pos n (some string) None & info [] ~docv:(if n = 0 then "CLEAN.S" else "FAST.S") ~doc)
let quiet = Arg.(value & flag & info [ "q"; "quiet" ] ~doc:"Say nothing when all is well.")

let symbolic =
  Arg.(value & flag & info [ "symbolic" ] ~doc:"Compare what the blocks compute, not only the order of their instructions.")

let dead =
  Arg.(value & opt (list string) [] & info [ "dead" ] ~docv:"LOCATIONS"
         ~doc:"With $(b,--symbolic): registers whose values nothing uses after a return, such as %xmm5,%r11; \
               vector registers with their upper halves.")

let check =
  let objects =
    Arg.(value & flag & info [ "object" ]
           ~doc:"Both files must be object files. What is one is read as one without this, too: each of the commands that \
                 read assembly files disassembles it, and refuses it unless what was read assembles to the same object.")
  in
  let run quiet objects symbolic dead clean fast =
    Check.run ~quiet ~objects ~method_:(if symbolic then Symbolic else Reordering) ~dead clean fast
  in
  command
    (Cmd.info "check" ~exits:Exit_status.documented_not_covered
       ~doc:"Prove that one assembly file does what another does, or say precisely why not.")
    Term.(const run $ quiet $ objects $ symbolic $ dead $ file 0 "The clean code, or an object file of it."
          $ file 1 "The fast code, or an object file of it.")

let explain =
  let svg = Arg.(value & opt (some string) None & info [ "svg" ] ~docv:"FILE.svg" ~doc:"Draw how the longest block is interleaved.") in
  let run symbolic dead svg clean fast =
    Explain.run ~method_:(if symbolic then Judge_trusted.Symbolic else Reordering) ~dead ~svg clean fast
  in
  command
    (Cmd.info "explain" ~exits:Exit_status.documented_not_covered
       ~doc:"Say what moved where; or, if the fast code is refused, which instructions could not move past which, over what, and what would make it legal.")
    Term.(const run $ symbolic $ dead $ svg $ file 0 "The clean code." $ file 1 "The fast code.")

let print =
  let intel = Arg.(value & flag & info [ "intel" ] ~doc:"Intel syntax.") in
  let run intel f = Check.print (if intel then Print.Intel else Print.Att) f in
  command
    (info_of "print" ~doc:"Print an assembly file as the model understands it (the assembled bytes must not change).")
    Term.(const run $ intel $ Arg.(required & pos 0 (some string) None & info [] ~docv:"FILE.S"))

let output = Arg.(value & opt (some string) None & info [ "o"; "output" ] ~docv:"OUT.S" ~doc:"Write to $(docv) instead of standard output.")
let input doc = Arg.(required & pos 0 (some string) None & info [] ~docv:"FILE.S" ~doc)
let intel_flag = Arg.(value & flag & info [ "intel" ] ~doc:"Write Intel syntax.")

let lower =
  let run intel output f = Transform.lower ~intel f output in
  command
    (Cmd.info "lower" ~exits:Exit_status.documented_not_covered
       ~doc:"Lower structured control flow (`//@ if', `//@ loop', procedures) to labels and jumps, by the proved lowering.")
    Term.(const run $ intel_flag $ output $ input "Assembly with structured control flow.")

let transform =
  let peephole =
    let parse s = match Transform.peephole_of_string s with Ok p -> Ok (Transform.Peephole p) | Error e -> Error (`Msg e) in
    let print f _ = Format.pp_print_string f "NAME" in
    Arg.(value & opt_all (conv (parse, print)) [] & info [ "peephole" ] ~docv:"NAME" ~doc:("A peephole, everywhere: " ^ Transform.peepholes ^ "."))
  in
  let loop = Arg.(value & opt (Number.between 1 9999) 1 & info [ "loop" ] ~docv:"K" ~doc:"Which loop the loop rules change, counted from 1 in the order of the text.") in
  let rule ?(low = 0) ?(high = 9999) name docv doc =
    Arg.(value & opt (some (Number.between low high)) None & info [ name ] ~docv ~doc)
  in
  let unroll = rule ~low:2 ~high:64 "unroll" "N" "N bodies in one." in
  let rotate = rule "rotate" "N" "The first N parts of the body go to the end of the iteration before." in
  let sink = rule "sink" "N" "All but the first N parts of the body go behind the loop's test, to the next iteration." in
  let flag name doc = Arg.(value & flag & info [ name ] ~doc) in
  let peel = flag "peel" "The first iteration by itself." in
  let invert = flag "invert" "A loop that tests first, made to test last." in
  let order =
    Arg.(value & opt_all string [] & info [ "order" ] ~docv:"FILE" ~doc:"The longest block in the order that $(docv) gives, as $(b,fairlead asm optimize) writes it.")
  in
  let lower = flag "lower" "Lower structured control flow afterwards." in
  let run lower intel quiet peepholes loop unroll rotate sink peel invert orders output file =
    let rule name = function Some n -> [ Transform.Rule [ "loop"; string_of_int loop; name; string_of_int n ] ] | None -> [] in
    let plain name given = if given then [ Transform.Rule [ "loop"; string_of_int loop; name ] ] else [] in
    let changes =
      peepholes @ rule "unroll" unroll @ plain "peel" peel @ rule "sink" sink @ rule "rotate" rotate @ plain "invert" invert
      @ List.map (fun f -> Transform.Order f) orders
    in
    if changes = [] && not lower then
      Complaint.usage file "it is not said what to do"
        ~help:"--peephole, --unroll, --peel, --sink, --rotate, --invert, --order or --lower (see --help)"
    else Transform.run ~lower ~intel ~quiet changes file output
  in
  command
    (Cmd.info "transform" ~exits:Exit_status.documented_not_covered
       ~doc:"Apply proved transformers: first peepholes, then loop rules, then an order.")
    Term.(const run $ lower $ intel_flag $ quiet $ peephole $ loop $ unroll $ rotate $ sink $ peel $ invert $ order $ output $ input "The clean code.")

let cosim =
  let states = Arg.(value & opt int 10000 & info [ "states" ] ~docv:"N" ~doc:"States per form.") in
  let seed = Arg.(value & opt int 1 & info [ "seed" ] ~docv:"SEED" ~doc:"Of the random numbers.") in
  let only = Arg.(value & opt_all string [] & info [ "only" ] ~docv:"MNEMONIC" ~doc:"Only the forms of this opcode, such as mulx (of any size) or vaesenc, or one form, such as 'vaesenc y,m'. Repeatable.") in
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
    else if states < 1 then Complaint.usage "--states" "%d states are none" states ~help:"give 1 or more"
    else Cosim.run ~processor ~states ~seed ~only ~csv
  in
  command
    (info_of "cosim" ~doc:"Run every instruction of the model on this processor (or an emulated one) and compare.")
    Term.(const run $ processor $ states $ seed $ only $ csv $ emit)

let processor =
  let run () =
    let this = Lazy.force Processor.this in
    let lacks what features =
      match List.filter (fun f -> not (Processor.has this f)) features with
      | [] -> ()
      | l -> Printf.printf "lacks, %s: %s\n" what (String.concat " " l)
    in
    List.iter print_endline (Processor.describe this);
    lacks "so that cosim and mutate cannot run on it" Processor.needed;
    lacks "for the 256-bit forms of AES and carry-less products" [ "vaes"; "vpclmulqdq" ];
    Exit_status.ok
  in
  command
    (info_of "processor"
       ~doc:"Print which processor this is, and which it has of the features that the model and libfairlead-gcm use.")
    Term.(const run $ const ())

let taint =
  let object_file =
    Arg.(value & opt (some string) None & info [ "object" ] ~docv:"FILE.o"
           ~doc:"Analyse the code of this object file, disassembled; only the annotations are those of FILE.S.")
  in
  let run quiet object_file f = Taint_check.run ~quiet ~object_file f in
  command
    (Cmd.info "taint" ~exits:Exit_status.documented_not_covered
      ~doc:"Prove that no address and no branch of an assembly file depends on a secret.")
    Term.(const run $ quiet $ object_file $ Arg.(required & pos 0 (some string) None & info [] ~docv:"FILE.S"))

let disassemble =
  let run file =
    Diagnostic.report (Diagnostic.catch (fun () -> print_string (Object.disassemble file); Exit_status.ok))
  in
  command
    (info_of "disassemble" ~doc:"Print the code of an object file as an assembly file that the other commands read.")
    Term.(const run $ Arg.(required & pos 0 (some string) None & info [] ~docv:"FILE.o"))

let mutate =
  let number name default doc = Arg.(value & opt int default & info [ name ] ~docv:"N" ~doc) in
  let whole =
    Arg.(value & flag & info [ "whole" ]
           ~doc:"Change the text of the whole file: labels, jumps, calls, prefixes, directives, sections, symbols, data, comments, marks, instructions. Comments of the file say how to call its functions.")
  in
  let run whole mutations inputs seed file =
    if mutations < 1 then Complaint.usage "--mutations" "%d changes are none" mutations ~help:"give 1 or more"
    else if inputs < 1 then Complaint.usage "--inputs" "%d inputs are none" inputs ~help:"give 1 or more"
    else (if whole then Mutate_file.run else Mutate.run) ~mutations ~inputs ~seed file
  in
  command
    (info_of "mutate" ~doc:"Test the checkers: change a kernel at random, and run what they accept against the original.")
    Term.(
      const run $ whole
      $ number "mutations" 10000 "Random changes."
      $ number "inputs" 1000 "Random states to run each accepted change on."
      $ number "seed" 1 "Of the random numbers."
      $ Arg.(required & pos 0 (some string) None & info [] ~docv:"CLEAN.S"))

let cmd =
  Cmd.group (info_of "asm" ~doc:"Check, transform and optimize x86-64 assembly.")
    ~default:Term.(ret (const (`Help (`Auto, Some "asm"))))
    [ check; explain; transform; lower; print; Coq_command.cmd ~symbolic ~dead; disassemble; taint; cosim; mutate; processor;
      Optimize.cmd ]
