(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Flat_code
module Z = Bignum

let set locs = List.fold_left (fun s l -> Z.logor s (Z.shift_left Z.one (Z.to_int (index l)))) Z.zero locs
let everything = set Locations.all

(* The greatest claims that hold, by iteration from "never reached"; and the positions that are reached. [claims] is as
   long as the code and a position more, and has none yet. *)
let analyse ~rel ~public claims code entries known =
  let n = Array.length code in
  let work = Queue.create () and reached = ref [] in
  let flow target s =
    let met = match claims.(target) with None -> s | Some c -> Z.logand c s in
    if claims.(target) = None then reached := target :: !reached;
    if not (Option.equal Z.equal claims.(target) (Some met)) then begin
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
    | FJump _ -> flow code.(k).target here
    | FBranch _ -> flow code.(k).target here; flow (k + 1) here
    | FHalt -> ()
  done;
  List.sort compare !reached

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
  let fail ?help fmt = Diagnostic.fail ~place:line.place ~notes ?help fmt in
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
                ~help:
                  (Printf.sprintf
                     "say `# fairlead: secret %s' if it may hold secrets, and `# fairlead: disjoint' from what it is disjoint"
                     name)
                "`%s' may store a secret in region %s, which is public or may overlap with a public one" text name)
      | _ -> fail "`%s' is refused" text)
  | FJump _ | FHalt -> Diagnostic.defect ~place:line.place "the analysis did not converge here"

type function_ = { entry : Entry_points.entry; secrets : Regions.secrets; known : Z.t }

let region_numbers (f : function_) = List.map (fun (_, _, n) -> n) f.secrets.regions

(* Entries where the same is secret are analysed together. *)
let by_secrets functions =
  let groups = Hashtbl.create 64 in
  let key f = List.map Z.to_string (f.known :: region_numbers f) in
  List.iter
    (fun f ->
      let k = key f in
      Hashtbl.replace groups k (f :: Option.value ~default:[] (Hashtbl.find_opt groups k)))
    functions;
  let seen = Hashtbl.create 64 in
  List.filter_map
    (fun f ->
      let k = key f in
      if Hashtbl.mem seen k then None else (Hashtbl.replace seen k (); Some (List.rev (Hashtbl.find groups k))))
    functions

let location_set ~regions (secrets : Regions.secrets) =
  List.iter
    (fun (place, w, _) ->
      if Locations.parse w <> None then
        Diagnostic.fail ~place ~help:"give the symbol another name"
          "`secret %s' can mean a symbol and what the processor has under that name" w)
    secrets.regions;
  List.concat_map
    (fun (place, w) ->
      match Locations.parse w with
      | Some l when List.mem (G RSP) l -> Diagnostic.fail ~place "`secret %s': every return accesses memory there" w
      | Some l -> l
      | None when Regions.named regions w ->
          Diagnostic.fail ~place "`secret %s': that is a region of another function" w
      | None -> Diagnostic.fail ~place "`secret %s': neither a region nor a register of this function" w)
    secrets.registers

(* What is secret where each entry is; of every function something must be said. *)
let functions ~regions entries =
  List.map
    (fun (entry : Entry_points.entry) ->
      let secrets = Regions.secrets regions entry.scope in
      if not secrets.said then
        Diagnostic.fail ~place:entry.place
          ~help:"before it or in it, write `# fairlead: secret NAME' for a region or %register, or `secret none'"
          "of %s nothing is said to be secret, so nothing is proved of it"
          (if entry.scope = "" then "this code" else Printf.sprintf "function `%s'" entry.scope);
      { entry; secrets; known = Z.logand everything (Z.lognot (set (location_set ~regions secrets))) })
    entries

(* The code of a file, and what is needed of it in every analysis. *)
type code = {
  lines : Flat_code.line array;
  flats : flat list;
  claims : Z.t option array;  (* of the analysis at hand; none between two *)
  is_code : Z.t -> bool;  (* the region of a label of the code *)
}

let region_at code k =
  if k >= Array.length code.lines then None
  else
    match code.lines.(k).flat with
    | FInstr i -> Option.bind (describe i) (fun d -> Option.map (fun a -> a.a_mem.m_region) d.d_access)
    | _ -> None

(* Whether what is stored at a position may be secret: then it would be refused if some public region were disjoint from
   no other. *)
