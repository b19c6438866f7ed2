(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir
module M = Text_model

type t = {
  marked : M.marked;
  home : int -> int option;
  place : int -> string list;
  source : C_tokens.t array;
  stands : int list;
  index : var -> int;
  number : call -> int;
  in_frame : var -> bool;
}

let by_copy v =
  Ctype.constant v.ty || Ctype.constant v.desugared || Ctype.is_array v.desugared || Ctype.is_compound v.desugared

(* {2 Tokens of the source} *)

(* Marks are for us, and promises that entries do not keep are not printed. *)
let tokens (p : Preprocessed.t) ~blanks first last =
  let blank (t : C_tokens.t) = t.word = Ctype.mark || List.exists (fun (a, b) -> a <= t.at && t.at < b) blanks in
  let all = C_tokens.of_text ~first ~last p.text in
  if Array.exists blank all then Array.of_list (List.filter (fun t -> not (blank t)) (Array.to_list all)) else all

(* The first token at that byte or behind it. *)
let from (source : C_tokens.t array) at =
  let rec search low high =
    if low = high then low
    else
      let middle = (low + high) / 2 in
      if source.(middle).at < at then search (middle + 1) high else search low middle
  in
  search 0 (Array.length source)

let within source (first, last) =
  let rec go i = if i < Array.length source && source.(i).C_tokens.at < last then i :: go (i + 1) else [] in
  go (from source first)

(* {2 Statements} *)

let in_order l = List.fold_right (fun s rest -> if rest = M.TNone then s else M.TThen (s, rest)) l M.TNone

let of_function (program : Program.t) ~blanks ~apart ~fields (checked : Checked.t) =
  let f = checked.ir in
  let d = f.definition in
  let s = d.signature in
  let source = tokens program.source ~blanks (fst d.header) d.body.last in
  let stands = ref [] in
  let stand range = stands := List.rev_append (within source range) !stands in
  let stand_word at words =
    let i = from source at in
    if at >= 0 && i < Array.length source && source.(i).at = at && List.mem source.(i).word words then
      stands := i :: !stands
  in
  let index = Hashtbl.create 97 in
  List.iteri (fun i v -> Hashtbl.replace index v.key i) f.variables;
  let index v = Hashtbl.find index v.key in
  let fields : (int, string) Hashtbl.t = fields checked.saved in
  let in_frame v = Hashtbl.mem fields v.key in
  let places =
    Array.of_list
      (List.map
         (fun v ->
           match Hashtbl.find_opt fields v.key with Some m -> [ "fl__s"; "->"; m ] | None -> C_tokens.words v.name)
         f.variables)
  in
  let frag = function
    | Text (first, last) -> [ M.Copied (List.map (fun i -> (i, source.(i).word)) (within source (first, last))) ]
    | Word w -> [ M.Own (C_tokens.words w) ]
    | Var v | Named v -> [ M.Place (index v) ]
    | For (first, last) -> stand (first, last); []
    | Hoisted _ -> []
  in
  let frags l = List.concat_map frag l in
  let exp (e : exp) = frags (Lazy.force e.frags) in
  let ty = C_tokens.words in
  let align v = match v.aligned with Some n -> ty (Printf.sprintf "__attribute__((__aligned__(%d)))" n) | None -> [] in
  let moved v e = M.TSet (M.Moved, ty v.ty, align v, index v, exp e) in
  let assigned v e = M.TSet (M.Assigned, [], [], index v, exp e) in
  let variable v initial =
    stand (v.declared_at, v.declared_at + String.length v.name);
    match initial with
    | (Uninitialized | Later) when in_frame v -> M.TNone
    | Value e when in_frame v && not (by_copy v) -> assigned v e
    | (Value e | Braces e) when in_frame v -> moved v e
    | Uninitialized | Later -> M.TDefine (ty v.ty, align v, v.name, None)
    | Value e | Braces e -> M.TDefine (ty v.ty, align v, v.name, Some (exp e))
  in
  let numbers = Hashtbl.create 97 in
  List.iter (fun (x : Checked.suspension) -> Hashtbl.replace numbers x.call.until x.number) checked.suspensions;
  let number (c : call) = Option.value (Hashtbl.find_opt numbers c.until) ~default:0 in
  let leaf f = Hashtbl.mem program.signatures (f ^ "__leaf") in
  let outline = Outline.functions f in
  let compact = outline.parts <> [] in
  let call (c : call) =
    let fixed = match c.callee with Direct f -> Program.fixed_parameters program f | Through _ -> None in
    let manner =
      match c.callee with
      | Direct f when compact && not (c.tail || leaf f || apart f || fixed <> None) -> M.Shared
      | _ when c.tail -> M.Tail
      | Direct f when leaf f -> M.Primitive
      | _ -> M.Framed
    in
    let called =
      match c.callee with
      | Direct f -> stand c.named; M.ByName f
      | Through e -> M.ByPointer (ty c.callee_type, exp e)
    in
    let behind =
      match fixed with
      | Some n -> List.filteri (fun i _ -> i >= n) (List.mapi (fun i t -> (i, t)) c.parameter_types)
      | None -> []
    in
    let area =
      if fixed = None then []
      else
        let values = List.mapi (fun i (_, t) -> (Printf.sprintf "fl__va%d" i, t)) behind in
        let text, _, _ = Variadic.layout ~tag:"" values in
        ty text
    in
    M.TCall
      {
        call_number = number c; manner_of = manner; called;
        arguments = List.map2 (fun e t -> (ty t, exp e)) c.arguments c.parameter_types;
        passed_as = List.map ty c.passed_as; fixed; area;
        into =
          Option.map (fun v -> (index v, if Ctype.is_scalar v.desugared then M.Assigned else M.Moved)) c.into;
        result = ty c.result; result_scalar = Ctype.is_scalar c.result;
      }
  in
  let parts = Hashtbl.create 17 in
  let rec all_units (t : Outline.t) = Hashtbl.replace parts t.number t; t :: List.concat_map all_units t.parts in
  let outlines = all_units outline in
  let rec all l = in_order (List.map stmt l)
  and stmt { at; desc } =
    match desc with
    | Nothing -> M.TNothing
    | Verbatim (t, _) -> M.TText (frags (Lazy.force t))
    | Exp e -> M.TEval (exp e)
    | Set (v, e) -> if Ctype.is_scalar v.desugared then assigned v e else moved v e
    | Init (v, i) -> variable v i
    | Declarations (t, l) -> (
        match t with
        | Some t when List.for_all (function Variable (v, _) -> not (in_frame v) | Other _ -> true) l ->
            M.TEval (frags (Lazy.force t))
        | _ ->
            in_order
              (List.map
                 (function
                   | Variable (_, Later) -> M.TNone
                   | Variable (v, i) -> variable v i
                   | Other t -> M.TEval (frags t))
                 l))
    | Call c -> call c
    | Part (n, _) ->
        let t : Outline.t = Hashtbl.find parts n in
        let all_numbers = List.map number t.calls in
        M.TPart
            {
              part_number = n; first_call = List.fold_left min max_int all_numbers;
              last_call = List.fold_left max 0 all_numbers;
              part_entries = t.entries; part_exits = t.exits; part_breaks = t.breaks; part_continues = t.continues;
            }
    | Block l -> M.TBlock (all l)
    | If (e, yes, no) ->
        stand_word at [ "if" ];
        let e = exp e in
        let yes = all yes in
        M.TIf (e, yes, all no)
    | While (e, l) -> stand_word at [ "while" ]; M.TWhile (exp e, all l)
    | Do (l, e) -> stand_word at [ "do" ]; M.TDo (all l, exp e)
    | Forever (l, label, latch) ->
        stand_word at [ "for"; "while"; "do" ];
        let l = all l in
        M.TFor (l, label, all latch)
    | Switch (e, l) -> stand_word at [ "switch" ]; M.TSwitch (exp e, all l)
    | Case (t, _) -> stand_word at [ "default" ]; M.TCase (frags t)
    | Label name -> stand_word at [ name ]; M.TLabel name
    | Goto name -> stand_word at [ "goto" ]; M.TGoto name
    | Break -> stand_word at [ "break" ]; M.TBreak
    | Continue None -> stand_word at [ "continue" ]; M.TContinue
    | Continue (Some label) -> stand_word at [ "continue" ]; M.TGoto label
    | Return None -> stand_word at [ "return" ]; M.TReturn None
    | Return (Some e) ->
        stand_word at [ "return" ];
        let form = if Ctype.is_scalar s.result then M.Assigned else M.Moved in
        M.TReturn (Some ((form, ty s.result), exp e))
  in
  let deeper (x : Checked.suspension) = match x.call.callee with Direct f -> not (leaf f) | Through _ -> true in
  let unit_of_c (t : Outline.t) =
    let temporaries = List.filter (fun v -> v.role = Temporary && not (in_frame v)) t.named in
    {
      M.unit_number = t.number; has_calls = t.calls <> []; has_parts = t.parts <> [];
      looks_deep = t.number = 0 && List.exists deeper checked.suspensions;
      temporaries =
        List.map (fun v -> (ty v.ty, v.name)) (List.sort (fun a b -> compare b.key a.key) temporaries);
      entries = t.entries; exits = t.exits; breaks = t.breaks; continues = t.continues; body = all t.body;
    }
  in
  (* By members, each where its first variable is. *)
  let saved = List.map (fun v -> (Option.get (checked.slot v), v)) checked.saved in
  let slots = Hashtbl.create 17 in
  List.iter (fun (m, v) -> Hashtbl.add slots m v) (List.rev saved);
  let seen = Hashtbl.create 17 in
  let first (m, _) = (not (Hashtbl.mem seen m)) && (Hashtbl.add seen m (); true) in
  let member v =
    { M.variable = index v; member_name = Hashtbl.find fields v.key; member_type = ty v.ty; member_align = align v }
  in
  let members =
    List.map (fun (m, _) -> (m, List.map member (Hashtbl.find_all slots m))) (List.filter first saved)
  in
  let parameter i ((p : Program.parameter), v) =
    {
      M.parameter_variable = index v;
      parameter_name = (if p.p_name = "" then Printf.sprintf "fl__p%d" i else "fl__p_" ^ p.p_name);
      parameter_type = ty p.p_type;
      parameter_form = (if by_copy v || not (Ctype.is_scalar p.p_type) then M.Moved else M.Assigned);
    }
  in
  (* Nobody reads one without a name. *)
  let entered (p : Program.parameter) =
    ty (if p.p_name <> "" then p.p_name else Printf.sprintf "__extension__ (__typeof__(%s)){0}" p.p_type)
  in
  let variables = List.filter (fun v -> v.role = Parameter) f.variables in
  let about =
    {
      M.framed_name = s.name; result_type = (if Ctype.is_void s.result then None else Some (ty s.result));
      variadic = s.variadic; members; parameters = List.mapi parameter (List.combine s.parameters variables);
      entered = List.map entered s.parameters;
    }
  in
  let frame_size = C_tokens.words (if s.variadic then "fl__s->fl__size" else "sizeof *fl__s") in
  (* What stands for others is known when all of it is made. *)
  let units = List.map unit_of_c outlines in
  let all_variables = Array.of_list f.variables in
  {
    marked = { about; frame_size; units };
    home = (fun i -> checked.slot all_variables.(i));
    place = (fun i -> places.(i)); source; stands = !stands; index; number; in_frame;
  }
