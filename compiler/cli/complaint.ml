(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let with_status status ~help where format =
  Printf.ksprintf
    (fun message ->
      Message.print { error = { where; place = None; message }; notes = []; help };
      status)
    format

let diagnosed ~help where format = with_status Exit_status.diagnosed ~help where format

let within where f =
  try f ()
  with Stack_overflow | Out_of_memory -> diagnosed where "the input is too large, or too deeply nested" ~help:"split it"

let usage ~help where format = with_status Exit_status.usage ~help where format
