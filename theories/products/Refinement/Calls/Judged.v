(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What [judge] takes for a whole entry is what the parser of the log's format takes for one, within the program's
    limits. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Whole.
Local Open Scope Z_scope.

Local Ltac known := repeat first [rewrite (proj2 (Z.eqb_eq _ _)) by lia|rewrite (proj2 (Z.eqb_neq _ _)) by lia
  |rewrite (proj2 (Z.ltb_lt _ _)) by lia|rewrite (proj2 (Z.ltb_ge _ _)) by lia]; cbv iota.

(** A record that is read: its key, and its value of [n] bytes. *)
Lemma judge_record_read b k v n m :
  cut b 1 35 = zs (print key_codec k) → Format.key_wf k → value_size (cut b 35 (len b)) = n →
  n = len (print value_codec v) → 35 + n + m ≤ len b → 0 ≤ m → len b < 2 ^ 32 →
  judge_record b m = if 256 <? n then Some (Verify.Refused TOO_LARGE) else None.
Proof.
  intros Hk Hkw Hn Hv Hl Hm Hmax. pose proof (len_nonneg (print value_codec v)). unfold judge_record.
  pose proof (printed_key_wf k Hkw) as (_ & _ & Hcan). rewrite Hk, Hcan, Hn. known. cbn [negb]. cbv zeta. by known.
Qed.
Lemma judge_operands_read b f ops a :
  run_read b f ops a → Forall operand_wf ops → ∀ k i, (k + i = length ops)%nat →
  judge_operands b k (place_of ops i) = inr (place_of ops (length ops)).
Proof.
  intros Hr Hw. pose proof (rr_length _ _ _ _ Hr) as Hl. pose proof (len_nonneg a).
  assert (∀ i, (i ≤ length ops)%nat → place_of ops i ≤ place_of ops (length ops)) as Hmono.
  { intros i Hi. unfold place_of. rewrite firstn_all. rewrite <-(take_drop i ops) at 2. rewrite bind_app, len_app.
    pose proof (len_nonneg (drop i ops ≫= print operand_codec)). lia. }
  induction k as [|k IH]; intros i Hi; [cbn in Hi; by subst|].
  destruct (lookup_lt_is_Some_2 ops i) as [o Ho]; [lia|]. pose proof (Forall_lookup_1 _ _ _ _ Hw Ho) as How.
  pose proof (place_next ops i o Ho How) as Hnext. pose proof (rr_operands _ _ _ _ Hr i o Ho) as Hat.
  specialize (IH (S i) ltac:(lia)). pose proof (Hmono (S i) ltac:(lia)). cbn [judge_operands].
  destruct o as [s|key s]; cbn [operand_at operand_size operand_wf] in *.
  - destruct Hat as (Hb & _ & Hfit). rewrite Hb. known. by rewrite <-Hnext.
  - destruct Hat as (Hb & Hk & _ & Hfit). pose proof (printed_key_wf key (proj1 How)) as (_ & _ & Hcan).
    rewrite Hb, Hk, Hcan. known. cbn [negb]. by rewrite <-Hnext.
Qed.

Lemma judge_whole en (rest : bytes) :
  entry_wf en → len (print entry_codec en ++ rest) < 2 ^ 32 →
  let b := zs (print entry_codec en ++ rest) in
  (within en → judge b = None) ∧
  (¬ within en → judge b = Some (Verify.Refused TOO_LARGE) ∨ judge b = Some (Verify.Refused TOO_MANY)).
Proof.
  intros Hwf Hmax b. assert (len b = len (print entry_codec en ++ rest)) as Hb by apply len_zs.
  unfold judge. destruct en as [k v s s2|k v s [e c] i|s s2|s [e c]|s s2 [e c]| | |f ops a|s s2].
  - destruct (record_reads k v s s2 rest Hwf Hmax) as [[Htag Hkey Hsize _ _ _ Hl] _]. fold b in Htag, Hkey, Hsize, Hl.
    pose proof (len_nonneg (print value_codec v)). rewrite Htag. known. cbv zeta. known.
    rewrite (judge_record_read b k v (len (print value_codec v)) 4) by first [done|apply Hwf|lia].
    cbn [within]. destruct (Z.ltb_spec 256 (len (print value_codec v))); split; intros; first [done|lia|by left].
  - destruct (add_reads k v s e c i rest Hwf Hmax) as [[Htag Hkey Hsize _ _ _ _ _ Hl] _].
    fold b in Htag, Hkey, Hsize, Hl.
    pose proof (len_nonneg (print value_codec v)). rewrite Htag. known. cbv zeta. known.
    rewrite (judge_record_read b k v (len (print value_codec v)) 16) by first [done|apply Hwf|lia].
    cbn [within]. destruct (Z.ltb_spec 256 (len (print value_codec v))); split; intros; first [done|lia|by left].
  - destruct Hwf as [Hs Hs2]. destruct (slots_reads 2 s s2 rest) as [[Htag _ _ Hl] _]; [done..|].
    change (tag 2 :: print (number 2) s ++ print (number 2) s2) with (print entry_codec (EvictM s s2)) in *.
    fold b in Htag, Hl. rewrite Htag. known. unfold judge_fixed. cbv zeta. known. by split.
  - destruct (evict_reads s e c rest Hwf) as [[Htag _ _ _ Hl] _]. fold b in Htag, Hl. rewrite Htag. known.
    unfold judge_fixed. cbv zeta. known. by split.
  - destruct (tree_reads s s2 e c rest Hwf) as [[Htag _ _ _ _ Hl] _]. fold b in Htag, Hl. rewrite Htag. known.
    unfold judge_fixed. cbv zeta. known. by split.
  - by split.
  - by split.
  - destruct (run_reads f ops a rest Hwf) as [Hr _]. fold b in Hr. destruct Hwf as (_ & [_ Hops] & _).
    pose proof (judge_operands_read b _ ops a Hr Hops (length ops) 0 ltac:(lia)) as Hjudged.
    change (place_of ops 0) with 3 in Hjudged. destruct Hr as [Htag _ Hnum _ Hsize _ _ Hl].
    pose proof (len_nonneg a). pose proof (place_range ops (length ops) Hops ltac:(lia)).
    rewrite Htag. known. cbv zeta. known. unfold judge_run. rewrite Hnum. known. cbn [within].
    destruct (Z.ltb_spec 16 (len ops)); [split; intros; [lia|by right]|].
    assert (Z.to_nat (len ops) = length ops) as -> by (unfold len; lia). rewrite Hjudged, Hsize. known. cbv zeta. known.
    destruct (Z.ltb_spec 4096 (len a)).
    + split; [intros [_ ?]; lia|intros _; by left].
    + split; [done|]. intros Hno. exfalso. apply Hno. by split.
  - destruct Hwf as [Hs Hs2]. destruct (slots_reads 8 s s2 rest) as [[Htag _ _ Hl] _]; [done..|].
    change (tag 8 :: print (number 2) s ++ print (number 2) s2) with (print entry_codec (Remove s s2)) in *.
    fold b in Htag, Hl. rewrite Htag. known. unfold judge_fixed. cbv zeta. known. by split.
Qed.

Theorem judge_is (l : bytes) :
  len l < 2 ^ 32 →
  (judge (zs l) = None ↔ ∃ en rest, l = print entry_codec en ++ rest ∧ entry_wf en ∧ within en) ∧
  ∀ en rest, l = print entry_codec en ++ rest → entry_wf en → ¬ within en →
    judge (zs l) = Some (Verify.Refused TOO_LARGE) ∨ judge (zs l) = Some (Verify.Refused TOO_MANY).
Proof.
  intros Hl. split.
  - split; [by apply judge_reads|]. intros (en & rest & -> & Hwf & Hin). by apply judge_whole.
  - intros en rest -> Hwf Hin. by apply judge_whole.
Qed.
