(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The reordering checker. Untrusted search says, for each instruction of the
    fast code, at which position among the instructions of the clean code that
    are still left it stands; [perform] moves it to the front past all those,
    provided it is independent of each. So the work is one bit-mask test per
    pair of instructions that change places. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Semantics_trusted Describe_trusted Run_trusted.
From Fairlead.Asm.Footprints Require Import Locset Footprint Commute.

Record item := Item { i_instr : instr; i_footprint : footprint }.

Definition annotate (i : instr) : option item :=
  match describe i with Some d => Some (Item i (footprint_of d)) | None => None end.

Fixpoint annotate_all (p : list instr) : option (list item) :=
  match p with
  | [] => Some []
  | i :: p => match annotate i, annotate_all p with Some x, Some q => Some (x :: q) | _, _ => None end
  end.

(** Moves the [k]-th item to the front. *)
Fixpoint pull (rel : relation) (k : nat) (p : list item) : option (item * list item) :=
  match k, p with
  | _, [] => None
  | O, x :: p => Some (x, p)
  | S k, x :: p =>
      match pull rel k p with
      | Some (y, q) => if independent rel (i_footprint x) (i_footprint y) then Some (y, x :: q) else None
      | None => None
      end
  end.

Fixpoint perform (rel : relation) (hints : list nat) (p : list item) : option (list item) :=
  match hints, p with
  | [], [] => Some []
  | k :: hints, p =>
      match pull rel k p with
      | Some (y, q) => match perform rel hints q with Some q => Some (y :: q) | None => None end
      | None => None
      end
  | [], _ :: _ => None
  end.

(** The same moves on any list: what becomes of the leakage. *)
Fixpoint pull_list {A} (k : nat) (p : list A) : option (A * list A) :=
  match k, p with
  | _, [] => None
  | O, x :: p => Some (x, p)
  | S k, x :: p => match pull_list k p with Some (y, q) => Some (y, x :: q) | None => None end
  end.

Fixpoint permute {A} (hints : list nat) (p : list A) : list A :=
  match hints with
  | [] => []
  | k :: hints => match pull_list k p with Some (y, q) => y :: permute hints q | None => [] end
  end.

(** Disjointness has no direction; a relation that is declared in one only counts for nothing. *)
Definition both (rel : relation) : relation := fun r1 r2 => rel r1 r2 && rel r2 r1.

Lemma both_symmetric rel r1 r2 : both rel r1 r2 = both rel r2 r1.
Proof. apply andb_comm. Qed.

Lemma respects_both g rel : respects g rel -> respects g (both rel).
Proof. intros H r1 r2 [? _]%andb_true_iff. by apply H. Qed.

Definition reorder (rel : relation) (hints : list nat) (clean : list instr) : option (list instr) :=
  match annotate_all clean with
  | Some p => match perform (both rel) hints p with Some q => Some (map i_instr q) | None => None end
  | None => None
  end.

Definition check_reorder (rel : relation) (hints : list nat) (clean fast : list instr) : bool :=
  match reorder rel hints clean with Some q => bool_decide (q = fast) | None => false end.

(** ** Soundness *)

Definition well_annotated (x : item) : Prop :=
  ∃ d, describe (i_instr x) = Some d /\ i_footprint x = footprint_of d.

Lemma annotate_all_spec p q :
  annotate_all p = Some q -> map i_instr q = p /\ Forall well_annotated q.
Proof.
  revert q. induction p as [|i p IH]; cbn; intros q H; [by simplify_eq|].
  unfold annotate in H. destruct (describe i) as [d|] eqn:E; [|done].
  destruct (annotate_all p) as [q'|]; simplify_eq/=.
  destruct (IH q' eq_refl) as [<- ?]. split; [done|]. constructor; [by exists d|done].
Qed.

Section sound.
  Context (g : env) (rel : relation).
  Context (Hrel : respects g rel) (Hsym : ∀ r1 r2, rel r1 r2 = rel r2 r1).

  Notation run_items q := (run g (map i_instr q)).

  Lemma pull_sound k p y q s :
    Forall well_annotated p -> pull rel k p = Some (y, q) ->
    well_annotated y /\ Forall well_annotated q /\
    run_items (y :: q) s =
      match run_items p s with
      | Some (s', ts) => match pull_list k ts with Some (t, us) => Some (s', t :: us) | None => None end
      | None => None
      end.
  Proof using Hrel Hsym.
    revert p y q s. induction k as [|k IH]; intros [|x p] y q s Hp H; try done.
    - simplify_eq/=. apply Forall_cons in Hp as [? ?]. split; [done|]. split; [done|].
      destruct (exec g (i_instr y) s) as [[s1 t1]|]; [|done].
      by destruct (run g _ s1) as [[s2 ts]|].
    - cbn [pull] in H. apply Forall_cons in Hp as [Hx Hp].
      destruct (pull rel k p) as [[y' q']|] eqn:E; [|done].
      destruct (independent _ _ _) eqn:Hi; simplify_eq.
      assert (∀ s, _) as IHs by (intros s0; exact (IH p y q' s0 Hp E)).
      destruct (IHs s) as (Hy & Hq & _). split; [done|]. split; [by constructor|].
      destruct Hx as (dx & Dx & Fx), Hy as (dy & Dy & Fy). rewrite Fx, Fy in Hi.
      cbn [map run]. unfold exec at 1 2 3. rewrite Dx, Dy.
      pose proof (swap sem g rel Hrel dx dy s Hsym Hi) as Hswap.
      destruct (step sem g dx s) as [[s1 t1]|] eqn:Sx.
      + specialize (IHs s1) as (_ & _ & IHs). cbn [map run] in IHs. unfold exec in IHs. rewrite Dy in IHs.
        destruct (step sem g dy s1) as [[s2 t2]|] eqn:Sy.
        * destruct (step sem g dy s) as [[s1' t2']|] eqn:Sy'; [|done].
          destruct (step sem g dx s1') as [[s2' t1']|] eqn:Sx'; simplify_eq.
          destruct (run g (map i_instr q') s2') as [[s3 ts]|];
            destruct (run g (map i_instr p) s1) as [[s3' ts']|]; try done;
            cbn; destruct (pull_list k ts') as [[u us]|]; by simplify_eq.
        * destruct (step sem g dy s) as [[s1' t2']|] eqn:Sy'.
          -- destruct (step sem g dx s1') as [[s2' t1']|] eqn:Sx'; [done|].
             destruct (run g (map i_instr p) s1) as [[s3' ts']|]; [|done].
             cbn. by destruct (pull_list k ts') as [[u us]|].
          -- destruct (run g (map i_instr p) s1) as [[s3' ts']|]; [|done].
             cbn. by destruct (pull_list k ts') as [[u us]|].
      + destruct (step sem g dy s) as [[s1' t2']|] eqn:Sy'; [|done].
        by destruct (step sem g dx s1') as [[s2' t1']|].
  Qed.

  Lemma pull_list_length {A} k (p : list A) :
    k < length p -> ∃ y q, pull_list k p = Some (y, q) /\ length p = S (length q).
  Proof.
    revert p. induction k as [|k IH]; intros [|x p] H; cbn in *; try lia; [by eauto|].
    destruct (IH p) as (y & q & -> & E); [lia|]. exists y, (x :: q). cbn. auto with lia.
  Qed.

  Lemma pull_length k p y q : pull rel k p = Some (y, q) -> k < length p /\ length p = S (length q).
  Proof.
    revert p y q. induction k as [|k IH]; intros [|x p] y q H; simplify_eq/=; [lia|].
    destruct (pull rel k p) as [[y' q']|] eqn:E; [|done].
    destruct (independent _ _ _); simplify_eq. apply IH in E as [? ?]. cbn. lia.
  Qed.

  Lemma run_length p s s' ts : run g p s = Some (s', ts) -> length ts = length p.
  Proof.
    revert s ts. induction p as [|i p IH]; cbn; intros s ts H; [by simplify_eq|].
    destruct (exec g i s) as [[s1 t1]|]; [|done].
    destruct (run g p s1) as [[s2 us]|] eqn:E; simplify_eq. cbn. f_equal. eauto.
  Qed.

  Lemma perform_sound hints p q s :
    Forall well_annotated p -> perform rel hints p = Some q ->
    run_items q s =
      match run_items p s with Some (s', ts) => Some (s', permute hints ts) | None => None end.
  Proof using Hrel Hsym.
    revert p q s. induction hints as [|k hints IH]; intros p q s Hp H.
    - destruct p; by simplify_eq/=.
    - cbn [perform] in H. destruct (pull rel k p) as [[y r]|] eqn:E; [|done].
      destruct (perform rel hints r) as [q'|] eqn:Eq; simplify_eq.
      destruct (pull_sound k p y r s Hp E) as (Hy & Hr & Hrun).
      destruct (pull_length _ _ _ _ E) as [Hk Hlen].
      cbn [map run] in *.
      destruct (run g (map i_instr p) s) as [[s' ts]|] eqn:Ep.
      + pose proof (run_length _ _ _ _ Ep) as Hts. rewrite map_length in Hts.
        destruct (pull_list_length k ts) as (t & us & Et & _); [lia|].
        cbn [permute]. rewrite Et in *.
        destruct (exec g (i_instr y) s) as [[s1 t1]|]; [|done].
        rewrite (IH r q' s1 Hr Eq). by destruct (run g (map i_instr r) s1) as [[s2 us']|]; simplify_eq.
      + destruct (exec g (i_instr y) s) as [[s1 t1]|]; [|done].
        rewrite (IH r q' s1 Hr Eq). by destruct (run g (map i_instr r) s1) as [[s2 us']|].
  Qed.
End sound.

(** The fast code ends in the same state as the clean code, or fails exactly when it does,
    and leaks the same chunks in the order that the hints give. *)
Theorem reorder_sound g rel hints clean fast s :
  respects g rel -> check_reorder rel hints clean fast = true ->
  run g fast s =
    match run g clean s with Some (s', ts) => Some (s', permute hints ts) | None => None end.
Proof.
  unfold check_reorder, reorder. intros Hrel H.
  destruct (annotate_all clean) as [p|] eqn:E; [|done].
  destruct (perform (both rel) hints p) as [q|] eqn:Eq; [|done].
  apply bool_decide_eq_true in H as <-.
  destruct (annotate_all_spec _ _ E) as [<- Hp].
  apply (perform_sound g (both rel)); [by apply respects_both | apply both_symmetric | done..].
Qed.

(** So code that leaks nothing secret still leaks nothing secret when reordered. *)
Theorem reorder_constant_time g rel hints clean fast same :
  respects g rel -> check_reorder rel hints clean fast = true ->
  constant_time g same clean -> constant_time g same fast.
Proof.
  intros Hrel Hc Hct s1 s2 s1' s2' ts1 ts2 Hs H1 H2.
  rewrite (reorder_sound _ _ _ _ _ _ Hrel Hc) in H1. rewrite (reorder_sound _ _ _ _ _ _ Hrel Hc) in H2.
  destruct (run g clean s1) as [[? us1]|] eqn:E1; [|done].
  destruct (run g clean s2) as [[? us2]|] eqn:E2; [|done].
  simplify_eq. f_equal. eapply Hct; eauto.
Qed.
