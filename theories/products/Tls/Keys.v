(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Under which keys records are, in an explanation: those of the secrets that the handshake has set last, after as
    many records and KeyUpdates as there were. So data is under the application's keys, both ways. *)
From Fairlead.Tls Require Import Bytes Alert Crypto Hello Messages Records Protocol Order Layer.
Local Open Scope N_scope.

Section keys.
Context (c : crypto).

Inductive grown (first : keys) : keys -> Prop :=
| grown_new : grown first first
| grown_advanced k : grown first k -> grown first (advanced k)
| grown_updated k : grown first k -> grown first (updated c k).

(** What was set last, and what is used. *)
Definition of_secret (set : option (suite * bytes * history)) (now : option keys) : Prop :=
  match set, now with
  | None, None => True
  | Some (s, secret, _), Some k => grown (keys_of c s secret) k
  | _, _ => False
  end.
(** Where something can still be read, with which keys. *)
Definition reads_with (s : standing) : option (option keys) :=
  match s with Open r _ | Headed r _ _ _ _ => Some (reads r) | Broken _ | Over => None end.

Lemma of_secret_advanced set k : of_secret set (Some k) -> of_secret set (Some (advanced k)).
Proof. destruct set as [[[s secret] h]|]; [apply grown_advanced|easy]. Qed.
Lemma of_secret_updated set k : of_secret set (Some k) -> of_secret set (Some (updated c k)).
Proof. destruct set as [[[s secret] h]|]; [apply grown_updated|easy]. Qed.

(** ** Sending *)
Lemma of_secret_sealed set kind l : forall k,
  of_secret set (Some k) -> of_secret set (Some (snd (sealed_all c k kind l))).
Proof.
  induction l as [|b l IH]; intros k H; [exact H|]. cbn. specialize (IH _ (of_secret_advanced _ _ H)).
  now destruct (sealed_all c (advanced k) kind l).
Qed.
Lemma of_secret_packet set w kind b : of_secret set w -> of_secret set (snd (packet c w kind b)).
Proof.
  intros H. unfold packet, records. destruct (kind =? r_change_cipher_spec); [exact H|]. destruct w as [k|]; [|exact H].
  pose proof (of_secret_sealed set kind (pieces most b) k H). now destruct (sealed_all c k kind (pieces most b)).
Qed.

(** ** Reading *)
Lemma idled_reads r r' : idled r = More r' -> reads r' = reads r.
Proof. unfold idled. destruct (most_idle <=? idle r); [discriminate|]. intros H. now injection H as <-. Qed.

Lemma opened_reads set r head kind b : of_secret set (reads r) ->
  match open_record c r head kind b with
  | Content _ _ r' | Nothing r' | Skipped r' => of_secret set (reads r')
  | Ended _ => True
  end.
Proof.
  intros H. unfold open_record, passed_over. destruct (kind =? r_change_cipher_spec).
  { now destruct (_ && _)%bool. }
  destruct (kind =? r_data).
  - destruct (reads r) as [k|] eqn:E.
    + destruct (aead_open _ _ _ _ _ _) as [t|].
      * destruct (most + 1 <? len t); [exact I|]. destruct (unpadded t) as [[? ?]|]; [|exact I].
        now apply of_secret_advanced.
      * destruct (_ <=? _); [|exact I]. cbn. now rewrite E.
    + destruct (_ <=? _); [|exact I]. cbn. now rewrite E.
  - destruct (reads r) as [k|] eqn:E; [|now rewrite E]. destruct (_ && _)%bool; [now rewrite E|exact I].
