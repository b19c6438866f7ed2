(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The bytes of keys, values and elements, and those of the model that they are. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Monitor.Audit Require Import Lists PackedAgrees.
From Fairlead.Refinement Require Export Sides ValueBytes.
Local Open Scope Z_scope.

(** ** Numbers *)
Lemma le_value_inj l l' : octets l → octets l' → length l = length l' → le_value l = le_value l' → l = l'.
Proof.
  intros Hl. revert l'. induction Hl as [|z l Hz Hl IH]; intros [|z' l'] Hl' Hlen Heq; try done.
  inversion Hl' as [|? ? Hz' Hl'']; subst. cbn [le_value] in Heq. injection Hlen as Hlen.
  assert (z = z') as -> by lia. f_equal. apply IH; [done|done|lia].
Qed.
Lemma le_value_bytes n z : 0 ≤ z < 256 ^ Z.of_nat n → le_value (le_bytes n z) = z.
Proof.
  revert z. induction n as [|n IH]; intros z Hz; cbn [le_bytes le_value]; [cbn in Hz; lia|].
  replace (Z.of_nat (S n)) with (1 + Z.of_nat n) in Hz by lia. rewrite Z.pow_add_r in Hz by lia.
  rewrite IH; [pose proof (Z.div_mod z 256); lia|]. split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia].
Qed.
Lemma print_number n x : print (number n) x = bytes_of n x.
Proof.
  assert (∀ l, foldr (λ (a : Record.byte) bs, [a] ++ bs) [] l = l) as Hid by (induction l as [|b l IH]; [done|by cbn;
      rewrite <-IH at 2]).
  unfold number, view, times. cbn [print any_byte]. by rewrite Hid.
Qed.
Lemma stored_number w n x :
  byte_count w = n → (x < 256 ^ N.of_nat n)%N → store_int Big w (Z.of_N x) = zs (print (number n) x).
Proof.
  intros Hw Hx. rewrite print_number. destruct (number_of_bytes_of n x Hx) as [Hn Hl].
  assert (0 ≤ Z.of_N x < 256 ^ Z.of_nat n) as Hz.
  { split; [lia|]. apply (N2Z.inj_lt) in Hx. rewrite N2Z.inj_pow, nat_N_Z in Hx. exact Hx. }
  unfold store_int. rewrite Hw, <-(reverse_involutive (zs (bytes_of n x))). f_equal.
  apply le_value_inj.
  - apply octets_le_bytes.
  - apply Forall_reverse, octets_zs.
  - rewrite le_bytes_length, reverse_length. unfold zs. rewrite map_length. exact (eq_sym Hl).
  - rewrite le_value_bytes by done. pose proof (number_zs (bytes_of n x)) as H. unfold load_int in H.
    by rewrite H, Hn.
Qed.

(** ** Keys and values *)
Definition key_is (kb : list Z) (k : key) : Prop := Format.key_wf k ∧ kb = zs (print key_codec k).
Definition value_is (vb : list Z) (v : value) : Prop := value_wf v ∧ vb = zs (print value_codec v).

