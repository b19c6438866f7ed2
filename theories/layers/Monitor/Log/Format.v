(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The bytes of a log (the published protocol, "Log bytes").

Big-endian. A log is entries one after another. Where the published layout leaves
room, ours is:

    key      u16 digits (at most 256), then 32 bytes, the bits past the digits zero
    datum    00                      null
             01 u16 length, bytes    a value (at most 65,535 bytes)
    edge     00                      none
             01 key, 32 bytes digest, u8 in-Blum (0 or 1)
    value    00 datum | 01 edge edge (left, right)
    entry    00 AddM    key value s:u16 s':u16
             01 AddB    key value s:u16 epoch:u64 counter:u32 tid:u16
             02 EvictM  s:u16 s':u16
             03 EvictB  s:u16 epoch:u64 counter:u32
             04 EvictBM s:u16 s':u16 epoch:u64 counter:u32
             05 NextEpoch   06 VerifyEpoch
             07 Run     function:u8, u8 operands, u16 length and the argument
             08 Remove  s:u16 s':u16  (ours)
    operand  00 s:u16                 a record in the cache
             01 key s:u16             an absent key
 *)
From Fairlead.Monitor.Model Require Export Thread.
From Fairlead.Monitor.Log Require Export Codec.

Definition tag (n : N) : byte := ascii_of_N n.
Definition u8 := number 1.
Definition u16 := number 2.
Definition u32 := number 4.
Definition u64 := number 8.
Definition below (n : N) (x : N) : Prop := (x < n)%N.

(** ** Keys *)
Definition bits_of_byte (b : byte) : list bool :=
  let '(Ascii b0 b1 b2 b3 b4 b5 b6 b7) := b in [b7; b6; b5; b4; b3; b2; b1; b0].
Fixpoint bytes_of_bits (l : list bool) : bytes :=
  match l with
  | b7 :: b6 :: b5 :: b4 :: b3 :: b2 :: b1 :: b0 :: l => Ascii b0 b1 b2 b3 b4 b5 b6 b7 :: bytes_of_bits l
  | _ => []
  end.
Definition bits_of_bytes (bs : bytes) : list bool := bs ≫= bits_of_byte.

Lemma bytes_of_bits_of_bytes bs : bytes_of_bits (bits_of_bytes bs) = bs.
Proof. induction bs as [|[] bs IH]; simpl; [done|]. by f_equal. Qed.
Lemma bits_of_bytes_of_bits n l :
  length l = 8 * n → bits_of_bytes (bytes_of_bits l) = l ∧ length (bytes_of_bits l) = n.
Proof.
  revert l; induction n as [|n IH]; intros l Hl; [by destruct l|].
  do 8 (destruct l as [|? l]; [exfalso; cbn [length] in Hl; lia|]).
  destruct (IH l) as [H1 H2]; [cbn [length] in Hl; lia|]. simpl. split; [by do 8 f_equal|by f_equal].
Qed.
Lemma bits_of_bytes_length bs : length (bits_of_bytes bs) = 8 * length bs.
Proof. induction bs as [|[] bs IH]; simpl; [done|]. lia. Qed.

Definition key_to_word (k : key) : N * bytes :=
  (N.of_nat (length k), bytes_of_bits (k ++ replicate (256 - length k) false)).
Definition word_to_key (x : N * bytes) : option key :=
  let '(digits, word) := x in
  let bits := bits_of_bytes word in
  if decide (digits ≤ 256)%N then
    if forallb negb (drop (N.to_nat digits) bits) then Some (take (N.to_nat digits) bits) else None
  else None.
Definition key_wf (k : key) : Prop := length k ≤ 256.

Lemma forallb_negb_replicate l : forallb negb l = true → l = replicate (length l) false.
Proof. induction l as [|[] l IH]; simpl; [done|done|]. intros H. f_equal. by apply IH. Qed.

Lemma forallb_negb_zeros n : forallb negb (replicate n false) = true.
Proof. by induction n. Qed.

Definition key_codec : codec key :=
  view key_to_word word_to_key Bad_key (pair u16 (times 32 any_byte)).
