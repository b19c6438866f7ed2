(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * EvictBM does what the model does: the same check refuses, or the same state comes of it; or it is put off. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Refinement Require Export ExactMerkle BlumTree.
Local Open Scope Z_scope.

Section exact.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : config Z) (x : list Z).
  Context (Hsums : sums external F) (Hmh : hashes_as F hash cfg x) (Hhash : hash_is external hash).
  Local Notation thread_is := (thread_is F cfg x).
  Local Notation slots_are := (slots_are cfg).
  Local Notation as_model := (as_model F cfg x).

  Local Ltac on := rewrite ?bind_bind, ?ok_bind; cbv beta.
  Local Ltac refuses why :=
    intros Hcame; apply (as_model_refused F cfg x why); [exact Hcame|cbn; lia|].

  Theorem evict_tree_is t st s s2 e c r t' :
    thread_ok t → thread_is t st → (s < 2 ^ 16)%N → (s2 < 2 ^ 16)%N → (e < 2 ^ 64)%N → (c < 2 ^ 32)%N →
    has_left_tree external x t (Z.of_N s) (Z.of_N s2) (Z.of_N e) (Z.of_N c) r t' →
    as_model (evict_merkle_to_blum cfg st s s2 (e, c)) e st t r t'.
  Proof using Hsums Hmh Hhash.
    intros Ht Hst Hsr Hs2r Her Hcr. assert (Hst' := Hst). destruct Hst' as (_ & _ & Hslots & _ & _ & _ & _ & Hs & _).
    fold (slots_are t (t_slots st)) in Hs. intros (t1 & Hleft & ->). revert Hleft.
    unfold tree_check, evict_merkle_to_blum. cbv zeta.
    destruct (Z.eqb_spec (Z.of_N s) (Z.of_N s2)) as [Heq|Hne].
    { refuses Same_slot. apply need_no. intros Hn. lia. }
    rewrite need_yes by congruence.
    pose proof (full_is cfg t st s Hslots Hs) as Hfull. fl_in_use Hfull refuses.
    destruct Hfull as (sl & -> & Hsl & Hslot). on.
    pose proof (full_is cfg t st s2 Hslots Hs) as Hfull. fl_in_use Hfull refuses.
    destruct Hfull as (sl2 & -> & Hsl2 & Hslot2). on.
    assert (Hslot' := Hslot). assert (Hslot2' := Hslot2).
    destruct Hslot' as (Hhow & Hk & Hv & _ & _ & Hp), Hslot2' as (_ & Hk2 & Hv2 & _).
    destruct (Z.eqb_spec (f_how (slot_at t (Z.of_N s))) 1) as [Hm|Hb]; cbn [negb].
    2:{ refuses Added_by_blum. apply need_no. intros Hn. by rewrite Hn in Hhow. }
    rewrite need_yes by (destruct (s_how sl); [done|by rewrite Hhow in Hm]).
    unfold ends_of. rewrite (value_is_merkle _ _ Hv2).
    destruct (s_value sl2) as [|ends]; cbn [negb]. { refuses Not_merkle. done. }
    on. rewrite (heading_is _ _ _ _ Hk Hk2).
    destruct (Key.heading (s_key sl) (s_key sl2)) as [d|] eqn:Ed; cbn [Thread.some].
    2:{ refuses Not_descendant. done. }
    rewrite (proj2 (Z.eqb_neq (zd d) 2)) by (destruct d; done). on.
    pose proof (edge_is _ _ d Hv2) as He. cbv zeta in He.
    destruct (side d ends) as [c0|] eqn:Ec; cbn [Thread.some].
    2:{ rewrite He. refuses Edge_elsewhere. done. }
    destruct He as ((Hck & Hcd) & Hb0 & Hekey & _ & Hmark & _). rewrite Hb0, Hekey, Hmark. on. cbn [Z.eqb orb].
    pose proof (key_is_inj _ _ (e_key c0) (s_key sl) (conj Hck eq_refl) Hk) as Hsame.
    destruct (bool_decide (zs (print key_codec (e_key c0)) = f_key (slot_at t (Z.of_N s)))) eqn:Eb; cbn [negb].
    2:{ refuses Edge_elsewhere. apply need_no. intros Hn. apply bool_decide_eq_false in Eb. by apply Eb, Hsame. }
    apply bool_decide_eq_true, Hsame in Eb. rewrite need_yes by exact Eb.
    destruct (e_blum c0) eqn:Emark; cbn [zd Z.eqb negb]. { refuses In_blum. by apply need_no. }
    rewrite need_yes by done.
    assert (negb (f_parent (slot_at t (Z.of_N s)) =? Z.of_N s2) || negb (f_up (slot_at t (Z.of_N s)) =? zd d) =
      negb (bool_decide (s_parent sl = Some (s2, d)))) as ->.
    { destruct (s_parent sl) as [[p u]|].
      - destruct Hp as [[-> _] ->]. fold (zd u).
        destruct (Z.eqb_spec (Z.of_N p) (Z.of_N s2)) as [Hps|Hps]; cbn [negb orb].
        2:{ rewrite bool_decide_eq_false_2; [done|]. intros [= -> ->]. lia. }
        assert (p = s2) as -> by lia. destruct u, d;
          first [by rewrite bool_decide_eq_true_2|by rewrite bool_decide_eq_false_2 by (by intros [= ?])].
      - rewrite Hp, bool_decide_eq_false_2 by done. rewrite (proj2 (Z.eqb_neq _ _)) by lia. done. }
    case_bool_decide as Hparent; cbn [negb]. 2:{ refuses Wrong_parent. by apply need_no. }
    rewrite need_yes by done. intros Hleft.
    set (slots := <[s2 := _]> (t_slots st)).
    pose proof (leave_is external F hash cfg x Hsums Hmh Hhash t st s sl slots e c r t1 Ht Hst Hsr Her Hcr Hslot Hleft)
      as [(-> & -> & Hfar & Htakes)|[(why & Hm' & Hw & -> & ->)|(st' & Hm' & -> & Hslots' & Hst')]].
    - destruct (leave_check _ _ _ _); [by destruct Hleft|..]; left; by split_and!.
    - destruct (leave_check _ _ _ _); [by destruct Hleft|..]; right; left; exists why; by split_and!.
    - destruct (leave_check _ _ _ _); [|by destruct Hleft..].
      right. right. exists st'. split; [exact Hm'|]. split; [done|].
      apply Hst'; [|done]. unfold with_mark. cbv zeta. rewrite (heading_is _ _ _ _ Hk Hk2), Ed. unfold slots.
      rewrite delete_insert_ne by congruence.
      apply (put_is cfg _ _ s2 _ (Some _)); [|done|by apply Hslots'|].
      { destruct Hleft as (_ & y & b & h & _ & _ & ->). unfold with_left. apply cache_len.
        assert (Ht' := Ht). by destruct Ht' as (_&_&_&_&_&_&_&_&_&[Hcl _]). }
      apply (adopted_is (slot_at t (Z.of_N s2)) sl2 _ _ d NONE None); [exact Hslot2| |done].
      unfold Thread.point. rewrite <-Eb. by apply mark_is.
  Qed.
End exact.
