(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The auditor's parameters for the hash in use: sums modulo 2^128 of a keyed
function of an element's bytes, with a mask in place of a division. *)
From Fairlead.Monitor.Audit Require Export AuditorAgrees ReaderAgrees PackedFunctions.
From Fairlead.Monitor.Consistency Require Import Account.

Definition mask128 : Z := 340282366920938463463374607431768211455.
Definition masked (x : Z) : Z := Z.land x mask128.

(** The functions are those of Log/Functions.v; a run starts in an epoch, from the store whose root has this value. *)
Definition sum_setting {S} (O : strings S) (slots threads deep : N) (top : packed_value S) (first : N)
    (hash : S → S) (keyed : N → S → Z) : setting S Z :=
  Setting slots threads deep (packed_standard O) top first
    hash 0%Z (λ x y, masked (x + y)) Z.eqb (λ e s, masked (keyed e s)).

Lemma masked_spec x : masked x = (x mod 2 ^ 128)%Z.
Proof. unfold masked. change mask128 with (Z.ones 128). by rewrite Z.land_ones. Qed.

Lemma sum_setting_suits {S} (O : strings S) (text : S → bytes) slots threads deep top top' first hash keyed digest prf :
  lawful_strings O text → is_value text top top' →
  (∀ s v, text s = print value_codec v → text (hash s) = digest v) →
  (∀ e s x, text s = print element_codec x → keyed e s = prf e x) →
  suits text (sum_setting O slots threads deep top first hash keyed)
    (Config slots threads deep standard top' first digest (prf_sum_hash 128 prf)).
Proof.
  intros L Ht Hd Hk. constructor; simpl; try done.
  - intros f a olds olds' Ho. by apply (packed_standard_agrees O text L).
  - intros x y. apply masked_spec.
  - intros x y. apply Z.eqb_eq.
  - intros e s x Hx. rewrite masked_spec. by rewrite (Hk _ _ _ Hx).
Qed.

(** The same, and what it is worth, in one statement: to be quoted. *)
Section auditor.
  Context {S MS MT MX MG : Type} (O : strings S) (text : S → bytes).
  Context (OS : maps MS (packed_slot S)) (OT : maps MT (tally Z)).
  Context (OX : maps MX (packed_status S MS MT)) (OG : maps MG (counted_aggregate Z)).

  Theorem auditor_is_model slots threads deep top top' first hash keyed digest prf :
    lawful_strings O text → lawful_maps OS → lawful_maps OT → lawful_maps OX → lawful_maps OG →
    (0 < threads)%N → (threads ≤ 65536)%N → is_value text top top' →
    (∀ s v, text s = print value_codec v → text (hash s) = digest v) →
    (∀ e s x, text s = print element_codec x → keyed e s = prf e x) →
    let cfg := Config slots threads deep standard top' first digest (prf_sum_hash 128 prf) in
    let audit := sum_setting O slots threads deep top first hash keyed in
    (∀ s p, (p ≤ s_length O s)%N →
       match read_value O s p, parse value_codec (drop (N.to_nat p) (text s)) with
       | Taken pv q, Parsed v rest => is_value text pv v ∧ rest = drop (N.to_nat q) (text s)
       | Bad why q, Malformed why' rest => why = why' ∧ rest = drop (N.to_nat q) (text s)
       | _, _ => False
       end) ∧
    (∀ s p, (p ≤ s_length O s)%N →
       match read_entry O s p, parse entry_codec (drop (N.to_nat p) (text s)) with
       | Taken pe q, Parsed en rest => is_entry text pe en ∧ rest = drop (N.to_nat q) (text s)
       | Bad why q, Malformed why' rest => why = why' ∧ rest = drop (N.to_nat q) (text s)
       | _, _ => False
       end) ∧
    (∀ pcs cs, Forall2 (is_call text) pcs cs →
       let u := u_run O OS OT OX OG audit (u_init OX OG audit) pcs in
       let m := run cfg init_monitor cs in
       u_certified audit u = m_certified m ∧
       (∀ i, (i < threads)%N →
          y_stopped (u_status O OS OT OX audit u i) =
          match status_of cfg m i with Running _ => false | Stopped _ _ => true end ∧
          is_thread OS OT text audit cfg (y_state (u_status O OS OT OX audit u i)) (thread_of cfg m i)) ∧
       Forall2 (is_receipt text) (u_answers O OS OT OX OG audit (u_init OX OG audit) pcs)
         (answers cfg init_monitor cs)).
  Proof.
    intros L LS LT LX LG Hn Hn' Ht Hd Hk cfg audit.
    pose proof (sum_setting_suits O text slots threads deep _ _ first _ _ _ _ L Ht Hd Hk) as Hc. split; [|split].
    - intros s p Hp. pose proof (value_agrees O text L s p Hp) as H. unfold agree, from in H.
      destruct (read_value O s p), (parse value_codec _); try done; destruct H as (? & _ & ?); by split.
    - intros s p Hp. pose proof (entry_agrees O text L s p Hp) as H. unfold agree, from in H.
      destruct (read_entry O s p), (parse entry_codec _); try done; destruct H as (? & _ & ?); by split.
    - intros pcs cs Hcs u m.
      destruct (auditor_agrees O OS OT OX OG text audit cfg L LS LT LX LG Hc Hn Hn' pcs cs Hcs) as [Hu Ha].
      pose proof (ac_begin _ _ _ (run_accounts cfg cs)) as Hbegin.
      split; [by eapply certified_agrees|]. split; [|done].
      intros i Hi. destruct (au_threads _ _ _ _ _ _ _ _ _ _ Hu i Hi) as [Ht' Hs]. by split.
  Qed.
End auditor.
