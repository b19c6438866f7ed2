(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The machine on the bytes of a function makes the run that flat code makes, if the bytes decode to that code. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Run_trusted Flat_trusted.
From Fairlead.Asm.Bytes Require Import Operands_trusted Table_trusted Machine_trusted Listing Erased Unbounded.
Local Open Scope N_scope.

Lemma nth_error_lookup {A} (l : list A) k : nth_error l k = l !! k.
Proof. revert k. induction l as [|x l IH]; intros [|k]; try done. apply IH. Qed.

Section runs.
  Context (names : list String.string) (o : object).

  (** Lines one after the other, each what stands at its offset. *)
  Fixpoint laid (pc : N) (l : list line) : Prop :=
    match l with
    | [] => True
    | (at_, d, next) :: l => at_ = pc ∧ at_offset names o pc = Some (d, next) ∧ laid next l
    end.

  Lemma sweep_laid fuel pc rest l :
    rest = skipn (N.to_nat pc) (o_code o) → sweep names o fuel pc rest = Some l → laid pc l.
  Proof.
    revert pc rest l. induction fuel as [|fuel IH]; intros pc rest l Hr; cbn [sweep].
    - destruct rest; [|done]. intros [= <-]. exact I.
    - destruct rest as [|x rest]; [intros [= <-]; exact I|].
      destruct (fetch names o pc (x :: rest)) as [[d next]|] eqn:E; [|done].
      destruct (N.ltb_spec pc next); [|done].
      destruct (sweep names o fuel next _) as [l'|] eqn:Es; [|done]. intros [= <-]. cbn [laid].
      split; [done|]. split; [unfold at_offset; by rewrite <-Hr|]. eapply IH; [|exact Es].
      rewrite Hr, drop_drop. f_equal. lia.
  Qed.

  Definition line_at (x : line) : N := x.1.1.

  Lemma laid_lookup pc l k at_ d next :
    laid pc l → l !! k = Some (at_, d, next) →
    at_offset names o at_ = Some (d, next) ∧ ∀ x, l !! S k = Some x → line_at x = next.
  Proof.
    revert pc k. induction l as [|[[a d'] n'] l IH]; intros pc k; [done|]. cbn [laid]. intros (-> & H & Hl) Hk.
    destruct k as [|k]; cbn in Hk; [|by eapply IH]. simplify_eq. split; [done|]. intros x Hx. cbn in Hx.
    destruct l as [|[[a2 d2] n2] l]; [done|]. cbn in Hx, Hl. destruct Hl as [-> _]. by simplify_eq.
  Qed.

  Lemma position_lookup l pc k : position l pc = Some k → ∃ x, l !! k = Some x ∧ line_at x = pc.
  Proof.
    revert k. induction l as [|[[a d] n] l IH]; intros k; [done|]. cbn [position].
    destruct (N.eqb_spec a pc) as [->|].
    - intros [= <-]. by eexists.
    - destruct (position l pc) as [j|]; [|done]. intros [= <-]. by apply IH.
  Qed.

  Definition offset (l : list line) (k : nat) : N := match l !! k with Some x => line_at x | None => 0 end.

  Definition placed (l : list line) : nat * state * list event → N * state * list event :=
    λ r, (offset l r.1.1, r.1.2, r.2).

  Context (l : list line) (p : list flat) (w : positive → N).
  Context (Hlaid : laid 0 l) (Hp : mapM (flat_of l) l = Some p).
  Context (Hlast : match last l with Some x => ends x | None => false end = true).

  Lemma flat_at k x : l !! k = Some x → ∃ f, nth_error p k = Some f ∧ flat_of l x = Some f.
  Proof using Hp.
    intros H. apply mapM_Some in Hp as HF. destruct (Forall2_lookup_l _ _ _ _ _ HF H) as (f & Hf & E).
    exists f. by rewrite nth_error_lookup.
  Qed.

  Lemma same_length : length p = length l.
  Proof using Hp. symmetry. by eapply mapM_length. Qed.

  Lemma falls_to k at_ d next :
    l !! k = Some (at_, d, next) → ends (at_, d, next) = false → (S k < length l)%nat ∧ offset l (S k) = next.
  Proof using Hlaid Hlast.
    intros H He. pose proof (lookup_lt_Some _ _ _ H) as Hlt.
    assert (S k < length l)%nat as Hs.
    { apply Nat.le_neq. split; [done|]. intros E. rewrite last_lookup, <-E in Hlast. change (Nat.pred (S k)) with k
      in Hlast.
      rewrite H in Hlast. congruence. }
    split; [done|]. unfold offset. destruct (lookup_lt_is_Some_2 l (S k) Hs) as [x Hx]. rewrite Hx.
    by apply (proj2 (laid_lookup _ _ _ _ _ _ Hlaid H)).
  Qed.

  Lemma target_at next by_ k :
    target l next by_ = Some k → (k < length l)%nat ∧ jump next by_ = Some (offset l k).
  Proof.
    unfold target. destruct (jump next by_) as [pc|]; [|done]. intros (x & Hx & <-)%position_lookup.
    split; [by eapply lookup_lt_Some|]. unfold offset. by rewrite Hx.
  Qed.

  Lemma step_same k s : (k < length l)%nat →
    byte_step names o w (offset l k) s = option_map (placed l) (flat_step (all_memory w) p k s) ∧
    ∀ k' s' t, flat_step (all_memory w) p k s = Some (k', s', t) → (k' < length l)%nat.
  Proof using Hlaid Hp Hlast.
    intros Hk. destruct (lookup_lt_is_Some_2 l k Hk) as [[[at_ d] next] H].
    destruct (flat_at _ _ H) as (f & Hf & Hd). destruct (laid_lookup _ _ _ _ _ _ Hlaid H) as [Ha _].
    unfold byte_step, flat_step. rewrite Hf. unfold offset at 1. rewrite H. cbn [line_at fst]. rewrite Ha.
    destruct d as [i|by_|c by_|]; cbn in Hd.
    - injection Hd as <-. destruct (falls_to _ _ _ _ H eq_refl) as [Hs Hn].
      destruct (exec _ i s) as [[s' t]|]; [|done]. cbn. unfold placed. cbn. rewrite Hn. split; [done|]. intros; by
        simplify_eq.
    - destruct (target l next by_) as [j|] eqn:Ht; [|done]. injection Hd as <-. destruct (target_at _ _ _ Ht) as [Hj
      ->].
      split; [done|]. intros; by simplify_eq.
    - destruct (target l next by_) as [j|] eqn:Ht; [|done]. injection Hd as <-. destruct (target_at _ _ _ Ht) as [Hj
      ->].
      destruct (falls_to _ _ _ _ H eq_refl) as [Hs Hn].
      destruct (test c s) as [[]|]; [| |done]; cbn; unfold placed; cbn; rewrite ?Hn; (split; [done|]); intros; by
        simplify_eq.
    - injection Hd as <-. done.
  Qed.

  (** Flat code may have more behind its end, which no run comes to. *)
  Lemma steps_same tail n k s : (k < length l)%nat →
    byte_steps names o w n (offset l k) s = option_map (placed l) (flat_steps (all_memory w) (p ++ tail) n k s) ∧
    ∀ k' s' t, flat_steps (all_memory w) (p ++ tail) n k s = Some (k', s', t) → (k' < length l)%nat.
  Proof using Hlaid Hp Hlast.
    revert k s. induction n as [|n IH]; intros k s Hk; cbn [byte_steps flat_steps].
    { split; [done|]. intros; by simplify_eq. }
    assert (flat_step (all_memory w) (p ++ tail) k s = flat_step (all_memory w) p k s) as ->.
    { unfold flat_step. by rewrite nth_error_app1 by by rewrite same_length. }
    destruct (step_same k s Hk) as [-> Hin]. destruct (flat_step (all_memory w) p k s) as [[[k1 s1] t1]|]; [|done].
    specialize (Hin _ _ _ eq_refl). cbn. destruct (IH k1 s1 Hin) as [-> Hin1].
    destruct (flat_steps (all_memory w) (p ++ tail) n k1 s1) as [[[k2 s2] t2]|]; [|done]. cbn. split; [done|].
    intros; simplify_eq. by eapply Hin1.
  Qed.

  Lemma returns_same k : (k < length l)%nat → returns names o (offset l k) ↔ nth_error p k = Some FHalt.
  Proof using Hlaid Hp.
    intros Hk. destruct (lookup_lt_is_Some_2 l k Hk) as [[[at_ d] next] H].
    destruct (flat_at _ _ H) as (f & Hf & Hd). destruct (laid_lookup _ _ _ _ _ _ Hlaid H) as [Ha _].
    unfold returns, offset. rewrite H. cbn [line_at fst]. rewrite Ha, Hf. split.
    - intros [next' E]. injection E as -> ->. cbn in Hd. by injection Hd as <-.
    - destruct d; cbn in Hd; [injection Hd as <-; done|..|intros _; by eexists];
        destruct (target _ _ _); cbn in Hd; congruence.
  Qed.

  Lemma starts : (0 < length l)%nat ∧ offset l 0 = 0.
  Proof using Hlaid Hlast.
    clear Hp p. destruct l as [|[[a d] n] l']; [done|]. cbn in Hlaid. destruct Hlaid as [-> _]. split; [cbn; lia|done].
  Qed.
End runs.

(** Complete runs, from the first instruction to a return. *)
Definition bytes_end (names : list String.string) (o : object) (w : positive → N) (n : nat) (s s' : state) (t : list
  event) : Prop :=
  ∃ pc, byte_steps names o w n 0 s = Some (pc, s', t) ∧ returns names o pc.
Definition flat_ends (g : env) (code : list flat) (n : nat) (s s' : state) (t : list event) : Prop :=
  ∃ pc, flat_steps g code n 0 s = Some (pc, s', t) ∧ nth_error code pc = Some FHalt.

Theorem same_runs names o code w n s s' t :
  decode_function names o = Some (map erase_flat (removelast code)) →
  bytes_end names o w n s s' t ↔ flat_ends (all_memory w) code n s s' t.
Proof.
  unfold decode_function. destruct (sweep names o _ 0 (o_code o)) as [l|] eqn:Hs; [|done].
  destruct (match last l with Some x => ends x | None => false end) eqn:Hlast; [|done]. intros Hp.
  assert (laid names o 0 l) as Hlaid by by eapply sweep_laid.
  destruct (starts names o l Hlaid Hlast) as [Hpos H0].
  pose proof (same_length l _ Hp) as Hlen. rewrite map_length in Hlen.
  assert (code = removelast code ++ [List.last code FHalt]) as Hcode.
  { apply app_removelast_last. intros ->. cbn in Hlen. lia. }
  destruct (steps_same names o l _ w Hlaid Hp Hlast [erase_flat (List.last code FHalt)] n 0 s Hpos) as [E Hin].
  assert (flat_steps (all_memory w) (map erase_flat (removelast code) ++ [erase_flat (List.last code FHalt)]) n 0 s =
          flat_steps (all_memory w) code n 0 s) as Ef.
  { rewrite <-(flat_erased w code). f_equal. transitivity (map erase_flat (removelast code ++ [List.last code FHalt]));
      [by rewrite map_app|by rewrite <-Hcode]. }
  rewrite Ef in E, Hin. rewrite H0 in E. unfold bytes_end, flat_ends. rewrite E.
  assert (∀ k, (k < length l)%nat → nth_error (map erase_flat (removelast code)) k = Some FHalt ↔ nth_error code k =
    Some FHalt) as Hh.
  { intros k Hk. rewrite Hcode at 2. rewrite nth_error_app1 by lia. rewrite nth_error_map.
    destruct (nth_error (removelast code) k) as [[]|]; cbn; split; congruence. }
  split.
  - intros (pc & H & Hr). destruct (flat_steps (all_memory w) code n 0 s) as [[[k s1] t1]|]; [|done]. cbn in H.
    specialize (Hin _ _ _ eq_refl). unfold placed in H. cbn in H. simplify_eq. exists k. split; [done|].
    apply Hh; [done|]. by apply (returns_same names o l _ Hlaid Hp).
  - intros (k & H & Hr). rewrite H in *. specialize (Hin _ _ _ eq_refl). exists (offset l k). split; [done|].
    apply (returns_same names o l _ Hlaid Hp); [done|]. by apply Hh.
Qed.

Theorem same_runs_both names o code n s s' t :
  decode_function names o = Some (map erase_flat (removelast code)) →
  (∀ g pc, flat_steps g code n 0 s = Some (pc, s', t) → nth_error code pc = Some FHalt →
     ∃ at_, byte_steps names o (symbol g) n 0 s = Some (at_, s', t) ∧ returns names o at_) ∧
  (∀ w at_, byte_steps names o w n 0 s = Some (at_, s', t) → returns names o at_ →
     ∃ pc, flat_steps (all_memory w) code n 0 s = Some (pc, s', t) ∧ nth_error code pc = Some FHalt).
Proof.
  intros Hd. split.
  - intros g pc Hf Hh. apply (same_runs names o code (symbol g) n s s' t Hd). exists pc. split; [|done]. by apply
    flat_anywhere.
  - intros w at_ Hb Hr. apply (same_runs names o code w n s s' t Hd). by exists at_.
Qed.
