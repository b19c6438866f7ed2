(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Data in an argument: what the program finds there, one after another, is what the log's format reads. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Functions.
From Fairlead.Refinement Require Export ExactRunBytes Arguments.
Local Open Scope Z_scope.

Lemma datum_parsed (l : bytes) :
  match parse datum_codec l with
  | Parsed v rest => l = print datum_codec v ++ rest ∧ datum_wf v ∧ datum_size (zs l) = len (print datum_codec v)
  | Malformed _ _ => MORE ≤ datum_size (zs l)
  end.
Proof.
  pose proof (datum_sized l) as H. destruct (parse datum_codec l) as [v rest|] eqn:E; cbn [sized] in H; [|lia].
  destruct (proj2 datum_codec_lawful l v rest E) as [Hwf Hl]. destruct H as ([H0 H1] & _ & Hd).
  split_and!; [done|done|]. apply (f_equal length) in Hd. apply (f_equal length) in Hl.
  rewrite drop_length in Hd. rewrite app_length in Hl. unfold len in *. lia.
Qed.
Lemma print_datum_inj v v' : datum_wf v → datum_wf v' → zs (print datum_codec v) = zs (print datum_codec v') ↔ v = v'.
Proof.
  intros Hv Hv'. split; [|by intros ->]. intros H%zs_inj.
  pose proof (proj1 datum_codec_lawful v [] Hv) as H1. rewrite H, (proj1 datum_codec_lawful v' [] Hv') in H1.
  by injection H1.
Qed.
Lemma size_rest (a : bytes) p : 0 ≤ p → size_at (zs a) p = datum_size (zs (drop (Z.to_nat p) a)).
Proof. intros Hp. unfold size_at. by rewrite cut_rest. Qed.
Lemma print_datum_len v : 1 ≤ len (print datum_codec v).
Proof.
  destruct v as [l|]; [rewrite print_some|by vm_compute]. rewrite len_cons.
  match goal with |- context [len ?l] => pose proof (len_nonneg l) end. lia.
Qed.

(** Two of them. *)
Lemma two_data (a : bytes) :
  match all_of (parse (pair datum_codec datum_codec) a) with
  | Some y => a = print datum_codec y.1 ++ print datum_codec y.2 ∧ datum_wf y.1 ∧ datum_wf y.2 ∧
      datum_size (zs a) = len (print datum_codec y.1) ∧
      size_at (zs a) (len (print datum_codec y.1)) = len (print datum_codec y.2)
  | None => MORE ≤ datum_size (zs a) ∨ MORE ≤ size_at (zs a) (datum_size (zs a)) ∨
      datum_size (zs a) + size_at (zs a) (datum_size (zs a)) ≠ len a
  end.
Proof.
  change (parse (pair datum_codec datum_codec) a) with
    (match parse datum_codec a with
     | Malformed why at_ => Malformed why at_
     | Parsed v bs =>
         match parse datum_codec bs with
         | Malformed why at_ => Malformed why at_
         | Parsed w bs => Parsed (v, w) bs
         end
     end).
  pose proof (datum_parsed a) as H1. destruct (parse datum_codec a) as [v bs|]; cbn [all_of]; [|by left].
  destruct H1 as (Ha & Hv & Hs1).
  assert (size_at (zs a) (len (print datum_codec v)) = datum_size (zs bs)) as Hat.
  { rewrite size_rest by apply len_nonneg. unfold len. by rewrite Nat2Z.id, Ha, drop_app. }
  pose proof (datum_parsed bs) as H2. destruct (parse datum_codec bs) as [w rest|]; cbn [all_of].
  2:{ right. left. by rewrite Hs1, Hat. }
  destruct H2 as (Hbs & Hw & Hs2). destruct rest as [|c rest]; cbn [all_of fst snd].
  - rewrite app_nil_r in Hbs. rewrite Hat, Hs2. split_and!; try done. by rewrite <-Hbs.
  - right. right. rewrite Hs1, Hat, Hs2, Ha, Hbs, !len_app, len_cons. pose proof (len_nonneg rest). lia.
Qed.

(** ** Any number of them *)
Lemma parse_times_snoc {A} (c : codec A) n : ∀ l,
  parse (times (S n) c) l =
  match parse (times n c) l with
  | Malformed why at_ => Malformed why at_
  | Parsed vs rest =>
      match parse c rest with
      | Malformed why at_ => Malformed why at_
      | Parsed v rest => Parsed (vs ++ [v]) rest
      end
  end.
Proof.
  assert (∀ n l, parse (times (S n) c) l =
    match parse c l with
    | Malformed why at_ => Malformed why at_
    | Parsed v rest =>
        match parse (times n c) rest with
        | Malformed why at_ => Malformed why at_
        | Parsed vs rest => Parsed (v :: vs) rest
        end
    end) as Hcons by done.
  induction n as [|n IH]; intros l.
  - rewrite Hcons. cbn. by destruct (parse c l).
  - rewrite Hcons. rewrite (Hcons n). destruct (parse c l) as [v rest|]; [|done]. rewrite IH.
    destruct (parse (times n c) rest) as [vs rest2|]; [|done]. by destruct (parse c rest2).
Qed.
Lemma fit_parsed (a : bytes) n :
  data_fit (zs a) (Z.of_nat n) → 0 ≤ data_at (zs a) n ≤ len a ∧
  ∃ vs, parse (times n datum_codec) a = Parsed vs (drop (Z.to_nat (data_at (zs a) n)) a).
Proof.
  intros Hfit. split.
  { pose proof (data_at_range (zs a) (Z.of_nat n) (octets_zs a) ltac:(lia) Hfit) as H.
    by rewrite Nat2Z.id, len_zs in H. }
  induction n as [|n IH]; [by exists []|]. destruct IH as [vs Hvs]; [intros j Hj; apply Hfit; lia|].
  assert (0 ≤ data_at (zs a) n) as Hp.
  { pose proof (data_at_range (zs a) (Z.of_nat n) (octets_zs a) ltac:(lia) ltac:(intros j Hj; apply Hfit; lia)) as H.
    rewrite Nat2Z.id in H. lia. }
  rewrite parse_times_snoc, Hvs. pose proof (Hfit (Z.of_nat n) ltac:(lia)) as Hn. rewrite Nat2Z.id in Hn.
  rewrite size_rest in Hn by done. cbn [data_at]. rewrite size_rest by done.
  set (r := drop (Z.to_nat (data_at (zs a) n)) a) in *.
  pose proof (datum_sized r) as H. destruct (parse datum_codec r) as [v rest|]; cbn [sized] in H; [|lia].
  exists (vs ++ [v]). destruct H as (H & _ & ->). unfold r in *. rewrite drop_drop. by rewrite Z2Nat.inj_add by lia.
Qed.
Lemma printed_size v (rest : bytes) :
  datum_wf v → datum_size (zs (print datum_codec v ++ rest)) = len (print datum_codec v).
Proof.
  intros Hv. pose proof (datum_parsed (print datum_codec v ++ rest)) as H.
  rewrite (proj1 datum_codec_lawful v rest Hv) in H. apply H.
Qed.
(** What is read is where the program finds it. *)
Lemma data_parsed (a : bytes) n vs rest :
  parse (times n datum_codec) a = Parsed vs rest →
  a = (vs ≫= print datum_codec) ++ rest ∧ length vs = n ∧ Forall datum_wf vs ∧
  (∀ j, (j ≤ n)%nat → data_at (zs a) j = len (take j vs ≫= print datum_codec)) ∧
  ∀ j v, vs !! j = Some v → size_at (zs a) (data_at (zs a) j) = len (print datum_codec v) ∧
    cut (zs a) (data_at (zs a) j) (data_at (zs a) j + len (print datum_codec v)) = zs (print datum_codec v).
Proof.
  intros Hp. destruct (proj2 (times_lawful _ n _ datum_codec_lawful) a vs rest Hp) as [[Hn Hwf] Ha].
  change (print (times n datum_codec) vs) with (foldr (λ a bs, print datum_codec a ++ bs) [] vs) in Ha.
  rewrite times_print in Ha.
  assert (∀ j v, vs !! j = Some v → a = (take j vs ≫= print datum_codec) ++ print datum_codec v ++
    (drop (S j) vs ≫= print datum_codec) ++ rest) as Hsplit.
  { intros j v Hj. rewrite Ha. rewrite <-(take_drop_middle vs j v Hj) at 1. rewrite bind_app, bind_cons.
    by rewrite <-!(assoc_L (++)). }
  assert (∀ j v, vs !! j = Some v → size_at (zs a) (len (take j vs ≫= print datum_codec)) = len (print datum_codec v))
    as Hsize.
  { intros j v Hj. rewrite size_rest by apply len_nonneg. unfold len at 1. rewrite Nat2Z.id.
    rewrite (Hsplit j v Hj) at 1. rewrite drop_app. apply printed_size. by eapply Forall_lookup_1. }
  assert (∀ j, (j ≤ n)%nat → data_at (zs a) j = len (take j vs ≫= print datum_codec)) as Hat.
  { induction j as [|j IH]; intros Hj; [done|]. cbn [data_at]. rewrite IH by lia.
    destruct (lookup_lt_is_Some_2 vs j ltac:(lia)) as [v Hv]. rewrite (Hsize j v Hv), (take_S_r _ _ v) by done.
    rewrite bind_app, len_app. f_equal. change ([v] ≫= print datum_codec) with (print datum_codec v ++ []).
    by rewrite app_nil_r. }
  split_and!; try done. intros j v Hj. pose proof (lookup_lt_Some _ _ _ Hj). rewrite Hat by lia.
  split; [by apply Hsize|]. rewrite (Hsplit j v Hj) at 1. by apply cut_print.
Qed.