let stores_secret ~public code k =
  let other = Z.minus_one in
  match (code.lines.(k).flat, code.claims.(k)) with
  | FInstr i, Some known -> (
      match describe i with
      | Some d -> taint_desc (fun _ r -> not (Z.equal r other)) (other :: public) known d = None
      | None -> true)
  | _ -> false

(* What is claimed of the code from [low] on, for entries where the same is public. *)
type analysis = { low : int; entered : int list; known : Z.t; public : Z.t list; found : Z.t option list }

(* From functions with the same secrets; what they do not reach is not looked at. *)
let analysed ~regions ~names ~file code (functions : function_ list) =
  let first = List.hd functions in
  let secret = region_numbers first and known = first.known in
  let rel = Regions.disjoint regions in
  let is_public r = (not (List.exists (Z.equal r) secret)) && List.for_all (rel r) secret in
  let entries = List.sort_uniq compare (List.map (fun f -> f.entry.position) functions) in
  let ways = Flat_code.reachable code.lines entries in
  let mentioned =
    List.sort_uniq Z.compare (List.filter_map (region_at code) ways)
    |> List.filter (fun r -> not (List.exists (Z.equal r) secret))
  in
  (* a region that may overlap with a secret one may hold secrets *)
  let public, doubtful = List.partition is_public mentioned in
  let reached = analyse ~rel ~public code.claims code.lines entries known in
  Fun.protect ~finally:(fun () -> List.iter (fun k -> code.claims.(k) <- None) reached) @@ fun () ->
  let claim k = if k < Array.length code.claims then code.claims.(k) else None in
  let holds k =
    let target t = claim (Unary.to_int t) in
    taint_at rel public target (claim k) (claim (k + 1)) code.lines.(k).flat
  in
  let refused = List.filter (fun k -> k < Array.length code.lines && not (holds k)) reached in
  if refused <> [] then begin
    (* a leak says more than a store that may only matter because of it *)
    let known k = Option.value (claim k) ~default:Z.zero in
    let leaks, others = List.partition (fun k -> leaks (known k) code.lines.(k).flat) refused in
    List.iter (fun k -> complain ~regions ~names ~doubtful (known k) code.lines.(k)) (leaks @ others);
    Diagnostic.fail ~file "refused"
  end;
  Pointer_flow.check
    { regions; public = is_public; told = public; is_code = code.is_code; stores_secret = stores_secret ~public code }
    ~entered:(List.map (fun f -> (f.entry.scope, f.entry.position)) functions)
    code.lines;
  let low = List.hd reached and high = List.fold_left max 0 reached in
  { low; entered = entries; known; public; found = Array.to_list (Array.sub code.claims low (high - low + 1)) }

(* All that was found, looked through by the proved checker, in the order of the code. *)
let confirm ~regions ~file code analyses =
  let window before a =
    { w_gap = Unary.of_int (a.low - before); w_public = a.public; w_known = a.known;
      w_entries = List.map (fun e -> Unary.of_int (e - a.low)) a.entered; w_claims = a.found }
  in
  let analyses = List.sort (fun a b -> compare a.low b.low) analyses in
  let _, windows = List.fold_left (fun (before, l) a -> (a.low, window before a :: l)) (0, []) analyses in
  if not (taint_check (Regions.disjoint regions) O (List.rev windows) code.flats) then
    Diagnostic.defect ~file "the proved checker refuses what was found"

(* An object's other sections may lead into its code too, at addresses where it shows no label. Unwinding does not
   run it. *)
