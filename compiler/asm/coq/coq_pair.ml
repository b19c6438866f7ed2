(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
module Z = Bignum

let sprintf = Printf.sprintf
let nat n = string_of_int n
let unary n = nat (Unary.to_int n)
let list ?(sep = "; ") show l = "[" ^ String.concat sep (List.map show l) ^ "]"
let location = function
  | G r -> "G " ^ Coq_term.reg r
  | Lo x -> "Lo " ^ Coq_term.vreg x
  | Hi x -> "Hi " ^ Coq_term.vreg x
  | F f -> "F " ^ (match f with CF -> "CF" | PF -> "PF" | AF -> "AF" | ZF -> "ZF" | SF -> "SF" | OF -> "OF")

let instructions l = "[" ^ String.concat ";\n     " (List.map Coq_term.instruction l) ^ "]"

(* ** Evidence *)

let exit = function
  | Fall -> "Fall"
  | Goto k -> sprintf "Goto %s" (unary k)
  | Branch (c, k) -> sprintf "Branch %s %s" (Coq_term.cc c) (unary k)
  | Stop -> "Stop"

let trade t = sprintf "Trade %s %s %s" (unary t.tr_at) (unary t.tr_first) (unary t.tr_second)

let hint = function
  | ByOrder l -> sprintf "ByOrder %s" (list unary l)
  | ByGroups l -> sprintf "ByGroups %s" (list trade l)
  | ByValue -> "ByValue"

let rule = function
  | Reordered (n, l) -> sprintf "Reordered %s %s" (unary n) (list unary l)
  | Grouped (n, l) -> sprintf "Grouped %s %s" (unary n) (list trade l)
  | Equal (n, l) -> sprintf "Equal %s %s" (unary n) (instructions l)
  | Peel -> "Peel"
  | Rotate m -> sprintf "Rotate %s" (unary m)
  | Unroll n -> sprintf "Unroll %s" (unary n)
  | Sink m -> sprintf "Sink %s" (unary m)
  | Invert -> "Invert"
  | Exchange -> "Exchange"
  | IntoIf m -> sprintf "IntoIf %s" (unary m)
  | OutOfIf m -> sprintf "OutOfIf %s" (unary m)
  | TailIntoIf m -> sprintf "TailIntoIf %s" (unary m)
  | TailOutOfIf m -> sprintf "TailOutOfIf %s" (unary m)

let edit e =
  let step (k, second) = sprintf "(%s, %b)" (unary k) second in
  sprintf "Edit %s %s (%s)" (list step e.ed_path) (unary e.ed_skip) (rule e.ed_rule)

let rec span = function
  | Structure.Straight p :: l -> let a, b = span l in (p.Program.instr :: a, b)
  | l -> ([], l)

(* As people prove things of it: blocks, loops, conditionals, one after the other. *)
let rec structured nodes =
  let rec pieces l =
    match span l with
    | [], [] -> []
    | [], (If { cc; yes; no; _ } : Structure.node) :: l ->
        sprintf "CIf %s\n    %s\n    %s" (Coq_term.cc cc) (bracketed yes) (bracketed no) :: pieces l
    | [], Loop { body; cc; rest; _ } :: l ->
        sprintf "CLoop %s\n    %s %s" (bracketed body) (Coq_term.cc cc) (bracketed rest) :: pieces l
    | block, l -> ("block " ^ instructions block) :: pieces l
  in
  let rec join = function
    | [] -> "CSkip"
    | [ x ] -> x
    | x :: l -> sprintf "CSeq (%s)\n  (%s)" x (join l)
  in
  join (pieces nodes)

and bracketed nodes = match nodes with [] -> "CSkip" | _ -> sprintf "(%s)" (structured nodes)

(* The scripts that the judge has are about loops and conditionals as they were written; these, as they are lowered. *)
let stretch (clean, fast, script) =
  let back, clean = Lowering.turned clean in
  let on, fast = Lowering.turned fast in
  sprintf "(%s,\n  (* fast: *) %s,\n  (* by: *) %s)" (structured clean) (structured fast)
    (list ~sep:";\n   " edit (List.rev back @ script @ on))

(* Up to each return, and up to the end of the file: there is nothing between, or one piece of code. *)
let rec stretches segments pieces =
  match (segments, pieces) with
  | Structure.Code _ :: rest, piece :: pieces -> piece :: stretches (behind rest) pieces
  | Edge { kind = Ret; _ } :: rest, _ -> ([], [], []) :: stretches rest pieces
  | Edge _ :: rest, _ -> stretches rest pieces
  | Code _ :: _, [] -> Diagnostic.defect "there is a piece of code that no script is about"
  | [], _ -> [ ([], [], []) ]

and behind = function
  | Structure.Edge { kind = Ret; _ } :: rest -> rest
  | Edge _ :: rest -> behind rest
  | l -> l

let segments source = Structure.(raise_jumps (of_source source))

let evidence segments = function
  | Script.In_blocks matched ->
      let block ((c, e), f, h) =
        sprintf "(%s, %s, %s, %s)" (nat (List.length c)) (nat (List.length f)) (exit e) (hint h)
      in
      "InBlocks " ^ list ~sep:";\n  " block matched
  | In_scripts pieces -> "InScripts " ^ list ~sep:";\n  " stretch (stretches segments pieces)

(* ** What it is of *)

type side = { code : flat list; entries : Entry_points.entry list; source : Source.t; lines : Flat_code.line array }

let side ~names (reading : Reading_trusted.t) =
  let source = if Source.structured reading.source then Lowering.lower reading.source else reading.source in
  let entries = Entry_points.all ~names source in
  let lines = Flat_code.of_source source in
  let code = Array.to_list (Array.map (fun (l : Flat_code.line) -> l.flat) lines) in
  { code; entries; source = reading.source; lines }

(* A name in Coq; two that differ only in other characters get numbers. What is printed speaks of [check_kept],
   [check_structure] and [flat_secret], and must not make others. *)
let identifiers () =
  let taken = Hashtbl.create 8 in
  List.iter (fun w -> Hashtbl.add taken w ()) [ "check"; "flat" ];
  fun name ->
    let plain = String.map (fun ch -> if Gas_word.is_plain ch then ch else '_') name in
    let plain = if plain <> "" && not (Gas_word.is_digit plain.[0] || plain.[0] = '_') then plain else "f" ^ plain in
    let rec free k =
      let w = if k = 0 then plain else sprintf "%s_%d" plain k in
      if Hashtbl.mem taken w then free (k + 1) else w
    in
    let w = free 0 in
    Hashtbl.add taken w ();
    w

(* A contract of which nothing would be said. *)
let refuse_unheard ~regions clean fast =
  let contract = Regions.contract regions in
  let begins (e : Entry_points.entry) = e.name = e.scope || e.scope = "" in
  let entries = List.filter begins clean.entries in
  let heard c = List.exists (fun (e : Entry_points.entry) -> List.memq c (contract e.scope)) entries in
  let refuse_unless_heard (c : Clause.t) =
    if not (heard c) then Diagnostic.fail ~place:c.place "this `%s' is said of no function that is entered" c.word in
  let functions = Functions.starts (Source.events clean.source) in
  List.iter refuse_unless_heard (contract "");
  Hashtbl.iter (fun f () -> List.iter refuse_unless_heard (contract f)) functions;
  let in_fast (e : Entry_points.entry) =
    let same (f : Entry_points.entry) = f.name = e.name in
    match contract e.scope with
    | c :: _ when not (List.exists same fast.entries) ->
        Diagnostic.fail ~place:c.place ~help:"give both functions the same name"
          "this is said of `%s', and the fast code has no function of that name" e.name
    | _ -> ()
  in
  List.iter in_fast entries

let functions clean fast =
  let named = identifiers () in
  List.filter_map
    (fun (c : Entry_points.entry) ->
      Option.map
        (fun (f : Entry_points.entry) ->
          (named (if c.scope = "" && c.position = 0 then "begin" else c.name), c, f.position))
        (List.find_opt (fun (f : Entry_points.entry) -> f.name = c.name) fast.entries))
    clean.entries

(* Loops and conditionals of the code that begins at that entry, up to its return, if there is nothing else in it. *)
let structure side (entry : Entry_points.entry) =
  let rec from = function
    | Structure.Edge { kind = Label l; _ } :: rest when l = entry.name -> stretch rest
    | _ :: rest -> from rest
    | [] -> None
  and stretch = function
    | Structure.Edge { kind = Label _ | Directive _; _ } :: rest -> stretch rest
    | Code nodes :: rest -> ends nodes rest
    | _ -> None
  and ends nodes = function
    | Edge { kind = Label _ | Directive _; _ } :: rest -> ends nodes rest
    | Edge { kind = Ret; _ } :: _ ->
        let _, nodes = Lowering.turned nodes in
        let flats = lower (Unary.of_int entry.position) (Structure.code nodes) @ [ FHalt ] in
        let there = List.filteri (fun k _ -> k >= entry.position && k < entry.position + List.length flats) side.code in
        if flats = there then Some nodes else None
    | _ -> None
  in
  from (segments side.source)

(* ** Contracts *)

type contract = {
  uses : string list;
  requires : string list;
  ensures : string list;
  low : int;  (** the code of the function is from there *)
  high : int;  (** to before there *)
  modifies : loc list;
  stores : Z.t list;
}

let written i = match describe i with Some d -> writes d | None -> []

let stored i =
  match describe i with
  | Some { d_access = Some { a_use = Store | Modify; a_mem; _ }; _ } -> Some a_mem.m_region
  | _ -> None

let contract ~regions ~names ~live side (entry : Entry_points.entry) =
  match Regions.contract regions entry.scope with
  | [] -> None
  | _ when entry.name <> entry.scope && entry.scope <> "" -> None
  | clauses ->
      let that word = List.filter (fun (c : Clause.t) -> c.word = word) clauses in
      let region = Regions.in_function regions entry.scope in
      let symbol w = if Operand.is_symbol names w then Some (Operand.symbol_number names w) else None in
      let terms word ~before ~after = List.map (Contract_text.term ~live ~region ~symbol ~before ~after) (that word) in
      let reached = Flat_code.reachable side.lines [ entry.position ] in
      let low = List.fold_left min entry.position reached and high = 1 + List.fold_left max entry.position reached in
      let here = List.filteri (fun k _ -> k >= low && k < high) (Array.to_list side.lines) in
      let instruction (l : Flat_code.line) = match l.flat with FInstr i -> Some (l.place, i) | _ -> None in
      let instrs = List.filter_map instruction here in
      let writes i = List.filter (fun l -> List.mem l live) (written i) in
      let modifies, stores =
        match that "modifies" with
        | [] ->
            (* whatever it writes *)
            ( List.filter (fun l -> List.exists (fun (_, i) -> List.mem l (writes i)) instrs) Locations.all,
              List.sort_uniq Z.compare (List.filter_map (fun (_, i) -> stored i) instrs) )
        | said ->
            let word (c : Clause.t) w =
              match (Locations.parse w, region w) with
              | Some l, _ -> Either.Left l
              | None, Some r -> Right r
              | None, None ->
                  Diagnostic.fail ~place:c.place "`%s' is neither a 64-bit or vector register nor a region" w
            in
            let words (c : Clause.t) = List.map (word c) (List.filter (( <> ) "") (String.split_on_char ' ' c.text)) in
            let locs, stores = List.partition_map Fun.id (List.concat_map words said) in
            let locs = List.concat locs in
            List.iter
              (fun (place, i) ->
                (match List.find_opt (fun l -> not (List.mem l locs)) (writes i) with
                | Some l -> Diagnostic.fail ~place ~help:"list it there, or keep it"
                    "this writes %s, which `modifies' does not list" (Operand.location_name l)
                | None -> ());
                match stored i with
                | Some r when not (List.exists (Z.equal r) stores) ->
                    Diagnostic.fail ~place ~help:"list it there"
                      "this stores to region `%s', which `modifies' does not list" (Regions.name regions r)
                | _ -> ())
              instrs;
            (List.filter (fun l -> List.mem l live) locs, stores)
      in
      Some
        { uses = List.map Contract_text.library (that "uses"); requires = terms "requires" ~before:"s" ~after:"s";
          ensures = terms "ensures" ~before:"s" ~after:"r"; low; high; modifies; stores }

(* ** The text *)

let imports =
  "From Fairlead.Base Require Import Prelude.\n\
   From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted State_trusted Run_trusted Flat_trusted\n\
  \  Structured_trusted.\n\
   From Fairlead.Asm.Control Require Import Loops.\n\
   From Fairlead.Asm.Groups Require Import Exchange.\n\
   From Fairlead.Asm.Transform Require Import Scripts.\n\
   From Fairlead.Asm.Hoare Require Import Loads.\n\
   From Fairlead.Asm.Verdicts Require Import Files Carry Contracts.\n"

(* Required here and imported where the text is: a library of the same names must not say what [clean] is. *)
let required contracts =
  let uses (_, c) = match c with Some c -> c.uses | None -> [] in
  String.concat "" (List.map (sprintf "Require %s.\n") (List.sort_uniq compare (List.concat_map uses contracts)))

let outside_of_coq =
  "    Premises: [respects g apart], that regions are disjoint where the clean file says so; [looks_at live post],\n\
  \    that a postcondition speaks of nothing but memory and what is live at a return; [well_formed], in\n\
  \    [flat_triple], that registers hold numbers of their size. That clean code returns, that its accesses are in\n\
  \    their regions, and that it reads no undefined flag, is a part of each of its triples.\n\n\
  \    Said by `fairlead asm check' alone, and not here: that the terms are the files (it has both assembled, and\n\
  \    what it read of them); that symbols have the same places in both files, and that data are the same ([g] is one\n\
  \    for both); that neither relies on memory below %rsp - 128, where a signal may write; that memory has none of\n\
  \    the code.\n\
  \    Where functions say different things of regions, these have different numbers, and [apart] has them all. *)\n"

let computed = "Proof. vm_compute. reflexivity. Qed.\n"

let disjoint_pairs ~regions numbers =
  let with_ a b = if Z.compare a b < 0 && Regions.disjoint regions a b then Some (a, b) else None in
  List.concat_map (fun a -> List.filter_map (with_ a) numbers) numbers

let print_function add clean (id, (entry : Entry_points.entry), fast_at) contract =
  let p fmt = Printf.ksprintf add fmt in
  p "\n(** ** %s *)\n\n" (Coq_term.in_comment entry.name);
  p "Definition %s_clean : nat := %s%%nat.\n" id (nat entry.position);
  p "Definition %s_fast : nat := %s%%nat.\n" id (nat fast_at);
  p "Lemma %s_entered : check_entry how clean fast %s_clean %s_fast = true.\n%s\n" id id id computed;
  p "Theorem %s_carried (g : env) (pre : state -> Prop) (post : state -> state -> Prop) :\n" id;
  p "  respects g apart -> looks_at live post ->\n";
  p "  flat_triple g clean %s_clean pre post -> flat_triple g fast %s_fast pre post.\n" id id;
  let by theorem variables =
    p "Proof.\n  intros Hg.\n";
    p "  exact (%s g apart live Hg how clean fast _ _ %s accepted %s_entered).\n" theorem variables id;
    p "Qed.\n\n"
  in
  by "triples_carry" "pre post";
  p "Theorem %s_secret (g : env) (pre : state -> Prop) (post same : state -> state -> Prop) :\n" id;
  p "  respects g apart -> flat_triple g clean %s_clean pre post ->\n" id;
  p "  (forall s1 s2, same s1 s2 -> pre s1 /\\ pre s2) ->\n";
  p "  flat_secret g clean %s_clean same -> flat_secret g fast %s_fast same.\n" id id;
  by "secrets_carry" "pre post same";
  Option.iter
    (fun nodes ->
      p "Definition %s_code : code :=\n  %s.\n" id (structured nodes);
      p "Lemma %s_structure : check_structure clean %s_clean %s_code = true.\n%s" id id id computed)
    (structure clean entry);
  Option.iter
    (fun c ->
      let conj = function [] -> "True" | l -> String.concat " /\\\n  " (List.map (sprintf "(%s)") l) in
      p "\nSection %s_text.\n" id;
      List.iter (p "Import %s.\n") c.uses;
      if c.uses <> [] then begin
        p "Local Open Scope N_scope.\n(** What is used has no other meaning for the words of contracts. *)\n";
        List.iter
          (fun (w, home) -> p "Goal %s = %s.%s. Proof. reflexivity. Qed.\n" w home w)
          (Contract_text.defined_in (c.requires @ c.ensures))
      end;
      p "Definition %s_requires (g : env) (s : state) : Prop :=\n  %s.\n" id (conj c.requires);
      p "Definition %s_ensures (g : env) (s r : state) : Prop :=\n  %s.\n" id (conj c.ensures);
      p "End %s_text.\n\n" id;
      p "Definition %s_modifies : list loc := %s.\n" id (list location c.modifies);
      p "Definition %s_stores : list N := %s.\n" id (list (fun r -> Z.to_string r ^ "%N") c.stores);
      p "\n(** This is left to prove. *)\nDefinition %s_goal : Prop :=\n" id;
      p "  forall g, respects g apart -> flat_triple g clean %s_clean (%s_requires g) (%s_ensures g).\n\n" id id id;
      let range = sprintf "%s%%nat %s%%nat" (nat c.low) (nat c.high) in
      p "Lemma %s_kept : check_kept clean %s_clean %s live %s_modifies %s_stores = true.\n" id id range id id;
      p "%s" computed;
      p "Lemma %s_looks g : looks_at live (%s_ensures g).\nProof. unfold %s_ensures. look. Qed.\n\n" id id id;
      p "Theorem %s_contract : %s_goal -> forall g, respects g apart ->\n" id id;
      p "  flat_triple g fast %s_fast (%s_requires g)\n" id id;
      p "    (fun s r => %s_ensures g s r /\\ kept g live %s_modifies %s_stores s r).\n" id id id;
      p "Proof.\n  intros H g Hg.\n";
      p "  apply (contract_carries g apart live Hg how clean fast %s_clean %s_fast %s);\n" id id range;
      p "    [exact accepted|exact %s_entered|exact %s_kept|exact (%s_looks g)|exact (H g Hg)].\nQed.\n" id id id)
    contract

let text ~regions ~names ~dead ~files:(clean_file, fast_file) clean fast evidence_ =
  let out = Buffer.create 10000 in
  let add = Buffer.add_string out in
  let p fmt = Printf.ksprintf add fmt in
  let live = List.filter (fun l -> not (List.mem l dead || match l with F _ -> true | _ -> false)) Locations.all in
  refuse_unheard ~regions clean fast;
  let functions = functions clean fast in
  let contracts = List.map (fun ((_, entry, _) as f) -> (f, contract ~regions ~names ~live clean entry)) functions in
  let both = clean.code @ fast.code in
  let name f = Coq_term.in_comment (Filename.basename f) in
  p "(** Made by `fairlead asm coq' from %s and %s; not to be edited.\n" (name clean_file) (name fast_file);
  p "%s\n\n" (Coq_term.numbers ~regions ~names both);
  p "    Every triple of [clean] is one of [fast], for which Coq runs the checker that accepts these files.\n";
  p "%s%s%s" outside_of_coq imports (required contracts);
  p "\n%s\n%s" (Coq_term.definition "clean" clean.code) (Coq_term.definition "fast" fast.code);
  let numbers = Coq_term.regions_in both in
  let pairs = disjoint_pairs ~regions numbers in
  let pair (a, b) = sprintf "(%s, %s)%%N" (Z.to_string a) (Z.to_string b) in
  p "\nDefinition disjoint_regions : list (N * N) := %s.\n" (list pair pairs);
  p "Definition apart : relation := pairs disjoint_regions.\n";
  p "(** All but flags%s. *)\n" (if dead = [] then "" else ", and what is dead at returns");
  let not_flag = function F _ -> false | _ -> true in
  p "Definition live : list loc := live_but %s.\n" (list location (List.filter not_flag dead));
  p "Definition how : evidence := %s.\n\n" (evidence (segments clean.source) evidence_);
  p "Lemma accepted : check_pair apart live how clean fast = true.\n%s\n" computed;
  p "(** There are machines with such regions, of 2^48 bytes each: nothing here is said of none. *)\n";
  p "Lemma a_machine : exists g, respects g apart /\\ forall r, (r < 2 ^ 16)%%N ->\n";
  p "  r_size (regions g r) = (2 ^ 48)%%N /\\ (r_base (regions g r) + r_size (regions g r) <= 2 ^ 64)%%N /\\\n";
  p "  r_writable (regions g r) = true.\n";
  p "Proof. exact (pairs_respected disjoint_regions eq_refl). Qed.\n\nLocal Open Scope N_scope.\n";
  List.iter (fun (f, contract) -> print_function add clean f contract) contracts;
  (match functions with
  | [] -> ()
  | (id, _, _) :: _ ->
      let said = match contracts with (_, Some _) :: _ -> "contract" | _ -> "carried" in
      p "\nPrint Assumptions %s_%s.\n" id said);
  Buffer.contents out

let of_files ~method_ ~dead clean_file fast_file =
  let dead = Check.locations_of dead in
  let names = Operand.new_names () in
  let regions = Regions.create names in
  let clean = Reading_trusted.load ~regions ~names ~annotations:true clean_file in
  let fast = Reading_trusted.load ~regions ~names ~annotations:false fast_file in
  let v = Judge_trusted.compare ~regions ~names ~method_ ~dead clean fast in
  match (v.not_covered, v.evidence) with
  | None, Some evidence ->
      let clean = side ~names clean and fast = side ~names fast in
      Ok (text ~regions ~names ~dead ~files:(clean_file, fast_file) clean fast evidence)
  | why, _ -> Error (Option.value why ~default:"they have calls, and triples of code that calls are not carried over")
