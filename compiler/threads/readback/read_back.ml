(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module M = Text_model

(* {2 The reader} *)

(* Where what marked functions became begins, by name: functions, the structures of frames, and entries. There may be
   no two of a name. *)
let pieces (tokens : C_tokens.t array) =
  let found = Hashtbl.create 97 in
  let word i = if i >= 0 && i < Array.length tokens then tokens.(i).C_tokens.word else "" in
  let note name at = Hashtbl.add found name at in
  Array.iteri
    (fun i (t : C_tokens.t) ->
      match t.word with
      | "fl_exec" when word (i - 1) = "{" && word (i + 3) = "=" && word (i + 4) = "fl_enter" ->
          note (word (i + 12) ^ " entry") (i - 1)
      | "fl_exec"
        when word (i - 1) = "(" && word (i + 2) = "fl__x" && List.mem (word (i + 4)) [ "void"; "const"; "struct" ] ->
          note (word (i - 2)) (i - 2)
      | "__may_alias__" when word (i + 4) = "{" -> note (word (i + 3)) (i - 4)
      | _ -> ())
    tokens;
  found

(* Up to the brace that closes the first. *)
let region (tokens : C_tokens.t array) first =
  let rec last depth i =
    if i >= Array.length tokens then i
    else
      match tokens.(i).word with
      | "{" | "<%" -> last (depth + 1) (i + 1)
      | "}" | "%>" -> if depth = 1 then i + 1 else last (depth - 1) (i + 1)
      | _ -> last depth (i + 1)
  in
  List.init (last 0 first - first) (fun i -> tokens.(first + i).word)

(* Else what follows a piece may be of it. *)
let balanced (tokens : C_tokens.t array) =
  let rec go depth i =
    if i >= Array.length tokens then depth = 0
    else
      match tokens.(i).word with
      | "{" | "<%" -> go (depth + 1) (i + 1)
      | "}" | "%>" -> depth > 0 && go (depth - 1) (i + 1)
      | _ -> go depth (i + 1)
  in
  go 0 0

(* {2 The comparison} *)

let context expected read n =
  let some l =
    let l = List.filteri (fun i _ -> i >= n - 4 && i < n + 5) l in
    String.concat " " l
  in
  Printf.sprintf "what is printed reads `%s`, and not `%s`" (some read) (some expected)

let internal ~first ~last message =
  Error
    {
      Diagnosis.first; last; message = "internal error in the translation" ^ message; notes = [];
      help = "this is a mistake of flcc, not of the program: please report it";
    }

(* The statements are what lowering makes of the source. *)
let unhoisted ~wrong ~wrong_function (told : Told.t) (f : Ir.func) body =
  let variables = Array.of_list f.variables in
  let name i = variables.(i).Ir.name and spelled i = Taken_apart.spelled told variables.(i) in
  let inside = match List.rev body with _ :: l -> List.tl (List.rev l) | [] -> [] in
  let first = match inside with i :: _ -> i | [] -> 0 in
  let source = List.map (fun i -> told.source.(i).C_tokens.word) inside in
  let temporary i = variables.(i).Ir.role = Temporary in
  let framed i = told.in_frame variables.(i) in
  match M.unhoisted spelled name framed temporary first source (Taken_apart.tree told f) told.marked.units with
  | None -> Ok ()
  | Some (M.Unwritten i) ->
      let t = told.source.(min i (Array.length told.source - 1)) in
      wrong t.at (t.at + String.length t.word) (Printf.sprintf ": `%s` of the source is not what was translated" t.word)
  | Some M.Unlowered -> wrong_function "the statements are not the source's"
  | Some M.Unordered -> wrong_function "C evaluates the source in another order"

let of_function (program : Program.t) ~blanks ~apart ~fields ~tokens ~found ~allowance (checked : Checked.t) =
  let d = checked.ir.definition in
  let name = d.signature.name in
  let told = Told.of_function program ~blanks ~apart ~fields checked in
  let wrong first last message = internal ~first ~last message in
  let wrong_function message =
    wrong (fst d.header) (snd d.header) (Printf.sprintf " of `%s`: %s" name message)
  in
  let unit_name (u : M.unit_of_c) =
    if u.unit_number = 0 then name ^ "__run" else Printf.sprintf "%s__part_%d" name u.unit_number
  in
  let push = name ^ "__push" in
  let names =
    [ name ^ "__frame"; push ]
    @ (if d.signature.variadic then [] else [ push ^ " entry" ])
    @ List.map unit_name told.marked.units
  in
  let read name = match Hashtbl.find_all found name with [ i ] -> Some (region tokens i) | _ -> None in
  match List.find_opt (fun name -> read name = None) names with
  | Some name -> wrong_function (Printf.sprintf "`%s` is not there once" name)
  | None -> (
      let read = List.filter_map read names in
      let source i = if i < Array.length told.source then told.source.(i).word else "" in
      match M.differs string_of_int told.place told.home source told.marked read with
      | Some (i, n) ->
          let code = List.nth (M.codes string_of_int told.marked) i in
          wrong_function (context (M.flat string_of_int told.place code []) (List.nth read i) n)
      | None -> (
          let body = Told.within told.source (d.body.first, d.body.last) in
          let first = match body with i :: _ -> i | [] -> 0 in
          let allowances = List.map (fun i -> allowance told.source.(i).at) body in
          match M.miscounted first allowances (M.all_places string_of_int told.marked @ told.stands) with
          | None -> unhoisted ~wrong ~wrong_function told checked.ir body
          | Some i ->
              let t = told.source.(i) in
              wrong t.at (t.at + String.length t.word)
                (Printf.sprintf ": `%s` of the source is not in the translation as often as it has to be" t.word)))

let check (program : Program.t) ~blanks ~apart ~fields ~allowances marked text =
  let tokens = C_tokens.of_text text in
  let found = pieces tokens in
  let allowance at = match Bytes.get allowances at with '1' -> M.Once | '?' -> M.Perhaps | _ -> M.Often in
  let start = if balanced tokens then Ok () else internal ~first:0 ~last:0 ": braces do not match" in
  List.fold_left
    (fun so_far f ->
      Result.bind so_far (fun () -> of_function program ~blanks ~apart ~fields ~tokens ~found ~allowance f))
    start marked
