(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Hash-consed terms over an initial state. A table gives each term a number;
    terms refer to others by number, so that equality of values that two
    programs compute is equality of numbers. Nothing about the hash, nor about the order in
    which numbers are handed out, needs to be trusted or proved: lookups compare terms,
    and that terms only refer to earlier ones is checked once at the end. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import FMapPositive.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted.
Local Open Scope N_scope.

Notation id := positive.

(** A store that a program made: to [ss_base + ss_off], of [ss_len] bytes. *)
Record sstore : Set := SStore {
  ss_region : N; ss_base : id; ss_off : N; ss_len : nat; ss_val : id;
}.

Inductive node : Set :=
  | NInit (l : loc)                                  (* the value of a location at the start *)
  | NConst (c : N)
  | NSym (p : positive)                              (* the address of a symbol *)
  | NPlus (a : id) (c : N)                           (* modulo 2^64 *)
  | NScaled (b i : id) (k : N)                       (* b + i * k, modulo 2^64 *)
  | NOp (o : op) (k : nat) (w : N) (args : list id)  (* the low w bits of the k-th result *)
  | NXor (w : N) (args : list id)
  | NLoad (chain : list sstore) (base : id) (off : N) (n : nat)
  | NSlice (a : id) (o n : nat)
  | NParts (parts : list (nat * nat * id)).          (* what is stored, from its parts *)

Global Instance sstore_eq_dec : EqDecision sstore. Proof. solve_decision. Defined.
Global Instance node_eq_dec : EqDecision node. Proof. solve_decision. Defined.

(** ** What terms mean, given the numbers' values *)

Section eval.
  Context (g : env) (s0 : state) (ρ : id -> N).

  Definition address_value (base : id) (off : N) : N := low 64 (ρ base + off).

  Definition after_store (st : sstore) (m : N -> N) : N -> N :=
    store m (address_value (ss_base st) (ss_off st)) (ss_len st) (ρ (ss_val st)).

  (** Memory after a chain of stores, the most recent first. *)
  Definition after_chain (chain : list sstore) : N -> N := foldr after_store (memory s0) chain.

  Definition part (p : nat * nat * id) (acc : N) : N :=
    N.lor (N.shiftl (low (8 * N.of_nat p.1.2) (ρ p.2)) (8 * N.of_nat p.1.1)) acc.

  Definition eval (n : node) : N :=
    match n with
    | NInit l => locs s0 l
    | NConst c => c
    | NSym p => low 64 (symbol g p)
    | NPlus a c => low 64 (ρ a + c)
    | NScaled b i k => low 64 (ρ b + ρ i * k)
    | NOp o k w args => low w (nth k (sem o (map ρ args)) 0)
    | NXor w args => low w (foldr (fun a acc => N.lxor (ρ a) acc) 0 args)
    | NLoad chain base off n => load (after_chain chain) (address_value base off) n
    | NSlice a o n => slice (8 * N.of_nat o) (8 * N.of_nat n) (ρ a)
    | NParts ps => foldr part 0 ps
    end.
End eval.

(** ** Tables *)

Record table := Table {
  next : positive;
  defs : PositiveMap.t node;
  buckets : PositiveMap.t (list id);
}.

Definition empty_table : table := Table 1 (PositiveMap.empty _) (PositiveMap.empty _).

Definition def (T : table) (i : id) : option node := PositiveMap.find i (defs T).

Definition mix (a b : N) : N := N.land (a * 31 + b + 1) 0xffffff.
Definition mix_ids (l : list id) (h : N) : N := foldr (fun i h => mix h (Npos i)) h l.

Definition hash (n : node) : positive :=
  N.succ_pos match n with
  | NInit l => 1
  | NConst c => mix 2 (N.land c 0xffff)
  | NSym p => mix 3 (Npos p)
  | NPlus a c => mix (mix 4 (Npos a)) (N.land c 0xffff)
  | NScaled b i k => mix (mix 5 (Npos b)) (Npos i)
  | NOp o k w args => mix_ids args (mix 6 (N.of_nat k))
  | NXor w args => mix_ids args 7
  | NLoad _ base off n => mix (mix 8 (Npos base)) off
  | NSlice a o n => mix (mix 9 (Npos a)) (N.of_nat o)
  | NParts ps => mix_ids (map snd ps) 10
  end.

Fixpoint search (T : table) (n : node) (l : list id) : option id :=
  match l with
  | [] => None
  | i :: l =>
      match def T i with
      | Some n' => if decide (n' = n) then Some i else search T n l
      | None => search T n l
      end
  end.

(** The number of a term, new if need be. *)
Definition intern (T : table) (n : node) : option (table * id) :=
  let h := hash n in
  let b := match PositiveMap.find h (buckets T) with Some b => b | None => [] end in
  match search T n b with
  | Some i => Some (T, i)
  | None =>
      match def T (next T) with
      | Some _ => None
      | None => Some (Table (Pos.succ (next T)) (PositiveMap.add (next T) n (defs T))
                            (PositiveMap.add h (next T :: b) (buckets T)), next T)
      end
  end.

Definition extends (T T' : table) : Prop := ∀ i n, def T i = Some n -> def T' i = Some n.

Global Instance extends_preorder : PreOrder extends.
Proof. split; [by intros T i n | intros T1 T2 T3 H1 H2 i n H; auto]. Qed.

Lemma search_spec T n l i : search T n l = Some i -> def T i = Some n.
Proof.
  induction l as [|j l IH]; cbn; [done|].
  destruct (def T j) as [n'|] eqn:E; [|done]. destruct (decide (n' = n)); [|done].
  intros [= <-]. by subst.
Qed.

Lemma intern_spec T n T' i : intern T n = Some (T', i) -> extends T T' /\ def T' i = Some n.
Proof.
  unfold intern. intros H.
  set (b := match PositiveMap.find (hash n) (buckets T) with Some b => b | None => [] end) in *.
  destruct (search T n b) as [j|] eqn:E.
  - simplify_eq. split; [done|]. by eapply search_spec.
  - destruct (def T (next T)) as [m|] eqn:D; [done|]. injection H as <- <-. split.
    + intros j m Hj. unfold def; cbn [defs]. rewrite PositiveMap.gso; [exact Hj|].
      intros ->. rewrite D in Hj. done.
    + unfold def; cbn [defs]. apply PositiveMap.gss.
