(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Prints a program as C: the last step, trusted.

    What it prints for control is the source's own structure, entered at labels;
    for operations, the guard that theories/layers/Lang/Guards/Guards.v puts in front of each
    and then the plain operation.

    To read the printer, begin with what it knows ({!C_names_trusted}, {!C_types_trusted},
    {!C_queries_trusted}), go on with expressions and guards ({!C_tree}, {!C_expr_trusted}),
    statements ({!C_body_trusted}, {!C_store_trusted}, {!C_call_trusted}, {!C_basic_trusted},
    {!C_suspend_trusted}, {!C_control}), and end with files ({!C_signature_trusted},
    {!C_procedure_trusted}, {!C_constant_trusted}, {!C_header_trusted}, {!C_fragments_trusted},
    {!C_map_trusted}). *)

type output = {
  header : string;
  source : string;
  stack : (int * int) list;  (** of each entry: a bound of the C stack that it takes ({!C_stack}) *)
}

(** [entries] are exported; [name] is that of the two files, without extension.
    [extern_header] declares the external types and functions, instead of
    declarations in the header. *)
val print : C_types_trusted.t -> entries:int list -> name:string -> extern_header:string option -> output
