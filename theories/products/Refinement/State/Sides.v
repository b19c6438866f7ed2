(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * state.fl: what is added to a multiset waits, and is summed sixteen at a time.

    What is external is the function that sums and the hash of long values. Of the hash it is needed that its result
    has 32 bytes, of the sum nothing that its type does not say. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Typing Require Import Values Statements.
From Fairlead.Refinement Require Export State.
Local Open Scope Z_scope.

Definition externals_ok (external : nat → list data → option (list data * data)) : Prop :=
  external_ok (λ f, externs Q !! f) external ∧ (∀ f ds, external f ds ≠ None) ∧
  ∀ ds ds' h, external 1%nat ds = Some (ds', VBytes h) → len h = 32.

Section sides.
  Context (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Lemma hash_gives (b : list Z) :
    octets b → len b < 2 ^ 32 →
    ∃ b' h, external 1%nat [VBytes b] = Some ([b'], VBytes h) ∧ octets h ∧ len h = 32.
  Proof using Hext.
    intros Hb Hl. destruct Hext as (Hty & Htot & H32).
    destruct (external 1%nat [VBytes b]) as [[ds d]|] eqn:E; [|by apply Htot in E].
    destruct (Hty 1%nat _ [VBytes b] ds d eq_refl) as [Hds Hd]; [|exact E|].
    - repeat constructor; [exact Hb|exact Hl].
    - cbn in Hds, Hd. inversion Hds as [|? b' ? ? ? Hds']; subst. inversion Hds'; subst.
      inversion Hd as [| |? h [Hh _]| | | | | | |]; subst. exists b', h. split_and!; [done|exact Hh|by eapply H32].
  Qed.

  Lemma sum_gives (x : list Z) (e : Z) (m : list Z) (low high : Z) :
    0 ≤ e < 2 ^ 64 → octets m → len m < 2 ^ 32 → 0 ≤ low < 2 ^ 64 → 0 ≤ high < 2 ^ 64 →
    ∃ a b c low' high' d,
      external 0%nat [VExtern x; VInt e; VBytes m; VRecord [VInt low; VInt high]] =
        Some ([a; b; c; VRecord [VInt low'; VInt high']], d) ∧ 0 ≤ low' < 2 ^ 64 ∧ 0 ≤ high' < 2 ^ 64.
  Proof using Hext.
    intros He Hm Hml Hlow Hhigh. destruct Hext as (Hty & Htot & _).
    destruct (external 0%nat _) as [[ds d]|] eqn:E; [|by apply Htot in E].
    destruct (Hty 0%nat _ [VExtern x; VInt e; VBytes m; VRecord [VInt low; VInt high]] ds d eq_refl) as [Hds _];
      [|exact E|].
    - cbn [map snd ext_params]. constructor; [apply extern_ty|]. constructor; [apply int_ty, He|].
      constructor; [apply view_ty; by split|]. constructor; [|constructor]. apply record_ty.
      constructor; [by apply int_ty|]. constructor; [by apply int_ty|constructor].
    - cbn in Hds. inversion Hds as [|? a ? ? _ H1]; subst. inversion H1 as [|? b ? ? _ H2]; subst.
      inversion H2 as [|? c ? ? _ H3]; subst. inversion H3 as [|? y ? ? Hy H4]; subst. inversion H4; subst.
      inversion Hy as [| | | | |? ? l Hl| | | |]; subst. inversion Hl as [|? v ? ? Hv Hl']; subst.
      inversion Hl' as [|? w ? ? Hw Hl'']; subst. inversion Hl''; subst.
      inversion Hv as [|? z Hz| | | | | | | |]; subst. inversion Hw as [|? z' Hz'| | | | | | | |]; subst.
      exists a, b, c, z, z', d. split_and!; try done; apply Hz || apply Hz'.
  Qed.

  (** Up to sixteen may wait when [flush] is called. *)
  Definition side_ready (d : fside) : Prop :=
    0 ≤ f_low d < 2 ^ 64 ∧ 0 ≤ f_high d < 2 ^ 64 ∧ 0 ≤ f_count d < 2 ^ 32 ∧ octets (f_waiting d) ∧
    ∃ n, 0 ≤ n ≤ 16 ∧ len (f_waiting d) = 80 * n.

  (** What waited is summed by the external function, and nothing waits. *)
  Definition flushed (x : list Z) (e : Z) (d d' : fside) : Prop :=
    side_ok d' ∧ f_waiting d' = [] ∧ f_count d' = f_count d ∧
    (f_waiting d = [] ∧ d' = d ∨
     ∃ a b c y, external 0%nat [VExtern x; VInt e; VBytes (f_waiting d); VRecord [VInt (f_low d); VInt (f_high d)]] =
       Some ([a; b; c; VRecord [VInt (f_low d'); VInt (f_high d')]], y)).

  Lemma flush_ensures d (x : list Z) e :
    side_ready d → 0 ≤ e < 2 ^ 64 →
    ensures fn_state_flush [vside d; VExtern x; VInt e]
      (λ _ ws, ∃ d', ws = [vside d'; VExtern x; VInt e] ∧ flushed x e d d').
  Proof using Hext.
    intros (Hlow & Hhigh & Hc & Ho & n & Hn & Hl) He.
    destruct (sum_gives x e (f_waiting d) (f_low d) (f_high d) He Ho ltac:(lia) Hlow Hhigh)
      as (a & b & c & low' & high' & y & Hsum & Hlow' & Hhigh').
    fl_ensures. repeat first [fl_step|fl_case]; fl_reached.
    - assert (f_waiting d = []) as Hw.
      { destruct (f_waiting d); [done|]. rewrite len_cons in *. pose proof (len_nonneg l). lia. }
      exists d. split; [done|]. split_and!; [|done|done|by left]. unfold side_ok. rewrite Hw.
      split_and!; try done; try lia; [constructor|by exists 0].
    - exists (FSide low' high' (f_count d) []). split; [done|]. split_and!; [|done|done|right; by do 4 eexists].
      unfold side_ok; cbn. split_and!; try done; try lia; first [apply octets_nil|by exists 0].
  Qed.

  (** The message of an element whose value is [v], of which [h] is the hash. *)
  Definition message_of (h key v : list Z) (c n : Z) : list Z :=
    (if len v <=? 38 then len v :: v ++ replicate (Z.to_nat (39 - len v)) 0 else 255 :: h ++ replicate 7 0) ++
    key ++ store_int Big W32 c ++ store_int Big W16 n.
  Definition waits_more (d : fside) (m : list Z) : fside :=
    FSide (f_low d) (f_high d) (f_count d + 1) (f_waiting d ++ m).
  (** One more message waits; if there are sixteen, they are summed. *)
  Definition inserted (x : list Z) (e : Z) (d : fside) (m : list Z) (d' : fside) : Prop :=
    side_ok d' ∧ len m = 80 ∧
    (d' = waits_more d m ∨ side_ready (waits_more d m) ∧ flushed x e (waits_more d m) d').

  Lemma blank_message (k : nat) :
    (k ≤ 39)%nat →
    fit [] 80 = 0 :: replicate k 0 ++ replicate (39 - k) 0 ++ replicate 34 0 ++ replicate 4 0 ++ replicate 2 0.
  Proof using.
    intros Hk. rewrite !(assoc_L (++)), <-!replicate_add. unfold fit. rewrite take_nil. cbn [app length].
    change (0 :: ?l) with (replicate 1 0 ++ l). rewrite <-replicate_add. f_equal. lia.
  Qed.
  Lemma paste_over pre e post i c : i = len pre → len c = len e → paste (pre ++ e ++ post) i c = pre ++ c ++ post.
  Proof using.
    intros -> Hl. unfold paste, len in *. rewrite take_app_alt by lia. f_equal. f_equal.
    rewrite drop_app_ge by lia. rewrite drop_app_alt by lia. done.
  Qed.
  Lemma message_built z (v key a b : list Z) :
    len v ≤ 39 → len key = 34 → len a = 4 → len b = 2 →
    paste (paste (paste (paste (<[0%nat := z]> (fit [] 80)) 1 v) 40 key) 74 a) 78 b =
    (z :: v ++ replicate (Z.to_nat (39 - len v)) 0) ++ key ++ a ++ b.
  Proof using.
    intros Hv Hk Ha Hb. rewrite (blank_message (length v)) by (unfold len in Hv; lia). cbn [insert list_insert].
    replace (Z.to_nat (39 - len v)) with (39 - length v)%nat by (unfold len; lia).
    set (r := replicate (39 - length v) 0).
    assert (len r = 39 - len v) as Hr by (unfold r, len; rewrite replicate_length; unfold len in Hv; lia).
    assert (len (replicate (length v) 0) = len v) as Hlv by (unfold len; by rewrite replicate_length).
    change (z :: replicate (length v) 0 ++ ?l) with ([z] ++ replicate (length v) 0 ++ l).
    rewrite (paste_over [z]) by first [done|lia].
    replace ([z] ++ v ++ r ++ replicate 34 0 ++ replicate 4 0 ++ replicate 2 0)
      with ((z :: v ++ r) ++ replicate 34 0 ++ replicate 4 0 ++ replicate 2 0) by (cbn; by rewrite <-!(assoc_L (++))).
    rewrite paste_over by first [rewrite len_cons, len_app; lia|done].
    rewrite (assoc_L (++) (z :: v ++ r)).
    rewrite paste_over by first [rewrite len_app, len_cons, len_app; lia|done].
    rewrite (assoc_L (++) ((z :: v ++ r) ++ key)). rewrite <-(app_nil_r (replicate 2 0)).
    rewrite paste_over by first [rewrite !len_app, len_cons, len_app; lia|done].
    rewrite app_nil_r. by rewrite <-!(assoc_L (++)).
  Qed.

  Lemma message_built_of h key v c n :
    len key = 34 → len h = 32 →
    message_of h key v c n =
    (if len v <=? 38
     then paste (paste (paste (paste (<[Z.to_nat 0 := len v]> (fit [] 80)) 1 v) 40 key) 74 (store_int Big W32 c)) 78
            (store_int Big W16 n)
     else paste (paste (paste (paste (<[Z.to_nat 0 := 255]> (fit [] 80)) 1 h) 40 key) 74 (store_int Big W32 c)) 78
            (store_int Big W16 n)).
  Proof using.
    intros Hk Hh. change (Z.to_nat 0) with 0%nat. unfold message_of.
    destruct (Z.leb_spec (len v) 38); rewrite message_built by (rewrite ?len_store_int; first [done|lia]); [done|].
    by rewrite Hh.
  Qed.
  Lemma message_len h key v c n : len key = 34 → len h = 32 → len (message_of h key v c n) = 80.
  Proof using.
    intros Hk Hh. unfold message_of. rewrite !len_app, !len_store_int, Hk. cbn [byte_count].
    pose proof (len_nonneg v).
    destruct (Z.leb_spec (len v) 38); rewrite len_cons, len_app; unfold len in *; rewrite replicate_length; lia.
  Qed.
  Lemma message_octets h key v c n :
    octets key → len key = 34 → octets v → octets h → len h = 32 → octets (message_of h key v c n).
  Proof using.
    intros. unfold message_of. pose proof (len_nonneg v).
    apply octets_app; [|apply octets_app; [done|apply octets_app; apply octets_store_int]].
    destruct (Z.leb_spec (len v) 38); (apply octets_cons; [lia|]); (apply octets_app; [done|]);
      apply Forall_replicate; lia.
  Qed.

  Lemma insert_exact d (x key v : list Z) e c n :
    side_ok d → f_count d + 1 < 2 ^ 32 → octets key → len key = 34 → octets v → len v < 2 ^ 32 →
    0 ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 → 0 ≤ n < 2 ^ 16 →
    ensures fn_state_insert [vside d; VExtern x; VBytes key; VBytes v; VInt e; VInt c; VInt n]
      (λ _ ws, ∃ d' b h, external 1%nat [VBytes v] = Some ([b], VBytes h) ∧
         ws = [vside d'; VExtern x; VBytes key; VBytes v; VInt e; VInt c; VInt n] ∧
         inserted x e d (message_of h key v c n) d').
  Proof using Hext.
    intros (Hlow & Hhigh & Hcount & Ho & m & Hm & Hl) Hc Hk Hkl Hv Hvl He Hcr Hn.
    destruct (hash_gives v Hv Hvl) as (v' & h & Hhash & Hho & Hhl). pose proof (len_nonneg v).
    fl_ensures. repeat first [fl_step|fl_case].
    all: try (fl_known_call flush_ensures;
      [unfold side_ready; cbn [f_low f_high f_count f_waiting]; split_and!; try done; try lia;
        [fl_octets|exists (m + 1); fl_lens; lia]
      |done
      |intros ? ws (d' & -> & Hd'); fl_after; fl_steps]).
    all: fl_reached; eexists; exists v', h; (split; [exact Hhash|]); (split; [reflexivity|]).
    all: pose proof (message_built_of h key v c n Hkl Hhl) as Hb.
    all: pose proof (message_octets h key v c n Hk Hkl Hv Hho Hhl) as Hmo.
    all: pose proof (message_len h key v c n Hkl Hhl) as Hml.
    all: match goal with E : (len _ <=? 38) = _ |- _ => rewrite E in Hb end.
    all: match type of Hb with ?m = ?p => rewrite Hb in Hmo, Hml |- *; clear Hb; set (w := p) in *; clearbody w end.
    all: assert (side_ready (waits_more d w)) as Hr
      by (unfold side_ready, waits_more; cbn [f_low f_high f_count f_waiting]; split_and!; try done; try lia;
        [by apply octets_app|exists (m + 1); rewrite len_app; lia]).
    all: first
      [ match goal with H : flushed _ _ _ _ |- _ =>
          assert (Hd2 := H); destruct Hd2 as [? _]; split; [assumption|]; split; [exact Hml|]; right; split; assumption
        end
      | split; [|split; [exact Hml|left; reflexivity]]; unfold waits_more in *; destruct Hr as (?&?&?&?&k&?&?);
        unfold side_ok; cbn [f_low f_high f_count f_waiting] in *; split_and!; try done; try lia;
        exists k; split; [|done]; lia ].
  Qed.
End sides.
