(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The AES instructions compute AES.

    FIPS 197 substitutes bytes, then shifts rows; [aesenc] does it the other way round. The
    two commute, so that the chain of instructions that AES code consists of is the cipher. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted Aes_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
Local Open Scope N_scope.

(** ** Cutting what was glued *)

Definition is_byte (b : N) : Prop := low 8 b = b.

Lemma low_testbit w x i : N.testbit (low w x) i = N.testbit x i && (i <? w).
Proof.
  unfold low. rewrite N.land_spec. destruct (N.ltb_spec i w) as [Hi|Hi].
  - by rewrite N.ones_spec_low.
  - by rewrite N.ones_spec_high.
Qed.

Lemma low_join w x hi : low w x = x → low w (N.lor x (N.shiftl hi w)) = x.
Proof.
  intros Hx. rewrite <-Hx at 2. apply N.bits_inj. intros i. rewrite !low_testbit, N.lor_spec.
  destruct (N.ltb_spec i w) as [Hi|Hi]; rewrite ?andb_false_r, ?andb_true_r; [|done].
  by rewrite N.shiftl_spec_low, orb_false_r.
Qed.

Lemma high_join w x hi : low w x = x → N.shiftr (N.lor x (N.shiftl hi w)) w = hi.
Proof.
  intros Hx. apply N.bits_inj. intros i.
  rewrite N.shiftr_spec, N.lor_spec, N.shiftl_spec_high, N.add_sub by lia.
  rewrite <-Hx, low_testbit. destruct (N.ltb_spec (i + w) w); [lia|]. by rewrite andb_false_r.
Qed.

Lemma split_join w l : Forall (λ x, low w x = x) l → split w (length l) (join w l) = l.
Proof.
  induction 1 as [|x l Hx _ IH]; [done|]. cbn [length split join].
  by rewrite low_join, high_join, IH.
Qed.

Lemma split_pieces w n x : Forall (λ y, low w y = y) (split w n x) ∧ length (split w n x) = n.
Proof.
  revert x. induction n as [|n IH]; intros x; [by split; constructor|]. cbn [split length].
  destruct (IH (N.shiftr x w)) as [H1 H2]. split; [|by rewrite H2]. constructor; [|done].
  apply N.bits_inj. intros i. rewrite !low_testbit. by destruct (_ <? _); rewrite ?andb_true_r, ?andb_false_r.
Qed.

(** ** Substitution and shifting commute *)

Lemma sbox_bytes : forallb (λ b, low 8 (sbox b) =? sbox b) (map N.of_nat (seq 0 256)) = true.
Proof. by vm_compute. Qed.

Lemma sbox_byte b : is_byte b → is_byte (sbox b).
Proof.
  intros Hb. apply N.eqb_eq. pose proof sbox_bytes as H. rewrite forallb_forall in H. apply H.
  apply in_map_iff. exists (N.to_nat b). split; [apply N2Nat.id|]. apply in_seq.
  assert (b < 256); [|lia]. unfold is_byte, low in Hb. rewrite N.land_ones in Hb.
  rewrite <-Hb. by apply N.mod_lt.
Qed.

Local Opaque sbox low N.shiftr.

Lemma sub_bytes_shift_rows x : sub_bytes (shift_rows x) = shift_rows (sub_bytes x).
Proof.
  unfold sub_bytes, shift_rows, permute_bytes, block, bytes.
  destruct (split_pieces 8 16 x) as [Hb Hl]. set (b := split 8 16 x) in *. clearbody b.
  assert (split 8 16 (join 8 (map sbox b)) = map sbox b) as ->.
  { replace 16%nat with (length (map sbox b)) by (rewrite map_length; exact Hl). apply split_join.
    apply Forall_fmap. eapply Forall_impl; [exact Hb|]. exact sbox_byte. }
  do 17 (destruct b as [|? b]; try discriminate Hl).
  rewrite !Forall_cons in Hb. destruct_and! Hb. f_equal. cbn [map nth].
  match goal with |- map sbox (split 8 16 (join 8 ?l)) = _ => assert (split 8 16 (join 8 l) = l) as -> end; [|reflexivity].
  match goal with |- split 8 16 (join 8 ?l) = _ => apply (split_join 8 l) end.
  repeat (constructor; [assumption|]). constructor.
Qed.

(** ** The theorem *)

(** All rounds but the last, and the last, of functions that never get unfolded. *)
Definition rounds (step last : N → N → N) : list N → N → N :=
  fix rounds ks x :=
    match ks with
    | [] => x
    | [k] => last x k
    | k :: ks => rounds ks (step x k)
    end.

Lemma rounds_fold step last ks k x : rounds step last (ks ++ [k]) x = last (fold_left step ks x) k.
Proof.
  revert x. induction ks as [|k1 ks IH]; intros x; [reflexivity|].
  cbn [app fold_left]. rewrite <-IH. destruct ks; reflexivity.
Qed.

Lemma fold_left_same (f g : N → N → N) ks x : (∀ x k, f x k = g x k) → fold_left f ks x = fold_left g ks x.
Proof. intros H. revert x. induction ks as [|k ks IH]; intros x; cbn [fold_left]; [reflexivity|]. rewrite H. apply IH. Qed.

Definition fips_round (x k : N) : N := N.lxor (mix_columns (shift_rows (sub_bytes x))) k.
Definition fips_last (x k : N) : N := N.lxor (shift_rows (sub_bytes x)) k.

Lemma aes_rounds k0 ks x : aes (k0 :: ks) x = rounds fips_round fips_last ks (N.lxor x k0).
Proof. reflexivity. Qed.

Lemma fips_round_instruction x k : fips_round x k = aesenc x k.
Proof. unfold fips_round, aesenc. rewrite sub_bytes_shift_rows. reflexivity. Qed.
Lemma fips_last_instruction x k : fips_last x k = aesenclast x k.
Proof. unfold fips_last, aesenclast. rewrite sub_bytes_shift_rows. reflexivity. Qed.

(** The cipher of FIPS 197, section 5.1, with any number of rounds: the first round key is
    added, [aesenc] does the rounds but the last, [aesenclast] the last. *)
Theorem aes_instructions k0 ks last x :
  aes (k0 :: ks ++ [last]) x = aesenclast (fold_left aesenc ks (N.lxor x k0)) last.
Proof.
  rewrite aes_rounds, rounds_fold, fips_last_instruction. f_equal.
  apply fold_left_same, fips_round_instruction.
Qed.
