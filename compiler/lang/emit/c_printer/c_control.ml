(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module B = C_body_trusted
module F = C_queries_trusted
module L = C_lines_trusted
module T = C_types_trusted

(* {2 Jumps}

   A landing is a place right after a command, where exits may end up: [after]
   is the one that falling through leads to. *)

type context = {
  blocks : int list;  (** landings of the enclosing blocks *)
  brk : int option;  (** where [break] goes *)
  cont : int option;  (** where [continue] goes *)
}

type branch = Command of (basic, expr, suspension, call, resumption) cmd | Landing of int

let final = 0  (* the landing at the end of the body *)
let nowhere = -1  (* no landing: falling through goes on with what is printed next, which no jump can name *)

(* From this indentation on branches are not nested, but lie one after the other: a match of many cases is as many
   branches in each other, and compilers take a few hundred braces only. *)
let deep = 16

let landing (st : B.t) = st.fresh <- st.fresh + 1; st.fresh

let land_here (st : B.t) indent n =
  if Hashtbl.mem st.gotos n then L.line st indent (NHere (After n))

let jump (st : B.t) cx ~after n =
  if n = nowhere then invalid_arg "a jump to nowhere"
  else if n = after then None
  else if cx.brk = Some n then Some Break
  else if cx.cont = Some n then Some Continue
  else (
    Hashtbl.replace st.gotos n ();
    Some (if n = final then Done else To (After n)))

let jump_there st cx ~after indent n = Option.iter (fun j -> L.line st indent (NJump j)) (jump st cx ~after n)

let return (st : B.t) ~after indent =
  if after <> final then
    if st.pr.suspends then (
      Hashtbl.replace st.gotos final ();
      L.line st indent (NJump Done))
    else L.line st indent (NJump Out)

(* A branch that is a jump and nothing else, on the line of the test. *)
let rec as_jump (st : B.t) cx ~after = function
  | Landing l -> jump st cx ~after l
  | Command (Exit n) -> jump st cx ~after (List.nth cx.blocks n)
  | Command Return when after <> final ->
      if st.pr.suspends then jump st { cx with brk = None; cont = None } ~after final else Some Out
  | Command (Seq (Do (BLine n), c)) when st.line = "" || B.line_text st n = st.line -> as_jump st cx ~after (Command c)
  | Command _ -> None

(* {2 Commands} *)

let rec command (st : B.t) cx ~after indent c =
  match c with
  | Skip -> ()
  | Do (BLine n) -> B.set_line st n
  | Do b -> L.line st indent (NLeaf (LBasic b))
  | Seq (a, b) ->
      let mid = landing st in
      command st cx ~after:mid indent a;
      land_here st indent mid;
      command st cx ~after indent b
  | If (e, a, b) -> conditional st cx ~after indent (B.test st e) (Command a) (Command b)
  | Block c -> command st { cx with blocks = after :: cx.blocks } ~after indent c
  | Loop (_, body) -> loop st cx ~after indent body
  | Exit n -> jump_there st cx ~after indent (List.nth cx.blocks n)
  | Label (l, c) ->
      L.line st indent (NHere (Named l));
      command st cx ~after indent c
  | Goto l -> L.line st indent (NJump (To (Named l)))
  | Suspend (l, x) -> L.line st indent (NPoint (l, PAsk x, stores st l))
  | Call (l, x) when (T.procedure (B.types st) x.callee).suspends -> L.line st indent (NPoint (l, PCall x, stores st l))
  | Call (l, x) -> L.line st indent (NLeaf (LCall (l, x)))
  | Resume x -> L.line st indent (NLeaf (LResume x))
  | Return -> return st ~after indent

and stores (st : B.t) l = not (Hashtbl.mem st.set_before l)

and loop (st : B.t) cx ~after indent body =
  let next = landing st in
  let inside = F.points (B.info st) body in
  (* In a loop with one suspension [at] cannot change: it is set once, in front. A goto could get past that. *)
  (match inside with
  | [ (l, _) ] when not (st.has_goto || Hashtbl.mem st.set_before l) ->
      L.line st indent (NStore l);
      Hashtbl.replace st.set_before l ()
  | _ -> ());
  L.line st indent NFor;
  let outer = st.in_stepped_loop in
  st.in_stepped_loop <- inside <> [];
  command st { cx with brk = Some after; cont = Some next } ~after:next (indent + 1) body;
  st.in_stepped_loop <- outer;
  land_here st (indent + 1) next;
  L.line st indent NClose

(* Where control goes when a test has come out. *)
and branch st cx ~after indent = function
  | Command c -> command st cx ~after indent c
  | Landing l -> jump_there st cx ~after indent l

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

and both (st : B.t) cx ~after indent a b yes no =
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
          conditional st cx ~after:nowhere indent a (Command Skip) (Landing otherwise);
          second ~after:nowhere (Command Skip) (Landing otherwise))

(* Both branches without braces around them; [test] prints the jump past the first, to the landing it is given. *)
and one_after_the_other st cx ~after indent yes no test =
  let otherwise = if no = Command Skip then after else landing st in
  test otherwise;
  if otherwise = after then branch st cx ~after indent yes
  else (
    let fall = landing st in
    branch st cx ~after:fall indent yes;
    land_here st indent fall;
    jump_there st cx ~after:nowhere indent after;
    land_here st indent otherwise;
    branch st cx ~after indent no)

and guarded_conditional (st : B.t) cx ~after indent g e yes no =
  let jump_if negated j = L.line st indent (NIfJump ((g, e), negated, j)) in
  match (as_jump st cx ~after yes, as_jump st cx ~after no) with
  | _, Some j ->
      jump_if true j;
      branch st cx ~after indent yes
  | Some j, None ->
      jump_if false j;
      branch st cx ~after indent no
  | None, None when indent >= deep && after = nowhere ->
      let here = landing st in
      guarded_conditional st cx ~after:here indent g e yes no;
      land_here st indent here
  | None, None when indent >= deep ->
      one_after_the_other st cx ~after indent yes no (fun otherwise ->
          Option.iter (jump_if true) (jump st cx ~after:nowhere otherwise))
  | None, None ->
      let head = st.line in
      st.line <- "";
      let apart b = L.apart st (fun st -> branch st cx ~after (indent + 1) b) in
      let yes = apart yes in
      let no = apart no in
      st.line <- head;
      L.branches st indent (g, e) yes no

let body st = L.body st (fun st -> command st { blocks = []; brk = None; cont = None } ~after:final 1 st.pr.body)
let leaves_early (st : B.t) = Hashtbl.mem st.gotos final
