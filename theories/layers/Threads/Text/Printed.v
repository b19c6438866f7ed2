(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The C that statements become.

    Written for itself: it is what the translator's text is compared with,
    token for token, in every translation. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

Definition own (s : string) : frag := Own (words s).
Definition typeof (ty : list token) : frag := Own (words "__typeof__ (" ++ ty ++ [")"]).

Fixpoint in_order (l : list code) : code := match l with [] => CNone | c :: l => CThen c (in_order l) end.

Section printed.
  Context (number_token : nat → token) (name : token) (size : list token).

  Definition suffixed (s : string) (n : nat) : token := (s ++ number_token n)%string.
  Definition argument_name (n : nat) : token := suffixed "fl__a" n.
  Definition behind_name (n : nat) : token := suffixed "fl__va" n.

  (** Where a callee's frame has its result. *)
  Definition result_of (c : call) : text :=
    let align := Own (words "__extension__ _Alignof ( __typeof__ (" ++ result c ++ [")"; ")"]) in
    [own "( * ("; typeof (result c); own "* ) ( void * ) ( ( char * ) ( fl__c ) + "] ++
    (if result_scalar c then
       [own "( sizeof ( fl_frame ) +"; align; own "- 1 ) /"; align; own "*"; align]
     else
       [own "__extension__ __builtin_offsetof ( struct { fl_frame fl__h ;"; typeof (result c);
        own "fl__r ; } , fl__r )"]) ++
    [own ") )"].

  Definition bytes_of (v : nat) (from : text) : code :=
    CAct ([own "__builtin_memcpy ( ( void * ) &"; Place v; own ", ( const void * ) &"] ++ from ++
          [own ", sizeof"; Place v; own ")"]).

  Definition passed (l : list (list token * text)) : text := flat_map (λ a, Own [","] :: a.2) l.

  Definition definitions (name_of : nat → token) (l : list (list token * text)) : code :=
    in_order (imap (λ i a, CAct ([typeof a.1; Own [name_of i; "="]] ++ a.2)) l).

  Definition types (l : list (list token)) : text :=
    match l with [] => [Own ["void"]] | a :: l => typeof a :: flat_map (λ a, [Own [","]; typeof a]) l end.
  Definition names (l : list token) : text :=
    match l with [] => [] | a :: l => Own [a] :: map (λ a, Own [","; a]) l end.

  (** The callee's frame is made: [fl__c]. *)
  Definition pushed (c : call) (size : list token) : code :=
    match called c with
    | ByName f =>
        let n := match fixed c with Some n => n | None => length (arguments c) end in
        CThen (definitions behind_name (drop n (arguments c)))
          (CThen (match fixed c with Some _ => CRaw [Own (area c)] | None => CNone end)
             (CAct ([Own (words "fl_frame * fl__c =" ++ [(f ++ "__push")%string]);
                     Own (words "( fl__x , & fl__s -> h ," ++ size)] ++
                    passed (take n (arguments c)) ++
                    [match fixed c with Some _ => own ", fl__v , sizeof fl__v )" | None => Own [")"] end])))
    | ByPointer ty e =>
        in_order [
          CAct [own "fl_frame * fl__c"];
          CAct ([typeof ty; own "fl__f ="] ++ e);
          definitions argument_name (arguments c);
          CAct [own "fl__x -> from = & fl__s -> h"];
          CAct [Own (words "fl__x -> from_size =" ++ size)];
          CAct [own "fl__x -> pushed = 0"];
          CAct [own "fl__x -> entering = 1"];
          CAct ([own "( void ) ( ("; typeof (result c); own "( * ) ("] ++ types (passed_as c) ++
                [own ") ) fl__f ) ("] ++
                names (imap (λ i _, argument_name i) (arguments c)) ++ [Own [")"]]);
          CAct [own "fl__c = fl_entered ( fl__x )"]]
    end.

  Definition run_of (c : call) : text :=
    match called c with
    | ByName f => [Own ((f ++ "__run")%string :: words "( fl__x , fl__c )")]
    | ByPointer _ _ => [own "fl__c -> run ( fl__x , fl__c )"]
    end.

  Definition callee_name (c : call) : token := match called c with ByName f => f | ByPointer _ _ => "" end.

  Definition call_code (named : bool) (c : call) : code :=
    let k := call_number c in
    let f := callee_name c in
    CBraces
      match manner_of c with
      | Primitive =>
          in_order [
            CAt k;
            CPark ([Own ((f ++ "__leaf")%string :: words "( fl__x , & fl__s -> h ," ++ size)] ++ passed (arguments c) ++
                   [Own [")"]]);
            CResume named k (CAct []);
            match into c with
            | Some (v, _) => CAct [Place v; own "= ("; typeof (result c); own ") fl__x -> value"]
            | None => CNone
            end]
      | Framed =>
          in_order [
            pushed c size;
            CAt k;
            CPark (run_of c);
            CResume named k (CAct [own "fl__c = ( fl_frame * ) fl__x -> returned"]);
            match into c with
            | Some (v, Assigned) => CAct ([Place v; Own ["="]] ++ result_of c)
            | Some (v, Moved) => bytes_of v (result_of c)
            | None => CNone
            end;
            CAct [own "fl_pop ( fl__x , fl__c )"]]
      | Shared =>
          let taken := Own ((f ++ "__taken")%string :: words "( fl__x )") in
          in_order [
            CPark ([Own ((f ++ "__start")%string :: words "( fl__x , & fl__s -> h ,");
                    Own (size ++ [","; number_token k])] ++
                   passed (arguments c) ++ [Own [")"]]);
            CLanding named k;
            match into c with
            | Some (v, Assigned) => CAct [Place v; Own ["="]; taken]
            | Some (v, Moved) =>
                CThen (CAct [typeof (result c); own "fl__i ="; taken]) (bytes_of v [Own ["fl__i"]])
            | None => CAct [taken]
            end]
      | Tail =>
          in_order [
            pushed c ["0"];
            CIf [own "fl__c == & fl__s -> h"] (CReturn (run_of c));
            CReturn [own "fl_defer ( fl__x , fl__c )"]]
      end.

  (** A part is called as whoever waits in it is resumed. *)
  Definition fell_through := 3.
  Definition broke := 4.
  Definition continued := 5.
  Definition range (a b : nat) : list token := [number_token a; "..."; number_token b].

  Definition returned (n : nat) : text := [own "fl__r =="; Own [number_token n]].
  Definition part_code (named : bool) (p : part) : code :=
    in_order (
      [CRaw [Own (words "if ( 0 ) {" ++
               (if named then [suffixed "fl__at_" (first_call p); ":"]
                else "case" :: range (first_call p) (last_call p) ++ [":"]) ++
               words "fl__at = fl__to ; }")]] ++
      map (λ e, CRaw [Own (words "if ( 0 ) {" ++ [e.1; ":"] ++ words "fl__at =" ++ [number_token e.2; ";"; "}"])])
        (part_entries p) ++
      [CAct [Own (words "fl__r =" ++ [((name ++ "__part_") ++ number_token (part_number p))%string] ++
                  words "( fl__x , fl__s , fl__at )")];
       CAct [own "fl__at = 0"];
       CIf [Own (words "fl__r !=" ++ [number_token fell_through])] (CBraces (in_order (
         [CIf [Own (words "fl__r <" ++ [number_token fell_through])] (CReturn [own "( fl_status ) fl__r"])] ++
         (if part_breaks p then [CIf (returned broke) CBreak] else []) ++
         (if part_continues p then [CIf (returned continued) CContinue] else []) ++
         map (λ e, CIf (returned e.2) (CGoto e.1)) (part_exits p))))]).

  Definition set_code (f : form) (ty align : list token) (v : nat) (t : text) : code :=
    match f with
    | Assigned => CAct ([Place v; Own ["="]] ++ t)
    | Moved =>
        CBraces (CThen (CAct ([typeof ty; Own ("fl__i" :: align ++ ["="])] ++ t))
          (CAct [own "__builtin_memcpy ( ( void * ) &"; Place v; own ", ( const void * ) & fl__i , sizeof fl__i )"]))
    end.

  Definition return_code (t : option (form * list token * text)) : code :=
    match t with
    | None => CReturn [own "FL_DONE"]
    | Some (Assigned, _, t) =>
        CBraces (CThen (CAct ([own "fl__s -> fl__out . result = ("] ++ t ++ [Own [")"]])) (CReturn [own "FL_DONE"]))
    | Some (Moved, ty, t) =>
        CBraces (in_order [
          CAct ([typeof ty; own "fl__r = ("] ++ t ++ [Own [")"]]);
          CAct [own "__builtin_memcpy ( ( void * ) & fl__s -> fl__out . result ,";
                own "( const void * ) & fl__r , sizeof fl__r )"];
          CReturn [own "FL_DONE"]])
    end.

  (** [named]: in a switch of the source, whose cases are not ours. *)
  Fixpoint code_of (named : bool) (s : stmt) : code :=
    match s with
    | TNone => CNone
    | TThen a b => CThen (code_of named a) (code_of named b)
    | TNothing => CAct []
    | TText t => CRaw t
    | TEval t => CAct t
    | TSet f ty align v t => set_code f ty align v t
    | TDefine ty align x t =>
        CAct ([typeof ty; Own (x :: align)] ++ match t with Some t => Own ["="] :: t | None => [] end)
    | TCall c => call_code named c
    | TPart p => part_code named p
    | TBlock s => CBraces (code_of named s)
    | TIf t a TNone => CIf t (CBraces (code_of named a))
    | TIf t a b => CElse t (CBraces (code_of named a)) (CBraces (code_of named b))
    | TWhile t s => CWhile t (CBraces (code_of named s))
    | TDo s t => CDo (CBraces (code_of named s)) t
    | TFor s l latch =>
        CFor (CBraces (CThen (CBraces (code_of named s))
          (CThen (match l with Some n => CLabel n | None => CNone end) (code_of named latch))))
    | TSwitch t s => CSwitch t (CBraces (code_of true s))
    | TCase t => CCase t
    | TLabel n => CLabel n
    | TGoto n => CGoto n
    | TBreak => CBreak
    | TContinue => CContinue
    | TReturn t => return_code t
    end.

  (** Ways into the middle that are in a switch of the source. *)
  Fixpoint ways_named (named : bool) (s : stmt) : list (nat * nat) :=
    match s with
    | TCall c => if named then match manner_of c with Tail => [] | _ => [(call_number c, call_number c)] end else []
    | TPart p => if named then [(first_call p, last_call p)] else []
    | TThen a b | TIf _ a b | TFor a _ b => ways_named named a ++ ways_named named b
    | TBlock s | TWhile _ s | TDo s _ => ways_named named s
    | TSwitch _ s => ways_named true s
    | _ => []
    end.

  Definition opening (u : unit_of_c) : code :=
    in_order (
      (if has_calls u then [CAct [own "fl_status fl__t"]] else []) ++
      (if has_parts u then [CAct [own "int fl__r , fl__at = 0"]] else []) ++
      map (λ t, CAct [typeof t.1; Own [t.2]]) (temporaries u)).

  (** What is dispatched at the beginning: at the end of it everybody passes. *)
  Definition dispatch (u : unit_of_c) : code :=
    in_order (
      [CRaw [own "case 0 : ;"]] ++
      map (λ r, CRaw [Own (words "if ( 0 ) { case" ++
                           (if (r.1 =? r.2)%nat then [number_token r.1] else range r.1 r.2) ++
                           [":"; "goto"; suffixed "fl__at_" r.1; ";"; "}"])]) (ways_named false (body u)) ++
      map (λ e, CRaw [Own (words "if ( 0 ) { case" ++ [number_token e.2; ":"; "goto"; e.1; ";"; "}"])]) (entries u)).

  Definition frame : token := (name ++ "__frame")%string.

  (** The head and the body of one function of C. *)
  Definition unit_code (u : unit_of_c) : code :=
    if (unit_number u =? 0)%nat then
      CThen (CRaw [Own ((name ++ "__run")%string :: words "( fl_exec * fl__x , void * fl__f )")])
        (CBraces (in_order [
          CAct [Own (["struct"; frame] ++ words "* fl__s = ( struct" ++ [frame] ++ words "* ) fl__f")];
          if looks_deep u then CIf [own "fl_deep ( fl__x )"] (CReturn [own "fl_defer ( fl__x , & fl__s -> h )"])
          else CNone;
          if has_parts u then CAct [own "int fl__to = ( int ) fl__s -> h . at"] else CNone;
          opening u;
          CSwitch [if has_parts u then Own ["fl__to"] else own "fl__s -> h . at"]
            (CBraces (in_order [
              dispatch u;
              code_of false (body u);
              CReturn [own "FL_DONE"];
              CRaw [own "default : __builtin_unreachable ( ) ;"]]))]))
    else
      let jumps := breaks u || continues u in
      let inside := CThen (code_of false (body u)) (CReturn [Own [number_token fell_through]]) in
      CThen
        (CRaw [Own ([((name ++ "__part_") ++ number_token (unit_number u))%string] ++
               words "( fl_exec * fl__x , struct" ++ [frame] ++ words "* fl__s , int fl__to )")])
        (CBraces (in_order [
          opening u;
          CSwitch [Own ["fl__to"]]
            (CBraces (in_order ([
              dispatch u;
              if jumps then
                in_order [
                  CAct [own "int fl__once"];
                  CRaw [own "for ( fl__once = 0 ; ; fl__once = 1 )"];
                  CBraces (CThen
                    (CIf [Own ["fl__once"]] (CReturn [Own [number_token continued]]))
                    inside);
                  CReturn [Own [number_token broke]]]
              else inside] ++
              map (λ e, CThen (CRaw [Own [e.1; ":"]]) (CReturn [Own [number_token e.2]])) (exits u) ++
              [CRaw [own "default : __builtin_unreachable ( ) ;"]])))])).
End printed.
