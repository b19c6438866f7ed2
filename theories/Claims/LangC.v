(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims of the C that .fl becomes: expressions and guards, statements, control. See All.v. *)
From stdpp Require prelude.
From Fairlead.Base Require Outcome.
From Fairlead.Core.Model Require Semantics.
From Fairlead.Lang.Model Require Syntax Value Semantics.
From Fairlead.Lang.Guards Require Machine.
From Fairlead.Lang.Frames Require Checker.
From Fairlead.Lang.Facts Require Machine.
From Fairlead.Printed Require Guarded Assigned Performed.
From Fairlead.Printed.Control Require Source Same.

(** * Expressions and guards

    theories/layers/C has the syntax of the C expressions that are printed and what C11 says they evaluate to:
    promotion, conversions, overflow, division, shifts, bounds ([None] where C leaves it undefined or to the
    implementation). The compiler prints the trees that [lower], [lower_bytes], [lower_place] and [guard_fails]
    give. *)
Section lang_c.
Import stdpp.prelude.
Import Base.Outcome Printed.Guarded.

(** Say that the C objects of a procedure hold what the source's variables hold ([represents_store]: members,
    elements, tags, counts, each of the C type that is declared). Let [x] be the C of an integer or boolean
    expression, and [fs] the conditions that its guard became, each of which traps where it holds. If the source
    has a value, no condition holds, and then the C is defined and has that value, in a type that C promotes as
    the declared one ([value_of]). If the source traps, a condition holds. Either way the conditions are defined
    as far as they are evaluated, in order, up to the first that holds ([fails]). The same for bytes (a pointer
    behind which the bytes are, and their number) and for places (what the C lvalue denotes represents what is
    read). *)
Theorem lang_c_expressions {P : Type} (W : world P) (s : store P)
    (waits : procedure → fl_object → option Z) (variables constants : nat → option ty)
    (objects : variable → option fl_object) (fs : list failure) :
  represents_store waits W variables constants objects s → (∀ p vs, fresh_frame W p vs ≠ Trap) →
  (∀ e x t, lower variables constants e = Some (x, t) → guard_fails variables constants (guard_expr e) = Some fs →
     match Eval.eval W e s with
     | Ok v => fails waits objects fs = Some false ∧ value_of waits objects t v x
     | Trap => fails waits objects fs = Some true
     | Wrong => True
     end) ∧
  (∀ e d n, lower_bytes variables constants e = Some (d, n) →
     guard_fails variables constants (guard_expr e) = Some fs →
     match Eval.eval W e s with
     | Ok v => fails waits objects fs = Some false ∧ ∃ l, v = VBytes l ∧ bytes_of waits objects l d n
     | Trap => fails waits objects fs = Some true
     | Wrong => True
     end) ∧
  (∀ p l t, lower_place variables constants p = Some (l, t) →
     guard_fails variables constants (guard_place p) = Some fs →
     match get W p s with
     | Ok v => fails waits objects fs = Some false ∧ represents waits t v (denote objects (functions waits) l)
     | Trap => fails waits objects fs = Some true
     | Wrong => True
     end).
Proof.
  intros Hs Hf. split; [|split].
  - intros e x t. exact (expression_guarded W s waits variables constants objects Hs Hf e x t fs).
  - intros e d n. exact (bytes_guarded W s waits variables constants objects Hs Hf e d n fs).
  - intros p l t. exact (place_guarded W s waits variables constants objects Hs Hf p l t fs).
Qed.

(** Any guard, of a statement or with checks left out as facts decide ([lang_pruned]): wherever the guard says
    something, its conditions are defined, and one of them holds exactly when the guard does not. *)
Theorem lang_c_guards {P : Type} (W : world P) (s : store P)
    (waits : procedure → fl_object → option Z) (variables constants : nat → option ty)
    (objects : variable → option fl_object) (g : cguard) (fs : list failure) (b : bool) :
  represents_store waits W variables constants objects s →
  guard_fails variables constants g = Some fs → guard_val W g s = Some b →
  fails waits objects fs = Some (negb b).
Proof. exact (λ Hs, guard_fails_ok W s waits variables constants objects Hs g fs b). Qed.
End lang_c.

