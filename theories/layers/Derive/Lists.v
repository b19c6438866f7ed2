(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Operations of lists whose elements are, or have, coroutines: what is related goes to what is related.

    Those that programs use most are in [Relate]; here are the rest of Coq's [List] that neither compares elements nor
    makes numbers of them. *)
From Coq Require Import List.
From Fairlead.Derive Require Import Relate.

Section lists.
Context {A' A B' B : Type} {HA : Related A' A} {HB : Related B' B}.

Lemma rel_concat (ls' : list (list A')) (ls : list (list A)) : rel ls' ls -> rel (concat ls') (concat ls).
Proof. induction 1 as [|l' l ls' ls Hl _ IH]; cbn; [constructor|now apply rel_app]. Qed.
Lemma rel_flat_map (f' : A' -> list B') (f : A -> list B) (l' : list A') (l : list A) :
  rel l' l -> (forall x' x, rel x' x -> rel (f' x') (f x)) -> rel (flat_map f' l') (flat_map f l).
Proof. intros H Hf. induction H as [|x' x l' l Hx _ IH]; cbn; [constructor|apply rel_app; auto]. Qed.
Lemma rel_fold_right (f' : A' -> B' -> B') (f : A -> B -> B) (b' : B') (b : B) (l' : list A') (l : list A) :
  rel l' l -> rel b' b -> (forall x' x, rel x' x -> forall b' b, rel b' b -> rel (f' x' b') (f x b)) ->
  rel (fold_right f' b' l') (fold_right f b l).
Proof. intros H Hb Hf. induction H as [|x' x l' l Hx _ IH]; cbn; auto. Qed.
Lemma rel_fold_left (f' : B' -> A' -> B') (f : B -> A -> B) (l' : list A') (l : list A) (b' : B') (b : B) :
  rel l' l -> rel b' b -> (forall x' x, rel x' x -> forall b' b, rel b' b -> rel (f' b' x') (f b x)) ->
  rel (fold_left f' l' b') (fold_left f l b).
Proof. intros H Hb Hf. revert b' b Hb. induction H as [|x' x l' l Hx _ IH]; cbn; auto. Qed.
Lemma rel_find (f' : A' -> bool) (f : A -> bool) (l' : list A') (l : list A) :
  rel l' l -> (forall x' x, rel x' x -> rel (f' x') (f x)) -> rel (find f' l') (find f l).
Proof.
  intros H Hf. induction H as [|x' x l' l Hx _ IH]; cbn; [constructor|]. rewrite (Hf x' x Hx).
  destruct (f x); [now constructor|exact IH].
Qed.
Lemma rel_existsb (f' : A' -> bool) (f : A -> bool) (l' : list A') (l : list A) :
  rel l' l -> (forall x' x, rel x' x -> rel (f' x') (f x)) -> rel (existsb f' l') (existsb f l).
Proof. intros H Hf. induction H as [|x' x l' l Hx _ IH]; cbn; [reflexivity|]. now rewrite (Hf x' x Hx), IH. Qed.
Lemma rel_forallb (f' : A' -> bool) (f : A -> bool) (l' : list A') (l : list A) :
  rel l' l -> (forall x' x, rel x' x -> rel (f' x') (f x)) -> rel (forallb f' l') (forallb f l).
Proof. intros H Hf. induction H as [|x' x l' l Hx _ IH]; cbn; [reflexivity|]. now rewrite (Hf x' x Hx), IH. Qed.
Lemma rel_partition (f' : A' -> bool) (f : A -> bool) (l' : list A') (l : list A) :
  rel l' l -> (forall x' x, rel x' x -> rel (f' x') (f x)) -> rel (partition f' l') (partition f l).
Proof.
  intros H Hf. induction H as [|x' x l' l Hx _ IH]; cbn; [now repeat constructor|].
  rewrite (Hf x' x Hx). destruct IH as [yes' yes no' no Hyes Hno]. destruct (f x); constructor; auto; now constructor.
Qed.
Lemma rel_nth n (l' : list A') (l : list A) (d' : A') (d : A) : rel l' l -> rel d' d -> rel (nth n l' d') (nth n l d).
Proof. intros H Hd. revert n. induction H as [|x' x l' l Hx _ IH]; intros [|n]; cbn; auto. Qed.
Lemma rel_hd (l' : list A') (l : list A) (d' : A') (d : A) : rel l' l -> rel d' d -> rel (hd d' l') (hd d l).
Proof. intros [|x' x ? ? Hx _] Hd; assumption. Qed.
Lemma rel_last (l' : list A') (l : list A) (d' : A') (d : A) : rel l' l -> rel d' d -> rel (last l' d') (last l d).
Proof.
  intros H Hd. induction H as [|x' x l' l Hx H IH]; cbn; [exact Hd|]. now destruct H.
Qed.
Lemma rel_split (ps' : list (A' * B')) (ps : list (A * B)) :
  @rel _ _ (@rel_list _ _ rel_prod) ps' ps -> @rel _ _ (@rel_prod _ _ _ _ rel_list rel_list) (split ps') (split ps).
Proof.
  induction 1 as [|p' p ps' ps Hp _ IH]; cbn; [now repeat constructor|]. destruct Hp as [a' a b' b Ha Hb].
  destruct IH as [la' la lb' lb Hla Hlb]. constructor; now constructor.
Qed.
Lemma rel_rev_append (k' l' : list A') (k l : list A) :
  rel k' k -> rel l' l -> rel (rev_append k' l') (rev_append k l).
Proof. intros H. revert l' l. induction H; intros l1' l1 Hl; cbn; [exact Hl|]. apply IHForall2. now constructor. Qed.
End lists.

(** To lists without coroutines. *)
Lemma rel_flat_map_equal {A' A B} {HA : Related A' A} (f' : A' -> list B) (f : A -> list B)
  (l' : list A') (l : list A) :
  rel l' l -> (forall x' x, rel x' x -> rel (f' x') (f x)) -> rel (flat_map f' l') (flat_map f l).
Proof. intros H Hf. induction H as [|x' x l' l Hx _ IH]; [reflexivity|]. cbn. now rewrite IH, (Hf x' x Hx). Qed.
Lemma rel_split_first {A B' B} {HB : Related B' B} (ps' : list (A * B')) (ps : list (A * B)) :
  @rel _ _ (@rel_list _ _ (@rel_prod A A B' B rel_eq HB)) ps' ps ->
  @rel _ _ (@rel_prod _ _ _ _ (@rel_eq (list A)) rel_list) (split ps') (split ps).
Proof.
  induction 1 as [|p' p ps' ps Hp _ IH]; cbn; [now repeat constructor|]. destruct Hp as [a' a b' b -> Hb].
  destruct IH as [la' la lb' lb -> Hlb]. constructor; [reflexivity|now constructor].
Qed.
Lemma rel_split_second {A' A B} {HA : Related A' A} (ps' : list (A' * B)) (ps : list (A * B)) :
  @rel _ _ (@rel_list _ _ (@rel_prod A' A B B HA rel_eq)) ps' ps ->
  @rel _ _ (@rel_prod _ _ _ _ rel_list (@rel_eq (list B))) (split ps') (split ps).
Proof.
  induction 1 as [|p' p ps' ps Hp _ IH]; cbn; [now repeat constructor|]. destruct Hp as [a' a b' b Ha ->].
  destruct IH as [la' la lb' lb Hla ->]. constructor; [now constructor|reflexivity].
Qed.
#[global] Hint Resolve rel_split_first rel_split_second : derive.

(** What has no coroutines in it is equal, also where a lemma about what may have them asks for its parts. *)
Lemma rel_list_of_equal {A} (l' l : list A) : @rel _ _ rel_eq l' l -> @rel _ _ (@rel_list A A rel_eq) l' l.
Proof. intros ->. apply rel_list_equal. Qed.
Lemma rel_option_of_equal {A} (o' o : option A) : @rel _ _ rel_eq o' o -> @rel _ _ (@rel_option A A rel_eq) o' o.
Proof. intros ->. destruct o; now constructor. Qed.
Lemma rel_prod_of_equal {A B} (p' p : A * B) :
  @rel _ _ rel_eq p' p -> @rel _ _ (@rel_prod A A B B rel_eq rel_eq) p' p.
Proof. intros ->. destruct p; now constructor. Qed.

#[global] Hint Resolve rel_concat rel_flat_map rel_fold_right rel_fold_left rel_find rel_existsb rel_forallb
  rel_partition rel_nth rel_hd rel_last rel_split rel_rev_append rel_flat_map_equal : derive.
#[global] Hint Resolve rel_list_of_equal rel_option_of_equal rel_prod_of_equal | 8 : derive.
(** A value chosen by a test of lists: the tests are equal. *)
#[global] Hint Extern 5 (@rel _ _ (@rel_eq _) (match ?x' with _ => _ end) (match ?x with _ => _ end)) =>
  (let E := fresh in
   assert (E : @rel _ _ (@rel_eq _) x' x) by eauto 12 with derive; change (x' = x) in E; rewrite E; clear E; destruct x)
  : derive.
