(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

(* Parentheses around it change nothing. *)
let is_variable (p : Preprocessed.t) v (e : exp) =
  let empty = function
    | Text (first, last) ->
        String.for_all (fun c -> List.mem c [ '('; ')'; ' '; '\n'; '\t' ]) (String.sub p.text first (last - first))
    | For _ | Hoisted _ -> true
    | Word _ | Var _ | Named _ -> false
  in
  match List.filter (fun f -> not (empty f)) (Lazy.force e.frags) with [ Var w ] -> w.key = v.key | _ -> false

let mark ~leaf p (f : func) =
  let result = f.definition.signature.result in
  let void = Ctype.is_void result in
  let framed (c : call) = match c.callee with Direct g -> not (leaf g) | Through _ -> true in
  let tail (c : call) = if framed c then c.tail <- true in
  (* [last]: the end of these statements is the end of the function. *)
  let rec all ~last = function
    | [] -> ()
    | { desc = Call ({ into = Some t; _ } as c); _ } :: ({ desc = Return (Some e); _ } :: _ as rest) ->
        if t.role = Temporary && c.result = result && t.ty = result && is_variable p t e then tail c;
        all ~last rest
    | { desc = Call ({ into = None; _ } as c); _ } :: ({ desc = Return None; _ } :: _ as rest) ->
        tail c;
        all ~last rest
    | [ { desc = Call ({ into = None; _ } as c); _ } ] -> if last then tail c
    | s :: rest ->
        inside ~last:(last && rest = []) s;
        all ~last rest
  and inside ~last s =
    match s.desc with
    | Block l -> all ~last l
    | If (_, yes, no) -> all ~last yes; all ~last no
    | While (_, l) | Do (l, _) | Switch (_, l) -> all ~last:false l
    | Forever (l, _, latch) -> all ~last:false l; all ~last:false latch
    | _ -> ()
  in
  if not (List.exists (fun v -> v.fixed) f.variables) then all ~last:void f.body
