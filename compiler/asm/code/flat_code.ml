open Asm_model

type line = { place : Diagnostic.place; flat : flat }

(* Positions of labels, then code. Falling off the end is a halt. *)
let of_source (source : Source.t) =
  ignore (Sections.check source);
  let labels = Hashtbl.create 16 and exported = ref [] and position = ref 0 and last = ref None in
  List.iter
    (fun (s : Source.statement) ->
      match s.kind with
      | Label l -> Hashtbl.replace labels l !position
      | Directive ((".globl" | ".global"), l) -> exported := String.trim l :: !exported
      | Directive _ | Mark _ -> ()
      | Instr _ | Jump _ | Call _ | Ret -> last := Some s.place; incr position)
    source;
  let target place l =
    match Hashtbl.find_opt labels l with
    | Some n -> Unary.of_int n
    | None -> Diagnostic.fail ~place "there is no label `%s' in this file; jumps out of it are not analysed" l
  in
  let code =
    List.filter_map
      (fun (s : Source.statement) ->
        let line flat = Some { place = s.place; flat } in
        match s.kind with
        | Instr i -> line (FInstr i)
        | Jump (None, l) -> line (FJump (target s.place l))
        | Jump (Some c, l) -> line (FBranch (c, target s.place l))
        | Ret -> line FHalt
        | Call _ -> Diagnostic.fail ~place:s.place "calls are not analysed; check the callee's file on its own and inline it here"
        | Label _ | Directive _ | Mark _ -> None)
      source
  in
  let code = match !last with Some place -> code @ [ { place; flat = FHalt } ] | None -> Diagnostic.fail "there is no code in this file" in
  let entries =
    match List.filter_map (Hashtbl.find_opt labels) !exported with [] -> [ 0 ] | l -> List.sort_uniq compare l
  in
  (Array.of_list code, entries)
