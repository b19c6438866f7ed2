(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The front of any bytes: if the program finds a value there, it is one. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Arguments.
Local Open Scope Z_scope.

Lemma cut_first b lo hi : 0 ≤ lo < hi → hi ≤ len b → cut b lo hi = byte b lo :: cut b (lo + 1) hi.
Proof.
  unfold cut, byte, len. intros. destruct (lookup_lt_is_Some_2 b (Z.to_nat lo)) as [z Hz]; [lia|].
  rewrite (drop_S b z) by done. rewrite (list_lookup_total_correct _ _ _ Hz).
  replace (Z.to_nat (hi - lo)) with (S (Z.to_nat (hi - (lo + 1)))) by lia.
  by replace (Z.to_nat (lo + 1)) with (S (Z.to_nat lo)) by lia.
Qed.
Lemma cut_app b lo mid hi : 0 ≤ lo ≤ mid → mid ≤ hi → cut b lo mid ++ cut b mid hi = cut b lo hi.
Proof.
  unfold cut. intros. replace (Z.to_nat (hi - lo)) with (Z.to_nat (mid - lo) + Z.to_nat (hi - mid))%nat by lia.
  rewrite <-(take_take_drop (drop (Z.to_nat lo) b)), drop_drop. do 3 f_equal. lia.
Qed.
Lemma cut_none b i : cut b i i = [].
Proof. unfold cut. by rewrite Z.sub_diag. Qed.

Lemma edge_whole b :
  octets b → edge_size b < MORE → 1 ≤ edge_size b ≤ len b ∧ edge_size b ≤ 68 ∧ edge_ok (cut b 0 (edge_size b)).
Proof.
  intros Hb. unfold edge_size. pose proof (len_nonneg b). pose proof (byte_range b 67 Hb).
  destruct (Z.eqb_spec (len b) 0); [lia|]. destruct (Z.eqb_spec (byte b 0) 0) as [Hb0|Hb0].
  { intros _. split_and!; [lia|lia|lia|]. left. rewrite cut_first, Hb0 by lia. by rewrite cut_none. }
  destruct (Z.eqb_spec (byte b 0) 1) as [Hb1|Hb1]; cbn [negb]; [|lia].
  destruct (Z.ltb_spec (len b) 68); [lia|]. destruct (canonical (cut b 1 35)) eqn:Hc; cbn [negb orb]; [|lia].
  destruct (Z.ltb_spec 1 (byte b 67)); [lia|]. intros _. split_and!; [lia|lia|lia|]. right.
  split_and!; [rewrite len_cut; lia|by apply octets_cut|by rewrite byte_cut by lia|by rewrite cut_cut by lia| |];
    (rewrite byte_cut by lia; change (0 + 67) with 67; lia).
Qed.

Lemma value_whole b :
  octets b →
  value_size b = BAD ∨ value_size b = MORE ∨
  1 ≤ value_size b ≤ len b ∧ value_size b < 65540 ∧ (value_size b ≤ 256 → value_ok (cut b 0 (value_size b))).
Proof.
  intros Hb. unfold value_size. pose proof (len_nonneg b).
  destruct (Z.eqb_spec (len b) 0); [auto|]. destruct (Z.eqb_spec (byte b 0) 0) as [Hb0|Hb0].
  - fold (size_at b 1). destruct (Z.leb_spec MORE (size_at b 1)).
    { destruct (size_cases b 1 Hb) as [?|[?|?]]; lia. }
    pose proof (size_fit b 1 Hb ltac:(lia) ltac:(lia)) as Hfit. destruct (size_whole b 1 Hb) as [Hd Hdl]; [lia|lia|].
    destruct (size_cases b 1 Hb) as [?|[?|?]]; [lia|lia|lia|]. right. right. split_and!; [lia|lia|lia|].
    intros Hs. split; [rewrite len_cut; lia|]. left. exists (cut b 1 (1 + size_at b 1)).
    split_and!; [|by apply octets_cut|by rewrite Hd, Hdl]. rewrite cut_first, Hb0 by lia. done.
  - destruct (Z.eqb_spec (byte b 0) 1) as [Hb1|Hb1]; cbn [negb]; [|auto].
    set (bl := cut b 1 (len b)). assert (octets bl) as Hbl by by apply octets_cut.
    assert (len bl = len b - 1) as Hll by (unfold bl; rewrite len_cut; lia).
    destruct (Z.leb_spec MORE (edge_size bl)).
    { destruct (edge_size_range bl) as [?|[?|?]]; lia. }
    destruct (edge_whole bl Hbl) as (Hl & Hl68 & Hlok); [lia|]. set (nl := edge_size bl) in *.
    set (br := cut b (1 + nl) (len b)). assert (octets br) as Hbr by by apply octets_cut.
    assert (len br = len b - (1 + nl)) as Hlr by (unfold br; rewrite len_cut; lia).
    destruct (Z.leb_spec MORE (edge_size br)).
    { destruct (edge_size_range br) as [?|[?|?]]; lia. }
    destruct (edge_whole br Hbr) as (Hr & Hr68 & Hrok); [lia|]. set (nr := edge_size br) in *.
    right. right. split_and!; [lia|lia|lia|]. intros _. split; [rewrite len_cut; lia|]. right.
    exists (cut b 1 (1 + nl)), (cut b (1 + nl) (1 + nl + nr)). split_and!.
    + rewrite cut_app by lia. rewrite cut_first, Hb1 by lia. done.
    + unfold bl in Hlok. rewrite cut_cut in Hlok by lia. by rewrite Z.add_0_r in Hlok.
    + unfold br in Hrok. rewrite cut_cut in Hrok by lia. by rewrite Z.add_0_r in Hrok.
Qed.
