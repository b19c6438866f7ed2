(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** gcm/clean/gcm_trusted.c, function by function, as a sequence of calls of the assembly and of
    mathematical steps between them. It is written by hand, to be read next to the C: no theorem says that
    compiled C does this. Keys here do not use the 256-bit loops ([key->wide] is 0).

    A program is written with what comes after it: [f .. m K] holds if [f], run in memory [m], comes
    to an end and leaves a memory (and results) of which [K] holds. Addresses are numbers; the numbers in C's variables, and the
    short strings in its structure ([pending], [mask], the key stream that is left), are values here until it is wiped.

    The calls, their arguments and what is overwritten with zeros are compared with the C's, and so are the sizes and offsets: tests/gcm/transcript.t
    runs both on the same lengths. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Flat_trusted.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Generated Require clean_powers clean_hash.
Local Open Scope N_scope.

Notation ram := (N → N).

Definition read (m : ram) (a : N) (n : nat) : list N := map (λ i, low 8 (m (a + N.of_nat i))) (seq 0 n).

Definition write (m : ram) (a : N) (l : list N) : ram := λ x,
  if (a <=? x) && (x <? a + N.of_nat (length l)) then nth (N.to_nat (x - a)) l 0 else m x.

(** The structures of fairlead_gcm.h: sizes, and offsets of the fields that are named here. Of a key the last 192 bytes are
    for the 256-bit loops. *)
Notation key_size := 544 (only parsing).
Notation bits_at := 240 (only parsing).
Notation wide_at := 244 (only parsing).
Notation stream_size := 304 (only parsing).
Notation state_at := 0 (only parsing).
Notation keystream_at := 64 (only parsing).
Notation pending_at := 160 (only parsing).

(** The assembly for one size of keys, and where things are: the key, the constants (160 bytes), and the stream, with
    its state (counter and hash, 32 bytes), key stream (96) and what waits to be hashed (96). *)
Record library := Library {
  expand_code : list flat; keystream_code : list flat; encrypt_code : list flat; decrypt_code : list flat;
  at_key : N; at_constants : N; at_stream : N;
}.
Definition at_state (o : library) : N := at_stream o + state_at.
Definition at_keystream (o : library) : N := at_stream o + keystream_at.
Definition at_pending (o : library) : N := at_stream o + pending_at.

(** ** Calls of assembly *)

(** A procedure may access what it is lent, by the numbers of regions, and nothing else. *)
Definition lend (constants : N) (lent : list (N * region)) : env :=
  Env (λ _, constants)
      (λ r, match find (λ e, fst e =? r) lent with Some (_, x) => x | None => Region 0 0 false end).

(** What a transcript is run in; [A] is what is said of a run. Tests give the list of what happens, theorems a proposition: *)
Class world (A : Type) := World {
  call (constants : N) (code : list flat) (lent : list (N * region)) (arguments : list N) : ram → (ram → A) → A;
  wipe (a n : N) : ram → (ram → A) → A; (* zeros *)
  out_of_fuel : A;
}.

(** Whatever is in the other registers, a procedure comes to its end without an error. *)
Definition machine_call (constants : N) (code : list flat) (lent : list (N * region)) (arguments : list N)
    (m : ram) (K : ram → Prop) : Prop :=
  ∀ s, memory s = m → Forall (λ p, locs s (G (fst p)) = low 64 (snd p)) (zip [RDI; RSI; RDX; RCX; R8] arguments) →
  ∃ s' steps pc seen,
    flat_steps (lend constants lent) code steps 0 s = Some (pc, s', seen) ∧ nth_error code pc = Some FHalt ∧
    K (memory s').

Definition zeros (n : N) : list N := repeat 0 (N.to_nat n).

Global Instance machine : world Prop := World Prop machine_call (λ a n m K, K (write m a (zeros n))) False.

Section library.
  Context {A : Type} {W : world A} (o : library).

  Definition key_lent : N * region := (2, Region (at_key o) 352 false).
  Definition constants_lent : N * region := (6, Region (at_constants o) 160 false).

  Definition call_expand (size : nat) (bytes : N) : ram → (ram → A) → A :=
    call (at_constants o) (expand_code o)
      [(2, Region (at_key o) 352 true); (3, Region bytes (N.of_nat size) false); constants_lent]
      [at_key o; bytes].

  Definition call_keystream (counter out : N) : ram → (ram → A) → A :=
    call (at_constants o) (keystream_code o)
      [key_lent; (3, Region counter 16 false); (5, Region out 96 true); constants_lent]
      [at_key o; counter; out].

  Definition call_powers (hash_key : N) : ram → (ram → A) → A :=
    call (at_constants o) clean_powers.code
      [(2, Region (at_key o) 352 true); (3, Region hash_key 16 false); constants_lent]
      [at_key o; hash_key].

  Definition call_hash (blocks : N) (count : nat) : ram → (ram → A) → A :=
    call (at_constants o) clean_hash.code
      [key_lent; (3, Region (at_state o + 16) 16 true); (4, Region blocks (16 * N.of_nat count) false); constants_lent]
      [at_key o; at_state o + 16; blocks; N.of_nat count].

  Definition call_encrypt (text output : N) (groups : nat) : ram → (ram → A) → A :=
    call (at_constants o) (encrypt_code o)
      [key_lent; (3, Region (at_state o) 32 true); (4, Region text (96 * N.of_nat groups) false);
       (5, Region output (96 * N.of_nat groups) true); constants_lent]
      [at_key o; at_state o; text; output; N.of_nat groups].

  Definition call_decrypt (text output : N) (groups : nat) : ram → (ram → A) → A :=
    call (at_constants o) (decrypt_code o)
      [key_lent; (3, Region (at_state o) 32 true); (4, Region text (96 * N.of_nat groups) false);
       (5, Region output (96 * N.of_nat groups) true); constants_lent]
      [at_key o; at_state o; text; output; N.of_nat groups].

  (** ** fl_gcm_key_init *)

  (** [zero] and [hash_key] are variables of 16 and 96 bytes. *)
  Definition key_init (size : nat) (bytes zero hash_key : N) (m : ram) (K : ram → A) : A :=
    wipe (at_key o) key_size m (λ m,
    call_expand size bytes m (λ m,
    let m := write m (at_key o + bits_at) (split 8 4 (8 * N.of_nat size)) in
    call_keystream zero hash_key m (λ m,
    call_powers hash_key m (λ m,
    let m := write m (at_key o + wide_at) (split 8 4 0) in
    wipe hash_key 96 m K)))).

  Definition key_wipe : ram → (ram → A) → A := wipe (at_key o) key_size.

  (** ** Hashing *)

  Definition hash_waiting (waiting : list N) (m : ram) (K : ram → A) : A :=
    match waiting with
    | [] => K m
    | _ => call_hash (at_pending o) (length waiting / 16) (write m (at_pending o) waiting) K
    end.

  (** The loop makes at most [fuel] turns; each takes a byte or more. *)
  Fixpoint absorb (fuel : nat) (waiting : list N) (p : N) (n : nat) (m : ram) (K : list N → ram → A) : A :=
    match n, fuel with
    | O, _ => K waiting m
    | _, O => out_of_fuel
    | _, S fuel =>
        let more waiting m :=
          if (length waiting =? 0)%nat && (96 <? n)%nat
          then call_hash p 6 m (λ m, absorb fuel waiting (p + 96) (n - 96) m K)
          else
            let take := Nat.min (96 - length waiting) n in
            absorb fuel (waiting ++ read m p take) (p + N.of_nat take) (n - take) m K in
        if (length waiting =? 96)%nat then hash_waiting waiting m (more []) else more waiting m
    end.

  (** With zeros, to whole blocks. *)
  Definition pad (l : list N) : list N := l ++ repeat 0 ((16 - length l mod 16) mod 16).

  Definition length_block (data_length length : nat) : list N :=
    to_bytes 8 (8 * N.of_nat data_length) ++ to_bytes 8 (8 * N.of_nat length).

  Definition absorb_lengths (waiting : list N) (data_length length : nat) (m : ram) (K : ram → A) : A :=
    let waiting := pad waiting in
    let last := length_block data_length length in
    if (List.length waiting =? 96)%nat
    then hash_waiting waiting m (λ m, hash_waiting last m K)
    else hash_waiting (waiting ++ last) m K.

  (** ** Counters *)

  (** The counter is the low four bytes of the block as it is stored, reversed, and wraps. *)
  Definition advance (blocks : nat) (m : ram) : ram :=
    write m (at_state o) (split 8 16 (Nat.iter blocks inc32 (load m (at_state o) 16))).

  (** fl_gcm_begin; [K] gets the mask of the tag and the key stream that is left. *)
  Definition begin (nonce : N) (nonce_length : nat) (m : ram) (K : list N → list N → ram → A) : A :=
    let rest m :=
      call_keystream (at_state o) (at_keystream o) m (λ m,
      let made := read m (at_keystream o) 96 in
      K (firstn 16 made) (skipn 16 made) (advance 1 m)) in
    wipe (at_state o) 32 m (λ m,
    if (nonce_length =? 12)%nat then
      rest (write m (at_state o) (rev (read m nonce 12 ++ [0; 0; 0; 1])))
    else
      absorb nonce_length [] nonce nonce_length m (λ waiting m,
      absorb_lengths waiting 0 nonce_length m (λ m,
      let m := write m (at_state o) (read m (at_state o + 16) 16) in
      wipe (at_state o + 16) 16 m rest))).

  (** ** Text *)

  (** How much of the key stream that came with the mask is used: before whole groups, the blocks that do not fill one. *)
  Definition left_to_use (n : nat) (left : list N) : list N :=
    let groups := (n / 96)%nat in
    if (groups =? 0)%nat then left else firstn ((n - groups * 96) / 16 * 16) left.

  (** The loop of fl_gcm_encrypt. *)
  Fixpoint encrypt (fuel : nat) (p q : N) (n : nat) (left waiting : list N) (m : ram) (K : list N → ram → A) : A :=
    match n, fuel with
    | O, _ => K waiting m
    | _, O => out_of_fuel
    | _, S fuel =>
        let groups := if (length waiting mod 16 =? 0)%nat && (length left =? 0)%nat then (n / 96)%nat else 0%nat in
        if (groups =? 0)%nat then
          let some left m :=
            let take := Nat.min n (length left) in
            let m := write m q (zip_with N.lxor (read m p take) left) in
            absorb take waiting q take m (λ waiting m,
            encrypt fuel (p + N.of_nat take) (q + N.of_nat take) (n - take) (skipn take left) waiting m K) in
          if (length left =? 0)%nat
          then call_keystream (at_state o) (at_keystream o) m (λ m, some (read m (at_keystream o) 96) (advance 6 m))
          else some left m
        else
          hash_waiting waiting m (λ m,
          call_encrypt p q groups m (λ m,
          encrypt fuel (p + 96 * N.of_nat groups) (q + 96 * N.of_nat groups) (n - 96 * groups) left [] m K))
    end.

  (** fl_gcm_seal: fl_gcm_begin, fl_gcm_data, fl_gcm_encrypt, fl_gcm_tag, fl_gcm_stream_wipe; of lengths that are allowed. [hash] is
      a variable of 16 bytes. *)
  Definition seal_calls (nonce : N) (nonce_length : nat) (data : N) (data_length : nat) (text : N) (length : nat)
      (output tag hash : N) (m : ram) (K : ram → A) : A :=
    begin nonce nonce_length m (λ mask left m,
    absorb data_length [] data data_length m (λ waiting m,
    let left := left_to_use length left in
    encrypt length text output length left (pad waiting) (advance (List.length left / 16) m) (λ waiting m,
    absorb_lengths waiting data_length length m (λ m,
    let m := write m hash (rev (read m (at_state o + 16) 16)) in
    let m := write m tag (zip_with N.lxor (read m hash 16) mask) in
    wipe hash 16 m (λ m, wipe (at_stream o) stream_size m K))))).

  (** ** Opening *)

  (** decrypt_rest: without hashing. *)
  Fixpoint decrypt_rest (fuel : nat) (p q : N) (n : nat) (left : list N) (m : ram) (K : list N → ram → A) : A :=
    match n, fuel with
    | O, _ => K left m
    | _, O => out_of_fuel
    | _, S fuel =>
        let some left m :=
          let take := Nat.min n (length left) in
          let m := write m q (zip_with N.lxor (read m p take) left) in
          decrypt_rest fuel (p + N.of_nat take) (q + N.of_nat take) (n - take) (skipn take left) m K in
        if (length left =? 0)%nat
        then call_keystream (at_state o) (at_keystream o) m (λ m, some (read m (at_keystream o) 96) (advance 6 m))
        else some left m
    end.

  (** The loop of fl_gcm_open. *)
  Fixpoint decrypt (fuel : nat) (p q : N) (n : nat) (left waiting : list N) (m : ram) (K : list N → ram → A) : A :=
    match n, fuel with
    | O, _ => K waiting m
    | _, O => out_of_fuel
    | _, S fuel =>
        let groups := if (length waiting mod 16 =? 0)%nat && (length left =? 0)%nat then (n / 96)%nat else 0%nat in
        if (groups =? 0)%nat then
          let step := if (0 <? length left)%nat && (length left <? n)%nat then length left else n in
          absorb step waiting p step m (λ waiting m,
          decrypt_rest step p q step left m (λ left m,
          decrypt fuel (p + N.of_nat step) (q + N.of_nat step) (n - step) left waiting m K))
        else
          hash_waiting waiting m (λ m,
          call_decrypt p q groups m (λ m,
          decrypt fuel (p + 96 * N.of_nat groups) (q + 96 * N.of_nat groups) (n - 96 * groups) left [] m K))
    end.

  (** fl_gcm_open, of lengths that are allowed; [K] gets whether the tag, of 12 to 16 bytes, was right. [hash] and [right] are variables of
      16 bytes. *)
  Definition open_calls (nonce : N) (nonce_length : nat) (data : N) (data_length : nat) (text : N) (length : nat)
      (tag : N) (tag_length : nat) (output hash right : N) (m : ram) (K : bool → ram → A) : A :=
    begin nonce nonce_length m (λ mask left m,
    absorb data_length [] data data_length m (λ waiting m,
    let left := left_to_use length left in
    decrypt length text output length left (pad waiting) (advance (List.length left / 16) m) (λ waiting m,
    absorb_lengths waiting data_length length m (λ m,
    let m := write m hash (rev (read m (at_state o + 16) 16)) in
    let m := write m right (zip_with N.lxor (read m hash 16) mask) in
    wipe hash 16 m (λ m,
    let good := bool_decide (read m right tag_length = read m tag tag_length) in
    wipe right 16 m (λ m,
    let end_ m := wipe (at_stream o) stream_size m (K good) in
    if good || (length =? 0)%nat then end_ m else wipe output (N.of_nat length) m end_)))))).
End library.

(** ** What a caller must see to, and what stays *)

(** [a] to [a + m] and [b] to [b + n] do not overlap. *)
Definition apart (a m b n : N) : Prop := a + m <= b ∨ b + n <= a.

(** Of all places in a list, each an address and a length. *)
Fixpoint every (P : N * N → Prop) (l : list (N * N)) : Prop :=
  match l with [] => True | w :: l => P w ∧ every P l end.

(** No two overlap; they end below 2^64. *)
Fixpoint separate (l : list (N * N)) : Prop :=
  match l with [] => True | w :: l => every (λ v, apart (fst w) (snd w) (fst v) (snd v)) l ∧ separate l end.
Definition in_memory (l : list (N * N)) : Prop := every (λ w, fst w + snd w <= 2 ^ 64) l.

(** Only the places in [ws] have changed. *)
Definition same_but (ws : list (N * N)) (m m' : ram) : Prop :=
  ∀ x, Forall (λ w, x < fst w ∨ fst w + snd w <= x) ws → m' x = m x.

(** constants.S is in memory. *)
Definition constants_loaded (o : library) (m : ram) : Prop :=
  load m (at_constants o) 16 = 0x000102030405060708090a0b0c0d0e0f ∧
  (∀ i, (1 ≤ i ≤ 6)%nat → load m (at_constants o + 16 + 16 * N.of_nat i) 16 = N.of_nat i) ∧
  load m (at_constants o + 128) 16 = 0xc200000000000000 ∧
  load m (at_constants o + 144) 16 = 0xc2000000000000000000000000000001.

(** For fl_gcm_key_init, and what it changes. *)
Definition key_laid_out (o : library) (size : nat) (bytes zero hash_key : N) : Prop :=
  let places := [(at_key o, key_size); (at_constants o, 160); (bytes, N.of_nat size); (zero, 16); (hash_key, 96)] in
  separate places ∧ in_memory places.

(** For fl_gcm_seal. The stream and the hash are variables of its own, the text may be encrypted in place or elsewhere. *)
Definition seal_laid_out (o : library) (nonce : N) (nonce_length : nat) (data : N) (data_length : nat) (text : N) (length : nat)
    (output tag hash : N) : Prop :=
  let own := [(at_stream o, stream_size); (hash, 16)] in
  let places := (at_key o, key_size) :: (at_constants o, 160) :: own ++ [(output, N.of_nat length); (tag, 16)] in
  let read_only := [(nonce, N.of_nat nonce_length); (data, N.of_nat data_length); (text, N.of_nat length)] in
  separate places ∧ in_memory places ∧ in_memory read_only ∧
  every (λ w, every (λ v, apart (fst w) (snd w) (fst v) (snd v)) own) read_only ∧
  (output = text ∨ apart output (N.of_nat length) text (N.of_nat length)).

(** For fl_gcm_open. The tag must not be where the output is. *)
Definition open_laid_out (o : library) (nonce : N) (nonce_length : nat) (data : N) (data_length : nat) (text : N) (length : nat)
    (tag : N) (tag_length : nat) (output hash right : N) : Prop :=
  let own := [(at_stream o, stream_size); (hash, 16); (right, 16)] in
  let places := (at_key o, key_size) :: (at_constants o, 160) :: own ++ [(output, N.of_nat length)] in
  let read_only :=
    [(nonce, N.of_nat nonce_length); (data, N.of_nat data_length); (text, N.of_nat length); (tag, N.of_nat tag_length)] in
  separate places ∧ in_memory places ∧ in_memory read_only ∧
  every (λ w, every (λ v, apart (fst w) (snd w) (fst v) (snd v)) own) read_only ∧
  (output = text ∨ apart output (N.of_nat length) text (N.of_nat length)) ∧
  apart tag (N.of_nat tag_length) output (N.of_nat length).

(** Lengths that fl_gcm_seal and fl_gcm_open do not refuse (SP 800-38D, section 5.2.1.1). *)
Definition lengths_allowed (nonce_length data_length length : nat) : Prop :=
  (0 < nonce_length)%nat ∧ N.of_nat nonce_length <= 2 ^ 61 - 1 ∧ N.of_nat data_length <= 2 ^ 61 - 1 ∧
  N.of_nat length <= 2 ^ 36 - 32.
