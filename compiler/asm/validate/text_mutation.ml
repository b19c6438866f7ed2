(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
let pick rng a = a.(Random.State.int rng (Array.length a))
let is_word = Gas_word.is_part

(* A line as words and what is between them. *)
let pieces line =
  let n = String.length line in
  let rec go i acc =
    if i >= n then List.rev acc
    else
      let word = is_word line.[i] in
      let j = ref i in
      while !j < n && is_word line.[!j] = word do incr j done;
      go !j (String.sub line i (!j - i) :: acc)
  in
  go 0 []

let is_name w = w <> "" && is_word w.[0] && not (Gas_word.is_digit w.[0])
let is_number w = w <> "" && Gas_word.is_digit w.[0]
let trimmed = String.trim
let starts p s = String.length s >= String.length p && String.sub s 0 (String.length p) = p
let is_label line = let t = trimmed line in t <> "" && t.[String.length t - 1] = ':'
let is_directive line = starts "." (trimmed line) && not (is_label line)
let is_comment line = starts "#" (trimmed line) || starts "//" (trimmed line)
let is_code line = trimmed line <> "" && not (is_label line || is_directive line || is_comment line)
let mnemonic line = match List.filter (fun p -> is_name p) (pieces line) with w :: _ -> w | [] -> ""
let is_jump line = is_code line && (starts "j" (mnemonic line) || mnemonic line = "call")

let registers =
  [| "rax"; "rcx"; "rdx"; "rbx"; "rsi"; "rdi"; "rbp"; "r8"; "r9"; "r10"; "r11"; "eax"; "ecx"; "edx"; "r8d"; "r9d"; "xmm0"; "xmm1";
     "xmm2"; "xmm3"; "xmm4" |]

let is_register w = Array.mem w registers || List.mem w [ "rsp"; "xmm5"; "xmm6"; "xmm7"; "ebx"; "esi"; "edi" ]

let mnemonics =
  [| "addq"; "subq"; "xorq"; "andq"; "orq"; "movq"; "movl"; "leaq"; "cmpq"; "testq"; "incq"; "decq"; "notq"; "pxor"; "por"; "pand";
     "paddd"; "paddq"; "movdqu"; "movdqa"; "pshufd"; "bswapq"; "movbeq"; "adcq"; "sbbq"; "imulq"; "pushq"; "popq"; "nop"; "ret" |]

let prefixes = [| "rep"; "repz"; "repnz"; "lock"; "data16"; "addr32"; "notrack"; "bnd"; "cs"; "fs"; "rex.W" |]
let conditions = [| "e"; "ne"; "b"; "ae"; "a"; "be"; "s"; "ns"; "o"; "l"; "g" |]

let directives =
  [| ".long"; ".quad"; ".byte"; ".short"; ".octa"; ".zero"; ".skip"; ".globl"; ".weak"; ".local"; ".hidden"; ".protected"; ".type"; ".size";
     ".p2align"; ".balign"; ".align"; ".text"; ".data"; ".bss"; ".comm"; ".asciz"; ".ascii"; ".set"; ".org"; ".previous"; ".fill" |]

let section_lines =
  [| "\t.data"; "\t.text"; "\t.section .rodata"; "\t.section .data.rel.ro,\"aw\""; "\t.bss"; "\t.section .rodata,\"a\",@progbits";
     "\t.section .init_array,\"aw\"" |]

(* Whole lines that change what the others mean, or look as if they did. *)
let inserted =
  [| "\t.byte 0x90"; "\t.byte 0xc3"; "\t.balign 64, 0xc3"; "\t.balign 16"; "\t.p2align 4,,10"; "\t.p2align 4"; "\t.p2align 6, 0x90";
     "\t.data"; "\t.text"; "\t.section .rodata"; "\t.section .text.other,\"ax\",@progbits"; "\t.section .rodata, \"ax\"";
     "\t.previous"; "\t.pushsection .data"; "\t.popsection"; "\t.org .+8"; "\t.skip 8"; "\t.quad 0"; "\t.long 1, 2"; "1:";
     ".Lfairlead0:"; "\t.code32"; "\t.intel_syntax noprefix"; "\t.att_syntax"; "\t.macro nop"; "\t.endm"; "\t.if 0"; "\t.endif";
     "\t.rept 2"; "\t.endr"; "\t.cfi_startproc"; "\t.cfi_endproc"; "\t.include \"x\""; "\t.incbin \"x\""; "\t.end"; "\t.altmacro";
     "\t.equ a, b"; "a = 1"; "\t.reloc 0, R_X86_64_64, .text"; "\t.subsection 1"; "\t.text 1"; "#NO_APP"; "# 1 \"x\""; "/* */"; "/*";
     "*/"; "//"; "#"; "\\"; "//@ by unroll 2"; "//@ if e"; "//@ end"; "//@ loop"; "//@ while ne"; "//@ else"; "#@ end";
     "# fairlead: region other %rsi"; "# fairlead: disjoint stack other"; "\tnop"; "\tret"; "\tret $8"; "\trepz ret"; "\tud2";
     "\tint3"; "\tcld"; "\tstd"; "\tjmp *%rax"; "\tcall *%rax"; "\tpushfq"; "\tpopfq"; "\tnop; nop"; "\tincq %r10"; "\tpushq %rax" |]

let choose rng lines p =
  let found = List.filter (fun k -> p lines.(k)) (List.init (Array.length lines) Fun.id) in
  match found with [] -> None | l -> Some (List.nth l (Random.State.int rng (List.length l)))

(* Names that stand in the file, but registers and mnemonics. *)
let symbols lines =
  Array.to_list lines
  |> List.concat_map (fun l ->
         if is_comment l then []
         else if is_label l then [ String.sub (trimmed l) 0 (String.length (trimmed l) - 1) ]
         else if is_jump l then
           match List.rev (List.filter (fun p -> is_word p.[0]) (pieces l)) with w :: _ -> [ w ] | [] -> []
         else [])
  |> List.sort_uniq compare |> Array.of_list

let set lines k l = Array.mapi (fun i x -> if i = k then l else x) lines
let remove lines k = Array.of_list (List.filteri (fun i _ -> i <> k) (Array.to_list lines))
let insert lines k l = Array.concat [ Array.sub lines 0 k; [| l |]; Array.sub lines k (Array.length lines - k) ]
let swap lines i j = Array.mapi (fun k x -> if k = i then lines.(j) else if k = j then lines.(i) else x) lines

(* One word of a line that [p] is true of becomes another. *)
let replace_word rng p f line =
  let all = Array.of_list (pieces line) in
  let found = List.filter (fun k -> is_word all.(k).[0] && p all.(k)) (List.init (Array.length all) Fun.id) in
  match found with
  | [] -> line
  | l ->
      let k = List.nth l (Random.State.int rng (List.length l)) in
      all.(k) <- f all.(k);
      String.concat "" (Array.to_list all)

let rename_everywhere a b line = String.concat "" (List.map (fun p -> if p = a then b else p) (pieces line))

let other_number rng w =
  match int_of_string_opt w with
  | Some n -> string_of_int (pick rng [| n + 1; n - 1; n * 2; n + 8; n - 8; n + 16; n lxor 1; 0; 1; -n |])
  | None -> pick rng [| "0"; "1"; "8"; "16" |]

let is_section line = is_directive line && (starts ".section" (trimmed line) || List.mem (trimmed line) [ ".text"; ".data"; ".bss" ])
let anywhere rng lines = Random.State.int rng (Array.length lines)
let near rng lines k = max 0 (min (Array.length lines - 1) (k + Random.State.int rng 7 - 3))
let any_symbol rng lines = match symbols lines with [||] -> "f" | s -> pick rng s

(* Changes to one line of a kind, and to one word of it. *)
let at p f rng lines = match choose rng lines p with Some k -> set lines k (f rng lines lines.(k)) | None -> lines
let word p q f = at p (fun rng lines line -> replace_word rng (q lines line) (f rng lines) line)
let a_symbol lines _ w = Array.mem w (symbols lines)
let the_mnemonic _ line w = w = mnemonic line
let append words = fun rng _ line -> line ^ pick rng words
let insertion f rng lines = insert lines (anywhere rng lines) (f rng lines)
let everywhere f rng lines = let a = any_symbol rng lines in Array.map (rename_everywhere a (f rng lines a)) lines

let move_near p rng lines =
  match choose rng lines p with
  | Some k -> let line = lines.(k) in insert (remove lines k) (near rng lines k) line
  | None -> lines

let next rng lines =
  match choose rng lines is_code with Some k -> swap lines k (min (Array.length lines - 1) (k + 1)) | None -> lines

let commented_out rng lines =
  let k = anywhere rng lines in
  insert (insert lines (min (Array.length lines) (k + 1 + Random.State.int rng 3)) "*/") k "/*"

let code_or_data line = is_code line || is_directive line

let named_directive rng lines =
  let other = any_symbol rng lines in
  Printf.sprintf "%s %s%s" (pick rng directives) (any_symbol rng lines) (pick rng [| ""; ", " ^ other; ", @function"; ", .-" ^ other |])

let alias rng lines =
  pick rng [| "\t.set "; "\t.equ "; "\t.symver "; "\t.weakref " |] ^ any_symbol rng lines ^ ", " ^ any_symbol rng lines

(* What stands here more often is chosen more often: of moves of instructions, some are legal. *)
let changes =
  [|
    ("move", next); ("move", next); ("move", next); ("move", next); ("move", next); ("move", next);
    ("move", fun rng lines -> match choose rng lines is_code with Some k -> swap lines k (near rng lines k) | None -> lines);
    ("move", move_near is_code);
    ("remove", fun rng lines -> remove lines (anywhere rng lines));
    ("repeat", fun rng lines -> let k = anywhere rng lines in insert lines (near rng lines k) lines.(k));
    ("exchange", fun rng lines -> swap lines (anywhere rng lines) (anywhere rng lines));
    ("label", fun rng lines ->
        match (choose rng lines is_label, choose rng lines is_label) with Some i, Some j -> swap lines i j | _ -> lines);
    ("label", move_near is_label);
    ("label", at is_label (fun rng lines _ -> any_symbol rng lines ^ ":"));
    ("renaming", everywhere (fun rng lines a -> pick rng [| a ^ "x"; ".L" ^ a; any_symbol rng lines |]));
    ("numeric label", everywhere (fun rng _ _ -> pick rng [| "1"; "1b"; "1f"; "2" |]));
    ("target", word is_jump a_symbol (fun rng lines _ -> any_symbol rng lines));
    ("target", at is_jump (append [| "+1"; "-1"; "@PLT"; "@GOTPCREL"; "+8" |]));
    ("condition", at is_jump (fun rng lines _ -> "\tj" ^ pick rng conditions ^ " " ^ any_symbol rng lines));
    ("condition", word is_jump (fun _ _ w -> starts "j" w) (fun rng _ _ -> pick rng [| "jmp"; "j" ^ pick rng conditions |]));
    ("call", word is_jump the_mnemonic (fun _ _ w -> if w = "call" then "jmp" else "call"));
    ("call", insertion (fun rng lines -> pick rng [| "\tcall "; "\tjmp " |] ^ pick rng [| any_symbol rng lines; "outside"; "nowhere" |]));
    ("prefix", at is_code (fun rng _ line -> "\t" ^ pick rng prefixes ^ pick rng [| " "; "; " |] ^ trimmed line));
    ("directive", word is_directive the_mnemonic (fun rng _ _ -> pick rng directives));
    ("directive", word is_directive (fun _ _ -> is_number) (fun rng _ -> other_number rng));
    ("directive", at is_directive (append [| ", 1"; ", 0xc3"; ",,1"; "+1"; ", 0"; " + 0"; ", 8" |]));
    ("insertion", insertion (fun rng _ -> pick rng inserted));
    ("insertion", insertion named_directive);
    ("alias", insertion alias);
    ("section", at is_section (fun rng _ _ -> pick rng section_lines));
    ("symbol", word code_or_data a_symbol (fun rng lines _ -> any_symbol rng lines));
    ("symbol", word code_or_data a_symbol (fun rng _ w -> w ^ pick rng [| "+8"; "-8"; "+1"; "@GOTPCREL"; "x" |]));
    ("comment", at (fun _ -> true)
        (append [| " # x"; " // x"; " /* x */"; " /*"; " */"; " //@ loop"; " # fairlead: secret none"; " ; nop"; " \\" |]));
    ("comment", at (fun _ -> true) (fun rng _ line -> pick rng [| "#"; "//"; "/*"; "*/"; "/"; ";"; "//@ "; "#@"; "! " |] ^ line));
    ("comment", commented_out);
    ("instruction", word is_code (fun _ _ -> is_register) (fun rng _ _ -> pick rng registers));
    ("instruction", word is_code (fun _ _ -> is_number) (fun rng _ -> other_number rng));
    ("instruction", word is_code the_mnemonic (fun rng _ _ -> pick rng mnemonics));
    ("return", at (fun line -> trimmed line = "ret")
        (fun rng _ _ ->
          pick rng [| "\tret $16"; "\trepz ret"; "\trepz movsb"; "\tretq"; "\tretw"; "\tret # x"; "\tjmp outside"; "\tnop" |]));
  |]

let mutate rng lines =
  let rec go n lines kinds =
    if n = 0 || Array.length lines = 0 then (lines, String.concat ", " (List.rev kinds))
    else
      let kind, change = pick rng changes in
      go (n - 1) (change rng lines) (kind :: kinds)
  in
  go (pick rng [| 1; 1; 1; 2; 2; 3 |]) lines []
