(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * When a value has a type.

    A suspended coroutine is a value, so this speaks of frames: [coro_ok] says
    which lists of points make a coroutine of a procedure (a matter of code
    alone, see [Control]), [vars_of] gives the types of the variables of
    a point's activation, and each frame's variables have those types. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Model Require Export Eval.
From Fairlead.Lang.Typing Require Export Numbers.

(** Not stuck, and the value is as it must be. *)
Definition outcome_ok {A} (Φ : A → Prop) (o : outcome A) : Prop :=
  match o with Ok a => Φ a | Trap => True | Wrong => False end.

Lemma ok_bind {A B} (Φ : A → Prop) (Ψ : B → Prop) o f :
  outcome_ok Φ o → (∀ a, Φ a → outcome_ok Ψ (f a)) → outcome_ok Ψ (o ≫= f).
Proof. destruct o; simpl; auto. Qed.
Lemma ok_fmap {A B} (Φ : A → Prop) (Ψ : B → Prop) o (f : A → B) :
  outcome_ok Φ o → (∀ a, Φ a → Ψ (f a)) → outcome_ok Ψ (f <$> o).
Proof. destruct o; simpl; auto. Qed.
Lemma ok_mono {A} (Φ Ψ : A → Prop) o : outcome_ok Φ o → (∀ a, Φ a → Ψ a) → outcome_ok Ψ o.
Proof. destruct o; simpl; auto. Qed.
Lemma ok_collect {A B T} (R : T → B → Prop) (f : A → outcome B) l ts :
  Forall2 (λ a t, outcome_ok (R t) (f a)) l ts → outcome_ok (Forall2 R ts) (collect f l).
Proof.
  induction 1 as [|a t l ts Ha _ IH]; simpl; [constructor|].
  eapply ok_bind; [done|]. intros b Hb. eapply ok_bind; [done|]. intros bs Hbs. by constructor.
Qed.

(** Maps: as many entries as fit, in order, of the right types. *)
Definition entries_ok {A} (Φ : A → Prop) (cap : N) (w : width) (l : list (Z * A)) : Prop :=
  (Z.of_nat (length l) ≤ Z.of_N cap)%Z ∧ short (length l) ∧
  NoDup (map fst l) ∧ Forall (λ kv, in_range w (fst kv)) l ∧ Forall (Φ ∘ snd) l.

Section values.
  Context {P : Type}.
  Context (vars_of : P → list ty) (coro_ok : procedure → option nat → list P → Prop).

  Inductive has_type : ty → val P → Prop :=
  | bool_ty b : has_type TBool (VBool b)
  | int_ty w z : in_range w z → has_type (TInt w) (VInt z)
  | bytes_ty cap l :
      bytes_ok l → (Z.of_nat (length l) ≤ Z.of_N cap)%Z → has_type (TBytes cap) (VBytes l)
  | view_ty l : bytes_ok l → has_type TView (VBytes l)
  | array_ty n t l : length l = N.to_nat n → Forall (has_type t) l → has_type (TArray n t) (VArray l)
  | record_ty i ts l : Forall2 has_type ts l → has_type (TRecord i ts) (VRecord l)
  | union_ty i ts tag t v : ts !! tag = Some t → has_type t v → has_type (TUnion i ts) (VUnion tag v)
  | map_ty cap w t l :
      (Z.of_nat (length l) ≤ Z.of_N cap)%Z → short (length l) →
      NoDup (map fst l) → Forall (λ kv, in_range w (fst kv)) l →
      Forall (λ kv, has_type t (snd kv)) l → has_type (TMap cap w t) (VMap l)
  | extern_ty i l : has_type (TExtern i) (VExtern l)
  | coro_ty p w fs : coro_ok p w (map fst fs) → Forall frame_ok fs → has_type (TCoro p) (VCoro w fs)
  with slot_ok : ty → option (val P) → Prop :=
  | slot_ty t v : has_type t v → slot_ok t (Some v)
  with frame_ok : frame P → Prop :=
  | frame_ty pt s : Forall2 slot_ok (vars_of pt) s → frame_ok (pt, s).

  Definition store_ok : list ty → store P → Prop := Forall2 slot_ok.

  Context (finished_ok : ∀ p w, coro_ok p w []).

  (** ** Defaults and constants *)
  Lemma default_ok coro t : storable coro t = true ∨ t = TView → has_type t (default t).
  Proof using finished_ok.
    intros [Ht | ->]; [|by repeat constructor].
    induction t as [|w|n| |n t IH|i ts IH|i ts IH|n w t IH|i|p] using ty_nested_ind;
      simpl in *; try done; typing.
    - constructor.
    - constructor. apply zero_in_range.
    - constructor; [|simpl; lia]. split; [constructor|done].
    - constructor; [apply replicate_length|]. apply Forall_replicate. auto.
    - constructor. rewrite forallb_forall in Ht. apply Forall2_fmap_r, Forall_Forall2_diag.
      rewrite Forall_forall in *. intros t1 Hin. apply IH; [done|]. by apply Ht, elem_of_list_In.
    - inversion_clear IH. simpl in *. typing. econstructor; [done|]. auto.
    - constructor; simpl; try constructor; unfold short; lia.
    - constructor.
    - constructor; [apply finished_ok|constructor].
  Qed.

  Lemma const_has_type c t : const_ok c t = true → has_type t (of_const c).
  Proof.
    revert t. induction c as [b|z|l|l IH|l IH|tag c IH] using const_nested_ind;
      intros [] Ht; simpl in *; try done; typing.
    - constructor.
    - constructor. by apply fits_in_range.
    - constructor; [by apply literal_ok|lia].
    - constructor. by apply literal_ok.
    - constructor; [rewrite map_length; lia|]. apply Forall_fmap.
      rewrite forallb_forall in *. rewrite Forall_forall in *.
      intros c Hc. apply IH; [done|]. by apply H0, elem_of_list_In.
    - constructor. apply Forall2_fmap_r, Forall2_flip.
      revert IH. induction Ht; intros IH; inversion_clear IH; constructor; auto.
    - econstructor; eauto.
  Qed.

  Lemma accepts_ok t t' v : accepts t t' = true → has_type t' v → has_type t v.
  Proof.
    intros Ht. assert (t = t' ∨ t = TView ∧ is_bytes t' = true) as [->|[-> Hb]]; [|done|].
    { destruct t; auto using ty_eqb_eq. }
    destruct t'; inversion 1; subst; try done; by constructor.
  Qed.

  (** ** Looking inside *)
  Lemma bool_inv v : has_type TBool v → outcome_ok (λ _, True) (as_bool v).
  Proof. by inversion 1. Qed.
  Lemma int_inv w v : has_type (TInt w) v → outcome_ok (in_range w) (as_int v).
  Proof. by inversion 1. Qed.
  Lemma bytes_inv t v : has_type t v → is_bytes t = true → outcome_ok bytes_ok (as_bytes v).
  Proof. by inversion 1. Qed.
  Lemma map_inv cap w t v : has_type (TMap cap w t) v → outcome_ok (entries_ok (has_type t) cap w) (as_map v).
  Proof. by inversion 1. Qed.
  Lemma map_intro cap w t l : entries_ok (has_type t) cap w l → has_type (TMap cap w t) (VMap l).
  Proof. intros (?&?&?&?&?). by constructor. Qed.
  Lemma union_inv i ts v :
    has_type (TUnion i ts) v →
    outcome_ok (λ r, ∃ t, ts !! fst r = Some t ∧ has_type t (snd r)) (as_union v).
  Proof. inversion 1; simpl; eauto. Qed.

  Lemma field_ok i ts n t v : has_type (TRecord i ts) v → ts !! n = Some t → outcome_ok (has_type t) (field v n).
  Proof.
    inversion 1 as [| | | | |? ? l Hl| | | |]; subst. intros Hn. simpl.
    by destruct (Forall2_lookup_l _ _ _ _ _ Hl Hn) as (v & -> & ?).
  Qed.

  Lemma at_index_ok {A} (Φ : A → Prop) l i : Forall Φ l → outcome_ok Φ (at_index l i).
  Proof.
    intros Hl. unfold at_index. destruct (_ && _) eqn:Hi; [|done]. apply andb_true_iff in Hi as [??].
    destruct (lookup_lt_is_Some_2 l (Z.to_nat i)) as [a Ha]; [lia|].
    rewrite Ha. simpl. by eapply Forall_lookup_1.
  Qed.

  Lemma index_ok t t' v i : has_type t v → element t = Some t' → outcome_ok (has_type t') (index v i).
  Proof.
    destruct 1; intros; simplify_eq/=; auto using at_index_ok.
    all: eapply ok_fmap; [eapply at_index_ok; apply H|]; intros; by constructor.
  Qed.

  Lemma payload_inv i ts tag t v :
    has_type (TUnion i ts) v → ts !! tag = Some t → outcome_ok (has_type t) (payload tag v).
  Proof.
    inversion 1; subst; intros Ht; simpl. unfold payload; simpl. case_decide; [|done].
    simpl. by simplify_eq.
  Qed.
End values.

(** ** Maps *)
Section maps.
  Context {A} (Φ : A → Prop).
  Implicit Types l : list (Z * A).

  Lemma map_find_ok l k a : map_find l k = Some a → Forall (Φ ∘ snd) l → Φ a.
  Proof.
    induction l as [|[k' a'] l IH]; simpl; [done|]. intros Hk. inversion 1; subst.
    destruct (k =? k')%Z; naive_solver.
  Qed.

  Lemma map_find_None l k : map_find l k = None ↔ k ∉ map fst l.
  Proof.
    clear Φ. induction l as [|[k' a'] l IH]; simpl; [by split; [intros _ ?%elem_of_nil|]|].
    rewrite not_elem_of_cons, <-IH. destruct (k =? k')%Z eqn:Hk; [|naive_solver lia].
    split; [done|]. intros [? _]. lia.
  Qed.

  (** [map_put] leaves keys where they are. *)
  Lemma map_put_keys l k a :
    map fst (map_put l k a) = map fst l ++ match map_find l k with Some _ => [] | None => [k] end.
  Proof.
    clear Φ. induction l as [|[k' a'] l IH]; simpl; [done|]. destruct (k =? k')%Z eqn:Hk; simpl.
    - apply Z.eqb_eq in Hk as ->. by rewrite app_nil_r.
    - by rewrite IH.
  Qed.
  Lemma map_put_NoDup l k a : NoDup (map fst l) → NoDup (map fst (map_put l k a)).
  Proof.
    intros Hl. rewrite map_put_keys. destruct (map_find l k) eqn:Hk; [by rewrite app_nil_r|].
    apply map_find_None in Hk. apply NoDup_app. split_and!; [done| |apply NoDup_singleton].
    by intros x Hx ->%elem_of_list_singleton.
  Qed.
  Lemma map_put_length l k a :
    length (map_put l k a) = length l + match map_find l k with Some _ => 0 | None => 1 end.
  Proof.
    rewrite <-(map_length fst), map_put_keys, app_length, map_length. by destruct (map_find l k).
  Qed.

  Lemma map_put_Forall (Ψ : Z * A → Prop) l k a :
    Forall Ψ l → Ψ (k, a) → Forall Ψ (map_put l k a).
  Proof.
    intros Hl Hk. induction Hl as [|[k' a'] l ? ? IH]; simpl; [by repeat constructor|].
    repeat case_match; auto.
  Qed.

  (** [map_remove] leaves out an entry and moves others about. *)
  Lemma last_first_perm {B} (l : list B) : last_first l ≡ₚ l.
  Proof.
    induction l as [|b l _] using rev_ind; [done|]. unfold last_first.
    rewrite last_snoc, removelast_last. by rewrite Permutation_cons_append.
  Qed.
  Lemma map_remove_submseteq l k : map_remove l k ⊆+ l.
  Proof.
    clear Φ. induction l as [|[k' a'] l IH]; simpl; [done|]. destruct (k =? k')%Z.
    - rewrite last_first_perm. by apply submseteq_cons.
    - by apply submseteq_skip.
  Qed.
  Lemma map_remove_NoDup l k : NoDup (map fst l) → NoDup (map fst (map_remove l k)).
  Proof.
    destruct (submseteq_Permutation _ _ (map_remove_submseteq l k)) as [l' Hl'].
    intros Hl. rewrite Hl', map_app in Hl. by apply NoDup_app in Hl as [].
  Qed.
  Lemma map_remove_Forall (Ψ : Z * A → Prop) l k : Forall Ψ l → Forall Ψ (map_remove l k).
  Proof.
    destruct (submseteq_Permutation _ _ (map_remove_submseteq l k)) as [l' Hl'].
    intros Hl. rewrite Hl' in Hl. by apply Forall_app in Hl as [].
  Qed.

  Lemma map_put_ok cap w l k a :
    entries_ok Φ cap w l → in_range w k → Φ a → small cap = true →
    (is_Some (map_find l k) ∨ (Z.of_nat (length l) < Z.of_N cap)%Z) →
    entries_ok Φ cap w (map_put l k a).
  Proof.
    intros (Hc & Hshort & Hs & Hr & HΦ) Hk Ha Hcap Hroom. pose proof (map_put_length l k a) as Hl.
    assert (Z.of_N cap < 4294967296)%Z by (apply N.ltb_lt in Hcap; lia).
    assert (Z.of_nat (length (map_put l k a)) ≤ Z.of_N cap)%Z
      by (destruct Hroom as [[b Hb]|?]; [rewrite Hb in Hl|destruct (map_find l k)]; lia).
    repeat split; auto using map_put_Forall, map_put_NoDup. unfold short. lia.
  Qed.

  Lemma map_replace_ok cap w l k a b :
    entries_ok Φ cap w l → map_find l k = Some b → in_range w k → Φ a →
    entries_ok Φ cap w (map_put l k a).
  Proof.
    intros (Hc & Hshort & Hs & Hr & HΦ) Hf Hk Ha.
    pose proof (map_put_length l k a) as Hl. rewrite Hf, Nat.add_0_r in Hl. rewrite <-Hl in Hc, Hshort.
    repeat split; auto using map_put_Forall, map_put_NoDup.
  Qed.

  Lemma map_remove_ok cap w l k : entries_ok Φ cap w l → entries_ok Φ cap w (map_remove l k).
  Proof.
    intros (Hc & Hshort & Hs & Hr & HΦ). pose proof (submseteq_length _ _ (map_remove_submseteq l k)).
    unfold short in *. repeat split; auto using map_remove_Forall, map_remove_NoDup; unfold short; lia.
  Qed.
End maps.

(** ** Data: values without coroutines, in themselves and as values of a program *)
Definition data_ok : ty → data → Prop := has_type (λ _, []) (λ _ _ pts, pts = []).

Section data.
  Context {P : Type}.
  Context (vars_of : P → list ty) (coro_ok : procedure → option nat → list P → Prop).
  Local Notation has_type := (has_type vars_of coro_ok).

  Lemma to_data_ok t v :
    is_message t = true → has_type t v → ∃ d, to_data v = Ok d ∧ data_ok t d.
  Proof.
    unfold is_message. intros [Ht|Ht]%orb_true_iff.
    { destruct t; try done. inversion 1; subst. eexists; split; [done|]. by constructor. }
    revert v. induction t as [|w|n| |n t IH|i ts IH|i ts IH|n w t IH|i|p] using ty_nested_ind;
      intros v; unfold is_data in *; simpl in *; try done; try apply andb_true_iff in Ht as [_ Ht];
      inversion 1 as [| | | |? ? l Hlen Hl|? ? l Hl|? ? tag t' v' Ht' Hv|? ? ? l Hc Hshort Hs Hr Hl| |];
      subst; simpl; try (eexists; split; [done|]; by constructor).
    - assert (∃ ds, collect to_data l = Ok ds ∧ Forall (data_ok t) ds ∧ length ds = length l) as (ds&->&?&?).
      { clear Hlen H. induction Hl as [|v l Hv _ (ds&IHd&?&?)]; simpl; [by eexists [] |].
        destruct (IH ltac:(done) v Hv) as (d & -> & ?). exists (d :: ds). simpl. rewrite IHd. simpl.
        repeat split; auto. }
      eexists; split; [done|]. constructor; [congruence|done].
    - assert (∃ ds, collect to_data l = Ok ds ∧ Forall2 data_ok ts ds) as (ds&->&?).
      { clear H. induction Hl as [|t v ts l Hv _ IHl]; simpl; [by eexists []|].
        simpl in Ht. typing. inversion_clear IH as [|? ? IHt IHts].
        destruct (IHt ltac:(done) v Hv) as (d & -> & ?), IHl as (ds & IHd & ?); [done..|].
        exists (d :: ds). simpl. rewrite IHd. simpl. auto. }
      eexists; split; [done|]. by constructor.
    - rewrite Forall_lookup in IH. destruct (IH _ _ Ht') with v' as (d & -> & ?); [|done|].
      { destruct ts; [done|]. rewrite forallb_forall in Ht. apply Ht.
        by eapply elem_of_list_In, elem_of_list_lookup_2. }
      eexists; split; [done|]. by econstructor.
    - assert (∃ ds, collect (λ '(k, v), (k,.) <$> to_data v) l = Ok ds ∧
          Forall (data_ok t ∘ snd) ds ∧ map fst ds = map fst l) as (ds&->&Hds&Hk).
      { clear Hc Hshort Hs Hr H. induction Hl as [|[k v] l Hv _ (ds&IHd&?&?)]; simpl; [by eexists []|].
        destruct (IH ltac:(done) v Hv) as (d & -> & ?). exists ((k, d) :: ds). simpl. rewrite IHd. simpl.
        repeat split; auto. congruence. }
      eexists; split; [done|]. simpl.
      assert (length ds = length l) as Hlen by (rewrite <-(map_length fst ds), Hk; apply map_length).
      constructor; rewrite ?Hlen, ?Hk; try done.
      change (Forall (in_range w ∘ fst) ds). rewrite <-Forall_fmap. simpl.
      change (fst <$> ds) with (map fst ds). rewrite Hk. by apply Forall_fmap.
  Qed.

  Context (finished_ok : ∀ p w, coro_ok p w []).

  Lemma of_data_ok t d : data_ok t d → has_type t (of_data d).
  Proof using finished_ok.
    revert d. induction t as [|w|n| |n t IH|i ts IH|i ts IH|n w t IH|i|p] using ty_nested_ind; intros d;
      inversion 1 as [| | | |? ? l Hlen Hl|? ? l Hl|? ? tag t' v' Ht' Hv|? ? ? l Hc Hshort Hs Hr Hl| |? ? fs Hp Hfs];
      subst; simpl; try by constructor.
    - constructor; [by rewrite map_length|]. apply Forall_fmap. eapply Forall_impl; [done|]. apply IH.
    - constructor. clear H. apply Forall2_fmap_r. induction Hl; inversion_clear IH; constructor; auto.
    - econstructor; [done|]. rewrite Forall_lookup in IH. by eapply IH.
    - assert (map fst (map (λ '(k, v), (k, of_data (P := P) v)) l) = map fst l) as Hk.
      { rewrite map_map. apply map_ext. by intros []. }
      constructor; rewrite ?map_length, ?Hk; try done.
      + apply Forall_fmap. eapply Forall_impl; [exact Hr|]. by intros [].
      + apply Forall_fmap. eapply Forall_impl; [exact Hl|]. intros [k d] ?. by apply IH.
  Qed.
End data.
