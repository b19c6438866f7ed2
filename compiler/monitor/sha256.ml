(* The constants are the fractional parts of roots of primes, computed exactly with
   integers rather than copied. *)
let primes count =
  let rec grow found candidate =
    if List.length found = count then List.rev found
    else if List.exists (fun p -> candidate mod p = 0) found then grow found (candidate + 1)
    else grow (candidate :: found) (candidate + 1)
  in
  grow [] 2

(* The largest r with r^n <= p * 2^(32 n), modulo 2^32: 32 bits of the fraction.
   Squares and cubes of 36-bit numbers do not fit 63 bits, so compare in base 2^16. *)
let mul a b =
  let out = Array.make (Array.length a + Array.length b) 0 in
  Array.iteri
    (fun i x ->
      let carry = ref 0 in
      Array.iteri
        (fun j y ->
          let s = out.(i + j) + (x * y) + !carry in
          out.(i + j) <- s land 0xffff;
          carry := s lsr 16)
        b;
      out.(i + Array.length b) <- out.(i + Array.length b) + !carry)
    a;
  out

let limbs x = Array.init 4 (fun i -> (x lsr (16 * i)) land 0xffff)

let not_above a b =
  let at x i = if i < Array.length x then x.(i) else 0 in
  let rec go i = i < 0 || at a i < at b i || (at a i = at b i && go (i - 1)) in
  go (max (Array.length a) (Array.length b) - 1)

let root_fraction n p =
  let power x = if n = 2 then mul (limbs x) (limbs x) else mul (mul (limbs x) (limbs x)) (limbs x) in
  let bound = Array.append (Array.make (2 * n) 0) (limbs p) in
  let rec search lo hi =
    if hi - lo <= 1 then lo
    else
      let mid = (lo + hi) / 2 in
      if not_above (power mid) bound then search mid hi else search lo mid
  in
  search 0 (1 lsl 37) land 0xffffffff

let round_constants = Array.of_list (List.map (root_fraction 3) (primes 64))
let initial_state = Array.of_list (List.map (root_fraction 2) (primes 8))
let mask = 0xffffffff
let rotr x n = ((x lsr n) lor (x lsl (32 - n))) land mask

let compress state block offset =
  let w = Array.make 64 0 in
  for i = 0 to 15 do
    let at j = Char.code (Bytes.get block (offset + (4 * i) + j)) in
    w.(i) <- (at 0 lsl 24) lor (at 1 lsl 16) lor (at 2 lsl 8) lor at 3
  done;
  for i = 16 to 63 do
    let s0 = rotr w.(i - 15) 7 lxor rotr w.(i - 15) 18 lxor (w.(i - 15) lsr 3) in
    let s1 = rotr w.(i - 2) 17 lxor rotr w.(i - 2) 19 lxor (w.(i - 2) lsr 10) in
    w.(i) <- (w.(i - 16) + s0 + w.(i - 7) + s1) land mask
  done;
  let v = Array.copy state in
  for i = 0 to 63 do
    let e = v.(4) and a = v.(0) in
    let s1 = rotr e 6 lxor rotr e 11 lxor rotr e 25 in
    let ch = e land v.(5) lxor (lnot e land mask land v.(6)) in
    let t1 = v.(7) + s1 + ch + round_constants.(i) + w.(i) in
    let s0 = rotr a 2 lxor rotr a 13 lxor rotr a 22 in
    let maj = a land v.(1) lxor (a land v.(2)) lxor (v.(1) land v.(2)) in
    v.(7) <- v.(6);
    v.(6) <- v.(5);
    v.(5) <- e;
    v.(4) <- (v.(3) + t1) land mask;
    v.(3) <- v.(2);
    v.(2) <- v.(1);
    v.(1) <- a;
    v.(0) <- (t1 + s0 + maj) land mask
  done;
  Array.iteri (fun i x -> state.(i) <- (state.(i) + x) land mask) v

let digest message =
  let length = String.length message in
  let padded = (length + 8 + 64) / 64 * 64 in
  let block = Bytes.make padded '\000' in
  Bytes.blit_string message 0 block 0 length;
  Bytes.set block length '\x80';
  Bytes.set_int64_be block (padded - 8) (Int64.of_int (8 * length));
  let state = Array.copy initial_state in
  for i = 0 to (padded / 64) - 1 do
    compress state block (64 * i)
  done;
  String.concat "" (List.map (fun x -> String.init 4 (fun j -> Char.chr ((x lsr (24 - (8 * j))) land 0xff))) (Array.to_list state))

let hmac ~key message =
  let key = if String.length key > 64 then digest key else key in
  let pad byte = String.init 64 (fun i -> Char.chr (byte lxor if i < String.length key then Char.code key.[i] else 0)) in
  digest (pad 0x5c ^ digest (pad 0x36 ^ message))
