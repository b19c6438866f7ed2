(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Accepted layouts give everything the bytes that it has in C.

    [laid_out] lets a write destroy what overlaps the slot that the layout
    gives. That is what happens in C if slots are as large as types: here it is
    shown that in accepted layouts they are, and aligned, inside frames that are
    as large as declared, behind a label that is wide enough. *)
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Lang.Model Require Import Induction.
From Fairlead.Lang.Frames Require Import Bisimulation Plan.

Definition size_of (Q : program) (L : layout) : ty → extent :=
  program_extent (build (extern_types Q)) (plans_of L).
Definition printed_members (Q : program) (L : layout) : ty → list extent :=
  program_members (build (extern_types Q)) (plans_of L).
Definition suspension_points (Q : program) (pr : proc) : list (label * option procedure) :=
  points (suspending_of Q) pr.
Definition variable_types (pr : proc) : list ty := map snd (params pr) ++ locals pr.

(** [size] bytes from [off] hold something of extent [e], wherever a frame begins that is
    aligned as it says. *)
Definition holds (f : frame_layout) (e : extent) (off size : nat) : Prop :=
  N.of_nat size = extent_bytes e ∧ index_bytes f ≤ off ∧ off + size ≤ frame_bytes f ∧
  (extent_align e | N.of_nat off)%N ∧ (extent_align e | N.of_nat (frame_align f))%N.

Record frame_holds (Q : program) (L : layout) (pr : proc) (f : frame_layout) : Prop := {
  label_holds : (N.of_nat (length (suspension_points Q pr)) + 1 < 256 ^ N.of_nat (index_bytes f))%N;
  slots_hold x t off size :
    variable_types pr !! x = Some t → homes f !! x = Some (Slot off size) → holds f (size_of Q L t) off size;
  areas_hold l q :
    (l, Some q) ∈ suspension_points Q pr →
    ∃ off size, (l, (off, size)) ∈ stops f ∧ holds f (size_of Q L (TCoro q)) off size;
  frame_sound : sound_extent (Extent (N.of_nat (frame_bytes f)) (N.of_nat (frame_align f)))
}.

Lemma forallb2_lookup {A B} (g : A → B → bool) l l' i a b :
  forallb2 g l l' = true → l !! i = Some a → l' !! i = Some b → g a b = true.
Proof.
  revert l' i. induction l as [|a' l IH]; intros [|b' l'] [|i]; simpl; try done.
  - by intros [? _]%andb_prop [= ->] [= ->].
  - intros [_ ?]%andb_prop. by apply IH.
Qed.

Lemma elem_of_stops {A} (l : list (label * A)) k a : look (by_label l) k = Some a → (k, a) ∈ l.
Proof.
  induction l as [|[k' a'] l IH]; simpl; [by destruct k|]. rewrite look_add.
  case_decide; subst; [|by right; auto]. intros [= ->]. by left.
Qed.

(** ** Extents make sense *)
Lemma unsigned_sound n : (1 ≤ n)%N → sound_extent (unsigned n).
Proof. split; [done|]. exists 1%N. by rewrite N.mul_1_l. Qed.

Lemma empty_sound : sound_extent empty_extent.
Proof. split; simpl; [lia|]. by exists 0%N. Qed.

Lemma cell_positive n : (1 ≤ cell n)%N.
Proof. unfold cell. repeat case_match; lia. Qed.

Lemma closed_sound e : (1 ≤ extent_align e)%N → sound_extent (closed e).
Proof. intros. split; [done|]. by apply round_up_spec. Qed.

Lemma repeat_sound n e : sound_extent e → sound_extent (repeat n e).
Proof. intros [? [k Hk]]. split; [done|]. exists (n * k)%N. simpl. by rewrite Hk, N.mul_assoc. Qed.

Lemma overlay_sound es : Forall sound_extent es → sound_extent (overlay es).
Proof.
  intros Hes. apply closed_sound. assert (1 ≤ extent_align empty_extent)%N as Ht by (simpl; lia).
  revert Ht. generalize empty_extent. induction Hes as [|e es [? _] _ IH]; intros total ?; simpl; [done|].
  apply IH. unfold beside. case_match; simpl; lia.
