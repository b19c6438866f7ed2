(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims of the assembly layer: the checkers, the transformers and the logic they rest on. See All.v. *)
From stdpp Require prelude.
From Fairlead.Asm.Model Require Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Structured_trusted.
From Fairlead.Asm.Footprints Require Footprint.
From Fairlead.Asm.Footprints Require Reorder.
From Fairlead.Asm.Symbolic Require Equivalence.
From Fairlead.Asm.Model Require Flat_trusted.
From Fairlead.Asm.Verdicts Require Steps_trusted Taint Taint_runs.
From Fairlead.Asm.Control Require Lowering Loops Returns.
From Fairlead.Asm.Hoare Require Logic Example.
From Fairlead.Asm.Refinement Require Refines.
From Fairlead.Asm.Groups Require Exchange.
From Fairlead.Asm.Peephole Require Rules Movbe Moves Zero Prefetch.
From Fairlead.Asm.Transform Require LoopRules Scripts.
From Fairlead.Asm.Verdicts Require Files Carry Contracts Calls_trusted Calls.
From Fairlead.Asm.Stack Require Signals_trusted Check Runs Checked.
From Coq Require Strings.String.
From Fairlead.Asm.Bytes Require Operands_trusted Table_trusted Machine_trusted Listing Erased Runs Canonical.

(** * Assembly

    [run g p s] runs the instructions [p] from the state [s] (16 registers, 16 vector
    registers in halves, six flags, memory) of a machine whose symbols and memory
    regions are where [g] says. It is [None] when a flag is read that is undefined, or an
    access falls outside of the region its operand names, is misaligned, or writes
    where nothing may be written; otherwise the state at the end, with what each
    instruction leaked (the addresses it accessed). What single instructions do is given by
    executable functions, compared with a processor by [fairlead asm cosim].

    Whatever is said below of code that may replace other code is said of runs of the clean code that come to their end
    without error. Clean code that runs for ever, or fails, promises nothing: what is put in its place may then do, and leak,
    anything. What is said of leakage is said of pairs of such runs. *)
Section asm.
Import stdpp.prelude.
Import Syntax_trusted State_trusted Semantics_trusted Describe_trusted Run_trusted Flat_trusted
  Structured_trusted Footprint Reorder Symbolic.Equivalence Control.Lowering Loops Hoare.Logic Hoare.Example.

(** An instruction changes no register or flag that its footprint does not list as
    written, and no byte of memory but those of the one store it makes. *)
Theorem asm_frame_writes (d : desc op) (g : env) (s : state) (e : effect) :
  effect_of sem g d s = Some e →
  (∀ l, l ∉ writes d → locs (apply e s) l = locs s l) ∧
  (∀ x, match e_store e with Some (p, n, _) => ¬ covers p n x | None => True end →
        memory (apply e s) x = memory s x).
Proof. exact (frame_writes sem g d s e). Qed.

(** What an instruction does depends on nothing but the registers and flags that its
    footprint lists as read and, if it loads, on the bytes that it loads. *)
