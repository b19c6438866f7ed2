(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The traps of issue 13: one program for each, which tests/derive/traps.t weighs. *)
From Coq Require Import List Arith.
From Fairlead.Derive Require Import Derive.
Import ListNotations.
Local Open Scope program_scope.

Inductive effect := get | put.
Definition args (e : effect) : Type := match e with get => unit | put => nat end.
Definition rets (e : effect) : Type := match e with get => nat | put => unit end.
Notation prog := (t args rets).

(* 1: values that are used twice, forty in a chain *)
Definition lets : prog nat :=
  v0 <- get tt;
  let! v1 := v0 + v0 in
  let! v2 := v1 + v1 in
  let! v3 := v2 + v2 in
  let! v4 := v3 + v3 in
  let! v5 := v4 + v4 in
  let! v6 := v5 + v5 in
  let! v7 := v6 + v6 in
  let! v8 := v7 + v7 in
  let! v9 := v8 + v8 in
  let! v10 := v9 + v9 in
  let! v11 := v10 + v10 in
  let! v12 := v11 + v11 in
  let! v13 := v12 + v12 in
  let! v14 := v13 + v13 in
  let! v15 := v14 + v14 in
  let! v16 := v15 + v15 in
  let! v17 := v16 + v16 in
  let! v18 := v17 + v17 in
  let! v19 := v18 + v18 in
  let! v20 := v19 + v19 in
  let! v21 := v20 + v20 in
  let! v22 := v21 + v21 in
  let! v23 := v22 + v22 in
  let! v24 := v23 + v23 in
  let! v25 := v24 + v24 in
  let! v26 := v25 + v25 in
  let! v27 := v26 + v26 in
  let! v28 := v27 + v27 in
  let! v29 := v28 + v28 in
  let! v30 := v29 + v29 in
  let! v31 := v30 + v30 in
  let! v32 := v31 + v31 in
  let! v33 := v32 + v32 in
  let! v34 := v33 + v33 in
  let! v35 := v34 + v34 in
  let! v36 := v35 + v35 in
  let! v37 := v36 + v36 in
  let! v38 := v37 + v37 in
  let! v39 := v38 + v38 in
  let! v40 := v39 + v39 in
  _ <- put v40; Return v0.
Derive lets.

