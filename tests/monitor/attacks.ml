(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Attacks on the monitor. Each comment names the attack; each must be refused by the
   check named, or leave its epoch uncertified. Keys are bit strings of four digits. *)
open Monitor_model
open Numbers

let depth = 4
let key s = List.map (( = ) '1') (chars s)
let n = n_of_int
let at (e, c) = (n e, n c)
let text s = Data (Some (chars s))
let null = Data None
let initial k = Monitor_model.initial (n depth) (key k)
let edge ?(blum = false) k v = Some { e_key = key k; e_digest = Reference.value_digest v; e_blum = blum }
let node l r = Merkle (l, r)
let add_m k v s s' = AddM (key k, v, n s, n s')
let add_b k v s t tid = AddB (key k, v, n s, at t, n tid)
let evict_m s s' = EvictM (n s, n s')
let evict_b s t = EvictB (n s, at t)
let evict_bm s s' t = EvictBM (n s, n s', at t)
let run_on f operands a = Run (n f, operands, chars a)
let here s = Here (n s)
let missing k s = Missing (key k, n s)
let get s = run_on 0 [ here s ] ""
let put s v = run_on 1 [ here s ] v
let delete s = run_on 2 [ here s ] ""
let remove s s' = Remove (n s, n s')

let secret_hash () = Reference.sum_hash ~secret:(Reference.random_secret ())

let config ?(slots = 16) threads mh = Reference.config ~slots ~depth ~threads mh

let run ?slots ?mh logs =
  let logs = Array.of_list logs in
  let verify mh = Reference.verify (config ?slots (Array.length logs) mh) logs in
  match mh with None -> verify (secret_hash ()) | Some mh -> verify mh

let refused name ?(thread = 0) ?slots why logs =
  let report = run ?slots logs in
  let this = List.filter (fun r -> r.Reference.thread = thread) report.refusals in
  let passed =
    match this with
    | [ r ] -> r.why = why && r.where.entry = List.length (List.nth logs thread) - 1
    | _ -> false
  in
  List.iter (fun r -> if r.Reference.why <> why then Tap.note "refused for: %s" (Reference.explain_refusal r.Reference.why)) this;
  Tap.check (name ^ ": " ^ Reference.explain_refusal why) passed

(* All entries are accepted, and that epoch does not certify. *)
let uncertified name ?(epoch = 0) logs =
  let report = run logs in
  List.iter (fun r -> Tap.note "refused: %s: %s" (Show.entry r.Reference.what) (Reference.explain_refusal r.Reference.why)) report.refusals;
  Tap.check (name ^ ": accepted, never certified")
    (report.refusals = [] && report.stuck = Some epoch && (match report.certified with None -> epoch = 0 | Some e -> e < epoch))

let certified name ?mh ?(epoch = 0) logs =
  let report = run ?mh logs in
  List.iter (fun r -> Tap.note "refused: %s: %s" (Show.entry r.Reference.what) (Reference.explain_refusal r.Reference.why)) report.refusals;
  Tap.check name (report.refusals = [] && report.certified = Some epoch)

let a = "0000"
let b = "1000"
let c = "0011"
let close = [ NextEpoch; VerifyEpoch ]

(* A store with a = "a" and b = "b", both in the tree, under the root. *)
let loaded =
  [ add_m a null 1 0; put 1 "a"; evict_m 1 0; add_m b null 1 0; put 1 "b"; evict_m 1 0 ]

(* The same, with a in the Blum set, evicted at (0, 1) by thread 0. *)
let with_a_in_blum = loaded @ [ add_m a (text "a") 1 0; evict_bm 1 0 (0, 1) ]

