# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Errors to make in a copy of flcc, each in a few places: name: [(file of compiler/threads, text, replacement)]."""

GRAPH, SAVED, LAYOUT = "flow/graph.ml", "flow/saved.ml", "check/layout.ml"
COMMANDS, SCOPES, EFFECTS = "check/transcribe_trusted.ml", "flow/scopes_trusted.ml", "lower/effects_trusted.ml"
HOIST, LOWER, FRAGMENTS = "lower/hoist.ml", "lower/lower.ml", "lower/fragments.ml"
TYPES, NAMES, EMIT = "blocks/local_types.ml", "source/local_names.ml", "emit/emit.ml"
CALLS, STATEMENTS, FRAME, OUTLINE = "emit/calls.ml", "emit/statements.ml", "emit/frame.ml", "outline/outline.ml"

# Of the dataflow and the layout alone: the check should find them all.
CHECKED = {
    "while: control does not come back": [
        (GRAPH,
         "lead (b.ends @ b.continued) head node_of;",
         "lead b.continued head node_of;"),
    ],
    "do: control does not come back": [
        (GRAPH,
         "            effects b e;\n"
         "            lead b.ends head node_of)",
         "            effects b e; ignore head)"),
    ],
    "for: control does not come back": [
        (GRAPH,
         "            lead b.ends head node_of;\n"
         "            b.ends <- [])",
         "            ignore head; b.ends <- [])"),
    ],
    "continue leads nowhere": [
        (GRAPH,
         "| Continue _ -> b.continued <- b.ends @ b.continued; b.ends <- []",
         "| Continue _ -> b.ends <- []"),
    ],
    "break leads nowhere": [
        (GRAPH,
         "| Break -> b.broken <- b.ends @ b.broken; b.ends <- []",
         "| Break -> b.ends <- []"),
    ],
    "goto leads nowhere": [
        (GRAPH,
         "Some target -> lead ends target node_of |",
         "Some target -> ignore (ends, target) |"),
    ],
    "switch: cases are not entered": [
        (GRAPH,
         "List.iter (fun target -> lead entry target node_of) b.cases;",
         ""),
    ],
    "switch without default: never passed by": [
        (GRAPH,
         "@ (if b.default then [] else entry);",
         "@ (if b.default then entry else []);"),
    ],
    "if: never false": [
        (GRAPH,
         "let no = branch entry no in",
         "let no = branch [] no in"),
    ],
    "if: the branch that holds ends the function": [
        (GRAPH,
         "b.ends <- yes @ no;",
         "ignore yes; b.ends <- no;"),
    ],
    "return reads nothing": [
        (GRAPH,
         "| Return e -> Option.iter (effects b) e; b.ends <- []",
         "| Return _ -> b.ends <- []"),
    ],
    "arguments of calls are not read": [
        (GRAPH,
         "piece b ~suspension:c ~reads ~writes c.from;",
         "ignore reads; piece b ~suspension:c ~writes c.from;"),
    ],
    "initializers read nothing": [
        (GRAPH,
         "| Value e | Braces e -> piece b ~reads:e.reads ~writes:(v :: e.writes) at",
         "| Value e | Braces e -> piece b ~writes:(v :: e.writes) at"),
    ],
    "what becomes an intermediate value is not read": [
        (GRAPH,
         "| Set (v, e) -> piece b ~reads:e.reads ~writes:(v :: e.writes) at",
         "| Set (v, e) -> piece b ~writes:(v :: e.writes) at"),
    ],
    "conditions read nothing": [
        (GRAPH,
         "piece b ~reads:e.reads ~writes:e.writes e.at",
         "piece b ~writes:e.writes e.at"),
    ],
    "objects with an address are used by name only": [
        (GRAPH,
         "~reads:(Scopes_trusted.alive b.scopes at @ reads)",
         "~reads"),
    ],
    "any write ends every life": [
        (SAVED,
         "List.exists (fun w -> w.key = v.key) nodes.(b).writes",
         "nodes.(b).writes <> []"),
    ],
    "lives begin one node before the read": [
        (SAVED,
         "nodes.(b).writes) then live_in b)",
         "nodes.(b).writes) then ignore b)"),
    ],
    "nothing is live behind calls": [
        (SAVED,
         "            record b ~call:true;\n",
         ""),
    ],
    "nothing is live before loops and labels": [
        (SAVED,
         "record i ~call:false; ",
         ""),
    ],
    "the last variable is not saved": [
        (SAVED,
         "List.filter_map saved f.variables }",
         "List.filteri (fun i _ -> i > 0) (List.rev (List.filter_map saved f.variables)) }"),
    ],
    "writes take no room": [
        (SAVED,
         "(at_entry @ writers v @ Option",
         "(at_entry @ (if v.role = Local then [] else writers v) @ Option"),
    ],
    "parameters nobody reads take no room": [
        (SAVED,
         "if v.role = Parameter then [ 0 ] else []",
         "[]"),
        (SAVED,
         "writers v @ Option",
         "Option"),
    ],
    "all variables in one member": [
        (LAYOUT,
         "number = !count;",
         "number = 0;"),
    ],
    "members are always free": [
        (LAYOUT,
         "let free m = Saved.Nodes.disjoint m.nodes nodes in",
         "let free (_ : member) = true in"),
    ],
    "who shares a member is forgotten": [
        (LAYOUT,
         "    if not v.fixed then Saved.Nodes.add m.nodes nodes;\n",
         "    if shared = None then Saved.Nodes.add m.nodes nodes;\n"),
    ],
    "what has an address shares": [
        (LAYOUT,
         "if v.fixed then None\n"
         "      else\n"
         "        match",
         "match"),
        (LAYOUT,
         "if not v.fixed then members",
         "members"),
    ],
    "everything in C locals": [
        (LAYOUT,
         "Some m -> Threads_model.Slot m",
         "Some _ -> Threads_model.Native"),
    ],
    "intermediate values in C locals": [
        (LAYOUT,
         "Some m -> Threads_model.Slot m",
         "Some m when v.role <> Temporary -> Threads_model.Slot m"),
        (LAYOUT,
         "| None -> Threads_model.Native)",
         "| _ -> Threads_model.Native)"),
    ],
}
# Of what the check is told, which is trusted. Control is told apart from the dataflow's graph: both are wrong here in
# the same way, so that the check need not see it.
TOLD = {
    "while: control does not come back": [
        (GRAPH,
         "lead (b.ends @ b.continued) head node_of;",
         "lead b.continued head node_of;"),
        (COMMANDS,
         "M.Block (M.Loop (head, M.Seq (condition, either (M.Block inside) (M.Exit 0))))",
         "ignore head; M.Block (M.Seq (condition, either (M.Block inside) (M.Exit 0)))"),
        (COMMANDS,
         "    | While (_, l) | Do (l, _) -> ignore",
         "    | While (_, l) -> ignore (label () : int); each l\n"
         "    | Do (l, _) -> ignore"),
    ],
    "break leads nowhere": [
        (GRAPH,
         "| Break -> b.broken <- b.ends @ b.broken; b.ends <- []",
         "| Break -> b.ends <- []"),
        (COMMANDS,
         "| Break -> M.Exit (env.depth - env.break_at)",
         "| Break -> M.Return"),
    ],
    "goto leads nowhere": [
        (GRAPH,
         "Some target -> lead ends target node_of |",
         "Some target -> ignore (ends, target) |"),
        (COMMANDS,
         "Some l -> M.Goto l | None -> raise",
         "Some _ -> M.Return | None -> raise"),
    ],
    "switch: cases are not entered": [
        (GRAPH,
         "List.iter (fun target -> lead entry target node_of) b.cases;",
         ""),
        (COMMANDS,
         "either (M.Goto l) rest",
         "ignore l; rest"),
    ],
    "if: never false": [
        (GRAPH,
         "let no = branch entry no in",
         "let no = branch [] no in"),
        (COMMANDS,
         "M.Seq (condition, either yes no)",
         "M.Seq (condition, M.Seq (yes, (ignore (either yes no); M.Skip)))"),
    ],
    "return reads nothing": [
        (GRAPH,
         "| Return e -> Option.iter (effects b) e; b.ends <- []",
         "| Return _ -> b.ends <- []"),
        (COMMANDS,
         "| Return (Some e) -> M.Seq (evaluate e, M.Return)",
         "| Return (Some _) -> M.Return"),
    ],
    "arguments of calls are not read": [
        (GRAPH,
         "piece b ~suspension:c ~reads ~writes c.from;",
         "ignore reads; piece b ~suspension:c ~writes c.from;"),
        (COMMANDS,
         "let arguments = piece ~reads ~writes c.from in",
         "let arguments = piece ~writes c.from in ignore reads;"),
    ],
    "initializers read nothing": [
        (GRAPH,
         "| Value e | Braces e -> piece b ~reads:e.reads ~writes:(v :: e.writes) at",
         "| Value e | Braces e -> piece b ~writes:(v :: e.writes) at"),
        (COMMANDS,
         "| Value e | Braces e -> M.Do (piece ~reads:e.reads ~writes",
         "| Value e | Braces e -> M.Do (piece ~writes"),
        (GRAPH,
         "| Set (v, e) -> piece b ~reads:e.reads ~writes:(v :: e.writes) at",
         "| Set (v, e) -> piece b ~writes:(v :: e.writes) at"),
    ],
    "objects are never there": [
        (SCOPES,
         "fst v.scope <= at && at < snd v.scope",
         "fst v.scope > at && at > snd v.scope"),
    ],
    "objects go with the first statement": [
        (SCOPES,
         "at < snd v.scope",
         "at <= fst v.scope"),
    ],
    "a compound assignment writes the whole, and reads not": [
        (EFFECTS,
         '| BinaryOperator, [ left; right ] when n.op = "="',
         '| (BinaryOperator | CompoundAssignOperator), [ left; right ] when n.op = "=" || '
         'n.kind = CompoundAssignOperator'),
    ],
    "what && may write, it writes": [
        (EFFECTS,
         "go ~surely left; go ~surely:false right",
         "go ~surely left; go ~surely right"),
    ],
    "what ?: may write, it writes": [
        (EFFECTS,
         "          (go ~surely:false) rest",
         "          (go ~surely) rest"),
    ],
    "the right side of = is not read": [
        (EFFECTS,
         "else reads := v :: !reads;\n"
         "                go ~surely right",
         "else reads := v :: !reads"),
    ],
    "subscripts are not read": [
        (EFFECTS,
         "        | _ -> List.iter (go ~surely) (Program.evaluated n))",
         '        | ArraySubscriptExpr, base :: _ -> go ~surely base\n'
         "        | _ -> List.iter (go ~surely) (Program.evaluated n))"),
    ],
    "compound assignments do not read what they assign to": [
        (EFFECTS,
         "        | _ -> List.iter (go ~surely) (Program.evaluated n))",
         '        | CompoundAssignOperator, [ _; right ] -> go ~surely right\n'
         "        | _ -> List.iter (go ~surely) (Program.evaluated n))"),
    ],
    "++ and -- do not read": [
        (EFFECTS,
         "        | _ -> List.iter (go ~surely) (Program.evaluated n))",
         '        | UnaryOperator, _ when n.op = "++" || n.op = "--" -> ()\n'
         "        | _ -> List.iter (go ~surely) (Program.evaluated n))"),
    ],
    "lists of initializers are not read": [
        (EFFECTS,
         "        | _ -> List.iter (go ~surely) (Program.evaluated n))",
         '        | InitListExpr, _ -> ()\n'
         "        | _ -> List.iter (go ~surely) (Program.evaluated n))"),
    ],
    "members are not read": [
        (EFFECTS,
         "        | _ -> List.iter (go ~surely) (Program.evaluated n))",
         '        | MemberExpr, _ -> ()\n'
         "        | _ -> List.iter (go ~surely) (Program.evaluated n))"),
    ],
    "arguments of native calls are not read": [
        (EFFECTS,
         "        | _ -> List.iter (go ~surely) (Program.evaluated n))",
         '        | CallExpr, callee :: _ -> go ~surely callee\n'
         "        | _ -> List.iter (go ~surely) (Program.evaluated n))"),
    ],
    "what is written only perhaps is not told": [
        (EFFECTS,
         "if surely then writes := v :: !writes else reads := v :: !reads;",
         "if surely then writes := v :: !writes;"),
    ],
    "a member that is written is the whole": [
        (EFFECTS,
         "match Program.bare left with",
         'match (match Program.bare left with { kind = MemberExpr; inner = [ c ]; _ } -> '
         "Program.bare c | c -> c) with"),
    ],
    "& gives no address away": [
        (EFFECTS,
         '| UnaryOperator, [ c ] when n.op = "&" -> fix c',
         '| UnaryOperator, [ c ] when n.op = "&&" -> fix c'),
        (LOWER, "  Addresses.mark ctx d.body;\n", ""),
    ],
    "& of a member gives no address away": [
        (EFFECTS,
         '(ParenExpr | ConstantExpr | MemberExpr), [ c ] -> root',
         '(ParenExpr | ConstantExpr), [ c ] -> root'),
        (LOWER, "  Addresses.mark ctx d.body;\n", ""),
    ],
    "arrays give no address away": [
        (EFFECTS,
         '| ImplicitCastExpr, [ c ] when n.op = "ArrayToPointerDecay" -> fix c\n',
         ""),
        (LOWER, "  Addresses.mark ctx d.body;\n", ""),
    ],
    "statement expressions give no address away": [
        (EFFECTS,
         '(GCCAsmStmt | StmtExpr), _ -> iter',
         'GCCAsmStmt, _ -> iter'),
        (LOWER, "  Addresses.mark ctx d.body;\n", ""),
    ],
    "addresses: no second look": [
        (LOWER, "  Addresses.mark ctx d.body;\n", ""),
    ],
    "addresses: no first look": [
        (EFFECTS, "Some v -> v.fixed <- true", "Some v -> ignore v"),
    ],
    "compound literals are gone with their statement": [
        (LOWER,
         "when braces.first > n.first && call_within ctx block ->",
         "when braces.first > n.last && call_within ctx block ->"),
    ],
    "arrays in results are gone with their call": [
        (HOIST,
         "if Hashtbl.mem ctx.decayed n.id then kept_temporary ctx n ty else",
         ""),
    ],
}
# Of hoisting, control flow and the text, which no check sees.
REST = {
    "a prototype is printed with its whole declaration": [
        (LOWER, 'if d.kind <> FunctionDecl then [ Text', 'if d.kind <> Absent then [ Text'),
    ],
    "what has no value is done again": [
        (HOIST, "Some t -> Result t | None -> Done)\n  | _", "Some t -> Result t | None -> Instead block)\n  | _"),
    ],
    "a call whose result nobody wants is not printed": [
        (STATEMENTS,
         '| Call c -> start "";',
         '| Call { into = None; arguments = []; tail = false; _ } -> start ";"\n  | Call c -> start "";'),
    ],
    "else is not printed": [
        (STATEMENTS,
         'word ctx " else "; block no',
         'word ctx " else "; block []'),
    ],
    "break is not printed": [
        (STATEMENTS, '| Break -> start "break;"', '| Break when at < 0 -> start "break;"\n  | Break -> ()'),
    ],
    "pragmas are not printed": [
        (HOIST, "emit ctx a (Verbatim (lazy [ line; For (a, b) ], []))",
         "ignore line; emit ctx a (Verbatim (lazy [ For (a, a); For (b, b) ], []))"),
    ],
    "&&: exchanged with ||": [
        (HOIST,
         'emit ctx n.first (if n.op = "&&" then If (condition, evaluate, decided)',
         'emit ctx n.first (if n.op = "||" then If (condition, evaluate, decided)'),
    ],
    "&&: what is left out counts as 1": [
        (HOIST,
         'word (if n.op = "&&" then "0" else "1")',
         'word (if n.op = "&&" then "1" else "0")'),
    ],
    "&&: is the right operand": [
        (HOIST,
         'around "!!(" (exp ctx right) ")"',
         "exp ctx right"),
    ],
    "?: both sides": [
        (HOIST,
         "let yes = branch yes in\n"
         "        let no = branch no in\n"
         "        emit ctx n.first (If (condition, yes, no));",
         "let yes = branch yes in\n"
         "        let no = branch no in\n"
         "        emit ctx n.first (If (condition, yes @ no, no));"),
    ],
    "?: of GNU: 1 instead of the first": [
        (HOIST,
         "Set (t, of_var tested n.first)",
         'Set (t, word "1" n.first)'),
    ],
    "comma: what is left is dropped": [
        (HOIST,
         "      discard ctx left;\n"
         "      if suspends ctx right",
         "      ignore left;\n"
         "      if suspends ctx right"),
    ],
    "arguments: from right to left": [
        (HOIST,
         "(callee :: arguments);\n"
         "  let target",
         "(List.rev (callee :: arguments));\n"
         "  let target"),
    ],
    "one intermediate value of each type": [
        (HOIST,
         "Hashtbl.replace ctx.used ty (index + 1);",
         ""),
    ],
    "a && that nobody wants: always both": [
        (HOIST,
         'emit ctx n.first (if n.op = "&&" then If (condition, evaluate, []) else',
         'emit ctx n.first (if n.op = "&&" then If (condition, evaluate, evaluate) else'),
    ],
    "do: continue passes the condition by": [
        (LOWER,
         "emit ctx n.first (Forever (body, Some label, test condition))",
         "emit ctx n.first (Forever (body @ test condition, Some label, []))"),
    ],
    "for: continue passes the step by": [
        (LOWER,
         "emit ctx n.first (Forever (test @ body, Some label, step))",
         "emit ctx n.first (Forever (test @ body @ step, Some label, []))"),
    ],
    "for: the step comes first": [
        (LOWER,
         "emit ctx n.first (Forever (test @ body, Some label, step))",
         "emit ctx n.first (Forever (step @ test @ body, Some label, []))"),
    ],
    "while: the condition is evaluated behind the body": [
        (LOWER,
         "emit ctx n.first (Forever (test @ loop_body ~continue_to:None body, None, []))",
         "emit ctx n.first (Forever (loop_body ~continue_to:None body @ test, None, []))"),
    ],
    "loops are left when the condition holds": [
        (LOWER,
         "desc = If (condition, [],\n"
         "    [ { at = condition.at; desc = Break } ]) }",
         "desc = If (condition,\n"
         "    [ { at = condition.at; desc = Break } ], []) }"),
    ],
    "continue in text leads to the loop's head": [
        (FRAGMENTS,
         '[ Word ("goto " ^ label) ]',
         '[ Word (if label = "" then label else "continue") ]'),
    ],
    "results are written before they are complete": [
        (FRAGMENTS,
         'else (Printf.sprintf "{ __typeof__(%s) fl__r = (" ty,\n'
         '    "); __builtin_memcpy((void *)&fl__s->fl__out.result, (const void *)&fl__r, sizeof '
         'fl__r); return FL_DONE; }")',
         'else ("{ fl__s->fl__out.result = (", "); return FL_DONE; }")'),
    ],
    "calls in a switch are resumed by its cases": [
        (STATEMENTS,
         "ctx.in_switch <- true;",
         ""),
    ],
    "parts: a resumed one lets the next begin where it was resumed": [
        (STATEMENTS,
         "fl__r = %s__part_%d(fl__x, fl__s, fl__at); fl__at = 0;",
         "fl__r = %s__part_%d(fl__x, fl__s, fl__to); fl__at = 0;"),
    ],
    "parts: break goes on behind": [
        (STATEMENTS,
         'if t.breaks then word ctx (printf "if (fl__r == %d) break; " Outline.broke);',
         ""),
    ],
    "parts: continue goes on behind": [
        (STATEMENTS,
         'if t.continues then word ctx (printf "if (fl__r == %d) continue; " Outline.continued);',
         ""),
    ],
    "parts: goto goes on behind": [
        (STATEMENTS,
         'List.iter (fun (name, code) -> word ctx (printf "if (fl__r == %d) goto %s; " code name)) t.exits;',
         ""),
    ],
    "parts: a label in one is its beginning": [
        (STATEMENTS,
         'word ctx (printf "if (0) { %s: fl__at = %d; } " name entry)',
         'word ctx (printf "if (0) { %s: fl__at = %d; } " name (min entry 0))'),
    ],
    "parts: what two of them name is in neither's frame": [
        (OUTLINE,
         "Hashtbl.replace twice v.key ()",
         "()"),
    ],
    "all calls are resumed at the first": [
        (CALLS,
         'word ctx (printf "fl__s->h.at = %d; " k);',
         'word ctx (printf "fl__s->h.at = %d; " (min k 1));'),
    ],
    "results of primitives are dropped": [
        (CALLS,
         '(printf "%s = (%s)fl__x->value; "',
         '(printf "(void)((%s, (%s)fl__x->value)); "'),
    ],
    "a frame is not popped": [
        (CALLS, 'word ctx "fl_pop(fl__x, fl__c); }"', 'word ctx "}"'),
    ],
    "who is resumed keeps the frame it called with": [
        (CALLS,
         'word ctx (printf "if (0) { %s fl__c = (fl_frame *)fl__x->returned; } " (resumes ctx k))',
         'word ctx (printf "if (0) { %s; } " (resumes ctx k))'),
    ],
    "depth is not looked at": [
        (EMIT,
         "if List.exists deeper checked.suspensions then",
         "if false && List.exists deeper checked.suspensions then"),
    ],
    "parameters behind the first are zero": [
        (FRAME,
         'printf "fl__s->%s = %s; " (fields_of v) (name i p)',
         'printf "fl__s->%s = %s; " (fields_of v) (if i > 0 then "0" else name i p)'),
    ],
    "members lose their alignment": [
        (FRAME,
         'printf "%s %s%s; " (typeof v.ty) (Hashtbl.find ctx.fields v.key) (alignment v)',
         'printf "%s %s%s; " (typeof v.ty) (Hashtbl.find ctx.fields v.key) (ignore (alignment v); "")'),
    ],
    "the entry passes zeroes": [
        (EMIT, 'if p.p_name <> "" then p.p_name else', 'if p.p_name = "" then p.p_name else'),
    ],
    "initializers are evaluated twice": [
        (STATEMENTS,
         "if field ctx v = None then define ctx v initial else store ctx v initial",
         "if field ctx v = None then define ctx v initial else (store ctx v initial; store ctx v initial)"),
    ],
    "continue goes behind the step": [
        (STATEMENTS,
         'Option.iter (fun l -> word ctx (printf " %s:;" l)) label;\n'
         "      List.iter (statement ctx) latch;",
         "List.iter (statement ctx) latch;\n"
         '      Option.iter (fun l -> word ctx (printf " %s:;" l)) label;'),
    ],
    "branches are exchanged": [
        (STATEMENTS,
         'block yes;\n'
         '      if no <> [] then (word ctx " else "; block no)',
         'block no;\n'
         '      if yes <> [] then (word ctx " else "; block yes)'),
    ],
    "a tail call is run as if it were in this frame": [
        (CALLS,
         'printf "if (fl__c == &fl__s->h) return %s; return fl_defer(fl__x, fl__c); }" run',
         'printf "return %s; }" run'),
    ],
    "members that are shared lie side by side": [
        (FRAME,
         '| l -> printf "__extension__ union { %s}; "',
         '| l -> printf "__extension__ struct { %s}; "'),
    ],
    "all members in one union": [
        (FRAME,
         "s.name result before\n"
         '    (String.concat "" members)',
         "s.name result before\n"
         '    ("__extension__ union { " ^ String.concat "" members ^ "}; ")'),
    ],
    "promises that entries do not keep are printed": [
        (EMIT, "let blanks = Promises.places program in", "let blanks = ignore Promises.places; [] in"),
    ],
    "types of pointers keep their promises": [
        (CALLS, "(void)((%s (*)(%s))fl__f)(", "(void)(sizeof((%s (*)(%s))fl__f), fl__f)("),
    ],
    "a range of elements: as many values": [
        ("source/ast.ml", "then once (List.rev !inner) else", "then (ignore once; List.rev !inner) else"),
        ("source/ast_lines.ml", "then once inner else", "then (ignore once; inner) else"),
    ],
    "names run into the words before them": [
        ("emit/writer.ml", "(Buffer.nth w.b (n - 1)) then Buffer.add_char w.b ' '", "(Buffer.nth w.b (n - 1)) then ()"),
    ],
    "typeof: what it declares itself is what is around": [
        ("lower/typeof_names.ml", "| true -> told := t.at :: !told", "| true -> name t"),
    ],
    "types of functions: pragmas in front are not about them": [
        (TYPES, "| (_, line_end) :: _ -> min last (line_end + 1)", "| (_, _) :: _ -> min last first"),
    ],
    "types of functions: tags of blocks around are others": [
        (NAMES, "| None -> visible t.around.(block) name", "| None -> visible (-1) name"),
    ],
    "types of functions: names mean what is farthest out": [
        (NAMES, "  let known = List.filter (fun (from, _) -> from <= at)",
         "  let known = List.filter (fun (from, _) -> from <= at && t.around.(block) < 0)"),
    ],
    "types of functions: names are known before they are declared": [
        (NAMES, "  let known = List.filter (fun (from, _) -> from <= at)",
         "  let known = List.filter (fun (from, _) -> from <= at || at >= 0)"),
    ],
    "types of functions: constants keep their names in definitions": [
        (TYPES, "let names = types_renamed t @ enumerators_renamed t in", "let names = types_renamed t in"),
    ],
}
# Not found, and why that is right.
HARMLESS = {
    "a compound assignment writes the whole, and reads not":
        "the tokens do not say that all of it is written: the old value counts as used (lower/assigned.ml)",
    "what && may write, it writes":
        "the tokens do not say that all of it is written: the old value counts as used (lower/assigned.ml)",
    "what ?: may write, it writes":
        "the tokens do not say that all of it is written: the old value counts as used (lower/assigned.ml)",
    "a member that is written is the whole":
        "the tokens do not say that all of it is written: the old value counts as used (lower/assigned.ml)",
    "addresses: no first look": "the second look finds the same, and more (lower/addresses.ml)",
    "arguments: from right to left": "C leaves the order open; what flcc says of it is tested in flcc.t",
    "members that are shared lie side by side": "frames are larger, and nothing else",
}
