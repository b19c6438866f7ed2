# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Certificates for tests of TLS, made by openssl: an authority, another one, and what they sign."""
import os
import subprocess

from harness import folder


def path(name):
    return os.path.join(folder, name)


def openssl(*words):
    subprocess.run(["openssl", *words], check=True, capture_output=True)


CURVE = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")


def authority(name):
    openssl("req", "-x509", *CURVE, "-keyout", path(name + ".key"), "-out", path(name + ".crt"), "-subj", "/CN=" + name,
            "-days", "2")


def certificate(name, ca, names, days=2):
    """NAME.crt and NAME.key, for these names."""
    openssl("req", *CURVE, "-keyout", path(name + ".key"), "-out", path(name + ".csr"), "-subj", "/CN=" + name)
    with open(path("extensions"), "w") as f:
        f.write("subjectAltName=" + names)
    openssl("x509", "-req", "-in", path(name + ".csr"), "-CA", path(ca + ".crt"), "-CAkey", path(ca + ".key"),
            "-CAcreateserial", "-days", str(days), "-extfile", path("extensions"), "-out", path(name + ".crt"))
    os.chmod(path(name + ".key"), 0o600)


def make_all():
    authority("ca")
    authority("other")
    certificate("good", "ca", "DNS:localhost,IP:127.0.0.1")
    certificate("old", "ca", "DNS:localhost,IP:127.0.0.1", days=-1)
    certificate("named", "ca", "DNS:elsewhere.example")
    certificate("false", "other", "DNS:localhost,IP:127.0.0.1")
    certificate("me", "ca", "DNS:client")
