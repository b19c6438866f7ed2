#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq, of the decoder; longer with FAIRLEAD_TIER=whole
# The decoder of theories/layers/Asm/Bytes, run by Coq beside objdump: on every prefix with every opcode, on the code of
# the library's objects, and on random operands and bytes of a fixed seed (DECODE_SEED, DECODE_N: others).
# Where it answers, objdump says the same instruction of the same length (its text, read by `fairlead asm coq', is the
# same term), and the assembler makes the same bytes of that text. What it does not know it refuses.
import os
import random
import re
import subprocess
import sys

os.chdir(os.path.dirname(os.path.abspath(__file__)) + "/../..")
WORK = "out/test/asm/decode"
N = int(os.environ.get("DECODE_N") or (30000 if os.environ.get("FAIRLEAD_TIER") == "whole" else 2000))
RNG = random.Random(int(os.environ.get("DECODE_SEED") or 1))
LENGTH = 12  # no instruction of the model is longer
subprocess.run(["rm", "-rf", WORK], check=True)
os.makedirs(WORK)
PRELUDE = """From Fairlead.Base Require Import Prelude.
From Coq Require Import NArith ZArith.
From Fairlead.Asm.Model Require Import Word_trusted Syntax_trusted Flat_trusted.
From Fairlead.Asm.Verdicts Require Import Carry.
From Fairlead.Asm.Bytes Require Import Operands_trusted Table_trusted Erased Canonical.
Local Open Scope N_scope.
Definition none : relative := λ _ _, None.
Definition decoded_of (x : N) := decode none (rev (split 8 %d x)).
""" % LENGTH
tests = failed = 0


def result(good, name, why=""):
    global tests, failed
    tests += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {tests} - {name}")
    for line in str(why).splitlines() if not good else []:
        print(f"# {line}")
    sys.stdout.flush()


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words[:3])}: {done.stderr or done.stdout}"[:2000])
    return done.stdout


def coq(name, text):
    """What the Evals printed, lists of numbers, one after the other"""
    with open(f"{WORK}/{name}.v", "w") as f:
        f.write(PRELUDE + text)
    theories = "_build/default/theories/layers"
    said = run("coqc", "-w", "none", "-Q", f"{theories}/Base", "Fairlead.Base", "-Q", f"{theories}/Asm", "Fairlead.Asm",
               f"{WORK}/{name}.v")
    return [int(x) for l in re.findall(r"=(.*?):", said, re.S) for x in re.findall(r"\d+", l)]


def numbers(strings):
    return "[" + ";\n".join("0x" + s.hex() for s in strings) + "]"


def lengths(name, strings):
    """Of each, how long the instruction at its front is, 100 more if it is a jump or a return; 0: none is known"""
    return coq(name, f"""Definition answer (x : N) : N :=
  match decoded_of x with
  | Some (Does _, _, rest) => {LENGTH} - N.of_nat (length rest)
  | Some (_, _, rest) => {100 + LENGTH} - N.of_nat (length rest)
  | None => 0
  end.
""" + "".join(f"Eval vm_compute in map answer {numbers(strings[i:i + 1000])}.\n" for i in range(0, len(strings), 1000)))


