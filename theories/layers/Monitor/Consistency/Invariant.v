(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The global invariant, over the caches of all threads at one point of the
clock-merged trace.

Every key is at one place: never added; in one slot of one thread; in the tree,
its digest on its parent's edge; or in the Blum set, evicted at a known time by a
known thread. [cur] is the value each key has there. This file defines the
invariant; Moves*.v show that each operation keeps it. *)
From Fairlead.Monitor.Consistency Require Export Tree.

Inductive place := Absent | Cached (i s : N) | Stored | Pending (t : stamp) (i : N).

Section invariant.
  Context (depth : N) (H : value → bytes).
  Implicit Types (C : N → gmap N slot) (cur : key → value) (loc : key → place).

  Definition next cur (a : key) (d : bool) : option key := e_key <$> edge_of (cur a) d.

  (** What an edge says about the key it leads to. *)
  Definition edge_ok C cur loc (p : edge) : Prop :=
    match loc (e_key p) with
    | Absent => False
    | Cached i s => ∃ sl, C i !! s = Some sl ∧ (e_blum p = true ↔ s_how sl = BAdd)
    | Stored => e_blum p = false ∧ e_digest p = H (cur (e_key p))
    | Pending _ _ => e_blum p = true
    end.

  (** A record added under a parent is that parent's child; others came by Blum. *)
  Definition parent_ok C i s (sl : slot) : Prop :=
    match s_parent sl with
    | Some (s', d) =>
        s_how sl = MAdd ∧ ∃ sl', C i !! s' = Some sl' ∧ side d (s_child sl') = Some s ∧
          e_key <$> edge_of (s_value sl') d = Some (s_key sl)
    | None => s_how sl = BAdd ∨ s_key sl = root
    end.

  Record inv C cur loc : Prop := {
    inv_tree : tree (λ k, loc k ≠ Absent) (next cur);
    inv_cached i s sl : C i !! s = Some sl → loc (s_key sl) = Cached i s ∧ cur (s_key sl) = s_value sl;
    inv_found k i s : loc k = Cached i s → ∃ sl, C i !! s = Some sl ∧ s_key sl = k;
    inv_fresh k : loc k = Absent → cur k = initial depth k;
    inv_edge a d p : edge_of (cur a) d = Some p → edge_ok C cur loc p;
    inv_parent i s sl : C i !! s = Some sl → parent_ok C i s sl;
    inv_child i s' sl' d s : C i !! s' = Some sl' → side d (s_child sl') = Some s →
      ∃ sl, C i !! s = Some sl ∧ s_parent sl = Some (s', d);
  }.

  Lemma next_Some cur a d p : edge_of (cur a) d = Some p → next cur a d = Some (e_key p).
  Proof. unfold next. by intros ->. Qed.

  (** An edge says the same before and after, if the key it leads to stayed put. *)
  Lemma edge_ok_keep C cur loc C' cur' loc' p :
    edge_ok C cur loc p →
    loc' (e_key p) = loc (e_key p) →
    (loc (e_key p) = Stored → cur' (e_key p) = cur (e_key p)) →
    (∀ j r sl, loc (e_key p) = Cached j r → C j !! r = Some sl →
       ∃ sl', C' j !! r = Some sl' ∧ s_how sl' = s_how sl) →
    edge_ok C' cur' loc' p.
  Proof.
    unfold edge_ok. intros Hok -> Hs Hc. destruct (loc (e_key p)) as [|j r| |] eqn:E; try done.
    - destruct Hok as (sl&Hsl&Hb). destruct (Hc j r sl eq_refl Hsl) as (sl'&?&Hh).
      exists sl'. by rewrite Hh.
    - by rewrite Hs.
  Qed.

  (** A record in the cache knows the edge to it. *)
  Lemma cached_parent C cur loc i s sl s' d :
    inv C cur loc → C i !! s = Some sl → s_parent sl = Some (s', d) →
    ∃ sl', C i !! s' = Some sl' ∧ side d (s_child sl') = Some s ∧ s_how sl = MAdd ∧
      next cur (s_key sl') d = Some (s_key sl) ∧
      e_key <$> edge_of (s_value sl') d = Some (s_key sl).
  Proof.
    intros Hinv Hs Hp. pose proof (inv_parent _ _ _ Hinv _ _ _ Hs) as Hok. unfold parent_ok in Hok.
    rewrite Hp in Hok. destruct Hok as (Hh&sl'&Hs'&Hc&He). exists sl'. split_and!; try done.
    unfold next. by rewrite (proj2 (inv_cached _ _ _ Hinv _ _ _ Hs')).
  Qed.

  (** A key is in one slot at most. *)
  Lemma cached_unique C cur loc i s sl j r sl2 :
    inv C cur loc → C i !! s = Some sl → C j !! r = Some sl2 → s_key sl = s_key sl2 → j = i ∧ r = s.
  Proof.
    intros Hinv Hs Hr E. apply (inv_cached _ _ _ Hinv) in Hs as [Hs _], Hr as [Hr _].
    rewrite E, Hr in Hs. by injection Hs.
  Qed.

  (** ** At the start *)

  (** A run starts from a store: all records are in the tree but the root, which is in slot 0 of thread 0.
  [live] are the
  keys that are there. *)
  Record tree_below (top : value) (live : key → bool) (base : key → value) : Prop := {
    below_top : base root = top;
    below_shape : tree (λ k, live k = true) (next base);
    below_edge a d p : edge_of (base a) d = Some p → e_blum p = false ∧ e_digest p = H (base (e_key p));
    below_fresh k : live k = false → base k = initial depth k;
  }.

  Lemma first_slot top i s sl :
    first_slots top i !! s = Some sl → i = 0%N ∧ s = 0%N ∧ sl = Slot root top MAdd (None, None) None.
  Proof.
    unfold first_slots. case_decide; [|by rewrite lookup_empty]. rewrite lookup_singleton_Some. by intros [<- <-].
  Qed.

  (** Any other place will do as well, as long as the invariant holds. *)
  Definition starts (top : value) (base : key → value) : Prop := ∃ loc, inv (first_slots top) base loc.

  Lemma starts_below top live base : tree_below top live base → starts top base.
  Proof.
    intros [Htop Htree Hedge Hfresh].
    exists (λ k, if decide (k = root) then Cached 0 0 else if live k then Stored else Absent).
    pose proof (tree_root _ _ Htree) as Hroot. split.
    - eapply tree_ext; [| |exact Htree]; [|done]. intros k. simpl.
      case_decide as Hk; [by rewrite Hk, Hroot|]. by destruct (live k).
    - intros i s sl (->&->&->)%first_slot. simpl. by rewrite Htop.
    - intros k i s. repeat case_match; try done. intros [= <- <-]. subst k.
      exists (Slot root top MAdd (None, None) None). split; [|done]. unfold first_slots. by rewrite decide_True,
        lookup_singleton.
    - intros k. case_decide; [done|]. destruct (live k) eqn:El; [done|]. intros _. by apply Hfresh.
    - intros a d p Hp. pose proof (tree_edge _ _ Htree a d (e_key p) (next_Some _ _ _ _ Hp)) as (Hh&Hl&_).
      unfold edge_ok. rewrite decide_False by (intros E; by rewrite E in Hh; destruct a). rewrite Hl. by eapply Hedge.
    - intros i s sl (->&->&->)%first_slot. by right.
    - intros i s' sl' d s (->&->&->)%first_slot. simpl. by destruct d.
  Qed.

  (** The empty store. *)
  Theorem starts_empty : starts (initial depth root) (initial depth).
  Proof.
    apply (starts_below _ (λ k, bool_decide (k = root))). split.
    - done.
    - split.
      + by apply bool_decide_eq_true.
      + intros a d c. unfold next. by rewrite edge_initial.
      + intros a k d _ ->%bool_decide_eq_true Hk. by destruct a.
    - intros a d p. by rewrite edge_initial.
    - done.
  Qed.
End invariant.
