(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the program reads in the bytes of an entry of Blum are the entry's fields. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Refinement Require Export Elements Entries.
Local Open Scope Z_scope.

Lemma loaded_print (pre : bytes) n x (post : bytes) p :
  p = len pre → (x < 256 ^ N.of_nat n)%N →
  loaded Big (zs (pre ++ print (number n) x ++ post)) p (Z.of_nat n) = Z.of_N x.
Proof.
  intros -> Hx. rewrite loaded_zs. f_equal. unfold len. rewrite Nat2Z.id, drop_app.
  rewrite take_app_alt by by rewrite number_length. rewrite print_number. by apply number_of_bytes_of.
Qed.
Lemma cut_print (pre l post : bytes) p q :
  p = len pre → q = p + len l → cut (zs (pre ++ l ++ post)) p q = zs l.
Proof.
  intros -> ->. rewrite cut_zs. f_equal. unfold len. rewrite Nat2Z.id, drop_app. apply take_app_alt. lia.
Qed.

(** A key and a value that were printed are what the program takes for one. *)
Lemma printed_key_wf k : Format.key_wf k → key_wf (zs (print key_codec k)).
Proof.
  intros Hk. pose proof (key_bytes_length k Hk) as Hl.
  split_and!; [apply octets_zs|rewrite len_zs; unfold len; lia|].
  pose proof (proj1 key_codec_lawful k [] Hk) as H. rewrite app_nil_r, parse_key, decide_True in H by lia.
  rewrite take_ge in H by lia. by destruct (canonical _).
Qed.
Lemma printed_value_size v (rest : bytes) :
  value_wf v → len (print value_codec v ++ rest) < 2 ^ 32 - 2 →
  value_size (zs (print value_codec v ++ rest)) = len (print value_codec v).
Proof.
  intros Hv Hl. pose proof (value_sized _ Hl) as H. rewrite (proj1 value_codec_lawful v rest Hv) in H. cbn [sized] in H.
  destruct H as ([H0 H1] & _ & H2). apply (f_equal length) in H2. unfold len in *.
  rewrite drop_length, app_length in *. lia.
Qed.
Lemma printed_value_ok v :
  value_wf v → len (print value_codec v) ≤ 256 → value_ok (zs (print value_codec v)).
Proof.
  intros Hv Hl. pose proof (printed_value_size v [] Hv) as Hs. rewrite app_nil_r in Hs. specialize (Hs ltac:(lia)).
  destruct (value_whole (zs (print value_codec v)) (octets_zs _)) as [H|[H|(_ & _ & H)]]; [lia..|].
  specialize (H ltac:(lia)). rewrite Hs in H. rewrite <-len_zs in H.
  rewrite cut_zs, take_ge in H by (rewrite drop_length, len_zs; unfold len; lia). by rewrite drop_0 in H.
Qed.

(** ** Entries *)
Record add_read (b : list Z) (k : key) (v : value) (s e c i n : Z) : Prop := AddRead {
  ar_tag : loaded Big b 0 1 = 1; ar_key : cut b 1 35 = zs (print key_codec k);
  ar_size : value_size (cut b 35 (len b)) = n; ar_value : cut b 35 (35 + n) = zs (print value_codec v);
  ar_slot : loaded Big b (35 + n) 2 = s; ar_epoch : loaded Big b (35 + n + 2) 8 = e;
  ar_counter : loaded Big b (35 + n + 10) 4 = c; ar_thread : loaded Big b (35 + n + 14) 2 = i;
  ar_length : 51 + n ≤ len b }.
Lemma add_reads k v s e c i (rest : bytes) :
  entry_wf (AddB k v s (e, c) i) → len (print entry_codec (AddB k v s (e, c) i) ++ rest) < 2 ^ 32 →
  add_read (zs (print entry_codec (AddB k v s (e, c) i) ++ rest)) k v (Z.of_N s) (Z.of_N e) (Z.of_N c) (Z.of_N i)
    (len (print value_codec v)) ∧
  len (print entry_codec (AddB k v s (e, c) i)) = 51 + len (print value_codec v).
Proof.
  intros (Hk & Hv & Hs & [He Hc] & Hi) Hmax. unfold below, limit64, limit32 in *. cbn [fst snd] in *.
  pose proof (key_bytes_length k Hk) as Hkl.
  change (print entry_codec (AddB k v s (e, c) i)) with (tag 1 :: print key_codec k ++ print value_codec v ++
    print (number 2) s ++ (print (number 8) e ++ print (number 4) c) ++ print (number 2) i) in *.
  rewrite <-!(assoc_L (++)) in *.
  pose proof (number_length 2 s). pose proof (number_length 8 e). pose proof (number_length 4 c).
  pose proof (number_length 2 i).
  set (kb := print key_codec k) in *. set (vb := print value_codec v) in *.
  set (sb := print (number 2) s) in *. set (eb := print (number 8) e) in *. set (cb := print (number 4) c) in *.
  set (ib := print (number 2) i) in *.
  assert (len ((tag 1 :: kb ++ vb ++ sb ++ eb ++ cb ++ ib) ++ rest) = 51 + len vb + len rest) as Hl.
  { unfold len in *. cbn [app length]. rewrite !app_length in *. lia. }
  assert (len (tag 1 :: kb ++ vb ++ sb ++ eb ++ cb ++ ib) = 51 + len vb) as Hl'.
  { unfold len in *. cbn [app length]. rewrite !app_length in *. lia. }
  split; [|exact Hl']. pose proof (len_nonneg rest).
  cbn [app] in *. rewrite <-!(assoc_L (++)) in *.
  assert (∀ l, tag 1 :: kb ++ l = [tag 1] ++ kb ++ l) as E1 by done.
  assert (∀ l, [tag 1] ++ kb ++ l = ([tag 1] ++ kb) ++ l) as E2 by (intros; by rewrite (assoc_L (++))).
  assert (len ([tag 1] ++ kb) = 35) as L2 by (unfold len; rewrite app_length; cbn [length]; lia).
  assert (∀ l, tag 1 :: kb ++ vb ++ l = ([tag 1] ++ kb ++ vb) ++ l) as E3 by (intros; cbn; by rewrite <-(assoc_L (++))).
  assert (len ([tag 1] ++ kb ++ vb) = 35 + len vb) as L3 by (unfold len; rewrite !app_length; cbn [length]; lia).
  assert (∀ l, tag 1 :: kb ++ vb ++ sb ++ l = ([tag 1] ++ kb ++ vb ++ sb) ++ l) as E4
    by (intros; cbn [app]; by rewrite <-!app_assoc).
  assert (len ([tag 1] ++ kb ++ vb ++ sb) = 35 + len vb + 2) as L4
    by (unfold len; rewrite !app_length; cbn [length]; lia).
  assert (∀ l, tag 1 :: kb ++ vb ++ sb ++ eb ++ l = ([tag 1] ++ kb ++ vb ++ sb ++ eb) ++ l) as E5
    by (intros; cbn [app]; by rewrite <-!app_assoc).
  assert (len ([tag 1] ++ kb ++ vb ++ sb ++ eb) = 35 + len vb + 10) as L5
    by (unfold len; rewrite !app_length; cbn [length]; lia).
  assert (∀ l, tag 1 :: kb ++ vb ++ sb ++ eb ++ cb ++ l = ([tag 1] ++ kb ++ vb ++ sb ++ eb ++ cb) ++ l) as E6
    by (intros; cbn [app]; by rewrite <-!app_assoc).
  assert (len ([tag 1] ++ kb ++ vb ++ sb ++ eb ++ cb) = 35 + len vb + 14) as L6
    by (unfold len; rewrite !app_length; cbn [length]; lia).
  split.
  - by rewrite (loaded_zs _ 0 1).
  - rewrite E1. apply cut_print; [done|]. change (print key_codec k) with kb. unfold len. lia.
  - rewrite cut_rest by lia. rewrite E1, E2.
    replace (Z.to_nat 35) with (length ([tag 1] ++ kb)) by (unfold len in L2; lia). rewrite drop_app.
    apply printed_value_size; [done|]. change (print value_codec v) with vb.
    unfold len in *. cbn [length] in *. rewrite !app_length in *. lia.
  - rewrite E1, E2. by apply cut_print.
  - rewrite E3. apply (loaded_print _ 2); [done|exact Hs].
  - rewrite E4. apply (loaded_print _ 8); [done|exact He].
  - rewrite E5. apply (loaded_print _ 4); [done|exact Hc].
  - rewrite E6. apply (loaded_print _ 2); [done|exact Hi].
  - rewrite len_zs. lia.
Qed.

Record evict_read (b : list Z) (s e c : Z) : Prop := EvictRead {
  er_tag : loaded Big b 0 1 = 3; er_slot : loaded Big b 1 2 = s; er_epoch : loaded Big b 3 8 = e;
  er_counter : loaded Big b 11 4 = c; er_length : 15 ≤ len b }.
Lemma evict_reads s e c (rest : bytes) :
  entry_wf (EvictB s (e, c)) →
  evict_read (zs (print entry_codec (EvictB s (e, c)) ++ rest)) (Z.of_N s) (Z.of_N e) (Z.of_N c) ∧
  len (print entry_codec (EvictB s (e, c))) = 15.
Proof.
  intros (Hs & [He Hc]). unfold below, limit64, limit32 in *. cbn [fst snd] in *.
  change (print entry_codec (EvictB s (e, c))) with
    (tag 3 :: print (number 2) s ++ print (number 8) e ++ print (number 4) c) in *.
  pose proof (number_length 2 s). pose proof (number_length 8 e). pose proof (number_length 4 c).
  set (sb := print (number 2) s) in *. set (eb := print (number 8) e) in *. set (cb := print (number 4) c) in *.
  assert (len (tag 3 :: sb ++ eb ++ cb) = 15) as Hl by (unfold len; cbn [length]; rewrite !app_length; lia).
  split; [|exact Hl]. cbn [app]. rewrite <-!(assoc_L (++)).
  pose proof (len_nonneg rest). split.
  - by rewrite (loaded_zs _ 0 1).
  - change (tag 3 :: sb ++ eb ++ cb ++ rest) with ([tag 3] ++ sb ++ eb ++ cb ++ rest).
    apply (loaded_print _ 2); [done|exact Hs].
  - change (tag 3 :: sb ++ eb ++ cb ++ rest) with (([tag 3] ++ sb) ++ eb ++ cb ++ rest).
    apply (loaded_print _ 8); [unfold len; rewrite app_length; cbn [length]; lia|exact He].
  - assert (tag 3 :: sb ++ eb ++ cb ++ rest = ([tag 3] ++ sb ++ eb) ++ cb ++ rest) as ->
      by (cbn [app]; by rewrite <-!app_assoc).
    apply (loaded_print _ 4); [unfold len; rewrite !app_length; cbn [length]; lia|exact Hc].
  - rewrite len_zs. unfold len in *. cbn [length] in *. rewrite !app_length in *. lia.
Qed.
