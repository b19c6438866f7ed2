
type __ = Obj.t

val negb : bool -> bool

val option_map : ('a1 -> 'a2) -> 'a1 option -> 'a2 option

type ('a, 'b) sum =
| Inl of 'a
| Inr of 'b

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> int

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val compOpp : comparison -> comparison

val add : int -> int -> int

val eqb : bool -> bool -> bool

module Pos :
 sig
  type mask =
  | IsNul
  | IsPos of Integer.t
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : Integer.t -> Integer.t

  val add : Integer.t -> Integer.t -> Integer.t

  val add_carry : Integer.t -> Integer.t -> Integer.t

  val pred_double : Integer.t -> Integer.t

  val pred_N : Integer.t -> Integer.t

  type mask = Pos.mask =
  | IsNul
  | IsPos of Integer.t
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : Integer.t -> mask

  val sub_mask : Integer.t -> Integer.t -> mask

  val sub_mask_carry : Integer.t -> Integer.t -> mask

  val mul : Integer.t -> Integer.t -> Integer.t

  val iter : ('a1 -> 'a1) -> 'a1 -> Integer.t -> 'a1

  val pow : Integer.t -> Integer.t -> Integer.t

  val compare_cont : comparison -> Integer.t -> Integer.t -> comparison

  val compare : Integer.t -> Integer.t -> comparison

  val eqb : Integer.t -> Integer.t -> bool

  val coq_Nsucc_double : Integer.t -> Integer.t

  val coq_Ndouble : Integer.t -> Integer.t

  val coq_lor : Integer.t -> Integer.t -> Integer.t

  val coq_land : Integer.t -> Integer.t -> Integer.t

  val ldiff : Integer.t -> Integer.t -> Integer.t

  val iter_op : ('a1 -> 'a1 -> 'a1) -> Integer.t -> 'a1 -> 'a1

  val to_nat : Integer.t -> int

  val of_succ_nat : int -> Integer.t
 end

module N :
 sig
  val succ_double : Integer.t -> Integer.t

  val double : Integer.t -> Integer.t

  val succ_pos : Integer.t -> Integer.t

  val mul : Integer.t -> Integer.t -> Integer.t

  val compare : Integer.t -> Integer.t -> comparison

  val pow : Integer.t -> Integer.t -> Integer.t

  val pos_div_eucl : Integer.t -> Integer.t -> Integer.t * Integer.t

  val div_eucl : Integer.t -> Integer.t -> Integer.t * Integer.t

  val div : Integer.t -> Integer.t -> Integer.t

  val modulo : Integer.t -> Integer.t -> Integer.t

  val coq_lor : Integer.t -> Integer.t -> Integer.t

  val ldiff : Integer.t -> Integer.t -> Integer.t

  val of_nat : int -> Integer.t
 end

module Z :
 sig
  val double : Integer.t -> Integer.t

  val succ_double : Integer.t -> Integer.t

  val pred_double : Integer.t -> Integer.t

  val pos_sub : Integer.t -> Integer.t -> Integer.t

  val opp : Integer.t -> Integer.t

  val sub : Integer.t -> Integer.t -> Integer.t

  val compare : Integer.t -> Integer.t -> comparison

  val leb : Integer.t -> Integer.t -> bool

  val ltb : Integer.t -> Integer.t -> bool

  val abs_N : Integer.t -> Integer.t

  val of_N : Integer.t -> Integer.t
 end

val rev : 'a1 list -> 'a1 list

val list_eq_dec : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list -> bool

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val zero : char

val one : char

val shift : bool -> char -> char

val ascii_of_pos : Integer.t -> char

val ascii_of_N : Integer.t -> char

val n_of_digits : bool list -> Integer.t

val n_of_ascii : char -> Integer.t

type decision = bool

val decide : decision -> bool

type ('a, 'b) relDecision = 'a -> 'b -> decision

val decide_rel : ('a1, 'a2) relDecision -> 'a1 -> 'a2 -> decision

type 'm mBind = __ -> __ -> (__ -> 'm) -> 'm -> 'm

val mbind : 'a1 mBind -> ('a2 -> 'a1) -> 'a1 -> 'a1

type 'm fMap = __ -> __ -> (__ -> __) -> 'm -> 'm

val fmap : 'a1 fMap -> ('a2 -> 'a3) -> 'a1 -> 'a1

val bool_decide : decision -> bool

val option_eq_dec :
  ('a1, 'a1) relDecision -> ('a1 option, 'a1 option) relDecision

val option_bind : (__ -> __ option) -> __ option -> __ option

