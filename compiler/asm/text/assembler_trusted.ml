(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type failure = { line : int option; message : string }
type job = Assemble of string | Preprocess_and_assemble of string

let with_directory f =
  let dir =
    try
      let dir = Filename.temp_file "fairlead" ".as" in
      Sys.remove dir;
      Sys.mkdir dir 0o700;
      dir
    with Sys_error e -> Diagnostic.fail "no temporary folder to assemble in: %s" e
  in
  let remove () =
    try
      Array.iter (fun n -> Sys.remove (Filename.concat dir n)) (Sys.readdir dir);
      Sys.rmdir dir
    with Sys_error _ -> ()
  in
  Fun.protect ~finally:remove (fun () -> f dir)

let write path text =
  try
    let oc = open_out_bin path in
    Fun.protect ~finally:(fun () -> close_out_noerr oc) (fun () -> output_string oc text; close_out oc)
  with Sys_error e -> Diagnostic.fail "cannot write what is to be assembled: %s" e

let contents path =
  try
    let ic = open_in_bin path in
    Fun.protect ~finally:(fun () -> close_in_noerr ic) (fun () -> really_input_string ic (in_channel_length ic))
  with Sys_error e -> Diagnostic.fail "cannot read what was assembled: %s" e

let missing program =
  Diagnostic.fail ~help:"install it (on Debian: apt-get install gcc binutils)"
    "cannot run `%s': what was read cannot be compared with what it makes of the file, so nothing is said" program

(* Messages are read, so they must be in English. *)
let environment =
  lazy
    (let of_language v = List.exists (fun prefix -> String.starts_with ~prefix v) [ "LC_"; "LANG" ] in
     let others = List.filter (fun v -> not (of_language v)) (Array.to_list (Unix.environment ())) in
     Array.of_list ("LC_ALL=C" :: others))

let start ~errors words =
  let err = Unix.openfile errors [ O_WRONLY; O_CREAT; O_TRUNC; O_CLOEXEC ] 0o600 in
  let null = Unix.openfile "/dev/null" [ O_RDWR; O_CLOEXEC ] 0 in
  Fun.protect
    ~finally:(fun () -> Unix.close err; Unix.close null)
    (fun () ->
      match Unix.create_process_env (List.hd words) (Array.of_list words) (Lazy.force environment) null null err with
      | exception Unix.Unix_error _ -> missing (List.hd words)
      | pid -> pid)

let rec wait pid =
  match Unix.waitpid [] pid with
  | _, status -> status
  | exception Unix.Unix_error (EINTR, _, _) -> wait pid

let finish ~program pid =
  match wait pid with
  | Unix.WEXITED 0 -> true
  | WEXITED 127 -> missing program
  | _ -> false

(* `PATH:LINE: Error: MESSAGE' *)
let failure_of errors =
  let is_error kind = List.mem (String.lowercase_ascii (String.trim kind)) [ "error"; "fatal error"; "warning" ] in
  let find line =
    match String.split_on_char ':' line with
    | _ :: number :: kind :: rest when is_error kind ->
        Some { line = int_of_string_opt number; message = String.trim (String.concat ":" rest) }
    | _ :: number :: column :: kind :: rest when String.trim kind = "error" && int_of_string_opt column <> None ->
        Some { line = int_of_string_opt number; message = String.trim (String.concat ":" rest) }
    | _ :: kind :: rest when is_error kind -> Some { line = None; message = String.trim (String.concat ":" rest) }
    | _ -> None
  in
  match List.find_map find (String.split_on_char '\n' errors) with
  | Some f -> f
  | None ->
      let message =
        match String.split_on_char '\n' (String.trim errors) with
        | "" :: _ | [] -> "it makes too much of it, or takes too long"
        | first :: _ -> first
      in
      { line = None; message }

(* a line may ask for gigabytes; where a limit cannot be set, there is a lower one *)
let bounded s words = "/bin/sh" :: "-c" :: "{ ulimit -f 262144; ulimit -t $0; } 2>/dev/null; exec \"$@\"" :: s :: words

let listing text =
  with_directory (fun dir ->
      let path = Filename.concat dir in
      let widths = [ "rhs-width=100000"; "lhs-width=1"; "lhs-width2=1"; "cont-lines=0" ] in
      let options = ("-alcmn=" ^ path "lst") :: "-o" :: path "o" :: List.map (( ^ ) "--listing-") widths in
      write (path "s") text;
      let pid = start ~errors:(path "err") (bounded "10" (("as" :: "--64" :: options) @ [ path "s" ])) in
      if finish ~program:"as" pid then Ok (contents (path "lst")) else Error (failure_of (contents (path "err"))))

let run ?(all_labels = false) jobs =
  with_directory (fun dir ->
      let path k ext = Filename.concat dir (Printf.sprintf "%d%s" k ext) in
      (* it warns where it takes another number than is written *)
      let kept = if all_labels then [ "--keep-locals" ] else [] in
      let options k = kept @ [ "--64"; "--fatal-warnings"; "-o"; path k ".o"; path k ".s" ] in
      let assemble k = start ~errors:(path k ".err") (bounded "60" ("as" :: options k)) in
      let started =
        List.mapi
          (fun k job ->
            match job with
            | Assemble text -> write (path k ".s") text; (job, k, assemble k)
            | Preprocess_and_assemble text ->
                write (path k ".S") text;
                let words = [ "cc"; "-E"; "-x"; "assembler-with-cpp"; "-o"; path k ".s"; path k ".S" ] in
                (job, k, start ~errors:(path k ".err") (bounded "60" words)))
          jobs
      in
      let finish (job, k, pid) =
        let failed () = Error (failure_of (contents (path k ".err"))) in
        let object_file pid =
          if not (finish ~program:"as" pid) then failed ()
          else
            match Elf_trusted.read (contents (path k ".o")) with
            | Ok e -> Ok e
            | Error m -> Error { line = None; message = "the object file is not understood: " ^ m }
        in
        match job with
        | Assemble _ -> object_file pid
        | Preprocess_and_assemble _ -> if finish ~program:"cc" pid then object_file (assemble k) else failed ()
      in
      (* all are waited for, whatever comes of them *)
      let results = List.map (fun job -> match finish job with r -> Ok r | exception e -> Error e) started in
      List.map (function Ok r -> r | Error e -> raise e) results)
