(* Random well-typed .fl programs, for comparing the interpreter with emitted C.

     generate SEED     prints one program; its last coroutine is the one to run

   Programs terminate: loops are bounded, and only functions and coroutines written
   before are called or started. Traps are possible but not the rule: indices are
   usually reduced, arithmetic is mostly wrapping. *)

type ty =
  | Bool
  | Int of int
  | Bytes of int
  | Array of int * ty
  | Named of string
  | Option of ty
  | Map of int * int * ty
  | Coro of string
  | View  (** parameters and effect arguments only *)

type fn = { fn_name : string; fn_params : (bool * ty) list; fn_result : ty option }
type eff = { eff_name : string; eff_args : ty list; eff_result : ty option }
type coro = { co_name : string; co_params : ty list; co_lent : ty list; co_result : ty option; co_effects : eff list }

let rng = ref (Random.State.make [| 0 |])
let int n = Random.State.int !rng n
let flip n = int n = 0
let pick l = List.nth l (int (List.length l))
let records : (string * (string * ty) list) list ref = ref []
let unions : (string * (string * ty option) list) list ref = ref []
let functions : fn list ref = ref []
let coroutines : coro list ref = ref []
let out = Buffer.create 4096
let say indent fmt = Printf.ksprintf (fun s -> Printf.bprintf out "%s%s\n" (String.make (2 * indent) ' ') s) fmt
let counter = ref 0

let fresh prefix =
  incr counter;
  Printf.sprintf "%s%d" prefix !counter

let rec show = function
  | Bool -> "bool"
  | Int w -> Printf.sprintf "u%d" w
  | Bytes n -> Printf.sprintf "bytes<%d>" n
  | Array (n, t) -> Printf.sprintf "[%s; %d]" (show t) n
  | Named s -> s
  | Option t -> show t ^ "?"
  | Map (n, k, t) -> Printf.sprintf "map<u%d, %s, %d>" k (show t) n
  | Coro c -> "coro " ^ c
  | View -> "bytes"

let width () = pick [ 8; 16; 32; 32; 64 ]

(* Types of data: no coroutines inside. *)
let rec data_type depth =
  match int (if depth = 0 then 5 else 11) with
  | 0 -> Bool
  | 1 | 2 | 3 -> Int (width ())
  | 4 -> Bytes (1 + int 9)
  | 5 -> Array (1 + int 4, data_type (depth - 1))
  | 6 -> ( match data_type (depth - 1) with Option _ as t -> t | t -> Option t)
  | 7 -> Map (1 + int 5, width (), data_type (depth - 1))
  | 8 when !records <> [] -> Named (fst (pick !records))
  | 9 when !unions <> [] -> Named (fst (pick !unions))
  | _ -> Int (width ())

type var = { name : string; ty : ty; writable : bool }

(* [effects]: what may be asked here; [loops]: whether break makes sense; [calls]: suspension allowed. *)
type env = {
  vars : var list;
  effects : eff list;
  lent : var list;
  loops : int;
  result : ty option;
  in_coroutine : bool;
  budget : int ref;
}

let literal w =
  let small = int 6 = 0 |> not in
  let n = if small then int 10 else match w with 8 -> int 256 | 16 -> int 65536 | _ -> int 0x3fffffff in
  Printf.sprintf "%du%d" n w

(* ---- places ---- *)

let rec places env ~writable : (string * ty) list =
  let vars = List.filter (fun v -> (not writable) || v.writable) env.vars in
  List.concat_map (fun v -> parts env 2 v.name v.ty) vars

and parts env depth p t =
  (p, t)
  ::
  (if depth = 0 then []
   else
     match t with
     | Named r -> (
         match List.assoc_opt r !records with
         | Some fields -> List.concat_map (fun (f, t) -> parts env (depth - 1) (p ^ "." ^ f) t) fields
         | None -> [])
     | Array (n, t) -> parts env (depth - 1) (Printf.sprintf "%s[%s]" p (index env n)) t
     | _ -> [])

