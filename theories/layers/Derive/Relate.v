(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Coroutines in containers: what it means that a value of states stands for a value of coroutines.

    A program with coroutines is first turned into one with their machines' states in place of them, and the two are
    related: equal
    wherever there are no coroutines, states that stand for coroutines wherever there are. [Related] gives the relation
    for a type; containers
    give theirs by an instance, and for each operation that Derive meets a lemma [rel x' x -> rel (f x') (f x)] in the
    hint database [derive]. *)
From Coq Require Import List.
From Fairlead.Derive Require Import Freer Same Machine Coroutine Combinators.
Import ListNotations.

Class Related (T' T : Type) : Type := rel : T' -> T -> Prop.
#[global] Hint Mode Related + + : typeclass_instances.
#[global] Instance rel_eq {T} : Related T T | 0 := eq.
#[global] Instance rel_list {A' A} `{Related A' A} : Related (list A') (list A) | 5 := Forall2 rel.

Variant option_rel {A' A} (R : A' -> A -> Prop) : option A' -> option A -> Prop :=
| none_rel : option_rel R None None
| some_rel a' a : R a' a -> option_rel R (Some a') (Some a).
#[global] Instance rel_option {A' A} `{Related A' A} : Related (option A') (option A) | 5 := option_rel rel.

Variant prod_rel {A' A B' B} (R : A' -> A -> Prop) (S : B' -> B -> Prop) : A' * B' -> A * B -> Prop :=
| pair_rel a' a b' b : R a' a -> S b' b -> prod_rel R S (a', b') (a, b).
#[global] Instance rel_prod {A' A B' B} `{Related A' A} `{Related B' B} : Related (A' * B') (A * B) | 5 :=
  prod_rel rel rel.

Variant sum_rel {A' A B' B} (R : A' -> A -> Prop) (S : B' -> B -> Prop) : A' + B' -> A + B -> Prop :=
| inl_rel a' a : R a' a -> sum_rel R S (inl a') (inl a)
| inr_rel b' b : S b' b -> sum_rel R S (inr b') (inr b).
#[global] Instance rel_sum {A' A B' B} `{Related A' A} `{Related B' B} : Related (A' + B') (A + B) | 5 :=
  sum_rel rel rel.

#[global] Instance rel_resumed {B R H' H} `{Related H' H} : Related (resumed B R H') (resumed B R H) | 5 :=
  resumed_rel rel.

#[global] Instance rel_asked {E} {cargs : E -> Type} {R} {H' H : E -> Type} `{forall e, Related (H' e) (H e)} :
  Related (asked cargs R H') (asked cargs R H) | 5 := asked_rel (fun e => rel).

(** ** Operations *)
Create HintDb derive.

Section operations.
Context {A' A B' B : Type} {HA : Related A' A} {HB : Related B' B}.

Lemma rel_nil : rel (@nil A') (@nil A). Proof. constructor. Qed.
Lemma rel_cons (a' : A') (a : A) (l' : list A') (l : list A) : rel a' a -> rel l' l -> rel (a' :: l') (a :: l).
Proof. now constructor. Qed.
Lemma rel_app (k' l' : list A') (k l : list A) : rel k' k -> rel l' l -> rel (k' ++ l') (k ++ l).
Proof. apply Forall2_app. Qed.
Lemma rel_rev (l' : list A') (l : list A) : rel l' l -> rel (rev l') (rev l).
Proof. induction 1; cbn; [constructor|]. apply Forall2_app; [assumption|]. constructor; [assumption|constructor]. Qed.
Lemma rel_length (l' : list A') (l : list A) : rel l' l -> rel (length l') (length l).
Proof. induction 1 as [|a' a l' l _ _ IH]; [reflexivity|]. cbn. now rewrite IH. Qed.
Lemma rel_nth_error (l' : list A') (l : list A) n : rel l' l -> rel (nth_error l' n) (nth_error l n).
Proof. intros H. revert n. induction H; intros [|n]; cbn; try constructor; auto. Qed.
Lemma rel_replace (l' : list A') (l : list A) n (a' : A') (a : A) : rel l' l -> rel a' a ->
  rel (replace n a' l') (replace n a l).
Proof. intros H Ha. revert n. induction H; intros [|n]; cbn; constructor; auto. apply IHForall2. Qed.
Lemma rel_repeat (a' : A') (a : A) n : rel a' a -> rel (repeat a' n) (repeat a n).
Proof. intros H. induction n; cbn; constructor; auto. Qed.
Lemma rel_some (a' : A') (a : A) : rel a' a -> rel (Some a') (Some a). Proof. now constructor. Qed.
Lemma rel_none : rel (@None A') (@None A). Proof. constructor. Qed.
Lemma rel_pair (a' : A') (a : A) (b' : B') (b : B) : rel a' a -> rel b' b -> rel (a', b') (a,
  b). Proof. now constructor. Qed.
Lemma rel_fst (p' : A' * B') (p : A * B) : rel p' p -> rel (fst p') (fst p). Proof. now intros []. Qed.
Lemma rel_snd (p' : A' * B') (p : A * B) : rel p' p -> rel (snd p') (snd p). Proof. now intros []. Qed.
Lemma rel_inl (a' : A') (a : A) : rel a' a -> rel (inl a' : A' + B') (inl a : A + B). Proof. now constructor. Qed.
Lemma rel_inr (b' : B') (b : B) : rel b' b -> rel (inr b' : A' + B') (inr b : A + B). Proof. now constructor. Qed.
Lemma rel_map {C} (f' : C -> A') (f : C -> A) (l : list C) : (forall c, rel (f' c) (f c)) -> rel (map f' l) (map f l).
Proof. intros Hf. induction l; cbn; constructor; auto. Qed.
Lemma rel_hd_error (l' : list A') (l : list A) : rel l' l -> rel (hd_error l') (hd_error l).
Proof. intros []; now constructor. Qed.
Lemma rel_tl (l' : list A') (l : list A) : rel l' l -> rel (tl l') (tl l).
Proof. intros []; [constructor|assumption]. Qed.
Lemma rel_firstn n (l' : list A') (l : list A) : rel l' l -> rel (firstn n l') (firstn n l).
Proof. intros H. revert n. induction H; intros [|n]; cbn; constructor; auto; apply IHForall2. Qed.
Lemma rel_skipn n (l' : list A') (l : list A) : rel l' l -> rel (skipn n l') (skipn n l).
Proof. intros H. revert n. induction H; intros [|n]; cbn; [constructor|constructor|now constructor|apply IHForall2].
  Qed.
Lemma rel_filter (f' : A' -> bool) (f : A -> bool) (l' : list A') (l : list A) :
  rel l' l -> (forall x' x, rel x' x -> rel (f' x') (f x)) -> rel (filter f' l') (filter f l).
Proof.
  intros H Hf. induction H as [|x' x l' l Hx _ IH]; [constructor|]. cbn. rewrite (Hf x' x Hx). destruct (f x);
    [|exact IH].
  now constructor.
Qed.
Lemma rel_map_with (f' : A' -> B') (f : A -> B) (l' : list A') (l : list A) :
  rel l' l -> (forall x' x, rel x' x -> rel (f' x') (f x)) -> rel (map f' l') (map f l).
Proof. intros H Hf. induction H; constructor; auto. Qed.
Lemma rel_combine (k' : list A') (k : list A) (l' : list B') (l : list B) :
  rel k' k -> rel l' l -> @rel _ _ (@rel_list _ _ rel_prod) (combine k' l') (combine k l).
Proof. intros H. revert l' l. induction H; intros l1' l1 []; cbn; constructor;
  [now constructor|]. now apply IHForall2. Qed.
Lemma rel_option_map (f' : A' -> B') (f : A -> B) (o' : option A') (o : option A) :
  rel o' o -> (forall x' x, rel x' x -> rel (f' x') (f x)) -> rel (option_map f' o') (option_map f o).
Proof. intros [] Hf; constructor. now apply Hf. Qed.
Lemma rel_yields {C R} (c : C) (a' : A') (a : A) : rel a' a ->
  rel (Yields c a' : resumed C R A') (Yields c a : resumed C R A).
Proof. now constructor. Qed.
Lemma rel_ends {C R} (r : R) : rel (Ends r : resumed C R A') (Ends r : resumed C R A).
Proof. constructor. Qed.
Lemma rel_asks {E} {cargs : E -> Type} {R} {H' H : E -> Type} {HH : forall e, Related (H' e) (H e)} e (a : cargs e)
  (c' : H' e) (c : H e) : rel c' c -> rel (Asks e a c' : asked cargs R H') (Asks e a c : asked cargs R H).
Proof. now constructor. Qed.
Lemma rel_returns {E} {cargs : E -> Type} {R} {H' H : E -> Type} {HH : forall e, Related (H' e) (H e)} (r : R) :
  rel (Returns r : asked cargs R H') (Returns r : asked cargs R H).
Proof. constructor. Qed.
End operations.
#[global] Hint Resolve rel_asks rel_returns rel_hd_error rel_tl rel_firstn rel_skipn rel_filter rel_map_with rel_combine
  rel_option_map : derive.
#[global] Hint Resolve rel_nil rel_cons rel_app rel_rev rel_length rel_nth_error rel_replace rel_repeat rel_some
  rel_none
  rel_pair rel_fst rel_snd
  rel_inl rel_inr rel_map rel_yields rel_ends : derive.
#[global] Hint Extern 0 (@rel _ _ (@rel_eq _) _ _) => exact eq_refl : derive.

(** Values without coroutines, computed of values with them: part by part. *)
#[global] Hint Extern 6 (@rel _ _ (@rel_eq _) ?a ?b) =>
  (cbv beta; lazymatch goal with |- rel ?a ?b => change (a = b) end; progress f_equal;
    match goal with |- ?x = ?y => change (@rel _ _ (@rel_eq _) x y) end) : derive.

(** ** Resuming: with values that are computed of what stands for coroutines, too *)
Lemma resume_with {eff} {args rets : eff -> Type} {A B R} {state turn} {pending : state -> yield_effect}
  (step : state -> A -> outcome (yield_args B) state turn pending R) (go_on : turn -> _) {W} (w : W) s (c : coro w A
    B R)
  (a' a : A) : stands_for step go_on w s c -> a' = a ->
  related (args := args) (rets := rets) (resumed_rel (stands_for step go_on w)) (resume_machine step go_on s a')
    (resume c a).
Proof. intros H ->. exact (resume_related step go_on w s c a H). Qed.
Lemma reply_with {eff} {args rets : eff -> Type} {E} {cargs crets : E -> Type} {R state turn} {pending : state -> E}
  (step : forall s, crets (pending s) -> outcome cargs state turn pending R) (go_on : turn -> _) {W} (w : W) e
  (s : in_state pending e) (c : waiting w cargs crets R e) (r' r : crets e) : waits_for step go_on w s c -> r' = r ->
  related (args := args) (rets := rets) (asked_rel (@waits_for _ cargs crets R state turn pending step go_on W w))
    (reply_machine step go_on s r') (reply c r).
Proof. intros H ->. exact (reply_related step go_on w e s c r H). Qed.

(** ** Constructs: [related rel p' p] *)
Section constructs.
Context {eff : Type} {args rets : eff -> Type} {A' A B' B : Type} {HA : Related A' A} {HB : Related B' B}.
Notation t := (t args rets).

Lemma related_equal (p : t A) : related rel p p.
Proof. exact (same_refl p). Qed.
Lemma related_return (a' : A') (a : A) : rel a' a -> related rel (Return a' : t A') (Return a).
Proof. intros H. constructor. constructor. exact H. Qed.
Lemma related_eff e (a' a : args e) (k' : rets e -> t A') (k : rets e -> t A) :
  a' = a -> (forall r, related rel (k' r) (k r)) -> related rel (Eff e a' k') (Eff e a k).
Proof. intros <- H. constructor. constructor. exact H. Qed.
Lemma related_then (p' : t A') (p : t A) (k' : A' -> t B') (k : A -> t B) :
  related rel p' p -> (forall a' a, rel a' a -> related rel (k' a') (k a)) -> related rel (bind p' k') (bind p k).
Proof. intros Hp Hk. exact (related_bind rel rel k' k Hk p' p Hp). Qed.
Lemma related_let (a' : A') (a : A) (k' : A' -> t B') (k : A -> t B) :
  rel a' a -> (forall a' a, rel a' a -> related rel (k' a') (k a)) -> related rel (let_ a' k') (let_ a k).
Proof. intros Ha Hk. exact (Hk a' a Ha). Qed.
End constructs.

(** Loops. *)
Section loops.
Context {eff : Type} {args rets : eff -> Type} {A' A S' S B' B : Type} {HA : Related A' A} {HS : Related S' S} {HB :
  Related B' B}.
Notation t := (t args rets).

Lemma related_foldM (f' : A' -> S' -> t S') (f : A -> S -> t S) l' l s' s :
  rel l' l -> rel s' s -> (forall x' x, rel x' x -> forall s' s, rel s' s -> related rel (f' x' s') (f x s)) ->
  related rel (foldM f' l' s') (foldM f l s).
Proof.
  intros Hl Hs Hf. revert s' s Hs. induction Hl as [|x' x l' l Hx _ IH]; intros s' s Hs; cbn.
  - now apply related_return.
  - apply related_then; [now apply Hf|]. exact IH.
Qed.

Lemma related_times n (f' : nat -> S' -> t S') (f : nat -> S -> t S) s' s :
  rel s' s -> (forall i s' s, rel s' s -> related rel (f' i s') (f i s)) -> related rel (times n f' s') (times n f s).
Proof.
  unfold times. intros Hs Hf. generalize n at 1 3. intros m. revert s' s Hs. induction n as [|n IH]; intros s' s Hs.
  - now apply related_return.
  - cbn. apply related_then; [now apply Hf|]. exact IH.
Qed.

Lemma related_mapM (f' : A' -> t B') (f : A -> t B) l' l :
  rel l' l -> (forall x' x, rel x' x -> related rel (f' x') (f x)) ->
    related (@rel _ _ rel_list) (mapM f' l') (mapM f l).
Proof.
  intros Hl Hf. unfold mapM. assert (Hd : rel (@nil B') (@nil B)) by constructor. revert Hd.
  generalize (@nil B') (@nil B). induction Hl as [|x' x l' l Hx _ IH]; intros d' d Hd.
  - apply related_return, rel_rev, Hd.
  - apply related_then; [now apply Hf|]. intros y' y Hy. apply IH. now constructor.
Qed.

Lemma related_forM_ (f' : A' -> t unit) (f : A -> t unit) l' l :
  rel l' l -> (forall x' x, rel x' x -> related rel (f' x') (f x)) -> related rel (forM_ l' f') (forM_ l f).
Proof.
  intros Hl Hf. induction Hl as [|x' x l' l Hx _ IH].
  - now apply related_return.
  - cbn. apply related_then; [now apply Hf|]. intros _ _ _. exact IH.
Qed.

Lemma related_with_list_elementM (f' : A' -> t A') (f : A -> t A) l' l n :
  rel l' l -> (forall x' x, rel x' x -> related rel (f' x') (f x)) ->
  related rel (with_list_elementM l' n f') (with_list_elementM l n f).
Proof.
  intros Hl Hf. unfold with_list_elementM. destruct (rel_nth_error l' l n Hl) as [|x' x Hx].
  - apply related_return. constructor.
  - apply (related_bind rel); [|now apply Hf]. intros y' y Hy. constructor. constructor. constructor. now apply
    rel_replace.
Qed.

Lemma related_iter (f' : S' -> t (S' + A')) (f : S -> t (S + A)) s' s :
  rel s' s -> (forall s' s, rel s' s -> related (@rel (S' + A') (S + A) rel_sum) (f' s') (f s)) ->
    related rel (iter f' s') (iter f s).
Proof.
  intros Hs Hf. revert s' s Hs.
  enough (H : forall q' q p' p, related (sum_rel rel rel) q' q ->
    observe p' = observe (bind q' (fun n => match n with inl s => Go (LaterF (iter f' s)) | inr a => Return a end)) ->
    observe p = observe (bind q (fun n => match n with inl s => Go (LaterF (iter f s)) | inr a => Return a end)) ->
    related rel p' p).
  { intros s' s Hs. apply (H (f' s') (f s)); [now apply Hf|reflexivity|reflexivity]. }
  cofix CIH. intros q' q p' p [H] Hp' Hp. constructor. rewrite Hp', Hp. cbn.
  destruct H as [n' n H|e a k' k H|r' r H].
  - destruct H as [s' s Hs|b' b Hb]; cbn; constructor; [|exact Hb].
    apply (CIH (f' s') (f s)); [now apply Hf|reflexivity|reflexivity].
  - constructor. intros r. apply (CIH (k' r) (k r)); [apply H|reflexivity|reflexivity].
  - constructor. apply (CIH r' r); [exact H|reflexivity|reflexivity].
Qed.
End loops.

(** A list without coroutines, to a lemma about lists with them. *)
Lemma rel_list_equal {A} (l : list A) : @rel (list A) (list A) (@rel_list A A rel_eq) l l.
Proof. induction l; constructor; [reflexivity|assumption]. Qed.
#[global] Hint Resolve rel_list_equal : derive.
Lemma rel_map_equal {A' A B} {HA : Related A' A} (f' : A' -> B) (f : A -> B) (l' : list A') (l : list A) :
  rel l' l -> (forall x' x, rel x' x -> rel (f' x') (f x)) -> rel (map f' l') (map f l).
Proof. intros H Hf. induction H as [|x' x l' l Hx _ IH]; [reflexivity|]. cbn. now rewrite IH, (Hf x' x Hx). Qed.
#[global] Hint Resolve rel_map_equal : derive.
Lemma related_list_equal {eff} {args rets : eff -> Type} {A} (p' p : t args rets (list A)) :
  related (@rel _ _ (@rel_list A A rel_eq)) p' p -> related rel p' p.
Proof.
  apply related_impl. intros l' l H. induction H as [|x' x l' l Hx _ IH]; [reflexivity|]. rewrite Hx.
  now apply (f_equal (cons x)).
Qed.

(** What is the same on both sides is related where every value is related to itself, not only where [rel] is [eq]: the
    state of a loop has no coroutines, and what its body returns is a sum. *)
Lemma related_same {eff} {args rets : eff -> Type} {A} {HA : Related A A} (p : t args rets A) :
  (forall a : A, rel a a) -> related rel p p.
Proof. intros H. apply (related_impl eq); [|exact (same_refl p)]. intros a' a ->. apply H. Qed.

Section reflexive.
Context {A B : Type} {HA : Related A A} {HB : Related B B}.
Lemma reflexive_eq (a : A) : @rel A A rel_eq a a. Proof. reflexivity. Qed.
Lemma reflexive_list (l : list A) : (forall a : A, rel a a) -> rel l l.
Proof. intros H. induction l; constructor; auto. Qed.
Lemma reflexive_option (o : option A) : (forall a : A, rel a a) -> rel o o.
Proof. intros H. destruct o; constructor; auto. Qed.
Lemma reflexive_prod (p : A * B) : (forall a : A, rel a a) -> (forall b : B, rel b b) -> rel p p.
Proof. intros H K. destruct p; constructor; auto. Qed.
Lemma reflexive_sum (s : A + B) : (forall a : A, rel a a) -> (forall b : B, rel b b) -> rel s s.
Proof. intros H K. destruct s; constructor; auto. Qed.
Lemma reflexive_resumed {C R} (r : resumed C R A) : (forall a : A, rel a a) -> rel r r.
Proof. intros H. destruct r; constructor; auto. Qed.
End reflexive.
Create HintDb derive_same.
#[global] Hint Resolve reflexive_eq reflexive_list reflexive_option reflexive_prod reflexive_sum reflexive_resumed :
  derive_same.

(** ** The tactic

    Goes through both programs at once. What it cannot relate it leaves, so that the message can say what is missing. *)
Ltac relate_intros :=
  match goal with
  | |- forall (_ : ?T), _ =>
    lazymatch T with
    | @rel _ _ (@rel_eq _) ?a ?b => let H := fresh "H" in intro H; change (a = b) in H; subst
    | _ => intro
    end; relate_intros
  | _ => idtac
  end.

Ltac relate_subst :=
  repeat match goal with
  | H : @rel _ _ (@rel_eq _) ?a ?b |- _ => change (a = b) in H; first [subst a | subst b | rewrite H in *; clear H]
  end.

(** A match on a variable that stands for another: both sides, case by case. *)
Ltac relate_matches :=
  repeat match goal with
  | H : rel ?x' ?x |- context [match ?x' with _ => _ end] => is_var x'; is_var x; destruct H; relate_subst
  end.

#[global] Hint Extern 7 (rel _ _) => (cbv beta; progress relate_matches) : derive.

Ltac relate_value := relate_matches; relate_value_step
with relate_value_step :=
  first
    [ assumption
    | reflexivity
    | solve [eauto 12 with derive]
    | lazymatch goal with
      | |- rel (match ?x with _ => _ end) (match ?x with _ => _ end) => destruct x; relate_value
      | |- rel (match ?x' with _ => _ end) (match ?x with _ => _ end) =>
        let H := fresh "H" in assert (H : rel x' x) by relate_value; destruct H; relate_subst; relate_value
      | |- @rel _ _ (@rel_eq _) ?a ?b => change (a = b); relate_value
      | |- ?f ?a = ?g ?b =>
        first [ solve [change (@rel _ _ rel_eq (f a) (g b)); eauto 12 with derive] | apply (f_equal f);
          relate_value | (let H := fresh in assert (H : f = g) by relate_value); f_equal;
          relate_value]
      | |- stands_for _ _ _ ?s ?c => (let H := fresh in assert (H : rel s c) by relate_value; exact H)
      | |- waits_for _ _ _ ?s ?c => (let H := fresh in assert (H : rel s c) by relate_value; exact H)
      | |- forall _, _ => relate_intros; relate_value
      end ].

(** A [fix] over coroutines: its arguments, each of them related or equal, are made variables; then by induction on the
    one that lets both sides go round. [K] says what is left to show of the two functions. *)
Ltac relate_unfolded f' f :=
  intros; relate_subst;
  let f := eval cbv beta iota in f in let f' := eval cbv beta iota in f' in  (* as induction leaves it *)
  lazymatch goal with
  | |- related _ ?p' ?p =>
    let h := head_of p in let h' := head_of p' in assert_fails (constr_eq h f); assert_fails (constr_eq h' f')
  end.
Ltac relate_induction f' f others :=
  lazymatch goal with
  | |- forall x : _, _ =>
    let x := fresh x in
    intro x;
    first
      [ others (); induction x; relate_unfolded f' f
      | relate_induction f' f ltac:(fun _ => try revert x; others ()) ]
  end.
Ltac relate_arguments K p' p after :=
  lazymatch p with
  | ?f ?a =>
    lazymatch p' with
    | ?f' ?a' =>
      let F := type of f in let F' := type of f' in let X := type of a in let X' := type of a' in
      tryif constr_eq X X' then
        (let K' := constr:(fun (g' : F') (g : F) => forall z : X, K (g' z) (g z)) in
         cut (K' f' f);
         [ (let H := fresh in let E := fresh in intro H;
            tryif constr_eq a' a then exact (H a)
            else (assert (E : a' = a);
              [ try relate_value | exact (@eq_rect_r X a (fun z => K (f' z) (f a)) (H a) a' E) ]))
         | relate_arguments K' f' f after ])
      else
        (let K' := constr:(fun (g' : F') (g : F) => forall (z' : X') (z : X), rel z' z -> K (g' z') (g z)) in
         cut (K' f' f);
         [ (let H := fresh in intro H; refine (H a' a _); clear H; try relate_value) | relate_arguments K' f' f after ])
    end
  | _ => cbv beta; relate_induction p' p ltac:(fun _ => idtac); after ()
  end.

Ltac relate_equal_arguments p' p :=
  lazymatch p with
  | ?f ?a =>
    lazymatch p' with
    | ?f' ?a' =>
      let X := type of a in let X' := type of a' in
      tryif first [ constr_eq a' a | assert_fails (constr_eq X X') ] then idtac
      else (let E := fresh in assert (E : a' = a) by relate_value; rewrite E; clear E);
      relate_equal_arguments f' f
    end
  | _ => idtac
  end.

Ltac relate := relate_intros; relate_subst; first [relate_step | idtac]
with relate_step :=
  lazymatch goal with
  | |- related _ ?p ?p =>
    first [ apply related_equal | apply related_same; solve [auto 12 with derive_same] | relate_parts ]
  | |- _ => relate_parts
  end
with relate_parts :=
  lazymatch goal with
  | |- related _ (Return _) (Return _) => apply related_return; try relate_value
  | |- related _ (Eff _ _ _) (Eff _ _ _) => apply related_eff; [try relate_value | relate]
  | |- related _ (bind _ _) (bind _ _) => apply related_then; relate
  | |- related _ (let_ _ _) (let_ _ _) => apply related_let; [try relate_value | relate]
  | |- related ?R (let x := ?v' in @?f' x) (let y := ?v in @?f y) => change (related R (f' v') (f v)); cbv beta; relate
  | |- related _ (resume_machine _ _ _ _) (resume _ _) => apply resume_with; try relate_value
  | |- related _ (begin_machine _ _) (begin _) => apply begin_related; try solve [eauto 12 with derive]
  | |- related _ (reply_machine _ _ _ _) (reply _ _) => apply reply_with; try relate_value
  | |- related _ (iter _ _) (iter _ _) => apply related_iter; [try relate_value | relate]
  | |- related _ (foldM _ _ _) (foldM _ _ _) => apply related_foldM; [try relate_value | try relate_value | relate]
  | |- related _ (times _ _ _) (times _ _ _) => apply related_times; [try relate_value | relate]
  | |- related (@rel _ _ (@rel_eq _)) (mapM _ _) (mapM _ _) => apply related_list_equal; relate
  | |- related _ (mapM _ _) (mapM _ _) => apply related_mapM; [try relate_value | relate]
  | |- related _ (forM _ _) (forM _ _) => unfold forM; relate
  | |- related _ (forM_ _ _) (forM_ _ _) => apply related_forM_; [try relate_value | relate]
  | |- related _ (with_list_elementM _ _ _) (with_list_elementM _ _ _) =>
    apply related_with_list_elementM; [try relate_value | relate]
  | |- related _ (match ?x with _ => _ end) (match ?x with _ => _ end) => destruct x; relate
  | |- related _ (match ?x' with _ => _ end) (match ?x with _ => _ end) =>
    let H := fresh "H" in assert (H : rel x' x); [try relate_value | destruct H; relate]
  | |- related _ ?p' ?p => (* a match that is applied; a combinator without a lemma *)
    first
      [ (let h := head_of p in is_fix h); relate_fix
      | (let h := head_of p in lazymatch h with match ?x with _ => _ end => destruct x end); cbv beta iota; relate
      | solve [eauto with derive]
      | (let f := head_of p in let f' := head_of p' in progress unfold f, f'); cbv beta; relate
      | idtac ]
  | |- _ => idtac
  end
with relate_fix :=
  lazymatch goal with
  | |- @related ?eff ?args ?rets ?A' ?A ?R ?p' ?p =>
    let f := head_of p in
    first
      [ match goal with
        | IH : context [f] |- _ => relate_equal_arguments p' p; apply IH; try relate_value
        end
      | tryif (match goal with IH : context [f] |- _ => idtac end) then fail
        else relate_arguments (@related eff args rets A' A R) p' p ltac:(fun _ => relate) ]
  end.
