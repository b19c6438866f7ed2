open Fairlead_lang_coq.Syntax
module F = C_queries_trusted

(* What a C function takes besides its locals: return address, saved registers, arguments that are passed in memory,
   and what compilers put aside. Spilled values are mostly copies of locals that then need no room themselves; what is not
   grows with the function. *)
let allowance (info : Program_info.t) i =
  let pr = List.nth info.program.procs i in
  let statements = F.fold_cmd (fun n -> function Do (BLine _) -> n + 1 | _ -> n) 0 pr.body in
  256 + (16 * List.length pr.params) + (16 * min statements 64)

(* What generated helpers and memcpy take. *)
let leaf = 512

let callees (info : Program_info.t) i =
  F.fold_cmd
    (fun acc -> function Call (_, (x : call)) -> x.callee :: acc | Resume x -> x.child_proc :: acc | _ -> acc)
    [] (List.nth info.program.procs i).body
  |> List.sort_uniq compare

let bound info ~own i =
  let known = Hashtbl.create 17 in
  (* No procedure calls itself, however indirectly. *)
  let rec bound i =
    match Hashtbl.find_opt known i with
    | Some n -> n
    | None ->
        let n = own i + allowance info i + List.fold_left (fun n q -> max n (bound q)) leaf (callees info i) in
        Hashtbl.replace known i n;
        n
  in
  bound i
