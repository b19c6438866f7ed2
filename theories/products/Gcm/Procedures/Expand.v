(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** expand_128.S, expand_256.S: the key schedule of FIPS 197, in memory. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Aes_trusted Syntax_trusted Semantics_trusted State_trusted Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Vectors Require Import Vector128 Memory.
From Fairlead.Asm.Control Require Import Runs.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Additive Rounds Reduction Blocks.
From Fairlead.Gcm.Macros Require Import Evaluate.
From Fairlead.Gcm.Loops Require Import Text Setting Ends Standard.
From Fairlead.Gcm.Procedures Require Import Macros Schedule.
Local Open Scope N_scope.

(** ** Substitution and rotation commute *)

Local Opaque sbox.

Lemma rotate_bytes b0 b1 b2 b3 :
  is_byte b0 → is_byte b1 → is_byte b2 → is_byte b3 →
  rotl 32 24 (join 8 [b0; b1; b2; b3]) = join 8 [b1; b2; b3; b0].
Proof.
  intros H0 H1 H2 H3. unfold rotl. change (32 - 24) with 8.
  change (join 8 [b0; b1; b2; b3]) with (N.lor b0 (N.shiftl (join 8 [b1; b2; b3]) 8)).
  rewrite high_join by exact H0.
  assert (low 32 (N.shiftl (N.lor b0 (N.shiftl (join 8 [b1; b2; b3]) 8)) 24) = N.shiftl b0 24) as ->.
  { apply N.bits_inj. intros i. rewrite low_spec, !shiftl_testbit, N.lor_spec, shiftl_testbit.
    destruct (N.leb_spec 24 i); [|done]. cbn [andb]. destruct (N.ltb_spec i 32).
    - destruct (N.leb_spec 8 (i - 24)); [lia|]. cbn [andb]. by rewrite orb_false_r, andb_true_r.
    - rewrite andb_false_r. symmetry. apply (bit_above b0 8); [by apply low_lt|lia]. }
  cbn [join]. rewrite N.shiftl_0_l, !N.lor_0_r, !N.shiftl_lor, !N.shiftl_shiftl.
  change (8 + 8 + 8) with 24. change (8 + 8) with 16. apply N.bits_inj. intros i. rewrite !N.lor_spec.
  by repeat destruct (N.testbit _ _).
Qed.

Lemma rotated_instruction rcon w : w < 2 ^ 32 → N.lxor (rot_word (sub_word w)) rcon = rotated rcon w.
Proof.
  intros Hw. unfold rotated, rot_word, sub_word. f_equal.
  assert (w = join 8 (split 8 4 w)) as E by (rewrite join_split; symmetry; by apply lt_low).
  destruct (split_pieces 8 4 w) as [Hb _]. rewrite E at 2. revert Hb. clear E.
  change (split 8 4 w) with [low 8 w; low 8 (N.shiftr w 8); low 8 (N.shiftr (N.shiftr w 8) 8); low 8 (N.shiftr (N.shiftr (N.shiftr w 8) 8) 8)].
  generalize (low 8 w), (low 8 (N.shiftr w 8)), (low 8 (N.shiftr (N.shiftr w 8) 8)), (low 8 (N.shiftr (N.shiftr (N.shiftr w 8) 8) 8)).
  intros b0 b1 b2 b3 Hb. rewrite !Forall_cons in Hb. destruct Hb as (H0 & H1 & H2 & H3 & _).
  rewrite (rotate_bytes b0 b1 b2 b3) by done.
  assert (split 8 4 (join 8 [b1; b2; b3; b0]) = [b1; b2; b3; b0]) as ->
    by (apply (split_join 8 [b1; b2; b3; b0]); by repeat constructor).
  cbn [map]. apply rotate_bytes; by apply sbox_byte.
Qed.

(** ** Four words, by shifting and adding *)

Lemma split_xor w n a b : split w n (N.lxor a b) = zip_with N.lxor (split w n a) (split w n b).
Proof.
  revert a b. induction n as [|n IH]; intros a b; [reflexivity|].
  cbn [split zip_with]. by rewrite low_lxor, N.shiftr_lxor, IH.
Qed.

Lemma split_low x : split 32 4 (low 128 x) = split 32 4 x.
Proof.
  change 128 with (32 * N.of_nat 4). rewrite <-join_split. destruct (split_pieces 32 4 x) as [H E].
  rewrite <-E at 1. by apply split_join.
Qed.

Lemma split_shift_one a b c d : Forall (λ w, low 32 w = w) [a; b; c; d] →
  split 32 4 (low 128 (N.shiftl (join 32 [a; b; c; d]) 32)) = [0; a; b; c].
Proof.
  intros H. rewrite split_low. change (split 32 4 ?y) with (firstn 4 (split 32 5 y)).
  assert (N.shiftl (join 32 [a; b; c; d]) 32 = join 32 [0; a; b; c; d]) as -> by (cbn [join]; by rewrite N.lor_0_l).
  assert (split 32 5 (join 32 [0; a; b; c; d]) = [0; a; b; c; d]) as ->; [|done].
  apply (split_join 32 [0; a; b; c; d]). by apply Forall_cons_2.
Qed.

Lemma split_shift_two a b c d : Forall (λ w, low 32 w = w) [a; b; c; d] →
  split 32 4 (low 128 (N.shiftl (join 32 [a; b; c; d]) 64)) = [0; 0; a; b].
Proof.
  intros H. rewrite split_low. change (split 32 4 ?y) with (firstn 4 (split 32 6 y)).
  assert (N.shiftl (join 32 [a; b; c; d]) 64 = join 32 [0; 0; a; b; c; d]) as ->.
  { change (join 32 [0; 0; a; b; c; d]) with (N.lor 0 (N.shiftl (N.lor 0 (N.shiftl (join 32 [a; b; c; d]) 32)) 32)).
    by rewrite !N.lor_0_l, N.shiftl_shiftl. }
  assert (split 32 6 (join 32 [0; 0; a; b; c; d]) = [0; 0; a; b; c; d]) as ->; [|done].
  apply (split_join 32 [0; 0; a; b; c; d]). apply Forall_cons_2; [done|]. by apply Forall_cons_2.
Qed.

(** What SUM_WORDS computes. *)
Definition summed (t x : N) : N :=
  let y := N.lxor x (low 128 (N.shiftl x 32)) in
  N.lxor (N.lxor y (low 128 (N.shiftl y 64))) (join 32 [t; t; t; t]).

Lemma split_block x : x < 2 ^ 128 → ∃ a b c d, split 32 4 x = [a; b; c; d] ∧ x = join 32 [a; b; c; d] ∧
  Forall (λ w, low 32 w = w) [a; b; c; d].
Proof.
  intros Hx. destruct (split_pieces 32 4 x) as [H _]. eexists _, _, _, _. split; [reflexivity|].
  split; [|exact H]. transitivity (join 32 (split 32 4 x)); [|reflexivity]. rewrite join_split. symmetry. by apply lt_low.
Qed.

Lemma summed_next t x : x < 2 ^ 128 → low 32 t = t → summed t x = next_block t x.
Proof.
  intros Hx Ht. destruct (split_block x Hx) as (a & b & c & d & Es & Ex & H).
  set (y := N.lxor x (low 128 (N.shiftl x 32))).
  assert (split 32 4 y = [a; N.lxor b a; N.lxor c b; N.lxor d c]) as Ey.
  { unfold y. rewrite split_xor, Es. rewrite Ex, (split_shift_one a b c d H). cbn [zip_with]. by rewrite N.lxor_0_r. }
  assert (y < 2 ^ 128) as Hy by (apply xor_below; [exact Hx|apply low_below]).
  destruct (split_block y Hy) as (a1 & b1 & c1 & d1 & Es1 & Ex1 & H1). rewrite Es1 in Ey. injection Ey as -> -> -> ->.
  assert (Forall (λ w, low 32 w = w) [t; t; t; t]) as Htt by by repeat constructor.
  assert (split 32 4 (summed t x) = rev (four t (words x))) as E.
  { unfold summed. fold y. rewrite !split_xor, Es1. rewrite Ex1, (split_shift_two _ _ _ _ H1).
    assert (split 32 4 (join 32 [t; t; t; t]) = [t; t; t; t]) as -> by (by apply (split_join 32 [t; t; t; t])).
    unfold words. rewrite Es. cbn [zip_with rev app four]. rewrite !N.lxor_0_r.
    f_equal. f_equal; [bitwise; rewrite !N.lxor_spec; by repeat destruct (N.testbit _ _)|].
    f_equal; [bitwise; rewrite !N.lxor_spec; by repeat destruct (N.testbit _ _)|].
    f_equal. bitwise. rewrite !N.lxor_spec. by repeat destruct (N.testbit _ _). }
  unfold next_block. rewrite <-E, join_split. symmetry. apply lt_low. unfold summed. fold y.
  apply xor_below; [apply xor_below; [exact Hy|apply low_below]|]. by apply (join_below 32 [t; t; t; t]), Forall_impl with (P := λ w, low 32 w = w); [|intros w; apply low_lt].
Qed.

(** ** The instructions *)

Lemma element_split y : element 32 2 y = nth 2 (split 32 4 y) 0 ∧ element 32 3 y = nth 3 (split 32 4 y) 0.
Proof. unfold element, slice. cbn [split nth]. rewrite !N.shiftr_shiftr. by split. Qed.

Lemma element_join a b c d : Forall (λ w, low 32 w = w) [a; b; c; d] →
  element 32 2 (join 32 [a; b; c; d]) = c ∧ element 32 3 (join 32 [a; b; c; d]) = d.
Proof.
  intros H. destruct (element_split (join 32 [a; b; c; d])) as [-> ->].
  assert (split 32 4 (join 32 [a; b; c; d]) = [a; b; c; d]) as -> by exact (split_join 32 [a; b; c; d] H). by split.
Qed.

Local Opaque join split.

Lemma assist_word o x : x < 2 ^ 128 → constant_word o →
  let '(rcon, lane) := match o with Some rcon => (rcon, 255) | None => (0, 170) end in
  let t := added o (last_word x) in
  low 128 (v1_sem (PSHUFD lane) (low 128 (v1_sem (AESKEYGENASSIST rcon) x))) = join 32 [t; t; t; t].
Proof.
  intros Hx Ho. set (w := slice 96 32 x).
  assert (last_word x = w) as Ew.
  { unfold last_word, words. Local Transparent split. cbn [split rev app nth]. rewrite !N.shiftr_shiftr. reflexivity.
    Local Opaque split. }
  assert (w < 2 ^ 32) as Hw by apply low_below.
  assert (∀ v, low 32 (sub_word v) = sub_word v) as Hsub by (intros v; apply substituted_word).
  set (rcon := match o with Some rcon => rcon | None => 0 end).
  assert (low 32 rcon = rcon) as Hr by (unfold rcon; by destruct o).
  set (w1 := slice 32 32 x).
  assert (Forall (λ w, low 32 w = w)
    [sub_word w1; N.lxor (rot_word (sub_word w1)) rcon; sub_word w; N.lxor (rot_word (sub_word w)) rcon]) as H.
  { assert (w1 < 2 ^ 32) by apply low_below. rewrite !rotated_instruction by done.
    repeat (apply Forall_cons_2; [first [apply Hsub | by apply rotated_word]|]). apply Forall_nil_2. }
  assert (low 128 (v1_sem (AESKEYGENASSIST rcon) x) =
    join 32 [sub_word w1; N.lxor (rot_word (sub_word w1)) rcon; sub_word w; N.lxor (rot_word (sub_word w)) rcon]) as E.
  { transitivity (low 128 (join 32 [sub_word w1; N.lxor (rot_word (sub_word w1)) rcon; sub_word w; N.lxor (rot_word (sub_word w)) rcon]));
      [reflexivity|]. apply lt_low.
    apply (join_below 32 [_; _; _; _]). eapply Forall_impl; [exact H|]. intros v. apply low_lt. }
  destruct (element_join _ _ _ _ H) as [E2 E3].
  assert (∀ t, low 32 t = t → low 128 (join 32 [t; t; t; t]) = join 32 [t; t; t; t]) as Hjoin.
  { intros t Ht. apply lt_low. apply (join_below 32 [_; _; _; _]). by repeat (apply Forall_cons_2; [by apply low_lt|]). }
  rewrite Ew. destruct o as [rc|]; unfold rcon in *; cbn [added].
  - rewrite E. change (v1_sem (PSHUFD 255) ?y) with (join 32 [element 32 3 y; element 32 3 y; element 32 3 y; element 32 3 y]).
    rewrite E3, rotated_instruction by done. apply Hjoin. by apply rotated_word.
  - rewrite E. change (v1_sem (PSHUFD 170) ?y) with (join 32 [element 32 2 y; element 32 2 y; element 32 2 y; element 32 2 y]).
    rewrite E2. apply Hjoin, Hsub.
Qed.

Local Opaque low v1_sem v2_sem vshift_sem.
Local Strategy expand [v2_sem vshift_sem].

Lemma sem_shift_words k x : (k = 4 ∨ k = 8) → low 128 (vshift_sem PSLLDQ k x) = low 128 (N.shiftl x (8 * k)).
Proof.
  intros [-> | ->]; [change (vshift_sem PSLLDQ 4 x) with (low 128 (N.shiftl x 32))|
                     change (vshift_sem PSLLDQ 8 x) with (low 128 (N.shiftl x 64))]; by apply low_low.
Qed.

(** The registers that a step may use. *)
Definition turns (back : nat) (last x : vreg) : Prop :=
  (back = 0%nat ∧ last = V0 ∧ x = V0) ∨ (back = 1%nat ∧ last = V3 ∧ x = V0) ∨ (back = 1%nat ∧ last = V0 ∧ x = V3).

Lemma expand_words_spec ld o back last x v :
  turns back last x → constant_word o → block_sized (v last) → block_sized (v x) →
  let v' := vrun ld (expand_words o last x) v in
  v' x = next_block (added o (last_word (v last))) (v x) ∧ (last ≠ x → v' last = v last).
