(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Straight-line code that writes nothing but vector registers, as a function on what these registers hold: what is
    common to registers of any width ([Vector128.v], [Vector256.v]). Such code writes no memory and no other register, so what its
    memory operands load is known beforehand; what it computes can be found by evaluation, with no machine state in sight. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
Local Open Scope N_scope.

(** What 16 bytes at a memory operand hold. *)
Definition loaded (g : env) (s : state) (m : mem) : N := load (memory s) (address g (locs s) m) 16.

(** What vector code leaves alone. *)
Definition same_scalars (s s' : state) : Prop := (∀ r, locs s' (G r) = locs s (G r)) /\ ∀ f, locs s' (F f) = locs s (F f).

Lemma address_scalars g s s' m : (∀ r, locs s' (G r) = locs s (G r)) -> address g (locs s') m = address g (locs s) m.
Proof. intros H. unfold address. destruct (m_base m), (m_index m) as [[]|]; by rewrite ?H. Qed.

Lemma vreg_index_inj x y : vreg_index x = vreg_index y -> x = y.
Proof. by destruct x, y. Qed.

Section registers.
  (** What a register holds. *)
  Context {A : Type}.

  Definition put (x : vreg) (a : A) (v : vreg -> A) : vreg -> A :=
    fun y => if vreg_index y =? vreg_index x then a else v y.

  Lemma put_same x a v : put x a v x = a.
  Proof. unfold put. by rewrite N.eqb_refl. Qed.

  Lemma put_other x y a v : y <> x -> put x a v y = v y.
  Proof. intros H. unfold put. destruct (N.eqb_spec (vreg_index y) (vreg_index x)) as [E|]; [|done]. by apply vreg_index_inj in E. Qed.

  (** The register that an instruction writes, and with what, given what operands load and what registers hold;
      [None] for any other kind of instruction. *)
  Context (value : (mem -> N) -> (vreg -> A) -> instr -> option (vreg * A)).

  Definition vector_step (ld : mem -> N) (v : vreg -> A) (i : instr) : vreg -> A :=
    match value ld v i with Some (d, a) => put d a v | None => v end.

  Definition vector_run (ld : mem -> N) (p : list instr) (v : vreg -> A) : vreg -> A := fold_left (vector_step ld) p v.

  Lemma vector_run_app ld p q v : vector_run ld (p ++ q) v = vector_run ld q (vector_run ld p v).
  Proof. apply fold_left_app. Qed.

  (** It looks at nothing else. *)
  Definition extensional : Prop :=
    ∀ ld ld' v v' i, (∀ m, ld m = ld' m) -> (∀ x, v x = v' x) -> value ld v i = value ld' v' i.

  Lemma vector_run_ext ld ld' v v' p :
    extensional -> (∀ m, ld m = ld' m) -> (∀ x, v x = v' x) -> ∀ x, vector_run ld p v x = vector_run ld' p v' x.
  Proof.
    intros Hext Hl. revert v v'. induction p as [|i p IH]; intros v v' Hv; [exact Hv|]. apply IH.
    intros x. unfold vector_step. rewrite (Hext ld ld' v v' i Hl Hv).
    destruct (value ld' v' i) as [[d a]|]; [|apply Hv]. unfold put. by rewrite Hv.
  Qed.

  (** What is not written stays. *)
  Lemma vector_run_other (target : instr -> list vreg) ld p v x :
    (∀ ld v i d a, value ld v i = Some (d, a) -> target i = [d]) ->
    forallb (fun i => negb (existsb (fun d => vreg_index d =? vreg_index x) (target i))) p = true ->
    vector_run ld p v x = v x.
  Proof.
    intros Ht. revert v. induction p as [|i p IH]; intros v H; [done|]. cbn [forallb] in H. apply andb_true_iff in H as [Hi Hp].
    transitivity (vector_step ld v i x); [by apply IH|]. unfold vector_step.
    destruct (value ld v i) as [[d a]|] eqn:E; [|done]. rewrite (Ht ld v i d a E) in Hi. cbn in Hi. unfold put.
    rewrite N.eqb_sym. by destruct (vreg_index d =? vreg_index x).
  Qed.

  (** If each instruction runs when its operands may be read, and computes what [value] says, so does a list of them. *)
  Context (registers : state -> vreg -> A) {operand : Type} (operands : instr -> list operand)
    (readable : env -> state -> operand -> Prop).

  Definition executes_vector : Prop := ∀ g i s d a,
    value (loaded g s) (registers s) i = Some (d, a) -> (∀ o, o ∈ operands i -> readable g s o) ->
    ∃ s' t, exec g i s = Some (s', t) /\ memory s' = memory s /\ (∀ x, registers s' x = put d a (registers s) x) /\ same_scalars s s'.

  Theorem vector_run_sound (accepts : instr -> bool) g p s :
    extensional -> executes_vector ->
    (∀ ld v i, accepts i = true -> is_Some (value ld v i)) ->
    (∀ s s' o, same_scalars s s' -> readable g s o -> readable g s' o) ->
    forallb accepts p = true -> (∀ o, o ∈ flat_map operands p -> readable g s o) ->
    ∃ s' ts, run g p s = Some (s', ts) /\ memory s' = memory s /\ same_scalars s s' /\
             ∀ x, registers s' x = vector_run (loaded g s) p (registers s) x.
  Proof.
    intros Hext Hexec Hvalue Hread. revert s. induction p as [|i p IH]; intros s Hp Hm; [by exists s, []|].
    cbn [forallb] in Hp. apply andb_true_iff in Hp as [Hi Hp].
    destruct (Hvalue (loaded g s) (registers s) i Hi) as [[d a] Hv].
    destruct (Hexec g i s d a Hv) as (s1 & t & He & Em & Ex & Es).
    { intros o Hin. apply Hm. cbn [flat_map]. apply elem_of_app. by left. }
    assert (∀ m, loaded g s1 m = loaded g s m) as Hl.
    { intros m. unfold loaded. by rewrite Em, (address_scalars g s s1) by apply Es. }
    destruct (IH s1 Hp) as (s2 & ts & Hr & Em2 & Es2 & Ex2).
    { intros o Hin. apply (Hread s s1 o Es), Hm. cbn [flat_map]. apply elem_of_app. by right. }
    exists s2, (t :: ts). cbn [run]. rewrite He, Hr. split; [done|]. split; [by rewrite Em2|].
    split; [split; intros y; [rewrite (proj1 Es2)|rewrite (proj2 Es2)]; apply Es|].
    intros x. rewrite Ex2. cbn [vector_run fold_left]. apply vector_run_ext; [done..|].
    intros y. unfold vector_step. by rewrite Hv, Ex.
  Qed.
End registers.
