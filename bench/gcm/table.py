"""One table from the raw samples of bench/gcm: a row for each key length and contestant, a column for each size, sealing and opening.
Medians in cycles per byte. Markdown, so that it can go into the documentation as it is."""
import statistics
import sys

samples, contestants = {}, ["clean", "by-hand", "searched", "clean-wide", "by-hand-wide", "openssl", "aws-lc", "ring", "libsodium"]
for line in sys.stdin:
    case, contestant, value = line.rstrip("\n").split("\t")
    cipher, verb, size, _ = case.split(" ")
    samples.setdefault((cipher, contestant), {}).setdefault((verb, int(size)), []).append(float(value))
columns = [(verb, size) for verb in ("seal", "open") for size in sorted({s for by in samples.values() for _, s in by})]
print("| cycles per byte | " + " | ".join(f"{verb} {size:,} B" for verb, size in columns) + " |")
print("|---|" + "---|" * len(columns))
for (cipher, contestant), by in sorted(samples.items(), key=lambda row: (row[0][0], contestants.index(row[0][1]))):
    figures = [f"{statistics.median(by[c]):.2f}" if len(by.get(c, ())) >= 3 else "" for c in columns]
    print(f"| {cipher} {contestant} | " + " | ".join(figures) + " |")
