(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What terms compute, without locations.

    Functions are not values and variables have no addresses, so that a
    variable can be kept as its value: a call takes the values of what the
    callee can see, and gives them back as the callee leaves them. Neither the
    choice of fresh locations nor what is left in a store is seen. [n] bounds
    the depth of calls, so that what never ends is told from what is stuck. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Papers.Lifting Require Import Terms.

Notation vars := (gmap var value).

Inductive result {A : Type} :=
| Late                       (* more than [n] calls inside each other *)
| Wrong                      (* no rule applies *)
| Done (a : A) (σ : vars).
Arguments result : clear implicits.

Definition andthen {A B} (r : result A) (f : A → vars → result B) : result B :=
  match r with Late => Late | Wrong => Wrong | Done a σ => f a σ end.

(** The functions that are visible, each with the variables that there are where it is defined. *)
Inductive scope :=
| SNil
| SCons (f : name) (xs : list var) (b : term) (V : gset var) (own rest : scope).

Fixpoint find (f : name) (Φ : scope) : option (list var * term * gset var * scope) :=
  match Φ with
  | SNil => None
  | SCons g xs b V own rest => if decide (f = g) then Some (xs, b, V, own) else find f rest
  end.

Section evaluate.
  Context (call : name → list var * term * gset var * scope → list value → vars → result value).

  Fixpoint evaluate (Φ : scope) (σ : vars) (M : term) {struct M} : result value :=
    match M with
    | Val v => Done v σ
    | Var x => match σ !! x with Some v => Done v σ | None => Wrong end
    | Assign x a =>
        andthen (evaluate Φ σ a) (λ v σ,
          match σ !! x with Some _ => Done VUnit (<[x := v]> σ) | None => Wrong end)
    | If a b c =>
        andthen (evaluate Φ σ a) (λ v σ,
          match v with VBool t => if t then evaluate Φ σ b else evaluate Φ σ c | _ => Wrong end)
    | Seq a b => andthen (evaluate Φ σ a) (λ _ σ, evaluate Φ σ b)
    | Letrec f xs a b => evaluate (SCons f xs a (dom σ) Φ Φ) σ b
    | Call f args =>
        andthen
          ((fix go σ args := match args with
             | [] => Done [] σ
             | a :: args => andthen (evaluate Φ σ a) (λ v σ, andthen (go σ args) (λ vs σ, Done (v :: vs) σ))
             end) σ args)
          (λ vs σ, match find f Φ with Some c => call f c vs σ | None => Wrong end)
    end.

  Fixpoint evaluate_all (Φ : scope) (σ : vars) (args : list term) : result (list value) :=
    match args with
    | [] => Done [] σ
    | a :: args =>
        andthen (evaluate Φ σ a) (λ v σ, andthen (evaluate_all Φ σ args) (λ vs σ, Done (v :: vs) σ))
    end.

  Lemma evaluate_call Φ σ f args :
    evaluate Φ σ (Call f args) =
    andthen (evaluate_all Φ σ args) (λ vs σ, match find f Φ with Some c => call f c vs σ | None => Wrong end).
  Proof. simpl. f_equal. revert σ. induction args as [|a args IH]; intros σ; simpl; [done|].
    destruct (evaluate Φ σ a); simpl; [done..|]. by rewrite IH. Qed.
End evaluate.

(** The callee sees its parameters, and of what there is where it is defined all that they do not hide. *)
Definition enter (ev : scope → vars → term → result value)
    (f : name) (c : list var * term * gset var * scope) (vs : list value) (σ : vars) : result value :=
  let '(xs, b, V, own) := c in
  let V' := V ∖ names_of xs in
  if decide (length vs = length xs) then
    andthen (ev (SCons f xs b V own own) (bind_all xs vs ∪ within V' σ) b) (λ v σ', Done v (within V' σ' ∪ σ))
  else Wrong.

Fixpoint ev (n : nat) : scope → vars → term → result value :=
  evaluate (match n with 0 => λ _ _ _ _, Late | S n => enter (ev n) end).
Definition evs (n : nat) : scope → vars → list term → result (list value) :=
  evaluate_all (match n with 0 => λ _ _ _ _, Late | S n => enter (ev n) end).

(** Its equations. *)
Lemma ev_val n Φ σ v : ev n Φ σ (Val v) = Done v σ.
Proof. by destruct n. Qed.
Lemma ev_var n Φ σ x : ev n Φ σ (Var x) = match σ !! x with Some v => Done v σ | None => Wrong end.
Proof. by destruct n. Qed.
Lemma ev_assign n Φ σ x a : ev n Φ σ (Assign x a) = andthen (ev n Φ σ a) (λ v σ,
  match σ !! x with Some _ => Done VUnit (<[x := v]> σ) | None => Wrong end).
Proof. by destruct n. Qed.
Lemma ev_if n Φ σ a b c : ev n Φ σ (If a b c) = andthen (ev n Φ σ a) (λ v σ,
  match v with VBool t => if t then ev n Φ σ b else ev n Φ σ c | _ => Wrong end).
Proof. by destruct n. Qed.
Lemma ev_seq n Φ σ a b : ev n Φ σ (Seq a b) = andthen (ev n Φ σ a) (λ _ σ, ev n Φ σ b).
Proof. by destruct n. Qed.
Lemma ev_letrec n Φ σ f xs a b : ev n Φ σ (Letrec f xs a b) = ev n (SCons f xs a (dom σ) Φ Φ) σ b.
Proof. by destruct n. Qed.
Lemma ev_call n Φ σ f args :
  ev n Φ σ (Call f args) =
  andthen (evs n Φ σ args) (λ vs σ, match find f Φ with
    | Some c => match n with 0 => Late | S n => enter (ev n) f c vs σ end | None => Wrong end).
Proof. destruct n; apply evaluate_call. Qed.
Lemma evs_nil n Φ σ : evs n Φ σ [] = Done [] σ.
Proof. done. Qed.
Lemma evs_cons n Φ σ a args : evs n Φ σ (a :: args) =
  andthen (ev n Φ σ a) (λ v σ, andthen (evs n Φ σ args) (λ vs σ, Done (v :: vs) σ)).
Proof. by destruct n. Qed.

(** A closed program reduces to [v], never ends, or goes wrong. *)
Definition computes (M : term) (v : value) : Prop := ∃ n σ, ev n SNil ∅ M = Done v σ.
Definition never_ends (M : term) : Prop := ∀ n, ev n SNil ∅ M = Late.
Definition goes_wrong (M : term) : Prop := ∃ n, ev n SNil ∅ M = Wrong.

(** No variable comes or goes. *)
Lemma ev_dom n : ∀ Φ σ M v σ', ev n Φ σ M = Done v σ' → dom σ' = dom σ.
Proof.
  induction n as [n IHn] using lt_wf_ind. intros Φ σ M. revert Φ σ.
  induction M as [v|x|x a IHa|a b c IHa IHb IHc|a b IHa IHb|f xs a b IHa IHb|f args IH] using term_nested_ind;
    intros Φ σ u σ'.
  - rewrite ev_val. by intros [= _ <-].
  - rewrite ev_var. destruct (σ !! x); naive_solver.
  - rewrite ev_assign. destruct (ev n Φ σ a) as [| |v σ1] eqn:E; simpl; try done. apply IHa in E.
    destruct (σ1 !! x) eqn:Ex; [|done]. intros [= _ <-]. by rewrite dom_insert_lookup_L by eauto.
  - rewrite ev_if. destruct (ev n Φ σ a) as [| |v σ1] eqn:E; simpl; try done. apply IHa in E as <-.
    destruct v as [|[]|]; try done; eauto.
  - rewrite ev_seq. destruct (ev n Φ σ a) as [| |v σ1] eqn:E; simpl; try done. apply IHa in E as <-. eauto.
  - rewrite ev_letrec. eauto.
  - rewrite ev_call. destruct (evs n Φ σ args) as [| |vs σ1] eqn:E; simpl; try done.
    assert (dom σ1 = dom σ) as <-.
    { clear -E IH. revert σ vs σ1 E.
      induction IH as [|a args Ha _ IH]; intros σ vs σ1; [rewrite evs_nil; by intros [= _ <-]|].
      rewrite evs_cons. destruct (ev n Φ σ a) as [| |w σ2] eqn:E1; simpl; try done. apply Ha in E1 as <-.
      destruct (evs n Φ σ2 args) as [| |ws σ3] eqn:E2; simpl; try done. intros [= _ <-]. by eapply IH. }
    destruct (find f Φ) as [[[[xs b] V] own]|]; [|done]. destruct n as [|n]; [done|]. unfold enter.
    case_decide; [|done]. destruct (ev n _ _ b) as [| |w σ2] eqn:E2; simpl; try done. intros [= _ <-].
    apply IHn in E2; [|lia]. apply set_eq. intros y. rewrite !elem_of_dom, lookup_union_is_Some, lookup_within.
    split; [|by right]. intros [Hy|?]; [|done]. case_decide as HV; [|by destruct Hy].
    apply elem_of_dom in Hy. rewrite E2 in Hy. apply elem_of_dom in Hy as [z Hz].
    apply lookup_union_Some_raw in Hz as [Hz|[_ Hz]].
    + apply elem_of_difference in HV as [_ Hno]. exfalso. apply Hno, elem_of_list_to_set.
      unfold bind_all in Hz. apply elem_of_list_to_map_2, elem_of_zip_l in Hz. done.
    + rewrite lookup_within, decide_True in Hz by done. eauto.
Qed.

Lemma ev_keeps n Φ σ M v σ' y : ev n Φ σ M = Done v σ' → is_Some (σ !! y) ↔ is_Some (σ' !! y).
Proof. intros H%ev_dom. by rewrite <-!elem_of_dom, H. Qed.
Lemma evs_dom n Φ args : ∀ σ vs σ', evs n Φ σ args = Done vs σ' → dom σ' = dom σ.
Proof.
  induction args as [|a args IH]; intros σ vs σ'; [rewrite evs_nil; by intros [= _ <-]|].
  rewrite evs_cons. destruct (ev n Φ σ a) as [| |w σ2] eqn:E1; simpl; try done. apply ev_dom in E1 as <-.
  destruct (evs n Φ σ2 args) as [| |ws σ3] eqn:E2; simpl; try done. intros [= _ <-]. by eapply IH.
Qed.

Global Opaque ev evs.
