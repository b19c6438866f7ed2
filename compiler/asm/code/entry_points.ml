(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Source

type entry = { name : string; place : Diagnostic.place; position : int; scope : string; only_called : bool }

(* Labels of the code: where they are, and in which function; and whether the last instruction runs on. *)
type layout = {
  length : int;
  labels : (string, int * string * Diagnostic.place) Hashtbl.t;
  order : string list;
  last : (Diagnostic.place * bool) option;
  first : Diagnostic.place option;
}

let layout ~starts source =
  let labels = Hashtbl.create 16 in
  let step (l, position, scope, in_code) s =
    match (s.kind, in_code) with
    | Label name, true ->
        let scope = if Hashtbl.mem starts name then name else scope in
        Hashtbl.replace labels name (position, scope, s.place);
        ({ l with order = name :: l.order }, position, scope, in_code)
    | (Instr _ | Jump _ | Call _ | Ret), _ ->
        let runs_on = match s.kind with Ret | Jump (None, _) -> false | _ -> true in
        let first = match l.first with None -> Some s.place | f -> f in
        ({ l with last = Some (s.place, runs_on); first }, position + 1, scope, in_code)
    | _ -> (l, position, scope, in_code)
  in
  let sections = Sections_trusted.in_code (Sections_trusted.check source) in
  let l, length, _, _ =
    List.fold_left2
      (fun (l, p, scope, _) s in_code -> step (l, p, scope, in_code) s)
      ({ length = 0; labels; order = []; last = None; first = None }, 0, "", true)
      source sections
  in
  { l with order = List.rev l.order; length }

let past_end place = Diagnostic.fail ~place "the code runs on past its end, into what is linked next"
let runs_on layout = match layout.last with Some (place, true) -> past_end place | _ -> ()

let is_end layout l =
  match Hashtbl.find_opt layout.labels l with Some (p, _, _) -> p = layout.length | None -> false

(* Behind the last instruction a label may stand, as long as nothing leads there. *)
let refuse_end layout source entries =
  List.iter (fun s -> match s.kind with Jump (_, l) when is_end layout l -> past_end s.place | _ -> ()) source;
  List.iter (fun e -> if e.position = layout.length then past_end e.place) entries

let nowhere place what =
  Diagnostic.fail ~place ~help:"name a label"
    "an address %s, where perhaps no label is: what is entered there is not analysed" what

(* See Sections_trusted for what else is refused. *)
let taken_by_data layout s =
  match s.kind with
  | Directive (d, arguments) when Directives_trusted.kind (d, arguments) = Data ->
      let is_label = Hashtbl.mem layout.labels in
      let taken field =
        match (Directives_trusted.addresses ~is_label field, field) with
        (* the length of what stands before *)
        | Some labels, [ _; "-"; _ ] -> List.filter (fun l -> not (is_end layout l)) labels
        | Some labels, _ -> labels
        | None, _ -> nowhere s.place "near a label"
      in
      List.concat_map taken (Directives_trusted.fields_of arguments)
  | _ -> []

let taken_by_code ~names layout s =
  match s.kind with
  | Instr i -> (
      match Option.bind (describe i) (fun d -> d.d_access) with
      | Some { a_mem = { m_base = BaseSym n; m_disp; m_index; _ }; a_use; _ }
        when Hashtbl.mem layout.labels (Operand.symbol_name names n) -> (
          let l = Operand.symbol_name names n in
          match a_use with
          | Address when Bignum.equal m_disp Bignum.zero && m_index = None -> [ l ]
          | Address -> nowhere s.place (Printf.sprintf "near `%s'" l)
          | _ -> Diagnostic.fail ~place:s.place "`%s' is code, and accessed as data here" l)
      | Some { a_mem = { m_base = BaseSym n; _ }; _ } when Linker_trusted.is_code (Operand.symbol_name names n) ->
          nowhere s.place (Printf.sprintf "in section `%s'" (Operand.symbol_name names n))
      | _ -> [])
  | Call l when Hashtbl.mem layout.labels l -> [ l ]
  | _ -> []

let of_layout ~names layout ~starts source =
  let entered = Hashtbl.copy starts in
  (* nobody finds a label of which no one speaks *)
  let spoken_of = Hashtbl.create 16 in
  List.iter (function Functions.Named l | Goes_to l -> Hashtbl.replace spoken_of l () | _ -> ()) (Source.events source);
  List.iter (fun l -> if is_end layout l && not (Hashtbl.mem spoken_of l) then Hashtbl.remove entered l) layout.order;
  let called = Hashtbl.create 16 and pointed_at = Hashtbl.create 16 in
  let take s =
    let taken = match s.kind with Call _ -> called | _ -> pointed_at in
    let add l = Hashtbl.replace entered l (); Hashtbl.replace taken l () in
    List.iter add (taken_by_data layout s @ taken_by_code ~names layout s)
  in
  List.iter take source;
  let sections = Sections_trusted.check source in
  let only_called l =
    Hashtbl.mem called l && (not (Hashtbl.mem pointed_at l)) && Sections_trusted.is_local sections l
  in
  let entries =
    List.filter_map
      (fun name ->
        match Hashtbl.find_opt layout.labels name with
        | Some (position, scope, place) when Hashtbl.mem entered name -> Some { name; place; position; scope; only_called = only_called name }
        | _ -> None)
      layout.order
  in
  let leads_to_begin s =
    match s.kind with
    | Jump (_, l) -> ( match Hashtbl.find_opt layout.labels l with Some (0, _, _) -> true | _ -> false)
    | _ -> false
  in
  let led_to = List.exists leads_to_begin source in
  match layout.first with
  | Some place when (not (List.exists (fun e -> e.position = 0) entries)) && not (led_to && entries <> []) ->
      { name = "the begin of the code"; place; position = 0; scope = ""; only_called = false } :: entries
  | _ -> entries

let known ~names source =
  let starts = Functions.starts (Source.events source) in
  of_layout ~names (layout ~starts source) ~starts source

let all ~names source =
  let starts = Functions.starts (Source.events source) in
  let layout = layout ~starts source in
  runs_on layout;
  let entries = of_layout ~names layout ~starts source in
  refuse_end layout source entries;
  let entered = Hashtbl.create 64 in
  List.iter (fun e -> Hashtbl.replace entered e.name ()) entries;
  Sections_trusted.refuse_elsewhere source (Hashtbl.mem entered);
  entries

let scopes source =
  let starts = Functions.starts (Source.events source) in
  let step (scope, acc) s =
    match s.kind with
    | Label l -> ((if Hashtbl.mem starts l then l else scope), acc)
    | Instr _ | Jump _ | Call _ | Ret -> (scope, scope :: acc)
    | Directive _ | Mark _ -> (scope, acc)
  in
  Array.of_list (List.rev (snd (List.fold_left step ("", []) source)))
