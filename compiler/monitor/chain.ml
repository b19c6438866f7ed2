(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let remark path fmt = Printf.ksprintf (fun message -> { Audit.path; offset = None; message; entry = None }) fmt
let root_of (h : Log_header.t) = Show.hex (Reference.sha256 h.root)

(* A chain's headers are read before its logs, so these are files; to open a pipe might wait for ever. *)
let header path =
  let wrong offset message = Error { Audit.path; offset; message; entry = None } in
  match Unix.LargeFile.stat path with
  | exception Unix.Unix_error _ -> wrong None "it cannot be opened"
  | { st_kind = S_REG; _ } -> (
      match open_in_bin path with
      | exception Sys_error _ -> wrong None "it cannot be opened"
      | channel -> (
          let read () = really_input_string channel (min (in_channel_length channel) Log_header.max_length) in
          match Fun.protect ~finally:(fun () -> close_in_noerr channel) read with
          | exception (Sys_error _ | End_of_file) -> wrong None "it cannot be read"
          | text -> (
              match Log_header.parse text with
              | Ok (h, _) -> Ok h
              | Error (offset, message) -> wrong (Some offset) message)))
  | _ -> wrong None "the logs of a chain are files"

(* What keeps the second from following the first, as far as headers tell. *)
let misfit (path, (h : Log_header.t)) (path', (h' : Log_header.t)) =
  if h.threads <> 1 then Some (remark path "a run of %d threads; a chain is of runs of one" h.threads)
  else if h'.threads <> 1 then Some (remark path' "a run of %d threads; a chain is of runs of one" h'.threads)
  else if h.depth <> h'.depth then Some (remark path' "data keys of %d digits, after some of %d" h'.depth h.depth)
  else if h.run = h'.run then Some (remark path' "the same run as %s" path)
  else if h'.first_epoch < h.first_epoch then
    Some (remark path' "it begins in epoch %d, and %s before it in epoch %d" h'.first_epoch path h.first_epoch)
  else if h'.incarnation > 0 && h'.incarnation <= h.incarnation then
    Some (remark path' "its incarnation is %d, and that of %s before it %d" h'.incarnation path h.incarnation)
  else None

let headers paths =
  let rec go before = function
    | [] -> Ok []
    | path :: rest ->
        Result.bind (header path) (fun h ->
            match Option.bind before (fun b -> misfit b (path, h)) with
            | Some wrong -> Error wrong
            | None -> Result.map (List.cons (path, h)) (go (Some (path, h)) rest))
  in
  go None paths

let break (report : Audit.report) path (path', (h' : Log_header.t)) =
  match report.ends with
  | _ when report.faults <> [] -> None
  | Some (epoch, _) when epoch < h'.first_epoch ->
      Some (remark path "certified is what is before epoch %d, and %s goes on from epoch %d" epoch path' h'.first_epoch)
  | Some (_, Some root) when Show.hex root = root_of h' -> None
  | Some (epoch, Some root) ->
      Some
        (remark path' "it began from the root %s; in %s, the root was %s at the beginning of epoch %d" (root_of h') path
           (Show.hex root) epoch)
  | Some (_, None) | None ->
      Some
        (remark path
           "the root that it left cannot be said: records are in Blum, or operations of the next epoch had been done")
