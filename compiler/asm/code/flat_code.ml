open Asm_model

type line = { place : Diagnostic.place; flat : flat }

(* Bytes put into the code by a directive would run without having been looked at. *)
let naming = [ ".text"; ".globl"; ".global"; ".hidden"; ".protected"; ".local"; ".weak" ]

let refuse_data (source : Source.t) =
  ignore
    (List.fold_left
       (fun in_code (s : Source.statement) ->
         match s.kind with
         | Directive (".text", _) -> true
         | Directive ((".data" | ".bss"), _) -> false
         | Directive (".section", rest) -> String.length rest >= 5 && String.sub rest 0 5 = ".text"
         | Directive ((".align" | ".balign" | ".p2align"), rest) when String.contains rest ',' ->
             Diagnostic.fail ~place:s.place "an alignment with a filling is not analysed; let the assembler fill it"
         | Directive (".previous", _) -> Diagnostic.fail ~place:s.place "say `.text' instead of `.previous'"
         | Directive (d, _) when in_code && not (List.mem d naming || List.mem d Program.silent) ->
             Diagnostic.fail ~place:s.place "`%s' may put something into the code that the analysis does not see" d
         | Instr _ | Jump _ | Call _ | Ret when not in_code ->
             Diagnostic.fail ~place:s.place "code outside of the text section is not analysed"
         | _ -> in_code)
       true source)

(* Positions of labels, then code. Falling off the end is a halt. *)
let of_source (source : Source.t) =
  refuse_data source;
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
