open Fairlead_lang_coq.Syntax
module Coq = Fairlead_lang_coq.Extracted
module Info = Fairlead_lang.Program_info
module Frame_planner = Fairlead_lang.Frame_planner


let rec show (info : Info.t) = function
  | TBool -> "bool"
  | TInt W8 -> "u8"
  | TInt W16 -> "u16"
  | TInt W32 -> "u32"
  | TInt W64 -> "u64"
  | TBytes n -> Printf.sprintf "bytes<%s>" (Z.to_string n)
  | TView -> "bytes"
  | TArray (n, t) -> Printf.sprintf "[%s; %s]" (show info t) (Z.to_string n)
  | TMap (n, k, t) -> Printf.sprintf "map<%s, %s, %s>" (show info (TInt k)) (show info t) (Z.to_string n)
  | TExtern n -> Fairlead_lang.Written.name info.extern_types.(n)
  | TCoro p -> "coro " ^ Fairlead_lang.Written.name info.procedures.(p).proc_name
  | TRecord (n, ts) | TUnion (n, ts) -> (
      let ti = info.types.(n) in
      match (ti.kind, ts) with
      | Unit, _ -> "()"
      | Option, [ _; t ] -> show info t ^ "?"
      | Event p, _ -> "event " ^ Fairlead_lang.Written.name info.procedures.(p).proc_name
      | Arguments e, _ -> "arguments of " ^ Fairlead_lang.Written.name info.effects.(e).effect_name
      | (Record | Union | Option), _ -> Fairlead_lang.Written.name ti.type_name)

let states (frame : Coq.frame_layout) = 1 + List.length frame.stops

let summary (info : Info.t) layout p =
  let frame = Frame_planner.frame layout p in
  Printf.sprintf "%s: %d states, %d bytes" (Fairlead_lang.Written.name info.procedures.(p).proc_name) (states frame) frame.frame_bytes

let variable_name (v : Info.variable) = Option.value v.var_name ~default:"(temporary)"

let rec calls = function
  | Skip | Do _ | Exit _ | Goto _ | Resume _ | Return | Suspend _ -> []
  | Seq (a, b) | If (_, a, b) -> calls a @ calls b
  | Block c | Loop (_, c) | Label (_, c) -> calls c
  | Call (label, (x : call)) -> [ (x.callee, label) ]

let print (info : Info.t) layout ~stack p =
  let b = Buffer.create 512 in
  let frame = Frame_planner.frame layout p in
  let procedure = info.procedures.(p) in
  let extent = Frame_planner.frame_extent layout p in
  let variables = List.mapi (fun i home -> (procedure.variables.(i), home)) frame.homes in
  let pick f = List.filter_map (fun (v, home) -> f v home) variables in
  let slots =
    pick (fun v -> function Coq.Slot (off, size) when size > 0 -> Some (off, size, variable_name v, show info v.var_ty) | _ -> None)
  in
  let areas =
    List.filter_map
      (fun (callee, label) ->
        match List.assoc_opt label frame.stops with
        | Some (off, size) when size > 0 -> Some (off, size, "(call)", "coro " ^ Fairlead_lang.Written.name info.procedures.(callee).proc_name)
        | _ -> None)
      (calls (List.nth info.program.procs p).body)
    |> List.sort_uniq compare
  in
  let rows =
    (0, frame.index_bytes, "(state)", Printf.sprintf "u%d" (8 * frame.index_bytes))
    :: List.sort compare (slots @ areas)
  in
  Printf.bprintf b "coroutine %s\n" (Fairlead_lang.Written.name procedure.proc_name);
  Printf.bprintf b "  states: %d (its start and %d suspension points)\n" (states frame) (List.length frame.stops);
  Option.iter (Printf.bprintf b "  stack: at most %d bytes, without external functions\n") (List.assoc_opt p stack);
  Printf.bprintf b "  frame: %d bytes, aligned to %d\n" extent.size extent.align;
  List.iter
    (fun (off, size, name, ty) ->
      Printf.bprintf b "    %5d..%-5d %-24s %s\n" off (off + size - 1) name ty)
    rows;
  let list title names = if names <> [] then Printf.bprintf b "  %s: %s\n" title (String.concat ", " names) in
  let once names = List.rev (List.fold_left (fun seen n -> if List.mem n seen then seen else n :: seen) [] names) in
  let named home = once (pick (fun v h -> if h = home then v.var_name else None)) in
  list "lent by the driver" (named Coq.Loaned);
  list "kept by the caller" (named Coq.Borrowed);
  list "in C locals" (named Coq.Local);
  Buffer.contents b

let functions (info : Info.t) ~stack =
  let line (p, bytes) =
    if (List.nth info.program.procs p).suspends then ""
    else
      Printf.sprintf "function %s\n  stack: at most %d bytes, without external functions\n"
        (Fairlead_lang.Written.name info.procedures.(p).proc_name) bytes
  in
  String.concat "" (List.map line stack)
