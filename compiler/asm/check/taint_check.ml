(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Flat_code
open Taint_flow
module Z = Bignum

let secret_among claims locs = List.find_opt (fun l -> not (Z.testbit claims (Z.to_int (index l)))) locs

let address_locs m =
  (match m.m_base with BaseReg r -> [ G r ] | _ -> []) @ match m.m_index with Some (r, _) -> [ G r ] | None -> []

let leaks claims line =
  match line.flat with
  | FBranch _ -> true
  | FHalt -> line.calls <> None
  | FInstr i -> (
      match describe i with
      | Some { d_access = Some a; _ } -> secret_among claims (address_locs a.a_mem) <> None
      | _ -> false)
  | FJump _ -> false

(* Through the table is another way to the same. *)
let bare g = if String.ends_with ~suffix:"@PLT" g then String.sub g 0 (String.length g - 4) else g

(* Why a call in front of which that is public is refused. *)
let complain_of_call ~regions setting claims k line =
  let fail ?help fmt = Diagnostic.fail ~place:line.place ?help fmt in
  let secret_in needs = List.find_opt (fun l -> mem_set l needs && not (mem_set l claims)) Locations.all in
  match line.calls with
  | _ when not (rsp_public claims) -> fail "where the stack is at this call depends on %%rsp, which may hold a secret"
  | Some (Elsewhere g) -> (
      let c = setting.contract k in
      let may_say what = Printf.sprintf "say `# fairlead: extern %s %s ...' if it is not so" (bare g) what in
      let is_public r = List.exists (Z.equal r) setting.public in
      match (secret_in c.c_needs, List.find_opt (fun r -> not (is_public r)) c.c_loads) with
      | Some l, _ ->
          fail ~help:(may_say "needs") "what `%s' does may depend on %s, which may hold a secret" g
            (Operand.location_name l)
      | None, Some r ->
          fail ~help:(may_say "needs") "what `%s' does may depend on region %s, which may hold secrets" g
            (Regions.name regions r)
      | None, None -> (
          let overlap r = List.find_opt (fun q -> not (setting.rel r q)) setting.public in
          match List.find_map (fun r -> Option.map (fun q -> (r, q)) (overlap r)) c.c_stores with
          | Some (r, q) ->
              fail ~help:(may_say "stores")
                "`%s' may store a secret in region %s, which is public or may overlap with %s, which is" g
                (Regions.name regions r) (Regions.name regions q)
          | None -> Diagnostic.defect ~place:line.place "the analysis did not converge at this call"))
  | _ -> fail "where the stack is behind this call may depend on a secret"

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
  cut : Stack_words.t option;  (* the same with the stack in parts, if its words are looked at *)
  scopes : string array;
  numbers : (string * string, Z.t) Hashtbl.t;  (* what is called elsewhere, by who calls *)
  is_code : Z.t -> bool;  (* the region of a label of the code *)
  clear : int -> bool;  (* {!Pointer_secrets.clear_of_returns} *)
}

let scope_at code k = if k < Array.length code.scopes then code.scopes.(k) else ""

let region_at code k =
  if k >= Array.length code.lines then None
  else
    match code.lines.(k).flat with
    | FInstr i -> Option.bind (describe i) (fun d -> Option.map (fun a -> a.a_mem.m_region) d.d_access)
    | _ -> None

(* From these entries, what is called in the file included; and where that begins. *)
let closure code entries =
  let rec go entries =
    let ways = Flat_code.reachable code.lines entries in
    let target k =
      if k >= Array.length code.lines then None
      else match code.lines.(k).calls with Some (In_file t) when not (List.mem t entries) -> Some t | _ -> None
    in
    match List.sort_uniq compare (List.filter_map target ways) with [] -> (ways, entries) | more -> go (more @ entries)
  in
  let ways, all = go entries in
  (ways, List.filter (fun t -> not (List.mem t entries)) (List.sort_uniq compare all))

let arguments = List.map (fun r -> G r) [ RDI; RSI; RDX; RCX; R8; R9; RAX ]
  @ List.concat_map (fun x -> [ Lo x; Hi x ]) [ V0; V1; V2; V3; V4; V5; V6; V7 ]
let convention = List.map (fun r -> G r) Flat_code.saved

(* Of what nobody says anything it is not asked what it does: the status is not 0. *)
let unknown = { c_needs = Z.zero; c_loads = []; c_stores = []; c_keeps = set (G RSP :: convention); c_gives = Z.zero }

let elsewhere line = match line.calls with Some (Elsewhere g) -> Some g | _ -> None