val option_fmap : (__ -> __) -> __ option -> __ option

val list_fmap : (__ -> __) -> __ list -> __ list

val list_bind : (__ -> __ list) -> __ list -> __ list

val list_eq_dec0 : ('a1, 'a1) relDecision -> ('a1 list, 'a1 list) relDecision

val ascii_eq_dec : (char, char) relDecision

type byte = char

type bytes = byte list

val side : bool -> ('a1 * 'a1) -> 'a1

val set_side : bool -> 'a1 -> ('a1 * 'a1) -> 'a1 * 'a1

type datum = bytes option

type application =
  Integer.t -> bytes -> datum list -> (datum list * bytes) option

type stamp = Integer.t * Integer.t

type 'acc tally = { t_sum : 'acc; t_count : Integer.t }

val limit32 : Integer.t

val limit64 : Integer.t

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

type how =
| MAdd
| BAdd

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

val any_byte : byte codec

val nothing : unit codec

val pair : 'a1 codec -> 'a2 codec -> ('a1 * 'a2) codec

val view :
  ('a2 -> 'a1) -> ('a1 -> 'a2 option) -> complaint -> 'a1 codec -> 'a2 codec

val parse_times : 'a1 codec -> int -> bytes -> 'a1 list parsed

val times : int -> 'a1 codec -> 'a1 list codec

val number_of : bytes -> Integer.t

val bytes_of : int -> Integer.t -> bytes

val number : int -> Integer.t codec

val take_exactly : int -> bytes -> (bytes * bytes) option

val counted : int -> bytes codec

