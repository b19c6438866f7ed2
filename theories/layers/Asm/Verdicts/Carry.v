(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Triples of flat code, and how they carry over from one file to another: what `fairlead asm coq CLEAN.S FAST.S'
    prints rests on this. Both files are flat code, as `fairlead asm coq FILE.S' prints one. Evidence says how they
    hang together, in blocks or in structured code; [check_pair] computes whether it does. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Describe_trusted Run_trusted Flat_trusted
  Structured_trusted.
From Fairlead.Asm.Footprints Require Import Reorder.
From Fairlead.Asm.Control Require Import Loops Lowering Unlowered.
From Fairlead.Asm.Symbolic Require Import Equivalence.
From Fairlead.Asm.Refinement Require Import Refines.
From Fairlead.Asm.Transform Require Import Scripts.
From Fairlead.Asm.Verdicts Require Import Files.

(** ** Triples *)

(** [p] returns: from position [at_] it comes to a halt without error, in [r], and shows [t] on the way. *)
Definition flat_returns (g : env) (p : list flat) (at_ : nat) (s r : state) (t : list event) : Prop :=
  ∃ n, finishes g p n at_ s r t.

(** Total: from every state with the precondition, whose registers hold what they can hold, it returns. The
    postcondition speaks of the states before and after. *)
Definition flat_triple (g : env) (p : list flat) (at_ : nat) (pre : state -> Prop) (post : state -> state -> Prop)
  : Prop :=
  ∀ s, well_formed s -> pre s -> ∃ r t, flat_returns g p at_ s r t /\ post s r.

(** Runs that begin alike, in any sense of alike, show the same. *)
Definition flat_secret (g : env) (p : list flat) (at_ : nat) (same : state -> state -> Prop) : Prop :=
  ∀ s1 s2 r1 r2 t1 t2, well_formed s1 -> well_formed s2 -> same s1 s2 ->
    flat_returns g p at_ s1 r1 t1 -> flat_returns g p at_ s2 r2 t2 -> t1 = t2.

(** A postcondition that looks at nothing which may differ: memory and live locations only. *)
Definition looks_at (live : list loc) (post : state -> state -> Prop) : Prop :=
  ∀ s r r', agree live r r' -> post s r -> post s r'.

(** Where regions are declared to be disjoint: in pairs. *)
Definition pairs (l : list (N * N)) : relation := fun r q =>
  existsb (fun '(a, b) => (r =? a)%N && (q =? b)%N || (r =? b)%N && (q =? a)%N) l.

(** All locations but flags, and but those listed. *)
Definition live_but (dead : list loc) : list loc :=
  List.filter (fun l => match l with F _ => false | _ => negb (bool_decide (l ∈ dead)) end) every_location.

(** ** Evidence *)

Global Instance flat_eq_dec : EqDecision flat.
Proof. solve_decision. Defined.

(** [InBlocks]: of each block, how many instructions it has in the clean and in the fast file, how it ends, and why the
    one may stand for the other. [InScripts]: of each stretch of code up to a return, its loops and conditionals in
    both, and the edits that lead from the one to the other. *)
Inductive evidence : Set :=
  | InBlocks (l : list (nat * nat * exit * hint))
  | InScripts (l : list (code * code * list edit)).

Definition instrs_in (p : list flat) : list instr := flat_map (fun f => match f with FInstr i => [i] | _ => [] end) p.

Definition exit_size (e : exit) : nat := match e with Fall => 0 | _ => 1 end.

Fixpoint cut (l : list (nat * exit)) (p : list flat) : program :=
  match l with
  | [] => []
  | (n, e) :: l => (instrs_in (take n p), e) :: cut l (drop (n + exit_size e) p)
  end.

Definition clean_blocks (l : list (nat * nat * exit * hint)) : list (nat * exit) := map (fun '(n, _, e, _) => (n, e)) l.
Definition fast_blocks (l : list (nat * nat * exit * hint)) : list (nat * exit) := map (fun '(_, m, e, _) => (m, e)) l.

(** Structured code one after the other, with a halt behind each. *)
Fixpoint laid (at_ : nat) (l : list code) : list flat :=
  match l with
  | [] => []
  | x :: l => lower at_ x ++ FHalt :: laid (at_ + size x + 1) l
  end.

Definition check_pair (rel : relation) (live : list loc) (e : evidence) (clean fast : list flat) : bool :=
  match e with
  | InBlocks l =>
      let P := cut (clean_blocks l) clean in let Q := cut (fast_blocks l) fast in
      bool_decide (layout P = clean) && bool_decide (layout Q = fast) &&
      check_blocks rel live (map snd l) P Q
  | InScripts l =>
      bool_decide (laid 0 (map (fun x => x.1.1) l) = clean) && bool_decide (laid 0 (map (fun x => x.1.2) l) = fast) &&
      forallb (fun '(x, y, script) => check_script rel script x y) l
  end.

(** Where one may enter: positions in the clean and in the fast file that correspond. *)
Fixpoint entered {A} (sizes : A -> nat * nat) (i j : nat) (l : list A) : list (nat * nat) :=
  match l with
  | [] => []
  | x :: l => (i, j) :: entered sizes (i + (sizes x).1) (j + (sizes x).2) l
  end.

Definition entries (P Q : program) : list (nat * nat) :=
  map (fun k => (start P k, start Q k)) (List.seq 0 (length P)).

Definition check_entry (e : evidence) (clean fast : list flat) (i j : nat) : bool :=
  match e with
  | InBlocks l =>
      existsb (fun '(a, b) => (a =? i) && (b =? j)) (entries (cut (clean_blocks l) clean) (cut (fast_blocks l) fast))
  | InScripts l =>
      existsb (fun '(a, b) => (a =? i) && (b =? j)) (entered (fun x => (size x.1.1 + 1, size x.1.2 + 1)) 0 0 l)
  end.

(** ** They carry over *)

Section carry.
  Context (g : env) (rel : relation) (live : list loc) (Hrel : respects g rel).

  Lemma halts_returns P k s r t : halts g P k s r t <-> flat_returns g (layout P) (start P k) s r t.
  Proof using.
    unfold flat_returns, finishes. split; [intros (n & pc & ?); eauto|intros (n & pc & ?); by exists n, pc].
  Qed.

  (** One stretch of structured code, with a halt behind it. *)
  Lemma lowered_returns p at_ x s r t :
    stands p at_ (lower at_ x ++ [FHalt]) -> flat_returns g p at_ s r t <-> executes g x s r t.
  Proof using.
    intros Hp. apply stands_app in Hp as [Hx Hh]. rewrite lower_length in Hh. apply stands_cons in Hh as [Hh _]. split.
    - intros [n H]. destruct (lower_executes g p n x at_ s r t Hx H) as (m & s1 & t1 & t2 & _ & X & F & ->).
      destruct (finishes_halt g p _ _ _ _ _ Hh F) as [-> ->]. by rewrite app_nil_r.
    - intros H. destruct (lower_reaches g p x s r t H at_ Hx) as [n Hn]. exists n, (at_ + size x). by split.
  Qed.

  Lemma laid_at (f : (code * code * list edit) -> code) l base i x :
    nth_error l i = Some x ->
    stands (laid base (map f l)) (list_sum (map (fun y => size (f y) + 1) (take i l)))
      (lower (base + list_sum (map (fun y => size (f y) + 1) (take i l))) (f x) ++ [FHalt]).
  Proof using.
    revert base i. induction l as [|y l IH]; intros base [|i] H; cbn in H; simplify_eq;
      cbn [map laid take list_sum foldr].
    - intros k v Hk. cbn. rewrite Nat.add_0_r in Hk. change (FHalt :: laid (base + size (f x) + 1) (map f l))
        with ([FHalt] ++ laid (base + size (f x) + 1) (map f l)). rewrite app_assoc, nth_error_app1; [done|].
      apply nth_error_Some. by rewrite Hk.
    - intros k v Hk. specialize (IH (base + size (f y) + 1) i H). unfold list_sum in *.
      rewrite <- !Nat.add_assoc in IH. cbn in Hk. rewrite <- !Nat.add_assoc in Hk. apply IH in Hk.
      rewrite nth_error_app2 by (rewrite lower_length; lia). rewrite lower_length.
      match goal with |- nth_error _ ?n = _ =>
        replace n with (S (foldr Nat.add 0 (map (λ y0, size (f y0) + 1) (take i l)) + k)) by lia end.
      cbn [nth_error]. rewrite <- Nat.add_assoc. done.
  Qed.

  Lemma entered_at {A} (sizes : A -> nat * nat) i0 j0 l i j :
    existsb (fun '(a, b) => (a =? i) && (b =? j)) (entered sizes i0 j0 l) = true ->
    ∃ k x, nth_error l k = Some x /\ i = i0 + list_sum (map (fun y => (sizes y).1) (take k l)) /\
      j = j0 + list_sum (map (fun y => (sizes y).2) (take k l)).
  Proof using.
    revert i0 j0. induction l as [|x l IH]; intros i0 j0 H; cbn in H; [done|].
    apply orb_true_iff in H as [[->%Nat.eqb_eq ->%Nat.eqb_eq]%andb_true_iff|H].
    - exists 0, x. cbn. by rewrite !Nat.add_0_r.
    - destruct (IH _ _ H) as (k & y & Hk & -> & ->). exists (S k), y. cbn. split; [done|]. unfold list_sum. lia.
  Qed.

  (** What the clean file does, the fast file does, up to what is dead; and it shows no more. *)
  Lemma pair_returns e clean fast i j :
    check_pair rel live e clean fast = true -> check_entry e clean fast i j = true ->
    (∀ s r t, well_formed s -> flat_returns g clean i s r t ->
      ∃ r' u, flat_returns g fast j s r' u /\ agree live r r') /\
    (∀ s1 s2 r1 r2 t q1 q2 u1 u2, well_formed s1 -> well_formed s2 ->
      flat_returns g clean i s1 r1 t -> flat_returns g clean i s2 r2 t ->
      flat_returns g fast j s1 q1 u1 -> flat_returns g fast j s2 q2 u2 -> u1 = u2).
  Proof using Hrel.
    destruct e as [l|l]; cbn [check_pair check_entry]; intros H He.
    - apply andb_true_iff in H as [[HP%bool_decide_eq_true HQ%bool_decide_eq_true]%andb_true_iff H].
      set (P := cut (clean_blocks l) clean) in *. set (Q := cut (fast_blocks l) fast) in *.
      apply existsb_exists in He as ([a b] & Hin & [->%Nat.eqb_eq ->%Nat.eqb_eq]%andb_true_iff).
      apply in_map_iff in Hin as (k & [= <- <-] & _).
      assert (∀ s r t, flat_returns g clean (start P k) s r t <-> halts g P k s r t) as EP
        by (intros; rewrite halts_returns; by rewrite HP).
      assert (∀ s r t, flat_returns g fast (start Q k) s r t <-> halts g Q k s r t) as EQ
        by (intros; rewrite halts_returns; by rewrite HQ).
      split.
      + intros s r t Hs Hr%EP.
        destruct (check_blocks_halts g rel live Hrel _ P Q k s r t H Hs Hr) as (r' & u & Hu & Ha).
        exists r', u. by rewrite EQ.
      + intros s1 s2 r1 r2 t q1 q2 u1 u2 W1 W2 H1%EP H2%EP Q1%EQ Q2%EQ.
        by apply (check_blocks_leak_no_more g rel live Hrel _ P Q k s1 s2 r1 r2 t q1 q2 u1 u2 H).
    - apply andb_true_iff in H as [[HP%bool_decide_eq_true HQ%bool_decide_eq_true]%andb_true_iff H].
      destruct (entered_at _ _ _ _ _ _ He) as (k & [[x y] script] & Hk & -> & ->). cbn [fst snd Nat.add].
      rewrite forallb_forall in H. specialize (H (x, y, script) (nth_error_In _ _ Hk)). cbn in H.
      pose proof (check_script_refines g rel Hrel script x y H) as R.
      pose proof (laid_at (fun z => z.1.1) l 0 k _ Hk) as SP. pose proof (laid_at (fun z => z.1.2) l 0 k _ Hk) as SQ.
      rewrite HP in SP. rewrite HQ in SQ. cbn [fst snd Nat.add] in SP, SQ.
      split.
      + intros s r t Hs Hr%(lowered_returns _ _ _ _ _ _ SP). destruct (refines_runs g x y s r t R Hs Hr) as [u Hu].
        exists r, u. rewrite (lowered_returns _ _ _ _ _ _ SQ). by split.
      + intros s1 s2 r1 r2 t q1 q2 u1 u2 W1 W2 H1 H2 Q1 Q2.
        rewrite lowered_returns in H1, H2 by exact SP. rewrite lowered_returns in Q1, Q2 by exact SQ.
        by apply (refines_leaks_no_more g x y s1 s2 r1 r2 t q1 q2 u1 u2 R).
  Qed.

  Theorem triples_carry e clean fast i j pre post :
    check_pair rel live e clean fast = true -> check_entry e clean fast i j = true -> looks_at live post ->
    flat_triple g clean i pre post -> flat_triple g fast j pre post.
  Proof using Hrel.
    intros H He Hl T s Hs Hpre. destruct (T s Hs Hpre) as (r & t & Hr & Hq).
    destruct (pair_returns e clean fast i j H He) as [Hruns _].
    destruct (Hruns s r t Hs Hr) as (r' & u & Hu & Ha). exists r', u. split; [done|]. by apply (Hl s r r').
  Qed.

  Theorem secrets_carry e clean fast i j pre post (same : state -> state -> Prop) :
    check_pair rel live e clean fast = true -> check_entry e clean fast i j = true ->
    flat_triple g clean i pre post -> (∀ s1 s2, same s1 s2 -> pre s1 /\ pre s2) ->
    flat_secret g clean i same -> flat_secret g fast j same.
  Proof using Hrel.
    intros H He T Hsame C s1 s2 q1 q2 u1 u2 W1 W2 Hs Q1 Q2. destruct (Hsame s1 s2 Hs) as [P1 P2].
    destruct (T s1 W1 P1) as (r1 & t1 & R1 & _), (T s2 W2 P2) as (r2 & t2 & R2 & _).
    pose proof (C s1 s2 r1 r2 t1 t2 W1 W2 Hs R1 R2) as <-.
    destruct (pair_returns e clean fast i j H He) as [_ Hleak].
    by apply (Hleak s1 s2 r1 r2 t1 q1 q2 u1 u2).
  Qed.
End carry.

(** ** No promise is made of nothing *)

(** Whatever regions are declared disjoint, unless one from itself, there is a machine on which they are: region [r] is
    the [r]-th stretch of 2^48 bytes, for all numbers up to 2^16. *)
Theorem pairs_respected (l : list (N * N)) :
  forallb (fun '(a, b) => negb (a =? b)%N) l = true ->
  ∃ g, respects g (pairs l) /\ ∀ r, (r < 2 ^ 16)%N -> r_size (regions g r) = (2 ^ 48)%N /\
    (r_base (regions g r) + r_size (regions g r) <= 2 ^ 64)%N /\ r_writable (regions g r) = true.
Proof.
  intros H. exists (Env (fun _ => 0%N) (fun r => Region (r * 2 ^ 48) (2 ^ 48) true)). split.
  - intros r q Hrq x Hr Hq. unfold pairs in Hrq. apply existsb_exists in Hrq as ([a b] & Hin & Hab).
    rewrite forallb_forall in H. specialize (H _ Hin). cbn in H. apply negb_true_iff, N.eqb_neq in H.
    unfold inside in Hr, Hq. cbn [regions r_base r_size] in Hr, Hq.
    assert (r ≠ q) as Hne.
    { intros ->. apply orb_true_iff in Hab as [Hab|Hab]; apply andb_true_iff in Hab as [?%N.eqb_eq ?%N.eqb_eq];
        congruence. }
    set (w := (2 ^ 48)%N) in *. assert (w > 0)%N by (vm_compute; reflexivity).
    destruct (N.lt_total r q) as [L|[L|L]]; [|done|].
    + assert ((r + 1) * w <= q * w)%N by (apply N.mul_le_mono_r; lia). lia.
    + assert ((q + 1) * w <= r * w)%N by (apply N.mul_le_mono_r; lia). lia.
  - intros r Hr. cbn [regions r_base r_size r_writable]. split; [done|]. split; [|done].
    assert ((r + 1) * 2 ^ 48 <= 2 ^ 16 * 2 ^ 48)%N by (apply N.mul_le_mono_r; lia).
    change (2 ^ 64)%N with (2 ^ 16 * 2 ^ 48)%N. lia.
Qed.
