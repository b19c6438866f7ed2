(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model

type callee = In_file of int | Elsewhere of string
type line = { place : Diagnostic.place; flat : flat; target : int; calls : callee option; keeps : reg list }

let saved = [ RBX; RBP; R12; R13; R14; R15 ]
let line ?(target = -1) ?calls place flat = { place; flat; target; calls; keeps = saved }

(* Positions of labels, then code. *)
let of_source ?(calls = false) (source : Source.t) =
  let sections = Sections_trusted.check source in
  let labels = Hashtbl.create 16 and position = ref 0 and last = ref None in
  List.iter
    (fun (s : Source.statement) ->
      match s.kind with
      | Label l -> Hashtbl.replace labels l !position
      | Directive _ | Mark _ -> ()
      | Instr _ | Jump _ | Call _ | Ret -> last := Some s.place; incr position)
    source;
  let target place l =
    match Hashtbl.find_opt labels l with
    | Some n -> n
    | None -> Diagnostic.fail ~place "there is no label `%s' in this file; jumps out of it are not analysed" l
  in
  let code =
    List.filter_map
      (fun (s : Source.statement) ->
        let jump l to_ = let target = target s.place l in Some (line ~target s.place (to_ (Unary.of_int target))) in
        match s.kind with
        | Instr i -> Some (line s.place (FInstr i))
        | Jump (None, l) -> jump l (fun t -> FJump t)
        | Jump (Some c, l) -> jump l (fun t -> FBranch (c, t))
        | Ret -> Some (line s.place FHalt)
        | Call l when calls ->
            let inside = Sections_trusted.is_code_label sections l in
            Some (line s.place FHalt ~calls:(if inside then In_file (target s.place l) else Elsewhere l))
        | Call _ -> Diagnostic.fail ~place:s.place "calls are not analysed; check the callee's file on its own and inline it here"
        | Mark (If _ | Else | Loop | While _ | End) -> Diagnostic.defect ~place:s.place
          "loops and conditionals cannot be here"
        | Label _ | Directive _ | Mark (By _) -> None)
      source
  in
  match !last with
  | Some place -> Array.of_list (code @ [ line place FHalt ])
  | None -> Diagnostic.fail ?place:(match source with s :: _ -> Some s.place | [] -> None) "there is no code in this file"

let runs_off code =
  let n = Array.length code - 1 in
  n = 0
  || List.mem n
       (List.concat
          (List.mapi
             (fun k line ->
               match (line.flat, line.calls) with
               | _, Some (In_file target) -> [ target; k + 1 ]
               | _, Some (Elsewhere _) | FInstr _, None -> [ k + 1 ]
               | FJump _, None -> [ line.target ]
               | FBranch _, None -> [ line.target; k + 1 ]
               | FHalt, None -> [])
             (List.filteri (fun k _ -> k < n) (Array.to_list code))))

let reachable code entries =
  let seen = Hashtbl.create 64 in
  let rec go = function
    | [] -> ()
    | k :: rest when k >= Array.length code || Hashtbl.mem seen k -> go rest
    | k :: rest -> (
        Hashtbl.replace seen k ();
        match code.(k).flat with
        | _ when code.(k).calls <> None -> go ((k + 1) :: rest)
        | FInstr _ -> go ((k + 1) :: rest)
        | FJump _ -> go (code.(k).target :: rest)
        | FBranch _ -> go (code.(k).target :: (k + 1) :: rest)
        | FHalt -> go rest)
  in
  go entries;
  List.sort compare (Hashtbl.fold (fun k () all -> k :: all) seen [])
