(** Files, read and written in one way. *)

(** At most that many bytes and some more, so that a reader can tell that there are too many; all by default. The error says why. *)
val read : ?limit:int -> string -> (string, string) result

val read_channel : ?limit:int -> in_channel -> (string, string) result

(** All of these texts or none: each is written beside its file, which it then replaces, so that a full disk or an interrupted run
    leaves what was there. Permissions stay. The error names the file. *)
val write_all : (string * string) list -> (unit, string) result

val write : string -> string -> (unit, string) result

(** With the folders around it; [Sys_error] if that cannot be. *)
val make_folder : string -> unit
