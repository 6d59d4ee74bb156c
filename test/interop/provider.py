"""A provider in Python, written from docs/protocol.md and schemas/proto alone.

Usage: provider.py DESCRIPTORS, a FileDescriptorSet of schemas/proto (`buf build schemas`).
It answers what it was told, word by word, and needs an API key only to prove that it keeps it.
"""

import base64
import itertools
import os
import shutil
import signal
import ssl
import sys
import tempfile
import threading
from concurrent import futures

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

sys.dont_write_bytecode = True  # a checkout stays as it is
from identity import own_identity  # noqa: E402

COOKIE = "PLUGGABLEHARNESS_AGENT_PLUGIN"
COOKIE_VALUE = "pluggableharness-agent-v1-a6f3c9d2-plugin-handshake"
DOMAIN = "model.pluggableharness.dev"


class Messages:
    """Message classes by full name, made from descriptors: there is no generated code."""

    def __init__(self, path):
        self.pool = descriptor_pool.DescriptorPool()
        files = descriptor_pb2.FileDescriptorSet()
        with open(path, "rb") as image:
            files.ParseFromString(image.read())
        for file in files.file:  # an image lists every file after those it imports
            self.pool.Add(file)
        self.factory = message_factory.MessageFactory(self.pool)

    def of(self, name):
        return self.factory.GetPrototype(self.pool.FindMessageTypeByName(name))

    def service(self, name):
        return self.pool.FindServiceByName(name)


class Failure(Exception):
    """A refused call, classified."""

    def __init__(self, code, category, message):
        super().__init__(message)
        self.code = code
        self.category = category


def invalid_request(message):
    return Failure(grpc.StatusCode.INVALID_ARGUMENT, "INVALID_REQUEST", f"parrot: {message}")


class ModelService:
    MODEL = {
        "id": "grey",
        "contextWindow": 32000,
        "maxOutputTokens": 4096,
        "supportsStreaming": True,
        "thinking": {"supported": False},
        "caching": {"supported": False},
        "pricing": {"currency": "USD", "free": True},
    }
    ATTRIBUTES = [
        {
            "name": "api_key",
            "type": "ATTR_TYPE_STRING",
            "required": True,
            "sensitive": True,
            "description": "Any text; a parrot is easily content",
        },
        {"name": "greeting", "type": "ATTR_TYPE_STRING", "description": "Said before each answer"},
    ]

    def __init__(self, messages):
        self.messages = messages
        self.config = None
        self.numbers = itertools.count(1)

    def make(self, name, value):
        # A dictionary in the JSON form of protobuf reads better than assignments do.
        message = self.messages.of(f"pluggableharness.model.v1.{name}")()
        return json_format.ParseDict(value, message, descriptor_pool=self.messages.pool)

    def GetCapabilities(self, request, context):
        capabilities = {"models": [self.MODEL], "configSchema": {"attributes": self.ATTRIBUTES}}
        return self.make("GetCapabilitiesResponse", {"capabilities": capabilities})

    def Describe(self, request, context):
        producer = {
            "name": "parrot",
            "version": "0.0.0",
            "source": "test/interop",
            "category": "CATEGORY_MODEL",
            "protocolVersion": 1,
        }
        return self.make("DescribeResponse", {"producer": producer})

    def Configure(self, request, context):
        config = {}
        for name, value in request.config.fields.items():
            if name not in ("api_key", "greeting"):
                raise invalid_request(f"unknown setting {name}")
            if value.WhichOneof("kind") != "string_value":
                raise invalid_request(f"{name} is no string")
            config[name] = value.string_value
        if not config.get("api_key"):
            raise Failure(grpc.StatusCode.UNAUTHENTICATED, "AUTH_ERROR", "parrot: api_key is missing")
        self.config = config  # whole, so that nothing of an earlier one is left
        return self.make("ConfigureResponse", {})

    def StreamCompletion(self, request, context):
        config = self.config  # a later Configure does not change a running answer
        if config is None:
            raise invalid_request("not configured")
        words = self.words(request, config)
        start = {"providerRequestId": f"squawk-{next(self.numbers)}"}
        yield self.make("StreamEvent", {"streamStart": start})
        for word in words:
            if not context.is_active():
                return
            yield self.make("StreamEvent", {"textDelta": {"text": word}})
        usage = {"inputTokens": len(request.messages), "outputTokens": len(words)}
        yield self.make("StreamEvent", {"usage": usage})
        yield self.make("StreamEvent", {"stop": {"reason": "STOP_REASON_END_TURN"}})

    def words(self, request, config):
        if request.model_id != self.MODEL["id"]:
            raise invalid_request(f"no model {request.model_id}")
        if request.tools:
            raise invalid_request("a parrot uses no tools")
        kinds = [block.WhichOneof("block") for message in request.messages for block in message.content]
        for kind in ("image", "document"):
            if kind in kinds:
                raise invalid_request(f"a parrot reads no {kind}")
        blocks = request.messages[-1].content if request.messages else []
        said = [config.get("greeting", "Squawk!")] + [block.text.text for block in blocks]
        return [f"{word} " for word in " ".join(said).split()]


