module Num = Z
open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module I = Program_info
module T = C_types_trusted
module X = C_expr_trusted
open C_facts_trusted

let p = Printf.sprintf

type t = {
  env : X.env;
  pr : proc;
  out : Buffer.t;
  mutable line : string;  (** the pending #line, if any *)
  mutable here : string;  (** the last #line *)
  mutable drifted : bool;  (** there were lines of C since then *)
  mutable fresh : int;
  at_numbers : (label, int) Hashtbl.t;
  gotos : (int, unit) Hashtbl.t;  (** landings that a goto mentions *)
  mutable traps : bool;  (** the trap label is mentioned *)
  has_goto : bool;
  set_before : (label, unit) Hashtbl.t;  (** stops of which a loop around them has set [at] *)
  mutable in_stepped_loop : bool;  (** printing the body of a loop that a step leaves and re-enters *)
}

let fresh st =
  st.fresh <- st.fresh + 1;
  p "fli_%d" st.fresh

let types st = st.env.types
let info st = T.info (types st)
let program st = (info st).program

(* Labels, jumps, braces and heads of endless loops are nowhere in the source. *)
let does_something text =
  let n = String.length text in
  let begins p = String.length p <= n && String.sub text 0 (String.length p) = p in
  not (begins "}" || begins "goto " || begins "for (;;) {" || (n > 2 && String.sub text (n - 2) 2 = ":;"))

let put st indent text =
  Buffer.add_string st.out (if st.line = "" && st.drifted && does_something text then st.here else st.line);
  st.line <- "";
  st.drifted <- true;
  Buffer.add_string st.out (String.make (4 * indent) ' ');
  Buffer.add_string st.out text;
  Buffer.add_char st.out '\n'

(* On one line of C, as far as it goes: each line that does something needs a #line of its own. *)
let statement st indent = function [] -> () | parts -> put st indent (String.concat " " parts)

let trap_in_coroutine = "FLI_TRAPPED(); goto trap;"
let trap_in_function = "FLI_TRAPPED(); return false;"

let trap st =
  if st.pr.suspends then (
    st.traps <- true;
    trap_in_coroutine)
  else trap_in_function

let guard st g = List.map (fun c -> if c = "true" then trap st else p "if (%s) { %s }" c (trap st)) (X.failures st.env g)
let always s = s = trap_in_coroutine || s = trap_in_function
let var v = { X.text = v; pointer = false }
let pointer v = { X.text = v; pointer = true }

let copy_value (d : X.lvalue) ty (s : X.lvalue) =
  if T.is_void ty then []
  else
    match ty with
    | TBytes _ ->
        let field l f = (X.dot l f).X.text in
        [
          p "fli_copy(%s, %s, %s);" (field d "data") (field s "data") (field s "len");
          p "%s = %s;" (field d "len") (field s "len");
        ]
    | _ -> [ p "%s = %s;" (X.value d) (X.value s) ]

(* The value of a type before anything is assigned; all of them are zero bytes. *)
let rec clear st (d : X.lvalue) ty =
  if T.is_void ty then []
  else
    match ty with
    | TBool -> [ p "%s = false;" (X.value d) ]
    | TInt _ -> [ p "%s = 0;" (X.value d) ]
    | TBytes _ -> [ p "%s = 0;" (X.dot d "len").text ]
    | TView -> [ p "%s = 0;" (X.dot d "len").text ]
    | TRecord (_, ts) -> List.concat (List.mapi (fun i t -> if T.is_void t then [] else clear st (X.dot d (T.member (types st) ty i)) t) ts)
    | TUnion (_, t :: _) when not (T.is_void t) ->
        p "%s = 0;" (X.dot d "tag").text :: clear st (X.dot (X.dot d "u") (T.member (types st) ty 0)) t
    | TUnion _ -> [ p "%s = 0;" (X.dot d "tag").text ]
    | TCoro _ -> [ p "%s = 0;" (X.dot d "at").text ]
    | TMap (n, _, _) ->
        let index = (X.dot d "index").text in
        p "%s = 0;" (X.dot d "count").text
        :: (if T.index_size (T.int_of_n n) = 0 then [] else [ p "memset(%s, 0, sizeof %s);" index index ])
    | TArray (n, ((TRecord _ | TBytes _ | TCoro _ | TMap _ | TUnion _) as t)) ->
        let i = fresh st in
        [ p "for (uint32_t %s = 0; %s < %su; %s++) {" i i (Num.to_string n) i ]
        @ clear st (var (p "%s[%s]" (X.dot d "a").text i)) t
        @ [ "}" ]
    | TArray _ | TExtern _ -> [ p "memset(%s, 0, sizeof %s);" (X.address d) (X.value d) ]

(* [e] into [d]. Constructors are taken apart: nothing in [e] may read [d]. *)
and store st (d : X.lvalue) ty e : string list =
  let env = st.env in
  if T.is_void ty then []
  else
    match (ty, e) with
    | (TBool | TInt _), _ ->
        let value = X.scalar env e in
        if value = X.value d then [] (* compilers take x = x for a mistake *) else [ p "%s = %s;" (X.value d) value ]
    | _, EDefault _ -> clear st d ty
    | TBytes n, _ -> store_bytes st d (T.int_of_n n) e ~overlap:false
    | _, ERead pl -> copy_value d ty (fst (X.place env pl))
    | TRecord (_, ts), ERecord (_, es) ->
        List.concat
          (List.mapi
             (fun i (t, e) -> if T.is_void t then [] else store st (X.dot d (T.member (types st) ty i)) t e)
             (List.combine ts es))
    | TUnion (_, ts), EUnion (_, tag, e) ->
        let t = List.nth ts tag in
        (if T.is_void t then [] else store st (X.dot (X.dot d "u") (T.member (types st) ty tag)) t e)
        @ [ p "%s = %d;" (X.dot d "tag").text tag ]
    | TArray (_, t), EArray (_, es) ->
        List.concat (List.mapi (fun i e -> store st (var (p "%s[%d]" (X.dot d "a").text i)) t e) es)
    | TArray (n, t), EFill (_, _, e) ->
        let v = fresh st in
        let i = fresh st in
        [ "{"; p "%s %s;" (T.c_type (types st) t) v ]
        @ store st (var v) t e
        @ [ p "for (uint32_t %s = 0; %s < %su; %s++) {" i i (Num.to_string n) i ]
        @ copy_value (var (p "%s[%s]" (X.dot d "a").text i)) t (var v)
        @ [ "} }" ]
    | TCoro c, ECoro (_, es) ->
        let names = T.variables (types st) c in
        let params = List.mapi (fun i (m, t) -> (i, m, t)) (T.procedure (types st) c).params in
        let stored = List.filter (fun (_, m, _) -> m <> Lent) params in
        p "%s = 1;" (X.dot d "at").text
        :: List.concat (List.map2 (fun (i, _, t) e -> if T.is_void t then [] else store st (X.dot d names.(i)) t e) stored es)
    | _ -> invalid_arg "store"

and store_bytes st (d : X.lvalue) cap e ~overlap =
  let data, len = X.bytes st.env e in
  let n = fresh st in
  [
    "{";
    p "const uint32_t %s = %s;" n len;
    p "%s(%s, %s, %s);" (if overlap then "fli_move" else "fli_copy") (X.dot d "data").text data n;
    p "%s = (%s)%s;" (X.dot d "len").text (T.unsigned cap) n;
    "}";
  ]

let constructs = function ERecord _ | EUnion _ | EArray _ | EFill _ | ECoro _ -> true | _ -> false

let rec has_subscript = function
  | PVar _ | PConst _ -> false
  | PField (pl, _) | PCase (pl, _) -> has_subscript pl
  | PIndex _ | PKey _ -> true

(* [d], named once if it takes a computation to reach and is mentioned often. *)
let reach_once st pl (d : X.lvalue) ty body =
  if has_subscript pl && not (T.is_scalar ty) && not (T.is_void ty) then
    let v = fresh st in
    ("{" :: p "%s *const %s = %s;" (T.c_type (types st) ty) v (X.address d) :: body (pointer v)) @ [ "}" ]
  else body d

let assign st pl e : string list =
  let d, ty = X.place st.env pl in
  let reads = match X.root pl with Some x -> X.mentions x e | None -> false in
  match ty with
  | _ when e = ERead pl -> []
  | TBytes n when e <> EDefault ty ->
      reach_once st pl d ty (fun d -> store_bytes st d (T.int_of_n n) e ~overlap:reads)
  | _ when reads && constructs e ->
      let v = fresh st in
      ("{" :: p "%s %s;" (T.c_type (types st) ty) v :: store st (var v) ty e) @ copy_value d ty (var v) @ [ "}" ]
  | _ -> reach_once st pl d ty (fun d -> store st d ty e)

(* {2 Arguments} *)

type passed = { before : string list; text : string list; after : string list }

let nothing = { before = []; text = []; after = [] }
let plain text = { nothing with text = [ text ] }

(* After a call, places that [inout] arguments went back to. *)
let guards_back st args = List.concat_map (fun a -> guard st (guard_give_back a)) args

let span st pl slice =
  let l, ty = X.place st.env pl in
  let data = (X.dot l "data").text and len = (X.dot l "len").text in
  let name = T.prefix (types st) ^ "span" in
  match (slice, ty) with
  | None, TView -> X.value l
  | None, _ -> p "(struct %s){%s, %s}" name data len
  | Some (lo, hi), _ -> p "(struct %s){%s + %s, %s - %s}" name data (X.scalar st.env lo) (X.scalar st.env hi) (X.scalar st.env lo)

let pass st (mode, ty) a : passed =
  if T.is_void ty then nothing
  else
    match (mode, ty, a) with
    | In, TView, AIn e ->
        let data, len = X.bytes st.env e in
        plain (p "(struct %sview){%s, %s}" (T.prefix (types st)) data len)
    | In, _, AIn e when T.is_scalar ty -> plain (X.scalar st.env e)
    | In, _, AIn (ERead pl) -> plain (X.address (fst (X.place st.env pl)))
    | In, _, AIn e -> (
        match e with
        | EFit (_, ERead pl) when snd (X.place st.env pl) = ty -> plain (X.address (fst (X.place st.env pl)))
        | _ ->
            let v = fresh st in
            { nothing with before = p "%s %s;" (T.c_type (types st) ty) v :: store st (var v) ty e; text = [ "&" ^ v ] })
    | (Inout | Lent), TView, AInout pl -> plain (span st pl None)
    | (Inout | Lent), TView, AInoutSlice (pl, lo, hi) -> plain (span st pl (Some (lo, hi)))
    | (Inout | Lent), _, AInout pl -> (
        let d, _ = X.place st.env pl in
        match X.root pl with
        | Some x when T.is_scalar ty && st.env.in_frame.(x) ->
            (* Storage in frames is shared by variables of other types: no
               pointer to a plain integer goes there. *)
            let v = fresh st in
            {
              before = [ p "%s %s = %s;" (T.c_type (types st) ty) v (X.value d) ];
              text = [ "&" ^ v ];
              after = [ p "%s = %s;" (X.value d) v ];
            }
        | _ -> plain (X.address d))
    | _ -> invalid_arg "argument"

let pass_all st params args =
  let l = List.map2 (pass st) params args in
  {
    before = List.concat_map (fun a -> a.before) l;
    text = List.concat_map (fun a -> a.text) l;
    after = List.concat_map (fun a -> a.after) l @ guards_back st args;
  }

(* A call whose result goes to [dest]. [call result] is the call's text, where
   [result] is the last argument, if the result does not come back as a value. *)
let call_with_result st ~args ~ret ~dest ~by_value ~may_trap ~name =
  let invoke extra =
    let text = p "%s(%s)" name (String.concat ", " (args.text @ extra)) in
    if may_trap then p "if (!%s) { %s }" text (trap st) else text ^ ";"
  in
  let declared t v = p "%s %s;" (T.c_type (types st) t) v in
  let body =
    if T.is_void ret then (invoke [] :: args.after) @ guard st (guard_dest dest)
    else if by_value then
      let text = p "%s(%s)" name (String.concat ", " args.text) in
      match dest with
      | None -> p "(void)%s;" text :: args.after
      | Some (PVar _ as pl) when args.after = [] -> [ p "%s = %s;" (X.value (fst (X.place st.env pl))) text ]
      | Some pl ->
          let v = fresh st in
          (p "const %s %s = %s;" (T.c_type (types st) ret) v text :: args.after)
          @ guard st (guard_write pl)
          @ [ p "%s = %s;" (X.value (fst (X.place st.env pl))) v ]
    else
      match dest with
      | Some (PVar x as pl)
        when not st.env.in_frame.(x)
             && not (List.exists (fun t -> t = X.address (fst (X.place st.env pl))) args.text) ->
          (* A local of ours that no argument refers to: written directly. *)
          invoke [ X.address (fst (X.place st.env pl)) ] :: args.after
      | Some pl ->
          let v = fresh st in
          (declared ret v :: invoke [ "&" ^ v ] :: args.after)
          @ guard st (guard_write pl)
          @ copy_value (fst (X.place st.env pl)) ret (var v)
      | None ->
          let v = fresh st in
          declared ret v :: invoke [ "&" ^ v ] :: args.after
  in
  match args.before @ body with [ s ] -> [ s ] | l -> ("{" :: l) @ [ "}" ]

let extern_call st f args dest =
  let ext = List.nth (program st).externs f in
  let passed = pass_all st ext.ext_params args in
  call_with_result st ~args:passed ~ret:ext.ext_result ~dest ~by_value:(T.is_scalar ext.ext_result) ~may_trap:false
    ~name:(info st).externs.(f).symbol

let function_call st (x : call) =
  let callee = T.procedure (types st) x.callee in
  let may_trap = can_trap (info st) x.callee in
  let passed = pass_all st callee.params x.call_args in
  call_with_result st ~args:passed ~ret:callee.result ~dest:x.call_dest
    ~by_value:(T.is_scalar callee.result && not may_trap)
    ~may_trap ~name:(T.procedure_name (types st) x.callee)

(* {2 Basic statements} *)

let basic st b : string list =
  let env = st.env in
  let guards = guard st (guard_basic b) in
  let place = X.place env in
  let scalar = X.scalar env in
  let same_root pl e = match X.root pl with Some x -> X.mentions x e | None -> false in
  let body () =
    match b with
    | BLine _ | BTrap -> []
    | BAssign (pl, e) -> assign st pl e
    | BPush (pl, cap, e) ->
        let d, ty = place pl in
        reach_once st pl d ty (fun d ->
            let len = (X.dot d "len").text in
            [
              p "%s[%s] = %s;" (X.dot d "data").text len (scalar e);
              p "%s = (%s)(%s + 1u);" len (T.unsigned (T.int_of_n cap)) len;
            ])
    | BAppend (pl, cap, e) ->
        let d, ty = place pl in
        reach_once st pl d ty (fun d ->
            let len = (X.dot d "len").text in
            let data, n = X.bytes env e in
            let v = fresh st in
            [
              "{"; p "const uint32_t %s = %s;" v n; p "fli_copy(%s + %s, %s, %s);" (X.dot d "data").text len data v;
              p "%s = (%s)(%s + %s);" len (T.unsigned (T.int_of_n cap)) len v; "}";
            ])
    | BResize (pl, cap, e) ->
        let d, ty = place pl in
        reach_once st pl d ty (fun d ->
            let len = (X.dot d "len").text in
            match e with
            | EInt (_, z) when Num.sign z = 0 -> [ p "%s = 0;" len ]
            | _ ->
                let v = fresh st in
                [
                  "{"; p "const uint32_t %s = %s;" v (scalar e);
                  p "if (%s > %s) { memset(%s + %s, 0, %s - %s); }" v len (X.dot d "data").text len v len;
                  p "%s = (%s)%s;" len (T.unsigned (T.int_of_n cap)) v; "}";
                ])
    | BBlit (pl, off, e) ->
        let d, _ = place pl in
        let data, n = X.bytes env e in
        [
          p "%s(%s + %s, %s, %s);" (if same_root pl e then "fli_move" else "fli_copy") (X.dot d "data").text
            (scalar off) data n;
        ]
    | BStore (o, w, pl, off, e) -> (
        let data = (X.dot (fst (place pl)) "data").text in
        match w with
        | W8 -> [ p "%s[%s] = %s;" data (scalar off) (scalar e) ]
        | _ ->
            let order = match o with Big -> "be" | Little -> "le" in
            [ p "fli_store_%s%d(%s + %s, %s);" order (X.bits w) data (scalar off) (scalar e) ])
    | BPut (pl, _, k, e) ->
        let m, ty = place pl in
        let stem = T.map_stem (types st) ty in
        let elt = match ty with TMap (_, _, t) -> t | _ -> invalid_arg "put" in
        let slot = p "%s_slot(%s, %s)" stem (X.address m) (scalar k) in
        if T.is_void elt then [ p "(void)%s;" slot ]
        else if same_root pl e then
          let v = fresh st in
          ("{" :: p "%s %s;" (T.c_type (types st) elt) v :: store st (var v) elt e)
          @ copy_value (var (p "%s[%s]" (X.dot m "value").text slot)) elt (var v)
          @ [ "}" ]
        else
          let v = fresh st in
          ("{" :: p "%s *const %s = &%s[%s];" (T.c_type (types st) elt) v (X.dot m "value").text slot
          :: store st (pointer v) elt e)
          @ [ "}" ]
    | BRemove (pl, k) ->
        let m, ty = place pl in
        [ p "%s_remove(%s, %s);" (T.map_stem (types st) ty) (X.address m) (scalar k) ]
    | BExtern (f, args, dest) -> extern_call st f args dest
  in
  if List.exists always guards then guards else guards @ body ()

(* {2 Suspension, calls of coroutines, resumption} *)

let unit_result st c = T.is_void (T.procedure (types st) c).result
let done_member st c = "done_" ^ T.unprefixed (types st) (T.procedure_name (types st) c)

(* What the driver lends and what our caller passes, for a step of [c]: one
   argument for each [Lent] or [Inout] parameter. *)
let step_arguments st c args =
  let params = (T.procedure (types st) c).params in
  let by_reference = List.filter (fun ((m, _), _) -> m <> In) (List.combine params args) in
  let one ((mode, ty), a) =
    match (mode, a) with
    | _ when T.is_void ty -> []
    | (Inout | Lent), AInout pl when T.is_scalar ty -> [ X.address (fst (X.place st.env pl)) ]
    | _ -> (pass st (mode, ty) a).text
  in
  String.concat "" (List.map (fun s -> ", " ^ s) (List.concat_map one by_reference))

let assign_at st l = p "f->at = %d;" (Hashtbl.find st.at_numbers l)
let set_at st l = if Hashtbl.mem st.set_before l then [] else [ assign_at st l ]
let entry_label st l = p "at_%d:;" (Hashtbl.find st.at_numbers l)

let suspend st indent l (x : suspension) =
  let e = x.ask_effect in
  let eff = List.nth (program st).effs e in
  let name = T.effect_name (types st) e in
  let store_arg i (t, a) =
    if T.is_void t then []
    else
      let d = var (p "q->%s.%s" name (T.effect_arg (types st) e i)) in
      match t with
      | TView ->
          let data, len = X.bytes st.env a in
          [ p "%s = (struct %sview){%s, %s};" d.X.text (T.prefix (types st)) data len ]
      | _ -> store st d t a
  in
  statement st indent
    (guard st (guard_ask x)
    @ List.concat (List.mapi store_arg (List.combine eff.eff_args x.ask_args))
    @ set_at st l
    @ [ p "return %s;" (T.asks (types st) e) ]);
  put st 0 (entry_label st l);
  statement st indent
    (guard st (guard_dest x.ask_dest)
    @
    match x.ask_dest with
    | None -> []
    | Some pl ->
        let d, ty = X.place st.env pl in
        copy_value d ty { X.text = "r." ^ name; pointer = T.answer_points (types st) e })

let call_coroutine st indent l (x : call) =
  let c = x.callee in
  let callee = T.procedure (types st) c in
  let area = "f->" ^ T.area (types st) st.env.proc l in
  let names = T.variables (types st) c in
  let copy_in i ((mode, ty), a) =
    match (mode, a) with
    | In, AIn e when not (T.is_void ty) -> store st (var (p "%s.%s" area names.(i))) ty e
    | _ -> []
  in
  statement st indent
    (guard st (guard_call x)
    @ List.concat (List.mapi copy_in (List.combine callee.params x.call_args))
    @ [ area ^ ".at = 1;" ]);
  put st 0 (entry_label st l);
  let v = fresh st in
  statement st indent
    ([
       "{";
       p "const enum %sstatus %s = %s_step(&%s, r, q%s);" (T.prefix (types st)) v
         (T.procedure_name (types st) c) area (step_arguments st c x.call_args);
       p "if (%s != %sDONE) { if (%s == %sTRAP) { %s } %s return %s; }" v (T.macro_prefix (types st)) v
         (T.macro_prefix (types st)) (trap st) (String.concat "" (set_at st l)) v;
       "}";
     ]
    @ guards_back st x.call_args
    @ guard st (guard_dest x.call_dest)
    @
    match x.call_dest with
    | Some pl when not (unit_result st c) ->
        let d, ty = X.place st.env pl in
        copy_value d ty (var ("q->" ^ done_member st c))
    | _ -> [])

let resume st indent (x : resumption) =
  let ts = types st in
  let c = x.child_proc in
  let callee = T.procedure ts c in
  let child, _ = X.place st.env x.child in
  let guards = guard st (guard_resume x) in
  let lent = List.filter (fun (m, _) -> m = Lent) callee.params in
  let passed = pass_all st lent x.lend in
  let own_request = if st.pr.suspends then [] else [ p "union %srequest fli_request;" (T.prefix ts) ] in
  let q = if st.pr.suspends then "q" else "&fli_request" in
  let from_q = if st.pr.suspends then pointer "q" else var "fli_request" in
  let response, r =
    match x.reply with
    | Some (e, Some a) when not (T.is_void (List.nth (program st).effs e).eff_result) ->
        let ty = (List.nth (program st).effs e).eff_result and v = fresh st in
        let member = X.dot (var v) (T.effect_name ts e) in
        let declare = p "union %sresponse %s;" (T.prefix ts) v in
        if T.answer_points ts e then
          let value = fresh st in
          (p "%s %s;" (T.c_type ts ty) value :: store st (var value) ty a @ [ declare; p "%s = &%s;" member.text value ], v)
        else (declare :: store st member ty a, v)
    | _ -> ([], p "(union %sresponse){.none = 0}" (T.prefix ts))
  in
  let ev, ev_ty = X.place st.env x.event in
  let cases = match ev_ty with TUnion (_, l) -> l | _ -> invalid_arg "event" in
  let payload i = X.dot (X.dot ev "u") (T.member ts ev_ty i) in
  let set i = p "%s = %d;" (X.dot ev "tag").text i in
  let case i e =
    let ty = List.nth cases i in
    let arg j = X.dot (X.dot from_q (T.effect_name ts e)) (T.effect_arg ts e j) in
    let copies =
      match (List.nth (program st).effs e).eff_args with
      | [ t ] -> if T.is_void t then [] else copy_value (payload i) t (arg 0)
      | l ->
          List.concat
            (List.mapi
               (fun j t -> if T.is_void t then [] else copy_value (X.dot (payload i) (T.member ts ty j)) t (arg j))
               l)
    in
    String.concat " " ((p "case %s:" (T.asks ts e) :: set i :: copies) @ [ "break;" ])
  in
  let last = List.length callee.effects in
  let finished =
    String.concat " "
      ((p "case %sDONE:" (T.macro_prefix ts) :: set last
       :: (if unit_result st c then [] else copy_value (payload last) callee.result (X.dot from_q (done_member st c))))
      @ [ "break;" ])
  in
  let status = fresh st in
  statement st indent
    (guards
    @ [ "{" ]
    @ own_request @ response @ passed.before
    @ [
        p "const enum %sstatus %s = %s_step(%s, %s, %s%s);" (T.prefix ts) status (T.procedure_name ts c)
          (X.address child) r q
          (String.concat "" (List.map (fun s -> ", " ^ s) passed.text));
      ]
    @ guard st (guard_write x.child)
    @ passed.after
    @ guard st (guard_write x.event)
    @ [ p "switch (%s) {" status ]
    @ List.mapi case callee.effects
    @ [ finished; "default: " ^ trap st; "}"; "}" ])

(* {2 Control}

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

let line_text st n =
  let pos = (info st).positions.(n) in
  let file = List.map (fun c -> Num.of_int (Char.code c)) (List.of_seq (String.to_seq pos.file)) in
  p "#line %d %s\n" pos.line (X.string_literal file)

let set_line st n =
  st.line <- line_text st n;
  st.here <- st.line

let stops st body =
  fold_cmd
    (fun acc c ->
      match c with
      | Suspend (l, _) -> l :: acc
      | Call (l, x) when (T.procedure (types st) x.callee).suspends -> l :: acc
      | _ -> acc)
    [] body


let rec command st cx ~after indent c =
  match c with
  | Skip -> ()
  | Do (BLine n) -> set_line st n
  | Do b -> statement st indent (basic st b)
  | Seq (a, b) ->
      let mid = landing st in
      command st cx ~after:mid indent a;
      land_here st indent mid;
      command st cx ~after indent b
  | If (e, a, b) -> conditional st cx ~after indent (lower_test e) (Command a) (Command b)
  | Block c -> command st { cx with blocks = after :: cx.blocks } ~after indent c
  | Loop (_, body) ->
      let next = landing st in
      let inside = stops st body in
      (* In a loop with one suspension [at] cannot change: it is set once, in front. A goto could get past that. *)
      (match inside with
      | [ l ] when not (st.has_goto || Hashtbl.mem st.set_before l) ->
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
  | Exit n -> (
      match jump st cx ~after (List.nth cx.blocks n) with None -> () | Some s -> put st indent s)
  | Label (l, c) ->
      put st 0 (p "label_%d:;" l);
      command st cx ~after indent c
  | Goto l -> put st indent (p "goto label_%d;" l)
  | Suspend (l, x) -> suspend st indent l x
  | Call (l, x) ->
      if (T.procedure (types st) x.callee).suspends then call_coroutine st indent l x
      else statement st indent (guard st (guard_call x) @ function_call st x)
  | Resume x -> resume st indent x
  | Return -> return st ~after indent

and return st ~after indent =
  if after <> final then
    if st.pr.suspends then (
      Hashtbl.replace st.gotos final ();
      put st indent "goto done;")
    else put st indent (function_return st)

and function_return st =
  let may_trap = can_trap (info st) st.env.proc in
  let result = st.pr.result in
  if T.is_void result || not (T.is_scalar result) then if may_trap then "return true;" else "return;"
  else
    let v = X.value (fst (X.place st.env (PVar st.pr.ret))) in
    if may_trap then p "{ *result = %s; return true; }" v else p "return %s;" v

(* Without the parentheses around the whole: compilers warn of them in a test. *)
and bare s =
  let n = String.length s in
  (* In strings, quotation marks are written as octal digits: a mark begins or ends one. *)
  let rec closes i depth quoted =
    if i = n - 1 then true
    else
      match s.[i] with
      | '"' -> closes (i + 1) depth (not quoted)
      | '(' when not quoted -> closes (i + 1) (depth + 1) quoted
      | ')' when not quoted -> depth > 1 && closes (i + 1) (depth - 1) quoted
      | _ -> closes (i + 1) depth quoted
  in
  if n > 2 && s.[0] = '(' && s.[n - 1] = ')' && closes 0 0 false then String.sub s 1 (n - 2) else s

(* Where control goes when a test has come out. *)
and branch st cx ~after indent = function
  | Command c -> command st cx ~after indent c
  | To l -> ( match jump st cx ~after l with None -> () | Some s -> put st indent s)

(* A branch that is a jump and nothing else, on the line of the test. *)
and as_jump st cx ~after = function
  | To l -> jump st cx ~after l
  | Command (Exit n) -> jump st cx ~after (List.nth cx.blocks n)
  | Command Return when after <> final ->
      if st.pr.suspends then jump st { cx with brk = None; cont = None } ~after final else Some (function_return st)
  | Command (Seq (Do (BLine n), c)) when st.line = "" || line_text st n = st.line -> as_jump st cx ~after (Command c)
  | Command _ -> None

(* A test as it was lowered: which operands of && and || are tested one by one, and
   with which guards, is proved (theories/Lang/LowerTests.v), not decided here. *)
and conditional st cx ~after indent test yes no =
  match test with
  | CNot t -> conditional st cx ~after indent t no yes
  | CBoth _ when after = nowhere ->
      (* Falling through needs a place that jumps can name. *)
      let here = landing st in
      conditional st cx ~after:here indent test yes no;
      land_here st indent here
  | CBoth (a, b) -> (
      let head = st.line in
      match as_jump st cx ~after:nowhere no with
      | Some _ ->
          conditional st cx ~after:nowhere indent a (Command Skip) no;
          if st.line = "" then st.line <- head;
          conditional st cx ~after indent b yes no
      | None ->
          let otherwise = if no = Command Skip then after else landing st in
          conditional st cx ~after:nowhere indent a (Command Skip) (To otherwise);
          if st.line = "" then st.line <- head;
          conditional st cx ~after:nowhere indent b (Command Skip) (To otherwise);
          if otherwise = after then branch st cx ~after indent yes
          else (
            let fall = landing st in
            branch st cx ~after:fall indent yes;
            land_here st indent fall;
            Option.iter (put st indent) (jump st cx ~after:nowhere after);
            land_here st indent otherwise;
            branch st cx ~after indent no))
  | CTest (g, e) -> guarded_conditional st cx ~after indent g e yes no

and guarded_conditional st cx ~after indent g e yes no =
  let guards = guard st g in
  let test = bare (X.scalar st.env e) in
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
  | None, None -> (
      let head = st.line in
      st.line <- "";
      (* Printed apart, to leave out empty ones. *)
      let apart b =
        let sub = { st with out = Buffer.create 256; line = "" } in
        branch sub cx ~after (indent + 1) b;
        st.fresh <- sub.fresh;
        st.traps <- st.traps || sub.traps;
        Buffer.contents sub.out
      in
      let yes = apart yes in
      let no = apart no in
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

(* {2 A whole body} *)

let create types i ~constants ~waits ~reach ~in_frame =
  let pr = T.procedure types i in
  let types_of = Array.map (fun (v : I.variable) -> v.var_ty) (T.info types).procedures.(i).variables in
  let at_numbers = Hashtbl.create 17 in
  List.iteri (fun n (l, _) -> Hashtbl.replace at_numbers l (n + 2)) (T.points types i);
  {
    env =
      {
        X.types; proc = i; types_of; reach; in_frame; used = Array.make (Array.length types_of) false; constants;
        waits;
      };
    pr; out = Buffer.create 1024; line = ""; here = ""; drifted = false; fresh = 0; at_numbers; gotos = Hashtbl.create 7; traps = false;
    has_goto = fold_cmd (fun acc c -> acc || match c with Goto _ -> true | _ -> false) false pr.body;
    set_before = Hashtbl.create 7; in_stepped_loop = false;
  }

let body st =
  command st { blocks = []; brk = None; cont = None } ~after:final 1 st.pr.body;
  Buffer.contents st.out

let used st x = st.env.used.(x)
let traps st = st.traps
let leaves_early st = Hashtbl.mem st.gotos final
let at_number st l = Hashtbl.find st.at_numbers l

(* Steps mostly begin in the innermost loops, and in what comes later: headers come before bodies. *)
let likely st =
  let rec depths depth = function
    | Skip | Do _ | Exit _ | Goto _ | Resume _ | Return -> []
    | Seq (a, b) | If (_, a, b) -> depths depth a @ depths depth b
    | Block c | Label (_, c) -> depths depth c
    | Loop (_, c) -> depths (depth + 1) c
    | Suspend (l, _) -> [ (depth, l) ]
    | Call (l, x) -> if (T.procedure (types st) x.callee).suspends then [ (depth, l) ] else []
  in
  let all = depths 0 st.pr.body in
  let deepest = List.fold_left (fun d (d', _) -> max d d') 1 all in
  match List.filter (fun (d, _) -> d = deepest) all with
  | [ (_, l) ] -> [ l ]
  | [ (_, l); (_, l') ] -> [ l'; l ]
  | _ -> []
let result st = fst (X.place st.env (PVar st.pr.ret))
