(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Terms in normal form: each constructor below numbers a term that has the value asked
    for, but simpler where it knows how. Copies vanish, constants are computed, additions of
    constants collect into one, exclusive ors are sorted and cancel, 256-bit operations become
    pairs of 128-bit ones, arguments of commutative operations are sorted. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted.
From Fairlead.Asm.Symbolic Require Import Terms.
From Fairlead.Asm.Model Require Import Words.
Local Open Scope N_scope.

Notation "'let*' p := e 'in' k" := (match e with Some p => k | None => None end)
  (at level 200, p pattern, e at level 200, k at level 200).

(** ** What is known of a number *)

Definition start_capacity (l : loc) : N := match l with F _ => 2 | _ => capacity l end.

(** Its value surely has at most [w] bits. *)
Definition fits (T : table) (i : id) (w : N) : bool :=
  match def T i with
  | Some (NInit l) => start_capacity l <=? w
  | Some (NConst c) => low w c =? c
  | Some (NSym _ | NPlus _ _ | NScaled _ _ _) => 64 <=? w
  | Some (NOp _ _ v _) | Some (NXor v _) => v <=? w
  | Some (NLoad _ _ _ n) | Some (NSlice _ _ n) => 8 * N.of_nat n <=? w
  | Some (NParts _) | None => false
  end.

Definition constant (T : table) (i : id) : option N :=
  match def T i with Some (NConst c) => Some c | _ => None end.

Fixpoint constants (T : table) (l : list id) : option (list N) :=
  match l with
  | [] => Some []
  | i :: l => match constant T i, constants T l with Some c, Some cs => Some (c :: cs) | _, _ => None end
  end.

(** ** Constructors *)

(** [a + c] modulo 2^64, of two parts: a number that is no sum, and a constant. *)
Definition parts_of_sum (T : table) (i : id) : id * N :=
  match def T i with Some (NPlus a c) => (a, c) | _ => (i, 0) end.

Definition mk_plus (T : table) (i : id) (c : N) : option (table * id) :=
  let '(a, c0) := parts_of_sum T i in
  let c := low 64 (c0 + c) in
  if (c =? 0) && fits T a 64 then Some (T, a) else intern T (NPlus a c).

Fixpoint merge (l1 : list id) : list id -> list id :=
  match l1 with
  | [] => fun l2 => l2
  | x :: l1' =>
      fix merge_into (l2 : list id) : list id :=
        match l2 with
        | [] => x :: l1'
        | y :: l2' =>
            match Pos.compare x y with
            | Eq => merge l1' l2'
            | Lt => x :: merge l1' (y :: l2')
            | Gt => y :: merge_into l2'
            end
        end
  end.

Definition xor_parts (T : table) (w : N) (i : id) : list id :=
  match def T i with Some (NXor v l) => if v =? w then l else [i] | _ => [i] end.

Definition mk_xor (T : table) (w : N) (i j : id) : option (table * id) :=
  match merge (xor_parts T w i) (xor_parts T w j) with
  | [] => intern T (NConst 0)
  | [a] => if fits T a w then Some (T, a) else intern T (NXor w [a])
  | l => intern T (NXor w l)
  end.

(** The copy of an argument. *)
Definition mk_low (T : table) (w : N) (i : id) (otherwise : node) : option (table * id) :=
  if fits T i w then Some (T, i) else intern T otherwise.

Definition commutative (o : vop2) : bool :=
  match o with PAND | POR | PADDB | PADDD | PADDQ | PMULUDQ => true | _ => false end.

Definition plain_lanes (o : vop2) : bool := match o with PBLENDD _ | SHUFPD _ => false | _ => true end.

(** One lane of a vector operation. *)
Definition mk_lane (T : table) (w : N) (o : vop2) (a b : id) : option (table * id) :=
  match o with
  | PXOR => mk_xor T w a b
  | _ =>
      if commutative o && (b <? a)%positive then intern T (NOp (OV2 o 1) 0 w [b; a])
      else intern T (NOp (OV2 o 1) 0 w [a; b])
  end.

(** Operations that two equal arguments cancel in: the results are those of two zeros, flags too. *)
Definition cancels (o : op) (args : list id) : bool :=
  match o, args with
  | OAlu (XOR | SUB) _, [a; b] | OCmp CMP _, [a; b] => (a =? b)%positive
  | _, _ => false
  end.

