(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model

let flags = [ CF; PF; AF; ZF; SF; OF ]

let all =
  List.concat
    [ List.map (fun r -> G r) Operand.gprs; List.map (fun x -> Lo x) Operand.vregs;
      List.map (fun x -> Hi x) Operand.vregs; List.map (fun f -> F f) flags ]

let parse w =
  let bare = if String.length w > 1 && w.[0] = '%' then String.sub w 1 (String.length w - 1) else w in
  if bare = "flags" then Some (List.map (fun f -> F f) flags)
  else
    match Operand.register bare with
    | Some (Gpr (Qword, r)) -> Some [ G r ]
    | Some (Xmm x) | Some (Ymm x) -> Some [ Lo x; Hi x ]
    | _ -> None