let tree_attacks () =
  (* control: the honest version of what follows *)
  certified "honest: a and b read back" [ loaded @ [ add_m a (text "a") 1 0; get 1; add_m b (text "b") 2 0; get 2 ] @ close ];
  (* tampering: another value than was put *)
  refused "a value from the tree is changed" Wrong_digest [ loaded @ [ add_m a (text "x") 1 0 ] ];
  (* rollback: an earlier value of the same key *)
  refused "an old value from the tree" Wrong_digest
    [ loaded @ [ add_m a (text "a") 1 0; put 1 "a2"; evict_m 1 0; add_m a (text "a") 1 0 ] ];
  (* reset: a key with a value is presented as new *)
  refused "a key is presented as never written" Wrong_digest [ loaded @ [ add_m a null 1 0 ] ];
  (* stale Merkle child: an interior record from before its child changed *)
  let inner v = node (edge a v) (edge c (text "c")) in
  let nested =
    loaded
    @ [ add_m "00" (initial "00") 1 0; add_m c null 2 1; put 2 "c"; evict_m 2 1; evict_m 1 0;
        add_m "00" (inner (text "a")) 1 0; add_m a (text "a") 2 1; put 2 "a2"; evict_m 2 1; evict_m 1 0 ]
  in
  refused "a stale Merkle child" Wrong_digest [ nested @ [ add_m "00" (inner (text "a")) 1 0 ] ];
  certified "honest: the current Merkle child" [ nested @ [ add_m "00" (inner (text "a2")) 1 0 ] @ close ];
  (* the same key twice in one cache *)
  refused "the same key in two slots" Child_in_cache [ loaded @ [ add_m a (text "a") 1 0; add_m a (text "a") 2 0 ] ];
  (* the same new key twice *)
  refused "a new key twice" Wrong_digest [ [ add_m a null 1 0; add_m a null 2 0 ] ];
  (* an invented value for a new key *)
  refused "a new key with a value" Value_not_initial [ [ add_m a (text "x") 1 0 ] ];
  (* an invented subtree: a new interior record that already has a child *)
  refused "a new interior record with children" Value_not_initial [ [ add_m "00" (node (edge a (text "x")) None) 1 0 ] ];
  (* cutting an edge with a record that hides what was there *)
  refused "cutting an edge, other child invented" Value_not_initial
    [ loaded @ [ add_m "00" (node None (edge c (text "x"))) 1 0 ] ];
  (* cutting an edge below which the key is not *)
  refused "cutting an edge beside it" Edge_elsewhere [ loaded @ [ add_m c null 1 0 ] ];
  (* jumping over an interior record to claim that a key below it is new *)
  refused "jumping over an interior record" Edge_elsewhere
    [ loaded @ [ add_m "00" (initial "00") 1 0; evict_m 1 0; add_m a null 1 0 ] ];
  (* a parent that is not above the key *)
  refused "a parent beside the key" Not_descendant [ loaded @ [ add_m "00" (initial "00") 1 0; add_m b null 2 1 ] ];
  (* a data record as parent *)
  refused "a data record as parent" Not_merkle [ [ add_m a null 1 0; add_m a null 2 1 ] ];
  (* kinds confused *)
  refused "a data key with a Merkle value" Value_does_not_fit [ [ add_m a (node None None) 1 0 ] ];
  refused "a Merkle key with a data value" Value_does_not_fit [ [ add_m "00" null 1 0 ] ];
  (* overwriting a slot loses what is in it *)
  refused "a slot that is full" Slot_full [ [ add_m a null 1 0; add_m b null 1 0 ] ];
  refused "the root's slot is overwritten" Slot_full [ [ add_m a null 0 0 ] ];
  (* evicting a parent before its children *)
  refused "evicting a record whose child is in the cache" Has_children
    [ [ add_m "00" (initial "00") 1 0; add_m a null 2 1; evict_m 1 0 ] ];
  (* a digest written into an ancestor that is not the parent *)
  refused "evicting to a grandparent" Edge_elsewhere [ [ add_m "00" (initial "00") 1 0; add_m a null 2 1; evict_m 2 0 ] ];
  refused "evicting to oneself" Same_slot [ [ add_m a null 1 0; evict_m 1 1 ] ];
  refused "evicting to a stranger" Not_descendant [ [ add_m "00" (initial "00") 1 0; add_m b null 2 0; evict_m 2 1 ] ];
  refused "evicting twice" Slot_empty [ [ add_m a null 1 0; evict_m 1 0; evict_m 1 0 ] ];
  refused "evicting the root" Not_descendant [ [ add_m "00" (initial "00") 1 0; evict_m 0 1 ] ];
  refused "a thread without the root uses it" ~thread:1 Slot_empty [ []; [ add_m a null 1 0 ] ]

