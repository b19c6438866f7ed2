(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The fractional anchored preorder. A shared ghost state that
    - is owned in fractions: [value γ q v] says the state is [v], and changing it
      needs the whole fraction;
    - evolves along a preorder [R], so that a [snapshot γ v], once taken, is
      below the state for ever;
    - may be anchored: whoever holds [anchored γ a] knows that the state is
      within reach of [a] ([anchors a v]), and the owner of the state cannot move
      it out of reach without the holder. So what the holder knows never becomes
      too stale.

    FastVer2 proposes it as a hand-made algebra and doubts that it can be derived
    from stock ones. Here it is two monotone lists with fractions: every value
    the state had, and every anchor that was set. The holder of the anchor has
    three quarters of the list of anchors (so there is one holder), the owners of
    the state share the rest. [R] is any preorder and [anchors] any relation: the
    published closure conditions on the latter are not needed. *)
From iris.bi.lib Require Import fractional.
From iris.proofmode Require Import proofmode.
From iris.base_logic.lib Require Import own.
From Fairlead.Papers.Anchored Require Import History GhostList.
From iris.prelude Require Import options.

Class anchoredG Σ (A : Type) := AnchoredG {
  anchored_valuesG : ghost_listG Σ (A * nat);
  anchored_anchorsG : ghost_listG Σ A;
}.
Local Existing Instances anchored_valuesG anchored_anchorsG.

Definition anchoredΣ (A : Type) : gFunctors := #[ ghost_listΣ (A * nat); ghost_listΣ A ].

Global Instance subG_anchoredΣ Σ A : subG (anchoredΣ A) Σ → anchoredG Σ A.
Proof. solve_inG. Qed.

Record anchored_name := AnchoredName { values_name : gname; anchors_name : gname }.

