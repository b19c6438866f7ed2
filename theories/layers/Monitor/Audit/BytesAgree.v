(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the auditor hashes are the bytes of the model's values and elements. *)
From Fairlead.Monitor.Audit Require Export PackedAgrees.
Set Default Proof Using "Type*".

Lemma print_raw n l : print (times n any_byte) l = l.
Proof. simpl. induction l as [|b l IH]; simpl; [done|by rewrite IH]. Qed.
Lemma print_number n x : print (number n) x = bytes_of n x.
Proof. apply print_raw. Qed.
Lemma print_key k : print key_codec k = bytes_of 2 (N.of_nat (length k)) ++ (key_to_word k).2.
Proof.
  change (print key_codec k) with
    (print (number 2) (N.of_nat (length k)) ++ print (times 32 any_byte) (key_to_word k).2).
  by rewrite print_number, print_raw.
Qed.

Section bytes.
  Context {S : Type} (O : strings S) (text : S → bytes) (L : lawful_strings O text).

  Definition glue (l : list S) : bytes := mjoin (text <$> l).
  Lemma glue_cons s l : glue (s :: l) = text s ++ glue l.
  Proof. done. Qed.

  Lemma text_1 x : (x < 256)%N → text (s_bytes O n1 x) = bytes_of 1 x.
  Proof. intros. apply (bytes_law _ _ L n1); [by left|done]. Qed.
  Lemma text_2 x : (x < 65536)%N → text (s_bytes O n2 x) = bytes_of 2 x.
  Proof. intros. apply (bytes_law _ _ L n2); [by right; left|done]. Qed.
  Lemma text_4 x : (x < limit32)%N → text (s_bytes O n4 x) = bytes_of 4 x.
  Proof. intros. apply (bytes_law _ _ L n4); [by right; right; left|done]. Qed.
  Lemma text_8 x : (x < limit64)%N → text (s_bytes O n8 x) = bytes_of 8 x.
  Proof. intros. apply (bytes_law _ _ L n8); [by right; right; right|done]. Qed.

  Lemma key_pieces_spec p k rest : is_key text p k → glue (key_pieces O p rest) = print key_codec k ++ glue rest.
  Proof.
    intros [Hk [= Hd Hw]]. unfold key_wf in Hk. unfold key_pieces.
    rewrite !glue_cons, print_key, <-Hd, text_2 by lia. rewrite <-Hw. by rewrite <-app_assoc.
  Qed.
  Lemma edge_pieces_spec p c rest :
    option_Forall2 (is_edge text) p c →
    glue (edge_pieces O p rest) = print (option_codec edge_codec) c ++ glue rest.
  Proof.
    intros [p' c' (Hk&Hd&Hb)|]; unfold edge_pieces.
    - rewrite glue_cons, (key_pieces_spec _ _ _ Hk), !glue_cons, Hd, Hb, text_1, text_1 by (by destruct (e_blum c')).
      change (print (option_codec edge_codec) (Some c')) with
        (tag 1 :: print key_codec (e_key c') ++ print (times 32 any_byte) (e_digest c') ++ print flag (e_blum c')).
      rewrite print_raw. cbn [app]. rewrite <-!app_assoc. by destruct (e_blum c').
    - rewrite glue_cons, text_1 by done. done.
  Qed.
  Lemma value_pieces_spec p v rest :
    is_value text p v → glue (value_pieces O p rest) = print value_codec v ++ glue rest.
  Proof.
    destruct p as [p|[l r]], v as [v|[l' r']]; intros Hv; simpl in Hv; try done; unfold value_pieces.
    - destruct Hv as [Hw <-]. destruct p as [s|].
      + assert (N.of_nat (length (text s)) < 65536)%N by exact Hw.
        rewrite !glue_cons, (length_law _ _ L), !text_2 by first [lia|done].
        change (print value_codec (Data (text <$> Some s))) with
          (tag 0 :: tag 1 :: print (number 2) (N.of_nat (length (text s))) ++ text s).
        rewrite print_number. cbn [app]. by rewrite <-app_assoc.
      + rewrite glue_cons, text_2 by done. done.
    - destruct Hv as [Hl Hr]. simpl in Hl, Hr.
      rewrite glue_cons, (edge_pieces_spec _ _ _ Hl), (edge_pieces_spec _ _ _ Hr), text_1 by done.
      change (print value_codec (Merkle (l', r'))) with
        (tag 1 :: print (option_codec edge_codec) l' ++ print (option_codec edge_codec) r').
      cbn [app]. by rewrite <-app_assoc.
  Qed.

  Theorem value_bytes_spec p v : is_value text p v → text (value_bytes O p) = print value_codec v.
  Proof.
    intros Hv. unfold value_bytes. rewrite (concat_law _ _ L). fold (glue (value_pieces O p [])).
    rewrite (value_pieces_spec _ _ _ Hv). apply app_nil_r.
  Qed.
  Theorem element_bytes_spec p k pv v t tid :
    is_key text p k → is_value text pv v → stamp_wf t → below 65536 tid →
    text (element_bytes O p pv t tid) = print element_codec (k, v, t, tid).
  Proof.
    intros Hk Hv [Ht1 Ht2] Htid. unfold below in *.
    unfold element_bytes. rewrite (concat_law _ _ L). fold (glue (key_pieces O p
      (value_pieces O pv [s_bytes O n8 t.1; s_bytes O n4 t.2; s_bytes O n2 tid]))).
    rewrite (key_pieces_spec _ _ _ Hk), (value_pieces_spec _ _ _ Hv), !glue_cons, text_8, text_4, text_2 by done.
    change (print element_codec (k, v, t, tid)) with
      (print key_codec k ++ print value_codec v ++
       (print (number 8) t.1 ++ print (number 4) t.2) ++ print (number 2) tid).
    rewrite !print_number. change (glue []) with (@nil byte). by rewrite app_nil_r, <-!app_assoc.
  Qed.
End bytes.
