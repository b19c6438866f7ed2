#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The bytes and relocations that theorems are about (theories/products/Gcm/Bytes/gen) are those of the objects in
# libfairlead-gcm.a, compared here without what wrote them; and the linker changes nothing in libfairlead-gcm.so but
# operands that have a relocation, to what the relocation says.
set -uo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
export LC_ALL=C
work=$PWD/out/test/gcm/bytes
terms=theories/products/Gcm/Bytes/gen
rm -rf "$work"
mkdir -p "$work/objects"
(cd "$work/objects" && ar x ../../../../gcm/fast/libfairlead-gcm.a)
assembly=({expand,keystream}_{128,256} hash powers wide_powers {,wide_}{encrypt,decrypt}_{128,256})

# What the term says: numbers between the first brackets, relocations between the second.
term_bytes() { sed -n '/:= .*\[$/,/^\]/p' "$1" | grep -o '0x[0-9a-f][0-9a-f]\b' | cut -c3- | xxd -r -p; }
term_relocations() { sed -n 's/^  Relocation \(0x[0-9a-f]*\) "\(.*\)"%string (\(.*\))%Z;\{0,1\}$/\1 \2 \3/p' "$1"; }
# What the object says.
section() { objcopy -O binary -j "$1" "$2" "$3"; } # SECTION OBJECT FILE
relocations() {
  readelf -rW "$1" | awk '/^[0-9a-f]{16} / || /^[0-9a-f]+ +[0-9a-f]+ R_/ {
    if ($3 != "R_X86_64_PC32") { print "unknown", $0; next }
    sub(/^0+/, "", $1); sub(/^0+/, "", $7); print "0x" ($1 == "" ? "0" : $1), $5, ($6 == "-" ? "-" : "") "0x" $7 }'
}
same_bytes() { # SECTION OBJECT TERM
  section "$1" "$2" "$work/object.bytes" && term_bytes "$3" >"$work/term.bytes" && [ -s "$work/object.bytes" ] &&
    cmp "$work/object.bytes" "$work/term.bytes"
}
same_relocations() { # OBJECT TERM
  diff <(relocations "$1") <(term_relocations "$2")
}
# One function, from the beginning to the end of the code, and nothing else that is loaded.
one_function() { # NAME OBJECT
  local size=$((16#$(objdump -h "$2" | awk '$2 == ".text" { print $3 }')))
  [ "$(readelf -sW "$2" | awk '$4 == "FUNC" { print $2, $3, $8 }')" = "0000000000000000 $size fl_gcm_$1" ] &&
    [ "$(objdump -h "$2" | awk '$1 ~ /^[0-9]+$/ && $3 !~ /^0+$/ { print $2 }')" = .text ]
}
for n in "${assembly[@]}"; do
  ok "$n: the bytes of the object" same_bytes .text "$work/objects/$n.o" "$terms/$n.v"
  ok "$n: its relocations" same_relocations "$work/objects/$n.o" "$terms/$n.v"
  ok "$n: its one function begins and ends with them" one_function "$n" "$work/objects/$n.o"
done
ok "constants: the bytes of the object" same_bytes .rodata "$work/objects/constants.o" "$terms/constants.v"
is "every object that is made from assembly, but the constants of the 256-bit loops, has its term" \
  "$(printf '%s\n' "${assembly[@]}" constants | sort)" \
  "$(ls "$work/objects" | sed -n 's/\.o$//p' | grep -vx 'gcm\|wide_constants' | sort)"
is "and no other" "$(printf '%s\n' "${assembly[@]}" constants | sort)" "$(ls "$terms" | sed 's/\.v$//' | sort)"
ok "tools/object_in_coq writes the same again" bash -c "for f in $terms/*.v; do
  tools/object_in_coq '$work/objects/'\$(basename \$f .v).o | cmp - \$f || exit 1; done"

# Damage is seen: one byte, one relocation.
damaged() { # SED: of the term of hash
  sed "$1" "$terms/hash.v" >"$work/damaged.v" && ! cmp -s "$terms/hash.v" "$work/damaged.v" &&
    ! { same_bytes .text "$work/objects/hash.o" "$work/damaged.v" &&
        same_relocations "$work/objects/hash.o" "$work/damaged.v"; } >/dev/null 2>&1
}
ok "a byte that is another is seen" damaged '0,/0xde/s//0xdf/'
ok "a byte too many is seen" damaged '0,/0xde;/s//0xde; 0x90;/'
ok "another addend is seen" damaged 's/(0x7b)/(0x6b)/'
ok "another place is seen" damaged 's/Relocation 0x8 /Relocation 0x9 /'
ok "another symbol is seen" damaged '0,/"fl_gcm_constants"/s//"fl_gcm_constant"/'

linked() { # the shared library: each function is its object with relocated operands set
  python3 - "$PWD/out/gcm/fast/libfairlead-gcm.so" "$work/objects" "${assembly[@]}" <<'END'
import re, subprocess, sys
library, objects, names = sys.argv[1], sys.argv[2], sys.argv[3:]
run = lambda *a: subprocess.run(a, capture_output=True, text=True, check=True).stdout
places = {l.split()[7]: int(l.split()[1], 16) for l in run("readelf", "-sW", library).splitlines()
          if len(l.split()) == 8 and l.split()[7].startswith("fl_gcm_")}
sections = [(int(w[2], 16), int(w[1], 16), int(w[3], 16)) for w in
            (l.split("]", 1)[1].split()[1:] for l in run("readelf", "-SW", library).splitlines()
             if re.match(r"\s+\[ *[0-9]+\]", l))
            if len(w) > 4 and re.fullmatch("[0-9a-f]+", w[1])]
data = open(library, "rb").read()
offset = lambda a: next(o + a - at for o, at, size in sections if at and at <= a < at + size)
for name in names:
    path = f"{objects}/{name}.o"
    run("objcopy", "-O", "binary", "-j", ".text", path, path + ".text")
    code = bytearray(open(path + ".text", "rb").read())
    at = places["fl_gcm_" + name]
    for l in run("readelf", "-rW", path).splitlines():
        w = l.split()
        if len(w) == 7 and w[2] == "R_X86_64_PC32":
            place = int(w[0], 16)
            value = places[w[4]] + int(w[5] + w[6], 16) - (at + place)
            code[place:place + 4] = value.to_bytes(4, "little", signed=True)
    if not code or data[offset(at):offset(at) + len(code)] != code:
        sys.exit(f"{name} is not what its object says")
END
}
ok "the shared library has these bytes, with relocated operands set to symbol + addend - place" linked
done_testing
