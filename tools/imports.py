#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Who imports whom, read from the sources of Coq, OCaml and C. No compiler is asked.

  tools/imports.py                write docs/pictures/imports-{coq,ocaml,c}.svg: folders, and arrows to what they import
  tools/imports.py --check        complain if the pictures' sources (.dot) are not what would be written
  tools/imports.py --circles      name folders, and files of C, that use each other, and layers that use one above them;
                                  tools/c_circles has the pairs of C that still do: the list may shrink
  tools/imports.py --under FILE   the Coq files that FILE stands on, itself included, one a line"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Layers of theories/, in order: each imports only from those before it, and from itself.
ORDER = ["Base", "C", "Core", "Lang", "Derive", "Asm", "Threads", "Monitor"]
KNOWN = "tools/c_circles"
COMMENT = re.compile(r"\(\*(?:[^*(]|\*(?!\))|\((?!\*))*\*\)")


def tracked(*patterns):
    """Files that git knows or would take, below the root."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *patterns], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split("\n")
    return sorted({f for f in listed if f and os.path.isfile(os.path.join(ROOT, f))})


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as f:
        return f.read()


def plain(text):
    """Without comments of Coq or OCaml, the innermost first."""
    while True:
        shorter = COMMENT.sub(" ", text)
        if shorter == text:
            return text
        text = shorter


# ---- Coq ----

def logical(path):
    """theories/layers/Asm/Model/Words.v -> Fairlead.Asm.Model.Words; None for files of no theory"""
    parts = path[:-2].split("/")
    if parts[0] != "theories":
        return None
    if parts[1] in ("layers", "products"):
        parts = parts[2:]
    elif parts[1] == "papers":
        parts = ["Papers"] + parts[2:]
    else:
        parts = parts[1:]
    return "Fairlead." + ".".join(parts)


def coq():
    """file -> files of ours that it requires"""
    files = tracked("theories/*.v", "compiler/extract/*.v")
    by_name = {logical(f): f for f in files if logical(f)}

    def find(prefix, name):
        exact = f"{prefix}.{name}" if prefix else name
        if exact in by_name:
            return by_name[exact]
        found = [f for n, f in by_name.items() if n.startswith(prefix + ".") and n.endswith("." + name)]
        return found[0] if len(found) == 1 else None

    graph = {}
    for f in files:
        used = set()
        for prefix, names in re.findall(r"From\s+(Fairlead[\w.]*)\s+Require\s+(?:Import\s+|Export\s+)?([^;]*?)\.(?=\s)",
                                        plain(read(f))):
            used |= {find(prefix, n) for n in names.split()} - {None}
        graph[f] = used - {f}
    return graph


def under(file):
    """The file and all that it stands on."""
    graph, found, left = coq(), set(), [file]
    while left:
        f = left.pop()
        if f not in found:
            found.add(f)
            left += graph.get(f, ())
    return sorted(found)


# ---- OCaml ----

def ocaml():
    """file of a module -> files of modules of the same library folder that it names"""
    graph = {}
    roots = ["compiler/lang", "compiler/asm", "compiler/threads", "compiler/monitor", "compiler/derive", "compiler/cli",
             "compiler/inspect", "compiler/interpret"]
    for root in roots:
        texts, home = {}, {}
        for path in tracked(f"{root}/*.ml", f"{root}/*.mli", f"{root}/*.mly"):
            texts[path] = plain(read(path))
            stem = os.path.basename(path).rsplit(".", 1)[0]
            home[stem[0].upper() + stem[1:]] = path.rsplit(".", 1)[0]
        for path, text in texts.items():
            dotted = re.findall(r"(?<![\w.])([A-Z]\w*)(?=\.[A-Za-z_{(])", text)
            alone = re.findall(r"(?:open|include|=) +([A-Z]\w*) *$", text, flags=re.M)
            here = path.rsplit(".", 1)[0]
            graph.setdefault(here, set()).update({home[m] for m in {*dotted, *alone} if m in home} - {here})
    return graph


# ---- C ----

# A file of functions for each name of a function that is not static, by the style's rule: a definition begins its line.
DEFINED = re.compile(r"^(?!static\b|typedef\b|#)[A-Za-z_][\w \t*()]*?\b(fl_\w+)\([^;{]*?\)\s*\{", re.M)
C_COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.S)  # and text that names a function


def c():
    """.c file -> .c files of the same program whose functions it names; tables of functions are no calls"""
    graph = {}
    for root in ("runtime", "monitor", "gcm", "tls"):
        texts = {f: C_COMMENT.sub(" ", read(f)) for f in tracked(f"{root}/*.c") if "/gen/" not in f}
        home = {}
        for f, text in texts.items():
            for name in DEFINED.findall(text):
                home.setdefault(name, f)
        for f, text in texts.items():
            graph[f] = {home[n] for n in re.findall(r"\bfl_\w+\b", text) if n in home} - {f}
    return graph


# ---- Folders and pictures ----

def room(path):
    """Its folder. A claim and its refuter stand side by side: one room."""
    folder = os.path.dirname(path)
    return "theories/Claims" if folder == "theories/Claims/Refuters" else folder


def folders(graph):
    """folder -> folders imported, each with one import as the reason"""
    uses = {}
    for f, used in graph.items():
        here = room(f)
        uses.setdefault(here, {})
        for g in used:
            there = room(g)
            if there != here:
                uses[here].setdefault(there, f"{f} imports {g}")
    return uses


def circles(uses):
    """pairs that reach each other"""
    def reached(start):
        found, left = set(), [start]
        while left:
            for folder in uses.get(left.pop(), {}):
                if folder not in found:
                    found.add(folder)
                    left.append(folder)
        return found
    below = {here: reached(here) for here in uses}
    return [(here, there, why) for here, others in sorted(uses.items()) for there, why in sorted(others.items())
            if here in below.get(there, set())]


def upward(graph):
    """imports of theories/ against the order of its layers, from a layer into a product, or into papers/"""
    rank = {f"theories/layers/{name}": i for i, name in enumerate(ORDER)}

    def room(f):
        return "/".join(f.split("/")[:3]) if f.startswith("theories/layers/") else "/".join(f.split("/")[:2])
    found = []
    for f, used in sorted(graph.items()):
        for g in sorted(used):
            a, b = room(f), room(g)
            if a in rank and b in rank and rank[b] > rank[a]:
                found.append(f"{f} imports {g}, which is of a later layer")
            if a in rank and b not in rank or b == "theories/papers" and a not in (b, "theories/Claims"):
                found.append(f"{f} imports {g}: layers import layers only, and nobody imports papers/")
    return found


def dot(name, uses):
    """The folders as a picture's source. An arrow that follows from others is left out."""
    def reached(start, but):
        found, left = set(), [f for f in uses.get(start, {}) if f != but]
        while left:
            f = left.pop()
            if f not in found:
                found.add(f)
                left += uses.get(f, {})
        return found
    lines = [f"digraph {name} {{", '  rankdir="BT"; node [shape=box, fontname="sans-serif", fontsize=10, height=0.3];',
             '  edge [arrowsize=0.6, color="#555555"];']
    for here in sorted(set(uses) | {t for o in uses.values() for t in o}):
        lines.append(f'  "{here}";')
    for here, others in sorted(uses.items()):
        for there in sorted(others):
            if there not in reached(here, there):
                lines.append(f'  "{here}" -> "{there}";')
    return "\n".join(lines + ["}"]) + "\n"


