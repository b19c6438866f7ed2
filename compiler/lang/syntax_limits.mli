(** Bounds on the shape of a source file, and the constructors that keep them:
    a later pass may recurse over anything built here. *)

open Surface

(** Bytes in one file. *)
val file_size : int

(** Brackets open at once. *)
val brackets : int

(** Levels of an expression, type or statement. *)
val depth : int

(** Elements of a list, statements of a block, bytes of a string. *)
val items : Loc.t -> 'a list -> 'a list

val max_items : int
val expr : Loc.t -> expr_desc -> expr
val ty : Loc.t -> ty_desc -> ty
val stmt : Loc.t -> stmt_desc -> stmt
