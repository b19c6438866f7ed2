(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

type t = {
  w : Writer.t;
  name : string;  (** of the function *)
  poison : bool;
  fields : (int, string) Hashtbl.t;  (** of what is saved, by key *)
  numbers : (int, Checked.suspension) Hashtbl.t;  (** by where the call ends *)
  saved : var list;
  slot : var -> int option;
  result : string;  (** type *)
  leaf : string -> bool;  (** primitives that need no frame *)
  apart : string -> bool;  (** what a call of it needs is where the call is *)
  size : string;  (** of the frame *)
  fixed_parameters : string -> int option;  (** of a function with `...` *)
  parts : (int, Outline.t) Hashtbl.t;
  compact : bool;  (** it has many calls: each is to be little text, which compilers take their time for *)
  mutable in_switch : bool;  (** in a switch of the source: resuming has to go through a label *)
}

let printf = Printf.sprintf
let field ctx v = Hashtbl.find_opt ctx.fields v.key

let place ctx v = match field ctx v with Some name -> "fl__s->" ^ name | None -> v.name

let frag ctx = function
  | Text (first, last) -> Writer.copy ctx.w first last
  | Word text -> Writer.word ctx.w text
  | Var v | Named v -> Writer.word ctx.w (place ctx v)
  | For (first, last) -> Writer.account ctx.w first last
  | Hoisted _ -> ()

let frags ctx l = List.iter (frag ctx) l
let exp ctx (e : exp) = frags ctx (Lazy.force e.frags)
let word ctx text = Writer.word ctx.w text

(* For functions that do not suspend, and in erased mode. *)
let nowhere w (program : Program.t) =
  { w; name = ""; poison = false; fields = Hashtbl.create 1; numbers = Hashtbl.create 1; saved = [];
    slot = (fun _ -> None);
    result = "void"; leaf = (fun _ -> false); apart = (fun _ -> false); size = "sizeof *fl__s";
    parts = Hashtbl.create 1;
    fixed_parameters = Program.fixed_parameters program; in_switch = false; compact = false }

(* {2 Types} *)

let typeof ty = printf "__typeof__(%s)" ty
let alignment v = match v.aligned with Some n -> printf " __attribute__((__aligned__(%d)))" n | None -> ""

(* Of what an assignment cannot write, or may not: constants, arrays, structures with constant members. *)
let by_copy v = Ctype.constant v.ty || Ctype.constant v.desugared || Ctype.is_array v.desugared || Ctype.is_compound
  v.desugared