let blum_attacks () =
  certified "honest: a goes round through Blum" [ with_a_in_blum @ [ NextEpoch; add_b a (text "a") 1 (0, 1) 0; get 1; VerifyEpoch ] ];
  certified "honest: thread 1 takes a from thread 0" [ with_a_in_blum @ close; [ add_b a (text "a") 1 (0, 1) 0; get 1 ] @ close ];
  (* tampering through Blum *)
  uncertified "another value comes back" [ with_a_in_blum @ [ add_b a (text "x") 1 (0, 1) 0; get 1 ] @ close ];
  uncertified "it comes back with another time" [ with_a_in_blum @ [ add_b a (text "a") 1 (0, 0) 0 ] @ close ];
  uncertified "it comes back from another thread's name" [ with_a_in_blum @ [ add_b a (text "a") 1 (0, 1) 1 ] @ close; close ];
  uncertified "a record that never left comes back" [ loaded @ [ add_b a (text "a") 1 (0, 0) 0 ] @ close ];
  (* the same key in two caches, through Blum *)
  uncertified "the same key in two slots through Blum"
    [ with_a_in_blum @ [ add_b a (text "a") 1 (0, 1) 0; add_b a (text "a") 2 (0, 1) 0 ] @ close ];
  uncertified "the same key in two threads' caches"
    [ with_a_in_blum @ [ add_b a (text "a") 1 (0, 1) 0 ] @ close; [ add_b a (text "a") 1 (0, 1) 0 ] @ close ];
  (* replay of an eviction: the version before the last put *)
  uncertified "replay of an eviction"
    [ with_a_in_blum
      @ [ add_b a (text "a") 1 (0, 1) 0; put 1 "a2"; evict_b 1 (0, 3); add_b a (text "a") 1 (0, 1) 0; get 1 ] @ close ];
  (* values of two records exchanged *)
  uncertified "two records exchange their values"
    [ with_a_in_blum
      @ [ add_m b (text "b") 2 0; evict_bm 2 0 (0, 2); add_b a (text "b") 1 (0, 1) 0; add_b b (text "a") 2 (0, 2) 0 ] @ close ];
  (* a record that is left behind in a verified epoch *)
  uncertified "a record is left behind" [ with_a_in_blum @ close ];
  (* reading a record from the tree while it is in Blum *)
  refused "in Blum and from the tree" In_blum [ with_a_in_blum @ [ add_m a (text "a") 1 0 ] ];
  (* cutting an edge that carries the in-Blum mark must not wash the mark off *)
  refused "cutting an edge with the in-Blum mark" In_blum
    [ with_a_in_blum @ [ add_m "00" (initial "00") 1 0; add_m a (text "a") 2 1 ] ];
  certified "honest: the mark survives cutting and eviction"
    [ with_a_in_blum
      @ [ add_m "00" (initial "00") 1 0; evict_m 1 0; add_b a (text "a") 2 (0, 1) 0;
          add_m "00" (node (edge ~blum:true a (text "a")) None) 1 0; evict_m 2 1; evict_m 1 0 ] @ close ];
  (* washing the mark off by presenting the interior record without it *)
  refused "the in-Blum mark removed from a stored record" Wrong_digest
    [ with_a_in_blum @ [ add_m "00" (initial "00") 1 0; evict_m 1 0; add_m "00" (node (edge a (text "a")) None) 1 0 ] ];
  (* leaving by the wrong door *)
  refused "EvictB of a record from the tree" Added_by_merkle [ loaded @ [ add_m a (text "a") 1 0; evict_b 1 (0, 1) ] ];
  refused "EvictBM of a record from Blum" Added_by_blum
    [ with_a_in_blum @ [ add_b a (text "a") 1 (0, 1) 0; evict_bm 1 0 (0, 3) ] ];
  refused "the root leaves through Blum" Added_by_merkle [ [ evict_b 0 (0, 1) ] ];
  refused "another root comes in through Blum" Root_key [ [ add_b "" (initial "") 1 (0, 0) 0 ] ];
  refused "to Blum with a child in the cache" Has_children
    [ [ add_m "00" (initial "00") 1 0; add_m a null 2 1; evict_bm 1 0 (0, 1) ] ]

