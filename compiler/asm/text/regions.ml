open Asm_model
module Z = Bignum

type t = {
  names : Operand.names;
  ids : (string, Z.t) Hashtbl.t;
  titles : (Z.t, string) Hashtbl.t;
  registers : (reg, Z.t) Hashtbl.t;
  pairs : (Z.t * Z.t, unit) Hashtbl.t;
  constants : (Z.t, unit) Hashtbl.t;  (** regions of symbols *)
  homes : (string, string) Hashtbl.t;  (** sections of symbols that the file defines *)
  mutable secrets : string list;
  mutable said : string list;  (** reversed *)
}

let anywhere = Z.zero

let id t title =
  match Hashtbl.find_opt t.ids title with
  | Some n -> n
  | None ->
      let n = Z.of_int (Hashtbl.length t.ids) in
      Hashtbl.add t.ids title n;
      Hashtbl.add t.titles n title;
      n

let create names =
  let t =
    { names; ids = Hashtbl.create 8; titles = Hashtbl.create 8; registers = Hashtbl.create 8;
      pairs = Hashtbl.create 8; constants = Hashtbl.create 8; homes = Hashtbl.create 8; secrets = []; said = [] }
  in
  ignore (id t "anywhere");
  Hashtbl.replace t.registers RSP (id t "stack");
  t

let words s = List.filter (( <> ) "") (String.split_on_char ' ' (String.map (fun c -> if c = '\t' || c = ',' then ' ' else c) s))

let gpr ~place w =
  let bare = if String.length w > 1 && w.[0] = '%' then String.sub w 1 (String.length w - 1) else w in
  match Operand.register bare with
  | Some (Operand.Gpr (Qword, r)) -> r
  | _ -> Diagnostic.fail ~place "`%s' is not a 64-bit register; a region is reached through registers such as %%rdi" w

let declare t ~place text =
  t.said <- String.trim text :: t.said;
  match words text with
  | "region" :: name :: registers when registers <> [] && name <> "anywhere" ->
      let n = id t name in
      List.iter (fun w -> Hashtbl.replace t.registers (gpr ~place w) n) registers
  | "disjoint" :: (_ :: _ :: _ as names) ->
      let ids =
        List.map
          (fun w ->
            match Hashtbl.find_opt t.ids w with
            | Some n when not (Z.equal n anywhere) -> n
            | _ -> Diagnostic.fail ~place "no region is called `%s'; declare it first: fairlead: region %s %%reg" w w)
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
  | "secret" :: (_ :: _ as what) -> t.secrets <- t.secrets @ what
  | _ ->
      Diagnostic.fail ~place
        "cannot read this annotation; write `fairlead: region NAME %%reg...', `fairlead: disjoint NAME NAME...' or `fairlead: secret WHAT...'"

let region t (a : Operand.address) =
  match a.base with
  | BaseReg r -> ( match Hashtbl.find_opt t.registers r with Some n -> n | None -> anywhere)
  | BaseSym s ->
      let n = id t (Operand.symbol_name t.names s) in
      Hashtbl.replace t.constants n ();
      n
  | NoBase -> anywhere

let name t n = match Hashtbl.find_opt t.titles n with Some s -> s | None -> "anywhere"

let place t ~symbol ~section = Hashtbl.replace t.homes symbol section

(* Labels of one section may stand at one place, or lie in what another names. *)
let in_one_section t a b =
  let home n = Option.bind (Hashtbl.find_opt t.titles n) (Hashtbl.find_opt t.homes) in
  match (home a, home b) with Some x, Some y -> x = y | _ -> false

let disjoint t a b =
  (not (Z.equal a b))
  && (not (Z.equal a anywhere))
  && (not (Z.equal b anywhere))
  && (Hashtbl.mem t.pairs (a, b) || ((Hashtbl.mem t.constants a || Hashtbl.mem t.constants b) && not (in_one_section t a b)))

let secrets t = t.secrets
let named t s = Hashtbl.find_opt t.ids s
let declarations t = List.rev t.said
