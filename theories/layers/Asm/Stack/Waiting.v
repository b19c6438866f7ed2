(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Chains of calls that begin at a call, and who called: what will be known there again, behind the call. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted Words.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Verdicts Require Import Calls_trusted Steps_trusted.
From Fairlead.Asm.Stack Require Import Signals_trusted Spots Check Instr Runs Sound.
Local Open Scope Z_scope.

Local Arguments load : simpl never.
Local Arguments store : simpl never.

(** ** Words and fresh bytes at a call *)

Section given.
  Context (low entry base : N) (depth : Z) (kept : reg -> N) (back : nat -> N) (rest : list frame) (on_loan : N ->
    Prop).
  Local Notation e := (Z.of_N base).
  Context (Hdepth : 0 <= depth) (Hlow : Z.of_N low + depth <= e) (Hbase : (base <= entry)%N).
  Context (Hhigh : Z.of_N entry + 2 ^ 32 < 2 ^ 64) (first_a first_b : N -> N).
  Set Default Proof Using "All".

  Notation alike := (alike low entry base kept back rest on_loan first_a first_b).

  Lemma top_at dead rets st fa fb a b t : alike dead rets st fa fb a b -> well_claimed depth rets st = true ->
    in_register st RSP = SAt t -> Z.of_N (locs a (G RSP)) = spot_at e t /\ spot_at e t <= e.
  Proof.
    intros L W E. pose proof (well_claimed_top low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh
      first_a
      first_b
      _ _ W) as (t' & Et & Bt & Rt & _).
    rewrite E in Et. injection Et as <-.
    pose proof (l_registers _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L RSP) as H. rewrite E in H.
    assert (0 <= e - depth) as Hd by lia. assert (e + 2 ^ 32 < 2 ^ 64) as Hh by lia.
    destruct (bounded_at e depth kept Hd Hh _ _ Bt H) as [_ Z].
    split; [done|]. specialize (Rt spot_entry ltac:(left)). change (spot_at e spot_entry) with (e + 0) in Rt. lia.
  Qed.

  Lemma words_given_away dead rets st st0 st' fa fb a b t :
    alike dead rets st fa fb a b -> well_claimed depth rets st = true -> in_register st RSP = SAt t ->
    state_le st0 st' = true -> (∀ p v, (p, v) ∈ k_words st0 -> exact v = true -> (p, v) ∈ k_words st) ->
    nothing_below t 0 st' = true ->
    ∀ p v, (p, v) ∈ k_words st' -> exact v = true -> (p, v) ∈ k_words st0 /\
      stack_holds e kept v (load (memory a) (at_spot e p) 8) /\
      (locs a (G RSP) <= at_spot e p)%N /\ (at_spot e p + 8 <= base)%N.
  Proof.
    intros L W Et Le Ew N q k Hq Hk. destruct (top_at _ _ _ _ _ _ _ _ L W Et) as [Zt _].
    apply (nothing_below_spec low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b) in
      N
      as [_ NW].
    pose proof (well_claimed_top low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b _
      _ W) as (t' & _ & _ & _ & _ & _ & Wt).
    unfold state_le in Le. rewrite !andb_true_iff in Le. destruct Le as [[[[[[[_ Lw] _] _] _] _] _] _].
    apply (words_le_at low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b _ _ _ _ Lw)
      in Hq as Hp; [|done].
    split; [done|]. apply Ew in Hp; [|done]. clear Lw. rename Hp into Lw.
    split; [by apply (l_words _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L)|].
    destruct (Wt _ _ Lw Hk) as (Bq & Mq & Vq). pose proof (spot_range e q Vq). apply (spot_bounded_spec e) in Bq.
    specialize (NW _ _ Hq Hk). unfold at_spot. lia.
  Qed.

  (** Those that are still claimed when all below %rsp is given away. *)
  Lemma given_away dead rets st st0 st' fa fb a b t :
    alike dead rets st fa fb a b -> well_claimed depth rets st = true -> in_register st RSP = SAt t ->
    state_le st0 st' = true -> k_fresh st0 = k_fresh st ->
    (∀ p v, (p, v) ∈ k_words st0 -> exact v = true -> (p, v) ∈ k_words st) ->
    nothing_below t 0 st' = true ->
    (∀ s x, s ∈ k_fresh st' -> r_from s <= x < r_to s ->
       ~ dead_at_call low dead a (Z.to_N (origin_at e (r_origin s) + x)) /\
       Z.of_N (locs a (G RSP)) <= origin_at e (r_origin s) + x) /\
    (∀ p v, (p, v) ∈ k_words st' -> exact v = true -> (p, v) ∈ k_words st0 /\
       stack_holds e kept v (load (memory a) (at_spot e p) 8) /\
       (locs a (G RSP) <= at_spot e p)%N /\ (at_spot e p + 8 <= entry)%N).
  Proof.
    intros L W Et Le Ef Ew N. destruct (top_at _ _ _ _ _ _ _ _ L W Et) as [Zt _]. split.
    - apply (nothing_below_spec low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b)
        in N
        as [NF _].
      pose proof (well_claimed_top low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a
        first_b _
        _ W) as (t' & _ & _ & _ & _ & Ft & _).
      unfold state_le in Le. rewrite !andb_true_iff in Le. destruct Le as [[[[[[[_ _] Lf] _] _] _] _] _].
      intros s x Hs Hx.
      destruct (fresh_le_spec low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b _ _
        _
        Lf Hs) as (s0 & Hs0 & Eo & ? & ?).
      rewrite Ef in Hs0. specialize (NF s Hs). specialize (Ft s0 Hs0).
      apply (spot_bounded_spec e) in Ft. unfold spot_at in NF, Ft, Zt; cbn in NF, Ft, Zt. rewrite Eo in *.
      split; [|lia].
      intros [Dx|Dx]; [|lia]. eapply (l_fresh _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L s0 x); [done|lia|done].
    - intros q k Hq Hk.
      destruct (words_given_away _ _ _ _ _ _ _ _ _ _ L W Et Le Ew N q k Hq Hk) as (? & ? & ? & ?).
      split_and!; try done. lia.
  Qed.

  (** Bytes that are lent to what is called. *)
  Lemma lent_spec dead rets st fa fb a b t l j :
    alike dead rets st fa fb a b -> well_claimed depth rets st = true -> in_register st RSP = SAt t ->
    may_lend rets t st l = true -> l_from l <= j < l_to l ->
    let y := (Z.of_N (locs a (G (l_register l))) + j) mod 2 ^ 64 in
    Z.of_N (locs a (G RSP)) <= y < Z.of_N entry /\
    (∀ f, f ∈ fa ++ rest -> ~ byte_of (below (f_state f)) 8 (Z.to_N y)) /\
    (e + 8 <= y -> on_loan (Z.to_N y)) /\
    (∀ p v, (p, v) ∈ k_words st -> exact v = true -> ~ byte_of (at_spot e p) 8 (Z.to_N y)) /\
    (∀ p, in_register st (l_register l) = SAt p -> y = spot_at e p + j) /\
    (∀ r k, in_register st (l_register l) = SGiven r k -> y = (Z.of_N (kept r) + (k + j)) mod 2 ^ 64).
  Proof.
    intros L W Et M Hj y. destruct (top_at _ _ _ _ _ _ _ _ L W Et) as [Zt Le_e].
    pose proof (well_claimed_top low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b
      _ _
      W) as (t' & Et' & Bt & _ & _ & _ & Wt). rewrite Et in Et'. injection Et' as <-.
    apply (spot_bounded_spec e) in Bt.
    destruct L. unfold may_lend in M. pose proof (l_registers (l_register l)) as Hr.
    destruct (in_register st (l_register l)) as [p|r|r k| |]; try done; cbn in Hr.
    - rewrite !andb_true_iff, !forallb_forall, Z.leb_le in M. destruct M as [[[[V Lt] Mo] Ra] Wa].
      apply (surely_le_spec e) in Lt. rewrite spot_at_moved in Lt.
      pose proof (spot_range e (spot_moved p (l_from l)) V) as R. rewrite spot_at_moved in R.
      assert (y = spot_at e p + j) as Ey.
      { unfold y. rewrite Hr, Zplus_mod_idemp_l, Z.mod_small; lia. }
      clearbody y. subst y. split_and!; try done.
      + lia.
      + lia.
      + intros f Hf Hx. unfold byte_of in Hx. apply elem_of_app in Hf as [Hf|Hf]; [|apply l_rest in Hf; lia].
        apply elem_of_list_lookup in Hf as [i Hi]. destruct (Forall2_lookup_l _ _ _ _ _ l_returns Hi)
          as (q & Hq & Hqf & _).
        specialize (Ra q ltac:(apply elem_of_list_In; by eapply elem_of_list_lookup_2)).
        apply (surely_apart_spec e) in Ra. rewrite spot_at_moved in Ra. lia.
      + lia.
      + intros q v Hq Hv Hx. specialize (Wa (q, v) ltac:(by apply elem_of_list_In)). cbn in Wa.
        replace (leads v) with true in Wa by (by destruct v). cbn in Wa.
        apply (surely_apart_spec e) in Wa. rewrite spot_at_moved in Wa. destruct (Wt _ _ Hq Hv) as (Bq & _).
        apply (spot_bounded_spec e) in Bq. unfold byte_of, at_spot in Hx. lia.
      + by intros ? [= ->].
    - destruct (lent_within _ _ M) as (l' & Hl' & Er & H1 & H2). cbn in Er, H1, H2. subst r.
      assert (y = (Z.of_N (kept (l_register l')) + (k + j)) mod 2 ^ 64) as Ey.
      { unfold y. rewrite Hr, Zplus_mod_idemp_l. f_equal. lia. }
      destruct (l_lent l' (k + j) Hl' ltac:(lia)) as [Hy Ho]. rewrite <- Ey in Hy, Ho. split_and!; try done.
      + lia.
      + lia.
      + intros f Hf Hx. apply elem_of_app in Hf as [Hf|Hf]; [|by eapply l_on_loan].
        apply elem_of_list_lookup in Hf as [i Hi].
        destruct (Forall2_lookup_l _ _ _ _ _ l_returns Hi) as (q & Hq & Hqf & _ & ? & _). unfold byte_of in Hx. lia.
      + intros q v Hq Hv Hx. destruct (Wt _ _ Hq Hv) as (Bq & Mq & Vq). pose proof (spot_range e q Vq).
        apply (spot_bounded_spec e) in Bq. unfold byte_of, at_spot in Hx. lia.
      + by intros ? ? [= <- <-].
  Qed.

  (** Bytes that are fresh where they are needed. *)
  Lemma needed_spec dead rets st fa fb a b l j y :
    alike dead rets st fa fb a b -> fresh_there st l = true -> l_from l <= j < l_to l ->
    (∀ p, in_register st (l_register l) = SAt p -> y = spot_at e p + j) ->
    (∀ r k, in_register st (l_register l) = SGiven r k -> y = (Z.of_N (kept r) + (k + j)) mod 2 ^ 64) ->
    ~ dead (Z.to_N y).
  Proof.
    intros L F Hj Y1 Y2. unfold fresh_there in F.
    destruct (in_register st (l_register l)) as [p|r|r k| |]; try done.
    - rewrite (Y1 p eq_refl). apply existsb_exists in F as (s & Hs%elem_of_list_In & Wi).
      apply (within_stretch_spec low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b)
        in
        Wi as (Es & ? & ?).
      pose proof (l_fresh _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L s (s_off p + j) Hs ltac:(lia)) as D.
      unfold spot_at. rewrite Es. by replace (_ + s_off p + j) with (origin_at e (r_origin s) + (s_off p + j)) by lia.
    - rewrite (Y2 r k eq_refl). destruct (lent_within _ _ F) as (l' & Hl' & Er & ? & ?). cbn in *. subst r.
      by destruct (l_filled _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L l' (k + j) Hl' ltac:(lia)) as [_ D].
  Qed.
End given.

(** ** Who waits *)

Lemma at_below s : (8 <= locs s (G RSP))%N -> (locs s (G RSP) < 2 ^ 64)%N -> (below s + 8 = locs s (G RSP))%N.
Proof.
  intros H1 H2. unfold below. apply N2Z.inj. rewrite N2Z.inj_add, of_low64, N2Z.inj_add.
  change (Z.of_N (2 ^ 64 - 8)) with (-8 + 1 * 2 ^ 64). rewrite Z.add_assoc, Z.mod_add by lia.
  rewrite Z.mod_small; lia.
Qed.

Section waiting.
  Context (begins : nat -> option effect_on) (acts : list activation).
  Context (low entry : N) (depth : Z) (back : nat -> N) (first_a first_b : N -> N).

  (** Of who called [f], to a function that is entered at [base]: what will be known behind the call, if only that
      changes which may. *)
  Definition promised (c : effect_on) (kept : reg -> N) (y : Z) : Prop :=
    ∃ l j, l ∈ e_filled c /\ l_from l <= j < l_to l /\ y = (Z.of_N (kept (l_register l)) + j) mod 2 ^ 64.

  Record resting (base : N) (f : frame) (c : effect_on) (on_loan : N -> Prop) (base' : N) (kept' : reg -> N)
    (on_loan' : N -> Prop) (rest : list frame) (dead : N -> Prop) (ma mb : N -> N) (rets : list spot)
    (st : stack_state) (fa fb : list frame) : Prop := {
    r_base : (base + 8 <= base' <= entry)%N;
    r_low : Z.of_N low + depth <= Z.of_N base';
    r_kept : ∀ r, r = RSP \/ r ∈ e_kept c -> stack_holds (Z.of_N base') kept' (in_register st r) (locs (f_state f) (G
      r));
    r_others : ∀ r, r <> RSP -> r ∉ e_kept c -> exact (in_register st r) = false;
    r_words : ∀ p v, (p, v) ∈ k_words st -> exact v = true ->
      stack_holds (Z.of_N base') kept' v (load ma (at_spot (Z.of_N base') p) 8) /\
      (base + 8 <= at_spot (Z.of_N base') p)%N /\ (at_spot (Z.of_N base') p + 8 <= entry)%N /\
      (∀ x, byte_of (at_spot (Z.of_N base') p) 8 x -> ~ on_loan x);
    r_fresh : ∀ t x, t ∈ k_fresh st -> Check.r_from t <= x < r_to t ->
      let y := origin_at (Z.of_N base') (r_origin t) + x in
      (dead (Z.to_N y) -> promised c (λ r, locs (f_state f) (G r)) y) /\ Z.of_N base + 8 <= y;
    r_frames : Forall2 frame_alike fa fb;
    r_returns : Forall2 (fun f q => Z.of_N (below (f_state f)) = spot_at (Z.of_N base') q /\
                           Z.of_N (locs (f_state f) (G RSP)) = spot_at (Z.of_N base') q + 8 /\
                           spot_at (Z.of_N base') q <= Z.of_N base' /\
                           (below (f_state f) + 8 <= entry)%N) fa rets;
    r_back : ∀ f, f ∈ fa -> load mb (below (f_state f)) 8 = Word_trusted.low 64 (back (f_from f));
    r_whole : k_whole st = true -> base' = entry;
    r_rest : ∀ f, f ∈ rest -> (base' + 8 <= below (f_state f))%N /\ (below (f_state f) + 8 <= entry)%N;
    r_on_loan : ∀ x f, on_loan' x -> f ∈ rest -> ~ byte_of (below (f_state f)) 8 x;
    r_lent : ∀ l j, l ∈ k_lent st -> l_from l <= j < l_to l ->
      let y := (Z.of_N (kept' (l_register l)) + j) mod 2 ^ 64 in
      Z.of_N base' + 8 <= y < Z.of_N entry /\ on_loan' (Z.to_N y);
    r_filled : ∀ l j, l ∈ k_filled st -> l_from l <= j < l_to l ->
      let y := (Z.of_N (kept' (l_register l)) + j) mod 2 ^ 64 in
      (dead (Z.to_N y) -> promised c (λ r, locs (f_state f) (G r)) y) /\ Z.of_N base' + 8 <= y;
    r_further : ∀ x, on_loan x -> (base' + 8 <= x)%N -> on_loan' x;
  }.

  (** At [f] the chain begins, if at any. *)
  Definition begun (f : option frame) (fa : list frame) : Prop :=
    match f with
    | Some f => ∃ l, fa = l ++ [f] /\ ∀ h, h ∈ l -> begins (f_from h) = None
    | None => ∀ h, h ∈ fa -> begins (f_from h) = None
    end.

  Inductive waiting (dead : N -> Prop) (ma mb : N -> N)
    : N -> (reg -> N) -> (N -> Prop) -> option frame -> list frame -> list frame -> Prop :=
    | waiting_none kept on_loan : waiting dead ma mb entry kept on_loan None [] []
    | waiting_call base kept on_loan f c base' kept' on_loan' f' rets st fa fb rest rest_b :
        begins (f_from f) = Some c -> (∀ r, kept r = locs (f_state f) (G r)) ->
        locs (f_state f) (G RSP) = (base + 8)%N ->
        chain_of begins (map f_from (fa ++ rest)) = map f_from fa ->
        claimed acts (map f_from fa) (S (f_from f)) = Some (rets, st) ->
        resting base f c on_loan base' kept' on_loan' rest dead ma mb rets st fa fb ->
        begun f' fa -> waiting dead ma mb base' kept' on_loan' f' rest rest_b ->
        waiting dead ma mb base kept on_loan (Some f) (fa ++ rest) (fb ++ rest_b).

  Lemma waiting_same (dead dead' : N -> Prop) (ma ma' mb mb' : N -> N) base kept on_loan f rest rest_b :
    waiting dead ma mb base kept on_loan f rest rest_b -> (∀ x, dead' x -> (x < entry)%N) ->
    same_above base entry rest on_loan dead dead' ma ma' mb mb' ->
    waiting dead' ma' mb' base kept on_loan f rest rest_b.
  Proof using Type.
    intros W D. induction W as [kept|base kept on_loan f c base' kept' on_loan' f' rets st fa fb rest rest_b ? ? ? ?
      ? R ?
      W IH]; intros [Sa Sb]; [constructor|].
    destruct R as [Rb ? ? ? Rw Rf ? ? Rk ? ? Ro Rl Rfi Rn].
    econstructor; eauto.
    - split; try done.
      + intros p v Hp Hv. destruct (Rw p v Hp Hv) as (X1 & X2 & X3 & X4). split; [|done].
        rewrite (load_agree _ ma); [done|]. intros x Hx. apply Sa; [|by apply X4]. unfold covers in Hx. lia.
      + intros t x Ht Hx y. destruct (Rf t x Ht Hx) as [Nd Hy]. fold y in Nd, Hy. split; [|done].
        intros Dy. apply Nd. pose proof (D _ Dy). by apply Sa; [lia|].
      + intros h Hh. rewrite <- (Rk h Hh). apply load_agree. intros x Hx. apply (Sb h).
        * apply elem_of_app. by left.
        * exact Hx.
      + intros l j Hl Hj y. destruct (Rfi l j Hl Hj) as [Nd Hy]. fold y in Nd, Hy. split; [|done].
        intros Dy. apply Nd. pose proof (D _ Dy). by apply Sa; [lia|].
    - apply IH. split.
      + intros x Hx. destruct (Sa x ltac:(lia)) as [S1 S2]. split; [|done].
        intros Nx. apply S1. intros Ox. apply Nx. apply Rn; [done|lia].
      + intros h x Hh. apply Sb. apply elem_of_app. by right.
  Qed.

  Context (Hdepth : 0 <= depth) (Hhigh : Z.of_N entry + 2 ^ 32 < 2 ^ 64).

  Notation alike base kept rest on_loan := (alike low entry base kept back rest on_loan first_a first_b).

  (** The registers that nothing else is said of. *)
  Lemma vague_le c st st' r : state_le (behind_called c st) st' = true -> r <> RSP -> r ∉ e_kept c ->
    exact (in_register st' r) = false.
  Proof using Type.
    intros Le Hr Hk. unfold state_le in Le. rewrite !andb_true_iff in Le. destruct Le as [[[[[[[R _] _] _] _] _] _]
      _].
    assert (value_le (in_register (behind_called c st) r) (in_register st' r) = true) as V.
    { by apply values_le_at. }
    unfold behind_called in V. rewrite in_registers_of in V.
    rewrite bool_decide_eq_false_2, bool_decide_eq_false_2 in V by done. cbn in V.
    by destruct (bool_decide _), (in_register st' r).
  Qed.

  Lemma stretched_all new l o x :
    (∃ t, t ∈ fold_right stretched l new /\ r_origin t = o /\ Check.r_from t <= x < r_to t) ->
    ∃ t, t ∈ new ++ l /\ r_origin t = o /\ Check.r_from t <= x < r_to t.
  Proof using Type.
    induction new as [|s new IH]; cbn; [done|]. intros H. apply stretched_spec in H as [H|H].
    - exists s. split; [left|done].
    - destruct (IH H) as (t & Ht & ?). exists t. split; [by right|done].
  Qed.

  Lemma filled_all new l r x :
    (∃ t, t ∈ fold_right filled l new /\ l_register t = r /\ l_from t <= x < l_to t) ->
    ∃ t, t ∈ new ++ l /\ l_register t = r /\ l_from t <= x < l_to t.
  Proof using Type.
    induction new as [|s new IH]; cbn; [done|]. intros H. apply filled_spec in H as [H|H].
    - exists s. split; [left|done].
    - destruct (IH H) as (t & Ht & ?). exists t. split; [by right|done].
  Qed.

  Section call.
    Context (base : N) (kept : reg -> N) (rest rest_b : list frame) (on_loan : N -> Prop) (back_a : nat -> N).
    Local Notation e := (Z.of_N base).
    Context (Hlow : Z.of_N low + depth <= e) (Hbase : (base <= entry)%N).

    (** What is lent to what is called. *)
    Definition lent_to (c : effect_on) (kept : reg -> N) (x : N) : Prop :=
      ∃ l j, l ∈ e_lent c /\ l_from l <= j < l_to l /\
        x = Z.to_N ((Z.of_N (kept (l_register l)) + j) mod 2 ^ 64).

    (** A chain begins. *)
    Lemma called_alike dead rets st st1 st' fa fb a b t pc g c f :
      alike base kept rest on_loan dead rets st fa fb a b -> well_claimed depth rets st = true ->
      in_register st RSP = SAt t -> has_room depth low a ->
      begins pc = Some c -> chain_of begins (map f_from (fa ++ rest)) = map f_from fa -> begun f fa ->
      claimed acts (map f_from fa) (S pc) = Some (rets, st') -> may_call rets t c st = true ->
      state_le (behind_called c st) st' = true -> nothing_below t 0 st' = true ->
      state_le (at_called c) st1 = true ->
      waiting dead (memory a) (memory b) base kept on_loan f rest rest_b ->
      let dead' := dead_at_call low dead a in let base' := below a in let kept' := λ r, locs a (G r) in
      let on_loan' := lent_to c kept' in
      (base' <= entry)%N /\ Z.of_N low + depth <= Z.of_N base' /\
      alike base' kept' (fa ++ rest) on_loan' dead' [spot_entry] st1 [Frame pc g a] [Frame pc g b]
        (enter (back_a pc) a) (enter (back pc) b) /\
      waiting dead' (memory (enter (back_a pc) a)) (memory (enter (back pc) b)) base' kept' on_loan'
        (Some (Frame pc g a)) (fa ++ rest) (fb ++ rest_b).
    Proof.
      intros L W Et Room Hb Hchain Hf Hc May Le Nb Le1 Wt dead' base' kept' on_loan'.
      destruct (top_at low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b _ _ _ _ _
        _ _
        _ L W Et) as [Zt Le_e].
      pose proof (words_given_away low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b
        _ _ _ _ _ _ _ _ _ _ L W Et Le ltac:(done) Nb) as GW.
      pose proof (well_claimed_top low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a
        first_b _
        _ W) as (t0 & Et0 & Bt & Rt & _). rewrite Et in Et0. injection Et0 as <-. apply (spot_bounded_spec e) in Bt.
      unfold has_room in Room. unfold may_call in May.
      rewrite !andb_true_iff, !forallb_forall in May. destruct May as [[[[[_ _] Mg] Ml] Mi] Mn].
      pose proof (λ l j Hl, lent_spec low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a
        first_b
        _ _ _ _ _ _ _ _ l j L W Et (Ml l (proj1 (elem_of_list_In _ _) Hl))) as Lent. cbv zeta in Lent.
      assert (∀ l, l ∈ e_needed c ++ e_filled c -> ∃ k, k ∈ e_lent c /\ l_register l = l_register k /\
        l_from k <= l_from l /\ l_to l <= l_to k) as Inside.
      { intros l Hl. apply lent_within, Mi, in_app_iff. apply elem_of_app in Hl.
        by rewrite <- !elem_of_list_In. }
      assert (below a + 8 = locs a (G RSP))%N as Zb by (apply at_below; lia). fold base' in Zb.
      assert (below b = below a) as Eb by (unfold below; by rewrite (l_locs _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L)).
      pose proof L as L0. destruct L.
      assert (∀ h, h ∈ fa -> (base' + 8 <= below (f_state h))%N /\ (below (f_state h) + 8 <= entry)%N) as Up.
      { intros h Hh. apply elem_of_list_lookup in Hh as [i Hi]. destruct (Forall2_lookup_l _ _ _ _ _ l_returns Hi)
          as (q & Hq & Hqf & _ & _ & ?).
        specialize (Rt q ltac:(right; by eapply elem_of_list_lookup_2)). lia. }
      assert (∀ h, h ∈ fa ++ rest -> (base' + 8 <= below (f_state h))%N /\ (below (f_state h) + 8 <= entry)%N) as Up'.
      { intros h [Hh|Hh]%elem_of_app; [by apply Up|]. apply l_rest in Hh. lia. }
      assert (∀ x, dead' x -> (low <= x < entry)%N) as D.
      { intros x [Dx|Dx]; [by apply l_dead|]. lia. }
      assert (∀ s v x, below s = base' -> (base' + 8 <= x)%N -> memory (enter v s) x = memory s x) as Other.
      { intros s v x Es Hx. cbn.
        apply (store_other low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b).
        unfold byte_of. lia. }
      split; [lia|]. split; [lia|]. split.
      - assert (alike base' kept' (fa ++ rest) on_loan' dead' [spot_entry] (at_called c) [Frame pc g a] [Frame pc g b]
          (enter (back_a pc) a) (enter (back pc) b)) as A.
        { split; try done.
          - cbn. by rewrite Eb, l_locs.
          - intros x Hn. cbn. rewrite Eb.
            rewrite !(store_other low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a
              first_b);
              [apply l_memory; intros Dx; apply Hn; by left|..]; unfold byte_of; intros Hx; apply Hn; right; lia.
          - intros r. unfold at_called. rewrite in_registers_of. case_bool_decide as Er; [subst r|].
            + cbn. unfold spot_at. cbn. fold base'. rewrite Z.mod_small; lia.
            + case_bool_decide as Eg.
              * apply elem_of_list_In in Eg. specialize (Mg r Eg). pose proof (l_registers r) as Hr.
                replace (locs _ (G r)) with (locs a (G r)) by (by destruct r). cbn. unfold kept'.
                rewrite Z.add_0_r.
                destruct (in_register st r); try done; cbn in Hr; rewrite Hr; by rewrite Zmod_mod.
              * case_bool_decide; [|done]. cbn. left. by destruct r.
          - intros p v Hp. by apply elem_of_nil in Hp.
          - intros s x Hs. by apply elem_of_nil in Hs.
          - constructor; [|constructor]. by split_and!.
          - constructor; [|constructor]. cbn. fold base'. unfold spot_at. cbn. lia.
          - intros h ->%elem_of_list_singleton. cbn. rewrite <- Eb. apply (load_store (memory b) (below b) 8).
          - intros x Hx. unfold byte_of in Hx. rewrite !Other by (try done; lia). by apply l_first.
          - intros x h (l & j & Hl & Hj & ->) Hh. destruct (Lent l j Hl Hj) as (_ & K & _). by apply K.
          - intros l j Hl Hj y. destruct (Lent l j Hl Hj) as (Hy & _). unfold y, kept'. split; [lia|].
            by exists l, j.
          - intros l j Hl Hj y. destruct (Inside l ltac:(apply elem_of_app; by left)) as (k & Hk & Er & ? & ?).
            destruct (Lent k j Hk ltac:(lia)) as (Hy & _ & _ & _ & Y1 & Y2). rewrite <- Er in Hy, Y1, Y2.
            unfold y, kept'. split; [lia|]. intros [Dx|Dx]; [|lia]. revert Dx.
            eapply (needed_spec low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b);
              [exact L0|apply Mn; by apply elem_of_list_In|exact Hj|done..]. }
        by apply (alike_le low entry base' depth kept' back (fa ++ rest) on_loan' Hdepth ltac:(lia) ltac:(lia) Hhigh
          first_a first_b _ _ _ _ _ _ _ _ A).
      - assert (same_above base entry rest on_loan dead dead' (memory a) (memory (enter (back_a pc) a)) (memory b)
          (memory (enter (back pc) b))) as Sa.
        { split.
          - intros x Hx. split; [intros _; apply Other; [done|lia]|]. intros [Dx|Dx]; [done|]. lia.
          - intros h x Hh Hx. apply Other; [done|]. apply l_rest in Hh. unfold byte_of in Hx. lia. }
        apply (waiting_same _ _ _ _ _ _ _ _ _ _ _ _ Wt) in Sa; [|intros x Dx; apply D in Dx; lia].
        assert (∀ l j, l ∈ e_filled c -> l_from l <= j < l_to l -> let y := (Z.of_N (kept' (l_register l)) + j) mod 2
          ^ 64
          in promised c kept' y /\ Z.of_N base' + 8 <= y /\
             (∀ p, in_register st (l_register l) = SAt p -> y = spot_at e p + j) /\
             (∀ r k, in_register st (l_register l) = SGiven r k -> y = (Z.of_N (kept r) + (k + j)) mod 2 ^ 64 /\
                e + 8 <= y)) as Fills.
        { intros l j Hl Hj y. destruct (Inside l ltac:(apply elem_of_app; by right)) as (k & Hk & Er & ? & ?).
          destruct (Lent k j Hk ltac:(lia)) as (Hy & _ & _ & _ & Y1 & Y2). rewrite <- Er in Hy, Y1, Y2.
          fold (kept' (l_register l)) in Hy, Y1, Y2. fold y in Hy, Y1, Y2. split_and!; try done.
          - by exists l, j.
          - lia.
          - intros r z Hr. split; [by apply Y2|]. specialize (Ml k ltac:(by apply elem_of_list_In)).
            unfold may_lend in Ml. rewrite <- Er, Hr in Ml. destruct (lent_within _ _ Ml) as (l' & Hl' & El & ? & ?).
            cbn in *. subst r. rewrite (Y2 _ _ Hr). apply (l_lent l' (z + j) Hl'). lia. }
        econstructor; eauto. split; try done.
        + lia.
        + intros r Hr. apply (registers_le low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a
            first_b _ _ _ Le). intros q. unfold behind_called. rewrite in_registers_of.
          destruct (bool_decide _ || bool_decide _); [apply l_registers|by destruct (bool_decide _)].
        + intros r. by eapply vague_le.
        + intros p v Hp Hv. destruct (GW p v Hp Hv) as (Hin & H1 & H2 & H3). split_and!.
          * rewrite (load_agree _ (memory a)); [done|]. intros x Hx. unfold covers in Hx. apply Other; [done|lia].
          * lia.
          * lia.
          * intros x Hx (l & j & Hl & Hj & ->). destruct (Lent l j Hl Hj) as (_ & _ & _ & K & _). by eapply K.
        + intros s x Hs Hx y.
          pose proof (nothing_below_spec low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a
            first_b _ _ _ Nb) as [NF _]. specialize (NF s Hs).
          unfold state_le in Le. rewrite !andb_true_iff in Le. destruct Le as [[[[[[[_ _] Lf] _] _] _] _] _].
          destruct (fresh_le_spec low entry base depth kept back rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b
            _
            _ _ Lf Hs) as (s0 & Hs0 & Eo & ? & ?).
          unfold spot_at in NF, Zt; cbn in NF, Zt. split; [|unfold y; lia].
          destruct (stretched_all (flat_map (stretches_of st) (e_filled c)) (k_fresh st) (r_origin s) x)
            as (u & [Hu|Hu]%elem_of_app & Eu & Xu).
          { exists s0. split_and!; [exact Hs0|by symmetry|lia|lia]. }
          * intros _. apply elem_of_list_In, in_flat_map in Hu as (l & Hl%elem_of_list_In & Hu). unfold stretches_of
              in Hu.
            destruct (in_register st (l_register l)) as [p| | | |] eqn:Er; try done. destruct Hu as [<-|[]]. cbn in *.
            destruct (Fills l (x - s_off p) Hl ltac:(lia)) as (P & _ & Y & _). rewrite (Y p Er) in P.
            unfold y. rewrite <- Eu. unfold spot_at in P.
            by replace (origin_at e (s_origin p) + s_off p + (x - s_off p)) with (origin_at e (s_origin p) + x) in P
              by lia.
          * intros [Dx|Dx]; [|unfold y in Dx; lia]. destruct (l_fresh u x Hu Xu). by rewrite Eu.
        + intros h Hh. rewrite <- (l_back h Hh). apply load_agree. intros x Hx. apply Other; [done|].
          apply Up in Hh. unfold covers in Hx. lia.
        + intros Hw. apply l_whole. unfold state_le in Le. rewrite !andb_true_iff in Le.
          destruct Le as [[[_ Le] _] _]. rewrite Hw in Le. exact Le.
        + intros l j Hl Hj y. unfold state_le in Le. rewrite !andb_true_iff, !forallb_forall in Le.
          destruct Le as [[_ Ln] _].
          destruct (lent_within _ _ (Ln l ltac:(by apply elem_of_list_In))) as (k & Hk & Er & ? & ?). unfold y.
          rewrite Er. apply l_lent; [done|lia].
        + intros l j Hl Hj y. unfold state_le in Le. rewrite !andb_true_iff, !forallb_forall in Le.
          destruct Le as [_ Lf].
          destruct (lent_within _ _ (Lf l ltac:(by apply elem_of_list_In))) as (k & Hk & Er & ? & ?). cbn in Hk.
          destruct (filled_all (flat_map (lent_of st) (e_filled c)) (k_filled st) (l_register l) j)
            as (u & [Hu|Hu]%elem_of_app & Eu & Xu).
          { exists k. split_and!; [exact Hk|by symmetry|lia|lia]. }
          * apply elem_of_list_In, in_flat_map in Hu as (l0 & Hl0%elem_of_list_In & Hu). unfold lent_of in Hu.
            destruct (in_register st (l_register l0)) as [|?|r z| |] eqn:E0; try done. destruct Hu as [<-|[]]. cbn in
              *.
            destruct (Fills l0 (j - z) Hl0 ltac:(lia)) as (P & _ & _ & Y). destruct (Y r z E0) as [Ey Hy].
            replace (z + (j - z)) with j in Ey by lia. rewrite Ey, Eu in P, Hy. by split.
          * destruct (l_filled u j Hu Xu) as [Hy Dy]. rewrite Eu in Hy, Dy. split; [|done].
            intros [Dx|Dx]; [by destruct Dy|]. unfold y in Dx. lia.
        + intros x (l & j & Hl & Hj & ->) Hx. destruct (Lent l j Hl Hj) as (_ & _ & K & _). apply K.
          unfold kept' in Hx. lia.
    Qed.
  End call.

  (** The function returns from where the chain began. *)
  Lemma ended_alike base kept rest rest_b on_loan dead rets st fa fb a b f c ra ra' :
    Z.of_N low + depth <= Z.of_N base -> (base <= entry)%N ->
    alike base kept rest on_loan dead rets st (f :: fa) fb a b -> well_claimed depth rets st = true ->
    waiting dead (memory a) (memory b) base kept on_loan (Some f) rest rest_b ->
    begins (f_from f) = Some c -> may_return c st = true -> leave ra (f_state f) a = Some ra' ->
    ∃ f' fb' rb' base' kept' on_loan' h ha hb rest' rest_b' rets' st',
      fb = f' :: fb' /\ leave (back (f_from f)) (f_state f') b = Some rb' /\
      (base' <= entry)%N /\ Z.of_N low + depth <= Z.of_N base' /\
      rest = ha ++ rest' /\ rest_b = hb ++ rest_b' /\ chain_of begins (map f_from (ha ++ rest')) = map f_from ha /\
      begun h ha /\ claimed acts (map f_from ha) (S (f_from f)) = Some (rets', st') /\
      alike base' kept' rest' on_loan' dead rets' st' ha hb ra' rb' /\
      waiting dead (memory ra') (memory rb') base' kept' on_loan' h rest' rest_b'.
  Proof.
    intros Hlow Hbase L W Wt Hb Lk Hl. inversion Wt as [|? ? ? ? c' base' kept' on_loan' h rets' st' ha hb rest'
      rest_b'
      Hb' Hk Hsp Hch Hc R Hh Wt']; subst.
    rewrite Hb in Hb'. injection Hb' as <-. destruct R as [Rb Rlow Rk Ro Rw Rf Rfr Rrt Rbk Rwh Rr Rol Rln Rfi Rfu].
    destruct L.
    inversion l_frames as [|? f' ? fb' (Ef & Ee & Es) Fr]; subst.
    assert (below (f_state f') = below (f_state f)) as Eb by (unfold below; by rewrite Es).
    unfold leave in *. destruct (_ && _) eqn:C in Hl; [|done]. apply andb_true_iff in C as [C _]. injection Hl as <-.
    unfold may_return in Lk. rewrite !andb_true_iff, !forallb_forall in Lk. destruct Lk as [[[_ _] Lk] Lf].
    assert (∀ y, promised c (λ r, locs (f_state f) (G r)) y -> ~ dead (Z.to_N y)) as Kept.
    { intros y (l & j & Hl & Hj & ->).
      destruct (lent_within _ _ (Lf l ltac:(by apply elem_of_list_In))) as (k & Hin & Er & ? & ?).
      destruct (l_filled k j Hin ltac:(lia)) as [_ Dy]. by rewrite Hk, <- Er in Dy. }
    exists f', fb'. eexists. exists base', kept', on_loan', h, ha, hb, rest', rest_b', rets', st'.
    split; [done|]. split.
    { rewrite <- l_locs, Eb, C, (l_back f ltac:(left)), N.eqb_refl. cbn [andb]. reflexivity. }
    split_and!; try done; [lia|].
    split; try done; cbn.
    - by rewrite l_locs, Es.
    - intros r. destruct (decide (r = RSP)) as [->|Nr]; [apply (Rk RSP); by left|].
      replace (locs _ (G r)) with (locs a (G r)) by (by destruct r).
      destruct (decide (r ∈ e_kept c)) as [Hr|Hr].
      + specialize (Lk r ltac:(by apply elem_of_list_In)). rewrite bool_decide_eq_false_2 in Lk by done.
        cbn in Lk. pose proof (l_registers r) as H. specialize (Rk r (or_intror Hr)).
        assert (locs a (G r) = locs (f_state f) (G r) \/ locs a (G r) = Word_trusted.low 64 (locs (f_state f) (G r)))
          as E.
        { destruct (in_register st r) as [|q|q k| |]; try done; cbn in Lk.
          - rewrite orb_false_r in Lk. apply bool_decide_eq_true in Lk as ->. cbn in H. by rewrite Hk in H.
          - rewrite andb_true_iff, bool_decide_eq_true, Z.eqb_eq in Lk. destruct Lk as [-> ->]. cbn in H. right.
            apply N2Z.inj. rewrite H, Hk, of_low64. f_equal. lia. }
        destruct E as [->| ->]; [done|]. by apply (holds_low (Z.of_N base') 0 kept' ltac:(lia) ltac:(lia)).
      + specialize (Ro r Nr Hr). by destruct (in_register st' r).
    - intros p v Hp. destruct (exact v) eqn:E; [by apply Rw|by destruct v].
    - intros s x Hs Hx Dx. destruct (Rf s x Hs Hx) as [P _]. by apply (Kept _ (P Dx)).
    - intros l j Hl Hj. destruct (Rfi l j Hl Hj) as [P Hy]. split; [done|]. intros Dx. by apply (Kept _ (P Dx)).
  Qed.
End waiting.
