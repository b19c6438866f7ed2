(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli
open Fairlead_lang

let of_hex text =
  let digit c = match c with '0' .. '9' -> Some (Char.code c - 48) | 'a' .. 'f' -> Some (Char.code c - 87) | 'A' .. 'F' -> Some (Char.code c - 55) | _ -> None in
  let n = String.length text in
  let b = Buffer.create (n / 2) in
  let rec go i =
    if i = n then Some (Buffer.contents b)
    else if i + 1 = n then None
    else
      match (digit text.[i], digit text.[i + 1]) with
      | Some high, Some low ->
          Buffer.add_char b (Char.chr ((16 * high) + low));
          go (i + 2)
      | _ -> None
  in
  go 0

let run_one path info p input steps =
  let trapped (at : Program_info.position) = Message.say_plainly "trapped at %s:%d:%d" at.file at.line at.column in
  match Driver.run info p ~input ~steps ~print:print_endline ~trapped with
  | Finished -> Exit_status.ok
  | Out_of_steps -> Exit_status.diagnosed
  | Refused why ->
      Complaint.diagnosed path "cannot run `%s`: %s" (Written.name info.procedures.(p).proc_name) why
        ~help:"compile it, and drive it from C: docs/c-api.md"

let run path wanted hex steps =
  match Option.map of_hex hex with
  | Some None -> Complaint.usage "--input" "these are not pairs of hexadecimal digits" ~help:"write 0a for a line feed, say"
  | None when path = "-" ->
      Complaint.usage "-" "standard input cannot be both the program and its input" ~help:"give the input with --input HEX"
  | given ->
      let read_all () =
        set_binary_mode_in stdin true;
        Files.read_channel stdin
      in
      Entry.with_one path wanted (fun info p ->
          match match given with Some (Some s) -> Ok s | _ -> read_all () with
          | Ok input -> run_one path info p input steps
          | Error why -> Complaint.diagnosed "<stdin>" "cannot read it: %s" why ~help:"give the input there, or with --input HEX")

let cmd =
  let input =
    Arg.(
      value
      & opt (some string) None
      & info [ "input" ] ~docv:"HEX" ~doc:"What the driver supplies, as hexadecimal digits; by default the bytes of standard input.")
  in
  let steps =
    Arg.(
      value & opt (Number.at_least 1) 10_000_000
      & info [ "steps" ] ~docv:"N" ~doc:"Stop after this many steps between requests.")
  in
  Cmd.v
    (Cmd.info "run" ~doc:"Run a coroutine with the interpreter extracted from its Coq semantics."
       ~exits:Exit_status.documented
       ~man:
         [
           `S Manpage.s_description;
           `P "Prints each request and the result. What the driver answers is decoded from bytes: docs/run-protocol.md.";
         ])
    Term.(const run $ Entry.file $ Entry.name $ input $ steps)
