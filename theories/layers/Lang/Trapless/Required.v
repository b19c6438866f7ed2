(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What is required of a function is true when it begins: of its caller's facts, in its own variables. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Lang.Trapless Require Export Decided.
From Fairlead.Lang.Facts Require Import Exprs Statements.
From Fairlead.Lang.Model Require Import Source.
From Fairlead.Lang.InPlace Require Import CallChecks.
From Fairlead.Lang.Guards Require Import Machine.
Local Open Scope Z_scope.

Section required.
  Context (Q : program).
  Local Notation W := (Semantics.W Q source).
  Implicit Types (s : store fl_point).

  Section arguments.
    Context (args : list arg) (vs : list (val fl_point)) (rest : store fl_point) (s : store fl_point).
    Context (Hvs : collect (λ a, pass W a s) args = Ok vs).
    #[local] Set Default Proof Using "All".

    Lemma pass_eval a : pass W a s = eval W (passed_as a) s.
    Proof. by destruct a. Qed.

    (** What is passed, said of the caller's variables, is what the callee finds. *)
    Lemma passed_amount_ok a f : passed_amount args a = Some f → value (amount s) f = amount (map Some vs ++ rest) a.
    Proof.
      unfold passed_amount. destruct (args !! atom_var a) as [x|] eqn:Hx; simpl; [|done].
      destruct (collect_lookup _ _ _ _ _ Hvs Hx) as (v & Hv & He). rewrite pass_eval in He.
      assert ((map Some vs ++ rest) !! atom_var a = Some (Some v)) as Hheld.
      { apply lookup_app_l_Some. by rewrite list_lookup_fmap, Hv. }
      destruct a as [y|y|y]; simpl in Hheld; cbn [amount]; unfold held; rewrite Hheld.
      - intros Hf. by apply (linear_ok W (deep := true) _ _ _ _ He).
      - intros Hf. by apply (proj2 (amounts_ok W (deep := true) _ s) _ _ He).
      - destruct (passed_as x) as [| | |q| | | | | | | | | | | | | | | | | | | | | | | | |]; try done.
        destruct q; try done. intros [= <-]. rewrite value_one. exact (get_var W _ _ _ tag_in He).
    Qed.

    Lemma passed_lin_ok f g : passed_lin args f = Some g → value (amount s) g = value (amount (map Some vs ++ rest)) f.
    Proof.
      unfold passed_lin. destruct f as [n l]. simpl.
      assert (∀ g, passed_sum args l = Some g → value (amount s) g = sum (amount (map Some vs ++ rest)) l) as Hsum.
      { clear g. induction l as [|[c a] l IH]; intros g; simpl; [intros [= <-]; by rewrite value_number|].
        destruct (passed_amount args a) as [f|] eqn:Ha; simpl; [|done].
        destruct (passed_sum args l) as [h|]; simpl; [|done]. intros [= <-].
        rewrite value_plus, (IH h eq_refl), (passed_amount_ok a f Ha). lia. }
      destruct (passed_sum args l) as [h|]; simpl; [|done]. intros [= <-].
      rewrite value_plus, value_number, (Hsum h eq_refl). unfold value. simpl. lia.
    Qed.
  End arguments.

  Theorem shown_of_call_ok requires D x s r facts :
    (∀ a, Forall (holds (amount s)) (range D a)) → Forall (holds (amount s)) facts →
    shown_of_call requires D x facts = true → fl_enter_call Q source x s = Ok r →
    Forall (holds (amount r.2)) (required requires (callee x)).
  Proof.
    intros Hrange Hf Hshown. unfold fl_enter_call. destruct (procs Q !! callee x) as [pr|]; simpl; [|done].
    destruct (collect _ (call_args x)) as [vs| |] eqn:Hvs; simpl; try done. case_decide; [|done].
    intros [= <-]. cbn [snd]. unfold shown_of_call in Hshown. rewrite forallb_forall in Hshown.
    apply Forall_forall. intros f Hin%elem_of_list_In. specialize (Hshown f Hin).
    destruct (passed_lin _ f) as [g|] eqn:Hg; [|done].
    unfold holds. rewrite <-(passed_lin_ok _ _ _ _ Hvs _ _ Hg).
    by apply (entails_ok _ _ _ _ _ Hrange Hf) in Hshown.
  Qed.

  (** Tests that are true tell what is required. *)
  Theorem required_true requires p s :
    Forall (λ e, eval_bool W e s = Ok true) (requires p) → Forall (holds (amount s)) (required requires p).
  Proof.
    unfold required. induction 1 as [|e es He _ IH]; [constructor|]. apply Forall_app; split; [|exact IH].
    by apply (outcomes_ok W (deep := true) (fresh_no_trap Q source) (λ _, false) e s true).
  Qed.
End required.
