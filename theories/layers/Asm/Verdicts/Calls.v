(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Whole files with calls. Where a block stops at a call, the two files must agree on everything but the flags;
    then what is called does the same for both, whatever it is. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import FunctionalExtensionality.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Symbolic Require Import Rewrites Equivalence.
From Fairlead.Asm.Refinement Require Import Refines.
From Fairlead.Asm.Transform Require Import Scripts.
From Fairlead.Asm.Verdicts Require Import Files Calls_trusted.

(** ** The check *)

(** What a callee may look at. *)
Definition passed : list loc := List.filter (fun l => match l with F _ => false | _ => true end) every_location.

Definition live_at (live : list loc) (c : option callee) : list loc := match c with None => live | Some _ => passed end.

Fixpoint check_stops (rel : relation) (live : list loc) (hints : list hint) (calls : list (option callee))
  (P Q : program) : bool :=
  match hints, calls, P, Q with
  | [], [], [], [] => true
  | h :: hints, c :: calls, (p, e) :: P, (q, f) :: Q =>
      bool_decide (e = f) && block_ok rel (live_at live c) e h p q && check_stops rel live hints calls P Q
  | _, _, _, _ => false
  end.

(** What a function of the file returns to goes on with all but the flags. *)
Definition returns_all (live : list loc) (calls : list (option callee)) : bool :=
  forallb (fun c => match c with Some (Inside _) => false | _ => true end) calls ||
  forallb (fun l => bool_decide (l ∈ live)) passed.

Definition check_calls (rel : relation) (live : list loc) (hints : list hint) (calls : list (option callee))
  (P Q : program) : bool :=
  returns_all live calls && check_stops rel live hints calls P Q.

(** ** A run between calls *)

Lemma stop_before (P : program) e p e' :
  e < e' -> nth_error P e = Some (p, Stop) -> start P e + length p < start P e'.
Proof.
  revert e e'. induction P as [|b P IH]; intros [|e] [|e'] Hl H; cbn in *; try lia; try done; simplify_eq.
  - unfold block_size. cbn. lia.
  - specialize (IH e e' ltac:(lia) H). lia.
Qed.

Lemma stop_unique (P : program) e p e' p' :
  nth_error P e = Some (p, Stop) -> nth_error P e' = Some (p', Stop) ->
  start P e + length p = start P e' + length p' -> e = e'.
