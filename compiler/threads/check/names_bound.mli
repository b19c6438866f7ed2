(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Whether names mean in the translation what they mean in the source. A variable of the frame is a member. Any other
    is printed by its name: where that stands, its definition has to be before, in a block around or in the same text,
    with no other of that name in between; and no function of C names what another one defines. *)

(** [in_frame]: as the accepted layout has it. An error says of which variable it is not so. *)
val check : in_frame:(Ir.var -> bool) -> Ir.func -> (unit, string) result
