(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Lang.v: see All.v. The programs are what `fairlead coq` prints of a few lines of .fl, with one
    defect put in by hand. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics Bisimulation.
From Fairlead.Core.Logic Require Import Differ.
From Fairlead.Lang Require Import Typing.Checker Aliasing.Checker Typing.Soundness Model.Source Frames.Checker
  Frames.Bisimulation Frames.Sizes Guards.Machine EndToEnd Facts.Inequalities Facts.Checker Facts.Machine Facts.Table
  Trapless.Checker Trapless.Machine Order.Checker Order.Runs Order.Machine
  InPlace.Machine InPlace.Pruned Typing.MapLoops.
From Fairlead.Lang Require Aliasing.Independence.

Definition no_external (_ : nat) (ds : list data) : option (list data * data) := Some (ds, VRecord []).

(** ** What drivers see of a run in which nothing is answered *)
Section driven.
  Context (Q : program) (p : procedure).
  Context {store frame : Type}.
  Context (D : dynamics basic expr suspension call resumption store frame request response Semantics.result).

  Lemma driven_execution n st l w :
    drive D n [] st = Some l → ∃ x, execution (driven Q p D) (w, st) l x.
  Proof using.
    revert st l w. induction n as [|n IH]; intros st l w; cbn [drive]; [intros [= <-]; eexists; constructor|].
    destruct st as [c q k s ls|fs|r fs|]; [|done|..];
      (destruct (Core.Model.Semantics.step D _) as [st'|rq st'|r'| |] eqn:E; [| | | |done];
       intros (l' & Hl & ->)%fmap_Some).
    all: first
      [ apply (IH _ _ (Some rq.1.1)) in Hl as [x H]
      | apply (IH _ _ w) in Hl as [x H] ]; exists x; (eapply execution_cons; [|exact H]);
      (split; [by constructor|done]).
  Qed.
  Lemma driven_trans x l y : execution (driven Q p D) x l y → execution (trans D) x.2 l y.2.
  Proof using.
    induction 1 as [|x a y l z [Ht _] _ IH]; [constructor|]. by eapply execution_cons.
  Qed.
End driven.

Lemma drive_silent {store frame : Type}
    (D : dynamics basic expr suspension call resumption store frame request response Semantics.result) n s l :
  drive D n [] s = Some l → length l = n ∧ responses l = [].
Proof.
  revert s l. induction n as [|n IH]; intros s l; cbn [drive]; [by intros [= <-]|].
  destruct s as [c q k s ls|fs|r fs|]; [|done|..];
    (destruct (Core.Model.Semantics.step D _); [| | | |done]; intros (l' & Hl & ->)%fmap_Some);
    apply IH in Hl as [<- Hr]; (split; [done|]); cbn; exact Hr.
Qed.

(** A test of what is seen in [n] steps that one machine passes and the other does not. *)
Lemma driven_differs Q p {store1 frame1 store2 frame2 : Type} n g
    (D1 : dynamics basic expr suspension call resumption store1 frame1 request response Semantics.result)
    (D2 : dynamics basic expr suspension call resumption store2 frame2 request response Semantics.result) s t :
  g <$> drive D1 n [] s = Some true → g <$> drive D2 n [] t ≠ Some true →
  ¬ bisimilar (driven Q p D1) (driven Q p D2) (None, s) (None, t).
Proof.
  intros (l & H1 & Hg)%fmap_Some Hne Hb. destruct (drive_silent _ _ _ _ H1) as [<- Hr].
  apply (driven_execution Q p _ _ _ _ None) in H1.
  apply (bisimilar_executions _ _ _ _ l Hb) in H1 as [y H2]. apply driven_trans, execution_drive in H2.
  apply Hne. cbn [snd] in H2. rewrite Hr in H2. rewrite H2. cbn. by rewrite Hg.
Qed.
Lemma trans_differs {store1 frame1 store2 frame2 : Type} n g
    (D1 : dynamics basic expr suspension call resumption store1 frame1 request response Semantics.result)
    (D2 : dynamics basic expr suspension call resumption store2 frame2 request response Semantics.result) s t :
  g <$> drive D1 n [] s = Some true → g <$> drive D2 n [] t ≠ Some true → ¬ bisimilar (trans D1) (trans D2) s t.
Proof.
  intros (l & H1 & Hg)%fmap_Some Hne. destruct (drive_silent _ _ _ _ H1) as [Hl Hr].
  apply (drive_differs _ _ n [] _ _ l H1). intros H2. apply Hne. rewrite Hl, Hr in H2. rewrite H2. cbn. by rewrite Hg.
Qed.
Definition seen (l : list (action request response Semantics.result)) : bool := true.
Definition ends_with (d : data) (l : list (action request response Semantics.result)) : bool :=
  match last l, d with Some (Result (VInt z, _)), VInt y => bool_decide (z = y) | _, _ => false end.

(** ** A layout: two variables in the same bytes

    coroutine pair(a: u32) -> u32 asks tick { var b: u32 = 7; let c = ask tick(a); return (a +% b) +% c; } *)
Definition pair_program : program :=
  MkProgram
    [MkProc [(Syntax.In, TInt W32)] [TInt W32; TInt W32; TInt W32] (TInt W32) 1 true [0]
       (Seq (Do (BAssign (PVar 2) (EInt W32 7)))
       (Seq (Suspend 1 (Ask 0 [ERead (PVar 0)] (Some (PVar 3)) []))
       (Seq (Do (BAssign (PVar 1)
          (EArith Syntax.AddW W32 (EArith Syntax.AddW W32 (ERead (PVar 0)) (ERead (PVar 2))) (ERead (PVar 3)))))
        Return)))]
    [MkEffect [TInt W32] (TInt W32)] [] [] [].
Definition pair_layout (b : nat) : layout := [FrameLayout [Slot 4 4; Local; Slot b 4; Local] 12 4 1 [] [(1, (0, 0))]].

(** In its own bytes [b] is right; in those of [a] it destroys it, and the machine is stuck where the source asks. *)
Theorem lang_end_to_end_refuter :
  let Q := pair_program in let L := pair_layout 4 in
  check_program Q = None ∧ check_layout Q (pair_layout 8) = true ∧ check_layout Q L = false ∧
  ∀ st st', fl_initial Q source 0 [VInt 5] [] = Some st →
    fl_initial Q (laid_out Q (plans_of L)) 0 [VInt 5] [] = Some st' →
    ¬ bisimilar (driven Q 0 (fl Q source no_external))
        (driven Q 0 (lowered Q (laid_out Q (plans_of L)) no_external)) (None, st) (None, st').
Proof.
  intros Q L. split_and!; [by vm_compute..|]. intros st st' Hst Hst'.
  vm_compute in Hst, Hst'. injection Hst as <-. injection Hst' as <-.
  apply (driven_differs Q 0 6 seen); [by vm_compute|]. by vm_compute.
Qed.

(** The same of the machine that is not lowered. *)
Theorem lang_compiled_bisimilar_refuter :
  let Q := pair_program in let L := pair_layout 4 in
  ¬ option_Forall2
      (bisimilar (trans (fl Q source no_external)) (trans (fl Q (laid_out Q (plans_of L)) no_external)))
      (fl_initial Q source 0 [VInt 5] [])
      (fl_initial Q (laid_out Q (plans_of L)) 0 [VInt 5] []).
Proof.
  intros Q L. destruct (fl_initial Q source _ _ _) as [st|] eqn:Hst; [|by vm_compute in Hst].
  destruct (fl_initial Q (laid_out _ _) _ _ _) as [st'|] eqn:Hst'; [|by vm_compute in Hst'].
  intros H. assert (bisimilar (trans (fl Q source no_external))
    (trans (fl Q (laid_out Q (plans_of L)) no_external)) st st') as Hb by by inversion H.
  vm_compute in Hst, Hst'. injection Hst as <-. injection Hst' as <-. revert Hb.
  apply (trans_differs 6 seen); by vm_compute.
Qed.

(** One layout that is accepted, and that one. *)
Theorem lang_layout_unobservable_refuter :
  let Q := pair_program in let L1 := pair_layout 8 in let L2 := pair_layout 4 in
  check_layout Q L1 = true ∧ check_layout Q L2 = false ∧
  ¬ option_Forall2
      (bisimilar (trans (fl Q (laid_out Q (plans_of L1)) no_external))
                 (trans (fl Q (laid_out Q (plans_of L2)) no_external)))
      (fl_initial Q (laid_out Q (plans_of L1)) 0 [VInt 5] [])
      (fl_initial Q (laid_out Q (plans_of L2)) 0 [VInt 5] []).
Proof.
  intros Q L1 L2. split_and!; [by vm_compute..|].
  destruct (fl_initial Q (laid_out Q (plans_of L1)) _ _ _) as [st|] eqn:Hst; [|by vm_compute in Hst].
  destruct (fl_initial Q (laid_out Q (plans_of L2)) _ _ _) as [st'|] eqn:Hst'; [|by vm_compute in Hst'].
  intros H. assert (bisimilar (trans (fl Q (laid_out Q (plans_of L1)) no_external))
    (trans (fl Q (laid_out Q (plans_of L2)) no_external)) st st') as Hb by by inversion H.
  vm_compute in Hst, Hst'. injection Hst as <-. injection Hst' as <-. revert Hb.
  apply (trans_differs 6 seen); by vm_compute.
Qed.

(** The machine that is stuck, because the bytes of a variable were given to another. *)
Theorem lang_machine_never_stuck_refuter :
  let Q := pair_program in let L := pair_layout 4 in
  ∀ st, fl_initial Q (laid_out Q (plans_of L)) 0 [VInt 5] [] = Some st →
  ¬ never_stuck Q 0 (lowered Q (laid_out Q (plans_of L)) no_external) st.
Proof.
  intros Q L st Hst H. vm_compute in Hst. injection Hst as <-.
  repeat (destruct H as [st' E H|q fs E ? H|r E ?|E]; vm_compute in E; try discriminate E; injection E as <-).
Qed.

(** ** Types: a variable is read that is not there *)
Definition ill_typed : program :=
  MkProgram [MkProc [] [TInt W8] (TInt W8) 2 false [] (Seq (Do (BAssign (PVar 0) (ERead (PVar 7)))) Return)]
    [] [] [] [].
Theorem lang_type_soundness_refuter :
  check_program ill_typed ≠ None ∧
  ∃ st, reachable ill_typed no_external 0 st ∧
    ¬ match st with
      | Suspended fs => is_Some (pending fs)
      | Halted => True
      | _ =>
          match Core.Model.Semantics.step (fl ill_typed source no_external) st with
          | Go _ | Crash => True
          | Emit q _ => request_ok ill_typed 0 q
          | Finish r => result_ok ill_typed 0 r
          | Stuck => False
          end
      end.
Proof.
  split; [by vm_compute|].
  destruct (fl_initial ill_typed source 0 [] []) as [st|] eqn:Hst; [|by vm_compute in Hst].
  assert (reachable ill_typed no_external 0 st) as H
    by (eapply (reachable_start _ _ _ _ [] []); [by vm_compute|constructor|constructor|exact Hst]).
  vm_compute in Hst. injection Hst as <-.
  eapply (reachable_trans _ _ _ _ Silent) in H; [|apply trans_silent; by vm_compute|done].
  eapply (reachable_trans _ _ _ _ Silent) in H; [|apply trans_silent; by vm_compute|done].
  eexists. split; [exact H|]. by vm_compute.
Qed.
(** A procedure that is not there. *)
Theorem lang_types_start_refuter :
  ¬ ∃ st, fl_initial ill_typed source 1 [] [] = Some st ∧ reachable ill_typed no_external 1 st.
Proof. intros (st & H & _). by vm_compute in H. Qed.

(** ** Sizes: four bytes in two, and a frame that is aligned to 0 *)
Theorem lang_frames_hold_refuter :
  let Q := pair_program in
  let f := FrameLayout [Slot 4 4; Local; Slot 8 2; Local] 12 4 1 [] [(1, (0, 0))] in
  check_layout Q [f] = false ∧ homes f !! 2 = Some (Slot 8 2) ∧
  ¬ Sizes.holds f (Sizes.size_of Q [f] (TInt W32)) 8 2.
Proof. split_and!; [by vm_compute..|]. intros [H _]. by vm_compute in H. Qed.
Theorem lang_types_laid_out_refuter :
  let Q := pair_program in
  let L := [FrameLayout [Slot 4 4; Local; Slot 8 4; Local] 12 0 1 [] [(1, (0, 0))]] in
  check_layout Q L = false ∧ ¬ sound_extent (Sizes.size_of Q L (TCoro 0)).
Proof. split; [by vm_compute|]. intros [H _]. vm_compute in H. by apply H. Qed.

(** ** External functions that do not answer

    extern fn e() -> u8; fn f() -> u8 { return e(); } *)
Definition calls_out : program :=
  MkProgram
    [MkProc [] [TInt W8] (TInt W8) 0 false []
       (Seq (Do (BExtern 0 [] (Some (PVar 0)))) Return)]
    [] [] [Syntax.MkExtern [] (TInt W8)] [].
(** The source traps, and the machine that is lowered is stuck: in C, the call does not come back. *)
Theorem lang_lowered_step_refuter :
  let never (_ : nat) (_ : list data) : option (list data * data) := None in
  check_program calls_out = None ∧
  ∃ st, Core.Model.Semantics.step (fl calls_out source never) st = Crash ∧
    ¬ Core.Model.Semantics.step (lowered calls_out source never) st =
      Core.Model.Semantics.step (fl calls_out source never) st.
Proof.
  intros never. split; [by vm_compute|].
  exists (Running (Do (BExtern 0 [] (Some (PVar 0)))) 0 [] [None] []). split; by vm_compute.
Qed.

(** ** Facts: i < 8, of which nobody knows

    fn get(b: [8]u8, i: u32) -> u8 { return b[i]; } *)
Definition get_program : program :=
  MkProgram
    [MkProc [(Syntax.In, TArray 8 (TInt W8)); (Syntax.In, TInt W32)] [TInt W8] (TInt W8) 2 false []
       (Seq (Do (BAssign (PVar 2) (ERead (PIndex (PVar 0) (ERead (PVar 1)))))) Return)]
    [] [] [] [].
Definition get_layout : layout := [FrameLayout [Local; Local; Local] 0 1 0 [] []].
Definition get_facts (known : list lin) : table_of_facts :=
  table_of_list [[(VRun (BAssign (PVar 2) (ERead (PIndex (PVar 0) (ERead (PVar 1))))), known)]].

Definition eight : data := VArray (replicate 8 (VInt 0%Z)).
(** A run that a machine given by its steps does not make. *)
Ltac guided_ends :=
  repeat match goal with
    | H : execution (guided _ _ _) _ _ _ |- _ =>
        inversion H as [|? ? [? ?] ? ? [? _] ?]; clear H; subst; cbn [snd] in *
    | H : moves _ _ _ _ |- _ => inversion H; clear H; subst
    | H : pruned_step _ _ _ _ _ = _ |- _ =>
        vm_compute in H; try discriminate H; injection H as H; subst
    | H : in_place_step _ _ _ _ _ = _ |- _ =>
        vm_compute in H; try discriminate H; injection H as H; subst
    end.

(** The source traps where the machine without the check is stuck: in C, undefined. *)
Theorem lang_pruned_refuter :
  let Q := get_program in let L := get_layout in let T := get_facts [Lin 7 [((-1)%Z, AInt 1)]] in
  check_program Q = None ∧ check_layout Q L = true ∧ check_facts Q (get_facts []) = true ∧ check_facts Q T = false ∧
  ∀ st st', fl_initial Q source 0 [eight; VInt 8] [] = Some st →
    fl_initial Q (laid_out Q (plans_of L)) 0 [eight; VInt 8] [] = Some st' →
    ¬ bisimilar (driven Q 0 (fl Q source no_external))
        (guided (pruned_step Q (laid_out Q (plans_of L)) no_external T) Q 0) (None, st) (None, st').
Proof.
  intros Q L T. split_and!; [by vm_compute..|]. intros st st' Hst Hst' Hb.
  vm_compute in Hst, Hst'. injection Hst as <-. injection Hst' as <-.
  match type of Hb with bisimilar _ _ (_, ?s) _ =>
    assert (drive (fl Q source no_external) 3 [] s = Some [Silent; Silent; Trapped]) as E by by vm_compute end.
  apply (driven_execution Q 0 _ _ _ _ None) in E. apply (bisimilar_executions _ _ _ _ _ Hb) in E as [y H]. clear Hb.
  guided_ends.
Qed.

(** ** Trapless: one check is left; and a requirement that a caller does not meet

    trapless fn get(b: [8]u8, i: u32) require i < 8 -> u8 { return b[i]; }
    fn last(b: [8]u8) -> u8 { return get(b, k); } *)
Definition last_program (k : Z) : program :=
  MkProgram
    (procs get_program ++
     [MkProc [(Syntax.In, TArray 8 (TInt W8))] [TInt W8] (TInt W8) 1 false []
       (Seq (Call 1 (MkCall 0 [AIn (ERead (PVar 0)); AIn (EInt W32 k)] (Some (PVar 1)))) Return)])
    [] [] [] [].
Definition last_layout : layout := get_layout ++ [FrameLayout [Local; Local] 0 1 0 [] []].
(** Of the first what [e] says, of the second nothing. *)
Definition get_requires (e : list expr) : requirements := λ p, if p =? 0 then e else [].
Definition below_eight : expr := ECompare Lt W32 (ERead (PVar 1)) (EInt W32 8).
Definition marks (get last : bool) : procedure → bool := λ p, if p =? 0 then get else last.

(** Without what it requires [get] is not accepted, and traps. With it the caller that passes 7 is accepted, both
    marked; the one that passes 8 is not, whatever is marked, and traps. A requirement that is weaker by one is
    not enough, and arguments that do not meet one make [get] trap. *)
Theorem lang_trapless_refuter :
  let Q := last_program 8 in let L := last_layout in
  check_program Q = None ∧ check_layout Q L = true ∧
  check_trapless Q (marks false false) (get_requires []) = true ∧
  (∀ get last : bool, get || last = true → check_trapless Q (marks get last) (get_requires []) = false) ∧
  check_trapless (last_program 7) (marks true true) (get_requires [below_eight]) = true ∧
  check_trapless (last_program 7) (marks true true)
    (get_requires [ECompare Le W32 (ERead (PVar 1)) (EInt W32 8)]) = false ∧
  (∀ get last : bool, check_trapless Q (marks get last) (get_requires [below_eight]) = false) ∧
  (∀ st, fl_initial Q source 0 [eight; VInt 8] [] = Some st →
    ¬ never_traps (driven Q 0 (fl Q source no_external)) (None, st)) ∧
  ¬ meets_required Q (get_requires [below_eight]) 0 [eight; VInt 8] ∧
  meets_required Q (get_requires [below_eight]) 0 [eight; VInt 7] ∧
  (∀ st, fl_initial Q source 1 [eight] [] = Some st → ¬ never_traps (driven Q 1 (fl Q source no_external)) (None, st)).
Proof.
  intros Q L. split_and!; [by vm_compute..| |by vm_compute|by vm_compute| | | | |].
  - intros [] []; try discriminate; intros _; by vm_compute.
  - intros [] []; by vm_compute.
  - intros st Hst Hn. vm_compute in Hst. injection Hst as <-.
    match type of Hn with never_traps _ (_, ?s) =>
      assert (drive (fl Q source no_external) 3 [] s = Some ([Silent; Silent] ++ [Trapped])) as E by by vm_compute end.
    apply (driven_execution Q 0 _ _ _ _ None) in E as [y E]. by eapply Hn.
  - intros Hm. specialize (Hm _ eq_refl). inversion_clear Hm as [|? ? He _]. by vm_compute in He.
  - intros f Hf. vm_compute in Hf. injection Hf as <-. constructor; [by vm_compute|constructor].
  - intros st Hst Hn. vm_compute in Hst. injection Hst as <-.
    match type of Hn with never_traps _ (_, ?s) =>
      assert (drive (fl Q source no_external) 5 [] s = Some ([Silent; Silent; Silent; Silent] ++ [Trapped])) as E
        by by vm_compute end.
    apply (driven_execution Q 1 _ _ _ _ None) in E as [y E]. by eapply Hn.
Qed.

(** ** Orders: data before hello

    effect hello();
    effect data();
    coroutine inner() asks hello, data { ask E; ask F; }
    coroutine outer() asks hello, data { mark begun; call inner(); } *)
Definition asks_program (e f : nat) : program :=
  MkProgram
    [MkProc [] [TRecord 0 []] (TRecord 0 []) 0 true [0; 1]
       (Seq (Suspend 1 (Ask e [] None []))
       (Seq (Suspend 2 (Ask f [] None []))
       (Seq (Do (BAssign (PVar 0) (ERecord (TRecord 0 []) []))) Return)));
     MkProc [] [TRecord 0 []] (TRecord 0 []) 0 true [0; 1]
       (Seq (Do (BLine 7))
       (Seq (Call 1 (MkCall 0 [] None))
       (Seq (Do (BAssign (PVar 0) (ERecord (TRecord 0 []) []))) Return)))]
    [MkEffect [] (TRecord 0 []); MkEffect [] (TRecord 0 [])] [] [] [].
(** begin { hello => open } open { data } *)
Definition hello_first : automaton := [[(OnAsk 0 None, 1)]; [(OnAsk 1 None, 1)]].
(** begin { mark begun => there } there { hello => open } open { data } *)
Definition mark_first : automaton := [[(OnMark 0, 1)]; [(OnAsk 0 None, 2)]; [(OnAsk 1 None, 2)]].
(** A child, and who calls it:

    coroutine inner() asks hello { ask hello(); mark known; }
    coroutine outer() asks hello, data { call inner(); ask data(); }

    The same where the child marks nothing, and where its parent does without it and asks hello itself. *)
Definition family (marks calls : bool) : program :=
  MkProgram
    [MkProc [] [TRecord 0 []] (TRecord 0 []) 0 true [0]
       (Seq (Suspend 1 (Ask 0 [] None []))
       (Seq (if marks then Do (BLine 7) else Skip)
       (Seq (Do (BAssign (PVar 0) (ERecord (TRecord 0 []) []))) Return)));
     MkProc [] [TRecord 0 []] (TRecord 0 []) 0 true [0; 1]
       (Seq (if calls then Call 1 (MkCall 0 [] None) else Suspend 1 (Ask 0 [] None []))
       (Seq (Suspend 2 (Ask 1 [] None []))
       (Seq (Do (BAssign (PVar 0) (ERecord (TRecord 0 []) []))) Return)))]
    [MkEffect [] (TRecord 0 []); MkEffect [] (TRecord 0 [])] [] [] [].
(** begin { hello, mark known => open } open { data } *)
Definition known_first : automaton := [[(OnAsk 0 None, 0); (OnMark 0, 1)]; [(OnAsk 1 None, 1)]].
Definition no_marks (_ : nat) : option nat := None.
Definition line_seven (n : nat) : option nat := if n =? 7 then Some 0 else None.

(** An answer, and what comes of it: with a test of it, and without.

    effect verify() -> bool;
    coroutine answered() asks verify, data { let good = ask verify(); if good { ask data(); } } *)
Definition answering (tests : bool) : program :=
  MkProgram
    [MkProc [] [TRecord 0 []; TBool] (TRecord 0 []) 0 true [0; 1]
       (Seq (Suspend 1 (Ask 0 [] (Some (PVar 1)) []))
       (Seq (if tests then If (ERead (PVar 1)) (Suspend 2 (Ask 1 [] None [])) Skip else Suspend 2 (Ask 1 [] None []))
       (Seq (Do (BAssign (PVar 0) (ERecord (TRecord 0 []) []))) Return)))]
    [MkEffect [] TBool; MkEffect [] (TRecord 0 [])] [] [] [].
(** begin { verify -> true => good, verify -> false => bad } good { data } bad { } *)
Definition verified_first : automaton :=
  [[(OnAsk 0 None, 1)]; [(OnAnswer 1, 2); (OnAnswer 0, 3)]; [(OnAsk 1 None, 2)]; []].

Lemma hello_first_needs_hello w : List.filter outside w = [Asks 1 []] → ¬ is_Some (leads hello_first 0 w).
Proof.
  intros Hw [q Hq]. destruct w as [|[e ds|d|m] w]; [done| |done..]. injection Hw as -> -> _. done.
Qed.

(** What its child marks counts for a parent; nothing else does, whatever the planner says. *)
Lemma child_marks marks calls :
  (∃ C, check_order (family marks calls) known_first line_seven C 1 = true) ↔ marks && calls = true.
Proof.
  split.
  - intros [C HC]. apply andb_true_iff in HC as [HC Hp].
    destruct (called C 1 0) as [T|] eqn:Hcalled; [|done].
    destruct (called_ok _ _ line_seven C HC _ _ _ Hcalled)
      as (c & pr & _ & _ & _ & Hpr & G & E & R & Hflow & _).
    injection Hpr as <-. destruct calls; [|by vm_compute in Hflow]. destruct marks; [done|]. cbn in Hflow.
    unfold when_called in Hflow. cbn in Hflow.
    destruct (called C 0 0) as [T0|] eqn:HT; [|done].
    destruct (called_ok _ _ line_seven C HC _ _ _ HT)
      as (c0 & pr0 & _ & _ & <- & Hpr0 & G0 & E0 & R0 & Hflow0 & HR & _).
    injection Hpr0 as <-. vm_compute in Hflow0. injection Hflow0 as <- <- <-.
    destruct (HR 0 [] (stands_one _ _ _ ltac:(constructor))) as (K & Hin & _).
    match type of Hflow with context [from_all ?f (joined ?l [])] => assert (stands 0 ([] : store fl_point) (joined l
      [])) as H0;
      [|destruct H0 as (K' & Hin' & _); destruct (from_all f (joined l [])) as [F|] eqn:HF; [|done];
        by destruct (from_all_in f (joined l []) F (0, K') HF Hin') as (T1 & HT1 & _)] end.
    apply union_l. exists []. split; [|constructor]. apply elem_of_list_fmap. by exists (0, K).
  - intros [-> ->]%andb_true_iff. by exists [Context 1 0 [(1, [])] [] []; Context 0 0 [(1, [])] [] []].
Qed.

(** Data after an answer is accepted exactly if it is asked for where that answer was good; without the test, data
    does come after a bad one, and no word of the order is that. *)
Lemma test_of_answer tests :
  (∃ C, check_order (answering tests) verified_first no_marks C 0 = true) ↔ tests = true.
Proof.
  split.
  - intros [C HC]. apply andb_true_iff in HC as [HC Hp].
    destruct (called C 0 0) as [T|] eqn:Hcalled; [|done].
    destruct (called_ok _ _ no_marks C HC _ _ _ Hcalled)
      as (c & pr & _ & _ & _ & Hpr & G & E & R & Hflow & _).
    injection Hpr as <-. destruct tests; [done|]. by vm_compute in Hflow.
  - intros ->. by exists [Context 0 0 [(2, []); (3, [])] [] [1]].
Qed.
Lemma bad_answer st : fl_initial (answering false) source 0 [] [] = Some st →
  ∃ l y, execution (driven (answering false) 0 (fl (answering false) source no_external)) (None, st) l y ∧
    exchanged l = [Asks 0 []; Answers (VBool false); Asks 1 []] ∧
    ∀ w, List.filter outside w = exchanged l → ¬ is_Some (leads verified_first 0 w).
Proof.
  intros Hst. vm_compute in Hst. injection Hst as <-.
  exists [Silent; Silent; Request (0, [], []); Response (VBool false, []); Silent; Silent; Silent; Request (1, [], [])].
  eexists. split_and!; [|done|].
  - do 2 (eapply (execution_cons _ _ _ (None, _)); [split; [apply trans_silent; reflexivity|done]|]).
    eapply (execution_cons _ _ _ (Some 0, _)); [split; [apply trans_request; reflexivity|done]|].
    eapply (execution_cons _ _ _ (Some 0, _)).
    { split; [apply trans_response|]. split; [|done]. eexists. split_and!; [done|constructor|]. intros e [= <-].
      eexists. split; [done|]. constructor. }
    do 3 (eapply (execution_cons _ _ _ (Some 0, _)); [split; [apply trans_silent; reflexivity|done]|]).
    eapply (execution_cons _ _ _ (Some 1, _)); [split; [apply trans_request; reflexivity|done]|]. constructor.
  - intros w Hw [q Hq]. destruct w as [|[e ds|d|m] w]; [done| |done..]. injection Hw as -> -> Hw.
    destruct w as [|[e ds|d|m] w]; [done..| |done]. injection Hw as -> Hw.
    destruct w as [|[e ds|d|m] w]; [done| |done..]. injection Hw as -> -> Hw. done.
Qed.

(** Hello before data is accepted, called or not;
  data before hello is not, whatever the planner says, and asks in another
    order. Who does not pass the mark that its order begins with is not accepted.
    A parent whose order wants a mark of its child's is, exactly if the child sets it and the parent calls the child.
    Whose order wants a good answer before data is, exactly if it looks at the answer; if not, there is a run in which
    data comes after a bad one. *)
Theorem lang_order_refuter :
  let good := asks_program 0 1 in let bad := asks_program 1 0 in
  check_program good = None ∧ check_program bad = None ∧
  check_order good hello_first no_marks [Context 0 0 [(1, [])] [] []] 0 = true ∧
  check_order good hello_first no_marks [Context 1 0 [(1, [])] [] []; Context 0 0 [(1, [])] [] []] 1 = true ∧
  check_order good mark_first line_seven [Context 1 0 [(2, [])] [] []; Context 0 1 [(2, [])] [] []] 1 = true ∧
  (∀ C p, check_order bad hello_first no_marks C p = false) ∧
  (∀ C, check_order good mark_first line_seven C 0 = false) ∧
  (∀ C, check_order good mark_first no_marks C 1 = false) ∧
  (∀ marks calls, check_program (family marks calls) = None) ∧
  (∀ marks calls, (∃ C, check_order (family marks calls) known_first line_seven C 1 = true) ↔ marks && calls = true) ∧
  (∀ tests, check_program (answering tests) = None) ∧
  (∀ tests, (∃ C, check_order (answering tests) verified_first no_marks C 0 = true) ↔ tests = true) ∧
  (∀ st, fl_initial (answering false) source 0 [] [] = Some st →
    ∃ l y, execution (driven (answering false) 0 (fl (answering false) source no_external)) (None, st) l y ∧
      exchanged l = [Asks 0 []; Answers (VBool false); Asks 1 []] ∧
      ∀ w, List.filter outside w = exchanged l → ¬ is_Some (leads verified_first 0 w)) ∧
  ∀ st, fl_initial bad source 0 [] [] = Some st →
    ¬ ∀ l y, execution (driven bad 0 (fl bad source no_external)) (None, st) l y →
      ∃ w, List.filter outside w = exchanged l ∧ is_Some (leads hello_first 0 w).
Proof.
  intros good bad. split_and!; [by vm_compute..| | | | |apply child_marks| |apply test_of_answer|apply bad_answer|].
  - intros C p. apply not_true_iff_false. intros HC. apply andb_true_iff in HC as [HC Hp].
    destruct (called C p 0) as [T|] eqn:Hcalled; [|done].
    destruct (called_ok bad _ no_marks C HC _ _ _ Hcalled)
      as (c & pr & _ & _ & _ & Hpr & G & E & R & Hflow & _).
    assert (∀ T, called C 0 0 ≠ Some T) as H0.
    { intros T0 H0. destruct (called_ok bad _ no_marks C HC _ _ _ H0)
        as (c0 & pr0 & _ & _ & _ & Hpr0 & G0 & E0 & R0 & Hflow0 & _).
      injection Hpr0 as <-. by vm_compute in Hflow0. }
    destruct p as [|[|p]]; [by apply (H0 T)| |done]. injection Hpr as <-. cbn in Hflow.
    destruct (called C 0 0) as [T0|] eqn:HT; [by apply (H0 T0)|done].
  - intros C. apply not_true_iff_false. intros HC. apply andb_true_iff in HC as [HC Hp].
    destruct (called C 0 0) as [T|] eqn:Hcalled; [|done].
    destruct (called_ok good _ line_seven C HC _ _ _ Hcalled)
      as (c & pr & _ & _ & _ & Hpr & G & E & R & Hflow & _).
    injection Hpr as <-. by vm_compute in Hflow.
  - intros C. apply not_true_iff_false. intros HC. apply andb_true_iff in HC as [HC Hp].
    destruct (called C 1 0) as [T|] eqn:Hcalled; [|done].
    destruct (called_ok good _ no_marks C HC _ _ _ Hcalled)
      as (c & pr & _ & _ & _ & Hpr & G & E & R & Hflow & _).
    injection Hpr as <-. cbn in Hflow. destruct (called C 0 0) as [T0|] eqn:HT; [|done].
    destruct (called_ok good _ no_marks C HC _ _ _ HT)
      as (c0 & pr0 & _ & _ & _ & Hpr0 & G0 & E0 & R0 & Hflow0 & _).
    injection Hpr0 as <-. by vm_compute in Hflow0.
  - by intros [] [].
  - by intros [].
  - intros st Hst Hkept. vm_compute in Hst. injection Hst as <-.
    match type of Hkept with ∀ l y, execution _ (_, ?s) _ _ → _ =>
      assert (drive (fl bad source no_external) 3 [] s = Some [Silent; Silent;
        Request (1, [], [])]) as E by by vm_compute end.
    apply (driven_execution bad 0 _ _ _ _ None) in E as [y E]. destruct (Hkept _ _ E) as (w & Hw & Hl).
    by apply (hello_first_needs_hello w).
Qed.

(** ** Aliasing: a variable is passed twice to be written

    fn both(inout x: u32, inout y: u32) { x = x +% 1; y = y +% 10; }
    fn twice(a: u32) -> u32 { var b: u32 = a; both(inout b, inout b); return b; } *)
Definition twice_program (second : nat) : program :=
  MkProgram
    [MkProc [(Syntax.Inout, TInt W32); (Syntax.Inout, TInt W32)] [TRecord 0 []] (TRecord 0 []) 2 false []
       (Seq (Do (BAssign (PVar 0) (EArith Syntax.AddW W32 (ERead (PVar 0)) (EInt W32 1))))
       (Seq (Do (BAssign (PVar 1) (EArith Syntax.AddW W32 (ERead (PVar 1)) (EInt W32 10))))
       (Seq (Do (BAssign (PVar 2) (ERecord (TRecord 0 []) []))) Return)));
     MkProc [(Syntax.In, TInt W32)] [TInt W32; TInt W32; TInt W32] (TInt W32) 2 false []
       (Seq (Do (BAssign (PVar 2) (ERead (PVar 0))))
       (Seq (Do (BAssign (PVar 3) (ERead (PVar 0))))
       (Seq (Call 1 (MkCall 0 [AInout (PVar 2); AInout (PVar second)] None))
       (Seq (Do (BAssign (PVar 1) (ERead (PVar 2)))) Return))))]
    [] [] [] [].
Definition twice_layout : layout :=
  [FrameLayout [Borrowed; Borrowed; Local] 0 1 0 [] []; FrameLayout [Local; Local; Local; Local] 0 1 0 [] []].
(** A slice is read while what it is of is written

    fn shows(inout b: bytes<4>, v: bytes) -> u8 { b[0] = 9; return v[0]; }
    fn seen(a: bytes<4>) -> u8 { var b: bytes<4> = "\1\2"; return shows(inout b, b[0..1]); }   // or a[0..1] *)
Definition shows_program (read : nat) : program :=
  MkProgram
    [MkProc [(Syntax.Inout, TBytes 4); (Syntax.In, TView)] [TInt W8] (TInt W8) 2 false []
       (Seq (Do (BAssign (PIndex (PVar 0) (EInt W32 0)) (EInt W8 9)))
       (Seq (Do (BAssign (PVar 2) (ERead (PIndex (PVar 1) (EInt W32 0))))) Return));
     MkProc [(Syntax.In, TBytes 4)] [TInt W8; TBytes 4] (TInt W8) 1 false []
       (Seq (Do (BAssign (PVar 2) (EFit 4 (EBytes [1; 2]%Z))))
       (Seq (Call 1 (MkCall 0 [AInout (PVar 2); AIn (ESlice (ERead (PVar read)) (EInt W32 0) (EInt W32 1))]
                       (Some (PVar 1)))) Return))]
    [] [] [] [].
Definition shows_layout : layout :=
  [FrameLayout [Borrowed; Local; Local] 0 1 0 [] []; FrameLayout [Local; Local; Local] 0 1 0 [] []].

(** With two variables the machines agree; with one, what is copied out last counts, and in place both writes do. A
    slice that is read shows what is written to its variable. And with a fact that is not so, the source traps
    where the machine without the check is stuck. *)
Theorem lang_in_place_refuter :
  let Q := twice_program 2 in let L := twice_layout in let T := table_of_list [] in
  let S := shows_program 2 in
  let Q' := get_program in let T' := get_facts [Lin 7 [((-1)%Z, AInt 1)]] in
  (check_program (twice_program 3) = None ∧ check_aliasing (twice_program 3) = None ∧
   check_program Q = None ∧ check_layout Q L = true ∧ check_facts Q T = true ∧ check_aliasing Q ≠ None ∧
   ∀ st st', fl_initial Q source 1 [VInt 5] [] = Some st → in_place_initial Q 1 [VInt 5] [] = Some st' →
     ¬ bisimilar (driven Q 1 (fl Q source no_external)) (guided (in_place_step Q no_external (λ _ _, true) T) Q 1)
         (None, st) (None, st')) ∧
  (check_program (shows_program 0) = None ∧ check_aliasing (shows_program 0) = None ∧
   check_program S = None ∧ check_layout S shows_layout = true ∧ check_facts S T = true ∧ check_aliasing S ≠ None ∧
   ∀ st st', fl_initial S source 1 [VBytes [5]%Z] [] = Some st → in_place_initial S 1 [VBytes [5]%Z] [] = Some st' →
     ¬ bisimilar (driven S 1 (fl S source no_external)) (guided (in_place_step S no_external (λ _ _, true) T) S 1)
         (None, st) (None, st')) ∧
  check_program Q' = None ∧ check_aliasing Q' = None ∧ check_layout Q' get_layout = true ∧
  check_facts Q' (get_facts []) = true ∧ check_facts Q' T' = false ∧
  ∀ st st', fl_initial Q' source 0 [eight; VInt 8] [] = Some st → in_place_initial Q' 0 [eight; VInt 8] [] = Some st' →
    ¬ bisimilar (driven Q' 0 (fl Q' source no_external)) (guided (in_place_step Q' no_external (λ _ _, true) T') Q' 0)
        (None, st) (None, st').
Proof.
  intros Q L T S Q' T'. split; [|split]; (split_and!; [by vm_compute..|]); intros st st' Hst Hst' Hb;
    vm_compute in Hst, Hst'; injection Hst as <-; injection Hst' as <-.
  - match type of Hb with bisimilar _ _ (_, ?s) _ =>
      destruct (drive (fl Q source no_external) 24 [] s) as [l|] eqn:E; [|by vm_compute in E] end.
    pose proof E as Hl. vm_compute in Hl. injection Hl as <-.
    apply (driven_execution Q 1 _ _ _ _ None) in E. apply (bisimilar_executions _ _ _ _ _ Hb) in E as [y H]. clear Hb.
    guided_ends.
  - match type of Hb with bisimilar _ _ (_, ?s) _ =>
      destruct (drive (fl S source no_external) 15 [] s) as [l|] eqn:E; [|by vm_compute in E] end.
    pose proof E as Hl. vm_compute in Hl. injection Hl as <-.
    apply (driven_execution S 1 _ _ _ _ None) in E. apply (bisimilar_executions _ _ _ _ _ Hb) in E as [y H]. clear Hb.
    guided_ends.
  - match type of Hb with bisimilar _ _ (_, ?s) _ =>
      assert (drive (fl Q' source no_external) 3 [] s = Some [Silent; Silent; Trapped]) as E by by vm_compute end.
    apply (driven_execution Q' 0 _ _ _ _ None) in E. apply (bisimilar_executions _ _ _ _ _ Hb) in E as [y H]. clear Hb.
    guided_ends.
Qed.

(** ** Arguments by reference: one variable is both arguments, or read while it is written *)
Definition no_world : world Empty_set := World (λ _, None) (λ _ _, Wrong).
(** One variable is both arguments. *)
Theorem lang_copy_out_any_order_refuter :
  let l : list (arg * val Empty_set) := [(AInout (PVar 0), VInt 1); (AInout (PVar 0), VInt 2)] in
  ¬ all_independent l.*1 ∧
  give_backs no_world l [Some (VInt 0)] = Ok [Some (VInt 2)] ∧
  give_backs no_world (reverse l) [Some (VInt 0)] ≠ Ok [Some (VInt 2)].
Proof.
  split_and!; [|by vm_compute|by vm_compute]. intros H. specialize (H 0 1 _ _ ltac:(done) eq_refl eq_refl).
  by vm_compute in H.
Qed.
(** The place is in an array, at an index that the write changes: x[x[0]]. *)
Definition own_index : place := PIndex (PVar 0) (ERead (PIndex (PVar 0) (EInt W32 0))).
Theorem lang_copied_in_place_refuter :
  let s : store Empty_set := [Some (VArray [VInt 0; VInt 5])] in
  steady own_index own_index = false ∧
  (v ← Independence.on_copy (λ _, Ok (VInt 1)) [λ _, Ok (VInt 7)] (Some (VInt 0));
   assign no_world (λ _ s, s) own_index v s) ≠
  Independence.in_place no_world (λ _, Ok (VInt 1)) [λ _, Ok (VInt 7)] own_index s.
Proof. split; by vm_compute. Qed.
(** A place that does not part from the one that is written: itself. *)
Theorem lang_read_by_reference_refuter :
  let s : store Empty_set := [Some (VInt 0)] in
  parted (PVar 0) (PVar 0) = false ∧
  update no_world (λ _ s, s) (PVar 0) (λ _, Ok (VInt 1)) s = Ok [Some (VInt 1)] ∧
  get no_world (PVar 0) s = Ok (VInt 0) ∧ get no_world (PVar 0) [Some (VInt 1)] ≠ Ok (VInt 0).
Proof. split_and!; by vm_compute. Qed.

(** ** Maps: a body that removes a key it has not come to *)
Definition removes_first (_ : Z) (l l' : list (Z * unit)) : Prop := l' = drop 1 l.
(** One key comes twice, and the other never. *)
Theorem lang_map_walk_refuter :
  let l := [(1%Z, ()); (2%Z, ())] in
  rounds removes_first 2 l [2%Z; 2%Z] [] ∧ [2%Z; 2%Z] ≠ reverse (map fst l).
Proof.
  split; [|done]. eapply (rounds_next _ _ 1); [done|done|by unfold removes_first|]. cbn.
  eapply (rounds_next _ _ 0); [done|done|by unfold removes_first|]. by apply rounds_over.
Qed.
(** A key among those that are to be spared is removed. *)
Theorem lang_map_changes_refuter :
  let l := [(1%Z, ()); (2%Z, ())] in
  1%Z ∈ take 1 (map fst l) ∧ take 1 (map fst (map_remove l 1%Z)) ≠ take 1 (map fst l).
Proof. split; [by left|]. by vm_compute. Qed.
