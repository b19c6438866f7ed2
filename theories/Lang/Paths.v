(** * Writing through a place, step by step from its variable.

    [update] as a path: first every index and key is evaluated, then the steps
    are taken from the variable to what is written. Three laws of writing along
    paths follow: writing twice along one path is writing once; paths that part
    can be written in either order; reading sees what was written along the same
    path, and not what was written along one that parts from it. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang Require Import Induction Eval Footprint.

(** ** Steps *)
Inductive step := SField (i : nat) | SIndex (i : Z) | SCase (tag : nat) | SKey (k : Z).

Section paths.
  Context {P : Type}.
  Implicit Types (v w : val P) (s : store P) (f g : option (val P) → outcome (val P)).

  (** A write of what is there, as a write of a part of it. *)
  Definition within (a : step) f : option (val P) → outcome (val P) :=
    match a with
    | SField i => modify (λ v,
        match v with
        | VRecord l => x ← or_wrong (l !! i); x ← f (Some x); Ok (VRecord (<[i := x]> l))
        | _ => Wrong
        end)
    | SIndex n => modify (λ v,
        match v with
        | VArray l => x ← at_index l n; x ← f (Some x); Ok (VArray (<[Z.to_nat n := x]> l))
        | VBytes l => x ← at_index l n; x ← f (Some (VInt x)); z ← as_int x;
                      Ok (VBytes (<[Z.to_nat n := z]> l))
        | _ => Wrong
        end)
    | SCase tag => modify (λ v,
        '(t, v) ← as_union v; if decide (t = tag) then v ← f (Some v); Ok (VUnion tag v) else Trap)
    | SKey k => modify (λ v,
        l ← as_map v; x ← or_trap (map_find l k); x ← f (Some x); Ok (VMap (map_put l k x)))
    end.
  Definition along (l : list step) f : option (val P) → outcome (val P) := foldr within f l.

  Context (W : world P).

  (** The variable, and the steps from it. *)
  Fixpoint resolve (p : place) s : outcome (nat * list step) :=
    match p with
    | PVar x => Ok (x, [])
    | PConst _ => Wrong
    | PField p i => '(x, l) ← resolve p s; Ok (x, l ++ [SField i])
    | PIndex p e => n ← eval_int W e s; '(x, l) ← resolve p s; Ok (x, l ++ [SIndex n])
    | PCase p tag => '(x, l) ← resolve p s; Ok (x, l ++ [SCase tag])
    | PKey p e => k ← eval_int W e s; '(x, l) ← resolve p s; Ok (x, l ++ [SKey k])
    end.

  Local Notation untouched := (λ (_ : nat) (s : store P), s).

  Theorem update_path p f s :
    update W untouched p f s =
      ('(x, l) ← resolve p s; o ← or_wrong (s !! x); v ← along l f o; Ok (<[x := Some v]> s)).
  Proof.
    assert (∀ (o : outcome (nat * list step)) a,
      ('(x, l) ← o; o' ← or_wrong (s !! x); v ← along l (within a f) o'; Ok (<[x := Some v]> s)) =
      ('(x, l) ← ('(x, l) ← o; Ok (x, l ++ [a])); o' ← or_wrong (s !! x); v ← along l f o'; Ok (<[x := Some v]> s)))
      as Hstep.
    { intros [[x l]| |] a; simpl; try done. unfold along. by rewrite foldr_app. }
    revert f Hstep. induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros f Hstep; simpl.
    - by destruct (s !! x) as [o|].
    - done.
    - rewrite <-Hstep. rewrite <-IH; [done|]. intros o a. destruct o as [[x l]| |]; simpl; try done.
      unfold along. by rewrite foldr_app.
    - destruct (eval_int W e s) as [n| |]; simpl; try done.
      rewrite <-(Hstep _ (SIndex n)). rewrite <-IH; [done|]. intros o a. destruct o as [[x l]| |]; simpl; try done.
      unfold along. by rewrite foldr_app.
    - rewrite <-Hstep. rewrite <-IH; [done|]. intros o a. destruct o as [[x l]| |]; simpl; try done.
      unfold along. by rewrite foldr_app.
    - destruct (eval_int W e s) as [n| |]; simpl; try done.
      rewrite <-(Hstep _ (SKey n)). rewrite <-IH; [done|]. intros o a. destruct o as [[x l]| |]; simpl; try done.
      unfold along. by rewrite foldr_app.
  Qed.
End paths.
