(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Random statements. *)
open Model
open Expressions

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
  match int 52 with
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
  | 23 -> Changes.change_bytes ind env
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
  | 34 when flip 3 -> Children.table ~block ind env
  | 35 | 36 -> Changes.change_bytes ind env
  | 37 | 38 -> change_map ind env
  | 39 | 40 | 41 -> Children.contain ~block ind env
  | 42 -> choose ind env
  | 43 -> viewed ind env
  | 44 | 45 -> shuffle ind env
  | 46 | 47 -> replace ind env
  | 48 | 49 -> Changes.map_work ind env
  | 50 | 51 -> Changes.bytes_work ind env
  | _ -> Children.resume_some ~block ind env

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
      Seen.absorb (ind + 1) acc 1 y View;
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
          if writable && not (flip 5) then Changes.fill ind env m cap w t;
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
          if writable && not (flip 3) then Seen.add_up ind order m t;
          let env = bind env order (Int 32) true in
          Seen.observe ind env order;
          env
      | _ -> env)

and change_map ind env = if flip 3 then over_map ind env else Changes.change_map ind env

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
