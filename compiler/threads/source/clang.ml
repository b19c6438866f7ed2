(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type failure = Rejected | Missing | Broken of string

(* What gcc's headers leave in preprocessed text and clang 14 does not know. The text is read as C once more, so
  that these, and the mark, can be
   macros; clang's own predefined ones must then be none. *)
let mark = (Ctype.mark, "", Ctype.mark_for_clang)

let spellings =
  [
    ("_Float32", "", "float"); ("_Float64", "", "double"); ("_Float32x", "", "double");
    ("_Float64x", "", "long double"); ("_Float128", "", "__float128"); ("__malloc__", "(...)", "__malloc__");
    ("__builtin_va_arg_pack", "()", "0"); ("__builtin_va_arg_pack_len", "()", "0");
  ]

(* gcc's stdatomic.h gives these pointers to _Atomic, which clang's do not take. Functions of that name take anything;
   of their result nothing is known, and {!Refuse} sees to it that nothing depends on it. *)
let atomics =
  let n = String.length "__atomic_" in
  List.map (fun f -> (f, "", Ctype.unknown_builtin ^ String.sub f n (String.length f - n))) Ctype.atomic_builtins

let macros ~from_clang = mark :: (if from_clang then [] else spellings @ atomics)
let name_of (name, _, _) = name

(* Warnings are the back end's to give; these two are errors, or a native function could be called as one that
  suspends. Of the first only those that are about marks. *)
let checks = [ "-Wno-everything"; "-Wincompatible-function-pointer-types"; "-Wcast-calling-convention";
  "-Werror=cast-calling-convention"; "-ferror-limit=20" ]

(* gcc reads attributes of C23 in every standard. *)
let dialect = [ "-fdouble-square-bracket-attributes" ]

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

let temporary ~suffix f =
  let file = Filename.temp_file "fairlead" suffix in
  Fun.protect ~finally:(fun () -> try Sys.remove file with Sys_error _ -> ()) (fun () -> f file)

(* Debian has it under both names, and under the second alone where another one is the first. *)
let program =
  lazy
    (let folders = String.split_on_char ':' (Option.value (Sys.getenv_opt "PATH") ~default:"") in
     let is_there name = List.exists (fun d -> Sys.file_exists (Filename.concat d name)) folders in
     Option.value (List.find_opt is_there [ "clang"; "clang-14" ]) ~default:"clang")

(* [read], of what clang says of the text in the file, which the first function gets, too; and how it ended. *)
let run ~from_clang ~options ~dump ~complaints text read =
  temporary ~suffix:".c" (fun file ->
      match Fairlead_cli.Files.write file text with
      | Error why -> Error (Broken why)
      | Ok () -> (
          let define (name, parameters, text) = Printf.sprintf "-D%s%s=%s" name parameters text in
          let clang = Lazy.force program in
          let arguments = [ clang; "-fsyntax-only"; "-x"; "c"; "-undef" ] @ List.map define (macros ~from_clang)
            @ checks @ dialect @ options @ [ "-Xclang"; dump; file ] in
          match
            let from, into = Unix.pipe ~cloexec:true () in
            let errors = Unix.openfile complaints [ O_WRONLY; O_TRUNC; O_CLOEXEC ] 0o600 in
            let pid = Unix.create_process clang (Array.of_list arguments) Unix.stdin into errors in
            Unix.close into;
            Unix.close errors;
            let tree =
              Fun.protect ~finally:(fun () -> Unix.close from) (fun () ->
                  let tree = read ~file (Unix.read from) in
                  drain from;
                  tree)
            in
            (tree, snd (Unix.waitpid [] pid))
          with
          | made -> Ok made
          | exception Unix.Unix_error (ENOENT, "create_process", _) -> Error Missing
          | exception Unix.Unix_error (e, _, _) -> Error (Broken ("clang: " ^ Unix.error_message e))))

let from_json ?(mixed = false) ~quiet ~from_clang ~options (p : Preprocessed.t) =
  temporary ~suffix:".err" (fun complaints ->
      match
        run ~from_clang ~options ~dump:"-ast-dump=json" ~complaints p.text (fun ~file:_ more -> Ast.parse more)
      with
      | Error why -> Error why
      | Ok (_, WEXITED 127) -> Error Missing
      | Ok (_, WEXITED n) when n <> 0 ->
          (match Fairlead_cli.Files.read complaints with
          | Ok text when not quiet -> complain text
          | Ok _ | Error _ -> ());
          Error Rejected
      | Ok (_, WEXITED _) when (not mixed) && warned ~quiet complaints -> Error Rejected
      | Ok (tree, WEXITED _) -> Result.map_error (fun why -> Broken why) tree
      | Ok _ -> Error (Broken "clang was killed"))

(* What clang complains of it says again, of the lines that the user knows. *)
let from_lines ~from_clang ~options p =
  match Markers.without ~macros:(List.map name_of (macros ~from_clang)) p with
  | None -> None
  | Some t ->
      temporary ~suffix:".err" (fun complaints ->
          match
            run ~from_clang ~options:(options @ [ "-fno-color-diagnostics" ]) ~dump:"-ast-dump" ~complaints
              (Markers.text t) (Ast_lines.parse t)
          with
          | Ok (Some tree, WEXITED 0) when Fairlead_cli.Files.read complaints = Ok "" -> Some tree
          | _ -> None)

let parse ?(quiet = false) ?mixed ~from_clang ~options p =
  match from_lines ~from_clang ~options p with
  | Some tree -> Ok tree
  | None -> from_json ?mixed ~quiet ~from_clang ~options p
