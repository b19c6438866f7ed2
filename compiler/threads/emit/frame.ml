(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir
open Context

let unused = "__attribute__((__unused__)) "

(* Each saved variable in a field with its name, or one like it. *)
let name_fields saved =
  let fields = Hashtbl.create 17 and taken = Hashtbl.create 17 and next = Hashtbl.create 17 in
  List.iter (fun n -> Hashtbl.replace taken n ()) [ "h"; "fl__out" ];
  List.iter
    (fun (v : var) ->
      let base = if v.name = "" then "fl__unnamed" else v.name in
      (* Thousands of loops may have an `i` each. *)
      let rec free i =
        let n = if i = 1 then base else printf "%s_%d" base i in
        if Hashtbl.mem taken n then free (i + 1) else (Hashtbl.replace next base (i + 1); n)
      in
      let name = free (Option.value (Hashtbl.find_opt next base) ~default:1) in
      Hashtbl.replace taken name ();
      Hashtbl.replace fields v.key name)
    saved;
  fields

(* Members of the frame, in the order of their first variables: a union of those that share one. *)
let members ctx =
  let field (v : var) = printf "%s %s%s; " (typeof v.ty) (Hashtbl.find ctx.fields v.key) (alignment v) in
  let sharing = Hashtbl.create 17 and order = ref [] in
  List.iter
    (fun (v : var) ->
      let m = ctx.slot v in
      match Hashtbl.find_opt sharing m with
      | Some l -> Hashtbl.replace sharing m (v :: l)
      | None -> Hashtbl.add sharing m [ v ]; order := m :: !order)
    ctx.saved;
  List.rev_map
    (fun m ->
      match Hashtbl.find sharing m with
      | [ v ] -> field v
      | l -> printf "__extension__ union { %s}; " (String.concat "" (List.rev_map field l)))
    !order

let structure ctx (s : Program.signature) =
  let members = members ctx in
  let void = Ctype.is_void s.result in
  let result = if void then "" else printf "struct { fl_frame fl__h1; %s result; } fl__out; " (typeof s.result) in
  let before = if s.variadic then "fl_frame fl__h2; unsigned int fl__size; " else "fl_frame fl__h2; " in
  printf "__extension__ struct __attribute__((__may_alias__)) %s__frame { __extension__ union { fl_frame h; %s\
     __extension__ struct { %s%s}; }; }; " s.name result before
    (String.concat "" members)

let push ~own (s : Program.signature) params fields_of =
  let static = own ^ if s.static then unused ^ "static " else "" in
  let name i (p : Program.parameter) = if p.p_name = "" then printf "fl__p%d" i else "fl__p_" ^ p.p_name in
  let declared = String.concat "" (List.mapi (fun i (p : Program.parameter) -> printf ", %s %s" (typeof p.p_type)
    (name i p)) s.parameters) in
  let stored =
    String.concat ""
      (List.mapi
         (fun i ((p : Program.parameter), v) ->
           (* A name of a type may be that of a constant one. *)
           if by_copy v || not (Ctype.is_scalar p.p_type) then
             printf "__builtin_memcpy((void *)&fl__s->%s, (const void *)&%s, sizeof fl__s->%s); "
               (fields_of v) (name i p) (fields_of v)
           else printf "fl__s->%s = %s; " (fields_of v) (name i p))
         (List.combine s.parameters params))
  in
  (* What is behind `...` lies behind the frame's own members. *)
  let size, align, more, keep =
    if s.variadic then
      ( "(sizeof *fl__s + 15) / 16 * 16 + fl__bytes",
        printf "(__extension__ _Alignof(struct %s__frame) > 16 ? __extension__ _Alignof(struct %s__frame) : 16)" s.name
          s.name,
        ", const void *fl__area, __typeof__(sizeof 0) fl__bytes",
        "fl__s->fl__size = (unsigned int)((sizeof *fl__s + 15) / 16 * 16 + fl__bytes); \
         __builtin_memcpy((char *)fl__s + (sizeof *fl__s + 15) / 16 * 16, fl__area, fl__bytes); " )
    else ("sizeof *fl__s", printf "__extension__ _Alignof(struct %s__frame)" s.name, "", "")
  in
  printf
    "%sfl_frame *%s__push(fl_exec *fl__x, const fl_frame *fl__from, __typeof__(sizeof 0) fl__size%s%s) { struct \
       %s__frame *fl__s = (struct %s__frame *)fl_push(fl__x, fl__from, fl__size, %s__run, %s, %s); %s%sreturn \
       &fl__s->h; } "
    static s.name declared more s.name s.name s.name size align keep stored
