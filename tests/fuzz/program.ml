(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Model
open Expressions
open Statements

let result () = if flip 4 then None else Some (data_type 1)
let arrow = function Some t -> " -> " ^ show t | None -> ""
let finish ind env =
  match env.result with
  | None -> ()
  | Some t -> (
      let whole v = { text = v.name; of_ty = t; root = v.name; steps = [] } in
      match List.filter_map (fun v -> if v.ty = t then rebuilt (whole v) else None) env.vars with
      | e :: _ when flip 2 -> say ind "return %s;" e
      | _ -> say ind "return %s;" (value env 2 t))
let new_env vars ~asks ~lent ~result ~in_coroutine ~budget =
  { vars = vars @ List.map (fun v -> { v with name = name v.name }) !constants; asks; lent; labels = []; loops = 0; result; in_coroutine; impure = false; budget = ref budget }

(* Differences show in what is asked: one more request, of what is in scope. What extern values are shows in numbers made of them. *)
let observe ind env =
  let seen = List.filter (fun _ -> flip 2) (that env ~writable:false (function Extern _ -> true | _ -> false)) in
  let env =
    List.fold_left
      (fun env pl ->
        match pl.of_ty with
        | Extern t ->
            let x = fresh "seen" in
            say ind "let %s = %s(%s);" x (Externals.digest_of t) pl.text;
            say ind "if %s %% 4 == 0 { %s; }" x (let e = pick env.asks in p "%s%s" (if e.eff_result = None then "" else "let _ = ") (request env e));
            bind env x (Int 64) false
        | _ -> env)
      env seen
  in
  let e = pick env.asks in
  say ind "%s%s;" (if e.eff_result = None then "" else "let _ = ") (request env e)

let sees = Ordered.sees

(* In half of the programs, outside the library. *)
let ordered = ref false
let ordered_block ind env = if !ordered && flip 2 then Ordered.block ind env

let declare_types () =
  for _ = 1 to int 3 do
    let last = ref (any_type 1) in
    let fields = List.init (1 + int 4) (fun i -> if flip 2 then last := any_type 1; (p "f%d" i, !last)) in
    let n = declare "Rec" in
    say 0 "record %s { %s }" n (String.concat ", " (List.map (fun (f, t) -> p "%s: %s" f (show t)) fields));
    records := (n, fields) :: !records
  done;
  for _ = 1 to int 3 do
    let cases = List.init (1 + int 4) (fun i -> (p "c%d" i, if flip 3 then None else Some (any_type 1))) in
    let n = declare "Uni" in
    say 0 "union %s { %s }" n
      (String.concat ", " (List.map (fun (c, t) -> match t with None -> c | Some t -> p "%s(%s)" c (show t)) cases));
    unions := (n, cases) :: !unions
  done;
  if flip 2 then begin
    let t = data_type 1 in
    let n = declare "Alias" in
    say 0 "type %s = %s;" n (show t);
    aliases := (t, n) :: !aliases
  end

(* No maps, and nothing that is computed: tables. *)
let declare_constants () =
  let nowhere = new_env [] ~asks:[] ~lent:[] ~result:None ~in_coroutine:false ~budget:0 in
  let nowhere = { nowhere with vars = [] } in
  let rec plain = function
    | Map _ | Option _ -> false
    | Array (_, t) -> plain t
    | Named n -> (
        match List.assoc_opt n !records with
        | Some fields -> List.for_all (fun (_, t) -> plain t) fields
        | None -> List.for_all (function _, Some t -> plain t | _ -> true) (List.assoc n !unions))
    | Bool | Int _ | Bytes _ -> true
    | Coro _ | Event _ | Extern _ | View -> false
  in
  for _ = 1 to int 3 do
    let t =
      match int 6 with
      | 0 -> Array (4 + int 12, Int (width ()))
      | 1 -> Array (2 + int 2, data_type 1)
      | 2 when !records <> [] -> Named (fst (pick !records))
      | 3 when !unions <> [] -> Named (fst (pick !unions))
      | _ -> data_type 1
    in
    if plain t then begin
      let n = String.uppercase_ascii (declare "k") in
      if !in_library then Hashtbl.replace library_names n ();
      let rec value = function
        | Array (n, t) when not (flip 4) -> p "[%s]" (String.concat ", " (List.init n (fun _ -> value t)))
        | Named r when List.mem_assoc r !records ->
            p "%s { %s }" (name r) (String.concat ", " (List.map (fun (f, t) -> p "%s: %s" f (value t)) (List.assoc r !records)))
        | t -> leaf nowhere t
      in
      say 0 "const %s: %s = %s;" n (show t) (value t);
      constants := { name = n; ty = t; writable = false } :: !constants
    end
  done

let declare_effect ~views =
  let n = declare "eff" in
  let e = { eff_name = n; eff_args = List.init (int 4) (fun _ -> if views && flip 4 then View else data_type 1); eff_result = result () } in
  say 0 "effect %s(%s)%s;" n
    (String.concat ", " (List.mapi (fun i t -> p "x%d: %s" i (show t)) e.eff_args))
    (arrow e.eff_result);
  effects := e :: !effects

let declare_function () =
  let last = ref (any_type 1) in
  let params =
    List.init (int 5) (fun _ ->
        let inout = flip 2 in
        if not (flip 3) then last := if flip 5 then View else if inout then any_type 1 else data_type 1;
        (inout, !last))
  in
  let fn_result = if flip 4 then None else Some (if flip 6 then any_type 1 else data_type 1) in
  (* like one of its arguments, which it may then replace *)
  let fn_result = match List.filter (fun (inout, t) -> not (inout || scalar t || t = View)) params with (_, t) :: _ when flip 3 -> Some t | _ -> fn_result in
  let n = declare "fn" in
  let named = List.map (fun (inout, t) -> (fresh "p", inout, t)) params in
  say 0 "fn %s(%s)%s {" n
    (String.concat ", " (List.map (fun (x, inout, t) -> p "%s%s: %s" (if inout then "inout " else "") x (show t)) named))
    (arrow fn_result);
  let vars = List.map (fun (name, writable, ty) -> { name; ty; writable }) named in
  let env = new_env vars ~asks:[] ~lent:[] ~result:fn_result ~in_coroutine:false ~budget:(if !small then 3 else 10) in
  ordered_block 1 env;
  block 1 env (1 + int 4);
  finish 1 env;
  say 0 "}\n";
  functions := { fn_name = n; fn_params = params; fn_result; fn_extern = false } :: !functions

(* What requires something of its arguments, with one that is trapless in front of it: it tests that. Both are called
   with anything, the first too often in vain. *)
let declare_required () =
  let bytes = 4 + int 12 and small = 1 + int 200 in
  let add n fn_params fn_result = functions := { fn_name = n; fn_params; fn_result; fn_extern = false } :: !functions in
  let both params fn_result ~required ~tested ~body ~otherwise =
    let inner = declare "fn" and outer = declare "fn" in
    let named = List.mapi (fun i (inout, t) -> p "%sx%d: %s" (if inout then "inout " else "") i (show t)) params in
    let arguments = List.mapi (fun i (inout, _) -> p "%sx%d" (if inout then "inout " else "") i) params in
    let call = p "%s(%s)" inner (String.concat ", " arguments) in
    let give e = if fn_result = None then e else "return " ^ e in
    say 0 "trapless fn %s(%s) require %s%s {" inner (String.concat ", " named) (String.concat ", " required)
      (arrow fn_result);
    List.iter (say 1 "%s") body;
    say 0 "}";
    say 0 "trapless fn %s(%s)%s {" outer (String.concat ", " named) (arrow fn_result);
    say 1 "if %s { %s; }" tested (give call);
    Option.iter (fun e -> say 1 "return %s;" e) otherwise;
    say 0 "}\n";
    add inner params fn_result;
    add outer params fn_result
  in
  both [ (true, Bytes bytes); (false, Int 32) ] None
    ~required:[ p "len(x0) <= %d" (bytes - 2); "x1 < 65536" ]
    ~tested:(p "len(x0) < %d && x1 <= %d" (bytes - 1) (min 65535 (small * 300)))
    ~body:[ "push x0, (x1 >> 8) as u8;"; "push x0, x1 as% u8;" ] ~otherwise:None;
  both [ (false, View); (false, Int 32) ] (Some (Int 8)) ~required:[ "x1 < len(x0)" ] ~tested:"len(x0) > x1"
    ~body:[ "return x0[x1];" ] ~otherwise:(Some "7");
  both [ (false, Int 64); (false, Int 64) ] (Some (Int 64))
    ~required:[ p "x0 >= x1 && x1 >= %d" small ]
    ~tested:(p "x1 >= %d && x1 <= x0" (small + int 3))
    ~body:[ "return (x0 - x1) / x1;" ] ~otherwise:(Some "x0 ^ x1")

(* [top]: the one to run, which asks for everything. *)
let declare_coroutine ~top =
  let co_effects =
    if top then !effects
    else
      let plain = List.filter (fun e -> not (List.mem View e.eff_args)) !effects in
      match some_of (if flip 6 then !effects else plain) 2 with [] -> [ List.hd plain ] | l -> l
  in
  let externs = if top then [] else List.map (fun t -> Extern t) !extern_types in
  let co_lent = if flip 3 then [ pick ([ Bytes 8; View ] @ externs) ] else [] in
  let co_inout = if (not top) && flip 4 then [ (if flip 3 then pick (Bytes 8 :: externs) else data_type 1) ] else [] in
  let co_params = List.init (int 3) (fun _ -> if top then data_type 1 else any_type 1) in
  let n = declare "co" in
  let c = { co_name = n; co_params; co_inout; co_lent; co_result = result (); co_effects } in
  let params = List.map (fun t -> (fresh "p", t)) co_params in
  let writable prefix = List.map (fun ty -> { name = fresh prefix; ty; writable = true }) in
  let lent = writable "lent" co_lent and inout = writable "q" co_inout in
  (* Without a draw of its own: what else is in the program stays as it was. *)
  let asked = List.map (fun e -> name e.eff_name) co_effects in
  let order =
    match Hashtbl.hash n mod 3 with
    | 0 -> ""
    | 1 -> " order { any { else } }"
    | _ -> p " order { before { %s => after, else } after { %s, else } }" (List.hd asked) (List.hd asked)
  in
  say 0 "coroutine %s(%s)%s asks %s%s {" n
    (String.concat ", "
       (List.map (fun v -> p "lent %s: %s" v.name (show v.ty)) lent
       @ List.map (fun v -> p "inout %s: %s" v.name (show v.ty)) inout
       @ List.map (fun (x, t) -> p "%s: %s" x (show t)) params))
    (arrow c.co_result)
    (String.concat ", " asked) order;
  if Hashtbl.hash n mod 2 = 0 then say 1 "mark begun;";
  let vars = List.map (fun (name, ty) -> { name; ty; writable = false }) params @ lent @ inout in
  let env = new_env vars ~asks:co_effects ~lent ~result:c.co_result ~in_coroutine:true ~budget:(match (top, !small) with true, true -> 7 | false, true -> 3 | true, false -> 24 | false, false -> 10) in
  let env = if flip (match (top, !small) with true, true -> 3 | false, true -> 12 | true, false -> 1 | false, false -> 3) then Children.table ~block 1 env else env in
  (* Start with something from outside, so that not everything is zero. *)
  let env =
    match List.filter (fun e -> e.eff_result <> None) co_effects with
    | [] -> env
    | l ->
        let e = pick l in
        let x = fresh "r" in
        let t = Option.get e.eff_result in
        say 1 "var %s: %s = %s;" x (show t) (request env e);
        bind env x t true
  in
  if top || flip 3 then ordered_block 1 env;
  if flip 2 then begin
    let i = fresh "round" in
    say 1 "for %s in 0..%d {" i (2 + int 4);
    let inner = { (bind env i (Int 32) false) with loops = 1 } in
    block 2 inner (2 + int (if top then 6 else 3));
    observe 2 inner;
    say 1 "}"
  end;
  block 1 env (2 + int (if top then 8 else 3));
  if top then observe 1 env;
  if List.memq sees co_effects && (top || flip 3) then say 1 "ask sees(%s);" (List.hd (Seen.sum_up 1 env).vars).name;
  finish 1 env;
  say 0 "}\n";
  coroutines := c :: !coroutines;
  if drivable c then begin
    let other () = data_type 1 in
    if flip 2 then begin
      let r = declare "Rec" in
      let fields = [ ("f0", other ()); ("f1", Coro n); ("f2", if flip 2 then Coro n else other ()) ] in
      say 0 "record %s { %s }" r (String.concat ", " (List.map (fun (f, t) -> p "%s: %s" f (show t)) fields));
      records := (r, fields) :: !records
    end;
    if flip 2 then begin
      let u = declare "Uni" in
      let t = other () in
      say 0 "union %s { c0, c1(%s), c2(%s) }" u (show (Coro n)) (show t);
      unions := (u, [ ("c0", None); ("c1", Some (Coro n)); ("c2", Some t) ]) :: !unions
    end
  end

let declarations ~library =
  declare_types ();
  declare_constants ();
  for _ = 1 to 1 + int 2 do declare_effect ~views:false done;
  for _ = 1 to int (if !small then 2 else 4) do declare_function () done;
  if (not library) || flip 2 then declare_coroutine ~top:false

let make ~seed ~attempt =
  reset [| seed; attempt |];
  ordered := false;
  let library =
    if flip 2 then begin
      in_library := true;
      declarations ~library:true;
      in_library := false;
      let text = Buffer.contents !out in
      out := Buffer.create 4096;
      say 0 "import \"lib.fl\";";
      [ ("lib.fl", text) ]
    end
    else []
  in
  let declare_externs = List.iter (fun (text, f) -> say 0 "%s" text; functions := f :: !functions) in
  if flip 4 then begin
    List.iter (fun (text, n) -> say 0 "%s" text; extern_types := n :: !extern_types) Externals.type_declarations;
    say 0 "record %s { %s }" Externals.box (String.concat ", " (List.map (fun (f, t) -> p "%s: %s" f (show t)) Externals.box_fields));
    records := (Externals.box, Externals.box_fields) :: !records;
    declare_externs Externals.all_on_types
  end;
  declarations ~library:false;
  if flip 2 then declare_effect ~views:true;
  say 0 "effect sees(n: u64);";
  effects := sees :: !effects;
  ordered := flip 2;
  if !ordered then begin
    Ordered.declare ();
    effects := Ordered.turn :: !effects
  end;
  if flip 3 then declare_externs (some_of Externals.all 2);
  (* By the seed, not by chance: the other programs stay what they were. *)
  if seed mod 8 = 2 || seed mod 8 = 5 then declare_required ();
  declare_types ();
  for _ = 1 to int (if !small then 2 else 4) do declare_function () done;
  if flip (if !small then 4 else 2) then declare_coroutine ~top:false;
  declare_coroutine ~top:true;
  ("program.fl", Buffer.contents !out) :: library
