(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = {
  path : string;
  is_file : bool;
  identity : int * int;
  mutable descriptor : Unix.file_descr option;
  mutable read : int;
  mutable offset : int;
  mutable rest : string;
  incoming : Buffer.t;
  mutable at_end : bool;
}

let said e = String.lowercase_ascii (Unix.error_message e)
let path t = t.path
let is_file t = t.is_file
let is_at_end t = t.at_end
let offset t = t.offset

(* Without O_NONBLOCK the opening of a named pipe waits for its writer, who may be waiting for another of our pipes to
   be opened. *)
let connect path = Unix.openfile path [ O_RDONLY; O_NONBLOCK; O_CLOEXEC ] 0

let opened path =
  match
    let descriptor = if path = "-" then Unix.dup ~cloexec:true Unix.stdin else connect path in
    (descriptor, Unix.LargeFile.fstat descriptor)
  with
  | exception Unix.Unix_error (e, _, _) -> Error (said e)
  | descriptor, { st_kind = S_DIR; _ } -> Unix.close descriptor; Error "it is a directory"
  | descriptor, { st_kind; st_dev; st_ino; _ } ->
      Ok
        {
          path; is_file = st_kind = S_REG && path <> "-"; identity = (st_dev, st_ino); descriptor = Some descriptor;
          read = 0; offset = 0; rest = ""; incoming = Buffer.create 0; at_end = false;
        }

let close t =
  Option.iter (fun d -> try Unix.close d with Unix.Unix_error _ -> ()) t.descriptor;
  t.descriptor <- None

let park t = if t.is_file then close t

exception Too_many

let rec readable ~wait logs =
  let descriptors = List.filter_map (fun t -> t.descriptor) logs in
  match Unix.select descriptors [] [] (if wait then -1. else 0.) with
  | ready, _, _ -> List.filter (fun t -> match t.descriptor with Some d -> List.mem d ready | None -> false) logs
  | exception Unix.Unix_error (EINTR, _, _) -> readable ~wait logs
  | exception Unix.Unix_error (EINVAL, _, _) -> raise Too_many

let chunk = Bytes.create 262144

exception Replaced

(* A file that was parked is opened again where reading stopped. *)
let descriptor t =
  match t.descriptor with
  | Some d -> d
  | None ->
      let d = connect t.path in
      t.descriptor <- Some d;
      let { Unix.LargeFile.st_dev; st_ino; _ } = Unix.LargeFile.fstat d in
      if (st_dev, st_ino) <> t.identity then raise Replaced;
      ignore (Unix.LargeFile.lseek d (Int64.of_int t.read) SEEK_SET);
      d

let rec fill t =
  match Unix.read (descriptor t) chunk 0 (Bytes.length chunk) with
  | 0 -> t.at_end <- true; Ok ()
  | n ->
      Buffer.add_subbytes t.incoming chunk 0 n;
      t.read <- t.read + n;
      Ok ()
  | exception Unix.Unix_error (EINTR, _, _) -> fill t
  | exception Unix.Unix_error ((EAGAIN | EWOULDBLOCK), _, _) -> Ok ()
  | exception Unix.Unix_error (e, _, _) -> Error (said e)
  | exception Replaced -> Error "another file has taken its place while it was read"

(* A pipe may bring a long entry byte by byte; it is looked at again when as much has come as was there. *)
let has_news t = t.at_end || Buffer.length t.incoming > String.length t.rest

let text t =
  if Buffer.length t.incoming > 0 then begin
    t.rest <- (if t.rest = "" then Buffer.contents t.incoming else t.rest ^ Buffer.contents t.incoming);
    Buffer.reset t.incoming
  end;
  t.rest

let use t n =
  let rest = text t in
  t.rest <- String.sub rest n (String.length rest - n);
  t.offset <- t.offset + n