Proof.
  intros Ht Ho Hl Hx. cbv zeta. pose proof (assist_word o (v last) Hl Ho) as Ha.
  pose proof (added_word o (last_word (v last)) Ho) as Hw.
  rewrite <-(summed_next _ (v x) Hx Hw). unfold summed.
  assert (block_sized (join 32 [added o (last_word (v last)); added o (last_word (v last)); added o (last_word (v last)); added o (last_word (v last))])) as Hj.
  { apply (join_below 32 [_; _; _; _]). by repeat (apply Forall_cons_2; [by apply low_lt|]). }
  set (t := added o (last_word (v last))) in *. clearbody t.
  set (y := N.lxor (v x) (low 128 (N.shiftl (v x) 32))).
  assert (block_sized y) as Hy by (apply xor_below; [exact Hx|apply low_below]).
  unfold expand_words. destruct o as [rc|];
    (destruct Ht as [(_ & -> & ->)|[(_ & -> & ->)|(_ & -> & ->)]]; (split; [|intros Hne; try done; by apply vrun_other]));
    unfold lanes_of, shifted; evaluate; rewrite Ha, !sem_shift_words by tauto;
    change (8 * 4) with 32; change (8 * 8) with 64;
    rewrite (sem_xor (v _)) by (done || apply low_below);
    fold y; rewrite (sem_xor y) by (done || apply low_below);
    rewrite sem_xor by (done || (apply xor_below; [exact Hy|apply low_below])); reflexivity.
