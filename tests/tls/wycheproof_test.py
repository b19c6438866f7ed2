# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Wycheproof's vectors through a provider's functions, or through what verifies signatures.

    wycheproof_test.py pack FOLDER                    tests/data/wycheproof_tls.json.xz, out of a folder testvectors_v1
    wycheproof_test.py exchange|verify PROGRAM [FOLDER]

Without a folder it takes what was packed: of ML-KEM, P-256 and P-384 a part, and of RSA-PSS that of 2,048 bits. PROGRAM
is primitives.c, or verify.c with what verifies. WITHOUT: words of schemes that this verifier has not, and refuses."""
import json, lzma, os, pathlib, subprocess, sys

from providers import GROUPS, HYBRID, P256, P384, P521, X25519, X448

PACKED = pathlib.Path("tests/data/wycheproof_tls.json.xz")
SCHEMES = {"ecdsa_secp256r1_sha256": 0x0403, "ecdsa_secp384r1_sha384": 0x0503, "ecdsa_secp521r1_sha512": 0x0603,
           "ed25519": 0x0807, "ed448": 0x0808, "rsa_pss_2048_sha256_mgf1_32": 0x0804,
           "rsa_pss_2048_sha384_mgf1_48": 0x0805, "rsa_pss_4096_sha512_mgf1_64": 0x0806,
           "rsa_pss_3072_sha256_mgf1_32": 0x0804, "rsa_pss_4096_sha256_mgf1_32": 0x0804,
           "rsa_pss_4096_sha384_mgf1_48": 0x0805}
POINTS = {"ecdh_secp256r1_ecpoint": (P256, 32), "ecdh_secp384r1_ecpoint": (P384, 48),
          "ecdh_secp521r1_ecpoint": (P521, 66)}
MONTGOMERY = {"x25519": (X25519, 32), "x448": (X448, 56)}
KEM = ["mlkem_768_encaps", "mlkem_768"]
OTHERS = ["chacha20_poly1305", "hmac_sha256", "hmac_sha384"]
LARGE = [*list(SCHEMES)[-4:], "ecdh_secp521r1_ecpoint"]
ALL = [*SCHEMES, *POINTS, *MONTGOMERY, *KEM, *OTHERS]


def read(folder, name):
    return json.loads((pathlib.Path(folder) / f"{name}_test.json").read_text())["testGroups"]


def pack(folder):
    kept = {name: read(folder, name) for name in ALL if name not in LARGE}
    for name, groups in kept.items():
        for group in groups:
            for key in ("source", "publicKey", "publicKeyPem", "publicKeyJwk", "publicKeyAsn"):
                group.pop(key, None)
            if name in KEM:    # each has more than two kilobytes
                group["tests"] = group["tests"][:4] + group["tests"][4::12]
            if name in POINTS:    # of those with edge cases of the arithmetic
                group["tests"] = [test for i, test in enumerate(group["tests"])
                                  if i < 4 or i % 4 == 0 or test["result"] != "valid"]
            for test in group["tests"]:
                test.pop("dk", None)
    PACKED.write_bytes(lzma.compress(json.dumps(kept, separators=(",", ":")).encode(), preset=9 | lzma.PRESET_EXTREME))


def vectors(folder, names):
    """Each test with its file's name and its group."""
    packed = None if folder else json.loads(lzma.decompress(PACKED.read_bytes()))
    for name in names:
        if folder or name in packed:
            for group in read(folder, name) if folder else packed[name]:
                for test in group["tests"]:
                    yield name, group, test


def run(program, questions):
    """Lines of answers, to those of `questions`: (name, line, what the answer has to be like)."""
    answers = subprocess.run([program], input="\n".join(line for _, line, _ in questions) + "\n", text=True,
                             capture_output=True, check=True).stdout.split("\n")[:-1]
    wrong = [name for (name, _, fine), answer in zip(questions, answers) if not fine(answer)]
    if wrong or len(answers) != len(questions):
        sys.exit(f"{len(answers)} answers for {len(questions)} questions; {len(wrong)} wrong: {wrong[:9]}")
    print(len(questions), "answers")