Theorem asm_frame_reads (d : desc op) (g : env) (s s' : state) :
  (∀ l, l ∈ reads d → locs s l = locs s' l) →
  (∀ a p x, d_access d = Some a → p = address g (locs s) (a_mem a) → permitted g a p = true →
            loads (a_use a) = true → covers p (a_bytes a) x → memory s x = memory s' x) →
  effect_of sem g d s = effect_of sem g d s'.
Proof. exact (frame_reads sem g d s s'). Qed.

(** The reordering checker. If it accepts the fast code as a reordering of the clean
    code, by whatever hints, then from every state, on every machine whose regions are as
    disjoint as was declared, the fast code fails if the clean code fails, and
    otherwise ends in the same state, every flag included, having leaked the same, each
    instruction's part in its new place. *)
Theorem asm_reorder_sound (g : env) (rel : relation) (hints : list nat) (clean fast : list instr) (s : state) :
  respects g rel → check_reorder rel hints clean fast = true →
  run g fast s =
    match run g clean s with Some (s', ts) => Some (s', permute hints ts) | None => None end.
Proof. exact (reorder_sound g rel hints clean fast s). Qed.

(** Reordering preserves constant time: if any two runs of the clean code that start
    alike, in any sense of alike, leak the same, so do any two of the fast code. *)
Theorem asm_reorder_constant_time (g : env) (rel : relation) (hints : list nat) (clean fast : list instr)
    (same : state → state → Prop) :
  respects g rel → check_reorder rel hints clean fast = true →
  constant_time g same clean → constant_time g same fast.
Proof. exact (reorder_constant_time g rel hints clean fast same). Qed.

(** Groups. The instructions of a group may depend on each other, over a flag for instance that the other group
    sets too ([add], [adc] and [add], [adc]). If the checker accepts that, by whatever exchanges of two groups
    that are next to each other, and the clean code runs without error, so does the fast code. It ends with the
    same memory and the same values in all locations but those of [dead], having leaked the same, each
    instruction's part in its new place. So two runs of the clean code that leak the same are two runs of the
    fast code that do. *)
Theorem asm_groups_sound (g : env) (rel : relation) (dead : N) (l : list Exchange.trade) (clean fast : list instr)
    (s s' : state) (ts : list (list event)) :
  respects g rel → Exchange.check_groups rel dead l clean fast = true → run g clean s = Some (s', ts) →
  ∃ s'', run g fast s = Some (s'', Exchange.rearranged l ts) ∧ memory s' = memory s'' ∧
    ∀ k, Locset.mem_set k dead = false → locs s' k = locs s'' k.
Proof. exact (λ Hrel, Exchange.groups_sound g rel Hrel dead l clean fast s s' ts). Qed.

(** The symbolic checker. If it accepts the fast code as doing what the clean code
    does, and the clean code runs without error, so does the fast code, and it ends with
    the same memory, all of it, and the same values in the locations listed as live. *)
Theorem asm_symeq_sound (g : env) (rel : relation) (live : list loc) (clean fast : list instr)
    (s s1 : state) (ts : list (list event)) :
  symeq rel live clean fast = true → respects g rel → well_formed s →
  run g clean s = Some (s1, ts) →
  ∃ s2 us, run g fast s = Some (s2, us) ∧ memory s2 = memory s1 ∧ ∀ l, l ∈ live → locs s2 l = locs s1 l.
Proof. exact (symeq_sound g rel live clean fast s s1 ts). Qed.

(** Nor does the fast code that it accepts leak more: when two runs of the clean code
    leak the same, so do the two runs of the fast code from the same states. *)
Theorem asm_symeq_leaks_no_more (g : env) (rel : relation) (live : list loc) (clean fast : list instr)
    (s s' r r' t t' : state) (ts us us' : list (list event)) :
  symeq rel live clean fast = true → respects g rel → well_formed s → well_formed s' →
  run g clean s = Some (r, ts) → run g clean s' = Some (r', ts) →
  run g fast s = Some (t, us) → run g fast s' = Some (t', us') →
  us = us'.
Proof. exact (symeq_leaks_no_more g rel live clean fast s s' r r' us us' t t' ts). Qed.

(** Lowering structured code (sequences, conditionals, loops) to jumps. Every run of the
    structured code is a run of the flat code, from its first position to its halt, with the same
    end and exactly the same addresses and branches seen on the way; and a complete run of the
    flat code from the same state is that one. So lowering preserves constant time. *)
Theorem asm_lowering (g : env) (x : code) (s s' : state) (t : list event) :
  executes g x s s' t →
  (∃ n, flat_steps g (lowered x) n 0 s = Some (size x, s', t) ∧ nth_error (lowered x) (size x) = Some FHalt) ∧
  (∀ n pc s2 u, flat_steps g (lowered x) n 0 s = Some (pc, s2, u) → nth_error (lowered x) pc = Some FHalt →
    s2 = s' ∧ u = t).
Proof.
  exact (λ H, conj (lowered_runs g x s s' t H) (λ n pc s2 u, lowered_runs_only g x s s' t n pc s2 u H)).
Qed.

(** Loop rules. The first iteration may be peeled off; and the first part of the body may
    move to the end of the iteration before, where it can be scheduled with what is there. Final
    states and all that is seen of a run stay the same. *)
Theorem asm_loop_rules (g : env) (a a1 a2 b : code) (c : cc) (s s' : state) (t : list event) :
  (executes g (CLoop a c b) s s' t ↔ executes g (CSeq a (CIf c (CSeq b (CLoop a c b)) CSkip)) s s' t) ∧
  (executes g (CLoop (CSeq a1 a2) c b) s s' t ↔ executes g (CSeq a1 (CLoop a2 c (CSeq b a1))) s s' t).
Proof. exact (conj (peel g a c b s s' t) (rotate g a1 a2 c b s s' t)). Qed.

(** A block that the reordering checker accepts may replace the clean one wherever it stands: in the
    body and after the test of a loop, in the branches of a conditional, to any depth ([ends_seq], [ends_if] and
    [ends_loop] in Asm/Control/Loops.v); here at its own place, and in a loop. *)
Theorem asm_reorder_in_place (g : env) (rel : relation) (hints : list nat) (clean fast : list instr) (c : cc) (b : code) :
  respects g rel → check_reorder rel hints clean fast = true →
  same_ends g (block clean) (block fast) ∧
  same_ends g (CLoop (block clean) c b) (CLoop (block fast) c b).
Proof.
  exact (λ Hrel H, conj (reorder_in_place g rel hints clean fast Hrel H)
    (ends_loop g _ _ c _ _ (reorder_in_place g rel hints clean fast Hrel H) (λ s s', conj (λ h, h) (λ h, h)))).
Qed.

(** The frame of structured code: a run changes no location but those its instructions
    write, and no byte of memory outside of the regions they store to. *)
Theorem asm_code_frame (g : env) (x : code) (s s' : state) (t : list event) :
  executes g x s s' t →
  (∀ l, l ∉ modified x → locs s' l = locs s l) ∧
  (∀ a, (∀ r, r ∈ stored_to x → ¬ inside (regions g r) a) → memory s' a = memory s a).
Proof. exact (code_frame g x s s' t). Qed.

(** What flat code leaves to its caller, whatever it is called with: [check_return] computes over the code that no instruction writes what
    is [kept], and that on the straight way to the halt, which every run takes, what is [zero] gets the value 0 and no other after
    that. If a run from the beginning comes to a halt, [kept] is as before and [zero] is 0; and what is [kept_or_zero] is one of
    the two. *)
Theorem asm_return (kept zero kept_or_zero : list loc) (p : list flat) (g : env) (s s' : state) (steps pc : nat)
    (t : list event) :
  Returns.check_return kept zero kept_or_zero p = true →
  flat_steps g p steps 0 s = Some (pc, s', t) → nth_error p pc = Some FHalt →
  (∀ l, l ∈ kept → locs s' l = locs s l) ∧ (∀ l, l ∈ zero → locs s' l = 0%N) ∧
  (∀ l, l ∈ kept_or_zero → locs s' l = 0%N ∨ locs s' l = locs s l).
Proof. exact (Returns.check_return_sound kept zero kept_or_zero p g steps s pc s' t). Qed.

(** The Hoare logic is about runs: a procedure whose body has the triple, and writes only what is
    listed, runs from every state with its precondition to an end, without error, where what it ensures
    of the states before and after holds, and every other register and flag is as before. *)
Theorem asm_hoare_procedure (g : env) {A : Type} (p : procedure A) :
  (∀ a l, l ∈ modified (body p a) → l ∈ modifies p a) →
  (∀ a s0, (∀ s, s = s0 ∧ requires p a s → ∃ s' t, executes g (body p a) s s' t ∧ ensures p a s0 s')) →
  ∀ a s, requires p a s →
  ∃ s' t, executes g (body p a) s s' t ∧ ensures p a s s' ∧ ∀ l, l ∉ modifies p a → locs s' l = locs s l.
Proof. exact (procedure_correct g p). Qed.

(** A small example of its use: adding rdi to rax rcx times (add, dec, jnz) computes rax + rcx * rdi
    modulo 2^64, from every state in which rcx is not 0; nothing but rax, rcx and the flags changes. *)
Theorem asm_hoare_example (g : env) (s : state) :
  (0 < locs s (G RCX) < 2 ^ 64)%N →
  ∃ s' t,
    executes g (CLoop (block [Alu ADD W64 (R RAX) (Reg RDI); Un DEC W64 (R RCX)]) CcNE CSkip) s s' t ∧
    locs s' (G RAX) = Word_trusted.low 64 (locs s (G RAX) + locs s (G RCX) * locs s (G RDI)) ∧
    ∀ l, l ∉ [G RAX; G RCX; F CF; F PF; F AF; F ZF; F SF; F OF] → locs s' l = locs s l.
Proof. exact (multiply_correct g tt s). Qed.

Import Refinement.Refines Peephole.Rules Peephole.Movbe Peephole.Moves Peephole.Zero Peephole.Prefetch LoopRules Transform.Scripts Verdicts.Files.

(** Refinement. What follows makes code from code so that two things hold. Where the original runs, from a state
    whose registers hold what they can hold, so does the result, to the same state, every flag and byte of
    memory included. And the result leaks no more: when two runs of the original show the same
    addresses and branches, so do the two runs of the result from the same states. *)
Definition asm_replaces (g : env) (x y : code) : Prop :=
  (∀ s r t, well_formed s → executes g x s r t → ∃ u, executes g y s r u) ∧
  (∀ s1 s2 r1 r2 t q1 q2 u1 u2, well_formed s1 → well_formed s2 →
    executes g x s1 r1 t → executes g x s2 r2 t →
    executes g y s1 q1 u1 → executes g y s2 q2 u2 → u1 = u2).

(** The peephole transformer. A rule says what to put in place of the rest of a block, if anything. If it does so
    soundly, then the transformer, which applies it at every place of every block, in branches and loops to any depth,
    is sound. *)
Theorem asm_peephole (g : env) (rw : rewrite) (x : code) :
  (∀ g p q k, rw p = Some (q, k) → refines g (block p) (block q)) →
  asm_replaces g x (peephole rw x).
Proof.
  exact (λ H, let R := peephole_refines g rw x H in
    conj (λ s r t, refines_runs g _ _ s r t R)
      (λ s1 s2 r1 r2 t q1 q2 u1 u2, refines_leaks_no_more g _ _ s1 s2 r1 r2 t q1 q2 u1 u2 R)).
Qed.

(** The rules there are, and each is sound: [movbe] to a load or store with [bswap], and back; copies of
    copies, to itself, and that nobody reads; anything that computes what nobody reads; zero moved to zero xored and back,
    where flags are dead; prefetches removed, and inserted at any fixed distance from any accesses. *)
Theorem asm_peephole_rules :
  sound (single no_movbe) ∧ sound to_movbe ∧ sound no_copies ∧ sound no_unseen ∧ sound to_xor ∧ sound from_xor ∧
  sound (single no_prefetch) ∧
  ∀ level distance pick, sound (single (with_prefetch level distance pick)).
Proof.
  exact (conj no_movbe_sound (conj to_movbe_sound (conj no_copies_sound (conj no_unseen_sound (conj to_xor_sound
    (conj from_xor_sound (conj no_prefetch_sound with_prefetch_sound))))))).
Qed.

(** It misses nothing: a rule about single instructions is applied to each, however deep. The instructions of the
    result are those of the original, each replaced as the rule says. *)
Theorem asm_peephole_complete (f : instr → option (list instr)) (x : code) :
  instructions (peephole (single f) x) =
  flat_map (λ i, match f i with Some q => q | None => [i] end) (instructions x).
Proof. exact (peephole_complete f x). Qed.

(** Instructions cross iterations: a loop's body may go round any number of times in one; and the end of a body, if it
    leaves the flags of the loop's test alone, may move to the start of the next iteration and behind the loop. *)
Theorem asm_loop_schedule (g : env) (n : nat) (a i b : code) (c : cc) :
  asm_replaces g (CLoop a c b) (CLoop (unrolled n a c b) c b) ∧
  (keeps c i = true → asm_replaces g (CLoop (CSeq a i) c b) (CSeq (CLoop a c (CSeq i b)) i)).
Proof.
  assert (∀ x y, refines g x y → asm_replaces g x y) as H.
  { exact (λ x y R, conj (λ s r t, refines_runs g x y s r t R)
      (λ s1 s2 r1 r2 t q1 q2 u1 u2, refines_leaks_no_more g x y s1 s2 r1 r2 t q1 q2 u1 u2 R)). }
  exact (conj (H _ _ (unroll g n a c b)) (λ K, H _ _ (sink g a i c b K))).
Qed.

(** What [fairlead asm check] asks of code with loops and conditionals: a script of edits, each a reordering of a block, a block
    that the symbolic checker accepts, or one of the rules for loops and conditionals, wherever in the
    code. If it makes the fast code from the clean code, the fast code may replace it. *)
Theorem asm_script_sound (g : env) (rel : relation) (script : list edit) (clean fast : code) :
  respects g rel → check_script rel script clean fast = true → asm_replaces g clean fast.
Proof.
  exact (λ Hrel H, let R := check_script_refines g rel Hrel script clean fast H in
    conj (λ s r t, refines_runs g clean fast s r t R)
      (λ s1 s2 r1 r2 t q1 q2 u1 u2, refines_leaks_no_more g clean fast s1 s2 r1 r2 t q1 q2 u1 u2 R)).
Qed.

(** Whole files, with labels and jumps. A file is a list of blocks and of how each ends: it goes on with the next, jumps, branches or
    returns; [layout] is its flat code, in which jumps go to positions. From the start of its [k]-th block, it [asm_returns]. *)
Definition asm_returns (g : env) (P : program) (k : nat) (s r : state) (t : list event) : Prop :=
  ∃ n pc, flat_steps g (layout P) n (start P k) s = Some (pc, r, t) ∧ nth_error (layout P) pc = Some FHalt.

(** If the checker accepts the fast file, each block as a reordering or by its values, then wherever one starts, where the clean
    file returns, the fast one returns with the same memory and the same values in the live locations. And it leaks no
    more: when two runs of the clean file show the same addresses and branches, so do those of the fast file.
    Both files run in one environment [g], which says where symbols and regions are; [fairlead asm check] compares what each file itself
    says of its symbols (Outside_trusted), what the linker adds is assumed. Of clean code that does not return (it runs for ever, faults, reads
    an undefined flag) nothing is promised. *)
Theorem asm_file_sound (g : env) (rel : relation) (live : list loc) (hints : list hint) (P Q : program) :
  respects g rel → check_blocks rel live hints P Q = true →
  (∀ k s r t, well_formed s → asm_returns g P k s r t →
    ∃ r' u, asm_returns g Q k s r' u ∧ memory r = memory r' ∧ ∀ l, l ∈ live → locs r l = locs r' l) ∧
  (∀ k s1 s2 r1 r2 t q1 q2 u1 u2, well_formed s1 → well_formed s2 →
    asm_returns g P k s1 r1 t → asm_returns g P k s2 r2 t →
    asm_returns g Q k s1 q1 u1 → asm_returns g Q k s2 q2 u2 → u1 = u2).
Proof.
  exact (λ Hrel H, conj (λ k s r t, check_blocks_halts g rel live Hrel hints P Q k s r t H)
    (λ k s1 s2 r1 r2 t q1 q2 u1 u2, check_blocks_leak_no_more g rel live Hrel hints P Q k s1 s2 r1 r2 t q1 q2 u1 u2 H)).
Qed.
Import Verdicts.Calls_trusted Verdicts.Calls.

(** Files with calls. [calls] says of each block what is called where it stops, if anything; both files call the same
    there. What is called in the file is a block of it, and runs as it stands in that file: the clean one in the clean
    file, the fast one in the fast file, to any depth, each time for regions of its own among the [possible] ones, but
    with symbols where they are. The word at its stack pointer is an address to return to, which is taken to be the same
    in both; it comes back if it stops with that stack pointer and word. What is called
    outside does anything: it is a function [outside], the same for both files, of all memory, all registers but flags,
    and a world that no file sees. It need not keep to a calling convention.
    If the checker accepts, then where the clean file returns, the fast one does: in the same world (whatever that
    records, the calls and what they were given included), with the same memory and live locations. Of two runs of the
    clean file that show the same (addresses and branches, what was called, what that showed, for which regions
    functions were entered), those of the fast file show the same. No flag outlives a call: clean code that reads one
    behind it fails, and promises nothing. Nor does it if something called does not come back. *)
Theorem asm_file_calls_sound {world : Type} (outside : positive → world → state → option (world * state * list event))
    (possible : env → Prop) (return_to : nat → N) (rel : relation) (live : list loc) (hints : list hint)
    (calls : list (option callee)) (P Q : program) :
  (∀ g, possible g → respects g rel) → (∀ g g', possible g → possible g' → symbol g = symbol g') →
  (∀ f w s w' s' t, well_formed s → outside f w s = Some (w', s', t) → well_formed s') →
  check_calls rel live hints calls P Q = true →
  (∀ g k w s w' r t, possible g → well_formed s →
    returns outside possible return_to P calls g k (w, s) (w', r) t →
    ∃ r' u, returns outside possible return_to Q calls g k (w, s) (w', r') u ∧
      memory r = memory r' ∧ ∀ l, l ∈ live → locs r l = locs r' l) ∧
  (∀ g k a1 a2 b1 b2 t q1 q2 u1 u2, possible g → well_formed a1.2 → well_formed a2.2 →
    returns outside possible return_to P calls g k a1 b1 t → returns outside possible return_to P calls g k a2 b2 t →
    returns outside possible return_to Q calls g k a1 q1 u1 → returns outside possible return_to Q calls g k a2 q2 u2 →
    watched u1 = watched u2).
Proof.
  exact (λ Hrel Hsym Hout H, conj
    (λ g k w s w' r t Hg Hs, check_calls_returns outside possible return_to Hout rel live Hrel hints calls P Q
      g k w s w' r t H Hg Hs)
    (λ g k a1 a2 b1 b2 t q1 q2 u1 u2, check_calls_leak_no_more outside possible return_to Hout rel live Hrel hints
      calls P Q g k a1 a2 b1 b2 t q1 q2 u1 u2 Hsym H)).
Qed.
Import Verdicts.Steps_trusted Verdicts.Taint Verdicts.Taint_runs.

(** The taint checker, on code with jumps and calls, in windows of it that each have public regions, registers known
    to be public and entries of their own. If it accepts, then two runs of as many steps each, and of any number of
    them, that meet no error and begin at an entry of a window with the same values in the registers known there to
    be public, and the same contents of its public regions, whatever else differs, show the same addresses, the same
    branches and the same calls, and are at the same place. Flags that an instruction leaves undefined are never
    public.

    What is called in the code runs as it stands there, to any depth, and may call itself: each time for regions of
    its own among the [possible] ones, which are as disjoint as was declared, with words of eight bytes. Only those
    regions that [stays] says of its function are where they were. It comes back if it halts with the stack pointer
    with which it was called and the address to return to still in its place; both accesses to that address are
    shown, and flags are undefined after either. What is called elsewhere does anything that its contract allows
    ([honours]): what it shows, and what it gives back, may depend on the registers and regions that the contract
    names, and on a world of which [same] says what is not secret. Something of which there is no contract is
    refused. *)
Theorem asm_taint_sound {world : Type} (outside : positive → env → world → state → option (world * state * list event))
    (return_to : nat → N) (entered : nat → env → nat → env) (same : world → world → Prop) (rel : relation)
    (words : list N) (stays : nat → N → bool) (contracts : list (positive * contract)) (windows : list window)
    (p : Steps_trusted.code) (first : nat) (w : window) (k n : nat) (g : env) (w1 w2 : world) (s1 s2 : state)
    (c1 c2 : place world) (t1 t2 : list shown) :
  taint_check rel words stays contracts windows p = true →
  (∀ n g k, possible rel words g → possible rel words (entered n g k) ∧
    ∀ r, stays k r = true → regions (entered n g k) r = regions g r) →
  (∀ f c, contract_of contracts f = Some c → honours outside same rel words f c) →
  (first, w) ∈ placed 0 windows → k ∈ w_entries w → possible rel words g → same w1 w2 →
  alike g (w_public w) (w_known w) s1 s2 →
  call_steps outside return_to entered p n (Place w1 g [] (first + k) s1) = Some (c1, t1) →
  call_steps outside return_to entered p n (Place w2 g [] (first + k) s2) = Some (c2, t2) →
  t1 = t2 ∧ p_at c1 = p_at c2.
Proof.
  intros Hc He Hcs Hw Hk Hg Hs Ha H1 H2.
  destruct (taint_check_sound outside return_to entered same rel words stays contracts windows p He Hcs Hc
    first w k n g w1 w2 s1 s2 c1 c2 t1 t2 Hw Hk Hg Hs Ha H1 H2) as (? & ? & _). done.
Qed.
Import Stack.Signals_trusted Stack.Check Stack.Runs.

(** The stack, as [fairlead asm check] has it checked in both files. The theorems above know no signal handlers, and
    suppose one address to return to in both files. Here, before each step, a handler may change all memory from the
    end of the stack ([low]) up to 128 bytes below %rsp; and a call in the code stores what address to return to it
    likes.

    Somebody claims what is known of the stack, for each chain of calls and each position ([acts]). If [check_stack]
    accepts that, then of a run that begins at an entry and keeps to what is asked of it ([stack_fine]), there is one
    of as many steps beside any other handlers, with any other addresses to return to, and with anything below %rsp at
    the start. It shows the same, and ends at the same place in the same world, with the same registers, flags and
    memory outside of the stack below the entry's %rsp. Where the function returns, %rsp is what it was; the address
    to return to still stands there.

    At some calls in the code a chain [begins]: the function is followed from where it is entered, for all its callers
    at once, and may call itself. It may be given addresses of its callers' frames: of these it stores to no bytes but
    those that are lent to it, which are where none of them keeps such an address, nor returns to. Else it stores nothing
    above there, but where no stack is; and it returns with %rsp and the registers that are named as they were. A chain
    uses no more than [depth] bytes of stack.

    What is asked of the run: an access through an address that was computed from nothing that leads to the stack does
    not meet it; one at a place on the stack that is not followed (by an index) reads no byte that is dead, and writes
    to no address to return to; a load that is [taken] to be right, by its position, reads no byte that is dead; what is
    called elsewhere does the same whatever dead bytes hold, and leaves %rsp, the registers that it [keeps], the
    addresses to return to, and the frame, unless it is given an address of it; and where a chain begins there are
    [depth] bytes left to the end of the stack, [low]. *)
Theorem asm_stack_sound {world : Type} (outside : positive → env → world → state → option (world * state * list event))
    (entered : nat → env → nat → env) (p : Steps_trusted.code) (depth : Z) (keeps : nat → list reg)
    (taken : nat → bool) (begins : nat → option effect_on) (acts : list activation) (entries : list nat)
    (low entry : N) (back1 back2 : nat → N)
    (handlers1 handlers2 : nat → (N → N) → N → N) (k n : nat) (w : world) (g : env) (s1 s2 : state) (c1 : place world)
    (t : list shown) :
  check_stack depth keeps taken begins acts p entries = true → k ∈ entries →
  (Z.of_N low + depth <= Z.of_N entry)%Z → (Z.of_N entry + 2 ^ 32 < 2 ^ 64)%Z →
  locs s1 = locs s2 → locs s1 (G RSP) = entry →
  (∀ x, (x < low)%N ∨ (entry <= x)%N → memory s1 x = memory s2 x) →
  stack_fine outside entered p keeps taken begins acts depth low entry back1 handlers1 n (Place w g [] k s1)
    (λ x, (low <= x < entry)%N) →
  signal_steps outside entered p low back1 handlers1 n (Place w g [] k s1) = Some (c1, t) →
  ∃ c2, signal_steps outside entered p low back2 handlers2 n (Place w g [] k s2) = Some (c2, t) ∧
    p_world c1 = p_world c2 ∧ p_at c1 = p_at c2 ∧ locs (p_state c1) = locs (p_state c2) ∧
    (∀ x, (x < low)%N ∨ (entry <= x)%N → memory (p_state c1) x = memory (p_state c2) x) ∧
    (p_frames c1 = [] → p_frames c2 = [] ∧
       (nth_error p (p_at c1) = Some (FHalt, None) → locs (p_state c1) (G RSP) = entry)) ∧
    (∀ x, (entry <= x < entry + 8)%N → memory (p_state c1) x = memory s1 x).
Proof.
  exact (Checked.check_stack_sound outside entered p depth keeps taken begins acts entries low entry back1 back2
    handlers1 handlers2 k n w g s1 s2 c1 t).
Qed.
Import Verdicts.Carry Verdicts.Contracts.

(** Triples carry over. Both files are flat code, as [fairlead asm coq CLEAN.S FAST.S] prints them, with evidence how
    they hang together: in blocks, or in loops and conditionals with a script. If [check_pair] accepts that, which Coq
    computes, and the positions [i] and [j] correspond, every triple of the clean code from [i] on is one of the fast
    code from [j] on: from each state with the precondition it returns, without error, and the postcondition holds of
    the states before and after. The postcondition may look at memory and live locations only. And where runs of the
    clean code that begin alike show the same addresses and branches, so do those of the fast code. *)
Theorem asm_triples_carry (g : env) (rel : relation) (live : list loc) (e : evidence) (clean fast : list flat)
    (i j : nat) (pre : state → Prop) (post : state → state → Prop) :
  respects g rel → check_pair rel live e clean fast = true → check_entry e clean fast i j = true →
  flat_triple g clean i pre post →
  (looks_at live post → flat_triple g fast j pre post) ∧
  (∀ same : state → state → Prop, (∀ s1 s2, same s1 s2 → pre s1 ∧ pre s2) →
    flat_secret g clean i same → flat_secret g fast j same).
Proof.
  exact (λ Hrel H He T, conj (λ Hl, triples_carry g rel live Hrel e clean fast i j pre post H He Hl T)
    (λ same, secrets_carry g rel live Hrel e clean fast i j pre post same H He T)).
Qed.

(** Contracts. What a function keeps need not be proved: [check_kept] computes over its code, from position [lo] to
    before [hi], that it writes no live location but [modifies] and stores to no region but [stores]. The fast code
    keeps as much. *)
Theorem asm_contract_carries (g : env) (rel : relation) (live : list loc) (e : evidence) (clean fast : list flat)
    (i j lo hi : nat) (modifies : list loc) (stores : list N) (pre : state → Prop) (post : state → state → Prop) :
  respects g rel → check_pair rel live e clean fast = true → check_entry e clean fast i j = true →
  check_kept clean i lo hi live modifies stores = true → looks_at live post →
  flat_triple g clean i pre post →
  flat_triple g fast j pre (λ s r, post s r ∧
    (∀ l, l ∈ live → l ∉ modifies → locs r l = locs s l) ∧
    (∀ a, (∀ q, q ∈ stores → ¬ inside (regions g q) a) → memory r a = memory s a)).
Proof. exact (λ Hrel, contract_carries g rel live Hrel e clean fast i j lo hi modifies stores pre post). Qed.
Import Bytes.Machine_trusted Bytes.Listing Bytes.Erased Bytes.Canonical.

(** Code as bytes. [object]: the bytes of a function in an object file, and its relocations (R_X86_64_PC32).
    [byte_steps] is a machine on these bytes: in each step it decodes what stands at its offset, by a table of opcodes,
    and does it. It knows no regions: it may access all of memory. [places] says where symbols are; a relocated operand
    leads there, which a linker sees to. [decode_function] decodes the whole function, with the targets of jumps as
    positions. If that is the code, without the regions that programmers name ([erase_flat]) and without the last halt,
    which is the end of the file: then what the code does, the bytes do in as many steps, with the same memory,
    registers and leakage, up to a [ret]. And what the bytes do, the code does where all of memory may be accessed. *)
Theorem asm_bytes (names : list String.string) (o : object) (code : list flat) (n : nat) (s s' : state) (t : list
  event) :
  decode_function names o = Some (map erase_flat (removelast code)) →
  (∀ g pc, flat_steps g code n 0 s = Some (pc, s', t) → nth_error code pc = Some FHalt →
     ∃ at_, byte_steps names o (symbol g) n 0 s = Some (at_, s', t) ∧ returns names o at_) ∧
  (∀ places at_, byte_steps names o places n 0 s = Some (at_, s', t) → returns names o at_ →
     ∃ pc, flat_steps (all_memory places) code n 0 s = Some (pc, s', t) ∧ nth_error code pc = Some FHalt).
Proof. exact (Bytes.Runs.same_runs_both names o code n s s' t). Qed.

(** What is read of a file is compared with what its bytes decode to, and each of two instructions is made [canonical]
    for it: immediates and displacements are signed numbers of their size, and operands whose order does not count are
    in one order. Instructions that are one by this do the same: neither runs in a state ([None]), or both, and then
    each register and flag, memory and leakage are the same after them ([same_step]). *)
Theorem asm_canonical (w : env) (i j : instr) (s : state) :
  canonical i = canonical j → same_step (exec w i s) (exec w j s).
Proof. exact (Bytes.Canonical.canonical_same w i j s). Qed.
End asm.
