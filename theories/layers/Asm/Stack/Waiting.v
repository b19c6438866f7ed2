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
  Context (low entry base : N) (depth : Z) (kept : reg -> N) (back : nat -> N) (rest : list frame).
  Local Notation e := (Z.of_N base).
  Context (Hdepth : 0 <= depth) (Hlow : Z.of_N low + depth <= e) (Hbase : (base <= entry)%N).
  Context (Hhigh : Z.of_N entry + 2 ^ 32 < 2 ^ 64) (first_a first_b : N -> N).
  Set Default Proof Using "All".

  Notation alike := (alike low entry base kept back rest first_a first_b).

  Lemma top_at dead rets st fa fb a b t : alike dead rets st fa fb a b -> well_claimed depth rets st = true ->
    in_register st RSP = SAt t -> Z.of_N (locs a (G RSP)) = spot_at e t /\ spot_at e t <= e.
  Proof.
    intros L W E. pose proof (well_claimed_top low entry base depth kept back rest Hdepth Hlow Hbase Hhigh first_a
      first_b
      _ _ W) as (t' & Et & Bt & Rt & _).
    rewrite E in Et. injection Et as <-.
    pose proof (l_registers _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L RSP) as H. rewrite E in H.
    assert (0 <= e - depth) as Hd by lia. assert (e + 2 ^ 32 < 2 ^ 64) as Hh by lia.
    destruct (bounded_at e depth kept Hd Hh _ _ Bt H) as [_ Z].
    split; [done|]. specialize (Rt spot_entry ltac:(left)). change (spot_at e spot_entry) with (e + 0) in Rt. lia.
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
    intros L W Et Le Ef Ew N. destruct (top_at _ _ _ _ _ _ _ _ L W Et) as [Zt _].
    apply (nothing_below_spec low entry base depth kept back rest Hdepth Hlow Hbase Hhigh first_a first_b) in N
      as [NF NW].
    pose proof (well_claimed_top low entry base depth kept back rest Hdepth Hlow Hbase Hhigh first_a first_b _ _ W)
      as (t' & _ & _ & _ & _ & Ft & Wt).
    unfold state_le in Le. rewrite !andb_true_iff in Le. destruct Le as [[[[[_ Lw] Lf] _] _] _]. split.
    - intros s x Hs Hx.
      destruct (fresh_le_spec low entry base depth kept back rest Hdepth Hlow Hbase Hhigh first_a first_b _ _ _ Lf Hs)
        as (s0 & Hs0 & Eo & ? & ?).
      rewrite Ef in Hs0. specialize (NF s Hs). specialize (Ft s0 Hs0).
      apply (spot_bounded_spec e) in Ft. unfold spot_at in NF, Ft, Zt; cbn in NF, Ft, Zt. rewrite Eo in *.
      split; [|lia].
      intros [Dx|Dx]; [|lia]. eapply (l_fresh _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L s0 x); [done|lia|done].
    - intros q k Hq Hk.
      apply (words_le_at low entry base depth kept back rest Hdepth Hlow Hbase Hhigh first_a first_b _ _ _ _ Lw) in Hq
        as
      Hp; [|done].
      split; [done|]. apply Ew in Hp; [|done]. clear Lw. rename Hp into Lw.
      split; [by apply (l_words _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L)|].
      destruct (Wt _ _ Lw Hk) as (Bq & Mq & Vq). pose proof (spot_range e q Vq). apply (spot_bounded_spec e) in Bq.
      specialize (NW _ _ Hq Hk). unfold at_spot. lia.
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
  Context (begins : nat -> option (list reg)) (acts : list activation).
  Context (low entry : N) (depth : Z) (back : nat -> N) (first_a first_b : N -> N).

  (** Of who called [f], to a function that is entered at [base]: what will be known behind the call, if only that
      changes which may. *)
  Record resting (base : N) (f : frame) (keeps : list reg) (base' : N) (kept' : reg -> N) (rest : list frame)
    (dead : N -> Prop) (ma mb : N -> N) (rets : list spot) (st : stack_state) (fa fb : list frame) : Prop := {
    r_base : (base + 8 <= base' <= entry)%N;
    r_low : Z.of_N low + depth <= Z.of_N base';
    r_kept : ∀ r, r = RSP \/ r ∈ keeps -> stack_holds (Z.of_N base') kept' (in_register st r) (locs (f_state f) (G r));
    r_others : ∀ r, r <> RSP -> r ∉ keeps -> exact (in_register st r) = false;
    r_words : ∀ p v, (p, v) ∈ k_words st -> exact v = true ->
      stack_holds (Z.of_N base') kept' v (load ma (at_spot (Z.of_N base') p) 8) /\
      (base + 8 <= at_spot (Z.of_N base') p)%N /\ (at_spot (Z.of_N base') p + 8 <= entry)%N;
    r_fresh : ∀ t x, t ∈ k_fresh st -> Check.r_from t <= x < r_to t ->
      let y := origin_at (Z.of_N base') (r_origin t) + x in ~ dead (Z.to_N y) /\ Z.of_N base + 8 <= y;
    r_frames : Forall2 frame_alike fa fb;
    r_returns : Forall2 (fun f q => Z.of_N (below (f_state f)) = spot_at (Z.of_N base') q /\
                           Z.of_N (locs (f_state f) (G RSP)) = spot_at (Z.of_N base') q + 8 /\
                           spot_at (Z.of_N base') q <= Z.of_N base' /\
                           (below (f_state f) + 8 <= entry)%N) fa rets;
    r_back : ∀ f, f ∈ fa -> load mb (below (f_state f)) 8 = Word_trusted.low 64 (back (f_from f));
    r_whole : k_whole st = true -> base' = entry;
    r_rest : ∀ f, f ∈ rest -> (base' + 8 <= below (f_state f))%N /\ (below (f_state f) + 8 <= entry)%N;
  }.

  (** At [f] the chain begins, if at any. *)
  Definition begun (f : option frame) (fa : list frame) : Prop :=
    match f with
    | Some f => ∃ l, fa = l ++ [f] /\ ∀ h, h ∈ l -> begins (f_from h) = None
    | None => ∀ h, h ∈ fa -> begins (f_from h) = None
    end.

  Inductive waiting (dead : N -> Prop) (ma mb : N -> N)
    : N -> (reg -> N) -> option frame -> list frame -> list frame -> Prop :=
    | waiting_none kept : waiting dead ma mb entry kept None [] []
    | waiting_call base kept f keeps base' kept' f' rets st fa fb rest rest_b :
        begins (f_from f) = Some keeps -> (∀ r, kept r = locs (f_state f) (G r)) ->
        locs (f_state f) (G RSP) = (base + 8)%N ->
        chain_of begins (map f_from (fa ++ rest)) = map f_from fa ->
        claimed acts (map f_from fa) (S (f_from f)) = Some (rets, st) ->
        resting base f keeps base' kept' rest dead ma mb rets st fa fb ->
        begun f' fa -> waiting dead ma mb base' kept' f' rest rest_b ->
        waiting dead ma mb base kept (Some f) (fa ++ rest) (fb ++ rest_b).

  Lemma waiting_same (dead dead' : N -> Prop) (ma ma' mb mb' : N -> N) base kept f rest rest_b :
    waiting dead ma mb base kept f rest rest_b -> (∀ x, dead' x -> (x < entry)%N) ->
    same_above base entry rest dead dead' ma ma' mb mb' -> waiting dead' ma' mb' base kept f rest rest_b.
  Proof using Type.
    intros W D. induction W as [kept|base kept f keeps base' kept' f' rets st fa fb rest rest_b ? ? ? ? ? R ? W IH];
      intros [Sa Sb]; [constructor|].
    destruct R as [Rb ? ? ? Rw Rf ? ? Rk ? ?].
    econstructor; eauto.
    - split; try done.
      + intros p v Hp Hv. destruct (Rw p v Hp Hv) as (X1 & X2 & X3). split; [|done].
        rewrite (load_agree _ ma); [done|]. intros x Hx. apply Sa. unfold covers in Hx. lia.
      + intros t x Ht Hx y. destruct (Rf t x Ht Hx) as [Nd Hy]. fold y in Nd, Hy. split; [|done].
        intros Dy. apply Nd. pose proof (D _ Dy). by apply Sa; [lia|].
      + intros h Hh. rewrite <- (Rk h Hh). apply load_agree. intros x Hx. apply (Sb h).
        * apply elem_of_app. by left.
        * exact Hx.
    - apply IH. split.
      + intros x Hx. apply Sa. lia.
      + intros h x Hh. apply Sb. apply elem_of_app. by right.
  Qed.

  Context (Hdepth : 0 <= depth) (Hhigh : Z.of_N entry + 2 ^ 32 < 2 ^ 64).

  Notation alike base kept rest := (alike low entry base kept back rest first_a first_b).

  (** The registers that nothing else is said of. *)
  Lemma vague_le kept st st' r : state_le (behind_called kept st) st' = true -> r <> RSP -> r ∉ kept ->
    exact (in_register st' r) = false.
  Proof using Type.
    intros Le Hr Hk. unfold state_le in Le. rewrite !andb_true_iff in Le. destruct Le as [[[[[R _] _] _] _] _].
    assert (value_le (in_register (behind_called kept st) r) (in_register st' r) = true) as V.
    { by apply values_le_at. }
    unfold behind_called, with_registers in V. rewrite in_registers_of in V.
    rewrite bool_decide_eq_false_2, bool_decide_eq_false_2 in V by done. by destruct (in_register st' r).
  Qed.

  Section call.
    Context (base : N) (kept : reg -> N) (rest rest_b : list frame) (back_a : nat -> N).
    Local Notation e := (Z.of_N base).
    Context (Hlow : Z.of_N low + depth <= e) (Hbase : (base <= entry)%N).

    (** A chain begins. *)
    Lemma called_alike dead rets st st1 st' fa fb a b t pc g keeps f :
      alike base kept rest dead rets st fa fb a b -> well_claimed depth rets st = true ->
      in_register st RSP = SAt t -> has_room depth low a ->
      begins pc = Some keeps -> chain_of begins (map f_from (fa ++ rest)) = map f_from fa -> begun f fa ->
      claimed acts (map f_from fa) (S pc) = Some (rets, st') ->
      state_le (behind_called keeps st) st' = true -> nothing_below t 0 st' = true ->
      state_le (at_called keeps) st1 = true ->
      waiting dead (memory a) (memory b) base kept f rest rest_b ->
      let dead' := dead_at_call low dead a in let base' := below a in let kept' := λ r, locs a (G r) in
      (base' <= entry)%N /\ Z.of_N low + depth <= Z.of_N base' /\
      alike base' kept' (fa ++ rest) dead' [spot_entry] st1 [Frame pc g a] [Frame pc g b]
        (enter (back_a pc) a) (enter (back pc) b) /\
      waiting dead' (memory (enter (back_a pc) a)) (memory (enter (back pc) b)) base' kept' (Some (Frame pc g a))
        (fa ++ rest) (fb ++ rest_b).
    Proof.
      intros L W Et Room Hb Hchain Hf Hc Le Nb Le1 Wt dead' base' kept'.
      destruct (top_at low entry base depth kept back rest Hdepth Hlow Hbase Hhigh first_a first_b _ _ _ _ _ _ _ _ L W
        Et) as [Zt Le_e].
      destruct (given_away low entry base depth kept back rest Hdepth Hlow Hbase Hhigh first_a first_b _ _ _ _ _ _ _ _ _
        _ L W Et Le eq_refl ltac:(done) Nb) as [GF GW].
      pose proof (well_claimed_top low entry base depth kept back rest Hdepth Hlow Hbase Hhigh first_a first_b _ _ W)
        as (t0 & Et0 & _ & Rt & _). rewrite Et in Et0. injection Et0 as <-.
      unfold has_room in Room.
      assert (below a + 8 = locs a (G RSP))%N as Zb by (apply at_below; lia). fold base' in Zb.
      assert (below b = below a) as Eb by (unfold below; by rewrite (l_locs _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L)).
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
        apply (store_other low entry base depth kept back rest Hdepth Hlow Hbase Hhigh first_a first_b).
        unfold byte_of. lia. }
      split; [lia|]. split; [lia|]. split.
      - assert (alike base' kept' (fa ++ rest) dead' [spot_entry] (at_called keeps) [Frame pc g a] [Frame pc g b]
          (enter (back_a pc) a) (enter (back pc) b)) as A.
        { split; try done.
          - cbn. by rewrite Eb, l_locs.
          - intros x Hn. cbn. rewrite Eb.
            rewrite !(store_other low entry base depth kept back rest Hdepth Hlow Hbase Hhigh first_a first_b);
              [apply l_memory; intros Dx; apply Hn; by left|..]; unfold byte_of; intros Hx; apply Hn; right; lia.
          - intros r. unfold at_called. rewrite in_registers_of. case_bool_decide as Er; [subst r|].
            + cbn. unfold spot_at. cbn. fold base'. rewrite Z.mod_small; lia.
            + case_bool_decide; [|done]. cbn. left. by destruct r.
          - intros p v Hp. by apply elem_of_nil in Hp.
          - intros s x Hs. by apply elem_of_nil in Hs.
          - constructor; [|constructor]. by split_and!.
          - constructor; [|constructor]. cbn. fold base'. unfold spot_at. cbn. lia.
          - intros h ->%elem_of_list_singleton. cbn. rewrite <- Eb. apply (load_store (memory b) (below b) 8).
          - intros x Hx. unfold byte_of in Hx. rewrite !Other by (try done; lia). by apply l_first. }
        by apply (alike_le low entry base' depth kept' back (fa ++ rest) Hdepth ltac:(lia) ltac:(lia) Hhigh first_a
          first_b
          _ _ _ _ _ _ _ _ A).
      - assert (same_above base entry rest dead dead' (memory a) (memory (enter (back_a pc) a)) (memory b)
          (memory (enter (back pc) b))) as Sa.
        { split.
          - intros x Hx. split; [apply Other; [done|lia]|]. intros [Dx|Dx]; [done|]. lia.
          - intros h x Hh Hx. apply Other; [done|]. apply l_rest in Hh. unfold byte_of in Hx. lia. }
        apply (waiting_same _ _ _ _ _ _ _ _ _ _ _ Wt) in Sa; [|intros x Dx; apply D in Dx; lia].
        econstructor; eauto. split; try done.
        + lia.
        + intros r Hr. apply (registers_le low entry base depth kept back rest Hdepth Hlow Hbase Hhigh first_a first_b
          _ _ _
            Le). intros q. unfold behind_called, with_registers. rewrite in_registers_of.
          destruct (bool_decide _ || bool_decide _); [apply l_registers|done].
        + intros r. by eapply vague_le.
        + intros p v Hp Hv. destruct (GW p v Hp Hv) as (_ & H1 & H2 & H3). split; [|split; [lia|done]].
          rewrite (load_agree _ (memory a)); [done|]. intros x Hx. unfold covers in Hx. apply Other; [done|lia].
        + intros s x Hs Hx y. destruct (GF s x Hs Hx) as [? ?]. split; [done|]. subst y. lia.
        + intros h Hh. rewrite <- (l_back h Hh). apply load_agree. intros x Hx. apply Other; [done|].
          apply Up in Hh. unfold covers in Hx. lia.
        + intros Hw. apply l_whole. unfold state_le in Le. rewrite !andb_true_iff in Le. destruct Le as [_ Le].
          rewrite Hw in Le. exact Le.
    Qed.
  End call.

  (** The function returns from where the chain began. *)
  Lemma ended_alike base kept rest rest_b dead rets st fa fb a b f keeps ra ra' :
    Z.of_N low + depth <= Z.of_N base -> (base <= entry)%N ->
    alike base kept rest dead rets st (f :: fa) fb a b -> well_claimed depth rets st = true ->
    waiting dead (memory a) (memory b) base kept (Some f) rest rest_b ->
    begins (f_from f) = Some keeps -> leaves_kept keeps st = true -> leave ra (f_state f) a = Some ra' ->
    ∃ f' fb' rb' base' kept' h ha hb rest' rest_b' rets' st',
      fb = f' :: fb' /\ leave (back (f_from f)) (f_state f') b = Some rb' /\
      (base' <= entry)%N /\ Z.of_N low + depth <= Z.of_N base' /\
      rest = ha ++ rest' /\ rest_b = hb ++ rest_b' /\ chain_of begins (map f_from (ha ++ rest')) = map f_from ha /\
      begun h ha /\ claimed acts (map f_from ha) (S (f_from f)) = Some (rets', st') /\
      alike base' kept' rest' dead rets' st' ha hb ra' rb' /\
      waiting dead (memory ra') (memory rb') base' kept' h rest' rest_b'.
  Proof.
    intros Hlow Hbase L W Wt Hb Lk Hl. inversion Wt as [|? ? ? keeps' base' kept' h rets' st' ha hb rest' rest_b' Hb' Hk
      Hsp Hch Hc R Hh Wt']; subst.
    rewrite Hb in Hb'. injection Hb' as <-. destruct R as [Rb Rlow Rk Ro Rw Rf Rfr Rrt Rbk Rwh Rr]. destruct L.
    inversion l_frames as [|? f' ? fb' (Ef & Ee & Es) Fr]; subst.
    assert (below (f_state f') = below (f_state f)) as Eb by (unfold below; by rewrite Es).
    unfold leave in *. destruct (_ && _) eqn:C in Hl; [|done]. apply andb_true_iff in C as [C _]. injection Hl as <-.
    exists f', fb'. eexists. exists base', kept', h, ha, hb, rest', rest_b', rets', st'.
    split; [done|]. split.
    { rewrite <- l_locs, Eb, C, (l_back f ltac:(left)), N.eqb_refl. cbn [andb]. reflexivity. }
    split_and!; try done; [lia|].
    unfold leaves_kept in Lk. apply andb_true_iff in Lk as [_ Lk]. rewrite forallb_forall in Lk.
    split; try done; cbn.
    - by rewrite l_locs, Es.
    - intros r. destruct (decide (r = RSP)) as [->|Nr]; [apply (Rk RSP); by left|].
      replace (locs _ (G r)) with (locs a (G r)) by (by destruct r).
      destruct (decide (r ∈ keeps)) as [Hr|Hr].
      + specialize (Lk r ltac:(by apply elem_of_list_In)). rewrite bool_decide_eq_false_2 in Lk by done.
        cbn in Lk. pose proof (l_registers r) as H. destruct (in_register st r); try done.
        apply bool_decide_eq_true in Lk as ->. cbn in H. rewrite Hk in H. specialize (Rk r (or_intror Hr)).
        destruct H as [->| ->]; [done|]. by apply (holds_low (Z.of_N base') 0 kept' ltac:(lia) ltac:(lia)).
      + specialize (Ro r Nr Hr). by destruct (in_register st' r).
    - intros p v Hp. destruct (exact v) eqn:E; [by apply Rw|by destruct v].
    - intros s x Hs Hx. by apply Rf.
  Qed.
End waiting.
