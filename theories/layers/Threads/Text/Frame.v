(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The frame's structure, what makes a frame, and the entry.

    Variables lie in one member when the layout that was accepted gives them one. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude Table.
From Fairlead.Threads.Text Require Import Code Told Printed.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

(** A variable in the frame. *)
Record member := MemberOf { variable : nat; member_name : token; member_type : list token; member_align : list token }.

(** [parameter]: its variable, its name in the source, its type, and how it is written. *)
Record parameter := ParameterOf {
  parameter_variable : nat; parameter_name : token; parameter_type : list token; parameter_form : form }.

Record framed := FramedOf {
  framed_name : token;
  result_type : option (list token);
  variadic : bool;
  members : list (nat * list member);    (* by the layout's number *)
  parameters : list parameter;
  entered : list (list token)            (* what the entry passes *)
}.

Section frame.
  Context (home : nat → option nat).

  (** Each variable is where the layout has it, and each member comes once. *)
  Definition in_its_place (slot : nat) (m : member) : bool :=
    match home (variable m) with Some s => (s =? slot)%nat | None => false end.
  Definition laid_out (f : framed) : bool :=
    distinct (map fst (members f)) && forallb (λ g, forallb (in_its_place g.1) g.2) (members f).
End frame.

Section printed.
  Context (number : nat → token) (f : framed).
  Definition suffix (s : string) : token := (framed_name f ++ s)%string.
  Definition structure_name : token := suffix "__frame".

  Definition member_code (m : member) : code := CAct [typeof (member_type m); Own (member_name m :: member_align m)].
  Definition group_code (g : list member) : code :=
    match g with
    | [m] => member_code m
    | _ => CThen (CRaw [own "__extension__ union"]) (CThen (CBraces (in_order (map member_code g))) (CAct []))
    end.

  Definition structure_code : code :=
    CThen (CRaw [Own (words "struct __attribute__ ( ( __may_alias__ ) )" ++ [structure_name])])
      (CBraces (in_order [
        CRaw [own "__extension__ union"];
        CBraces (in_order [
          CAct [own "fl_frame h"];
          match result_type f with
          | Some ty =>
              CThen (CRaw [own "struct { fl_frame fl__h1 ;"; typeof ty; own "result ; }"]) (CAct [own "fl__out"])
          | None => CNone
          end;
          CRaw [own "__extension__ struct"];
          CBraces (CThen (CAct [own "fl_frame fl__h2"])
            (CThen (if variadic f then CAct [own "unsigned int fl__size"] else CNone)
              (in_order (map (λ g, group_code g.2) (members f)))));
          CAct []]);
        CAct []])).

  Definition fixed_size : list token := words "( sizeof * fl__s + 15 ) / 16 * 16".

  Definition stored (p : parameter) : code :=
    let x := parameter_variable p in
    match parameter_form p with
    | Assigned => CAct [Place x; Own ["="; parameter_name p]]
    | Moved =>
        CAct [own "__builtin_memcpy ( ( void * ) &"; Place x;
              Own (words ", ( const void * ) &" ++ [parameter_name p; ","]);
              own "sizeof"; Place x; own ")"]
    end.

  Definition push_code : code :=
    let align := words "__extension__ _Alignof ( struct" ++ [structure_name; ")"] in
    CThen
      (CRaw ([Own (suffix "__push" :: words "( fl_exec * fl__x , const fl_frame * fl__from ,");
              own "__typeof__ ( sizeof 0 ) fl__size"] ++
             flat_map (λ p, [Own [","]; typeof (parameter_type p); Own [parameter_name p]]) (parameters f) ++
             [own (if variadic f then ", const void * fl__area , __typeof__ ( sizeof 0 ) fl__bytes )" else ")")]))
      (CBraces (in_order (
        [CAct [Own (["struct"; structure_name] ++ words "* fl__s = ( struct" ++ [structure_name] ++
                    words "* ) fl_push ( fl__x , fl__from , fl__size ," ++ [suffix "__run"; ","] ++
                    (if variadic f then
                       fixed_size ++ words "+ fl__bytes , (" ++ align ++ words "> 16 ?" ++ align ++ words ": 16 ) )"
                     else words "sizeof * fl__s ," ++ align ++ [")"]))]] ++
        (if variadic f then
           [CAct [Own (words "fl__s -> fl__size = ( unsigned int ) (" ++ fixed_size ++ words "+ fl__bytes )")];
            CAct [Own (words "__builtin_memcpy ( ( char * ) fl__s +" ++ fixed_size ++
                       words ", fl__area , fl__bytes )")]]
         else []) ++
        map stored (parameters f) ++
        [CReturn [own "& fl__s -> h"]]))).

  Definition entry_code : code :=
    CBraces (in_order [
      CAct [own "fl_exec * fl__x = fl_enter ( )"];
      CAct ([Own (words "fl__x -> pushed =" ++ [suffix "__push"]);
             own "( fl__x , fl__x -> from , fl__x -> from_size"] ++
            map (λ a, Own ("," :: a)) (entered f) ++ [Own [")"]]);
      match result_type f with
      | Some ty =>
          CBraces (in_order [
            CAct [typeof ty; own "fl__r"];
            CAct [own "__builtin_memset ( ( void * ) & fl__r , 0 , sizeof fl__r )"];
            CReturn [own "fl__r"]])
      | None => CNone
      end]).

  (** All three, in this order; of functions with [...] there is no entry. *)
  Definition frame_codes : list code :=
    [structure_code; push_code] ++ (if variadic f then [] else [entry_code]).
End printed.
