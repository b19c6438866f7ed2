(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims of AES-GCM: the algorithms, and the procedures that encrypt and decrypt. See All.v. *)
From Coq Require NArith.
From stdpp Require prelude.
From Fairlead.Asm.Model Require Word_trusted Aes_trusted Syntax_trusted State_trusted Semantics_trusted Run_trusted
  Structured_trusted Flat_trusted.
From Fairlead.Asm.Control Require Loops.
From Fairlead.Asm.Hoare Require Logic Reordered.
From Fairlead.Gcm.Spec Require Gcm_trusted.
From Fairlead.Gcm.Algebra Require Multiply Aggregate Rounds Reduction.
From Fairlead.Gcm.Macros Require Listing.
From Fairlead.Gcm.Loops Require Text Setting Body SameCode Groups Iterations Shipped Correct Restated Procedures.
From Fairlead.Gcm.Procedures Require Restated Setup Returns.
From Fairlead.Gcm.Library Require Library_trusted EndToEnd.
From Fairlead.Gcm.Loops256 Require Macros SameCode Body Memory OnMemory.
From Fairlead.Asm.Symbolic Require Equivalence.
From Fairlead.Asm.Verdicts Require Files.
From Fairlead.Gcm.SixBlocks Require Listing Middle Body Task Loop Checked.
From Fairlead.Gcm.Generated Require clean_expand_128 clean_expand_256 clean_powers clean_hash clean_keystream_128
  clean_keystream_256 clean_encrypt_128 clean_encrypt_256 clean_decrypt_128 clean_decrypt_256 shipped_encrypt_128
  shipped_encrypt_256 shipped_decrypt_128 shipped_decrypt_256 clean_wide_powers clean_wide_encrypt_128
  clean_wide_encrypt_256 clean_wide_decrypt_128 clean_wide_decrypt_256 shipped_wide_encrypt_128 shipped_wide_encrypt_256
  shipped_wide_decrypt_128 shipped_wide_decrypt_256 clean_six_blocks.

(** * AES-GCM

    [aes], [multiply], [gctr] and [ghash] are the cipher of FIPS 197, and the multiplication of
    blocks, counter mode and hash of SP 800-38D (theories/products/Gcm/Spec/Gcm_trusted.v). First come theorems
    about the algorithms, as functions on words; then about the assembly: the procedures that encrypt or decrypt whole
    groups of six blocks with 128-bit instructions, and those around them; at last all of these called as the C around them calls them to
    seal and to open a text. Of the 256-bit loops it is the bodies; of a loop in another layout, to which EverCrypt's
      is linked, the whole. Beyond are the rest of those and the C itself: see SOUNDNESS.md. *)
Section gcm.
Import stdpp.prelude.
Import Word_trusted Syntax_trusted Semantics_trusted Aes_trusted Gcm_trusted Multiply Aggregate Rounds Reduction.

(** Four carry-less products of 64 bits with the twisted hash key (the hash key times x, computed
    once), then two phases of reduction, compute the multiplication of SP 800-38D, for
    all blocks and all hash keys. *)
Theorem gcm_ghash_multiply (x h : N) :
  (x < 2 ^ 128)%N → (h < 2 ^ 128)%N → reduce (product x (twist h)) = multiply x h.
Proof. exact (reduce_product x h). Qed.

