(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * An imperative call-by-value language with inner functions.

    Section 6 of Kerneis and Chroboczek, Continuation-Passing C (2012):
    definitions 4 to 8 and 12 to 14. Figures 7 and 8, the naive and the
    optimised reduction rules, are one set of rules here with two parameters,
    in which alone they differ ([naive], [optimised] below). Figure 7's LETREC
    and figure 8's CALL are restored: their text is damaged in the copy that
    we had. *)
From Fairlead.Base Require Import Prelude.
From stdpp Require Export gmap.

Definition var := nat.
Definition name := nat.      (* of a function *)
Definition loc := nat.

Inductive value := VUnit | VBool (b : bool) | VNat (n : nat).

Inductive term :=
| Val (v : value)
| Var (x : var)
| Assign (x : var) (a : term)
| If (a b c : term)
| Seq (a b : term)
| Letrec (f : name) (xs : list var) (a b : term)
| Call (f : name) (args : list term).

Lemma term_nested_ind (P : term → Prop) :
  (∀ v, P (Val v)) → (∀ x, P (Var x)) → (∀ x a, P a → P (Assign x a)) →
  (∀ a b c, P a → P b → P c → P (If a b c)) → (∀ a b, P a → P b → P (Seq a b)) →
  (∀ f xs a b, P a → P b → P (Letrec f xs a b)) → (∀ f args, Forall P args → P (Call f args)) →
  ∀ M, P M.
Proof.
  intros H1 H2 H3 H4 H5 H6 H7. fix IH 1. intros [v|x|x a|a b c|a b|f xs a b|f args].
  - apply H1.
  - apply H2.
  - apply H3, IH.
  - apply H4; apply IH.
  - apply H5; apply IH.
  - apply H6; apply IH.
  - apply H7. induction args as [|a args IHargs]; constructor; [apply IH|apply IHargs].
Qed.

(** Variables to locations; the store, locations to values. *)
Notation env := (gmap var loc).
Notation store := (gmap loc value).

(** What functions are visible: each with its parameters, its body, the
    variables that it captured and the functions visible where it is defined. *)
Inductive functions :=
| FNil
| FCons (f : name) (xs : list var) (b : term) (ρ : env) (own rest : functions).

Fixpoint look (f : name) (F : functions) : option (list var * term * env * functions) :=
  match F with
  | FNil => None
  | FCons g xs b ρ own rest => if decide (f = g) then Some (xs, b, ρ, own) else look f rest
  end.

(** [Loc]: a location appears in the closures of [F]. *)
Fixpoint appears (l : loc) (F : functions) : Prop :=
  match F with
  | FNil => False
  | FCons _ _ _ ρ own rest => (∃ x, ρ !! x = Some l) ∨ appears l own ∨ appears l rest
  end.

Definition names_of (xs : list var) : gset var := list_to_set xs.
(** [m] without the variables [xs], and only those in [V]. *)
Definition without {A} (xs : list var) (m : gmap var A) : gmap var A := filter (λ p, p.1 ∉ xs) m.
Definition within {A} (V : gset var) (m : gmap var A) : gmap var A := filter (λ p, p.1 ∈ V) m.
Definition bind_all {A} (xs : list var) (l : list A) : gmap var A := list_to_map (zip xs l).

(** The store without the locations of [ρ]: definition 12. *)
Definition image (ρ : env) : list loc := map snd (map_to_list ρ).
Definition cleaned (ρ : env) (s : store) : store := filter (λ p, p.1 ∉ image ρ) s.

Record rules := Rules {
  clean : env → store → store;          (* when a term in tail position has been reduced *)
  capture : list var → env → env        (* what a closure with these parameters keeps *)
}.
Definition naive : rules := Rules (λ _ s, s) (λ _ ρ, ρ).
Definition optimised : rules := Rules cleaned without.

(** [reduces r T N F M s v s']: in the split environment [T | N] (the tail
    environment, whose variables are those of the running function if [M] is in
    tail position of it, and the other one) [M] reduces to [v]. The naive rules
    make no difference between the two and see [T ∪ N]. *)
