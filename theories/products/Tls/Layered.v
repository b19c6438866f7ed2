(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A connection keeps what Layer.v says, whatever its parent answers: because the handshake inside it keeps the order
    (Ordered.v). *)
From Fairlead.Derive Require Import Derive Keeps.
From Fairlead.Tls Require Import Bytes Alert Crypto Hello Messages Records Protocol Order Layer Server Ordered.
Local Open Scope N_scope.

(** ** The same, whatever the account is *)
Section steps.
Context (c : crypto).
Lemma layered_new : layered c [] [] (Open new_reader None).
Proof. eexists. constructor. Qed.
Lemma layered_arrived t h r w b :
  layered c t h (Open r w) ->
  layered c (Came b :: t) h (Open (with_input r (push (input r) b)) w).
Proof. intros (u & H). intros. eexists. eapply accounted_arrived; eassumption. Qed.
Lemma layered_arrived_more t h r w head kind n b :
  layered c t h (Headed r w head kind n) ->
  layered c (Came b :: t) h (Headed (with_input r (push (input r) b)) w head kind n).
Proof. intros (u & H). intros. eexists. eapply accounted_arrived_more; eassumption. Qed.
Lemma layered_header t h r w head i kind n :
  layered c t h (Open r w) ->
  pop 5 (input r) = Some (head, i) ->
  read_header r head = Good (kind, n) ->
  layered c t h (Headed (with_input r i) w head kind n).