(** * Assignments, and bytes that are changed

    Statements have a syntax and a meaning in theories/layers/C too ([Statements.v]): a store converts, changes one
    part of one object, and leaves nothing known of what shares bytes with it; a structure that is assigned from one
    that overlaps with it, and memcpy between bytes that overlap, are undefined. The compiler prints the tree that
    [lower_basic] gives for a statement, and compares the text with its words. *)
Section lang_assignments.
Import stdpp.prelude.
Import Base.Outcome Core.Model.Semantics Lang.Model.Semantics Frames.Checker Facts.Machine Guards.Machine.
Import Printed.Assigned Printed.Performed.

(** A value is assigned to a place: a variable in the frame, local or reached through a pointer, or a part of one. If
    it is no integer or boolean, it is built member by member where it is to be, bytes and structures are copied, or
    what it is, all zeros, is stored, in arrays of integers or booleans too. Or bytes are changed where they are: one is
    pushed, others appended, some left out or zeros added, or some overwritten from an
    offset on, also by those of a number, in either order.
    Say that the C objects hold what the machine's variables hold, in the frame of a layout. Let [c] be the C of
    the statement [b] behind what is left of its guard. Where the machine's step does not trap, the C is defined,
    and its objects hold what the variables hold after the step: no member is read after it was written,
    nothing is stored behind an array's end, and memcpy is not given bytes that overlap. Where it traps, the C
    traps, and its objects are those that there were: nothing was stored. The same with the whole guard, and,
    in a procedure of which it is proved that it does not trap ([lang_trapless]), with none. [k]: the temporaries
    that are taken; [in_line]: which types are cleared without a function, as the printer likes; [move]: whether bytes
    are copied with memmove, as the printer likes: memcpy is refused where nothing says that it will do. *)
