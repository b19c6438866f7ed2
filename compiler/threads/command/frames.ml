(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

let names l = String.concat ", " (List.map (fun v -> v.name) l)

let counted n what = Printf.sprintf "%d %s%s" n what (if n = 1 then "" else "s")

let callee (c : call) = match c.callee with Direct f -> f | Through _ -> "(through a pointer)"

let of_function b source (f : Checked.t) =
  let d = f.ir.definition in
  let file, line = Preprocessed.origin source (fst d.header) in
  Printf.bprintf b "%s:%d: %s\n" (Fairlead_cli.Message.visible file) line d.signature.name;
  let slot v =
    let why = if v.role = Parameter then "parameter" else if v.role = Temporary then "intermediate value" else
      "local" in
    let why = if v.fixed then why ^ ", its address may be known" else why in
    let first = List.find (fun w -> f.slot w = f.slot v) f.saved in
    let why = if first.key = v.key then why else Printf.sprintf "%s, where %s was" why first.name in
    Printf.bprintf b "  %-24s %s (%s)\n" v.name (Local_types.as_written v.ty) why
  in
  List.iter slot f.saved;
  List.iter
    (fun (s : Checked.suspension) ->
      let _, line = Preprocessed.origin source s.call.from in
      Printf.bprintf b "  %d: line %d, %s: %s\n" s.number line (callee s.call)
        (match (s.live, s.kept) with
        | [], [] -> "nothing lives across it"
        | live, [] -> names live
        | [], kept -> "in memory: " ^ names kept
        | live, kept -> names live ^ "; in memory: " ^ names kept))
    f.suspensions

let report (a : Translate.analysed) =
  let b = Buffer.create 1000 in
  List.iter (of_function b a.program.source) a.functions;
  let all f = List.fold_left (fun n (x : Checked.t) -> n + f x) 0 a.functions in
  let count p l = List.length (List.filter p l) in
  let local v = v.role = Local and temporary v = v.role = Temporary in
  let locals = all (fun x -> count local x.ir.variables) in
  let saved = all (fun x -> count local x.saved) in
  let addressed = all (fun x -> count (fun v -> local v && v.fixed) x.saved) in
  Printf.bprintf b "%s, %s, %s, %s in frames (%d of them because of their address), %s\n"
    (match List.length a.functions with 1 -> "1 function that suspends" | n -> counted n "function" ^ " that suspend")
    (counted (all (fun x -> x.ir.calls)) "suspending call")
    (counted locals "local") (string_of_int saved) addressed
    (counted (all (fun x -> count temporary x.saved)) "intermediate value" ^ " in frames");
  Buffer.contents b
