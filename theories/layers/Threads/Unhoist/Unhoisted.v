(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What was said is what lowering makes of the source.

    Extracted: flcc runs [unhoisted] for every marked function. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Check.
From Fairlead.Threads.Unhoist Require Import Tree Lowered Kinds Jumps.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

(** ** Equality *)

Definition list_same {A} (f : A → A → bool) : list A → list A → bool :=
  fix go a b :=
    match a, b with
    | [], [] => true
    | x :: a, y :: b => f x y && go a b
    | _, _ => false
    end.
Definition option_same {A} (f : A → A → bool) (a b : option A) : bool :=
  match a, b with None, None => true | Some x, Some y => f x y | _, _ => false end.
Definition frag_same (a b : frag) : bool :=
  match a, b with
  | Copied l, Copied m => list_same (λ x y, (x.1 =? y.1)%nat && String.eqb x.2 y.2) l m
  | Own l, Own m => list_same String.eqb l m
  | Place v, Place w => (v =? w)%nat
  | _, _ => false
  end.
Definition text_same : text → text → bool := list_same frag_same.

Fixpoint same (a b : lowered) : bool :=
  match a, b with
  | LNothing, LNothing | LBreak, LBreak | LContinue, LContinue => true
  | LText t, LText u | LEval t, LEval u | LCase t, LCase u => text_same t u
  | LSet v t, LSet w u => (v =? w)%nat && text_same t u
  | LDefine x t, LDefine y u => String.eqb x y && option_same text_same t u
  | LCall k f p l i, LCall k' f' p' l' i' =>
      (k =? k')%nat && option_same String.eqb f f' && text_same p p' && list_same text_same l l' &&
      option_same (λ x y, (x =? y)%nat) i i'
  | LBlock l, LBlock m => list_same same l m
  | LIf t a b, LIf u c d => text_same t u && list_same same a c && list_same same b d
  | LWhile t l, LWhile u m | LSwitch t l, LSwitch u m => text_same t u && list_same same l m
  | LDo l t, LDo m u => list_same same l m && text_same t u
  | LFor l n b, LFor m n' d => list_same same l m && option_same String.eqb n n' && list_same same b d
  | LLabel n, LLabel m | LGoto n, LGoto m => String.eqb n m
  | LReturn t, LReturn u => option_same text_same t u
  | _, _ => false
  end.

(** ** The check *)

(** Braces and brackets have two spellings; those whose place is told are as they are. *)
Definition digraph (w x : token) : bool :=
  match find (λ p, String.eqb p.1 x) [("<%", "{"); ("%>", "}"); ("<:", "["); (":>", "]")] with
  | Some (_, y) => String.eqb w y
  | None => false
  end.
Definition token_is (p : option nat) (i : nat) (w x : token) : bool :=
  match p with
  | Some j => (j =? i)%nat && String.eqb w x
  | None => String.eqb w x || digraph w x
  end.

(** The first token that differs, by its place; what has a place has to be there. *)
Fixpoint misplaced (i : nat) (l : list written_token) (source : list token) : option nat :=
  match l, source with
  | [], [] => None
  | (p, w) :: l, x :: source =>
      if token_is p i w x then misplaced (S i) l source else Some i
  | _, _ => Some i
  end.

(** What is wrong: a token of the source, or the statements. *)
Inductive fault := Unwritten (i : nat) | Unlowered | Unordered.

Section check.
  Context (spelled name : nat → token) (framed temporary : nat → bool).

  Definition unit_body (l : list unit_of_c) (n : nat) : option stmt :=
    option_map body (find (λ u, unit_number u =? n)%nat l).
  Definition seen_all (l : list unit_of_c) : list lowered :=
    match unit_body l 0 with Some s => seen (unit_body l) (S (length l)) s | None => [LContinue] end.

  (** [first]: the place of the first token of the source's. *)
  Definition unhoisted (first : nat) (source : list token) (t : tree) (l : list unit_of_c) : option fault :=
    match misplaced first (written spelled t []) source with
    | Some i => Some (Unwritten i)
    | None =>
        let m := lower name framed temporary t in
        if list_same same (before m) (seen_all l) then
          if statement m && (statement_kind t && (continues name framed temporary Nowhere t && labels_fine t)) then None
          else Some Unordered
        else Some Unlowered
    end.
End check.

(** ** What it means *)

Lemma list_same_eq {A} (f : A → A → bool) a b :
  (∀ x y, x ∈ a → f x y = true → x = y) → list_same f a b = true → a = b.
Proof.
  revert b. induction a as [|x a IH]; intros [|y b] Hf; simpl; try done.
  intros [Hx Ha]%andb_true_iff. f_equal; [apply Hf; [by left|done]|].
  apply IH; [|done]. intros x' y' Hin. apply Hf. by right.
Qed.
Lemma option_same_eq {A} (f : A → A → bool) a b :
  (∀ x y, f x y = true → x = y) → option_same f a b = true → a = b.
Proof. intros Hf. destruct a, b; simpl; try done. intros H. f_equal. by apply Hf. Qed.
Lemma frag_same_eq a b : frag_same a b = true → a = b.
Proof.
  destruct a as [l|l|v], b as [m|m|w]; simpl; try done.
  - intros H. f_equal. eapply list_same_eq; [|exact H]. intros [i x] [j y] _. simpl.
    intros [Hi Hx]%andb_true_iff. apply Nat.eqb_eq in Hi as ->. by apply String.eqb_eq in Hx as ->.
  - intros H. f_equal. eapply list_same_eq; [|exact H]. intros x y _. apply String.eqb_eq.
  - intros H. apply Nat.eqb_eq in H. by subst.
Qed.
Lemma text_same_eq a b : text_same a b = true → a = b.
Proof. apply list_same_eq. intros x y _. apply frag_same_eq. Qed.

Fixpoint lowered_size (a : lowered) : nat :=
  let all := fix all l := match l with [] => 0 | x :: l => lowered_size x + all l end in
  S match a with
    | LBlock l | LWhile _ l | LDo l _ | LSwitch _ l => all l
    | LIf _ a b | LFor a _ b => all a + all b
    | _ => 0
    end.
Definition all_size (l : list lowered) : nat :=
  (fix all l := match l with [] => 0 | x :: l => lowered_size x + all l end) l.
Lemma all_size_in x l : x ∈ l → lowered_size x ≤ all_size l.
Proof. induction 1; simpl; fold (all_size l); lia. Qed.

Lemma same_eq a b : same a b = true → a = b.
Proof.
  remember (lowered_size a) as n eqn:E. assert (lowered_size a ≤ n) as Hn by lia. clear E.
  revert a b Hn. induction n as [|n IH]; intros a b Hn; [destruct a; simpl in Hn; lia|].
  assert (∀ l m, all_size l ≤ n → list_same same l m = true → l = m) as Hl.
  { intros l m Hl. apply list_same_eq. intros x y Hx. apply IH. apply all_size_in in Hx. lia. }
  destruct a, b; simpl in *; try done; rewrite ?andb_true_iff; intros H; destruct_and?;
    repeat match goal with
    | H : text_same _ _ = true |- _ => apply text_same_eq in H; subst
    | H : (_ =? _)%nat = true |- _ => apply Nat.eqb_eq in H; subst
    | H : String.eqb _ _ = true |- _ => apply String.eqb_eq in H; subst
    | H : option_same text_same _ _ = true |- _ => apply option_same_eq in H; [subst|apply text_same_eq]
    | H : option_same String.eqb _ _ = true |- _ => apply option_same_eq in H; [subst|intros ??; apply String.eqb_eq]
    | H : option_same (λ x y, (x =? y)%nat) _ _ = true |- _ =>
        apply option_same_eq in H; [subst|intros ??; apply Nat.eqb_eq]
    | H : list_same text_same _ _ = true |- _ => apply list_same_eq in H; [subst|intros ???; apply text_same_eq]
    | H : list_same same _ _ = true |- _ => apply Hl in H; [subst|unfold all_size; simpl in *; lia]
    end; done.
Qed.

(** What is written is the source, token by token, and what has a place is there. *)
Definition is_token (i : nat) (p : written_token) (x : token) : Prop :=
  match p.1 with
  | Some j => j = i ∧ p.2 = x
  | None => p.2 = x ∨ digraph p.2 x = true
  end.
Lemma misplaced_sound i l source :
  misplaced i l source = None →
  length l = length source ∧ ∀ k p x, l !! k = Some p → source !! k = Some x → is_token (i + k) p x.
Proof.
  revert i source. induction l as [|[p w] l IH]; intros i [|x source]; cbn [misplaced]; try done.
  destruct (token_is p i w x) eqn:E; [|done]. intros H. apply IH in H as [Hl H]. split; [simpl; congruence|].
  intros [|k] q y; simpl; intros Hq Hy.
  - injection Hq as <-. injection Hy as <-. unfold is_token, token_is in *. simpl. destruct p as [j|].
    + apply andb_true_iff in E as [Ej Ew]. apply Nat.eqb_eq in Ej. apply String.eqb_eq in Ew. split; [lia|done].
    + apply orb_true_iff in E as [Ew|Ew]; [left; by apply String.eqb_eq in Ew|by right].
  - replace (i + S k) with (S i + k) by lia. by apply (H k).
Qed.
