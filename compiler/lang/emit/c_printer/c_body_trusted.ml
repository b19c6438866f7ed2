(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
module Coq = Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module I = Program_info
module T = C_types_trusted
module X = C_expr_trusted

let p = Printf.sprintf

type t = {
  env : X.env;
  pr : proc; declared : (mode * ty) Coq.table;
  exported : bool;
  out : Buffer.t;
  mutable lines : Coq.line list;
  mutable line : string;
  mutable here : string;
  mutable drifted : bool;
  mutable fresh : int;
  mutable traps : bool;
  shared_events : (int, unit) Hashtbl.t;
  mutable in_stepped_loop : bool;
  mutable crowded : bool;
  stack : int ref;
}

let create types i ~exported ~constants ~waits ~shared_events ~reach ~in_frame =
  let pr = T.procedure types i in
  let types_of = T.variable_types types i in
  let used = Array.make (Array.length types_of) false in
  {
    env = { X.types; proc = i; types_of; reach; in_frame; used; constants; waits };
    pr; exported; out = Buffer.create 1024; lines = []; line = ""; here = ""; drifted = false; fresh = 0;
    declared = Coq.declared pr; traps = false; shared_events; in_stepped_loop = false; crowded = false; stack = ref 0;
  }

let types st = st.env.types
let names st = X.names st.env
let info st = T.info (types st)

let fresh st =
  st.fresh <- st.fresh + 1;
  p "fli_%d" st.fresh

(* With facts, guards as theories/layers/Lang/Facts/Machine.v leaves them; without, as Guards/Guards.v has them. *)
let known st pruned whole = match T.facts (types st) with Some t -> pruned t st.env.proc st.declared | None -> whole
let basic_guard st = known st Coq.pruned_basic Coq.guard_basic
let call_guard st = known st Coq.pruned_call Coq.guard_call
let test st e =
  if (info st).procedures.(st.env.proc).trapless then Coq.CTest (Coq.GTrue, e)
  else known st Coq.pruned_test Coq.lower_test e

(* {2 Storage on the stack} *)

(* What compilers round up to. *)
let on_stack bytes = (bytes + 15) / 16 * 16
let takes st bytes = st.stack := !(st.stack) + on_stack bytes

let temporary st ty v =
  takes st (T.bytes (types st) ty);
  p "%s %s;" (T.c_type (types st) ty) v

(* {2 Text} *)

(* Labels, jumps, braces and heads of endless loops are nowhere in the source. *)
let does_something text =
  let n = String.length text in
  let begins p = String.length p <= n && String.sub text 0 (String.length p) = p in
  not (begins "}" || begins "goto " || begins "for (;;) {" || (n > 2 && String.sub text (n - 2) 2 = ":;"))

let put st indent text =
  Buffer.add_string st.out (if st.line = "" && st.drifted && does_something text then st.here else st.line);
  st.line <- "";
  st.drifted <- true;
  Buffer.add_string st.out (String.make (4 * indent) ' ');
  Buffer.add_string st.out text;
  Buffer.add_char st.out '\n'

let statement st indent = function [] -> () | parts -> put st indent (String.concat " " parts)

let line_text st n =
  let pos = (info st).positions.(n) in
  let file = List.map (fun c -> Num.of_int (Char.code c)) (List.of_seq (String.to_seq pos.I.file)) in
  p "#line %d %s\n" pos.line (X.string_literal file)

let set_line st n =
  st.line <- line_text st n;
  st.here <- st.line

(* {2 Traps} *)

let trap_in_coroutine = "FLI_TRAPPED(); goto trap;"
let trap_in_function = "FLI_TRAPPED(); return false;"

let trap st =
  if st.pr.suspends then (
    st.traps <- true;
    trap_in_coroutine)
  else trap_in_function

(* Compilers that are not told take code behind many checks for code that hardly ever runs, and make it small, not
   fast. *)
let trap_if st test = p "if (FLI_UNLIKELY(%s)) { %s }" test (trap st)

(* A trapless procedure has none: each is decided (theories/layers/Lang/Trapless, lang_trapless). *)
let trapless st = (info st).procedures.(st.env.proc).trapless

let never = C_spelling_trusted.never

let guard st g =
  if trapless st then match g with Coq.GFalse -> [ never ] | _ -> []
  else
    List.map (function Coq.Always -> trap st | When test -> trap_if st (X.expression st.env test)) (X.failures st.env g)

let always s = s = never || s = trap_in_coroutine || s = trap_in_function
