(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Drivers that reply at random, for programs in Gallina: what a run of one says, in the words of
   docs/run-protocol.md, and the bytes that a driver of the C reads to reply the same. *)
From Coq Require Import ZArith List String.
From Fairlead.Derive Require Import Freer Run.
From Fairlead.Derive.ToC Require Import Data.
From Programs Require Import show.
Import ListNotations.
Local Open Scope string_scope.
Local Open Scope list_scope.
Local Open Scope Z_scope.

(** Values of a type: one at random, what a driver reads for it, and how it is printed. *)
Class Known (T : Type) := { chosen : Z -> T * Z; wire : T -> list Z; said : T -> string }.

Definition next (s : Z) : Z := (s * 1103515245 + 12345) mod 2147483648.
(** A number below [n], which is at most 2^16. *)
Definition below (n s : Z) : Z * Z := let s := next s in ((s / 16384) mod n, s).
Fixpoint little_endian (n : nat) (z : Z) : list Z :=
  match n with O => [] | S n => z mod 256 :: little_endian n (z / 256) end.
Definition octets (w : width) : nat := match w with W8 => 1 | W16 => 2 | W32 => 4 | W64 => 8 end%nat.

(** Small numbers, and large ones, are more frequent than others. *)
#[export] Instance known_word w : Known (word w) := {|
  chosen s :=
    let (kind, s) := below 5 s in let (a, s) := below 65536 s in let (b, s) := below 65536 s in
    let (c, s) := below 65536 s in let limit := Value.limit w in
    (Word (match kind with
      | 0 | 1 => a mod 4 | 2 => limit - 1 - a mod 3 | 3 => a mod 32
      | _ => (a + 65536 * (b + 65536 * (c + 65536 * (a + c)))) mod limit
      end), s);
  wire a := little_endian (octets w) (number a); said a := show_word a |}.
#[export] Instance known_bool : Known bool := {|
  chosen s := let (a, s) := below 2 s in (a =? 1, s);
  wire b := [if b then 1 else 0]; said b := if b then "true" else "false" |}.
#[export] Instance known_unit : Known unit := {| chosen s := (tt, s); wire _ := []; said _ := "()" |}.
Fixpoint some_bytes (n : nat) (s : Z) : list Z * Z :=
  match n with
  | O => ([], s)
  | S n => let (a, s) := below 256 s in let (l, s) := some_bytes n s in ((if a <? 192 then a mod 3 else a) :: l, s)
  end.
#[export] Instance known_bytes cap : Known (bytes cap) := {|
  chosen s := let (n, s) := below (Z.of_N cap + 1) s in let (l, s) := some_bytes (Z.to_nat n) s in (Bytes l, s);
  wire b := little_endian 2 (Z.of_nat (List.length (chars b))) ++ chars b; said b := show_bytes b |}.
#[export] Instance known_option `{Known T} : Known (option T) := {|
  chosen s := let (b, s) := below 3 s in
    if b =? 0 then (None, s) else let (a, s) := chosen s in (Some a, s);
  wire o := match o with None => [0] | Some a => 1 :: wire a end;
  said o := match o with None => "none" | Some a => ("some(" ++ said a ++ ")")%string end |}.

(** A run: what was read, in hexadecimal, and the lines. *)
Section world.
Context {eff : Type} {args rets : eff -> Type} {A : Type} `{Known A}.
Context (asked : forall e, args e -> string) (replied : forall e, Known (rets e)).
(** The state of the choice, how many replies there will still be, what has been read, and what has been said. What
    takes no input is always answered: a driver of the C has it, too. *)
Definition reply (e : eff) (a : args e) '(s, n, l, lines) :
  option (rets e * (Z * nat * list (list Z) * list string)) :=
  let (r, s) := @chosen _ (replied e) s in
  match n, @wire _ (replied e) r with
  | O, _ :: _ => None
  | _, w => Some (r, (s, pred n, w :: l, ("ask " ++ asked e a)%string :: lines))
  end.
Definition run (seed : Z) (given : list Z) (p : t args rets A) : string :=
  let '(o, (_, l, lines)) := run_program reply 2000 p (seed, 40%nat, [given], []) in
  let ends := match o with
    | Finished a => [("done" ++ (let r := said a in if eqb r "()" then "" else " " ++ r))%string]
    | Unanswered e a => [("ask " ++ asked e a)%string; "end of input"]
    | Running => ["running"]
    end in
  (hex (List.concat (rev l)) ++ ";" ++ String.concat ";" (rev lines ++ ends)%list)%string.
End world.
