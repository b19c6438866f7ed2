(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* `fairlead threads cc`, as a command that can be given to make: CC=flcc. *)
let () =
  (* It lives for one file: memory is cheaper than collecting it. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 4_000_000; space_overhead = 1_000; max_overhead = 1_000_000 };
  let arguments = List.tl (Array.to_list Sys.argv) in
  let asked word = List.mem word arguments in
  exit
    (if asked "--help" then Fairlead_threads.About.help ()
     else if asked "--version" then Fairlead_threads.About.version Version.current arguments
     else Fairlead_threads.Cc.main arguments)