GRAPHS = {"coq": coq, "ocaml": ocaml, "c": c}


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--under"] and len(arguments) == 2:
        print("\n".join(under(arguments[1])))
        return 0
    if arguments[:1] == ["--circles"] and set(arguments[1:]) <= set(GRAPHS):
        bad = upward(coq())
        for name in arguments[1:] or GRAPHS:
            whole = GRAPHS[name]()
            found = circles(folders(whole))
            if name == "c":
                found += circles({f: {g: f"{f} calls {g}" for g in whole[f]} for f in whole})
                pairs = {" ".join(sorted(pair)) for *pair, _ in found}
                known = {l for l in read(KNOWN).split("\n") if l and not l.startswith("#")}
                found = [f for f in found if " ".join(sorted(f[:2])) not in known]
                bad += [f"{KNOWN}: {pair}: no circle any more, take the line out" for pair in sorted(known - pairs)]
            bad += [f"{here} and {there} use each other: {why}" for here, there, why in found]
        print("\n".join(bad), end="\n" if bad else "")
        return 1 if bad else 0
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    stale = []
    for name, graph in GRAPHS.items():
        text, path = dot(name, folders(graph())), os.path.join(ROOT, f"docs/pictures/imports-{name}.dot")
        if arguments:
            stale += [] if os.path.exists(path) and open(path).read() == text else [path]
            continue
        with open(path, "w") as f:
            f.write(text)
        subprocess.run(["dot", "-Tsvg", "-o", path[:-4] + ".svg", path], check=True)
    for path in stale:
        print(f"imports: {path[len(ROOT) + 1:]} is not what the sources say: run tools/imports.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
