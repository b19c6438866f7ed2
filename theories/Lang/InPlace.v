(** * Calls executed in place.

    The semantics copies [inout] arguments into the callee's variables and, at its
    return, out again. The C passes pointers. [in_place] is the machine that does
    so: a running function has variables of its own, and references to places of its
    caller, whose variables may be references again; it reads and writes where they
    lead, and returning puts nothing back. [whole_call] (in [InPlaceCalls]): from a
    call to its return, calls inside of it included, it comes to the same store as copying.

    Places passed [inout] are references, and so are places of large values that
    are only read. Slices of bytes are not covered, nor are coroutines: the machine here runs
    functions. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core Require Import Semantics.
From Fairlead.Lang Require Import Soundness AliasingCheck References PutBack.

Notation write P := (place * (option (val P) → outcome (val P)))%type.

Section in_place.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Local Notation W := (Semantics.W Q source).
  Local Notation untouched := (λ (_ : nat) (s : store fl_point), s).
  Local Notation stack := (list (store fl_point * refs)).
  Implicit Types (s t : store fl_point) (F : stack).

  (** ** Statements as writes: what to write, and where, is read from the variables *)
  Definition on_bytes (f : list Z → outcome (list Z)) : option (val fl_point) → outcome (val fl_point) :=
    modify (λ v, l ← as_bytes v; VBytes <$> f l).

  Definition write_of (b : basic) s : outcome (option (write fl_point)) :=
    match b with
    | BLine _ => Ok None
    | BAssign p e => v ← eval W e s; Ok (Some (p, put v))
    | BPush p cap e =>
        z ← eval_int W e s;
        Ok (Some (p, on_bytes (λ l, _ ← check (Z.of_nat (length l) <? Z.of_N cap)%Z; Ok (l ++ [z]))))
    | BAppend p cap e =>
        l' ← eval_bytes W e s;
        Ok (Some (p, on_bytes (λ l, _ ← check (Z.of_nat (length l + length l') <=? Z.of_N cap)%Z; Ok (l ++ l'))))
    | BResize p cap e =>
        n ← eval_int W e s; _ ← check (n <=? Z.of_N cap)%Z;
        Ok (Some (p, on_bytes (λ l, Ok (take (Z.to_nat n) l ++ replicate (Z.to_nat n - length l) 0%Z))))
    | BBlit p off e =>
        n ← eval_int W off s; l' ← eval_bytes W e s; Ok (Some (p, on_bytes (λ l, or_trap (blit l n l'))))
    | BStore o w p off e =>
        n ← eval_int W off s; z ← eval_int W e s;
        Ok (Some (p, on_bytes (λ l, or_trap (blit l n (store_int o w z)))))
    | BPut p cap k e =>
        k ← eval_int W k s; v ← eval W e s;
        Ok (Some (p, modify (λ m,
          l ← as_map m;
          _ ← check (bool_decide (is_Some (map_find l k)) || (Z.of_nat (length l) <? Z.of_N cap)%Z);
          Ok (VMap (map_put l k v)))))
    | BRemove p k =>
        k ← eval_int W k s;
        Ok (Some (p, modify (λ m, l ← as_map m; Ok (VMap (map_remove l k)))))
    | BExtern _ _ _ => Wrong
    | BTrap => Trap
    end.

  (** What an external function did to an argument. *)
  Definition write_back (a : arg) v s : outcome (option (write fl_point)) :=
    match a with
    | AIn _ => Ok None
    | AInout p => Ok (Some (p, put v))
    | AInoutSlice p lo _ =>
        off ← eval_int W lo s; l ← as_bytes v; Ok (Some (p, on_bytes (λ old, or_trap (blit old off l))))
    end.

  Definition do_write (w : option (write fl_point)) s : outcome (store fl_point) :=
    match w with Some (p, f) => update W untouched p f s | None => Ok s end.

  Lemma run_basic_write b s :
    (∀ f args dest, b ≠ BExtern f args dest) →
    run_basic W untouched external b s = (w ← write_of b s; do_write w s).
  Proof.
    intros Hb. destruct b as [|p e|p cap e|p cap e|p cap e|p off e|o w p off e|p cap k e|p k|f args dest|];
      cbn [run_basic write_of]; try done;
      repeat match goal with
        | |- context [eval W ?e ?s] => destruct (eval W e s); simpl; try done
        | |- context [eval_int W ?e ?s] => destruct (eval_int W e s); simpl; try done
        | |- context [eval_bytes W ?e ?s] => destruct (eval_bytes W e s); simpl; try done
        | |- context [check ?b] => destruct (check b); simpl; try done
        end.
    by destruct (Hb f args dest).
  Qed.

  Lemma give_back_write a v s :
    give_back W untouched a v s = (w ← write_back a v s; do_write w s).
  Proof.
    destruct a as [e|p|p lo hi]; cbn [give_back write_back]; try done.
    destruct (eval_int W lo s); simpl; try done. by destruct (as_bytes v).
  Qed.

  (** ** The machine that works in place *)
  Definition do_write_at (w : option (write fl_point)) F : outcome stack :=
    match w with
    | Some (p, f) => a ← resolve W p (view F); write_at F a f
    | None => Ok F
    end.

  Fixpoint write_back_all (args : list arg) (vs : list (val fl_point)) F : outcome stack :=
    match args, vs with
    | [], [] => Ok F
    | a :: args, v :: vs => w ← write_back a v (view F); F ← do_write_at w F; write_back_all args vs F
    | _, _ => Wrong
    end.

  Definition dest_write (dest : option place) v : option (write fl_point) := (λ p, (p, put v)) <$> dest.

  Definition run_in_place (b : basic) F : outcome stack :=
    match b with
    | BExtern f args dest =>
        vs ← collect (λ a, pass W a (view F)) args;
        ds ← collect to_data vs;
        '(ds, d) ← or_trap (external f ds);
        F ← write_back_all args (map of_data ds) F;
        do_write_at (dest_write dest (of_data d)) F
    | _ => w ← write_of b (view F); do_write_at w F
    end.

  (** What the callee gets for an argument: a reference, or else a value. *)
  Definition arg_ref (param : mode * ty) (a : arg) s : option (bool * path) :=
    match a with
    | AInout p => match resolve W p s with Ok a => Some (true, a) | _ => None end
    | AIn (ERead p) =>
        if is_scalar (snd param) then None
        else match resolve W p s with Ok a => Some (false, a) | _ => None end
    | _ => None
    end.
  Definition arg_refs (ps : list (mode * ty)) (args : list arg) s : refs :=
    zip_with (λ param a, arg_ref param a s) ps args.

  Definition enter_in_place (x : call) F : outcome (procedure * stack) :=
    pr ← or_wrong (procs Q !! callee x);
    '(q, t) ← fl_enter_call Q source x (view F);
    let r := arg_refs (params pr) (call_args x) (view F) in
    Ok (q, (own r t, r) :: F).

  Definition leave_in_place (x : call) (q : procedure) F : outcome stack :=
    if decide (q = callee x) then
      pr ← or_wrong (procs Q !! q);
      match F with
      | [] => Wrong
      | _ :: F' =>
          match call_dest x with
          | None => Ok F'
          | Some dest => v ← variable (view F) (ret pr); do_write_at (Some (dest, put v)) F'
          end
      end
    else Wrong.

  (** The store of a caller is not kept beside that of its callee: it is the rest of it. *)
  Definition in_place : dynamics basic expr suspension call resumption stack () request response Semantics.result :=
    {| code := fl_code Q;
       run _ := run_in_place;
       test e F := eval_bool W e (view F);
       ask _ _ := Wrong;
       Semantics.answer _ _ _ _ := Wrong;
       begin _ _ _ := Wrong;
       enter_call := enter_in_place;
       leave_call _ x q F _ := leave_in_place x q F;
       enter_resume _ _ := Wrong;
       leave_resume _ _ _ _ := Wrong;
       finish _ _ := Wrong;
       park _ _ F := F;
       save _ _ _ _ := ();
       load _ := None |}.

  (** ** References to arguments *)
  Lemma ref_at_arg ps args s x b a :
    ref_at (arg_refs ps args s) x = Some (b, a) →
    ∃ param arg p, ps !! x = Some param ∧ args !! x = Some arg ∧ resolve W p s = Ok a ∧
      ((b = true ∧ arg = AInout p) ∨ (b = false ∧ arg = AIn (ERead p) ∧ is_scalar (snd param) = false)).
  Proof.
    intros H. assert (arg_refs ps args s !! x = Some (Some (b, a))) as Ho.
    { unfold ref_at in H. destruct (arg_refs ps args s !! x) as [[]|] eqn:?; simpl in H; congruence. }
    apply lookup_zip_with_Some in Ho as (param & arg & Hr & Hp & Ha). exists param, arg.
    destruct arg as [[| | |p| | | | | | | | | | | | | | | | | | | | | | | | |]|p|]; simpl in Hr; try done.
    - destruct (is_scalar (snd param)) eqn:?; [done|]. destruct (resolve W p s) eqn:?; try done.
      injection Hr as -> ->. eauto 10.
    - destruct (resolve W p s) eqn:?; try done. injection Hr as -> ->. eauto 10.
  Qed.

  Definition is_slice (a : arg) : bool := match a with AInoutSlice _ _ _ => true | _ => false end.

  (** What is asked of the arguments of a call: the writable ones are independent, and
      the places that are read by reference part from them. *)
  Record args_alone (ps : list (mode * ty)) (args : list arg) : Prop := ArgsAlone {
    alone_written : all_independent args;
    alone_read i j p q param :
      i ≠ j → args !! i = Some (AInout p) → args !! j = Some (AIn (ERead q)) →
      ps !! j = Some param → is_scalar (snd param) = false → parted p q = true;
    alone_whole : Forall (λ a, is_slice a = false) args
  }.

  Lemma part_sym l l' : part l l' → part l' l.
  Proof. revert l'. induction l as [|a l IH]; intros [|b l']; simpl; naive_solver. Qed.

  Lemma parted_apart p q s a b :
    parted p q = true → resolve W p s = Ok a → resolve W q s = Ok b → apart a b ∧ apart b a.
  Proof.
    destruct a as [x l], b as [y l']. unfold parted, apart. simpl. intros Hpart Hp Hq.
    pose proof (resolve_root _ _ _ _ _ Hp) as Hrp. pose proof (resolve_root _ _ _ _ _ Hq) as Hrq.
    destruct (decide (x = y)) as [<-|Hne]; [|by split; left; congruence].
    rewrite bool_decide_eq_true_2 in Hpart by congruence. simpl in Hpart.
    assert (part l l') by (eapply shapes_part_part; [done|by eapply resolve_shape..]).
    split; right; [done|by apply part_sym].
  Qed.

  Lemma arg_refs_apart ps args s : args_alone ps args → refs_apart (arg_refs ps args s).
  Proof.
    intros [Hwritten Hread _] i j b c a a' Hne (pi & ai & p & Hpi & Hai & Hp & Hi)%ref_at_arg
      (pj & aj & q & Hpj & Haj & Hq & Hj)%ref_at_arg Hbc.
    destruct Hi as [[-> ->]|(-> & -> & Hsi)], Hj as [[-> ->]|(-> & -> & Hsj)]; try done.
    - pose proof (Hwritten i j _ _ Hne Hai Haj) as H. unfold independent_args in H. simpl in H.
      apply andb_true_iff in H as [[H _]%andb_true_iff _]. unfold independent in H.
      apply andb_true_iff in H as [_ H]. exact (proj1 (parted_apart _ _ _ _ _ H Hp Hq)).
    - assert (parted p q = true) as H by (by eapply (Hread i j)).
      exact (proj1 (parted_apart _ _ _ _ _ H Hp Hq)).
    - assert (parted q p = true) as H by (by eapply (Hread j i)).
      exact (proj2 (parted_apart _ _ _ _ _ H Hq Hp)).
  Qed.

  (** Copying out is putting back along the paths found at the call. *)
  Lemma copy_out_puts c ps args s :
    args_alone ps args → length ps = length args → (∀ p, AInout p ∈ args → ∃ a, resolve W p s = Ok a) →
    ∀ t, copy_out Q source c args t s = puts (arg_refs ps args s) t s.
  Proof.
    intros [Hind _ Hwhole] Hlen Hres.
    cut (∀ t s', (∀ p, AInout p ∈ args → resolve W p s' = resolve W p s) →
      copy_out Q source c args t s' = puts (arg_refs ps args s) t s'); [auto|].
    revert ps Hlen Hind Hwhole Hres. induction args as [|a args IH]; intros [|param ps] Hlen Hind Hwhole Hres t s' Hs';
      try done; simpl in Hlen.
    apply all_independent_cons in Hind as [Ha Hind]. apply Forall_cons in Hwhole as [Hslice Hwhole].
    assert (∀ t s', (∀ p, AInout p ∈ args → resolve W p s' = resolve W p s) →
      copy_out Q source c args t s' = puts (arg_refs ps args s) t s') as Hrest.
    { intros. apply IH; [lia|done|done| |done]. intros p Hp. apply Hres. by right. }
    assert (∀ p, AInout p ∈ args → resolve W p s' = resolve W p s) as Hs'' by (intros p Hp; apply Hs'; by right).
    change (arg_refs (param :: ps) (a :: args) s) with (arg_ref param a s :: arg_refs ps args s).
    destruct a as [e|p|]; [| |done].
    - assert (∀ a, arg_ref param (AIn e) s ≠ Some (true, a)) as Hin.
      { intros a. destruct e; simpl; try done. case_match; [done|]. by case_match. }
      destruct (arg_ref param (AIn e) s) as [[[] b]|]; [by destruct (Hin b)|..];
        (destruct t as [|o t]; [done|by apply Hrest]).
    - destruct (Hres p (elem_of_list_here _ _)) as [b Hb]. cbn [arg_ref]. rewrite Hb.
      destruct t as [|[v|] t]; [done| |done]. cbn [copy_out puts]. simpl. unfold Eval.assign.
      rewrite update_path, (Hs' p (elem_of_list_here _ _)), Hb. simpl. change (λ _ : option (val fl_point), Ok v) with (put v).
      destruct (write_path (put v) s' b) as [s1| |] eqn:Hs1; simpl; try done. apply Hrest.
      intros q Hq. rewrite <-Hs'' by done. apply write_path_inv in Hs1 as (o & u & _ & _ & ->).
      destruct (Ha _ Hq) as [H _]. unfold independent_args in H. simpl in H.
      apply andb_true_iff in H as [[H _]%andb_true_iff _]. unfold independent in H.
      apply andb_true_iff in H as [[_ H]%andb_true_iff _].
      eapply steady_resolve; [done|]. destruct b. by eapply resolve_root.
  Qed.

  (** ** One write, copied and in place *)
  Definition writes_to F (w : option (write fl_point)) : Prop :=
    match w with Some (p, _) => ∀ x, Footprint.root p = Some x → writable F x | None => True end.

  Lemma do_write_shares t K F w t1 :
    shares t K F → writes_to F w → do_write w t = Ok t1 → settled t1 K →
    ∃ F1, do_write_at w F = Ok F1 ∧ top_refs F1 = top_refs F ∧ shares t1 K F1.
  Proof.
    intros HF Hw Ht1 Hs. destruct w as [[p f]|]; simpl in *; [|simplify_eq; eauto].
    rewrite update_path in Ht1. rewrite (shares_view _ _ _ HF).
    destruct (resolve W p t) as [[x l]| |] eqn:Hr; simpl in *; try done.
    eapply write_shares; [done| |done..]. simpl. apply Hw. by eapply resolve_root.
  Qed.

  Lemma do_write_traps t K F w :
    shares t K F → writes_to F w → do_write w t = Trap → do_write_at w F = Trap.
  Proof.
    intros HF Hw Htrap. destruct w as [[p f]|]; simpl in *; [|done].
    rewrite update_path in Htrap. rewrite (shares_view _ _ _ HF).
    destruct (resolve W p t) as [[x l]| |] eqn:Hr; simpl in *; try done.
    eapply write_traps; [done| |done]. simpl. apply Hw. by eapply resolve_root.
  Qed.
End in_place.
