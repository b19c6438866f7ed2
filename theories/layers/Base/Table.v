(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Lists with fast access by index, and a fast test for repetitions.

    [l !! i] walks the list; a checker that looks up a variable at every
    occurrence needs better. Plain tries over binary numbers: the standard
    library's and stdpp's bring functors or proofs into the extracted code. *)
From Fairlead.Base Require Import Prelude.

Inductive table (A : Type) :=
| Leaf
| Node (l : table A) (o : option A) (r : table A).
Arguments Leaf {A}.
Arguments Node {A} l o r.

Fixpoint trie_find {A} (n : positive) (m : table A) {struct m} : option A :=
  match m with
  | Leaf => None
  | Node l o r => match n with xH => o | xO n => trie_find n l | xI n => trie_find n r end
  end.

Fixpoint trie_add {A} (n : positive) (a : A) (m : table A) {struct n} : table A :=
  let '(l, o, r) := match m with Leaf => (Leaf, None, Leaf) | Node l o r => (l, o, r) end in
  match n with
  | xH => Node l (Some a) r
  | xO n => Node (trie_add n a l) o r
  | xI n => Node l o (trie_add n a r)
  end.

Lemma trie_find_add {A} n n' a (m : table A) :
  trie_find n' (trie_add n a m) = if decide (n = n') then Some a else trie_find n' m.
Proof.
  revert n' m; induction n as [n IH|n IH|]; intros [n'|n'|] [|l o r]; simpl;
    rewrite ?IH; try done; repeat case_decide; try done; congruence.
Qed.

Definition look {A} (m : table A) (i : nat) : option A := trie_find (Pos.of_succ_nat i) m.

Fixpoint build_from {A} (i : positive) (l : list A) (m : table A) : table A :=
  match l with
  | [] => m
  | a :: l => build_from (Pos.succ i) l (trie_add i a m)
  end.
Definition build {A} (l : list A) : table A := build_from 1 l Leaf.

Lemma trie_find_build_from {A} (l : list A) i m n :
  trie_find n (build_from i l m) =
    if decide (n < i)%positive then trie_find n m
    else match l !! (Pos.to_nat n - Pos.to_nat i) with Some a => Some a | None => trie_find n m end.
Proof.
  revert i m; induction l as [|a l IH]; intros i m; simpl.
  { by destruct (decide (n < i)%positive), (Pos.to_nat n - Pos.to_nat i). }
  rewrite IH, trie_find_add. destruct (decide (i = n)) as [->|Hne].
  - rewrite Nat.sub_diag. rewrite decide_True by lia. by rewrite decide_False by lia.
  - destruct (decide (n < i)%positive).
    + by rewrite decide_True by lia.
    + rewrite decide_False by lia.
      replace (Pos.to_nat n - Pos.to_nat i) with (S (Pos.to_nat n - Pos.to_nat (Pos.succ i))) by lia.
      done.
Qed.

Lemma look_build {A} (l : list A) i : look (build l) i = l !! i.
Proof.
  unfold look, build. rewrite trie_find_build_from.
  rewrite decide_False by lia. rewrite SuccNat2Pos.id_succ, Pos2Nat.inj_1, Nat.sub_succ, Nat.sub_0_r.
  by destruct (l !! i).
Qed.

(** Sets of numbers; [None] when one comes twice. *)
Fixpoint distinct_onto (l : list nat) (m : table ()) : option (table ()) :=
  match l with
  | [] => Some m
  | i :: l =>
      match look m i with
      | Some _ => None
      | None => distinct_onto l (trie_add (Pos.of_succ_nat i) () m)
      end
  end.
Definition distinct (l : list nat) : bool :=
  match distinct_onto l Leaf with Some _ => true | None => false end.

Lemma look_add {A} (m : table A) i j a :
  look (trie_add (Pos.of_succ_nat i) a m) j = if decide (i = j) then Some a else look m j.
Proof.
  unfold look. rewrite trie_find_add. destruct (decide (i = j)) as [->|Hne]; [by rewrite decide_True|].
  rewrite decide_False; [done|]. intros ?%SuccNat2Pos.inj. done.
Qed.

Lemma distinct_NoDup l : distinct l = true → NoDup l.
Proof.
  unfold distinct. destruct (distinct_onto _ _) as [m'|] eqn:Hl; [intros _|done].
  assert (NoDup l ∧ ∀ i, i ∈ l → look (Leaf : table ()) i = None) as []; [|done].
  revert Hl. generalize (Leaf : table ()). induction l as [|i l IH]; intros m; simpl.
  { intros _. split; [constructor|]. by intros ? ?%elem_of_nil. }
  destruct (look m i) eqn:Hi; [done|]. intros [Hnd Hl]%IH. split.
  - constructor; [|done]. intros ?%Hl. rewrite look_add in *. by rewrite decide_True in *.
  - intros j [->|Hj]%elem_of_cons; [done|]. apply Hl in Hj. rewrite look_add in Hj. by case_decide.
Qed.

(** A set from a list. *)
Definition set_of (l : list nat) : table () :=
  fold_right (λ i, trie_add (Pos.of_succ_nat i) ()) Leaf l.

Lemma look_set_of l i u : look (set_of l) i = Some u → i ∈ l.
Proof.
  induction l as [|j l IH]; simpl.
  - done.
  - rewrite look_add. case_decide; subst; rewrite elem_of_cons; auto.
Qed.
