(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir
module M = Text_model
module W = Written

let rec in_order = function [] -> M.SNil | [ t ] -> t | t :: l -> M.SThen (t, in_order l)
let sequence l = in_order (List.filter (fun t -> t <> M.SNil) l)

let spelled (told : Told.t) v =
  match Told.within told.source (v.declared_at, v.declared_at + String.length v.name) with
  | i :: _ when v.role <> Temporary && told.source.(i).at = v.declared_at -> told.source.(i).word
  | _ -> v.name

let tree (told : Told.t) (f : func) =
  let source = told.source and index = told.index in
  let tokens range = List.map (fun i -> (i, source.(i).C_tokens.word)) (Told.within source range) in
  let is_name (first, last) v =
    match tokens (first, last) with
    | [ (i, w) ] when source.(i).at = first && w = spelled told v -> Some i
    | _ -> None
  in
  (* Where other text stands for what is written there, the tokens of both come in order. *)
  let rec items ~holes frags =
    let made = ref [] and standing = ref [] and holes = ref holes in
    let put t = made := t :: !made in
    let stand (first, last) = put (M.SStood (tokens (first, last))) in
    let up_to at =
      let before, behind = List.partition (fun (first, _) -> first < at) !standing in
      List.iter stand before;
      standing := behind
    in
    let rec drop n l = if n = 0 then l else match l with _ :: l -> drop (n - 1) l | [] -> [] in
    let rec take n = function x :: l when n > 0 -> x :: take (n - 1) l | _ -> [] in
    let rec go = function
      | For (first, last) :: ((Var v | Named v) :: rest as l) -> (
          match is_name (first, last) v with
          | Some i -> up_to first; put (M.SNamed (i, index v)); go rest
          | None -> standing := List.merge compare !standing [ (first, last) ]; go l)
      | For (first, last) :: rest -> standing := List.merge compare !standing [ (first, last) ]; go rest
      | Text (first, last) :: rest -> up_to first; put (M.SSame (tokens (first, last))); go rest
      | Word w :: rest -> put (M.SOurs (C_tokens.words w)); go rest
      | (Var v | Named v) :: rest -> put (M.SWhere (index v)); go rest
      | Hoisted (first, _) :: rest -> (
          up_to first;
          match (!holes, rest) with
          | { W.from; stands = W.Instead text; was } :: more, rest when from = first ->
              holes := more;
              let rec behind = function Hoisted _ :: rest -> behind rest | rest -> rest in
              let n = List.length (Lazy.force text.W.frags) in
              let inside, rest = match behind rest with Word "(" :: rest -> (take n rest, drop n rest) | l -> ([], l) in
              put (M.SGrouped (M.SPair (one was, items ~holes:text.W.holes inside)));
              go (match rest with Word ")" :: rest -> rest | rest -> rest)
          | { W.from; was; _ } :: more, (Var _ | Word _) :: rest when from = first ->
              holes := more;
              put (one was);
              go rest
          | _, rest -> go rest)
      | [] -> List.iter stand !standing
    in
    go frags;
    in_order (List.rev !made)
  and text (t : W.text) = items ~holes:t.holes (Lazy.force t.frags)
  and arguments = function [] -> M.SNil | e :: l -> let e = one e in M.SArgument (e, arguments l)
  and called (c : call) callee l =
    let into = Option.map index c.into in
    match c.callee with
    | Direct g -> M.SCalled (told.number c, Some g, M.SCallee (tokens c.named), arguments l, into)
    | Through _ -> M.SCalled (told.number c, None, one callee, arguments l, into)
  and one = function
    | W.Sequence l -> sequence (List.map one l)
    | W.Text t -> text t
    | W.Called (c, callee, l) -> called c callee l
    | W.Apart (v, e) -> M.SApart (index v, one e)
    | W.Beside (a, b) -> let a = one a in M.SPair (a, one b)
    | W.And (t, a, b) -> let a = one a in M.SAnd (index t, a, one b)
    | W.Or (t, a, b) -> let a = one a in M.SOr (index t, a, one b)
    | W.Choice (t, c, a, b) -> let c = one c in let a = one a in M.SChoice (index t, c, a, one b)
    | W.Chosen (c, a, b) -> let c = one c in let a = one a in M.SChosen (c, a, one b)
    | W.Elvis (u, t, c, b) -> let c = one c in M.SElvis (index u, index t, c, one b)
    | W.Inner (t, s) -> M.SInner (Option.map index t, one s)
    | W.Last (t, e) -> M.SLast (index t, one e)
    | W.Effect e -> M.SEffect (one e)
    | W.Quiet e -> M.SQuiet (one e)
    | W.And_only (a, b) -> let a = one a in M.SAndOnly (a, one b)
    | W.Or_only (a, b) -> let a = one a in M.SOrOnly (a, one b)
    | W.Parens e -> M.SParens (one e)
    | W.Cast (first, last, e) ->
        let inside = List.filter (fun (_, w) -> w <> "(" && w <> ")") (tokens (first, last)) in
        M.SCast (inside, one e)
    | W.Ended e -> M.SEnded (one e)
    | W.Plain e -> M.SPlain (one e)
    | W.Empty -> M.SEmpty
    | W.Gone -> M.SGone
    | W.Braces s -> M.SBraces (one s)
    | W.If (c, a, None) -> let c = one c in M.SIf (c, one a)
    | W.If (c, a, Some b) -> let c = one c in let a = one a in M.SElse (c, a, one b)
    | W.While (c, s) -> let c = one c in M.SWhile (c, one s)
    | W.Do (l, s, c) -> let s = one s in M.SDo (l, s, one c)
    | W.For (l, i, c, step, s) ->
        let i = one i in
        let c = one c in
        let step = one step in
        M.SFor (l, i, c, step, one s)
    | W.Test c -> M.STest (one c)
    | W.Switch (c, s) -> let c = one c in M.SSwitch (c, one s)
    | W.Case e -> M.SCase (one e)
    | W.Default -> M.SDefault
    | W.Label n -> M.SLabel n
    | W.Attribute (first, last) -> (
        match tokens (first, last) with [] -> M.SNil | l -> M.SAttribute l)
    | W.Return e -> M.SReturn (one e)
    | W.Return_void e -> M.SReturnVoid (one e)
    | W.Directive (first, last) -> (
        match tokens (first, last) with [ (i, w) ] -> M.SDirective (i, w) | l -> M.SStood l)
    | W.Declared { first; last; whole; declared } -> declaration ~first ~last whole declared
  and declaration ~first ~last whole declared =
    let in_frame = function W.Automatic { variable; _ } -> told.in_frame variable | _ -> false in
    (* For clang a declaration begins behind this word. *)
    let rec extension i =
      if i >= 0 && source.(i).C_tokens.word = "__extension__" then extension (i - 1) @ [ (i, "__extension__") ] else []
    in
    let before = match Told.within source (first, last) with i :: _ -> extension (i - 1) | [] -> [] in
    let made = declared_text ~first ~last ~in_frame whole declared in
    if before = [] then made else M.SThen (M.SType before, made)
  and declared_text ~first ~last ~in_frame whole declared =
    match whole with
    | Some t when not (List.exists in_frame declared) -> M.SEffect (text t)
    | _ ->
        (* [at]: what is before is in it. *)
        let type_ at last = match tokens (at, last) with [] -> M.SNil | l -> M.SType l in
        let rec each at = function
          | W.Automatic { variable = v; initializer_ } :: rest -> (
              let name_end = v.declared_at + String.length v.name in
              let before = type_ at v.declared_at in
              let i = match Told.within source (v.declared_at, name_end) with i :: _ -> i | [] -> -1 in
              match initializer_ with
              | None -> before :: M.SVariable (i, index v, []) :: each name_end rest
              | Some (from, until, e) ->
                  let behind =
                    match List.rev (tokens (name_end, from)) with (_, "=") :: l -> List.rev l | l -> List.rev l
                  in
                  before :: M.SInitialized (i, index v, behind, one e) :: each until rest)
          | W.Type (from, until, t) :: rest ->
              let before = type_ at from in
              before :: M.SEffect (text t) :: each (max at until) rest
          | W.Prototype t :: rest ->
              M.SPrototype (text t) :: each at rest
          | [] -> (
              match List.rev (tokens (at, last)) with
              | (_, ";") :: l -> [ (if l = [] then M.SNil else M.SType (List.rev l)) ]
              | _ -> [ type_ at last ])
        in
        M.SEnded (sequence (each first declared))
  in
  one f.written
