(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The text is what was said, and has each token of the source.

    [differs] is given what was said of each function of C that a marked function
    became, and the tokens of these as a reader found them in the text. It says
    where they first differ. [miscounted] is given how often each token of the
    marked function's body may be there. Extracted: flcc runs both in every translation. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Threads.Text Require Import Code Told Printed Frame Ways.

(** The first place where the two are not the same. *)
Fixpoint differ_from (n : nat) (a b : list token) : option nat :=
  match a, b with
  | [], [] => None
  | x :: a, y :: b => if String.eqb x y then differ_from (S n) a b else Some n
  | _, _ => Some n
  end.

(** A marked function: what was said of it. *)
Record marked := MarkedOf {
  about : framed;
  frame_size : list token;
  units : list unit_of_c
}.

(** Fragments of the source are tokens that it has there. *)
Definition frag_true (source : nat → token) (f : frag) : bool :=
  match f with Copied l => forallb (λ x, String.eqb (source x.1) x.2) l | _ => true end.
Definition text_true (source : nat → token) (t : text) : bool := forallb (frag_true source) t.

Fixpoint code_true (source : nat → token) (c : code) : bool :=
  match c with
  | CNone | CBreak | CContinue | CLabel _ | CGoto _ | CAt _ | CLanding _ _ => true
  | CThen a b => code_true source a && code_true source b
  | CAct t | CRaw t | CCase t | CReturn t | CPark t => text_true source t
  | CBraces c | CFor c | CResume _ _ c => code_true source c
  | CIf t a | CWhile t a | CSwitch t a | CDo a t => text_true source t && code_true source a
  | CElse t a b => text_true source t && code_true source a && code_true source b
  end.

Section check.
  Context (number : nat → token) (place : nat → list token) (home : nat → option nat) (source : nat → token).

  (** The C that it became. *)
  Definition codes (f : marked) : list code :=
    frame_codes (about f) ++ map (unit_code number (framed_name (about f)) (frame_size f)) (units f).

  Definition code_differs (c : code) (read : list token) : option nat :=
    if code_true source c then differ_from 0 (flat number place c []) read else Some 0.

  Fixpoint some_differs (i : nat) (l : list code) (read : list (list token)) : option (nat * nat) :=
    match l, read with
    | [], [] => None
    | c :: l, r :: read =>
        match code_differs c r with Some n => Some (i, n) | None => some_differs (S i) l read end
    | _, _ => Some (i, 0)
    end.
  (** In which of them, and at which of its tokens. *)
  Definition differs (f : marked) (read : list (list token)) : option (nat * nat) :=
    if laid_out home (about f) && forallb (unit_fine number (framed_name (about f)) (frame_size f)) (units f)
    then some_differs 0 (codes f) read else Some (0, 0).

  (** ** The account *)

  Definition all_places (f : marked) : list nat := flat_map places (codes f).
End check.

(** How often a token may be there. *)
Inductive allowance := Once | Perhaps | Often.

Definition allowed (a : allowance) (n : nat) : bool :=
  match a with Once => n =? 1 | Perhaps => n <=? 1 | Often => true end.

Fixpoint tally (l : list nat) (m : table nat) : table nat :=
  match l with
  | [] => m
  | i :: l => tally l (trie_add (Pos.of_succ_nat i) (match look m i with Some n => S n | None => 1 end) m)
  end.
Definition tallied (m : table nat) (i : nat) : nat := match look m i with Some n => n | None => 0 end.

Fixpoint miscounted_from (m : table nat) (i : nat) (l : list allowance) : option nat :=
  match l with
  | [] => None
  | a :: l => if allowed a (tallied m i) then miscounted_from m (S i) l else Some i
  end.
(** [first]: the place of the first token of these. *)
Definition miscounted (first : nat) (l : list allowance) (there : list nat) : option nat :=
  miscounted_from (tally there Leaf) first l.

(** ** What it means *)

Lemma differ_from_same n a b : differ_from n a b = None ↔ a = b.
Proof.
  revert n b. induction a as [|x a IH]; intros n [|y b]; simpl; try done.
  destruct (String.eqb x y) eqn:E.
  - apply String.eqb_eq in E as ->. rewrite IH. split; [by intros ->|by intros [= ->]].
  - apply String.eqb_neq in E. split; [done|]. by intros [= ? _].
Qed.

Definition times (i : nat) (l : list nat) : nat := count_occ Nat.eq_dec l i.

Lemma tallied_tally l m i : tallied (tally l m) i = tallied m i + times i l.
Proof.
  revert m. induction l as [|j l IH]; intros m; simpl; [lia|]. rewrite IH. unfold tallied, times. simpl.
  rewrite look_add. destruct (Nat.eq_dec j i) as [->|Hne].
  - rewrite decide_True by done. destruct (look m i); lia.
  - rewrite decide_False by done. lia.
Qed.

Definition allows (a : allowance) (n : nat) : Prop :=
  match a with Once => n = 1 | Perhaps => n ≤ 1 | Often => True end.

Lemma allowed_allows a n : allowed a n = true ↔ allows a n.
Proof. destruct a; simpl; [apply Nat.eqb_eq|apply Nat.leb_le|done]. Qed.

Lemma miscounted_from_sound m i l :
  miscounted_from m i l = None ↔ ∀ k a, l !! k = Some a → allows a (tallied m (i + k)).
Proof.
  revert i. induction l as [|a l IH]; intros i; simpl.
  - split; [|done]. intros _ k a Hk. by rewrite lookup_nil in Hk.
  - destruct (allowed a (tallied m i)) eqn:E.
    + rewrite IH. apply allowed_allows in E. split.
      * intros H [|k] b Hb; simpl in Hb; [injection Hb as <-; by rewrite Nat.add_0_r|].
        specialize (H k b Hb). by rewrite Nat.add_succ_r.
      * intros H k b Hb. specialize (H (S k) b Hb). by rewrite Nat.add_succ_r in H.
    + split; [done|]. intros H. specialize (H 0 a eq_refl). rewrite Nat.add_0_r in H.
      apply allowed_allows in H. congruence.
Qed.

(** Each token is there as often as it may be, or it says which is not. *)
Lemma miscounted_sound first l there :
  miscounted first l there = None ↔ ∀ k a, l !! k = Some a → allows a (times (first + k) there).
Proof.
  unfold miscounted. rewrite miscounted_from_sound.
  split; intros H k a Hk; specialize (H k a Hk); rewrite tallied_tally in *; done.
Qed.

Section meaning.
  Context (number : nat → token) (place : nat → list token) (home : nat → option nat) (source : nat → token).

  (** Each piece of text is what was said, token by token; slices are the source's; members are the layout's. *)
  Lemma differs_sound f read :
    differs number place home source f read = None ↔
    laid_out home (about f) = true ∧
    forallb (unit_fine number (framed_name (about f)) (frame_size f)) (units f) = true ∧
    Forall2 (λ c r, r = flat number place c [] ∧ code_true source c = true) (codes number f) read.
  Proof.
    unfold differs. destruct (laid_out home (about f)); [|naive_solver].
    destruct (forallb _ (units f)); cbn [andb]; [|naive_solver].
    assert (∀ i l read, some_differs number place source i l read = None ↔
      Forall2 (λ c r, r = flat number place c [] ∧ code_true source c = true) l read) as H.
    - clear f read. intros i l. revert i. induction l as [|c l IH]; intros i [|r read]; simpl.
      + split; [constructor|done].
      + split; [done|by inversion 1].
      + split; [done|by inversion 1].
      + unfold code_differs. destruct (code_true source c) eqn:E.
        * destruct (differ_from 0 (flat number place c []) r) eqn:D.
          -- split; [done|]. inversion 1 as [|???? [-> _] _]; subst. exfalso.
             assert (∀ l, differ_from 0 l l = None) as Hd by (intros l'; by apply differ_from_same). by rewrite Hd in D.
          -- apply differ_from_same in D. rewrite IH. split; [by constructor|by inversion 1].
        * split; [done|]. inversion 1 as [|???? [_ ?] _]; congruence.
    - rewrite H. naive_solver.
  Qed.
End meaning.