Lemma key_codec_lawful : lawful key_wf key_codec.
Proof.
  eapply view_lawful; [apply pair_lawful; [apply number_lawful|apply times_lawful, any_byte_lawful]| |].
  - intros k Hk. unfold key_wf in Hk.
    destruct (bits_of_bytes_of_bits 32 (k ++ replicate (256 - length k) false)) as [H1 H2].
    { rewrite app_length, replicate_length. lia. }
    unfold word_to_key, key_to_word; simpl fst; simpl snd. rewrite H1.
    split; [split; [change (256 ^ N.of_nat 2)%N with 65536%N; lia|by rewrite H2, Forall_forall]|].
    rewrite decide_True by lia.
    rewrite Nat2N.id, drop_app, take_app.
    by rewrite forallb_negb_zeros.
  - intros [n w] k [_ [Hw _]] E. unfold word_to_key in E. simpl in Hw.
    case_decide as Hn; [|done]. destruct (forallb _ _) eqn:Ez; [|done]. injection E as <-.
    pose proof (bits_of_bytes_length w) as Hl. rewrite Hw in Hl.
    assert (length (take (N.to_nat n) (bits_of_bytes w)) = N.to_nat n) as Ht
      by (rewrite take_length; lia).
    split; [unfold key_wf; lia|]. unfold key_to_word. rewrite Ht, N2Nat.id. f_equal.
    rewrite <-(bytes_of_bits_of_bytes w) at 2. f_equal.
    rewrite <-(take_drop (N.to_nat n) (bits_of_bytes w)) at 2. f_equal.
    apply forallb_negb_replicate in Ez. rewrite Ez, drop_length. f_equal. lia.
Qed.

(** ** Values *)
Definition flag : codec bool :=
  view (λ b : bool, if b then 1%N else 0%N)
    (λ x, if decide (x = 0)%N then Some false else if decide (x = 1)%N then Some true else None)
    Bad_flag u8.
Lemma flag_lawful : lawful (λ _, True) flag.
Proof.
  eapply view_lawful; [apply number_lawful| |].
  - by intros [].
  - intros a b _. repeat case_decide; naive_solver.
Qed.

Definition option_codec {A} (c : codec A) : codec (option A) :=
  view (λ o, match o with None => inl () | Some a => inr a end)
    (λ x, Some (match x with inl _ => None | inr a => Some a end)) Unknown_tag
    (choose (either (case (tag 0) nothing) (case (tag 1) c))).
Definition option_wf {A} (P : A → Prop) (o : option A) : Prop :=
  match o with None => True | Some a => P a end.
Lemma option_codec_lawful {A} (P : A → Prop) c : lawful P c → lawful (option_wf P) (option_codec c).
Proof.
  intros Hc. eapply view_iso_lawful.
  - apply choose_lawful, either_lawful; [apply case_lawful, nothing_lawful|by apply case_lawful|].
    intros b ->%bool_decide_eq_true. by vm_compute.
  - by intros [].
  - by intros [[]|].
  - by intros [].
Qed.

Definition edge_codec : codec edge :=
  view (λ c, (e_key c, (e_digest c, e_blum c))) (λ x, Some (Edge x.1 x.2.1 x.2.2)) Bad_flag
    (pair key_codec (pair (times 32 any_byte) flag)).
Definition edge_wf (c : edge) : Prop := key_wf (e_key c) ∧ length (e_digest c) = 32.
Lemma edge_codec_lawful : lawful edge_wf edge_codec.
Proof.
  eapply view_iso_lawful.
  - apply pair_lawful; [apply key_codec_lawful|apply pair_lawful; [apply times_lawful, any_byte_lawful|apply flag_lawful]].
  - by intros [].
  - by intros [?[??]].
  - intros [k h b]; simpl. unfold edge_wf; simpl. rewrite Forall_forall. naive_solver.
Qed.

Definition datum_codec : codec datum := option_codec (counted 2).
Definition datum_wf : datum → Prop := option_wf (λ l, below 65536 (N.of_nat (length l))).
Lemma datum_codec_lawful : lawful datum_wf datum_codec.
Proof. apply option_codec_lawful, (counted_lawful 2). Qed.

