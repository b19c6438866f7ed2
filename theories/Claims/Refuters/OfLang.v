(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Lang.v: see All.v. The programs are what `fairlead coq` prints of a few lines of .fl, with one
    defect put in by hand. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics Bisimulation.
From Fairlead.Core.Logic Require Import Differ.
From Fairlead.Lang Require Import Typing.Checker Aliasing.Checker Typing.Soundness Model.Source Frames.Checker
  Frames.Bisimulation Frames.Sizes Guards.Machine EndToEnd Facts.Inequalities Facts.Checker Facts.Machine Facts.Table
  Trapless.Checker Trapless.Machine Order.Checker Order.Runs Order.Machine
  InPlace.Machine Typing.MapLoops.
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
  repeat match goal with
    | H : execution (guided _ _ _) _ _ _ |- _ =>
        inversion H as [|? ? [? ?] ? ? [? _] ?]; clear H; subst; cbn [snd] in *
    | H : moves _ _ _ _ |- _ => inversion H; clear H; subst
    | H : pruned_step _ _ _ _ _ = _ |- _ =>
        vm_compute in H; try discriminate H; injection H as H; subst
    end.
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
(** With two variables the machines agree; with one, what is copied out last counts, and in place both writes do. *)
Theorem lang_in_place_refuter :
  let Q := twice_program 2 in
  check_program (twice_program 3) = None ∧ check_aliasing (twice_program 3) = None ∧
  check_program Q = None ∧ check_aliasing Q ≠ None ∧
  ∀ st st', fl_initial Q source 1 [VInt 5] [] = Some st → in_place_initial Q 1 [VInt 5] [] = Some st' →
    ¬ bisimilar (driven Q 1 (fl Q source no_external)) (driven Q 1 (in_place Q no_external)) (None, st) (None, st').
Proof.
  intros Q. split_and!; [by vm_compute..|]. intros st st' Hst Hst'.
  vm_compute in Hst, Hst'. injection Hst as <-. injection Hst' as <-.
  apply (driven_differs Q 1 24 (ends_with (VInt 15))); by vm_compute.
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

(** ** Expressions and guards as C

    Two variables of 16 bits that are 65535, and their wrapped product; in C, operands of 16 bits are multiplied as
    [int]. *)
From Fairlead.Printed Require Import Guarded.

Definition two_u16 : nat → option ty := λ _, Some (TInt W16).
Definition largest_u16 : store () := [Some (VInt 65535); Some (VInt 65535)].
Definition u16_objects : variable → option fl_object := λ _, Some (OInt U16 65535).
Definition nothing_waits : procedure → fl_object → option Z := λ _ _, None.
Definition bare_world : world () := World (λ _, None) (λ _ _, Wrong).
Definition first_u16 : fl_cexpr := XRead (TyInt U16) (LVariable (NVariable 0)).
Definition second_u16 : fl_cexpr := XRead (TyInt U16) (LVariable (NVariable 1)).

Lemma u16_represented : represents_store nothing_waits bare_world two_u16 (λ _, None) u16_objects largest_u16.
Proof.
  split; [|done]. intros x t v [= <-] Hx. assert (v = VInt 65535) as ->.
  { destruct x as [|[|x]]; simpl in Hx; by simplify_eq. }
  by constructor.
Qed.

(** Without the casts to [uint32_t], the product overflows [int]: the C is undefined, though the source has a value. *)
Theorem lang_c_expressions_refuter :
  let e := EArith MulW W16 (ERead (PVar 0)) (ERead (PVar 1)) in
  represents_store nothing_waits bare_world two_u16 (λ _, None) u16_objects largest_u16 ∧
  Eval.eval bare_world e largest_u16 = Ok (VInt 1) ∧
  lower two_u16 (λ _, None) e =
    Some (narrow W16 (infix OMul (widened W16 first_u16) (widened W16 second_u16)), TInt W16) ∧
  value_of nothing_waits u16_objects (TInt W16) (VInt (P:=()) 1)
    (narrow W16 (infix OMul (widened W16 first_u16) (widened W16 second_u16))) ∧
  ¬ value_of nothing_waits u16_objects (TInt W16) (VInt (P:=()) 1) (narrow W16 (infix OMul first_u16 second_u16)).
Proof.
  split; [exact u16_represented|]. split; [done|]. split; [done|]. split.
  - split; [done|]. by exists U16.
  - intros (_ & t & H & _). done.
Qed.

(** The same of the condition that says whether the checked product fits. *)
Theorem lang_c_guards_refuter :
  let g := GCheck (KArith Mul W16 (ERead (PVar 0)) (ERead (PVar 1))) in
  guard_val bare_world g largest_u16 = Some false ∧
  ¬ fails nothing_waits u16_objects
      [When (greater (XBinary OMul first_u16 second_u16) (XConstant Unsigned (largest W16)))] = Some (negb false).
Proof. split; [done|]. intros H. done. Qed.

(** ** Assignments in C

    A record of two bytes, 100 and 1; 250 is added to the first, which traps, or 2 is added, which does not. *)
From Fairlead.Printed Require Import Assigned Performed.

Definition two_bytes : ty := TRecord 1 [TInt W8; TInt W8].
Definition a_pair : nat → option ty := λ _, Some two_bytes.
Definition pair_of (a b : Z) : store machine_point := [Some (VRecord [VInt a; VInt b])].
Definition pair_objects (a b : Z) : variable → option fl_object := λ _, Some (OStruct (λ m,
  match m with MPart _ 0 => Some (OInt U8 a) | MPart _ 1 => Some (OInt U8 b) | _ => None end)).
Definition no_program : program := MkProgram [] [] [] [] [].
Definition no_plans : plans := Base.Table.Leaf.
Definition pair_member (i : nat) : fl_clvalue := LMember (LVariable (NVariable 0)) (MPart two_bytes i).
Definition added (n : Z) : basic :=
  BAssign (PField (PVar 0) 0) (EArith Add W8 (ERead (PField (PVar 0) 0)) (EInt W8 n)).
Definition sum_in_c (n : Z) : fl_cexpr :=
  XCast U8 (infix OAdd (XRead (TyInt U8) (pair_member 0)) (XConstant Plain n)).
Definition sum_traps (n : Z) : fl_cstat :=
  STrapIf (greater (XBinary OAdd (XCast U32 (XRead (TyInt U8) (pair_member 0))) (XCast U32 (XConstant Plain n)))
    (XConstant Unsigned 255)).
Notation pair_exec := (exec (functions nothing_waits) beside (apart_in no_plans 0)).
Notation pair_machine := (lowered no_program (laid_out no_program no_plans) no_external).
Notation pair_represented :=
  (represents_store nothing_waits (W no_program (laid_out no_program no_plans)) a_pair (λ _, None)).

Lemma pair_represents a b :
  Numbers.in_range W8 a → Numbers.in_range W8 b → pair_represented (pair_objects a b) (pair_of a b).
Proof.
  intros Ha Hb. split; [|done]. intros x t v [= <-] Hx. destruct x as [|[|x]]; simpl in Hx; simplify_eq.
  apply rep_record; [done|]. intros [|[|j]] t v Ht Hv; simpl in Ht, Hv; simplify_eq; cbn; by constructor.
Qed.

(** Printed without its guard the assignment does not trap. With the guard behind it, it does, and the record is not
    what it was. And into the neighbouring member, what there is afterwards does not represent what the source has. *)
Theorem lang_c_assignments_refuter :
  pair_represented (pair_objects 100 1) (pair_of 100 1) ∧
  run pair_machine 0 (added 250) (pair_of 100 1) = Trap ∧
  pair_exec [sum_traps 250; SAssign U8 (pair_member 0) (sum_in_c 250)] (pair_objects 100 1) =
    Some (Traps (pair_objects 100 1)) ∧
  pair_exec [SAssign U8 (pair_member 0) (sum_in_c 250)] (pair_objects 100 1) ≠ Some (Traps (pair_objects 100 1)) ∧
  (∃ os, pair_exec [SAssign U8 (pair_member 0) (sum_in_c 250); sum_traps 250] (pair_objects 100 1) =
     Some (Traps os) ∧ os (NVariable 0) ≠ pair_objects 100 1 (NVariable 0)) ∧
  run pair_machine 0 (added 2) (pair_of 100 1) = Ok (pair_of 102 1) ∧
  (∃ os, pair_exec [sum_traps 2; SAssign U8 (pair_member 1) (sum_in_c 2)] (pair_objects 100 1) = Some (Ends os) ∧
     ¬ pair_represented os (pair_of 102 1)).
Proof.
  split; [by apply pair_represents|]. split; [done|]. split; [done|]. split; [by vm_compute|]. split; [|split].
  - eexists. split; [by vm_compute|]. intros H.
    apply (f_equal (λ o, member o (MPart two_bytes 0))) in H. by vm_compute in H.
  - done.
  - eexists. split; [by vm_compute|]. intros [H _].
    specialize (H 0 two_bytes (VRecord [VInt 102; VInt 1]) eq_refl eq_refl).
    inversion H as [| | | |? ? ? ? _ Hl| | | |]; subst. specialize (Hl 0 (TInt W8) (VInt 102) eq_refl eq_refl).
    inversion Hl.
Qed.

(** Exchanged: a record made of its own members, in other places. Member by member in place, the second is read when it
    was written. [lower_basic] has no C for it. *)
Definition exchanged : expr :=
  ERecord two_bytes [ERead (PField (PVar 0) 1); ERead (PField (PVar 0) 0)].
Definition pair_read (i : nat) : fl_cexpr := XRead (TyInt U8) (pair_member i).

Theorem lang_c_constructions_refuter :
  run pair_machine 0 (BAssign (PVar 0) exchanged) (pair_of 100 1) = Ok (pair_of 1 100) ∧
  (∃ os, pair_exec [SAssign U8 (pair_member 0) (pair_read 1); SAssign U8 (pair_member 1) (pair_read 0)]
     (pair_objects 100 1) = Some (Ends os) ∧ ¬ pair_represented os (pair_of 1 100)) ∧
  lower_basic a_pair (λ _, None) (apart_in no_plans 0) (λ _, true) (guard_basic (BAssign (PVar 0) exchanged)) true 0
    (BAssign (PVar 0) exchanged) = None.
Proof.
  split; [done|]. split; [|by vm_compute]. eexists. split; [by vm_compute|]. intros [H _].
  specialize (H 0 two_bytes (VRecord [VInt 1; VInt 100]) eq_refl eq_refl).
  inversion H as [| | | |? ? ? ? _ Hl| | | |]; subst. specialize (Hl 1 (TInt W8) (VInt 100) eq_refl eq_refl).
  inversion Hl.
Qed.

(** Bytes that get shorter at the front. What is copied is where they are: memcpy is undefined, memmove is not; and of
    a structure, a part of itself cannot be assigned to it. *)
Definition some_bytes : ty := TBytes 4.
Definition bytes_objects : variable → option fl_object := λ _, Some (OStruct (λ m,
  match m with MLen => Some (OInt U8 3) | MData => Some (OArray (map (OInt U8) [1; 2; 3; 0]%Z)) | _ => None end)).
Definition shortened (move : bool) : list fl_cstat :=
  [SBytes move (data_of (LVariable (NVariable 0)))
     (XBinary OAdd (data_of (LVariable (NVariable 0))) (XConstant Unsigned 1)) (XConstant Unsigned 2)].
Definition without_first : expr := EFit 4 (ESlice (ERead (PVar 0)) (EInt W32 1) (EInt W32 3)).

Theorem lang_c_copies_refuter :
  run pair_machine 0 (BAssign (PVar 0) without_first) [Some (VBytes [1; 2; 3]%Z)] = Ok [Some (VBytes [2; 3]%Z)] ∧
  (¬ ∃ os, pair_exec (shortened false) bytes_objects = Some (Ends os)) ∧
  (∃ os, pair_exec (shortened true) bytes_objects = Some (Ends os) ∧
     member (os (NVariable 0)) MData = Some (OArray (map (OInt U8) [2; 3; 3; 0]%Z))) ∧
  pair_exec [SCopy (LVariable (NVariable 0)) (pair_member 0)] (pair_objects 100 1) = None ∧
  lower_basic (λ _, Some some_bytes) (λ _, None) (apart_in no_plans 0) (λ _, true)
    (guard_basic (BAssign (PVar 0) without_first)) true 0 (BAssign (PVar 0) without_first) = None.
Proof.
  split; [by vm_compute|]. split; [intros [os H]; by vm_compute in H|]. split; [by eexists; split; vm_compute|].
  by split; vm_compute.
Qed.

(** Bytes that get longer, of at most 4. *)
Definition up_to_four (n : Z) : variable → option fl_object := λ _, Some (OStruct (λ m,
  match m with MLen => Some (OInt U8 n) | MData => Some (OArray (map (OInt U8) [1; 2; 3; 4]%Z)) | _ => None end)).
Definition the_bytes : fl_clvalue := LVariable (NVariable 0).
Definition four_there (l : list Z) : store machine_point := [Some (VBytes l)].
Notation bytes_represented :=
  (represents_store nothing_waits (W no_program (laid_out no_program no_plans)) (λ _, Some some_bytes) (λ _, None)).
Definition lower_four (move : bool) (b : basic) : option (list fl_cstat) :=
  fst <$> lower_basic (λ _, Some some_bytes) (λ _, None) (apart_in no_plans 0) (λ _, true) (guard_basic b) move 0 b.

Definition its_length : fl_cexpr := XCast U32 (read_length 4 the_bytes).
Definition traps_when (op : operator) (n : Z) : fl_cstat := STrapIf (XBinary op its_length (XConstant Unsigned n)).
Definition store_nine : fl_cstat :=
  SAssign U8 (LSubscript (data_of the_bytes) (read_length 4 the_bytes)) (XConstant Plain 9).
Definition one_longer : fl_cstat :=
  set_length 4 the_bytes (XBinary OAdd (read_length 4 the_bytes) (XConstant Unsigned 1)).
Definition push_nine : list fl_cstat := [its_array the_bytes 4; store_nine; one_longer].
Definition pushed : basic := BPush (PVar 0) 4 (EInt W8 9).

(** A byte is pushed onto four, which traps; without its guard, or with one that is off by one, it is stored behind the
    array's end. Onto three there is room, and a guard that is off by one to the other side traps. If the length is
    stored first, the byte is not where it was to be. *)
Theorem lang_c_pushes_refuter :
  lower_four false pushed = Some (traps_when OGe 4 :: push_nine) ∧
  run pair_machine 0 pushed (four_there [1; 2; 3; 4]%Z) = Trap ∧
  pair_exec (traps_when OGe 4 :: push_nine) (up_to_four 4) = Some (Traps (up_to_four 4)) ∧
  (¬ ∃ r, pair_exec push_nine (up_to_four 4) = Some r) ∧
  (¬ ∃ r, pair_exec (traps_when OGt 4 :: push_nine) (up_to_four 4) = Some r) ∧
  run pair_machine 0 pushed (four_there [1; 2; 3]%Z) = Ok (four_there [1; 2; 3; 9]%Z) ∧
  (∃ os, pair_exec (traps_when OGe 4 :: push_nine) (up_to_four 3) = Some (Ends os) ∧
     member (os (NVariable 0)) MData = Some (OArray (map (OInt U8) [1; 2; 3; 9]%Z))) ∧
  (¬ ∃ os, pair_exec (traps_when OGe 3 :: push_nine) (up_to_four 3) = Some (Ends os)) ∧
  run pair_machine 0 pushed (four_there [1; 2]%Z) = Ok (four_there [1; 2; 9]%Z) ∧
  (∃ os, pair_exec [its_array the_bytes 4; one_longer; store_nine] (up_to_four 2) = Some (Ends os) ∧
     ¬ bytes_represented os (four_there [1; 2; 9]%Z)).
Proof.
  split; [by vm_compute|]. split; [by vm_compute|]. split; [by vm_compute|].
  split; [intros [r H]; by vm_compute in H|]. split; [intros [r H]; by vm_compute in H|]. split; [by vm_compute|].
  split; [by eexists; split; vm_compute|]. split; [intros [r H]; by vm_compute in H|]. split; [by vm_compute|].
  eexists. split; [by vm_compute|]. intros [H _]. specialize (H 0 some_bytes (VBytes [1; 2; 9]%Z) eq_refl eq_refl).
  inversion H as [| |? ? ? ? arr i Ht Hok Hcap Hlen Hh Hread Hheld| | | | | |]; subst.
  vm_compute in Hread. injection Hread as <- <-. destruct Hheld as [_ [rest Hd]]. vm_compute in Hd. discriminate Hd.
Qed.

Definition one_more : fl_cexpr := XRead (TyInt U32) (LVariable (NTemporary 1)).
Definition copy_behind : fl_cstat :=
  SBytes false (XBinary OAdd (data_of the_bytes) (read_length 4 the_bytes)) (XString [97]%Z) one_more.
Definition longer : fl_cstat := set_length 4 the_bytes (XBinary OAdd (read_length 4 the_bytes) one_more).
Definition append_a (inside : list fl_cstat) : list fl_cstat :=
  [its_array the_bytes 4; SBlock U32 (NTemporary 1) (XConstant Unsigned 1) inside].
Definition no_room (op : operator) : fl_cstat :=
  STrapIf (XBinary op (XConstant Unsigned 1) (minus (XConstant Unsigned 4) its_length)).
Definition appended : basic := BAppend (PVar 0) 4 (EBytes [97]%Z).
Definition first_again : basic := BBlit (PVar 0) (EInt W32 0) (ESlice (ERead (PVar 0)) (EInt W32 1) (EInt W32 3)).
Definition forward (move : bool) : list fl_cstat :=
  [SBytes move (XBinary OAdd (data_of the_bytes) (XConstant Unsigned 0))
     (XBinary OAdd (data_of the_bytes) (XConstant Unsigned 1))
     (infix OSub (XConstant Unsigned 3) (XConstant Unsigned 1))].

(** Bytes are appended where there is no room for them: without the guard they are stored behind the array's end. With a
    guard that is off by one what fits traps. With the length stored before the copy they are not where they were to
    be. And where bytes are overwritten by their neighbours, memcpy is undefined, and [lower_basic] does not take it. *)
Theorem lang_c_appends_refuter :
  lower_four false appended = Some (no_room OGt :: append_a [copy_behind; longer]) ∧
  run pair_machine 0 appended (four_there [1; 2; 3; 4]%Z) = Trap ∧
  pair_exec (no_room OGt :: append_a [copy_behind; longer]) (up_to_four 4) = Some (Traps (up_to_four 4)) ∧
  (¬ ∃ r, pair_exec (append_a [copy_behind; longer]) (up_to_four 4) = Some r) ∧
  run pair_machine 0 appended (four_there [1; 2; 3]%Z) = Ok (four_there [1; 2; 3; 97]%Z) ∧
  (¬ ∃ os, pair_exec (no_room OGe :: append_a [copy_behind; longer]) (up_to_four 3) = Some (Ends os)) ∧
  run pair_machine 0 appended (four_there [1; 2]%Z) = Ok (four_there [1; 2; 97]%Z) ∧
  (∃ os, pair_exec (append_a [longer; copy_behind]) (up_to_four 2) = Some (Ends os) ∧
     ¬ bytes_represented os (four_there [1; 2; 97]%Z)) ∧
  run pair_machine 0 first_again (four_there [1; 2; 3]%Z) = Ok (four_there [2; 3; 3]%Z) ∧
  (¬ ∃ r, pair_exec (forward false) (up_to_four 3) = Some r) ∧
  (∃ os, pair_exec (forward true) (up_to_four 3) = Some (Ends os) ∧
     member (os (NVariable 0)) MData = Some (OArray (map (OInt U8) [2; 3; 3; 4]%Z))) ∧
  lower_four false first_again = None ∧ is_Some (lower_four true first_again).
Proof.
  split; [by vm_compute|]. split; [by vm_compute|]. split; [by vm_compute|].
  split; [intros [r H]; by vm_compute in H|]. split; [by vm_compute|]. split; [intros [r H]; by vm_compute in H|].
  split; [by vm_compute|]. split.
  { eexists. split; [by vm_compute|]. intros [H _].
    specialize (H 0 some_bytes (VBytes [1; 2; 97]%Z) eq_refl eq_refl).
    inversion H as [| |? ? ? ? arr i Ht Hok Hcap Hlen Hh Hread Hheld| | | | | |]; subst.
    vm_compute in Hread. injection Hread as <- <-. destruct Hheld as [_ [rest Hd]]. vm_compute in Hd. discriminate Hd. }
  split; [by vm_compute|]. split; [intros [r H]; by vm_compute in H|]. split; [by eexists; split; vm_compute|].
  split; [by vm_compute|]. by vm_compute; eexists.
Qed.

(** ** Control in C *)
From Fairlead.Printed.Control Require Import Moves Source Text Same.

Definition asked : suspension := Ask 0 [] None [].
Definition wait_for_ever : fl_cmd := Loop 0 (Suspend 1 asked).
Definition waits_for_ever (before : list line) : list line :=
  before ++ [NFor; NLine (NAsk 1 asked None); NLine (NHere (Stop 2)); NLine (NLeaf (LAnswer 1 asked)); NClose].
Definition its_switch (landing : nat) : switch := Switch [] [(2, landing)] [(2, PAsk 1 asked)].
Definition its_answer : stat := SLine (NLeaf (LAnswer 1 asked)).
Definition its_rest : stat := SSeq (SLine (NHere (Stop 2))) (SSeq its_answer SSkip).
Definition its_ask : stat := SLine (NAsk 1 asked None).
Definition its_loop : stat := SSeq its_ask its_rest.
Definition its_body (before : stat) : stat := SSeq before (SSeq (SFor its_loop) SSkip).
Definition its_pairs (_ : text) : list (Agree.pair (P1 := source_position) (P2 := text_position)) :=
  [Agree.Pair (Focus wait_for_ever []) (Pos (SFor its_loop) [OSeq SSkip] (Some 2)) [1];
   Agree.Pair (Focus (Suspend 1 asked) [KLoop 0 (Suspend 1 asked)])
     (Pos its_ask [OSeq its_rest; OFor its_loop; OSeq SSkip] (Some 2)) [2];
   Agree.Pair (Answered 1 asked [KLoop 0 (Suspend 1 asked)])
     (Pos its_answer [OSeq SSkip; OFor its_loop; OSeq SSkip] (Some 2)) [0]].

(** Where C goes is computed before the rest of a run is looked at, or it would be looked at for ever. *)
Ltac run_text :=
  repeat match goal with
  | H : text_move _ _ = _ |- _ => vm_compute in H; first [discriminate H|injection H; clear H; intros; subst]
  | H : ran _ _ _ _ |- _ => inversion H; clear H; subst
  end.

(** A coroutine that waits in a loop, with [f->at] stored before the loop: accepted. Without that line, C does not get
    past the suspension; if the switch goes to another label, not past the answer; and with the branches of a test
    exchanged it does what the command does not. *)
Theorem lang_c_control_refuter :
  same_control 10 (λ _, true) lower_test wait_for_ever true 256 (its_switch 2) (waits_for_ever [NLine (NStore 2)])
    its_pairs = true ∧
  (∃ s tr, written s = waits_for_ever [] ∧
    ran (source_move (λ _, true) lower_test wait_for_ever) (Focus wait_for_ever []) tr Going ∧
    ¬ ran (text_move (whole (its_switch 2) 256 s)) (beginning true s) tr Going) ∧
  (∃ s tr, written s = waits_for_ever [NLine (NStore 2)] ∧
    ran (source_move (λ _, true) lower_test wait_for_ever) (Focus wait_for_ever []) tr Going ∧
    ¬ ran (text_move (whole (its_switch 3) 256 s)) (beginning true s) tr Going) ∧
  let body : fl_cmd := If (EBool true) (Do BTrap) Skip in
  ∃ s tr, written s = [NLine (NIfJump (GTrue, EBool true) false Done); NLine (NLeaf (LBasic BTrap))] ∧
    ran (source_move (λ _, true) lower_test body) (Focus body []) tr Returned ∧
    ¬ ran (text_move (whole (its_switch 2) 256 s)) (beginning false s) tr Returned.
Proof.
  split; [by vm_compute|]. split; [|split].
  - exists (its_body SSkip), [Turned; Waited (PAsk 1 asked)]. split; [reflexivity|]. split.
    + eapply ran_turns; [reflexivity|]. eapply ran_waits; [reflexivity|]. apply ran_now.
    + intros H. run_text.
  - exists (its_body (SLine (NStore 2))), [Turned; Waited (PAsk 1 asked); Did (LAnswer 1 asked)].
    split; [reflexivity|]. split.
    + eapply ran_turns; [reflexivity|]. eapply ran_waits; [reflexivity|]. eapply ran_does; [reflexivity|].
      apply ran_now.
    + intros H. run_text.
  - exists (SSeq (SLine (NIfJump (GTrue, EBool true) false Done)) (SLine (NLeaf (LBasic BTrap)))),
      [Found (QTest (GTrue, EBool true)) true; Did (LBasic BTrap)]. split; [reflexivity|]. split.
    + eapply ran_silent; [reflexivity|]. eapply ran_tests; [reflexivity|]. eapply ran_does; [reflexivity|].
      by apply ran_returns.
    + intros H. run_text.
Qed.

(** Of a semantics in which a line of the source does something, here a trap, the command's control is not that. *)
Definition lines_trap (body : fl_cmd) :
    dynamics basic expr suspension call resumption (store ()) () () () () :=
  Dynamics _ _ _ _ _ _ _ _ _ _ (λ _, Some body) (λ _ _ _, Trap) (λ _ _, Trap) (λ _ _, Trap) (λ _ _ _ _, Trap)
    (λ _ _ _, Trap) (λ _ _, Trap) (λ _ _ _ _ _, Trap) (λ _ _, Trap) (λ _ _ _ _, Trap) (λ _ _, Trap) (λ _ _ s, s)
    (λ _ _ _ _, ()) (λ _, None).

Theorem lang_control_steps_refuter :
  let body : fl_cmd := Do (BLine 0) in
  code (lines_trap body) 0 = Some body ∧
  source_move (λ _, true) lower_test body (Focus body []) = Silent (Focus Skip []) ∧
  Core.Model.Semantics.step (lines_trap body) (Running body 0 [] [] []) ≠ Go (Running Skip 0 [] [] []).
Proof. split_and!; [done..|]. discriminate. Qed.