let refuse_unlabelled ~file (elf : Elf_trusted.t) =
  let homes = List.filter Elf_trusted.executable elf.sections in
  let in_code (y : Elf_trusted.symbol) = y.symbol <> "" && List.exists (fun x -> Elf_trusted.is_home x y.home) homes in
  let labels = List.filter in_code elf.symbols in
  let names = Hashtbl.create 64 and places = Hashtbl.create 64 in
  List.iter
    (fun (y : Elf_trusted.symbol) -> Hashtbl.replace names y.symbol (); Hashtbl.replace places y.value ())
    labels;
  let target = Elf_trusted.target elf in
  let leads_there (x : Elf_trusted.section) (r : Elf_trusted.relocation) =
    match target r with
    | Named name when Hashtbl.mem names name ->
        if r.kind <> Elf_trusted.absolute_64 || r.addend <> 0L then
          Diagnostic.fail ~file "section %s has an address near `%s', where perhaps no label is" x.name name
    | Section code when Elf_trusted.executable code ->
        if r.kind <> Elf_trusted.absolute_64 || not (Hashtbl.mem places r.addend) then
          Diagnostic.fail ~file
            "section %s has an address in the code (%s%+Ld) where no label is: what is entered there is not analysed"
            x.name code.name r.addend
    | Named _ | Section _ | Elsewhere -> ()
  in
  List.iter
    (fun (y : Elf_trusted.symbol) ->
      let is_data (x : Elf_trusted.section) = Elf_trusted.is_home x y.home && not (Elf_trusted.executable x) in
      if Elf_trusted.is_function y && List.exists is_data elf.sections then
        Diagnostic.fail ~file "`%s' is said to be a function, and is in %s, where no code is read" y.symbol y.home)
    elf.symbols;
  List.iter
    (fun (x : Elf_trusted.section) ->
      let unwinding (r : Elf_trusted.relocation) = x.name = ".eh_frame" && r.kind <> Elf_trusted.absolute_64 in
      if Elf_trusted.is_loaded x && not (Elf_trusted.executable x) then
        List.iter (fun r -> if not (unwinding r) then leads_there x r) x.relocations)
    elf.sections

(* The code, whether its file has marks, and the object file if it is one's. *)
let code_of ~regions ~names ~object_file file =
  let given = Reading_trusted.load ~regions ~names ~annotations:true file in
  match object_file with
  | None -> (file, given.source, given.marked, None)
  | Some o ->
      let source = Object.load ~regions ~names o in
      let elf = Object.elf o in
      refuse_unlabelled ~file:o elf;
      (o, source, false, Some elf)

let labels_of_code ~regions source =
  let numbers = Hashtbl.create 16 in
  List.iter2
    (fun (s : Source.statement) in_code ->
      match s.kind with
      | Label l when in_code -> Option.iter (fun n -> Hashtbl.replace numbers n ()) (Regions.of_symbol regions l)
      | _ -> ())
    source
    (Sections_trusted.in_code (Sections_trusted.check source));
  Hashtbl.mem numbers

let words (s : Regions.secrets) = match s.words with [] -> "nothing is secret here" | l -> String.concat ", " l

let run ~quiet ~object_file file =
  let leaves =
    "no address and no branch may depend on a secret; docs/asm.md says what annotations say, and which are missing" in
  Diagnostic.report
    (Diagnostic.catch (fun () ->
        Diagnostic.advise leaves @@ fun () ->
        let names = Operand.new_names () in
        let regions = Regions.create names in
        let file, source, marked, elf = code_of ~regions ~names ~object_file file in
        let source = if Source.structured source then Lowering.lower source else source in
        ignore (Undefined_flags.refuse ~what:"code" source);
        let code = Flat_code.of_source source in
        let functions = functions ~regions (Entry_points.all ~names source) in
        if List.for_all (fun f -> f.secrets.words = []) functions then
          Diagnostic.fail ~file ~help:"write `# fairlead: secret NAME' for a region or %register"
            "nothing is said to be secret";
        let scopes = Entry_points.scopes source in
        let entries = List.map (fun f -> f.entry) functions in
        Premises.refuse_strays ~apart:(Regions.apart regions) ~scopes code entries;
        Premises.refuse_annexes ~regions code entries;
        Pointer_flow.check_data ~names ~elf source;
        let is_code = labels_of_code ~regions source in
        let whole =
          { lines = code; flats = Array.to_list (Array.map (fun (l : Flat_code.line) -> l.flat) code);
            claims = Array.make (Array.length code + 1) None; is_code }
        in
        confirm ~regions ~file whole (List.map (analysed ~regions ~names ~file whole) (by_secrets functions));
        if not quiet then begin
          let file = Fairlead_cli.Message.visible file in
          if marked then
            Printf.printf
              "%s: this is of the lowered code (exit status 3): the marks are comments to the assembler, which makes another \
               program of the file; lower it (fairlead asm lower)\n"
              file;
          Printf.printf "%s: %d instructions; no address and no branch depends on a secret, from\n" file
            (Array.length code - 1);
          List.iter (fun f -> Printf.printf "  %s (%s)\n" f.entry.name (words f.secrets)) functions
        end;
        if marked then Fairlead_cli.Exit_status.not_covered else Fairlead_cli.Exit_status.ok))
