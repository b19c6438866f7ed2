(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Which values of .fl stand for which data in Gallina.

    [enc x] is the value for [x]; [ok x] says that [x] is in the range of its type ([word]s below 2^width,
      [bytes] within
    their capacity). [rep x v] is the same as a relation: what is kept of a coroutine, or of a table of them, is not one
    value but any frame that its machine's state stands for. *)
From Coq Require Import String.
From Fairlead.Derive.ToC Require Import Data.
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang Require Import Typing.Soundness.
From Fairlead.Lang.Model Require Export Source.
From Fairlead.Derive.ToC Require Export Data Tables.

Class Data (T : Type) := { enc : ∀ {P}, T → val P; ok : T → Prop }.

#[export] Instance data_unit : Data unit := {| enc P _ := VRecord []; ok _ := True |}.
#[export] Instance data_empty : Data Empty_set := {| enc P (a : Empty_set) := match a with end; ok _ := True |}.
#[export] Instance data_bool : Data bool := {| enc P b := VBool b; ok _ := True |}.
#[export] Instance data_word w : Data (word w) := {| enc P a := VInt (number a); ok a := in_range w (number a) |}.
Definition room (cap : N) (l : list Z) : Prop := (Z.of_nat (length l) ≤ Z.of_N cap)%Z.
#[export] Instance data_bytes cap : Data (bytes cap) :=
  {| enc P a := VBytes (chars a); ok a := bytes_ok (chars a) ∧ room cap (chars a) |}.
#[export] Instance data_option `{Data T} : Data (option T) :=
  {| enc P o := match o with Some a => VUnion 1 (enc a) | None => VUnion 0 (VRecord []) end;
     ok o := match o with Some a => ok a | None => True end |}.

(** Every value of the .fl type stands for something, and no other value does. *)
Class Typed (T : Type) `{Data T} (t : ty) : Prop :=
  typed : ∀ d : data, data_ok t d ↔ ∃ x : T, ok x ∧ d = enc x.

#[export] Instance typed_unit n : Typed unit (TRecord n []).
Proof.
  intros d. split.
  - inversion 1 as [| | | | |? ? l Hl| | | |]; subst. inversion Hl; subst. by exists tt.
  - intros ([] & _ & ->). repeat constructor.
Qed.
#[export] Instance typed_bool : Typed bool TBool.
Proof. intros d. split; [inversion 1; subst; by eexists|]. intros (b & _ & ->). constructor. Qed.
#[export] Instance typed_word w : Typed (word w) (TInt w).
Proof.
  intros d. split; [inversion 1 as [|? z Hz| | | | | | | |]; subst;
    by exists (Word z)|]. intros (a & Ha & ->). by constructor.
Qed.
#[export] Instance typed_bytes cap : Typed (bytes cap) (TBytes cap).
Proof.
  intros d. split; [inversion 1 as [| |? l ??| | | | | | |]; subst;
    by exists (Bytes l)|]. intros (a & [? ?] & ->). by constructor.
Qed.
#[export] Instance typed_option `{Typed T t} n i : Typed (option T) (TUnion n [TRecord i []; t]).
Proof.
  intros d. split.
  - inversion 1 as [| | | | | |? ? tag ? v Ht Hv| | |]; subst. destruct tag as [|[|tag]]; simplify_eq/=.
    + inversion Hv as [| | | | |? ? l Hl| | | |]; subst. inversion Hl; subst. by exists None.
    + apply typed in Hv as (x & ? & ->). by exists (Some x).
  - intros ([x|] & Hx & ->); simpl in *.
    + econstructor; [done|]. apply typed. eauto.
    + econstructor; [done|]. repeat constructor.
Qed.

(** ** What a frame cell *)
Class Rep (T : Type) := rep : T → val fl_point → Prop.
#[export] Instance rep_data `{Data T} : Rep T := λ x v, v = enc x ∧ ok x.
#[export] Instance rep_table `{Rep A} cap w : Rep (table cap w A) := λ m v, ∃ l, v = VMap l ∧
  same_entries rep (entries m) l ∧ (Z.of_nat (length (entries m)) ≤ Z.of_N cap)%Z.

(** The frame of a coroutine that waits in its [n]-th suspension, in order of the text, and where a state that goes
    round is. Both are computed from the program. *)
Fixpoint suspended_in (c : fl_cmd) : list label :=
  match c with
  | Seq c1 c2 | If _ c1 c2 => suspended_in c1 ++ suspended_in c2
  | Block c | Loop _ c | Label _ c => suspended_in c
  | Suspend l _ => [l]
  | _ => []
  end.
Definition waiting_point (Q : program) (q : procedure) (n : nat) : fl_point :=
  match procs Q !! q with
  | Some pr =>
    match suspended_in (body pr) !! n with
    | Some l => match Cmd.find l (body pr) [] with Some (c, k) => SAt q c k | None => SFresh q end
    | None => SFresh q
    end
  | None => SFresh q
  end.

(** Loops and resumptions, in order of the text, with what follows them. *)
Fixpoint loops_in (c : fl_cmd) (k : fl_kont) : list (label * fl_cmd * fl_kont) :=
  match c with
  | Seq c1 c2 => loops_in c1 (KSeq c2 :: k) ++ loops_in c2 k
  | If _ c1 c2 => loops_in c1 k ++ loops_in c2 k
  | Block c => loops_in c (KBlock :: k)
  | Loop l c => (l, c, k) :: loops_in c (KLoop l c :: k)
  | Label _ c => loops_in c k
  | _ => []
  end.
Fixpoint resumes_in (c : fl_cmd) (k : fl_kont) : list (resumption * fl_kont) :=
  match c with
  | Seq c1 c2 => resumes_in c1 (KSeq c2 :: k) ++ resumes_in c2 k
  | If _ c1 c2 => resumes_in c1 k ++ resumes_in c2 k
  | Block c => resumes_in c (KBlock :: k)
  | Loop l c => resumes_in c (KLoop l c :: k)
  | Label _ c => resumes_in c k
  | Resume x => [(x, k)]
  | _ => []
  end.
Definition code_of (Q : program) (q : procedure) : fl_cmd :=
  match procs Q !! q with Some pr => body pr | None => Skip end.
Definition nth_loop (Q : program) (q : procedure) (n : nat) : option (label * fl_cmd * fl_kont) :=
  loops_in (code_of Q q) [] !! n.
Definition nth_resume (Q : program) (q : procedure) (n : nat) : option (resumption * fl_kont) :=
  resumes_in (code_of Q q) [] !! n.
(** Where a line of the source's text begins: its number in the program, and what follows it. *)
Fixpoint line_in (lines : list nat) (line : nat) (c : fl_cmd) (k : fl_kont) : option (nat * fl_kont) :=
  match c with
  | Seq c1 c2 =>
    match line_in lines line c1 (KSeq c2 :: k) with Some here => Some here | None => line_in lines line c2 k end
  | If _ c1 c2 => match line_in lines line c1 k with Some here => Some here | None => line_in lines line c2 k end
  | Block c => line_in lines line c (KBlock :: k)
  | Loop l c => line_in lines line c (KLoop l c :: k)
  | Label _ c => line_in lines line c k
  | Do (BLine n) => if bool_decide (lines !! n = Some line) then Some (n, k) else None
  | _ => None
  end.
Definition place_of_line (Q : program) (lines : list nat) (q : procedure) (line : nat) : option (nat * fl_kont) :=
  line_in lines line (code_of Q q) [].
Definition after_line (here : option (nat * fl_kont)) : fl_kont := match here with Some (_, k) => k | None => [] end.
(** The effect by which a coroutine yields: it has no other. *)
Definition first_effect (Q : program) (q : procedure) : nat :=
  match procs Q !! q with Some pr => match effects pr with e :: _ => e | [] => 0 end | None => 0 end.

(** ** Variables by their names *)
Fixpoint place_of (x : string) (names : list string) : nat :=
  match names with [] => 0 | y :: names => if String.eqb x y then 0 else S (place_of x names) end.
Definition cell `{Rep T} (names : list string) (s : store fl_point) (x : string) (a : T) : Prop :=
  ∃ v, s !! place_of x names = Some (Some v) ∧ rep a v.
