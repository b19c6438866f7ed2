(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Bodies of functions that suspend, with each suspending call a statement of its own. *)

type role = Parameter | Local | Temporary

(** A variable whose value may have to survive a suspension. *)
type var = {
  key : int;  (** unique in its function *)
  name : string;
  ty : string;
  desugared : string;
  role : role;
  declared_at : int;
  scope : int * int;  (** the bytes of the block that ends its life *)
  mutable fixed : bool;  (** something may know its address: it must not move, and lives as long as its scope *)
  aligned : int option;  (** if it asks for more than its type does *)
}

type frag =
  | Text of int * int  (** these bytes of the source, as they are *)
  | Word of string
  | Var of var
  | Named of var  (** where nothing is evaluated: in sizeof, say *)
  | For of int * int  (** no text: what stands around it stands for these bytes of the source ({!Accounts}) *)
  | Hoisted of int * int  (** no text: these became statements before *)

(** An expression that does not suspend. *)
type exp = { frags : frag list Lazy.t; reads : var list; writes : var list;  (** surely assigned, as a whole *) at :
  int }

type callee = Direct of string | Through of exp  (** a pointer *)

type call = {
  callee : callee;
  named : int * int;  (** the bytes of who is called *)
  callee_type : string;
  arguments : exp list;
  parameter_types : string list;  (** of what is passed *)
  passed_as : string list;  (** transparent unions, where a member of one is passed *)
  result : string;  (** type *)
  into : var option;
  from : int;
  until : int;  (** where the call stands; no two end at the same place *)
  mutable tail : bool;  (** nothing of the caller is needed any more: it returns what this results in *)
}

type stmt = { at : int; desc : desc }

and desc =
  | Verbatim of frag list Lazy.t * stmt list  (** printed as in the source; the statements say what it does *)
  | Exp of exp
  | Set of var * exp  (** of a temporary *)
  | Declarations of frag list Lazy.t option * declaration list  (** the text, which is good if none of the variables
    is saved *)
  | Init of var * initial  (** of a variable whose declaration left it for [Later] *)
  | Call of call
  | Block of stmt list
  | If of exp * stmt list * stmt list
  | While of exp * stmt list
  | Do of stmt list * exp
  | Forever of stmt list * string option * stmt list  (** body; the label to which `continue` goes; what comes
    behind it *)
  | Switch of exp * stmt list
  | Case of frag list * bool  (** whether it is [default] *)
  | Label of string
  | Goto of string
  | Break
  | Continue of string option
  | Return of exp option
  | Part of int * stmt list  (** printed as a function of C of its own, with this number ({!Outline}) *)
  | Nothing

and declaration = Variable of var * initial | Other of frag list  (** a type, a static variable, a prototype *)
and initial = Uninitialized | Later | Value of exp | Braces of exp  (** a list, or a string for an array *)

(** The source, as it was taken apart: for the check that the statements are what lowering makes of it
    (theories/layers/Threads/Unhoist). *)
module Written : sig
  type text = { frags : frag list Lazy.t; holes : hole list  (** in order *) }

  (** What became statements, from that byte on. *)
  and hole = { from : int; stands : stands; was : t }

  and stands = Variable of var | Nowhere  (** it has no value *) | Instead of text  (** behind a comma *)

  and t =
    | Sequence of t list
    | Text of text
    | Called of call * t * t list
    | Apart of var * t
    | Beside of t * t  (** `a, b` *)
    | And of var * t * t
    | Or of var * t * t
    | Choice of var * t * t * t
    | Chosen of t * t * t
    | Elvis of var * var * t * t
    | Inner of var option * t
    | Last of var * t
    | Effect of t
    | Quiet of t
    | And_only of t * t
    | Or_only of t * t
    | Parens of t
    | Cast of int * int * t  (** from its parenthesis up to what is cast *)
    | Ended of t
    | Plain of t
    | Empty
    | Gone
    | Braces of t
    | If of t * t * t option
    | While of t * t
    | Do of string option * t * t
    | For of string * t * t * t * t
    | Test of t
    | Switch of t * t
    | Case of t
    | Default
    | Label of string
    | Attribute of int * int
    | Return of t
    | Return_void of t
    | Directive of int * int
    | Declared of { first : int; last : int; whole : text option; declared : declared list }
        (** these bytes: as one text, which is good if none of the variables is saved, or each by itself *)

  and declared =
    | Automatic of { variable : var; initializer_ : (int * int * t) option  (** its bytes *) }
    | Type of int * int * text
    | Prototype of text
end

type func = {
  definition : Program.definition;
  body : stmt list;
  written : Written.t;
  variables : var list;  (** in the order of their declaration *)
  calls : int;  (** how many may suspend *)
  spawns : string list;  (** whom it spawns by name *)
  early : var list;  (** named in the text of their own initializers, before their definition: in the frame *)
  typeof_uses : int list;  (** where names stand in `typeof` whose meaning is known *)
}
