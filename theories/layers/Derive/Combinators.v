(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Loops over lists, and the element chosen at run time.

    Ordinary definitions, marked inline: Derive looks through them. Loops carry what they have so far in an argument,
    so that going on is the last thing they do. *)
From Coq Require Import List.
From Fairlead.Derive Require Import Freer Inline.
Import ListNotations.
Local Open Scope program_scope.

Section combinators.
Context {eff : Type} {args rets : eff -> Type}.
Notation t := (t args rets).

Definition foldM {A S} (f : A -> S -> t S) (l : list A) (s : S) : t S :=
  (fix go l s := match l with
    | [] => Return s
    | x :: l => let* s := f x s in go l s
    end) l s.

Definition mapM {A B} (f : A -> t B) (l : list A) : t (list B) :=
  (fix go l done := match l with
    | [] => Return (rev done)
    | x :: l => let* y := f x in go l (y :: done)
    end) l [].

Definition forM {A B} (l : list A) (f : A -> t B) : t (list B) := mapM f l.

Definition forM_ {A} (l : list A) (f : A -> t unit) : t unit :=
  (fix go l := match l with
    | [] => Return tt
    | x :: l => let* _ := f x in go l
    end) l.

(** [times n f s]: [f] with [0], ..., [n - 1]. *)
Definition times {S} (n : nat) (f : nat -> S -> t S) (s : S) : t S :=
  (fix go i s := match i with
    | O => Return s
    | Datatypes.S i => let* s := f (n - Datatypes.S i) s in go i s
    end) n s.

Fixpoint replace {A} (n : nat) (y : A) (l : list A) : list A :=
  match l, n with
  | [], _ => []
  | _ :: l, O => y :: l
  | x :: l, Datatypes.S n => x :: replace n y l
  end.

(** Runs [f] on element [n], and puts what comes of it in its place; [None]: there is no such element. *)
Definition with_list_elementM {A} (l : list A) (n : nat) (f : A -> t A) : t (option (list A)) :=
  match nth_error l n with
  | Some x => let* y := f x in Return (Some (replace n y l))
  | None => Return None
  end.
End combinators.

DeriveInline foldM.
DeriveInline mapM.
DeriveInline forM.
DeriveInline forM_.
DeriveInline times.
DeriveInline with_list_elementM.
