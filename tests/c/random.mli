(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Random C expressions, and what the semantics of theories/layers/C says of them: random.t compares it with C
    compilers.

    Called with a seed, a count and a folder. There it writes a C program that prints number, type and value of each
    expression that is defined, and what it should print; and one that evaluates each of the others, and which of them
    a sanitizer should see (all but those that shift a negative number to the right: C leaves that open, and it is no
    error). How many are not defined is on standard output. *)
