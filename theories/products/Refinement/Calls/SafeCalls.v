(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Every sequence of calls of the library, compiled, is safe. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang Require Import Typing.Soundness Model.Source EndToEnd.
From Fairlead.Lang.Logic Require Import Functions.
From Fairlead.Refinement Require Export SafeInit System.
Local Open Scope Z_scope.

(** ** What the functions are given and give back *)
Definition dsum (low high : Z) : data := VRecord [VInt low; VInt high].
Definition daccount (c : faccount) : data :=
  VRecord [dsum (c_low c) (c_high c); dsum (c_low_out c) (c_high_out c); VInt (c_count c); VInt (c_count_out c);
           VInt (c_done c); VArray (map VInt (c_who c))].
Definition daggregate (g : faggregate) : data :=
  VRecord [VInt (g_threads g); VInt (g_certified g); VBool (g_broken g); VArray (map daccount (g_accounts g))].
Definition dverifier_of (v : fverifier) : data := dverifier (v_thread v) (v_closing v) (v_failed v).

Lemma of_dints (l : list Z) : map of_data (map VInt l) = map (@VInt fl_point) l.
Proof. by rewrite map_map. Qed.
Lemma of_daggregate g : of_data (daggregate g) = vaggregate g.
Proof. unfold daggregate, vaggregate. cbn [of_data map]. rewrite map_map. do 5 f_equal.
  f_equal. apply map_ext. intros c. unfold daccount, vaccount. cbn [of_data map dsum]. by rewrite of_dints. Qed.
Lemma to_dints (l : list Z) : to_data (VArray (map (@VInt fl_point) l)) = Ok (VArray (map VInt l)).
Proof. by apply to_array, collect_map. Qed.
Lemma to_daccount c : to_data (vaccount c) = Ok (daccount c).
Proof.
  apply to_record. do 5 (apply collect_cons; [reflexivity|]). apply collect_cons; [apply to_dints|reflexivity].
Qed.
Lemma to_daggregate g : to_data (vaggregate g) = Ok (daggregate g).
Proof.
  apply to_record. do 3 (apply collect_cons; [reflexivity|]).
  apply collect_cons; [by apply to_array, collect_map, to_daccount|reflexivity].
Qed.
Ltac word := apply int_ty; unfold in_range, limit, bits; lia.
Lemma aggregate_typed g : aggregate_ok g → data_ok type_22 (daggregate g).
Proof.
  intros Hg. assert (Hg' := Hg). destruct Hg' as (Ht & Hc & Hl & Ha & _). apply record_ty.
  constructor; [word|]. constructor; [word|]. constructor; [apply bool_ty|]. constructor; [|constructor].
  apply array_ty; [rewrite map_length; apply Nat2Z.inj; rewrite N_nat_Z; exact Hl|].
  apply Forall_map. eapply Forall_impl; [exact Ha|]. intros c Hok. pose proof (account_range c Hok) as Hdone.
  destruct Hok as (?&?&?&?&?&?&[Ho Hw]&_). apply record_ty.
  constructor; [apply record_ty; constructor; [word|constructor; [word|constructor]]|].
  constructor; [apply record_ty; constructor; [word|constructor; [word|constructor]]|].
  do 3 (constructor; [word|]). constructor; [|constructor].
  apply array_ty; [rewrite map_length; apply Nat2Z.inj; rewrite N_nat_Z; exact Hw|].
  apply Forall_map. eapply Forall_impl; [exact Ho|]. intros z Hz. cbn in Hz. word.
Qed.

(** ** Calls *)

(** A call: of [verify] on thread [i], with any bytes as log and any as what is in [out]; of [quiet] and [publish] on
    thread [i]; of [certify]. *)
Inductive fcall :=
  | CVerify (i : nat) (secret log out : list Z)
  | CQuiet (i : nat)
  | CPublish (i : nat) (secret : list Z)
  | CCertify.
(** The thread is one of [n], and bytes are bytes. *)
Definition call_ok (n : nat) (c : fcall) : Prop :=
  match c with
  | CVerify i _ log out => (i < n)%nat ∧ octets log ∧ len log < 2 ^ 32 ∧ octets out ∧ len out ≤ 65536
  | CQuiet i | CPublish i _ => (i < n)%nat
  | CCertify => True
  end.

(** The call [c], compiled, comes to its end without a trap, and what it leaves, and what it has appended to [out],
    satisfy [Φ]. *)
Definition performs (external : nat → list data → option (list data * data)) (y : fsystem) (c : fcall)
    (Φ : fsystem → list Z → Prop) : Prop :=
  match c with
  | CVerify i secret log out =>
      ∃ v, y_verifiers y !! i = Some v ∧
        compiled_ensures external fn_verify [dverifier_of v; VExtern secret; VBytes log; VBytes out]
          (λ _ ds, ∃ v' answers, ds = [dverifier_of v'; VBytes (out ++ answers)] ∧ octets answers ∧
             len (out ++ answers) ≤ 65536 ∧ Φ (with_verifier y i v') answers)
  | CQuiet i =>
      ∃ v, y_verifiers y !! i = Some v ∧
        compiled_ensures external fn_quiet [dverifier_of v]
          (λ d ds, ds = [dverifier_of v] ∧ (∃ b, d = VBool b) ∧ Φ y [])
  | CPublish i secret =>
      ∃ v, y_verifiers y !! i = Some v ∧
        compiled_ensures external fn_publish [dverifier_of v; VExtern secret; daggregate (y_aggregate y)]
          (λ d ds, ∃ v' g', ds = [dverifier_of v'; daggregate g'] ∧ (∃ b, d = VBool b) ∧
             Φ (FSystem g' (<[i := v']> (y_verifiers y))) [])
  | CCertify =>
      compiled_ensures external fn_certify [daggregate (y_aggregate y)]
        (λ d ds, ∃ g', ds = [daggregate g'] ∧ d = VInt (g_certified g') ∧ Φ (FSystem g' (y_verifiers y)) [])
  end.
