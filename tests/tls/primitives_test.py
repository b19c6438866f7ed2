# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SHA-256, HMAC and HKDF-Expand-Label of examples/tls against Python's: primitives_test.py PROGRAM"""
import hashlib, hmac, random, subprocess, sys

random.seed(8446)
asked, wanted = [], []


def ask(name, a=b"", b=b"", c=b"", number=0, want=b""):
    words = [x.hex() or "-" for x in (a, b, c)]
    asked.append(f"{name} {' '.join(words)} {number}")
    wanted.append((asked[-1], want.hex()))


def expand_label(secret, label, context, size):
    full = b"tls13 " + label
    info = size.to_bytes(2, "big") + bytes([len(full)]) + full + bytes([len(context)]) + context
    return hmac.new(secret, info + b"\x01", "sha256").digest()[:size]


for n in list(range(200)) + [1000, 4096]:
    data = random.randbytes(n)
    for cut in {0, n, n // 2, min(n, 63), min(n, 64), min(n, 65)}:
        ask("hash", data, number=cut, want=hashlib.sha256(data).digest())
for n in range(140):
    key, message = random.randbytes(n), random.randbytes(random.randrange(200))
    ask("hmac", key, message, want=hmac.new(key, message, "sha256").digest())
for n in range(33):
    secret = random.randbytes(32)
    for label in (b"key", b"iv", b"derived", b"c hs traffic"):
        context = random.choice((b"", random.randbytes(32)))
        ask("expand", secret, label, context, n, expand_label(secret, label, context, n))
# RFC 7748, 6.1
alice, bob = (bytes.fromhex(x) for x in ("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
                                         "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
shares = [bytes.fromhex(x) for x in ("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
                                     "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")]
both = bytes.fromhex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
ask("x25519_share", alice, want=shares[0])
ask("x25519_share", bob, want=shares[1])
ask("x25519", alice, shares[1], want=both)
ask("x25519", bob, shares[0], want=both)
# A point of small order has no shared secret (RFC 7748, 6.1).
for low in (0, 1, 2**255 - 19, 2**255 - 18, 2**255 - 20):
    ask("x25519", random.randbytes(32), low.to_bytes(32, "little"))

answers = subprocess.run([sys.argv[1]], input="\n".join(asked), text=True, capture_output=True, check=True).stdout.split("\n")[:-1]
wrong = [a for (a, want), got in zip(wanted, answers) if want != got]
if wrong or len(answers) != len(wanted):
    sys.exit(f"{len(answers)} answers for {len(wanted)} questions; wrong: {wrong[:3]}")
print(len(wanted), "answers")
