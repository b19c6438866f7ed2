#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# The server with a table of connections, from Gallina to C: the theorem, and what Coq computes of the program beside
# the C, on sample inputs.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
. tests/derive/to_c/runs.sh

cp tests/derive/to_c/*.v "$work"
coq show

# Events of the server: opened KEY TICKET, fed KEY BYTE, closed KEY, stop; little endian.
word() { printf '%02x000000' "$1"; }
o() { printf 00; word "$1"; word "$2"; }
f() { printf 01; word "$1"; printf %02x "$2"; }
c() { printf 02; word "$1"; }
try server connections \
  "$(o 5 9; o 6 9; f 5 7; f 6 1; f 5 255; f 5 0; o 7 5; f 7 1; o 8 5; f 8 1; f 5 1)03" \
  "$(o 1 0; o 2 0; o 2 0; o 3 0; o 4 0; o 5 0; c 3; c 3; o 5 0; f 4 3; f 5 4; f 1 5; f 2 6)03" \
  "$(for k in 1 2 3; do o $k 0; done; for k in 1 2 3; do f $k $k; done; for k in 1 2 3; do f $k 0; done
    o 4 3; o 5 2; o 6 1; for k in 4 5 6; do f $k 9; done; f 6 0)"

# The claim derive_connections is about copies in theories/products/Connections: of what is written now.
claimed() { sed 's/Programs\./Fairlead.Connections./g; /^Print Assumptions/d' "$work/$1"; }
for file in server.fl server_proof.v; do
  is "$file: the claim is about what is written" "$(cat "theories/products/Connections/$file")" "$(claimed "$file")"
done
done_testing
