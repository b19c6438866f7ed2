#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How much stack compiled procedures take: stack_use.py FILE.h FILE.c [gcc or clang options].

Compares the bound of each exported procedure (the macros NAME_STACK of FILE.h) with the longest way through gcc's call
graph (-fcallgraph-info), weighed with what each function takes of the stack (-fstack-usage). Of clang, which prints no
call graph, the calls and jumps are read from what it compiled. Functions outside of FILE.c count nothing."""
import os, re, subprocess, sys, tempfile

def compile_with(compiler, source, options, folder):
    extra = ["-fcallgraph-info=su"] if compiler == "gcc" else []
    out = os.path.join(folder, "out.o")
    subprocess.run([compiler, "-std=c11", "-w", *options, "-fstack-usage", *extra, "-c", source, "-o", out], check=True)
    return os.path.join(folder, "out")

def sizes(su):
    found = {}
    for line in open(su):
        where, size, _ = line.rstrip("\n").split("\t")
        name = where.split(":")[-1]
        found[name] = max(found.get(name, 0), int(size))
    return found

def plain(title):
    return title.split(":")[-1]

def calls(ci):
    graph = {}
    for a, b in re.findall(r'edge: \{ sourcename: "([^"]*)" targetname: "([^"]*)"', open(ci).read()):
        graph.setdefault(plain(a), set()).add(plain(b))
    return graph

def calls_in(object):
    """The calls that are left after inlining: with those of the source a function's frame would count twice."""
    graph, name = {}, None
    command = ["objdump", "-dr", "--no-show-raw-insn", object]
    listing = subprocess.run(command, check=True, capture_output=True, text=True)
    for line in listing.stdout.split("\n"):
        if m := re.match(r"[0-9a-f]+ <([^>]+)>:", line):
            name = m.group(1)
        elif m := re.search(r"\b(?:call|j\w+)\s+[0-9a-f]+ <(\w+)|R_X86_64_(?:PLT|PC)32\s+(\w+)", line):
            graph.setdefault(name, set()).add(m.group(1) or m.group(2))
    for called in graph:
        graph[called].discard(called)
    return graph

def deepest(graph, size, name, seen=()):
    if name in seen:
        return 0
    below = [deepest(graph, size, g, seen + (name,)) for g in graph.get(name, ())]
    # The return address, which gcc does not count.
    return (size[name] + 8 if name in size else 0) + max(below, default=0)

header, source, *options = sys.argv[1:]
bounds = {m.lower(): int(n) for m, n in re.findall(r"#define (\w+)_STACK (\d+)", open(header).read())}
assert bounds, "no bounds in the header"
failed = 0
with tempfile.TemporaryDirectory() as folder:
    for compiler in ("gcc", "clang"):
        for level in ("-O0", "-O2"):
            out = compile_with(compiler, source, [level, *options], folder)
            size = sizes(out + ".su")
            way = calls(out + ".ci") if compiler == "gcc" else calls_in(out + ".o")
            for name in size:
                low = name.lower()
                stem = low[: -len("_step")] if low.endswith("_step") and low[: -len("_step")] in bounds else low
                if stem in bounds:
                    used = deepest(way, size, name) + 128  # the red zone
                    if used > bounds[stem] or os.environ.get("VERBOSE"):
                        print(f"# {compiler} {level} {name}: {used} bytes used, {bounds[stem]} said")
                    failed |= used > bounds[stem]
sys.exit(failed)
