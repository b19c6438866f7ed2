# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What writes trees of C down, with one mistake in each of many places: mutate_tree.py c_tree.ml prints an OCaml module
with all of them, as modules of their own. A place that is not there any more is an error."""
import sys

ASSIGN = 'SAssign (_, l, e) -> [ value (lvalue names l) ^ " = " ^ expression names e ^ ";" ]'
COPY = 'SCopy (l, l\') -> [ value (lvalue names l) ^ " = " ^ value (lvalue names l\') ^ ";" ]'
BYTES = '(if move then move_bytes else copy_bytes); "("; text d; ", "; text e; ", "; text n; ");"'
BLOCK = '"const "; type_name t; " "; (names.variable x).text; " = "; expression names e; ";"'
ZEROS = 'clear_bytes; "("; expression names d; ", 0, "; expression names n; ");"'
CLEAR = '[ clear_bytes; "("; l; ", 0, sizeof "; l; ");" ]'
DIGITS = 'store_digits ~big t; "("; text d; ", "; text e; ");"'
WHEN = '(("if (" ^ expression names e ^ ") {") :: inside) @ [ "}" ]'
INSIDE = 'List.concat_map (statement names ~trap) s) @ [ "}" ]'
BINARY = "[ text a; sign op; text b ]"
GUARD = 'String.concat "" [ "if (FLI_UNLIKELY("; expression names e; ")) { "; trap; " }" ]'
MISTAKES = {
    "a guard is left out": ("STrapIf e -> [ " + GUARD + " ]", 'STrapIf _ -> []'),
    "a guard the other way round": ('"if (FLI_UNLIKELY("; expression', '"if (FLI_UNLIKELY(!"; expression'),
    "a guard that does not trap": ('")) { "; trap; " }"', '")) { }"'),
    "a guard that is tested, and traps always": ('")) { "; trap; " }"', '")) { } "; trap'),
    "a guard behind a semicolon": ('")) { "; trap; " }"', '")); { "; trap; " }"'),
    "what always traps does not": ("Coq.STrap -> [ trap ]", 'Coq.STrap -> []'),
    "what control never gets to traps": ("SNever -> [ never ]", "SNever -> [ trap ]"),
    "a store is left out": (ASSIGN, "SAssign _ -> []"),
    "a store that is a comparison": (ASSIGN, ASSIGN.replace('" = "', '" == "')),
    "a store that adds": (ASSIGN, ASSIGN.replace('" = "', '" += "')),
    "what is stored is stored into": (
        ASSIGN, 'SAssign (_, l, e) -> [ expression names e ^ " = " ^ value (lvalue names l) ^ ";" ]'),
    "a store that happens twice": (ASSIGN, ASSIGN.replace('^ ";" ]', '^ ";"; value (lvalue names l) ^ " = 0;" ]')),
    "a store of what was there": (ASSIGN, ASSIGN.replace("expression names e", "value (lvalue names l)")),
    "a store through the pointer's own variable": (
        ASSIGN, ASSIGN.replace("value (lvalue names l)", "(lvalue names l).text")),
    "a copy is left out": (COPY, "SCopy _ -> []"),
    "a copy the other way round": (COPY, COPY.replace("(l, l')", "(l', l)")),
    "a copy of what was there": (COPY, COPY.replace("(lvalue names l')", "(lvalue names l)")),
    "a copy that copies a part": (COPY, COPY.replace('l\') ^ ";"', 'l\') ^ ".len;"')),
    "bytes are not copied": ("[ String.concat \"\" [ " + BYTES + " ] ]", "[]"),
    "bytes that may overlap": (BYTES, BYTES.replace("move_bytes else copy", "copy_bytes else move")),
    "bytes from where they go": (
        BYTES, BYTES.replace('text d; ", "; text e', 'text e; ", "; text d')),
    "as many bytes as an address": (BYTES, BYTES.replace("text n", "text e")),
    "a block whose constant is not constant": (BLOCK, BLOCK.replace('"const "; ', "")),
    "a constant of another type than its block says": (BLOCK, BLOCK.replace("type_name t", "type_name Coq.U8")),
    "a constant of no name": (BLOCK, BLOCK.replace("(names.variable x).text; ", "")),
    "a constant that is zero": (BLOCK, BLOCK.replace("expression names e", '"0"')),
    "a block that does nothing": (INSIDE, 'List.concat_map (fun _ -> []) s) @ [ "}" ]'),
    "a block in another order": (INSIDE, 'List.concat_map (statement names ~trap) (List.rev s)) @ [ "}" ]'),
    "a block is left half way": (INSIDE, 'statement names ~trap (List.hd s)) @ [ "}" ]'),
    "a block that is not closed": (INSIDE, "List.concat_map (statement names ~trap) s)"),
    "bytes that are new are not cleared": ('[ String.concat "" [ ' + ZEROS + " ] ]", "[]"),
    "bytes that are new are ones": (ZEROS, ZEROS.replace(", 0, ", ", 1, ")),
    "all bytes are cleared": (ZEROS, ZEROS.replace(
        "expression names d", "expression names (match d with XBinary (OAdd, d, _) -> d | d -> d)")),
    "as many bytes are cleared as there are then": (ZEROS, ZEROS.replace(
        "expression names n", "expression names (match n with XBinary (OSub, n, _) -> n | n -> n)")),
    "as many bytes are cleared as there were": (ZEROS, ZEROS.replace(
        "expression names n", "expression names (match n with XBinary (OSub, _, n) -> n | n -> n)")),
    "bytes are cleared from the new end on": (ZEROS, ZEROS.replace(
        "expression names d", "expression names (match (d, n) with XBinary (op, d, _), XBinary (OSub, n, _) -> "
        "XBinary (op, d, n) | _ -> d)")),
    "the last of the new bytes is not cleared": (ZEROS, ZEROS.replace("names n", 'names n; " - 1u"')),
    "an array is not cleared": ('[ String.concat "" ' + CLEAR + " ]", "[ \"(void)0;\" ]"),
    "an array is filled with ones": (CLEAR, CLEAR.replace(", 0, ", ", 1, ")),
    "the first bytes of an array are cleared": (CLEAR, CLEAR.replace("sizeof \"; l", 'sizeof *"; l')),
    "an array's address where the array is": (CLEAR, CLEAR.replace('"("; l', '"(&"; l')),
    "bytes are cleared, longer or not": (WHEN, '(("if (true) {") :: inside) @ [ "}" ]'),
    "bytes are cleared when it gets shorter": (WHEN, WHEN.replace("expression names e", 'expression names '
        '(match e with XBinary (_, a, b) -> XBinary (OLt, a, b) | e -> e)')),
    "what happens sometimes never does": (WHEN, WHEN.replace(":: inside)", ":: [])")),
    "what happens sometimes always does": (WHEN, '"{" :: inside @ [ "}" ]'),
    "what happens sometimes is behind a semicolon": (WHEN, WHEN.replace('") {"', '"); {"')),
    "the condition's block goes on": (WHEN, "((\"if (\" ^ expression names e ^ \") {\") :: inside)"),
    "a number's bytes the other way round": (DIGITS, DIGITS.replace("~big", "~big:(not big)")),
    "fewer bytes of a number": (DIGITS, DIGITS.replace("~big t", "~big Coq.U16")),
    "more bytes of a number": (DIGITS, DIGITS.replace("~big t", "~big Coq.U64")),
    "a number at the beginning": (DIGITS, DIGITS.replace(
        "text d", "text (match d with XBinary (OAdd, d, _) -> d | d -> d)")),
    "a number one byte further": (DIGITS, DIGITS.replace("text d", 'text d; " + 1u"')),
    "a number that is zero": (DIGITS, DIGITS.replace("text e", '"0"')),
    "a number where its address was": (DIGITS, DIGITS.replace('text d; ", "; text e', 'text e; ", "; text d')),
    "a number is not stored": ('[ String.concat "" [ ' + DIGITS + " ] ]", "[]"),
    "a number is stored twice": (DIGITS, DIGITS + "; " + DIGITS),
    "bytes are appended in front": (
        BYTES, BYTES.replace("text d", "text (match d with XBinary (OAdd, d, _) -> d | d -> d)")),
    "bytes are appended one further": (BYTES, BYTES.replace("text d", 'text d; " + 1u"')),
    "bytes are appended to themselves": (
        BYTES, BYTES.replace("text e", "text (match d with XBinary (OAdd, d, _) -> d | _ -> e)")),
    "one byte less is appended": (BYTES, BYTES.replace("text n", 'text n; " - 1u"')),
    "bytes are appended twice": (
        BYTES, BYTES + '; (if move then "" else copy_bytes ^ "(" ^ text d ^ ", " ^ text e ^ ", " ^ text n ^ ");")'),
    "bytes are appended, and not copied": (
        INSIDE, INSIDE.replace(") s)", ") (List.filter (function Coq.SBytes _ -> false | _ -> true) s))")),
    "the length grows without its bytes": (
        ASSIGN, ASSIGN.replace("-> [", "-> (match l with LSubscript _ -> [] | _ -> [") + ")"),
    "a byte is stored over the last one": ('expression names i ^ "]"', 'expression names i ^ " - 1]"'),
    "a byte that is stored, and no length": (
        ASSIGN, ASSIGN.replace("-> [", "-> (match e with XCast _ -> [] | _ -> [") + ")"),
    "the length does not grow": (
        '"(" ^ text e ^ ")"', '"(" ^ text (match e with XBinary (OAdd, a, _) -> a | e -> e) ^ ")"'),
    "the length is that of what is added": (
        '"(" ^ text e ^ ")"', '"(" ^ text (match e with XBinary (OAdd, _, b) -> b | e -> e) ^ ")"'),
    "a guard that is late by one": ("sign op", "sign (if op = Coq.OGe then Coq.OGt else op)"),
    "a guard that is early by one": ("sign op", "sign (if op = Coq.OGt then Coq.OGe else op)"),
    "the room left is what is there": (BINARY, "(if op = OSub then [ text b ] else " + BINARY + ")"),
    "the room left is all of it": (BINARY, "(if op = OSub then [ text a ] else " + BINARY + ")"),
    "an array that is cleared": (
        "SArray _ -> []", 'SArray (_, l) -> [ "memset(" ^ value (lvalue names l) ^ ", 0, 1);" ]'),
    "a store to a neighbouring member": (
        "dot (lvalue names l) (names.member m)",
        "(let f = names.member m in let g = !last in last := f; dot (lvalue names l) (if g = \"\" then f else g))"),
    "a store to the whole": (
        "LMember (l, m) -> dot (lvalue names l) (names.member m)", "LMember (l, _) -> lvalue names l"),
    "a store to the next element": ('expression names i ^ "]"', 'expression names i ^ " + 1]"'),
    "a store to the first element": (
        'expression names e ^ "[" ^ expression names i ^ "]"', 'expression names e ^ "[0]"'),
    "parentheses are left out": ('"(" ^ text e ^ ")"', "text e"),
    "a cast is left out": ('"(" ^ type_name t ^ ")" ^ text e', "text e"),
    "a cast to another type": ('"(" ^ type_name t ^ ")"', '"(" ^ type_name Coq.U64 ^ ")"'),
    "operands are exchanged": ("[ text a; sign op; text b ]", "[ text b; sign op; text a ]"),
    "another operator": ("sign op", "sign Coq.OAdd"),
    "an operand is left out": ("[ text a; sign op; text b ]", "[ text a ]"),
    "not is left out": ('"!" ^ text e', "text e"),
    "complement is negation": ('"~" ^ text e', '"-" ^ text e'),
    "and is or": ('" && "', '" || "'),
    "or is and": ('" || "', '" && "'),
    "and of bits": ('" && "', '" & "'),
    "the second operand of and is left out": ('text a ^ " && " ^ text b', "text a"),
    "a choice the other way round": ("text a; \" : \"; text b", "text b; \" : \"; text a"),
    "arguments are exchanged": ("(List.map text es)", "(List.rev_map text es)"),
    "an argument is left out": ("(List.map text es)", "(List.map text (List.tl es))"),
    "a call is its first argument": ('names.function_name f ^ "("', '"("'),
    "a constant of another type": ("constant notation z", "constant Coq.Plain z"),
    "constants are zero": ("constant notation z", "constant notation Fairlead_lang_coq.Big_trusted.zero"),
    "true is false": ("string_of_bool b", "string_of_bool (not b)"),
    "blanks inside a word": ('" && "', '" & & "'),
    "no blanks": (ASSIGN, ASSIGN.replace('" = "', '"="')),
}
# Not a mistake: the same words.
SAME = {"no blanks"}
text = open(sys.argv[1]).read()
print("open Fairlead_lang")
print("""module type tree = sig
  open C_spelling_trusted
  val expression : ('v, 'm, 'f) names -> ('v, 'm, 'f) Fairlead_lang_coq.Extracted.cexpr -> string
  val statement : ('v, 'm, 'f) names -> trap:string -> ('v, 'm, 'f) Fairlead_lang_coq.Extracted.cstat -> string list
end""")
print('let last = ref ""')
for i, (name, (old, new)) in enumerate(MISTAKES.items()):
    if old not in text:
        sys.exit(f"c_tree.ml has no {old!r}: adapt tests/control/mutate_tree.py ({name})")
    print(f"module M{i} = struct\n{text.replace(old, new)}\nend")
print("let all : (string * bool * (module tree)) list = [")
print("\n".join(f'  ("{name}", {str(name in SAME).lower()}, (module M{i}));' for i, name in enumerate(MISTAKES)))
print("]")
