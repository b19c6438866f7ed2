(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Random lists of C statements, and what the semantics of theories/layers/C says of them: statements.t compares it
    with C compilers.

    Called with a seed, a count and a folder. There it writes a C program with a function for each list that is defined,
    all beginning with the same objects, which prints how it ends, whether memcpy got bytes that overlap, and the
    objects; and what it should print. Of the others, those that memmove instead of memcpy would make defined are in a
    second program, which looks at the addresses. *)
