(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What runs above part of a stack.

    A called procedure, or a resumed child, runs without looking at what is
    below it. [part] is the tree of such an upper part until it returns; at a
    request it either goes on through the response (a callee: its requests
    pass), or ends (a child: its requests stop at the parent). [part_below]
    puts the lower part back: it is sequencing of trees. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics Shape.
From Fairlead.Core.Trees Require Import Tree Denotation.

(** Traps and wrong steps end a tree. *)
Definition settled {request response X Y} (f : X → tree request response (outcome Y))
    (o : outcome X) : tree request response (outcome Y) :=
  match o with Ok a => f a | Trap => Ret Trap | Wrong => Ret Wrong end.
Definition obind {request response X Y} (t : tree request response (outcome X))
    (f : X → tree request response (outcome Y)) : tree request response (outcome Y) :=
  bind t (settled f).

Section stack.
  Context {B T S C R store frame request response result : Type}.
  Context (D : dynamics B T S C R store frame request response result).
  Local Notation state := (state B T S C R store frame response).
  Local Notation link := (link B T S C R store).
  Local Notation next := (next B T S C R store frame request response result).
  Local Notation happening := (happening store frame request).
  Local Notation tree A := (tree request response (outcome A)).

  Definition frames_of (st : state) : list frame :=
    match st with Suspended fs => fs | _ => [] end.

  CoFixpoint part (stop : bool) (st : state) : tree happening :=
    match returning st with
    | Some (p, s) => Ret (Ok (Returned p s))
    | None =>
        match step D st with
        | Go st' => Tau (part stop st')
        | Emit q st' =>
            if stop then Ret (Ok (Asked (frames_of st') q))
            else Vis q (λ r, part stop (resumed st' r))
        | Crash => Ret Trap
        | Finish _ | Stuck => Ret Wrong
        end
    end.

  Definition part_next (stop : bool) (n : next) : tree happening :=
    match n with
    | Go st' => Tau (part stop st')
    | Emit q st' =>
        if stop then Ret (Ok (Asked (frames_of st') q))
        else Vis q (λ r, part stop (resumed st' r))
    | Crash => Ret Trap
    | Finish _ | Stuck => Ret Wrong
    end.

  Lemma part_returning stop st p s :
    returning st = Some (p, s) → part stop st = Ret (Ok (Returned p s)).
  Proof. intros H. rewrite (tree_force (part stop st)); simpl. by rewrite H. Qed.

  Lemma part_step stop st : returning st = None → part stop st = part_next stop (step D st).
  Proof.
    intros H. rewrite (tree_force (part stop st)); simpl. rewrite H.
    destruct (step D st), stop; done.
  Qed.

  Lemma part_same stop st st' :
    returning st = returning st' → step D st = step D st' → part stop st = part stop st'.
  Proof.
    intros Hret Hstep. destruct (returning st) as [[p s]|] eqn:H.
    - by rewrite !(part_returning _ _ p s).
    - by rewrite !part_step, Hstep.
  Qed.

  Lemma part_settle {X} stop (o : outcome X) f :
    part_next stop (settle o f) = settled (λ a, part_next stop (f a)) o.
  Proof. by destruct o. Qed.

  (** ** Nothing below: a whole computation *)
  Definition finished (o : outcome happening) : tree result :=
    settled (λ h, Ret (match h with Returned p s => finish D p s | Asked _ _ => Wrong end)) o.

  Theorem denote_part st : denote D st ≅ bind (part false st) finished.
  Proof.
    apply (tree_eq_coind (λ t u, ∃ st, t = denote D st ∧ u = bind (part false st) finished));
      [|by eauto].
    clear. intros ? ? (st & -> & ->). rewrite denote_step.
    destruct (returning st) as [[p s]|] eqn:Hret.
    - rewrite (part_returning _ _ _ _ Hret), bind_ret; simpl.
      assert (step D st = settle (finish D p s) Finish) as ->.
      { destruct st as [c ? k ? []| | |]; try done; destruct c; try done;
          destruct k as [|[] ?]; by simplify_eq/=. }
      destruct (finish D p s); constructor.
    - rewrite (part_step _ _ Hret). pose proof (step_shape D st) as Hshape.
      rewrite Hret in Hshape. destruct (step D st); simpl in Hshape |- *.
      + rewrite bind_tau. constructor. eauto.
      + rewrite bind_vis. constructor. eauto.
      + by apply is_Some_None in Hshape.
      + rewrite bind_ret. constructor.
      + rewrite bind_ret. constructor.
  Qed.

  (** ** Something below *)
  Definition extend (ls : list link) (n : next) : next :=
    match n with
    | Go (Running c p k s us) => Go (Running c p k s (us ++ ls))
    | Emit q (Suspended fs) => unwind D ls (reverse fs) q
    | n => n
    end.

  Local Lemma extend_settle {X} ls (o : outcome X) f :
    extend ls (settle o f) = settle o (λ a, extend ls (f a)).
  Proof. by destruct o. Qed.

  Local Lemma settle_ext {X} (o : outcome X) (f g : X → next) :
    (∀ a, f a = g a) → settle o f = settle o g.
  Proof. intros. destruct o; simpl; auto. Qed.

  Local Lemma unwind_extend us ls fs q :
    unwind D (us ++ ls) fs q = extend ls (unwind D us fs q).
  Proof.
    revert fs. induction us as [|[l x p k s|x p k s] us IH]; intros fs; simpl.
    - by rewrite reverse_involutive.
    - apply IH.
    - by rewrite extend_settle.
  Qed.

  Lemma rebuild_extend fs r us ls :
    rebuild D fs r (us ++ ls) = extend ls (rebuild D fs r us).
  Proof.
    destruct fs as [|f fs]; simpl; [done|]. destruct (load D f) as [[p s|p c k s]|]; [| |done].
    - destruct (callers D fs), (code D p); try done. rewrite extend_settle.
      apply settle_ext. intros. simpl. by rewrite (assoc_L (++)).
    - destruct c; try done. destruct (callers D fs); [|done]. rewrite extend_settle.
      apply settle_ext. intros. simpl. by rewrite (assoc_L (++)).
  Qed.

  Lemma step_extend c p k s us ls :
    returning (Running c p k s us : state) = None →
    step D (Running c p k s (us ++ ls)) = extend ls (step D (Running c p k s us)).
  Proof.
    intros Hret. destruct c as [|b|c1 c2|e c1 c2|c|l c|n|l c|l|l x|l x|x|]; simpl; try done.
    - destruct k as [|[] k]; try done. destruct us as [|[] us]; [done|..]; simpl;
        by rewrite extend_settle.
    - by rewrite extend_settle.
    - by rewrite extend_settle.
    - by destruct (leave n k).
    - by destruct (code D p ≫= _) as [[[] ?]|].
    - rewrite extend_settle. apply settle_ext. intros. by rewrite unwind_extend.
    - rewrite extend_settle. apply settle_ext. intros [q u]. by destruct (code D q).
    - rewrite extend_settle. apply settle_ext. intros [fs r]. by rewrite <-rebuild_extend.
    - destruct us as [|[] us]; [done|..]; simpl; by rewrite extend_settle.
  Qed.

  (** Frames are literal: loading one finds what was saved. *)
  Definition literal : Prop := ∀ p c k s, load D (save D p c k s) = Some (At p c k s).

  Definition is_caller (lk : link) : Prop :=
    match lk with Caller _ _ _ _ _ => True | Parent _ _ _ _ => False end.
  Definition frame_of (lk : link) : frame :=
    match lk with
    | Caller l x p k s => save D p (Call l x) k s
    | Parent x p k s => save D p (Resume x) k s
    end.

  Lemma unwind_callers ls fs q :
    Forall is_caller ls → unwind D ls fs q = Emit q (Suspended (reverse fs ++ (frame_of <$> ls))).
  Proof.
    intros Hls. revert fs. induction Hls as [|[] ls ? Hls IH]; intros fs; simpl; try done.
    - by rewrite (right_id_L [] (++)).
    - rewrite IH, reverse_cons. by rewrite <-(assoc_L (++)).
  Qed.

  Lemma callers_frames fs ls :
    literal → Forall is_caller ls →
    callers D (fs ++ (frame_of <$> ls)) = (λ us, us ++ ls) <$> callers D fs.
  Proof.
    intros Hlit Hls. induction fs as [|f fs IH]; simpl.
    - induction Hls as [|[] ls ? Hls IH]; simpl; try done. by rewrite Hlit, (IH : callers D (list_fmap _ _ frame_of ls) = _).
    - destruct (load D f) as [[|p [] k s]|]; try done. rewrite IH. by destruct (callers D fs).
  Qed.

  Local Lemma rebuild_frames f fs r ls :
    literal → Forall is_caller ls →
    rebuild D ((f :: fs) ++ (frame_of <$> ls)) r [] = extend ls (rebuild D (f :: fs) r []).
  Proof.
    intros. rewrite <-rebuild_extend. simpl. rewrite callers_frames by done.
    destruct (load D f) as [[p s|p c k s]|]; [| |done].
    - destruct (callers D fs); simpl; [|done]. by rewrite (right_id_L [] (++)).
    - destruct c; try done. destruct (callers D fs); simpl; [|done].
      by rewrite (right_id_L [] (++)).
  Qed.

  (** What the lower part does when the upper returns, or asks. *)
  Definition below (stop : bool) (ls : list link) (h : happening) : tree happening :=
    match h with
    | Returned p s => part_next false (return_to D p s ls)
    | Asked fs q => if stop then part_next false (unwind D ls (reverse fs) q) else Ret Wrong
    end.

  (** The upper part, then the lower. Requests pass through callers only. *)
  Theorem part_below stop ls st :
    literal → (stop = false → Forall is_caller ls) → returning st = None → ls ≠ [] →
    part_next false (extend ls (step D st)) ≅ obind (part stop st) (below stop ls).
  Proof.
    intros Hlit Hpass Hret Hls.
    assert (∀ c p k s us, returning (Running c p k s (us ++ ls) : state) = None) as Hnone.
    { intros. by destruct c, k, us, ls. }
    apply (tree_eq_coind (λ t u,
      (∃ st, returning st = None ∧ t = part_next false (extend ls (step D st)) ∧
        u = obind (part stop st) (below stop ls)) ∨ t = u)); [|by eauto 10].
    assert (∀ (P : tree happening → tree happening → Prop) t,
      (∀ t, P t t) → same_node P t t) as Hrefl.
    { intros P [] ?; constructor; auto. }
    clear st Hret. intros t u [(st & Hret & -> & ->)| ->]; [|by apply Hrefl; auto].
    unfold obind. rewrite (part_step _ _ Hret).
    pose proof (step_shape D st) as Hshape. rewrite Hret in Hshape.
    destruct (step D st) as [[c p k s us| | |]|q [|gs| |]| | |]; simpl in Hshape; try done; simpl.
    - rewrite bind_tau. constructor.
      destruct (returning (Running c p k s us : state)) as [[q v]|] eqn:Hret'.
      + right. rewrite (part_returning _ _ _ _ Hret'), bind_ret; simpl. unfold below.
        rewrite (part_step _ _ (Hnone c p k s us)).
        destruct c; try done; destruct k; try done; destruct us; by simplify_eq/=.
      + left. eexists; split_and!; [done| |done].
        rewrite (part_step _ _ (Hnone c p k s us)). by rewrite step_extend.
    - destruct Hshape as [Hne _]. destruct stop.
      + rewrite bind_ret. simpl. apply Hrefl; auto.
      + rewrite bind_vis, unwind_callers, reverse_involutive by auto. simpl.
        constructor. intros r. left. exists (Resuming r gs). split_and!; [done| |done].
        destruct gs as [|g gs]; [done|]. rewrite part_step by done.
        f_equal. by apply rebuild_frames; auto.
    - by apply is_Some_None in Hshape.
    - rewrite bind_ret. constructor.
    - rewrite bind_ret. constructor.
  Qed.

  Corollary part_append stop c p k s us ls :
    literal → (stop = false → Forall is_caller ls) → ls ≠ [] →
    part false (Running c p k s (us ++ ls)) ≅
    obind (part stop (Running c p k s us)) (below stop ls).
  Proof.
    intros Hlit Hpass Hls.
    rewrite part_step by (by destruct c, k, us, ls).
    destruct (returning (Running c p k s us : state)) as [[q v]|] eqn:Hret.
    - unfold obind. rewrite (part_returning _ _ _ _ Hret), bind_ret; simpl.
      destruct c; try done; destruct k; try done; destruct us; by simplify_eq/=.
    - rewrite step_extend by done. by apply part_below.
  Qed.
End stack.
