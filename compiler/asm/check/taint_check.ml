open Asm_model
open Flat_code
module Z = Bignum

let set locs = List.fold_left (fun s l -> Z.logor s (Z.shift_left Z.one (Z.to_int (index l)))) Z.zero locs
let everything = set Symbolic_check.all_locations

(* The greatest claims that hold, by iteration from "everything is public". *)
let analyse ~rel ~public code entries known =
  let n = Array.length code in
  let claims = Array.make (n + 1) everything in
  List.iter (fun e -> claims.(e) <- known) entries;
  let work = Queue.create () in
  for k = 0 to n - 1 do Queue.add k work done;
  let flow target s =
    let met = Z.logand claims.(target) s in
    if not (Z.equal met claims.(target)) then begin
      claims.(target) <- met;
      if target < n then Queue.add target work
    end
  in
  while not (Queue.is_empty work) do
    let k = Queue.pop work in
    match code.(k).flat with
    | FInstr i -> (
        match Option.bind (describe i) (fun d -> taint_desc rel public claims.(k) d) with
        | Some after -> flow (k + 1) after
        | None ->
            (* refused at the end, if still; what follows loses what this instruction computes *)
            let computed = match describe i with Some d -> set (writes d) | None -> Z.zero in
            flow (k + 1) (Z.logand claims.(k) (Z.lognot computed)))
    | FJump t -> flow (Unary.to_int t) claims.(k)
    | FBranch (_, t) -> flow (Unary.to_int t) claims.(k); flow (k + 1) claims.(k)
    | FHalt -> ()
  done;
  claims

let secret_among claims locs = List.find_opt (fun l -> not (Z.testbit claims (Z.to_int (index l)))) locs

let address_locs m =
  (match m.m_base with BaseReg r -> [ G r ] | _ -> []) @ match m.m_index with Some (r, _) -> [ G r ] | None -> []

let leaks claims = function
  | FBranch _ -> true
  | FInstr i -> (
      match describe i with
      | Some { d_access = Some a; _ } -> secret_among claims (address_locs a.a_mem) <> None
      | _ -> false)
  | FJump _ | FHalt -> false

let complain ~regions ~names claims line =
  let fail fmt = Diagnostic.fail ~place:line.place fmt in
  match line.flat with
  | FBranch (c, _) -> (
      match secret_among claims (List.map (fun f -> F f) (cc_flags c)) with
      | Some l -> fail "this branch depends on %s, which may depend on a secret" (Operand.location_name l)
      | None -> fail "this branch may depend on a secret")
  | FInstr i -> (
      let text = Print.instruction Att names i in
      match describe i with
      | Some { d_access = Some a; _ } -> (
          let m = a.a_mem in
          match secret_among claims (address_locs m) with
          | Some l -> fail "the address that `%s' accesses depends on %s, which may hold a secret" text (Operand.location_name l)
          | None ->
              let name = Regions.name regions m.m_region in
              fail
                "`%s' may store a secret in region %s, which is public or may overlap with a public one; say `# fairlead: secret %s' if it may hold secrets, and `# fairlead: disjoint' from what"
                text name name)
      | _ -> fail "`%s' is refused" text)
  | FJump _ | FHalt -> fail "the analysis did not converge here; please report this"

let run ~quiet ~object_file file =
  match
    Diagnostic.catch (fun () ->
        let names = Operand.new_names () in
        let regions = Regions.create names in
        let source = (Reading_trusted.load ~regions ~names ~annotations:true file).source in
        let file, source =
          match object_file with
          | None -> (file, source)
          | Some o ->
              let code = Object.load ~regions ~names o in
              (match List.rev code with
               | { kind = Ret | Jump (None, _); _ } :: _ -> ()
               | _ -> Diagnostic.fail "%s: the code runs on past its end, into what is linked next" o);
              (o, code)
        in
        let source = if Source.structured source then Lowering.lower source else source in
        let code, entries = Flat_code.of_source source in
        let secret_regions, secret_registers =
          List.partition_map
            (fun w ->
              match (Regions.named regions w, Symbolic_check.parse_location w) with
              | Some r, _ -> Left r
              | None, Some l -> Right l
              | None, None -> Diagnostic.fail "%s: `secret %s': neither a region nor a register" file w)
            (Regions.secrets regions)
        in
        if secret_regions = [] && secret_registers = [] then
          Diagnostic.fail "%s: nothing is said to be secret; write `# fairlead: secret NAME' for a region or %%register" file;
        let known = Z.logand everything (Z.lognot (set (List.concat secret_registers))) in
        let mentioned =
          Array.to_list code
          |> List.filter_map (fun l ->
                 match l.flat with
                 | FInstr i -> Option.bind (describe i) (fun d -> Option.map (fun a -> a.a_mem.m_region) d.d_access)
                 | _ -> None)
          |> List.sort_uniq Z.compare
        in
        let public = List.filter (fun r -> not (List.exists (Z.equal r) secret_regions)) mentioned in
        let rel = Regions.disjoint regions in
        let claims = analyse ~rel ~public code entries known in
        let inv = Array.to_list claims in
        let flats = Array.to_list (Array.map (fun l -> l.flat) code) in
        if taint_check rel public (List.map Unary.of_int entries) known inv flats then begin
          if not quiet then
            Printf.printf "%s: %d instructions; no address and no branch depends on a secret (%s)\n" file (Array.length code - 1)
              (String.concat ", " (Regions.secrets regions));
          Fairlead_cli.Exit_status.ok
        end
        else begin
          let refused =
            List.filter (fun k -> not (taint_at rel public inv (Unary.of_int k) code.(k).flat)) (List.init (Array.length code) Fun.id)
          in
          (* a leak says more than a store that may only matter because of it *)
          let leaks, others = List.partition (fun k -> leaks claims.(k) code.(k).flat) refused in
          List.iter (fun k -> complain ~regions ~names claims.(k) code.(k)) (leaks @ others);
          Diagnostic.fail "%s: refused" file
        end)
  with
  | Ok s -> s
  | Error d ->
      Diagnostic.print stderr d;
      Fairlead_cli.Exit_status.diagnosed
