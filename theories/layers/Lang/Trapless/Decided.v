(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What is decided holds: a guard whose checks facts settle is true, in every store of which they are. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Lang.Trapless Require Export Checker.
From Fairlead.Lang.Facts Require Import Exprs Statements.
From Fairlead.Lang.Guards Require Import Exprs Statements.
From Fairlead.Lang.Typing Require Import Numbers.
From Fairlead.Lang.Model Require Import Source.
From Fairlead.Lang.Guards Require Import Machine.
Local Open Scope Z_scope.

Local Ltac inequalities :=
  rewrite ?Forall_app, ?Forall_cons, ?Forall_nil; unfold holds;
  rewrite ?value_lt, ?value_le, ?value_plus, ?value_number, ?value_one.

Section sound.
  Context (Q : program).
  Local Notation W := (Semantics.W Q source).
  Implicit Types (s : store fl_point).
  Local Notation true_in s f := (holds (amount s) f).

  Lemma extent_ok p s v f :
    uget W p s = Some v → extent Q p = Some f →
    match v with
    | VArray l => value (amount s) f = Z.of_nat (length l)
    | VBytes l => value (amount s) f = Z.of_nat (length l)
    | _ => True
    end.
  Proof.
    unfold uget. destruct p as [x|c| | | |]; try done; cbn [extent get].
    - intros H [= <-]. rewrite value_one.
      destruct (or_wrong (mjoin (s !! x))) as [u| |] eqn:Hv; simpl in H; try done. injection H as ->.
      pose proof (get_var W x s _ length_in Hv) as Hx. by destruct v.
    - simpl. destruct (consts Q !! c) as [[t k]|]; simpl; [|done]. destruct k; try done.
      intros [= <-] [= <-]. simpl. by rewrite value_number, map_length.
  Qed.

  Lemma bytes_extent p s l f :
    ubytes_at W p s = Some l → extent Q p = Some f → value (amount s) f = Z.of_nat (length l).
  Proof.
    unfold ubytes_at. intros (v & Hv & Hl)%bind_Some Hf. pose proof (extent_ok _ _ _ _ Hv Hf) as H.
    destruct v; simpl in Hl; try done. by injection Hl as ->.
  Qed.

  Lemma measure_ok e s l f :
    ubytes W e s = Some l → measure Q e = Some f → value (amount s) f = Z.of_nat (length l).
  Proof.
    intros Hl Hf. assert ((∃ c, e = ERead (PConst c)) ∨ size_of true e = Some f) as [[c ->]|Hs].
    { destruct e; try (by right). destruct p; try (by right). by left; eexists. }
    - cbn [measure] in Hf. unfold ubytes, eval_bytes in Hl. cbn [eval get] in Hl.
      unfold Semantics.W in Hl. cbn [constant] in Hl. destruct (consts Q !! c) as [[t k]|]; simpl in Hl; [|done].
      destruct k; try done. injection Hf as <-. injection Hl as <-. by rewrite value_number.
    - by apply (size_of_ok W (deep := true) _ _ _ _ Hl).
  Qed.

  Lemma uint_eval e s z : uint W e s = Some z → eval W e s = Ok (VInt z).
  Proof.
    unfold uint, eval_int. destruct (eval W e s) as [v| |]; simpl; try done. destruct v; simpl; try done.
    by intros [= ->].
  Qed.

  Lemma quotient_ok op w e1 e2 s z f k :
    uint W (EArith op w e1 e2) s = Some z → quotient op e1 e2 = Some (f, k) →
    0 < k ∧ z = value (amount s) f / k.
  Proof.
    intros Hz%uint_eval Hq. cbn [eval] in Hz. fold (eval W) in Hz.
    destruct (eval W e1 s) as [v| |] eqn:Hv; simpl in Hz; try done.
    unfold quotient in Hq. destruct op, e2; try done; (destruct (linear true e1) as [g|] eqn:Hg; simpl in Hq; [|done]);
      simpl in Hz; (destruct v as [|a| | | | | | |]; simpl in Hz; try done);
      pose proof (linear_ok W _ _ _ _ Hv Hg) as Ha; simpl in Ha.
    - destruct (Z.ltb_spec 0 z0); [|done]. injection Hq as <- <-. rewrite Ha.
      destruct (Z.eqb_spec z0 0); simpl in Hz; [done|]. by injection Hz as <-.
    - destruct (Z.leb_spec 0 z0); [|done]. injection Hq as <- <-. rewrite Ha.
      destruct (z0 <? bits w); simpl in Hz; [|done]. injection Hz as <-.
      rewrite Z.shiftr_div_pow2 by done. split; [lia|done].
  Qed.

  Lemma at_most_ok e s z f l :
    uint W e s = Some z → (f, l) ∈ at_most e → Forall (holds (amount s)) l → 0 ≤ z ≤ value (amount s) f.
  Proof.
    revert z. induction e as [| | | | | | | |op w e1 _ e2 _| | | |from to e IH| | | | | | | | | | | | | | | |];
      intros y Hz; cbn [at_most]; rewrite !elem_of_app.
    all: intros [Hin|[Hin|Hin]];
      [destruct (linear true _) as [f'|] eqn:Hf in Hin; [|by apply elem_of_nil in Hin];
       apply elem_of_list_singleton in Hin as [= -> ->]; pose proof (linear_uint W _ _ _ _ Hz Hf) as Hv;
       inequalities; intros [??]; lia
      |destruct (bound _) as [m|] eqn:Hm in Hin; [|by apply elem_of_nil in Hin];
       destruct (0 <=? m); [|by apply elem_of_nil in Hin]; apply elem_of_list_singleton in Hin as [= -> ->]; intros _;
       rewrite value_number; apply uint_eval, bound_ok in Hz; by rewrite Hm in Hz
      |try by apply elem_of_nil in Hin].
    - destruct (quotient op e1 e2) as [[f' k]|] eqn:Hq; [|by apply elem_of_nil in Hin].
      destruct (quotient_ok _ _ _ _ _ _ _ _ Hz Hq) as [Hk ->]. clear Hz Hq.
      apply elem_of_cons in Hin as [[= -> ->]|(v & [= -> ->] & _)%elem_of_list_fmap]; inequalities; intros (? & ? & _);
        (split; [apply Z.div_pos; lia|]); [apply Z.div_le_mono; lia|].
      unfold largest. assert (value (amount s) f' / k < limit v); [|lia]. apply Z.div_lt_upper_bound; lia.
    - destruct (bits from <=? bits to) eqn:Hw; [|by apply elem_of_nil in Hin]. apply width_limit in Hw.
      intros Hl. apply IH; [|done|done]. apply uint_eval in Hz. cbn [eval] in Hz. fold (eval W) in Hz.
      unfold uint, eval_int. destruct (eval W e s) as [v| |]; simpl in *; try done.
      destruct v as [|a| | | | | | |]; simpl in *; try done.
      destruct (checked from a) as [c|] eqn:Hc; simpl in Hz; [|done].
      injection Hz as <-. apply checked_Some in Hc as [-> Ha]. unfold wrap, largest in *. rewrite Z.mod_small; [done|].
      unfold in_range in Ha. lia.
  Qed.

  Lemma shows_ok e s z goal l :
    uint W e s = Some z → l ∈ shows e goal → Forall (holds (amount s)) l →
    ∃ f, true_in s (goal f) ∧ 0 ≤ z ≤ value (amount s) f.
  Proof.
    intros Hz ([f l'] & -> & Hin)%elem_of_list_fmap [Hg Hl]%Forall_cons. exists f. split; [done|]. by eapply at_most_ok.
  Qed.

  Lemma with_lin_ok o f l : l ∈ with_lin o f → ∃ n, o = Some n ∧ l ∈ f n.
  Proof. destruct o; simpl; [by eauto|by intros ?%elem_of_nil]. Qed.

  Lemma store_length o w z : length (store_int o w z) = byte_count w.
  Proof. apply store_int_bytes. Qed.

  (** Each way is one. *)
  Theorem ways_ok k s b l :
    check_val W k s = Some b → l ∈ ways Q k → Forall (holds (amount s)) l → b = true.
  Proof.
    destruct k; cbn [check_val ways]; try (by intros _ ?%elem_of_nil).
    - intros (v & Hv & (z & Hz & Hb)%bind_Some)%bind_Some (n & Hn & Hin)%with_lin_ok Hl.
      pose proof (extent_ok _ _ _ _ Hv Hn) as Hlen. destruct (shows_ok _ _ _ _ _ Hz Hin Hl) as (f & Hg & Hzf).
      revert Hg. inequalities. intros Hg. destruct v; try done; injection Hb as <-; apply in_range_spec; lia.
    - intros Hb Hin Hl.
      assert (l ∈ match goals true (KArith op w e1 e2) with Some l => [l] | None => [] end → b = true) as Hgoals.
      { destruct (goals _) as [l0|] eqn:Hg; [|by intros ?%elem_of_nil]. intros ->%elem_of_list_singleton.
        by apply (goals_ok W (KArith op w e1 e2) s b l0 Hb Hg). }
      apply bind_Some in Hb as (a & Ha & (c & Hc & Hr)%bind_Some).
      destruct op; try (by apply elem_of_nil in Hin); try (by apply Hgoals).
      + apply with_lin_ok in Hin as (f & Hf & ->%elem_of_list_singleton).
        revert Hl. inequalities. rewrite (linear_uint W _ _ _ _ Hc Hf). intros [? _].
        injection Hr as <-. simpl. destruct (Z.eqb_spec c 0); [lia|done].
      + apply with_lin_ok in Hin as (f & Hf & ->%elem_of_list_singleton).
        revert Hl. inequalities. rewrite (linear_uint W _ _ _ _ Hc Hf). intros [? _].
        injection Hr as <-. simpl. destruct (Z.eqb_spec c 0); [lia|done].
      + destruct (shows_ok _ _ _ _ _ Hc Hin Hl) as (f & Hg & ?). revert Hg. inequalities. intros Hg.
        injection Hr as <-. simpl. destruct (Z.ltb_spec c (bits w)); [done|lia].
      + destruct (shows_ok _ _ _ _ _ Hc Hin Hl) as (f & Hg & ?). revert Hg. inequalities. intros Hg.
        injection Hr as <-. simpl. destruct (Z.ltb_spec c (bits w)); [done|lia].
    - intros (z & Hz & [= <-])%bind_Some Hin Hl. destruct (shows_ok _ _ _ _ _ Hz Hin Hl) as (f & Hg & ?).
      revert Hg. inequalities. intros Hg. unfold fits, largest in *. apply andb_true_iff.
      rewrite Z.leb_le, Z.ltb_lt. lia.
    - intros (bs & Hbs & [= <-])%bind_Some (n & Hn & ->%elem_of_list_singleton)%with_lin_ok. inequalities.
      rewrite (measure_ok _ _ _ _ Hbs Hn). intros [? _]. apply Z.leb_le. lia.
    - intros (bs & Hbs & (a & Ha & (c & Hc & [= <-])%bind_Some)%bind_Some)%bind_Some (g & Hg & Hin)%with_lin_ok.
      apply elem_of_list_fmap in Hin as ([f l0] & -> & Hin). rewrite Forall_cons, Forall_app.
      intros (Hgl & Hlow & Hhigh).
      pose proof (linear_uint W _ _ _ _ Hc Hg) as Hgv. revert Hgl. inequalities. rewrite Hgv. intros Hc0.
      apply andb_true_iff. split.
      + destruct low; [|by apply Z.leb_le]. apply Forall_cons in Hlow as [Hle Hl0].
        pose proof (at_most_ok _ _ _ _ _ Ha Hin Hl0). revert Hle. inequalities. rewrite Hgv. intros.
        apply andb_true_iff. rewrite !Z.leb_le. lia.
      + destruct high; [|done]. destruct (measure Q e) as [n|] eqn:Hn.
        * revert Hhigh. inequalities. rewrite Hgv, (measure_ok _ _ _ _ Hbs Hn). intros [? _]. apply Z.leb_le. lia.
        * revert Hhigh. inequalities. intros [? _]. lia.
    - intros (bs & Hbs & (a & Ha & [= <-])%bind_Some)%bind_Some (n & Hn & Hin)%with_lin_ok Hl.
      destruct (shows_ok _ _ _ _ _ Ha Hin Hl) as (f & Hg & ?). revert Hg. inequalities.
      rewrite (measure_ok _ _ _ _ Hbs Hn). intros Hg. unfold slice.
      set (n' := Z.of_nat (byte_count w)) in *.
      assert ((0 <=? a) && (a <=? a + n') && (a + n' <=? Z.of_nat (length bs)) = true)
        as ->; [|done]. rewrite !andb_true_iff, !Z.leb_le. lia.
    - destruct p as [x| | | | |]; try (by intros _ ?%elem_of_nil).
      intros (v & Hv & Hb)%bind_Some ->%elem_of_list_singleton. unfold equal. inequalities.
      unfold uget in Hv. cbn [get] in Hv. destruct (or_wrong (mjoin (s !! x))) as [u| |] eqn:Hx; simpl in Hv; try done.
      injection Hv as ->. destruct v as [| | | | |t u| | |]; simpl in Hb; try done. injection Hb as <-.
      pose proof (get_var W x s _ tag_in Hx) as Ht. cbn [amount]. rewrite Ht. simpl. intros (? & ? & _).
      apply bool_decide_eq_true. lia.
    - intros (bs & Hbs & [= <-])%bind_Some (n & Hn & ->%elem_of_list_singleton)%with_lin_ok. inequalities.
      rewrite (bytes_extent _ _ _ _ Hbs Hn). intros [? _]. apply Z.ltb_lt. lia.
    - intros (bs & Hbs & (bs' & Hbs' & [= <-])%bind_Some)%bind_Some
        (n & Hn & (m & Hm & ->%elem_of_list_singleton)%with_lin_ok)%with_lin_ok.
      inequalities. rewrite (bytes_extent _ _ _ _ Hbs Hn), (measure_ok _ _ _ _ Hbs' Hm). intros [? _].
      apply Z.leb_le. lia.
    - intros (z & Hz & [= <-])%bind_Some Hin Hl. destruct (shows_ok _ _ _ _ _ Hz Hin Hl) as (f & Hg & ?).
      revert Hg. inequalities. intros Hg. apply Z.leb_le. lia.
    - intros (bs & Hbs & (a & Ha & (bs' & Hbs' & [= <-])%bind_Some)%bind_Some)%bind_Some
        (n & Hn & (m & Hm & Hin)%with_lin_ok)%with_lin_ok Hl.
      destruct (shows_ok _ _ _ _ _ Ha Hin Hl) as (f & Hg & ?). revert Hg. inequalities.
      rewrite (bytes_extent _ _ _ _ Hbs Hn), (measure_ok _ _ _ _ Hbs' Hm). intros Hg. unfold blit.
      assert ((0 <=? a) && (a + Z.of_nat (length bs') <=? Z.of_nat (length bs)) = true) as ->; [|done].
      rewrite andb_true_iff, !Z.leb_le. lia.
    - intros (bs & Hbs & (a & Ha & [= <-])%bind_Some)%bind_Some (n & Hn & Hin)%with_lin_ok Hl.
      destruct (shows_ok _ _ _ _ _ Ha Hin Hl) as (f & Hg & ?). revert Hg. inequalities.
      rewrite (bytes_extent _ _ _ _ Hbs Hn). intros Hg. unfold blit.
      change (le_bytes (byte_count w) 0) with (store_int Little w 0).
      rewrite store_length.
      assert ((0 <=? a) && (a + Z.of_nat (byte_count w) <=? Z.of_nat (length bs)) = true) as ->; [|done].
      rewrite andb_true_iff, !Z.leb_le. lia.
  Qed.

  Context (D : table (mode * ty)) (s : store fl_point).
  Context (Hrange : ∀ a, Forall (holds (amount s)) (range D a)).

  Lemma proves_ok facts g : Forall (holds (amount s)) facts → proves D facts g = true → true_in s g.
  Proof using Hrange. intros. by eapply entails_ok. Qed.

  Theorem settled_ok facts g b :
    Forall (holds (amount s)) facts → guard_val W g s = Some b → settled Q D facts g = true → b = true.
  Proof using Hrange.
    revert facts b. induction g as [| |k|g1 IH1 g2 IH2|e g1 IH1 g2 IH2]; intros facts b Hf; cbn [guard_val settled].
    - by intros [= <-].
    - intros _ (f & Hin & Hp)%existsb_exists. apply (proves_ok _ _ Hf) in Hp. revert Hp. inequalities.
      apply elem_of_list_In in Hin. rewrite Forall_forall in Hf. specialize (Hf f Hin). unfold holds in Hf. lia.
    - intros Hk (l & Hin & Hl)%existsb_exists. apply elem_of_list_In in Hin. rewrite forallb_forall in Hl.
      eapply ways_ok; [done|done|]. apply Forall_forall. intros g Hg%elem_of_list_In. eapply proves_ok; [exact Hf|auto].
    - destruct (guard_val W g1 s) as [b1|] eqn:H1; simpl; [|done]. intros Hb [Hs1 Hs2]%andb_true_iff.
      assert (b1 = true) as -> by (by eapply IH1). eapply IH2; [|exact Hb|exact Hs2].
      apply Forall_app; split; [by apply (gains_ok W)|done].
    - destruct (outcomes true (proves D facts) e) as [yes no] eqn:Ho.
      destruct (eval_bool W e s) as [y| |] eqn:He; simpl; try done. intros Hb [Hs1 Hs2]%andb_true_iff.
      pose proof (outcomes_ok W (deep := true) (fresh_no_trap Q source) (proves D facts) e s y
        (λ h, proves_ok facts h Hf) He) as Hout.
      rewrite Ho in Hout. simpl in Hout. destruct y; [eapply (IH1 (yes ++ facts))|eapply (IH2 (no ++ facts))];
        try done; by apply Forall_app.
  Qed.

  (** What such a guard covers does not trap. *)
  Lemma settled_quiet {A} facts g (o : outcome A) :
    Forall (holds (amount s)) facts → settled Q D facts g = true → covers W g s o → o ≠ Trap.
  Proof using Hrange.
    intros Hf Hg Hc ->. simpl in Hc. by pose proof (settled_ok _ _ _ Hf Hc Hg).
  Qed.
End sound.
