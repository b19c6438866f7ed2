(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Linear inequalities over what a store holds.

    A *fact* says that a sum of multiples of atoms, and a constant, is not
    negative. Atoms are the integers that variables hold, the lengths of
    bytes and arrays, and the cases of unions that they hold. [entails] looks for a way to see one
    inequality as a sum of multiples of known ones, atom by atom and not very
    far: whether it looks well decides how many checks are left out, that
    what it finds is right is one lemma ([entails_ok]). *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import ZArith Lia.
Local Open Scope Z_scope.

Inductive atom :=
| AInt (x : nat)   (* the integer in a variable *)
| ALen (x : nat)   (* the length of the bytes or the array in a variable *)
| ATag (x : nat).  (* the number of the case of the union in a variable *)

Definition atom_eqb (a b : atom) : bool :=
  match a, b with AInt x, AInt y | ALen x, ALen y | ATag x, ATag y => (x =? y)%nat | _, _ => false end.
Definition atom_var (a : atom) : nat := match a with AInt x | ALen x | ATag x => x end.

Lemma atom_eqb_eq a b : atom_eqb a b = true → a = b.
Proof. destruct a, b; simpl; try done; by intros ->%Nat.eqb_eq. Qed.

(** [base] and the sum of [terms]; as a fact: not negative. *)
Record lin := Lin { base : Z; terms : list (Z * atom) }.

Fixpoint terms_eqb (l l' : list (Z * atom)) : bool :=
  match l, l' with
  | [], [] => true
  | (c, a) :: l, (d, b) :: l' => (c =? d) && atom_eqb a b && terms_eqb l l'
  | _, _ => false
  end.
Definition lin_eqb (f g : lin) : bool := (base f =? base g) && terms_eqb (terms f) (terms g).

Lemma lin_eqb_eq f g : lin_eqb f g = true → f = g.
Proof.
  destruct f as [m l], g as [n l']. unfold lin_eqb. simpl. intros [->%Z.eqb_eq H]%andb_true_iff. f_equal.
  revert l' H. induction l as [|[c a] l IH]; intros [|[d b] l']; simpl; try done.
  intros [[->%Z.eqb_eq ->%atom_eqb_eq]%andb_true_iff ?]%andb_true_iff. f_equal. auto.
Qed.

Fixpoint coefficient (a : atom) (l : list (Z * atom)) : Z :=
  match l with [] => 0 | (c, b) :: l => if atom_eqb a b then c else coefficient a l end.

Fixpoint add_term (c : Z) (a : atom) (l : list (Z * atom)) : list (Z * atom) :=
  match l with
  | [] => if c =? 0 then [] else [(c, a)]
  | (d, b) :: l =>
      if atom_eqb a b then (if c + d =? 0 then l else (c + d, b) :: l) else (d, b) :: add_term c a l
  end.

(** [f + m * g] *)
Definition plus (f : lin) (m : Z) (g : lin) : lin :=
  Lin (base f + m * base g) (fold_right (λ '(c, a) l, add_term (m * c) a l) (terms f) (terms g)).
Definition number (z : Z) : lin := Lin z [].
Definition one (a : atom) : lin := Lin 0 [(1, a)].
Definition scale (m : Z) (f : lin) : lin := plus (number 0) m f.

Definition mentions (x : nat) (f : lin) : bool := existsb (λ t, (atom_var (snd t) =? x)%nat) (terms f).

(** To see that [g] is not negative, its first atom is brought away with a fact,
    and so on; [range] is what is known of an atom in any case. An [if], as Coq evaluates both sides of [&&], and the
    second is the search. *)
Fixpoint entails (depth : nat) (range : atom → list lin) (facts : list lin) (g : lin) : bool :=
  match terms g with
  | [] => 0 <=? base g
  | (c, a) :: _ =>
      match depth with
      | 0%nat => false
      | S depth =>
          existsb (λ f,
            let d := coefficient a (terms f) in
            if 0 <? c * d then entails depth range facts (plus (scale (Z.abs d) g) (- Z.abs c) f) else false)
            (facts ++ range a)
      end
  end.

(** ** What they say *)
Section value.
  Context (r : atom → Z).

  Fixpoint sum (l : list (Z * atom)) : Z := match l with [] => 0 | (c, a) :: l => c * r a + sum l end.
  Definition value (f : lin) : Z := base f + sum (terms f).
  Definition holds (f : lin) : Prop := 0 ≤ value f.

  Lemma sum_add_term c a l : sum (add_term c a l) = c * r a + sum l.
  Proof.
    induction l as [|[d b] l IH]; simpl.
    - destruct (c =? 0) eqn:Hc; simpl; [apply Z.eqb_eq in Hc as ->; lia|lia].
    - destruct (atom_eqb a b) eqn:Hab; simpl; [|rewrite IH; lia].
      apply atom_eqb_eq in Hab as ->. destruct (c + d =? 0) eqn:Hc; simpl; [|lia].
      apply Z.eqb_eq in Hc. assert (c = - d) as -> by lia. lia.
  Qed.

  Lemma value_plus f m g : value (plus f m g) = value f + m * value g.
  Proof.
    unfold value, plus; simpl. induction (terms g) as [|[c a] l IH]; simpl; [lia|].
    rewrite sum_add_term. lia.
  Qed.
  Lemma value_number z : value (number z) = z.
  Proof. unfold value; simpl; lia. Qed.
  Lemma value_one a : value (one a) = r a.
  Proof. unfold value; simpl; lia. Qed.
  Lemma value_scale m f : value (scale m f) = m * value f.
  Proof. unfold scale. rewrite value_plus, value_number. lia. Qed.

  Theorem entails_ok depth range facts g :
    (∀ a, Forall holds (range a)) → Forall holds facts → entails depth range facts g = true → holds g.
  Proof.
    intros Hr Hf. revert g. induction depth as [|depth IH]; intros [m [|[c a] l]]; simpl; try done;
      try (intros ?%Z.leb_le; unfold holds, value; simpl; lia).
    intros (f & Hin & Hg)%existsb_exists.
    destruct (0 <? _) eqn:Hcd in Hg; [|done]. apply Z.ltb_lt in Hcd. apply IH in Hg.
    unfold holds in *. rewrite value_plus, value_scale in Hg.
    assert (Forall holds (facts ++ range a)) as Hall by (by apply Forall_app).
    assert (0 ≤ value f) by (rewrite Forall_forall in Hall; by apply Hall, elem_of_list_In).
    assert (0 < Z.abs (coefficient a (terms f))) by (apply Z.abs_pos; nia).
    assert (0 ≤ Z.abs c) by lia. nia.
  Qed.
End value.

Lemma value_ext r r' f : (∀ t, t ∈ terms f → r (snd t) = r' (snd t)) → value r f = value r' f.
Proof.
  unfold value. intros H. f_equal. induction (terms f) as [|[c a] l IH]; simpl; [done|].
  rewrite (IH (λ t Ht, H t (elem_of_list_further _ _ _ Ht))). f_equal. f_equal. apply (H (c, a)). constructor.
Qed.
