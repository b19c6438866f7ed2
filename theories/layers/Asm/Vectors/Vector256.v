(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Straight-line VEX code on 256-bit registers, as a function on what these registers hold: as
    [Vector128.v], with two halves of 128 bits. Instructions work on the halves apart, but for
    a few that move one. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import Lia.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Vectors Require Import Vector128.
Local Open Scope N_scope.

(** The lower and the upper halves of the vector registers. *)
Notation wregs := (vreg -> N * N).

(** Sixteen bytes further. *)
Definition beyond (m : mem) : mem := Mem (m_base m) (m_index m) (m_disp m + 16) (m_region m).

(** [vpblendd] has a constant that is not the same for the halves. *)
Definition halfwise (o : vop2) : bool := match o with PBLENDD _ | SHUFPD _ => false | _ => true end.

Section vector.
  (** What 16 bytes at an operand hold. *)
  Context (ld : mem -> N).

  Definition both (m : mem) : N * N := (ld m, ld (beyond m)).
  Definition on_halves (f : N -> N -> N) (a b : N * N) : N * N := (low 128 (f a.1 b.1), low 128 (f a.2 b.2)).

  (** The register that an instruction writes, and with what; [None] for any other kind of instruction. *)
  Definition wvalue (w : wregs) (i : instr) : option (vreg * (N * N)) :=
    match i with
    | VMov DQU Vex128 (X d) (XM m) => Some (d, (ld m, 0))
    | VMov DQU Vex256 (X d) (XM m) => Some (d, both m)
    | VMov DQA Vex128 (X d) (X s) => Some (d, (low 128 (w s).1, 0))
    | Vbroadcasti128 d m => Some (d, (ld m, ld m))
    | Vop2 o Vex128 d s1 (X s2) => Some (d, (low 128 (v2_sem o (w s1).1 (w s2).1), 0))
    | Vop2 o Vex128 d s1 (XM m) => Some (d, (low 128 (v2_sem o (w s1).1 (ld m)), 0))
    | Vop2 o Vex256 d s1 (X s2) => if halfwise o then Some (d, on_halves (v2_sem o) (w s1) (w s2)) else None
    | Vop2 o Vex256 d s1 (XM m) => if halfwise o then Some (d, on_halves (v2_sem o) (w s1) (both m)) else None
    | Vop1 o Vex128 d (X s) => Some (d, (low 128 (v1_sem o (w s).1), 0))
    | Vop1 (PSHUFD k) Vex256 d (X s) =>
        Some (d, (low 128 (v1_sem (PSHUFD k) (w s).1), low 128 (v1_sem (PSHUFD k) (w s).2)))
    | VShift o Vex128 d s k => Some (d, (low 128 (vshift_sem o k (w s).1), 0))
    | Vextracti128 (X d) s 1 => Some (d, (low 128 (w s).2, 0))
    | _ => None
    end.
End vector.

Notation wrun := (vector_run wvalue).

Definition is_wide (i : instr) : bool :=
  match wvalue (fun _ => 0) (fun _ => (0, 0)) i with Some _ => true | None => false end.

(** The memory operands, with how many bytes are read. *)
Definition woperands (i : instr) : list (mem * nat) :=
  match i with
  | VMov _ Vex256 _ (XM m) | Vop2 _ Vex256 _ _ (XM m) => [(m, 32)]
  | VMov _ _ _ (XM m) | Vop2 _ _ _ _ (XM m) | Vbroadcasti128 _ m => [(m, 16)]
  | _ => []
  end%nat.

Definition wtarget (i : instr) : list vreg :=
  match i with
  | VMov _ _ (X d) _ | Vop2 _ _ d _ _ | Vop1 _ _ d _ | VShift _ _ d _ _ | Vbroadcasti128 d _ | Vextracti128 (X d) _ _ => [d]
  | _ => []
  end.

Definition readable_bytes (g : env) (s : state) (p : mem * nat) : Prop :=
  permitted g (Access Load p.1 p.2 1) (address g (locs s) p.1) = true.

Definition halves (s : state) : wregs := fun x => (locs s (Lo x), locs s (Hi x)).

(** ** Loads of 32 bytes are two of 16 *)

Lemma load_add m p j n :
  load m p (j + n) = N.lor (load m p j) (N.shiftl (load m (p + N.of_nat j) n) (8 * N.of_nat j)).
Proof.
  revert p. induction j as [|j IH]; intros p.
  - cbn [load Nat.add]. by rewrite N.lor_0_l, N.mul_0_r, N.shiftl_0_r, N.add_0_r.
  - cbn [load Nat.add]. rewrite IH, N.shiftl_lor, N.lor_assoc, N.shiftl_shiftl. f_equal. f_equal; [|lia]. f_equal. lia.
Qed.

Lemma upper_load m p : slice (8 * N.of_nat 16) (8 * N.of_nat 16) (load m p 32) = load m (p + 16) 16.
Proof.
  change 32%nat with (16 + 16)%nat. rewrite load_add. change (N.of_nat 16) with 16. unfold slice.
  rewrite N.shiftr_lor, N.shiftr_shiftl_l, N.sub_diag, N.shiftl_0_r by lia.
  assert (N.shiftr (load m p 16) (8 * 16) = 0) as ->.
  { rewrite <-load_low. change (8 * N.of_nat 16) with (8 * 16). apply N.bits_inj. intros i.
    rewrite N.shiftr_spec', low_spec, N.bits_0. destruct (N.ltb_spec (i + 8 * 16) (8 * 16)); [lia|]. apply andb_false_r. }
  rewrite N.lor_0_l. change (8 * 16) with (8 * N.of_nat 16). apply load_low.
Qed.

Lemma lower_load m p : slice (8 * N.of_nat 0) (8 * N.of_nat 16) (load m p 32) = load m p 16.
Proof.
  change 32%nat with (16 + 16)%nat. rewrite load_add. unfold slice. rewrite N.mul_0_r, N.shiftr_0_r.
  rewrite <-(load_low m p 16) at 2. apply N.bits_inj. intros i. rewrite !low_spec, N.lor_spec.
  destruct (N.ltb_spec i (8 * N.of_nat 16)); [|by rewrite !andb_false_r]. by rewrite N.shiftl_spec_low, orb_false_r.
Qed.

Lemma address_beyond g f m n :
  (16 < n)%nat -> permitted g (Access Load m n 1) (address g f m) = true -> address g f (beyond m) = address g f m + 16.
Proof.
  intros Hn H. unfold permitted, within in H. cbn [a_use a_mem a_bytes a_align loads stores negb orb] in H.
  rewrite !andb_true_iff, !N.leb_le in H. destruct H as [[[[H1 H2] H3] _] _].
  revert H1 H2 H3. unfold address, beyond. cbn [m_base m_index m_disp m_region].
  generalize (Z.of_N match m_base m with NoBase => 0 | BaseReg r => f (G r) | BaseSym p => symbol g p end).
  generalize (Z.of_N match m_index m with None => 0 | Some (r, k) => f (G r) * k end). intros i b H1 H2 H3.
  assert (word 64 (b + i + m_disp m) + 16 < 2 ^ 64) as Hlt by lia.
  unfold word in Hlt |- *. change (2 ^ Z.of_N 64)%Z with modulus in *.
  rewrite Z.add_assoc, <-Z.add_mod_idemp_l by done. set (r := ((b + i + m_disp m) mod modulus)%Z) in *.
  assert (0 <= r < modulus)%Z by (by apply Z.mod_pos_bound). rewrite Z.mod_small; [lia|].
  split; [lia|]. change modulus with (Z.of_N (2 ^ 64)). lia.
Qed.

(** ** Instructions *)

(** What assigning one vector register does to a state. *)
Lemma assigned_halves s d a b (t : list event) :
  let s' := apply (Effect [(Lo d, a); (Hi d, b)] None t) s in
  memory s' = memory s /\ (∀ x, halves s' x = put d (a, b) (halves s) x) /\ same_scalars s s'.
Proof.
  cbn. split; [done|]. split; [|split; intros; by repeat case_bool_decide].
  intros x. unfold halves; cbn. destruct (decide (d = x)) as [<-|Hne].
  - rewrite put_same. case_bool_decide; [|done]. case_bool_decide; [done|]. by case_bool_decide.
  - rewrite put_other by done. repeat case_bool_decide; congruence.
Qed.

Lemma low_load m p : low 128 (load m p 16) = load m p 16.
Proof. change 128 with (8 * N.of_nat 16). apply load_low. Qed.

Local Opaque low v2_sem v1_sem vshift_sem load slice.

Lemma exec_wide g i s d a :
  wvalue (loaded g s) (halves s) i = Some (d, a) -> (∀ p, p ∈ woperands i -> readable_bytes g s p) ->
  ∃ s' t, exec g i s = Some (s', t) /\ memory s' = memory s /\ (∀ x, halves s' x = put d a (halves s) x) /\ same_scalars s s'.