Qed.

(** ** Values of the numbers of a table *)

Section models.
  Context (g : env) (s0 : state).

  Definition models (ρ : id -> N) (T : table) : Prop :=
    ∀ i n, def T i = Some n -> ρ i = eval g s0 ρ n.

  Lemma models_extends ρ T T' : extends T T' -> models ρ T' -> models ρ T.
  Proof. intros H M i n Hi. by apply M, H. Qed.
End models.

(** ** Every table whose terms refer to earlier ones has values *)

Definition refers (n : node) : list id :=
  let of_store st := [ss_base st; ss_val st] in
  match n with
  | NInit _ | NConst _ | NSym _ => []
  | NPlus a _ | NSlice a _ _ => [a]
  | NScaled b i _ => [b; i]
  | NOp _ _ _ args | NXor _ args => args
  | NLoad chain base _ _ => base :: flat_map of_store chain
  | NParts ps => map snd ps
  end.

Definition refers_back (p : id * node) : bool :=
  forallb (fun j => (j <? p.1)%positive) (refers p.2).

Definition well_founded_table (T : table) : bool :=
  forallb refers_back (PositiveMap.elements (defs T)).

Section existence.
  Context (g : env) (s0 : state).

  Lemma eval_agree ρ ρ' n : (∀ j, j ∈ refers n -> ρ j = ρ' j) -> eval g s0 ρ n = eval g s0 ρ' n.
  Proof.
    destruct n as [l|c|p|a c|b i k|o k w args|w args|chain base off m|a o m|ps]; cbn; intros H; try done.
    - rewrite H; [done|left].
    - rewrite (H b), (H i); [done| right; left | left].
    - assert (map ρ args = map ρ' args) as ->; [|done].
      induction args as [|x l IH]; cbn; [done|]. f_equal; [apply H; left | apply IH; intros; apply H; by right].
    - f_equal. induction args as [|x l IH]; cbn; [done|].
      f_equal; [apply H; left | apply IH; intros; apply H; by right].
    - unfold address_value. rewrite (H base) by left. f_equal.
      assert (∀ j, j ∈ flat_map (fun st => [ss_base st; ss_val st]) chain -> ρ j = ρ' j) as Hc
        by (intros; apply H; by right). clear H.
      unfold after_chain. induction chain as [|st chain IH]; cbn; [done|].
      rewrite IH by (intros; apply Hc; cbn; do 2 right; done).
      unfold after_store, address_value. rewrite (Hc (ss_base st)), (Hc (ss_val st)); [done| |]; cbn; [right; left|left].
    - rewrite H; [done|left].
    - induction ps as [|[[x y] z] ps IH]; cbn; [done|].
      unfold part at 1 3. cbn. rewrite (H z) by left. f_equal. apply IH. intros. apply H. by right.
  Qed.

  Fixpoint value (T : table) (fuel : nat) (i : id) : N :=
    match fuel with
    | O => 0
    | S fuel => match def T i with Some n => eval g s0 (value T fuel) n | None => 0 end
    end.

  Theorem well_founded_models T :
    well_founded_table T = true -> ∃ ρ, models g s0 ρ T.
  Proof.
    unfold well_founded_table. intros H. rewrite forallb_forall in H.
    assert (Hback : ∀ i n j, def T i = Some n -> j ∈ refers n -> (j < i)%positive).
    { intros i n j Hi Hj. unfold def in Hi. apply PositiveMap.elements_correct in Hi.
      specialize (H _ Hi). unfold refers_back in H. rewrite forallb_forall in H. cbn in H.
      apply elem_of_list_In in Hj. apply H in Hj. by apply Pos.ltb_lt in Hj. }
    assert (Hstable : ∀ f1 f2 i, (Pos.to_nat i < f1)%nat -> (Pos.to_nat i < f2)%nat -> value T f1 i = value T f2 i).
    { induction f1 as [|f1 IH]; intros f2 i H1 H2; [lia|]. destruct f2 as [|f2]; [lia|]. cbn.
      destruct (def T i) as [n|] eqn:E; [|done]. apply eval_agree. intros j Hj.
      pose proof (Hback _ _ _ E Hj). apply IH; lia. }
    exists (fun i => value T (S (Pos.to_nat i)) i). intros i n E. cbn [value]. rewrite E.
    apply eval_agree. intros j Hj. pose proof (Hback _ _ _ E Hj).
    change (value T (Pos.to_nat i) j = value T (S (Pos.to_nat j)) j). apply Hstable; lia.
  Qed.
End existence.
