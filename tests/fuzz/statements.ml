(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Random statements. *)
open Model
open Expressions

let with_effects env = { env with impure = flip 2 }
let value env depth t = expr (with_effects env) depth t
let test env depth = condition (with_effects env) depth

(* Not where control may already have left. *)
let leave ind env =
  match int 12 with
  | (0 | 1 | 2 | 3) when env.labels <> [] && env.loops > 0 ->
      say ind "%s %s;" (pick [ "break"; "continue" ]) (pick env.labels)
  | (4 | 5 | 6) when env.loops > 0 -> say ind "%s;" (pick [ "break"; "continue" ])
  | 7 when flip 6 -> say ind "trap;"
  | 8 when flip 2 -> (
      match env.result with
      | Some t -> say ind "return %s;" (value env 1 t)
      | None -> say ind "return;")
  | _ -> ()

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

let rec block ind env n =
  if n > 0 && !(env.budget) > 0 then begin
    decr env.budget;
    block ind (statement ind env) (n - 1)
  end

(* A block inside another one; sometimes it ends by jumping out. *)
and body ind env n =
  crossing ind env;
  if env.labels <> [] && env.loops = 1 && flip 4 && !(env.budget) > 0 then begin
    decr env.budget;
    ignore (loop ind env)
  end;
  block ind env n;
  if flip 5 then leave ind env

and crossing ind env =
  match env.labels with
  | _ :: _ when env.loops > 1 -> say ind "if %s { %s %s; }" (test env 2) (pick [ "break"; "continue" ]) (pick env.labels)
  | _ -> ()

and label env = if flip 2 then let l = fresh "l" in (l ^ ": ", { env with labels = l :: env.labels; loops = env.loops + 1 }) else ("", { env with loops = env.loops + 1 })

and statement ind env : env =
  match int 50 with
  | 0 | 1 | 2 ->
      let depth = if !small then 1 else 2 in
      let t = any_type depth in
      let x = fresh "v" in
      say ind "var %s: %s = %s;" x (show t) (value env (if scalar t then depth + 1 else depth) t);
      bind env x t true
  | 3 ->
      let t = any_type 1 in
      let x = fresh "k" in
      if scalar t then say ind "let %s: %s = %s;" x (show t) (value env 3 t) else say ind "let %s: %s = %s;" x (show t) (value env 1 t);
      bind env x t false
  | 4 ->
      let t = any_type 2 in
      let x = fresh "z" in
      say ind "var %s: %s;" x (show t);
      bind env x t true
  | 5 | 6 | 7 | 8 | 9 -> assignment ind env
  | 10 | 11 | 12 | 13 ->
      say ind "if %s {" (test env (if !small then 1 + int 3 else 2 + int 3));
      body (ind + 1) env (1 + int 3);
      if flip 3 then begin
        say ind "} else if %s {" (test env 2);
        body (ind + 1) env (1 + int 2)
      end;
      if flip 2 then begin
        say ind "} else {";
        body (ind + 1) env (1 + int 3)
      end;
      say ind "}";
      env
  | 14 | 15 | 16 | 17 -> loop ind env
  | 18 when env.loops > 0 ->
      say ind "if %s { %s; }" (test env (1 + int 3)) (pick ([ "break"; "continue" ] @ List.map (( ^ ) "break ") env.labels));
      env
  | 19 when flip 3 ->
      (match env.result with
      | Some t -> say ind "if %s { return %s; }" (test env 3) (value env 1 t)
      | None -> say ind "if %s { return; }" (test env 3));
      env
  | 20 | 21 -> (
      match that env ~writable:false (fun t -> cases t <> []) with
      | [] -> env
      | l ->
          let pl = pick l in
          matching ind env pl.text pl.of_ty;
          env)
  | 22 -> match_number ind env
  | 23 -> change_bytes ind env
  | 24 -> change_map ind env
  | 25 | 26 | 27 | 28 when env.in_coroutine && env.asks <> [] -> (
      let e = pick env.asks in
      match e.eff_result with
      | None ->
          say ind "%s;" (request (with_effects env) e);
          env
      | Some t ->
          let x = fresh "r" in
          say ind "var %s: %s = %s;" x (show t) (request (with_effects env) e);
          bind env x t true)
  | 29 | 30 -> (
      match !functions with
      | [] -> env
      | l ->
          let f = pick l in
          let env = room_for ind env f.fn_params in
          kept ind env "f" f.fn_result (function_call (with_effects env) f))
  | 31 -> (
      match callable env with
      | [] -> env
      | l ->
          let c = pick l in
          let env = room_for ind env (List.map (fun t -> (true, t)) c.co_inout) in
          kept ind env "c" c.co_result (delegation (with_effects env) c))
  | 32 when flip 2 ->
      say ind "{";
      body (ind + 1) env (1 + int 3);
      say ind "}";
      env
  | 33 when flip 2 ->
      if flip 30 then say ind "assert %s;" (test env 2) else say ind "assert (%s || true);" (test env 2);
      env
  | 34 when flip 3 -> table ind env
  | 35 | 36 -> change_bytes ind env
  | 37 | 38 -> change_map ind env
  | 39 | 40 | 41 -> contain ind env
  | 42 -> choose ind env
  | 43 -> viewed ind env
  | 44 | 45 -> shuffle ind env
  | 46 | 47 -> replace ind env
  | 48 | 49 -> map_work ind env
  | _ -> resume_some ind env

