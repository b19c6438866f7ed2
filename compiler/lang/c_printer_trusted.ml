module Num = Z
open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module I = Program_info
module T = C_types_trusted
module X = C_expr_trusted

type output = { header : string; source : string }

let p = Printf.sprintf

(* {2 What a program contains} *)

let rec fold_cmd f acc c =
  let acc = f acc c in
  match c with
  | Skip | Do _ | Exit _ | Goto _ | Resume _ | Return | Suspend _ | Call _ -> acc
  | Seq (a, b) | If (_, a, b) -> fold_cmd f (fold_cmd f acc a) b
  | Block c | Loop (_, c) | Label (_, c) -> fold_cmd f acc c

(* Coroutines that a type mentions. *)
let rec coros acc = function
  | TCoro p -> p :: acc
  | TRecord (_, ts) | TUnion (_, ts) -> List.fold_left coros acc ts
  | TArray (_, t) | TMap (_, _, t) -> coros acc t
  | TBool | TInt _ | TBytes _ | TView | TExtern _ -> acc

let reachable (info : I.t) entries =
  let seen = Hashtbl.create 17 in
  let rec visit i =
    if not (Hashtbl.mem seen i) then (
      Hashtbl.replace seen i ();
      let pr = List.nth info.program.procs i in
      Array.iter (fun (v : I.variable) -> List.iter visit (coros [] v.var_ty)) info.procedures.(i).variables;
      fold_cmd
        (fun () c ->
          match c with Call (_, x) -> visit x.callee | Resume x -> visit x.child_proc | _ -> ())
        () pr.body)
  in
  List.iter visit entries;
  List.filter (Hashtbl.mem seen) (List.init (List.length info.program.procs) Fun.id)

let traps_memo : (I.t * (int, bool) Hashtbl.t) option ref = ref None

