(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The statements that lines are made of: braces match. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Printed.Control Require Import Source Text.

(** The statements up to a brace that closes, and the lines from there on. *)
Fixpoint statements (n : nat) (lines : list line) : option (stat * list line) :=
  match n with
  | O => None
  | S n =>
      let before (s : stat) (ls : list line) :=
        match statements n ls with Some (rest, ls) => Some (SSeq s rest, ls) | None => None end in
      match lines with
      | [] | (NElse | NClose) :: _ => Some (SSkip, lines)
      | NLine l :: ls => before (SLine l) ls
      | NIf t negated :: ls =>
          match statements n ls with
          | Some (s1, NElse :: ls) =>
              match statements n ls with
              | Some (s2, NClose :: ls) => before (SIf t negated s1 s2) ls
              | _ => None
              end
          | _ => None
          end
      | NFor :: ls =>
          match statements n ls with
          | Some (s, NClose :: ls) => before (SFor s) ls
          | _ => None
          end
      end
  end.

Definition structured (ls : list line) : option stat :=
  match statements (S (length ls)) ls with Some (s, []) => Some s | _ => None end.

Lemma statements_written n : ∀ lines s rest, statements n lines = Some (s, rest) → lines = written s ++ rest.
Proof.
  induction n as [|n IH]; intros lines s rest; simpl; [done|].
  repeat case_match; intros; simplify_eq/=; try done;
    repeat match goal with H : statements _ _ = Some _ |- _ => apply IH in H end; simplify_eq/=;
    by rewrite <-?app_assoc, ?app_comm_cons; simpl; rewrite <-?app_assoc.
Qed.

Lemma structured_written lines s : structured lines = Some s → written s = lines.
Proof.
  unfold structured. intros H. repeat case_match; simplify_eq.
  by erewrite (statements_written _ lines), app_nil_r.
Qed.
