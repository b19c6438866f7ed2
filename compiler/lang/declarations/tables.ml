(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax

type 'origin t = {
  mutable entries : ('origin option * Types.t * const) list;  (* last first *)
  mutable count : int;
  values : (int, Types.t * const) Hashtbl.t;
  literals : (const, int) Hashtbl.t;
}

let create () = { entries = []; count = 0; values = Hashtbl.create 16; literals = Hashtbl.create 16 }

let enter tables origin t value =
  let n = tables.count in
  Hashtbl.replace tables.values n (t, value);
  tables.count <- n + 1;
  tables.entries <- (origin, t, value) :: tables.entries;
  n

let add tables origin t value = enter tables (Some origin) t value

let literal tables t value =
  match Hashtbl.find_opt tables.literals value with
  | Some n -> n
  | None ->
      let n = enter tables None t value in
      Hashtbl.add tables.literals value n;
      n

let type_of tables n = fst (Hashtbl.find tables.values n)
let value tables n = snd (Hashtbl.find tables.values n)
let all tables = List.rev tables.entries
