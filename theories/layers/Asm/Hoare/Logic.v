(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Hoare logic for structured code, proved on its runs. A triple promises that from
    every state with the precondition the code runs to its end, without error, and that
    the postcondition, which may speak of the state before, holds there. Procedures take operands as arguments: they are
    functions from these to code, and are inlined. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted Structured_trusted.
From Fairlead.Asm.Footprints Require Import Footprint Commute.
From Fairlead.Asm.Control Require Import Loops.
From Fairlead.Asm.Model Require Import Words.
Local Open Scope N_scope.

(** ** What code may change *)

Definition instr_writes (i : instr) : list loc := match describe i with Some d => writes d | None => [] end.

Definition instr_stores (i : instr) : list N :=
  match describe i with
  | Some d => match d_access d with Some a => if stores (a_use a) then [m_region (a_mem a)] else [] | None => [] end
  | None => []
  end.

Fixpoint collect {A} (f : instr -> list A) (x : code) : list A :=
  match x with
  | CSkip => []
  | CInstr i => f i
  | CSeq a b | CIf _ a b | CLoop a _ b => collect f a ++ collect f b
  end.

Definition modified : code -> list loc := collect instr_writes.
Definition stored_to : code -> list N := collect instr_stores.

Section frame.
  Context (g : env).

  Lemma exec_frame i s s' t : exec g i s = Some (s', t) ->
    (∀ l, l ∉ instr_writes i -> locs s' l = locs s l) /\
    (∀ x, (∀ r, r ∈ instr_stores i -> ~ inside (regions g r) x) -> memory s' x = memory s x).
  Proof.
    unfold exec, instr_writes, instr_stores. destruct (describe i) as [d|]; [|done].
    unfold step. destruct (effect_of sem g d s) as [e|] eqn:E; [|done]. intros [= <- <-].
    destruct (frame_writes _ _ _ _ _ E) as [Hl Hm]. split; [done|]. intros x Hx. apply Hm.
    destruct (e_store e) as [[[p n] v]|] eqn:Es; [|done].
    destruct (effect_store sem g d s e p n v E Es) as (a & Ha & -> & -> & Hp & Hst). rewrite Ha, Hst in Hx.
    intros Hc. apply (Hx (m_region (a_mem a))); [left|].
    eapply (permitted_within g a); [exact Hp| |exact Hc]. unfold touches. rewrite Hst. by rewrite orb_true_r.
  Qed.

  (** A run changes no location but those its instructions write, and no byte outside of the regions
      they store to. *)
  Theorem code_frame x s s' t : executes g x s s' t ->
    (∀ l, l ∉ modified x -> locs s' l = locs s l) /\
    (∀ a, (∀ r, r ∈ stored_to x -> ~ inside (regions g r) a) -> memory s' a = memory s a).
  Proof.
    unfold modified, stored_to. induction 1 as [s|i s s' t He|? ? ? ? ? ? ? ? [La Ma] ? [Lb Mb]|c a b ? ? h ? ? ? [L M]
      |? ? ? ? ? ? ? [La Ma] ?|? ? ? ? ? ? ? ? ? ? ? [La Ma] ? ? [Lb Mb] ? [Ll Ml]]; cbn [collect] in *.
    - done.
    - by eapply exec_frame.
    - split; intros y Hy; [rewrite Lb, La|rewrite Mb, Ma]; set_solver.
    - destruct h; split; intros y Hy; (apply L || apply M); set_solver.
    - split; intros y Hy; (apply La || apply Ma); set_solver.
    - split; intros y Hy; [rewrite Ll, Lb, La|rewrite Ml, Mb, Ma]; set_solver.
  Qed.

  (** ** Triples *)

  Definition triple (P : state -> Prop) (x : code) (Q : state -> Prop) : Prop :=
    ∀ s, P s -> ∃ s' t, executes g x s s' t /\ Q s'.

  Theorem hoare_consequence (P P' Q Q' : state -> Prop) x :
    (∀ s, P s -> P' s) -> (∀ s, Q' s -> Q s) -> triple P' x Q' -> triple P x Q.
  Proof. intros HP HQ H s Hs. destruct (H s (HP s Hs)) as (s' & t & He & Hq). eauto. Qed.

  Theorem hoare_skip P : triple P CSkip P.
  Proof. intros s Hs. eexists _, _. split; [constructor|done]. Qed.

  Theorem hoare_seq P Q R a b : triple P a Q -> triple Q b R -> triple P (CSeq a b) R.
  Proof.
    intros Ha Hb s Hs. destruct (Ha s Hs) as (s1 & t1 & H1 & Q1). destruct (Hb s1 Q1) as (s2 & t2 & H2 & Q2).
    eexists _, _. split; [by econstructor|done].
  Qed.

  (** A block: it is enough to run it, which computes; what is left is about words. *)
  Theorem hoare_block (P Q : state -> Prop) p :
    (∀ s, P s -> match run g p s with Some (s', _) => Q s' | None => False end) -> triple P (block p) Q.
  Proof.
    intros H s Hs. specialize (H s Hs). destruct (run g p s) as [[s' ts]|] eqn:E; [|done].
    exists s', (concat ts). split; [|done]. apply block_runs. by exists ts.
  Qed.

  Theorem hoare_if (P Q : state -> Prop) c a b :
    (∀ s, P s -> test c s <> None) ->
    triple (fun s => P s /\ test c s = Some true) a Q -> triple (fun s => P s /\ test c s = Some false) b Q ->
    triple P (CIf c a b) Q.
  Proof.
    intros Hd Ha Hb s Hs. destruct (test c s) as [[]|] eqn:E; [| |by apply Hd in Hs].
    - destruct (Ha s) as (s' & t & H & HQ); [done|]. exists s', (EBranch true :: t). split; [by econstructor|done].
    - destruct (Hb s) as (s' & t & H & HQ); [done|]. exists s', (EBranch false :: t). split; [by econstructor|done].
  Qed.

  (** A loop: an invariant [I n] holds at its start, with [n] a bound on the iterations left. *)
  Theorem hoare_loop (I : nat -> state -> Prop) (Q : state -> Prop) a c b n :
    (∀ n, triple (I n) a (fun s => match test c s with
                                   | Some true => ∃ m, n = S m /\ triple (fun s' => s' = s) b (I m)
                                   | Some false => Q s
                                   | None => False
                                   end)) ->
    triple (I n) (CLoop a c b) Q.
  Proof.
    intros H. induction n as [n IH] using lt_wf_ind. intros s Hs.
    destruct (H n s Hs) as (s1 & t1 & H1 & Ht). destruct (test c s1) as [[]|] eqn:E; [| |done].
    - destruct Ht as (m & -> & Hb). destruct (Hb s1 eq_refl) as (s2 & t2 & H2 & Hm).
      destruct (IH m ltac:(lia) s2 Hm) as (s3 & t3 & H3 & HQ). eexists _, _. split; [by eapply E_Again|done].
    - eexists _, _. split; [by apply E_Exit|done].
  Qed.

  (** What the code does not touch stays true. *)
  Theorem hoare_frame (P Q R : state -> Prop) x :
    (∀ s s', (∀ l, l ∉ modified x -> locs s' l = locs s l) ->
             (∀ a, (∀ r, r ∈ stored_to x -> ~ inside (regions g r) a) -> memory s' a = memory s a) -> R s -> R s') ->
    triple P x Q -> triple (fun s => P s /\ R s) x (fun s => Q s /\ R s).
  Proof.
    intros HR H s [Hp Hr]. destruct (H s Hp) as (s' & t & He & HQ). exists s', t. split; [done|]. split; [done|].
    destruct (code_frame _ _ _ _ He). by eapply HR.
  Qed.

  (** ** Procedures *)

  (** [A] are the operands (registers, immediates, anything that code may depend on); [ensures] sees
      the state before and the state after. *)
  Record procedure (A : Type) := Procedure {
    body : A -> code;
    requires : A -> state -> Prop;
    ensures : A -> state -> state -> Prop;
    modifies : A -> list loc;
  }.
  Arguments body {A} _ _. Arguments requires {A} _ _ _. Arguments ensures {A} _ _ _ _. Arguments modifies {A} _ _.

  Definition correct {A} (p : procedure A) : Prop := ∀ a s, requires p a s ->
    ∃ s' t, executes g (body p a) s s' t /\ ensures p a s s' /\ ∀ l, l ∉ modifies p a -> locs s' l = locs s l.

  (** The body's triple is enough, if what it writes is listed. *)
  Theorem procedure_correct {A} (p : procedure A) :
    (∀ a l, l ∈ modified (body p a) -> l ∈ modifies p a) ->
    (∀ a s0, triple (fun s => s = s0 /\ requires p a s) (body p a) (ensures p a s0)) -> correct p.
  Proof.
    intros Hm Hb a s Hs. destruct (Hb a s s) as (s' & t & He & Hq); [done|]. exists s', t. split; [done|]. split; [done|].
    intros l Hl. apply (code_frame _ _ _ _ He). intros Hin. by apply Hl, Hm.
  Qed.

  (** Inlining a correct procedure: its precondition before; after, what it ensures and all that it leaves alone. *)
  Theorem hoare_inline {A} (p : procedure A) a (P Q : state -> Prop) :
    correct p -> (∀ s, P s -> requires p a s) ->
    (∀ s s', P s -> ensures p a s s' -> (∀ l, l ∉ modifies p a -> locs s' l = locs s l) -> Q s') ->
    triple P (body p a) Q.
  Proof.
    intros Hc HP HQ s Hs. destruct (Hc a s (HP s Hs)) as (s' & t & He & Hens & Hmod). exists s', t. split; [done|]. by eapply HQ.
  Qed.
End frame.
Arguments Procedure {A} _ _ _ _.
Arguments body {A} _ _. Arguments requires {A} _ _ _. Arguments ensures {A} _ _ _ _. Arguments modifies {A} _ _.

Lemma computed_flag_defined x : (low 1 x <? undefined) = true.
Proof. apply N.ltb_lt. rewrite low_mod. by apply N.mod_lt. Qed.

(** Runs a block of known instructions on an unknown state; leaves words and flags, nothing of the machine. *)
Ltac reduce_machine :=
  cbn -[low word slice load store parity bit sign zero of_bool signed
        N.add N.sub N.mul N.lxor N.land N.lor N.ldiff N.shiftl N.shiftr N.eqb N.ltb N.leb N.modulo N.pow];
  repeat match goal with
  | |- context [bool_decide (?a = ?b :> loc)] =>
      let v := eval vm_compute in (bool_decide (a = b)) in change (bool_decide (a = b)) with v; cbv iota
  end.

Ltac run_block :=
  apply hoare_block; intros ?s ?H;
  repeat (progress (unfold step, effect_of, apply, test; reduce_machine; rewrite ?computed_flag_defined; cbv iota)).