let can_trap (info : I.t) i =
  let memo =
    match !traps_memo with
    | Some (info', h) when info' == info -> h
    | _ ->
        let h = Hashtbl.create 17 in
        traps_memo := Some (info, h);
        h
  in
  let rec traps i =
    match Hashtbl.find_opt memo i with
    | Some b -> b
    | None ->
        let some g = g <> GTrue in
        let b =
          fold_cmd
            (fun acc c ->
              acc
              ||
              match c with
              | Do (BExtern (_, args, dest) as b) ->
                  some (guard_basic b) || List.exists (fun a -> some (guard_give_back a)) args || some (guard_dest dest)
              | Do b -> some (guard_basic b)
              | If (e, _, _) -> some (guard_expr e)
              | Call (_, x) ->
                  some (guard_call x)
                  || List.exists (fun a -> some (guard_give_back a)) x.call_args
                  || some (guard_dest x.call_dest) || traps x.callee
              | Suspend _ | Resume _ -> true
              | _ -> false)
            false
            (List.nth info.program.procs i).body
        in
        Hashtbl.replace memo i b;
        b
  in
  traps i

let effects_of (info : I.t) procs =
  List.sort_uniq compare (List.concat_map (fun i -> (List.nth info.program.procs i).effects) procs)

(* Variables of a procedure that it writes itself. *)
let written body =
  let add acc pl = match X.root pl with Some x -> x :: acc | None -> acc in
  let dest acc = function Some pl -> add acc pl | None -> acc in
  let arg acc = function AIn _ -> acc | AInout pl | AInoutSlice (pl, _, _) -> add acc pl in
  fold_cmd
    (fun acc c ->
      match c with
      | Do (BAssign (pl, _) | BPush (pl, _, _) | BAppend (pl, _, _) | BResize (pl, _, _) | BBlit (pl, _, _)
           | BStore (_, _, pl, _, _) | BPut (pl, _, _, _) | BRemove (pl, _)) ->
          add acc pl
      | Do (BExtern (_, args, d)) -> dest (List.fold_left arg acc args) d
      | Suspend (_, s) -> dest acc s.ask_dest
      | Call (_, x) -> dest (List.fold_left arg acc x.call_args) x.call_dest
      | Resume x -> add (add (List.fold_left arg acc x.lend) x.child) x.event
      | _ -> acc)
    [] body

(* {2 Printing one procedure} *)

type printer = {
  env : X.env;
  pr : proc;
  out : Buffer.t;
  mutable line : string;  (** the pending #line, if any *)
  mutable fresh : int;
  at_numbers : (label, int) Hashtbl.t;
  gotos : (int, unit) Hashtbl.t;  (** landings that a goto mentions *)
  mutable traps : bool;  (** the trap label is mentioned *)
}

let fresh st =
  st.fresh <- st.fresh + 1;
  p "fli_%d" st.fresh

let types st = st.env.types
let info st = T.info (types st)
let program st = (info st).program

let put st indent text =
  Buffer.add_string st.out st.line;
  st.line <- "";
  Buffer.add_string st.out (String.make (4 * indent) ' ');
  Buffer.add_string st.out text;
  Buffer.add_char st.out '\n'

(* A statement of the source is one line of C, so that #line stays right. *)
let statement st indent = function [] -> () | parts -> put st indent (String.concat " " parts)

let trap st =
  if st.pr.suspends then (
    st.traps <- true;
    "goto trap;")
  else "return false;"

let guard st g = List.map (fun c -> p "if (%s) { %s }" c (trap st)) (X.failures st.env g)
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
    | (TBool | TInt _), _ -> [ p "%s = %s;" (X.value d) (X.scalar env e) ]
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
  let body =
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
  match b with BTrap -> [ trap st ] | _ -> guards @ body

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

let set_at st l = p "f->at = %d;" (Hashtbl.find st.at_numbers l)
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
    @ [ set_at st l; p "return %s;" (T.asks (types st) e) ]);
  put st 0 (entry_label st l);
  statement st indent
    (guard st (guard_dest x.ask_dest)
    @
    match x.ask_dest with
    | None -> []
    | Some pl ->
        let d, ty = X.place st.env pl in
        copy_value d ty (var (p "r->%s" name)))

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
         (T.macro_prefix (types st)) (trap st) (set_at st l) v;
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
        let v = fresh st in
        ( p "union %sresponse %s;" (T.prefix ts) v
          :: store st (X.dot (var v) (T.effect_name ts e)) (List.nth (program st).effs e).eff_result a,
          "&" ^ v )
    | _ -> ([], "NULL")
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

let final = 0  (* the landing at the end of the body *)

let landing st = st.fresh <- st.fresh + 1; st.fresh

let land_here st indent n =
  if Hashtbl.mem st.gotos n then put st indent (p "after_%d:;" n)

let jump st cx ~after n =
  if n = after then None
  else if cx.brk = Some n then Some "break;"
  else if cx.cont = Some n then Some "continue;"
  else (
    Hashtbl.replace st.gotos n ();
    Some (if n = final then "goto done;" else p "goto after_%d;" n))

let set_line st n =
  let pos = (info st).positions.(n) in
  st.line <- p "#line %d %s\n" pos.line (X.string_literal (List.map (fun c -> Num.of_int (Char.code c)) (List.of_seq (String.to_seq pos.file))))

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
  | If (e, a, b) -> conditional st cx ~after indent e a b
  | Block c -> command st { cx with blocks = after :: cx.blocks } ~after indent c
  | Loop (_, body) ->
      let next = landing st in
      put st indent "for (;;) {";
      command st { cx with brk = Some after; cont = Some next } ~after:next (indent + 1) body;
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
  let rec closes i depth =
    if i = n - 1 then true
    else
      let depth = match s.[i] with '(' -> depth + 1 | ')' -> depth - 1 | _ -> depth in
      depth > 0 && closes (i + 1) depth
  in
  if n > 2 && s.[0] = '(' && s.[n - 1] = ')' && not (String.contains s '"') && closes 0 0 then String.sub s 1 (n - 2) else s

(* Branches are printed apart, to leave out empty ones. *)
and conditional st cx ~after indent e a b =
  let guards = guard st (guard_expr e) in
  let branch c =
    let sub = { st with out = Buffer.create 256; line = "" } in
    command sub cx ~after (indent + 1) c;
    st.fresh <- sub.fresh;
    st.traps <- st.traps || sub.traps;
    Buffer.contents sub.out
  in
  let test = X.scalar st.env e in
  let head = st.line in
  st.line <- "";
  let yes = branch a in
  let no = branch b in
  st.line <- head;
  let test = "(" ^ bare test ^ ")" in
  match (yes, no) with
  | "", "" -> statement st indent guards
  | yes, "" ->
      put st indent (String.concat " " (guards @ [ p "if %s {" test ]));
      Buffer.add_string st.out yes;
      put st indent "}"
  | "", no ->
      put st indent (String.concat " " (guards @ [ p "if (!%s) {" test ]));
      Buffer.add_string st.out no;
      put st indent "}"
  | yes, no ->
      put st indent (String.concat " " (guards @ [ p "if %s {" test ]));
      Buffer.add_string st.out yes;
      put st indent "} else {";
      Buffer.add_string st.out no;
      put st indent "}"

(* {2 Procedures} *)

type shared = { types : T.t; constants : (int, unit) Hashtbl.t; waits : (int, unit) Hashtbl.t }

let by_reference_parameters t i names =
  List.concat
    (List.mapi
       (fun x (m, ty) ->
         if m = In || T.is_void ty then []
         else if ty = TView then [ p "struct %sspan %s" (T.prefix t) names.(x) ]
         else [ p "%s *%s" (T.c_type t ty) names.(x) ])
       (T.procedure t i).params)

let step_signature t i =
  let name = T.procedure_name t i in
  let names = T.variables t i in
  p "enum %sstatus %s_step(%s)" (T.prefix t) name
    (String.concat ", "
       (p "struct %s *f" name
       :: p "const union %sresponse *r" (T.prefix t)
       :: p "union %srequest *q" (T.prefix t)
       :: by_reference_parameters t i names))

let in_parameters t i names =
  List.concat
    (List.mapi
       (fun x (m, ty) ->
         if m <> In || T.is_void ty then []
         else if T.is_scalar ty then [ p "%s %s" (T.c_type t ty) names.(x) ]
         else if ty = TView then [ p "struct %sview %s" (T.prefix t) names.(x) ]
         else [ p "const %s *%s" (T.c_type t ty) names.(x) ])
       (T.procedure t i).params)

let init_signature t i =
  let name = T.procedure_name t i in
  p "void %s_init(%s)" name
    (String.concat ", " (p "struct %s *f" name :: in_parameters t i (T.variables t i)))

let function_signature t i =
  let pr = T.procedure t i in
  let names = T.variables t i in
  let may_trap = can_trap (T.info t) i in
  let param x (m, ty) =
    if T.is_void ty then []
    else
      match (m, ty) with
      | In, TView -> [ p "struct %sview %s" (T.prefix t) names.(x) ]
      | _, TView -> [ p "struct %sspan %s" (T.prefix t) names.(x) ]
      | In, _ when T.is_scalar ty -> [ p "%s %s" (T.c_type t ty) names.(x) ]
      | In, _ -> [ p "const %s *%s" (T.c_type t ty) names.(x) ]
      | _ -> [ p "%s *%s" (T.c_type t ty) names.(x) ]
  in
  let by_value = T.is_scalar pr.result && not may_trap in
  let result = if T.is_void pr.result || by_value then [] else [ p "%s *result" (T.c_type t pr.result) ] in
  let ret = if by_value then T.c_type t pr.result else if may_trap then "bool" else "void" in
  let params = List.concat (List.mapi param pr.params) @ result in
  p "%s %s(%s)" ret (T.procedure_name t i) (if params = [] then "void" else String.concat ", " params)

let printer sh i ~reach ~in_frame =
  let pr = T.procedure sh.types i in
  let types_of = Array.map (fun (v : I.variable) -> v.var_ty) (T.info sh.types).procedures.(i).variables in
  let at_numbers = Hashtbl.create 17 in
  List.iteri (fun n (l, _) -> Hashtbl.replace at_numbers l (n + 2)) (T.points sh.types i);
  {
    env =
      {
        X.types = sh.types; proc = i; types_of; reach; in_frame; used = Array.make (Array.length types_of) false;
        constants = sh.constants; waits = sh.waits;
      };
    pr; out = Buffer.create 1024; line = ""; fresh = 0; at_numbers; gotos = Hashtbl.create 7; traps = false;
  }

let run_body st =
  command st { blocks = []; brk = None; cont = None } ~after:final 1 st.pr.body;
  st.line <- ""

(* Back to the generated file's own lines; the number is filled in at the end. *)
let own_line = "#line @\n"

let declare_locals t tys names ~is_local ~used =
  String.concat ""
    (List.concat
       (List.init (Array.length tys) (fun x ->
            if is_local x && used x && not (T.is_void tys.(x)) then
              [ p "    %s %s;\n" (T.c_type t tys.(x)) names.(x) ]
            else [])))

let coroutine sh i ~exported =
  let t = sh.types in
  let pr = T.procedure t i in
  let names = T.variables t i in
  let n = Array.length names in
  let modes = Array.make n None in
  List.iteri (fun x (m, _) -> modes.(x) <- Some m) pr.params;
  let in_frame = Array.make n false in
  Array.iteri (fun x h -> match h with T.Frame _ -> in_frame.(x) <- true | T.Local | T.Reference -> ()) (T.frame_of t i).homes;
  let by_reference x = match modes.(x) with Some (Inout | Lent) -> true | _ -> false in
  let tys = Array.map (fun (v : I.variable) -> v.var_ty) (T.info t).procedures.(i).variables in
  let reach =
    Array.init n (fun x ->
        if by_reference x then if tys.(x) = TView then var names.(x) else pointer names.(x)
        else if in_frame.(x) then var ("f->" ^ names.(x))
        else var names.(x))
  in
  let st = printer sh i ~reach ~in_frame in
  run_body st;
  let result =
    if T.is_void pr.result then []
    else
      copy_value
        (var (p "q->done_%s" (T.unprefixed t (T.procedure_name t i))))
        pr.result
        (fst (X.place st.env (PVar pr.ret)))
  in
  let points = T.points t i in
  let cases = List.map (fun (l, _) -> let k = Hashtbl.find st.at_numbers l in p "    case %d: goto at_%d;\n" k k) points in
  let static = if exported then "" else "static " in
  String.concat ""
    ([
       p "%s%s {\n" static (step_signature t i);
       declare_locals t tys names
         ~is_local:(fun x -> not (by_reference x || in_frame.(x)))
         ~used:(fun x -> st.env.used.(x));
       "    (void)r; (void)q;\n";
     ]
    @ List.concat (List.init n (fun x -> if by_reference x && not (T.is_void tys.(x)) then [ p "    (void)%s;\n" names.(x) ] else []))
    @ [ "    switch (f->at) {\n    case 1: break;\n" ]
    @ cases
    @ [ p "    default: return %sTRAP;\n    }\n" (T.macro_prefix t); Buffer.contents st.out; own_line ]
    @ (if Hashtbl.mem st.gotos final then [ "done:;\n" ] else [])
    @ [ p "    %s\n" (String.concat " " (result @ [ "f->at = 0;"; p "return %sDONE;" (T.macro_prefix t) ])) ]
    @ (if st.traps then [ p "trap:\n    f->at = 0;\n    return %sTRAP;\n" (T.macro_prefix t) ] else [])
    @ [ "}\n" ])

let init sh i =
  let t = sh.types in
  let pr = T.procedure t i in
  let names = T.variables t i in
  let one x (m, ty) =
    if m <> In || T.is_void ty then []
    else
      let src = if T.is_scalar ty then var names.(x) else pointer names.(x) in
      copy_value (var ("f->" ^ names.(x))) ty src
  in
  p "%s {\n    f->at = 1;\n%s}\n" (init_signature t i)
    (String.concat "" (List.map (p "    %s\n") (List.concat (List.mapi one pr.params))))

let waits_function sh i =
  let t = sh.types in
  let name = T.procedure_name t i in
  let case k (l, x) =
    let code =
      match x with
      | `Suspend (s : suspension) -> p "%du" (X.waits_code (Some s.ask_effect))
      | `Call (c : call) ->
          p "%s_waits(&f->%s)" (T.procedure_name t c.callee) (T.area t i l)
    in
    p "    case %d: return %s;\n" (k + 2) code
  in
  p "/* 0: finished, 1: not started, n + 2: waits for effect n. */\nstatic unsigned %s_waits(const struct %s *f) {\n    switch (f->at) {\n    case 1: return 1u;\n%s    default: return 0u;\n    }\n}\n"
    name name
    (String.concat "" (List.mapi case (T.points t i)))

let plain_function sh i ~exported =
  let t = sh.types in
  let pr = T.procedure t i in
  let names = Array.copy (T.variables t i) in
  let n = Array.length names in
  let nparams = List.length pr.params in
  let params = Array.of_list pr.params in
  let tys = Array.map (fun (v : I.variable) -> v.var_ty) (T.info t).procedures.(i).variables in
  let written = written pr.body in
  let aggregate ty = not (T.is_scalar ty || ty = TView) in
  (* A parameter passed by const pointer and written needs a copy. *)
  let copied x = x < nparams && fst params.(x) = In && aggregate tys.(x) && List.mem x written in
  let result_direct = aggregate pr.result && not (T.is_void pr.result) && pr.ret >= nparams in
  let reach =
    Array.init n (fun x ->
        if x < nparams then
          match params.(x) with
          | In, ty when T.is_scalar ty || ty = TView -> var names.(x)
          | In, _ when copied x -> var ("fli_" ^ names.(x))
          | In, _ -> pointer names.(x)
          | _, TView -> var names.(x)
          | _ -> pointer names.(x)
        else if result_direct && x = pr.ret then pointer "result"
        else var names.(x))
  in
  let st = printer sh i ~reach ~in_frame:(Array.make n false) in
  run_body st;
  let ending =
    (if Hashtbl.mem st.gotos final then [ "done:;\n" ] else []) @ [ p "    %s\n" (function_return st) ]
  in
  String.concat ""
    ([
       p "%s%s {\n" (if exported then "" else "static inline ") (function_signature t i);
       declare_locals t tys names
         ~is_local:(fun x -> x >= nparams && not (result_direct && x = pr.ret))
         ~used:(fun x -> st.env.used.(x));
     ]
    @ List.concat
        (List.init nparams (fun x ->
             if copied x then [ p "    %s fli_%s = *%s;\n" (T.c_type t tys.(x)) names.(x) names.(x) ]
             else if T.is_void tys.(x) then []
             else [ p "    (void)%s;\n" names.(x) ] (* used or not: what uses it may print as nothing *)))
    @ [ Buffer.contents st.out; own_line ]
    @ ending @ [ "}\n" ])

(* {2 Constants} *)

let rec initializer_of t ty c =
  match (ty, c) with
  | TBool, CBool b -> string_of_bool b
  | TInt w, CInt z -> X.literal w z
  | TBytes _, CBytes l ->
      p "{ .len = %d, .data = { %s } }" (List.length l)
        (if l = [] then "0" else String.concat ", " (List.map Num.to_string l))
  | TArray (_, elt), CArray l -> p "{ .a = { %s } }" (String.concat ", " (List.map (initializer_of t elt) l))
  | TRecord (_, ts), CRecord l ->
      let one i (ty', c) =
        if T.is_void ty' then [] else [ p ".%s = %s" (T.member t ty i) (initializer_of t ty' c) ]
      in
      p "{ %s }" (String.concat ", " (List.concat (List.mapi one (List.combine ts l))))
  | TUnion (_, ts), CUnion (tag, c) ->
      let ty' = List.nth ts tag in
      if T.is_void ty' then p "{ .tag = %d }" tag
      else p "{ .tag = %d, .u = { .%s = %s } }" tag (T.member t ty tag) (initializer_of t ty' c)
  | _ -> invalid_arg "constant"

let constant t c =
  let ty, v = List.nth (T.info t).program.consts c in
  if T.is_void ty then ""
  else p "static const %s %s = %s;\n" (T.c_type t ty) (T.constant_name t c) (initializer_of t ty v)

(* {2 The two files} *)

let extern_declaration t f =
  let ext = List.nth (T.info t).program.externs f in
  let info = (T.info t).externs.(f) in
  let param x (m, ty) =
    if T.is_void ty then []
    else
      let name = T.plain_name info.extern_args.(x) in
      match (m, ty) with
      | In, TView -> [ p "struct %sview %s" (T.prefix t) name ]
      | _, TView -> [ p "struct %sspan %s" (T.prefix t) name ]
      | In, _ when T.is_scalar ty -> [ p "%s %s" (T.c_type t ty) name ]
      | In, _ -> [ p "const %s *%s" (T.c_type t ty) name ]
      | _ -> [ p "%s *%s" (T.c_type t ty) name ]
  in
  let by_value = T.is_scalar ext.ext_result in
  let result = if T.is_void ext.ext_result || by_value then [] else [ p "%s *result" (T.c_type t ext.ext_result) ] in
  let params = List.concat (List.mapi param ext.ext_params) @ result in
  p "%s %s(%s);\n"
    (if by_value then T.c_type t ext.ext_result else "void")
    info.symbol
    (if params = [] then "void" else String.concat ", " params)

let number_lines name text =
  let b = Buffer.create (String.length text) in
  List.iteri
    (fun i l ->
      if i > 0 then Buffer.add_char b '\n';
      Buffer.add_string b (if l = "#line @" then p "#line %d \"%s.c\"" (i + 2) name else l))
    (String.split_on_char '\n' text);
  Buffer.contents b

let borders t ~effects ~coroutines =
  let info = T.info t in
  let eff e = List.nth info.program.effs e in
  let member ty name = if T.is_void ty then [] else [ p "    %s %s;\n" (T.c_type t ty) name ] in
  let request e =
    let args = List.concat (List.mapi (fun i ty -> member ty (T.effect_arg t e i)) (eff e).eff_args) in
    if args = [] then []
    else [ "    struct {\n" ^ String.concat "" (List.map (fun s -> "    " ^ s) args) ^ p "    } %s;\n" (T.effect_name t e) ]
  in
  let finished i = member (T.procedure t i).result ("done_" ^ T.unprefixed t (T.procedure_name t i)) in
  let response e = member (eff e).eff_result (T.effect_name t e) in
  let union name members =
    p "union %s%s {\n%s    uint8_t none;\n};\n\n" (T.prefix t) name (String.concat "" members)
  in
  let statuses =
    p "    %sTRAP = 0,\n    %sDONE = 1" (T.macro_prefix t) (T.macro_prefix t)
    ^ String.concat "" (List.map (fun e -> p ",\n    %s = %d" (T.asks t e) (e + 2)) effects)
  in
  let request_union = union "request" (List.concat_map request effects @ List.concat_map finished coroutines) in
  let response_union = union "response" (List.concat_map response effects) in
  p "enum %sstatus {\n%s\n};\n\n" (T.prefix t) statuses ^ request_union ^ response_union

let print t ~entries ~name ~extern_header =
  let info = T.info t in
  let procs = reachable info entries in
  let is_coroutine i = (T.procedure t i).suspends in
  let coroutines = List.filter is_coroutine procs in
  List.iter (fun i -> ignore (T.c_type t (TCoro i))) coroutines;
  let sh = { types = t; constants = Hashtbl.create 17; waits = Hashtbl.create 17 } in
  let bodies =
    List.map
      (fun i ->
        let exported = List.mem i entries in
        if is_coroutine i then (if exported then init sh i ^ "\n" else "") ^ coroutine sh i ~exported
        else plain_function sh i ~exported)
      procs
  in
  (* Asking a coroutine what it waits for asks the ones it calls. *)
  let rec add_waits () =
    let more =
      List.concat_map
        (fun i ->
          if Hashtbl.mem sh.waits i then
            List.filter_map
              (function _, `Call (c : call) when not (Hashtbl.mem sh.waits c.callee) -> Some c.callee | _ -> None)
              (T.points t i)
          else [])
        coroutines
    in
    if more <> [] then (
      List.iter (fun i -> Hashtbl.replace sh.waits i ()) more;
      add_waits ())
  in
  add_waits ();
  let waits = List.filter (Hashtbl.mem sh.waits) coroutines |> List.map (waits_function sh) in
  let constants =
    List.filter (Hashtbl.mem sh.constants) (List.init (List.length info.program.consts) Fun.id)
    |> List.map (constant t)
  in
  let effects = effects_of info procs in
  let borders = if coroutines = [] then "" else borders t ~effects ~coroutines in
  let extern_used =
    List.concat_map
      (fun i ->
        fold_cmd
          (fun acc c -> match c with Do (BExtern (f, _, _)) -> f :: acc | _ -> acc)
          [] (T.procedure t i).body)
      procs
    |> List.sort_uniq compare
  in
  let externs = if extern_header = None then List.map (extern_declaration t) extern_used else [] in
  let entry i =
    if is_coroutine i then
      let n = T.procedure_name t i in
      let u = String.uppercase_ascii n in
      p "#define %s_SIZE %s\n%s;\n%s;\n" u
        (string_of_int (T.frame_of t i).size)
        (init_signature t i) (step_signature t i)
    else function_signature t i ^ ";\n"
  in
  let entries_text = List.map entry entries in
  let m = T.macro_prefix t in
  let guard = String.uppercase_ascii (T.identifier (T.prefix t ^ name)) ^ "_H" in
  let header =
    String.concat ""
      ([
         p "/* Generated by fairlead from %s. */\n#ifndef %s\n#define %s\n\n" (Filename.basename (List.hd info.files)) guard guard;
         "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n";
         p "#ifndef %sSTORAGE\n#if defined(__GNUC__)\n#define %sSTORAGE __attribute__((may_alias)) /* frames reuse storage */\n#else\n#define %sSTORAGE\n#endif\n#endif\n\n" m m m;
         p "/* Bytes that somebody else stores; data is never null. */\nstruct %sview {\n    const uint8_t *data;\n    size_t len; /* below 2^32 */\n};\n\n" (T.prefix t);
         p "/* The same, to be updated in place. */\nstruct %sspan {\n    uint8_t *data;\n    size_t len;\n};\n\n" (T.prefix t);
       ]
      @ (match extern_header with Some h -> [ p "#include \"%s\"\n\n" h ] | None -> [])
      @ [ T.definitions t; borders ]
      @ externs
      @ (if externs = [] then [] else [ "\n" ])
      @ [ String.concat "\n" entries_text; "\n#endif\n" ])
  in
  let body = String.concat "\n" (waits @ bodies) in
  let helpers = C_fragments_trusted.needed ~types:t body in
  let source =
    String.concat ""
      [
        p "/* Generated by fairlead from %s. */\n#include \"%s.h\"\n\n#include <string.h>\n\n" (Filename.basename (List.hd info.files)) name;
        "#if defined(__GNUC__)\n\
         /* Comparisons that are always true, also those that the source makes; variables\n\
        \   that are only written, and those not seen to be dead at a re-entry; coroutines\n\
        \   that are started but never resumed; accesses that a check in front makes\n\
        \   unreachable. */\n\
         #pragma GCC diagnostic ignored \"-Wunused-function\"\n\
         #pragma GCC diagnostic ignored \"-Wtype-limits\"\n\
         #pragma GCC diagnostic ignored \"-Wsign-compare\"\n\
         #pragma GCC diagnostic ignored \"-Wtautological-compare\"\n\
         #pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n\
         #if !defined(__clang__)\n\
         #pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n\
         #pragma GCC diagnostic ignored \"-Warray-bounds\"\n\
         #pragma GCC diagnostic ignored \"-Wstringop-overflow\"\n\
         #pragma GCC diagnostic ignored \"-Wstringop-overread\"\n\
         #else\n\
         #pragma GCC diagnostic ignored \"-Wself-assign\"\n\
         #endif\n\
         #endif\n\n";
        T.assertions t;
        "\n";
        String.concat "" constants;
        (if constants = [] then "" else "\n");
        helpers;
        (if helpers = "" then "" else "\n");
        body;
      ]
  in
  { header; source = number_lines name source }
