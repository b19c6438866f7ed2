(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Expressions, places and basic statements.

    [get] and [eval] read; [update] writes through a place. Nothing here looks
    into a suspended coroutine: it is moved and copied like any value. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Model Require Export Value.

(** ** Reading a value as what it must be; [Wrong] if it is something else *)
Section views.
  Context {P : Type}.
  Implicit Types v : val P.

  Definition as_bool v : outcome bool := match v with VBool b => Ok b | _ => Wrong end.
  Definition as_int v : outcome Z := match v with VInt z => Ok z | _ => Wrong end.
  Definition as_bytes v : outcome (list Z) := match v with VBytes l => Ok l | _ => Wrong end.
  Definition as_map v : outcome (list (Z * val P)) := match v with VMap l => Ok l | _ => Wrong end.
  Definition as_union v : outcome (nat * val P) :=
    match v with VUnion tag v => Ok (tag, v) | _ => Wrong end.

  Definition size (l : list Z) : val P := VInt (Z.of_nat (length l)).

  Definition field v (i : nat) : outcome (val P) :=
    match v with VRecord l => or_wrong (l !! i) | _ => Wrong end.

  (** [l !! i] for an index that came from a program. *)
  Definition at_index {A} (l : list A) (i : Z) : outcome A :=
    if ((0 <=? i) && (i <? Z.of_nat (length l)))%Z then or_wrong (l !! Z.to_nat i) else Trap.

  Definition index v (i : Z) : outcome (val P) :=
    match v with
    | VArray l => at_index l i
    | VBytes l => VInt <$> at_index l i
    | _ => Wrong
    end.

  Definition payload (tag : nat) v : outcome (val P) :=
    '(t, v) ← as_union v; if decide (t = tag) then Ok v else Trap.
End views.

Section eval.
  Context {P : Type}.
  Implicit Types (v : val P) (s : store P).

  (** What evaluation needs to know of the program: its constants, and how a
      coroutine starts (its first frame, from its arguments). *)
  Record world := World {
    constant : nat → option (val P);
    fresh_frame : procedure → list (val P) → outcome (frame P)
  }.
  Context (W : world).

  Fixpoint get (p : place) (s : store P) {struct p} : outcome (val P) :=
    match p with
    | PVar x => or_wrong (mjoin (s !! x))
    | PConst c => or_wrong (constant W c)
    | PField p i => v ← get p s; field v i
    | PIndex p e => v ← get p s; i ← eval e s; i ← as_int i; index v i
    | PCase p tag => v ← get p s; payload tag v
    | PKey p e =>
        v ← get p s; k ← eval e s; l ← as_map v; k ← as_int k; or_trap (map_find l k)
    end
  with eval (e : expr) (s : store P) {struct e} : outcome (val P) :=
    match e with
    | EBool b => Ok (VBool b)
    | EInt _ z => Ok (VInt z)
    | EBytes l => Ok (VBytes l)
    | ERead p => get p s
    | ENot e => v ← eval e s; b ← as_bool v; Ok (VBool (negb b))
    | EComp w e => v ← eval e s; z ← as_int v; Ok (VInt (limit w - 1 - z))
    | EAnd e1 e2 => v ← eval e1 s; b ← as_bool v; if b : bool then eval e2 s else Ok (VBool false)
    | EOr e1 e2 => v ← eval e1 s; b ← as_bool v; if b : bool then Ok (VBool true) else eval e2 s
    | EArith op w e1 e2 =>
        v1 ← eval e1 s; v2 ← eval e2 s; a ← as_int v1; b ← as_int v2;
        VInt <$> or_trap (arith_op op w a b)
    | ECompare op _ e1 e2 =>
        v1 ← eval e1 s; v2 ← eval e2 s; a ← as_int v1; b ← as_int v2;
        Ok (VBool (compare_op op a b))
    | EBoolEq e1 e2 =>
        v1 ← eval e1 s; v2 ← eval e2 s; a ← as_bool v1; b ← as_bool v2;
        Ok (VBool (Bool.eqb a b))
    | EBytesEq e1 e2 =>
        v1 ← eval e1 s; v2 ← eval e2 s; a ← as_bytes v1; b ← as_bytes v2;
        Ok (VBool (bool_decide (a = b)))
    | EWiden from to e => v ← eval e s; z ← as_int v; z ← or_wrong (checked from z); Ok (VInt (wrap to z))
    | ENarrow _ to e => v ← eval e s; z ← as_int v; VInt <$> or_trap (checked to z)
    | ECond e e1 e2 => v ← eval e s; b ← as_bool v; if b : bool then eval e1 s else eval e2 s
    | EFit cap e =>
        v ← eval e s; l ← as_bytes v; _ ← check (Z.of_nat (length l) <=? Z.of_N cap)%Z; Ok (VBytes l)
    | ELen e => v ← eval e s; l ← as_bytes v; Ok (size l)
    | ECount p => v ← get p s; l ← as_map v; Ok (VInt (Z.of_nat (length l)))
    | EIs p tag => v ← get p s; '(t, _) ← as_union v; Ok (VBool (bool_decide (t = tag)))
    | EHas p e =>
        v ← get p s; k ← eval e s; l ← as_map v; k ← as_int k;
        Ok (VBool (bool_decide (is_Some (map_find l k))))
    | EKeyAt p e =>
        v ← get p s; i ← eval e s; l ← as_map v; i ← as_int i;
        VInt ∘ fst <$> at_index l i
    | ESlice e lo hi =>
        v ← eval e s; v1 ← eval lo s; v2 ← eval hi s; l ← as_bytes v; a ← as_int v1; b ← as_int v2;
        VBytes <$> or_trap (slice l a b)
    | ELoad o w e off =>
        v ← eval e s; v1 ← eval off s; l ← as_bytes v; a ← as_int v1;
        bs ← or_trap (slice l a (a + Z.of_nat (byte_count w)));
        Ok (VInt (load_int o bs))
    | ERecord _ es => VRecord <$> collect (λ e, eval e s) es
    | EUnion _ tag e => VUnion tag <$> eval e s
    | EArray _ es => VArray <$> collect (λ e, eval e s) es
    | EFill _ n e => v ← eval e s; Ok (VArray (replicate (N.to_nat n) v))
    | EDefault t => Ok (default t)
    | ECoro p es =>
        vs ← collect (λ e, eval e s) es; f ← fresh_frame W p vs; Ok (VCoro None [f])
    end.

  Definition eval_bool (e : expr) s : outcome bool := v ← eval e s; as_bool v.
  Definition eval_int (e : expr) s : outcome Z := v ← eval e s; as_int v.
  Definition eval_bytes (e : expr) s : outcome (list Z) := v ← eval e s; as_bytes v.

  (** ** Writing *)

  (** [f] sees what is there; for a whole variable, [None] if that is lost. *)
  Definition modify (f : val P → outcome (val P)) : option (val P) → outcome (val P) :=
    λ o, v ← or_wrong o; f v.

  (** [touch] is what a write of a variable does to the rest of the store:
      nothing in the source; in a laid-out frame it destroys the variables that
      share its bytes. *)
  Context (touch : nat → store P → store P).

  Definition write (x : nat) v s : store P := <[x := Some v]> (touch x s).

  Fixpoint update (p : place) (f : option (val P) → outcome (val P)) s : outcome (store P) :=
    match p with
    | PVar x => o ← or_wrong (s !! x); v ← f o; Ok (write x v s)
    | PConst _ => Wrong
    | PField p i =>
        update p (modify (λ v,
          match v with
          | VRecord l => x ← or_wrong (l !! i); x ← f (Some x); Ok (VRecord (<[i := x]> l))
          | _ => Wrong
          end)) s
    | PIndex p e =>
        n ← eval_int e s;
        update p (modify (λ v,
          match v with
          | VArray l => x ← at_index l n; x ← f (Some x); Ok (VArray (<[Z.to_nat n := x]> l))
          | VBytes l => x ← at_index l n; x ← f (Some (VInt x)); z ← as_int x;
                        Ok (VBytes (<[Z.to_nat n := z]> l))
          | _ => Wrong
          end)) s
    | PCase p tag =>
        update p (modify (λ v,
          '(t, v) ← as_union v;
          if decide (t = tag) then v ← f (Some v); Ok (VUnion tag v) else Trap)) s
    | PKey p e =>
        k ← eval_int e s;
        update p (modify (λ v,
          l ← as_map v; x ← or_trap (map_find l k); x ← f (Some x); Ok (VMap (map_put l k x)))) s
    end.

  Definition assign (p : place) v s : outcome (store P) := update p (λ _, Ok v) s.
  Definition assign_to (dest : option place) v s : outcome (store P) :=
    match dest with Some p => assign p v s | None => Ok s end.
  Definition update_bytes (p : place) (f : list Z → outcome (list Z)) s : outcome (store P) :=
    update p (modify (λ v, l ← as_bytes v; VBytes <$> f l)) s.

  (** ** Arguments: copied in, and [inout] ones copied out *)
  Definition pass (a : arg) s : outcome (val P) :=
    match a with
    | AIn e => eval e s
    | AInout p => get p s
    | AInoutSlice p lo hi => eval (ESlice (ERead p) lo hi) s
    end.

  Definition give_back (a : arg) v s : outcome (store P) :=
    match a with
    | AIn _ => Ok s
    | AInout p => assign p v s
    | AInoutSlice p lo _ =>
        (* A trap only if the call moved the bounds or changed the length, which well-formed calls do not. *)
        off ← eval_int lo s; l ← as_bytes v; update_bytes p (λ old, or_trap (blit old off l)) s
    end.

  Fixpoint give_back_all (args : list arg) (vs : list (val P)) s : outcome (store P) :=
    match args, vs with
    | [], [] => Ok s
    | a :: args, v :: vs => s ← give_back a v s; give_back_all args vs s
    | _, _ => Wrong
    end.

  (** ** Basic statements *)

  (** An external function maps its arguments to their new values and its
      result; [None] is a trap. *)
  Context (external : nat → list data → option (list data * data)).

  Definition run_basic (b : basic) s : outcome (store P) :=
    match b with
    | BLine _ => Ok s
    | BAssign p e => v ← eval e s; assign p v s
    | BPush p cap e =>
        z ← eval_int e s;
        update_bytes p (λ l, _ ← check (Z.of_nat (length l) <? Z.of_N cap)%Z; Ok (l ++ [z])) s
    | BAppend p cap e =>
        l' ← eval_bytes e s;
        update_bytes p (λ l, _ ← check (Z.of_nat (length l + length l') <=? Z.of_N cap)%Z; Ok (l ++ l')) s
    | BResize p cap e =>
        n ← eval_int e s;
        _ ← check (n <=? Z.of_N cap)%Z;
        update_bytes p (λ l, Ok (take (Z.to_nat n) l ++ replicate (Z.to_nat n - length l) 0%Z)) s
    | BBlit p off e =>
        n ← eval_int off s; l' ← eval_bytes e s;
        update_bytes p (λ l, or_trap (blit l n l')) s
    | BStore o w p off e =>
        n ← eval_int off s; z ← eval_int e s;
        update_bytes p (λ l, or_trap (blit l n (store_int o w z))) s
    | BPut p cap k e =>
        k ← eval_int k s; v ← eval e s;
        update p (modify (λ m,
          l ← as_map m;
          _ ← check (bool_decide (is_Some (map_find l k)) || (Z.of_nat (length l) <? Z.of_N cap)%Z);
          Ok (VMap (map_put l k v)))) s
    | BRemove p k =>
        k ← eval_int k s;
        update p (modify (λ m, l ← as_map m; Ok (VMap (map_remove l k)))) s
    | BExtern f args dest =>
        vs ← collect (λ a, pass a s) args;
        ds ← collect to_data vs;
        '(ds, d) ← or_trap (external f ds);
        s ← give_back_all args (map of_data ds) s;
        assign_to dest (of_data d) s
    | BTrap => Trap
    end.
End eval.
Arguments world : clear implicits.
