(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Prints TAP. Arguments: .fl files whose layouts must be accepted, and all of
   whose damaged layouts must be refused. *)

module Num = Z
open Fairlead_lang
open Fairlead_lang_coq.Extracted

let ok = Tap.check

let load ?read path =
  match Load.program ?read path with
  | Ok info -> info
  | Error f ->
      print_string (Load.text f);
      Printf.printf "Bail out! %s does not check\n" path;
      exit 1

let of_text text = load ~read:(fun p -> if p = "t.fl" then Ok text else Error "no such file") "t.fl"
let index_of p l = Option.get (List.find_opt (fun i -> p (List.nth l i)) (List.init (List.length l) Fun.id))

(* Replaces element [i]. *)
let set i x = List.mapi (fun j y -> if i = j then x else y)

(* {2 Damage} *)

(* What a frame's figures are changed to: by one, by much. *)
let changed n = List.filter (fun m -> m >= 0 && m <> n) [ n - 1; n + 1; 2 * n; n / 2; 0; n + 256 ]

(* Every way in which one frame is damaged here, with a name. All must be refused:
   slots are only given to variables that need them, and live sets are minimal. [align x] is that of variable [x]'s type. *)
let damages ~align (f : frame_layout) =
  let moved off = function Slot (_, size) when size > 0 -> Some (Slot (off, size)) | _ -> None in
  let homes =
    List.concat
      (List.mapi
         (fun x home ->
           let change name home = (Printf.sprintf "%s of variable %d" name x, { f with homes = set x home f.homes }) in
           match home with
           | Slot (off, size) when size > 0 ->
               List.map (fun n -> change (Printf.sprintf "size %d" n) (Slot (off, n))) (changed size)
               @ (if align x > 1 then [ change "a byte further" (Slot (off + 1, size)); change "a byte before" (Slot (off - 1, size)) ] else [])
               @ [ change "over the end" (Slot (f.frame_bytes - size + align x, size)) ]
               @ change "a C local instead of the slot" Local
               :: List.filter_map
                    (fun (name, off) -> Option.map (change name) (moved off home))
                    [ ("over the label", 0); ("outside the frame", f.frame_bytes) ]
           | Borrowed -> [ change "lending until the next step" Loaned ]
           | Loaned -> [ change "lending for ever" Borrowed ]
           | _ -> [])
         f.homes)
  in
  let live =
    List.concat_map
      (fun (l, vars) ->
        List.map
          (fun x ->
            let vars = List.filter (( <> ) x) vars in
            ( Printf.sprintf "variable %d missing at label %d" x l,
              { f with live_sets = (l, vars) :: List.remove_assoc l f.live_sets } ))
          vars)
      f.live_sets
  in
  let stops =
    List.concat_map
      (fun (l, (off, size)) ->
        let change name s = (Printf.sprintf "%s at label %d" name l, { f with stops = s (List.remove_assoc l f.stops) }) in
        change "no stop" Fun.id
        ::
        (if size = 0 then [ change "an area" (fun s -> (l, (f.index_bytes, 1)) :: s) ]
        else
          [
            change "the area over the label" (fun s -> (l, (0, size)) :: s);
            change "an area over the end" (fun s -> (l, (f.frame_bytes - size + 1, size)) :: s);
          ]
          @ List.map (fun n -> change (Printf.sprintf "an area of %d" n) (fun s -> (l, (off, n)) :: s)) (changed size)))
      f.stops
  in
  let figures =
    if f.index_bytes = 0 then List.map (fun n -> ("frame bytes", { f with frame_bytes = n })) [ 1; 8 ]
    else
      List.map (fun n -> (Printf.sprintf "%d frame bytes" n, { f with frame_bytes = n })) (changed f.frame_bytes)
      @ List.map (fun n -> (Printf.sprintf "frame alignment %d" n, { f with frame_align = n })) (changed f.frame_align)
      @ List.map (fun n -> (Printf.sprintf "%d bytes for the label" n, { f with index_bytes = n })) (changed f.index_bytes)
      @ [ ("one stop too many", { f with stops = (100_000, (0, 0)) :: f.stops }) ]
  in
  homes @ live @ stops @ figures

let damage_all name program layout =
  let damaged = ref 0 and accepted = ref [] in
  let extent = program_extent (build program.extern_types) (plans_of layout) in
  let align p x =
    let pr = List.nth program.procs p in
    Num.to_int (extent (List.nth (List.map snd pr.params @ pr.locals) x)).extent_align
  in
  List.iteri
    (fun p f ->
      List.iter
        (fun (what, f) ->
          incr damaged;
          if refused program (set p f layout) = None then
            accepted := Printf.sprintf "procedure %d: %s" p what :: !accepted)
        (damages ~align:(align p) f))
    layout;
  ok (Printf.sprintf "%s: %d damaged layouts refused" name !damaged) (!accepted = [] && !damaged > 0);
  List.iter (Printf.printf "# accepted: %s\n") !accepted

(* A layout made for extern types of other sizes. It is right all the same where no frame holds one that became larger:
   what is only lent takes no place. *)
let damage_externs name (program : program) layout =
  let extent externs = program_extent (build externs) (plans_of layout) in
  let held externs =
    let changes ty = extent externs ty <> extent program.extern_types ty in
    let holds (pr : proc) (f : frame_layout) =
      List.exists2
        (fun ty home -> match home with Slot (_, size) -> size > 0 && changes ty | _ -> false)
        (List.map snd pr.params @ pr.locals) f.homes
    in
    List.exists2 holds program.procs layout
  in
  let kinds =
    List.mapi
      (fun i (size, align) ->
        let refused_with x = refused { program with extern_types = set i x program.extern_types } layout <> None in
        let other what x = ok (Printf.sprintf "%s: extern type %d with another %s" name i what) (refused_with x) in
        let larger = (Num.add size align, align) in
        let in_a_frame = held (set i larger program.extern_types) in
        ok
          (Printf.sprintf "%s: extern type %d with another size, %s" name i
             (if in_a_frame then "in a frame" else "in no frame: the layout stays right"))
          (refused_with larger = in_a_frame);
        other "size that is no multiple" (Num.add size Num.one, Num.of_int 2);
        other "alignment" (Num.mul size (Num.of_int 3), Num.of_int 3);
        in_a_frame)
      program.extern_types
  in
  if kinds <> [] then ok (name ^ ": a frame holds an extern type") (List.mem true kinds)

let file path =
  let info = load path in
  let layout = Frame_planner.layout (Frame_planner.compute info.program) in
  ok (path ^ ": layout accepted") (refused info.program layout = None);
  damage_all path info.program layout;
  damage_externs path info.program layout

(* {2 Frames known by hand} *)

let variable (info : Program_info.t) p name =
  let is (v : Program_info.variable) = v.var_name = Some name in
  index_of is (Array.to_list info.procedures.(p).variables)

let procedure (info : Program_info.t) name =
  index_of (fun (q : Program_info.procedure) -> q.proc_name.base = name) (Array.to_list info.procedures)

let effects = "effect get() -> u32;\neffect small() -> u8;\neffect put(x: u32);\n"

(* [text] holds coroutine c: its frame's size, and which pairs of variables must
   ([apart]) or need not ([together]) have bytes of their own. *)
let frame name ~bytes ~apart ~together text =
  let info = of_text (effects ^ text) in
  let p = procedure info "c" in
  let t = Frame_planner.compute info.program in
  let layout = Frame_planner.layout t in
  let f = Frame_planner.frame t p in
  ok (Printf.sprintf "%s: %d bytes" name bytes) (f.frame_bytes = bytes);
  if f.frame_bytes <> bytes then Printf.printf "# %d bytes\n" f.frame_bytes;
  ok (name ^ ": accepted") (refused info.program layout = None);
  let overlaid (x, y) =
    let x = variable info p x and y = variable info p y in
    refused info.program (set p { f with homes = set y (List.nth f.homes x) f.homes } layout) = None
  in
  List.iter (fun (x, y) -> ok (Printf.sprintf "%s: %s and %s cannot share" name x y) (not (overlaid (x, y)))) apart;
  List.iter (fun (x, y) -> ok (Printf.sprintf "%s: %s and %s can share" name x y) (overlaid (x, y))) together

let known () =
  (* The label (1 byte), b next to it, x after them. *)
  frame "both live" ~bytes:8 ~apart:[ ("x", "y"); ("y", "x") ] ~together:[]
    "coroutine c() asks get, small, put { let x = ask get(); let y = ask small(); let z = ask get();\n\
     ask put(x +% (y as u32) +% z); }";
  (* x dies when y is assigned. *)
  frame "disjoint lifetimes" ~bytes:8 ~apart:[] ~together:[ ("x", "y"); ("y", "x") ]
    "coroutine c() asks get, put { let x = ask get(); ask put(1); ask put(x); let y = ask get(); ask put(2);\n\
     ask put(y); }";
  (* Only n is carried round the loop; b never lives across a suspension. *)
  frame "a loop" ~bytes:8 ~apart:[] ~together:[]
    "coroutine c() asks small, put { var n: u32 = 0; loop { let b = ask small(); n = n +% (b as u32); if n > 9 { ask \
     put(n); n = 0; } } }";
  (* The callee's frame holds its own label and variable, and is not where x is. *)
  frame "a call" ~bytes:16 ~apart:[] ~together:[]
    "coroutine d(k: u32) -> u32 asks get { let a = ask get(); let b = ask get(); return a +% b +% k; }\n\
     coroutine c() asks get, put { let x = ask get(); let y = call d(x); ask put(y); }"

(* {2 Cost} *)

let seconds_of text =
  let info = of_text (effects ^ text) in
  let start = Sys.time () in
  let layout = Frame_planner.layout (Frame_planner.compute info.program) in
  let accepted = refused info.program layout = None in
  (accepted, Sys.time () -. start)

let chain n =
  let line i = Printf.sprintf "let x%d = ask get() +%% x%d;\n" i (i - 1) in
  "coroutine c() asks get, put {\nlet x0 = ask get();\n"
  ^ String.concat "" (List.init n (fun i -> line (i + 1)))
  ^ Printf.sprintf "ask put(x%d);\n}" n

let all_live n =
  let each f = String.concat "" (List.init n f) in
  "coroutine c() asks get, put {\n"
  ^ each (Printf.sprintf "let x%d = ask get();\n")
  ^ "var s: u32 = 0;\n"
  ^ each (Printf.sprintf "s = s +%% x%d;\n")
  ^ "ask put(s);\n}"

let cost () =
  let check name text =
    let accepted, seconds = seconds_of text in
    ok (name ^ ": accepted") accepted;
    Printf.printf "# %.3f s\n" seconds;
    ok (name ^ ": laid out and checked in a second") (seconds < 1.)
  in
  check "2,000 suspension points" (chain 2000);
  check "400 variables that all live at once" (all_live 400)

let () =
  Array.iteri (fun i path -> if i > 0 then file path) Sys.argv;
  known ();
  cost ();
  Tap.finish ()
