(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The functions of Log/Functions.v on strings: reading and writing one record directly, and the others by way of lists
of bytes. *)
From Fairlead.Monitor.Audit Require Export ThreadAgrees.
From Fairlead.Monitor.Log Require Export Functions.
Set Default Proof Using "Type*".

Section functions.
  Context {S : Type} (O : strings S) (text : S → bytes) (L : lawful_strings O text).

  (** Any functions, by way of lists of bytes. *)
  Definition exploded (v : option S) : datum := s_explode O <$> v.
  Definition imploded (v : datum) : option S := s_implode O <$> v.
  Definition by_bytes (A : application) (f : N) (a : S) (olds : list (option S)) : option (list (option S) * S) :=
    match A f (s_explode O a) (List.map exploded olds) with
    | Some (news, r) => Some (List.map imploded news, s_implode O r)
    | None => None
    end.

  Definition datum_bytes (v : option S) : S :=
    match v with
    | None => s_bytes O n1 0
    | Some s => s_concat O [s_bytes O n1 n1; s_bytes O n2 (s_length O s); s]
    end.
  Definition packed_standard (f : N) (a : S) (olds : list (option S)) : option (list (option S) * S) :=
    match olds with
    | [v] =>
        if (f =? 0)%N && (s_length O a =? 0)%N then Some (olds, datum_bytes v)
        else if (f =? n1)%N then Some ([Some a], s_implode O [])
        else by_bytes standard f a olds
    | _ => by_bytes standard f a olds
    end.

  Definition same_call (x : option (list (option S) * S)) (y : option (list datum * bytes)) : Prop :=
    match x, y with
    | Some (news, r), Some (news', r') => Forall2 (λ p v, text <$> p = v) news news' ∧ text r = r'
    | None, None => True
    | _, _ => False
    end.
  Lemma by_bytes_agrees A f a olds olds' :
    Forall2 (is_datum text) olds olds' → same_call (by_bytes A f a olds) (A f (text a) olds').
  Proof.
    intros Ho. unfold by_bytes. rewrite (explode_law _ _ L).
    assert (List.map exploded olds = olds') as ->.
    { induction Ho as [|p v olds olds' [_ Hv] _ IH]; [done|]. simpl. rewrite IH. f_equal.
      unfold exploded. destruct p as [s|]; simpl in *; [by rewrite (explode_law _ _ L)|done]. }
    destruct (A f (text a) olds') as [[news r]|]; [|done]. split; [|apply (implode_law _ _ L)].
    induction news as [|v news IH]; constructor; [|done].
    destruct v as [l|]; simpl; [by rewrite (implode_law _ _ L)|done].
  Qed.
  Lemma datum_bytes_agrees p v : is_datum text p v → text (datum_bytes p) = print datum_codec v.
  Proof.
    intros [Hw <-]. destruct p as [s|]; simpl.
    - assert (N.of_nat (length (text s)) < 65536)%N as Hl by exact Hw.
      rewrite (concat_law _ _ L). cbn [fmap list_fmap mjoin list_join]. rewrite (length_law _ _ L).
      rewrite (text_1 O text L) by done. rewrite (text_2 O text L) by done. rewrite app_nil_r.
      rewrite <-(print_number 2). reflexivity.
    - by rewrite (text_1 O text L).
  Qed.
  Theorem packed_standard_agrees f a olds olds' :
    Forall2 (is_datum text) olds olds' → same_call (packed_standard f a olds) (standard f (text a) olds').
  Proof.
    intros Ho. pose proof (by_bytes_agrees standard f a olds olds' Ho) as Hall. unfold packed_standard.
    destruct Ho as [|p v olds olds' Hv Ho]; [done|]. destruct Ho; [|done].
    rewrite (length_law _ _ L). unfold n1.
    destruct (N.eqb_spec f 0) as [->|Hf0]; cbn [andb].
    - destruct (N.eqb_spec (N.of_nat (length (text a))) 0) as [Ha|]; [|done].
      assert (text a = []) as Ea by (apply length_zero_iff_nil; lia). unfold standard. rewrite Ea. simpl.
      split; [constructor; [apply Hv|constructor]|]. rewrite app_nil_r. by apply datum_bytes_agrees.
    - destruct (N.eqb_spec f 1) as [->|Hf1]; [|done]. unfold standard. simpl.
      split; [by repeat constructor|apply (implode_law _ _ L)].
  Qed.
End functions.
