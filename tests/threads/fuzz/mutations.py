# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Errors to make in a copy of flcc, each in a few places: name: [(file of compiler/threads, text, replacement)]."""

GRAPH, SAVED, LAYOUT = "flow/graph.ml", "flow/saved.ml", "check/layout.ml"
COMMANDS, SCOPES, EFFECTS = "check/transcribe_trusted.ml", "flow/scopes_trusted.ml", "lower/effects_trusted.ml"
HOIST, LOWER, FRAGMENTS = "lower/hoist.ml", "lower/lower.ml", "lower/fragments.ml"
TEMPORARIES, SUSPENDING, PLAIN = "lower/temporaries.ml", "lower/suspending.ml", "lower/plain.ml"
SHARED = "emit/shared.ml"
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
        (TEMPORARIES,
         "if Hashtbl.mem ctx.decayed n.id then kept_temporary ctx n else",
         ""),
    ],
}
# Of hoisting and statements: what un-hoists the statements (readback/taken_apart.ml) should find them all.
LOWERED = {
    "a declaration whose initializer suspends is there twice": [
        (SUSPENDING, "emit ctx d.first (Init (v, i));",
         "emit ctx d.first (Init (v, i)); emit ctx d.first (Init (v, i));"),
    ],
    "a declaration whose initializer suspends is not there": [
        (SUSPENDING, "emit ctx d.first (Init (v, i));", "ignore i;"),
    ],
    "comma: its sides are exchanged": [
        (HOIST, "let first = discard ctx left in\n        W.Beside (first, discard ctx right)",
         "let second = discard ctx right in\n        W.Beside (discard ctx left, second)"),
    ],
    "&& that nobody wants: its right side is evaluated before": [
        (HOIST, "let evaluate = collect ctx (fun () -> second := discard ctx right) in\n"
         "        emit ctx n.first (if n.op",
         "second := discard ctx right;\n        let evaluate = [] in\n        emit ctx n.first (if n.op"),
    ],
    "&&: calls in its right side are evaluated before": [
        (HOIST, "            let holes = child right in\n            let e = exp ctx right in\n"
         "            second := kept e holes;",
         "            let e = exp ctx right in\n            second := kept e [];"),
        (HOIST, "let t = truth ctx n in\n      let second",
         "let t = truth ctx n in\n      ignore (child right : W.hole list);\n      let second"),
    ],
    "?: its sides are exchanged": [
        (HOIST, "emit ctx n.first (If (condition, yes, no));\n        replace t",
         "emit ctx n.first (If (condition, no, yes));\n        replace t"),
    ],
    "arguments are passed in the other order": [
        (HOIST, "~arguments arguments_ into in", "~arguments (List.rev arguments_) into in"),
    ],
    "a call is done twice": [
        (HOIST, "  emit ctx n.first (Call made);",
         "  emit ctx n.first (Call made);\n  emit ctx n.first (Call { made with into = None });"),
    ],
    "a call goes into no variable": [
        (HOIST, "  emit ctx n.first (Call made);", "  emit ctx n.first (Call { made with into = None });"),
    ],
    "return: its value is dropped": [
        (SUSPENDING, "emit ctx n.first (Return (Some e));", "ignore e; emit ctx n.first (Return None);"),
    ],
    "if: its sides are exchanged": [
        (SUSPENDING, "emit ctx n.first (If (condition, yes, match no with Some (no, _) -> no | None -> []));",
         "emit ctx n.first (If (condition, (match no with Some (no, _) -> no | None -> []), yes));"),
    ],
    "labels are lost": [
        (SUSPENDING, "      emit ctx n.first (Label n.name);\n      let written", "      let written"),
    ],
    "the value of a statement expression is another one": [
        (HOIST, "emit ctx last.first (Set (t, e));\n                W.Ended",
         "emit ctx last.first (Set (t, word \"1\" n.first));\n                W.Ended"),
    ],
    "an empty statement is not there": [
        (SUSPENDING, "(emit ctx n.first Nothing; W.Empty)", "W.Empty"),
    ],
    "sizeof evaluates calls": [
        ("source/program.ml", "  | UnaryExprOrTypeTraitExpr -> []\n  | BinaryOperator -> (", "  | BinaryOperator -> ("),
    ],
    "names in their own initializers: those of the block around": [
        (SUSPENDING, "if Objects.names_itself ctx d then ctx.early", "if false then ctx.early"),
    ],
    "for: what it begins with is not there": [
        (SUSPENDING, "else full_expression ctx (fun () -> W.Ended (discard ctx init))",
         "else (ignore (collect ctx (fun () -> ignore (discard ctx init : W.t)) : stmt list); W.Gone)"),
    ],
}
# Of hoisting, control flow and the text.
REST = {
    "a prototype is printed with its whole declaration": [
        (PLAIN, 'if d.kind <> FunctionDecl then [ Text', 'if d.kind <> Absent then [ Text'),
    ],
    "what has no value is done again": [
        (HOIST, "Hashtbl.replace ctx.replaced n.id Done;\n          hole W.Nowhere (W.Inner",
         "Hashtbl.replace ctx.replaced n.id (Instead block);\n          hole W.Nowhere (W.Inner"),
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
         'around "!!(" e ")"',
         "e"),
    ],
    "?: both sides": [
        (HOIST,
         "emit ctx n.first (If (condition, yes, no));\n"
         "        replace t",
         "emit ctx n.first (If (condition, yes @ no, no));\n"
         "        replace t"),
    ],
    "?: of GNU: 1 instead of the first": [
        (HOIST,
         "Set (t, of_var tested n.first)",
         'Set (t, word "1" n.first)'),
    ],
    "comma: what is left is dropped": [
        (HOIST,
         "      let first = discard ctx left in\n"
         "      let holes = child right",
         "      let first = W.Sequence [] in\n"
         "      let holes = ignore left; child right"),
    ],
    "arguments: from right to left": [
        (HOIST,
         "(callee :: arguments) in\n"
         "  let target",
         "(List.rev (callee :: arguments)) in\n"
         "  let holes = List.rev holes in\n"
         "  let target"),
    ],
    "one intermediate value of each type": [
        (TEMPORARIES,
         "Hashtbl.replace ctx.used ty (index + 1);",
         ""),
    ],
    "a && that nobody wants: always both": [
        (HOIST,
         'emit ctx n.first (if n.op = "&&" then If (condition, evaluate, []) else',
         'emit ctx n.first (if n.op = "&&" then If (condition, evaluate, evaluate) else'),
    ],
    "do: continue passes the condition by": [
        (SUSPENDING,
         "emit ctx n.first (Forever (made, Some label, test))",
         "emit ctx n.first (Forever (made @ test, Some label, []))"),
    ],
    "for: continue passes the step by": [
        (SUSPENDING,
         "emit ctx n.first (Forever (test @ body, Some label, step))",
         "emit ctx n.first (Forever (test @ body @ step, Some label, []))"),
    ],
    "for: the step comes first": [
        (SUSPENDING,
         "emit ctx n.first (Forever (test @ body, Some label, step))",
         "emit ctx n.first (Forever (step @ test @ body, Some label, []))"),
    ],
    "while: the condition is evaluated behind the body": [
        (SUSPENDING,
         "emit ctx n.first (Forever (test @ made, None, []))",
         "emit ctx n.first (Forever (made @ test, None, []))"),
    ],
    "loops are left when the condition holds": [
        (SUSPENDING,
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
    "return in text stays what it was": [
        (FRAGMENTS,
         "| ReturnStmt when ctx.mode = Suspending ->",
         "| ReturnStmt when ctx.mode = Suspending && ctx.fresh < 0 ->"),
    ],
    "do: continue stays what it was": [
        (SUSPENDING,
         "loop_body ~continue_to:(Some label) body in\n"
         "      let test, tested = test condition in\n"
         "      emit ctx n.first (Forever (made, Some label, test));\n"
         "      W.Do (Some label, written, tested)",
         "loop_body ~continue_to:(if label = \"\" then Some label else None) body in\n"
         "      let test, tested = test condition in\n"
         "      emit ctx n.first (Forever (made, None, test));\n"
         "      W.Do (None, written, tested)"),
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
    "members that are shared lie side by side": "frames are larger, and nothing else",
}
