(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Any bytes: whether they begin with a whole entry that the program takes, and if not, what it says of them.

    [judge] is a function of the bytes alone. Where it is [None], the parser of the log's format reads an entry there,
    within the program's limits ([judge_none]); where it is not, [step] says it and changes nothing (StepUnread.v). *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export TreeEntryBytes ExactRunBytes ValueBytes Verify.
Local Open Scope Z_scope.

(** The numbers of the refusals that are the program's own: what is too large for it, or is no entry, or has too many
    operands. *)
Notation TOO_LARGE := 27%nat (only parsing).
Notation MALFORMED := 30%nat (only parsing).
Notation TOO_MANY := 31%nat (only parsing).

(** A key, a value, and [n] bytes more; any [n] bytes. *)
Definition judge_record (b : list Z) (n : Z) : option status :=
  if len b <? 35 then Some More
  else if negb (canonical (cut b 1 35)) then Some (Refused MALFORMED)
  else let s := value_size (cut b 35 (len b)) in
  if s =? BAD then Some (Refused MALFORMED) else if s =? MORE then Some More
  else if len b - (35 + s) <? n then Some More
  else if 256 <? s then Some (Refused TOO_LARGE) else None.
Definition judge_fixed (b : list Z) (n : Z) : option status := if len b <? n then Some More else None.
(** Where [k] operands at [p] end. *)
Fixpoint judge_operands (b : list Z) (k : nat) (p : Z) : status + Z :=
  match k with
  | O => inr p
  | S k =>
      if len b =? p then inl More else if 1 <? byte b p then inl (Refused MALFORMED)
      else if byte b p =? 1 then
        if len b - p <? 35 then inl More
        else if negb (canonical (cut b (p + 1) (p + 35))) then inl (Refused MALFORMED)
        else if len b <? p + 37 then inl More else judge_operands b k (p + 37)
      else if len b <? p + 3 then inl More else judge_operands b k (p + 3)
  end.
Definition judge_run (b : list Z) : option status :=
  if len b <? 3 then Some More else if 16 <? byte b 2 then Some (Refused TOO_MANY)
  else match judge_operands b (Z.to_nat (byte b 2)) 3 with
  | inl s => Some s
  | inr p =>
      if len b <? p + 2 then Some More
      else let n := loaded Big b p 2 in
      if len b <? p + 2 + n then Some More else if 4096 <? n then Some (Refused TOO_LARGE) else None
  end.
Definition judge (b : list Z) : option status :=
  if len b =? 0 then Some More
  else let c := loaded Big b 0 1 in
  if c =? 0 then judge_record b 4 else if c =? 1 then judge_record b 16 else if c =? 2 then judge_fixed b 5
  else if c =? 3 then judge_fixed b 15 else if c =? 4 then judge_fixed b 17
  else if c =? 5 then None else if c =? 6 then None
  else if c =? 7 then judge_run b else if c =? 8 then judge_fixed b 5 else Some (Refused MALFORMED).

(** It says nothing else than these. *)
Definition own (s : status) : Prop :=
  s = More ∨ s = Refused TOO_LARGE ∨ s = Refused MALFORMED ∨ s = Refused TOO_MANY.
Lemma judge_operands_own b k : ∀ p s, judge_operands b k p = inl s → own s.
Proof.
  unfold own. induction k as [|k IH]; intros p s; cbn [judge_operands]; [done|].
  repeat case_match; first [by intros [= <-]; tauto|apply IH].
Qed.
Lemma judge_own b s : judge b = Some s → own s.
Proof.
  unfold judge, judge_record, judge_fixed, judge_run. cbv zeta.
  repeat case_match; try (by intros [= <-]; unfold own; tauto). intros [= <-]. by eapply judge_operands_own.
Qed.

(** The entries within the program's limits. *)
Definition within (en : Thread.entry) : Prop :=
  match en with
  | AddM _ v _ _ | AddB _ v _ _ _ => len (print value_codec v) ≤ 256
  | Run _ ops a => len ops ≤ 16 ∧ len a ≤ 4096
  | _ => True
  end.

(** ** What is whole, the format's parser reads *)
Definition reads (l : bytes) : Prop :=
  ∃ en rest, l = print entry_codec en ++ rest ∧ entry_wf en ∧ within en.

Lemma cut_from_1 c (l : bytes) p q : 1 ≤ p ≤ q → cut (zs (c :: l)) p q = cut (zs l) (p - 1) (q - 1).
Proof.
  intros Hp. rewrite !cut_zs. f_equal. replace (Z.to_nat p) with (S (Z.to_nat (p - 1))) by lia. cbn [drop].
  do 2 f_equal. lia.
Qed.
(** A number, whatever its bytes are. *)
Lemma number_front n (l : bytes) :
  (n ≤ length l)%nat → ∃ x, (x < 256 ^ N.of_nat n)%N ∧ l = print (number n) x ++ drop n l.
Proof.
  intros Hn. exists (number_of (take n l)). apply (proj2 (number_lawful n)).
  by rewrite parse_number, decide_True.
Qed.
Ltac number_in l n x Hx :=
  let E := fresh in destruct (number_front n l) as (x & Hx & E); [unfold len in *; rewrite ?drop_length; lia|];
  rewrite E; clear E.

Lemma value_reads (l : bytes) :
  len l < 2 ^ 32 - 2 → value_size (zs l) ≠ BAD → value_size (zs l) ≠ MORE →
  ∃ v, l = print value_codec v ++ drop (Z.to_nat (value_size (zs l))) l ∧ value_wf v ∧
    len (print value_codec v) = value_size (zs l) ∧ 0 ≤ value_size (zs l) ≤ len l.
Proof.
  intros Hl Hbad Hmore. pose proof (value_sized l Hl) as H.
  destruct (parse value_codec l) as [v rest|] eqn:E; cbn [sized] in H; [|lia]. destruct H as ([H0 H1] & _ & Hr).
  subst rest. destruct (proj2 value_codec_lawful l v _ E) as [Hwf Hp]. exists v. split; [done|]. split; [done|].
  apply (f_equal length) in Hp. rewrite app_length, drop_length in Hp. unfold len in *. lia.
Qed.
Lemma key_reads (l : bytes) :
  34 ≤ len l → canonical (zs (take 34 l)) = true → ∃ k, l = print key_codec k ++ drop 34 l ∧ Format.key_wf k.
Proof.
  intros Hl Hc. exists (key_bits l). apply and_comm, (proj2 key_codec_lawful).
  rewrite parse_key, decide_True by (unfold len in *; lia). by rewrite Hc.
Qed.

(** The key and the value of a record, whatever comes after. *)
Lemma record_front c (l : bytes) n :
  judge_record (zs (c :: l)) n = None → len l < 2 ^ 32 → 0 ≤ n →
  ∃ k v r, l = print key_codec k ++ print value_codec v ++ r ∧ Format.key_wf k ∧ value_wf v ∧
    len (print value_codec v) ≤ 256 ∧ n ≤ len r.
Proof.
  unfold judge_record. rewrite len_zs, len_cons. intros H Hl Hn.
  destruct (Z.ltb_spec (1 + len l) 35); [done|]. destruct (canonical _) eqn:Hc; [|done]. cbn [negb] in H.
  rewrite cut_from_1, cut_zs in Hc by lia. change (drop (Z.to_nat (1 - 1)) l) with l in Hc.
  change (Z.to_nat (35 - 1 - (1 - 1))) with 34%nat in Hc.
  destruct (key_reads l ltac:(lia) Hc) as (k & Hk & Hkw).
  assert (cut (zs (c :: l)) 35 (1 + len l) = zs (drop 34 l)) as E.
  { rewrite <-(len_cons c l), <-(len_zs (c :: l)). rewrite cut_rest by lia. done. }
  rewrite E in H. cbv zeta in H.
  destruct (Z.eqb_spec (value_size (zs (drop 34 l))) BAD); [done|].
  destruct (Z.eqb_spec (value_size (zs (drop 34 l))) MORE); [done|].
  assert (len (drop 34 l) = len l - 34) as Hd by (unfold len in *; rewrite drop_length; lia).
  destruct (value_reads (drop 34 l)) as (v & Hv & Hvw & Hvl & Hvr); [lia|done|done|].
  destruct (Z.ltb_spec (1 + len l - (35 + value_size (zs (drop 34 l)))) n); [done|].
  destruct (Z.ltb_spec 256 (value_size (zs (drop 34 l)))); [done|].
  exists k, v. eexists. split; [rewrite Hk at 1; f_equal; exact Hv|]. split_and!; [done|done|lia|].
  unfold len in *. rewrite !drop_length in *. lia.
Qed.

(** Operands. *)
Lemma operand_front (l : bytes) p :
  0 ≤ p ≤ len l →
  match judge_operands (zs l) 1 p with
  | inl _ => True
  | inr q => p < q ≤ len l ∧ ∃ o, drop (Z.to_nat p) l = print operand_codec o ++ drop (Z.to_nat q) l ∧ operand_wf o
  end.
Proof.
  intros Hp. cbn [judge_operands]. rewrite len_zs.
  destruct (Z.eqb_spec (len l) p) as [|Hne]; [done|].
  destruct (lookup_lt_is_Some_2 l (Z.to_nat p)) as [c Hc]; [unfold len in *; lia|].
  rewrite (byte_zs _ _ _ Hc). rewrite (drop_S l c) by done.
  assert (∀ q, p < q → drop (Z.to_nat q) l = drop (Z.to_nat (q - p - 1)) (drop (S (Z.to_nat p)) l)) as Hdrop.
  { intros q Hq. rewrite drop_drop. f_equal. lia. }
  assert (len (drop (S (Z.to_nat p)) l) = len l - p - 1) as Hlen by (unfold len in *; rewrite drop_length; lia).
  destruct (Z.ltb_spec 1 (z_of c)); [done|]. pose proof (z_of_range c).
  destruct (Z.eqb_spec (z_of c) 1) as [H1|H1].
  - destruct (Z.ltb_spec (len l - p) 35); [done|]. destruct (canonical _) eqn:Hcan; [|done]. cbn [negb].
    destruct (Z.ltb_spec (len l) (p + 37)); [done|]. split; [lia|].
    apply (z_of_tag c 1) in H1 as ->; [|done].
    rewrite cut_zs in Hcan. replace (Z.to_nat (p + 1)) with (S (Z.to_nat p)) in Hcan by lia.
    replace (Z.to_nat (p + 35 - (p + 1))) with 34%nat in Hcan by lia.
    rewrite (Hdrop (p + 37)) by lia. replace (Z.to_nat (p + 37 - p - 1)) with (34 + 2)%nat by lia.
    set (r := drop (S (Z.to_nat p)) l) in *. rewrite <-(drop_drop r 2 34).
    destruct (key_reads r ltac:(lia) Hcan) as (k & Hk & Hkw).
    destruct (number_front 2 (drop 34 r)) as (s & Hs & Hr); [unfold len in *; rewrite drop_length; lia|].
    exists (Missing k s). split; [|by split].
    change (print operand_codec (Missing k s)) with (tag 1 :: print key_codec k ++ print (number 2) s).
    cbn [app]. rewrite <-(assoc_L (++)), <-Hr. by rewrite <-Hk.
  - destruct (Z.ltb_spec (len l) (p + 3)); [done|]. split; [lia|].
    assert (z_of c = 0) as Hzero by lia. apply (z_of_tag c 0) in Hzero as ->; [|done].
    rewrite (Hdrop (p + 3)) by lia. replace (Z.to_nat (p + 3 - p - 1)) with 2%nat by lia.
    set (r := drop (S (Z.to_nat p)) l) in *.
    destruct (number_front 2 r) as (s & Hs & Hr); [unfold len in *; lia|].
    exists (Here s). split; [|exact Hs].
    change (print operand_codec (Here s)) with (tag 0 :: print (number 2) s). cbn [app]. by rewrite <-Hr.
Qed.
Lemma operands_front (l : bytes) k : ∀ p q,
  0 ≤ p ≤ len l → judge_operands (zs l) k p = inr q →
  p ≤ q ≤ len l ∧ ∃ ops, drop (Z.to_nat p) l = (ops ≫= print operand_codec) ++ drop (Z.to_nat q) l ∧
    length ops = k ∧ Forall operand_wf ops.
Proof.
  induction k as [|k IH]; intros p q Hp Hj; [injection Hj as <-; split; [lia|]; by exists []|].
  assert (∃ p', judge_operands (zs l) 1 p = inr p' ∧ judge_operands (zs l) k p' = inr q) as (p' & H1 & Hk).
  { cbn [judge_operands] in *. repeat case_match; first [done|by eexists]. }
  pose proof (operand_front l p Hp) as Ho. rewrite H1 in Ho. destruct Ho as (Hp' & o & Ho & How).
  destruct (IH p' q ltac:(lia) Hk) as (Hq & ops & Hops & Hlen & Hw). split; [lia|]. exists (o :: ops).
  rewrite bind_cons, <-(assoc_L (++)), <-Hops, <-Ho. split; [done|]. split; [cbn; lia|by constructor].
Qed.

(** A whole operation. *)
Lemma run_front c (l : bytes) :
  c = tag 7 → judge_run (zs (c :: l)) = None → reads (c :: l).
Proof.
  intros ->. unfold judge_run. rewrite len_zs, len_cons. intros Hj. pose proof (len_nonneg l).
  destruct (Z.ltb_spec (1 + len l) 3); [done|].
  destruct l as [|f [|n l]]; [unfold len in *; cbn [length] in *; lia..|].
  assert (byte (zs (tag 7 :: f :: n :: l)) 2 = z_of n) as En by by rewrite (byte_zs _ 2 n).
  rewrite En in Hj. pose proof (z_of_range n). destruct (Z.ltb_spec 16 (z_of n)); [done|].
  destruct (judge_operands _ _ _) as [s|p] eqn:Eo; [done|].
  rewrite !len_cons in *. pose proof (len_nonneg l).
  assert (0 ≤ 3 ≤ len (tag 7 :: f :: n :: l)) as Hthree by (rewrite !len_cons; lia).
  destruct (operands_front _ _ 3 p Hthree Eo) as (Hp & ops & Hops & Hlen & Hw).
  rewrite !len_cons in Hp. set (whole := tag 7 :: f :: n :: l) in *.
  assert (len whole = 1 + (1 + (1 + len l))) as Hwl by by unfold whole; rewrite !len_cons.
  change (drop (Z.to_nat 3) whole) with l in Hops.
  destruct (Z.ltb_spec (1 + (1 + (1 + len l))) (p + 2)); [done|]. cbv zeta in Hj.
  assert (loaded Big (zs whole) p 2 = Z.of_N (number_of (take 2 (drop (Z.to_nat p) whole)))) as El
    by apply (loaded_zs whole p 2).
  rewrite El in Hj. set (r := drop (Z.to_nat p) whole) in *.
  assert (len r = len whole - p) as Hrl by (unfold r, len in *; rewrite drop_length; lia).
  set (m := number_of (take 2 r)) in *.
  destruct (Z.ltb_spec (1 + (1 + (1 + len l))) (p + 2 + Z.of_N m)); [done|].
  destruct (Z.ltb_spec 4096 (Z.of_N m)); [done|].
  assert (parse argument_codec r = Parsed (take (N.to_nat m) (drop 2 r)) (drop (N.to_nat m) (drop 2 r))) as Ha.
  { change (parse argument_codec r) with
      (match parse (number 2) r with
       | Malformed why at_ => Malformed why at_
       | Parsed x rest => match take_exactly (N.to_nat x) rest with Some (l, rest) => Parsed l rest
                          | None => Malformed Oversized r end
       end).
    rewrite parse_number, decide_True by (unfold len in *; lia). rewrite take_exactly_spec, decide_True; [done|].
    fold m. unfold len in *. rewrite drop_length. lia. }
  destruct (proj2 argument_codec_lawful _ _ _ Ha) as [Haw Har].
  assert (N.of_nat (length ops) = N_of_ascii n) as Hn.
  { rewrite Hlen. unfold z_of. lia. }
  exists (Run (N_of_ascii f) ops (take (N.to_nat m) (drop 2 r))), (drop (N.to_nat m) (drop 2 r)).
  change (print entry_codec (Run (N_of_ascii f) ops (take (N.to_nat m) (drop 2 r)))) with
    (tag 7 :: print u8 (N_of_ascii f) ++ (print u8 (N.of_nat (length ops)) ++
       foldr (λ a bs, print operand_codec a ++ bs) [] ops) ++
     print argument_codec (take (N.to_nat m) (drop 2 r))).
  rewrite times_print, !print_u8, Hn. unfold tag. rewrite !ascii_N_embedding. cbn [app].
  split; [|split].
  - unfold whole, tag. do 3 f_equal. rewrite <-!(assoc_L (++)), <-Har. exact Hops.
  - split; [apply N_ascii_bounded|]. split; [|exact Haw]. split; [|exact Hw]. rewrite Hn. apply N_ascii_bounded.
  - cbn [within]. split.
    + unfold len. rewrite Hlen. lia.
    + unfold len. rewrite take_length. lia.
Qed.

Theorem judge_reads (l : bytes) : len l < 2 ^ 32 → judge (zs l) = None → reads l.
Proof.
  intros Hmax. destruct l as [|c l]; [done|]. rewrite len_cons in Hmax. pose proof (len_nonneg l).
  unfold judge. rewrite len_zs, len_cons. destruct (Z.eqb_spec (1 + len l) 0); [lia|]. cbv zeta.
  assert (loaded Big (zs (c :: l)) 0 1 = z_of c) as ->.
  { rewrite (loaded_zs _ 0 1). change (number_of (take 1 (drop (Z.to_nat 0) (c :: l)))) with (N_of_ascii c * 1 + 0)%N.
    unfold z_of. lia. }
  assert (∀ n, judge_fixed (zs (c :: l)) n = None → n ≤ 1 + len l) as Hfixed.
  { intros m. unfold judge_fixed. rewrite len_zs, len_cons. destruct (Z.ltb_spec (1 + len l) m); [done|lia]. }
  destruct (Z.eqb_spec (z_of c) 0) as [E|_].
  { apply (z_of_tag c 0) in E as ->; [|done]. intros Hj.
    destruct (record_front _ _ _ Hj ltac:(lia) ltac:(lia)) as (k & v & r & -> & Hk & Hv & H256 & Hr).
    number_in r 2%nat s Hs. number_in (drop 2 r) 2%nat s2 Hs2.
    exists (AddM k v s s2). eexists. split; [|split; [by split_and!|exact H256]].
    change (print entry_codec (AddM k v s s2)) with (tag 0 :: print key_codec k ++ print value_codec v ++
      print (number 2) s ++ print (number 2) s2). cbn [app]. by rewrite <-!(assoc_L (++)). }
  destruct (Z.eqb_spec (z_of c) 1) as [E|_].
  { apply (z_of_tag c 1) in E as ->; [|done]. intros Hj.
    destruct (record_front _ _ _ Hj ltac:(lia) ltac:(lia)) as (k & v & r & -> & Hk & Hv & H256 & Hr).
    number_in r 2%nat s Hs. number_in (drop 2 r) 8%nat e He. number_in (drop 8 (drop 2 r)) 4%nat d Hd.
    number_in (drop 4 (drop 8 (drop 2 r))) 2%nat i Hi.
    exists (AddB k v s (e, d) i). eexists. split; [|split; [by split_and!|exact H256]].
    change (print entry_codec (AddB k v s (e, d) i)) with (tag 1 :: print key_codec k ++ print value_codec v ++
      print (number 2) s ++ (print (number 8) e ++ print (number 4) d) ++ print (number 2) i).
    cbn [app]. by rewrite <-!(assoc_L (++)). }
  destruct (Z.eqb_spec (z_of c) 2) as [E|_].
  { apply (z_of_tag c 2) in E as ->; [|done]. intros Hj%Hfixed.
    number_in l 2%nat s Hs. number_in (drop 2 l) 2%nat s2 Hs2.
    exists (EvictM s s2). eexists. split; [|by split_and!].
    change (print entry_codec (EvictM s s2)) with (tag 2 :: print (number 2) s ++ print (number 2) s2).
    cbn [app]. by rewrite <-!(assoc_L (++)). }
  destruct (Z.eqb_spec (z_of c) 3) as [E|_].
  { apply (z_of_tag c 3) in E as ->; [|done]. intros Hj%Hfixed.
    number_in l 2%nat s Hs. number_in (drop 2 l) 8%nat e He. number_in (drop 8 (drop 2 l)) 4%nat d Hd.
    exists (EvictB s (e, d)). eexists. split; [|by split_and!].
    change (print entry_codec (EvictB s (e, d))) with
      (tag 3 :: print (number 2) s ++ print (number 8) e ++ print (number 4) d).
    cbn [app]. by rewrite <-!(assoc_L (++)). }
  destruct (Z.eqb_spec (z_of c) 4) as [E|_].
  { apply (z_of_tag c 4) in E as ->; [|done]. intros Hj%Hfixed.
    number_in l 2%nat s Hs. number_in (drop 2 l) 2%nat s2 Hs2. number_in (drop 2 (drop 2 l)) 8%nat e He.
    number_in (drop 8 (drop 2 (drop 2 l))) 4%nat d Hd.
    exists (EvictBM s s2 (e, d)). eexists. split; [|by split_and!].
    change (print entry_codec (EvictBM s s2 (e, d))) with
      (tag 4 :: print (number 2) s ++ print (number 2) s2 ++ print (number 8) e ++ print (number 4) d).
    cbn [app]. by rewrite <-!(assoc_L (++)). }
  destruct (Z.eqb_spec (z_of c) 5) as [E|_].
  { apply (z_of_tag c 5) in E as ->; [|done]. intros _. by exists NextEpoch, l. }
  destruct (Z.eqb_spec (z_of c) 6) as [E|_].
  { apply (z_of_tag c 6) in E as ->; [|done]. intros _. by exists VerifyEpoch, l. }
  destruct (Z.eqb_spec (z_of c) 7) as [E|_].
  { apply (z_of_tag c 7) in E; [|done]. by apply run_front. }
  destruct (Z.eqb_spec (z_of c) 8) as [E|_]; [|done].
  apply (z_of_tag c 8) in E as ->; [|done]. intros Hj%Hfixed.
  number_in l 2%nat s Hs. number_in (drop 2 l) 2%nat s2 Hs2.
  exists (Remove s s2). eexists. split; [|by split_and!].
  change (print entry_codec (Remove s s2)) with (tag 8 :: print (number 2) s ++ print (number 2) s2).
  cbn [app]. by rewrite <-!(assoc_L (++)).
Qed.

(** ** Any bytes are whole entries, and what is none

    [log] is the entries [l], all of them whole and within the program's limits, and then bytes that do not begin with
    another, of which the program says [last]. *)
Record divided (log : list Z) (l : list Thread.entry) (tail : list Z) (last : status) : Prop := Divided {
  dv_bytes : log = zs (print_log l) ++ tail; dv_wf : Forall entry_wf l; dv_within : Forall within l;
  dv_last : judge tail = Some last }.
Lemma octets_bytes (b : list Z) : octets b → ∃ l, b = zs l.
Proof.
  induction 1 as [|z b Hz _ [l ->]]; [by exists []|]. exists (tag (Z.to_N z) :: l). cbn [zs map]. f_equal.
  unfold z_of, tag. rewrite N_ascii_embedding; lia.
Qed.
Theorem any_divided (log : list Z) : octets log → len log < 2 ^ 32 → ∃ l tail last, divided log l tail last.
Proof.
  intros Ho. destruct (octets_bytes log Ho) as [b ->]. clear Ho. rewrite len_zs.
  remember (length b) as n eqn:Hn. revert b Hn. induction (lt_wf n) as [n _ IH]. intros b -> Hlen.
  destruct (judge (zs b)) as [last|] eqn:Ej.
  { exists [], (zs b), last. by split; [|constructor|constructor|]. }
  destruct (judge_reads b Hlen Ej) as (en & rest & -> & Hwf & Hin).
  pose proof (print_entry_cons en) as (c & cs & E).
  destruct (IH (length rest)) with (b := rest) as (l & tail & last & [Hb Hw Hi Hj]); [| done| |].
  - rewrite app_length, E. cbn [length]. lia.
  - rewrite len_app in Hlen. pose proof (len_nonneg (print entry_codec en)). lia.
  - exists (en :: l), tail, last. split; [|by constructor|by constructor|done].
    change (print_log (en :: l)) with (print entry_codec en ++ print_log l). rewrite !zs_app, <-(assoc_L (++)).
    by f_equal.
Qed.
