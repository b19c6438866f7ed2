
type empty_set = |

val negb : bool -> bool

val length : 'a1 list -> int

module Pos :
 sig
  val succ : int -> int

  val of_succ_nat : int -> int
 end

val nth_error : 'a1 list -> int -> 'a1 option

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val seq : int -> int -> int list

type 'a table =
| Leaf
| Node of 'a table * 'a option * 'a table

val trie_find : int -> 'a1 table -> 'a1 option

val trie_add : int -> 'a1 -> 'a1 table -> 'a1 table

val look : 'a1 table -> int -> 'a1 option

val build_from : int -> 'a1 list -> 'a1 table -> 'a1 table

val build : 'a1 list -> 'a1 table

type label = int

type procedure = int

type ('b, 't, 's, 'c, 'r) cmd =
| Skip
| Do of 'b
| Seq of ('b, 't, 's, 'c, 'r) cmd * ('b, 't, 's, 'c, 'r) cmd
| If of 't * ('b, 't, 's, 'c, 'r) cmd * ('b, 't, 's, 'c, 'r) cmd
| Block of ('b, 't, 's, 'c, 'r) cmd
| Loop of label * ('b, 't, 's, 'c, 'r) cmd
| Exit of int
| Label of label * ('b, 't, 's, 'c, 'r) cmd
| Goto of label
| Suspend of label * 's
| Call of label * 'c
| Resume of 'r
| Return

val increasing : ('a1, 'a2, 'a3, 'a4, 'a5) cmd -> int -> int option

type ('b, 't, 's, 'c, 'r, 'v) analysis = { subset : ('v -> 'v -> bool);
                                           union : ('v -> 'v -> 'v);
                                           at_label : (procedure -> label ->
                                                      'v);
                                           fresh_set : (procedure -> 'v);
                                           entry_set : (procedure -> 'v);
                                           exit_set : (procedure -> 'v);
                                           need_run : (procedure -> 'b -> 'v
                                                      -> 'v option);
                                           need_test : (procedure -> 't -> 'v
                                                       -> 'v option);
                                           keep_ask : (procedure -> 's -> 'v
                                                      -> 'v option);
                                           need_ask : (procedure -> label ->
                                                      's -> 'v -> 'v option);
                                           keep_call : (procedure -> 'c -> 'v
                                                       -> 'v option);
                                           need_call : (procedure -> label ->
                                                       'c -> 'v -> 'v option);
                                           need_resume : (procedure -> 'r ->
                                                         'v -> 'v option) }

val live :
  ('a1, 'a2, 'a3, 'a4, 'a5, 'a6) analysis -> procedure -> ('a1, 'a2, 'a3,
  'a4, 'a5) cmd -> 'a6 -> 'a6 list -> 'a6 option

val accepts_body :
  ('a1, 'a2, 'a3, 'a4, 'a5, 'a6) analysis -> procedure -> ('a1, 'a2, 'a3,
  'a4, 'a5) cmd -> bool

val merge : int list -> int list -> int list

val included : int list -> int list -> bool

type piece = { id : int; uses : int list; defs : int list; fresh : int list }

type request = { number : int; arguments_use : int list; back : piece }

type home =
| Slot of int
| Native

type frame_layout = { homes : home list; addressed : int list;
                      parameters : int list; results : int list;
                      live_sets : (label * int list) list }

type plan = { home_of : home table; live_at : int list table;
              params : int list; result_vars : int list }

val by_label : (label * 'a1) list -> 'a1 table

val plan_of : frame_layout -> plan

val minus : int list -> int list -> int list

val home_in : plan table -> procedure -> int -> home

val params_of : plan table -> procedure -> int list

val results_of : plan table -> procedure -> int list

val set_at : plan table -> procedure -> label -> int list

val in_frame : plan table -> procedure -> int -> bool

val hit : plan table -> procedure -> int -> int -> bool

val spares : plan table -> procedure -> int list -> int list -> bool

val before : plan table -> procedure -> piece -> int list -> int list option

val parking :
  plan table -> procedure -> label -> int list -> int list -> int list option

val thread_analysis :
  plan table -> (piece, piece, request, request, empty_set, int list) analysis

val all_in_frame : plan table -> procedure -> bool

val alone : plan table -> procedure -> frame_layout -> bool

val params_apart : plan table -> procedure -> bool

val check_function :
  plan table -> procedure -> (piece, piece, request, request, empty_set) cmd
  -> frame_layout -> bool

val refused_from :
  plan table -> procedure -> (piece, piece, request, request, empty_set) cmd
  list -> frame_layout list -> procedure option

val refused :
  (piece, piece, request, request, empty_set) cmd list -> frame_layout list
  -> procedure option
