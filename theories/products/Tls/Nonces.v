(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * No nonce is used twice under the same keys: in the account of Layer.v, whatever the cryptography is. *)
From Coq Require Import Lia.
From Fairlead.Tls Require Import Bytes Alert Crypto Hello Messages Records Protocol Order Layer Keys.
Local Open Scope N_scope.

(** ** The nonces of two records are different, where their numbers are *)
Lemma byte_of_low n : Byte.to_N (low n) = n mod 256.
Proof.
  unfold low. pose proof (N.mod_upper_bound n 256 ltac:(discriminate)) as H.
  destruct (Byte.of_N (n mod 256)) as [b|] eqn:E; [now apply Byte.to_of_N|].
  apply Byte.of_N_None_iff in E. lia.
Qed.
Lemma low_bits n m i : low n = low m -> i < 8 -> N.testbit n i = N.testbit m i.
Proof.
  intros H Hi. apply (f_equal Byte.to_N) in H. rewrite !byte_of_low in H. change 256 with (2 ^ 8) in H.
  rewrite <- (N.mod_pow2_bits_low n 8 i Hi), <- (N.mod_pow2_bits_low m 8 i Hi). now rewrite H.
Qed.
Lemma u32_bits n m i : u32 n = u32 m -> i < 32 -> N.testbit n i = N.testbit m i.
Proof.
  intros H Hi.
  assert (H3 : low (N.shiftr n 24) = low (N.shiftr m 24)) by exact (f_equal (fun l => nth 0 l x00) H).
  assert (H2 : low (N.shiftr n 16) = low (N.shiftr m 16)) by exact (f_equal (fun l => nth 1 l x00) H).
  assert (H1 : low (N.shiftr n 8) = low (N.shiftr m 8)) by exact (f_equal (fun l => nth 2 l x00) H).
  assert (H0 : low n = low m) by exact (f_equal (fun l => nth 3 l x00) H).
  assert (G : forall s, low (N.shiftr n s) = low (N.shiftr m s) -> s <= i < s + 8 -> N.testbit n i = N.testbit m i).
  { intros s E Hs. pose proof (low_bits _ _ (i - s) E ltac:(lia)) as B.
    rewrite !N.shiftr_spec' in B. now replace (i - s + s) with i in B by lia. }
  destruct (N.lt_ge_cases i 8); [now apply low_bits|].
  destruct (N.lt_ge_cases i 16); [apply (G 8); [assumption|lia]|].
  destruct (N.lt_ge_cases i 24); [apply (G 16); [assumption|lia]|apply (G 24); [assumption|lia]].
Qed.

Lemma xor_same a x y : xor a x = xor a y -> x = y.
Proof.
  intros H. unfold xor in H.
  assert (E : Byte.to_N x = Byte.to_N y).
  { pose proof (Byte.to_N_bounded x) as Bx. pose proof (Byte.to_N_bounded y) as By.
    apply N.bits_inj. intros i. destruct (N.lt_ge_cases i 8) as [Hi|Hi].
    - pose proof (low_bits _ _ i H Hi) as B. rewrite !N.lxor_spec in B.
      now destruct (N.testbit (Byte.to_N a) i), (N.testbit (Byte.to_N x) i), (N.testbit (Byte.to_N y) i).
    - assert (G : forall b, Byte.to_N b <= 255 -> N.testbit (Byte.to_N b) i = false).
      { intros b Hb. rewrite <- (N.mod_small (Byte.to_N b) (2 ^ 8)) by lia. now apply N.mod_pow2_bits_high. }
      now rewrite !G. }
  apply (f_equal Byte.of_N) in E. rewrite !Byte.of_to_N in E. now injection E.
Qed.
Lemma xor_all_same a x y : length x = length a -> length y = length a -> xor_all a x = xor_all a y -> x = y.
Proof.
  revert x y. induction a as [|b a IH]; intros [|x xs] [|y ys]; try discriminate; [reflexivity|].
  intros Hx Hy H. cbn [xor_all] in H. assert (H1 := f_equal (hd x00) H). assert (H2 := f_equal (@tl byte) H).
  cbn [hd tl] in H1, H2. f_equal; [exact (xor_same _ _ _ H1)|]. cbn in Hx, Hy. apply IH; congruence.
Qed.

Lemma nonces_differ k k' : iv k = iv k' -> length (iv k) = 12%nat -> sequence k < 2 ^ 64 -> sequence k' < 2 ^ 64 ->
  nonce k = nonce k' -> sequence k = sequence k'.
Proof.
  intros Hiv Hl Hk Hk' H. unfold nonce in H. rewrite <- Hiv in H. apply xor_all_same in H; [|now rewrite Hl..].
  apply app_inv_head in H.
  assert (Hh : u32 (N.shiftr (sequence k) 32) = u32 (N.shiftr (sequence k') 32)) by exact (f_equal (firstn 4) H).
  assert (Hlow : u32 (sequence k) = u32 (sequence k')) by exact (f_equal (skipn 4) H).
  clear H. apply N.bits_inj. intros i.
  destruct (N.lt_ge_cases i 32); [now apply u32_bits|]. destruct (N.lt_ge_cases i 64).
  - pose proof (u32_bits _ _ (i - 32) Hh ltac:(lia)) as B. rewrite !N.shiftr_spec' in B.
    now replace (i - 32 + 32) with i in B by lia.
  - assert (G : forall n, n < 2 ^ 64 -> N.testbit n i = false).
    { intros n Hn. rewrite <- (N.mod_small n (2 ^ 64)) by assumption. now apply N.mod_pow2_bits_high. }
    now rewrite !G.
Qed.

(** ** The account *)
Definition alike (k k' : keys) : Prop := of_suite k = of_suite k' /\ key k = key k' /\ iv k = iv k'.
Definition before (g : nat) (k : keys) (x : nat * keys) : Prop :=
  (fst x < g)%nat \/ fst x = g /\ alike (snd x) k /\ sequence (snd x) < sequence k.
Definition place (x : nat * keys) : nat * N := (fst x, sequence (snd x)).
Definition in_turn (l : list (nat * keys)) : Prop :=
  NoDup (map place l) /\ forall x y, In x l -> In y l -> fst x = fst y -> alike (snd x) (snd y).

Lemma alike_sym k k' : alike k k' -> alike k' k.
Proof. unfold alike. intuition congruence. Qed.

(** One more record. *)
Lemma in_turn_one g k l : in_turn l -> (forall x, In x l -> before g k x) ->
  in_turn ((g, k) :: l) /\ forall x, In x ((g, k) :: l) -> before g (advanced k) x.
Proof.
  intros [Hn Ha] Hb. split; [split|].
  - constructor; [|exact Hn]. intros H. apply in_map_iff in H as ([g' k'] & E & Hin).
    unfold place in E. cbn in E. injection E as -> E. destruct (Hb _ Hin) as [H|(_ & _ & H)]; cbn in H; lia.
  - intros x y [<-|Hx] [<-|Hy] E; cbn in *.
    + now repeat split.
    + destruct (Hb _ Hy) as [H|(_ & H & _)]; [lia|]. now apply alike_sym.
    + destruct (Hb _ Hx) as [H|(_ & H & _)]; [lia|]. exact H.
    + now apply Ha.
  - intros x [<-|Hx].
    + right. cbn. repeat split. lia.
    + destruct (Hb _ Hx) as [H|(E & H & Hs)]; [now left|]. right. split; [exact E|]. split; [exact H|]. cbn. lia.
Qed.
(** As many as there are pieces. *)
Lemma in_turn_more c kind g ps : forall k l, in_turn l -> (forall x, In x l -> before g k x) ->
  in_turn (map (pair g) (under k ps) ++ l) /\
  forall x, In x (map (pair g) (under k ps) ++ l) -> before g (snd (sealed_all c k kind ps)) x.
Proof.
  induction ps as [|b ps IH]; intros k l Hl Hb; [now split|]. cbn [under sealed_all].
  destruct (in_turn_one g k l Hl Hb) as [H1 H2]. specialize (IH (advanced k) _ H1 H2).
  destruct (sealed_all c (advanced k) kind ps) as [rest k']. cbn [snd] in *.
  rewrite map_app, <- app_assoc. exact IH.
Qed.

Definition in_order (u : account) (w : option (option keys)) : Prop :=
  in_turn (used u) /\
  match w with
  | Some (Some k) => forall x, In x (used u) -> before (turn u) k x
  | Some None => used u = []
  | None => True
  end.

Lemma charged_in_order c u w kind b : in_order u (Some w) ->
  in_order (charged w kind b u) (Some (snd (packet c w kind b))).
Proof.
  intros [Hu Hw]. unfold packet, charged. destruct w as [k|].
  - destruct (kind =? r_change_cipher_spec); [now split|]. unfold records.
    pose proof (in_turn_more c kind (turn u) (pieces most b) k (used u) Hu Hw) as H.
    destruct (sealed_all c k kind (pieces most b)) as [out k']. exact H.
  - destruct (kind =? r_change_cipher_spec); now split.
Qed.
Lemma rekeyed_in_order u w k : in_order u (Some w) -> in_order (rekeyed u) (Some (Some k)).
Proof.
  intros [Hu Hw]. split; [exact Hu|]. cbn. intros x Hx. left. destruct w as [k'|]; [|now rewrite Hw in Hx].
  destruct (Hw _ Hx) as [H|(-> & _)]; lia.
Qed.

Lemma accounted_in_order c t h u s : accounted c t h u s -> in_order u (writes s).
Proof.
  induction 1; cbn [writes] in *; try assumption.
  - split; [split; [constructor|intros x y []]|reflexivity].
  - eapply rekeyed_in_order. exact (charged_in_order c u _ r_handshake key_update IHaccounted).
  - now apply charged_in_order.
  - eapply rekeyed_in_order. exact IHaccounted.
  - now rewrite H0 in IHaccounted.
  - rewrite H0 in IHaccounted. split; [|exact I].
    exact (proj1 (charged_in_order c u _ r_alert (alert_bytes a) IHaccounted)).
Qed.

Theorem nonces_once c t h u s : accounted c t h u s ->
  (forall x, In x (used u) -> length (iv (snd x)) = 12%nat /\ sequence (snd x) < 2 ^ 64) ->
  NoDup (map (fun x => (fst x, nonce (snd x))) (used u)) /\
  forall x y, In x (used u) -> In y (used u) -> fst x = fst y -> alike (snd x) (snd y).
Proof.
  intros Ha Hx. destruct (accounted_in_order c t h u s Ha) as [[Hn Hs] _]. split; [|exact Hs].
  clear Ha. revert Hn Hs Hx.
  induction (used u) as [|x l IH]; [constructor|]. cbn. intros Hn Hs Hx.
  inversion Hn as [|? ? Hnot Hn']; subst. constructor.
  - intros H. apply Hnot. apply in_map_iff in H as (y & E & Hy).
    assert (Ef := f_equal fst E). assert (En := f_equal snd E).
    cbn [fst snd] in Ef, En. clear E. apply in_map_iff. exists y.
    split; [|exact Hy]. unfold place. rewrite Ef. f_equal.
    destruct (Hs x y (or_introl eq_refl) (or_intror Hy) (eq_sym Ef)) as (_ & _ & Eiv).
    destruct (Hx x (or_introl eq_refl)) as [Hl Hx1], (Hx y (or_intror Hy)) as [_ Hy1].
    apply nonces_differ; try assumption; congruence.
  - apply IH; [exact Hn'|intros a b Ha Hb; apply Hs; now right|intros a Hin; apply Hx; now right].
Qed.

(** ** The account is what was sent *)
Section account.
Context (c : crypto).

(** A record in the clear, or under these keys. *)
Inductive record : Set := Clear (kind : N) (b : bytes) | Under (x : nat * keys) (kind : N) (b : bytes).
Definition record_bytes (r : record) : bytes :=
  match r with Clear kind b => header kind (len b) ++ b | Under (_, k) kind b => sealed c k kind b end.
Definition record_keys (r : record) : list (nat * keys) := match r with Clear _ _ => [] | Under x _ _ => [x] end.
(** All bytes that were sent. *)
Fixpoint went (t : wire) : bytes := match t with [] => [] | Went b :: t => went t ++ b | _ :: t => went t end.

(** Records in the clear, which are never data, and then, from the first keys on, records with the keys of the account,
    in their order, with nothing between them but change_cipher_spec. *)
Definition in_clear (r : record) : Prop :=
  match r with
  | Clear kind _ => kind = r_handshake \/ kind = r_change_cipher_spec \/ kind = r_alert
  | Under _ _ _ => False
  end.
Definition told_by (first l : list record) (t : wire) (u : account) : Prop :=
  went t = flat_map record_bytes (first ++ l) /\ Forall in_clear first /\
  flat_map record_keys l = rev (used u) /\
  forall kind b, In (Clear kind b) l -> kind = r_change_cipher_spec /\ b = [x01].

Fixpoint listed (g : nat) (k : keys) (kind : N) (l : list bytes) : list record :=
  match l with [] => [] | b :: l => Under (g, k) kind b :: listed g (advanced k) kind l end.
Lemma listed_bytes g kind l : forall k, flat_map record_bytes (listed g k kind l) = fst (sealed_all c k kind l).
Proof.
  induction l as [|b l IH]; intros k; [reflexivity|]. cbn. rewrite IH. now destruct (sealed_all c (advanced k) kind l).
Qed.
Lemma listed_keys g kind l : forall k, flat_map record_keys (listed g k kind l) = rev (map (pair g) (under k l)).
Proof.
  induction l as [|b l IH]; intros k; [reflexivity|]. cbn. now rewrite IH, map_app, rev_app_distr.
Qed.
Lemma listed_under g kind l kind' b : forall k, ~ In (Clear kind' b) (listed g k kind l).
Proof. induction l as [|? l IH]; intros k; cbn; [easy|]. intros [H|H]; [discriminate|exact (IH _ H)]. Qed.

Lemma went_sent b t : went (sent b t) = went t ++ b.
Proof. destruct b; [symmetry; apply app_nil_r|reflexivity]. Qed.

Lemma told_packet first l t u w kind b : told_by first l t u -> (w = None -> l = []) ->
  (w = None -> kind = r_handshake \/ kind = r_change_cipher_spec \/ kind = r_alert) ->
  exists first' l', told_by first' l' (Went (fst (packet c w kind b)) :: t) (charged w kind b u) /\
    (snd (packet c w kind b) = None -> l' = []).
Proof.
  intros (Hb & Hf & Hk & Hc) Hw Hkind. unfold packet, charged, told_by. cbn [went]. rewrite Hb.
  destruct (N.eqb_spec kind r_change_cipher_spec) as [->|_].
  - assert (G : exists x, flat_map record_bytes x =
          match b with [] => [] | _ => header r_change_cipher_spec 1 ++ [x01] end
        /\ flat_map record_keys x = [] /\ Forall in_clear x /\
        forall kind b, In (Clear kind b) x -> kind = r_change_cipher_spec /\ b = [x01]).
    { destruct b; [exists []|exists [Clear r_change_cipher_spec [x01]]]; (split; [reflexivity|split; [reflexivity|]]).
      - split; [constructor|easy].
      - split; [constructor; [cbn; auto|constructor]|]. intros k b' [H|[]]. now injection H as <- <-. }
    destruct G as (x & <- & Hx & Hfx & Hcx). destruct w as [k|]; cbn [fst snd].
    + exists first, (l ++ x). rewrite !flat_map_app, Hx, app_nil_r, <- !app_assoc.
      split; [|easy]. split; [reflexivity|split; [exact Hf|split; [exact Hk|]]]. intros n b'. rewrite in_app_iff.
        intros [H|H]; [exact (Hc _ _ H)|exact (Hcx _ _ H)].
    + rewrite (Hw eq_refl) in *. exists (first ++ x), []. rewrite !flat_map_app. cbn. rewrite !app_nil_r.
      split; [|easy].
      split; [reflexivity|split; [now apply Forall_app|split; [exact Hk|easy]]].
  - unfold records. destruct w as [k|].
    + exists first, (l ++ listed (turn u) k kind (pieces most b)).
      destruct (sealed_all c k kind (pieces most b)) as [out k'] eqn:E. cbn [fst snd used turn].
      rewrite !flat_map_app, listed_bytes, listed_keys, E, rev_app_distr, Hk, <- !app_assoc. split; [|easy].
      split; [reflexivity|split; [exact Hf|split; [reflexivity|]]]. intros n b'. rewrite in_app_iff.
      intros [H|H]; [exact (Hc _ _ H)|now apply listed_under in H].
    + rewrite (Hw eq_refl) in *. exists (first ++ map (Clear kind) (pieces most b)), []. cbn [fst snd].
      rewrite !flat_map_app. split; [|easy]. split; [|split; [|split; [exact Hk|easy]]].
      * cbn. rewrite !app_nil_r. f_equal. induction (pieces most b); [reflexivity|]. cbn. congruence.
      * apply Forall_app. split; [exact Hf|]. apply Forall_map, Forall_forall. intros x _. exact (Hkind eq_refl).
Qed.

Theorem account_told t h u s : accounted c t h u s ->
  exists first l, told_by first l t u /\ (writes s = Some None -> l = []).
Proof.
  induction 1; cbn [writes] in *; try destruct IHaccounted as (first & l & Ht & Hw);
    try (exists first, l; split; [exact Ht|intros; apply Hw; congruence]).
  - exists [], []. split; [now repeat split|easy].
  - destruct (told_packet first l t u (Some k') r_handshake key_update Ht) as (f' & l' & H5 & _); [discriminate..|].
    exists f', l'. split; [exact H5|discriminate].
  - destruct (told_packet first l t u w kind b Ht) as (f' & l' & H1 & H2).
    { intros ->. now apply Hw. }
    { intros ->. destruct H0 as [->|[->|[-> R]]]; auto. exfalso.
      assert (Hl : layered c t h (Open r None)) by (exists u; exact H).
      destruct (layered_keys c _ _ _ Recv_data Hl R I) as (? & ? & ? & _ & Hk & _).
      now destruct (Hk None eq_refl) as (? & ? & _). }
    exists f', l'. split; [|intros [= E]; exact (H2 E)]. unfold told_by in *. now rewrite went_sent.
  - destruct (told_packet first l t u w r_alert (alert_bytes a) Ht) as (f' & l' & H1 & H2).
    { intros ->. apply Hw. congruence. }
    { auto. }
    exists f', l'. split; [exact H1|discriminate].
Qed.
End account.