(* Bytes looked at where they are, while nothing changes them. *)
and viewed ind env =
  match that env ~writable:false is_bytes with
  | [] -> env
  | l ->
      let x = fresh "view" and y = fresh "view" and acc = fresh "sum" in
      let pl = (pick l).text in
      say ind "{";
      say (ind + 1) "let %s = %s[%s];" x pl (pick [ "len(" ^ pl ^ ") / 2.."; "..len(" ^ pl ^ ") % 7"; ".."; (if flip 12 then "1..3" else "0..0") ]);
      say (ind + 1) "let %s = %s%s;" y x (pick [ ""; "[len(" ^ x ^ ") / 3..]"; "[..len(" ^ x ^ ") / 2]" ]);
      say (ind + 1) "var %s: u64 = 0;" acc;
      let inner = bind (bind { env with impure = false } x View false) y View false in
      absorb (ind + 1) acc 1 y View;
      for _ = 0 to int 3 do
        say (ind + 1) "if %s { %s = %s *%% 31 +%% (%s as u64); }" (condition inner 2) acc acc (number inner 2 32)
      done;
      (match List.filter (fun v -> v.writable && match v.ty with Int _ -> true | _ -> false) env.vars with
      | { name; ty = Int w; _ } :: _ -> say (ind + 1) "%s = %s;" name (as_width 64 w acc)
      | _ -> ());
      say ind "}";
      env