type 'a tagged = { tag_of : ('a -> byte); body_of : ('a -> bytes);
                   owns : (byte -> bool);
                   parse_body : (byte -> bytes -> 'a parsed) }

val case : byte -> 'a1 codec -> 'a1 tagged

val either : 'a1 tagged -> 'a2 tagged -> ('a1, 'a2) sum tagged

val choose : 'a1 tagged -> 'a1 codec

val tag : Integer.t -> byte

val option_codec : 'a1 codec -> 'a1 option codec

val datum_codec : datum codec

val n1 : Integer.t

val n2 : Integer.t

val n3 : Integer.t

val n4 : Integer.t

val n5 : Integer.t

val n6 : Integer.t

val n7 : Integer.t

val n8 : Integer.t

val n32 : Integer.t

val n256 : Integer.t

val n65536 : Integer.t

type 's strings = { s_length : ('s -> Integer.t);
                    s_sub : ('s -> Integer.t -> Integer.t -> 's);
                    s_concat : ('s list -> 's); s_equal : ('s -> 's -> bool);
                    s_number : ('s -> Integer.t -> Integer.t -> Integer.t);
                    s_bytes : (Integer.t -> Integer.t -> 's);
                    s_below : ('s -> 's -> bool);
                    s_bit : ('s -> Integer.t -> bool);
                    s_same_bits : ('s -> 's -> Integer.t -> bool);
                    s_zero_from : ('s -> Integer.t -> bool);
                    s_explode : ('s -> bytes); s_implode : (bytes -> 's) }

type ('m, 'a) maps = { m_empty : 'm; m_get : ('m -> Integer.t -> 'a option);
                       m_set : ('m -> Integer.t -> 'a -> 'm);
                       m_remove : ('m -> Integer.t -> 'm) }

type 's packed_key = { p_digits : Integer.t; p_word : 's }

type 's packed_edge = { pe_key : 's packed_key; pe_digest : 's; pe_blum : bool }

type 's packed_value =
| PData of 's option
| PMerkle of ('s packed_edge option * 's packed_edge option)

val same_key : 'a1 strings -> 'a1 packed_key -> 'a1 packed_key -> bool

val is_root : 'a1 packed_key -> bool

val p_heading : 'a1 strings -> 'a1 packed_key -> 'a1 packed_key -> bool option

val p_before : 'a1 strings -> 'a1 packed_key -> 'a1 packed_key -> bool

val p_initial : Integer.t -> 'a1 packed_key -> 'a1 packed_value -> bool

val p_fits : Integer.t -> 'a1 packed_key -> 'a1 packed_value -> bool

val key_pieces : 'a1 strings -> 'a1 packed_key -> 'a1 list -> 'a1 list

val edge_pieces :
  'a1 strings -> 'a1 packed_edge option -> 'a1 list -> 'a1 list

val value_pieces : 'a1 strings -> 'a1 packed_value -> 'a1 list -> 'a1 list

val value_bytes : 'a1 strings -> 'a1 packed_value -> 'a1

val element_bytes :
  'a1 strings -> 'a1 packed_key -> 'a1 packed_value -> stamp -> Integer.t ->
  'a1

type 'a reading =
| Taken of 'a * Integer.t
| Bad of complaint * Integer.t

type 's packed_operand =
| PHere of Integer.t
| PMissing of 's packed_key * Integer.t

type 's packed_entry =
| PAddM of 's packed_key * 's packed_value * Integer.t * Integer.t
| PAddB of 's packed_key * 's packed_value * Integer.t * stamp * Integer.t
| PEvictM of Integer.t * Integer.t
| PEvictB of Integer.t * stamp
| PEvictBM of Integer.t * Integer.t * stamp
| PNextEpoch
| PVerifyEpoch
| PRun of Integer.t * 's packed_operand list * 's
| PRemove of Integer.t * Integer.t

val read_number :
  'a1 strings -> Integer.t -> 'a1 -> Integer.t -> Integer.t reading

val read_bytes : 'a1 strings -> Integer.t -> 'a1 -> Integer.t -> 'a1 reading

val read_tag : 'a1 strings -> 'a1 -> Integer.t -> Integer.t reading

val read_key : 'a1 strings -> 'a1 -> Integer.t -> 'a1 packed_key reading

val read_flag : 'a1 strings -> 'a1 -> Integer.t -> bool reading

val read_edge :
  'a1 strings -> 'a1 -> Integer.t -> 'a1 packed_edge option reading

val read_datum : 'a1 strings -> 'a1 -> Integer.t -> 'a1 option reading

val read_value : 'a1 strings -> 'a1 -> Integer.t -> 'a1 packed_value reading

val read_stamp : 'a1 strings -> 'a1 -> Integer.t -> stamp reading

val read_packed_operand :
  'a1 strings -> 'a1 -> Integer.t -> 'a1 packed_operand reading

val read_times :
  'a1 strings -> int -> 'a1 -> Integer.t -> 'a1 packed_operand list reading

val read_packed_operands :
  'a1 strings -> 'a1 -> Integer.t -> 'a1 packed_operand list reading

val read_argument : 'a1 strings -> 'a1 -> Integer.t -> 'a1 reading

val read_entry : 'a1 strings -> 'a1 -> Integer.t -> 'a1 packed_entry reading

type ('s, 'acc) setting = { c_slots : Integer.t; c_threads : Integer.t;
                            c_depth : Integer.t;
                            c_functions : (Integer.t -> 's -> 's option list
                                          -> ('s option list * 's) option);
                            c_first_root : 's packed_value;
                            c_first_epoch : Integer.t; c_digest : ('s -> 's);
                            c_zero : 'acc; c_plus : ('acc -> 'acc -> 'acc);
                            c_same : ('acc -> 'acc -> bool);
                            c_element : (Integer.t -> 's -> 'acc) }

type 's packed_slot = { x_key : 's packed_key; x_value : 's packed_value;
                        x_how : how;
                        x_child : (Integer.t option * Integer.t option);
                        x_parent : (Integer.t * bool) option }

type ('s, 'mS, 'mT) packed_thread = { y_self : Integer.t; y_slots : 'mS;
                                      y_clock : stamp;
                                      y_lek : 's packed_key option;
                                      y_added : 'mT; y_evicted : 'mT;
                                      y_next : Integer.t; y_index : Integer.t }

val y_with_slots :
  ('a1, 'a2, 'a3) packed_thread -> 'a2 -> ('a1, 'a2, 'a3) packed_thread

val x_adopt :
  'a1 packed_slot -> 'a1 packed_value -> bool -> Integer.t option -> 'a1
  packed_slot

val p_point :
  ('a1 packed_edge option * 'a1 packed_edge option) -> bool -> 'a1
  packed_edge -> 'a1 packed_value

val y_relink :
  ('a2, 'a1 packed_slot) maps -> Integer.t option -> Integer.t -> bool -> 'a2
  -> 'a2

val y_tally :
  ('a3, 'a2 tally) maps -> ('a1, 'a2) setting -> 'a3 -> Integer.t -> 'a2 tally

val y_insert :
  ('a3, 'a2 tally) maps -> ('a1, 'a2) setting -> 'a3 -> Integer.t -> 'a1 ->
  'a3 option

val earlier : stamp -> stamp -> bool

val no_child : (Integer.t option * Integer.t option) -> bool

val is_none : 'a1 option -> bool

val none_at : (Integer.t option * Integer.t option) -> bool -> bool

val added_under : (Integer.t * bool) option -> Integer.t -> bool -> bool

val y_add_merkle :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
  'a3, 'a4) packed_thread -> 'a1 packed_key -> 'a1 packed_value -> Integer.t
  -> Integer.t -> ('a1, 'a3, 'a4) packed_thread outcome

val y_evict_merkle :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
  'a3, 'a4) packed_thread -> Integer.t -> Integer.t -> ('a1, 'a3, 'a4)
  packed_thread outcome

val y_add_blum :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
  ('a1, 'a2) setting -> ('a1, 'a3, 'a4) packed_thread -> 'a1 packed_key ->
  'a1 packed_value -> Integer.t -> stamp -> Integer.t -> ('a1, 'a3, 'a4)
  packed_thread outcome

val y_leave :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
  ('a1, 'a2) setting -> ('a1, 'a3, 'a4) packed_thread -> 'a1 packed_slot ->
  Integer.t -> 'a3 -> stamp -> ('a1, 'a3, 'a4) packed_thread outcome

val y_evict_blum :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
  ('a1, 'a2) setting -> ('a1, 'a3, 'a4) packed_thread -> Integer.t -> stamp
  -> ('a1, 'a3, 'a4) packed_thread outcome

val y_evict_merkle_to_blum :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
  ('a1, 'a2) setting -> ('a1, 'a3, 'a4) packed_thread -> Integer.t ->
  Integer.t -> stamp -> ('a1, 'a3, 'a4) packed_thread outcome

val y_next_epoch :
  ('a1, 'a2, 'a3) packed_thread -> ('a1, 'a2, 'a3) packed_thread outcome

val y_verify_epoch :
  ('a4, 'a2 tally) maps -> ('a1, 'a3, 'a4) packed_thread -> ('a1, 'a3, 'a4)
  packed_thread outcome

val p_leads_past :
  'a1 strings -> 'a1 packed_edge option -> 'a1 packed_key -> bool

val y_read_operand :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
  'a3, 'a4) packed_thread -> 'a1 packed_operand -> ('a1 packed_key * 'a1
  option) outcome

val y_read_operands :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
  'a3, 'a4) packed_thread -> 'a1 packed_operand list -> ('a1 packed_key * 'a1
  option) list outcome

val is_new : Integer.t -> 'a1 packed_operand list -> bool

val no_slot_twice : 'a1 packed_operand list -> bool

val same_length : 'a1 list -> 'a2 list -> bool

val p_writable : 'a1 packed_operand list -> 'a1 option list -> bool

val p_short : 'a1 strings -> 'a1 option -> bool

val y_write :
  ('a2, 'a1 packed_slot) maps -> 'a2 -> 'a1 packed_operand list -> 'a1 option
  list -> 'a2

val y_evaluate :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
  'a3, 'a4) packed_thread -> Integer.t -> 'a1 packed_operand list -> 'a1 ->
  (('a1 packed_key * 'a1 option) list * ('a1 option list * 'a1)) outcome

val y_answered :
  ('a1, 'a2, 'a3) packed_thread -> 'a2 -> ('a1, 'a2, 'a3) packed_thread

val y_run :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
  'a3, 'a4) packed_thread -> Integer.t -> 'a1 packed_operand list -> 'a1 ->
  ('a1, 'a3, 'a4) packed_thread outcome

val y_merge :
  ('a2, 'a1 packed_slot) maps -> ('a1, 'a2, 'a3) packed_thread -> Integer.t
  -> Integer.t -> 'a1 packed_slot -> 'a1 packed_slot -> ('a1 packed_edge
  option * 'a1 packed_edge option) -> bool -> bool -> 'a1 packed_edge ->
  ('a1, 'a2, 'a3) packed_thread outcome

val y_remove :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
  'a3, 'a4) packed_thread -> Integer.t -> Integer.t -> ('a1, 'a3, 'a4)
  packed_thread outcome

val y_step :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
  ('a1, 'a2) setting -> ('a1, 'a3, 'a4) packed_thread -> 'a1 packed_entry ->
  ('a1, 'a3, 'a4) packed_thread outcome

val y_init :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
  ('a1, 'a2) setting -> Integer.t -> ('a1, 'a3, 'a4) packed_thread

type 's packed_receipt = { z_tid : Integer.t; z_stamp : stamp;
                           z_index : Integer.t; z_function : Integer.t;
                           z_argument : 's; z_keys : 's packed_key list;
                           z_result : 's }

type ('s, 'mS, 'mT) packed_status = { y_stopped : bool;
                                      y_state : ('s, 'mS, 'mT) packed_thread }

type 'acc counted_aggregate = { g_added : 'acc tally; g_evicted : 'acc tally;
                                g_done : Integer.t }

type ('mX, 'mG) auditor = { u_threads : 'mX; u_aggregates : 'mG;
                            u_published : Integer.t; u_next : Integer.t }

val u_init :
  ('a5, ('a1, 'a3, 'a4) packed_status) maps -> ('a6, 'a2 counted_aggregate)
  maps -> ('a1, 'a2) setting -> ('a5, 'a6) auditor

val u_status :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
  ('a5, ('a1, 'a3, 'a4) packed_status) maps -> ('a1, 'a2) setting -> ('a5,
  'a6) auditor -> Integer.t -> ('a1, 'a3, 'a4) packed_status

val u_aggregate :
  ('a4, 'a2 counted_aggregate) maps -> ('a1, 'a2) setting -> ('a3, 'a4)
  auditor -> Integer.t -> 'a2 counted_aggregate

val u_sum : ('a1, 'a2) setting -> 'a2 tally -> 'a2 tally -> 'a2 tally

val u_publish :
  ('a4, 'a2 tally) maps -> ('a6, 'a2 counted_aggregate) maps -> ('a1, 'a2)
  setting -> ('a5, 'a6) auditor -> ('a1, 'a3, 'a4) packed_thread -> Integer.t
  -> 'a6

val u_receipt :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a1, 'a2) setting -> ('a1,
  'a3, 'a4) packed_thread -> 'a1 packed_entry -> 'a1 packed_receipt option

type 's reply =
| Accepted of 's packed_receipt option
| Not_accepted of refusal

val u_feed :
  'a1 strings -> ('a3, 'a1 packed_slot) maps -> ('a4, 'a2 tally) maps ->
  ('a5, ('a1, 'a3, 'a4) packed_status) maps -> ('a6, 'a2 counted_aggregate)
  maps -> ('a1, 'a2) setting -> ('a5, 'a6) auditor -> Integer.t -> 'a1
  packed_entry -> ('a5, 'a6) auditor * 'a1 reply

val u_complete :
  ('a4, 'a2 counted_aggregate) maps -> ('a1, 'a2) setting -> ('a3, 'a4)
  auditor -> Integer.t -> bool

val u_agree :
  ('a4, 'a2 counted_aggregate) maps -> ('a1, 'a2) setting -> ('a3, 'a4)
  auditor -> Integer.t -> bool

val u_certify_loop :
  ('a4, 'a2 counted_aggregate) maps -> ('a1, 'a2) setting -> int -> ('a3,
  'a4) auditor -> ('a3, 'a4) auditor

val u_certify :
  ('a4, 'a2 counted_aggregate) maps -> ('a1, 'a2) setting -> ('a3, 'a4)
  auditor -> ('a3, 'a4) auditor

val u_certified : ('a1, 'a2) setting -> ('a3, 'a4) auditor -> Integer.t option

val int64_min : Integer.t

val int64_max : Integer.t

val in_int64 : Integer.t -> bool

val digit_of : byte -> Integer.t option

val digits_value : Integer.t -> bytes -> Integer.t option

val natural_of : bytes -> Integer.t option

val integer_of : bytes -> Integer.t option

val digits_from : int -> Integer.t -> bytes

val natural_text : Integer.t -> bytes

val integer_text : Integer.t -> bytes

val number_in : datum -> Integer.t option

val signed64 : Integer.t -> Integer.t

val all_of : 'a1 parsed -> 'a1 option

val yes : bytes

val no : bytes

val presence : datum -> byte

val nulls : datum list -> datum list

val increased : datum -> Integer.t -> datum list * bytes

val transfer : datum -> datum -> Integer.t -> datum list * bytes

val standard : application

val exploded : 'a1 strings -> 'a1 option -> datum

val imploded : 'a1 strings -> datum -> 'a1 option

val by_bytes :
  'a1 strings -> application -> Integer.t -> 'a1 -> 'a1 option list -> ('a1
  option list * 'a1) option

val datum_bytes : 'a1 strings -> 'a1 option -> 'a1

val packed_standard :
  'a1 strings -> Integer.t -> 'a1 -> 'a1 option list -> ('a1 option
  list * 'a1) option

val mask128 : Integer.t

val masked : Integer.t -> Integer.t

val sum_setting :
  'a1 strings -> Integer.t -> Integer.t -> Integer.t -> 'a1 packed_value ->
  Integer.t -> ('a1 -> 'a1) -> (Integer.t -> 'a1 -> Integer.t) -> ('a1,
  Integer.t) setting
