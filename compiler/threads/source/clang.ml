(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type failure = Rejected | Broken of string

(* What gcc's headers leave in preprocessed text and clang 14 does not know. The text is read as C once more, so
  that these, and the mark, can be
   macros; clang's own predefined ones must then be none. *)
let mark = [ "-undef"; "-D" ^ Ctype.mark ^ "=" ^ Ctype.mark_for_clang ]

let spellings =
  [
    "-D_Float32=float"; "-D_Float64=double"; "-D_Float32x=double";
    "-D_Float64x=long double"; "-D_Float128=__float128"; "-D__malloc__(...)=__malloc__";
      "-D__builtin_va_arg_pack()=0"; "-D__builtin_va_arg_pack_len()=0";
  ]

(* gcc's stdatomic.h gives these pointers to _Atomic, which clang's do not take. Functions of that name take anything;
   of their result nothing is known, and {!Refuse} sees to it that nothing depends on it. *)
let atomics =
  let n = String.length "__atomic_" in
  List.map
    (fun f -> Printf.sprintf "-D%s=%s%s" f Ctype.unknown_builtin (String.sub f n (String.length f - n)))
    Ctype.atomic_builtins

(* Warnings are the back end's to give; these two are errors, or a native function could be called as one that
  suspends. Of the first only those that are about marks. *)
let checks = [ "-Wno-everything"; "-Wincompatible-function-pointer-types"; "-Wcast-calling-convention";
  "-Werror=cast-calling-convention"; "-ferror-limit=20" ]

(* The types that a message quotes, each as clang explains it ("aka"), if it does. *)
let quoted line =
  let rec go at types =
    match String.index_from_opt line at '\'' with
    | None -> List.rev types
    | Some first -> (
        match String.index_from_opt line (first + 1) '\'' with
        | None -> List.rev types
        | Some last ->
            let ty = String.sub line (first + 1) (last - first - 1) in
            let explained = first >= 5 && String.sub line (first - 5) 5 = "(aka " in
            go (last + 1) (ty :: (match types with _ :: rest when explained -> rest | l -> l)))
  in
  go 0 []

let rec marks ty at =
  match String.index_from_opt ty at '_' with
  | None -> 0
  | Some i ->
      let n = String.length Ctype.mark_for_clang in
      if i + n <= String.length ty && String.sub ty i n = Ctype.mark_for_clang then 1 + marks ty (i + n)
      else marks ty (i + 1)

(* Warnings of function pointers that do not fit, in which one type has the mark where the other has it not. *)
let mixed_marks text =
  let name = "[-Wincompatible-function-pointer-types]" in
  let rec blocks = function
    | line :: rest ->
        let next l = List.exists (Ctype.contains l) [ ": warning: "; ": error: "; " generated." ] in
        let rec own = function l :: more when not (next l) -> l :: own more | _ -> [] in
        let mine = own rest in
        let again = blocks rest in
        let differs = match quoted line with [ a; b ] -> marks a 0 <> marks b 0 | _ -> true in
        if Ctype.contains line name && Ctype.contains line ": warning: " && differs then (line :: mine) @ again
        else again
    | [] -> []
  in
  let as_error line =
    (* Types are quoted as they are called, and the mark is hidden behind a typedef's name. *)
    let which = match quoted line with
      | [ a; b ] when marks a 0 <> marks b 0 ->
          if marks b 0 > marks a 0 then ", which is marked `cps`" else ", which is not marked `cps`"
      | _ -> ""
    in
    match Ctype.split line ": warning: " with
    | Some (before, behind) -> (
        match Ctype.split behind (" " ^ name) with
        | Some (message, _) ->
            before ^ ": error: " ^ message ^ which ^ " [-Werror,-Wincompatible-function-pointer-types]"
        | None -> line)
    | None -> line
  in
  match List.map as_error (blocks (String.split_on_char '\n' text)) with
  | [] -> None
  | l -> Some (String.concat "\n" l ^ "\n")

(* So that clang is not ended by a pipe that nobody reads. *)
let rec drain descriptor =
  let chunk = Bytes.create 65536 in
  if Unix.read descriptor chunk 0 65536 > 0 then drain descriptor

(* In the user's words. *)
let complain text =
  let clean = Ctype.as_written text in
  prerr_string clean

let warned ~quiet complaints =
  match Result.map mixed_marks (Fairlead_cli.Files.read complaints) with
  | Ok (Some text) -> if not quiet then complain text; true
  | Ok None | Error _ -> false

let parse ?(quiet = false) ?(mixed = false) ~from_clang ~options (p : Preprocessed.t) =
  let file = Filename.temp_file "fairlead" ".c" in
  Fun.protect ~finally:(fun () -> try Sys.remove file with Sys_error _ -> ()) (fun () ->
      match Fairlead_cli.Files.write file p.text with
      | Error why -> Error (Broken why)
      | Ok () -> (
          let arguments = ("clang" :: "-fsyntax-only" :: "-x" :: "c" :: mark) @
            (if from_clang then [] else spellings @ atomics) @ checks @ options @
              [ "-Xclang"; "-ast-dump=json"; file ] in
          let complaints = Filename.temp_file "fairlead" ".err" in
          Fun.protect ~finally:(fun () -> try Sys.remove complaints with Sys_error _ -> ()) @@ fun () ->
          match
            let from, into = Unix.pipe ~cloexec:true () in
            let errors = Unix.openfile complaints [ O_WRONLY; O_TRUNC; O_CLOEXEC ] 0o600 in
            let pid = Unix.create_process "clang" (Array.of_list arguments) Unix.stdin into errors in
            Unix.close into;
            Unix.close errors;
            let tree =
              Fun.protect ~finally:(fun () -> Unix.close from) (fun () ->
                  let tree = Ast.parse (Unix.read from) in
                  drain from;
                  tree)
            in
            (tree, snd (Unix.waitpid [] pid))
          with
          | exception Unix.Unix_error (e, _, _) -> Error (Broken ("clang: " ^ Unix.error_message e))
          | _, WEXITED 127 -> Error (Broken "clang cannot be started")
          | _, WEXITED n when n <> 0 ->
              (match Fairlead_cli.Files.read complaints with
              | Ok text when not quiet -> complain text
              | Ok _ | Error _ -> ());
              Error Rejected
          | _, WEXITED _ when (not mixed) && warned ~quiet complaints -> Error Rejected
          | tree, WEXITED _ -> Result.map_error (fun why -> Broken why) tree
          | _ -> Error (Broken "clang was killed")))
