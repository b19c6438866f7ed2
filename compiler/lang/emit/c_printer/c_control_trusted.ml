(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
open C_body_trusted
open C_suspend_trusted
module F = C_queries_trusted
module T = C_types_trusted
module X = C_expr_trusted

let p = Printf.sprintf

(* {2 Jumps}

   A landing is a place right after a command, where exits may end up: [after]
   is the one that falling through leads to. *)

type context = {
  blocks : int list;  (** landings of the enclosing blocks *)
  brk : int option;  (** where [break] goes *)
  cont : int option;  (** where [continue] goes *)
}

type branch = Command of (basic, expr, suspension, call, resumption) cmd | To of int  (** a landing *)

let final = 0  (* the landing at the end of the body *)
let nowhere = -1  (* no landing: falling through goes on with what is printed next, which no jump can name *)

(* From this indentation on branches are not nested, but lie one after the other: a match of many cases is as many
   branches in each other, and compilers take a few hundred braces only. *)
let deep = 16

let landing st = st.fresh <- st.fresh + 1; st.fresh

let land_here st indent n =
  if Hashtbl.mem st.gotos n then put st indent (p "after_%d:;" n)

let jump st cx ~after n =
  if n = nowhere then invalid_arg "a jump to nowhere"
  else if n = after then None
  else if cx.brk = Some n then Some "break;"
  else if cx.cont = Some n then Some "continue;"
  else (
    Hashtbl.replace st.gotos n ();
    Some (if n = final then "goto done;" else p "goto after_%d;" n))

(* {2 Returns, tests} *)

let function_return st =
  let may_trap = F.can_trap (info st) st.env.proc in
  let result = st.pr.result in
  if T.is_void result || not (T.is_scalar result) then if may_trap then "return true;" else "return;"
  else
    let v = X.value (fst (X.place st.env (PVar st.pr.ret))) in
    if may_trap then p "{ *result = %s; return true; }" v else p "return %s;" v

let return st ~after indent =
  if after <> final then
    if st.pr.suspends then (
      Hashtbl.replace st.gotos final ();
      put st indent "goto done;")
    else put st indent (function_return st)

(* A branch that is a jump and nothing else, on the line of the test. *)
let rec as_jump st cx ~after = function
  | To l -> jump st cx ~after l
  | Command (Exit n) -> jump st cx ~after (List.nth cx.blocks n)
  | Command Return when after <> final ->
      if st.pr.suspends then jump st { cx with brk = None; cont = None } ~after final else Some (function_return st)
  | Command (Seq (Do (BLine n), c)) when st.line = "" || line_text st n = st.line -> as_jump st cx ~after (Command c)
  | Command _ -> None

(* {2 Commands} *)

let rec command st cx ~after indent c =
  match c with
  | Skip -> ()
  | Do (BLine n) -> set_line st n
  | Do b -> statement st indent (C_basic_trusted.basic st b)
  | Seq (a, b) ->
      let mid = landing st in
      command st cx ~after:mid indent a;
      land_here st indent mid;
      command st cx ~after indent b
  | If (e, a, b) -> conditional st cx ~after indent (C_body_trusted.test st e) (Command a) (Command b)
  | Block c -> command st { cx with blocks = after :: cx.blocks } ~after indent c
  | Loop (_, body) -> loop st cx ~after indent body
  | Exit n -> (
      match jump st cx ~after (List.nth cx.blocks n) with None -> () | Some s -> put st indent s)
  | Label (l, c) ->
      put st 0 (p "label_%d:;" l);
      command st cx ~after indent c
  | Goto l -> put st indent (p "goto label_%d;" l)
  | Suspend (l, x) -> suspend st indent l x
  | Call (l, x) ->
      if (T.procedure (types st) x.callee).suspends then call_coroutine st indent l x
      else statement st indent (guard st (C_body_trusted.call_guard st x) @ C_call_trusted.function_call st x)
  | Resume x -> resume st indent x
  | Return -> return st ~after indent

and loop st cx ~after indent body =
  let next = landing st in
  let inside = F.points (info st) body in
  (* In a loop with one suspension [at] cannot change: it is set once, in front. A goto could get past that. *)
  (match inside with
  | [ (l, _) ] when not (st.has_goto || Hashtbl.mem st.set_before l) ->
      put st indent (assign_at st l);
      Hashtbl.replace st.set_before l ()
  | _ -> ());
  put st indent "for (;;) {";
  let outer = st.in_stepped_loop in
  st.in_stepped_loop <- inside <> [];
  command st { cx with brk = Some after; cont = Some next } ~after:next (indent + 1) body;
  st.in_stepped_loop <- outer;
  land_here st (indent + 1) next;
  put st indent "}"

(* Where control goes when a test has come out. *)
and branch st cx ~after indent = function
  | Command c -> command st cx ~after indent c
  | To l -> ( match jump st cx ~after l with None -> () | Some s -> put st indent s)

(* A test as it was lowered: which operands of && and || are tested one by one, and
   with which guards, is proved (theories/layers/Lang/Guards/Tests.v), not decided here. *)
and conditional st cx ~after indent test yes no =
  match test with
  | CNot t -> conditional st cx ~after indent t no yes
  | CBoth _ when after = nowhere ->
      (* Falling through needs a place that jumps can name. *)
      let here = landing st in
      conditional st cx ~after:here indent test yes no;
      land_here st indent here
  | CBoth (a, b) -> both st cx ~after indent a b yes no
  | CTest (g, e) -> guarded_conditional st cx ~after indent g e yes no

and both st cx ~after indent a b yes no =
  let head = st.line in
  let second ~after yes no =
    if st.line = "" then st.line <- head;
    conditional st cx ~after indent b yes no
  in
  match as_jump st cx ~after:nowhere no with
  | Some _ ->
      conditional st cx ~after:nowhere indent a (Command Skip) no;
      second ~after yes no
  | None ->
      one_after_the_other st cx ~after indent yes no (fun otherwise ->
          conditional st cx ~after:nowhere indent a (Command Skip) (To otherwise);
          second ~after:nowhere (Command Skip) (To otherwise))

(* Both branches without braces around them; [test] prints the jump past the first, to the landing it is given. *)
and one_after_the_other st cx ~after indent yes no test =
  let otherwise = if no = Command Skip then after else landing st in
  test otherwise;
  if otherwise = after then branch st cx ~after indent yes
  else (
    let fall = landing st in
    branch st cx ~after:fall indent yes;
    land_here st indent fall;
    Option.iter (put st indent) (jump st cx ~after:nowhere after);
    land_here st indent otherwise;
    branch st cx ~after indent no)

and guarded_conditional st cx ~after indent g e yes no =
  let guards = guard st g in
  let test = X.test st.env e in
  let not_test = "!(" ^ test ^ ")" in
  let line parts = put st indent (String.concat " " (guards @ parts)) in
  (* Compilers take it that loops go on, but do not see a loop where each turn returns. *)
  let jump_if test j =
    line [ p (if j = "break;" && st.in_stepped_loop then "if (FLI_UNLIKELY(%s)) { %s }" else "if (%s) { %s }") test j ]
  in
  match (as_jump st cx ~after yes, as_jump st cx ~after no) with
  | _, Some j ->
      jump_if not_test j;
      branch st cx ~after indent yes
  | Some j, None ->
      jump_if test j;
      branch st cx ~after indent no
  | None, None when indent >= deep && after = nowhere ->
      let here = landing st in
      guarded_conditional st cx ~after:here indent g e yes no;
      land_here st indent here
  | None, None when indent >= deep ->
      one_after_the_other st cx ~after indent yes no (fun otherwise ->
          Option.iter (jump_if not_test) (jump st cx ~after:nowhere otherwise))
  | None, None -> (
      let head = st.line in
      st.line <- "";
      let yes = apart st cx ~after (indent + 1) yes in
      let no = apart st cx ~after (indent + 1) no in
      st.line <- head;
      match (yes, no) with
      | "", "" -> statement st indent guards
      | yes, "" ->
          line [ p "if (%s) {" test ];
          Buffer.add_string st.out yes;
          put st indent "}"
      | "", no ->
          line [ p "if (%s) {" not_test ];
          Buffer.add_string st.out no;
          put st indent "}"
      | yes, no ->
          line [ p "if (%s) {" test ];
          Buffer.add_string st.out yes;
          put st indent "} else {";
          Buffer.add_string st.out no;
          put st indent "}")

(* The text of a branch by itself: empty ones are left out. *)
and apart st cx ~after indent b =
  let sub = { st with out = Buffer.create 256; line = "" } in
  branch sub cx ~after indent b;
  st.fresh <- sub.fresh;
  st.traps <- st.traps || sub.traps;
  Buffer.contents sub.out

let body st =
  command st { blocks = []; brk = None; cont = None } ~after:final 1 st.pr.body;
  Buffer.contents st.out

let leaves_early st = Hashtbl.mem st.gotos final
