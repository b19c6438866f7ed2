(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type settings = { seconds : float; candidates : int option; seed : int; population : int; prefetches : int; quiet : bool }

type run = {
  settings : settings;
  target : Orders.target;
  measure : Measure.t;
  file : string;
  method_ : string;
  notes : Orders.field list;  (** of the searches before *)
  started : float;
  rng : Random.State.t;
  mutable tried : int;
  mutable kept : int;
  mutable busy : int;  (** comparisons in a row for which the machine was not quiet *)
}

let before notes key = Option.value ~default:0. (Option.bind (List.assoc_opt key notes) float_of_string_opt)

let start_run settings target measure ~file ~notes method_ =
  { settings; target; measure; file; method_; notes; started = Unix.gettimeofday ();
    (* taken up again, it does not try the same again *)
    rng = Random.State.make [| settings.seed; int_of_float (before notes "candidates") |];
    tried = 0; kept = 0; busy = 0 }

let elapsed r = Unix.gettimeofday () -. r.started
let finished r = elapsed r >= r.settings.seconds || match r.settings.candidates with Some n -> r.tried >= n | None -> false
let require = function Ok () -> () | Error d -> raise (Diagnostic.Error d)

let progress r text =
  if not r.settings.quiet then
    Printf.eprintf "\r%s: %d tried, %d kept, %.0f of %.0f s%s " (Orders.procedure r.target) r.tried r.kept (elapsed r)
      r.settings.seconds text;
  flush stderr

let compare_times r a b =
  match Measure.ratio r.measure a b with
  | Some x -> r.busy <- 0; Some x
  | None ->
      r.busy <- r.busy + 1;
      if r.busy > 200 then Diagnostic.fail "the machine is never quiet enough to measure; search again when it is";
      None

let provenance r =
  let now = Unix.gmtime (Unix.gettimeofday ()) in
  let total key x = string_of_int (int_of_float (before r.notes key) + x) in
  [ ("procedure", Orders.procedure r.target); ("processor", Processor.name (Lazy.force Processor.this));
    ("date", Printf.sprintf "%04d-%02d-%02d" (now.tm_year + 1900) (now.tm_mon + 1) now.tm_mday);
    ("method", Printf.sprintf "%s, seed %d" r.method_ r.settings.seed); ("candidates", total "candidates" r.tried);
    ("accepted", total "accepted" r.kept); ("seconds", total "seconds" (int_of_float (elapsed r))) ]

let save r best =
  require (Orders.verify r.target best);
  Orders.write_fields ~magic:Orders.magic r.file (provenance r @ Orders.to_fields r.target best)

(* Luck does not strike three times. *)
let wins r best candidate =
  let once limit = match compare_times r best candidate with Some x -> x < limit | None -> false in
  once 0.998 && once 0.9985 && once 0.9985

let report r ~base ~best_object =
  let read, _ = Orders.of_fields r.target ~file:r.file (Orders.read_fields ~magic:Orders.magic r.file) in
  require (Orders.verify r.target read);
  let final = List.sort compare (List.filter_map (fun _ -> Measure.ratio r.measure base best_object) [ (); (); (); (); () ]) in
  let outcome =
    match final with
    | [] -> "the machine is too busy to compare it with the start"
    | l -> Printf.sprintf "time %.3f of what it was at the start" (List.nth l (List.length l / 2))
  in
  if not r.settings.quiet then prerr_newline ();
  Printf.printf "%s: %d orders tried, %d kept; %s; the checkers accept it\n%!" (Orders.procedure r.target) r.tried r.kept outcome

(* Two names that a new best one alternates between: the old one is still measured against. *)
let object_of r candidate name = Measure.build r.measure r.target candidate name

let climb settings target measure ~file ~start ~notes =
  let r = start_run settings target measure ~file ~notes "hill climbing" in
  require (Orders.verify target start);
  let base = object_of r start "start" in
  let rec go best best_object same =
    if finished r then (best, best_object)
    else begin
      progress r "";
      let candidate = Orders.mutate r.rng ~prefetches:settings.prefetches target best in
      if candidate = best then
        if same > 1000 then Diagnostic.fail "this block has only one legal order" else go best best_object (same + 1)
      else begin
        require (Orders.verify target candidate);
        let made = object_of r candidate (if r.kept land 1 = 0 then "a" else "b") in
        r.tried <- r.tried + 1;
        if wins r best_object made then begin
          r.kept <- r.kept + 1;
          save r candidate;
          go candidate made 0
        end
        else go best best_object 0
      end
    end
  in
  let best, best_object = go start base 0 in
  save r best;
  report r ~base ~best_object

(* The population *)

type member = { candidate : Orders.t; mutable times : float list  (** over the start's, the latest first *) }

let mean l = List.fold_left ( +. ) 0. l /. float_of_int (max 1 (List.length l))
let time m = mean m.times
let state_magic = "fairlead search 1"

let write_state r ~state population =
  Orders.write_fields ~magic:state_magic state
    (provenance r
    @ List.concat_map (fun m -> ("member", Printf.sprintf "%.4f" (time m)) :: Orders.to_fields r.target m.candidate) population)

(* Fields of a state file: what precedes the first member, then those of each. *)
let rec members current = function
  | [] -> [ List.rev current ]
  | (("member", _) as f) :: rest -> List.rev current :: members [ f ] rest
  | f :: rest -> members (f :: current) rest

let read_state target state =
  match members [] (Orders.read_fields ~magic:state_magic state) with
  | [] -> ([], [])
  | notes :: parts ->
      let one fields =
        let candidate, _ = Orders.of_fields target ~file:state fields in
        (match Orders.verify target candidate with
         | Ok () -> ()
         | Error d -> Diagnostic.fail ~file:state ~notes:((d.place, d.message) :: d.notes)
           "a member of the population is not legal");
        candidate
      in
      (notes, List.map one parts)

let genetic settings target measure ~file ~state ~start ~others ~notes =
  let state_notes, kept = if Sys.file_exists state then read_state target state else ([], []) in
  let r = start_run settings target measure ~file ~notes:(if state_notes = [] then notes else state_notes) "genetic" in
  require (Orders.verify target start);
  let base = object_of r start "start" in
  let limit = max 2 settings.population in
  let rated = ref [] in
  let known c = List.exists (fun m -> m.candidate = c) !rated in
  let by_time l = List.sort (fun a b -> compare (time a) (time b)) l in
  let add m =
    rated := by_time (m :: !rated);
    if List.length !rated > limit then rated := List.filteri (fun k _ -> k < limit) !rated
  in
  let rec measured made tries =
    match compare_times r base made with Some x -> Some x | None -> if tries > 0 then measured made (tries - 1) else None
  in
  let best = ref start and best_object = ref base in
  let consider candidate =
    if not (known candidate) then begin
      require (Orders.verify target candidate);
      let made = object_of r candidate (if r.kept land 1 = 0 then "a" else "b") in
      r.tried <- r.tried + 1;
      match measured made 3 with
      | None -> ()
      | Some x ->
          let promising = match !rated with [] -> true | b :: _ -> x < time b *. 1.002 in
          let again = if promising then Option.to_list (measured made 3) else [] in
          add { candidate; times = x :: again };
          if promising && wins r !best_object made then begin
            r.kept <- r.kept + 1;
            best := candidate;
            best_object := made;
            save r candidate
          end;
          write_state r ~state !rated
    end
  in
  add { candidate = start; times = [ 1. ] };
  let mutant c = Orders.mutate r.rng ~prefetches:settings.prefetches target c in
  List.iter (fun c -> if not (finished r) then consider c) (kept @ others);
  let rec fill tries =
    if List.length !rated < limit && tries > 0 && not (finished r) then begin
      progress r "; a first population";
      consider (mutant (mutant start));
      fill (tries - 1)
    end
  in
  fill (4 * limit);
  let pick () =
    let one () = Random.State.int r.rng (List.length !rated) in
    (* of two, the better; the list is sorted *)
    List.nth !rated (min (one ()) (one ()))
  in
  let rec go same =
    if not (finished r) then begin
      let slowest = List.nth !rated (List.length !rated - 1) in
      progress r (Printf.sprintf "; %d orders from %.4f to %.4f" (List.length !rated) (time (List.hd !rated)) (time slowest));
      let a = pick () and b = pick () in
      (* one that was lucky once is measured again *)
      if Random.State.int r.rng 10 = 0 then begin
        (match measured (object_of r a.candidate "again") 3 with Some x -> a.times <- x :: a.times | None -> ());
        rated := by_time !rated
      end;
      let child =
        if a != b && Random.State.int r.rng 3 > 0 then
          Orders.cross r.rng ~prefetches:settings.prefetches target a.candidate b.candidate
        else mutant a.candidate
      in
      let child = if Random.State.bool r.rng then mutant child else child in
      if known child then if same > 1000 then Diagnostic.fail "this block has only few legal orders" else go (same + 1)
      else begin
        consider child;
        go 0
      end
    end
  in
  go 0;
  save r !best;
  write_state r ~state !rated;
  report r ~base ~best_object:!best_object