Lemma zs_app l l' : zs (l ++ l') = zs l ++ zs l'.
Proof. apply map_app. Qed.
Lemma zs_cons c l : zs (c :: l) = z_of c :: zs l.
Proof. done. Qed.
Lemma zs_inj l l' : zs l = zs l' → l = l'.
Proof.
  revert l'. induction l as [|c l IH]; intros [|c' l'] H; try done. injection H as Hc Hl. f_equal; [|by apply IH].
  unfold z_of in Hc. rewrite <-(ascii_N_embedding c), <-(ascii_N_embedding c'). f_equal. lia.
Qed.
Lemma key_is_inj kb kb' k k' : key_is kb k → key_is kb' k' → kb = kb' ↔ k = k'.
Proof.
  intros [Hk ->] [Hk' ->]. split; [|by intros ->]. intros H%zs_inj.
  by apply (lawful_injective _ _ _ _ key_codec_lawful).
Qed.
Lemma root_is : key_is (replicate 34 0) root.
Proof. split; [unfold Format.key_wf; cbn; lia|]. by vm_compute. Qed.
(** A key's bytes: how many digits, and the digits. *)
Definition word_of (k : key) : bytes := (key_to_word k).2.
Lemma print_key k : Format.key_wf k → print key_codec k = bytes_of 2 (N.of_nat (length k)) ++ word_of k.
Proof.
  assert (∀ l, foldr (λ (a : Record.byte) bs, [a] ++ bs) [] l = l) as Hid by (induction l as [|b l IH]; [done|by cbn;
      rewrite <-IH at 2]).
  intros Hk. unfold key_codec, view, pair, u16. cbn [print key_to_word fst snd]. rewrite print_number.
  unfold times. cbn [print any_byte]. by rewrite Hid.
Qed.
Lemma is_packed k : Format.key_wf k → is_key (λ s, s) (PackedKey (N.of_nat (length k)) (word_of k)) k.
Proof. intros Hk. split; [done|]. done. Qed.
Lemma key_is_digits kb k : key_is kb k → digits kb = Z.of_nat (length k).
Proof.
  intros [Hk ->]. unfold digits. rewrite (loaded_zs _ 0 2). change (drop (Z.to_nat 0) ?l) with l.
  assert (N.of_nat (length k) < 256 ^ N.of_nat 2)%N as Hn
    by (unfold Format.key_wf in Hk; change (256 ^ N.of_nat 2)%N with 65536%N; lia).
  destruct (number_of_bytes_of 2 _ Hn) as [Hv Hl]. rewrite print_key by done. rewrite take_app_alt by done.
  rewrite Hv. lia.
Qed.

Lemma number_app l l' : number_of (l ++ l') = (number_of l * 256 ^ N.of_nat (length l') + number_of l')%N.
Proof.
  induction l as [|c l IH]; [cbn; lia|]. cbn [app number_of]. rewrite IH, app_length, Nat2N.inj_add, N.pow_add_r. lia.
Qed.
Lemma words_before_spec n : ∀ (l l' : bytes) i,
  length l = (2 + 8 * (i + n))%nat → length l' = (2 + 8 * (i + n))%nat →
  words_before (zs l) (zs l') n (Z.of_nat i) =
    (number_of (drop (2 + 8 * i) l) <? number_of (drop (2 + 8 * i) l'))%N.
Proof.
  induction n as [|n IH]; intros l l' i Hl Hl'; cbn [words_before].
  { rewrite !drop_ge by lia. done. }
  assert (∀ l : bytes, loaded Big (zs l) (2 + 8 * Z.of_nat i) 8 =
    Z.of_N (number_of (take 8 (drop (2 + 8 * i) l)))) as Hload.
  { intros l0. rewrite (loaded_zs l0 _ 8). do 4 f_equal. lia. }
  rewrite !Hload. replace (Z.of_nat i + 1) with (Z.of_nat (S i)) by lia. rewrite IH by lia.
  assert (∀ l : bytes, length l = (2 + 8 * (i + S n))%nat → number_of (drop (2 + 8 * i) l) =
    (number_of (take 8 (drop (2 + 8 * i) l)) * 256 ^ N.of_nat (8 * n) + number_of (drop (2 + 8 * S i) l))%N) as Hsplit.
  { intros l0 Hl0. rewrite <-(take_drop 8 (drop (2 + 8 * i) l0)) at 1. rewrite number_app, drop_drop.
    replace (2 + 8 * i + 8)%nat with (2 + 8 * S i)%nat by lia. rewrite drop_length.
    by replace (length l0 - (2 + 8 * S i))%nat with (8 * n)%nat by lia. }
  rewrite (Hsplit l), (Hsplit l') by done.
  pose proof (number_of_lt (drop (2 + 8 * S i) l)) as H1. pose proof (number_of_lt (drop (2 + 8 * S i) l')) as H2.
  rewrite drop_length in H1, H2. replace (length l - (2 + 8 * S i))%nat with (8 * n)%nat in H1 by lia.
  replace (length l' - (2 + 8 * S i))%nat with (8 * n)%nat in H2 by lia.
  set (x := number_of (take 8 (drop (2 + 8 * i) l))) in *. set (y := number_of (take 8 (drop (2 + 8 * i) l'))) in *.
  set (p := (256 ^ N.of_nat (8 * n))%N) in *. clearbody x y p. clear Hload Hsplit IH.
  destruct (Z.eqb_spec (Z.of_N x) (Z.of_N y)) as [E|E]; cbn [negb].
  - apply N2Z.inj in E as ->. symmetry. apply eq_true_iff_eq. rewrite !N.ltb_lt. lia.
  - apply eq_true_iff_eq. rewrite Z.ltb_lt, N.ltb_lt. split; intros; [assert (x + 1 ≤ y)%N by lia; nia|].
    destruct (decide (x < y)%N); [lia|]. exfalso. assert (y + 1 ≤ x)%N by lia. nia.
Qed.
Lemma before_is kb kb' k k' : key_is kb k → key_is kb' k' → before kb kb' = bool_decide (rank k < rank k')%N.
Proof.
  intros Hk Hk'. assert (H1 := Hk). assert (H2 := Hk'). destruct H1 as [Hw ->], H2 as [Hw' ->].
  rewrite <-(p_before_spec list_strings (λ s, s) list_strings_lawful _ _ _ _ (is_packed k Hw) (is_packed k' Hw')).
  unfold before, p_before. cbn [p_digits p_word list_strings s_below].
  fold (digits (zs (print key_codec k))). fold (digits (zs (print key_codec k'))).
  rewrite (key_is_digits _ _ Hk), (key_is_digits _ _ Hk').
  assert (∀ k, Format.key_wf k → drop 2 (print key_codec k) = word_of k) as Hd.
  { intros k0 Hk0. rewrite print_key by done.
    pose proof (number_length 2 (N.of_nat (length k0))) as Hl. rewrite print_number in Hl. by rewrite drop_app_alt. }
  rewrite (words_before_spec 4 _ _ 0) by (by rewrite key_bytes_length).
  change (2 + 8 * 0)%nat with 2%nat. rewrite !Hd by done.
  destruct (N.ltb_spec (N.of_nat (length k)) (N.of_nat (length k'))); cbn [orb].
  { rewrite (proj2 (Z.eqb_neq _ _)) by lia. cbn [negb]. apply Z.ltb_lt. lia. }
  destruct (N.eqb_spec (N.of_nat (length k)) (N.of_nat (length k'))) as [He|He]; cbn [andb].
  - rewrite (proj2 (Z.eqb_eq _ _)) by lia. done.
  - rewrite (proj2 (Z.eqb_neq _ _)) by lia. cbn [negb]. apply Z.ltb_ge. lia.
Qed.

(** ** Values *)
Lemma value_is_merkle vb v : value_is vb v → is_merkle vb = match v with Merkle _ => true | Data _ => false end.
Proof. intros [Hv ->]. by destruct v as [[]|[]]. Qed.
Lemma fits_is kb k vb v depth :
  key_is kb k → value_is vb v → fits_depth kb vb (Z.of_N depth) = Record.fits depth k v.
Proof.
  intros Hk Hv. unfold fits_depth, Record.fits. rewrite (value_is_merkle _ _ Hv), (key_is_digits _ _ Hk).
  destruct v; apply eq_true_iff_eq; rewrite bool_decide_eq_true.
  - rewrite Z.eqb_eq. lia.
  - rewrite Z.ltb_lt. lia.
Qed.

(** ** Elements *)
Lemma zs_zeros n : zs (replicate n Ascii.zero) = replicate n 0.
Proof. induction n as [|n IH]; [done|]. cbn [replicate]. by rewrite zs_cons, IH. Qed.
(** What the program hashes of a long value is the model's digest. *)
Theorem message_is hash h kb vb k v e c i :
  key_is kb k → value_is vb v → (38 < len vb → h = zs (hash (print value_codec v))) → len h = 32 →
  (c < 2 ^ 32)%N → (i < 2 ^ 16)%N →
  message_of h kb vb (Z.of_N c) (Z.of_N i) = zs (message hash (k, v, (e, c), i)).
Proof.
  intros [Hk ->] [Hv ->] Hh Hhl Hc Hi. unfold message, parts. cbn [el_key el_value el_stamp el_tid concat fst snd].
  rewrite app_nil_r, !zs_app. unfold message_of.
  unfold u32, u16. rewrite <-(stored_number W32 4), <-(stored_number W16 2) by done.
  f_equal. unfold value_part, padded, inline_limit. rewrite len_zs in *. set (p := print value_codec v) in *.
  destruct (Z.leb_spec (len p) 38) as [Hl|Hl].
  - rewrite decide_True by (unfold len in *; lia). cbn [app length]. rewrite zs_cons, zs_app. f_equal.
    + unfold z_of, tag. rewrite N_ascii_embedding by (unfold len in *; lia). unfold len. lia.
    + f_equal. rewrite zs_zeros. f_equal. unfold len in *. lia.
  - rewrite decide_False by (unfold len in *; lia). rewrite (Hh Hl) in *. cbn [app length]. rewrite zs_cons, zs_app.
    f_equal. f_equal. rewrite zs_zeros. f_equal. rewrite len_zs in Hhl. unfold len in *. lia.
Qed.
