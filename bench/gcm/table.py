# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One table from the raw samples of bench/gcm: a row for each key length and contestant, a column for each size, sealing and opening.
Medians in cycles per byte. Markdown, so that it can go into the documentation as it is."""
import os
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from where import where

samples, contestants = {}, ["clean", "by-hand", "searched", "clean-wide", "by-hand-wide", "openssl", "aws-lc", "ring", "libsodium"]
for line in sys.stdin:
    case, contestant, value = line.rstrip("\n").split("\t")
    cipher, verb, size, _ = case.split(" ")
    samples.setdefault((cipher, contestant), {}).setdefault((verb, int(size)), []).append(float(value))
columns = [(verb, size) for verb in ("seal", "open") for size in sorted({s for by in samples.values() for _, s in by})]
median = {(row, c): statistics.median(by[c]) for row, by in samples.items() for c in columns if len(by.get(c, ())) >= 3}
print("| cycles per byte | " + " | ".join(f"{verb} {size:,} B" for verb, size in columns) + " |")
print("|---|" + "---|" * len(columns))
for row in sorted(samples, key=lambda row: (row[0], contestants.index(row[1]))):
    print(f"| {row[0]} {row[1]} | " + " | ".join(f"{median[row, c]:.2f}" if (row, c) in median else "" for c in columns) + " |")
for cipher in sorted({cipher for cipher, _ in samples}):
    ratios = []
    for c in columns:
        rivals = [(median[(cipher, r), c], r) for r in contestants[contestants.index("openssl"):] if ((cipher, r), c) in median]
        ours = [median[(cipher, o), c] for o in contestants[:contestants.index("openssl")] if ((cipher, o), c) in median]
        ratios.append(f"{min(ours) / min(rivals)[0]:.2f} ({min(rivals)[1]})" if rivals and ours else "")
    print(f"| {cipher}: our best / the fastest rival | " + " | ".join(ratios) + " |")
print(f"\nMeasured on {where()}.")
