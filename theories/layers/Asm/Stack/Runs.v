(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a run must keep to, for the claims about the stack to be right: only of accesses that they do not follow, of
    loads that are taken to be right, and of what is called elsewhere. A byte of the stack is dead where something else
    may have left what it likes there: at first all below the function's frame; later what lay more than 128 bytes
    below %rsp, or below %rsp at a call, since it was written. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted.
From Fairlead.Asm.Verdicts Require Import Calls_trusted Steps_trusted.
From Fairlead.Asm.Stack Require Import Signals_trusted Spots Check.
Local Open Scope N_scope.

Definition byte_of (a : N) (n : nat) (b : N) : Prop := a <= b < a + N.of_nat n.

Section runs.
  Context {world : Type} (outside : positive -> env -> world -> state -> option (world * state * list event)).
  Context (entered : nat -> env -> nat -> env) (p : code).
  Context (keeps : nat -> list reg) (taken : nat -> bool) (begins : nat -> option effect_on) (acts : list activation).
  (** How far down a chain of calls goes; the end of the stack; and %rsp where the code is entered. *)
  Context (depth : Z) (low entry : N).

  (** Where functions return to: the one that was entered, and those called since. *)
  Definition return_word (fs : list frame) (b : N) : Prop :=
    byte_of entry 8 b \/ ∃ f, f ∈ fs /\ byte_of (below (f_state f)) 8 b.

  (** Of an access, by what is known of its address: from what does not lead to the stack, it is not there; from what
      does, at no known place, it reads nothing that is dead, and does not write where a function returns to. A load
      that is taken to be right reads nothing that is dead. *)
  Definition access_fine (g : env) (fs : list frame) (dead : N -> Prop) (taken : bool) (st : stack_state) (a : access)
    (s : state) : Prop :=
    let x := address g (locs s) (a_mem a) in
    match address_in st (a_mem a) with
    | SAt _ => taken = true -> loads (a_use a) = true -> ∀ b, byte_of x (a_bytes a) b -> ~ dead b
    | SGiven _ _ => True
    | SOff => loads (a_use a) || stores (a_use a) = true ->
              ∀ b, byte_of x (a_bytes a) b -> b < low \/ entry + 8 <= b
    | SMaybe | SKept _ => ∀ b, byte_of x (a_bytes a) b ->
                (loads (a_use a) = true -> ~ dead b) /\ (stores (a_use a) = true -> ~ return_word fs b)
    end.

  Definition dead_at_call (dead : N -> Prop) (s : state) (b : N) : Prop :=
    dead b \/ (low <= b /\ b < locs s (G RSP)).

  (** What is called elsewhere does the same whatever dead bytes hold. It leaves %rsp, the registers [kept], and where
      functions return to; and all of the frame, if it was not given an address of the stack. *)
  Definition outside_fine (f : positive) (kept : list reg) (g : env) (fs : list frame) (dead : N -> Prop)
    (st : stack_state) (w : world) (s : state) : Prop :=
    ∀ w' r t, outside f g w (forget s) = Some (w', r, t) ->
      locs r (G RSP) = locs s (G RSP) /\ (∀ q, q ∈ kept -> locs r (G q) = locs s (G q)) /\
      (∀ b, return_word fs b \/ (passes st = false /\ locs s (G RSP) <= b < entry) -> memory r b = memory s b) /\
      ∀ s', locs s' = locs s -> (∀ b, ~ dead_at_call dead s b -> memory s' b = memory s b) ->
        ∃ r', outside f g w (forget s') = Some (w', r', t) /\ locs r' = locs r /\
          (∀ b, ~ dead_at_call dead s b -> memory r' b = memory r b) /\
          (∀ b, return_word fs b -> memory r' b = memory s' b).

  (** Where a chain begins there are [depth] bytes left below the address to return to. *)
  Definition has_room (s : state) : Prop := (Z.of_N low + depth + 8 <= Z.of_N (locs s (G RSP)))%Z.

  Definition step_fine (c : place world) (dead : N -> Prop) (st : stack_state) : Prop :=
    match nth_error p (p_at c) with
    | Some (FInstr i, None) =>
        match describe i with
        | Some d => match d_access d with
                    | Some a => access_fine (p_env c) (p_frames c) dead (taken (p_at c)) st a (p_state c)
                    | None => True
                    end
        | None => True
        end
    | Some (FHalt, Some (Outside f)) =>
        outside_fine f (keeps (p_at c)) (p_env c) (p_frames c) dead st (p_world c) (p_state c)
    | Some (FHalt, Some (Inside _)) => begins (p_at c) <> None -> has_room (p_state c)
    | _ => True
    end.

  Definition stored_byte (g : env) (i : instr) (s : state) (b : N) : Prop :=
    match describe i with
    | Some d => match d_access d with
                | Some a => stores (a_use a) = true /\ byte_of (address g (locs s) (a_mem a)) (a_bytes a) b
                | None => False
                end
    | None => False
    end.

  Definition dead_after (c : place world) (dead : N -> Prop) (b : N) : Prop :=
    match nth_error p (p_at c) with
    | Some (FInstr i, None) => dead b /\ ~ stored_byte (p_env c) i (p_state c) b
    | Some (FHalt, Some _) => dead_at_call dead (p_state c) b
    | _ => dead b
    end.

  Definition dead_at_signal (dead : N -> Prop) (s : state) (b : N) : Prop := dead b \/ below_red_zone low s b = true.

  (** Along the whole of a run. *)
  Fixpoint stack_fine (return_to : nat -> N) (handlers : nat -> (N -> N) -> N -> N) (n : nat) (c : place world)
    (dead : N -> Prop) : Prop :=
    match n with
    | O => True
    | S n =>
        let c := interrupted_place low (handlers n) c in
        let dead := dead_at_signal dead (p_state c) in
        (∀ returns st, claimed acts (chain_of begins (map f_from (p_frames c))) (p_at c) = Some (returns, st) ->
           step_fine c dead st) /\
        match call_step outside return_to entered p n c with
        | Some (c', _) => stack_fine return_to handlers n c' (dead_after c dead)
        | None => True
        end
    end.
End runs.
