(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Runs of code whose claims about the stack the checker accepts. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted Words.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Verdicts Require Import Calls_trusted Steps_trusted.
From Fairlead.Asm.Stack Require Import Signals_trusted Spots Check Instr Runs Sound.
Local Open Scope Z_scope.

Lemma nth_error_drop {A} (l : list A) n k : nth_error (drop n l) k = nth_error l (n + k).
Proof. revert l. induction n as [|n IH]; intros [|x l]; cbn; try done. by destruct k. Qed.

Local Arguments load : simpl never.
Local Arguments store : simpl never.

Section checked.
  Context {world : Type} (outside : positive -> env -> world -> state -> option (world * state * list event)).
  Context (entered : nat -> env -> nat -> env) (p : code).
  Context (keeps : nat -> list reg) (taken : nat -> bool) (acts : list activation).
  Context (low entry : N) (depth : Z) (back_a back_b : nat -> N) (first_a first_b : N -> N).
  Local Notation e := (Z.of_N entry).
  Context (Hdepth : 0 <= depth) (Hlow : Z.of_N low + depth <= e) (Hhigh : e + 2 ^ 32 < 2 ^ 64).
  Context (Hacts :
    forallb (fun a => walk depth keeps taken acts a (a_first a) (drop (a_first a) p) (a_states a)) acts = true).
  Set Default Proof Using "All".

  Notation alike := (alike low entry back_b first_a first_b).

  Record places_alike (dead : N -> Prop) (a b : place world) : Prop := {
    p_worlds : p_world a = p_world b;
    p_envs : p_env a = p_env b;
    p_ats : p_at a = p_at b;
    p_known : ∃ rets st, claimed acts (map f_from (p_frames a)) (p_at a) = Some (rets, st) /\
      alike dead rets st (p_frames a) (p_frames b) (p_state a) (p_state b);
  }.

  (** ** The checker's walk *)

  Lemma walk_at a pc code sts k st :
    walk depth keeps taken acts a pc code sts = true -> nth_error sts k = Some (Some st) ->
    ∃ x, nth_error code k = Some x /\ well_claimed depth (a_returns a) st = true /\
      step_ok depth keeps taken acts a (pc + k) st x
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
      step_ok depth keeps taken acts a pc st x (claimed_in a (S pc)) = true.
  Proof.
    unfold claimed. destruct (activation_of acts calls) as [a|] eqn:Ha; [|done].
    destruct (claimed_in a pc) as [s|] eqn:Hs; [|done]. intros [= <- <-].
    pose proof (find_some _ _ Ha) as [Hin Hc]. cbn beta in Hc. destruct (_ =? _)%N in Hc; [|done].
    apply bool_decide_eq_true in Hc.
    pose proof (proj1 (forallb_forall _ _) Hacts a Hin) as W.
    unfold claimed_in in Hs. destruct (Nat.ltb_spec pc (a_first a)) as [|Hle]; [done|].
    destruct (nth_error (a_states a) (pc - a_first a)) as [[s'|]|] eqn:En; [|done..]. injection Hs as ->.
    destruct (walk_at _ _ _ _ _ _ W En) as (x & Hx & Hw & Hok).
    exists a, x. split_and!; try done.
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
    intros [? ? ? (rets & st & Hc & L)]. split; try done. exists rets, st. split; [done|]. cbn.
    destruct (claimed_step _ _ _ _ Hc) as (_ & _ & _ & _ & _ & _ & W & _). by eapply signalled.
  Qed.

  Lemma top_at dead rets st fa fb a b t : alike dead rets st fa fb a b -> well_claimed depth rets st = true ->
    in_register st RSP = SAt t -> Z.of_N (locs a (G RSP)) = spot_at e t /\ spot_at e t <= e.
  Proof.
    intros L (t' & Et & Bt & Rt & _)%(well_claimed_top low entry depth back_b Hdepth Hlow Hhigh first_a first_b) E.
    rewrite E in Et. injection Et as <-.
    pose proof (l_registers _ _ _ _ _ _ _ _ _ _ _ _ L RSP) as H. rewrite E in H.
    destruct (bounded_at e depth ltac:(lia) Hhigh _ _ Bt H) as [_ Z].
    split; [done|]. specialize (Rt spot_entry ltac:(left)). change (spot_at e spot_entry) with (e + 0) in Rt. lia.
  Qed.

  (** Words and fresh bytes that are still claimed when all below %rsp is given away. *)
  Lemma given_away dead rets st st0 st' fa fb a b t :
    alike dead rets st fa fb a b -> well_claimed depth rets st = true -> in_register st RSP = SAt t ->
    state_le st0 st' = true -> k_fresh st0 = k_fresh st ->
    (∀ p q, (p, SAt q) ∈ k_words st0 -> (p, SAt q) ∈ k_words st) ->
    nothing_below t 0 st' = true ->
    (∀ s x, s ∈ k_fresh st' -> r_from s <= x < r_to s ->
       ~ dead_at_call low dead a (Z.to_N (origin_at e (r_origin s) + x))) /\
    (∀ p q, (p, SAt q) ∈ k_words st' -> (p, SAt q) ∈ k_words st0 /\
       Z.of_N (load (memory a) (at_spot e p) 8) = spot_at e q mod 2 ^ 64 /\
       (locs a (G RSP) <= at_spot e p)%N /\ (at_spot e p + 8 <= entry)%N).
  Proof.
    intros L W Et Le Ef Ew N. destruct (top_at _ _ _ _ _ _ _ _ L W Et) as [Zt _].
    apply (nothing_below_spec low entry depth back_b Hdepth Hlow Hhigh first_a first_b) in N as [NF NW].
    pose proof (well_claimed_top low entry depth back_b Hdepth Hlow Hhigh first_a first_b _ _ W)
      as (t' & _ & _ & _ & _ & Ft & Wt).
    unfold state_le in Le. rewrite !andb_true_iff in Le. destruct Le as [[[[_ Lw] Lf] _] _]. split.
    - intros s x Hs Hx.
      destruct (fresh_le_spec low entry depth back_b Hdepth Hlow Hhigh first_a first_b _ _ _ Lf Hs)
        as (s0 & Hs0 & Eo & ? & ?).
      rewrite Ef in Hs0. specialize (NF s Hs). specialize (Ft s0 Hs0).
      apply (spot_bounded_spec e) in Ft. unfold spot_at in NF, Ft, Zt; cbn in NF, Ft, Zt. rewrite Eo in *.
      intros [Dx|Dx]; [|lia]. eapply (l_fresh _ _ _ _ _ _ _ _ _ _ _ _ L s0 x); [done|lia|done].
    - intros q k Hq. apply (words_le_at low entry depth back_b Hdepth Hlow Hhigh first_a first_b _ _ _ _ Lw) in Hq as
      Hp.
      split; [done|]. apply Ew in Hp. clear Lw. rename Hp into Lw.
      split; [by apply (l_words _ _ _ _ _ _ _ _ _ _ _ _ L)|].
      destruct (Wt _ _ Lw) as (Bq & Mq & Vq). pose proof (spot_range e q Vq). apply (spot_bounded_spec e) in Bq.
      specialize (NW _ _ Hq). unfold at_spot. lia.
  Qed.

  Lemma returned dead rets st fa fb a b f g q ra ra' rets' :
    alike dead rets st (f :: fa) (g :: fb) a b -> rets = q :: rets' -> well_claimed depth rets st = true ->
    in_register st RSP = SAt q -> leave ra (f_state f) a = Some ra' ->
    ∃ rb', leave (back_b (f_from g)) (f_state g) b = Some rb' /\
      alike dead rets' (with_top st (spot_moved q 8)) fa fb ra' rb'.
  Proof.
    intros L -> W Eq Hl. pose proof L as L0. destruct L.
    destruct (Forall2_cons_1 _ _ _ _ _ l_frames) as [(Ef & Ee & Es) Fr].
    destruct (Forall2_cons_1 _ _ _ _ _ l_returns) as [(Hb & Ht & Hq) Rt].
    assert (below (f_state g) = below (f_state f)) as Eb by (unfold below; by rewrite Es).
    unfold leave in *. destruct (_ && _) eqn:C in Hl; [|done]. apply andb_true_iff in C as [C _]. injection Hl as <-.
    rewrite <- l_locs, Eb, C, <- Ef, (l_back f ltac:(left)), N.eqb_refl. cbn [andb]. eexists. split; [done|].
    rewrite <- Es. split; try done; cbn.
    - by rewrite l_locs.
    - intros r. unfold with_top, with_registers. rewrite in_registers_of. cbn.
      case_bool_decide as Er; [subst r; cbn|destruct r; try apply l_registers; done].
      rewrite Ht, spot_at_moved, Z.mod_small by lia. done.
    - intros h Hh. apply l_back. by right.
  Qed.

  Lemma entered_alike dead rets st st' fa fb a b t pc g :
    alike dead rets st fa fb a b -> well_claimed depth rets st = true -> in_register st RSP = SAt t ->
    state_le (with_top st (spot_moved t (-8))) st' = true -> nothing_below t 0 st' = true ->
    well_claimed depth (spot_moved t (-8) :: rets) st' = true ->
    alike (dead_at_call low dead a) (spot_moved t (-8) :: rets) st' (Frame pc g a :: fa) (Frame pc g b :: fb)
      (enter (back_a pc) a) (enter (back_b pc) b).
  Proof.
    intros L W Et Le N W'. destruct (top_at _ _ _ _ _ _ _ _ L W Et) as [Zt Le_e].
    destruct (given_away _ _ _ _ _ _ _ _ _ _ L W Et Le eq_refl ltac:(done) N) as [GF GW].
    pose proof (return_words low entry depth back_b Hdepth Hlow Hhigh first_a first_b _ _ _ _ _ _ _ L W) as RW.
    pose proof (well_claimed_top low entry depth back_b Hdepth Hlow Hhigh first_a first_b _ _ W)
      as (t0 & Et0 & _ & Rt & _). rewrite Et in Et0. injection Et0 as <-.
    pose proof (well_claimed_top low entry depth back_b Hdepth Hlow Hhigh first_a first_b _ _ W')
      as (t' & Et' & Bt' & _).
    destruct L.
    assert (spot_at e t' = spot_at e t - 8) as Zt'.
    { unfold state_le in Le. rewrite !andb_true_iff in Le. destruct Le as [[[[R _] _] _] _].
      apply (values_le_at low entry depth back_b Hdepth Hlow Hhigh first_a first_b _ _ RSP) in R.
      unfold with_top, with_registers in R.
      rewrite in_registers_of, Et' in R. cbn in R. apply same_spot_spec in R as <-. apply spot_at_moved. }
    apply (spot_bounded_spec e) in Bt'.
    assert (Z.of_N (below a) = spot_at e t - 8) as Zb.
    { unfold below. rewrite of_low64, N2Z.inj_add, Zt. change (Z.of_N (2 ^ 64 - 8)) with (-8 + 1 * 2 ^ 64).
      rewrite Z.add_assoc, Z.mod_add by lia. rewrite Z.mod_small; lia. }
    assert (below b = below a) as Eb by (unfold below; by rewrite l_locs).
    split; cbn [enter forget with_rsp locs memory].
    - by rewrite Eb, l_locs.
    - intros x Hn. rewrite Eb, !(store_other low entry depth back_b Hdepth Hlow Hhigh first_a first_b).
      + apply l_memory. intros Dx. apply Hn. by left.
      + unfold byte_of. intros Hx. apply Hn. right. lia.
      + unfold byte_of. intros Hx. apply Hn. right. lia.
    - intros x [Dx|Dx]; [by apply l_dead|]. lia.
    - apply (registers_le low entry depth back_b Hdepth Hlow Hhigh first_a first_b _ _ _ Le). intros r.
      unfold with_top, with_registers. rewrite in_registers_of. cbn.
      case_bool_decide as Er; [subst r; cbn|destruct r; try apply l_registers; done].
      rewrite Zb, spot_at_moved, Z.mod_small; lia.
    - intros r k Hr. destruct (GW r k Hr) as (_ & <- & H1 & H2). f_equal.
      apply (load_other low entry depth back_b Hdepth Hlow Hhigh first_a first_b). unfold byte_of. intros x. lia.
    - done.
    - by constructor.
    - constructor; [|done]. cbn. rewrite spot_at_moved. lia.
    - intros h [->|Hh]%elem_of_cons; cbn.
      + rewrite <- Eb. apply (load_store (memory b) (below b) 8).
      + rewrite <- (l_back h Hh). apply (load_other low entry depth back_b Hdepth Hlow Hhigh first_a first_b).
        intros x Hx. apply elem_of_list_lookup in Hh as [i Hi].
        destruct (Forall2_lookup_l _ _ _ _ _ l_returns Hi) as (q & Hq & Hqf & _).
        specialize (Rt q ltac:(right; by eapply elem_of_list_lookup_2)). unfold byte_of in *. lia.
    - intros x Hx. rewrite !(store_other low entry depth back_b Hdepth Hlow Hhigh first_a first_b);
      [by apply l_first|..];
        unfold byte_of in *; lia.
  Qed.
  Lemma outside_alike dead rets st st' fa fb a b t f kept g w w' r ev :
    alike dead rets st fa fb a b -> well_claimed depth rets st = true -> in_register st RSP = SAt t ->
    state_le (behind_outside kept st) st' = true -> nothing_below t 0 st' = true ->
    outside_fine outside low entry f kept g fa dead st w a ->
    outside f g w (forget a) = Some (w', r, ev) ->
    ∃ r', outside f g w (forget b) = Some (w', r', ev) /\
      alike (dead_at_call low dead a) rets st' fa fb (forget r) (forget r').
  Proof.
    intros L W Et Le N Fi Ho. destruct (top_at _ _ _ _ _ _ _ _ L W Et) as [Zt Le_e].
    assert (∀ p q, (p, SAt q) ∈ k_words (behind_outside kept st) -> (p, SAt q) ∈ k_words st /\ passes st = false) as Wo.
    { intros q k Hq. cbn in Hq. destruct (passes st); [|done].
      apply elem_of_list_In, in_map_iff in Hq as (? & Hq & _). discriminate Hq. }
    destruct (given_away _ _ _ _ _ _ _ _ _ _ L W Et Le eq_refl (λ q k H, proj1 (Wo q k H)) N) as [GF GW].
    destruct (Fi w' r ev Ho) as (Rsp & Rk & Rm & Rb). destruct L.
    destruct (Rb b (eq_sym l_locs)) as (r' & Ho' & El & Em & Er).
    { intros x Hn. symmetry. apply l_memory. intros Dx. apply Hn. by left. }
    exists r'. split; [done|]. split; cbn.
    - by rewrite El.
    - intros x Hn. symmetry. by apply Em.
    - intros x [Dx|Dx]; [by apply l_dead|]. lia.
    - apply (registers_le low entry depth back_b Hdepth Hlow Hhigh first_a first_b _ _ _ Le). intros q.
      unfold behind_outside, with_registers. rewrite in_registers_of. cbn.
      destruct (bool_decide (q = RSP)) eqn:Eq; cbn.
      + apply bool_decide_eq_true in Eq as ->. rewrite Rsp. apply l_registers.
      + destruct (bool_decide (q ∈ kept)) eqn:Ek; [|by destruct (passes st)].
        apply bool_decide_eq_true in Ek. rewrite Rk by done. apply l_registers.
    - intros q k Hq. destruct (GW q k Hq) as (H0 & <- & H1 & H2). f_equal. apply load_agree. intros x Hx.
      apply Rm. right. split; [by eapply Wo|]. unfold covers in Hx. cbn in Hx. lia.
    - done.
    - done.
    - done.
    - intros h Hh. rewrite <- (l_back h Hh). apply load_agree. intros x Hx. apply Er. right. exists h. split; [done|].
      exact Hx.
    - intros x Hx. assert (return_word entry fa x) as R by (by left). rewrite (Rm x (or_introl R)), (Er x R).
      by apply l_first.
  Qed.

  Lemma test_alike c a b : locs a = locs b -> test c a = test c b.
  Proof. intros E. unfold test, defined. by rewrite E. Qed.

  Lemma place_step n dead a b a' t : places_alike dead a b ->
    (∀ rets st, claimed acts (map f_from (p_frames a)) (p_at a) = Some (rets, st) ->
       step_fine outside p keeps taken low entry a dead st) ->
    call_step outside back_a entered p n a = Some (a', t) ->
    ∃ b', call_step outside back_b entered p n b = Some (b', t) /\ places_alike (dead_after p low a dead) a' b'.
  Proof.
    intros [Ew Eg Ep (rets & st & Hc & L)] Fi Hs.
    destruct (claimed_step _ _ _ _ Hc) as (ac & x & Eca & Era & Hac & Hx & W & Ok).
    specialize (Fi _ _ Hc). unfold step_fine in Fi. unfold dead_after.
    destruct a as [w g fa pc a], b as [w2 g2 fb pc2 b]. cbn in Ew, Eg, Ep, L, Fi, Hc, Hx, Ok, Eca |- *. subst w2 g2 pc2.
    cbn [call_step] in Hs |- *. rewrite Hx in Hs, Fi |- *.
    assert (nth_error (map fst p) pc = Some x.1) as Hm by (by rewrite nth_error_map, Hx).
    unfold step_ok in Ok.
    destruct x as [fl c].
    destruct fl as [i|tg|cc tg|].
    - (* an instruction *)
      destruct c; [by destruct (in_register st RSP)|]. rewrite Era in Ok.
      destruct (after_instr depth rets (taken pc) st i) as [s1|] eqn:Ai; [|done].
      destruct (claimed_in ac (S pc)) as [s2|] eqn:En; [|done].
      unfold flat_step in Hs |- *. rewrite Hm in Hs |- *. cbn [fst] in Hs |- *.
      destruct (exec g i a) as [[a1 ev]|] eqn:X; [|done]. injection Hs as <- <-.
      assert (∀ d y, describe i = Some d -> d_access d = Some y ->
        access_fine low entry g fa dead (taken pc) st y a) as Fd.
      { intros d y Hd Hy. by rewrite Hd, Hy in Fi. }
      destruct (instr_alike low entry depth back_b Hdepth Hlow Hhigh first_a first_b _ _ _ _ _ _ _ _ _ _ _ _ _ L W Ai
        Fd X)
        as (b1 & -> & L1).
      eexists. split; [done|]. split; try done. exists rets, s2. split.
      + cbn. rewrite <- Era. by apply claimed_of.
      + by eapply alike_le.
    - (* a jump *)
      destruct c; [by destruct (in_register st RSP)|].
      destruct (claimed_in ac tg) as [s2|] eqn:En; [|done].
      unfold flat_step in Hs |- *. rewrite Hm in Hs |- *. cbn [fst] in Hs |- *. injection Hs as <- <-.
      eexists. split; [done|]. split; try done. exists rets, s2. split.
      + cbn. rewrite <- Era. by apply claimed_of.
      + by eapply alike_le.
    - (* a branch *)
      destruct c; [by destruct (in_register st RSP)|].
      unfold flat_step in Hs |- *. rewrite Hm in Hs |- *. cbn [fst] in Hs |- *.
      pose proof (l_locs _ _ _ _ _ _ _ _ _ _ _ _ L) as El. rewrite <- (test_alike cc a b El).
      destruct (test cc a) as [y|]; [|done]. injection Hs as <- <-.
      apply andb_true_iff in Ok as [O1 O2].
      eexists. split; [done|]. split; try done. cbn. destruct y.
      + destruct (claimed_in ac tg) as [s2|] eqn:En; [|done]. exists rets, s2. split; [|by eapply alike_le].
        rewrite <- Era. by apply claimed_of.
      + destruct (claimed_in ac (S pc)) as [s2|] eqn:En; [|done]. exists rets, s2. split; [|by eapply alike_le].
        rewrite <- Era. by apply claimed_of.
    - destruct c as [[k|f]|].
      + (* a call in the code *)
        destruct (in_register st RSP) as [t0| |] eqn:Et; [|done..].
        rewrite Eca, Era in Ok. apply goes_spec in Ok as (s2 & Hc2 & Le & Nb).
        injection Hs as <- <-. pose proof (l_locs _ _ _ _ _ _ _ _ _ _ _ _ L) as El.
        replace (below b) with (below a) by (unfold below; by rewrite El).
        eexists. split; [done|]. split; try done. cbn. exists (spot_moved t0 (-8) :: rets), s2. split; [done|].
        eapply entered_alike; try done. by destruct (claimed_step _ _ _ _ Hc2) as (_ & _ & _ & _ & _ & _ & ? & _).
      + (* one elsewhere *)
        destruct (in_register st RSP) as [t0| |] eqn:Et; [|done..].
        destruct (claimed_in ac (S pc)) as [s2|] eqn:En; [|done]. apply andb_true_iff in Ok as [Le Nb].
        destruct (outside f g w (forget a)) as [[[w1 r] ev]|] eqn:Ho; [|done]. injection Hs as <- <-.
        destruct (outside_alike _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ L W Et Le Nb Fi Ho) as (r' & -> & L1).
        pose proof (l_locs _ _ _ _ _ _ _ _ _ _ _ _ L) as El.
        replace (below b) with (below a) by (unfold below; by rewrite El).
        eexists. split; [done|]. split; try done. exists rets, s2. split; [|done].
        cbn. rewrite <- Era. by apply claimed_of.
      + (* a return *)
        destruct (in_register st RSP) as [t0| |] eqn:Et; [|done..].
        destruct fa as [|f fa]; [done|]. pose proof (l_frames _ _ _ _ _ _ _ _ _ _ _ _ L) as Fr.
        destruct fb as [|f' fb]; [by inversion Fr|]. apply Forall2_cons_1 in Fr as [(Ef & Ee & Es) Fr].
        rewrite Eca, Era in Ok. cbn [map] in Ok. destruct rets as [|q rets]; [done|].
        apply andb_true_iff in Ok as [->%same_spot_spec Ok]. apply goes_spec in Ok as (s2 & Hc2 & Le & _).
        destruct f as [from ge s0], f' as [from' ge' s0']. cbn in Ef, Ee, Es. subst from' ge'.
        destruct (leave (back_a from) s0 a) as [r|] eqn:Lv; [|done]. injection Hs as <- <-.
        destruct (returned _ _ _ _ _ _ _ (Frame from ge s0) (Frame from ge s0') q _ r rets L eq_refl W Et Lv)
          as (r' & Lv' & L1).
        cbn in Lv'. rewrite Lv'. rewrite <- (l_locs _ _ _ _ _ _ _ _ _ _ _ _ L).
        eexists. split; [done|]. split; try done. exists rets, s2. split; [done|]. by eapply alike_le.
  Qed.

  (** ** Runs *)

  Lemma runs_alike ha hb n dead a b a' t : places_alike dead a b ->
    stack_fine outside entered p keeps taken acts low entry back_a ha n a dead ->
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
    intros [_ _ _ (rets & st & Hc & L)] Hh Hf.
    destruct (claimed_step _ _ _ _ Hc) as (ac & x & Eca & Era & Hac & Hx & W & Ok).
    rewrite Hh in Hx. injection Hx as <-. unfold step_ok in Ok. rewrite Eca, Era, Hf in Ok.
    destruct (in_register st RSP) as [t| |] eqn:Et; [|done..]. cbn [map] in Ok. destruct rets; [|done].
    apply same_spot_spec in Ok as ->. destruct (top_at _ _ _ _ _ _ _ _ L W Et) as [Z _].
    change (spot_at e spot_entry) with (e + 0) in Z. lia.
  Qed.
End checked.

(** ** From the entries *)

Theorem check_stack_sound {world : Type}
    (outside : positive -> env -> world -> state -> option (world * state * list event))
    (entered : nat -> env -> nat -> env) (p : code) (depth : Z) (keeps : nat -> list reg)
    (taken : nat -> bool) (acts : list activation)
    (entries : list nat) (low entry : N) (back_a back_b : nat -> N) (ha hb : nat -> (N -> N) -> N -> N)
    (k n : nat) (w : world) (g : env) (a b : state) (c : place world) (t : list shown) :
  check_stack depth keeps taken acts p entries = true -> k ∈ entries ->
  Z.of_N low + depth <= Z.of_N entry -> Z.of_N entry + 2 ^ 32 < 2 ^ 64 ->
  locs a = locs b -> locs a (G RSP) = entry -> (∀ x, (x < low \/ entry <= x)%N -> memory a x = memory b x) ->
  stack_fine outside entered p keeps taken acts low entry back_a ha n (Place w g [] k a) (λ x, (low <= x < entry)%N) ->
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
  assert (places_alike acts low entry back_b (memory a) (memory b) (λ x, (low <= x < entry)%N)
            (Place w g [] k a) (Place w g [] k b)) as P.
  { split; try done. exists [], st. split; [done|]. eapply (alike_le low entry depth back_b Hd Hlow Hhigh);
    [|exact Le]. split; cbn; try done; try by apply Forall2_nil.
    - intros x Hx. apply Em. lia.
    - intros r. unfold at_entry. rewrite in_registers_of. case_bool_decide as E; [|done]. subst r. cbn. rewrite Er.
      change (spot_at (Z.of_N entry) spot_entry) with (Z.of_N entry + 0). rewrite Z.mod_small; lia.
    - intros q z Hq. by apply elem_of_nil in Hq.
    - intros s x Hx. by apply elem_of_nil in Hx.
    - intros f Hf. by apply elem_of_nil in Hf. }
  destruct (runs_alike outside entered p keeps taken acts low entry depth back_a back_b _ _ Hd Hlow Hhigh Hacts ha hb n
    _ _ _ _ _
              P Fi Hs) as (c' & dead & Hs' & P').
  exists c'. pose proof P' as [? ? ? (rets' & st' & Hc' & L)]. split_and!; try done.
  - apply (l_locs _ _ _ _ _ _ _ _ _ _ _ _ L).
  - intros x Hx. apply (l_memory _ _ _ _ _ _ _ _ _ _ _ _ L). intros D%(l_dead _ _ _ _ _ _ _ _ _ _ _ _ L). lia.
  - intros Hf. split.
    + pose proof (l_frames _ _ _ _ _ _ _ _ _ _ _ _ L) as Fr. rewrite Hf in Fr. by inversion Fr.
    + intros Hh. eapply (at_the_end outside entered p keeps taken acts low entry depth back_a back_b); eauto.
  - intros x Hx. apply (l_first _ _ _ _ _ _ _ _ _ _ _ _ L). unfold byte_of. lia.
Qed.
