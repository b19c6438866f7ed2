(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a step leaves as it was: memory outside of given places. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import State_trusted.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Gcm.Algebra Require Import Blocks.
From Fairlead.Gcm.Loops Require Import Standard.
From Fairlead.Gcm.Library Require Import Library_trusted.
Local Open Scope N_scope.

(** [apart] stays folded, so that [lia] does not split on all there are. *)
Lemma apart_part a m b n a' m' b' n' :
  apart a m b n → a <= a' → a' + m' <= a + m → b <= b' → b' + n' <= b + n → apart a' m' b' n'.
Proof. unfold apart. lia. Qed.

Lemma apart_sym a m b n : apart a m b n → apart b n a m.
Proof. unfold apart. lia. Qed.

(** Parts of what is apart are apart. The hypothesis is chosen by the names that addresses begin with. *)
Ltac base_of a := lazymatch a with ?x + _ => base_of x | _ => a end.
Ltac same_base a x := let a := base_of a in let x := base_of x in constr_eq a x.
Ltac apart :=
  match goal with
  | H : apart ?a ?m ?b ?n |- apart ?x _ ?y _ =>
      first [same_base a x; same_base b y; apply (apart_part a m b n _ _ _ _ H)
            |same_base a y; same_base b x; apply apart_sym, (apart_part a m b n _ _ _ _ H)];
      clear H; lia
  | |- apart _ _ _ _ => solve [unfold apart; lia]
  end.

Lemma same_but_refl ws m : same_but ws m m.
Proof. by intros x _. Qed.

Lemma same_but_trans ws m1 m2 m3 : same_but ws m1 m2 → same_but ws m2 m3 → same_but ws m1 m3.
Proof. intros H1 H2 x Hx. by rewrite H2, H1. Qed.

Definition in_some (ws : list (N * N)) (w : N * N) : Prop :=
  Exists (λ v, fst v <= fst w ∧ fst w + snd w <= fst v + snd v) ws.

Lemma same_but_more ws vs m m' : same_but ws m m' → Forall (in_some vs) ws → same_but vs m m'.
Proof.
  intros H Hin x Hx. apply H. eapply Forall_impl; [exact Hin|]. intros w Hw.
  apply Exists_exists in Hw as (v & Hv & H1 & H2). rewrite Forall_forall in Hx. specialize (Hx v Hv). lia.
Qed.

Ltac in_some := repeat apply Forall_cons_2; try apply Forall_nil_2;
  solve [repeat first [apply Exists_cons_hd; split; cbn [fst snd]; lia | apply Exists_cons_tl]].

(** Goal: [same_but vs m m'], from hypotheses about steps from [m] to [m']. *)
Lemma same_but_step ws vs m1 m2 m3 :
  same_but ws m1 m2 → Forall (in_some vs) ws → same_but vs m2 m3 → same_but vs m1 m3.
Proof. intros H Hin H2. eapply same_but_trans; [by eapply same_but_more|exact H2]. Qed.

Lemma same_at ws m m' a n x :
  same_but ws m m' → Forall (λ w, apart a n (fst w) (snd w)) ws → a <= x < a + n → m' x = m x.
Proof.
  intros H Hap Hx. apply H. eapply Forall_impl; [exact Hap|]. intros w Hw. unfold apart in Hw. lia.
Qed.

Lemma same_read ws m m' a n :
  same_but ws m m' → Forall (λ w, apart a (N.of_nat n) (fst w) (snd w)) ws → read m' a n = read m a n.
Proof.
  intros H Hap. apply map_ext_in. intros i Hi. apply in_seq in Hi. f_equal. eapply same_at; [exact H|exact Hap|]. lia.
Qed.

Lemma same_load ws m m' a :
  same_but ws m m' → Forall (λ w, apart a 16 (fst w) (snd w)) ws → load m' a 16 = load m a 16.
Proof.
  intros H Hap. apply load_agree. intros x Hx. unfold covers in Hx. eapply same_at; [exact H|exact Hap|]. lia.
Qed.

Ltac aparts := repeat apply Forall_cons_2; try apply Forall_nil_2; cbn [fst snd]; apart.

(** What of a stream changes while it works. *)
Definition stream_of (o : library) : list (N * N) := [(at_state o, 32); (at_keystream o, 96); (at_pending o, 96)].

(** ** Strings in memory *)

Definition byte (x : N) : Prop := low 8 x = x.

Lemma read_length m a n : length (read m a n) = n.
Proof. unfold read. by rewrite map_length, seq_length. Qed.

Lemma read_bytes m a n : Forall byte (read m a n).
Proof. apply Forall_fmap, Forall_forall. intros i _. cbn. by apply low_low. Qed.

Lemma read_add m a i j : read m a (i + j) = read m a i ++ read m (a + N.of_nat i) j.
Proof. exact (bytes_at_add m a i j). Qed.

Lemma read_write m a l : Forall byte l → read (write m a l) a (length l) = l.
Proof.
  intros Hl. apply (list_eq_same_length _ _ (length l)); [done|apply read_length|].
  intros i x y Hi Hx Hy. unfold read in Hx. rewrite list_lookup_fmap, lookup_seq_lt in Hx by done. cbn in Hx.
  injection Hx as <-. unfold write.
  rewrite (proj2 (N.leb_le _ _)), (proj2 (N.ltb_lt _ _)) by lia. cbn [andb].
  replace (N.to_nat (a + N.of_nat i - a)) with i by lia. rewrite Forall_lookup in Hl. rewrite <-(Hl i y Hy).
  apply (f_equal (low 8)). apply (nth_lookup_Some l i 0 y) in Hy. exact Hy.
Qed.

Lemma write_same m a l : same_but [(a, N.of_nat (length l))] m (write m a l).
Proof.
  intros x Hx. apply Forall_cons in Hx as [Hx _]. cbn [fst snd] in Hx. unfold write.
  destruct (N.leb_spec a x), (N.ltb_spec x (a + N.of_nat (length l))); cbn [andb]; done || lia.
Qed.

Lemma load_read m a : load m a 16 = join 8 (read m a 16).
Proof.
  change (read m a 16) with (bytes_at m a 16). rewrite <-load_bytes, join_split. symmetry. apply (load_low m a 16).
Qed.

Lemma load_write m a l : Forall byte l → length l = 16%nat → load (write m a l) a 16 = join 8 l.
Proof. intros Hl Hn. rewrite load_read. f_equal. rewrite <-Hn. by apply read_write. Qed.

Lemma split_bytes n x : Forall byte (split 8 n x).
Proof. revert x. induction n as [|n IH]; intros x; constructor; [by apply low_low|apply IH]. Qed.

Lemma split_length w n x : length (split w n x) = n.
Proof. revert x. induction n as [|n IH]; intros x; [done|]. cbn [split length]. by rewrite IH. Qed.

Lemma xor_bytes l k : Forall byte l → Forall byte k → Forall byte (zip_with N.lxor l k).
Proof.
  intros Hl. revert k. induction Hl as [|x l Hx _ IH]; intros k Hk; [constructor|].
  destruct Hk as [|y k Hy Hk]; constructor; [|by apply IH]. unfold byte in *. by rewrite low_lxor, Hx, Hy.
Qed.

Lemma zeros_length n : N.of_nat (length (zeros n)) = n.
Proof. unfold zeros. by rewrite repeat_length, N2Nat.id. Qed.

Lemma repeat_bytes n : Forall byte (repeat 0 n).
Proof. induction n; by constructor. Qed.

(** Zeros in memory. *)
Lemma wiped_same m a n : same_but [(a, n)] m (write m a (zeros n)).
Proof. pose proof (write_same m a (zeros n)) as H. by rewrite zeros_length in H. Qed.

Lemma wiped_read m a n : read (write m a (zeros n)) a (N.to_nat n) = zeros n.
Proof.
  pose proof (read_write m a (zeros n) (repeat_bytes _)) as H. unfold zeros in *. by rewrite repeat_length in H.
Qed.
