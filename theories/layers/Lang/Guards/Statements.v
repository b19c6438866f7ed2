(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Guards are right: writes, arguments and statements. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Guards Require Import Guards Exprs.

Local Arguments gand : simpl never.
Local Arguments gcond : simpl never.

(** Values that cross the border never trap on the way: they are data or the
    program is stuck. *)
Lemma collect_no_trap {A B} (f : A → outcome B) l : (∀ a, f a ≠ Trap) → collect f l ≠ Trap.
Proof.
  intros Hf. induction l as [|a l IH]; simpl; [done|]. specialize (Hf a).
  destruct (f a); simpl; try done. by destruct (collect f l).
Qed.

Lemma to_data_no_trap {P} (v : val P) : to_data v ≠ Trap.
Proof.
  revert v. fix IH 1. intros [b|z|l|l|l|tag v|l|l|w fs]; simpl; try done.
  - cut (collect to_data l ≠ Trap); [by destruct (collect to_data l)|].
    revert l. fix IHl 1. intros [|v l]; simpl; [done|]. specialize (IH v). specialize (IHl l).
    destruct (to_data v); simpl; try done. by destruct (collect to_data l).
  - cut (collect to_data l ≠ Trap); [by destruct (collect to_data l)|].
    revert l. fix IHl 1. intros [|v l]; simpl; [done|]. specialize (IH v). specialize (IHl l).
    destruct (to_data v); simpl; try done. by destruct (collect to_data l).
  - specialize (IH v). by destruct (to_data v).
  - set (f := λ '(k, v), (k,.) <$> to_data v).
    cut (collect f l ≠ Trap); [by destruct (collect f l)|].
    revert l. fix IHl 1. intros [|[k v] l]; simpl; [done|]. specialize (IH v). specialize (IHl l).
    destruct (to_data v); simpl; try done. by destruct (collect f l).
Qed.

Section sound.
  Context {P : Type} (W : world P).
  Context (Hfresh : ∀ p vs, fresh_frame W p vs ≠ Trap).
  Context (touch : nat → store P → store P).
  Implicit Types (s : store P) (g : cguard).
  Local Notation covers := (covers W).

  Lemma covers_expr e s : covers (guard_expr e) s (eval W e s).
  Proof using Hfresh. by apply covers_read. Qed.
  Lemma covers_place p s : covers (guard_place p) s (get W p s).
  Proof using Hfresh. by apply covers_read. Qed.

  Lemma covers_int e s : covers (guard_expr e) s (eval_int W e s).
  Proof using Hfresh. apply covers_bind; [apply covers_expr|]. by intros []. Qed.
  Lemma covers_bytes e s : covers (guard_expr e) s (eval_bytes W e s).
  Proof using Hfresh. apply covers_bind; [apply covers_expr|]. by intros []. Qed.
  Lemma covers_test e s : covers (guard_expr e) s (eval_bool W e s).
  Proof using Hfresh. apply covers_bind; [apply covers_expr|]. by intros []. Qed.

  Lemma eval_int_inv e s z : eval_int W e s = Ok z → eval W e s = Ok (VInt z).
  Proof. unfold eval_int. destruct (eval W e s) as [[]| |]; simpl; congruence. Qed.

  Lemma uint_eval e s z : eval_int W e s = Ok z → uint W e s = Some z.
  Proof. unfold uint. by intros ->. Qed.
  Lemma ubytes_eval e s l : eval_bytes W e s = Ok l → ubytes W e s = Some l.
  Proof. unfold ubytes. by intros ->. Qed.

  Ltac known :=
    unfold Guards.Exprs.covers; simpl;
    repeat first
      [ erewrite uint_eval by eassumption | erewrite ubytes_eval by eassumption
      | erewrite ubytes_at_ok by eassumption | erewrite umap_at_ok by eassumption
      | erewrite uget_ok by eassumption ]; simpl.

  Ltac regroup :=
    rewrite ?guard_val_and; simpl;
    repeat match goal with |- context [guard_val W ?g ?s] => destruct (guard_val W g s) as [[]|]; simpl end;
    done.

  (** ** Updating a place *)

  (** What an update of [p] sees there. *)
  Definition sees (p : place) s (o : option (val P)) : Prop :=
    match p with PVar x => s !! x = Some o | _ => ∃ v, o = Some v ∧ get W p s = Ok v end.

  Lemma sees_get p s v : sees p s (Some v) → get W p s = Ok v.
  Proof.
    destruct p as [x|c| | | |]; try (by intros (? & [= ->] & ?)). cbn. by intros ->.
  Qed.

  (** One step of [get], under its own name. *)
  Lemma get_field p i s : get W (PField p i) s = (v ← get W p s; field v i).
  Proof. done. Qed.
  Lemma get_index p e s :
    get W (PIndex p e) s = (v ← get W p s; i ← eval W e s; i ← as_int i; index v i).
  Proof. done. Qed.
  Lemma get_case p tag s : get W (PCase p tag) s = (v ← get W p s; payload tag v).
  Proof. done. Qed.
  Lemma get_key p e s :
    get W (PKey p e) s =
    (v ← get W p s; k ← eval W e s; l ← as_map v; k ← as_int k; or_trap (map_find l k)).
  Proof. done. Qed.

  (** An update traps in a subscript, on the way, or in what it does at the end. *)
  Lemma covers_update p g s : ∀ f,
    (∀ o, sees p s o → covers g s (f o)) →
    covers (guard_subscripts p &&& (guard_walk p &&& g)) s (update W touch p f s).
  Proof using Hfresh.
    revert g. induction p as [x|c|p IH i|p IH e|p IH tag|p IH e]; intros g f Hf; cbn [update].
    - simpl. apply (covers_eq W g); [regroup|]. destruct (s !! x) as [o|] eqn:Hx; simpl; [|exact I].
      apply covers_bind; [auto|done].
    - done.
    - apply IH. intros [v|] Hv; simpl; [|exact I]. apply sees_get in Hv. unfold modify; simpl.
      destruct v as [| | | |l| | | |]; simpl; try exact I. destruct (l !! i) as [x|] eqn:Hx; simpl; [|exact I].
      apply covers_bind; [|done]. apply Hf. exists x. split; [done|]. rewrite get_field, Hv. simpl. by rewrite Hx.
    - apply (covers_eq W (guard_expr e &&&
        (guard_subscripts p &&& (guard_walk p &&& (GCheck (KIndex p e) &&& g))))); [simpl; regroup|].
      apply covers_and; [apply covers_int|intros n Hn]. apply IH.
      intros [v|] Hv; simpl; [|exact I]. apply sees_get in Hv. unfold modify; simpl.
      destruct v as [| |l|l| | | | |]; simpl; try exact I.
      + pose proof (covers_index W p e s _ n Hv (eval_int_inv _ _ _ Hn)) as Hc. simpl in Hc.
        apply covers_and; [by destruct (at_index l n)|]. intros x Hx. apply covers_bind; [|by intros []].
        apply Hf. exists (VInt x). split; [done|].
        rewrite get_index, Hv, (eval_int_inv _ _ _ Hn). simpl. by rewrite Hx.
      + apply covers_and; [exact (covers_index W p e s _ n Hv (eval_int_inv _ _ _ Hn))|].
        intros x Hx. apply covers_bind; [|done].
        apply Hf. exists x. split; [done|].
        by rewrite get_index, Hv, (eval_int_inv _ _ _ Hn).
    - apply (covers_eq W (guard_subscripts p &&& (guard_walk p &&& (GCheck (KCase p tag) &&& g))));
        [simpl; regroup|].
      apply IH. intros [v|] Hv; simpl; [|exact I]. apply sees_get in Hv. unfold modify; simpl.
      pose proof (covers_case W p tag s v Hv) as Hc. destruct v as [| | | | |t v| | |]; simpl; try exact I.
      unfold payload in Hc. simpl in Hc. destruct (decide (t = tag)) as [->|].
      + apply (covers_and W _ _ s (Ok v) (λ x, x ← f (Some x); Ok (VUnion tag x))); [done|].
        intros ? [= ->]. apply covers_bind; [|done]. apply Hf. eexists; split; [done|].
        rewrite get_case, Hv. unfold payload. simpl. by rewrite decide_True.
      + apply (covers_and W _ _ s Trap (λ _ : val P, f None)); [done|]. discriminate.
    - apply (covers_eq W (guard_expr e &&&
        (guard_subscripts p &&& (guard_walk p &&& (GCheck (KKey p e) &&& g))))); [simpl; regroup|].
      apply covers_and; [apply covers_int|intros k Hk]. apply IH.
      intros [v|] Hv; simpl; [|exact I]. apply sees_get in Hv. unfold modify; simpl.
      destruct v as [| | | | | |l| |]; simpl; try exact I.
      apply covers_and; [known; by destruct (map_find l k)|]. intros x Hx.
      apply covers_bind; [|done]. apply Hf. exists x. split; [done|].
      rewrite get_key, Hv, (eval_int_inv _ _ _ Hk). simpl. by rewrite Hx.
  Qed.

  Lemma covers_modify p g f s :
    (∀ v, get W p s = Ok v → covers g s (f v)) →
    covers (guard_write p &&& g) s (update W touch p (modify f) s).
  Proof using Hfresh.
    intros Hf. apply (covers_eq W (guard_subscripts p &&& (guard_walk p &&& g))); [unfold guard_write; regroup|].
    apply covers_update. intros [v|] Hv; simpl; [|exact I]. by apply Hf, sees_get.
  Qed.

  Lemma covers_modify_total p f s :
    (∀ v, f v ≠ Trap) → covers (guard_write p) s (update W touch p (modify f) s).
  Proof using Hfresh.
    intros Hf. apply (covers_eq W (guard_write p &&& GTrue)); [regroup|].
    apply covers_modify. intros v _. by apply covers_true.
  Qed.

  Lemma covers_assign p v s : covers (guard_write p) s (assign W touch p v s).
  Proof using Hfresh.
    apply (covers_eq W (guard_subscripts p &&& (guard_walk p &&& GTrue))); [unfold guard_write; regroup|].
    by apply covers_update.
  Qed.

  Lemma covers_dest dest v s : covers (guard_dest dest) s (assign_to W touch dest v s).
  Proof using Hfresh. destruct dest; [apply covers_assign|done]. Qed.

  Lemma covers_update_bytes p g f s :
    (∀ l, get W p s = Ok (VBytes l) → covers g s (f l)) →
    covers (guard_write p &&& g) s (update_bytes W touch p f s).
  Proof using Hfresh.
    intros Hf. apply covers_modify. intros [] Hv; simpl; try exact I. apply covers_fmap. by apply Hf.
  Qed.

  (** ** Arguments *)
  Lemma covers_pass a s : covers (guard_pass a) s (pass W a s).
  Proof using Hfresh. destruct a; [apply covers_expr|apply covers_place|apply covers_expr]. Qed.

  Lemma covers_args args s : covers (guard_args args) s (collect (λ a, pass W a s) args).
  Proof using Hfresh. apply covers_collect, Forall_true. intros. apply covers_pass. Qed.

  Lemma covers_exprs es s : covers (gall guard_expr es) s (collect (λ e, eval W e s) es).
  Proof using Hfresh. apply covers_collect, Forall_true. intros. apply covers_expr. Qed.

  (** ** Statements *)

  (** Whether a write over bytes fits depends on how many there are only. *)
  Lemma blit_some (l : list Z) n l1 l2 :
    length l1 = length l2 → is_some (blit l n l1) = is_some (blit l n l2).
  Proof. unfold blit. intros ->. by destruct (_ && _). Qed.

  Lemma store_int_length o w z : length (store_int o w z) = byte_count w.
  Proof. unfold store_int. by destruct o, w. Qed.

  Lemma is_some_decide {A} (o : option A) : bool_decide (is_Some o) = is_some o.
  Proof.
    destruct o; [by apply bool_decide_true; eauto|]. apply bool_decide_false. by intros [].
  Qed.

  Context (external : nat → list data → option (list data * data)).

  Theorem covers_basic b s :
    (∀ f args dest, b ≠ BExtern f args dest) →
    covers (guard_basic b) s (run_basic W touch external b s).
  Proof using Hfresh.
    intros Hb. destruct b as [|p e|p cap e|p cap e|p cap e|p off e|o w p off e|p cap k e|p k|f args dest|];
      cbn [guard_basic run_basic].
    - done.
    - apply covers_and; [apply covers_expr|]. intros v _. apply covers_assign.
    - apply covers_and3; [apply covers_int|intros z Hz]. apply covers_update_bytes. intros l Hl.
      apply covers_bind; [|done]. known. by destruct (_ <? _)%Z.
    - apply covers_and3; [apply covers_bytes|intros z Hz]. apply covers_update_bytes. intros l Hl.
      apply covers_bind; [|done]. known. by destruct (_ <=? _)%Z.
    - apply covers_and3; [apply covers_int|intros z Hz]. apply covers_and; [by apply covers_resize, eval_int_inv|].
      intros _ _. apply covers_modify_total. by intros [].
    - apply covers_and4; [apply covers_int|intros n Hn]. apply covers_and3; [apply covers_bytes|intros l' Hl'].
      apply covers_update_bytes. intros l Hl. known. by destruct (blit _ _ _).
    - apply covers_and4; [apply covers_int|intros n Hn]. apply covers_and3; [apply covers_int|intros z Hz].
      apply covers_update_bytes. intros l Hl. known.
      rewrite (blit_some l n _ (store_int o w z)); [by destruct (blit _ _ _)|]. rewrite store_int_length. exact (store_int_length Little w 0).
    - apply covers_and4; [apply covers_int|intros n Hn]. apply covers_and3; [apply covers_expr|intros z _].
      apply covers_modify. intros [] Hv; simpl; try exact I. apply covers_bind; [|done]. known.
      rewrite is_some_decide. by destruct (_ || _).
    - apply covers_and; [apply covers_int|intros n Hn]. apply covers_modify_total. by intros [].
    - by destruct (Hb f args dest).
    - done.
  Qed.
End sound.