class LauncherServices:
    """Health, the controller, the broker and standard output: what every plugin serves."""

    def __init__(self, messages, stop):
        self.messages = messages
        self.stop = stop
        self.held = 0
        self.lock = threading.Lock()

    def Check(self, request, context):
        response = self.messages.of("grpc.health.v1.HealthCheckResponse")
        return response(status=1)

    def Shutdown(self, request, context):
        self.stop()
        return self.messages.of("plugin.Empty")()

    def StreamStdio(self, request, context):
        self.hold(context)
        yield from ()

    def StartStream(self, requests, context):
        self.hold(context)
        yield from ()

    def hold(self, context):
        """Keeps a call open; when the last one has ended, the kernel is gone."""
        ended = threading.Event()
        if not context.add_callback(ended.set):
            return
        with self.lock:
            self.held += 1
        ended.wait()
        with self.lock:
            self.held -= 1
            is_last = self.held == 0
        if is_last:
            threading.Timer(1, self.stop_when_alone).start()

    def stop_when_alone(self):
        if self.held == 0:
            self.stop()


def refuse(messages, context, failure):
    info = messages.of("google.rpc.ErrorInfo")(
        reason=f"MODEL_ERROR_CATEGORY_{failure.category}",
        domain=DOMAIN,
        metadata={"retryable": "false"},
    )
    status = messages.of("google.rpc.Status")(code=failure.code.value[0], message=str(failure))
    status.details.add().Pack(info)
    context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
    context.abort(failure.code, str(failure))


def handler_of(messages, service, method):
    """Serves a method by its descriptor; one that `service` lacks answers UNIMPLEMENTED."""
    behaviour = getattr(service, method.name, None)
    if behaviour is None:
        return None
    request = messages.of(method.input_type.full_name)
    is_stream = method.name in ("StreamCompletion", "StreamStdio", "StartStream")

    def unary(value, context):
        try:
            return behaviour(value, context)
        except Failure as failure:
            refuse(messages, context, failure)

    def stream(value, context):
        try:
            yield from behaviour(value, context)
        except Failure as failure:
            refuse(messages, context, failure)

    read, write = request.FromString, lambda message: message.SerializeToString()
    if method.name == "StartStream":
        return grpc.stream_stream_rpc_method_handler(stream, read, write)
    if is_stream:
        return grpc.unary_stream_rpc_method_handler(stream, read, write)
    return grpc.unary_unary_rpc_method_handler(unary, read, write)


def add_service(server, messages, name, service):
    methods = messages.service(name).methods
    handlers = {method.name: handler_of(messages, service, method) for method in methods}
    offered = {method: handler for method, handler in handlers.items() if handler}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(name, offered),))


def listen(server, address):
    """Opens the socket, encrypted where the kernel asks for it; returns the sixth segment."""
    kernel = os.environ.get("PLUGIN_CLIENT_CERT")
    if not kernel:
        server.add_insecure_port(f"unix:{address}")
        return ""
    key, certificate = own_identity()
    credentials = grpc.ssl_server_credentials(
        [(key, certificate)], root_certificates=kernel.encode(), require_client_auth=True
    )
    server.add_secure_port(f"unix:{address}", credentials)
    return base64.b64encode(ssl.PEM_cert_to_DER_cert(certificate.decode())).decode().rstrip("=")


def main():
    if os.environ.get(COOKIE) != COOKIE_VALUE:
        sys.exit("This is a provider of agent: name it in agent.hcl, it is not run by hand.")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C belongs to the kernel
    stopped = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    messages = Messages(sys.argv[1])
    launcher = LauncherServices(messages, stopped.set)
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=32))
    add_service(server, messages, "pluggableharness.model.v1.ModelService", ModelService(messages))
    for name in ("grpc.health.v1.Health", "plugin.GRPCController", "plugin.GRPCStdio", "plugin.GRPCBroker"):
        add_service(server, messages, name, launcher)
    folder = tempfile.mkdtemp(dir=os.environ.get("PLUGIN_UNIX_SOCKET_DIR"))
    address = os.path.join(folder, "parrot")
    certificate = listen(server, address)
    server.start()
    print(f"1|1|unix|{address}|grpc|{certificate}", flush=True)
    stopped.wait()
    server.stop(0.2).wait(1)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)  # whatever still runs in a worker thread must not hold the process


if __name__ == "__main__":
    main()
