(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What C and those who drive it call the parts of a .fl program, which the program itself has by number.

    A line for each coroutine, effect, function that C supplies, record and union, in their order, words with one space
    between them:
    {v
    coroutine p x:_ -> colour
    effect paint x0:colour? -> -
    extern crc x0:_ -> _
    record point x:_ y:_
    union colour in_red:- in_mixed:point
    v}
    A type is the name of a record or union, [T?] for what may be there or not, [map(T)] for a map of such; [-] is no
    value, and [_] stands for the types that have no names in them. *)

val lines : Fairlead_lang.Program_info.t -> string list
