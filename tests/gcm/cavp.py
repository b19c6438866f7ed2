# SPDX-License-Identifier: Apache-2.0 OR MIT
"""NIST's CAVP response files for AES-GCM (gcmEncryptExtIV128.rsp and so on).

  cavp.py lines FILE...    result key iv aad msg ct tag, in hexadecimal, `-' when empty, one test a line: as vectors.py
  cavp.py subset FILE...   a response file with, for each combination of lengths, the first test, and of those that must not open
                           the first too

Files may be compressed (.xz). tests/gcm/cavp_all fetches the complete set and runs it."""
import lzma
import sys


def tests(path):
    """Each test: the headings it stands under, then its fields. FAIL is a field without a value."""
    opened = lzma.open(path, "rt") if path.endswith(".xz") else open(path)
    headings, fields = {}, {}
    with opened as lines:
        for line in lines:
            line = line.strip()
            if line.startswith("["):
                name, value = line.strip("[]").split(" = ")
                headings[name] = value
            elif line and not line.startswith("#"):
                name, _, value = line.partition(" =")
                fields[name] = value.strip()
            elif fields:
                yield dict(headings), fields
                fields = {}
    if fields:
        yield dict(headings), fields


def lines(path):
    for _, f in tests(path):
        result = "invalid" if "FAIL" in f else "valid"
        print(result, *(f.get(k) or "-" for k in ("Key", "IV", "AAD", "PT", "CT", "Tag")))


def subset(path):
    seen, last = set(), None
    for headings, f in tests(path):
        kind = (tuple(headings.items()), "FAIL" in f)
        if kind in seen:
            continue
        seen.add(kind)
        if headings != last:
            print()
            for name, value in headings.items():
                print(f"[{name} = {value}]")
            last = headings
        print()
        for name, value in f.items():
            print(name if name == "FAIL" else f"{name} = {value}")


for path in sys.argv[2:]:
    {"lines": lines, "subset": subset}[sys.argv[1]](path)