Inductive reduces (r : rules) : env → env → functions → term → store → value → store → Prop :=
| r_val T N F v s : reduces r T N F (Val v) s v (clean r T s)
| r_var T N F x l v s : (T ∪ N) !! x = Some l → s !! l = Some v → reduces r T N F (Var x) s v (clean r T s)
| r_assign T N F x a l v s s' :
    reduces r ∅ (T ∪ N) F a s v s' → (T ∪ N) !! x = Some l → is_Some (s' !! l) →
    reduces r T N F (Assign x a) s VUnit (clean r T (<[l := v]> s'))
| r_seq T N F a b v v' s s' s'' :
    reduces r ∅ (T ∪ N) F a s v s' → reduces r T N F b s' v' s'' → reduces r T N F (Seq a b) s v' s''
| r_if T N F a b c (t : bool) v s s' s'' :
    reduces r ∅ (T ∪ N) F a s (VBool t) s' → reduces r T N F (if t then b else c) s' v s'' →
    reduces r T N F (If a b c) s v s''
| r_letrec T N F f xs a b v s s' :
    reduces r T N (FCons f xs a (capture r xs (T ∪ N)) F F) b s v s' →
    reduces r T N F (Letrec f xs a b) s v s'
| r_call T N F f args xs b ρ own ls vs v s s1 s2 :
    look f F = Some (xs, b, ρ, own) →
    reduce_all r (T ∪ N) F args s vs s1 →
    length vs = length xs → length ls = length xs → NoDup ls →
    (∀ l, l ∈ ls → s1 !! l = None ∧ ¬ appears l (FCons f xs b ρ own own)) →
    reduces r (bind_all xs ls) ρ (FCons f xs b ρ own own) b (list_to_map (zip ls vs) ∪ s1) v s2 →
    reduces r T N F (Call f args) s v (clean r T s2)
with reduce_all (r : rules) : env → functions → list term → store → list value → store → Prop :=
| r_nil N F s : reduce_all r N F [] s [] s
| r_cons N F a args v vs s s1 s2 :
    reduces r ∅ N F a s v s1 → reduce_all r N F args s1 vs s2 → reduce_all r N F (a :: args) s (v :: vs) s2.

Scheme reduces_mut := Induction for reduces Sort Prop
with reduce_all_mut := Induction for reduce_all Sort Prop.

(** ** Look-ups *)
Lemma lookup_without {A} xs (m : gmap var A) x :
  without xs m !! x = if decide (x ∈ xs) then None else m !! x.
Proof.
  unfold without. case_decide.
  - apply map_filter_lookup_None. right. intros ? _ ?. done.
  - destruct (m !! x) eqn:E; [by apply map_filter_lookup_Some|apply map_filter_lookup_None; by left].
Qed.

Lemma lookup_within {A} V (m : gmap var A) x :
  within V m !! x = if decide (x ∈ V) then m !! x else None.
Proof.
  unfold within. case_decide.
  - destruct (m !! x) eqn:E; [by apply map_filter_lookup_Some|apply map_filter_lookup_None; by left].
  - apply map_filter_lookup_None. right. intros ? _ ?. done.
Qed.

Lemma elem_of_image ρ l : l ∈ image ρ ↔ ∃ x, ρ !! x = Some l.
Proof.
  unfold image. rewrite elem_of_list_fmap. split.
  - intros ([x l'] & -> & H). exists x. by apply elem_of_map_to_list.
  - intros [x H]. exists (x, l). split; [done|]. by apply elem_of_map_to_list.
Qed.

Lemma lookup_cleaned ρ (s : store) l :
  (∀ x, ρ !! x ≠ Some l) → cleaned ρ s !! l = s !! l.
Proof.
  intros Hl. unfold cleaned. destruct (s !! l) eqn:E; [|apply map_filter_lookup_None; by left].
  apply map_filter_lookup_Some. split; [done|]. rewrite elem_of_image. intros [x Hx]. by apply (Hl x).
Qed.

Lemma lookup_cleaned_None ρ (s : store) x l : ρ !! x = Some l → cleaned ρ s !! l = None.
Proof. intros Hl. apply map_filter_lookup_None. right. intros ? _ []. apply elem_of_image. eauto. Qed.

Lemma cleaned_empty (s : store) : cleaned ∅ s = s.
Proof. apply map_eq. intros l. apply lookup_cleaned. intros x. by rewrite lookup_empty. Qed.

Lemma bind_all_None {A} xs (l : list A) x : length l = length xs → bind_all xs l !! x = None ↔ x ∉ xs.
Proof.
  intros Hl. unfold bind_all. rewrite <-not_elem_of_list_to_map. by rewrite fst_zip by lia.
Qed.

Lemma bind_all_Some {A} xs (l : list A) x : length l = length xs → x ∈ xs → is_Some (bind_all xs l !! x).
Proof. intros Hl Hx. destruct (bind_all xs l !! x) eqn:E; [done|]. by apply bind_all_None in E. Qed.