let time_attacks () =
  let top = (1 lsl 32) - 1 in
  let last_epoch = Numbers.n_of_string_be (String.make 8 '\255') in
  refused "verifying an epoch that is not over" Epoch_not_over [ loaded @ [ VerifyEpoch ] ];
  refused "skipping an epoch" Epoch_not_over [ loaded @ [ NextEpoch; VerifyEpoch; VerifyEpoch ] ];
  refused "adding to a verified epoch" Epoch_already_verified [ with_a_in_blum @ close @ [ add_b a (text "a") 1 (0, 1) 0 ] ];
  refused "timestamps going back" Not_later
    [ loaded @ [ add_m a (text "a") 1 0; add_m b (text "b") 2 0; evict_bm 1 0 (0, 5); evict_bm 2 0 (0, 4) ] ];
  refused "one timestamp, keys going back" Not_later
    [ loaded @ [ add_m a (text "a") 1 0; add_m b (text "b") 2 0; evict_bm 2 0 (0, 5); evict_bm 1 0 (0, 5) ] ];
  certified "honest: one timestamp, keys in order"
    [ loaded
      @ [ add_m a (text "a") 1 0; add_m b (text "b") 2 0; evict_bm 1 0 (0, 5); evict_bm 2 0 (0, 5);
          add_b a (text "a") 1 (0, 5) 0; add_b b (text "b") 2 (0, 5) 0 ] @ close ];
  refused "evicting again at the time of the last eviction" Not_later
    [ with_a_in_blum @ [ add_b a (text "a") 1 (0, 1) 0; evict_b 1 (0, 1) ] ];
  refused "evicting in an epoch that is over" Not_later
    [ loaded @ [ NextEpoch; add_m a (text "a") 1 0; evict_bm 1 0 (0, 9) ] ];
  refused "a counter at 2^32 - 1" Counter_overflow [ [ add_b a (text "x") 1 (0, top) 0 ] ];
  refused "what left at counter 2^32 - 1 cannot come back" Counter_overflow
    [ loaded @ [ add_m a (text "a") 1 0; evict_bm 1 0 (0, top); add_b a (text "a") 1 (0, top) 0 ] ];
  refused "the last epoch has no next" Epoch_overflow
    [ loaded @ [ add_m a (text "a") 1 0; EvictBM (n 1, n 0, (last_epoch, N0)); NextEpoch ] ];
  (* an element of the far future drags the clock along, and that epoch is lost *)
  uncertified "an element from the future" ~epoch:1
    [ [ add_b a (text "x") 1 (1, 5) 0; NextEpoch; VerifyEpoch; VerifyEpoch ] ]

