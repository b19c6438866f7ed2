(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Which constructs of the language a program uses. *)

(** Every name that {!of_program} can give. *)
val all : string list

(** Constructors of the verified abstract syntax (theories/layers/Lang/Model/Syntax.v and
    theories/layers/Core/Model/Cmd.v), operators with their widths, kinds of parameters, and
    shapes worth watching: coroutines in each container, guards in operands. *)
val of_program : Fairlead_lang_coq.Syntax.program -> string list

(** The same of what is marked in it. *)
val of_marks : Fairlead_lang.Program_info.t -> string list
