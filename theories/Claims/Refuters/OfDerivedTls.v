(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/DerivedTls.v: see All.v. *)
From Fairlead.Derive Require Import Derive Keeps.
From Fairlead.Tls Require Import Bytes Alert Crypto Hello Messages Records Protocol Order Ordered Server.
From Fairlead.Tls Require Import Layer Layered Whole Keys Nonces.
Local Open Scope N_scope.

(** ** Broken servers: the same machine, computing with something else than it should *)

(** What it should compute with: a hash that is what it hashes, and nothing hidden. *)
Definition plain : crypto := {|
  hash _ l := concat l; hmac _ _ b := b; hkdf_extract _ _ b := b; hkdf_expand _ k _ _ := k;
  aead_seal _ _ _ _ b := b; aead_open _ _ _ _ b := Some b; same_bytes := equal |}.
(** To which all is the same: it serves, whatever Finished says. *)
Definition hasty : crypto := {|
  hash _ l := concat l; hmac _ _ b := b; hkdf_extract _ _ b := b; hkdf_expand _ k _ _ := k;
  aead_seal _ _ _ _ b := b; aead_open _ _ _ _ b := Some b; same_bytes _ _ := true |}.
(** Which hears nothing of what is said: its Finished is of no transcript. *)
Definition deaf : crypto := {|
  hash _ _ := zeros 32; hmac _ _ b := b; hkdf_extract _ _ b := b; hkdf_expand _ k _ _ := k;
  aead_seal _ _ _ _ b := b; aead_open _ _ _ _ b := Some b; same_bytes := equal |}.

Definition some_config : config := Config [] 0x0403 [].
Definition some_hello : hello := {|
  session_id := []; suite_codes := [0x1301]; group_codes := [29]; signatures := Some [0x0403];
  shares := [(29, zeros 32)]; protocols := None; psk := None; psk_modes := None; early_data := false; fixed := [];
  extensions := [] |}.
(** A client that says hello, and a Finished of zeros. *)
Definition replies : list reply := [Got_client_hello [x01] some_hello; Answered (Random []);
  Answered (Shared (Some ([], []))); Taken; Taken; Taken; Taken; Answered (Signature (Some [])); Taken; Taken;
  Got_finished [x14] (zeros 32); Taken; Answered (Random []); Answered (Random []); Answered (Time 0);
  Answered Carried_out; Taken].

(** And one that keeps to itself what it would write with: our machine, past whose secrets for writing it goes on. *)
Definition past (c : crypto) : nat -> handshake_outcome -> handshake_outcome :=
  fix past n o := match n, o with
  | S n, Ask s q => match q with Set_write_secret _ _ => past n (handshake_step c s Taken) | _ => o end
  | _, _ => o
  end.
Definition open_step (c : crypto) s r : handshake_outcome := past c 2 (handshake_step c s r).

Definition drive (step : forall s : handshake_state, yield_rets reply (handshake_pending s) -> handshake_outcome) :
    nat -> list reply -> handshake_outcome -> history -> handshake_outcome * history :=
  fix drive n l o h := match n, o, l with
  | S n, Ask s q, r :: l => drive n l (step s r) (recorded h _ q r)
  | S n, Silent t, _ => drive n l (handshake_go_on t) h
  | _, _, _ => (o, h)
  end.
Lemma drive_comes step n o : forall l o1 h1 r,
  comes_to recorded step handshake_go_on o [] o1 h1 -> drive step n l o1 h1 = r ->
  comes_to recorded step handshake_go_on o [] (fst r) (snd r).
Proof.
  induction n as [|n IH]; intros l o1 h1 r H E; cbn in E; [now subst r|].
  destruct o1 as [a|s q|t]; [now subst r| |].
  - destruct l as [|a l]; [now subst r|]. eapply IH; [|exact E]. now constructor.
  - destruct l; (eapply IH; [|exact E]; now constructor).
Qed.