(* 2: effects in the branches of a match on a datatype of one's own *)
Inductive shape := Dot | Line (n : nat) | Box (a b : nat).
Definition matched (s : shape) : prog nat :=
  match s with Dot => Return 0 | Line n => x <- get tt; Return (n + x) | Box a b => _ <- put a; Return b end.
Derive matched.

(* 3, 4, 6: ten branches one after the other, each of which calls, or does not *)
Definition callee (n : nat) : prog nat := x <- get tt; _ <- put (x + n); Return x.
Derive callee.
Definition joined (l : list nat) : prog nat :=
  let* x0 := (if nth 0 l 0 =? 3 then callee 0 else Return 0) in
  let* x1 := (if nth 1 l 0 =? 3 then callee 1 else Return 1) in
  let* x2 := (if nth 2 l 0 =? 3 then callee 2 else Return 2) in
  let* x3 := (if nth 3 l 0 =? 3 then callee 3 else Return 3) in
  let* x4 := (if nth 4 l 0 =? 3 then callee 4 else Return 4) in
  let* x5 := (if nth 5 l 0 =? 3 then callee 5 else Return 5) in
  let* x6 := (if nth 6 l 0 =? 3 then callee 6 else Return 6) in
  let* x7 := (if nth 7 l 0 =? 3 then callee 7 else Return 7) in
  let* x8 := (if nth 8 l 0 =? 3 then callee 8 else Return 8) in
  let* x9 := (if nth 9 l 0 =? 3 then callee 9 else Return 9) in
  Return (x0 + x9).
Derive joined.

(* 5, 8: coroutines in a list, and no function in what is saved *)
Definition child (n : nat) : yields nat nat unit := m <- yield n; _ <- yield (n + m); Return tt.
Derive child.
Definition kept : prog nat :=
  let_coro a := child in
  let_coro b := child in
  iter (fun cs =>
    n <- get tt;
    match cs with
    | c :: cs => let* r := resume c n in
      match r with Yields _ c => Return (inl (c :: cs)) | Ends _ => Return (inl cs) end
    | [] => Return (inr n)
    end) [a; b].
Derive kept.
FirstOrder kept.

(* 7: a state takes a reply of its own effect's type *)
Definition replies_of_first : rets (callee_pending (callee_at1 3)) -> nat := fun n => n.
Fail Definition other_reply : rets (callee_pending (callee_at1 3)) -> unit := fun n => n.

(* 9: a child that ends does not end its parent *)
Definition once (n : nat) : yields nat nat unit := _ <- yield n; Return tt.
Derive once.
Definition outlives : prog nat :=
  let_coro c := once in
  let* r := resume c 1 in
  match r with
  | Ends _ => Return 0
  | Yields _ c => let* r := resume c 1 in match r with Ends _ => _ <- put 9; Return 1 | Yields _ _ => Return 2 end
  end.
Derive outlives.
Example outlived : outlives_start = Machine.Ask (pending := outlives_pending) outlives_at1 9.
Proof. reflexivity. Qed.

(* 10: no fuel, and no effect that means nothing *)
Definition for_ever : prog nat := iter (fun n => x <- get tt; if x =? 0 then Return (inl n) else Return (inl (S n))) 0.
Derive for_ever.
Print Assumptions for_ever_equiv.

(* 2, 6, 7: leaves with a mark each, and one mark for what follows all of them *)
Inductive five := A0 | A1 (n : nat) | A2 (a b : nat) | A3 (l : list nat) | A4 (s : shape).
Definition mark0 (n : nat) := n.
Definition mark1 (n : nat) := n.
Definition mark2 (n : nat) := n.
Definition mark3 (n : nat) := n.
Definition mark4 (n : nat) := n.
Definition mark5 (n : nat) := n.
Definition leaves (s : five) (again : bool) : prog nat :=
  let* x := match s with
    | A0 => _ <- put (mark0 0); Return 0
    | A1 n => _ <- put (mark1 n); Return n
    | A2 a b => if again then _ <- put (mark2 a); Return b else Return (mark3 b)
    | A3 l => match l with n :: _ => _ <- put (mark4 n); Return n | [] => n <- get tt; Return n end
    | A4 _ => Return 4
    end in
  _ <- put (mark5 x); if again then y <- get tt; Return (x + y) else Return x.
Derive leaves.
(* the reply to each state is that of its effect, by computation *)
Definition leaves_reply (s : leaves_state) : rets (leaves_pending s) -> nat + unit :=
  match s with
  | leaves_at2 _ | leaves_at7 _ => inl
  | leaves_at1 _ _ | leaves_at3 _ _ | leaves_at4 _ _ | leaves_at5 _ | leaves_at6 _ _ => inr
  end.

(* 8: what functions close over is saved, not the functions *)
Definition closing (n : nat) (b : bool) : prog nat :=
  let f := fun m => if b then m + n else m in
  let g := fun m => f (f m) in
  x <- get tt; y <- get tt; Return (g x + f y).
Derive closing.

(* 9: one child after the other ends, and the parent goes on to its own end *)
Definition world (e : effect) : args e -> list nat -> option (rets e * list nat) :=
  match e with get => fun _ w => match w with n :: w => Some (n, w) | [] => None end
  | put => fun _ w => Some (tt, w) end.
Example kept_ends : run world kept_step kept_go_on 99 kept_start [1; 2; 3; 4; 5; 6; 7] = (Finished 7, []).
Proof. vm_compute. reflexivity. Qed.
Example kept_is_its_program :
  run world kept_step kept_go_on 99 kept_start [1; 2; 3; 4; 5; 6; 7] = run_program world 99 kept [1; 2; 3; 4; 5; 6; 7].
Proof. vm_compute. reflexivity. Qed.

(* Shown, for the script to count. *)
Print leaves_state.
Print closing_state.
Print joined_state.
Search "joined_".
Print kept_state.
Print for_ever_state.
Print for_ever_turn.
Print matched_state.
Require Extraction.
Recursive Extraction leaves_start leaves_step.
