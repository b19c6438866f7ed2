(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Value

type ending = Finished of Fairlead_lang.Loc.t option | Out_of_steps

exception End_of_input

let rec times n f = if n = 0 then [] else let x = f () in x :: times (n - 1) f

let decoder program input =
  let at = ref 0 in
  let byte () =
    if !at >= String.length input then raise End_of_input;
    incr at;
    Char.code input.[!at - 1]
  in
  let raw n = String.concat "" (times n (fun () -> String.make 1 (Char.chr (byte ())))) in
  let integer bits = Number.of_bytes Little (raw (bits / 8)) in
  let rec decode ty =
    match ty with
    | Unit -> V_unit
    | Bool -> V_bool (byte () land 1 = 1)
    | Int bits -> V_int (integer bits)
    | Bytes room -> V_bytes (raw (Z.to_int (integer 16) mod (room + 1)))
    | View -> V_bytes (raw (byte ()))
    | Array (n, ty) -> V_array (times n (fun () -> decode ty))
    | Record _ | Arguments _ ->
        V_record (List.rev (List.fold_left (fun l (f, ty) -> (f, decode ty) :: l) [] (Program.fields program ty)))
    | Union _ | Option _ | Event _ ->
        let cases = Program.cases program ty in
        let c, payload = List.nth cases (byte () mod List.length cases) in
        V_case (c, decode payload)
    | Map (bits, ty, room) ->
        let n = byte () mod (min room 7 + 1) in
        let entries = times n (fun () -> let k = integer bits in (k, decode ty)) in
        let add m (k, v) = match Location.assign ~room m [ Key k ] v with Some m -> m | None -> m in
        List.fold_left add (V_map []) entries
    | Coro _ | Extern _ -> invalid_arg "Driver.decode"
  in
  decode

let rec show program ty v =
  let show_all sep l = String.concat sep l in
  match (ty, v) with
  | _, V_unit | _, V_record [] -> "()"
  | _, V_bool b -> string_of_bool b
  | _, V_int z -> Z.to_string z
  | _, V_bytes s ->
      let hex c = Printf.sprintf "%02x" (Char.code c) in
      Printf.sprintf "x\"%s\"" (show_all "" (List.map hex (List.of_seq (String.to_seq s))))
  | Array (_, ty), V_array l -> Printf.sprintf "[%s]" (show_all ", " (List.map (show program ty) l))
  | _, V_record l ->
      let types = Program.fields program ty in
      Printf.sprintf "{%s}" (show_all ", " (List.map (fun (f, v) -> f ^ ": " ^ show program (List.assoc f types) v) l))
  | _, V_case (c, v) -> (
      match List.assoc c (Program.cases program ty) with
      | Unit -> c
      | ty -> Printf.sprintf "%s(%s)" c (show program ty v))
  | Map (_, ty, _), V_map l ->
      Printf.sprintf "map{%s}" (show_all ", " (List.map (fun (k, v) -> Z.to_string k ^ ": " ^ show program ty v) l))
  | _ -> "?"

let run ?externals program entry ~input ~steps ~print =
  let world = Meaning.create ?externals ~steps program in
  let decode = decoder program input in
  let decode_all types = List.rev (List.fold_left (fun l ty -> decode ty :: l) [] types) in
  let show_all types l = String.concat ", " (List.map2 (show program) types l) in
  let parameters lent =
    List.filter_map
      (fun ((p : Fairlead_lang.Surface.param), ty) -> if (p.mode = Lent) = lent then Some ty else None)
      (Program.parameters program entry)
  in
  let lent = parameters true in
  let lending l = if l = [] then "" else " lending " ^ show_all lent l in
  let rec go = function
    | Trap at ->
        print "trap";
        Finished (Some at)
    | Done (v, back) ->
        print (Printf.sprintf "done %s%s" (show program (Program.result program entry) v) (lending back));
        Finished None
    | Ask (effect, args, back, next) ->
        let types = List.map snd (Program.parameters program effect) in
        let name = Program.request program entry effect in
        print (Printf.sprintf "ask %s(%s)%s" name (show_all types args) (lending back));
        let answer = decode (Program.result program effect) in
        go (next answer (decode_all lent))
  in
  try
    let args = decode_all (parameters false) in
    go (Meaning.start world entry args (decode_all lent))
  with
  | End_of_input ->
      print "end of input";
      Finished None
  | Meaning.Out_of_steps ->
      print "out of steps";
      Out_of_steps
