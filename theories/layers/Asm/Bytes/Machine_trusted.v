(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A machine that runs bytes: at each step it decodes those at its offset and does what they say. The code of a
    function is apart from memory, as code that nobody writes is. *)
From Fairlead.Base Require Import Prelude.
From Coq Require String.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Run_trusted Flat_trusted.
From Fairlead.Asm.Bytes Require Import Operands_trusted Table_trusted.
Local Open Scope N_scope.

(** Four bytes at [r_at] that a linker sets to [r_symbol + r_addend] less their own address (R_X86_64_PC32 of ELF). *)
Record relocation := Relocation { r_at : N; r_symbol : String.string; r_addend : Z }.

(** A function as an object file has it. *)
Record object := Object { o_code : list N; o_relocations : list relocation }.

(** Symbols have numbers in the model: their places in a list, from 1 on. *)
Fixpoint symbol_number (names : list String.string) (s : String.string) : option positive :=
  match names with
  | [] => None
  | x :: names => if String.eqb x s then Some 1%positive else option_map Pos.succ (symbol_number names s)
  end.

(** No processor knows of regions: instructions may access all of memory. *)
Definition all_memory (places : positive → N) : env := Env places (λ _, Region 0 (2 ^ 64) true).

Section machine.
  Context (names : list String.string) (o : object).

  Definition size : N := N.of_nat (length (o_code o)).

  (** What is relative to %rip is a symbol that a linker puts there. *)
  Definition relocated : relative := λ left field,
    match find (λ r, r_at r + 4 + N.of_nat left =? size) (o_relocations o) with
    | Some r =>
        match symbol_number names (r_symbol r) with
        | Some p => if (field =? 0)%Z then Some (BaseSym p, (r_addend r + 4)%Z) else None
        | None => None
        end
    | None => None
    end.

  (** What is at an offset, and the offset behind it. No linker changes any of it but an operand relative to %rip. *)
  Definition fetch (pc : N) (rest : list N) : option (decoded * N) :=
    match decode relocated rest with
    | Some (d, relative, rest) =>
        let next := size - N.of_nat (length rest) in
        let changed := filter (λ r, pc < r_at r + 4 ∧ r_at r < next) (o_relocations o) in
        if (length changed =? if relative : bool then 1 else 0)%nat then Some (d, next) else None
    | None => None
    end.

  Definition at_offset (pc : N) : option (decoded * N) := fetch pc (skipn (N.to_nat pc) (o_code o)).

  Definition jump (next : N) (by_ : Z) : option N :=
    let target := (Z.of_N next + by_)%Z in if (target <? 0)%Z then None else Some (Z.to_N target).

  (** One step of the machine, as [flat_step] of the model. Where symbols are, [places] says. *)
  Definition byte_step (places : positive → N) (pc : N) (s : state) : option (N * state * list event) :=
    match at_offset pc with
    | Some (Does i, next) => match exec (all_memory places) i s with Some (s, t) => Some (next, s, t) | None => None end
    | Some (Jumps by_, next) => match jump next by_ with Some pc => Some (pc, s, []) | None => None end
    | Some (Branches c by_, next) =>
        match test c s, jump next by_ with
        | Some b, Some target => Some (if b : bool then target else next, s, [EBranch b])
        | _, _ => None
        end
    | Some (Returns, _) | None => None
    end.

  Fixpoint byte_steps (places : positive → N) (n : nat) (pc : N) (s : state) : option (N * state * list event) :=
    match n with
    | O => Some (pc, s, [])
    | S n =>
        match byte_step places pc s with
        | Some (pc, s, t) =>
            match byte_steps places n pc s with Some (pc, s, us) => Some (pc, s, t ++ us) | None => None end
        | None => None
        end
    end.

  (** [ret] stands there. *)
  Definition returns (pc : N) : Prop := ∃ next, at_offset pc = Some (Returns, next).
End machine.
