(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Records of the user's: as replies, taken apart at once and later, in other data, in loops, tables and coroutines. *)
From Coq Require Import ZArith.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.

Record pixel := { shade : u8; lit_up : bool }.
Record box := make_box { corner : pixel; width : u16; label : option u8 }.
Inductive shape := dot (p : pixel) | frame (outer inner : pixel) | nothing.
Inductive effect := get_pixel | get_box | get_maybe | get_shape | print | show.
Definition args (e : effect) : Type := match e with print => u8 | show => u8 * bool | _ => unit end.
Definition rets (e : effect) : Type :=
  match e with
  | get_pixel => pixel | get_box => box | get_maybe => option pixel | get_shape => shape | print | show => unit
  end.

(* at once; kept whole while the program waits; within records, options and the cases of a union; given back *)
Definition pictures : t args rets box :=
  w <- get_pixel tt;
  match w with
  | Build_pixel s x =>
    _ <- print s;
    b <- get_box tt;
    p <- get_pixel tt;
    _ <- show (s, x);
    match b with
    | make_box (Build_pixel s1 x1) wide l =>
      _ <- show (s1, x1);
      match p with
      | Build_pixel s2 _ =>
        m <- get_maybe tt;
        match m with
        | Some (Build_pixel s3 x3) => _ <- show (s3, x3); Return (make_box p wide (Some (add_wrap s2 s3)))
        | None =>
          h <- get_shape tt;
          match h with
          | dot (Build_pixel s4 x4) => if x4 then _ <- print s4; Return b else Return (make_box w (lit 1) l)
          | frame (Build_pixel s4 _) q =>
            _ <- print s4; match q with Build_pixel _ x5 => Return (make_box (Build_pixel s2 x5) wide None) end
          | nothing => match l with Some c => Return (make_box p (cast c) l) | None => Return b end
          end
        end
      end
    end
  end.
Derive pictures. ToFl pictures.

(* what comes of a branch, and the state of a loop *)
Definition joined (p : pixel) (a : u8) : t args rets u8 :=
  let* q := (if ltw a (lit 9) then Return p else w <- get_pixel tt; Return w) in
  match q with
  | Build_pixel s x =>
    iter (fun '(r, n) =>
      match r with
      | Build_pixel s1 x1 =>
        _ <- show (s1, x1);
        if eqw n (lit 0) then Return (inr s1) else w <- get_pixel tt; Return (inl (w, sub_wrap n (lit 1)))
      end) (Build_pixel (add_wrap s a) x, a)
  end.
Derive joined. ToFl joined.

(* in a table, and taken and given by a coroutine *)
Definition child (p first : pixel) : yields pixel pixel u8 :=
  iter (fun '(p, q) =>
    match q with
    | Build_pixel s x =>
      if x then r <- yield (Build_pixel (add_wrap s (lit 1)) false); Return (inl (q, r))
      else match p with Build_pixel s1 _ => Return (inr (add_wrap s s1)) end
    end) (p, first).
Derive child.
Definition parent : t args rets u8 :=
  p <- get_pixel tt;
  let_coro c := child p in
  iter (fun '(c, m) =>
    q <- get_pixel tt;
    let* r := resume c q in
    match r with
    | Yields y c =>
      match y with
      | Build_pixel s x =>
        match find m s with
        | Some old => match old with Build_pixel s1 x1 => _ <- show (s1, x1); Return (inl (c, remove m s)) end
        | None => if ltw (count m) (lit 4) then Return (inl (c, put m s q)) else Return (inr s)
        end
      end
    | Ends a => Return (inr a)
    end) (c, (no_entries : table 4 W8 pixel)).
Derive parent. ToFl parent.
