(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Flat_code
module Z = Bignum

let set locs = List.fold_left (fun s l -> Z.logor s (Z.shift_left Z.one (Z.to_int (index l)))) Z.zero locs
let everything = set Symbolic_check.all_locations

(* The greatest claims that hold, by iteration from "never reached". *)
let analyse ~rel ~public code entries known =
  let n = Array.length code in
  let claims = Array.make (n + 1) None in
  let work = Queue.create () in
  let flow target s =
    let met = match claims.(target) with None -> s | Some c -> Z.logand c s in
    if claims.(target) = None || not (Option.equal Z.equal claims.(target) (Some met)) then begin
      claims.(target) <- Some met;
      if target < n then Queue.add target work
    end
  in
  List.iter (fun e -> flow e known) entries;
  while not (Queue.is_empty work) do
    let k = Queue.pop work in
    let here = Option.value claims.(k) ~default:Z.zero in
    match code.(k).flat with
    | FInstr i -> (
        match Option.bind (describe i) (fun d -> taint_desc rel public here d) with
        | Some after -> flow (k + 1) after
        | None ->
            (* refused at the end, if still; what follows loses what this instruction computes *)
            let computed, moved =
              match describe i with Some d -> (set (writes d), set (moved_pointer here d)) | None -> (Z.zero, Z.zero)
            in
            flow (k + 1) (Z.logor moved (Z.logand here (Z.lognot computed))))
    | FJump t -> flow (Unary.to_int t) here
    | FBranch (_, t) -> flow (Unary.to_int t) here; flow (k + 1) here
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

let complain ~regions ~names ~doubtful claims line =
  let notes =
    List.map
      (fun r ->
        ( None,
          Printf.sprintf
            "what is loaded from region %s may be secret: nothing says that the region is disjoint from the secret ones \
             (`# fairlead: disjoint')"
            (Regions.name regions r) ))
      doubtful
  in
  let fail fmt = Diagnostic.fail ~place:line.place ~notes fmt in
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
                "`%s' may store a secret in region %s, which is public or may overlap with a public one; say \
                 `# fairlead: secret %s' if it may hold secrets, and `# fairlead: disjoint' from what"
                text name name)
      | _ -> fail "`%s' is refused" text)
  | FJump _ | FHalt -> fail "the analysis did not converge here; please report this"

type function_ = { entry : Entry_points.entry; secrets : Regions.secrets; known : Z.t }

(* Entries where the same is secret are analysed together. *)
let same_secrets a b = Z.equal a.known b.known && List.equal Z.equal a.secrets.regions b.secrets.regions

let rec by_secrets = function
  | [] -> []
  | f :: rest ->
      let alike, others = List.partition (same_secrets f) rest in
      (f :: alike) :: by_secrets others

let location_set ~regions (secrets : Regions.secrets) =
  List.concat_map
    (fun (place, w) ->
      match (Regions.named regions w, Symbolic_check.parse_location w) with
      | true, _ -> Diagnostic.fail ~place "`secret %s': that is a region of another function" w
      | false, Some l when List.mem (G RSP) l ->
          Diagnostic.fail ~place "`secret %s': every return accesses memory there" w
      | false, Some l -> l
      | false, None -> Diagnostic.fail ~place "`secret %s': neither a region nor a register of this function" w)
    secrets.registers

(* What is secret where each entry is; of every function something must be said. *)
let functions ~regions entries =
  List.map
    (fun (entry : Entry_points.entry) ->
      let secrets = Regions.secrets regions entry.scope in
      if not secrets.said then
        Diagnostic.fail ~place:entry.place
          "of %s nothing is said to be secret, so nothing is proved of it; write `# fairlead: secret NAME' for a region or \
           %%register before it or in it, or `# fairlead: secret none'"
          (if entry.scope = "" then "this code" else Printf.sprintf "function `%s'" entry.scope);
      { entry; secrets; known = Z.logand everything (Z.lognot (set (location_set ~regions secrets))) })
    entries

let mentioned code =
  Array.to_list code
  |> List.filter_map (fun l ->
         match l.flat with
         | FInstr i -> Option.bind (describe i) (fun d -> Option.map (fun a -> a.a_mem.m_region) d.d_access)
         | _ -> None)
  |> List.sort_uniq Z.compare

