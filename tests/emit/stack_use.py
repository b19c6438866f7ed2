#!/usr/bin/env python3
"""How much stack compiled procedures take: stack_use.py FILE.h FILE.c [gcc or clang options].

Compares the bound of each exported procedure (the macros NAME_STACK of FILE.h) with the longest way through gcc's call
graph (-fcallgraph-info), weighed with what each function takes of the stack (-fstack-usage). Of clang, which prints no
call graph, the sizes are put on gcc's graph at -O0. Functions outside of FILE.c count nothing."""
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
    graph = calls(compile_with("gcc", source, ["-O0", *options], folder) + ".ci")
    for compiler in ("gcc", "clang"):
        for level in ("-O0", "-O2"):
            out = compile_with(compiler, source, [level, *options], folder)
            size = sizes(out + ".su")
            way = calls(out + ".ci") if compiler == "gcc" else graph
            for name in size:
                low = name.lower()
                stem = low[: -len("_step")] if low.endswith("_step") and low[: -len("_step")] in bounds else low
                if stem in bounds:
                    used = deepest(way, size, name) + 128  # the red zone
                    if used > bounds[stem] or os.environ.get("VERBOSE"):
                        print(f"# {compiler} {level} {name}: {used} bytes used, {bounds[stem]} said")
                    failed |= used > bounds[stem]
sys.exit(failed)
