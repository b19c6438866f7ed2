(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner

let check key file nonce = Companion.become "fairlead-monitor-check" ([ key; file ] @ Option.to_list nonce)

let cmd =
  let key =
    Arg.(required & opt (some string) None & info [ "key" ] ~docv:"FILE" ~doc:"The server's public key (PEM).")
  in
  let file =
    Arg.(value & pos 0 string "-"
         & info [] ~docv:"FILE"
             ~doc:"Receipts, each followed by its certificate; or certificates alone. - (the default) is \
                 standard input.")
  in
  let nonce =
    Arg.(value & opt (some string) None
         & info [ "nonce" ] ~docv:"DIGITS"
             ~doc:"Insist on receipts that have this nonce, which the client said by RECEIPT NONCE before it asked.")
  in
  let exits =
    Cmd.Exit.
      [
        info 0 ~doc:"when all that is in the file was signed with this key: it is printed in words.";
        info 1 ~doc:"when something was not, is malformed, has no certificate, or cannot be read.";
        info 2 ~doc:"on a command line that makes no sense.";
      ]
  in
  Cmd.v
    (Cmd.info "check" ~exits
       ~doc:"Check receipts and certificates of `fairlead monitor serve' without the server."
       ~man:
         [
           `S Manpage.s_description;
           `P "Reads what the commands RECEIPT and CERTIFICATE answered, in lines, and checks the signature of every \
               seal and the way from every receipt to its seal. docs/monitor-serve.md has the bytes.";
         ])
    Term.(const check $ key $ file $ nonce)
