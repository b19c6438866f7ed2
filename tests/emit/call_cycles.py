# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Refuses a call graph with a cycle. Reads GCC's -fcallgraph-info (VCG) output."""
import re
import sys

text = open(sys.argv[1]).read()
calls = {}
for source, target in re.findall(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"', text):
    calls.setdefault(source, set()).add(target)
done, path = set(), []


def visit(node):
    if node in path:
        sys.exit("cycle: " + " -> ".join(path[path.index(node):] + [node]))
    if node not in done:
        path.append(node)
        for target in sorted(calls.get(node, ())):
            visit(target)
        path.pop()
        done.add(node)


if not re.search(r"node: \{", text):
    sys.exit("no call graph in " + sys.argv[1])
for node in list(calls):
    visit(node)
