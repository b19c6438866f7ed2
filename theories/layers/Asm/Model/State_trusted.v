(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Machine states, memory regions, leakage, and what it is to execute one
    instruction given by its descriptor. All metatheory is about this file:
    it never looks at opcodes, only at descriptors. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted.
Local Open Scope N_scope.

(** ** States *)

(** A register holds a word (64 bits, or 128 for half of a vector register), a
    flag holds 0, 1 or [undefined]; memory holds bytes. *)
Record state := State { locs : loc -> N; memory : N -> N }.

Definition undefined : N := 2.

Definition defined (s : state) (l : loc) : bool :=
  match l with F _ => locs s l <? undefined | _ => true end.

(** Little endian. *)
Fixpoint load (m : N -> N) (a : N) (n : nat) : N :=
  match n with
  | O => 0
  | S n => N.lor (low 8 (m a)) (N.shiftl (load m (a + 1) n) 8)
  end.

Definition store (m : N -> N) (a : N) (n : nat) (v : N) : N -> N := fun x =>
  if (a <=? x) && (x <? a + N.of_nat n) then slice (8 * (x - a)) 8 v else m x.

(** ** What does not change during a run: where symbols and regions are *)

Record region := Region { r_base : N; r_size : N; r_writable : bool }.

Record env := Env { symbol : positive -> N; regions : N -> region }.

Definition within (r : region) (a : N) (n : nat) : bool :=
  (r_base r <=? a) && (a + N.of_nat n <=? r_base r + r_size r) &&
  (r_base r + r_size r <=? 2 ^ 64).

(** The effective address, modulo 2^64. *)
Definition address (g : env) (f : loc -> N) (m : mem) : N :=
  let b := match m_base m with NoBase => 0 | BaseReg r => f (G r) | BaseSym p => symbol g p end in
  let i := match m_index m with None => 0 | Some (r, k) => f (G r) * k end in
  word 64 (Z.of_N b + Z.of_N i + m_disp m).

(** ** Leakage: what an observer of addresses and branches sees *)

Inductive event := ELoad (a : N) (n : nat) | EStore (a : N) (n : nat) | ETouch (a : N) | EBranch (b : bool).

(** ** Descriptors *)

(** What an instruction does with its memory operand: only compute the address,
    prefetch, read, write, or read then write. *)
Inductive use : Set := Address | Touch | Load | Store | Modify.

Record access : Set := Access {
  a_use : use;
  a_mem : mem;
  a_bytes : nat;
  a_align : N;       (* the address must be a multiple of it *)
}.

(** The arguments of the semantic function: a register or flag, a constant, the
    effective address, or [n] bytes from byte [o] on of what was loaded. *)
Inductive input : Set := ILoc (l : loc) | IConst (c : N) | IAddr | IMem (o n : nat).

(** Its results: a register or flag gets a computed value; or one that is known
    beforehand; or [n] bytes of the memory operand from byte [o] on are computed. *)
Inductive output : Set := OLoc (l : loc) | OConst (l : loc) (c : N) | OMem (o n : nat).

(** [d_op] is the operation (see Semantics_trusted.v): it says which function
    of the inputs the computed outputs are. *)
Record desc (op : Set) : Set := Desc {
  d_op : op;
  d_in : list input;
  d_access : option access;
  d_out : list output;
}.
Arguments Desc {op} _ _ _ _.
Arguments d_op {op} _. Arguments d_in {op} _. Arguments d_access {op} _. Arguments d_out {op} _.

Definition loads (u : use) : bool := match u with Load | Modify => true | _ => false end.
Definition stores (u : use) : bool := match u with Store | Modify => true | _ => false end.

(** ** Executing a descriptor *)

(** The effect of an instruction in a state: assignments to locations (the
    first one for a location counts), a store of some bytes, and what leaks. *)
Record effect := Effect {
  e_locs : list (loc * N);
  e_store : option (N * nat * N);
  e_events : list event;
}.

Definition permitted (g : env) (a : access) (p : N) : bool :=
  let r := regions g (m_region (a_mem a)) in
  negb (loads (a_use a) || stores (a_use a)) ||
  (within r p (a_bytes a) && (p mod a_align a =? 0) && (negb (stores (a_use a)) || r_writable r)).

Definition events_of (a : access) (p : N) : list event :=
  match a_use a with
  | Address => []
  | Touch => [ETouch p]
  | Load => [ELoad p (a_bytes a)]
  | Store => [EStore p (a_bytes a)]
  | Modify => [ELoad p (a_bytes a); EStore p (a_bytes a)]
  end.

Definition input_value (f : loc -> N) (p loaded : N) (i : input) : N :=
  match i with
  | ILoc l => f l
  | IConst c => c
  | IAddr => p
  | IMem o n => slice (8 * N.of_nat o) (8 * N.of_nat n) loaded
  end.

Definition ready (s : state) (i : input) : bool :=
  match i with ILoc l => defined s l | _ => true end.

(** How many bits a location holds; a computed flag is 0 or 1. *)
Definition capacity (l : loc) : N := match l with G _ => 64 | Lo _ | Hi _ => 128 | F _ => 1 end.

(** Hands the computed values to the outputs, in order. *)
Fixpoint assign (outs : list output) (vals : list N) : option (list (loc * N) * N) :=
  match outs, vals with
  | [], [] => Some ([], 0)
  | OConst l c :: outs, _ =>
      match assign outs vals with Some (ws, m) => Some ((l, c) :: ws, m) | None => None end
  | OLoc l :: outs, v :: vals =>
      match assign outs vals with Some (ws, m) => Some ((l, low (capacity l) v) :: ws, m) | None => None end
  | OMem o n :: outs, v :: vals =>
      match assign outs vals with
      | Some (ws, m) => Some (ws, N.lor (N.shiftl (low (8 * N.of_nat n) v) (8 * N.of_nat o)) m)
      | None => None
      end
  | _, _ => None
  end.

Section exec.
  Context {op : Set} (sem : op -> list N -> list N) (g : env).

  (** [None]: an undefined flag is read, or memory outside of the region,
      misaligned, or not writable is accessed. *)
  Definition effect_of (d : desc op) (s : state) : option effect :=
    if negb (forallb (ready s) (d_in d)) then None else
    match d_access d with
    | None =>
        match assign (d_out d) (sem (d_op d) (map (input_value (locs s) 0 0) (d_in d))) with
        | Some (ws, _) => Some (Effect ws None [])
        | None => None
        end
    | Some a =>
        let p := address g (locs s) (a_mem a) in
        if negb (permitted g a p) then None else
        let loaded := if loads (a_use a) then load (memory s) p (a_bytes a) else 0 in
        match assign (d_out d) (sem (d_op d) (map (input_value (locs s) p loaded) (d_in d))) with
        | Some (ws, v) =>
            Some (Effect ws (if stores (a_use a) then Some (p, a_bytes a, v) else None) (events_of a p))
        | None => None
        end
    end.

  Fixpoint assoc (l : loc) (ws : list (loc * N)) : option N :=
    match ws with
    | [] => None
    | (k, v) :: ws => if bool_decide (k = l) then Some v else assoc l ws
    end.

  Definition apply (e : effect) (s : state) : state :=
    State (fun l => match assoc l (e_locs e) with Some v => v | None => locs s l end)
          (match e_store e with Some (p, n, v) => store (memory s) p n v | None => memory s end).

  Definition step (d : desc op) (s : state) : option (state * list event) :=
    match effect_of d s with
    | Some e => Some (apply e s, e_events e)
    | None => None
    end.
End exec.
