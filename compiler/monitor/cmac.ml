(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type key = { cipher : Cryptokit.Block.block_cipher; whole : string; padded : string; block : Bytes.t }

(* Multiplication by x in GF(2^128). *)
let double s =
  let carry = Char.code s.[0] lsr 7 in
  String.init 16 (fun i ->
      let next = if i = 15 then 0 else Char.code s.[i + 1] lsr 7 in
      Char.chr (((Char.code s.[i] lsl 1) land 0xff lor next) lxor if i = 15 then carry * 0x87 else 0))

let key secret =
  let cipher = new Cryptokit.Block.aes_encrypt secret in
  let block = Bytes.make 16 '\000' in
  cipher#transform block 0 block 0;
  let whole = double (Bytes.to_string block) in
  { cipher; whole; padded = double whole; block }

let xor block s at =
  Bytes.set_int64_ne block 0 (Int64.logxor (Bytes.get_int64_ne block 0) (String.get_int64_ne s at));
  Bytes.set_int64_ne block 8 (Int64.logxor (Bytes.get_int64_ne block 8) (String.get_int64_ne s (at + 8)))

let mac { cipher; whole; padded; block } text =
  Bytes.fill block 0 16 '\000';
  let length = String.length text in
  (* all blocks but the last, which is never empty unless the text is *)
  let before = if length = 0 then 0 else (length - 1) / 16 * 16 in
  let rec chain at =
    if at < before then begin
      xor block text at;
      cipher#transform block 0 block 0;
      chain (at + 16)
    end
  in
  chain 0;
  if length - before = 16 then begin
    xor block text before;
    xor block whole 0
  end
  else begin
    for i = before to length - 1 do
      Bytes.set_uint8 block (i - before) (Bytes.get_uint8 block (i - before) lxor Char.code text.[i])
    done;
    Bytes.set_uint8 block (length - before) (Bytes.get_uint8 block (length - before) lxor 0x80);
    xor block padded 0
  end;
  cipher#transform block 0 block 0;
  Bytes.to_string block
