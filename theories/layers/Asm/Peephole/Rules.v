(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The peephole transformer, for any rule. A rule looks at the instructions from some place to the end
    of their block, and may say what to put there instead. It is applied from every place of every block, in the
    branches of conditionals and in loops, to any depth. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Describe_trusted Run_trusted Flat_trusted
  Structured_trusted.
From Fairlead.Asm.Footprints Require Import Footprint.
From Fairlead.Asm.Control Require Import Loops.
From Fairlead.Asm.Refinement Require Import Refines.

(** [Some (q, k)]: the block may end with [q] here; go on after its first [k] instructions. *)
Definition rewrite : Set := list instr -> option (list instr * nat).

(** The local condition: what a rule puts in place of the rest of a block may stand for it. *)
Definition sound (rw : rewrite) : Prop := ∀ g p q k, rw p = Some (q, k) -> better g p q.

(** At every place of a block; [fuel] bounds the number of applications. *)
Fixpoint peep (rw : rewrite) (fuel : nat) (p : list instr) : list instr :=
  match fuel with
  | O => p
  | S fuel =>
      match rw p with
      | Some (q, k) => take k q ++ peep rw fuel (drop k q)
      | None => match p with [] => [] | i :: p => i :: peep rw fuel p end
      end
  end.

(** ** Through structured code *)

Fixpoint seq (l : list code) : code := match l with [] => CSkip | x :: l => CSeq x (seq l) end.

(** Applies [f] to the maximal runs of instructions of a sequence. *)
Fixpoint gather (f : list instr -> list instr) (before : list instr) (l : list code) : list code :=
  match l with
  | [] => map CInstr (f (rev before))
  | CInstr i :: l => gather f (i :: before) l
  | x :: l => map CInstr (f (rev before)) ++ x :: gather f [] l
  end.

(** A sequence as a list, with [f] applied to the blocks inside of its elements. *)
Fixpoint inside_of (f : list instr -> list instr) (x : code) : list code :=
  match x with
  | CSkip => []
  | CInstr i => [CInstr i]
  | CSeq a b => inside_of f a ++ inside_of f b
  | CIf c a b => [CIf c (seq (gather f [] (inside_of f a))) (seq (gather f [] (inside_of f b)))]
  | CLoop a c b => [CLoop (seq (gather f [] (inside_of f a))) c (seq (gather f [] (inside_of f b)))]
  end.

Definition on_blocks (f : list instr -> list instr) (x : code) : code := seq (gather f [] (inside_of f x)).

(** Enough for every rule that goes on behind what it found. *)
Definition fuel_for (p : list instr) : nat := 4 * length p + 4.

Definition peephole (rw : rewrite) : code -> code := on_blocks (fun p => peep rw (fuel_for p) p).

(** ** Soundness *)

Section sound.
  Context (g : env).

  Lemma peep_better rw fuel p : sound rw -> better g p (peep rw fuel p).
  Proof.
    intros Hrw. revert p. induction fuel as [|fuel IH]; intros p; unfold better in *; cbn [peep]; [reflexivity|].
    destruct (rw p) as [[q k]|] eqn:E.
    - transitivity (block q); [by apply (Hrw g _ _ k)|]. rewrite <- (take_drop k q) at 1.
      apply better_app; [unfold better; reflexivity|apply IH].
    - destruct p as [|i p]; [reflexivity|]. apply refines_seq; [reflexivity|apply IH].
  Qed.

  Lemma seq_app l1 l2 : same_runs g (seq (l1 ++ l2)) (CSeq (seq l1) (seq l2)).
  Proof.
    induction l1 as [|x l1 IH]; cbn.
    - intros s s' t. split; intros H.
      + change t with ([] ++ t). econstructor; [constructor|done].
      + inversion H as [| |? ? ? ? ? ? ? H1 H2| | |]; subst. by inversion H1; subst.
    - rewrite <- seq_assoc. by apply same_seq.
  Qed.

  Lemma seq_block p : seq (map CInstr p) = block p.
  Proof. induction p as [|i p IH]; cbn; [done|]. by rewrite IH. Qed.

  Lemma refines_app l1 l1' l2 l2' :
    refines g (seq l1) (seq l1') -> refines g (seq l2) (seq l2') -> refines g (seq (l1 ++ l2)) (seq (l1' ++ l2')).
  Proof.
    intros H1 H2. transitivity (CSeq (seq l1) (seq l2)); [apply same_runs_refines, seq_app|].
    transitivity (CSeq (seq l1') (seq l2')); [by apply refines_seq|]. apply same_runs_refines. symmetry. apply seq_app.
  Qed.

  Context (f : list instr -> list instr) (Hf : ∀ p, better g p (f p)).

  Lemma gather_refines before l :
    refines g (seq (map CInstr (rev before) ++ l)) (seq (gather f before l)).
  Proof using Hf.
    revert before. induction l as [|x l IH]; intros before.
    - cbn. rewrite app_nil_r, !seq_block. apply Hf.
    - destruct x as [|i|a b|c a b|a c b]; cbn [gather];
        try (apply refines_app; [rewrite !seq_block; apply Hf|]; cbn [seq]; apply refines_seq; [done|]; apply (IH [])).
      rewrite <- (IH (i :: before)). cbn [rev]. by rewrite map_app, <- app_assoc.
  Qed.

  Lemma inside_refines x : refines g x (seq (inside_of f x)).
  Proof using Hf.
    assert (∀ a, refines g a (seq (inside_of f a)) -> refines g a (seq (gather f [] (inside_of f a)))) as Hg.
    { intros a Ha. rewrite Ha at 1. apply (gather_refines []). }
    induction x as [|i|a IHa b IHb|c a IHa b IHb|a IHa c b IHb]; cbn [inside_of].
    - done.
    - apply same_runs_refines. symmetry. apply seq_skip.
    - transitivity (CSeq (seq (inside_of f a)) (seq (inside_of f b))); [by apply refines_seq|].
      apply same_runs_refines. symmetry. apply seq_app.
    - cbn [seq]. rewrite (refines_if g c a _ b _ (Hg a IHa) (Hg b IHb)) at 1.
      apply same_runs_refines. symmetry. apply seq_skip.
    - cbn [seq]. rewrite (refines_loop g a _ c b _ (Hg a IHa) (Hg b IHb)) at 1.
      apply same_runs_refines. symmetry. apply seq_skip.
  Qed.

  Theorem on_blocks_refines x : refines g x (on_blocks f x).
  Proof using Hf. rewrite (inside_refines x) at 1. apply (gather_refines []). Qed.
End sound.

(** The transformer is sound for every sound rule. *)
Theorem peephole_refines g rw x : sound rw -> refines g x (peephole rw x).
Proof. intros H. apply on_blocks_refines. intros p. by apply peep_better. Qed.

(** ** It misses nothing *)

Fixpoint instructions (x : code) : list instr :=
  match x with
  | CSkip => []
  | CInstr i => [i]
  | CSeq a b | CIf _ a b | CLoop a _ b => instructions a ++ instructions b
  end.

(** A rule about one instruction. *)
Definition single (f : instr -> option (list instr)) : rewrite := fun p =>
  match p with i :: p => match f i with Some q => Some (q ++ p, length q) | None => None end | [] => None end.

Definition replaced (f : instr -> option (list instr)) (i : instr) : list instr :=
  match f i with Some q => q | None => [i] end.

Lemma single_peep f fuel p : length p <= fuel -> peep (single f) fuel p = flat_map (replaced f) p.
Proof.
  revert p. induction fuel as [|fuel IH]; intros [|i p] H; cbn in *; try done; try lia.
  unfold replaced at 1. destruct (f i) as [q|].
  - rewrite take_app, drop_app, IH by lia. done.
  - rewrite IH by lia. done.
Qed.

Lemma instructions_seq l : instructions (seq l) = flat_map instructions l.
Proof. induction l as [|x l IH]; cbn; [done|]. by rewrite IH. Qed.

Section complete.
  Context (f : list instr -> list instr) (h : instr -> list instr) (Hf : ∀ p, f p = flat_map h p).

  Lemma instructions_block p : flat_map instructions (map CInstr p) = p.
  Proof using. induction p as [|i p IH]; cbn; [done|]. by rewrite IH. Qed.

  (** [l'] is [l] with its nested blocks done. *)
  Lemma gather_instructions before l :
    flat_map instructions (gather f before l) =
    flat_map h (rev before) ++ flat_map (fun x => match x with CInstr i => h i | _ => instructions x end) l.
  Proof using Hf.
    revert before. induction l as [|x l IH]; intros before; cbn [gather].
    - rewrite instructions_block, Hf. cbn. by rewrite app_nil_r.
    - destruct x as [|i|a b|c a b|a c b];
        try (rewrite flat_map_app, instructions_block, Hf; cbn [flat_map]; by rewrite (IH [])).
      rewrite IH. cbn [rev]. rewrite flat_map_app. cbn. by rewrite app_nil_r, <- app_assoc.
  Qed.

  Lemma inside_instructions x :
    flat_map (fun x => match x with CInstr i => h i | _ => instructions x end) (inside_of f x) = flat_map h (instructions x).
  Proof using Hf.
    induction x as [|i|a IHa b IHb|c a IHa b IHb|a IHa c b IHb]; cbn [inside_of instructions flat_map]; try done;
      rewrite ?flat_map_app; [by rewrite IHa, IHb| |];
      rewrite app_nil_r, !instructions_seq, !gather_instructions; cbn; by rewrite IHa, IHb.
  Qed.
End complete.

(** A rule about one instruction is applied to every one of them, however deep: those of the
    result are those of the original with each replaced. *)
Theorem peephole_complete f x :
  instructions (peephole (single f) x) = flat_map (replaced f) (instructions x).
Proof.
  unfold peephole, on_blocks. set (h := fun p => peep (single f) (fuel_for p) p).
  assert (∀ p, h p = flat_map (replaced f) p) as Hh by (intros p; apply single_peep; unfold fuel_for; lia).
  rewrite instructions_seq, (gather_instructions h (replaced f) Hh). cbn. by apply inside_instructions.
Qed.
