(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_cli

type t = Show | None_ | Error

let option =
  let doc =
    "What is likely not meant (names and effects that are not used, statements that control never gets to, names that \
     hide others): $(b,show) it, say $(b,none) of it, or make it an $(b,error)."
  in
  let choice = Cmdliner.Arg.enum [ ("show", Show); ("none", None_); ("error", Error) ] in
  Cmdliner.Arg.(value & opt choice Show & info [ "warnings" ] ~docv:"HOW" ~doc)

let program t path =
  let refused = ref false in
  let warn (messages : Message.t list Lazy.t) =
    match t with
    | None_ -> ()
    | Show -> List.iter Message.warn (Lazy.force messages)
    | Error ->
        let messages = Lazy.force messages in
        refused := messages <> [];
        List.iter Message.print messages
  in
  Option.map (fun info -> (info, !refused)) (Load.program_or_report ~warn path)
