(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Each construct that Derive accepts, alone and inside others. *)
From Coq Require Import String List Fin.
From Fairlead.Derive Require Import Derive.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope program_scope.

Inductive effect := getStr | putStr | choose (n : nat).
Definition args (e : effect) : Type := match e with getStr => unit | putStr => string | choose n => list (Fin.t n) end.
Definition rets (e : effect) : Type := match e with getStr => string | putStr => unit | choose n =>
  option (Fin.t n) end.
Notation prog := (t args rets).
Definition prog_of_strings : Type := t args rets string.

(* lets: Coq's, the named one, destructuring *)
Definition lets (a b : string) : prog nat :=
  let c := a ++ b in
  let '(x, y) := (c, 3) in
  w <- getStr tt;
  let! d := w ++ x in
  _ <- putStr d; Return (y + String.length d).
Derive lets.
Print Assumptions lets_equiv.

(* an effect whose argument and reply depend on a number *)
Definition chosen (n : nat) : prog (option nat) :=
  c <- (choose n) nil;
  match c with Some i => _ <- putStr "chosen"; Return (Some (proj1_sig (Fin.to_nat i))) | None => Return None end.
Derive chosen.
Print Assumptions chosen_equiv.

(* a result that is named, a function that takes what follows *)
Definition asked (k : string -> prog_of_strings) : prog_of_strings := x <- getStr tt; k x.
DeriveInline asked.
Definition inlined : prog_of_strings := asked (fun x => asked (fun y => Return (x ++ y))).
Derive inlined.
Print Assumptions inlined_equiv.

(* what follows an if is shared by its branches; calls *)
Definition calls (a : string) : prog nat :=
  let* x := (if String.eqb a "" then w <- getStr tt; Return w else Return "z") in
  let* o := lets x a in
  _ <- putStr x;
  match o with O => lets a x | S n => Return n end.
Derive calls.
Print Assumptions calls_equiv.

(* ten of them, one after the other: each what follows exists once *)
Definition shared (l : list nat) : prog nat :=
  let pick n := if Nat.eqb (nth n l 0) 0 then w <- getStr tt; Return (String.length w) else Return n in
  let* a := pick 0 in let* b := pick 1 in let* c := pick 2 in let* d := pick 3 in let* e := pick 4 in
  let* f := pick 5 in let* g := pick 6 in let* h := pick 7 in let* i := pick 8 in let* j := pick 9 in
  Return (a + b + c + d + e + f + g + h + i + j).
Derive shared.
Print Assumptions shared_equiv.

(* any datatype *)
Inductive tree (A : Type) := Leaf | Node (l : tree A) (a : A) (r : tree A) | Many (ts : list (tree A)).
Arguments Leaf {A}. Arguments Node {A}. Arguments Many {A}.
Definition look (t : tree string) (s : string + nat * bool) : prog string :=
  match t, s with
  | Leaf, inl s => _ <- putStr s; Return s
  | Node _ a (Node _ b _), inr (n, true) => w <- getStr tt; Return (a ++ b ++ w)
  | Many (t :: _), _ => match t with Leaf => Return "leaf" | _ => w <- getStr tt; Return w end
  | _, _ => Return ""
  end.
Derive look.
Print Assumptions look_equiv.

(* recursion on a tree: on one path, with an effect at each node *)
Fixpoint descend (t : tree string) : prog string :=
  match t with
  | Leaf => Return ""
  | Node l a r => w <- getStr tt; if String.eqb w a then Return a else if String.leb w a then descend l else descend r
  | Many _ => Return "many"
  end.
Derive descend.
Print Assumptions descend_equiv.

(* a loop that suspends, one that need not, loops in loops *)
Fixpoint gather (n : nat) (acc : string) : prog string :=
  match n with
  | O => Return acc
  | S n => w <- getStr tt; if String.eqb w "" then Return acc else gather n (acc ++ w)
  end.
Derive gather.
Print Assumptions gather_equiv.

Definition silent (l : list string) : prog string :=
  (fix go l acc := match l with
    | [] => Return acc
    | x :: l =>
      if String.eqb x "" then go l acc
      else let* y := (if String.eqb x "a" then w <- getStr tt; Return w else Return x) in go l (acc ++ y)
    end) l "".
Derive silent.
Print Assumptions silent_equiv.

Definition nested (ls : list (list string)) (k : string) : prog string :=
  (fix outer ls acc := match ls with
    | [] => Return acc
    | x :: ls =>
      let* y := (fix inner l acc := match l with
        | [] => Return acc
        | s :: l => if String.eqb s k then w <- getStr tt; inner l (acc ++ w) else inner l acc
        end) x "" in
      let* z := (if String.eqb y k then Return y else let* _ := gather 3 y in Return k) in
      outer ls (acc ++ z)
    end) ls "".
Derive nested.
Print Assumptions nested_equiv.

(* combinators *)
Definition combined (ls : list string) : prog (list string) :=
  let* xs := mapM (fun s => if String.eqb s "" then w <- getStr tt; Return w else Return s) ls in
  let* n := foldM (fun s n => _ <- putStr s; let* m := lets s s in Return (n + m)) xs 0 in
  let* _ := forM_ xs (fun s => _ <- putStr s; Return tt) in
  let* ys := times n (fun i ys => w <- getStr tt; Return (w :: ys)) [] in
  let* zs := with_list_elementM ys n (fun y => _ <- putStr y; w <- getStr tt; Return (y ++ w)) in
  match zs with Some zs => forM zs (fun z => foldM (fun c z => _ <- putStr c; Return (z ++ c)) ys z) | None =>
    Return ys end.
Derive combined.
Print Assumptions combined_equiv.

(* iteration without end: a loop that only ends when it is told to, one that never asks, a call of such a loop *)
Definition server (k : string) : prog string :=
  iter (fun n => w <- getStr tt; if String.eqb w "" then Return (inr w) else _ <- putStr k; Return (inl (S n))) 0.
Derive server.
Print Assumptions server_equiv.

Definition for_ever : prog Empty_set := iter (fun n => Return (inl (S n))) 0.
Derive for_ever.
Print Assumptions for_ever_equiv.

Definition uses_server (k : string) : prog string :=
  let* x := server k in
  let* y := iter (fun n => if Nat.eqb n 3 then Return (inr n) else Return (inl (S n))) 0 in
  foldM (fun c s => let* z := server (x ++ c) in
    iter (fun i => let* w := iter (fun j => w <- getStr tt; if Nat.eqb i j then Return (inr w) else Return (inl (S
      j))) 0 in
      if String.eqb w s then Return (inr z) else Return (inl (S i))) y) [k; x] "".
Derive uses_server.
Print Assumptions uses_server_equiv.

(* matches whose branches are functions: parts of a pattern have types that depend on others *)
Definition convoy (e : effect) (a : args e) : prog string :=
  match e as e return args e -> prog string with
  | getStr => fun _ => w <- getStr tt; Return w
  | putStr => fun s => _ <- putStr s; Return s
  | choose n => fun l => _ <- (choose n) l; Return ""
  end a.
Derive convoy.
Print Assumptions convoy_equiv.
Definition request (b : bool) (p : nat * { e : effect & list (args e) }) : prog nat :=
  match p, b with
  | (n, existT _ putStr (x :: _)), true => _ <- putStr x; Return n
  | (n, existT _ e (x :: _)), _ => _ <- e x; w <- getStr tt; Return (n + String.length w)
  | _, _ => Return 0
  end.
Derive request.
Print Assumptions request_equiv.
Definition applied (b : bool) (n : nat) : prog nat :=
  (if b then fun n => w <- getStr tt; Return (n + String.length w) else match n with O => fun n => Return n | S m =>
    fun n =>
    Return (m + n) end) n.
Derive applied.
Print Assumptions applied_equiv.

(* a loop in a loop that goes round the outer one *)
Definition rounds (q : nat) (k : string) : prog (list string) :=
  n <- getStr tt;
  let* l := (fix outer n ls := match n with
    | O => Return ls
    | S n =>
      (fix inner m s := match m with
        | O => outer n (s :: ls)
        | S m =>
          if Nat.eqb m q then outer n [s]
          else if Nat.eqb m 2 then w <- getStr tt; inner m (w ++ s) else inner m (k ++ s)
        end) n ""
    end) (String.length n) [] in
  _ <- putStr k; Return (k :: l).
Derive rounds.
Print Assumptions rounds_equiv.

(* what is not known: types and functions that are assumed *)
Section assumed.
Context (key : Type) (make : string -> key) (seal : key -> string -> string).
Definition sealed : prog string :=
  w <- getStr tt; let! k := make w in v <- getStr tt; _ <- putStr (seal k v); Return (seal k w).
Derive sealed.
End assumed.
Print Assumptions sealed_equiv.

(* types that need what a let names: primitive records whose later fields depend on earlier ones, taken apart after a
   suspension; a let of Coq's *)
Set Primitive Projections.
Record counted := Counted { count : nat; strings : { l : list string | List.length l = count } }.
Unset Primitive Projections.
Definition takes_apart (c : counted) : prog string :=
  w <- getStr tt;
  let 'Counted n l := c in
  v <- getStr tt;
  match l with exist _ l H => _ <- putStr (String.concat v l); if Nat.eqb n 2 then Return w else Return v end.
Derive takes_apart.
Print Assumptions takes_apart_equiv.
Definition typed_by_let (n : nat) : prog string :=
  w <- getStr tt;
  let m := String.length w + n in
  let l : { k : nat | k = String.length w + n } := exist _ m eq_refl in
  let again := append w w in
  _ <- putStr again;
  if Nat.eqb (proj1_sig l) 3 then Return again else Return w.
Derive typed_by_let.
Print Assumptions typed_by_let_equiv.

(* machines and programs do the same *)
Definition answer (e : effect) : args e -> list string * list string -> option (rets e * (list string * list string)) :=
  match e with
  | getStr => fun _ '(i, o) => match i with [] => None | w :: i => Some (w, (i, o)) end
  | putStr => fun s '(i, o) => Some (tt, (i, s :: o))
  | choose n => fun l w => Some (hd_error l, w)
  end.
Definition agree {A} steps {state turn pending} (step : forall s : state, rets (pending s) ->
  outcome args state turn pending A) go_on o p i :=
  run answer step go_on steps o (i, []) = run_program answer steps p (i, []).
Definition input := ["a"; "b"; ""; "c"; "d"; "e"; ""; "f"; "gh"; "i"; ""].
Example run_calls : agree 50 calls_step calls_go_on (calls_start "") (calls "") input. Proof. vm_compute. reflexivity.
  Qed.
Example run_nested : agree 50 nested_step nested_go_on (nested_start [["k"; "l"]; ["k"]] "k") (nested [["k"; "l"];
  ["k"]] "k") input.
Proof. vm_compute. reflexivity. Qed.
Example run_combined : agree 99 combined_step combined_go_on (combined_start ["p"; ""]) (combined ["p";
  ""]) input. Proof. vm_compute. reflexivity. Qed.
Example run_uses_server : agree 99 uses_server_step uses_server_go_on (uses_server_start "k") (uses_server "k") input.
Proof. vm_compute. reflexivity. Qed.
Example run_rounds : agree 99 rounds_step rounds_go_on (rounds_start 1 "k") (rounds 1 "k") ("wwwww" :: input).
Proof. vm_compute. reflexivity. Qed.
Example run_request : agree 50 request_step request_go_on (request_start false (3, existT _ putStr ["x"]))
  (request false (3, existT _ putStr ["x"])) input.
Proof. vm_compute. reflexivity. Qed.
Definition two := Counted 2 (exist _ ["p"; "q"] eq_refl).
Example run_takes_apart : agree 50 takes_apart_step takes_apart_go_on (takes_apart_start two) (takes_apart two) input.
Proof. vm_compute. reflexivity. Qed.
Example run_typed_by_let : agree 50 typed_by_let_step typed_by_let_go_on (typed_by_let_start 2) (typed_by_let 2) input.
Proof. vm_compute. reflexivity. Qed.
Example run_for_ever : fst (run answer for_ever_step for_ever_go_on 99 for_ever_start ([],
  [])) = Running. Proof. reflexivity. Qed.

(* recursions of which each case gives a function of the state *)
Fixpoint state_after (n : nat) : string -> prog string := match n with
  | O => fun s => Return s
  | S n => fun s => x <- getStr tt; state_after n (append s x)
  end.
Derive state_after.
Fixpoint two_after (l : list string) : string -> bool -> prog string := match l with
  | [] => fun s _ => Return s
  | a :: l => fun s b => if b then x <- getStr tt; two_after l (append s x) false else _ <- putStr a; two_after l s true
  end.
Derive two_after.
Fixpoint nested_after (n m : nat) : string -> prog string := match n, m with
  | O, O => fun s => Return s
  | S n, S m => fun s => x <- getStr tt; nested_after n m (append s x)
  | S n, O => nested_after n O
  | O, S _ => fun s => _ <- putStr s; Return s
  end.
Derive nested_after.
Print Assumptions nested_after_equiv.
(* the recursor of the published tool *)
Definition nat_rect_nondep {A} (f : A) (f0 : nat -> A -> A) :=
  fix F (n : nat) : A := match n with O => f | S n' => f0 n' (F n') end.
DeriveInline nat_rect_nondep.
Definition by_recursor (n : nat) (s : string) : prog string :=
  nat_rect_nondep (fun s => Return s) (fun _ rec s => x <- getStr tt; rec (append s x)) n s.
Derive by_recursor.
Example run_state_after :
  agree 50 state_after_step state_after_go_on (state_after_start 2 "k") (state_after 2 "k") input.
Proof. vm_compute. reflexivity. Qed.
Example run_nested_after : agree 50 nested_after_step nested_after_go_on (nested_after_start 2 1 "k")
  (nested_after 2 1 "k") input.
Proof. vm_compute. reflexivity. Qed.

(* what the theorem of each machine means *)
Print Assumptions equiv_iff_bisimilar.
Print Assumptions equiv_ending_iff.
Print Assumptions equiv_same.
Print Assumptions run_equiv.
