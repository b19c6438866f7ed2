(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Expressions: types, and the commands they need before them (calls, requests, resumptions). Sets
    {!Typing.inference}, so that {!Typing.infer} is what elaborates one. *)

open Fairlead_lang_coq.Syntax

(** The value of a constant expression, for {!Env.t.evaluate}. *)
val evaluate : Env.t -> int -> Types.t -> Surface.expr -> Types.t * const