Proof.
  intros Hv Hm.
  assert (∀ p, woperands i = [p] -> readable_bytes g s p) as Hread by (intros p E; apply Hm; rewrite E; left). clear Hm.
  assert (∀ m, readable_bytes g s (m, 32%nat) -> loaded g s (beyond m) = load (memory s) (address g (locs s) m + 16) 16) as Hup.
  { intros m H. unfold loaded. by rewrite (address_beyond g (locs s) m 32 ltac:(lia) H). }
  destruct i; try done.
  - destruct k; try done.
    2: { destruct e, d0 as [d0|], s0 as [x|]; try done. injection Hv as <- <-. unfold exec.
         cbn [describe read_vm vin vbytes vout]. unfold step, effect_of. cbn. eexists _, _. split; [reflexivity|]. apply assigned_halves. }
    destruct e; try done; (destruct d0 as [d0|]; [|done]); (destruct s0 as [|m]; [done|]);
      injection Hv as <- <-; specialize (Hread _ eq_refl); unfold exec; cbn [describe read_vm vmem_in vbytes vout];
      unfold step, effect_of; cbn [d_in d_access d_out d_op forallb ready andb negb a_mem a_use a_bytes loads stores];
      change (move_align DQU _) with 1; unfold readable_bytes in Hread; cbn [fst snd] in Hread; rewrite Hread;
      cbn [negb map sem assign input_value capacity].
    + rewrite whole_load. eexists _, _. split; [reflexivity|]. apply assigned_halves.
    + rewrite lower_load, upper_load, !low_load. unfold both. rewrite (Hup m Hread).
      eexists _, _. split; [reflexivity|]. apply assigned_halves.
  - destruct e; [by destruct s2| |].
    + unfold exec. cbn [describe].
      assert (legal2 op Vex128 = true) as Hl by (by destruct op).
      destruct s2 as [x|m]; cbn [read_vm vin vmem_in vbytes operand_align same_unless_vex]; rewrite Hl;
        cbn [andb only_if]; injection Hv as <- <-; unfold step, effect_of.
      * cbn. eexists _, _. split; [reflexivity|]. apply assigned_halves.
      * specialize (Hread _ eq_refl). unfold readable_bytes in Hread. cbn [fst snd] in Hread.
        cbn [d_in d_access d_out d_op forallb app ready defined andb negb a_mem a_use a_bytes loads stores].
        rewrite Hread. cbn [negb map sem assign input_value vout capacity lanes]. rewrite whole_operand.
        eexists _, _. split; [reflexivity|]. apply assigned_halves.
    + unfold exec. cbn [describe].
      assert (legal2 op Vex256 = true) as Hl by (by destruct op).
      assert (halfwise op = true) as Ho by (destruct s2; cbn in Hv; by destruct (halfwise op)).
      assert (∀ b b' c c', sem (OV2 op 2) [b; b'; c; c'] = [v2_sem op b c; v2_sem op b' c']) as Hsem
        by (intros; by destruct op).
      destruct s2 as [x|m]; cbn [wvalue] in Hv; rewrite Ho in Hv; injection Hv as <- <-;
        cbn [read_vm vin vmem_in vbytes operand_align same_unless_vex]; rewrite Hl;
        cbn [andb only_if]; unfold step, effect_of.
      * cbn [d_in d_access d_out d_op forallb app ready defined andb negb map input_value lanes]. rewrite Hsem.
        cbn [assign vout capacity]. eexists _, _. split; [reflexivity|]. apply assigned_halves.
      * specialize (Hread _ eq_refl). pose proof (Hup m Hread) as Hm. unfold readable_bytes in Hread. cbn [fst snd] in Hread.
        cbn [d_in d_access d_out d_op forallb app ready defined andb negb a_mem a_use a_bytes loads stores].
        rewrite Hread. cbn [negb map input_value lanes]. rewrite Hsem, lower_load, upper_load, <-Hm.
        cbn [assign vout capacity]. eexists _, _. split; [reflexivity|]. apply assigned_halves.
  - destruct op, e, s0 as [x|]; try done; injection Hv as <- <-; unfold exec;
      cbn [describe read_vm vin legal1 only_if lanes vout]; unfold step, effect_of; cbn; eexists _, _;
      (split; [reflexivity|]); apply assigned_halves.
  - destruct e; try done. injection Hv as <- <-. unfold exec. cbn [describe same_unless_vex only_if lanes vin vout].
    unfold step, effect_of. cbn. eexists _, _. split; [reflexivity|]. apply assigned_halves.
  - destruct d0 as [d0|]; [|done]. destruct imm as [|[]]; try done. injection Hv as <- <-. unfold exec.
    cbn [describe vin vout]. unfold step, effect_of. cbn. eexists _, _. split; [reflexivity|]. apply assigned_halves.
  - injection Hv as <- <-. specialize (Hread _ eq_refl). unfold readable_bytes in Hread. cbn [fst snd] in Hread.
    unfold exec. cbn [describe vout]. unfold step, effect_of.
    cbn [d_in d_access d_out d_op forallb ready andb negb a_mem a_use a_bytes loads stores]. rewrite Hread.
    cbn [negb map sem assign input_value capacity]. rewrite !whole_load. eexists _, _. split; [reflexivity|].
    apply assigned_halves.
