(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The bytes of answers, as monitor/clean/operation.fl appends them to its output. Big-endian, as in logs:

    answer   function:u8, epoch:u64, counter:u32, index:u64, u8 operands, their keys, u16 length and the argument,
             u16 length and the result

Which thread answered is not in them: each has an output of its own. *)
From Fairlead.Monitor.Model Require Import Monitor.
From Fairlead.Monitor.Log Require Export Format.

(** An answer of thread [i]. *)
Definition receipt_codec (i : N) : codec receipt :=
  view (λ r, (r_function r, (r_stamp r, (r_index r, (r_keys r, (r_argument r, r_result r))))))
    (λ x, let '(f, (t, (n, (ks, (a, y))))) := x in Some (Receipt i t n f a ks y)) Unknown_tag
    (pair u8 (pair stamp_codec (pair u64 (pair (many 1 key_codec) (pair argument_codec argument_codec))))).
Definition receipt_wf (i : N) (r : receipt) : Prop :=
  r_tid r = i ∧ below 256 (r_function r) ∧ stamp_wf (r_stamp r) ∧ below limit64 (r_index r) ∧
  (below 256 (N.of_nat (length (r_keys r))) ∧ Forall key_wf (r_keys r)) ∧
  argument_wf (r_argument r) ∧ argument_wf (r_result r).
Theorem receipt_codec_lawful i : lawful (receipt_wf i) (receipt_codec i).
Proof.
  eapply view_lawful.
  - apply pair_lawful; [apply u8_lawful|]. apply pair_lawful; [apply stamp_codec_lawful|].
    apply pair_lawful; [apply (number_lawful 8)|].
    apply pair_lawful; [exact (many_lawful key_wf 1 key_codec key_codec_lawful)|].
    apply pair_lawful; apply argument_codec_lawful.
  - intros [j t n f a ks y]. unfold receipt_wf. cbn. intros (-> & ? & ? & ? & [? ?] & ? & ?).
    by split_and!.
  - intros (f & t & n & ks & a & y) r. unfold receipt_wf. cbn. intros (? & ? & ? & ? & ? & ?) [= <-]. by cbn.
Qed.

Definition receipt_bytes (r : receipt) : bytes := print (receipt_codec (r_tid r)) r.
(** Answers one after another. *)
Definition print_receipts (l : list receipt) : bytes := foldr (λ r bs, receipt_bytes r ++ bs) [] l.
Lemma print_receipts_app l l' : print_receipts (l ++ l') = print_receipts l ++ print_receipts l'.
Proof.
  unfold print_receipts. induction l as [|r l IH]; [done|]. cbn [app foldr]. by rewrite IH, (assoc_L (++)).
Qed.
Lemma print_receipts_one r : print_receipts [r] = receipt_bytes r.
Proof. apply app_nil_r. Qed.
