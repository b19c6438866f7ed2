#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The example of a web server, recorded while clients ask it all sorts of things, and replayed without them.
. "$(dirname "$0")/programs.sh"
ok "it is built" flcc -std=gnu11 -Wall -Wextra -Werror -O2 examples/threads/web/main.c -o "$work/web"
cd "$work"
: >output
FL_RECORD=run ./web --port 0 >output 2>errors &
pid=$!
await grep -q '^web: listening on port ' output
port=$(sed -n 's/^web: listening on port //p' output)
cat >clients.py <<'END'
import random, socket, sys
random.seed(20261123)
asks = [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"POST / HTTP/1.1\r\n\r\n", b"nonsense\r\n\r\n", b"GET " + b"a" * 5000]
answers = 0
for _ in range(40):
    clients = [socket.create_connection(("127.0.0.1", int(sys.argv[1]))) for _ in range(random.randrange(1, 6))]
    for client in clients:
        client.settimeout(60)
        text = random.choice(asks)
        cut = random.randrange(len(text) + 1)
        try:
            client.sendall(text[:cut])
            if random.randrange(4):
                client.sendall(text[cut:])
                answers += client.recv(4096) != b""
        except OSError:  # it answered before it had heard all, and hung up
            pass
        client.close()
print(answers)
END
answers=$(timeout 120 python3 clients.py "$port" || echo 0)
ok "clients are answered" test "$answers" -gt 20
kill -TERM "$pid"
status=0
wait "$pid" || status=$?
is "the server ends" "0 " "$status $(<errors)"
for i in 1 2 3; do
  status=0
  FL_REPLAY=run timeout 60 ./web --port 0 >replayed 2>errors || status=$?
  is "and again without clients, $i" "0 " "$status $(<errors)"
done
# One byte of what a client sent is another's.
python3 - <<'END'
data = open("run", "rb").read()
at = data.index(b"GET / HTTP")
open("run", "wb").write(data[:at] + b"PUT" + data[at + 3:])
END
status=0
FL_REPLAY=run timeout 60 ./web --port 0 >replayed 2>errors || status=$?
ok "a record that was changed is refused" test "$status" -eq 1 -a -s errors
done_testing
