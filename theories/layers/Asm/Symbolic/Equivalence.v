(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Equivalence of straight-line programs by symbolic execution: both are run
    on the same unknown start, and must end with the same terms in the locations that
    matter and the same chain of stores. Covers reordering, renaming of registers, folded pointer
    arithmetic, other encodings of the same operation, and dead code, at once.

    The clean program's accesses and flag reads are what is known to be allowed: the fast one
    may access only what lies inside of them. So if the clean program runs, so does the
    fast one; and since the fast one's addresses are at constant distances from the clean
    one's, it leaks nothing that the clean one does not. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import FMapPositive.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset Footprint Commute.
From Fairlead.Asm.Symbolic Require Import Terms.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Symbolic Require Import Rewrites Memory Results Execution.
Local Open Scope N_scope.

Record fact : Set := Fact { k_use : use; k_place : place; k_align : N }.

Definition fact_of (d : desc op) (addr : id * N) : option fact :=
  match d_access d with
  | Some a => Some (Fact (a_use a) (place_at addr a) (a_align a))
  | None => None
  end.

(** What a flag that is read holds: a term, or what it held at the start. *)
Definition flag_source (σ : sym) (l : loc) : id + loc :=
  match PositiveMap.find (key l) (s_regs σ) with Some i => inl i | None => inr l end.

Fixpoint flags_read (σ : sym) (l : list input) : list (id + loc) :=
  match l with
  | [] => []
  | ILoc (F f) :: l => flag_source σ (F f) :: flags_read σ l
  | _ :: l => flags_read σ l
  end.

(** ** The clean program *)

Fixpoint sym_clean (rel : relation) (T : table) (σ : sym) (p : list instr)
  : option (table * sym * list (id + loc) * list (option fact)) :=
  match p with
  | [] => Some (T, σ, [], [])
  | i :: p =>
      let* d := describe i in
      let* (T1, σ1, addr) := sym_step rel T σ d in
      let* (T2, σ2, reads, facts) := sym_clean rel T1 σ1 p in
      Some (T2, σ2, flags_read σ (d_in d) ++ reads, fact_of d addr :: facts)
  end.

(** ** The fast program *)

(** [q] is inside what [f] accesses. *)
Definition inside_fact (q f : fact) : bool :=
  let a := k_place q in let b := k_place f in
  let d := low 64 (p_off a + (2 ^ 64 - p_off b)) in
  (p_base a =? p_base b)%positive && (p_region a =? p_region b) && touches (k_use f) &&
  (p_off b <=? 2 ^ 64) && Nat.ltb 0 (p_len a) &&
  (d + N.of_nat (p_len a) <=? N.of_nat (p_len b)) &&
  ((k_align q =? 1) || ((d =? 0) && (k_align q =? k_align f))) &&
  (negb (stores (k_use q)) || stores (k_use f)).

(** Touching memory is harmless but shows the address. *)
Definition same_base (q f : fact) : bool :=
  (p_base (k_place q) =? p_base (k_place f))%positive && match k_use f with Address => false | _ => true end.

Definition allowed (facts : list (option fact)) (q : option fact) : bool :=
  match q with
  | None => true
  | Some q =>
      let some_fact t := existsb (fun f => match f with Some f => t q f | None => false end) facts in
      match k_use q with
      | Address => true
      | Touch => some_fact same_base
      | _ => some_fact inside_fact
      end
  end.

Definition flag_known (T : table) (reads : list (id + loc)) (x : id + loc) : bool :=
  match x with inl i => fits T i 1 | inr _ => false end || bool_decide (x ∈ reads).

Fixpoint sym_fast (rel : relation) (reads : list (id + loc)) (facts : list (option fact))
  (T : table) (σ : sym) (p : list instr) : option (table * sym * list (option fact)) :=
  match p with
  | [] => Some (T, σ, [])
  | i :: p =>
      let* d := describe i in
      if negb (forallb (flag_known T reads) (flags_read σ (d_in d))) then None else
      let* (T1, σ1, addr) := sym_step rel T σ d in
      if negb (allowed facts (fact_of d addr)) then None else
      let* (T2, σ2, fs) := sym_fast rel reads facts T1 σ1 p in
      Some (T2, σ2, fact_of d addr :: fs)
  end.

(** ** The check *)

Definition start_sym : sym := Sym (PositiveMap.empty _) [].

Definition same_location (T : table) (σ1 σ2 : sym) (l : loc) : bool :=
  match PositiveMap.find (key l) (s_regs σ1), PositiveMap.find (key l) (s_regs σ2) with
  | Some i, Some j => (i =? j)%positive
  | None, None => true
  | Some i, None | None, Some i => match def T i with Some (NInit k) => bool_decide (k = l) | _ => false end
  end.

Definition symeq (rel : relation) (live : list loc) (clean fast : list instr) : bool :=
  match sym_clean rel empty_table start_sym clean with
  | Some (T, σ1, reads, facts) =>
      match sym_fast rel reads facts T start_sym fast with
      | Some (T, σ2, _) =>
          forallb (same_location T σ1 σ2) live && bool_decide (s_chain σ1 = s_chain σ2) && well_founded_table T
      | None => false
      end
  | None => false
  end.

(** ** Soundness *)

(** Registers hold as many bits as they have; flags are false, true or undefined. *)
Definition well_formed (s : state) : Prop := ∀ l, low (start_capacity l) (locs s l) = locs s l.

Lemma step_events g d s s' t : step sem g d s = Some (s', t) ->
  t = match d_access d with Some a => events_of a (address g (locs s) (a_mem a)) | None => [] end /\
  forallb (ready s) (d_in d) = true /\
  ∀ a, d_access d = Some a -> permitted g a (address g (locs s) (a_mem a)) = true.
