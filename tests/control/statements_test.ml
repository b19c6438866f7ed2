(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Prints TAP. Arguments: .fl files. Each assignment of an integer or boolean in them is a tree of C, and what is
   printed has the tree's words; what is printed with a mistake has not, wherever it is another text. *)

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

let scalar (st : B.t) = function
  | BAssign (pl, _) -> (
      match C_expr_trusted.place st.env pl with _, (TBool | TInt _) -> true | _ -> false)
  | _ -> false

let () =
  let all = List.concat_map (fun f -> statements (load f)) (List.tl (Array.to_list Sys.argv)) in
  let scalars = List.filter (fun (st, b) -> scalar st b) all in
  let tree (st, b) = Option.map (fun s -> (st, s)) (C_basic_trusted.tree st b) in
  let trees = List.filter_map tree all in
  let always = match trees with [] -> [] | (st, _) :: _ -> [ (st, [ Coq.STrap ]); (st, [ Coq.SNever ]) ] in
  Printf.printf "# %d statements: %d assign an integer or boolean, and are trees; %d are text\n" (List.length all)
    (List.length trees) (List.length all - List.length trees);
  Tap.check "assignments of integers and booleans are trees, and nothing else"
    (List.length trees = List.length scalars);
  Tap.check "all of them have a tree" (List.for_all (fun x -> tree x <> None) scalars);
  Tap.check "there are thousands" (List.length trees > 2000);
  let written statement ((st : B.t), s) =
    let names = C_expr_trusted.spelling st.env and trap = B.trap st in
    let text = String.concat " " (List.map (statement names ~trap) s) in
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
