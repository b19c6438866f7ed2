# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Python's ssl against examples/tls/echo.c: echo_test.py PORT CERTIFICATE"""
import os, socket, ssl, sys, threading

context = ssl.create_default_context(cafile=sys.argv[2])
session = None
for size in (1, 100, 16384, 3_000_000):
    s = context.wrap_socket(socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=60),
                            server_hostname="localhost", session=session)
    assert s.version() == "TLSv1.3" and s.session_reused == (session is not None), (s.version(), s.session_reused)
    sent, got = os.urandom(size), b""
    sender = threading.Thread(target=s.sendall, args=(sent,))
    sender.start()
    while len(got) < size:
        more = s.recv(1 << 16)
        assert more, f"{len(got)} of {size} bytes"
        got += more
    sender.join()
    assert got == sent
    session = s.session
    s.close()
