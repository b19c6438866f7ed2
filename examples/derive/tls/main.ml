(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The driver: sockets and a clock. What to do is the derived machine's. A client is late when nothing was sent to it
   for --timeout seconds in which we waited: one limit to a handshake, and to a request. *)
open Tls_machine

type client =
  { id : positive; fd : Unix.file_descr; mutable out : string; mutable seen : float; mutable closing : bool }

let certificate, key, page, port = (ref "cert.pem", ref "key.pem", ref "", ref 8443)
let idle_limit, most_clients = (ref 30., ref 500)

let usage = "server --certificate PEM --key PEM --page FILE --port N [--timeout SECONDS] [--clients N]"
let options = [
  ("--certificate", Arg.Set_string certificate, ""); ("--key", Arg.Set_string key, "");
  ("--page", Arg.Set_string page, ""); ("--port", Arg.Set_int port, "");
  ("--timeout", Arg.Set_float idle_limit, ""); ("--clients", Arg.Set_int most_clients, "") ]

let clients, events = (Hashtbl.create 64, Queue.create ())
let happens id e = Queue.add (id, e) events
let scratch, newest, waited = (Bytes.create 16384, ref XH, ref 0.)

let gone c = Hashtbl.remove clients c.id; Unix.close c.fd

(* Our side is closed first, and what still comes is thrown away: a reset would overtake our last alert. *)
let finish c =
  if c.closing && c.out = "" then try Unix.shutdown c.fd SHUTDOWN_SEND with Unix.Unix_error _ -> gone c

let fails c = if c.closing then gone c else (c.out <- ""; happens c.id Hung_up)
let again = function Unix.Unix_error ((EAGAIN | EWOULDBLOCK | EINTR), _, _) -> true | _ -> false

let write c =
  match Unix.write_substring c.fd c.out 0 (String.length c.out) with
  | n ->
    c.out <- String.sub c.out n (String.length c.out - n);
    c.seen <- !waited;
    if c.out = "" then if c.closing then finish c else happens c.id Flushed
  | exception (Unix.Unix_error _ as e) -> if not (again e) then fails c

let read c =
  match Unix.read c.fd scratch 0 (Bytes.length scratch) with
  | 0 -> fails c
  | n when not c.closing -> happens c.id (Arrived (Crypto_trusted.of_string (Bytes.sub_string scratch 0 n)))
  | _ -> ()
  | exception (Unix.Unix_error _ as e) -> if not (again e) then fails c

let accept listener =
  let fd, _ = Unix.accept ~cloexec:true listener in
  Unix.set_nonblock fd;
  newest := Coq_Pos.succ !newest;
  Hashtbl.replace clients !newest { id = !newest; fd; out = ""; seen = !waited; closing = false };
  happens !newest Accepted

let late c =
  if !waited -. c.seen > if c.closing then 2. else !idle_limit then
    if c.closing then gone c else (c.out <- ""; c.seen <- !waited; happens c.id Timed_out)

let rec next_event listener =
  match Queue.take_opt events with
  | Some (id, e) -> (id, e)
  | None ->
    let all = Hashtbl.fold (fun _ c l -> c :: l) clients [] in
    let reading = List.filter (fun c -> c.out = "") all and writing = List.filter (fun c -> c.out <> "") all in
    let listening = if List.length all < min !most_clients 1000 then [ listener ] else [] in
    let fds = List.map (fun c -> c.fd) in
    let before = Unix.gettimeofday () in
    let r, w, _ = try Unix.select (listening @ fds reading) (fds writing) [] 1. with e when again e -> ([], [], []) in
    waited := !waited +. Float.max 0. (Unix.gettimeofday () -. before);
    List.iter (fun c -> if List.mem c.fd w then write c) writing;
    List.iter (fun c -> if List.mem c.fd r then read c) reading;
    if List.mem listener r then (try accept listener with Unix.Unix_error _ -> ());
    List.iter (fun c -> if Hashtbl.mem clients c.id then late c) all;
    next_event listener

let rec serve listener outcome =
  let on id f = Option.iter f (Hashtbl.find_opt clients id) in
  serve listener
    (match view Crypto_trusted.crypto outcome with
     | Ask_nothing go -> go ()
     | Ask_event go -> let id, e = next_event listener in go id e
     | Ask_send (id, b, go) -> on id (fun c -> c.out <- Crypto_trusted.to_string b; write c); go ()
     | Ask_close (id, go) -> on id (fun c -> c.closing <- true; c.seen <- !waited; finish c); go ()
     | Ask_random go -> go (Crypto_trusted.random ())
     | Ask_time go -> go (Crypto_trusted.to_n (int_of_float (Unix.gettimeofday ())))
     | Ask_share (g, peer, go) -> go (Crypto_trusted.shared g peer)
     | Ask_signature (b, go) -> go (Crypto_trusted.sign b))

let () =
  Arg.parse options (fun a -> raise (Arg.Bad a)) usage;
  Sys.set_signal Sys.sigpipe Sys.Signal_ignore;
  Sys.set_signal Sys.sigterm (Sys.Signal_handle (fun _ -> exit 0));
  try
    let config = Crypto_trusted.config ~certificate:!certificate ~key:!key ~page:!page in
    let listener = Unix.socket ~cloexec:true PF_INET SOCK_STREAM 0 in
    Unix.setsockopt listener SO_REUSEADDR true;
    Unix.bind listener (ADDR_INET (Unix.inet_addr_loopback, !port));
    Unix.listen listener 128;
    Unix.set_nonblock listener;
    (match Unix.getsockname listener with ADDR_INET (_, n) -> Printf.printf "https://127.0.0.1:%d\n%!" n | _ -> ());
    serve listener (first_outcome config)
  with Failure why | Sys_error why | Unix.Unix_error (_, _, why) -> prerr_endline ("server: " ^ why); exit 1
