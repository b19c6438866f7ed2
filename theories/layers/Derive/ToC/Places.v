(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Places in a coroutine, by the way that leads there.

    What is left of a coroutine is as long as the coroutine, and a proof that says it at each step as long as its
    square. So it is said once, where the proof begins, and then by moves: to what follows, to a side of a branch, into
    a loop. Moves pass over all that does nothing. *)
From Fairlead.Derive Require Import Freer Machine.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Core.Logic Require Import Wp.
From Fairlead.Lang.Model Require Import Source.
From Fairlead.Derive.ToC Require Import Rules Commands.

Notation fl_place := (fl_cmd * fl_kont)%type.

(** To the next command at which something happens; lines in [stops] are such commands. *)
Fixpoint settled (stops : list nat) (fuel : nat) (c : fl_cmd) (k : fl_kont) : fl_place :=
  match fuel with
  | O => (c, k)
  | S fuel =>
    match c with
    | Seq c1 c2 => settled stops fuel c1 (KSeq c2 :: k)
    | Block c => settled stops fuel c (KBlock :: k)
    | Exit n => match leave n k with Some k' => settled stops fuel Skip k' | None => (c, k) end
    | Do (BLine n) => if existsb (Nat.eqb n) stops then (c, k) else settled stops fuel Skip k
    | Skip =>
      match k with
      | KSeq c :: k => settled stops fuel c k
      | KBlock :: k => settled stops fuel Skip k
      | KLoop l c :: k => (Loop l c, k)
      | _ => (c, k)
      end
    | _ => (c, k)
    end
  end.

Inductive move := Begin | Onward | Then | Else | Into.
Definition moved (stops : list nat) (m : move) (here : fl_place) : fl_place :=
  let '(c, k) := here in
  match m, c with
  | Then, If _ c1 _ => settled stops 1000 c1 k
  | Else, If _ _ c2 => settled stops 1000 c2 k
  | Into, Loop l c => settled stops 1000 c (KLoop l c :: k)
  | Begin, _ => settled stops 1000 c k
  | Onward, Do _ => settled stops 1000 Skip k
  | _, _ => here
  end.
(** The last move is the first of the list. *)
Definition place_after (stops : list nat) (c : fl_cmd) (k : fl_kont) (ms : list move) : fl_place :=
  fold_right (moved stops) (c, k) ms.
Definition at_place stops p c k ms s ls : fl_state :=
  let '(c, k) := place_after stops c k ms in Running c p k s ls.

(** What is done there, without what is inside. *)
Inductive deed := Basic (b : basic) | Test (e : expr) | Round | Other.
Definition deed_at (stops : list nat) c k ms : deed :=
  match fst (place_after stops c k ms) with
  | Do b => Basic b
  | If e _ _ => Test e
  | Loop _ _ => Round
  | _ => Other
  end.

(** Where shared code begins. *)
Definition stop_lines (places : list (option (nat * fl_kont))) : list nat :=
  omap (λ here, fst <$> here) places.

Section places.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Local Notation D := (fl Q source external).
  Context (Ψ : fl_state → Prop).
  Local Notation ev := (eventually D Ψ).
  Context (stops : list nat) (p : procedure) (c : fl_cmd) (k : fl_kont).
  Implicit Types (s : store fl_point) (ls : list fl_link) (ms : list move).

  Lemma ev_settled fuel c' k' s ls :
    ev (let '(c, k) := settled stops fuel c' k' in Running c p k s ls) → ev (Running c' p k' s ls).
  Proof.
    revert c' k'. induction fuel as [|fuel IH]; intros c' k'; [done|]. simpl.
    destruct c' as [|b|c1 c2|e c1 c2|c'|l c'|n|l c'|l|l x|l x|x|]; try done.
    - destruct k' as [|[c'| |l c'] k']; try done; intros H.
      + apply ev_skip_seq, IH, H.
      + apply ev_skip_block, IH, H.
      + apply ev_skip_loop, H.
    - destruct b; try done. destruct (existsb _ _); [done|]. intros H. apply ev_line, IH, H.
    - intros H. apply ev_seq, IH, H.
    - intros H. apply ev_block, IH, H.
    - destruct (leave n k') eqn:Hl; [|done]. intros H. eapply ev_exit; [exact Hl|]. apply IH, H.
  Qed.

  (* that it goes on for a thousand times is for computers *)
  #[global] Opaque settled.
  Notation here ms s ls := (at_place stops p c k ms s ls).
  Lemma ev_place s ls : ev (here [Begin] s ls) → ev (Running c p k s ls).
  Proof. apply (ev_settled 1000). Qed.

  (** The command at a place, and what follows it. *)
  Lemma ev_explicit ms c' k' s ls :
    place_after stops c k ms = (c', k') → ev (Running c' p k' s ls) → ev (here ms s ls).
  Proof. intros Hp. unfold at_place. by rewrite Hp. Qed.
  Lemma ev_at_do ms b s s' ls :
    deed_at stops c k ms = Basic b → run_basic (W Q source) (λ _ s, s) external b s = Ok s' →
    ev (here (Onward :: ms) s' ls) → ev (here ms s ls).
  Proof.
    unfold deed_at, at_place. simpl. destruct (place_after stops c k ms) as [c' k']. destruct c'; try done. simpl.
    intros [= ->] Hs H. eapply ev_do; [exact Hs|]. apply (ev_settled 1000), H.
  Qed.
  Lemma ev_at_if ms e (b : bool) s ls :
    deed_at stops c k ms = Test e → eval_bool (W Q source) e s = Ok b →
    ev (here ((if b then Then else Else) :: ms) s ls) → ev (here ms s ls).
  Proof.
    unfold deed_at, at_place. simpl. destruct (place_after stops c k ms) as [c' k']. destruct c'; try done. simpl.
    intros [= ->] Hb H. eapply ev_if; [exact Hb|]. destruct b; apply (ev_settled 1000), H.
  Qed.
  Lemma ev_at_round ms s ls : deed_at stops c k ms = Round → ev (here (Into :: ms) s ls) → ev (here ms s ls).
  Proof.
    unfold deed_at, at_place. simpl. destruct (place_after stops c k ms) as [c' k']. destruct c'; try done. simpl.
    intros _ H. apply ev_loop, (ev_settled 1000), H.
  Qed.
End places.
