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

(** A connection that waits, beside what has passed. *)
Definition waits (t : wire) (h : connected) : Prop := keeps_wire (fun a => heard a t) h.

Definition elsewhere (s : positive) (l l' : log) : Prop := forall s', s' <> s -> wire_of s' l' = wire_of s' l.
Lemma elsewhere_cons s l l' x : (forall s' t, s' <> s -> passes s' x t = t) ->
  elsewhere s l l' -> elsewhere s l (x :: l').
Proof. intros Hx H s' Hs. cbn. rewrite Hx by assumption. now apply H. Qed.

Lemma inner_whole s a m h l known : keeps_wire known h -> known a = wire_of s l ->
  holds (fun l' '(after, _) => elsewhere s l l' /\
    match after with Some h' => waits (wire_of s l') h' | None => True end) l (inner c s a m h).
Proof.
  intros Hh Ha. unfold inner.
  apply keeps_iter with (always := fun l' '(a, _, h) => elsewhere s l l' /\
    exists known, keeps_wire known h /\ known a = wire_of s l').
  { split; [easy|]. now exists known. }
  clear known h a m Hh Ha. intros l1 [[a m] h] (Hl & known & Hh & Ha).
  apply (keeps_resume _ _ _ _ _ _ _ _ _ _ _ Hh).
  2: { intros r _. apply keeps_eff; [exact I|]. intros []. apply keeps_return. split; [|exact I].
    apply elsewhere_cons; [|exact Hl]. intros s' t Hs. cbn. destruct (Pos.eqb_spec s s'); congruence. }
  clear h Hh. intros d h Hd Hh. rewrite Ha in Hd, Hh. clear known a Ha.
  assert (Hquiet : forall e x r a', (forall s' t, passes s' (Happened e x r) t = t) ->
      answered (wire_of s l1) yield d a' = wire_of s l1 -> elsewhere s l (Happened e x r :: l1) /\
      exists known, keeps_wire known h /\ known a' = wire_of s (Happened e x r :: l1)).
  { intros e x r a' Hx Hd'. split; [apply elsewhere_cons; [intros; apply Hx|exact Hl]|].
    eexists. split; [exact Hh|]. rewrite Hd'. cbn [wire_of]. now rewrite Hx. }
  destruct d.
  - apply keeps_return. split; [exact Hl|exact Hh].
  - apply keeps_eff; [destruct Hd as (h0 & now_ & Hd & _); exists h0, now_; exact Hd|].
    intros []. apply keeps_return. split.
    + apply elsewhere_cons; [|exact Hl]. intros s' t Hs. cbn. destruct (Pos.eqb_spec s s'); congruence.
    + cbn. rewrite Pos.eqb_refl. exact Hh.
  - apply keeps_eff; [exact I|]. intros r. apply keeps_return. now apply Hquiet.
  - apply keeps_eff; [exact I|]. intros r. apply keeps_return. now apply Hquiet.
  - apply keeps_eff; [exact I|]. intros r. apply keeps_return. now apply Hquiet.
  - apply keeps_eff; [exact I|]. intros r. apply keeps_return. now apply Hquiet.
  - apply keeps_return. split; [exact Hl|]. eexists. split; [exact Hh|reflexivity].
  - apply keeps_return. split; [exact Hl|]. eexists. split; [exact Hh|reflexivity].
  - apply keeps_return. split; [exact Hl|]. eexists. split; [exact Hh|reflexivity].
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
  destruct found as [h|].
  - assert (H : exists known, keeps_wire known h /\ known (answer_of e) = wire_of s l1).
    { subst l1. cbn. rewrite Pos.eqb_refl. destruct e.
      - injection Ef as ->. exists (fun _ => []). split; [intros a; apply connection_layered|reflexivity].
      - symmetry in Ef. eexists. split; [exact (Hall _ _ Ef)|reflexivity].
      - symmetry in Ef. eexists. split; [exact (Hall _ _ Ef)|reflexivity].
      - symmetry in Ef. eexists. split; [exact (Hall _ _ Ef)|reflexivity].
      - symmetry in Ef. eexists. split; [exact (Hall _ _ Ef)|reflexivity]. }
    destruct H as (known & Hh & Ha). clearbody l1.
    apply keeps_bind with (between := fun l' '(after, _) => elsewhere s l1 l' /\
      match after with Some h' => waits (wire_of s l') h' | None => True end).
    { exact (inner_whole s (answer_of e) m h l1 known Hh Ha). }
    clear Ef Hh Ha known h. intros l2 [[h|] m'] (Hl & Hh); apply keeps_return; intros s' h' Hs'.
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

Definition of_data (q : question) : Prop :=
  match q with Recv_data => True | Send_packet kind _ => kind = r_data | _ => False end.

Theorem layered_data_late t h s after q a before :
  layered c t h s -> h = after ++ (q, a) :: before -> of_data q -> verified c before.
Proof.
  intros Hl Eh Hq.
  assert (G : forall h q0 a0, (forall after before, h = after ++ (q, a) :: before -> verified c before) ->
    (of_data q0 -> verified c h) ->
    forall after before, (q0, a0) :: h = after ++ (q, a) :: before -> verified c before).
  { clear - Hq. intros h q0 a0 IH H after before E. destruct after as [|x after].
    - injection E as -> _ ->. now apply H.
    - injection E as _ E. now apply (IH after). }
  revert after before Eh. induction Hl; try assumption; try (apply G; [assumption|try (intros []; fail)]).
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
  induction 1; try assumption; try (apply G; [discriminate|assumption]).
  - intros [].
  - unfold sent. destruct (fst (packet c w kind b)); [assumption|]. apply G; [discriminate|assumption].
Qed.
End consequences.
