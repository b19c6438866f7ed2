(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The two forms in which clang's tree is read, of preprocessed files: prints for each whether they are the same, or
   where they differ, or that the short form has no answer. Exit status 1 if any differs. *)

open Fairlead_threads
open Ast

exception Differ of string

(* Ids are addresses, and below 0: they only have to stand for each other. *)
let compare_trees a b =
  let there = Hashtbl.create 997 and back = Hashtbl.create 997 in
  let ids what x y =
    match (Hashtbl.find_opt there x, Hashtbl.find_opt back y) with
    | None, None -> Hashtbl.add there x y; Hashtbl.add back y x
    | Some y', Some x' when x' = x && y' = y -> ()
    | _ -> raise (Differ what)
  in
  let ends suffix s = String.ends_with ~suffix s in
  let rec go path a b =
    let path = Printf.sprintf "%s/%s@%d" path (Kind.name a.kind) a.first in
    let same what show x y =
      if x <> y then raise (Differ (Printf.sprintf "%s: %s: %s, %s" path what (show x) (show y)))
    in
    let text what = same what Fun.id and number what = same what string_of_int in
    text "kind" (Kind.name a.kind) (Kind.name b.kind);
    ids (path ^ ": id") a.id b.id;
    let is_type = ends "Type" (Kind.name a.kind) in
    (* Nobody asks where an attribute ends, nor where one stands that a macro wrote. *)
    if not (Kind.is_attribute a.kind && b.first = -1) then number "first" a.first b.first;
    if not (Kind.is_attribute a.kind) then number "last" a.last b.last;
    number "name_at" a.name_at b.name_at;
    text "name" a.name b.name;
    text "type" a.ty b.ty;
    text "without typedefs" a.desugared b.desugared;
    text "op" a.op b.op;
    text "storage" a.storage b.storage;
    number "flags" a.flags b.flags;
    (* Other values nobody asks for. *)
    if a.kind = Kind.ConstantExpr || a.kind = Kind.IntegerLiteral then
      same "value" (function Some n -> string_of_int n | None -> "none") (int_of_string_opt a.value)
        (int_of_string_opt b.value);
    if not is_type then (
      text "target's name" a.target_name b.target_name;
      text "target's kind" (Kind.name a.target_kind) (Kind.name b.target_kind);
      ids (path ^ ": target") a.target b.target);
    number "parts" (List.length a.inner) (List.length b.inner);
    List.iter2 (go path) a.inner b.inner
  in
  go "" a b

let () =
  let differ = ref 0 and same = ref 0 and short = ref [] in
  let file name =
    let text = match Fairlead_cli.Files.read name with Ok text -> text | Error why -> failwith why in
    let p = Preprocessed.of_text ~name text in
    match Clang.from_json ~quiet:true ~from_clang:false ~options:[] p with
    | Error _ -> Printf.printf "%s: clang refuses it\n" name
    | Ok json -> (
        match Clang.from_lines ~from_clang:false ~options:[] p with
        | None -> short := name :: !short
        | Some lines -> (
            match compare_trees json lines with
            | () -> incr same
            | exception Differ why -> incr differ; Printf.printf "%s: %s\n" name why))
  in
  List.iter file (List.tl (Array.to_list Sys.argv));
  List.iter (Printf.printf "%s: only as JSON\n") (List.rev !short);
  Printf.printf "%d the same, %d only as JSON, %d differ\n" !same (List.length !short) !differ;
  exit (if !differ > 0 then 1 else 0)
