(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Runs the extracted machines on the samples, and prints what happens as Coq prints it. *)
open Samples

let said l = String.concat "" (List.map (fun s -> s ^ " ") l)

let rec parent2 out inputs o =
  match (Parent2.look o, inputs) with
  | Parent2.Finished s, _ -> said (List.rev out) ^ "done " ^ s ^ ", left " ^ said inputs
  | Wants k, i :: inputs -> parent2 out inputs (k i)
  | Wants _, [] -> said (List.rev out) ^ "waits"
  | Prints (s, k), _ -> parent2 (s :: out) inputs k
  | Goes k, _ -> parent2 out inputs k

let rec loop out events o =
  match (Loop.look o, events) with
  | Loop.Waits k, e :: events -> loop out events (k e)
  | Waits _, [] -> List.rev out
  | Sends (socket, data, k), _ -> loop ((socket, data) :: out) events k
  | Closes (socket, k), _ -> loop ((socket, []) :: out) events k
  | Goes k, _ -> loop out events k

let list f l = "[" ^ String.concat "; " (List.map f l) ^ "]"
let sent (socket, data) = Printf.sprintf "(%d, %s)" socket (list string_of_int data)

let () =
  print_endline (list (fun i -> "\"" ^ parent2 [] i Parent2.first ^ "\"") Parent2.samples);
  print_endline (list (fun i -> list sent (loop [] i Loop.first)) Loop.samples)
