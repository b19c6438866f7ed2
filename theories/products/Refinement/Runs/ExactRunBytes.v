(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The bytes of answers, of data, and of the entries that ask for them. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Export Receipt Message.
From Fairlead.Refinement Require Export EntryBytes.
Local Open Scope Z_scope.

(** ** Numbers *)
Lemma zs_number_1 n : (n < 256)%N → zs (print (number 1) n) = [Z.of_N n].
Proof.
  intros Hn. rewrite <-(stored_number W8 1) by done.
  change (store_int Big W8 (Z.of_N n)) with [Z.of_N n mod 256]. by rewrite Z.mod_small by lia.
Qed.
Lemma zs_number_2 n : (n < 256)%N → zs (print (number 2) n) = [0; Z.of_N n].
Proof.
  intros Hn. rewrite <-(stored_number W16 2) by (done || (change (256 ^ N.of_nat 2)%N with 65536%N; lia)).
  change (store_int Big W16 (Z.of_N n)) with [Z.of_N n / 256 mod 256; Z.of_N n mod 256].
  by rewrite Z.div_small, !Z.mod_small by lia.
Qed.
Lemma print_u8 n : print u8 n = [tag n].
Proof. unfold u8. rewrite print_number. cbn [bytes_of]. change (256 ^ N.of_nat 0)%N with 1%N. by rewrite N.div_1_r. Qed.

(** ** Answers *)

(** All of an answer before its keys, argument and result. *)
Definition head_of (f e c i n : Z) : list Z :=
  f :: store_int Big W64 e ++ store_int Big W32 c ++ store_int Big W64 i ++ [n].
Lemma len_head f e c i n : len (head_of f e c i n) = 22.
Proof. unfold head_of. rewrite len_cons, !len_app, !len_store_int. done. Qed.
Definition print_keys (ks : list key) : bytes := ks ≫= print key_codec.
Lemma times_print {A} (c : codec A) l : foldr (λ a bs, print c a ++ bs) [] l = l ≫= print c.
Proof. induction l as [|a l IH]; [done|]. cbn. by rewrite IH. Qed.
Lemma receipt_zs i e c n f a ks y :
  (f < 256)%N → (e < 2 ^ 64)%N → (c < 2 ^ 32)%N → (n < 2 ^ 64)%N → (length ks < 256)%nat →
  zs (receipt_bytes (Monitor.Receipt i (e, c) n f a ks y)) =
  head_of (Z.of_N f) (Z.of_N e) (Z.of_N c) (Z.of_N n) (len ks) ++ zs (print_keys ks) ++
  zs (print argument_codec a) ++ zs (print argument_codec y).
Proof.
  intros Hf He Hc Hn Hks. unfold receipt_bytes.
  change (print (receipt_codec (Monitor.r_tid (Monitor.Receipt i (e, c) n f a ks y)))
    (Monitor.Receipt i (e, c) n f a ks y)) with
    (print u8 f ++ (print (number 8) e ++ print (number 4) c) ++ print (number 8) n ++
     (print (number 1) (N.of_nat (length ks)) ++ foldr (λ a bs, print key_codec a ++ bs) [] ks) ++
     print argument_codec a ++ print argument_codec y).
  rewrite times_print. rewrite !zs_app. unfold u8. rewrite !zs_number_1 by lia.
  rewrite <-!(stored_number W64 8), <-(stored_number W32 4) by done.
  unfold head_of, print_keys. cbn [app]. rewrite <-!(assoc_L (++)). cbn [app]. rewrite nat_N_Z. done.
Qed.

(** ** Data *)
Lemma print_data v : print value_codec (Data v) = tag 0 :: print datum_codec v.
Proof. done. Qed.
Lemma print_some a : print datum_codec (Some a) = tag 1 :: print (number 2) (N.of_nat (length a)) ++ a.
Proof. done. Qed.
(** A value of at most 252 bytes, as the program writes it. *)
Lemma zs_value (a : bytes) :
  len a ≤ 252 → zs (print value_codec (Data (Some a))) = 0 :: 1 :: 0 :: len a :: zs a.
Proof.
  intros Ha. rewrite print_data, print_some, !zs_cons, zs_app, zs_number_2 by (unfold len in Ha; lia).
  change (z_of (tag 0)) with 0. change (z_of (tag 1)) with 1. cbn [app]. unfold len. by rewrite nat_N_Z.
Qed.
Lemma value_is_data vb v : value_is vb (Data v) → cut vb 1 (len vb) = zs (print datum_codec v) ∧
  len vb = 1 + len (print datum_codec v) ∧ vb = 0 :: zs (print datum_codec v).
Proof.
  intros [_ ->]. rewrite print_data. rewrite cut_rest by lia. rewrite len_zs, len_cons. done.
Qed.
Lemma print_argument a : print argument_codec a = print (number 2) (N.of_nat (length a)) ++ a.
Proof. done. Qed.

(** ** A get or a put of one record in the cache *)
Record simple_read (b : list Z) (f s : Z) (a : list Z) : Prop := SimpleRead {
  sr_tag : loaded Big b 0 1 = 7; sr_function : byte b 1 = f; sr_one : byte b 2 = 1; sr_here : byte b 3 = 0;
  sr_slot : loaded Big b 4 2 = s; sr_size : loaded Big b 6 2 = len a; sr_argument : cut b 8 (8 + len a) = a;
  sr_length : 8 + len a ≤ len b }.
Lemma simple_reads f s a (rest : bytes) :
  entry_wf (Run f [Here s] a) →
  simple_read (zs (print entry_codec (Run f [Here s] a) ++ rest)) (Z.of_N f) (Z.of_N s) (zs a) ∧
  len (print entry_codec (Run f [Here s] a)) = 8 + len a.
Proof.
  intros (Hf & [_ Hs] & Ha). apply Forall_cons in Hs as [Hs _]. unfold argument_wf, operand_wf, below in *.
  change (print entry_codec (Run f [Here s] a)) with
    (tag 7 :: print u8 f ++ (print u8 1%N ++ (tag 0 :: print (number 2) s) ++ []) ++
     print (number 2) (N.of_nat (length a)) ++ a).
  rewrite !print_u8. rewrite app_nil_r. cbn [app].
  pose proof (number_length 2 s) as Hsl. pose proof (number_length 2 (N.of_nat (length a))) as Hnl.
  set (sb := print (number 2) s) in *. set (nb := print (number 2) (N.of_nat (length a))) in *.
  assert (len (tag 7 :: tag f :: tag 1 :: tag 0 :: sb ++ nb ++ a) = 8 + len a) as Hl.
  { unfold len. cbn [length]. rewrite !app_length. lia. }
  split; [|exact Hl]. pose proof (len_nonneg rest).
  assert (tag 7 :: tag f :: tag 1 :: tag 0 :: (sb ++ nb ++ a) ++ rest =
    ([tag 7; tag f; tag 1; tag 0] ++ sb) ++ nb ++ a ++ rest) as E
    by (cbn [app]; by rewrite <-!(assoc_L (++))).
  split.
  - by rewrite (loaded_zs _ 0 1).
  - rewrite (byte_zs _ 1 (tag f)) by done. unfold z_of, tag. by rewrite N_ascii_embedding.
  - by rewrite (byte_zs _ 2 (tag 1)) by done.
  - by rewrite (byte_zs _ 3 (tag 0)) by done.
  - rewrite E, <-(assoc_L (++)). apply (loaded_print _ 2); [done|exact Hs].
  - rewrite E, len_zs. unfold len. rewrite <-(nat_N_Z (length a)).
    apply (loaded_print _ 2); [unfold len; rewrite app_length; cbn [length]; lia|exact Ha].
  - rewrite E, (assoc_L (++) _ nb). apply cut_print; [|by rewrite len_zs].
    unfold len. rewrite !app_length. cbn [length]. lia.
  - rewrite !len_zs. unfold len in *. cbn [length] in *. rewrite !app_length in *. lia.
Qed.

(** ** Any operation *)
Definition place_of (ops : list operand) (i : nat) : Z := 3 + len (take i ops ≫= print operand_codec).
Definition operand_at (b : list Z) (p : Z) (o : operand) : Prop :=
  match o with
  | Here s => byte b p = 0 ∧ loaded Big b (p + 1) 2 = Z.of_N s ∧ p + 3 ≤ len b
  | Missing k s => byte b p = 1 ∧ cut b (p + 1) (p + 35) = zs (print key_codec k) ∧
      loaded Big b (p + 35) 2 = Z.of_N s ∧ p + 37 ≤ len b
  end.
Definition operand_size (o : operand) : Z := match o with Here _ => 3 | Missing _ _ => 37 end.
Lemma operand_length o : operand_wf o → len (print operand_codec o) = operand_size o.
Proof.
  intros Ho. destruct o as [s|k s].
  - change (print operand_codec (Here s)) with (tag 0 :: print (number 2) s). pose proof (number_length 2 s).
    unfold len. cbn [length operand_size]. lia.
  - change (print operand_codec (Missing k s)) with (tag 1 :: print key_codec k ++ print (number 2) s).
    pose proof (number_length 2 s). pose proof (key_bytes_length k (proj1 Ho)). unfold len. cbn [length operand_size].
    rewrite app_length. lia.
Qed.
Lemma byte_print (pre post : bytes) (c : Record.byte) p : p = len pre → byte (zs (pre ++ c :: post)) p = z_of c.
Proof. intros ->. apply byte_zs. unfold len. rewrite Nat2Z.id. by apply list_lookup_middle. Qed.
Lemma operand_reads o (pre post : bytes) :
  operand_wf o → operand_at (zs (pre ++ print operand_codec o ++ post)) (len pre) o.
Proof.
  intros Ho. pose proof (len_nonneg pre). pose proof (len_nonneg post). pose proof (operand_length o Ho) as Hl.
  assert (len (zs (pre ++ print operand_codec o ++ post)) = len pre + operand_size o + len post) as Hall
    by (rewrite len_zs, !len_app, Hl; lia).
  destruct o as [s|k s]; cbn [operand_at operand_size operand_wf] in *; unfold below in Ho.
  - change (print operand_codec (Here s)) with (tag 0 :: print (number 2) s) in *. split_and!; [| |lia].
    + cbn [app]. by rewrite byte_print.
    + cbn [app]. rewrite (cons_middle (tag 0) pre), (assoc_L (++) pre). apply (loaded_print _ 2); [|exact Ho].
      rewrite len_app. done.
  - destruct Ho as [Hk Ho]. pose proof (key_bytes_length k Hk) as Hkl.
    change (print operand_codec (Missing k s)) with (tag 1 :: print key_codec k ++ print (number 2) s) in *.
    split_and!; [| | |lia].
    + cbn [app]. by rewrite byte_print.
    + cbn [app]. rewrite (cons_middle (tag 1) pre), (assoc_L (++) pre), <-(assoc_L (++) (print key_codec k)).
      apply cut_print; rewrite ?len_app; unfold len; cbn [length]; lia.
    + cbn [app]. rewrite (cons_middle (tag 1) pre), <-(assoc_L (++) (print key_codec k)), (assoc_L (++) pre),
        (assoc_L (++) (pre ++ [tag 1])).
      apply (loaded_print _ 2); [|exact Ho]. rewrite !len_app. unfold len. cbn [length]. lia.
Qed.
Lemma place_next ops i o : ops !! i = Some o → operand_wf o → place_of ops (S i) = place_of ops i + operand_size o.
Proof.
  intros Hi Ho. unfold place_of. rewrite (take_S_r _ _ o) by done. rewrite bind_app, len_app.
  change ([o] ≫= print operand_codec) with (print operand_codec o ++ []). rewrite app_nil_r.
  rewrite operand_length by done. lia.
Qed.
Lemma place_range ops i : Forall operand_wf ops → (i ≤ length ops)%nat → 3 ≤ place_of ops i ≤ 3 + 37 * Z.of_nat i.
Proof.
  intros Hw. induction i as [|i IH]; intros Hi; [change (place_of ops 0) with 3; lia|].
  destruct (lookup_lt_is_Some_2 ops i ltac:(lia)) as [o Ho].
  rewrite (place_next _ _ o) by (done || by eapply Forall_lookup_1).
  specialize (IH ltac:(lia)). destruct o; cbn [operand_size]; lia.
Qed.

Record run_read (b : list Z) (f : Z) (ops : list operand) (a : bytes) : Prop := RunRead {
  rr_tag : loaded Big b 0 1 = 7; rr_function : byte b 1 = f; rr_number : byte b 2 = len ops;
  rr_operands : ∀ i o, ops !! i = Some o → operand_at b (place_of ops i) o;
  rr_size : loaded Big b (place_of ops (length ops)) 2 = len a;
  rr_argument : cut b (place_of ops (length ops) + 2) (place_of ops (length ops) + 2 + len a) = zs a;
  rr_counted : cut b (place_of ops (length ops)) (place_of ops (length ops) + 2 + len a) =
    zs (print argument_codec a);
  rr_length : place_of ops (length ops) + 2 + len a ≤ len b }.
Lemma run_reads f ops a (rest : bytes) :
  entry_wf (Run f ops a) →
  run_read (zs (print entry_codec (Run f ops a) ++ rest)) (Z.of_N f) ops a ∧
  len (print entry_codec (Run f ops a)) = place_of ops (length ops) + 2 + len a.
Proof.
  intros (Hf & [Hn Hops] & Ha). unfold argument_wf, below in *.
  change (print entry_codec (Run f ops a)) with
    (tag 7 :: print u8 f ++ (print u8 (N.of_nat (length ops)) ++ foldr (λ a bs, print operand_codec a ++ bs) [] ops) ++
     print argument_codec a).
  rewrite times_print, print_argument, !print_u8. cbn [app].
  pose proof (number_length 2 (N.of_nat (length a))) as Hnl.
  set (nb := print (number 2) (N.of_nat (length a))) in *. set (ob := ops ≫= print operand_codec).
  assert (place_of ops (length ops) = 3 + len ob) as Hp by (unfold place_of; by rewrite firstn_all).
  assert (len (tag 7 :: tag f :: tag (N.of_nat (length ops)) :: ob ++ nb ++ a) =
    place_of ops (length ops) + 2 + len a) as Hl.
  { rewrite Hp. unfold len. cbn [length]. rewrite !app_length. lia. }
  split; [|exact Hl]. pose proof (len_nonneg rest). pose proof (len_nonneg ob).
  set (pre := [tag 7; tag f; tag (N.of_nat (length ops))]).
  assert (tag 7 :: tag f :: tag (N.of_nat (length ops)) :: (ob ++ nb ++ a) ++ rest =
    (pre ++ ob) ++ nb ++ a ++ rest) as E by (cbn [app pre]; by rewrite <-!(assoc_L (++))).
  assert (len (pre ++ ob) = place_of ops (length ops)) as Hpre by (rewrite Hp, len_app; done).
  split.
  - by rewrite (loaded_zs _ 0 1).
  - rewrite (byte_zs _ 1 (tag f)) by done. unfold z_of, tag. by rewrite N_ascii_embedding.
  - rewrite (byte_zs _ 2 (tag (N.of_nat (length ops)))) by done. unfold z_of, tag. rewrite N_ascii_embedding by done.
    unfold len. lia.
  - intros i o Hi. rewrite E. pose proof (Forall_lookup_1 _ _ _ _ Hops Hi) as Ho.
    pose proof (operand_reads o (pre ++ (take i ops ≫= print operand_codec))
      ((drop (S i) ops ≫= print operand_codec) ++ nb ++ a ++ rest) Ho) as Hat.
    rewrite len_app in Hat. change (len pre) with 3 in Hat. fold (place_of ops i) in Hat.
    replace ((pre ++ ob) ++ nb ++ a ++ rest) with ((pre ++ (take i ops ≫= print operand_codec)) ++
      print operand_codec o ++ (drop (S i) ops ≫= print operand_codec) ++ nb ++ a ++ rest); [done|].
    unfold ob. rewrite <-(take_drop_middle ops i o Hi) at 3. rewrite bind_app, bind_cons. by rewrite <-!(assoc_L (++)).
  - rewrite E. transitivity (Z.of_N (N.of_nat (length a))); [|unfold len; lia].
    apply (loaded_print _ 2); [by rewrite Hpre|exact Ha].
  - rewrite E, (assoc_L (++) _ nb). apply cut_print; [|done]. rewrite len_app, Hpre. unfold len. lia.
  - change (print argument_codec a) with (nb ++ a). rewrite E, (assoc_L (++) nb). apply cut_print;
      [by rewrite Hpre|]. rewrite len_app. unfold len. lia.
  - rewrite !len_zs. unfold len in *. cbn [length] in *. rewrite !app_length in *. lia.
Qed.
