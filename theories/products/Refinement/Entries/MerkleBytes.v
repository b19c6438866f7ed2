(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The bytes of a Merkle value, and what the program's reads and writes in place are to the model: an edge that is
    looked at, put there, written over, or taken away. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Refinement Require Export HeadingBytes.
Local Open Scope Z_scope.

Definition edge_bytes (o : option edge) : list Z := zs (print (option_codec edge_codec) o).

Lemma edge_bytes_none : edge_bytes None = [0].
Proof. by vm_compute. Qed.
Lemma print_raw (l : bytes) : foldr (λ (a : Record.byte) bs, [a] ++ bs) [] l = l.
Proof. induction l as [|b l IH]; [done|]. cbn. by rewrite <-IH at 2. Qed.
Lemma edge_bytes_some c :
  edge_bytes (Some c) = new_edge (zs (print key_codec (e_key c))) (zs (e_digest c)) (e_blum c).
Proof.
  unfold edge_bytes, new_edge.
  change (print (option_codec edge_codec) (Some c)) with
    (tag 1 :: print key_codec (e_key c) ++ foldr (λ (a : Record.byte) bs, [a] ++ bs) [] (e_digest c) ++
      print flag (e_blum c)).
  rewrite print_raw, zs_cons, !zs_app. rewrite <-(assoc_L (++)). f_equal. do 2 f_equal. by destruct (e_blum c).
Qed.
Lemma merkle_bytes ends : zs (print value_codec (Merkle ends)) = 1 :: edge_bytes ends.1 ++ edge_bytes ends.2.
Proof.
  change (print value_codec (Merkle ends)) with
    (tag 1 :: print (option_codec edge_codec) ends.1 ++ print (option_codec edge_codec) ends.2).
  by rewrite zs_cons, zs_app.
Qed.

(** The parts of an edge. *)
Lemma new_edge_parts kb h b :
  len kb = 34 → len h = 32 →
  len (new_edge kb h b) = 68 ∧ Bytes.byte (new_edge kb h b) 0 = 1 ∧ cut (new_edge kb h b) 1 35 = kb ∧
  cut (new_edge kb h b) 35 67 = h ∧ Bytes.byte (new_edge kb h b) 67 = zd b.
Proof.
  intros Hk Hh. unfold new_edge.
  assert (1 :: (kb ++ h) ++ [if b then 1 else 0] = [1] ++ kb ++ h ++ [zd b]) as E
    by (cbn; by rewrite <-(assoc_L (++))).
  assert (1 :: (kb ++ h) ++ [if b then 1 else 0] = (1 :: kb) ++ h ++ [zd b]) as E2
    by (cbn; by rewrite <-(assoc_L (++))).
  assert (1 :: (kb ++ h) ++ [if b then 1 else 0] = (1 :: kb ++ h) ++ [zd b] ++ []) as E3 by done.
  assert (∀ l : list Z, cut l 0 (len l) = l) as Hcut.
  { intros l. unfold cut. change (Z.to_nat 0) with 0%nat. rewrite drop_0. apply take_ge. unfold len. lia. }
  split_and!; [fl_lens; lia|done| | |].
  - rewrite E. pose proof (cut_mid [1] kb (h ++ [zd b]) 0 34 ltac:(lia) ltac:(lia)) as H.
    change (len [1] + 0) with 1 in H. change (len [1] + 34) with 35 in H. rewrite H, <-Hk. apply Hcut.
  - rewrite E2. pose proof (cut_mid (1 :: kb) h [zd b] 0 32 ltac:(lia) ltac:(lia)) as H.
    rewrite len_cons, Hk in H. change (1 + 34 + 0) with 35 in H. change (1 + 34 + 32) with 67 in H.
    rewrite H, <-Hh. apply Hcut.
  - rewrite E3. pose proof (byte_start (1 :: kb ++ h) [zd b] [] ltac:(done)) as H.
    rewrite len_cons, len_app, Hk, Hh in H. exact H.
Qed.
Lemma key_bytes_len k : Format.key_wf k → len (zs (print key_codec k)) = 34.
Proof. intros Hk. rewrite len_zs. unfold len. by rewrite key_bytes_length. Qed.
Lemma digest_len (h : bytes) : length h = 32%nat → len (zs h) = 32.
Proof. intros Hh. rewrite len_zs. unfold len. lia. Qed.
Lemma edge_bytes_len o : option_wf edge_wf o → 1 ≤ len (edge_bytes o) ≤ 68.
Proof.
  destruct o as [c|]; [|by rewrite edge_bytes_none]. intros [Hk Hd]. rewrite edge_bytes_some.
  destruct (new_edge_parts _ _ (e_blum c) (key_bytes_len _ Hk) (digest_len _ Hd)) as [-> _]. lia.
Qed.

(** A value around its edge in direction [d]. *)
Lemma value_split vb ends d :
  value_is vb (Merkle ends) →
  ∃ pre post, vb = pre ++ edge_bytes (side d ends) ++ post ∧ edge_at vb (zd d) = len pre ∧
    option_wf edge_wf (side d ends) ∧
    ∀ o, option_wf edge_wf o → value_is (pre ++ edge_bytes o ++ post) (Merkle (set_side d o ends)).
Proof.
  intros [[Hl Hr] ->]. rewrite merkle_bytes. destruct ends as [l r]. cbn [fst snd] in *.
  destruct d; cbn [side set_side fst snd zd].
  - exists (1 :: edge_bytes l), []. rewrite app_nil_r. split_and!; [done| |done|].
    + unfold edge_at. cbn [Z.eqb]. rewrite byte_cons by lia. rewrite byte_app_l by (apply edge_bytes_len in Hl; lia).
      change (1 - 1) with 0. rewrite len_cons. destruct l as [c|]; [|by rewrite edge_bytes_none].
      destruct Hl as [Hk Hd]. rewrite edge_bytes_some.
      by destruct (new_edge_parts _ _ (e_blum c) (key_bytes_len _ Hk) (digest_len _ Hd)) as (-> & -> & _).
    + intros o Ho. split; [by split|]. rewrite merkle_bytes, app_nil_r. done.
  - exists [1], (edge_bytes r). split_and!; [done|done|done|]. intros o Ho. split; [by split|].
    by rewrite merkle_bytes.
Qed.

(** What the program finds in place of the edge in direction [d]. *)
Lemma edge_is vb ends d :
  value_is vb (Merkle ends) → let at_ := edge_at vb (zd d) in
  match side d ends with
  | None => Bytes.byte vb at_ = 0
  | Some c => edge_wf c ∧ Bytes.byte vb at_ = 1 ∧ cut vb (at_ + 1) (at_ + 35) = zs (print key_codec (e_key c)) ∧
      cut vb (at_ + 35) (at_ + 67) = zs (e_digest c) ∧ Bytes.byte vb (at_ + 67) = zd (e_blum c) ∧
      cut vb at_ (at_ + 68) = edge_bytes (Some c)
  end.
Proof.
  intros Hv. destruct (value_split vb ends d Hv) as (pre & post & E & Hat & Hwf & _). cbv zeta. rewrite Hat, E.
  destruct (side d ends) as [c|].
  - destruct Hwf as [Hk Hd].
    destruct (new_edge_parts _ _ (e_blum c) (key_bytes_len _ Hk) (digest_len _ Hd)) as (Hl & H0 & Hkey & Hdig & Hb).
    rewrite <-edge_bytes_some in *. set (e := edge_bytes (Some c)) in *. clearbody e. clear E Hat.
    split; [by split|]. rewrite byte_start by lia. split; [done|]. rewrite !cut_mid by lia.
    split; [done|]. split; [done|]. rewrite byte_mid by lia. split; [done|].
    pose proof (cut_mid pre e post 0 68 ltac:(lia) ltac:(lia)) as Hc. rewrite Z.add_0_r in Hc. rewrite Hc.
    unfold cut. change (Z.to_nat 0) with 0%nat. rewrite drop_0. apply take_ge. unfold len in Hl. lia.
  - rewrite edge_bytes_none. by rewrite byte_start by done.
Qed.

(** ** Writes *)
Theorem point_is vb ends d kb k h b :
  value_is vb (Merkle ends) → key_is kb k → length h = 32%nat →
  value_is (Parsing.point vb (zd d) kb (zs h) b) (Merkle (set_side d (Some (Edge k h b)) ends)).
Proof.
  intros Hv Hk Hh. destruct (value_split vb ends d Hv) as (pre & post & E & Hat & Hwf & Hset).
  assert (Parsing.point vb (zd d) kb (zs h) b = pre ++ edge_bytes (Some (Edge k h b)) ++ post) as ->.
  2:{ apply Hset. split; [apply Hk|done]. }
  rewrite edge_bytes_some. cbn [e_key e_digest e_blum]. destruct Hk as [Hk ->].
  destruct (new_edge_parts _ _ b (key_bytes_len _ Hk) (digest_len _ Hh)) as (Hl & _).
  set (n := new_edge (zs (print key_codec k)) (zs h) b) in *.
  unfold Parsing.point. cbv zeta. rewrite Hat. pose proof (edge_is vb ends d Hv) as He. cbv zeta in He.
  rewrite Hat in He. fold n. destruct (side d ends) as [c|].
  - destruct He as (_ & -> & _). cbn [Z.eqb negb].
    assert (len (edge_bytes (Some c)) = 68) as Hlc.
    { destruct Hwf as [Hck Hcd]. rewrite edge_bytes_some.
      by destruct (new_edge_parts _ _ (e_blum c) (key_bytes_len _ Hck) (digest_len _ Hcd)) as [-> _]. }
    rewrite E. replace (len pre) with (len pre + 0) by lia. rewrite paste_mid by lia. by rewrite paste_all by lia.
  - rewrite He. cbn [Z.eqb negb]. rewrite E, edge_bytes_none.
    assert (fit (pre ++ [0] ++ post) (len pre) = pre) as ->.
    { unfold fit, len. rewrite Nat2Z.id, take_app. rewrite app_length.
      replace (length pre - (length pre + _))%nat with 0%nat by lia. by rewrite app_nil_r. }
    assert (cut (pre ++ [0] ++ post) (len pre + 1) (len (pre ++ [0] ++ post)) = post) as ->.
    { unfold cut, len. rewrite drop_app_ge by lia.
      replace (Z.to_nat (Z.of_nat (length pre) + 1) - length pre)%nat with 1%nat by lia. cbn [app drop].
      rewrite app_length. cbn [length]. apply take_ge. lia. }
    by rewrite <-(assoc_L (++)).
Qed.

(** Of an edge that is there. *)
Lemma value_split_some vb ends d c :
  value_is vb (Merkle ends) → side d ends = Some c →
  ∃ pre post, vb = pre ++ new_edge (zs (print key_codec (e_key c))) (zs (e_digest c)) (e_blum c) ++ post ∧
    edge_at vb (zd d) = len pre ∧ Format.key_wf (e_key c) ∧ length (e_digest c) = 32%nat ∧
    ∀ o, option_wf edge_wf o → value_is (pre ++ edge_bytes o ++ post) (Merkle (set_side d o ends)).
Proof.
  intros Hv Hc. destruct (value_split vb ends d Hv) as (pre & post & E & Hat & Hwf & Hset).
  rewrite Hc, edge_bytes_some in E. rewrite Hc in Hwf. destruct Hwf. exists pre, post. by split_and!.
Qed.
Lemma edge_digest_written kb h h' b :
  len kb = 34 → len h = 32 → len h' = 32 → paste (new_edge kb h b) 35 h' = new_edge kb h' b.
Proof.
  intros Hk Hh Hh'. unfold new_edge.
  assert (∀ h, 1 :: (kb ++ h) ++ [if b then 1 else 0] = (1 :: kb) ++ h ++ [if b then 1 else 0]) as E
    by (intros; cbn; by rewrite <-(assoc_L (++))).
  rewrite !E. replace 35 with (len (1 :: kb) + 0) by (rewrite len_cons; lia). rewrite paste_mid by lia.
  by rewrite paste_all by lia.
Qed.
Lemma edge_mark_written kb h b b' :
  len kb = 34 → len h = 32 → <[Z.to_nat 67 := zd b']> (new_edge kb h b) = new_edge kb h b'.
Proof.
  intros Hk Hh. unfold new_edge.
  change (<[Z.to_nat 67 := zd b']> ((1 :: kb ++ h) ++ [zd b] ++ []) = (1 :: kb ++ h) ++ [zd b'] ++ []).
  replace 67 with (len (1 :: kb ++ h) + 0) by (rewrite len_cons, len_app; lia).
  by rewrite insert_mid by done.
Qed.

(** The digest of a record that leaves, and no mark. *)
Theorem digest_is vb ends d c h :
  value_is vb (Merkle ends) → side d ends = Some c → length h = 32%nat →
  let at_ := edge_at vb (zd d) in
  value_is (<[Z.to_nat (at_ + 67) := 0]> (paste vb (at_ + 35) (zs h)))
    (Merkle (set_side d (Some (Edge (e_key c) h false)) ends)).
Proof.
  intros Hv Hc Hh. destruct (value_split_some vb ends d c Hv Hc) as (pre & post & E & Hat & Hk & Hd & Hset).
  cbv zeta. rewrite Hat, E. pose proof (key_bytes_len _ Hk). pose proof (digest_len _ Hd).
  pose proof (digest_len _ Hh).
  destruct (new_edge_parts (zs (print key_codec (e_key c))) (zs (e_digest c)) (e_blum c)) as [Hl _]; [done..|].
  destruct (new_edge_parts (zs (print key_codec (e_key c))) (zs h) (e_blum c)) as [Hl' _]; [done..|].
  rewrite paste_mid by lia. rewrite edge_digest_written by done. rewrite insert_mid by lia.
  change 0 with (zd false). rewrite edge_mark_written by done. change (zd false) with 0.
  pose proof (Hset (Some (Edge (e_key c) h false))) as H2. rewrite edge_bytes_some in H2. apply H2. by split.
Qed.
(** The mark of a record that goes to Blum. *)
Theorem mark_is vb ends d c :
  value_is vb (Merkle ends) → side d ends = Some c →
  value_is (<[Z.to_nat (edge_at vb (zd d) + 67) := 1]> vb)
    (Merkle (set_side d (Some (Edge (e_key c) (e_digest c) true)) ends)).
Proof.
  intros Hv Hc. destruct (value_split_some vb ends d c Hv Hc) as (pre & post & E & Hat & Hk & Hd & Hset).
  rewrite Hat, E. pose proof (key_bytes_len _ Hk). pose proof (digest_len _ Hd).
  destruct (new_edge_parts (zs (print key_codec (e_key c))) (zs (e_digest c)) (e_blum c)) as [Hl _]; [done..|].
  rewrite insert_mid by lia. change 1 with (zd true). rewrite edge_mark_written by done.
  pose proof (Hset (Some (Edge (e_key c) (e_digest c) true))) as H2. rewrite edge_bytes_some in H2. apply H2. by split.
Qed.
(** Another whole edge. *)
Theorem replaced_is vb ends d c c2 :
  value_is vb (Merkle ends) → side d ends = Some c → edge_wf c2 →
  value_is (paste vb (edge_at vb (zd d)) (edge_bytes (Some c2))) (Merkle (set_side d (Some c2) ends)).
Proof.
  intros Hv Hc [Hk2 Hd2]. destruct (value_split_some vb ends d c Hv Hc) as (pre & post & E & Hat & Hk & Hd & Hset).
  rewrite Hat, E. pose proof (key_bytes_len _ Hk). pose proof (digest_len _ Hd).
  destruct (new_edge_parts (zs (print key_codec (e_key c))) (zs (e_digest c)) (e_blum c)) as [Hl _]; [done..|].
  assert (len (edge_bytes (Some c2)) = 68) as Hl2.
  { rewrite edge_bytes_some. by destruct (new_edge_parts _ _ (e_blum c2) (key_bytes_len _ Hk2) (digest_len _ Hd2)). }
  replace (len pre) with (len pre + 0) by lia. rewrite paste_mid by lia. rewrite paste_all by lia. apply Hset. by split.
Qed.
(** None at all. *)
Theorem cleared_is vb ends d c :
  value_is vb (Merkle ends) → side d ends = Some c →
  value_is (Parsing.clear vb (zd d)) (Merkle (set_side d None ends)).
Proof.
  intros Hv Hc. destruct (value_split_some vb ends d c Hv Hc) as (pre & post & E & Hat & Hk & Hd & Hset).
  pose proof (key_bytes_len _ Hk). pose proof (digest_len _ Hd).
  destruct (new_edge_parts (zs (print key_codec (e_key c))) (zs (e_digest c)) (e_blum c)) as [Hl _]; [done..|].
  unfold Parsing.clear. cbv zeta. rewrite Hat, E. set (e := new_edge _ _ _) in *. clearbody e.
  assert (fit (pre ++ e ++ post) (len pre) = pre) as ->.
  { unfold fit, len. rewrite Nat2Z.id, take_app. rewrite app_length.
    replace (length pre - (length pre + _))%nat with 0%nat by lia. by rewrite app_nil_r. }
  assert (cut (pre ++ e ++ post) (len pre + 68) (len (pre ++ e ++ post)) = post) as ->.
  { unfold cut, len in *. rewrite (assoc_L (++)), drop_app_ge by (rewrite app_length; lia).
    replace (Z.to_nat (Z.of_nat (length pre) + 68) - length (pre ++ e))%nat with 0%nat by (rewrite app_length; lia).
    rewrite drop_0, !app_length. apply take_ge. lia. }
  rewrite <-(assoc_L (++)), <-edge_bytes_none. by apply Hset.
Qed.

(** ** What was never evicted *)
Lemma initial_wf depth k : value_wf (initial depth k).
Proof. unfold initial. by case_decide. Qed.
Lemma value_is_inj vb vb' v v' : value_is vb v → value_is vb' v' → vb = vb' ↔ v = v'.
Proof.
  intros [Hv ->] [Hv' ->]. split; [|by intros ->]. intros H%zs_inj.
  by apply (lawful_injective _ _ _ _ value_codec_lawful).
Qed.
Theorem initial_is kb k vb v depth :
  key_is kb k → value_is vb v → is_initial kb vb (Z.of_N depth) = bool_decide (v = initial depth k).
Proof.
  intros Hk Hv. unfold is_initial. rewrite (key_is_digits _ _ Hk).
  assert (value_is (zs (print value_codec (initial depth k))) (initial depth k)) as Hi
    by (split; [apply initial_wf|done]).
  assert (bool_decide (v = initial depth k) = bool_decide (vb = zs (print value_codec (initial depth k)))) as ->.
  { apply bool_decide_ext. symmetry. by apply value_is_inj. }
  unfold initial. destruct (Z.ltb_spec (Z.of_nat (length k)) (Z.of_N depth)).
  - by rewrite decide_True by lia.
  - by rewrite decide_False by lia.
Qed.
Lemma no_digest_is : zs no_digest = replicate 32 0.
Proof. apply zs_zeros. Qed.
