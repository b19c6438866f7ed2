(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli

type said = { status : Unix.process_status; out : string; err : string }

external end_with_parent : unit -> unit = "fairlead_end_with_parent" [@@noalloc]

let running = ref None

let heed_signals () =
  let ending status _ =
    Option.iter (fun pid -> try Unix.kill pid Sys.sigkill with Unix.Unix_error _ -> ()) !running;
    exit status
  in
  List.iter
    (fun (signal, status) -> Sys.set_signal signal (Signal_handle (ending status)))
    [ (Sys.sighup, 129); (Sys.sigint, 130); (Sys.sigterm, 143) ]

let cannot_run = 127

let redirect path onto =
  Unix.dup2 ~cloexec:false (Unix.openfile path [ O_WRONLY; O_CREAT; O_TRUNC; O_CLOEXEC ] 0o600) onto

(* Where Coq would look for libraries, its own and others, is not for the environment to say: what is meant by Coq.Init,
   by stdpp or by Fairlead is what is installed. *)
let not_passed_on =
  [ "COQPATH"; "COQLIB"; "COQCORELIB"; "COQBIN"; "ROCQPATH"; "ROCQLIB"; "ROCQRUNTIMELIB"; "COQEXTRAFLAGS" ]

let name_of binding = match String.index_opt binding '=' with Some i -> String.sub binding 0 i | None -> binding

(* Coq also looks in XDG's folders, or HOME: [notes] has nothing of its. Its own minor heap, 256 MB, fits no cache. *)
let surroundings ~notes more =
  let heap = ("OCAMLRUNPARAM", Option.value (Sys.getenv_opt "OCAMLRUNPARAM") ~default:"s=1M,o=1000") in
  let mine = more @ [ heap; ("XDG_DATA_HOME", notes); ("XDG_DATA_DIRS", notes); ("XDG_CONFIG_HOME", notes) ] in
  let kept binding = not (List.mem (name_of binding) (not_passed_on @ List.map fst mine)) in
  let theirs = List.filter kept (Array.to_list (Unix.environment ())) in
  Array.of_list (theirs @ List.map (fun (name, v) -> name ^ "=" ^ v) mine)

let become ~notes ~out ~err ~environment ~folder command arguments =
  end_with_parent ();
  try
    List.iter (fun signal -> Sys.set_signal signal Signal_default) [ Sys.sighup; Sys.sigint; Sys.sigterm ];
    Unix.dup2 ~cloexec:false (Unix.openfile "/dev/null" [ O_RDONLY; O_CLOEXEC ] 0) Unix.stdin;
    redirect err Unix.stderr;
    redirect out Unix.stdout;
    Option.iter Unix.chdir folder;
    Unix.execvpe command (Array.of_list (command :: arguments)) (surroundings ~notes environment)
  with _ -> Unix._exit cannot_run

let rec wait ~progress ~since ~pause pid =
  match Unix.waitpid [ WNOHANG ] pid with
  | 0, _ ->
      progress (Unix.gettimeofday () -. since);
      (try Unix.sleepf pause with Unix.Unix_error (EINTR, _, _) -> ());
      wait ~progress ~since ~pause:(min 0.25 (pause *. 1.5)) pid
  | _, status -> status
  | exception Unix.Unix_error (EINTR, _, _) -> wait ~progress ~since ~pause pid

let run ~notes ~progress ?(environment = []) ?folder command arguments =
  let out = Filename.concat notes "said" and err = Filename.concat notes "complained" in
  match Unix.fork () with
  | exception Unix.Unix_error (why, _, _) -> Error (Unix.error_message why)
  | 0 -> become ~notes ~out ~err ~environment ~folder command arguments
  | pid -> (
      running := Some pid;
      let status = wait ~progress ~since:(Unix.gettimeofday ()) ~pause:0.01 pid in
      running := None;
      match (Files.read out, Files.read err) with
      | _ when status = WEXITED cannot_run -> Error "it is not there, or cannot be run"
      | Error why, _ | _, Error why -> Error why
      | Ok out, Ok err -> Ok { status; out; err })
