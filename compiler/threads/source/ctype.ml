(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let mark = "__fl_cps"
let mark_for_clang = "__attribute__((preserve_most))"

let unknown_builtin = "__fl_atomic_"
let atomic_builtins =
  List.map (( ^ ) "__atomic_")
    [ "load"; "store"; "exchange"; "compare_exchange"; "fetch_add"; "fetch_sub"; "fetch_or"; "fetch_xor";
      "fetch_and"; "fetch_nand"; "add_fetch"; "sub_fetch" ]

let starts_at s i prefix =
  let n = String.length prefix in
  let rec same k = k = n || (String.unsafe_get s (i + k) = String.unsafe_get prefix k && same (k + 1)) in
  i >= 0 && i + n <= String.length s && same 0
let starts s prefix = starts_at s 0 prefix

(* Where the word is, from there on. *)
let rec find_from s i word =
  match String.index_from_opt s i word.[0] with
  | Some i -> if starts_at s i word then Some i else find_from s (i + 1) word
  | None -> None

let contains s word = find_from s 0 word <> None

(* There are few types in a program, and each is asked of again and again. *)
module Types = Hashtbl.Make (struct
  type t = string

  let equal = String.equal
  let hash (s : t) = Hashtbl.hash s
end)

let remembered f =
  let known = Types.create 499 in
  fun s ->
    match Types.find_opt known s with
    | Some v -> v
    | None ->
        let v = f s in
        Types.add known s v;
        v

let remove word s =
  match find_from s 0 word with
  | None -> s
  | Some first ->
      let b = Buffer.create (String.length s) in
      let rec go i next =
        Buffer.add_substring b s i (next - i);
        let behind = next + String.length word in
        match find_from s behind word with
        | Some next -> go behind next
        | None -> Buffer.add_substring b s behind (String.length s - behind)
      in
      go 0 first;
      Buffer.contents b

let without_name s = contains s "(unnamed" || contains s "(anonymous"

let split s word =
  let behind i = i + String.length word in
  let parts i = (String.sub s 0 i, String.sub s (behind i) (String.length s - behind i)) in
  Option.map parts (find_from s 0 word)

(* What a parameter of type va_list is, where that is an array: the name of its members' type is clang's own. *)
let rec list_pointers s =
  let pointer = "struct __va_list_tag *" in
  match split s pointer with
  | Some (before, behind) -> before ^ "__typeof__(&(*(__builtin_va_list *)0)[0])" ^ list_pointers behind
  | None -> s

(* clang writes `typeof`, which strict C does not have. *)
let rec strict s =
  match split s "typeof" with
  | Some (before, behind) when String.ends_with ~suffix:"__" before -> before ^ "typeof" ^ strict behind
  | Some (before, behind) when starts behind "(" || starts behind " (" -> before ^ "__typeof__" ^ strict behind
  | Some (before, behind) -> before ^ "typeof" ^ strict behind
  | None -> s

let rec replace word other s =
  match split s word with Some (before, behind) -> before ^ other ^ replace word other behind | None -> s

(* gcc does not take it in the name of a type. *)
let without_noreturn s = if contains s "noreturn" then remove " __attribute__((noreturn))" s else s
let as_marked s = strict (list_pointers (String.trim (without_noreturn (remove (" " ^ mark_for_clang) s))))
let plain = remembered (fun s -> as_marked (remove (mark ^ " ") s))

let of_expression s = contains s "typeof" || contains s "__auto_type"
let written ~desugared s = plain (if of_expression s then desugared else s)
let rec blanks s i = if i < String.length s && s.[i] = ' ' then blanks s (i + 1) else i

let as_written s =
  (match split s "error: preserve_most and " with
  | Some (before, behind) -> before ^ "error: `cps` and " ^ behind
  | None -> s)
  |> replace " and preserve_most attributes" " and `cps` attributes" |> remove "'cdecl' and 'preserve_most'"
  |> remove (" " ^ mark_for_clang) |> remove "__fl_"
  |> replace "previously declared without calling convention" "previously declared without the mark"
  |> replace "declared 'cdecl' here" "declared without the mark here"
  |> replace "'preserve_most'" "`cps`" |> replace "preserve_most calling convention" "mark `cps`"

(* Behind the parenthesis that closes the one at [i]. *)
let closing s i =
  let rec go i depth =
    if i >= String.length s then i
    else match s.[i] with '(' -> go (i + 1) (depth + 1) | ')' -> if depth = 1 then i + 1 else go (i + 1) (depth - 1)
      | _ -> go (i + 1) depth
  in
  go i 0

(* Where the parameters of the function begin that the type is, or points to: they are next to where a name would
  stand. *)
let parameters s =
  let rec pointers i =
    if i >= String.length s then i
    else if s.[i] = '*' || s.[i] = ' ' || s.[i] = '^' then pointers (i + 1)
    else if starts_at s i "const" then pointers (i + 5)
    else if starts_at s i "volatile" then pointers (i + 8)
    else if starts_at s i "restrict" then pointers (i + 8)
    else if starts_at s i "__restrict" then pointers (i + 10)
    else i
  in
  let rec declarator i =
    (* at a parenthesis *)
    let next = blanks s (i + 1) in
    if next < String.length s && (s.[next] = '*' || s.[next] = '(') then
      let j = pointers next in
      if j < String.length s && s.[j] = ')' then
        let k = blanks s (j + 1) in
        let rec out k = if k < String.length s && s.[k] = ')' then out (blanks s (k + 1)) else k in
        let k = out k in
        if k < String.length s && s.[k] = '(' then Some k else None
      else if j < String.length s && s.[j] = '(' then if next = j && s.[next] = '(' then declarator j else group j
      else None
    else Some i
  and group j =
    (* behind stars: either the parameters, or one more group *)
    let next = blanks s (j + 1) in
    if next < String.length s && s.[next] = '*' then declarator j else Some j
  in
  let rec find i =
    match String.index_from_opt s i '(' with
    | None -> None
    | Some i when starts_at s (i - 2) "__attribute__" -> None
    | Some i when i >= 13 && starts_at s (i - 13) "__attribute__" -> find (closing s i)
    | Some i when i >= 7 && (starts_at s (i - 7) "typeof " || starts_at s (i - 7) "_Atomic") -> find (closing s i)
    | Some i when starts_at s i "(unnamed" || starts_at s i "(anonymous" -> find (closing s i)
    | Some i -> declarator i
  in
  find 0

let is_marked s =
  match parameters s with
  | None -> false
  | Some i ->
      let rec attributes k =
        if starts_at s k (" " ^ mark_for_clang) then true
        else if starts_at s k mark_for_clang then true
        else if starts_at s k " __attribute__(" then attributes (closing s (k + 14))
        else false
      in
      attributes (closing s i)

let is_marked = remembered is_marked
let suspends s = String.contains s '(' && is_marked s

(* Qualifiers of a result mean nothing, and would forbid to write it. *)
let rec unqualified s =
  let ends_in word =
    let n = String.length word and m = String.length s in
    m > n && String.sub s (m - n) n = word && (s.[m - n - 1] = '*' || s.[m - n - 1] = ' ')
  in
  match List.find_opt ends_in [ "const"; "volatile"; "restrict" ] with
  | Some word -> unqualified (String.trim (String.sub s 0 (String.length s - String.length word)))
  | None ->
      let pointer = String.contains s '*' || String.contains s '(' in
      if pointer then s
      else
        let without word =
          let n = String.length word in
          if starts s word then Some (String.sub s n (String.length s - n)) else None
        in
        (match (without "const ", without "volatile ") with
        | Some rest, _ | None, Some rest -> unqualified rest
        | None, None -> s)

let result s =
  unqualified @@
  match parameters s with
  | None -> s
  | Some i when i > 0 && not (String.contains (String.sub s 0 i) '(') -> String.trim (plain (String.sub s 0 i))
  | Some i ->
      (* What is returned points to a function: its type is what is left when these parameters go. *)
      let stop = closing s i in
      let rec attributes k = if starts_at s k " __attribute__(" then attributes (closing s (k + 14)) else k in
      let stop = attributes stop in
      plain (String.sub s 0 i ^ String.sub s stop (String.length s - stop))

let variable_length s =
  let rec go i =
    match String.index_from_opt s i '[' with
    | None -> false
    | Some i -> (
        match String.index_from_opt s i ']' with
        | None -> false
        | Some j ->
            let inside = String.sub s (i + 1) (j - i - 1) in
            if inside = "" || String.for_all (fun c -> c >= '0' && c <= '9') inside then go j else true)
  in
  go 0

let is_array s = String.length s > 0 && s.[String.length s - 1] = ']' && not (String.contains s '(')
let is_void s = s = "void"
let is_va_list s = List.mem s [ "va_list"; "__builtin_va_list"; "__gnuc_va_list" ] || starts s "struct __va_list_tag"

(* The last qualifiers are those behind a star, at the end or in front of a parenthesis that closes. *)
let constant s =
  let qualifiers i =
    let rec go i found =
      if i >= String.length s || s.[i] = ')' then found
      else if s.[i] = ' ' then go (i + 1) found
      else if starts_at s i "const" then go (i + 5) true
      else
        match List.find_opt (starts_at s i) [ "volatile"; "restrict"; "__restrict" ] with
        | Some word -> go (i + String.length word) found
        | None -> false
    in
    go i false
  in
  let rec behind_stars i =
    match String.index_from_opt s i '*' with Some i -> qualifiers (i + 1) || behind_stars (i + 1) | None -> false
  in
  if String.contains s '*' then behind_stars 0 else List.mem "const" (String.split_on_char ' ' s)

let is_compound s = starts s "struct " || starts s "union " || starts s "const struct " || starts s "const union "

(* Behind typedefs that this does not look through is a structure for all we know. *)
let is_scalar s =
  let words = [ "int"; "char"; "short"; "long"; "unsigned"; "signed"; "float"; "double"; "_Bool"; "enum" ] in
  (String.contains s '*' && not (is_array s)) || match String.split_on_char ' ' s with w :: _ -> List.mem w words &&
    not (is_array s) | [] -> false