(** One after another, whatever each leaves. *)
Fixpoint goes_on (external : nat → list data → option (list data * data)) (y : fsystem) (cs : list fcall) : Prop :=
  match cs with [] => True | c :: cs => performs external y c (λ y' _, goes_on external y' cs) end.

(** [init] of one thread after another, in memory that holds anything of its type ([before_init]); the next number is
    that of the threads there are, [vs]. *)
Fixpoint starts (external : nat → list data → option (list data * data)) (depth slots first : Z) (root : list Z)
    (memory vs : list fverifier) (Φ : list fverifier → Prop) : Prop :=
  match memory with
  | [] => Φ vs
  | m :: memory =>
      compiled_ensures external fn_init
        [dverifier_of m; VInt (len vs); VInt depth; VInt slots; VInt first; VBytes root]
        (λ _ ds, ∃ v, ds = [dverifier_of v] ∧ starts external depth slots first root memory (vs ++ [v]) Φ)
  end.

Section calls.
  Context (external : nat → list data → option (list data * data)) (Hext : externals_ok external).

  Lemma compiled_mono p args (Φ Φ' : data → list data → Prop) :
    compiled_ensures external p args Φ → (∀ d ds, Φ d ds → Φ' d ds) → compiled_ensures external p args Φ'.
  Proof using. intros (st & Hst & n & r & HΦ & Hr) Himp. exists st. split; [done|]. exists n, r. auto. Qed.

  Lemma quiet_safe v :
    verifier_ok (v_thread v) (v_closing v) (v_failed v) →
    compiled_ensures external fn_quiet [dverifier_of v]
      (λ d ds, ds = [dverifier_of v] ∧
         ∃ b, d = VBool b ∧ (b = true ↔ quiet_so (v_thread v) (v_closing v) (v_failed v))).
  Proof using Hext.
    intros Hv. eapply (ensures_compiled external fn_quiet _ _
      [vverifier (v_thread v) (v_closing v) (v_failed v)] _ _ Hext);
      [reflexivity|reflexivity| |reflexivity|reflexivity| |by apply quiet_ensures|].
    - constructor; [by apply verifier_typed|constructor].
    - cbn [map]. unfold dverifier_of. by rewrite of_dverifier.
    - intros r ws (-> & b & -> & Hb). exists (VBool b), [dverifier_of v]. split; [done|]. split; [|by eauto].
      change (shown_of _) with [0%nat].
      change (collect _ [0%nat]) with (d ← to_data (vverifier (v_thread v) (v_closing v) (v_failed v)); Ok [d]).
      by rewrite to_dverifier.
  Qed.
  Lemma init_aggregate_safe (memory : data) threads first :
    data_ok type_22 memory → 0 ≤ threads < 2 ^ 32 → 0 ≤ first < 2 ^ 64 →
    compiled_ensures external fn_init_aggregate [memory; VInt threads; VInt first]
      (λ _ ds, ds = [daggregate (new_aggregate threads first)]).
  Proof using Hext.
    intros Hm Ht Hf. eapply (ensures_compiled external fn_init_aggregate _ _
      [of_data memory; VInt threads; VInt first] _ _ Hext);
      [reflexivity|reflexivity| |reflexivity|reflexivity|reflexivity
      |apply calls_ensures, init_aggregate_calls|].
    - constructor; [done|]. constructor; [word|]. constructor; [word|constructor].
    - intros r ws (-> & ->). do 2 eexists. split; [reflexivity|]. split; [|reflexivity].
      change (shown_of _) with [0%nat].
      change (collect _ [0%nat]) with (d ← to_data (vaggregate (new_aggregate threads first)); Ok [d]).
      by rewrite to_daggregate.
  Qed.
  Lemma certify_safe g :
    aggregate_ok g → 0 < g_threads g →
    compiled_ensures external fn_certify [daggregate g]
      (λ d ds, ∃ g', certifies g g' ∧ ds = [daggregate g'] ∧ d = VInt (g_certified g')).
  Proof using Hext.
    intros Hg Hpos. eapply (ensures_compiled external fn_certify _ _ [vaggregate g] _ _ Hext);
      [reflexivity|reflexivity| |reflexivity|reflexivity| |by apply certify_ensures|].
    - constructor; [by apply aggregate_typed|constructor].
    - cbn [map]. by rewrite of_daggregate.
    - intros r ws (g' & Hc & -> & ->). exists (VInt (g_certified g')), [daggregate g']. split; [done|].
      split; [|by eauto].
      change (shown_of _) with [0%nat]. change (collect _ [0%nat]) with (d ← to_data (vaggregate g'); Ok [d]).
      by rewrite to_daggregate.
  Qed.
  Lemma publish_safe v (x : list Z) g :
    verifier_ok (v_thread v) (v_closing v) (v_failed v) → aggregate_ok g →
    (v_closing v = true → may_publish (v_thread v) g) →
    compiled_ensures external fn_publish [dverifier_of v; VExtern x; daggregate g]
      (λ d ds, ∃ b v' g', d = VBool b ∧ ds = [dverifier_of v'; daggregate g'] ∧
         (v' = v ∧ g' = g ∧ b = negb (v_closing v) ∧ (v_closing v = true → g_certified g + 8 ≤ f_next (v_thread v)) ∨
          b = true ∧ v_closing v = true ∧ f_next (v_thread v) < g_certified g + 8 ∧
            v' = FVerifier (after_publishing (v_thread v)) false (v_failed v) ∧
            publishes external x (v_thread v) g g')).
  Proof using Hext.
    intros Hv Hg Hmay. eapply (ensures_compiled external fn_publish _ _
      [vverifier (v_thread v) (v_closing v) (v_failed v); VExtern x; vaggregate g] _ _ Hext);
      [reflexivity|reflexivity| |reflexivity|reflexivity| |by apply publish_ensures|].
    - constructor; [by apply verifier_typed|]. constructor; [apply extern_ty|].
      constructor; [by apply aggregate_typed|constructor].
    - cbn [map]. unfold dverifier_of. by rewrite of_dverifier, of_daggregate.
    - intros r ws Hr. assert (∃ b v' g', r = VBool b ∧
        ws = [vverifier (v_thread v') (v_closing v') (v_failed v'); VExtern x; vaggregate g'] ∧
        (v' = v ∧ g' = g ∧ b = negb (v_closing v) ∧ (v_closing v = true → g_certified g + 8 ≤ f_next (v_thread v)) ∨
          b = true ∧ v_closing v = true ∧ f_next (v_thread v) < g_certified g + 8 ∧
            v' = FVerifier (after_publishing (v_thread v)) false (v_failed v) ∧ publishes external x (v_thread v) g g'))
        as (b & v' & g' & -> & -> & Hcase).
      { destruct Hr as [(Hc & -> & ->)|[(Hc & ? & -> & ->)|(? & ? & -> & g' & -> & ?)]];
          [exists true, v, g|exists false, v, g|];
          [split; [done|]; split; [done|]; left; rewrite Hc; by split_and!..|].
        exists true, (FVerifier (after_publishing (v_thread v)) false (v_failed v)), g'. auto 12. }
      exists (VBool b), [dverifier_of v'; daggregate g']. split; [done|]. split; [|by exists b, v', g'].
      change (shown_of _) with [0%nat; 2%nat].
      change (collect _ [0%nat; 2%nat]) with
        (d ← to_data (vverifier (v_thread v') (v_closing v') (v_failed v')); ds ← (d ← to_data (vaggregate g'); Ok [d]);
         Ok (d :: ds)).
      by rewrite to_dverifier, to_daggregate.
  Qed.

  Theorem calls_go_on cs : ∀ y,
    system_ok y → Forall (call_ok (length (y_verifiers y))) cs → goes_on external y cs.
  Proof using Hext.
    induction cs as [|c cs IH]; intros y Hy Hcs; [done|]. inversion Hcs as [|? ? Hc Hcs']; subst. cbn [goes_on].
    assert (Hy' := Hy). destruct Hy' as (Hg & Hn & Hr & Hv & _).
    destruct c as [i secret log out|i|i secret|]; cbn [call_ok performs] in *.
    - destruct Hc as (Hi & Hlog & Hlogl & Ho & Hol). destruct (lookup_lt_is_Some_2 _ _ Hi) as [v Hvi]. exists v.
      split; [done|]. destruct (Hv i v Hvi) as (Hok & _).
      eapply compiled_mono; [by apply (verify_safe external)|].
      intros d ds (taken & s & t & closing & failed & answers & _ & -> & _ & Hok' & Hself & Hnext & _ & Ho' & Hl').
      exists (FVerifier t closing failed), answers. split; [done|]. split; [done|].
      split; [done|]. apply IH; [by eapply system_verified|]. cbn [y_verifiers with_verifier]. by rewrite insert_length.
    - destruct (lookup_lt_is_Some_2 _ _ Hc) as [v Hvi]. exists v. split; [done|]. destruct (Hv i v Hvi) as (Hok & _).
      eapply compiled_mono; [by apply quiet_safe|]. intros d ds (-> & b & -> & _). split_and!; [done|by eauto|by apply
        IH].
    - destruct (lookup_lt_is_Some_2 _ _ Hc) as [v Hvi]. exists v. split; [done|]. destruct (Hv i v Hvi) as (Hok & _).
      eapply compiled_mono; [apply publish_safe; [done|done|]|].
      { intros _. by eapply system_may_publish. }
      intros d ds (b & v' & g' & -> & -> & Hcase). exists v', g'. split; [done|]. split; [by eauto|].
      apply IH; [|cbn [y_verifiers]; by rewrite insert_length].
      destruct Hcase as [(-> & -> & _)|(_ & Hclosing & Hwin & -> & Hp)].
      + rewrite list_insert_id by done. by destruct y.
      + eapply system_published; [done|done| |done|done]. destruct Hok as (_ & Hover & _). auto.
    - eapply compiled_mono; [apply certify_safe; [done|lia]|]. intros d ds (g' & Hc' & -> & ->). exists g'.
      split_and!; [done|done|]. apply IH; [|done]. eapply system_certified; [done|by destruct y].
  Qed.

  Lemma all_start depth slots first root memory : ∀ vs (Φ : list fverifier → Prop),
    0 ≤ first < 2 ^ 64 → init_allowed depth slots root → len vs + len memory ≤ SLOTS →
    Forall (λ m, before_init (v_thread m) (v_closing m) (v_failed m)) memory →
    (∀ i v, vs !! i = Some v → verifier_ok (v_thread v) (v_closing v) (v_failed v) ∧
       f_self (v_thread v) = Z.of_nat i ∧ f_next (v_thread v) = first) →
    (∀ vs', length vs' = (length vs + length memory)%nat →
       (∀ i v, vs' !! i = Some v → verifier_ok (v_thread v) (v_closing v) (v_failed v) ∧
          f_self (v_thread v) = Z.of_nat i ∧ f_next (v_thread v) = first) → Φ vs') →
    starts external depth slots first root memory vs Φ.
  Proof using Hext.
    induction memory as [|m memory IH]; intros vs Φ Hf Hall Hlen Hm Hvs HΦ; cbn [starts].
    { apply HΦ; [cbn; lia|done]. }
    inversion Hm as [|? ? Hm1 Hm2]; subst. rewrite len_cons in Hlen. pose proof (len_nonneg vs).
    pose proof (len_nonneg memory).
    eapply compiled_mono; [by apply (init_safe external); [..|lia| |]|].
    intros d ds (t & -> & Hok & (Hself & _ & _ & _ & _ & _ & Hnext & _) & _).
    exists (FVerifier t false None). split; [done|].
    apply IH; try done.
    - rewrite len_app, len_cons, len_nil. lia.
    - intros i v [Hi|[Hi Hv]]%lookup_app_Some; [by apply Hvs|].
      apply list_lookup_singleton_Some in Hv as [Hi0 <-]. cbn [v_thread v_closing v_failed].
      split_and!; [done| |done]. rewrite Hself. unfold len. f_equal. lia.
    - intros vs' Hl Hvs'. apply HΦ; [|done]. rewrite Hl, app_length. cbn [length]. lia.
  Qed.
End calls.

Theorem calls_safe (external : nat → list data → option (list data * data)) (aggregate : data)
    (memory : list fverifier) (depth slots first : Z) (root : list Z) (cs : list fcall) :
  externals_ok external → data_ok type_22 aggregate →
  Forall (λ m, before_init (v_thread m) (v_closing m) (v_failed m)) memory → 0 < len memory ≤ SLOTS →
  0 ≤ first < 2 ^ 64 → init_allowed depth slots root → Forall (call_ok (length memory)) cs →
  compiled_ensures external fn_init_aggregate [aggregate; VInt (len memory); VInt first]
    (λ _ ds, ∃ g, ds = [daggregate g] ∧
       starts external depth slots first root memory [] (λ vs, goes_on external (FSystem g vs) cs)).
Proof.
  intros Hext Ha Hm Hl Hf Hall Hcs. eapply compiled_mono; [apply (init_aggregate_safe external Hext); [done|lia|done]|].
  intros d ds ->. eexists. split; [reflexivity|].
  apply (all_start external Hext); try done; [rewrite len_nil; lia|]. intros vs Hlen Hvs. cbn in Hlen.
  apply (calls_go_on external Hext); cbn [y_verifiers]; [|by rewrite Hlen]. apply system_started; [|lia|done|done].
  unfold len. by rewrite Hlen.
Qed.
