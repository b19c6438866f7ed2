# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a server says of damaged PEM files: pem_test.py SERVER FOLDER, which has key.pem, cert.pem, two.pem (a chain).

Every server of ours is asked the same; it takes --root FOLDER too."""
import base64, os, re, select, subprocess, sys, time

from cases import case, end, equal

program, folder = sys.argv[1:]
os.chdir(folder)
key, cert, two = (open(name).read() for name in ("key.pem", "cert.pem", "two.pem"))
lines = two.splitlines(keepends=True)
second = lines.index("-----BEGIN CERTIFICATE-----\n", 1)  # the line with the second's BEGIN, from 0


def wait_readable(fd):
    return select.select([fd], [], [], 0.05)[0]


def write(name, text, mode=0o600):
    if os.path.exists(name):
        os.remove(name)
    with open(name, "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode())
    os.chmod(name, mode)
    return name


def says(certificate, private):
    """What the server says when it refuses these; None: it starts."""
    server = subprocess.Popen([program, "--root", ".", "--certificate", certificate, "--key", private, "--port", "0"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if server.stdout.readline():
        server.kill()
        server.communicate()
        return None
    said = server.communicate()[1]
    equal(server.returncode, 1)
    assert said.startswith("server: ") and said.count("\n") == 1, said
    return said[len("server: "):-1]


def taken(name, certificate, private=key):
    case(name)(lambda: equal(says(write("c.pem", certificate), write("k.pem", private)), None))


def refused(name, want, certificate=cert, private=key, mode=0o600):
    case(name)(lambda: equal(says(write("c.pem", certificate, 0o600), write("k.pem", private, mode)), want))


def block(label, data):
    text = base64.b64encode(data).decode()
    body = "".join(text[i:i + 64] + "\n" for i in range(0, len(text), 64))
    return f"-----BEGIN {label}-----\n{body}-----END {label}-----\n"


def der(pem):
    return base64.b64decode("".join(pem.splitlines()[1:-1]))


def changed(at, text):
    """The chain with another line there."""
    return "".join(lines[:at]) + text + "".join(lines[at + 1:])


taken("a chain of two", two)
taken("text in front of each, lines that end with CR LF, no last line feed",
      ("Bag Attributes\n    localKeyID: 01 \nsubject=CN = x\n" + "".join(lines[:second]) + "\nsubject=CN = y, Zürich\n"
       + "".join(lines[second:])).replace("\n", "\r\n").rstrip("\r\n"))
taken("key and certificate in one file", key + cert, key + cert)
taken("parameters in front of the key", cert, block("EC PARAMETERS", bytes.fromhex("06082a8648ce3d030107")) + key)
taken("lines of 76 characters, and of 4", "-----BEGIN CERTIFICATE-----\n" + "".join(
    base64.b64encode(der(cert)).decode()[i:i + 76] + "\n" for i in range(0, 10000, 76)
    if i < len(base64.b64encode(der(cert)))) + "-----END CERTIFICATE-----\n")

damaged = second + 3  # a line in the middle of the second, from 0
refused("a character of the second block that is not base64's",
        f"c.pem:{damaged + 1}: a character that is none of base64's, at column 5",
        changed(damaged, lines[damaged][:4] + "!" + lines[damaged][5:]))
refused("padding in the middle of the second", f"c.pem:{damaged + 1}: base64 behind its end, at column 9",
        changed(damaged, lines[damaged][:4] + "AA==" + lines[damaged][6:]))
refused("a character less", f"c.pem:{len(lines) - 1}: base64 that stops in the middle of a group of four",
        "".join(lines[:second + 1]) + lines[second + 1][1:] + "".join(lines[second + 2:]).replace("=", ""))
refused("an END that is damaged", f"c.pem:{len(lines)}: a block that begins in line {second + 1} has no END here",
        changed(len(lines) - 1, "-----END CERTIFICATE----\n"))
refused("an END of another kind", f"c.pem:{len(lines)}: END PRIVATE KEY where END CERTIFICATE should be",
        changed(len(lines) - 1, "-----END PRIVATE KEY-----\n"))
refused("a BEGIN that is damaged", f"c.pem:{second + 1}: this is no line that begins a block of PEM",
        changed(second, "----BEGIN CERTIFICATE-----\n"))
refused("a BEGIN without its last dash", f"c.pem:{second + 1}: this is no line that begins a block of PEM",
        changed(second, "-----BEGIN CERTIFICATE----\n"))
refused("a BEGIN of another kind", f"c.pem:{len(lines)}: END CERTIFICATE where END CERTIFICAT should be",
        changed(second, "-----BEGIN CERTIFICAT-----\n"))
refused("a block of another kind", f"c.pem:{len(lines) + 1}: a block of an unknown kind: X509 CRL",
        two + block("X509 CRL", b"x"))
refused("no END", f"c.pem:{second + 1}: a block that begins here does not end", "".join(lines[:-1]))
refused("no BEGIN", f"c.pem:{second + 1}: base64 outside of a block", "".join(lines[:second] + lines[second + 1:]))

# As a whole it is another file's piece: of YAML, of a letter, of a diff. What a server reads must not be the rest.
def prefixed(by):
    return two + "".join(by + line for line in lines[second:]) + cert


for by in " ", "\t", "> ", "+", "\ufeff":
    refused(f"a block each of whose lines begins with {by!r}, in front of another",
            f"c.pem:{len(lines) + 1}: this is no line that begins a block of PEM", prefixed(by))
refused("the same in a file of a key", "k.pem:1: this is no line that begins a block of PEM",
        private="".join("  " + line for line in key.splitlines(True)) + key)
refused("an indented block without BEGIN", f"c.pem:{len(lines) + 1}: base64 outside of a block",
        two + "".join("  " + line for line in lines[second + 1:-1]) + cert)
refused("a quoted END", f"c.pem:{len(lines) + 1}: this is no line that begins a block of PEM",
        two + "> " + lines[-1] + cert)
refused("an END more", f"c.pem:{len(lines) + 1}: END CERTIFICATE without its BEGIN", two + lines[-1])
refused("an empty line in a block", f"c.pem:{damaged + 1}: an empty line in a block", changed(damaged, "\n"))
refused("a block without content", f"c.pem:{len(lines) + 1}: a block without content", two + block("CERTIFICATE", b""))
refused("junk behind the chain", f"c.pem:{len(lines) + 1}: text behind the last block", two + "junk\n")
refused("bytes of zero behind the chain", f"c.pem:{len(lines) + 1}: a byte of 0 is no text", two + "\0" * 20)
refused("bytes behind the certificate in its block", "c.pem:1: 3 bytes behind the certificate in its block",
        block("CERTIFICATE", der(cert) + b"abc"))
refused("a certificate that is none", f"c.pem:{len(lines) + 1}: no certificate: wrong tag",
        two + block("CERTIFICATE", bytes(200)))
case("DER in place of PEM")(lambda: equal(re.sub("[0-9]+", "N", says(write("c.pem", der(cert)), "key.pem")),
                                          "c.pem:N: a byte of N is no text"))
refused("an empty file", "c.pem: holds no certificate in PEM", "")
refused("a chain that is only text", "c.pem: holds no certificate in PEM", "subject=CN = x\n")
refused("a key in place of a certificate", "c.pem: holds no certificate in PEM", key)
refused("the certificate of another key first", "c.pem:1: the first certificate is not of the key given",
        "".join(lines[second:] + lines[:second]))
refused("a file that is too large", "c.pem: larger than 1048576 bytes", "x\n" * 600000)

OPEN = "a private key that others than its owner may use: chmod 600 the file"
refused("a key that others may read", f"k.pem:1: {OPEN}", mode=0o644)
refused("a key that its group may write", f"k.pem:1: {OPEN}", mode=0o660)
case("a key that its group may read")(
    lambda: equal(says(write("c.pem", cert), write("k.pem", key, 0o640)), None))
case("key and certificate in one file that others may read")(
    lambda: equal(says(write("c.pem", key + cert, 0o644), write("k.pem", key)),
                  f"c.pem:1: {OPEN}"))
refused("no key", "k.pem: holds no private key in PEM", private="")
refused("two keys", f"k.pem:{len(key.splitlines()) + 1}: a second private key", private=key * 2)
refused("a key that is damaged", "k.pem:2: a character that is none of base64's, at column 1",
        private=key.replace("\nM", "\n*", 1))
refused("a key without END", "k.pem:1: a block that begins here does not end",
        private="".join(key.splitlines(True)[:-1]))
refused("a key and junk", f"k.pem:{len(key.splitlines()) + 1}: text behind the last block", private=key + "x")
refused("bytes behind the key in its block", "k.pem:1: 2 bytes behind the private key in its block",
        private=block("PRIVATE KEY", der(key) + b"ab"))
secret = "an encrypted key: nobody is asked for its pass phrase (openssl pkey writes it in the clear)"
refused("a key that is encrypted", f"k.pem:1: {secret}", private=key.replace("PRIVATE", "ENCRYPTED PRIVATE"))
refused("one that is encrypted as it once was", f"k.pem:1: {secret}",
        private=key.replace("KEY-----\n", "KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n", 1))


@case("files that are not there, and folders")
def _():
    for name, why in (("none.pem", "cannot be opened: No such file or directory"),
                      (".", "cannot be read: Is a directory")):
        equal(says("cert.pem", name), f"{name}: {why}")
        equal(says(name, "key.pem"), f"{name}: {why}")


@case("a pipe that nobody writes to holds no key; one that somebody does is read to its end, slowly, too")
def _():
    os.mkfifo("pipe", 0o600)
    equal(says("cert.pem", "pipe"), "pipe: holds no private key in PEM")
    equal(says("pipe", "key.pem"), "pipe: holds no certificate in PEM")
    for wait in ("", "sleep 0.3;"):
        begin, rest = key[:40], key[40:]
        script = f"exec >pipe; printf %s '{begin}'; {wait} printf '%s\\n' '{rest.strip()}'"
        writer = subprocess.Popen(["sh", "-c", script], stdin=subprocess.DEVNULL)
        held = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)  # so that the writer is there before the server looks
        while not os.stat("pipe").st_size and writer.poll() is None and not wait_readable(held):
            pass
        equal(says("cert.pem", "pipe"), None)
        writer.wait()
        os.close(held)


if os.environ.get("FAIRLEAD_TIER") != "quick":
    @case("a pipe that sends a byte now and then, and no end, is given up after ten seconds")
    def _():
        script = "exec >pipe; while printf '#\\n'; do sleep 1; done"
        writer = subprocess.Popen(["sh", "-c", script], stderr=subprocess.DEVNULL)
        began = time.monotonic()
        equal(says("cert.pem", "pipe"), "pipe: cannot be read: Connection timed out")
        assert time.monotonic() - began >= 9
        writer.kill()
        writer.wait()


@case("the chain without any one of its lines is refused with a line of the file")
def _():
    for i in range(len(lines)):
        said = says(write("c.pem", "".join(lines[:i] + lines[i + 1:])), "key.pem")
        assert said and re.match(r"c\.pem:\d+: ", said), (i, said)


@case("the chain cut off anywhere but behind a certificate is refused with a line of the file")
def _():
    whole = {0, *(sum(map(len, lines[:n])) - k for n in (second, len(lines)) for k in (0, 1))}
    for n in [*range(1, len(two), 37), *range(len("".join(lines[:second])) - 30, len("".join(lines[:second])) + 30)]:
        said = says(write("c.pem", two[:n]), "key.pem")
        assert n in whole or said and re.match(r"c\.pem:\d+: ", said), (n, said)


end()
