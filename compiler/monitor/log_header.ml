(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = {
  thread : int;
  threads : int;
  slots : int;
  depth : int;
  run : string;
  first_epoch : int;
  incarnation : int;
  root : string;
}

(* Neither text nor anything that survives being copied as text. *)
let magic = "\x89FLMON\r\n"
let fixed = 36
let with_start = fixed + 18
let max_length = with_start + 65535
let max_threads = 65535
let max_slots = 65536
let max_depth = 256

(* Epochs are counted on from there, in 62 bits. *)
let max_first_epoch = 1 lsl 61
let empty_root = "\x01\x00\x00"

let plain ~thread ~threads ~slots ~depth ~run =
  { thread; threads; slots; depth; run; first_epoch = 0; incarnation = 0; root = empty_root }

let from_nothing h = h.first_epoch = 0 && h.root = empty_root

let print h =
  let b = Buffer.create with_start and plain = from_nothing h && h.incarnation = 0 in
  Buffer.add_string b magic;
  Buffer.add_uint16_be b (if plain then 2 else 3);
  Buffer.add_uint16_be b h.thread;
  Buffer.add_uint16_be b h.threads;
  Buffer.add_uint16_be b h.depth;
  Buffer.add_int32_be b (Int32.of_int h.slots);
  Buffer.add_string b h.run;
  if not plain then begin
    Buffer.add_int64_be b (Int64.of_int h.first_epoch);
    Buffer.add_int64_be b (Int64.of_int h.incarnation);
    Buffer.add_uint16_be b (String.length h.root);
    Buffer.add_string b h.root
  end;
  Buffer.contents b

let wrong offset fmt = Printf.ksprintf (fun why -> Error (offset, why)) fmt

(* Where the run began, of a log of version 3. *)
let parse_start text h =
  let counted at = Int64.unsigned_to_int (String.get_int64_be text at) in
  if String.length text < with_start then Error (String.length text, "the log ends in its header")
  else
    let size = String.get_uint16_be text (fixed + 16) in
    match (counted fixed, counted (fixed + 8)) with
    | None, _ -> wrong fixed "the first epoch is more than this command counts to"
    | Some first, _ when first > max_first_epoch -> wrong fixed "the first epoch is more than this command counts to"
    | _, None -> wrong (fixed + 8) "the incarnation is more than this command counts to"
    | Some first_epoch, Some incarnation ->
        if String.length text < with_start + size then Error (String.length text, "the log ends in its header")
        else
          let root = String.sub text with_start size in
          if Auditor.is_root root then Ok ({ h with first_epoch; incarnation; root }, with_start + size)
          else wrong with_start "this is not the value of a root"

let parse text =
  let got = min (String.length text) (String.length magic) in
  if String.length text = 0 then Error (0, "the log is empty: it has no header")
  else if String.sub text 0 got <> String.sub magic 0 got then
    Error (0, "this is not a monitor's log (docs/monitor-log.md)")
  else if String.length text < fixed then Error (String.length text, "the log ends in its header")
  else
    let u16 = String.get_uint16_be text in
    let version = u16 8 and thread = u16 10 and threads = u16 12 and depth = u16 14 in
    let slots = Int32.to_int (String.get_int32_be text 16) land 0xffff_ffff in
    if version <> 2 && version <> 3 then wrong 8 "a log of version %d; this command reads versions 2 and 3" version
    else if threads = 0 then wrong 12 "a run of no threads"
    else if thread >= threads then wrong 10 "thread %d of a run that has %d, numbered from 0" thread threads
    else if depth < 1 || depth > max_depth then wrong 14 "data keys of %d digits; there are 1 to %d" depth max_depth
    else if slots < 1 || slots > max_slots then wrong 16 "caches of %d slots; there are 1 to %d" slots max_slots
    else
      let h = plain ~thread ~threads ~slots ~depth ~run:(String.sub text 20 16) in
      if version = 2 then Ok (h, fixed) else parse_start text h

let is_complete text = match parse text with Ok _ -> true | Error (offset, _) -> offset < String.length text

let clash a b =
  let differ fmt = Printf.ksprintf Option.some fmt in
  if a.run <> b.run then Some "they are of different runs"
  else if a.threads <> b.threads then differ "one says that the run has %d threads, the other %d" a.threads b.threads
  else if a.depth <> b.depth then differ "one has data keys of %d digits, the other of %d" a.depth b.depth
  else if a.slots <> b.slots then differ "one has caches of %d slots, the other of %d" a.slots b.slots
  else if a.first_epoch <> b.first_epoch || a.incarnation <> b.incarnation || a.root <> b.root then
    Some "they say that the run began in different places"
  else None
