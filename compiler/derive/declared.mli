(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What C and those who drive it call the parts of a .fl program, which the program itself has by number.

    A line for each coroutine, effect, function that C supplies, record and union, in their order, words with one space
    between them:
    {v
    coroutine p x:u8 -> colour
    effect paint x0:colour? -> -
    extern crc x0:bytes(64) -> u32
    record point x:u16 y:u16
    union colour in_red:- in_mixed:point
    v}
    A type is the name of a record or union, [T?] for what may be there or not, [map(CAP,KEY,T)] for a map of such, or
    one of .fl's own; [-] is no value, and [_] stands for what no Gallina program has. *)

val lines : Fairlead_lang.Program_info.t -> string list