let contract_of_extern ~regions ~scope (e : Regions.extern) =
  let registers what = List.concat_map (fun (place, w) ->
    match Locations.parse w with
    | Some l -> l
    | None -> Diagnostic.fail ~place "`%s' is not a register" w) what
  in
  let region (place, w) =
    match Regions.in_function regions scope w with
    | Some n -> n
    | None -> Diagnostic.fail ~place "`%s': neither a region nor a register of this function" w
  in
  let is_register (_, w) = Locations.parse w <> None in
  let locs, loads =
    match e.needs with
    | None -> (arguments, [])
    | Some what -> let locs, loads = List.partition is_register what in (registers locs, List.map region loads)
  in
  { c_needs = set locs; c_loads = loads;
    c_stores = (match e.stores with None -> [ Regions.anywhere ] | Some what -> Regions.stack :: List.map region what);
    c_keeps = set (G RSP :: (match e.keeps with None -> convention | Some what -> registers what));
    c_gives = (match e.returns with None -> Z.zero | Some what -> set (registers what)) }

let contract ~regions code k =
  let scope = scope_at code k in
  let said = Option.bind (elsewhere code.lines.(k)) (fun g -> Regions.extern regions scope (bare g)) in
  Option.fold ~none:unknown ~some:(contract_of_extern ~regions ~scope) said

(* What functions of other files keep, as is said of them. *)
let with_kept ~regions code =
  let said k (line : Flat_code.line) =
    if elsewhere line = None then line
    else
      let kept = (contract ~regions code k).c_keeps in
      let register = function G r when r <> RSP && mem_set (G r) kept -> Some r | _ -> None in
      { line with keeps = List.filter_map register Locations.all }
  in
  Array.mapi said code.lines

(* Whether what is stored at a position may be secret: then it would be refused if some public region were disjoint from
   no other. *)
let stores_secret setting contexts k =
  let other = Z.minus_one in
  let in_context c =
    match (setting.code.(k).flat, c.claims.(k)) with
    | FInstr i, Some known -> (
        match describe i with
        | Some d -> taint_desc (fun _ r -> not (Z.equal r other)) setting.words (other :: setting.public) known d = None
        | None -> true)
    | _ -> false
  in
  List.exists in_context contexts

let whole_stack ~regions code : Stack_words.t =
  { lines = code.lines; words = []; parts = []; disjoint = Regions.disjoint regions; stays = (fun _ _ -> false) }

(* From functions with the same secrets; what they do not reach is not looked at. *)
let analysed ~regions ~names ~file code (functions : function_ list) =
  let first = List.hd functions in
  let known = first.known in
  let entries = List.sort_uniq compare (List.map (fun f -> f.entry.position) functions) in
  let ways, called = closure code entries in
  (* a function that is called may say of its own regions what is secret in them *)
  let said = List.concat_map (fun t -> (Regions.secrets regions (scope_at code t)).regions) called in
  let secret = List.sort_uniq Z.compare (region_numbers first @ List.map (fun (_, _, n) -> n) said) in
  let cut = match code.cut with Some c -> c | None -> whole_stack ~regions code in
  let code = { code with lines = cut.lines } and original = code.lines in
  let secret = cut.parts @ secret and rel = cut.disjoint in
  let is_public r = (not (List.exists (Z.equal r) secret)) && List.for_all (rel r) secret in
  let mentioned =
    List.sort_uniq Z.compare (List.filter_map (region_at code) ways)
    |> List.filter (fun r -> not (List.exists (Z.equal r) secret))
  in
  (* a region that may overlap with a secret one may hold secrets *)
  let public, doubtful = List.partition is_public mentioned in
  let stays k r = List.exists (Z.equal r) public || cut.stays k r in
  let setting = { code = code.lines; rel; words = cut.words; public; stays; contract = contract ~regions code } in
  let contexts = Taint_flow.solve setting ~entries ~known in
  let refused =
    List.concat_map
      (fun c ->
        List.filter_map
          (fun k -> if k < Array.length code.lines && not (holds setting c k) then Some (c, k) else None)
          (Taint_flow.reached c))
      contexts
  in
  if refused <> [] then begin
    (* a leak says more than a store that may only matter because of it *)
    let known (c, k) = Option.value c.claims.(k) ~default:Z.zero in
    let leaks, others = List.partition (fun (c, k) -> leaks (known (c, k)) code.lines.(k)) refused in
    List.iter
      (fun (c, k) ->
        let line = code.lines.(k) in
        if line.calls <> None then complain_of_call ~regions setting (known (c, k)) k line
        else complain ~regions ~names ~doubtful (known (c, k)) line)
      (leaks @ others);
    Diagnostic.fail ~file "refused"
  end;
  Pointer_secrets.check
    { regions; public = is_public; told = public; is_code = code.is_code; clear = code.clear;
      stores_secret = stores_secret setting contexts }
    ~entered:(List.map (fun f -> (f.entry.scope, f.entry.position)) functions
              @ List.map (fun t -> (scope_at code t, t)) called)
    original;
  (setting, contexts)

