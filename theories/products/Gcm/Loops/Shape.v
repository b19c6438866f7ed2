(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** How the files of gcm/clean are put together from a start, the body of a loop, and a rest: the flat code of both
    shapes, for blocks of any width. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted Flat_trusted.

Notation flat_block p := (map FInstr p).

(** Decryption: the loop runs at least once. *)
Definition counted_loop (start iteration rest : list instr) : list flat :=
  flat_block start ++ flat_block iteration ++ FBranch CcNE (length start) :: flat_block rest ++ [FHalt; FHalt].

(** Encryption, whose hash is one group behind: the start does the first group, and the loop is passed over if there is
    no other. *)
Definition guarded_loop (start iteration rest : list instr) : list flat :=
  let again := S (length start) in
  let last := S (again + length iteration) in
  flat_block start ++ FBranch CcE last :: flat_block iteration ++ FBranch CcNE again :: flat_block rest ++ [FHalt; FHalt].
