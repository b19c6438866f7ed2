(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* `fairlead threads cc`, as a command that can be given to make: CC=flcc. *)
let () =
  (* It lives for one file: memory is cheaper than collecting it. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 4_000_000; space_overhead = 1_000; max_overhead = 1_000_000 };
  exit (Fairlead_threads.Cc.main (List.tl (Array.to_list Sys.argv)))