Definition value_codec : codec value :=
  view (λ v, match v with Data x => inl x | Merkle e => inr e end)
    (λ x, Some (match x with inl x => Data x | inr e => Merkle e end)) Unknown_tag
    (choose (either (case (tag 0) datum_codec)
                    (case (tag 1) (pair (option_codec edge_codec) (option_codec edge_codec))))).
Definition value_wf (v : value) : Prop :=
  match v with Data x => datum_wf x | Merkle e => option_wf edge_wf e.1 ∧ option_wf edge_wf e.2 end.
Lemma value_codec_lawful : lawful value_wf value_codec.
Proof.
  eapply view_iso_lawful.
  - apply choose_lawful, either_lawful.
    + apply case_lawful, datum_codec_lawful.
    + apply case_lawful, pair_lawful; apply option_codec_lawful, edge_codec_lawful.
    + intros b ->%bool_decide_eq_true. by vm_compute.
  - by intros [].
  - by intros [].
  - by intros [].
Qed.

(** ** Entries *)
Definition stamp_codec : codec stamp := pair u64 u32.
Definition stamp_wf (t : stamp) : Prop := below limit64 t.1 ∧ below limit32 t.2.
Lemma stamp_codec_lawful : lawful stamp_wf stamp_codec.
Proof. apply pair_lawful; [apply (number_lawful 8)|apply (number_lawful 4)]. Qed.
Lemma u16_lawful : lawful (below 65536) u16.
Proof. apply (number_lawful 2). Qed.

Definition operand_codec : codec operand :=
  view (λ o, match o with Here s => inl s | Missing k s => inr (k, s) end)
    (λ x, Some (match x with inl s => Here s | inr (k, s) => Missing k s end)) Unknown_tag
    (choose (either (case (tag 0) u16) (case (tag 1) (pair key_codec u16)))).
Definition operand_wf (o : operand) : Prop :=
  match o with Here s => below 65536 s | Missing k s => key_wf k ∧ below 65536 s end.
Lemma operand_codec_lawful : lawful operand_wf operand_codec.
Proof.
  eapply view_iso_lawful.
  - apply choose_lawful, either_lawful.
    + apply case_lawful, u16_lawful.
    + apply case_lawful, pair_lawful; [apply key_codec_lawful|apply u16_lawful].
    + intros b ->%bool_decide_eq_true. by vm_compute.
  - by intros [].
  - by intros [|[]].
  - by intros [].
Qed.
Definition operands_codec : codec (list operand) := many 1 operand_codec.
Definition operands_wf (ops : list operand) : Prop := below 256 (N.of_nat (length ops)) ∧ Forall operand_wf ops.
Lemma operands_codec_lawful : lawful operands_wf operands_codec.
Proof. apply (many_lawful _ 1), operand_codec_lawful. Qed.
Definition argument_codec : codec bytes := counted 2.
Definition argument_wf (a : bytes) : Prop := below 65536 (N.of_nat (length a)).
Lemma argument_codec_lawful : lawful argument_wf argument_codec.
Proof. apply (counted_lawful 2). Qed.
Lemma u8_lawful : lawful (below 256) u8.
Proof. apply (number_lawful 1). Qed.

Definition entry_cases :=
  either (case (tag 0) (pair key_codec (pair value_codec (pair u16 u16))))
  (either (case (tag 1) (pair key_codec (pair value_codec (pair u16 (pair stamp_codec u16)))))
  (either (case (tag 2) (pair u16 u16))
  (either (case (tag 3) (pair u16 stamp_codec))
  (either (case (tag 4) (pair u16 (pair u16 stamp_codec)))
  (either (case (tag 5) nothing)
  (either (case (tag 6) nothing)
  (either (case (tag 7) (pair u8 (pair operands_codec argument_codec)))
          (case (tag 8) (pair u16 u16))))))))).