let callee code k line =
  match line.calls with
  | None -> None
  | Some (In_file t) -> Some (Inside (Unary.of_int t))
  | Some (Elsewhere g) ->
      let key = (scope_at code k, bare g) in
      (match Hashtbl.find_opt code.numbers key with
       | Some n -> Some (Outside n)
       | None ->
           let n = Z.of_int (Hashtbl.length code.numbers + 1) in
           Hashtbl.add code.numbers key n;
           Some (Outside n))

(* All that was found, looked through by the proved checker, in the order of the code. *)
let confirm ~regions ~file code analyses =
  let cut = match code.cut with Some c -> c | None -> whole_stack ~regions code in
  let code = { code with lines = cut.lines } in
  let all = List.concat_map (fun (setting, contexts) -> List.map (fun c -> (setting, c)) contexts) analyses in
  let low (_, c) = List.hd (Taint_flow.reached c) in
  let all = List.sort (fun a b -> compare (low a) (low b)) all in
  let add (before, l) (setting, c) =
    let low, w = Taint_flow.window c ~before in
    (low, { w with w_public = setting.public } :: l)
  in
  let _, windows = List.fold_left add (0, []) all in
  let p = Array.to_list (Array.mapi (fun k line -> (line.flat, callee code k line)) code.lines) in
  let contracts =
    List.concat
      (List.mapi
         (fun k line -> match callee code k line with Some (Outside n) -> [ (n, contract ~regions code k) ] | _ -> [])
         (Array.to_list code.lines))
  in
  let public r = List.exists (fun (s, _) -> List.exists (Z.equal r) s.public) analyses in
  let stays k r = public r || cut.stays (Unary.to_int k) r in
  if not (taint_check cut.disjoint cut.words stays contracts (List.rev windows) p) then
    Diagnostic.defect ~file "the proved checker refuses what was found"

let from_outside = List.filter (fun (e : Entry_points.entry) -> not e.only_called)
let roots entries = List.map (fun (e : Entry_points.entry) -> e.position) (from_outside entries)

(* Where the stack holds secrets, what is spilled to it is one; so what is refused is looked at again with the words of
   each frame by themselves. *)
let judge ~regions ~names ~file code functions entries =
  let check code = confirm ~regions ~file code (List.map (analysed ~regions ~names ~file code) (by_secrets functions)) in
  match Diagnostic.catch (fun () -> check code) with
  | Ok () -> ()
  | Error d ->
      if not (List.for_all (fun f -> List.exists (Z.equal Regions.stack) (region_numbers f)) functions) then
        raise (Diagnostic.Error d);
      let called target = fst (closure code [ target ]) in
      let entered = List.map (fun (e : Entry_points.entry) -> (e.scope, e.position)) entries in
      match Stack_words.make ~regions ~called ~entered ~roots:(roots entries) code.lines with
      | None -> raise (Diagnostic.Error d)
      | Some cut -> check { code with cut = Some cut }

