(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * As much of HTTP/1.1 as a page needs. *)
From Coq Require Import String.
From Fairlead.Tls Require Import Bytes.
Local Open Scope N_scope.

Definition most_head : N := 8192.
Definition most_requests : N := 1000.    (* on one connection *)

(** A request's head is what comes before an empty line: read backwards, as the bytes come. *)
Inductive scanned : Set := Partial (backwards : bytes) (size : N) | Head (head rest : bytes).
Fixpoint scan (backwards : bytes) (size : N) (b : bytes) : scanned :=
  match b with
  | [] => Partial backwards size
  | x :: b =>
    match x :: backwards with
    | x0a :: x0d :: x0a :: x0d :: _ => Head (rev_append (x :: backwards) []) b
    | backwards => scan backwards (N.succ size) b
    end
  end.

Fixpoint begins (a b : bytes) : bool :=
  match a, b with
  | [], _ => true
  | x :: a, y :: b => if Byte.eqb x y then begins a b else false
  | _, [] => false
  end.
Fixpoint contains (a b : bytes) : bool :=
  if begins a b then true else match b with [] => false | _ :: b => contains a b end.
Definition lower (x : byte) : byte :=
  let n := Byte.to_N x in if andb (65 <=? n) (n <=? 90) then low (n + 32) else x.

Fixpoint digits (fuel : nat) (n : N) (acc : bytes) : bytes :=
  match fuel with
  | O => acc
  | S fuel => let acc := low (48 + n mod 10) :: acc in if n <? 10 then acc else digits fuel (n / 10) acc
  end.
Definition decimal (n : N) : bytes := digits 20 n [].

Definition l_ok : bytes := Eval compute in text "HTTP/1.1 200 OK".
Definition l_not_found : bytes := Eval compute in text "HTTP/1.1 404 Not Found".
Definition l_not_allowed : bytes := Eval compute in text "HTTP/1.1 405 Method Not Allowed".
Definition l_too_large : bytes := Eval compute in text "HTTP/1.1 431 Request Header Fields Too Large".
Definition line : bytes := [x0d; x0a].
Definition l_type : bytes := Eval compute in text "Content-Type: text/html; charset=utf-8".
Definition l_length : bytes := Eval compute in text "Content-Length: ".
Definition l_close : bytes := Eval compute in text "Connection: close".
Definition l_asks_close : bytes := Eval compute in line ++ text "connection: close".
Definition l_get_page : bytes := Eval compute in text "GET / ".
Definition l_get : bytes := Eval compute in text "GET ".

Definition response (status body : bytes) (closes : bool) : bytes :=
  status ++ line ++ l_type ++ line ++ l_length ++ decimal (len body) ++ line ++
  (if closes then l_close ++ line else []) ++ line ++ body.

(** The answer to a request, the [n]th on its connection, and whether it is the last. *)
Definition answer_to (page head : bytes) (n : N) : bytes * bool :=
  let closes := orb (contains l_asks_close (map lower head)) (most_requests <=? n) in
  if begins l_get_page head then (response l_ok page closes, closes)
  else if begins l_get head then (response l_not_found [] closes, closes)
  else (response l_not_allowed [] true, true).
Definition too_large : bytes := response l_too_large [] true.
