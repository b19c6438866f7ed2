(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Frames as bytes, in chunks.

    A frame stack in memory: a frame is pushed as bytes into the newest chunk,
    or into a new one if it does not fit; popping reads it and gives the chunk
    back with its last frame. It keeps what is pushed on it, if decoding the bytes
    of a frame gives the frame. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Stack Require Import Leaf Chunks Runner.

Section bytes.
  Context {byte frame : Type} (encode : frame → list byte) (decode : list byte → frame).
  (** Of the allocator: where, and how much, given what there is. *)
  Context (allocate : stack → nat → nat * nat).
  Definition allocates : Prop := ∀ st n,
    n ≤ (allocate st n).2 ∧ Forall (λ d, apart (allocate st n).1 (allocate st n).2 (base d) (room d)) st.

  Definition space : Type := stack * (nat → byte).

  Definition write (a : nat) (bs : list byte) (M : nat → byte) : nat → byte :=
    λ i, if decide (a ≤ i < a + length bs) then nth (i - a) bs (M i) else M i.
  Definition more_room (n : nat) (st : stack) : stack :=
    let '(b, r) := allocate st n in Chunk b r [n] :: st.
  Definition room_for (n : nat) (st : stack) : stack :=
    match st with
    | c :: rest =>
        if decide (total (sizes c) + n ≤ room c) then Chunk (base c) (room c) (n :: sizes c) :: rest
        else more_room n st
    | [] => more_room n st
    end.
  Definition top (st : stack) : nat := match places_of st with p :: _ => p.1 | [] => 0 end.

  Definition push_frame (f : frame) (m : space) : space :=
    let st := room_for (length (encode f)) m.1 in (st, write (top st) (encode f) m.2).
  Definition pop_frame (m : space) : option (frame * space) :=
    match places_of m.1, Chunks.pop m.1 with
    | p :: _, Some st => Some (decode (bytes_at m.2 p), (st, m.2))
    | _, _ => None
    end.
  Definition in_chunks : frame_stack frame space := FrameStack (λ fs m, foldr push_frame m fs) pop_frame.

  Definition frames_inside (m : space) : list frame := map decode (contents m.2 m.1).
  Definition sound_space (m : space) : Prop := stack_ok m.1.
  Definition encodes (f : frame) : Prop := decode (encode f) = f.

  Lemma room_push (Ha : allocates) n st : Chunks.push n st (room_for n st).
  Proof.
    assert (Chunks.push n st (more_room n st)) as Hnew.
    { unfold more_room. destruct (Ha st n). destruct (allocate st n). by constructor. }
    destruct st as [|c st]; simpl; [done|]. case_decide; [by constructor|done].
  Qed.

  Lemma bytes_written a bs M : bytes_at (write a bs M) (a, length bs) = bs.
  Proof.
    unfold bytes_at, write; simpl. apply list_eq. intros i. rewrite list_lookup_fmap.
    destruct (decide (i < length bs)) as [Hi|Hi].
    - rewrite lookup_seq_lt by done. simpl. rewrite decide_True by lia.
      replace (a + i - a) with i by lia. destruct (lookup_lt_is_Some_2 bs i Hi) as [x Hx]. by rewrite nth_lookup, Hx.
    - rewrite lookup_seq_ge by lia. simpl. symmetry. apply lookup_ge_None_2. lia.
  Qed.

  Lemma push_frame_ok (Ha : allocates) f m : sound_space m → encodes f →
    sound_space (push_frame f m) ∧ frames_inside (push_frame f m) = f :: frames_inside m.
  Proof.
    destruct m as [st M]. unfold sound_space, frames_inside, push_frame, encodes; simpl. intros Hok Hf.
    set (n := length (encode f)). pose proof (room_push Ha n st) as Hp.
    pose proof (push_ok _ _ _ Hp Hok) as Hok'. split; [done|].
    destruct (push_places _ _ _ Hp) as [a E]. unfold contents, top. rewrite E. simpl.
    unfold n at 1. rewrite bytes_written, Hf. f_equal. f_equal. apply map_ext_in. intros q Hq%elem_of_list_In.
    apply bytes_at_same. intros i Hi. unfold write. rewrite decide_False; [done|].
    pose proof (places_apart (room_for n st) (a, n) [] (places_of st) q Hok' E Hq) as Hap.
    unfold apart in Hap; simpl in Hap. fold n. lia.
  Qed.

  Lemma in_chunks_keeps : allocates → keeps in_chunks frames_inside sound_space encodes.
  Proof.
    intros Ha. split; simpl.
    - intros fs m Hm. induction 1 as [|f fs Hf _ [Hok Hin]]; simpl; [done|].
      destruct (push_frame_ok Ha f _ Hok Hf) as [? E]. split; [done|]. by rewrite E, Hin.
    - intros [st M] Hok. unfold sound_space in Hok. simpl in Hok. unfold pop_frame, frames_inside, contents; simpl.
      destruct st as [|[b r [|n l]] st]; simpl in *; [done|by destruct Hok as [[? _] _]|].
      destruct (Chunks.pop (Chunk b r (n :: l) :: st)) as [st'|] eqn:E; [|destruct l; simpl in E; discriminate].
      destruct (pop_places _ _ E) as [p Ep]. pose proof (pop_ok _ _ E Hok) as Hok'.
      simpl in Ep, E. rewrite E. unfold sound_space; simpl. split; [done|].
      injection Ep as _ Ep. by rewrite Ep.
  Qed.
End bytes.
