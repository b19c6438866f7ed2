(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Coroutines: where they may be kept, what may be done with them. *)
From Coq Require Import List Arith.
From Fairlead.Derive Require Import Derive.
Import ListNotations.
Local Open Scope program_scope.

Inductive effect := get | put.
Definition args (e : effect) : Type := match e with get => unit | put => nat end.
Definition rets (e : effect) : Type := match e with get => nat | put => unit end.
Notation prog := (t args rets).

Definition child (n : nat) : yields nat nat unit := m <- yield n; _ <- yield (m + n); Return tt.
Derive child.
Definition other (k n : nat) : yields nat nat nat := m <- yield (n + k); _ <- yield (m + n); Return k.
Derive other.

(* two kinds in one parent, deep in lists, options, sums and pairs *)
Definition two_kinds : prog nat :=
  let! a := [coroutine child; coroutine child] in
  let! b := [coroutine (other 3); coroutine (other 4)] in
  let* bs := mapM (fun c => n <- get tt; let* r := resume c n in
    match r with Yields b c => _ <- put b; Return (Some c) | Ends _ => Return None end) b in
  let* cs := mapM (fun c => n <- get tt; let* r := resume c n in
    match r with Yields b c => _ <- put b; Return (Some (inl (c, 3))) | Ends x => Return (Some (inr x)) end) a in
  let! deep := [(cs, Some bs)] in
  match nth_error deep 0 with
  | Some (Some (inl (c, n)) :: _, Some (Some d :: _)) =>
    let* r := resume c n in
    let* r2 := resume d n in
    match r, r2 with Yields x _, Yields y _ => Return (x + y) | _, _ => Return 1 end
  | _ => Return 0
  end.
Derive two_kinds.
Print Assumptions two_kinds_equiv.

(* in records, with projections; in variants of records; in a record with primitive projections *)
Record connection := Connection { socket : nat; reader : coro child nat nat unit;
  rest : list (coro other nat nat nat) }.
Definition in_record : prog nat :=
  let! c := Connection 3 (coroutine child) [coroutine (other 4)] in
  n <- get tt;
  let* r := resume (reader c) n in
  match r with
  | Yields b d =>
    _ <- put b;
    let! c := Connection (socket c) d (rest c) in
    match rest c with
    | d :: _ => let* r := resume d n in match r with Yields b _ => Return b | Ends x => Return x end
    | [] => Return (socket c)
    end
  | Ends _ => Return 0
  end.
Derive in_record.
Print Assumptions in_record_equiv.

Inductive item := Idle (n : nat) | Busy (n : nat) (c : connection) | Two (a b : option connection).
Definition in_variant (k : nat) : prog nat :=
  iter (fun it => match it with
    | Idle n => m <- get tt; Return (inl (Busy m (Connection n (coroutine child) [])))
    | Busy n c =>
      let* r := resume (reader c) n in
      match r with
      | Yields b d => _ <- put b; Return (inl (Two (Some (Connection (socket c) d (rest c))) None))
      | Ends _ => Return (inl (Idle n))
      end
    | Two (Some (Connection s c a)) (Some _) => Return (inr (s + length a))
    | Two (Some c) None => Return (inl (Two (Some c) (Some c)))
    | Two None _ => Return (inr 3)
    end) (Idle k).
Derive in_variant.
Print Assumptions in_variant_equiv.

Set Primitive Projections.
Record primitive := Primitive { number : nat; suspended : coro child nat nat unit }.
Unset Primitive Projections.
Definition in_primitive_record : prog nat :=
  let! c := Primitive 3 (coroutine child) in
  n <- get tt;
  let* r := resume (suspended c) n in
  match r with
  | Yields b d =>
    _ <- put b;
    let! c := Primitive (number c) d in
    let* r := resume (suspended c) n in
    match r with Yields b _ => Return (b + number c) | Ends _ => Return 3 end
  | Ends _ => Return 0
  end.
