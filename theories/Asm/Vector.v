(** Straight-line VEX code on 128-bit registers, as a function on what these registers hold. Such
    code writes no memory and no other register, so what its memory operands load is known
    beforehand; what it computes can be found by evaluation, with no machine state in sight. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted Run_trusted
  Locset WordFacts.
Local Open Scope N_scope.

(** The low halves of the vector registers. *)
Notation vregs := (vreg -> N).

Definition put (x : vreg) (a : N) (v : vregs) : vregs :=
  fun y => if vreg_index y =? vreg_index x then a else v y.

Section vector.
  Context (ld : mem -> N).

  (** The register that an instruction writes, and with what; [None] for any other kind of instruction. *)
  Definition vvalue (v : vregs) (i : instr) : option (vreg * N) :=
    match i with
    | VMov DQU Vex128 (X d) (XM m) => Some (d, ld m)
    | VMov DQA Vex128 (X d) (X s) => Some (d, low 128 (v s))
    | Vop1 o Vex128 d (X s) => Some (d, low 128 (v1_sem o (v s)))
    | Vop2 o Vex128 d s1 s2 => Some (d, low 128 (v2_sem o (v s1) (match s2 with X x => v x | XM m => ld m end)))
    | VShift o Vex128 d s k => Some (d, low 128 (vshift_sem o k (v s)))
    | _ => None
    end.

  Definition vstep (v : vregs) (i : instr) : vregs :=
    match vvalue v i with Some (d, a) => put d a v | None => v end.

  Definition vrun (p : list instr) (v : vregs) : vregs := fold_left vstep p v.

  Lemma vrun_app p q v : vrun (p ++ q) v = vrun q (vrun p v).
  Proof. apply fold_left_app. Qed.
End vector.

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

(** What a memory operand of 16 bytes loads, and that it may. *)
Definition loaded (g : env) (s : state) (m : mem) : N := load (memory s) (address g (locs s) m) 16.
Definition readable (g : env) (s : state) (m : mem) : Prop :=
  permitted g (Access Load m 16 1) (address g (locs s) m) = true.

Definition vectors (s : state) : vregs := fun x => locs s (Lo x).

(** What vector code leaves alone. *)
Definition same_scalars (s s' : state) : Prop := (∀ r, locs s' (G r) = locs s (G r)) /\ ∀ f, locs s' (F f) = locs s (F f).

Lemma address_scalars g s s' m : (∀ r, locs s' (G r) = locs s (G r)) -> address g (locs s') m = address g (locs s) m.
Proof. intros H. unfold address. destruct (m_base m), (m_index m) as [[]|]; by rewrite ?H. Qed.

Lemma vreg_index_inj x y : vreg_index x = vreg_index y -> x = y.
Proof. by destruct x, y. Qed.

Lemma put_same x a v : put x a v x = a.
Proof. unfold put. by rewrite N.eqb_refl. Qed.

Lemma put_other x y a v : y <> x -> put x a v y = v y.
Proof. intros H. unfold put. destruct (N.eqb_spec (vreg_index y) (vreg_index x)) as [E|]; [|done]. by apply vreg_index_inj in E. Qed.

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

Lemma is_vector_value ld v i : is_vector i = true -> ∃ d a, vvalue ld v i = Some (d, a).
Proof. destruct i; try done; cbn; repeat case_match; try done; eauto. Qed.

Lemma vrun_ext ld ld' v v' p :
  (∀ m, ld m = ld' m) -> (∀ x, v x = v' x) -> ∀ x, vrun ld p v x = vrun ld' p v' x.
Proof.
  intros Hl. revert v v'. induction p as [|i p IH]; intros v v' Hv; [exact Hv|]. apply IH.
  assert (vvalue ld v i = vvalue ld' v' i) as E.
  { destruct i; try done; cbn; repeat case_match; rewrite ?Hl, ?Hv; done. }
  intros x. unfold vstep. rewrite E. destruct (vvalue ld' v' i) as [[d a]|]; [|apply Hv]. unfold put. by rewrite Hv.
Qed.

(** Vector code runs if its operands may be read, and computes what [vrun] says. *)
Theorem vrun_sound g p s :
  forallb is_vector p = true -> (∀ m, m ∈ flat_map voperands p -> readable g s m) ->
  ∃ s' ts, run g p s = Some (s', ts) /\ memory s' = memory s /\ same_scalars s s' /\
           ∀ x, vectors s' x = vrun (loaded g s) p (vectors s) x.
Proof.
  revert s. induction p as [|i p IH]; intros s Hp Hm; [by exists s, []|].
  cbn [forallb] in Hp. apply andb_true_iff in Hp as [Hi Hp].
  destruct (is_vector_value (loaded g s) (vectors s) i Hi) as (d & a & Hv).
  destruct (exec_vector g i s d a Hv) as (s1 & t & He & Em & Ex & Es).
  { intros m Hin. apply Hm. cbn [flat_map]. apply elem_of_app. by left. }
  assert (∀ m, loaded g s1 m = loaded g s m) as Hl.
  { intros m. unfold loaded. by rewrite Em, (address_scalars g s s1) by apply Es. }
  destruct (IH s1 Hp) as (s2 & ts & Hr & Em2 & Es2 & Ex2).
  { intros m Hin. unfold readable. rewrite (address_scalars g s s1) by apply Es. apply Hm. cbn [flat_map].
    apply elem_of_app. by right. }
  exists s2, (t :: ts). cbn [run]. rewrite He, Hr. split; [done|]. split; [by rewrite Em2|].
  split; [split; intros y; [rewrite (proj1 Es2)|rewrite (proj2 Es2)]; apply Es|].
  intros x. rewrite Ex2. cbn [vrun fold_left]. apply vrun_ext; [done|].
  intros y. unfold vstep. by rewrite Hv, Ex.
Qed.

(** What is not written stays. *)
Lemma vrun_other ld p v x : forallb (fun i => negb (existsb (fun d => vreg_index d =? vreg_index x) (vtarget i))) p = true ->
  vrun ld p v x = v x.
Proof.
  revert v. induction p as [|i p IH]; intros v H; [done|]. cbn [forallb] in H. apply andb_true_iff in H as [Hi Hp].
  transitivity (vstep ld v i x); [by apply IH|]. unfold vstep.
  assert (∀ d a, vvalue ld v i = Some (d, a) -> vtarget i = [d]) as Ht
    by (intros d a; destruct i; try done; cbn; repeat case_match; intros; by simplify_eq).
  destruct (vvalue ld v i) as [[d a]|]; [|done]. rewrite (Ht d a eq_refl) in Hi. cbn in Hi. unfold put.
  rewrite N.eqb_sym. by destruct (vreg_index d =? vreg_index x).
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
