(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type event = Label of string | Named of string | Goes_to of string | Instruction of { runs_on : bool }

let is_local l = l = "" || (l.[0] >= '0' && l.[0] <= '9') || (String.length l >= 2 && String.sub l 0 2 = ".L")

let starts events =
  let named = Hashtbl.create 16 and reached = Hashtbl.create 16 and found = Hashtbl.create 16 in
  List.iter
    (function
      | Named l -> Hashtbl.replace named l ()
      | Goes_to l -> Hashtbl.replace reached l ()
      | Label _ | Instruction _ -> ())
    events;
  ignore
    (List.fold_left
       (fun running -> function
         | Label l ->
             if Hashtbl.mem named l || not (running || is_local l || Hashtbl.mem reached l) then Hashtbl.replace found l ();
             running
         | Instruction { runs_on } -> runs_on
         | Named _ | Goes_to _ -> running)
       false events);
  found
