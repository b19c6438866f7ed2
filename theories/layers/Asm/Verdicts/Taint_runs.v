(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The taint checker: flat code whose addresses and branches do not depend on secrets, with what it calls.

    For each position of a stretch of code, untrusted analysis says what is public there; the checker
    verifies each claim against the next ones, instruction by instruction. A function that is called may be looked
    at several times, as different things are public where it is called. The theorem: two runs that start with the same
    public data, whatever the secrets, go the same way and show the same addresses. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import FunctionalExtensionality.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
From Fairlead.Asm.Verdicts Require Import Calls_trusted Steps_trusted Taint.
Local Open Scope N_scope.

(** ** The checker *)

(** What a position is claimed to be: that it is never reached, or what is public there. Of positions before
    [first], and of those behind the end of [inv], it is claimed that they are never reached. *)
Fixpoint claim (first : nat) (inv : list (option N)) (pc : nat) : option N :=
  match first, pc with
  | O, _ => nth pc inv None
  | S _, O => None
  | S first, S pc => claim first inv pc
  end.

(** It is reached, perhaps, with [P] public, and claims no more. *)
Definition claimed (there : option N) (P : N) : bool :=
  match there with Some Q => subset Q P | None => false end.

(** Of a window of the code, [w_gap] behind the begin of the window before: which regions are public, what is claimed of
    its positions, at which of them, counted from its begin, it is entered with [w_known] public, and what is public
    where it returns to a call. *)
Record window := Window {
  w_gap : nat;
  w_public : list N;
  w_known : N;
  w_entries : list nat;
  w_returns : N;
  w_claims : list (option N);
}.

(** What is said of something that is called elsewhere. Its addresses and branches depend on [c_needs] and on the
    contents of [c_loads]. It stores to [c_stores] alone, leaves [c_keeps] as they were, and what it computes for
    [c_gives] depends on the same. *)
Record contract := Contract {
  c_needs : N;
  c_loads : list N;
  c_stores : list N;
  c_keeps : N;
  c_gives : N;
}.

Fixpoint contract_of (contracts : list (positive * contract)) (f : positive) : option contract :=
  match contracts with
  | [] => None
  | (f', c) :: contracts => if Pos.eqb f' f then Some c else contract_of contracts f
  end.

Definition all_flags : N := set_of [F CF; F PF; F AF; F ZF; F SF; F OF].
Definition without_flags (P : N) : N := N.ldiff P all_flags.

Definition rsp_public (P : N) : bool := mem_set (G RSP) P.

Section check.
  (** [words]: the regions that are words. [stays k r]: region [r] is where it was when the function at [k] is
      entered. *)
  Context (rel : relation) (words : list N) (stays : nat -> N -> bool) (contracts : list (positive * contract)).

  (** What goes along to and from the function at [k]. *)
  Definition along (k : nat) (P : N) : N :=
    N.land (without_flags P) (N.lor all_locs (words_of (List.filter (stays k) words))).

  (** A call of [k], from where [P] is public, to where [next] is claimed, may be one of this window. *)
  Definition serves (public : list N) (P : N) (next : option N) (k : nat) (v : nat * window) : bool :=
    bool_decide (w_public v.2 = public) && forallb (stays k) public &&
    claimed (claim v.1 (w_claims v.2) k) (along k P) &&
    rsp_public (w_returns v.2) && claimed next (along k (w_returns v.2)).

  (** What is public behind a call of what keeps to a contract. *)
  Definition behind_contract (P : N) (c : contract) : N :=
    without_flags
      (N.lor (N.land P (N.land all_locs (c_keeps c)))
         (N.lor (N.land all_locs (c_gives c))
            (N.land P (words_of (List.filter (fun r => forallb (fun n => rel n r) (c_stores c)) words))))).

  Definition keeps_contract (public : list N) (P : N) (next : option N) (c : contract) : bool :=
    subset (c_needs c) P && forallb (fun r => existsb (N.eqb r) public) (c_loads c) &&
    forallb (fun r => forallb (rel r) public) (c_stores c) && claimed next (behind_contract P c).

  (** An instruction, jump or call of which [here] is claimed, and [next] of the position behind it. *)
  Definition taint_at (all : list (nat * window)) (public : list N) (returns : N) (target : nat -> option N)
      (here next : option N) (f : flat * option callee) : bool :=
    match here with
    | None => true
    | Some P =>
        match f with
        | (FInstr i, _) =>
            match describe i with
            | Some d => match taint_desc rel words public P d with Some Q => claimed next Q | None => false end
            | None => false
            end
        | (FJump t, _) => claimed (target t) P
        | (FBranch c t, _) => subset (set_of (map F (cc_flags c))) P && claimed (target t) P && claimed next P
        | (FHalt, None) => subset returns P
        | (FHalt, Some (Inside k)) => rsp_public P && existsb (serves public P next k) all
        | (FHalt, Some (Outside f)) =>
            rsp_public P &&
            match contract_of contracts f with Some c => keeps_contract public P next c | None => false end
        end
    end.

  Fixpoint taint_from (all : list (nat * window)) (public : list N) (returns : N) (target : nat -> option N)
      (inv : list (option N)) (p : code) : bool :=
    match inv, p with
    | here :: inv, f :: p =>
        taint_at all public returns target here (nth 0 inv None) f && taint_from all public returns target inv p
    | _, _ => true
    end.

  Definition taint_window (all : list (nat * window)) (first : nat) (w : window) (p : code) : bool :=
    taint_from all (w_public w) (w_returns w) (claim first (w_claims w)) (w_claims w) p &&
    forallb (fun k => claimed (nth k (w_claims w) None) (w_known w)) (w_entries w).

  (** Windows may overlap. [p] is the code from position [first] on, where the last one began; it is walked along once
      for all of them. *)
  Fixpoint taint_windows (all : list (nat * window)) (first : nat) (windows : list window) (p : code) : bool :=
    match windows with
    | [] => true
    | w :: windows =>
        let first := (w_gap w + first)%nat in
        let p := skipn (w_gap w) p in
        taint_window all first w p && taint_windows all first windows p
    end.

  (** The windows with the positions at which they begin. *)
  Fixpoint placed (first : nat) (windows : list window) : list (nat * window) :=
    match windows with
    | [] => []
    | w :: windows => let first := (w_gap w + first)%nat in (first, w) :: placed first windows
    end.

  Definition taint_check (windows : list window) (p : code) : bool :=
    taint_windows (placed 0 windows) 0 windows p.
End check.

(** ** Soundness *)

(** The machines of which it speaks. *)
Definition possible (rel : relation) (words : list N) (g : env) : Prop :=
  respects g rel /\ ∀ r, r ∈ words -> r_size (regions g r) = 8.

(** What is called elsewhere is as its contract says, [same] being two worlds that nobody tells apart by secrets. *)
Definition honours {world} (outside : positive -> env -> world -> state -> option (world * state * list event))
    (same : world -> world -> Prop) (rel : relation) (words : list N) (f : positive) (c : contract) : Prop :=
  ∀ g w1 w2 s1 s2 w1' w2' r1 r2 t1 t2,
    possible rel words g -> same w1 w2 -> (∀ l, mem_set l (c_needs c) = true -> locs s1 l = locs s2 l) ->
    (∀ r x, r ∈ c_loads c -> inside (regions g r) x -> memory s1 x = memory s2 x) ->
    outside f g w1 s1 = Some (w1', r1, t1) -> outside f g w2 s2 = Some (w2', r2, t2) ->
    t1 = t2 /\ same w1' w2' /\ (∀ l, mem_set l (c_gives c) = true -> locs r1 l = locs r2 l) /\
    (∀ l, mem_set l (c_keeps c) = true -> locs r1 l = locs s1 l /\ locs r2 l = locs s2 l) /\
    (∀ x, (∀ r, r ∈ c_stores c -> ~ inside (regions g r) x) -> memory r1 x = memory s1 x /\ memory r2 x = memory s2 x).

Lemma claim_from first inv pc : claim first inv (first + pc) = nth pc inv None.
Proof. induction first as [|first IH]; [done|]. apply IH. Qed.

Lemma claim_some first inv pc P :
  claim first inv pc = Some P -> ∃ k, pc = (first + k)%nat /\ nth k inv None = Some P.
Proof.
  revert pc. induction first as [|first IH]; intros pc H; [by exists pc|]. destruct pc as [|pc]; [done|].
  apply IH in H as (k & -> & H). by exists k.
Qed.

Lemma nth_error_skipn {A} first (p : list A) k : nth_error (skipn first p) k = nth_error p (first + k).
Proof.
  revert p. induction first as [|first IH]; intros p; [done|]. destruct p as [|x p]; cbn; [by destruct k|]. apply IH.
Qed.

Lemma skipn_skipn {A} n m (p : list A) : skipn n (skipn m p) = skipn (n + m) p.
Proof.
  revert p. induction m as [|m IH]; intros p; [by rewrite Nat.add_0_r|].
  destruct p as [|x p]; [by rewrite !skipn_nil|]. rewrite Nat.add_succ_r. apply IH.
Qed.

(** No flag is public behind a call, nor where a function is entered. *)
Lemma without_flags_loc l P : mem_set l (without_flags P) = true -> mem_set l P = true /\ ∀ f, l ≠ F f.
Proof.
  unfold without_flags, mem_set. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff. intros [H Hn]. split; [done|].
  intros f ->. destruct f; by vm_compute in Hn.
Qed.

Lemma word_lor r a b : word_at r (N.lor a b) = word_at r a || word_at r b.
Proof. apply N.lor_spec. Qed.
Lemma word_land r a b : word_at r (N.land a b) = word_at r a && word_at r b.
Proof. apply N.land_spec. Qed.
Lemma word_without_flags r P : word_at r (without_flags P) = word_at r P.
Proof. unfold without_flags, word_at. rewrite N.ldiff_spec. fold (word_at r all_flags). unfold all_flags.
  by rewrite word_set_of, andb_true_r. Qed.

Lemma forget_locs s l : (∀ f, l ≠ F f) -> locs (forget s) l = locs s l.
Proof. intros H. destruct l; try done. by destruct (H f). Qed.

Lemma test_public g public P c s1 s2 b1 b2 :
  subset (set_of (map F (cc_flags c))) P = true -> alike g public P s1 s2 ->
  test c s1 = Some b1 -> test c s2 = Some b2 -> b1 = b2.
Proof.
  intros Hs [HP _] H1 H2. unfold test in *.
  destruct (forallb _ _) in H1; [|done]. destruct (forallb _ _) in H2; [|done]. simplify_eq. f_equal.
  apply map_ext_in. intros f Hf. apply HP. eapply subset_spec; [exact Hs|].
  apply mem_set_of, elem_of_list_In, in_map_iff. eauto.
Qed.

(** As alike as is claimed of the position, which is then one that may be reached. *)
Definition alike_at (g : env) (public : list N) (there : option N) (s1 s2 : state) : Prop :=
  match there with Some P => alike g public P s1 s2 | None => False end.

Lemma claimed_alike g public there P s1 s2 :
  claimed there P = true -> alike g public P s1 s2 -> alike_at g public there s1 s2.
Proof. unfold claimed, alike_at. destruct there; [|done]. apply alike_subset. Qed.

Section sound.
  Context {world : Type} (outside : positive -> env -> world -> state -> option (world * state * list event)).
  Context (return_to : nat -> N) (entered : nat -> env -> nat -> env) (same : world -> world -> Prop).
  Context (rel : relation) (words : list N) (stays : nat -> N -> bool) (contracts : list (positive * contract)).
  Context (windows : list window) (p : code).
  Context (Hentered : ∀ n g k, possible rel words g -> possible rel words (entered n g k) /\
             ∀ r, stays k r = true -> regions (entered n g k) r = regions g r).
  Context (Hcontracts : ∀ f c, contract_of contracts f = Some c -> honours outside same rel words f c).
  Context (Hcheck : taint_check rel words stays contracts windows p = true).

  Notation all := (placed 0 windows).
  Notation along := (along words stays).

  Lemma taint_windows_at first l start w :
    taint_windows rel words stays contracts all first l (skipn first p) = true -> (start, w) ∈ placed first l ->
    taint_window rel words stays contracts all start w (skipn start p) = true.
  Proof using.
    revert first. induction l as [|v l IH]; cbn; intros first H Hw; [by apply elem_of_nil in Hw|].
    rewrite skipn_skipn in H. apply andb_true_iff in H as [Hv H]. apply elem_of_cons in Hw as [Hw|Hw];
      [by simplify_eq|].
    by apply (IH _ H).
  Qed.

  Lemma taint_from_at public returns target inv q k f P :
    taint_from rel words stays contracts all public returns target inv q = true ->
    nth k inv None = Some P -> nth_error q k = Some f ->
    taint_at rel words stays contracts all public returns target (Some P) (nth (S k) inv None) f = true.
  Proof using.
    revert inv k. induction q as [|h q IH]; intros [|c inv] [|k] H Hc Hf; simplify_eq/=; try done;
      apply andb_true_iff in H as [Hh H]; simplify_eq/=; [done|]. by eapply IH.
  Qed.

  Lemma window_at w pc f P :
    w ∈ all -> claim w.1 (w_claims w.2) pc = Some P -> nth_error p pc = Some f ->
    taint_at rel words stays contracts all (w_public w.2) (w_returns w.2) (claim w.1 (w_claims w.2)) (Some P)
      (claim w.1 (w_claims w.2) (S pc)) f = true.
  Proof using Hcheck.
    destruct w as [first w]. cbn [fst snd]. intros Hw HP Hf.
    pose proof (taint_windows_at 0 windows first w Hcheck Hw) as [H _]%andb_true_iff.
    apply claim_some in HP as (k & -> & HP). rewrite <- Nat.add_succ_r, claim_from.
    eapply taint_from_at; [done..|]. by rewrite nth_error_skipn.
  Qed.

  (** What is known of the two stacks of calls, below a window for regions of [g]. *)
  Fixpoint stacked (v : nat * window) (g : env) (fs1 fs2 : list frame) : Prop :=
    match fs1, fs2 with
    | [], [] => True
    | Frame from1 g1 s1 :: fs1, Frame from2 g2 s2 :: fs2 =>
        from1 = from2 /\ g1 = g2 /\ possible rel words g1 /\ locs s1 (G RSP) = locs s2 (G RSP) /\
        ∃ w k, w ∈ all /\ w_public w.2 = w_public v.2 /\ (∀ r, stays k r = true -> regions g r = regions g1 r) /\
          forallb (stays k) (w_public w.2) = true /\ rsp_public (w_returns v.2) = true /\
          claimed (claim w.1 (w_claims w.2) (S from1)) (along k (w_returns v.2)) = true /\ stacked w g1 fs1 fs2
    | _, _ => False
    end.

  Definition alike_places (c1 c2 : place world) : Prop :=
    same (p_world c1) (p_world c2) /\ p_env c1 = p_env c2 /\ p_at c1 = p_at c2 /\ possible rel words (p_env c1) /\
    ∃ w, w ∈ all /\
      alike_at (p_env c1) (w_public w.2) (claim w.1 (w_claims w.2) (p_at c1)) (p_state c1) (p_state c2) /\
      stacked w (p_env c1) (p_frames c1) (p_frames c2).

  Lemma along_alike g g' public k P s1 s2 :
    (∀ r, stays k r = true -> regions g' r = regions g r) -> forallb (stays k) public = true ->
    (∀ l, mem_set l P = true -> (∀ f, l ≠ F f) -> locs s1 l = locs s2 l) ->
    (∀ r x, is_open public P r -> inside (regions g r) x -> memory s1 x = memory s2 x) ->
    alike g' public (along k P) s1 s2.
  Proof using.
    intros Hg Hpublic Hl Hm. split.
    - intros l H. unfold Taint_runs.along in H. unfold mem_set in H. rewrite N.land_spec in H.
      apply andb_true_iff in H as [H _]. apply without_flags_loc in H as [H Hf]. by apply Hl.
    - intros r x [Hr|Hr] Hx.
      + rewrite forallb_forall in Hpublic. rewrite Hg in Hx by (by apply Hpublic, elem_of_list_In).
        apply (Hm r x); [by left|done].
      + unfold Taint_runs.along in Hr. rewrite word_land, word_lor, word_all_locs, word_without_flags in Hr.
        apply andb_true_iff in Hr as [Hr Hs]. cbn in Hs.
        apply word_words_of, elem_of_list_In, filter_In in Hs as [_ Hs]. rewrite Hg in Hx by done.
        apply (Hm r x); [by right|done].
  Qed.

  Lemma below_alike g public P s1 s2 :
    rsp_public P = true -> alike g public P s1 s2 -> locs s1 (G RSP) = locs s2 (G RSP) /\ below s1 = below s2.
  Proof using.
    intros HP [Hl _]. assert (locs s1 (G RSP) = locs s2 (G RSP)) as E by by apply Hl.
    split; [done|]. unfold below. by rewrite E.
  Qed.

  (** Into a function of the code. *)
  Lemma entering n pc k w1 w2 g fs1 fs2 s1 s2 w P :
    same w1 w2 -> possible rel words g -> w ∈ all -> alike g (w_public w.2) P s1 s2 -> stacked w g fs1 fs2 ->
    rsp_public P = true ->
    existsb (serves words stays (w_public w.2) P (claim w.1 (w_claims w.2) (S pc)) k) all = true ->
    alike_places
      (Place w1 (entered n g k) (Frame pc g s1 :: fs1) k (enter (return_to pc) s1))
      (Place w2 (entered n g k) (Frame pc g s2 :: fs2) k (enter (return_to pc) s2)).
  Proof using Hentered.
    intros Hsame Hg Hw Ha Hst Hrsp Hex. apply existsb_exists in Hex as (v & Hv & Hs).
    unfold serves in Hs. rewrite !andb_true_iff in Hs.
    destruct Hs as ((((Hpub%bool_decide_eq_true & Hstay) & Hin) & Hret) & Hnext).
    destruct (Hentered n g k Hg) as [Hg' Hplace]. destruct (below_alike _ _ _ _ _ Hrsp Ha) as [R B].
    split; [done|]. split; [done|]. split; [done|]. split; [done|].
    exists v. split; [by apply elem_of_list_In|]. cbn [p_env p_at p_state p_frames]. split.
    - eapply claimed_alike; [exact Hin|]. rewrite Hpub. apply along_alike with g; [done|done| |].
      + intros l Hl Hf. unfold enter. rewrite !forget_locs by done. cbn.
        destruct l as [[]| | |]; try done; by apply Ha.
      + intros r x Hr Hx. cbn. rewrite B. unfold store. destruct (_ && _); [done|]. by apply (proj2 Ha r x).
    - cbn [stacked]. split; [done|]. split; [done|]. split; [done|]. split; [done|].
      exists w, k. split; [done|]. split; [done|]. split; [done|]. done.
  Qed.

  (** Back from one. *)
  Lemma leaving from w1 w2 g0 g fs1 fs2 s1 s2 r1 r2 q1 q2 v P :
    same w1 w2 -> alike g (w_public v.2) P r1 r2 -> subset (w_returns v.2) P = true ->
    stacked v g (Frame from g0 s1 :: fs1) (Frame from g0 s2 :: fs2) ->
    leave (return_to from) s1 r1 = Some q1 -> leave (return_to from) s2 r2 = Some q2 ->
    locs r1 (G RSP) = locs r2 (G RSP) /\
    alike_places (Place w1 g0 fs1 (S from) q1) (Place w2 g0 fs2 (S from) q2).
  Proof using.
    intros Hsame Ha Hsub (_ & _ & Hg & R & w & k & Hw & Hpub & Hplace & Hstay & Hrsp & Hnext & Hst) L1 L2.
    pose proof (alike_subset _ _ _ _ _ _ Hsub Ha) as Hr. split; [by apply Hr|].
    unfold leave in L1, L2. destruct (_ && _) in L1; [|done]. destruct (_ && _) in L2; [|done]. simplify_eq.
    split; [done|]. split; [done|]. split; [done|]. split; [done|].
    exists w. split; [done|]. cbn [p_env p_at p_state p_frames]. split; [|done].
    eapply claimed_alike; [exact Hnext|]. apply along_alike with g; [|done| |].
    - intros r Hs. by rewrite Hplace.
    - intros l Hl Hf. rewrite !forget_locs by done. cbn. destruct l as [[]| | |]; try done; by apply Hr.
    - intros r x Ho Hx. cbn. apply (proj2 Hr r x); [|done]. by rewrite <- Hpub.
  Qed.

  (** By something elsewhere. *)
  Lemma calling f c g public P next w1 w2 s1 s2 w1' w2' r1 r2 t1 t2 :
    contract_of contracts f = Some c -> keeps_contract rel words public P next c = true ->
    same w1 w2 -> possible rel words g -> alike g public P s1 s2 ->
    outside f g w1 (forget s1) = Some (w1', r1, t1) -> outside f g w2 (forget s2) = Some (w2', r2, t2) ->
    t1 = t2 /\ same w1' w2' /\ alike_at g public next (forget r1) (forget r2).
  Proof using Hcontracts.
    intros Hc Hk Hsame Hg Ha O1 O2. unfold keeps_contract in Hk. rewrite !andb_true_iff in Hk.
    destruct Hk as (((Hneeds & Hloads) & Hstores) & Hnext).
    destruct (Hcontracts f c Hc g w1 w2 (forget s1) (forget s2) w1' w2' r1 r2 t1 t2) as
      (-> & Hw & Hgives & Hkeeps & Hmem);
      [done|done| | |done|done|].
    - intros l Hl. destruct l as [| | |fl]; try done; apply Ha; by eapply subset_spec.
    - intros r x Hr Hx. cbn. apply (proj2 Ha r x); [left|done]. rewrite forallb_forall in Hloads.
      specialize (Hloads r ltac:(by apply elem_of_list_In)). apply existsb_exists in Hloads as (r' & Hr' & ->%N.eqb_eq).
      by apply elem_of_list_In.
    - split; [done|]. split; [done|]. eapply claimed_alike; [exact Hnext|]. unfold behind_contract. split.
      + intros l [Hl Hf]%without_flags_loc. rewrite !forget_locs by done.
        unfold mem_set in Hl. rewrite !N.lor_spec, !N.land_spec in Hl. rewrite !orb_true_iff, !andb_true_iff in Hl.
        destruct Hl as [(Hp & _ & Hkeep)|[(_ & Hgive)|(_ & Hword)]].
        * destruct (Hkeeps l Hkeep) as [-> ->]. rewrite !forget_locs by done. by apply Ha.
        * by apply Hgives.
        * fold (mem_set l (words_of (List.filter (fun r => forallb (fun n => rel n r) (c_stores c)) words))) in Hword.
          by rewrite loc_words_of in Hword.
      + intros r x Hr Hx. cbn.
        assert (forallb (fun n => rel n r) (c_stores c) = true /\ is_open public P r) as [Hoff Ho].
        { destruct Hr as [Hr|Hr].
          - split; [|by left]. rewrite forallb_forall in *. intros n Hn. specialize (Hstores n Hn).
            rewrite forallb_forall in Hstores. by apply Hstores, elem_of_list_In.
          - rewrite word_without_flags, !word_lor, !word_land, !word_all_locs, ?andb_false_r in Hr. cbn in Hr.
            apply andb_true_iff in Hr as [Hr Hs].
            apply word_words_of, elem_of_list_In, filter_In in Hs as [_ Hs]. split; [done|by right]. }
        destruct (Hmem x) as [-> ->]; [|by apply (proj2 Ha r x)].
        intros n Hn Hin. rewrite forallb_forall in Hoff. specialize (Hoff n ltac:(by apply elem_of_list_In)).
        by apply (proj1 Hg n r Hoff x).
  Qed.

  Lemma step_sound n c1 c2 d1 d2 t1 t2 :
    alike_places c1 c2 -> call_step outside return_to entered p n c1 = Some (d1, t1) ->
    call_step outside return_to entered p n c2 = Some (d2, t2) -> t1 = t2 /\ alike_places d1 d2.
  Proof using Hentered Hcontracts Hcheck.
    destruct c1 as [w1 g1 fs1 pc1 s1], c2 as [w2 g2 fs2 pc2 s2].
    intros (Hsame & Hge & Hpc & Hg & w & Hw & Ha & Hst) H1 H2. cbn in *. subst g2 pc2. rename g1 into g, pc1 into pc.
    destruct (nth_error p pc) as [[f c]|] eqn:Ef; [|done].
    destruct (claim w.1 (w_claims w.2) pc) as [P|] eqn:EP; [|done]. cbn in Ha.
    pose proof (window_at w pc (f, c) P Hw EP Ef) as Ht.
    assert (∀ f', f = f' -> nth_error (map fst p) pc = Some f') as Emap.
    { intros f' <-. rewrite nth_error_map, Ef. done. }
    destruct f as [i|t|cc t|].
    - unfold flat_step in H1, H2. rewrite (Emap _ eq_refl) in H1, H2. cbn in Ht.
      unfold exec in *. destruct (describe i) as [d|]; [|done].
      destruct (step sem g d s1) as [[a1 u1]|] eqn:E1; [|done]. destruct (step sem g d s2) as [[a2 u2]|] eqn:E2;
        [|done].
      destruct (taint_desc rel words (w_public w.2) P d) as [Q|] eqn:EQ; [|done]. simplify_eq.
      destruct (taint_desc_sound g rel words (w_public w.2) (proj1 Hg) (proj2 Hg) _ _ _ _ _ _ _ _ _ EQ Ha E1 E2)
        as [-> HQ].
      split; [done|]. repeat (split; [done|]). exists w. split; [done|]. split; [|done]. by eapply claimed_alike.
    - unfold flat_step in H1, H2. rewrite (Emap _ eq_refl) in H1, H2. cbn in Ht. simplify_eq.
      split; [done|]. repeat (split; [done|]). exists w. split; [done|]. split; [|done]. by eapply claimed_alike.
    - unfold flat_step in H1, H2. rewrite (Emap _ eq_refl) in H1, H2. cbn in Ht.
      rewrite !andb_true_iff in Ht. destruct Ht as ((Hf & Htt) & Hn).
      destruct (test cc s1) as [b1|] eqn:T1; [|done]. destruct (test cc s2) as [b2|] eqn:T2; [|done].
      pose proof (test_public _ _ _ _ _ _ _ _ Hf Ha T1 T2) as ->. simplify_eq.
      split; [done|]. repeat (split; [done|]). exists w. split; [done|]. split; [|done].
      destruct b2; by eapply claimed_alike.
    - destruct c as [[k|f]|].
      + cbn in Ht. apply andb_true_iff in Ht as [Hrsp Hex]. simplify_eq.
        destruct (below_alike _ _ _ _ _ Hrsp Ha) as [_ ->]. split; [done|].
        by apply (entering n pc k w1 w2 g fs1 fs2 s1 s2 w P).
      + cbn in Ht. apply andb_true_iff in Ht as [Hrsp Hk].
        destruct (contract_of contracts f) as [c|] eqn:Ec; [|done].
        destruct (outside f g w1 (forget s1)) as [[[w1' r1] u1]|] eqn:O1; [|done].
        destruct (outside f g w2 (forget s2)) as [[[w2' r2] u2]|] eqn:O2; [|done]. simplify_eq.
        destruct (below_alike _ _ _ _ _ Hrsp Ha) as [_ ->].
        destruct (calling f c g _ P _ w1 w2 s1 s2 w1' w2' r1 r2 u1 u2 Ec Hk Hsame Hg Ha) as (-> & Hw' & Hal); [done..|].
        split; [done|]. split; [done|]. split; [done|]. split; [done|]. split; [done|]. by exists w.
      + cbn in Ht. destruct fs1 as [|[from1 g1 q1] fs1], fs2 as [|[from2 g2 q2] fs2]; try done.
        pose proof Hst as (<- & <- & _).
        destruct (leave (return_to from1) q1 s1) as [r1|] eqn:L1; [|done].
        destruct (leave (return_to from1) q2 s2) as [r2|] eqn:L2; [|done]. simplify_eq.
        destruct (leaving from1 w1 w2 g1 g fs1 fs2 q1 q2 s1 s2 r1 r2 w P) as [-> Hal]; [done..|]. done.
  Qed.

  (** Two runs of any length from an entry of a window, with the same public registers and public memory, show
      the same addresses, branches and calls, and are at the same place. *)
  Theorem taint_check_sound first w k n g w1 w2 s1 s2 c1 c2 t1 t2 :
    (first, w) ∈ all -> k ∈ w_entries w -> possible rel words g -> same w1 w2 ->
    alike g (w_public w) (w_known w) s1 s2 ->
    call_steps outside return_to entered p n (Place w1 g [] (first + k) s1) = Some (c1, t1) ->
    call_steps outside return_to entered p n (Place w2 g [] (first + k) s2) = Some (c2, t2) ->
    t1 = t2 /\ p_at c1 = p_at c2 /\ same (p_world c1) (p_world c2).
  Proof using Hentered Hcontracts Hcheck.
    intros Hw Hk Hg Hsame Ha.
    assert (alike_places (Place w1 g [] (first + k) s1) (Place w2 g [] (first + k) s2)) as H.
    { split; [done|]. split; [done|]. split; [done|]. split; [done|]. exists (first, w). split; [done|]. split; [|done].
      cbn. pose proof (taint_windows_at 0 windows first w Hcheck Hw) as [_ He]%andb_true_iff.
      rewrite claim_from. eapply claimed_alike; [|done]. rewrite forallb_forall in He. by apply He, elem_of_list_In. }
    clear Hw Hk Hg Hsame Ha. revert H. generalize (Place w1 g [] (first + k) s1), (Place w2 g [] (first + k) s2).
    revert t1 t2. induction n as [|n IH]; cbn; intros t1 t2 d1 d2 H H1 H2; simplify_eq.
    - destruct H as (? & _ & ? & _). done.
    - destruct (call_step outside return_to entered p n d1) as [[e1 u1]|] eqn:E1; [|done].
      destruct (call_step outside return_to entered p n d2) as [[e2 u2]|] eqn:E2; [|done].
      destruct (step_sound _ _ _ _ _ _ _ H E1 E2) as [-> H'].
      destruct (call_steps outside return_to entered p n e1) as [[x1 v1]|] eqn:X1; [|done].
      destruct (call_steps outside return_to entered p n e2) as [[x2 v2]|] eqn:X2; [|done]. simplify_eq.
      by destruct (IH _ _ _ _ H' X1 X2) as (-> & -> & ?).
  Qed.
End sound.
