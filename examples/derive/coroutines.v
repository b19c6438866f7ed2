(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The POPL paper's coroutines: [ex_coro] and its parent, and [parent2], which keeps five of them in a list and
    resumes the one that its input names. *)
From Coq Require Import String List Ascii.
From Fairlead.Derive Require Import Derive.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope program_scope.

Inductive effect := input | print.
Definition args (e : effect) : Type := match e with input => unit | print => string end.
Definition rets (e : effect) : Type := match e with input => string | print => unit end.
Notation prog := (t args rets).

(** A coroutine is a function of the first thing that it is resumed with. *)
Definition ex_coro (s0 : string) : yields string string unit :=
  s1 <- yield s0; _ <- yield (s0 ++ s1); Return tt.
Derive ex_coro.
Print ex_coro_state.

Definition example : prog unit :=
  let_coro c := ex_coro in
  let* r := resume c "Hello, " in
  match r with
  | Ends _ => Return tt
  | Yields r1 c =>
    _ <- print r1;
    let* r := resume c "world!" in
    match r with Ends _ => Return tt | Yields r2 c => _ <- print r2; Return tt end
  end.
Derive example.
Print example_state.
Check example_equiv : equiv example_step example_go_on example_start example.
Print Assumptions example_equiv.
FirstOrder example.

(** The number that a string says, if it is one digit. *)
Definition digit (s : string) : option nat :=
  match s with
  | String c EmptyString =>
    let n := nat_of_ascii c in if Nat.leb 48 n then if Nat.ltb n 53 then Some (n - 48) else None else None
  | _ => None
  end.

(** What a child does is its own; one that has ended stays in the list as [None]. *)
Definition send (c : option (coro ex_coro string string unit)) (s : string) : prog (option (coro ex_coro string string
  unit)) :=
  match c with
  | None => Return None
  | Some c => let* r := resume c s in match r with Yields _ c => Return (Some c) | Ends _ => Return None end
  end.
DeriveInline send.

Definition parent2 : prog string :=
  let! l := repeat (Some (coroutine ex_coro)) 5 in
  let* l := mapM (fun c => send c "") l in
  let* l := foldM (fun _ l =>
      n <- input tt;
      match digit n with
      | Some n =>
        let* found := with_list_elementM l n (fun c => s <- input tt; send c s) in
        match found with Some l => Return l | None => Return l end
      | None => Return l
      end) (seq 0 3) l in
  Return "done".
Derive parent2.
Print parent2_state.
Check parent2_equiv : equiv parent2_step parent2_go_on parent2_start parent2.
Print Assumptions parent2_equiv.
FirstOrder parent2.

(** A coroutine is a value: resumed twice from a copy, it goes on twice from there. *)
Definition twice : prog unit :=
  let_coro c := ex_coro in
  let* r := resume c "a" in
  match r with
  | Ends _ => Return tt
  | Yields _ c =>
    let* r1 := resume c "b" in
    s <- input tt;
    let* r2 := resume c s in
    match r1, r2 with Yields x _, Yields y _ => _ <- print x; _ <- print y; Return tt | _, _ => Return tt end
  end.
Derive twice.
Print Assumptions twice_equiv.
FirstOrder twice.

(** One that delegates to another, and is itself resumed: three machines, one inside the other. *)
Definition delegate (a : string) : yields string string unit :=
  let_coro c := ex_coro in
  let* _ := iter (fun '(c, a) =>
    let* r := resume c a in
    match r with
    | Yields b c => x <- yield ("<" ++ b ++ ">"); Return (inl (c, x))
    | Ends _ => Return (inr tt)
    end) (c, a) in
  _ <- yield "bye"; Return tt.
Derive delegate.
Print delegate_state.
Print Assumptions delegate_equiv.
FirstOrder delegate.

Definition uses_delegate : prog unit :=
  let_coro c := delegate in
  let* _ := iter (fun c =>
    s <- input tt;
    let* r := resume c s in
    match r with Yields b c => _ <- print b; Return (inl c) | Ends _ => Return (inr tt) end) c in
  Return tt.
Derive uses_delegate.
Print Assumptions uses_delegate_equiv.
FirstOrder uses_delegate.

(** Run, and run as programs. *)
Definition world : Type := list string * list string.
Definition handle (e : effect) : args e -> world -> option (rets e * world) :=
  match e with
  | input => fun _ '(i, o) => match i with [] => None | s :: i => Some (s, (i, o)) end
  | print => fun s '(i, o) => Some (tt, (i, s :: o))
  end.
Example example_runs : run handle example_step example_go_on 9 example_start ([], []) = (Finished tt, ([],
  ["Hello, world!"; "Hello, "])).
Proof. vm_compute. reflexivity. Qed.
Example parent2_runs : run handle parent2_step parent2_go_on 99 parent2_start (["0"; "s"; "x"; "4"; "s"; "1"],
  []) = (Finished "done", (["1"], [])).
Proof. vm_compute. reflexivity. Qed.
Example twice_runs : run handle twice_step twice_go_on 99 twice_start (["c"], []) = (Finished tt, ([], ["ac"; "ab"])).
Proof. vm_compute. reflexivity. Qed.
Definition words := ["a"; "b"; "c"; "d"; "e"].
Example delegate_runs :
  run handle uses_delegate_step uses_delegate_go_on 99 uses_delegate_start (words, []) = (Finished tt, (["e"], ["bye";
    "<ab>"; "<a>"])).
Proof. vm_compute. reflexivity. Qed.
Definition lines := ["0"; "s"; "x"; "4"; "s"; "1"].
Example example_is_its_program :
  run handle example_step example_go_on 9 example_start ([], []) = run_program handle 9 example ([], []).
Proof. vm_compute. reflexivity. Qed.
Example parent2_is_its_program :
  run handle parent2_step parent2_go_on 99 parent2_start (lines, []) = run_program handle 99 parent2 (lines, []).
Proof. vm_compute. reflexivity. Qed.
Example twice_is_its_program :
  run handle twice_step twice_go_on 99 twice_start (["c"], []) = run_program handle 99 twice (["c"], []).
Proof. vm_compute. reflexivity. Qed.
Example delegate_is_its_program :
  run handle uses_delegate_step uses_delegate_go_on 99 uses_delegate_start (words,
    []) = run_program handle 99 uses_delegate (words, []).
Proof. vm_compute. reflexivity. Qed.
