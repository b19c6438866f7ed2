#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Which sections can be run when they are linked, by what the linkers that are here do: for each name in their scripts,
# with each kind of flags, a section without a function symbol is linked, and where it came to lie is looked up in the
# program. What is joined with code is refused by `asm taint --object`, and so is a source that has it.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
cat >"$work/probe.py" <<'X'
import os, re, struct, subprocess, sys
work, linker = sys.argv[1:3]
MARK = b"\x48\x8b\x07\x48\x8b\x00\xc3FAIRLEAD"

def run(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace")

def write(path, text):
    with open(path, "w") as f:
        f.write(text)

# In a section of the program that has the flag of code. (Read-only data may lie in memory that can be run, with gold
# or -z noseparate-code; nothing that has no flag and no such name is entered there.)
def can_be_run(program):
    b = open(program, "rb").read()
    at = b.find(MARK)
    table, (size, count) = struct.unpack_from("<Q", b, 40)[0], struct.unpack_from("<HH", b, 58)
    for k in range(count):
        _, kind, flags, _, offset, length = struct.unpack_from("<IIQQQQ", b, table + k * size)
        if kind == 1 and flags & 4 and offset <= at < offset + length:
            return True
    return False

# patterns of the linker's own script, and names that other linkers know
script = run("ld", "--verbose").stdout
names = {".text.leak", ".text.", ".ltext", ".ltext.leak", ".gnu.linkonce.lt.leak", ".text_leak", "leak", ".stub"}
for group in re.findall(r"\*\(([^()]*(?:\([^()]*\)[^()]*)*)\)", script):
    for word in re.findall(r"\.[A-Za-z0-9_.*?-]+", group):
        names.add(word.replace("*", "leak").replace("?", "x"))
names -= {".text", ".comment"}
names = {n for n in names if not n.startswith((".debug", ".stab", ".line", ".gnu.debug", ".rela"))}
write(f"{work}/ok.S", "# fairlead: region k %rdi\n# fairlead: secret k\n\t.text\n\t.globl f\n\t.type f, @function\n"
      "f:\tmovq $0, %rax\n\tret\n")
write(f"{work}/main.s", "\t.globl _start\n_start:\n\tret\n\t.section .init,\"ax\"\n\tnop\n"
      "\t.section .fini,\"ax\"\n\tnop\n\t.section code,\"ax\"\n\tnop\n\t.section .note.GNU-stack,\"\",@progbits\n")
run("as", "-o", f"{work}/main.o", f"{work}/main.s")
linked = runnable = wrong = 0
for name in sorted(names):
    for flags in ("aw", "a", ""):
        mark = "".join(f"\\{c:03o}" for c in MARK)
        text = ("\t.text\n\t.globl f\n\t.type f, @function\nf:\tmovq $0, %rax\n\tret\n"
                f"\t.section {name},\"{flags}\",@progbits\n\t.globl g\ng:\t.ascii \"{mark}\"\n"
                "\t.section .note.GNU-stack,\"\",@progbits\n")
        write(f"{work}/x.s", text)
        if run("as", "-o", f"{work}/x.o", f"{work}/x.s").returncode != 0:
            continue
        if run(linker, "-o", f"{work}/x", f"{work}/main.o", f"{work}/x.o").returncode != 0:
            continue
        linked += 1
        if not can_be_run(f"{work}/x"):
            continue
        runnable += 1
        judged = run("fairlead", "asm", "taint", "-q", "--object", f"{work}/x.o", f"{work}/ok.S")
        write(f"{work}/x.S", "# fairlead: secret %rdi\n" + text)
        source = run("fairlead", "asm", "taint", "-q", f"{work}/x.S")
        if judged.returncode != 1 or source.returncode != 1:
            wrong += 1
            print(f"# {name} \"{flags}\": object {judged.returncode}, source {source.returncode}")
            print(f"# {judged.stdout}{source.stdout}")
print(f"{linked} linked, {runnable} can be run, {wrong} of these not refused")
sys.exit(0 if wrong == 0 and runnable > 10 else 1)
X
for linker in ld.bfd ld.gold ld.lld; do
  if command -v $linker >/dev/null; then
    ok "$linker: what can be run is refused" python3 "$work/probe.py" "$work" $linker
  else
    ok "$linker # SKIP it is not here" true
  fi
done

# An object with code for two: what is in .text keeps the secret, what the linker has compiled instead of it does not.
printf 'extern long tab[]; long f(long *k) { return tab[*k & 255]; }\n' >"$work/leak.c"
printf '#include <stdio.h>\nlong tab[256] = {[5] = 77}; long f(long *);\n%s\n' \
  'int main(void) { long a[1] = {5}; printf("%ld\n", f(a)); return 0; }' >"$work/uses.c"
printf '# fairlead: region k %%rdi\n# fairlead: secret k\n\t.globl f\nf:\tmovq (%%rdi), %%rax\n\tret\n' >"$work/kept.s"
two_codes() {
  as -o "$work/kept.o" "$work/kept.s" && objcopy -O binary -j .text "$work/kept.o" "$work/kept.bin" &&
    gcc -O1 -flto -ffat-lto-objects -fcf-protection=none -fno-asynchronous-unwind-tables -c -o "$work/leak.o" \
      "$work/leak.c" &&
    objcopy --update-section .text="$work/kept.bin" --remove-relocations=.text "$work/leak.o" "$work/both.o" &&
    gcc -O1 -flto -o "$work/uses" "$work/uses.c" "$work/both.o" && [ "$("$work/uses")" = 77 ]
}
ok "the code that gcc -flto links is not that of .text" two_codes
not_kept() { fairlead asm taint --object "$work/both.o" "$work/kept.s" 2>&1 | grep -q 'can be run when it is linked'; }
ok "... and such an object is refused" not_kept
ok "... that of .text alone is not" fairlead asm taint -q --object "$work/kept.o" "$work/kept.s"
done_testing