(* A value from branches with statements of their own; from some, control leaves. *)
and choose ind env =
  let t = any_type 1 in
  let opening, after =
    match of_type env ~writable:true t with
    | l when l <> [] && flip 3 -> ((pick l).text ^ " =", env)
    | _ ->
        let x = fresh "ch" in
        (p "%s %s: %s =" (pick [ "let"; "var" ]) x (show t), bind env x t false)
  in
  let worth ind env =
    block ind env (int 3);
    match int 8 with
    | 0 when env.loops > 0 -> say ind "%s;" (pick [ "break"; "continue" ])
    | 1 -> say ind "if %s { %s } else { %s }" (test env 1) (value env 1 t) (value env 1 t)
    | 2 when env.result <> None && flip 3 -> say ind "return %s;" (value env 1 (Option.get env.result))
    | _ -> say ind "%s" (value env 1 t)
  in
  (match that env ~writable:false (fun t -> cases t <> []) with
  | l when l <> [] && flip 2 ->
      let pl = pick l in
      say ind "%s match %s {" opening pl.text;
      (* The first case has a value: a match that is assigned must have one. *)
      List.iteri
        (fun i (c, payload) ->
          match payload with
          | Some t' when i > 0 && not (flip 4) ->
              let m = fresh "m" in
              let inner = bind env m t' false in
              if flip 3 then say (ind + 1) "%s(%s) => %s," c m (value inner 1 t)
              else begin
                say (ind + 1) "%s(%s) {" c m;
                worth (ind + 2) inner;
                say (ind + 1) "}"
              end
          | _ -> say (ind + 1) "%s => %s," c (value env 1 t))
        (cases pl.of_ty)
  | _ ->
      say ind "%s if %s {" opening (test env 2);
      worth (ind + 1) env;
      if flip 3 then begin
        say ind "} else if %s {" (test env 1);
        worth (ind + 1) env
      end;
      say ind "} else {";
      say (ind + 1) "%s" (value env 1 t));
  say ind "};";
  after

and kept ind env prefix result = function
  | None -> env
  | Some text -> (
      match result with
      | None ->
          say ind "%s;" text;
          env
      | Some _ when flip 6 ->
          say ind "let _ = %s;" text;
          env
      | Some t ->
          let x = fresh prefix in
          say ind "let %s = %s;" x text;
          bind env x t false)

(* Variables for inout arguments: two of a type in one array, or a record that has both. *)
and room_for ind env params =
  List.fold_left
    (fun env (inout, t) ->
      let t = if t = View then Bytes (3 + int 6) else t in
      if (not inout) || (of_type env ~writable:true t <> [] && not (flip 4)) then env
      else
        let x = fresh "room" in
        let whole = if flip 2 then t else Array (2, t) in
        say ind "var %s: %s = %s;" x (show whole) (built { env with impure = false } 1 whole);
        bind env x whole true)
    env params

and assignment ind env =
  match that env ~writable:true (fun t -> t <> View) with
  | [] -> env
  | l ->
      let pl = pick l in
      (match pl.of_ty with
      | Int w when flip 2 ->
          let op = pick [ "+%"; "-%"; "*%"; "&"; "|"; "^"; "+"; "-"; "*" ] in
          let op = if String.length op = 1 && String.contains "+-*" op.[0] && not (flip 4) then op ^ "%" else op in
          if flip 4 then say ind "%s %s= %s;" pl.text (pick [ "<<<"; ">>>" ]) (number env 1 32)
          else if flip 6 then say ind "%s %s= %d;" pl.text (pick [ "<<"; ">>" ]) (int w)
          else if flip 6 then say ind "%s %s= %s;" pl.text (pick [ "/"; "%" ]) (literal_of w (1 + int 9))
          else say ind "%s %s= %s;" pl.text op (value env 2 (Int w))
      | t when scalar t -> say ind "%s = %s;" pl.text (value env 3 t)
      (* another part of the same variable, to be moved and not copied *)
      | t when flip 3 -> say ind "%s = %s;" pl.text (from_place env 2 t)
      | t when flip 3 -> ( match rebuilt pl with Some e -> say ind "%s = %s;" pl.text e | None -> say ind "%s = %s;" pl.text (value env 1 t))
      | t -> say ind "%s = %s;" pl.text (value env (if !small then 1 else 2) t));
      env

and shuffle ind env =
  let apart = function
    | Array (n, _) -> n > 1
    | Named r when List.mem_assoc r !records -> (
        let types = List.map snd (List.assoc r !records) in
        List.length (List.sort_uniq compare types) < List.length types)
    | _ -> false
  in
  let env, pl =
    match that env ~writable:true apart with
    | l when l <> [] && flip 2 -> (env, pick l)
    | _ ->
        let x = fresh "mixed" and t = Array (2 + int 2, any_type 1) in
        say ind "var %s: %s = %s;" x (show t) (built { env with impure = false } 1 t);
        (bind env x t true, { text = x; of_ty = t; root = x; steps = [] })
  in
  Option.iter (say ind "%s = %s;" pl.text) (rebuilt pl);
  env

