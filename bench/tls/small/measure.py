# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A connection to a server on a board in QEMU: measure.py FOLDER ELF. What the board says, when it has gone well."""
import os, socket, ssl, subprocess, sys, time

folder, elf = sys.argv[1:]
uart = f"{folder}/uart"
if os.path.exists(uart):
    os.unlink(uart)
board = subprocess.Popen(["qemu-system-arm", "-M", "mps2-an385", "-display", "none", "-monitor", "none",
                          "-semihosting-config", "enable=on,target=native", "-chardev",
                          f"socket,id=uart,path={uart},server=on,wait=off", "-serial", "chardev:uart", "-kernel", elf],
                         cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
try:
    assert board.stdout.readline() == b"listening\n"
    context = ssl.create_default_context(cafile=f"{folder}/certificate.pem")
    context.check_hostname = False
    context.set_ciphers("ECDHE-ECDSA-AES128-GCM-SHA256")
    raw = socket.socket(socket.AF_UNIX)
    raw.settimeout(120)
    raw.connect(uart)
    text = os.urandom(40000)
    with context.wrap_socket(raw) as s:
        print(s.version(), s.cipher()[0])
        back = b""
        for at in range(0, len(text), 4000):
            s.sendall(text[at:at + 4000])
            while len(back) < min(len(text), at + 4000):
                back += s.recv(65536) or sys.exit("it ended")
        assert back == text
        try:
            s.unwrap()
        except OSError:
            pass                  # the board may be gone before its own close_notify is
    line = board.stdout.readline().decode()
    print(line)
    assert line.startswith("closed"), line
finally:
    board.kill()
