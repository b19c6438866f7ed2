(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner

let check key file nonce anchors signers signed =
  let named name = function None -> [] | Some value -> [ name; value ] in
  Companion.become "fairlead-monitor-check"
    ([ key; file ] @ named "--nonce" nonce
    @ List.concat_map (fun anchor -> [ "--anchor"; anchor ]) anchors
    @ named "--signers" signers
    @ named "--signed" signed)

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
  let anchors =
    Arg.(value & opt_all string []
         & info [ "anchor" ] ~docv:"FILE"
             ~doc:"Insist on seals that count by this anchor, as it is kept: refuse an epoch that it has not reached, \
                 another seal than its own, and a run that was given up or that it does not say anything about. Up \
                 to 64 times: a seal counts by the anchor that was kept in its run, and a history of several runs \
                 needs one of each.")
  in
  let signers =
    Arg.(value & opt (some string) None
         & info [ "signers" ] ~docv:"FILE"
             ~doc:"Read clients' requests, too (lines `request HEX', each before its receipts), and insist that each \
                 is signed by a client in this file, as for $(b,serve --signers), that its receipts are of what \
                 it asks for, and that each client's numbers go from 1, none left out, none twice, in the server's \
                 order.")
  in
  let signed =
    Arg.(value & opt (some (enum [ ("some", "some"); ("all", "all") ])) None
         & info [ "signed" ] ~docv:"WHICH"
             ~doc:"With $(b,--signers): $(b,all) refuses a receipt of a change that is in no request. $(b,some) is the \
                 default.")
  in
  let exits =
    Cmd.Exit.
      [
        info 0 ~doc:"when all that is in the file was signed with this key, and counts by the anchor. It is printed in \
                     words.";
        info 1 ~doc:"when something was not, or does not count, is malformed, has no certificate, or cannot be read.";
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
           `P "What is sealed may still come to nothing, in a crash. With --anchor it is refused unless it is final.";
         ])
    Term.(const check $ key $ file $ nonce $ anchors $ signers $ signed)
