(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = { mutable found : Diagnostic.t list; mutable count : int }

exception Enough
exception Reported

let limit = 100
let create () = { found = []; count = 0 }

let add t (d : Diagnostic.t) =
  let same (d' : Diagnostic.t) = d'.loc = d.loc && d'.message = d.message in
  if not (List.exists same t.found) then (
    t.found <- d :: t.found;
    t.count <- t.count + 1;
    if t.count >= limit then raise Enough)

let guard t f default =
  match f () with
  | x -> x
  | exception Diagnostic.Error d -> add t d; default
  | exception Reported -> default

let all t =
  let place (d : Diagnostic.t) = (d.loc.file, d.loc.start) in
  List.stable_sort (fun a b -> compare (place a) (place b)) (List.rev t.found)

let count t = t.count
let any t = t.count > 0
