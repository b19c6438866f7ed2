# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where a benchmark ran: processor, cores, memory, kernel, compilers. Every result names it, because ratios differ between processors."""
import os
import platform
import re
import subprocess


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0]
    except OSError:
        return ""


def where():
    with open("/proc/cpuinfo") as f:
        cpu = f.read()
    model = re.search(r"^model name\s*: (.*)$", cpu, re.M)
    numbers = [re.search(rf"^{field}\s*: (\d+)$", cpu, re.M) for field in ("cpu family", "model", "stepping")]
    signature = "-".join(n[1] for n in numbers if n)
    flags = set((re.search(r"^flags\s*: (.*)$", cpu, re.M) or ["", ""])[1].split())
    vectors = [f for f in ("avx2", "vaes", "vpclmulqdq", "avx512f") if f in flags]
    with open("/proc/meminfo") as f:
        gib = int(re.search(r"^MemTotal:\s*(\d+)", f.read(), re.M)[1]) / 2**20
    compilers = [c for c in (first_line("gcc", "--version"), first_line("clang", "--version")) if c]
    return "; ".join(
        [f"{model[1] if model else platform.machine()} (family-model-stepping {signature})", f"{os.cpu_count()} cores", f"{gib:.0f} GiB",
         " ".join(vectors) or "no wide vectors", f"Linux {platform.release()}"] + compilers)


if __name__ == "__main__":
    print(where())
