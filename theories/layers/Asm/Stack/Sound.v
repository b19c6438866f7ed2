(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** One step of two runs beside other handlers: they stay alike outside of what is dead. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted Words.
From Fairlead.Asm.Footprints Require Import Footprint Commute.
From Fairlead.Asm.Verdicts Require Import Calls_trusted Steps_trusted.
From Fairlead.Asm.Stack Require Import Signals_trusted Spots Check Instr Runs.
Local Open Scope Z_scope.

Definition frame_alike (f g : frame) : Prop :=
  f_from f = f_from g /\ f_env f = f_env g /\ locs (f_state f) = locs (f_state g).

(** Between two steps nothing changed from [base] up, but dead bytes in the second run, apart from where the calls
    that
    [rest] are return to; and what may be written there. *)
Definition same_above (base entry : N) (rest : list frame) (on_loan dead dead' : N -> Prop) (ma ma' mb mb' : N -> N)
  : Prop :=
  (∀ x, (base + 8 <= x < entry)%N -> (~ on_loan x -> ma' x = ma x) /\ (dead' x -> dead x)) /\
  (∀ f x, f ∈ rest -> byte_of (below (f_state f)) 8 x -> mb' x = mb x).

(** ** Bytes that a function was lent *)

Lemma within_lent_spec l k : within_lent l k = true ->
  l_register l = l_register k /\ l_from k <= l_from l /\ l_to l <= l_to k.
Proof. unfold within_lent. rewrite !andb_true_iff, bool_decide_eq_true, !Z.leb_le. intros [[? ?] ?]. by split_and!.
  Qed.

Lemma lent_within l ls : existsb (within_lent l) ls = true ->
  ∃ k, k ∈ ls /\ l_register l = l_register k /\ l_from k <= l_from l /\ l_to l <= l_to k.
Proof.
  intros (k & Hk%elem_of_list_In & W%within_lent_spec)%existsb_exists. by exists k.
Qed.

Lemma filled_spec s l r x : (∃ t, t ∈ filled s l /\ l_register t = r /\ l_from t <= x < l_to t) ->
  (l_register s = r /\ l_from s <= x < l_to s) \/ (∃ t, t ∈ l /\ l_register t = r /\ l_from t <= x < l_to t).
Proof.
  revert s. induction l as [|t l IH]; intros s (u & Hu & Ho & Hx); cbn in Hu.
  - apply elem_of_list_singleton in Hu as ->. by left.
  - destruct (_ && _ && _) eqn:E.
    + rewrite !andb_true_iff, bool_decide_eq_true, !Z.leb_le in E. destruct E as [[E1 E2] E3].
      destruct (IH _ (ex_intro _ u (conj Hu (conj Ho Hx)))) as [[Eo H]|(v & Hv & H)]; cbn in *.
      * destruct (decide (l_from s <= x < l_to s)); [by left|].
        right. exists t. split; [left|]. split; [congruence|]. lia.
      * right. exists v. split; [by right|done].
    + apply elem_of_cons in Hu as [->|Hu]; [right; exists t; split; [left|done]|].
      destruct (IH s (ex_intro _ u (conj Hu (conj Ho Hx)))) as [?|(v & Hv & ?)]; [by left|].
      right. exists v. split; [by right|done].
Qed.

(** ** Stretches of fresh bytes *)

Lemma stretched_spec s l o x : (∃ t, t ∈ stretched s l /\ r_origin t = o /\ r_from t <= x < r_to t) ->
  (r_origin s = o /\ r_from s <= x < r_to s) \/ (∃ t, t ∈ l /\ r_origin t = o /\ r_from t <= x < r_to t).
Proof.
  revert s. induction l as [|t l IH]; intros s (u & Hu & Ho & Hx); cbn in Hu.
  - apply elem_of_list_singleton in Hu as ->. by left.
  - assert ((∃ v, v ∈ t :: stretched s l /\ r_origin v = o /\ r_from v <= x < r_to v) ->
            (r_origin s = o /\ r_from s <= x < r_to s) \/
            (∃ v, v ∈ t :: l /\ r_origin v = o /\ r_from v <= x < r_to v)) as Further.
    { intros (v & Hv & H). apply elem_of_cons in Hv as [->|Hv]; [right; exists t; split; [left|done]|].
      destruct (IH s (ex_intro _ v (conj Hv H))) as [?|(w & Hw & H')]; [by left|]. right. exists w.
      split; [by right|done]. }
    destruct (same_origin (r_origin s) (r_origin t) && (r_from t <=? r_to s)) eqn:E;
      [destruct (r_from s <=? r_to t) eqn:E'|destruct (same_origin (r_origin s) (r_origin t))];
      try (apply Further; by eauto).
    + rewrite andb_true_iff in E. rewrite !Z.leb_le in *. destruct E as [Es%same_origin_spec ?].
      destruct (IH _ (ex_intro _ u (conj Hu (conj Ho Hx)))) as [[Eo H']|(v & Hv & H')]; cbn in *.
      * destruct (decide (r_from s <= x < r_to s)); [by left|].
        right. exists t. split; [left|]. split; [congruence|]. lia.
      * right. exists v. split; [by right|done].
    + apply elem_of_cons in Hu as [->|Hu]; [by left|]. right. eauto.
Qed.

(** [entry]: where the code was entered; [base], %rsp where the function was entered from which on the stack is
  followed.
    [rest]: the calls before that one. *)
Section sound.
  Context (low entry base : N) (depth : Z) (kept : reg -> N) (back : nat -> N) (rest : list frame).
  (** Of the frames above, what the function was lent. *)
  Context (on_loan : N -> Prop).
  Let e := Z.of_N base.
  Context (Hdepth : 0 <= depth) (Hlow : Z.of_N low + depth <= e) (Hbase : (base <= entry)%N).
  Context (Hhigh : Z.of_N entry + 2 ^ 32 < 2 ^ 64).
  Context (first_a first_b : N -> N).
  Set Default Proof Using "All".

  Notation at_spot := (at_spot e).

  Record alike (dead : N -> Prop) (rets : list spot) (st : stack_state) (fa fb : list frame) (a b : state) : Prop := {
    l_locs : locs a = locs b;
    l_memory : ∀ x, ~ dead x -> memory a x = memory b x;
    l_dead : ∀ x, dead x -> (low <= x < entry)%N;
    l_registers : registers_hold e kept st a;
    l_words : words_hold e kept st (memory a);
    l_fresh : ∀ t x, t ∈ k_fresh st -> r_from t <= x < r_to t -> ~ dead (Z.to_N (origin_at e (r_origin t) + x));
    l_frames : Forall2 frame_alike fa fb;
    l_returns : Forall2 (fun f q => Z.of_N (below (f_state f)) = spot_at e q /\
                           Z.of_N (locs (f_state f) (G RSP)) = spot_at e q + 8 /\ spot_at e q <= e /\
                           (below (f_state f) + 8 <= entry)%N) fa rets;
    l_back : ∀ f, f ∈ fa -> load (memory b) (below (f_state f)) 8 = Word_trusted.low 64 (back (f_from f));
    l_first : ∀ x, byte_of entry 8 x -> memory a x = first_a x /\ memory b x = first_b x;
    l_whole : k_whole st = true -> base = entry;
    l_rest : ∀ f, f ∈ rest -> (base + 8 <= below (f_state f))%N /\ (below (f_state f) + 8 <= entry)%N;
    l_on_loan : ∀ x f, on_loan x -> f ∈ rest -> ~ byte_of (below (f_state f)) 8 x;
    l_lent : ∀ l j, l ∈ k_lent st -> l_from l <= j < l_to l ->
      let y := (Z.of_N (kept (l_register l)) + j) mod 2 ^ 64 in e + 8 <= y < Z.of_N entry /\ on_loan (Z.to_N y);
    l_filled : ∀ l j, l ∈ k_filled st -> l_from l <= j < l_to l ->
      let y := (Z.of_N (kept (l_register l)) + j) mod 2 ^ 64 in e + 8 <= y /\ ~ dead (Z.to_N y);
  }.

  (** What is accessed by an address that the function was given: nothing there is past the end of memory. *)
  Lemma given_range dead rets st fa fb a b l j k n : alike dead rets st fa fb a b -> l ∈ k_lent st ->
    l_from l <= k -> k + n <= l_to l -> k <= j < k + n ->
    (Z.of_N (kept (l_register l)) + j) mod 2 ^ 64 = (Z.of_N (kept (l_register l)) + k) mod 2 ^ 64 + (j - k).
  Proof.
    intros L Hl H1 H2 Hj. set (x := (Z.of_N (kept (l_register l)) + k) mod 2 ^ 64).
    assert (∀ i, 0 <= i < n -> (x + i) mod 2 ^ 64 < Z.of_N entry) as R.
    { intros i Hi. destruct (l_lent _ _ _ _ _ _ _ L l (k + i) Hl ltac:(lia)) as [R _].
      unfold x. rewrite Zplus_mod_idemp_l, <- Z.add_assoc. lia. }
    pose proof (Z.mod_pos_bound (Z.of_N (kept (l_register l)) + k) (2 ^ 64) ltac:(lia)) as Hx. fold x in Hx.
    replace ((Z.of_N (kept (l_register l)) + j) mod 2 ^ 64) with ((x + (j - k)) mod 2 ^ 64).
    2:{ unfold x. rewrite Zplus_mod_idemp_l. f_equal. lia. }
    pose proof (R 0 ltac:(lia)) as R0. rewrite Z.add_0_r, Z.mod_small in R0 by lia.
    rewrite Z.mod_small; [done|]. split; [lia|].
    destruct (decide (x + (j - k) < 2 ^ 64)); [done|]. specialize (R (Z.of_N entry - x) ltac:(lia)).
    replace (x + (Z.of_N entry - x)) with (Z.of_N entry) in R by lia. rewrite Z.mod_small in R; lia.
  Qed.

  Lemma given_byte dead rets st fa fb a b r k p n x : alike dead rets st fa fb a b ->
    stack_holds e kept (SGiven r k) p -> existsb (within_lent (Lent r k (k + Z.of_nat n))) (k_lent st) = true ->
    byte_of p n x ->
    (∃ j, k <= j < k + Z.of_nat n /\ Z.of_N x = (Z.of_N (kept r) + j) mod 2 ^ 64) /\
    e + 8 <= Z.of_N x < Z.of_N entry /\ on_loan x.
  Proof.
    intros L Hp (l & Hl & Er & H1 & H2)%lent_within Hx. cbn in Hp, Er, H1, H2. unfold byte_of in Hx. subst r.
    pose proof (given_range _ _ _ _ _ _ _ l (k + (Z.of_N x - Z.of_N p)) k (Z.of_nat n) L Hl H1 H2 ltac:(lia)) as E.
    destruct (l_lent _ _ _ _ _ _ _ L l (k + (Z.of_N x - Z.of_N p)) Hl ltac:(lia)) as [Hy W].
    rewrite E, <- Hp in Hy, W. replace (Z.of_N p + _) with (Z.of_N x) in * by lia. rewrite N2Z.id in W.
    split; [|done]. exists (k + (Z.of_N x - Z.of_N p)). lia.
  Qed.

  Lemma deep : 0 <= e - depth. Proof. lia. Qed.
  Lemma high : e + 2 ^ 32 < 2 ^ 64. Proof. lia. Qed.

  Lemma at_bounded p : spot_bounded depth p = true -> (low <= at_spot p)%N /\ Z.of_N (at_spot p) = spot_at e p.
  Proof. intros B%(spot_bounded_spec e). pose proof high. unfold at_spot. lia. Qed.

  (** ** What was claimed well *)

  Lemma well_claimed_top rets st : well_claimed depth rets st = true -> ∃ t, in_register st RSP = SAt t /\
    spot_bounded depth t = true /\ (∀ q, q ∈ spot_entry :: rets -> spot_at e t <= spot_at e q) /\
    nothing_below t 128 st = true /\
    (∀ s, s ∈ k_fresh st -> spot_bounded depth (Spot (r_origin s) (r_from s)) = true) /\ words_bounded depth st.
  Proof.
    unfold well_claimed. destruct (in_register st RSP) as [t| | | |]; try done. rewrite !andb_true_iff.
    intros [[[[B R] N] F] W]. exists t. split_and!; try done.
    - intros q Hq. apply surely_le_spec. rewrite forallb_forall in R. apply R. by apply elem_of_list_In.
    - intros s Hs. rewrite forallb_forall in F. apply (F s). by apply elem_of_list_In.
    - intros p v Hp Hv. rewrite forallb_forall in W. specialize (W (p, v) ltac:(by apply elem_of_list_In)). cbn in W.
      rewrite Hv in W. cbn [implb] in W. rewrite andb_true_iff, Z.leb_le in W. destruct W as [W ?]. split_and!; try
        done.
      unfold spot_bounded in W. rewrite !andb_true_iff in W. tauto.
  Qed.

  Lemma nothing_below_spec t k st : nothing_below t k st = true ->
    (∀ s, s ∈ k_fresh st -> spot_at e t - k <= spot_at e (Spot (r_origin s) (r_from s))) /\
    (∀ p v, (p, v) ∈ k_words st -> exact v = true -> spot_at e t - k <= spot_at e p).
  Proof.
    unfold nothing_below. rewrite andb_true_iff, !forallb_forall. intros [F W]. split.
    - intros s Hs. specialize (F s ltac:(by apply elem_of_list_In)). apply (surely_le_spec e) in F.
      rewrite spot_at_moved in F. lia.
    - intros p v Hp Hv. specialize (W (p, v) ltac:(by apply elem_of_list_In)). cbn in W. rewrite Hv in W.
      cbn [implb] in W. apply (surely_le_spec e) in W.
      rewrite spot_at_moved in W. lia.
  Qed.

  (** ** Weakening *)

  Lemma value_le_exact a v : value_le a v = true -> exact v = true -> a = v.
  Proof.
    destruct a, v; cbn; try done; [by intros ->%same_spot_spec|by intros ->%bool_decide_eq_true|].
    rewrite andb_true_iff, bool_decide_eq_true, Z.eqb_eq. by intros [-> ->].
  Qed.

  Lemma holds_vague v x : exact v = false -> stack_holds e kept v x.
  Proof. by destruct v. Qed.

  Lemma value_le_holds a b x : value_le a b = true -> stack_holds e kept a x -> stack_holds e kept b x.
  Proof.
    intros L H. destruct (exact b) eqn:E; [|by apply holds_vague]. by rewrite <- (value_le_exact a b L E).
  Qed.

  Lemma within_stretch_spec o f t s : within_stretch o f t s = true ->
    o = r_origin s /\ r_from s <= f /\ t <= r_to s.
  Proof. unfold within_stretch. rewrite !andb_true_iff, !Z.leb_le. intros [[->%same_origin_spec ?] ?]. done. Qed.

  Lemma values_le_at a b r : values_le (k_registers a) (k_registers b) = true ->
    value_le (in_register a r) (in_register b r) = true.
  Proof using Type.
    intros H. unfold in_register. destruct a as [a ? ? ? ? ? ? ?], b as [b ? ? ? ? ? ? ?]. cbn in *.
    do 16 (destruct a, b; try done; cbn in H; apply andb_true_iff in H as [? H]).
    destruct a, b; try done. by destruct r.
  Qed.

  Lemma registers_le a b s : state_le a b = true -> registers_hold e kept a s -> registers_hold e kept b s.
  Proof.
    unfold state_le. rewrite !andb_true_iff. intros [[[[[[[R _] _] _] _] _] _] _] H r.
    eapply value_le_holds; [by apply values_le_at|apply H].
  Qed.

  Lemma same_words_spec a b : same_words a b = true -> a = b.
  Proof.
    revert b. induction a as [|[p v] a IH]; intros [|[q w] b]; cbn; try done.
    rewrite !andb_true_iff. intros [[->%same_spot_spec V] ->%IH]. f_equal. f_equal.
    destruct v, w; cbn in V; try done; [by apply same_spot_spec in V as ->|by apply bool_decide_eq_true in V as ->|].
    rewrite andb_true_iff, bool_decide_eq_true, Z.eqb_eq in V. by destruct V as [-> ->].
  Qed.

  Lemma words_le_at a b p v : words_le a b = true -> (p, v) ∈ b -> exact v = true -> (p, v) ∈ a.
  Proof.
    unfold words_le. rewrite orb_true_iff, andb_true_iff. intros [->%same_words_spec|[W _]] H Hv; [done|].
    rewrite forallb_forall in W. specialize (W (p, v) ltac:(by apply elem_of_list_In)). cbn in W.
    apply value_le_exact in W; [|done]. by apply (word_in_elem e depth kept deep high) in W.
  Qed.

  Lemma not_within_spec s b t : t ∈ b -> t ∈ not_within s b \/ within t s = true.
  Proof.
    induction b as [|u b IH]; intros H; [by apply elem_of_nil in H|]. cbn. destruct (within u s) eqn:E; [|by left].
    apply elem_of_cons in H as [->|H]; [by right|by apply IH].
  Qed.

  Lemma fresh_le_spec a b t : fresh_le a b = true -> t ∈ b ->
    ∃ s, s ∈ a /\ r_origin t = r_origin s /\ r_from s <= r_from t /\ r_to t <= r_to s.
  Proof.
    intros H Ht.
    assert (∃ s, s ∈ a /\ within t s = true) as (s & Hs & W); [|exists s; by apply within_stretch_spec in W].
    unfold fresh_le in H. apply orb_true_iff in H as [H|H].
    - revert b H Ht. induction a as [|s a IH]; intros b H Ht; cbn in H.
      + destruct b; [by apply elem_of_nil in Ht|done].
      + destruct (not_within_spec s b t Ht) as [Hb|W]; [|exists s; split; [left|done]].
        destruct (IH _ H Hb) as (u & Hu & W). exists u. split; [by right|done].
    - rewrite forallb_forall in H. specialize (H t ltac:(by apply elem_of_list_In)).
      apply existsb_exists in H as (s & Hs%elem_of_list_In & W). eauto.
  Qed.

  Lemma alike_le dead rets st st' fa fb a b :
    alike dead rets st fa fb a b -> state_le st st' = true -> alike dead rets st' fa fb a b.
  Proof.
    intros [] H. pose proof (λ s, registers_le _ _ s H) as R.
    unfold state_le in H. rewrite !andb_true_iff in H. destruct H as [[[[[[[_ W] F] _] _] Wh] Ln] Fl].
    rewrite forallb_forall in Ln, Fl.
    split; try done.
    - by apply R.
    - intros p v Hp. destruct (exact v) eqn:E; [|by apply holds_vague]. apply l_words0. by eapply words_le_at.
    - intros t x Ht Hx. destruct (fresh_le_spec _ _ _ F Ht) as (s & Hs & E & ? & ?). rewrite E.
      apply l_fresh0; [done|]. lia.
    - intros E. rewrite E in Wh. by apply l_whole0.
    - intros l j Hl Hj. destruct (lent_within _ _ (Ln l ltac:(by apply elem_of_list_In))) as (k & Hk & -> & ? & ?).
      apply l_lent0; [done|lia].
    - intros l j Hl Hj. destruct (lent_within _ _ (Fl l ltac:(by apply elem_of_list_In))) as (k & Hk & -> & ? & ?).
      apply l_filled0; [done|lia].
  Qed.

  (** ** A signal *)

  Lemma signalled dead rets st fa fb a b h h' :
    alike dead rets st fa fb a b -> well_claimed depth rets st = true ->
    alike (dead_at_signal low dead a) rets st fa fb (interrupted low h a) (interrupted low h' b) /\
    same_above base entry rest on_loan dead (dead_at_signal low dead a) (memory a) (memory (interrupted low h a))
      (memory b)
      (memory (interrupted low h' b)).
  Proof.
    intros [] (t & Et & Bt & Rt & Nt & Ft & Wt)%well_claimed_top.
    pose proof (l_registers0 RSP) as Hsp. rewrite Et in Hsp. destruct (bounded_at e depth kept deep high _ _ Bt Hsp)
      as [_ Zsp].
    apply nothing_below_spec in Nt as [NF NW].
    pose proof (Rt spot_entry ltac:(left)) as Ht0. unfold spot_at at 2 in Ht0. cbn in Ht0.
    assert (∀ x, below_red_zone low a x = true -> (low <= x)%N /\ Z.of_N x < spot_at e t - 128) as B.
    { intros x. unfold below_red_zone. rewrite andb_true_iff, N.leb_le, N.ltb_lt. lia. }
    assert (∀ s x, locs s = locs a -> (below_red_zone low a x = true -> False) -> ∀ h,
      memory (interrupted low h s) x = memory s x)
      as K.
    { intros s x Es Hx h0. cbn. unfold below_red_zone in *. rewrite Es. destruct (_ && _); [|done]. by destruct Hx. }
    split; [split; try done|].
    - intros x Hx. rewrite (K a x eq_refl), (K b x (eq_sym l_locs0)); [apply l_memory0| |]; intros H; apply Hx;
      [by left|by right..].
    - intros x [H|H]; [by apply l_dead0|]. apply B in H. lia.
    - intros p v Hp. destruct (exact v) eqn:E; [|by apply holds_vague].
      rewrite (load_agree _ (memory a)); [by apply l_words0|]. intros x Hx. apply K; [done|].
      intros Y%B. destruct (Wt _ _ Hp E) as (Bp & _). apply at_bounded in Bp. specialize (NW _ _ Hp E).
        unfold covers in Hx. lia.
    - intros s x Hs Hx [H|H]; [by eapply l_fresh0|]. specialize (NF s Hs). apply B in H.
      specialize (Ft s Hs). apply (spot_bounded_spec e) in Ft. unfold spot_at in *. cbn in *. lia.
    - intros f Hf. rewrite <- (l_back0 f Hf). apply load_agree. intros x Hx. apply K; [done|]. intros Y%B.
      apply elem_of_list_lookup in Hf as [i Hi]. destruct (Forall2_lookup_l _ _ _ _ _ l_returns0 Hi)
        as (q & Hq & Hqf & _).
      specialize (Rt q ltac:(right; by eapply elem_of_list_lookup_2)). unfold covers in Hx. lia.
    - intros x Hx. specialize (l_first0 x Hx). rewrite (K a x eq_refl), (K b x (eq_sym l_locs0)); [done|..];
      intros Y%B; unfold byte_of in Hx; lia.
    - intros l j Hl Hj y. destruct (l_filled0 l j Hl Hj) as [Hy Dy]. fold y in Hy, Dy. split; [done|].
      intros [H|H]; [done|]. apply B in H. lia.
    - split.
      + intros x Hx. rewrite (K a x eq_refl) by (intros Y%B; lia). split; [done|].
        intros [H|H]; [done|]. apply B in H. lia.
      + intros f x Hf Hx. apply l_rest0 in Hf. apply (K b x (eq_sym l_locs0)). intros Y%B. unfold byte_of in Hx. lia.
  Qed.

  (** ** An instruction *)

  Lemma store_other m p n v x : ~ byte_of p n x -> store m p n v x = m x.
  Proof.
    intros H. unfold store. destruct (_ && _) eqn:E; [|done].
    rewrite andb_true_iff, N.leb_le, N.ltb_lt in E. by destruct H.
  Qed.

  Lemma load_other m p n v q k : (∀ x, byte_of q k x -> ~ byte_of p n x) -> load (store m p n v) q k = load m q k.
  Proof. intros H. apply load_agree. intros x Hx. apply store_other. by apply H. Qed.

  Lemma return_words dead rets st fa fb a b : alike dead rets st fa fb a b -> well_claimed depth rets st = true ->
    ∀ x, return_word entry (fa ++ rest) x -> (low <= x < entry + 8)%N.
  Proof.
    intros [] (t & Et & Bt & Rt & _)%well_claimed_top x [Hx|(f & Hf & Hx)]; unfold byte_of in Hx; [lia|].
    apply elem_of_app in Hf as [Hf|Hf]; [|apply l_rest0 in Hf; lia].
    apply elem_of_list_lookup in Hf as [i Hi]. destruct (Forall2_lookup_l _ _ _ _ _ l_returns0 Hi)
      as (q & Hq & Hqf & _ & ?).
    specialize (Rt q ltac:(right; by eapply elem_of_list_lookup_2)). apply (spot_bounded_spec e) in Bt. lia.
  Qed.

  (** Bytes that an instruction loads are not dead, and those that it stores are not where functions return to. *)
  Lemma access_keeps g dead tk rets st fa fb a b d x :
    alike dead rets st fa fb a b -> well_claimed depth rets st = true ->
    access_ok depth rets tk st (a_use d) (address_in st (a_mem d)) (a_bytes d) = true ->
    access_fine low entry g (fa ++ rest) dead tk st d a ->
    byte_of (address g (locs a) (a_mem d)) (a_bytes d) x ->
    (loads (a_use d) = true -> ~ dead x) /\ (stores (a_use d) = true -> ~ return_word entry (fa ++ rest) x).
  Proof.
    intros L W O F Hx. pose proof (return_words _ _ _ _ _ _ _ L W) as RW. pose proof L as L0. destruct L.
    pose proof (address_holds e depth kept deep high g st a (a_mem d) l_registers0) as Ha.
    unfold access_fine in F. unfold access_ok in O.
    destruct (address_in st (a_mem d)) as [p|r|r k| |] eqn:E; [|by apply F| | |by apply F].
    - destruct (in_register st RSP) as [t| | | |]; try done.
      destruct (loads (a_use d) || stores (a_use d)) eqn:U; cbn in O;
        [|apply orb_false_iff in U as [-> ->]; done].
      rewrite !andb_true_iff in O. destruct O as [[[[B _] Of] Os] Ow].
      destruct (bounded_at e depth kept deep high _ _ B Ha) as [_ Zp].
      unfold byte_of in Hx.
      split; intros U'; [rewrite U' in Of|rewrite U' in Os, Ow]; cbn in *.
      + apply orb_true_iff in Of as [Of| ->]; [|by apply F].
        unfold is_fresh in Of. apply orb_true_iff in Of as [Of|Of].
        * apply andb_true_iff in Of as [Wh%l_whole0 Of].
          destruct (s_origin p) eqn:Ep; [|done]. apply Z.leb_le in Of. intros Dx%l_dead0.
          unfold spot_at in Zp. rewrite Ep in Zp. cbn in Zp. lia.
        * apply existsb_exists in Of as (s & Hs & (Es & ? & ?)%within_stretch_spec).
          specialize (l_fresh0 s (Z.of_N x - origin_at e (r_origin s)) ltac:(by apply elem_of_list_In)).
          unfold spot_at in Zp. rewrite Es in Zp. replace (Z.to_N _) with x in l_fresh0 by lia. apply l_fresh0. lia.
      + rewrite andb_true_iff, forallb_forall in Os. destruct Os as [O0 Os].
        assert (base = entry \/ (x < base)%N) as Above.
        { apply orb_true_iff in Ow as [Ow|Ow%Z.leb_le]; [left; by apply l_whole0|right].
          unfold spot_bounded in B. rewrite !andb_true_iff in B. destruct B as [[B _] _].
          pose proof (spot_range e p B). lia. }
        intros [Hr|(f & Hf & Hr)]; unfold byte_of in Hr.
        * apply (surely_apart_spec e) in O0. change (spot_at e spot_entry) with (e + 0) in O0. lia.
        * apply elem_of_app in Hf as [Hf|Hf]; [|apply l_rest0 in Hf; lia].
          apply elem_of_list_lookup in Hf as [i Hi].
          destruct (Forall2_lookup_l _ _ _ _ _ l_returns0 Hi) as (q & Hq & Hqf & _).
          specialize (Os q ltac:(apply elem_of_list_In; by eapply elem_of_list_lookup_2)).
          apply (surely_apart_spec e) in Os. lia.
    - destruct (in_register st RSP) as [t| | | |]; try done.
      destruct (loads (a_use d) || stores (a_use d)) eqn:U; cbn in O;
        [|apply orb_false_iff in U as [-> ->]; done].
      rewrite !andb_true_iff in O. destruct O as [Le Of].
      destruct (given_byte _ _ _ _ _ _ _ _ _ _ _ _ L0 Ha Le Hx) as ((j & Hj & Ej) & Hy & Wx).
      split; intros U'.
      + rewrite U' in Of. cbn in Of.
        destruct (lent_within _ _ Of) as (l & Hl & Er & ? & ?). cbn in *. subst r.
        destruct (l_filled0 l j Hl ltac:(lia)) as [_ Dy].
        by rewrite <- Ej, N2Z.id in Dy.
      + intros [Hr|(f & Hf & Hr)].
        * unfold byte_of in Hr. lia.
        * apply elem_of_app in Hf as [Hf|Hf]; [|by eapply l_on_loan0].
          apply elem_of_list_lookup in Hf as [i Hi].
          destruct (Forall2_lookup_l _ _ _ _ _ l_returns0 Hi) as (q & Hq & Hqf & _ & ? & _).
          unfold byte_of in Hr. lia.
    - split; intros U.
      + intros Dx%l_dead0. destruct (F ltac:(by rewrite U) x Hx); lia.
      + intros Rx%RW. destruct (F ltac:(by rewrite U, orb_true_r) x Hx); lia.
  Qed.

  Lemma instr_alike g dead tk rets st st' fa fb a b i a' t :
    alike dead rets st fa fb a b -> well_claimed depth rets st = true ->
    after_instr depth rets tk st i = Some st' ->
    (∀ d x, describe i = Some d -> d_access d = Some x -> access_fine low entry g (fa ++ rest) dead tk st x a) ->
    exec g i a = Some (a', t) ->
    ∃ b', exec g i b = Some (b', t) /\
      alike (fun x => dead x /\ ~ stored_byte g i a x) rets st' fa fb a' b' /\
      (k_whole st = false -> same_above base entry rest on_loan dead (fun x => dead x /\ ~ stored_byte g i a x)
        (memory a)
        (memory a') (memory b) (memory b')).
  Proof.
    intros L W A F Hx. pose proof Hx as Hx0. unfold after_instr in A. unfold exec, step in Hx |- *.
    destruct (describe i) as [d|] eqn:D; [|done].
    destruct (effect_of sem g d a) as [f|] eqn:Ef; [|done]. injection Hx as <- <-.
    assert (∀ y, d_access d = Some y -> (let '(v, n, u) := (address_in st (a_mem y), a_bytes y, a_use y) in
              access_ok depth rets tk st u v n = true)) as Ok.
    { intros y Ey. rewrite Ey in A. by destruct (access_ok _ _ _ _ _ _ _). }
    cbn in Ok.
    assert (effect_of sem g d b = Some f) as Eb.
    { rewrite <- Ef. symmetry. apply frame_reads.
      - intros l _. by rewrite (l_locs _ _ _ _ _ _ _ L).
      - intros y p x Ey -> Hp Hl Hc. apply (l_memory _ _ _ _ _ _ _ L).
        eapply access_keeps; eauto. }
    rewrite Eb. exists (apply f b). split; [done|].
    (* what it stores *)
    assert (match e_store f with
            | Some (p, n, v) => ∃ y, d_access d = Some y /\ p = address g (locs a) (a_mem y) /\ n = a_bytes y /\
                stores (a_use y) = true /\ ∀ x, stored_byte g i a x <-> byte_of p n x
            | None => ∀ x, ~ stored_byte g i a x
            end) as St.
    { unfold stored_byte. rewrite D. destruct (e_store f) as [[[p n] v]|] eqn:Es.
      - destruct (effect_store sem g d a f p n v Ef Es) as (y & Ey & -> & -> & _ & Hs).
        exists y. split_and!; try done. intros x. rewrite Ey. tauto.
      - intros x. destruct (d_access d) as [y|] eqn:Ey; [|tauto]. intros [Hs _].
        unfold effect_of in Ef. rewrite Ey in Ef. destruct (negb _) in Ef; [done|]. cbv zeta in Ef.
        destruct (negb _) in Ef; [done|].
        destruct (assign _ _) as [[? ?]|]; [|done]. simplify_eq/=. by rewrite Hs in Es. }
    pose proof (well_claimed_top _ _ W) as (t & Et & Bt & Rt & Nt & Ft & Wt).
    assert (∀ x, stored_byte g i a x -> ~ return_word entry (fa ++ rest) x) as Ret.
    { intros x Hs Hr. destruct (e_store f) as [[[p n] v]|] eqn:Es; [|by destruct (St x)].
      destruct St as (y & Ey & -> & -> & Hst & St). apply St in Hs.
      destruct (access_keeps g _ tk _ _ _ _ _ _ y x L W (Ok _ Ey) (F _ _ eq_refl Ey) Hs) as [_ K]. by apply K. }
    assert (∀ s x, (∀ p n v, e_store f = Some (p, n, v) -> ~ byte_of p n x) -> memory (apply f s) x = memory s x) as
      Mo.
    { intros s x Hn. cbn. destruct (e_store f) as [[[p n] v]|]; [|done]. apply store_other. by eapply Hn. }
    assert (∀ s x, ~ stored_byte g i a x -> memory (apply f s) x = memory s x) as Mk.
    { intros s x Hn. apply Mo. intros p n v Es. rewrite Es in St. destruct St as (y & _ & _ & _ & _ & St).
      intros Hb. by apply Hn, St. }
    pose proof L as L0. destruct L.
    split; [split|].
    - cbn. by rewrite l_locs0.
    - intros x Hn. cbn. destruct (e_store f) as [[[p n] v]|] eqn:Es.
      + destruct St as (y & _ & _ & _ & _ & St). unfold store.
        destruct ((p <=? x)%N && (x <? p + N.of_nat n)%N) eqn:Ec; [done|].
        apply l_memory0. intros Dx. apply Hn. split; [done|]. rewrite St. unfold byte_of.
        rewrite <- N.leb_le, <- N.ltb_lt, <- andb_true_iff, Ec. done.
      + apply l_memory0. intros Dx. apply Hn. split; [done|]. apply St.
    - intros x [Dx _]. by apply l_dead0.
    - (* registers *)
      intros r.
      destruct (match d_access d with Some x => (address_in st (a_mem x), a_bytes x, a_use x)
                | None => (SOff, O, Address) end) as [[v n] u] eqn:Q.
      destruct (negb _); [done|]. injection A as <-.
      rewrite in_registers_of.
      destruct (special_of _ r) as [v'|] eqn:Sp.
      + eapply (special_holds e depth kept deep high g st a i); eauto.
      + destruct (writes_loc d (G r)) eqn:Wl; [by destruct (existsb _ (d_in d))|].
        destruct (frame_writes sem g d a f Ef) as [Fw _]. rewrite Fw; [apply l_registers0|].
        unfold writes. intros (o & Ho & Hin)%elem_of_list_In%in_flat_map.
        enough (writes_loc d (G r) = true) by congruence. apply existsb_exists. exists o. split; [done|].
        apply bool_decide_eq_true. destruct o; cbn in *; destruct Hin as [->|[]] || destruct Hin; done.
    - (* words *)
      intros p q Hp. destruct (exact q) eqn:Eq; [|by apply holds_vague].
      destruct (match d_access d with Some x => (address_in st (a_mem x), a_bytes x, a_use x)
                | None => (SOff, O, Address) end) as [[v n] u] eqn:Q.
      destruct (negb _); [done|]. injection A as <-. cbn [k_words] in Hp.
      assert (∀ r k, (r, k) ∈ k_words st -> (∀ x, byte_of (at_spot r) 8 x -> ~ stored_byte g i a x) ->
              stack_holds e kept k (load (memory (apply f a)) (at_spot r) 8)) as Old.
      { intros r k Hr Hn. rewrite (load_agree _ (memory a)); [by apply l_words0|]. intros x Hc. apply Mk.
        by apply Hn. }
      destruct (stores u) eqn:U; cycle 1.
      { apply Old; [done|]. intros x _ Hs. unfold stored_byte in Hs. rewrite D in Hs.
        destruct (d_access d) as [y|]; [|done]. destruct Hs as [Hs _]. congruence. }
      destruct (d_access d) as [y|] eqn:Ey; [|simplify_eq/=]. injection Q as <- <- <-.
      destruct (e_store f) as [[[x n] v]|] eqn:Es; cycle 1.
      { unfold effect_of in Ef. rewrite Ey in Ef. destruct (negb _) in Ef; [done|]. cbv zeta in Ef.
        destruct (negb _) in Ef; [done|].
        destruct (assign _ _) as [[? ?]|]; [|done]. simplify_eq/=. by rewrite U in Es. }
      destruct St as (y' & Ey' & -> & -> & _ & St). injection Ey' as <-.
      pose proof (address_holds e depth kept deep high g st a (a_mem y) l_registers0) as Ha.
      specialize (F _ y eq_refl Ey). unfold access_fine in F. specialize (Ok y eq_refl).
      assert ((p, q) ∈ map (λ w : spot * stack_value, (w.1, SMaybe)) (k_words st) -> False) as Vague.
      { intros (? & [=] & _)%elem_of_list_In%in_map_iff. by subst. }
      destruct (address_in st (a_mem y)) as [o|o|o z| |] eqn:Ea; cbn [stored_to k_words] in Hp;
        [|by destruct Vague| | |by destruct Vague].
      + unfold access_ok in Ok. destruct (in_register st RSP) as [t'| | | |]; [|done..].
        rewrite U, orb_true_r in Ok. cbn [negb orb] in Ok. rewrite !andb_true_iff in Ok.
        destruct Ok as [[[[Bo _] _] _] _].
        destruct (bounded_at e depth kept deep high _ _ Bo Ha) as [Xo Zo].
        assert ((p, q) ∈ flat_map (left_of o (Z.of_nat (a_bytes y)) (stored_in st i (mixed_of
                  (existsb (input_leads st (SAt o) (if loads (a_use y) then loaded_from st (SAt o) (a_bytes y)
                    else SOff))
                     (d_in d))))) (k_words st) ->
                stack_holds e kept q (load (memory (apply f a)) (at_spot p) 8)) as Left.
        { intros (w & Hw & Hin)%elem_of_list_In%in_flat_map. unfold left_of in Hin.
          destruct (surely_apart _ _ _ _) eqn:Ap.
          - destruct Hin as [->|[]]. cbn in Ap. apply elem_of_list_In in Hw. apply Old; [done|].
            intros z Hz Hs%St. apply (surely_apart_spec e) in Ap. destruct (Wt _ _ Hw Eq) as (Bp & _).
            apply at_bounded in Bp. unfold byte_of in *. lia.
          - destruct (within_stretch _ _ _ _); [done|]. destruct (_ || _); [|done].
            destruct Hin as [[=]|[]]. by subst. }
        destruct (_ && leads _) eqn:Wh; [|by apply Left].
        apply elem_of_cons in Hp as [[= -> Hv]|Hp]; [|by apply Left].
        rewrite !andb_true_iff in Wh. destruct Wh as [[Ny%Nat.eqb_eq _] _].
        match type of Hv with _ = stored_in _ _ (mixed_of ?b) =>
          pose proof (stored_holds e depth kept deep high g st a i d f _ _ v b l_registers0 D Ef Es) as Hh end.
        rewrite <- Hv in Hh. rewrite <- Xo.
        cbn [memory apply]. rewrite Es.
        rewrite Ny, load_store. exact Hh.
      + unfold access_ok in Ok. rewrite Et, U, orb_true_r in Ok. cbn [negb orb] in Ok.
        apply andb_true_iff in Ok as [Ok _].
        apply Old; [done|]. intros x Hx0' Hs%St. destruct (Wt _ _ Hp Eq) as (Bp & Mp & Vp).
        destruct (given_byte _ _ _ _ _ _ _ _ _ _ _ _ L0 Ha Ok Hs) as (_ & Hy & _).
        apply at_bounded in Bp. pose proof (spot_range e p Vp). unfold byte_of in *. lia.
      + apply Old; [done|]. intros z Hz Hs%St. destruct (Wt _ _ Hp Eq) as (Bp & Mp & Vp).
        destruct (F ltac:(by rewrite U, orb_true_r) z Hs); apply at_bounded in Bp;
          pose proof (spot_range e p Vp); unfold byte_of in *; lia.
    - (* fresh bytes *)
      intros s x Hs Hx [Dx Nx].
      destruct (match d_access d with Some x => (address_in st (a_mem x), a_bytes x, a_use x)
                | None => (SOff, O, Address) end) as [[v n] u] eqn:Q.
      destruct (negb _); [done|]. injection A as <-. cbn [k_fresh] in Hs.
      assert (∀ s0, s0 ∈ k_fresh st -> r_origin s0 = r_origin s -> r_from s0 <= x < r_to s0 -> False) as Old.
      { intros s0 Hs0 Eo Y0. apply (l_fresh0 s0 x Hs0 Y0). by rewrite Eo. }
      destruct (stores u) eqn:U; [|by apply (Old s)].
      destruct (d_access d) as [y|] eqn:Ey; [|simplify_eq/=]. injection Q as <- <- <-.
      pose proof (address_holds e depth kept deep high g st a (a_mem y) l_registers0) as Ha. specialize (Ok y
        eq_refl).
      destruct (address_in st (a_mem y)) as [o|o|o z| |] eqn:Ea; cbn [stored_to k_fresh] in Hs; [|by apply (Old s)..].
      unfold access_ok in Ok. destruct (in_register st RSP) as [t'| | | |]; [|done..].
      rewrite U, orb_true_r in Ok. cbn [negb orb] in Ok. rewrite !andb_true_iff in Ok.
      destruct Ok as [[[[Bo _] _] _] _].
      destruct (bounded_at e depth kept deep high _ _ Bo Ha) as [Xo Zo].
      destruct (stretched_spec _ _ (r_origin s) x (ex_intro _ s (conj Hs (conj eq_refl Hx))))
        as [[Eo Hc]|(s0 & H0 & E0 & X0)].
      + cbn in Eo, Hc. apply Nx. unfold stored_byte. rewrite D, Ey. split; [done|].
        rewrite <- Eo in *. unfold spot_at in Zo. unfold byte_of. apply l_dead0 in Dx. lia.
      + by apply (Old s0).
    - done.
    - done.
    - intros h Hh. rewrite <- (l_back0 h Hh). apply load_agree. intros x Hc. apply Mk. intros Hs. apply (Ret x Hs).
      right. exists h. split; [apply elem_of_app; by left|done].
    - intros x Hr. rewrite !Mk; [by apply l_first0|..]; intros Hs; apply (Ret x Hs); by left.
    - intros Hk. apply l_whole0.
      destruct (match d_access d with Some x => (address_in st (a_mem x), a_bytes x, a_use x)
                | None => (SOff, O, Address) end) as [[v n] u] eqn:Q.
      destruct (negb _); [done|]. injection A as <-. cbn in Hk. done.
    - done.
    - done.
    - intros l j Hl. apply l_lent0.
      destruct (match d_access d with Some x => (address_in st (a_mem x), a_bytes x, a_use x)
                | None => (SOff, O, Address) end) as [[v n] u] eqn:Q.
      destruct (negb _); [done|]. by injection A as <-.
    - (* what was filled *)
      intros l j Hl Hj y0.
      destruct (match d_access d with Some x => (address_in st (a_mem x), a_bytes x, a_use x)
                | None => (SOff, O, Address) end) as [[v n] u] eqn:Q.
      destruct (negb _); [done|]. injection A as <-. cbn [k_filled] in Hl.
      assert (∀ l0, l0 ∈ k_filled st -> l_register l0 = l_register l -> l_from l0 <= j < l_to l0 ->
        e + 8 <= y0 /\ ~ (dead (Z.to_N y0) /\ ~ stored_byte g i a (Z.to_N y0))) as Old.
      { intros l0 Hl0 El Hj0. destruct (l_filled0 l0 j Hl0 Hj0) as [H1 H2]. rewrite El in H1, H2. split; [done|].
        by intros [? _]. }
      destruct (stores u) eqn:U; [|by apply (Old l)].
      destruct (d_access d) as [y|] eqn:Ey; [|simplify_eq/=]. injection Q as <- <- <-.
      pose proof (address_holds e depth kept deep high g st a (a_mem y) l_registers0) as Ha. specialize (Ok y
        eq_refl).
      destruct (address_in st (a_mem y)) as [o|o|o z| |] eqn:Ea; cbn [stored_to k_filled] in Hl; [by apply (Old l)..|
        |
        by apply (Old l)|by apply (Old l)].
      unfold access_ok in Ok. rewrite Et, U, orb_true_r in Ok. cbn [negb orb] in Ok.
      apply andb_true_iff in Ok as [Ok _].
      destruct (filled_spec _ _ (l_register l) j (ex_intro _ l (conj Hl (conj eq_refl Hj))))
        as [[Eo Hc]|(l0 & H0 & E0 & X0)]; [|by apply (Old l0)].
      cbn in Eo, Hc. destruct (lent_within _ _ Ok) as (l1 & Hl1 & E1 & ? & ?). cbn in E1.
      destruct (l_lent0 l1 j Hl1 ltac:(cbn in *; lia)) as [Hy _]. rewrite <- E1, Eo in Hy. fold y0 in Hy.
      split; [lia|]. intros [_ Nx]. apply Nx. unfold stored_byte. rewrite D, Ey. split; [done|].
      pose proof (given_range _ _ _ _ _ _ _ l1 j z (Z.of_nat (a_bytes y)) L0 Hl1 ltac:(cbn in *; lia)
        ltac:(cbn in *; lia) ltac:(lia)) as Z.
      cbn in Ha. rewrite <- E1 in Z. rewrite <- Ha, Eo in Z. fold y0 in Z. unfold byte_of. lia.
    - (* above *)
      intros Wh. split; cycle 1.
      { intros h x Hh Hx. apply Mk. intros Hs. apply (Ret x Hs). right. exists h.
        split; [apply elem_of_app; by right|done]. }
      intros x Hx.
      assert (~ on_loan x -> ~ stored_byte g i a x) as Nx.
      { intros Nw Hs. unfold stored_byte in Hs. rewrite D in Hs. destruct (d_access d) as [y|] eqn:Ey; [|done].
        destruct Hs as [U Hs]. pose proof (address_holds e depth kept deep high g st a (a_mem y) l_registers0) as Ha.
        specialize (Ok y eq_refl). unfold access_ok in Ok. specialize (F _ y eq_refl Ey). unfold access_fine in F.
        rewrite Et, U, Wh, orb_true_r in Ok. cbn [negb orb] in Ok.
        destruct (address_in st (a_mem y)) as [o|o|o z| |] eqn:Ea; try done.
        - rewrite !andb_true_iff, Z.leb_le in Ok. destruct Ok as [[[[Bo _] _] _] Mo'].
          destruct (bounded_at e depth kept deep high _ _ Bo Ha) as [Xo Zo].
          unfold spot_bounded in Bo. rewrite !andb_true_iff in Bo. destruct Bo as [[Bo _] _].
          pose proof (spot_range e o Bo). unfold byte_of in Hs. lia.
        - apply andb_true_iff in Ok as [Ok _].
          by destruct (given_byte _ _ _ _ _ _ _ _ _ _ _ _ L0 Ha Ok Hs) as (_ & _ & ?).
        - destruct (F ltac:(by rewrite U, orb_true_r) x Hs); lia. }
      split; [|tauto]. intros Nw. by apply Mk, Nx.
  Qed.
End sound.
