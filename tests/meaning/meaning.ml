(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Fairlead_lang.Surface
open Value
open State

exception Out_of_steps

type externals = string -> value list -> (value list * value) option

type t = {
  program : Program.t;
  externals : externals;
  constants : (home, value) Hashtbl.t;
  mutable steps : int;
  mutable variables : int;
}

type env = {
  world : t;
  scope : Typing.scope;
  at : Fairlead_lang.Loc.t;  (** the innermost statement: what traps is reported there *)
  lent : int list;
  result : ty;
  leave : value -> state -> answer;  (** [return] *)
  loops : loop list;
}

and loop = { label : string option; stop : state -> answer; next : state -> answer }

type place = {
  root : [ `Variable of int | `Value of value ];
  steps : Location.step list;  (** the last one first *)
  of_ty : ty;
  room : int;  (** of the map, after a key *)
}

type argument = Given of value | In_place of place

let or_trap env = function Some x -> return x | None -> trap env.at
let with_names env names = { env with scope = { env.scope with vars = names @ env.scope.vars } }

(* A new variable. *)
let declare env x ty v : env m =
 fun s k ->
  env.world.variables <- env.world.variables + 1;
  let n = env.world.variables in
  k (with_names env [ (x, (n, ty)) ]) (set s n v)

let declare_all env l = List.fold_left (fun m (x, ty, v) -> let* env = m in declare env x ty v) (return env) l
let written env w = Program.ty env.scope.program env.scope.file w
let find env p = Program.find env.scope.program env.scope.file p

(* ---- places ---- *)

let contents p : value m = fun s k -> k (match p.root with `Variable n -> get s n | `Value v -> v) s

let look_up env p =
  let* whole = contents p in
  or_trap env (Location.get whole (List.rev p.steps))

let changed env p f : unit m =
  let* whole = contents p in
  let* whole = or_trap env (f whole (List.rev p.steps)) in
  match p.root with
  | `Variable n -> fun s k -> k () (set s n whole)
  | `Value _ -> lost env.at "this cannot be changed"

let assign env p v = changed env p (fun whole steps -> Location.assign ~room:p.room whole steps v)
let update env p f = changed env p (fun whole steps -> Location.update whole steps f)
let below p step of_ty = { p with steps = step :: p.steps; of_ty; room = 0 }

(* Only of what was there before. *)
let put_back env p v = update env p (fun _ -> Some v)

(* ---- expressions ---- *)

(* Bytes that go where there is room for so many; everything else is what it is. *)
let rec eval env ?want e : value m =
  let* v = worth env want e in
  match (want, v) with
  | Some (Bytes n), V_bytes s when String.length s > n -> trap env.at
  | _ -> return v

and number env want e =
  let* v = eval env ~want e in
  match v with V_int z -> return z | _ -> lost e.loc "a number was expected"

(* An index, offset, bound, length or amount: of any integer type. *)
and position env e =
  let* z = number env (Typing.alone env.scope e) e in
  if Number.fits 32 z then return z else trap env.at

and truth env e =
  let* v = eval env ~want:Bool e in
  match v with V_bool b -> return b | _ -> lost e.loc "a boolean was expected"

and text env e =
  let* v = eval env e in
  match v with V_bytes s -> return s | _ -> lost e.loc "bytes were expected"

and worth env want (e : expr) : value m =
  let program = env.scope.program in
  let wanted = match want with Some _ -> want | None -> Typing.of_expr env.scope e in
  match e.e with
  | Int (z, _) -> return (V_int z)
  | Bool b -> return (V_bool b)
  | String s -> return (V_bytes s)
  | Name x when not (List.mem_assoc x env.scope.vars) -> constant env e
  | Field (b, n) when Typing.union_named env.scope b <> None -> return (V_case (n.id, V_unit))
  | Field _ when Typing.entity env.scope e <> None -> constant env e
  | Name _ | Field _ | Index _ | Slice _ ->
      let* p = settle env e in
      look_up env p
  | Apply ({ e = Name "len"; _ }, [ a ]) -> (
      let* v = eval env a.value in
      match v with
      | V_bytes s -> return (V_int (Z.of_int (String.length s)))
      | V_array l -> return (V_int (Z.of_int (List.length l)))
      | _ -> lost e.loc "len of what?")
  | Apply ({ e = Name "count"; _ }, [ a ]) -> (
      let* v = eval env a.value in
      match v with V_map l -> return (V_int (Z.of_int (List.length l))) | _ -> lost e.loc "count of what?")
  | Apply (({ e = Field (b, n); _ } as f), args) when Typing.entity env.scope f = None -> (
      match (Typing.union_named env.scope b, args) with
      | Some ty, [ a ] ->
          let* v = eval env ~want:(Typing.part program ty n.id) a.value in
          return (V_case (n.id, v))
      | _ -> lost e.loc "a call of what?")
  | Apply (f, args) -> (
      match Typing.entity env.scope f with Some h -> call env h args | None -> lost e.loc "a call of what?")
  | Unary (Not, a) ->
      let* b = truth env a in
      return (V_bool (not b))
  | Unary (Complement, a) ->
      let bits = bits_of wanted in
      let* z = number env (Int bits) a in
      return (V_int (Number.wrap bits (Z.lognot z)))
  | Binary (Arith op, _, a, b) ->
      let bits = bits_of (match Typing.of_expr env.scope e with Some ty -> Some ty | None -> want) in
      let* x = number env (Int bits) a in
      let* y = if Number.shifts op then position env b else number env (Int bits) b in
      let* z = or_trap env (Number.arithmetic op bits x y) in
      return (V_int z)
  | Binary (Compare c, _, a, b) ->
      let want =
        match (Typing.of_expr env.scope a, Typing.of_expr env.scope b) with
        | Some (Int _ as ty), _ | _, Some (Int _ as ty) -> Some ty
        | _ -> None
      in
      let* x = eval env ?want a in
      let* y = eval env ?want b in
      let order =
        match (x, y) with
        | V_int x, V_int y -> Z.compare x y
        | V_bytes x, V_bytes y -> compare x y
        | V_bool x, V_bool y -> compare x y
        | _ -> lost e.loc "these are not compared"
      in
      return (V_bool (Number.holds c order))
  | Binary (And, _, a, b) ->
      let* x = truth env a in
      if x then eval env ~want:Bool b else return (V_bool false)
  | Binary (Or, _, a, b) ->
      let* x = truth env a in
      if x then return (V_bool true) else eval env ~want:Bool b
  | Cond (c, a, b) ->
      let* c = truth env c in
      eval env ?want:wanted (if c then a else b)
  | Cast (a, _, wraps) -> (
      let target = Typing.of_expr env.scope e in
      let bits = bits_of target in
      let want =
        if Typing.of_expr env.scope a <> None then None else if wraps then Some (Value.Int 64) else target
      in
      let* v = eval env ?want a in
      match v with
      | V_bool b -> return (V_int (if b then Z.one else Z.zero))
      | V_int z when wraps -> return (V_int (Number.wrap bits z))
      | V_int z -> if Number.fits bits z then return (V_int z) else trap env.at
      | _ -> lost e.loc "a cast of what?")
  | In (k, m) -> (
      let key = key_type m (Typing.alone env.scope m) in
      let* k = number env key k in
      let* m = eval env m in
      match m with
      | V_map l -> return (V_bool (List.exists (fun (k', _) -> Z.equal k k') l))
      | _ -> lost e.loc "in what?")
  | Is (a, c) -> (
      let* v = eval env a in
      let c = Typing.case env.scope (Typing.alone env.scope a) (Typing.here c) in
      match v with V_case (c', _) -> return (V_bool (c = c')) | _ -> lost e.loc "is what?")
  | Record (p, written) ->
      let fields = Program.fields program (Typing.type_named env.scope p) in
      let* values =
        each (fun ((n : name), e) -> let* v = eval env ~want:(List.assoc n.id fields) e in return (n.id, v)) written
      in
      return (V_record (List.map (fun (f, _) -> (f, List.assoc f values)) fields))
  | Array l ->
      let want = Option.map Typing.element wanted in
      let* l = each (fun e -> eval env ?want e) l in
      return (V_array l)
  | Fill (a, _) -> (
      match (wanted, Typing.alone env.scope e) with
      | Some (Array (n, ty)), _ | _, Array (n, ty) ->
          let* v = eval env ~want:ty a in
          return (V_array (List.init n (fun _ -> v)))
      | _ -> lost e.loc "an array was expected")
  | Default -> ( match want with Some ty -> return (Program.default program ty) | None -> lost e.loc "default of what?")
  | None_ -> return (V_case ("none", V_unit))
  | Some_ a ->
      let want = match wanted with Some (Option ty) -> Some ty | _ -> None in
      let* v = eval env ?want a in
      return (V_case ("some", v))
  | Load (endian, _, a) ->
      let bits = bits_of wanted in
      let* p = window env bits a in
      let* v = look_up env p in
      (match v with V_bytes s -> return (V_int (Number.of_bytes endian s)) | _ -> lost e.loc "load of what?")
  | Ask (p, args) ->
      let effect = find env p in
      let* values = arguments env effect args in
      ask env effect values
  | Call (p, args) -> call env (find env p) args
  | Start (p, args) ->
      let h = find env p in
      let* values = arguments env h args in
      return (V_coro (Not_started (start env.world h values)))
  | Resume (c, lending, answer) ->
      let* child = settle env c in
      let* lent = each (fun (a : arg) -> settle env a.value) (Option.value lending ~default:[]) in
      let* answer =
        match answer with
        | None -> return None
        | Some (p, args) ->
            let asked = match child.of_ty with Coro h -> Program.asked_as program env.scope.file h p | _ -> None in
            let effect = match asked with Some e -> e | None -> lost p.base.loc "it never asks that" in
            let* values = each (fun (a : arg) -> eval env ~want:(Program.result program effect) a.value) args in
            return (Some (effect, match values with v :: _ -> v | [] -> V_unit))
      in
      resume env child lent answer
  | Choose st -> choice env wanted st

and key_type (m : expr) : ty -> ty = function Map (bits, _, _) -> Int bits | _ -> lost m.loc "a map was expected"
and bits_of = function Some (Int bits) -> bits | _ -> 32

(* The values of parameters that are given, not lent. *)
and arguments env h (args : arg list) =
  let given = List.filter (fun ((p : param), _) -> p.mode <> Lent) (Program.parameters env.scope.program h) in
  each (fun ((_, ty), (a : arg)) -> eval env ~want:ty a.value) (List.combine given args)

and constant env e =
  match Typing.entity env.scope e with
  | None -> lost e.loc "this name means nothing"
  | Some h -> (
      match (Hashtbl.find_opt env.world.constants h, Program.declaration env.scope.program h) with
      | Some v, _ -> return v
      | None, D_const (_, w, e) ->
          let v = computed env.world h.file (Some (Program.ty env.scope.program h.file w)) e in
          Hashtbl.replace env.world.constants h v;
          return v
      | None, _ -> lost e.loc "this is no value")

(* What is known when the program is compiled. *)
and computed world file want e =
  let scope = { Typing.program = world.program; file; vars = [] } in
  let env = { world; scope; at = e.loc; lent = []; result = Unit; leave = (fun v _ -> Done (v, [])); loops = [] } in
  match eval env ?want e empty env.leave with Done (v, _) -> v | _ -> lost e.loc "this is no constant"

(* The indices, keys and bounds, from left to right: nothing is looked up yet. *)
and settle env (e : expr) : place m =
  let program = env.scope.program in
  match e.e with
  | Name x when List.mem_assoc x env.scope.vars ->
      let n, of_ty = List.assoc x env.scope.vars in
      return { root = `Variable n; steps = []; of_ty; room = 0 }
  | Field (b, f) when Typing.union_named env.scope b = None && Typing.entity env.scope e = None ->
      let* p = settle env b in
      let part = Typing.case env.scope p.of_ty (Typing.here f) in
      let step = match p.of_ty with Record _ | Arguments _ -> Location.Field part | _ -> Location.Case part in
      return (below p step (Typing.part program p.of_ty part))
  | Index (b, i) -> (
      let* p = whole env b in
      match p.of_ty with
      | Map (bits, ty, room) ->
          let* k = number env (Int bits) i in
          return { (below p (Key k) ty) with room }
      | ty ->
          let* i = position env i in
          return (below p (At i) (Typing.element ty)))
  | Slice (b, lo, hi) ->
      let* p = whole env b in
      let bound = function
        | None -> return None
        | Some e -> let* z = position env e in return (Some z)
      in
      let* lo = bound lo in
      let* hi = bound hi in
      return (below p (Cut (lo, hi)) View)
  | _ ->
      let* v = eval env e in
      return { root = `Value v; steps = []; of_ty = Typing.alone env.scope e; room = 0 }

(* What a step is taken from: a slice is looked up before the step. *)
and whole env b =
  let* p = settle env b in
  match p.steps with
  | Cut _ :: _ ->
      let* _ = look_up env p in
      return p
  | _ -> return p

(* [b[off]] as the bytes of an integer of so many bits. *)
and window env bits (e : expr) =
  match e.e with
  | Index (b, off) ->
      let* p = whole env b in
      let* off = position env off in
      return (below p (Cut (Some off, Some (Z.add off (Z.of_int (bits / 8))))) View)
  | _ -> lost e.loc "an offset is missing"

(* ---- calls, requests, resumptions ---- *)

and call env h args =
  let given = List.filter (fun ((p : param), _) -> p.mode <> Lent) (Program.parameters env.scope.program h) in
  let argument ((_, ty), (a : arg)) =
    if a.inout then let* p = settle env a.value in return (In_place p)
    else let* v = eval env ~want:ty a.value in return (Given v)
  in
  let* args = each argument (List.combine given args) in
  let* values = each (function Given v -> return v | In_place p -> look_up env p) args in
  let* result, after = enter env h values in
  let back (arg, v) = match arg with Given _ -> return () | In_place p -> put_back env p v in
  let* _ = each back (List.combine args after) in
  return result

(* The result, and what the parameters hold at the end. *)
and enter env h values : (value * value list) m =
  match Program.declaration env.scope.program h with
  | D_extern_fn _ -> (
      match env.world.externals h.name values with
      | Some (after, result) -> return (result, after)
      | None -> lost env.at "the external function %s is not known" h.name)
  | D_proc p ->
      fun s k ->
        let lent = if p.coroutine then List.map (get s) env.lent else [] in
        let back s lent = if p.coroutine then List.fold_left2 set s env.lent lent else s in
        run env.world h values lent (fun result after lent -> k (result, after) (back s lent))
  | _ -> lost env.at "%s is not called" h.name

and run world h values lent finish =
  let program = world.program in
  let parameters = Program.parameters program h in
  let rec hand_out parameters values lent =
    match (parameters, values, lent) with
    | [], _, _ -> []
    | (({ mode = Lent; _ } as p : param), ty) :: rest, _, v :: lent -> (p.p_name.id, ty, v) :: hand_out rest values lent
    | (p, ty) :: rest, v :: values, _ -> (p.p_name.id, ty, v) :: hand_out rest values lent
    | (p, _) :: _, _, _ -> lost p.p_name.loc "no value for this parameter"
  in
  let body = Program.procedure program h in
  let scope = { Typing.program; file = h.file; vars = [] } in
  let outside v _ = Done (v, []) in
  let result = Program.result program h in
  let env = { world; scope; at = body.closing; lent = []; result; leave = outside; loops = [] } in
  let inside env =
    let number (p : param) = fst (List.assoc p.p_name.id env.scope.vars) in
    let numbers lent =
      List.filter_map (fun ((p : param), _) -> if (p.mode = Lent) = lent then Some (number p) else None) parameters
    in
    let lent = numbers true and given = numbers false in
    { env with lent; leave = (fun v s -> finish v (List.map (get s) given) (List.map (get s) lent)) }
  in
  (declare_all env (hand_out parameters values lent)) empty (fun env s ->
      let env = inside env in
      (* What is required is tested where nobody has to know it: at every beginning does no harm. *)
      let test (e : expr) : stmt = { s = Assert e; s_loc = e.loc; s_depth = 0 } in
      block env (List.map test body.requires @ body.body) s (fun () s -> env.leave V_unit s))

and start world h values lent = run world h values lent (fun v _ lent -> Done (v, lent))

and ask env effect values : value m =
 fun s k ->
  Ask (effect, values, List.map (get s) env.lent, fun answer lent -> k answer (List.fold_left2 set s env.lent lent))

and resume env child lent answer : value m =
  let* now = look_up env child in
  let* handed = each (look_up env) lent in
  let after next lent_after event =
    let* () = put_back env child (V_coro next) in
    let* _ = each (fun (p, v) -> put_back env p v) (List.combine lent lent_after) in
    return event
  in
  let event = function
    | Trap at -> trap at
    | Done (v, back) -> after Finished back (V_case ("done", v))
    | Ask (effect, values, back, go) ->
        let names = List.map fst (Program.fields env.scope.program (Arguments effect)) in
        let payload = match values with [] -> V_unit | [ v ] -> v | _ -> V_record (List.combine names values) in
        let case =
          match child.of_ty with
          | Coro h -> Program.request env.scope.program h effect
          | _ -> lost env.at "resume of what?"
        in
        after (Waiting (effect, go)) back (V_case (case, payload))
  in
  match (now, answer) with
  | V_coro (Not_started go), None -> event (go handed)
  | V_coro (Waiting (effect, go)), Some (effect', v) when effect = effect' -> event (go v handed)
  | _ -> trap env.at

(* [case => forward c] stands for [case(x) { matched = resume c with case(ask case(x)); }]. *)
and forward env matched (case, payload) child lending =
  let* child = settle env child in
  let* lent = each (fun (a : arg) -> settle env a.value) (Option.value lending ~default:[]) in
  let effect =
    match child.of_ty with
    | Coro h -> List.find (fun e -> Program.request env.scope.program h e = case) (Program.asked env.scope.program h)
    | _ -> lost env.at "forward of what?"
  in
  let values =
    match (Program.parameters env.scope.program effect, payload) with
    | [], _ -> []
    | [ _ ], v -> [ v ]
    | _, V_record l -> List.map snd l
    | _ -> lost env.at "forward of what?"
  in
  let* answer = ask env effect values in
  let* event = resume env child lent (Some (effect, answer)) in
  let* matched = settle env matched in
  assign env matched event

(* ---- alternatives ---- *)

(* The arm that is taken, what is in scope there, and what was matched. *)
and arm_of env head arms =
  let* matched = settle env head in
  let* v = look_up env matched in
  let fits z = function
    | P_int (z', _, _) -> return (Z.equal z z')
    | P_case (p, _) ->
        let e = match p.qualifier with None -> Name p.base.id | Some q -> Field ({ head with e = Name q.id }, p.base) in
        let* v = constant env { head with e } in
        return (v = V_int z)
  in
  let takes pattern =
    match (v, pattern) with
    | V_int z, _ -> fits z pattern
    | V_case (c, _), P_case (p, _) -> return (Typing.case env.scope matched.of_ty p = c)
    | _ -> lost head.loc "a match of what?"
  in
  let rec first = function
    | [] -> return None
    | pattern :: rest ->
        let* yes = takes pattern in
        if yes then return (Some pattern) else first rest
  in
  let rec choose = function
    | [] -> lost head.loc "no arm for this"
    | ({ patterns = []; _ } as arm : arm) :: _ -> return (arm, [])
    | arm :: rest -> (
        let* found = first arm.patterns in
        match found with
        | None -> choose rest
        | Some pattern ->
            let values =
              match (pattern, v) with
              | P_case (_, [ _ ]), V_case (_, payload) -> [ payload ]
              | P_case (_, _ :: _ :: _), V_case (_, V_record l) -> List.map snd l
              | _ -> []
            in
            let names = Typing.binders env.scope matched.of_ty pattern in
            return (arm, List.map2 (fun (x, ty) v -> (x, ty, v)) names values))
  in
  let* arm, names = choose arms in
  let* inner = declare_all env names in
  return (arm, inner, v)

(* For their value. *)
and choice env want st =
  let env = { env with at = st.s_loc } in
  match st.s with
  | If (c, a, b) ->
      let* c = truth env c in
      block_value env want (if c then a else b)
  | Match (head, arms) ->
      let* arm, inner, _ = arm_of env head arms in
      block_value inner want arm.body
  | Scope b -> block_value env want b
  | _ -> lost st.s_loc "this has no value"

and block_value env want = function
  | [] -> lost env.at "a block without a value"
  | [ ({ s = Value (e, _); _ } as st) ] -> eval { env with at = st.s_loc } ?want e
  | [ ({ s = If _ | Match _ | Scope _; _ } as st) ] -> choice env want st
  | st :: rest ->
      let* env = statement env st in
      block_value env want rest

(* ---- statements ---- *)

and block env = function
  | [] -> return ()
  | st :: rest ->
      let* env = statement env st in
      block env rest

(* What is in scope after it. *)
and statement env st : env m =
  if env.world.steps = 0 then raise Out_of_steps;
  env.world.steps <- env.world.steps - 1;
  let outer = env and env = { env with at = st.s_loc } in
  let alone e = Typing.alone env.scope e in
  let go_on m = let* () = m in return outer in
  let bind (x : name) w e =
    let ty = match w with Some w -> written env w | None -> alone e in
    let* v = eval env ~want:ty e in
    if x.id = "_" then return outer else declare outer x.id ty v
  in
  match st.s with
  | Let (x, w, e) -> bind x w e
  | Var (x, w, Some e) -> bind x w e
  | Var (x, Some w, None) ->
      let ty = written env w in
      declare outer x.id ty (Program.default env.scope.program ty)
  | Var (x, None, None) -> lost x.loc "a variable without a type"
  | Expr e | Value (e, _) ->
      let* _ = eval env e in
      return outer
  | Assign (p, None, e) ->
      let* v = eval env ~want:(alone p) e in
      let* p = settle env p in
      go_on (assign env p v)
  | Assign (p, Some (Arith op, _), e) -> (
      let* p = settle env p in
      let* old = look_up env p in
      let* y = if Number.shifts op then position env e else number env p.of_ty e in
      match old with
      | V_int x ->
          let* z = or_trap env (Number.arithmetic op (bits_of (Some p.of_ty)) x y) in
          go_on (put_back env p (V_int z))
      | _ -> lost st.s_loc "an operation on what?")
  | Assign (_, Some _, _) -> lost st.s_loc "which operation?"
  | If (c, a, b) ->
      let* c = truth env c in
      go_on (block env (if c then a else b))
  | Match (head, arms) -> (
      let* arm, inner, v = arm_of env head arms in
      match (arm.body, v) with
      | [ { s = Forward (child, lending); s_loc; _ } ], V_case (case, payload) ->
          go_on (forward { inner with at = s_loc } head (case, payload) child lending)
      | body, _ -> go_on (block inner body))
  | Forward _ -> lost st.s_loc "forward outside a match"
  | While (label, c, body) ->
      rounds outer label (fun inner _ ->
          let* c = truth env c in
          if not c then return false
          else let* () = block inner body in return true)
  | Loop (label, body) -> rounds outer label (fun inner _ -> let* () = block inner body in return true)
  | For_range (label, x, lo, hi, body) ->
      let ty = match Typing.of_expr env.scope lo with Some ty -> ty | None -> alone hi in
      let* lo = number env ty lo in
      let* hi = number env ty hi in
      rounds outer label (fun inner i ->
          let z = Z.add lo (Z.of_int i) in
          if Z.geq z hi then return false
          else
            let* inner = declare inner x.id ty (V_int z) in
            let* () = block inner body in
            return true)
  | For_each (label, x, y, e, body) -> for_each env outer label x y e body
  | Break l -> leave_loop env l (fun loop -> loop.stop)
  | Continue l -> leave_loop env l (fun loop -> loop.next)
  | Return None -> fun s _ -> env.leave V_unit s
  | Return (Some e) ->
      let* v = eval env ~want:env.result e in
      fun s _ -> env.leave v s
  | Mark _ -> return outer
  | Trap -> trap env.at
  | Assert e ->
      let* b = truth env e in
      if b then return outer else trap env.at
  | Scope body -> go_on (block env body)
  | Push (p, e) ->
      let* z = number env (Int 8) e in
      let* p = settle env p in
      grow env p (String.make 1 (Char.chr (Z.to_int z))) outer
  | Append (p, e) ->
      let* more = text env e in
      let* p = settle env p in
      grow env p more outer
  | Resize (p, n) -> (
      let* n = position env n in
      let* p = settle env p in
      match p.of_ty with
      | Bytes room when Z.gt n (Z.of_int room) ->
          let* _ = look_up env p in
          trap env.at
      | _ ->
          let n = Z.to_int n in
          let resized s =
            if n <= String.length s then String.sub s 0 n else s ^ String.make (n - String.length s) '\000'
          in
          go_on (update env p (function V_bytes s -> Some (V_bytes (resized s)) | _ -> None)))
  | Store (endian, n, p, e) ->
      let ty = written env { t = T_name { qualifier = None; base = n }; t_loc = n.loc; t_depth = 1 } in
      let bits = bits_of (Some ty) in
      let* z = number env ty e in
      let* p = window env bits p in
      go_on (put_back env p (V_bytes (Number.to_bytes endian bits z)))
  | Remove (m, k) ->
      let* p = settle env m in
      let key = key_type m p.of_ty in
      let* k = number env key k in
      go_on (update env p (function V_map l -> Some (V_map (without k l)) | _ -> None))

(* The last entry takes the place of one that is removed. *)
and without k l =
  match List.rev l with
  | [] -> []
  | (last, v) :: before ->
      let others = List.rev before in
      let moved (k', v') = if Z.equal k k' then (last, v) else (k', v') in
      if Z.equal last k then others
      else if List.exists (fun (k', _) -> Z.equal k k') others then List.map moved others
      else l

and grow env p more outer =
  let room = match p.of_ty with Bytes n -> n | _ -> lost env.at "bytes were expected" in
  let longer = function
    | V_bytes s when String.length s + String.length more <= room -> Some (V_bytes (s ^ more))
    | _ -> None
  in
  let* () = update env p longer in
  return outer

(* [body] says whether there is another round. *)
and rounds env label body : env m =
 fun s k ->
  let stop s = k env s in
  let rec round i s =
    if env.world.steps = 0 then raise Out_of_steps;
    env.world.steps <- env.world.steps - 1;
    let loop = { label = Option.map (fun (l : name) -> l.id) label; stop; next = round (i + 1) } in
    body { env with loops = loop :: env.loops } i s (fun more s -> if more then round (i + 1) s else stop s)
  in
  round 0 s

and leave_loop : 'a. env -> name option -> (loop -> state -> answer) -> 'a m =
 fun env label way s _ ->
  let named loop = match label with None -> true | Some l -> loop.label = Some l.id in
  way (List.find named env.loops) s

and for_each env outer label x y e body =
  let* p = settle env e in
  let* at_first = look_up env p in
  let with_names inner names =
    let* inner = declare_all inner (List.filter (fun (x, _, _) -> x <> "_") names) in
    let* () = block inner body in
    return true
  in
  match (at_first, p.of_ty) with
  | V_map l, Map (bits, ty, _) ->
      let n = List.length l in
      rounds outer label (fun inner i ->
          if i >= n then return false
          else
            let* now = look_up env p in
            match now with
            | V_map l when n - 1 - i < List.length l ->
                let k, v = List.nth l (n - 1 - i) in
                let value = match y with Some y -> [ (y.id, ty, v) ] | None -> [] in
                with_names inner ((x.id, Value.Int bits, V_int k) :: value)
            | _ -> return true)
  | _ ->
      let n =
        match at_first with
        | V_array l -> List.length l
        | V_bytes s -> String.length s
        | _ -> lost e.loc "for in what?"
      in
      (* of a slice, the bytes that it began with *)
      let p, first =
        match p.steps with
        | Cut (lo, _) :: steps -> ({ p with steps }, Option.value lo ~default:Z.zero)
        | _ -> (p, Z.zero)
      in
      let ty = Typing.element p.of_ty in
      rounds outer label (fun inner i ->
          if i >= n then return false
          else
            let* v = look_up env (below p (At (Z.add first (Z.of_int i))) ty) in
            with_names inner [ (x.id, ty, v) ])

let create ?(externals = fun _ _ -> None) ~steps program =
  let world = { program; externals; constants = Hashtbl.create 17; steps; variables = 0 } in
  let size file e = match computed world file None e with V_int z -> z | _ -> lost e.loc "a size" in
  Program.on_sizes program size;
  world
