(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Model

let sees = { eff_name = "sees"; eff_args = [ Int 64 ]; eff_result = None }

let turn = { eff_name = "turn"; eff_args = [ Int 32 ]; eff_result = Some (Int 32) }

(* No name here is one that [Model.fresh] gives. *)
let declarations =
  {|effect turn(n: u32) -> u32;
record Pot { x: u32, y: [u32; 3], z: bytes<8> }
union Odd { o0, o1(u32), o2(bytes<8>) }
fn bump8(inout x: u8, by: u8) -> u8 { x = x +% by; return x; }
fn bump(inout x: u32, by: u32) -> u32 { x = x +% by; return x; }
fn bump64(inout x: u64, by: u32) -> u64 { x = x +% (by as u64); return x; }
fn pair(a: u32, inout x: u32, b: u32) -> u32 { x = x +% a; return x *% 3 +% b; }
fn two(inout x: u32, a: u32, inout y: u32) -> u32 { x = x +% a; y = y ^ x; return y; }
fn trip(n: u32, d: u32) -> u32 {
  return n / d;
}
fn shrink(inout t: bytes<8>, n: u32) -> u32 { resize t, n & 7; return n & 7; }
fn grow(inout t: bytes<8>, n: u32) -> u32 { if len(t) < 8 { push t, n as% u8; } return len(t); }
fn stamp(inout v: bytes, n: u32) -> u32 { if len(v) > 0 { v[n % len(v)] = n as% u8; } return len(v); }
fn forget(inout s: map<u8, u32, 4>, k: u8) -> u32 { remove s, k; return count(s); }
fn learn(inout s: map<u8, u32, 4>, k: u8, n: u32) -> u32 { if k in s || count(s) < 4 { s[k] = n; } return n; }
fn flipped(inout u: Odd, n: u32) -> u32 { u = if n & 1 == 0 { Odd.o1(n) } else { Odd.o2("odd") }; return n & 3; }
fn pot(n: u32) -> Pot { return Pot { x: n, y: [n, 1, n ^ 5], z: "pot" }; }
fn text(n: u32) -> bytes<8> { return n & 1 == 0 ? "even" : "o"; }
fn table(n: u32) -> map<u8, u32, 4> { var s: map<u8, u32, 4>; s[(n & 3) as u8] = n; return s; }
coroutine tick(n: u32) -> u32 asks sees { ask sees(n as u64); return n; }
coroutine tock(n: u32) -> u32 asks sees { ask sees(n as u64); return 6 / (n & 3); }
coroutine kid(n: u32) -> u32 asks turn { let first = ask turn(n); let second = ask turn(first & 7); return second / (first & 3); }
|}

let declare () = List.iter (fun line -> if line <> "" then say 0 "%s" line) (String.split_on_char '\n' declarations)

(* What can be asked here, [ticks]: also by coroutines that are called; whether calls are wanted; what is lent. *)
type now = { asks : bool; ticks : bool; turns : bool; calls : bool; lent : string list; depth : int }

let deeper now = { now with depth = now.depth - 1 }
let rarely n = flip (2 * n)
let in_order l = List.nth l (int (List.length l)) ()

let rec number now =
  let n () = number (deeper now) in
  let any = [ (fun () -> "i"); (fun () -> p "%d" (int 6)); (fun () -> "a[1]"); (fun () -> "len(b)"); (fun () -> "jar.x"); (fun () -> "(j as u32)"); (fun () -> "count(m)") ] @ List.map (fun x () -> p "len(%s)" x) now.lent in
  if now.depth <= 0 then in_order any
  else
    let calls =
      if not now.calls then []
      else
        [
          (fun () -> p "bump(inout i, %s)" (n ()));
          (fun () -> p "bump(inout a[%s], %s)" (below now 4) (n ()));
          (fun () -> p "bump(inout jars[%s].y[%s], %s)" (below now 2) (below now 3) (n ()));
          (fun () -> p "bump(inout %s, %s)" (entry now) (n ()));
          (fun () -> p "pair(%s, inout i, %s)" (n ()) (n ()));
          (fun () -> p "pair(%s, inout aa[%s][%s], %s)" (n ()) (below now 2) (below now 3) (n ()));
          (fun () -> p "two(inout a[%s], %s, inout i)" (below now 4) (n ()));
          (fun () -> p "two(inout jar.x, %s, inout jar.y[%s])" (n ()) (below now 3));
          (fun () -> p "trip(%s, %s)" (n ()) (if rarely 3 then n () else p "(%s | 1)" (n ())));
          (fun () -> p "shrink(inout bb[%s], %s)" (below now 3) (n ()));
          (fun () -> p "shrink(inout b, %s)" (n ()));
          (fun () -> p "grow(inout b, %s)" (n ()));
          (fun () -> p "stamp(inout b[%s..], %s)" (below now 2) (n ()));
          (fun () -> p "stamp(inout bb[%s][%s..%s], %s)" (below now 3) (below now 2) (if rarely 2 then n () else "len(bb[0])") (n ()));
          (fun () -> p "forget(inout m, %s)" (key now));
          (fun () -> p "learn(inout mm[%s], %s, %s)" (below now 2) (key now) (n ()));
          (fun () -> p "flipped(inout odd, %s)" (n ()));
          (fun () -> p "((bump64(inout big, %s) & 7) as u32)" (n ()));
          (fun () -> p "pot(%s).y[%s]" (n ()) (below now 3));
          (fun () -> p "(if %s { i = %s; %s } else { %s })" (test now) (n ()) (n ()) (n ()));
          (fun () -> p "(match %s { 0 => %s, 1, 2 { a[%s] = %s; %s } else => %s })" (n ()) (n ()) (below now 4) (n ()) (n ()) (n ()));
        ]
        @ if now.ticks then [ (fun () -> p "(call tick(%s))" (n ())); (fun () -> p "(call tick(%s))" (n ())); (fun () -> p "(call tock(%s | 1))" (n ())) ] else []
        @ if now.turns then [ (fun () -> p "(ask turn(%s))" (n ())) ] else []
    in
    let others =
      [
        (fun () -> p "(%s %s %s)" (n ()) (pick [ "+%"; "-%"; "^"; "&"; "*%" ]) (n ()));
        (fun () -> p "(%s %s %s)" (n ()) (pick [ "+"; "/"; "-"; "%" ]) (if rarely 3 then n () else p "(%s | 1)" (n ())));
        (fun () -> p "(%s %s %s)" (n ()) (pick [ "<<"; ">>"; "<<<" ]) (if rarely 8 then n () else p "(%s & 15)" (n ())));
        (fun () -> p "a[%s]" (below now 4));
        (fun () -> p "aa[%s][%s]" (below now 2) (below now 3));
        (fun () -> p "jars[%s].y[%s]" (below now 2) (below now 3));
        (fun () -> entry now);
        (fun () -> p "(%s ? %s : %s)" (test now) (n ()) (n ()));
        (fun () -> p "((%s ? 1 : 2) +%% %s)" (test now) (n ()));
        (fun () -> p "((1 << (%s & 7)) +%% %s)" (n ()) (n ()));
        (fun () -> p "((load %s u16 %s[%s]) as u32)" (pick [ "be"; "le" ]) (some_bytes now) (below now 4));
        (fun () -> p "(%s[%s] as u32)" (some_bytes now) (below now 3));
        (fun () -> p "(b[%s..][%s] as u32)" (below now 2) (below { now with calls = false } 3));
        (fun () -> p "((%s & 255) as u8 as u32)" (n ()));
        (fun () -> p "(%s as u32)" (test now));
        (fun () -> p "a[bigs[%s]]" (below now 2));
        (fun () -> p "len(text(%s))" (n ()));
      ]
    in
    in_order (if flip 2 && calls <> [] then calls else others @ any)

(* An index, mostly in range. *)
and below now n =
  match int 12 with
  | 0 | 1 | 2 | 3 -> p "%d" (int n)
  | 4 when rarely 3 -> p "(%s + %d)" (number (deeper now)) (int 3)
  | _ -> p "%s %% %d" (operand now) n

and operand now = let e = number (deeper now) in if String.contains e ' ' && e.[0] <> '(' then p "(%s)" e else e

and key now =
  match int 6 with
  | 0 | 1 -> p "%d" (int 4)
  | 2 -> "j"
  | 3 when now.calls -> p "bump8(inout j, %du8)" (int 3)
  | _ -> p "((%s & 3) as u8)" (number (deeper now))

and entry now = match int 4 with 0 -> p "mm[%s][%s]" (below now 2) (key now) | 1 when flip 3 -> "odd.o1" | _ -> p "m[%d]" (int 2)

and test now =
  let n () = number (deeper now) in
  match int 8 with
  | 0 -> p "(%s in m)" (key now)
  | 1 -> p "(%s in mm[%s])" (key now) (below now 2)
  | 2 -> if flip 3 then p "(%s in table(%s))" (key now) (n ()) else p "(odd is %s)" (pick [ "o0"; "o1"; "o2" ])
  | 3 -> p "(%s && %s)" (compared now) (compared now)
  | 4 -> p "(%s || %s)" (compared now) (compared now)
  | 5 -> p "!%s" (compared now)
  | 6 -> p "(text(%s) == %s)" (n ()) (pick [ "\"even\""; "c" ])
  | _ -> compared now

and compared now = p "(%s %s %s)" (number (deeper now)) (pick [ "<"; "=="; "!="; ">=" ]) (number (deeper now))
and some_bytes now = if flip 2 then "b" else p "bb[%s]" (below now 3)

(* Bytes that calls do not change. *)
let view now = pick [ (fun () -> "\"xy\""); (fun () -> "c"); (fun () -> p "c[%s..]" (below now 2)); (fun () -> p "c[..%s]" (below now 3)); (fun () -> p "text(%s)" (number now)) ] ()

let pot_value now =
  let n () = number now in
  pick
    [
      (fun () -> p "(Pot { y: [%s, %s, %s], z: text(%s), x: %s })" (n ()) (n ()) (n ()) (n ()) (n ()));
      (fun () -> p "(Pot { z: %s, x: %s, y: [%s; 3] })" (view now) (n ()) (n ()));
      (fun () -> p "pot(%s)" (n ()));
      (fun () -> p "jars[%s]" (below now 2));
    ]
    ()

let place now =
  pick
    [
      (fun () -> "i");
      (fun () -> p "a[%s]" (below now 4));
      (fun () -> p "aa[%s][%s]" (below now 2) (below now 3));
      (fun () -> p "jars[%s].y[%s]" (below now 2) (below now 3));
      (fun () -> p "jars[%s].x" (below now 2));
      (fun () -> "jar.x");
    ]
    ()

let rec statement ind now depth =
  let n () = number now in
  let body ind depth = for _ = 0 to int 2 do statement ind now depth done in
  let coroutines = if now.turns then 3 else 0 in
  match int (26 + coroutines) with
  | 0 | 1 | 2 -> say ind "%s = %s;" (place now) (n ())
  | 3 | 4 -> say ind "%s %s= %s;" (if flip 3 then entry now else place now) (pick [ "+%"; "^"; "-"; "*%"; "%" ]) (n ())
  | 5 -> say ind "m[%s] = %s;" (key now) (n ())
  | 6 -> say ind "mm[%s][%s] = %s;" (below now 2) (key now) (n ())
  | 7 -> say ind "mb[%s] = %s;" (key now) (view now)
  | 8 -> let at = below now 2 in say ind "b[%s..%s] = %s;" at (if flip 3 then n () else p "%s + 2" at) (view now)
  | 9 -> say ind "bb[%s][%s..%s] = %s;" (below now 3) (operand now) (if flip 3 then "" else p "%s + 2" (operand now)) (view now)
  | 10 -> say ind "store %s u16 %s[%s] = (%s) as%% u16;" (pick [ "be"; "le" ]) (some_bytes now) (below now 4) (n ())
  | 11 -> say ind "push %s, (%s) as%% u8;" (some_bytes now) (n ())
  | 12 -> say ind "append %s, %s;" (some_bytes now) (view now)
  | 13 -> say ind "resize %s, %s;" (some_bytes now) (below now 9)
  | 14 -> say ind "remove %s, %s;" (if flip 2 then "m" else p "mm[%s]" (below now 2)) (key now)
  | 15 -> say ind "jars[%s] = %s;" (below now 2) (pot_value now)
  | 16 -> say ind "a = [%s, %s, %s, %s];" (n ()) (n ()) (n ()) (n ())
  | 17 -> say ind "odd = %s;" (if flip 2 then p "Odd.o1(%s)" (n ()) else p "Odd.o2(text(%s))" (n ()))
  | 18 ->
      let x = fresh "o" in
      say ind "let %s = %s;" x (n ());
      say ind "i = (i ^ %s) & 15;" x
  | 19 when depth > 0 ->
      say ind "if %s {" (test now);
      body (ind + 1) (depth - 1);
      if flip 2 then (
        say ind "} else if %s {" (test now);
        body (ind + 1) (depth - 1));
      say ind "}"
  | 20 when depth > 0 ->
      let x = fresh "o" in
      let head, use =
        match int 5 with
        | 0 -> (p "%s & 1..%s & 3" (operand now) (operand now), x)
        | 1 -> (p "a", x)
        | 2 -> (p "aa[%s]" (below now 2), x)
        | 3 -> (p "bb[%s]" (below now 3), p "(%s as u32)" x)
        | _ -> (p "b[%s..]" (below now 2), p "(%s as u32)" x)
      in
      say ind "for %s in %s {" x head;
      say (ind + 1) "jar.x = jar.x *%% 31 +%% %s;" use;
      body (ind + 1) (depth - 1);
      say ind "}"
  | 21 when depth > 0 ->
      let k = fresh "o" and v = fresh "o" in
      say ind "for %s, %s in mm[%s] {" k v (below now 2);
      say (ind + 1) "jar.x = jar.x *%% 31 +%% %s +%% (%s as u32);" v k;
      body (ind + 1) (depth - 1);
      say ind "}"
  | 22 when depth > 0 && now.asks ->
      say ind "match %s & 3 {" (operand now);
      say (ind + 1) "0 {";
      body (ind + 2) (depth - 1);
      say (ind + 1) "}";
      say (ind + 1) "1, 2 => %s," (p "ask sees(%s as u64)" (operand now));
      say (ind + 1) "else { i = i ^ %s; }" (operand now);
      say ind "}"
  | 23 -> say ind "let _ = %s;" (n ())
  | 24 when now.asks -> say ind "ask sees((%s) as u64);" (n ())
  | 25 -> say ind "assert %s || %s != 77;" (compared now) (operand now)
  | 26 -> say ind "kids[%s] = start kid(%s);" (below now 2) (n ())
  | 27 ->
      let e = fresh "o" in
      say ind "if count(m) < 4 {";
      say (ind + 1) "kids[%s] = start kid(%s);" "0" (n ());
      say (ind + 1) "let %s = resume kids[0];" e;
      say (ind + 1) "events[%s] = resume kids[%s] with turn(%s);" (below now 2) (if rarely 3 then below now 2 else "0") (n ());
      say ind "}"
  | 28 -> say ind "match events[%s] { turn(x) { i = x ^ %s; } done(x) { i = x; } }" (below now 2) (operand now)
  | _ -> say ind "%s = %s;" (place now) (n ())

let block ind (env : env) =
  let ask e = env.in_coroutine && List.exists (fun f -> f.eff_name = e) env.asks in
  let lent = List.filter_map (fun v -> if is_bytes v.ty then Some v.name else None) env.lent in
  let now = { asks = ask "sees"; ticks = ask "sees" && env.lent = []; turns = ask "turn"; calls = true; lent; depth = 2 + int 2 } in
  say ind "{";
  let inner = ind + 1 in
  let start text = say inner "%s" text in
  start (p "var i: u32 = %d;" (int 4));
  start (p "var j: u8 = %d;" (int 3));
  start "var big: u64 = 4294967290;";
  start (p "var a: [u32; 4] = [%d, 1, %d, 3];" (int 9) (int 9));
  start "var aa: [[u32; 3]; 2] = [[5, 6, 7], [8, 9, 10]];";
  start (p "var bigs: [u64; 2] = [%d, %s];" (int 4) (if rarely 3 then "4294967296" else "3"));
  start "var b: bytes<8> = \"abcdef\";";
  start "let c: bytes<4> = \"uvw\";";
  start "var bb: [bytes<8>; 3] = [\"bcde\", \"fghij\", \"klmnop\"];";
  start "var m: map<u8, u32, 4>;";
  start "m[0] = 4; m[1] = 9;";
  start "var mm: [map<u8, u32, 4>; 2] = [m, m];";
  start "var mb: map<u8, bytes<8>, 4>;";
  start "var jar: Pot = pot(3);";
  start "var jars: [Pot; 2] = [jar, pot(4)];";
  start (p "var odd: Odd = %s;" (pick [ "Odd.o1(6)"; "Odd.o2(\"q\")"; "Odd.o0" ]));
  if now.turns then start "var kids: [coro kid; 2]; var events: [event kid; 2];";
  for _ = 0 to 2 + int 4 do statement inner now 2 done;
  start "var all: u64 = (i as u64) +% (j as u64) *% 3 +% big +% (jar.x as u64) *% 5;";
  start "for k in 0..4 { all = all *% 31 +% (a[k] as u64); }";
  start "for k in 0..3 { all = all *% 31 +% (aa[0][k] as u64) +% (aa[1][k] as u64) *% 7 +% (jar.y[k] as u64) +% (jars[0].y[k] as u64) *% 9 +% (jars[1].y[k] as u64) *% 11; }";
  start "for x in b { all = all *% 31 +% (x as u64); }";
  start "for k in 0..3 { for x in bb[k] { all = all *% 31 +% (x as u64); } }";
  start "for k, v in m { all = all *% 31 +% (k as u64) *% 7 +% (v as u64); }";
  start "for k in 0..2 { for q, v in mm[k] { all = all *% 31 +% (q as u64) *% 7 +% (v as u64); } }";
  start "for k, v in mb { all = all *% 31 +% (k as u64) *% 7 +% (len(v) as u64); }";
  start "all = all *% 31 +% (jars[0].x as u64) *% 3 +% (jars[1].x as u64) +% (len(jars[0].z) as u64);";
  start "match odd { o0 { } o1(x) { all = all +% (x as u64); } o2(t) { all = all +% (len(t) as u64) *% 13; } }";
  if now.asks then start "ask sees(all);" else start "assert all != 1;";
  say ind "}"
