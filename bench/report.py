# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Medians, ratios, CSV and a picture from the raw samples of one benchmark run.

Raw samples, one a line on standard input:   CASE <tab> CONTESTANT <tab> VALUE
Lower values are better unless --higher is given. The baseline is what ratios are taken
against; all samples come from one run, so the noise of the machine is shared. Without a
baseline the medians themselves are drawn, and a limit is one on them.

  report.py NAME --unit ns [--baseline hand] [--higher] [--limit fairlead=1.1]

Writes bench/results/NAME.csv and NAME.svg, both with a line that says where it ran. A missed --limit is printed, not hidden."""
import argparse
import csv
import os
import statistics
import subprocess
import sys

from where import where

parser = argparse.ArgumentParser()
parser.add_argument("name")
parser.add_argument("--unit", required=True)
parser.add_argument("--baseline")
parser.add_argument("--higher", action="store_true", help="higher is better")
parser.add_argument("--limit", action="append", default=[], help="CONTESTANT=RATIO: say so when it is missed")
options = parser.parse_args()

samples = {}
for line in sys.stdin:
    case, contestant, value = line.rstrip("\n").split("\t")
    samples.setdefault(case, {}).setdefault(contestant, []).append(float(value))
if not samples:
    sys.exit("report: no samples")

contestants = list(dict.fromkeys(c for by in samples.values() for c in by))
limits = dict((c, float(r)) for c, r in (item.split("=") for item in options.limit))
times = "x" if options.baseline else f" {options.unit}"
rows, missed = [], []
for case, by in samples.items():
    base = statistics.median(by[options.baseline]) if options.baseline else 1.0
    for contestant, values in by.items():
        median = statistics.median(values)
        ratio = median / base if base else float("nan")
        spread = (max(values) - min(values)) / median if median else 0.0
        rows.append((case, contestant, median, ratio, spread, len(values)))
        limit = limits.get(contestant)
        if limit is not None and (ratio < limit if options.higher else ratio > limit):
            missed.append(f"{case}: {contestant} at {ratio:.2f}{times}, aim {limit:.2f}{times}")

width = max(len(r[0]) for r in rows)
here = where()
against = f"ratio to {options.baseline}" if options.baseline else "medians"
print(f"{options.name}: median {options.unit}; {against} ({'higher' if options.higher else 'lower'} is better)\n  on {here}")
for case, contestant, median, ratio, spread, n in rows:
    shown = f"{ratio:6.2f}x" if options.baseline else ""
    print(f"  {case:<{width}}  {contestant:<14} {median:>12.2f}  {shown}   spread {spread:4.0%} of {n}")
for text in missed:
    print(f"  MISSED {text}")

results = os.path.join(os.path.dirname(os.path.abspath(__file__)), "results")
os.makedirs(results, exist_ok=True)
path = os.path.join(results, options.name)
with open(path + ".csv", "w", newline="") as out:
    out.write(f"# {here}\n")
    writer = csv.writer(out)
    writer.writerow(["case", "contestant", f"median_{options.unit}", "ratio", "spread", "samples"])
    for case, contestant, median, ratio, spread, n in rows:
        writer.writerow([case, contestant, f"{median:.3f}", f"{ratio:.3f}" if options.baseline else "", f"{spread:.3f}", n])

ratios = {(case, contestant): ratio for case, contestant, _, ratio, _, _ in rows}
table = "\n".join(
    [" ".join(["case"] + contestants)]
    + [" ".join(['"%s"' % case] + ["%.3f" % ratios.get((case, c), float("nan")) for c in contestants]) for case in samples])
script = f"""
set terminal svg size {max(760, 160 + 150 * len(samples))},400 font "sans,11"
set output "{path}.svg"
set style data histogram
set style fill solid 0.8 border -1
set yrange [0:*]
set grid ytics
set key outside
set ylabel "{against}, {options.unit}"
set title "{options.name}" noenhanced
set bmargin 4
set label 1 "{here}" at screen 0.01, screen 0.02 font "sans,7" noenhanced
$data << END
{table}
END
plot for [i=2:{len(contestants) + 1}] $data using i:xtic(1) title columnheader(i)
"""
subprocess.run(["gnuplot"], input=script, text=True, check=True)
print(f"  bench/results/{options.name}.csv, .svg")

