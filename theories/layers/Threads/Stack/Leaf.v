(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The leaf is resumed directly.

    Core's machine, resumed, rebuilds the whole chain of callers before it goes
    on. The runtime does not. It resumes the frame that waits; its callers stay
    frames, and each is resumed when its callee is done. Calls go to the native
    stack; when that is too deep ([deep], which may say anything) all frames on it
    are left where they are, and the callee is run from the bottom.

    Frames are kept in anything that can be pushed on and popped: here in a list,
    in memory in [Bytes]. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics Points Bisimulation.
From Fairlead.Core.Machine Require Import Find Liveness Simulation.

(** [push]: several frames at once, the newest first. *)
Record frame_stack {frame kept : Type} := FrameStack {
  push : list frame → kept → kept;
  pop : kept → option (frame * kept) }.
Arguments frame_stack : clear implicits.
Arguments FrameStack {_ _}.
Definition listed {frame} : frame_stack frame (list frame) :=
  FrameStack app (λ fs, match fs with [] => None | f :: fs => Some (f, fs) end).

Section leaf.
  Context {B T S C store frame kept request response result : Type}.
  Context (D : dynamics B T S C Empty_set store frame request response result).
  Local Notation cmd := (cmd B T S C Empty_set).
  Local Notation kont := (kont B T S C Empty_set).
  Local Notation link := (link B T S C Empty_set store).
  Context (F : frame_stack frame kept).

  (** [ls]: callers on the native stack; [fs]: callers that are frames only. *)
  Inductive leaf_state :=
  | LRunning (c : cmd) (p : procedure) (k : kont) (s : store) (ls : list link) (fs : kept)
  | LSuspended (fs : kept)
  | LResuming (r : response) (fs : kept)
  | LHalted.
  Inductive leaf_next :=
  | LGo (st : leaf_state)
  | LEmit (q : request) (st : leaf_state)
  | LFinish (r : result)
  | LCrash
  | LStuck.
  Definition lsettle {A} (o : outcome A) (f : A → leaf_next) : leaf_next :=
    match o with Ok a => f a | Trap => LCrash | Wrong => LStuck end.

  (** A caller's frame, as it lies there while its callee runs. *)
  Definition frame_of (l : link) : list frame :=
    match l with Caller l x p k s => [save D p (Call l x) k s] | Parent x _ _ _ => match x with end end.
  Fixpoint frames_of (ls : list link) : list frame :=
    match ls with [] => [] | l :: ls => frame_of l ++ frames_of ls end.

  (** Back in a caller that is a frame: its label finds where it goes on. *)
  Definition resume_caller (p : procedure) (s : store) (fs : kept) : leaf_next :=
    match pop F fs with
    | None => lsettle (finish D p s) LFinish
    | Some (f, fs) =>
        match load D f with
        | Some (At p' (Call l x) k s') =>
            lsettle (leave_call D p' x p s s') (λ s', LGo (LRunning Skip p' k s' [] fs))
        | _ => LStuck
        end
    end.
  Definition leaf_return (p : procedure) (s : store) (ls : list link) (fs : kept) : leaf_next :=
    match ls with
    | [] => resume_caller p s fs
    | Caller l x p' k s' :: ls => lsettle (leave_call D p' x p s s') (λ s', LGo (LRunning Skip p' k s' ls fs))
    | Parent x _ _ _ :: _ => match x with end
    end.

  Context (deep : list link → bool).

  Definition leaf_step (st : leaf_state) : leaf_next :=
    match st with
    | LSuspended _ | LHalted => LStuck
    | LResuming r fs =>
        match pop F fs with
        | None => LStuck
        | Some (f, fs) =>
            match load D f with
            | Some (Fresh p s) =>
                match code D p with
                | Some c => lsettle (begin D p r s) (λ s, LGo (LRunning c p [] s [] fs))
                | None => LStuck
                end
            | Some (At p (Suspend l x) k s) => lsettle (answer D p x r s) (λ s, LGo (LRunning Skip p k s [] fs))
            | _ => LStuck
            end
        end
    | LRunning c p k s ls fs =>
        match c with
        | Skip =>
            match k with
            | [] => leaf_return p s ls fs
            | KSeq c :: k => LGo (LRunning c p k s ls fs)
            | KBlock :: k => LGo (LRunning Skip p k s ls fs)
            | KLoop l c :: k => LGo (LRunning (Loop l c) p k s ls fs)
            end
        | Do b => lsettle (run D p b s) (λ s, LGo (LRunning Skip p k s ls fs))
        | Seq c1 c2 => LGo (LRunning c1 p (KSeq c2 :: k) s ls fs)
        | If t c1 c2 => lsettle (test D t s) (λ b : bool, LGo (LRunning (if b then c1 else c2) p k s ls fs))
        | Block c => LGo (LRunning c p (KBlock :: k) s ls fs)
        | Loop l c => LGo (LRunning c p (KLoop l c :: k) s ls fs)
        | Exit n => match leave n k with Some k => LGo (LRunning Skip p k s ls fs) | None => LStuck end
        | Label l c => LGo (LRunning c p k s ls fs)
        | Goto l =>
            match code D p ≫= λ c, find l c [] with
            | Some (Label m c, k) => LGo (LRunning (Label m c) p k s ls fs)
            | _ => LStuck
            end
        | Suspend l x =>
            lsettle (ask D x s)
              (λ q, LEmit q (LSuspended (push F (save D p (Suspend l x) k (park D p l s) :: frames_of ls) fs)))
        | Call l x =>
            lsettle (enter_call D x s) (λ '(p', s'),
              match code D p' with
              | Some c =>
                  let ls := Caller l x p k (park D p l s) :: ls in
                  LGo (if deep ls then LRunning c p' [] s' [] (push F (frames_of ls) fs) else LRunning c p' [] s' ls fs)
              | None => LStuck
              end)
        | Resume x => match x with end
        | Return => leaf_return p s ls fs
        end
    end.

  Inductive leaf_trans : leaf_state → action request response result → leaf_state → Prop :=
  | leaf_silent st st' : leaf_step st = LGo st' → leaf_trans st Silent st'
  | leaf_request st q st' : leaf_step st = LEmit q st' → leaf_trans st (Request q) st'
  | leaf_response r fs : leaf_trans (LSuspended fs) (Response r) (LResuming r fs)
  | leaf_result st r : leaf_step st = LFinish r → leaf_trans st (Result r) LHalted
  | leaf_trapped st : leaf_step st = LCrash → leaf_trans st Trapped LHalted.

End leaf.
Arguments leaf_state : clear implicits.
Arguments leaf_next : clear implicits.

(** ** The same as Core's machine *)
Section listed.
  Context {B T S C store frame request response result : Type}.
  Context (D : dynamics B T S C Empty_set store frame request response result).
  Context (deep : list (link B T S C Empty_set store) → bool).
  Local Notation link := (link B T S C Empty_set store).
  Local Notation leaf_state := (leaf_state B T S C store (list frame) response).
  Local Notation leaf_next := (leaf_next B T S C store (list frame) request response result).
  Local Notation frames_of := (frames_of D).
  Local Notation leaf_return := (leaf_return D listed).
  Local Notation leaf_step := (leaf_step D listed deep).

  Lemma frames_of_app ls ls' : frames_of (ls ++ ls') = frames_of ls ++ frames_of ls'.
  Proof. induction ls as [|l ls IH]; simpl; [done|]. by rewrite IH, app_assoc. Qed.

  Lemma unwind_frames ls fs q : unwind D ls fs q = Emit q (Suspended (reverse fs ++ frames_of ls)).
  Proof.
    revert fs. induction ls as [|[l x p k s|[]] ls IH]; intros fs; simpl; [by rewrite app_nil_r|].
    rewrite IH, reverse_cons, <-app_assoc. done.
  Qed.

  (** Callers that are frames are loaded as they were saved. *)
  Definition loads (ls : list link) : Prop := callers D (frames_of ls) = Some ls.

  Inductive leaf_rel : state B T S C Empty_set store frame response → leaf_state → Prop :=
  | leaf_running c p k s ls up : leaf_rel (Running c p k s (ls ++ up)) (LRunning c p k s ls (frames_of up))
  | leaf_suspended f up : loads up → leaf_rel (Suspended (f :: frames_of up)) (LSuspended (f :: frames_of up))
  | leaf_resuming r f up : loads up → leaf_rel (Resuming r (f :: frames_of up)) (LResuming r (f :: frames_of up))
  | leaf_halted : leaf_rel Halted LHalted.

  Inductive leaf_next_rel : next B T S C Empty_set store frame request response result → leaf_next → Prop :=
  | leaf_go st st' : leaf_rel st st' → leaf_next_rel (Go st) (LGo st')
  | leaf_emit q st st' : leaf_rel st st' → leaf_next_rel (Emit q st) (LEmit q st')
  | leaf_finish r : leaf_next_rel (Finish r) (LFinish r)
  | leaf_crash : leaf_next_rel Crash LCrash
  | leaf_stuck : leaf_next_rel Stuck LStuck.

  Lemma lsettle_rel {X} (o : outcome X) f g :
    (∀ a, leaf_next_rel (f a) (g a)) → leaf_next_rel (settle o f) (lsettle o g).
  Proof. intros H. destruct o; simpl; [apply H|constructor..]. Qed.

  Definition links_load (st : state B T S C Empty_set store frame response) : Prop :=
    match st with Running _ _ _ _ ls => loads ls | _ => True end.

  Lemma loads_cons l x p k s up :
    loads (Caller l x p k s :: up) → load D (save D p (Call l x) k s) = Some (At p (Call l x) k s) ∧ loads up.
  Proof.
    unfold loads. simpl. intros H. destruct (load D _) as [[?|p' c' k' s']|]; try done. destruct c'; try done.
    destruct (callers D (frames_of up)); simpl in H; simplify_eq. done.
  Qed.

  Lemma return_rel p s ls up :
    loads (ls ++ up) → leaf_next_rel (return_to D p s (ls ++ up)) (leaf_return p s ls (frames_of up)).
  Proof.
    destruct ls as [|[l x p' k s'|[]] ls]; simpl.
    - unfold leaf_return, resume_caller. simpl. destruct up as [|[l x p' k s'|[]] up]; simpl; intros H.
      + apply lsettle_rel. intros. constructor.
      + apply loads_cons in H as [-> _]. apply lsettle_rel. intros. constructor. apply (leaf_running _ _ _ _ []).
    - intros _. apply lsettle_rel. intros. constructor. constructor.
  Qed.

  Theorem leaf_step_rel st st' : leaf_rel st st' → links_load st → leaf_next_rel (step D st) (leaf_step st').
  Proof.
    destruct 1 as [c p k s ls up|f up Hup|r f up Hup|]; simpl; [|by constructor| |by constructor].
    - intros Hl. destruct c as [|b|c1 c2|e c1 c2|c|l c|n|l c|l|l x|l x|[]|]; simpl.
      + destruct k as [|[] ?]; [by apply return_rel|by do 2 constructor..].
      + apply lsettle_rel. intros. by do 2 constructor.
      + by do 2 constructor.
      + apply lsettle_rel. intros. by do 2 constructor.
      + by do 2 constructor.
      + by do 2 constructor.
      + destruct (leave n k); by repeat constructor.
      + by do 2 constructor.
      + destruct (code D p ≫= _) as [[[] ?]|]; by repeat constructor.
      + apply lsettle_rel. intros q. rewrite unwind_frames. simpl. rewrite <-frames_of_app. constructor. by constructor.
      + apply lsettle_rel. intros [p' s']. destruct (code D p'); [|constructor]. constructor.
        destruct (deep _).
        * change (Caller l x p k (park D p l s) :: ls ++ up) with ([] ++ ((Caller l x p k (park D p l s) :: ls) ++ up)).
          rewrite <-frames_of_app. apply leaf_running.
        * apply (leaf_running _ _ _ _ (Caller l x p k (park D p l s) :: ls)).
      + by apply return_rel.
    - intros _. rewrite Hup. destruct (load D f) as [[p s|p c k s]|]; [| |constructor].
      + destruct (code D p); [|constructor]. apply lsettle_rel. intros. constructor. rewrite app_nil_r.
        apply (leaf_running _ _ _ _ []).
      + destruct c; try constructor. apply lsettle_rel. intros. constructor. rewrite app_nil_r.
        apply (leaf_running _ _ _ _ []).
  Qed.
End listed.

Section machine.
  Context {B T S C V store1 store2 request response result : Type}.
  Context {A : analysis B T S C Empty_set V}.
  Context {D1 : dynamics B T S C Empty_set store1 (source_point B T S C Empty_set * store1) request response result}.
  Context {D2 : dynamics B T S C Empty_set store2 (machine_point * store2) request response result}.
  Context {srel : procedure → V → store1 → store2 → Prop}.
  Context (agree : agreement A D1 D2 srel) (ok : accepted A (code D1)).
  Context (deep : list (link B T S C Empty_set store2) → bool).
  #[local] Set Default Proof Using "agree ok".
  Local Notation state_rel := (state_rel (A := A) (D1 := D1) (srel := srel)).

  Lemma related_loads ls ms : Forall2 (link_rel (A := A) (D1 := D1) (srel := srel)) ls ms → loads D2 ms.
  Proof.
    induction 1 as [|l m ls ms Hlm _ IH]; [done|].
    destruct Hlm as [l x p k s t Hf|[]]. unfold loads in *. cbn. rewrite (machine_saves _ _ _ _ agree).
    apply (load_related agree ok) in Hf as [(? & ? & ? & Hload & _)|
      (? & ? & ? & ? & ? & body & after & exits & W & _ & Hload & Hf & Hg & _)].
    { by rewrite (source_loads _ _ _ _ agree) in Hload. }
    injection Hf as <- <- <- <-; injection Hg as <-. simpl in *. unfold machine_save. simpl. rewrite Hload.
    fold (frames_of D2 ms). by rewrite IH.
  Qed.

  Lemma related_links st st' : state_rel st st' → links_load D2 st'.
  Proof. destruct 1; simpl; try done. by eapply related_loads. Qed.

  Definition leaf_machine_rel st' lst : Prop := (∃ st, state_rel st st') ∧ leaf_rel D2 st' lst.

  Theorem leaf_bisimulation : bisimulation (trans D2) (leaf_trans D2 listed deep) leaf_machine_rel.
  Proof.
    assert (∀ st st1 a st2, state_rel st st1 → trans D2 st1 a st2 → ∃ st', state_rel st' st2) as Hnext.
    { intros st st1 a st2 Hst Ht. destruct (back _ _ _ (simulation agree ok) _ _ _ _ Hst Ht) as (? & _ & ?). eauto. }
    split; intros st' lst a st2 [[st Hst] Hl] Ht.
    - pose proof (leaf_step_rel D2 deep _ _ Hl (related_links _ _ Hst)) as Hstep.
      pose proof (Hnext _ _ _ _ Hst Ht) as Hst2.
      destruct Ht as [? ? E|? ? ? E| |? ? E|? E]; try (rewrite E in Hstep; inversion Hstep; subst);
        try (eexists; split; [by econstructor|by split]).
      + inversion Hl; subst. eexists. split; [constructor|]. split; [done|by constructor].
      + eexists. split; [by apply leaf_result|]. split; [done|constructor].
      + eexists. split; [by apply leaf_trapped|]. split; [done|constructor].
    - pose proof (leaf_step_rel D2 deep _ _ Hl (related_links _ _ Hst)) as Hstep.
      destruct Ht as [? ? E|? ? ? E| |? ? E|? E]; try (rewrite E in Hstep; inversion Hstep; subst);
        try (eexists; split; [by econstructor|split; [|done]; eapply Hnext; [done|by econstructor]]).
      + inversion Hl as [|f up Hup| |]; subst. exists (Resuming r (f :: frames_of D2 up)). split; [constructor|].
        split; [eapply (Hnext st _ (Response r)); [exact Hst|constructor]|by constructor].
      + eexists. split; [by apply trans_result|]. split; [eapply Hnext; [done|by apply trans_result]|constructor].
      + eexists. split; [by apply trans_trapped|]. split; [eapply Hnext; [done|by apply trans_trapped]|constructor].
  Qed.

  (** The thread as written, and the machine that resumes leaves: bisimilar, wherever native calls are cut off. *)
  Theorem leaf_bisimilar p body s t :
    code D1 p = Some body → srel p (entry_set A p) s t →
    bisimilar (trans D1) (leaf_trans D2 listed deep) (initial body p s) (LRunning body p [] t [] []).
  Proof.
    intros Hp Hs. eapply bisimilar_trans; [by apply (simulation_initial agree ok)|].
    exists leaf_machine_rel. split; [apply leaf_bisimulation|]. split.
    - exists (initial body p s). by apply (start_related agree ok).
    - apply (leaf_running D2 body p [] t [] []).
  Qed.
End machine.
