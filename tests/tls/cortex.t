#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: an emulator of a board, and mbedTLS's sources, which are fetched
# libfairlead-tls on a Cortex-M3 without an operating system (examples/tls/cortex-m), with openssl s_client on its UART.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tls/common.sh
board_programs
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 9 -subj /CN=board.test \
  -addext subjectAltName=DNS:board.test -keyout "$work/key.pem" -out "$work/certificate.pem" 2>/dev/null
openssl x509 -in "$work/certificate.pem" -outform DER -out "$work/certificate.der"
openssl ec -in "$work/key.pem" -outform DER -out "$work/key.der" 2>/dev/null
board() {
  cd "$work"
  exec qemu-system-arm -M mps2-an385 -display none -monitor none -semihosting-config enable=on,target=native \
    -chardev "socket,id=uart,path=$work/uart,server=on,wait=off" -serial chardev:uart -kernel server.elf 2>&1
}
start_server "$work/log" listening board
pids+=("$started")
lines() { wc -l <"$work/log"; }
# The board says how a connection ended: it has one at a time, and the next peer waits for it.
ended() { # LINES: there are more of them by now
  for _ in $(seq 1500); do # QEMU counts fewer milliseconds on a machine that is busy
    [ "$(lines)" -le "$1" ] || { tail -1 "$work/log"; return; }
    sleep 0.1
  done
  echo "the board says nothing"
}
client() { # what openssl s_client says; its standard input is sent
  timeout 60 openssl s_client -unix "$work/uart" -servername board.test -verify_hostname board.test \
    -verify_return_error -CAfile "$work/certificate.pem" "$@" 2>&1 || true
}
talk() { # OPTIONS: a line comes back; and how the board saw it end
  local before
  before=$(lines)
  { echo "the line comes back"; sleep 3; echo Q; } | client "$@"
  ended "$before"
}
for suite in TLS_AES_128_GCM_SHA256 TLS_AES_256_GCM_SHA384 TLS_CHACHA20_POLY1305_SHA256; do
  for group in X25519:X25519 P-256:prime256v1 P-384:secp384r1; do
    ok "$suite, ${group%:*}" has "$(talk -ciphersuites $suite -groups "${group%:*}")" \
      "New, TLSv1.3, Cipher is $suite" "Server Temp Key: .*${group#*:}" '^the line comes back' '^closed 0,'
  done
done
ok "after a HelloRetryRequest" has "$(talk -groups X448:P-256)" 'New, TLSv1.3' prime256v1 \
  '^the line comes back' '^closed 0,'
ok "a group that it has not" has "$(talk -groups X448)" 'handshake failure|alert number 40' '^failed 40,'
ok "no TLS 1.3" has "$(talk -tls1_2)" 'alert protocol version' '^failed 70,'

ok "gives a ticket" has "$(talk -sess_out "$work/session")" 'New, TLSv1.3' '^the line comes back' '^closed 0,'
ok "which resumes" has "$(talk -sess_in "$work/session")" 'Reused, TLSv1.3' '^the line comes back' '^closed 0,'
ok "with another group, too" has "$(talk -sess_in "$work/session" -groups P-256)" 'Reused, TLSv1.3' prime256v1 \
  '^the line comes back' '^closed 0,'
spoil_ticket() { # the session, with another ticket
  openssl asn1parse -in "$work/session" -out "$work/session.der" -noout
  python3 - "$work" <<'EOF'
import subprocess, sys
folder = sys.argv[1]
der = bytearray(open(f"{folder}/session.der", "rb").read())
said = subprocess.check_output(["openssl", "sess_id", "-in", f"{folder}/session", "-noout", "-text"], text=True)
dump = said.split("TLS session ticket:\n")[1].split("\n\n")[0].split("\n")
ticket = bytes.fromhex("".join(line.split(" - ")[1][:48].replace("-", " ") for line in dump if " - " in line))
at = der.index(ticket)
der[at + len(ticket) - 1] ^= 1
open(f"{folder}/session.der", "wb").write(der)
EOF
  openssl sess_id -in "$work/session.der" -inform DER -out "$work/session"
}
spoil_ticket
ok "and not when it is another" has "$(talk -sess_in "$work/session")" 'New, TLSv1.3' '^the line comes back' \
  '^closed 0,'

# In records of the largest size: each goes back before the next is read.
echoed() {
  local before
  before=$(lines)
  timeout 120 python3 - "$work" <<'EOF'
import os, socket, ssl, sys
folder, text = sys.argv[1], os.urandom(100000)
context = ssl.create_default_context(cafile=f"{folder}/certificate.pem")
raw = socket.socket(socket.AF_UNIX)
raw.connect(f"{folder}/uart")
with context.wrap_socket(raw, server_hostname="board.test") as s:
    back = b""
    for at in range(0, len(text), 16384):
        s.sendall(text[at:at + 16384])
        while len(back) < min(len(text), at + 16384):
            back += s.recv(65536) or sys.exit("it ended")
    print("the same" if back == text else "something else")
    s.unwrap()
EOF
  ended "$before"
}
ok "100,000 bytes come back" has "$(echoed)" '^the same' '^closed 0,'

raw() { # HEX SECONDS: bytes that are no TLS; how the board saw it end
  local before
  before=$(lines)
  python3 - "$work/uart" "$1" "$2" <<'EOF' >/dev/null
import socket, sys, time
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
s.sendall(bytes.fromhex(sys.argv[2]))
time.sleep(float(sys.argv[3]))
EOF
  ended "$before"
}
# No more than a record's header: on a UART what comes behind a connection is the next one's.
ok "bytes that are no TLS" has "$(raw 474554202f 1)" '^failed 10,'
ok "a record too long" has "$(raw 1603014801 1)" '^failed 22,'
ok "half a hello, and nothing more" has "$(raw 16030100800100 1)" '^late '
ok "goes on after it" has "$(talk)" '^the line comes back' '^closed 0,'

# What it takes. Of RAM 8,388 bytes are the output, 16,896 the input, and 4,096 where certificate and key are read.
read -r text data bss _ < <(arm-none-eabi-size "$work/server.elf" | tail -1)
most() { grep -oP "$1 \K[0-9]+" "$work/log" | sort -n | tail -1; }
heap=$(most heap) stack=$(most stack)
echo "# flash $((text + data)), static $((data + bss)), heap $heap, stack $stack"
# What of the flash is whose, by the linker's map: the rest is C's library and the example.
python3 - "$work/server.map" <<'EOF'
import re, sys
text, sizes = open(sys.argv[1]).read(), {"TLS": 0, "mbedTLS": 0}
for size, file in re.findall(r"^ \.(?:text|rodata)\S*\s+0x\w+\s+0x(\w+) (\S+)", text.split("memory map")[1], re.M):
    name = file.rsplit("/", 1)[-1]
    ours = name.startswith(("machine", "tls_host", "server_connection"))
    whose = "TLS" if ours else "mbedTLS" if "mbedtls" in name else None
    if whose:
        sizes[whose] += int(size, 16)
print("# " + ", ".join(f"{whose} {size}" for whose, size in sizes.items()))
EOF
ok "at most 85,000 bytes of flash" test $((text + data)) -le 85000
ok "without the client's machine" test -z "$(arm-none-eabi-nm "$work/server.elf" | grep -w fl_tlsm_client_step)"
ok "and 32,000 of static RAM" test $((data + bss)) -le 32000
ok "of RAM 16 KiB of heap and 12 of the stack" test "$heap" -le 16384 -a "$stack" -le 12288
done_testing
