(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The body of the loops on memory: six blocks of text are loaded, encrypted and stored, six are
    hashed; pointers advance and the number of groups goes down. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith Lia.
From Fairlead.Asm.Model Require Import Word_trusted.
From Fairlead.Asm.Model Require Import Words.
From Fairlead.Asm.Model Require Import Syntax_trusted State_trusted Semantics_trusted Run_trusted Flat_trusted.
From Fairlead.Asm.Vectors Require Import Vector128.
From Fairlead.Asm.Hoare Require Import Scalars.
From Fairlead.Gcm.Spec Require Import Gcm_trusted.
From Fairlead.Gcm.Algebra Require Import Aggregate Blocks.
From Fairlead.Gcm.Macros Require Import Listing Counters Cipher Hash.
From Fairlead.Gcm.Loops Require Import Text Setting Six SameCode.
Local Open Scope N_scope.

(** ** The instructions are vector code, and their operands may be read *)

Lemma aes_middle_vector from count : forallb is_vector (aes_middle from count) = true.
Proof.
  revert from. induction count as [|count IH]; intros from; [done|]. rewrite aes_middle_cons, forallb_app, IH. done.
Qed.

Lemma cipher_six_vector n : forallb is_vector (cipher_six n) = true.
Proof. unfold cipher_six, aes_rounds. rewrite !forallb_app, aes_middle_vector. done. Qed.

Lemma hash_six_vector src : forallb is_vector (hash_six src) = true.
Proof. reflexivity. Qed.

Notation readable_all g s p := (Forall (readable g s) (flat_map voperands p)).

(** Six blocks of text at [a], to which the operands [src] lead. *)
Definition text_at (g : env) (s : state) (src : Z → mem) (a : N) : Prop :=
  ∀ d, In d six_offsets → readable g s (src d) ∧ address g (locs s) (src d) = a + Z.to_N d.

Lemma text_at_loads g s src a : text_at g s src a →
  map (λ d, loaded g s (src d)) six_offsets = load_blocks (memory s) a 6.
Proof.
  intros H. assert (∀ d, In d six_offsets → loaded g s (src d) = load (memory s) (a + Z.to_N d) 16) as E.
  { intros d Hd. unfold loaded. by rewrite (proj2 (H d Hd)). }
  rewrite (map_ext_in _ _ _ E). unfold six_offsets. cbn [map load_blocks].
  rewrite <-!N.add_assoc. cbn [Z.to_N]. by rewrite N.add_0_r.
Qed.

Section operands.
  Context (g : env) (s : state) (k : N) (ks : list N) (h : N).
  Context (Hset : setting g (memory s) k ks h) (Hk : locs s (G RDI) = low 64 k).

  Lemma aes_middle_readable from count :
    (from + count ≤ 22)%nat → readable_all g s (aes_middle from count).
  Proof using Hset Hk.
    revert from. induction count as [|count IH]; intros from Hn; [constructor|].
    rewrite aes_middle_cons, flat_map_app. apply Forall_app. split; [|apply IH; lia].
    constructor; [|constructor]. apply (key_readable g s k ks h Hset Hk). lia.
  Qed.

  Lemma cipher_six_readable n p :
    (1 ≤ n ≤ 14)%nat → text_at g s input_at p → readable_all g s (cipher_six n).
  Proof using Hset Hk.
    intros Hn Hp. unfold cipher_six, aes_rounds, aes_whiten. rewrite !flat_map_app.
    assert (∀ d, (0 <= d <= 128)%Z → readable g s (constant_at d)) as Hc
      by (intros; by apply (constant_readable g s k ks h Hset Hk)).
    assert (∀ d, (0 <= d <= 336)%Z → readable g s (key_at d)) as Hkey
      by (intros; by apply (key_readable g s k ks h Hset Hk)).
    apply Forall_app. split; [repeat (constructor; [apply Hc; lia|]); constructor|].
    apply Forall_app. split; [constructor; [apply Hkey; lia|constructor]|].
    rewrite <-app_assoc. apply Forall_app. split; [apply aes_middle_readable; lia|].
    apply Forall_app. split; [constructor; [apply Hkey; lia|constructor]|].
    unfold text_at, six_offsets in Hp.
    repeat (constructor; [apply Hp; cbn; tauto|]). constructor.
  Qed.

  Lemma hash_six_readable src a : text_at g s src a → readable_all g s (hash_six src).
  Proof using Hset Hk.
    intros Hp. unfold text_at, six_offsets in Hp.
    assert (∀ d, (0 <= d <= 128)%Z → readable g s (constant_at d)) as Hc
      by (intros; by apply (constant_readable g s k ks h Hset Hk)).
    assert (∀ d, (0 <= d <= 336)%Z → readable g s (key_at d)) as Hkey
      by (intros; by apply (key_readable g s k ks h Hset Hk)).
    assert (∀ d, In d [0; 16; 32; 48; 64; 80]%Z → readable g s (src d)) as Hsrc by (intros d Hd; by apply Hp).
    assert (flat_map voperands (hash_six src) = [src 0%Z; key_at 336; src 16%Z; key_at 320; src 32%Z; key_at 304; src 48%Z; key_at 288;
      src 64%Z; key_at 272; src 80%Z; key_at 256; constant_at 128; constant_at 128]) as -> by reflexivity.
    assert (readable g s (constant_at 128)) as H0 by (apply Hc; lia).
    repeat (apply Forall_cons_2; [first [exact H0 | apply Hkey; lia | apply Hsrc; cbn; tauto]|]). apply Forall_nil_2.
  Qed.
End operands.

(** ** Registers *)

(** [k] is the address of the key, [p] of the next text to be read, [q] of the next text to be written, [c]
    the next counter, [y] the hash so far. *)
Record registers (s : state) (k p q c y : N) : Prop := Registers {
  in_rdi : locs s (G RDI) = low 64 k;
  in_rdx : locs s (G RDX) = low 64 p;
  in_rcx : locs s (G RCX) = low 64 q;
  in_xmm13 : vectors s V13 = reversal;
  in_xmm14 : vectors s V14 = y;
  in_xmm15 : vectors s V15 = c;
}.

Definition input_text (g : env) (p : N) : Prop := span g input_region p 96.
Definition output_text (g : env) (q : N) : Prop := span g output_region q 96 ∧ writable_region g output_region.

Lemma base_text_at g s r rg x a :
  locs s (G r) = low 64 x → span g rg a 96 → (Z.of_N x <= Z.of_N a + 96)%Z →
  ∀ shift, (Z.of_N x + shift = Z.of_N a)%Z →
  text_at g s (λ d, Mem (BaseReg r) None (d + shift) rg) a.
Proof.
  intros Hr Hs Hx shift Hshift d Hd. pose proof Hs as (S1 & S2 & S3).
  assert (0 <= d <= 80)%Z as Hrange by (unfold six_offsets in Hd; cbn in Hd; lia).
  assert (address g (locs s) (Mem (BaseReg r) None (d + shift) rg) = a + Z.to_N d) as E.
  { rewrite (address_plus _ _ _ _ _ x Hr) by lia. lia. }
  split; [|exact E]. apply (span_readable g s _ rg a 96 (Z.to_N d)); [done|exact Hs|exact E|lia].
Qed.

Lemma input_text_at g s p : locs s (G RDX) = low 64 p → input_text g p → text_at g s input_at p.
Proof.
  intros Hr Hs d Hd. pose proof (base_text_at g s RDX input_region p p Hr Hs ltac:(lia) 0 ltac:(lia) d Hd) as H.
  cbv beta in H. by rewrite Z.add_0_r in H.
Qed.

(** What was written last, 96 bytes before [q]. *)
Lemma written_text_at g s q a :
  locs s (G RCX) = low 64 q → q = a + 96 → span g output_region a 96 → text_at g s written_at a.
Proof. intros Hr -> Hs. exact (base_text_at g s RCX output_region (a + 96) a Hr Hs ltac:(lia) (-96) ltac:(lia)). Qed.

(** ** cipher_six and save on memory *)

Lemma save_spec g s q ws :
  locs s (G RCX) = low 64 q → output_text g q → map (vectors s) first_six = ws → Forall (λ w, w < 2 ^ 128) ws →
  ∃ s' ts, run g save s = Some (s', ts) ∧ (∀ l, locs s' l = locs s l) ∧ memory s' = store_blocks (memory s) q ws.
Proof.
  intros Hr [Hs Hw] <- Hws. pose proof Hs as (S1 & S2 & S3).
  assert (∀ d, (0 <= d <= 80)%Z → address g (locs s) (output_at d) = q + Z.to_N d) as Ha.
  { intros d Hd. unfold output_at. rewrite (address_plus _ _ _ _ _ q Hr) by lia. lia. }
  assert (∀ d, (0 <= d <= 80)%Z → writable g s (output_at d)) as Hwr.
  { intros d Hd. apply (span_writable g s _ output_region q 96 (Z.to_N d)); [done|exact Hs|exact Hw|by apply Ha|lia]. }
  destruct (stores_sound g [(output_at 0, V0); (output_at 16, V1); (output_at 32, V2);
     (output_at 48, V3); (output_at 64, V4); (output_at 80, V5)] s) as (s' & ts & H1 & H2 & H3).
  { intros p Hp. rewrite !elem_of_cons, elem_of_nil in Hp. destruct_or! Hp; try done; subst p; apply Hwr; lia. }
  exists s', ts. split; [exact H1|]. split; [exact H2|]. rewrite H3. unfold stored. cbn [fold_left fst snd].
  rewrite !Ha by lia. unfold first_six in Hws |- *. cbn [map] in Hws |- *. rewrite !Forall_cons in Hws.
  destruct_and! Hws. rewrite !lt_low by assumption. cbn [store_blocks]. rewrite <-!N.add_assoc.
  cbn [Z.to_N]. by rewrite N.add_0_r.
Qed.

Lemma crypt_below ks n c ws :
  length ks = S n → (1 ≤ n)%nat → Forall (λ x, x < 2 ^ 128) ks → Forall (λ w, w < 2 ^ 128) ws →
  Forall (λ w, w < 2 ^ 128) (crypt ks c ws).
Proof.
  intros Hn Hpos Hks Hws. revert c. induction Hws as [|w ws Hw _ IH]; intros c; cbn [crypt]; [constructor|].
  constructor; [|apply IH]. apply xor_below; [|exact Hw]. apply (aes_below ks n); try done. apply byte_reverse_below.
Qed.

Section pieces.
  Context (g : env) (ks : list N) (h : N) (n : nat).
  Context (Hn : length ks = S n) (Hpos : (1 ≤ n ≤ 14)%nat).

  (** Six blocks of text, from memory to memory. *)
  Definition ciphered (s s' : state) (k p q c y : N) : Prop :=
    registers s' k p q (counter_after 6 c) y ∧
    (∀ r, locs s' (G r) = locs s (G r)) ∧
    memory s' = store_blocks (memory s) q (crypt ks c (load_blocks (memory s) p 6)).

  Lemma cipher_save_spec s k p q c y :
    setting g (memory s) k ks h → registers s k p q c y → c < 2 ^ 128 → input_text g p → output_text g q →
    ∃ s' ts, run g (cipher_six n ++ save) s = Some (s', ts) ∧ ciphered s s' k p q c y.
  Proof using Hn Hpos.
    intros Hset [R1 R2 R3 R4 R5 R6] Hc Hp Hq. pose proof (input_text_at g s p R2 Hp) as Ht.
    destruct (vrun_sound g (cipher_six n) s) as (s1 & ts1 & H1 & M1 & [G1 _] & V1); [apply cipher_six_vector| |].
    { apply Forall_forall. by apply (cipher_six_readable g s k ks h Hset R1 n p). }
    pose proof (setting_round_keys g s k ks h Hset R1) as Hkeys.
    destruct (cipher_six_spec (loaded g s) ks n (vectors s) c (setting_numbers g s k ks h Hset R1) Hkeys Hn ltac:(lia)
      (λ m, load_block_below _ _) R4 R6 Hc) as (W13 & W14 & W15 & Wtext).
    rewrite <-V1 in W13, W14, W15. rewrite (text_at_loads g s input_at p Ht) in Wtext.
    destruct (save_spec g s1 q (crypt ks c (load_blocks (memory s) p 6))) as (s2 & ts2 & H2 & L2 & M2).
    { by rewrite G1. }
    { done. }
    { rewrite <-Wtext. apply map_ext. exact V1. }
    { apply (crypt_below ks n); [done|lia|apply Hkeys|apply load_blocks_below]. }
    exists s2, (ts1 ++ ts2). split; [by eapply run_app_some|]. split; [|split].
    - split; unfold vectors in *; rewrite ?L2, ?G1; try done. by rewrite W14.
    - intros r. by rewrite L2, G1.
    - by rewrite M2, M1.
  Qed.

  (** Six blocks are hashed. *)
  Definition hashed (s s' : state) (k p q c y a : N) : Prop :=
    registers s' k p q c (fold_left (hash_step h) (map (byte_reverse 16) (load_blocks (memory s) a 6)) y) ∧
    (∀ r, locs s' (G r) = locs s (G r)) ∧ memory s' = memory s.

  Lemma hash_spec s k p q c y src a :
    setting g (memory s) k ks h → registers s k p q c y → y < 2 ^ 128 → text_at g s src a →
    ∃ s' ts, run g (hash_six src) s = Some (s', ts) ∧ hashed s s' k p q c y a.
  Proof using.
    intros Hset [R1 R2 R3 R4 R5 R6] Hy Ht.
    destruct (vrun_sound g (hash_six src) s) as (s1 & ts1 & H1 & M1 & [G1 _] & V1); [apply hash_six_vector| |].
    { apply Forall_forall. by apply (hash_six_readable g s k ks h Hset R1 src a). }
    destruct (hash_six_spec (loaded g s) src (vectors s) h y (setting_polynomial g s k ks h Hset R1)
      (setting_powers g s k ks h Hset R1) (set_hash_key _ _ _ _ _ Hset) R4 R5 Hy) as [W13 W14].
    rewrite <-V1 in W13, W14. exists s1, ts1. split; [exact H1|]. split; [|exact (conj G1 M1)].
    split; [rewrite G1; assumption..|exact W13| |].
    - rewrite W14. apply (f_equal (λ l, fold_left (hash_step h) l y)).
      rewrite <-(text_at_loads g s src a Ht), map_map. reflexivity.
    - rewrite V1. rewrite vrun_other; [exact R6|reflexivity].
  Qed.

  (** ** Pointers and the counter of groups *)

  Lemma count_down_spec s k p q c y m :
    registers s k p q c y → p + 96 <= 2 ^ 64 → q + 96 <= 2 ^ 64 →
    locs s (G R8) = N.succ m → N.succ m < 2 ^ 64 →
    ∃ s' ts, run g count_down s = Some (s', ts) ∧ registers s' k (p + 96) (q + 96) c y ∧
      locs s' (G R8) = m ∧ locs s' (G RSI) = locs s (G RSI) ∧ memory s' = memory s ∧
      test CcNE s' = Some (negb (m =? 0)) ∧ test CcE s' = Some (m =? 0).
  Proof using.
    intros [R1 R2 R3 R4 R5 R6] Hp Hq H8 Hm.
    destruct (exec_lea g s RDX (input_at 96)) as (s1 & X1 & M1 & D1 & O1).
    destruct (exec_lea g s1 RCX (output_at 96)) as (s2 & X2 & M2 & D2 & O2).
    destruct (exec_dec g s2 R8 m) as (s3 & X3 & M3 & D3 & O3 & T1 & T2); [by rewrite O2, O1|done|].
    assert (∀ f r x rg, f (G r) = low 64 x → x + 96 <= 2 ^ 64 →
              low 64 (address g f (Mem (BaseReg r) None 96 rg)) = low 64 (x + 96)) as Hadd.
    { intros f r x rg Hf Hx. unfold address. cbn [m_base m_index m_disp]. rewrite Hf, Z.add_0_r.
      apply N2Z.inj. by rewrite of_low64, of_word64, Zmod_mod, of_low64, Zplus_mod_idemp_l, of_low64, N2Z.inj_add. }
    exists s3, [[]; []; []]. unfold count_down, next_six. cbn [app run]. rewrite X1, X2, X3. split; [done|].
    split; [|split; [done|split; [|split; [|done]]]].
    - split; unfold vectors in *; rewrite ?O3, ?O2, ?O1 by done; try done.
      + rewrite D1. exact (Hadd _ RDX p input_region R2 Hp).
      + rewrite D2. apply Hadd; [by rewrite O1|done].
    - by rewrite O3, O2, O1.
    - by rewrite M3, M2, M1.
  Qed.
  (** ** The bodies

      [ciphered] and [hashed] at once: the text at [p] is encrypted to [q], the text at [a] is hashed. *)
  Definition body_done (s s' : state) (k p q c y a : N) : Prop :=
    registers s' k p q (counter_after 6 c)
      (fold_left (hash_step h) (map (byte_reverse 16) (load_blocks (memory s) a 6)) y) ∧
    (∀ r, locs s' (G r) = locs s (G r)) ∧
    memory s' = store_blocks (memory s) q (crypt ks c (load_blocks (memory s) p 6)).

  Lemma body_spec s k p q c y src a :
    setting g (memory s) k ks h → registers s k p q c y → c < 2 ^ 128 → y < 2 ^ 128 →
    input_text g p → output_text g q → text_at g s src a →
    ∃ s' ts, run g (hash_six src ++ cipher_six n ++ save) s = Some (s', ts) ∧ body_done s s' k p q c y a.
  Proof using Hn Hpos.
    intros Hset Hr Hc Hy Hp Hq Ha.
    destruct (hash_spec s k p q c y src a Hset Hr Hy Ha) as (s1 & ts1 & H1 & R1 & G1 & M1).
    rewrite <-M1 in Hset.
    destruct (cipher_save_spec s1 k p q c _ Hset R1 Hc Hp Hq) as (s2 & ts2 & H2 & R2 & G2 & M2).
    exists s2, (ts1 ++ ts2). split; [by eapply run_app_some|]. unfold body_done. rewrite M2, M1.
    split; [exact R2|]. split; [|reflexivity]. intros r. by rewrite G2, G1.
  Qed.

  Theorem decrypt_body_spec s k p q c y :
    setting g (memory s) k ks h → registers s k p q c y → c < 2 ^ 128 → y < 2 ^ 128 →
    input_text g p → output_text g q →
    ∃ s' ts, run g (decrypt_body n) s = Some (s', ts) ∧ body_done s s' k p q c y p.
  Proof using Hn Hpos.
    intros Hset Hr Hc Hy Hp Hq. apply (body_spec s k p q c y input_at p Hset Hr Hc Hy Hp Hq).
    apply input_text_at; [apply Hr|exact Hp].
  Qed.

  (** Encryption hashes the six blocks at [a] that the iteration before wrote. *)
  Theorem encrypt_body_spec s k p a c y :
    setting g (memory s) k ks h → registers s k p (a + 96) c y → c < 2 ^ 128 → y < 2 ^ 128 →
    input_text g p → output_text g (a + 96) → span g output_region a 96 →
    ∃ s' ts, run g (encrypt_body n) s = Some (s', ts) ∧ body_done s s' k p (a + 96) c y a.
  Proof using Hn Hpos.
    intros Hset Hr Hc Hy Hp Hq Ha. apply (body_spec s k p (a + 96) c y written_at a Hset Hr Hc Hy Hp Hq).
    by apply (written_text_at g s (a + 96)); [apply Hr| |].
  Qed.
End pieces.
