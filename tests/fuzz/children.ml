(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Statements about coroutines that are driven here: [block] prints what is done between their steps. *)
open Model
open Expressions

(* The arms for what a child may ask; [answer] prints the resumption after each. Some requests are passed on, as
   [forward] says. *)
let event_arms ~block ind env c ~forward ~finished ~answer =
  let passed_on e = env.in_coroutine && List.memq e env.asks && flip 3 in
  let passed, own = List.partition passed_on c.co_effects in
  let by_else = flip 2 in
  if not by_else then List.iter (fun e -> say ind "%s => forward %s," e.eff_name forward) passed;
  List.iter
    (fun e ->
      let xs = List.map (fun t -> (fresh "a", t)) e.eff_args in
      let named = xs <> [] && not (flip 8) in
      say ind "%s%s {" e.eff_name (if named then "(" ^ String.concat ", " (List.map fst xs) ^ ")" else "");
      let inner = if named then bind_all env xs else env in
      block (ind + 1) inner (int 3);
      answer (ind + 1) (if named then inner else env) e;
      say ind "}")
    own;
  (match c.co_result with
  | None ->
      say ind "done {";
      finished (ind + 1) env;
      say ind "}"
  | Some t ->
      let x = fresh "d" in
      say ind "done(%s) {" x;
      block (ind + 1) (bind env x t false) (int 2);
      finished (ind + 1) (bind env x t false);
      say ind "}");
  if by_else && passed <> [] then say ind "else => forward %s" forward

