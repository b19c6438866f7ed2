(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Refinement.v: see All.v. *)
From stdpp Require prelude sorting.
From Fairlead.Monitor.Model Require Monitor.
From Fairlead.Monitor.Log Require Format.
From Fairlead.Monitor.Consistency Require Sequential.
From Fairlead.Monitor.Log Require Receipt Codec Functions.
From Fairlead.Lang.Logic Require Bytes.
From Fairlead.Refinement Require ExactConsistent Refuted.Answers Refuted.Traps Refuted.Money ValueBytes KeyBytes Links.
From Fairlead.Refinement Require State.
From Fairlead.Refinement Require Program Safe SafeVerify SafeInit SafeCalls ExactAggregate.

Section refinement.
Import stdpp.prelude.
Import Monitor.Log.Format Monitor.Log.Receipt ExactConsistent Refuted.Answers Refuted.Money ValueBytes KeyBytes Links.
Import State Monitor.Log.Functions.

(** A size that is one too large, of a value of null. *)
Theorem monitor_in_fl_values_refuter :
  let l := print value_codec (Data None) in
  sized (Z.of_nat (length l)) l (Codec.parse value_codec l) ∧
  ¬ sized (Z.of_nat (length l) + 1) l (Codec.parse value_codec l).
Proof. split; vm_compute; [split_and!; done|]. intros ([_ H] & _). by apply H. Qed.

(** A key that is not canonical: no digits, and a digit all the same. *)
Theorem monitor_in_fl_keys_refuter :
  let l := replicate 33 Ascii.zero ++ [Format.tag 1] in
  length l = 34%nat ∧ ¬ ∃ k, Codec.parse key_codec l = Codec.Parsed k [].
Proof. split; [done|]. intros [k H]. by vm_compute in H. Qed.

(** A record of a value of 254 bytes, larger than the program takes, is none to it; nor is half an entry, or a tag that
    no entry has. *)
Theorem monitor_in_fl_whole_refuter :
  let large := Thread.AddM Key.root (Data (Some (replicate 254 Ascii.zero))) 0 0 in
  entry_wf large ∧ ¬ Whole.within large ∧
  Whole.judge (zs (print entry_codec large)) ≠ None ∧
  Whole.judge (zs (print entry_codec large)) = Some (Verify.Refused 27) ∧
  Whole.judge [2; 0; 0]%Z = Some Verify.More ∧ Whole.judge [9]%Z = Some (Verify.Refused 30).
Proof.
  intros large. split; [split_and!; [vm_compute; lia|by vm_compute..]|]. split; [intros H; by apply H|].
  assert (Whole.judge (zs (print entry_codec large)) = Some (Verify.Refused 27)) as -> by by vm_compute.
  by split_and!; vm_compute.
Qed.

(** A [verify] that refuses where nothing is given. An incr that goes round beyond 64 bits, to the least number: in its
    answer, in the answer to the get that follows, and in the record. A transfer that makes money: it leaves with who
    pays what went to who is paid. Of both the model takes all entries. *)
Theorem monitor_in_fl_entries_refuter :
  (∀ F (cfg : Thread.config Z) x st t,
     ¬ ExactVerify.verified_as F cfg x st [] Verify.More [] 0 (Verify.Refused 30) t []) ∧
  ∀ F x,
    ExactVerify.takes small_run begun overflow Verify.More 65536 = (overflow, Verify.More) ∧
    ExactVerify.takes small_run begun payment Verify.More 65536 = (payment, Verify.More) ∧
    (∀ taken s t out, ExactVerify.verified_as F small_run x begun overflow Verify.More [] taken s t out →
       out = answered_with overflow kept ∧ out ≠ answered_with overflow wrapped ∧
       f_value (slot_at t 1) = number_record int64_max ∧ f_value (slot_at t 1) ≠ number_record int64_min) ∧
    (∀ taken s t out, ExactVerify.verified_as F small_run x begun payment Verify.More [] taken s t out →
       f_value (slot_at t 1) = number_record 2 ∧ f_value (slot_at t 2) = number_record 10 ∧
       f_value (slot_at t 1) ≠ number_record 5).
