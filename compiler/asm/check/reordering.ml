(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

type placed = Program.placed = { place : Diagnostic.place; instr : instr }

let text names i = Print.instruction Att names i

(* The clean position of each fast instruction, equal ones in order; or what is left over. *)
let matching clean fast =
  let where = Hashtbl.create 997 in
  Array.iteri
    (fun k p ->
      let q = try Hashtbl.find where p.instr with Not_found -> let q = Queue.create () in Hashtbl.add where p.instr q; q in
      Queue.add k q)
    clean;
  let positions =
    Array.map
      (fun p -> match Hashtbl.find_opt where p.instr with Some q when not (Queue.is_empty q) -> Queue.pop q | _ -> -1)
      fast
  in
  let used = Array.make (Array.length clean) false in
  Array.iter (fun k -> if k >= 0 then used.(k) <- true) positions;
  (positions, used)

(* The position of each among those that are still left: a Fenwick tree counts them. *)
let hints positions =
  let n = Array.length positions in
  let tree = Array.make (n + 1) 0 in
  let add i = let i = ref (i + 1) in while !i <= n do tree.(!i) <- tree.(!i) + 1; i := !i + (!i land - !i) done in
  let before i = let i = ref i and s = ref 0 in while !i > 0 do s := !s + tree.(!i); i := !i - (!i land - !i) done; !s in
  Array.map (fun k -> let h = k - before k in add k; h) positions

let same_opcode names a b =
  let mnemonic i = fst (Mnemonic.of_instr i) in
  ignore names; mnemonic a = mnemonic b

let not_a_permutation names clean fast positions used =
  let missing = List.filter (fun k -> not used.(k)) (List.init (Array.length clean) Fun.id) in
  let extra = List.filter (fun k -> positions.(k) < 0) (List.init (Array.length fast) Fun.id) in
  match (extra, missing) with
  | e :: _, _ ->
      let f = fast.(e) in
      let near = List.find_opt (fun k -> same_opcode names clean.(k).instr f.instr) missing in
      let near = match near with Some k -> Some k | None -> ( match missing with k :: _ -> Some k | [] -> None) in
      let notes =
        match near with
        | Some k ->
            [ (Some clean.(k).place, Printf.sprintf "the clean code has `%s', which the fast code has not; is it this one?" (text names clean.(k).instr)) ]
        | None -> [ (None, "every instruction of the clean block is accounted for; this one is one too many") ]
      in
      Diagnostic.make ~place:f.place ~notes
        ~help:"a reordering keeps every instruction as it is; for code that differs, use `fairlead asm check --symbolic'"
        (Printf.sprintf "`%s' is not an instruction of the clean block" (text names f.instr))
  | [], k :: _ ->
      Diagnostic.make ~place:clean.(k).place
        ~notes:(if Array.length fast > 0 then [ (Some fast.(0).place, "the fast block starts here") ] else [])
        ~help:"a reordering keeps every instruction; for code that differs, use `fairlead asm check --symbolic'"
        (Printf.sprintf "the fast code has lost `%s'" (text names clean.(k).instr))
  | [], [] -> assert false

let members set = List.filter (fun l -> Z.testbit set (Z.to_int (index l)))
  (List.concat [ List.map (fun r -> G r) Operand.gprs; List.map (fun x -> Lo x) Operand.vregs;
                 List.map (fun x -> Hi x) Operand.vregs; List.map (fun f -> F f) [ CF; PF; AF; ZF; SF; OF ] ])

let is_flag = function F _ -> true | _ -> false
let bytes a = let rec go = function O -> 0 | S n -> 1 + go n in go a.a_bytes

let same_registers m1 m2 = m1.m_base = m2.m_base && m1.m_index = m2.m_index

(* Bytes 16 to 31 from %rsi. *)
let bytes_of a =
  let m = a.a_mem in
  let reg r = Operand.location_name (G r) in
  let first = m.m_disp in
  let last = Z.add first (Z.of_int (bytes a - 1)) in
  let from =
    (match m.m_base with BaseReg r -> [ reg r ] | BaseSym _ -> [ "the symbol" ] | NoBase -> [])
    @ match m.m_index with Some (r, k) -> [ Printf.sprintf "%s*%s" (reg r) (Z.to_string k) ] | None -> []
  in
  Printf.sprintf "bytes %s to %s%s" (Z.to_string first) (Z.to_string last)
    (if from = [] then "" else " from " ^ String.concat " + " from)

let remedy_register l =
  match l with
  | F _ -> "an instruction that leaves flags alone (lea, mov, mulx, adcx/adox) or a fresh computation of the flag next to its use"
  | _ -> Printf.sprintf "a different register in place of %s for one of the two values" (Operand.location_name l)

(* [x] comes before [y] in the clean code, after it in the fast code. *)
let explain regions x y =
  match (annotate x.instr, annotate y.instr) with
  | Some { i_footprint = fx; _ }, Some { i_footprint = fy; _ } -> (
      let overlap a b = members (Z.logand a b) in
      let prefer l = List.stable_sort (fun a b -> compare (is_flag a) (is_flag b)) l in
      match (prefer (overlap fx.f_writes fy.f_reads), prefer (overlap fy.f_writes fx.f_reads)) with
      | l :: _, _ -> Some (Printf.sprintf "it reads %s, which that one writes" (Operand.location_name l),
                           if is_flag l then "only " ^ remedy_register l ^ " would make it legal"
                           else "the value is needed, so nothing makes this legal but recomputing it elsewhere")
      | [], l :: _ -> Some (Printf.sprintf "it writes %s, which that one still reads" (Operand.location_name l),
                            "legal with " ^ remedy_register l)
      | [], [] ->
          if not (writes_commute fx fy) then
            let shared = prefer (overlap fx.f_writes fy.f_writes) in
            let constant l = let i = Z.to_int (index l) in
              (Z.testbit fx.f_zero i && Z.testbit fy.f_zero i) || (Z.testbit fx.f_lost i && Z.testbit fy.f_lost i) in
            match List.filter (fun l -> not (constant l)) shared with
            | l :: _ -> Some (Printf.sprintf "both write %s, and the last to do so decides its value" (Operand.location_name l),
                              "legal with " ^ remedy_register l)
            | [] -> None
          else
            match (fx.f_access, fy.f_access) with
            | Some a, Some b when conflicting a.a_use b.a_use && not (apart (Regions.disjoint regions) a b) ->
                let ra = Regions.name regions a.a_mem.m_region and rb = Regions.name regions b.a_mem.m_region in
                let what u = match u with Load -> "reads" | Store -> "writes" | Modify -> "updates" | Address | Touch -> "names" in
                let reason =
                  if same_registers a.a_mem b.a_mem then
                    Printf.sprintf "it %s %d bytes that overlap the %d bytes that one %s in region %s" (what b.a_use) (bytes b)
                      (bytes a) (what a.a_use) rb
                  else
                    Printf.sprintf "it %s memory (region %s) that may be the memory that one %s (region %s)" (what b.a_use) rb
                      (what a.a_use) ra
                in
                let remedy =
                  if same_registers a.a_mem b.a_mem then "only accesses to separate bytes may change places"
                  else if ra <> rb && ra <> "anywhere" && rb <> "anywhere" then
                    Printf.sprintf "legal if the regions are disjoint: say `# fairlead: disjoint %s %s' in the clean file" ra rb
                  else if ra = rb && ra <> "anywhere" then
                    "legal if both were addressed from the same registers at separate displacements"
                  else "say which regions these are: `# fairlead: region NAME %reg' and `# fairlead: disjoint NAME NAME' in the clean file"
                in
                Some (Printf.sprintf "%s (%s; %s)" reason (bytes_of b) (bytes_of a), remedy)
            | _ -> None)
  | _ -> None

let independent_of regions x y =
  match (annotate x.instr, annotate y.instr) with
  | Some a, Some b -> independent (Regions.disjoint regions) a.i_footprint b.i_footprint
  | _ -> false

let refusal regions names clean fast positions =
  let taken = Array.make (Array.length clean) false in
  let rec find k =
    if k >= Array.length fast then None
    else
      let p = positions.(k) in
      let rec blocker c =
        if c >= p then None
        else if (not taken.(c)) && not (independent_of regions clean.(c) clean.(p)) then Some c
        else blocker (c + 1)
      in
      match blocker 0 with
      | Some c -> Some (k, c, p)
      | None -> taken.(p) <- true; find (k + 1)
  in
  match find 0 with
  | None -> Diagnostic.make "the checker refuses this reordering"
  | Some (k, c, p) ->
      let reason, remedy = Option.value (explain regions clean.(c) clean.(p)) ~default:("they depend on each other", "") in
      Diagnostic.make ~place:fast.(k).place
        ~notes:
          [ (Some clean.(c).place, "must come first, as here in the clean code");
            (Some clean.(p).place, "this is the instruction that moved") ]
        ?help:(if remedy = "" then None else Some remedy)
        (Printf.sprintf "`%s' cannot move before `%s' (%s): %s" (text names fast.(k).instr) (text names clean.(c).instr)
           (Diagnostic.describe clean.(c).place) reason)

(* How many pairs change places. *)
let inversions hints = Array.fold_left ( + ) 0 hints

type motion = Singly of nat list | In_groups of Groups.t

let find ?(dead = Z.zero) ~regions ~names clean fast =
  let positions, used = matching clean fast in
  if Array.exists (fun k -> k < 0) positions || Array.exists not used then
    Error (not_a_permutation names clean fast positions used)
  else
    let hs = hints positions in
    let nats = Array.to_list (Array.map Unary.of_int hs) in
    let instrs a = Array.to_list (Array.map (fun p -> p.instr) a) in
    if check_reorder (Regions.disjoint regions) nats (instrs clean) (instrs fast) then
      Ok (Singly nats, inversions hs)
    else
      match Groups.find ~regions ~dead clean fast with
      | Some g when check_groups (Regions.disjoint regions) dead g.trades (instrs clean) (instrs fast) ->
          Ok (In_groups g, g.exchanges)
      | _ -> Error (refusal regions names clean fast positions)

let check ?dead ~regions ~names clean fast = Result.map snd (find ?dead ~regions ~names clean fast)

let rule length = function
  | Singly hints -> Reordered (Unary.of_int length, hints)
  | In_groups g -> Grouped (Unary.of_int length, g.trades)

let groups = function Singly _ -> 0 | In_groups g -> g.groups

type conflict = { moved : placed; past : placed; reason : string; remedy : string }

let conflicts ~regions ~names:_ ~limit clean fast =
  let positions, _ = matching clean fast in
  let found = ref [] and count = ref 0 in
  Array.iteri
    (fun j p ->
      if p >= 0 then
        for i = j + 1 to Array.length fast - 1 do
          let c = positions.(i) in
          if c >= 0 && c < p && not (independent_of regions clean.(c) clean.(p)) then begin
            incr count;
            if !count <= limit then
              let reason, remedy = Option.value (explain regions clean.(c) clean.(p)) ~default:("they depend on each other", "") in
              found := { moved = fast.(j); past = clean.(c); reason; remedy } :: !found
          end
        done)
    positions;
  (List.rev !found, !count)

let positions clean fast = fst (matching clean fast)
