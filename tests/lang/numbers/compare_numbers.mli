(** Compares big_trusted.ml with the numbers of Coq. *)
