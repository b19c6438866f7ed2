(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

let surely_written p ~first ~last writes =
  if writes = [] then []
  else
    (* [previous]: the word before. *)
    let rec assigned previous = function
      | (t : Preprocessed.token) :: rest -> (
          let next = match rest with n :: _ -> n.word | [] -> "" in
          match t.word with
          | "?" | "{" | "sizeof" | "_Alignof" | "_Generic" -> []
          | ("&" | "|") when next = t.word -> []
          | word when String.length word > 2 && String.sub word 0 2 = "__" -> []
          | word -> (
              let behind = assigned word rest in
              match rest with
              | { word = "="; _ } :: after when previous <> "." && previous <> ">" -> (
                  match after with { word = "="; _ } :: _ -> behind | _ -> word :: behind)
              | _ -> behind))
      | [] -> []
    in
    let names = assigned "" (Preprocessed.tokens p ~first ~last) in
    List.filter (fun v -> List.mem v.name names) writes
