(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims of the .fl language: its types, arguments by reference, frames, lowering, the machine that is laid out and lowered,
    the checks that are left out, calls in place. See All.v. *)
From stdpp Require prelude.
From Fairlead.Base Require Outcome.
From Fairlead.Core.Model Require Semantics Bisimulation.
From Fairlead.Lang.Model Require Syntax Value Semantics.
From Fairlead.Lang.Guards Require Machine.
From Fairlead.Lang.Model Require Source.
From Fairlead.Lang.Frames Require Extents Checker Bisimulation Sizes.
From Fairlead.Lang.Typing Require Soundness.
From Fairlead.Lang.Aliasing Require Checker ByReference.
From Fairlead.Lang Require EndToEnd.
From Fairlead.Lang.Facts Require Checker Machine.
From Fairlead.Lang.Trapless Require Checker Machine.
From Fairlead.Lang.Order Require Checker Runs Machine.
From Fairlead.Lang.InPlace Require Machine Pruned.
From Fairlead.Lang.Typing Require MapLoops.
From Fairlead.Lang.Logic Require Functions.

(** * The .fl language: types *)
Section lang_types.
Import stdpp.prelude.
Import Core.Model.Semantics Typing.Soundness.

(** A program that the type checker accepts never gets stuck. Start any of its
    procedures whose result is data (no coroutine inside), with data of the declared
    types. Let the driver answer every request with data of the type that the
    effect declares, and lend storage of the declared types; let external functions
    return what they declare ([external_ok]), the same whenever they are given the same: here
    and below they are functions, so a clock or a source of random numbers is an effect and no external function. Then in every state that can be
    reached ([reachable]) the program waits for the answer to an effect, has ended,
    or makes a step. It never applies an operation to a value of another kind, reads
    a variable, field or label that is not there, or answers a coroutine that does
    not wait: those would be [Stuck]. A trap ([Crash]) is a defined end. Its requests
    are of effects it declares, with arguments of the declared types
    ([request_ok]). Its result has two parts, each of the declared type ([result_ok]): what the procedure
    returns, and what its lent and [inout] parameters hold at the end (those that hold no coroutines). *)
Theorem lang_type_soundness (Q : program)
    (external : nat → list data → option (list data * data)) (p : procedure) (st : fl_state) :
  check_program Q = None →
  external_ok (λ f, externs Q !! f) external →
  (∀ pr, procs Q !! p = Some pr → is_data (Syntax.result pr) = true) →
  reachable Q external p st →
  match st with
  | Suspended fs => is_Some (pending fs)
  | Halted => True
  | _ =>
      match step (fl Q source external) st with
      | Go _ | Crash => True
      | Emit q _ => request_ok Q p q
      | Finish r => result_ok Q p r
      | Stuck => False
      end
  end.
Proof. exact (soundness Q external p st). Qed.

(** And every procedure of such a program can be started, with any data of the
    declared types. *)
Theorem lang_types_start (Q : program) external p pr args lent :
  check_program Q = None → procs Q !! p = Some pr →
  Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
  ∃ st, fl_initial Q source p args lent = Some st ∧ reachable Q external p st.
Proof. exact (starts_reachable Q external p pr args lent). Qed.
End lang_types.

(** * The .fl language: arguments by reference *)
Section lang_aliasing.
Import stdpp.prelude.
Import Base.Outcome Aliasing.Checker Aliasing.ByReference.

(** A call copies its [inout] arguments in and, one after the other, out again. When
    they are independent (their paths part, and no index of one reads the variable of
    another; a test on the text of the program, run on every call), the order of
    copying out does not matter. *)
Theorem lang_copy_out_any_order {P : Type} (W : world P) (l l' : list (arg * val P)) (s s' : store P) :
  l ≡ₚ l' → all_independent l.*1 → give_backs W l s = Ok s' → give_backs W l' s = Ok s'.
Proof. exact (copy_out_any_order W l l' s s'). Qed.

(** Writing to a copy, once or many times, and copying it back is the same as
    writing where the argument is, each time: same result, same trap. *)
