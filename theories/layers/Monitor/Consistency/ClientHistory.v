(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Client histories: what an operation should return, and how the merged trace is
replayed to look for two values with one digest. *)
From Fairlead.Monitor.Consistency Require Export ClockOrder Removals.

(** ** A plain store: a value for every key, and operations one after the other *)
Section legal.
  Context (A : application).
  Implicit Types (store : key → datum) (h : list receipt).

  Definition store_put store (w : key * datum) : key → datum := upd store w.1 w.2.
  (** One operation: the function is given the values that its keys have, and its new values are written. *)
  Definition store_step store (r : receipt) : key → datum :=
    match A (r_function r) (r_argument r) (store <$> r_keys r) with
    | Some (news, _) => foldl store_put store (zip (r_keys r) news)
    | None => store
    end.
  Definition store_after store h : key → datum := foldl store_step store h.

  (** Each operation in [h] has the result that it has on the store as those before it left it. *)
  Definition legal store h : Prop :=
    ∀ h1 r h2, h = h1 ++ r :: h2 →
      snd <$> A (r_function r) (r_argument r) (store_after store h1 <$> r_keys r) = Some (r_result r).

  Lemma store_after_snoc store h r : store_after store (h ++ [r]) = store_step (store_after store h) r.
  Proof. unfold store_after. by rewrite foldl_app. Qed.
  Lemma legal_nil store : legal store [].
  Proof. by intros [|r0 h1] r h2. Qed.
  Lemma legal_snoc store h r :
    legal store h →
    snd <$> A (r_function r) (r_argument r) (store_after store h <$> r_keys r) = Some (r_result r) →
    legal store (h ++ [r]).
  Proof.
    intros Hh Hr h1 r' h2 E. destruct h2 as [|r2 h2 _] using rev_ind.
    - apply app_inj_tail in E as [-> ->]. done.
    - rewrite app_comm_cons, app_assoc in E. apply app_inj_tail in E as [-> _]. by apply Hh with h2.
  Qed.
  (** Two histories, the second from where the first one ends. *)
  Theorem legal_app store h h' : legal store h → legal (store_after store h) h' → legal store (h ++ h').
  Proof.
    intros Hh. induction h' as [|r h' IH] using rev_ind; intros Hh'; [by rewrite app_nil_r|].
    rewrite app_assoc. apply legal_snoc.
    - apply IH. intros h1 r1 h2 ->. apply (Hh' h1 r1 (h2 ++ [r])). by rewrite <-app_assoc.
    - unfold store_after. rewrite foldl_app. by apply (Hh' h' r []).
  Qed.
End legal.

Section history.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (x : event acc) (cur : key → value) (l : list (event acc)).
  Notation ev_receipt := (ev_receipt cfg).
  Notation A := (functions cfg).

  (** The slots whose values an entry writes. *)
  Definition touched (en : entry) : list N :=
    match en with
    | AddM _ _ s s' => [s'; s]
    | AddB _ _ s _ _ => [s]
    | EvictM _ s' | EvictBM _ s' _ | Remove _ s' => [s']
    | Run _ ops _ => omap slot_of ops
    | _ => []
    end.
  Definition track1 (slots : gmap N slot) cur (s : N) : key → value :=
    match slots !! s with Some sl => upd cur (s_key sl) (s_value sl) | None => cur end.
  (** The key that an entry removes is as if it had never been. *)
  Definition forget x cur : key → value :=
    match ev_entry x with
    | Remove s _ =>
        match t_slots (ev_pre x) !! s with
        | Some sl => upd cur (s_key sl) (initial (depth cfg) (s_key sl))
        | None => cur
        end
    | _ => cur
    end.
  (** The value of every key after an event. *)
  Definition track cur x : key → value :=
    forget x (foldl (track1 (t_slots (ev_post x))) cur (touched (ev_entry x))).

  (** A record that comes in from the tree with another value than it left with,
  and the same digest. *)
  Definition impostor cur x : option (value * value) :=
    match ev_entry x with
    | AddM k v _ _ =>
        if decide (v ≠ cur k ∧ digest cfg v = digest cfg (cur k)) then Some (v, cur k) else None
    | _ => None
    end.
  Fixpoint find_impostor cur l : option (value * value) :=
    match l with
    | [] => None
    | x :: l => match impostor cur x with Some w => Some w | None => find_impostor (track cur x) l end
    end.

  Lemma find_impostor_differ cur l v1 v2 :
    find_impostor cur l = Some (v1, v2) → v1 ≠ v2 ∧ digest cfg v1 = digest cfg v2.
  Proof.
    revert cur; induction l as [|x l IH]; intros cur; simpl; [done|].
    destruct (impostor cur x) as [[w1 w2]|] eqn:E; [|apply IH]. intros [= -> ->].
    unfold impostor in E. repeat case_match; naive_solver.
  Qed.

  (** ** The state of the argument after a prefix of the trace *)
  Definition pending (loc : key → place) cur (added evicted : list element) : Prop :=
    ∀ y, y ∈ evicted → y ∉ added →
      loc (el_key y) = Pending (el_stamp y) (el_tid y) ∧ cur (el_key y) = el_value y.
  (** The values that a client's store has, where there are data. *)
  Definition agrees cur (store : key → datum) : Prop := ∀ k v, cur k = Data v → v = store k.
  Record good (store0 : key → datum) (C : N → gmap N slot) cur (loc : key → place) l : Prop := {
    good_inv : inv (depth cfg) (digest cfg) C cur loc;
    good_pending : pending loc cur (omap ev_added l) (omap ev_evicted l);
    good_store : agrees cur (store_after A store0 (omap ev_receipt l));
    good_legal : legal A store0 (omap ev_receipt l);
  }.

  Lemma pending_step loc cur A B loc' cur' A' B' :
    pending loc cur A B →
    (∀ k t j, loc k = Pending t j → (loc' k = loc k ∧ cur' k = cur k) ∨ (k, cur k, t, j) ∈ A') →
    (∀ y, y ∈ A → y ∈ A') →
    (∀ y, y ∈ B' → y ∈ B ∨ loc' (el_key y) = Pending (el_stamp y) (el_tid y) ∧ cur' (el_key y) = el_value y) →
    pending loc' cur' A' B'.
  Proof.
    intros Hp Hkeep HA HB y Hy Hny. destruct (HB y Hy) as [Hy'|?]; [|done].
    destruct (Hp y Hy') as [Hl Hc]; [naive_solver|].
    destruct (Hkeep _ _ _ Hl) as [[-> ->]|Hin]; [done|]. exfalso. apply Hny.
    rewrite Hc in Hin. by destruct y as [[[??]?]?].
  Qed.

  Lemma omap_snoc {B} (f : event acc → option B) l x : omap f (l ++ [x]) = omap f l ++ option_list (f x).
  Proof. rewrite omap_app. simpl. by destruct (f x). Qed.

  Lemma inv_ext C cur loc C' cur' loc' :
    (∀ i, C' i = C i) → (∀ k, cur' k = cur k) → (∀ k, loc' k = loc k) →
    inv (depth cfg) (digest cfg) C cur loc → inv (depth cfg) (digest cfg) C' cur' loc'.
  Proof.
    intros HC Hcur Hloc [Ht H1 H2 H3 H4 H5 H6]. split.
    - eapply tree_ext; [| |exact Ht]; intros; unfold next; by rewrite ?Hloc, ?Hcur.
    - intros i s sl. rewrite HC, Hloc, Hcur. apply H1.
    - intros k i s. rewrite Hloc, HC. apply H2.
    - intros k. rewrite Hloc, Hcur. apply H3.
    - intros a d p. rewrite Hcur. intros Hp%H4. revert Hp. unfold edge_ok. rewrite Hloc.
      destruct (loc (e_key p)); rewrite ?HC, ?Hcur; done.
    - intros i s sl. rewrite HC. intros Hs%H5. revert Hs. unfold parent_ok.
      destruct (s_parent sl) as [[??]|]; [|done]. by rewrite HC.
    - intros i s' sl' d s. rewrite HC. intros Hs Hc. by eapply H6.
  Qed.
End history.