(** The client's Finished messages, each with what was before it. *)
Fixpoint finisheds (h : history) : list (bytes * history) :=
  match h with
  | [] => []
  | (Recv_finished, Got_finished _ v) :: h => (v, h) :: finisheds h
  | _ :: h => finisheds h
  end.
Lemma not_ready h :
  (forall v before a, In (v, before) (finisheds h) ->
    v = zeros 32 /\ exists l, concat (transcript plain a before) = x01 :: l) -> ~ ready plain h.
Proof.
  intros H (s & secret & pieces & (after & raw & v & before & client & h0 & -> & _ & _ & _ & Ec & _ & Es) & _).
  destruct (H v before (suite_hash s)) as (-> & l & El).
  - induction after as [|[q r] after IH]; [now left|]. cbn.
    assert (G : In (v, before) (finisheds (after ++ (Recv_finished, Got_finished raw v) :: before))).
    { apply IH. intros v' before' a Hin. apply H. cbn. destruct q, r; try exact Hin. now right. }
    destruct q, r; try exact G. now right.
  - rewrite El in Ec. cbn in Es. rewrite Ec in Es. discriminate.
Qed.

(** What they come to with that client. *)
Definition hasty_asks := Eval vm_compute in
  drive (handshake_step hasty) 40 replies (handshake_start some_config Start) [].
Definition deaf_asks := Eval vm_compute in
  drive (handshake_step deaf) 40 replies (handshake_start some_config Start) [].
Lemma hasty_comes : drive (handshake_step hasty) 40 replies (handshake_start some_config Start) [] = hasty_asks.
Proof. vm_cast_no_check (eq_refl hasty_asks). Qed.
Lemma deaf_comes : drive (handshake_step deaf) 40 replies (handshake_start some_config Start) [] = deaf_asks.
Proof. vm_cast_no_check (eq_refl deaf_asks). Qed.

Lemma hasty_unready : ~ ready plain (snd hasty_asks).
Proof.
  apply not_ready. intros v before a F. cbn in F. destruct F as [F|[]]. injection F as <- <-. split; [reflexivity|].
  eexists. cbn. reflexivity.
Qed.
Lemma deaf_unready : ~ ready plain (snd deaf_asks).
Proof.
  apply not_ready. intros v before a F. cbn in F. destruct F as [F|[]]. injection F as <- <-. split; [reflexivity|].
  eexists. cbn. reflexivity.
Qed.

(** With that client, whose Finished is right where no hash hears anything, the third comes to data, too. *)
Definition open_replies : list reply := [Got_client_hello [x01] some_hello; Answered (Random []);
  Answered (Shared (Some ([], []))); Taken; Taken; Taken; Answered (Signature (Some [])); Taken;
  Got_finished [x14] (zeros 32); Taken; Answered (Random []); Answered (Random []); Answered (Time 0);
  Answered Carried_out; Taken].
Definition open_asks := Eval vm_compute in
  drive (open_step deaf) 40 open_replies (handshake_start some_config Start) [].
Lemma open_comes : drive (open_step deaf) 40 open_replies (handshake_start some_config Start) [] = open_asks.
Proof. vm_cast_no_check (eq_refl open_asks). Qed.
Definition open_suite : suite := Suite 0x1301 sha256 aes_128_gcm.
Definition open_pieces : list bytes := transcript deaf sha256 (skipn 7 (snd open_asks)).
Lemma open_verified : verified deaf open_suite [] open_pieces (snd open_asks).
Proof.
  exists (firstn 6 (snd open_asks)), [x14], (zeros 32), (skipn 7 (snd open_asks)). eexists _, _.
  split; [reflexivity|]. split; [reflexivity|]. split; [|repeat split; reflexivity].
  exists x25519, (zeros 32), [], [], (zeros 32). split; [cbn; tauto|]. split; [now left|reflexivity].
Qed.
Lemma open_unkeyed su secret pieces : ~ keyed deaf su secret pieces (snd open_asks).
Proof. intros (_ & until & H). discriminate H. Qed.
Lemma open_comes_to : exists s,
  comes_to recorded (open_step deaf) handshake_go_on (handshake_start some_config Start) []
    (Ask s Recv_data) (snd open_asks).
Proof. eexists. exact (drive_comes _ _ _ _ _ _ _ (comes_here _ _ _ _ _) open_comes). Qed.

(** The first serves whom it should not; so does the second, whose Finished is of another transcript. The third, whose
    client's Finished is right, reads and writes under whatever keys there are. *)
Theorem tls_no_early_data_refuter :
  (Forall (fun broken => exists s q h,
    comes_to recorded (handshake_step broken) handshake_go_on (handshake_start some_config Start) [] (Ask s q) h /\
    ~ ordered plain h _ q) [hasty; deaf]) /\
  exists s q h, comes_to recorded (open_step deaf) handshake_go_on (handshake_start some_config Start) [] (Ask s q) h /\
    (exists su secret pieces, verified deaf su secret pieces h) /\ ~ ordered deaf h _ q.
Proof.
  split; [|destruct open_comes_to as (s & H); exists s, Recv_data; eexists; split; [exact H|];
    split; [eexists _, _, _; exact open_verified|intros (su & secret & pieces & _ & K); exact (open_unkeyed _ _ _ K)]].
  constructor; [|constructor; [|constructor]].
  - eexists _, _, _. split; [exact (drive_comes _ _ _ _ _ _ _ (comes_here _ _ _ _ _) hasty_comes)|].
    exact hasty_unready.
  - eexists _, _, _. split; [exact (drive_comes _ _ _ _ _ _ _ (comes_here _ _ _ _ _) deaf_comes)|].
    exact deaf_unready.
Qed.

(** ** Servers that send what has no explanation *)
Local Open Scope program_scope.

(** One that goes on sending when it has closed. *)
Definition chatty : t args rets Empty_set :=
  iter (fun _ : unit =>
    '(socket, _) <- wait tt;
    _ <- close socket;
    _ <- send (socket, [x00]);
    Return (inl tt)) tt.
Derive chatty.

(** One that sends data of the application to whoever comes: a record as it would be sealed. *)
Definition blurting : t args rets Empty_set :=
  iter (fun _ : unit =>
    '(socket, _) <- wait tt;
    _ <- send (socket, [x17; x03; x03; x00; x12; x2a; x17]);
    Return (inl tt)) tt.
Derive blurting.

Lemma onwards {state turn A} {pending : state -> effect}
    (step : forall s, rets (pending s) -> Machine.outcome args state turn pending A)
    go_on o l o' l' : comes_to logged step go_on o l o' l' ->
  match o' with
  | Done _ => True
  | Ask s a => forall r, comes_to logged step go_on o l (step s r) (logged l' _ a r)
  | Silent t => comes_to logged step go_on o l (go_on t) l'
  end.
Proof. destruct o'; [easy|intros H r; now constructor|intros H; now constructor]. Qed.

(** Before anything has come, nothing is read. *)
Definition unread (s : standing) : Prop :=
  match s with Open r _ => input r = empty /\ messages r = empty | Headed _ _ _ _ _ => False | _ => True end.
Definition unheard (t : wire) : Prop := forall b, ~ In (Came b) t.
Definition no_finished (h : history) : Prop := forall raw v, ~ In (Recv_finished, Got_finished raw v) h.
Lemma not_ready_unheard c h : no_finished h -> ~ ready c h.
Proof.
  intros H (_ & _ & _ & (after & raw & v & before & _ & _ & -> & _) & _). apply (H raw v), in_elt.
Qed.

Definition of_no_data (b : bytes) : Prop := hd x00 b = x17 -> last b x00 <> x17.
Lemma last_sealed kind k l : l <> [] -> last (fst (sealed_all plain k kind l)) x00 = low kind.
Proof.
  revert k. induction l as [|b l IH]; [easy|]. intros k _. cbn [sealed_all].
  specialize (IH (advanced k)). destruct (sealed_all plain (advanced k) kind l) as [rest k'] eqn:E. cbn [fst] in *.
  unfold sealed. cbn [plain aead_seal]. destruct l as [|b' l].
  - cbn in E. injection E as <- _. rewrite app_nil_r, app_assoc. apply last_last.
  - rewrite <- (IH ltac:(discriminate)). destruct (exists_last (l := rest)) as (l1 & x & ->).
    { intros ->. cbn in E. destruct (sealed_all plain _ kind l). discriminate. }
    rewrite app_assoc, !last_last. reflexivity.
Qed.
Lemma some_pieces most b : pieces most b <> [].
Proof.
  unfold pieces. generalize most at 2, (@nil byte). induction b as [|x b IH]; [easy|]. intros n p. cbn.
  destruct (n =? 0); [easy|apply IH].
Qed.
Lemma records_of_no_data w kind b : kind <> r_data -> low kind <> x17 -> of_no_data (fst (records plain w kind b)).
Proof.
  intros _ Hk. unfold of_no_data, records. pose proof (some_pieces most b) as Hp. destruct w as [k|].
  - intros _. pose proof (last_sealed kind k _ Hp) as Hl.
    destruct (sealed_all plain k kind (pieces most b)). cbn in *. congruence.
  - cbn [fst]. destruct (pieces most b) as [|p l]; [easy|]. cbn. intros Hh. congruence.
Qed.

Lemma nothing_next kind longest r m r' : messages r = empty -> next_message kind longest r <> Good (Some (m, r')).
Proof. intros E. unfold next_message. now rewrite E. Qed.

Lemma unheard_no_data t h u s : accounted plain t h u s -> unheard t ->
  unread s /\ no_finished h /\ forall b, In (Went b) t -> of_no_data b.
Proof.
  assert (U : forall x l, unheard (x :: l) -> unheard l) by (intros x l H b Hb; apply (H b); now right).
  assert (N : forall q a h, q <> Recv_finished -> no_finished h -> no_finished ((q, a) :: h)).
  { intros q a l Hq Hh raw v [E|H]; [now injection E as -> _|now apply (Hh raw v)]. }
  induction 1; intros Hu.
  - split; [easy|]. split; [intros ? ? []|intros ? []].
  - destruct (Hu b). now left.
  - destruct (Hu b). now left.
  - destruct (IHaccounted Hu) as ([Ei _] & _). rewrite Ei in H0. discriminate.
  - now destruct (IHaccounted Hu) as ([] & _).
  - now destruct (IHaccounted Hu) as ([] & _).
  - destruct (IHaccounted Hu) as ([_ Em] & _). now destruct (nothing_next _ _ _ _ _ Em H1).
  - destruct (IHaccounted Hu) as ([_ Em] & _). now destruct (nothing_next _ _ _ _ _ Em H0).
  - destruct (IHaccounted (U _ _ Hu)) as ([_ Em] & _). now destruct (nothing_next _ _ _ _ _ Em H0).
  - assert (Ht : unheard t) by (unfold sent in Hu; destruct (fst _); [exact Hu|exact (U _ _ Hu)]).
    destruct (IHaccounted Ht) as (Hr & Hh & Hb). split; [exact Hr|]. split; [apply N; [discriminate|exact Hh]|].
    intros b' Hin. unfold sent in Hin. destruct (fst (packet plain w kind b)) as [|x out] eqn:Ep; [now apply Hb|].
    destruct Hin as [E|Hin]; [|now apply Hb]. injection E as <-. rewrite <- Ep. unfold packet.
    destruct H0 as [->|[->|[-> V]]].
    + now apply records_of_no_data.
    + cbn. unfold of_no_data. destruct b; cbn; discriminate.
    + now destruct (not_ready_unheard plain _ Hh).
  - destruct (IHaccounted Hu) as (Hr & Hh & Hb). split; [exact Hr|]. split; [now apply N|exact Hb].
  - destruct (IHaccounted Hu) as (Hr & Hh & Hb). split; [exact Hr|]. split; [now apply N|exact Hb].
  - destruct (IHaccounted Hu) as (Hr & Hh & Hb). split; [exact Hr|]. split; [now apply N|exact Hb].
  - destruct (IHaccounted (U _ _ Hu)) as (Hr & Hh & Hb). split; [exact Hr|]. split; [now apply N|].
    intros b [E|Hin]; [discriminate|now apply Hb].
  - destruct (Hu b). now left.
  - destruct (IHaccounted (U _ _ Hu)) as (_ & Hh & Hb). split; [exact I|]. split; [exact Hh|].
    intros b' [E|Hin]; [|now apply Hb]. injection E as <-. now apply records_of_no_data.
Qed.

Lemma in_world x t l : world t = l -> In x l -> In x t.
Proof. intros <- H. apply filter_In in H. apply H. Qed.

Theorem tls_server_explained_refuter :
  (exists s a l, comes_to logged chatty_step chatty_go_on chatty_start [] (Ask s a) l /\ ~ may_happen plain l _ a) /\
  (exists s a l, comes_to logged blurting_step blurting_go_on blurting_start [] (Ask s a) l /\
    ~ may_happen plain l _ a).
Proof.
  split.
  - pose proof (comes_here logged chatty_step chatty_go_on chatty_start []) as H. apply onwards in H.
    specialize (H (1%positive, Accepted)). apply onwards in H. specialize (H tt). eexists _, _, _. split; [exact H|].
    intros (t & h & now & Hl & Hw). apply (layered_shut _ _ _ _ Hl). right. apply (in_world _ _ _ Hw). cbn. auto.
  - pose proof (comes_here logged blurting_step blurting_go_on blurting_start []) as H. apply onwards in H.
    specialize (H (1%positive, Accepted)). eexists _, _, _. split; [exact H|].
    intros (t & h & now & (u & Hl) & Hw). cbn in Hw. destruct (unheard_no_data _ _ _ _ Hl) as (_ & _ & Hb).
    + intros b [E|Hin]; [discriminate|]. assert (Hin' : In (Came b) (world t)) by now apply filter_In.
      now rewrite Hw in Hin'.
    + now destruct (Hb _ (or_introl eq_refl) eq_refl).
Qed.

(** What our machine comes to, computing with [deaf]: there the conclusion is true of its data, and what is before; of
    the same history without the client's Finished, of that of the third machine, and of none at all, it is false, as it
    is of all that the first two come to. *)
Definition unfinished (h : history) : history :=
  filter (fun x => match x with (Recv_finished, _) => false | _ => true end) h.
Theorem tls_explained_data_refuter :
  (exists s, comes_to recorded (handshake_step deaf) handshake_go_on (handshake_start some_config Start) []
    (Ask s Recv_data) (snd deaf_asks)) /\
  of_data Recv_data /\ ready deaf (snd deaf_asks) /\
  Forall (fun h => ~ ready deaf h) [unfinished (snd deaf_asks); snd open_asks; []] /\
  Forall (fun h => ~ ready plain h) [snd hasty_asks; snd deaf_asks].
Proof.
  split; [eexists; exact (drive_comes _ _ _ _ _ _ _ (comes_here _ _ _ _ _) deaf_comes)|]. split; [exact I|].
  split.
  { exists open_suite, [], (transcript deaf sha256 (skipn 7 (snd deaf_asks))). split.
    - exists (firstn 6 (snd deaf_asks)), [x14], (zeros 32), (skipn 7 (snd deaf_asks)). eexists _, _.
      split; [reflexivity|]. split; [reflexivity|]. split; [|repeat split; reflexivity].
      exists x25519, (zeros 32), [], [], (zeros 32). split; [cbn; tauto|]. split; [now left|reflexivity].
    - split; eexists; reflexivity. }
  split; [constructor; [|constructor; [|constructor; [|constructor]]]|constructor; [|constructor; [|constructor]]].
  - apply not_ready_unheard. intros raw v H. apply filter_In in H as [_ H]. discriminate.
  - intros (su & secret & pieces & _ & K). exact (open_unkeyed _ _ _ K).
  - apply not_ready_unheard. intros raw v [].
  - exact hasty_unready.
  - exact deaf_unready.
Qed.

(** Between records, where nothing is to be written with: what the third machine comes to. *)
Theorem tls_explained_keys_refuter (r : reader) :
  (exists s, comes_to recorded (open_step deaf) handshake_go_on (handshake_start some_config Start) []
    (Ask s Recv_data) (snd open_asks)) /\
  (exists su secret pieces, verified deaf su secret pieces (snd open_asks)) /\
  of_data Recv_data /\ writing (snd open_asks) = None /\
  forall su secret pieces,
    ~ forall w, writes (Open r None) = Some w -> exists k,
      w = Some k /\ grown deaf (keys_of deaf su (application_secret deaf su secret pieces l_server_application)) k.
Proof.
  split; [exact open_comes_to|]. split; [eexists _, _, _; exact open_verified|]. split; [exact I|].
  split; [reflexivity|]. intros su secret pieces H. now destruct (H None eq_refl) as (k & E & _).
Qed.
Theorem tls_explained_closed_refuter : exists s a l,
  comes_to logged chatty_step chatty_go_on chatty_start [] (Ask s a) l /\ In Shut (wire_of 1 l) /\
  forall h now, ~ layered plain (wire_of 1 l) h now.
Proof.
  pose proof (comes_here logged chatty_step chatty_go_on chatty_start []) as H. apply onwards in H.
  specialize (H (1%positive, Accepted)). apply onwards in H. specialize (H tt). eexists _, _, _. split; [exact H|].
  split; [cbn; auto|]. intros h now Hl. apply (layered_shut _ _ _ _ Hl). cbn. auto.
Qed.

(** An account that keeps quiet of a record of data that was sent. *)
Theorem tls_account_told_refuter (k : keys) (turns : nat) :
  ~ exists first l, told_by plain first l [Went (sealed plain k r_data [x2a])] (Account turns []).
Proof.
  intros (first & l & Hb & Hf & Hk & Hc). destruct first as [|r first].
  - destruct l as [|[kind b|x kind b] l]; [discriminate| |discriminate].
    destruct (Hc kind b) as [-> ->]; [now left|]. discriminate.
  - inversion Hf as [|? ? Hr _]; subst. destruct r as [kind b|]; [|destruct Hr].
    destruct Hr as [->|[->| ->]]; discriminate.
Qed.

(** One that seals again with the keys that it has sealed with, and does not count: its account is true of what it
    sends. *)
Theorem tls_nonces_once_refuter (k : keys) :
  let u := charged (Some k) r_alert [x02; x28] (charged (Some k) r_alert [x01; x00] (Account 1 [])) in
  (exists first l, told_by plain first l
    [Went (fst (records plain (Some k) r_alert [x02; x28]));
     Went (fst (records plain (Some k) r_alert [x01; x00]))] u) /\
  ~ NoDup (map (fun x => (fst x, nonce (snd x))) (used u)).
Proof.
  split.
  - exists [], [Under (1%nat, k) r_alert [x01; x00]; Under (1%nat, k) r_alert [x02; x28]].
    split; [|split; [constructor|split; [reflexivity|intros ? ? [H|[H|[]]]; discriminate H]]].
    reflexivity.
  - intros H. inversion H as [|x l Hx _ E]. apply Hx. now left.
Qed.
