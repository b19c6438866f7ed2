(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir
open Context

let store ctx v initial =
  match initial with
  | Uninitialized | Later -> ()
  | Value e when not (by_copy v) ->
      word ctx (printf "%s = " (place ctx v));
      exp ctx e;
      word ctx ";"
  | Value e | Braces e ->
      word ctx (printf "{ %s fl__i%s = " (typeof v.ty) (alignment v));
      exp ctx e;
      word ctx (printf "; __builtin_memcpy((void *)&%s, (const void *)&fl__i, sizeof fl__i); }" (place ctx v))

(* Of a variable that stays one. *)
let define ctx v initial =
  word ctx (printf "%s %s%s" (typeof v.ty) v.name (alignment v));
  (match initial with
  | Uninitialized | Later -> ()
  | Value e | Braces e -> word ctx " = "; exp ctx e);
  word ctx ";"

(* {2 Statements} *)

let return_parts = Fragments.return_parts
let suspension ctx (c : call) = (Hashtbl.find ctx.numbers c.until : Checked.suspension).number

let numbers ctx (t : Outline.t) =
  let all = List.map (suspension ctx) t.calls in
  (List.fold_left min max_int all, List.fold_left max 0 all)

(* A part is called as whoever waits in it is resumed: fl__at says where it goes on, 0 that it begins. fl__to is where
  the function that calls it was resumed. *)
let part ctx n =
  let t : Outline.t = Hashtbl.find ctx.parts n in
  let first, last = numbers ctx t in
  let resumed = if ctx.in_switch then printf "fl__at_%d:" first else printf "case %d ... %d:" first last in
  word ctx (printf "if (0) { %s fl__at = fl__to; } " resumed);
  List.iter (fun (name, entry) -> word ctx (printf "if (0) { %s: fl__at = %d; } " name entry)) t.entries;
  word ctx (printf "fl__r = %s__part_%d(fl__x, fl__s, fl__at); fl__at = 0; " ctx.name n);
  word ctx (printf "if (fl__r != %d) { if (fl__r < %d) return (fl_status)fl__r; " Outline.fell_through
    Outline.fell_through);
  if t.breaks then word ctx (printf "if (fl__r == %d) break; " Outline.broke);
  if t.continues then word ctx (printf "if (fl__r == %d) continue; " Outline.continued);
  List.iter (fun (name, code) -> word ctx (printf "if (fl__r == %d) goto %s; " code name)) t.exits;
  word ctx "}"

(* The word of the source that such a statement comes from, if it comes from a statement. *)
let words desc =
  match desc with
  | If _ -> [ "if" ]
  | While _ -> [ "while" ]
  | Do _ -> [ "do" ]
  | Forever _ -> [ "for"; "while"; "do" ]
  | Switch _ -> [ "switch" ]
  | Case _ -> [ "default" ]
  | Label name -> [ name ]
  | Goto _ -> [ "goto" ]
  | Break -> [ "break" ]
  | Continue _ -> [ "continue" ]
  | Return _ -> [ "return" ]
  | Nothing | Verbatim _ | Exp _ | Set _ | Init _ | Declarations _ | Call _ | Block _ | Part _ -> []

(* Its declaration. *)
let variable ctx (v : var) initial =
  Writer.account ctx.w v.declared_at (v.declared_at + String.length v.name);
  if field ctx v = None then define ctx v initial else store ctx v initial

let rec statement ctx { at; desc } =
  let start text =
    Writer.account_word ctx.w at (words desc);
    Writer.line ctx.w ~at text
  in
  let block l = word ctx "{"; List.iter (statement ctx) l; word ctx " }" in
  match desc with
  | Nothing -> start ";"
  | Verbatim (text, _) -> start ""; frags ctx (Lazy.force text)
  | Exp e -> start ""; exp ctx e; word ctx ";"
  | Set (v, e) when Ctype.is_scalar v.desugared ->
      start (place ctx v ^ " = ");
      exp ctx e;
      word ctx ";"
  | Set (v, e) -> start ""; store ctx v (Braces e)
  | Init (v, initial) -> start ""; variable ctx v initial
  | Declarations (text, l) -> (
      match text with
      | Some text when List.for_all (function Variable (v, _) -> field ctx v = None | Other _ -> true) l ->
          start "";
          frags ctx (Lazy.force text);
          word ctx ";"
      | _ ->
          List.iter
            (function
              | Variable (_, Later) -> ()
              | Variable (v, initial) -> start ""; variable ctx v initial
              | Other text -> start ""; frags ctx text; word ctx ";")
            l)
  | Call c -> start ""; Calls.call ctx c
  | Part (n, _) -> start ""; part ctx n
  | Block l -> start ""; block l
  | If (e, yes, no) ->
      start "if (";
      exp ctx e;
      word ctx ") ";
      block yes;
      if no <> [] then (word ctx " else "; block no)
  | While (e, body) ->
      start "while (";
      exp ctx e;
      word ctx ") ";
      block body
  | Do (body, e) ->
      start "do ";
      block body;
      word ctx " while (";
      exp ctx e;
      word ctx ");"
  | Forever (body, label, latch) ->
      start "for (;;) { ";
      block body;
      Option.iter (fun l -> word ctx (printf " %s:;" l)) label;
      List.iter (statement ctx) latch;
      word ctx " }"
  | Switch (e, body) ->
      start "switch (";
      exp ctx e;
      word ctx ") ";
      let outer = ctx.in_switch in
      ctx.in_switch <- true;
      block body;
      ctx.in_switch <- outer
  | Case (text, _) -> start ""; frags ctx text; word ctx ";"
  | Label name -> start (name ^ ":;")
  | Goto name -> start (printf "goto %s;" name)
  | Break -> start "break;"
  | Continue None -> start "continue;"
  | Continue (Some label) -> start (printf "goto %s;" label)
  | Return None -> start "return FL_DONE;"
  | Return (Some e) ->
      let before, behind = return_parts ctx.result in
      start before;
      exp ctx e;
      word ctx behind
