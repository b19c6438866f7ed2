(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { path : string; waiting : Buffer.t; mutable begun : bool }

let create path = { path; waiting = Buffer.create 64; begun = false }

let flush t =
  let mode = if t.begun then Open_append else Open_trunc in
  let channel = open_out_gen [ Open_wronly; Open_creat; Open_binary; mode ] 0o666 t.path in
  t.begun <- true;
  match Buffer.output_buffer channel t.waiting; close_out channel with
  | () -> Buffer.clear t.waiting
  | exception Sys_error why -> close_out_noerr channel; raise (Sys_error (t.path ^ ": " ^ why))

let add t text =
  Buffer.add_string t.waiting text;
  if Buffer.length t.waiting > 65536 then flush t

let abandon t =
  match if t.begun then (Unix.lstat t.path).st_kind else S_CHR with
  | S_REG -> Sys.remove t.path
  | _ -> ()
  | exception (Unix.Unix_error _ | Sys_error _) -> ()
