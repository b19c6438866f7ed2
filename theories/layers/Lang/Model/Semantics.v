(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The .fl language as an instance of [Core.Model.Semantics].

    One definition serves the source and the machine. They differ in what a
    [presentation] says: what a point is, what storage holds before it is
    assigned, and what happens to storage that shares its bytes with others. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Model Require Import Storable.
From Fairlead.Lang.Model Require Export Eval.

(** Requests: the effect, its arguments, and the lent storage going back to the
    driver. Responses: a value, and lent storage. Results: a value, and what lent storage
    and [inout] parameters hold at the end. *)
Definition request : Type := nat * list data * list data.
Definition response : Type := data * list data.
Definition result : Type := data * list data.

Record presentation {P : Type} := Presentation {
  start : procedure → P;
  uninitialised : ty → option (val P);
  touch : procedure → nat → store P → store P;
  park_store : procedure → label → store P → store P;
  save_point : procedure → fl_cmd → fl_kont → P;
  load_point : P → option (procedure * option (fl_cmd * fl_kont))  (* None: at the beginning *)
}.
Arguments presentation : clear implicits.

Section semantics.
  Context {P : Type} (Q : program) (A : presentation P).
  Context (external : nat → list data → option (list data * data)).
  Implicit Types (s : store P).

  Definition fl_code (p : procedure) : option fl_cmd := body <$> procs Q !! p.

  (** Variables of [p] that are lent. *)
  Definition lent_of (pr : proc) : list nat :=
    omap (λ '(i, (m, _)), match m with Lent => Some i | _ => None end)
         (imap (λ i x, (i, x)) (params pr)).

  (** Parameters that whoever started [p] finds changed when it has returned. Coroutines
      in [inout] parameters are nothing that a driver can look into. *)
  Definition shown (x : mode * ty) : bool :=
    match fst x with In => false | Inout => is_message (snd x) | Lent => true end.
  Definition shown_of (pr : proc) : list nat :=
    omap (λ '(i, x), if shown x then Some i else None) (imap (λ i x, (i, x)) (params pr)).

  (** Arguments for the parameters that are not lent, in order. *)
  Fixpoint place_args (ps : list (mode * ty)) (vs : list (val P)) : outcome (store P) :=
    match ps, vs with
    | [], [] => Ok []
    | (Lent, t) :: ps, vs => s ← place_args ps vs; Ok (uninitialised A t :: s)
    | _ :: ps, v :: vs => s ← place_args ps vs; Ok (Some v :: s)
    | _, _ => Wrong
    end.

  Definition locals_of (pr : proc) : store P := map (uninitialised A) (locals pr).

  (** A coroutine that waits for its first step. *)
  Definition fresh (p : procedure) (vs : list (val P)) : outcome (frame P) :=
    pr ← or_wrong (procs Q !! p);
    s ← place_args (params pr) vs;
    Ok (start A p, s ++ locals_of pr).

  Definition W : world P := World (λ c, of_const ∘ snd <$> consts Q !! c) fresh.

  Definition variable (s : store P) (x : nat) : outcome (val P) := or_wrong (mjoin (s !! x)).
  Definition lent_data (xs : list nat) (s : store P) : outcome (list data) :=
    collect (λ x, v ← variable s x; to_data v) xs.

  (** The driver's storage arrives with each step. *)
  Fixpoint borrow (p : procedure) (xs : list nat) (ds : list data) s : outcome (store P) :=
    match xs, ds with
    | [], [] => Ok s
    | x :: xs, d :: ds => borrow p xs ds (write (touch A p) x (of_data d) s)
    | _, _ => Wrong
    end.

  Definition fl_begin (p : procedure) (r : response) s : outcome (store P) :=
    pr ← or_wrong (procs Q !! p); borrow p (lent_of pr) (snd r) s.

  Definition fl_ask (x : suspension) s : outcome request :=
    vs ← collect (λ e, eval W e s) (ask_args x);
    ds ← collect to_data vs;
    lent ← lent_data (ask_lent x) s;
    Ok (ask_effect x, ds, lent).

  Definition fl_answer (p : procedure) (x : suspension) (r : response) s : outcome (store P) :=
    s ← borrow p (ask_lent x) (snd r) s;
    assign_to W (touch A p) (ask_dest x) (of_data (fst r)) s.

  Definition fl_enter_call (x : call) s : outcome (procedure * store P) :=
    pr ← or_wrong (procs Q !! callee x);
    vs ← collect (λ a, pass W a s) (call_args x);
    if decide (length vs = length (params pr))
    then Ok (callee x, map Some vs ++ locals_of pr)
    else Wrong.

  (** [inout] arguments as the callee leaves them; the others are not looked at. *)
  Fixpoint copy_out (p : procedure) (args : list arg) (callee_store : store P) s : outcome (store P) :=
    match args, callee_store with
    | [], _ => Ok s
    | AIn _ :: args, _ :: vs => copy_out p args vs s
    | a :: args, v :: vs => v ← or_wrong v; s ← give_back W (touch A p) a v s; copy_out p args vs s
    | _, [] => Wrong
    end.

  Definition fl_leave_call (p : procedure) (x : call) (q : procedure) (callee_store : store P) s :
      outcome (store P) :=
    if decide (q = callee x) then
      pr ← or_wrong (procs Q !! q);
      s ← copy_out p (call_args x) callee_store s;
      match call_dest x with
      | None => Ok s
      | Some dest => v ← variable callee_store (ret pr); assign W (touch A p) dest v s
      end
    else Wrong.

  (** The child must wait for exactly what it is given. *)
  Definition fl_enter_resume (x : resumption) s : outcome (list (frame P) * response) :=
    v ← get W (child x) s;
    match v with
    | VCoro _ [] => Trap
    | VCoro waits fs =>
        _ ← check (bool_decide (waits = fst <$> reply x));
        d ← match reply x ≫= snd with
            | Some e => v ← eval W e s; to_data v
            | None => Ok (VRecord [])
            end;
        vs ← collect (λ a, pass W a s) (lend x);
        lent ← collect to_data vs;
        Ok (fs, (d, lent))
    | _ => Wrong
    end.

  Definition event_payload (ds : list data) : val P :=
    match ds with [d] => of_data d | _ => VRecord (map of_data ds) end.

  (** What a parent learns of its child's step: the child as it is now, the event, and the lent storage. *)
  Definition learned (x : resumption) (h : happening (store P) (frame P) request) :
      outcome (val P * val P * list data) :=
    pr ← or_wrong (procs Q !! child_proc x);
    match h with
    | Asked fs (e, ds, lent) =>
        '(i, _) ← or_wrong (list_find (λ e', e = e') (effects pr));
        Ok (VCoro (Some e) fs, VUnion i (event_payload ds), lent)
    | Returned q s =>
        if decide (q = child_proc x) then
          v ← variable s (ret pr);
          lent ← lent_data (lent_of pr) s;
          Ok (VCoro None [], VUnion (length (effects pr)) v, lent)
        else Wrong
    end.

  Definition fl_leave_resume (p : procedure) (x : resumption)
      (h : happening (store P) (frame P) request) s : outcome (store P) :=
    '(c, ev, lent) ← learned x h;
    s ← assign W (touch A p) (child x) c s;
    s ← give_back_all W (touch A p) (lend x) (map of_data lent) s;
    assign W (touch A p) (event x) ev s.

  Definition fl_finish (p : procedure) s : outcome result :=
    pr ← or_wrong (procs Q !! p);
    v ← variable s (ret pr);
    d ← to_data v;
    shown ← lent_data (shown_of pr) s;
    Ok (d, shown).

  Definition fl_save (p : procedure) (c : fl_cmd) (k : fl_kont) s : frame P := (save_point A p c k, s).

  Definition fl_load (f : frame P) : option (entry basic expr suspension call resumption (store P)) :=
    match load_point A (fst f) with
    | Some (p, None) => Some (Fresh p (snd f))
    | Some (p, Some (c, k)) => Some (At p c k (snd f))
    | None => None
    end.

  Definition fl : dynamics basic expr suspension call resumption (store P) (frame P) request response result :=
    {| code := fl_code;
       run p b s := run_basic W (touch A p) external b s;
       test e s := eval_bool W e s;
       ask := fl_ask;
       Semantics.answer := fl_answer;
       begin := fl_begin;
       enter_call := fl_enter_call;
       leave_call := fl_leave_call;
       enter_resume := fl_enter_resume;
       leave_resume := fl_leave_resume;
       finish := fl_finish;
       park := park_store A;
       save := fl_save;
       load := fl_load |}.

  (** A coroutine and its driver's arguments: everything but lent storage, which
      comes with the first step. *)
  Definition fl_initial (p : procedure) (args : list data) (lent : list data) :
      option (state basic expr suspension call resumption (store P) (frame P) response) :=
    match fresh p (map of_data args) with
    | Ok f => Some (Resuming (VRecord [], lent) [f])
    | _ => None
    end.
End semantics.
