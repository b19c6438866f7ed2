(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Source
module Z = Bignum

type target = {
  regions : Regions.t;
  names : Operand.names;
  statements : statement array;
  object_ : Elf_trusted.t;
  first : int;  (** of the block, among the statements *)
  block : Program.placed array;
  dead : Z.t;  (** locations that nobody reads after the block *)
  items : item array option;  (** with their footprints; [None] if one has none *)
  must_precede : bool array array;  (** [must_precede.(i).(j)], [i < j]: they may not change places *)
}

type prefetch = { before : int; instr : instr }
type t = { order : int array; prefetches : prefetch list }
type field = string * string

(* Directives that silently lie within a block elsewhere end one here. *)
let longest_run statements =
  let best = ref (0, 0) and start = ref 0 in
  Array.iteri
    (fun i s ->
      match s.kind with
      | Instr _ -> if i + 1 - !start > snd !best then best := (!start, i + 1 - !start)
      | _ -> start := i + 1)
    statements;
  !best

let placed s = match s.kind with Instr instr -> Some { Program.place = s.place; instr } | _ -> None
let block_of statements (first, length) = Array.of_list (List.filter_map placed (Array.to_list (Array.sub statements first length)))

let load file =
  let names = Operand.new_names () in
  let regions = Regions.create names in
  let reading = Reading_trusted.load ~regions ~names ~annotations:true file in
  let statements = Array.of_list reading.source in
  let first, length = longest_run statements in
  if length < 2 then Diagnostic.fail "%s has no block of two instructions or more: there is nothing to reorder" file;
  let block = block_of statements (first, length) in
  let footprints = Array.map (fun (p : Program.placed) -> annotate p.instr) block in
  let must_precede =
    Array.mapi
      (fun i a ->
        Array.mapi
          (fun j b ->
            i < j
            && match (a, b) with
               | Some a, Some b -> not (independent (Regions.disjoint regions) a.i_footprint b.i_footprint)
               | _ -> true)
          footprints)
      footprints
  in
  let dead =
    match if first + length < Array.length statements then Some statements.(first + length).kind else None with
    | Some Ret -> Groups.flags
    | _ -> Z.zero
  in
  let items = if Array.exists Option.is_none footprints then None else Some (Array.map Option.get footprints) in
  { regions; names; statements; object_ = reading.object_; first; block; dead; items; must_precede }

let status t file =
  let source = Array.to_list t.statements in
  Premises.status_of_written ~names:t.names ~loops:(Source.structured source) file source

let procedure t =
  let globals =
    List.filter_map (fun s -> match s.kind with Directive ((".globl" | ".global"), n) -> Some n | _ -> None) (Array.to_list t.statements)
  in
  match globals with
  | [ n ] -> n
  | _ -> Diagnostic.fail "the file must have exactly one .globl symbol, which the harness calls; this one has %d" (List.length globals)

let size t = Array.length t.block
let identity t = { order = Array.init (size t) Fun.id; prefetches = [] }

let program t c =
  let at k place =
    List.filter_map (fun p -> if p.before = k then Some { Program.place; instr = p.instr } else None) c.prefetches
  in
  let n = size t in
  Array.of_list
    (List.concat_map (fun k -> at k t.block.(k).place @ [ t.block.(k) ]) (Array.to_list c.order) @ at n t.block.(n - 1).place)

let verify t c =
  let { regions; names; block; dead; _ } = t in
  match Reordering.check ~dead ~regions ~names block (Array.map (fun k -> block.(k)) c.order) with
  | Error d -> Error d
  | Ok _ when c.prefetches = [] -> Ok ()
  | Ok _ ->
      let live = List.filter (fun l -> not (Z.testbit dead (Z.to_int (index l)))) Locations.all in
      Symbolic_check.check ~regions ~names ~live block (program t c)

let statements t c =
  let upto = Array.to_list (Array.sub t.statements 0 t.first) in
  let after = t.first + size t in
  let rest = Array.to_list (Array.sub t.statements after (Array.length t.statements - after)) in
  let block = List.map (fun (p : Program.placed) -> { place = p.place; kind = Instr p.instr }) (Array.to_list (program t c)) in
  upto @ block @ rest

let text ~keep t c = Print.text Print.Att t.names (List.filter keep (statements t c))
let write t c = Lowering.write ~regions:t.regions ~original:t.object_ Print.Att t.names (statements t c) None

(* Files *)

let magic = "fairlead order 1"

let read_fields ~magic file =
  let lines =
    match open_in_bin file with
    | exception Sys_error e -> Diagnostic.fail "%s" e
    | ic ->
        let text = try really_input_string ic (min 2_000_000 (in_channel_length ic)) with End_of_file | Sys_error _ -> "" in
        close_in_noerr ic;
        String.split_on_char '\n' text
  in
  let field l =
    Option.map
      (fun i -> (String.sub l 0 i, String.trim (String.sub l (i + 1) (String.length l - i - 1))))
      (String.index_opt l ':')
  in
  match lines with
  | head :: rest when head = magic -> List.filter_map field rest
  | _ -> Diagnostic.fail ~file "the first line should be `%s'" magic

let write_fields ~magic file fields =
  let text = String.concat "" ((magic ^ "\n") :: List.map (fun (k, v) -> Printf.sprintf "%s: %s\n" k v) fields) in
  match Fairlead_cli.Files.write file text with
  | Ok () -> ()
  | Error why -> Diagnostic.fail "cannot write %s" why ~help:"give a path that can be written"

let to_fields t c =
  ("order", String.concat " " (Array.to_list (Array.map string_of_int c.order)))
  :: List.map (fun p -> ("prefetch", Printf.sprintf "%d %s" p.before (Print.instruction Print.Att t.names p.instr))) c.prefetches

let is_permutation n order =
  let seen = Array.make n false in
  Array.length order = n
  && Array.for_all (fun k -> k >= 0 && k < n && not seen.(k) && (seen.(k) <- true; true)) order

let prefetch_of_field t ~file text =
  let refuse () =
    Diagnostic.fail ~file
      "`prefetch: %s' should be the number of an instruction, then a prefetch such as `prefetcht0 64(%%rdi)'" text
  in
  match String.index_opt text ' ' with
  | None -> refuse ()
  | Some i -> (
      let rest = String.sub text i (String.length text - i) in
      match
        ( int_of_string_opt (String.sub text 0 i),
          Source.parse ~regions:t.regions ~names:t.names ~annotations:false ~file rest )
      with
      | Some before, [ { kind = Instr (Prefetch _ as instr); _ } ] when before >= 0 && before <= size t -> { before; instr }
      | _ -> refuse ())

let of_fields t ~file fields =
  let prefetches = List.filter_map (fun (k, v) -> if k = "prefetch" then Some (prefetch_of_field t ~file v) else None) fields in
  match List.assoc_opt "order" fields with
  | None -> Diagnostic.fail ~file "no `order:' line"
  | Some s ->
      let words = List.filter (( <> ) "") (String.split_on_char ' ' s) in
      let order = Array.of_list (List.map (fun w -> Option.value ~default:(-1) (int_of_string_opt w)) words) in
      if not (is_permutation (size t) order) then
        Diagnostic.fail ~file ~help:"was the clean file changed? Search anew"
          "the order is not one of the %d instructions of the block"
          (size t);
      ({ order; prefetches }, List.filter (fun (k, _) -> k <> "order" && k <> "prefetch") fields)

let of_reordering t other =
  let reading = Reading_trusted.load ~regions:t.regions ~names:t.names ~annotations:false other in
  let statements = Array.of_list reading.source in
  let block = block_of statements (longest_run statements) in
  let queues = Hashtbl.create 97 in
  Array.iteri
    (fun k (p : Program.placed) ->
      Hashtbl.replace queues p.instr (Option.value ~default:[] (Hashtbl.find_opt queues p.instr) @ [ k ]))
    t.block;
  let order, prefetches, waiting =
    Array.fold_left
      (fun (order, prefetches, waiting) (p : Program.placed) ->
        match (Hashtbl.find_opt queues p.instr, p.instr) with
        | Some (k :: rest), _ ->
            Hashtbl.replace queues p.instr rest;
            (k :: order, List.map (fun instr -> { before = k; instr }) waiting @ prefetches, [])
        | _, Prefetch _ -> (order, prefetches, p.instr :: waiting)
        | _ -> Diagnostic.fail ~place:p.place "this instruction is not in the clean block, so %s is no reordering of it" other)
      ([], [], []) block
  in
  let order = Array.of_list (List.rev order) in
  if not (is_permutation (size t) order) then Diagnostic.fail "%s is no reordering of the clean file" other;
  let c = { order; prefetches = prefetches @ List.map (fun instr -> { before = size t; instr }) waiting } in
  match verify t c with Ok () -> c | Error d -> raise (Diagnostic.Error d)

(* Variation *)

let legal_range t order at length =
  let n = Array.length order in
  let blocked i j = t.must_precede.(min i j).(max i j) in
  let group = Array.sub order at length in
  let free k = Array.for_all (fun g -> not (blocked g k)) group in
  let rec up p = if p > 0 && free order.(p - 1) then up (p - 1) else p in
  let rec down p = if p + length < n && free order.(p + length) then down (p + 1) else p in
  (up at, down at)

let move order at length target =
  let group = Array.sub order at length in
  let rest = Array.append (Array.sub order 0 at) (Array.sub order (at + length) (Array.length order - at - length)) in
  Array.concat [ Array.sub rest 0 target; group; Array.sub rest target (Array.length rest - target) ]

(* A few neighbouring instructions go somewhere else within what dependences allow; near as often as
   far, as most gains are small steps. *)
let rec neighbour rng t order tries =
  if Random.State.int rng 4 = 0 then match exchange_groups rng t order with Some o -> o | None -> single rng t order tries
  else single rng t order tries

(* A chain of instructions over flags, and what stands before or behind it, change places by their joint footprints. *)
and exchange_groups rng t order =
  match t.items with
  | None -> None
  | Some items ->
      let n = Array.length order in
      let here = Array.map (fun k -> items.(k)) order in
      let at = Random.State.int rng n in
      let first = Groups.chain here at in
      let second =
        if at + first >= n then 0
        else if Random.State.bool rng then Groups.chain here (at + first)
        else 1 + Random.State.int rng (min 8 (n - at - first))
      in
      let try_ at first second =
        if first > 0 && second > 0 && first + second > 2 && at >= 0 && at + first + second <= n
           && exchange_ok (Regions.disjoint t.regions) t.dead (Groups.trade at first second) (Array.to_list here)
        then Some (move order (at + first) second at)
        else None
      in
      (match try_ at first second with
      | Some o -> Some o
      | None ->
          let before = 1 + Random.State.int rng 8 in
          try_ (at - before) before first)

and single rng t order tries =
  let n = Array.length order in
  let length = min (n - 1) (match Random.State.int rng 6 with 0 -> 2 | 1 -> 3 | 2 -> 1 + Random.State.int rng 8 | _ -> 1) in
  let at = Random.State.int rng (n - length + 1) in
  let low, high = legal_range t order at length in
  let target =
    if Random.State.bool rng then low + Random.State.int rng (high - low + 1)
    else max low (min high (at - 4 + Random.State.int rng 9))
  in
  if target <> at then move order at length target else if tries > 0 then neighbour rng t order (tries - 1) else order

(* Memory that the block accesses through a register, some lines further on. *)
let random_prefetch rng t =
  let accessed =
    Array.to_list t.block
    |> List.filter_map (fun (p : Program.placed) ->
           match describe p.instr with
           | Some { d_access = Some { a_mem = { m_base = BaseReg _; _ } as m; a_use = Load | Store | Modify; _ }; _ } -> Some m
           | _ -> None)
  in
  match accessed with
  | [] -> None
  | l ->
      let m = List.nth l (Random.State.int rng (List.length l)) in
      let disp = Z.add m.m_disp (Z.of_int (64 * Random.State.int rng 33)) in
      Some { before = Random.State.int rng (size t + 1); instr = Prefetch (Z.of_int (Random.State.int rng 4), { m with m_disp = disp }) }

let change_prefetches rng ~prefetches t c =
  let count = List.length c.prefetches in
  let drop k = List.filteri (fun j _ -> j <> k) c.prefetches in
  if count > 0 && (count >= prefetches || Random.State.bool rng) then
    let k = Random.State.int rng count in
    let p = List.nth c.prefetches k in
    let near = max 0 (min (size t) (p.before - 8 + Random.State.int rng 17)) in
    { c with prefetches = (if Random.State.bool rng then drop k else { p with before = near } :: drop k) }
  else
    match random_prefetch rng t with Some p -> { c with prefetches = p :: c.prefetches } | None -> c

let mutate rng ~prefetches t c =
  let rec moves c k =
    if k = 0 then c
    else if prefetches > 0 && Random.State.int rng 8 = 0 then moves (change_prefetches rng ~prefetches t c) (k - 1)
    else moves { c with order = neighbour rng t c.order 50 } (k - 1)
  in
  moves c (1 + Random.State.int rng 3)

(* Not every order is made of the parents' when groups moved in these. *)
let in_order t order =
  let n = Array.length order in
  let rec go i j = i >= n || (if j >= n then go (i + 1) (i + 2) else
    let a = order.(i) and b = order.(j) in
    (a < b || not t.must_precede.(b).(a)) && go i (j + 1)) in
  go 0 1

let is_legal t order =
  Result.is_ok
    (Reordering.check ~dead:t.dead ~regions:t.regions ~names:t.names t.block (Array.map (fun k -> t.block.(k)) order))

let cross rng ~prefetches t a b =
  let n = size t in
  let taken = Array.make n false and next = [| 0; 0 |] and parents = [| a.order; b.order |] in
  let rec missing p = if taken.(parents.(p).(next.(p))) then (next.(p) <- next.(p) + 1; missing p) else parents.(p).(next.(p)) in
  let from = ref (Random.State.int rng 2) in
  let order =
    Array.init n (fun _ ->
        (* long runs of one parent, so that what goes well together stays together *)
        if Random.State.int rng (1 + (n / 4)) = 0 then from := 1 - !from;
        let k = missing !from in
        taken.(k) <- true;
        k)
  in
  let order = if in_order t order || is_legal t order then order else a.order in
  let inherited = List.filter (fun _ -> Random.State.bool rng) (a.prefetches @ b.prefetches) in
  { order; prefetches = List.filteri (fun k _ -> k < prefetches) (List.sort_uniq compare inherited) }