Theorem lang_copied_in_place {P : Type} (W : world P)
    (f : option (val P) → outcome (val P)) (fs : list (option (val P) → outcome (val P)))
    (p : place) (s : store P) (v : val P) :
  steady p p = true → Forall keeps_integers (f :: fs) → get W p s = Ok v →
  (v ← on_copy f fs (Some v); assign W (λ _ s, s) p v s) = in_place W f fs p s.
Proof. exact (copied_in_place W p f fs s v). Qed.

(** A place that parts from one that is written, and whose indices do not read the
    written variable, reads the same before and after: it need not be copied. *)
Theorem lang_read_by_reference {P : Type} (W : world P) (p q : place)
    (f : option (val P) → outcome (val P)) (s s' : store P) (v : val P) :
  parted p q = true → steady q p = true → is_Some (root q) →
  update W (λ _ s, s) p f s = Ok s' → get W q s = Ok v → get W q s' = Ok v.
Proof. exact (get_parted W p q f s s' v). Qed.
End lang_aliasing.

(** * The .fl language: the compiled machine *)
Section lang_compiled.
Import stdpp.prelude.
Import Core.Model.Semantics Model.Bisimulation Lang.Model.Semantics Source Frames.Extents Frames.Checker Frames.Bisimulation
Frames.Sizes.

(** The compiled machine does what the coroutines do. The source keeps, for every
    suspended coroutine, the rest of its program and all its variables, wherever the
    coroutine is held: in a variable, an array, a map, inside another coroutine. The
    machine keeps a label and a frame. In the frame variables share bytes: writing one
    destroys those it overlaps. What lives in C local variables, or was lent for one
    step, is gone when the coroutine suspends; a variable holds nothing before it is
    assigned. How many bytes a variable has is checked too ([lang_frames_hold]). Whatever computed the layout: if the check accepts it for a program, then
    for any external functions and any coroutine [p] of that program, with the same
    arguments, source and machine start alike, and whatever one does next the other
    does too, silent steps, requests, responses, results and traps alike, for ever. *)
Theorem lang_compiled_bisimilar (Q : program) (L : layout)
    (external : nat → list data → option (list data * data))
    (p : procedure) (args lent : list data) :
  check_layout Q L = true →
  option_Forall2
    (bisimilar (trans (fl Q source external)) (trans (fl Q (laid_out Q (plans_of L)) external)))
    (fl_initial Q source p args lent)
    (fl_initial Q (laid_out Q (plans_of L)) p args lent).
Proof. exact (compiled_bisimilar Q L external p args lent). Qed.

(** So frame layout cannot be observed: two machines for one program, with any two
    layouts that the check accepts, are bisimilar too, be the one roomy and the other
    packed. *)
Theorem lang_layout_unobservable (Q : program) (L1 L2 : layout)
    (external : nat → list data → option (list data * data))
    (p : procedure) (args lent : list data) :
  check_layout Q L1 = true → check_layout Q L2 = true →
  option_Forall2
    (bisimilar (trans (fl Q (laid_out Q (plans_of L1)) external))
               (trans (fl Q (laid_out Q (plans_of L2)) external)))
    (fl_initial Q (laid_out Q (plans_of L1)) p args lent)
    (fl_initial Q (laid_out Q (plans_of L2)) p args lent).
Proof. exact (layouts_bisimilar Q L1 L2 external p args lent). Qed.

(** Slots are not only disjoint where they must be, they are large enough. [lang_compiled_bisimilar] is about a machine in
    which a write destroys what overlaps the slot that the layout gives; that is what happens in C if a slot has the bytes
    that its C type has. The sizes are not the layout's word: [size_of] computes them, from the types alone, by the rules by
    which C lays structures out. For every coroutine of a program with an accepted layout, this says of its frame: the
    cell that holds the label is wide enough for all of them (one for each suspension and call of a coroutine, one for
    the start, one for the end); each variable that has a slot has exactly the bytes of its type, aligned as the type
    must be, inside the frame and not over the label ([holds]); each call of a coroutine has room for the callee's
    frame in the same sense; and the frame's own size is a multiple of its alignment, so that frames can be elements of
    arrays and maps and members of records and of other frames. *)
Theorem lang_frames_hold (Q : program) (L : layout) (p : procedure) (pr : proc) (f : frame_layout) :
  check_layout Q L = true → procs Q !! p = Some pr → L !! p = Some f → suspends pr = true →
  (N.of_nat (length (suspension_points Q pr)) + 1 < 256 ^ N.of_nat (index_bytes f))%N ∧
  (∀ x t off size, variable_types pr !! x = Some t → homes f !! x = Some (Slot off size) →
     holds f (size_of Q L t) off size) ∧
  (∀ l q, (l, Some q) ∈ suspension_points Q pr →
     ∃ off size, (l, (off, size)) ∈ stops f ∧ holds f (size_of Q L (TCoro q)) off size) ∧
  sound_extent (Extent (N.of_nat (frame_bytes f)) (N.of_nat (frame_align f))).
Proof. intros HL Hp Hf Hs. by destruct (accepted_frame_holds Q L HL p pr f Hp Hf Hs). Qed.

(** And the extents of types are consistent: every alignment is at least 1 and divides the size, and the structure that is
    printed for a type is as large as its members in order take, each behind the one before it, aligned, and inside
    ([laid]). That C compilers compute the same numbers is no theorem; the C asserts it, for each structure and member. *)
Theorem lang_types_laid_out (Q : program) (L : layout) (t : ty) :
  check_layout Q L = true →
  sound_extent (size_of Q L t) ∧
  (structured t = true → is_empty (size_of Q L t) = false →
     size_of Q L t = structure (printed_members Q L t) ∧
     laid 0 (extent_bytes (size_of Q L t)) (printed_members Q L t) (offsets (printed_members Q L t))).
Proof. exact (λ HL, conj (type_sound Q L HL t) (type_laid Q L HL t)). Qed.
End lang_compiled.

(** * Lang: lowering to what C can do

    In C an operation whose precondition fails is undefined behaviour; in .fl it is
    a trap. The printed C tests a condition (a guard) and then does the operation
    without looking. *)
Section lowering.
Import stdpp.prelude.
Import Outcome Core.Model.Semantics Lang.Model.Semantics Guards.Machine.

(** Guards decide. [lowered Q A external] runs the same program with every operation
    behind its guard; an operation that would trap although its guard holds, or a
    guard that is itself undefined, makes it stuck, as C would be undefined there.
    If external functions always answer, then from every state in which the .fl
    program is not stuck (type soundness: none is) the lowered program takes exactly
    the same step: the same store, the same request, the same trap. *)
Theorem lang_lowered_step {P : Type} (Q : Syntax.program) (A : presentation P)
    (external : nat → list Value.data → option (list Value.data * Value.data)) :
  (∀ f ds, external f ds ≠ None) →
  ∀ st, Core.Model.Semantics.step (fl Q A external) st ≠ Stuck →
  Core.Model.Semantics.step (lowered Q A external) st = Core.Model.Semantics.step (fl Q A external) st.
Proof. exact (lowered_step Q A external). Qed.
End lowering.

(** * Lang: the machine that is laid out and lowered

    [fairlead compile] prints C for a program [Q] when its types pass ([check_program])
    and the layout of its frames passes ([check_layout]). This section is about the machine
    with that layout, lowered ([lowered Q (laid_out Q (plans_of L)) external]). The C leaves out checks that others decide ([lang_pruned]
    below) and passes references where this machine copies ([lang_in_place]); no one machine is all that the C is (SOUNDNESS.md). *)
Section shipped.
Import stdpp.prelude.
Import Core.Model.Semantics Model.Bisimulation Soundness Source Frames.Checker Guards.Machine Lang.EndToEnd.

(** The machine never gets stuck. Take a program that the checker of types accepts,
    compiled with a layout that the checker of layouts accepts; start any coroutine or function of it
    whose result is data, with arguments of the declared types. Then at each moment, for ever, the machine does one
    of four things: it takes a step; it makes a request, of an effect that it
    declares, with arguments of the declared types, and waits; it ends with a result of
    the declared type; or it traps, which is a defined end. And whatever it is answered while it
    waits, as long as that has the type that the effect declares, it goes on in the same way.
    [never_stuck] says just this of a state, coinductively, so that servers that never end are
    included. Getting stuck, the fifth possibility, would be undefined behaviour in C: an
    operation done although its precondition does not hold, a variable read after its bytes
    were given to another, a label that is not there. External functions must answer, and
    return what they declare. tests/lang/coq.t has programs for which Coq itself checks all of this. *)
Theorem lang_machine_never_stuck (Q : program) (L : layout)
    (external : nat → list data → option (list data * data))
    (p : procedure) (pr : proc) (args lent : list data) :
  check_program Q = None → check_layout Q L = true →
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →
  procs Q !! p = Some pr → is_data (Syntax.result pr) = true →
  Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
  ∃ st, fl_initial Q (laid_out Q (plans_of L)) p args lent = Some st ∧
    never_stuck Q p (lowered Q (laid_out Q (plans_of L)) external) st.
Proof.
  exact (λ HQ HL Hext Htotal Hp Hr, shipped_never_stuck Q L p pr external HQ HL Hext Htotal Hp Hr args lent).
Qed.

(** From one end to the other, in one theorem. The source, where a suspended coroutine is the
    rest of its program and all its variables, and the machine
    where it is a number and a frame with shared bytes, and where nothing is
    done but behind its guard, are bisimilar (not all of these guards are printed: [lang_pruned]): whatever one does next the other does too,
    silent steps, requests, responses, results and traps alike, for ever. It holds of coroutines and of functions that
    a driver calls; results include what [inout] parameters hold at the end. Coroutines may be held in
    variables, arrays, records, maps and other coroutines, to any depth. The condition on
    the driver is that it answers requests with data of the declared types and lends
    storage of the declared types ([driven]: what is asked last is what must be answered). *)
Theorem lang_end_to_end (Q : program) (L : layout)
    (external : nat → list data → option (list data * data))
    (p : procedure) (pr : proc) (args lent : list data) :
  check_program Q = None → check_layout Q L = true →
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →
  procs Q !! p = Some pr → is_data (Syntax.result pr) = true →
  Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
  ∃ st st', fl_initial Q source p args lent = Some st ∧
    fl_initial Q (laid_out Q (plans_of L)) p args lent = Some st' ∧
    bisimilar (driven Q p (fl Q source external))
              (driven Q p (lowered Q (laid_out Q (plans_of L)) external))
              (None, st) (None, st').
Proof.
  exact (λ HQ HL Hext Htotal Hp Hr, shipped_bisimilar Q L p pr external HQ HL Hext Htotal Hp Hr args lent).
Qed.
End shipped.

(** * Lang: the checks that are left out

    Earlier checks, tests and assignments decide many guards: in [for i in 0..len(x)] the check of [x[i]] cannot fail.
    [fairlead compile] finds linear facts for each statement ([table_of_facts], untrusted), has them checked ([check_facts]), and
    prints what they leave of the guards. So the checks in the C are those of the machine with that layout, lowered and
    pruned. That references are passed instead of copies is [lang_in_place]; that the C builds some results in place is
    no part of this. *)
Section pruned.
Import stdpp.prelude.
Import Core.Model.Semantics Model.Bisimulation Soundness Source Frames.Checker Lang.EndToEnd Facts.Checker Facts.Machine.

(** What facts decide need not be checked. Take a program that the checker of types accepts, any layout that the
    checker of layouts accepts, and any table that says what is known of variables at each statement, if the checker
    of facts accepts it. In the machine of [pruned_step] a statement, a test, or the call of a function or a coroutine is
    done when the guard holds from which the checks are gone that these facts decide; it is stuck where C would be undefined,
    that is where something would trap although this guard holds. Start any coroutine with arguments of the declared types: the
    source and that machine are bisimilar, for ever, traps included, for every driver that keeps to the declared
    types ([guided]: what is asked last is what must be answered). As the source never gets stuck ([lang_type_soundness]), this
    machine does not either: a check that is gone could not have failed. *)
Theorem lang_pruned (Q : program) (L : layout) (T : table_of_facts)
    (external : nat → list data → option (list data * data))
    (p : procedure) (pr : proc) (args lent : list data) :
  check_program Q = None → check_layout Q L = true → check_facts Q T = true →
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →
  procs Q !! p = Some pr → is_data (Syntax.result pr) = true →
  Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
  ∃ st st', fl_initial Q source p args lent = Some st ∧
    fl_initial Q (laid_out Q (plans_of L)) p args lent = Some st' ∧
    bisimilar (driven Q p (fl Q source external))
              (guided (pruned_step Q (laid_out Q (plans_of L)) external T) Q p)
              (None, st) (None, st').
Proof.
  exact (λ HQ HL HT Hext Htotal Hp Hr, pruned_bisimilar Q L T p pr external HQ HL HT Hext Htotal Hp Hr args lent).
Qed.
End pruned.

(** * Lang: procedures without checks

    A procedure may be marked [trapless]. Then everything that could trap in it has to be decided by what is
    known where it stands, and what it calls must be marked, too ([check_trapless]; [fairlead] runs it on each
    program that has such a procedure, and refuses the program otherwise). Its C has no check at all. A marked
    function may require something of its parameters ([requires]: tests of them). It begins with knowing that, and
    everybody who calls it, marked or not, has to know it of what is passed; [fairlead] makes a function that is
    not marked test it first, and a C program calls a function that does. *)
Section trapless.
Import stdpp.prelude.
Import Core.Model.Semantics Model.Bisimulation Soundness Source Frames.Checker Lang.EndToEnd Facts.Machine
  Trapless.Checker Trapless.Machine.

(** What is marked never traps. Take a program that the checkers of types and layouts accept, and that is
    accepted with these marks. Start a marked procedure, function or coroutine, with any arguments of the
    declared types, with which what it requires is true ([meets_required]; of a procedure that requires nothing
    it always is), and answer what it asks with any data of the declared types. Then the source does not trap,
    ever ([never_traps]: no run ends in a trap); and it is bisimilar to the laid-out machine that looks at
    nothing and is stuck, as C is undefined, where something would trap ([unchecked_step]); so that does not
    trap or get stuck either. External functions must answer, and return what they declare. Who calls the
    procedure does not matter: arguments of the declared types are all that it is given. *)
Theorem lang_trapless (Q : program) (L : layout) (marked : procedure → bool) (requires : requirements)
    (external : nat → list data → option (list data * data))
    (p : procedure) (pr : proc) (args lent : list data) :
  check_program Q = None → check_layout Q L = true → check_trapless Q marked requires = true →
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →
  procs Q !! p = Some pr → is_data (Syntax.result pr) = true → marked p = true →
  Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
  meets_required Q requires p args →
  ∃ st st', fl_initial Q source p args lent = Some st ∧
    fl_initial Q (laid_out Q (plans_of L)) p args lent = Some st' ∧
    bisimilar (driven Q p (fl Q source external))
              (guided (unchecked_step Q (laid_out Q (plans_of L)) external) Q p)
              (None, st) (None, st') ∧
    never_traps (driven Q p (fl Q source external)) (None, st) ∧
    never_traps (guided (unchecked_step Q (laid_out Q (plans_of L)) external) Q p) (None, st').
Proof.
  exact (λ HQ HL HN Hext Htotal Hp Hr Hm,
    trapless_never Q L marked requires p pr external HQ HL HN Hext Htotal Hp Hr Hm args lent).
Qed.
End trapless.

(** * Lang: orders

    A coroutine may declare in which order it asks: an automaton over its requests, told apart by their effects and by
    the cases of their arguments; over the cases of unions, or the bools, that it is answered; and over marks, places of
    its source that have a name. [fairlead] has an untrusted
    planner look for what [check_order] needs to know ([C]), and refuses a program whose order that does not accept. *)
Section order.
Import stdpp.prelude.
Import Core.Model.Semantics Model.Bisimulation Soundness Source Frames.Checker Guards.Machine Lang.EndToEnd
  Order.Checker Order.Runs Order.Machine.

(** What the machine asks, and is answered, is in order. Take a program that the checkers of types and layouts accept,
    and a coroutine of it whose order is accepted. Start it with any arguments of the declared types, and answer what it
    asks with any data of the declared types. Whatever it does in the machine that is laid out and lowered, for
    however long, is done
    by a run of the source, too. And what is seen of that run, its requests to the driver, what these are answered, and
    the marks that it passes ([passing]), in procedures that it calls too, is a word that leads somewhere in the
    automaton: no request and no mark comes that has no edge. (An answer that has none leaves the state as it is.)
    Without the marks that word is what the machine asks and is answered ([exchanged]). So where the
    automaton knows no marks, it is the machine's requests themselves that are in order: after an answer that leads to
    a state that has no edge for data, no data is asked for.
    What a coroutine asks that was resumed
    is seen by who resumed it, and not here: it has its own order. *)
Theorem lang_order (Q : program) (L : layout) (A : automaton) (marks : nat → option nat) (C : list context)
    (external : nat → list data → option (list data * data))
    (p : procedure) (pr : proc) (args lent : list data) :
  check_program Q = None → check_layout Q L = true → check_order Q A marks C p = true →
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →
  procs Q !! p = Some pr → is_data (Syntax.result pr) = true →
  Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
  ∃ st st', fl_initial Q source p args lent = Some st ∧
    fl_initial Q (laid_out Q (plans_of L)) p args lent = Some st' ∧
    ∀ l y, execution (driven Q p (lowered Q (laid_out Q (plans_of L)) external)) (None, st') l y →
      ∃ w z, passing Q p external marks (None, st) l w z ∧
        List.filter outside w = exchanged l ∧ is_Some (leads A 0 w).
Proof.
  exact (λ HQ HL HC Hext Htotal Hp Hr Hargs Hlent,
    order_kept Q external A marks C p HC L pr args lent HQ HL Hext Htotal Hp Hr Hargs Hlent).
Qed.
End order.

(** * Lang: calls in place

    A machine of its own works in place ([in_place]): a running function has variables and
    references, which are paths into the variables of its caller, where there may be references
    again; it reads and writes what they lead to, and at its return nothing is put back. What is
    passed [inout] is a reference, and so is a place of a large value that is only read, and a slice of bytes that is
    only read, or a slice of a slice: it shows what is there. Which places are passed by
    reference, of those that are passed [inout], is whoever's choice ([by_reference]); the others are copied, as the C
    copies integers that are in frames. What is lent
    to a coroutine for a step is below it, in one place, be it the driver's storage or references into that of
    who resumes it: the coroutine refers to it, and so does any coroutine that it calls. An external
    function writes its [inout] arguments, slices too, where they were found before the call.
    The C passes pointers in the same cases. As in C, everything is done behind a guard, which reads through
    references, too; and the checks are gone that facts decide ([in_place_step]). *)
Section in_place.
Import stdpp.prelude.
Import Soundness Aliasing.Checker Source Frames.Checker Facts.Checker Facts.Machine Lang.EndToEnd InPlace.Machine
  InPlace.Pruned Core.Model.Semantics Model.Bisimulation.

(** Nobody can tell references from copies, nor miss a check that facts decide. Take a program that the checkers of
    types, of aliasing ([check_aliasing]: [fairlead] runs it on every program) and of layouts accept, and a table of
    facts that the checker of facts accepts; start any coroutine or function of it
    whose result is data, with arguments of the declared types, and let its driver keep to the declared types. Three
    machines then do the same, for ever, silent steps, requests, responses, results and traps alike: the source, where each
    call copies its [inout] arguments in, and at its return out again; the machine that works in place, where
    functions and coroutines, at any depth of calls and resumptions, write where the references lead, be it into what
    is lent, and where a statement, a test or a call is done when what the facts leave of its guard holds; and the machine
    of [lang_pruned], with the same guards and laid out frames. It is so whichever places are passed by reference. The
    machine in place is stuck where C would be undefined: where
    something would trap although what is left of its guard holds. The source never is ([lang_type_soundness]), so this
    machine is not either. It still copies slices of bytes passed [inout] to functions of the program or lent with
    [resume], and [inout] arguments of coroutines that are called; and its frames are the source's. *)
Theorem lang_in_place (Q : program) (L : layout) (T : table_of_facts)
    (external : nat → list data → option (list data * data)) (by_reference : procedure → place → bool)
    (p : procedure) (pr : proc) (args lent : list data) :
  check_program Q = None → check_aliasing Q = None → check_layout Q L = true → check_facts Q T = true →
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →
  procs Q !! p = Some pr → is_data (Syntax.result pr) = true →
  Forall2 data_ok (given_types pr) args → Forall2 data_ok (lent_types pr) lent →
  ∃ st st' st'', fl_initial Q source p args lent = Some st ∧
    in_place_initial Q p args lent = Some st' ∧
    fl_initial Q (laid_out Q (plans_of L)) p args lent = Some st'' ∧
    bisimilar (driven Q p (fl Q source external)) (guided (in_place_step Q external by_reference T) Q p)
              (None, st) (None, st') ∧
    bisimilar (guided (in_place_step Q external by_reference T) Q p)
              (guided (pruned_step Q (laid_out Q (plans_of L)) external T) Q p)
              (None, st') (None, st'').
Proof.
  exact (λ HQ HA HL HT Hext Htotal Hp Hr,
    in_place_pruned Q L T p pr external by_reference HQ HA HL HT Hext Htotal Hp Hr args lent).
Qed.
End in_place.

(** * The .fl language: going over maps *)
Section lang_maps.
Import stdpp.prelude.
Import Value Typing.MapLoops.

(** A map is a list of entries with different keys, each at a position. [for k in m] goes from the last position to the
    first, looking at the map as it is at each round ([rounds]; that the front end makes such rounds of a [for] is for
    its tests to say). Say the body may, when it is at the key [k], make [l'] of the map [l] ([body k l l']). If it never
    changes the keys at positions before that of [k], then each key that was there at the beginning comes once, last
    first, and no other key does; whatever it changes, there are no more rounds than there were entries. *)
Theorem lang_map_walk {A} (body : Z → list (Z * A) → list (Z * A) → Prop) (l : list (Z * A)) i ks m :
  (rounds body i l ks m → length ks ≤ i) ∧
  ((∀ i k a l l', l !! i = Some (k, a) → body k l l' → take i (map fst l') = take i (map fst l)) →
   rounds body (length l) l ks m → ks = reverse (map fst l)).
Proof. split; [apply rounds_bounded|exact (rounds_once body l ks m)]. Qed.

(** What a body may do without changing the keys at the first [i] positions: insert or replace any entry, and remove any
    whose key is not at these positions, such as the entry it is at. *)
Theorem lang_map_changes {A} (l : list (Z * A)) i k a :
  (i ≤ length l → take i (map fst (map_put l k a)) = take i (map fst l)) ∧
  (k ∉ take i (map fst l) → take i (map fst (map_remove l k)) = take i (map fst l)).
Proof. split; [apply map_put_spares|apply map_remove_spares]. Qed.
End lang_maps.

(** * The .fl language: what a function computes

    The theorems above say that the C does what the source does. To show that the source does what it should there is a
    program logic for functions (docs/logic.md; examples/search is a proof in it). *)
Section lang_logic.
Import stdpp.prelude.
Import Core.Model.Semantics Soundness Source Frames.Checker Guards.Machine Lang.EndToEnd Facts.Checker Facts.Machine
  Logic.Functions.

(** What is verified of the source holds of what is compiled. [verified Q external p args Φ] is
    what a user proves about the body of a function, by weakest preconditions: run from these
    arguments it comes to its end, without a trap, with a result of which [Φ] holds. Then each of
    the machines, the one that is laid out and lowered and the one that does without the checks
    that facts decide, started with these arguments, takes some number of silent steps and ends
    with a result in [Φ]; and there is nothing else that it can do ([computes]: its runs are the
    beginnings of that one): no trap, no request, no endless run, no stuck state. *)
Theorem lang_verified_compiled (Q : program) (L : layout) (T : table_of_facts)
    (external : nat → list data → option (list data * data))
    (p : procedure) (pr : proc) (args : list data) (Φ : Semantics.result → Prop) :
  check_program Q = None → check_layout Q L = true → check_facts Q T = true →
  external_ok (λ f, externs Q !! f) external → (∀ f ds, external f ds ≠ None) →
  procs Q !! p = Some pr → is_data (Syntax.result pr) = true →
  Forall2 data_ok (given_types pr) args → lent_types pr = [] →
  verified Q external p args Φ →
  ∃ st, fl_initial Q (laid_out Q (plans_of L)) p args [] = Some st ∧
    computes (driven Q p (lowered Q (laid_out Q (plans_of L)) external)) (None, st) Φ ∧
    computes (guided (pruned_step Q (laid_out Q (plans_of L)) external T) Q p) (None, st) Φ.
Proof. exact (verified_compiled Q L T external p pr args Φ). Qed.
End lang_logic.
