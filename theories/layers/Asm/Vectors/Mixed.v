(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Straight-line code as other people write it: 128-bit vector code in either encoding, constants and words that pass
    through a few scalar registers, loads and stores in between. It is a function on what registers and memory hold.
    Its addresses stay, for it changes no register that one is made of: [passing] are the scalar registers it may
      change. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Vectors Require Import Runs.
Local Open Scope N_scope.

(** What the low halves of the vector registers, the scalar registers, and memory hold. *)
Record contents := Contents { in_v : vreg -> N; in_r : reg -> N; in_m : N -> N }.

Definition contents_of (s : state) : contents := Contents (fun x => locs s (Lo x)) (fun r => locs s (G r)) (memory s).

Definition put_r (d : reg) (a : N) (r : reg -> N) : reg -> N :=
  fun y => if reg_index y =? reg_index d then a else r y.

(** Where an instruction writes, and what. *)
Inductive written := ToV (d : vreg) (a : N) | ToR (d : reg) (a : N) | ToM (p : N) (n : nat) (a : N).

Definition same_vreg (a b : vreg) : bool := vreg_index a =? vreg_index b.

Definition passing (r : reg) : bool := match r with R11 | R12 | R13 => true | _ => false end.

Section contents.
  (** Where memory operands lead. *)
  Context (at_ : mem -> N).

  Definition mixed_value (x : contents) (i : instr) : option written :=
    match i with
    | VMov DQU (Sse | Vex128) (X d) (XM m) => Some (ToV d (load (in_m x) (at_ m) 16))
    | VMov DQU (Sse | Vex128) (X d) (X s) => Some (ToV d (low 128 (in_v x s)))
    | VMov DQU (Sse | Vex128) (XM m) (X s) => Some (ToM (at_ m) 16 (low 128 (in_v x s)))
    | Vop2 o Vex128 d s1 (X s2) => Some (ToV d (low 128 (v2_sem o (in_v x s1) (in_v x s2))))
    | Vop2 o Vex128 d s1 (XM m) => Some (ToV d (low 128 (v2_sem o (in_v x s1) (load (in_m x) (at_ m) 16))))
    | Vop2 PXOR Sse d s1 (X s2) =>
        if same_vreg d s1 then Some (ToV d (low 128 (v2_sem PXOR (in_v x s1) (in_v x s2)))) else None
    | VShift o Vex128 d s k => Some (ToV d (low 128 (vshift_sem o k (in_v x s))))
    | Pinsr Sse W64 d s1 (R r) i =>
        if same_vreg d s1 && (i * 64 <? 128) then Some (ToV d (low 128 (insert 64 i (in_v x s1) (in_r x r)))) else None
    | Mov W64 (R d) (Imm z) => Some (ToR d (word 64 z))
    | Mov W64 (R d) (Memory m) => Some (ToR d (load (in_m x) (at_ m) 8))
    | Mov W64 (M m) (Reg s) => Some (ToM (at_ m) 8 (low 64 (in_r x s)))
    | Bswap W64 d => Some (ToR d (low 64 (byte_reverse 8 (in_r x d))))
    | _ => None
    end.

  Definition mixed_step (x : contents) (i : instr) : contents :=
    match mixed_value x i with
    | Some (ToV d a) => Contents (put d a (in_v x)) (in_r x) (in_m x)
    | Some (ToR d a) => Contents (in_v x) (put_r d a (in_r x)) (in_m x)
    | Some (ToM p n a) => Contents (in_v x) (in_r x) (store (in_m x) p n a)
    | None => x
    end.

  Definition mixed_run (p : list instr) (x : contents) : contents := fold_left mixed_step p x.

  Lemma mixed_run_app p q x : mixed_run (p ++ q) x = mixed_run q (mixed_run p x).
  Proof. apply fold_left_app. Qed.
End contents.

(** The same, register by register. *)
Definition alike (x y : contents) : Prop :=
  (∀ d, in_v x d = in_v y d) /\ (∀ r, in_r x r = in_r y r) /\ in_m x = in_m y.

Lemma mixed_step_alike at_ at' x y i :
  (∀ m, at_ m = at' m) -> alike x y -> alike (mixed_step at_ x i) (mixed_step at' y i).
Proof.
  intros Ha (Hv & Hr & Hm). assert (mixed_value at_ x i = mixed_value at' y i) as E.
  { destruct i; try reflexivity; cbn; repeat case_match; try reflexivity; by rewrite ?Ha, ?Hv, ?Hr, ?Hm. }
  unfold mixed_step. rewrite E. destruct (mixed_value at' y i) as [[d a|d a|p n a]|]; [..|by split_and!];
    (split; [|split]); cbn; intros; unfold put, put_r; rewrite ?Hv, ?Hr, ?Hm; done.
Qed.

Lemma mixed_run_alike at_ at' p x y :
  (∀ m, at_ m = at' m) -> alike x y -> alike (mixed_run at_ p x) (mixed_run at' p y).
Proof.
  intros Ha. revert x y. induction p as [|i p IH]; intros x y H; [exact H|]. apply IH. by apply mixed_step_alike.
Qed.

(** ** On the machine *)

Definition accesses (i : instr) : list access :=
  match describe i with Some d => match d_access d with Some a => [a] | None => [] end | None => [] end.

Definition allowed (g : env) (s : state) (a : access) : Prop := permitted g a (address g (locs s) (a_mem a)) = true.

Definition steady (m : mem) : bool :=
  match m_base m with BaseReg r => negb (passing r) | _ => true end &&
  match m_index m with Some (r, _) => negb (passing r) | None => true end.

(** Such instructions, given in full. *)
Definition is_mixed (i : instr) : bool :=
  match mixed_value (fun _ => 0) (Contents (fun _ => 0) (fun _ => 0) (fun _ => 0)) i with
  | Some (ToR d _) => passing d
  | Some _ => true
  | None => false
  end && forallb (fun a => steady (a_mem a)) (accesses i).

Definition same_pointers (s s' : state) : Prop := ∀ r, passing r = false -> locs s' (G r) = locs s (G r).

Lemma address_steady g s s' m : same_pointers s s' -> steady m = true -> address g (locs s') m = address g (locs s) m.
Proof.
  intros H [Hb Hi]%andb_true_iff. unfold address. destruct (m_base m) as [|r|] eqn:Eb, (m_index m) as [[q k]|] eqn:Ei;
    rewrite ?H; try done; by apply negb_true_iff.
Qed.

Lemma reg_index_inj x y : reg_index x = reg_index y -> x = y.
Proof. by destruct x, y. Qed.

Lemma contents_v s d a e t : e = [] \/ e = [(Hi d, 0)] ->
  alike (contents_of (apply (Effect ((Lo d, a) :: e) None t) s))
    (Contents (put d a (in_v (contents_of s))) (in_r (contents_of s)) (in_m (contents_of s))).
Proof.
  intros He. split; [|split; [|done]].
  - intros x. cbn. unfold put. destruct (N.eqb_spec (vreg_index x) (vreg_index d)) as [E|E].
    + apply vreg_index_inj in E as ->. by rewrite bool_decide_eq_true_2.
    + rewrite bool_decide_eq_false_2 by congruence. by destruct He as [-> | ->].
  - intros r. cbn. rewrite bool_decide_eq_false_2 by done. by destruct He as [-> | ->].
Qed.

Lemma contents_r s d a t :
  alike (contents_of (apply (Effect [(G d, a)] None t) s))
    (Contents (in_v (contents_of s)) (put_r d a (in_r (contents_of s))) (in_m (contents_of s))).
Proof.
  split; [done|split; [|done]]. intros x. cbn. unfold put_r. destruct (N.eqb_spec (reg_index x) (reg_index d)) as [E|E].
  - apply reg_index_inj in E as ->. by rewrite bool_decide_eq_true_2.
  - by rewrite bool_decide_eq_false_2 by congruence.
Qed.

Lemma whole_word n m p : slice (8 * N.of_nat 0) (8 * N.of_nat n) (load m p n) = load m p n.
Proof. unfold slice. rewrite N.mul_0_r, N.shiftr_0_r. apply load_low. Qed.

(** Only where operands of its own lead matters. *)
Lemma mixed_step_steady at_ at' x i :
  is_mixed i = true -> (∀ m, steady m = true -> at_ m = at' m) -> mixed_step at_ x i = mixed_step at' x i.
Proof.
  unfold is_mixed. intros [Hi Hm]%andb_true_iff Ha. rewrite forallb_forall in Hm. unfold mixed_step.
  assert (∀ a, In a (accesses i) -> at_ (a_mem a) = at' (a_mem a)) as Hat by (intros a Hin; by apply Ha, Hm).
  assert (mixed_value at_ x i = mixed_value at' x i) as ->; [|reflexivity]. clear Ha Hm.
  destruct i; try discriminate Hi.
  - destruct w, d as [d|m]; match goal with |- context [Mov _ _ ?y] => destruct y as [r|m'|z] end;
    try discriminate Hi; unfold mixed_value;
      [specialize (Hat (scalar W64 Load m') (or_introl eq_refl))|reflexivity|
        specialize (Hat (scalar W64 Store m) (or_introl eq_refl))];
      cbn [a_mem scalar] in Hat; rewrite Hat; reflexivity.
  - destruct w; try discriminate Hi; reflexivity.
  - destruct k, e, d as [d|m]; match goal with |- context [VMov _ _ _ ?y] => destruct y as [y|m'] end;
    try discriminate Hi; unfold mixed_value; try reflexivity;
      specialize (Hat _ (or_introl eq_refl)); cbn [a_mem] in Hat; rewrite Hat; reflexivity.
  - destruct s2 as [y|m]; [destruct e; reflexivity|].
  destruct e; [destruct op; discriminate Hi| |destruct op; discriminate Hi].
    assert (accesses (Vop2 op Vex128 d s1 (XM m)) = [Access Load m 16 1]) as E by (destruct op; reflexivity).
    rewrite E in Hat. specialize (Hat _ (or_introl eq_refl)). cbn [a_mem] in Hat. unfold mixed_value. rewrite Hat.
    destruct op; reflexivity.
  - destruct e; reflexivity.
  - destruct e, w, s2 as [r|m]; try discriminate Hi; reflexivity.
Qed.

Lemma same_vreg_eq a b : same_vreg a b = true -> a = b.
Proof. unfold same_vreg. rewrite N.eqb_eq. apply vreg_index_inj. Qed.

(** What a step comes to, for the few shapes that the descriptors of such instructions have. *)
Section shapes.
  Context (g : env) (s : state).
  Notation after s' x := (same_pointers s s' /\ alike (contents_of s') x).
  Notation has := (contents_of s).

  Lemma shape_v o ins acc d tail a :
    forallb (ready s) ins = true -> tail = [] \/ tail = [OConst (Hi d) 0] ->
    match acc with
    | None => sem o (map (input_value (locs s) 0 0) ins) = [a]
    | Some c => allowed g s c /\ a_use c = Load /\
        let p := address g (locs s) (a_mem c) in
        sem o (map (input_value (locs s) p (load (memory s) p (a_bytes c))) ins) = [a]
    end ->
    ∃ s' t, step sem g (Desc o ins acc (OLoc (Lo d) :: tail)) s = Some (s', t) /\
            after s' (Contents (put d (low 128 a) (in_v has)) (in_r has) (in_m has)).
  Proof.
    intros Hin Ht Hsem. unfold step, effect_of. cbn [d_in d_access d_out d_op]. rewrite Hin. cbn [negb].
    destruct acc as [c|]; [destruct Hsem as (Hc & Hu & Hsem); unfold allowed in Hc; rewrite Hc, Hu;
      cbn [negb loads stores]; cbv zeta in Hsem|];
      rewrite Hsem; destruct Ht as [-> | ->]; cbn [assign capacity]; eexists _, _; (split; [reflexivity|]);
      (split; [intros r Hr; done|]); apply contents_v; auto.
  Qed.

  Lemma shape_r o ins acc d a :
    forallb (ready s) ins = true -> passing d = true ->
    match acc with
    | None => sem o (map (input_value (locs s) 0 0) ins) = [a]
    | Some c => allowed g s c /\ a_use c = Load /\
        let p := address g (locs s) (a_mem c) in
        sem o (map (input_value (locs s) p (load (memory s) p (a_bytes c))) ins) = [a]
    end ->
    ∃ s' t, step sem g (Desc o ins acc [OLoc (G d)]) s = Some (s', t) /\
            after s' (Contents (in_v has) (put_r d (low 64 a) (in_r has)) (in_m has)).
  Proof.
    intros Hin Hd Hsem. unfold step, effect_of. cbn [d_in d_access d_out d_op]. rewrite Hin. cbn [negb].
    destruct acc as [c|]; [destruct Hsem as (Hc & Hu & Hsem); unfold allowed in Hc; rewrite Hc, Hu;
      cbn [negb loads stores]; cbv zeta in Hsem|];
      rewrite Hsem; cbn [assign capacity]; eexists _, _; (split; [reflexivity|]);
      (split; [intros r Hr; cbn; rewrite bool_decide_eq_false_2; [done|congruence]|]); apply contents_r.
  Qed.

  Lemma shape_m o ins c n a :
    forallb (ready s) ins = true -> allowed g s c -> a_use c = Store -> a_bytes c = n ->
    sem o (map (input_value (locs s) (address g (locs s) (a_mem c)) 0) ins) = [a] ->
    ∃ s' t, step sem g (Desc o ins (Some c) [OMem 0 n]) s = Some (s', t) /\
            after s' (Contents (in_v has) (in_r has) (store (in_m has) (address g (locs s) (a_mem c)) n (low (8 *
              N.of_nat n) a))).
  Proof.
    intros Hin Hc Hu Hn Hsem. unfold step, effect_of. cbn [d_in d_access d_out d_op]. rewrite Hin. cbn [negb].
    unfold allowed in Hc. rewrite Hc, Hu. cbn [negb loads stores]. rewrite Hsem. cbn [assign].
    eexists _, _. split; [reflexivity|]. split; [done|]. split; [done|split; [done|]]. cbn.
    by rewrite Hn, N.shiftl_0_r, N.lor_0_r.
  Qed.
End shapes.

Local Opaque v2_sem vshift_sem insert byte_reverse load store low word.

(** A vector instruction with two sources, of which the second may be memory. *)
Lemma shape_two g s o e d s1 s2 tail :
  lanes e = 1%nat -> vout e d = OLoc (Lo d) :: tail -> tail = [] \/ tail = [OConst (Hi d) 0] ->
  (∀ m, s2 = XM m -> allowed g s (Access Load m (vbytes e) (operand_align e))) ->
  ∃ s' t, step sem g (Desc (OV2 o (lanes e)) (vin e s1 ++ (read_vm e (operand_align e) s2).1)
                        (read_vm e (operand_align e) s2).2 (vout e d)) s = Some (s', t) /\
    same_pointers s s' /\
    alike (contents_of s') (Contents (put d (low 128 (v2_sem o (locs s (Lo s1))
      match s2 with X x => locs s (Lo x) | XM m => load (memory s) (address g (locs s) m) 16 end)) (in_v (contents_of
        s)))
      (in_r (contents_of s)) (in_m (contents_of s))).
Proof.
  intros Hl Ho Ht Hm. rewrite Ho, Hl.
  assert (∀ x, vin e x = [ILoc (Lo x)]) as Hv by (intros x; by destruct e).
  assert (vmem_in e = [IMem 0 16] /\ vbytes e = 16%nat) as [Hi Hb] by (by destruct e).
  rewrite Hv. apply shape_v; [|exact Ht|].
  - destruct s2 as [x|m]; cbn [read_vm fst]; [by rewrite Hv|by rewrite Hi].
  - destruct s2 as [x|m]; cbn [read_vm fst snd]; [by rewrite Hv|]. rewrite Hi. split; [by apply Hm|]. split; [done|].
    cbn [map input_value a_mem a_bytes app sem]. by rewrite Hb, (whole_word 16).
Qed.

(** The machine does what [mixed_step] says. *)
Lemma exec_mixed g s i :
  is_mixed i = true -> Forall (allowed g s) (accesses i) ->
  ∃ s' t, exec g i s = Some (s', t) /\ same_pointers s s' /\
          alike (contents_of s') (mixed_step (address g (locs s)) (contents_of s) i).
Proof.
  unfold is_mixed. intros [Hmix _]%andb_true_iff Ha.
  assert (∀ a, accesses i = [a] -> allowed g s a) as Hacc.
  { intros a E. rewrite E in Ha. by inversion Ha. }
  clear Ha. unfold exec, mixed_step. destruct i; try discriminate Hmix.
  - destruct w, d as [d|m], s0 as [r|m'|z]; try discriminate Hmix; cbn [describe read_rmi mixed_value].
    + destruct (shape_r g s (OLow 64) [IMem 0 8] (Some (scalar W64 Load m')) d (low 64 (load (memory s) (address g
      (locs s) m') 8))) as (s' & t & He & Hk & Hs); [done|exact Hmix| |].
      * split; [by apply Hacc|]. split; [done|]. cbn [map input_value a_mem a_bytes scalar sem nbytes].
      by rewrite (whole_word 8).
      * exists s', t. split; [exact He|]. split; [exact Hk|]. rewrite low_low in Hs by lia.
      change 64 with (8 * N.of_nat 8) in Hs at 1. rewrite load_low in Hs. exact Hs.
    + destruct (shape_r g s (OLow 64) [IConst (word 64 z)] None d (low 64 (word 64 z))) as (s' & t & He & Hk & Hs);
      [done|exact Hmix|done|].
      exists s', t. split; [exact He|]. split; [exact Hk|]. rewrite low_low in Hs by lia.
      assert (low 64 (word 64 z) = word 64 z) as E.
      { apply lt_low. apply N2Z.inj_lt. rewrite of_word64. apply Z.mod_pos_bound. done. }
      rewrite E in Hs. exact Hs.
    + destruct (shape_m g s (OLow 64) [ILoc (G r)] (scalar W64 Store m) 8 (low 64 (locs s (G r)))) as (s' & t & He &
      Hk & Hs); [done|by apply Hacc|done..|].
      exists s', t. split; [exact He|]. split; [exact Hk|]. change (8 * N.of_nat 8) with 64 in Hs.
      rewrite low_low in Hs by lia. exact Hs.
  - destruct w; try discriminate Hmix. cbn [describe mixed_value].
    destruct (shape_r g s (OReverse 8) [ILoc (G d)] None d (byte_reverse 8 (locs s (G d)))) as (s' & t & He & Hk &
      Hs); [done|exact Hmix|done|].
    exists s', t. split; [exact He|]. split; [exact Hk|exact Hs].
  - destruct k, e, d as [d|m], s0 as [x|m']; try discriminate Hmix;
    cbn [describe read_vm vin vout vmem_in vbytes vmem_out mixed_value move_align].
    all: match goal with
      | |- context [Desc OCopies [IMem 0 16] (Some ?c) (OLoc (Lo ?d) :: ?tail)] =>
          destruct (shape_v g s OCopies [IMem 0 16] (Some c) d tail (load (memory s) (address g (locs s) m') 16)) as
            (s' & t & He & Hk & Hs);
          [done|by auto|split; [by apply Hacc|split; [done|]]; cbn [map input_value a_mem a_bytes sem];
            by rewrite (whole_word 16)|];
          exists s', t; split; [exact He|]; split; [exact Hk|]; change 128 with (8 * N.of_nat 16) in Hs at 1;
            rewrite load_low in Hs; exact Hs
      | |- context [Desc OCopies [ILoc (Lo ?x)] None (OLoc (Lo ?d) :: ?tail)] =>
          destruct (shape_v g s OCopies [ILoc (Lo x)] None d tail (locs s (Lo x))) as (s' & t & He & Hk & Hs);
          [done|by auto|done|]; exists s', t; split; [exact He|]; split; [exact Hk|exact Hs]
      | |- context [Desc OCopies [ILoc (Lo ?x)] (Some ?c) [OMem 0 16]] =>
          destruct (shape_m g s OCopies [ILoc (Lo x)] c 16 (locs s (Lo x))) as (s' & t & He & Hk & Hs);
          [done|by apply Hacc|done..|]; exists s', t; split; [exact He|]; split; [exact Hk|exact Hs]
      end.
  - assert (describe (Vop2 op e d s1 s2) = only_if (same_unless_vex e d s1 && legal2 op e)
      (Desc (OV2 op (lanes e)) (vin e s1 ++ (read_vm e (operand_align e) s2).1) (read_vm e (operand_align e) s2).2
        (vout e d))) as Ed by (by destruct s2).
    assert (e <> Sse -> ∀ m, s2 = XM m -> allowed g s (Access Load m (vbytes e) (operand_align e))) as Hm.
    { intros He m ->. apply Hacc. unfold accesses. rewrite Ed. by destruct op, e. }
    rewrite Ed. destruct e.
    + destruct op, s2 as [x|m]; try discriminate Hmix. unfold mixed_value in Hmix |- *.
      destruct (same_vreg d s1) eqn:Es; [|discriminate Hmix]. apply same_vreg_eq in Es. subst s1.
      cbn [same_unless_vex legal2 only_if andb]. rewrite bool_decide_eq_true_2 by done.
      apply (shape_two g s PXOR Sse d d (X x) []); auto.
    + assert (same_unless_vex Vex128 d s1 && legal2 op Vex128 = true) as -> by (by destruct op). cbn [only_if].
      destruct (shape_two g s op Vex128 d s1 s2 [OConst (Hi d) 0]) as (s' & t & H); auto.
      exists s', t. by destruct op, s2.
    + by destruct op, s2.
  - destruct e; try discriminate Hmix. apply (shape_v g s (OVShift op count 1) [ILoc (Lo s0)] None d [OConst (Hi d)
    0] (vshift_sem op count (locs s (Lo s0)))); auto.
  - destruct e, w, s2 as [r|m]; try discriminate Hmix. unfold mixed_value in Hmix |- *.
    destruct (same_vreg d s1) eqn:Es; [|discriminate Hmix]. destruct (imm * 64 <? 128) eqn:El; [|discriminate Hmix].
    apply same_vreg_eq in Es. subst s1. cbn [describe read_rm vex_only_128 same_unless_vex bits andb].
    rewrite bool_decide_eq_true_2, El by done.
    cbn [only_if andb]. apply (shape_v g s (OInsert 64 imm) [ILoc (Lo d); ILoc (G r)] None d []); auto.
Qed.

(** Straight-line code of such instructions runs if its accesses are allowed, and computes what [mixed_run] says. *)
Theorem mixed_run_sound g p s :
  forallb is_mixed p = true -> Forall (allowed g s) (flat_map accesses p) ->
  ∃ s' ts, run g p s = Some (s', ts) /\ same_pointers s s' /\
           alike (contents_of s') (mixed_run (address g (locs s)) p (contents_of s)).
Proof.
  revert s. induction p as [|i p IH]; intros s Hp Ha; [by exists s, []|].
  cbn [forallb flat_map] in *. apply andb_true_iff in Hp as [Hi Hp]. apply Forall_app in Ha as [Ha1 Ha2].
  destruct (exec_mixed g s i Hi Ha1) as (s1 & t & He & Hk & H1).
  assert (∀ m, steady m = true -> address g (locs s1) m = address g (locs s) m) as Hs by (intros;
    by apply address_steady).
  assert (∀ q x, forallb is_mixed q = true ->
    mixed_run (address g (locs s1)) q x = mixed_run (address g (locs s)) q x) as Hsame.
  { intros q. induction q as [|j q IHq]; intros x Hq; [done|]. cbn [forallb] in Hq.
  apply andb_true_iff in Hq as [Hj Hq].
    cbn [mixed_run fold_left]. rewrite (mixed_step_steady _ (address g (locs s)) x j Hj Hs). by apply IHq. }
  destruct (IH s1 Hp) as (s2 & ts & H2 & Hk2 & E2).
  { rewrite forallb_forall in Hp. apply Forall_forall. intros a Hin. rewrite Forall_forall in Ha2.
  specialize (Ha2 a Hin).
    apply elem_of_list_In, in_flat_map in Hin as (j & Hj & Hin). specialize (Hp j Hj). unfold is_mixed in Hp.
    apply andb_true_iff in Hp as [_ Hp]. rewrite forallb_forall in Hp. unfold allowed. rewrite Hs by (by apply Hp).
    exact Ha2. }
  exists s2, (t :: ts). cbn [run]. rewrite He, H2. split; [done|]. split; [intros r Hr; by rewrite Hk2, Hk|].
  rewrite (Hsame p (contents_of s1) Hp) in E2. destruct E2 as (E2 & E3 & E4).
  destruct (mixed_run_alike (address g (locs s)) (address g (locs s)) p _ _ (λ _, eq_refl) H1) as (F2 & F3 & F4).
  split; [|split]; intros; rewrite ?E2, ?E3, ?E4; [apply F2|apply F3|exact F4].
Qed.
