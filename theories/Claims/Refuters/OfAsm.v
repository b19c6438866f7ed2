(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Asm.v: see All.v. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Run_trusted Flat_trusted Structured_trusted.
From Fairlead.Asm.Bytes Require Import Machine_trusted Listing Erased Canonical.
From Fairlead.Asm.Footprints Require Import Footprint Reorder.
From Fairlead.Asm.Footprints Require Locset.
From Fairlead.Asm.Groups Require Import Exchange.
From Fairlead.Asm.Symbolic Require Import Equivalence.
From Fairlead.Asm.Control Require Import Lowering Loops Returns.
From Fairlead.Asm.Hoare Require Logic.
From Fairlead.Asm.Transform Require Import Scripts.
From Fairlead.Asm.Verdicts Require Import Files Carry Contracts Calls_trusted Calls Steps_trusted Taint Taint_runs.
From Fairlead.Asm.Stack Require Import Signals_trusted Spots Check Runs.
From Fairlead.Claims Require Asm.
Local Open Scope N_scope.

(** One region of 64 bytes, and a state of which some registers are given; flags are 0, memory is 0. *)
Definition place : env := Env (λ _, 0) (λ _, Region 4096 64 true).
Definition at_first (rcx rdi : N) : state :=
  State (λ l, match l with G RCX => rcx | G RDI => rdi | _ => 0 end) (λ _, 0).
Definition nothing_apart : relation := λ _ _, false.

Definition add : instr := Alu ADD W64 (R RAX) (Reg RDI).
Definition dec : instr := Un DEC W64 (R RCX).
(** A load from where a register points. *)
Definition peek : instr := Mov W64 (R RAX) (Memory (Mem (BaseReg RDI) None 0 2)).

(** Two instructions that both write the flags change places. *)
Theorem asm_reorder_sound_refuter :
  let clean := [add; dec] in let fast := [dec; add] in let s := at_first 2 0 in
  respects place nothing_apart ∧ check_reorder nothing_apart [1; 0]%nat clean fast = false ∧
  run place clean s ≠ None ∧
  run place fast s ≠
    match run place clean s with Some (s', ts) => Some (s', permute [1; 0]%nat ts) | None => None end.
Proof.
  split_and!; [done|by vm_compute|by vm_compute|]. intros H.
  apply (f_equal (option_map (λ r : state * list (list event), locs r.1 (F ZF)))) in H. by vm_compute in H.
Qed.

(** Two groups change places that each subtract numbers of two limbs; then somebody reads the borrow of the second. If
    nobody does, the checker accepts them. *)
Definition difference (a b c : reg) : list instr := [Alu SUB W64 (R a) (Reg c); Alu SBB W64 (R b) (Reg c)].
Theorem asm_groups_sound_refuter :
  let first := difference RAX RBX RCX in let second := difference RDX RSI RDI in
  let reader := [Alu ADC W64 (R R8) (Imm 0)] in let dead := Locset.set_of (map F [CF; PF; AF; ZF; SF; OF]) in
  let x := [Trade 0 2 2] in let s := at_first 2 0 in
  check_groups nothing_apart dead x (first ++ second) (second ++ first) = true ∧
  check_groups nothing_apart 0 x (first ++ second) (second ++ first) = false ∧
  check_groups nothing_apart dead x (first ++ second ++ reader) (second ++ first ++ reader) = false ∧
  ∀ s' ts, run place (first ++ second ++ reader) s = Some (s', ts) →
    ¬ ∃ s'', run place (second ++ first ++ reader) s = Some (s'', rearranged x ts) ∧ memory s' = memory s'' ∧
      ∀ k, Locset.mem_set k dead = false → locs s' k = locs s'' k.
Proof.
  split_and!; [by vm_compute..|]. intros s' ts H (s'' & H2 & _ & Hl). specialize (Hl (G R8) ltac:(by vm_compute)).
  apply (f_equal (option_map (λ r : state * list (list event), locs r.1 (G R8)))) in H, H2.
  cbn [option_map fst] in H, H2. rewrite <- Hl in H2. rewrite <- H in H2. by vm_compute in H2.
Qed.

(** The fast code adds a load from an address that only it shows. *)
Definition any_two (_ _ : state) : Prop := True.
Theorem asm_reorder_constant_time_refuter :
  check_reorder nothing_apart [0; 1]%nat [dec] [dec; peek] = false ∧
  constant_time place any_two [dec] ∧ ¬ constant_time place any_two [dec; peek].
Proof.
  split_and!; [by vm_compute| |].
  - intros s1 s2 s1' s2' ts1 ts2 _ H1 H2. cbn in H1, H2. by simplify_eq.
  - intros H.
    destruct (run place [dec; peek] (at_first 1 4096)) as [[r1 t1]|] eqn:E1; [|by vm_compute in E1].
    destruct (run place [dec; peek] (at_first 1 4104)) as [[r2 t2]|] eqn:E2; [|by vm_compute in E2].
    specialize (H _ _ _ _ _ _ I E1 E2).
    assert (option_map snd (run place [dec; peek] (at_first 1 4096)) =
      option_map snd (run place [dec; peek] (at_first 1 4104))) as Heq by (rewrite E1, E2; cbn; by rewrite H).
    by vm_compute in Heq.
