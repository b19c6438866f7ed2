(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a host does if a field of elements is left out of what is hashed, whatever the hash is: here it is the multiset
itself of what is left, which never errs. Each run is certified, and what it answered is the answer of no plain
    store. *)
From stdpp Require Import gmultiset countable strings.
From Fairlead.Monitor.Consistency Require Import ClientHistory.
From Fairlead.Monitor.Adversary Require Import KeyedSum.
From Fairlead.Monitor.Log Require Import Functions.

(** The multiset of what [φ] leaves of elements. *)
Definition reduced {B} `{Countable B} (φ : element → B) : multiset_hash (gmultiset B) := {|
  mh_eq := _;
  mh_zero := ∅;
  mh_plus := (⊎);
  mh_element e x := {[+ φ x +]};
  mh_comm := comm_L (⊎);
  mh_assoc := assoc_L (⊎);
  mh_unit := left_id_L ∅ (⊎) ∅;
  mh_unit_element e x := left_id_L ∅ (⊎) {[+ φ x +]};
|}.

(** A small store: data keys of one digit, values digested by their bytes. *)
Definition small {B} `{Countable B} (φ : element → B) : config (gmultiset B) :=
  Config 8 1 1 standard (initial 1 root) 0 (print value_codec) (reduced φ).

Definition left_key : key := [false].
Definition right_key : key := [true].
Definition put (s : N) (v : bytes) : entry := Run 1 [Here s] v.
Definition get (s : N) : entry := Run 0 [Here s] [].
Definition old : bytes := [tag 111].
Definition new : bytes := [tag 110].
Definition close : list entry := [NextEpoch; VerifyEpoch].

(** The value: what comes back has another one. *)
Definition other_value : list entry :=
  [AddM left_key (Data None) 1 0; put 1 old; EvictBM 1 0 (0, 1)%N; AddB left_key (Data (Some new)) 1 (0, 1)%N 0; get
      1] ++ close.
(** The key: a record comes back as another one. *)
Definition other_key : list entry :=
  [AddM left_key (Data None) 1 0; put 1 old; EvictBM 1 0 (0, 1)%N; AddB right_key (Data (Some old)) 1 (0, 1)%N 0; get
      1] ++ close.
(** The counter: an old value comes back once more, and the new one when nobody looks. *)
Definition other_counter : list entry :=
  [AddM left_key (Data None) 1 0; put 1 old; EvictBM 1 0 (0, 1)%N; AddB left_key (Data (Some old)) 1 (0, 1)%N 0; put
      1 new;
   EvictB 1 (0, 3)%N; AddB left_key (Data (Some old)) 1 (0, 3)%N 0; get 1; EvictB 1 (0, 5)%N;
   AddB left_key (Data (Some new)) 1 (0, 5)%N 0] ++ close.

Definition fed (l : list entry) : list call := (Feed 0 <$> l) ++ [Certify].
(** Certified, and no history of a plain store in the order in which the one thread answered. *)
Definition accepted_wrongly {acc} (cfg : config acc) (cs : list call) : Prop :=
  m_certified (run cfg init_monitor cs) = Some 0%N ∧ ¬ legal (functions cfg) (λ _, None) (answers cfg init_monitor cs).

Definition legal_now (A : application) : (key → datum) → list receipt → bool :=
  fix go store l :=
    match l with
    | [] => true
    | r :: l => bool_decide (snd <$> A (r_function r) (r_argument r) (store <$> r_keys r) = Some (r_result r)) &&
                go (store_step A store r) l
    end.
Lemma legal_now_spec A store l : legal A store l → legal_now A store l = true.
Proof.
  revert store; induction l as [|r l IH]; intros store Hl; [done|]. cbn [legal_now].
  apply andb_true_iff. split.
  - apply bool_decide_eq_true. by apply (Hl [] r l).
  - apply IH. intros h1 r' h2 ->. by apply (Hl (r :: h1) r' h2).
Qed.

Theorem value_needed : accepted_wrongly (small (λ x, (el_key x, el_stamp x, el_tid x))) (fed other_value).
Proof. split; [by vm_compute|]. intros Hl%legal_now_spec. by vm_compute in Hl. Qed.
Theorem key_needed : accepted_wrongly (small (λ x, (el_value x, el_stamp x, el_tid x))) (fed other_key).
Proof. split; [by vm_compute|]. intros Hl%legal_now_spec. by vm_compute in Hl. Qed.
Theorem counter_needed :
  accepted_wrongly (small (λ x, (el_key x, el_value x, el_epoch x, el_tid x))) (fed other_counter).
Proof. split; [by vm_compute|]. intros Hl%legal_now_spec. by vm_compute in Hl. Qed.

(** With nothing left out none of them is. *)
Theorem nothing_left_out :
  Forall (λ l, m_certified (run (small id) init_monitor (fed l)) = None) [other_value; other_key; other_counter].
Proof. repeat constructor; by vm_compute. Qed.