Qed.
Lemma taken_reads set r head kind b : of_secret set (reads r) ->
  match take_record c r head kind b with Data _ r' | More r' => of_secret set (reads r') | Stop _ => True end.
Proof.
  intros H. apply (opened_reads set r head kind b) in H. unfold take_record.
  destruct (open_record c r head kind b) as [kind' b' r'|r'|r'|why]; try exact H; try exact I.
  - assert (Hi : match idled r' with Data _ r'' | More r'' => of_secret set (reads r'') | Stop _ => True end).
    { unfold idled. destruct (_ <=? _); [exact I|exact H]. }
    destruct (_ && _)%bool; [exact I|]. destruct (kind' =? r_alert).
    { destruct b' as [|? [|[] []]]; try exact I; exact Hi. }
    destruct (kind' =? r_handshake); [now destruct b'|].
    destruct (_ && _)%bool; [|exact I]. destruct b'; [exact Hi|exact H].
  - unfold idled. destruct (_ <=? _); [exact I|exact H].
Qed.
Lemma next_reads kind longest r m r' : next_message kind longest r = Good (Some (m, r')) -> reads r' = reads r.
Proof.
  unfold next_message. destruct (peek 4 (messages r)).
  - destruct (negb _); [discriminate|]. destruct (longest <? _); [discriminate|].
    destruct (pop _ _) as [[? ?]|]; [|discriminate]. intros H. now injection H as _ <-.
  - destruct (peek 1 (messages r)) as [[|? [|? ?]]|]; try discriminate. destruct (_ =? _); discriminate.
Qed.
Lemma understood_reads q m r : match understand_message q m r with
  | Reply _ r' | Update _ r' => reads r' = reads r
  | Refuse _ => True
  end.
Proof.
  unfold understand_message. destruct (negb _); [exact I|]. destruct q; try exact I; try reflexivity.
  - now destruct (read_hello _).
  - destruct (message_body m) as [|[] []]; exact I || reflexivity.
Qed.

Lemma understood_sets q m r a r' x h : understand_message q m r = Reply a r' ->
  writing ((q, x) :: h) = writing h /\ reading ((q, x) :: h) = reading h.
Proof. unfold understand_message. destruct (negb _); [discriminate|]. now destruct q. Qed.

(** Wherever an explanation has come to. *)
Theorem accounted_keys t h u s : accounted c t h u s ->
  (forall w, writes s = Some w -> of_secret (writing h) w) /\
  (forall k, reads_with s = Some k -> of_secret (reading h) k).
Proof.
  induction 1; try destruct IHaccounted as [Hw Hr]; (split; intros x Hx); cbn [writes reads_with] in *;
    try discriminate; try (injection Hx as <-); cbn [reads with_input with_reads with_early] in *;
    try (exact (Hw _ eq_refl)); try (exact (Hr _ eq_refl)).
  all: try match goal with
    | Ht : take_record c ?r ?head ?kind ?b = _ |- of_secret ?set (reads _) =>
      pose proof (taken_reads set r head kind b (Hr _ eq_refl)) as G; rewrite Ht in G; exact G
    end.
  - exact I.
  - exact I.
  - rewrite (proj1 (understood_sets _ _ _ _ _ a h H2)). exact (Hw _ eq_refl).
  - pose proof (understood_reads q m r') as E. rewrite H2 in E. rewrite E, (next_reads _ _ _ _ _ H1).
    rewrite (proj2 (understood_sets _ _ _ _ _ a h H2)). exact (Hr _ eq_refl).
  - rewrite (idled_reads _ _ H3). apply of_secret_updated. pose proof (understood_reads Recv_data m r') as E.
    rewrite H1 in E. rewrite <- H2, E, (next_reads _ _ _ _ _ H0). exact (Hr _ eq_refl).
  - exact (of_secret_updated _ _ (Hw _ eq_refl)).
  - rewrite (idled_reads _ _ H3). apply of_secret_updated. pose proof (understood_reads Recv_data m r') as E.
    rewrite H1 in E. rewrite <- H2, E, (next_reads _ _ _ _ _ H0). exact (Hr _ eq_refl).
  - apply of_secret_packet. exact (Hw _ eq_refl).
  - apply grown_new.
  - apply grown_new.
  - apply Hw. congruence.
Qed.

(** Where data may be taken or sent: under the application's keys, which come of the secret that Finished was verified
    with. *)
Theorem layered_keys t h s q : layered c t h s -> may_ask c h q -> of_data q ->
  exists su secret pieces, verified c su secret pieces h /\
    let keyed_by label := grown (keys_of c su (application_secret c su secret pieces label)) in
    (forall w, writes s = Some w -> exists k, w = Some k /\ keyed_by l_server_application k) /\
    (forall w, reads_with s = Some w -> exists k, w = Some k /\ keyed_by l_client_application k).
Proof.
  intros (u & Hl) Hq Hd. destruct (accounted_keys _ _ _ _ Hl) as [Hw Hr].
  assert (R : ready c h).
  { destruct q; try contradiction; [exact Hq|]. cbn in Hd. subst kind. now destruct Hq as [|[|[_ Hq]]]. }
  destruct R as (su & secret & pieces & V & (l & Er) & (l' & Ew)). exists su, secret, pieces. split; [exact V|].
  split; intros w E; [specialize (Hw w E); rewrite Ew in Hw|specialize (Hr w E); rewrite Er in Hr]; cbn in *;
    (destruct w as [k|]; [now exists k|contradiction]).
Qed.
End keys.