Derive in_primitive_record.
Print Assumptions in_primitive_record_equiv.

(* loops that carry them: by fix, on a number, on a list of them, on a tree; a loop in a loop *)
Definition loop : prog nat :=
  (fix go (n : nat) (c : coro child nat nat unit) : prog nat := match n with
    | O => Return 0
    | S n => let* r := resume c n in match r with Yields m c => _ <- put m; go n c | Ends _ => Return n end
    end) 3 (coroutine child).
Derive loop.
Print Assumptions loop_equiv.

Definition all_of_list (q : nat) : prog (nat * nat) :=
  k <- get tt;
  let* x := (fix go (l : list (coro child nat nat unit)) n (done : list (coro child nat nat unit)) : prog nat :=
    match l with
    | [] => Return (List.length done + n)
    | c :: l =>
      let* r := resume c k in
      match r with Yields m c => _ <- put m; go l (n + q) (c :: done) | Ends _ => go l (n + List.length done) done end
    end) [coroutine child; coroutine child] k [coroutine child] in
  _ <- put x; Return (x, q).
Derive all_of_list.
Print Assumptions all_of_list_equiv.

Definition loop_in_loop (n : nat) : prog nat :=
  (fix outer n l := match n with
    | O => Return (List.length l)
    | S n =>
      m <- get tt;
      (fix inner m (c : coro child nat nat unit) l2 := match m with
        | O => outer n (c :: l2)
        | S m =>
          let* r := resume c m in
          match r with Yields x c => _ <- put x; inner m c (coroutine child :: l2) | Ends _ => outer n l2 end
        end) m (coroutine child) l
    end) n [].
Derive loop_in_loop.
Print Assumptions loop_in_loop_equiv.

Inductive tree := Leaf | Node (l : tree) (k : nat) (r : tree).
Definition down (t : tree) : prog nat :=
  (fix go t (c : coro child nat nat unit) := match t with
    | Leaf => Return 0
    | Node l k r =>
      let* x := resume c k in
      match x with Yields v c => m <- get tt; if Nat.eqb m v then go l c else go r c | Ends _ => Return k end
    end) t (coroutine child).
Derive down.
Print Assumptions down_equiv.