def line(function, *parts, which, number=0):
    words = [part.hex() or "-" for part in (*parts, b"", b"", b"", b"")[:4]]
    return f"{function} {' '.join(words)} {which} {number}"


def exchanges(folder):
    alice = bytes.fromhex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
    share = bytes.fromhex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    both = bytes.fromhex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")    # RFC 7748, 6.1
    for name, group, test in vectors(folder, [*POINTS, *MONTGOMERY, *KEM, *OTHERS]):
        test = {key: bytes.fromhex(value) if key in ("public", "private", "shared", "seed", "ek", "c", "K", "m", "key",
                                                     "iv", "aad", "msg", "ct", "tag") else value
                for key, value in test.items()}
        called = f"{name} {test['tcId']} {test['flags']}"

        def is_(want):
            return lambda answer: answer == want.hex()

        def none(answer):
            return answer == ""

        if name in POINTS:
            which, size = POINTS[name]
            if which not in GROUPS or len(test["public"]) > 1 + 2 * size + 64:
                continue
            private = int.from_bytes(test["private"], "big").to_bytes(size, "big")
            # TLS has uncompressed points only (RFC 8446, 4.2.8.2).
            fine = test["result"] != "invalid" and len(test["public"]) == 1 + 2 * size
            yield (called, line("exchange", private, test["public"], which=which),
                   is_(test["shared"]) if fine else none)
        elif name in MONTGOMERY:
            which, size = MONTGOMERY[name]
            if which not in GROUPS:
                continue
            fine = test["result"] != "invalid" and len(test["public"]) == size and any(test["shared"])
            yield (called, line("exchange", test["private"], test["public"], which=which),
                   is_(test["shared"]) if fine else none)
        elif name == "mlkem_768_encaps":
            if HYBRID not in GROUPS:
                continue
            parts = test["m"] + alice, test["ek"] + share
            if test["result"] == "invalid":
                yield called, line("exchange", *parts, which=HYBRID), none
            else:
                yield called, line("exchange", *parts, which=HYBRID), is_(test["K"] + both)
                yield (called, line("share", *parts, which=HYBRID),
                       lambda answer, c=test["c"]: answer.startswith(c.hex()) and len(answer) == 2 * 1120)
        elif name == "mlkem_768":
            if HYBRID not in GROUPS or len(test["seed"]) != 64:
                continue
            yield (called, line("exchange", test["seed"] + alice, test["c"] + share, which=HYBRID),
                   none if test["result"] == "invalid" else is_(test["K"] + both))
        elif name == "chacha20_poly1305":
            if group["ivSize"] != 96 or group["tagSize"] != 128:
                continue
            fine = test["result"] == "valid"
            sealed = test["ct"] + test["tag"]
            yield (called, line("open", test["key"], test["iv"], test["aad"], sealed, which=0x1303),
                   is_(test["msg"]) if fine else lambda answer: answer == "no")
            if fine:
                yield (called, line("seal", test["key"], test["iv"], test["aad"], test["msg"], which=0x1303),
                       is_(sealed))
        elif group["tagSize"] in (256, 384):
            size = 32 if name == "hmac_sha256" else 48
            if group["tagSize"] == 8 * size:
                yield (called, line("hmac", test["key"], test["msg"], which=size),
                       lambda answer, t=test: (answer == t["tag"].hex()) == (t["result"] == "valid"))


def verifications(folder):
    lacks = os.environ.get("WITHOUT", "").split()
    for name, group, test in vectors(folder, SCHEMES):
        fine = test["result"] == "valid" and not any(word in name for word in lacks)
        yield (f"{name} {test['tcId']} {test['flags']}",
               f"{SCHEMES[name]} {group['publicKeyDer']} {test['sig'] or '-'} {test['msg'] or '-'}",
               lambda answer, fine=fine: answer == ("yes" if fine else "no"))


def main():
    if sys.argv[1] == "pack":
        pack(sys.argv[2])
    else:
        folder = sys.argv[3] if len(sys.argv) > 3 else None
        run(sys.argv[2], list((exchanges if sys.argv[1] == "exchange" else verifications)(folder)))


main()
