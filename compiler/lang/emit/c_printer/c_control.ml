(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module B = C_body_trusted
module F = C_queries_trusted
module L = C_lines_trusted
module T = C_types_trusted

type state = {
  b : B.t;
  numbers : (label, int) Hashtbl.t;  (** in [at], for a suspension or a call of a coroutine *)
  gotos : (int, unit) Hashtbl.t;  (** landings that a goto mentions *)
  set_before : (label, unit) Hashtbl.t;  (** stops of which a loop around them has set [at] *)
  has_goto : bool;
}

let number st l = Hashtbl.find st.numbers l
let line st = L.line st.b
let suspends b (x : call) = (T.procedure (B.types b) x.callee).suspends

(* Where it can be suspended, in order of appearance. *)
let points b body =
  let add acc = function
    | Suspend (l, x) -> (l, PAsk (l, x)) :: acc
    | Call (l, x) when suspends b x -> (l, PCall (l, x)) :: acc
    | _ -> acc
  in
  List.rev (F.fold_cmd add [] body)

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

let landing { b; _ } = b.fresh <- b.fresh + 1; b.fresh

let land_here st indent n =
  if Hashtbl.mem st.gotos n then line st indent (NHere (After n))

let jump st cx ~after n =
  if n = nowhere then invalid_arg "a jump to nowhere"
  else if n = after then None
  else if cx.brk = Some n then Some Break
  else if cx.cont = Some n then Some Continue
  else (
    Hashtbl.replace st.gotos n ();
    Some (if n = final then Done else To (After n)))

let jump_there st cx ~after indent n = Option.iter (fun j -> line st indent (NJump j)) (jump st cx ~after n)

let return st ~after indent =
  if after <> final then
    if st.b.pr.suspends then (
      Hashtbl.replace st.gotos final ();
      line st indent (NJump Done))
    else line st indent (NJump Out)

(* A branch that is a jump and nothing else, on the line of the test. *)
let rec as_jump st cx ~after = function
  | Landing l -> jump st cx ~after l
  | Command (Exit n) -> jump st cx ~after (List.nth cx.blocks n)
  | Command Return when after <> final ->
      if st.b.pr.suspends then jump st { cx with brk = None; cont = None } ~after final else Some Out
  | Command (Seq (Do (BLine n), c)) when st.b.line = "" || B.line_text st.b n = st.b.line ->
      as_jump st cx ~after (Command c)
  | Command _ -> None

(* {2 Commands} *)

let rec command st cx ~after indent c =
  match c with
  | Skip -> ()
  | Do (BLine n) -> B.set_line st.b n
  | Do b -> line st indent (NLeaf (LBasic b))
  | Seq (a, b) ->
      let mid = landing st in
      command st cx ~after:mid indent a;
      land_here st indent mid;
      command st cx ~after indent b
  | If (e, a, b) -> conditional st cx ~after indent (B.test st.b e) (Command a) (Command b)
  | Block c -> command st { cx with blocks = after :: cx.blocks } ~after indent c
  | Loop (_, body) -> loop st cx ~after indent body
  | Exit n -> jump_there st cx ~after indent (List.nth cx.blocks n)
  | Label (l, c) ->
      line st indent (NHere (Named l));
      command st cx ~after indent c
  | Goto l -> line st indent (NJump (To (Named l)))
  | Suspend (l, x) ->
      line st indent (NAsk (l, x, stored st l));
      line st indent (NHere (Stop (number st l)));
      line st indent (NLeaf (LAnswer (l, x)))
  | Call (l, x) when suspends st.b x ->
      line st indent (NLeaf (LEnter (l, x)));
      line st indent (NHere (Stop (number st l)));
      line st indent (NStep (l, x, stored st l))
  | Call (l, x) -> line st indent (NLeaf (LCall (l, x)))
  | Resume x -> line st indent (NLeaf (LResume x))
  | Return -> return st ~after indent

and stored st l = if Hashtbl.mem st.set_before l then None else Some (number st l)

and loop st cx ~after indent body =
  let next = landing st in
  let inside = points st.b body in
  (* In a loop with one suspension [at] cannot change: it is set once, in front. A goto could get past that. *)
  (match inside with
  | [ (l, _) ] when not (st.has_goto || Hashtbl.mem st.set_before l) ->
      line st indent (NStore (number st l));
      Hashtbl.replace st.set_before l ()
  | _ -> ());
  L.loop st.b indent (fun () ->
      let outer = st.b.in_stepped_loop in
      st.b.in_stepped_loop <- inside <> [];
      command st { cx with brk = Some after; cont = Some next } ~after:next (indent + 1) body;
      st.b.in_stepped_loop <- outer;
      land_here st (indent + 1) next)

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

and both st cx ~after indent a b yes no =
  let head = st.b.line in
  let second ~after yes no =
    if st.b.line = "" then st.b.line <- head;
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

and guarded_conditional st cx ~after indent g e yes no =
  let jump_if negated j = line st indent (NIfJump ((g, e), negated, j)) in
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
      let head = st.b.line in
      st.b.line <- "";
      let apart b = L.apart st.b (fun b' -> branch { st with b = b' } cx ~after (indent + 1) b) in
      let yes = apart yes in
      let no = apart no in
      st.b.line <- head;
      L.branches st.b indent (g, e) yes no

(* {2 The entry} *)

(* Steps mostly begin in the innermost loops, and in what comes later: headers come before bodies. *)
let likely b body =
  let rec depths depth = function
    | Skip | Do _ | Exit _ | Goto _ | Resume _ | Return -> []
    | Seq (a, b) | If (_, a, b) -> depths depth a @ depths depth b
    | Block c | Label (_, c) -> depths depth c
    | Loop (_, c) -> depths (depth + 1) c
    | Suspend (l, _) -> [ (depth, l) ]
    | Call (l, x) -> if suspends b x then [ (depth, l) ] else []
  in
  let all = depths 0 body in
  let deepest = List.fold_left (fun d (d', _) -> max d d') 1 all in
  match List.filter (fun (d, _) -> d = deepest) all with
  | [ (_, l) ] -> [ l ]
  | [ (_, l); (_, l') ] -> [ l'; l ]
  | _ -> []

let entry st =
  let goes l = (number st l, number st l) in
  let points = points st.b st.b.pr.body in
  {
    likely = List.map goes (likely st.b st.b.pr.body);
    cases = List.map (fun (l, _) -> goes l) points;
    told = List.map (fun (l, point) -> (number st l, point)) points;
  }

(* gcc compares each load with the same load at every other entry, which takes it minutes when there are thousands. *)
let entries_compared = 256

let body (b : B.t) =
  let numbers = Hashtbl.create 17 in
  List.iteri (fun n (l, _) -> Hashtbl.replace numbers l (n + 2)) (points b b.pr.body);
  let has_goto = F.fold_cmd (fun acc c -> acc || match c with Goto _ -> true | _ -> false) false b.pr.body in
  let st = { b; numbers; gotos = Hashtbl.create 7; set_before = Hashtbl.create 7; has_goto } in
  b.crowded <- Hashtbl.length numbers > entries_compared;
  L.body b (entry st) (fun b ->
      command { st with b } { blocks = []; brk = None; cont = None } ~after:final 1 b.pr.body)
