(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * EvictM does what the model does: the same check refuses, or the same state comes of it. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Refinement Require Export ExactBlum MerkleBytes MerkleOut.
Local Open Scope Z_scope.

(** The digests of the model's values are [hash]'s of their bytes. *)
Definition digests_as (hash : bytes → bytes) (cfg : config Z) : Prop :=
  ∀ v, digest cfg v = hash (print value_codec v).

Section slots.
  Context (cfg : config Z).
  Local Notation slots_are := (slots_are cfg).

  Lemma put_is t slots s c o :
    len (f_cache t) = SLOTS → (s < 2 ^ 16)%N → slots_are t slots → slot_is c o →
    slots_are (with_slot t (Z.of_N s) c) (partial_alter (λ _, o) s slots).
  Proof using. intros ???? s' Hs'. by apply (slots_put cfg). Qed.
  Lemma cache_len t s c : len (f_cache t) = SLOTS → len (f_cache (with_slot t s c)) = SLOTS.
  Proof using. unfold with_slot. cbn [f_cache]. by rewrite len_insert. Qed.

  (** A slot that is in use, to both. *)
  Lemma full_is t st s :
    f_slots t = Z.of_N (store_size cfg) → slots_are t (t_slots st) →
    if f_slots t <=? Z.of_N s then full cfg st s = Thread.Refused Slot_out_of_range
    else if f_how (slot_at t (Z.of_N s)) =? 0 then full cfg st s = Thread.Refused Slot_empty
    else ∃ sl, full cfg st s = Thread.Ok sl ∧ t_slots st !! s = Some sl ∧ slot_is (slot_at t (Z.of_N s)) (Some sl).
  Proof using.
    intros Hslots Hs. unfold full. destruct (Z.leb_spec (f_slots t) (Z.of_N s)); [by rewrite need_no by lia|].
    rewrite need_yes by lia. specialize (Hs s ltac:(lia)).
    destruct (Z.eqb_spec (f_how (slot_at t (Z.of_N s))) 0) as [Hempty|Hfull].
    - destruct (t_slots st !! s) as [sl|]; [|done]. destruct Hs as [Hw _]. rewrite Hempty in Hw. by destruct (s_how sl).
    - destruct (t_slots st !! s) as [sl|]; [|done]. by exists sl.
  Qed.
  (** And one that is free ([vacant_ensures], exactly). *)
  Lemma vacant_is t st s :
    f_slots t = Z.of_N (store_size cfg) → slots_are t (t_slots st) →
    if f_slots t <=? Z.of_N s then vacant cfg st s = Thread.Refused Slot_out_of_range
    else if f_how (slot_at t (Z.of_N s)) =? 0 then vacant cfg st s = Thread.Ok () ∧ t_slots st !! s = None
    else vacant cfg st s = Thread.Refused Slot_full.
  Proof using.
    intros Hslots Hs. unfold vacant. destruct (Z.leb_spec (f_slots t) (Z.of_N s)); [by rewrite need_no by lia|].
    rewrite need_yes by lia. specialize (Hs s ltac:(lia)). unfold need.
    destruct (Z.eqb_spec (f_how (slot_at t (Z.of_N s))) 0) as [Hempty|Hfull].
    - destruct (t_slots st !! s) as [sl|]; [|by rewrite decide_True by done]. destruct Hs as [Hw _].
      rewrite Hempty in Hw. by destruct (s_how sl).
    - destruct (t_slots st !! s) as [sl|]; [|done]. by rewrite decide_False by done.
  Qed.

  (** ** Links *)
  Lemma link_none z o : link_is z o → (z =? 4294967295) = bool_decide (o = None).
  Proof using. destruct o as [n|]; cbn; [intros [-> ?]; lia|by intros ->]. Qed.
  Lemma child_is c sl d :
    slot_is c (Some sl) → link_is (child_of c (zd d)) (side d (s_child sl)).
  Proof using. intros (_&_&_&?&?&_). by destruct d. Qed.
  Lemma children_none c sl :
    slot_is c (Some sl) →
    negb (f_left c =? 4294967295) || negb (f_right c =? 4294967295) = negb (bool_decide (s_child sl = (None, None))).
  Proof using.
    intros (_&_&_&Hl&Hr&_). rewrite (link_none _ _ Hl), (link_none _ _ Hr).
    destruct (s_child sl) as [[l|] [r|]]; by repeat case_bool_decide.
  Qed.
  (** What the program asks of the link between a record and its parent is what the model does. *)
  Lemma parent_is a b sl sl2 s2 d :
    slot_is a (Some sl) → slot_is b (Some sl2) →
    match s_parent sl with
    | Some p => need (p = (s2, d)) Wrong_parent
    | None => need (side d (s_child sl2) = None) Child_in_cache
    end =
    match parent_check a b (Z.of_N s2) (zd d) with
    | Passes => Thread.Ok () | Refuses 14 => Thread.Refused Wrong_parent | _ => Thread.Refused Child_in_cache
    end.
  Proof using.
    intros Ha Hb. unfold parent_check, need. rewrite (link_none _ _ (child_is b sl2 d Hb)).
    destruct Ha as (_&_&_&_&_&Hp). destruct (s_parent sl) as [[p e]|].
    - destruct Hp as [[-> ?] ->]. rewrite (proj2 (Z.eqb_neq _ _)) by lia. cbn [negb].
      destruct (Z.eqb_spec (Z.of_N p) (Z.of_N s2)) as [Hps|Hps]; cbn [negb orb].
      2:{ rewrite decide_False; [done|]. intros [= -> ->]. lia. }
      assert (p = s2) as -> by lia. destruct d, e; cbn [zd Z.eqb negb Pos.eqb];
        [by rewrite decide_True|by rewrite decide_False by (by intros [= ?])..|by rewrite decide_True].
    - rewrite Hp, Z.eqb_refl. cbn [negb].
      by case_decide; case_bool_decide.
  Qed.

  (** The parts of a slot after it is written. *)
  Lemma adopted_is c sl vb v d i o :
    slot_is c (Some sl) → value_is vb v → link_is i o →
    slot_is (with_child (State.with_value c vb) (zd d) i) (Some (adopt sl v d o)).
  Proof using.
    intros (?&?&?&?&?&?) Hv Hi. destruct sl as [k v0 h [l r] p].
    unfold adopt. cbn [s_key s_value s_how s_child s_parent] in *.
    destruct d; unfold slot_is, with_child, State.with_value; cbn; by split_and!.
  Qed.
  Lemma emptied_is c : slot_is (with_how c 0) None.
  Proof using. done. Qed.
End slots.

(** A slot that has to be in use: both refuse if it is not ([H] is [full_is] of it; [refuses] ends such a case). *)
Ltac fl_in_use H refuses :=
  lazymatch type of H with
  | if f_slots ?t <=? Z.of_N ?s then _ else _ =>
    destruct (f_slots t <=? Z.of_N s); [refuses Slot_out_of_range; by rewrite H|];
    destruct (f_how (slot_at t (Z.of_N s)) =? 0); [refuses Slot_empty; by rewrite H|]
  end.

Section exact.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : config Z) (x : list Z).
  Context (Hhash : hash_is external hash) (Hdigests : digests_as hash cfg).
  Local Notation thread_is := (thread_is F cfg x).
  Local Notation slots_are := (slots_are cfg).

  (** What an operation of merkle.fl came to is what the model says. *)
  Definition as_merkle (m : Thread.outcome (thread Z)) (t : fthread) (r : val fl_point) (t' : fthread) : Prop :=
    (∃ why, m = Thread.Refused why ∧ (refusal_number why < 32)%nat ∧ r = VUnion 1 (refusal (refusal_number why)) ∧
       t' = t) ∨
    (∃ st', m = Thread.Ok st' ∧ r = passes ∧ thread_is t' st').
  Lemma as_merkle_refused why m t r t' :
    r = VUnion 1 (refusal (refusal_number why)) ∧ t' = t → (refusal_number why < 32)%nat → m = Thread.Refused why →
    as_merkle m t r t'.
  Proof using. intros [? ?] ? ?. left. exists why. by split_and!. Qed.

  Local Ltac on := rewrite ?bind_bind, ?ok_bind; cbv beta.
  Local Ltac refuses why := intros Hcame; apply (as_merkle_refused why); [exact Hcame|cbn; lia|].

  Theorem evict_merkle_is t st s s2 r t' :
    thread_ok t → thread_is t st → (s < 2 ^ 16)%N → (s2 < 2 ^ 16)%N →
    has_gone_out external t (Z.of_N s) (Z.of_N s2) r t' → as_merkle (evict_merkle cfg st s s2) t r t'.
  Proof using Hhash Hdigests.
    intros Ht Hst Hsr Hs2r. assert (Hst' := Hst). destruct Hst' as (_ & _ & Hslots & _ & _ & _ & _ & Hs & _).
    fold (slots_are t (t_slots st)) in Hs. destruct Hhash as [Hh Hh32].
    unfold has_gone_out, out_check, evict_merkle. cbv zeta.
    destruct (Z.eqb_spec (Z.of_N s) (Z.of_N s2)) as [Heq|Hne].
    { refuses Same_slot. apply need_no. intros Hn. lia. }
    rewrite need_yes by congruence.
    pose proof (full_is cfg t st s Hslots Hs) as Hfull. fl_in_use Hfull refuses.
    destruct Hfull as (sl & -> & Hsl & Hslot). on.
    pose proof (full_is cfg t st s2 Hslots Hs) as Hfull. fl_in_use Hfull refuses.
    destruct Hfull as (sl2 & -> & Hsl2 & Hslot2). on.
    assert (Hslot' := Hslot). assert (Hslot2' := Hslot2).
    destruct Hslot' as (_ & Hk & Hv & _), Hslot2' as (_ & Hk2 & Hv2 & _).
    unfold ends_of. rewrite (value_is_merkle _ _ Hv2).
    destruct (s_value sl2) as [|ends]; cbn [negb]. { refuses Not_merkle. done. }
    on. rewrite (heading_is _ _ _ _ Hk Hk2).
    destruct (Key.heading (s_key sl) (s_key sl2)) as [d|] eqn:Ed; cbn [Thread.some].
    2:{ refuses Not_descendant. done. }
    rewrite (proj2 (Z.eqb_neq (zd d) 2)) by (destruct d; done). on.
    rewrite (children_none _ _ Hslot). case_bool_decide as Hchild; cbn [negb].
    2:{ refuses Has_children. by apply need_no. }
    rewrite need_yes by done. pose proof (edge_is _ _ d Hv2) as He. cbv zeta in He.
    destruct (side d ends) as [c|] eqn:Ec; cbn [Thread.some].
    2:{ rewrite He. refuses Edge_elsewhere. done. }
    destruct He as ((Hck & Hcd) & Hb0 & Hekey & _). rewrite Hb0, Hekey. on. cbn [Z.eqb orb].
    pose proof (key_is_inj _ _ (e_key c) (s_key sl) (conj Hck eq_refl) Hk) as Hsame.
    destruct (bool_decide (zs (print key_codec (e_key c)) = f_key (slot_at t (Z.of_N s)))) eqn:Eb; cbn [negb].
    2:{ refuses Edge_elsewhere. apply need_no. intros Hn. apply bool_decide_eq_false in Eb. by apply Eb, Hsame. }
    apply bool_decide_eq_true, Hsame in Eb. rewrite need_yes by exact Eb.
    rewrite (parent_is _ _ _ _ s2 d Hslot Hslot2).
    assert (∀ w, parent_check (slot_at t (Z.of_N s)) (slot_at t (Z.of_N s2)) (Z.of_N s2) (zd d) = Refuses w →
      w = 14%nat ∨ w = 11%nat) as Hws.
    { intros w. unfold parent_check. repeat case_match; intros [= <-]; auto. }
    destruct (parent_check _ _ _ _) as [|w|] eqn:Ep; [|destruct (Hws w eq_refl) as [-> | ->]|done].
    2:{ refuses Wrong_parent. done. }
    2:{ refuses Child_in_cache. done. }
    on. intros (-> & b & h & Hext & ->). destruct Hv as [Hvw Hvb]. rewrite Hvb in Hext.
    rewrite (Hh _ _ _ Hext). right. eexists. split; [reflexivity|]. split; [done|].
    eapply (slots_replaced F cfg x); [exact Hst| |done]. unfold with_out. cbv zeta.
    rewrite (heading_is _ _ _ _ Hk Hk2), Ed.
    assert (Ht' := Ht). destruct Ht' as (_&_&_&_&_&_&_&_&_&[Hcl _]).
    apply (put_is cfg _ (<[s2 := _]> _) s _ None); [by apply cache_len|done| |apply emptied_is].
    apply (put_is cfg _ _ s2 _ (Some _)); [done|done|exact Hs|].
    apply (adopted_is (slot_at t (Z.of_N s2)) sl2 _ _ d NONE None); [exact Hslot2| |done].
    rewrite Hdigests. unfold point. rewrite <-Eb. by apply digest_is.
  Qed.
End exact.
