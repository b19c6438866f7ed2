(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type lines = { line : int; column : int; end_line : int; end_column : int; excerpt : string * int * int }
type place = Lines of lines | Byte of int
type part = { where : string; place : place option; message : string }
type t = { error : part; notes : part list; help : string }
type format = Text | Json

let format = ref Text

let option =
  let doc = "How mistakes are printed on standard error: $(b,text), for people, or $(b,json), one object on each line (docs/diagnostics.md)." in
  let choice = Cmdliner.Arg.(value & opt (enum [ ("text", Text); ("json", Json) ]) Text & info [ "format" ] ~docv:"FORMAT" ~doc) in
  Cmdliner.Term.(const (fun f -> format := f) $ choice)

let formatted term = Cmdliner.Term.(const (fun () result -> result) $ option $ term)

(* {2 Text} *)

let text_of_part b kind part =
  match part.place with
  | None -> Printf.bprintf b "%s: %s: %s\n" part.where kind part.message
  | Some (Byte at) -> Printf.bprintf b "%s: byte %d: %s: %s\n" part.where at kind part.message
  | Some (Lines { line; column; excerpt = text, at, width; _ }) ->
      Printf.bprintf b "%s:%d:%d: %s: %s\n" part.where line column kind part.message;
      Printf.bprintf b "  %s\n  %s%s\n" text (String.make at ' ') (String.make (max 1 width) '^')

let visible =
  let byte c = Printf.sprintf "\\x%02x" (Char.code c) in
  Utf8.mapped (fun piece -> String.concat "" (List.map byte (List.of_seq (String.to_seq piece))))

let text severity t =
  let visible_part part = { part with where = visible part.where; message = visible part.message } in
  let b = Buffer.create 200 in
  text_of_part b severity (visible_part t.error);
  List.iter (fun note -> text_of_part b "note" (visible_part note)) t.notes;
  Printf.bprintf b "  help: %s\n" (visible t.help);
  Buffer.contents b

(* {2 JSON} *)

let json_string s =
  let b = Buffer.create (String.length s + 2) in
  let rec go i =
    if i < String.length s then
      match s.[i] with
      | ('"' | '\\') as c ->
          Printf.bprintf b "\\%c" c;
          go (i + 1)
      | c when Char.code c < 0x20 || c = '\x7f' ->
          Printf.bprintf b "\\u%04x" (Char.code c);
          go (i + 1)
      | _ -> (
          match Utf8.length s i with
          | 0 ->
              Buffer.add_string b "\\ufffd";
              go (i + 1)
          | n ->
              Buffer.add_string b (String.sub s i n);
              go (i + n))
  in
  Buffer.add_char b '"';
  go 0;
  Buffer.add_char b '"';
  Buffer.contents b

let json_of_part b severity help part =
  let string (key, value) = Printf.bprintf b ", %s: %s" (json_string key) (json_string value) in
  let number (key, value) = Printf.bprintf b ", %s: %d" (json_string key) value in
  Printf.bprintf b "{\"severity\": %s" (json_string severity);
  string ("where", part.where);
  let numbers = function
    | Byte at -> [ ("byte", at) ]
    | Lines p -> [ ("line", p.line); ("column", p.column); ("end_line", p.end_line); ("end_column", p.end_column) ]
  in
  Option.iter (fun place -> List.iter number (numbers place)) part.place;
  string ("message", part.message);
  Option.iter (fun help -> string ("help", help)) help;
  Buffer.add_string b "}\n"

let json severity t =
  let b = Buffer.create 200 in
  json_of_part b severity (Some t.help) t.error;
  List.iter (json_of_part b "note" None) t.notes;
  Buffer.contents b

let to_text = text "error"

(* Who closed standard error, or has no room for it, learns from the exit status only. *)
let prerr s = try prerr_string s; flush stderr with Sys_error _ -> close_out_noerr stderr

let say severity t = prerr ((match !format with Text -> text | Json -> json) severity t)
let print = say "error"
let warn = say "warning"
let summary format_ = Printf.ksprintf (fun s -> if !format = Text then prerr (s ^ "\n")) format_
let say_plainly format_ = Printf.ksprintf (fun s -> prerr (visible s ^ "\n")) format_
let say_raw s = if s <> "" then prerr s
