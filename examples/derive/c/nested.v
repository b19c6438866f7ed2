(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
From Coq Require Import ZArith String.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.

(** Cuts a stream of bytes into chunks: a byte says how long the chunk is, then come its bytes. *)
Definition chunker (first : u8) : yields u8 (option (bytes 16)) unit :=
  let* _ := iter (fun n =>
    if ltw (lit 16) n then Return (inr tt)
    else
      let* '(chunk, _) := iter (fun '(chunk, todo) =>
          if eqw todo (lit 0) then Return (inr (chunk, todo))
          else
            let! rest := sub todo (lit 1) in
            b <- yield None;
            if ltw (len chunk) (lit 16) then Return (inl (push chunk b, rest)) else Return (inr (chunk, rest)))
        ((no_bytes : bytes 16), n) in
      n <- yield (Some chunk);
      Return (inl n)) first in
  Return tt.
Derive chunker.

Inductive effect := next | message.
Definition args (e : effect) : Type := match e with next => unit | message => bytes 16 end.
Definition rets (e : effect) : Type := match e with next => u8 | message => unit end.

(** Reads bytes and hands on the chunks; an empty chunk, or one that is too long, is the end. *)
Definition reader : t args rets u32 :=
  let_coro c := chunker in
  iter (fun '(c, count) =>
    b <- next tt;
    let* r := resume c b in
    match r with
    | Yields None c => Return (inl (c, count))
    | Yields (Some chunk) c =>
      if eqw (len chunk) (lit 0) then Return (inr count)
      else _ <- message chunk; Return (inl (c, add_wrap count (lit 1)))
    | Ends _ => Return (inr count)
    end) (c, (lit 0 : u32)).
Derive reader.
ToFl reader.
