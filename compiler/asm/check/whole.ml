open Asm_model

type outcome = Proved of { blocks : int; instructions : int; exchanges : int } | Not_applicable of string | Refused

exception Cannot of string

type blocks = { instrs : Program.placed array list; program : (instr list * exit) list }

(* Every label, jump, return and directive ends a block, so that files with the same ones have as many blocks. *)
let program source =
  let labels = Hashtbl.create 16 in
  let ends = ref [] and count = ref 0 in
  let finish block kind = ends := (block, kind) :: !ends; incr count in
  let rec go pending = function
    | [] -> finish pending `Stop
    | Program.Block b :: rest -> go (Array.append pending b) rest
    | At { Source.kind; _ } :: rest ->
        (match kind with
        | Label l -> finish pending `Fall; Hashtbl.replace labels l !count
        | Jump (None, l) -> finish pending (`Goto l)
        | Jump (Some c, l) -> finish pending (`Branch (c, l))
        | Ret -> finish pending `Stop
        | Directive _ -> finish pending `Fall
        | Call _ -> raise (Cannot "it has calls")
        | Mark _ | Instr _ -> raise (Cannot "it is structured"));
        go [||] rest
  in
  go [||] (Program.blocks source);
  let target l =
    match Hashtbl.find_opt labels l with Some k -> Unary.of_int k | None -> raise (Cannot (Printf.sprintf "it jumps to `%s', which is not in it" l))
  in
  let all = List.rev !ends in
  { instrs = List.map fst all;
    program =
      List.map
        (fun (b, kind) ->
          ( Array.to_list (Array.map (fun (p : Program.placed) -> p.instr) b),
            match kind with
            | `Fall -> Fall
            | `Stop -> Stop
            | `Goto l -> Goto (target l)
            | `Branch (c, l) -> Branch (c, target l) ))
        all }

let check ~regions ~symbolic ~live clean fast =
  match (program clean, program fast) with
  | exception Cannot why -> Not_applicable why
  | exception Diagnostic.Error d -> Not_applicable d.message
  | c, f ->
      if List.compare_lengths c.program f.program <> 0 then Refused
      else
        let exchanges = ref 0 in
        let hint a b =
          if symbolic then ByValue
          else match Reordering.propose a b with Some (hints, n) -> exchanges := !exchanges + n; ByOrder hints | None -> ByOrder []
        in
        let hints = List.map2 hint c.instrs f.instrs in
        (* what is checked must be what the files are, as positions *)
        let faithful source p = layout p.program = List.map (fun (l : Flat_code.line) -> l.flat) (Array.to_list (fst (Flat_code.of_source source))) in
        match faithful clean c && faithful fast f with
        | exception Diagnostic.Error d -> Not_applicable d.message
        | false -> Not_applicable "its layout is not understood; please report it"
        | true ->
        if check_blocks (Regions.disjoint regions) live hints c.program f.program then
          let used = List.filter (fun b -> Array.length b > 0) c.instrs in
          Proved { blocks = List.length used; instructions = List.fold_left (fun n b -> n + Array.length b) 0 used; exchanges = !exchanges }
        else Refused
