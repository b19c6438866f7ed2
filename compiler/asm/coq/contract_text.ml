(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model

let fail (c : Clause.t) ?help fmt = Diagnostic.fail ~place:c.place ?help fmt

(* What could end the term early, or hide where it ends, or is read otherwise than it looks. *)
let refuse_loose (c : Clause.t) =
  let s = c.text in
  let n = String.length s in
  let has i w = i + String.length w <= n && String.sub s i (String.length w) = w in
  let rec go i open_ =
    if i = n then (if open_ <> [] then fail c "a bracket of this `%s' is not closed" c.word)
    else if has i "(*" || has i "*)" then fail c "no comments of Coq here"
    else
      match (s.[i], open_) with
      | '"', _ -> fail c "no strings here"
      | ch, _ when (ch < ' ' && ch <> '\t') || ch > '~' ->
          fail c "this character (byte %d) cannot stand in a contract" (Char.code ch)
      | '.', _ when i + 1 = n || List.mem s.[i + 1] [ ' '; '\t'; '.' ] ->
          fail c ~help:"one clause is one term of Coq, without a full stop" "this would end a sentence of Coq"
      | '(', _ -> go (i + 1) (')' :: open_)
      | '[', _ -> go (i + 1) (']' :: open_)
      | '{', _ -> go (i + 1) ('}' :: open_)
      | ((')' | ']' | '}') as ch), top :: rest when ch = top -> go (i + 1) rest
      | (')' | ']' | '}'), _ -> fail c "a bracket of this `%s' was not opened" c.word
      | _ -> go (i + 1) open_
  in
  go 0 []

let registers =
  let numbered name n = List.init n (fun k -> name ^ string_of_int k) in
  [ "RAX"; "RBX"; "RCX"; "RDX"; "RSI"; "RDI"; "RBP"; "RSP" ]
  @ List.filteri (fun k _ -> k >= 8) (numbered "R" 16)
  @ numbered "V" 16

(* What the printed text is made of, and the file of ours that says what it is. *)
let printed =
  [ ("Model.State_trusted", [ "locs"; "memory"; "symbol" ]); ("Model.Syntax_trusted", [ "G"; "Lo" ] @ registers) ]

(* The text is put where these names mean what our words stand for; if it bound one, `%rax' would be of its own. *)
let ours = [ "s"; "r"; "old"; "region" ] @ List.concat_map snd printed

let for_people =
  [ ("Model.State_trusted", [ "load" ]); ("Model.Word_trusted", [ "low" ]);
    ("Hoare.Loads", [ "readable"; "writable" ]) ]

let defined_in texts =
  let is_word ch = Gas_word.is_plain ch || ch = '.' || ch = '\'' in
  let apart text = String.split_on_char ' ' (String.map (fun ch -> if is_word ch then ch else ' ') text) in
  let words = List.concat_map apart texts in
  let in_file (file, names) =
    List.filter_map (fun w -> if List.mem w words then Some (w, "Fairlead.Asm." ^ file) else None) names in
  List.concat_map in_file (printed @ for_people)

(* Behind these words names are bound, up to one of the signs. *)
let binders = [ "forall"; "exists"; "fun"; "let"; "fix"; "cofix"; "as"; "with" ]
let ends_binder = [ ","; "=>"; ":=" ]

(* Whether [g], which the text may speak of, is bound in it. *)
let binds_machine s =
  let n = String.length s in
  let rec go i binding =
    if i >= n then false
    else if Gas_word.is_plain s.[i] then
      let w, j = Gas_word.at (fun ch -> Gas_word.is_plain ch || ch = '\'') s i in
      (binding && w = "g") || go j (binding || List.mem w binders)
    else
      let has w = i + String.length w <= n && String.sub s i (String.length w) = w in
      match List.find_opt has ends_binder with
      | Some w -> go (i + String.length w) false
      | None -> go (i + 1) (binding || s.[i] = '|')
  in
  go 0 false

let location c w =
  match Operand.register w with
  | Some (Gpr (Qword, r)) -> Some (G r, "G " ^ String.uppercase_ascii w)
  | Some (Xmm x) -> Some (Lo x, Printf.sprintf "Lo V%d" (Operand.vreg_number x))
  | Some _ ->
      fail c ~help:"name the 64-bit register, or a vector register as %%xmm0" "`%%%s' cannot be spoken of here" w
  | None -> None

let term ~live ~region ~symbol ~before ~after (c : Clause.t) =
  refuse_loose c;
  let s = c.text in
  if binds_machine s then
    fail c ~help:"give what is bound another name"
      "`g' is the machine that regions and symbols are of, and bound here";
  let n = String.length s in
  let out = Buffer.create 200 in
  let word i = Gas_word.at (fun ch -> Gas_word.is_plain ch || ch = '\'') s i in
  let name_in i = (* NAME) *)
    match String.index_from_opt s i ')' with
    | Some j -> (String.trim (String.sub s i (j - i)), j + 1)
    | None -> fail c "this bracket is not closed"
  in
  let register ~state w =
    match location c w with
    | Some (l, coq) ->
        if state == after && before <> after && not (List.mem l live) then
          fail c "the value of `%%%s' does not count where the function returns" w;
        Some (Printf.sprintf "(locs %s (%s))" state coq)
    | None -> None
  in
  let known what find title = match find title with
    | Some k -> Bignum.to_string k
    | None -> fail c "no %s is called `%s'" what title
  in
  let rec go i =
    if i < n then
      match s.[i] with
      | '%' -> (
          let w, j = word (i + 1) in
          (* %N and %nat are Coq's *)
          match register ~state:after w with
          | Some t -> Buffer.add_string out t; go j
          | None -> Buffer.add_char out '%'; Buffer.add_string out w; go j)
      | ch when Gas_word.is_plain ch -> (
          let w, j = word i in
          let opened = j < n && s.[j] = '(' in
          match w with
          | "mem" -> Buffer.add_string out (Printf.sprintf "(memory %s)" after); go j
          | "old" when opened && before = after ->
              fail c ~help:"it speaks of the state before anyhow" "`old' in `%s'" c.word
          | "old" when opened -> (
              let what, j = name_in (j + 1) in
              let of_register () =
                let n = String.length what in
                if n > 1 && what.[0] = '%' then register ~state:before (String.sub what 1 (n - 1)) else None
              in
              match if what = "mem" then Some (Printf.sprintf "(memory %s)" before) else of_register () with
              | Some t -> Buffer.add_string out t; go j
              | None -> fail c ~help:"write old(%%rax) or old(mem)" "old of `%s'" what)
          | "region" when opened ->
              let title, j = name_in (j + 1) in
              Buffer.add_string out (known "region" region title ^ "%N");
              go j
          | "symbol" when opened ->
              let title, j = name_in (j + 1) in
              Buffer.add_string out (Printf.sprintf "(symbol g %s%%positive)" (known "symbol" symbol title));
              go j
          | _ when List.mem w ours && not (i > 0 && s.[i - 1] = '.') ->
              fail c ~help:"registers are written %rax, memory is mem; what is bound in the text has another name"
                "`%s' is a name that the printed text uses, or a word of ours without what belongs to it"
                w
          | _ -> Buffer.add_string out w; go j)
      | ch -> Buffer.add_char out ch; go (i + 1)
  in
  go 0;
  Buffer.contents out

let library (c : Clause.t) =
  let parts = String.split_on_char '.' c.text in
  let is_part w = w <> "" && not (Gas_word.is_digit w.[0]) && String.for_all Gas_word.is_plain w in
  if parts = [] || not (List.for_all is_part parts) then
    fail c ~help:"write it as Coq's Require does: Fairlead.Gcm.Spec.Gcm_trusted" "`%s' is no name of a library" c.text;
  c.text