Qed.
Theorem asm_symeq_leaks_no_more_refuter :
  let s := at_first 1 4096 in let s' := at_first 1 4104 in
  symeq nothing_apart [G RCX] [dec] [dec; peek] = false ∧
  option_map snd (run place [dec] s) = option_map snd (run place [dec] s') ∧
  run place [dec; peek] s ≠ None ∧ run place [dec; peek] s' ≠ None ∧
  option_map snd (run place [dec; peek] s) ≠ option_map snd (run place [dec; peek] s').
Proof. split_and!; by vm_compute. Qed.

(** The fast code leaves a live register as it is. *)
Theorem asm_symeq_sound_refuter :
  let s := at_first 2 0 in
  symeq nothing_apart [G RCX] [dec] [] = false ∧ symeq nothing_apart [G RCX] [dec] [dec] = true ∧
  ∀ s1 ts, run place [dec] s = Some (s1, ts) →
    ¬ ∃ s2 us, run place [] s = Some (s2, us) ∧ memory s2 = memory s1 ∧ ∀ l, l ∈ [G RCX] → locs s2 l = locs s1 l.
Proof.
  split_and!; [by vm_compute..|]. intros s1 ts H (s2 & us & H2 & _ & Hl). specialize (Hl (G RCX) ltac:(by left)).
  apply (f_equal (option_map (λ r : state * list (list event), locs r.1 (G RCX)))) in H, H2.
  cbn [option_map fst] in H, H2. rewrite Hl in H2. rewrite <-H in H2. by vm_compute in H2.
Qed.

(** What a run of the code shows; what is called elsewhere loads from where a register points. *)
Definition shows (p : Steps_trusted.code) (n : nat) (s : state) : option (list shown) :=
  let outside (_ : positive) (_ : env) (w : unit) (s : state) := Some (w, s, [ELoad (locs s (G RCX)) 8]) in
  option_map snd (call_steps outside (λ _, 1) (λ _ g _, g) p n (Steps_trusted.Place tt place [] 0 s)).
Definition all_but (ls : list loc) : N := N.ldiff (N.ones 54) (Locset.set_of ls).
Definition plain (i : instr) : flat * option callee := (FInstr i, None).
(** Where functions begin nothing has moved. *)
Definition taints (words : list N) (contracts : list (positive * Taint_runs.contract)) (l : list window)
    (p : Steps_trusted.code) : bool :=
  taint_check nothing_apart words (λ _ _, true) contracts l p.

(** A load through a register that is not public; a function that branches on one, which is accepted if it is public; a
    function that returns a secret in a register that was public, on which the caller branches, whether it is claimed to
    be public behind the call or not; something elsewhere that loads through one, with a contract that says so
    and without; and a word that is said to be public where a secret was stored last. *)
Theorem asm_taint_sound_refuter :
  (let p := [plain peek; (FHalt, None)] in let known := all_but [G RDI] in
   taints [] [] [Window 0 [] known [0]%nat 0 [Some known; Some 0]] p = false ∧
   alike place [] known (at_first 1 4096) (at_first 1 4104) ∧
   shows p 1 (at_first 1 4096) ≠ None ∧ shows p 1 (at_first 1 4104) ≠ None ∧
   shows p 1 (at_first 1 4096) ≠ shows p 1 (at_first 1 4104)) ∧
  (let p := [(FHalt, Some (Inside 2)); (FHalt, None); plain dec; (FBranch CcE 4, None); (FHalt, None)] in
   let known := all_but [G RCX] in let ends := without_flags known in
   let public := N.ones 54 in let later := all_but [F CF] in
   taints [] []
     [Window 0 [] known [0]%nat 0 [Some known; Some ends];
      Window 2 [] 0 [] ends [Some ends; Some ends; Some ends]] p = false ∧
   taints [] []
     [Window 0 [] public [0]%nat 0 [Some public; Some (without_flags public)];
      Window 2 [] 0 [] later [Some (without_flags public); Some later; Some later]] p = true ∧
   alike place [] known (at_first 1 0) (at_first 2 0) ∧
   shows p 3 (at_first 1 0) ≠ None ∧ shows p 3 (at_first 2 0) ≠ None ∧
   shows p 3 (at_first 1 0) ≠ shows p 3 (at_first 2 0)) ∧
  (let p := [(FHalt, Some (Inside 4)); plain dec; (FBranch CcE 3, None); (FHalt, None);
             plain (Mov W64 (R RCX) (Reg RDI)); (FHalt, None)] in
   let known := all_but [G RDI] in let before := without_flags known in
   let after := without_flags (all_but [G RCX; G RDI]) in
   taints [] []
     [Window 0 [] known [0]%nat 0 [Some known; Some after; Some after; Some after];
      Window 4 [] 0 [] after [Some before; Some after]] p = false ∧
   taints [] []
     [Window 0 [] known [0]%nat 0 [Some known; Some before; Some (all_but [G RDI; F CF]); Some before];
      Window 4 [] 0 [] before [Some before; Some before]] p = false ∧
   alike place [] known (at_first 5 1) (at_first 5 2) ∧
   shows p 5 (at_first 5 1) ≠ None ∧ shows p 5 (at_first 5 2) ≠ None ∧
   shows p 5 (at_first 5 1) ≠ shows p 5 (at_first 5 2)) ∧
  (let p := [(FHalt, Some (Outside 1)); (FHalt, None)] in let known := all_but [G RCX] in
   let one := Window 0 [] known [0]%nat 0 [Some known; Some 0] in
   let all := Window 0 [] (N.ones 54) [0]%nat 0 [Some (N.ones 54); Some 0] in
   let says := [(1%positive, Taint_runs.Contract (Locset.set_of [G RCX]) [] [] (N.ones 54) 0)] in
   taints [] [] [one] p = false ∧ taints [] says [one] p = false ∧
   taints [] [] [all] p = false ∧ taints [] says [all] p = true ∧
   alike place [] known (at_first 1 0) (at_first 2 0) ∧
   shows p 1 (at_first 1 0) ≠ None ∧ shows p 1 (at_first 2 0) ≠ None ∧
   shows p 1 (at_first 1 0) ≠ shows p 1 (at_first 2 0)) ∧
  (let there := Mem (BaseReg RCX) None 0 2 in
   let p := [plain (Mov W64 (M there) (Reg RDI)); plain (Mov W64 (R RAX) (Memory there));
             plain (Prefetch 0 (Mem (BaseReg RAX) None 0 3)); (FHalt, None)] in
   let known := all_but [G RDI] in let word := N.setbit known 56 in
   taints [2] [] [Window 0 [] known [0]%nat 0 [Some known; Some word; Some word; Some word]] p = false ∧
   taints [2] [] [Window 0 [] (N.ones 54) [0]%nat 0 [Some (N.ones 54); Some word; Some word; Some word]] p = true ∧
   alike place [] known (at_first 4096 1) (at_first 4096 2) ∧
   shows p 3 (at_first 4096 1) ≠ None ∧ shows p 3 (at_first 4096 2) ≠ None ∧
   shows p 3 (at_first 4096 1) ≠ shows p 3 (at_first 4096 2)).
Proof.
  assert (∀ known a b a' b', Locset.mem_set (G RCX) known = false ∨ a = a' →
    Locset.mem_set (G RDI) known = false ∨ b = b' →
    alike place [] known (at_first a b) (at_first a' b')) as Halike.
  { intros known a b a' b' Ha Hb. split.
    - intros l Hl. destruct l as [[]| | |]; try done; cbn; [destruct Ha as [Ha|Ha]|destruct Hb as [Hb|Hb]]; congruence.
    - intros r x [Hr|Hr] _; [by apply elem_of_nil in Hr|]. done. }
  cbv zeta. split_and!;
    first [by vm_compute|apply Halike; vm_compute; by (left + right)
          |intros H; by vm_compute in H].
Qed.

(** A register that the caller wants back, and that is written. *)
Theorem asm_return_refuter :
  let code := [FInstr dec; FHalt] in let s := at_first 2 0 in
  check_return [G RBX] [] [] code = true ∧ check_return [G RCX] [] [] code = false ∧
  ∀ pc s' t, flat_steps place code 1 0 s = Some (pc, s', t) →
    nth_error code pc = Some FHalt ∧ ¬ ∀ l, l ∈ [G RCX] → locs s' l = locs s l.
Proof.
  split_and!; [by vm_compute..|]. intros pc s' t H. split.
  - assert (pc = 1%nat) as ->; [|done]. apply (f_equal (option_map (λ r, r.1.1))) in H. vm_compute in H. congruence.
  - intros Hl. specialize (Hl (G RCX) ltac:(by left)).
    assert (option_map (λ r, locs r.1.2 (G RCX)) (flat_steps place [FInstr dec; FHalt] 1 0 (at_first 2 0)) = Some 2)
      as Heq by (rewrite H; cbn; by rewrite Hl).
    by vm_compute in Heq.
Qed.

(** A file whose fast form forgets an instruction. *)
Theorem asm_file_sound_refuter :
  let P := [([dec], Stop)] in let Q := [([], Stop)] in let s := at_first 2 0 in
  check_blocks nothing_apart [G RCX] [ByValue] P P = true ∧
  (∀ h, h = ByValue ∨ h = ByOrder [] ∨ h = ByOrder [0%nat] → check_blocks nothing_apart [G RCX] [h] P Q = false) ∧
  (∃ r t, Claims.Asm.asm_returns place P 0 s r t ∧ locs r (G RCX) = 1) ∧
  ¬ ∃ r u, Claims.Asm.asm_returns place Q 0 s r u ∧ locs r (G RCX) = 1.
Proof.
  split_and!; [by vm_compute| | |].
  - intros h [->|[->| ->]]; by vm_compute.
  - destruct (flat_steps place (layout [([dec], Stop)]) 1 0 (at_first 2 0)) as [[[pc r] t]|] eqn:E;
      [|by vm_compute in E].
    exists r, t. assert (pc = 1%nat ∧ locs r (G RCX) = 1) as [-> Hr].
    { apply (f_equal (option_map (λ r, (r.1.1, locs r.1.2 (G RCX))))) in E. vm_compute in E. by simplify_eq. }
    split; [|done]. exists 1%nat, 1%nat. split; [exact E|done].
  - intros (r & u & (n & pc & H & _) & Hr). destruct n as [|n]; [|by destruct n]. cbn in H. by simplify_eq.
Qed.

(** Calls. What is called outside notes who was called, and with what in a register. *)
Definition notes (f : positive) (w : list (positive * N)) (s : state)
  : option (list (positive * N) * state * list event) := Some ((f, locs s (G RCX)) :: w, s, []).
Definition noted := returns notes (eq place) (λ _, 0).
Definition copy : instr := Mov W64 (R RAX) (Reg RCX).

Lemma noted_once P calls a b b' t t' :
  noted P calls place 0 a b t → noted P calls place 0 a b' t' → b = b'.
Proof.
  intros H H'. by destruct (returns_det notes (eq place) (λ _, 0) P calls ltac:(by intros ?? <- <-) place 0 a b t
    eq_refl H place b' t' eq_refl H').
Qed.

(** An instruction that is behind a call instead of before it; two calls exchanged; a function of the file that leaves
    another value in a register which is dead where the file returns, but used behind the call. Each block by itself is
    accepted. *)
Theorem asm_file_calls_sound_refuter :
  let s := at_first 2 0 in
  (let calls := [Some (Outside 1); None] in
   let P := [([dec], Stop); ([], Stop)] in let Q := [([], Stop); ([dec], Stop)] in
   check_calls nothing_apart [] [ByValue; ByValue] calls P P = true ∧
   check_blocks nothing_apart [] [ByValue; ByValue] P Q = true ∧
   check_calls nothing_apart [] [ByValue; ByValue] calls P Q = false ∧
   (∃ r t, noted P calls place 0 ([], s) ([(1%positive, 1)], r) t) ∧
   ¬ ∃ r t, noted Q calls place 0 ([], s) ([(1%positive, 1)], r) t) ∧
  (let P := [([], Stop); ([], Stop); ([], Stop)] in
   let calls := [Some (Outside 1); Some (Outside 2); None] in
   let others := [Some (Outside 2); Some (Outside 1); None] in
   (∃ r t, noted P calls place 0 ([], s) ([(2%positive, 2); (1%positive, 2)], r) t) ∧
   ¬ ∃ r t, noted P others place 0 ([], s) ([(2%positive, 2); (1%positive, 2)], r) t) ∧
  (let calls := [Some (Inside 2); None; None] in
   let P := [([], Stop); ([copy], Stop); ([dec], Stop)] in let Q := [([], Stop); ([copy], Stop); ([], Stop)] in
   check_calls nothing_apart passed [ByValue; ByValue; ByValue] calls P P = true ∧
   check_stops nothing_apart [G RAX] [ByValue; ByValue; ByValue] calls P Q = true ∧
   check_calls nothing_apart [G RAX] [ByValue; ByValue; ByValue] calls P Q = false ∧
   (∃ w r t, noted P calls place 0 ([], s) (w, r) t ∧ locs r (G RAX) = 1) ∧
   ¬ ∃ w r t, noted Q calls place 0 ([], s) (w, r) t ∧ locs r (G RAX) = 1).
Proof.
  assert (∀ (P : program) k p n s r t, nth_error P k = Some (p, Stop) →
    flat_steps place (layout P) n (start P k) s = Some ((start P k + length p)%nat, r, t) →
    stops place P k k s r t) as at_once by (intros P k p n s r t Hk Hn; by exists n, p).
  cbv zeta. split_and!.
  - by vm_compute.
  - by vm_compute.
  - by vm_compute.
  - eexists _, _. eapply Went_outside; [by eapply (at_once _ 0%nat [dec] 1%nat)|done|done|].
    eapply Returned; [by eapply (at_once _ 1%nat [] 0%nat)|done].
  - intros (r & t & H).
    assert (∃ r' t', noted [([], Stop); ([dec], Stop)] [Some (Outside 1); None] place 0 ([], at_first 2 0)
      ([(1%positive, 2)], r') t') as (r' & t' & H').
    { eexists _, _. eapply Went_outside; [by eapply (at_once _ 0%nat [] 0%nat)|done|done|].
      eapply Returned; [by eapply (at_once _ 1%nat [dec] 1%nat)|done]. }
    pose proof (noted_once _ _ _ _ _ _ _ H H'). by simplify_eq.
  - eexists _, _. eapply Went_outside; [by eapply (at_once _ 0%nat [] 0%nat)|done|done|].
    eapply Went_outside; [by eapply (at_once _ 1%nat [] 0%nat)|done|done|].
    eapply Returned; [by eapply (at_once _ 2%nat [] 0%nat)|done].
  - intros (r & t & H).
    assert (∃ r' t', noted [([], Stop); ([], Stop); ([], Stop)] [Some (Outside 2); Some (Outside 1); None] place 0
      ([], at_first 2 0) ([(1%positive, 2); (2%positive, 2)], r') t') as (r' & t' & H').
    { eexists _, _. eapply Went_outside; [by eapply (at_once _ 0%nat [] 0%nat)|done|done|].
      eapply Went_outside; [by eapply (at_once _ 1%nat [] 0%nat)|done|done|].
      eapply Returned; [by eapply (at_once _ 2%nat [] 0%nat)|done]. }
    pose proof (noted_once _ _ _ _ _ _ _ H H'). by simplify_eq.
  - by vm_compute.
  - by vm_compute.
  - by vm_compute.
  - eexists _, _, _. split.
    { eapply (Went_inside _ _ _ _ _ place place); [by eapply (at_once _ 0%nat [] 0%nat)|done|done| | |].
      - eapply Returned; [by eapply (at_once _ 2%nat [dec] 1%nat)|done].
      - reflexivity.
      - eapply Returned; [by eapply (at_once _ 1%nat [copy] 1%nat)|done]. }
    by vm_compute.
  - intros (w & r & t & H & Hr).
    assert (∃ w' r' t', noted [([], Stop); ([copy], Stop); ([], Stop)] [Some (Inside 2); None; None] place 0
      ([], at_first 2 0) (w', r') t' ∧ locs r' (G RAX) = 2) as (w' & r' & t' & H' & Hr').
    { eexists _, _, _. split.
      { eapply (Went_inside _ _ _ _ _ place place); [by eapply (at_once _ 0%nat [] 0%nat)|done|done| | |].
        - eapply Returned; [by eapply (at_once _ 2%nat [] 0%nat)|done].
        - reflexivity.
        - eapply Returned; [by eapply (at_once _ 1%nat [copy] 1%nat)|done]. }
      by vm_compute. }
    pose proof (noted_once _ _ _ _ _ _ _ H H') as E. injection E as -> ->. by rewrite Hr in Hr'.
Qed.

(** In structured code: nothing in place of an instruction. *)
Theorem asm_script_sound_refuter :
  check_script nothing_apart [] (block [dec]) (block []) = false ∧
  ¬ Claims.Asm.asm_replaces place (block [dec]) (block []).
Proof.
  split; [by vm_compute|]. intros [H _].
  destruct (exec place dec (at_first 2 0)) as [[r t]|] eqn:E; [|by vm_compute in E].
  destruct (H (at_first 2 0) r (t ++ [])) as [u Hu].
  - intros l. destruct l as [r0| | |f]; try done. by destruct r0.
  - eapply E_Seq; [by apply E_Instr|constructor].
  - inversion Hu; subst. apply (f_equal (option_map (λ r, locs r.1 (G RCX)))) in E. by vm_compute in E.
Qed.

(** What an instruction writes, or reads, is in its footprint: of a location that is in it nothing is promised. *)
Theorem asm_frame_writes_refuter :
  ∃ d e, describe dec = Some d ∧ effect_of sem place d (at_first 2 0) = Some e ∧ G RCX ∈ writes d ∧
    ¬ locs (apply e (at_first 2 0)) (G RCX) = locs (at_first 2 0) (G RCX).
Proof.
  destruct (describe dec) as [d|] eqn:Hd; [|by vm_compute in Hd]. vm_compute in Hd. injection Hd as <-.
  eexists _, _. split; [done|]. split; [vm_compute; reflexivity|]. split; [by left|]. by vm_compute.
Qed.
Theorem asm_frame_reads_refuter :
  ∃ d, describe add = Some d ∧ G RDI ∈ reads d ∧
    ¬ effect_of sem place d (at_first 0 1) = effect_of sem place d (at_first 0 2).
Proof.
  destruct (describe add) as [d|] eqn:Hd; [|by vm_compute in Hd]. vm_compute in Hd. injection Hd as <-.
  eexists. split; [done|]. split; [apply (bool_decide_unpack _); by vm_compute|]. by vm_compute.
Qed.
(** The same of a run of structured code. *)
Theorem asm_code_frame_refuter :
  ∃ s' t, executes place (block [dec]) (at_first 2 0) s' t ∧ G RCX ∈ Logic.modified (block [dec]) ∧
    ¬ locs s' (G RCX) = locs (at_first 2 0) (G RCX).
Proof.
  destruct (exec place dec (at_first 2 0)) as [[r t]|] eqn:E; [|by vm_compute in E].
  exists r, (t ++ []). split; [eapply E_Seq; [by apply E_Instr|constructor]|].
  split; [apply (bool_decide_unpack _); by vm_compute|].
  apply (f_equal (option_map (λ r, locs r.1 (G RCX)))) in E. cbn [option_map fst] in E. intros H. rewrite H in E.
  by vm_compute in E.
Qed.

(** A triple: from %rcx = 2 the code comes to its end with 1 there. Code that lacks the instruction has it not, and no
    evidence makes the checker accept it. It is accepted where nothing is live; but then the postcondition looks at
    what may differ. *)
Definition two (s : state) : Prop := s = at_first 2 0.
Definition one_less (s r : state) : Prop := locs r (G RCX) = locs s (G RCX) - 1.
Lemma two_well_formed : well_formed (at_first 2 0).
Proof. intros [[]| | |]; done. Qed.
Lemma clean_has_triple : flat_triple place [FInstr dec; FHalt] 0 two one_less.
Proof.
  intros s _ ->. destruct (flat_steps place [FInstr dec; FHalt] 1 0 (at_first 2 0)) as [[[pc r] t]|] eqn:E;
    [|by vm_compute in E].
  assert (pc = 1%nat ∧ locs r (G RCX) = 1) as [-> Hr].
  { apply (f_equal (option_map (λ r, (r.1.1, locs r.1.2 (G RCX))))) in E. vm_compute in E. by simplify_eq. }
  exists r, t. split; [by exists 1%nat, 1%nat|]. exact Hr.
Qed.
Lemma empty_has_not (code : list flat) (at_ : nat) :
  nth_error code at_ = Some FHalt → ¬ flat_triple place code at_ two one_less.
Proof.
  intros Hc H. destruct (H _ two_well_formed eq_refl) as (r & t & [n Hn] & Hr).
  destruct (Unlowered.finishes_halt place code n at_ _ _ _ Hc Hn) as [-> _]. by vm_compute in Hr.
Qed.
Theorem asm_triples_carry_refuter :
  let clean := [FInstr dec; FHalt] in let fast := [FHalt] in let e := InBlocks [(1%nat, 0%nat, Stop, ByValue)] in
  let same := InBlocks [(1%nat, 1%nat, Stop, ByValue)] in
  check_pair nothing_apart [G RCX] same clean clean = true ∧ check_entry same clean clean 0 0 = true ∧
  flat_triple place clean 0 two one_less ∧ ¬ flat_triple place fast 0 two one_less ∧
  looks_at [G RCX] one_less ∧
  (∀ e', check_entry e' clean fast 0 0 = true →
     check_pair nothing_apart [G RCX] e' clean fast = false) ∧
  check_pair nothing_apart [G RCX] e clean fast = false ∧
  (check_pair nothing_apart [] e clean fast = true ∧ check_entry e clean fast 0 0 = true ∧ ¬ looks_at [] one_less) ∧
  (check_entry same clean clean 0 1 = false ∧ ¬ flat_triple place clean 1 two one_less).
Proof.
  pose proof clean_has_triple as C. pose proof (empty_has_not [FHalt] 0 eq_refl) as F.
  assert (looks_at [G RCX] one_less) as Hl.
  { intros s r r' [_ Hl] H. unfold one_less. by rewrite <- Hl by by left. }
  split_and!; [by vm_compute|by vm_compute|done|done|done| |by vm_compute|by vm_compute|by vm_compute| |by vm_compute|].
  - intros e' He. apply not_true_is_false. intros H. apply F.
    by apply (triples_carry place nothing_apart [G RCX] ltac:(done) e' [FInstr dec; FHalt] [FHalt] 0 0).
  - intros H. specialize (H (at_first 2 0) (at_first 1 0) (at_first 2 0)).
    assert (agree [] (at_first 1 0) (at_first 2 0)) as A by (split; [done|]; by intros l ?%elem_of_nil).
    specialize (H A eq_refl). by vm_compute in H.
  - by apply empty_has_not.
Qed.

(** What is written is not kept; where it is not listed, the check says no. *)
Theorem asm_contract_carries_refuter :
  let code := [FInstr dec; FHalt] in let e := InBlocks [(1%nat, 1%nat, Stop, ByValue)] in
  check_pair nothing_apart [G RCX] e code code = true ∧ check_entry e code code 0 0 = true ∧
  check_kept code 0 0 2 [G RCX] [G RCX] [] = true ∧ check_kept code 0 0 2 [G RCX] [] [] = false ∧
  flat_triple place code 0 two one_less ∧
  ¬ flat_triple place code 0 two (λ s r, one_less s r ∧ ∀ l, l ∈ [G RCX] → l ∉ [] → locs r l = locs s l).
Proof.
  split_and!; [by vm_compute..|exact clean_has_triple|].
  intros H. destruct (H _ two_well_formed eq_refl) as (r & t & _ & Hr & Hk).
  specialize (Hk (G RCX) ltac:(by left) ltac:(by intros ?%elem_of_nil)). unfold one_less in Hr. rewrite Hk in Hr.
  by vm_compute in Hr.
Qed.

(** A word is spilled so far from %rsp, and loaded again; with what is to be claimed of that. *)
Definition spill (d : Z) : Steps_trusted.code :=
  let m := Mem (BaseReg RSP) None d 0 in
  [(FInstr (Mov W64 (M m) (Reg RDI)), None); (FInstr (Mov W64 (R RAX) (Memory m)), None); (FHalt, None)].
Definition spilled (d : Z) (fresh : list stretch) : list activation :=
  let st := StackState (k_registers at_entry) [] fresh false false true [] [] in
  [Activation 0 [] [] 0 [Some at_entry; Some st; Some st]].

(** A word is loaded from where %rdi leads, and a function is called that writes below its frame. *)
Definition wandering : Steps_trusted.code := [(FInstr peek, None); (FHalt, Some (Outside 1%positive)); (FHalt, None)].
Definition scribbles (_ : positive) (_ : env) (w : unit) (s : state) : option (unit * state * list event) :=
  Some (w, State (locs s) (store (memory s) (locs s (G RSP) - 16) 8 1), []).

Lemma scribbles_fine g dead st w s : locs s (G RSP) = 8192 →
  outside_fine scribbles 4096 8192 1%positive [] g [] dead st w s.
Proof.
  intros E w' r t [= <- <- <-]. cbn. rewrite E. change (8192 - 16) with 8176.
  assert (∀ m b, 8192 <= b → store m 8176 8 1 b = m b) as Above.
  { intros m b Hb. unfold store. by replace (b <? 8176 + N.of_nat 8) with false by (symmetry; apply N.ltb_ge; lia);
      rewrite andb_false_r. }
  assert (∀ b, return_word 8192 [] b → 8192 <= b) as Returns.
  { intros b [H|(f & H & _)]; [unfold byte_of in H; lia|by apply elem_of_nil in H]. }
  split_and!; [done|by intros q ?%elem_of_nil| |].
  - intros b [H%Returns|[_ H]]; apply Above; lia.
  - intros s' El Em. unfold scribbles. eexists. split; [done|]. cbn. rewrite El, E. change (8192 - 16) with 8176.
    split_and!; [done| |].
    + intros b Hb. unfold store. destruct (_ && _); [done|]. by apply Em.
    + intros b H%Returns. by apply Above.
Qed.

(** A function does something, and calls itself; chains begin at both calls of it. *)
Definition deeper (i : instr) : Steps_trusted.code :=
  [(FHalt, Some (Inside 2)); (FHalt, None); (FInstr i, None); (FHalt, Some (Inside 2)); (FHalt, None)].
Definition keeps_only (kept : list reg) : effect_on := EffectOn kept [] [] [] [] [].
Definition followed (kept : list reg) (i : instr) : bool :=
  let st := Some (at_called (keeps_only kept)) in
  check_stack 136 (λ _, []) (λ _, false) (λ _, Some (keeps_only kept))
    [Activation 0 [] [] 0 [Some at_entry; Some at_entry]; Activation 1 [0%nat] [spot_entry] 2 [st; st; st];
     Activation 4 [3%nat] [spot_entry] 2 [st; st; st]] (deeper i) [0%nat].

(** A function gives the address of its frame, of 16 bytes, to one that stores a word at a distance from it; so many of
    the bytes there are lent. *)
Definition lends (from to d : Z) : bool :=
  let c := EffectOn [] [RDI] [Lent RDI from to] [] [] [RDI] in
  let sub := Alu SUB W64 (R RSP) (Imm 16) in
  let lea := Lea W64 RDI (Mem (BaseReg RSP) None 0 0) in
  let add := Alu ADD W64 (R RSP) (Imm 16) in
  let store := Mov W64 (M (Mem (BaseReg RDI) None d 0)) (Reg RSI) in
  let after st i := match st with
                    | Some st => after_instr 136 [] false st i
                    | None => None
                    end in
  let s1 := after (Some at_entry) sub in
  let s2 := after s1 lea in
  let s3 := option_map (behind_called c) s2 in
  check_stack 136 (λ _, []) (λ _, false) (λ _, Some c)
    [Activation 0 [] [] 0 [Some at_entry; s1; s2; s3; after s3 add];
     Activation 3 [2%nat] [spot_entry] 5 [Some (at_called c); after_instr 136 [spot_entry] false (at_called c) store]]
    [(FInstr sub, None); (FInstr lea, None); (FHalt, Some (Inside 5)); (FInstr add, None); (FHalt, None);
     (FInstr store, None); (FHalt, None)] [0%nat].
Definition leave_at (d : Z) : instr := Mov W64 (M (Mem (BaseReg RSP) None d 0)) (Reg RDI).

(** At the end of the red zone a word is loaded again. A word lower a handler may come between: it loads what that left.
    So no claim is accepted there: neither that the word is fresh, nor that it is not; nor, in the first code, that more
    is fresh than was stored, or that nothing is.

    What is asked of a run can be so, beside any handlers ([fine]): of the second code, where %rdi leads above the
    frame. Where it leads into the stack, below the red zone, it is not so; what is loaded is what a handler left.

    A function that calls itself may store in its own frame, and not where it returns to, nor in its caller's frame; it
    may change %rbx if nobody counts on that, and %rsp never. What a function is lent of its caller's frame it may store
    to, and not a byte more; its caller does not lend where it returns to, nor its own caller's frame, nor what lies
    below %rsp. What is asked of a run is not so where less than the
    [depth] is left at such a call. *)
Theorem asm_stack_sound_refuter :
  let stretch (d n : Z) := [Stretch SEntry d (d + n)%Z] in
  let check d fresh := check_stack 136 (λ _, []) (λ _, false) (λ _, None) (spilled d fresh) (spill d) [0%nat] in
  let first rdi := Place tt (Env (λ _, 0) (λ _, Region 0 (2 ^ 63) true)) [] 0%nat
    (State (λ l, match l with G RSP => 8192 | G RDI => rdi | _ => 0 end) (λ _, 0)) in
  let steps p rdi handlers := signal_steps scribbles (λ _ g _, g) p 4096 (λ _, 0) handlers 2 (first rdi) in
  let rax p rdi handler := option_map (λ r : Steps_trusted.place unit * list shown, locs (p_state r.1) (G RAX))
    (steps p rdi (λ _, handler)) in
  let acts := [Activation 0 [] [] 0 [Some at_entry; Some at_entry; Some at_entry]] in
  let fine rdi handlers := stack_fine scribbles (λ _ g _, g) wandering (λ _, []) (λ _, false) (λ _, None) acts 136 4096
    8192 (λ _, 0) handlers 2 (first rdi) (λ x, 4096 <= x < 8192) in
  check (-128)%Z (stretch (-128) 8)%Z = true ∧ check (-136)%Z (stretch (-136) 8)%Z = false ∧
  check (-136)%Z [] = false ∧ check (-128)%Z (stretch (-128) 9)%Z = false ∧ check (-128)%Z [] = false ∧
  rax (spill (-128)%Z) 5 (λ _ _, 7) = Some 5 ∧ rax (spill (-136)%Z) 5 (λ m, m) = Some 5 ∧
  rax (spill (-136)%Z) 5 (λ _ _, 7) ≠ rax (spill (-136)%Z) 5 (λ m, m) ∧
  check_stack 136 (λ _, []) (λ _, false) (λ _, None) acts wandering [0%nat] = true ∧
  followed [RBX] (leave_at (-8)) = true ∧ followed [RBX] (leave_at 0) = false ∧ followed [RBX] (leave_at 8) = false ∧
  followed [] (Un DEC W64 (R RBX)) = true ∧ followed [RBX] (Un DEC W64 (R RBX)) = false ∧
  followed [RBX] (Push RBX 0) = false ∧
  lends 0 16 8 = true ∧ lends 0 16 0 = true ∧ lends 0 16 9 = false ∧ lends 0 8 8 = false ∧ lends 0 24 16 = false ∧
  lends 24 32 24 = false ∧ lends (-8) 8 0 = false ∧
  (∀ handlers, fine 16384 handlers ∧ is_Some (steps wandering 16384 handlers)) ∧
  (∀ handlers, ¬ fine 4352 handlers) ∧ rax wandering 4352 (λ _ _, 7) ≠ rax wandering 4352 (λ m, m) ∧
  (∀ low handlers, stack_fine scribbles (λ _ g _, g) (deeper (leave_at (-8))) (λ _, []) (λ _, false)
     (λ _, Some (keeps_only [RBX]))
     [Activation 0 [] [] 0 [Some at_entry; Some at_entry]] 136 low 8192 (λ _, 0) handlers 1 (first 5) (λ _, False) →
     low <= 8048).
Proof.
  cbv zeta. split_and!; [by vm_compute..| | |by vm_compute|].
  - intros handlers. split; [|by eexists].
    split; [|split; [|done]]; intros returns st Hc; cbn in Hc; injection Hc as <- <-; [|by apply scribbles_fine].
    intros _ b Hb. change (byte_of 16384 8 b) in Hb. unfold byte_of in Hb. lia.
  - intros handlers [Hf _]. specialize (Hf [] at_entry eq_refl eq_refl 4352).
    assert (byte_of 4352 8 4352) as Hb by (unfold byte_of; lia). specialize (Hf Hb). lia.
  - intros low handlers [Hf _]. specialize (Hf [] at_entry eq_refl ltac:(done)). unfold has_room in Hf. cbn in Hf. lia.
Qed.

(** One bit of one byte is another, and the bytes are another instruction: a decrement becomes an increment. And a
    relocation in an immediate, which no linker may set, is refused. *)
Theorem asm_bytes_refuter :
  let code := [FInstr dec; FHalt; FHalt] in let s := at_first 2 0 in
  let right := Object [0x48; 0xff; 0xc9; 0xc3] [] in let wrong := Object [0x48; 0xff; 0xc1; 0xc3] [] in
  let does o s' := ∃ at_ t, byte_steps [] o (symbol place) 1 0 s = Some (at_, s', t) ∧ Machine_trusted.returns [] o
    at_ in
  decode_function [] right = Some (map erase_flat (removelast code)) ∧
  decode_function [] wrong ≠ Some (map erase_flat (removelast code)) ∧
  (∃ s', does right s' ∧ locs s' (G RCX) = 1) ∧ (¬ ∃ s', does wrong s' ∧ locs s' (G RCX) = 1) ∧
  is_Some (decode_function [] (Object [0x48; 0x81; 0xc1; 0; 1; 0; 0; 0xc3] [])) ∧
  decode_function [] (Object [0x48; 0x81; 0xc1; 0; 1; 0; 0; 0xc3] [Relocation 3 Strings.String.EmptyString 0]) = None.
Proof.
  cbv zeta. split_and!; [by vm_compute|by vm_compute| | |by vm_compute; eexists|by vm_compute].
  - destruct (byte_steps [] (Object [0x48; 0xff; 0xc9; 0xc3] []) (symbol place) 1 0 (at_first 2 0)) as [[[a s'] t]|]
    eqn:E;
      [|by vm_compute in E].
    exists s'. assert (a = 3 ∧ locs s' (G RCX) = 1) as [-> Hc].
    { apply (f_equal (option_map (λ r, (r.1.1, locs r.1.2 (G RCX))))) in E. vm_compute in E. by simplify_eq. }
    split; [|exact Hc]. exists 3, t. split; [done|]. by eexists.
  - intros (s' & (a & t & E & _) & Hc).
    apply (f_equal (option_map (λ r, locs r.1.2 (G RCX)))) in E. cbn [option_map fst snd] in E. rewrite Hc in E.
    by vm_compute in E.
Qed.

(** Immediates that are one number in 32 bits, and two in 64; and operands of a comparison in the other order: each two
    are two, and do something else. *)
Theorem asm_canonical_refuter :
  let keep z := Alu AND W64 (R RDI) (Imm z) in let compares a b := Cmp CMP W64 (R a) (Reg b) in
  let s := at_first 2 (2 ^ 40) in
  word 32 (-1)%Z = word 32 (2 ^ 32 - 1)%Z ∧ canonical (keep (-1)%Z) ≠ canonical (keep (2 ^ 32 - 1)%Z) ∧
  ¬ same_step (exec place (keep (-1)%Z) s) (exec place (keep (2 ^ 32 - 1)%Z) s) ∧
  canonical (compares RCX RDI) ≠ canonical (compares RDI RCX) ∧
  ¬ same_step (exec place (compares RCX RDI) s) (exec place (compares RDI RCX) s).
Proof.
  assert (∀ l x y, same_step x y → option_map (λ r, locs r.1 l) x = option_map (λ r, locs r.1 l) y) as Hsame.
  { intros l [[]|] [[]|] H; try done. cbn. f_equal. apply H. }
  cbv zeta. split_and!; [done|by intros [=]| |by intros [=]|].
  - intros H%(Hsame (G RDI)). by vm_compute in H.
  - intros H%(Hsame (F CF)). by vm_compute in H.
Qed.
