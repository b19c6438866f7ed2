module Coq = Fairlead_lang_coq.Extracted
open Model

type one = { params : string; args : (bool * ty) list; result : ty option; c : string -> string; body : Coq.empty_set Coq.val0 list -> Coq.empty_set Coq.val0 list * Coq.empty_set Coq.val0 }

let wrap bits z = Z.logand z (Z.pred (Z.shift_left Z.one bits))
let unit = Coq.VRecord []
let bytes l = List.mapi (fun i z -> (i, z)) l

let known =
  [
    ( "ext_mix",
      {
        params = "(a: u32, b: u64) -> u32"; args = [ (false, Int 32); (false, Int 64) ]; result = Some (Int 32);
        c = (fun _ -> "uint32_t ext_mix(uint32_t a, uint64_t b) { return a * 2654435761u + (uint32_t)(b >> 7); }\n");
        body =
          (function
          | [ Coq.VInt a; Coq.VInt b ] as l ->
              (l, Coq.VInt (wrap 32 (Z.add (Z.mul a (Z.of_string "2654435761")) (Z.shift_right b 7))))
          | l -> (l, unit));
      } );
    ( "ext_step",
      {
        params = "(inout n: u32, k: u8)"; args = [ (true, Int 32); (false, Int 8) ]; result = None;
        c = (fun _ -> "void ext_step(uint32_t *n, uint8_t k) { *n = *n * 3u + k; }\n");
        body =
          (function
          | [ Coq.VInt n; Coq.VInt k ] -> ([ Coq.VInt (wrap 32 (Z.add (Z.mul n (Z.of_int 3)) k)); Coq.VInt k ], unit)
          | l -> (l, unit));
      } );
    ( "ext_fold",
      {
        params = "(data: bytes) -> u64"; args = [ (false, View) ]; result = Some (Int 64);
        c =
          (fun q ->
            p "uint64_t ext_fold(struct %sview data) {\n    uint64_t h = 5;\n    for (size_t i = 0; i < data.len; i++) { h = h * 31u + data.data[i]; }\n    return h;\n}\n" q);
        body =
          (function
          | [ Coq.VBytes b ] as l ->
              (l, Coq.VInt (List.fold_left (fun h z -> wrap 64 (Z.add (Z.mul h (Z.of_int 31)) z)) (Z.of_int 5) b))
          | l -> (l, unit));
      } );
    ( "ext_stir",
      {
        params = "(inout data: bytes, seed: u8) -> bool"; args = [ (true, View); (false, Int 8) ]; result = Some Bool;
        c =
          (fun q ->
            p "bool ext_stir(struct %sspan data, uint8_t seed) {\n    for (size_t i = 0; i < data.len; i++) { data.data[i] = (uint8_t)(data.data[i] * 5u + seed + i); }\n    return data.len %% 2 == 1;\n}\n" q);
        body =
          (function
          | [ Coq.VBytes b; Coq.VInt seed ] ->
              let stir (i, z) = wrap 8 (Z.add (Z.add (Z.mul z (Z.of_int 5)) seed) (Z.of_int i)) in
              ([ Coq.VBytes (List.map stir (bytes b)); Coq.VInt seed ], Coq.VBool (List.length b mod 2 = 1))
          | l -> (l, unit));
      } );
  ]

let all =
  List.map
    (fun (n, e) ->
      (p "extern fn %s%s;" n e.params, { fn_name = n; fn_params = e.args; fn_result = e.result; fn_extern = true }))
    known

let is w = List.mem_assoc w known

let meaning (info : Fairlead_lang.Program_info.t) f args =
  Option.map (fun e -> e.body args) (List.assoc_opt info.externs.(f).symbol known)

let definitions ~prefix (info : Fairlead_lang.Program_info.t) =
  String.concat ""
    (List.filter_map
       (fun (e : Fairlead_lang.Program_info.extern_info) ->
         Option.map (fun k -> p "#line 1 \"externals\"\n%s" (k.c prefix)) (List.assoc_opt e.symbol known))
       (Array.to_list info.externs))