(* What clients ask for, on several records and on absent ones; and what is removed. *)
let operation_attacks () =
  let e = "0001" in
  let amount = "\000\000\000\000\000\000\000\005" in
  (* a and b cached, a holds 7, b 3 *)
  let two = [ add_m a null 1 0; put 1 "7"; add_m b null 2 0; put 2 "3" ] in
  let answers logs = List.map (fun r -> string_of_chars r.r_result) (run [ logs ]).receipts in
  let last logs = match List.rev (answers logs) with r :: _ -> r | [] -> "no answer" in
  let says name logs result =
    if last logs <> result then Tap.note "%S" (last logs);
    Tap.check name (last logs = result && (run [ logs @ close ]).certified = Some 0)
  in
  says "a transfer" (two @ [ run_on 8 [ here 1; here 2 ] amount; run_on 0 [ here 1;
    here 2 ] "" ]) "\001\000\0012\001\000\0018";
  says "a transfer of more than there is" (two @ [ run_on 8 [ here 2; here 1 ] amount ]) "\000";
  says "incr" (two @ [ run_on 6 [ here 1 ] (String.make 8 '\255'); get 1 ]) "\001\000\0016";
  says "incr of the largest number" (two @ [ put 1 "9223372036854775807"; run_on 6 [ here 1 ] amount ]) "\000";
  says "incr down to the smallest number"
    (two @ [ put 1 "-9223372036854775807"; run_on 6 [ here 1 ] (String.make 8 '\255') ]) "\001-9223372036854775808";
  says "incr of what is no number" (two @ [ put 1 "07"; run_on 6 [ here 1 ] amount ]) "\000";
  says "a number that is too long" (two @ [ put 1 (String.make 30 '1'); run_on 6 [ here 1 ] amount ]) "\000";
  says "compare and set" (two @ [ run_on 7 [ here 1 ] "\001\000\0017\000"; get 1 ]) "\000";
  says "compare and set of another value" (two @ [ run_on 7 [ here 1 ] "\001\000\0018\000"; get 1 ]) "\001\000\0017";
  says "mset" (two @ [ run_on 4 [ here 1; here 2 ] "\000\001\000\001x"; run_on 0 [ here 2;
    here 1 ] "" ]) "\001\000\001x\000";
  says "an absent key beside one that is there" [ add_m b null 2 0; put 2 "3"; run_on 3 [ missing c 0; here 2 ] "" ]
    "\000\001";
  says "absent where the edge leads past" (loaded @ [ run_on 0 [ missing c 0 ] "" ]) "\000";
  says "absent past an edge into Blum" (with_a_in_blum @ [ run_on 0 [ missing e 0 ] ""; add_b a (text "a") 1 (0,
    1) 0 ]) "\000";
  refused "a key is called absent that is there" Not_absent [ loaded @ [ run_on 0 [ missing a 0 ] "" ] ];
  refused "a key is called absent that is in Blum" Not_absent [ with_a_in_blum @ [ run_on 0 [ missing a 0 ] "" ] ];
  refused "a key is called absent that may be below a record" Not_absent
    [ loaded @ [ add_m "00" (initial "00") 1 0; evict_m 1 0; run_on 0 [ missing a 0 ] "" ] ];
  refused "a key is called absent by a record beside it" Not_descendant
    [ loaded @ [ add_m "00" (initial "00") 1 0; run_on 0 [ missing b 1 ] "" ] ];
  refused "an interior key is called absent" Not_data [ [ run_on 0 [ missing "00" 0 ] "" ] ];
  refused "absent by the word of a data record" Not_merkle [ [ add_m a null 1 0; run_on 0 [ missing b 1 ] "" ] ];
  refused "a value for an absent key" Not_in_cache [ [ run_on 1 [ missing a 0 ] "x" ] ];
  refused "one of two values for an absent key" Not_in_cache
    [ [ add_m b null 1 0; run_on 4 [ here 1; missing a 0 ] "\001\000\001x\001\000\001y" ] ];
  refused "a record twice" Same_slot [ two @ [ run_on 8 [ here 1; here 1 ] amount ] ];
  refused "no such function" Bad_call [ two @ [ run_on 9 [ here 1 ] "" ] ];
  refused "too few records" Bad_call [ two @ [ run_on 8 [ here 1 ] amount ] ];
  refused "an argument that no function takes" Bad_call [ two @ [ run_on 0 [ here 1 ] "x" ] ];
  refused "data with something behind them" Bad_call [ two @ [ run_on 4 [ here 1 ] "\000\000" ] ];
  refused "reading an interior record among others" Not_data [ two @ [ run_on 0 [ here 1; here 0 ] "" ] ];
  (* removal *)
  let nested =
    loaded
    @ [ add_m "00" (initial "00") 1 0; add_m c null 2 1; put 2 "c"; add_m a (text "a") 3 1 ]
  in
  says "a removed record is absent" (loaded @ [ add_m a (text "a") 1 0; delete 1; remove 1 0;
    run_on 0 [ missing a 0 ] "" ]) "\000";
  says "a fork is merged while its other child is in the cache"
    (nested @ [ delete 2; remove 2 1; remove 1 0; get 3; evict_m 3 0; add_m a (text "a") 3 0; get 3 ]) "\001\000\001a";
  says "a removed record is added anew" (loaded @ [ add_m a (text "a") 1 0; delete 1; remove 1 0; add_m a null 1 0;
    get 1 ]) "\000";
  certified "a fork is merged whose child is in Blum, and the child comes back"
    [ loaded
      @ [ add_m "00" (initial "00") 1 0; add_m a (text "a") 3 1; evict_bm 3 1 (0, 1); remove 1 0;
          add_b a (text "a") 3 (0, 1) 0; get 3; evict_m 3 0 ] @ close ];
  refused "the mark survives the merging" In_blum
    [ loaded
      @ [ add_m "00" (initial "00") 1 0; add_m a (text "a") 3 1; evict_bm 3 1 (0, 1); remove 1 0;
        add_m a (text "a") 3 0 ] ];
  certified "a record from Blum is removed"
    [ with_a_in_blum @ [ add_b a (text "a") 1 (0, 1) 0; delete 1; remove 1 0; run_on 0 [ missing a 0 ] "" ] @ close ];
  refused "a record with a value is removed" Still_needed [ loaded @ [ add_m a (text "a") 1 0; remove 1 0 ] ];
  refused "a fork with two edges is removed" Still_needed
    [ nested @ [ evict_m 2 1; evict_m 3 1; remove 1 0 ] ];
  refused "the root is removed" Not_descendant [ [ add_m "00" (initial "00") 1 0; remove 0 1 ] ];
  refused "a record is removed from another's edge" Edge_elsewhere [ nested @ [ delete 2; remove 2 0 ] ];
  refused "a record is removed from itself" Same_slot [ [ add_m a null 1 0; remove 1 1 ] ]

