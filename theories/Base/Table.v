(** * Lists with fast access by index, and a fast test for repetitions.

    [l !! i] walks the list; a checker that looks up a variable at every
    occurrence needs better. Tries over binary numbers, so that extracted code
    and [vm_compute] are both quick. *)
From Coq Require FMapPositive.
From Fairlead.Base Require Import Prelude.
Import FMapPositive.

Definition table (A : Type) : Type := PositiveMap.t A.

Definition look {A} (m : table A) (i : nat) : option A := PositiveMap.find (Pos.of_succ_nat i) m.

Fixpoint build_from {A} (i : positive) (l : list A) (m : table A) : table A :=
  match l with
  | [] => m
  | a :: l => build_from (Pos.succ i) l (PositiveMap.add i a m)
  end.
Definition build {A} (l : list A) : table A := build_from 1 l (PositiveMap.empty A).

Lemma find_build_from {A} (l : list A) i m n :
  PositiveMap.find n (build_from i l m) =
    if decide (n < i)%positive then PositiveMap.find n m
    else match l !! (Pos.to_nat n - Pos.to_nat i) with Some a => Some a | None => PositiveMap.find n m end.
Proof.
  revert i m; induction l as [|a l IH]; intros i m; simpl.
  { by destruct (decide (n < i)%positive), (Pos.to_nat n - Pos.to_nat i). }
  rewrite IH. destruct (decide (n = i)) as [->|Hne].
  - rewrite PositiveMap.gss, Nat.sub_diag. rewrite decide_True by lia. by rewrite decide_False by lia.
  - rewrite PositiveMap.gso by done. destruct (decide (n < i)%positive).
    + by rewrite decide_True by lia.
    + rewrite decide_False by lia.
      replace (Pos.to_nat n - Pos.to_nat i) with (S (Pos.to_nat n - Pos.to_nat (Pos.succ i))) by lia.
      done.
Qed.

Lemma look_build {A} (l : list A) i : look (build l) i = l !! i.
Proof.
  unfold look, build. rewrite find_build_from, PositiveMap.gempty.
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
      | None => distinct_onto l (PositiveMap.add (Pos.of_succ_nat i) () m)
      end
  end.
Definition distinct (l : list nat) : bool :=
  match distinct_onto l (PositiveMap.empty ()) with Some _ => true | None => false end.

Lemma look_add {A} (m : table A) i j a :
  look (PositiveMap.add (Pos.of_succ_nat i) a m) j = if decide (i = j) then Some a else look m j.
Proof.
  unfold look. destruct (decide (i = j)) as [->|]; [apply PositiveMap.gss|].
  apply PositiveMap.gso. intros ?%SuccNat2Pos.inj. congruence.
Qed.

Lemma distinct_NoDup l : distinct l = true → NoDup l.
Proof.
  unfold distinct. destruct (distinct_onto _ _) as [m'|] eqn:Hl; [intros _|done].
  assert (NoDup l ∧ ∀ i, i ∈ l → look (PositiveMap.empty ()) i = None) as []; [|done].
  revert Hl. generalize (PositiveMap.empty ()). induction l as [|i l IH]; intros m; simpl.
  { intros _. split; [constructor|]. by intros ? ?%elem_of_nil. }
  destruct (look m i) eqn:Hi; [done|]. intros [Hnd Hl]%IH. split.
  - constructor; [|done]. intros ?%Hl. rewrite look_add in *. by rewrite decide_True in *.
  - intros j [->|Hj]%elem_of_cons; [done|]. apply Hl in Hj. rewrite look_add in Hj. by case_decide.
Qed.

(** A set from a list. *)
Definition set_of (l : list nat) : table () :=
  fold_right (λ i, PositiveMap.add (Pos.of_succ_nat i) ()) (PositiveMap.empty ()) l.

Lemma look_set_of l i u : look (set_of l) i = Some u → i ∈ l.
Proof.
  induction l as [|j l IH]; simpl.
  - unfold look. by rewrite PositiveMap.gempty.
  - rewrite look_add. case_decide; subst; rewrite elem_of_cons; auto.
Qed.
