let pick rng a = a.(Random.State.int rng (Array.length a))
let is_word ch = (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || String.contains "_.$" ch

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

let is_name w = w <> "" && is_word w.[0] && not (w.[0] >= '0' && w.[0] <= '9')
let is_number w = w <> "" && w.[0] >= '0' && w.[0] <= '9'
let trimmed = String.trim
let starts p s = String.length s >= String.length p && String.sub s 0 (String.length p) = p
let is_label line = let t = trimmed line in t <> "" && t.[String.length t - 1] = ':'
let is_directive line = starts "." (trimmed line) && not (is_label line)
let is_comment line = starts "#" (trimmed line) || starts "//" (trimmed line)
let is_code line = trimmed line <> "" && not (is_label line || is_directive line || is_comment line)
let mnemonic line = match List.filter (fun p -> is_name p) (pieces line) with w :: _ -> w | [] -> ""
let is_jump line = is_code line && (starts "j" (mnemonic line) || mnemonic line = "call")

let registers =
  [| "rax"; "rcx"; "rdx"; "rbx"; "rsi"; "rdi"; "rbp"; "r8"; "r9"; "r10"; "r11"; "eax"; "ecx"; "edx"; "r8d"; "r9d"; "xmm0"; "xmm1"; "xmm2"; "xmm3"; "xmm4" |]

let register_names = Array.to_list registers @ [ "rsp"; "rip"; "xmm5"; "xmm6"; "xmm7"; "ebx"; "esi"; "edi" ]
let is_register w = List.mem w register_names

let mnemonics =
  [| "addq"; "subq"; "xorq"; "andq"; "orq"; "movq"; "movl"; "leaq"; "cmpq"; "testq"; "incq"; "decq"; "notq"; "pxor"; "por"; "pand"; "paddd"; "paddq";
     "movdqu"; "movdqa"; "pshufd"; "bswapq"; "movbeq"; "adcq"; "sbbq"; "imulq"; "pushq"; "popq"; "nop"; "ret" |]

let prefixes = [| "rep"; "repz"; "repnz"; "lock"; "data16"; "addr32"; "notrack"; "bnd"; "cs"; "fs"; "rex.W" |]
let conditions = [| "e"; "ne"; "b"; "ae"; "a"; "be"; "s"; "ns"; "o"; "l"; "g" |]

let directives =
  [| ".long"; ".quad"; ".byte"; ".short"; ".octa"; ".zero"; ".skip"; ".globl"; ".weak"; ".local"; ".hidden"; ".protected"; ".type"; ".size";
     ".p2align"; ".balign"; ".align"; ".text"; ".data"; ".bss"; ".comm"; ".asciz"; ".ascii"; ".set"; ".org"; ".previous"; ".fill" |]

let inserted =
  [| "\t.byte 0x90"; "\t.byte 0xc3"; "\t.balign 64, 0xc3"; "\t.balign 16"; "\t.p2align 4,,10"; "\t.p2align 4"; "\t.p2align 6, 0x90"; "\t.data"; "\t.text";
     "\t.section .rodata"; "\t.section .text.other,\"ax\",@progbits"; "\t.section .rodata, \"ax\""; "\t.previous"; "\t.pushsection .data"; "\t.popsection"; "\t.org .+8";
     "\t.skip 8"; "\t.quad 0"; "\t.long 1, 2"; "1:"; ".Lfairlead0:"; "\t.code32"; "\t.intel_syntax noprefix"; "\t.att_syntax"; "\t.macro nop"; "\t.endm";
     "\t.if 0"; "\t.endif"; "\t.rept 2"; "\t.endr"; "\t.cfi_startproc"; "\t.cfi_endproc"; "\t.include \"x\""; "\t.incbin \"x\""; "\t.end"; "\t.altmacro";
     "\t.equ a, b"; "a = 1"; "\t.reloc 0, R_X86_64_64, .text"; "\t.subsection 1"; "\t.text 1"; "#NO_APP"; "# 1 \"x\""; "/* */"; "/*"; "*/"; "//"; "#"; "\\";
     "//@ by unroll 2"; "//@ if e"; "//@ end"; "//@ loop"; "//@ while ne"; "//@ else"; "#@ end"; "# fairlead: region other %rsi"; "# fairlead: disjoint stack other";
     "\tnop"; "\tret"; "\tret $8"; "\trepz ret"; "\tud2"; "\tint3"; "\tcld"; "\tstd"; "\tjmp *%rax"; "\tcall *%rax"; "\tpushfq"; "\tpopfq"; "\tnop; nop"; "\tincq %r10"; "\tpushq %rax" |]

let choose rng lines p =
  let found = List.filter (fun k -> p lines.(k)) (List.init (Array.length lines) Fun.id) in
  match found with [] -> None | l -> Some (List.nth l (Random.State.int rng (List.length l)))

(* Names that stand in the file, but registers and mnemonics. *)
let symbols lines =
  Array.to_list lines
  |> List.concat_map (fun l ->
         if is_comment l then []
         else if is_label l then [ String.sub (trimmed l) 0 (String.length (trimmed l) - 1) ]
         else if is_jump l then (match List.rev (List.filter (fun p -> is_word p.[0]) (pieces l)) with w :: _ -> [ w ] | [] -> [])
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

let changes : (string * (Random.State.t -> string array -> string array)) array =
  let at rng lines p f = match choose rng lines p with Some k -> set lines k (f lines.(k)) | None -> lines in
  let near rng lines k = max 0 (min (Array.length lines - 1) (k + Random.State.int rng 7 - 3)) in
  let code_or_data l = is_code l || is_directive l in
  let next rng lines =
    match choose rng lines is_code with Some k -> swap lines k (min (Array.length lines - 1) (k + 1)) | None -> lines
  in
  let any_symbol rng lines = match symbols lines with [||] -> "f" | s -> pick rng s in
  [|
    ("move", next); ("move", next); ("move", next); ("move", next); ("move", next); ("move", next);
    ("move", fun rng lines -> match choose rng lines is_code with Some k -> swap lines k (near rng lines k) | None -> lines);
    ("move", fun rng lines -> match choose rng lines is_code with Some k -> let l = lines.(k) in insert (remove lines k) (near rng lines k) l | None -> lines);
    ("remove", fun rng lines -> remove lines (Random.State.int rng (Array.length lines)));
    ("repeat", fun rng lines -> let k = Random.State.int rng (Array.length lines) in insert lines (near rng lines k) lines.(k));
    ("exchange", fun rng lines -> swap lines (Random.State.int rng (Array.length lines)) (Random.State.int rng (Array.length lines)));
    ("label", fun rng lines ->
        match (choose rng lines is_label, choose rng lines is_label) with Some i, Some j -> swap lines i j | _ -> lines);
    ("label", fun rng lines -> match choose rng lines is_label with Some k -> let l = lines.(k) in insert (remove lines k) (near rng lines k) l | None -> lines);
    ("label", fun rng lines -> at rng lines is_label (fun _ -> any_symbol rng lines ^ ":"));
    ("renaming", fun rng lines -> let a = any_symbol rng lines in let b = pick rng [| a ^ "x"; ".L" ^ a; any_symbol rng lines |] in Array.map (rename_everywhere a b) lines);
    ("numeric label", fun rng lines -> let a = any_symbol rng lines in Array.map (rename_everywhere a (pick rng [| "1"; "1b"; "1f"; "2" |])) lines);
    ("target", fun rng lines -> at rng lines is_jump (fun l -> replace_word rng (fun w -> Array.mem w (symbols lines)) (fun _ -> any_symbol rng lines) l));
    ("target", fun rng lines -> at rng lines is_jump (fun l -> l ^ pick rng [| "+1"; "-1"; "@PLT"; "@GOTPCREL"; "+8" |]));
    ("condition", fun rng lines -> at rng lines is_jump (fun _ -> "\tj" ^ pick rng conditions ^ " " ^ any_symbol rng lines));
    ("condition", fun rng lines -> at rng lines is_jump (fun l -> replace_word rng (starts "j") (fun _ -> pick rng [| "jmp"; "j" ^ pick rng conditions |]) l));
    ("call", fun rng lines -> at rng lines is_jump (fun l -> replace_word rng (fun w -> w = mnemonic l) (fun w -> if w = "call" then "jmp" else "call") l));
    ("call", fun rng lines -> insert lines (Random.State.int rng (Array.length lines)) (pick rng [| "\tcall "; "\tjmp " |] ^ pick rng [| any_symbol rng lines; "outside"; "nowhere" |]));
    ("prefix", fun rng lines -> at rng lines is_code (fun l -> "\t" ^ pick rng prefixes ^ pick rng [| " "; "; " |] ^ trimmed l));
    ("directive", fun rng lines -> at rng lines is_directive (fun l -> replace_word rng (fun w -> w = mnemonic l) (fun _ -> pick rng directives) l));
    ("directive", fun rng lines -> at rng lines is_directive (fun l -> replace_word rng is_number (other_number rng) l));
    ("directive", fun rng lines -> at rng lines is_directive (fun l -> l ^ pick rng [| ", 1"; ", 0xc3"; ",,1"; "+1"; ", 0"; " + 0"; ", 8" |]));
    ("insertion", fun rng lines -> insert lines (Random.State.int rng (Array.length lines)) (pick rng inserted));
    ("insertion", fun rng lines -> insert lines (Random.State.int rng (Array.length lines)) (pick rng directives ^ " " ^ any_symbol rng lines ^ pick rng [| ""; ", " ^ any_symbol rng lines; ", @function"; ", .-" ^ any_symbol rng lines |]));
    ("alias", fun rng lines -> insert lines (Random.State.int rng (Array.length lines)) (pick rng [| "\t.set "; "\t.equ "; "\t.symver "; "\t.weakref " |] ^ any_symbol rng lines ^ ", " ^ any_symbol rng lines));
    ("section", fun rng lines -> at rng lines (fun l -> is_directive l && (starts ".section" (trimmed l) || List.mem (trimmed l) [ ".text"; ".data"; ".bss" ]))
        (fun _ -> pick rng [| "\t.data"; "\t.text"; "\t.section .rodata"; "\t.section .data.rel.ro,\"aw\""; "\t.bss"; "\t.section .rodata,\"a\",@progbits"; "\t.section .init_array,\"aw\"" |]));
    ("symbol", fun rng lines -> at rng lines code_or_data (fun l -> replace_word rng (fun w -> Array.mem w (symbols lines)) (fun _ -> any_symbol rng lines) l));
    ("symbol", fun rng lines -> at rng lines code_or_data (fun l -> replace_word rng (fun w -> Array.mem w (symbols lines)) (fun w -> w ^ pick rng [| "+8"; "-8"; "+1"; "@GOTPCREL"; "x" |]) l));
    ("comment", fun rng lines -> at rng lines (fun _ -> true) (fun l -> l ^ pick rng [| " # x"; " // x"; " /* x */"; " /*"; " */"; " //@ loop"; " # fairlead: secret none"; " ; nop"; " \\" |]));
    ("comment", fun rng lines -> at rng lines (fun _ -> true) (fun l -> pick rng [| "#"; "//"; "/*"; "*/"; "/"; ";"; "//@ "; "#@"; "! " |] ^ l));
    ("comment", fun rng lines -> let k = Random.State.int rng (Array.length lines) in insert (insert lines (min (Array.length lines) (k + 1 + Random.State.int rng 3)) "*/") k "/*");
    ("instruction", fun rng lines -> at rng lines is_code (fun l -> replace_word rng is_register (fun _ -> pick rng registers) l));
    ("instruction", fun rng lines -> at rng lines is_code (fun l -> replace_word rng is_number (other_number rng) l));
    ("instruction", fun rng lines -> at rng lines is_code (fun l -> replace_word rng (fun w -> w = mnemonic l) (fun _ -> pick rng mnemonics) l));
    ("return", fun rng lines -> at rng lines (fun l -> trimmed l = "ret") (fun _ -> pick rng [| "\tret $16"; "\trepz ret"; "\trepz movsb"; "\tretq"; "\tretw"; "\tret # x"; "\tjmp outside"; "\tnop" |]));
  |]

let mutate rng lines =
  let rec go n lines kinds =
    if n = 0 || Array.length lines = 0 then (lines, String.concat ", " (List.rev kinds))
    else
      let kind, change = pick rng changes in
      go (n - 1) (change rng lines) (kind :: kinds)
  in
  go (pick rng [| 1; 1; 1; 2; 2; 3 |]) lines []
