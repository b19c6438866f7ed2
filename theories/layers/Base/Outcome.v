(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What an operation comes to: a value, a trap (a defined outcome of the
    machine), or [Wrong] (stuck; type soundness says it never happens). *)
From Fairlead.Base Require Import Prelude.

Inductive outcome (A : Type) :=
| Ok (a : A)
| Trap
| Wrong.
Arguments Ok {A} a.
Arguments Trap {A}.
Arguments Wrong {A}.

Global Instance outcome_ret : MRet outcome := @Ok.
Global Instance outcome_bind : MBind outcome := λ A B f o,
  match o with Ok a => f a | Trap => Trap | Wrong => Wrong end.
Global Instance outcome_fmap : FMap outcome := λ A B f o,
  match o with Ok a => Ok (f a) | Trap => Trap | Wrong => Wrong end.

(** A missing thing is a trap, or is stuck. *)
Definition or_trap {A} (o : option A) : outcome A :=
  match o with Some a => Ok a | None => Trap end.
Definition or_wrong {A} (o : option A) : outcome A :=
  match o with Some a => Ok a | None => Wrong end.
Definition check (b : bool) : outcome () := if b then Ok () else Trap.

(** Left to right; the first that is not [Ok] decides. *)
Section collect.
  Context {A B} (f : A → outcome B).  (* outside the fixpoint, so that nested recursion goes through it *)
  Fixpoint collect (l : list A) : outcome (list B) :=
    match l with
    | [] => Ok []
    | a :: l => b ← f a; bs ← collect l; Ok (b :: bs)
    end.
End collect.

(** Two outcomes of the same kind, with related values. *)
Inductive outcome_rel {A B} (R : A → B → Prop) : outcome A → outcome B → Prop :=
| rel_ok a b : R a b → outcome_rel R (Ok a) (Ok b)
| rel_trap : outcome_rel R Trap Trap
| rel_wrong : outcome_rel R Wrong Wrong.
Global Hint Constructors outcome_rel : core.

Lemma outcome_rel_bind {A B A' B'} (R : A → B → Prop) (R' : A' → B' → Prop) f g o o' :
  outcome_rel R o o' → (∀ a b, R a b → outcome_rel R' (f a) (g b)) →
  outcome_rel R' (o ≫= f) (o' ≫= g).
Proof. destruct 1; simpl; auto. Qed.
