(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Calls executed in place, every operation behind its guard.

    The semantics copies [inout] arguments into the callee's variables and, at its
    return, out again. The C passes pointers. [in_place] is the machine that does
    so: a running function has variables of its own, and references to places of its
    caller, whose variables may be references again; it reads and writes where they
    lead, and returning puts nothing back. [Bisimulation] has the theorem: it does
    what the source does.

    It does nothing but behind a guard, as [Guards.Machine.lowered] does: the guard reads the variables where
    they are, be it through references, and what it guards is done without looking. Where that would trap although
    the guard holds, the machine is stuck. Which guards statements, tests and calls have is a parameter ([printed]):
    all that there are ([all_checks]), or what facts leave of them ([Pruned]).

    Places passed [inout] are references, and so are places of large values that
    are only read, and slices of their bytes. Any of the former may be copied instead, in and out again ([by_reference]
    says which are not): C passes a pointer to a copy of an integer that is in a frame. What is lent for a step is in
    one place, below; the
    coroutine that is stepped and those it
    calls refer to it, to any depth. What the driver lends is that place; what a coroutine or function lends with
    [resume] is a reference again, into its own storage. (A frame that is saved has what a reference showed as well;
    nothing reads that: with each step references come anew.) An external function is a function on data; what it gives
    back is written where the arguments were found before the call. This machine always copies what the semantics
    copies in two cases: a slice of bytes, if it is passed [inout] to a function of the program or lent with [resume],
    and [inout] arguments of a called coroutine. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Typing Require Import Soundness.
From Fairlead.Lang.Guards Require Import Guards Tests Machine.
From Fairlead.Lang.Aliasing Require Import Checker.
From Fairlead.Lang.InPlace Require Import References PutBack Lent.

Notation write P := (place * (option (val P) → outcome (val P)))%type.

(** The guards that are printed of a procedure's statements, tests and calls. *)
Record printed := Printed {
  guard_of_basic : basic → cguard;
  guard_of_test : expr → ctest;
  guard_of_call : call → cguard
}.
Definition all_checks : printed := Printed guard_basic lower_test guard_call.

Section in_place.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Local Notation W := (Semantics.W Q source).
  Local Notation untouched := (λ (_ : nat) (s : store fl_point), s).
  Local Notation stack := (list (store fl_point * refs)).
  Implicit Types (s t : store fl_point) (F : stack) (w : option (write fl_point)).

  (** ** Statements as writes: what to write, and where, is read from the variables *)
  Definition on_bytes (f : list Z → outcome (list Z)) : option (val fl_point) → outcome (val fl_point) :=
    modify (λ v, l ← as_bytes v; VBytes <$> f l).

  Definition write_of (b : basic) s : outcome (option (write fl_point)) :=
    match b with
    | BLine _ => Ok None
    | BAssign p e => v ← eval W e s; Ok (Some (p, put v))
    | BPush p cap e =>
        z ← eval_int W e s;
        Ok (Some (p, on_bytes (λ l, _ ← check (Z.of_nat (length l) <? Z.of_N cap)%Z; Ok (l ++ [z]))))
    | BAppend p cap e =>
        l' ← eval_bytes W e s;
        Ok (Some (p, on_bytes (λ l, _ ← check (Z.of_nat (length l + length l') <=? Z.of_N cap)%Z; Ok (l ++ l'))))
    | BResize p cap e =>
        n ← eval_int W e s; _ ← check (n <=? Z.of_N cap)%Z;
        Ok (Some (p, on_bytes (λ l, Ok (take (Z.to_nat n) l ++ replicate (Z.to_nat n - length l) 0%Z))))
    | BBlit p off e =>
        n ← eval_int W off s; l' ← eval_bytes W e s; Ok (Some (p, on_bytes (λ l, or_trap (blit l n l'))))
    | BStore o w p off e =>
        n ← eval_int W off s; z ← eval_int W e s;
        Ok (Some (p, on_bytes (λ l, or_trap (blit l n (store_int o w z)))))
    | BPut p cap k e =>
        k ← eval_int W k s; v ← eval W e s;
        Ok (Some (p, modify (λ m,
          l ← as_map m;
          _ ← check (bool_decide (is_Some (map_find l k)) || (Z.of_nat (length l) <? Z.of_N cap)%Z);
          Ok (VMap (map_put l k v)))))
    | BRemove p k =>
        k ← eval_int W k s;
        Ok (Some (p, modify (λ m, l ← as_map m; Ok (VMap (map_remove l k)))))
    | BExtern _ _ _ => Wrong
    | BTrap => Trap
    end.

  (** What is given back to an argument by copying. *)
  Definition write_back (a : arg) v s : outcome (option (write fl_point)) :=
    match a with
    | AIn _ => Ok None
    | AInout p => Ok (Some (p, put v))
    | AInoutSlice p lo _ =>
        off ← eval_int W lo s; l ← as_bytes v; Ok (Some (p, on_bytes (λ old, or_trap (blit old off l))))
    end.

  Definition do_write (w : option (write fl_point)) s : outcome (store fl_point) :=
    match w with Some (p, f) => update W untouched p f s | None => Ok s end.

  Lemma run_basic_write b s :
    (∀ f args dest, b ≠ BExtern f args dest) →
    run_basic W untouched external b s = (w ← write_of b s; do_write w s).
  Proof.
    intros Hb. destruct b as [|p e|p cap e|p cap e|p cap e|p off e|o w p off e|p cap k e|p k|f args dest|];
      cbn [run_basic write_of]; try done;
      repeat match goal with
        | |- context [eval W ?e ?s] => destruct (eval W e s); simpl; try done
        | |- context [eval_int W ?e ?s] => destruct (eval_int W e s); simpl; try done
        | |- context [eval_bytes W ?e ?s] => destruct (eval_bytes W e s); simpl; try done
        | |- context [check ?b] => destruct (check b); simpl; try done
        end.
    by destruct (Hb f args dest).
  Qed.

  Lemma give_back_write a v s :
    give_back W untouched a v s = (w ← write_back a v s; do_write w s).
  Proof.
    destruct a as [e|p|p lo hi]; cbn [give_back write_back]; try done.
    destruct (eval_int W lo s); simpl; try done. by destruct (as_bytes v).
  Qed.

  (** ** The machine that works in place *)
  Definition do_write_at (w : option (write fl_point)) F : outcome stack :=
    match w with
    | Some (p, f) => a ← resolve W p (view F); write_at F a f
    | None => Ok F
    end.

  (** To where an argument was found, guarded as in [lowered_give_back]. *)
  Definition give_back_at (a : arg) v F : outcome stack :=
    match a with
    | AIn _ => Ok F
    | AInout p => guarded W (guard_write p) (view F) (do_write_at (Some (p, put v)) F)
    | AInoutSlice p lo _ =>
        off ← guarded W (guard_expr lo) (view F) (eval_int W lo (view F));
        l ← as_bytes v;
        guarded W (guard_back p off l) (view F) (do_write_at (Some (p, on_bytes (λ old, or_trap (blit old off l)))) F)
    end.

  (** Where an argument leads that may be written, and where in those bytes a slice begins. *)
  Definition leads_to (a : arg) s : outcome (option (path * option Z)) :=
    match a with
    | AIn _ => Ok None
    | AInout p => a ← resolve W p s; Ok (Some (a, None))
    | AInoutSlice p lo _ => off ← eval_int W lo s; a ← resolve W p s; Ok (Some (a, Some off))
    end.
  Definition write_through (a : arg) (to : option (path * option Z)) v F : outcome stack :=
    match a, to with
    | AIn _, None => Ok F
    | AInout p, Some (b, None) => guarded W (guard_write p) (view F) (write_at F b (put v))
    | AInoutSlice p _ _, Some (b, Some off) =>
        l ← as_bytes v;
        guarded W (guard_back p off l) (view F) (write_at F b (on_bytes (λ old, or_trap (blit old off l))))
    | _, _ => Wrong
    end.
  Fixpoint write_through_all (args : list arg) (tos : list (option (path * option Z))) (vs : list (val fl_point)) F :
      outcome stack :=
    match args, tos, vs with
    | [], [], [] => Ok F
    | a :: args, to :: tos, v :: vs => F ← write_through a to v F; write_through_all args tos vs F
    | _, _, _ => Wrong
    end.

  Definition dest_write (dest : option place) v : option (write fl_point) := (λ p, (p, put v)) <$> dest.
  Definition dest_at (dest : option place) v F : outcome stack :=
    guarded W (guard_dest dest) (view F) (do_write_at (dest_write dest v) F).

  (** An external function comes back with an answer, or the machine is stuck. That its arguments lead somewhere is
      not looked at again: their guard held. *)
  Definition run_in_place (g : cguard) (b : basic) F : outcome stack :=
    match b with
    | BExtern f args dest =>
        vs ← guarded W (guard_args args) (view F) (collect (λ a, pass W a (view F)) args);
        tos ← guarded W GTrue (view F) (collect (λ a, leads_to a (view F)) args);
        ds ← collect to_data vs;
        '(ds, d) ← or_wrong (external f ds);
        F ← write_through_all args tos (map of_data ds) F;
        dest_at dest (of_data d) F
    | _ => guarded W g (view F) (w ← write_of b (view F); do_write_at w F)
    end.

  (** ** Calls

      [referred] are the places that a procedure passes by reference, of those that it passes [inout]. *)
  Section calls.
  Context (referred : place → bool).

  (** Where what an expression reads is in a variable, and which slice of it, of slices of slices, it is. *)
  Fixpoint read_at (e : expr) s : option (path * list (Z * Z)) :=
    match e with
    | ERead p => match resolve W p s with Ok a => Some (a, []) | _ => None end
    | ESlice e lo hi =>
        match read_at e s, eval_int W lo s, eval_int W hi s with
        | Some (a, l), Ok n, Ok m => Some (a, l ++ [(n, m)])
        | _, _, _ => None
        end
    | _ => None
    end.

  (** What the callee gets for an argument: a reference, or else a value. *)
  Definition arg_ref (param : mode * ty) (a : arg) s : option (access * path) :=
    match a with
    | AInout p => if referred p then match resolve W p s with Ok a => Some (Written, a) | _ => None end else None
    | AIn e => if is_scalar (snd param) then None else (λ '(a, l), (Shown l, a)) <$> read_at e s
    | AInoutSlice _ _ _ => None
    end.
  Definition arg_refs (ps : list (mode * ty)) (args : list arg) s : refs :=
    zip_with (λ param a, arg_ref param a s) ps args.

  (** A coroutine that waits has variables and nothing else. *)
  Definition alone s : stack := [(s, [])].

  (** While it runs, what is lent for the step is below, in one place for all coroutines that call each other:
      the driver's storage, or references to what another coroutine or function lends. *)
  Definition on_lent (pr : proc) t below : stack :=
    let r := lent_refs (params pr) 0 in (own r t, r) :: below.
  Definition arrive (p : procedure) (ds : list data) F : outcome stack :=
    match F with
    | [] => Wrong
    | (s, _) :: below =>
        pr ← or_wrong (procs Q !! p);
        t ← borrow source p (lent_of pr) ds s;
        Ok (on_lent pr t match below with [] => [(map (Some ∘ of_data) ds, [])] | _ => below end)
    end.

  (** A suspended activation, and what is below it: what it ran on when it suspended, or will run on. *)
  Record waiting := Waiting { frame_of : frame fl_point; runs_on : bool; under : stack }.

  Definition enter_in_place (x : call) F : outcome (procedure * stack) :=
    pr ← or_wrong (procs Q !! callee x);
    '(q, t) ← fl_enter_call Q source x (view F);
    if suspends pr then Ok (q, on_lent pr t (tail F))
    else let r := arg_refs (params pr) (call_args x) (view F) in Ok (q, (own r t, r) :: F).

  (** What was copied is put back, from the callee's variables: slices, places that are not referred to, and what a
      called coroutine got that was not lent. *)
  Definition is_copied (a : arg) : bool :=
    match a with AIn _ => false | AInout p => negb (referred p) | AInoutSlice _ _ _ => true end.
  Definition function_copies (args : list arg) : list (bool * arg) := map (λ a, (is_copied a, a)) args.
  Definition coroutine_copies (ps : list (mode * ty)) (args : list arg) : list (bool * arg) :=
    zip_with (λ param a, (match param with (Inout, _) => true | _ => false end, a)) ps args.
  Fixpoint copied_back (l : list (bool * arg)) t F : outcome stack :=
    match l, t with
    | [], _ => Ok F
    | (c, a) :: l, o :: t =>
        if c : bool then v ← or_wrong o; F ← give_back_at a v F; copied_back l t F else copied_back l t F
    | _, [] => Wrong
    end.

  (** [F] is the callee's. Below are the caller's, if it is a function; if it is a coroutine, what is lent. *)
  Definition leave_in_place (p : procedure) (x : call) (q : procedure) F F0 : outcome stack :=
    if decide (q = callee x) then
      pr ← or_wrong (procs Q !! q);
      F' ←
        (if suspends pr then
           pr0 ← or_wrong (procs Q !! p);
           copied_back (coroutine_copies (params pr) (call_args x)) (view F) (on_lent pr0 (view F0) (tail F))
         else copied_back (function_copies (call_args x)) (view F) (tail F));
      match call_dest x with
      | None => Ok F'
      | Some dest => v ← variable (view F) (ret pr); dest_at (Some dest) v F'
      end
    else Wrong.

  Definition seen (h : happening stack waiting request) : happening (store fl_point) (frame fl_point) request :=
    match h with Asked fs q => Asked (map frame_of fs) q | Returned q F => Returned q (view F) end.

  (** Places are lent by reference; slices are copied. *)
  Definition lend_refs (pr : proc) (args : list arg) s : refs := arg_refs (map (pair Lent) (lent_types pr)) args s.
  Definition enter_resume_in_place (x : resumption) F : outcome (list waiting * response) :=
    pr ← or_wrong (procs Q !! child_proc x);
    '(fs, r) ← guarded W (guard_resume x) (view F) (fl_enter_resume Q source x (view F));
    let rs := lend_refs pr (lend x) (view F) in
    let below := (own rs (map (Some ∘ of_data) (snd r)), rs) :: F in
    Ok (match fs with f :: fs => Waiting f true below :: map (λ f, Waiting f false []) fs | [] => [] end, r).

  (** The activation that resumed, as the step left it. *)
  Definition resumer (h : happening stack waiting request) : stack :=
    match h with Asked fs _ => match fs with f :: _ => tail (under f) | [] => [] end | Returned _ F => tail (tail F) end.
  Definition leave_resume_in_place (x : resumption) (h : happening stack waiting request) : outcome stack :=
    '(c, ev, lent) ← learned Q x (seen h);
    F ← copied_back ((true, AInout (child x)) :: function_copies (lend x)) (Some c :: map (Some ∘ of_data) lent) (resumer h);
    dest_at (Some (event x)) ev F.

  End calls.

  (** [by_reference] has for each procedure the places that it passes by reference. While [self] runs, [G] is what is
      printed of the guards of its statements. *)
  Definition in_place (by_reference : procedure → place → bool) (self : procedure) (G : printed) :
      dynamics basic expr suspension call resumption stack waiting request response Semantics.result :=
    {| code := fl_code Q;
       run _ b F := run_in_place (guard_of_basic G b) b F;
       test e F := test_val W (guard_of_test G e) (view F);
       ask x F := guarded W (guard_ask x) (view F) (fl_ask Q source x (view F));
       Semantics.answer p x r F := F ← arrive p (snd r) F; dest_at (ask_dest x) (of_data (fst r)) F;
       begin p r F := arrive p (snd r) F;
       enter_call x F := guarded W (guard_of_call G x) (view F) (enter_in_place (by_reference self) x F);
       leave_call p := leave_in_place (by_reference p) p;
       enter_resume := enter_resume_in_place (by_reference self);
       leave_resume p x h _ := leave_resume_in_place (by_reference p) x h;
       finish p F := fl_finish Q p (view F);
       park _ _ F := F;
       save p c k F := Waiting (SAt p c k, view F) false (tail F);
       load f :=
         let F s := alone s ++ (if runs_on f then under f else []) in
         match fl_load source (frame_of f) with
         | Some (Fresh p s) => Some (Fresh p (F s))
         | Some (At p c k s) => Some (At p c k (F s))
         | None => None
         end |}.

  (** About to take the first step of [p]. *)
  Definition in_place_initial (p : procedure) (args lent : list data) :
      option (state basic expr suspension call resumption stack waiting response) :=
    match fresh Q source p (map of_data args) with
    | Ok f => Some (Resuming (VRecord [], lent) [Waiting f false []])
    | _ => None
    end.

  (** ** One write, copied and in place *)
  Definition writes_to F (w : option (write fl_point)) : Prop :=
    match w with Some (p, _) => ∀ x, Model.Needs.root p = Some x → writable F x | None => True end.

  Lemma do_write_shares t K F w t1 :
    shares t K F → writes_to F w → do_write w t = Ok t1 → settled t1 K →
    ∃ F1, do_write_at w F = Ok F1 ∧ top_refs F1 = top_refs F ∧ shares t1 K F1.
  Proof.
    intros HF Hw Ht1 Hs. destruct w as [[p f]|]; simpl in *; [|simplify_eq; eauto].
    rewrite update_path in Ht1. rewrite (shares_view _ _ _ HF).
    destruct (resolve W p t) as [[x l]| |] eqn:Hr; simpl in *; try done.
    eapply write_shares; [done| |done..]. simpl. apply Hw. by eapply resolve_root.
  Qed.

  Lemma do_write_traps t K F w :
    shares t K F → writes_to F w → do_write w t = Trap → do_write_at w F = Trap.
  Proof.
    intros HF Hw Htrap. destruct w as [[p f]|]; simpl in *; [|done].
    rewrite update_path in Htrap. rewrite (shares_view _ _ _ HF).
    destruct (resolve W p t) as [[x l]| |] eqn:Hr; simpl in *; try done.
    eapply write_traps; [done| |done]. simpl. apply Hw. by eapply resolve_root.
  Qed.
End in_place.