(* Usually in range. *)
and index env n =
  match int 8 with
  | 0 -> (
      match List.filter (fun v -> v.ty = Int 32) env.vars with
      | [] -> string_of_int (int n)
      | l when flip 3 -> (pick l).name
      | l -> Printf.sprintf "%s %% %d" (pick l).name n)
  | 1 when flip 6 -> string_of_int (int (n + 1))
  | _ -> string_of_int (int n)

let of_type env ~writable t = List.filter (fun (_, t') -> t' = t) (places env ~writable)

(* ---- expressions ---- *)

let rec expr env depth t : string =
  let from_place () =
    match of_type env ~writable:false t with [] -> constructor env depth t | l -> fst (pick l)
  in
  if depth = 0 then from_place ()
  else
    match t with
    | Bool -> (
        match int 12 with
        | 0 | 1 ->
            let w = width () in
            Printf.sprintf "(%s %s %s)" (expr env (depth - 1) (Int w))
              (pick [ "=="; "!="; "<"; "<="; ">"; ">=" ])
              (expr env (depth - 1) (Int w))
        | 2 -> Printf.sprintf "(%s && %s)" (expr env (depth - 1) Bool) (expr env (depth - 1) Bool)
        | 3 -> Printf.sprintf "(%s || %s)" (expr env (depth - 1) Bool) (expr env (depth - 1) Bool)
        | 4 -> Printf.sprintf "!%s" (atom env (depth - 1) Bool)
        | 5 -> Printf.sprintf "(%s ? %s : %s)" (expr env (depth - 1) Bool) (expr env (depth - 1) Bool) (expr env (depth - 1) Bool)
        | 6 -> (
            match List.filter (function _, Named u -> List.mem_assoc u !unions | _, Option _ -> true | _ -> false) (places env ~writable:false) with
            | [] -> from_place ()
            | l -> (
                match pick l with
                | p, Named u -> Printf.sprintf "(%s is %s)" p (fst (pick (List.assoc u !unions)))
                | p, _ -> Printf.sprintf "(%s is %s)" p (pick [ "none"; "some" ])))
        | 7 -> (
            match List.filter (function _, Map _ -> true | _ -> false) (places env ~writable:false) with
            | [] -> from_place ()
            | l -> (
                match pick l with
                | p, Map (_, k, _) -> Printf.sprintf "(%s in %s)" (expr env (depth - 1) (Int k)) p
                | _ -> assert false))
        | 8 -> Printf.sprintf "(%s == %s)" (view env (depth - 1)) (view env (depth - 1))
        | _ -> from_place ())
    | Int w -> (
        let e () = expr env (depth - 1) (Int w) in
        match int 18 with
        | 0 | 1 | 2 -> Printf.sprintf "(%s %s %s)" (e ()) (pick [ "+%"; "-%"; "*%"; "&"; "|"; "^" ]) (e ())
        | 3 -> Printf.sprintf "(%s %s %s)" (e ()) (pick [ "+"; "-"; "*" ]) (e ())
        | 4 -> Printf.sprintf "(%s %s (%s | 1u%d))" (e ()) (pick [ "/"; "%" ]) (e ()) w
        | 5 -> Printf.sprintf "(%s %s %d)" (e ()) (pick [ "<<"; ">>"; "<<<"; ">>>" ]) (int w)
        | 6 -> Printf.sprintf "(%s %s %s)" (e ()) (pick [ "<<<"; ">>>" ]) (expr env (depth - 1) (Int 32))
        | 7 -> Printf.sprintf "~%s" (atom env (depth - 1) (Int w))
        | 8 -> Printf.sprintf "(%s ? %s : %s)" (expr env (depth - 1) Bool) (e ()) (e ())
        | 9 | 10 ->
            let from = width () in
            Printf.sprintf "(%s %s u%d)" (atom env (depth - 1) (Int from)) (if from <= w then "as" else if flip 5 then "as" else "as%") w
        | 11 when w = 32 -> Printf.sprintf "len(%s)" (view env 0)
        | 12 when w = 32 -> (
            match List.filter (function _, Map _ -> true | _ -> false) (places env ~writable:false) with
            | [] -> from_place ()
            | l -> Printf.sprintf "count(%s)" (fst (pick l)))
        | 13 when w > 8 -> (
            match List.filter (function _, (Bytes _ | View) -> true | _ -> false) (places env ~writable:false) with
            | [] -> from_place ()
            | l ->
                let p = fst (pick l) in
                Printf.sprintf "(len(%s) >= %d ? load %s u%d %s[0] : %s)" p (w / 8) (pick [ "be"; "le" ]) w p (e ()))
        | 14 when w = 8 -> (
            match List.filter (function _, (Bytes _ | View) -> true | _ -> false) (places env ~writable:false) with
            | [] -> from_place ()
            | l ->
                let p = fst (pick l) in
                if flip 6 then Printf.sprintf "%s[%d]" p (int 3) else Printf.sprintf "(len(%s) > 0 ? %s[len(%s) - 1] : 7u8)" p p p)
        | 15 -> (
            let usable f = f.fn_result = Some t && List.for_all (fun (inout, _) -> not inout) f.fn_params in
            match List.filter usable !functions with
            | [] -> from_place ()
            | l ->
                let f = pick l in
                Printf.sprintf "%s(%s)" f.fn_name (String.concat ", " (List.map (fun (_, t) -> argument env t) f.fn_params)))
        | _ -> from_place ())
    | _ -> if flip 2 then from_place () else constructor env depth t

and atom env depth t =
  let e = expr env depth t in
  if String.contains e ' ' && e.[0] <> '(' then "(" ^ e ^ ")" else e

and argument env = function View -> view env 1 | t -> expr env 1 t

(* bytes of any length *)
and view env depth =
  let candidates = List.filter (function _, (Bytes _ | View) -> true | _ -> false) (places env ~writable:false) in
  match (candidates, int 5) with
  | [], _ | _, 0 -> Printf.sprintf "\"%s\"" (String.concat "" (List.init (int 5) (fun _ -> pick [ "a"; "b"; "\\x00"; "\\xff"; "\\n" ])))
  | l, 1 when depth > 0 ->
      let p = fst (pick l) in
      if flip 5 then Printf.sprintf "%s[%d..%d]" p (int 2) (2 + int 2)
      else Printf.sprintf "%s[len(%s) / 2..len(%s)]" p p p
  | l, _ -> fst (pick l)

(* A value built on the spot. *)
and constructor env depth t =
  let sub t = if depth <= 0 then leaf env t else expr env (depth - 1) t in
  match t with
  | Bool | Int _ | Bytes _ | View | Map _ | Coro _ -> leaf env t
  | Array (n, t) ->
      if flip 2 then Printf.sprintf "[%s; %d]" (sub t) n
      else Printf.sprintf "[%s]" (String.concat ", " (List.init n (fun _ -> sub t)))
  | Option t -> if flip 4 then "none" else Printf.sprintf "some(%s)" (sub t)
  | Named n -> (
      match List.assoc_opt n !records with
      | Some fields ->
          Printf.sprintf "%s { %s }" n (String.concat ", " (List.map (fun (f, t) -> Printf.sprintf "%s: %s" f (sub t)) fields))
      | None -> (
          match pick (List.assoc n !unions) with
          | c, None -> Printf.sprintf "%s.%s" n c
          | c, Some t -> Printf.sprintf "%s.%s(%s)" n c (sub t)))

and leaf env = function
  | Bool -> pick [ "true"; "false" ]
  | Int w -> literal w
  | Bytes n -> Printf.sprintf "\"%s\"" (String.init (int (n + 1)) (fun _ -> Char.chr (97 + int 26)))
  | View -> "\"view\""
  | Map _ -> "default"
  | Coro c ->
      let co = List.find (fun co -> co.co_name = c) !coroutines in
      Printf.sprintf "start %s(%s)" c (String.concat ", " (List.map (fun t -> leaf env t) co.co_params))
  | (Array _ | Option _ | Named _) as t -> constructor env 0 t

(* ---- statements ---- *)

let bind env name ty writable = { env with vars = { name; ty; writable } :: env.vars }
let covers env effects = List.for_all (fun e -> List.memq e env.effects) effects

let rec block ind env n =
  if n > 0 && !(env.budget) > 0 then begin
    decr env.budget;
    let env = statement ind env in
    block ind env (n - 1)
  end

and ask_text env e = Printf.sprintf "ask %s(%s)" e.eff_name (String.concat ", " (List.map (argument env) e.eff_args))

and statement ind env : env =
  match int 26 with
  | 0 | 1 ->
      let t = data_type 2 in
      let x = fresh "v" in
      say ind "var %s: %s = %s;" x (show t) (expr env 2 t);
      bind env x t true
  | 2 ->
      let t = data_type 1 in
      let x = fresh "k" in
      say ind "let %s: %s = %s;" x (show t) (expr env 3 t);
      bind env x t false
  | 3 ->
      let t = data_type 2 in
      let x = fresh "z" in
      say ind "var %s: %s;" x (show t);
      bind env x t true
  | 4 | 5 | 6 | 7 -> (
      match List.filter (fun (_, t) -> t <> View) (places env ~writable:true) with
      | [] -> env
      | l ->
          let p, t = pick l in
          (match t with
          | Int _ when flip 3 -> say ind "%s = %s +%% %s;" p p (expr env 2 t)
          | Coro c -> say ind "%s = %s;" p (leaf env (Coro c))
          | _ -> say ind "%s = %s;" p (expr env 3 t));
          env)
  | 8 | 9 ->
      say ind "if %s {" (expr env 2 Bool);
      block (ind + 1) env (1 + int 3);
      if flip 2 then begin
        say ind "} else {";
        block (ind + 1) env (1 + int 3)
      end;
      say ind "}";
      env
  | 10 ->
      let i = fresh "i" in
      say ind "for %s in %d..%d {" i (int 2) (int 5);
      block (ind + 1) { (bind env i (Int 32) false) with loops = env.loops + 1 } (1 + int 3);
      say ind "}";
      env
  | 11 ->
      let i = fresh "w" in
      say ind "var %s: u32 = 0;" i;
      say ind "while %s < %d && %s {" i (1 + int 4) (expr env 1 Bool);
      say (ind + 1) "%s = %s + 1;" i i;
      block (ind + 1) { (bind env i (Int 32) false) with loops = env.loops + 1 } (1 + int 3);
      say ind "}";
      bind env i (Int 32) false
  | 12 when env.loops > 0 ->
      say ind "if %s { %s; }" (expr env 1 Bool) (pick [ "break"; "continue" ]);
      env
  | 13 when flip 3 ->
      (match env.result with
      | Some t -> say ind "if %s { return %s; }" (expr env 1 Bool) (expr env 1 t)
      | None -> say ind "if %s { return; }" (expr env 1 Bool));
      env
  | 14 -> (
      match List.filter (function _, Named u -> List.mem_assoc u !unions | _, Option _ -> true | _ -> false) (places env ~writable:false) with
      | [] -> env
      | l ->
          let p, t = pick l in
          matching ind env p t;
          env)
  | 15 -> (
      match List.filter (function _, Bytes _ -> true | _ -> false) (places env ~writable:true) with
      | [] -> env
      | l ->
          let p, cap = match pick l with p, Bytes n -> (p, n) | _ -> assert false in
          (match int 6 with
          | 0 -> say ind "if len(%s) < %d { push %s, %s; }" p cap p (expr env 1 (Int 8))
          | 1 -> say ind "if len(%s) + len(%s) <= %d { append %s, %s; }" p p cap p p
          | 2 -> say ind "resize %s, %d;" p (int (cap + 1))
          | 3 when cap >= 2 ->
              say ind "resize %s, %d;" p cap;
              say ind "%s[1..%d] = \"%s\";" p cap (String.make (cap - 1) 'q')
          | 4 when cap >= 4 ->
              say ind "resize %s, %d;" p cap;
              let w = pick (List.filter (fun w -> w / 8 <= cap) [ 16; 32; 64 ]) in
              say ind "store %s u%d %s[%d] = %s;" (pick [ "be"; "le" ]) w p (int (cap - (w / 8) + 1)) (expr env 1 (Int w))
          | _ -> say ind "if len(%s) > 0 { %s[0] = %s; }" p p (expr env 1 (Int 8)));
          env)
  | 16 -> (
      match List.filter (function _, Map (_, _, t) -> (match t with Coro _ -> false | _ -> true) | _ -> false) (places env ~writable:true) with
      | [] -> env
      | l ->
          let p, cap, k, t = match pick l with p, Map (n, k, t) -> (p, n, k, t) | _ -> assert false in
          let key = literal k in
          (match int 4 with
          | 0 -> say ind "remove %s, %s;" p (expr env 1 (Int k))
          | 1 -> say ind "if %s in %s { %s[%s] = %s; }" key p p key (expr env 1 t)
          | _ -> say ind "if count(%s) < %d { %s[%s] = %s; }" p cap p (expr env 1 (Int k)) (expr env 1 t));
          env)
  | 17 | 18 | 19 when env.in_coroutine && env.effects <> [] -> (
      let e = pick env.effects in
      match e.eff_result with
      | None ->
          say ind "%s;" (ask_text env e);
          env
      | Some t ->
          let x = fresh "r" in
          say ind "var %s: %s = %s;" x (show t) (ask_text env e);
          bind env x t true)
  | 20 -> (
      match !functions with
      | [] -> env
      | l -> call_function ind env (pick l))
  | 21 | 22 | 23 -> resume_some ind env
  | 24 when env.in_coroutine -> (
      let lent_types = List.map (fun v -> v.ty) env.lent in
      let fits c = covers env c.co_effects && c.co_lent = lent_types in
      match List.filter fits !coroutines with
      | [] -> env
      | l -> (
          let c = pick l in
          let args = List.map (fun v -> v.name) env.lent @ List.map (fun t -> expr env 1 t) c.co_params in
          let text = Printf.sprintf "call %s(%s)" c.co_name (String.concat ", " args) in
          match c.co_result with
          | None ->
              say ind "%s;" text;
              env
          | Some t ->
              let x = fresh "c" in
              say ind "let %s = %s;" x text;
              bind env x t false))
  | _ -> env

and call_function ind env f =
  (* inout arguments: distinct variables, so that nothing overlaps *)
  let rec arguments used = function
    | [] -> Some []
    | (false, t) :: rest ->
        let scalar = match t with Bool | Int _ -> true | _ -> false in
        let a = if scalar then expr env 1 t else match t with View -> "\"in\"" | _ -> leaf env t in
        Option.map (fun l -> a :: l) (arguments used rest)
    | (true, t) :: rest -> (
        match List.filter (fun v -> v.writable && v.ty = t && not (List.mem v.name used)) env.vars with
        | [] -> None
        | l ->
            let v = pick l in
            Option.map (fun l -> ("inout " ^ v.name) :: l) (arguments (v.name :: used) rest))
  in
  match arguments [] f.fn_params with
  | None -> env
  | Some args -> (
      let text = Printf.sprintf "%s(%s)" f.fn_name (String.concat ", " args) in
      match f.fn_result with
      | None ->
          say ind "%s;" text;
          env
      | Some t ->
          let x = fresh "f" in
          say ind "let %s = %s;" x text;
          bind env x t false)

and matching ind env p t =
  let cases =
    match t with
    | Option t -> [ ("none", None); ("some", Some t) ]
    | Named u -> List.assoc u !unions
    | _ -> assert false
  in
  say ind "match %s {" p;
  List.iter
    (fun (c, payload) ->
      match payload with
      | None ->
          say (ind + 1) "%s {" c;
          block (ind + 2) env (int 3);
          say (ind + 1) "}"
      | Some t ->
          let x = fresh "m" in
          say (ind + 1) "%s(%s) {" c x;
          block (ind + 2) (bind env x t false) (int 3);
          say (ind + 1) "}")
    cases;
  say ind "}"

(* Drives a child held anywhere: starts it if need be, answers it once or a few times. *)
and resume_some ind env =
  let children =
    List.filter_map
      (function
        | p, Coro c -> Some (p, c)
        | _ -> None)
      (places env ~writable:true)
  in
  match children with
  | [] when !coroutines <> [] && flip 2 ->
      let c = pick !coroutines in
      if List.exists (fun e -> List.mem View e.eff_args) c.co_effects || c.co_lent <> [] then env
      else begin
        let x = fresh "child" in
        let t =
          match int 4 with
          | 0 -> Array (1 + int 3, Coro c.co_name)
          | 1 when List.length !coroutines < 9 -> Coro c.co_name
          | _ -> Coro c.co_name
        in
        say ind "var %s: %s = %s;" x (show t)
          (match t with
          | Array (n, _) -> Printf.sprintf "[%s; %d]" (leaf env (Coro c.co_name)) n
          | _ -> leaf env (Coro c.co_name));
        bind env x t true
      end
  | [] -> env
  | l ->
      let p, name = pick l in
      let c = List.find (fun c -> c.co_name = name) !coroutines in
      let ev = fresh "ev" in
      (* a fresh child, so that the first resume is legal; sometimes not, which may trap *)
      if not (flip 5) then say ind "%s = %s;" p (leaf env (Coro name));
      say ind "var %s: event %s = resume %s;" ev name p;
      let n = fresh "n" in
      say ind "var %s: u32 = 0;" n;
      say ind "while %s < %d {" n (1 + int 4);
      say (ind + 1) "%s = %s + 1;" n n;
      say (ind + 1) "match %s {" ev;
      let env' = { env with vars = List.filter (fun v -> not (String.length p >= String.length v.name && String.sub p 0 (String.length v.name) = v.name)) env.vars; loops = env.loops + 1 } in
      List.iter
        (fun e ->
          let xs = List.map (fun _ -> fresh "a") e.eff_args in
          let inner = List.fold_left2 (fun env x t -> bind env x t false) env' xs e.eff_args in
          say (ind + 2) "%s%s {" e.eff_name (if xs = [] then "" else "(" ^ String.concat ", " xs ^ ")");
          block (ind + 3) { inner with loops = 0 } (int 2);
          (match e.eff_result with
          | None -> say (ind + 3) "%s = resume %s with %s();" ev p e.eff_name
          | Some t -> say (ind + 3) "%s = resume %s with %s(%s);" ev p e.eff_name (expr env' 1 t));
          say (ind + 2) "}")
        c.co_effects;
      (match c.co_result with
      | None -> say (ind + 2) "done { break; }"
      | Some t ->
          let x = fresh "d" in
          say (ind + 2) "done(%s) {" x;
          block (ind + 3) { (bind env' x t false) with loops = 0 } (int 2);
          say (ind + 3) "break;";
          say (ind + 2) "}");
      say (ind + 1) "}";
      say ind "}";
      env

(* ---- a program ---- *)

let results () = if flip 3 then None else Some (data_type 1)

let finish ind env = match env.result with Some t -> say ind "return %s;" (expr env 2 t) | None -> ()

let declare_function () =
  let params =
    List.init (int 4) (fun _ ->
        let inout = flip 3 in
        (inout, if (not inout) && flip 5 then View else data_type 1))
  in
  let f = { fn_name = fresh "fn"; fn_params = params; fn_result = results () } in
  let named = List.map (fun (inout, t) -> (fresh "p", inout, t)) params in
  say 0 "fn %s(%s)%s {" f.fn_name
    (String.concat ", " (List.map (fun (x, inout, t) -> Printf.sprintf "%s%s: %s" (if inout then "inout " else "") x (show t)) named))
    (match f.fn_result with Some t -> " -> " ^ show t | None -> "");
  let env =
    { vars = List.map (fun (name, writable, ty) -> { name; ty; writable }) named; effects = []; lent = []; loops = 0;
      result = f.fn_result; in_coroutine = false; budget = ref 12 }
  in
  block 1 env (2 + int 4);
  finish 1 env;
  say 0 "}\n";
  functions := f :: !functions

let declare_coroutine ~top effects =
  let co_lent = if top && flip 3 then [ pick [ Bytes 8; View ] ] else [] in
  let c =
    { co_name = fresh "co"; co_params = List.init (int 3) (fun _ -> data_type 1); co_lent; co_result = results (); co_effects = effects }
  in
  let params = List.map (fun t -> (fresh "p", t)) c.co_params in
  let lent = List.map (fun ty -> { name = fresh "lent"; ty; writable = true }) co_lent in
  say 0 "coroutine %s(%s)%s asks %s {" c.co_name
    (String.concat ", "
       (List.map (fun v -> Printf.sprintf "lent %s: %s" v.name (show v.ty)) lent
       @ List.map (fun (x, t) -> Printf.sprintf "%s: %s" x (show t)) params))
    (match c.co_result with Some t -> " -> " ^ show t | None -> "")
    (String.concat ", " (List.map (fun e -> e.eff_name) effects));
  let env =
    { vars = List.map (fun (name, ty) -> { name; ty; writable = false }) params @ lent; effects; lent; loops = 0;
      result = c.co_result; in_coroutine = true; budget = ref (if top then 40 else 16) }
  in
  (* containers of children, as locals: array, option, record and map are all tried *)
  let env =
    if !coroutines = [] then env
    else begin
      let child = pick !coroutines in
      if child.co_lent <> [] || List.exists (fun e -> List.mem View e.eff_args) child.co_effects then env
      else begin
        let x = fresh "children" in
        let n = 1 + int 4 in
        say 1 "var %s: [coro %s; %d] = [%s; %d];" x child.co_name n (leaf env (Coro child.co_name)) n;
        let m = fresh "byid" in
        say 1 "var %s: map<u16, coro %s, %d>;" m child.co_name (2 + int 3);
        let key = int 5 in
        say 1 "%s[%d] = %s;" m key (leaf env (Coro child.co_name));
        let e = fresh "first" in
        say 1 "let %s = resume %s[%d];" e m key;
        let fork = fresh "fork" in
        say 1 "var %s: coro %s = %s[%d];" fork child.co_name m key;
        let env = bind env x (Array (n, Coro child.co_name)) true in
        bind env fork (Coro child.co_name) true
      end
    end
  in
  block 1 env (4 + int (if top then 10 else 4));
  finish 1 env;
  say 0 "}\n";
  coroutines := c :: !coroutines

let program () =
  for _ = 1 to int 3 do
    let fields = List.init (1 + int 4) (fun i -> (Printf.sprintf "f%d" i, data_type 1)) in
    let name = fresh "Rec" in
    say 0 "record %s { %s }" name (String.concat ", " (List.map (fun (f, t) -> f ^ ": " ^ show t) fields));
    records := (name, fields) :: !records
  done;
  for _ = 1 to int 3 do
    let cases = List.init (1 + int 4) (fun i -> (Printf.sprintf "c%d" i, if flip 3 then None else Some (data_type 1))) in
    let name = fresh "Uni" in
    say 0 "union %s { %s }" name
      (String.concat ", " (List.map (fun (c, t) -> match t with None -> c | Some t -> Printf.sprintf "%s(%s)" c (show t)) cases));
    unions := (name, cases) :: !unions
  done;
  let effect ~views =
    let e =
      { eff_name = fresh "eff"; eff_args = List.init (int 4) (fun _ -> if views && flip 4 then View else data_type 1); eff_result = results () }
    in
    say 0 "effect %s(%s)%s;" e.eff_name
      (String.concat ", " (List.mapi (fun i t -> Printf.sprintf "x%d: %s" i (show t)) e.eff_args))
      (match e.eff_result with Some t -> " -> " ^ show t | None -> "");
    e
  in
  let inner = List.init (1 + int 2) (fun _ -> effect ~views:false) in
  let outer = List.init (1 + int 2) (fun _ -> effect ~views:true) in
  say 0 "";
  for _ = 1 to int 4 do
    declare_function ()
  done;
  for _ = 1 to 1 + int 2 do
    declare_coroutine ~top:false inner
  done;
  if flip 2 then declare_function ();
  declare_coroutine ~top:true (inner @ outer)

let make ~seed ~attempt =
  rng := Random.State.make [| seed; attempt |];
  records := [];
  unions := [];
  functions := [];
  coroutines := [];
  counter := 0;
  Buffer.clear out;
  program ();
  [ ("program.fl", Buffer.contents out) ]