(* a coroutine that calls another, whose yields are then its own (the published artifact's ex_coroutine2) *)
Definition ask_again (n : nat) : yields nat nat (option nat) :=
  k <- yield n; if Nat.leb k n then Return (Some k) else Return None.
Derive ask_again.
Definition calls_coroutine (n : nat) : yields nat nat unit :=
  k <- yield n;
  let* o := ask_again k in
  match o with Some k => _ <- yield k; Return tt | None => Return tt end.
Derive calls_coroutine.
Print Assumptions calls_coroutine_equiv.
Definition uses_calls_coroutine : prog nat :=
  let_coro c := calls_coroutine in
  iter (fun c => n <- get tt; let* r := resume c n in
    match r with Yields b c => _ <- put b; Return (inl c) | Ends _ => Return (inr n) end) c.
Derive uses_calls_coroutine.
Print Assumptions uses_calls_coroutine_equiv.

(* derived in a section, with variables and without; used there, in a section inside, and (without variables) outside *)
Section nothing.
Definition in_section (n : nat) : yields nat nat unit := m <- yield n; _ <- yield (m + n); Return tt.
Derive in_section.
End nothing.
Definition uses_in_section : prog nat :=
  let_coro c := in_section in
  let* r := resume c 3 in match r with Yields n _ => Return n | Ends _ => Return 0 end.
Derive uses_in_section.
Print Assumptions uses_in_section_equiv.
Section variable.
Context (z : nat).
Definition ask_plus (n : nat) : prog nat := m <- get tt; _ <- put (m + n + z); Return m.
Derive ask_plus.
Definition plus (n : nat) : yields nat nat unit := m <- yield (z + n); _ <- yield (m + n); Return tt.
Derive plus.
Section inside.
Context (y : nat).
Definition uses_plus : prog nat :=
  let_coro c := plus in let* r := resume c y in match r with Yields n _ => Return n | Ends _ => Return 0 end.
Derive uses_plus.
Definition begins_plus : prog nat :=
  let* q := begin (ask_plus 3) in match q with Asks get a c => let* q := reply c y in Return 3 | _ => Return y end.
Derive begins_plus.
End inside.
End variable.
Print Assumptions uses_plus_equiv.
Print Assumptions begins_plus_equiv.

(* a type that was first met in a section *)
Variant kept_there := Kept (c : coro child nat nat unit).
Record deep := Deep { first_of : connection; others : list kept_there }.
Section meeting.
Definition meets : prog nat :=
  let! x := Kept (coroutine child) in n <- get tt; match x with Kept c => let* r := resume c n in Return n end.
Derive meets.
End meeting.
Definition meets_again : prog nat :=
  let! x := Deep (Connection 3 (coroutine child) []) [Kept (coroutine child)] in
  n <- get tt;
  match others x with Kept c :: _ => let* r := resume c (n + socket (first_of x)) in Return n | [] => Return 0 end.
Derive meets_again.
Print Assumptions meets_again_equiv.

(* in a module that is not imported *)
Module Inside.
Definition child (n : nat) : yields nat nat unit := m <- yield (S n); _ <- yield (m + n); Return tt.
Derive child.
Definition called : prog nat := n <- get tt; Return n.
Derive called.
End Inside.
Definition outside : prog nat :=
  let_coro c := Inside.child in
  let* x := Inside.called in
  let* r := resume c 3 in match r with Yields n _ => Return (x + n) | Ends _ => Return 0 end.
Derive outside.
Print Assumptions outside_equiv.

(* the library's functions on lists, of coroutines and of data with coroutines in them *)
Definition list_functions (n : nat) : prog nat :=
  let! a := concat [[coroutine child]; repeat (coroutine child) n; []] in
  let! b := flat_map (fun p => repeat (snd p) (fst p)) [(2, coroutine (other 3)); (n, coroutine (other 4))] in
  let! c := fold_right (fun c cs => c :: rev cs) [] a in
  let! d := fold_left (fun cs c => cs ++ [c]) b [] in
  m <- get tt;
  let '(yes, no) := partition (fun p => Nat.leb m (fst p)) (combine (seq 0 (length c)) c) in
  let (ns, cs) := split yes in
  let! e := nth m cs (coroutine child) in
  let* r := resume e m in
  match r, find (fun p => Nat.eqb (fst p) m) no with
  | Yields x e, Some (_, f) =>
    _ <- put x;
    let* r := resume (last (f :: rev_append cs [e]) e) x in
    match r with
    | Yields y g =>
      let* r := resume (hd g cs) y in
      Return (x + y + fold_right (fun _ k => S k) 0 d + length (flat_map (fun p => [fst p]) yes) +
        if existsb (fun p => Nat.eqb (fst p) 0) no then 1
        else if forallb (fun p => Nat.eqb (fst p) 0) yes then 2 else 3)
    | Ends _ => Return (list_sum ns)
    end
  | _, _ => Return 0
  end.
Derive list_functions.
Print Assumptions list_functions_equiv.

(* run, and run as programs: numbers that are read, numbers that are put *)
Definition handle (e : effect) : args e -> list nat * list nat -> option (rets e * (list nat * list nat)) :=
  match e with
  | get => fun _ '(i, o) => match i with [] => None | n :: i => Some (n, (i, o)) end
  | put => fun n '(i, o) => Some (tt, (i, n :: o))
  end.
Definition agree {A} {state turn pending} (step : forall s : state, rets (pending s) ->
  outcome args state turn pending A) go_on o p i :=
  run handle step go_on 99 o (i, []) = run_program handle 99 p (i, []).
Definition input := [3; 1; 4; 1; 5; 9; 2; 6; 5; 3; 5; 8; 9; 7; 9].

Example run_two_kinds : agree two_kinds_step two_kinds_go_on two_kinds_start two_kinds input.
Proof. vm_compute. reflexivity. Qed.
Example run_in_record : agree in_record_step in_record_go_on in_record_start in_record input.
Proof. vm_compute. reflexivity. Qed.
Example run_in_variant : agree in_variant_step in_variant_go_on (in_variant_start 2) (in_variant 2) input.
Proof. vm_compute. reflexivity. Qed.
Example run_primitive :
  agree in_primitive_record_step in_primitive_record_go_on in_primitive_record_start in_primitive_record input.
Proof. vm_compute. reflexivity. Qed.
Example run_all_of_list :
  agree all_of_list_step all_of_list_go_on (all_of_list_start 5) (all_of_list 5) input.
Proof. vm_compute. reflexivity. Qed.
Example run_loop_in_loop :
  agree loop_in_loop_step loop_in_loop_go_on (loop_in_loop_start 3) (loop_in_loop 3) input.
Proof. vm_compute. reflexivity. Qed.
Example run_calls_coroutine :
  agree uses_calls_coroutine_step uses_calls_coroutine_go_on uses_calls_coroutine_start uses_calls_coroutine input.
Proof. vm_compute. reflexivity. Qed.
Example run_list_functions :
  agree list_functions_step list_functions_go_on (list_functions_start 2) (list_functions 2) input.
Proof. vm_compute. reflexivity. Qed.

(* a name of Coq's own before what has coroutines in it *)
Definition after_lets (n : nat) : prog nat :=
  let twice := n + n in
  let none : option nat := None in
  let! c := coroutine child in
  let step := (fun m : nat => m + twice) in
  let* r := resume c (step 1) in
  match r with
  | Yields b _ => let sum := b + twice in _ <- put sum; Return (match none with Some k => k | None => sum end)
  | Ends _ => Return 0
  end.
Derive after_lets.
Example run_after_lets :
  agree after_lets_step after_lets_go_on (after_lets_start 3) (after_lets 3) input.
Proof. vm_compute. reflexivity. Qed.

(* coroutines that live in the body of a loop only: in the state is none, and what the body returns is a sum of data *)
Definition in_body (n : nat) : prog nat :=
  iter (fun z => g <- get tt; let_coro c := child in let* r := resume c g in
    if Nat.ltb 9 z then Return (inr z) else
    match r with Yields b _ => Return (inl (z + b)) | Ends _ => Return (inl 7) end) n.
Derive in_body.
Definition in_body_pair : prog nat :=
  iter (fun z => g <- get tt; let_coro c := child in let* r := resume c g in
    let '(a, b) := z in match r with Yields n _ => Return (inl (n, b)) | Ends _ => Return (inr (a + b)) end) (7, 8).
Derive in_body_pair.
Definition in_body_option : prog (nat + bool) :=
  iter (fun z => g <- get tt; let_coro c := child in let* r := resume c g in
    match z with
    | Some n => x <- get tt; Return (inl (Some (x + n)))
    | None => x <- get tt; Return (inr (inl x))
    end) (Some 8).
Derive in_body_option.
Definition in_body_list : prog (list nat) :=
  iter (fun z => g <- get tt; let_coro c := child in let* r := resume c g in
    match z with [] => Return (inr [g]) | x :: l => _ <- put x; Return (inl l) end) [7; 8].
Derive in_body_list.
Definition loop_in_fold : prog nat :=
  foldM (fun x s => g <- get tt; let_coro c := child in let* r := resume c g in
    iter (fun k => y <- get tt; match k with O => Return (inr (y + s)) | S k => Return (inl k) end) x) [1; 2] 3.
Derive loop_in_fold.
Print Assumptions loop_in_fold_equiv.
Example run_in_body : agree in_body_step in_body_go_on (in_body_start 3) (in_body 3) input.
Proof. vm_compute. reflexivity. Qed.
