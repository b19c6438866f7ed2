(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type placed = { place : Diagnostic.place; instr : Asm_model.instr }
type edge = At of Source.statement | Block of placed array

(* Directives_trusted that place or name code but do not change what it does. *)
let is_silent d =
  match Directives_trusted.kind (d, "") with Align | Constant | Unwinding | Syntax -> true | Names -> d = ".type" || d = ".size" | _ -> false

let blocks source =
  let flush current acc = if current = [] then acc else Block (Array.of_list (List.rev current)) :: acc in
  let rec go current acc = function
    | [] -> List.rev (flush current acc)
    | ({ Source.kind; place } as s) :: rest -> (
        match kind with
        | Source.Instr instr -> go ({ place; instr } :: current) acc rest
        | Directive (d, _) when is_silent d -> go current acc rest
        | Mark (By _) -> go current acc rest
        | _ -> go [] (At s :: flush current acc) rest)
  in
  go [] [] source

let place_of = function
  | At s -> Some s.place
  | Block b -> if Array.length b = 0 then None else Some b.(0).place

let describe = function
  | Block _ -> "an instruction"
  | At { kind = Label l; _ } -> Printf.sprintf "label `%s'" l
  | At { kind = Jump (None, l); _ } -> Printf.sprintf "`jmp %s'" l
  | At { kind = Jump (Some c, l); _ } -> Printf.sprintf "`j%s %s'" (Mnemonic.condition_name c) l
  | At { kind = Call l; _ } -> Printf.sprintf "`call %s'" l
  | At { kind = Ret; _ } -> "`ret'"
  | At { kind = Directive (d, rest); _ } -> Printf.sprintf "directive `%s'" (String.trim (d ^ " " ^ rest))
  | At { kind = Mark m; _ } -> Printf.sprintf "`//@ %s'" (Source.describe_mark m)
  | At { kind = Instr _; _ } -> "an instruction"
