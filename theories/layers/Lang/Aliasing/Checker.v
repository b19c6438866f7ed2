(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The aliasing condition, checked on whole programs.

    The front end promises it and explains violations to people; this runs on
    what it hands over, so that the printer need not rely on the front end. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Lang.Typing Require Export Checker.
From Fairlead.Lang.Aliasing Require Export Independence.

(** Slices of one place between literal bounds that do not meet. *)
Definition range (a : arg) : option (place * Z * Z) :=
  match a with
  | AInoutSlice p (EInt _ lo) (EInt _ hi) | AIn (ESlice (ERead p) (EInt _ lo) (EInt _ hi)) => Some (p, lo, hi)
  | _ => None
  end.
Definition ranges_part (a b : arg) : bool :=
  match range a, range b with
  | Some (p, lo, hi), Some (q, lo', hi') =>
      bool_decide (length (shape p) = length (shape q)) && ((hi <=? lo') || (hi' <=? lo))%Z
  | _, _ => false
  end.

Section check.
  Context (E : env).

  (** What the callee reads where it is: neither an integer or boolean, nor a value made for the call. *)
  Fixpoint viewed (e : expr) : option place :=
    match e with ERead p => Some p | ESlice e _ _ => viewed e | _ => None end.
  Definition by_reference (a : arg) : option place :=
    match a with
    | AIn (ERead p) =>
        match infer_place E p with Some t => if is_scalar t then None else Some p | None => None end
    | AIn e => viewed e
    | _ => None
    end.

  (** Of two arguments, neither reaches what the other writes, as far as the first writes. *)
  Definition kept_apart (a b : arg) : bool :=
    match out_place a, out_place b with
    | Some p, Some q =>
        independent_args a b ||
        (steady p q && steady q p && untouched_bounds a q && untouched_bounds b p && ranges_part a b)
    | Some p, None =>
        match by_reference b with Some q => parted p q || ranges_part a b | None => true end
    | None, _ => true
    end.

  (** Where a place is that is written, or a slice of it begins, does not depend on what is
      there: the C looks for it again at each step of a called coroutine, and after each call. *)
  Definition stays (a : arg) : bool :=
    match out_place a with Some p => steady p p && untouched_bounds a p | None => true end.

  Fixpoint args_apart (args : list arg) : bool :=
    match args with
    | [] => true
    | a :: args => stays a && forallb (λ b, kept_apart a b && kept_apart b a) args && args_apart args
    end.

  (** Bytes fitted to their own capacity, or for a view, are passed where they are: constants only. *)
  Definition fitted (param : mode * ty) (a : arg) : bool :=
    match a with
    | AIn (EFit _ e) =>
        match viewed e with
        | Some p =>
            negb (is_some (_ ← root p; if is_view (snd param) then Some () else expect (infer_place E p) (snd param)))
        | None => true
        end
    | _ => true
    end.

  (** The result's destination may be written by the callee while it runs. *)
  Definition dest_apart (dest : option place) (args : list arg) : bool :=
    match dest with
    | None => true
    | Some d =>
        forallb (λ a,
          match out_place a, by_reference a with
          | Some p, _ | None, Some p => parted d p
          | None, None => true
          end) args
    end.

  Definition call_apart (args : list arg) (dest : option place) : bool :=
    args_apart args && dest_apart dest args.

  Fixpoint cmd_apart (c : fl_cmd) : bool :=
    match c with
    | Do (BExtern f args dest) =>
        call_apart args dest &&
        match look (e_externs E) f with Some x => all2 fitted (ext_params x) args | None => false end
    | Call _ x =>
        call_apart (call_args x) (call_dest x) &&
        match callee_at E (callee x) with Some pr => all2 fitted (params pr) (call_args x) | None => false end
    | Resume x => call_apart (AInout (child x) :: lend x) (Some (event x))
    | Seq c1 c2 | If _ c1 c2 => cmd_apart c1 && cmd_apart c2
    | Block c | Loop _ c | Label _ c => cmd_apart c
    | Skip | Do _ | Exit _ | Goto _ | Suspend _ _ | Return => true
    end.

  (** Where no two slices of one place are told apart by literal bounds, what is
      accepted is what [copy_out_any_order] asks for. *)
  Theorem args_apart_sound args :
    args_apart args = true →
    (∀ a b, a ∈ args → b ∈ args → ranges_part a b = false) → all_independent args.
  Proof.
    induction args as [|a args IH]; simpl; intros Hargs Hranges; [by intros ? ? ? ?|].
    apply andb_true_iff in Hargs as [[_ Ha]%andb_true_iff Hargs]. apply all_independent_cons. split.
    - intros b Hb. rewrite forallb_forall in Ha. pose proof (proj1 (elem_of_list_In _ _) Hb) as Hin.
      apply Ha, andb_true_iff in Hin as [Hab Hba].
      assert (∀ c d, ranges_part c d = false → kept_apart c d = true → independent_args c d = true) as Hmeet.
      { intros c d Hr. unfold kept_apart, independent_args. destruct (out_place c), (out_place d); try done.
        rewrite Hr, andb_false_r, orb_false_r. done. }
      split; apply Hmeet; try done; apply Hranges; rewrite elem_of_cons; auto.
    - apply IH; [done|]. intros. apply Hranges; rewrite elem_of_cons; auto.
  Qed.
End check.

(** The first procedure with a call whose arguments may meet. *)
Definition check_aliasing (Q : program) : option culprit :=
  let procs' := build (procs Q) in
  let effs' := build (effs Q) in
  let consts' := build (map fst (consts Q)) in
  let externs' := build (externs Q) in
  first_bad (λ p pr, cmd_apart (env_of procs' effs' consts' externs' p pr) (body pr)) BadProc 0 (procs Q).
