(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * When the state of a thread in .fl is that of a thread of the model.

    The model's multiset hash is the keyed sum: [F] at the element's message, modulo 2^128. What waits to be summed
    counts as summed. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Refinement Require Export Sums Elements.
Local Open Scope Z_scope.

(** The number of a refusal in .fl. *)
Definition refusal_number (w : Thread.refusal) : nat :=
  match w with
  | Slot_out_of_range => 0 | Slot_empty => 1 | Slot_full => 2 | Same_slot => 3 | Not_merkle => 4 | Not_data => 5
  | Not_descendant => 6 | Value_not_initial => 7 | Value_does_not_fit => 8 | Wrong_digest => 9 | In_blum => 10
  | Child_in_cache => 11 | Edge_elsewhere => 12 | Has_children => 13 | Wrong_parent => 14 | Root_key => 15
  | Epoch_already_verified => 16 | Counter_overflow => 17 | Count_overflow => 18 | Epoch_overflow => 19
  | Not_later => 20 | Added_by_merkle => 21 | Added_by_blum => 22 | Epoch_not_over => 23 | Bad_call => 24
  | Not_absent => 25 | Not_in_cache => 26 | Value_too_large => 27 | Index_overflow => 28 | Still_needed => 29
  | Thread_failed => 32 | No_such_thread => 33
  end%nat.

Section abstraction.
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : config Z) (x : list Z).

  (** The hash of the model's multisets. *)
  Definition hashes_as : Prop :=
    mh cfg = prf_sum_hash 128 (λ e y, F x (Z.of_N e) (zs (message hash y))).

  Definition tally_is (e : N) (d : fside) (y : tally Z) : Prop :=
    Z.of_N (t_count y) = f_count d ∧ t_sum y = side_sum F x (Z.of_N e) d.
  Definition link_is (z : Z) (o : option N) : Prop :=
    match o with Some n => z = Z.of_N n ∧ z < SLOTS | None => z = NONE end.
  Definition slot_is (c : fslot) (o : option Thread.slot) : Prop :=
    match o with
    | None => f_how c = 0
    | Some sl =>
        f_how c = match s_how sl with MAdd => 1 | BAdd => 2 end ∧
        key_is (f_key c) (s_key sl) ∧ value_is (f_value c) (s_value sl) ∧
        link_is (f_left c) (s_child sl).1 ∧ link_is (f_right c) (s_child sl).2 ∧
        match s_parent sl with
        | None => f_parent c = NONE
        | Some (p, d) => link_is (f_parent c) (Some p) ∧ f_up c = if d : bool then 1 else 0
        end
    end.
  (** Of four epochs there are sums; later ones have none yet. *)
  Definition tallies_are (t : fthread) (st : thread Z) (e : N) : Prop :=
    if decide (e < t_next st + 4)%N
    then tally_is e (f_added (tally_at t (Z.of_N e mod 4))) (tally_in cfg (t_added st) e) ∧
         tally_is e (f_evicted (tally_at t (Z.of_N e mod 4))) (tally_in cfg (t_evicted st) e)
    else tally_in cfg (t_added st) e = tally_zero (mh cfg) ∧ tally_in cfg (t_evicted st) e = tally_zero (mh cfg).
  Definition thread_is (t : fthread) (st : thread Z) : Prop :=
    f_self t = Z.of_N (t_self st) ∧ f_depth t = Z.of_N (depth cfg) ∧ f_slots t = Z.of_N (store_size cfg) ∧
    (f_epoch t = Z.of_N (t_clock st).1 ∧ f_counter t = Z.of_N (t_clock st).2) ∧ key_is (f_last t) (t_lek st) ∧
    f_next t = Z.of_N (t_next st) ∧ f_index t = Z.of_N (t_index st) ∧
    (∀ s, (s < store_size cfg)%N → slot_is (slot_at t (Z.of_N s)) (t_slots st !! s)) ∧
    (∀ e, (t_next st ≤ e)%N → tallies_are t st e).

  Lemma tally_inserted external e d y el d' :
    hashes_as → sums external F → side_ok d → tally_is e d y →
    inserted external x (Z.of_N e) d (zs (message hash el)) d' → f_count d + 1 < 2 ^ 32 →
    ∃ y', tally_insert (mh cfg) e el y = Some y' ∧ tally_is e d' y'.
  Proof.
    intros Hmh Hsums Hd [Hc Hs] Hi Hlt. destruct (inserted_sum _ _ _ _ _ _ _ Hsums Hd Hi) as [Hsum Hcount].
    unfold tally_insert. rewrite decide_True by (unfold limit32; lia). eexists. split; [reflexivity|].
    unfold tally_is, tally_plus, tally_one. cbn [t_count t_sum]. split; [lia|]. rewrite Hmh.
    cbn [mh_plus mh_element prf_sum_hash].
    rewrite Hs, Hsum, Zplus_mod_idemp_l. f_equal. lia.
  Qed.
  Lemma tally_full e y d el :
    tally_is e d y → 2 ^ 32 ≤ f_count d + 1 → tally_insert (mh cfg) e el y = None.
  Proof. intros [Hc _] Hl. unfold tally_insert. by rewrite decide_False by (unfold limit32; lia). Qed.
End abstraction.