Qed.

Lemma round_up_multiple n a : (1 ≤ a)%N → (a | n)%N → round_up n a = n.
Proof.
  intros ? [k ->]. unfold round_up. f_equal. rewrite (N.mul_comm k), (N.add_comm _ (a - 1)), N.mul_comm, N.div_add by lia.
  rewrite N.div_small by lia. lia.
Qed.

Lemma structure_one e : sound_extent e → (1 ≤ extent_bytes e)%N → structure [e] = e.
Proof.
  intros [Ha Hd] Hb. unfold structure; simpl. unfold after, is_empty, closed.
  destruct (N.eqb_spec (extent_bytes e) 0); [lia|]. simpl.
  assert (round_up 0 (extent_align e) = 0)%N as -> by (apply round_up_multiple; [done|apply N.divide_0_r]).
  rewrite N.max_r by lia. rewrite N.add_0_l, round_up_multiple by done. by destruct e.
Qed.

Section extents.
  Context (extern : nat → extent) (frame : procedure → extent).
  Context (Hextern : ∀ n, sound_extent (extern n)) (Hframe : ∀ p, sound_extent (frame p)).

  Lemma cell_sound n : sound_extent (unsigned (cell n)).
  Proof. apply unsigned_sound, cell_positive. Qed.

  Lemma bytes_members_sound cap : Forall sound_extent (bytes_members cap).
  Proof. repeat constructor; try apply cell_sound; by apply repeat_sound, unsigned_sound. Qed.
  Lemma tagged_sound es : Forall sound_extent es → Forall sound_extent (tagged es).
  Proof. repeat constructor; try apply cell_sound; by apply overlay_sound. Qed.
  Lemma map_members_sound cap key e : sound_extent e → Forall sound_extent (map_members cap key e).
  Proof.
    intros He. unfold map_members, array_of.
    repeat apply Forall_cons_2; try apply Forall_nil_2; try apply cell_sound; apply repeat_sound; try done.
    - apply unsigned_sound. by destruct key.
    - apply cell_sound.
  Qed.

  Lemma extent_of_sound t : sound_extent (extent_of extern frame t).
  Proof using Type*.
    induction t as [|w|cap| |n t IH|? ts IH|? ts IH|cap k t IH|n|p] using ty_nested_ind; simpl; auto.
    - by apply unsigned_sound.
    - apply unsigned_sound. by destruct w.
    - apply structure_laid, bytes_members_sound.
    - split; [done|]. by exists 2%N.
    - by apply repeat_sound.
    - apply structure_laid. by apply Forall_map.
    - apply structure_laid, tagged_sound. by apply Forall_map.
    - by apply structure_laid, map_members_sound.
  Qed.

  Definition structured (t : ty) : bool :=
    match t with TBytes _ | TArray _ _ | TRecord _ _ | TUnion _ _ | TMap _ _ _ => true | _ => false end.

  (** A type that holds information is as large as the structure that is printed for it, whose members lie one
      after the other. *)
  Theorem members_laid t :
    structured t = true → is_empty (extent_of extern frame t) = false →
    extent_of extern frame t = structure (members_of extern frame t) ∧
    laid 0 (extent_bytes (extent_of extern frame t)) (members_of extern frame t)
      (offsets (members_of extern frame t)).
  Proof using Type*.
    intros Ht Hne. assert (extent_of extern frame t = structure (members_of extern frame t)) as Heq.
    { destruct t; try done. simpl. rewrite structure_one; [done|by apply repeat_sound, extent_of_sound|].
      unfold is_empty in Hne. apply N.eqb_neq in Hne. simpl in Hne. simpl. lia. }
    split; [done|]. rewrite Heq. apply structure_laid. clear Heq Hne.
    destruct t; try done; simpl.
    - apply bytes_members_sound.
    - repeat constructor; by apply repeat_sound, extent_of_sound.
    - apply Forall_map, Forall_forall; intros; by apply extent_of_sound.
    - apply tagged_sound, Forall_map, Forall_forall; intros; by apply extent_of_sound.
    - by apply map_members_sound, extent_of_sound.
  Qed.
