(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The frame stack in memory: frames in chunks, which do not move.

    Frames of a thread lie behind each other in chunks. A frame that does not
    fit gets a chunk of its own, from an allocator of which all that is known is
    that what it gives is nobody else's; the last frame of a chunk takes the chunk
    with it. Sizes include what alignment puts behind a frame. *)
From Fairlead.Base Require Import Prelude.

(** [sizes]: of its frames, the newest first. *)
Record chunk := Chunk { base : nat; room : nat; sizes : list nat }.
Notation stack := (list chunk).        (* the newest first *)
Notation place := (nat * nat)%type.    (* of a frame: address and size *)

Definition total (l : list nat) : nat := foldr Nat.add 0 l.
Fixpoint places (b : nat) (l : list nat) : list place :=
  match l with [] => [] | n :: l => (b + total l, n) :: places b l end.
Fixpoint places_of (st : stack) : list place :=
  match st with [] => [] | c :: st => places (base c) (sizes c) ++ places_of st end.

Definition apart (a n b m : nat) : Prop := a + n ≤ b ∨ b + m ≤ a.

Inductive push (n : nat) : stack → stack → Prop :=
| push_here c st : total (sizes c) + n ≤ room c → push n (c :: st) (Chunk (base c) (room c) (n :: sizes c) :: st)
| push_new b r st : n ≤ r → Forall (λ d, apart b r (base d) (room d)) st → push n st (Chunk b r [n] :: st).

Definition pop (st : stack) : option stack :=
  match st with
  | Chunk b r (_ :: n :: l) :: st => Some (Chunk b r (n :: l) :: st)
  | Chunk _ _ [_] :: st => Some st
  | _ => None
  end.

Definition chunk_ok (c : chunk) : Prop := sizes c ≠ [] ∧ total (sizes c) ≤ room c.
Fixpoint stack_ok (st : stack) : Prop :=
  match st with
  | [] => True
  | c :: st => chunk_ok c ∧ Forall (λ d, apart (base c) (room c) (base d) (room d)) st ∧ stack_ok st
  end.

Lemma push_ok n st st' : push n st st' → stack_ok st → stack_ok st'.
Proof.
  destruct 1 as [c st Hn|b r st Hn Hd]; simpl.
  - intros ([Hne Hc] & Hd & Hst). split_and!; [split; simpl; [done|lia]|done..].
  - intros Hst. split_and!; [split; simpl; [done|lia]|done..].
Qed.

Lemma pop_ok st st' : pop st = Some st' → stack_ok st → stack_ok st'.
Proof.
  destruct st as [|[b r [|m [|n l]]] st]; simpl; try done; intros [= <-] ([_ Hc] & Hd & Hst); [done|].
  simpl in *. split_and!; [split; simpl; [done|lia]|done..].
Qed.

(** Nobody moves: a push adds a place in front, a pop takes it away, and the rest stays. *)
Theorem push_places n st st' : push n st st' → ∃ a, places_of st' = (a, n) :: places_of st.
Proof. destruct 1; simpl; eauto. Qed.

Theorem pop_places st st' : pop st = Some st' → ∃ p, places_of st = p :: places_of st'.
Proof. destruct st as [|[b r [|m [|n l]]] st]; simpl; try done; intros [= <-]; simpl; eauto. Qed.

(** A chunk is given back with its last frame, and no earlier. *)
Theorem push_pop n st st' : push n st st' → Forall (λ c, sizes c ≠ []) st → pop st' = Some st.
Proof. destruct 1 as [[b r [|m l]] st ?|]; simpl; [|done..]. by inversion 1. Qed.

Lemma ok_nonempty st : stack_ok st → Forall (λ c, sizes c ≠ []) st.
Proof. induction st; simpl; [done|]. intros ([? _] & _ & ?). constructor; auto. Qed.

Theorem frames_stay n st st' : push n st st' → stack_ok st →
  stack_ok st' ∧ (∃ a, places_of st' = (a, n) :: places_of st) ∧ pop st' = Some st.
Proof.
  intros Hp Hok. split_and!; [by eapply push_ok|by eapply push_places|].
  eapply push_pop; [done|]. by apply ok_nonempty.
Qed.

(** And stays so when a frame is given back. *)
Theorem pop_stays st st' : pop st = Some st' → stack_ok st → stack_ok st' ∧ ∃ p, places_of st = p :: places_of st'.
Proof. intros Hp Hok. split; [by eapply pop_ok|by apply pop_places]. Qed.