Proof. intros (u & H). intros. eexists. eapply accounted_header; eassumption. Qed.
Lemma layered_record t h r w head kind n b i r' :
  layered c t h (Headed r w head kind n) ->
  pop n (input r) = Some (b, i) ->
  take_record c (with_input r i) head kind b = More r' ->
  layered c t h (Open r' w).
Proof. intros (u & H). intros. eexists. eapply accounted_record; eassumption. Qed.
Lemma layered_data t h r w head kind n b i d r' :
  layered c t h (Headed r w head kind n) ->
  may_ask c h Recv_data ->
  pop n (input r) = Some (b, i) ->
  take_record c (with_input r i) head kind b = Data d r' ->
  layered c t ((Recv_data, Got_data d) :: h) (Open r' w).
Proof. intros (u & H). intros. eexists. eapply accounted_data; eassumption. Qed.
Lemma layered_message t h r w q m r' a r'' :
  layered c t h (Open r w) ->
  may_ask c h q ->
  next_message (fst (wanted q)) (snd (wanted q)) r = Good (Some (m, r')) ->
  understand_message q m r' = Reply a r'' ->
  layered c t ((q, a) :: h) (Open r'' w).
Proof. intros (u & H). intros. eexists. eapply accounted_message; eassumption. Qed.
Lemma layered_update t h r w m r' r'' k r3 :
  layered c t h (Open r w) ->
  next_message (fst (wanted Recv_data)) (snd (wanted Recv_data)) r = Good (Some (m, r')) ->
  understand_message Recv_data m r' = Update false r'' ->
  reads r'' = Some k ->
  idled (with_reads r'' (updated c k)) = More r3 ->
  layered c t h (Open r3 w).
Proof. intros (u & H). intros. eexists. eapply accounted_update; eassumption. Qed.
Lemma layered_update_answered t h r k' m r' r'' k r3 :
  layered c t h (Open r (Some k')) ->
  next_message (fst (wanted Recv_data)) (snd (wanted Recv_data)) r = Good (Some (m, r')) ->
  understand_message Recv_data m r' = Update true r'' ->
  reads r'' = Some k ->
  idled (with_reads r'' (updated c k)) = More r3 ->
  layered c (Went (fst (records c (Some k') r_handshake key_update)) :: t) h (Open r3 (Some (updated c k'))).
Proof. intros (u & H). intros. eexists. eapply accounted_update_answered; eassumption. Qed.
Lemma layered_packet t h r w kind b :
  layered c t h (Open r w) ->
  may_ask c h (Send_packet kind b) ->
  layered c (sent (fst (packet c w kind b)) t) ((Send_packet kind b, Taken) :: h) (Open r (snd (packet c w kind b))).
Proof. intros (u & H). intros. eexists. eapply accounted_packet; eassumption. Qed.
Lemma layered_read t h r w s secret :
  layered c t h (Open r w) ->
  is_empty (messages r) = true ->
  layered c t ((Set_read_secret s secret, Taken) :: h) (Open (with_reads r (keys_of c s secret)) w).
Proof. intros (u & H). intros. eexists. eapply accounted_read; eassumption. Qed.
Lemma layered_write t h r w s secret :
  layered c t h (Open r w) ->
  is_empty (messages r) = true ->
  layered c t ((Set_write_secret s secret, Taken) :: h) (Open r (Some (keys_of c s secret))).
Proof. intros (u & H). intros. eexists. eapply accounted_write; eassumption. Qed.
Lemma layered_early t h r w :
  layered c t h (Open r w) ->
  layered c t ((Pass_early_data, Taken) :: h) (Open (with_early r most_early) w).
Proof. intros (u & H). intros. eexists. eapply accounted_early; eassumption. Qed.
Lemma layered_told t h r w d a :
  layered c t h (Open r w) ->
  layered c (Told d a :: t) ((Ask_server d, Answered a) :: h) (Open r w).
Proof. intros (u & H). intros. eexists. eapply accounted_told; eassumption. Qed.
Lemma layered_broken t h s w b :
  layered c t h s ->
  writes s = Some w ->
  layered c (Came b :: t) h (Broken w).
Proof. intros (u & H). intros. eexists. eapply accounted_broken; eassumption. Qed.
Lemma layered_farewell t h s w a :
  layered c t h s ->
  writes s = Some w ->
  layered c (Went (fst (records c w r_alert (alert_bytes a))) :: t) h Over.
Proof. intros (u & H). intros. eexists. eapply accounted_farewell; eassumption. Qed.
End steps.

Section layered.
Context (c : crypto) (f : config).
Notation holds := (keeps (may_demand c) answered).

Lemma keeps_demand {A} (final : wire -> A -> Prop) t d (k : answer -> yields answer demand A) :
  may_demand c t yield d -> (forall a, holds final (answered t yield d a) (k a)) -> holds final t (Eff yield d k).
Proof. intros Hd Hk. apply keeps_eff; assumption. Qed.

(** ** Reading *)
Lemma fill_layered (now : wire -> queue -> Prop) n t q :
  (forall t q b, now t q -> now (Came b :: t) (push q b)) ->
  (forall t q, now t q -> exists h s, layered c t h s /\ s <> Over) -> now t q ->
  holds (fun t' '(q', _) => now t' q') t (fill n q).
Proof.
  intros Hpush Hnow Hq. unfold fill. apply keeps_iter with (always := now); [exact Hq|]. clear t q Hq. intros t q Hq.
  destruct (n <=? size q); [now apply keeps_return|].
  apply keeps_demand; [exact (Hnow _ _ Hq)|]. intros a.
  destruct a; apply keeps_return; first [exact Hq|now apply Hpush].
Qed.

Lemma taken_quiet r head kind b d r' : take_record c r head kind b = Data d r' -> is_empty (messages r') = true.
Proof.
  unfold take_record. destruct (open_record c r head kind b) as [k x r1| | |]; try discriminate.
  - destruct (negb (k =? r_handshake) && negb (is_empty (messages r1)))%bool eqn:E; [discriminate|].
    destruct (k =? r_alert).
    { destruct x as [|? [|[] []]]; try discriminate; unfold idled; destruct (most_idle <=? idle r1); discriminate. }
    destruct (k =? r_handshake); [destruct x; discriminate|].
    destruct ((k =? r_data) && is_established r1)%bool; [|discriminate].
    destruct x; [unfold idled; destruct (most_idle <=? idle r1); discriminate|].
    intros H. injection H as _ <-. cbn in *. now destruct (is_empty (messages r1)).
  - unfold idled. destruct (most_idle <=? idle r0); discriminate.
Qed.

(** What [pull] has got. *)
Definition pulled (q : question) (w : option keys) (h : history) (t : wire)
    (got : sum ending (sum (bytes * reader) (bytes * reader))) : Prop :=
  match got with
  | inl _ => exists s, layered c t h s /\ writes s = Some w
  | inr (inl (m, r')) => exists r, layered c t h (Open r w) /\
      next_message (fst (wanted q)) (snd (wanted q)) r = Good (Some (m, r'))
  | inr (inr (d, r')) => exists r head kind n b i, layered c t h (Headed r w head kind n) /\
      pop n (input r) = Some (b, i) /\ take_record c (with_input r i) head kind b = Data d r'
  end.

Lemma pull_layered q r w h t : layered c t h (Open r w) -> holds (pulled q w h) t (pull c q r).
Proof.
  intros Hr. unfold pull. apply keeps_iter with (always := fun t r => layered c t h (Open r w)); [exact Hr|].
  clear t r Hr. intros t r Hr.
  destruct (next_message _ _ r) as [[[m r']|]|why] eqn:En.
  - apply keeps_return. exists r. now split.
  - apply keeps_bind with (between := fun t '(i, _) => layered c t h (Open (with_input r i) w)).
    { apply (fill_layered (fun t i => layered c t h (Open (with_input r i) w))).
      - intros t1 i b H. exact (layered_arrived c _ _ _ _ b H).
      - intros t1 i H. eexists _, _. split; [exact H|discriminate].
      - now destruct r. }
    clear t Hr. intros t [i over] Hr.
    destruct over as [why|]; [apply keeps_return; eexists; split; [exact Hr|reflexivity]|].
    destruct (pop 5 i) as [[head i']|] eqn:Ep; [|apply keeps_return; eexists; split; [exact Hr|reflexivity]].
    destruct (read_header r head) as [[kind n]|why] eqn:Eh;
      [|apply keeps_return; eexists; split; [exact Hr|reflexivity]].
    apply (layered_header c t h _ w head i' kind n) in Hr; [|exact Ep|exact Eh].
    change (with_input (with_input r i) i') with (with_input r i') in Hr. clear i Ep En Eh.
    apply keeps_bind with (between := fun t '(i, _) => layered c t h (Headed (with_input r i) w head kind n)).
    { apply (fill_layered (fun t i => layered c t h (Headed (with_input r i) w head kind n))).
      - intros t1 i b H. exact (layered_arrived_more c _ _ _ _ _ _ _ b H).
      - intros t1 i H. eexists _, _. split; [exact H|discriminate].
      - exact Hr. }
    clear t i' Hr. intros t [i over] Hr.
    destruct over as [why|]; [apply keeps_return; eexists; split; [exact Hr|reflexivity]|].
    destruct (pop n i) as [[b i']|] eqn:Ep; [|apply keeps_return; eexists; split; [exact Hr|reflexivity]].
    destruct (take_record c (with_input r i') head kind b) as [d r'|r'|why] eqn:Et; apply keeps_return.
    + exists (with_input r i), head, kind, n, b, i'. split; [exact Hr|]. now split.
    + exact (layered_record c _ _ _ _ _ _ _ _ _ _ Hr Ep Et).
    + eexists. split; [exact Hr|reflexivity].
  - apply keeps_return. eexists. split; [exact Hr|reflexivity].
Qed.

(** Receiving what the handshake has asked to receive. *)
Lemma received_quiet q m r a r' : understand_message q m r = Reply a r' -> is_empty (messages r') = true.
Proof.
  unfold understand_message. destruct (is_empty (messages r)) eqn:E; [|discriminate]. cbn.
  destruct q; try discriminate.
  - destruct (read_hello _); [|discriminate]. intros H. injection H as _ <-. exact E.
  - intros H. injection H as _ <-. exact E.
  - destruct (message_body m) as [|[] []]; discriminate.
Qed.
Lemma update_quiet q m r b r' : understand_message q m r = Update b r' -> q = Recv_data.
Proof.
  unfold understand_message. destruct (negb _); [discriminate|]. destruct q; try discriminate.
  - destruct (read_hello _); discriminate.
  - reflexivity.
Qed.

Lemma receive_layered q r w h t : may_ask c h q -> layered c t h (Open r w) ->
  holds (fun t' '(got, w') => match got with
    | inl _ => exists s, layered c t' h s /\ writes s = Some w'
    | inr (a, r') => layered c t' ((q, a) :: h) (Open r' w') /\ is_empty (messages r') = true
    end) t (receive c q r w).
Proof.
  intros Hq Hr. unfold receive.
  apply keeps_iter with (always := fun t '(r, w) => layered c t h (Open r w)); [exact Hr|].
  clear t r w Hr. intros t [r w] Hr.
  apply keeps_bind with (between := pulled q w h); [now apply pull_layered|].
  clear t Hr. intros t [why|[[m r']|[d r']]] Hr; cbn [pulled] in Hr.
  - apply keeps_return. exact Hr.
  - destruct Hr as (r0 & Hr & En). destruct (understand_message q m r') as [a r''|answered r''|why] eqn:Eu.
    + apply keeps_return. split; [exact (layered_message c _ _ _ _ _ _ _ _ _ Hr Hq En Eu)|].
      exact (received_quiet _ _ _ _ _ Eu).
    + assert (Eq := update_quiet _ _ _ _ _ Eu). subst q.
      destruct (reads r'') as [k|] eqn:Ek; [|apply keeps_return; eexists; split; [exact Hr|reflexivity]].
      destruct w as [k'|]; [|apply keeps_return; eexists; split; [exact Hr|reflexivity]].
      apply keeps_let. intros r2 ->.
      destruct (idled (with_reads r'' (updated c k))) as [|r3|] eqn:Ei;
        [apply keeps_return; eexists; split; [exact Hr|reflexivity]| |
         apply keeps_return; eexists; split; [exact Hr|reflexivity]].
      destruct answered; [|apply keeps_return; exact (layered_update c _ _ _ _ _ _ _ _ _ Hr En Eu Ek Ei)].
      pose proof (layered_update_answered c _ _ _ _ _ _ _ _ _ Hr En Eu Ek Ei) as Hl.
      destruct (records c (Some k') r_handshake key_update) as [out w'].
      apply keeps_let. intros w'' ->. cbn [fst] in Hl.
      apply keeps_demand; [eexists _, _; split; [exact Hl|exact I]|]. intros a.
      destruct a; try (apply keeps_return; first [exact Hl|eexists; split; [exact Hl|reflexivity]]).
      apply keeps_return. eexists. split; [exact (layered_broken c _ _ _ _ b Hl eq_refl)|reflexivity].
    + apply keeps_return. eexists. split; [exact Hr|reflexivity].
  - destruct Hr as (r0 & head & kind & n & b & i & Hr & Ep & Et).
    unfold understand_data.
    destruct q; try (apply keeps_return; eexists; split; [exact Hr|reflexivity]).
    apply keeps_return. split; [exact (layered_data c _ _ _ _ _ _ _ _ _ _ _ Hr Hq Ep Et)|].
    exact (taken_quiet _ _ _ _ _ _ Et).
Qed.

(** ** The whole connection *)
Definition any_return (t : wire) (a : unit) : Prop := True.

Lemma farewell_layered w why t h s : layered c t h s -> writes s = Some w ->
  holds any_return t
    (match farewell c w why with [] => Return tt | out => Eff yield (Send out) (fun _ => Return tt) end).
Proof.
  intros Hl Hw.
  assert (G : forall a, holds any_return t (match fst (records c w r_alert (alert_bytes a)) with
    | [] => Return tt | out => Eff yield (Send out) (fun _ => Return tt) end)).
  { intros a. pose proof (layered_farewell c _ _ _ _ a Hl Hw) as Hf. destruct (fst _); [now apply keeps_return|].
    apply keeps_demand; [eexists _, _; split; [exact Hf|exact I]|]. intros r. now apply keeps_return. }
  destruct why; try exact (G _). now apply keeps_return.
Qed.

Definition going (t : wire) (x : reader * option keys * coro (handshake c) reply question ending * reply) : Prop :=
  let '(r, w, child, a) := x in
  exists known, suspended_keeps (ordered c) recorded any_end known child /\ layered c t (known a) (Open r w) /\
    is_empty (messages r) = true.
Definition gone (t : wire) (x : option keys * ending) : Prop :=
  exists h s, layered c t h s /\ writes s = Some (fst x).
Notation round := (fun t x => match x with inl s => going t s | inr y => gone t y end).

Theorem connection_layered first : holds any_return [] (connection c f first).
Proof.
  unfold connection. apply keeps_let. intros child ->.
  apply keeps_bind with (between := gone).
  2: { intros t [w why] (h & s & Hl & Hw). exact (farewell_layered _ _ _ _ _ Hl Hw). }
  apply keeps_iter with (always := going).
  { exists (fun _ => []). split; [|split; [apply layered_new|reflexivity]]. intros a. apply handshake_ordered. }
  intros t [[[r w] child'] a] (known & Hc & Hl & Hm).
  apply (keeps_resume _ _ _ _ _ _ _ _ _ _ _ Hc).
  2: { intros why _. apply keeps_return. eexists _, _. split; [exact Hl|reflexivity]. }
  clear child' Hc. intros q child Hq Hc.
  assert (Hreceive : holds round t (bind (receive c q r w) (fun '(got, w) => match got with
      | inl why => Return (inr (w, why))
      | inr (a, r) => Return (inl (r, w, child, a))
      end))).
  { apply keeps_bind with (between := fun t' '(got, w') => match got with
      | inl _ => exists s, layered c t' (known a) s /\ writes s = Some w'
      | inr (a', r') => layered c t' ((q, a') :: known a) (Open r' w') /\ is_empty (messages r') = true
      end); [now apply receive_layered|].
    intros t' [[why|[a' r']] w'] H; apply keeps_return.
    - destruct H as (s & H). now exists (known a), s.
    - exists (fun a' => (q, a') :: known a). split; [exact Hc|exact H]. }
  destruct q as [| | |kind b|s secret|s secret| |d]; try exact Hreceive; clear Hreceive;
    try (apply keeps_return; eexists; split; [exact Hc|]).
  - pose proof (layered_packet c _ _ _ _ kind b Hl Hq) as Hp. destruct (packet c w kind b) as [out w']. cbn in Hp.
    assert (Hnext : holds round (sent out t) (Return (inl (r, w', child, Taken)))).
    { apply keeps_return. eexists. split; [exact Hc|]. split; [exact Hp|exact Hm]. }
    destruct out as [|x out]; [exact Hnext|]. cbn [sent] in *.
    apply keeps_demand; [eexists _, _; split; [exact Hp|exact I]|]. intros a'.
    destruct a'; try exact Hnext; apply keeps_return; eexists _, _;
      (split; [first [exact Hp|exact (layered_broken c _ _ _ _ _ Hp eq_refl)]|reflexivity]).
  - split; [exact (layered_read c _ _ _ _ s secret Hl Hm)|exact Hm].
  - split; [exact (layered_write c _ _ _ _ s secret Hl Hm)|exact Hm].
  - split; [exact (layered_early c _ _ _ _ Hl)|exact Hm].
  - assert (Hnext : forall a', holds round (Told d a' :: t) (Return (inl (r, w, child, Answered a')))).
    { intros a'. apply keeps_return. eexists. split; [exact Hc|].
      split; [exact (layered_told c _ _ _ _ d a' Hl)|exact Hm]. }
    destruct d; try destruct Hq; (apply keeps_demand; [eexists _, _; split; [exact Hl|discriminate]|exact Hnext]).
Qed.
End layered.
