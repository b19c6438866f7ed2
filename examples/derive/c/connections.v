(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The server loop of the POPL paper's section 4.1, all the way to C: a parent keeps a table of connections, each a
    coroutine of its own, and a cache of sessions that have ended, by their keys. *)
From Coq Require Import ZArith.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.

(** One connection: adds up the bytes that it is fed. A zero is its end, and then its result is the sum. *)
Definition session (total : u32) (first : u8) : yields u8 u32 u32 :=
  iter (fun '(total, b) =>
    if eqw b (lit 0) then Return (inr total)
    else
      let! total := add_wrap total (cast b) in
      b <- yield total;
      Return (inl (total, b))) (total, first).
Derive session.

Inductive event := opened (key ticket : u32) | fed (key : u32) (b : u8) | closed (key : u32) | stop.
Inductive effect := next | accepted | refused | sum | ended.
Definition args (e : effect) : Type :=
  match e with next => unit | accepted => u32 * bool | refused => u32 | sum | ended => u32 * u32 end.
Definition rets (e : effect) : Type := match e with next => event | _ => unit end.

Notation connections := (table 4 W32 (coro session u8 u32 u32)).
Notation sessions := (table 2 W32 u32).

(** A new connection that shows the key of a session that ended goes on with its sum; a session is good for one more. *)
Definition server : t args rets u32 :=
  iter (fun '(conns, cache) =>
    e <- next tt;
    match e with
    | opened k ticket =>
      match find conns k with
      | Some _ => _ <- refused k; Return (inl (conns, cache))
      | None =>
        if ltw (count conns) (lit 4) then
          match find cache ticket with
          | Some total =>
            _ <- accepted (k, true);
            Return (inl (put conns k (coroutine (session total)), remove cache ticket))
          | None =>
            _ <- accepted (k, false);
            Return (inl (put conns k (coroutine (session (lit 0))), cache))
          end
        else _ <- refused k; Return (inl (conns, cache))
      end
    | fed k b =>
      match find conns k with
      | Some c =>
        let* r := resume c b in
        match r with
        | Yields total c => _ <- sum (k, total); Return (inl (put conns k c, cache))
        | Ends total =>
          _ <- ended (k, total);
          if ltw (count cache) (lit 2) then Return (inl (remove conns k, put cache k total))
          else Return (inl (remove conns k, cache))
        end
      | None => _ <- refused k; Return (inl (conns, cache))
      end
    | closed k =>
      match find conns k with
      | Some _ => Return (inl (remove conns k, cache))
      | None => _ <- refused k; Return (inl (conns, cache))
      end
    | stop => Return (inr (count conns))
    end) ((no_entries : connections), (no_entries : sessions)).
Derive server.
ToFl server.
