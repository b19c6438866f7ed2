(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let qualified ~module_name base = if module_name = "" then base else module_name ^ "." ^ base
let name (n : Program_info.name) = qualified ~module_name:n.module_name n.base

let request (info : Program_info.t) asked e =
  let base e = info.effects.(e).effect_name.base in
  if List.exists (fun e' -> e' <> e && base e' = base e) asked then name info.effects.(e).effect_name else base e
