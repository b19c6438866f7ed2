let with_status status ~help where format =
  Printf.ksprintf
    (fun message ->
      Printf.eprintf "%s: error: %s\n  help: %s\n" where message help;
      status)
    format

let diagnosed ~help where format = with_status Exit_status.diagnosed ~help where format
let usage ~help where format = with_status Exit_status.usage ~help where format
