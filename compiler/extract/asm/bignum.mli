(** Zarith's integers under a name that extracted Coq modules cannot shadow. *)
include module type of struct
  include Z
end
