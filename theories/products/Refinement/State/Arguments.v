(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * functions.fl: the operands and the argument of a function, and what a function may do.

    An argument is data, one after another. [data_at a i] is where datum [i] begins. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Operands.
Local Open Scope Z_scope.

(** ** Operands *)
Definition vops (n : Z) (l : list Z) : val fl_point := VRecord [VInt n; VArray (map VInt l)].
Definition ops_ok (t : fthread) (n : Z) (l : list Z) : Prop :=
  0 ≤ n ≤ 16 ∧ len l = 16 ∧ ∀ i, 0 ≤ i < n → operand_ok t (l !!! Z.to_nat i).
Lemma ops_written `{B : base} t t' n l : data_written t t' → ops_ok t n l → ops_ok t' n l.
Proof. intros (_ & Ho & _) (?&?&Hl). split_and!; [lia|lia|done|]. intros i Hi. by apply Ho, Hl. Qed.

(** ** What is appended *)
Definition grown (k : Z) (out out' : list Z) : Prop := ∃ e, out' = out ++ e ∧ octets e ∧ len e ≤ k.
Lemma grown_same k out : 0 ≤ k → grown k out out.
Proof. intros Hk. exists []. rewrite app_nil_r. split_and!; [done|constructor|rewrite len_nil; lia]. Qed.
Lemma grown_more k k' j out out' e :
  grown k out out' → octets e → len e ≤ j → k + j ≤ k' → grown k' out (out' ++ e).
Proof.
  intros (e0 & -> & ? & ?) ???. exists (e0 ++ e). rewrite (assoc_L (++)).
  split_and!; [done|by apply octets_app|rewrite len_app; lia].
Qed.
Lemma grown_weaken k k' out out' : grown k out out' → k ≤ k' → grown k' out out'.
Proof. intros (e & ? & ? & ?) ?. exists e. split_and!; [done|done|lia]. Qed.
Lemma grown_trans k k' out out1 out2 : grown k out out1 → grown k' out1 out2 → grown (k + k') out out2.
Proof. intros H (e & -> & ? & ?). eapply grown_more; [exact H|done|done|lia]. Qed.
Lemma grown_len k out out' : grown k out out' → len out ≤ len out' ≤ len out + k.
Proof. intros (e & -> & _ & ?). rewrite len_app. pose proof (len_nonneg e). lia. Qed.
Lemma grown_octets k out out' : octets out → grown k out out' → octets out'.
Proof. intros ? (e & -> & ? & _). by apply octets_app. Qed.

(** What a function may do: append at most [k] bytes, and change data; nothing if it refuses. *)
Definition evaluated `{B : base} (t : fthread) (out : list Z) (k : Z) (r : val fl_point) (t' : fthread)
    (out' : list Z) : Prop :=
  data_written t t' ∧ grown k out out' ∧ (fails r ∧ t' = t ∨ r = passes).
Lemma evaluated_weaken `{B : base} t out k k' r t' out' :
  evaluated t out k r t' out' → k ≤ k' → evaluated t out k' r t' out'.
Proof. intros (?&?&?) ?. split_and!; [done|by eapply grown_weaken|done]. Qed.
Lemma evaluated_refused `{B : base} t out k n :
  thread_ok t → 0 ≤ k → (n < 32)%nat → evaluated t out k (VUnion 1 (refusal n)) t out.
Proof.
  intros ? ? ?. split_and!; [by apply data_written_same|by apply grown_same|]. left. split; [|done]. by exists n.
Qed.

(** ** Data in an argument *)
Lemma byte_cut b lo hi i : 0 ≤ lo → 0 ≤ i < hi - lo → byte (cut b lo hi) i = byte b (lo + i).
Proof.
  intros. unfold byte, cut. rewrite !list_lookup_total_alt, lookup_take, lookup_drop by lia. do 2 f_equal. lia.
Qed.
Lemma cut_cut b lo hi lo' hi' :
  0 ≤ lo → 0 ≤ lo' ≤ hi' → hi' ≤ hi - lo → cut (cut b lo hi) lo' hi' = cut b (lo + lo') (lo + hi').
Proof.
  intros. unfold cut. rewrite skipn_firstn_comm, take_take, drop_drop. f_equal; [lia|]. f_equal. lia.
Qed.
Lemma datum_whole b : octets b → datum_size b < MORE → datum_size (cut b 0 (datum_size b)) = datum_size b.
Proof.
  intros Hb Hn. destruct (datum_size_range b Hb) as [?|[?|[Hr _]]]; [lia|lia|].
  remember (datum_size b) as n eqn:En. assert (len (cut b 0 n) = n) as Hl by (rewrite len_cut; lia).
  assert (byte (cut b 0 n) 0 = byte b 0) as H0 by (rewrite byte_cut by lia; done).
  assert (3 ≤ n → loaded Big (cut b 0 n) 1 2 = loaded Big b 1 2) as H1.
  { intros. unfold loaded. rewrite cut_cut by lia. done. }
  pose proof (load_range Big b 1 2 Hb ltac:(lia)) as [Hload _].
  unfold datum_size in *. rewrite Hl, H0. destruct (decide (3 ≤ n)); [rewrite H1 by done|]; repeat case_match; lia.
Qed.

Definition size_at (a : list Z) (p : Z) : Z := datum_size (cut a p (len a)).
Fixpoint data_at (a : list Z) (i : nat) : Z :=
  match i with O => 0 | S i => data_at a i + size_at a (data_at a i) end.
Definition data_fit (a : list Z) (i : Z) : Prop := ∀ j, 0 ≤ j < i → size_at a (data_at a (Z.to_nat j)) < MORE.

Lemma size_cases a p :
  octets a → 0 ≤ p ≤ len a →
  size_at a p = BAD ∨ size_at a p = MORE ∨ 1 ≤ size_at a p ≤ len a - p ∧ size_at a p < 65539.
Proof.
  intros Ha Hp. unfold size_at. pose proof (datum_size_range (cut a p (len a)) ltac:(by apply octets_cut)) as H.
  rewrite len_cut in H by lia. exact H.
Qed.
Lemma size_fit a p : octets a → 0 ≤ p ≤ len a → size_at a p < MORE → 1 ≤ size_at a p ≤ len a - p.
Proof. intros Ha Hp Hs. destruct (size_cases a p Ha Hp) as [?|[?|?]]; lia. Qed.
Lemma size_whole a p :
  octets a → 0 ≤ p ≤ len a → size_at a p < MORE →
  datum_size (cut a p (p + size_at a p)) = size_at a p ∧ len (cut a p (p + size_at a p)) = size_at a p.
Proof.
  intros Ha Hp Hs. pose proof (size_fit a p Ha Hp Hs). split; [|rewrite len_cut; lia].
  pose proof (datum_whole (cut a p (len a)) ltac:(by apply octets_cut) Hs) as Hw. unfold size_at in *.
  rewrite cut_cut in Hw by lia. by rewrite Z.add_0_r in Hw.
Qed.
Lemma data_at_next a i :
  0 ≤ i → data_at a (Z.to_nat (i + 1)) = data_at a (Z.to_nat i) + size_at a (data_at a (Z.to_nat i)).
Proof. intros. by replace (Z.to_nat (i + 1)) with (S (Z.to_nat i)) by lia. Qed.
Lemma data_at_range a i : octets a → 0 ≤ i → data_fit a i → 0 ≤ data_at a (Z.to_nat i) ≤ len a.
Proof.
  intros Ha Hi. revert i Hi. apply (natlike_ind (λ i, data_fit a i → 0 ≤ data_at a (Z.to_nat i) ≤ len a)).
  - intros _. change (data_at a (Z.to_nat 0)) with 0. pose proof (len_nonneg a). lia.
  - intros i Hi IH Hf. replace (Z.succ i) with (i + 1) in * by lia. rewrite data_at_next by lia.
    assert (0 ≤ data_at a (Z.to_nat i) ≤ len a) as Hr by (apply IH; intros j Hj; apply Hf; lia).
    pose proof (size_fit a _ Ha Hr (Hf i ltac:(lia))). lia.
Qed.
Lemma data_fit_next a i : data_fit a i → size_at a (data_at a (Z.to_nat i)) < MORE → data_fit a (i + 1).
Proof. intros Hf Hi j Hj. destruct (decide (j = i)) as [->|]; [done|]. apply Hf. lia. Qed.

(** ** Loops

    The store as it was before the loop, but for the variables that are said: [walk_loop] with this as a part of the
    invariant. *)
Ltac fl_store := lazymatch goal with |- walk _ _ _ _ _ _ ?s => s end.
Ltac fl_round := apply walk_wp; cbn [insert list_insert].
Ltac fl_nothing :=
  fl_reached; do 2 eexists; split; [reflexivity|]; apply evaluated_refused; [assumption|lia|lia].
Ltac fl_walk_through := repeat first [fl_step | fl_case]; try solve [fl_nothing].

(** Arrays of numbers, as lists of numbers. *)
Lemma fold_ints (l : list Z) i z : <[i := VInt z]> (map VInt l) = map (@VInt fl_point) (<[i := z]> l).
Proof. symmetry. apply (list_fmap_insert VInt). Qed.
Lemma fold_zeros n z : replicate n (VInt z) = map (@VInt fl_point) (replicate n z).
Proof. symmetry. apply (fmap_replicate VInt). Qed.
Ltac fl_fold_ints :=
  match goal with
  | |- context [<[_ := VInt _]> (map VInt _)] => rewrite fold_ints
  | |- context [VArray (replicate _ (VInt _))] => rewrite fold_zeros
  end.
Ltac fl_conditions ::=
  repeat first [fl_norm | fl_trap | progress fl_compute | progress fl_fold | fl_fold_ints | fl_known | fl_side].

(** What writes after the first bytes leave of those. *)
Lemma fit_grown k out out' : grown k out out' → fit out' (len out) = out.
Proof.
  intros (e & -> & _). unfold fit, len. rewrite Nat2Z.id, take_app, app_length.
  replace (length out - (length out + length e))%nat with 0%nat by lia. by rewrite app_nil_r.
Qed.
Lemma grown_paste k out out' i c :
  grown k out out' → len out ≤ i → i + len c ≤ len out' → octets c → grown k out (paste out' i c).
Proof.
  intros (e & -> & He & Hl) Hi Hc Ho. rewrite len_app in Hc. exists (paste e (i - len out) c).
  split_and!; [|by apply octets_paste|rewrite len_paste by lia; done].
  pose proof (paste_mid out e [] (i - len out) c ltac:(lia) ltac:(lia)) as H. rewrite !app_nil_r in H.
  by replace (len out + (i - len out)) with i in H by lia.
Qed.

(** The range of a number that was read. *)
Ltac fl_number l i n :=
  let m := eval compute in (2 ^ (8 * n)) in
  assert (0 <= loaded Big l i n < m) by (apply (load_range Big l i n); [assumption|lia]).
