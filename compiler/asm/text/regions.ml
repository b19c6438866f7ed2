(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

(* Of one function, or of the file. Regions of different functions are different, whatever their names. *)
type scope = {
  ids : (string, Z.t) Hashtbl.t;
  registers : (reg, Z.t * string) Hashtbl.t;
  mutable secrets : (Diagnostic.place * string) list;  (* last first *)
  mutable secret_said : bool;
  mutable said : string list;  (* last first *)
  mutable contract : Clause.t list;  (* last first *)
  mutable externs : (Diagnostic.place * string * string list) list;  (* last first *)
}

type t = {
  names : Operand.names;
  titles : (Z.t, string) Hashtbl.t;
  shared : (string, Z.t) Hashtbl.t;  (* [anywhere], [stack], symbols *)
  pairs : (Z.t * Z.t, unit) Hashtbl.t;
  constants : (Z.t, unit) Hashtbl.t;  (* regions of symbols *)
  homes : (string, string) Hashtbl.t;  (* sections of symbols that the file defines *)
  weak : (string, unit) Hashtbl.t;
  file : scope;
  functions : (string, scope) Hashtbl.t;  (* empty if what is said is said of all *)
  mutable order : string list;  (* of the functions *)
  mutable present : scope;
}

type event = Says of Diagnostic.place * string | Event of Functions.event

let anywhere = Z.zero
let stack = Z.one
let new_scope () = { ids = Hashtbl.create 8; registers = Hashtbl.create 8; secrets = []; secret_said = false; said = [];
    contract = []; externs = [] }

let fresh t title =
  let n = Z.of_int (Hashtbl.length t.titles) in
  Hashtbl.add t.titles n title;
  n

let part t = fresh t "stack"
let return = "return"

let shared t title =
  match Hashtbl.find_opt t.shared title with
  | Some n -> n
  | None ->
      let n = fresh t title in
      Hashtbl.add t.shared title n;
      n

let create names =
  let file = new_scope () in
  let t =
    { names; titles = Hashtbl.create 8; shared = Hashtbl.create 8; pairs = Hashtbl.create 8; constants = Hashtbl.create 8;
      homes = Hashtbl.create 8; weak = Hashtbl.create 8; file; functions = Hashtbl.create 8; order = []; present = file }
  in
  ignore (shared t "anywhere");
  ignore (shared t "stack");
  t

(* A name that operands use as a symbol means that. *)
let find t scope title =
  match Hashtbl.find_opt t.shared title with
  | Some n -> Some n
  | None ->
      if title = return || Operand.is_symbol t.names title then Some (shared t title)
      else Hashtbl.find_opt scope.ids title

let id t scope title =
  match find t scope title with
  | Some n -> n
  | None ->
      let n = fresh t title in
      Hashtbl.add scope.ids title n;
      n

let words s =
  let separator c = c = '\t' || c = ',' || c = '\r' in
  List.filter (( <> ) "") (String.split_on_char ' ' (String.map (fun c -> if separator c then ' ' else c) s))

let gpr ~place w =
  let bare = if String.length w > 1 && w.[0] = '%' then String.sub w 1 (String.length w - 1) else w in
  match Operand.register bare with
  | Some (Operand.Gpr (Qword, r)) -> r
  | _ -> Diagnostic.fail ~place ~help:"a region is reached through registers such as %rdi"
    "`%s' is not a 64-bit register" w

let is_name w =
  w <> "" && String.for_all (fun ch -> Gas_word.is_part ch || ch = '-') w

let declare t scope ~place text =
  if not (Clause.is_one text) then scope.said <- String.trim text :: scope.said;
  match words text with
  | _ when Clause.is_one text -> scope.contract <- Clause.read ~place text :: scope.contract
  | "region" :: name :: registers when registers <> [] && name <> "anywhere" && name <> "none" ->
      if (not (is_name name)) || name = return then
        Diagnostic.fail ~place ~help:"it is made of letters, digits, `_', `.', `$' and `-'; `return' is taken"
          "`%s' cannot be the name of a region" name;
      (* [secret rdi] must not mean two things *)
      if Operand.register name <> None || name = "flags" then
        Diagnostic.fail ~place ~help:"give the region another name" "`%s' is a register" name;
      let n = id t scope name in
      List.iter
        (fun w ->
          let r = gpr ~place w in
          match Hashtbl.find_opt scope.registers r with
          | Some (m, other) when not (Z.equal m n) ->
              Diagnostic.fail ~place
                ~help:"what is said holds in the whole function: name the region once, or use another register"
                "in this function %s leads to region `%s' already" w other
          | _ -> Hashtbl.replace scope.registers r (n, name))
        registers
  | "disjoint" :: (_ :: _ :: _ as names) ->
      let ids =
        List.map
          (fun w ->
            match find t scope w with
            | Some n when not (Z.equal n anywhere) -> n
            | _ -> Diagnostic.fail ~place ~help:(Printf.sprintf "declare it first: fairlead: region %s %%reg" w)
              "no region is called `%s'" w)
          names
      in
      List.iteri
        (fun i a ->
          List.iteri
            (fun j b ->
              if i <> j then
                if Z.equal a b then Diagnostic.fail ~place "a region cannot be disjoint from itself"
                else Hashtbl.replace t.pairs (a, b) ())
            ids)
        ids
  | [ "secret"; "none" ] -> scope.secret_said <- true
  | "secret" :: (_ :: _ as what) when not (List.mem "none" what) ->
      scope.secret_said <- true;
      if List.mem return what then Diagnostic.fail ~place "the address that a function returns to is not secret";
      scope.secrets <- List.rev_append (List.map (fun w -> (place, w)) what) scope.secrets
  | "extern" :: name :: said when Gas_word.is_symbol name -> scope.externs <- (place, name, said) :: scope.externs
  | _ ->
      Diagnostic.fail ~place
        ~help:"write `fairlead: region NAME %reg...', `fairlead: disjoint NAME NAME...', `fairlead: secret WHAT...', \
               `fairlead: secret none', `fairlead: extern FUNCTION ...' or a clause of a contract"
        "cannot read this annotation"

(* Where functions begin, in order; whether all is said before the first; and the function that each annotation belongs
   to: the one whose label comes before the next instruction, else the one it stands in. *)
let attribute events =
  let starts = Functions.starts (List.filter_map (function Event e -> Some e | Says _ -> None) events) in
  let add f waiting acc = List.map (fun s -> (f, s)) waiting @ acc in
  let rec go present waiting labels early acc = function
    | [] -> (List.rev labels, early, List.rev (add present waiting acc))
    | Says (place, text) :: rest -> go present ((place, text) :: waiting) labels (early && labels = []) acc rest
    | Event (Label l) :: rest when Hashtbl.mem starts l -> go (Some l) [] (l :: labels) early (add (Some l) waiting acc) rest
    | Event (Instruction _) :: rest -> go present [] labels early (add present waiting acc) rest
    | Event _ :: rest -> go present waiting labels early acc rest
  in
  go None [] [] true [] events

let settle t events =
  let starts, before_any, said = attribute events in
  if before_any || starts = [] then List.iter (fun (_, (place, text)) -> declare t t.file ~place text) said
  else begin
    t.order <- starts;
    List.iter (fun l -> Hashtbl.replace t.functions l (new_scope ())) starts;
    List.iter
      (fun (f, (place, text)) ->
        let scope = match Option.bind f (Hashtbl.find_opt t.functions) with Some s -> s | None -> t.file in
        declare t scope ~place text)
      said
  end

let begin_file t = t.present <- t.file
let enter t l = match Hashtbl.find_opt t.functions l with Some scope -> t.present <- scope | None -> ()

(* The linker makes these up where it finds no definition, and puts them at the begins and ends of memory that has other
   names. *)
let made_by_linker s =
  List.exists
    (fun prefix -> String.starts_with ~prefix s)
    [ "__start_"; "__stop_"; ".startof."; ".sizeof."; "__load_start_"; "__load_stop_" ]
  || List.mem s
       [ "_GLOBAL_OFFSET_TABLE_"; "_PROCEDURE_LINKAGE_TABLE_"; "_DYNAMIC"; "_TLS_MODULE_BASE_"; "__executable_start";
         "__ehdr_start"; "__etext"; "_etext"; "etext"; "__data_start"; "data_start"; "_edata"; "edata"; "__bss_start";
         "_end"; "end"; "__dso_handle"; "__TMC_END__"; "__preinit_array_start"; "__preinit_array_end";
         "__init_array_start"; "__init_array_end"; "__fini_array_start"; "__fini_array_end"; "__rela_iplt_start";
         "__rela_iplt_end"; "__GNU_EH_FRAME_HDR"; "__CTOR_LIST__"; "__CTOR_END__"; "__DTOR_LIST__"; "__DTOR_END__";
         "__FRAME_END__"; "_init"; "_fini" ]

let region t (a : Operand.address) =
  match a.base with
  | BaseReg r -> (
      match Hashtbl.find_opt t.present.registers r with
      | Some (n, _) -> n
      | None -> if r = RSP then shared t "stack" else anywhere)
  | BaseSym s ->
      let title = Operand.symbol_name t.names s in
      if made_by_linker title then anywhere
      else begin
        let n = shared t title in
        Hashtbl.replace t.constants n ();
        n
      end
  | NoBase -> anywhere

let name t n = match Hashtbl.find_opt t.titles n with Some s -> s | None -> "anywhere"
let place t ~symbol ~section = Hashtbl.replace t.homes symbol section
let weaken t symbol = Hashtbl.replace t.weak symbol ()

(* Labels of one section may stand at one place, or lie in what another names. *)
let in_one_section t a b =
  let home n = Option.bind (Hashtbl.find_opt t.titles n) (Hashtbl.find_opt t.homes) in
  match (home a, home b) with Some x, Some y -> x = y | _ -> false

(* Two that nobody defines are at one address, 0; one that another file defines may be where it likes. *)
let is_weak t n = match Hashtbl.find_opt t.titles n with Some s -> Hashtbl.mem t.weak s | None -> false

let disjoint t a b =
  let constant = Hashtbl.mem t.constants a || Hashtbl.mem t.constants b in
  (not (Z.equal a b))
  && (not (Z.equal a anywhere))
  && (not (Z.equal b anywhere))
  && (Hashtbl.mem t.pairs (a, b)
     || (constant && not (in_one_section t a b || is_weak t a || is_weak t b)))

type secrets = {
  said : bool;
  regions : (Diagnostic.place * string * Z.t) list;
  registers : (Diagnostic.place * string) list;
  words : string list;
}

let scope_secrets t scope =
  let regions, registers =
    List.partition_map
      (fun (place, w) -> match find t scope w with Some n -> Left (place, w, n) | None -> Right (place, w))
      (List.rev scope.secrets)
  in
  { said = scope.secret_said; regions; registers; words = List.rev_map snd scope.secrets }

let scope_of t f = Option.value ~default:t.file (Hashtbl.find_opt t.functions f)
let apart t f g = scope_of t f != scope_of t g
let says t f = match Hashtbl.find_opt t.functions f with Some scope -> scope.said <> [] | None -> false
let said_alike t f g = List.sort compare (scope_of t f).said = List.sort compare (scope_of t g).said
let secrets t f = scope_secrets t (scope_of t f)
let contract t f = List.rev (scope_of t f).contract

type extern = {
  needs : (Diagnostic.place * string) list option;
  stores : (Diagnostic.place * string) list option;
  keeps : (Diagnostic.place * string) list option;
  returns : (Diagnostic.place * string) list option;
}

(* What several lines say adds up; `none' adds nothing. *)
let extern t f name =
  let lines = List.rev (List.filter (fun (_, n, _) -> n = name) (scope_of t f).externs) in
  let say e (place, _, said) =
    let add old what =
      let what = List.filter (( <> ) "none") what in
      Some (Option.value ~default:[] old @ List.map (fun w -> (place, w)) what)
    in
    match said with
    | [] -> e
    | "needs" :: (_ :: _ as what) -> { e with needs = add e.needs what }
    | "stores" :: (_ :: _ as what) -> { e with stores = add e.stores what }
    | "keeps" :: (_ :: _ as what) -> { e with keeps = add e.keeps what }
    | "returns" :: (_ :: _ as what) -> { e with returns = add e.returns what }
    | _ ->
        Diagnostic.fail ~place
          ~help:(Printf.sprintf
                   "write `fairlead: extern %s' alone, or with `needs', `stores', `keeps' or `returns' and registers or regions, \
                    or `none'" name)
          "cannot read what is said of `%s'" name
  in
  if lines = [] then None
  else Some (List.fold_left say { needs = None; stores = None; keeps = None; returns = None } lines)

let in_function t f title = find t (scope_of t f) title
let registers t f = Hashtbl.fold (fun r (n, _) acc -> (r, n) :: acc) (scope_of t f).registers []
let scopes t = t.file :: List.map (scope_of t) t.order
let named t w = List.exists (fun scope -> find t scope w <> None) (scopes t)
let of_symbol t title = Hashtbl.find_opt t.shared title
let keeps_return t n = match Hashtbl.find_opt t.shared return with Some r -> Hashtbl.mem t.pairs (n, r) | None -> false

let declarations t =
  List.filter (fun (_, said) -> said <> [])
    ((None, List.rev t.file.said) :: List.map (fun f -> (Some f, List.rev (scope_of t f).said)) t.order)
