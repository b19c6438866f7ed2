(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What must survive: a liveness check over commands.

    An *analysis* says, for each operation, which part of the store must agree
    before it so that a given part agrees after it ([V] is the type of parts,
    say sets of variables), or refuses it. Sets at loops and goto targets are
    guessed by whoever lays out frames ([at_label]); nothing here trusts them.
    [live] computes the rest backwards in one pass and checks the guesses.

    With [V := unit] nothing is ever lost, which is plain compilation. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd Points.
From Fairlead.Core.Machine Require Import Find Labels.

Record analysis {B T S C R V : Type} := Analysis {
  subset : V → V → bool;
  union : V → V → V;
  at_label : procedure → label → V;          (* before a loop or goto target *)
  fresh_set : procedure → V;                 (* in a frame that has not started *)
  entry_set : procedure → V;                 (* before a procedure's body *)
  exit_set : procedure → V;                  (* when a procedure returns *)
  need_run : procedure → B → V → option V;
  need_test : procedure → T → V → option V;
  keep_ask : procedure → S → V → option V;   (* while suspended: what [answer] needs *)
  need_ask : procedure → label → S → V → option V;   (* before: given what is kept *)
  keep_call : procedure → C → V → option V;  (* while the callee runs: what [leave_call] needs *)
  need_call : procedure → label → C → V → option V;  (* before: given what is kept *)
  need_resume : procedure → R → V → option V (* the store stays in place meanwhile *)
}.
Arguments analysis : clear implicits.

Section liveness.
  Context {B T S C R V : Type} (A : analysis B T S C R V).
  Local Notation cmd := (cmd B T S C R).
  Local Notation kont := (kont B T S C R).

  (** What must agree before [c], when [after] must after it and [exits] after
      the enclosing blocks, innermost first. *)
  Fixpoint live (p : procedure) (c : cmd) (after : V) (exits : list V) : option V :=
    match c with
    | Skip => Some after
    | Do b => need_run A p b after
    | Seq c1 c2 =>
        match live p c2 after exits with Some W => live p c1 W exits | None => None end
    | If t c1 c2 =>
        match live p c1 after exits, live p c2 after exits with
        | Some W1, Some W2 => need_test A p t (union A W1 W2)
        | _, _ => None
        end
    | Block c => live p c after (after :: exits)
    | Loop l c =>
        let W := at_label A p l in
        match live p c W exits with
        | Some U => if subset A U W then Some W else None
        | None => None
        end
    | Exit n => nth_error exits n
    | Label l c =>
        let W := at_label A p l in
        match live p c after exits with
        | Some U => if subset A U W then Some W else None
        | None => None
        end
    | Goto l => Some (at_label A p l)
    | Suspend l x =>
        match keep_ask A p x after with Some W => need_ask A p l x W | None => None end
    | Call l x =>
        match keep_call A p x after with Some W => need_call A p l x W | None => None end
    | Resume x => need_resume A p x after
    | Return => Some (exit_set A p)
    end.

  (** The check of one procedure. *)
  Definition accepts_body (p : procedure) (body : cmd) : bool :=
    match increasing body 0, live p body (exit_set A p) [] with
    | Some _, Some W => subset A W (entry_set A p)
    | _, _ => false
    end.

  (** The check of a program: bodies, numbered from [p] on. *)
  Fixpoint accepts_from (p : procedure) (bodies : list cmd) : bool :=
    match bodies with
    | [] => true
    | body :: bodies => if accepts_body p body then accepts_from (Datatypes.S p) bodies else false
    end.
  Definition accepts : list cmd → bool := accepts_from 0.

  (** What the check establishes, and all the simulation asks for. *)
  Definition accepted (code : procedure → option cmd) : Prop :=
    ∀ p body, code p = Some body →
      NoDup (labels body) ∧
      ∃ W, live p body (exit_set A p) [] = Some W ∧ subset A W (entry_set A p) = true.

  Lemma accepts_body_sound p body :
    accepts_body p body = true →
    NoDup (labels body) ∧
    ∃ W, live p body (exit_set A p) [] = Some W ∧ subset A W (entry_set A p) = true.
  Proof.
    unfold accepts_body. repeat case_match; try done. intros.
    split; [by eapply increasing_distinct|eauto].
  Qed.

  Lemma accepts_sound bodies : accepts bodies = true → accepted (λ p, bodies !! p).
  Proof.
    assert (∀ q, accepts_from q bodies = true →
      ∀ p body, bodies !! p = Some body → accepts_body (q + p) body = true) as Hfrom.
    { induction bodies as [|body' bodies IH]; intros q; simpl; [done|].
      case_match; [|done]. intros Hq [|p] body; simpl.
      - intros [= <-]. by rewrite Nat.add_0_r.
      - intros Hp. rewrite <-Nat.add_succ_comm. by apply IH. }
    intros H p body Hp. by apply accepts_body_sound, (Hfrom 0).
  Qed.

  (** ** Continuations *)

  (** [k] may go on when [after] agrees, and after leaving blocks when [exits] do. *)
  Inductive live_kont (p : procedure) : kont → V → list V → Prop :=
  | live_nil : live_kont p [] (exit_set A p) []
  | live_seq c k after W exits :
      live p c after exits = Some W → live_kont p k after exits →
      live_kont p (KSeq c :: k) W exits
  | live_block k after exits :
      live_kont p k after exits → live_kont p (KBlock :: k) after (after :: exits)
  | live_loop l c k after W exits :
      live p (Loop l c) after exits = Some W → live_kont p k after exits →
      live_kont p (KLoop l c :: k) W exits.

  Lemma live_leave p n k k' after exits W :
    live_kont p k after exits → leave n k = Some k' → nth_error exits n = Some W →
    ∃ exits', live_kont p k' W exits'.
  Proof.
    intros Hk. revert n. induction Hk; intros [|n]; simpl; naive_solver.
  Qed.

  Lemma live_body_loop p l c after exits W :
    live p (Loop l c) after exits = Some W →
    W = at_label A p l ∧ ∃ U, live p c W exits = Some U ∧ subset A U W = true.
  Proof. simpl. repeat case_match; naive_solver. Qed.

  Lemma live_body_label p l c after exits W :
    live p (Label l c) after exits = Some W →
    W = at_label A p l ∧ ∃ U, live p c after exits = Some U ∧ subset A U W = true.
  Proof. simpl. repeat case_match; naive_solver. Qed.

  (** Wherever a jump lands, the check has been there. *)
  Lemma live_find p l c k c' k' after exits W :
    find l c k = Some (c', k') → live p c after exits = Some W → live_kont p k after exits →
    ∃ after' exits' W', live p c' after' exits' = Some W' ∧ live_kont p k' after' exits'.
  Proof.
    revert k after exits W. induction c; intros k after exits W Hf Hc Hk; simpl in Hf; try done.
    - simpl in Hc. repeat (case_match; simplify_eq); eauto using live_kont.
    - simpl in Hc. repeat (case_match; simplify_eq); eauto.
    - eauto using live_kont.
    - case_decide; simplify_eq; [eauto|].
      pose proof (live_body_loop _ _ _ _ _ _ Hc) as (-> & U & ? & ?). eauto using live_kont.
    - case_decide; simplify_eq; [eauto|].
      apply live_body_label in Hc as (-> & U & ? & ?). eauto.
    - case_decide; simplify_eq; eauto.
    - case_decide; simplify_eq; eauto.
  Qed.

  (** ** Points *)

  (** What is kept at a saved command. *)
  Definition kept (p : procedure) (c : cmd) (after : V) : option V :=
    match c with
    | Suspend _ x => keep_ask A p x after
    | Call _ x => keep_call A p x after
    | _ => None
    end.

  Context (code : procedure → option cmd).

  (** A source point and the machine's, with what must agree there. It speaks
      of code alone, so that instances whose stores hold frames may build their
      relation on stores from it. *)
  Inductive point_rel : source_point B T S C R → machine_point → V → Prop :=
  | point_fresh p : point_rel (SFresh p) (MStart p) (fresh_set A p)
  | point_at p l c k body after exits W :
      code p = Some body → find l body [] = Some (c, k) →
      live_kont p k after exits → kept p c after = Some W →
      point_rel (SAt p c k) (MAt p l) W.

  (** Frames agree when their points do, and their stores as far as needed there. *)
  Definition frame_rel {store1 store2} (srel : procedure → V → store1 → store2 → Prop)
      (f : source_point B T S C R * store1) (g : machine_point * store2) : Prop :=
    ∃ W, point_rel f.1 g.1 W ∧ srel (source_procedure f.1) W f.2 g.2.
End liveness.