End extents.

(** ** Frames *)
Lemma slot_fits_holds f e off size : (1 ≤ extent_align e)%N → slot_fits f e off size = true → holds f e off size.
Proof.
  intros Ha. unfold slot_fits, slot_inside. rewrite !andb_true_iff, !N.eqb_eq, !Nat.leb_le.
  intros (((? & ? & ?) & ?) & ?). repeat split; try done; by apply N.mod_divide; [lia|].
Qed.

Lemma homes_fit extent_at pr f :
  forallb2 (λ x h, home_fits extent_at pr f x true h) (params pr) (take (length (params pr)) (homes f)) = true →
  forallb2 (λ t h, home_fits extent_at pr f (In, t) false h) (locals pr) (drop (length (params pr)) (homes f)) = true →
  ∀ x t h, variable_types pr !! x = Some t → homes f !! x = Some h →
    ∃ m param, home_fits extent_at pr f (m, t) param h = true.
Proof.
  intros Hps Hls x t h Hx Hh. unfold variable_types in Hx.
  destruct (decide (x < length (params pr))) as [Hlt|Hge].
  - rewrite lookup_app_l in Hx by (by rewrite map_length).
    change (map snd ?l) with (snd <$> l) in Hx. rewrite list_lookup_fmap in Hx.
    apply fmap_Some in Hx as ([m t'] & Hx & ->). exists m, true.
    refine (forallb2_lookup _ _ _ _ _ _ Hps Hx _). by rewrite lookup_take.
  - rewrite lookup_app_r in Hx by (rewrite map_length; lia). rewrite map_length in Hx.
    exists In, false. refine (forallb2_lookup _ _ _ _ _ _ Hls Hx _). rewrite lookup_drop.
    by replace (length (params pr) + (x - length (params pr))) with x by lia.
Qed.

Lemma room_align total ms : (1 ≤ extent_align total)%N → (1 ≤ extent_align (fold_left room ms total))%N.
Proof.
  revert total. induction ms as [|m ms IH]; intros total ?; simpl; [done|].
  apply IH. unfold room. case_match; simpl; lia.
Qed.

Lemma refused_from_length Q L suspending extent_at p prs fs :
  refused_from Q L suspending extent_at p prs fs = None → length prs = length fs.
Proof.
  revert p fs. induction prs as [|pr prs IH]; intros p [|f fs]; simpl; try done.
  destruct (check_procedure _ _ _ _ _ _ _); [|done]. intros ?. f_equal. by eapply IH.
Qed.

Section accepted.
  Context (Q : program) (L : layout) (HL : check_layout Q L = true).

  Lemma frame_fits_of p pr :
    procs Q !! p = Some pr → ∃ f, L !! p = Some f ∧ frame_fits (suspending_of Q) (size_of Q L) (plans_of L) pr f = true.
  Proof using HL.
    intros Hp. destruct (checked_procedures _ _ HL) as [_ Hall]. destruct (Hall p pr Hp) as (f & ? & Hf).
    exists f. split; [done|]. unfold check_procedure in Hf. rewrite !andb_true_iff in Hf. tauto.
  Qed.

  Lemma as_many_frames : length (procs Q) = length L.
  Proof using HL.
    revert HL. unfold check_layout, refused. destruct (forallb _ _); [|done].
    destruct (refused_from _ _ _ _ _ _ _) eqn:Hok; [done|]. intros _. by eapply refused_from_length.
  Qed.

  Lemma frames_sound p : sound_extent (frame_extent (plans_of L) p).
  Proof using HL.
    unfold frame_extent. rewrite look_plans. match goal with |- context [plan_of <$> ?o] => destruct o as [f|] eqn:Hf end; simpl.
    2: apply empty_sound.
    destruct (lookup_lt_is_Some_2 (procs Q) p) as [pr Hp].
    { rewrite as_many_frames. by eapply lookup_lt_Some. }
    destruct (frame_fits_of p pr Hp) as (f' & Hf' & Hfits). simplify_eq.
    unfold frame_fits in Hfits. apply andb_prop in Hfits as [_ Hfits]. destruct (suspends pr).
    - unfold coroutine_fits in Hfits. rewrite !andb_true_iff, !N.eqb_eq in Hfits.
      destruct Hfits as (((((Hi & _) & ->) & ->) & _) & _). unfold frame_room.
      match goal with |- context [closed ?e] => apply (closed_sound e) end. apply room_align. simpl. rewrite Hi. apply cell_positive.
    - apply andb_prop in Hfits as [->%Nat.eqb_eq ->%Nat.eqb_eq]. apply empty_sound.
  Qed.

  Lemma externs_sound n : sound_extent (extern_extent (build (extern_types Q)) n).
  Proof using HL.
    unfold extern_extent. rewrite look_build. destruct (checked_procedures _ _ HL) as [Hall _].
    destruct (extern_types Q !! n) as [[size align]|] eqn:Hn; simpl.
    2: apply empty_sound.
    rewrite forallb_forall in Hall. specialize (Hall (size, align)).
    apply elem_of_list_lookup_2, elem_of_list_In, Hall in Hn. unfold extern_fits in Hn.
    rewrite !andb_true_iff in Hn. destruct Hn as ((_ & Ha%existsb_exists) & Hd%N.eqb_eq). simpl in *.
    destruct Ha as (a & Ha & ->%N.eqb_eq). assert (1 ≤ a)%N by (repeat destruct Ha as [<-|Ha]; try done; lia).
    split; [done|]. simpl. apply N.mod_divide; [lia|done].
  Qed.

  (** Every type has an extent that C's rules allow, and its members are where C puts them. *)
  Theorem type_sound t : sound_extent (size_of Q L t).
  Proof using HL. apply extent_of_sound; [apply externs_sound|apply frames_sound]. Qed.

  Theorem type_laid t :
    structured t = true → is_empty (size_of Q L t) = false →
    size_of Q L t = structure (printed_members Q L t) ∧
    laid 0 (extent_bytes (size_of Q L t)) (printed_members Q L t) (offsets (printed_members Q L t)).
  Proof using HL. apply members_laid; [apply externs_sound|apply frames_sound]. Qed.

  Theorem accepted_frame_holds p pr f :
    procs Q !! p = Some pr → L !! p = Some f → suspends pr = true → frame_holds Q L pr f.
  Proof using HL.
    intros Hp Hf Hs. destruct (frame_fits_of p pr Hp) as (f' & Hf' & Hfits). simplify_eq.
    pose proof (frames_sound p) as Hsound. unfold frame_extent in Hsound. rewrite look_plans, Hf in Hsound.
    unfold frame_fits in Hfits. rewrite Hs, !andb_true_iff in Hfits. destruct Hfits as (((Hps & Hls) & _) & Hc).
    unfold coroutine_fits in Hc. rewrite !andb_true_iff in Hc.
    destruct Hc as (((((_ & Hlabel%N.ltb_lt) & _) & _) & _) & Hstops).
    pose proof (homes_fit _ _ _ Hps Hls) as Hfits_home.
    split; [done| | |done].
    - intros x t off size Hx Hh. apply slot_fits_holds; [apply type_sound|].
      destruct Hfits_home with x t (Slot off size) as (m & param & Hhome); try done.
      unfold home_fits in Hhome; simpl in Hhome. destruct m; try done. rewrite !andb_true_iff in Hhome. tauto.
    - intros l q Hq. rewrite forallb_forall in Hstops. specialize (Hstops _ (proj1 (elem_of_list_In _ _) Hq)).
      unfold stop_fits in Hstops; simpl in Hstops. destruct (look _ l) as [[off size]|] eqn:Hl; [|done].
      exists off, size. split; [by apply elem_of_stops|]. apply slot_fits_holds; [apply type_sound|done].
  Qed.
End accepted.
