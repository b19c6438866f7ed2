(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Prints TAP. Arguments: .fl files. Which of their statements are trees of C; what is printed has the tree's words;
   what is printed with a mistake has not, wherever it is another text. *)

open Fairlead_lang
open Fairlead_lang_coq.Syntax
module Coq = Fairlead_lang_coq.Extracted
module T = C_types_trusted
module B = C_body_trusted
module S = C_spelling_trusted

let load path =
  match Load.program path with
  | Error f -> print_string (Load.text f); Printf.printf "Bail out! %s does not check\n" path; exit 1
  | Ok info -> (
      let options = { Compile.prefix = "fl_"; entries = []; name = "t"; extern_header = None; line_prefix = "" } in
      match Compile.c options info with
      | Ok (_, types, _) -> types
      | Error e -> Printf.printf "Bail out! %s: %s\n" path e; exit 1)

(* As a procedure is printed: parameters by reference are pointers. *)
let start types i =
  let pr = T.procedure types i in
  let reach x ty =
    let by_reference = match List.nth_opt pr.params x with Some ((Inout | Lent), _) -> true | _ -> false in
    let name = Printf.sprintf "v%d" x in
    if by_reference && ty <> TView then S.pointer name else S.var (if pr.suspends then "f->" ^ name else name)
  in
  let reach = Array.mapi reach (T.variable_types types i) in
  let table () = Hashtbl.create 7 in
  B.create types i ~exported:false ~constants:(table ()) ~waits:(table ()) ~shared_events:(table ()) ~reach
    ~in_frame:(Array.map (fun _ -> false) reach)

let statements types =
  List.concat_map
    (fun i ->
      let st = start types i in
      let add l = function Do b -> b :: l | _ -> l in
      let basics = C_queries_trusted.fold_cmd add [] (T.procedure types i).body in
      List.filter_map (function BLine _ -> None | b -> Some (st, b)) basics)
    (List.init (Array.length (T.info types).procedures) Fun.id)

let assigned (st : B.t) = function
  | BAssign (pl, e) -> Some (snd (C_expr_trusted.place st.env pl), pl, e)
  | _ -> None

let scalar (st, b) = match assigned st b with Some ((TBool | TInt _), _, _) -> true | _ -> false

(* What a statement is, of those that are text: what it builds, or that the destination takes a subscript to reach. *)
let rec built = function
  | EArray _ | EFill _ -> Some "arrays"
  | ECoro _ -> Some "coroutines"
  | ERecord (_, es) -> List.find_map built es
  | EUnion (_, _, e) -> built e
  | _ -> None

let rec subscripted = function
  | PVar _ | PConst _ -> false
  | PField (pl, _) | PCase (pl, _) -> subscripted pl
  | PIndex _ | PKey _ -> true

let why_text ((st : B.t), b) =
  match (b, assigned st b) with
  | _, Some (_, pl, _) when subscripted pl -> "to elements"
  | _, Some (_, pl, e) when C_queries_trusted.reads_root pl e -> "of what they read"
  | _, Some (ty, _, EDefault _) -> (
      match ty with
      | TArray (_, (TBool | TInt _)) -> "cleared arrays of numbers"
      | TArray _ -> "cleared arrays of structures"
      | TMap _ -> "cleared maps" | _ -> "cleared by a function")
  | _, Some (TExtern _, _, _) -> "of external types"
  | _, Some (_, _, e) -> Option.value ~default:"of other values" (built e)
  | (BPush (pl, _, _) | BAppend (pl, _, _) | BResize (pl, _, _)), _ when subscripted pl -> "bytes of elements"
  | (BPush _ | BAppend _ | BResize _ | BBlit _ | BStore _), _ -> "bytes changed in place"
  | (BPut _ | BRemove _), _ -> "maps"
  | BExtern _, _ -> "calls"
  | _ -> "traps"

