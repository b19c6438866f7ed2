(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims of C with threads: the pool of threads of one loop, and their frames. See All.v. *)
From stdpp Require prelude gmap.
From Fairlead.Core.Model Require Cmd Semantics Points Bisimulation.
From Fairlead.Core.Machine Require Liveness Simulation Compilation.
From Fairlead.Threads.Program Require Primitives Slices.
From Fairlead.Threads.Pool Require Model Bisimulation Order Places.
From Fairlead.Base Require Table.
From Fairlead.Threads.Layout Require Slots Machine Sound Alone.
From Fairlead.Threads.Stack Require Leaf Chunks Bytes Composed Octets.
From Fairlead.Threads.Text Require Code Told Printed Frame Ways Check Sound.
From Fairlead.Threads.Unhoist Require Tree Lowered Unhoisted Accepted Behaviour Control Orders Joined.

(** * Threads: the pool of one loop

    A suspending function is control around slices of C, which are opaque
    functions on the locals of the activation and on one heap: Core's commands.
    The pool holds the threads that are attached to one loop. What comes from
    outside (completions, orders of other OS threads, writes into memory) comes
    between slices. Detached threads are not in it. *)
Section threads_pool.
Import stdpp.prelude.
Import Cmd Core.Model.Semantics Points Core.Model.Bisimulation Liveness Simulation Compilation Slices Primitives
  Threads.Pool.Model
  Threads.Pool.Bisimulation Order Places Table Slots Layout.Machine Layout.Sound Alone
  Leaf Chunks Bytes Composed Octets.

(** Compiled threads do what the threads as written do. Whatever slices, tests,
    arguments and results are, if labels are distinct and every [Exit] has its
    block, the pools are bisimilar: whatever one does next the other does too.
    Each silent step of each thread, each request with the heap as it was then,
    each result with its heap, each trap, each thread's turn; and they take the
    same from outside. So one runs for ever, inside of a slice or not, or is stuck,
    exactly when the other does. *)
Theorem threads_pool_bisimilar {B T S C locals heap value event : Type} (P : slices B T S C locals heap value event)
    (plain signalled : value) (spawned : thread → value) (orders : heap →
      list (order locals value)) (without : heap → heap) p a h :
  (∀ p body, text P p = Some body → NoDup (labels body) ∧ scoped body 0) →
  bisimilar
    (pool_trans (source P) (source_loop plain signalled spawned orders without))
    (pool_trans (machine P) (machine_loop plain signalled spawned orders without))
    (pool_of (source_loop plain signalled spawned orders without) p a h)
    (pool_of (machine_loop plain signalled spawned orders without) p a h).
Proof. exact (slices_bisimilar P plain signalled spawned orders without p a h). Qed.

(** The general form: any two runners of threads, whose related states take related
    steps with equal requests, and any two loops that agree but for how they begin a
    thread, and begin related ones. *)
Theorem threads_pool_simulation {state1 state2 parked1 parked2 locals heap value event : Type}
    (M1 : runner state1 parked1 (primitive locals value event * heap) (value * heap) (value * heap))
    (M2 : runner state2 parked2 (primitive locals value event * heap) (value * heap) (value * heap))
    (Rs : state1 → state2 → Prop) (Rk : parked1 → parked2 → Prop)
    (L1 : loop parked1 locals heap value) (L2 : loop parked2 locals heap value) :
  runner_rel M1 M2 Rs Rk → loop_rel Rk L1 L2 →
  ∀ p a h, bisimilar (pool_trans M1 L1) (pool_trans M2 L2) (pool_of L1 p a h) (pool_of L2 p a h).
Proof. exact (λ steps loops p a h, pool_bisimilar steps loops p a h). Qed.

(** Frames laid out by anybody. [check_threads] is given each function with what its
    slices use and change, and the layout: flcc has it run on every function that it
    translates. If it accepts, and slices are what they were declared to be ([told]), the
    pool of threads in these frames is bisimilar to the pool of threads as written,
    whatever values ([junk]) lost locals have: those that share a slot with what a slice
    changes, at a suspension or call all that the frame does not keep there, and in a
    new frame all but the parameters. *)
