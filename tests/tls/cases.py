# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the Python tests of the HTTPS server have in common: cases that print TAP, and a server to start."""
import atexit, os, subprocess, sys

count = failed = 0
# Names of cases that a server which does other things is not asked, one on each line (tests/derive/tls.t)
left_out = os.environ.get("LEAVE_OUT", "").split("\n")


def case(name):
    def run(body):
        global count, failed
        if name in left_out:
            return
        count += 1
        try:
            body()
            print(f"ok {count} - {name}")
        except Exception as e:
            failed += 1
            print(f"not ok {count} - {name}\n# {type(e).__name__}: {e}")
        sys.stdout.flush()
    return run


def equal(got, want):
    assert got == want, f"{got!r:.200}, not {want!r:.200}"


def end():
    print(f"1..{count}")
    sys.exit(failed > 0)


def start(program, folder, certificate, key, *options):
    """The server's process, and its address."""
    server = subprocess.Popen([program, "--root", folder, "--certificate", certificate, "--key", key, "--port", "0",
                               *options],
                              stdout=subprocess.PIPE, text=True)
    # Whatever cases are left out: who runs the tests waits until nothing has their output open.
    atexit.register(server.kill)
    return server, ("127.0.0.1", int(server.stdout.readline().split(":")[-1]))