let other_attacks () =
  refused "a slot outside the store" ~slots:4 Slot_out_of_range [ [ add_m a null 4 0 ] ];
  refused "a parent outside the store" ~slots:4 Slot_out_of_range [ [ add_m a null 1 4 ] ];
  refused "reading an empty slot" Slot_empty [ [ get 1 ] ];
  refused "reading an interior record" Not_data [ [ get 0 ] ];
  refused "overwriting an interior record" Not_data [ [ put 0 "x" ] ];
  (* entries after failure *)
  (let mh = secret_hash () in
   let config = config 2 mh in
   let feed m i e = feed config m (n i) e in
   let m, why1 = feed init_monitor 0 (get 1) in
   let m, why2 = feed m 0 (add_m a null 1 0) in
   let m, why3 = feed m 1 NextEpoch in
   let m, why4 = feed m 1 VerifyEpoch in
   Tap.check "entries after failure: refused for good, the other thread goes on"
     (why1 = Some Slot_empty && why2 = Some Thread_failed && why3 = None && why4 = None);
   Tap.check "entries after failure: certification returns, and certifies nothing" ((certify config m).m_certified = None);
   Tap.check "a thread that does not exist" (snd (feed m 2 NextEpoch) = Some No_such_thread));
  (* a thread idle in an epoch *)
  certified "a thread idle in every epoch does not block" ~epoch:1 [ with_a_in_blum @ [ add_b a (text "a") 1 (0, 1) 0 ] @ close @ close; close @ close ];
  (let report = run [ loaded @ close; [ NextEpoch ] ] in
   Tap.check "an epoch waits for a thread that has not verified it" (report.refusals = [] && report.certified = None && report.stuck = None))

(* ** The published hashes, and ours, against forgery *)

let bytes_of_element x = string_of_chars (print element_codec x)
let xor s t = String.init (String.length s) (fun i -> Char.chr (Char.code s.[i] lxor Char.code t.[i]))