Theorem threads_layout_bisimilar {val heap value event : Type} bodies fs (junk : (nat → val) → nat → val)
    (P : slices piece piece request request (nat → val) heap value event)
    (plain signalled : value) (spawned : thread → value) (orders : heap → list (order (nat →
      val) value)) (without : heap → heap) p a h :
  let L := build (map plan_of fs) in
  check_threads bodies fs = true → (∀ q, text P q = bodies !! q) → told L P →
  bisimilar
    (pool_trans (source P) (source_loop plain signalled spawned orders without))
    (pool_trans (laid_out_machine L junk P) (laid_out_loop L junk plain signalled spawned orders without))
    (pool_of (source_loop plain signalled spawned orders without) p a h)
    (pool_of (laid_out_loop L junk plain signalled spawned orders without) p a h).
Proof. exact (checked_bisimilar bodies fs junk P plain signalled spawned orders without p a h). Qed.

(** Functions may be checked one by one, as flcc does, in any number of files: a
    program is accepted when each of its functions is. *)
Theorem threads_checked_one_by_one bodies fs :
  check_threads bodies fs = true ↔ Forall2 (λ body f, check_threads [body] [f] = true) bodies fs.
Proof. exact (checked_one_by_one bodies fs). Qed.

(** Further down: from threads as written to a pool in which a thread that waits
    is in chunks of memory. Frames are laid out as the check allows; the frame
    that waits is resumed by itself, and its caller's when that is done; calls go to the
    native stack, and are cut off wherever it is too deep ([deep]); frames are pushed
    as cells, into the newest chunk or one from an allocator of which all that is known is
    that what it gives is nobody else's ([allocates]), and popping the last one of a
    chunk gives it back. [frames_encode]: what is left of a frame when its thread waits
    can be read back from its cells. What a cell is ([byte]) is open; [threads_frames_octets] has octets.
    Each thread has a memory of its own for its frames; the heap is one. *)
Theorem threads_memory_bisimilar {val heap value event byte : Type} bodies fs (junk : (nat → val) → nat → val)
    (P : slices piece piece request request (nat → val) heap value event)
    (plain signalled : value) (spawned : thread → value) (orders : heap → list (order (nat →
      val) value)) (without : heap → heap)
    encode decode allocate (before : nat → byte) deep p a h :
  check_threads bodies fs = true → (∀ q, text P q = bodies !! q) → told (build (map plan_of fs)) P →
  allocates allocate → frames_encode fs junk encode decode →
  bisimilar
    (pool_trans (source P) (source_loop plain signalled spawned orders without))
    (pool_trans (memory_runner fs junk P encode decode allocate deep)
      (memory_loop fs junk plain signalled spawned orders without encode allocate before))
    (pool_of (source_loop plain signalled spawned orders without) p a h)
    (pool_of (memory_loop fs junk plain signalled spawned orders without encode allocate before) p a h).
Proof.
  exact (memory_bisimilar bodies fs junk P plain signalled spawned orders without encode decode allocate before deep
    p a h).
Qed.

(** Cells that are octets: values that are written as [width] of them each, and read back. A frame is where it goes on,
    then the members that it keeps there. What it does not keep is read back as [nothing]. That functions which agree
    everywhere are one is a hypothesis ([extensional]). It is a model of the layout: sizes, alignment and code addresses
    of the C are not in it. *)
Theorem threads_frames_octets {val heap : Type} width to_octets of_octets (nothing : val) fs :
  (∀ v, length (to_octets v) = width) → (∀ v, of_octets (to_octets v) = v) → extensional val →
  frames_encode (heap := heap) fs (lost nothing) (frame_octets to_octets fs) (read_frame width of_octets nothing fs).
Proof. exact (octets_encode width to_octets of_octets nothing fs). Qed.

(** The order in which threads run is fixed by the program and by what comes from
    outside, and when: of two runs from the same pool one is the beginning of the
    other, or where they part one of them takes something from outside that the
    other does not. (The hypothesis says that what comes from outside can be told apart.) *)
Theorem threads_order_fixed {state parked locals heap value event : Type}
    (M : runner state parked (primitive locals value event * heap) (value * heap) (value * heap))
    (L : loop parked locals heap value) P l1 l2 P1 P2 :
  (∀ x y : input locals value heap, x = y ∨ x ≠ y) →
  execution (pool_trans M L) P l1 P1 → execution (pool_trans M L) P l2 P2 →
  l1 `prefix_of` l2 ∨ l2 `prefix_of` l1 ∨
  ∃ l a b r1 r2, l1 = l ++ a :: r1 ∧ l2 = l ++ b :: r2 ∧ a ≠ b ∧ (from_outside a ∨ from_outside b).
