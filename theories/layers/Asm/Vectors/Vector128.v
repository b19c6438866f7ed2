(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Straight-line VEX code on 128-bit registers, as a function on what these registers hold ([Runs.v]); and
    stores of such registers. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Vectors Require Export Runs.
Local Open Scope N_scope.

(** The low halves of the vector registers. *)
Notation vregs := (vreg -> N).

Definition vvalue (ld : mem -> N) (v : vregs) (i : instr) : option (vreg * N) :=
  match i with
  | VMov DQU Vex128 (X d) (XM m) => Some (d, ld m)
  | VMov DQA Vex128 (X d) (X s) => Some (d, low 128 (v s))
  | Vop1 o Vex128 d (X s) => Some (d, low 128 (v1_sem o (v s)))
  | Vop2 o Vex128 d s1 s2 => Some (d, low 128 (v2_sem o (v s1) (match s2 with X x => v x | XM m => ld m end)))
  | VShift o Vex128 d s k => Some (d, low 128 (vshift_sem o k (v s)))
  | _ => None
  end.

Notation vrun := (vector_run vvalue).

Definition is_vector (i : instr) : bool :=
  match i with
  | VMov DQU Vex128 (X _) (XM _) | VMov DQA Vex128 (X _) (X _)
  | Vop1 _ Vex128 _ (X _) | Vop2 _ Vex128 _ _ _ | VShift _ Vex128 _ _ _ => true
  | _ => false
  end.

Definition voperands (i : instr) : list mem :=
  match i with VMov _ _ _ (XM m) | Vop2 _ _ _ _ (XM m) => [m] | _ => [] end.

Definition vtarget (i : instr) : list vreg :=
  match i with VMov _ _ (X d) _ | Vop1 _ _ d _ | Vop2 _ _ d _ _ | VShift _ _ d _ _ => [d] | _ => [] end.

(** A memory operand of 16 bytes may be read. *)
Definition readable (g : env) (s : state) (m : mem) : Prop :=
  permitted g (Access Load m 16 1) (address g (locs s) m) = true.

Definition vectors (s : state) : vregs := fun x => locs s (Lo x).

(** What assigning one vector register does to a state. *)
Lemma assigned_vector s d a (t : list event) :
  let s' := apply (Effect [(Lo d, a); (Hi d, 0)] None t) s in
  memory s' = memory s /\ (∀ x, vectors s' x = put d a (vectors s) x) /\ same_scalars s s'.
Proof.
  cbn. split; [done|]. split; [|split; intros; by repeat case_bool_decide].
  intros x. unfold vectors; cbn. case_bool_decide as E.
  - injection E as <-. by rewrite put_same.
  - case_bool_decide as E'; [done|]. rewrite put_other; [done|]. by intros ->.
Qed.

Lemma whole_load m p : low 128 (slice (8 * N.of_nat 0) (8 * N.of_nat 16) (load m p 16)) = load m p 16.
Proof.
  unfold slice. rewrite N.mul_0_r, N.shiftr_0_r. change 128 with (8 * N.of_nat 16). by rewrite !load_low.
Qed.

Lemma whole_operand m p : slice (8 * N.of_nat 0) (8 * N.of_nat 16) (load m p 16) = load m p 16.
Proof. unfold slice. rewrite N.mul_0_r, N.shiftr_0_r. by rewrite load_low. Qed.

Lemma exec_vector g i s d a :
  vvalue (loaded g s) (vectors s) i = Some (d, a) -> (∀ m, m ∈ voperands i -> readable g s m) ->
  ∃ s' t, exec g i s = Some (s', t) /\ memory s' = memory s /\ (∀ x, vectors s' x = put d a (vectors s) x) /\ same_scalars s s'.
Proof.
  intros Hv Hm.
  assert (∀ m, voperands i = [m] -> readable g s m) as Hread by (intros m E; apply Hm; rewrite E; left). clear Hm.
  destruct i; try done.
  - destruct k, e, d0 as [d0|], s0 as [x|n]; try done; injection Hv as <- <-; unfold exec;
      cbn [describe read_vm vin vmem_in vbytes vout]; unfold step, effect_of.
    2: { cbn. eexists _, _. split; [reflexivity|]. apply assigned_vector. }
    specialize (Hread n eq_refl).
    unfold readable in Hread. cbn [d_in d_access d_out d_op forallb ready andb negb a_mem a_use a_bytes loads stores].
    change (move_align DQU Vex128) with 1. rewrite Hread. cbn [negb map sem assign input_value].
    rewrite whole_load. eexists _, _. split; [reflexivity|]. apply assigned_vector.
  - destruct e; try done. unfold exec. cbn [describe].
    destruct s2 as [x|n]; cbn [read_vm vin vmem_in vbytes operand_align same_unless_vex legal2 andb only_if app lanes].
    + injection Hv as <- <-. assert (legal2 op Vex128 = true) as -> by (by destruct op). cbn [only_if].
      unfold step, effect_of. cbn. eexists _, _. split; [reflexivity|]. apply assigned_vector.
    + injection Hv as <- <-. specialize (Hread n eq_refl). unfold readable in Hread.
      assert (legal2 op Vex128 = true) as -> by (by destruct op). cbn [only_if]. unfold step, effect_of.
      cbn [d_in d_access d_out d_op forallb ready defined andb negb a_mem a_use a_bytes loads stores]. rewrite Hread.
      cbn [negb map sem assign input_value vout]. rewrite whole_operand. eexists _, _. split; [reflexivity|]. apply assigned_vector.
  - destruct e, s0 as [x|]; try done. injection Hv as <- <-. unfold exec. cbn [describe read_vm vin lanes vout].
    assert (legal1 op Vex128 = true) as -> by (by destruct op). cbn [only_if].
    unfold step, effect_of. cbn. eexists _, _. split; [reflexivity|]. apply assigned_vector.
  - destruct e; try done. injection Hv as <- <-. unfold exec. cbn [describe same_unless_vex only_if lanes vin vout].
    unfold step, effect_of. cbn. eexists _, _. split; [reflexivity|]. apply assigned_vector.