Definition entry_codec : codec entry :=
  view
    (λ en, match en with
      | AddM k v s s' => inl (k, (v, (s, s')))
      | AddB k v s t i => inr (inl (k, (v, (s, (t, i)))))
      | EvictM s s' => inr (inr (inl (s, s')))
      | EvictB s t => inr (inr (inr (inl (s, t))))
      | EvictBM s s' t => inr (inr (inr (inr (inl (s, (s', t))))))
      | NextEpoch => inr (inr (inr (inr (inr (inl ())))))
      | VerifyEpoch => inr (inr (inr (inr (inr (inr (inl ()))))))
      | Run f ops a => inr (inr (inr (inr (inr (inr (inr (inl (f, (ops, a)))))))))
      | Remove s s' => inr (inr (inr (inr (inr (inr (inr (inr (s, s'))))))))
      end)
    (λ x, Some match x with
      | inl (k, (v, (s, s'))) => AddM k v s s'
      | inr (inl (k, (v, (s, (t, i))))) => AddB k v s t i
      | inr (inr (inl (s, s'))) => EvictM s s'
      | inr (inr (inr (inl (s, t)))) => EvictB s t
      | inr (inr (inr (inr (inl (s, (s', t)))))) => EvictBM s s' t
      | inr (inr (inr (inr (inr (inl _))))) => NextEpoch
      | inr (inr (inr (inr (inr (inr (inl _)))))) => VerifyEpoch
      | inr (inr (inr (inr (inr (inr (inr (inl (f, (ops, a))))))))) => Run f ops a
      | inr (inr (inr (inr (inr (inr (inr (inr (s, s')))))))) => Remove s s'
      end)
    Unknown_tag (choose entry_cases).

(** What the format can say: every field within its width. *)
Definition entry_wf (en : entry) : Prop :=
  match en with
  | AddM k v s s' => key_wf k ∧ value_wf v ∧ below 65536 s ∧ below 65536 s'
  | AddB k v s t i => key_wf k ∧ value_wf v ∧ below 65536 s ∧ stamp_wf t ∧ below 65536 i
  | EvictM s s' => below 65536 s ∧ below 65536 s'
  | EvictB s t => below 65536 s ∧ stamp_wf t
  | EvictBM s s' t => below 65536 s ∧ below 65536 s' ∧ stamp_wf t
  | NextEpoch | VerifyEpoch => True
  | Run f ops a => below 256 f ∧ operands_wf ops ∧ argument_wf a
  | Remove s s' => below 65536 s ∧ below 65536 s'
  end.

Ltac tag_is_none_of H :=
  first [apply orb_true_iff in H as [H|H]; tag_is_none_of H
        |apply bool_decide_eq_true in H as ->; by vm_compute].
Lemma entry_codec_lawful : lawful entry_wf entry_codec.
Proof.
  pose proof u16_lawful. pose proof key_codec_lawful. pose proof value_codec_lawful.
  pose proof stamp_codec_lawful. pose proof u8_lawful. pose proof operands_codec_lawful.
  pose proof argument_codec_lawful. pose proof nothing_lawful.
  eapply view_iso_lawful.
  - eapply choose_lawful. unfold entry_cases.
    repeat match goal with
      | |- lawful_tagged _ (either _ _) => eapply either_lawful
      | |- lawful_tagged _ (case _ _) => eapply case_lawful
      | |- lawful _ (pair _ _) => eapply pair_lawful
      | H : lawful _ ?c |- lawful _ ?c => exact H
      | |- ∀ b, _ = true → _ =>
          let H := fresh in intros ? H; cbn [owns case either] in *; tag_is_none_of H
      end.
  - by intros [].
  - intros x. by repeat match goal with
      | x : (_ + _)%type |- _ => destruct x
      | x : (_ * _)%type |- _ => destruct x
      | x : () |- _ => destruct x
      end.
  - intros []; simpl; tauto.
Qed.

(** ** What is hashed

A digest is of the bytes of a value; the multiset hash is of the bytes of an
element. Both are read back without loss, so different values have different
bytes. *)
Definition element_codec : codec element :=
  view (λ y, (el_key y, (el_value y, (el_stamp y, el_tid y))))
    (λ x, Some (x.1, x.2.1, x.2.2.1, x.2.2.2)) Unknown_tag
    (pair key_codec (pair value_codec (pair stamp_codec u16))).
Definition element_wf (y : element) : Prop :=
  key_wf (el_key y) ∧ value_wf (el_value y) ∧ stamp_wf (el_stamp y) ∧ below 65536 (el_tid y).
Lemma element_codec_lawful : lawful element_wf element_codec.
Proof.
  eapply view_iso_lawful.
  - apply pair_lawful; [apply key_codec_lawful|]. apply pair_lawful; [apply value_codec_lawful|].
    apply pair_lawful; [apply stamp_codec_lawful|apply u16_lawful].
  - by intros [[[??]?]?].
  - by intros [?[?[??]]].
  - intros [[[??]?]?]; simpl. done.
Qed.
Lemma lawful_injective {A} (P : A → Prop) c a b :
  lawful P c → P a → P b → print c a = print c b → a = b.
Proof.
  intros [H _] Ha Hb E. pose proof (H a [] Ha) as Ea. pose proof (H b [] Hb) as Eb.
  rewrite E in Ea. congruence.
Qed.
Theorem value_bytes_injective v w :
  value_wf v → value_wf w → print value_codec v = print value_codec w → v = w.
Proof. apply lawful_injective, value_codec_lawful. Qed.
Theorem element_bytes_injective y z :
  element_wf y → element_wf z → print element_codec y = print element_codec z → y = z.
Proof. apply lawful_injective, element_codec_lawful. Qed.

(** ** Logs *)
(** The whole log, or what is wrong and the bytes from there on. Every entry takes
at least a byte, so the bytes themselves serve as fuel; a loop, not a recursion,
because logs are long. *)
Fixpoint parse_entries (fuel bs : bytes) (acc : list entry) : list entry + (complaint * bytes) :=
  match bs, fuel with
  | [], _ => inl (rev_append acc [])
  | _, [] => inr (Truncated, bs)
  | _, _ :: fuel =>
      match parse entry_codec bs with
      | Malformed why at_ => inr (why, at_)
      | Parsed en rest => parse_entries fuel rest (en :: acc)
      end
  end.
Definition parse_log (bs : bytes) : list entry + (complaint * bytes) := parse_entries bs bs [].
Definition print_log (l : list entry) : bytes :=
  foldr (λ en bs, print entry_codec en ++ bs) [] l.

Lemma print_entry_cons en : ∃ b bs, print entry_codec en = b :: bs.
Proof. eexists _, _. reflexivity. Qed.

(** Printing then parsing gives the entries back. *)
Theorem parse_print_log l : Forall entry_wf l → parse_log (print_log l) = inl l.
Proof.
  destruct entry_codec_lawful as [H1 _]. intros Hl. unfold parse_log.
  assert (∀ fuel acc, length (print_log l) ≤ length fuel →
    parse_entries fuel (print_log l) acc = inl (rev_append acc l)) as H; [|by rewrite H].
  induction Hl as [|en l Hen Hl IH]; intros fuel acc Hf; [by destruct fuel|].
  cbn [print_log foldr] in *. fold (print_log l) in *. destruct (print_entry_cons en) as (b&bs&E).
  specialize (H1 en (print_log l) Hen). rewrite E in *. cbn [app length] in *.
  destruct fuel as [|b' fuel]; cbn [length] in *; [lia|]. cbn [parse_entries]. rewrite H1, IH; [done|].
  rewrite app_length in Hf. lia.
Qed.

(** Whatever parses is what printing would have written: there is one encoding of
a log, everything was consumed, and every field is within its width. *)
Theorem print_parse_log bs l : parse_log bs = inl l → Forall entry_wf l ∧ print_log l = bs.
Proof.
  destruct entry_codec_lawful as [_ H2]. unfold parse_log.
  assert (∀ fuel bs acc, parse_entries fuel bs acc = inl l →
    ∃ l', l = rev_append acc l' ∧ Forall entry_wf l' ∧ print_log l' = bs) as H.
  2:{ intros (l'&->&?&?)%H. done. }
  clear bs. induction fuel as [|b' fuel IH]; intros [|b bs] acc E; cbn [parse_entries] in E; try done.
  - injection E as <-. by exists [].
  - injection E as <-. by exists [].
  - destruct (parse entry_codec (b :: bs)) as [en rest|] eqn:Ep; [|done].
    apply H2 in Ep as [Hen ->]. apply IH in E as (l'&->&Hl&<-).
    exists (en :: l'). split; [done|]. by split; [constructor|].
Qed.