Proof.
  intros H H' E. destruct (Nat.lt_trichotomy e e') as [L|[L|L]]; [|done|].
  - pose proof (stop_before P e p e' L H). lia.
  - pose proof (stop_before P e' p' e L H'). lia.
Qed.

(** Regions forbid; they change nothing. *)
Lemma exec_env g g' i s x y :
  symbol g = symbol g' -> exec g i s = Some x -> exec g' i s = Some y -> x = y.
Proof.
  intros Hg. unfold exec. destruct (describe i) as [d|]; [|done]. unfold step, effect_of.
  destruct (negb (forallb (ready s) (d_in d))); [done|].
  destruct (d_access d) as [a|]; [|intros; congruence].
  replace (address g' (locs s) (a_mem a)) with (address g (locs s) (a_mem a))
    by (unfold address; by rewrite Hg).
  destruct (negb (permitted g a _)); [done|]. destruct (negb (permitted g' a _)); [done|]. congruence.
Qed.

Lemma steps_env g g' p n m pc s pc1 s1 t1 pc2 s2 t2 :
  symbol g = symbol g' ->
  flat_steps g p n pc s = Some (pc1, s1, t1) -> nth_error p pc1 = Some FHalt ->
  flat_steps g' p m pc s = Some (pc2, s2, t2) -> nth_error p pc2 = Some FHalt ->
  pc1 = pc2 /\ s1 = s2 /\ t1 = t2.
Proof.
  intros Hg. revert m pc s t1 t2. induction n as [|n IH]; intros [|m] pc s t1 t2 H1 P1 H2 P2; cbn in *.
  - by simplify_eq.
  - simplify_eq. unfold flat_step in H2. by rewrite P1 in H2.
  - simplify_eq. unfold flat_step in H1. by rewrite P2 in H1.
  - destruct (flat_step g p pc s) as [[[q r] u]|] eqn:S1; [|done].
    destruct (flat_step g' p pc s) as [[[q' r'] u']|] eqn:S2; [|done].
    assert ((q, r, u) = (q', r', u')) as E.
    { unfold flat_step in *. destruct (nth_error p pc) as [[i|j|c j|]|]; try congruence.
      destruct (exec g i s) as [[? ?]|] eqn:X1; [|done]. destruct (exec g' i s) as [[? ?]|] eqn:X2; [|done].
      pose proof (exec_env _ _ _ _ _ _ Hg X1 X2). by simplify_eq. }
    simplify_eq.
    destruct (flat_steps g p n q' r') as [[[? ?] u1]|] eqn:E1; [|done].
    destruct (flat_steps g' p m q' r') as [[[? ?] u2]|] eqn:E2; [|done]. simplify_eq.
    by destruct (IH _ _ _ _ _ E1 P1 E2 P2) as (-> & -> & ->).
Qed.

Lemma stops_det g g' P k e e' s r r' t t' :
  symbol g = symbol g' -> stops g P k e s r t -> stops g' P k e' s r' t' -> e = e' /\ r = r' /\ t = t'.
Proof.
  intros Hg (n & p & He & Hn) (n' & p' & He' & Hn').
  destruct (steps_env g g' _ _ _ _ _ _ _ _ _ _ _ Hg Hn (stop_halts _ _ _ He) Hn' (stop_halts _ _ _ He'))
    as (E & -> & ->).
  split; [by eapply stop_unique|done].
Qed.

Lemma stops_runs g P k e1 e2 s1 r1 s2 r2 t :
  stops g P k e1 s1 r1 t -> stops g P k e2 s2 r2 t -> e1 = e2 /\ runs g P k e1 (s1, s2) (r1, r2).
Proof.
  intros H1 H2. destruct (halts_runs g P k s1 r1 s2 r2 t) as [e H]; [by eapply stops_halts..|].
  destruct (runs_stops _ _ _ _ _ _ H) as (u & U1 & U2). cbn in *.
  destruct (stops_det g g _ _ _ _ _ _ _ _ _ eq_refl U1 H1) as (-> & _).
  by destruct (stops_det g g _ _ _ _ _ _ _ _ _ eq_refl U2 H2) as (-> & _).
Qed.

Lemma runs_well_formed g P k e σ ρ : runs g P k e σ ρ -> well_formed2 σ -> well_formed2 ρ.
Proof. induction 1; intros; eauto using together_well_formed. Qed.

(** ** Calls *)

Lemma passed_spec l : (∀ f, l ≠ F f) -> l ∈ passed.
Proof.
  intros H. apply elem_of_list_In, filter_In. split; [apply elem_of_list_In, every_location_spec|].
  destruct l as [| | |f]; try done. by destruct (H f).
Qed.

Lemma passed_alike s s' : agree passed s s' -> forget s = forget s' /\ locs s (G RSP) = locs s' (G RSP).
Proof.
  intros [Hm Hl]. split; [|by apply Hl, passed_spec].
  unfold forget. rewrite Hm. f_equal. extensionality l. destruct l; try done; by apply Hl, passed_spec.
Qed.

Lemma forget_agree s s' : forget s = forget s' -> memory s = memory s' /\ ∀ l, (∀ f, l ≠ F f) -> locs s l = locs s' l.
Proof.
  intros E. split; [by injection E|]. intros l Hl.
  assert (locs (forget s) l = locs (forget s') l) as X by (by rewrite E). cbn in X.
  destruct l; try done. by destruct (Hl f).
Qed.

Lemma enter_alike a s s' : agree passed s s' -> enter a s = enter a s'.
Proof.
  intros H. destruct (passed_alike _ _ H) as [E R]. destruct (forget_agree _ _ E) as [Hm Hl].
  unfold enter, forget, with_rsp, below. cbn. rewrite R, Hm. f_equal. extensionality l.
  destruct l as [r| | |]; try done; [destruct r; try done|..]; by apply Hl.
Qed.

Lemma leave_alike a s s' r r' : agree passed s s' -> agree passed r r' -> leave a s r = leave a s' r'.
Proof.
  intros H H'. destruct (passed_alike _ _ H) as [E R], (passed_alike _ _ H') as [E' R'].
  destruct (forget_agree _ _ E') as [Hm Hl].
  unfold leave, below. rewrite R, R', Hm. destruct (_ && _); [|done]. f_equal.
  unfold forget, with_rsp. cbn. rewrite Hm. f_equal. extensionality l.
  destruct l as [x| | |]; try done; [destruct x; try done|..]; by apply Hl.
Qed.

Lemma forget_well_formed s : well_formed s -> well_formed (forget s).
Proof. intros H l. destruct l; cbn; [apply (H (G r))|apply (H (Lo x))|apply (H (Hi x))|done]. Qed.

Lemma with_rsp_well_formed v s : low 64 v = v -> well_formed s -> well_formed (with_rsp v s).
Proof. intros Hv H l. cbn. destruct l as [[]| | |]; try done; try apply H. Qed.

Lemma enter_well_formed a s : well_formed s -> well_formed (enter a s).
Proof.
  intros H. apply forget_well_formed, with_rsp_well_formed; [by apply low_low|]. exact H.
Qed.

Lemma leave_well_formed a s r q : leave a s r = Some q -> well_formed s -> well_formed r -> well_formed q.
Proof.
  unfold leave. destruct (_ && _); [|done]. intros [= <-] Hs Hr.
  apply forget_well_formed, with_rsp_well_formed; [apply (Hs (G RSP))|done].
Qed.

(** ** Runs with calls *)

(** Behind what a file shows itself stands something else, or nothing. *)
Definition breaks (x : list shown) : Prop := match x with Own _ :: _ => False | _ => True end.

Lemma own_prefix t u x y : breaks x -> breaks y -> map Own t ++ x = map Own u ++ y -> t = u /\ x = y.
Proof.
  revert u. induction t as [|e t IH]; intros [|e' u] Hx Hy E; cbn in *; subst; try done.
  injection E as <- E. by destruct (IH u Hx Hy E) as [-> ->].
Qed.

Section runs.
  Context {world : Type} (outside : positive -> world -> state -> option (world * state * list event)).
  Context (possible : env -> Prop) (return_to : nat -> N).
  Context (Hout : ∀ f w s w' s' t, well_formed s -> outside f w s = Some (w', s', t) -> well_formed s').

  Notation returns := (returns outside possible return_to).

  (** Two of them that show the same. *)
  Inductive both (P : program) (calls : list (option callee)) :
    env -> nat -> world * world -> pair -> world * world -> pair -> Prop :=
    | B_Returned g k e ω σ ρ : runs g P k e σ ρ -> called calls e = None -> both P calls g k ω σ ω ρ
    | B_Outside g k e f ω σ τ ω' τ' u ω'' ρ :
        runs g P k e σ τ -> called calls e = Some (Outside f) ->
        outside f ω.1 (forget τ.1) = Some (ω'.1, τ'.1, u) -> outside f ω.2 (forget τ.2) = Some (ω'.2, τ'.2, u) ->
        both P calls g (S e) ω' (forget τ'.1, forget τ'.2) ω'' ρ -> both P calls g k ω σ ω'' ρ
    | B_Inside g g' k e i ω σ τ ω' τ' υ ω'' ρ :
        runs g P k e σ τ -> called calls e = Some (Inside i) -> possible g' ->
        both P calls g' i ω (enter (return_to e) τ.1, enter (return_to e) τ.2) ω' τ' ->
        leave (return_to e) τ.1 τ'.1 = Some υ.1 -> leave (return_to e) τ.2 τ'.2 = Some υ.2 ->
        both P calls g (S e) ω' υ ω'' ρ -> both P calls g k ω σ ω'' ρ.

  Lemma both_well_formed P calls g k ω σ ω' ρ : both P calls g k ω σ ω' ρ -> well_formed2 σ -> well_formed2 ρ.
  Proof using Hout.
    induction 1 as [g k e ω σ ρ Hr Hc|g k e f ω σ τ ω' τ' u ω'' ρ Hr Hc O1 O2 _ IH
                   |g g' k e i ω σ τ ω' τ' υ ω'' ρ Hr Hc Hp _ IH1 L1 L2 _ IH2]; intros Hw;
      pose proof (runs_well_formed _ _ _ _ _ _ Hr Hw) as Hτ; [done|..].
    - destruct Hτ as [T1 T2]. apply IH.
      split; apply forget_well_formed; (eapply Hout; [|done]); by apply forget_well_formed.
    - destruct Hτ as [T1 T2]. destruct IH1 as [U1 U2]; [split; by apply enter_well_formed|].
      apply IH2. split; by eapply leave_well_formed.
  Qed.

  Lemma both_returns P calls g k ω σ ω' ρ : both P calls g k ω σ ω' ρ ->
    ∃ t, returns P calls g k (ω.1, σ.1) (ω'.1, ρ.1) t /\ returns P calls g k (ω.2, σ.2) (ω'.2, ρ.2) t.
  Proof using.
    induction 1 as [g k e ω σ ρ Hr Hc|g k e f ω σ τ ω' τ' u ω'' ρ Hr Hc O1 O2 _ (v & V1 & V2)
                   |g g' k e i ω σ τ ω' τ' υ ω'' ρ Hr Hc Hp _ (u & U1 & U2) L1 L2 _ (v & V1 & V2)];
      destruct (runs_stops _ _ _ _ _ _ Hr) as (t & T1 & T2).
    - exists (map Own t). split; by eapply Returned.
    - exists (map Own t ++ Called f u :: v). split; by eapply Went_outside.
    - exists (map Own t ++ Entered g' :: u ++ Left :: v). split; by eapply Went_inside.
  Qed.

  Lemma returns_both P calls g k a b t : returns P calls g k a b t ->
    ∀ a' b' t' x y, returns P calls g k a' b' t' -> breaks x -> breaks y -> t ++ x = t' ++ y ->
    x = y /\ both P calls g k (a.1, a'.1) (a.2, a'.2) (b.1, b'.1) (b.2, b'.2).
  Proof using.
    induction 1 as [g k e w s r t Hs Hc|g k e f w s m t w1 m1 u b v Hs Hc Ho _ IH
                   |g g' k e i w s m t w1 m1 u m2 b v Hs Hc Hp _ IH1 Hl _ IH2];
      intros a' b' t' x y H Hx Hy E; inversion H; subst; clear H;
      rewrite <- ?app_assoc in E; cbn [app] in E; rewrite <- ?app_assoc in E; cbn [app] in E;
      (apply own_prefix in E as [-> E]; [|done..]);
      match goal with A : stops _ _ _ _ _ _ _, B : stops _ _ _ _ _ _ _ |- _ =>
        destruct (stops_runs _ _ _ _ _ _ _ _ _ _ A B) as [-> Hr] end;
      simplify_eq/=; try (subst; done).
    - split; [done|]. by eapply B_Returned.
    - match goal with X : returns _ _ _ _ _ _ _, E : _ ++ _ = _ ++ _ |- _ =>
        destruct (IH _ _ _ _ _ X Hx Hy E) as [-> Hb] end.
      split; [done|]. by eapply (B_Outside _ _ _ _ _ _ (_, _) (_, _) (_, _) (_, _) (_, _)).
    - match goal with X : returns _ _ _ _ _ _ _, E : _ ++ ?x = _ ++ ?y |- _ =>
        destruct (IH1 _ _ _ x y X I I E) as [[= E'] Hb] end.
      match goal with X : returns _ _ _ _ _ _ _ |- _ => destruct (IH2 _ _ _ _ _ X Hx Hy E') as [-> Hb'] end.
      split; [done|]. by eapply (B_Inside _ _ _ _ _ _ _ (_, _) (_, _) (_, _) (_, _) (_, _) (_, _)).
  Qed.

  (** One run, whatever regions are said. *)
  Lemma returns_det P calls (Hsym : ∀ g g', possible g -> possible g' -> symbol g = symbol g') g k a b t :
    possible g -> returns P calls g k a b t ->
    ∀ g' b' t', possible g' -> returns P calls g' k a b' t' -> b = b' /\ watched t = watched t'.
  Proof using.
    intros Hg H. induction H as [g k e w s r t Hs Hc|g k e f w s m t w1 m1 u b v Hs Hc Ho _ IH
                   |g h k e i w s m t w1 m1 u m2 b v Hs Hc Hp _ IH1 Hl _ IH2];
      intros g' b' t' Hg' H; inversion H; subst; clear H;
      match goal with A : stops _ _ _ _ _ _ _, B : stops _ _ _ _ _ _ _ |- _ =>
        destruct (stops_det _ _ _ _ _ _ _ _ _ _ _ (Hsym _ _ Hg Hg') A B) as (-> & -> & ->) end;
      simplify_eq/=; try done.
    - match goal with X : returns _ _ _ _ _ _ _ |- _ => destruct (IH Hg _ _ _ Hg' X) as [-> E] end.
      split; [done|]. unfold watched in *. rewrite !List.filter_app. cbn. by rewrite E.
    - match goal with X : returns _ _ ?h _ _ _ _, Y : possible ?h |- _ =>
        destruct (IH1 Hp _ _ _ Y X) as [[= -> ->] E1] end.
      simplify_eq.
      match goal with X : returns _ _ _ _ _ _ _ |- _ => destruct (IH2 Hg _ _ _ Hg' X) as [-> E2] end.
      split; [done|]. unfold watched in *. do 2 (rewrite !List.filter_app; cbn). by rewrite E1, E2.
  Qed.

  (** ** The check is sound *)

  Context (rel : relation) (live : list loc) (Hrel : ∀ g, possible g -> respects g rel).

  Lemma check_stops_ok hints calls P Q :
    check_stops rel live hints calls P Q = true -> blocks_ok rel (fun k => live_at live (called calls k)) P Q.
  Proof using.
    revert hints calls Q. induction P as [|[p' e'] P IH]; intros hints calls Q H [|k] p e Hk; cbn in Hk; simplify_eq;
      destruct hints as [|h hints]; try done; destruct calls as [|c calls]; try done;
      destruct Q as [|[q f] Q]; try done; cbn in H;
      apply andb_true_iff in H as [[->%bool_decide_eq_true Hb]%andb_true_iff H]; cbn; [by eauto|].
    destruct (IH _ _ _ H k p e Hk) as (q' & h' & ? & ?). by exists q', h'.
  Qed.

  Lemma returns_all_passed calls e i :
    returns_all live calls = true -> called calls e = Some (Inside i) -> ∀ l, l ∈ passed -> l ∈ live.
  Proof using.
    intros [H|H]%orb_true_iff He l Hl; rewrite forallb_forall in H.
    - unfold called in He. destruct (nth_error calls e) as [c|] eqn:E; [|done]. subst.
      specialize (H _ (nth_error_In _ _ E)). done.
    - specialize (H l ltac:(by apply elem_of_list_In)). by apply bool_decide_eq_true in H.
  Qed.

  Lemma agree_less (l l' : list loc) s s' : (∀ x, x ∈ l -> x ∈ l') -> agree l' s s' -> agree l s s'.
  Proof using. intros H [Hm Hl]. split; [done|]. intros x Hx. by apply Hl, H. Qed.

  Lemma check_calls_both hints calls P Q g k ω σ ω' ρ :
    check_calls rel live hints calls P Q = true -> possible g -> well_formed2 σ -> both P calls g k ω σ ω' ρ ->
    ∃ ρ', both Q calls g k ω σ ω' ρ' /\ agree live ρ.1 ρ'.1 /\ agree live ρ.2 ρ'.2.
  Proof using Hout Hrel.
    intros [Hall Hok%check_stops_ok]%andb_true_iff Hg Hw H.
    induction H as [g k e ω σ ρ Hr Hc|g k e f ω σ τ ω' τ' u ω'' ρ Hr Hc O1 O2 _ IH
                   |g g' k e i ω σ τ ω' τ' υ ω'' ρ Hr Hc Hp Hb IH1 L1 L2 _ IH2];
      pose proof (runs_well_formed _ _ _ _ _ _ Hr Hw) as [T1 T2];
      destruct (blocks_ok_runs g rel (Hrel g Hg) _ P Q k e _ _ Hok Hw Hr) as (τq & Hq & A1 & A2);
      rewrite Hc in A1, A2; cbn [live_at] in A1, A2.
    - exists τq. split; [by eapply B_Returned|done].
    - destruct (passed_alike _ _ A1) as [E1 _], (passed_alike _ _ A2) as [E2 _]. rewrite E1 in O1. rewrite E2 in O2.
      destruct IH as (ρ' & Hb & Ha).
      { done. }
      { split; apply forget_well_formed; (eapply Hout; [|done]);
          [rewrite <- E1|rewrite <- E2]; by apply forget_well_formed. }
      exists ρ'. split; [by eapply B_Outside|done].
    - assert (well_formed2 (enter (return_to e) τ.1, enter (return_to e) τ.2)) as We
        by (split; by apply enter_well_formed).
      destruct (IH1 Hp We) as (τ2 & Hb1 & B1 & B2).
      pose proof (both_well_formed _ _ _ _ _ _ _ _ Hb We) as [U1 U2].
      pose proof (returns_all_passed calls e i Hall Hc) as Hpass.
      apply (agree_less passed) in B1, B2; [|done..].
      assert (well_formed2 υ) as Wu by (split; by eapply leave_well_formed).
      rewrite (leave_alike _ _ _ _ _ A1 B1) in L1. rewrite (leave_alike _ _ _ _ _ A2 B2) in L2.
      rewrite (enter_alike _ _ _ A1), (enter_alike _ _ _ A2) in Hb1.
      destruct (IH2 Hg Wu) as (ρ' & Hb2 & Ha). exists ρ'. split; [by eapply B_Inside|done].
  Qed.

  (** Where the clean file returns, the fast one does, with the same calls on the way. *)
  Theorem check_calls_returns hints calls P Q g k w s w' r t :
    check_calls rel live hints calls P Q = true -> possible g -> well_formed s ->
    returns P calls g k (w, s) (w', r) t ->
    ∃ r' u, returns Q calls g k (w, s) (w', r') u /\ agree live r r'.
  Proof using Hout Hrel.
    intros Hc Hg Hs H.
    destruct (returns_both _ _ _ _ _ _ _ H _ _ _ [] [] H I I eq_refl) as [_ Hb]. cbn in Hb.
    destruct (check_calls_both _ _ _ _ _ _ _ _ _ _ Hc Hg (conj Hs Hs : well_formed2 (s, s)) Hb)
      as ([r1 r2] & Hq & Ha & _).
    destruct (both_returns _ _ _ _ _ _ _ _ Hq) as (u & H1 & _). by exists r1, u.
  Qed.

  (** And it leaks no more. *)
  Theorem check_calls_leak_no_more hints calls P Q g k a1 a2 b1 b2 t q1 q2 u1 u2 :
    (∀ g g', possible g -> possible g' -> symbol g = symbol g') ->
    check_calls rel live hints calls P Q = true -> possible g -> well_formed a1.2 -> well_formed a2.2 ->
    returns P calls g k a1 b1 t -> returns P calls g k a2 b2 t ->
    returns Q calls g k a1 q1 u1 -> returns Q calls g k a2 q2 u2 -> watched u1 = watched u2.
  Proof using Hout Hrel.
    intros Hsym Hc Hg W1 W2 H1 H2 Q1 Q2.
    destruct (returns_both _ _ _ _ _ _ _ H1 _ _ _ [] [] H2 I I eq_refl) as [_ Hb].
    destruct (check_calls_both _ _ _ _ _ _ _ _ _ _ Hc Hg (conj W1 W2 : well_formed2 (a1.2, a2.2)) Hb)
      as ([r1 r2] & Hq & _).
    destruct (both_returns _ _ _ _ _ _ _ _ Hq) as (u & U1 & U2). cbn in U1, U2.
    rewrite <- !surjective_pairing in U1, U2.
    destruct (returns_det Q calls Hsym g k _ _ _ Hg Q1 _ _ _ Hg U1) as [_ ->].
    by destruct (returns_det Q calls Hsym g k _ _ _ Hg Q2 _ _ _ Hg U2) as [_ ->].
  Qed.
End runs.
