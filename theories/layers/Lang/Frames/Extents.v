(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Sizes and alignments of types, as the printed C lays them out.

    The rules are C's for structures and unions whose members have fixed widths:
    members in order, each at the next multiple of its alignment; the whole
    aligned like its most aligned member, its size a multiple of that. What
    holds no information has no member and takes no room.

    That a C compiler goes by the same rules is asserted in the C, for every
    structure printed and each of its members ([_Static_assert]). *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang.Model Require Export Syntax.

Record extent := Extent { extent_bytes : N; extent_align : N }.

Local Open Scope N_scope.

(** ** What C does *)
Definition empty_extent : extent := Extent 0 1.
Definition is_empty (e : extent) : bool := extent_bytes e =? 0.

(** An unsigned integer of [n] bytes. *)
Definition unsigned (n : N) : extent := Extent n n.

(** Bytes of the narrowest unsigned integer that holds 0 to [top]. *)
Definition cell (top : N) : N :=
  if top <? 256 then 1 else if top <? 65536 then 2 else if top <? 4294967296 then 4 else 8.

Definition round_up (n align : N) : N := (n + (align - 1)) / align * align.

Definition repeat (n : N) (e : extent) : extent := Extent (n * extent_bytes e) (extent_align e).

(** C has no arrays without elements. *)
Definition array_of (n : N) (e : extent) : extent := repeat (N.max 1 n) e.

(** [total] with one more member; a size that need not be a multiple of the alignment yet. *)
Definition after (total e : extent) : extent :=
  if is_empty e then total
  else Extent (round_up (extent_bytes total) (extent_align e) + extent_bytes e)
              (N.max (extent_align total) (extent_align e)).
Definition beside (total e : extent) : extent :=
  if is_empty e then total
  else Extent (N.max (extent_bytes total) (extent_bytes e)) (N.max (extent_align total) (extent_align e)).
Definition closed (total : extent) : extent :=
  Extent (round_up (extent_bytes total) (extent_align total)) (extent_align total).

Definition structure (members : list extent) : extent := closed (fold_left after members empty_extent).
Definition overlay (members : list extent) : extent := closed (fold_left beside members empty_extent).

(** Where the members of a structure are, in order; what takes no room is nowhere ([None]). *)
Fixpoint offsets_from (total : extent) (members : list extent) : list (option N) :=
  match members with
  | [] => []
  | e :: members =>
      (if is_empty e then None else Some (round_up (extent_bytes total) (extent_align e)))
      :: offsets_from (after total e) members
  end.
Definition offsets : list extent → list (option N) := offsets_from empty_extent.

(** ** What is printed *)
Definition bytes_of_width (w : width) : N := match w with W8 => 1 | W16 => 2 | W32 => 4 | W64 => 8 end.

(** Cells of the hash index of a map: none up to 16 entries; the smallest power of two that leaves a third of them empty. *)
Definition index_cells (cap : N) : N := if cap <=? 16 then 0 else 2 ^ N.log2_up (cap + cap / 2).

Section types.
  (** Extents that the type does not say: declared ones of extern types, and those of coroutines' frames. *)
  Context (extern : nat → extent) (frame : procedure → extent).

  Definition tagged (cases : list extent) : list extent :=
    [unsigned (cell (N.of_nat (length cases - 1))); overlay cases].
  Definition bytes_members (cap : N) : list extent := [unsigned (cell cap); array_of cap (unsigned 1)].
  Definition map_members (cap : N) (key : width) (e : extent) : list extent :=
    [array_of cap e; array_of cap (unsigned (bytes_of_width key)); unsigned (cell cap);
     repeat (index_cells cap) (unsigned (cell cap))].

  Fixpoint extent_of (t : ty) : extent :=
    match t with
    | TBool => unsigned 1
    | TInt w => unsigned (bytes_of_width w)
    | TBytes cap => structure (bytes_members cap)
    | TView => Extent 16 8                      (* a pointer and a length; in no frame *)
    | TArray n t => array_of n (extent_of t)
    | TRecord _ ts => structure (map extent_of ts)
    | TUnion _ ts => structure (tagged (map extent_of ts))
    | TMap cap key t => structure (map_members cap key (extent_of t))
    | TExtern n => extern n
    | TCoro p => frame p
    end.

  (** The members of the structure that is printed for a type, in order. *)
  Definition members_of (t : ty) : list extent :=
    match t with
    | TBytes cap => bytes_members cap
    | TArray n t => [array_of n (extent_of t)]
    | TRecord _ ts => map extent_of ts
    | TUnion _ ts => tagged (map extent_of ts)
    | TMap cap key t => map_members cap key (extent_of t)
    | TBool | TInt _ | TView | TExtern _ | TCoro _ => []
    end.
End types.

(** ** What the rules guarantee *)
Definition sound_extent (e : extent) : Prop := 1 ≤ extent_align e ∧ (extent_align e | extent_bytes e).

Lemma round_up_spec n a : 1 ≤ a → n ≤ round_up n a ∧ (a | round_up n a).
Proof.
  intros Ha. unfold round_up. split; [|by apply N.divide_factor_r].
  pose proof (N.div_mod (n + (a - 1)) a ltac:(lia)) as Hd. rewrite N.mul_comm in Hd.
  pose proof (N.mod_lt (n + (a - 1)) a ltac:(lia)). lia.
Qed.

(** Members of a structure lie one after the other, each inside and aligned. *)
Inductive laid (start finish : N) : list extent → list (option N) → Prop :=
| laid_nil : start ≤ finish → laid start finish [] []
| laid_empty e es os : is_empty e = true → laid start finish es os → laid start finish (e :: es) (None :: os)
| laid_member e es o os :
    start ≤ o → (extent_align e | o) →
    laid (o + extent_bytes e) finish es os → laid start finish (e :: es) (Some o :: os).

Lemma laid_from total es :
  Forall sound_extent es → 1 ≤ extent_align total →
  laid (extent_bytes total) (extent_bytes (fold_left after es total)) es (offsets_from total es) ∧
  1 ≤ extent_align (fold_left after es total).
Proof.
  intros Hes. revert total. induction Hes as [|e es [Ha _] Hes IH]; intros total Ht; simpl.
  { split; [|done]. by constructor. }
  destruct (is_empty e) eqn:He.
  - replace (after total e) with total by (unfold after; by rewrite He).
    destruct (IH total Ht). split; [|done]. by constructor.
  - destruct (round_up_spec (extent_bytes total) (extent_align e) Ha) as [??].
    assert (after total e = Extent (round_up (extent_bytes total) (extent_align e) + extent_bytes e)
                                   (N.max (extent_align total) (extent_align e))) as Heq
      by (unfold after; by rewrite He).
    destruct (IH (after total e)) as [Hl ?]; [rewrite Heq; simpl; lia|]. rewrite Heq in Hl at 1. simpl in Hl.
    split; [|done]. by constructor.
Qed.

Lemma laid_later start finish finish' es os : finish ≤ finish' → laid start finish es os → laid start finish' es os.
Proof. intros Hle Hl. induction Hl; constructor; auto. lia. Qed.

Theorem structure_laid es :
  Forall sound_extent es →
  laid 0 (extent_bytes (structure es)) es (offsets es) ∧ sound_extent (structure es).
Proof.
  intros Hes. destruct (laid_from empty_extent es Hes) as [Hl Ha]; [simpl; lia|].
  destruct (round_up_spec (extent_bytes (fold_left after es empty_extent)) _ Ha) as [Hle ?].
  split; [by eapply laid_later|by split].
Qed.
