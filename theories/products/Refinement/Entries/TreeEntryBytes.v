(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What the program reads in the bytes of an entry of the tree are the entry's fields. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Refinement Require Export EntryBytes.
Local Open Scope Z_scope.

(** Two slots: EvictM, and Remove. *)
Record slots_read (b : list Z) (n s s2 : Z) : Prop := SlotsRead {
  sr_tag : loaded Big b 0 1 = n; sr_slot : loaded Big b 1 2 = s; sr_parent : loaded Big b 3 2 = s2;
  sr_length : 5 ≤ len b }.
Lemma slots_reads n s s2 (rest : bytes) :
  (n < 256)%N → (s < 65536)%N → (s2 < 65536)%N →
  slots_read (zs ((tag n :: print (number 2) s ++ print (number 2) s2) ++ rest)) (Z.of_N n) (Z.of_N s) (Z.of_N s2) ∧
  len (tag n :: print (number 2) s ++ print (number 2) s2) = 5.
Proof.
  intros Hn Hs Hs2. pose proof (number_length 2 s). pose proof (number_length 2 s2).
  set (sb := print (number 2) s) in *. set (s2b := print (number 2) s2) in *.
  assert (len (tag n :: sb ++ s2b) = 5) as Hl by (unfold len; cbn [length]; rewrite !app_length; lia).
  split; [|exact Hl]. cbn [app]. rewrite <-!(assoc_L (++)). pose proof (len_nonneg rest). split.
  - rewrite (loaded_zs _ 0 1). cbn [drop take]. change (drop (Z.to_nat 0) ?l) with l. cbn [take number_of].
    unfold tag. rewrite N_ascii_embedding by done. cbn. lia.
  - change (tag n :: sb ++ s2b ++ rest) with ([tag n] ++ sb ++ s2b ++ rest).
    apply (loaded_print _ 2); [done|exact Hs].
  - change (tag n :: sb ++ s2b ++ rest) with (([tag n] ++ sb) ++ s2b ++ rest).
    apply (loaded_print _ 2); [unfold len; rewrite app_length; cbn [length]; lia|exact Hs2].
  - rewrite len_zs. unfold len in *. cbn [length] in *. rewrite !app_length in *. lia.
Qed.

(** EvictBM: also a time. *)
Record tree_read (b : list Z) (s s2 e c : Z) : Prop := TreeRead {
  tr_tag : loaded Big b 0 1 = 4; tr_slot : loaded Big b 1 2 = s; tr_parent : loaded Big b 3 2 = s2;
  tr_epoch : loaded Big b 5 8 = e; tr_counter : loaded Big b 13 4 = c; tr_length : 17 ≤ len b }.
Lemma tree_reads s s2 e c (rest : bytes) :
  entry_wf (EvictBM s s2 (e, c)) →
  tree_read (zs (print entry_codec (EvictBM s s2 (e, c)) ++ rest)) (Z.of_N s) (Z.of_N s2) (Z.of_N e) (Z.of_N c) ∧
  len (print entry_codec (EvictBM s s2 (e, c))) = 17.
Proof.
  intros (Hs & Hs2 & [He Hc]). unfold below, limit64, limit32 in *. cbn [fst snd] in *.
  change (print entry_codec (EvictBM s s2 (e, c))) with
    (tag 4 :: print (number 2) s ++ print (number 2) s2 ++ print (number 8) e ++ print (number 4) c) in *.
  pose proof (number_length 2 s). pose proof (number_length 2 s2). pose proof (number_length 8 e).
  pose proof (number_length 4 c). set (sb := print (number 2) s) in *. set (s2b := print (number 2) s2) in *.
  set (eb := print (number 8) e) in *. set (cb := print (number 4) c) in *.
  assert (len (tag 4 :: sb ++ s2b ++ eb ++ cb) = 17) as Hl by (unfold len; cbn [length]; rewrite !app_length; lia).
  split; [|exact Hl]. cbn [app]. rewrite <-!(assoc_L (++)). pose proof (len_nonneg rest). split.
  - by rewrite (loaded_zs _ 0 1).
  - change (tag 4 :: sb ++ s2b ++ eb ++ cb ++ rest) with ([tag 4] ++ sb ++ s2b ++ eb ++ cb ++ rest).
    apply (loaded_print _ 2); [done|exact Hs].
  - change (tag 4 :: sb ++ s2b ++ eb ++ cb ++ rest) with (([tag 4] ++ sb) ++ s2b ++ eb ++ cb ++ rest).
    apply (loaded_print _ 2); [unfold len; rewrite app_length; cbn [length]; lia|exact Hs2].
  - assert (tag 4 :: sb ++ s2b ++ eb ++ cb ++ rest = ([tag 4] ++ sb ++ s2b) ++ eb ++ cb ++ rest) as ->
      by (cbn [app]; by rewrite <-!app_assoc).
    apply (loaded_print _ 8); [unfold len; rewrite !app_length; cbn [length]; lia|exact He].
  - assert (tag 4 :: sb ++ s2b ++ eb ++ cb ++ rest = ([tag 4] ++ sb ++ s2b ++ eb) ++ cb ++ rest) as ->
      by (cbn [app]; by rewrite <-!app_assoc).
    apply (loaded_print _ 4); [unfold len; rewrite !app_length; cbn [length]; lia|exact Hc].
  - rewrite len_zs. unfold len in *. cbn [length] in *. rewrite !app_length in *. lia.
Qed.

(** AddM: a record and two slots. *)
Record record_read (b : list Z) (k : key) (v : value) (s s2 n : Z) : Prop := RecordRead {
  rr_tag : loaded Big b 0 1 = 0; rr_key : cut b 1 35 = zs (print key_codec k);
  rr_size : value_size (cut b 35 (len b)) = n; rr_value : cut b 35 (35 + n) = zs (print value_codec v);
  rr_slot : loaded Big b (35 + n) 2 = s; rr_parent : loaded Big b (35 + n + 2) 2 = s2; rr_length : 39 + n ≤ len b }.
Lemma record_reads k v s s2 (rest : bytes) :
  entry_wf (AddM k v s s2) → len (print entry_codec (AddM k v s s2) ++ rest) < 2 ^ 32 →
  record_read (zs (print entry_codec (AddM k v s s2) ++ rest)) k v (Z.of_N s) (Z.of_N s2) (len (print value_codec v)) ∧
  len (print entry_codec (AddM k v s s2)) = 39 + len (print value_codec v).
Proof.
  intros (Hk & Hv & Hs & Hs2) Hmax. unfold below in *. pose proof (key_bytes_length k Hk) as Hkl.
  change (print entry_codec (AddM k v s s2)) with (tag 0 :: print key_codec k ++ print value_codec v ++
    print (number 2) s ++ print (number 2) s2) in *.
  pose proof (number_length 2 s). pose proof (number_length 2 s2).
  set (kb := print key_codec k) in *. set (vb := print value_codec v) in *.
  set (sb := print (number 2) s) in *. set (s2b := print (number 2) s2) in *.
  assert (len ((tag 0 :: kb ++ vb ++ sb ++ s2b) ++ rest) = 39 + len vb + len rest) as Hl.
  { unfold len in *. cbn [app length]. rewrite !app_length in *. lia. }
  assert (len (tag 0 :: kb ++ vb ++ sb ++ s2b) = 39 + len vb) as Hl'.
  { unfold len in *. cbn [app length]. rewrite !app_length in *. lia. }
  split; [|exact Hl']. pose proof (len_nonneg rest). pose proof (len_nonneg vb).
  cbn [app] in *. rewrite <-!(assoc_L (++)) in *.
  assert (∀ l, tag 0 :: kb ++ l = [tag 0] ++ kb ++ l) as E1 by done.
  assert (∀ l, [tag 0] ++ kb ++ l = ([tag 0] ++ kb) ++ l) as E2 by (intros; by rewrite (assoc_L (++))).
  assert (len ([tag 0] ++ kb) = 35) as L2 by (unfold len; rewrite app_length; cbn [length]; lia).
  assert (∀ l, tag 0 :: kb ++ vb ++ l = ([tag 0] ++ kb ++ vb) ++ l) as E3 by (intros; cbn; by rewrite <-(assoc_L (++))).
  assert (len ([tag 0] ++ kb ++ vb) = 35 + len vb) as L3 by (unfold len; rewrite !app_length; cbn [length]; lia).
  assert (∀ l, tag 0 :: kb ++ vb ++ sb ++ l = ([tag 0] ++ kb ++ vb ++ sb) ++ l) as E4
    by (intros; cbn [app]; by rewrite <-!app_assoc).
  assert (len ([tag 0] ++ kb ++ vb ++ sb) = 35 + len vb + 2) as L4
    by (unfold len; rewrite !app_length; cbn [length]; lia).
  split.
  - by rewrite (loaded_zs _ 0 1).
  - rewrite E1. apply cut_print; [done|]. change (print key_codec k) with kb. unfold len. lia.
  - rewrite cut_rest by lia. rewrite E1, E2.
    replace (Z.to_nat 35) with (length ([tag 0] ++ kb)) by (unfold len in L2; lia). rewrite drop_app.
    apply printed_value_size; [done|]. change (print value_codec v) with vb.
    unfold len in *. cbn [length] in *. rewrite !app_length in *. lia.
  - rewrite E1, E2. by apply cut_print.
  - rewrite E3. apply (loaded_print _ 2); [done|exact Hs].
  - rewrite E4. apply (loaded_print _ 2); [done|exact Hs2].
  - rewrite len_zs. lia.
Qed.
