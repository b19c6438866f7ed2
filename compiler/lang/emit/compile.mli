(** From a checked program to C: layout, its verified check, printing. *)

type options = {
  prefix : string;  (** of every external name *)
  entries : int list;  (** [[]]: procedures of the main file that no other one uses *)
  name : string;  (** of the files *)
  extern_header : string option;
  line_prefix : string;  (** in front of names of files in [#line], which are paths from the folder of the main one *)
}

(** [Error] only if the verified checker refuses the computed layout: a bug in
    fairlead, with the name of the procedure. *)
val c : options -> Program_info.t -> (C_printer_trusted.output * C_types_trusted.t * int list, string) result

(** Procedures of the main file that no other procedure uses. *)
val roots : Program_info.t -> int list

val frame_layouts : Program_info.t -> (Frame_planner.t, string) result

(** Bounds of the C stack that these procedures take when they are exported ({!C_stack}). *)
val stack_bounds : Program_info.t -> int list -> (int * int) list
