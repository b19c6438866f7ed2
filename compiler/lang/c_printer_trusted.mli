(** Prints a program as C: the last step, trusted.

    What it prints for control is the source's own structure, entered at labels;
    for operations, the guard that theories/Lang/Lower.v puts in front of each
    and then the plain operation. *)

type output = { header : string; source : string }

(** [entries] are exported; [name] is that of the two files, without extension.
    [extern_header] declares the external types and functions, instead of
    declarations in the header. *)
val print : C_types_trusted.t -> entries:int list -> name:string -> extern_header:string option -> output

(** Procedures that run when [entries] do, in program order. *)
val reachable : Program_info.t -> int list -> int list

(** Whether a call of this function may trap, and so returns a [bool]. *)
val can_trap : Program_info.t -> int -> bool

(** Effects of the procedures that an entry reaches, in order. *)
val effects_of : Program_info.t -> int list -> int list
