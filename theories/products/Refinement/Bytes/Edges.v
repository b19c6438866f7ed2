(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Values as the program keeps them: a datum, or two edges, and what its writes in place leave of that.

    The program finds an edge by its place, writes 32 bytes of digest or a mark over what is there, and moves what
    follows when an edge comes or goes. Here all of this is: one edge between what is before and what is after it
    ([merkle_split]) becomes another. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Refinement Require Export Parsing.
Local Open Scope Z_scope.
Ltac Zify.zify_post_hook ::= idtac.

(** ** Parts of bytes *)
Lemma byte_app_l a b i : 0 ≤ i < len a → byte (a ++ b) i = byte a i.
Proof. unfold byte, len. intros. apply lookup_total_app_l. lia. Qed.
Lemma byte_app_r a b i : len a ≤ i → byte (a ++ b) i = byte b (i - len a).
Proof. unfold byte, len. intros. rewrite lookup_total_app_r by lia. f_equal. lia. Qed.
Lemma byte_mid pre e post j :
  0 ≤ j < len e → byte (pre ++ e ++ post) (len pre + j) = byte e j.
Proof.
  intros Hj. rewrite byte_app_r by lia. replace (len pre + j - len pre) with j by lia. by apply byte_app_l.
Qed.
Lemma byte_start pre e post : 0 < len e → byte (pre ++ e ++ post) (len pre) = byte e 0.
Proof.
  intros He. pose proof (byte_mid pre e post 0 ltac:(lia)) as H. by rewrite Z.add_0_r in H.
Qed.
Lemma cut_mid pre e post lo hi :
  0 ≤ lo ≤ hi → hi ≤ len e → cut (pre ++ e ++ post) (len pre + lo) (len pre + hi) = cut e lo hi.
Proof.
  unfold cut, len. intros. rewrite drop_app_ge by lia.
  replace (Z.to_nat (Z.of_nat (length pre) + lo) - length pre)%nat with (Z.to_nat lo) by lia.
  rewrite drop_app_le by lia. rewrite take_app_le by (rewrite drop_length; lia). f_equal. lia.
Qed.
Lemma paste_mid pre e post j c :
  0 ≤ j → j + len c ≤ len e → paste (pre ++ e ++ post) (len pre + j) c = pre ++ paste e j c ++ post.
Proof.
  unfold paste, len. intros. rewrite take_app_ge, drop_app_ge by lia.
  replace (Z.to_nat (Z.of_nat (length pre) + j) - length pre)%nat with (Z.to_nat j) by lia.
  replace (Z.to_nat (Z.of_nat (length pre) + j) + length c - length pre)%nat with (Z.to_nat j + length c)%nat by lia.
  rewrite take_app_le, drop_app_le by lia. by rewrite <-!(assoc_L (++)).
Qed.
Theorem insert_mid pre e post j (z : Z) :
  0 ≤ j < len e →
  <[Z.to_nat (len pre + j) := z]> (pre ++ e ++ post) = pre ++ <[Z.to_nat j := z]> e ++ post.
Proof.
  unfold len. intros. rewrite insert_app_r_alt by lia.
  replace (Z.to_nat (Z.of_nat (length pre) + j) - length pre)%nat with (Z.to_nat j) by lia.
  by rewrite insert_app_l by lia.
Qed.
Lemma paste_all e c : len c = len e → paste e 0 c = c.
Proof.
  unfold paste, len. intros. rewrite drop_ge by lia. change (take (Z.to_nat 0) e) with (@nil Z).
  by rewrite app_nil_r.
Qed.
Lemma byte_cons z b i : 1 ≤ i → byte (z :: b) i = byte b (i - 1).
Proof.
  intros Hi. unfold byte. replace (Z.to_nat i) with (S (Z.to_nat (i - 1))) by lia. done.
Qed.
Lemma byte_paste_before e j c i : 0 ≤ i < j → j ≤ len e → byte (paste e j c) i = byte e i.
Proof.
  intros Hi Hj. unfold paste. rewrite byte_app_l by (unfold len in *; rewrite take_length; lia).
  unfold byte. rewrite !list_lookup_total_alt. by rewrite lookup_take by lia.
Qed.
Lemma byte_paste_after e j c i :
  0 ≤ j → j + len c ≤ i → i < len e → byte (paste e j c) i = byte e i.
Proof.
  intros Hj Hi He. unfold paste. rewrite (assoc_L (++)).
  assert (len (take (Z.to_nat j) e ++ c) = j + len c) as Hl.
  { unfold len in *. rewrite app_length, take_length. lia. }
  rewrite byte_app_r by lia. rewrite Hl. unfold byte. rewrite !list_lookup_total_alt, lookup_drop.
  do 2 f_equal. unfold len in *. lia.
Qed.
Lemma cut_paste_before e j c lo hi : 0 ≤ lo ≤ hi → hi ≤ j → j ≤ len e → cut (paste e j c) lo hi = cut e lo hi.
Proof.
  intros Hlo Hhi Hj. unfold cut, paste. rewrite drop_app_le by (unfold len in *; rewrite take_length; lia).
  rewrite take_app_le by (unfold len in *; rewrite drop_length, take_length; lia).
  rewrite skipn_firstn_comm. rewrite take_take. f_equal. lia.
Qed.

Lemma octets_insert b i z : 0 ≤ z < 256 → octets b → octets (<[i := z]> b).
Proof. intros. by apply Forall_insert. Qed.
Global Hint Extern 2 (octets (<[_ := _]> _)) => apply octets_insert; [lia|] : octets.

(** ** Edges *)
Definition key_wf (k : list Z) : Prop := octets k ∧ len k = 34 ∧ canonical k = true.
Definition edge_ok (e : list Z) : Prop :=
  e = [0] ∨ len e = 68 ∧ octets e ∧ byte e 0 = 1 ∧ canonical (cut e 1 35) = true ∧ 0 ≤ byte e 67 ≤ 1.
Definition merkle_ok (v : list Z) : Prop := ∃ l r, v = 1 :: l ++ r ∧ edge_ok l ∧ edge_ok r.
Definition datum_ok (v : list Z) : Prop := ∃ d, v = 0 :: d ∧ octets d ∧ datum_size d = len d.
Definition value_ok (v : list Z) : Prop := len v ≤ 256 ∧ (datum_ok v ∨ merkle_ok v).

Lemma key_wf_ok k : key_wf k → key_ok k.
Proof.
  intros (Ho & Hl & Hc). split_and!; [done|done|]. unfold canonical in Hc.
  destruct (Z.ltb_spec 256 (digits k)); [done|lia].
Qed.
Lemma edge_ok_cases e :
  edge_ok e → octets e ∧ (len e = 1 ∧ byte e 0 = 0 ∨ len e = 68 ∧ byte e 0 = 1).
Proof.
  intros [->|(Hl & Ho & Hb & _)]; [|by auto]. split; [repeat constructor; lia|by left].
Qed.

(** A Merkle value around its edge in direction [d]. *)
Lemma merkle_split v d :
  merkle_ok v → 0 ≤ d ≤ 1 →
  ∃ pre e post, v = pre ++ e ++ post ∧ edge_at v d = len pre ∧ edge_ok e ∧
    (∀ e', edge_ok e' → merkle_ok (pre ++ e' ++ post)) ∧
    1 ≤ len pre ∧ len pre + len post ≤ 69 ∧ octets pre ∧ octets post.
Proof.
  intros (l & r & -> & Hl & Hr) Hd. destruct (edge_ok_cases l Hl) as [Hlo Hlc], (edge_ok_cases r Hr) as [Hro Hrc].
  unfold edge_at. destruct (Z.eqb_spec d 0).
  - exists [1], l, r. split_and!; try done; try (rewrite ?len_cons, ?len_nil; lia).
    + intros e' He'. by exists e', r.
    + repeat constructor; lia.
  - exists (1 :: l), r, []. rewrite app_nil_r.
    assert (byte (1 :: l ++ r) 1 = byte l 0) as ->.
    { rewrite byte_cons by lia. rewrite byte_app_l by lia. done. }
    split_and!; try done; try (rewrite ?len_cons, ?len_nil; lia).
    + rewrite len_cons. destruct Hlc as [[-> ->]|[-> ->]]; done.
    + intros e' He'. rewrite app_nil_r. by exists l, e'.
    + constructor; [lia|done].
    + constructor.
Qed.
Lemma merkle_octets v : merkle_ok v → octets v.
Proof.
  intros (l & r & -> & [Hl _]%edge_ok_cases & [Hr _]%edge_ok_cases). constructor; [lia|by apply octets_app].
Qed.
Lemma value_octets v : value_ok v → octets v.
Proof.
  intros [_ [(d & -> & Hd & _)|Hv]]; [constructor; [lia|done]|by apply merkle_octets].
Qed.
Lemma merkle_kind v : merkle_ok v → is_merkle v = true.
Proof. by intros (l & r & -> & _). Qed.
Lemma kind_merkle v : value_ok v → is_merkle v = true → merkle_ok v.
Proof. by intros [_ [(d & -> & _)|Hv]]. Qed.
Theorem kind_datum v : value_ok v → is_merkle v = false → datum_ok v.
Proof. intros [_ [Hv|Hv]] Hk; [done|]. by rewrite merkle_kind in Hk. Qed.

(** What a program may look at. *)
Lemma merkle_room v d :
  merkle_ok v → 0 ≤ d ≤ 1 →
  1 ≤ edge_at v d < len v ∧ 3 ≤ len v ≤ 137 ∧ (byte v (edge_at v d) = 0 ∨ byte v (edge_at v d) = 1) ∧
  (byte v (edge_at v d) = 0 → len v - edge_at v d ≤ 69) ∧ (byte v (edge_at v d) = 0 → len v ≤ 70) ∧
  (byte v (edge_at v d) ≠ 0 → edge_at v d + 68 ≤ len v ≤ edge_at v d + 136).
Proof.
  intros Hv Hd. destruct (merkle_split v d Hv Hd) as (pre & e & post & -> & -> & He & _ & Hp & Hs & _ & _).
  assert (byte (pre ++ e ++ post) (len pre) = byte e 0) as ->.
  { apply byte_start. destruct (edge_ok_cases e He) as [_ [[? _]|[? _]]]; lia. }
  destruct (edge_ok_cases e He) as [_ Hc]. rewrite !len_app. pose proof (len_nonneg post).
  assert (3 ≤ len pre + (len e + len post)).
  { destruct Hv as (l & r & Hv & Hl & Hr).
    assert (len (pre ++ e ++ post) = len (1 :: l ++ r)) as Hlen by (by f_equal).
    rewrite len_cons, !len_app in Hlen. destruct (edge_ok_cases l Hl), (edge_ok_cases r Hr). lia. }
  lia.
Qed.
Theorem merkle_edge_key v d :
  merkle_ok v → 0 ≤ d ≤ 1 → byte v (edge_at v d) ≠ 0 → key_wf (cut v (edge_at v d + 1) (edge_at v d + 35)).
Proof.
  intros Hv Hd Hb. pose proof (merkle_octets v Hv) as Ho. pose proof (merkle_room v d Hv Hd) as Hroom.
  split_and!; [by apply octets_cut|rewrite len_cut; lia|].
  destruct (merkle_split v d Hv Hd) as (pre & e & post & -> & Hat & He & _). rewrite Hat in *.
  assert (byte (pre ++ e ++ post) (len pre) = byte e 0) as Heq.
  { apply byte_start. destruct (edge_ok_cases e He) as [_ [[? _]|[? _]]]; lia. }
  rewrite Heq in *. destruct He as [->|(Hl & _ & _ & Hc & _)]; [done|]. by rewrite cut_mid by lia.
Qed.

(** ** What writes leave *)
Lemma new_edge_ok k h b : key_wf k → octets h → len h = 32 → edge_ok (new_edge k h b).
Proof.
  intros (Hk & Hkl & Hc) Hh Hhl. right. unfold new_edge.
  assert (len (1 :: (k ++ h) ++ [if b then 1 else 0]) = 68) as Hlen by (fl_lens; lia).
  split_and!; [done| |done| | |].
  - constructor; [lia|]. apply octets_app; [by apply octets_app|]. constructor; [by destruct b|constructor].
  - pose proof (cut_mid [1] k (h ++ [if b then 1 else 0]) 0 34 ltac:(lia) ltac:(lia)) as He.
    replace (1 :: (k ++ h) ++ [if b then 1 else 0]) with ([1] ++ k ++ h ++ [if b then 1 else 0])
      by (cbn; by rewrite <-(assoc_L (++))).
    change (len [1] + 0) with 1 in He. change (len [1] + 34) with 35 in He. rewrite He. unfold cut.
    change (Z.to_nat 0) with 0%nat. rewrite drop_0, take_ge by (unfold len in Hkl; lia). done.
  - pose proof (byte_app_r (1 :: (k ++ h)) [if b then 1 else 0] 67) as He.
    cbn [app] in He. rewrite He by (fl_lens; lia). rewrite len_cons, len_app, Hkl, Hhl. by destruct b.
  - pose proof (byte_app_r (1 :: (k ++ h)) [if b then 1 else 0] 67) as He.
    cbn [app] in He. rewrite He by (fl_lens; lia). rewrite len_cons, len_app, Hkl, Hhl. by destruct b.
Qed.

(** One whole edge for another. *)
Lemma replace_ok v d e' :
  merkle_ok v → 0 ≤ d ≤ 1 → byte v (edge_at v d) ≠ 0 → edge_ok e' → len e' = 68 →
  merkle_ok (paste v (edge_at v d) e').
Proof.
  intros Hv Hd Hb He' Hl'. pose proof (merkle_room v d Hv Hd) as Hroom.
  destruct (merkle_split v d Hv Hd) as (pre & e & post & -> & Hat & He & Hre & _). rewrite Hat in *.
  assert (byte (pre ++ e ++ post) (len pre) = byte e 0) as Heq.
  { apply byte_start. destruct (edge_ok_cases e He) as [_ [[? _]|[? _]]]; lia. }
  rewrite Heq in *. destruct (edge_ok_cases e He) as [_ [[_ ?]|[Hl _]]]; [done|].
  replace (len pre) with (len pre + 0) by lia. rewrite paste_mid by lia. rewrite paste_all by lia. by apply Hre.
Qed.
Lemma edge_there v d :
  merkle_ok v → 0 ≤ d ≤ 1 → byte v (edge_at v d) ≠ 0 →
  ∃ e, cut v (edge_at v d) (edge_at v d + 68) = e ∧ edge_ok e ∧ len e = 68 ∧
    ∀ j c, 0 ≤ j → j + len c ≤ 68 → paste v (edge_at v d + j) c = paste v (edge_at v d) (paste e j c).
Proof.
  intros Hv Hd Hb. pose proof (merkle_room v d Hv Hd) as Hroom.
  destruct (merkle_split v d Hv Hd) as (pre & e & post & -> & Hat & He & _). rewrite Hat in *.
  assert (byte (pre ++ e ++ post) (len pre) = byte e 0) as Heq.
  { apply byte_start. destruct (edge_ok_cases e He) as [_ [[? _]|[? _]]]; lia. }
  rewrite Heq in *. destruct (edge_ok_cases e He) as [_ [[_ ?]|[Hl _]]]; [done|].
  exists e. split_and!; [|done|done|].
  - pose proof (cut_mid pre e post 0 68 ltac:(lia) ltac:(lia)) as Hc. rewrite Z.add_0_r in Hc. rewrite Hc.
    unfold cut. change (Z.to_nat 0) with 0%nat. rewrite drop_0, take_ge by (unfold len in Hl; lia). done.
  - intros j c Hj Hc. rewrite paste_mid by lia.
    pose proof (paste_mid pre e post 0 (paste e j c) ltac:(lia)) as Hm. rewrite Z.add_0_r in Hm.
    rewrite Hm by (rewrite len_paste by lia; lia). rewrite paste_all; [done|]. by rewrite len_paste by lia.
Qed.
Lemma insert_paste (b : list Z) i z : 0 ≤ i < len b → <[Z.to_nat i := z]> b = paste b i [z].
Proof.
  unfold paste, len. intros Hi. rewrite insert_take_drop by lia. cbn [length app]. do 3 f_equal. lia.
Qed.

Lemma digest_ok v d h :
  merkle_ok v → 0 ≤ d ≤ 1 → byte v (edge_at v d) ≠ 0 → octets h → len h = 32 →
  merkle_ok (paste v (edge_at v d + 35) h).
Proof.
  intros Hv Hd Hb Hh Hhl. destruct (edge_there v d Hv Hd Hb) as (e & _ & He & Hl & Hp). rewrite Hp by lia.
  assert (len (paste e 35 h) = 68) as Hl' by (rewrite len_paste by lia; done).
  apply replace_ok; try done. destruct He as [->|(_ & Ho & H0 & Hc & H67)]; [done|]. right.
  split_and!; [done|by apply octets_paste|by rewrite byte_paste_before by lia| | |].
  - by rewrite cut_paste_before by lia.
  - rewrite byte_paste_after by lia. lia.
  - rewrite byte_paste_after by lia. lia.
Qed.
Lemma mark_ok v d z :
  merkle_ok v → 0 ≤ d ≤ 1 → byte v (edge_at v d) ≠ 0 → 0 ≤ z ≤ 1 →
  merkle_ok (<[Z.to_nat (edge_at v d + 67) := z]> v).
Proof.
  intros Hv Hd Hb Hz. pose proof (merkle_room v d Hv Hd) as Hroom. rewrite insert_paste by lia.
  destruct (edge_there v d Hv Hd Hb) as (e & _ & He & Hl & Hp). rewrite Hp by (rewrite ?len_cons, ?len_nil; lia).
  assert (len (paste e 67 [z]) = 68) as Hl' by (rewrite len_paste by (rewrite ?len_cons, ?len_nil; lia); done).
  apply replace_ok; try done. destruct He as [->|(_ & Ho & H0 & Hc & H67)]; [done|]. right.
  assert (byte (paste e 67 [z]) 67 = z) as ->.
  { unfold paste. assert (len (take (Z.to_nat 67) e) = 67) as Ht by (unfold len in *; rewrite take_length; lia).
    rewrite byte_app_r by lia. rewrite Ht. done. }
  split_and!; try lia; try done.
  - apply octets_paste; [done|]. constructor; [lia|constructor].
  - by rewrite byte_paste_before by lia.
  - by rewrite cut_paste_before by lia.
Qed.

Theorem point_ok v d k h b :
  merkle_ok v → 0 ≤ d ≤ 1 → key_wf k → octets h → len h = 32 → merkle_ok (point v d k h b).
Proof.
  intros Hv Hd Hk Hh Hhl. unfold point. destruct (Z.eqb_spec (byte v (edge_at v d)) 0) as [Hb|Hb]; cbn [negb].
  2:{ assert (len (new_edge k h b) = 68) by (destruct Hk as (_ & Hkl & _); unfold new_edge; fl_lens; lia).
      apply replace_ok; try done. by apply new_edge_ok. }
  destruct (merkle_split v d Hv Hd) as (pre & e & post & -> & Hat & He & Hre & _). rewrite Hat in *.
  assert (byte (pre ++ e ++ post) (len pre) = byte e 0) as Heq.
  { apply byte_start. destruct (edge_ok_cases e He) as [_ [[? _]|[? _]]]; lia. }
  rewrite Heq in *. destruct He as [->|(_ & _ & Hb' & _)]; [|lia].
  assert (fit (pre ++ [0] ++ post) (len pre) = pre) as ->.
  { unfold fit, len. rewrite Nat2Z.id, take_app. rewrite app_length.
    replace (length pre - (length pre + _))%nat with 0%nat by lia. by rewrite app_nil_r. }
  assert (cut (pre ++ [0] ++ post) (len pre + 1) (len (pre ++ [0] ++ post)) = post) as ->.
  { unfold cut, len. rewrite drop_app_ge by lia.
    replace (Z.to_nat (Z.of_nat (length pre) + 1) - length pre)%nat with 1%nat by lia. cbn [app drop].
    rewrite app_length. cbn [length]. apply take_ge. lia. }
  rewrite <-(assoc_L (++)). apply Hre. by apply new_edge_ok.
Qed.
Theorem clear_ok v d : merkle_ok v → 0 ≤ d ≤ 1 → byte v (edge_at v d) ≠ 0 → merkle_ok (clear v d).
Proof.
  intros Hv Hd Hb. pose proof (merkle_room v d Hv Hd) as Hroom. unfold clear.
  destruct (merkle_split v d Hv Hd) as (pre & e & post & -> & Hat & He & Hre & _). rewrite Hat in *.
  assert (byte (pre ++ e ++ post) (len pre) = byte e 0) as Heq.
  { apply byte_start. destruct (edge_ok_cases e He) as [_ [[? _]|[? _]]]; lia. }
  rewrite Heq in *. destruct (edge_ok_cases e He) as [_ [[_ ?]|[Hl _]]]; [done|].
  assert (fit (pre ++ e ++ post) (len pre) = pre) as ->.
  { unfold fit, len. rewrite Nat2Z.id, take_app. rewrite app_length.
    replace (length pre - (length pre + _))%nat with 0%nat by lia. by rewrite app_nil_r. }
  assert (cut (pre ++ e ++ post) (len pre + 68) (len (pre ++ e ++ post)) = post) as ->.
  { unfold cut, len in *. rewrite (assoc_L (++)), drop_app_ge by (rewrite app_length; lia).
    replace (Z.to_nat (Z.of_nat (length pre) + 68) - length (pre ++ e))%nat with 0%nat by (rewrite app_length; lia).
    rewrite drop_0, !app_length. apply take_ge. lia. }
  rewrite <-(assoc_L (++)). apply Hre. by left.
Qed.

(** ** Lengths, and the parts of an edge *)
Lemma merkle_value v : merkle_ok v → value_ok v.
Proof. intros Hv. pose proof (merkle_room v 0 Hv). split; [lia|by right]. Qed.
Lemma value_len v : value_ok v → 2 ≤ len v ≤ 256.
Proof.
  intros [Hl [(d & -> & _ & Hd)|Hv]]; [|pose proof (merkle_room v 0 Hv); lia]. rewrite len_cons in *.
  destruct d as [|z d]; [by vm_compute in Hd|]. rewrite len_cons in *. pose proof (len_nonneg d). lia.
Qed.
Theorem edge_parts v d :
  merkle_ok v → 0 ≤ d ≤ 1 → byte v (edge_at v d) ≠ 0 →
  let e := cut v (edge_at v d) (edge_at v d + 68) in
  edge_ok e ∧ len e = 68 ∧ octets e ∧ key_wf (cut e 1 35).
Proof.
  intros Hv Hd Hb. destruct (edge_there v d Hv Hd Hb) as (e & -> & He & Hl & _). cbn zeta.
  split_and!; [done|done| |]; (destruct He as [->|(_ & Ho & _ & Hc & _)]; [done|]); [done|].
  split_and!; [by apply octets_cut|rewrite len_cut; lia|done].
Qed.

Lemma heading_range k above : 0 ≤ heading k above ≤ 2.
Proof.
  unfold heading. repeat case_match; try lia.
  change 1 with (Z.ones 1). rewrite Z.land_ones by lia.
  pose proof (Z.mod_pos_bound (Z.shiftr (byte k (2 + digits above / 8)) (7 - digits above mod 8)) (2 ^ 1)). lia.
Qed.
