(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What each call of assembly does, given what is in memory and where: the theorems about the procedures, for programs
    that call them. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Multiply Aggregate Blocks.
From Fairlead.Gcm.Loops Require Import Setting Standard Correct Procedures.
From Fairlead.Gcm.Procedures Require Import Restated Setup.
From Fairlead.Gcm.Generated Require clean_expand_128 clean_expand_256 clean_keystream_128 clean_keystream_256
  clean_powers clean_hash clean_encrypt_128 clean_encrypt_256 clean_decrypt_128 clean_decrypt_256
  shipped_encrypt_128 shipped_encrypt_256 shipped_decrypt_128 shipped_decrypt_256.
From Fairlead.Gcm.Library Require Import Library_trusted Frame Strings.
Local Open Scope N_scope.

Local Opaque key_schedule aes multiply twist power encrypt_block inc32.

(** The assembly for keys of [size] bytes, which has [n] rounds; of the loop the clean code or that which ships. *)
Definition assembly (size n : nat) (o : library) : Prop :=
  In (size, n, expand_code o, keystream_code o, encrypt_code o, decrypt_code o)
    [(16%nat, 10%nat, clean_expand_128.code, clean_keystream_128.code, clean_encrypt_128.code, clean_decrypt_128.code);
     (32%nat, 14%nat, clean_expand_256.code, clean_keystream_256.code, clean_encrypt_256.code, clean_decrypt_256.code);
     (16%nat, 10%nat, clean_expand_128.code, clean_keystream_128.code, shipped_encrypt_128.code, shipped_decrypt_128.code);
     (32%nat, 14%nat, clean_expand_256.code, clean_keystream_256.code, shipped_encrypt_256.code, shipped_decrypt_256.code)].

(** The round keys are in the key; and the powers of the hash key. *)
Definition rounds_loaded (o : library) (ks : list N) (m : ram) : Prop :=
  ∀ i x, nth_error ks i = Some x → load m (at_key o + 16 * N.of_nat i) 16 = x.
Definition powers_loaded (o : library) (h : N) (m : ram) : Prop :=
  ∀ j, (j < 6)%nat → load m (at_key o + 256 + 16 * N.of_nat j) 16 = twist (power h j).

Lemma constants_kept o ws m m' :
  same_but ws m m' → Forall (λ w, apart (at_constants o) 160 (fst w) (snd w)) ws → constants_loaded o m → constants_loaded o m'.
Proof.
  intros H Hap (H0 & Hi & H1 & H2).
  assert (∀ d, d + 16 <= 160 → load m' (at_constants o + d) 16 = load m (at_constants o + d) 16) as E.
  { intros d Hd. apply (same_load ws); [exact H|]. eapply Forall_impl; [exact Hap|]. intros w Hw. cbv beta in *. apart. }
  split; [rewrite <-H0, <-(N.add_0_r (at_constants o)); apply E; lia|]. split; [|split; [by rewrite E by lia|by rewrite E by lia]].
  intros i Hr. rewrite <-N.add_assoc, E, N.add_assoc by lia. exact (Hi i Hr).
Qed.

Lemma rounds_kept o ks ws m m' : (length ks ≤ 15)%nat →
  same_but ws m m' → Forall (λ w, apart (at_key o) 240 (fst w) (snd w)) ws → rounds_loaded o ks m → rounds_loaded o ks m'.
Proof.
  intros Hn H Hap Hr i x Hi. rewrite <-(Hr i x Hi). assert (i < length ks)%nat by (apply nth_error_Some; by rewrite Hi).
  apply (same_load ws); [exact H|]. eapply Forall_impl; [exact Hap|]. intros w Hw. cbv beta in *. apart.
Qed.

Lemma powers_kept o h ws m m' :
  same_but ws m m' → Forall (λ w, apart (at_key o) 352 (fst w) (snd w)) ws → powers_loaded o h m → powers_loaded o h m'.
Proof.
  intros H Hap Hr j Hj. rewrite <-(Hr j Hj).
  apply (same_load ws); [exact H|]. eapply Forall_impl; [exact Hap|]. intros w Hw. cbv beta in *. apart.
Qed.

Lemma assembly_parts size n o : assembly size n o →
  (n = 10 ∧ size = 16 ∨ n = 14 ∧ size = 32)%nat ∧
  In (size, expand_code o) [(16%nat, clean_expand_128.code); (32%nat, clean_expand_256.code)] ∧
  In (n, keystream_code o) [(10%nat, clean_keystream_128.code); (14%nat, clean_keystream_256.code)] ∧
  In (n, false, encrypt_code o) procedures ∧ In (n, true, decrypt_code o) procedures.
Proof.
  destruct o as [e k l d ? ? ?]. unfold assembly. cbn [In expand_code keystream_code encrypt_code decrypt_code]. intros H.
  destruct_or? H; try done; injection H as <- <- <- <- <- <-; cbn; tauto.
Qed.

(** Arguments of a call. *)
Ltac arguments H :=
  cbn [zip zip_with] in H; repeat (apply Forall_cons in H as [? H]; cbn [fst snd] in *); clear H.

(** A region is exactly what is lent. *)
Ltac lent :=
  unfold span, lend, key_lent, constants_lent; cbn [symbol regions find fst snd N.eqb Pos.eqb r_base r_size r_writable];
  first [reflexivity | lia].

Section calls.
  Context (size n : nat) (o : library).
  Context (Hasm : assembly size n o).
  Context (Bk : at_key o + 352 <= 2 ^ 64) (Bc : at_constants o + 160 <= 2 ^ 64).

  Notation key := (at_key o).
  Notation constants := (at_constants o).

  Lemma expand_called bytes m (K : ram → Prop) :
    bytes + N.of_nat size <= 2 ^ 64 →
    (∀ m', rounds_loaded o (key_schedule (read m bytes size)) m' → same_but [(key, 256)] m m' → K m') →
    call_expand o size bytes m K.
  Proof using Hasm Bk Bc.
    intros Bb HK s Em Hargs. subst m. arguments Hargs.
    pose proof (assembly_parts _ _ _ Hasm) as (_ & Hin & _).
    destruct (expanded size (expand_code o)
      (lend constants [(2, Region key 352 true); (3, Region bytes (N.of_nat size) false); constants_lent o]) s key bytes Hin)
      as (s' & k & pc & t & Hrun & Hhalt & Hks & Hsame & _); try assumption; try lent.
    exists s', k, pc, t. split; [exact Hrun|]. split; [exact Hhalt|]. apply HK; [exact Hks|].
    intros x Hx. apply Forall_cons in Hx as [Hx _]. by apply Hsame.
  Qed.

  Lemma keystream_called ks counter out c m (K : ram → Prop) :
    length ks = S n → rounds_loaded o ks m → constants_loaded o m →
    counter + 16 <= 2 ^ 64 → out + 96 <= 2 ^ 64 → load m counter 16 = c →
    (∀ m', read m' out 96 = key_blocks ks c 6 → same_but [(out, 96)] m m' → K m') →
    call_keystream o counter out m K.
  Proof using Hasm Bk Bc.
    intros Hks Hr (H0 & Hi & _) B1 B2 Hc HK s Em Hargs. subst m. arguments Hargs.
    pose proof (assembly_parts _ _ _ Hasm) as (_ & _ & Hin & _).
    destruct (key_stream n (keystream_code o)
      (lend constants [key_lent o; (3, Region counter 16 false); (5, Region out 96 true); constants_lent o]) s ks key counter out c Hin)
      as (s' & k & pc & t & Hrun & Hhalt & Hout & Hsame & _); try assumption; try lent.
    exists s', k, pc, t. split; [exact Hrun|]. split; [exact Hhalt|]. apply HK.
    - rewrite <-(ctr_zeros ks c 6). exact Hout.
    - intros x Hx. apply Forall_cons in Hx as [Hx _]. by apply Hsame.
  Qed.

  Lemma powers_called p m (K : ram → Prop) :
    constants_loaded o m → p + 16 <= 2 ^ 64 → apart key 352 constants 160 →
    (∀ m', powers_loaded o (byte_reverse 16 (load m p 16)) m' → same_but [(key + 256, 96)] m m' → K m') →
    call_powers o p m K.
  Proof using Bk Bc.
    intros (H0 & _ & H1 & H2) B1 Hap HK s Em Hargs. subst m. arguments Hargs.
    destruct (powers_left
      (lend constants [(2, Region key 352 true); (3, Region p 16 false); constants_lent o]) s key p)
      as (s' & k & pc & t & Hrun & Hhalt & Hpow & Hsame & _); try assumption; try lent.
    { unfold apart in Hap. cbn [lend symbol]. lia. }
    exists s', k, pc, t. split; [exact Hrun|]. split; [exact Hhalt|]. apply HK; [exact Hpow|].
    intros x Hx. apply Forall_cons in Hx as [Hx _]. cbn [fst snd] in Hx. apply Hsame. lia.
  Qed.

  (** ** With the whole key *)

  Record ready (ks : list N) (h : N) (m : ram) : Prop := Ready {
    ready_constants : constants_loaded o m;
    ready_rounds : rounds_loaded o ks m;
    ready_powers : powers_loaded o h m;
    ready_length : length ks = S n;
    ready_below : h < 2 ^ 128;
  }.

  Lemma ready_kept ks h ws m m' :
    same_but ws m m' → Forall (λ w, apart key 352 (fst w) (snd w)) ws → Forall (λ w, apart constants 160 (fst w) (snd w)) ws →
    ready ks h m → ready ks h m'.
  Proof using Hasm.
    clear Bk Bc. intros H Hk Hc [R1 R2 R3 R4 R5]. pose proof (assembly_parts _ _ _ Hasm) as [Hsize _].
    split; [by eapply constants_kept| |by eapply powers_kept|exact R4|exact R5].
    eapply rounds_kept; [lia|exact H| |exact R2]. eapply Forall_impl; [exact Hk|]. intros w Hw. cbv beta in *. apart.
  Qed.

  Lemma hash_called ks h y p count m (K : ram → Prop) :
    ready ks h m → at_state o + 32 <= 2 ^ 64 → p + 16 * N.of_nat count <= 2 ^ 64 → (1 ≤ count ≤ 6)%nat →
    load m (at_state o + 16) 16 = y →
    (∀ m', load m' (at_state o + 16) 16 = ghash_from h y (read m p (16 * count)) →
           same_but [(at_state o + 16, 16)] m m' → K m') →
    call_hash o p count m K.
  Proof using Bk Bc.
    intros [(H0 & _ & H1 & _) _ Hpow _ Hh] B1 B2 Hcount Hy HK s Em Hargs. subst m. arguments Hargs.
    destruct (hashed
      (lend constants [key_lent o; (3, Region (at_state o + 16) 16 true); (4, Region p (16 * N.of_nat count) false); constants_lent o])
      s h key (at_state o + 16) p y count)
      as (s' & k & pc & t & Hrun & Hhalt & Hhash & Hsame & _); try assumption; try lent.
    { rewrite <-(lt_low 64 (N.of_nat count)) by lia. assumption. }
    { intros j Hj. apply Hpow. lia. }
    exists s', k, pc, t. split; [exact Hrun|]. split; [exact Hhalt|]. apply HK; [exact Hhash|].
    intros x Hx. apply Forall_cons in Hx as [Hx _]. by apply Hsame.
  Qed.

  Lemma encrypt_called ks h c y p q groups m (K : ram → Prop) :
    ready ks h m → at_state o + 32 <= 2 ^ 64 →
    p + 96 * N.of_nat groups <= 2 ^ 64 → q + 96 * N.of_nat groups <= 2 ^ 64 → (0 < groups)%nat →
    load m (at_state o) 16 = c → load m (at_state o + 16) 16 = y →
    q <= p ∨ p + 96 * N.of_nat groups <= q →
    apart key 352 q (96 * N.of_nat groups) → apart constants 160 q (96 * N.of_nat groups) →
    apart (at_state o) 32 q (96 * N.of_nat groups) →
    (∀ m', read m' q (96 * groups) = ctr ks c (read m p (96 * groups)) →
           load m' (at_state o) 16 = Nat.iter (6 * groups) inc32 c →
           load m' (at_state o + 16) 16 = ghash_from h y (read m' q (96 * groups)) →
           same_but [(q, 96 * N.of_nat groups); (at_state o, 32)] m m' → K m') →
    call_encrypt o p q groups m K.
  Proof using Hasm Bk Bc.
    intros [(H0 & Hi & H1 & _) Hks Hpow Hn Hh] B1 B2 B3 Hg Hc Hy Hplace Ak Ac As HK s Em Hargs. subst m. arguments Hargs.
    pose proof (assembly_parts _ _ _ Hasm) as (_ & _ & _ & Hin & _).
    destruct (procedures_correct n false (encrypt_code o)
      (lend constants [key_lent o; (3, Region (at_state o) 32 true); (4, Region p (96 * N.of_nat groups) false);
         (5, Region q (96 * N.of_nat groups) true); constants_lent o])
      s ks h key (at_state o) p q groups c y Hin)
      as (s' & k & pc & t & Hrun & Hhalt & Hout & Hctr & Hhash & Hsame & _); try assumption; try lent; try done.
    { rewrite <-(lt_low 64 (N.of_nat groups)) by lia. assumption. }
    { unfold Procedures.apart. unfold apart in Ac. cbn [lend symbol]. lia. }
    exists s', k, pc, t. split; [exact Hrun|]. split; [exact Hhalt|].
    change (read (memory s') q (96 * groups) = gctr (96 * groups) ks c (read (memory s) p (96 * groups))) in Hout.
    apply HK.
    - rewrite Hout. unfold ctr. by rewrite read_length.
    - exact Hctr.
    - rewrite Hout. exact Hhash.
    - intros x Hx. apply Forall_cons in Hx as [Hx Hx2]. apply Forall_cons in Hx2 as [Hx2 _]. by apply Hsame.
  Qed.
  Lemma decrypt_called ks h c y p q groups m (K : ram → Prop) :
    ready ks h m → at_state o + 32 <= 2 ^ 64 →
    p + 96 * N.of_nat groups <= 2 ^ 64 → q + 96 * N.of_nat groups <= 2 ^ 64 → (0 < groups)%nat →
    load m (at_state o) 16 = c → load m (at_state o + 16) 16 = y →
    q <= p ∨ p + 96 * N.of_nat groups <= q →
    apart key 352 q (96 * N.of_nat groups) → apart constants 160 q (96 * N.of_nat groups) →
    apart (at_state o) 32 q (96 * N.of_nat groups) →
    (∀ m', read m' q (96 * groups) = ctr ks c (read m p (96 * groups)) →
           load m' (at_state o) 16 = Nat.iter (6 * groups) inc32 c →
           load m' (at_state o + 16) 16 = ghash_from h y (read m p (96 * groups)) →
           same_but [(q, 96 * N.of_nat groups); (at_state o, 32)] m m' → K m') →
    call_decrypt o p q groups m K.
  Proof using Hasm Bk Bc.
    intros [(H0 & Hi & H1 & _) Hks Hpow Hn Hh] B1 B2 B3 Hg Hc Hy Hplace Ak Ac As HK s Em Hargs. subst m. arguments Hargs.
    pose proof (assembly_parts _ _ _ Hasm) as (_ & _ & _ & _ & Hin).
    destruct (procedures_correct n true (decrypt_code o)
      (lend constants [key_lent o; (3, Region (at_state o) 32 true); (4, Region p (96 * N.of_nat groups) false);
         (5, Region q (96 * N.of_nat groups) true); constants_lent o])
      s ks h key (at_state o) p q groups c y Hin)
      as (s' & k & pc & t & Hrun & Hhalt & Hout & Hctr & Hhash & Hsame & _); try assumption; try lent; try done.
    { rewrite <-(lt_low 64 (N.of_nat groups)) by lia. assumption. }
    { unfold Procedures.apart. unfold apart in Ac. cbn [lend symbol]. lia. }
    exists s', k, pc, t. split; [exact Hrun|]. split; [exact Hhalt|].
    change (read (memory s') q (96 * groups) = gctr (96 * groups) ks c (read (memory s) p (96 * groups))) in Hout.
    apply HK.
    - rewrite Hout. unfold ctr. by rewrite read_length.
    - exact Hctr.
    - exact Hhash.
    - intros x Hx. apply Forall_cons in Hx as [Hx Hx2]. apply Forall_cons in Hx2 as [Hx2 _]. by apply Hsame.
  Qed.
End calls.