(** The caller is found from a frame: in its chunk as many bytes below as the caller has. *)
Theorem caller_below b r m n l st : ∃ a, places_of (Chunk b r (m :: n :: l) :: st) =
  (a + n, m) :: (a, n) :: places b l ++ places_of st.
Proof. exists (b + total l). simpl. do 2 f_equal. lia. Qed.

Lemma places_inside b l a n : (a, n) ∈ places b l → b ≤ a ∧ a + n ≤ b + total l.
Proof.
  induction l as [|m l IH]; simpl; [by intros ?%elem_of_nil|]. intros [[= -> ->]|H%IH]%elem_of_cons; lia.
Qed.

Lemma places_in_chunks st a n : stack_ok st → (a, n) ∈ places_of st →
  ∃ c, c ∈ st ∧ base c ≤ a ∧ a + n ≤ base c + room c.
Proof.
  induction st as [|c st IH]; simpl; [by intros _ ?%elem_of_nil|]. intros ([_ Hc] & _ & Hst).
  intros [H%places_inside|H]%elem_of_app.
  - exists c. split; [left|]. lia.
  - destruct (IH Hst H) as (d & ? & ?). exists d. split; [by right|done].
Qed.

(** The frames of a stack share no bytes. *)
Theorem places_apart st p ps qs q : stack_ok st → places_of st = ps ++ p :: qs → q ∈ qs → apart p.1 p.2 q.1 q.2.
Proof.
  revert ps. induction st as [|c st IH]; simpl; intros ps Hok E Hq; [by destruct ps|].
  destruct Hok as ([_ Hc] & Hd & Hst). revert ps E.
  assert (∀ l ps, total l ≤ room c → places (base c) l ++ places_of st = ps ++ p :: qs → apart p.1 p.2 q.1 q.2) as H.
  { induction l as [|n l IHl]; intros ps Hl E; simpl in *; [by eapply IH|]. destruct ps as [|p' ps]; simplify_eq/=.
    - apply elem_of_app in Hq as [Hq|Hq]; destruct q as [b m].
      + apply places_inside in Hq. right. simpl. lia.
      + destruct (places_in_chunks _ _ _ Hst Hq) as (d & Hin & ?). rewrite Forall_forall in Hd.
        destruct (Hd d Hin); [left|right]; simpl; lia.
    - eapply IHl; [lia|done]. }
  intros ps E. by eapply H.
Qed.

(** ** What frames hold *)
Section memory.
  Context {byte : Type}.
  Notation memory := (nat → byte).

  Definition bytes_at (M : memory) (p : place) : list byte := map M (seq p.1 p.2).
  (** The stack as a list of contents: what callers see of it. *)
  Definition contents (M : memory) (st : stack) : list (list byte) := map (bytes_at M) (places_of st).

  (** A step of the thread that writes into the running frame, and anywhere outside of the thread's frames. *)
  Definition writes_top (st : stack) (M M' : memory) : Prop :=
    ∀ p, p ∈ tail (places_of st) → ∀ i, p.1 ≤ i < p.1 + p.2 →
    (∀ t, head (places_of st) = Some t → ¬ (t.1 ≤ i < t.1 + t.2)) → M' i = M i.

  Lemma bytes_at_same M M' p : (∀ i, p.1 ≤ i < p.1 + p.2 → M' i = M i) → bytes_at M' p = bytes_at M p.
  Proof. intros H. apply map_ext_in. intros i Hi%elem_of_list_In%elem_of_seq. apply H. lia. Qed.

  (** Refinement: writing into the running frame changes the first content only;
      a push puts one in front; a pop takes the first away. *)
  Theorem write_contents M M' st : stack_ok st → writes_top st M M' → tail (contents M' st) = tail (contents M st).
  Proof.
    intros Hok Hw. unfold contents, writes_top in *. destruct (places_of st) as [|t l] eqn:E; simpl in *; [done|].
    apply map_ext_in. intros p Hp%elem_of_list_In. apply bytes_at_same. intros i Hi. apply (Hw p Hp i Hi).
    intros t' [= <-] Ht. destruct (places_apart st t [] l p Hok E Hp); lia.
  Qed.

  Theorem push_contents M n st st' : push n st st' → ∃ new, contents M st' = new :: contents M st ∧ length new = n.
  Proof.
    intros [a E]%push_places. exists (bytes_at M (a, n)). unfold contents. rewrite E. split; [done|].
    unfold bytes_at. by rewrite map_length, seq_length.
  Qed.

  Theorem pop_contents M st st' : pop st = Some st' → contents M st' = tail (contents M st).
  Proof. intros [p E]%pop_places. unfold contents. by rewrite E. Qed.
End memory.
