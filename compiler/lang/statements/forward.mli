(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [case => forward child lending (...)] in a [match] of an event: the child's request is asked of our own driver, the child
    resumed with the answer, and what it does next is what is matched from then on. For [more], of [step]:

    [more { step = resume child lending (...) with more(ask more()); }] *)

(** The arms, those that forward written out; the matched expression has that type. *)
val expand : Context.t -> Surface.expr -> Types.t -> Surface.arm list -> Surface.arm list
