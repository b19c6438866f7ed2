(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The key schedule of FIPS 197, four words at a time: each block of it from the last block and the
    one [nk] words before. This is about the specification only. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Aes_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Rounds Blocks.
Local Open Scope N_scope.

(** What is added to the first of four words: from the last word made, rotated (with a round constant), or only
    substituted. *)
Definition rotated (rcon w : N) : N := N.lxor (join 8 (map sbox (split 8 4 (rotl 32 24 w)))) rcon.
Definition substituted (w : N) : N := join 8 (map sbox (split 8 4 w)).

(** Four words from the four that they replace, newest first. *)
Definition four (t : N) (old : list N) : list N :=
  match old with
  | [d; c; b; a] =>
      let a := N.lxor a t in let b := N.lxor b a in let c := N.lxor c b in let d := N.lxor d c in [d; c; b; a]
  | _ => []
  end.

Local Opaque N.lxor sbox rotl join split xtime.

(** AES-128: every fourth word is special, and the four before are replaced. *)
Lemma expand_128 fuel j rcon a b c d ws :
  expand 4 (4 + fuel) (4 * S j) rcon (d :: c :: b :: a :: ws) =
  expand 4 fuel (4 * S (S j)) (xtime rcon) (four (rotated rcon d) [d; c; b; a] ++ d :: c :: b :: a :: ws).
Proof.
  assert (∀ i, (i < 4)%nat → ((i + 4 * S j) mod 4 = i)%nat) as Hm.
  { intros i Hi. rewrite (Nat.mul_comm 4), Nat.mod_add by lia. by apply Nat.mod_small. }
  pose proof (Hm 0%nat ltac:(lia)) as H0. pose proof (Hm 1%nat ltac:(lia)) as H1.
  pose proof (Hm 2%nat ltac:(lia)) as H2. pose proof (Hm 3%nat ltac:(lia)) as H3. clear Hm.
  replace (4 * S (S j))%nat with (4 + 4 * S j)%nat by lia. revert H0 H1 H2 H3. generalize (4 * S j)%nat. intros i H0 H1 H2 H3.
  cbn [Nat.add] in *. cbn [expand]. rewrite H0, H1, H2, H3. reflexivity.
Qed.

(** AES-256: every fourth word is special, with rotation and constant or without, and the four before the last four are replaced. *)
Lemma expand_256_rotated fuel j rcon a b c d e f g h ws :
  expand 8 (4 + fuel) (8 * S j) rcon (h :: g :: f :: e :: d :: c :: b :: a :: ws) =
  expand 8 fuel (4 + 8 * S j) (xtime rcon)
    (four (rotated rcon h) [d; c; b; a] ++ h :: g :: f :: e :: d :: c :: b :: a :: ws).
Proof.
  assert (∀ i, (i < 8)%nat → ((i + 8 * S j) mod 8 = i)%nat) as Hm.
  { intros i Hi. rewrite (Nat.mul_comm 8), Nat.mod_add by lia. by apply Nat.mod_small. }
  pose proof (Hm 0%nat ltac:(lia)) as H0. pose proof (Hm 1%nat ltac:(lia)) as H1.
  pose proof (Hm 2%nat ltac:(lia)) as H2. pose proof (Hm 3%nat ltac:(lia)) as H3. clear Hm.
  revert H0 H1 H2 H3. generalize (8 * S j)%nat. intros i H0 H1 H2 H3.
  cbn [Nat.add] in *. cbn [expand]. rewrite H0, H1, H2, H3. reflexivity.
Qed.

Lemma expand_256_substituted fuel j rcon a b c d e f g h ws :
  expand 8 (4 + fuel) (4 + 8 * S j) rcon (h :: g :: f :: e :: d :: c :: b :: a :: ws) =
  expand 8 fuel (8 * S (S j)) rcon
    (four (substituted h) [d; c; b; a] ++ h :: g :: f :: e :: d :: c :: b :: a :: ws).
Proof.
  assert (∀ i, (i < 8)%nat → ((i + 8 * S j) mod 8 = i)%nat) as Hm.
  { intros i Hi. rewrite (Nat.mul_comm 8), Nat.mod_add by lia. by apply Nat.mod_small. }
  pose proof (Hm 4%nat ltac:(lia)) as H0. pose proof (Hm 5%nat ltac:(lia)) as H1.
  pose proof (Hm 6%nat ltac:(lia)) as H2. pose proof (Hm 7%nat ltac:(lia)) as H3. clear Hm.
  replace (8 * S (S j))%nat with (8 + 8 * S j)%nat by lia.
  revert H0 H1 H2 H3. generalize (8 * S j)%nat. intros i H0 H1 H2 H3.
  cbn [Nat.add] in *. cbn [expand]. rewrite H0, H1, H2, H3. reflexivity.
Qed.

(** ** Blocks, newest last; a block is four words in a row, [words] them, newest first *)

Definition words (x : N) : list N := rev (split 32 4 x).

(** The block made of [prev] with [t] added to its first word. *)
Definition next_block (t prev : N) : N := join 32 (rev (four t (words prev))).

Definition last_word (x : N) : N := nth 0 (words x) 0.

Local Transparent split join.

Lemma words_four x : ∃ a b c d, words x = [d; c; b; a] ∧ Forall (λ w, low 32 w = w) [d; c; b; a].
Proof.
  eexists _, _, _, _. split; [reflexivity|]. repeat constructor; by apply low_low.
Qed.

Lemma low32_xor a b : low 32 a = a → low 32 b = b → low 32 (N.lxor a b) = N.lxor a b.
Proof. intros Ha Hb. by rewrite low_lxor, Ha, Hb. Qed.

Lemma words_next t prev : low 32 t = t → words (next_block t prev) = four t (words prev).
Proof.
  intros Ht. destruct (words_four prev) as (a & b & c & d & E & H). unfold next_block. rewrite E.
  rewrite !Forall_cons in H. destruct H as (Hd & Hc & Hb & Ha & _). cbn [four rev app]. unfold words.
  match goal with |- rev (split 32 4 (join 32 ?l)) = _ => assert (split 32 4 (join 32 l) = l) as -> end; [|reflexivity].
  match goal with |- split 32 4 (join 32 ?l) = _ => apply (split_join 32 l) end.
  repeat (apply Forall_cons_2; [repeat apply low32_xor; assumption|]). apply Forall_nil_2.
Qed.

Lemma next_block_below t prev : low 32 t = t → next_block t prev < 2 ^ 128.
Proof.
  intros Ht. destruct (words_four prev) as (a & b & c & d & E & H). unfold next_block. rewrite E.
  rewrite !Forall_cons in H. destruct H as (Hd & Hc & Hb & Ha & _). cbn [four rev app].
  match goal with |- join 32 ?l < _ => change (2 ^ 128) with (2 ^ (32 * N.of_nat (length l))) end.
  apply join_below. repeat (apply Forall_cons_2; [apply low_lt; repeat apply low32_xor; assumption|]). apply Forall_nil_2.
Qed.

Lemma sub_below w : substituted w < 2 ^ 32.
Proof.
  unfold substituted. change (2 ^ 32) with (2 ^ (8 * N.of_nat (length (map sbox (split 8 4 w))))).
  apply join_below. apply Forall_fmap. eapply Forall_impl; [apply split_below|]. intros b Hb.
  pose proof (for_all_bytes _ b sbox_small Hb) as H. by apply N.ltb_lt in H.
Qed.

Lemma substituted_word w : low 32 (substituted w) = substituted w.
Proof. apply lt_low, sub_below. Qed.
Lemma rotated_word rcon w : low 32 rcon = rcon → low 32 (rotated rcon w) = rotated rcon w.
Proof. intros Hr. unfold rotated. apply low32_xor; [apply substituted_word|exact Hr]. Qed.

Lemma block_words x : x < 2 ^ 128 → join 32 (rev (words x)) = x.
Proof. intros Hx. unfold words. rewrite rev_involutive, join_split. by apply lt_low. Qed.

(** The blocks that [ws], newest first, make. *)
Lemma blocks_of_one x xs : x < 2 ^ 128 → blocks_of_words (rev (words x) ++ xs) = x :: blocks_of_words xs.
Proof.
  intros Hx. transitivity (join 32 (rev (words x)) :: blocks_of_words xs); [|by rewrite block_words].
  destruct (words_four x) as (a & b & c & d & -> & _). reflexivity.
Qed.

Lemma blocks_of_all l : Forall (λ x, x < 2 ^ 128) l → blocks_of_words (concat (map (λ x, rev (words x)) l)) = l.
Proof.
  induction 1 as [|x l Hx _ IH]; [reflexivity|]. cbn [map concat]. by rewrite blocks_of_one, IH.
Qed.

(** Words of blocks, newest first. *)
Definition all_words (l : list N) : list N := concat (map words l).

Lemma all_words_rev l : rev (all_words l) = concat (map (λ x, rev (words x)) (rev l)).
Proof.
  induction l as [|x l IH]; [reflexivity|]. unfold all_words in *. cbn [map concat rev].
  rewrite rev_app_distr, IH, map_app, concat_app. cbn [map concat]. by rewrite app_nil_r.
Qed.

(** ** The schedule as it grows, block by block, newest first *)

(** What is added: rotated with a constant, or only substituted. *)
Definition added (o : option N) (w : N) : N := match o with Some rcon => rotated rcon w | None => substituted w end.

(** A new block from the last one and the one to be replaced. *)
Definition grow (back : nat) (l : list N) (o : option N) : list N :=
  next_block (added o (last_word (nth 0 l 0))) (nth back l 0) :: l.

Fixpoint steps_128 (n : nat) (rcon : N) : list (option N) :=
  match n with O => [] | S n => Some rcon :: steps_128 n (xtime rcon) end.
Fixpoint steps_256 (n : nat) (rcon : N) : list (option N) :=
  match n with O => [Some rcon] | S n => Some rcon :: None :: steps_256 n (xtime rcon) end.

Definition constant_word (o : option N) : Prop := match o with Some rcon => low 32 rcon = rcon | None => True end.

Lemma added_word o w : constant_word o → low 32 (added o w) = added o w.
Proof. destruct o; intros H; [by apply rotated_word|apply substituted_word]. Qed.

Lemma all_words_grow back l o : constant_word o →
  all_words (grow back l o) = four (added o (last_word (nth 0 l 0))) (words (nth back l 0)) ++ all_words l.
Proof. intros Ho. unfold grow, all_words. cbn [map concat]. by rewrite words_next by (by apply added_word). Qed.

Lemma all_words_cons x l : all_words (x :: l) = words x ++ all_words l.
Proof. reflexivity. Qed.

Lemma fold_grow back l o os : fold_left (grow back) (o :: os) l = fold_left (grow back) os (grow back l o).
Proof. reflexivity. Qed.

Local Opaque words.

Lemma expand_128_blocks n : ∀ j rcon x l, Forall constant_word (steps_128 n rcon) →
  expand 4 (n * 4) (4 * S j) rcon (all_words (x :: l)) = all_words (fold_left (grow 0) (steps_128 n rcon) (x :: l)).
Proof.
  induction n as [|n IH]; intros j rcon x l Hs; [reflexivity|].
  cbn [steps_128] in Hs |- *. apply Forall_cons in Hs as [H1 Hs]. rewrite fold_grow.
  change (S n * 4)%nat with (4 + n * 4)%nat. rewrite all_words_cons.
  transitivity (expand 4 (n * 4) (4 * S (S j)) (xtime rcon) (all_words (grow 0 (x :: l) (Some rcon)))).
  - rewrite all_words_grow by done. cbn [nth added]. unfold last_word. rewrite all_words_cons.
    destruct (words_four x) as (a & b & c & d & -> & _). cbn [app nth]. apply expand_128.
  - unfold grow at 1. rewrite IH by done. reflexivity.
Qed.

Lemma expand_256_blocks n : ∀ j rcon y x l, Forall constant_word (steps_256 n rcon) →
  expand 8 (4 + n * 8) (8 * S j) rcon (all_words (y :: x :: l)) =
  all_words (fold_left (grow 1) (steps_256 n rcon) (y :: x :: l)).
Proof.
  assert (∀ fuel j rcon y x l, constant_word (Some rcon) →
    expand 8 (4 + fuel) (8 * S j) rcon (all_words (y :: x :: l)) =
    expand 8 fuel (4 + 8 * S j) (xtime rcon) (all_words (grow 1 (y :: x :: l) (Some rcon)))) as Hrot.
  { intros fuel j rcon y x l H. rewrite all_words_grow by done. cbn [nth added]. unfold last_word. rewrite !all_words_cons.
    destruct (words_four x) as (a & b & c & d & -> & _), (words_four y) as (e & f & g & h & -> & _).
    cbn [app nth]. apply expand_256_rotated. }
  assert (∀ fuel j rcon y x l,
    expand 8 (4 + fuel) (4 + 8 * S j) rcon (all_words (y :: x :: l)) =
    expand 8 fuel (8 * S (S j)) rcon (all_words (grow 1 (y :: x :: l) None))) as Hsub.
  { intros fuel j rcon y x l. rewrite all_words_grow by done. cbn [nth added]. unfold last_word. rewrite !all_words_cons.
    destruct (words_four x) as (a & b & c & d & -> & _), (words_four y) as (e & f & g & h & -> & _).
    cbn [app nth]. apply expand_256_substituted. }
  induction n as [|n IH]; intros j rcon y x l Hs; cbn [steps_256] in Hs |- *; apply Forall_cons in Hs as [H1 Hs]; rewrite fold_grow.
  - change (4 + 0 * 8)%nat with (4 + 0)%nat. rewrite Hrot by done. reflexivity.
  - apply Forall_cons in Hs as [_ Hs]. rewrite fold_grow.
    replace (4 + S n * 8)%nat with (4 + (4 + (4 + n * 8)))%nat by lia. rewrite Hrot by done.
    set (z := next_block (added (Some rcon) (last_word (nth 0 (y :: x :: l) 0))) (nth 1 (y :: x :: l) 0)).
    change (grow 1 (y :: x :: l) (Some rcon)) with (z :: y :: x :: l). rewrite Hsub.
    set (z' := next_block (added None (last_word (nth 0 (z :: y :: x :: l) 0))) (nth 1 (z :: y :: x :: l) 0)).
    change (grow 1 (z :: y :: x :: l) None) with (z' :: z :: y :: x :: l). by apply IH.
Qed.

(** ** The theorem: the schedule of a key is what grows from its blocks *)

Lemma grow_below back os : ∀ l, Forall constant_word os → Forall (λ x, x < 2 ^ 128) l →
  Forall (λ x, x < 2 ^ 128) (fold_left (grow back) os l).
Proof.
  induction os as [|o os IH]; intros l Ho Hl; [exact Hl|]. apply Forall_cons in Ho as [Ho Hos]. rewrite fold_grow.
  apply IH; [exact Hos|]. apply Forall_cons_2; [|exact Hl]. apply next_block_below. by apply added_word.
Qed.

Lemma blocks_grown l : Forall (λ x, x < 2 ^ 128) l → blocks_of_words (rev (all_words l)) = rev l.
Proof. intros Hl. rewrite all_words_rev. apply blocks_of_all. by apply Forall_rev. Qed.

Lemma constants_128 : Forall constant_word (steps_128 10 1).
Proof. repeat (apply Forall_cons_2; [by vm_compute|]). apply Forall_nil_2. Qed.
Lemma constants_256 : Forall constant_word (steps_256 6 1).
Proof. repeat (apply Forall_cons_2; [by vm_compute|]). apply Forall_nil_2. Qed.

Lemma skipn_split w k n x : skipn k (split w (k + n) x) = split w n (N.shiftr x (w * N.of_nat k)).
Proof.
  revert x. induction k as [|k IH]; intros x; cbn [Nat.add split skipn].
  - by rewrite N.mul_0_r, N.shiftr_0_r.
  - rewrite IH, N.shiftr_shiftr. do 2 f_equal. lia.
Qed.

Lemma firstn_split w k n x : firstn k (split w (k + n) x) = split w k x.
Proof. revert x. induction k as [|k IH]; intros x; [done|]. cbn [Nat.add split firstn]. by rewrite IH. Qed.

(** The words of 16 bytes. *)
Lemma words_of_bytes x : map (λ i, join 8 (firstn 4 (skipn (4 * i) (split 8 16 x)))) (seq 0 4) = split 32 4 x.
Proof.
  assert (∀ i n, (4 * i + (4 + n) = 16)%nat → join 8 (firstn 4 (skipn (4 * i) (split 8 16 x))) = low 32 (N.shiftr x (32 * N.of_nat i))) as H.
  { intros i n Hi. rewrite <-Hi, skipn_split, firstn_split, join_split. f_equal. f_equal. lia. }
  cbn [seq map]. rewrite (H 0%nat 12%nat), (H 1%nat 8%nat), (H 2%nat 4%nat), (H 3%nat 0%nat) by lia.
  cbn [split]. rewrite !N.shiftr_shiftr. change (32 * N.of_nat 0) with 0. rewrite N.shiftr_0_r. reflexivity.
Qed.

Theorem key_schedule_128 x : x < 2 ^ 128 →
  key_schedule (split 8 16 x) = rev (fold_left (grow 0) (steps_128 10 1) [x]).
Proof.
  intros Hx. rewrite <-blocks_grown by (apply grow_below; [exact constants_128|by repeat constructor]).
  rewrite <-(expand_128_blocks 10 0 1 x [] constants_128).
  transitivity (blocks_of_words (rev (expand 4 40 4 1 (rev (map (λ i, join 8 (firstn 4 (skipn (4 * i) (split 8 16 x)))) (seq 0 4)))))).
  - reflexivity.
  - rewrite words_of_bytes. change (rev (split 32 4 x)) with (words x).
    replace (all_words [x]) with (words x) by (unfold all_words; cbn [map concat]; by rewrite app_nil_r). reflexivity.
Qed.

Theorem key_schedule_256 x y : x < 2 ^ 128 → y < 2 ^ 128 →
  key_schedule (split 8 16 x ++ split 8 16 y) = rev (fold_left (grow 1) (steps_256 6 1) [y; x]).
Proof.
  intros Hx Hy. rewrite <-blocks_grown by (apply grow_below; [exact constants_256|by repeat constructor]).
  rewrite <-(expand_256_blocks 6 0 1 y x [] constants_256).
  transitivity (blocks_of_words (rev (expand 8 52 8 1 (rev
    (map (λ i, join 8 (firstn 4 (skipn (4 * i) (split 8 16 x)))) (seq 0 4) ++
     map (λ i, join 8 (firstn 4 (skipn (4 * i) (split 8 16 y)))) (seq 0 4)))))).
  - reflexivity.
  - rewrite !words_of_bytes, rev_app_distr. change (rev (split 32 4 ?z)) with (words z).
    replace (all_words [y; x]) with (words y ++ words x) by (unfold all_words; cbn [map concat]; by rewrite app_nil_r). reflexivity.
Qed.

(** Round keys are blocks, and there are 11 or 15 of them. *)
Lemma grow_length back os : ∀ l, length (fold_left (grow back) os l) = (length os + length l)%nat.
Proof. induction os as [|o os IH]; intros l; [reflexivity|]. rewrite fold_grow, IH. unfold grow. cbn [length]. lia. Qed.

Lemma schedule_128_blocks x : x < 2 ^ 128 →
  (length (key_schedule (split 8 16 x)) ≤ 16)%nat ∧ Forall (λ y, y < 2 ^ 128) (key_schedule (split 8 16 x)).
Proof.
  intros Hx. rewrite (key_schedule_128 x Hx), rev_length, grow_length. split; [cbn; lia|].
  apply Forall_rev, grow_below; [exact constants_128|by apply Forall_cons_2].
Qed.

Lemma schedule_256_blocks x y : x < 2 ^ 128 → y < 2 ^ 128 →
  (length (key_schedule (split 8 16 x ++ split 8 16 y)) ≤ 16)%nat ∧
  Forall (λ z, z < 2 ^ 128) (key_schedule (split 8 16 x ++ split 8 16 y)).
Proof.
  intros Hx Hy. rewrite (key_schedule_256 x y Hx Hy), rev_length, grow_length. split; [cbn; lia|].
  apply Forall_rev, grow_below; [exact constants_256|]. apply Forall_cons_2; [exact Hy|by apply Forall_cons_2].
Qed.
