(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* What a value holds, made visible: as a sum, to a driver, in a decision. *)
open Model
open Expressions

(* Statements that add all of a value to the number [acc], so that any difference in it comes out. *)
let rec absorb ind acc depth text t =
  let add e = say ind "%s = %s *%% 31 +%% %s;" acc acc e in
  let below = absorb (ind + 1) acc (depth - 1) in
  match t with
  | Bool | Int _ -> add (if t = Int 64 then text else p "(%s as u64)" text)
  | Extern t -> add (p "%s(%s)" (Externals.digest_of t) text)
  | Bytes _ | View ->
      let x = fresh "b" in
      add (p "(len(%s) as u64)" text);
      say ind "for %s in %s { %s = %s *%% 31 +%% (%s as u64); }" x text acc acc x
  | Coro _ | Event _ -> ()
  | _ when depth = 0 -> ()
  | Array (n, t) ->
      let i = fresh "i" in
      say ind "for %s in 0..%d {" i n;
      below (p "%s[%s]" text i) t;
      say ind "}"
  | Map (_, k, t) ->
      let i = fresh "i" in
      add (p "(count(%s) as u64)" text);
      say ind "for %s in 0u%d..%s {" i k (literal_of k (12 + int 12));
      say (ind + 1) "if %s in %s {" i text;
      absorb (ind + 2) acc 0 i (Int k);
      absorb (ind + 2) acc (depth - 1) (p "%s[%s]" text i) t;
      say (ind + 1) "}";
      say ind "}"
  | Named n when List.mem_assoc n !records ->
      List.iter (fun (f, t) -> absorb ind acc (depth - 1) (p "%s.%s" text f) t) (List.assoc n !records)
  | Named _ | Option _ ->
      say ind "match %s {" text;
      List.iteri
        (fun i (c, payload) ->
          let m = fresh "m" in
          say (ind + 1) "%s%s {" c (if payload = None then "" else p "(%s)" m);
          say (ind + 2) "%s = %s *%% 31 +%% %d;" acc acc i;
          Option.iter (absorb (ind + 2) acc (depth - 1) m) payload;
          say (ind + 1) "}")
        (cases t);
      say ind "}"

(* Of some variables in scope. *)
let sum_up ind env =
  let acc = fresh "sum" in
  say ind "var %s: u64 = 0;" acc;
  List.iter (fun v -> absorb ind acc 3 v.name v.ty) (List.filteri (fun i _ -> i < 6) (some_of env.vars 2));
  bind env acc (Int 64) false

(* The keys of a map in their order and what can be seen of its values, in a sum. *)
let add_up ind sum m t =
  let k = fresh "k" and v = fresh "v" in
  say ind "for %s, %s in %s {" k v m;
  say (ind + 1) "%s = %s *%% 31 +%% (%s as%% u32) +%% %s;" sum sum k
    (match t with
    | Int _ -> p "(%s as%% u32)" v
    | Bool -> p "(%s as u32)" v
    | Bytes _ -> p "len(%s)" v
    | _ -> p "(((%s / 2) in %s) as u32)" k m);
  say ind "}"

(* Lets a number be seen from outside, or decide something. *)
let observe ind env h =
  let is_int = function Int _ -> true | _ -> false in
  match List.filter (fun e -> List.exists is_int e.eff_args) env.asks with
  | _ :: _ as l when env.in_coroutine ->
      let e = pick l in
      let given = ref false in
      let arg = function
        | Int w when not !given ->
            given := true;
            p "(%s as%% u%d)" h w
        | View -> view { env with impure = false } 1
        | t -> expr { env with impure = false } 1 t
      in
      say ind "%sask %s(%s);"
        (match e.eff_result with None -> "" | Some _ -> "let _ = ")
        (name e.eff_name)
        (String.concat ", " (List.map arg e.eff_args))
  | _ -> (
      match (env.result, that env ~writable:true is_int) with
      | Some (Int w), _ when flip 2 -> say ind "if %s %% 2 == 0 { return (%s as%% u%d); }" h h w
      | _, [] -> say ind "assert %s %% 16 != 5;" h
      | _, l -> (
          match pick l with
          | { of_ty = Int w; text; _ } -> say ind "%s ^= (%s as%% u%d);" text h w
          | _ -> ()))