(* From functions with the same secrets; what they do not reach is not looked at. *)
let prove ~regions ~names ~file code (functions : function_ list) =
  let first = List.hd functions in
  let secret = first.secrets.regions and known = first.known in
  let rel = Regions.disjoint regions in
  (* a region that may overlap with a secret one may hold secrets *)
  let mentioned = List.filter (fun r -> not (List.exists (Z.equal r) secret)) (mentioned code) in
  let public, doubtful = List.partition (fun r -> List.for_all (rel r) secret) mentioned in
  let entries = List.sort_uniq compare (List.map (fun f -> f.entry.position) functions) in
  let claims = analyse ~rel ~public code entries known in
  let inv = Array.to_list claims in
  let flats = Array.to_list (Array.map (fun l -> l.flat) code) in
  let positions = List.init (Array.length code) Fun.id in
  if not (taint_check rel public (List.map Unary.of_int entries) known inv flats) then begin
    let refused = List.filter (fun k -> not (taint_at rel public inv (Unary.of_int k) code.(k).flat)) positions in
    (* a leak says more than a store that may only matter because of it *)
    let claim k = Option.value claims.(k) ~default:Z.zero in
    let leaks, others = List.partition (fun k -> leaks (claim k) code.(k).flat) refused in
    List.iter (fun k -> complain ~regions ~names ~doubtful (claim k) code.(k)) (leaks @ others);
    Diagnostic.fail "%s: refused" file
  end;
  let is_public r = (not (List.exists (Z.equal r) secret)) && List.for_all (rel r) secret in
  Pointer_flow.check ~regions ~public:is_public ~told:public
    ~entered:(List.map (fun f -> (f.entry.scope, f.entry.position)) functions)
    code

(* An object's other sections may lead into its code too, at addresses where it shows no label. Unwinding does not
   run it. *)
let refuse_unlabelled ~file (elf : Elf_trusted.t) =
  let in_code (y : Elf_trusted.symbol) =
    y.symbol <> "" && List.exists (fun x -> Elf_trusted.executable x && Elf_trusted.is_home x y.home) elf.sections
  in
  let labels = List.filter in_code elf.symbols in
  let leads_there (x : Elf_trusted.section) (r : Elf_trusted.relocation) =
    match Elf_trusted.target elf r with
    | Named name when List.exists (fun (y : Elf_trusted.symbol) -> y.symbol = name) labels ->
        if r.kind <> Elf_trusted.absolute_64 || r.addend <> 0L then
          Diagnostic.fail "%s: section %s has an address near `%s', where perhaps no label is" file x.name name
    | Section code when Elf_trusted.executable code ->
        let is_label = List.exists (fun (y : Elf_trusted.symbol) -> y.value = r.addend) labels in
        if r.kind <> Elf_trusted.absolute_64 || not is_label then
          Diagnostic.fail
            "%s: section %s has an address in the code (%s%+Ld) where no label is: what is entered there is not analysed"
            file x.name code.name r.addend
    | Named _ | Section _ | Elsewhere -> ()
  in
  List.iter
    (fun (x : Elf_trusted.section) ->
      let unwinding (r : Elf_trusted.relocation) = x.name = ".eh_frame" && r.kind <> Elf_trusted.absolute_64 in
      if not (Elf_trusted.executable x || Int64.logand x.flags 2L = 0L) then
        List.iter (fun r -> if not (unwinding r) then leads_there x r) x.relocations)
    elf.sections

let code_of ~regions ~names ~object_file file =
  let given = Reading_trusted.load ~regions ~names ~annotations:true file in
  match object_file with
  | None -> (file, given.source, given.marked)
  | Some o ->
      let source = Object.load ~regions ~names o in
      (match Result.bind (Fairlead_cli.Files.read o) Elf_trusted.read with
      | Ok elf -> refuse_unlabelled ~file:o elf
      | Error why -> Diagnostic.fail "%s: %s" o why);
      (o, source, false)

let words (s : Regions.secrets) = match s.words with [] -> "nothing is secret here" | l -> String.concat ", " l

let run ~quiet ~object_file file =
  match
    Diagnostic.catch (fun () ->
        let names = Operand.new_names () in
        let regions = Regions.create names in
        let file, source, marked = code_of ~regions ~names ~object_file file in
        let source = if Source.structured source then Lowering.lower source else source in
        let code = Flat_code.of_source source in
        let functions = functions ~regions (Entry_points.all ~names source) in
        if List.for_all (fun f -> f.secrets.words = []) functions then
          Diagnostic.fail "%s: nothing is said to be secret; write `# fairlead: secret NAME' for a region or %%register"
            file;
        let scopes = Entry_points.scopes source in
        Premises.refuse_strays ~apart:(Regions.apart regions) ~scopes code (List.map (fun f -> f.entry) functions);
        Pointer_flow.check_data ~names source;
        List.iter (prove ~regions ~names ~file code) (by_secrets functions);
        if not quiet then begin
          if marked then
            Printf.printf
              "%s: this is of the lowered code (exit status 3): the marks are comments to the assembler, which makes another \
               program of the file; lower it (fairlead asm lower)\n"
              file;
          Printf.printf "%s: %d instructions; no address and no branch depends on a secret, from\n" file
            (Array.length code - 1);
          List.iter (fun f -> Printf.printf "  %s (%s)\n" f.entry.name (words f.secrets)) functions
        end;
        if marked then Fairlead_cli.Exit_status.not_covered else Fairlead_cli.Exit_status.ok)
  with
  | Ok s -> s
  | Error d ->
      Diagnostic.print stderr d;
      Fairlead_cli.Exit_status.diagnosed
