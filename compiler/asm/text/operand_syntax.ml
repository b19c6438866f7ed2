(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

(* A statement's text, with a cursor. *)
type cursor = { text : string; mutable pos : int; limit : int; at : int -> Diagnostic.place }

let fail ?help c fmt = Diagnostic.fail ~place:(c.at c.pos) ?help fmt
let peek c = if c.pos < c.limit then c.text.[c.pos] else '\000'

let skip c = while c.pos < c.limit && (peek c = ' ' || peek c = '\t' || peek c = '\r') do c.pos <- c.pos + 1 done
let finished c = skip c; c.pos >= c.limit
let accept c ch = skip c; if peek c = ch && c.pos < c.limit then (c.pos <- c.pos + 1; true) else false
let expect c ch = if not (accept c ch) then fail c "expected `%c' here" ch
let is_digit = Gas_word.is_digit

let word c =
  skip c;
  let w, stop = Gas_word.at ~limit:c.limit Gas_word.is_operand_part c.text c.pos in
  c.pos <- stop;
  w

(* The assembler computes with 64 bits; where numbers grow beyond any use, time would too. *)
let bounded c v = if Z.numbits v > 128 then fail c "this number is out of range" else v

(* Constant expressions: + - * parentheses, decimal, hexadecimal, octal as in C. *)
let rec sum c =
  let v = ref (product c) in
  let continue = ref true in
  while !continue do
    skip c;
    match peek c with
    | '+' -> c.pos <- c.pos + 1; v := bounded c (Z.add !v (product c))
    | '-' -> c.pos <- c.pos + 1; v := bounded c (Z.sub !v (product c))
    | _ -> continue := false
  done;
  !v

and product c =
  let v = ref (atom c) in
  while accept c '*' do v := bounded c (Z.mul !v (atom c)) done;
  !v

and atom c =
  skip c;
  match peek c with
  | '-' -> c.pos <- c.pos + 1; Z.neg (atom c)
  | '+' -> c.pos <- c.pos + 1; atom c
  | '~' -> c.pos <- c.pos + 1; Z.lognot (atom c)
  | '(' ->
      c.pos <- c.pos + 1;
      let v = sum c in
      expect c ')'; v
  | ch when is_digit ch -> (
      let start = c.pos in
      let w = word c in
      let octal = String.length w > 1 && w.[0] = '0' && is_digit w.[1] in
      let refuse () =
        c.pos <- start;
        fail c "`%s' is not a number" (if String.length w > 40 then String.sub w 0 40 ^ "..." else w)
      in
      if String.length w > 40 then refuse ()
      else match Z.of_string (if octal then "0o" ^ w else w) with v -> v | exception _ -> refuse ())
  | _ -> fail c "expected a number here"

let register c =
  let start = c.pos in
  let w = word c in
  match Operand.register w with
  | Some r -> r
  | None -> c.pos <- start; fail c "there is no register `%s' in the model" w

let scale c k =
  match Z.to_string k with
  | ("1" | "2" | "4" | "8") as s -> int_of_string s
  | s -> fail c "the scale of an index is 1, 2, 4 or 8, not %s" s

let address_register c = function
  | Operand.Gpr (Qword, r) -> r
  | _ -> fail c "an address is made of 64-bit registers"

let index_register c r = if r = RSP then fail c "%%rsp cannot be an index" else r

(* name@GOTPCREL and the like stand for other addresses than the name's. *)
let symbol_word c =
  skip c;
  let start = c.pos in
  let w = word c in
  if w = "" then fail c "expected an operand here";
  if String.contains w '@' then (c.pos <- start; fail c "`%s': relocation operators are not in the model" w);
  w

let symbol_at c start w =
  let refuse fmt = c.pos <- start; fail c fmt in
  if w = "." then refuse "`.' is where the instruction stands, which is not in the model: name a label";
  (* what annotations say of these would be said of both *)
  if List.mem w [ "stack"; "anywhere"; "none"; "return" ] || Operand.register w <> None then
    refuse "a symbol called `%s' cannot be told from what annotations call so" w;
  Some w

(* Of what has more than 64 bits the assembler takes another number, 0. *)
let displacement c start d =
  let limit = Z.shift_left Z.one 63 in
  if Z.lt d (Z.neg limit) || Z.geq d (Z.mul (Z.of_int 2) limit) then begin
    c.pos <- start;
    fail c "this displacement does not fit in 64 bits"
  end;
  d

(* disp(base, index, scale), symbol+disp(%rip) *)
let att_address c names =
  skip c;
  let start = c.pos in
  let symbol, disp =
    match peek c with
    | '(' when (let d = ref (c.pos + 1) in
                while !d < c.limit && (c.text.[!d] = ' ' || c.text.[!d] = '\t') do incr d done;
                !d < c.limit && (c.text.[!d] = '%' || c.text.[!d] = ',')) -> (None, Z.zero)
    | ch when is_digit ch || ch = '-' || ch = '+' || ch = '(' || ch = '~' -> (None, sum c)
    | _ ->
        let start = c.pos in
        let s = symbol_at c start (symbol_word c) in
        skip c;
        let d = if peek c = '+' || peek c = '-' then sum c else Z.zero in
        (s, d)
  in
  let disp = displacement c start disp in
  let base, index =
    if accept c '(' then begin
      let reg () = expect c '%'; register c in
      skip c;
      if symbol <> None then begin
        expect c '%';
        if String.lowercase_ascii (word c) <> "rip" then fail c "a symbol is addressed relative to %%rip";
        expect c ')';
        (None, None)
      end
      else
        let base = if peek c = ',' then None else Some (address_register c (reg ())) in
        let index =
          if accept c ',' then begin
            let r = index_register c (address_register c (reg ())) in
            let k = if accept c ',' then scale c (sum c) else 1 in
            Some (r, k)
          end
          else None
        in
        expect c ')';
        (base, index)
    end
    else if symbol <> None then fail c "a symbol is addressed relative to %%rip: write `%s(%%rip)'" (Option.get symbol)
    else (None, None)
  in
  let base, rip =
    match (symbol, base) with
    | Some s, _ -> (BaseSym (Operand.symbol_number names s), true)
    | None, Some r -> (BaseReg r, false)
    | None, None -> (NoBase, false)
  in
  Operand.Address { base; index; disp; rip; pointer = None }

let att_operand c names =
  skip c;
  match peek c with
  | '$' -> c.pos <- c.pos + 1; Operand.Imm (sum c)
  | '%' -> c.pos <- c.pos + 1; register c
  | _ -> att_address c names

let pointer_sizes =
  [ ("byte", Operand.Byte); ("word", Operand.Word); ("dword", Operand.Dword); ("qword", Operand.Qword);
    ("xmmword", Operand.Xmmword); ("ymmword", Operand.Ymmword) ]

(* [base + index*scale + disp], [rip + symbol + disp], where numbers may be products and stand in parentheses; a number
   or a symbol may stand in front, as gcc writes it *)
let intel_address ?in_front c names pointer =
  skip c;
  let opened = c.pos in
  expect c '[';
  let base = ref None and index = ref None and rip = ref false in
  let disp = ref (match in_front with Some (`Number d) -> d | _ -> Z.zero) in
  let symbol = ref (match in_front with Some (`Symbol (start, w)) -> symbol_at c start w | _ -> None) in
  let factor () =
    skip c;
    match peek c with
    | '(' | '~' | '+' | '-' -> `Number (atom c)
    | ch when is_digit ch -> `Number (atom c)
    | _ -> (
        let start = c.pos in
        let w = symbol_word c in
        match (String.lowercase_ascii w, Operand.register w) with
        | "rip", _ -> `Rip
        | _, Some r -> `Register (start, address_register c r)
        | _, None -> `Symbol (start, w))
  in
  let rec factors acc = if accept c '*' then factors (factor () :: acc) else List.rev acc in
  let rec term negative =
    let all = factors [ factor () ] in
    let numbers = List.filter_map (function `Number v -> Some v | _ -> None) all in
    let k = List.fold_left (fun a b -> bounded c (Z.mul a b)) Z.one numbers in
    (match List.filter (function `Number _ -> false | _ -> true) all with
     | [] -> disp := bounded c (if negative then Z.sub !disp k else Z.add !disp k)
     | [ `Register (start, _) ] when negative -> c.pos <- start; fail c "a register cannot be subtracted"
     | [ `Register (_, r) ] when numbers <> [] ->
         if !index <> None then fail c "too many registers in an address";
         index := Some (index_register c r, scale c k)
     | [ `Register (_, r) ] ->
         if !base = None then base := Some r
         else if !index = None then index := Some (index_register c r, 1)
         else fail c "too many registers in an address"
     | [ `Rip ] when numbers = [] && not negative -> rip := true
     | [ `Symbol (start, w) ] when numbers = [] && not negative && !symbol = None -> symbol := symbol_at c start w
     | _ -> fail c "this address is not in the model");
    skip c;
    match peek c with
    | '+' -> c.pos <- c.pos + 1; term false
    | '-' -> c.pos <- c.pos + 1; term true
    | _ -> expect c ']'
  in
  term false;
  let disp = displacement c opened !disp in
  let base =
    match (!symbol, !base, !rip) with
    | Some s, None, true -> BaseSym (Operand.symbol_number names s)
    | Some s, _, false -> fail c "a symbol is addressed relative to rip: write `[rip + %s]'" s
    | None, Some r, false -> BaseReg r
    | None, None, false -> NoBase
    | _ -> fail c "this address is not in the model"
  in
  Operand.Address { base; index = !index; disp; rip = !rip; pointer }

let rec intel_operand ?pointer c names =
  skip c;
  match peek c with
  | '[' -> intel_address c names pointer
  | ch when is_digit ch || ch = '-' || ch = '+' || ch = '(' || ch = '~' ->
      let v = sum c in
      skip c;
      if pointer <> None || peek c = '[' then intel_address ~in_front:(`Number v) c names pointer else Operand.Imm v
  | _ -> (
      let start = c.pos in
      let w = symbol_word c in
      match List.assoc_opt (String.lowercase_ascii w) pointer_sizes with
      | Some size when pointer = None ->
          if String.lowercase_ascii (word c) <> "ptr" then fail c "expected `ptr' after `%s'" w;
          intel_operand ~pointer:size c names
      | _ ->
          skip c;
          if Operand.register w = None && peek c = '[' then
            intel_address ~in_front:(`Symbol (start, w)) c names pointer
          else begin
            c.pos <- start;
            if pointer <> None then fail c "expected an address here";
            register c
          end)

let operands c names intel =
  if finished c then []
  else
    let one () = if intel then intel_operand c names else att_operand c names in
    let rec more acc = if accept c ',' then more (one () :: acc) else acc in
    let backwards = more [ one () ] in
    if not (finished c) then fail c "did not expect `%c' here" (peek c);
    if intel then List.rev backwards else backwards
