(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Symbolic execution of one instruction: locations hold numbers of terms, memory
    is a chain of stores. The theorem: if the numbers mean what the machine holds
    before the instruction, they do after it, and the machine does not fail. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import FMapPositive FunctionalExtensionality.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset Footprint Commute.
From Fairlead.Asm.Symbolic Require Import Terms.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Symbolic Require Import Rewrites Memory Results.
Local Open Scope N_scope.

Record sym := Sym { s_regs : PositiveMap.t id; s_chain : list sstore }.

Definition key (l : loc) : positive := N.succ_pos (index l).

Definition read_loc (T : table) (σ : sym) (l : loc) : option (table * id) :=
  match PositiveMap.find (key l) (s_regs σ) with Some i => Some (T, i) | None => intern T (NInit l) end.

(** ** Addresses *)

Definition mk_base (T : table) (σ : sym) (b : mbase) : option (table * id) :=
  match b with
  | NoBase => intern T (NConst 0)
  | BaseReg r => read_loc T σ (G r)
  | BaseSym p => intern T (NSym p)
  end.

Definition mk_address (T : table) (σ : sym) (m : mem) : option (table * (id * N)) :=
  let* (T, ib) := mk_base T σ (m_base m) in
  let '(a, c) := parts_of_sum T ib in
  match m_index m with
  | None => Some (T, (a, word 64 (Z.of_N c + m_disp m)))
  | Some (r, k) =>
      let* (T, iq) := read_loc T σ (G r) in
      let '(x, d) := parts_of_sum T iq in
      let* (T, s) := intern T (NScaled a x k) in
      Some (T, (s, word 64 (Z.of_N c + Z.of_N d * Z.of_N k + m_disp m)))
  end.

(** ** Inputs and outputs *)

Definition mk_load (T : table) (rel : relation) (p : place) (chain : list sstore) : option (table * id) :=
  match resolve rel p chain with
  | inl v => if fits T v (8 * N.of_nat (p_len p)) then Some (T, v) else intern T (NSlice v 0 (p_len p))
  | inr rest => intern T (NLoad rest (p_base p) (p_off p) (p_len p))
  end.

Definition mk_input (T : table) (σ : sym) (addr : id * N) (loaded : id) (i : input) : option (table * id) :=
  match i with
  | ILoc l => read_loc T σ l
  | IConst c => intern T (NConst c)
  | IAddr => mk_plus T addr.1 addr.2
  | IMem O n => if fits T loaded (8 * N.of_nat n) then Some (T, loaded) else intern T (NSlice loaded 0 n)
  | IMem o n => intern T (NSlice loaded o n)
  end.

Fixpoint mk_inputs (T : table) (σ : sym) (addr : id * N) (loaded : id) (l : list input) : option (table * list id) :=
  match l with
  | [] => Some (T, [])
  | i :: l =>
      let* (T, x) := mk_input T σ addr loaded i in
      let* (T, xs) := mk_inputs T σ addr loaded l in
      Some (T, x :: xs)
  end.

Notation parts := (list (nat * nat * id)).

Fixpoint mk_outputs (T : table) (o : op) (args : list id) (k : nat) (regs : PositiveMap.t id) (l : list output)
  : option (table * PositiveMap.t id * parts) :=
  match l with
  | [] => Some (T, regs, [])
  | OLoc x :: l =>
      let* (T, i) := mk_op T o k (capacity x) args in
      let* (T, regs, ps) := mk_outputs T o args (S k) regs l in
      Some (T, PositiveMap.add (key x) i regs, ps)
  | OConst x c :: l =>
      let* (T, i) := intern T (NConst c) in
      let* (T, regs, ps) := mk_outputs T o args k regs l in
      Some (T, PositiveMap.add (key x) i regs, ps)
  | OMem b n :: l =>
      let* (T, i) := mk_op T o k (8 * N.of_nat n) args in
      let* (T, regs, ps) := mk_outputs T o args (S k) regs l in
      Some (T, regs, (b, n, i) :: ps)
  end.

Fixpoint computed_outputs (l : list output) : nat :=
  match l with
  | [] => 0
  | OConst _ _ :: l => computed_outputs l
  | _ :: l => S (computed_outputs l)
  end.

Definition mk_stored (T : table) (ps : parts) : option (table * id) :=
  match ps with
  | [(O, n, i)] => if fits T i (8 * N.of_nat n) then Some (T, i) else intern T (NParts ps)
  | _ => intern T (NParts ps)
  end.

(** ** One instruction *)

Definition mk_access (T : table) (rel : relation) (σ : sym) (a : option access) : option (table * (id * N) * id) :=
  match a with
  | None => let* (T, z) := intern T (NConst 0) in Some (T, (z, 0), z)
  | Some a =>
      let* (T, addr) := mk_address T σ (a_mem a) in
      if loads (a_use a) then
        let* (T, L) := mk_load T rel (Place (m_region (a_mem a)) addr.1 addr.2 (a_bytes a)) (s_chain σ) in
        Some (T, addr, L)
      else let* (T, z) := intern T (NConst 0) in Some (T, addr, z)
  end.

(** The table, the symbolic state after, and the address it accesses. *)
Definition sym_step (rel : relation) (T : table) (σ : sym) (d : desc op) : option (table * sym * (id * N)) :=
  let* (T, addr, L) := mk_access T rel σ (d_access d) in
  let* (T, args) := mk_inputs T σ addr L (d_in d) in
  if negb (Nat.eqb (results (d_op d) (length args)) (computed_outputs (d_out d))) then None else
  let* (T, regs, ps) := mk_outputs T (d_op d) args 0 (s_regs σ) (d_out d) in
  match d_access d with
  | Some a =>
      if stores (a_use a) then
        let* (T, v) := mk_stored T ps in
        Some (T, Sym regs (push rel (SStore (m_region (a_mem a)) addr.1 addr.2 (a_bytes a) v) (s_chain σ)), addr)
      else Some (T, Sym regs (s_chain σ), addr)
  | None => Some (T, Sym regs (s_chain σ), addr)
  end.

(** ** Soundness *)

Section sound.
  Context (g : env) (rel : relation) (s0 : state) (ρ : id -> N).
  Context (Hrel : respects g rel) (Hs0 : ∀ l, low (start_capacity l) (locs s0 l) = locs s0 l).

  Notation models T := (models g s0 ρ T).
  Notation gives := (gives g s0 ρ).

  (** The numbers mean what the machine holds. *)
  Record sim (σ : sym) (s : state) : Prop := {
    sim_known l i : PositiveMap.find (key l) (s_regs σ) = Some i -> ρ i = locs s l;
    sim_start l : PositiveMap.find (key l) (s_regs σ) = None -> locs s l = locs s0 l;
    sim_memory : memory s = after_chain s0 ρ (s_chain σ);
    sim_valid : Forall (fun c => valid g ρ (place_of c)) (s_chain σ);
  }.

  Lemma read_loc_gives T σ s l T' i : sim σ s -> read_loc T σ l = Some (T', i) -> gives T T' i (locs s l).
  Proof.
    intros [Hk Hn _ _] H. unfold read_loc in H.
    destruct (PositiveMap.find _ _) as [j|] eqn:E.
    - simplify_eq. apply same_gives. intros _. by apply Hk.
    - eapply intern_gives; [done|]. intros _. cbn. by rewrite Hn.
  Qed.

  Definition base_value (s : state) (b : mbase) : N :=
    match b with NoBase => 0 | BaseReg r => locs s (G r) | BaseSym p => symbol g p end.

  Lemma mk_base_low T σ s b T' i :
    sim σ s -> mk_base T σ b = Some (T', i) ->
    extends T T' /\ (models T' -> low 64 (ρ i) = low 64 (base_value s b)).
  Proof.
    intros Hs H. destruct b as [|r|p]; cbn in H.
    - destruct (intern_gives g s0 ρ _ _ _ _ 0 H) as [? Hv]; [done|]. split; [done|]. intros M. by rewrite Hv.
    - destruct (read_loc_gives _ _ _ _ _ _ Hs H) as [? Hv]. split; [done|]. intros M. by rewrite Hv.
    - destruct (intern_gives g s0 ρ _ _ _ _ (low 64 (symbol g p)) H) as [? Hv]; [done|].
      split; [done|]. intros M. rewrite Hv by done. by apply low_low.
  Qed.

  Lemma sum_mod T i a c : models T -> parts_of_sum T i = (a, c) ->
    (Z.of_N (ρ i) mod modulus = (Z.of_N (ρ a) + Z.of_N c) mod modulus)%Z.
  Proof.
    intros M H. pose proof (parts_of_sum_low g s0 ρ _ _ _ _ M H) as E.
    apply (f_equal Z.of_N) in E. rewrite !of_low64 in E. by rewrite N2Z.inj_add in E.
  Qed.

  Lemma mk_address_value T σ s m T' addr :
    sim σ s -> mk_address T σ m = Some (T', addr) ->
    extends T T' /\ (models T' -> address_value ρ addr.1 addr.2 = address g (locs s) m).
  Proof.
    intros Hs H. unfold mk_address in H.
    destruct (mk_base T σ (m_base m)) as [[T1 ib]|] eqn:Eb; [|done].
    destruct (mk_base_low _ _ _ _ _ _ Hs Eb) as [X1 V1].
    destruct (parts_of_sum T1 ib) as [a c] eqn:Ea.
    unfold address. fold (base_value s (m_base m)).
    destruct (m_index m) as [[r k]|].
    - destruct (read_loc T1 σ (G r)) as [[T2 iq]|] eqn:Eq; [|done].
      destruct (read_loc_gives _ _ _ _ _ _ Hs Eq) as [X2 V2].
      destruct (parts_of_sum T2 iq) as [x d] eqn:Ex.
      destruct (intern T2 (NScaled a x k)) as [[T3 i3]|] eqn:E3; [|done]. simplify_eq/=.
      destruct (intern_gives g s0 ρ _ _ _ _ (low 64 (ρ a + ρ x * k)) E3) as [X3 V3]; [done|].
      split; [by do 2 (etrans; [done|])|]. intros M.
      assert (models T2) as M2 by by eapply models_extends. assert (models T1) as M1 by by eapply models_extends.
      pose proof (sum_mod _ _ _ _ M1 Ea) as Sa. pose proof (sum_mod _ _ _ _ M2 Ex) as Sx.
      rewrite (V2 M2) in Sx. specialize (V1 M1). apply (f_equal Z.of_N) in V1. rewrite !of_low64 in V1.
      unfold address_value. rewrite V3 by done. congruent.
      rewrite <- (Zplus_mod_idemp_l (_ + _) (m_disp m)).
      rewrite (Zplus_mod (Z.of_N (base_value s (m_base m)))), <- V1, Sa.
      rewrite <- (Zmult_mod_idemp_l (Z.of_N (locs s (G r)))), Sx, Zmult_mod_idemp_l.
      rewrite <- Zplus_mod, Zplus_mod_idemp_l. f_equal. lia.
    - simplify_eq/=. split; [done|]. intros M. pose proof (sum_mod _ _ _ _ M Ea) as Sa.
      specialize (V1 M). apply (f_equal Z.of_N) in V1. rewrite !of_low64 in V1.
      unfold address_value. congruent. rewrite Z.add_0_r.
      rewrite <- (Zplus_mod_idemp_l (Z.of_N (base_value s (m_base m)))), <- V1, Sa, Zplus_mod_idemp_l. f_equal. lia.
  Qed.

  Lemma mk_load_gives T σ s p T' i :
    sim σ s -> valid g ρ p -> mk_load T rel p (s_chain σ) = Some (T', i) ->
    gives T T' i (load (memory s) (start ρ p) (p_len p)).
  Proof using Hrel Hs0.
    intros [_ _ Hm Hc] Hp H. unfold mk_load in H. rewrite Hm, (resolve_sound g rel s0 ρ Hrel p _ Hc Hp).
    destruct (resolve rel p (s_chain σ)) as [v|rest].
    - destruct (fits T v _) eqn:F.
      + simplify_eq. apply same_gives. intros M. symmetry. by eapply fits_spec.
      + eapply intern_gives; [done|]. intros _. cbn. unfold slice. by rewrite N.shiftr_0_r.
    - eapply intern_gives; [done|]. done.
  Qed.

  Lemma mk_input_gives T σ s addr L i T' x p loaded :
    sim σ s -> mk_input T σ addr L i = Some (T', x) ->
    (models T -> address_value ρ addr.1 addr.2 = p) -> (models T -> ρ L = loaded) ->
    extends T T' /\ (models T' -> ρ x = input_value (locs s) p loaded i).
  Proof using Hs0.
    intros Hs H Hp HL. destruct i as [l|c| |o n].
    - by apply (read_loc_gives _ _ _ _ _ _ Hs).
    - eapply intern_gives in H; [|done]. exact H.
    - apply mk_plus_gives with (s0 := s0) (g := g) (ρ := ρ) in H as [X V]; [|done]. split; [done|].
      intros M. rewrite V by done. apply Hp. by eapply models_extends.
    - assert (∀ H : intern T (NSlice L o n) = Some (T', x),
               extends T T' /\ (models T' -> ρ x = input_value (locs s) p loaded (IMem o n))) as Hs'.
      { intros H'. eapply intern_gives in H'; [exact H'|]. intros M. cbn. by rewrite HL. }
      cbn [mk_input] in H. destruct o as [|o]; [|by apply Hs'].
      destruct (fits T L _) eqn:F; [|by apply Hs']. simplify_eq. split; [done|]. intros M.
      cbn. rewrite <- HL by done. unfold slice. rewrite N.shiftr_0_r. symmetry. by eapply fits_spec.
  Qed.

  Lemma mk_inputs_gives T σ s addr L l T' xs p loaded :
    sim σ s -> mk_inputs T σ addr L l = Some (T', xs) ->
    (models T -> address_value ρ addr.1 addr.2 = p) -> (models T -> ρ L = loaded) ->
    extends T T' /\ (models T' -> map ρ xs = map (input_value (locs s) p loaded) l).
  Proof using Hs0.
    intros Hs. revert T T' xs. induction l as [|i l IH]; cbn; intros T T' xs H Hp HL; [by simplify_eq|].
    destruct (mk_input T σ addr L i) as [[T1 x]|] eqn:E; [|done].
    destruct (mk_inputs T1 σ addr L l) as [[T2 ys]|] eqn:E2; [|done]. simplify_eq.
    destruct (mk_input_gives _ _ _ _ _ _ _ _ p loaded Hs E Hp HL) as [X1 V1].
    destruct (IH _ _ _ E2) as [X2 V2].
    - intros M. apply Hp. by eapply models_extends.
    - intros M. apply HL. by eapply models_extends.
    - split; [by etrans|]. intros M. cbn. rewrite V2 by done. f_equal. apply V1. by eapply models_extends.
  Qed.

  Lemma assign_total l vals : length vals = computed_outputs l -> ∃ ws v, assign l vals = Some (ws, v).
  Proof.
    revert vals. induction l as [|[x|x c|b n] l IH]; cbn; intros vals H.
    - destruct vals; [eauto|done].
    - destruct vals as [|v vals]; [done|]. destruct (IH vals) as (ws & w & ->); [by simplify_eq/=|eauto].
    - destruct (IH vals H) as (ws & w & ->). eauto.
    - destruct vals as [|v vals]; [done|]. destruct (IH vals) as (ws & w & ->); [by simplify_eq/=|eauto].
  Qed.

  Lemma drop_nth (V vals : list N) k v : drop k V = v :: vals -> nth k V 0 = v /\ drop (S k) V = vals.
  Proof.
    revert k. induction V as [|x V IH]; intros k H; [by rewrite drop_nil in H|].
    destruct k; simplify_eq/=; [by rewrite drop_0|]. by apply IH.
  Qed.

  Lemma key_inj : Inj (=) (=) key.
  Proof. intros a b E. unfold key in E. apply index_inj. destruct (index a), (index b); cbn in E; lia. Qed.

  (** Tables only grow. *)
  Lemma intern_extends T n T' i : intern T n = Some (T', i) -> extends T T'.
  Proof. intros H. by apply intern_spec in H as [? _]. Qed.

  Lemma mk_op_extends T o k w args T' i : mk_op T o k w args = Some (T', i) -> extends T T'.
  Proof using g s0 ρ Hs0. intros H. by apply (mk_op_gives g s0 ρ Hs0) in H as [? _]. Qed.

  Lemma mk_load_extends T p c T' i : mk_load T rel p c = Some (T', i) -> extends T T'.
  Proof.
    unfold mk_load. destruct (resolve _ _ _); [destruct (fits _ _ _)|]; intros; simplify_eq; eauto using intern_extends.
    done.
  Qed.

  Lemma mk_stored_extends T ps T' i : mk_stored T ps = Some (T', i) -> extends T T'.
  Proof.
    unfold mk_stored. destruct ps as [|[[[|]]] []]; try (apply intern_extends).
    destruct (fits _ _ _); intros; simplify_eq; eauto using intern_extends. done.
  Qed.

  Lemma mk_stored_value T ps T' i :
    models T' -> mk_stored T ps = Some (T', i) ->
    extends T T' /\ ρ i = foldr (part ρ) 0 ps.
  Proof using Hs0.
    intros M H. pose proof (mk_stored_extends _ _ _ _ H) as X. split; [done|]. unfold mk_stored in H.
    assert (intern T (NParts ps) = Some (T', i) -> ρ i = foldr (part ρ) 0 ps) as Hp.
    { intros Hi. eapply intern_gives in Hi as [_ V]; [by apply V|done]. }
    destruct ps as [|[[[|o] n] j] [|]]; try (by apply Hp).
    destruct (fits T j _) eqn:F; [|by apply Hp]. simplify_eq.
    change (ρ i = N.lor (N.shiftl (low (8 * N.of_nat n) (ρ i)) (8 * N.of_nat 0)) 0).
    rewrite (fits_spec g s0 ρ Hs0 _ _ _ M F). by rewrite N.mul_0_r, N.shiftl_0_r, N.lor_0_r.
  Qed.

  Lemma mk_outputs_extends T o args k regs l T' regs' ps :
    mk_outputs T o args k regs l = Some (T', regs', ps) -> extends T T'.
  Proof using g s0 ρ Hs0.
    revert T k T' regs' ps. induction l as [|[x|x c|b n] l IH]; cbn; intros T k T' regs' ps H; [by simplify_eq|..];
      (match type of H with match ?e with _ => _ end = _ => destruct e as [[T1 i]|] eqn:E end; [|done]);
      (match type of H with match ?e with _ => _ end = _ => destruct e as [[[T2 rs] qs]|] eqn:E2 end; [|done]);
      simplify_eq; apply IH in E2; (etrans; [|done]); eauto using intern_extends, mk_op_extends.
  Qed.

  (** The new register file [regs'] holds the assignments [ws], and otherwise what [regs] did. *)
  Definition updated (regs regs' : PositiveMap.t id) (ws : list (loc * N)) : Prop := ∀ x,
    match assoc x ws with
    | Some y => ∃ i, PositiveMap.find (key x) regs' = Some i /\ ρ i = y
    | None => PositiveMap.find (key x) regs' = PositiveMap.find (key x) regs
    end.

  Lemma updated_add regs regs' ws x i y :
    updated regs regs' ws -> ρ i = y -> updated regs (PositiveMap.add (key x) i regs') ((x, y) :: ws).
  Proof.
    intros H V z. specialize (H z). cbn. case_bool_decide as E.
    - subst. exists i. by rewrite PositiveMap.gss.
    - rewrite PositiveMap.gso; [done|]. intros Hk. apply E. symmetry. by apply key_inj.
  Qed.

  Lemma mk_outputs_gives T o args k regs l T' regs' ps ws v :
    models T' -> mk_outputs T o args k regs l = Some (T', regs', ps) ->
    assign l (drop k (sem o (map ρ args))) = Some (ws, v) ->
    updated regs regs' ws /\ foldr (part ρ) 0 ps = v.
  Proof using Hs0.
    intros M. revert T k regs' ps ws v.
    induction l as [|[x|x c|b n] l IH]; cbn [mk_outputs assign]; intros T k regs' ps ws v H Ha.
    - simplify_eq. destruct (drop k _); simplify_eq. done.
    - destruct (mk_op T o k (capacity x) args) as [[T1 i]|] eqn:E; [|done].
      destruct (mk_outputs T1 o args (S k) regs l) as [[[T2 rs] qs]|] eqn:E2; [|done]. simplify_eq.
      destruct (mk_op_gives g s0 ρ Hs0 _ _ _ _ _ _ _ E) as [X1 V1].
      destruct (drop k _) as [|y vals] eqn:D; [done|].
      destruct (assign l vals) as [[ws0 v0]|] eqn:A; simplify_eq. destruct (drop_nth _ _ _ _ D) as [Ny Dk].
      destruct (IH _ _ _ _ ws0 v E2) as [H1 H2]; [by rewrite Dk|]. split; [|done].
      apply updated_add; [done|]. rewrite V1 by (eapply models_extends, M; by eapply mk_outputs_extends). by rewrite Ny.
    - destruct (intern T (NConst c)) as [[T1 i]|] eqn:E; [|done].
      destruct (mk_outputs T1 o args k regs l) as [[[T2 rs] qs]|] eqn:E2; [|done]. simplify_eq.
      destruct (intern_gives g s0 ρ _ _ _ _ c E) as [X1 V1]; [done|].
      destruct (assign l _) as [[ws0 v0]|] eqn:A; simplify_eq.
      destruct (IH _ _ _ _ ws0 v E2) as [H1 H2]; [done|]. split; [|done].
      apply updated_add; [done|]. apply V1. eapply models_extends, M. by eapply mk_outputs_extends.
    - destruct (mk_op T o k (8 * N.of_nat n) args) as [[T1 i]|] eqn:E; [|done].
      destruct (mk_outputs T1 o args (S k) regs l) as [[[T2 rs] qs]|] eqn:E2; [|done]. simplify_eq.
      destruct (mk_op_gives g s0 ρ Hs0 _ _ _ _ _ _ _ E) as [X1 V1].
      destruct (drop k _) as [|y vals] eqn:D; [done|].
      destruct (assign l vals) as [[ws0 v0]|] eqn:A; simplify_eq. destruct (drop_nth _ _ _ _ D) as [Ny Dk].
      destruct (IH _ _ _ _ ws v0 E2) as [H1 H2]; [by rewrite Dk|]. split; [done|].
      change (foldr (part ρ) 0 ((b, n, i) :: qs)) with
        (N.lor (N.shiftl (low (8 * N.of_nat n) (ρ i)) (8 * N.of_nat b)) (foldr (part ρ) 0 qs)).
      rewrite H2, V1 by (eapply models_extends, M; by eapply mk_outputs_extends).
      by rewrite Ny, low_low by lia.
  Qed.

  Lemma read_loc_extends T σ l T' i : read_loc T σ l = Some (T', i) -> extends T T'.
  Proof. unfold read_loc. destruct (PositiveMap.find _ _); intros; simplify_eq; eauto using intern_extends. done. Qed.

  Lemma mk_address_extends T σ m T' addr : mk_address T σ m = Some (T', addr) -> extends T T'.
  Proof.
    unfold mk_address. intros H. destruct (mk_base T σ (m_base m)) as [[T1 ib]|] eqn:E; [|done].
    assert (extends T T1) as X1 by (destruct (m_base m); cbn in E; eauto using intern_extends, read_loc_extends).
    destruct (parts_of_sum T1 ib) as [a c]. destruct (m_index m) as [[r k]|]; [|by simplify_eq].
    destruct (read_loc T1 σ (G r)) as [[T2 iq]|] eqn:E2; [|done].
    destruct (parts_of_sum T2 iq) as [x d]. destruct (intern T2 _) as [[T3 i3]|] eqn:E3; simplify_eq.
    etrans; [done|]. etrans; eauto using intern_extends, read_loc_extends.
  Qed.

  Lemma mk_access_extends T σ a T' addr L :
    mk_access T rel σ a = Some (T', addr, L) -> extends T T'.
  Proof.
    intros H. unfold mk_access in H. destruct a as [a|].
    - destruct (mk_address T σ (a_mem a)) as [[T1 ad]|] eqn:E; [|done].
      apply mk_address_extends in E.
      destruct (loads (a_use a)).
      + destruct (mk_load T1 rel _ _) as [[T2 i]|] eqn:E2; simplify_eq. etrans; [done|]. by eapply mk_load_extends.
      + destruct (intern T1 _) as [[T2 i]|] eqn:E2; simplify_eq. etrans; [done|]. by eapply intern_extends.
    - destruct (intern T _) as [[T2 i]|] eqn:E2; simplify_eq. by eapply intern_extends.
  Qed.

  Lemma mk_input_extends T σ addr L i T' x : mk_input T σ addr L i = Some (T', x) -> extends T T'.
  Proof using g s0 ρ Hs0.
    destruct i as [l|c| |[|o] n]; cbn; intros H; eauto using intern_extends, read_loc_extends.
    - by apply (mk_plus_gives g s0 ρ Hs0) in H as [? _].
    - destruct (fits _ _ _); simplify_eq; eauto using intern_extends. done.
  Qed.

  Lemma mk_inputs_extends T σ addr L l T' xs : mk_inputs T σ addr L l = Some (T', xs) -> extends T T'.
  Proof using g s0 ρ Hs0.
    revert T T' xs. induction l as [|i l IH]; cbn; intros T T' xs H; [by simplify_eq|].
    destruct (mk_input T σ addr L i) as [[T1 x]|] eqn:E; [|done].
    destruct (mk_inputs T1 σ addr L l) as [[T2 ys]|] eqn:E2; [|done]. simplify_eq.
    etrans; [by eapply mk_input_extends | by eapply IH].
  Qed.

  (** Where the access is, if there is one. *)
  Definition place_at (addr : id * N) (a : access) : place :=
    Place (m_region (a_mem a)) addr.1 addr.2 (a_bytes a).

  Lemma permitted_valid a addr :
    permitted g a (start ρ (place_at addr a)) = true -> touches (a_use a) = true -> valid g ρ (place_at addr a).
  Proof.
    intros H Ht. unfold permitted in H. unfold touches in Ht. rewrite Ht in H. cbn in H.
    apply andb_true_iff in H as [[H _]%andb_true_iff _]. done.
  Qed.

  (** Symbolic execution follows the machine: it knows the address, and if every flag that is
      read is defined and the access is permitted, the machine makes the step and what was
      true of the symbolic state before is true of the new one after. *)
  Theorem sym_step_sound T σ d T' σ' addr s :
    models T' -> sim σ s -> sym_step rel T σ d = Some (T', σ', addr) ->
    (∀ a, d_access d = Some a -> start ρ (place_at addr a) = address g (locs s) (a_mem a)) /\
    (forallb (ready s) (d_in d) = true ->
     (∀ a, d_access d = Some a -> permitted g a (start ρ (place_at addr a)) = true) ->
     ∃ s' t, step sem g d s = Some (s', t) /\ sim σ' s').
  Proof using Hrel Hs0.
    intros M Hs H. unfold sym_step in H.
    destruct (mk_access T rel σ (d_access d)) as [[[T1 ad] L]|] eqn:E1; [|done].
    destruct (mk_inputs T1 σ ad L (d_in d)) as [[T2 args]|] eqn:E2; [|done].
    destruct (negb _) eqn:Hcount; [done|]. apply negb_false_iff, Nat.eqb_eq in Hcount.
    destruct (mk_outputs T2 _ args 0 _ _) as [[[T3 regs] ps]|] eqn:E3; [|done].
    pose proof (mk_access_extends _ _ _ _ _ _ E1) as X1.
    pose proof (mk_inputs_extends _ _ _ _ _ _ _ E2) as X2.
    pose proof (mk_outputs_extends _ _ _ _ _ _ _ _ _ E3) as X3.
    assert (addr = ad /\ extends T3 T') as [-> X4].
    { destruct (d_access d) as [a|]; [destruct (stores (a_use a))|]; simplify_eq; try done.
      destruct (mk_stored T3 ps) as [[T4 v]|] eqn:E4; simplify_eq. split; [done|]. by eapply mk_stored_extends. }
    assert (models T3) as M3 by by eapply models_extends.
    assert (models T2) as M2 by by eapply models_extends.
    assert (models T1) as M1 by by eapply models_extends.
    assert (Haddr : ∀ a, d_access d = Some a -> start ρ (place_at ad a) = address g (locs s) (a_mem a)).
    { intros a Ea. rewrite Ea in E1. unfold mk_access in E1.
      destruct (mk_address T σ (a_mem a)) as [[T0 ad0]|] eqn:E0; [|done].
      destruct (mk_address_value _ _ _ _ _ _ Hs E0) as [X0 V0].
      assert (ad = ad0 /\ extends T0 T1) as [-> X01].
      { destruct (loads (a_use a)).
        - destruct (mk_load T0 rel _ _) as [[? ?]|] eqn:El; simplify_eq. split; [done|]. by eapply mk_load_extends.
        - destruct (intern T0 _) as [[? ?]|] eqn:El; simplify_eq. split; [done|]. by eapply intern_extends. }
      apply V0. by eapply models_extends. }
    split; [done|]. intros Hready Hperm.
    set (p := match d_access d with Some a => address g (locs s) (a_mem a) | None => 0 end).
    set (loaded := match d_access d with
                   | Some a => if loads (a_use a) then load (memory s) p (a_bytes a) else 0
                   | None => 0 end).
    assert (Hp : address_value ρ ad.1 ad.2 = p).
    { subst p. destruct (d_access d) as [a|] eqn:Ea; [by apply Haddr|].
      cbn in E1. destruct (intern T (NConst 0)) as [[T0 z]|] eqn:E0; simplify_eq. cbn.
      destruct (intern_gives g s0 ρ _ _ _ _ 0 E0) as [_ V]; [done|]. unfold address_value. by rewrite V. }
    assert (HL : ρ L = loaded).
    { subst loaded. destruct (d_access d) as [a|] eqn:Ea.
      - cbn in E1. destruct (mk_address T σ (a_mem a)) as [[T0 ad0]|] eqn:E0; [|done].
        destruct (loads (a_use a)) eqn:Hl.
        + destruct (mk_load T0 rel _ _) as [[? ?]|] eqn:El; simplify_eq.
          assert (valid g ρ (place_at ad a)) as Hv.
          { apply permitted_valid; [by apply Hperm|]. unfold touches. by rewrite Hl. }
          destruct (mk_load_gives _ _ _ _ _ _ Hs Hv El) as [_ V]. rewrite V by done.
          cbn. change (start ρ _) with (address_value ρ ad.1 ad.2). by rewrite Hp.
        + destruct (intern T0 _) as [[? ?]|] eqn:El; simplify_eq.
          destruct (intern_gives g s0 ρ _ _ _ _ 0 El) as [_ V]; [done|]. by apply V.
      - cbn in E1. destruct (intern T (NConst 0)) as [[T0 z]|] eqn:E0; simplify_eq.
        destruct (intern_gives g s0 ρ _ _ _ _ 0 E0) as [_ V]; [done|]. by apply V. }
    destruct (mk_inputs_gives _ _ _ _ _ _ _ _ p loaded Hs E2) as [_ Vargs]; [done|done|]. specialize (Vargs M2).
    destruct (assign_total (d_out d) (sem (d_op d) (map ρ args))) as (ws & v & Ha).
    { by rewrite sem_results, map_length. }
    destruct (mk_outputs_gives _ _ _ _ _ _ _ _ _ ws v M3 E3) as [Hregs Hv]; [by rewrite drop_0|].
    rewrite Vargs in Ha.
    assert (Hsim : ∀ m', (∀ x, assoc x ws = None -> locs s x = locs s x) ->
      ∀ chain, m' = after_chain s0 ρ chain -> Forall (fun c => valid g ρ (place_of c)) chain ->
      sim (Sym regs chain) (State (fun l => match assoc l ws with Some v => v | None => locs s l end) m')).
    { intros m' _ chain Hm Hc. destruct Hs as [Hk Hn _ _]. split; cbn; [| |done|done].
      - intros l i Hi. specialize (Hregs l). destruct (assoc l ws) as [y|].
        + destruct Hregs as (j & Hj & <-). by simplify_eq.
        + rewrite Hregs in Hi. by apply Hk.
      - intros l Hi. specialize (Hregs l). destruct (assoc l ws) as [y|].
        + destruct Hregs as (j & Hj & _). by simplify_eq.
        + rewrite Hregs in Hi. by apply Hn. }
    unfold step, effect_of. rewrite Hready. cbn [negb].
    destruct (d_access d) as [a|] eqn:Ea.
    - specialize (Haddr a eq_refl). specialize (Hperm a eq_refl). subst p. rewrite Haddr in Hperm. rewrite Hperm.
      cbn [negb]. fold loaded. rewrite Ha. eexists _, _. split; [done|]. unfold apply. cbn [e_locs e_store].
      destruct (stores (a_use a)) eqn:Hst.
      + destruct (mk_stored T3 ps) as [[T4 w]|] eqn:E4; simplify_eq.
        destruct (mk_stored_value _ _ _ _ M E4) as [_ Vw].
        assert (valid g ρ (place_at ad a)) as Hva.
        { apply permitted_valid; [by rewrite Haddr|]. unfold touches. rewrite Hst. by rewrite orb_true_r. }
        destruct (push_sound g rel s0 ρ Hrel (SStore (m_region (a_mem a)) ad.1 ad.2 (a_bytes a) w) (s_chain σ)) as [Hc Hm];
          [by apply Hs|done|].
        apply Hsim; [done| |done]. rewrite Hm, (sim_memory _ _ Hs). unfold after_store. cbn.
        by rewrite Hp, Vw.
      + simplify_eq. apply Hsim; [done| |by apply Hs]. by apply Hs.
    - change (assign (d_out d) (sem (d_op d) (map (input_value (locs s) 0 0) (d_in d))) = Some (ws, v)) in Ha. rewrite Ha. eexists _, _. split; [done|]. simplify_eq. apply Hsim; [done| |]; by apply Hs.
  Qed.
End sound.
