(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Operands of an operation, in the program's thread and in the model's, and what of them is written. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactRunModel.
Local Open Scope Z_scope.

(** The program's name of an operand: a slot, or NONE. *)
Definition slot_number (o : operand) : Z := match o with Here s => Z.of_N s | Missing _ _ => NONE end.

(** A datum in the log's format is one to the program. *)
Lemma printed_datum_size (v : datum) : datum_wf v → datum_size (zs (print datum_codec v)) = len (print datum_codec v).
Proof.
  intros Hv. pose proof (datum_sized (print datum_codec v)) as H.
  pose proof (proj1 datum_codec_lawful v [] Hv) as Hp. rewrite app_nil_r in Hp. rewrite Hp in H. cbn [sized] in H.
  destruct H as ([H0 H1] & _ & H2). apply (f_equal length) in H2. unfold len in *.
  rewrite drop_length in *. cbn [length] in *. lia.
Qed.
Lemma printed_datum_ok (v : datum) : datum_wf v → datum_ok (0 :: zs (print datum_codec v)).
Proof.
  intros Hv. exists (zs (print datum_codec v)). split; [done|]. split; [apply octets_zs|].
  by rewrite printed_datum_size, len_zs.
Qed.

Section operands.
  Context {B : base} (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z).
  Local Notation thread_is := (thread_is F cfg x).
  Local Ltac on := rewrite ?bind_bind, ?ok_bind; cbv beta.

  (** The operand [o], which has passed its checks, has the key and the datum [y]. *)
  Definition operand_is (t : fthread) (st : thread Z) (o : operand) (y : key * datum) : Prop :=
    match o with
    | Here s =>
        Z.of_N s < SLOTS ∧ f_how (slot_at t (Z.of_N s)) ≠ 0 ∧
        (∃ sl, t_slots st !! s = Some sl ∧ s_key sl = y.1 ∧ s_value sl = Data y.2) ∧
        key_is (f_key (slot_at t (Z.of_N s))) y.1 ∧ value_is (f_value (slot_at t (Z.of_N s))) (Data y.2)
    | Missing k _ => y = (k, None) ∧ Format.key_wf k
    end.

  Lemma operand_is_ok t st o y : thread_ok t → operand_is t st o y → operand_ok t (slot_number o).
  Proof using.
    intros Ht Ho. destruct o as [s|k s]; [|by left]. destruct Ho as (Hs & Hfull & _ & _ & Hv). right. cbn [slot_number].
    split; [lia|]. split; [done|]. destruct (value_is_data _ _ Hv) as (_ & _ & ->). apply printed_datum_ok, Hv.
  Qed.
  Lemma operand_datum t st o y :
    operand_is t st o y →
    (if slot_number o =? NONE then [0]
     else cut (f_value (slot_at t (slot_number o))) 1 (len (f_value (slot_at t (slot_number o))))) =
    zs (print datum_codec y.2).
  Proof using.
    intros Ho. destruct o as [s|k s]; cbn [slot_number operand_is] in *.
    - destruct Ho as (Hs & _ & _ & _ & Hv). rewrite (proj2 (Z.eqb_neq _ _)) by lia. by apply value_is_data.
    - destruct Ho as [-> _]. done.
  Qed.
  Lemma operand_there t st o y :
    operand_is t st o y →
    (if slot_number o =? NONE then false else negb (byte (f_value (slot_at t (slot_number o))) 1 =? 0)) =
    match y.2 with Some _ => true | None => false end.
  Proof using.
    intros Ho. destruct o as [s|k s]; cbn [slot_number operand_is] in *.
    - destruct Ho as (Hs & _ & _ & _ & Hv). rewrite (proj2 (Z.eqb_neq _ _)) by lia.
      destruct (value_is_data _ _ Hv) as (_ & _ & ->). by destruct y.2.
    - by destruct Ho as [-> _].
  Qed.
  Lemma operand_datum_wf t st o y : operand_is t st o y → datum_wf y.2.
  Proof using. destruct o as [s|k s]; [by intros (_ & _ & _ & _ & [Hv _])|]. by intros [-> _]. Qed.
  Lemma operand_datum_len t st o y : thread_ok t → operand_is t st o y → len (print datum_codec y.2) ≤ 255.
  Proof using.
    intros Ht Ho. destruct o as [s|k s]; [|by destruct Ho as [-> _]]. destruct Ho as (Hs & _ & _ & _ & Hv).
    pose proof (slot_at_ok t (Z.of_N s) Ht ltac:(lia)) as (_&_&_&_&_&_&[_ Hl]&_).
    destruct (value_is_data _ _ Hv) as (_ & Hvl & _). lia.
  Qed.
  Theorem operand_key_wf t st o y : operand_is t st o y → Format.key_wf y.1.
  Proof using. destruct o as [s|k s]; [by intros (_ & _ & _ & [Hk _] & _)|]. by intros [-> ?]. Qed.

  (** ** Writing *)
  Lemma with_datum_ok t s v :
    thread_ok t → 0 ≤ s < SLOTS → datum_wf v → len (print datum_codec v) ≤ 255 →
    data_written t (with_datum t s (zs (print datum_codec v))).
  Proof using.
    intros Ht Hs Hv Hl. apply data_written_with; [done|done|by apply printed_datum_ok|].
    rewrite len_cons, len_zs. lia.
  Qed.
  Lemma operand_written t st s y v :
    thread_ok t → thread_is t st → operand_is t st (Here s) y → datum_wf v → len (print datum_codec v) ≤ 255 →
    data_written t (with_datum t (Z.of_N s) (zs (print datum_codec v))) ∧
    thread_is (with_datum t (Z.of_N s) (zs (print datum_codec v)))
      (with_slots st (write_operand (t_slots st) (Here s, v))).
  Proof using.
    intros Ht Hst (Hs & Hfull & (sl & Hsl & _) & _) Hv Hl. split; [apply with_datum_ok; [done|lia|done|done]|].
    eapply written_is; [done|done|lia|exact Hsl|done].
  Qed.
  Lemma operand_kept t st s v d o y :
    thread_ok t → operand_is t st o y → Z.of_N s < SLOTS → slot_of o ≠ Some s →
    operand_is (with_datum t (Z.of_N s) d) (with_slots st (write_operand (t_slots st) (Here s, v))) o y.
  Proof using.
    intros Ht Ho Hs Hne. destruct o as [s'|k s']; [|exact Ho]. cbn [operand_is slot_of] in *. unfold with_datum.
    assert (s ≠ s') by congruence. rewrite slot_at_other by lia. destruct Ho as (? & ? & (sl & ? & ?) & ? & ?).
    split_and!; try done. exists sl. cbn [t_slots with_slots write_operand]. unfold write_operand. cbn [fst snd].
    by rewrite lookup_alter_ne.
  Qed.
  (** What is as it was is not written. *)
  Lemma write_same t st ops ys :
    Forall2 (operand_is t st) ops ys → foldl write_operand (t_slots st) (zip ops ys.*2) = t_slots st.
  Proof using.
    induction 1 as [|o y ops ys Ho _ IH]; [done|]. cbn [fmap list_fmap zip zip_with foldl].
    replace (write_operand (t_slots st) (o, y.2)) with (t_slots st); [exact IH|].
    destruct o as [s|k s]; [|done]. destruct Ho as (_ & _ & (sl & Hsl & _ & Hv) & _).
    unfold write_operand. cbn [fst snd]. symmetry. apply alter_id. intros sl' Hsl'. rewrite Hsl in Hsl'.
    injection Hsl' as <-. destruct sl. cbn in *. by rewrite Hv.
  Qed.

  (** ** What the model makes of them *)
  Theorem read_operands_ok st ops ys :
    Forall2 (λ o y, read_operand cfg st o = Thread.Ok y) ops ys → read_operands cfg st ops = Thread.Ok ys.
  Proof using.
    induction 1 as [|o y ops ys Ho _ IH]; [done|]. cbn [read_operands]. rewrite Ho. on. rewrite IH. done.
  Qed.
  Theorem read_operands_refused st ops i o why :
    (∀ j, (j < i)%nat → ∃ o, ops !! j = Some o ∧ ∃ y, read_operand cfg st o = Thread.Ok y) → ops !! i = Some o →
    read_operand cfg st o = Thread.Refused why → read_operands cfg st ops = Thread.Refused why.
  Proof using.
    revert i. induction ops as [|o' ops IH]; intros i Hb Hi Hr; [done|]. cbn [read_operands].
    destruct i as [|i]; [injection Hi as ->; by rewrite Hr|].
    destruct (Hb 0%nat) as (o0 & [= <-] & y & ->); [lia|]. on. rewrite (IH i); [done| |done|done].
    intros j Hj. apply (Hb (S j)). lia.
  Qed.
  (** The rest of [evaluate], when all operands have passed. *)
  Definition applied (f : N) (ops : list operand) (ys : list (key * datum)) (a : bytes) :
      Thread.outcome (list datum * bytes) :=
    y ← Thread.some (standard f a ys.*2) Bad_call;
    need (length y.1 = length ops) Bad_call;;
    need (forallb writable (zip ops y.1) = true) Not_in_cache;;
    need (forallb short y.1 = true) Value_too_large;;
    Thread.Ok y.
  Theorem evaluate_applied st f ops ys a :
    functions cfg = standard → (t_index st + 1 < limit64)%N → read_operands cfg st ops = Thread.Ok ys →
    NoDup (omap slot_of ops) →
    Thread.evaluate cfg st f ops a = (y ← applied f ops ys a; Thread.Ok (ys, y)).
  Proof using.
    intros Hfun Hi Hr Hn. unfold Thread.evaluate, applied. rewrite need_yes by done. rewrite Hr. on.
    rewrite need_yes by done. rewrite Hfun. destruct (standard f a ys.*2) as [[news r]|]; [|done].
    cbn [Thread.some]. on. unfold need. by repeat case_decide.
  Qed.
End operands.