Proof. exact (pool_order_fixed M L P l1 l2 P1 P2). Qed.

(** Between two suspensions of a thread nothing else happens on its loop: no other
    thread runs, and nothing comes in from outside. *)
Theorem threads_atomic {state parked locals heap value event : Type}
    (M : runner state parked (primitive locals value event * heap) (value * heap) (value * heap))
    (L : loop parked locals heap value) P l P' i :
  running P = Some i → execution (pool_trans M L) P l P' → Forall (λ a, ¬ gives_up a) l →
  Forall (by_thread i) l ∧ running P' = Some i.
Proof. exact (pool_atomic M L P l P' i). Qed.

(** First in, first out: who was in line when a run began, followed by those who
    came to its end meanwhile, are those who had their turn, in that order,
    followed by those who are in line when it ends. *)
Theorem threads_fifo {state parked locals heap value event : Type}
    (M : runner state parked (primitive locals value event * heap) (value * heap) (value * heap))
    (L : loop parked locals heap value) P l P' :
  execution (pool_trans M L) P l P' → P' ≠ Aborted →
  ∃ new, line P ++ new = mjoin (map dispatched l) ++ line P'.
Proof. exact (pool_fifo M L P l P'). Qed.

(** No thread is lost or in the pool twice: a step keeps all threads, but for the
    one that finishes, and adds those that are spawned, with the next numbers. *)
Theorem threads_kept {state parked locals heap value event : Type}
    (M : runner state parked (primitive locals value event * heap) (value * heap) (value * heap))
    (L : loop parked locals heap value) P a P' :
  pool_trans M L P a P' → P' ≠ Aborted →
  ∃ n, threads_of P ++ seq (number_of P) n ≡ₚ finished_by a ++ threads_of P' ∧ number_of P' = number_of P + n.
Proof. exact (pool_places M L P a P'). Qed.
End threads_pool.

(** * Threads: frames

    Below the pool: how one thread's frames are run, and where they lie. *)
Section threads_frames.
Import stdpp.prelude.
Import Cmd Core.Model.Semantics Points Core.Model.Bisimulation Liveness Simulation Leaf.

(** Resuming the leaf. The machine of [core_simulation] rebuilds all callers when it
    is resumed. This one runs the frame that waits and, when that is done, the frame of
    its caller, and so on; calls are native calls, until the native stack is too deep,
    which may be anywhere ([deep]): then all frames on it are left, and the callee is
    run from the bottom. The thread as written and this machine are bisimilar. *)
Theorem threads_leaf_bisimilar {B T S C V store1 store2 request response result : Type}
    (A : analysis B T S C Empty_set V)
    (D1 : dynamics B T S C Empty_set store1 (source_point B T S C Empty_set * store1) request response result)
    (D2 : dynamics B T S C Empty_set store2 (machine_point * store2) request response result)
    (srel : procedure → V → store1 → store2 → Prop) (deep : list (link B T S C Empty_set store2) → bool) :
  agreement A D1 D2 srel → accepted A (code D1) →
  ∀ p body s t, code D1 p = Some body → srel p (entry_set A p) s t →
  bisimilar (trans D1) (leaf_trans D2 listed deep) (initial body p s) (LRunning body p [] t [] []).
Proof. exact (λ agree ok p body s t, leaf_bisimilar agree ok deep p body s t). Qed.
End threads_frames.

Section threads_chunks.
Import stdpp.prelude.
Import Chunks.

(** The frame stack in memory: chunks from an allocator of which all that is known is
    that what it gives is nobody else's. A push puts a place in front of those that are
    there, a pop takes it away, and no frame moves; a pop after a push gives back the chunk
    if the push took one. What is right stays right. *)
Theorem threads_frames_stay n st st' :
  push n st st' → stack_ok st →
  stack_ok st' ∧ (∃ a, places_of st' = (a, n) :: places_of st) ∧ pop st' = Some st.
Proof. exact (frames_stay n st st'). Qed.

(** Frames share no bytes. *)
Theorem threads_frames_apart st p ps qs q :
  stack_ok st → places_of st = ps ++ p :: qs → q ∈ qs → apart p.1 p.2 q.1 q.2.
Proof. exact (places_apart st p ps qs q). Qed.

(** In memory the stack is a list of contents: what the running frame writes into itself,
    or outside of the stack, changes the first content and no other; a push puts one in
    front; a pop takes the first away. *)
Theorem threads_frames_contents {byte : Type} (M M' : nat → byte) n st st' :
  (stack_ok st → writes_top st M M' → tail (contents M' st) = tail (contents M st)) ∧
  (push n st st' → ∃ new, contents M st' = new :: contents M st ∧ length new = n) ∧
  (pop st = Some st' → contents M st' = tail (contents M st)).
Proof. exact (conj (write_contents M M' st) (conj (push_contents M n st st') (pop_contents M st st'))). Qed.
End threads_chunks.

(** * Threads: the text of a translation *)
Section threads_text.
Import stdpp.prelude.
Import Code Told Printed Frame Ways Check Sound.

(** What flcc prints of a marked function is read back, as tokens, and compared with
    what it said of the function: [differs], in every translation. If that finds no
    difference, the structure of the frame, what makes one, the entry and each function
    of C are, token by token, those of the statements that were said ([codes], [flat]).
    Their slices are tokens of the source, and each is there once: not in another place,
    nor again. Who is resumed goes on behind the call that it waits in, with what is left
    of the function there ([enter], C's dispatch; [calls_in]: what is left behind each
    call). Variables are in the members that the accepted layout gives them ([laid_out]). *)
Theorem flcc_read_back number place home source (f : marked) read :
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
Proof. exact (read_back_sound number place home source f read). Qed.

(** The account: [miscounted] says of no token that it is there too often or not often
    enough, exactly when each is there as often as it may be: once, at most once, or as
    often as one likes. *)
Theorem flcc_account first l there :
  miscounted first l there = None ↔ ∀ k a, l !! k = Some a → allows a (times (first + k) there).
Proof. exact (miscounted_sound first l there). Qed.
End threads_text.

(** * Threads: order and control *)
Section threads_order_and_control.
Import stdpp.prelude.
Import Code Told Tree Lowered Unhoisted Accepted Behaviour Control Orders Joined.

(** Suspending calls become statements before the expression in which they stand; loops, [switch] and jumps become
    others. Whether the statements are the source is checked for each marked function, in every
    translation: the translator says how it took the source apart ([t]), and is not
    believed. If [unhoisted] has nothing to say:

    - [t] is written as the source is, token by token, and each token for which it says a place is there ([written],
      [is_token]). Each token of a text of the source is in the statements once ([all_there], [slices]).
    - All that the statements do ([runs_as], of what was said to be printed, with parts of the function where they are
      called, [seen_all]) C allows of the source. [may] is C's control on [t]: loops, [if], [switch], labels, [break],
      [continue], [goto] and [return]. Each expression is evaluated in some order of C's: operands and arguments take
      turns, piece by piece; what is left of [&&], [||], [?] and [,] comes before what is right of it, which is
      evaluated only if it has to be; arguments come before the call; a block of a statement expression is one piece.
      A call that was taken out of a text comes before that text only if C sequences none of the text before it. Where a
      [goto] leads into a statement expression, the expression around it goes on in the order of [does].
    - Nothing is lost: the statements have all traces of one such order, left to right with calls first ([does]).

    Texts are opaque: a text may be entered at a label or [case] in it, and left by each word in it that leads out, and
    a condition may be found true or false. A trace has the texts with how they were entered and left, what was found,
    which [case] was picked, what was set, and who was called; and it ends at the end, by [return], or not at all
    ([Cut]: all beginnings are there, so what runs for ever does the same for ever). *)
Theorem flcc_order_and_control spelled name framed temporary first source t units :
  unhoisted spelled name framed temporary first source t units = None →
  let l := written spelled t [] in
  (length l = length source ∧ ∀ k p x, l !! k = Some p → source !! k = Some x → is_token (first + k) p x) ∧
  all_there (seen_all units) ≡ₚ slices t ∧
  (∀ tr x, runs_as (seen_all units) Top tr x → whole_run (may name framed temporary t) Top tr x) ∧
  ∀ tr x, runs_as (seen_all units) Top tr x ↔ whole_run (does name framed t) Top tr x.
Proof. exact (joined_sound spelled name framed temporary first source t units). Qed.
End threads_order_and_control.
