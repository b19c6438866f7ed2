(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type t = (string, Declared.attribute list) Hashtbl.t

let symbols = [ "weak"; "visibility" ]

(* Of the function that does the work alone. *)
let body = [ "noinline"; "noclone"; "noipa"; "flatten"; "hot" ]

let code =
  [ "target"; "optimize"; "optnone"; "minsize"; "cold"; "section";
    "no_sanitize"; "no_sanitize_address"; "no_sanitize_thread"; "no_sanitize_memory"; "no_sanitize_undefined";
    "no_sanitize_coverage"; "no_address_safety_analysis"; "disable_sanitizer_instrumentation";
    "no_instrument_function"; "no_profile_instrument_function"; "no_stack_protector"; "stack_protect"; "nocf_check";
    "indirect_branch"; "indirect_return"; "function_return"; "zero_call_used_regs"; "no_speculative_load_hardening";
    "speculative_load_hardening" ]

(* About calls: said of what a call begins with, of functions that are only declared. The entry of one that is defined
   here would be such a call. *)
let calls = [ "error"; "warning"; "deprecated"; "unavailable" ]

(* As written in any of a function's declarations, once. *)
let of_program (program : Program.t) =
  let all = Hashtbl.create 17 in
  let defined name = List.exists (fun (d : Program.definition) -> d.signature.name = name) program.definitions in
  List.iter
    (fun ((n : Ast.node), tokens) ->
      let known = Option.value (Hashtbl.find_opt all n.name) ~default:[] in
      let more =
        List.filter
          (fun (a : Declared.attribute) ->
            (List.exists (List.mem a.name) [ symbols; body; code ] || (List.mem a.name calls && not (defined n.name)))
            && not (List.exists (fun (b : Declared.attribute) -> a.text = b.text) known))
          (Declared.attributes program tokens)
      in
      if more <> [] then Hashtbl.replace all n.name (known @ more))
    (Declared.all program);
  all

let found t name = Option.value (Hashtbl.find_opt t name) ~default:[]

let printed l =
  let text = String.concat ", " (List.map (fun (a : Declared.attribute) -> a.text) l) in
  if text = "" then "" else "__attribute__((" ^ text ^ ")) "

let printed_of lists t name =
  printed (List.filter (fun (a : Declared.attribute) -> List.exists (List.mem a.name) lists) (found t name))

let of_push = printed_of [ symbols; code; calls ]
let of_entry = printed_of [ symbols ]
let of_run = printed_of [ symbols; body; code ]
let of_code = printed_of [ code ]
let about_calls t name = List.exists (fun (a : Declared.attribute) -> List.mem a.name calls) (found t name)
let weak t name = List.exists (fun (a : Declared.attribute) -> a.name = "weak") (found t name)