(* Calls of which no theorem can speak: who calls there, and why. *)
let calls_not_covered ~regions ~source code entries =
  let sections = Sections_trusted.check source in
  let weak = Sections_trusted.weak sections in
  (* by the name that is called: others may stand at the same place *)
  let is_weak l = List.mem l weak && Sections_trusted.is_code_label sections l in
  let at (s : Source.statement) = match s.kind with Call l when is_weak l -> Some (s.place, l) | _ -> None in
  let calls_weak = List.filter_map at source in
  let homes = Sections_trusted.homes sections in
  let why k line =
    match line.calls with
    | Some (Elsewhere g) when List.mem_assoc (bare g) homes -> Some (Printf.sprintf "`%s', which is not in its code" g)
    | Some (Elsewhere g) when Regions.extern regions (scope_at code k) (bare g) = None ->
        Some (Printf.sprintf "`%s', of which nothing is said (`# fairlead: extern %s')" g (bare g))
    | _ -> None
  in
  let position_of = Hashtbl.create 16 in
  List.iter (fun (e : Entry_points.entry) -> Hashtbl.replace position_of e.position e.name) entries;
  let weak_target line =
    Option.map
      (Printf.sprintf "`%s', which is weak: the linker may put another in its place")
      (List.assoc_opt line.place calls_weak)
  in
  let at k = let line = code.lines.(k) in match why k line with None -> weak_target line | some -> some in
  (* the first way to such a call *)
  let rec search seen = function
    | [] -> None
    | (position, path) :: rest ->
        if List.mem position seen then search seen rest
        else
          let ways = List.filter (fun k -> k < Array.length code.lines) (Flat_code.reachable code.lines [ position ]) in
          let here k = Diagnostic.describe code.lines.(k).place in
          let found k =
            Option.map (fun what -> Printf.sprintf "%s calls %s (%s)" path what (here k)) (at k)
          in
          let deeper k =
            match code.lines.(k).calls with
            | Some (In_file t) ->
                let name = Option.value ~default:"code" (Hashtbl.find_opt position_of t) in
                Some (t, Printf.sprintf "%s calls %s (%s), which" path name (here k))
            | _ -> None
          in
          (match List.find_map found ways with
           | Some why -> Some why
           | None -> search (position :: seen) (rest @ List.filter_map deeper ways))
  in
  search [] (List.map (fun (e : Entry_points.entry) -> (e.position, e.name)) (from_outside entries))

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
      let elf =
        match Result.bind (Fairlead_cli.Files.read o) Elf_trusted.read with
        | Ok elf -> elf
        | Error why -> Diagnostic.fail ~file:o "%s" why
      in
      refuse_unlabelled ~file:o elf;
      let { Reading_trusted.source; sections; _ } = Reading_trusted.load ~regions ~names ~annotations:false o in
      let led_to = Hashtbl.create 64 in
      List.iter (fun (s : Source.statement) ->
          match s.kind with Jump (_, l) | Call l -> Hashtbl.replace led_to l () | _ -> ()) source;
      (* an object's tools may make a symbol visible of which it says only that it is there *)
      let entered (s : Source.statement) =
        match s.kind with
        | Label l when Sections_trusted.is_code_label sections l && not (Hashtbl.mem led_to l || l.[0] = '.') ->
            [ { s with kind = Source.Directive (".globl", l) }; s ]
        | _ -> [ s ]
      in
      (o, List.concat_map entered source, false, Some elf)

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

(* Asked only where code calls: then it takes time. *)
let clear_of_returns ~regions entries code =
  let positions = List.map (fun (e : Entry_points.entry) -> (e.scope, e.position)) in
  let roots = positions (from_outside entries) in
  let entered = positions entries in
  let clear = lazy (Pointer_secrets.clear_of_returns ~regions ~roots ~entered code) in
  fun k -> Array.exists (fun l -> l.calls <> None) code && Lazy.force clear k

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
        let flags = Undefined_flags.refuse ~what:"code" source in
        let code = Flat_code.of_source ~calls:true source in
        let entries = Entry_points.all ~names source in
        let functions = functions ~regions (from_outside entries) in
        if List.for_all (fun f -> f.secrets.words = []) functions then
          Diagnostic.fail ~file ~help:"write `# fairlead: secret NAME' for a region or %register"
            "nothing is said to be secret";
        let scopes = Entry_points.scopes source in
        Premises.refuse_strays ~apart:(Regions.apart regions) ~scopes code entries;
        Premises.refuse_annexes ~regions code entries;
        Pointer_flow.check_data ~names ~elf source;
        let is_code = labels_of_code ~regions source in
        let whole code clear = { lines = code; cut = None; scopes; numbers = Hashtbl.create 8; is_code; clear } in
        let code = with_kept ~regions (whole code (fun _ -> false)) in
        let whole = whole code (clear_of_returns ~regions entries code) in
        judge ~regions ~names ~file whole functions entries;
        let not_covered =
          let first_of = List.find_map (fun why -> why ()) in
          first_of
            [ (fun () -> calls_not_covered ~regions ~source whole entries);
              (fun () ->
                let entered = List.map (fun (e : Entry_points.entry) -> e.position) entries in
                Stack_apart_trusted.unfollowed code ~entered ~roots:(roots entries));
              (fun () -> flags) ]
        in
        let visible = Fairlead_cli.Message.visible file in
        match not_covered with
        | Some why ->
            if not quiet then Printf.printf "%s: no theorem covers this file (exit status 3): %s\n" visible why;
            Fairlead_cli.Exit_status.not_covered
        | None ->
        if not quiet then begin
          if marked then
            Printf.printf
              "%s: this is of the lowered code (exit status 3): the marks are comments to the assembler, which makes another \
               program of the file; lower it (fairlead asm lower)\n"
              visible;
          Printf.printf "%s: %d instructions; no address and no branch depends on a secret, from\n" visible
            (Array.length code - 1);
          List.iter (fun f -> Printf.printf "  %s (%s)\n" f.entry.name (words f.secrets)) functions;
          List.iter (fun g -> Printf.printf "  if `%s' does what `# fairlead: extern %s' says of it\n" g (bare g))
            (List.sort_uniq compare (List.filter_map elsewhere (Array.to_list code)))
        end;
        if marked then Fairlead_cli.Exit_status.not_covered else Fairlead_cli.Exit_status.ok))
