# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Python's ssl against examples/tls/echo.c: echo_test.py PORT CERTIFICATE"""
import os, select, socket, ssl, sys

context = ssl.create_default_context(cafile=sys.argv[2])
session = None
for size in (1, 100, 16384, 3_000_000):
    s = context.wrap_socket(socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=60),
                            server_hostname="localhost", session=session)
    assert s.version() == "TLSv1.3" and s.session_reused == (session is not None), (s.version(), s.session_reused)
    sent, got, at = os.urandom(size), b"", 0
    s.setblocking(False)  # one thread: an SSL object must not be read and written by two at once
    while len(got) < size:
        ready = select.select([s], [s] if at < size else [], [], 60)
        assert any(ready), f"{len(got)} of {size} bytes, then nothing for 60 s"
        try:
            if at < size:
                at += s.send(sent[at : at + 16384])
        except (ssl.SSLWantWriteError, ssl.SSLWantReadError):
            pass
        try:
            more = s.recv(1 << 16)
            assert more, f"{len(got)} of {size} bytes"
            got += more
        except (ssl.SSLWantWriteError, ssl.SSLWantReadError):
            pass
    assert got == sent
    session = s.session
    s.close()
