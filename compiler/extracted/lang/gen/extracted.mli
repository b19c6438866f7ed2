
type __ = Obj.t

type empty_set = |

val negb : bool -> bool

val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> int

val app : 'a1 list -> 'a1 list -> 'a1 list

val id : __ -> __

val mul : int -> int -> int

val sub : int -> int -> int



val compose : ('a2 -> 'a3) -> ('a1 -> 'a2) -> 'a1 -> 'a3

val eqb : bool -> bool -> bool

module Nat :
 sig
 end

module Pos :
 sig
  type mask =
  | IsNul
  | IsPos of Big_trusted.t
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : Big_trusted.t -> Big_trusted.t

  val add : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val add_carry : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val pred_double : Big_trusted.t -> Big_trusted.t

  val pred_N : Big_trusted.t -> Big_trusted.t

  type mask = Pos.mask =
  | IsNul
  | IsPos of Big_trusted.t
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : Big_trusted.t -> mask

  val sub_mask : Big_trusted.t -> Big_trusted.t -> mask

  val sub_mask_carry : Big_trusted.t -> Big_trusted.t -> mask

  val mul : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val iter : ('a1 -> 'a1) -> 'a1 -> Big_trusted.t -> 'a1

  val pow : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val div2 : Big_trusted.t -> Big_trusted.t

  val div2_up : Big_trusted.t -> Big_trusted.t

  val size : Big_trusted.t -> Big_trusted.t

  val compare_cont :
    Big_trusted.order -> Big_trusted.t -> Big_trusted.t -> Big_trusted.order

  val compare : Big_trusted.t -> Big_trusted.t -> Big_trusted.order

  val eqb : Big_trusted.t -> Big_trusted.t -> bool

  val coq_Nsucc_double : Big_trusted.t -> Big_trusted.t

  val coq_Ndouble : Big_trusted.t -> Big_trusted.t

  val coq_lor : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val coq_land : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val ldiff : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val coq_lxor : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val iter_op : ('a1 -> 'a1 -> 'a1) -> Big_trusted.t -> 'a1 -> 'a1

  val to_nat : Big_trusted.t -> int

  val of_succ_nat : int -> Big_trusted.t

  val eq_dec : Big_trusted.t -> Big_trusted.t -> bool
 end

module N :
 sig
  val succ_double : Big_trusted.t -> Big_trusted.t

  val double : Big_trusted.t -> Big_trusted.t

  val succ : Big_trusted.t -> Big_trusted.t

  val pred : Big_trusted.t -> Big_trusted.t

  val succ_pos : Big_trusted.t -> Big_trusted.t

  val add : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val sub : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val mul : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val compare : Big_trusted.t -> Big_trusted.t -> Big_trusted.order

  val eqb : Big_trusted.t -> Big_trusted.t -> bool

  val leb : Big_trusted.t -> Big_trusted.t -> bool

  val ltb : Big_trusted.t -> Big_trusted.t -> bool

  val max : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val pow : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val log2 : Big_trusted.t -> Big_trusted.t

  val pos_div_eucl :
    Big_trusted.t -> Big_trusted.t -> Big_trusted.t * Big_trusted.t

  val div_eucl :
    Big_trusted.t -> Big_trusted.t -> Big_trusted.t * Big_trusted.t

  val div : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val modulo : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val coq_lor : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val coq_land : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val ldiff : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val coq_lxor : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val to_nat : Big_trusted.t -> int

  val of_nat : int -> Big_trusted.t

  val eq_dec : Big_trusted.t -> Big_trusted.t -> bool

  val log2_up : Big_trusted.t -> Big_trusted.t
 end

module Z :
 sig
  val double : Big_trusted.t -> Big_trusted.t

  val succ_double : Big_trusted.t -> Big_trusted.t

  val pred_double : Big_trusted.t -> Big_trusted.t

  val pos_sub : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val add : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val opp : Big_trusted.t -> Big_trusted.t

  val pred : Big_trusted.t -> Big_trusted.t

  val sub : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val mul : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val pow_pos : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val pow : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val compare : Big_trusted.t -> Big_trusted.t -> Big_trusted.order

  val leb : Big_trusted.t -> Big_trusted.t -> bool

  val ltb : Big_trusted.t -> Big_trusted.t -> bool

  val eqb : Big_trusted.t -> Big_trusted.t -> bool

  val max : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val min : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val abs : Big_trusted.t -> Big_trusted.t

  val to_nat : Big_trusted.t -> int

  val of_nat : int -> Big_trusted.t

  val of_N : Big_trusted.t -> Big_trusted.t

  val pos_div_eucl :
    Big_trusted.t -> Big_trusted.t -> Big_trusted.t * Big_trusted.t

  val div_eucl :
    Big_trusted.t -> Big_trusted.t -> Big_trusted.t * Big_trusted.t

  val div : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val modulo : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val quotrem :
    Big_trusted.t -> Big_trusted.t -> Big_trusted.t * Big_trusted.t

  val quot : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val rem : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val div2 : Big_trusted.t -> Big_trusted.t

  val shiftl : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val shiftr : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val coq_lor : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val coq_land : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val coq_lxor : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

  val eq_dec : Big_trusted.t -> Big_trusted.t -> bool

  val lnot : Big_trusted.t -> Big_trusted.t
 end

val tl : 'a1 list -> 'a1 list

val nth : int -> 'a1 list -> 'a1 -> 'a1

val nth_error : 'a1 list -> int -> 'a1 option

val removelast : 'a1 list -> 'a1 list

val rev_append : 'a1 list -> 'a1 list -> 'a1 list

val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val find : ('a1 -> bool) -> 'a1 list -> 'a1 option

val firstn : int -> 'a1 list -> 'a1 list

val skipn : int -> 'a1 list -> 'a1 list

val seq : int -> int -> int list

type decision = bool

val decide : decision -> bool

type ('a, 'b) relDecision = 'a -> 'b -> decision

val decide_rel : ('a1, 'a2) relDecision -> 'a1 -> 'a2 -> decision

val zip_with : ('a1 -> 'a2 -> 'a3) -> 'a1 list -> 'a2 list -> 'a3 list

val prod_map : ('a1 -> 'a2) -> ('a3 -> 'a4) -> ('a1 * 'a3) -> 'a2 * 'a4

type 'm mBind = __ -> __ -> (__ -> 'm) -> 'm -> 'm

val mbind : 'a1 mBind -> ('a2 -> 'a1) -> 'a1 -> 'a1

type 'm mJoin = __ -> 'm -> 'm

val mjoin : 'a1 mJoin -> 'a1 -> 'a1

type 'm fMap = __ -> __ -> (__ -> __) -> 'm -> 'm

val fmap : 'a1 fMap -> ('a2 -> 'a3) -> 'a1 -> 'a1

type 'm oMap = __ -> __ -> (__ -> __ option) -> 'm -> 'm

val omap : 'a1 oMap -> ('a2 -> 'a3 option) -> 'a1 -> 'a1

type ('k, 'a, 'm) lookup = 'k -> 'm -> 'a option

val lookup0 : ('a1, 'a2, 'a3) lookup -> 'a1 -> 'a3 -> 'a2 option

type ('k, 'a, 'm) insert = 'k -> 'a -> 'm -> 'm

val insert0 : ('a1, 'a2, 'a3) insert -> 'a1 -> 'a2 -> 'a3 -> 'a3

val not_dec : decision -> decision

val or_dec : decision -> decision -> decision

val prod_eq_dec :
  ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a1 * 'a2, 'a1 * 'a2)
  relDecision

val bool_decide : decision -> bool

val from_option : ('a1 -> 'a2) -> 'a2 -> 'a1 option -> 'a2

val is_Some_dec : 'a1 option -> decision

val option_eq_dec :
  ('a1, 'a1) relDecision -> ('a1 option, 'a1 option) relDecision

val option_bind : (__ -> __ option) -> __ option -> __ option

val option_join : __ option -> __ option

val option_fmap : (__ -> __) -> __ option -> __ option

module Coq_Nat :
 sig
  val eq_dec : (int, int) relDecision
 end

module Coq_Z :
 sig
  val eq_dec : (Big_trusted.t, Big_trusted.t) relDecision
 end

val list_lookup : (int, 'a1, 'a1 list) lookup

val list_insert : (int, 'a1, 'a1 list) insert

val list_find : ('a1 -> decision) -> 'a1 list -> (int * 'a1) option

val replicate : int -> 'a1 -> 'a1 list

val reverse : 'a1 list -> 'a1 list

val last : 'a1 list -> 'a1 option

val list_omap : (__ -> __ option) -> __ list -> __ list

val list_join : __ list -> __ list

val imap : (int -> 'a1 -> 'a2) -> 'a1 list -> 'a2 list

val elem_of_list_dec : ('a1, 'a1) relDecision -> ('a1, 'a1 list) relDecision

val list_eq_dec0 : ('a1, 'a1) relDecision -> ('a1 list, 'a1 list) relDecision

type 'a outcome =
| Ok of 'a
| Trap
| Wrong

val outcome_bind : (__ -> __ outcome) -> __ outcome -> __ outcome

val outcome_fmap : (__ -> __) -> __ outcome -> __ outcome

val or_trap : 'a1 option -> 'a1 outcome

val or_wrong : 'a1 option -> 'a1 outcome

val check : bool -> unit outcome

val collect : ('a1 -> 'a2 outcome) -> 'a1 list -> 'a2 list outcome

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

type ('b, 't, 's, 'c, 'r) item =
| KSeq of ('b, 't, 's, 'c, 'r) cmd
| KBlock
| KLoop of label * ('b, 't, 's, 'c, 'r) cmd

type ('b, 't, 's, 'c, 'r) kont = ('b, 't, 's, 'c, 'r) item list

val find0 :
  label -> ('a1, 'a2, 'a3, 'a4, 'a5) cmd -> ('a1, 'a2, 'a3, 'a4, 'a5) kont ->
  (('a1, 'a2, 'a3, 'a4, 'a5) cmd * ('a1, 'a2, 'a3, 'a4, 'a5) kont) option

val leave :
  int -> ('a1, 'a2, 'a3, 'a4, 'a5) kont -> ('a1, 'a2, 'a3, 'a4, 'a5) kont
  option

type ('b, 't, 's, 'c, 'r, 'store) entry =
| Fresh of procedure * 'store
| At of procedure * ('b, 't, 's, 'c, 'r) cmd * ('b, 't, 's, 'c, 'r) kont
   * 'store

type ('store, 'frame, 'request) happening =
| Asked of 'frame list * 'request
| Returned of procedure * 'store

type ('b, 't, 's, 'c, 'r, 'store, 'frame, 'request, 'response, 'result) dynamics = { 
code : (procedure -> ('b, 't, 's, 'c, 'r) cmd option);
run : (procedure -> 'b -> 'store -> 'store outcome);
test : ('t -> 'store -> bool outcome);
ask : ('s -> 'store -> 'request outcome);
answer : (procedure -> 's -> 'response -> 'store -> 'store outcome);
begin0 : (procedure -> 'response -> 'store -> 'store outcome);
enter_call : ('c -> 'store -> (procedure * 'store) outcome);
leave_call : (procedure -> 'c -> procedure -> 'store -> 'store -> 'store
             outcome);
enter_resume : ('r -> 'store -> ('frame list * 'response) outcome);
leave_resume : (procedure -> 'r -> ('store, 'frame, 'request) happening ->
               'store -> 'store outcome);
finish : (procedure -> 'store -> 'result outcome);
park : (procedure -> label -> 'store -> 'store);
save : (procedure -> ('b, 't, 's, 'c, 'r) cmd -> ('b, 't, 's, 'c, 'r) kont ->
       'store -> 'frame);
load : ('frame -> ('b, 't, 's, 'c, 'r, 'store) entry option) }

type ('b, 't, 's, 'c, 'r, 'store) link =
| Caller of label * 'c * procedure * ('b, 't, 's, 'c, 'r) kont * 'store
| Parent of 'r * procedure * ('b, 't, 's, 'c, 'r) kont * 'store

type ('b, 't, 's, 'c, 'r, 'store, 'frame, 'response) state =
| Running of ('b, 't, 's, 'c, 'r) cmd * procedure * ('b, 't, 's, 'c, 'r) kont
   * 'store * ('b, 't, 's, 'c, 'r, 'store) link list
| Suspended of 'frame list
| Resuming of 'response * 'frame list
| Halted

type ('b, 't, 's, 'c, 'r, 'store, 'frame, 'request, 'response, 'result) next =
| Go of ('b, 't, 's, 'c, 'r, 'store, 'frame, 'response) state
| Emit of 'request * ('b, 't, 's, 'c, 'r, 'store, 'frame, 'response) state
| Finish of 'result
| Crash
| Stuck

val settle :
  'a11 outcome -> ('a11 -> ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9,
  'a10) next) -> ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) next

val unwind :
  ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) dynamics -> ('a1, 'a2,
  'a3, 'a4, 'a5, 'a6) link list -> 'a7 list -> 'a8 -> ('a1, 'a2, 'a3, 'a4,
  'a5, 'a6, 'a7, 'a8, 'a9, 'a10) next

val callers :
  ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) dynamics -> 'a7 list ->
  ('a1, 'a2, 'a3, 'a4, 'a5, 'a6) link list option

val rebuild :
  ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) dynamics -> 'a7 list ->
  'a9 -> ('a1, 'a2, 'a3, 'a4, 'a5, 'a6) link list -> ('a1, 'a2, 'a3, 'a4,
  'a5, 'a6, 'a7, 'a8, 'a9, 'a10) next

val return_to :
  ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) dynamics -> procedure
  -> 'a6 -> ('a1, 'a2, 'a3, 'a4, 'a5, 'a6) link list -> ('a1, 'a2, 'a3, 'a4,
  'a5, 'a6, 'a7, 'a8, 'a9, 'a10) next

val step :
  ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7, 'a8, 'a9, 'a10) dynamics -> ('a1, 'a2,
  'a3, 'a4, 'a5, 'a6, 'a7, 'a9) state -> ('a1, 'a2, 'a3, 'a4, 'a5, 'a6, 'a7,
  'a8, 'a9, 'a10) next

type ('b, 't, 's, 'c, 'r) source_point =
| SFresh of procedure
| SAt of procedure * ('b, 't, 's, 'c, 'r) cmd * ('b, 't, 's, 'c, 'r) kont

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

type width =
| W8
| W16
| W32
| W64

val bits : width -> Big_trusted.t

type ty =
| TBool
| TInt of width
| TBytes of Big_trusted.t
| TView
| TArray of Big_trusted.t * ty
| TRecord of int * ty list
| TUnion of int * ty list
| TMap of Big_trusted.t * width * ty
| TExtern of int
| TCoro of procedure

type endian =
| Big
| Little

type arith =
| Add
| Sub
| Mul
| AddW
| SubW
| MulW
| Div
| Rem
| And
| Or
| Xor
| Shl
| Shr
| Rotl
| Rotr

type compare0 =
| Eq
| Ne
| Lt
| Le
| Gt
| Ge

type const =
| CBool of bool
| CInt of Big_trusted.t
| CBytes of Big_trusted.t list
| CArray of const list
| CRecord of const list
| CUnion of int * const

type place =
| PVar of int
| PConst of int
| PField of place * int
| PIndex of place * expr
| PCase of place * int
| PKey of place * expr
and expr =
| EBool of bool
| EInt of width * Big_trusted.t
| EBytes of Big_trusted.t list
| ERead of place
| ENot of expr
| EComp of width * expr
| EAnd of expr * expr
| EOr of expr * expr
| EArith of arith * width * expr * expr
| ECompare of compare0 * width * expr * expr
| EBoolEq of expr * expr
| EBytesEq of expr * expr
| EWiden of width * width * expr
| ENarrow of width * width * expr
| ECond of expr * expr * expr
| EFit of Big_trusted.t * expr
| ELen of expr
| ECount of place
| EIs of place * int
| EHas of place * expr
| EKeyAt of place * expr
| ESlice of expr * expr * expr
| ELoad of endian * width * expr * expr
| ERecord of ty * expr list
| EUnion of ty * int * expr
| EArray of ty * expr list
| EFill of ty * Big_trusted.t * expr
| EDefault of ty
| ECoro of procedure * expr list

type arg =
| AIn of expr
| AInout of place
| AInoutSlice of place * expr * expr

type basic =
| BLine of int
| BAssign of place * expr
| BPush of place * Big_trusted.t * expr
| BAppend of place * Big_trusted.t * expr
| BResize of place * Big_trusted.t * expr
| BBlit of place * expr * expr
| BStore of endian * width * place * expr * expr
| BPut of place * Big_trusted.t * expr * expr
| BRemove of place * expr
| BExtern of int * arg list * place option
| BTrap

type suspension = { ask_effect : int; ask_args : expr list;
                    ask_dest : place option; ask_lent : int list }

type call = { callee : procedure; call_args : arg list;
              call_dest : place option }

type resumption = { child : place; child_proc : procedure;
                    reply : (int * expr option) option; lend : arg list;
                    event : place }

type mode =
| In
| Inout
| Lent

type effect = { eff_args : ty list; eff_result : ty }

type proc = { params : (mode * ty) list; locals : ty list; result : ty;
              ret : int; suspends : bool; effects : int list;
              body : (basic, expr, suspension, call, resumption) cmd }

type extern = { ext_params : (mode * ty) list; ext_result : ty }

type program = { procs : proc list; effs : effect list;
                 consts : (ty * const) list; externs : extern list;
                 extern_types : (Big_trusted.t * Big_trusted.t) list }

type 'a table =
| Leaf
| Node of 'a table * 'a option * 'a table

val trie_find : Big_trusted.t -> 'a1 table -> 'a1 option

val trie_add : Big_trusted.t -> 'a1 -> 'a1 table -> 'a1 table

val look : 'a1 table -> int -> 'a1 option

val build_from : Big_trusted.t -> 'a1 list -> 'a1 table -> 'a1 table

val build : 'a1 list -> 'a1 table

val distinct_onto : int list -> unit table -> unit table option

val distinct : int list -> bool

val set_of : int list -> unit table

val add0 : int -> int list -> int list

val remove : int -> int list -> int list

val merge : int list -> int list -> int list

val included : int list -> int list -> bool

val uses_place : place -> int list -> int list

val uses : expr -> int list -> int list

val uses_all : expr list -> int list -> int list

val uses_arg : arg -> int list -> int list

val uses_args : arg list -> int list -> int list

val root : place -> int option

val scalar : expr -> bool

val need_write :
  (int -> int list -> bool) -> int -> int list -> int list option

val need_borrow :
  (int -> int list -> bool) -> int list -> int list -> int list option

val need_update :
  (int -> int list -> bool) -> place -> int list -> int list option

val need_assign :
  (int -> int list -> bool) -> place -> int list -> int list option

val need_dest :
  (int -> int list -> bool) -> place option -> int list -> int list option

val apart :
  (int -> int list -> bool) -> place option -> int list -> int list option

val need_give_back :
  (int -> int list -> bool) -> arg -> int list -> int list option

val need_give_back_all :
  (int -> int list -> bool) -> arg list -> int list -> int list option

val need_basic :
  (int -> int list -> bool) -> basic -> int list -> int list option

val reserve : (mode * ty) list -> arg list -> int list -> int list

val keep_during_call :
  (int -> int list -> bool) -> (mode * ty) list -> call -> int list -> int
  list option

val reply_expr : resumption -> expr list

val need_before_resume :
  (int -> int list -> bool) -> resumption -> int list -> int list option

val keep_during_ask :
  (int -> int list -> bool) -> suspension -> int list -> int list option

val view_root : expr -> int list

val viewed : ty list -> expr list -> int list

val numbered : 'a1 list -> (int * 'a1) list

val by_mode : (mode -> bool) -> proc -> int list

val owned : mode -> bool

val returned : mode -> bool

val exit_vars : proc -> int list

val small : Big_trusted.t -> bool

val capacity : Big_trusted.t -> bool

val storable : (procedure -> bool) -> ty -> bool

val is_view : ty -> bool

val is_data : ty -> bool

val is_message : ty -> bool

type 'p val0 =
| VBool of bool
| VInt of Big_trusted.t
| VBytes of Big_trusted.t list
| VArray of 'p val0 list
| VRecord of 'p val0 list
| VUnion of int * 'p val0
| VMap of (Big_trusted.t * 'p val0) list
| VExtern of Big_trusted.t list
| VCoro of int option * ('p * 'p val0 option list) list

val default : ty -> 'a1 val0

val of_const : const -> 'a1 val0

val of_data : empty_set val0 -> 'a1 val0

val to_data : 'a1 val0 -> empty_set val0 outcome

val map_find : (Big_trusted.t * 'a1) list -> Big_trusted.t -> 'a1 option

val map_put :
  (Big_trusted.t * 'a1) list -> Big_trusted.t -> 'a1 -> (Big_trusted.t * 'a1)
  list

val last_first : 'a1 list -> 'a1 list

val map_remove :
  (Big_trusted.t * 'a1) list -> Big_trusted.t -> (Big_trusted.t * 'a1) list

val byte_count : width -> int

val le_value : Big_trusted.t list -> Big_trusted.t

val le_bytes : int -> Big_trusted.t -> Big_trusted.t list

val load_int : endian -> Big_trusted.t list -> Big_trusted.t

val store_int : endian -> width -> Big_trusted.t -> Big_trusted.t list

val slice : 'a1 list -> Big_trusted.t -> Big_trusted.t -> 'a1 list option

val blit : 'a1 list -> Big_trusted.t -> 'a1 list -> 'a1 list option

val limit : width -> Big_trusted.t

val fits : width -> Big_trusted.t -> bool

val wrap : width -> Big_trusted.t -> Big_trusted.t

val checked : width -> Big_trusted.t -> Big_trusted.t option

val arith_op :
  arith -> width -> Big_trusted.t -> Big_trusted.t -> Big_trusted.t option

val compare_op : compare0 -> Big_trusted.t -> Big_trusted.t -> bool

val as_bool : 'a1 val0 -> bool outcome

val as_int : 'a1 val0 -> Big_trusted.t outcome

val as_bytes : 'a1 val0 -> Big_trusted.t list outcome

val as_map : 'a1 val0 -> (Big_trusted.t * 'a1 val0) list outcome

val as_union : 'a1 val0 -> (int * 'a1 val0) outcome

val size0 : Big_trusted.t list -> 'a1 val0

val field : 'a1 val0 -> int -> 'a1 val0 outcome

val at_index : 'a1 list -> Big_trusted.t -> 'a1 outcome

val index : 'a1 val0 -> Big_trusted.t -> 'a1 val0 outcome

val payload : int -> 'a1 val0 -> 'a1 val0 outcome

type 'p world = { constant : (int -> 'p val0 option);
                  fresh_frame : (procedure -> 'p val0 list -> ('p * 'p val0
                                option list) outcome) }

val get : 'a1 world -> place -> 'a1 val0 option list -> 'a1 val0 outcome

val eval : 'a1 world -> expr -> 'a1 val0 option list -> 'a1 val0 outcome

val eval_bool : 'a1 world -> expr -> 'a1 val0 option list -> bool outcome

val eval_int :
  'a1 world -> expr -> 'a1 val0 option list -> Big_trusted.t outcome

val eval_bytes :
  'a1 world -> expr -> 'a1 val0 option list -> Big_trusted.t list outcome

val modify :
  ('a1 val0 -> 'a1 val0 outcome) -> 'a1 val0 option -> 'a1 val0 outcome

val write :
  (int -> 'a1 val0 option list -> 'a1 val0 option list) -> int -> 'a1 val0 ->
  'a1 val0 option list -> 'a1 val0 option list

val update :
  'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) -> place
  -> ('a1 val0 option -> 'a1 val0 outcome) -> 'a1 val0 option list -> 'a1
  val0 option list outcome

val assign :
  'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) -> place
  -> 'a1 val0 -> 'a1 val0 option list -> 'a1 val0 option list outcome

val assign_to :
  'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) -> place
  option -> 'a1 val0 -> 'a1 val0 option list -> 'a1 val0 option list outcome

val update_bytes :
  'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) -> place
  -> (Big_trusted.t list -> Big_trusted.t list outcome) -> 'a1 val0 option
  list -> 'a1 val0 option list outcome

val pass : 'a1 world -> arg -> 'a1 val0 option list -> 'a1 val0 outcome

val give_back :
  'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) -> arg
  -> 'a1 val0 -> 'a1 val0 option list -> 'a1 val0 option list outcome

val give_back_all :
  'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) -> arg
  list -> 'a1 val0 list -> 'a1 val0 option list -> 'a1 val0 option list
  outcome

val run_basic :
  'a1 world -> (int -> 'a1 val0 option list -> 'a1 val0 option list) -> (int
  -> empty_set val0 list -> (empty_set val0 list * empty_set val0) option) ->
  basic -> 'a1 val0 option list -> 'a1 val0 option list outcome

type request = (int * empty_set val0 list) * empty_set val0 list

type response = empty_set val0 * empty_set val0 list

type result0 = empty_set val0 * empty_set val0 list

type 'p presentation = { start : (procedure -> 'p);
                         uninitialised : (ty -> 'p val0 option);
                         touch : (procedure -> int -> 'p val0 option list ->
                                 'p val0 option list);
                         park_store : (procedure -> label -> 'p val0 option
                                      list -> 'p val0 option list);
                         save_point : (procedure -> (basic, expr, suspension,
                                      call, resumption) cmd -> (basic, expr,
                                      suspension, call, resumption) kont ->
                                      'p);
                         load_point : ('p -> (procedure * ((basic, expr,
                                      suspension, call, resumption)
                                      cmd * (basic, expr, suspension, call,
                                      resumption) kont) option) option) }

val fl_code :
  program -> procedure -> (basic, expr, suspension, call, resumption) cmd
  option

val lent_of : proc -> int list

val shown : (mode * ty) -> bool

val shown_of : proc -> int list

val place_args :
  'a1 presentation -> (mode * ty) list -> 'a1 val0 list -> 'a1 val0 option
  list outcome

val locals_of : 'a1 presentation -> proc -> 'a1 val0 option list

val fresh :
  program -> 'a1 presentation -> procedure -> 'a1 val0 list -> ('a1 * 'a1
  val0 option list) outcome

val w : program -> 'a1 presentation -> 'a1 world

val variable : 'a1 val0 option list -> int -> 'a1 val0 outcome

val lent_data :
  int list -> 'a1 val0 option list -> empty_set val0 list outcome

val borrow :
  'a1 presentation -> procedure -> int list -> empty_set val0 list -> 'a1
  val0 option list -> 'a1 val0 option list outcome

val fl_begin :
  program -> 'a1 presentation -> procedure -> response -> 'a1 val0 option
  list -> 'a1 val0 option list outcome

val fl_ask :
  program -> 'a1 presentation -> suspension -> 'a1 val0 option list ->
  request outcome

val fl_answer :
  program -> 'a1 presentation -> procedure -> suspension -> response -> 'a1
  val0 option list -> 'a1 val0 option list outcome

val fl_enter_call :
  program -> 'a1 presentation -> call -> 'a1 val0 option list ->
  (procedure * 'a1 val0 option list) outcome

val copy_out :
  program -> 'a1 presentation -> procedure -> arg list -> 'a1 val0 option
  list -> 'a1 val0 option list -> 'a1 val0 option list outcome

val fl_leave_call :
  program -> 'a1 presentation -> procedure -> call -> procedure -> 'a1 val0
  option list -> 'a1 val0 option list -> 'a1 val0 option list outcome

val fl_enter_resume :
  program -> 'a1 presentation -> resumption -> 'a1 val0 option list ->
  (('a1 * 'a1 val0 option list) list * response) outcome

val event_payload : empty_set val0 list -> 'a1 val0

val learned :
  program -> resumption -> ('a1 val0 option list, 'a1 * 'a1 val0 option list,
  request) happening -> (('a1 val0 * 'a1 val0) * empty_set val0 list) outcome

val fl_leave_resume :
  program -> 'a1 presentation -> procedure -> resumption -> ('a1 val0 option
  list, 'a1 * 'a1 val0 option list, request) happening -> 'a1 val0 option
  list -> 'a1 val0 option list outcome

val fl_finish :
  program -> procedure -> 'a1 val0 option list -> result0 outcome

val fl_save :
  'a1 presentation -> procedure -> (basic, expr, suspension, call,
  resumption) cmd -> (basic, expr, suspension, call, resumption) kont -> 'a1
  val0 option list -> 'a1 * 'a1 val0 option list

val fl_load :
  'a1 presentation -> ('a1 * 'a1 val0 option list) -> (basic, expr,
  suspension, call, resumption, 'a1 val0 option list) entry option

val fl :
  program -> 'a1 presentation -> (int -> empty_set val0 list -> (empty_set
  val0 list * empty_set val0) option) -> (basic, expr, suspension, call,
  resumption, 'a1 val0 option list, 'a1 * 'a1 val0 option list, request,
  response, result0) dynamics

val fl_initial :
  program -> 'a1 presentation -> procedure -> empty_set val0 list ->
  empty_set val0 list -> (basic, expr, suspension, call, resumption, 'a1 val0
  option list, 'a1 * 'a1 val0 option list, response) state option

val need : bool -> unit option

val width_eqb : width -> width -> bool

val all2 : ('a1 -> 'a2 -> bool) -> 'a1 list -> 'a2 list -> bool

val ty_eqb : ty -> ty -> bool

val is_int : ty -> bool

val is_bytes : ty -> bool

val is_scalar : ty -> bool

val accepts : ty -> ty -> bool

type env = { e_self : procedure; e_proc : proc; e_vars : (mode * ty) table;
             e_procs : proc table; e_effs : effect table;
             e_consts : ty table; e_externs : extern table }

val variables : proc -> (mode * ty) list

val is_lent : mode -> bool

val is_in : mode -> bool

val is_inout : mode -> bool

val lent_types : proc -> ty list

val given_types : proc -> ty list

val startable : proc -> bool

val callee_at : env -> procedure -> proc option

val holdable : env -> procedure -> bool

val expect : ty option -> ty -> unit option

val expect_bytes : ty option -> unit option

val element : ty -> ty option

val literal : Big_trusted.t list -> bool

val second_operand : arith -> width -> width

val infer_all : ('a1 -> ty option) -> 'a1 list -> ty list option

val all_of : ('a1 -> ty option) -> ty -> 'a1 list -> unit option

val infer_place : env -> place -> ty option

val infer : env -> expr -> ty option

val target : env -> place -> ty option

val is_some : unit option -> bool

val dest_ok : env -> place option -> ty -> bool

val arg_ok : env -> (mode * ty) -> arg -> bool

val args_ok : env -> (mode * ty) list -> arg list -> bool

val basic_ok : env -> basic -> bool

val own_lent : env -> int list

val member : int -> int list -> bool

val suspension_ok : env -> suspension -> bool

val is_own_lent : int -> ((mode * ty) * arg) -> bool

val passes_through : env -> proc -> arg list -> bool

val call_ok : env -> call -> bool

val payload_ok : ty list -> ty -> bool

val cases_ok : env -> int list -> ty -> ty list -> bool

val answer_ok : env -> int list -> (int * expr option) option -> bool

val resumption_ok : env -> resumption -> bool

val cmd_ok :
  env -> unit table -> int -> (basic, expr, suspension, call, resumption) cmd
  -> bool

val labels_onto :
  (basic, expr, suspension, call, resumption) cmd -> label list -> label list

val targets_onto :
  (basic, expr, suspension, call, resumption) cmd -> label list -> label list

val goto_targets : proc -> unit table

val param_ok : env -> (mode * ty) -> bool

val proc_ok : env -> proc -> bool

val effect_ok : effect -> bool

val extern_ok : extern -> bool

val const_ok : const -> ty -> bool

type culprit =
| BadEffect of int
| BadExtern of int
| BadConst of int
| BadProc of int

val first_bad :
  (int -> 'a1 -> bool) -> (int -> culprit) -> int -> 'a1 list -> culprit
  option

val env_of :
  proc table -> effect table -> ty table -> extern table -> procedure -> proc
  -> env

val check_program : program -> culprit option

type step0 =
| SField of int
| SIndex of Big_trusted.t
| SCase of int
| SKey of Big_trusted.t

val step_eq_dec : (step0, step0) relDecision

val shape : place -> step0 option list

val shapes_part : step0 option list -> step0 option list -> bool

val index_uses : place -> int list -> int list

val steady : place -> place -> bool

val parted : place -> place -> bool

val independent : place -> place -> bool

val out_place : arg -> place option

val bounds : arg -> int list

val untouched_bounds : arg -> place -> bool

val independent_args : arg -> arg -> bool

val range : arg -> ((place * Big_trusted.t) * Big_trusted.t) option

val ranges_part : arg -> arg -> bool

val viewed0 : expr -> place option

val by_reference : env -> arg -> place option

val kept_apart : env -> arg -> arg -> bool

val stays : arg -> bool

val args_apart : env -> arg list -> bool

val fitted : env -> (mode * ty) -> arg -> bool

val dest_apart : env -> place option -> arg list -> bool

val call_apart : env -> arg list -> place option -> bool

val cmd_apart : env -> (basic, expr, suspension, call, resumption) cmd -> bool

val check_aliasing : program -> culprit option

val source :
  (basic, expr, suspension, call, resumption) source_point presentation

type extent = { extent_bytes : Big_trusted.t; extent_align : Big_trusted.t }

val empty_extent : extent

val is_empty : extent -> bool

val unsigned : Big_trusted.t -> extent

val cell : Big_trusted.t -> Big_trusted.t

val round_up : Big_trusted.t -> Big_trusted.t -> Big_trusted.t

val repeat : Big_trusted.t -> extent -> extent

val array_of : Big_trusted.t -> extent -> extent

val after : extent -> extent -> extent

val beside : extent -> extent -> extent

val closed : extent -> extent

val structure : extent list -> extent

val overlay : extent list -> extent

val offsets_from : extent -> extent list -> Big_trusted.t option list

val offsets : extent list -> Big_trusted.t option list

val bytes_of_width : width -> Big_trusted.t

val index_cells : Big_trusted.t -> Big_trusted.t

val tagged : extent list -> extent list

val bytes_members : Big_trusted.t -> extent list

val map_members : Big_trusted.t -> width -> extent -> extent list

val extent_of : (int -> extent) -> (procedure -> extent) -> ty -> extent

val members_of : (int -> extent) -> (procedure -> extent) -> ty -> extent list

type home =
| Slot of int * int
| Local
| Borrowed
| Loaned

type frame_layout = { homes : home list; frame_bytes : int;
                      frame_align : int; index_bytes : int;
                      live_sets : (label * int list) list;
                      stops : (label * (int * int)) list }

type layout = frame_layout list

type plan = { home_of : home table; live_at : int list table;
              stop_at : (int * int) table; bytes : int; alignment : int }

type plans = plan table

val by_label : (label * 'a1) list -> 'a1 table

val plan_of : frame_layout -> plan

val plans_of : layout -> plans

val overlap : int -> int -> int -> int -> bool

val shares : int -> int -> home -> bool

val home_in : plan -> int -> home

val with_slot :
  plans -> procedure -> int -> 'a1 -> (plan -> int -> int -> 'a1) -> 'a1

val hit : plan -> int -> int -> int -> int -> bool

val survives : plan -> int -> int -> int -> bool

val stop_of : plans -> procedure -> label -> (plan * (int * int)) option

val clash : plans -> procedure -> int -> int list -> bool

val of_proc : program -> procedure -> 'a1 -> (proc -> 'a1) -> 'a1

val fits_mode : plan -> (mode * ty) -> arg -> bool

val forallb2 : ('a1 -> 'a2 -> bool) -> 'a1 list -> 'a2 list -> bool

val dest_outside : plan -> int -> int -> place option -> bool

val need_before_call :
  program -> plans -> procedure -> label -> call -> int list -> int list
  option

val outlives_step : plan -> int -> bool

val need_before_ask :
  program -> plans -> procedure -> label -> suspension -> int list -> int
  list option

val layout_analysis :
  program -> plans -> (basic, expr, suspension, call, resumption, int list)
  analysis

val begins : plans -> procedure -> proc -> bool

val has_view : ty -> bool

val points_of :
  (procedure -> bool) -> (basic, expr, suspension, call, resumption) cmd ->
  (label * procedure option) list

val label_bytes : int -> Big_trusted.t

val frame_extent : plans -> procedure -> extent

val pair_extent : (Big_trusted.t * Big_trusted.t) -> extent

val extern_extent : (Big_trusted.t * Big_trusted.t) table -> int -> extent

val program_extent :
  (Big_trusted.t * Big_trusted.t) table -> plans -> ty -> extent

val program_members :
  (Big_trusted.t * Big_trusted.t) table -> plans -> ty -> extent list

val extern_fits : (Big_trusted.t * Big_trusted.t) -> bool

val slot_inside : frame_layout -> int -> int -> bool

val slot_fits : frame_layout -> extent -> int -> int -> bool

val home_fits :
  (ty -> extent) -> proc -> frame_layout -> (mode * ty) -> bool -> home ->
  bool

val disjoint : home list -> bool

val points : (procedure -> bool) -> proc -> (label * procedure option) list

val stop_fits :
  plans -> frame_layout -> (int * int) table -> (label * procedure option) ->
  bool

val slots : (ty -> extent) -> proc -> frame_layout -> (int * extent) list

val areas :
  (procedure -> bool) -> plans -> proc -> (int * int) table -> (int * extent)
  list

val room : extent -> (int * extent) -> extent

val frame_room : frame_layout -> (int * extent) list -> extent

val coroutine_fits :
  (procedure -> bool) -> (ty -> extent) -> plans -> proc -> frame_layout ->
  bool

val frame_fits :
  (procedure -> bool) -> (ty -> extent) -> plans -> proc -> frame_layout ->
  bool

val check_procedure :
  program -> plans -> (procedure -> bool) -> (ty -> extent) -> procedure ->
  proc -> frame_layout -> bool

val suspending_of : program -> procedure -> bool

val refused_from :
  program -> plans -> (procedure -> bool) -> (ty -> extent) -> procedure ->
  proc list -> frame_layout list -> procedure option

val refused : program -> layout -> procedure option

val largest : width -> Big_trusted.t

val least :
  Big_trusted.t option -> Big_trusted.t option -> Big_trusted.t option

val both :
  (Big_trusted.t -> Big_trusted.t -> Big_trusted.t) -> Big_trusted.t option
  -> Big_trusted.t option -> Big_trusted.t option

val literal0 : expr -> Big_trusted.t option

val bound_arith :
  arith -> width -> Big_trusted.t option -> Big_trusted.t option ->
  Big_trusted.t option -> Big_trusted.t option

val bound : expr -> Big_trusted.t option

val within : Big_trusted.t option -> Big_trusted.t -> bool

type ccheck =
| KIndex of place * expr
| KArith of arith * width * expr * expr
| KNarrow of width * expr
| KFit of Big_trusted.t * expr
| KSlice of bool * bool * expr * expr * expr
| KLoad of width * expr * expr
| KCase of place * int
| KKey of place * expr
| KKeyAt of place * expr
| KPush of place * Big_trusted.t
| KAppend of place * Big_trusted.t * expr
| KResize of Big_trusted.t * expr
| KBlit of place * expr * expr
| KStore of width * place * expr
| KPut of place * Big_trusted.t * expr
| KWaits of place * int option

type cguard =
| GTrue
| GFalse
| GCheck of ccheck
| GAnd of cguard * cguard
| GCond of expr * cguard * cguard

val gand : cguard -> cguard -> cguard

val gcond : expr -> cguard -> cguard -> cguard

val gall : ('a1 -> cguard) -> 'a1 list -> cguard

val arith_total : arith -> width -> expr -> bool

val is_zero : expr -> bool

val times_zero : arith -> expr -> expr -> bool

val stays_below : arith -> width -> expr -> expr -> bool

val check_arith : arith -> width -> expr -> expr -> cguard

val check_narrow : width -> expr -> cguard

val check_resize : Big_trusted.t -> expr -> cguard

val same_place : place -> place -> bool

val in_order : expr -> expr -> bool

val check_slice : expr -> expr -> expr -> cguard

val check_fit : Big_trusted.t -> expr -> cguard

val guard_place : place -> cguard

val guard_expr : expr -> cguard

val guard_subscripts : place -> cguard

val guard_walk : place -> cguard

val guard_write : place -> cguard

val guard_dest : place option -> cguard

val guard_pass : arg -> cguard

val guard_args : arg list -> cguard

val guard_give_back : arg -> cguard

val guard_basic : basic -> cguard

val guard_ask : suspension -> cguard

val guard_call : call -> cguard

val guard_resume : resumption -> cguard

type ctest =
| CTest of cguard * expr
| CNot of ctest
| CBoth of ctest * ctest

val lower_test : expr -> ctest

type atom =
| AInt of int
| ALen of int
| ATag of int

val atom_eqb : atom -> atom -> bool

val atom_var : atom -> int

type lin = { base : Big_trusted.t; terms : (Big_trusted.t * atom) list }

val terms_eqb :
  (Big_trusted.t * atom) list -> (Big_trusted.t * atom) list -> bool

val lin_eqb : lin -> lin -> bool

val coefficient : atom -> (Big_trusted.t * atom) list -> Big_trusted.t

val add_term :
  Big_trusted.t -> atom -> (Big_trusted.t * atom) list ->
  (Big_trusted.t * atom) list

val plus : lin -> Big_trusted.t -> lin -> lin

val number : Big_trusted.t -> lin

val one : atom -> lin

val scale : Big_trusted.t -> lin -> lin

val mentions : int -> lin -> bool

val entails : int -> (atom -> lin list) -> lin list -> lin -> bool

val bytes_of : expr -> lin option

val linear : bool -> expr -> lin option

val size_of : bool -> expr -> lin option

val le : lin -> lin -> lin

val lt : lin -> lin -> lin

val goals : bool -> ccheck -> lin list option

val gains : bool -> cguard -> lin list

val compared : (lin -> bool) -> compare0 -> lin -> lin -> lin list * lin list

val outcomes : bool -> (lin -> bool) -> expr -> lin list * lin list

val declared : proc -> (mode * ty) table

val range0 : (mode * ty) table -> atom -> lin list

val depth : int

val proves : (mode * ty) table -> lin list -> lin -> bool

val in_scope : int list -> lin -> bool

val decides :
  (mode * ty) table -> int list -> lin list -> lin list option -> bool

val ease : (mode * ty) table -> int list -> lin list -> ccheck -> cguard

val passed : int list -> lin list -> lin list -> lin list

val prune :
  (mode * ty) table -> int list -> lin list -> cguard -> cguard * lin list

val verdicts : ctest -> lin list * lin list

val prune_test : (mode * ty) table -> int list -> lin list -> ctest -> ctest

val nothing : lin list option

val overwritten : place -> int list

val overwritten_dest : place option -> int list

val overwritten_arg : arg -> int list

val changed : basic -> int list

val changed_call : call -> int list

val forget : int list -> lin list -> lin list

val most : int

val learn : lin list -> lin list -> lin list

val equal : lin -> lin -> lin list

val moved : atom -> lin -> lin -> lin list

val grown : atom -> lin -> lin list -> lin list

val grows : int -> expr -> lin option

val assigned : bool -> (lin -> bool) -> int -> expr -> lin list

val after_run :
  bool -> (mode * ty) table -> lin list -> basic -> lin list option

val after_test :
  bool -> (mode * ty) table -> lin list -> expr -> bool -> lin list

val after_call : bool -> lin list -> call -> lin list

val among : lin -> lin list -> bool

val covered : lin list option -> lin list option -> bool

val join : lin list option -> lin list option -> lin list option

type visit =
| VRun of basic
| VTest of expr
| VCall of call
| VAsk of suspension

val touched :
  (procedure -> bool) -> (basic, expr, suspension, call, resumption) cmd ->
  int list option

val untouched :
  (procedure -> bool) -> (basic, expr, suspension, call, resumption) cmd ->
  lin list option -> lin list option

val asked : (visit -> lin list -> bool) -> visit -> lin list option -> bool

val flow :
  (procedure -> bool) -> (mode * ty) table -> bool -> (visit -> lin list ->
  bool) -> (basic, expr, suspension, call, resumption) cmd -> lin list option
  -> lin list option list -> lin list option option

type table_of_facts = procedure -> visit -> lin list

val function0 : program -> procedure -> bool

val accepts_facts : table_of_facts -> procedure -> visit -> lin list -> bool

val facts_flow :
  program -> (procedure -> bool) -> table_of_facts -> procedure -> proc ->
  bool

val check_facts : program -> table_of_facts -> bool

val scope : visit -> int list

val pruned_guard :
  table_of_facts -> procedure -> (mode * ty) table -> visit -> cguard ->
  cguard

val pruned_basic :
  table_of_facts -> procedure -> (mode * ty) table -> basic -> cguard

val pruned_test :
  table_of_facts -> procedure -> (mode * ty) table -> expr -> ctest

val pruned_call :
  table_of_facts -> procedure -> (mode * ty) table -> call -> cguard

val extent0 : program -> place -> lin option

val measure : program -> expr -> lin option

val quotient : arith -> expr -> expr -> (lin * Big_trusted.t) option

val at_most : expr -> (lin * lin list) list

val shows : expr -> (lin -> lin) -> lin list list

val with_lin : lin option -> (lin -> lin list list) -> lin list list

val ways : program -> ccheck -> lin list list

val decided : program -> (mode * ty) table -> lin list -> ccheck -> bool

val impossible : (mode * ty) table -> lin list -> bool

val settled : program -> (mode * ty) table -> lin list -> cguard -> bool

val guard_of : visit -> cguard

val needs_nothing : program -> (mode * ty) table -> visit -> lin list -> bool

val free : cguard -> bool

val comes_back : arg -> bool

val plain :
  (procedure -> bool) -> (basic, expr, suspension, call, resumption) cmd ->
  bool

val required : (procedure -> expr list) -> procedure -> lin list

val passed_as : arg -> expr

val passed_amount : arg list -> atom -> lin option

val passed_sum : arg list -> (Big_trusted.t * atom) list -> lin option

val passed_lin : arg list -> lin -> lin option

val shown_of_call :
  (procedure -> expr list) -> (mode * ty) table -> call -> lin list -> bool

val meets :
  (procedure -> expr list) -> (mode * ty) table -> visit -> lin list -> bool

val asks :
  program -> (procedure -> bool) -> (procedure -> expr list) -> procedure ->
  (mode * ty) table -> visit -> lin list -> bool

val trapless_flow :
  program -> (procedure -> bool) -> (procedure -> expr list) -> procedure ->
  proc -> bool

val may_require : (procedure -> expr list) -> procedure -> proc -> bool

val check_trapless :
  program -> (procedure -> bool) -> (procedure -> expr list) -> bool

val case_of_bool : bool -> int

val case_in : 'a1 val0 -> int option

type knowledge = (int * int) list

type spot = int * knowledge

val known_case : knowledge -> int -> int option

val all_known : knowledge -> knowledge -> bool

val forget_cases : int list -> knowledge -> knowledge

val most_known : int

val learn_case : int list -> int -> int option -> knowledge -> knowledge

val learn_dest :
  int list -> place option -> int option -> knowledge -> knowledge

val told_case : knowledge -> expr -> int option

val shown_by : bool -> expr -> (int * int) option

val once_tested : int list -> bool -> expr -> knowledge -> knowledge

val base_of : place -> int list

val base_dest : place option -> int list

val base_arg : arg -> int list

val base_args : arg list -> int list

val may_change : basic -> int list

val may_change_answer : suspension -> int list

val may_change_call : call -> int list

val may_change_resume : resumption -> int list

val after_basic : int list -> basic -> knowledge -> knowledge

type trigger =
| OnAsk of int * (int * int) option
| OnAnswer of int
| OnMark of int

type automaton = (trigger * int) list list

type letter =
| Asks of int * empty_set val0 list
| Answers of empty_set val0
| Marks of int

val triggered : trigger -> letter -> bool

val edge_of : (trigger * int) list -> letter -> int option

val covers : spot -> spot -> bool

val is_among : spot -> spot list -> bool

val all_among : spot list -> spot list -> bool

val joined : spot list -> spot list -> spot list

val joined_exits : spot list list -> spot list list -> spot list list

val from_all : (spot -> spot list option) -> spot list -> spot list option

val surely : suspension -> trigger -> bool option

val may_lead : (trigger * int) list -> suspension -> int list option

val cases_of : ty -> int option

val on_answer : (trigger * int) -> bool

val answered : (trigger * int) list -> int -> int option

val when_answered :
  program -> (int -> (trigger * int) list option) -> int list -> suspension
  -> knowledge -> int -> spot list option

val all_answered :
  program -> (int -> (trigger * int) list option) -> int list -> suspension
  -> knowledge -> int list -> spot list option

val when_asked :
  program -> (int -> (trigger * int) list option) -> int list -> suspension
  -> spot -> spot list option

val when_marked :
  (int -> (trigger * int) list option) -> int -> spot -> spot list option

val when_returned : int list -> call -> int -> spot -> spot -> spot

type context = { whose : procedure; entered : int; ends : spot list;
                 labelled : (label * spot list) list; watched : int list }

val at_label0 : context -> label -> spot list

val called : context list -> procedure -> int -> spot list option

val when_called :
  program -> context list -> context -> call -> spot -> spot list option

val may_be : context -> bool -> expr -> spot list -> spot list

val course :
  program -> (int -> (trigger * int) list option) -> (int -> int option) ->
  context list -> context -> (basic, expr, suspension, call, resumption) cmd
  -> spot list -> ((spot list * spot list list) * spot list) option

val check_context :
  program -> (int -> (trigger * int) list option) -> (int -> int option) ->
  context list -> context -> bool

val check_order :
  program -> automaton -> (int -> int option) -> context list -> procedure ->
  bool

type itype =
| IBool
| U8
| U16
| U32
| U64
| I32
| I64

val itype_eqb : itype -> itype -> bool

val signed : itype -> bool

val bit_size : itype -> Big_trusted.t

val least_of : itype -> Big_trusted.t

val most_of : itype -> Big_trusted.t

val holds : itype -> Big_trusted.t -> bool

val promote : itype -> itype

val common : itype -> itype -> itype

val convert : itype -> Big_trusted.t -> Big_trusted.t option

val computed : itype -> Big_trusted.t -> Big_trusted.t option

type operator =
| OMul
| ODiv
| ORem
| OAdd
| OSub
| OShl
| OShr
| OLt
| OGt
| OLe
| OGe
| OEq
| ONe
| OAnd
| OXor
| OOr

type form =
| Arithmetic
| Shift
| Comparison

val form_of : operator -> form

val operator_type : operator -> itype -> itype -> itype

val arithmetic :
  operator -> itype -> Big_trusted.t -> Big_trusted.t -> Big_trusted.t option

val shift :
  operator -> itype -> Big_trusted.t -> Big_trusted.t -> Big_trusted.t option

val comparison0 : operator -> Big_trusted.t -> Big_trusted.t -> bool

val truth : bool -> Big_trusted.t

val binary :
  operator -> itype -> Big_trusted.t -> itype -> Big_trusted.t ->
  Big_trusted.t option

val complement : itype -> Big_trusted.t -> Big_trusted.t option

type notation =
| Plain
| Unsigned
| Hexadecimal
| Wide

val constant_type : notation -> Big_trusted.t -> itype option

type vtype =
| TyInt of itype
| TyPointer

type ('v, 'm, 'f) cexpr =
| XConstant of notation * Big_trusted.t
| XBool of bool
| XString of Big_trusted.t list
| XRead of vtype * ('v, 'm, 'f) clvalue
| XAddress of ('v, 'm, 'f) clvalue
| XParen of ('v, 'm, 'f) cexpr
| XNot of ('v, 'm, 'f) cexpr
| XComplement of ('v, 'm, 'f) cexpr
| XCast of itype * ('v, 'm, 'f) cexpr
| XBinary of operator * ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
| XAndAlso of ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
| XOrElse of ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
| XChoice of ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
| XCall of 'f * itype * ('v, 'm, 'f) cexpr list
and ('v, 'm, 'f) clvalue =
| LVariable of 'v
| LMember of ('v, 'm, 'f) clvalue * 'm
| LSubscript of ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr

type 'm object0 =
| OInt of itype * Big_trusted.t
| OStruct of ('m -> 'm object0 option)
| OArray of 'm object0 list
| OPointer of 'm object0 list * Big_trusted.t
| OIndeterminate

type 'm value =
| VInteger of itype * Big_trusted.t
| VPointer of 'm object0 list * Big_trusted.t
| VAddress of 'm object0

val member0 : 'a1 object0 option -> 'a1 -> 'a1 object0 option

val nth_object : 'a1 object0 list -> Big_trusted.t -> 'a1 object0 option

val read : vtype -> 'a1 object0 option -> 'a1 value option

val as_integer : 'a1 value -> (itype * Big_trusted.t) option

val type_of : ('a1, 'a2, 'a3) cexpr -> itype option

val all : ('a1 -> 'a2 option) -> 'a1 list -> 'a2 list option

val operate : operator -> 'a1 value -> 'a1 value -> 'a1 value option

val subscript : 'a1 value -> 'a1 value -> 'a1 object0 option

val eval0 :
  ('a1 -> 'a2 object0 option) -> ('a3 -> 'a2 value list -> Big_trusted.t
  option) -> ('a1, 'a2, 'a3) cexpr -> 'a2 value option

val denote :
  ('a1 -> 'a2 object0 option) -> ('a3 -> 'a2 value list -> Big_trusted.t
  option) -> ('a1, 'a2, 'a3) clvalue -> 'a2 object0 option

val byte_of : 'a1 object0 -> Big_trusted.t option

val bytes_at :
  'a1 object0 list -> Big_trusted.t -> Big_trusted.t -> Big_trusted.t list
  option

val conditional : int

val logical_or : int

val logical_and : int

val cast : int

val unary : int

val postfix : int

val operator_level : operator -> int

val level : ('a1, 'a2, 'a3) cexpr -> int

val at_least : int -> ('a1, 'a2, 'a3) cexpr -> bool

val grammatical : ('a1, 'a2, 'a3) cexpr -> bool

val grammatical_lvalue : ('a1, 'a2, 'a3) clvalue -> bool

type ('v, 'm, 'f) cstat =
| STrap
| STrapIf of ('v, 'm, 'f) cexpr
| SNever
| SAssign of itype * ('v, 'm, 'f) clvalue * ('v, 'm, 'f) cexpr
| SCopy of ('v, 'm, 'f) clvalue * ('v, 'm, 'f) clvalue
| SArray of Big_trusted.t * ('v, 'm, 'f) clvalue
| SBytes of bool * ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
   * ('v, 'm, 'f) cexpr
| SZeros of ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
| SClear of Big_trusted.t * itype * ('v, 'm, 'f) clvalue
| SDigits of bool * itype * ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cexpr
| SWhen of ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cstat list
| SBlock of itype * 'v * ('v, 'm, 'f) cexpr * ('v, 'm, 'f) cstat list

type 'm step1 =
| IMember of 'm
| IElement of Big_trusted.t

val step_eq_dec0 :
  ('a1, 'a1) relDecision -> ('a1 step1, 'a1 step1) relDecision

val store_member :
  ('a1, 'a1) relDecision -> ('a1 -> 'a1 -> bool) -> 'a1 -> ('a1 object0
  option -> 'a1 object0 option) -> 'a1 object0 option -> 'a1 object0 option

val changed_element :
  'a1 object0 list -> Big_trusted.t -> ('a1 object0 option -> 'a1 object0
  option) -> 'a1 object0 list option

val store_element :
  Big_trusted.t -> ('a1 object0 option -> 'a1 object0 option) -> 'a1 object0
  option -> 'a1 object0 option

val store :
  ('a2, 'a2) relDecision -> ('a3 -> 'a2 value list -> Big_trusted.t option)
  -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a2 object0 option) -> ('a1, 'a2, 'a3)
  clvalue -> ('a2 object0 option -> 'a2 object0 option) -> ('a1 * 'a2
  object0) option

val stored :
  ('a1, 'a1) relDecision -> ('a1 -> 'a1 -> bool) -> ('a1 -> 'a2 object0
  option) -> 'a1 -> 'a2 object0 -> 'a1 -> 'a2 object0 option

val path :
  ('a3 -> 'a2 value list -> Big_trusted.t option) -> ('a1 -> 'a2 object0
  option) -> ('a1, 'a2, 'a3) clvalue -> ('a1 * 'a2 step1 list) option

val points0 :
  ('a3 -> 'a2 value list -> Big_trusted.t option) -> ('a1 -> 'a2 object0
  option) -> ('a1, 'a2, 'a3) cexpr -> (('a1 * 'a2 step1
  list) * Big_trusted.t) option

val is_string : ('a1, 'a2, 'a3) cexpr -> bool

val apart_steps :
  ('a1, 'a1) relDecision -> ('a1 -> 'a1 -> bool) -> 'a1 step1 list -> 'a1
  step1 list -> bool

val apart_paths :
  ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a2 -> 'a2 -> bool) ->
  ('a1 -> 'a1 -> bool) -> ('a1 * 'a2 step1 list) -> ('a1 * 'a2 step1 list) ->
  bool

val copies_well :
  ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3 -> 'a2 value list
  -> Big_trusted.t option) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a1 -> bool) ->
  ('a1 -> 'a2 object0 option) -> ('a1, 'a2, 'a3) clvalue -> ('a1, 'a2, 'a3)
  clvalue -> bool

val memcpy_well :
  ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3 -> 'a2 value list
  -> Big_trusted.t option) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a1 -> bool) ->
  ('a1 -> 'a2 object0 option) -> ('a1, 'a2, 'a3) cexpr -> ('a1, 'a2, 'a3)
  cexpr -> Big_trusted.t -> bool

val elements : Big_trusted.t -> 'a1 object0 option -> 'a1 object0 list

val put_bytes :
  Big_trusted.t -> Big_trusted.t list -> 'a1 object0 list -> 'a1 object0 list
  option

val store_bytes :
  Big_trusted.t -> Big_trusted.t list -> 'a1 object0 option -> 'a1 object0
  option

val target0 :
  ('a3 -> 'a2 value list -> Big_trusted.t option) -> ('a1 -> 'a2 object0
  option) -> ('a1, 'a2, 'a3) cexpr -> (('a1, 'a2, 'a3)
  clvalue * Big_trusted.t) option

type ('v, 'm) ending =
| Ends of ('v -> 'm object0 option)
| Traps of ('v -> 'm object0 option)

val put_at :
  ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3 -> 'a2 value list
  -> Big_trusted.t option) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a1 -> bool) ->
  ('a1 -> 'a2 object0 option) -> ('a1, 'a2, 'a3) cexpr -> Big_trusted.t list
  -> ('a1, 'a2) ending option

val extent1 :
  ('a3 -> 'a2 value list -> Big_trusted.t option) -> ('a1 -> 'a2 object0
  option) -> ('a1, 'a2, 'a3) cexpr -> Big_trusted.t option

val digits : int -> Big_trusted.t -> Big_trusted.t list

val digits_of : bool -> itype -> Big_trusted.t -> Big_trusted.t list

val and_then :
  ('a1, 'a2) ending option -> (('a1 -> 'a2 object0 option) -> ('a1, 'a2)
  ending option) -> ('a1, 'a2) ending option

val in_order0 :
  (('a1, 'a2, 'a3) cstat -> ('a1 -> 'a2 object0 option) -> ('a1, 'a2) ending
  option) -> ('a1, 'a2, 'a3) cstat list -> ('a1 -> 'a2 object0 option) ->
  ('a1, 'a2) ending option

val leave0 :
  ('a1, 'a1) relDecision -> 'a1 -> ('a1 -> 'a2 object0 option) -> ('a1 -> 'a2
  object0 option) -> 'a1 -> 'a2 object0 option

val perform :
  ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3 -> 'a2 value list
  -> Big_trusted.t option) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a1 -> bool) ->
  ('a1, 'a2, 'a3) cstat -> ('a1 -> 'a2 object0 option) -> ('a1, 'a2) ending
  option

val exec :
  ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3 -> 'a2 value list
  -> Big_trusted.t option) -> ('a2 -> 'a2 -> bool) -> ('a1 -> 'a1 -> bool) ->
  ('a1, 'a2, 'a3) cstat list -> ('a1 -> 'a2 object0 option) -> ('a1, 'a2)
  ending option

type mark =
| MOpen
| MClose
| MSquare
| MSquared
| MBrace
| MBraced
| MDot
| MArrow
| MStar
| MAddress
| MNot
| MTilde
| MAndAnd
| MOrOr
| MQuestion
| MColon
| MComma
| MSemicolon
| MBecomes
| MConst
| MCopy
| MMove
| MZeros
| MSizeof
| MIf
| MUnlikely
| MTrap
| MNever

type ('v, 'm, 'f) word =
| WMark of mark
| WVariable of 'v
| WMember of 'm
| WFunction of 'f
| WConstant of notation * Big_trusted.t
| WBool of bool
| WString of Big_trusted.t list
| WType of itype
| WOperator of operator
| WDigits of bool * itype

val put_all :
  (('a1, 'a2, 'a3) cexpr -> ('a1, 'a2, 'a3) word list -> ('a1, 'a2, 'a3) word
  list) -> ('a1, 'a2, 'a3) cexpr list -> ('a1, 'a2, 'a3) word list -> ('a1,
  'a2, 'a3) word list

val put :
  ('a1 -> bool) -> ('a1, 'a2, 'a3) cexpr -> ('a1, 'a2, 'a3) word list ->
  ('a1, 'a2, 'a3) word list

val put_lvalue :
  ('a1 -> bool) -> ('a1, 'a2, 'a3) clvalue -> ('a1, 'a2, 'a3) word list ->
  ('a1, 'a2, 'a3) word list

val put_assignment :
  ('a1 -> bool) -> ('a1, 'a2, 'a3) clvalue -> ('a1, 'a2, 'a3) cexpr -> ('a1,
  'a2, 'a3) word list -> ('a1, 'a2, 'a3) word list

val put_statement :
  ('a1 -> bool) -> ('a1, 'a2, 'a3) cstat -> ('a1, 'a2, 'a3) word list ->
  ('a1, 'a2, 'a3) word list

val words_of :
  ('a1 -> bool) -> ('a1, 'a2, 'a3) cstat list -> ('a1, 'a2, 'a3) word list

val grammatical_statement : ('a1, 'a2, 'a3) cstat -> bool

type variable0 =
| NVariable of int
| NConstant of int
| NTemporary of int

type member_name =
| MLen
| MData
| MElements
| MTag
| MCases
| MCount
| MKeys
| MValues
| MIndex
| MPart of ty * int

type function_name =
| FEqual
| FLoad of endian * width
| FMulOverflows
| FFind of ty
| FHas of ty
| FWaits of procedure

val unsigned_of : width -> itype

val cell_type : Big_trusted.t -> itype

val length_type : ty -> itype option

val tag_type : ty list -> itype

val waits_code : int option -> Big_trusted.t

val position : member_name object0 list -> int -> Big_trusted.t -> int option

val find1 :
  member_name object0 -> Big_trusted.t -> (Big_trusted.t * Big_trusted.t)
  option

val functions :
  (procedure -> member_name object0 -> Big_trusted.t option) -> function_name
  -> member_name value list -> Big_trusted.t option

val constant_of :
  notation -> Big_trusted.t -> (variable0, member_name, function_name) cexpr
  option

val notation_of : width -> notation

val number0 :
  width -> Big_trusted.t -> (variable0, member_name, function_name) cexpr

val narrow :
  width -> (variable0, member_name, function_name) cexpr -> (variable0,
  member_name, function_name) cexpr

val widened :
  width -> (variable0, member_name, function_name) cexpr -> (variable0,
  member_name, function_name) cexpr

val infix :
  operator -> (variable0, member_name, function_name) cexpr -> (variable0,
  member_name, function_name) cexpr -> (variable0, member_name,
  function_name) cexpr

val rotated :
  operator -> operator -> width -> expr -> (variable0, member_name,
  function_name) cexpr -> (variable0, member_name, function_name) cexpr ->
  (variable0, member_name, function_name) cexpr

val lower_arith :
  arith -> width -> expr -> expr -> (variable0, member_name, function_name)
  cexpr -> (variable0, member_name, function_name) cexpr -> (variable0,
  member_name, function_name) cexpr

val comparison_of : compare0 -> operator

val complemented :
  width -> (variable0, member_name, function_name) cexpr -> (variable0,
  member_name, function_name) cexpr

val apart0 :
  expr -> (variable0, member_name, function_name) cexpr -> (variable0,
  member_name, function_name) cexpr

val chosen :
  ty -> (variable0, member_name, function_name) cexpr -> (variable0,
  member_name, function_name) cexpr -> (variable0, member_name,
  function_name) cexpr -> (variable0, member_name, function_name) cexpr

val typed :
  ((variable0, member_name, function_name) cexpr * ty) option -> ty ->
  (variable0, member_name, function_name) cexpr option

val data_of :
  (variable0, member_name, function_name) clvalue -> (variable0, member_name,
  function_name) cexpr

val length_of :
  itype -> (variable0, member_name, function_name) clvalue -> (variable0,
  member_name, function_name) cexpr

val count_of :
  Big_trusted.t -> (variable0, member_name, function_name) clvalue ->
  (variable0, member_name, function_name) cexpr

val tag_of :
  ty list -> (variable0, member_name, function_name) clvalue -> (variable0,
  member_name, function_name) cexpr

val lower_place :
  (int -> ty option) -> (int -> ty option) -> place -> ((variable0,
  member_name, function_name) clvalue * ty) option

val lower :
  (int -> ty option) -> (int -> ty option) -> expr -> ((variable0,
  member_name, function_name) cexpr * ty) option

val lower_bytes :
  (int -> ty option) -> (int -> ty option) -> expr -> ((variable0,
  member_name, function_name) cexpr * (variable0, member_name, function_name)
  cexpr) option

type failure =
| Always
| When of (variable0, member_name, function_name) cexpr

val when0 :
  (variable0, member_name, function_name) cexpr -> failure list option

val less :
  (variable0, member_name, function_name) cexpr -> (variable0, member_name,
  function_name) cexpr -> (variable0, member_name, function_name) cexpr

val greater :
  (variable0, member_name, function_name) cexpr -> (variable0, member_name,
  function_name) cexpr -> (variable0, member_name, function_name) cexpr

val reaches :
  (variable0, member_name, function_name) cexpr -> (variable0, member_name,
  function_name) cexpr -> (variable0, member_name, function_name) cexpr

val minus :
  (variable0, member_name, function_name) cexpr -> (variable0, member_name,
  function_name) cexpr -> (variable0, member_name, function_name) cexpr

val bound_of :
  Big_trusted.t -> (variable0, member_name, function_name) cexpr option

val lower_int :
  (int -> ty option) -> (int -> ty option) -> expr -> ((variable0,
  member_name, function_name) cexpr * width) option

val length_at :
  (int -> ty option) -> (int -> ty option) -> place -> (variable0,
  member_name, function_name) cexpr option

val beyond :
  (int -> ty option) -> (int -> ty option) -> (variable0, member_name,
  function_name) cexpr -> expr -> Big_trusted.t -> failure list option

val index_fails :
  (int -> ty option) -> (int -> ty option) -> place -> expr -> failure list
  option

val constant_factor :
  width -> Big_trusted.t -> (variable0, member_name, function_name) cexpr ->
  failure list option

val arith_fails :
  (int -> ty option) -> (int -> ty option) -> arith -> width -> expr -> expr
  -> failure list option

val slice_fails :
  (int -> ty option) -> (int -> ty option) -> bool -> bool -> expr -> expr ->
  expr -> failure list option

val blit_fails :
  (int -> ty option) -> (int -> ty option) -> place -> expr -> expr ->
  failure list option

val has :
  (int -> ty option) -> (int -> ty option) -> place -> expr -> (((variable0,
  member_name, function_name) clvalue * Big_trusted.t) * (variable0,
  member_name, function_name) cexpr) option

val check_fails :
  (int -> ty option) -> (int -> ty option) -> ccheck -> failure list option

val condition : failure -> (variable0, member_name, function_name) cexpr

val any :
  failure -> failure list -> (variable0, member_name, function_name) cexpr

val guard_fails :
  (int -> ty option) -> (int -> ty option) -> cguard -> failure list option

val width_eq_dec : (width, width) relDecision

val same_ty : ty -> ty -> bool

val ty_eq_dec : (ty, ty) relDecision

val expr_eq_dec : (expr, expr) relDecision

val variable_eq_dec : (variable0, variable0) relDecision

val member_eq_dec : (member_name, member_name) relDecision

val beside0 : member_name -> member_name -> bool

val stored_type : ty -> itype option

val void : ty -> bool

val solid : ty -> bool

val owner :
  (variable0, member_name, function_name) clvalue -> variable0 option

val case_of :
  (variable0, member_name, function_name) clvalue -> ty -> int -> (variable0,
  member_name, function_name) clvalue

val tagged0 :
  (variable0, member_name, function_name) clvalue -> ty list -> int ->
  (variable0, member_name, function_name) cstat option

val its_array :
  (variable0, member_name, function_name) clvalue -> Big_trusted.t ->
  (variable0, member_name, function_name) cstat

val parts :
  (int -> ty -> 'a1 -> 'a2 -> ((variable0, member_name, function_name) cstat
  list * 'a2) option) -> int -> ty list -> 'a1 list -> 'a2 -> ((variable0,
  member_name, function_name) cstat list * 'a2) option

val lower_clear :
  (ty -> bool) -> (variable0, member_name, function_name) clvalue -> ty ->
  (variable0, member_name, function_name) cstat list option

val has_room :
  (int -> ty option) -> (int -> ty option) -> Big_trusted.t -> expr -> bool

val lower_fitting :
  (int -> ty option) -> (int -> ty option) -> int -> (variable0, member_name,
  function_name) clvalue -> Big_trusted.t -> expr -> ((variable0,
  member_name, function_name) cstat list * int) option

val lower_whole :
  (int -> ty option) -> (int -> ty option) -> (variable0, member_name,
  function_name) clvalue -> ty -> place -> (variable0, member_name,
  function_name) cstat list option

val lower_into :
  (int -> ty option) -> (int -> ty option) -> (ty -> bool) -> int ->
  (variable0, member_name, function_name) clvalue -> ty -> expr ->
  ((variable0, member_name, function_name) cstat list * int) option

val way :
  (variable0, member_name, function_name) cexpr -> (variable0 * member_name
  option list) option

val way_at :
  (variable0, member_name, function_name) clvalue -> (variable0 * member_name
  option list) option

val apart_ways : member_name option list -> member_name option list -> bool

val read_length :
  Big_trusted.t -> (variable0, member_name, function_name) clvalue ->
  (variable0, member_name, function_name) cexpr

val set_length :
  Big_trusted.t -> (variable0, member_name, function_name) clvalue ->
  (variable0, member_name, function_name) cexpr -> (variable0, member_name,
  function_name) cstat

val lower_changed :
  (int -> ty option) -> (int -> ty option) -> place -> (((variable0,
  member_name, function_name) clvalue * ty) * variable0) option

val lower_bounded :
  (int -> ty option) -> (int -> ty option) -> place -> Big_trusted.t ->
  ((variable0, member_name, function_name) clvalue * variable0) option

val elsewhere :
  (variable0 -> variable0 -> bool) -> (variable0, member_name, function_name)
  cexpr -> (variable0, member_name, function_name) cexpr -> bool

val lower_push :
  (int -> ty option) -> (int -> ty option) -> place -> Big_trusted.t -> expr
  -> (variable0, member_name, function_name) cstat list option

val lower_append :
  (int -> ty option) -> (int -> ty option) -> (variable0 -> variable0 ->
  bool) -> bool -> int -> place -> Big_trusted.t -> expr -> (variable0,
  member_name, function_name) cstat list option

val lower_resize :
  (int -> ty option) -> (int -> ty option) -> int -> place -> Big_trusted.t
  -> expr -> ((variable0, member_name, function_name) cstat list * int) option

val lower_over :
  (int -> ty option) -> (int -> ty option) -> place -> expr -> ((variable0,
  member_name, function_name) clvalue * (variable0, member_name,
  function_name) cexpr) option

val lower_blit :
  (int -> ty option) -> (int -> ty option) -> (variable0 -> variable0 ->
  bool) -> bool -> place -> expr -> expr -> (variable0, member_name,
  function_name) cstat list option

val lower_number :
  (int -> ty option) -> (int -> ty option) -> endian -> width -> place ->
  expr -> expr -> (variable0, member_name, function_name) cstat list option

val converted : expr -> expr

val trap_if : failure -> (variable0, member_name, function_name) cstat

val fails_always : failure list -> bool

val while_writing :
  (int -> ty option) -> (variable0 -> variable0 -> bool) -> variable0 -> int
  -> ty option

val lower_store :
  (int -> ty option) -> (int -> ty option) -> (variable0 -> variable0 ->
  bool) -> (ty -> bool) -> int -> place -> expr -> ((variable0, member_name,
  function_name) cstat list * int) option

val lower_effect :
  (int -> ty option) -> (int -> ty option) -> (variable0 -> variable0 ->
  bool) -> (ty -> bool) -> bool -> int -> basic -> ((variable0, member_name,
  function_name) cstat list * int) option

val lower_basic :
  (int -> ty option) -> (int -> ty option) -> (variable0 -> variable0 ->
  bool) -> (ty -> bool) -> cguard -> bool -> int -> basic -> ((variable0,
  member_name, function_name) cstat list * int) option

val lower_trapless :
  (int -> ty option) -> (int -> ty option) -> (variable0 -> variable0 ->
  bool) -> (ty -> bool) -> cguard -> bool -> int -> basic -> ((variable0,
  member_name, function_name) cstat list * int) option

val apart_in : plans -> procedure -> variable0 -> variable0 -> bool

type ('a, 't, 'x, 'p) move =
| Silent of 'p
| Turns of 'p
| Does of 'a * 'p
| Tests of 't * 'p * 'p
| Waits of 'x * 'p
| Returns
| Lost

type leaf =
| LBasic of basic
| LCall of label * call
| LResume of resumption
| LAnswer of label * suspension
| LEnter of label * call

type point =
| PAsk of label * suspension
| PCall of label * call

type part = cguard * expr

type question =
| QTest of part
| QDone of label * call

val leaf_eq_dec : (leaf, leaf) relDecision

val point_eq_dec : (point, point) relDecision

val question_eq_dec : (question, question) relDecision

type source_position =
| Focus of (basic, expr, suspension, call, resumption) cmd
   * (basic, expr, suspension, call, resumption) kont
| Asking of ctest * source_position * source_position
| Answered of label * suspension
   * (basic, expr, suspension, call, resumption) kont
| Calling of label * call * (basic, expr, suspension, call, resumption) kont
| Waiting of label * call * (basic, expr, suspension, call, resumption) kont

val source_position_eq_dec : (source_position, source_position) relDecision

val source_move :
  (procedure -> bool) -> (expr -> ctest) -> (basic, expr, suspension, call,
  resumption) cmd -> source_position -> (leaf, question, point,
  source_position) move

type target1 =
| After of int
| Named of label
| Stop of int

type jump =
| Break
| Continue
| To of target1
| Done
| Out

type statement =
| NLeaf of leaf
| NIfJump of part * bool * jump
| NJump of jump
| NHere of target1
| NStore of int
| NAsk of label * suspension * int option
| NStep of label * call * int option

type line =
| NLine of statement
| NIf of part * bool
| NElse
| NFor
| NClose

type switch = { likely : (int * int) list; cases : (int * int) list;
                told : (int * point) list }

type stat =
| SSkip
| SLine of statement
| SSeq of stat * stat
| SIf of part * bool * stat * stat
| SFor of stat

type outer =
| OSeq of stat
| OFor of stat

type text_position =
| Pos of stat * outer list * int option
| Leaving of point * int option
| Entering of int option

val key : target1 -> int

val labels : stat -> outer list -> (int * outer list) list

val by_number : (int * 'a1) list -> 'a1 table

val innermost : outer list -> (stat * outer list) option

type text = { likely_at : int table; case_at : int table;
              told_at : point table; label_at : outer list table;
              at_limit : int; body_of : stat }

val whole : switch -> int -> stat -> text

type way0 =
| Beginning
| To_stop of int
| Ended

val arrives : text -> int -> way0

val lands :
  text -> target1 -> int option -> (leaf, question, point, text_position) move

val jumps :
  text -> jump -> outer list -> int option -> (leaf, question, point,
  text_position) move

val tests :
  part -> bool -> text_position -> text_position -> (leaf, question, point,
  text_position) move

val store_at : text -> int option -> int option -> int option

val leaves :
  text -> point -> int option -> (leaf, question, point, text_position) move

val enters : text -> int option -> (leaf, question, point, text_position) move

val text_move :
  text -> text_position -> (leaf, question, point, text_position) move

val statements : int -> line list -> (stat * line list) option

val structured : line list -> stat option

val settled0 : ('a4 -> ('a1, 'a2, 'a3, 'a4) move) -> int -> 'a4 -> 'a4 option

type ('p1, 'p2) pair = { first : 'p1; second : 'p2; leads : int list }

val lead_to :
  ('a4, 'a4) relDecision -> ('a4 -> ('a1, 'a2, 'a3, 'a4) move) -> ('a5 ->
  ('a1, 'a2, 'a3, 'a5) move) -> ('a5 -> 'a5 -> decision) -> int -> ('a4, 'a5)
  pair table -> 'a4 -> 'a5 -> int -> bool

val pair_closed :
  ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3, 'a3) relDecision
  -> ('a4, 'a4) relDecision -> ('a4 -> ('a1, 'a2, 'a3, 'a4) move) -> ('a5 ->
  ('a1, 'a2, 'a3, 'a5) move) -> ('a5 -> 'a5 -> decision) -> int -> ('a4, 'a5)
  pair table -> ('a4, 'a5) pair -> bool

val agree :
  ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a3, 'a3) relDecision
  -> ('a4, 'a4) relDecision -> ('a4 -> ('a1, 'a2, 'a3, 'a4) move) -> ('a5 ->
  ('a1, 'a2, 'a3, 'a5) move) -> ('a5 -> 'a5 -> decision) -> int -> ('a4, 'a5)
  pair list -> 'a4 -> 'a5 -> bool

val text_position_eq_dec : (text_position, text_position) relDecision

val forgotten : text_position -> text_position

val below_dec : text_position -> text_position -> decision

val beginning : bool -> stat -> text_position

val same_control :
  int -> (procedure -> bool) -> (expr -> ctest) -> (basic, expr, suspension,
  call, resumption) cmd -> bool -> int -> switch -> line list -> (text ->
  (source_position, text_position) pair list) -> bool
