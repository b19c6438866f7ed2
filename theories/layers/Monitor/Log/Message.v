(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the monitor in C gives its keyed function of an element: a message of 80 bytes, whatever the value is.

    40    the value: its length, u8, and its bytes, if they are at most 38, else ff and their digest; then zeros
    34    the key
     4    the counter
     2    the thread

The epoch is not in it: each sum is of one epoch, under a key of its own. *)
From Fairlead.Monitor.Log Require Export Format.

Definition inline_limit : nat := 38.
Definition padded (n : nat) (l : bytes) : bytes := l ++ replicate (n - length l) zero.
(** A value of more bytes than fit stands there by its digest. *)
Definition value_part (hash : bytes → bytes) (v : bytes) : bytes :=
  padded 40 (if decide (length v ≤ inline_limit) then tag (N.of_nat (length v)) :: v else tag 255 :: hash v).
Definition parts (hash : bytes → bytes) (y : element) : list bytes :=
  [value_part hash (print value_codec (el_value y)); print key_codec (el_key y);
   print u32 (el_stamp y).2; print u16 (el_tid y)].
Definition message (hash : bytes → bytes) (y : element) : bytes := concat (parts hash y).

Lemma number_length n x : length (print (number n) x) = n.
Proof.
  assert (∀ l, foldr (λ (a : byte) bs, [a] ++ bs) [] l = l) as Hid by (induction l as [|b l IH]; [done|by cbn;
      rewrite <-IH at 2]).
  unfold number, view, times. cbn [print any_byte]. rewrite Hid.
  revert x; induction n as [|n IH]; intros x; [done|]. cbn [bytes_of length]. by rewrite IH.
Qed.
Lemma key_bytes_length k : key_wf k → length (print key_codec k) = 34.
Proof.
  intros Hk. unfold key_codec, view, pair. cbn [print key_to_word fst snd]. rewrite app_length. unfold u16.
  rewrite number_length.
  assert (∀ l, foldr (λ (a : byte) bs, [a] ++ bs) [] l = l) as Hid by (induction l as [|b l IH]; [done|by cbn;
      rewrite <-IH at 2]).
  unfold times. cbn [print any_byte]. rewrite Hid.
  destruct (bits_of_bytes_of_bits 32 (k ++ replicate (256 - length k) false)) as [_ ->]; [|done].
  unfold key_wf in Hk. rewrite app_length, replicate_length. lia.
Qed.
Lemma value_part_length hash v : (∀ b, length (hash b) = 32) → length (value_part hash v) = 40.
Proof.
  intros Hhash. unfold value_part, padded, inline_limit. rewrite app_length, replicate_length.
  case_decide; cbn [length]; rewrite ?Hhash; lia.
Qed.

(** All messages have one length, as CBC-MAC needs. *)
Theorem message_length hash y : (∀ b, length (hash b) = 32) → element_wf y → length (message hash y) = 80.
Proof.
  intros Hhash (Hk&_&_&_). unfold message, parts. cbn [concat]. rewrite !app_length, value_part_length by done.
  unfold u32, u16. rewrite key_bytes_length, !number_length by done. done.
Qed.

Lemma value_part_injective hash v w :
  (∀ b, length (hash b) = 32) → value_part hash v = value_part hash w → v = w ∨ v ≠ w ∧ hash v = hash w.
Proof.
  intros Hhash. unfold value_part, padded, inline_limit.
  destruct (decide (length v ≤ 38)) as [Hv|Hv], (decide (length w ≤ 38)) as [Hw|Hw]; cbn [app].
  - intros E0. assert (length v = length w) as Hl.
    { apply (f_equal (λ l, N_of_ascii <$> head l)) in E0. cbn [head fmap option_fmap option_map] in E0.
      injection E0 as E0. unfold tag in E0. rewrite !N_ascii_embedding in E0 by lia. lia. }
    apply (f_equal (drop 1)) in E0. rename E0 into E. cbn [drop] in E. rewrite !drop_0 in E.
    apply app_inj_1 in E as [-> _]; [by left|done].
  - intros E. exfalso. apply (f_equal (λ l, N_of_ascii <$> head l)) in E. cbn [head fmap option_fmap option_map] in E.
    injection E as E. unfold tag in E. rewrite !N_ascii_embedding in E by lia. lia.
  - intros E. exfalso. apply (f_equal (λ l, N_of_ascii <$> head l)) in E. cbn [head fmap option_fmap option_map] in E.
    injection E as E. unfold tag in E. rewrite !N_ascii_embedding in E by lia. lia.
  - intros E. apply (f_equal (drop 1)) in E. cbn [drop] in E. rewrite !drop_0 in E. apply app_inj_1 in E as [E _];
      [|by rewrite !Hhash]. destruct (decide (v = w)); [by left|by right].
Qed.

(** Within an epoch a message tells its element; or there are two different values with one digest. *)
Theorem message_injective hash y z :
  (∀ b, length (hash b) = 32) → element_wf y → element_wf z → el_epoch y = el_epoch z →
  message hash y = message hash z →
  y = z ∨ el_value y ≠ el_value z ∧ hash (print value_codec (el_value y)) = hash (print value_codec (el_value z)).
Proof.
  intros Hhash (Hk&Hv&[He Hc]&Ht) (Hk'&Hv'&[He' Hc']&Ht') Hepoch. unfold message, parts. cbn [concat]. rewrite
      !app_nil_r.
  intros E. apply app_inj_1 in E as [Ev E]; [|by rewrite !value_part_length].
  apply app_inj_1 in E as [Ek E]; [|by rewrite !key_bytes_length].
  apply app_inj_1 in E as [Ec Et]; [|unfold u32; by rewrite !number_length].
  apply (lawful_injective _ _ _ _ key_codec_lawful Hk Hk') in Ek.
  apply (lawful_injective _ _ _ _ (number_lawful 4) Hc Hc') in Ec.
  apply (lawful_injective _ _ _ _ (number_lawful 2) Ht Ht') in Et.
  apply value_part_injective in Ev as [Ev|[Hne Ev]]; [left|right|done].
  - apply value_bytes_injective in Ev; [|done|done]. destruct y as [[[k v] [e c]] t], z as [[[k' v'] [e' c']] t'].
    unfold el_epoch, el_key, el_value, el_stamp, el_tid in *; simpl in *. by subst.
  - split; [|done]. intros E. apply Hne. by rewrite E.
Qed.