(* Unkeyed hashes, XORed: 128 bits. *)
let xor_hash = { mh_eq = String.equal; mh_zero = String.make 16 '\000'; mh_plus = xor;
  mh_element = (fun _ x -> String.sub (Reference.sha256 (bytes_of_element x)) 0 16) }

(* GCM tags under one key, the timestamp as IV, XORed: GHASH of the record, which is
   linear, plus a pad that depends on the IV only. *)
let gf_double x =
  let carry = Char.code x.[15] land 1 in
  String.init 16 (fun i ->
      let b = (Char.code x.[i] lsr 1) lor if i = 0 then 0 else (Char.code x.[i - 1] land 1) lsl 7 in
      Char.chr (if i = 0 && carry = 1 then b lxor 0xe1 else b))

let gf_mul x y =
  let acc = ref (String.make 16 '\000') and v = ref y in
  for i = 0 to 127 do
    if (Char.code x.[i / 8] lsr (7 - (i mod 8))) land 1 = 1 then acc := xor !acc !v;
    v := gf_double !v
  done;
  !acc

let gcm_hash secret =
  let h = String.sub (Reference.hmac_sha256 ~key:secret "h") 0 16 in
  let ghash s =
    let blocks = (String.length s + 15) / 16 in
    let padded = s ^ String.make ((16 * blocks) - String.length s) '\000' in
    let acc = ref (String.make 16 '\000') in
    for i = 0 to blocks - 1 do acc := gf_mul (xor !acc (String.sub padded (16 * i) 16)) h done;
    !acc
  in
  let tag x =
    let pad = Reference.hmac_sha256 ~key:secret (string_of_chars (print (pair u32 u32) (el_stamp x))) in
    let record = string_of_chars (print key_codec (el_key x)) ^ string_of_chars (print value_codec (el_value x)) in
    xor (ghash record) (String.sub pad 0 16)
  in
  { mh_eq = String.equal; mh_zero = String.make 16 '\000'; mh_plus = xor; mh_element = (fun _ x -> tag x) }

let gcm_attack () =
  (* Two evictions at one timestamp; the same difference is added to both values and
     cancels in the XOR of the tags, whatever the secret. *)
  let delta s = xor s "\001\001\001\001\001\001\001\001" in
  let v1 = "balance1" and v2 = "balance2" in
  let log forged =
    let back v = text (if forged then delta v else v) in
    [ add_m a null 1 0; put 1 v1; add_m b null 2 0; put 2 v2; evict_bm 1 0 (0, 5); evict_bm 2 0 (0, 5);
      add_b a (back v1) 1 (0, 5) 0; get 1; add_b b (back v2) 2 (0, 5) 0 ] @ close
  in
  certified "XOR of GCM tags, two evictions at one timestamp: the published hash certifies the forgery"
    ~mh:(gcm_hash (Reference.random_secret ())) [ log true ];
  certified "the same, honest" [ log false ];
  uncertified "the same forgery against the keyed sum" [ log true ]

