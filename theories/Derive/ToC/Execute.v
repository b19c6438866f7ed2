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
From Fairlead.Derive.ToC Require Export Facts Implements Rules Represent Typed Entries Compiled.
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

  (** A function that C supplies: [P] is what its model says of the result. *)
  Lemma ev_extern f args dest vs ds ds' d s1 s2 (P : Prop) p k s ls :
    collect (λ a, pass (W Q source) a s) args = Ok vs → collect to_data vs = Ok ds →
    external f ds = Some (ds', d) ∧ P →
    give_back_all (W Q source) (λ _ s, s) args (map of_data ds') s = Ok s1 →
    assign_to (W Q source) (λ _ s, s) dest (of_data d) s1 = Ok s2 →
    (P → ev (Running Skip p k s2 ls)) → ev (Running (Do (BExtern f args dest)) p k s ls).
  Proof.
    intros Hvs Hds [Hd HP] H1 H2 H. eapply ev_do; [|exact (H HP)]. simpl. rewrite Hvs; simpl. rewrite Hds; simpl.
    rewrite Hd; simpl. rewrite H1; simpl. exact H2.
  Qed.

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

(** Widening, of a number in its range. *)
Lemma widened (from to : width) a : in_range from a → (bits from <=? bits to)%Z = true →
  (or_wrong (checked from a) ≫= λ z, Ok (VInt (P := fl_point) (wrap to z))) = Ok (VInt a).
Proof.
  intros Ha Hbits%Z.leb_le. rewrite checked_ok by done. simpl. unfold wrap. rewrite Z.mod_small; [done|].
  destruct Ha as [? Ha]. split; [done|]. eapply Z.lt_le_trans; [exact Ha|]. apply Z.pow_le_mono_r; lia.
Qed.

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
Ltac fl_said := idtac.
Ltac fl_models H k := fail.                 (* of [H : computes external], each function's part *)
Ltac fl_said_in H := idtac.
Ltac fl_child_steps s r := fail.
Ltac fl_child_turns := fail.
Ltac fl_child_frame := idtac.

(** The operations of [Data] as those of .fl. *)
Ltac fl_operations o :=
  let o := eval cbv beta iota zeta delta
    [let_ lit add_wrap sub_wrap mul_wrap add sub mul land lor lxor eqw ltw lew cast
     no_bytes len bytes_eq push cat fit at_ text
     no_entries count find put remove
     Coroutine.resumption_start Coroutine.resumption_go_on Coroutine.resumption_of] in o in
  let o := eval cbn [number chars entries andb orb negb] in o in o.

(** What the machine comes to is named as well: [O]. *)
Ltac fl_texts o :=
  lazymatch o with
  | context C [codes ?s] => let v := eval vm_compute in (codes s) in let o' := context C [v] in fl_texts o'
  | _ => o
  end.
Ltac fl_show :=
  lazymatch goal with
  | |- eventually ?D (arrived ?Q ?e ?asks ?q ?ends ?R ?Rt ?said ?ls ?o) ?st =>
    tryif is_var o then
      (let v := eval cbv delta [o] in o in
       change (eventually D (arrived Q e asks q ends R Rt said ls v) st); clear o)
    else idtac
  end.
Ltac fl_outcome :=
  fl_show;
  lazymatch goal with
  | |- eventually ?D (arrived ?Q ?e ?asks ?q ?ends ?R ?Rt ?said ?ls ?o) ?st =>
    let o' := fl_unfold o in let o' := fl_texts o' in
    let O := fresh "O" in
    pose (O := o'); change (eventually D (arrived Q e asks q ends R Rt said ls O) st); try clear o
  end.

Ltac fl_outcome_in_arrived :=
  lazymatch goal with
  | |- arrived ?Q ?e ?asks ?q ?ends ?R ?Rt ?said ?ls ?o ?st =>
    let o' := fl_unfold o in change (arrived Q e asks q ends R Rt said ls o' st); cbv beta iota delta [arrived]
  end.

Ltac fl_simplify :=
  cbn -[checked at_index wrap slice blit map_find map_put map_remove load_int store_int limit bits list_eqb
        bool_decide waiting_point nth_loop nth_resume
        Z.add Z.sub Z.mul Z.div Z.modulo Z.land Z.lor Z.lxor Z.shiftl Z.shiftr Z.leb Z.ltb Z.eqb
        Z.of_nat Z.of_N Z.to_nat].

(** Without the names of what comes after: they say nothing of numbers. *)
Ltac fl_plain := repeat match goal with K := _ |- _ => clear K end.
(** Ranges, for [lia]. *)
Ltac fl_ranges :=
  unfold ok, data_word, data_bytes, room, in_range, bytes_ok, short, limit, bits in *; cbn [number chars] in *;
  repeat match goal with H : _ ∧ _ |- _ => destruct H end;
  rewrite ?app_length in *; cbn [length] in *.
Ltac fl_lia :=
  fl_plain;
  repeat match goal with
  | H : (_ =? _)%Z = true |- _ => apply Z.eqb_eq in H
  | H : (_ =? _)%Z = false |- _ => apply Z.eqb_neq in H
  | H : (_ <? _)%Z = true |- _ => apply Z.ltb_lt in H
  | H : (_ <? _)%Z = false |- _ => apply Z.ltb_ge in H
  | H : (_ <=? _)%Z = true |- _ => apply Z.leb_le in H
  | H : (_ <=? _)%Z = false |- _ => apply Z.leb_gt in H
  end; fl_ranges; lia.

(** How many entries there are: counted in the table, not in the map that stands for it. *)
Ltac fl_counts :=
  repeat match goal with
  | E : length ?m = length ?l |- context [length ?m] => rewrite E
  | E : map_find ?l ?k = Some _ |- context [length (map_put ?l ?k _)] => rewrite (put_count_found _ _ _ _ E)
  | E : map_find ?l ?k = None |- context [length (map_put ?l ?k _)] => rewrite (put_count_missing _ _ _ E)
  | E : map_find ?l ?k = None |- context [map_remove ?l ?k] => rewrite (remove_count_missing _ _ E)
  | |- context [map_find (map_put ?l ?k ?a) ?k] => rewrite (find_put_same l k a)
  end.
(** What was decided before. *)
Ltac fl_known :=
  repeat match goal with
  | E : ?b = true |- context [?b] => rewrite E
  | E : ?b = false |- context [?b] => rewrite E
  | E : map_find ?l ?k = _ |- context [map_find ?l ?k] => rewrite E
  | E : variable ?s ?x = Ok _ |- context [variable ?s ?x] => rewrite E
  end;
  fl_counts.

(** That .fl does not trap here. *)
Ltac fl_fits :=
  repeat first
    [ progress fl_known
    | match goal with
      | |- context [or_wrong (checked ?from ?a) ≫= λ z, Ok (VInt (wrap ?to z))] =>
        rewrite (widened from to a) by first [fl_lia | reflexivity]
      end
    | rewrite checked_ok by fl_lia
    | rewrite orb_true_r
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
  fl_plain;
  unfold ok, data_word, data_bytes, data_bool, data_unit, data_option in *; cbn [number chars] in *;
  repeat match goal with H : _ ∧ _ |- _ => destruct H end;
  repeat first
    [ exact I | assumption | split
    | lazymatch goal with |- ok _ => hnf end
    | progress cbn [number chars]
    | apply wrap_in_range | progress (unfold bytes_ok)
    | first [apply land_in_range | apply lor_in_range | apply lxor_in_range]
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
    | lazymatch goal with
      | |- @rep _ (@rep_table _ _ _ _) _ _ =>
        eexists; split; [reflexivity|]; split; [fl_same_entries|cbn [entries]; solve [fl_room]]
      | |- rep _ (VCoro _ [?f]) => exists f; split; [reflexivity|first [assumption|fl_new_frame]]
      | _ => split; [reflexivity|solve [fl_ok]]
      end ]
(* a table, changed as the map was *)
with fl_same_entries :=
  cbn [entries];
  lazymatch goal with
  | |- same_entries _ [] [] => apply Forall2_nil_2
  | |- same_entries _ (map_put _ _ _) _ => apply same_entries_put; [fl_same_entries|fl_rep]
  | |- same_entries _ (map_remove _ _) _ => apply same_entries_remove; fl_same_entries
  | |- _ => assumption
  end
with fl_room :=
  lazymatch goal with
  | E : map_find ?l ?k = Some _ |- (Z.of_nat (length (map_put ?l ?k _)) ≤ _)%Z =>
    apply (put_room_found _ _ _ _ _ E); fl_room
  | |- (Z.of_nat (length (map_put _ _ _)) ≤ _)%Z => apply put_room; fl_counts; fl_lia
  | |- (Z.of_nat (length (map_remove _ _)) ≤ _)%Z => apply remove_room; fl_room
  | |- _ => first [assumption | cbn [length]; fl_lia]
  end
(* a coroutine that has not begun: it waits in its first yield *)
with fl_new_frame := fl_child_frame; cbv beta iota; cbn [fst snd]; fl_cells_hold
with fl_cell := eexists; split; [reflexivity|fl_rep]
with fl_cells_hold :=
  repeat first
    [ exact I
    | lazymatch goal with
      | |- _ ∧ _ => split
      | |- cell _ _ _ _ => fl_cell
      | |- _ => first [reflexivity | assumption | fl_fact_holds]
      end ]
(* what was known where the program waited, or went round *)
with fl_fact_holds :=
  lazymatch goal with
  | |- ?a = ?b =>
    let a := fl_unfold a in let b := fl_unfold b in
    change (a = b); first [assumption | solve [fl_known; reflexivity] | solve [fl_fits; reflexivity]]
  | |- there_is_none _ => unfold there_is_none; fl_fact_holds
  | |- there_is ?o =>
    let o := fl_unfold o in change (there_is o); solve [eexists; first [eassumption | fl_known; reflexivity]]
  end.

(** How a value stands for what it stands for. *)
Ltac fl_known_rep H :=
  lazymatch type of H with
  | @rep _ (@rep_data _ _) _ _ => destruct H as [-> H]
  | @rep _ (@rep_table _ _ _ _) _ _ =>
    let m := fresh "m" in let Hroom := fresh "Hroom" in
    destruct H as (m & -> & H & Hroom); pose proof (entries_count _ _ _ H)
  | _ => let f := fresh "f" in destruct H as (f & -> & H)
  end.
Ltac fl_is_found m k := match goal with H : map_find m k = _ |- _ => idtac end.
(** What was found in a table is in the map, too. *)
Ltac fl_found E :=
  lazymatch type of E with
  | map_find ?l ?k = _ =>
    repeat match goal with
    | H : same_entries _ l ?m |- _ =>
      assert_fails (idtac; fl_is_found m k);
      lazymatch type of E with
      | _ = Some _ =>
        let v := fresh "v" in let Hv := fresh "Hv" in let Hr := fresh "Hr" in
        destruct (entries_found _ _ _ _ _ H E) as (v & Hv & Hr); fl_known_rep Hr
      | _ = None => pose proof (entries_missing _ _ _ _ H E)
      end
    end
  | _ => idtac
  end.
(** Of data of a datatype, once its constructor is known: its parts are in range. *)
Ltac fl_parts_ok :=
  repeat match goal with
  | H : ok ?x |- _ =>
    lazymatch type of x with word _ => fail | bytes _ => fail | _ => idtac end;
    let T := type of H in let T' := eval hnf in T in
    lazymatch T' with
    | _ ∧ _ => change T' in H; destruct H
    | ok _ => change T' in H
    | True => clear H
    end
  end.
Ltac fl_atom b :=
  lazymatch b with
  | andb ?a ?c => fl_atom a
  | orb ?a ?c => fl_atom a
  | negb ?a => fl_atom a
  | _ => first [is_var b; destruct b; fl_parts_ok | let E := fresh "E" in destruct b eqn:E; fl_found E]
  end.
Ltac fl_scrutinee o := lazymatch o with match ?x with _ => _ end => fl_scrutinee x | _ => o end.
(** A branch of the machine that nothing has decided: each side. *)
Ltac fl_branch :=
  fl_show;
  lazymatch goal with
  | |- eventually _ (arrived _ _ _ _ _ _ _ _ _ (match ?x with _ => _ end)) _ =>
    let x := fl_scrutinee x in fl_atom x
  end; fl_known; fl_outcome.

(** At the end of a step. *)
Ltac fl_ask := eexists; split; [fl_simplify; fl_fits; reflexivity|];
  split; [fl_frame; cbv beta iota; cbn [fst snd]; fl_cells_hold|fl_said; cbv beta iota; solve [fl_ok]].
Ltac fl_done := do 3 eexists; split; [reflexivity|split; [reflexivity|split; [reflexivity|fl_rep]]].
Ltac fl_silent :=
  eexists; split; [reflexivity|fl_turn; cbv beta iota; do 2 eexists; split; [reflexivity|];
    split; [first [reflexivity|cbn [fst snd]; eassumption]|cbn [fst snd]; fl_cells_hold]].

(** The child makes a step of its machine, and the parent learns what it came to. *)
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
  | arrived ?Q ?e ?asks ?q ?ends ?R ?Rt ?said ?ls ?o _ =>
    fl_outcome; destruct o; cbv beta iota delta [arrived] in Ha;
    [ let s := fresh "s" in let pr := fresh "pr" in let v := fresh "v" in
      let Hstep := fresh "Hstep" in let Hpr := fresh "Hpr" in let Hv := fresh "Hv" in let Hr := fresh "Hr" in
      destruct Ha as (s & pr & v & Hstep & Hpr & Hv & Hr); injection Hpr as <-;
      lazymatch type of Hv with
      | variable ?s ?x = ?r => let x' := eval vm_compute in x in change (variable s x' = r) in Hv
      end;
      fl_known_rep Hr;
        fl_settle Hstep
    | let f := fresh "f" in let Hstep := fresh "Hstep" in let Hf := fresh "Hf" in
      let Hsaid := fresh "Hsaid" in
      destruct Ha as (f & Hstep & Hf & Hsaid); cbv beta iota in Hstep; fl_said_in Hsaid; cbv beta iota in Hsaid;
      lazymatch type of Hstep with _ = unwind _ _ _ (_ _ ?b) => fl_case b end; fl_parts_ok; fl_settle Hstep
    | let st' := fresh "st" in let Hstep := fresh "Hstep" in let Hl := fresh "Hl" in
      destruct Ha as (st' & Hstep & Hl); apply eventually_now; fl_outcome_in_arrived;
      fl_turn; cbv beta iota; exists st'; split; [exact Hstep|];
      do 2 eexists; split; [reflexivity|]; split; [cbn [fst snd]; exact Hl|cbn [fst snd]; fl_cells_hold] ]
  end.
Ltac fl_resume :=
  fl_show;
  lazymatch goal with
  | |- eventually _ (arrived _ _ _ _ _ _ _ _ _ (match ?x with _ => _ end)) _ =>
    let c := fl_scrutinee x in
    lazymatch c with
    | _ ?s ?r =>
      eapply ev_resume;
      [ fl_simplify; fl_fits; reflexivity
      | fl_child_steps s r; [first [eassumption|fl_new_frame]|split; [fl_ok|reflexivity]]
      | fl_learn ]
    end
  end.

(** A coroutine that has not begun runs to its first yield, above its parent. *)
Ltac fl_step_of_child := eapply eventually_step; [fl_simplify; fl_fits; reflexivity|].

Ltac fl_extern :=
  eapply ev_extern;
  [ fl_value | fl_value
  | match goal with H : _ |- ?e ?i _ = _ ∧ _ => fl_models H ltac:(fun M => eapply M; solve [fl_ok]) end
  | fl_value | fl_value | let H := fresh "H" in intros H ].

(** What comes after is named, so that no step has it in its proof again. *)
Ltac fl_name_kont :=
  lazymatch goal with
  | |- eventually ?D ?Φ (Running ?c ?p ?k ?s ?ls) =>
    tryif is_var k then idtac
    else (let K := fresh "K" in pose (K := k); change (eventually D Φ (Running c p K s ls)))
  end.

(** One command; fails where nothing is known to do. *)
Ltac fl_one :=
  lazymatch goal with
  | |- eventually ?D ?Φ (Running ?c ?p ?k ?s ?ls) =>
    lazymatch c with
    | Skip =>
      let v := match goal with _ => let v := eval cbv delta [k] in k in v | _ => k end in
      lazymatch v with
      | [] => change (eventually D Φ (Running Skip p v s ls)); apply eventually_now; fl_done
      | KSeq _ :: ?K =>
        change (eventually D Φ (Running Skip p v s ls)); apply ev_skip_seq; fl_name_kont
      | KBlock :: _ => change (eventually D Φ (Running Skip p v s ls)); apply ev_skip_block; fl_name_kont
      | KLoop _ _ :: _ => change (eventually D Φ (Running Skip p v s ls)); apply ev_skip_loop; fl_name_kont
      end
    | Do (BLine _) => eapply ev_do; [reflexivity|]
    | Do (BExtern _ _ _) => fl_extern
    | Do _ => eapply ev_do; [fl_value|]
    | Seq _ _ => apply ev_seq; fl_name_kont
    | Block _ => apply ev_block; fl_name_kont
    | Exit _ => eapply ev_exit; [reflexivity|]; fl_name_kont
    | Loop _ _ => first [solve [apply eventually_now; fl_silent] | apply ev_loop; fl_name_kont]
    | Return => apply eventually_now; solve [fl_done]
    | Suspend _ _ => first [apply eventually_now; solve [fl_ask] | fl_step_of_child]
    | Resume ?x =>
      let r := eval cbv in (reply x) in
      lazymatch r with None => fl_step_of_child | _ => fl_resume end
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
(** What was known where the program waited. *)
Ltac fl_known_facts :=
  repeat match goal with
  | H : there_is ?o |- _ =>
    let o := fl_unfold o in change (exists a, o = Some a) in H; let a := fresh "a" in destruct H as [a H]; fl_found H
  | H : there_is_none ?o |- _ => let o := fl_unfold o in change (o = None) in H; fl_found H
  | H : @eq bool ?a ?b |- _ => let a' := fl_unfold a in assert_fails (constr_eq a a'); change (a' = b) in H
  end.
Ltac fl_known_cells :=
  repeat match goal with
  | H : True |- _ => clear H
  | H : _ ∧ _ |- _ => destruct H
  | p : _ * _ |- _ => lazymatch type of p with (fl_point * _)%type => fail | _ => destruct p; cbv beta iota in * end
  | H : cell _ _ _ _ |- _ => fl_known_cell H
  end;
  fl_known_facts.

Ltac fl_from_frame := eexists; split; [fl_simplify; reflexivity|unfold goes; fl_outcome; fl_run].
(** From a frame that a state stands for to the running coroutine, and to its next suspension. *)
Ltac fl_steps_realized :=
  intros ls s r d f Hf Hd; destruct s; fl_frame_in Hf; destruct Hd as [Hr ->]; destruct Hf as (Hp & Hlen & Hf);
  destruct f as [pt store]; cbn [fst snd] in *; fl_split_store;
  lazymatch type of Hp with _ = ?w => let w' := eval vm_compute in w in change (pt = w') in Hp end; subst pt;
  fl_known_cells;
  fl_from_frame.

(** The same from a turn. *)
Ltac fl_turn_from :=
  lazymatch goal with
  | H : ?st = in_loop _ _ _ _ |- _ => subst st; unfold goes, in_loop; fl_outcome; fl_run
  | H : _ |- goes _ _ _ _ _ _ _ _ ?ls ?o ?st =>
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
Ltac fl_reply := eapply typed_reply; [reflexivity|reflexivity|reflexivity|cbn; fl_typed].
Ltac fl_replies :=
  let e := fresh "e" in let a := fresh "a" in let d := fresh "d" in
  intros e a d; destruct e; hnf in a; repeat match goal with p : _ * _ |- _ => destruct p end; cbn -[ok enc]; fl_reply.
Ltac fl_ended :=                          (* of a result, whatever it is made of *)
  first [ reflexivity
        | cbn; match goal with |- context [match ?x with _ => _ end] => is_var x; destruct x; fl_ended end ].
Ltac fl_given :=
  repeat first
    [ apply List.Forall2_nil
    | apply List.Forall2_cons; [cbn -[data_ok enc]; apply typed; eexists; split; [|reflexivity]; assumption|] ].
Ltac fl_compiled types layouts facts equiv steps turns :=
  intros;
  eapply realized_compiled;
  [ exact types | exact layouts | exact facts | assumption | assumption | reflexivity | reflexivity | reflexivity
  | apply equiv | apply steps; assumption | apply turns; assumption | fl_replies
  | let a := fresh in let v := fresh in intros a v [-> _]; first [reflexivity | destruct a; fl_ended]
  | reflexivity | reflexivity | fl_given | reflexivity
  | eapply eventually_step; [fl_simplify; reflexivity|fl_outcome; fl_run] ].
