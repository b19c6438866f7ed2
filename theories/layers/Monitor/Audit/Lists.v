(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The laws that the auditor assumes contradict nothing: lists of bytes keep
those of strings, association by [gmap] those of maps. *)
From Fairlead.Monitor.Audit Require Export Native.

Definition list_strings : strings bytes := {|
  s_length s := N.of_nat (length s);
  s_sub s p n := slice p n s;
  s_concat l := mjoin l;
  s_equal s t := bool_decide (s = t);
  s_number s p n := number_of (slice p n s);
  s_bytes n x := bytes_of (N.to_nat n) x;
  s_below s t := (number_of s <? number_of t)%N;
  s_bit s i := default false (bits_of_bytes s !! N.to_nat i);
  s_same_bits s t n := bool_decide (take (N.to_nat n) (bits_of_bytes s) = take (N.to_nat n) (bits_of_bytes t));
  s_zero_from s n := forallb negb (drop (N.to_nat n) (bits_of_bytes s));
  s_explode s := s;
  s_implode l := l;
|}.

Theorem list_strings_lawful : lawful_strings list_strings (λ s, s).
Proof.
  constructor; try done; cbn [list_strings s_length s_concat s_bit].
  - intros l. by rewrite list_fmap_id.
  - intros s i Hi. assert (N.to_nat i < length (bits_of_bytes s)) as [b Hb]%lookup_lt_is_Some_2.
    { rewrite bits_of_bytes_length. lia. }
    by rewrite Hb.
Qed.

Definition gmap_maps {A} : maps (gmap N A) A :=
  Maps ∅ (λ m i, m !! i) (λ m i a, <[i := a]> m) (λ m i, delete i m).

Theorem gmap_maps_lawful {A} : lawful_maps (gmap_maps (A := A)).
Proof.
  constructor; simpl.
  - intros i. apply lookup_empty.
  - intros m i a j. destruct (N.eqb_spec i j) as [<-|Hne]; [apply lookup_insert|by apply lookup_insert_ne].
  - intros m i j. destruct (N.eqb_spec i j) as [<-|Hne]; [apply lookup_delete|by apply lookup_delete_ne].
Qed.