Qed.

Lemma is_vector_value ld v i : is_vector i = true -> is_Some (vvalue ld v i).
Proof. destruct i; try done; cbn; repeat case_match; try done; eauto. Qed.

Lemma vvalue_ext : extensional vvalue.
Proof. intros ld ld' v v' i Hl Hv. destruct i; try done; cbn; repeat case_match; rewrite ?Hl, ?Hv; done. Qed.

(** Vector code runs if its operands may be read, and computes what [vrun] says. *)
Theorem vrun_sound g p s :
  forallb is_vector p = true -> (∀ m, m ∈ flat_map voperands p -> readable g s m) ->
  ∃ s' ts, run g p s = Some (s', ts) /\ memory s' = memory s /\ same_scalars s s' /\
           ∀ x, vectors s' x = vrun (loaded g s) p (vectors s) x.
Proof.
  apply vector_run_sound; [exact vvalue_ext|exact exec_vector|exact is_vector_value|].
  intros s1 s2 m [H _]. unfold readable. by rewrite (address_scalars g s1 s2).
Qed.

Lemma vrun_other ld p v x : forallb (fun i => negb (existsb (fun d => vreg_index d =? vreg_index x) (vtarget i))) p = true ->
  vrun ld p v x = v x.
Proof.
  apply vector_run_other. intros ? ? i d a. destruct i; try done; cbn; repeat case_match; intros; by simplify_eq.
Qed.

(** ** Stores of vector registers, one after the other *)

Definition store_instr (p : mem * vreg) : instr := VMov DQU Vex128 (XM p.1) (X p.2).

Definition writable (g : env) (s : state) (m : mem) : Prop :=
  permitted g (Access Store m 16 1) (address g (locs s) m) = true.

Definition stored (g : env) (s : state) (l : list (mem * vreg)) : N -> N :=
  fold_left (fun b p => store b (address g (locs s) p.1) 16 (low 128 (vectors s p.2))) l (memory s).

Theorem stores_sound g l s :
  (∀ p, p ∈ l -> writable g s p.1) ->
  ∃ s' ts, run g (map store_instr l) s = Some (s', ts) /\ (∀ x, locs s' x = locs s x) /\ memory s' = stored g s l.
Proof.
  unfold stored. revert s. induction l as [|[m x] l IH]; intros s Hw; [by exists s, []|]. cbn [map run].
  assert (permitted g (Access Store m 16 1) (address g (locs s) m) = true) as Hp by (apply (Hw (m, x)); left).
  set (b := store (memory s) (address g (locs s) m) 16 (low 128 (vectors s x))).
  assert (∃ s1 t, exec g (store_instr (m, x)) s = Some (s1, t) /\ (∀ y, locs s1 y = locs s y) /\ memory s1 = b)
    as (s1 & t & He & Hl & Hb).
  { unfold exec, store_instr. cbn [fst snd describe vin vbytes vmem_out move_align]. unfold step, effect_of.
    cbn [d_in d_access d_out d_op forallb ready defined andb negb a_mem a_use a_bytes loads stores].
    rewrite Hp. cbn [negb map sem assign input_value N.of_nat]. eexists _, _. split; [reflexivity|]. split; [done|].
    cbn [memory apply e_store]. unfold b. f_equal. rewrite N.mul_0_r, N.shiftl_0_r, N.lor_0_r. done. }
  destruct (IH s1) as (s2 & ts & Hr & Hl2 & Hm2).
  { intros p Hin. unfold writable. rewrite (address_scalars g s s1) by (intros; apply Hl). apply Hw. by right. }
  exists s2, (t :: ts). rewrite He, Hr. split; [done|]. split; [intros y; by rewrite Hl2, Hl|].
  rewrite Hm2, Hb. cbn [fold_left fst snd]. fold b. generalize b. clear -Hl. induction l as [|p l IHl]; intros b; [done|].
  cbn [fold_left]. rewrite (address_scalars g s s1) by (intros; apply Hl).
  assert (vectors s1 p.2 = vectors s p.2) as -> by apply Hl. apply IHl.
Qed.
