(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

type t = var list

let of_function (f : func) = List.filter (fun v -> v.fixed) f.variables
let within at v = fst v.scope <= at && at < snd v.scope
let alive t at = List.filter (within at) t
let absent t at = List.filter (fun v -> not (within at v)) t