Proof.
  unfold step, effect_of. destruct (forallb _ _) eqn:R; [|done]. cbn [negb].
  destruct (d_access d) as [a|].
  - destruct (permitted _ _ _) eqn:P; [|done]. cbn [negb].
    destruct (assign _ _) as [[ws v]|]; [|done]. intros ?; simplify_eq/=. split; [done|]. split; [done|].
    intros ? [= <-]. done.
  - destruct (assign _ _) as [[ws v]|]; [|done]. intros ?; simplify_eq/=. done.
Qed.

Section sound.
  Context (g : env) (rel : relation) (s0 : state) (ρ : id -> N).
  Context (Hrel : respects g rel) (Hs0 : well_formed s0).

  Notation models T := (models g s0 ρ T).
  Notation sim := (sim g s0 ρ).

  (** What the facts of a run say. *)
  Definition fact_holds (f : fact) : Prop :=
    touches (k_use f) = true ->
    valid g ρ (k_place f) /\ start ρ (k_place f) mod k_align f = 0 /\
    (stores (k_use f) = true -> r_writable (regions g (p_region (k_place f))) = true).

  Definition source_value (x : id + loc) : N := match x with inl i => ρ i | inr l => locs s0 l end.

  Definition fact_events (f : option fact) : list event :=
    match f with
    | Some f =>
        let p := start ρ (k_place f) in let n := p_len (k_place f) in
        match k_use f with
        | Address => []
        | Touch => [ETouch p]
        | Load => [ELoad p n]
        | Store => [EStore p n]
        | Modify => [ELoad p n; EStore p n]
        end
    | None => []
    end.

  Lemma flag_source_value σ s l : sim σ s -> source_value (flag_source σ l) = locs s l.
  Proof.
    intros [Hk Hn _ _]. unfold flag_source. destruct (PositiveMap.find _ _) eqn:E; cbn; [by apply Hk|].
    symmetry. by apply Hn.
  Qed.

  Lemma ready_flags σ s l : sim σ s ->
    forallb (ready s) l = true <-> Forall (fun x => source_value x < 2) (flags_read σ l).
  Proof.
    intros Hs. induction l as [|i l IH]; [split; [constructor|done]|].
    destruct i as [[r|x|x|f]|c| |o n]; cbn [flags_read forallb]; try exact IH.
    rewrite Forall_cons, (flag_source_value σ s _ Hs), andb_true_iff, IH. cbn. by rewrite N.ltb_lt.
  Qed.

  Lemma permitted_fact (d : desc op) addr a :
    d_access d = Some a ->
    permitted g a (start ρ (place_at addr a)) = true <-> fact_holds (Fact (a_use a) (place_at addr a) (a_align a)).
  Proof.
    intros Ha. unfold permitted, fact_holds, valid, touches. cbn.
    destruct (loads (a_use a) || stores (a_use a)) eqn:Ht; cbn; [|split; [intros _ ?; discriminate|done]].
    rewrite !andb_true_iff, N.eqb_eq.
    change (address_value ρ addr.1 addr.2) with (start ρ (place_at addr a)).
    destruct (stores (a_use a)); cbn; naive_solver.
  Qed.

  Lemma sym_step_extends T σ d T' σ' addr : sym_step rel T σ d = Some (T', σ', addr) -> extends T T'.
  Proof using g s0 ρ Hs0.
    intros H. unfold sym_step in H.
    destruct (mk_access T rel σ (d_access d)) as [[[T1 ad] L]|] eqn:E1; [|done].
    destruct (mk_inputs T1 σ ad L (d_in d)) as [[T2 args]|] eqn:E2; [|done].
    destruct (negb _); [done|].
    destruct (mk_outputs T2 _ args 0 _ _) as [[[T3 regs] ps]|] eqn:E3; [|done].
    apply mk_access_extends in E1. apply (mk_inputs_extends g s0 ρ Hs0) in E2.
    apply (mk_outputs_extends g s0 ρ Hs0) in E3.
    assert (extends T T3) as X by (do 2 (etrans; [done|]); done).
    destruct (d_access d) as [a|]; [destruct (stores (a_use a))|]; simplify_eq; try done.
    destruct (mk_stored T3 ps) as [[T4 v]|] eqn:E4; simplify_eq. etrans; [done|]. by eapply mk_stored_extends.
  Qed.

  Lemma sym_step_run T σ d T' σ' addr s :
    models T' -> sim σ s -> sym_step rel T σ d = Some (T', σ', addr) ->
    Forall (fun x => source_value x < 2) (flags_read σ (d_in d)) ->
    (∀ f, fact_of d addr = Some f -> fact_holds f) ->
    ∃ s', step sem g d s = Some (s', fact_events (fact_of d addr)) /\ sim σ' s'.
  Proof using Hrel Hs0.
    intros M Hs H Hr Hf. destruct (sym_step_sound g rel s0 ρ Hrel Hs0 _ _ _ _ _ _ _ M Hs H) as [Haddr Hstep].
    destruct Hstep as (s' & t & Hst & Hs').
    - by apply (ready_flags σ).
    - intros a Ha. apply (permitted_fact d); [done|]. apply Hf. unfold fact_of. by rewrite Ha.
    - exists s'. split; [|done]. rewrite Hst. do 2 f_equal.
      destruct (step_events _ _ _ _ _ Hst) as (-> & _). unfold fact_of, fact_events, events_of.
      destruct (d_access d) as [a|]; [|done]. rewrite <- (Haddr a eq_refl). unfold events_of. cbn. by destruct (a_use a).
  Qed.

  Lemma sym_clean_extends p T σ T' σ' reads facts :
    sym_clean rel T σ p = Some (T', σ', reads, facts) -> extends T T'.
  Proof using g s0 ρ Hs0.
    revert T σ T' σ' reads facts. induction p as [|i p IH]; cbn; intros T σ T' σ' reads facts H; [by simplify_eq|].
    destruct (describe i) as [d|]; [|done].
    destruct (sym_step rel T σ d) as [[[T1 σ1] addr]|] eqn:E; [|done].
    destruct (sym_clean rel T1 σ1 p) as [[[[T2 σ2] rs] fs]|] eqn:E2; simplify_eq.
    etrans; [by eapply sym_step_extends | by eapply IH].
  Qed.

  (** The clean run is followed, and its facts hold. *)
  Lemma sym_clean_sound p T σ T' σ' reads facts s s' ts :
    sym_clean rel T σ p = Some (T', σ', reads, facts) -> models T' -> sim σ s -> run g p s = Some (s', ts) ->
    sim σ' s' /\ Forall (fun x => source_value x < 2) reads /\
    Forall (fun f => match f with Some f => fact_holds f | None => True end) facts /\
    ts = map fact_events facts.
  Proof using Hrel Hs0.
    revert T σ T' σ' reads facts s s' ts. induction p as [|i p IH]; cbn;
      intros T σ T' σ' reads facts s s' ts H M Hs Hrun; [simplify_eq; split_and!; [done|constructor|constructor|done]|].
    unfold exec in Hrun. destruct (describe i) as [d|]; [|done].
    destruct (sym_step rel T σ d) as [[[T1 σ1] addr]|] eqn:E; [|done].
    destruct (sym_clean rel T1 σ1 p) as [[[[T2 σ2] rs] fs]|] eqn:E2; [|done]. simplify_eq.
    destruct (step sem g d s) as [[s1 t1]|] eqn:Est; [|done].
    destruct (run g p s1) as [[s2 us]|] eqn:Erun; [|done]. simplify_eq.
    assert (models T1) as M1 by (eapply models_extends, M; by eapply sym_clean_extends).
    destruct (step_events _ _ _ _ _ Est) as (_ & Hready & Hperm).
    destruct (sym_step_sound g rel s0 ρ Hrel Hs0 _ _ _ _ _ _ _ M1 Hs E) as [Haddr _].
    assert (Forall (fun x => source_value x < 2) (flags_read σ (d_in d))) as Hflags by by apply (ready_flags σ s).
    assert (∀ f, fact_of d addr = Some f -> fact_holds f) as Hfact.
    { unfold fact_of. destruct (d_access d) as [a|] eqn:Ea; [|done]. intros f [= <-].
      apply (permitted_fact d); [done|]. rewrite (Haddr a eq_refl). by apply Hperm. }
    destruct (sym_step_run _ _ _ _ _ _ _ M1 Hs E Hflags Hfact) as (s1' & Est' & Hs1).
    rewrite Est in Est'. simplify_eq.
    destruct (IH _ _ _ _ _ _ _ _ _ E2 M Hs1 Erun) as (H1 & H2 & H3 & ->).
    split; [done|]. split; [by apply Forall_app|]. split; [|done].
    constructor; [|done]. destruct (fact_of d addr); [by apply Hfact|done].
  Qed.

  Lemma inside_fact_holds q f : inside_fact q f = true -> fact_holds f -> fact_holds q.
  Proof.
    unfold inside_fact, fact_holds. intros H Hf _. rewrite !andb_true_iff in H.
    destruct H as (((((((Hb%Pos.eqb_eq & Hr%N.eqb_eq) & Ht) & Ho%N.leb_le) & Hl%Nat.ltb_lt) & Hin%N.leb_le) & Ha) & Hw).
    destruct (Hf Ht) as (Hv & Hal & Hwr). clear Hf.
    set (d := low 64 (p_off (k_place q) + (2 ^ 64 - p_off (k_place f)))) in *.
    unfold valid, within in *. rewrite !andb_true_iff, !N.leb_le in Hv. destruct Hv as ((V1 & V2) & V3).
    assert (start ρ (k_place q) = start ρ (k_place f) + d) as Hstart.
    { assert (start ρ (k_place q) = low 64 (start ρ (k_place f) + d)) as ->.
      { unfold start, address_value, d. rewrite Hb.
        apply N2Z.inj. rewrite !of_low64, !N2Z.inj_add, !of_low64, !N2Z.inj_add, N2Z.inj_sub by done.
        rewrite Zplus_mod_idemp_l, Zplus_mod_idemp_r.
        change (Z.of_N (2 ^ 64)) with modulus.
        rewrite <- (Z_mod_plus_full (_ + Z.of_N (p_off (k_place q))) 1 modulus). f_equal. lia. }
      apply lt_low. change (2 ^ 64) with 18446744073709551616 in *. lia. }
    split; [|split].
    - rewrite Hr, !andb_true_iff, !N.leb_le. rewrite Hstart. lia.
    - apply orb_true_iff in Ha as [->%N.eqb_eq|[Hd%N.eqb_eq ->%N.eqb_eq]%andb_true_iff]; [apply N.mod_1_r|].
      by rewrite Hstart, Hd, N.add_0_r.
    - intros Hsq. rewrite Hr. apply Hwr. rewrite Hsq in Hw. done.
  Qed.

  Lemma allowed_holds facts q :
    Forall (fun f => match f with Some f => fact_holds f | None => True end) facts ->
    allowed facts (Some q) = true -> fact_holds q.
  Proof.
    unfold allowed. intros Hf H.
    assert (existsb (fun f => match f with Some f => inside_fact q f | None => false end) facts = true -> fact_holds q) as Hex.
    { intros ([f|] & Hin & Hi)%existsb_exists; [|done]. eapply inside_fact_holds; [done|].
      rewrite Forall_forall in Hf. apply (Hf (Some f)). by apply elem_of_list_In. }
    destruct (k_use q) eqn:U; [intros Ht; by rewrite U in Ht|intros Ht; by rewrite U in Ht|by apply Hex..].
  Qed.

  (** The fast run: it does not fail, and is followed. *)
  Lemma sym_fast_extends p reads facts T σ T' σ' fs :
    sym_fast rel reads facts T σ p = Some (T', σ', fs) -> extends T T'.
  Proof using g s0 ρ Hs0.
    revert T σ T' σ' fs. induction p as [|i p IH]; cbn; intros T σ T' σ' fs H; [by simplify_eq|].
    destruct (describe i) as [d|]; [|done]. destruct (negb _); [done|].
    destruct (sym_step rel T σ d) as [[[T1 σ1] addr]|] eqn:E; [|done]. destruct (negb _); [done|].
    destruct (sym_fast rel reads facts T1 σ1 p) as [[[T2 σ2] fs']|] eqn:E2; simplify_eq.
    etrans; [by eapply sym_step_extends | by eapply IH].
  Qed.

  Lemma sym_fast_sound p reads facts T σ T' σ' fs s :
    sym_fast rel reads facts T σ p = Some (T', σ', fs) -> models T' -> sim σ s ->
    Forall (fun x => source_value x < 2) reads ->
    Forall (fun f => match f with Some f => fact_holds f | None => True end) facts ->
    ∃ s', run g p s = Some (s', map fact_events fs) /\ sim σ' s' /\ Forall (fun f => allowed facts f = true) fs.
  Proof using Hrel Hs0.
    revert T σ T' σ' fs s. induction p as [|i p IH]; cbn; intros T σ T' σ' fs s H M Hs Hreads Hfacts.
    { simplify_eq. eexists. split; [done|]. by split. }
    unfold exec. destruct (describe i) as [d|]; [|done].
    destruct (forallb _ _) eqn:Hfl; [|done]. cbn [negb] in H.
    destruct (sym_step rel T σ d) as [[[T1 σ1] addr]|] eqn:E; [|done].
    destruct (allowed _ _) eqn:Hal; [|done]. cbn [negb] in H.
    destruct (sym_fast rel reads facts T1 σ1 p) as [[[T2 σ2] fs']|] eqn:E2; [|done]. simplify_eq.
    assert (models T1) as M1 by (eapply models_extends, M; by eapply sym_fast_extends).
    assert (models T) as M0 by (eapply models_extends, M1; by eapply sym_step_extends).
    assert (Forall (fun x => source_value x < 2) (flags_read σ (d_in d))) as Hflags.
    { apply Forall_forall. intros x Hx. rewrite forallb_forall in Hfl. apply elem_of_list_In in Hx. specialize (Hfl x Hx).
      unfold flag_known in Hfl. apply orb_true_iff in Hfl as [Hk|Hk%bool_decide_eq_true].
      - destruct x as [j|]; [|done]. cbn. apply (low_lt 1). by eapply fits_spec.
      - rewrite Forall_forall in Hreads. by apply Hreads. }
    destruct (sym_step_run _ _ _ _ _ _ _ M1 Hs E Hflags) as (s1 & -> & Hs1).
    { intros f Hf. rewrite Hf in Hal. by eapply allowed_holds. }
    destruct (IH _ _ _ _ _ _ E2 M Hs1 Hreads Hfacts) as (s2 & -> & Hs2 & Hall).
    eexists. split; [done|]. split; [done|]. by constructor.
  Qed.

  Lemma sim_start_sym : sim start_sym s0.
  Proof.
    split; [intros l i Hi|done|done|constructor]. cbn in Hi. by rewrite PositiveMap.gempty in Hi.
  Qed.

  Lemma same_location_spec T σ1 σ2 s1 s2 l :
    models T -> sim σ1 s1 -> sim σ2 s2 -> same_location T σ1 σ2 l = true -> locs s2 l = locs s1 l.
  Proof.
    intros M [K1 N1 _ _] [K2 N2 _ _] H. unfold same_location in H.
    assert (∀ i, match def T i with Some (NInit k) => bool_decide (k = l) | _ => false end = true -> ρ i = locs s0 l) as Hi.
    { intros i Hi. destruct (def T i) as [[]|] eqn:D; try done. apply bool_decide_eq_true in Hi as ->. by rewrite (M _ _ D). }
    destruct (PositiveMap.find (key l) (s_regs σ1)) eqn:E1, (PositiveMap.find (key l) (s_regs σ2)) eqn:E2.
    - apply Pos.eqb_eq in H as ->. by rewrite <- (K1 _ _ E1), <- (K2 _ _ E2).
    - rewrite <- (K1 _ _ E1), (N2 _ E2). symmetry. by apply Hi.
    - rewrite <- (K2 _ _ E2), (N1 _ E1). by apply Hi.
    - by rewrite (N1 _ E1), (N2 _ E2).
  Qed.
End sound.

(** If the clean program runs without error, so does the fast one, and they end with the same
    memory and the same values in the locations that matter. *)
Theorem symeq_sound g rel live clean fast s s1 ts :
  symeq rel live clean fast = true -> respects g rel -> well_formed s ->
  run g clean s = Some (s1, ts) ->
  ∃ s2 us, run g fast s = Some (s2, us) /\ memory s2 = memory s1 /\ ∀ l, l ∈ live -> locs s2 l = locs s1 l.
Proof.
  unfold symeq. intros H Hrel Hs Hrun.
  destruct (sym_clean _ _ _ _) as [[[[T σ1] reads] facts]|] eqn:E1; [|done].
  destruct (sym_fast _ _ _ _ _ _) as [[[T' σ2] fs]|] eqn:E2; [|done].
  rewrite !andb_true_iff in H. destruct H as ((Hlive & Hchain%bool_decide_eq_true) & Hwf).
  destruct (well_founded_models g s T' Hwf) as [ρ M].
  assert (models g s ρ T) as M1 by (eapply models_extends, M; by eapply (sym_fast_extends g rel s ρ)).
  destruct (sym_clean_sound g rel s ρ Hrel Hs _ _ _ _ _ _ _ _ _ _ E1 M1 (sim_start_sym g s ρ) Hrun) as (S1 & Hr & Hf & _).
  destruct (sym_fast_sound g rel s ρ Hrel Hs _ _ _ _ _ _ _ _ _ E2 M (sim_start_sym g s ρ) Hr Hf) as (s2 & Hrun2 & S2 & _).
  eexists _, _. split; [done|]. split.
  - by rewrite (sim_memory _ _ _ _ _ S2), (sim_memory _ _ _ _ _ S1), Hchain.
  - intros l Hl. eapply (same_location_spec g s ρ T'); [done..|]. rewrite forallb_forall in Hlive. apply Hlive. by apply elem_of_list_In.
Qed.

Lemma Zmod_eq_shift x y c d :
  ((x + c) mod modulus = (y + c) mod modulus)%Z -> ((x + d) mod modulus = (y + d) mod modulus)%Z.
Proof.
  intros H. replace (x + d)%Z with ((x + c) + (d - c))%Z by lia. replace (y + d)%Z with ((y + c) + (d - c))%Z by lia.
  by rewrite Zplus_mod, H, <- Zplus_mod.
Qed.

(** Two facts of different runs show the same address or not. *)
Lemma events_same_start ρ ρ' f : fact_events ρ (Some f) = fact_events ρ' (Some f) ->
  match k_use f with Address => True | _ => start ρ (k_place f) = start ρ' (k_place f) end.
Proof. cbn. destruct (k_use f); intros; by simplify_eq. Qed.

Lemma start_moves ρ ρ' a b :
  p_base a = p_base b -> start ρ b = start ρ' b -> start ρ a = start ρ' a.
Proof.
  unfold start, address_value. intros -> H. apply (f_equal Z.of_N) in H.
  apply N2Z.inj. rewrite !of_low64, !N2Z.inj_add in *.
  apply (Zmod_eq_shift _ _ (Z.of_N (p_off b)) (Z.of_N (p_off a))). done.
Qed.

(** Whatever two runs of the clean program do not give away, those of the fast one do not. *)
Theorem symeq_leaks_no_more g rel live clean fast s s' r r' us us' t t' ts :
  symeq rel live clean fast = true -> respects g rel -> well_formed s -> well_formed s' ->
  run g clean s = Some (r, ts) -> run g clean s' = Some (r', ts) ->
  run g fast s = Some (t, us) -> run g fast s' = Some (t', us') ->
  us = us'.
Proof.
  unfold symeq. intros H Hrel Hs Hs' R R' Q Q'.
  destruct (sym_clean _ _ _ _) as [[[[T σ1] reads] facts]|] eqn:E1; [|done].
  destruct (sym_fast _ _ _ _ _ _) as [[[T' σ2] fs]|] eqn:E2; [|done].
  rewrite !andb_true_iff in H. destruct H as (_ & Hwf).
  destruct (well_founded_models g s T' Hwf) as [ρ M], (well_founded_models g s' T' Hwf) as [ρ' M'].
  assert (models g s ρ T) as M1 by (eapply models_extends, M; by eapply (sym_fast_extends g rel s ρ)).
  assert (models g s' ρ' T) as M1' by (eapply models_extends, M'; by eapply (sym_fast_extends g rel s' ρ')).
  destruct (sym_clean_sound g rel s ρ Hrel Hs _ _ _ _ _ _ _ _ _ _ E1 M1 (sim_start_sym g s ρ) R) as (_ & Hr & Hf & Et).
  destruct (sym_clean_sound g rel s' ρ' Hrel Hs' _ _ _ _ _ _ _ _ _ _ E1 M1' (sim_start_sym g s' ρ') R') as (_ & Hr' & Hf' & Et').
  destruct (sym_fast_sound g rel s ρ Hrel Hs _ _ _ _ _ _ _ _ _ E2 M (sim_start_sym g s ρ) Hr Hf) as (? & Hq & _ & Hall).
  destruct (sym_fast_sound g rel s' ρ' Hrel Hs' _ _ _ _ _ _ _ _ _ E2 M' (sim_start_sym g s' ρ') Hr' Hf') as (? & Hq' & _ & _).
  rewrite Hq in Q. rewrite Hq' in Q'. simplify_eq.
  assert (∀ f, In (Some f) facts -> fact_events ρ (Some f) = fact_events ρ' (Some f)) as Hsame.
  { clear -Et'. induction facts as [|k facts IH]; [done|]. cbn in Et'. injection Et' as E Et.
    intros f [->|Hin]; [done|]. by apply IH. }
  clear -Hall Hsame. induction Hall as [|[q|] fs Hq Hall IH]; cbn [map]; [done| |by f_equal].
  f_equal; [|done]. clear IH Hall.
  assert (∀ t : fact -> fact -> bool, (∀ f, t q f = true -> p_base (k_place q) = p_base (k_place f) /\ k_use f <> Address) ->
    existsb (fun f => match f with Some f => t q f | None => false end) facts = true ->
    start ρ (k_place q) = start ρ' (k_place q)) as Hex.
  { intros t Ht ([f|] & Hin & Hi)%existsb_exists; [|done]. destruct (Ht f Hi) as [Hb Hu].
    pose proof (events_same_start _ _ _ (Hsame f Hin)) as E.
    eapply start_moves; [done|]. by destruct (k_use f). }
  assert (existsb (fun f => match f with Some f => inside_fact q f | None => false end) facts = true ->
          start ρ (k_place q) = start ρ' (k_place q)) as Hin.
  { apply Hex. intros f Hi. unfold inside_fact in Hi. rewrite !andb_true_iff in Hi.
    destruct Hi as (((((((Hb%Pos.eqb_eq & _) & Ht) & _) & _) & _) & _) & _). split; [done|]. intros U. by rewrite U in Ht. }
  unfold allowed in Hq. cbn [fact_events]. destruct (k_use q).
  - done.
  - rewrite (Hex same_base); [done| |exact Hq].
    intros f Hi. unfold same_base in Hi. apply andb_true_iff in Hi as [Hb%Pos.eqb_eq Hu].
    split; [done|]. intros U. by rewrite U in Hu.
  - by rewrite (Hin Hq).
  - by rewrite (Hin Hq).
  - by rewrite (Hin Hq).
Qed.