Theorem lang_c_assignments (Q : program) (L : plans) (external : nat → list data → option (list data * data))
    (T : table_of_facts) (p : procedure) (pr : proc) (s : Value.store machine_point)
    (waits : procedure → fl_object → option Z) (variables constants : nat → option ty) (in_line : ty → bool)
    (move : bool) (objects : variable → option fl_object) (k k' : nat) (b : basic) (c : list fl_cstat) :
  let M := laid_out Q L in
  let represented := represents_store waits (Semantics.W Q M) variables constants in
  let executed := exec (functions waits) beside (apart_in L p) c objects in
  let lower g := lower_basic variables constants (apart_in L p) in_line g move k b in
  represented objects s →
  (lower (pruned_basic T p (declared pr) b) = Some (c, k') →
   match run (pruned Q M external T p pr) p b s with
   | Ok s' => ∃ os, executed = Some (Ends os) ∧ represented os s'
   | Trap => executed = Some (Traps objects)
   | Wrong => True
   end) ∧
  (lower (guard_basic b) = Some (c, k') →
   match run (lowered Q M external) p b s with
   | Ok s' => ∃ os, executed = Some (Ends os) ∧ represented os s'
   | Trap => executed = Some (Traps objects)
   | Wrong => True
   end) ∧
  (∀ g s', lower_trapless variables constants (apart_in L p) in_line g move k b = Some (c, k') →
   guard_val (Semantics.W Q M) g s = Some true →
   run (fl Q M external) p b s = Ok s' →
   ∃ os, executed = Some (Ends os) ∧ represented os s').
Proof.
  intros M represented executed lower Hs.
  assert (∀ n y, apart_in L p (NTemporary n) y = true) as Htemporaries by done.
  pose proof (basic_ok _ s (layout_touch L p) external waits variables constants (apart_in L p) objects Hs
    (λ _ _, eq_refl) (λ _ _, eq_refl) Htemporaries in_line (λ x y v, apart_in_touch L p x y v s)) as Hbasic.
  split; [|split].
  - intros Hc. pose proof (Hbasic _ move k b c k' Hc). by destruct b.
  - intros Hc. pose proof (Hbasic _ move k b c k' Hc). by destruct b.
  - exact (λ g s', trapless_ok _ s (layout_touch L p) external waits variables constants (apart_in L p) objects Hs
      (λ _ _, eq_refl) (λ _ _, eq_refl) Htemporaries in_line (λ x y v, apart_in_touch L p x y v s) g move k b c k' s').
Qed.
End lang_assignments.

(** * Control

    What is printed of a body are lines, of which the printer says what each is: a statement, [if], [for (;;)], a
    jump, a label, f->at = n, a suspension. Statements, tests and suspensions are opaque: the line says which of the
    program's it is. In front of a coroutine's body is a switch over f->at; another says what it waits for. *)
Section lang_control.
Import stdpp.prelude.
Import Base.Outcome Core.Model.Semantics Lang.Model.Semantics Lang.Guards.Tests.
Import Printed.Control.Source Printed.Control.Moves Printed.Control.Text Printed.Control.Same.

(** If the check accepts them, the lines are those of a body of C: braces match, and no jump is to nowhere. Its
    control makes the same traces as the command's: what is done, what is tested and found, each turn of a loop, where
    it waits, in order, and that it returns. When a coroutine is called again, the switch goes to the label of the
    number that is in [f->at], and from there C goes on as the command does; whoever asks is told what it waits for.
    [Astray], a jump to no label or a return with a number in [f->at] that has no case, does not happen. With 0
    in [f->at], where a coroutine has come to its end or trapped, no label is gone to. A coroutine that is called
    from a coroutine takes steps, each found to be its last or not; if not, the caller waits, and comes back to that
    step. [suspending], [lowered]: which procedures are coroutines, and how tests are lowered; [limit]: [f->at] can hold
    what is below; [patience] and [find] come from whoever likes. *)
Theorem lang_c_control patience suspending lowered body coroutine limit e lines find :
  same_control patience suspending lowered body coroutine limit e lines find = true →
  ∃ s, written s = lines ∧
    (∀ tr x, ran (source_move suspending lowered body) (Focus body []) tr x ↔
             ran (text_move (whole e limit s)) (beginning coroutine s) tr x) ∧
    (∀ tr, ¬ ran (text_move (whole e limit s)) (beginning coroutine s) tr Astray) ∧
    arrives (whole e limit s) 0 = Ended.
Proof. exact (same_control_ran patience suspending lowered body coroutine limit e lines find). Qed.

(** And the command's control is the semantics': at each command, the step is what the move says. Tests are taken apart
    as [lowered] says, which is the lowered machine's meaning of a test ([lang_lowered_step]). A suspension saves what
    comes after it ([k]): the source takes the answer and goes on there, and so does the machine ([lang_end_to_end]). A
    called coroutine runs with the caller beneath it, whose [k] comes after its last step. *)
Theorem lang_control_steps {P frame request response result : Type} suspending lowered body
    (D : dynamics basic expr suspension call resumption (store P) frame request response result) p c k s ls :
  code D p = Some body → (∀ n s, run D p (BLine n) s = Ok s) →
  match source_move suspending lowered body (Focus c k) with
  | Silent (Focus c' k') | Turns (Focus c' k') => step D (Running c p k s ls) = Go (Running c' p k' s ls)
  | Silent (Asking t yes no) =>
      ∃ e c1 c2, c = If e c1 c2 ∧ t = lowered e ∧ yes = Focus c1 k ∧ no = Focus c2 k ∧
        step D (Running c p k s ls) =
          settle (test D e s) (λ b : bool, Go (Running (if b then c1 else c2) p k s ls))
  | Does (LBasic b) (Focus c' k') =>
      step D (Running c p k s ls) = settle (run D p b s) (λ s, Go (Running c' p k' s ls))
  | Does (LCall l x) q => c = Call l x ∧ q = Focus Skip k
  | Does (LResume x) q => c = Resume x ∧ q = Focus Skip k
  | Does (LEnter l x) q =>
      c = Call l x ∧ q = Calling l x k ∧
      step D (Running c p k s ls) =
        settle (enter_call D x s) (λ '(p', s'),
          match code D p' with
          | Some c => Go (Running c p' [] s' (Caller l x p k (park D p l s) :: ls))
          | None => Stuck
          end)
  | Waits (PAsk l x) q =>
      c = Suspend l x ∧ q = Answered l x k ∧
      step D (Running c p k s ls) =
        settle (ask D x s) (unwind D ls [save D p (Suspend l x) k (park D p l s)])
  | Does (LAnswer _ _) _ | Waits (PCall _ _) _ => False
  | Returns => step D (Running c p k s ls) = return_to D p s ls
  | Tests _ _ _ => False
  | _ => True
  end.
Proof. exact (λ Hcode Hline, source_semantics suspending lowered body D p Hcode Hline c k s ls). Qed.
End lang_control.
