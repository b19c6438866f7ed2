(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Context

(* FL_RESULT, in text that is not preprocessed again. gcc says less of the alignment of vectors than it gives to members
  that are. *)
let result_of frame ty =
  let align = printf "__extension__ _Alignof(%s)" (typeof ty) in
  let offset =
    if Ctype.is_scalar ty then printf "(sizeof(fl_frame) + %s - 1) / %s * %s" align align align
    else printf "__extension__ __builtin_offsetof(struct { fl_frame fl__h; %s fl__r; }, fl__r)" (typeof ty)
  in
  printf "(*(%s *)(void *)((char *)(%s) + %s))" (typeof ty) frame offset

let functions ~own (s : Program.signature) =
  let ty (p : Program.parameter) = typeof p.p_type in
  let all f = String.concat "" (List.mapi f s.parameters) in
  let head = own ^ "static __attribute__((__noinline__, __unused__)) " in
  let void = Ctype.is_void s.result in
  printf
    "%sfl_status %s__start(fl_exec *fl__x, fl_frame *fl__s, __typeof__(sizeof 0) fl__size, unsigned int fl__at%s) { \
     fl_frame *fl__c = %s__push(fl__x, fl__s, fl__size%s); fl_status fl__t; fl__s->at = fl__at; if ((fl__t = \
     %s__run(fl__x, fl__c)) != FL_DONE) return fl__t; fl__x->returned = fl__c; return FL_DONE; } "
    head s.name (all (fun i p -> printf ", %s fl__p%d" (ty p) i)) s.name (all (fun i _ -> printf ", fl__p%d" i)) s.name
  ^ printf
      "%s%s %s__taken(fl_exec *fl__x) { fl_frame *fl__c = (fl_frame *)fl__x->returned; %sfl_pop(fl__x, fl__c); %s} "
      head (if void then "void" else typeof s.result) s.name
      (if void then "" else printf "%s fl__r = %s; " (typeof s.result) (result_of "fl__c" s.result))
      (if void then "" else "return fl__r; ")
