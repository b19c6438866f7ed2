(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir
open Context

let poison_dead ctx (s : Checked.suspension) =
  if ctx.poison then
    let held = List.map ctx.slot (s.live @ s.kept) in
    List.iter
      (fun v ->
        if not (List.mem (ctx.slot v) held) then
          word ctx (printf "__builtin_memset((void *)&%s, 0xa5, sizeof %s); " (place ctx v) (place ctx v)))
      ctx.saved

let arguments ctx l =
  List.iter
    (fun (e : exp) ->
      word ctx ", ";
      exp ctx e)
    l

let number ctx (c : call) = (Hashtbl.find ctx.numbers c.until : Checked.suspension)

let resumes ctx k = if ctx.in_switch then printf "fl__at_%d:" k else printf "case %d:" k

let leaf ctx f (c : call) =
  let s = number ctx c in
  let name i = printf "fl__a%d" i in
  word ctx "{ ";
  (* Arguments are evaluated before what they read is overwritten. *)
  if ctx.poison then
    List.iteri
      (fun i ((e : exp), ty) ->
        word ctx (printf "%s %s = " (typeof ty) (name i));
        exp ctx e;
        word ctx "; ")
      (List.combine c.arguments c.parameter_types);
  word ctx (printf "fl__s->h.at = %d; " s.number);
  poison_dead ctx s;
  word ctx (printf "if ((fl__t = %s__leaf(fl__x, &fl__s->h, %s" f ctx.size);
  if ctx.poison then List.iteri (fun i _ -> word ctx (", " ^ name i)) c.arguments else arguments ctx c.arguments;
  word ctx (printf ")) != FL_DONE) return fl__t; if (0) { %s; } " (resumes ctx s.number));
  (match c.into with
  | Some v -> word ctx (printf "%s = (%s)fl__x->value; " (place ctx v) (typeof c.result))
  | None -> ());
  word ctx "}"

(* The frame of who is called by name. *)
let direct ctx (c : call) f ~size =
  let fixed = Option.value (ctx.fixed_parameters f) ~default:(List.length c.arguments) in
  let before = List.filteri (fun i _ -> i < fixed) c.arguments in
  let behind = List.filteri (fun i _ -> i >= fixed) (List.combine c.arguments c.parameter_types) in
  let value i = printf "fl__va%d" i in
  word ctx "{ ";
  List.iteri
    (fun i (e, ty) ->
      word ctx (printf "%s %s = " (typeof ty) (value i));
      exp ctx e;
      word ctx "; ")
    behind;
  let layout, area, bytes = Variadic.layout ~tag:"" (List.mapi (fun i (_, ty) -> (value i, ty)) behind) in
  let variadic = ctx.fixed_parameters f <> None in
  if variadic then word ctx layout;
  word ctx (printf "fl_frame *fl__c = %s__push(fl__x, &fl__s->h, %s" f size);
  arguments ctx before;
  word ctx (if variadic then printf ", %s, %s); " area bytes else "); ")

(* The frame of who is called through a pointer. *)
let through ctx (c : call) callee ~size =
  (* What is evaluated may itself call entries; the exec is told last. *)
  word ctx (printf "{ fl_frame *fl__c; %s fl__f = " (typeof c.callee_type));
  exp ctx callee;
  word ctx "; ";
  List.iteri
    (fun i ((e : exp), ty) ->
      word ctx (printf "%s fl__a%d = " (typeof ty) i);
      exp ctx e;
      word ctx "; ")
    (List.combine c.arguments c.parameter_types);
  (* What the pointer's type says more than that is a promise that an entry does not keep. *)
  let parameters = if c.passed_as = [] then "void" else String.concat ", " (List.map typeof c.passed_as) in
  word ctx
    (printf
       "fl__x->from = &fl__s->h; fl__x->from_size = %s; fl__x->pushed = 0; fl__x->entering = 1; \
        (void)((%s (*)(%s))fl__f)(" size
       (typeof c.result) parameters);
  word ctx (String.concat ", " (List.mapi (fun i _ -> printf "fl__a%d" i) c.arguments));
  word ctx "); fl__c = fl_entered(fl__x); "

let framed ctx (c : call) =
  let s = number ctx c in
  let k = s.number in
  let after run =
    word ctx (printf "fl__s->h.at = %d; " k);
    poison_dead ctx s;
    (if ctx.poison then word ctx "return fl_defer(fl__x, fl__c); " else word ctx
      (printf "if ((fl__t = %s) != FL_DONE) return fl__t; " run));
    word ctx (printf "if (0) { %s fl__c = (fl_frame *)fl__x->returned; } " (resumes ctx k))
  in
  (match c.callee with
  | Direct f ->
      direct ctx c f ~size:ctx.size;
      after (printf "%s__run(fl__x, fl__c)" f)
  | Through callee ->
      through ctx c callee ~size:ctx.size;
      after "fl__c->run(fl__x, fl__c)");
  (match c.into with
  | Some v when Ctype.is_scalar v.desugared ->
      word ctx (printf "%s = %s; " (place ctx v) (Shared.result_of "fl__c" c.result))
  | Some v -> word ctx (printf "__builtin_memcpy((void *)&%s, (const void *)&%s, sizeof %s); " (place ctx v)
    (Shared.result_of "fl__c" c.result) (place ctx v))
  | None -> ());
  word ctx "fl_pop(fl__x, fl__c); }"

(* In the place of this frame, if there is room: else somewhere else, and this one is given up. *)
let tail ctx (c : call) =
  let run_in_place run =
    word ctx
      (if ctx.poison then "return fl_defer(fl__x, fl__c); }"
      else printf "if (fl__c == &fl__s->h) return %s; return fl_defer(fl__x, fl__c); }" run)
  in
  match c.callee with
  | Direct f ->
      direct ctx c f ~size:"0";
      run_in_place (printf "%s__run(fl__x, fl__c)" f)
  | Through callee ->
      through ctx c callee ~size:"0";
      run_in_place "fl__c->run(fl__x, fl__c)"

(* By two functions of C that all calls of it share: one that begins it, and one that takes its result. *)
let compact ctx (c : call) f =
  let k = (number ctx c).number in
  word ctx (printf "{ if ((fl__t = %s__start(fl__x, &fl__s->h, %s, %d" f ctx.size k);
  arguments ctx c.arguments;
  word ctx (printf ")) != FL_DONE) return fl__t; %s; " (resumes ctx k));
  let taken = printf "%s__taken(fl__x); " f in
  (match c.into with
  | Some v when Ctype.is_scalar v.desugared -> word ctx (printf "%s = %s" (place ctx v) taken)
  | Some v ->
      word ctx (printf "%s fl__i = %s" (typeof c.result) taken);
      word ctx
        (printf "__builtin_memcpy((void *)&%s, (const void *)&fl__i, sizeof %s); " (place ctx v) (place ctx v))
  | None -> word ctx taken);
  word ctx "}"

let is_compact ctx (c : call) =
  match c.callee with
  | Direct f -> ctx.compact && not (c.tail || ctx.leaf f || ctx.apart f || ctx.fixed_parameters f <> None)
  | Through _ -> false

let call ctx (c : call) =
  (match c.callee with Direct _ -> Writer.account ctx.w (fst c.named) (snd c.named) | Through _ -> ());
  match c.callee with
  | Direct f when is_compact ctx c -> compact ctx c f
  | _ when c.tail -> tail ctx c
  | Direct f when ctx.leaf f -> leaf ctx f c
  | _ -> framed ctx c
