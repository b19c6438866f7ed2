(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Kind
open Ast

let printf = Printf.sprintf

(* {2 What is marked in the tree} *)

(* The scheduler, and the block. *)
let elsewhere n =
  match Program.marked "__fl_on" n with
  | Some ({ inner = [ _; scheduler ]; _ }, body) -> Some (scheduler, body)
  | _ -> None

let deferred n = Option.map snd (Program.marked "__fl_deferred" n)

(* {2 Regions}

   A region is left through its end. Regions around a place are named by their nodes, innermost first; the inside of
   a deferred statement is a region that must not be left at all, and has a negative name. *)

type exit = Value | Nothing | Break | Continue | Goto of string * int  (** its label, and the label's declaration *)
type region = { number : int; mutable exits : exit list  (** latest first *) }

(* Statements and expressions directly in a node, each with the regions around it. *)
let parts path n =
  match elsewhere n with
  | Some (scheduler, body) -> [ (path, scheduler); (n.id :: path, body) ]
  | None -> (
      match deferred n with
      | Some body -> [ (-n.id :: path, body) ]
      | None when n.kind = CompoundStmt ->
          let next (path, made) c = ((if deferred c = None then path else c.id :: path), (path, c) :: made) in
          List.rev (snd (List.fold_left next (path, []) n.inner))
      | None -> List.map (fun c -> (path, c)) n.inner)

type ctx = {
  p : Preprocessed.t;
  regions : (int, region) Hashtbl.t;
  labels : (int, int list) Hashtbl.t;  (** by declaration: the regions around *)
  mutable count : int;
  mutable edits : Rewrite.edit list;  (** latest first *)
  mutable value : bool;  (** a value is returned out of a region *)
  mutable found : Diagnosis.t list;
}

type place = { path : int list; broken : int list; continued : int list; switched : int list }

let say ctx d = ctx.found <- d :: ctx.found

let region ctx name =
  ctx.count <- ctx.count + 1;
  let r = { number = ctx.count; exits = [] } in
  Hashtbl.replace ctx.regions name r;
  r

(* {2 Text} *)

let replace ctx first last text = ctx.edits <- Rewrite.replacing ctx.p first last text :: ctx.edits
let insert ctx at text = ctx.edits <- (at, at, text) :: ctx.edits

(* {2 Jumps} *)

let native = function
  | Value -> "return fl__value;"
  | Nothing -> "return;"
  | Break -> "break;"
  | Continue -> "continue;"
  | Goto (label, _) -> printf "goto %s;" label

let rec is_suffix of_ path = of_ = path || match path with _ :: rest -> is_suffix of_ rest | [] -> false

let number_of exit exits =
  let rec go i = function e :: rest -> if e = exit then Some i else go (i + 1) rest | [] -> None in
  go 1 (List.rev exits)

(* The way out to another place: through the region that is to be left first, if there is one. *)
let way ctx exit ~from ~to_ =
  match from with
  | name :: _ when from <> to_ ->
      let r = Hashtbl.find ctx.regions name in
      if number_of exit r.exits = None then r.exits <- exit :: r.exits;
      let k = Option.get (number_of exit r.exits) in
      Some (printf "fl__leave_%d = %d; goto fl__out_%d;" r.number k r.number)
  | _ -> None

let target ctx place n =
  match n.kind with
  | BreakStmt -> Some place.broken
  | ContinueStmt -> Some place.continued
  | GotoStmt -> Hashtbl.find_opt ctx.labels n.target
  | _ -> Some []

let describe n =
  match n.kind with
  | BreakStmt -> "break"
  | ContinueStmt -> "continue"
  | GotoStmt -> "goto"
  | _ -> "return"

(* Whether the jump may be made, and is not C's own business. *)
let leaves ctx place n =
  match target ctx place n with
  | None -> None
  | Some to_ when not (is_suffix to_ place.path) ->
      say ctx
        (Diagnosis.at n "this goto leads into a block on another scheduler, or past an `fl_defer`"
           ~help:"put the label outside, or the goto inside");
      None
  | Some to_ ->
      let rec walls = function [] -> false | path when path = to_ -> false | name :: rest -> name < 0 || walls rest in
      if walls place.path then (
        say ctx
          (Diagnosis.at n "a `%s` out of a deferred statement: it runs when its block is left already" (describe n)
             ~help:"do it in the block, not in `fl_defer`");
        None)
      else if to_ = place.path then None
      else Some to_

let label_word p n = match Preprocessed.tokens p ~first:n.first ~last:n.last with
  | [ _; label ] -> label.Preprocessed.word
  | _ -> ""

let jump ctx place n =
  match leaves ctx place n with
  | None -> ()
  | Some to_ -> (
      let last = Extent.behind_semicolon ctx.p n.last in
      let out exit = Option.value (way ctx exit ~from:place.path ~to_) ~default:"" in
      match (n.kind, n.inner) with
      | ReturnStmt, e :: _ when Ctype.is_void e.desugared ->
          replace ctx n.first e.first "{ ";
          replace ctx e.last last (printf "; %s }" (out Nothing))
      | ReturnStmt, e :: _ ->
          ctx.value <- true;
          replace ctx n.first e.first "{ fl__value = (";
          replace ctx e.last last (printf "); %s }" (out Value))
      | kind, _ ->
          let exit =
            match kind with
            | BreakStmt -> Break
            | ContinueStmt -> Continue
            | GotoStmt -> Goto (label_word ctx.p n, n.target)
            | _ -> Nothing
          in
          replace ctx n.first last (printf "{ %s }" (out exit)))

(* Whether control may come to the end of a statement: yes, if in doubt. For warnings only. *)
let rec completes n =
  match (n.kind, n.inner) with
  | (ReturnStmt | GotoStmt | BreakStmt | ContinueStmt), _ -> false
  | (CompoundStmt | LabelStmt), (_ :: _ as l) -> completes (List.nth l (List.length l - 1))
  | IfStmt, _ when elsewhere n <> None || deferred n <> None -> true
  | IfStmt, [ _; yes; no ] -> completes yes || completes no
  | ForStmt, [ _; _; { kind = Absent; _ }; _; body ] -> exists (fun c -> c.kind = BreakStmt) body
  | _ -> true

(* What stands at the end of a region, outside of it: where those come who leave, what is done, and where they go on. *)
let ending ctx r place ~done_ ~completes =
  let to_ = function
    | Break -> place.broken
    | Continue -> place.continued
    | Goto (_, label) -> Option.value (Hashtbl.find_opt ctx.labels label) ~default:[]
    | Value | Nothing -> []
  in
  let dispatch =
    List.mapi
      (fun i exit ->
        let text = Option.value (way ctx exit ~from:place.path ~to_:(to_ exit)) ~default:(native exit) in
        printf " if (fl__leave_%d == %d) { %s }" r.number (i + 1) text)
      (List.rev r.exits)
  in
  let label = if r.exits = [] then "" else printf " fl__out_%d:;" r.number in
  let stop = if completes || dispatch = [] then "" else " __builtin_unreachable();" in
  label ^ " " ^ done_ ^ String.concat "" dispatch ^ stop

let leave_variable r = if r.exits = [] then "" else printf "int fl__leave_%d = 0; " r.number

(* {2 A function} *)

(* A name that the deferred statement means, and that a later declaration of its block hides where it runs. *)
let hidden ctx body later =
  let declared =
    List.concat_map
      (fun c -> if c.kind = DeclStmt then List.map (fun (d : node) -> d.name) c.inner else [])
      later
  in
  let rec go previous = function
    | (t : Preprocessed.token) :: rest ->
        if List.mem t.word declared && t.word <> "" && previous <> "." && previous <> "->" then
          say ctx
            (Diagnosis.at { nothing with first = t.at; last = t.at + String.length t.word }
               "`%s` is declared again below, in the block at whose end this runs" t.word
               ~help:"give one of them another name");
        go t.word rest
    | [] -> ()
  in
  if declared <> [] then go "" (Preprocessed.tokens ctx.p ~first:body.first ~last:(Extent.statement_end ctx.p body))

let rec go ctx ~in_expression place n =
  let again = go ctx ~in_expression:(n.kind = StmtExpr) in
  match elsewhere n with
  | Some (scheduler, body) ->
      again place scheduler;
      let r = region ctx n.id in
      again { place with path = n.id :: place.path } body;
      let last = Extent.statement_end ctx.p body in
      let home = printf "fl__home_%d" r.number in
      let text = ending ctx r place ~done_:(printf "fl_link(%s);" home) ~completes:(completes body) in
      replace ctx n.first scheduler.first (printf "{ struct fl_scheduler *%s = fl_link(" home);
      replace ctx scheduler.last body.first ("); " ^ leave_variable r);
      insert ctx last (text ^ " }")
  | None -> (
      match n.kind with
      | CompoundStmt -> block ctx ~in_expression place n
      | ReturnStmt | BreakStmt | ContinueStmt | GotoStmt ->
          List.iter (again place) n.inner;
          jump ctx place n
      | CaseStmt | DefaultStmt when place.switched <> place.path ->
          say ctx
            (Diagnosis.at n "the switch leads here into a block on another scheduler, or past an `fl_defer`"
               ~help:"give the case a block of its own, in braces");
          List.iter (again place) n.inner
      | WhileStmt | DoStmt | ForStmt ->
          List.iter (again { place with broken = place.path; continued = place.path }) n.inner
      | SwitchStmt -> List.iter (again { place with broken = place.path; switched = place.path }) n.inner
      | _ when deferred n <> None ->
          say ctx
            (Diagnosis.at n "`fl_defer` must stand in a block, as a statement of its own: it is done at the end of that"
               ~help:"put braces where the block is to be")
      | _ -> List.iter (again place) n.inner)

and block ctx ~in_expression place n =
  (* Deferred statements met so far, the last first: each with what is around it. *)
  let rec statements place pending = function
    | [] -> pending
    | c :: rest -> (
        match deferred c with
        | None ->
            go ctx ~in_expression:false place c;
            statements place pending rest
        | Some body ->
            if in_expression then
              say ctx
                (Diagnosis.at c "`fl_defer` in a statement expression, whose value comes last"
                   ~help:"put braces around the statements to which it belongs");
            hidden ctx body rest;
            let before = ctx.edits in
            ctx.edits <- [];
            go ctx ~in_expression:false { place with path = -c.id :: place.path } body;
            let inside = ctx.edits in
            ctx.edits <- before;
            let last = Extent.statement_end ctx.p body in
            let text = Rewrite.resynchronized ctx.p body.first ^ Rewrite.render ctx.p inside body.first last ^ "\n" in
            let r = region ctx c.id in
            statements { place with path = c.id :: place.path } ((c, last, r, place, text) :: pending) rest)
  in
  let pending = statements place [] n.inner in
  let at = n.last - 1 in
  let done_last = List.for_all completes n.inner in
  let ends = List.map (fun (_, _, r, place, text) -> ending ctx r place ~done_:text ~completes:done_last) pending in
  List.iter (fun (c, last, r, _, _) -> replace ctx c.first last (leave_variable r)) pending;
  if ends <> [] then insert ctx at (String.concat "" ends ^ Rewrite.resynchronized ctx.p at)

let is_region n = elsewhere n <> None || deferred n <> None

let labels ctx body =
  let rec go path n =
    if n.kind = LabelStmt then Hashtbl.replace ctx.labels n.target path;
    List.iter (fun (path, c) -> go path c) (parts path n)
  in
  go [] body

let function_ ctx (d : Program.definition) =
  ctx.value <- false;
  labels ctx d.body;
  iter
    (fun n ->
      match n.kind with
      | IndirectGotoStmt | LabelDecl ->
          say ctx
            (Diagnosis.at n "this, in a function with `fl_defer` or a block on another scheduler, is not translated"
               ~help:"use plain labels, or a switch")
      | _ -> ())
    d.body;
  go ctx ~in_expression:false { path = []; broken = []; continued = []; switched = [] } d.body;
  if ctx.value then (
    if String.contains d.signature.result '(' && not (String.contains d.signature.result '*') then
      say ctx
        (Diagnosis.at { nothing with first = d.signature.declared_at; last = d.signature.declared_at + 1 }
           "the type that `%s` results in has no name" d.signature.name ~help:"name it");
    insert ctx (d.body.first + 1) (printf " __typeof__(%s) fl__value; " d.signature.result))

let concern (d : Program.definition) = exists is_region d.body

let expand (program : Program.t) =
  let p = program.source in
  let ctx =
    { p; regions = Hashtbl.create 17; labels = Hashtbl.create 17; count = 0; edits = []; value = false; found = [] }
  in
  List.iter (fun (d : Program.definition) -> if concern d then function_ ctx d) program.definitions;
  if ctx.found <> [] then Error (List.rev ctx.found)
  else if ctx.count = 0 then Ok None
  else Ok (Some (Rewrite.render p ctx.edits 0 (String.length p.text)))
