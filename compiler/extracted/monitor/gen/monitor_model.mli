
type __ = Obj.t

val negb : bool -> bool

type nat =
| O
| S of nat

val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option

type ('a, 'b) sum =
| Inl of 'a
| Inr of 'b

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> nat

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val compOpp : comparison -> comparison

val id : __ -> __

val add : nat -> nat -> nat

val sub : nat -> nat -> nat

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

type z =
| Z0
| Zpos of positive
| Zneg of positive

val compose : ('a2 -> 'a3) -> ('a1 -> 'a2) -> 'a1 -> 'a3

val flip : ('a1 -> 'a2 -> 'a3) -> 'a2 -> 'a1 -> 'a3

module Nat :
 sig
  val eq_dec : nat -> nat -> bool
 end

module Pos :
 sig
  type mask =
  | IsNul
  | IsPos of positive
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : positive -> positive

  val add : positive -> positive -> positive

  val add_carry : positive -> positive -> positive

  val pred_double : positive -> positive

  val pred : positive -> positive

  type mask = Pos.mask =
  | IsNul
  | IsPos of positive
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : positive -> mask

  val sub_mask : positive -> positive -> mask

  val sub_mask_carry : positive -> positive -> mask

  val mul : positive -> positive -> positive

  val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1

  val pow : positive -> positive -> positive

  val compare_cont : comparison -> positive -> positive -> comparison

  val compare : positive -> positive -> comparison

  val eqb : positive -> positive -> bool

  val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1

  val to_nat : positive -> nat

  val of_succ_nat : nat -> positive

  val eq_dec : positive -> positive -> bool
 end

module N :
 sig
  val succ_double : n -> n

  val double : n -> n

  val add : n -> n -> n

  val sub : n -> n -> n

  val mul : n -> n -> n

  val compare : n -> n -> comparison

  val eqb : n -> n -> bool

  val leb : n -> n -> bool

  val ltb : n -> n -> bool

  val pow : n -> n -> n

  val pos_div_eucl : positive -> n -> n * n

  val div_eucl : n -> n -> n * n

  val div : n -> n -> n

  val modulo : n -> n -> n

  val to_nat : n -> nat

  val of_nat : nat -> n

  val eq_dec : n -> n -> bool
 end

val zero : char

val one : char

val shift : bool -> char -> char

val ascii_of_pos : positive -> char

val ascii_of_N : n -> char

val n_of_digits : bool list -> n

val n_of_ascii : char -> n

val hd_error : 'a1 list -> 'a1 option

val rev : 'a1 list -> 'a1 list

val rev_append : 'a1 list -> 'a1 list -> 'a1 list

val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val firstn : nat -> 'a1 list -> 'a1 list

val skipn : nat -> 'a1 list -> 'a1 list

val seq : nat -> nat -> nat list

module Z :
 sig
  val double : z -> z

  val succ_double : z -> z

  val pred_double : z -> z

  val pos_sub : positive -> positive -> z

  val add : z -> z -> z

  val opp : z -> z

  val sub : z -> z -> z

  val mul : z -> z -> z

  val pow_pos : z -> positive -> z

  val pow : z -> z -> z

  val compare : z -> z -> comparison

  val leb : z -> z -> bool

  val ltb : z -> z -> bool

  val abs_N : z -> n

  val of_N : n -> z

  val pos_div_eucl : positive -> z -> z * z

  val div_eucl : z -> z -> z * z

  val modulo : z -> z -> z

  val eq_dec : z -> z -> bool
 end

type decision = bool

val decide : decision -> bool

type ('a, 'b) relDecision = 'a -> 'b -> decision

val decide_rel : ('a1, 'a2) relDecision -> 'a1 -> 'a2 -> decision

val zip_with : ('a1 -> 'a2 -> 'a3) -> 'a1 list -> 'a2 list -> 'a3 list

type 'a empty = 'a

val empty0 : 'a1 empty -> 'a1

type 'a union = 'a -> 'a -> 'a

val union0 : 'a1 union -> 'a1 -> 'a1 -> 'a1

type ('a, 'b) singleton = 'a -> 'b

val singleton0 : ('a1, 'a2) singleton -> 'a1 -> 'a2

type ('a, 'b) filter = __ -> ('a -> decision) -> 'b -> 'b

val filter0 : ('a1, 'a2) filter -> ('a1 -> decision) -> 'a2 -> 'a2

type 'm mBind = __ -> __ -> (__ -> 'm) -> 'm -> 'm

val mbind : 'a1 mBind -> ('a2 -> 'a1) -> 'a1 -> 'a1

type 'm fMap = __ -> __ -> (__ -> __) -> 'm -> 'm

val fmap : 'a1 fMap -> ('a2 -> 'a3) -> 'a1 -> 'a1

type 'm oMap = __ -> __ -> (__ -> __ option) -> 'm -> 'm

val omap : 'a1 oMap -> ('a2 -> 'a3 option) -> 'a1 -> 'a1

type ('k, 'a, 'm) lookup = 'k -> 'm -> 'a option

val lookup0 : ('a1, 'a2, 'a3) lookup -> 'a1 -> 'a3 -> 'a2 option

type ('k, 'a, 'm) singletonM = 'k -> 'a -> 'm

val singletonM0 : ('a1, 'a2, 'a3) singletonM -> 'a1 -> 'a2 -> 'a3

type ('k, 'a, 'm) insert = 'k -> 'a -> 'm -> 'm

val insert0 : ('a1, 'a2, 'a3) insert -> 'a1 -> 'a2 -> 'a3 -> 'a3

type ('k, 'm) delete = 'k -> 'm -> 'm

val delete0 : ('a1, 'a2) delete -> 'a1 -> 'a2 -> 'a2

type ('k, 'a, 'm) alter = ('a -> 'a) -> 'k -> 'm -> 'm

val alter0 : ('a1, 'a2, 'a3) alter -> ('a2 -> 'a2) -> 'a1 -> 'a3 -> 'a3

type ('k, 'a, 'm) partialAlter = ('a option -> 'a option) -> 'k -> 'm -> 'm

val partial_alter :
  ('a1, 'a2, 'a3) partialAlter -> ('a2 option -> 'a2 option) -> 'a1 -> 'a3 ->
  'a3

type 'm merge =
  __ -> __ -> __ -> (__ option -> __ option -> __ option) -> 'm -> 'm -> 'm

val merge0 :
  'a1 merge -> ('a2 option -> 'a3 option -> 'a4 option) -> 'a1 -> 'a1 -> 'a1

type ('a, 'm) unionWith = ('a -> 'a -> 'a option) -> 'm -> 'm -> 'm

val union_with :
  ('a1, 'a2) unionWith -> ('a1 -> 'a1 -> 'a1 option) -> 'a2 -> 'a2 -> 'a2

type 'c size = 'c -> nat

val size0 : 'a1 size -> 'a1 -> nat

val not_dec : decision -> decision

val and_dec : decision -> decision -> decision

val or_dec : decision -> decision -> decision

val bool_eq_dec : (bool, bool) relDecision

val unit_eq_dec : (unit, unit) relDecision

val prod_eq_dec :
  ('a1, 'a1) relDecision -> ('a2, 'a2) relDecision -> ('a1 * 'a2, 'a1 * 'a2)
  relDecision

val bool_decide : decision -> bool

val from_option : ('a1 -> 'a2) -> 'a2 -> 'a1 option -> 'a2

val is_Some_dec : 'a1 option -> decision

val option_eq_None_dec : 'a1 option -> decision

val option_eq_dec :
  ('a1, 'a1) relDecision -> ('a1 option, 'a1 option) relDecision

val option_bind : (__ -> __ option) -> __ option -> __ option

val option_fmap : (__ -> __) -> __ option -> __ option

val option_union_with : ('a1, 'a1 option) unionWith

module Coq_Nat :
 sig
  val eq_dec : (nat, nat) relDecision
 end

module Coq0_Pos :
 sig
  val eq_dec : (positive, positive) relDecision

  val reverse_go : positive -> positive -> positive

  val reverse : positive -> positive
 end

val n_eq_dec : (n, n) relDecision

val n_le_dec : (n, n) relDecision

val n_lt_dec : (n, n) relDecision

module Coq_Z :
 sig
  val eq_dec : (z, z) relDecision
 end

val option_list : 'a1 option -> 'a1 list

val list_filter : ('a1 -> decision) -> 'a1 list -> 'a1 list

val replicate : nat -> 'a1 -> 'a1 list

val foldl : ('a1 -> 'a2 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val list_fmap : (__ -> __) -> __ list -> __ list

val list_omap : (__ -> __ option) -> __ list -> __ list

val list_bind : (__ -> __ list) -> __ list -> __ list

val list_remove : ('a1, 'a1) relDecision -> 'a1 -> 'a1 list -> 'a1 list option

val list_remove_list :
  ('a1, 'a1) relDecision -> 'a1 list -> 'a1 list -> 'a1 list option

val elem_of_list_dec : ('a1, 'a1) relDecision -> ('a1, 'a1 list) relDecision

val list_eq_dec0 : ('a1, 'a1) relDecision -> ('a1 list, 'a1 list) relDecision

val list_eq_nil_dec : 'a1 list -> decision

val noDup_dec : ('a1, 'a1) relDecision -> 'a1 list -> decision

val submseteq_dec : ('a1, 'a1) relDecision -> ('a1 list, 'a1 list) relDecision

val permutation_dec :
  ('a1, 'a1) relDecision -> ('a1 list, 'a1 list) relDecision

type 'a countable = { encode : ('a -> positive);
                      decode : (positive -> 'a option) }

val n_countable : n countable

val ascii_eq_dec : (char, char) relDecision

type ('k, 'a, 'm) finMapToList = 'm -> ('k * 'a) list

val map_to_list : ('a1, 'a2, 'a3) finMapToList -> 'a3 -> ('a1 * 'a2) list

val diag_None :
  ('a1 option -> 'a2 option -> 'a3 option) -> 'a1 option -> 'a2 option -> 'a3
  option

val map_insert : ('a1, 'a2, 'a3) partialAlter -> ('a1, 'a2, 'a3) insert

val map_alter : ('a1, 'a2, 'a3) partialAlter -> ('a1, 'a2, 'a3) alter

val map_delete : ('a1, 'a2, 'a3) partialAlter -> ('a1, 'a3) delete

val map_singleton :
  ('a1, 'a2, 'a3) partialAlter -> 'a3 empty -> ('a1, 'a2, 'a3) singletonM

val map_size : ('a1, 'a2, 'a3) finMapToList -> 'a3 size

val map_union_with : 'a1 merge -> ('a2, 'a1) unionWith

val map_union : 'a1 merge -> 'a1 union

type 'munit mapset' =
  'munit
  (* singleton inductive, whose constructor was Mapset *)

val mapset_car : 'a1 mapset' -> 'a1

val mapset_empty : (__ -> 'a1 empty) -> 'a1 mapset' empty

val mapset_singleton :
  (__ -> 'a2 empty) -> (__ -> ('a1, __, 'a2) partialAlter) -> ('a1, 'a2
  mapset') singleton

val mapset_union : 'a1 merge -> 'a1 mapset' union

val mapset_elem_of_dec :
  (__ -> ('a1, __, 'a2) lookup) -> ('a1, 'a2 mapset') relDecision

type 'a pmap_raw =
| PLeaf
| PNode of 'a option * 'a pmap_raw * 'a pmap_raw

val pNode' : 'a1 option -> 'a1 pmap_raw -> 'a1 pmap_raw -> 'a1 pmap_raw

val pempty_raw : 'a1 pmap_raw empty

val plookup_raw : (positive, 'a1, 'a1 pmap_raw) lookup

val psingleton_raw : positive -> 'a1 -> 'a1 pmap_raw

val ppartial_alter_raw :
  ('a1 option -> 'a1 option) -> positive -> 'a1 pmap_raw -> 'a1 pmap_raw

val pto_list_raw :
  positive -> 'a1 pmap_raw -> (positive * 'a1) list -> (positive * 'a1) list

val pomap_raw : ('a1 -> 'a2 option) -> 'a1 pmap_raw -> 'a2 pmap_raw

val pmerge_raw :
  ('a1 option -> 'a2 option -> 'a3 option) -> 'a1 pmap_raw -> 'a2 pmap_raw ->
  'a3 pmap_raw

type 'a pmap =
  'a pmap_raw
  (* singleton inductive, whose constructor was PMap *)

val pmap_car : 'a1 pmap -> 'a1 pmap_raw

val pempty : 'a1 pmap empty

val plookup : (positive, 'a1, 'a1 pmap) lookup

val ppartial_alter : (positive, 'a1, 'a1 pmap) partialAlter

val pto_list : (positive, 'a1, 'a1 pmap) finMapToList

val pmerge :
  (__ option -> __ option -> __ option) -> __ pmap -> __ pmap -> __ pmap

type ('k, 'a) gmap =
  'a pmap
  (* singleton inductive, whose constructor was GMap *)

val gmap_lookup :
  ('a1, 'a1) relDecision -> 'a1 countable -> ('a1, 'a2, ('a1, 'a2) gmap)
  lookup

val gmap_empty :
  ('a1, 'a1) relDecision -> 'a1 countable -> ('a1, 'a2) gmap empty

val gmap_partial_alter :
  ('a1, 'a1) relDecision -> 'a1 countable -> ('a1, 'a2, ('a1, 'a2) gmap)
  partialAlter

val gmap_merge :
  ('a1, 'a1) relDecision -> 'a1 countable -> (__ option -> __ option -> __
  option) -> ('a1, __) gmap -> ('a1, __) gmap -> ('a1, __) gmap

val gmap_to_list :
  ('a1, 'a1) relDecision -> 'a1 countable -> ('a1, 'a2, ('a1, 'a2) gmap)
  finMapToList

type 'k gset = ('k, unit) gmap mapset'

val gset_empty : ('a1, 'a1) relDecision -> 'a1 countable -> 'a1 gset empty

val gset_singleton :
  ('a1, 'a1) relDecision -> 'a1 countable -> ('a1, 'a1 gset) singleton

val gset_union : ('a1, 'a1) relDecision -> 'a1 countable -> 'a1 gset union

val gset_elem_of_dec :
  ('a1, 'a1) relDecision -> 'a1 countable -> ('a1, 'a1 gset) relDecision

type key = bool list

val root : key

val heading : key -> key -> bool option

val rank : key -> n

type byte = char

type bytes = byte list

val side : bool -> ('a1 * 'a1) -> 'a1

val set_side : bool -> 'a1 -> ('a1 * 'a1) -> 'a1 * 'a1

type edge = { e_key : key; e_digest : bytes; e_blum : bool }

type datum = bytes option

type value =
| Data of datum
| Merkle of (edge option * edge option)

type application = n -> bytes -> datum list -> (datum list * bytes) option

type stamp = n * n

type element = ((key * value) * stamp) * n

val el_key : element -> key

val el_value : element -> value

val el_stamp : element -> stamp

val el_tid : element -> n

val el_epoch : element -> n

val edge_eq_dec : (edge, edge) relDecision

val value_eq_dec : (value, value) relDecision

val element_eq_dec : (element, element) relDecision

val no_digest : bytes

val initial : n -> key -> value

val fits : n -> key -> value -> bool

val stamp_lt_dec : stamp -> stamp -> decision

type 'acc multiset_hash = { mh_eq : ('acc, 'acc) relDecision; mh_zero : 
                            'acc; mh_plus : ('acc -> 'acc -> 'acc);
                            mh_element : (n -> element -> 'acc) }

type 'acc tally = { t_sum : 'acc; t_count : n }

val limit32 : n

val limit64 : n

val tally_zero : 'a1 multiset_hash -> 'a1 tally

val tally_plus : 'a1 multiset_hash -> 'a1 tally -> 'a1 tally -> 'a1 tally

val tally_one : 'a1 multiset_hash -> n -> element -> 'a1 tally

val tally_insert :
  'a1 multiset_hash -> n -> element -> 'a1 tally -> 'a1 tally option

val prf_sum_hash : z -> (n -> element -> z) -> z multiset_hash

type operand =
| Here of n
| Missing of key * n

type entry =
| AddM of key * value * n * n
| AddB of key * value * n * stamp * n
| EvictM of n * n
| EvictB of n * stamp
| EvictBM of n * n * stamp
| NextEpoch
| VerifyEpoch
| Run of n * operand list * bytes
| Remove of n * n

type refusal =
| Slot_out_of_range
| Slot_empty
| Slot_full
| Same_slot
| Not_merkle
| Not_data
| Not_descendant
| Value_not_initial
| Value_does_not_fit
| Wrong_digest
| In_blum
| Child_in_cache
| Edge_elsewhere
| Has_children
| Wrong_parent
| Root_key
| Epoch_already_verified
| Counter_overflow
| Count_overflow
| Epoch_overflow
| Not_later
| Added_by_merkle
| Added_by_blum
| Epoch_not_over
| Bad_call
| Not_absent
| Not_in_cache
| Value_too_large
| Index_overflow
| Still_needed
| Thread_failed
| No_such_thread

type 'a outcome =
| Ok of 'a
| Refused of refusal

val outcome_bind : (__ -> __ outcome) -> __ outcome -> __ outcome

val need : decision -> refusal -> unit outcome

val some : 'a1 option -> refusal -> 'a1 outcome

type how =
| MAdd
| BAdd

val how_eq_dec : (how, how) relDecision

type slot = { s_key : key; s_value : value; s_how : how;
              s_child : (n option * n option); s_parent : (n * bool) option }

type 'acc thread = { t_self : n; t_slots : (n, slot) gmap; t_clock : 
                     stamp; t_lek : key; t_added : (n, 'acc tally) gmap;
                     t_evicted : (n, 'acc tally) gmap; t_next : n; t_index : 
                     n }

type 'acc config = { store_size : n; n_threads : n; depth : n;
                     functions : application; first_root : value;
                     first_epoch : n; digest : (value -> bytes);
                     mh : 'acc multiset_hash }

val with_slots : 'a1 thread -> (n, slot) gmap -> 'a1 thread

val with_value : slot -> value -> slot

val with_parent : slot -> (n * bool) option -> slot

val adopt : slot -> value -> bool -> n option -> slot

val point : (edge option * edge option) -> bool -> edge -> value

val relink : n option -> n -> bool -> (n, slot) gmap -> (n, slot) gmap

val advance : 'a1 thread -> stamp -> stamp * key

val tally_in : 'a1 config -> (n, 'a1 tally) gmap -> n -> 'a1 tally

val full : 'a1 config -> 'a1 thread -> n -> slot outcome

val vacant : 'a1 config -> 'a1 thread -> n -> unit outcome

val ends_of : slot -> (edge option * edge option) outcome

val add_merkle :
  'a1 config -> 'a1 thread -> key -> value -> n -> n -> 'a1 thread outcome

val evict_merkle : 'a1 config -> 'a1 thread -> n -> n -> 'a1 thread outcome

val add_blum :
  'a1 config -> 'a1 thread -> key -> value -> n -> (n * n) -> n -> 'a1 thread
  outcome

val leave_to_blum :
  'a1 config -> 'a1 thread -> slot -> n -> (n, slot) gmap -> stamp -> 'a1
  thread outcome

val evict_blum : 'a1 config -> 'a1 thread -> n -> stamp -> 'a1 thread outcome

val evict_merkle_to_blum :
  'a1 config -> 'a1 thread -> n -> n -> stamp -> 'a1 thread outcome

val next_epoch : 'a1 thread -> 'a1 thread outcome

val verify_epoch : 'a1 thread -> 'a1 thread outcome

val data_of : slot -> datum outcome

val leads_past : edge option -> key -> bool

val read_operand :
  'a1 config -> 'a1 thread -> operand -> (key * datum) outcome

val read_operands :
  'a1 config -> 'a1 thread -> operand list -> (key * datum) list outcome

val slot_of : operand -> n option

val writable : (operand * datum) -> bool

val short : datum -> bool

val write_operand : (n, slot) gmap -> (operand * datum) -> (n, slot) gmap

val evaluate :
  'a1 config -> 'a1 thread -> n -> operand list -> bytes -> ((key * datum)
  list * (datum list * bytes)) outcome

val answered : 'a1 thread -> (n, slot) gmap -> 'a1 thread

val run_function :
  'a1 config -> 'a1 thread -> n -> operand list -> bytes -> 'a1 thread outcome

val merge1 :
  'a1 thread -> n -> n -> slot -> slot -> (edge option * edge option) -> bool
  -> bool -> edge -> 'a1 thread outcome

val remove : 'a1 config -> 'a1 thread -> n -> n -> 'a1 thread outcome

val step : 'a1 config -> 'a1 thread -> entry -> 'a1 thread outcome

val first_slots : value -> n -> (n, slot) gmap

val init_thread : 'a1 config -> n -> 'a1 thread

type receipt = { r_tid : n; r_stamp : stamp; r_index : n; r_function : 
                 n; r_argument : bytes; r_keys : key list; r_result : 
                 bytes }

val r_epoch : receipt -> n

type moment = (stamp * n) * n

val moment_lt_dec : moment -> moment -> decision

type call =
| Feed of n * entry
| Certify

type 'acc status =
| Running of 'acc thread
| Stopped of 'acc thread * refusal

val state_of : 'a1 status -> 'a1 thread

type 'acc aggregate = { a_added : 'acc tally; a_evicted : 'acc tally;
                        a_done : n gset }

type 'acc monitor = { m_threads : (n, 'acc status) gmap;
                      m_aggregates : (n, 'acc aggregate) gmap;
                      m_certified : n option }

val init_monitor : 'a1 monitor

val status_of : 'a1 config -> 'a1 monitor -> n -> 'a1 status

val thread_of : 'a1 config -> 'a1 monitor -> n -> 'a1 thread

val aggregate_of : 'a1 config -> 'a1 monitor -> n -> 'a1 aggregate

val publish :
  'a1 config -> 'a1 monitor -> n -> 'a1 thread -> n -> (n, 'a1 aggregate) gmap

val feed :
  'a1 config -> 'a1 monitor -> n -> entry -> 'a1 monitor * refusal option

val all_threads : 'a1 config -> n list

val complete : 'a1 config -> 'a1 monitor -> n -> bool

val agree : 'a1 config -> 'a1 monitor -> n -> bool

val next_to_certify : 'a1 config -> 'a1 monitor -> n

val can_certify : 'a1 config -> 'a1 monitor -> bool

val certify_one : 'a1 config -> 'a1 monitor -> 'a1 monitor

val certify_loop : 'a1 config -> nat -> 'a1 monitor -> 'a1 monitor

val certify : 'a1 config -> 'a1 monitor -> 'a1 monitor

val receipt_of : 'a1 config -> 'a1 thread -> entry -> receipt option

val perform : 'a1 config -> 'a1 monitor -> call -> 'a1 monitor

val answer : 'a1 config -> 'a1 monitor -> call -> receipt option

val upd : ('a1, 'a1) relDecision -> ('a1 -> 'a2) -> 'a1 -> 'a2 -> 'a1 -> 'a2

type 'acc event = { ev_tid : n; ev_pre : 'acc thread; ev_entry : entry;
                    ev_post : 'acc thread }

val time : 'a1 event -> stamp

val ev_receipt : 'a1 config -> 'a1 event -> receipt option

val added : entry -> element option

val evicted : 'a1 thread -> entry -> element option

val ev_added : 'a1 event -> element option

val ev_evicted : 'a1 event -> element option

val in_epoch : n -> element list -> element list

val adds_in : n -> 'a1 event list -> element list

val evicts_in : n -> 'a1 event list -> element list

val event_of : 'a1 config -> 'a1 monitor -> call -> 'a1 event option

val events : 'a1 config -> 'a1 monitor -> call list -> 'a1 event list

val ev_moment : 'a1 event -> moment

val insert_event : 'a1 event -> 'a1 event list -> 'a1 event list

val clock_order : 'a1 event list -> 'a1 event list

val upto : n -> 'a1 event list -> 'a1 event list

val history : 'a1 config -> n -> 'a1 event list -> receipt list

val touched : entry -> n list

val track1 : (n, slot) gmap -> (key -> value) -> n -> key -> value

val forget : 'a1 config -> 'a1 event -> (key -> value) -> key -> value

val track : 'a1 config -> (key -> value) -> 'a1 event -> key -> value

val impostor :
  'a1 config -> (key -> value) -> 'a1 event -> (value * value) option

val find_impostor :
  'a1 config -> (key -> value) -> 'a1 event list -> (value * value) option

type verdict =
| Consistent of receipt list
| Value_collision of value * value
| Multiset_collision of n * element list * element list

val unbalanced : n -> 'a1 event list -> n option

val explain : 'a1 config -> (key -> value) -> call list -> n -> verdict

type complaint =
| Truncated
| Unknown_tag
| Bad_key
| Bad_flag
| Oversized

type 'a parsed =
| Parsed of 'a * bytes
| Malformed of complaint * bytes

type 'a codec = { print : ('a -> bytes); parse : (bytes -> 'a parsed) }

val print : 'a1 codec -> 'a1 -> bytes

val parse : 'a1 codec -> bytes -> 'a1 parsed

val any_byte : byte codec

val nothing : unit codec

val pair : 'a1 codec -> 'a2 codec -> ('a1 * 'a2) codec

val view :
  ('a2 -> 'a1) -> ('a1 -> 'a2 option) -> complaint -> 'a1 codec -> 'a2 codec

val parse_times : 'a1 codec -> nat -> bytes -> 'a1 list parsed

val times : nat -> 'a1 codec -> 'a1 list codec

val number_of : bytes -> n

val bytes_of : nat -> n -> bytes

val number : nat -> n codec

val take_exactly : nat -> bytes -> (bytes * bytes) option

val counted : nat -> bytes codec

val many : nat -> 'a1 codec -> 'a1 list codec

type 'a tagged = { tag_of : ('a -> byte); body_of : ('a -> bytes);
                   owns : (byte -> bool);
                   parse_body : (byte -> bytes -> 'a parsed) }

val case : byte -> 'a1 codec -> 'a1 tagged

val either : 'a1 tagged -> 'a2 tagged -> ('a1, 'a2) sum tagged

val choose : 'a1 tagged -> 'a1 codec

val tag : n -> byte

val u8 : n codec

val u16 : n codec

val u32 : n codec

val u64 : n codec

val bits_of_byte : byte -> bool list

val bytes_of_bits : bool list -> bytes

val bits_of_bytes : bytes -> bool list

val key_to_word : key -> n * bytes

val word_to_key : (n * bytes) -> key option

val key_codec : key codec

val flag : bool codec

val option_codec : 'a1 codec -> 'a1 option codec

val edge_codec : edge codec

val datum_codec : datum codec

val value_codec : value codec

val stamp_codec : stamp codec

val operand_codec : operand codec

val operands_codec : operand list codec

val argument_codec : bytes codec

val entry_cases :
  (key * (value * (n * n)), (key * (value * (n * (stamp * n))), (n * n,
  (n * stamp, (n * (n * stamp), (unit, (unit, (n * (operand list * bytes),
  n * n) sum) sum) sum) sum) sum) sum) sum) sum tagged

val entry_codec : entry codec

val element_codec : element codec

val parse_entries :
  bytes -> bytes -> entry list -> (entry list, complaint * bytes) sum

val parse_log : bytes -> (entry list, complaint * bytes) sum

val print_log : entry list -> bytes

val int64_min : z

val int64_max : z

val in_int64 : z -> bool

val digit_of : byte -> n option

val digits_value : n -> bytes -> n option

val natural_of : bytes -> n option

val integer_of : bytes -> z option

val digits_from : nat -> n -> bytes

val natural_text : n -> bytes

val integer_text : z -> bytes

val number_in : datum -> z option

val signed64 : n -> z

val all_of : 'a1 parsed -> 'a1 option

val yes : bytes

val no : bytes

val presence : datum -> byte

val nulls : datum list -> datum list

val increased : datum -> z -> datum list * bytes

val transfer : datum -> datum -> n -> datum list * bytes

val standard : application