Qed.

(** ** In memory *)

Section expand.
  Context (at_ : mem → N) (b : bytes_of_memory) (k : N).
  Context (Hkey : ∀ d, (0 <= d <= 336)%Z → at_ (key_at d) = k + Z.to_N d).

  Lemma expand_blocks_spec back os : ∀ last x l v,
    turns back last x → Forall constant_word os → Forall (λ y, y < 2 ^ 128) l → (back < length l)%nat →
    (length l + length os ≤ 15)%nat → v last = nth 0 l 0 → v x = nth back l 0 →
    (mrun at_ (expand_blocks (length l) last x os) (v, store_blocks b k (rev l))).2 =
      store_blocks b k (rev (fold_left (grow back) os l)).
  Proof using Hkey.
    induction os as [|o os IH]; intros last x l v Ht Ho Hl Hlen Hroom Hlast Hx; [reflexivity|].
    apply Forall_cons in Ho as [Ho Hos]. cbn [expand_blocks length] in *. rewrite fold_grow, !mrun_app.
    assert (∀ i, (i < length l)%nat → nth i l 0 < 2 ^ 128) as Hnth.
    { intros i Hi. rewrite Forall_forall in Hl. apply Hl, elem_of_list_In, nth_In. exact Hi. }
    pose proof (Hnth 0%nat ltac:(lia)) as H0. pose proof (Hnth back Hlen) as H1.
    rewrite mrun_vector by (destruct o, Ht as [(_ & -> & ->)|[(_ & -> & ->)|(_ & -> & ->)]]; reflexivity).
    destruct (expand_words_spec (mload at_ (store_blocks b k (rev l))) o back last x v Ht Ho) as [E1 E2];
      [by rewrite Hlast|by rewrite Hx|].
    revert E1 E2. generalize (vrun (mload at_ (store_blocks b k (rev l))) (expand_words o last x) v). intros v1 E1 E2.
    rewrite mrun_store. rewrite Hlast, Hx in E1.
    assert (low 128 (v1 x) = nth 0 (grow back l o) 0) as E.
    { rewrite E1. apply lt_low, next_block_below. by apply added_word. }
    assert (store (store_blocks b k (rev l)) (at_ (key_at (16 * Z.of_nat (length l)))) 16 (low 128 (v1 x)) =
            store_blocks b k (rev (grow back l o))) as ->.
    { rewrite E, Hkey by lia. unfold grow. cbn [nth rev]. rewrite store_blocks_app, rev_length. cbn [store_blocks]. f_equal. lia. }
    change (S (length l)) with (length (grow back l o)). apply IH.
    - destruct Ht as [(-> & -> & ->)|[(-> & -> & ->)|(-> & -> & ->)]]; unfold turns; tauto.
    - exact Hos.
    - apply Forall_cons_2; [|exact Hl]. apply next_block_below. by apply added_word.
    - cbn [grow length]. lia.
    - unfold grow. cbn [length]. lia.
    - exact E1.
    - destruct Ht as [(-> & -> & ->)|[(-> & -> & ->)|(-> & -> & ->)]]; [exact E1|..];
        (rewrite E2 by done; exact Hlast).
  Qed.
  Lemma expand_128_run x v : load b (at_ (state_at 0)) 16 = x →
    (mrun at_ expand_128_code (v, b)).2 = store_blocks b k (key_schedule (split 8 16 x)) ∧
    ∀ r, r <> V13 → (mrun at_ expand_128_code (v, b)).1 r = 0.
  Proof using Hkey.
    intros Hx. assert (x < 2 ^ 128) as Hxb by (rewrite <-Hx; apply load_block_below).
    assert (vrun (mload at_ b) [fetch V0 (state_at 0)] v V0 = x) as Ev by (evaluate; exact Hx).
    unfold expand_128_code. rewrite mrun_app, mrun_vector by reflexivity.
    revert Ev. generalize (vrun (mload at_ b) [fetch V0 (state_at 0)] v). intros v0 Ev.
    rewrite mrun_app, mrun_store, mrun_app, Hkey, Ev, (lt_low 128 x Hxb) by lia. change (Z.to_N 0) with 0. rewrite N.add_0_r.
    replace (map Some round_constants) with (steps_128 10 1) by (by vm_compute).
    assert ((mrun at_ (expand_blocks 1 V0 V0 (steps_128 10 1)) (v0, store_blocks b k [x])).2 =
            store_blocks b k (key_schedule (split 8 16 x))) as H.
    { rewrite (key_schedule_128 x Hxb). apply (expand_blocks_spec 0 (steps_128 10 1) V0 V0 [x] v0);
        [unfold turns; tauto|exact constants_128|by apply Forall_cons_2|cbn; lia|cbn; lia|exact Ev|exact Ev]. }
    cbn [store_blocks] in H.
    destruct (mrun at_ (expand_blocks 1 V0 V0 (steps_128 10 1)) (v0, store b k 16 x)) as [v1 b1]. cbn [snd] in H.
    rewrite <-H, (mrun_vector at_ wipe) by reflexivity. split; [reflexivity|]. intros r Hr. by apply wipe_spec.
  Qed.

  Lemma expand_256_run x y v : load b (at_ (state_at 0)) 16 = x → load b (at_ (state_at 16)) 16 = y →
    (mrun at_ expand_256_code (v, b)).2 = store_blocks b k (key_schedule (split 8 16 x ++ split 8 16 y)) ∧
    ∀ r, r <> V13 → (mrun at_ expand_256_code (v, b)).1 r = 0.
  Proof using Hkey.
    intros Hx Hy. assert (x < 2 ^ 128) as Hxb by (rewrite <-Hx; apply load_block_below).
    assert (y < 2 ^ 128) as Hyb by (rewrite <-Hy; apply load_block_below).
    assert (vrun (mload at_ b) [fetch V0 (state_at 0); fetch V3 (state_at 16)] v V0 = x) as Ev by (evaluate; exact Hx).
    assert (vrun (mload at_ b) [fetch V0 (state_at 0); fetch V3 (state_at 16)] v V3 = y) as Ev3 by (evaluate; exact Hy).
    unfold expand_256_code. rewrite mrun_app, mrun_vector by reflexivity.
    revert Ev Ev3. generalize (vrun (mload at_ b) [fetch V0 (state_at 0); fetch V3 (state_at 16)] v). intros v0 Ev Ev3.
    rewrite mrun_app, mrun_store, mrun_app, mrun_store, mrun_app, !Hkey, Ev, Ev3, (lt_low 128 x Hxb), (lt_low 128 y Hyb) by lia.
    change (Z.to_N 0) with 0. rewrite N.add_0_r.
    replace [Some 1; None; Some 2; None; Some 4; None; Some 8; None; Some 16; None; Some 32; None; Some 64] with (steps_256 6 1)
      by (by vm_compute).
    assert ((mrun at_ (expand_blocks 2 V3 V0 (steps_256 6 1)) (v0, store_blocks b k [x; y])).2 =
            store_blocks b k (key_schedule (split 8 16 x ++ split 8 16 y))) as H.
    { rewrite (key_schedule_256 x y Hxb Hyb). apply (expand_blocks_spec 1 (steps_256 6 1) V3 V0 [y; x] v0);
        [unfold turns; tauto|exact constants_256| |cbn; lia|cbn; lia|exact Ev3|exact Ev].
      apply Forall_cons_2; [exact Hyb|by apply Forall_cons_2]. }
    cbn [store_blocks] in H. change (Z.to_N 16) with 16.
    destruct (mrun at_ (expand_blocks 2 V3 V0 (steps_256 6 1)) (v0, store (store b k 16 x) (k + 16) 16 y)) as [v1 b1]. cbn [snd] in H.
    rewrite <-H, (mrun_vector at_ wipe) by reflexivity. split; [reflexivity|]. intros r Hr. by apply wipe_spec.
  Qed.
