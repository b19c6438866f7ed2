(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let read_channel ?(limit = max_int) channel =
  let b = Buffer.create 65536 in
  let rec go () =
    match Buffer.add_channel b channel 65536 with
    | () -> if Buffer.length b <= limit then go ()
    | exception End_of_file -> ()
  in
  match go () with () when Buffer.length b > limit -> Error (Printf.sprintf "it has more than %d bytes" limit)
  | () -> Ok (Buffer.contents b) | exception Sys_error why -> Error why

(* Pipes and devices have no size, so reading stops when there is more than there may be. *)
let read ?(limit = 0x1000_0000) path =
  match Unix.stat path with
  | exception Unix.Unix_error (e, _, _) -> Error (String.lowercase_ascii (Unix.error_message e))
  | { st_kind = S_DIR; _ } -> Error "it is a directory"
  | { st_kind = S_REG; st_size = n; _ } when n > limit -> Error (Printf.sprintf "it has %d bytes; the limit is %d" n limit)
  | _ -> (
      match open_in_bin path with
      | exception Sys_error why -> Error why
      | channel -> Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () -> read_channel ~limit channel))

let put path text =
  let channel = open_out_bin path in
  try output_string channel text; close_out channel
  with Sys_error why -> close_out_noerr channel; raise (Sys_error (path ^ ": " ^ why))

let fail path e = raise (Sys_error (path ^ ": " ^ Unix.error_message e))

type target = { file : string; permissions : int option; in_place : bool  (** a device or a pipe, which nothing replaces *) }

(* Where a link leads, that file is meant. *)
let target path =
  match Unix.access path [ W_OK ]; Unix.stat path with
  | { st_kind = S_DIR; _ } -> raise (Sys_error (path ^ ": Is a directory"))
  | { st_kind = S_REG; st_perm; _ } ->
      let is_link = match Unix.lstat path with { st_kind = S_LNK; _ } -> true | _ | (exception Unix.Unix_error _) -> false in
      let file = if is_link then try Some (Unix.realpath path) with Unix.Unix_error _ -> None else Some path in
      (* /dev/stdout leads to a file that may have no name any more: nothing replaces it, nor the link. *)
      { file = Option.value file ~default:path; permissions = Some st_perm; in_place = file = None }
  | _ -> { file = path; permissions = None; in_place = true }
  | exception Unix.Unix_error (ENOENT, _, _) -> { file = path; permissions = None; in_place = false }
  | exception Unix.Unix_error (why, _, _) -> fail path why

let write_all files =
  let temporary t = t.file ^ ".part" in
  let made = ref [] in
  try
    let targets = List.map (fun (path, text) -> (target path, text)) files in
    let beside (t, text) =
      if not t.in_place then (
        made := temporary t :: !made;
        put (temporary t) text;
        try Option.iter (Unix.chmod (temporary t)) t.permissions with Unix.Unix_error (e, _, _) -> fail t.file e)
    in
    List.iter beside targets;
    List.iter (fun (t, text) -> if t.in_place then put t.file text else Sys.rename (temporary t) t.file) targets;
    Ok ()
  with Sys_error why ->
    List.iter (fun path -> try Sys.remove path with Sys_error _ -> ()) !made;
    Error why

let write path text = write_all [ (path, text) ]

let rec make_folder dir =
  if not (Sys.file_exists dir) then (
    make_folder (Filename.dirname dir);
    try Sys.mkdir dir 0o777 with Sys_error _ when Sys.file_exists dir -> ())
