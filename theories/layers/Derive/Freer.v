(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Programs with effects: the freer monad.

    [t args rets A] is a program that asks for effects [e : eff], each with an argument of its own type [args e] and a
    reply of its
    own type [rets e], and returns an [A]. [Later] is a step in which nothing is asked: it makes programs that may run
    for ever
    ([iter]) productive without an effect that means nothing. The type is coinductive and in negative form (one
    primitive
    projection, [observe]), so that [observe (bind p k)] computes, and equalities between programs that differ by
    computation only are
    [eq_refl]. *)
Set Primitive Projections.

Section freer.
Context {eff : Type} (args rets : eff -> Type).

Variant node (A T : Type) : Type :=
| ReturnF (a : A)
| EffF (e : eff) (a : args e) (k : rets e -> T)
| LaterF (p : T).

CoInductive t (A : Type) : Type := Go { observe : node A (t A) }.
End freer.

Arguments ReturnF {eff args rets A T}.
Arguments EffF {eff args rets A T}.
Arguments LaterF {eff args rets A T}.
Arguments Go {eff args rets A}.
Arguments observe {eff args rets A}.

Section programs.
Context {eff : Type} {args rets : eff -> Type}.
Notation t := (t args rets).

Definition Return {A} (a : A) : t A := Go (ReturnF a).
Definition Eff {A} (e : eff) (a : args e) (k : rets e -> t A) : t A := Go (EffF e a k).
Definition Later {A} (p : t A) : t A := Go (LaterF p).

(** First [p], then what [k] says of its result. *)
Definition bind {A B} (p : t A) (k : A -> t B) : t B :=
  (cofix bind p :=
    match observe p with
    | ReturnF a => k a
    | EffF e a c => Go (EffF e a (fun r => bind (c r)))
    | LaterF p => Go (LaterF (bind p))
    end) p.

(** [body] again and again: [inl s] goes round with [s], [inr a] is the end. *)
CoFixpoint iter {S A} (body : S -> t (S + A)) (s : S) : t A :=
  bind (body s) (fun next => match next with inl s => Go (LaterF (iter body s)) | inr a => Return a end).
End programs.

(** What a program is expected to be says which effects it has before its parts are looked at. *)
Arguments Return {eff args rets A} & a.
Arguments Eff {eff args rets A} & e a k.
Arguments Later {eff args rets A} & p.
Arguments bind {eff args rets A B} & p k.
Arguments iter {eff args rets S A} & body s.

(** A value by its name. Unlike Coq's own [let] it is not undone by comparing terms, so that a chain of values that are
    used twice is compared in
    linear time. *)
Definition let_ {A B} (a : A) (f : A -> B) : B := f a.
Arguments let_ {A B} & a f.
(** Comparing terms unfolds a name before it: what a continuation's name stands for begins with a chain of them, which
    otherwise is undone to a tree of all their values, twice as large with each. *)
Strategy 1000 [let_].

(** The notations: [x <- op a; k] asks, [let* x := p in k] runs another program, [let! x := a in k] names a value. *)
Declare Scope program_scope.
Delimit Scope program_scope with program.
Bind Scope program_scope with t.

Notation "x <- e a ; k" := (Eff e a (fun x => k))
  (at level 100, e at level 0, a at level 0, k at level 200, right associativity) : program_scope.
Notation "' x <- e a ; k" := (Eff e a (fun x => k))
  (at level 100, x strict pattern, e at level 0, a at level 0, k at level 200, right associativity) : program_scope.
Notation "'let*' x := p 'in' k" := (bind p (fun x => k))
  (at level 200, x name, p at level 200, k at level 200) : program_scope.
Notation "'let*' ' x := p 'in' k" := (bind p (fun x => k))
  (at level 200, x strict pattern, p at level 200, k at level 200) : program_scope.
Notation "'let!' x := a 'in' k" := (let_ a (fun x => k))
  (at level 200, x name, a at level 200, k at level 200) : program_scope.
