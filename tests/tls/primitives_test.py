# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A provider and the key schedule's functions against Python's: primitives_test.py PROGRAM

Hashes and HMAC against hashlib; AES-GCM against Wycheproof; HKDF-Expand-Label against its
definition; AEADs and P-256 against python3-cryptography, which is another interface to OpenSSL, and X25519 against RFC 7748."""
import hashlib, hmac, json, random, subprocess, sys

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305

from providers import GROUPS, HYBRID, P256, P384, P521, X25519, X448

random.seed(8446)
asked, wanted = [], []


def ask(name, *parts, which=0, number=0, want=b""):
    words = [x.hex() or "-" for x in (*parts, b"", b"", b"", b"")[:4]]
    asked.append(f"{name} {' '.join(words)} {which} {number}")
    wanted.append((asked[-1], want if isinstance(want, str) else want.hex()))


def expand_label(name, secret, label, context, size):
    full = b"tls13 " + label
    info = size.to_bytes(2, "big") + bytes([len(full)]) + full + bytes([len(context)]) + context
    out = block = b""
    for i in range(1, 256):
        if len(out) >= size:
            break
        block = hmac.new(secret, block + info + bytes([i]), name).digest()
        out += block
    return out[:size]


for which, name in ((32, "sha256"), (48, "sha384")):
    for n in list(range(300)) + [1000, 4096]:
        data = random.randbytes(n)
        for cut in {0, n, n // 2, min(n, 63), min(n, 64), min(n, 65), min(n, 127), min(n, 128), min(n, 129)}:
            ask("hash", data, which=which, number=cut, want=hashlib.new(name, data).digest())
    for n in range(280):
        key, message = random.randbytes(n), random.randbytes(random.randrange(200))
        ask("hmac", key, message, which=which, want=hmac.new(key, message, name).digest())
    for n in [*range(120), 8160 if which == 32 else 8192]:
        secret = random.randbytes(which)
        for label in (b"key", b"iv", b"derived", b"c hs traffic", b"x" * 249):
            context = random.choice((b"", random.randbytes(which)))
            ask("expand", secret, label, context, which=which, number=n,
                want=expand_label(name, secret, label, context, n))

for suite, size, cipher in ((0x1301, 16, AESGCM), (0x1302, 32, AESGCM), (0x1303, 32, ChaCha20Poly1305)):
    for n in [*range(70), 255, 1000, 2000]:
        key, nonce, text, data = (random.randbytes(k) for k in (size, 12, n, random.randrange(30)))
        sealed = cipher(key).encrypt(nonce, text, data)
        ask("seal", key, nonce, data, text, which=suite, want=sealed)
        ask("open", key, nonce, data, sealed, which=suite, want=text)
        at = random.randrange(len(sealed))
        ask("open", key, nonce, data, sealed[:at] + bytes([sealed[at] ^ 1 << random.randrange(8)]) + sealed[at + 1:],
            which=suite, want="no")
        ask("open", key, nonce, data + b"x", sealed, which=suite, want="no")

with open("tests/data/wycheproof_aes_gcm_test.json") as f:
    groups = [g for g in json.load(f)["testGroups"]
              if g["ivSize"] == 96 and g["tagSize"] == 128 and g["keySize"] != 192]
for group in groups:
    for t in group["tests"]:
        key, nonce, data, text, sealed = (bytes.fromhex(t[k]) for k in ("key", "iv", "aad", "msg", "ct"))
        sealed += bytes.fromhex(t["tag"])
        suite = 0x1301 if group["keySize"] == 128 else 0x1302
        ask("open", key, nonce, data, sealed, which=suite, want=text if t["result"] == "valid" else "no")
        if t["result"] == "valid":
            ask("seal", key, nonce, data, text, which=suite, want=sealed)
assert len(groups) >= 2

# RFC 7748, 6.1
alice, bob = (bytes.fromhex(x) for x in ("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
                                         "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
shares = [bytes.fromhex(x) for x in ("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
                                     "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")]
both = bytes.fromhex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
ask("share", alice, shares[1], which=X25519, want=shares[0])
ask("share", bob, shares[0], which=X25519, want=shares[1])
ask("exchange", alice, shares[1], which=X25519, want=both)
ask("exchange", bob, shares[0], which=X25519, want=both)
# A point of small order has no shared secret (RFC 7748, 6.1); our share is there all the same.
for low in (0, 1, 2**255 - 19, 2**255 - 18, 2**255 - 20):
    ask("exchange", alice, low.to_bytes(32, "little"), which=X25519)
    ask("share", alice, low.to_bytes(32, "little"), which=X25519, want=shares[0])

x25519 = alice, bob, shares, both


def point(key):
    return key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


for group, curve, size, order in (
        (P256, ec.SECP256R1(), 32, 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551),
        (P384, ec.SECP384R1(), 48, (1 << 384) - 0x389cb27e0bc8d220a7e5f24db74f58851313e695333ad68d),
        (P521, ec.SECP521R1(), 66,
         (1 << 521) - 0x5ae79787c40d069948033feb708f65a2fc44a36477663b851449048e16ec79bf7)):
    if group not in GROUPS:
        continue
    for number in [1, 2, order - 1] + [random.randrange(1, order) for _ in range(20)]:
        ours, theirs = ec.derive_private_key(number, curve), ec.generate_private_key(curve)
        private = number.to_bytes(size, "big")
        ask("share", private, point(theirs), which=group, want=point(ours))
        ask("exchange", private, point(theirs), which=group, want=ours.exchange(ec.ECDH(), theirs.public_key()))
        for bad in (bytes(1 + 2 * size), b"\x04" + bytes(2 * size), point(theirs)[:-1] + bytes([point(theirs)[-1] ^ 1]),
                    b"\x02" + point(theirs)[1:], b"\x06" + point(theirs)[1:], point(theirs)[:1 + size], b""):
            ask("exchange", private, bad, which=group)
    for number in (0, order, order + 1, (1 << order.bit_length()) - 1):    # no private keys: no share
        ask("share", number.to_bytes(size, "big"), point(theirs), which=group)
        ask("exchange", number.to_bytes(size, "big"), point(theirs), which=group)
# Of the 66 random bytes for P-521 seven bits are too many.
ours = ec.derive_private_key(5, ec.SECP521R1())
if P521 in GROUPS:
    ask("share", b"\xfe" + (5).to_bytes(65, "big"), point(theirs), which=P521, want=point(ours))

# RFC 7748, 6.2
alice, bob = (bytes.fromhex(x) for x in (
    "9a8f4925d1519f5775cf46b04b5800d4ee9ee8bae8bc5565d498c28dd9c9baf574a9419744897391006382a6f127ab1d9ac2d8c0a598726b",
    "1c306a7ac2a0e2e0990b294470cba339e6453772b075811d8fad0d1d6927c120bb5ee8972b0d3e21374c9c921b09d1b0366f10b65173992d"))
shares = [bytes.fromhex(x) for x in (
    "9b08f7cc31b7e3e67d22d5aea121074a273bd2b83de09c63faa73d2c22c5d9bbc836647241d953d40c5b12da88120d53177f80e532c41fa0",
    "3eb7a829b0cd20f5bcfc0b599b6feccf6da4627107bdb0d4f345b43027d8b972fc3e34fb4232a13ca706dcb57aec3dae07bdc1c67bf33609")]
both = bytes.fromhex(
    "07fff4181ac6cc95ec1c16a94a0f74d12da232ce40a77552281d282bb60c0b56fd2464c335543936521c24403085d59a449a5037514a879d")
for private, ours, theirs in (X448 in GROUPS) * ((alice, *shares), (bob, *reversed(shares))):
    ask("share", private, theirs, which=X448, want=ours)
    ask("exchange", private, theirs, which=X448, want=both)
for low in (X448 in GROUPS) * (0, 1, 2**448 - 2**224 - 1, 2**448 - 2**224 - 2):
    ask("exchange", alice, low.to_bytes(56, "little"), which=X448)

# X25519MLKEM768. What ML-KEM computes is what Go's crypto/mlkem does of the same seed and message.
q = 3329


def answer(name, *parts):
    words = [x.hex() or "-" for x in (*parts, b"", b"", b"")[:4]]
    line = subprocess.run([sys.argv[1]], input=f"{name} {' '.join(words)} {HYBRID} 0", text=True, capture_output=True,
                          check=True).stdout
    return bytes.fromhex(line)


def hybrid():
    alice, bob, shares, both = x25519
    begins, answers_ = bytes(range(64)) + alice, bytes(range(200, 232)) + bob
    ours = answer("share", begins, b"")
    theirs = answer("share", answers_, ours)
    for (data, want), at in zip(((ours, "0b7934c83125c788995e2ba6bd761e33046b3e40571be53e023309a29f398cc9"),
                                 (theirs, "45605f769fdefca64e76ecc79e68d206080ca73dafa7dee78337fc3c74ec0751")),
                                (1184, 1088)):
        assert len(data) == at + 32 and hashlib.sha256(data[:at]).hexdigest() == want, (at, data.hex())
    assert ours[1184:] == shares[0] and theirs[1088:] == shares[1]
    kem = bytes.fromhex("bf290b679c23d05d40a6a5714647425c88a02e656f34a3124158c416c7c99aa0")
    ask("exchange", answers_, ours, which=HYBRID, want=kem + both)
    ask("exchange", begins, theirs, which=HYBRID, want=kem + both)
    # Another ciphertext has a secret, too, which nobody else has (FIPS 203, 7.3).
    ask("exchange", begins, theirs[:5] + bytes([theirs[5] ^ 1]) + theirs[6:], which=HYBRID,
        want=bytes.fromhex("8750679dae05366648049066c501594dbe81573c4e47105caf0f952d34c8ce2d") + both)
    # A number in an encapsulation key is below q (7.2): the last that is, and the first that is not.
    for at in (0, 3 * 300, 1149):
        for number, fine in ((q - 1, True), (q, False), (4095, False)):
            key = ours[:at] + bytes([number & 255, number >> 8 | ours[at + 1] & 0xf0]) + ours[at + 2:]
            if fine:
                assert len(answer("exchange", answers_, key)) == 64
            else:
                ask("exchange", answers_, key, which=HYBRID)
    for low in (0, 1, 2**255 - 19):
        ask("exchange", answers_, ours[:1184] + low.to_bytes(32, "little"), which=HYBRID)
        ask("exchange", begins, theirs[:1088] + low.to_bytes(32, "little"), which=HYBRID)


if HYBRID in GROUPS:
    hybrid()
answers = subprocess.run([sys.argv[1]], input="\n".join(asked), text=True, capture_output=True, check=True)
answers = answers.stdout.split("\n")[:-1]
wrong = [a for (a, want), got in zip(wanted, answers) if want != got]
if wrong or len(answers) != len(wanted):
    sys.exit(f"{len(answers)} answers for {len(wanted)} questions; {len(wrong)} wrong: {wrong[:3]}")
print(len(wanted), "answers")
