(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Slices are there once, and ways in lead behind their calls.

    [enter] is C's [switch] on where the frame waits: what is left of the
    function at a way in. It is what is left behind the call of that number. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Threads.Text Require Import Code Told Printed.

(** ** Slices *)

Definition call_said (c : call) : list nat :=
  (match called c with ByName _ => [] | ByPointer _ e => text_places e end) ++
  flat_map (λ a, text_places a.2) (arguments c).

(** Tokens of the source in what was said, by their places. *)
Fixpoint said (s : stmt) : list nat :=
  match s with
  | TNone | TNothing | TPart _ | TLabel _ | TGoto _ | TBreak | TContinue | TReturn None | TDefine _ _ _ None => []
  | TThen a b => said a ++ said b
  | TText t | TEval t | TSet _ _ _ _ t | TDefine _ _ _ (Some t) | TCase t | TReturn (Some (_, _, t)) => text_places t
  | TCall c => call_said c
  | TBlock s => said s
  | TIf t a b => text_places t ++ said a ++ said b
  | TWhile t s | TSwitch t s => text_places t ++ said s
  | TDo s t => said s ++ text_places t
  | TFor s _ latch => said s ++ said latch
  end.

(** Only frames are made through pointers. *)
Definition call_fine (c : call) : bool :=
  match manner_of c, called c with Primitive, ByPointer _ _ | Shared, ByPointer _ _ => false | _, _ => true end.
Fixpoint calls_fine (s : stmt) : bool :=
  match s with
  | TCall c => call_fine c
  | TThen a b | TIf _ a b | TFor a _ b => calls_fine a && calls_fine b
  | TBlock s | TWhile _ s | TDo s _ | TSwitch _ s => calls_fine s
  | _ => true
  end.

Lemma text_places_app a b : text_places (a ++ b) = text_places a ++ text_places b.
Proof. unfold text_places. by rewrite flat_map_app. Qed.
Lemma text_places_passed l : text_places (passed l) = flat_map (λ a, text_places a.2) l.
Proof. induction l as [|a l IH]; [done|]. unfold passed in *. simpl. by rewrite text_places_app, IH. Qed.
Lemma places_in_order l : places (in_order l) = flat_map places l.
Proof. induction l as [|c l IH]; simpl; [done|]. by rewrite IH. Qed.
Lemma ways_in_order l : ways (in_order l) = flat_map ways l.
Proof. induction l as [|c l IH]; simpl; [done|]. by rewrite IH. Qed.

(** ** Ways in *)

Inductive item :=
| KThen (c : code)
| KWhile (t : text) (c : code)
| KDo (c : code) (t : text)
| KFor (c : code)
| KSwitch.

(** Where a way leads: what comes first there, and what is left behind that. *)
Fixpoint enter (k : nat) (c : code) (K : list item) : option (code * list item) :=
  match c with
  | CThen a b => match enter k a (KThen b :: K) with Some r => Some r | None => enter k b K end
  | CElse _ a b => match enter k a K with Some r => Some r | None => enter k b K end
  | CBraces c | CIf _ c => enter k c K
  | CWhile t c => enter k c (KWhile t c :: K)
  | CDo c t => enter k c (KDo c t :: K)
  | CFor c => enter k c (KFor c :: K)
  | CSwitch _ c => enter k c (KSwitch :: K)
  | CResume _ l c => if (k =? l)%nat then Some (c, K) else enter k c K
  | CLanding _ l => if (k =? l)%nat then Some (CNone, K) else None
  | _ => None
  end.

Lemma enter_none k c K : k ∉ ways c → enter k c K = None.
Proof.
  revert K. induction c; intros K; simpl; rewrite ?elem_of_app, ?elem_of_cons, ?elem_of_nil; intros Hk; auto.
  - rewrite IHc1, IHc2; naive_solver.
  - rewrite IHc1, IHc2; naive_solver.
  - destruct (Nat.eqb_spec k k0); [subst; exfalso; naive_solver|]. naive_solver.
  - destruct (Nat.eqb_spec k k0); [subst; exfalso; naive_solver|done].
Qed.

Section ways.
  Context (number : nat → token) (name : token) (size : list token).
  Local Notation code_of := (code_of number name size).
  Local Notation call_code := (call_code number size).

  Lemma places_definitions name_of l : places (definitions name_of l) = flat_map (λ a, text_places a.2) l.
  Proof.
    unfold definitions. rewrite places_in_order. revert name_of.
    induction l as [|a l IH]; intros name_of; simpl; [done|].
    f_equal. apply (IH (name_of ∘ S)).
  Qed.

  Lemma result_of_places c : text_places (result_of c) = [].
  Proof. unfold result_of. by destruct (result_scalar c). Qed.

  Lemma names_places l : text_places (names l) = [].
  Proof. destruct l as [|a l]; [done|]. simpl. by induction l. Qed.
  Lemma types_places l : text_places (types l) = [].
  Proof. destruct l as [|a l]; [done|]. simpl. by induction l. Qed.

  Lemma pushed_places c s : places (pushed number c s) ≡ₚ call_said c.
  Proof.
    unfold pushed, call_said. destruct (called c) as [f|ty e].
    - cbn [places]. rewrite places_definitions.
      assert (∀ x : text, places (match fixed c with Some _ => CRaw [Own (area c)] | None => CNone end) = []) as ->
        by (by destruct (fixed c)); [|exact []].
      simpl. rewrite text_places_app, text_places_passed.
      assert (text_places
        [match fixed c with Some _ => own ", fl__v , sizeof fl__v )" | None => Own [")"%string] end] = []) as ->
        by (by destruct (fixed c)).
      rewrite app_nil_r. generalize (match fixed c with Some n => n | None => length (arguments c) end). intros n.
      rewrite <-flat_map_app. rewrite <-(take_drop n (arguments c)) at 3. rewrite !flat_map_app.
      apply Permutation_app_comm.
    - rewrite places_in_order. cbn [flat_map places].
      rewrite places_definitions, !text_places_app, names_places, types_places.
      simpl. by rewrite !app_nil_r.
  Qed.
  Lemma bytes_places v from : places (bytes_of v from) = text_places from.
  Proof. unfold bytes_of. cbn [places]. rewrite !text_places_app. simpl. by rewrite app_nil_r. Qed.

  Lemma set_places f ty align v t : places (set_code f ty align v t) = text_places t.
  Proof. destruct f; [done|]. simpl. by rewrite !app_nil_r. Qed.

  Lemma return_places t : places (return_code t) = match t with Some (_, _, t) => text_places t | None => [] end.
  Proof.
    destruct t as [[[[] ty] t]|]; [..|done]; simpl; rewrite ?text_places_app; simpl; by rewrite !app_nil_r.
  Qed.

  Lemma part_places named p : places (part_code number name named p) = [].
  Proof.
    unfold part_code. rewrite places_in_order.
    assert (∀ {A} (g : A → code) l, (∀ x, places (g x) = []) → flat_map places (map g l) = []) as Hmap.
    { intros A g l Hg. induction l as [|x l IH]; simpl; [done|]. by rewrite Hg. }
    rewrite !flat_map_app, Hmap by done. cbn [flat_map places]. rewrite places_in_order, !flat_map_app, Hmap by done.
    by destruct (part_breaks p), (part_continues p).
  Qed.

  Lemma call_places named c : call_fine c = true → places (call_code named c) ≡ₚ call_said c.
  Proof.
    unfold call_fine, Printed.call_code. intros Hc.
    destruct (manner_of c) eqn:Em; cbn [places]; rewrite places_in_order; cbn [flat_map places].
    - unfold call_said. destruct (called c); [|done]. rewrite !text_places_app, text_places_passed.
      destruct (into c) as [[]|]; simpl; by rewrite !app_nil_r.
    - rewrite pushed_places.
      assert (places match into c with
        | Some (v, Assigned) => CAct ([Place v; Own ["="%string]] ++ result_of c)
        | Some (v, Moved) => bytes_of v (result_of c)
        | None => CNone end = []) as ->.
      { destruct (into c) as [[v []]|]; cbn [places]; [rewrite text_places_app| |done];
          rewrite ?bytes_places; by rewrite result_of_places. }
      unfold run_of. destruct (called c); simpl; by rewrite !app_nil_r.
    - unfold call_said. destruct (called c); [|done]. rewrite !text_places_app, text_places_passed.
      destruct (into c) as [[v []]|]; simpl; by rewrite !app_nil_r.
    - rewrite pushed_places. unfold run_of. destruct (called c); simpl; by rewrite !app_nil_r.
  Qed.

  (** The slices of what is printed are those that were said, each once. *)
  Lemma code_places named s : calls_fine s = true → places (code_of named s) ≡ₚ said s.
  Proof.
    revert named. induction s as [|a IHa b IHb| | | |f ty align v t|ty align x t|c|p|s IH|t a IHa b IHb|t s IH|s IH t
      |a IHa l b IHb|t s IH| | | | | |t]; intros named Hs; cbn [calls_fine] in Hs; rewrite ?andb_true_iff in Hs;
      cbn [Printed.code_of places said]; try done.
    - destruct Hs. by rewrite IHa, IHb.
    - by rewrite set_places.
    - destruct t; [|done]. simpl. done.
    - by apply call_places.
    - by rewrite part_places.
    - by apply IH.
    - destruct Hs as [Ha Hb]. specialize (IHa named Ha). specialize (IHb named Hb).
      destruct b; cbn; rewrite IHa; try (by rewrite IHb). cbn. by rewrite app_nil_r.
    - by rewrite IH.
    - by rewrite IH.
    - destruct Hs. destruct l; cbn; by rewrite IHa, IHb.
    - by rewrite IH.
    - rewrite return_places. by destruct t as [[[] ?]|].
  Qed.

  (** Calls, whether they are in a switch of the source, and what is left behind each. *)
  Fixpoint calls_in (named : bool) (s : stmt) (K : list item) : list (bool * call * list item) :=
    match s with
    | TThen a b => calls_in named a (KThen (code_of named b) :: K) ++ calls_in named b K
    | TCall c => [(named, c, K)]
    | TBlock s => calls_in named s K
    | TIf _ a b => calls_in named a K ++ calls_in named b K
    | TWhile t s => calls_in named s (KWhile t (CBraces (code_of named s)) :: K)
    | TDo s t => calls_in named s (KDo (CBraces (code_of named s)) t :: K)
    | TFor s l latch =>
        let behind := CThen (match l with Some n => CLabel n | None => CNone end) (code_of named latch) in
        let around := KFor (CBraces (CThen (CBraces (code_of named s)) behind)) :: K in
        calls_in named s (KThen behind :: around) ++ calls_in named latch around
    | TSwitch _ s => calls_in true s (KSwitch :: K)
    | _ => []
    end.

  Lemma way_of_call named c : manner_of c ≠ Tail → call_number c ∈ ways (call_code named c).
  Proof.
    unfold Printed.call_code. intros Hm. destruct (manner_of c) eqn:E; [..|done];
      cbn [ways]; rewrite ways_in_order; cbn [flat_map ways]; set_solver.
  Qed.

  Lemma ways_if named t a b :
    ways (code_of named (TIf t a b)) = ways (code_of named a) ++ ways (code_of named b).
  Proof. destruct b; cbn [Printed.code_of ways]; by rewrite ?app_nil_r. Qed.
  Lemma ways_for named a l b :
    ways (code_of named (TFor a l b)) = ways (code_of named a) ++ ways (code_of named b).
  Proof. by destruct l. Qed.
  Lemma enter_if named t a b k K :
    enter k (code_of named (TIf t a b)) K =
    match enter k (code_of named a) K with Some r => Some r | None => enter k (code_of named b) K end.
  Proof. destruct b; cbn [Printed.code_of enter]; try done. by destruct (enter _ (code_of named a) K). Qed.

  Lemma calls_in_ways named s K n c K' :
    (n, c, K') ∈ calls_in named s K → manner_of c ≠ Tail → call_number c ∈ ways (code_of named s).
  Proof.
    revert named K. induction s as [|a IHa b IHb| | | | | |d| |s IH|t a IHa b IHb|t s IH|s IH t
      |a IHa l b IHb|t s IH| | | | | |]; intros named K; cbn [calls_in]; rewrite ?elem_of_app, ?elem_of_nil;
      intros Hc Hm; try done.
    - cbn. rewrite elem_of_app. naive_solver.
    - apply elem_of_list_singleton in Hc as [= -> -> ->]. by apply way_of_call.
    - cbn. eauto.
    - rewrite ways_if, elem_of_app. naive_solver.
    - cbn. eauto.
    - cbn. eauto.
    - rewrite ways_for, elem_of_app. naive_solver.
    - cbn. eauto.
  Qed.

  (** Resumed, a function goes on behind the call that it waits in. *)
  Lemma enter_call named s K n c K' :
    NoDup (ways (code_of named s)) → (n, c, K') ∈ calls_in named s K → manner_of c ≠ Tail →
    enter (call_number c) (code_of named s) K = enter (call_number c) (call_code n c) K'.
  Proof.
    intros Hd Hc Hm. revert named K Hd Hc. induction s as [|a IHa b IHb| | | | | |d| |s IH|t a IHa b IHb|t s IH|s IH t
      |a IHa l b IHb|t s IH| | | | | |]; intros named K; cbn [calls_in]; rewrite ?elem_of_app, ?elem_of_nil;
      intros Hd Hc; try done.
    - cbn [Printed.code_of ways enter] in Hd |- *. apply NoDup_app in Hd as (Ha & Hab & Hb). destruct Hc as [Hc|Hc].
      + rewrite (IHa _ _ Ha Hc). destruct (enter (call_number c) (call_code n c) K'); [done|].
        rewrite (enter_none (call_number c) (code_of named b)); [done|]. eapply Hab, calls_in_ways; eauto.
      + rewrite (enter_none (call_number c) (code_of named a)); [by apply IHb|]. intros Hin. eapply Hab; [exact Hin|].
        by eapply calls_in_ways.
    - apply elem_of_list_singleton in Hc as [= -> -> ->]. done.
    - cbn [Printed.code_of ways enter] in Hd |- *. by apply IH.
    - rewrite ways_if in Hd. apply NoDup_app in Hd as (Ha & Hab & Hb). rewrite enter_if.
      destruct Hc as [Hc|Hc].
      + rewrite (IHa _ _ Ha Hc). destruct (enter (call_number c) (call_code n c) K'); [done|].
        apply enter_none. eapply Hab, calls_in_ways; eauto.
      + rewrite (enter_none (call_number c) (code_of named a)); [by apply IHb|]. intros Hin. eapply Hab; [exact Hin|].
        by eapply calls_in_ways.
    - cbn [Printed.code_of ways enter] in Hd |- *. by apply IH.
    - cbn [Printed.code_of ways enter] in Hd |- *. by apply IH.
    - rewrite ways_for in Hd. apply NoDup_app in Hd as (Ha & Hab & Hb).
      cbn [Printed.code_of enter]. destruct Hc as [Hc|Hc].
      + rewrite (IHa _ _ Ha Hc). destruct (enter (call_number c) (call_code n c) K'); [done|].
        destruct l; simpl; apply enter_none; eapply Hab, calls_in_ways; eauto.
      + rewrite (enter_none (call_number c) (code_of named a)).
        * destruct l; simpl; by apply IHb.
        * intros Hin. eapply Hab; [exact Hin|]. by eapply calls_in_ways.
    - cbn [Printed.code_of ways enter] in Hd |- *. by apply IH.
  Qed.
End ways.

Definition unit_fine number name size (u : unit_of_c) : bool :=
  calls_fine (body u) && distinct (ways (code_of number name size false (body u))).
