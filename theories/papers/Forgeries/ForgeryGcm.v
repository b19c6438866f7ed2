(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Why the monitor does not add hashes by exclusive or (2): with GCM's tag and
    an initialisation vector that repeats, a secret key does not help. The tag is
    a mask that depends on the key and the vector only, plus a function of the
    record that is linear over exclusive or. In the published system the vector
    is the eviction's timestamp, which an adversary makes two records share. It
    then adds back both with the same change to their values: the masks cancel
    pairwise, the change cancels by linearity, and the hash of the multiset is
    what it was. This works for every key, so with certainty.

    The field is that of GCM up to the order of bits, which linearity does not
    see. A length block at the end of the record is a block that is not changed. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Papers.Forgeries Require Import ForgeryXor.
Local Open Scope N_scope.

(** Multiplication modulo x^128 + x^7 + x^2 + x + 1. *)
Definition gf_double (x : N) : N :=
  let y := N.shiftl x 1 in
  if N.testbit y 128 then N.lxor y (2 ^ 128 + 0x87) else y.

Definition gf_mul (h x : N) : N :=
  xor_sum ((λ i, if N.testbit x (N.of_nat i) then Nat.iter i gf_double h else 0) <$> seq 0 128).

(** GHASH, from an accumulator: evaluate the blocks as a polynomial at [h]. *)
Definition ghash_from (h : N) : N → list N → N := foldl (λ acc x, gf_mul h (N.lxor acc x)).

(** The tag of the blocks [r] under the mask of the vector [iv]. *)
Definition gcm_tag (mask : N → N) (h : N) (e : N * list N) : N :=
  N.lxor (mask e.1) (ghash_from h 0 e.2).

(** Blockwise exclusive or. *)
Definition add_blocks : list N → list N → list N := zip_with N.lxor.

Lemma lxor_swap a b c d :
  N.lxor (N.lxor a b) (N.lxor c d) = N.lxor (N.lxor a c) (N.lxor b d).
Proof. apply N.bits_inj; intros i. rewrite !N.lxor_spec. by repeat destruct (N.testbit _ i). Qed.

Lemma gf_mul_linear h x y : gf_mul h (N.lxor x y) = N.lxor (gf_mul h x) (gf_mul h y).
Proof.
  unfold gf_mul, xor_sum. generalize (seq 0 128) as l.
  induction l as [|i l IH]; [done|]. rewrite !fmap_cons. cbn [foldr].
  rewrite IH, lxor_swap. f_equal. rewrite N.lxor_spec.
  by destruct (N.testbit x _), (N.testbit y _); cbn; rewrite ?N.lxor_nilpotent, ?N.lxor_0_r.
Qed.

Lemma ghash_linear h a b xs ys :
  length xs = length ys →
  ghash_from h (N.lxor a b) (add_blocks xs ys) = N.lxor (ghash_from h a xs) (ghash_from h b ys).
Proof.
  revert a b ys; induction xs as [|x xs IH]; intros a b [|y ys]; intros Hl; [done|discriminate..|].
  injection Hl as Hl. unfold ghash_from, add_blocks in *. cbn [foldl zip_with].
  rewrite lxor_swap, gf_mul_linear. by apply IH.
Qed.

(** A change to the last blocks changes the tag by the same amount whatever the
    record was. *)
Lemma gcm_tag_change mask h iv key value delta :
  length value = length delta →
  gcm_tag mask h (iv, key ++ add_blocks value delta) =
  N.lxor (gcm_tag mask h (iv, key ++ value)) (ghash_from h 0 delta).
Proof.
  intros Hl. unfold gcm_tag, ghash_from; cbn [fst snd]. rewrite !foldl_app.
  set (a := foldl _ 0 key). rewrite N.lxor_assoc. f_equal.
  rewrite <-(N.lxor_0_r a) at 1. by apply ghash_linear.
Qed.

(** The forgery: for every key ([mask] and [h]), two records evicted under one
    vector may be added back with both values changed. *)
Theorem gcm_forgery mask h iv key1 value1 key2 value2 delta :
  length value1 = length delta → length value2 = length delta →
  xor_hash (gcm_tag mask h) [(iv, key1 ++ value1); (iv, key2 ++ value2)] =
  xor_hash (gcm_tag mask h)
    [(iv, key1 ++ add_blocks value1 delta); (iv, key2 ++ add_blocks value2 delta)].
Proof.
  intros Hl1 Hl2. unfold xor_hash. rewrite !fmap_cons, !gcm_tag_change by done.
  cbn [fmap list_fmap xor_sum foldr]. rewrite !N.lxor_0_r, lxor_swap.
  by rewrite N.lxor_nilpotent, N.lxor_0_r.
Qed.

(** It is a forgery: with two keys and a change that is not zero, no added record
    is one that was evicted. *)
Theorem gcm_forgery_different (iv : N) (key1 value1 key2 value2 delta : list N) :
  length value1 = length delta → length value2 = length delta →
  length key1 = length key2 → key1 ≠ key2 → Exists (λ d, d ≠ 0) delta →
  ¬ [(iv, key1 ++ value1); (iv, key2 ++ value2)] ≡ₚ
    [(iv, key1 ++ add_blocks value1 delta); (iv, key2 ++ add_blocks value2 delta)].
Proof.
  intros Hl1 Hl2 Hk Hne Hdelta Hp.
  assert ((iv, key1 ++ value1) ∈
    [(iv, key1 ++ add_blocks value1 delta); (iv, key2 ++ add_blocks value2 delta)]) as Hin
    by (rewrite <-Hp; left).
  rewrite elem_of_cons, elem_of_list_singleton in Hin.
  destruct Hin as [[= Heq]|[= Heq]].
  - apply app_inv_head in Heq. clear -Hl1 Hdelta Heq.
    revert value1 Hl1 Heq; induction Hdelta as [d delta Hd|d delta _ IH];
      intros [|v value]; intros [= Hl] [= Hv Heq].
    + apply Hd. by rewrite <-(N.lxor_0_l d), <-(N.lxor_nilpotent v), N.lxor_assoc, <-Hv.
    + by apply (IH value).
  - apply app_inj_1 in Heq as [? _]; done.
Qed.
