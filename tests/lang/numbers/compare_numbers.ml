(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* big_trusted.ml against Coq's definitions, on edge cases and random numbers. Prints TAP. *)
module O = Oracle
module B = Fairlead_lang_coq.Big_trusted

let rec positive z = if Z.equal z Z.one then O.XH else if Z.is_even z then O.XO (positive (Z.shift_right z 1)) else O.XI (positive (Z.shift_right z 1))
let z_in z = match Z.sign z with 0 -> O.Z0 | 1 -> O.Zpos (positive z) | _ -> O.Zneg (positive (Z.neg z))
let n_in z = if Z.sign z = 0 then O.N0 else O.Npos (positive z)
let rec nat_in n = if n = 0 then O.O else O.S (nat_in (n - 1))
let rec positive_out = function O.XH -> Z.one | XO p -> Z.shift_left (positive_out p) 1 | XI p -> Z.succ (Z.shift_left (positive_out p) 1)
let z_out = function O.Z0 -> Z.zero | Zpos p -> positive_out p | Zneg p -> Z.neg (positive_out p)
let n_out = function O.N0 -> Z.zero | Npos p -> positive_out p
let rec nat_out = function O.O -> 0 | S n -> 1 + nat_out n
let bool_out = function O.True -> true | O.False -> false
let order_out = function O.Eq -> `Eq | O.Lt -> `Lt | O.Gt -> `Gt

let count = ref 0
let failures = ref 0

let report name bad =
  incr count;
  match bad with
  | None -> Printf.printf "ok %d - %s\n" !count name
  | Some why ->
      incr failures;
      Printf.printf "not ok %d - %s\n# %s\n" !count name why

let edges =
  List.concat_map (fun z -> [ Z.pred z; z; Z.succ z ])
    (List.map (fun n -> Z.shift_left Z.one n) [ 1; 7; 8; 31; 32; 62; 63; 64; 65; 128 ])
  @ [ Z.zero; Z.one ]

let random_z () =
  let bits = 1 + Random.int 140 in
  let rec go n acc = if n = 0 then acc else go (n - 1) (Z.add (Z.shift_left acc 1) (if Random.bool () then Z.one else Z.zero)) in
  go bits Z.zero

let naturals = edges @ List.init 60 (fun _ -> random_z ())
let integers = naturals @ List.map Z.neg naturals
let positives = List.filter (fun z -> Z.sign z > 0) naturals
let amounts = List.map Z.of_int [ -70; -64; -1; 0; 1; 2; 3; 8; 31; 32; 63; 64; 65; 130 ]
let small = [ 0; 1; 2; 3; 5; 17; 100 ]

let unary name values show f g =
  let bad x = match (f x, g x) with a, b when a = b -> None | _ -> Some (Printf.sprintf "%s %s differs" name (show x)) in
  report name (List.find_map bad values)

let binary name xs ys show f g =
  let bad x y = match (f x y, g x y) with a, b when a = b -> None | _ -> Some (Printf.sprintf "%s %s %s differs" name (show x) (show y)) in
  report name (List.find_map (fun x -> List.find_map (bad x) ys) xs)

let zz name f g = binary name integers integers Z.to_string f (fun a b -> z_out (g (z_in a) (z_in b)))
let zs name f g = binary name integers amounts Z.to_string f (fun a b -> z_out (g (z_in a) (z_in b)))
let zb name f g = binary name integers integers Z.to_string f (fun a b -> bool_out (g (z_in a) (z_in b)))
let z1 name f g = unary name integers Z.to_string f (fun a -> z_out (g (z_in a)))
let nn name f g = binary name naturals naturals Z.to_string f (fun a b -> n_out (g (n_in a) (n_in b)))
let nb name f g = binary name naturals naturals Z.to_string f (fun a b -> bool_out (g (n_in a) (n_in b)))
let n1 name f g = unary name naturals Z.to_string f (fun a -> n_out (g (n_in a)))
let pp name f g = binary name positives positives Z.to_string f (fun a b -> positive_out (g (positive a) (positive b)))
let p1 name f g = unary name positives Z.to_string f (fun a -> positive_out (g (positive a)))
let nats name f g = binary name small small string_of_int f (fun a b -> nat_out (g (nat_in a) (nat_in b)))

let () =
  Random.init (match Sys.getenv_opt "FUZZ_SEED" with Some s -> int_of_string s | None -> 1);
  zz "Z.add" B.add O.Z.add; zz "Z.sub" B.sub O.Z.sub; zz "Z.mul" B.mul O.Z.mul;
  zz "Z.div" B.div O.Z.div; zz "Z.modulo" B.modulo O.Z.modulo;
  zz "Z.land" B.logand O.Z.coq_land; zz "Z.lor" B.logor O.Z.coq_lor; zz "Z.lxor" B.logxor O.Z.coq_lxor;
  zz "Z.min" B.min O.Z.min; zz "Z.max" B.max O.Z.max;
  zs "Z.shiftl" B.shift_left O.Z.shiftl; zs "Z.shiftr" B.shift_right O.Z.shiftr;
  binary "Z.pow" (List.filter (fun z -> Z.numbits z < 20) integers) (List.map Z.of_int [ -2; -1; 0; 1; 2; 3; 10; 33 ]) Z.to_string B.pow
    (fun a b -> z_out (O.Z.pow (z_in a) (z_in b)));
  zb "Z.eqb" B.equal O.Z.eqb; zb "Z.leb" B.leb O.Z.leb; zb "Z.ltb" B.ltb O.Z.ltb; zb "Z.geb" B.geb O.Z.geb; zb "Z.gtb" B.gtb O.Z.gtb;
  binary "Z.compare" integers integers Z.to_string B.compare (fun a b -> order_out (O.Z.compare (z_in a) (z_in b)));
  z1 "Z.succ" B.succ O.Z.succ; z1 "Z.pred" B.pred O.Z.pred; z1 "Z.opp" B.neg O.Z.opp; z1 "Z.abs" B.abs O.Z.abs; z1 "Z.lnot" B.lognot O.Z.lnot;
  unary "Z.to_N" integers Z.to_string B.n_of_z (fun a -> n_out (O.Z.to_N (z_in a)));
  unary "Z.abs_N" integers Z.to_string B.abs (fun a -> n_out (O.Z.abs_N (z_in a)));
  unary "Z.of_N" naturals Z.to_string Fun.id (fun a -> z_out (O.Z.of_N (n_in a)));
  unary "Z.of_nat" small string_of_int B.of_nat (fun a -> z_out (O.Z.of_nat (nat_in a)));
  unary "Z.to_nat" (List.map Z.of_int [ -5; -1; 0; 1; 2; 77 ]) Z.to_string B.nat_of_z (fun a -> nat_out (O.Z.to_nat (z_in a)));
  nn "N.add" B.add O.N.add; nn "N.mul" B.mul O.N.mul; nn "N.sub" B.sub_n O.N.sub; nn "N.div" B.div O.N.div; nn "N.modulo" B.modulo O.N.modulo;
  nn "N.min" B.min O.N.min; nn "N.max" B.max O.N.max; nb "N.eqb" B.equal O.N.eqb; nb "N.leb" B.leb O.N.leb; nb "N.ltb" B.ltb O.N.ltb;
  binary "N.compare" naturals naturals Z.to_string B.compare (fun a b -> order_out (O.N.compare (n_in a) (n_in b)));
  n1 "N.succ" B.succ O.N.succ; n1 "N.pred" B.pred_n O.N.pred;
  unary "N.of_nat" small string_of_int B.of_nat (fun a -> n_out (O.N.of_nat (nat_in a)));
  unary "N.to_nat" (List.map Z.of_int small) Z.to_string B.to_nat (fun a -> nat_out (O.N.to_nat (n_in a)));
  pp "Pos.add" B.add O.Coq_Pos.add; pp "Pos.mul" B.mul O.Coq_Pos.mul; pp "Pos.sub" B.sub_positive O.Coq_Pos.sub;
  p1 "Pos.succ" B.succ O.Coq_Pos.succ; p1 "Pos.pred" B.pred_positive O.Coq_Pos.pred;
  binary "Pos.compare" positives positives Z.to_string B.compare (fun a b -> order_out (O.Coq_Pos.compare (positive a) (positive b)));
  binary "Pos.eqb" positives positives Z.to_string B.equal (fun a b -> bool_out (O.Coq_Pos.eqb (positive a) (positive b)));
  unary "Pos.of_nat" small string_of_int B.positive_of_nat (fun a -> positive_out (O.Coq_Pos.of_nat (nat_in a)));
  unary "Pos.of_succ_nat" small string_of_int B.of_succ_nat (fun a -> positive_out (O.Coq_Pos.of_succ_nat (nat_in a)));
  unary "Pos.to_nat" (List.map Z.of_int [ 1; 2; 3; 64; 99 ]) Z.to_string B.to_nat (fun a -> nat_out (O.Coq_Pos.to_nat (positive a)));
  nats "Nat.add" ( + ) O.Nat.add; nats "Nat.mul" ( * ) O.Nat.mul;
  nats "Nat.sub" (fun a b -> Stdlib.max 0 (a - b)) O.Nat.sub; nats "Nat.max" Stdlib.max O.Nat.max; nats "Nat.min" Stdlib.min O.Nat.min;
  binary "Nat.compare" small small string_of_int B.compare_int (fun a b -> order_out (O.Nat.compare (nat_in a) (nat_in b)));
  (* Matching on a mapped number takes the branch that matching on Coq's would. *)
  unary "match positive" positives Z.to_string
    (B.match_positive (fun p -> `I (Z.to_string p)) (fun p -> `O (Z.to_string p)) (fun () -> `H))
    (fun p -> match positive p with XI p -> `I (Z.to_string (positive_out p)) | XO p -> `O (Z.to_string (positive_out p)) | XH -> `H);
  unary "match Z" integers Z.to_string
    (B.match_z (fun () -> `Zero) (fun p -> `Pos (Z.to_string p)) (fun p -> `Neg (Z.to_string p)))
    (fun z -> match z_in z with Z0 -> `Zero | Zpos p -> `Pos (Z.to_string (positive_out p)) | Zneg p -> `Neg (Z.to_string (positive_out p)));
  Printf.printf "1..%d\n" !count;
  exit (if !failures > 0 then 1 else 0)