(** The same with three products, by Karatsuba's identity. *)
Theorem gcm_ghash_karatsuba (x h : N) :
  (x < 2 ^ 128)%N → (h < 2 ^ 128)%N → reduce (product_karatsuba x (twist h)) = multiply x h.
Proof. exact (reduce_product_karatsuba x h). Qed.

(** A group of blocks at once. The first block, with the hash so far added, times the
    highest power of the hash key, and so on to the last block times the hash key itself, all added
    up and reduced once, is what GHASH makes of the blocks one after the other. [power h n] is the
    hash key to the power n + 1; the last of the blocks gets [power h 0]. *)
Theorem gcm_ghash_aggregated (h y x : N) (xs : list N) :
  (h < 2 ^ 128)%N → (y < 2 ^ 128)%N → Forall (λ x, (x < 2 ^ 128)%N) (x :: xs) →
  reduce (sum_of_products (λ x p, product x (twist p)) h (N.lxor y x :: xs)) =
  fold_left (λ y x, multiply (N.lxor y x) h) (x :: xs) y.
Proof. exact (aggregated_hash h y x xs). Qed.

(** The reduction as the assembly does it, with what the instructions mean in the machine model:
    of a sum in three parts, low, middle and high, it computes [reduce] of the whole. *)
Theorem gcm_reduction_instructions (low_ middle high : N) :
  (low_ < 2 ^ 128)%N → (middle < 2 ^ 128)%N → (high < 2 ^ 128)%N →
  let fold x := v2_sem PXOR (v2_sem (PALIGNR 8) x x) (v2_sem (PCLMULQDQ 0) x 0xc200000000000000) in
  v2_sem PXOR (fold (fold (v2_sem PXOR low_ (vshift_sem PSLLDQ 8 middle))))
    (v2_sem PXOR high (vshift_sem PSRLDQ 8 middle)) =
  reduce (N.lxor (N.lxor low_ (N.shiftl middle 64)) (N.shiftl high 128)).
Proof. exact (reduction_instructions low_ middle high). Qed.

(** The cipher of FIPS 197, with any number of rounds, is the chain that AES code consists of: the
    first round key is added, the instruction [aesenc] does the rounds but the last,
    [aesenclast] the last. *)
Theorem gcm_aes_instructions (k0 : N) (ks : list N) (last x : N) :
  aes (k0 :: ks ++ [last]) x = aesenclast (fold_left aesenc ks (N.lxor x k0)) last.
Proof. exact (aes_instructions k0 ks last x). Qed.

(** One pass through the body of a loop, before pointers advance. Where the key, the constants, six blocks of text to
    be read at [p] and room for six at [q] are in memory, and the hash so far [y] and the next counter [c]
    in registers ([registers], [setting]: theories/products/Gcm/Loops/Body.v, Gcm/Loops/Setting.v): the instructions run without error, six
    blocks of text at [q] are those at [p] in counter mode, and the hash has taken in six blocks: of the ciphertext that
    is read, or when encrypting of that which the pass before wrote, at [q - 96]. Nothing else in memory changes,
    no general register does. The number of rounds is [n]: 10 for AES-128, 14 for AES-256. *)
Theorem gcm_loop_body (g : State_trusted.env) (ks : list N) (h : N) (n : nat)
    (s : State_trusted.state) (k p q c y : N) :
  length ks = S n → (1 ≤ n ≤ 14)%nat →
  Setting.setting g (State_trusted.memory s) k ks h → (c < 2 ^ 128)%N → (y < 2 ^ 128)%N →
  Loops.Body.input_text g p → Loops.Body.output_text g q → Loops.Body.registers s k p q c y →
  let blocks b a := Text.load_blocks b a 6 in
  let done (a : N) (s' : State_trusted.state) :=
    Loops.Body.registers s' k p q (Nat.iter 6 inc32 c)
      (fold_left (λ y x, multiply (N.lxor y x) h) (map (Word_trusted.byte_reverse 16) (blocks (State_trusted.memory s) a)) y) ∧
    (∀ r, State_trusted.locs s' (G r) = State_trusted.locs s (G r)) ∧
    State_trusted.memory s' =
      Text.store_blocks (State_trusted.memory s) q (Text.crypt ks c (blocks (State_trusted.memory s) p)) in
  (∃ s' ts, Run_trusted.run g (Macros.Listing.decrypt_body n) s = Some (s', ts) ∧ done p s') ∧
  (∀ a, q = (a + 96)%N → Setting.span g Macros.Listing.output_region a 96 →
     ∃ s' ts, Run_trusted.run g (Macros.Listing.encrypt_body n) s = Some (s', ts) ∧ done a s').
Proof. exact (Restated.loop_body g ks h n s k p q c y). Qed.

(** Counter mode and hash on blocks, as in [gcm_loop_body], are those of SP 800-38D on strings of bytes. *)
Theorem gcm_blocks_are_bytes (ks : list N) (c h y : N) (ws : list N) (b : N → N) (a : N) (n : nat) :
  gctr (16 * length ws) ks c (concat (map Aes_trusted.bytes ws)) = concat (map Aes_trusted.bytes (Text.crypt ks c ws)) ∧
  fold_left (λ y x, multiply (N.lxor y x) h) (map (Word_trusted.byte_reverse 16) ws) y =
    fold_left (λ y x, multiply (N.lxor y x) h) (padded (concat (map Aes_trusted.bytes ws))) y ∧
  concat (map Aes_trusted.bytes (Text.load_blocks b a n)) =
    map (λ i, Word_trusted.low 8 (b (a + N.of_nat i)%N)) (seq 0 (16 * n)).
Proof. exact (Restated.blocks_are_bytes ks c h y ws b a n). Qed.

(** The loops, by induction on the number of groups. A caller's promises are in [job] (theories/products/Gcm/Loops/Groups.v): the text
    that is written overwrites neither key nor constants, nor text before it is read, so that both may
    be the same. [progress i m hash]: [i] groups are done, [m] are left, and the hash so far is [hash]. When a loop ends, all
    groups are encrypted or decrypted; encryption is one group behind with its hash. *)
Theorem gcm_loops (g : State_trusted.env) (b : N → N) (n : nat) (ks : list N) (h k p q : N) (groups : nat) (c y st : N) :
  Groups.job g b n ks h k p q groups → (c < 2 ^ 128)%N → (y < 2 ^ 128)%N →
  let progress := Iterations.progress b ks k p q c st in
  let read := Text.load_blocks b p (6 * groups) in
  let written i := Text.crypt ks c (Text.load_blocks b p (6 * i)) in
  let hash ws := fold_left (λ y x, multiply (N.lxor y x) h) (map (Word_trusted.byte_reverse 16) ws) y in
  ((0 < groups)%nat →
   Hoare.Logic.triple g (progress 0%nat (N.of_nat groups) y)
     (Structured_trusted.CLoop (Loops.block (Loops.SameCode.decrypt_iteration n)) CcNE Structured_trusted.CSkip)
     (progress groups 0%N (hash read))) ∧
  ((1 < groups)%nat →
   Hoare.Logic.triple g (progress 1%nat (N.of_nat (groups - 1)) y)
     (Structured_trusted.CLoop (Loops.block (Loops.SameCode.encrypt_iteration n)) CcNE Structured_trusted.CSkip)
     (progress groups 0%N (hash (written (groups - 1)%nat)))).
Proof. exact (Restated.loops g b n ks h k p q groups c y st). Qed.

(** Any body of the loop that the reordering checker accepts, prefetches aside, makes a procedure that does the same as
    the clean one: [encrypts] and [decrypts] are what [gcm_procedures] says, for one piece of code. *)
Theorem gcm_any_order (n : nat) (fast : list instr) :
  (Hoare.Reordered.accepts (λ _ _, false) (Loops.SameCode.encrypt_iteration n) fast = true →
   Correct.encrypts n (Loops.SameCode.encrypt_around n fast)) ∧
  (Hoare.Reordered.accepts (λ _ _, false) (Loops.SameCode.decrypt_iteration n) fast = true →
   Correct.decrypts n (Loops.SameCode.decrypt_around fast)).
Proof. exact (conj (Correct.encrypts_around n fast) (Correct.decrypts_around n fast)). Qed.

(** The procedures fl_gcm_encrypt_128 and _256, fl_gcm_decrypt_128 and _256, from the first instruction to the
    return, as written by hand (gcm/clean) and as shipped (gcm/gen): the terms are what `fairlead asm coq' makes of the
    files, which tests/gcm/code.t repeats. Called with the key at [k], the state (counter, hash) at [st], at least one group of 96
    bytes at [p] and room at [q], they return; then the bytes at [q] are those that were at [p] in counter mode (GCTR)
    from the counter [c] on, the state holds the counter that comes next, and the hash of the ciphertext as GHASH goes on from
    [y]; no other byte of memory has changed; and the %xmm registers are zero but for %xmm13, which holds a constant
    (their upper halves: [gcm_return]).
    Premises: the round keys [ks] and six powers of the hash key [h], each times x, are in the key
    ([gcm_key_setup] is about that); regions 2 to 6 (key, state, input, output, constants) contain what is accessed; text may be
    encrypted in place or elsewhere, but not written over key, constants or state, nor over text before it is read. *)
Theorem gcm_procedures (n : nat) (decrypting : bool) (code : list Flat_trusted.flat)
    (g : State_trusted.env) (s : State_trusted.state) (ks : list N) (h k st p q : N) (groups : nat) (c y : N) :
  In (n, decrypting, code)
    [(10%nat, false, clean_encrypt_128.code); (14%nat, false, clean_encrypt_256.code);
     (10%nat, true, clean_decrypt_128.code); (14%nat, true, clean_decrypt_256.code);
     (10%nat, false, shipped_encrypt_128.code); (14%nat, false, shipped_encrypt_256.code);
     (10%nat, true, shipped_decrypt_128.code); (14%nat, true, shipped_decrypt_256.code)] →
  let reg r := State_trusted.locs s (G r) in
  let word a := State_trusted.load (State_trusted.memory s) a 16 in
  let size := (96 * N.of_nat groups)%N in
  let constants := State_trusted.symbol g 1%positive in
  let in_region r a len :=
    (State_trusted.r_base (State_trusted.regions g r) <= a ∧
     a + len <= State_trusted.r_base (State_trusted.regions g r) + State_trusted.r_size (State_trusted.regions g r) ∧
     State_trusted.r_base (State_trusted.regions g r) + State_trusted.r_size (State_trusted.regions g r) <= 2 ^ 64)%N in
  let apart a m b len := (a + m <= b ∨ b + len <= a)%N in
  reg RDI = Word_trusted.low 64 k → reg RSI = Word_trusted.low 64 st →
  reg RDX = Word_trusted.low 64 p → reg RCX = Word_trusted.low 64 q →
  reg R8 = N.of_nat groups → (0 < groups)%nat →
  in_region 2%N k 352%N → in_region 6%N constants 144%N →
  in_region 3%N st 32%N → State_trusted.r_writable (State_trusted.regions g 3%N) = true →
  in_region 4%N p size → in_region 5%N q size → State_trusted.r_writable (State_trusted.regions g 5%N) = true →
  length ks = S n → (∀ i x, nth_error ks i = Some x → word (k + 16 * N.of_nat i)%N = x) →
  (h < 2 ^ 128)%N → (∀ j, (j < 6)%nat → word (k + 256 + 16 * N.of_nat j)%N = twist (power h j)) →
  word constants = 0x000102030405060708090a0b0c0d0e0f%N →
  (∀ i, (1 ≤ i ≤ 6)%nat → word (constants + 16 + 16 * N.of_nat i)%N = N.of_nat i) →
  word (constants + 128)%N = 0xc200000000000000%N →
  word st = c → word (st + 16)%N = y →
  (q <= p ∨ p + size <= q)%N → apart k 352%N q size → apart constants 144%N q size → apart st 32%N q size →
  ∃ s' steps pc seen,
    Flat_trusted.flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some Flat_trusted.FHalt ∧
    let bytes_at m a := map (λ i, Word_trusted.low 8 (m (a + N.of_nat i)%N)) (seq 0 (96 * groups)) in
    let read := bytes_at (State_trusted.memory s) p in
    let written := gctr (96 * groups) ks c read in
    bytes_at (State_trusted.memory s') q = written ∧
    State_trusted.load (State_trusted.memory s') st 16 = Nat.iter (6 * groups) inc32 c ∧
    State_trusted.load (State_trusted.memory s') (st + 16)%N 16 =
      fold_left (λ y x, multiply (N.lxor y x) h) (padded (if decrypting then read else written)) y ∧
    (∀ x, (x < q ∨ q + size <= x)%N → (x < st ∨ st + 32 <= x)%N →
          State_trusted.memory s' x = State_trusted.memory s x) ∧
    ∀ x, x ≠ V13 → State_trusted.locs s' (Lo x) = 0%N.
Proof. exact (Procedures.procedures_correct n decrypting code g s ks h k st p q groups c y). Qed.
End gcm.

(** * AES-GCM: the loops with 256-bit instructions *)
Section gcm_wide.
Import stdpp.prelude.
Import Word_trusted Syntax_trusted State_trusted Run_trusted Gcm_trusted Aggregate.
Import Macros.Listing Loops.Text Loops.Setting Loops256.Macros Loops256.SameCode Loops256.Body Loops256.Memory Loops256.OnMemory.

(** The loops on groups of eight blocks, gcm/clean/wide_*.S as the model reads them, have a body that
    hashes eight blocks ([hash_eight]: for decryption those that come next, for encryption those written last),
    puts eight through the cipher and adds them to the text ([cipher_eight]), and stores them
    ([wide_save]). What follows says what that computes. Processors that run it have VAES:
    see SOUNDNESS.md for those on which the model of these instructions was validated. *)
Theorem gcm_wide_code (n : nat) :
  Generated.clean_wide_encrypt_128.code = wide_encrypt_loop 10 ∧ Generated.clean_wide_encrypt_256.code = wide_encrypt_loop 14 ∧
  Generated.clean_wide_decrypt_128.code = wide_decrypt_loop 10 ∧ Generated.clean_wide_decrypt_256.code = wide_decrypt_loop 14 ∧
  wide_encrypt_iteration n = (hash_eight wide_written_at ++ cipher_eight n ++ wide_save) ++ wide_count_down ∧
  wide_decrypt_iteration n = (hash_eight input_at ++ cipher_eight n ++ wide_save) ++ wide_count_down.
Proof.
  exact (conj wide_encrypt_128_same (conj wide_encrypt_256_same (conj wide_decrypt_128_same
    (conj wide_decrypt_256_same (conj eq_refl eq_refl))))).
Qed.

(** The body runs, and computes what the standards say. Let the registers hold the addresses of the key, of
    the next text to be read and of the next to be written, the vector registers the next counter [c], the hash so
    far [y] and the byte reversal ([wide_machine]); let the key hold the round keys [ks], the powers of the hash key
    [h] and the sums of their halves, and let the constants be there ([wide_setting]). Then afterwards the
    output holds the eight blocks of input, each added to the encryption of the next counter
    ([crypt]); the hash is that of GHASH after the eight blocks at [a] ([hash_step h y x] is y + x, times h), the
    counter is eight further; addresses and all other memory are as before. The text that is read and the place where it
    is written may be the same. *)
Theorem gcm_wide_body (g : env) (s : state) (src : Z → mem) (a : N) (ks : list N) (n : nat) (h k p q c y : N) :
  wide_setting g (memory s) k ks h → length ks = S n → (1 ≤ n ≤ 14)%nat →
  wide_machine s k p q c y → (c < 2 ^ 128)%N → (y < 2 ^ 128)%N →
  wide_text_at g s src a → wide_input g p → wide_output g q →
  ∃ s' ts, run g (hash_eight src ++ cipher_eight n ++ wide_save) s = Some (s', ts) ∧
    wide_machine s' k p q (Nat.iter 8 inc32 c)
      (fold_left (hash_step h) (map (byte_reverse 16) (load_blocks (memory s) a 8)) y) ∧
    (∀ r, locs s' (G r) = locs s (G r)) ∧
    ∀ x, memory s' x = store_blocks (memory s) q (crypt ks c (load_blocks (memory s) p 8)) x.
Proof. exact (wide_body_memory g s src a ks n h k p q c y). Qed.
End gcm_wide.

(** * AES-GCM: six blocks in another layout of memory and registers

    examples/asm/six_blocks.S, to which `bench/asm/existing` links the loop of EverCrypt's AES-128-GCM. *)
Section gcm_six.
Import stdpp.prelude.
Import Word_trusted Aes_trusted Syntax_trusted State_trusted Run_trusted Flat_trusted Gcm_trusted Aggregate.
Import Equivalence Files SixBlocks.Listing SixBlocks.Body SixBlocks.Task.

(** That file, as `fairlead asm coq' reads it (tests/gcm/code.t repeats it), is put together from these pieces
    (theories/products/Gcm/SixBlocks/Listing.v). Per iteration it runs [begin], one of the two paths [overflowing]
    and [counting_on], [middle] and [advance], and [go_on], or [finish] after the last. *)
Theorem gcm_six_code : Generated.clean_six_blocks.code = six_blocks_code.
Proof. exact six_blocks_same. Qed.

(** Either path and [middle], which are all of an iteration but the scalar code at its ends and the moves in [go_on]
    and [finish]. [places]: eleven round keys at [k], powers of the hash key at [w], scratch memory at [t], six
    blocks of text at [p], and the six blocks of ciphertext at [a] are where registers lead, and the scratch memory
    is apart from the rest. [six_held]: the round keys are [ks] and the powers are those of [h]; the registers hold
    the counter [c] and those after it, counted up in their last byte; the hash so far [y] is the sum of %xmm8,
    %xmm4 and 16 bytes of scratch memory; six blocks [xs], reversed, wait to be hashed. [path]: if the last byte of
    the counter overflows in these six blocks, it is the path [overflowing]. Then the code runs, and afterwards
    ([six_done]) %xmm9 to %xmm14 hold the text, each block added to the encryption of the next counter ([crypt]);
    the sum of the three is the hash after [xs], as GHASH goes on from [y]; the blocks at [a] are reversed in
    scratch memory; the registers hold the counter six further and those after it; no general register but %r11,
    %r12 and %r13 has changed, nor any byte outside of the scratch memory. *)
Theorem gcm_six_body (g : env) (s : state) (k w t p a : N) (ks : list N) (h c y : N) (xs : list N)
    (code : list instr) :
  places g s k w t p a → six_held (memory s) (λ x, locs s (Lo x)) k w t ks h c y xs → path c code →
  ∃ s' ts, run g (code ++ middle) s = Some (s', ts) ∧ six_done s s' t p a ks h c y xs.
Proof. exact (six_blocks_body g s k w t p a ks h c y xs code). Qed.

(** What [n] iterations make of a state, as far as anybody uses it. The loop is left behind in two ways: six blocks of
    ciphertext are still in %xmm9 to %xmm14, and twelve are still to be hashed. Code that starts in [s] comes to its
    return; then the bytes from [a + 96] on and those in these registers are, together, the [96 * n] bytes at [p] in
    counter mode (GCTR) from the counter [c] on; %xmm8 is the hash, as GHASH goes on from [y], of the first [6 * n] of
    all blocks that are to be hashed: [xs], which waited reversed in scratch memory, the six blocks that were at [a],
    and what is written; the six after those wait in scratch memory; %xmm1 holds the next counter; pointers have
    advanced; and no byte of memory has changed outside of the scratch memory and of the ciphertext. *)
Definition six_runs (g : env) (code : list flat) (s : state) (k w t p a : N) (ks : list N) (h : N) (n : nat)
    (c y : N) (xs : list N) : Prop :=
  let bytes_at m a size := map (λ i, low 8 (m (a + N.of_nat i)%N)) (seq 0 size) in
  let written := gctr (96 * n) ks c (bytes_at (memory s) p (96 * n)%nat) in
  let to_hash := xs ++ padded (bytes_at (memory s) a 96%nat ++ written) in
  ∃ s' steps pc seen,
    flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt ∧
    bytes_at (memory s') (a + 96)%N (96 * n - 96)%nat ++
      concat (map (λ x, bytes (locs s' (Lo x))) [V9; V10; V11; V12; V13; V14]) = written ∧
    locs s' (Lo V8) = fold_left (λ y x, multiply (N.lxor y x) h) (firstn (6 * n) to_hash) y ∧
    map (λ i, load (memory s') (t + 112 - 16 * i)%N 16) [0; 1; 2; 3; 4; 5]%N = firstn 6 (skipn (6 * n) to_hash) ∧
    locs s' (Lo V1) = byte_reverse 16 (Nat.iter (6 * n) inc32 c) ∧
    six_registers s' k w t (p + 96 * N.of_nat n) (a + 96 * N.of_nat n) (Nat.iter (6 * n) inc32 c) 0 ∧
    ∀ x, (x < t ∨ t + 144 <= x)%N → (x < a + 96 ∨ a + 96 * N.of_nat n <= x)%N → memory s' x = memory s x.

(** The whole of that file, from its first instruction to its return, for any number of iterations but none: the loop
    counter, the jumps, and both paths wherever the last byte of the counter overflows; the counter goes on over 2^32
    as the standard says. [six_task]: the regions contain what is accessed, the scratch memory is apart from all else,
    no ciphertext is written over keys, nor over text before it is read (so that both may be in the same place).
    [six_registers]: registers lead there, %rdx is six times the number of iterations, %rbx is the last byte of the
    counter. [six_held] is as in [gcm_six_body]. What runs before the loop to make that so (the first twelve blocks,
    the keys) and what finishes the text and the tag after it is not in this file. *)
Theorem gcm_six_loop (g : env) (s : state) (k w t p a : N) (ks : list N) (h : N) (n : nat) (c y : N) (xs : list N) :
  six_task g k w t p a n → (0 < n)%nat → six_registers s k w t p a c (N.of_nat n) →
  six_held (memory s) (λ x, locs s (Lo x)) k w t ks h c y xs →
  six_runs g Generated.clean_six_blocks.code s k w t p a ks h n c y xs.
Proof. exact (SixBlocks.Loop.six_loop g s k w t p a ks h n c y xs). Qed.

(** Every file that the checker accepts against that one computes the same: EverCrypt's loop as `bench/asm/existing'
    cuts it out of other people's file, among them. [P] is the clean file in blocks, [Q] the other, and [check_blocks]
    is the checker that `fairlead asm check' runs, extracted; it asks of what is [live] at the return all but flags.
    [rel] says which regions are disjoint; the machine must [respect] it. *)
Theorem gcm_six_checked (rel : relation) (live : list loc) (hints : list hint) (P Q : program)
    (g : env) (s : state) (k w t p a : N) (ks : list N) (h : N) (n : nat) (c y : N) (xs : list N) :
  layout P = Generated.clean_six_blocks.code → check_blocks rel live hints P Q = true →
  (∀ l, (∀ f, l ≠ F f) → l ∈ live) → respects g rel → well_formed s →
  six_task g k w t p a n → (0 < n)%nat → six_registers s k w t p a c (N.of_nat n) →
  six_held (memory s) (λ x, locs s (Lo x)) k w t ks h c y xs →
  six_runs g (layout Q) s k w t p a ks h n c y xs.
Proof. exact (SixBlocks.Checked.six_checked rel live hints P Q g s k w t p a ks h n c y xs). Qed.
End gcm_six.

(** * AES-GCM: the procedures around the loops

    These are assembled as they are written (gcm/clean), so what is proved is what ships. As above, the terms are what
    `fairlead asm coq' makes of the files, and regions are numbered alike: 2 key, 3 state (what %rsi leads to), 4 input, 5 output,
    6 constants. *)
Section gcm_around.
Import stdpp.prelude.
Import Word_trusted Syntax_trusted State_trusted Flat_trusted Gcm_trusted Multiply Aggregate.

(** fl_gcm_powers. Called with the key at [k] and, at [st], the hash key as the cipher leaves it, it returns; then the six
    powers of the hash key, each times x, are in the key where the loops take them (the premise of [gcm_procedures]);
    nothing else in memory has changed, and the %xmm registers are zero but for %xmm13, which holds a constant. GHASH reads a
    block with the first byte as the most significant: hence [byte_reverse]. *)
Theorem gcm_powers (g : env) (s : state) (k st : N) :
  let reg r := locs s (G r) in
  let word a := load (memory s) a 16 in
  let constants := symbol g 1%positive in
  let in_region r a len :=
    (r_base (regions g r) <= a ∧ a + len <= r_base (regions g r) + r_size (regions g r) ∧
     r_base (regions g r) + r_size (regions g r) <= 2 ^ 64)%N in
  reg RDI = low 64 k → reg RSI = low 64 st →
  in_region 2%N k 352%N → r_writable (regions g 2%N) = true → in_region 3%N st 16%N → in_region 6%N constants 160%N →
  word constants = 0x000102030405060708090a0b0c0d0e0f%N → word (constants + 128)%N = 0xc200000000000000%N →
  word (constants + 144)%N = 0xc2000000000000000000000000000001%N →
  (k + 352 <= constants ∨ constants + 160 <= k + 256)%N →
  ∃ s' steps pc seen,
    flat_steps g Generated.clean_powers.code steps 0 s = Some (pc, s', seen) ∧ nth_error Generated.clean_powers.code pc = Some FHalt ∧
    (∀ j, (j < 6)%nat → load (memory s') (k + 256 + 16 * N.of_nat j)%N 16 = twist (power (byte_reverse 16 (word st)) j)) ∧
    (∀ x, (x < k + 256 ∨ k + 352 <= x)%N → memory s' x = memory s x) ∧
    ∀ x, x ≠ V13 → locs s' (Lo x) = 0%N.
Proof. exact (Procedures.Restated.powers_left g s k st). Qed.

(** fl_gcm_hash, for additional data, tails and lengths. Called with the key at [k], the hash so far [y] at [st] and one to six
    blocks at [p], it returns; then the hash at [st] is what GHASH makes of those 16, 32, ... bytes, going on from [y]. As
    many powers of the hash key as there are blocks must be in the key. *)
Theorem gcm_hash (g : env) (s : state) (h k st p y : N) (count : nat) :
  let reg r := locs s (G r) in
  let word a := load (memory s) a 16 in
  let constants := symbol g 1%positive in
  let in_region r a len :=
    (r_base (regions g r) <= a ∧ a + len <= r_base (regions g r) + r_size (regions g r) ∧
     r_base (regions g r) + r_size (regions g r) <= 2 ^ 64)%N in
  reg RDI = low 64 k → reg RSI = low 64 st → reg RDX = low 64 p → reg RCX = N.of_nat count → (1 ≤ count ≤ 6)%nat →
  in_region 2%N k 352%N → in_region 3%N st 16%N → r_writable (regions g 3%N) = true →
  in_region 4%N p (16 * N.of_nat count)%N → in_region 6%N constants 144%N →
  (h < 2 ^ 128)%N → (∀ j, (j < count)%nat → word (k + 256 + 16 * N.of_nat j)%N = twist (power h j)) →
  word constants = 0x000102030405060708090a0b0c0d0e0f%N → word (constants + 128)%N = 0xc200000000000000%N →
  word st = y →
  ∃ s' steps pc seen,
    flat_steps g Generated.clean_hash.code steps 0 s = Some (pc, s', seen) ∧ nth_error Generated.clean_hash.code pc = Some FHalt ∧
    load (memory s') st 16 =
      fold_left (λ y x, multiply (N.lxor y x) h)
        (padded (map (λ i, low 8 (memory s (p + N.of_nat i)%N)) (seq 0 (16 * count)))) y ∧
    (∀ x, (x < st ∨ st + 16 <= x)%N → memory s' x = memory s x) ∧
    ∀ x, x ≠ V13 → locs s' (Lo x) = 0%N.
Proof. exact (Procedures.Restated.hashed g s h k st p y count). Qed.

(** fl_gcm_keystream_128 and _256, for tails, the hash key and the mask of the tag. Called with the round keys [ks] at [k], a
    counter [c] at [st] and room at [q], they return; then the 96 bytes at [q] are counter mode (GCTR) of zeros from [c] on. *)
Theorem gcm_keystream (n : nat) (code : list flat) (g : env) (s : state) (ks : list N) (k st q c : N) :
  In (n, code) [(10%nat, Generated.clean_keystream_128.code); (14%nat, Generated.clean_keystream_256.code)] →
  let reg r := locs s (G r) in
  let word a := load (memory s) a 16 in
  let constants := symbol g 1%positive in
  let in_region r a len :=
    (r_base (regions g r) <= a ∧ a + len <= r_base (regions g r) + r_size (regions g r) ∧
     r_base (regions g r) + r_size (regions g r) <= 2 ^ 64)%N in
  reg RDI = low 64 k → reg RSI = low 64 st → reg RDX = low 64 q →
  in_region 2%N k 352%N → in_region 3%N st 16%N → in_region 5%N q 96%N → r_writable (regions g 5%N) = true →
  in_region 6%N constants 144%N →
  length ks = S n → (∀ i x, nth_error ks i = Some x → word (k + 16 * N.of_nat i)%N = x) →
  word constants = 0x000102030405060708090a0b0c0d0e0f%N →
  (∀ i, (1 ≤ i ≤ 6)%nat → word (constants + 16 + 16 * N.of_nat i)%N = N.of_nat i) →
  word st = c →
  ∃ s' steps pc seen,
    flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt ∧
    map (λ i, low 8 (memory s' (q + N.of_nat i)%N)) (seq 0 96) = gctr 96 ks c (repeat 0%N 96) ∧
    (∀ x, (x < q ∨ q + 96 <= x)%N → memory s' x = memory s x) ∧
    ∀ x, x ≠ V13 → locs s' (Lo x) = 0%N.
Proof. exact (Procedures.Restated.key_stream n code g s ks k st q c). Qed.

(** fl_gcm_expand_128 and _256. Called with room at [k] and a key of 16 or 32 bytes at [a], they return; then the round keys that
    FIPS 197 expands the key to are at [k], in order (the premise of [gcm_procedures]). *)
Theorem gcm_expand (size : nat) (code : list flat) (g : env) (s : state) (k a : N) :
  In (size, code) [(16%nat, Generated.clean_expand_128.code); (32%nat, Generated.clean_expand_256.code)] →
  let reg r := locs s (G r) in
  let in_region r a len :=
    (r_base (regions g r) <= a ∧ a + len <= r_base (regions g r) + r_size (regions g r) ∧
     r_base (regions g r) + r_size (regions g r) <= 2 ^ 64)%N in
  reg RDI = low 64 k → reg RSI = low 64 a →
  in_region 2%N k 352%N → r_writable (regions g 2%N) = true → in_region 3%N a (N.of_nat size) →
  let key := map (λ i, low 8 (memory s (a + N.of_nat i)%N)) (seq 0 size) in
  ∃ s' steps pc seen,
    flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt ∧
    (∀ i x, nth_error (key_schedule key) i = Some x → load (memory s') (k + 16 * N.of_nat i)%N 16 = x) ∧
    (∀ x, (x < k ∨ k + 256 <= x)%N → memory s' x = memory s x) ∧
    ∀ x, x ≠ V13 → locs s' (Lo x) = 0%N.
Proof. exact (Procedures.Restated.expanded size code g s k a). Qed.

(** How every procedure returns, clean and shipped, the 256-bit loops too. Nothing is supposed of the arguments, of memory or of the
    state: if a run comes to the return, then the registers that the System V ABI has callees preserve are as they were,
    %rsp so that the return finds the address that the call left; and of the vector registers both halves are 0, but for %xmm13,
    which holds the constant for reversing bytes: the upper half of that is 0, or as it was before the call in the procedures
    ([narrow]) that use no 256-bit instruction. So no key stream, hash or product stays in a register, and no upper half is left
    dirty. The direction flag, the control bits of MXCSR and the x87 unit are not in the model: none of its instructions
    touches them. *)
Theorem gcm_return (code : list flat) (g : env) (s s' : state) (steps pc : nat) (seen : list event) :
  let narrow :=
    [Generated.clean_expand_128.code; Generated.clean_expand_256.code; Generated.clean_powers.code;
     Generated.clean_wide_powers.code; Generated.clean_hash.code;
     Generated.clean_keystream_128.code; Generated.clean_keystream_256.code;
     Generated.clean_encrypt_128.code; Generated.clean_encrypt_256.code;
     Generated.clean_decrypt_128.code; Generated.clean_decrypt_256.code;
     Generated.shipped_encrypt_128.code; Generated.shipped_encrypt_256.code;
     Generated.shipped_decrypt_128.code; Generated.shipped_decrypt_256.code] in
  In code (narrow ++
    [Generated.clean_wide_encrypt_128.code; Generated.clean_wide_encrypt_256.code;
     Generated.clean_wide_decrypt_128.code; Generated.clean_wide_decrypt_256.code;
     Generated.shipped_wide_encrypt_128.code; Generated.shipped_wide_encrypt_256.code;
     Generated.shipped_wide_decrypt_128.code; Generated.shipped_wide_decrypt_256.code]) →
  flat_steps g code steps 0 s = Some (pc, s', seen) → nth_error code pc = Some FHalt →
  (∀ r, In r [RBX; RBP; RSP; R12; R13; R14; R15] → locs s' (G r) = locs s (G r)) ∧
  (∀ x, x ≠ V13 → locs s' (Lo x) = 0%N ∧ locs s' (Hi x) = 0%N) ∧
  (locs s' (Hi V13) = 0%N ∨ In code narrow ∧ locs s' (Hi V13) = locs s (Hi V13)).
Proof. exact (Returns.returns_clean code g steps s pc s' seen). Qed.

(** Key setup as fl_gcm_key_init calls it: key expansion, the key stream from the counter 0, of which the first block is the
    hash key, and the powers of that. Three calls one after the other: from [s1] to [s1'], from [s2], where memory is as it was left, to [s2'],
    and from [s3] to [s3'] (that such calls return is [gcm_expand], [gcm_keystream], [gcm_powers]). Then the key at [k] holds what
    [gcm_procedures] supposes of it: the round keys that FIPS 197 makes of the key at [a], and the powers, times x, of the hash key
    that SP 800-38D makes of those. Besides the key and the room at [buffer], memory is as before. *)
Theorem gcm_key_setup (size n : nat) (expand stream : list flat) (g1 g2 g3 : env) (s1 s2 s3 s1' s2' s3' : state)
    (k a zero buffer constants : N) :
  In (size, n, expand, stream)
    [(16%nat, 10%nat, Generated.clean_expand_128.code, Generated.clean_keystream_128.code);
     (32%nat, 14%nat, Generated.clean_expand_256.code, Generated.clean_keystream_256.code)] →
  let returns g code s s' := ∃ steps pc seen, flat_steps g code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt in
  let in_region g r a len :=
    (r_base (regions g r) <= a ∧ a + len <= r_base (regions g r) + r_size (regions g r) ∧
     r_base (regions g r) + r_size (regions g r) <= 2 ^ 64)%N in
  let apart a m b len := (a + m <= b ∨ b + len <= a)%N in
  returns g1 expand s1 s1' → memory s2 = memory s1' → returns g2 stream s2 s2' → memory s3 = memory s2' →
  returns g3 Generated.clean_powers.code s3 s3' →
  locs s1 (G RDI) = low 64 k → locs s1 (G RSI) = low 64 a →
  locs s2 (G RDI) = low 64 k → locs s2 (G RSI) = low 64 zero → locs s2 (G RDX) = low 64 buffer →
  locs s3 (G RDI) = low 64 k → locs s3 (G RSI) = low 64 buffer →
  in_region g1 2%N k 352%N → r_writable (regions g1 2%N) = true → in_region g1 3%N a (N.of_nat size) →
  in_region g2 2%N k 352%N → in_region g2 3%N zero 16%N → in_region g2 5%N buffer 96%N →
  r_writable (regions g2 5%N) = true → in_region g2 6%N constants 144%N →
  in_region g3 2%N k 352%N → r_writable (regions g3 2%N) = true → in_region g3 3%N buffer 16%N →
  in_region g3 6%N constants 160%N →
  symbol g2 1%positive = constants → symbol g3 1%positive = constants →
  (let word x := load (memory s1) x 16 in
   word zero = 0%N ∧ word constants = 0x000102030405060708090a0b0c0d0e0f%N ∧
   (∀ i, (1 ≤ i ≤ 6)%nat → word (constants + 16 + 16 * N.of_nat i)%N = N.of_nat i) ∧
   word (constants + 128)%N = 0xc200000000000000%N ∧ word (constants + 144)%N = 0xc2000000000000000000000000000001%N) →
  apart k 352%N constants 160%N → apart k 352%N zero 16%N → apart k 352%N buffer 96%N → apart constants 160%N buffer 96%N →
  let ks := key_schedule (map (λ i, low 8 (memory s1 (a + N.of_nat i)%N)) (seq 0 size)) in
  length ks = S n ∧
  (∀ i x, nth_error ks i = Some x → load (memory s3') (k + 16 * N.of_nat i)%N 16 = x) ∧
  (hash_key ks < 2 ^ 128)%N ∧
  (∀ j, (j < 6)%nat → load (memory s3') (k + 256 + 16 * N.of_nat j)%N 16 = twist (power (hash_key ks) j)) ∧
  ∀ x, (x < k ∨ k + 352 <= x)%N → (x < buffer ∨ buffer + 96 <= x)%N → memory s3' x = memory s1 x.
Proof. exact (Procedures.Setup.key_setup size n expand stream g1 g2 g3 s1 s2 s3 s1' s2' s3' k a zero buffer constants). Qed.
End gcm_around.

(** * AES-GCM: the C around the procedures, as a chain of their calls

    theories/products/Gcm/Library/Library_trusted.v is gcm_trusted.c function by function: calls of the assembly, and between them
    mathematical steps for what C copies, pads, adds and wipes. It was written by hand next to the C; that compiled C does this is
    no theorem (tests/gcm/transcript.t compares the calls that both make, with their arguments, and what both wipe). *)
Section gcm_library.
Import stdpp.prelude.
Import Word_trusted State_trusted Flat_trusted Gcm_trusted Library_trusted.

(** A key is set up and a text is sealed. [key_init] is fl_gcm_key_init (key expansion, key stream of the counter 0, powers), [seal_calls] is
    fl_gcm_seal (nonce, additional data, text and tag of any lengths that are allowed: keystream, hash and the loop are called as
    often as the C calls them). Each call runs from its first instruction to the return without an error, and accesses
    nothing but what it is lent. In the end the output and the tag are the ciphertext and the tag that SP 800-38D's authenticated encryption
    ([seal], Gcm/Spec/Gcm_trusted.v) gives for the key, nonce, data and text that were in memory, and nothing else has changed but
    the library's own variables, which hold zeros: the whole stream, and the hash; after key setup, the hash key. At last fl_gcm_key_wipe
    leaves zeros for the whole key. Between key setup and sealing anything may happen to memory except to the key and
    the constants. One layout is supposed, [key_laid_out] and [seal_laid_out]: places that do not overlap; text may be encrypted
    in place. The loop is the clean one or that which ships. *)
Theorem gcm_seal (size n : nat) (o : library) (bytes zero hash_key nonce : N) (nonce_length : nat)
    (data : N) (data_length : nat) (text : N) (length : nat) (output tag hash : N) (m0 : ram) :
  In (size, n, expand_code o, keystream_code o, encrypt_code o, decrypt_code o)
    [(16%nat, 10%nat, Generated.clean_expand_128.code, Generated.clean_keystream_128.code,
      Generated.clean_encrypt_128.code, Generated.clean_decrypt_128.code);
     (32%nat, 14%nat, Generated.clean_expand_256.code, Generated.clean_keystream_256.code,
      Generated.clean_encrypt_256.code, Generated.clean_decrypt_256.code);
     (16%nat, 10%nat, Generated.clean_expand_128.code, Generated.clean_keystream_128.code,
      Generated.shipped_encrypt_128.code, Generated.shipped_decrypt_128.code);
     (32%nat, 14%nat, Generated.clean_expand_256.code, Generated.clean_keystream_256.code,
      Generated.shipped_encrypt_256.code, Generated.shipped_decrypt_256.code)] →
  constants_loaded o m0 → load m0 zero 16 = 0%N → key_laid_out o size bytes zero hash_key →
  seal_laid_out o nonce nonce_length data data_length text length output tag hash →
  lengths_allowed nonce_length data_length length →
  key_init o size bytes zero hash_key m0 (λ m1,
    same_but [(at_key o, 544); (hash_key, 96)]%N m0 m1 ∧ read m1 hash_key 96 = repeat 0%N 96 ∧
    ∀ m, (∀ x, (at_key o <= x < at_key o + 544 ∨ at_constants o <= x < at_constants o + 160)%N → m x = m1 x) →
      seal_calls o nonce nonce_length data data_length text length output tag hash m (λ m',
        (read m' output length, read m' tag 16) =
          seal (read m0 bytes size) (read m nonce nonce_length) (read m data data_length) (read m text length) ∧
        same_but [(output, N.of_nat length); (tag, 16); (at_stream o, 304); (hash, 16)]%N m m' ∧
        read m' (at_stream o) 304 = repeat 0%N 304 ∧ read m' hash 16 = repeat 0%N 16 ∧
        key_wipe o m' (λ m'', same_but [(at_key o, 544)]%N m' m'' ∧ read m'' (at_key o) 544 = repeat 0%N 544))).
Proof.
  exact (Library.EndToEnd.key_then_seal size n o bytes zero hash_key nonce nonce_length data data_length text length output tag hash m0).
Qed.

(** A key is set up and a text is opened: [open_calls] is fl_gcm_open, with a tag of 12 to 16 bytes. It says yes if and only if that is the
    beginning of the tag that SP 800-38D computes for the data and the ciphertext; for a tag of 16 bytes this is
    the standard's authenticated decryption ([open], Gcm/Spec/Gcm_trusted.v). When it says yes the output is the text; when it says no
    the output is zeros. In between the output holds what was not yet verified. Nothing else has changed but the library's own
    variables, which hold zeros. As above, each call runs to the return and stays within what it is lent. *)
Theorem gcm_open (size n : nat) (o : library) (bytes zero hash_key nonce : N) (nonce_length : nat)
    (data : N) (data_length : nat) (text : N) (length : nat) (t : N) (tag_length : nat) (output hash right : N) (m0 : ram) :
  In (size, n, expand_code o, keystream_code o, encrypt_code o, decrypt_code o)
    [(16%nat, 10%nat, Generated.clean_expand_128.code, Generated.clean_keystream_128.code,
      Generated.clean_encrypt_128.code, Generated.clean_decrypt_128.code);
     (32%nat, 14%nat, Generated.clean_expand_256.code, Generated.clean_keystream_256.code,
      Generated.clean_encrypt_256.code, Generated.clean_decrypt_256.code);
     (16%nat, 10%nat, Generated.clean_expand_128.code, Generated.clean_keystream_128.code,
      Generated.shipped_encrypt_128.code, Generated.shipped_decrypt_128.code);
     (32%nat, 14%nat, Generated.clean_expand_256.code, Generated.clean_keystream_256.code,
      Generated.shipped_encrypt_256.code, Generated.shipped_decrypt_256.code)] →
  constants_loaded o m0 → load m0 zero 16 = 0%N → key_laid_out o size bytes zero hash_key →
  open_laid_out o nonce nonce_length data data_length text length t tag_length output hash right →
  lengths_allowed nonce_length data_length length → (12 ≤ tag_length ≤ 16)%nat →
  key_init o size bytes zero hash_key m0 (λ m1, ∀ m,
    (∀ x, (at_key o <= x < at_key o + 544 ∨ at_constants o <= x < at_constants o + 160)%N → m x = m1 x) →
    open_calls o nonce nonce_length data data_length text length t tag_length output hash right m (λ ok m',
      let key := read m0 bytes size in
      let ks := key_schedule key in
      let j0 := pre_counter (Gcm_trusted.hash_key ks) (read m nonce nonce_length) in
      let c := read m text length in
      ok = bool_decide (firstn tag_length (tag ks j0 (read m data data_length) c) = read m t tag_length) ∧
      (tag_length = 16%nat →
       open key (read m nonce nonce_length) (read m data data_length) c (read m t 16) =
         if ok then Some (read m' output length) else None) ∧
      read m' output length = (if ok then gctr length ks (inc32 j0) c else repeat 0%N length) ∧
      same_but [(output, N.of_nat length); (at_stream o, 304); (hash, 16); (right, 16)]%N m m' ∧
      read m' (at_stream o) 304 = repeat 0%N 304 ∧ read m' hash 16 = repeat 0%N 16 ∧ read m' right 16 = repeat 0%N 16)).
Proof.
  exact (Library.EndToEnd.key_then_open size n o bytes zero hash_key nonce nonce_length data data_length text length t tag_length
    output hash right m0).
Qed.

(** The premises of [gcm_seal] and [gcm_open] do not contradict each other: here are addresses and a memory for which all hold, for both sizes of keys
    and any code, with a nonce of up to 12 bytes, up to 20 bytes of data, and up to 1,350 bytes of text that are encrypted in place. *)
Theorem gcm_seal_premises (expand stream encrypt decrypt : list flat) (size nonce_length data_length length : nat) :
  (size ≤ 32)%nat → (0 < nonce_length ≤ 12)%nat → (data_length ≤ 20)%nat → (length ≤ 1350)%nat →
  let o := Library expand stream encrypt decrypt 4096 8192 12288 in
  ∃ m, constants_loaded o m ∧ load m 16384 16 = 0%N ∧ key_laid_out o size 16400 16384 12288 ∧
    seal_laid_out o 20480 nonce_length 20492 data_length 24576 length 24576 25926 25942 ∧
    open_laid_out o 20480 nonce_length 20492 data_length 24576 length 25926 16 24576 25942 25958 ∧
    lengths_allowed nonce_length data_length length.
Proof.
  exact (λ H1 H2 H3 H4, ex_intro _ Library.EndToEnd.example_memory
    (Library.EndToEnd.premises_hold expand stream encrypt decrypt size nonce_length data_length length H1 H2 H3 H4)).
Qed.
End gcm_library.
