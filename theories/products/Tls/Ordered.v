(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The handshake keeps the order of Order.v, whatever it is replied and whatever the cryptography is. *)
From Fairlead.Derive Require Import Derive Keeps.
From Fairlead.Tls Require Import Bytes Alert Crypto Hello Messages Records Http Protocol Order Server.
Local Open Scope N_scope.

Lemma concat_pieces (l : list bytes) a b d : concat (l ++ [a; b] ++ [d]) = concat (l ++ [a ++ b ++ d]).
Proof. rewrite !concat_app. cbn. now rewrite !app_nil_r, <- !app_assoc. Qed.

(** Nothing was said, and the secret for reading is the same. *)
Definition unsaid (h h' : history) : Prop :=
  (exists l, h' = l ++ h) /\ messages_of h' = messages_of h /\ hellos h' = hellos h /\ reading h' = reading h.
Lemma unsaid_refl h : unsaid h h.
Proof. repeat split. now exists []. Qed.
Lemma unsaid_cons h h' q a : said (q, a) = [] ->
  match q with Recv_client_hello | Set_read_secret _ _ => False | _ => True end ->
  unsaid h h' -> unsaid h ((q, a) :: h').
Proof.
  intros Hs Hq ((l & ->) & Hm & Hh & Hr). repeat split.
  - now exists ((q, a) :: l).
  - cbn [messages_of]. now rewrite Hs, app_nil_r.
  - rewrite <- Hh. now destruct q.
  - rewrite <- Hr. now destruct q.
Qed.

Lemma transcript_said c a h h' l : messages_of h <> [] -> hellos h' = hellos h -> messages_of h' = messages_of h ++ l ->
  transcript c a h' = transcript c a h ++ l.
Proof.
  intros Hn Hh Hm. unfold transcript. rewrite Hh, Hm. destruct (messages_of h) as [|m ms]; [easy|].
  now destruct (hellos h) as [|[|[|]]].
Qed.

Section ordered.
Context (c : crypto) (f : config).
Notation holds := (keeps (ordered c) recorded).

Lemma verified_cons s secret pieces x h : verified c s secret pieces h -> verified c s secret pieces (x :: h).
Proof.
  intros (l & H). exists (x :: l). destruct H as (a & b & d & e & g & -> & H). now exists a, b, d, e, g.
Qed.
Lemma ready_cons q a h : match q with Set_read_secret _ _ | Set_write_secret _ _ => False | _ => True end ->
  ready c h -> ready c ((q, a) :: h).
Proof.
  intros Hq (s & secret & pieces & V & (R & W)). exists s, secret, pieces. split; [now apply verified_cons|].
  split; [destruct R as (l & R)|destruct W as (l & W)]; exists l; now destruct q.
Qed.

Lemma keeps_ask {A} (final : history -> A -> Prop) h q (k : reply -> yields reply question A) :
  may_ask c h q -> (forall a, holds final ((q, a) :: h) (k a)) -> holds final h (Eff yield q k).
Proof. intros Hq Hk. apply keeps_eff; assumption. Qed.

(** Before the Finished: what may be asked there. *)
Ltac ask :=
  apply keeps_ask; [first [exact I | left; reflexivity | right; left; reflexivity] | intros ?r].

Lemma retry_ordered s g raw h before : hellos before = 1%nat -> messages_of before = [raw] ->
  holds (fun h' r => match r with
    | Good (share, hello, raw', told) =>
      messages_of h' = [raw; retry_request h s g; raw'] /\ hellos h' = 2%nat /\
      told = [message_hash (hash c (suite_hash s) [raw]); retry_request h s g]
    | Bad _ => True
    end) before (retry c s g raw h).
Proof.
  intros Hh Hm. unfold retry. apply keeps_let. intros request Er. apply keeps_let. intros told Et.
  apply keeps_let. intros first _. ask. ask.
  apply keeps_bind with (between := fun h' _ => hellos h' = 1%nat /\ messages_of h' = [raw; request]).
  { destruct (early_data h); [ask|]; apply keeps_return; cbn; rewrite Hm; auto. }
  intros h1 _ (Hh1 & Hm1). ask. destruct (hello_of r1) as [[raw2 h2]|why] eqn:E; [|now apply keeps_return].
  assert (Ho : hellos ((Recv_client_hello, r1) :: h1) = 2%nat) by (cbn; now rewrite Hh1).
  assert (Hn : messages_of ((Recv_client_hello, r1) :: h1) = [raw; request; raw2]).
  { cbn. rewrite Hm1. destruct r1; try discriminate. now injection E as -> ->. }
  destruct (second_hello_fits _ _ _ _); [|now apply keeps_return].
  destruct (choose_share h2) as [[? [share|]]|]; apply keeps_return; try exact I. subst. auto.
Qed.

Lemma resume_ordered s h told raw before :
  holds (fun h' r => match r with
    | Good None => unsaid before h'
    | Good (Some (_, psk)) => unsaid before h' /\ shared_before (suite_hash s) h' psk
    | Bad _ => True
    end) before (resume_session c s h told raw).
Proof.
  unfold resume_session. destruct (keys_to_try h) as [o|]; [|apply keeps_return, unsaid_refl].
  ask. apply keeps_let. intros now_ _. apply keeps_let. intros saying _.
  match goal with |- keeps _ _ _ ?now _ => set (h1 := now) end.
  assert (U : unsaid before h1) by (apply unsaid_cons; [easy..|apply unsaid_refl]).
  clearbody h1. revert h1 U. generalize 0 as i.
  induction (firstn 8 (identities o)) as [|[id binder] l IH]; intros i h1 U; [apply keeps_return; exact U|].
  ask. assert (U1 : unsaid before ((Ask_server (Find_session id), r0) :: h1)) by now apply unsaid_cons.
  destruct (session_of r0) as [x|] eqn:Ex; [|now apply IH]. destruct (usable _ _ _); [|now apply IH].
  apply keeps_let. intros early _. apply keeps_let. intros binder_key _.
  destruct (same_bytes _ _ _); [|now apply keeps_return]. ask. apply keeps_return.
  split; [apply unsaid_cons; easy|].
  right. exists id, x, r1. split; [|split; [now left|reflexivity]]. right. left.
  destruct r0 as [| | | | |a]; try discriminate. destruct a; try discriminate. cbn in Ex. now rewrite Ex.
Qed.

Lemma authenticate_ordered s told before :
  holds (fun h' _ => unsaid before h') before (authenticate c f s told).
Proof.
  unfold authenticate. apply keeps_let. intros shown _. ask.
  destruct (signature_of r); apply keeps_return; (apply unsaid_cons; [easy..|apply unsaid_refl]).
Qed.

Lemma ticket_ordered s master before : ready c before ->
  holds (fun h' _ => ready c h') before (give_ticket c s master).
Proof.
  intros V. unfold give_ticket. ask. apply keeps_let. intros id _. ask. apply keeps_let. intros age _. ask.
  apply keeps_let. intros secret _. ask. ask. apply keeps_return. now do 5 (apply ready_cons; [exact I|]).
Qed.

Lemma serve_ordered before : ready c before -> holds any_end before (serve f).
Proof.
  intros V. unfold serve. apply keeps_iter with (always := fun h _ => ready c h); [exact V|]. clear before V.
  intros h [[[backwards n] b] count] V. destruct (scan backwards n b) as [backwards' n'|head b'].
  - destruct (most_head <? n').
    + apply keeps_ask; [right; right; now split|]. intros r. now apply keeps_return.
    + apply keeps_ask; [exact V|]. intros r. apply (ready_cons Recv_data r) in V; [|exact I].
      destruct r; apply keeps_return; first [exact V|exact I].
  - destruct (answer_to _ _ _) as [out closes]. apply keeps_ask; [right; right; now split|].
    intros r. apply (ready_cons (Send_packet r_data out) r) in V; [|exact I].
    destruct closes; apply keeps_return; first [exact V|exact I].
Qed.

Theorem handshake_ordered first : holds any_end [] (handshake c f first).
Proof.
  unfold handshake. ask. destruct (hello_of r) as [[raw h]|why] eqn:Eh; [|now apply keeps_return].
  match goal with |- keeps _ _ _ ?now _ => set (h1 := now) end.
  assert (H1 : hellos h1 = 1%nat) by reflexivity.
  assert (M1 : messages_of h1 = [raw]).
  { destruct r; try discriminate. cbn in *. now injection Eh as -> ->. }
  clearbody h1.
  destruct (choose_suite h) as [s|]; [|now apply keeps_return].
  destruct (choose_share h) as [[g offered]|]; [|now apply keeps_return].
  destruct (choose_protocol h) as [protocol|]; [|now apply keeps_return].
  apply keeps_bind with (between := fun h' r => match r with
    | Good (share, hello, raw', told) => transcript c (suite_hash s) h' = told ++ [raw'] /\ messages_of h' <> []
    | Bad _ => True
    end).
  { destruct offered as [share|].
    - apply keeps_return. cbn beta iota.
      unfold transcript. rewrite H1, M1. now split.
    - eapply keeps_impl; [now apply retry_ordered|]. intros h' [[[[share hello] raw'] told]|why] Hr; [|exact I].
      destruct Hr as (Hm & Hh & ->). unfold transcript. rewrite Hh, Hm. now split. }
  clear raw h1 H1 M1 Eh offered. intros h1 [[[[share hello] raw] told]|why]; [|intros _; now apply keeps_return].
  intros [T N]. apply keeps_bind with (between := fun h' r => match r with
    | Good None => unsaid h1 h'
    | Good (Some (_, psk)) => unsaid h1 h' /\ shared_before (suite_hash s) h' psk
    | Bad _ => True
    end); [apply resume_ordered|].
  intros h2 [resumed|why]; [|intros _; now apply keeps_return]. intros U.
  assert (T2 : transcript c (suite_hash s) h2 = told ++ [raw] /\ messages_of h2 <> [] /\
    shared_before (suite_hash s) h2 (match resumed with Some (_, psk) => psk | None => hash_zeros (suite_hash s) end)).
  { assert (V : unsaid h1 h2) by (destruct resumed as [[? ?]|]; [apply U|exact U]).
    destruct V as (_ & Hm & Hh & _). rewrite <- T. unfold transcript. rewrite Hm, Hh. split; [reflexivity|].
    split; [exact N|]. destruct resumed as [[? psk]|]; [apply U|now left]. }
  clear h1 T N U. destruct T2 as (T & N & P).
  destruct (match resumed with Some _ => Good tt | None => accepts_signature (scheme f) hello end) as [[]|why];
    [|now apply keeps_return].

  (* ServerHello *)
  ask. apply keeps_let. intros random _. ask.
  destruct (shared_of r1) as [[ours shared]|] eqn:Es; [|now apply keeps_return].
  apply keeps_let. intros sent _. apply keeps_let. intros said0 ->. ask. ask.
  match goal with |- keeps _ _ _ ?h (bind _ _) => set (h3 := h) end.
  assert (T3 : transcript c (suite_hash s) h3 = told ++ [raw; sent] /\ messages_of h3 <> [] /\
    shared_before (suite_hash s) h3 (match resumed with Some (_, psk) => psk | None => hash_zeros (suite_hash s) end) /\
    In (Ask_server (Get_shared g share), Answered (Shared (Some (ours, shared)))) h3).
  { split; [|split; [|split]].
    - rewrite (transcript_said c (suite_hash s) h2 h3 [sent]); [now rewrite T, <- app_assoc|easy..|].
      cbn. now rewrite !app_nil_r.
    - cbn. rewrite !app_nil_r. now destruct (messages_of h2).
    - destruct P as [P|(id & x & r4 & P)]; [now left|]. right. exists id, x, r4. cbn. tauto.
    - right. right. left. destruct r1 as [| | | | |[]]; try discriminate. cbn in Es. now rewrite Es. }
  clearbody h3. clear h2 T N P r r0 r1 r2 r3 Es. destruct T3 as (T & N & P & G).
  apply keeps_bind with (between := fun h' _ => h' = h3 \/ exists r, h' = (Pass_early_data, r) :: h3).
  { destruct (early_data hello); [ask|]; apply keeps_return; eauto. }
  intros h4 _ H4.
  assert (T4 : transcript c (suite_hash s) h4 = told ++ [raw; sent] /\ messages_of h4 <> [] /\
    agreed c (suite_hash s) h4
      (hkdf_extract c (suite_hash s) (derive_secret c (suite_hash s) (hkdf_extract c (suite_hash s)
        (hash_zeros (suite_hash s)) (match resumed with Some (_, psk) => psk | None => hash_zeros (suite_hash s) end))
        l_derived (hash c (suite_hash s) [])) shared)).
  { assert (E : transcript c (suite_hash s) h4 = told ++ [raw; sent] /\ messages_of h4 <> []).
    { destruct H4 as [->|(r & ->)]; [now split|]. rewrite <- T. unfold transcript. cbn. rewrite !app_nil_r. now split. }
    split; [apply E|]. split; [apply E|]. eexists _, _, _, _, _. split; [|split; [|reflexivity]].
    - destruct H4 as [->|(r & ->)]; [exact G|right; exact G].
    - destruct P as [P|(id & x & r4 & P)]; [now left|right; exists id, x, r4].
      destruct H4 as [->|(r & ->)]; [exact P|cbn; tauto]. }
  clear h3 H4 T N P G. destruct T4 as (T & N & K).

  (* the key schedule *)
  apply keeps_let. intros hs Ehs. apply keeps_let. intros nothing ->. apply keeps_let. intros early ->.
  apply keeps_let. intros no_message ->. apply keeps_let. intros said0 ->. apply keeps_let. intros secret Esecret.
  rewrite <- Ehs in K, T. rewrite <- Esecret in K. clear Esecret.
  apply keeps_let. intros client_secret Ec. rewrite <- T in Ec.
  apply keeps_let. intros server_secret _. apply keeps_let. intros master Em.
  ask. ask. apply keeps_let. intros extensions _.
  match goal with |- keeps _ _ _ ?h (bind _ _) => set (h5 := h) end.
  assert (H5 : reading h5 = Some (s, client_secret, h4)) by reflexivity.
  assert (T5 : transcript c hs h5 = told ++ [raw; sent]).
  { rewrite (transcript_said c hs h4 h5 []); [now rewrite T, app_nil_r|easy..|]. cbn. now rewrite !app_nil_r. }
  assert (N5 : messages_of h5 <> []) by (cbn; now rewrite !app_nil_r).
  clearbody h5. clear T N r r0.
  apply keeps_bind with (between := fun h' _ => unsaid h5 h').
  { destruct resumed; [apply keeps_return, unsaid_refl|].
    eapply keeps_impl; [apply authenticate_ordered|]. intros ? ? H. exact H. }
  intros h6 [shown|why] (_ & Hm & Hh & Hr); [|now apply keeps_return].
  assert (T6 : transcript c hs h6 = told ++ [raw; sent] /\ messages_of h6 <> []).
  { rewrite <- T5. unfold transcript. now rewrite Hm, Hh. }
  rewrite H5 in Hr. clear h5 H5 T5 N5 Hm Hh.
  apply keeps_let. intros full ->. apply keeps_let. intros finish _. apply keeps_let. intros full Ef.
  apply keeps_let. intros said0 Es. ask. ask.
  match goal with |- keeps _ _ _ ?h (Eff _ _ _) => set (h7 := h) end.
  assert (H7 : reading h7 = Some (s, client_secret, h4)) by exact Hr.
  assert (W7 : exists until, writing h7 = Some (s, derive_secret c hs master l_server_application said0, until))
    by (now eexists).
  assert (T7 : concat full = concat (transcript c hs h7)).
  { rewrite (transcript_said c hs h6 h7 [extensions ++ shown ++ finish]); [|easy..|cbn; now rewrite !app_nil_r].
    rewrite (proj1 T6), Ef, <- app_assoc. apply concat_pieces. }
  clearbody h7. clear h6 Hr T6 Ef r r0.

  (* {Finished} of the client *)
  ask. destruct r as [|?|raw' verify_data|?| |?]; try now apply keeps_return.
  destruct (negb (len verify_data =? hash_size hs)) eqn:El; [now apply keeps_return|].
  destruct (same_bytes _ _ _) eqn:E; [|now apply keeps_return].
  match goal with |- keeps _ _ _ ?h _ => assert (V : verified c s secret full h) end.
  { exists [], raw', verify_data, h7, client_secret, h4. split; [reflexivity|]. split; [exact H7|].
    rewrite <- Ehs. split; [exact K|]. split; [exact Ec|]. split; [exact T7|]. split; [|now rewrite <- Es].
    apply N.eqb_eq. now destruct (len verify_data =? hash_size hs). }
  ask. match goal with |- keeps _ _ _ ?h _ => assert (R : ready c h) end.
  { exists s, secret, full. split; [now apply verified_cons|]. unfold keyed, application_secret.
    rewrite <- Ehs, <- Em, <- Es. split; [now eexists|]. destruct W7 as (until & W7). exists until. exact W7. }
  revert R. clear. match goal with |- ready _ ?h -> _ => generalize h end. intros h V.
  apply keeps_bind with (between := fun h' _ => ready c h'); [now apply ticket_ordered|].
  intros h' _ V'. now apply serve_ordered.
Qed.
End ordered.