def known_heads():
    """Every prefix that names no other registers, with every opcode: those of which some operands are known"""
    prefixes = [bytes([0xc5, 0xf8 | pp | l]) for pp in range(4) for l in [0, 4]]
    prefixes += [bytes([0xc4, 0xe0 | m, w | 0x78 | l | pp])
                 for m in [1, 2, 3] for w in [0, 0x80] for l in [0, 4] for pp in range(4)]
    prefixes += [pp + w + m for pp in [b"", b"\x66", b"\xf3", b"\xf2"] for w in [b"", b"\x48"]
                 for m in [b"", b"\x0f", b"\x0f\x38", b"\x0f\x3a"]]
    lists = "; ".join("[" + "; ".join(map(str, p)) + "]" for p in prefixes)
    found = coq("heads", f"""Definition prefix_bytes : list (list N) := [{lists}].
Definition known (p : list N) (o : N) : bool :=
  existsb (λ m, match decode none (p ++ o :: m :: [2; 0; 0; 0; 1; 0; 0; 1]) with Some _ => true | None => false end)
    [1; 0xc1; 0xe1; 0xf1].
Definition known_of (e : nat * list N) : list nat :=
  flat_map (λ o, if known (snd e) (N.of_nat o) then [(256 * fst e + o)%nat] else []) (seq 0 256).
Eval vm_compute in concat (map known_of (zip (seq 0 {len(prefixes)}) prefix_bytes)).
""")
    return [prefixes[i // 256] + bytes([i % 256]) for i in found], len(prefixes)


def operands():
    return (bytes([RNG.randrange(256)]) + RNG.choice([bytes(4), RNG.randbytes(4)]) + RNG.randbytes(LENGTH))[:LENGTH]


def varied(head):
    """Other registers, and sometimes another prefix"""
    b = bytearray(head)
    if b[0] == 0xc5:
        b[1] ^= RNG.randrange(256) & 0xfc
    elif b[0] == 0xc4:
        b[1] ^= RNG.randrange(256) & 0xe0
        b[2] ^= RNG.randrange(256) & 0x7c
    elif 0x48 in b[:2]:
        b[b.index(0x48)] = 0x40 + RNG.randrange(16)
    if RNG.random() < .05:
        b = bytearray([RNG.choice([0xf0, 0xf2, 0xf3, 0x2e, 0x64, 0x66, 0x67])]) + b
    return (bytes(b) + operands())[:LENGTH]


def dump(pieces):
    """What objdump says of them one after the other: (offset, text)"""
    with open(f"{WORK}/pieces.S", "w") as f:
        f.write("".join("\t.byte " + ",".join(map(str, p)) + "\n" for p in pieces))
    run("gcc", "-c", f"{WORK}/pieces.S", "-o", f"{WORK}/pieces.o")
    lines = [l.split("\t") for l in run("objdump", "-d", "-w", "--no-show-raw-insn", f"{WORK}/pieces.o").splitlines()]
    return [(int(l[0].strip(" :"), 16), l[1].split("#")[0].strip()) for l in lines
            if len(l) == 2 and l[0].strip().endswith(":")]


def same_terms(name, pieces, texts):
    """Positions of those that are not what objdump's text is"""
    with open(f"{WORK}/{name}.S", "w") as f:
        f.write("f:\n" + "".join(f"\t{t}\n" for t in texts) + "\tret\n")
    terms = [l.strip().rstrip(";") for l in run("bin/fairlead", "asm", "coq", f"{WORK}/{name}.S").splitlines()
             if l.startswith("  F")]
    if len(terms) != len(pieces) + 2:
        raise RuntimeError(f"{len(terms)} terms of {len(pieces)} instructions")
    padded = [p + bytes(LENGTH - len(p)) for p in pieces]
    parts = range(0, len(pieces), 1000)
    return coq(name + "_terms", "".join(f"""Definition code{i} : list flat := [
{";".join(terms[i:min(i + 1000, len(pieces))])}
].
Definition strings{i} : list N := {numbers(padded[i:i + 1000])}.
""" for i in parts) + f"""Definition code : list flat := {" ++ ".join(f"code{i}" for i in parts)}.
Definition strings : list N := {" ++ ".join(f"strings{i}" for i in parts)}.
Definition is_it (e : N * flat) : bool :=
  match decoded_of (fst e) with
  | Some (Does i, false, _) =>
      match snd e with FInstr j => bool_decide (canonical i = canonical (erase j)) | _ => false end
  | _ => false
  end.
Eval vm_compute in
  map fst (filter (λ e : nat * (N * flat), is_it (snd e) = false) (zip (seq 0 (length code)) (zip strings code))).
""")


# Prefixes that are not in the model; and what assemblers do not write.
REFUSED = {
    "lock": "f048ff08", "rep": "f3a4", "pause": "f390", "a segment": "64488b00", "addresses of 32 bits": "67488b00",
    "16 bits": "66ffc9", "REX with nothing in it": "40ffc9", "REX and then VEX": "48c5f9efc0",
    "REX before 66": "48660fefc0",
    "66 twice": "66660fefc0", "VEX in three bytes for two": "c4e179efc0",
    "a displacement of one byte that is 0": "488b4000",
    "of four bytes that fit in one": "488b8001000000", "an immediate of four bytes that fits in one": "4881c001000000",
    "SIB without an index for a register that needs none": "488b0420", "a load for a move between registers": "488bc1",
    "a shift by one with a count": "48c1e001", "VEX.vvvv where no register is named": "c5f16fc8",
    "VEX.L of scalars": "c4e27cf700",
    "undefined": "0f0b", "a call": "e800000000", "a return that takes an operand": "c21000", "syscall": "0f05",
    "an indirect jump": "ffe0", "W of an instruction that ignores it": "66480fefc0",
    "256 bits where there are 128": "c4e37ddfc001",
}
try:
    refused = [bytes.fromhex(h) for h in REFUSED.values()]
    answers = lengths("refused", [b + b"\xff" * (LENGTH - len(b)) for b in refused])
    for name, answer in zip(REFUSED, answers):
        result(answer == 0, f"refused: {name}", f"an instruction of {answer} bytes")

    known, prefixes = known_heads()
    result(len(known) > 200, f"of {prefixes} prefixes with 256 opcodes many are known", len(known))
    first = [(h + bytes([m, 2]) + bytes(LENGTH))[:LENGTH] for h in known for m in [1, *range(0xc1, 0x100, 8)]]
    code = []
    for name in sorted(os.listdir("theories/products/Gcm/Bytes/gen")):
        with open(f"theories/products/Gcm/Bytes/gen/{name}") as f:
            text = bytes(int(x, 16) for x in re.findall(r"0x([0-9a-f]{2})\b", f.read().split("Relocation 0x")[0]))
        code += [(text[i:] + bytes(LENGTH))[:LENGTH] for i in range(0, len(text), 1 if len(code) < 500 else 23)]
    strings = first + code + [varied(RNG.choice(known)) for _ in range(N)]
    strings += [RNG.randbytes(LENGTH) for _ in range(N // 4)]
    answers = lengths("strings", strings)
    pieces = sorted({s[:n] for s, n in zip(strings, answers) if 0 < n < 100})
    jumps = [(s, n - 100) for s, n in zip(strings, answers) if n > 100]
    result(len(answers) == len(strings) and len(pieces) > N / 5,
           f"of {len(strings)} byte strings many are instructions",
           f"{len(pieces)} of {len(answers)}")
    said = dump(pieces)
    offsets = [0]
    for p in pieces:
        offsets.append(offsets[-1] + len(p))
    other = sorted(set(offsets[:-1]) ^ {at for at, _ in said})
    result(not other, f"objdump sees {len(pieces)} instructions in the same places",
           [(hex(a), dict(said).get(a)) for a in other[:5]])
    # Of 32 bits, objdump shows immediates without a sign.
    texts = [re.sub(r"\$0x([89a-f][0-9a-f]{7}|f{8}[0-9a-f]{8})\b", lambda m: f"${int(m[1], 16) - 16 ** len(m[1])}", t)
             for _, t in said]
    # It shows the immediates 2 and 3 of pclmulqdq as if they were 0x10 and 0x11.
    misnamed = [bool(re.search(r"pclmul.qhqdq", t)) and p[-1] in (2, 3) for p, t in zip(pieces, texts)]
    pieces = [p for p, m in zip(pieces, misnamed) if not m]
    texts = [t for t, m in zip(texts, misnamed) if not m]
    wrong = same_terms("texts", pieces, texts)
    result(not wrong, "the same instructions", "\n".join(f"{pieces[i].hex()}: {texts[i]}" for i in wrong[:10]))
    run("gcc", "-c", f"{WORK}/texts.S", "-o", f"{WORK}/texts.o")
    run("objcopy", "-O", "binary", "-j", ".text", f"{WORK}/texts.o", f"{WORK}/texts")
    with open(f"{WORK}/texts", "rb") as f:
        result(f.read() == b"".join(pieces) + b"\xc3", "the assembler makes the same bytes of them")
    kinds = {re.split(r"\s", t)[0] for t in texts}
    result(len(kinds) >= 100, "of many kinds", f"{len(kinds)}: {' '.join(sorted(kinds))}")
    shown = dump([s[:n] for s, n in jumps])
    result(len(shown) == len(jumps) > 20 and all(re.match(r"j|ret", t) for _, t in shown),
           f"{len(jumps)} jumps and returns, of the same lengths",
           [t for _, t in shown if not re.match(r"j|ret", t)][:5])
    # One term that is another is seen
    swapped = texts[:5] + [texts[6], texts[5]] + texts[7:10]
    result(same_terms("swapped", pieces[:10], swapped) == [5, 6], "two instructions that change places are seen")
except (RuntimeError, subprocess.CalledProcessError) as e:
    result(False, "the programs that are asked run", e)
print(f"1..{tests}")
sys.exit(failed != 0)
