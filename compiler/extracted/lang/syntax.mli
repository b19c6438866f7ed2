(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The abstract syntax of theories/layers/Lang/Model/Syntax.v, under names that do not depend
    on what else is extracted: [Extracted] renames what would clash and has
    modules of its own called [Z] and [N]. Open this one. *)

type label = int

type procedure = int

type ('b, 't, 's, 'c, 'r) cmd = ('b, 't, 's, 'c, 'r) Extracted.cmd =
| Skip
| Do of 'b
| Seq of ('b, 't, 's, 'c, 'r) cmd * ('b, 't, 's, 'c, 'r) cmd
| If of 't * ('b, 't, 's, 'c, 'r) cmd * ('b, 't, 's, 'c, 'r) cmd
| Block of ('b, 't, 's, 'c, 'r) cmd
| Loop of label * ('b, 't, 's, 'c, 'r) cmd
| Exit of int
| Label of label * ('b, 't, 's, 'c, 'r) cmd
| Goto of label
| Suspend of label * 's
| Call of label * 'c
| Resume of 'r
| Return

type width = Extracted.width =
| W8
| W16
| W32
| W64

type ty = Extracted.ty =
| TBool
| TInt of width
| TBytes of Z.t
| TView
| TArray of Z.t * ty
| TRecord of int * ty list
| TUnion of int * ty list
| TMap of Z.t * width * ty
| TExtern of int
| TCoro of procedure

type endian = Extracted.endian =
| Big
| Little

type arith = Extracted.arith =
| Add
| Sub
| Mul
| AddW
| SubW
| MulW
| Div
| Rem
| And
| Or
| Xor
| Shl
| Shr
| Rotl
| Rotr

type comparison = Extracted.compare0 =
| Eq
| Ne
| Lt
| Le
| Gt
| Ge

type const = Extracted.const =
| CBool of bool
| CInt of Z.t
| CBytes of Z.t list
| CArray of const list
| CRecord of const list
| CUnion of int * const

type place = Extracted.place =
| PVar of int
| PConst of int
| PField of place * int
| PIndex of place * expr
| PCase of place * int
| PKey of place * expr
and expr = Extracted.expr =
| EBool of bool
| EInt of width * Z.t
| EBytes of Z.t list
| ERead of place
| ENot of expr
| EComp of width * expr
| EAnd of expr * expr
| EOr of expr * expr
| EArith of arith * width * expr * expr
| ECompare of comparison * width * expr * expr
| EBoolEq of expr * expr
| EBytesEq of expr * expr
| EWiden of width * width * expr
| ENarrow of width * width * expr
| ECond of expr * expr * expr
| EFit of Z.t * expr
| ELen of expr
| ECount of place
| EIs of place * int
| EHas of place * expr
| EKeyAt of place * expr
| ESlice of expr * expr * expr
| ELoad of endian * width * expr * expr
| ERecord of ty * expr list
| EUnion of ty * int * expr
| EArray of ty * expr list
| EFill of ty * Z.t * expr
| EDefault of ty
| ECoro of procedure * expr list

type arg = Extracted.arg =
| AIn of expr
| AInout of place
| AInoutSlice of place * expr * expr

type basic = Extracted.basic =
| BLine of int
| BAssign of place * expr
| BPush of place * Z.t * expr
| BAppend of place * Z.t * expr
| BResize of place * Z.t * expr
| BBlit of place * expr * expr
| BStore of endian * width * place * expr * expr
| BPut of place * Z.t * expr * expr
| BRemove of place * expr
| BExtern of int * arg list * place option
| BTrap

type suspension = Extracted.suspension = { ask_effect : int; ask_args : expr list;
                    ask_dest : place option; ask_lent : int list }

type call = Extracted.call = { callee : procedure; call_args : arg list;
              call_dest : place option }

type resumption = Extracted.resumption = { child : place; child_proc : procedure;
                    reply : (int * expr option) option; lend : arg list;
                    event : place }

type mode = Extracted.mode =
| In
| Inout
| Lent

type effect = Extracted.effect = { eff_args : ty list; eff_result : ty }

type proc = Extracted.proc = { params : (mode * ty) list; locals : ty list; result : ty;
              ret : int; suspends : bool; effects : int list;
              body : (basic, expr, suspension, call, resumption) cmd }

type extern = Extracted.extern = { ext_params : (mode * ty) list; ext_result : ty }

type program = Extracted.program = { procs : proc list; effs : effect list;
                 consts : (ty * const) list; externs : extern list;
                 extern_types : (Z.t * Z.t) list }
