(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What init leaves stands for the model's state at the start; what publish leaves, for that after VerifyEpoch. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Lang.Logic Require Import Functions.
From Fairlead.Refinement Require Export Abstraction SafeCalls.
Local Open Scope Z_scope.

Section exact.
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : config Z) (x : list Z).
  Context (Hmh : hashes_as F hash cfg x).
  Local Notation thread_is := (thread_is F cfg x).

  Lemma zero_is e : tally_is F x e (FSide 0 0 0 []) (tally_zero (mh cfg)).
  Proof using Hmh. split; [done|]. cbn [tally_zero t_sum]. by rewrite Hmh. Qed.

  Theorem new_is t i root_bytes :
    value_is root_bytes (first_root cfg) →
    as_new t (Z.of_N i) (Z.of_N (depth cfg)) (Z.of_N (store_size cfg)) (Z.of_N (first_epoch cfg)) root_bytes →
    thread_is t (init_thread cfg i).
  Proof using Hmh.
    intros Hroot ((Hself & Hdepth & Hslots & Hepoch & Hcounter & Hlast & Hnext & Hindex) & Htallies & Hcache).
    unfold Abstraction.thread_is, init_thread.
    cbn [t_self t_slots t_clock t_lek t_added t_evicted t_next t_index fst snd].
    split_and!; try done.
    - rewrite Hlast. apply root_is.
    - intros s Hs. specialize (Hcache (Z.of_N s) ltac:(lia)). unfold first_slots.
      destruct (decide (i = 0)%N) as [->|Hi].
      + change (Z.of_N 0 =? 0) with true in Hcache. cbn [andb] in Hcache. destruct (decide (s = 0)%N) as [->|Hs0].
        * rewrite Hcache, lookup_singleton. unfold slot_is. cbn. split_and!; try done; apply root_is || apply Hroot.
        * rewrite lookup_singleton_ne by done. rewrite (proj2 (Z.eqb_neq _ _)) in Hcache by lia. done.
      + rewrite lookup_empty. rewrite (proj2 (Z.eqb_neq (Z.of_N i) 0)) in Hcache by lia. done.
    - intros e He. unfold tallies_are. cbn [t_next t_added t_evicted].
      assert (tally_in cfg ∅ e = tally_zero (mh cfg)) as -> by done. case_decide; [|done].
      rewrite Htallies by (apply Z.mod_pos_bound; lia). split; apply zero_is.
  Qed.

  (** Publishing is the thread's half of VerifyEpoch. *)
  Theorem published_is t st st' :
    len (f_open t) = 4 → thread_is t st → verify_epoch st = Thread.Ok st' → thread_is (after_publishing t) st'.
  Proof using Hmh.
    intros Hl (Hself & Hdepth & Hslots & Hclock & Hlast & Hnext & Hindex & Hs & Htallies).
    unfold verify_epoch, need. case_decide; [|done]. intros [= <-]. unfold Abstraction.thread_is, after_publishing.
    cbn [f_self f_depth f_slots f_epoch f_counter f_last f_next f_index t_self t_slots t_clock t_lek t_added t_evicted
      t_next t_index]. split_and!; try done; try apply Hclock; [lia|].
    intros e He. specialize (Htallies e ltac:(lia)). unfold tallies_are in *. cbn [t_next t_added t_evicted].
    pose proof (Z.mod_pos_bound (f_next t) 4 ltac:(lia)). pose proof (Z.div_mod (f_next t) 4 ltac:(lia)).
    pose proof (Z.mod_pos_bound (Z.of_N e) 4 ltac:(lia)). pose proof (Z.div_mod (Z.of_N e) 4 ltac:(lia)).
    unfold tally_at in *. cbn [f_open].
    destruct (decide (e < t_next st + 4)%N) as [Hin|Hout].
    - rewrite decide_True by lia. rewrite list_lookup_total_insert_ne by lia. exact Htallies.
    - case_decide; [|exact Htallies]. destruct Htallies as [-> ->]. assert (e = t_next st + 4)%N as -> by lia.
      assert (Z.of_N (t_next st + 4) mod 4 = f_next t mod 4) as -> by lia.
      rewrite list_lookup_total_insert by (unfold len in *; lia). split; apply zero_is.
  Qed.
End exact.

(** ** Compiled: init, given the parameters of the model, makes the model's first state *)
Theorem init_exact (external : nat → list data → option (list data * data)) (F : list Z → Z → list Z → Z)
    (hash : bytes → bytes) (cfg : config Z) (secret : list Z) (t : fthread) (closing : bool) (failed : option nat)
    (i : N) :
  externals_ok external → hashes_as F hash cfg secret → before_init t closing failed →
  (i < 2 ^ 16)%N → (first_epoch cfg < 2 ^ 64)%N → value_wf (first_root cfg) →
  init_allowed (Z.of_N (depth cfg)) (Z.of_N (store_size cfg)) (zs (print value_codec (first_root cfg))) →
  compiled_ensures external fn_init
    [dverifier t closing failed; VInt (Z.of_N i); VInt (Z.of_N (depth cfg)); VInt (Z.of_N (store_size cfg));
     VInt (Z.of_N (first_epoch cfg)); VBytes (zs (print value_codec (first_root cfg)))]
    (λ _ ds, ∃ t', ds = [dverifier t' false None] ∧ verifier_ok t' false None ∧
       thread_is F cfg secret t' (init_thread cfg i)).
Proof.
  intros Hext Hmh Hbefore Hi Hfirst Hroot Hall. eapply compiled_mono; [by apply (init_safe external); [..|lia|lia|]|].
  intros d ds (t' & -> & Hok & Hnew). exists t'. split; [done|]. split; [done|].
  by eapply (new_is F hash cfg secret Hmh).
Qed.
