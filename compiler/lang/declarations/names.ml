(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Env

let fail = Diagnostic.fail

let describe env = function
  | Type_record _ -> "record"
  | Type_union _ -> "union"
  | Type_alias _ -> "type"
  | Type_extern _ -> "extern type"
  | Const _ -> "constant"
  | Effect _ -> "effect"
  | Proc i -> if env.procs.(i).decl.coroutine then "coroutine" else "function"
  | Extern_fn _ -> "extern function"

let described env d =
  let kind = describe env d in
  (if String.starts_with ~prefix:"e" kind then "an " else "a ") ^ kind

let qualified env o =
  Written.qualified ~module_name:env.modules.(o.in_module).module_name o.name.id

let keys table = Hashtbl.fold (fun k _ l -> k :: l) table []

let visible_names env m =
  let modul = env.modules.(m) in
  keys modul.definitions @ keys modul.imports

(* What is not there may be what could not be read. *)
let definition env m id =
  match Hashtbl.find_opt env.modules.(m).definitions id with
  | None when not env.modules.(m).complete -> raise Errors.Reported
  | found -> found

let imported env m (q : Surface.name) =
  match Hashtbl.find_opt env.modules.(m).imports q.id with
  | None when not env.modules.(m).complete -> raise Errors.Reported
  | found -> found

let find_opt env m (path : Surface.path) =
  match path.qualifier with
  | None -> definition env m path.base.id
  | Some q -> Option.bind (imported env m q) (fun m -> definition env m path.base.id)

let declare_it = "declare it, or import the file that does"

let find env m (path : Surface.path) =
  match find_opt env m path with
  | Some d -> d
  | None -> (
      match path.qualifier with
      | None ->
          fail path.base.loc "nothing called `%s` is known here" path.base.id
            ~help:(Diagnostic.did_you_mean path.base.id (visible_names env m) ~otherwise:declare_it)
      | Some q -> (
          match Hashtbl.find_opt env.modules.(m).imports q.id with
          | None ->
              let imports = keys env.modules.(m).imports in
              fail q.loc "no module `%s` is imported here" q.id
                ~help:(Diagnostic.did_you_mean q.id imports ~otherwise:(Printf.sprintf "import it first: import \"%s.fl\";" q.id))
          | Some other ->
              fail path.base.loc "module `%s` has nothing called `%s`" q.id path.base.id
                ~help:
                  (Diagnostic.did_you_mean path.base.id (keys env.modules.(other).definitions)
                     ~otherwise:(Printf.sprintf "define it in %s" env.modules.(other).path))))

let candidates env m wanted =
  Hashtbl.fold (fun k d l -> if wanted d then k :: l else l) env.modules.(m).definitions []

(* Looks for one kind of definition and says what was found instead. *)
let find_kind env m (path : Surface.path) kind select =
  let d = find env m path in
  match select d with
  | Some i -> i
  | None ->
      let help =
        Diagnostic.did_you_mean path.base.id
          (candidates env m (fun d -> select d <> None))
          ~otherwise:(Printf.sprintf "name the %s that is meant" kind)
      in
      fail path.base.loc ~help "`%s` is %s, not a%s %s" path.base.id (described env d)
        (if kind = "effect" then "n" else "")
        kind

let find_proc env m path =
  find_kind env m path "coroutine" (function Proc i when env.procs.(i).decl.coroutine -> Some i | _ -> None)

let find_effect env m path = find_kind env m path "effect" (function Effect i -> Some i | _ -> None)
