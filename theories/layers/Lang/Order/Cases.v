(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Which case of a union, or which bool, a variable is.

    What is known of a few variables at some place of a procedure, how statements change that, and what it tells of
    tests.
    Orders depend on it: an answer leads to a state by the case that it is, and the [match] or [if] behind it tells the
    two apart. Nothing is told of fields and elements. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Model Require Export Syntax Value.
From Fairlead.Lang.Model Require Import Source.

Definition case_of_bool (b : bool) : nat := if b then 1 else 0.
Definition case_in {P} (v : val P) : option nat :=
  match v with VUnion t _ => Some t | VBool b => Some (case_of_bool b) | _ => None end.

(** Variables, and the case that each is. *)
Definition knowledge := list (nat * nat).
(** A state of an order, and what is known. *)
Definition spot : Type := nat * knowledge.

Definition known_case (K : knowledge) (x : nat) : option nat :=
  match List.find (λ f, f.1 =? x) K with Some (_, t) => Some t | None => None end.
Definition all_known (K K' : knowledge) : bool :=
  forallb (λ f, existsb (λ f', (f.1 =? f'.1) && (f.2 =? f'.2)) K') K.
Definition forget_cases (xs : list nat) (K : knowledge) : knowledge :=
  List.filter (λ f, negb (existsb (λ x, f.1 =? x) xs)) K.

(** The last ones only, so that spots stay few. *)
Definition most_known : nat := 4.
Definition learn_case (watched : list nat) (x : nat) (t : option nat) (K : knowledge) : knowledge :=
  match t with
  | Some t => if existsb (λ y, x =? y) watched then take most_known ((x, t) :: K) else K
  | None => K
  end.
(** What comes to [dest] is that case. *)
Definition learn_dest (watched : list nat) (dest : option place) (t : option nat) (K : knowledge) : knowledge :=
  match dest with Some (PVar x) => learn_case watched x t K | _ => K end.

(** What is known tells which case an expression is. *)
Fixpoint told_case (K : knowledge) (e : expr) : option nat :=
  match e with
  | EBool b => Some (case_of_bool b)
  | EUnion _ t _ => Some t
  | ERead (PVar x) => known_case K x
  | EIs (PVar x) t => match known_case K x with Some t' => Some (case_of_bool (t' =? t)) | None => None end
  | ENot e => match told_case K e with Some t => Some (case_of_bool (t =? 0)) | None => None end
  | EAnd e1 e2 => match told_case K e1 with Some 0 => Some 0 | Some _ => told_case K e2 | None => None end
  | EOr e1 e2 => match told_case K e1 with Some 0 => told_case K e2 | Some _ => Some 1 | None => None end
  | _ => None
  end.

(** Which case a variable is, if that test has that outcome. *)
Fixpoint shown_by (b : bool) (e : expr) : option (nat * nat) :=
  match e with
  | ERead (PVar x) => Some (x, case_of_bool b)
  | EIs (PVar x) t => if b then Some (x, t) else None
  | ENot e => shown_by (negb b) e
  | _ => None
  end.
Definition once_tested (watched : list nat) (b : bool) (e : expr) (K : knowledge) : knowledge :=
  match shown_by b e with
  | Some (x, t) => match known_case K x with None => learn_case watched x (Some t) K | Some _ => K end
  | None => K
  end.

(** ** Variables that may become another case *)
Fixpoint base_of (p : place) : list nat :=
  match p with
  | PVar x => [x]
  | PConst _ => []
  | PField p _ | PIndex p _ | PCase p _ | PKey p _ => base_of p
  end.
Definition base_dest (dest : option place) : list nat := match dest with Some p => base_of p | None => [] end.
Definition base_arg (a : arg) : list nat :=
  match a with AIn _ => [] | AInout p | AInoutSlice p _ _ => base_of p end.
Definition base_args (l : list arg) : list nat := mjoin (map base_arg l).

Definition may_change (b : basic) : list nat :=
  match b with
  | BLine _ | BTrap => []
  | BAssign p _ | BPush p _ _ | BAppend p _ _ | BResize p _ _ | BBlit p _ _ | BStore _ _ p _ _ | BPut p _ _ _
  | BRemove p _ => base_of p
  | BExtern _ args dest => base_args args ++ base_dest dest
  end.
Definition may_change_answer (x : suspension) : list nat := base_dest (ask_dest x) ++ ask_lent x.
Definition may_change_call (x : call) : list nat := base_args (call_args x) ++ base_dest (call_dest x).
Definition may_change_resume (x : resumption) : list nat := base_of (child x) ++ base_args (lend x) ++ base_of (event
  x).

Definition after_basic (watched : list nat) (b : basic) (K : knowledge) : knowledge :=
  let kept := forget_cases (may_change b) K in
  match b with
  | BAssign (PVar x) e => learn_case watched x (told_case K e) kept
  | _ => kept
  end.

(** ** What is known is so *)
Definition case_at {P} (s : store P) (x : nat) : option nat :=
  match s !! x with Some (Some v) => case_in v | _ => None end.
Definition knows {P} (s : store P) (K : knowledge) : Prop := Forall (λ f, case_at s f.1 = Some f.2) K.

Section knows.
  Context {P : Type}.
  Implicit Types (s : store P) (K : knowledge).

  Lemma known_case_ok s K x t : knows s K → known_case K x = Some t → case_at s x = Some t.
  Proof.
    intros HK. unfold known_case. destruct (List.find _ K) as [[y t']|] eqn:Hf; [|done]. intros [= ->].
    apply find_some in Hf as [Hin Hy]. simpl in Hy. apply Nat.eqb_eq in Hy as ->. unfold knows in HK.
    rewrite Forall_forall in HK.
    by apply (HK (x, t)), elem_of_list_In.
  Qed.

  Lemma all_known_ok s K K' : all_known K K' = true → knows s K' → knows s K.
  Proof.
    unfold all_known. rewrite forallb_forall. intros Ha HK. unfold knows in *. rewrite Forall_forall in *.
    intros [x t] Hin%elem_of_list_In. specialize (Ha _ Hin). apply existsb_exists in Ha as ([y u] & Hin' & Heq).
    apply andb_true_iff in Heq as [?%Nat.eqb_eq ?%Nat.eqb_eq]. simpl in *. subst.
    by apply (HK (y, u)), elem_of_list_In.
  Qed.

  Lemma forget_cases_ok xs s s' K : knows s K → (∀ x, x ∉ xs → case_at s' x = case_at s x) →
    knows s' (forget_cases xs K).
  Proof.
    intros HK Hs. unfold knows in *. rewrite Forall_forall in *. intros [x t] Hin%elem_of_list_In.
    apply filter_In in Hin as [Hin Hx%negb_true_iff]. simpl in *. rewrite Hs; [by apply (HK (x, t)), elem_of_list_In|].
    intros Hxs. assert (existsb (λ y, x =? y) xs = true); [|congruence]. apply existsb_exists. exists x.
    split; [by apply elem_of_list_In|apply Nat.eqb_refl].
  Qed.

  Lemma learn_case_ok watched s x t K : knows s K → (∀ u, t = Some u → case_at s x = Some u) →
    knows s (learn_case watched x t K).
  Proof.
    intros HK Ht. unfold learn_case. destruct t as [t|]; [|done]. destruct (existsb _ watched); [|done].
    apply Forall_take. constructor; [by apply Ht|done].
  Qed.

  Context (W : world P).
  Notation untouching := (λ (_ : nat) (s : store P), s).

  Lemma told_case_ok s K e v t : knows s K → told_case K e = Some t → eval W e s = Ok v → case_in v = Some t.
  Proof.
    intros HK. revert v t.
    induction e as [b| | |p|e IH| |e1 IH1 e2 IH2|e1 IH1 e2 IH2| | | | | | | | | | |p tag| | | | | |? tag e _| | | |];
      intros v t0; try done; cbn [told_case].
    - intros [= <-] [= <-]. done.
    - destruct p as [x| | | | |]; try done. intros Hx%(known_case_ok _ _ _ _ HK). cbn [eval get]. unfold case_at in Hx.
      destruct (s !! x) as [[u|]|]; simpl; try done. by intros [= <-].
    - destruct (told_case K e) as [u|]; [|done]. intros [= <-]. cbn [eval]. fold (eval W).
      destruct (eval W e s) as [u'| |]; simpl; try done.
      specialize (IH _ _ eq_refl eq_refl). destruct u'; simpl; try done. intros [= <-]. simpl in *.
      injection IH as <-. by destruct b.
    - cbn [eval]. fold (eval W). destruct (told_case K e1) as [t1|]; [|done].
      destruct (eval W e1 s) as [u| |]; simpl; try done.
      specialize (IH1 _ _ eq_refl eq_refl). intros Ht. destruct u; simpl; try done. simpl in IH1. injection IH1 as <-.
      destruct b; simpl in Ht; [intros He; by eapply IH2|]. intros [= <-]. by simplify_eq.
    - cbn [eval]. fold (eval W). destruct (told_case K e1) as [t1|]; [|done].
      destruct (eval W e1 s) as [u| |]; simpl; try done.
      specialize (IH1 _ _ eq_refl eq_refl). intros Ht. destruct u; simpl; try done. simpl in IH1. injection IH1 as <-.
      destruct b; simpl in Ht; [|intros He; by eapply IH2]. intros [= <-]. by simplify_eq.
    - destruct p as [x| | | | |]; try done. destruct (known_case K x) as [u|] eqn:Hx; [|done].
      apply (known_case_ok _ _ _ _ HK) in Hx. intros [= <-]. cbn [eval get]. unfold case_at in Hx.
      destruct (s !! x) as [[w|]|]; simpl; try done. destruct w; simpl in *; try done. intros [= <-]. simpl.
      injection Hx as ->. case_bool_decide; [by subst; rewrite Nat.eqb_refl|].
      by rewrite (proj2 (Nat.eqb_neq _ _)).
    - intros [= <-]. cbn [eval]. fold (eval W). destruct (eval W e s); simpl; try done. by intros [= <-].
  Qed.

  Lemma shown_by_ok s e b x t : eval_bool W e s = Ok b → shown_by b e = Some (x, t) → case_at s x = Some t.
  Proof.
    revert b. induction e as [| | |p|e IH| | | | | | | | | | | | | |p tag| | | | | | | | | |]; intros out; try done;
      cbn [shown_by]; unfold eval_bool; cbn [eval get]; fold (eval W).
    - destruct p as [y| | | | |]; try done. cbn [get]. unfold case_at. intros Hb [= -> <-].
      destruct (s !! x) as [[v|]|]; simpl in Hb |- *; try done. destruct v; simpl in Hb; try done.
      by injection Hb as ->.
    - intros Hb Hs. apply (IH (negb out)); [|done]. unfold eval_bool. destruct (eval W e s) as [v| |];
        simpl in Hb |- *; try done.
      destruct v as [b'| | | | | | | |]; simpl in Hb |- *; try done. injection Hb as <-. by rewrite negb_involutive.
    - destruct p as [y| | | | |]; try done. cbn [get]. unfold case_at. destruct out; [|done]. intros Hb [= -> <-].
      destruct (s !! x) as [[v|]|]; simpl in Hb |- *; try done. destruct v; simpl in Hb |- *; try done.
      injection Hb as Hb. by apply bool_decide_eq_true in Hb as ->.
  Qed.

  Lemma once_tested_ok watched s e b K : eval_bool W e s = Ok b → knows s K → knows s (once_tested watched b e K).
  Proof.
    intros Hb HK. unfold once_tested. destruct (shown_by b e) as [[x t]|] eqn:Hs; [|done].
    destruct (known_case K x); [done|]. apply learn_case_ok; [done|]. intros u [= <-]. by eapply shown_by_ok.
  Qed.

  Lemma update_elsewhere p f s s' x : update W untouching p f s = Ok s' → x ∉ base_of p → s' !! x = s !! x.
  Proof.
    revert f. induction p as [y|c|p IH i|p IH e|p IH tag|p IH e]; intros f; cbn [update base_of]; intros Hs Hx.
    - destruct (s !! y) as [o|] eqn:Hy; simpl in Hs; [|done]. destruct (f o) as [v| |]; simpl in Hs; try done.
      injection Hs as <-. unfold write. rewrite list_lookup_insert_ne; [done|]. intros ->. apply Hx. constructor.
    - done.
    - by eapply IH.
    - destruct (eval_int W e s); simpl in Hs; try done. by eapply IH.
    - by eapply IH.
    - destruct (eval_int W e s); simpl in Hs; try done. by eapply IH.
  Qed.

  Lemma assign_to_elsewhere dest v s s' x :
    assign_to W untouching dest v s = Ok s' → x ∉ base_dest dest → s' !! x = s !! x.
  Proof. destruct dest; [apply update_elsewhere|by intros [= ->]]. Qed.

  Lemma assigned_there dest v s s' x :
    assign_to W untouching dest v s = Ok s' → dest = Some (PVar x) → case_at s' x = case_in v.
  Proof.
    intros Hs ->. unfold assign_to, assign in Hs. cbn [update] in Hs. destruct (s !! x) as [o|] eqn:Hx; simpl in Hs;
      [|done].
    injection Hs as <-. unfold case_at, write. rewrite list_lookup_insert; [done|]. by eapply lookup_lt_Some.
  Qed.

  Lemma give_back_elsewhere a v s s' x : give_back W untouching a v s = Ok s' → x ∉ base_arg a → s' !! x = s !! x.
  Proof.
    destruct a as [e|p|p lo hi]; simpl; [by intros [= ->]|apply update_elsewhere|].
    destruct (eval_int W lo s); simpl; try done. destruct (as_bytes v); simpl; try done. apply update_elsewhere.
  Qed.

  Lemma give_back_all_elsewhere args vs s s' x :
    give_back_all W untouching args vs s = Ok s' → x ∉ base_args args → s' !! x = s !! x.
  Proof.
    revert vs s. induction args as [|a args IH]; intros [|v vs] s; simpl; try done; [by intros [= ->]|].
    destruct (give_back W untouching a v s) as [s1| |] eqn:H1; simpl; try done.
    unfold base_args. simpl. intros H2 [Hx Hxs]%not_elem_of_app. rewrite (IH _ _ H2 Hxs). by eapply give_back_elsewhere.
  Qed.

  Context (external : nat → list data → option (list data * data)).

  Lemma run_elsewhere b s s' x : run_basic W untouching external b s = Ok s' → x ∉ may_change b → s' !! x = s !! x.
  Proof.
    destruct b as [|p e|p cap e|p cap e|p cap e|p off e|o w p off e|p cap k e|p k|f args dest|];
      cbn [run_basic may_change].
    - by intros [= ->].
    - destruct (eval W e s); simpl; try done. apply update_elsewhere.
    - destruct (eval_int W e s); simpl; try done. apply update_elsewhere.
    - destruct (eval_bytes W e s); simpl; try done. apply update_elsewhere.
    - destruct (eval_int W e s); simpl; try done. destruct (check _); simpl; try done. apply update_elsewhere.
    - destruct (eval_int W off s); simpl; try done. destruct (eval_bytes W e s); simpl; try done.
      apply update_elsewhere.
    - destruct (eval_int W off s); simpl; try done. destruct (eval_int W e s); simpl; try done. apply update_elsewhere.
    - destruct (eval_int W k s); simpl; try done. destruct (eval W e s); simpl; try done. apply update_elsewhere.
    - destruct (eval_int W k s); simpl; try done. apply update_elsewhere.
    - destruct (collect _ args); simpl; try done. destruct (collect to_data _); simpl; try done.
      destruct (external f _) as [[ds d]|]; simpl; try done.
      destruct (give_back_all W untouching args _ s) as [s1| |] eqn:H1; simpl; try done.
      intros H2 [Hx Hxs]%not_elem_of_app. rewrite (assign_to_elsewhere _ _ _ _ _ H2 Hxs).
      by eapply give_back_all_elsewhere.
    - done.
  Qed.

  Lemma forget_same xs s s' K : knows s K → (∀ x, x ∉ xs → s' !! x = s !! x) → knows s' (forget_cases xs K).
  Proof. intros HK Hs. eapply forget_cases_ok; [done|]. intros x Hx. unfold case_at. by rewrite Hs. Qed.

  Lemma after_basic_ok watched b s s' K :
    run_basic W untouching external b s = Ok s' → knows s K → knows s' (after_basic watched b K).
  Proof.
    intros Hb HK. pose proof (forget_same (may_change b) _ _ _ HK (λ x, run_elsewhere b s s' x Hb)) as Hkept.
    unfold after_basic. destruct b as [|p e| | | | | | | | |]; try done. destruct p as [x| | | | |]; try done.
    apply learn_case_ok; [done|]. intros t Ht. cbn [run_basic] in Hb. destruct (eval W e s) as [v| |] eqn:He;
      simpl in Hb; try done.
    rewrite (assigned_there (Some (PVar x)) _ _ _ x Hb eq_refl). exact (told_case_ok _ _ _ _ _ HK Ht He).
  Qed.

  Lemma learn_dest_ok watched dest v t s s' K :
    assign_to W untouching dest v s = Ok s' → (∀ u, t = Some u → case_in v = Some u) → knows s' K →
    knows s' (learn_dest watched dest t K).
  Proof.
    intros Hs Ht HK. unfold learn_dest. destruct dest as [[x| | | | |]|]; try done. apply learn_case_ok; [done|].
    intros u Hu. rewrite (assigned_there _ _ _ _ _ Hs eq_refl). by apply Ht.
  Qed.
End knows.

Lemma case_in_data {P} d : case_in (of_data d : val P) = case_in d.
Proof. by destruct d. Qed.

Section semantics.
  Context (Q : program).
  Implicit Types (s : store fl_point) (K : knowledge).

  Lemma borrow_elsewhere p xs ds s s' x : borrow source p xs ds s = Ok s' → x ∉ xs → s' !! x = s !! x.
  Proof.
    revert ds s. induction xs as [|y xs IH]; intros [|d ds] s; simpl; try done; [by intros [= ->]|].
    intros Hs [Hx Hxs]%not_elem_of_cons. rewrite (IH _ _ Hs Hxs). unfold write. by rewrite list_lookup_insert_ne.
  Qed.

  Lemma answer_ok watched p x r s s' K t :
    fl_answer Q source p x r s = Ok s' → (∀ u, t = Some u → case_in (fst r) = Some u) → knows s K →
    knows s' (learn_dest watched (ask_dest x) t (forget_cases (may_change_answer x) K)).
  Proof.
    unfold fl_answer. destruct (borrow source p (ask_lent x) (snd r) s) as [s1| |] eqn:H1; simpl; try done.
    intros H2 Ht HK. eapply learn_dest_ok; [exact H2|by rewrite case_in_data|]. eapply forget_same; [done|].
    intros y [Hy Hys]%not_elem_of_app. rewrite (assign_to_elsewhere _ _ _ _ _ _ H2 Hy). by eapply borrow_elsewhere.
  Qed.

  Lemma copy_out_elsewhere p args vs s s' x :
    copy_out Q source p args vs s = Ok s' → x ∉ base_args args → s' !! x = s !! x.
  Proof.
    revert vs s. induction args as [|a args IH]; intros vs s; [by intros [= ->]|].
    unfold base_args. cbn [map mjoin list_join]. intros Hs [Hx Hxs]%not_elem_of_app. destruct vs as [|v vs].
    { by destruct a. }
    assert (copy_out Q source p args vs s = Ok s' ∨
      ∃ u s1, give_back (Semantics.W Q source) (touch source p) a u s = Ok s1 ∧ copy_out Q source p args vs s1 = Ok s')
      as [H1|(u & s1 & H1 & H2)].
    { assert (∀ a', (match a' with AIn _ => False | _ => True end) →
        copy_out Q source p (a' :: args) (v :: vs) s = Ok s' →
        ∃ u s1, give_back (Semantics.W Q source) (touch source p) a' u s = Ok s1 ∧
          copy_out Q source p args vs s1 = Ok s') as Hback.
      { intros a' Ha Hs'. destruct v as [u|]; [|by destruct a']. exists u.
        destruct (give_back (Semantics.W Q source) (touch source p) a' u s) as [s1| |] eqn:H1.
        - exists s1. split; [done|]. destruct a'; [done|..]; cbn [copy_out] in Hs'; simpl or_wrong in Hs';
            cbn [mbind outcome_bind] in Hs'; rewrite H1 in Hs'; exact Hs'.
        - destruct a'; [done|..]; cbn [copy_out] in Hs'; simpl or_wrong in Hs';
            cbn [mbind outcome_bind] in Hs'; rewrite H1 in Hs'; done.
        - destruct a'; [done|..]; cbn [copy_out] in Hs'; simpl or_wrong in Hs';
            cbn [mbind outcome_bind] in Hs'; rewrite H1 in Hs'; done. }
      destruct a; [by left|right; by apply Hback..]. }
    - by eapply IH.
    - rewrite (IH _ _ H2 Hxs). by eapply give_back_elsewhere.
  Qed.

  Lemma call_ok watched p x q pr callee_store s s' K t :
    fl_leave_call Q source p x q callee_store s = Ok s' → procs Q !! callee x = Some pr →
    (∀ u, t = Some u → case_at callee_store (ret pr) = Some u) → knows s K →
    knows s' (learn_dest watched (call_dest x) t (forget_cases (may_change_call x) K)).
  Proof.
    unfold fl_leave_call. case_decide as Hq; [|done]. subst. intros Hs Hpr Ht HK. rewrite Hpr in Hs. simpl in Hs.
    destruct (copy_out Q source p (call_args x) callee_store s) as [s1| |] eqn:H1; simpl in Hs; try done.
    assert (∃ v, assign_to (Semantics.W Q source) (touch source p) (call_dest x) v s1 = Ok s' ∧
      (call_dest x ≠ None → variable callee_store (ret pr) = Ok v)) as (v & H2 & Hv).
    { destruct (call_dest x) as [dest|]; [|by exists (VBool true)].
      destruct (variable callee_store (ret pr)) as [v| |]; simpl in Hs; try done. by exists v. }
    assert (knows s' (forget_cases (may_change_call x) K)) as Hkept.
    { eapply forget_same; [done|]. intros y [Hy Hys]%not_elem_of_app.
      rewrite (assign_to_elsewhere _ _ _ _ _ _ H2 Hys). by eapply copy_out_elsewhere. }
    destruct (call_dest x) as [dest|]; [|done]. eapply learn_dest_ok; [exact H2| |done]. intros u Hu.
    specialize (Ht _ Hu). specialize (Hv ltac:(done)). unfold variable in Hv. unfold case_at in Ht.
    destruct (callee_store !! ret pr) as [[w|]|]; simpl in Hv; try done. by injection Hv as ->.
  Qed.

  Lemma resume_ok p x h s s' K :
    fl_leave_resume Q source p x h s = Ok s' → knows s K → knows s' (forget_cases (may_change_resume x) K).
  Proof.
    unfold fl_leave_resume. destruct (Semantics.learned Q x h) as [[[c ev] lent]| |]; simpl; try done.
    destruct (assign _ _ (child x) c s) as [s1| |] eqn:H1; simpl; try done.
    destruct (give_back_all _ _ (lend x) _ s1) as [s2| |] eqn:H2; simpl; try done. intros H3 HK.
    eapply forget_same; [done|]. intros y [Hc [Hl He]%not_elem_of_app]%not_elem_of_app.
    rewrite (update_elsewhere _ _ _ _ _ _ H3 He), (give_back_all_elsewhere _ _ _ _ _ _ H2 Hl).
    by eapply update_elsewhere.
  Qed.
End semantics.
