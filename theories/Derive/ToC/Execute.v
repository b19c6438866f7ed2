(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Running a .fl coroutine on symbols.

    One rule for each command, and a tactic that applies them: it runs the coroutine beside the derived machine,
      from one
    suspension to the next, and asks [fits] wherever .fl might trap. It makes the proof for a given program; whether it
    does is seen when it is run. *)
From Fairlead.Derive Require Import Freer Machine.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Model Require Import Source.
From Fairlead.Lang Require Import Typing.Soundness.
From Fairlead.Lang.Logic Require Import Steps.
From Fairlead.Derive.ToC Require Export Implements Rules Represent Compiled.
From Fairlead.Derive Require Coroutine.

Section execute.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Local Notation D := (fl Q source external).
  Context (Ψ : fl_state → Prop).
  Local Notation ev := (eventually D Ψ).
  Implicit Types (s : store fl_point) (k : fl_kont) (ls : list fl_link).

  Lemma ev_skip_seq c p k s ls : ev (Running c p k s ls) → ev (Running Skip p (KSeq c :: k) s ls).
  Proof. intros. by eapply eventually_step. Qed.
  Lemma ev_skip_block p k s ls : ev (Running Skip p k s ls) → ev (Running Skip p (KBlock :: k) s ls).
  Proof. intros. by eapply eventually_step. Qed.
  Lemma ev_skip_loop l c p k s ls : ev (Running (Loop l c) p k s ls) → ev (Running Skip p (KLoop l c :: k) s ls).
  Proof. intros. by eapply eventually_step. Qed.
  Lemma ev_seq c1 c2 p k s ls : ev (Running c1 p (KSeq c2 :: k) s ls) → ev (Running (Seq c1 c2) p k s ls).
  Proof. intros. by eapply eventually_step. Qed.
  Lemma ev_block c p k s ls : ev (Running c p (KBlock :: k) s ls) → ev (Running (Block c) p k s ls).
  Proof. intros. by eapply eventually_step. Qed.
  Lemma ev_loop l c p k s ls : ev (Running c p (KLoop l c :: k) s ls) → ev (Running (Loop l c) p k s ls).
  Proof. intros. by eapply eventually_step. Qed.
  Lemma ev_exit n p k k' s ls : leave n k = Some k' → ev (Running Skip p k' s ls) → ev (Running (Exit n) p k s ls).
  Proof. intros Hk H. eapply eventually_step; [|exact H]. simpl. by rewrite Hk. Qed.
  Lemma ev_do b p k s s' ls :
    run_basic (W Q source) (λ _ s, s) external b s = Ok s' → ev (Running Skip p k s' ls) →
    ev (Running (Do b) p k s ls).
  Proof. intros Hb H. eapply eventually_step; [|exact H]. simpl. by rewrite Hb. Qed.
  Lemma ev_if e (b : bool) c1 c2 p k s ls :
    eval_bool (W Q source) e s = Ok b → ev (Running (if b then c1 else c2) p k s ls) →
      ev (Running (If e c1 c2) p k s ls).
  Proof. intros Hb H. eapply eventually_step; [|exact H]. simpl. by rewrite Hb. Qed.

  (** Resuming: the child's step is a step of its machine ([Φ]: where that leads). *)
  Lemma ev_resume (Φ : fl_state → Prop) x p k s ls f d :
    fl_enter_resume Q source x s = Ok ([f], d) →
    (∃ st, rebuild D [f] d (Parent x p k s :: ls) = Go st ∧ eventually D Φ st) →
    (∀ st, Φ st → ev st) → ev (Running (Resume x) p k s ls).
  Proof.
    intros Hd (st & Hst & Hgo) H. eapply eventually_step; [simpl; rewrite Hd; exact Hst|].
    eapply eventually_bind; [exact Hgo|exact H].
  Qed.

  (** A coroutine that is being resumed goes on by itself. *)
  Lemma ev_child (Φ : fl_state → Prop) st : eventually D Φ st → (∀ st, Φ st → ev st) → ev st.
  Proof. intros Hgo H. eapply eventually_bind; [exact Hgo|exact H]. Qed.
End execute.

Lemma list_eqb_decide (l l' : list Z) : bool_decide (l = l') = list_eqb l l'.
Proof. unfold list_eqb. by destruct (List.list_eq_dec BinInt.Z.eq_dec l l'); case_bool_decide. Qed.

(** What the proof about a program says of it ([::=]): how the machine's code is unfolded,
  the relation of its frames and
    of its turns, the lemmas about the coroutines that it keeps. *)
Ltac fl_unfold o := o.
Ltac fl_frame := idtac.
Ltac fl_frame_in H := idtac.
Ltac fl_turn := idtac.
Ltac fl_turn_in H := idtac.
Ltac fl_child_steps s r := fail.
Ltac fl_child_turns := fail.

(** The operations of [Data] as those of .fl. *)
Ltac fl_operations o :=
  let o := eval cbv beta iota zeta delta
    [let_ lit add_wrap sub_wrap mul_wrap add sub mul land lor lxor eqw ltw lew cast
     no_bytes len bytes_eq push cat fit at_ text
     no_entries count find put remove
     Coroutine.resumption_start Coroutine.resumption_go_on Coroutine.resumption_of] in o in
  let o := eval cbn [number chars entries andb orb negb] in o in o.

Ltac fl_outcome :=
  lazymatch goal with
  | |- eventually ?D (arrived ?Q ?e ?asks ?q ?ends ?R ?Rt ?ls ?o) ?st =>
    let o' := fl_unfold o in
    change (eventually D (arrived Q e asks q ends R Rt ls o') st);
    repeat match goal with |- context [codes ?s] => let v := eval vm_compute in (codes s) in change (codes s) with v end
  end.

Ltac fl_outcome_in_arrived :=
  lazymatch goal with
  | |- arrived ?Q ?e ?asks ?q ?ends ?R ?Rt ?ls ?o ?st =>
    let o' := fl_unfold o in change (arrived Q e asks q ends R Rt ls o' st); cbv beta iota delta [arrived]
  end.

Ltac fl_simplify :=
  cbn -[checked at_index wrap slice blit map_find map_put map_remove load_int store_int limit bits list_eqb
        bool_decide waiting_point nth_loop nth_resume
        Z.add Z.sub Z.mul Z.div Z.modulo Z.land Z.lor Z.lxor Z.shiftl Z.shiftr Z.leb Z.ltb Z.eqb
        Z.of_nat Z.of_N Z.to_nat].

(** Ranges, for [lia]. *)
Ltac fl_ranges :=
  unfold ok, data_word, data_bytes, room, in_range, bytes_ok, short, limit, bits in *; cbn [number chars] in *;
  repeat match goal with H : _ ∧ _ |- _ => destruct H end;
  rewrite ?app_length in *; cbn [length] in *.
Ltac fl_lia :=
  repeat match goal with
  | H : (_ =? _)%Z = true |- _ => apply Z.eqb_eq in H
  | H : (_ =? _)%Z = false |- _ => apply Z.eqb_neq in H
  | H : (_ <? _)%Z = true |- _ => apply Z.ltb_lt in H
  | H : (_ <? _)%Z = false |- _ => apply Z.ltb_ge in H
  | H : (_ <=? _)%Z = true |- _ => apply Z.leb_le in H
  | H : (_ <=? _)%Z = false |- _ => apply Z.leb_gt in H
  end; fl_ranges; lia.

(** What was decided before. *)
Ltac fl_known :=
  repeat match goal with
  | E : ?b = true |- context [?b] => rewrite E
  | E : ?b = false |- context [?b] => rewrite E
  | E : map_find ?l ?k = _ |- context [map_find ?l ?k] => rewrite E
  | E : variable ?s ?x = Ok _ |- context [variable ?s ?x] => rewrite E
  end.

(** That .fl does not trap here. *)
Ltac fl_fits :=
  repeat first
    [ progress fl_known
    | rewrite checked_ok by fl_lia
    | rewrite decide_True by reflexivity
    | rewrite bool_decide_true by (first [reflexivity | eexists; reflexivity])
    | rewrite bool_decide_false by (first [congruence | intros [? ?]; congruence])
    | match goal with
      | |- context [(?a <=? ?b)%Z] => rewrite (proj2 (Z.leb_le a b)) by fl_lia
      | |- context [(?a <? ?b)%Z] => rewrite (proj2 (Z.ltb_lt a b)) by fl_lia
      end
    | progress fl_simplify ].
Ltac fl_value := fl_simplify; rewrite ?list_eqb_decide; fl_fits; reflexivity.

(** That something is in the range of its type. *)
Ltac fl_ok :=
  unfold ok, data_word, data_bytes, data_bool, data_unit, data_option in *; cbn [number chars] in *;
  repeat match goal with H : _ ∧ _ |- _ => destruct H end;
  repeat first
    [ exact I | assumption | split
    | apply wrap_in_range | progress (unfold bytes_ok)
    | match goal with
      | H : bytes_ok ?l |- Forall _ ?l => exact (proj1 H)
      | |- Forall _ (_ ++ _) => apply Forall_app
      | |- Forall _ (_ :: _) => apply Forall_cons
      | |- Forall _ [] => apply Forall_nil
      end
    | fl_lia ].
Ltac fl_rep :=
  first
    [ assumption
    | split; [reflexivity|solve [fl_ok]]
    | lazymatch goal with
      | |- rep _ (VCoro _ [?f]) => exists f; split; [reflexivity|first [assumption|fl_new_frame]]
      end ]
(* a coroutine that has not begun waits in its first yield *)
with fl_new_frame := idtac.
Ltac fl_cell := eexists; split; [reflexivity|fl_rep].
Ltac fl_cells_hold :=
  repeat first [exact I | lazymatch goal with |- _ ∧ _ => split end | fl_cell | reflexivity | assumption].

Ltac fl_atom b :=
  lazymatch b with
  | andb ?a ?c => fl_atom a
  | orb ?a ?c => fl_atom a
  | negb ?a => fl_atom a
  | _ => first [is_var b; destruct b | destruct b eqn:?]
  end.
Ltac fl_scrutinee o := lazymatch o with match ?x with _ => _ end => fl_scrutinee x | _ => o end.
(** A branch of the machine that nothing has decided: each side. *)
Ltac fl_branch :=
  lazymatch goal with
  | |- eventually _ (arrived _ _ _ _ _ _ _ _ (match ?x with _ => _ end)) _ =>
    let x := fl_scrutinee x in fl_atom x
  end; fl_known; fl_outcome.

(** At the end of a step. *)
Ltac fl_ask := eexists; split; [fl_simplify; fl_fits; reflexivity|fl_frame; cbv beta iota; cbn [fst snd];
  fl_cells_hold].
Ltac fl_done := do 3 eexists; split; [reflexivity|split; [reflexivity|split; [reflexivity|fl_rep]]].
Ltac fl_silent :=
  eexists; split; [reflexivity|fl_turn; cbv beta iota; do 2 eexists; split; [reflexivity|];
    split; [first [reflexivity|cbn [fst snd]; eassumption]|cbn [fst snd]; fl_cells_hold]].

(** The child makes a step of its machine, and the parent learns what it came to. *)
Ltac fl_known_rep H :=
  lazymatch type of H with
  | @rep _ (@rep_data _ _) _ _ => destruct H as [-> H]
  | @rep _ (@rep_table _ _ _ _) _ _ =>
    let l := fresh "l" in let Hd := fresh "Hd" in destruct H as (l & -> & Hd & H)
  | _ => let f := fresh "f" in destruct H as (f & -> & H)
  end.
(** Data of a type with cases: each of them. *)
Ltac fl_case b :=
  let T := type of b in let T := eval hnf in T in
  lazymatch T with
  | word _ => idtac
  | bytes _ => idtac
  | _ => destruct b
  end.
Ltac fl_settle H := eapply eventually_step; [rewrite H; fl_simplify; fl_fits; reflexivity|fl_outcome].
Ltac fl_learn :=
  let st := fresh "st" in let Ha := fresh "Ha" in
  intros st Ha;
  lazymatch type of Ha with
  | arrived ?Q ?e ?asks ?q ?ends ?R ?Rt ?ls ?o _ =>
    fl_outcome; destruct o; cbv beta iota delta [arrived] in Ha;
    [ let s := fresh "s" in let pr := fresh "pr" in let v := fresh "v" in
      let Hstep := fresh "Hstep" in let Hpr := fresh "Hpr" in let Hv := fresh "Hv" in let Hr := fresh "Hr" in
      destruct Ha as (s & pr & v & Hstep & Hpr & Hv & Hr); injection Hpr as <-; cbn [ret] in Hv; fl_known_rep Hr;
        fl_settle Hstep
    | let f := fresh "f" in let Hstep := fresh "Hstep" in let Hf := fresh "Hf" in
      destruct Ha as (f & Hstep & Hf); cbv beta iota in Hstep;
      lazymatch type of Hstep with _ = unwind _ _ _ (_ _ ?b) => fl_case b end; fl_settle Hstep
    | let st' := fresh "st" in let Hstep := fresh "Hstep" in let Hl := fresh "Hl" in
      destruct Ha as (st' & Hstep & Hl); apply eventually_now; fl_outcome_in_arrived;
      fl_turn; cbv beta iota; exists st'; split; [exact Hstep|];
      do 2 eexists; split; [reflexivity|]; split; [cbn [fst snd]; exact Hl|cbn [fst snd]; fl_cells_hold] ]
  end.
Ltac fl_resume :=
  lazymatch goal with
  | |- eventually _ (arrived _ _ _ _ _ _ _ _ (match ?x with _ => _ end)) _ =>
    let c := fl_scrutinee x in
    lazymatch c with
    | _ ?s ?r =>
      eapply ev_resume;
      [ fl_simplify; fl_fits; reflexivity
      | fl_child_steps s r; [eassumption|split; [fl_ok|reflexivity]]
      | fl_learn ]
    end
  end.

(** One command; fails where nothing is known to do. *)
Ltac fl_one :=
  lazymatch goal with
  | |- eventually _ _ (Running ?c _ ?k _ _) =>
    lazymatch c with
    | Skip =>
      lazymatch k with
      | [] => apply eventually_now; fl_done
      | KSeq _ :: _ => apply ev_skip_seq
      | KBlock :: _ => apply ev_skip_block
      | KLoop _ _ :: _ => apply ev_skip_loop
      end
    | Do (BLine _) => eapply ev_do; [reflexivity|]
    | Do _ => eapply ev_do; [fl_value|]
    | Seq _ _ => apply ev_seq
    | Block _ => apply ev_block
    | Exit _ => eapply ev_exit; [reflexivity|]
    | Loop _ _ => first [solve [apply eventually_now; fl_silent] | apply ev_loop]
    | Return => apply eventually_now; solve [fl_done]
    | Suspend _ _ => apply eventually_now; solve [fl_ask]
    | Resume _ => fl_resume
    | If _ _ _ =>
      first [ eapply ev_if; [fl_value|];
        lazymatch goal with |- eventually _ _ (Running (if ?b then _ else _) _ _ _ _) =>
                 lazymatch b with true => idtac | false => idtac end end; cbv iota
            | fl_branch ]
    end
  end.
Ltac fl_run := repeat fl_one.

(** The cells of a store that is known by its length. *)
Ltac fl_split_store :=
  match goal with
  | H : length ?s = ?n |- _ =>
    is_var s; let n' := eval vm_compute in n in change (length s = n') in H; fl_split_cells H
  end
with fl_split_cells H :=
  lazymatch type of H with
  | length ?s = 0 => apply nil_length_inv in H; subst s
  | length ?s = S _ =>
    let o := fresh "o" in let cells := fresh "cells" in
    destruct s as [|o cells]; [discriminate H|]; cbn [length] in H; apply eq_add_S in H; fl_split_cells H
  end.
Ltac fl_known_cell H :=
  let v := fresh "v" in let Hv := fresh "Hv" in
  destruct H as (v & Hv & H);
  lazymatch type of Hv with
  | ?l !! ?i = _ => let i' := eval vm_compute in i in change (l !! i' = Some (Some v)) in Hv
  end;
  cbn [lookup list_lookup] in Hv; injection Hv as ->;
  fl_known_rep H.
Ltac fl_known_cells :=
  repeat match goal with
  | H : True |- _ => clear H
  | H : _ ∧ _ |- _ => destruct H
  | p : _ * _ |- _ => lazymatch type of p with (fl_point * _)%type => fail | _ => destruct p; cbv beta iota in * end
  | H : cell _ _ _ _ |- _ => fl_known_cell H
  end.

Ltac fl_from_frame := eexists; split; [fl_simplify; reflexivity|unfold goes; fl_outcome; fl_run].
(** From a frame that a state stands for to the running coroutine, and to its next suspension. *)
Ltac fl_steps_realized :=
  intros ls s r d f Hf Hd; destruct s; fl_frame_in Hf; destruct Hd as [Hr ->]; destruct Hf as (Hp & Hlen & Hf);
  destruct f as [pt store]; cbn [fst snd] in *;
  lazymatch type of Hp with _ = ?w => let w' := eval vm_compute in w in change (pt = w') in Hp end; subst pt;
  fl_split_store; fl_known_cells;
  fl_from_frame.

(** The same from a turn. *)
Ltac fl_turn_from :=
  lazymatch goal with
  | H : ?st = in_loop _ _ _ _ |- _ => subst st; unfold goes, in_loop; fl_outcome; fl_run
  | H : _ |- goes _ _ _ _ _ _ _ ?ls ?o ?st =>
    unfold goes; eapply ev_child; [fl_child_turns; eassumption|fl_learn]; fl_run
  end.
Ltac fl_turns_realized :=
  intros ls l st Hl; destruct l; fl_turn_in Hl; cbv beta iota in Hl;
  destruct Hl as (store & here & Hhere & Hst & Hlen & Hl);
  lazymatch type of Hhere with
  | ?x = Some here => let x' := eval vm_compute in x in change (x' = Some here) in Hhere; injection Hhere as <-
  end;
  fl_split_store; fl_known_cells; fl_turn_from.

(** From steps to the theorem. *)
Ltac fl_reply := eapply typed_reply; [reflexivity|reflexivity|reflexivity|cbn; apply _].
Ltac fl_replies :=
  let e := fresh "e" in let a := fresh "a" in let d := fresh "d" in
  intros e a d; destruct e; hnf in a; repeat match goal with p : _ * _ |- _ => destruct p end; cbn -[ok enc]; fl_reply.
Ltac fl_given :=
  repeat first
    [ apply List.Forall2_nil
    | apply List.Forall2_cons; [cbn -[data_ok enc]; apply typed; eexists; split; [eassumption|reflexivity]|] ].
Ltac fl_compiled types layouts facts equiv steps turns :=
  intros;
  eapply realized_compiled;
  [ exact types | exact layouts | exact facts | assumption | assumption | reflexivity | reflexivity | reflexivity
  | apply equiv | apply steps | apply turns | fl_replies
  | let a := fresh in let v := fresh in intros a v [-> _]; first [reflexivity | destruct a; reflexivity]
  | reflexivity | reflexivity | fl_given | reflexivity
  | eapply eventually_step; [fl_simplify; reflexivity|fl_outcome; fl_run] ].
