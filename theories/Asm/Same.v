(** Carrying theorems over from clean code to fast code that the reordering checker accepts:
    triples of blocks, and of loops around them. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm Require Import Syntax_trusted State_trusted Run_trusted Structured_trusted Reorder Loops Hoare.

(** Hints for the checker, when the order is known: for each instruction of the fast code, how many of those that
    are left stand before its equal in the clean code. *)
Fixpoint position (i : instr) (p : list instr) : option (nat * list instr) :=
  match p with
  | [] => None
  | j :: p =>
      if decide (j = i) then Some (0, p)
      else match position i p with Some (k, q) => Some (S k, j :: q) | None => None end
  end.

Fixpoint find_hints (clean fast : list instr) : list nat :=
  match fast with
  | [] => []
  | i :: fast => match position i clean with Some (k, clean) => k :: find_hints clean fast | None => [] end
  end.

Section same.
  Context (g : env).

  Theorem triple_same_ends (P Q : state -> Prop) x y : same_ends g x y -> triple g P x Q -> triple g P y Q.
  Proof.
    intros He H s Hs. destruct (H s Hs) as (s' & t & Hx & HQ). destruct (proj1 (He s s')) as [u Hu]; [by exists t|].
    by exists s', u.
  Qed.

  (** A loop around a reordered block. *)
  Theorem reordered_loop (P Q : state -> Prop) rel hints clean fast c :
    respects g rel -> check_reorder rel hints clean fast = true ->
    triple g P (CLoop (block clean) c CSkip) Q -> triple g P (CLoop (block fast) c CSkip) Q.
  Proof.
    intros Hrel Hc. apply triple_same_ends, ends_loop; [by eapply reorder_in_place|done].
  Qed.

  (** A reordered block ends as the clean one does. *)
  Theorem reordered_run rel hints clean fast s s' ts :
    respects g rel -> check_reorder rel hints clean fast = true ->
    run g clean s = Some (s', ts) -> ∃ us, run g fast s = Some (s', us).
  Proof.
    intros Hrel Hc H. destruct (proj1 (reorder_in_place g rel hints clean fast Hrel Hc s s')) as [u Hu].
    - eexists. apply block_runs. by eexists.
    - apply block_runs in Hu as (us & Hr & _). by exists us.
  Qed.
End same.

Lemma respects_none g : respects g (fun _ _ => false).
Proof. done. Qed.
