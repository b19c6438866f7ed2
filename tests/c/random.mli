(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Random C expressions, and what the semantics of theories/layers/C says of them: random.t compares it with C
    compilers.

    Called with a seed, a count and a folder. There it writes a C program that prints number, type and value of each
    expression that is defined, and what it should print. How many are not defined is on standard output. *)
