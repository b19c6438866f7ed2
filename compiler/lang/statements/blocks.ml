(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let elaborator = ref (fun _ (s : Surface.stmt) -> Diagnostic.fail s.s_loc "internal error: nothing elaborates statements" ~help:"report it")
let statement ctx s = !elaborator ctx s
let block ctx b = Context.scope ctx (fun () -> List.iter (statement ctx) b)
let captured ctx b = snd (Context.capture ctx (fun () -> block ctx b))