Proof.
  split; [|exact wrong_numbers].
  intros F cfg x st t (taken & rest & st' & El & _ & _ & _ & _ & _ & _ & H). symmetry in El.
  apply app_nil in El as [_ ->]. destruct H as [(? & ? & ? & [=] & _)|[(? & ? & [=] & _)|[_ [=]]]].
Qed.

(** A child in the cache that is not there. *)
Theorem monitor_in_fl_links_refuter :
  ¬ linked {[ 0%N := Thread.Slot Key.root (Merkle (None, None)) Thread.MAdd (Some 5%N, None) None ]}.
Proof.
  intros H. destruct (linked_child H 0%N _ false 5%N (lookup_singleton _ _) eq_refl) as (sl & Hsl & _).
  by rewrite lookup_singleton_ne in Hsl.
Qed.

(** Answers with keys of 257 digits: two have the same bytes. *)
Definition deep_answer (b : bool) : Monitor.receipt :=
  Monitor.Receipt 0 (0, 0)%N 0 0 [] [replicate 256 false ++ [b]] [].
Theorem monitor_in_fl_answers_refuter :
  let bytes_of b := print (receipt_codec 0) (deep_answer b) in
  ¬ receipt_wf 0 (deep_answer true) ∧ bytes_of true = bytes_of false ∧
  deep_answer true ≠ deep_answer false ∧ ¬ Codec.lawful (λ _, True) (receipt_codec 0).
Proof.
  intros bytes_of. assert (bytes_of true = bytes_of false) as Heq by by vm_compute.
  split_and!; [|exact Heq|done|].
  - intros (_ & _ & _ & _ & [_ H] & _). apply Forall_cons in H as [H _]. vm_compute in H. lia.
  - intros H. by pose proof (Format.lawful_injective _ _ _ _ H I I Heq).
Qed.

(** What the claim said once ([explained_by_anything], kept word for word) holds of all answers, whatever the hash is.
    What it says now does not: of a run that puts and gets, on a small store, what was answered is explained and nothing
    else of that thread, in particular not what a server would answer that lost the value, and not silence. *)
Theorem monitor_in_fl_consistent_refuter :
  (∀ hash cfg store0 rs e, explained_by_anything hash cfg store0 rs e) ∧
  let right := Monitor.answers small_run Monitor.init_monitor put_and_get in
  let explained := explained cut_off small_run (Record.initial 1) (λ _, None) put_and_get in
  Sequential.starts_from small_run (Record.initial 1) (λ _, None) ∧
  Monitor.m_certified (Monitor.run small_run Monitor.init_monitor put_and_get) = Some 0%N ∧
  explained right 0%N ∧
  length lost = 2%nat ∧ ¬ explained lost 0%N ∧ ¬ explained [] 0%N ∧
  ∀ rs, explained rs 0%N → filter (λ r, Monitor.r_tid r = 0 ∧ Monitor.r_epoch r ≤ 0)%N rs = right.
Proof. exact (conj anything_explained wrong_answers_refuted). Qed.
End refinement.

(** ** Calls that trap

    Of a call that traps nothing is ensured. The compiled library is run, on arguments that its assertions and bounds
    forbid, whatever else it is given, and whatever external functions do. *)
Section calls.
Import stdpp.prelude.
Import Lang.Logic.Bytes Monitor.Log.Format Program KeyBytes ValueBytes Safe SafeVerify SafeInit SafeCalls Refuted.Traps.
Local Open Scope Z_scope.

(** Keys of no digits at all. *)
Definition root_bytes : list Z := zs (print value_codec (Merkle (None, None))).
Theorem monitor_in_fl_init_refuter external t closing failed self slots first :
  init_allowed 1 1 root_bytes ∧ ¬ init_allowed 0 1 root_bytes ∧
  ∀ Φ, ¬ compiled_ensures external fn_init
    [dverifier t closing failed; VInt self; VInt 0; VInt slots; VInt first; VBytes root_bytes] Φ.
Proof.
  split; [split_and!; first [lia | apply octets_zs | by vm_compute]|]. split; [intros [H _]; lia|].
  intros Φ. apply traps_ensures. by vm_compute.
Qed.
Theorem monitor_in_fl_calls_refuter external aggregate v memory slots first threads K :
  ¬ compiled_ensures external fn_init_aggregate [aggregate; VInt threads; VInt first]
      (λ _ ds, ∃ g, ds = [daggregate g] ∧
         SafeCalls.starts external 0 slots first root_bytes (v :: memory) [] K).
Proof.
  intros (st & _ & n & r & (g & _ & H) & _). cbn [SafeCalls.starts] in H.
  by eapply (monitor_in_fl_init_refuter external (v_thread v) (v_closing v) (v_failed v)).
Qed.
(** More output than there is room for. *)
Theorem monitor_in_fl_verify_refuter external t secret log :
  let out := replicate (N.to_nat 65537) 0 in
  65536 < len out ∧
  ∀ Φ, ¬ compiled_ensures external fn_verify [dverifier t false None; VExtern secret; VBytes log; VBytes out] Φ.
Proof. split; [by vm_compute|]. intros Φ. apply traps_ensures. by vm_compute. Qed.
(** An aggregate of no threads. *)
Theorem monitor_in_fl_certify_refuter external certified accounts :
  ∀ Φ, ¬ compiled_ensures external fn_certify [daggregate (FAggregate 0 certified false accounts)] Φ.
Proof. intros Φ. apply traps_ensures. by vm_compute. Qed.
(** A thread of the number 1 where there is one thread, so that the numbers end at 0. *)
Theorem monitor_in_fl_publish_refuter external tallies cache secret accounts :
  let t := FThread 1 8 8 1 0 [] 0 0 tallies cache in let g := FAggregate 1 0 false accounts in
  ¬ may_publish t g ∧
  ∀ Φ, ¬ compiled_ensures external fn_publish [dverifier t true None; VExtern secret; daggregate g] Φ.
Proof.
  split; [|intros Φ; apply traps_ensures; by vm_compute]. intros [_ H].
  destruct H as [H _]; cbn in *; lia.
Qed.
End calls.
