(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What names mean in a function: tags and ordinary names that are declared in its body, by C's rules of scope. clang's
    tree leaves out what stands in `sizeof`, in casts and in the lengths of arrays; tokens have all of it. *)

(** A structure, union or enumeration declared in the function. *)
type tag = {
  number : int;
  keyword : string;  (** `struct`, `union`, `enum` *)
  name : string;  (** empty: it has none *)
  mutable definition : definition option;
}

(** Indexes of tokens: the keyword; the brace; behind the closing brace and its attributes. *)
and definition = { keyword_at : int; brace : int; stop : int; place : place }

(** [Statement]: where a declaration may stand. [Nested]: in another definition. [Expression]: in a cast, in `sizeof`
    or at the beginning of a `for`. [Elsewhere]: its scope is not understood. *)
and place = Statement | Nested | Expression | Elsewhere

type enumerator = { of_tag : tag; e_name : string; e_at : int  (** the byte where it is declared *) }

type meaning =
  | Typedef of int  (** the byte where it is declared *)
  | Enumerator of enumerator
  | Other  (** a variable, a parameter, a function *)

type t

val of_function : Program.t -> Program.definition -> t
val tokens : t -> Preprocessed.token array

(** Of the token that begins at that byte. *)
val index : t -> int -> int option

val tags : t -> tag list
val enumerators : t -> enumerator list

(** What is declared in the function, and named by the tag that stands at this index. *)
val tag_at : t -> int -> tag option

(** What the ordinary name at that index means, if it is declared in the function. [None] also for what is no ordinary
    name: members, labels, tags. *)
val meaning : t -> int -> meaning option

(** Whether the token at that index is the declaration of its name. *)
val declares : t -> int -> bool

(** Behind attributes that begin at that index. *)
val behind_attributes : t -> int -> int

(** Whether any type is defined in the function, so that it is worth while to look. *)
val defines_types : Program.t -> Program.definition -> bool
