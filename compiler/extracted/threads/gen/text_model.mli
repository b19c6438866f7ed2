
type __ = Obj.t

val negb : bool -> bool

val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> int

val app : 'a1 list -> 'a1 list -> 'a1 list

val id : __ -> __

val pred : int -> int

val add : int -> int -> int



val compose : ('a2 -> 'a3) -> ('a1 -> 'a2) -> 'a1 -> 'a3

module Pos :
 sig
  val succ : int -> int

  val of_succ_nat : int -> int
 end

val tl : 'a1 list -> 'a1 list

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val find : ('a1 -> bool) -> 'a1 list -> 'a1 option

val firstn : int -> 'a1 list -> 'a1 list

val skipn : int -> 'a1 list -> 'a1 list

val list_sum : int list -> int

type decision = bool

val decide : decision -> bool

type ('a, 'b) filter = __ -> ('a -> decision) -> 'b -> 'b

val filter0 : ('a1, 'a2) filter -> ('a1 -> decision) -> 'a2 -> 'a2

val true_dec : decision

val false_dec : decision

val is_true_dec : bool -> decision

val list_filter : ('a1 -> decision) -> 'a1 list -> 'a1 list

val imap : (int -> 'a1 -> 'a2) -> 'a1 list -> 'a2 list

type 'a table =
| Leaf
| Node of 'a table * 'a option * 'a table

val trie_find : int -> 'a1 table -> 'a1 option

val trie_add : int -> 'a1 -> 'a1 table -> 'a1 table

val look : 'a1 table -> int -> 'a1 option

val distinct_onto : int list -> unit table -> unit table option

val distinct : int list -> bool

type token = string

type frag =
| Copied of (int * token) list
| Own of token list
| Place of int

val split_words : string -> string * token list

val words : string -> token list

type code =
| CNone
| CThen of code * code
| CAct of frag list
| CRaw of frag list
| CBraces of code
| CIf of frag list * code
| CElse of frag list * code * code
| CWhile of frag list * code
| CDo of code * frag list
| CFor of code
| CSwitch of frag list * code
| CCase of frag list
| CLabel of token
| CGoto of token
| CBreak
| CContinue
| CReturn of frag list
| CAt of int
| CPark of frag list
| CResume of bool * int * code
| CLanding of bool * int

val flat_frag : (int -> token list) -> frag -> token list -> token list

val flat_text : (int -> token list) -> frag list -> token list -> token list

val way_in : (int -> token) -> bool -> int -> token list -> token list

val w_at : token list

val w_park : token list

val w_parked : token list

val w_never : token list

val w_ever : token list

val flat :
  (int -> token) -> (int -> token list) -> code -> token list -> token list

val frag_places : frag -> int list

val text_places : frag list -> int list

val places : code -> int list

val ways : code -> int list

type form =
| Assigned
| Moved

type callee =
| ByName of token
| ByPointer of token list * frag list

type manner =
| Primitive
| Framed
| Shared
| Tail

type call = { call_number : int; manner_of : manner; called : callee;
              arguments : (token list * frag list) list;
              passed_as : token list list; fixed : int option;
              area : token list; into : (int * form) option;
              result : token list; result_scalar : bool }

type part = { part_number : int; first_call : int; last_call : int;
              part_entries : (token * int) list;
              part_exits : (token * int) list; part_breaks : bool;
              part_continues : bool }

type stmt =
| TNone
| TThen of stmt * stmt
| TNothing
| TText of frag list
| TEval of frag list
| TSet of form * token list * token list * int * frag list
| TDefine of token list * token list * token * frag list option
| TCall of call
| TPart of part
| TBlock of stmt
| TIf of frag list * stmt * stmt
| TWhile of frag list * stmt
| TDo of stmt * frag list
| TFor of stmt * token option * stmt
| TSwitch of frag list * stmt
| TCase of frag list
| TLabel of token
| TGoto of token
| TBreak
| TContinue
| TReturn of ((form * token list) * frag list) option

type unit_of_c = { unit_number : int; has_calls : bool; has_parts : bool;
                   looks_deep : bool;
                   temporaries : (token list * token) list;
                   entries : (token * int) list; exits : (token * int) list;
                   breaks : bool; continues : bool; body : stmt }

val own : string -> frag

val typeof : token list -> frag

val in_order : code list -> code

val suffixed : (int -> token) -> string -> int -> token

val argument_name : (int -> token) -> int -> token

val behind_name : (int -> token) -> int -> token

val result_of : call -> frag list

val bytes_of : int -> frag list -> code

val passed : (token list * frag list) list -> frag list

val definitions : (int -> token) -> (token list * frag list) list -> code

val types : token list list -> frag list

val names : token list -> frag list

val pushed : (int -> token) -> call -> token list -> code

val run_of : call -> frag list

val callee_name : call -> token

val call_code : (int -> token) -> token list -> bool -> call -> code

val fell_through : int

val broke : int

val continued : int

val range : (int -> token) -> int -> int -> token list

val returned : (int -> token) -> int -> frag list

val part_code : (int -> token) -> token -> bool -> part -> code

val set_code : form -> token list -> token list -> int -> frag list -> code

val return_code : ((form * token list) * frag list) option -> code

val code_of : (int -> token) -> token -> token list -> bool -> stmt -> code

val ways_named : bool -> stmt -> (int * int) list

val opening : unit_of_c -> code

val dispatch : (int -> token) -> unit_of_c -> code

val frame : token -> token

val unit_code : (int -> token) -> token -> token list -> unit_of_c -> code

type member = { variable : int; member_name : token;
                member_type : token list; member_align : token list }

type parameter = { parameter_variable : int; parameter_name : token;
                   parameter_type : token list; parameter_form : form }

type framed = { framed_name : token; result_type : token list option;
                variadic : bool; members : (int * member list) list;
                parameters : parameter list; entered : token list list }

val in_its_place : (int -> int option) -> int -> member -> bool

val laid_out : (int -> int option) -> framed -> bool

val suffix : framed -> string -> token

val structure_name : framed -> token

val member_code : member -> code

val group_code : member list -> code

val structure_code : framed -> code

val fixed_size : token list

val stored : parameter -> code

val push_code : framed -> code

val entry_code : framed -> code

val frame_codes : framed -> code list

val call_fine : call -> bool

val calls_fine : stmt -> bool

val unit_fine : (int -> token) -> token -> token list -> unit_of_c -> bool

val differ_from : int -> token list -> token list -> int option

type marked = { about : framed; frame_size : token list;
                units : unit_of_c list }

val frag_true : (int -> token) -> frag -> bool

val text_true : (int -> token) -> frag list -> bool

val code_true : (int -> token) -> code -> bool

val codes : (int -> token) -> marked -> code list

val code_differs :
  (int -> token) -> (int -> token list) -> (int -> token) -> code -> token
  list -> int option

val some_differs :
  (int -> token) -> (int -> token list) -> (int -> token) -> int -> code list
  -> token list list -> (int * int) option

val differs :
  (int -> token) -> (int -> token list) -> (int -> int option) -> (int ->
  token) -> marked -> token list list -> (int * int) option

val all_places : (int -> token) -> marked -> int list

type allowance =
| Once
| Perhaps
| Often

val allowed : allowance -> int -> bool

val tally : int list -> int table -> int table

val tallied : int table -> int -> int

val miscounted_from : int table -> int -> allowance list -> int option

val miscounted : int -> allowance list -> int list -> int option

type tree =
| SNil
| SThen of tree * tree
| SSame of (int * token) list
| SStood of (int * token) list
| SOurs of token list
| SNamed of int * int
| SWhere of int
| SCallee of (int * token) list
| SCalled of int * token option * tree * tree * int option
| SArgument of tree * tree
| SApart of int * tree
| SGrouped of tree
| SPair of tree * tree
| SAnd of int * tree * tree
| SOr of int * tree * tree
| SChoice of int * tree * tree * tree
| SChosen of tree * tree * tree
| SElvis of int * int * tree * tree
| SInner of int option * tree
| SLast of int * tree
| SEffect of tree
| SQuiet of tree
| SAndOnly of tree * tree
| SOrOnly of tree * tree
| SParens of tree
| SCast of (int * token) list * tree
| SEnded of tree
| SPlain of tree
| SEmpty
| SGone
| SBraces of tree
| SIf of tree * tree
| SElse of tree * tree * tree
| SWhile of tree * tree
| SDo of token option * tree * tree
| SFor of token * tree * tree * tree * tree
| STest of tree
| SSwitch of tree * tree
| SCase of tree
| SDefault
| SLabel of token
| SAttribute of (int * token) list
| SReturn of tree
| SReturnVoid of tree
| SDirective of int * token
| SType of (int * token) list
| SVariable of int * int * (int * token) list
| SInitialized of int * int * (int * token) list * tree
| SPrototype of tree

val tok : token -> int option * token

val placed :
  (int * token) list -> (int option * token) list -> (int option * token) list

val written :
  (int -> token) -> tree -> (int option * token) list -> (int option * token)
  list

type lowered =
| LNothing
| LText of frag list
| LEval of frag list
| LSet of int * frag list
| LDefine of token * frag list option
| LCall of int * token option * frag list * frag list list * int option
| LBlock of lowered list
| LIf of frag list * lowered list * lowered list
| LWhile of frag list * lowered list
| LDo of lowered list * frag list
| LFor of lowered list * token option * lowered list
| LSwitch of frag list * lowered list
| LCase of frag list
| LLabel of token
| LGoto of token
| LBreak
| LContinue
| LReturn of frag list option

type made = { before : lowered list; here : frag list;
              passed_texts : frag list list; good : bool }

val at_temporary : int -> frag list

val nowhere : frag list

val value_of : int option -> frag list

val one : frag list

val zero : frag list

val truth : frag list -> frag list

val grouped : frag list -> frag list

val leave : frag list -> lowered

val no_text : frag list -> bool

val none_before : lowered list -> bool

val no_tokens : frag list -> bool

val sequencing : token list

val unevaluated : token list

val prefixes : token list

val opening_tokens : token list

val closing_tokens : token list

val one_of : token list -> token -> bool

type scan = { open0 : bool list; idle : bool }

val scan_token : scan -> token -> scan

val scan_own : scan -> token -> scan

val scan_frag : (int -> bool) -> scan option -> frag -> scan option

val ordered : (int -> bool) -> frag list -> bool

val sets : int -> lowered -> bool

val only_type : int -> (int * token) list -> bool

val only_attribute : (int * token) list -> bool

val has_number : token -> bool

val only_name : token -> tree -> bool

val stand_for : token list

val stood_fine : (int * token) list -> bool

val keeps : (int -> bool) -> frag list -> lowered list -> bool

val no_list : made -> bool

val is_list : made -> bool

val evaluated : (int -> bool) -> made -> bool

val statement : made -> bool

val statements : lowered list -> bool -> made

val only_text : frag list -> made

val initialized :
  (int -> token) -> (int -> bool) -> int -> frag list -> lowered

val lower : (int -> token) -> (int -> bool) -> (int -> bool) -> tree -> made

val seen : (int -> stmt option) -> int -> stmt -> lowered list

val is_callee : tree -> bool

val text_kind : tree -> bool

val arguments_kind : tree -> bool

val effect_kind : tree -> bool

val statement_kind : tree -> bool

val left : tree -> frag list

val copied : token -> frag list -> bool

val our_count : token -> frag list -> int

val targets : token list -> token list

val our_gotos : frag list -> token list

val stood_words : token -> tree -> int

val loops : frag list -> bool

val lets_continue : frag list -> bool

type target =
| Nowhere
| Head
| Latch of token

val jumps_fine : target -> tree -> bool

val continues0 :
  (int -> token) -> (int -> bool) -> (int -> bool) -> target -> tree -> bool

val our_label : token -> bool

val all_of : (tree -> 'a1 list) -> tree -> 'a1 list

val looped : tree -> token list

val misnamed : tree -> token list

val distinct0 : token list -> bool

val labels_fine : tree -> bool

val list_same : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool

val option_same : ('a1 -> 'a1 -> bool) -> 'a1 option -> 'a1 option -> bool

val frag_same : frag -> frag -> bool

val text_same : frag list -> frag list -> bool

val same : lowered -> lowered -> bool

val digraph : token -> token -> bool

val token_is : int option -> int -> token -> token -> bool

val misplaced : int -> (int option * token) list -> token list -> int option

type fault =
| Unwritten of int
| Unlowered
| Unordered

val unit_body : unit_of_c list -> int -> stmt option

val seen_all : unit_of_c list -> lowered list

val unhoisted :
  (int -> token) -> (int -> token) -> (int -> bool) -> (int -> bool) -> int
  -> token list -> tree -> unit_of_c list -> fault option
