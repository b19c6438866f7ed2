(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Client histories: what a get should return, and how the merged trace is
replayed to look for two values with one digest. *)
From Fairlead.Monitor.Consistency Require Export ClockOrder MovesOut.

(** The last value put under [k] in [h], null if none was. *)
Definition latest (k : key) (h : list receipt) : datum :=
  foldl (λ v r, match r_op r with Wrote => if decide (r_key r = k) then r_value r else v | Got => v end) None h.

(** A history of one plain key-value store: each get returns the latest put. *)
Definition legal (h : list receipt) : Prop :=
  ∀ h1 r h2, h = h1 ++ r :: h2 → r_op r = Got → r_value r = latest (r_key r) h1.

Lemma latest_snoc k h r :
  latest k (h ++ [r]) =
  match r_op r with Wrote => if decide (r_key r = k) then r_value r else latest k h | Got => latest k h end.
Proof. unfold latest. by rewrite foldl_app. Qed.

Lemma legal_nil : legal [].
Proof. by intros [|r0 h1] r h2. Qed.
Lemma legal_snoc h r :
  legal h → (r_op r = Got → r_value r = latest (r_key r) h) → legal (h ++ [r]).
Proof.
  intros Hh Hr h1 r' h2 E. destruct h2 as [|r2 h2 _] using rev_ind.
  - apply app_inj_tail in E as [-> ->]. done.
  - rewrite app_comm_cons, app_assoc in E. apply app_inj_tail in E as [-> _]. by apply Hh with h2.
Qed.

Section history.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (x : event acc) (cur : key → value) (l : list (event acc)).

  (** The slots whose values an entry writes. *)
  Definition touched (en : entry) : list N :=
    match en with
    | AddM _ _ s s' => [s'; s]
    | AddB _ _ s _ _ | Put s _ => [s]
    | EvictM _ s' | EvictBM _ s' _ => [s']
    | _ => []
    end.
  Definition track1 (slots : gmap N slot) cur (s : N) : key → value :=
    match slots !! s with Some sl => upd cur (s_key sl) (s_value sl) | None => cur end.
  (** The value of every key after an event. *)
  Definition track cur x : key → value :=
    foldl (track1 (t_slots (ev_post x))) cur (touched (ev_entry x)).

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
  Record good (C : N → gmap N slot) cur (loc : key → place) l : Prop := {
    good_inv : inv (depth cfg) (digest cfg) C cur loc;
    good_pending : pending loc cur (omap ev_added l) (omap ev_evicted l);
    good_latest k v : cur k = Data v → v = latest k (omap ev_receipt l);
    good_legal : legal (omap ev_receipt l);
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
