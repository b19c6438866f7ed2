(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * state.fl: what is added to a multiset waits, and is summed sixteen at a time.

    What is external is the function that sums and the hash of long values. Of the hash it is needed that its result
    has 32 bytes, of the sum nothing that its type does not say. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Typing Require Import Values Statements.
From Fairlead.Refinement Require Export State.
Local Open Scope Z_scope.

Definition externals_ok (external : nat → list data → option (list data * data)) : Prop :=
  external_ok (λ f, externs Q !! f) external ∧ (∀ f ds, external f ds ≠ None) ∧
  ∀ ds ds' h, external 1%nat ds = Some (ds', VBytes h) → len h = 32.

Section sides.
  Context (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Lemma hash_gives (b : list Z) :
    octets b → len b < 2 ^ 32 →
    ∃ b' h, external 1%nat [VBytes b] = Some ([b'], VBytes h) ∧ octets h ∧ len h = 32.
  Proof using Hext.
    intros Hb Hl. destruct Hext as (Hty & Htot & H32).
    destruct (external 1%nat [VBytes b]) as [[ds d]|] eqn:E; [|by apply Htot in E].
    destruct (Hty 1%nat _ [VBytes b] ds d eq_refl) as [Hds Hd]; [|exact E|].
    - repeat constructor; [exact Hb|exact Hl].
    - cbn in Hds, Hd. inversion Hds as [|? b' ? ? ? Hds']; subst. inversion Hds'; subst.
      inversion Hd as [| |? h [Hh _]| | | | | | |]; subst. exists b', h. split_and!; [done|exact Hh|by eapply H32].
  Qed.

  Lemma sum_gives (x : list Z) (e : Z) (m : list Z) (low high : Z) :
    0 ≤ e < 2 ^ 64 → octets m → len m < 2 ^ 32 → 0 ≤ low < 2 ^ 64 → 0 ≤ high < 2 ^ 64 →
    ∃ a b c low' high' d,
      external 0%nat [VExtern x; VInt e; VBytes m; VRecord [VInt low; VInt high]] =
        Some ([a; b; c; VRecord [VInt low'; VInt high']], d) ∧ 0 ≤ low' < 2 ^ 64 ∧ 0 ≤ high' < 2 ^ 64.
  Proof using Hext.
    intros He Hm Hml Hlow Hhigh. destruct Hext as (Hty & Htot & _).
    destruct (external 0%nat _) as [[ds d]|] eqn:E; [|by apply Htot in E].
    destruct (Hty 0%nat _ [VExtern x; VInt e; VBytes m; VRecord [VInt low; VInt high]] ds d eq_refl) as [Hds _];
      [|exact E|].
    - cbn [map snd ext_params]. constructor; [apply extern_ty|]. constructor; [apply int_ty, He|].
      constructor; [apply view_ty; by split|]. constructor; [|constructor]. apply record_ty.
      constructor; [by apply int_ty|]. constructor; [by apply int_ty|constructor].
    - cbn in Hds. inversion Hds as [|? a ? ? _ H1]; subst. inversion H1 as [|? b ? ? _ H2]; subst.
      inversion H2 as [|? c ? ? _ H3]; subst. inversion H3 as [|? y ? ? Hy H4]; subst. inversion H4; subst.
      inversion Hy as [| | | | |? ? l Hl| | | |]; subst. inversion Hl as [|? v ? ? Hv Hl']; subst.
      inversion Hl' as [|? w ? ? Hw Hl'']; subst. inversion Hl''; subst.
      inversion Hv as [|? z Hz| | | | | | | |]; subst. inversion Hw as [|? z' Hz'| | | | | | | |]; subst.
      exists a, b, c, z, z', d. split_and!; try done; apply Hz || apply Hz'.
  Qed.

  (** Up to sixteen may wait when [flush] is called. *)
  Definition side_ready (d : fside) : Prop :=
    0 ≤ f_low d < 2 ^ 64 ∧ 0 ≤ f_high d < 2 ^ 64 ∧ 0 ≤ f_count d < 2 ^ 32 ∧ octets (f_waiting d) ∧
    ∃ n, 0 ≤ n ≤ 16 ∧ len (f_waiting d) = 80 * n.

  Lemma flush_ensures d (x : list Z) e :
    side_ready d → 0 ≤ e < 2 ^ 64 →
    ensures fn_state_flush [vside d; VExtern x; VInt e]
      (λ _ ws, ∃ d', ws = [vside d'; VExtern x; VInt e] ∧ side_ok d' ∧ f_waiting d' = [] ∧ f_count d' = f_count d).
  Proof using Hext.
    intros (Hlow & Hhigh & Hc & Ho & n & Hn & Hl) He.
    destruct (sum_gives x e (f_waiting d) (f_low d) (f_high d) He Ho ltac:(lia) Hlow Hhigh)
      as (a & b & c & low' & high' & y & Hsum & Hlow' & Hhigh').
    fl_ensures. repeat first [fl_step|fl_case]; fl_reached.
    - exists d. unfold side_ok. split_and!; try done; try lia; [exists 0; lia|].
      destruct (f_waiting d); [done|]. rewrite len_cons in *. pose proof (len_nonneg l). lia.
    - exists (FSide low' high' (f_count d) []). split; [done|].
      unfold side_ok; cbn. split_and!; try done; try lia; first [apply octets_nil|by exists 0].
  Qed.

  Lemma insert_ensures d (x key v : list Z) e c n :
    side_ok d → f_count d + 1 < 2 ^ 32 → octets key → len key = 34 → octets v → len v < 2 ^ 32 →
    0 ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 → 0 ≤ n < 2 ^ 16 →
    ensures fn_state_insert [vside d; VExtern x; VBytes key; VBytes v; VInt e; VInt c; VInt n]
      (λ _ ws, ∃ d', ws = [vside d'; VExtern x; VBytes key; VBytes v; VInt e; VInt c; VInt n] ∧ side_ok d').
  Proof using Hext.
    intros (Hlow & Hhigh & Hcount & Ho & m & Hm & Hl) Hc Hk Hkl Hv Hvl He Hcr Hn.
    destruct (hash_gives v Hv Hvl) as (v' & h & Hhash & Hho & Hhl). pose proof (len_nonneg v).
    fl_ensures. repeat first [fl_step|fl_case].
    all: try (fl_known_call flush_ensures;
      [unfold side_ready; cbn [f_low f_high f_count f_waiting]; split_and!; try done; try lia;
        [fl_octets|exists (m + 1); fl_lens; lia]
      |done
      |intros ? ws (d' & -> & Hd' & _); fl_after; fl_steps]).
    all: fl_reached; eexists; split; [reflexivity|]; try done.
    all: unfold side_ok; cbn [f_low f_high f_count f_waiting]; split_and!; try done; try lia; [fl_octets|].
    all: exists (m + 1); split; [|fl_lens; lia].
    all: match goal with E : (len _ =? 1280) = false |- _ => revert E; fl_lens; lia end.
  Qed.
End sides.