(* What is lent to the child, apart from its own storage. *)
let lending env c child =
  if c.co_lent = [] then Some ""
  else
    let pick_one taken t =
      let fits t' = t' = t || (t = View && match t' with Bytes _ -> true | _ -> false) in
      match List.filter (fun pl -> fits pl.of_ty && List.for_all (disjoint pl) taken) (places env ~writable:true) with
      | [] -> None
      | l -> Some (pick l)
    in
    match c.co_lent with
    | [ t ] -> Option.map (fun pl -> p " lending (inout %s)" pl.text) (pick_one [ child ] t)
    | _ -> None

let answer_with env c e =
  match e.eff_result with
  | None -> p "%s()" (name e.eff_name)
  | Some t when c.co_lent <> [] && not (scalar t) -> p "%s(%s)" (name e.eff_name) (leaf env t)
  | Some t -> p "%s(%s)" (name e.eff_name) (value env 1 t)

(* A child in containers of containers: a type, an initial value, where in it the child
   is, and what must be put into maps on the way there. *)
let rec container env depth c =
  let inner = Coro c.co_name in
  if depth = 0 then (inner, built { env with impure = false } 1 inner, "", [])
  else
    let t, e, path, puts = container env (depth - 1) c in
    let under prefix = List.map (fun (path, e) -> (prefix ^ path, e)) puts in
    let records = List.filter (fun (_, fs) -> List.exists (fun (_, t') -> t' = t) fs) !records in
    let unions = List.filter (fun (_, cs) -> List.exists (fun (_, t') -> t' = Some t) cs) !unions in
    match int 6 with
    | 0 ->
        let n = 1 + int 3 in
        let i = p "[%d]" (int n) in
        (Array (n, t), p "[%s; %d]" e n, i ^ path, under i)
    | 1 when option t <> t -> (Option t, p "some(%s)" e, ".some" ^ path, under ".some")
    | (2 | 3) when records <> [] ->
        let r, fields = pick records in
        let f, _ = pick (List.filter (fun (_, t') -> t' = t) fields) in
        let field (g, t') = p "%s: %s" g (if g = f then e else leaf env t') in
        (Named r, p "%s { %s }" (name r) (String.concat ", " (List.map field fields)), "." ^ f ^ path, under ("." ^ f))
    | 4 when unions <> [] ->
        let u, cases = pick unions in
        let k, _ = pick (List.filter (fun (_, t') -> t' = Some t) cases) in
        (Named u, p "%s.%s(%s)" (name u) k e, "." ^ k ^ path, under ("." ^ k))
    | _ ->
        let key = p "[%d]" (int 5) in
        (Map (1 + int 4, 16, t), "default", key ^ path, (key, e) :: under key)

let drive ~block ind env child c =
  match lending env c child with
  | None -> env
  | Some lent ->
      let ev = fresh "ev" in
      say ind "var %s: event %s = resume %s%s;" ev (name c.co_name) child.text lent;
      let n = fresh "n" in
      say ind "var %s: u32 = 0;" n;
      let inner = if flip 6 then env else without child.root env in
      let guard = if flip 2 then "" else p " && %s" (test inner 2) in
      say ind "while %s < %d%s {" n (1 + int 6) guard;
      say (ind + 1) "%s = %s + 1;" n n;
      let inner = { inner with loops = 0; labels = [] } in
      say (ind + 1) "match %s {" ev;
      event_arms ~block (ind + 2) inner c ~forward:(child.text ^ lent)
        ~finished:(fun ind _ -> say ind "break;")
        ~answer:(fun ind env e ->
          match lending (without ev env) c child with
          | Some lent -> say ind "%s = resume %s%s with %s;" ev child.text lent (answer_with env c e)
          | None -> say ind "break;");
      say (ind + 1) "}";
      say ind "}";
      bind env ev (Event c.co_name) false

let contain ~block ind env =
  match List.filter drivable !coroutines with
  | [] -> env
  | l ->
      let c = pick l in
      let t, e, path, puts = container env (1 + int (if !small then 2 else 3)) c in
      let x = fresh "held" in
      say ind "var %s: %s = %s;" x (show t) e;
      List.iter (fun (path, e) -> say ind "%s%s = %s;" x path e) puts;
      let env = bind env x t true in
      drive ~block ind env { text = x ^ path; of_ty = Coro c.co_name; root = x; steps = [ Somewhere ] } c

let resume_some ~block ind env =
  let child_of pl = match pl.of_ty with Coro c when drivable (coro c) -> Some (pl, coro c) | _ -> None in
  match List.filter_map child_of (places env ~writable:true) with
  | [] -> contain ~block ind env
  | l ->
      let child, c = pick l in
      (* a fresh child, so that the first resume is legal; sometimes not, which may trap *)
      if not (flip 16) then say ind "%s = %s;" child.text (built { env with impure = false } 1 (Coro c.co_name));
      drive ~block ind env child c

(* Children that stay suspended while others go on, each beside its last event. *)
let table ~block ind env =
  match List.filter (fun c -> drivable c && c.co_lent = []) !coroutines with
  | [] -> env
  | l ->
      let c = pick l in
      let kids = fresh "kids" and evs = fresh "evs" and i = fresh "turn" and k = fresh "k" in
      let n = 2 + int 3 in
      let start () = built { env with impure = false } 1 (Coro c.co_name) in
      let in_map = flip 3 in

      if in_map then say ind "var %s: map<u16, coro %s, %d>;" kids (name c.co_name) n
      else say ind "var %s: [coro %s; %d] = [%s; %d];" kids (name c.co_name) n (start ()) n;
      say ind "var %s: [event %s; %d];" evs (name c.co_name) n;
      let key x = if in_map then p "%s as%% u16" x else x in
      let first = fresh "i" in
      say ind "for %s in 0..%d {" first n;
      if in_map then say (ind + 1) "%s[%s] = %s;" kids (key first) (start ());
      say (ind + 1) "%s[%s] = resume %s[%s];" evs first kids (key first);
      say ind "}";
      say ind "for %s in 0..%d {" i (3 + int 8);
      let inner = { (bind env i (Int 32) false) with loops = 0; labels = [] } in
      let asked = List.filter (fun e -> e.eff_result = Some (Int 32) || e.eff_result = Some (Int 8)) env.asks in
      let which =
        match asked with
        | e :: _ when env.in_coroutine && flip 2 -> p "(%s as u32)" (request { env with impure = false } e)
        | _ -> p "(%s *%% %d +%% %s)" i (1 + int 3) (number { inner with impure = false } 1 32)
      in
      say (ind + 1) "let %s = %s %% %d;" k which n;
      let inner = bind inner k (Int 32) false in
      say (ind + 1) "match %s[%s] {" evs k;
      event_arms ~block (ind + 2) inner c ~forward:(p "%s[%s]" kids (key k))
        ~finished:(fun ind env ->
          if flip 2 then begin
            say ind "%s[%s] = %s;" kids (key k) (start ());
            say ind "%s[%s] = resume %s[%s];" evs k kids (key k)
          end
          else block ind env 1)
        ~answer:(fun ind env e -> say ind "%s[%s] = resume %s[%s] with %s;" evs k kids (key k) (answer_with env c e));
      say (ind + 1) "}";
      say ind "}";
      let env = bind env evs (Array (n, Event c.co_name)) true in
      bind env kids (if in_map then Map (n, 16, Coro c.co_name) else Array (n, Coro c.co_name)) true
