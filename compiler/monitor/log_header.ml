(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { thread : int; threads : int; slots : int; depth : int; run : string }

(* Neither text nor anything that survives being copied as text. *)
let magic = "\x89FLMON\r\n"
let version = 2
let length = 36
let max_threads = 65535
let max_slots = 65536
let max_depth = 256

let print h =
  let b = Buffer.create length in
  Buffer.add_string b magic;
  Buffer.add_uint16_be b version;
  Buffer.add_uint16_be b h.thread;
  Buffer.add_uint16_be b h.threads;
  Buffer.add_uint16_be b h.depth;
  Buffer.add_int32_be b (Int32.of_int h.slots);
  Buffer.add_string b h.run;
  Buffer.contents b

let parse text =
  let got = min (String.length text) (String.length magic) in
  if String.length text = 0 then Error (0, "the log is empty: it has no header")
  else if String.sub text 0 got <> String.sub magic 0 got then
    Error (0, "this is not a monitor's log (docs/monitor-log.md)")
  else if String.length text < length then Error (String.length text, "the log ends in its header")
  else
    let u16 = String.get_uint16_be text in
    let found = u16 8 and thread = u16 10 and threads = u16 12 and depth = u16 14 in
    let slots = Int32.to_int (String.get_int32_be text 16) land 0xffff_ffff in
    let wrong offset fmt = Printf.ksprintf (fun why -> Error (offset, why)) fmt in
    if found <> version then wrong 8 "a log of version %d; this command reads version %d" found version
    else if threads = 0 then wrong 12 "a run of no threads"
    else if thread >= threads then wrong 10 "thread %d of a run that has %d, numbered from 0" thread threads
    else if depth < 1 || depth > max_depth then wrong 14 "data keys of %d digits; there are 1 to %d" depth max_depth
    else if slots < 1 || slots > max_slots then wrong 16 "caches of %d slots; there are 1 to %d" slots max_slots
    else Ok { thread; threads; slots; depth; run = String.sub text 20 16 }

let clash a b =
  let differ fmt = Printf.ksprintf Option.some fmt in
  if a.run <> b.run then Some "they are of different runs"
  else if a.threads <> b.threads then differ "one says that the run has %d threads, the other %d" a.threads b.threads
  else if a.depth <> b.depth then differ "one has data keys of %d digits, the other of %d" a.depth b.depth
  else if a.slots <> b.slots then differ "one has caches of %d slots, the other of %d" a.slots b.slots
  else None
