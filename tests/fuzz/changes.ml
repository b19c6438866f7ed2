(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Statements that change bytes and maps, without blocks of their own. *)
open Model
open Expressions

let fill ind env m cap k t =
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

let change_bytes ind env =
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
              let at = int (cap - (w / 8) + 1) in
              say ind "store %s u%d %s[%d] = %s;" (pick [ "be"; "le" ]) w b at (value env 1 (Int w))
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
              say ind "if len(%s) >= %d { store %s u%d %s[len(%s) - %d] = %s; }" b (w / 8)
                (pick [ "be"; "le" ]) w b b (w / 8)
                (value env 1 (Int w))
          | _ -> say ind "if len(%s) >= 3 { %s[0..2] = %s[1..3]; }" b b b);
          env)

(* Filled, thinned out, and filled again. *)
let fill_and_thin ind env m cap k t =
  let i = fresh "i" and range = literal_of k (5 + int 20) in
  let key step = p "%s *%% %s %% %s" i (literal_of k step) range in
  let fill () =
    let key = key (1 + int 9) in
    let value =
      match t with Int w -> as_width k w i | t -> expr (bind { env with impure = false } i (Int k) false) 1 t
    in
    say ind "for %s in 0..%s {" i (literal_of k (min 40 (cap + 2)));
    say (ind + 1) "if count(%s) < %d || %s in %s { %s[%s] = %s; }" m cap key m m key value;
    say ind "}"
  in
  fill ();
  say ind "for %s in 0..%s { remove %s, %s; }" i (literal_of k (1 + int 9)) m (key (1 + int 9));
  if flip 2 then fill ()

(* A map of its own, and what is in it in the end. *)
let map_work ind env =
  let cap = if flip 2 then 9 + int 24 else 3 + int 4 and k = width () in
  let t = if flip 2 then Int (width ()) else any_type 1 in
  let m = fresh "table" and sum = fresh "sum" in
  say ind "var %s: %s;" m (show (Map (cap, k, t)));
  fill_and_thin ind env m cap k t;
  say ind "var %s: u64 = 0;" sum;
  Seen.absorb ind sum 2 m (Map (cap, k, t));
  bind (bind env m (Map (cap, k, t)) true) sum (Int 64) false

(* Bytes of its own that are copied over themselves, mostly a little further up or down, in pieces of every length; and
   what is in them in the end. *)
let bytes_work ind env =
  let cap = pick [ 6 + int 8; 20 + int 40; 130 + int 100 ] in
  let b = fresh "moved" and sum = fresh "sum" and i = fresh "i" in
  say ind "var %s: bytes<%d>;" b cap;
  say ind "for %s in 0..%d { push %s, (%s *%% %d +%% %d) as%% u8; }" i cap b i (1 + (2 * int 40)) (int 200);
  let move () =
    let by = 1 + int 3 in
    let n = by + int (cap - (2 * by) + 1) in
    let low = int (cap - by - n + 1) in
    match int 8 with
    | 0 | 1 | 2 -> say ind "%s[%d..%d] = %s[%d..%d];" b (low + by) (low + by + n) b low (low + n)
    | 3 -> say ind "%s[%d..%d] = %s[%d..%d];" b low (low + n) b (low + by) (low + by + n)
    | 4 | 5 ->
        (* Up, down or nowhere, by what is not known. *)
        let n = cap - 4 and from = fresh "from" and to_ = fresh "to" in
        say ind "let %s: u32 = %s %% 5;" from (number env 0 32);
        say ind "let %s: u32 = %s %% 5;" to_ (number env 0 32);
        say ind "%s[%s..%s + %d] = %s[%s..%s + %d];" b to_ to_ n b from from n
    | 6 ->
        say ind "%s = %s[%d..];" b b by;
        say ind "resize %s, %d;" b cap
    | _ ->
        say ind "resize %s, %d;" b (cap / 2);
        say ind "append %s, %s[%d..];" b b (int (cap / 2));
        say ind "resize %s, %d;" b cap
  in
  for _ = 0 to int 3 do move () done;
  say ind "var %s: u64 = 0;" sum;
  Seen.absorb ind sum 1 b (Bytes cap);
  Seen.observe ind env sum;
  bind (bind env b (Bytes cap) true) sum (Int 64) false

let change_map ind env =
  match that env ~writable:true (function Map _ -> true | _ -> false) with
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
              if flip 2 then
                say (ind + 1) "remove %s, %s %s %s;" m i (pick [ "/"; "%"; "^" ]) (literal_of k (1 + int 9));
              say ind "}"
          | 3 when (match t with Int _ -> true | _ -> false) ->
              say ind "if %s in %s { %s[%s] %s= %s; }" key m m key (pick [ "+%"; "^"; "-%" ]) (value env 1 t)
          | _ ->
              let key = expr env 1 (Int k) in
              say ind "if count(%s) < %d { %s[%s] = %s; }" m cap m key (value env 1 t));
          env
      | _ -> env)
