(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Scripts: how the fast code is made from the clean code, in edits that are each checked. An edit
    says where, how far into the sequence there, and which rule. Search and people write scripts; what counts is that
    applying one to the clean code gives the fast code, up to the grouping of sequences. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import FunctionalExtensionality.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Describe_trusted Run_trusted Flat_trusted
  Structured_trusted.
From Fairlead.Asm.Footprints Require Import Reorder.
From Fairlead.Asm.Control Require Import Loops.
From Fairlead.Asm.Symbolic Require Import Equivalence.
From Fairlead.Asm.Refinement Require Import Refines.
From Fairlead.Asm.Peephole Require Import Rules.
From Fairlead.Asm.Groups Require Import Exchange.
From Fairlead.Asm.Transform Require Import LoopRules.

Inductive rule : Set :=
  | Reordered (n : nat) (hints : list nat)     (* the next n instructions, as the reordering checker allows *)
  | Grouped (n : nat) (l : list trade)      (* the next n instructions, of which groups change places *)
  | Equal (n : nat) (fast : list instr)        (* the next n instructions, as the symbolic checker allows *)
  | Peel                                       (* the loop here: its first iteration by itself *)
  | Rotate (m : nat)                           (* the first m parts of the body to the end of the iteration before *)
  | Unroll (n : nat)                           (* n more bodies in one *)
  | Sink (m : nat)                             (* what follows the first m parts of the body, to the iteration after *)
  | Invert                                     (* a loop that tests first, made to test last *)
  | Exchange                                   (* the branches of the conditional here, and its condition negated *)
  | IntoIf (m : nat)                           (* the m parts here into the branches of what follows *)
  | OutOfIf (m : nat)                          (* the first m parts of both branches, in front *)
  | TailIntoIf (m : nat)                       (* the m parts behind the conditional here into its branches *)
  | TailOutOfIf (m : nat).                     (* the last parts of both branches, of which there are m in the first, behind *)

(** In the [a] or [b] of the conditional or loop at that place of the sequence, and so on. *)
Record edit : Set := Edit { ed_path : list (nat * bool); ed_skip : nat; ed_rule : rule }.

Global Instance code_eq_dec : EqDecision code.
Proof. solve_decision. Defined.

(** ** Sequences as lists *)

Fixpoint elements (x : code) : list code :=
  match x with
  | CSkip => []
  | CInstr i => [CInstr i]
  | CSeq a b => elements a ++ elements b
  | CIf c a b => [CIf c (seq (elements a)) (seq (elements b))]
  | CLoop a c b => [CLoop (seq (elements a)) c (seq (elements b))]
  end.

Definition normal (x : code) : code := seq (elements x).

Fixpoint instrs_of (l : list code) : option (list instr) :=
  match l with
  | [] => Some []
  | CInstr i :: l => match instrs_of l with Some p => Some (i :: p) | None => None end
  | _ => None
  end.

(** ** Applying rules *)

Definition every_location : list loc :=
  map G [RAX; RCX; RDX; RBX; RSP; RBP; RSI; RDI; R8; R9; R10; R11; R12; R13; R14; R15] ++
  flat_map (fun x => [Lo x; Hi x]) [V0; V1; V2; V3; V4; V5; V6; V7; V8; V9; V10; V11; V12; V13; V14; V15] ++
  map F [CF; PF; AF; ZF; SF; OF].

Definition apply_rule (rel : relation) (r : rule) (l : list code) : option (list code) :=
  match r, l with
  | Reordered n hints, l =>
      match instrs_of (take n l) with
      | Some p => match reorder rel hints p with Some q => Some (map CInstr q ++ drop n l) | None => None end
      | None => None
      end
  | Grouped n x, l =>
      match instrs_of (take n l) with
      | Some p => match regroup rel 0 x p with Some q => Some (map CInstr q ++ drop n l) | None => None end
      | None => None
      end
  | Equal n q, l =>
      match instrs_of (take n l) with
      | Some p => if symeq rel every_location p q then Some (map CInstr q ++ drop n l) else None
      | None => None
      end
  | Peel, CLoop a c b :: l => Some (a :: CIf c (CSeq b (CLoop a c b)) CSkip :: l)
  | Rotate m, CLoop a c b :: l =>
      let a1 := seq (take m (elements a)) in
      Some (a1 :: CLoop (seq (drop m (elements a))) c (CSeq b a1) :: l)
  | Unroll n, CLoop a c b :: l => Some (CLoop (unrolled n a c b) c b :: l)
  | Sink m, CLoop a c b :: l =>
      let i := seq (drop m (elements a)) in
      if keeps c i then Some (CLoop (seq (take m (elements a))) c (CSeq i b) :: i :: l) else None
  | Invert, CLoop a c b :: l =>
      match elements a with [] => Some (CIf c (CLoop b c CSkip) CSkip :: l) | _ => None end
  | Exchange, CIf c a b :: l => Some (CIf (negate c) b a :: l)
  | IntoIf m, l =>
      match drop m l with
      | CIf c a b :: rest =>
          let x := seq (take m l) in if keeps c x then Some (CIf c (CSeq x a) (CSeq x b) :: rest) else None
      | _ => None
      end
  | OutOfIf m, CIf c a b :: l =>
      let x := seq (take m (elements a)) in
      if bool_decide (seq (take m (elements b)) = x) && keeps c x
      then Some (x :: CIf c (seq (drop m (elements a))) (seq (drop m (elements b))) :: l) else None
  | TailIntoIf m, CIf c a b :: l =>
      let x := seq (take m l) in Some (CIf c (CSeq a x) (CSeq b x) :: drop m l)
  | TailOutOfIf m, CIf c a b :: l =>
      let ea := elements a in let eb := elements b in
      let x := seq (drop (length ea - m) ea) in
      if bool_decide (seq (drop (length eb - m) eb) = x)
      then Some (CIf c (seq (take (length ea - m) ea)) (seq (take (length eb - m) eb)) :: x :: l) else None
  | _, _ => None
  end.

Fixpoint at_path (path : list (nat * bool)) (f : list code -> option (list code)) (l : list code) : option (list code) :=
  match path with
  | [] => f l
  | (k, second) :: path =>
      match drop k l with
      | CIf c a b :: rest =>
          match at_path path f (elements (if second : bool then b else a)) with
          | Some x => Some (take k l ++ (if second then CIf c a (seq x) else CIf c (seq x) b) :: rest)
          | None => None
          end
      | CLoop a c b :: rest =>
          match at_path path f (elements (if second : bool then b else a)) with
          | Some x => Some (take k l ++ (if second then CLoop a c (seq x) else CLoop (seq x) c b) :: rest)
          | None => None
          end
      | _ => None
      end
  end.

Definition apply_edit (rel : relation) (s : edit) (x : code) : option code :=
  match at_path (ed_path s) (fun l => match apply_rule rel (ed_rule s) (drop (ed_skip s) l) with
                                     | Some q => Some (take (ed_skip s) l ++ q)
                                     | None => None
                                     end) (elements x) with
  | Some l => Some (normal (seq l))
  | None => None
  end.

Fixpoint transform (rel : relation) (script : list edit) (x : code) : option code :=
  match script with
  | [] => Some (normal x)
  | s :: script => match apply_edit rel s x with Some y => transform rel script y | None => None end
  end.

Definition check_script (rel : relation) (script : list edit) (clean fast : code) : bool :=
  match transform rel script clean with Some y => bool_decide (y = normal fast) | None => false end.

(** ** Soundness *)

Section sound.
  Context (g : env) (rel : relation) (Hrel : respects g rel).

  Lemma normal_same x : same_runs g x (normal x).
  Proof using.
    unfold normal. induction x as [|i|a IHa b IHb|c a IHa b IHb|a IHa c b IHb]; cbn [elements].
    - done.
    - symmetry. apply seq_skip.
    - rewrite seq_app. by apply same_seq.
    - cbn [seq]. rewrite seq_skip. by apply same_if.
    - cbn [seq]. rewrite seq_skip. by apply same_loop.
  Qed.

  Lemma elements_refines x : refines g x (seq (elements x)).
  Proof using. apply same_runs_refines, normal_same. Qed.

  Lemma refines_elements x : refines g (seq (elements x)) x.
  Proof using. apply same_runs_refines. symmetry. apply normal_same. Qed.

  Lemma split_refines m x : refines g x (CSeq (seq (take m (elements x))) (seq (drop m (elements x)))).
  Proof using.
    transitivity (seq (elements x)); [apply elements_refines|]. rewrite <- (take_drop m (elements x)) at 1.
    apply same_runs_refines, seq_app.
  Qed.

  Lemma reorder_better hints p q : reorder rel hints p = Some q -> better g p q.
  Proof using Hrel.
    intros H. assert (check_reorder rel hints p q = true) as Hc.
    { unfold check_reorder. rewrite H. by apply bool_decide_eq_true. }
    apply runs_better.
    - intros s s' ts _ Hr. rewrite (reorder_sound g rel hints p q s Hrel Hc), Hr. by eexists.
    - intros s1 s2 r1 r2 ts u1 u2 _ _ H1 H2 H3 H4.
      rewrite (reorder_sound g rel hints p q _ Hrel Hc), H1 in H3. rewrite (reorder_sound g rel hints p q _ Hrel Hc), H2 in H4.
      by simplify_eq.
  Qed.

  Lemma every_location_spec l : l ∈ every_location.
  Proof using.
    apply elem_of_list_In. destruct l as [[]|[]|[]|[]]; cbn; tauto.
  Qed.

  Lemma symeq_better p q : symeq rel every_location p q = true -> better g p q.
  Proof using Hrel.
    intros H.
    assert (∀ s s' ts, well_formed s -> run g p s = Some (s', ts) -> ∃ us, run g q s = Some (s', us)) as Hr.
    { intros s s' ts Hs Hp. destruct (symeq_sound g rel every_location p q s s' ts H Hrel Hs Hp) as (s2 & us & Hq & Hm & Hl).
      exists us. rewrite Hq. f_equal. f_equal. destruct s2 as [f m], s' as [f' m']. cbn in *. subst. f_equal.
      extensionality l. apply Hl, every_location_spec. }
    apply runs_better; [done|]. intros s1 s2 r1 r2 ts u1 u2 W1 W2 H1 H2 H3 H4.
    by apply (symeq_leaks_no_more g rel every_location p q s1 s2 r1 r2 u1 u2 r1 r2 ts).
  Qed.

  Lemma instrs_of_spec l p : instrs_of l = Some p -> seq l = block p.
  Proof using.
    revert p. induction l as [|x l IH]; intros p H; cbn in *; [by simplify_eq|].
    destruct x; try done. destruct (instrs_of l) as [p'|]; simplify_eq. cbn. by rewrite (IH p').
  Qed.

  Lemma replaced_block n l p q :
    instrs_of (take n l) = Some p -> better g p q -> refines g (seq l) (seq (map CInstr q ++ drop n l)).
  Proof using.
    intros Hp%instrs_of_spec H. rewrite <- (take_drop n l) at 1. apply refines_app; [|reflexivity].
    rewrite Hp, seq_block. exact H.
  Qed.

  Lemma front x y l : refines g x y -> refines g (CSeq x (seq l)) (CSeq y (seq l)).
  Proof using. intros H. by apply refines_seq. Qed.

  Lemma group x y l : refines g (CSeq (CSeq x y) (seq l)) (CSeq x (CSeq y (seq l))).
  Proof using. apply same_runs_refines. symmetry. apply seq_assoc. Qed.

  Lemma ungroup x y l : refines g (CSeq x (CSeq y (seq l))) (CSeq (CSeq x y) (seq l)).
  Proof using. apply same_runs_refines, seq_assoc. Qed.

  Lemma apply_rule_refines r l q : apply_rule rel r l = Some q -> refines g (seq l) (seq q).
  Proof using Hrel.
    intros H. destruct r as [n hints|n x|n q'| |m|n|m| | |m|m|m|m]; cbn [apply_rule] in H.
    - destruct (instrs_of (take n l)) as [p|] eqn:E; [|done]. destruct (reorder rel hints p) as [q'|] eqn:Eq; simplify_eq.
      eapply replaced_block; [done|]. by eapply reorder_better.
    - destruct (instrs_of (take n l)) as [p|] eqn:E; [|done]. destruct (regroup rel 0 x p) as [q'|] eqn:Eq; simplify_eq.
      eapply replaced_block; [done|]. apply (groups_better g rel Hrel x). unfold check_groups. rewrite Eq.
      by apply bool_decide_eq_true.
    - destruct (instrs_of (take n l)) as [p|] eqn:E; [|done]. destruct (symeq _ _ p q') eqn:Eq; simplify_eq.
      eapply replaced_block; [done|]. by apply symeq_better.
    - destruct l as [|[| | | |a c b] l]; simplify_eq. cbn [seq].
      transitivity (CSeq (CSeq a (CIf c (CSeq b (CLoop a c b)) CSkip)) (seq l)); [|apply group].
      apply front, same_runs_refines, peel.
    - destruct l as [|[| | | |a c b] l]; simplify_eq. cbn [seq].
      transitivity (CSeq (CLoop (CSeq (seq (take m (elements a))) (seq (drop m (elements a)))) c b) (seq l)).
      + apply front, refines_loop; [apply split_refines|reflexivity].
      + etransitivity; [apply front, same_runs_refines, rotate|apply group].
    - destruct l as [|[| | | |a c b] l]; simplify_eq. cbn [seq]. apply front, unroll.
    - destruct l as [|[| | | |a c b] l]; simplify_eq. destruct (keeps _ _) eqn:K; simplify_eq. cbn [seq].
      transitivity (CSeq (CLoop (CSeq (seq (take m (elements a))) (seq (drop m (elements a)))) c b) (seq l)).
      + apply front, refines_loop; [apply split_refines|reflexivity].
      + etransitivity; [by apply front, sink|apply group].
    - destruct l as [|[| | | |a c b] l]; simplify_eq. destruct (elements a) eqn:E; simplify_eq. cbn [seq].
      apply front. transitivity (CLoop CSkip c b); [|apply invert].
      apply refines_loop; [|reflexivity]. pose proof (elements_refines a) as H. by rewrite E in H.
    - destruct l as [|[| | |c a b|] l]; simplify_eq. cbn [seq]. apply front, exchange.
    - destruct (drop m l) as [|[| | |c a b|] rest] eqn:E; try done. destruct (keeps _ _) eqn:K; simplify_eq.
      rewrite <- (take_drop m l) at 1. rewrite E. cbn [seq].
      etransitivity; [apply same_runs_refines, seq_app|]. cbn [seq].
      etransitivity; [apply ungroup|]. by apply front, into_if.
    - destruct l as [|[| | |c a b|] l]; try done. destruct (_ && _) eqn:E; simplify_eq.
      apply andb_true_iff in E as [Eb%bool_decide_eq_true K]. cbn [seq].
      etransitivity; [|apply group]. apply front.
      etransitivity; [|by apply out_of_if]. rewrite <- Eb at 2. apply refines_if; apply split_refines.
    - destruct l as [|[| | |c a b|] l]; simplify_eq. cbn [seq]. rewrite <- (take_drop m l) at 1.
      etransitivity; [apply refines_seq; [reflexivity|apply same_runs_refines, seq_app]|].
      etransitivity; [apply ungroup|]. apply front, tail_into_if.
    - destruct l as [|[| | |c a b|] l]; try done. destruct (bool_decide _) eqn:Eb; simplify_eq.
      apply bool_decide_eq_true in Eb. cbn [seq]. etransitivity; [|apply group]. apply front.
      etransitivity; [|apply tail_out_of_if]. rewrite <- Eb at 2. apply refines_if; apply split_refines.
  Qed.

  Lemma at_path_refines path f l q :
    (∀ l q, f l = Some q -> refines g (seq l) (seq q)) -> at_path path f l = Some q -> refines g (seq l) (seq q).
  Proof using.
    intros Hf. revert l q. induction path as [|[k second] path IH]; intros l q H; cbn [at_path] in H; [by apply Hf|].
    destruct (drop k l) as [|[| | |c a b|a c b] rest] eqn:E; try done;
      destruct (at_path path f _) as [x|] eqn:X; simplify_eq;
      apply IH in X; (assert (refines g (if second then b else a) (seq x)) as Hx by (etransitivity; [apply elements_refines|done]));
      rewrite <- (take_drop k l) at 1; rewrite E; (apply refines_app; [reflexivity|]); cbn [seq];
      apply front; destruct second; (apply refines_if || apply refines_loop); done.
  Qed.

  Theorem transform_refines script x y : transform rel script x = Some y -> refines g x y.
  Proof using Hrel.
    revert x. induction script as [|s script IH]; intros x H; cbn [transform] in H; simplify_eq.
    - apply same_runs_refines, normal_same.
    - destruct (apply_edit rel s x) as [x'|] eqn:E; [|done]. transitivity x'; [|by apply IH].
      unfold apply_edit in E. destruct (at_path _ _ _) as [l|] eqn:P; simplify_eq.
      transitivity (seq (elements x)); [apply elements_refines|].
      transitivity (seq l); [|apply same_runs_refines, normal_same].
      eapply at_path_refines; [|exact P]. cbn. intros l' q' Hf.
      destruct (apply_rule _ _ _) as [r|] eqn:R; simplify_eq.
      rewrite <- (take_drop (ed_skip s) l') at 1. apply refines_app; [reflexivity|]. by eapply apply_rule_refines.
  Qed.

  Theorem check_script_refines script clean fast : check_script rel script clean fast = true -> refines g clean fast.
  Proof using Hrel.
    unfold check_script. destruct (transform rel script clean) as [y|] eqn:E; [|done]. intros ->%bool_decide_eq_true.
    etransitivity; [by eapply transform_refines|]. apply refines_elements.
  Qed.
End sound.