Section definitions.
  Context `{!anchoredG Σ A} (R anchors : relation A).
  Implicit Types (γ : anchored_name) (v a : A).

  Definition value γ (q : Qp) v : iProp Σ :=
    ∃ (anc : list A) (h : list (A * nat)) (g : nat),
      ⌜history R anchors anc h⌝ ∗ ⌜last h = Some (v, g)⌝ ∗ ⌜length anc = S g⌝ ∗
      ghost_list (values_name γ) q h ∗ ghost_list (anchors_name γ) (q / 4) anc.

  Definition snapshot γ v : iProp Σ :=
    ∃ (anc : list A) (h : list (A * nat)) (g : nat),
      ⌜history R anchors anc h⌝ ∗ ⌜last h = Some (v, g)⌝ ∗
      ghost_list_lb (values_name γ) h ∗ ghost_list_lb (anchors_name γ) anc.

  Definition anchored γ a : iProp Σ :=
    ∃ (anc : list A) (h : list (A * nat)) (g : nat),
      ⌜history R anchors anc h⌝ ∗ ⌜last h = Some (a, g)⌝ ∗
      ⌜anc !! g = Some a⌝ ∗ ⌜length anc = S g⌝ ∗
      ghost_list_lb (values_name γ) h ∗ ghost_list (anchors_name γ) (3/4) anc.

  (** Full ownership: the whole fraction and the anchor. *)
  Definition owned γ v : iProp Σ := value γ 1 v ∗ ∃ a, anchored γ a.
End definitions.

Section rules.
  Context `{!anchoredG Σ A} (R anchors : relation A) `{!PreOrder R}.
  Implicit Types (γ : anchored_name) (v w a : A) (q : Qp).
  Notation value := (value R anchors).
  Notation snapshot := (snapshot R anchors).
  Notation anchored := (anchored R anchors).
  Notation owned := (owned R anchors).

  Global Instance value_timeless γ q v : Timeless (value γ q v).
  Proof. apply _. Qed.
  Global Instance snapshot_timeless γ v : Timeless (snapshot γ v).
  Proof. apply _. Qed.
  Global Instance anchored_timeless γ a : Timeless (anchored γ a).
  Proof. apply _. Qed.
  (** Snapshots may be copied and outlive every change. *)
  Global Instance snapshot_persistent γ v : Persistent (snapshot γ v).
  Proof. apply _. Qed.

  (** The list of anchors: a quarter for the state, three for the anchor. *)
  Lemma anchors_quarters (γ : gname) (anc : list A) :
    ghost_list γ 1 anc ⊣⊢ ghost_list γ (1/4) anc ∗ ghost_list γ (3/4) anc.
  Proof. by rewrite -ghost_list_split Qp.quarter_three_quarter. Qed.

  (** Alloc: a state that anchors itself, owned in full, anchored there. *)
  Lemma anchored_alloc v :
    anchors v v → ⊢ |==> ∃ γ, value γ 1 v ∗ anchored γ v.
  Proof using All.
    iIntros (Hv).
    iMod (ghost_list_alloc [(v, 0)]) as (γh) "Hh".
    iMod (ghost_list_alloc [v]) as (γa) "Ha".
    iDestruct (ghost_list_get_lb with "Hh") as "#Hlb".
    iDestruct (anchors_quarters with "Ha") as "[Ha1 Ha2]".
    pose proof (history_singleton R anchors v Hv).
    iModIntro. iExists (AnchoredName γh γa). iSplitL "Hh Ha1"; iExists [v], [(v, 0)], 0; by iFrame "#∗".
  Qed.

  (** Share and gather. *)
  Lemma value_share γ q1 q2 v : value γ (q1 + q2) v -∗ value γ q1 v ∗ value γ q2 v.
  Proof.
    iIntros "(%anc & %h & %g & %Hh & %Hl & %Ha & Hh & Ha)".
    rewrite Qp.div_add_distr.
    iDestruct (ghost_list_split with "Hh") as "[Hh1 Hh2]".
    iDestruct (ghost_list_split with "Ha") as "[Ha1 Ha2]".
    iSplitL "Hh1 Ha1"; iExists anc, h, g; by iFrame.
  Qed.

  Lemma value_gather γ q1 q2 v w :
    value γ q1 v -∗ value γ q2 w -∗ ⌜v = w⌝ ∗ value γ (q1 + q2) v.
  Proof.
    iIntros "(%anc & %h & %g & %Hh & %Hl & %Ha & Hh1 & Ha1)".
    iIntros "(%anc' & %h' & %g' & _ & %Hl' & _ & Hh2 & Ha2)".
    iDestruct (ghost_list_agree with "Hh1 Hh2") as %[_ <-].
    iDestruct (ghost_list_agree with "Ha1 Ha2") as %[_ <-].
    rewrite Hl in Hl'. injection Hl' as <- <-. iSplit; [done|].
    iExists anc, h, g. rewrite Qp.div_add_distr !ghost_list_split. by iFrame.
  Qed.

  Global Instance value_fractional γ v : Fractional (λ q, value γ q v).
  Proof.
    intros q1 q2. iSplit; [iApply value_share|].
    iIntros "[H1 H2]". by iDestruct (value_gather with "H1 H2") as "[_ $]".
  Qed.
  Global Instance value_as_fractional γ q v : AsFractional (value γ q v) (λ q, value γ q v) q.
  Proof. split; [done|apply _]. Qed.

  Theorem value_agree γ q1 q2 v w : value γ q1 v -∗ value γ q2 w -∗ ⌜v = w⌝.
  Proof. iIntros "H1 H2". by iDestruct (value_gather with "H1 H2") as "[% _]". Qed.

  (** Snapshot: of the state by any owner, of the anchor by its holder. *)
  Lemma value_snapshot γ q v : value γ q v -∗ snapshot γ v.
  Proof.
    iIntros "(%anc & %h & %g & %Hh & %Hl & %Ha & Hh & Ha)".
    iDestruct (ghost_list_get_lb with "Hh") as "#Hh'".
    iDestruct (ghost_list_get_lb with "Ha") as "#Ha'".
    iExists anc, h, g. by iFrame "#".
  Qed.

  Theorem anchored_take_snapshot γ a : anchored γ a -∗ snapshot γ a.
  Proof.
    iIntros "(%anc & %h & %g & %Hh & %Hl & _ & _ & #Hh & Ha)".
    iDestruct (ghost_list_get_lb with "Ha") as "#Ha'".
    iExists anc, h, g. by iFrame "#".
  Qed.

  (** Snapshot history: a snapshot is below the state, two snapshots are in
      order one way or the other. *)
  Lemma snapshot_history γ q v w : value γ q v -∗ snapshot γ w -∗ ⌜R w v⌝.
  Proof.
    iIntros "(%anc & %h & %g & %Hh & %Hl & _ & Hh & _) (%anc' & %h' & %g' & _ & %Hl' & Hh' & _)".
    iDestruct (ghost_list_prefix with "Hh Hh'") as %Hp. iPureIntro.
    by edestruct (history_prefix R anchors anc h' h w g' v g).
  Qed.

  Theorem snapshot_snapshot γ v w : snapshot γ v -∗ snapshot γ w -∗ ⌜R v w ∨ R w v⌝.
  Proof.
    iIntros "(%anc & %h & %g & %Hh & %Hl & Hh & _) (%anc' & %h' & %g' & %Hh' & %Hl' & Hh' & _)".
    iDestruct (ghost_list_lb_lb with "Hh Hh'") as %[Hp|Hp]; iPureIntro; [left|right].
    - by edestruct (history_prefix R anchors anc' h h' v g w g').
    - by edestruct (history_prefix R anchors anc h' h w g' v g).
  Qed.

  (** What the anchor is for: its holder knows the state to be within reach. *)
  Lemma anchored_recall γ q v a : value γ q v -∗ anchored γ a -∗ ⌜anchors a v⌝.
  Proof.
    iIntros "(%anc & %h & %g & %Hh & %Hl & %Hg & Hh & Ha)".
    iIntros "(%anc' & %h' & %g' & _ & _ & %Ha & %Hg' & _ & Ha')".
    iDestruct (ghost_list_agree with "Ha Ha'") as %[_ <-]. iPureIntro.
    assert (g' = g) as -> by lia.
    destruct (history_last_within R anchors anc h v g Hh Hl) as (b & Hb & Hbv).
    rewrite Ha in Hb. by injection Hb as <-.
  Qed.

  (** An owner of the state, who need not know where the anchor is, knows that
      there is one that reaches. *)
  Lemma value_within γ q v : value γ q v -∗ ⌜∃ a, anchors a v⌝.
  Proof.
    iIntros "(%anc & %h & %g & %Hh & %Hl & %Hg & _ & _)". iPureIntro.
    destruct (history_last_within R anchors anc h v g Hh Hl) as (a & _ & Ha). by exists a.
  Qed.

  (** The holder of the anchor knows as much of any snapshot: it is below the anchor, or within
      its reach. *)
  Lemma anchored_snapshot γ a v : anchored γ a -∗ snapshot γ v -∗ ⌜R v a ∨ anchors a v⌝.
  Proof.
    iIntros "(%anc & %h & %g & %Hh & %Hl & %Ha & %Hg & Hh & Ha)".
    iIntros "(%anc' & %h' & %g' & %Hh' & %Hl' & Hh' & Ha')".
    iDestruct (ghost_list_prefix with "Ha Ha'") as %Hpa.
    iDestruct (ghost_list_lb_lb with "Hh Hh'") as %[Hp|Hp]; iPureIntro; [right|left].
    - destruct (history_prefix R anchors anc' h h' a g v g' Hh' Hp Hl Hl') as [_ Hle].
      destruct (history_last_within R anchors anc' h' v g' Hh' Hl') as (b & Hb & Hbv).
      assert (g' = g) as ->.
      { apply lookup_lt_Some in Hb. apply prefix_length in Hpa. lia. }
      apply (prefix_lookup _ anc) in Hb; [|done].
      rewrite Ha in Hb. by injection Hb as <-.
    - by edestruct (history_prefix R anchors anc h' h v g' a g).
  Qed.

  (** There is one anchor. *)
  Lemma anchored_exclusive γ a b : anchored γ a -∗ anchored γ b -∗ False.
  Proof.
    iIntros "(% & % & % & _ & _ & _ & _ & _ & Ha) (% & % & % & _ & _ & _ & _ & _ & Hb)".
    by iDestruct (ghost_list_agree with "Ha Hb") as %[? _].
  Qed.

  (** Anchored update: the owner of the state alone may move it where every
      anchor that reaches the present state still reaches. *)
  Lemma value_update_anchored γ v w :
    R v w → (∀ a, anchors a v → anchors a w) → value γ 1 v ==∗ value γ 1 w.
  Proof using All.
    iIntros (HR Hanc) "(%anc & %h & %g & %Hh & %Hl & %Hg & Hh & Ha)".
    destruct (history_last_within R anchors anc h v g Hh Hl) as (a & Ha & Hav).
    iMod (ghost_list_append _ _ [(w, g)] with "Hh") as "Hh". iModIntro.
    iExists anc, (h ++ [(w, g)]), g. iFrame. iPureIntro. split_and!; [|by rewrite last_snoc|done].
    eapply history_step; eauto.
  Qed.

  (** With the anchor at hand it is enough that this one still reaches. *)
  Theorem value_update_within γ v w a :
    R v w → anchors a w → value γ 1 v -∗ anchored γ a ==∗ value γ 1 w ∗ anchored γ a.
  Proof using All.
    iIntros (HR Haw) "(%anc & %h & %g & %Hh & %Hl & %Hg & Hh & Ha)".
    iIntros "(%anc' & %h' & %g' & %Hh' & %Hl' & %Ha' & %Hg' & Hh' & Hb)".
    iDestruct (ghost_list_agree with "Ha Hb") as %[_ <-].
    assert (g' = g) as -> by lia.
    iMod (ghost_list_append _ _ [(w, g)] with "Hh") as "Hh". iModIntro.
    iSplitL "Hh Ha".
    - iExists anc, (h ++ [(w, g)]), g. iFrame. iPureIntro. split_and!; [|by rewrite last_snoc|done].
      by eapply history_step.
    - iExists anc, h', g. by iFrame.
  Qed.

  (** Update with full ownership: anywhere up the preorder that anchors itself;
      the anchor moves along. *)
  Lemma owned_move γ v w a :
    R v w → anchors w w → value γ 1 v -∗ anchored γ a ==∗ value γ 1 w ∗ anchored γ w.
  Proof using All.
    iIntros (HR Hw) "(%anc & %h & %g & %Hh & %Hl & %Hg & Hh & Ha)".
    iIntros "(%anc' & %h' & %g' & _ & _ & _ & _ & _ & Hb)".
    iDestruct (ghost_list_agree with "Ha Hb") as %[_ <-].
    iDestruct (anchors_quarters with "[$Ha $Hb]") as "Ha".
    iMod (ghost_list_append _ _ [(w, S g)] with "Hh") as "Hh".
    iMod (ghost_list_append _ _ [w] with "Ha") as "Ha". iModIntro.
    iDestruct (ghost_list_get_lb with "Hh") as "#Hlb".
    iDestruct (anchors_quarters with "Ha") as "[Ha Hb]".
    assert ((anc ++ [w]) !! S g = Some w) by (by rewrite -Hg lookup_app_r // Nat.sub_diag).
    assert (history R anchors (anc ++ [w]) (h ++ [(w, S g)])).
    { eapply (history_step R anchors _ h v g); [by apply history_anchor|done..|lia|done|done]. }
    assert (length (anc ++ [w]) = S (S g)) by (rewrite app_length /=; lia).
    iSplitL "Hh Ha"; iExists (anc ++ [w]), (h ++ [(w, S g)]), (S g);
      iFrame "#∗"; rewrite last_snoc; done.
  Qed.

  Lemma owned_update γ v w : R v w → anchors w w → owned γ v ==∗ owned γ w.
  Proof using All.
    iIntros (HR Hw) "[Hv [%a Ha]]".
    iMod (owned_move γ v w a with "Hv Ha") as "[$ Ha]"; [done..|]. iModIntro. by iExists w.
  Qed.

  (** Take anchor: a full owner sets the anchor where the state is and hands it
      out. Put anchor: with it back, the owner is full again. *)
  Lemma owned_take_anchor γ v : anchors v v → owned γ v ==∗ value γ 1 v ∗ anchored γ v.
  Proof using All. iIntros (Hv) "[Hv [%a Ha]]". by iApply (owned_move γ v v a with "Hv Ha"). Qed.

  Lemma owned_put_anchor γ v a : value γ 1 v -∗ anchored γ a -∗ ⌜anchors a v⌝ ∗ owned γ v.
  Proof.
    iIntros "Hv Ha". iDestruct (anchored_recall with "Hv Ha") as %?.
    iSplit; [done|]. iFrame. by iExists a.
  Qed.
  (** All of the published rules in one statement, as Claims/Monitor.v restates it. *)
  Theorem anchored_preorder :
    (∀ v, anchors v v → ⊢ |==> ∃ γ, owned γ v) ∧
    (∀ γ q1 q2 v, value γ (q1 + q2)%Qp v ⊢ value γ q1 v ∗ value γ q2 v) ∧
    (∀ γ q1 q2 v w, value γ q1 v ∗ value γ q2 w ⊢ ⌜v = w⌝ ∗ value γ (q1 + q2)%Qp v) ∧
    (∀ γ q v, value γ q v ⊢ value γ q v ∗ snapshot γ v) ∧
    (∀ γ v, snapshot γ v ⊢ snapshot γ v ∗ snapshot γ v) ∧
    (∀ γ q v w, value γ q v ∗ snapshot γ w ⊢ ⌜R w v⌝) ∧
    (∀ γ q v a, value γ q v ∗ anchored γ a ⊢ ⌜anchors a v⌝) ∧
    (∀ γ v, anchors v v → owned γ v ==∗ value γ 1%Qp v ∗ anchored γ v) ∧
    (∀ γ v a, value γ 1%Qp v ∗ anchored γ a ⊢ owned γ v) ∧
    (∀ γ v w, R v w → anchors w w → owned γ v ==∗ owned γ w) ∧
    (∀ γ v w, R v w → (∀ a, anchors a v → anchors a w) →
      value γ 1%Qp v ==∗ value γ 1%Qp w) ∧
    (∀ γ a b, anchored γ a ∗ anchored γ b ⊢ False).
  Proof using All.
    split_and!; intros.
    - iMod (anchored_alloc v) as (γ) "[??]"; [done|]. iExists γ. iFrame. by iExists v.
    - iIntros "H". by iApply value_share.
    - iIntros "[H1 H2]". by iApply (value_gather with "H1").
    - iIntros "H". iDestruct (value_snapshot with "H") as "#$". done.
    - iIntros "#H". by iFrame "H".
    - iIntros "[H1 H2]". by iApply (snapshot_history with "H1").
    - iIntros "[H1 H2]". by iApply (anchored_recall with "H1").
    - by apply owned_take_anchor.
    - iIntros "[H1 H2]". by iDestruct (owned_put_anchor with "H1 H2") as "[_ $]".
    - by apply owned_update.
    - by apply value_update_anchored.
    - iIntros "[H1 H2]". by iApply (anchored_exclusive with "H1").
  Qed.
End rules.

Global Typeclasses Opaque value snapshot anchored.
