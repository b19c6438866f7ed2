(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the check is told about slices ({!Effects_trusted}), held against the text that is printed: a second look that
    shares nothing with the first but clang's tree. It can only refuse. *)

(** A slice names a variable in its text, where it may be evaluated, of which the check was not told; or text that is
    printed as the source has it names a variable that is in the frame. The error says which. *)
val confirmed : Ir.func -> in_frame:(Ir.var -> bool) -> (unit, string) result
