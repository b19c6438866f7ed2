(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * functions.compare_and_set does what the model does. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactApplied.
Local Open Scope Z_scope.

Section cas.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).
  Context (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z).
  Local Notation thread_is := (thread_is F cfg x).
  Local Notation evaluated_as := (evaluated_as F cfg x).

  (** What the model makes of it. *)
  Lemma applied_cas o (y : key * datum) a :
    applied 7 [o] [y] a =
      match all_of (parse (pair datum_codec datum_codec) a) with
      | None => Thread.Refused Bad_call
      | Some z =>
          if decide (y.2 = z.1)
          then need (writable (o, z.2) = true) Not_in_cache;; need (short z.2 = true) Value_too_large;;
            Thread.Ok ([z.2], yes)
          else need (writable (o, y.2) = true) Not_in_cache;; need (short y.2 = true) Value_too_large;;
            Thread.Ok ([y.2], no)
      end.
  Proof using.
    unfold applied. cbn [fmap list_fmap].
    change (standard 7%N a [y.2]) with
      (z ← all_of (parse (pair datum_codec datum_codec) a);
       Some (if decide (y.2 = z.1) then ([z.2], yes) else ([y.2], no))).
    destruct (all_of _) as [z|]; [|done]. cbn [mbind option_bind Thread.some]. rewrite ok_bind.
    destruct (decide (y.2 = z.1)); cbn [fst zip zip_with forallb]; rewrite need_yes by done; rewrite !andb_true_r;
      unfold need; by repeat case_decide.
  Qed.
  Lemma short_wf v : datum_wf v → short v = true.
  Proof using. destruct v; [|done]. intros H. by apply bool_decide_eq_true. Qed.

  Local Ltac on := repeat first [fl_step | fl_case].
  Local Ltac refused why Happ :=
    on; fl_reached; do 2 eexists; split; [reflexivity|]; unfold evaluated_as; rewrite Happ;
    split_and!; [done|cbn; lia|done|apply grown_same; lia].

  Theorem compare_and_set_is t st o y a out :
    thread_ok t → thread_is t st → operand_is t st o y → len a ≤ 4096 →
    len out + RESULT ≤ 65536 →
    ensures fn_functions_compare_and_set [vthread t; VInt (slot_number o); VBytes (zs a); VBytes out]
      (λ r ws, ∃ t' out', ws = [vthread t'; VInt (slot_number o); VBytes (zs a); VBytes out'] ∧
         evaluated_as st t [o] [y] 7 a out r t' out').
  Proof using.
    intros Ht Hst Ho Ha Hout. pose proof (len_nonneg a). pose proof (len_nonneg out).
    pose proof (octets_zs a) as Hoa. assert (len (zs a) = len a) as Hza by apply len_zs.
    pose proof (applied_cas o y a) as Happ. pose proof (two_data a) as Htwo.
    pose proof (operand_is_ok _ _ _ _ Ht Ho) as Hok. pose proof (operand_datum _ _ _ _ Ho) as Hdat.
    pose proof (operand_datum_wf _ _ _ _ Ho) as Hywf. thread_numbers Ht.
    fl_ensures. fl_steps. fl_call datum_size_calls; [done|].
    destruct (all_of (parse (pair datum_codec datum_codec) a)) as [[v w]|] eqn:Eparse; cbn [fst snd] in *.
    2:{ destruct (datum_size_range (zs a) Hoa) as [Hz|[Hz|[Hz Hz']]];
          [rewrite Hz; refused Bad_call Happ|rewrite Hz; refused Bad_call Happ|].
        set (p := datum_size (zs a)) in *. clearbody p.
        on. fl_call datum_size_calls; [fl_octets|]. fold (size_at (zs a) p).
        destruct (size_cases (zs a) p Hoa ltac:(lia)) as [Hy|[Hy|[Hy Hy']]];
          [rewrite Hy; refused Bad_call Happ|rewrite Hy; refused Bad_call Happ|].
        on; try lia; refused Bad_call Happ. }
    destruct Htwo as (Ea & Hv & Hw & Hs1 & Hs2). rewrite Hs1.
    pose proof (print_datum_len v) as Hvl. pose proof (print_datum_len w) as Hwl.
    assert (len a = len (print datum_codec v) + len (print datum_codec w)) as Hal by (by rewrite Ea, len_app).
    assert (cut (zs a) 0 (len (print datum_codec v)) = zs (print datum_codec v)) as Hold.
    { rewrite Ea. apply (cut_print [] (print datum_codec v)); [done|lia]. }
    assert (cut (zs a) (len (print datum_codec v)) (len (zs a)) = zs (print datum_codec w)) as Hnew.
    { rewrite cut_rest by lia. unfold len. by rewrite Nat2Z.id, Ea, drop_app. }
    assert (byte (zs a) (len (print datum_codec v)) = byte (zs (print datum_codec w)) 0) as Hfirst.
    { rewrite <-Hnew, byte_cut by lia. by rewrite Z.add_0_r. }
    set (p := len (print datum_codec v)) in *.
    on. fl_call datum_size_calls; [fl_octets|]. fold (size_at (zs a) p). rewrite Hs2.
    pose proof (operand_datum_len _ _ _ _ Ht Ho) as Hyl.
    pose proof (operand_written F cfg x t st) as Hwritten.
    assert (datum_size (zs (print datum_codec w)) = len (print datum_codec w)) as Hsw by by apply printed_datum_size.
    pose proof (print_datum_inj v y.2 Hv Hywf) as Hinj. pose proof (len_zs (print datum_codec w)) as Hzw.
    assert (byte (zs (print datum_codec w)) 0 = match w with Some _ => 1 | None => 0 end) as Htag by by destruct w.
    assert (len (print datum_codec w) < 65539) as Hwmax.
    { destruct (datum_size_range (zs (print datum_codec w)) (octets_zs _)) as [?|[?|?]]; lia. }
    remember (print datum_codec w) as pw eqn:Epw. remember (print datum_codec v) as pv eqn:Epv.
    destruct o as [s|k s]; cbn [slot_number] in *.
    - assert (Hos := Ho). destruct Hos as (Hsr & _ & _ & _ & Hyv). rewrite (proj2 (Z.eqb_neq _ _)) in Hdat by lia.
      destruct (value_is_data _ _ Hyv) as (_ & Hvlen & _). pose proof (len_nonneg (print datum_codec y.2)).
      unfold slot_at in Hdat, Hvlen.
      fl_steps. fl_case. fl_steps. fl_case. fl_steps. fl_case. fl_steps. rewrite Hold, Hdat.
      pose proof (Hwritten s y w Ht Hst Ho Hw) as Hone. cbn [writable] in Happ.
      destruct (bool_decide (zs pv = zs (print datum_codec y.2))) eqn:Esame.
      + apply bool_decide_eq_true, Hinj in Esame.
        rewrite decide_True in Happ by done. rewrite !need_yes in Happ by (done || by apply short_wf).
        on. fl_known_call writable_exact. intros r ws (-> & [(? & ->)|[(_ & Hbig & ->)|(_ & Hpw & ->)]]); fl_after.
        { lia. }
        { on. fl_reached. do 2 eexists. split; [reflexivity|]. unfold evaluated_as.
          rewrite Happ, long_one, <-Epw, (proj2 (Z.ltb_lt _ _)) by lia. split_and!; [done|done|apply grown_same; lia]. }
        assert (long [w] = false) as Hshort by (rewrite long_one, <-Epw; lia).
        specialize (Hone ltac:(by rewrite <-Epw)). rewrite <-Epw in Hone. destruct Hone as [Hdone Hist].
        pose proof (write_exact external t (Z.of_N s) w Ht Hok ltac:(lia) Hw ltac:(by rewrite <-Epw)) as Hwrite.
        rewrite <-Epw, <-Hnew in Hwrite. fl_steps. fl_known_call Hwrite.
        intros r ws ->. fl_after. fl_steps. fl_reached. do 2 eexists. split; [reflexivity|]. unfold evaluated_as.
        rewrite Happ, Hshort, Hnew. by split_and!.
      + apply bool_decide_eq_false in Esame. rewrite decide_False in Happ by (intros Hn; by apply Esame, Hinj).
        rewrite !need_yes in Happ by (done || by apply short_wf).
        on. fl_reached. do 2 eexists. split; [reflexivity|]. unfold evaluated_as.
        rewrite Happ, long_one, (proj2 (Z.ltb_ge _ _)) by lia. split_and!;
          [done|done|by vm_compute|by apply data_written_same|].
        pose proof (write_same t st [Here s] [y] ltac:(by apply Forall2_cons)) as Hsame.
        cbn [fmap list_fmap] in Hsame. by rewrite Hsame.
    - destruct Ho as [-> Hk]. cbn [snd fst] in *. change (zs (print datum_codec None)) with [0] in *.
      fl_steps. fl_case. fl_steps. fl_case. fl_steps. rewrite Hold.
      destruct (bool_decide (zs pv = [0])) eqn:Esame.
      + apply bool_decide_eq_true, Hinj in Esame. rewrite decide_True in Happ by done.
        rewrite Htag in Hfirst. destruct w as [w|]; cbn [writable] in Happ.
        { rewrite need_no in Happ by done. refused Not_in_cache Happ. }
        rewrite !need_yes in Happ by done.
        on. fl_reached. do 2 eexists. split; [reflexivity|]. unfold evaluated_as. rewrite Happ.
        by split_and!; [..|by vm_compute|apply data_written_same|destruct st].
      + apply bool_decide_eq_false in Esame. rewrite decide_False in Happ by (intros Hn; by apply Esame, Hinj).
        rewrite !need_yes in Happ by done.
        on. fl_reached. do 2 eexists. split; [reflexivity|]. unfold evaluated_as. rewrite Happ.
        by split_and!; [..|by vm_compute|apply data_written_same|destruct st].
  Qed.
End cas.
