(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Structure
open Motion

type method_ = Reordering | Symbolic
type pieces = (node list * node list * edit list) list
type found = { how : string list; steps : edit list; exchanges : int; pieces : pieces }
type evidence = In_blocks of ((instr list * exit) * instr list * hint) list | In_scripts of pieces
type request = { place : Diagnostic.place; loop : int; rule : string; argument : int option }

let usage = "write `//@ by [loop K] RULE', where RULE is unroll N, peel, rotate N, sink N, invert or pipeline"

let request (place, words) =
  let number least w =
    match int_of_string_opt w with
    | Some n when n >= least && n < 10_000 -> n
    | _ -> Diagnostic.fail ~place "`%s' is not a number from %d to 9999" w least
  in
  let loop, rest = match words with "loop" :: k :: rest -> (number 1 k, rest) | rest -> (1, rest) in
  match rest with
  | [ (("unroll" | "rotate" | "sink") as rule); n ] -> { place; loop; rule; argument = Some (number 0 n) }
  | [ (("peel" | "invert" | "pipeline") as rule) ] -> { place; loop; rule; argument = None }
  | _ -> Diagnostic.fail ~place "cannot read this rule; %s" usage

(* Where the loops are: the path to their sequence, and their place in it. *)
let rec loops_of path nodes =
  List.concat
    (List.mapi
       (fun k n ->
         let inside b l = loops_of (path @ [ (k, b) ]) l in
         match n with
         | Straight _ -> []
         | If { yes; no; _ } -> inside false yes @ inside true no
         | Loop { body; rest; _ } -> ((path, k) :: inside false body) @ inside true rest)
       nodes)

let loops nodes = List.length (loops_of [] nodes)

let split n l =
  let rec go n acc = function x :: l when n > 0 -> go (n - 1) (x :: acc) l | l -> (List.rev acc, l) in
  go n [] l

let rec at_path path f nodes =
  match path with
  | [] -> f nodes
  | (k, second) :: path ->
      List.mapi
        (fun j n ->
          if j <> k then n
          else
            match n with
            | Straight _ -> n
            | If i -> if second then If { i with no = at_path path f i.no } else If { i with yes = at_path path f i.yes }
            | Loop l -> if second then Loop { l with rest = at_path path f l.rest } else Loop { l with body = at_path path f l.body })
        nodes

(* A rule on the loop at that place: the model's step, and the same on nodes, which keep their places. *)
let on_loop (path, k) rule nodes =
  let change l =
    let before, after = split k l in
    match after with
    | Loop { place; body; cc; rest } :: after ->
        let rec unrolled n = if n = 0 then body else body @ [ If { place; cc; yes = rest @ unrolled (n - 1); no = [] } ] in
        let here =
          match rule with
          | Peel -> body @ [ If { place; cc; yes = rest @ [ Loop { place; body; cc; rest } ]; no = [] } ]
          | Rotate m ->
              let a, b = split (Unary.to_int m) body in
              a @ [ Loop { place; body = b; cc; rest = rest @ a } ]
          | Unroll n -> [ Loop { place; body = unrolled (Unary.to_int n); cc; rest } ]
          | Sink m ->
              let a, b = split (Unary.to_int m) body in
              Loop { place; body = a; cc; rest = b @ rest } :: b
          | Invert -> [ If { place; cc; yes = [ Loop { place; body = rest; cc; rest = [] } ]; no = [] } ]
          | _ -> [ Loop { place; body; cc; rest } ]
        in
        before @ here @ after
    | _ -> l
  in
  (step (path, k) rule, at_path path change nodes)

let loop_at (path, k) nodes =
  let found = ref None in
  ignore (at_path path (fun l -> (match List.nth_opt l k with Some (Loop { body; cc; rest; _ }) -> found := Some (body, cc, rest) | _ -> ()); l) nodes);
  !found

let no_loop (r : request) n =
  Diagnostic.fail ~place:r.place "there is no loop %d here: the clean code has %d loops" r.loop n

let apply_one nodes (r : request) =
  let all = loops_of [] nodes in
  match List.nth_opt all (r.loop - 1) with
  | None -> no_loop r (List.length all)
  | Some at -> (
      let body, cc, _rest = Option.get (loop_at at nodes) in
      let n = Option.value r.argument ~default:0 in
      let within n = if n < 1 || n >= List.length body then
          Diagnostic.fail ~place:r.place "%s %d: the loop's body has %d parts; say how many of them, at least 1 and not all" r.rule n (List.length body) in
      match r.rule with
      | "unroll" ->
          if n < 2 || n > 64 then Diagnostic.fail ~place:r.place "unroll %d: say how many bodies there shall be, from 2 to 64" n;
          on_loop at (Unroll (Unary.of_int (n - 1))) nodes
      | "peel" -> on_loop at Peel nodes
      | "rotate" -> if n <> List.length body then within n; on_loop at (Rotate (Unary.of_int n)) nodes
      | "sink" -> (
          within n;
          match modifies_flag cc (instructions (snd (split n body))) with
          | Some p ->
              Diagnostic.fail ~place:r.place
                ~notes:[ (Some p.place, "this instruction changes a flag that the test reads") ]
                ~help:"use an instruction that leaves flags alone, such as lea"
                "what moves past the test of the loop (j%s) must not change its flags" (Mnemonic.condition_name cc)
          | None -> on_loop at (Sink (Unary.of_int n)) nodes)
      | "invert" ->
          if body <> [] then Diagnostic.fail ~place:r.place ~help:"rotate its body first"
            "only a loop with nothing before its test can be inverted";
          on_loop at Invert nodes
      | _ -> Diagnostic.fail ~place:r.place ~help:"say sink, rotate and invert" "pipelining follows the fast code")

let apply nodes requests =
  let steps, nodes =
    List.fold_left (fun (steps, nodes) r -> let s, nodes = apply_one nodes r in (s :: steps, nodes)) ([], nodes) requests
  in
  (List.rev steps, nodes)

(* What may be equal up to the order of instructions: the same tree, the same numbers. *)
let is_straight = function Straight _ -> true | _ -> false

let rec alike ~counts clean fast =
  let c, clean = span clean and f, fast = span fast in
  ((not counts) || List.compare_lengths c f = 0)
  &&
  match (clean, fast) with
  | [], [] -> true
  | If a :: clean, If b :: fast ->
      ((a.cc = b.cc && alike ~counts a.yes b.yes && alike ~counts a.no b.no)
      || (negate a.cc = b.cc && alike ~counts a.no b.yes && alike ~counts a.yes b.no))
      && alike ~counts clean fast
  | Loop a :: clean, Loop b :: fast -> a.cc = b.cc && alike ~counts a.body b.body && alike ~counts a.rest b.rest && alike ~counts clean fast
  | _ -> false

let place_of nodes =
  match nodes with
  | Straight (p : Program.placed) :: _ -> Some p.place
  | (If { place; _ } | Loop { place; _ }) :: _ -> Some place
  | [] -> None

let name_of = function
  | [] -> "the end of this sequence"
  | Straight _ :: _ -> "an instruction"
  | If { cc; _ } :: _ -> "a conditional (" ^ Mnemonic.condition_name cc ^ ")"
  | Loop { cc; _ } :: _ -> "a loop (while " ^ Mnemonic.condition_name cc ^ ")"

let shape_help =
  "loops and conditionals must be the same in both, up to unrolling, peeling, rotation and pipelining of a loop; say \
   `//@ by' in the fast code how they were changed"

let is_shape (d : Diagnostic.t) = d.help = Some shape_help

let align ~regions ~names ~method_ clean fast =
  let steps = ref [] and exchanges = ref 0 in
  let add s = steps := s :: !steps in
  let block at behind c f =
    if instrs c <> instrs f then begin
      let c = Array.of_list c and f = Array.of_list f in
      let n = Unary.of_int (Array.length c) in
      match method_ with
      | Reordering -> (
          match Reordering.find ~regions ~names c f with
          | Ok (hints, moved) -> exchanges := !exchanges + moved; add (step at (Reordering.rule (Array.length c) hints))
          | Error d -> raise (Diagnostic.Error d))
      | Symbolic -> (
          match Symbolic_check.check ~regions ~names ~live:Locations.all c f with
          | Ok () -> add (step at (Equal (n, Array.to_list (Array.map (fun (p : Program.placed) -> p.instr) f))))
          | Error d -> raise (Diagnostic.Error (if d.place = None then { d with place = behind } else d)))
    end
  in
  let rec go path k clean fast =
    let c, clean = span clean and f, fast = span fast in
    block (path, k) (place_of fast) c f;
    let k = k + List.length f in
    let inside b = path @ [ (k, b) ] in
    match (clean, fast) with
    | [], [] -> ()
    | If a :: clean, If b :: fast when a.cc = b.cc || negate a.cc = b.cc ->
        let yes, no = if a.cc = b.cc then (a.yes, a.no) else (add (step (path, k) Exchange); (a.no, a.yes)) in
        go (inside false) 0 yes b.yes;
        go (inside true) 0 no b.no;
        go path (k + 1) clean fast
    | Loop a :: clean, Loop b :: fast when a.cc = b.cc ->
        go (inside false) 0 a.body b.body;
        go (inside true) 0 a.rest b.rest;
        go path (k + 1) clean fast
    | c, f ->
        let place = match place_of f with Some p -> Some p | None -> place_of c in
        Diagnostic.fail ?place
          ~notes:[ (place_of c, "the clean code is here") ] ~help:shape_help
          "the fast code has %s where the clean code has %s" (name_of f) (name_of c)
  in
  go [] 0 clean fast;
  (List.rev !steps, !exchanges)

(* From the fast code's prologue: what of the body comes before the test; the rest sinks. *)
let pipeline ~regions ~names at clean fast =
  match at with
  | _ :: _, _ -> None
  | [], k -> (
      let before, after = split k clean in
      let structured l = List.length (List.filter (fun n -> not (is_straight n)) l) in
      let rec tail_block l = match l with [] -> [] | l -> let b, rest = span l in (match rest with [] -> b | _ :: rest -> tail_block rest) in
      let rec nth_structured n l =
        match span l with
        | b, s :: rest -> if n = 0 then Some (b, s) else nth_structured (n - 1) rest
        | _, [] -> None
      in
      match (after, nth_structured (structured before) fast) with
      | Loop { body; cc; rest = []; _ } :: _, Some (prologue, If _) when List.for_all is_straight body ->
          let pre = instrs (tail_block before) in
          let take_away l x = let rec go acc = function [] -> None | y :: l -> if x = y then Some (List.rev_append acc l) else go (y :: acc) l in go [] l in
          let rec subtract l = function [] -> Some l | x :: xs -> (match take_away l x with Some l -> subtract l xs | None -> None) in
          Option.bind (subtract (instrs prologue) pre) (fun early ->
              let early = ref early in
              let parts = fst (span body) in
              let a, i =
                List.partition (fun (p : Program.placed) -> match take_away !early p.instr with Some l -> early := l; true | None -> false) parts
              in
              if !early <> [] || a = [] || i = [] || modifies_flag cc i <> None then None
              else
                let reordered = a @ i in
                match Reordering.find ~regions ~names (Array.of_list parts) (Array.of_list reordered) with
                | Error d -> Some (Error d)
                | Ok (hints, moved) ->
                    let m = Unary.of_int (List.length a) in
                    let clean = at_path [ (k, false) ] (fun _ -> List.map (fun p -> Straight p) reordered) clean in
                    let s0 = step ([ (k, false) ], 0) (Reordering.rule (List.length parts) hints) in
                    let s1, clean = on_loop ([], k) (Sink m) clean in
                    let s2, clean = on_loop ([], k) (Rotate m) clean in
                    let s3, clean = on_loop ([], k + List.length a) Invert clean in
                    Some (Ok ([ s0; s1; s2; s3 ], clean, moved)))
      | _ -> None)

let largest_unrolling = 8

(* Rules worth trying when nothing is requested: each on one loop. *)
let guesses ~regions ~names clean fast =
  List.concat
    (List.mapi
       (fun number at ->
         let body, _, _ = Option.get (loop_at at clean) in
         let label what = Printf.sprintf "loop %d %s" (number + 1) what in
         let simple what rule () = let s, nodes = on_loop at rule clean in Some (Ok ([ label what ], [ s ], nodes, 0)) in
         List.init (largest_unrolling - 1) (fun n -> simple (Printf.sprintf "unrolled to %d bodies" (n + 2)) (Unroll (Unary.of_int (n + 1))))
         @ [ simple "peeled" Peel;
             (fun () ->
               match pipeline ~regions ~names at clean fast with
               | Some (Ok (steps, nodes, moved)) -> Some (Ok ([ label "pipelined" ], steps, nodes, moved))
               | Some (Error d) -> Some (Error d)
               | None -> None) ]
         @ List.init (min 400 (List.length body)) (fun m -> simple (Printf.sprintf "rotated by %d" (m + 1)) (Rotate (Unary.of_int (m + 1)))))
       (loops_of [] clean))

let check ~regions ~names ~method_ ~requests clean fast =
  let counts = method_ = Reordering in
  let verify how before nodes moved =
    match Diagnostic.catch (fun () -> align ~regions ~names ~method_ nodes fast) with
    | Error d -> Error d
    | Ok (steps, exchanges) ->
        let steps = before @ steps in
        if check_script (Regions.disjoint regions) steps (code clean) (code fast) then
          Ok { how; steps; exchanges = moved + exchanges; pieces = [ (clean, fast, steps) ] }
        else Diagnostic.catch (fun () -> Diagnostic.defect ?place:(place_of fast)
          "the proved checker refuses this script")
  in
  if requests <> [] then
    match
      Diagnostic.catch (fun () ->
          List.fold_left
            (fun (how, steps, nodes, moved) (r : request) ->
              let said = Printf.sprintf "loop %d: %s%s" r.loop r.rule (match r.argument with Some n -> " " ^ string_of_int n | None -> "") in
              if r.rule = "pipeline" then
                let all = loops_of [] nodes in
                match List.nth_opt all (r.loop - 1) with
                | None -> no_loop r (List.length all)
                | Some at -> (
                    match pipeline ~regions ~names at nodes fast with
                    | Some (Ok (more, nodes, n)) -> (how @ [ said ], steps @ more, nodes, moved + n)
                    | Some (Error d) -> raise (Diagnostic.Error d)
                    | None ->
                        Diagnostic.fail ~place:r.place
                          "this is no pipelined form of that loop: before the test, some instructions of its body, once; then, if the test holds, the loop; behind it, the rest of the body, once, which leaves the flags of the test alone")
              else
                let s, nodes = apply_one nodes r in
                (how @ [ said ], steps @ [ s ], nodes, moved))
            ([], [], clean, 0) requests)
    with
    | Error d -> Error d
    | Ok (how, steps, nodes, moved) -> verify how steps nodes moved
  else if alike ~counts clean fast then verify [] [] clean 0
  else
    (* the same conditionals, but instructions moved across their ends *)
    let motion () =
      if not (counts && alike ~counts:false clean fast) then None
      else
        match Diagnostic.catch (fun () -> Motion.undo ~regions ~names clean fast) with
        | Error d -> Some (Error d)
        | Ok ([], _, _) -> None
        | Ok (steps, nodes, moved) -> Some (Ok ([ "moved across the ends of conditionals" ], steps, nodes, moved))
    in
    let rec try_all refusal = function
      | [] -> ( match refusal with Some d -> Error d | None -> verify [] [] clean 0)
      | guess :: rest -> (
          match guess () with
          | Some (Ok (how, steps, nodes, moved)) when alike ~counts nodes fast -> (
              match verify how steps nodes moved with
              | Ok f -> Ok f
              | Error d -> try_all (if refusal = None then Some d else refusal) rest)
          | Some (Error d) -> try_all (if refusal = None then Some d else refusal) rest
          | _ -> try_all refusal rest)
    in
    try_all None (motion :: guesses ~regions ~names clean fast)
