(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type test = { offset : int; state : Bytes.t; data : Bytes.t }
type outcome = Faulted | Ended of Bytes.t * Bytes.t

(* As in cosim_guest_trusted.S. *)
let program_at = 0x100000
let batch_at = 0x11000000
let window_size = 256
let header = 16
let record = 16 + Machine.state_size + window_size
let capacity = 50_000

let batch tests =
  let b = Bytes.make (header + (record * Array.length tests)) '\000' in
  Bytes.set_int64_le b 0 (Int64.of_int (Array.length tests));
  Array.iteri
    (fun k t ->
      let at = header + (record * k) in
      Bytes.set_int64_le b at (Int64.of_int t.offset);
      Bytes.blit t.state 0 b (at + 16) Machine.state_size;
      Bytes.blit t.data 0 b (at + 16 + Machine.state_size) window_size)
    tests;
  Bytes.unsafe_to_string b

(* As emulator_boot_trusted.S reads it. The emulator wants whole cylinders. *)
let disk segments =
  let sector = 512 and cylinder = 512 * 63 * 16 in
  let out = Buffer.create cylinder in
  let fill_to unit = Buffer.add_string out (String.make ((unit - (Buffer.length out mod unit)) mod unit) '\000') in
  List.iter
    (fun (address, content) ->
      Buffer.add_int64_le out (Int64.of_int address);
      Buffer.add_int64_le out (Int64.of_int ((String.length content + sector - 1) / sector));
      fill_to sector;
      Buffer.add_string out content;
      fill_to sector)
    segments;
  Buffer.add_string out (String.make sector '\000');
  fill_to cylinder;
  Buffer.contents out

let outcome after k =
  let at = header + (record * k) in
  if Bytes.get_int64_le after (at + 8) <> 0L then Faulted
  else
    Ended (Bytes.sub after (at + 16) Machine.state_size, Bytes.sub after (at + 16 + Machine.state_size) window_size)

let write dir name text =
  let out = open_out_bin (Filename.concat dir name) in
  Fun.protect ~finally:(fun () -> close_out out) (fun () -> output_string out text)

let read path =
  match open_in_bin path with
  | exception Sys_error _ -> Bytes.empty
  | ic ->
      Fun.protect
        ~finally:(fun () -> close_in ic)
        (fun () ->
          let b = Bytes.create (in_channel_length ic) in
          really_input ic b 0 (Bytes.length b);
          b)

let require_bochs () =
  if Sys.command "command -v bochs >/dev/null 2>&1" <> 0 then
    Diagnostic.fail ~help:"on Debian: apt-get install bochs bochs-term" "the emulator Bochs is not installed"

let first_line pattern text =
  List.find_map
    (fun line ->
      try Some (Scanf.sscanf line pattern Fun.id) with Scanf.Scan_failure _ | Failure _ | End_of_file -> None)
    (String.split_on_char '\n' text)

let name () =
  require_bochs ();
  Machine.with_directory (fun dir ->
      let out = Filename.concat dir "help.txt" in
      ignore (Sys.command (Printf.sprintf "bochs --help </dev/null >%s 2>&1" (Filename.quote out)));
      let or_unknown = Option.value ~default:"of unknown version" in
      Printf.sprintf "Bochs %s, playing %s"
        (or_unknown (first_line " Bochs x86 Emulator %s" (Bytes.to_string (read out))))
        (or_unknown (first_line "cpu: model=%[a-z0-9_]" Guest_sources.bochs)))

let run ~code tests =
  require_bochs ();
  Machine.with_directory (fun dir ->
      let before = batch tests in
      write dir "boot.S" Guest_sources.boot;
      write dir "guest.S" Guest_sources.cosim;
      write dir "cosim_state_trusted.S" Guest_sources.cosim_state;
      ignore (Machine.link ~dir ~at:0 "boot");
      let guest = Machine.link ~dir ~at:program_at "guest" in
      write dir "disk.img" (disk [ (program_at, guest); (Machine.code_base, code); (batch_at, before) ]);
      write dir "bochsrc" Guest_sources.bochs;
      write dir "commands"
        (Printf.sprintf "c\nwritemem \"after.bin\" 0x%x %d\nq\n" batch_at (String.length before));
      let status =
        Sys.command
          (Printf.sprintf
             "cd %s && TERM=dumb timeout 600 bochs -q -f bochsrc -rc commands </dev/null >output.txt 2>&1"
             (Filename.quote dir))
      in
      let after = read (Filename.concat dir "after.bin") in
      if Bytes.length after <> String.length before || Bytes.get_int64_le after 8 <> 1L then
        Diagnostic.fail
          "Bochs ended with status %d before the last test; it must be version 2.7 or later, with its debugger and text display (Debian's bochs and bochs-term):\n%s"
          status
          (Bytes.to_string (read (Filename.concat dir "output.txt")));
      Array.init (Array.length tests) (outcome after))
