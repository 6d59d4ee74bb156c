"""What a provider shows when the kernel asks for mutual TLS."""

import datetime
import shutil
import subprocess
import sys


def own_identity():
    """A fresh key and a certificate for it, both PEM; the key is never on the disk."""
    try:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec
    except ImportError:
        return identity_by_program()
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    usages = [x509.ExtendedKeyUsageOID.SERVER_AUTH, x509.ExtendedKeyUsageOID.CLIENT_AUTH]
    now = datetime.datetime.utcnow()
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(seconds=30))
        .not_valid_after(now + datetime.timedelta(days=3650))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.ExtendedKeyUsage(usages), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return key.private_bytes(pem, *plain), certificate.public_bytes(pem)


def identity_by_program():
    program = shutil.which("openssl")
    if program is None:
        sys.exit("parrot: mutual TLS needs the package cryptography, or the program openssl")
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    usages = ["-addext", "extendedKeyUsage=serverAuth,clientAuth"]
    command = [program, "req", "-x509", "-days", "3650", *curve, *names, *usages]
    made = subprocess.run(  # its key leaves it through a pipe, in front of the certificate
        [*command, "-keyout", "/dev/stdout"], capture_output=True, check=True, stdin=subprocess.DEVNULL
    )
    middle = made.stdout.index(b"-----BEGIN CERTIFICATE-----")
    return made.stdout[:middle], made.stdout[middle:]