Qed.

(** ** Lists of instructions *)

Lemma is_wide_value ld w i : is_wide i = true -> is_Some (wvalue ld w i).
Proof. unfold is_wide. destruct i; try done; cbn; repeat case_match; try done; eauto. Qed.

Lemma wvalue_ext : extensional wvalue.
Proof. intros ld ld' w w' i Hl Hw. destruct i; try done; cbn; unfold both; repeat case_match; rewrite ?Hl, ?Hw; done. Qed.

(** Vector code runs if its operands may be read, and computes what [wrun] says. *)
Theorem wrun_sound g p s :
  forallb is_wide p = true -> (∀ q, q ∈ flat_map woperands p -> readable_bytes g s q) ->
  ∃ s' ts, run g p s = Some (s', ts) /\ memory s' = memory s /\ same_scalars s s' /\
           ∀ x, halves s' x = wrun (loaded g s) p (halves s) x.
Proof.
  apply vector_run_sound; [exact wvalue_ext|exact exec_wide|exact is_wide_value|].
  intros s1 s2 [m n] [H _]. unfold readable_bytes. by rewrite (address_scalars g s1 s2).
Qed.

Lemma wrun_other ld p w x : forallb (fun i => negb (existsb (fun d => vreg_index d =? vreg_index x) (wtarget i))) p = true ->
  wrun ld p w x = w x.
Proof.
  apply vector_run_other. intros ? ? i d a. destruct i; try done; cbn; repeat case_match; intros; by simplify_eq.
Qed.
