(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Symbolic memory: the chain of stores so far, the most recent first. Stores to disjoint
    places are kept in an order that does not depend on the program's, a store that
    overwrites another replaces it, and loads look past stores to other places. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import FunctionalExtensionality.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Run_trusted.
From Fairlead.Asm.Footprints Require Import Footprint Commute.
From Fairlead.Asm.Symbolic Require Import Terms.
From Fairlead.Asm.Model Require Import Words.
Local Open Scope N_scope.

(** A place in memory: a region, an address, a length. *)
Record place : Set := Place { p_region : N; p_base : id; p_off : N; p_len : nat }.

Definition place_of (st : sstore) : place := Place (ss_region st) (ss_base st) (ss_off st) (ss_len st).

(** The two do not overlap. *)
Definition places_apart (rel : relation) (a b : place) : bool :=
  rel (p_region a) (p_region b) ||
  ((p_base a =? p_base b)%positive &&
   (before (Z.of_N (p_off a)) (p_len a) (Z.of_N (p_off b)) (p_len b) ||
    before (Z.of_N (p_off b)) (p_len b) (Z.of_N (p_off a)) (p_len a))).

Definition same_place (a b : place) : bool :=
  (p_base a =? p_base b)%positive && (p_off a =? p_off b) && Nat.eqb (p_len a) (p_len b).

(** Any order will do, as long as it is the same for both programs. *)
Definition precedes (a b : place) : bool :=
  if (p_base a =? p_base b)%positive then p_off a <? p_off b else (p_base a <? p_base b)%positive.

Fixpoint push (rel : relation) (st : sstore) (chain : list sstore) : list sstore :=
  match chain with
  | [] => [st]
  | c :: rest =>
      if same_place (place_of c) (place_of st) then st :: rest
      else if places_apart rel (place_of c) (place_of st) && precedes (place_of c) (place_of st)
      then c :: push rel st rest
      else st :: chain
  end.

(** What a load sees of a chain: not the stores to other places, wherever in the chain they are. *)
Definition seen (rel : relation) (p : place) (chain : list sstore) : list sstore :=
  List.filter (fun c => negb (places_apart rel (place_of c) p)) chain.

(** What a load finds: a value stored, or what some rest of the chain left there. *)
Fixpoint resolve (rel : relation) (p : place) (chain : list sstore) : id + list sstore :=
  match chain with
  | [] => inr []
  | c :: rest =>
      if same_place (place_of c) p then inl (ss_val c)
      else if places_apart rel (place_of c) p then resolve rel p rest
      else inr (c :: seen rel p rest)
  end.

Section sound.
  Context (g : env) (rel : relation) (s0 : state) (ρ : id -> N).
  Context (Hrel : respects g rel).

  Definition start (p : place) : N := address_value ρ (p_base p) (p_off p).

  (** The place lies in its region. *)
  Definition valid (p : place) : Prop := within (regions g (p_region p)) (start p) (p_len p) = true.

  Notation memory_after := (after_chain s0 ρ).

  Lemma valid_within p : valid p ->
    start p + N.of_nat (p_len p) <= 2 ^ 64 /\ ∀ x, covers (start p) (p_len p) x -> inside (regions g (p_region p)) x.
  Proof.
    unfold valid, within, covers, inside.
    intros [[?%N.leb_le ?%N.leb_le]%andb_true_iff ?%N.leb_le]%andb_true_iff. split; [lia|]. intros. lia.
  Qed.

  Lemma start_word p : start p = word 64 (Z.of_N (ρ (p_base p)) + Z.of_N (p_off p)).
  Proof. unfold start, address_value. by congruent. Qed.

  Lemma places_apart_spec a b x :
    places_apart rel a b = true -> valid a -> valid b ->
    covers (start a) (p_len a) x -> covers (start b) (p_len b) x -> False.
  Proof using Hrel.
    unfold places_apart. intros H Va Vb Hx Hy.
    destruct (valid_within a Va) as [La Ia], (valid_within b Vb) as [Lb Ib].
    apply orb_true_iff in H as [H|H]; [by eapply Hrel; eauto|].
    apply andb_true_iff in H as [Eb%Pos.eqb_eq H].
    pose proof (start_word a) as Sa. pose proof (start_word b) as Sb. rewrite <- Eb in Sb.
    apply orb_true_iff in H as [H|H];
      [eapply (before_disjoint (Z.of_N (ρ (p_base a))) _ _ _ _ _ _ H); eauto
      |eapply (before_disjoint (Z.of_N (ρ (p_base a))) _ _ _ _ _ _ H); eauto].
  Qed.

  Lemma same_place_spec a b : same_place a b = true -> start a = start b /\ p_len a = p_len b.
  Proof.
    unfold same_place, start. intros [[Eb%Pos.eqb_eq Eo%N.eqb_eq]%andb_true_iff En%Nat.eqb_eq]%andb_true_iff.
    by rewrite Eb, Eo.
  Qed.

  Definition in_store (lo : N) (n : nat) (x : N) : bool := (lo <=? x) && (x <? lo + N.of_nat n).

  Lemma in_store_covers lo n x : in_store lo n x = true <-> covers lo n x.
  Proof. unfold in_store, covers. rewrite andb_true_iff, N.leb_le, N.ltb_lt. done. Qed.

  Lemma after_store_swap a b m :
    places_apart rel (place_of a) (place_of b) = true -> valid (place_of a) -> valid (place_of b) ->
    after_store ρ a (after_store ρ b m) = after_store ρ b (after_store ρ a m).
  Proof using Hrel.
    intros H Va Vb. extensionality x. pose proof (places_apart_spec _ _ x H Va Vb) as Hd.
    unfold after_store, store.
    change (start (place_of a)) with (address_value ρ (ss_base a) (ss_off a)) in Hd.
    change (start (place_of b)) with (address_value ρ (ss_base b) (ss_off b)) in Hd.
    set (pa := address_value ρ (ss_base a) (ss_off a)) in *.
    set (pb := address_value ρ (ss_base b) (ss_off b)) in *.
    fold (in_store pa (ss_len a) x) (in_store pb (ss_len b) x).
    destruct (in_store pa (ss_len a) x) eqn:Ea, (in_store pb (ss_len b) x) eqn:Eb; try done.
    exfalso. apply in_store_covers in Ea, Eb. by apply Hd.
  Qed.

  Lemma push_sound st chain :
    Forall (fun c => valid (place_of c)) chain -> valid (place_of st) ->
    Forall (fun c => valid (place_of c)) (push rel st chain) /\
    memory_after (push rel st chain) = after_store ρ st (memory_after chain).
  Proof using Hrel.
    intros Hc Hst. induction Hc as [|c chain Vc Hc IH]; cbn; [by repeat constructor|].
    destruct (same_place (place_of c) (place_of st)) eqn:Hs.
    { split; [by constructor|]. cbn. apply same_place_spec in Hs as [E1 E2].
      change (address_value ρ (ss_base c) (ss_off c) = address_value ρ (ss_base st) (ss_off st)) in E1.
      change (after_store ρ st (memory_after chain) = after_store ρ st (after_store ρ c (memory_after chain))).
      extensionality x. unfold after_store, store. rewrite E1. change (ss_len c = ss_len st) in E2. rewrite E2.
      by destruct (_ && _). }
    destruct (places_apart _ _ _ && _) eqn:Ha.
    - apply andb_true_iff in Ha as [Ha _]. destruct IH as [? IH]. split; [by constructor|].
      change (after_store ρ c (memory_after (push rel st chain)) = after_store ρ st (after_store ρ c (memory_after chain))).
      rewrite IH. by apply after_store_swap.
    - split; [by repeat constructor|done].
  Qed.

  Lemma apart_store c p m x :
    places_apart rel (place_of c) p = true -> valid (place_of c) -> valid p -> covers (start p) (p_len p) x ->
    after_store ρ c m x = m x.
  Proof using Hrel.
    intros Ha Vc Vp Hx. unfold after_store, store.
    fold (in_store (address_value ρ (ss_base c) (ss_off c)) (ss_len c) x).
    destruct (in_store _ _ x) eqn:E; [|done]. apply in_store_covers in E.
    exfalso. by eapply (places_apart_spec _ _ x Ha Vc Vp).
  Qed.

  Lemma seen_sound p chain x :
    Forall (fun c => valid (place_of c)) chain -> valid p -> covers (start p) (p_len p) x ->
    memory_after (seen rel p chain) x = memory_after chain x.
  Proof using Hrel.
    intros Hc Hp Hx. induction Hc as [|c chain Vc Hc IH]; [done|]. unfold seen. cbn [List.filter].
    destruct (places_apart rel (place_of c) p) eqn:Ha; cbn [negb].
    - change (memory_after (seen rel p chain) x = after_store ρ c (memory_after chain) x).
      by rewrite (apart_store c p).
    - change (after_store ρ c (memory_after (seen rel p chain)) x = after_store ρ c (memory_after chain) x).
      unfold after_store, store. by rewrite IH.
  Qed.

  Lemma resolve_sound p chain :
    Forall (fun c => valid (place_of c)) chain -> valid p ->
    load (memory_after chain) (start p) (p_len p) =
      match resolve rel p chain with
      | inl v => low (8 * N.of_nat (p_len p)) (ρ v)
      | inr rest => load (memory_after rest) (start p) (p_len p)
      end.
  Proof using Hrel.
    intros Hc Hp. induction Hc as [|c chain Vc Hc IH]; cbn [resolve]; [done|].
    destruct (same_place (place_of c) p) eqn:Hs.
    { apply same_place_spec in Hs as [E1 E2]. cbn. unfold after_store. rewrite <- E1, <- E2. cbn.
      unfold start. cbn. apply load_store. }
    destruct (places_apart _ _ _) eqn:Ha.
    - rewrite <- IH. cbn. apply load_agree. intros x Hx. by apply (apart_store c p).
    - apply load_agree. intros x Hx.
      change (after_store ρ c (memory_after chain) x = after_store ρ c (memory_after (seen rel p chain)) x).
      unfold after_store, store. by rewrite (seen_sound p chain x Hc Hp Hx).
  Qed.
End sound.