End expand.

(** ** The procedures *)

(** A call: room for the key at [k], the bytes of the key at [a]. *)
Record expand_call (g : env) (s : state) (k a n : N) : Prop := ExpandCall {
  exp_key : span g key_region k 352;
  exp_writable : writable_region g key_region;
  exp_bytes : span g state_region a n;
  exp_rdi : locs s (G RDI) = low 64 k;
  exp_rsi : locs s (G RSI) = low 64 a;
}.

Definition schedule_stored (g : env) (s : state) (k : N) (code : list instr) (key : list N) : Prop :=
  ∃ s', ends_in g (straight code) s s' ∧ memory s' = store_blocks (memory s) k (key_schedule key) ∧
        ∀ x, x <> V13 → vectors s' x = 0.

Section call.
  Context (g : env) (s : state) (k a n : N) (Hcall : expand_call g s k a n).

  Lemma call_key_address d : (0 <= d <= 336)%Z → address g (locs s) (key_at d) = k + Z.to_N d.
  Proof using Hcall. intros Hd. destruct Hcall. apply (key_address_in g _ k 352); [done|done|lia|lia]. Qed.

  Lemma call_state_address d : (0 <= d)%Z → (d < Z.of_N n)%Z → address g (locs s) (state_at d) = a + Z.to_N d.
  Proof using Hcall.
    intros Hd Hn. destruct Hcall as [_ _ (S1 & S2 & S3) _ Ha]. unfold state_at. rewrite (address_plus _ _ _ _ _ a Ha) by lia. lia.
  Qed.

  Lemma call_readable d : (0 <= d)%Z → (d + 16 <= Z.of_N n)%Z → readable g s (state_at d).
  Proof using Hcall.
    intros Hd Hn. apply (span_readable g s _ state_region a n (Z.to_N d)); [done|apply Hcall|apply call_state_address; lia|lia].
  Qed.

  Lemma call_writable d : (0 <= d <= 336)%Z → writable g s (key_at d).
  Proof using Hcall.
    intros Hd. apply (span_writable g s _ key_region k 352 (Z.to_N d)); [done|apply Hcall|apply Hcall|by apply call_key_address|lia].
  Qed.

  Theorem expand_128_spec : n = 16 → schedule_stored g s k expand_128_code (bytes_at (memory s) a 16).
  Proof using Hcall.
    intros Hn. destruct (mrun_sound g expand_128_code s) as (s' & ts & Hr & _ & Em & Ex); [by vm_compute| | |].
    { change (flat_map voperands expand_128_code) with [state_at 0].
      apply Forall_cons_2; [apply call_readable; lia|apply Forall_nil_2]. }
    { change (flat_map store_operands expand_128_code) with (map (λ i, key_at (16 * Z.of_nat i)) (seq 0 11)).
      apply Forall_fmap, Forall_forall. intros i Hi. apply elem_of_seq in Hi. apply call_writable. lia. }
    destruct (expand_128_run (address g (locs s)) (memory s) k call_key_address (load (memory s) a 16) (vectors s)) as [E1 E2].
    { rewrite call_state_address by lia. change (Z.to_N 0) with 0. by rewrite N.add_0_r. }
    exists s'. split; [by eapply straight_ends|]. rewrite <-load_bytes, <-E1. split; [exact Em|].
    intros r H. rewrite Ex. by apply E2.
  Qed.

  Theorem expand_256_spec : n = 32 → schedule_stored g s k expand_256_code (bytes_at (memory s) a 32).
  Proof using Hcall.
    intros Hn. destruct (mrun_sound g expand_256_code s) as (s' & ts & Hr & _ & Em & Ex); [by vm_compute| | |].
    { change (flat_map voperands expand_256_code) with [state_at 0; state_at 16].
      apply Forall_cons_2; [apply call_readable; lia|]. apply Forall_cons_2; [apply call_readable; lia|apply Forall_nil_2]. }
    { change (flat_map store_operands expand_256_code) with (map (λ i, key_at (16 * Z.of_nat i)) (seq 0 15)).
      apply Forall_fmap, Forall_forall. intros i Hi. apply elem_of_seq in Hi. apply call_writable. lia. }
    destruct (expand_256_run (address g (locs s)) (memory s) k call_key_address (load (memory s) a 16) (load (memory s) (a + 16) 16)
      (vectors s)) as [E1 E2].
    { rewrite call_state_address by lia. change (Z.to_N 0) with 0. by rewrite N.add_0_r. }
    { by rewrite call_state_address by lia. }
    assert (bytes_at (memory s) a 32 = split 8 16 (load (memory s) a 16) ++ split 8 16 (load (memory s) (a + 16) 16)) as ->.
    { rewrite !load_bytes. exact (bytes_at_add (memory s) a 16 16). }
    exists s'. split; [by eapply straight_ends|]. rewrite <-E1. split; [exact Em|].
    intros r H. rewrite Ex. by apply E2.
  Qed.
End call.
