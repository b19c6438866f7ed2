(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What is claimed behind an instruction is so, if what is claimed in front of it is. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Words.
From Fairlead.Asm.Footprints Require Import Footprint Commute.
From Fairlead.Asm.Stack Require Import Spots Check.
Local Open Scope Z_scope.

Lemma in_registers_of f w t x y z u v r : in_register (StackState (registers_of f) w t x y z u v) r = f r.
Proof. by destruct r. Qed.

Section instr.
  Context (e depth : Z) (kept : reg -> N) (Hdeep : 0 <= e - depth) (Hhigh : e + 2 ^ 32 < 2 ^ 64).
  Set Default Proof Using "All".

  Definition at_spot (p : spot) : N := Z.to_N (spot_at e p).

  Definition registers_hold (st : stack_state) (s : state) : Prop :=
    ∀ r, stack_holds e kept (in_register st r) (locs s (G r)).

  Definition words_hold (st : stack_state) (m : N -> N) : Prop :=
    ∀ p v, (p, v) ∈ k_words st -> stack_holds e kept v (load m (at_spot p) 8).

  Definition words_bounded (st : stack_state) : Prop :=
    ∀ p v, (p, v) ∈ k_words st -> exact v = true -> spot_bounded depth p = true /\ most p <= -8 /\ valid_origin
      (s_origin p) = true.

  Lemma bounded_at p x :
    spot_bounded depth p = true -> Z.of_N x = spot_at e p mod 2 ^ 64 -> x = at_spot p /\ Z.of_N x = spot_at e p.
  Proof.
    intros B%(spot_bounded_spec e) H. rewrite Z.mod_small in H by lia. unfold at_spot. lia.
  Qed.

  Lemma word_in_elem p l v : word_in p l = v -> exact v = true -> (p, v) ∈ l.
  Proof.
    induction l as [|[x w] l IH]; cbn; [by intros <-|]. destruct (same_spot x p) eqn:E.
    - apply same_spot_spec in E as ->. intros -> _. left.
    - intros H Hv. right. auto.
  Qed.

  (** ** Addresses and loads *)

  Lemma address_holds g st s m :
    registers_hold st s -> stack_holds e kept (address_in st m) (address g (locs s) m).
  Proof.
    intros H. unfold address_in, address. destruct m as [[|r|y] [[i k]|] z rg]; cbn; try (by destruct (_ || _));
      try (by destruct (leads _)); try done.
    eapply shifted_holds; [apply H|]. rewrite of_word64, signed64_mod. f_equal. lia.
  Qed.

  Lemma loaded_holds st v s x :
    words_hold st (memory s) -> words_bounded st -> stack_holds e kept v x ->
    stack_holds e kept (loaded_from st v 8) (load (memory s) x 8).
  Proof.
    intros Hw Hb Hv. destruct v as [p| | | |]; cbn.
    - destruct (word_in p (k_words st)) as [q|q|q z| |] eqn:E; cbn; [| | |by destruct (_ || _)..];
        (apply word_in_elem in E; [|done]; destruct (Hb _ _ E eq_refl) as (B & _);
         destruct (bounded_at _ _ B Hv) as [-> _]; by apply Hw in E).
    - by destruct (_ || _).
    - by destruct (k_spread st).
    - by destruct (k_spread st).
    - by destruct (_ || _).
  Qed.

  Local Arguments load : simpl never.

  Lemma loaded_word m p : low 64 (low 64 (slice 0 64 (load m p 8))) = load m p 8.
  Proof.
    rewrite low_low by lia. unfold slice. rewrite N.shiftr_0_r, low_low by lia. apply (load_low m p 8).
  Qed.

  Lemma holds_low v x : stack_holds e kept v x -> stack_holds e kept v (low 64 x).
  Proof.
    destruct v as [p| | | |]; cbn; try done.
    - intros H. rewrite of_low64, H. by rewrite Zmod_mod.
    - intros [->| ->]; [by right|]. right. by rewrite low_low by lia.
    - intros H. rewrite of_low64, H. by rewrite Zmod_mod.
  Qed.

  (** ** Registers *)

  Ltac word_loaded := match goal with
    |- context[slice ?a ?b (load ?m ?p ?n)] => change (slice a b (load m p n)) with (slice 0 64 (load m p 8)) end.

  Lemma special_holds g st s i s' t r v :
    registers_hold st s -> words_hold st (memory s) -> words_bounded st ->
    exec g i s = Some (s', t) -> special_of (special depth st i) r = Some v -> stack_holds e kept v (locs s' (G r)).
  Proof.
    intros Hr Hw Hb Hx. unfold exec in Hx.
    assert (∀ d, step sem g d s = Some (s', t) -> ∃ f, effect_of sem g d s = Some f /\ s' = apply f s) as Hf.
    { intros d. unfold step. destruct (effect_of sem g d s) as [f|]; [|done]. intros. exists f. by simplify_eq. }
    destruct (describe i) as [d|] eqn:D; [|done]. apply Hf in Hx as (f & Hx & ->). clear Hf.
    unfold effect_of in Hx. destruct (negb _); [done|].
    destruct i; cbn in D |- *; try done.
    - (* mov *)
      destruct w; [done|]. destruct d0 as [d0|m]; [|by destruct s0].
      destruct s0 as [q|m|z]; cbn in D; simplify_eq/=; try done.
      + case_bool_decide; [|done]. intros [= <-]. subst. cbn. rewrite bool_decide_eq_true_2 by done.
        apply holds_low, holds_low, Hr.
      + destruct (negb _) in Hx; [done|]. simplify_eq/=. case_bool_decide; [|done]. intros [= <-]. subst. cbn.
        rewrite bool_decide_eq_true_2 by done. word_loaded. rewrite loaded_word.
        apply loaded_holds; [done..|by apply address_holds].
    - (* lea *)
      destruct w; [done|]. simplify_eq/=. case_bool_decide; [|done]. intros [= <-]. subst. cbn.
      rewrite bool_decide_eq_true_2 by done. apply holds_low, holds_low. by apply address_holds.
    - (* alu *)
      destruct op, w, d0 as [d0|m]; try done; try (by destruct s0);
        destruct s0 as [q|m|z]; try done; cbn in D; simplify_eq/=;
        try (by destruct (bool_decide (d0 = q)); cbn; [case_bool_decide|]; intros; simplify_eq);
        case_bool_decide; try done; intros Hs; simplify_eq/=; rewrite bool_decide_eq_true_2 by done.
      + eapply shifted_holds; [apply Hr|]. rewrite signed64_mod.
        rewrite !low_low by lia. rewrite of_low64, !N2Z.inj_add, !of_low64, of_word64. cbn [Z.of_N].
        by rewrite Z.add_0_r, Zmod_mod, Zplus_mod_idemp_l, Zplus_mod_idemp_r.
      + eapply shifted_holds; [apply Hr|]. rewrite signed64_mod. rewrite !low_low by lia.
        set (x := locs s (G r)). rewrite N.add_0_r.
        pose proof (low_lt 64 (low 64 x) (low_low 64 64 x ltac:(lia))) as Lx.
        pose proof (low_lt 64 (low 64 (word 64 z)) (low_low 64 64 _ ltac:(lia))) as Lz.
        rewrite of_low64, N2Z.inj_sub by lia. rewrite N2Z.inj_add, !of_low64, of_word64, Zmod_mod.
        match goal with |- (?m + ?a - ?b) mod _ = _ => replace (m + a - b) with ((a - b) + 1 * 2 ^ 64) by lia end.
        rewrite Z.mod_add, Zminus_mod_idemp_l, Zminus_mod_idemp_r by lia. done.
      + pose proof (Hr r) as Hd. pose proof (aligned_holds e kept depth (in_register st r) z (locs s (G r)) Hdeep Hhigh)
        as A.
        destruct (in_register st r) as [p| | | |] eqn:E; try done.
        assert (locs s (G r) < 2 ^ 64)%N as L.
        { apply N2Z.inj_lt. cbn in Hd. rewrite Hd. apply Z.mod_pos_bound. lia. }
        specialize (A L Hd). rewrite (lt_low 64 _ L) in A. by rewrite low_low.
    - (* inc, dec *)
      destruct w; [by destruct op|]. destruct op, d0 as [d0|m]; try done; cbn in D; simplify_eq/=;
        case_bool_decide; try done; intros Hs; simplify_eq/=; rewrite bool_decide_eq_true_2 by done;
        (eapply shifted_holds; [apply Hr|]); rewrite !low_low by lia.
      + rewrite N.add_0_r, of_low64, N2Z.inj_add, of_low64. cbn [Z.of_N]. by rewrite Zplus_mod_idemp_l.
      + set (x := locs s (G r)). pose proof (low_lt 64 (low 64 x) (low_low 64 64 x ltac:(lia))) as Lx.
        change (1 + 0)%N with 1%N. rewrite of_low64, N2Z.inj_sub by lia. rewrite N2Z.inj_add, of_low64.
        match goal with |- (?m + ?a - ?b) mod _ = _ => replace (m + a - b) with (a + -1 + 1 * 2 ^ 64) by lia end.
        by rewrite Z.mod_add, Zplus_mod_idemp_l by lia.
    - (* push *)
      simplify_eq/=. destruct (negb _) in Hx; [done|]. simplify_eq/=. case_bool_decide; [|done]. intros [= <-]. subst.
      cbn. rewrite bool_decide_eq_true_2 by done. eapply shifted_holds; [apply Hr|].
      rewrite !low_low by lia. rewrite of_low64, N2Z.inj_add.
      change (Z.of_N 18446744073709551608) with (-8 + 1 * 2 ^ 64). by rewrite Z.add_assoc, Z.mod_add by lia.
    - (* pop *)
      simplify_eq/=. destruct (negb _) in Hx; [done|]. simplify_eq/=.
      case_bool_decide as E1; [|case_bool_decide as E2; [|done]]; intros [= <-]; subst.
      + cbn. rewrite bool_decide_eq_true_2 by done. pose proof (loaded_word (memory s)) as W.
        word_loaded. rewrite <- (low_low 64 64 (slice _ _ _)) by lia. rewrite W. apply loaded_holds; [done..|].
        apply (address_holds g st s (Mem (BaseReg RSP) None 0 region)). done.
      + cbn. rewrite bool_decide_eq_false_2 by congruence. rewrite bool_decide_eq_true_2 by done.
        eapply shifted_holds; [apply Hr|]. rewrite !low_low by lia. rewrite of_low64, N2Z.inj_add. done.
  Qed.

  (** What is stored whole. *)
  Lemma stored_holds g st s i d f x n v b :
    registers_hold st s -> describe i = Some d -> effect_of sem g d s = Some f -> e_store f = Some (x, n, v) ->
    stack_holds e kept (stored_in st i (mixed_of b)) (low 64 v).
  Proof.
    intros Hr D Hf Hv.
    assert (stack_holds e kept (mixed_of b) (low 64 v)) as M by (by destruct b).
    destruct i; try exact M.
    - destruct w; [exact M|]. destruct d0 as [d0|m]; [exact M|]. destruct s0 as [q| |]; try exact M.
      cbn in D. simplify_eq. unfold effect_of in Hf. cbn in Hf. destruct (negb _) in Hf; [done|]. simplify_eq/=.
      rewrite N.shiftl_0_r, N.lor_0_r. apply holds_low, holds_low, holds_low, Hr.
    - cbn in D. simplify_eq. unfold effect_of in Hf. cbn in Hf. destruct (negb _) in Hf; [done|]. simplify_eq/=.
      rewrite N.shiftl_0_r, N.lor_0_r. apply holds_low, holds_low, Hr.
  Qed.
End instr.
