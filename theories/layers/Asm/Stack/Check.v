(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The checker of the stack's discipline. Somebody claims what is known in front of each instruction: for each chain
    of
    calls in which it may be reached, by itself. Each claim must follow from those in front of it.

    What is claimed: which registers and words of the frame hold places on the stack; and which bytes of the frame are
    fresh, written since they last lay where a signal handler or a call may have left something else. *)
From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Semantics_trusted Describe_trusted
  Flat_trusted.
From Fairlead.Asm.Verdicts Require Import Calls_trusted Steps_trusted.
From Fairlead.Asm.Stack Require Import Spots.
Local Open Scope Z_scope.

(** A stretch of fresh bytes: from one offset to before the other. *)
Record stretch : Set := Stretch { r_origin : origin; r_from : Z; r_to : Z }.

(** Bytes at distances from what a register held where the function was entered: from one to before the other. *)
Record lent : Set := Lent { l_register : reg; l_from : Z; l_to : Z }.

Record stack_state : Set := StackState {
  k_registers : list stack_value;         (* of all sixteen *)
  k_words : list (spot * stack_value);    (* words of the frame; SOff are left out *)
  k_fresh : list stretch;
  k_flags : bool;                         (* flags were perhaps computed from the stack pointer *)
  k_spread : bool;                        (* vectors, other memory, or part of a word may lead to the stack *)
  k_whole : bool;                         (* followed from where code is entered: else what is above is unknown *)
  k_lent : list lent;                     (* of its callers' frames, what the function may read and write *)
  k_filled : list lent;                   (* of that, what is fresh *)
}.

Definition sixteen : list reg := [RAX; RCX; RDX; RBX; RSP; RBP; RSI; RDI; R8; R9; R10; R11; R12; R13; R14; R15].

Definition registers_of (f : reg -> stack_value) : list stack_value := map f sixteen.

Definition in_register (st : stack_state) (r : reg) : stack_value :=
  match k_registers st with
  | [a; c; d; b; sp; bp; si; di; r8; r9; r10; r11; r12; r13; r14; r15] =>
      match r with
      | RAX => a | RCX => c | RDX => d | RBX => b | RSP => sp | RBP => bp | RSI => si | RDI => di
      | R8 => r8 | R9 => r9 | R10 => r10 | R11 => r11 | R12 => r12 | R13 => r13 | R14 => r14 | R15 => r15
      end
  | _ => SMaybe
  end.

Definition leads (v : stack_value) : bool := match v with SOff => false | _ => true end.
Definition exact (v : stack_value) : bool := match v with SAt _ | SKept _ | SGiven _ _ => true | _ => false end.
Definition mixed_of (b : bool) : stack_value := if b then SMaybe else SOff.

(** ** One instruction *)

Definition address_in (st : stack_state) (m : mem) : stack_value :=
  match m_base m, m_index m with
  | BaseReg r, None => shifted (in_register st r) (signed64 (m_disp m))
  | BaseReg r, Some (i, _) => mixed_of (leads (in_register st r) || leads (in_register st i))
  | _, Some (i, _) => mixed_of (leads (in_register st i))
  | _, None => SOff
  end.

Fixpoint word_in (p : spot) (l : list (spot * stack_value)) : stack_value :=
  match l with [] => SOff | (q, v) :: l => if same_spot q p then v else word_in p l end.

(** What is loaded. *)
Definition loaded_from (st : stack_state) (v : stack_value) (n : nat) : stack_value :=
  match v with
  | SAt p =>
      match word_in p (k_words st) with
      | SAt q => if (n =? 8)%nat then SAt q else SMaybe
      | SKept r => if (n =? 8)%nat then SKept r else SMaybe
      | SGiven r k => if (n =? 8)%nat then SGiven r k else SMaybe
      | _ => mixed_of (k_spread st || (negb (k_whole st) && (0 <? most p + Z.of_nat n)) ||
                       existsb (fun w => leads w.2 && negb (surely_apart p (Z.of_nat n) w.1 8)) (k_words st))
      end
  | SOff | SGiven _ _ => mixed_of (k_spread st)
  | SMaybe | SKept _ => mixed_of (k_spread st || negb (k_whole st) || negb (bool_decide (k_words st = [])))
  end.

(** What is computed of all that an instruction reads. *)
Definition input_leads (st : stack_state) (address loaded : stack_value) (i : input) : bool :=
  match i with
  | ILoc (G r) => leads (in_register st r)
  | ILoc (F _) => k_flags st
  | ILoc _ => k_spread st
  | IConst _ => false
  | IAddr => leads address
  | IMem _ _ => leads loaded
  end.

(** Where more is known of a result. *)
Definition special (depth : Z) (st : stack_state) (i : instr) : list (reg * stack_value) :=
  let load m := loaded_from st (address_in st m) 8 in
  match i with
  | Mov W64 (R d) (Reg s) => [(d, in_register st s)]
  | Mov W64 (R d) (Memory m) => [(d, load m)]
  | Lea W64 d m => [(d, address_in st m)]
  | Alu ADD W64 (R d) (Imm z) => [(d, shifted (in_register st d) (signed64 z))]
  | Alu SUB W64 (R d) (Imm z) => [(d, shifted (in_register st d) (signed64 (- z)))]
  | Alu AND W64 (R d) (Imm z) => [(d, aligned depth (in_register st d) z)]
  | Un INC W64 (R d) => [(d, shifted (in_register st d) 1)]
  | Un DEC W64 (R d) => [(d, shifted (in_register st d) (-1))]
  | Alu (XOR | SUB) _ (R d) (Reg s) => if bool_decide (d = s) then [(d, SOff)] else []
  | Push _ _ => [(RSP, shifted (in_register st RSP) (-8))]
  | Pop d g => [(d, load (Mem (BaseReg RSP) None 0 g)); (RSP, shifted (in_register st RSP) 8)]
  | _ => []
  end.

Definition stored_in (st : stack_state) (i : instr) (otherwise : stack_value) : stack_value :=
  match i with Mov W64 (M _) (Reg s) | Push s _ => in_register st s | _ => otherwise end.

Fixpoint special_of (l : list (reg * stack_value)) (r : reg) : option stack_value :=
  match l with [] => None | (q, v) :: l => if bool_decide (q = r) then Some v else special_of l r end.

Definition output_loc (o : output) : option loc := match o with OLoc l | OConst l _ => Some l | OMem _ _ => None end.
Definition writes_loc (d : desc op) (l : loc) : bool :=
  existsb (fun o => bool_decide (output_loc o = Some l)) (d_out d).

(** Stretches that touch become one; those of one origin are kept in their order. *)
Fixpoint stretched (s : stretch) (l : list stretch) : list stretch :=
  match l with
  | [] => [s]
  | t :: l =>
      if same_origin (r_origin s) (r_origin t) && (r_from t <=? r_to s) then
        if r_from s <=? r_to t
        then stretched (Stretch (r_origin s) (Z.min (r_from s) (r_from t)) (Z.max (r_to s) (r_to t))) l
        else t :: stretched s l
      else if same_origin (r_origin s) (r_origin t) then s :: t :: l
      else t :: stretched s l
  end.

Definition within_stretch (o : origin) (from to : Z) (t : stretch) : bool :=
  same_origin o (r_origin t) && (r_from t <=? from) && (to <=? r_to t).

Definition within_lent (l : lent) (k : lent) : bool :=
  bool_decide (l_register l = l_register k) && (l_from k <=? l_from l) && (l_to l <=? l_to k).

(** Bytes of who enters the code are as fresh as that says. *)
Definition is_fresh (st : stack_state) (p : spot) (n : Z) : bool :=
  k_whole st && match s_origin p with SEntry => 0 <=? s_off p | _ => false end ||
  existsb (within_stretch (s_origin p) (s_off p) (s_off p + n)) (k_fresh st).

(** Of one register's bytes those that touch become one. *)
Fixpoint filled (s : lent) (l : list lent) : list lent :=
  match l with
  | [] => [s]
  | t :: l =>
      if bool_decide (l_register s = l_register t) && (l_from t <=? l_to s) && (l_from s <=? l_to t)
      then filled (Lent (l_register s) (Z.min (l_from s) (l_from t)) (Z.max (l_to s) (l_to t))) l
      else t :: filled s l
  end.

(** A word that is overwritten in part, or perhaps, may still lead where it led. *)
Definition left_of (p : spot) (n : Z) (v : stack_value) (w : spot * stack_value) : list (spot * stack_value) :=
  if surely_apart p n w.1 8 then [w]
  else if within_stretch (s_origin w.1) (s_off w.1) (s_off w.1 + 8) (Stretch (s_origin p) (s_off p) (s_off p + n))
  then [] else if leads w.2 || leads v then [(w.1, SMaybe)] else [].

Definition stored_to (st : stack_state) (a : stack_value) (n : nat) (v : stack_value) : stack_state :=
  match a with
  | SAt p =>
      let size := Z.of_nat n in
      let whole := (n =? 8)%nat && (most p <=? -8) in
      let words := flat_map (left_of p size v) (k_words st) in
      StackState (k_registers st) (if whole && leads v then (p, v) :: words else words)
        (stretched (Stretch (s_origin p) (s_off p) (s_off p + size)) (k_fresh st)) (k_flags st)
        (k_spread st || (leads v && negb whole)) (k_whole st) (k_lent st) (k_filled st)
  | SGiven r k =>
      StackState (k_registers st) (k_words st) (k_fresh st) (k_flags st) (k_spread st || leads v) (k_whole st)
        (k_lent st) (filled (Lent r k (k + Z.of_nat n)) (k_filled st))
  | SOff => StackState (k_registers st) (k_words st) (k_fresh st) (k_flags st) (k_spread st || leads v) (k_whole st)
      (k_lent st) (k_filled st)
  | SMaybe | SKept _ =>
      StackState (k_registers st) (map (fun w => (w.1, SMaybe)) (k_words st)) (k_fresh st) (k_flags st)
        (k_spread st || leads v) (k_whole st) (k_lent st) (k_filled st)
  end.

(** An access is no more than 128 bytes below %rsp, reads what is fresh, or is taken to, and does not write where
    functions return to; nor to a caller's frame that is not followed here. *)
Definition access_ok (depth : Z) (returns : list spot) (taken : bool) (st : stack_state) (u : use)
  (a : stack_value) (n : nat) : bool :=
  match a, in_register st RSP with
  | SAt p, SAt t =>
      negb (loads u || stores u) ||
      (spot_bounded depth p && surely_le (spot_moved t (-128)) p &&
       (negb (loads u) || is_fresh st p (Z.of_nat n) || taken) &&
       (negb (stores u) || forallb (fun q => surely_apart p (Z.of_nat n) q 8) (spot_entry :: returns)) &&
       (negb (stores u) || k_whole st || (most p + Z.of_nat n <=? 0)))
  | SOff, SAt _ => true
  | SGiven r k, SAt _ =>
      negb (loads u || stores u) ||
      (existsb (within_lent (Lent r k (k + Z.of_nat n))) (k_lent st) &&
       (negb (loads u) || existsb (within_lent (Lent r k (k + Z.of_nat n))) (k_filled st)))
  | _, SAt _ => k_whole st || negb (stores u)
  | _, _ => false
  end.

Definition after_instr (depth : Z) (returns : list spot) (taken : bool) (st : stack_state) (i : instr)
  : option stack_state :=
  match describe i with
  | None => None
  | Some d =>
      let '(a, n, u) :=
        match d_access d with
        | Some x => (address_in st (a_mem x), a_bytes x, a_use x)
        | None => (SOff, O, Address)
        end in
      if negb (access_ok depth returns taken st u a n) then None else
      let from := if loads u then loaded_from st a n else SOff in
      let mixed := existsb (input_leads st a from) (d_in d) in
      let m := mixed_of mixed in
      let st' := if stores u then stored_to st a n (stored_in st i m) else st in
      let known := special depth st i in
      let flag f := writes_loc d (F f) in
      Some (StackState
        (registers_of (fun r =>
           match special_of known r with
           | Some v => v
           | None => if writes_loc d (G r) then m else in_register st r
           end))
        (k_words st') (k_fresh st')
        (if existsb flag [CF; PF; AF; ZF; SF; OF]
         then mixed || (k_flags st && negb (forallb flag [CF; PF; AF; ZF; SF; OF])) else k_flags st)
        (k_spread st' || (mixed && existsb (fun o => match output_loc o with
                                                      | Some (Lo _ | Hi _) => true
                                                      | _ => false
                                                      end)
                                     (d_out d)))
        (k_whole st) (k_lent st) (k_filled st'))
  end.

(** ** What follows from what *)

Definition value_le (a b : stack_value) : bool :=
  match a, b with
  | _, SMaybe => true
  | SAt p, SAt q => same_spot p q
  | SKept r, SKept q => bool_decide (r = q)
  | SGiven r j, SGiven q k => bool_decide (r = q) && (j =? k)
  | SOff, SOff => true
  | _, _ => false
  end.

Fixpoint values_le (a b : list stack_value) : bool :=
  match a, b with
  | [], [] => true
  | v :: a, w :: b => value_le v w && values_le a b
  | _, _ => false
  end.

Definition same_value (a b : stack_value) : bool :=
  match a, b with
  | SAt p, SAt q => same_spot p q
  | SKept r, SKept q => bool_decide (r = q)
  | SGiven r j, SGiven q k => bool_decide (r = q) && (j =? k)
  | SOff, SOff | SMaybe, SMaybe => true
  | _, _ => false
  end.
Fixpoint same_words (a b : list (spot * stack_value)) : bool :=
  match a, b with
  | [], [] => true
  | (p, v) :: a, (q, w) :: b => same_spot p q && same_value v w && same_words a b
  | _, _ => false
  end.

(** Mostly they are the same, which takes less time to see. *)
Definition words_le (a b : list (spot * stack_value)) : bool :=
  same_words a b ||
  forallb (fun w => value_le (word_in w.1 a) w.2) b && forallb (fun w => value_le w.2 (word_in w.1 b)) a.

Definition within (s t : stretch) : bool := within_stretch (r_origin s) (r_from s) (r_to s) t.

(** The last of [b] that are not in [s], those in front of them being in it. *)
Fixpoint not_within (s : stretch) (b : list stretch) : list stretch :=
  match b with [] => [] | t :: l => if within t s then not_within s l else b end.

(** Mostly they come in one order: then each is looked at once. *)
Fixpoint fresh_in_order (a b : list stretch) : bool :=
  match a with
  | [] => match b with [] => true | _ => false end
  | s :: a => fresh_in_order a (not_within s b)
  end.

Definition fresh_le (a b : list stretch) : bool :=
  fresh_in_order a b || forallb (fun t => existsb (within t) a) b.

Definition state_le (a b : stack_state) : bool :=
  values_le (k_registers a) (k_registers b) && words_le (k_words a) (k_words b) && fresh_le (k_fresh a) (k_fresh b) &&
  implb (k_flags a) (k_flags b) && implb (k_spread a) (k_spread b) && implb (k_whole b) (k_whole a) &&
  forallb (fun l => existsb (within_lent l) (k_lent a)) (k_lent b) &&
  forallb (fun l => existsb (within_lent l) (k_filled a)) (k_filled b).

(** What lies more than [k] bytes below [t] is neither known nor fresh. *)
Definition nothing_below (t : spot) (k : Z) (st : stack_state) : bool :=
  let limit := spot_moved t (- k) in
  forallb (fun s => surely_le limit (Spot (r_origin s) (r_from s))) (k_fresh st) &&
  forallb (fun w => implb (exact w.2) (surely_le limit w.1)) (k_words st).

Definition well_claimed (depth : Z) (returns : list spot) (st : stack_state) : bool :=
  match in_register st RSP with
  | SAt t =>
      spot_bounded depth t && forallb (surely_le t) (spot_entry :: returns) && nothing_below t 128 st &&
      forallb (fun s => spot_bounded depth (Spot (r_origin s) (r_from s))) (k_fresh st) &&
      forallb (fun w => implb (exact w.2) (spot_bounded depth w.1 && (most w.1 <=? -8))) (k_words st)
  | _ => false
  end.

(** ** Claims *)

(** A chain of calls may begin at a call: its function is followed from where it is entered. This is what that does to
    its caller: which registers it
    keeps; in which it is given addresses of the stack; which bytes at these it may read and write; which of them must
    be fresh for it, and are fresh behind it, besides; and in which registers it may leave such an address. It is
      given
    none else but in registers that it keeps, and stores nowhere else above where it is entered ([access_ok]). *)
Record effect_on : Set := EffectOn {
  e_kept : list reg;
  e_given : list reg;
  e_lent : list lent;
  e_needed : list lent;
  e_filled : list lent;
  e_leaves : list reg;
}.

(** Of a chain of calls, the last one first: what is claimed of its function's code, from a position on; and where
    each of the calls returns to is on the stack. It is found by the last call's position in binary. A chain may begin
    at a call: then places are relative to where that call's function was entered. *)
Record activation : Set := Activation {
  a_key : N;
  a_calls : list nat;
  a_returns : list spot;
  a_first : nat;
  a_states : list (option stack_state);
}.

(** Of the positions of calls: those from where it begins. [begins]: at which calls one does, and what the
    function does to its caller. *)
Fixpoint chain_of (begins : nat -> option effect_on) (calls : list nat) : list nat :=
  match calls with
  | [] => []
  | from :: calls => from :: match begins from with Some _ => [] | None => chain_of begins calls end
  end.

Definition same_chain (a b : list nat) : bool := bool_decide (a = b).
Definition key_of (calls : list nat) : N := match calls with [] => 0%N | pc :: _ => N.of_nat (S pc) end.
Definition activation_of (acts : list activation) (calls : list nat) : option activation :=
  let key := key_of calls in find (fun a => if (a_key a =? key)%N then same_chain (a_calls a) calls else false) acts.

Definition claimed_in (a : activation) (pc : nat) : option stack_state :=
  if (pc <? a_first a)%nat then None
  else match nth_error (a_states a) (pc - a_first a) with Some (Some st) => Some st | _ => None end.

Definition claimed (acts : list activation) (calls : list nat) (pc : nat) : option (list spot * stack_state) :=
  match activation_of acts calls with
  | Some a => match claimed_in a pc with Some st => Some (a_returns a, st) | None => None end
  | None => None
  end.

Fixpoint same_spots (a b : list spot) : bool :=
  match a, b with
  | [], [] => true
  | p :: a, q :: b => same_spot p q && same_spots a b
  | _, _ => false
  end.

Definition with_registers (st : stack_state) (f : reg -> stack_value) (words : list (spot * stack_value))
  (spread : bool) : stack_state :=
  StackState (registers_of f) words (k_fresh st) false spread (k_whole st) (k_lent st) (k_filled st).

Definition with_top (st : stack_state) (t : spot) : stack_state :=
  with_registers st (fun r => if bool_decide (r = RSP) then SAt t else in_register st r) (k_words st) (k_spread st).

(** An address of the stack may be passed to what is called elsewhere: in a register that is not its caller's. *)
Definition passed_registers : list reg := [RAX; RCX; RDX; RSI; RDI; R8; R9; R10; R11].
Definition passes (st : stack_state) : bool :=
  k_spread st || existsb (fun r => leads (in_register st r)) passed_registers.

Definition behind_outside (keeps : list reg) (st : stack_state) : stack_state :=
  let p := passes st in
  with_registers st
    (fun r => if bool_decide (r = RSP) || bool_decide (r ∈ keeps) then in_register st r else mixed_of p)
    (if p then map (fun w => (w.1, SMaybe)) (k_words st) else k_words st) (k_spread st || p).

(** ** Calls from which a chain begins *)

(** Bytes at a distance from what a register holds are of a frame here, above [t], and of none of its words that may
    lead
    to the stack, nor where a function returns to; or they were lent to this function. *)
Definition may_lend (returns : list spot) (t : spot) (st : stack_state) (l : lent) : bool :=
  match in_register st (l_register l) with
  | SAt p =>
      let q := spot_moved p (l_from l) in
      let n := l_to l - l_from l in
      valid_origin (s_origin p) && surely_le t q && (most q + n <=? 0) &&
      forallb (fun r => surely_apart q n r 8) returns &&
      forallb (fun w => negb (leads w.2) || surely_apart q n w.1 8) (k_words st)
  | SGiven r k => existsb (within_lent (Lent r (k + l_from l) (k + l_to l))) (k_lent st)
  | _ => false
  end.

Definition fresh_there (st : stack_state) (l : lent) : bool :=
  match in_register st (l_register l) with
  | SAt p => existsb (within_stretch (s_origin p) (s_off p + l_from l) (s_off p + l_to l)) (k_fresh st)
  | SGiven r k => existsb (within_lent (Lent r (k + l_from l) (k + l_to l))) (k_filled st)
  | _ => false
  end.

Definition may_call (returns : list spot) (t : spot) (c : effect_on) (st : stack_state) : bool :=
  negb (k_spread st) &&
  forallb (fun r => bool_decide (r = RSP) || bool_decide (r ∈ e_kept c) || bool_decide (r ∈ e_given c) ||
                    negb (leads (in_register st r))) sixteen &&
  forallb (fun r => match in_register st r with SAt _ | SGiven _ _ => true | _ => false end) (e_given c) &&
  forallb (may_lend returns t st) (e_lent c) &&
  forallb (fun l => existsb (within_lent l) (e_lent c)) (e_needed c ++ e_filled c) &&
  forallb (fresh_there st) (e_needed c).

Definition at_called (c : effect_on) : stack_state :=
  StackState (registers_of (fun r => if bool_decide (r = RSP) then SAt spot_entry
                                     else if bool_decide (r ∈ e_given c) then SGiven r 0
                                     else if bool_decide (r ∈ e_kept c) then SKept r else SOff))
    [] [] false false false (e_lent c) (e_needed c).

Definition may_return (c : effect_on) (st : stack_state) : bool :=
  negb (k_spread st) &&
  forallb (fun r => bool_decide (r = RSP) || bool_decide (r ∈ e_kept c) || bool_decide (r ∈ e_leaves c) ||
                    negb (leads (in_register st r))) sixteen &&
  forallb (fun r => bool_decide (r = RSP) || same_value (in_register st r) (SKept r) ||
                    same_value (in_register st r) (SGiven r 0)) (e_kept c) &&
  forallb (fun l => existsb (within_lent l) (k_filled st)) (e_filled c).

Definition stretches_of (st : stack_state) (l : lent) : list stretch :=
  match in_register st (l_register l) with
  | SAt p => [Stretch (s_origin p) (s_off p + l_from l) (s_off p + l_to l)]
  | _ => []
  end.

Definition lent_of (st : stack_state) (l : lent) : list lent :=
  match in_register st (l_register l) with
  | SGiven r k => [Lent r (k + l_from l) (k + l_to l)]
  | _ => []
  end.

Definition behind_called (c : effect_on) (st : stack_state) : stack_state :=
  StackState
    (registers_of (fun r => if bool_decide (r = RSP) || bool_decide (r ∈ e_kept c) then in_register st r
                            else if bool_decide (r ∈ e_leaves c) then SMaybe else SOff))
    (k_words st) (fold_right stretched (k_fresh st) (flat_map (stretches_of st) (e_filled c))) false
    (k_spread st) (k_whole st) (k_lent st) (fold_right filled (k_filled st) (flat_map (lent_of st) (e_filled c))).

Section check.
  Context (depth : Z) (keeps : nat -> list reg) (taken : nat -> bool) (begins : nat -> option effect_on).
  Context (acts : list activation) (p : code).

  Definition goes (calls : list nat) (returns : list spot) (pc : nat) (st : stack_state)
    (also : stack_state -> bool) : bool :=
    match claimed acts calls pc with
    | Some (returns', st') => same_spots returns returns' && state_le st st' && also st'
    | None => false
    end.

  (** [next]: what is claimed behind it. *)
  Definition step_ok (a : activation) (pc : nat) (st : stack_state) (x : flat * option callee)
    (next : option stack_state) : bool :=
    let anything _ := true in
    let jump t st := match claimed_in a t with Some st' => state_le st st' | None => false end in
    let falls st := match next with Some st' => state_le st st' | None => false end in
    match x, in_register st RSP with
    | (FInstr i, None), _ =>
        match after_instr depth (a_returns a) (taken pc) st i with Some st' => falls st' | None => false end
    | (FJump t, None), _ => jump t st
    | (FBranch _ t, None), _ => jump t st && falls st
    | (FHalt, None), SAt t =>
        match a_calls a, a_returns a with
        | [], [] => same_spot t spot_entry
        | from :: calls, q :: returns =>
            same_spot t q &&
            match begins from with
            | Some c => may_return c st
            | None => goes calls returns (S from) (with_top st (spot_moved q 8)) anything
            end
        | _, _ => false
        end
    | (FHalt, Some (Inside k)), SAt t =>
        match begins pc with
        | Some c =>
            may_call (a_returns a) t c st && goes [pc] [spot_entry] k (at_called c) anything &&
            match next with
            | Some st' => state_le (behind_called c st) st' && nothing_below t 0 st'
            | None => false
            end
        | None =>
            goes (pc :: a_calls a) (spot_moved t (-8) :: a_returns a) k (with_top st (spot_moved t (-8)))
              (nothing_below t 0)
        end
    | (FHalt, Some (Outside f)), SAt t =>
        match next with
        | Some st' => (k_whole st || negb (passes st)) && state_le (behind_outside (keeps pc) st) st' &&
                      nothing_below t 0 st'
        | None => false
        end
    | _, _ => false
    end.

  Fixpoint walk (a : activation) (pc : nat) (code : code) (states : list (option stack_state)) : bool :=
    match states with
    | [] => true
    | None :: states => walk a (S pc) (tail code) states
    | Some st :: states =>
        match code with
        | [] => false
        | x :: code =>
            well_claimed depth (a_returns a) st &&
            step_ok a pc st x (match states with Some st' :: _ => Some st' | _ => None end) &&
            walk a (S pc) code states
        end
    end.

  Definition at_entry : stack_state :=
    StackState (registers_of (fun r => if bool_decide (r = RSP) then SAt spot_entry else SOff)) [] [] false false
      true [] [].

  Definition check_stack (entries : list nat) : bool :=
    (0 <=? depth) && forallb (fun a => walk a (a_first a) (drop (a_first a) p) (a_states a)) acts &&
    forallb (fun k => goes [] [] k at_entry (fun _ => true)) entries.
End check.