(* A call whose argument its result replaces. *)
and replace ind env =
  let replacing f = match f.fn_result with Some t when (not (scalar t)) && List.mem (false, t) f.fn_params -> Some (f, t) | _ -> None in
  match List.filter_map replacing !functions with
  | [] -> shuffle ind env
  | l -> (
      let f, t = pick l in
      let env, x =
        match List.filter (fun v -> v.ty = t && v.writable) env.vars with
        | v :: _ when flip 2 -> (env, v.name)
        | _ ->
            let x = fresh "own" in
            say ind "var %s: %s = %s;" x (show t) (built { env with impure = false } 1 t);
            (bind env x t true, x)
      in
      match arguments { (without x env) with impure = false } f.fn_params with
      | None -> env
      | Some args ->
          let args = List.map2 (fun (inout, t') a -> if (not inout) && t' = t then x else a) f.fn_params args in
          say ind "%s = %s(%s);" x (name f.fn_name) (String.concat ", " args);
          env)

(* A value made of its own parts, in other places. *)
and rebuilt pl =
  match pl.of_ty with
  | Array (n, _) -> Some (p "[%s]" (String.concat ", " (List.init n (fun i -> p "%s[%d]" pl.text ((i + 1) mod n)))))
  | Named r when List.mem_assoc r !records ->
      let fields = List.assoc r !records in
      let field (f, t) = p "%s: %s.%s" f pl.text (fst (pick (List.filter (fun (_, t') -> t' = t) fields))) in
      Some (p "(%s { %s })" (name r) (String.concat ", " (List.map field fields)))
  | _ -> None

and loop ind env =
  match int 9 with
  | 0 | 1 ->
      let i = fresh "i" in
      let head, inner = label env in
      let w = if flip 3 then width () else 32 in
      let bound = if flip 3 then match unknown env w with Some x -> p "%s %% %s" x (literal_of w 5) | None -> literal_of w 3 else literal_of w (int 5) in
      say ind "%sfor %s in %s..%s {" head i (literal_of w (int 2)) bound;
      body (ind + 1) (bind inner i (Int w) false) (1 + int 3);
      say ind "}";
      env
  | 2 | 3 ->
      let i = fresh "w" in
      let head, inner = label env in
      say ind "var %s: u32 = 0;" i;
      say ind "%swhile %s < %d && %s {" head i (1 + int 4) (test env (1 + int 3));
      say (ind + 1) "%s += 1;" i;
      body (ind + 1) (bind inner i (Int 32) false) (1 + int 3);
      say ind "}";
      bind env i (Int 32) false
  | 4 ->
      let i = fresh "w" in
      let head, inner = label env in
      say ind "var %s: u32 = 0;" i;
      say ind "%sloop {" head;
      say (ind + 1) "%s = %s + 1;" i i;
      say (ind + 1) "if %s > %d || %s { break; }" i (1 + int 3) (test env 2);
      body (ind + 1) (bind inner i (Int 32) false) (1 + int 3);
      say ind "}";
      bind env i (Int 32) false
  | 5 | 6 -> over_map ind env
  | 7 -> decided ind env
  | _ -> (
      match that env ~writable:false (function Array (_, t) -> not (has_coroutine t) | Bytes _ | View -> true | _ -> false) with
      | [] -> env
      | l ->
          let pl = pick l in
          let x = fresh "x" in
          let head, inner = label env in
          let inner = { inner with budget = ref (min 3 !(env.budget)) } in
          let t, over =
            match pl.of_ty with
            | Array (_, t) -> (t, pl.text)
            | _ -> (Int 8, if flip 2 then pl.text else p "%s[..len(%s) %% 7]" pl.text pl.text)
          in
          say ind "%sfor %s in %s {" head x over;
          body (ind + 1) (bind inner x t false) (1 + int 2);
          say ind "}";
          env)

(* Groups of bytes whose checks the length decides, unless the loop goes once too far or the bytes are cut short
   in the middle: then a check must be there. *)
and decided ind env =
  match List.filter (fun v -> match v.ty with Bytes _ -> true | _ -> false) env.vars with
  | [] -> env
  | l ->
      let v = pick l in
      let n = fresh "n" and i = fresh "i" and m = fresh "m" and acc = fresh "sum" in
      let k = 1 + int 4 in
      let rare text = if flip 6 then text else "" in
      let add ind e = say ind "%s = %s *%% 31 +%% (%s as u64);" acc acc e in
      let cut ind = if v.writable && flip 3 then say ind "if %s { resize %s, len(%s) / 2; }" (test env 1) v.name v.name in
      say ind "var %s: u64 = 0;" acc;
      say ind "let %s = len(%s)%s;" n v.name (if flip 3 then p " / %d" k else "");
      cut ind;
      say ind "for %s in 0..%s / %d%s {" i n k (rare " + 1");
      let offset = pick [ ""; p " + %d" (int k); rare (p " + %d" k) ] in
      if flip 2 then add (ind + 1) (p "%s[%s * %d%s]" v.name i k offset)
      else (
        let x = fresh "x" in
        say (ind + 1) "for %s in %s[%s * %d..%s * %d + %d] {" x v.name i k i k k;
        add (ind + 2) x;
        say (ind + 1) "}");
      cut (ind + 1);
      say ind "}";
      (match unknown env 32 with
      | None -> ()
      | Some from ->
          say ind "let %s = %s;" m from;
          say ind "if %s < len(%s) && %s >= %d {" m v.name m k;
          cut (ind + 1);
          add (ind + 1) (p "%s[%s%s]" v.name m (pick [ ""; p " - %d" (int (k + 1)); rare " + 1" ]));
          say ind "}");
      bind env acc (Int 64) false

and fill ind env m cap k t =
  let i = fresh "i" in
  say ind "for %s in 0..%s {" i (literal_of k (min 40 (cap + 2)));
  (* Squares: multiples of one number would seldom meet in a hash table. *)
  let key = p "%s *%% %s" i (if flip 2 then i else literal_of k (1 + int 20)) in
  (* Different values: else it is not seen when one stands in the place of another. *)
  let value =
    match t with
    | Int w when not (flip 4) -> p "(%s as%% u%d)" i w
    | Bool -> p "(%s %% 3 != 0)" i
    | t -> expr (bind env i (Int k) false) 1 t
  in
  say (ind + 1) "if count(%s) < %d { %s[%s] = %s; }" m cap m key value;
  say ind "}"

(* The keys of a map in their order and what can be seen of its values, in a sum. *)
and add_up ind sum m t =
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
and observe ind env h =
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

(* The body may insert, remove what it is at, or any other entry; the order shows in a sum. *)
and over_map ind env =
  let maps ~writable = that env ~writable (function Map _ -> true | _ -> false) in
  match (match maps ~writable:true with [] -> maps ~writable:false | l -> l) with
  | [] when !(env.budget) > 0 ->
      let x = fresh "z" in
      let t = Map ((if flip 2 then 17 + int 24 else 2 + int 5), width (), (if flip 3 then data_type 1 else Int (width ()))) in
      say ind "var %s: %s;" x (show t);
      over_map ind (bind env x t true)
  | [] -> env
  | l -> (
      match pick l with
      | { of_ty = Map (cap, w, t); text = m; root; _ } ->
          let writable = List.exists (fun v -> v.name = root && v.writable) env.vars in
          if writable && not (flip 5) then fill ind env m cap w t;
          let order = fresh "h" in
          say ind "var %s: u32 = 0;" order;
          let k = fresh "k" in
          let v = if has_coroutine t || flip 3 then None else Some (fresh "v") in
          let head, inner = label env in
          let inner = bind { inner with budget = ref (min 3 !(env.budget)) } k (Int w) false in
          let inner = match v with Some v -> bind inner v t false | None -> inner in
          let made =
            List.filter_map
              (fun f -> match f.fn_result with Some (Map (_, w', t')) when w' = w && t' = t -> function_call (with_effects env) f | _ -> None)
              !functions
          in
          say ind "%sfor %s in %s {" head
            (match v with Some v -> k ^ ", " ^ v | None -> k)
            (match made with call :: _ when flip 2 -> call | _ -> m);
          say (ind + 1) "%s = %s *%% 31 +%% (%s as%% u32);" order order k;
          if flip 3 then body (ind + 1) inner 1;
          (if writable then
           match int 12 with
           | 0 -> say (ind + 1) "if %s { remove %s, %s; }" (test inner 1) m k
           (* what is removed is not always the last *)
           | 1 | 6 | 7 | 8 -> say (ind + 1) "if %s %% %d != 0 { remove %s, %s; }" order (2 + int 3) m k
           | 2 -> say (ind + 1) "remove %s, %s;" m k
           | 3 -> say (ind + 1) "if %s { remove %s, %s ^ %s; }" (test inner 1) m k (literal_of w (1 + int 7))
           | 4 -> say (ind + 1) "if count(%s) < %d { %s[%s *%% %s] = %s; }" m cap m k (literal_of w (2 + int 5)) (expr inner 1 t)
           | 5 -> say (ind + 1) "if %s in %s { %s[%s] = %s; }" k m m k (expr inner 1 t)
           | _ -> ());
          body (ind + 1) inner (1 + int 2);
          say ind "}";
          if writable && not (flip 3) then add_up ind order m t;
          let env = bind env order (Int 32) true in
          observe ind env order;
          env
      | _ -> env)

and change_bytes ind env =
  match that env ~writable:true is_bytes with
  | [] -> env
  | l -> (
      let pl = pick l in
      let b = pl.text in
      let other = match that env ~writable:false is_bytes with [] -> b | l -> (pick l).text in
      match pl.of_ty with
      | Bytes cap ->
          (match int 13 with
          | 0 -> say ind "if len(%s) < %d { push %s, %s; }" b cap b (value env 1 (Int 8))
          | 1 -> say ind "if len(%s) + len(%s) <= %d { append %s, %s; }" b b cap b b
          | 2 -> say ind "if len(%s) + len(%s) <= %d { append %s, %s; }" b other cap b other
          | 3 -> say ind "resize %s, %d;" b (if flip 12 then cap + 1 else int (cap + 1))
          | 4 when cap >= 2 ->
              say ind "resize %s, %d;" b cap;
              say ind "%s[1..%d] = \"%s\";" b cap (String.make (cap - 1) 'q')
          | 5 when cap >= 3 ->
              if flip 2 then say ind "%s = \"%s\";" b (String.sub "qwertzuiop" 0 (min cap (3 + int 7)));
              let to_, from = pick [ (1, 0); (1, 0); (0, 1); (0, 0) ] in
              say ind "if len(%s) >= 3 { %s[%d..%d] = %s[%d..%d]; }" b b to_ (to_ + 2) b from (from + 2)
          | 6 | 10 | 11 | 12 ->
              let widths = List.filter (fun w -> w / 8 <= cap) [ 8; 16; 32; 64 ] in
              let w = pick widths in
              say ind "resize %s, %d;" b cap;
              say ind "store %s u%d %s[%d] = %s;" (pick [ "be"; "le" ]) w b (int (cap - (w / 8) + 1)) (value env 1 (Int w))
          | 7 -> say ind "%s = %s[%s %% (len(%s) + 1)..];" b b (number env 0 32) b
          | 8 ->
              say ind "if len(%s) > %d { resize %s, 0; }" b (cap / 2) b;
              say ind "if %s { push %s, %s; }" (test env 2) b (value env 1 (Int 8))
          | _ -> say ind "if len(%s) > 0 { %s[0] = %s; }" b b (value env 1 (Int 8)));
          env
      | _ ->
          (* an inout or lent view *)
          (match int 3 with
          | 0 -> say ind "if len(%s) > 2 { %s[%s %% len(%s)] = %s; }" b b (number env 0 32) b (value env 1 (Int 8))
          | 1 ->
              let w = pick [ 8; 16; 32; 64 ] in
              say ind "if len(%s) >= %d { store %s u%d %s[len(%s) - %d] = %s; }" b (w / 8) (pick [ "be"; "le" ]) w b b (w / 8) (value env 1 (Int w))
          | _ -> say ind "if len(%s) >= 3 { %s[0..2] = %s[1..3]; }" b b b);
          env)

(* Filled, thinned out, and filled again. *)
and fill_and_thin ind env m cap k t =
  let i = fresh "i" and range = literal_of k (5 + int 20) in
  let key step = p "%s *%% %s %% %s" i (literal_of k step) range in
  let fill () =
    let key = key (1 + int 9) in
    let value = match t with Int w -> as_width k w i | t -> expr (bind { env with impure = false } i (Int k) false) 1 t in
    say ind "for %s in 0..%s {" i (literal_of k (min 40 (cap + 2)));
    say (ind + 1) "if count(%s) < %d || %s in %s { %s[%s] = %s; }" m cap key m m key value;
    say ind "}"
  in
  fill ();
  say ind "for %s in 0..%s { remove %s, %s; }" i (literal_of k (1 + int 9)) m (key (1 + int 9));
  if flip 2 then fill ()

(* A map of its own, and what is in it in the end. *)
and map_work ind env =
  let cap = if flip 2 then 9 + int 24 else 3 + int 4 and k = width () in
  let t = if flip 2 then Int (width ()) else any_type 1 in
  let m = fresh "table" and sum = fresh "sum" in
  say ind "var %s: %s;" m (show (Map (cap, k, t)));
  fill_and_thin ind env m cap k t;
  say ind "var %s: u64 = 0;" sum;
  absorb ind sum 2 m (Map (cap, k, t));
  bind (bind env m (Map (cap, k, t)) true) sum (Int 64) false

and change_map ind env =
  if flip 3 then over_map ind env
  else match that env ~writable:true (function Map _ -> true | _ -> false) with
  | [] -> env
  | l -> (
      match pick l with
      | { of_ty = Map (cap, k, t); text = m; _ } ->
          let key = literal k in
          (match int 9 with
          | 7 | 8 -> fill_and_thin ind env m cap k t
          | 0 -> say ind "remove %s, %s;" m (value env 1 (Int k))
          | 1 -> say ind "if %s in %s { %s[%s] = %s; }" key m m key (value env 1 t)
          | 2 ->
              let i = fresh "i" in
              say ind "for %s in 0..%s {" i (literal_of k (min 40 (cap + 2)));
              say (ind + 1) "if %s %s { %s[%s *%% %s] = %s; }" (p "count(%s) < %d" m cap)
                (if flip 2 then "" else "|| " ^ p "%s in %s" i m)
                m i (literal_of k (1 + int 20)) (expr env 1 t);
              if flip 2 then say (ind + 1) "remove %s, %s %s %s;" m i (pick [ "/"; "%"; "^" ]) (literal_of k (1 + int 9));
              say ind "}"
          | 3 when (match t with Int _ -> true | _ -> false) -> say ind "if %s in %s { %s[%s] %s= %s; }" key m m key (pick [ "+%"; "^"; "-%" ]) (value env 1 t)
          | _ ->
              let key = expr env 1 (Int k) in
              say ind "if count(%s) < %d { %s[%s] = %s; }" m cap m key (value env 1 t));
          env
      | _ -> env)

and matching ind env text t =
  let all = cases t in
  let rest = List.length all > 1 && flip 4 in
  let shown = if rest then (match some_of all 2 with [] -> [ List.hd all ] | l -> l) else all in
  let rest = rest && List.length shown < List.length all in
  say ind "match %s {" text;
  List.iter
    (fun (c, payload) ->
      match payload with
      | None ->
          say (ind + 1) "%s {" c;
          body (ind + 2) env (int 3);
          say (ind + 1) "}"
      | Some _ when flip 6 ->
          say (ind + 1) "%s {" c;
          body (ind + 2) env (int 3);
          say (ind + 1) "}"
      | Some t ->
          let x = fresh "m" in
          say (ind + 1) "%s(%s) {" c x;
          body (ind + 2) (bind env x t false) (int 3);
          say (ind + 1) "}")
    shown;
  if rest then begin
    say (ind + 1) "else {";
    body (ind + 2) env (int 3);
    say (ind + 1) "}"
  end;
  say ind "}"

and match_number ind env =
  let w = width () in
  say ind "match %s {" (value env 2 (Int w));
  say (ind + 1) "0 {";
  body (ind + 2) env (int 3);
  say (ind + 1) "}";
  say (ind + 1) "1, 2, %d {" (5 + int 9);
  body (ind + 2) env (int 3);
  say (ind + 1) "}";
  say (ind + 1) "else {";
  body (ind + 2) env (int 3);
  say (ind + 1) "}";
  say ind "}";
  env

(* ---- children ---- *)

(* The arms for what a child may ask; [answer] prints the resumption after each. Some requests are passed on, as
   [forward] says. *)
and event_arms ind env c ~forward ~finished ~answer =
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
and lending env c child =
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

and answer_with env c e =
  match e.eff_result with Some t when c.co_lent <> [] && not (scalar t) -> p "%s(%s)" (name e.eff_name) (leaf env t) | None -> p "%s()" (name e.eff_name) | Some t -> p "%s(%s)" (name e.eff_name) (value env 1 t)

and without root env = { env with vars = List.filter (fun v -> v.name <> root) env.vars }

(* A child in containers of containers: a type, an initial value, where in it the child
   is, and what must be put into maps on the way there. *)
and container env depth c =
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

and contain ind env =
  match List.filter drivable !coroutines with
  | [] -> env
  | l ->
      let c = pick l in
      let t, e, path, puts = container env (1 + int (if !small then 2 else 3)) c in
      let x = fresh "held" in
      say ind "var %s: %s = %s;" x (show t) e;
      List.iter (fun (path, e) -> say ind "%s%s = %s;" x path e) puts;
      let env = bind env x t true in
      drive ind env { text = x ^ path; of_ty = Coro c.co_name; root = x; steps = [ Somewhere ] } c

and resume_some ind env =
  let child_of pl = match pl.of_ty with Coro c when drivable (coro c) -> Some (pl, coro c) | _ -> None in
  match List.filter_map child_of (places env ~writable:true) with
  | [] -> contain ind env
  | l ->
      let child, c = pick l in
      (* a fresh child, so that the first resume is legal; sometimes not, which may trap *)
      if not (flip 16) then say ind "%s = %s;" child.text (built { env with impure = false } 1 (Coro c.co_name));
      drive ind env child c

and drive ind env child c =
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
      event_arms (ind + 2) inner c ~forward:(child.text ^ lent)
        ~finished:(fun ind _ -> say ind "break;")
        ~answer:(fun ind env e ->
          match lending (without ev env) c child with
          | Some lent -> say ind "%s = resume %s%s with %s;" ev child.text lent (answer_with env c e)
          | None -> say ind "break;");
      say (ind + 1) "}";
      say ind "}";
      bind env ev (Event c.co_name) false

(* Children that stay suspended while others go on, each beside its last event. *)
and table ind env =
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
      event_arms (ind + 2) inner c ~forward:(p "%s[%s]" kids (key k))
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
