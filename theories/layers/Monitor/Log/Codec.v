(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Binary formats with one encoding per value.

A codec prints a value as bytes and parses it back. It is [lawful] when parsing
what was printed gives the value and leaves the rest, and when whatever parses is
exactly what printing would have written: so a value has one encoding and a parser
can accept nothing else. Each combinator below comes with its proof, and a format
built from them needs none of its own. *)
From Fairlead.Monitor.Model Require Export Record.

(** A parse gives a value and the rest, or what is wrong and the bytes at which
it is wrong (their number tells the offset). *)
Inductive complaint :=
  | Truncated | Unknown_tag | Bad_key | Bad_flag | Oversized.
Inductive parsed (A : Type) := Parsed (a : A) (rest : bytes) | Malformed (why : complaint) (at_ : bytes).
Arguments Parsed {_}. Arguments Malformed {_}.

Record codec (A : Type) := Codec { print : A → bytes; parse : bytes → parsed A }.
Arguments Codec {_}. Arguments print {_}. Arguments parse {_}.

Definition lawful {A} (wf : A → Prop) (c : codec A) : Prop :=
  (∀ a rest, wf a → parse c (print c a ++ rest) = Parsed a rest) ∧
  (∀ b a rest, parse c b = Parsed a rest → wf a ∧ b = print c a ++ rest).

(** One byte. *)
Definition any_byte : codec byte :=
  Codec (λ b, [b]) (λ bs, match bs with b :: bs => Parsed b bs | [] => Malformed Truncated [] end).
Lemma any_byte_lawful : lawful (λ _, True) any_byte.
Proof. split; [done|]. intros [|b bs] a rest; simpl; naive_solver. Qed.

(** Nothing. *)
Definition nothing : codec () := Codec (λ _, []) (λ bs, Parsed () bs).
Lemma nothing_lawful : lawful (λ _, True) nothing.
Proof. split; [by intros []|]. intros b [] rest; simpl; naive_solver. Qed.

(** One after the other. *)
Definition pair {A B} (c : codec A) (d : codec B) : codec (A * B) :=
  Codec (λ x, print c x.1 ++ print d x.2)
    (λ bs, match parse c bs with
           | Malformed why at_ => Malformed why at_
           | Parsed a bs =>
               match parse d bs with
               | Malformed why at_ => Malformed why at_
               | Parsed b bs => Parsed (a, b) bs
               end
           end).
Lemma pair_lawful {A B} (P : A → Prop) (Q : B → Prop) c d :
  lawful P c → lawful Q d → lawful (λ x, P x.1 ∧ Q x.2) (pair c d).
Proof.
  intros [Hc1 Hc2] [Hd1 Hd2]. split.
  - intros [a b] rest [Ha Hb]; simpl in *. by rewrite <-app_assoc, Hc1, Hd1.
  - intros bs [a b] rest; simpl. destruct (parse c bs) as [a' bs'|] eqn:Ec; [|done].
    destruct (parse d bs') as [b' bs''|] eqn:Ed; [|done]. intros [= <- <- <-].
    apply Hc2 in Ec as [? ->]. apply Hd2 in Ed as [? ->]. by rewrite <-app_assoc.
Qed.

(** Another view of the values; [from] refuses what is no view of anything. *)
Definition view {A B} (to : B → A) (from : A → option B) (why : complaint) (c : codec A) : codec B :=
  Codec (λ b, print c (to b))
    (λ bs, match parse c bs with
           | Malformed why at_ => Malformed why at_
           | Parsed a rest => match from a with Some b => Parsed b rest | None => Malformed why bs end
           end).
Lemma view_lawful {A B} (P : A → Prop) (Q : B → Prop) to from why c :
  lawful P c →
  (∀ b, Q b → P (to b) ∧ from (to b) = Some b) →
  (∀ a b, P a → from a = Some b → Q b ∧ to b = a) →
  lawful Q (@view A B to from why c).
