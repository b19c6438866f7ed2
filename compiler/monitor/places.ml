(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner

let optional ?(short = []) option docv doc =
  let arg = Arg.(value & opt (some string) None & info (option :: short) ~docv ~doc) in
  Term.(const (function None -> [] | Some v -> [ "--" ^ option; v ]) $ arg)

let needed option docv doc =
  let arg = Arg.(required & opt (some string) None & info [ option ] ~docv ~doc) in
  Term.(const (fun v -> [ "--" ^ option; v ]) $ arg)

let flag ?(short = []) option doc =
  let arg = Arg.(value & flag & info (option :: short) ~doc) in
  Term.(const (function false -> [] | true -> [ "--" ^ option ]) $ arg)

let all terms =
  let lists = List.fold_right (fun t rest -> Term.(const List.cons $ t $ rest)) terms (Term.const []) in
  Term.(const List.concat $ lists)

let store = needed "store" "STORE"
let key = needed "key" "FILE"

let others =
  all
    [
      optional "anchor" "FILE"
        "A small file in a place where nobody else writes: which seal must not be rolled back. $(b,none): there is \
         none, and an old state of the store is noticed only with $(b,--expect-epoch). This or \
         $(b,--anchor-command) is needed.";
      optional "anchor-command" "COMMAND"
        "Instead of a file, a shell command that keeps the anchor, in a TPM or on another machine: $(i,COMMAND) \
         $(b,read) prints it, $(i,COMMAND) $(b,write) is given a new one. docs/monitor-operations.md has the details \
         and a command for a TPM.";
      optional "store-user" "USER"
        "As root: the process that has the store becomes this user (a name or a number) before it opens it.";
      optional "store-password-file" "FILE"
        "Of a Redis: the password is this file's first line. It may be in $(b,FAIRLEAD_STORE_PASSWORD), too.";
      optional "store-tls-ca" "FILE"
        "Of $(b,rediss://) and $(b,rediss-cluster://): believe certificates that these authorities have signed (PEM), \
         instead of the system's.";
      optional "store-tls-cert" "FILE" "Of $(b,rediss://): our certificate, if it asks for one (PEM).";
      optional "store-tls-key" "FILE" "The private key of that certificate.";
      optional "store-tls-name" "NAME"
        "Of $(b,rediss://): the name that its certificate has to be of, instead of the host's in the address.";
      optional "store-replicas" "N"
        "Of $(b,redis-cluster://): a change is stored when so many replicas have it, from 0 to 9. Without this: one, \
         where there is one.";
      optional "expect-epoch" "N" "Refuse a store whose seal is of an epoch before N.";
    ]
