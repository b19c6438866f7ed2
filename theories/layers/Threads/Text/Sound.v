(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What a text that is accepted has.

    The pieces of C are token by token those of the statements that were said;
    their slices are the source's, and each is there once; a function that is
    resumed goes on behind the call that it waits in; and variables lie where
    the layout has them. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Threads.Text Require Import Code Told Printed Frame Ways Check.

Lemma flat_map_none {A} (g : A → code) l : (∀ x, places (g x) = []) → flat_map places (map g l) = [].
Proof. intros Hg. induction l as [|x l IH]; simpl; [done|]. by rewrite Hg. Qed.

Section sound.
  Context (number : nat → token).

  Lemma opening_places u : places (opening u) = [].
  Proof.
    unfold opening. rewrite places_in_order, !flat_map_app, flat_map_none by done.
    by destruct (has_calls u), (has_parts u).
  Qed.
  Lemma dispatch_places u : places (dispatch number u) = [].
  Proof. unfold dispatch. by rewrite places_in_order, !flat_map_app, !flat_map_none. Qed.

  Lemma unit_places name size u :
    places (unit_code number name size u) = places (code_of number name size false (body u)).
  Proof.
    unfold unit_code. destruct (unit_number u =? 0)%nat; cbn [places]; rewrite !places_in_order; cbn [flat_map places].
    - rewrite opening_places, places_in_order. cbn [flat_map places]. rewrite dispatch_places.
      destruct (looks_deep u), (has_parts u); simpl; by rewrite !app_nil_r.
    - rewrite opening_places, places_in_order, flat_map_app, flat_map_app, flat_map_none by done.
      cbn [flat_map places]. rewrite dispatch_places.
      destruct (breaks u || continues u); cbn [places]; rewrite ?places_in_order; cbn [flat_map places];
        simpl; by rewrite !app_nil_r.
  Qed.

  Lemma group_places g : places (group_code g) = [].
  Proof.
    unfold group_code. destruct g as [|m [|m' g]]; [done..|]. cbn [places]. by rewrite places_in_order, flat_map_none.
  Qed.
  Lemma frame_places f c : c ∈ frame_codes f → places c = [].
  Proof.
    unfold frame_codes. rewrite elem_of_app, !elem_of_cons, elem_of_nil. intros [[->|[->|[]]]|Hc].
    - unfold structure_code. cbn [places]. rewrite places_in_order. cbn [flat_map places].
      rewrite places_in_order. cbn [flat_map places].
      rewrite places_in_order, flat_map_none by (intros; apply group_places).
      by destruct (result_type f), (variadic f).
    - unfold push_code. cbn [places]. rewrite text_places_app, places_in_order, !flat_map_app, flat_map_none.
      + assert (text_places (flat_map (λ p, [Own [","%string]; typeof (parameter_type p); Own [parameter_name p]])
          (parameters f)) = []) as E by (induction (parameters f); simpl; done).
        cbn. rewrite text_places_app, E. by destruct (variadic f).
      + intros p. unfold stored. by destruct (parameter_form p).
    - destruct (variadic f); [by apply elem_of_nil in Hc|]. apply elem_of_list_singleton in Hc as ->.
      unfold entry_code. cbn [places]. rewrite places_in_order. cbn [flat_map places]. rewrite !text_places_app.
      assert (text_places (map (λ a, Own (","%string :: a)) (entered f)) = []) as ->
        by (induction (entered f); simpl; done).
      by destruct (result_type f).
  Qed.

  (** What the account counts is what was said. *)
  Lemma all_places_said f :
    forallb (unit_fine number (framed_name (about f)) (frame_size f)) (units f) = true →
    all_places number f ≡ₚ flat_map (λ u, said (body u)) (units f).
  Proof.
    intros Hu. unfold all_places, codes. rewrite flat_map_app.
    assert (flat_map places (frame_codes (about f)) = []) as ->.
    { pose proof (frame_places (about f)) as H. induction (frame_codes (about f)) as [|c l IH]; simpl; [done|].
      rewrite H by left. apply IH. intros c' Hc'. apply H. by right. }
    simpl. induction (units f) as [|u l IH]; simpl in *; [done|]. apply andb_true_iff in Hu as [Hu Hl].
    rewrite (IH Hl), unit_places, code_places; [done|]. unfold unit_fine in Hu. by apply andb_true_iff in Hu as [? _].
  Qed.
End sound.

Theorem read_back_sound number place home source f read :
  differs number place home source f read = None →
  read = map (λ c, flat number place c []) (codes number f) ∧
  Forall (λ c, code_true source c = true) (codes number f) ∧
  laid_out home (about f) = true ∧
  all_places number f ≡ₚ flat_map (λ u, said (body u)) (units f) ∧
  ∀ u named c K K', u ∈ units f →
    let name := framed_name (about f) in
    (named, c, K') ∈ calls_in number name (frame_size f) false (body u) K → manner_of c ≠ Tail →
    enter (call_number c) (code_of number name (frame_size f) false (body u)) K =
    enter (call_number c) (call_code number (frame_size f) named c) K'.
Proof.
  intros H. apply differs_sound in H as (Hl & Hu & H). split_and!.
  - induction H as [|c r l read [-> _] _ IH]; simpl; congruence.
  - induction H as [|c r l read [_ ?] _ IH]; by constructor.
  - done.
  - by apply all_places_said.
  - intros u named c K K' Hin name Hc Hm.
    assert (unit_fine number name (frame_size f) u = true) as Hf.
    { rewrite forallb_forall in Hu. apply Hu. by apply elem_of_list_In. }
    unfold unit_fine in Hf. apply andb_true_iff in Hf as [_ Hf]. apply distinct_NoDup in Hf.
    by eapply enter_call.
Qed.