(** The low [w] bits of result [k] of an operation. *)
Definition mk_op (T : table) (o : op) (k : nat) (w : N) (args : list id) : option (table * id) :=
  let plain := NOp o k w args in
  match constants T args with
  | Some cs => intern T (NConst (low w (nth k (sem o cs) 0)))
  | None =>
      if cancels o args then intern T (NConst (low w (nth k (sem o [0; 0]) 0))) else
      match o, args, k with
      | OCopies, _, _ => match nth_error args k with Some i => mk_low T w i plain | None => intern T plain end
      | OLow v, [i], O => if fits T i v then mk_low T w i plain else intern T plain
      | OAlu ADD W64, [a; b], O =>
          if w =? 64 then
            match constant T a, constant T b with
            | _, Some c => mk_plus T a c
            | Some c, _ => mk_plus T b c
            | None, None => intern T plain
            end
          else intern T plain
      | OAlu SUB W64, [a; b], O =>
          match constant T b with
          | Some c => if (w =? 64) && (low 64 c =? c) then mk_plus T a (2 ^ 64 - c) else intern T plain
          | None => intern T plain
          end
      | OUn INC W64, [a], O => if w =? 64 then mk_plus T a 1 else intern T plain
      | OUn DEC W64, [a], O => if w =? 64 then mk_plus T a (2 ^ 64 - 1) else intern T plain
      | OV2 o 1, [a; b], O => mk_lane T w o a b
      | OV2 o 2, [a; a'; b; b'], O => if plain_lanes o then mk_lane T w o a b else intern T plain
      | OV2 o 2, [a; a'; b; b'], S O => if plain_lanes o then mk_lane T w o a' b' else intern T plain
      | OV1 o 2, [a; a'], O => intern T (NOp (OV1 o 1) 0 w [a])
      | OV1 o 2, [a; a'], S O => intern T (NOp (OV1 o 1) 0 w [a'])
      | OVShift o c 2, [a; a'], O => intern T (NOp (OVShift o c 1) 0 w [a])
      | OVShift o c 2, [a; a'], S O => intern T (NOp (OVShift o c 1) 0 w [a'])
      | _, _, _ => intern T plain
      end
  end.

(** ** They have the values asked for *)

Lemma map_nth_error_default {A} (f : A -> N) l k x : nth_error l k = Some x -> nth k (map f l) 0 = f x.
Proof. revert k. induction l as [|y l IH]; intros [|k] H; simplify_eq/=; eauto. Qed.

