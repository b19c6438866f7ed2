(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* `fairlead threads cc`, as a command that can be given to make: CC=flcc. *)
let () = exit (Fairlead_threads.Cc.main (List.tl (Array.to_list Sys.argv)))
