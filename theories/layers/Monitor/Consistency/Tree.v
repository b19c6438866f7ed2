(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The shape of the authenticated tree.

Keys are the nodes of a fixed tree of prefixes. The live ones (all that were ever
added) form a compressed tree in it: an edge leads from a live key to a live
descendant, in the direction of that descendant, and from a live key one reaches
every live key below it. Adding a key keeps this; nothing else touches it. *)
From Fairlead.Monitor.Consistency Require Export Trace.

Record tree (live : key → Prop) (next : key → bool → option key) : Prop := {
  tree_root : live root;
  tree_edge a d c : next a d = Some c → heading c a = Some d ∧ live c ∧ live a;
  tree_path a k d : live a → live k → heading k a = Some d →
    ∃ c, next a d = Some c ∧ (c = k ∨ is_Some (heading k c));
}.

Lemma tree_ext live next live' next' :
  (∀ k, live' k ↔ live k) → (∀ a d, next' a d = next a d) → tree live next → tree live' next'.
Proof.
  intros Hl Hn [Hr He Hp]. split.
  - by apply Hl.
  - intros a d c. rewrite Hn, !Hl. apply He.
  - intros a k d. rewrite Hn, !Hl. apply Hp.
Qed.

(** A key has one parent. *)
Lemma tree_parent live next a d b d' c :
  tree live next → next a d = Some c → next b d' = Some c → a = b ∧ d = d'.
