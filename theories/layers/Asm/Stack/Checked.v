(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Runs of code whose claims about the stack the checker accepts. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted Words.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Verdicts Require Import Calls_trusted Steps_trusted.
From Fairlead.Asm.Stack Require Import Signals_trusted Spots Check Instr Runs Sound Waiting.
Local Open Scope Z_scope.

Lemma nth_error_drop {A} (l : list A) n k : nth_error (drop n l) k = nth_error l (n + k).
Proof. revert l. induction n as [|n IH]; intros [|x l]; cbn; try done. by destruct k. Qed.

Local Arguments load : simpl never.
Local Arguments store : simpl never.

Section checked.
  Context {world : Type} (outside : positive -> env -> world -> state -> option (world * state * list event)).
  Context (entered : nat -> env -> nat -> env) (p : code).
  Context (keeps : nat -> list reg) (taken : nat -> bool) (begins : nat -> option effect_on).
  Context (acts : list activation) (low entry : N) (depth : Z) (back_a back_b : nat -> N) (first_a first_b : N -> N).
  Context (Hdepth : 0 <= depth) (Hhigh : Z.of_N entry + 2 ^ 32 < 2 ^ 64).
  Context (Hacts :
    forallb (fun a => walk depth keeps taken begins acts a (a_first a) (drop (a_first a) p) (a_states a)) acts =
      true).
  Set Default Proof Using "All".

  Notation alike base kept rest on_loan := (alike low entry base kept back_b rest on_loan first_a first_b).
  Notation waiting := (waiting begins acts low entry depth back_b).

  Record places_alike (dead : N -> Prop) (a b : place world) : Prop := {
    p_worlds : p_world a = p_world b;
    p_envs : p_env a = p_env b;
    p_ats : p_at a = p_at b;
    p_known : ∃ base kept on_loan f fa fb rest rest_b rets st,
      p_frames a = fa ++ rest /\ p_frames b = fb ++ rest_b /\
      chain_of begins (map f_from (fa ++ rest)) = map f_from fa /\ begun begins f fa /\
      claimed acts (map f_from fa) (p_at a) = Some (rets, st) /\
      (base <= entry)%N /\ Z.of_N low + depth <= Z.of_N base /\
      alike base kept rest on_loan dead rets st fa fb (p_state a) (p_state b) /\
      waiting dead (memory (p_state a)) (memory (p_state b)) base kept on_loan f rest rest_b;
  }.

  (** ** The checker's walk *)

  Lemma walk_at a pc code sts k st :
    walk depth keeps taken begins acts a pc code sts = true -> nth_error sts k = Some (Some st) ->
    ∃ x, nth_error code k = Some x /\ well_claimed depth (a_returns a) st = true /\
      step_ok depth keeps taken begins acts a (pc + k) st x
        (match nth_error sts (S k) with Some (Some st') => Some st' | _ => None end)
        = true.
  Proof.
    revert pc code k. induction sts as [|o sts IH]; intros pc code k H Hk; [by destruct k|].
    destruct k as [|k]; cbn in Hk.
    - simplify_eq. cbn in H. destruct code as [|x code]; [done|]. rewrite !andb_true_iff in H.
      destruct H as [[? H] _]. exists x. rewrite Nat.add_0_r. split_and!; try done. by destruct sts as [|[]].
    - replace (pc + S k)%nat with (S pc + k)%nat by lia. destruct o as [o|]; cbn in H.
      + destruct code as [|x code]; [done|]. rewrite !andb_true_iff in H. destruct H as [_ H].
        by apply (IH (S pc) code k).
      + destruct (IH (S pc) (tail code) k H Hk) as (x & Hx & ?). exists x. split; [|done].
        destruct code; [by destruct k|done].
  Qed.

  Lemma claimed_step calls pc rets st : claimed acts calls pc = Some (rets, st) ->
    ∃ a x, a_calls a = calls /\ a_returns a = rets /\ activation_of acts calls = Some a /\ nth_error p pc = Some x /\
      well_claimed depth rets st = true /\
      step_ok depth keeps taken begins acts a pc st x (claimed_in a (S pc)) = true.
  Proof.
    unfold claimed. destruct (activation_of acts calls) as [a|] eqn:Ha; [|done].
    destruct (claimed_in a pc) as [s|] eqn:Hs; [|done]. intros [= <- <-].
    pose proof (find_some _ _ Ha) as [Hin Hc]. cbn beta in Hc. destruct (_ =? _)%N in Hc; [|done].
    apply bool_decide_eq_true in Hc.
    pose proof (proj1 (forallb_forall _ _) Hacts a Hin) as W.
    unfold claimed_in in Hs. destruct (Nat.ltb_spec pc (a_first a)) as [|Hle]; [done|].
    destruct (nth_error (a_states a) (pc - a_first a)) as [[s'|]|] eqn:En; [|done..]. injection Hs as ->.
    destruct (walk_at _ _ _ _ _ _ W En) as (x & Hx & Hw & Hok).
    exists a, x. do 3 (split; [done|]). split; [|split; [done|]].
    - rewrite nth_error_drop in Hx. by replace (a_first a + (pc - a_first a))%nat with pc in Hx by lia.
    - replace (a_first a + (pc - a_first a))%nat with pc in Hok by lia.
      unfold claimed_in. destruct (Nat.ltb_spec (S pc) (a_first a)); [lia|].
      replace (S pc - a_first a)%nat with (S (pc - a_first a)) by lia.
      by destruct (nth_error (a_states a) (S (pc - a_first a))) as [[]|].
  Qed.

  Lemma claimed_of a calls pc st : activation_of acts calls = Some a -> claimed_in a pc = Some st ->
    claimed acts calls pc = Some (a_returns a, st).
  Proof. unfold claimed. by intros -> ->. Qed.

  Lemma same_spots_spec l k : same_spots l k = true -> l = k.
  Proof.
    revert k. induction l as [|x l IH]; intros [|y k]; cbn; try done. rewrite andb_true_iff.
    by intros [->%same_spot_spec ->%IH].
  Qed.

  Lemma goes_spec calls rets pc st also : goes acts calls rets pc st also = true ->
    ∃ st', claimed acts calls pc = Some (rets, st') /\ state_le st st' = true /\ also st' = true.
  Proof.
    unfold goes. destruct (claimed acts calls pc) as [[r s]|]; [|done]. rewrite !andb_true_iff.
    intros [[->%same_spots_spec ?] ?]. eauto.
  Qed.

  (** ** Steps *)

  Lemma places_signalled dead a b h h' : places_alike dead a b ->
    places_alike (dead_at_signal low dead (p_state a)) (interrupted_place low h a) (interrupted_place low h' b).
  Proof.
    intros [? ? ? (base & kept & on_loan & f & fa & fb & rest & rest_b & rets & st & Ea & Eb & Ch & Be & Hc & Hb &
      Hlow & L & W)].
    destruct (claimed_step _ _ _ _ Hc) as (_ & _ & _ & _ & _ & _ & Wc & _).
    destruct (signalled low entry base depth kept back_b rest on_loan Hdepth Hlow Hb Hhigh first_a first_b _ _ _ _ _
      _ _ h h' L
      Wc) as [L' S].
    split; try done. exists base, kept, on_loan, f, fa, fb, rest, rest_b, rets, st. split_and!; try done.
    eapply waiting_same; [exact W| |exact S]. intros x Dx.
    by apply (l_dead _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L').
  Qed.

  (** ** A function that is followed from one base *)

  Section chain.
  Context (base : N) (kept : reg -> N) (rest : list frame) (on_loan : N -> Prop).
  Local Notation e := (Z.of_N base).
  Context (Hlow : Z.of_N low + depth <= e) (Hbase : (base <= entry)%N).
  Notation aliked := (Sound.alike low entry base kept back_b rest on_loan first_a first_b).

  Lemma returned dead rets st fa fb a b f g q ra ra' rets' :
    aliked dead rets st (f :: fa) (g :: fb) a b -> rets = q :: rets' -> well_claimed depth rets st = true ->
    in_register st RSP = SAt q -> leave ra (f_state f) a = Some ra' ->
    ∃ rb', leave (back_b (f_from g)) (f_state g) b = Some rb' /\
      aliked dead rets' (with_top st (spot_moved q 8)) fa fb ra' rb' /\
      memory ra' = memory a /\ memory rb' = memory b.
  Proof.
    intros L -> W Eq Hl. pose proof L as L0. destruct L.
    destruct (Forall2_cons_1 _ _ _ _ _ l_frames) as [(Ef & Ee & Es) Fr].
    destruct (Forall2_cons_1 _ _ _ _ _ l_returns) as [(Hb & Ht & Hq) Rt].
    assert (below (f_state g) = below (f_state f)) as Eb by (unfold below; by rewrite Es).
    unfold leave in *. destruct (_ && _) eqn:C in Hl; [|done]. apply andb_true_iff in C as [C _]. injection Hl as <-.
    rewrite <- l_locs, Eb, C, <- Ef, (l_back f ltac:(left)), N.eqb_refl. cbn [andb]. eexists. split; [done|].
    split; [|done]. rewrite <- Es. split; try done; cbn.
    - by rewrite l_locs.
    - intros r. unfold with_top, with_registers. rewrite in_registers_of. cbn.
      case_bool_decide as Er; [subst r; cbn|destruct r; try apply l_registers; done].
      rewrite Ht, spot_at_moved, Z.mod_small by lia. done.
    - intros h Hh. apply l_back. by right.
  Qed.

  Lemma entered_alike dead rets st st' fa fb a b t pc g :
    aliked dead rets st fa fb a b -> well_claimed depth rets st = true -> in_register st RSP = SAt t ->
    state_le (with_top st (spot_moved t (-8))) st' = true -> nothing_below t 0 st' = true ->
    well_claimed depth (spot_moved t (-8) :: rets) st' = true ->
    aliked (dead_at_call low dead a) (spot_moved t (-8) :: rets) st' (Frame pc g a :: fa) (Frame pc g b :: fb)
      (enter (back_a pc) a) (enter (back_b pc) b) /\
    same_above base entry rest on_loan dead (dead_at_call low dead a) (memory a) (memory (enter (back_a pc) a))
      (memory b)
      (memory (enter (back_b pc) b)).
  Proof.
    intros L W Et Le N W'. destruct (top_at low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase Hhigh
      first_a
      first_b _ _ _ _ _ _ _ _ L W Et) as [Zt Le_e].
    destruct (given_away low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b _ _ _
      _ _ _ _ _
      _ _ L W Et Le eq_refl ltac:(done) N) as [GF GW].
    pose proof (return_words low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b _
      _ _ _ _ _
      _ L W) as RW.
    pose proof (well_claimed_top low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase Hhigh first_a
      first_b _ _ W)
      as (t0 & Et0 & _ & Rt & _). rewrite Et in Et0. injection Et0 as <-.
    pose proof (well_claimed_top low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase Hhigh first_a
      first_b _ _ W')
      as (t' & Et' & Bt' & _).
    destruct L.
    assert (spot_at e t' = spot_at e t - 8) as Zt'.
    { unfold state_le in Le. rewrite !andb_true_iff in Le. destruct Le as [[[[[[[R _] _] _] _] _] _] _].
      apply (values_le_at _ _ RSP) in R.
      unfold with_top, with_registers in R.
      rewrite in_registers_of, Et' in R. cbn in R. apply same_spot_spec in R as <-. apply spot_at_moved. }
    apply (spot_bounded_spec e) in Bt'.
    assert (Z.of_N (below a) = spot_at e t - 8) as Zb.
    { pose proof (at_below a ltac:(lia) ltac:(lia)). lia. }
    assert (below b = below a) as Eb by (unfold below; by rewrite l_locs).
    split; [split|]; cbn [enter forget with_rsp locs memory].
    - by rewrite Eb, l_locs.
    - intros x Hn. rewrite Eb, !(store_other low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase Hhigh
        first_a
      first_b).
      + apply l_memory. intros Dx. apply Hn. by left.
      + unfold byte_of. intros Hx. apply Hn. right. lia.
      + unfold byte_of. intros Hx. apply Hn. right. lia.
    - intros x [Dx|Dx]; [by apply l_dead|]. lia.
    - apply (registers_le low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b _ _ _
        Le).
      intros r.
      unfold with_top, with_registers. rewrite in_registers_of. cbn.
      case_bool_decide as Er; [subst r; cbn|destruct r; try apply l_registers; done].
      rewrite Zb, spot_at_moved, Z.mod_small; lia.
    - intros r k Hr. destruct (exact k) eqn:Ek; [|by destruct k]. destruct (GW r k Hr Ek) as (_ & Hk & H1 & H2).
      rewrite (load_other low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b);
        [done|].
      unfold byte_of. intros x. lia.
    - intros s x Hs Hx. by apply GF.
    - by constructor.
    - constructor; [|done]. cbn [f_state]. rewrite spot_at_moved. lia.
    - intros h [->|Hh]%elem_of_cons; cbn.
      + rewrite <- Eb. apply (load_store (memory b) (below b) 8).
      + rewrite <- (l_back h Hh). apply (load_other low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase
          Hhigh
        first_a first_b).
        intros x Hx. apply elem_of_list_lookup in Hh as [i Hi].
        destruct (Forall2_lookup_l _ _ _ _ _ l_returns Hi) as (q & Hq & Hqf & _).
        specialize (Rt q ltac:(right; by eapply elem_of_list_lookup_2)). unfold byte_of in *. lia.
    - intros x Hx. rewrite !(store_other low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase Hhigh
        first_a first_b);
      [by apply l_first|..];
        unfold byte_of in *; lia.
    - intros Hw. apply l_whole. unfold state_le in Le. rewrite !andb_true_iff in Le. destruct Le as [[[_ Le] _] _].
      rewrite Hw in Le. exact Le.
    - exact l_rest.
    - exact l_on_loan.
    - intros l j Hl Hj. unfold state_le in Le. rewrite !andb_true_iff, !forallb_forall in Le. destruct Le as [[_ Ln]
        _].
      destruct (lent_within _ _ (Ln l ltac:(by apply elem_of_list_In))) as (k & Hk & -> & ? & ?).
      apply l_lent; [done|lia].
    - intros l j Hl Hj. unfold state_le in Le. rewrite !andb_true_iff, !forallb_forall in Le. destruct Le as [_ Lf].
      destruct (lent_within _ _ (Lf l ltac:(by apply elem_of_list_In))) as (k & Hk & Ek & ? & ?).
      destruct (l_filled k j Hk ltac:(lia)) as [Hy Dy]. rewrite <- Ek in Hy, Dy. split; [done|].
      intros [Dx|Dx]; [done|]. lia.
    - split.
      + intros x Hx. rewrite (store_other low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase Hhigh
          first_a first_b)
          by (unfold byte_of; lia).
        split; [done|]. intros [Dx|Dx]; [done|lia].
      + intros h x Hh Hx. apply l_rest in Hh. unfold byte_of in Hx.
        apply (store_other low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b).
        unfold byte_of. lia.
  Qed.

  Lemma outside_alike dead rets st st' fa fb a b t f keep g w w' r ev :
    aliked dead rets st fa fb a b -> well_claimed depth rets st = true -> in_register st RSP = SAt t ->
    state_le (behind_outside keep st) st' = true -> nothing_below t 0 st' = true ->
    k_whole st || negb (passes st) = true ->
    outside_fine outside low entry f keep g (fa ++ rest) dead st w a ->
    outside f g w (forget a) = Some (w', r, ev) ->
    ∃ r', outside f g w (forget b) = Some (w', r', ev) /\
      aliked (dead_at_call low dead a) rets st' fa fb (forget r) (forget r') /\
      same_above base entry rest on_loan dead (dead_at_call low dead a) (memory a) (memory (forget r)) (memory b)
        (memory (forget r')).
  Proof.
    intros L W Et Le N Ps Fi Ho. destruct (top_at low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase
      Hhigh
      first_a first_b _ _ _ _ _ _ _ _ L W Et) as [Zt Le_e].
    assert (∀ p v, (p, v) ∈ k_words (behind_outside keep st) -> exact v = true -> (p, v) ∈ k_words st /\ passes st =
      false)
      as Wo.
    { intros q k Hq Hk. cbn in Hq. destruct (passes st); [|done].
      apply elem_of_list_In, in_map_iff in Hq as (? & Hq & _). by injection Hq as <- <-. }
    destruct (given_away low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b _ _ _
      _ _ _ _ _
      _ _ L W Et Le eq_refl (λ q k H X, proj1 (Wo q k H X)) N) as [GF GW].
    destruct (Fi w' r ev Ho) as (Rsp & Rk & Rm & Rb). destruct L.
    destruct (Rb b (eq_sym l_locs)) as (r' & Ho' & El & Em & Er).
    { intros x Hn. symmetry. apply l_memory. intros Dx. apply Hn. by left. }
    exists r'. split; [done|]. split; [split|]; cbn.
    - by rewrite El.
    - intros x Hn. symmetry. by apply Em.
    - intros x [Dx|Dx]; [by apply l_dead|]. lia.
    - apply (registers_le low entry base depth kept back_b rest on_loan Hdepth Hlow Hbase Hhigh first_a first_b _ _ _
        Le).
      intros q.
      unfold behind_outside, with_registers. rewrite in_registers_of. cbn.
      destruct (bool_decide (q = RSP)) eqn:Eq; cbn.
      + apply bool_decide_eq_true in Eq as ->. rewrite Rsp. apply l_registers.
      + destruct (bool_decide (q ∈ keep)) eqn:Ek; [|by destruct (passes st)].
        apply bool_decide_eq_true in Ek. rewrite Rk by done. apply l_registers.
    - intros q k Hq. destruct (exact k) eqn:Ek; [|by destruct k]. destruct (GW q k Hq Ek) as (H0 & Hk & H1 & H2).
      rewrite (load_agree _ (memory a)); [done|]. intros x Hx.
      apply Rm. right. split; [by eapply Wo|]. unfold covers in Hx. cbn in Hx. lia.
    - intros s x Hs Hx. by apply GF.
    - done.
    - done.
    - intros h Hh. rewrite <- (l_back h Hh). apply load_agree. intros x Hx. apply Er. right. exists h. split; [apply
      elem_of_app; by left|].
      exact Hx.
    - intros x Hx. assert (return_word entry (fa ++ rest) x) as R by (by left).
      rewrite (Rm x (or_introl R)), (Er x R). by apply l_first.
    - intros Hw. apply l_whole. unfold state_le in Le. rewrite !andb_true_iff in Le. destruct Le as [[[_ Le] _] _].
      rewrite Hw in Le. exact Le.
    - exact l_rest.
    - exact l_on_loan.
    - intros l j Hl Hj. unfold state_le in Le. rewrite !andb_true_iff, !forallb_forall in Le. destruct Le as [[_ Ln]
        _].
      destruct (lent_within _ _ (Ln l ltac:(by apply elem_of_list_In))) as (k & Hk & -> & ? & ?).
      apply l_lent; [done|lia].
    - intros l j Hl Hj. unfold state_le in Le. rewrite !andb_true_iff, !forallb_forall in Le. destruct Le as [_ Lf].
      destruct (lent_within _ _ (Lf l ltac:(by apply elem_of_list_In))) as (k & Hk & Ek & ? & ?).
      destruct (l_filled k j Hk ltac:(lia)) as [Hy Dy]. rewrite <- Ek in Hy, Dy. split; [done|].
      intros [Dx|Dx]; [done|]. lia.
    - split.
      + intros x Hx. destruct (k_whole st) eqn:Wh; [rewrite l_whole in Hx by done; lia|].
        cbn in Ps. apply negb_true_iff in Ps. split; [intros _; apply Rm; right; split; [done|lia]|]. intros [Dx|Dx];
          [done|lia].
      + intros h x Hh Hx. apply Er. right. exists h. split; [apply elem_of_app; by right|done].
  Qed.

  End chain.

  Lemma test_alike c a b : locs a = locs b -> test c a = test c b.
  Proof. intros E. unfold test, defined. by rewrite E. Qed.

  Lemma place_step n dead a b a' t : places_alike dead a b ->
    (∀ rets st, claimed acts (chain_of begins (map f_from (p_frames a))) (p_at a) = Some (rets, st) ->
       step_fine outside p keeps taken begins depth low entry a dead st) ->
    call_step outside back_a entered p n a = Some (a', t) ->
    ∃ b', call_step outside back_b entered p n b = Some (b', t) /\ places_alike (dead_after p low a dead) a' b'.
  Proof.
    intros [Ew Eg Ep (base & kept & on_loan & fc & fa & fb & rest & rest_b & rets & st & Efa & Efb & Ch & Be & Hc &
      Hb & Hlow & L
      & Wt)] Fi Hs.
    destruct (claimed_step _ _ _ _ Hc) as (ac & x & Eca & Era & Hac & Hx & W & Ok).
    destruct a as [w g fsa pc a], b as [w2 g2 fsb pc2 b]. cbn in Efa, Efb. subst fsa fsb.
    cbn [p_frames p_at] in Fi. rewrite Ch in Fi. specialize (Fi _ _ Hc). unfold step_fine in Fi. unfold dead_after.
    cbn in Ew, Eg, Ep, L, Fi, Hc, Hx, Ok, Eca, Wt |- *. subst w2 g2 pc2.
    cbn [call_step] in Hs |- *. rewrite Hx in Hs, Fi |- *.
    assert (nth_error (map fst p) pc = Some x.1) as Hm by (by rewrite nth_error_map, Hx).
    pose proof (l_locs _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L) as El.
    unfold step_ok in Ok.
    (* behind a step within the function *)
    assert (∀ dead' pc' a1 b1 s1 s2, claimed_in ac pc' = Some s2 -> s1 = s2 \/ state_le s1 s2 = true ->
      alike base kept rest on_loan dead' rets s1 fa fb a1 b1 ->
      waiting dead' (memory a1) (memory b1) base kept on_loan fc rest rest_b -> ∀ w',
      places_alike dead' (Place w' g (fa ++ rest) pc' a1) (Place w' g (fb ++ rest_b) pc' b1)) as Within.
    { intros dead' pc' a1 b1 s1 s2 Hs2 Le L1 Wt1 w'. split; try done.
      exists base, kept, on_loan, fc, fa, fb, rest, rest_b, rets, s2. split_and!; try done.
      - rewrite <- Era. by apply claimed_of.
      - destruct Le as [->|Le]; [done|].
        by apply (alike_le low entry base depth kept back_b rest on_loan Hdepth Hlow Hb Hhigh first_a first_b _ _
          s1). }
    assert (∀ dead' a1 b1 s1, alike base kept rest on_loan dead' rets s1 fa fb a1 b1 ->
      same_above base entry rest on_loan dead dead' (memory a) (memory a1) (memory b) (memory b1) ->
      waiting dead' (memory a1) (memory b1) base kept on_loan fc rest rest_b) as Waits.
    { intros dead' a1 b1 s1 L1 Sa. eapply waiting_same; [exact Wt| |exact Sa]. intros y Dy.
      by apply (l_dead _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L1). }
    destruct x as [fl c].
    destruct fl as [i|tg|cc tg|].
    - (* an instruction *)
      destruct c; [by destruct (in_register st RSP)|]. rewrite Era in Ok.
      destruct (after_instr depth rets (taken pc) st i) as [s1|] eqn:Ai; [|done].
      destruct (claimed_in ac (S pc)) as [s2|] eqn:En; [|done].
      unfold flat_step in Hs |- *. rewrite Hm in Hs |- *. cbn [fst] in Hs |- *.
      destruct (exec g i a) as [[a1 ev]|] eqn:X; [|done]. injection Hs as <- <-.
      assert (∀ d y, describe i = Some d -> d_access d = Some y ->
        access_fine low entry g (fa ++ rest) dead (taken pc) st y a) as Fd.
      { intros d y Hd Hy. by rewrite Hd, Hy in Fi. }
      destruct (instr_alike low entry base depth kept back_b rest on_loan Hdepth Hlow Hb Hhigh first_a first_b _ _ _
        _ _ _ _ _ _
        _ _ _ _ L W Ai Fd X) as (b1 & -> & L1 & Sa).
      eexists. split; [done|]. apply (Within _ _ _ _ s1 s2); try done; [by right|].
      destruct (k_whole st) eqn:Wh; [|by apply (Waits _ _ _ s1), Sa].
      (* then nobody waits *)
      pose proof (l_whole _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L Wh) as ->. inversion Wt as [|? ? ? ? ? ? ? ? ? ? ? ? ? ?
        ? ? ? ?
        ? ?
        R]; subst; [constructor|]. destruct R as [Rb]. lia.
    - (* a jump *)
      destruct c; [by destruct (in_register st RSP)|].
      destruct (claimed_in ac tg) as [s2|] eqn:En; [|done].
      unfold flat_step in Hs |- *. rewrite Hm in Hs |- *. cbn [fst] in Hs |- *. injection Hs as <- <-.
      eexists. split; [done|]. apply (Within _ _ _ _ st s2); try done. by right.
    - (* a branch *)
      destruct c; [by destruct (in_register st RSP)|].
      unfold flat_step in Hs |- *. rewrite Hm in Hs |- *. cbn [fst] in Hs |- *.
      rewrite <- (test_alike cc a b El).
      destruct (test cc a) as [y|]; [|done]. injection Hs as <- <-.
      apply andb_true_iff in Ok as [O1 O2].
      eexists. split; [done|]. cbn. destruct y.
      + destruct (claimed_in ac tg) as [s2|] eqn:En; [|done]. apply (Within _ _ _ _ st s2); try done. by right.
      + destruct (claimed_in ac (S pc)) as [s2|] eqn:En; [|done]. apply (Within _ _ _ _ st s2); try done. by right.
    - destruct c as [[k|f]|].
      + (* a call in the code *)
        destruct (in_register st RSP) as [t0| | | |] eqn:Et; [|done..].
        injection Hs as <- <-.
        replace (below b) with (below a) by (unfold below; by rewrite El).
        eexists. split; [done|]. split; try done. cbn [p_frames p_at p_state].
        destruct (begins pc) as [keep|] eqn:Bg.
        * rewrite !andb_true_iff, Era in Ok. destruct Ok as [[May Go] Nx].
          apply goes_spec in Go as (s1 & Hc1 & Le1 & _).
          destruct (claimed_in ac (S pc)) as [s2|] eqn:En; [|done]. apply andb_true_iff in Nx as [Le Nb].
          assert (claimed acts (map f_from fa) (S pc) = Some (rets, s2)) as Hc2 by (rewrite <- Era; by apply
            claimed_of).
          destruct (called_alike begins acts low entry depth back_b first_a first_b Hdepth Hhigh base kept rest
            rest_b on_loan
            back_a Hlow Hb dead rets st s1 s2 fa fb a b t0 pc g keep fc L W Et (Fi ltac:(done)) Bg Ch Be Hc2 May Le
              Nb Le1
            Wt) as (B1 & B2 & L1 & W1).
          exists (below a), (λ r, locs a (G r)), (lent_to keep (λ r, locs a (G r))), (Some (Frame pc g a)), [Frame pc
            g a], [Frame pc g b], (fa ++ rest),
            (fb ++ rest_b), [spot_entry], s1.
          split_and!; try done.
          -- cbn. by rewrite Bg.
          -- exists []. split; [done|]. intros h Hh. by apply elem_of_nil in Hh.
        * rewrite Eca, Era in Ok. apply goes_spec in Ok as (s2 & Hc2 & Le & Nb).
          destruct (entered_alike base kept rest on_loan Hlow Hb _ _ _ _ _ _ _ _ _ pc g L W Et Le Nb) as [L1 Sa].
          { by destruct (claimed_step _ _ _ _ Hc2) as (_ & _ & _ & _ & _ & _ & ? & _). }
          exists base, kept, on_loan, fc, (Frame pc g a :: fa), (Frame pc g b :: fb), rest, rest_b, (spot_moved t0
            (-8) :: rets),
            s2.
          split_and!; try done.
          -- cbn in Ch |- *. by rewrite Bg, Ch.
          -- destruct fc as [fc|]; cbn in Be |- *.
             ++ destruct Be as (l & -> & Hl). exists (Frame pc g a :: l). split; [done|].
                by intros h [->|Hh]%elem_of_cons; [|apply Hl].
             ++ by intros h [->|Hh]%elem_of_cons; [|apply Be].
          -- eapply waiting_same; [exact Wt| |exact Sa]. intros y Dy.
             by apply (l_dead _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L1).
      + (* one elsewhere *)
        destruct (in_register st RSP) as [t0| | | |] eqn:Et; [|done..].
        destruct (claimed_in ac (S pc)) as [s2|] eqn:En; [|done]. rewrite !andb_true_iff in Ok.
        destruct Ok as [[Ps Le] Nb].
        destruct (outside f g w (forget a)) as [[[w1 r] ev]|] eqn:Ho; [|done]. injection Hs as <- <-.
        destruct (outside_alike base kept rest on_loan Hlow Hb _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L W Et Le Nb Ps Fi Ho)
          as (r' & -> & L1 & Sa).
        replace (below b) with (below a) by (unfold below; by rewrite El).
        eexists. split; [done|]. apply (Within _ _ _ _ s2 s2); try done; [by left|by apply (Waits _ _ _ s2)].
      + (* a return *)
        destruct (in_register st RSP) as [t0| | | |] eqn:Et; [|done..].
        rewrite Eca, Era in Ok.
        destruct fa as [|f fa].
        { (* of what was entered *)
          destruct fc as [fc|]; cbn in Be; [by destruct Be as ([|] & ? & _)|]. inversion Wt; subst. done. }
        pose proof (l_frames _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L) as Fr.
        destruct fb as [|f' fb]; [by inversion Fr|]. apply Forall2_cons_1 in Fr as [(Ef & Ee & Es) Fr].
        cbn [map] in Ok. destruct rets as [|q rets]; [done|].
        apply andb_true_iff in Ok as [->%same_spot_spec Ok].
        destruct f as [from ge s0], f' as [from' ge' s0']. cbn in Ef, Ee, Es. subst from' ge'.
        cbn [f_from] in Ok. cbn [app] in Hs.
        destruct (leave (back_a from) s0 a) as [r|] eqn:Lv; [|done]. injection Hs as <- <-. cbn [app].
        destruct (begins from) as [keep|] eqn:Bg.
        * assert (fc = Some (Frame from ge s0)) as ->.
          { cbn in Ch. rewrite Bg in Ch. destruct fa; [|done]. destruct fc as [fc|]; cbn in Be.
            - destruct Be as ([|y [|]] & [=] & _). by subst.
            - specialize (Be (Frame from ge s0) ltac:(left)). cbn in Be. by rewrite Bg in Be. }
          assert (fa = []) as ->.
          { cbn in Ch. rewrite Bg in Ch. by destruct fa. }
          destruct (ended_alike begins acts low entry depth back_b first_a first_b Hdepth Hhigh base kept rest rest_b
            on_loan
            _ _
            _ _ _ _ _ _ _ _ _ Hlow Hb L W Wt Bg Ok Lv) as (f' & fb' & rb & base' & kept' & on_loan' & h & ha & hb &
              rest' & rest_b'
            & rets' & st' & [= <- <-] & Lv' & Hb' & Hlow' & -> & -> & Ch' & Be' & Hc' & L1 & Wt1).
          cbn in Lv'. rewrite Lv'. rewrite <- El. inversion Fr; subst. cbn [app].
          eexists. split; [done|]. split; try done.
          exists base', kept', on_loan', h, ha, hb, rest', rest_b', rets', st'. split_and!; try done.
        * apply goes_spec in Ok as (s2 & Hc2 & Le & _).
          destruct (returned base kept rest on_loan Hlow Hb _ _ _ _ _ _ _ (Frame from ge s0) (Frame from ge s0') q _
            r rets L
            eq_refl W Et Lv) as (r' & Lv' & L1 & Em & Em').
          cbn in Lv'. rewrite Lv'. rewrite <- El.
          eexists. split; [done|]. split; try done.
          exists base, kept, on_loan, fc, fa, fb, rest, rest_b, rets, s2. split_and!; try done.
          -- cbn in Ch. rewrite Bg in Ch. by injection Ch.
          -- destruct fc as [fc|]; cbn in Be |- *.
             ++ destruct Be as ([|y l] & E & Hl); cbn in E; simplify_eq.
                ** inversion Wt; subst. by simplify_eq/=.
                ** exists l. split; [done|]. intros h Hh. apply Hl. by right.
             ++ intros h Hh. apply Be. by right.
          -- by apply (alike_le low entry base depth kept back_b rest on_loan Hdepth Hlow Hb Hhigh first_a first_b _
             _ _ _ _ _ _
               _ L1).
          -- cbn [p_state]. rewrite Em, Em'. exact Wt.
  Qed.

  (** ** Runs *)

  Lemma runs_alike ha hb n dead a b a' t : places_alike dead a b ->
    stack_fine outside entered p keeps taken begins acts depth low entry back_a ha n a dead ->
    signal_steps outside entered p low back_a ha n a = Some (a', t) ->
    ∃ b' dead', signal_steps outside entered p low back_b hb n b = Some (b', t) /\ places_alike dead' a' b'.
  Proof.
    revert dead a b t. induction n as [|n IH]; intros dead a b t P Fi Hs; cbn [signal_steps stack_fine] in *.
    - simplify_eq. eauto.
    - destruct Fi as [Fi Rest]. pose proof (places_signalled _ _ _ (ha n) (hb n) P) as P1.
      destruct (call_step outside back_a entered p n _) as [[a1 t1]|] eqn:S1; [|done].
      destruct (signal_steps outside entered p low back_a ha n a1) as [[a2 t2]|] eqn:S2; [|done]. simplify_eq.
      destruct (place_step n _ _ _ _ _ P1 Fi S1) as (b1 & -> & P2).
      destruct (IH _ _ _ _ P2 Rest S2) as (b2 & dead' & -> & P3). eauto.
  Qed.

  (** Where it returns, %rsp is what it was. *)
  Lemma at_the_end dead a b : places_alike dead a b -> nth_error p (p_at a) = Some (FHalt, None) -> p_frames a = [] ->
    locs (p_state a) (G RSP) = entry.
  Proof.
    intros [_ _ _ (base & kept & on_loan & fc & fa & fb & rest & rest_b & rets & st & Ea & _ & _ & Be & Hc & Hb &
      Hlow & L &
      Wt)] Hh
      Hf.
    rewrite Hf in Ea. destruct fa, rest; try done.
    destruct (claimed_step _ _ _ _ Hc) as (ac & x & Eca & Era & Hac & Hx & W & Ok).
    rewrite Hh in Hx. injection Hx as <-. unfold step_ok in Ok. rewrite Eca, Era in Ok.
    destruct (in_register st RSP) as [t| | | |] eqn:Et; [|done..]. cbn [map] in Ok. destruct rets; [|done].
    apply same_spot_spec in Ok as ->.
    destruct (top_at low entry base depth kept back_b [] on_loan Hdepth Hlow Hb Hhigh first_a first_b _ _ _ _ _ _ _ _
      L W Et)
      as [Z _].
    destruct fc as [fc|]; cbn in Be; [by destruct Be as ([|] & ? & _)|]. inversion Wt; subst.
    unfold spot_at in Z. cbn in Z. lia.
  Qed.
End checked.

(** ** From the entries *)

Theorem check_stack_sound {world : Type}
    (outside : positive -> env -> world -> state -> option (world * state * list event))
    (entered : nat -> env -> nat -> env) (p : code) (depth : Z) (keeps : nat -> list reg)
    (taken : nat -> bool) (begins : nat -> option effect_on) (acts : list activation)
    (entries : list nat) (low entry : N) (back_a back_b : nat -> N) (ha hb : nat -> (N -> N) -> N -> N)
    (k n : nat) (w : world) (g : env) (a b : state) (c : place world) (t : list shown) :
  check_stack depth keeps taken begins acts p entries = true -> k ∈ entries ->
  Z.of_N low + depth <= Z.of_N entry -> Z.of_N entry + 2 ^ 32 < 2 ^ 64 ->
  locs a = locs b -> locs a (G RSP) = entry -> (∀ x, (x < low \/ entry <= x)%N -> memory a x = memory b x) ->
  stack_fine outside entered p keeps taken begins acts depth low entry back_a ha n (Place w g [] k a) (λ x, (low <= x
    < entry)%N) ->
  signal_steps outside entered p low back_a ha n (Place w g [] k a) = Some (c, t) ->
  ∃ c', signal_steps outside entered p low back_b hb n (Place w g [] k b) = Some (c', t) /\
    p_world c = p_world c' /\ p_at c = p_at c' /\ locs (p_state c) = locs (p_state c') /\
    (∀ x, (x < low \/ entry <= x)%N -> memory (p_state c) x = memory (p_state c') x) /\
    (p_frames c = [] -> p_frames c' = [] /\
       (nth_error p (p_at c) = Some (FHalt, None) -> locs (p_state c) (G RSP) = entry)) /\
    (∀ x, (entry <= x < entry + 8)%N -> memory (p_state c) x = memory a x).
Proof.
  unfold check_stack. rewrite !andb_true_iff, Z.leb_le. intros [[Hd Hacts] He] Hk Hlow Hhigh El Er Em Fi Hs.
  rewrite forallb_forall in He. specialize (He k ltac:(by apply elem_of_list_In)).
  unfold goes in He. destruct (claimed acts [] k) as [[rets st]|] eqn:Hc; [|done].
  rewrite !andb_true_iff in He. destruct He as [[Hr Le] _]. destruct rets; [|done]. clear Hr.
  assert (places_alike begins acts low entry depth back_b (memory a) (memory b) (λ x, (low <= x < entry)%N)
            (Place w g [] k a) (Place w g [] k b)) as P.
  { split; try done. exists entry, (λ _, 0%N), (λ _, False), None, [], [], [], [], [], st. split_and!; try done.
    - intros f Hf. by apply elem_of_nil in Hf.
    - eapply (alike_le low entry entry depth _ back_b [] _ Hd Hlow ltac:(lia) Hhigh); [|exact Le].
      split; cbn; try done; try by apply Forall2_nil.
      + intros x Hx. apply Em. lia.
      + intros r. unfold at_entry. rewrite in_registers_of. case_bool_decide as E; [|done]. subst r. cbn. rewrite Er.
        change (spot_at (Z.of_N entry) spot_entry) with (Z.of_N entry + 0). rewrite Z.mod_small; lia.
      + intros q z Hq. by apply elem_of_nil in Hq.
      + intros s x Hx. by apply elem_of_nil in Hx.
      + intros f Hf. by apply elem_of_nil in Hf.
      + intros f Hf. by apply elem_of_nil in Hf.
      + intros l j Hl. by apply elem_of_nil in Hl.
      + intros l j Hl. by apply elem_of_nil in Hl.
    - constructor. }
  destruct (runs_alike outside entered p keeps taken begins acts low entry depth back_a back_b _ _ Hd Hhigh Hacts ha
    hb n
    _ _ _ _ _ P Fi Hs) as (c' & dead & Hs' & P').
  exists c'. pose proof P' as [? ? ? (base & kept & on_loan & fc & fa & fb & rest & rest_b & rets' & st' & Ea & Eb &
    Ch & Be &
    Hc' &
    Hb & Hl & L & Wt)].
  split_and!; try done.
  - apply (l_locs _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L).
  - intros x Hx. apply (l_memory _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L).
    intros D%(l_dead _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L). lia.
  - intros Hf. rewrite Hf in Ea. destruct fa, rest; try done. split.
    + pose proof (l_frames _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L) as Fr. assert (fb = []) as E by (by inversion Fr).
      rewrite Eb, E. destruct fc as [fc|]; cbn in Be; [by destruct Be as ([|] & ? & _)|]. by inversion Wt.
    + intros Hh. eapply (at_the_end outside entered p keeps taken begins acts low entry depth back_a back_b); eauto.
  - intros x Hx. apply (l_first _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L). unfold byte_of. lia.
Qed.
