(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a descriptor reads and writes, computed once, and the frame theorem:
    an instruction changes nothing but what it writes, and its effect depends
    on nothing but what it reads. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted.
From Fairlead.Asm.Footprints Require Import Locset.
Local Open Scope N_scope.

(** ** Locations read and written *)

Definition address_locs (m : mem) : list loc :=
  match m_base m with BaseReg r => [G r] | _ => [] end ++
  match m_index m with Some (r, _) => [G r] | None => [] end.

Definition input_locs (i : input) : list loc := match i with ILoc l => [l] | _ => [] end.

Definition output_locs (o : output) : list loc :=
  match o with OLoc l | OConst l _ => [l] | OMem _ _ => [] end.

Definition reads {op : Set} (d : desc op) : list loc :=
  flat_map input_locs (d_in d) ++ match d_access d with Some a => address_locs (a_mem a) | None => [] end.

Definition writes {op : Set} (d : desc op) : list loc := flat_map output_locs (d_out d).

(** The locations that get the constant [c] whatever the state, and those that may get another value. *)
Definition gets (c : N) (o : output) : list loc :=
  match o with OConst l k => if k =? c then [l] else [] | _ => [] end.
Definition gets_other (c : N) (o : output) : list loc :=
  match o with OConst l k => if k =? c then [] else [l] | OLoc l => [l] | OMem _ _ => [] end.

Definition constantly (c : N) {op : Set} (d : desc op) : N :=
  N.ldiff (set_of (flat_map (gets c) (d_out d))) (set_of (flat_map (gets_other c) (d_out d))).

Record footprint := Footprint {
  f_reads : N; f_writes : N; f_zero : N; f_lost : N; f_access : option access;
}.

Definition footprint_of {op : Set} (d : desc op) : footprint :=
  Footprint (set_of (reads d)) (set_of (writes d)) (constantly 0 d) (constantly undefined d) (d_access d).

(** ** Assignments *)

Lemma assign_writes outs vals ws v l :
  assign outs vals = Some (ws, v) -> assoc l ws = None <-> l ∉ flat_map output_locs outs.
Proof.
  revert vals ws v. induction outs as [|o outs IH]; intros vals ws v H.
  - destruct vals; simplify_eq/=. split; [intros _ ?%elem_of_nil; done | done].
  - destruct o as [k|k c|o n]; [destruct vals as [|x vals]; [discriminate|] | | destruct vals as [|x vals]; [discriminate|]];
      cbn in H; destruct (assign outs vals) as [[ws' v']|] eqn:E; simplify_eq; cbn.
    + specialize (IH _ _ _ E). rewrite elem_of_cons. case_bool_decide; subst; [naive_solver|].
      rewrite IH. naive_solver.
    + specialize (IH _ _ _ E). rewrite elem_of_cons. case_bool_decide; subst; [naive_solver|].
      rewrite IH. naive_solver.
    + eauto.
Qed.

Lemma assign_constant outs vals ws v l c x :
  assign outs vals = Some (ws, v) ->
  l ∉ flat_map (gets_other c) outs -> assoc l ws = Some x -> x = c.
Proof.
  revert vals ws v. induction outs as [|o outs IH]; intros vals ws v H Hl Hx.
  - destruct vals; simplify_eq/=.
  - destruct o as [k|k d|o n]; [destruct vals as [|y vals]; [discriminate|] | | destruct vals as [|y vals]; [discriminate|]];
      cbn in H; destruct (assign outs vals) as [[ws' v']|] eqn:E; simplify_eq; cbn in *.
    + case_bool_decide; subst; [exfalso; apply Hl; left |].
      eapply IH; [done | | done]. contradict Hl. by right.
    + case_bool_decide; subst; simplify_eq.
      * destruct (N.eqb_spec x c); [done|]. exfalso; apply Hl; cbn; left.
      * eapply IH; [done | | done]. contradict Hl. apply elem_of_app. by right.
    + eauto.
Qed.

(** ** The frame theorem *)

(** The bytes of memory that an access covers. *)
Definition covers (p : N) (n : nat) (x : N) : Prop := p <= x < p + N.of_nat n.

(** An instruction changes no location but those it writes, and no byte but those it stores to. *)
Theorem frame_writes {op : Set} (sem : op -> list N -> list N) g d s e :
  effect_of sem g d s = Some e ->
  (∀ l, l ∉ writes d -> locs (apply e s) l = locs s l) /\
  (∀ x, match e_store e with Some (p, n, _) => ~ covers p n x | None => True end ->
        memory (apply e s) x = memory s x).
Proof.
  unfold effect_of. intros H. split.
  - intros l Hl. cbn. destruct (negb _); [done|].
    assert (assoc l (e_locs e) = None) as ->; [|done].
    destruct (d_access d); [destruct (negb _); [done|]|];
      destruct (assign _ _) as [[ws v]|] eqn:E; simplify_eq; by apply (assign_writes _ _ _ _ l E).
  - intros x Hx. cbn. destruct (e_store e) as [[[p n] v]|]; [|done].
    unfold store. destruct (_ && _) eqn:E; [|done].
    apply andb_true_iff in E as [?%N.leb_le ?%N.ltb_lt]. exfalso; apply Hx. by split.
Qed.

Lemma load_agree m m' p n : (∀ x, covers p n x -> m x = m' x) -> load m p n = load m' p n.
Proof.
  revert p. induction n as [|n IH]; intros p H; cbn [load]; [done|].
  unfold covers in *. rewrite (H p) by lia. f_equal. f_equal. apply IH. intros x Hx. apply H. lia.
