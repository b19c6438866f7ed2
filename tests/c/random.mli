(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Random C expressions, and what the semantics of theories/layers/C says of them: random.t compares it with C compilers.

    random.exe SEED COUNT FOLDER writes FOLDER/defined.c, which prints number, type and value of each expression that
    is defined, and FOLDER/expected, what it should print; how many are not defined is on standard output. *)
