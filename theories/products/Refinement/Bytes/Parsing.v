(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What keys.fl and values.fl compute, as functions of bytes.

    Each is defined here as the program says it, and the program is shown to compute it, for all bytes. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Logic Require Export Tactics.
From Fairlead.Refinement Require Export Program.
Local Open Scope Z_scope.
Ltac Zify.zify_post_hook ::= Z.to_euclidean_division_equations.

Notation BAD := 4294967295 (only parsing).
Notation MORE := 4294967294 (only parsing).
Notation ROOM := 256 (only parsing).

(** ** Keys *)
Definition digits (k : list Z) : Z := loaded Big k 0 2.
Definition key_ok (k : list Z) : Prop := octets k ∧ len k = 34 ∧ digits k ≤ 256.

(** Zeros from byte [i] on. *)
Definition zeros_from (k : list Z) (i : Z) : bool := forallb (λ z, z =? 0) (drop (Z.to_nat i) k).
Definition canonical (k : list Z) : bool :=
  if 256 <? digits k then false
  else if negb (digits k mod 8 =? 0) &&
          negb (wrap W8 (Z.shiftl (byte k (2 + digits k / 8)) (digits k mod 8)) =? 0) then false
  else zeros_from k (2 + (digits k + 7) / 8).

Definition heading (k above : list Z) : Z :=
  let n := digits above in
  if digits k <=? n then 2
  else if negb (bool_decide (cut k 2 (2 + n / 8) = cut above 2 (2 + n / 8))) then 2
  else if negb (n mod 8 =? 0) &&
          negb (Z.shiftr (Z.lxor (byte k (2 + n / 8)) (byte above (2 + n / 8))) (8 - n mod 8) =? 0) then 2
  else Z.land (Z.shiftr (byte k (2 + n / 8)) (7 - n mod 8)) 1.

Fixpoint words_before (a b : list Z) (n : nat) (i : Z) : bool :=
  match n with
  | 0%nat => false
  | S n =>
      let x := loaded Big a (2 + 8 * i) 8 in
      let y := loaded Big b (2 + 8 * i) 8 in
      if negb (x =? y) then x <? y else words_before a b n (i + 1)
  end.
Definition before (a b : list Z) : bool :=
  if negb (loaded Big a 0 2 =? loaded Big b 0 2) then loaded Big a 0 2 <? loaded Big b 0 2 else words_before a b 4 0.

(** ** Values *)
Definition datum_size (b : list Z) : Z :=
  if len b =? 0 then MORE else if byte b 0 =? 0 then 1 else if negb (byte b 0 =? 1) then BAD
  else if len b <? 3 then MORE
  else let n := 3 + loaded Big b 1 2 in if len b <? n then MORE else n.
Definition edge_size (b : list Z) : Z :=
  if len b =? 0 then MORE else if byte b 0 =? 0 then 1 else if negb (byte b 0 =? 1) then BAD
  else if len b <? 68 then MORE
  else if negb (canonical (cut b 1 35)) || (1 <? byte b 67) then BAD else 68.
Definition value_size (b : list Z) : Z :=
  if len b =? 0 then MORE
  else if byte b 0 =? 0 then
    let n := datum_size (cut b 1 (len b)) in if MORE <=? n then n else 1 + n
  else if negb (byte b 0 =? 1) then BAD
  else
    let left := edge_size (cut b 1 (len b)) in
    if MORE <=? left then left
    else
      let right := edge_size (cut b (1 + left) (len b)) in
      if MORE <=? right then right else 1 + left + right.

Definition is_merkle (v : list Z) : bool := byte v 0 =? 1.
Definition edge_at (v : list Z) (d : Z) : Z := if d =? 0 then 1 else if byte v 1 =? 0 then 2 else 69.
Definition is_initial (k v : list Z) (depth : Z) : bool :=
  if digits k <? depth then bool_decide (v = [1; 0; 0]) else bool_decide (v = [0; 0]).
Definition fits_depth (k v : list Z) (depth : Z) : bool :=
  if is_merkle v then digits k <? depth else digits k =? depth.
Definition new_edge (key digest : list Z) (blum : bool) : list Z :=
  1 :: (key ++ digest) ++ [if blum then 1 else 0].
Definition point (v : list Z) (d : Z) (key digest : list Z) (blum : bool) : list Z :=
  let at_ := edge_at v d in
  if negb (byte v at_ =? 0) then paste v at_ (new_edge key digest blum)
  else (fit v at_ ++ new_edge key digest blum) ++ cut v (at_ + 1) (len v).
Definition clear (v : list Z) (d : Z) : list Z :=
  let at_ := edge_at v d in (fit v at_ ++ [0]) ++ cut v (at_ + 68) (len v).

(** ** Facts about them *)
Lemma digits_range k : octets k → 0 ≤ digits k < 65536.
Proof. intros Hk. apply (load_range Big k 0 2); [done|lia]. Qed.
Lemma key_octets k : key_ok k → octets k.
Proof. by intros (?&?&?). Qed.
Global Hint Resolve key_octets : octets.
Lemma edge_at_range v d : 1 ≤ edge_at v d ≤ 69.
Proof. unfold edge_at. repeat case_match; lia. Qed.
Lemma datum_size_range b :
  octets b → datum_size b = BAD ∨ datum_size b = MORE ∨ 1 ≤ datum_size b ≤ len b ∧ datum_size b < 65539.
Proof.
  intros Hb. unfold datum_size. pose proof (load_range Big b 1 2 Hb ltac:(lia)) as H.
  change (2 ^ (8 * 2)) with 65536 in H.
  pose proof (len_nonneg b). repeat case_match; lia.
Qed.
Lemma edge_size_range b :
  edge_size b = BAD ∨ edge_size b = MORE ∨ 1 ≤ edge_size b ≤ len b ∧ edge_size b ≤ 68.
Proof. unfold edge_size. pose proof (len_nonneg b). repeat case_match; lia. Qed.
Lemma zeros_from_end k i : len k ≤ i → zeros_from k i = true.
Proof. unfold len, zeros_from. intros. by rewrite drop_ge by lia. Qed.
Lemma zeros_from_step k i : 0 ≤ i < len k → zeros_from k i = (byte k i =? 0) && zeros_from k (i + 1).
Proof.
  unfold len, zeros_from, byte. intros. destruct (lookup_lt_is_Some_2 k (Z.to_nat i)) as [z Hz]; [lia|].
  rewrite (drop_S k z) by done. rewrite (list_lookup_total_correct _ _ _ Hz).
  by replace (Z.to_nat (i + 1)) with (S (Z.to_nat i)) by lia.
Qed.

Ltac fl_know ::=
  repeat match goal with
  | |- context [digits ?k] =>
      lazymatch goal with
      | _ : 0 <= digits k < 65536 |- _ => fail
      | _ => assert (0 <= digits k < 65536) by (apply digits_range; fl_octets)
      end
  end.

Section parsing.
  Context (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).

  Lemma digits_calls k : octets k → 2 ≤ len k → calls fn_keys_digits [VBytes k] (VInt (digits k)) [VBytes k].
  Proof. intros Hk Hlen. unfold digits. fl_function. fl_walk. Qed.

  Lemma canonical_calls k :
    octets k → len k = 34 → calls fn_keys_canonical [VBytes k] (VBool (canonical k)) [VBytes k].
  Proof.
    intros Hk Hlen. unfold canonical. fl_function. fl_steps. fl_call digits_calls; [done|lia|].
    pose proof (digits_range k Hk). fl_walk.
    all: eapply (walk_loop _ _ _ _ _ _ _ (λ n s, ∃ i,
      s = [Some (VBytes k); Some (VBool false); Some (VInt (digits k)); Some (VInt (digits k / 8)); Some (VInt i)] ∧
      n = Z.to_nat (34 - i) ∧ 2 ≤ i ≤ 34 ∧ zeros_from k i = zeros_from k (2 + (digits k + 7) / 8))
      (Z.to_nat (34 - (2 + (digits k + 7) / 8))));
      [exists (2 + (digits k + 7) / 8); split_and!; [done|done|lia|lia|done]|].
    all: intros n s (i & -> & -> & Hi & <-); apply walk_wp; fl_walk.
    all: try (by rewrite (zeros_from_end k i) by lia; fl_done).
    all: try (rewrite (zeros_from_step k i) by lia;
      match goal with H : (byte _ _ =? 0) = _ |- _ => rewrite H end; fl_done).
    all: exists (Z.to_nat (34 - (i + 1))); split; [lia|]; exists (i + 1); split_and!; try done; try lia.
    all: rewrite (zeros_from_step k i) by lia; match goal with H : (byte _ _ =? 0) = _ |- _ => by rewrite H end.
  Qed.

  Theorem heading_calls k above :
    key_ok k → key_ok above →
    calls fn_keys_heading [VBytes k; VBytes above] (VInt (heading k above)) [VBytes k; VBytes above].
  Proof.
    intros (Hk & Hklen & Hkd) (Ha & Halen & Had). unfold heading. fl_function. fl_steps.
    fl_call digits_calls; [done|lia|]. fl_steps. fl_call digits_calls; [done|lia|].
    destruct (digits above mod 8 =? 0) eqn:E8; fl_walk.
  Qed.

  Theorem before_calls a b :
    key_ok a → key_ok b → calls fn_keys_before [VBytes a; VBytes b] (VBool (before a b)) [VBytes a; VBytes b].
  Proof.
    intros (Ha & Halen & _) (Hb & Hblen & _). unfold before. fl_function. fl_walk.
    remember (words_before a b 4 0) as w eqn:Hstart.
    eapply (walk_loop _ _ _ _ _ _ _ (λ n s, ∃ i x y,
      s = [Some (VBytes a); Some (VBytes b); Some (VBool false); Some (VInt (loaded Big a 0 2));
           Some (VInt (loaded Big b 0 2)); Some (VInt i); x; y] ∧ n = Z.to_nat (4 - i) ∧ 0 ≤ i ≤ 4 ∧
      words_before a b (Z.to_nat (4 - i)) i = w)
      (Z.to_nat 4)); [exists 0, (Some (VInt 0)), (Some (VInt 0)); split_and!; try done; lia|].
    intros n s (i & x & y & -> & -> & Hi & Hw). apply walk_wp. fl_walk; rewrite <-?Hw.
    - replace (Z.to_nat (4 - i)) with (S (Z.to_nat (4 - (i + 1)))) in Hw |- * by lia. cbn [words_before] in Hw |- *.
      rewrite E1 in Hw; cbn [negb] in Hw.
      exists (Z.to_nat (4 - (i + 1))). split; [lia|]. eexists (i + 1), _, _.
      split_and!; try done; try lia. by rewrite E1.
    - replace (Z.to_nat (4 - i)) with (S (Z.to_nat (4 - (i + 1)))) by lia.
      cbn [words_before]. rewrite E1; cbn [negb]. fl_done.
    - replace (Z.to_nat (4 - i)) with 0%nat by lia. fl_done.
  Qed.
End parsing.
