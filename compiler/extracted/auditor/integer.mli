(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Zarith's integers under a name that extracted Coq modules cannot shadow. *)
include module type of struct
  include Z
end
