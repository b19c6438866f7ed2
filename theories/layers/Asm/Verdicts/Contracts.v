(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Contracts of functions: what one requires, what it ensures, and what it leaves alone. The first two are for people
    to prove of the clean code; the last is computed. Then all of it carries over to the fast code. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Describe_trusted Run_trusted Flat_trusted
  Structured_trusted.
From Fairlead.Asm.Control Require Import Loops Lowering Unlowered.
From Fairlead.Asm.Symbolic Require Import Equivalence.
From Fairlead.Asm.Hoare Require Import Logic.
From Fairlead.Asm.Verdicts Require Import Files Carry.

(** Registers that are live afterwards, except [modifies], are as before; so is all memory outside of the regions
    [stores]. *)
Definition kept (g : env) (live modifies : list loc) (stores : list N) (s r : state) : Prop :=
  (∀ l, l ∈ live -> l ∉ modifies -> locs r l = locs s l) /\
  (∀ a, (∀ q, q ∈ stores -> ~ inside (regions g q) a) -> memory r a = memory s a).

(** What may come next is from position [lo] to before [hi], too; and writes only that. *)
Definition stays (p : list flat) (lo hi : nat) (live modifies : list loc) (stores : list N) (k : nat) : bool :=
  let inside t := (lo <=? t) && (t <? hi) in
  match nth_error p k with
  | Some (FInstr i) =>
      inside (S k) && forallb (fun l => bool_decide (l ∉ live) || bool_decide (l ∈ modifies)) (instr_writes i) &&
      forallb (fun q => bool_decide (q ∈ stores)) (instr_stores i)
  | Some (FJump t) => inside t
  | Some (FBranch _ t) => inside (S k) && inside t
  | Some FHalt => true
  | None => false
  end.

Definition check_kept (p : list flat) (at_ lo hi : nat) (live modifies : list loc) (stores : list N) : bool :=
  (lo <=? at_) && (at_ <? hi) && forallb (stays p lo hi live modifies stores) (List.seq lo (hi - lo)).

(** Where a function's loops and conditionals are. *)
Definition check_structure (p : list flat) (at_ : nat) (x : code) : bool :=
  bool_decide (take (size x + 1) (drop at_ p) = lower at_ x ++ [FHalt]).

Lemma nth_error_taken {A} n k (l : list A) x : nth_error (take n l) k = Some x -> nth_error l k = Some x.
Proof. revert k l. induction n as [|n IH]; intros [|k] [|y l] H; cbn in *; try done. by apply IH. Qed.

Lemma nth_error_drop {A} n k (l : list A) : nth_error (drop n l) k = nth_error l (n + k).
Proof. revert l. induction n as [|n IH]; intros [|y l]; cbn; try done; by destruct k. Qed.

Section contracts.
  Context (g : env).

  Lemma check_kept_sound p at_ lo hi live modifies stores s r t :
    check_kept p at_ lo hi live modifies stores = true -> flat_returns g p at_ s r t -> kept g live modifies stores s r.
  Proof.
    intros H [n Hn]. apply andb_true_iff in H as [[L U]%andb_true_iff H]. apply Nat.leb_le in L. apply Nat.ltb_lt in U.
    rewrite forallb_forall in H.
    assert (∀ k, lo <= k < hi -> stays p lo hi live modifies stores k = true) as Hk
      by (intros k Hk; apply H, in_seq; lia). clear H.
    revert at_ L U s t Hn. induction n as [|n IH]; intros at_ L U s t (pc & Hn & Hh); cbn in Hn.
    { simplify_eq. by split. }
    specialize (Hk at_ (conj L U)) as Hat. unfold stays in Hat. unfold flat_step in Hn.
    assert (∀ k, (lo <=? k) && (k <? hi) = true -> lo <= k /\ k < hi) as Hin.
    { intros k [?%Nat.leb_le ?%Nat.ltb_lt]%andb_true_iff. done. }
    destruct (nth_error p at_) as [[i|target|c target|]|] eqn:E; try done.
    - destruct (exec g i s) as [[s1 t1]|] eqn:X; [|done].
      destruct (flat_steps g p n (S at_) s1) as [[[pc' r'] t2]|] eqn:F; simplify_eq.
      apply andb_true_iff in Hat as [[[? ?]%Hin Hw]%andb_true_iff Hs].
      destruct (IH (S at_) ltac:(lia) ltac:(lia) s1 t2) as [Kl Km]; [by exists pc|].
      destruct (exec_frame g _ _ _ _ X) as [Xl Xm]. rewrite forallb_forall in Hw, Hs. split.
      + intros l Hl Hm. rewrite (Kl l Hl Hm). apply Xl. intros Hin2. specialize (Hw l ltac:(by apply elem_of_list_In)).
        apply orb_true_iff in Hw as [Hw%bool_decide_eq_true|Hw%bool_decide_eq_true]; done.
      + intros a Ha. rewrite (Km a Ha). apply Xm. intros q Hq. apply Ha.
        specialize (Hs q ltac:(by apply elem_of_list_In)). by apply bool_decide_eq_true in Hs.
    - destruct (flat_steps g p n target s) as [[[? ?] ?]|] eqn:F; simplify_eq. apply Hin in Hat as [? ?].
      eapply (IH target); [lia|lia|]. by eexists.
    - apply andb_true_iff in Hat as [[? ?]%Hin [? ?]%Hin]. destruct (test c s) as [h|]; [|done].
      destruct (flat_steps g p n _ s) as [[[? ?] ?]|] eqn:F; simplify_eq.
      destruct h; (eapply IH; [| |by eexists]; lia).
  Qed.

  Lemma kept_looks live modifies stores : looks_at live (kept g live modifies stores).
  Proof.
    intros s r r' [Hm Hl] [Kl Km]. split.
    - intros l Hlive Hmod. rewrite <- Hl by done. by apply Kl.
    - intros a Ha. rewrite <- Hm. by apply Km.
  Qed.

  (** The Hoare logic of structured code speaks of the flat code. *)
  Theorem structured_triple p at_ x (pre : state -> Prop) (post : state -> state -> Prop) :
    check_structure p at_ x = true ->
    (∀ s0, well_formed s0 -> triple g (fun s => s = s0 /\ pre s) x (post s0)) -> flat_triple g p at_ pre post.
  Proof.
    intros H%bool_decide_eq_true T s Hs Hpre. destruct (T s Hs s (conj eq_refl Hpre)) as (r & t & X & Hq).
    exists r, t. split; [|done]. apply (lowered_returns g p at_ x); [|done].
    intros k f Hk. rewrite <- H in Hk. rewrite <- nth_error_drop. by eapply nth_error_taken.
  Qed.

  Context (rel : relation) (live : list loc) (Hrel : respects g rel).

  (** The postcondition of a contract: what the clean code was proved to ensure, and what is kept. *)
  Theorem contract_carries e clean fast i j lo hi modifies stores (pre : state -> Prop)
    (post : state -> state -> Prop) :
    check_pair rel live e clean fast = true -> check_entry e clean fast i j = true ->
    check_kept clean i lo hi live modifies stores = true -> looks_at live post ->
    flat_triple g clean i pre post ->
    flat_triple g fast j pre (fun s r => post s r /\ kept g live modifies stores s r).
  Proof using Hrel.
    intros H He Hk Hl T. apply (triples_carry g rel live Hrel e clean fast i j); [done|done| |].
    - intros s r r' Ha [Hp Hkept]. split; [by apply (Hl s r)|]. by apply (kept_looks live modifies stores s r).
    - intros s Hs Hpre. destruct (T s Hs Hpre) as (r & t & Hr & Hq). exists r, t. split; [done|]. split; [done|].
      by apply (check_kept_sound clean i lo hi live modifies stores s r t).
  Qed.
End contracts.

(** For printed contracts: their text names locations one by one, and each is live. *)
Ltac look :=
  let s := fresh "s" in let r := fresh "r" in let r' := fresh "r'" in let Hm := fresh "Hm" in let Hl := fresh "Hl" in
  intros s r r' [Hm Hl]; cbv beta; rewrite ?Hm;
  repeat match goal with
  | |- context [locs r ?l] => rewrite (Hl l) by (apply (bool_decide_unpack _); vm_compute; exact I)
  end; exact (fun h => h).