let counted l =
  let add counts x = (x, 1 + Option.value ~default:0 (List.assoc_opt x counts)) :: List.remove_assoc x counts in
  let counts = List.sort (fun (_, a) (_, b) -> compare b a) (List.fold_left add [] l) in
  String.concat ", " (List.map (fun (x, n) -> Printf.sprintf "%s %d" x n) counts)

let rec starts = function
  | Coq.SCopy _ -> [ "copies" ]
  | SBytes _ -> [ "bytes" ]
  | SZeros _ -> [ "zeros" ]
  | SClear _ -> [ "arrays" ]
  | SDigits _ -> [ "numbers by bytes" ]
  | SWhen (_, s) -> List.concat_map starts s
  | SBlock (_, _, _, s) -> "blocks" :: List.concat_map starts s
  | _ -> []

let () =
  let all = List.concat_map (fun f -> statements (load f)) (List.tl (Array.to_list Sys.argv)) in
  let scalars, others = List.partition scalar all in
  let tree (st, b) = Option.map (fun (s, _) -> (st, s)) (C_basic_trusted.tree st (B.basic_guard st b) b) in
  let trees = List.filter_map tree all in
  let texts = List.filter (fun x -> tree x = None) others in
  let always = match trees with [] -> [] | (st, _) :: _ -> [ (st, [ Coq.STrap ]); (st, [ Coq.SNever ]) ] in
  let larger = List.filter_map tree others in
  Printf.printf "# %d statements: %d are trees, of which %d assign an integer or boolean; %d are text\n"
    (List.length all) (List.length trees) (List.length scalars) (List.length texts);
  Printf.printf "# text: %s\n" (counted (List.map why_text texts));
  Printf.printf "# in trees: %s\n" (counted (List.concat_map (fun (_, s) -> List.concat_map starts s) larger));
  Tap.check "each assignment of an integer or boolean has a tree" (List.for_all (fun x -> tree x <> None) scalars);
  Tap.check "so have the assignments of other values, but those of these kinds"
    (not (List.exists (fun x -> why_text x = "of other values") texts));
  Tap.check "so has each push, append, resize and trap, but those to elements"
    (not (List.exists (fun x -> List.mem (why_text x) [ "bytes changed in place"; "traps" ]) texts));
  Tap.check "so has each store over bytes, of elements too"
    (not (List.exists (fun (_, b) -> match b with BBlit _ | BStore _ -> true | _ -> false) texts));
  Tap.check "so has each array of integers or booleans that is cleared"
    (not (List.exists (fun x -> why_text x = "cleared arrays of numbers") texts));
  Tap.check "so has each map that is cleared" (not (List.exists (fun x -> why_text x = "cleared maps") texts));
  Tap.check "there are thousands" (List.length trees > 5500 && List.length larger > 1900);
  Tap.check "and more than 97 of a hundred are trees" (100 * List.length trees > 97 * List.length all);
  Tap.check "no more than 200 are text" (List.length texts <= 200);
  let written statement ((st : B.t), s) =
    let names = C_expr_trusted.spelling st.env and trap = B.trap st in
    let text = String.concat " " (List.concat_map (statement names ~trap) s) in
    (text, S.are_statements names ~trap text s)
  in
  let right = List.map (written (fun n ~trap s -> C_tree.statement n ~trap s)) (trees @ always) in
  Tap.check "what is printed has the words of the tree" (List.for_all snd right);
  List.iter
    (fun (name, same, (module M : Tree_mutants.tree)) ->
      let wrong = List.map (written (fun n ~trap s -> M.statement n ~trap s)) (trees @ always) in
      let differ = List.filter (fun ((text, _), (text', _)) -> text <> text') (List.combine right wrong) in
      let answers b = List.for_all (fun (_, (_, accepted)) -> accepted = b) differ in
      Tap.check ((if same then "accepted: " else "refused: ") ^ name) (differ <> [] && answers same))
    Tree_mutants.all;
  Tap.finish ()