let linear_algebra_attack () =
  (* 512 records leave with known hashes; Gaussian elimination finds which to bring
     back changed so that the XOR is the same. 512 data keys need 9 digits. *)
  let depth = 9 and records = 512 in
  let key i = key_of_bits depth i in
  let value i = Printf.sprintf "v%d" i and forged i = Printf.sprintf "w%d" i in
  let time i = (n 0, n (i + 1)) in
  let element i v = (((key i, text v), time i), N0) in
  let row i = xor (xor_hash.mh_element N0 (element i (value i))) (xor_hash.mh_element N0 (element i (forged i))) in
  let bit s i = (Char.code s.[i / 8] lsr (7 - (i mod 8))) land 1 = 1 in
  (* Elimination: every row carries the set of records it is the sum of. *)
  let pivots = Array.make 128 None in
  let symmetric_difference s t = List.filter (fun x -> not (List.mem x t)) s @ List.filter (fun x -> not (List.mem x s)) t in
  let rec reduce i (r, set) =
    if i = 128 then Some set
    else if not (bit r i) then reduce (i + 1) (r, set)
    else match pivots.(i) with
      | Some (p, pset) -> reduce (i + 1) (xor r p, symmetric_difference set pset)
      | None -> pivots.(i) <- Some (r, set); None
  in
  let rec search i = if i = records then [] else match reduce 0 (row i, [ i ]) with Some set -> set | None -> search (i + 1) in
  let chosen = search 0 in
  Tap.check "linear algebra: a set of records that cancels was found" (chosen <> []);
  (* An honest host loads the records, by way of the generator; then the attack. *)
  let w = { Workload.records; operations = 0; zipf = 0.; threads = 1; epochs = 1; regime = Workload.Merkle_only;
    depth; seed = 1; mixed = false } in
  let load = List.filter (function NextEpoch | VerifyEpoch -> false | _ -> true) (Workload.generate w).(0) in
  let config mh = Reference.config ~depth ~threads:1 mh in
  (* Bring each record in along its path, whose records are in the log already. *)
  let stored = Hashtbl.create 1024 in
  let remember m = function
    | EvictM (s, _) -> (match gmap_lookup n_eq_dec n_countable s (thread_of (config xor_hash) m N0).t_slots with
        | Some slot -> Hashtbl.replace stored slot.s_key slot.s_value | None -> ())
    | _ -> ()
  in
  let monitor = ref init_monitor and extra = ref [] in
  let play e = remember !monitor e; monitor := fst (Monitor_model.feed (config xor_hash) !monitor N0 e) in
  List.iter play load;
  let emit e = play e; extra := e :: !extra in
  let slot s = gmap_lookup n_eq_dec n_countable (n s) (thread_of (config xor_hash) !monitor N0).t_slots in
  let rec fetch i s =
    match slot s with
    | Some { s_value = Merkle (l, r); s_key; _ } -> (
        match (match heading (key i) s_key with Some false -> l | Some true -> r | None -> None) with
        | Some e ->
            emit (AddM (e.e_key, Hashtbl.find stored e.e_key, n (s + 1), n s));
            if e.e_key = key i then begin
              emit (EvictBM (n (s + 1), n s, time i))
            end
            else begin
              fetch i (s + 1);
              emit (EvictM (n (s + 1), n s))
            end
        | None -> ())
    | _ -> ()
  in
  for i = 0 to records - 1 do fetch i 0 done;
  let return forge =
    List.concat (List.init records (fun i ->
        let v = if forge && List.mem i chosen then forged i else value i in
        [ AddB (key i, text v, n (100 + i), time i, N0); get (100 + i) ]))
  in
  let attack forge = [| load @ List.rev !extra @ return forge @ close |] in
  let report mh forge = Reference.verify (config mh) (attack forge) in
  let ours = secret_hash () in
  let r1 = report xor_hash true and r2 = report ours true and r3 = report ours false in
  List.iter (fun r -> Tap.note "refused: %s: %s" (Show.entry r.Reference.what) (Reference.explain_refusal r.Reference.why)) r1.refusals;
  Tap.check "XOR of unkeyed hashes, 512 records: the published hash certifies the forgery" (r1.refusals = [] && r1.certified = Some 0);
  Tap.check "the same forgery against the keyed sum: accepted, never certified" (r2.refusals = [] && r2.stuck = Some 0);
  Tap.check "the same, honest" (r3.refusals = [] && r3.certified = Some 0);
  (* XOR cancels an element added twice; the count beside it does not *)
  let twice = [ add_b a (text "x") 1 (0, 0) 0; add_b a (text "x") 2 (0, 0) 0 ] @ close in
  let report = run ~mh:xor_hash [ twice ] in
  Tap.check "an element added twice cancels under XOR; the count catches it" (report.refusals = [] && report.stuck = Some 0);
  uncertified "an element added twice against the keyed sum" [ twice ]

let () =
  tree_attacks ();
  blum_attacks ();
  time_attacks ();
  operation_attacks ();
  other_attacks ();
  gcm_attack ();
  linear_algebra_attack ();
  Tap.finish ()
