(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Surface

type edge = { target : int; verb : string; loc : Loc.t }

let edges (env : Env.t) i =
  let p = env.procs.(i) in
  let m = p.routine.origin.in_module in
  let found = ref [] in
  let add target verb loc = found := { target; verb; loc } :: !found in
  let path verb (path : path) =
    match Names.find_opt env m path with
    | Some (Env.Proc j) -> add j verb path.base.loc
    | _ -> ()
    | exception Errors.Reported -> ()
  in
  let holds loc t = List.iter (fun j -> add j "holds a coroutine of" loc) (Representation.coroutines_in env t) in
  (* A type that does not resolve is reported when the statement is elaborated. *)
  let ty (t : ty) =
    match holds t.t_loc (Resolution.resolve env m ~view:true t) with
    | () -> ()
    | exception (Diagnostic.Error _ | Errors.Reported) -> ()
  in
  let rec expr (e : expr) =
    (match e.e with
    | Apply ({ e = Name id; loc; _ }, _) -> path "calls" { qualifier = None; base = { id; loc } }
    | Apply ({ e = Field ({ e = Name id; loc; _ }, base); _ }, _) -> path "calls" { qualifier = Some { id; loc }; base }
    | Call (p, _) -> path "calls" p
    | Start (p, _) -> path "starts" p
    | _ -> ());
    (* The blocks of a value: what they declare may hold coroutines, too. *)
    let exprs, stmts = Subterms.of_expr e.e in
    List.iter expr exprs;
    List.iter stmt stmts
  and stmt s =
    (match s.s with Let (_, Some t, _) | Var (_, Some t, _) -> ty t | _ -> ());
    let exprs, stmts = Subterms.of_stmt s.s in
    List.iter expr exprs;
    List.iter stmt stmts
  in
  List.iter2 (fun (_, _, t) (s : param) -> try holds s.p_ty.t_loc t with Errors.Reported -> ())
    p.routine.params
    (if p.routine.params = [] then [] else p.routine.signature.params);
  (try holds p.decl.name.loc p.routine.returns with Errors.Reported -> ());
  List.iter expr p.decl.requires;
  List.iter stmt p.decl.body;
  List.rev !found

type mark = White | Grey | Black

(* One mistake for those that lead to each other. *)
let report (env : Env.t) reported stack (back : edge) =
  (* [stack]: innermost first; the cycle starts where [back] leads. *)
  let rec until = function
    | [] -> []
    | (i, via) :: rest -> if i = back.target then [ (i, via) ] else (i, via) :: until rest
  in
  let name i = "`" ^ Names.qualified env env.procs.(i).routine.origin ^ "`" in
  match List.rev (until stack) with
  | [] -> ()
  | cycle when List.exists (fun (i, _) -> reported.(i)) cycle -> ()
  | (first, _) :: rest as cycle ->
      List.iter (fun (i, _) -> reported.(i) <- true) cycle;
      let n = List.length rest in
      let left_out = n > 8 in
      let rest = if left_out then List.filteri (fun i _ -> i < 4 || i >= n - 4) rest else rest in
      let step (i, (via : edge option)) = Printf.sprintf " %s %s" (match via with Some e -> e.verb | None -> "") (name i) in
      Errors.add env.errors
        (Diagnostic.make back.loc "recursion: %s%s %s %s" (name first)
           (String.concat ", which" (List.map step rest) ^ if rest = [] then "" else if left_out then " (and so on), which" else ", which")
           back.verb (name back.target)
           ~help:"frames have a fixed size, so nothing can contain itself: use a loop, or a table of coroutines in a common parent")

(* Depth first, with a stack of its own: chains of calls can be long. *)
let sort (env : Env.t) =
  let n = Array.length env.procs in
  let marks = Array.make n White in
  let order = ref [] and next = ref 0 in
  let reported = Array.make n false in
  let visit start =
    let stack = ref [] in
    let push i via =
      marks.(i) <- Grey;
      stack := (i, via, ref (edges env i)) :: !stack
    in
    push start None;
    while !stack <> [] do
      match !stack with
      | [] -> ()
      | (i, _, rest) :: below -> (
          match !rest with
          | [] ->
              marks.(i) <- Black;
              let p = env.procs.(i) in
              let take () = order := i :: !order; incr next; !next - 1 in
              p.number <- take ();
              p.checked <- (if p.decl.requires = [] then p.number else take ());
              stack := below
          | e :: l -> (
              rest := l;
              match marks.(e.target) with
              | Black -> ()
              | White -> push e.target (Some e)
              | Grey -> report env reported (List.map (fun (i, via, _) -> (i, via)) !stack) e))
    done
  in
  for i = 0 to n - 1 do
    if marks.(i) = White then visit i
  done;
  Array.of_list (List.rev !order)