Section sound.
  Context (g : env) (s0 : state) (ρ : id -> N).
  Context (Hs0 : ∀ l, low (start_capacity l) (locs s0 l) = locs s0 l).

  Notation ev := (eval g s0 ρ).
  Notation models T := (models g s0 ρ T).

  (** [T'] extends [T], and once modelled gives [i] the value [v]. *)
  Definition gives (T T' : table) (i : id) (v : N) : Prop := extends T T' /\ (models T' -> ρ i = v).

  Lemma intern_gives T n T' i v :
    intern T n = Some (T', i) -> (models T -> ev n = v) -> gives T T' i v.
  Proof.
    intros H Hv. destruct (intern_spec _ _ _ _ H) as [Hx Hd]. split; [done|].
    intros M. rewrite (M _ _ Hd). apply Hv. by eapply models_extends.
  Qed.

  Lemma same_gives T i v : (models T -> ρ i = v) -> gives T T i v.
  Proof. by split. Qed.

  Lemma fits_spec T i w : models T -> fits T i w = true -> low w (ρ i) = ρ i.
  Proof using Hs0.
    intros M. unfold fits. destruct (def T i) as [n|] eqn:E; [|done]. rewrite (M _ _ E).
    destruct n; intros H; try done; cbn;
      try (apply N.leb_le in H; try (by apply low_low)).
    - by eapply low_wider; [|apply Hs0].
    - by apply N.eqb_eq in H.
    - eapply low_wider; [exact H|]. apply load_low.
  Qed.

  Lemma constant_spec T i c : models T -> constant T i = Some c -> ρ i = c.
  Proof.
    intros M. unfold constant. destruct (def T i) as [[]|] eqn:E; intros; simplify_eq. by rewrite (M _ _ E).
  Qed.

  Lemma constants_spec T l cs : models T -> constants T l = Some cs -> map ρ l = cs.
  Proof.
    intros M. revert cs. induction l as [|i l IH]; cbn; intros cs H; simplify_eq; [done|].
    destruct (constant T i) as [c|] eqn:E; [|done]. destruct (constants T l) as [cs'|]; simplify_eq.
    by rewrite (constant_spec _ _ _ M E), (IH cs').
  Qed.

  Lemma parts_of_sum_low T i a c :
    models T -> parts_of_sum T i = (a, c) -> low 64 (ρ i) = low 64 (ρ a + c).
  Proof.
    intros M H. unfold parts_of_sum in H.
    destruct (def T i) as [[]|] eqn:E; simplify_eq; rewrite ?N.add_0_r; try done.
    rewrite (M _ _ E). cbn. by apply low_low.
  Qed.

  Lemma mk_plus_gives T i c T' j :
    mk_plus T i c = Some (T', j) -> gives T T' j (low 64 (ρ i + c)).
  Proof using Hs0.
    unfold mk_plus. destruct (parts_of_sum T i) as [a c0] eqn:E. intros H.
    assert (models T -> low 64 (ρ a + low 64 (c0 + c)) = low 64 (ρ i + c)) as Hv.
    { intros M. rewrite <- (low_add 64 (ρ i)), (parts_of_sum_low _ _ _ _ M E), low_add.
      rewrite N.add_comm, low_add. f_equal. lia. }
    destruct ((low 64 (c0 + c) =? 0) && fits T a 64) eqn:Z.
    - simplify_eq. apply andb_true_iff in Z as [Z%N.eqb_eq Hf]. apply same_gives. intros M.
      rewrite <- Hv by done. rewrite Z, N.add_0_r. symmetry. by eapply fits_spec.
    - eapply intern_gives; [done|]. cbn. done.
  Qed.

  Notation xors l := (foldr (fun a acc => N.lxor (ρ a) acc) 0 l).

  Lemma merge_xors l1 l2 : xors (merge l1 l2) = N.lxor (xors l1) (xors l2).
  Proof.
    revert l2. induction l1 as [|x l1 IH1]; intros l2; [by rewrite N.lxor_0_l|].
    induction l2 as [|y l2 IH2]; [by rewrite N.lxor_0_r|].
    cbn [merge]. destruct (Pos.compare_spec x y) as [->|_|_].
    - rewrite IH1. cbn. rewrite N.lxor_assoc. rewrite <- (N.lxor_assoc (xors l1)), (N.lxor_comm (xors l1) (ρ y)).
      by rewrite N.lxor_assoc, <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l.
    - cbn. rewrite IH1. cbn. by rewrite N.lxor_assoc.
    - change (N.lxor (ρ y) (xors (merge (x :: l1) l2)) = N.lxor (xors (x :: l1)) (xors (y :: l2))).
      rewrite IH2. cbn [foldr]. generalize (N.lxor (ρ x) (xors l1)). intros A.
      rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
  Qed.

  Lemma xor_parts_low T w i : models T -> low w (xors (xor_parts T w i)) = low w (ρ i).
  Proof.
    intros M. unfold xor_parts. destruct (def T i) as [[]|] eqn:E; cbn; rewrite ?N.lxor_0_r; try done.
    destruct (N.eqb_spec w0 w) as [->|]; cbn; rewrite ?N.lxor_0_r; [|done].
    rewrite (M _ _ E). cbn. by rewrite low_low.
  Qed.

  Lemma mk_xor_gives T w i j T' k :
    mk_xor T w i j = Some (T', k) -> gives T T' k (low w (N.lxor (ρ i) (ρ j))).
  Proof using Hs0.
    unfold mk_xor. intros H.
    assert (models T -> low w (xors (merge (xor_parts T w i) (xor_parts T w j))) = low w (N.lxor (ρ i) (ρ j))) as Hv.
    { intros M. rewrite merge_xors, !low_lxor. f_equal; by apply xor_parts_low. }
    destruct (merge _ _) as [|a [|b l]].
    - eapply intern_gives; [done|]. intros M. cbn. rewrite <- (Hv M). cbn. reflexivity.
    - destruct (fits T a w) eqn:Hf.
      + simplify_eq. apply same_gives. intros M. rewrite <- (Hv M). cbn. rewrite N.lxor_0_r. symmetry. by eapply fits_spec.
      + eapply intern_gives; [done|]. done.
    - eapply intern_gives; [done|]. done.
  Qed.

  Lemma mk_low_gives T w i n T' j v :
    mk_low T w i n = Some (T', j) -> (models T -> ev n = v) -> (models T -> low w (ρ i) = v) -> gives T T' j v.
  Proof using Hs0.
    unfold mk_low. intros H Hn Hi. destruct (fits T i w) eqn:Hf.
    - simplify_eq. apply same_gives. intros M. rewrite <- Hi by done. symmetry. by eapply fits_spec.
    - by eapply intern_gives.
  Qed.

  Lemma pointwise_comm w n f a b : (∀ x y, f x y = f y x) -> pointwise w n f a b = pointwise w n f b a.
  Proof.
    intros Hf. unfold pointwise. f_equal. generalize (split w n a), (split w n b).
    intros l. induction l as [|x l IH]; intros [|y m]; try done. cbn. by rewrite IH, Hf.
  Qed.

  Lemma commutative_spec o a b : commutative o = true -> v2_sem o a b = v2_sem o b a.
  Proof.
    destruct o; try done; intros _; cbn [v2_sem].
    - apply N.lor_comm.
    - apply N.land_comm.
    - apply pointwise_comm. intros. by rewrite N.add_comm.
    - apply pointwise_comm. intros. by rewrite N.add_comm.
    - apply pointwise_comm. intros. by rewrite N.add_comm.
    - apply pointwise_comm. intros. by rewrite N.mul_comm.
  Qed.

  Lemma mk_lane_gives T w o a b T' j :
    mk_lane T w o a b = Some (T', j) -> gives T T' j (low w (v2_sem o (ρ a) (ρ b))).
  Proof using Hs0.
    unfold mk_lane. intros H.
    assert (∀ H : (if commutative o && (b <? a)%positive then intern T (NOp (OV2 o 1) 0 w [b; a])
                   else intern T (NOp (OV2 o 1) 0 w [a; b])) = Some (T', j),
              gives T T' j (low w (v2_sem o (ρ a) (ρ b)))) as Hgen.
    { clear H. intros H. destruct (commutative o && _) eqn:C.
      - apply andb_true_iff in C as [C _]. eapply intern_gives; [done|]. intros _. cbn. by rewrite commutative_spec.
      - eapply intern_gives; [done|]. done. }
    destruct o; try (exact (Hgen H)). cbn [v2_sem]. by apply mk_xor_gives.
  Qed.

  Lemma add_head a b : nth 0 (add_with W64 0 a b) 0 = low 64 (a + b).
  Proof.
    cbn [add_with nth]. rewrite N.add_0_r. cbn [bits].
    rewrite low_add, N.add_comm, low_add. f_equal. lia.
  Qed.

  Lemma sub_head a c : low 64 c = c -> nth 0 (sub_with W64 0 a c) 0 = low 64 (a + (2 ^ 64 - c)).
  Proof.
    intros Hc. cbn [sub_with nth bits]. rewrite Hc, N.add_0_r.
    pose proof (low_lt _ _ Hc). pose proof (low_lt 64 (low 64 a) (low_low 64 64 a ltac:(lia))).
    replace (2 ^ 64 + low 64 a - c) with (low 64 a + (2 ^ 64 - c)) by lia. by rewrite low_add.
  Qed.

  Lemma sub_with_self w x : sub_with w 0 x x = sub_with w 0 0 0.
  Proof.
    unfold sub_with. rewrite !N.add_0_r, !N.ltb_irrefl, !N.lxor_nilpotent, !N.land_0_l, !N.add_sub.
    by destruct w.
  Qed.

  Lemma cancels_sem o args : cancels o args = true -> sem o (map ρ args) = sem o [0; 0].
  Proof.
    unfold cancels. intros H. repeat (case_match; try done); apply Pos.eqb_eq in H as ->; cbn [map sem alu_sem].
    - by rewrite sub_with_self.
    - by rewrite N.lxor_nilpotent.
    - by rewrite sub_with_self.
  Qed.

  Theorem mk_op_gives T o k w args T' j :
    mk_op T o k w args = Some (T', j) -> gives T T' j (low w (nth k (sem o (map ρ args)) 0)).
  Proof using Hs0.
    unfold mk_op. intros H.
    assert (Hplain : intern T (NOp o k w args) = Some (T', j) ->
                     gives T T' j (low w (nth k (sem o (map ρ args)) 0)))
      by (intros Hp; by eapply intern_gives).
    destruct (constants T args) as [cs|] eqn:Ec.
    { eapply intern_gives; [done|]. intros M. cbn. by rewrite (constants_spec _ _ _ M Ec). }
    destruct (cancels o args) eqn:Ecancel.
    { eapply intern_gives; [done|]. intros _. cbn [eval]. by rewrite (cancels_sem _ _ Ecancel). }
    clear Ecancel. destruct o; try (exact (Hplain H)).
    - (* OCopies *)
      destruct (nth_error args k) as [i|] eqn:En; [|by apply Hplain].
      eapply mk_low_gives; [done|done|]. intros _. cbn [sem].
      erewrite map_nth_error_default; [done|done].
    - (* OLow *)
      destruct args as [|i [|]]; try (by apply Hplain). destruct k; [|by apply Hplain].
      destruct (fits T i w0) eqn:Hf; [|by apply Hplain].
      eapply mk_low_gives; [done|done|]. intros M. cbn. by rewrite (fits_spec _ _ _ M Hf).
    - (* OAlu *)
      destruct o; try (by apply Hplain); destruct w0; try (by apply Hplain);
        destruct args as [|a [|b [|]]]; try (by apply Hplain); destruct k; try (by apply Hplain).
      + destruct (N.eqb_spec w 64) as [->|]; [|by apply Hplain].
        destruct (constant T b) as [c|] eqn:Eb; [|destruct (constant T a) as [c|] eqn:Ea; [|by apply Hplain]].
        * assert (constant T a = constant T a) as Ha by done.
          destruct (constant T a); (destruct (mk_plus_gives _ _ _ _ _ H) as [Hx Hv]; split; [done|]; intros M;
          rewrite (Hv M); cbn [map sem alu_sem]; rewrite add_head, low_low by lia; f_equal;
          by rewrite (constant_spec _ _ _ (models_extends _ _ _ _ _ Hx M) Eb)).
        * destruct (mk_plus_gives _ _ _ _ _ H) as [Hx Hv]; split; [done|]; intros M.
          rewrite (Hv M). cbn [map sem alu_sem]. rewrite add_head, low_low by lia. f_equal.
          rewrite (constant_spec _ _ _ (models_extends _ _ _ _ _ Hx M) Ea). lia.
      + destruct (constant T b) as [c|] eqn:Eb; [|by apply Hplain].
        destruct ((w =? 64) && _) eqn:E; [|by apply Hplain]. apply andb_true_iff in E as [->%N.eqb_eq Hc%N.eqb_eq].
        destruct (mk_plus_gives _ _ _ _ _ H) as [Hx Hv]; split; [done|]; intros M.
        rewrite (Hv M). cbn [map sem alu_sem].
        rewrite (constant_spec _ _ _ (models_extends _ _ _ _ _ Hx M) Eb).
        by rewrite sub_head, low_low by (done || lia).
    - (* OUn *)
      destruct o; try (by apply Hplain); destruct w0; try (by apply Hplain);
        destruct args as [|a [|]]; try (by apply Hplain); destruct k; try (by apply Hplain);
        (destruct (N.eqb_spec w 64) as [->|]; [|by apply Hplain]);
        (destruct (mk_plus_gives _ _ _ _ _ H) as [Hx Hv]; split; [done|]; intros M; rewrite (Hv M)).
      + change (low 64 (ρ a + 1) = low 64 (nth 0 (add_with W64 0 (ρ a) 1) 0)). by rewrite add_head, low_low by lia.
      + change (low 64 (ρ a + (2 ^ 64 - 1)) = low 64 (nth 0 (sub_with W64 0 (ρ a) 1) 0)).
        by rewrite sub_head, low_low by (done || lia).
    - (* OV2 *)
      destruct lanes as [|[|[|]]]; try (by apply Hplain).
      + destruct args as [|a [|b [|]]]; try (by apply Hplain). destruct k; [|by apply Hplain].
        by apply mk_lane_gives.
      + destruct args as [|a [|a' [|b [|b' [|]]]]]; try (by apply Hplain).
        destruct k as [|[|]]; try (by apply Hplain);
          (destruct (plain_lanes o) eqn:P; [|by apply Hplain]);
          apply mk_lane_gives in H; destruct o; done.
    - (* OV1 *)
      destruct lanes as [|[|[|]]]; try (by apply Hplain).
      destruct args as [|a [|a' [|]]]; try (by apply Hplain).
      destruct k as [|[|]]; try (by apply Hplain); eapply intern_gives; done.
    - (* OVShift *)
      destruct lanes as [|[|[|]]]; try (by apply Hplain).
      destruct args as [|a [|a' [|]]]; try (by apply Hplain).
      destruct k as [|[|]]; try (by apply Hplain); eapply intern_gives; done.
  Qed.
End sound.
