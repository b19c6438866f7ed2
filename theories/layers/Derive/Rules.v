(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The rules that derived proofs are made of: one for each construct.

    [T] takes an outcome to the program it stands for. Every rule relates the code made for a construct to the
    construct itself, given the same for
    its parts; with [_then], where a continuation [k] waits for the result. Proof terms are applications of these, so
    their size is that of the code. *)
From Fairlead.Derive Require Import Freer Same Machine.

Section rules.
Context {eff : Type} {args rets : eff -> Type} {A O : Type} (T : O -> t args rets A).
Notation t := (t args rets).

Definition rule_observe (o : O) (p : t A) (H : observe (T o) = observe p) : same (T o) p := same_by_observe _ _ H.

Definition rule_let {V} (v : V) (c : V -> O) (p : V -> t A) (H : forall x, same (T (c x)) (p x)) :
  same (T (let_ v c)) (let_ v p) := H v.
Definition rule_let_then {V B} (v : V) (c : V -> O) (p : V -> t B) (k : B -> t A) (H : forall x,
  same (T (c x)) (bind (p x) k)) :
  same (T (let_ v c)) (bind (let_ v p) k) := H v.

Lemma rule_return_then {B} (o : O) (k : B -> t A) (b : B) (H : same (T o) (k b)) : same (T o) (bind (Return b) k).
Proof. exact (same_trans _ _ _ H (same_by_observe (k b) (bind (Return b) k) eq_refl)). Qed.

Lemma rule_bind_then {B C} (o : O) (p : t B) (j : B -> t C) (k : C -> t A) (H : same (T o) (bind p (fun b =>
  bind (j b) k))) :
  same (T o) (bind (bind p j) k).
Proof. exact (same_trans _ _ _ H (same_sym _ _ (bind_bind p j k))). Qed.

(** A continuation that several leaves share, named. *)
Lemma rule_join {B} (k : B -> t A) (p : t A) (join : B -> O) (c : (B -> O) -> O)
  (Hk : forall b, same (T (join b)) (k b))
  (Hc : forall join', (forall b, same (T (join' b)) (k b)) -> same (T (c join')) p) : same (T (let_ join c)) p.
Proof. exact (Hc join Hk). Qed.

(** One turn of a [fix], on both sides. *)
Lemma rule_fix (o o' : O) (p p' : t A) (Ho : o = o') (Hp : p = p') (H : same (T o') p') : same (T o) p.
Proof. now rewrite Ho, Hp. Qed.
Lemma rule_fix_then {B} (o o' : O) (p p' : t B) (k : B -> t A) (Ho : o = o') (Hp : p = p') (H : same (T o') (bind p'
  k)) :
  same (T o) (bind p k).
Proof. now rewrite Ho, Hp. Qed.

Definition again {S B} (body : S -> t (S + B)) (next : S + B) : t B :=
  match next with inl s => Later (iter body s) | inr b => Return b end.
Lemma rule_iter {S} (body : S -> t (S + A)) (s : S) (o : O) (H : same (T o) (bind (body s) (again body))) : same (T o)
  (iter body s).
Proof. exact (same_trans _ _ _ H (same_sym _ _ (iter_unfold body s))). Qed.
Lemma rule_iter_then {S B} (body : S -> t (S + B)) (s : S) (k : B ->
  t A) (o : O) (H : same (T o) (bind (bind (body s) (again body)) k)) :
  same (T o) (bind (iter body s) k).
Proof. refine (same_trans _ _ _ H (same_bind _ _ _ _ (same_sym _ _ (iter_unfold body s)) _)). intros b. reflexivity.
  Qed.

(** A call of a derived machine: [c] looks at what the callee came to. *)
Section call.
Context {state turn : Type} {pending : state -> eff} {B : Type}.
Notation outcome := (outcome args state turn pending B).
Context (source : forall s, rets (pending s) -> t B) (source_turn : turn -> t B).
Notation U := (tree source source_turn).

Lemma rule_call_then (k : B -> t A) (c : outcome -> O)
  (Hdone : forall b, same (T (c (Done b))) (k b))
  (Hask : forall s a, same (T (c (Ask s a))) (bind (U (Ask s a)) k))
  (Hsilent : forall l, same (T (c (Silent l))) (bind (U (Silent l)) k))
  (o : outcome) (p : t B) (H : same (U o) p) : same (T (c o)) (bind p k).
Proof.
  refine (same_trans _ _ _ _ (same_bind _ _ _ _ H (fun b => same_refl (k b)))).
  destruct o as [b|s a|l]; [|apply Hask|apply Hsilent]. cbn. apply rule_return_then, Hdone.
Qed.
End call.

Lemma rule_call {state turn : Type} {pending : state -> eff}
  (source : forall s, rets (pending s) -> t A) (source_turn : turn -> t A) (c : outcome args state turn pending A -> O)
  (H : forall o, same (T (c o)) (tree source source_turn o))
  (o : outcome args state turn pending A) (p : t A) (Ho : same (tree source source_turn o) p) : same (T (c o)) p.
Proof. exact (same_trans _ _ _ (H o) Ho). Qed.
End rules.