Proof.
  intros [Hc1 Hc2] Hto Hfrom. split; simpl.
  - intros b rest [Hb E]%Hto. by rewrite Hc1, E.
  - intros bs b rest. destruct (parse c bs) as [a bs'|] eqn:Ec; [|done].
    destruct (from a) as [b'|] eqn:Ef; [|done]. intros [= <- <-].
    apply Hc2 in Ec as [Ha ->]. by destruct (Hfrom _ _ Ha Ef) as [? <-].
Qed.

(** The same view in both directions. *)
Lemma view_iso_lawful {A B} (P : A → Prop) (Q : B → Prop) (to : B → A) (from : A → B) why c :
  lawful P c → (∀ b, from (to b) = b) → (∀ a, to (from a) = a) → (∀ b, Q b ↔ P (to b)) →
  lawful Q (view to (λ a, Some (from a)) why c).
Proof.
  intros Hc H1 H2 HQ. apply (view_lawful P); [done| |].
  - intros b Hb. by rewrite <-HQ, H1.
  - intros a b Ha [= <-]. by rewrite HQ, H2.
Qed.

(** A fixed number of the same. *)
Fixpoint parse_times {A} (c : codec A) (n : nat) (bs : bytes) : parsed (list A) :=
  match n with
  | 0 => Parsed [] bs
  | S n =>
      match parse c bs with
      | Malformed why at_ => Malformed why at_
      | Parsed a bs =>
          match parse_times c n bs with
          | Malformed why at_ => Malformed why at_
          | Parsed l bs => Parsed (a :: l) bs
          end
      end
  end.
Definition times {A} (n : nat) (c : codec A) : codec (list A) :=
  Codec (foldr (λ a bs, print c a ++ bs) []) (parse_times c n).
Lemma times_lawful {A} (P : A → Prop) n c :
  lawful P c → lawful (λ l, length l = n ∧ Forall P l) (times n c).
Proof.
  intros [Hc1 Hc2]. split.
  - intros l rest [<- Hl]. simpl. induction Hl as [|a l Ha Hl IH]; simpl; [done|].
    by rewrite <-app_assoc, Hc1, IH.
  - simpl. induction n as [|n IH]; simpl; intros bs l rest; [by intros [= <- <-]|].
    destruct (parse c bs) as [a bs'|] eqn:Ec; [|done].
    destruct (parse_times c n bs') as [l' bs''|] eqn:Ed; [|done]. intros [= <- <-].
    apply Hc2 in Ec as [? ->]. apply IH in Ed as [[<- ?] ->]; simpl.
    rewrite <-app_assoc. by split; [split; [|constructor]|].
Qed.

(** Numbers of [n] bytes, the most significant first. *)
Fixpoint number_of (bs : bytes) : N :=
  match bs with [] => 0 | b :: bs => N_of_ascii b * 256 ^ N.of_nat (length bs) + number_of bs end.
Fixpoint bytes_of (n : nat) (x : N) : bytes :=
  match n with 0 => [] | S n => ascii_of_N (x / 256 ^ N.of_nat n) :: bytes_of n (x mod 256 ^ N.of_nat n) end.

Lemma number_of_lt bs : (number_of bs < 256 ^ N.of_nat (length bs))%N.
Proof.
  induction bs as [|b bs IH]; simpl length; cbn [number_of]; [simpl; lia|].
  rewrite Nat2N.inj_succ, N.pow_succ_r'. pose proof (N_ascii_bounded b). nia.
Qed.
Lemma number_of_bytes_of n x : (x < 256 ^ N.of_nat n)%N → number_of (bytes_of n x) = x ∧ length (bytes_of n x) = n.
Proof.
  revert x; induction n as [|n IH]; intros x Hx; cbn [bytes_of number_of length]; [simpl in *; lia|].
  rewrite Nat2N.inj_succ, N.pow_succ_r' in Hx.
  assert (0 < 256 ^ N.of_nat n)%N by (apply N.neq_0_lt_0, N.pow_nonzero; lia).
  destruct (IH (x mod 256 ^ N.of_nat n)%N) as [-> ->]; [apply N.mod_lt; lia|].
  rewrite N_ascii_embedding; [|apply N.div_lt_upper_bound; lia].
  split; [|done]. rewrite (N.div_mod x (256 ^ N.of_nat n)) at 3 by lia. lia.
Qed.
Lemma bytes_of_number_of bs : bytes_of (length bs) (number_of bs) = bs.
Proof.
  induction bs as [|b bs IH]; cbn [bytes_of number_of length]; [done|].
  pose proof (number_of_lt bs) as Hlt.
  f_equal.
  - rewrite N.div_add_l, N.div_small, N.add_0_r by lia. apply ascii_N_embedding.
  - by rewrite N.add_comm, N.mod_add, N.mod_small by lia.
Qed.

Definition number (n : nat) : codec N :=
  view (bytes_of n) (λ bs, Some (number_of bs)) Truncated (times n any_byte).
Lemma number_lawful n : lawful (λ x, (x < 256 ^ N.of_nat n)%N) (number n).
Proof.
  eapply view_lawful; [apply times_lawful, any_byte_lawful| |].
  - intros x [H1 H2]%number_of_bytes_of. rewrite H1. by rewrite Forall_forall.
  - intros bs x [<- _] [= <-]. split; [apply number_of_lt|apply bytes_of_number_of].
Qed.

(** A count, then that many bytes. *)
Fixpoint take_exactly (n : nat) (bs : bytes) : option (bytes * bytes) :=
  match n, bs with
  | 0, _ => Some ([], bs)
  | S _, [] => None
  | S n, b :: bs => '(taken, rest) ← take_exactly n bs; Some (b :: taken, rest)
  end.
Lemma take_exactly_app n l rest : length l = n → take_exactly n (l ++ rest) = Some (l, rest).
Proof. intros <-. induction l as [|b l IH]; simpl; [by destruct rest|by rewrite IH]. Qed.
Lemma take_exactly_Some n bs l rest : take_exactly n bs = Some (l, rest) → length l = n ∧ bs = l ++ rest.
Proof.
  revert bs l rest; induction n as [|n IH]; intros [|b bs] l rest; simpl; try naive_solver.
  destruct (take_exactly n bs) as [[l' rest']|] eqn:E; simpl; [|done].
  intros [= <- <-]. by apply IH in E as [<- ->].
Qed.

Definition counted (n : nat) : codec bytes :=
  Codec (λ l, print (number n) (N.of_nat (length l)) ++ l)
    (λ bs, match parse (number n) bs with
           | Malformed why at_ => Malformed why at_
           | Parsed x rest =>
               match take_exactly (N.to_nat x) rest with
               | Some (l, rest) => Parsed l rest
               | None => Malformed Oversized bs
               end
           end).
Lemma counted_lawful n : lawful (λ l, (N.of_nat (length l) < 256 ^ N.of_nat n)%N) (counted n).
Proof.
  destruct (number_lawful n) as [H1 H2]. split.
  - intros l rest Hl. unfold counted; cbn [print parse].
    rewrite <-app_assoc, H1 by done. by rewrite take_exactly_app by lia.
  - intros bs l rest. unfold counted; cbn [print parse].
    destruct (parse (number n) bs) as [x bs'|] eqn:E; [|done]. apply H2 in E as [Hx ->].
    destruct (take_exactly _ _) as [[l' rest']|] eqn:E; [|done]. intros [= <- <-].
    apply take_exactly_Some in E as [El ->].
    replace x with (N.of_nat (length l')) in * by lia. split; [done|].
    by rewrite <-app_assoc.
Qed.

(** A count, then that many of the same. *)
Definition many {A} (n : nat) (c : codec A) : codec (list A) :=
  Codec (λ l, print (number n) (N.of_nat (length l)) ++ print (times (length l) c) l)
    (λ bs, match parse (number n) bs with
           | Malformed why at_ => Malformed why at_
           | Parsed x rest => parse_times c (N.to_nat x) rest
           end).
Lemma many_lawful {A} (P : A → Prop) n c :
  lawful P c → lawful (λ l, (N.of_nat (length l) < 256 ^ N.of_nat n)%N ∧ Forall P l) (many n c).
Proof.
  intros Hc. destruct (number_lawful n) as [H1 H2]. split.
  - intros l rest [Hl HP]. unfold many; cbn [print parse].
    rewrite <-app_assoc, H1, Nat2N.id by done. by apply (times_lawful P (length l) c Hc).
  - intros bs l rest. unfold many; cbn [print parse].
    destruct (parse (number n) bs) as [x bs'|] eqn:E; [|done]. apply H2 in E as [Hx ->].
    intros E. apply (times_lawful P (N.to_nat x) c Hc) in E as [[Hl HP] ->].
    replace x with (N.of_nat (length l)) in * by lia. rewrite <-app_assoc, <-Hl. done.
Qed.

(** Alternatives told apart by their first byte. [owns] says which tags are theirs. *)
Record tagged (A : Type) := Tagged {
  tag_of : A → byte; body_of : A → bytes; owns : byte → bool; parse_body : byte → bytes → parsed A;
}.
Arguments Tagged {_}. Arguments tag_of {_}. Arguments body_of {_}. Arguments owns {_}.
Arguments parse_body {_}.

Definition lawful_tagged {A} (wf : A → Prop) (t : tagged A) : Prop :=
  (∀ a rest, wf a →
     owns t (tag_of t a) = true ∧ parse_body t (tag_of t a) (body_of t a ++ rest) = Parsed a rest) ∧
  (∀ b bs a rest, owns t b = true → parse_body t b bs = Parsed a rest →
     wf a ∧ tag_of t a = b ∧ bs = body_of t a ++ rest).

Definition case {A} (b : byte) (c : codec A) : tagged A :=
  Tagged (λ _, b) (print c) (λ b', bool_decide (b' = b)) (λ _, parse c).
Lemma case_lawful {A} (P : A → Prop) b c : lawful P c → lawful_tagged P (case b c).
Proof.
  intros [H1 H2]. split; simpl.
  - intros a rest Ha. split; [by apply bool_decide_eq_true|by apply H1].
  - intros b' bs a rest ->%bool_decide_eq_true E. by apply H2 in E as [? ->].
Qed.

Definition either {A B} (t : tagged A) (u : tagged B) : tagged (A + B) :=
  Tagged
    (λ x, match x with inl a => tag_of t a | inr b => tag_of u b end)
    (λ x, match x with inl a => body_of t a | inr b => body_of u b end)
    (λ b, owns t b || owns u b)
    (λ b bs,
      if owns t b then
        match parse_body t b bs with Parsed a rest => Parsed (inl a) rest | Malformed why at_ => Malformed why at_ end
      else
        match parse_body u b bs with Parsed a rest => Parsed (inr a) rest | Malformed why at_ => Malformed why at_ end).
Definition sum_wf {A B} (P : A → Prop) (Q : B → Prop) (x : A + B) : Prop :=
  match x with inl a => P a | inr b => Q b end.
Lemma either_lawful {A B} (P : A → Prop) (Q : B → Prop) t u :
  lawful_tagged P t → lawful_tagged Q u → (∀ b, owns u b = true → owns t b = false) →
  lawful_tagged (sum_wf P Q) (either t u).
Proof.
  intros [Ht1 Ht2] [Hu1 Hu2] Hdisj. split; simpl.
  - intros [a|b] rest Hw; simpl in *.
    + destruct (Ht1 a rest Hw) as [-> ->]. done.
    + destruct (Hu1 b rest Hw) as [Ho ->]. by rewrite Hdisj, Ho.
  - intros b bs x rest. destruct (owns t b) eqn:Eo; simpl.
    + intros _. destruct (parse_body t b bs) eqn:E; [|done]. intros [= <- <-]. by apply (Ht2 _ _ _ _ Eo) in E.
    + intros Eu. destruct (parse_body u b bs) eqn:E; [|done]. intros [= <- <-]. by apply (Hu2 _ _ _ _ Eu) in E.
Qed.

Definition choose {A} (t : tagged A) : codec A :=
  Codec (λ a, tag_of t a :: body_of t a)
    (λ bs, match bs with
           | [] => Malformed Truncated []
           | b :: rest => if owns t b then parse_body t b rest else Malformed Unknown_tag bs
           end).
Lemma choose_lawful {A} (P : A → Prop) t : lawful_tagged P t → lawful P (choose t).
Proof.
  intros [H1 H2]. split; simpl.
  - intros a rest Ha. by destruct (H1 a rest Ha) as [-> ->].
  - intros [|b bs] a rest; [done|]. destruct (owns t b) eqn:Eo; [|done].
    intros E. by destruct (H2 _ _ _ _ Eo E) as (?&<-&->).
Qed.
