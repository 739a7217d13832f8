"""Servers of gRPC-Web; each prints its port, and what it was asked on the lines after it.

    grpcweb.py library    the interoperability test service, carried by sonora (PyPI)
    grpcweb.py faults     answers that end in unusual ways, by Python's own server: the method says how
"""
import base64
import struct
import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def say(environ):
    names = ("PATH_INFO", "CONTENT_TYPE", "HTTP_ACCEPT", "HTTP_X_GRPC_WEB")
    print(*(environ.get(name, "-") for name in names), flush=True)


def frame(content, flag=0):
    return struct.pack(">BI", flag, len(content)) + content


TRAILERS = frame(b"Grpc-Status: 5\r\ngrpc-message:no%20h%C3%B6re\r\nx-more: a\r\n", 0x80)

FAULTS = {
    "HeadersOnly": (200, [("grpc-status", "7"), ("grpc-message", "not you")], b""),
    "TrailersOnly": (200, [], TRAILERS),
    "AfterMessages": (200, [], frame(b"one") + frame(b"") + TRAILERS),
    "Refused": (503, [], b"come back later"),
    "NoStatus": (200, [], frame(b"one")),
    "CutMessage": (200, [], frame(b"one") + frame(b"two")[:6]),
    "CutTrailers": (200, [], frame(b"one") + TRAILERS[:-6]),
    "CutBody": (200, [("Content-Length", "1000")], frame(b"one")),
    "Behind": (200, [], frame(b"one") + TRAILERS + frame(b"two")),
}


def faults(environ, start):
    say(environ)
    environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    code, headers, body = FAULTS[environ["PATH_INFO"].rsplit("/", 1)[-1]]
    kind = environ["HTTP_ACCEPT"]
    headers = [("Content-Type", kind if code == 200 else "text/plain"), *headers]
    if not kind.startswith("application/grpc-web-text") or code != 200:
        pieces = [body]
    else:
        # Base64 in pieces, each with its padding, and cut where nobody expects it.
        text = b"".join(base64.b64encode(body[at:at + 7]) for at in range(0, len(body), 7))
        pieces = [text[at:at + 5] for at in range(0, len(text), 5)]
    if not any(name == "Content-Length" for name, _ in headers):
        headers.append(("Content-Length", str(sum(map(len, pieces)))))
    start(f"{code} Words", headers)
    return pieces


def library():
    from sonora.wsgi import grpcWSGI

    from grpcserver import interop, unusual

    class Message(bytes):
        # sonora sends no message that is false; one of protobuf never is.
        def __bool__(self):
            return True

    def answering(call):
        return call and (lambda request, context: Message(call(request, context)))

    carrier = grpcWSGI()
    carrier.add_generic_rpc_handlers([interop(), unusual()])

    def application(environ, start):
        say(environ)
        return carrier(environ, start)

    # Handlers without serializers hand bytes on; sonora calls them all.
    for handler in carrier._handlers:
        handler._method_handlers = {
            name: method._replace(
                unary_unary=answering(method.unary_unary),
                request_deserializer=method.request_deserializer or bytes,
                response_serializer=method.response_serializer or bytes)
            for name, method in handler._method_handlers.items()
        }
    return application


def main():
    server = make_server("127.0.0.1", 0, library() if sys.argv[1:] == ["library"] else faults, handler_class=Quiet)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
