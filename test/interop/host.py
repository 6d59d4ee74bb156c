"""A host in Python: starts a provider, asks it for mutual TLS, and tells who was served.

Usage: host.py COMMAND…; prints one JSON object.
"""

import base64
import json
import os
import ssl
import subprocess
import sys
import tempfile

import grpc

sys.dont_write_bytecode = True  # a checkout stays as it is
from identity import own_identity  # noqa: E402

COOKIE = "pluggableharness-agent-v1-a6f3c9d2-plugin-handshake"
HEALTH_OF_PLUGIN = b"\x0a\x06plugin"  # HealthCheckRequest { service = "plugin" }
SERVING = b"\x08\x01"
LIMIT_S = 10


def call(channel, path, request):
    """The status of one call, with raw bytes both ways, and its answer."""
    try:
        return "OK", channel.unary_unary(path)(request, timeout=LIMIT_S, wait_for_ready=False)
    except grpc.RpcError as error:
        return error.code().name, b""


def channel_of(address, server, identity):
    if identity is None:
        return grpc.insecure_channel(f"unix:{address}")
    key, certificate = identity
    credentials = grpc.ssl_channel_credentials(server, key, certificate)
    options = (("grpc.ssl_target_name_override", "localhost"),)
    return grpc.secure_channel(f"unix:{address}", credentials, options)


def health(address, server, identity):
    with channel_of(address, server, identity) as channel:
        status, answer = call(channel, "/grpc.health.v1.Health/Check", HEALTH_OF_PLUGIN)
    return "SERVING" if answer == SERVING else status


def main():
    own, stranger = own_identity(), own_identity()
    environment = {
        "PATH": os.environ["PATH"],
        "PLUGGABLEHARNESS_AGENT_PLUGIN": COOKIE,
        "PLUGIN_PROTOCOL_VERSIONS": "1",
        "PLUGIN_CLIENT_CERT": own[1].decode(),
    }
    with tempfile.TemporaryDirectory() as directory:
        environment["PLUGIN_UNIX_SOCKET_DIR"] = directory
        child = subprocess.Popen(sys.argv[1:], env=environment, stdout=subprocess.PIPE, text=True)
        try:
            _, _, _, address, _, segment = child.stdout.readline().strip().split("|")
            der = base64.b64decode(segment + "=" * (-len(segment) % 4))
            server = ssl.DER_cert_to_PEM_cert(der).encode()
            told = {
                "isPadded": "=" in segment,
                "ours": health(address, server, own),
                "stranger": health(address, server, stranger),
                "plaintext": health(address, server, None),
                # We trust one certificate; a server that shows another is none of ours.
                "other server": health(address, stranger[1], own),
            }
            with channel_of(address, server, own) as channel:
                call(channel, "/plugin.GRPCController/Shutdown", b"")
            print(json.dumps({**told, "exitCode": child.wait(LIMIT_S)}))
        finally:
            child.kill()


if __name__ == "__main__":
    main()
