(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The server keeps what Layer.v says of each of its sockets, whatever the world replies: because its connections do
    (Layered.v). *)
From Coq Require Import FMapPositive.
From Fairlead.Derive Require Import Derive Keeps.
From Fairlead.Tls Require Import Bytes Alert Crypto Hello Messages Records Protocol Connections Order Layer Server.
From Fairlead.Tls Require Import Layered.

Section whole.
Context (c : crypto) (f : config).
Notation holds := (keeps (may_happen c) logged).
Notation connected := (coro (connection c) answer demand unit).
Notation keeps_wire := (suspended_keeps (may_demand c) answered any_return).

(** A connection that waits, or goes on with [a], beside what the world has seen pass. *)
Definition waits (seen : wire) (h : connected) : Prop :=
  exists t, keeps_wire (fun a => heard a t) h /\ world t = seen.
Definition goes_on (seen : wire) (a : answer) (h : connected) : Prop :=
  exists known, keeps_wire known h /\ world (known a) = seen.

Definition elsewhere (s : positive) (l l' : log) : Prop := forall s', s' <> s -> wire_of s' l' = wire_of s' l.
Lemma elsewhere_cons s l l' x : (forall s' t, s' <> s -> passes s' (turn_of l') x t = t) ->
  elsewhere s l l' -> elsewhere s l (x :: l').
Proof. intros Hx H s' Hs. cbn [wire_of]. rewrite Hx by assumption. now apply H. Qed.

Lemma inner_whole s a m h l : turn_of l = Some s -> goes_on (wire_of s l) a h ->
  holds (fun l' '(after, _) => elsewhere s l l' /\
    match after with Some h' => waits (wire_of s l') h' | None => True end) l (inner c s a m h).
Proof.
  intros Ht Hh. unfold inner.
  apply keeps_iter with (always := fun l' '(a, _, h) =>
    elsewhere s l l' /\ turn_of l' = Some s /\ goes_on (wire_of s l') a h).
  { split; [easy|]. now split. }
  clear h a m Ht Hh. intros l1 [[a m] h] (Hl & Ht & known & Hh & Ha).
  apply (keeps_resume _ _ _ _ _ _ _ _ _ _ _ Hh).
  2: { intros r _. apply keeps_eff; [exact I|]. intros []. apply keeps_return. split; [|exact I].
    apply elsewhere_cons; [|exact Hl]. intros s' t Hs. cbn. destruct (Pos.eqb_spec s s'); congruence. }
  clear h Hh. intros d h Hd Hh. revert Hd Hh Ha. generalize (known a). clear known a. intros t Hd Hh Ha.
  assert (Htold : forall e x r a', turn_of (Happened e x r :: l1) = Some s ->
      (forall s' t, passes s' (Some s) (Happened e x r) t = for_whom (Some s) s' (Told d a') t) ->
      answered t yield d a' = Told d a' :: t -> outside (Told d a') = true ->
      elsewhere s l (Happened e x r :: l1) /\ turn_of (Happened e x r :: l1) = Some s /\
      goes_on (wire_of s (Happened e x r :: l1)) a' h).
  { intros e x r a' Hturn Hx Hd' Hout. split; [|split; [exact Hturn|]].
    - apply elsewhere_cons; [|exact Hl]. intros s' t' Hs. rewrite Ht, Hx. cbn. destruct (Pos.eqb_spec s s'); congruence.
    - eexists. split; [exact Hh|]. cbn [wire_of]. rewrite Ht, Hx. cbn [for_whom]. rewrite Pos.eqb_refl.
      unfold recorded. rewrite Hd'. cbn [world filter]. rewrite Hout. now rewrite <- Ha. }
  assert (Hcached : forall a', outside (Told d a') = false -> answered t yield d a' = Told d a' :: t ->
      elsewhere s l l1 /\ turn_of l1 = Some s /\ goes_on (wire_of s l1) a' h).
  { intros a' Hout Hd'. split; [exact Hl|]. split; [exact Ht|]. eexists. split; [exact Hh|].
    rewrite Hd'. cbn [world filter]. now rewrite Hout. }
  destruct d.
  - apply keeps_return. split; [exact Hl|]. exists t. now split.
  - apply keeps_eff; [destruct Hd as (h0 & now_ & Hd & _); exists t, h0, now_; now split|].
    intros []. apply keeps_return. split.
    + apply elsewhere_cons; [|exact Hl]. intros s' t' Hs. cbn. destruct (Pos.eqb_spec s s'); congruence.
    + exists (Went b :: t). split; [exact Hh|]. cbn. rewrite Pos.eqb_refl. now rewrite <- Ha.
  - apply keeps_eff; [exact I|]. intros r. apply keeps_return. now apply Htold.
  - apply keeps_eff; [exact I|]. intros r. apply keeps_return. now apply Htold.
  - apply keeps_eff; [exact I|]. intros r. apply keeps_return. now apply Htold.
  - apply keeps_eff; [exact I|]. intros r. apply keeps_return. now apply Htold.
  - apply keeps_return. now apply Hcached.
  - apply keeps_return. now apply Hcached.
  - apply keeps_return. now apply Hcached.
Qed.

Definition never_ends (l : log) (e : Empty_set) : Prop := False.
Definition all_wait (l : log) (all : connections connected) : Prop :=
  forall s h, lookup s all = Some h -> waits (wire_of s l) h.

Theorem server_whole : holds never_ends [] (server c f).
Proof.
  unfold server. apply keeps_iter with (always := fun l '(_, all) => all_wait l all).
  { intros s h. unfold lookup, nobody. rewrite PositiveMap.gempty. discriminate. }
  intros l [m all] Hall. apply keeps_eff; [exact I|]. intros [s e]. apply keeps_let. intros found Ef.
  match goal with |- keeps _ _ _ ?now _ => set (l1 := now) end.
  assert (Hothers : elsewhere s l l1).
  { apply elsewhere_cons; [|easy]. intros s' t Hs. cbn. destruct (Pos.eqb_spec s s'); congruence. }
  assert (Hturn : turn_of l1 = Some s) by reflexivity.
  destruct found as [h|].
  - assert (Hh : goes_on (wire_of s l1) (answer_of e) h).
    { assert (G : e <> Accepted -> goes_on (wire_of s l1) (answer_of e) h).
      { intros He. assert (Es : lookup s all = Some h) by (destruct e; congruence).
        destruct (Hall _ _ Es) as (t & Hh & Ht). eexists. split; [exact Hh|].
        subst l1. cbn [wire_of logged passes]. rewrite Pos.eqb_refl, <- Ht. destruct e; easy. }
      destruct e; try (apply G; discriminate). injection Ef as ->. subst l1. cbn [wire_of logged passes].
      rewrite Pos.eqb_refl. exists (fun _ => []). split; [intros a; apply connection_layered|reflexivity]. }
    clearbody l1.
    apply keeps_bind with (between := fun l' '(after, _) => elsewhere s l1 l' /\
      match after with Some h' => waits (wire_of s l') h' | None => True end).
    { exact (inner_whole s (answer_of e) m h l1 Hturn Hh). }
    clear Ef Hh Hturn h. intros l2 [[h|] m'] (Hl & Hh); apply keeps_return; intros s' h' Hs'.
    + unfold lookup, insert in Hs'. rewrite PositiveMapAdditionalFacts.gsspec in Hs'.
      destruct (PositiveMap.E.eq_dec s' s) as [->|Hne].
      * injection Hs' as <-. exact Hh.
      * rewrite (Hl _ Hne), (Hothers _ Hne). now apply Hall.
    + unfold lookup, remove in Hs'. destruct (PositiveMap.E.eq_dec s' s) as [->|Hne].
      * rewrite PositiveMap.grs in Hs'. discriminate.
      * rewrite PositiveMap.gro in Hs' by assumption. rewrite (Hl _ Hne), (Hothers _ Hne). now apply Hall.
  - apply keeps_return. intros s' h' Hs'. destruct (Pos.eq_dec s' s) as [->|Hne].
    + destruct e; [discriminate|..]; rewrite Hs' in Ef; discriminate.
    + rewrite (Hothers _ Hne). now apply Hall.
Qed.
End whole.

(** ** What that says *)
Section consequences.
Context (c : crypto).

Theorem layered_data_late t h s after q a before :
  layered c t h s -> h = after ++ (q, a) :: before -> of_data q -> ready c before.
Proof.
  intros Hl Eh Hq.
  assert (G : forall h q0 a0, (forall after before, h = after ++ (q, a) :: before -> ready c before) ->
    (of_data q0 -> ready c h) ->
    forall after before, (q0, a0) :: h = after ++ (q, a) :: before -> ready c before).
  { clear - Hq. intros h q0 a0 IH H after before E. destruct after as [|x after].
    - injection E as -> _ ->. now apply H.
    - injection E as _ E. now apply (IH after). }
  destruct Hl as (u & Hl). revert after before Eh. induction Hl; try assumption;
    try (apply G; [assumption|try (intros []; fail)]).
  - intros [|] ? [=].
  - intros _. assumption.
  - match goal with H : may_ask _ _ _ |- _ => rename H into Ha end.
    intros Hd. destruct q0; cbn in Hd; try contradiction; try exact Ha.
    cbn in Ha. destruct Ha as [Ha|[Ha|[_ V]]]; [rewrite Hd in Ha; discriminate..|exact V].
  - match goal with H : may_ask _ _ _ |- _ => intros Hd; cbn in Hd; subst kind; destruct H as [Ha|[Ha|[_ V]]] end;
      [discriminate..|exact V].
Qed.

Theorem layered_shut t h s : layered c t h s -> ~ In Shut t.
Proof.
  assert (G : forall x t, x <> Shut -> ~ In Shut t -> ~ In Shut (x :: t)) by (intros x l Hx Hl [E|H]; auto).
  intros (u & Hl). induction Hl; try assumption;
    try (apply G; [discriminate|assumption]).
  - intros [].
  - unfold sent. destruct (fst (packet c w kind b)); [assumption|]. apply G; [discriminate|assumption].
Qed.
End consequences.
