(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli

type t = { loc : Loc.t; message : string; also : (Loc.t * string) option; help : string }

exception Error of t

let make ?also ~help loc format = Printf.ksprintf (fun message -> { loc; message; also; help }) format
let fail ~help loc format = Printf.ksprintf (fun message -> raise (Error { loc; message; also = None; help })) format

let message find d : Message.t =
  let part ((loc : Loc.t), message) : Message.part =
    let place source : Message.place =
      let line, column = Source.position source loc.start in
      let end_line, end_column = Source.position source (max loc.start loc.stop) in
      Lines { line; column; end_line; end_column; excerpt = Source.excerpt source loc.start loc.stop }
    in
    { where = (if loc.file = "" then "fairlead" else loc.file); place = Option.map place (find loc.file); message }
  in
  { error = part (d.loc, d.message); notes = List.map part (Option.to_list d.also); help = d.help }

(* Edit distance with transpositions, as far as [limit]. *)
let distance limit a b =
  let n = String.length a and m = String.length b in
  if abs (n - m) > limit then limit + 1
  else
    let rows = Array.make_matrix (n + 1) (m + 1) 0 in
    for i = 0 to n do
      for j = 0 to m do
        rows.(i).(j) <-
          (if i = 0 then j
          else if j = 0 then i
          else
            let cost = if Char.lowercase_ascii a.[i - 1] = Char.lowercase_ascii b.[j - 1] then 0 else 1 in
            let best = min (rows.(i - 1).(j - 1) + cost) (1 + min rows.(i - 1).(j) rows.(i).(j - 1)) in
            if i > 1 && j > 1 && a.[i - 1] = b.[j - 2] && a.[i - 2] = b.[j - 1] then
              min best (rows.(i - 2).(j - 2) + 1)
            else best)
      done
    done;
    rows.(n).(m)

let closest name candidates =
  if String.length name > 64 then None
  else
    let limit = if String.length name <= 2 then 1 else if String.length name <= 5 then 2 else 3 in
    let better best candidate =
      let d = distance limit name candidate in
      match best with
      | _ when d > limit || d >= String.length name || candidate = name -> best
      | Some (d', c') when d' < d || (d' = d && c' <= candidate) -> best
      | _ -> Some (d, candidate)
    in
    Option.map snd (List.fold_left better None candidates)

let did_you_mean name candidates ~otherwise =
  match closest name candidates with
  | Some candidate -> Printf.sprintf "did you mean `%s`?" candidate
  | None -> otherwise
