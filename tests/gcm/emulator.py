# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs emulator_guest.c in Bochs: emulator.py BOOT.bin GUEST.elf VECTORS DIRECTORY. Prints what it left in memory."""
import os
import shutil
import struct
import subprocess
import sys

boot, guest, vectors, directory = sys.argv[1:]
settings = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../compiler/asm/validate/emulator.bochsrc")
SECTOR, CYLINDER = 512, 512 * 63 * 16
FIELDS = "finished vectors valid invalid refused failed first_failed narrow wide_texts".split()


def padded(b, unit):
    return b + bytes(-len(b) % unit)


def disk(segments):
    """As compiler/asm/validate/emulator_boot_trusted.S reads it."""
    out = b""
    for address, content in segments:
        content = padded(content, SECTOR)
        out += padded(struct.pack("<QQ", address, len(content) // SECTOR), SECTOR) + content
    return padded(out + bytes(SECTOR), CYLINDER)


def loaded(path):
    """The segments of an executable, and a call of its entry where the ROM goes."""
    elf = open(path, "rb").read()
    entry, headers = struct.unpack_from("<QQ", elf, 24)
    count = struct.unpack_from("<H", elf, 56)[0]
    segments = [(0x100000, b"\xb8" + struct.pack("<I", entry) + b"\xff\xd0")]
    for k in range(count):
        kind, _, offset, address, _, in_file, in_memory, _ = struct.unpack_from("<IIQQQQQQ", elf, headers + 56 * k)
        if kind == 1:
            segments.append((address, elf[offset:offset + in_file] + bytes(in_memory - in_file)))
    return segments


text = open(vectors, "rb").read() + b"\0"
os.makedirs(directory, exist_ok=True)
os.chdir(directory)
open("disk.img", "wb").write(disk(loaded(guest) + [(0x2000000, text)]))
shutil.copyfile(boot, "boot.bin")
shutil.copyfile(settings, "bochsrc")
open("commands", "w").write(f'c\nwritemem "seen" 0x1000000 {4 * len(FIELDS)}\nq\n')
if os.path.exists("seen"):
    os.remove("seen")
with open("output.txt", "w") as out:
    subprocess.run(["timeout", "120", "bochs", "-q", "-f", "bochsrc", "-rc", "commands"], stdin=subprocess.DEVNULL,
                   stdout=out, stderr=subprocess.STDOUT, env={**os.environ, "TERM": "dumb"})
try:
    seen = struct.unpack(f"<{len(FIELDS)}I", open("seen", "rb").read())
except (OSError, struct.error):
    sys.exit("Bochs did not come to the end; its last words are in " + os.path.join(directory, "output.txt"))
print(*(f"{name}={value}" for name, value in zip(FIELDS, seen)))