Qed.

Lemma address_agree g f f' m :
  (∀ l, l ∈ address_locs m -> f l = f' l) -> address g f m = address g f' m.
Proof.
  destruct m as [b i d r]. unfold address, address_locs; cbn. intros H.
  assert ((match b with NoBase => 0 | BaseReg r => f (G r) | BaseSym p => symbol g p end) =
          (match b with NoBase => 0 | BaseReg r => f' (G r) | BaseSym p => symbol g p end)) as ->.
  { destruct b; try done. apply H, elem_of_app. left. by apply elem_of_list_singleton. }
  destruct i as [[q k]|]; [|done]. rewrite (H (G q)); [done|].
  apply elem_of_app. right. by apply elem_of_list_singleton.
Qed.

(** The effect of an instruction depends on nothing but the locations it reads and,
    where it loads, the bytes it may access. *)
Theorem frame_reads {op : Set} (sem : op -> list N -> list N) g (d : desc op) s s' :
  (∀ l, l ∈ reads d -> locs s l = locs s' l) ->
  (∀ a p x, d_access d = Some a -> p = address g (locs s) (a_mem a) -> permitted g a p = true ->
            loads (a_use a) = true -> covers p (a_bytes a) x -> memory s x = memory s' x) ->
  effect_of sem g d s = effect_of sem g d s'.
Proof.
  intros Hl Hm. unfold effect_of, reads in *.
  assert (Hi : ∀ l i, i ∈ d_in d -> l ∈ input_locs i -> locs s l = locs s' l).
  { intros l i Hi Hli. apply Hl, elem_of_app. left.
    apply elem_of_list_In, in_flat_map. exists i. by rewrite <- !elem_of_list_In. }
  assert (Hr : forallb (ready s) (d_in d) = forallb (ready s') (d_in d)).
  { clear Hl Hm. induction (d_in d) as [|i ins IH]; cbn; [done|]. f_equal.
    - destruct i as [l| | |]; try done. unfold ready, defined.
      rewrite (Hi l (ILoc l)); [done|left|by apply elem_of_list_singleton].
    - apply IH. intros l j Hj. apply Hi. by right. }
  assert (Hv : ∀ p loaded, map (input_value (locs s) p loaded) (d_in d) =
                           map (input_value (locs s') p loaded) (d_in d)).
  { intros p ld. clear Hl Hm Hr. induction (d_in d) as [|i ins IH]; cbn; [done|]. f_equal.
    - destruct i as [l| | |]; try done. apply (Hi l (ILoc l)); [left|by apply elem_of_list_singleton].
    - apply IH. intros l j Hj. apply Hi. by right. }
  rewrite Hr. destruct (negb _); [done|].
  destruct (d_access d) as [a|].
  - assert (address g (locs s') (a_mem a) = address g (locs s) (a_mem a)) as ->.
    { symmetry. apply address_agree. intros l Hla. apply Hl, elem_of_app. by right. }
    set (p := address g (locs s) (a_mem a)) in *.
    destruct (permitted g a p) eqn:Hp; [|done]. cbn.
    assert ((if loads (a_use a) then load (memory s) p (a_bytes a) else 0) =
            (if loads (a_use a) then load (memory s') p (a_bytes a) else 0)) as ->.
    { destruct (loads (a_use a)) eqn:?; [|done]. apply load_agree. eauto. }
    by rewrite Hv.
  - by rewrite Hv.
Qed.
