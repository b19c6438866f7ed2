(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let count = ref 0
let failed = ref 0

let check name passed =
  incr count;
  if not passed then incr failed;
  Printf.printf "%s %d - %s\n%!" (if passed then "ok" else "not ok") !count name

let note fmt = Printf.ksprintf (fun s -> Printf.printf "# %s\n%!" s) fmt

let finish () =
  Printf.printf "1..%d\n" !count;
  exit (if !failed = 0 then 0 else 1)