Proof.
  intros [_ He Hp] Ha Hb.
  destruct (He _ _ _ Ha) as (Hca&_&Hla), (He _ _ _ Hb) as (Hcb&_&Hlb).
  destruct (heading_tree _ _ _ _ _ Hca Hcb) as [->|[Hab|Hba]].
  - split; congruence.
  - destruct (Hp b a d' Hlb Hla Hab) as (x&Hx&Hxa). rewrite Hb in Hx. injection Hx as <-.
    exfalso. destruct Hxa as [->|[y Hy]]; [by rewrite heading_irrefl in Hca|].
    by rewrite (heading_asym _ _ _ Hy) in Hca.
  - destruct (Hp a b d Hla Hlb Hba) as (x&Hx&Hxa). rewrite Ha in Hx. injection Hx as <-.
    exfalso. destruct Hxa as [->|[y Hy]]; [by rewrite heading_irrefl in Hcb|].
    by rewrite (heading_asym _ _ _ Hy) in Hcb.
Qed.

Definition upd_next (next : key → bool → option key) a d c : key → bool → option key :=
  λ a' d', if decide (a' = a ∧ d' = d) then Some c else next a' d'.

(** A key below a missing edge is not live; the edge to it can be added. *)
Lemma tree_absent live next p d k :
  tree live next → live p → heading k p = Some d → next p d = None → ¬ live k.
Proof. intros [_ _ Hp] Hlp Hk Hn Hlk. destruct (Hp p k d Hlp Hlk Hk) as (?&?&_). congruence. Qed.

Lemma tree_new live next p d k :
  tree live next → live p → heading k p = Some d → next p d = None →
  tree (λ x, x = k ∨ live x) (upd_next next p d k).
Proof.
  intros Ht Hlp Hk Hn. pose proof (tree_absent _ _ _ _ _ Ht Hlp Hk Hn) as Hnk.
  destruct Ht as [Hr He Hp]. split.
  - by right.
  - intros a d' c. unfold upd_next. case_decide as Hd; [destruct Hd as [-> ->]; naive_solver|].
    intros Hc%He. naive_solver.
  - intros a x d' Ha Hx Hxa. unfold upd_next. case_decide as Hd.
    + destruct Hd as [-> ->]. destruct Hx as [->|Hx]; [eauto|].
      destruct (Hp p x d Hlp Hx Hxa) as (?&?&_). congruence.
    + destruct Ha as [->|Ha].
      * (* nothing live is below the new key *)
        exfalso. destruct Hx as [->|Hx]; [by rewrite heading_irrefl in Hxa|].
        destruct (Hp p x d Hlp Hx) as (?&?&_); [by eauto 3 using heading_trans|congruence].
      * destruct Hx as [->|Hx]; [|by apply Hp].
        destruct (heading_tree _ _ _ _ _ Hk Hxa) as [<-|[Hpa|Hap]].
        -- assert (d' = d) by congruence. naive_solver.
        -- destruct (Hp a p d' Ha Hlp Hpa) as (c&Hc&Hcp). exists c. split; [done|]. right.
           destruct Hcp as [->|[y Hy]]; [eauto|]. exists y. by eauto 3 using heading_trans.
        -- destruct (Hp p a d Hlp Ha Hap) as (?&?&_). congruence.
Qed.

(** A key between the ends of an edge is not live; the edge can be cut at it. *)
Lemma tree_between live next p d k c d2 :
  tree live next → live p → heading k p = Some d → next p d = Some c → heading c k = Some d2 → ¬ live k.
Proof.
  intros [_ _ Hp] Hlp Hk Hn Hck Hlk. destruct (Hp p k d Hlp Hlk Hk) as (c'&Hc'&Hc).
  rewrite Hn in Hc'. injection Hc' as <-. destruct Hc as [->|[y Hy]].
  - by rewrite heading_irrefl in Hck.
  - by rewrite (heading_asym _ _ _ Hy) in Hck.
Qed.

Lemma tree_cut live next p d k c d2 :
  tree live next → live p → heading k p = Some d → next p d = Some c → heading c k = Some d2 →
  tree (λ x, x = k ∨ live x) (upd_next (upd_next next k d2 c) p d k).
Proof.
  intros Ht Hlp Hk Hn Hck. pose proof (tree_between _ _ _ _ _ _ _ Ht Hlp Hk Hn Hck) as Hnk.
  pose proof (heading_ne _ _ _ Hk) as Hkp.
  destruct Ht as [Hr He Hp]. destruct (He _ _ _ Hn) as (Hcp&Hlc&_). split.
  - by right.
  - intros a d' x. unfold upd_next. repeat case_decide; [naive_solver..|].
    intros Hc%He. naive_solver.
  - intros a x d' Ha Hx Hxa. unfold upd_next. case_decide as Hd; [|case_decide as Hd'].
    + (* below p: the new key is on the way, or is it *)
      destruct Hd as [-> ->]. exists k. split; [done|]. destruct Hx as [->|Hx]; [by left|].
      destruct (Hp p x d Hlp Hx Hxa) as (c'&Hc'&Hcx). rewrite Hn in Hc'. injection Hc' as <-.
      right. destruct Hcx as [->|[y Hy]]; [eauto|]. exists d2. by eauto 3 using heading_trans.
    + (* below the new key, towards c *)
      destruct Hd' as [-> ->]. exists c. split; [done|].
      destruct Hx as [->|Hx]; [by rewrite heading_irrefl in Hxa|].
      destruct (Hp p x d Hlp Hx) as (c'&Hc'&Hcx); [by eauto 3 using heading_trans|].
      rewrite Hn in Hc'. injection Hc' as <-. destruct Hcx as [->|?]; [by left|by right].
    + destruct Ha as [->|Ha].
      * (* below the new key, the other way: nothing is there *)
        exfalso. destruct Hx as [->|Hx]; [by rewrite heading_irrefl in Hxa|].
        destruct (Hp p x d Hlp Hx) as (c'&Hc'&Hcx); [by eauto 3 using heading_trans|].
        rewrite Hn in Hc'. injection Hc' as <-.
        assert (heading x k = Some d2) as Hd2.
        { destruct Hcx as [->|[y Hy]]; [done|by eauto 3 using heading_trans]. }
        naive_solver.
      * destruct Hx as [->|Hx]; [|by apply Hp].
        destruct (heading_tree _ _ _ _ _ Hk Hxa) as [<-|[Hpa|Hap]].
        -- assert (d' = d) by congruence. naive_solver.
        -- destruct (Hp a p d' Ha Hlp Hpa) as (x&Hx&Hcp'). exists x. split; [done|]. right.
           destruct Hcp' as [->|[y Hy]]; [eauto|]. exists y. by eauto 3 using heading_trans.
        -- (* a is between p and k, so between p and c: it would be on the edge *)
           exfalso. destruct (Hp p a d Hlp Ha Hap) as (c'&Hc'&Hca). rewrite Hn in Hc'. injection Hc' as <-.
           assert (heading c a = Some d') as Hca' by (by eauto 3 using heading_trans).
           destruct Hca as [->|[y Hy]]; [by rewrite heading_irrefl in Hca'|].
           by rewrite (heading_asym _ _ _ Hy) in Hca'.
Qed.

(** A key without edges goes, with the edge to it. *)
Definition drop_next (next : key → bool → option key) p d k (c : option key) : key → bool → option key :=
  λ a d', if decide (a = p ∧ d' = d) then c else if decide (a = k) then None else next a d'.

Lemma tree_drop live next p d k :
  tree live next → next p d = Some k → (∀ d', next k d' = None) →
  tree (λ x, x ≠ k ∧ live x) (drop_next next p d k None).
Proof.
  intros Ht Hn Hleaf. pose proof Ht as [Hr He Hp]. destruct (He _ _ _ Hn) as (Hkp&Hlk&Hlp). split.
  - split; [|done]. intros <-. by destruct p.
  - intros a d' c. unfold drop_next. repeat case_decide; [done..|]. intros Hc.
    destruct (He _ _ _ Hc) as (?&?&?). split_and!; try done. intros ->.
    destruct (tree_parent _ _ _ _ _ _ _ Ht Hc Hn) as [-> ->]. naive_solver.
  - intros a x d' [Ha Hla] [Hx Hlx] Hxa. destruct (Hp a x d' Hla Hlx Hxa) as (c&Hc&Hcx).
    unfold drop_next. case_decide as Hd; [|rewrite decide_False by done; eauto].
    destruct Hd as [-> ->]. rewrite Hn in Hc. injection Hc as <-.
    destruct Hcx as [->|[d2 Hxk]]; [done|]. destruct (Hp k x d2 Hlk Hlx Hxk) as (?&Hc&_). by rewrite Hleaf in Hc.
Qed.

(** A key with one edge goes, and the edge to it leads where its own did. *)
Lemma tree_merge live next p d k d2 c :
  tree live next → next p d = Some k → next k d2 = Some c → next k (negb d2) = None →
  tree (λ x, x ≠ k ∧ live x) (drop_next next p d k (Some c)).
Proof.
  intros Ht Hn Hc Hnone. pose proof Ht as [Hr He Hp].
  destruct (He _ _ _ Hn) as (Hkp&Hlk&Hlp), (He _ _ _ Hc) as (Hck&Hlc&_).
  pose proof (heading_ne _ _ _ Hkp) as Hpk. split.
  - split; [|done]. intros <-. by destruct p.
  - intros a d' x. unfold drop_next. case_decide as Hd; [|case_decide; [done|]].
    + destruct Hd as [-> ->]. intros [= <-]. split_and!; try done; [by eauto using heading_trans|].
      by eapply heading_ne.
    + intros Hx. destruct (He _ _ _ Hx) as (?&?&?). split_and!; try done. intros ->.
      destruct (tree_parent _ _ _ _ _ _ _ Ht Hx Hn) as [-> ->]. naive_solver.
  - intros a x d' [Ha Hla] [Hx Hlx] Hxa. destruct (Hp a x d' Hla Hlx Hxa) as (y&Hy&Hyx).
    unfold drop_next. case_decide as Hd; [|rewrite decide_False by done; eauto].
    destruct Hd as [-> ->]. rewrite Hn in Hy. injection Hy as <-. exists c. split; [done|].
    destruct Hyx as [->|[d3 Hxk]]; [done|]. destruct (Hp k x d3 Hlk Hlx Hxk) as (y&Hy&Hyx).
    assert (d3 = d2) as -> by (destruct d2, d3; simpl in *; congruence). rewrite Hc in Hy. by injection Hy as <-.
Qed.
