(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax

type value = { e : expr; ty : Types.t }

let fail = Diagnostic.fail
let unit = { e = ERecord (TRecord (0, []), []); ty = Types.Unit }

let bytes_of_string s =
  let l = ref [] in
  for i = String.length s - 1 downto 0 do
    l := Z.of_int (Char.code s.[i]) :: !l
  done;
  EBytes !l

let integer loc w z =
  if Z.gt z (Types.max_int w) then
    fail loc "%s does not fit in %s" (Z.to_string z) (Types.width_name w)
      ~help:(Printf.sprintf "the largest %s is %s" (Types.width_name w) (Z.to_string (Types.max_int w)))
  else EInt (w, z)

let mismatch env loc ~(expected : Types.t) ~(found : Types.t) =
  let help =
    match (expected, found) with
    | Int w, Int w' ->
        if Types.bits w > Types.bits w' then Printf.sprintf "convert it: `... as %s`" (Types.width_name w)
        else
          Printf.sprintf "convert it: `... as %s` traps when the value does not fit, `... as%% %s` truncates"
            (Types.width_name w) (Types.width_name w)
    | Int w, Bool -> Printf.sprintf "convert it: `... as %s`" (Types.width_name w)
    | Bool, Int _ -> "compare it: `... != 0`"
    | Option t, _ when t = found -> "wrap it: `some(...)`"
    | _, Option t when t = expected -> "take it apart with `match`, or use `.some`, which traps when there is none"
    | Coro _, Event _ | Event _, Coro _ -> "`resume` takes a coroutine and gives an event"
    | _, Event _ -> "an event is taken apart with `match`"
    | _, Unit -> "this has no value: use it as a statement of its own"
    | Array (n, _), Array (m, _) when n <> m -> "make the sizes equal"
    | Bytes n, Bytes m when n <> m -> "here the capacities must be equal"
    | _ -> "the two types must be the same"
  in
  fail loc ~help "expected %s, found %s" (Resolution.show env expected) (Resolution.show env found)

(* A literal that fits somewhere fits wherever there is more room: one check, not two. *)
let fit n = function EFit (_, (EBytes _ as literal)) -> EFit (Z.of_int n, literal) | e -> EFit (Z.of_int n, e)

let coerce env loc ~(expected : Types.t) v =
  match (expected, v.ty) with
  | t, t' when t = t' -> v.e
  | View, Bytes _ -> v.e
  | Bytes n, (View | Bytes _) ->
      (match v.e with
      | (EBytes l | EFit (_, EBytes l)) when List.compare_length_with l n > 0 ->
          fail loc "%d bytes do not fit in bytes<%d>" (List.length l) n ~help:"give it a larger capacity"
      | _ -> ());
      fit n v.e
  | expected, found -> mismatch env loc ~expected ~found

let to_u32 env loc v =
  match (v.ty, v.e) with
  | Int _, EInt (_, z) -> integer loc W32 z
  | Int W32, e -> e
  | Int ((W8 | W16) as w), e -> EWiden (w, W32, e)
  | Int W64, e -> ENarrow (W64, W32, e)
  | found, _ -> mismatch env loc ~expected:(Int W32) ~found
