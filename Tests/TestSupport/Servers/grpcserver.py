"""A server of gRPC, by grpcio: the published interoperability test service (grpc/doc/interop-test-descriptions.md), and
calls that end in unusual ways. Messages are read and written by hand, so that no generated code is needed.

    grpcserver.py                  plain; prints its port
    grpcserver.py secure CERT KEY  over TLS
    grpcserver.py old              plain; answers only the older version of reflection
    grpcserver.py mute             plain; answers no reflection
"""
import base64
import sys
import time
from concurrent import futures

import grpc


def fields(message):
    """The fields of a message: (number, value), where a value is an int or bytes."""
    found, at = [], 0

    def varint():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(message):
        key = varint()
        if key & 7 == 0:
            found.append((key >> 3, varint()))
        else:
            size = varint()
            found.append((key >> 3, message[at:at + size]))
            at += size
    return found


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes([value])


def block(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def payload(size):
    return block(1, block(2, bytes(size)))


def value(message, number, default=0):
    return next((value for known, value in fields(message) if known == number), default)


def flag(message, number):
    """A BoolValue."""
    inner = value(message, number, None)
    return None if inner is None else bool(value(inner, 1))


def echo_metadata(context):
    known = dict(context.invocation_metadata())
    if "x-grpc-test-echo-initial" in known:
        context.send_initial_metadata((("x-grpc-test-echo-initial", known["x-grpc-test-echo-initial"]),))
    if "x-grpc-test-echo-trailing-bin" in known:
        context.set_trailing_metadata((("x-grpc-test-echo-trailing-bin", known["x-grpc-test-echo-trailing-bin"]),))


def codes(number):
    return next((code for code in grpc.StatusCode if code.value[0] == number), grpc.StatusCode.UNKNOWN)


def end_as_asked(request, context):
    status = value(request, 7, None)
    if status is not None and value(status, 1):
        context.abort(codes(value(status, 1)), value(status, 2, b"").decode())


def empty_call(request, context):
    echo_metadata(context)
    return b""


def unary_call(request, context):
    echo_metadata(context)
    end_as_asked(request, context)
    if flag(request, 6):
        context.set_compression(grpc.Compression.Gzip)
    return payload(value(request, 2))


def outputs(request, context):
    for number, parameters in fields(request):
        if number != 2:
            continue
        time.sleep(value(parameters, 2) / 1e6)
        if flag(parameters, 3) is False:
            context.disable_next_message_compression()
        yield payload(value(parameters, 1))


def streaming_output_call(request, context):
    if any(number == 2 and flag(parameters, 3) is not None for number, parameters in fields(request)):
        context.set_compression(grpc.Compression.Gzip)
    yield from outputs(request, context)
    end_as_asked(request, context)


def streaming_input_call(requests, context):
    total = 0
    for request in requests:
        total += len(value(value(request, 1, b""), 2, b""))
    return varint(1 << 3) + varint(total)


def full_duplex_call(requests, context):
    echo_metadata(context)
    for request in requests:
        yield from outputs(request, context)
        end_as_asked(request, context)


def half_duplex_call(requests, context):
    for request in list(requests):
        yield from outputs(request, context)


def reject(requests, context):
    """Ends before anything was read."""
    context.abort(grpc.StatusCode.PERMISSION_DENIED, "not you")


def early(requests, context):
    """Ends after the first message, which says how many to send."""
    first = next(requests)
    for number in range(value(first, 1)):
        yield varint(1 << 3) + varint(number)
    context.abort(grpc.StatusCode.ABORTED, "that is enough")


def echo(requests, context):
    for request in requests:
        yield request


def echo_one(request, context):
    return request


def forever(request, context):
    size = value(request, 1)
    while context.is_active():
        yield block(1, bytes(size))


def details(request, context):
    """A status with google.rpc.ErrorInfo in its details."""
    info = block(1, b"NO_STOCK") + block(2, b"shop.test")
    any_value = block(1, b"type.googleapis.com/google.rpc.ErrorInfo") + block(2, info)
    status = varint(1 << 3) + varint(9) + block(2, b"nothing left") + block(3, any_value)
    context.set_trailing_metadata((("grpc-status-details-bin", status),))
    context.abort(grpc.StatusCode.FAILED_PRECONDITION, "nothing left")


# grpcserver.proto, compiled: `protoc --descriptor_set_out`, without the frame around its only file.
DESCRIPTOR = base64.b64decode(
    "ChBncnBjc2VydmVyLnByb3RvEgxncnBjLnRlc3RpbmciBwoFRW1wdHkiIQoJQm9vbFZhbHVlEhQKBXZhbHVlGAEgASgIUgV2YWx1ZSJMCgdQYX"
    "lsb2FkEi0KBHR5cGUYASABKA4yGS5ncnBjLnRlc3RpbmcuUGF5bG9hZFR5cGVSBHR5cGUSEgoEYm9keRgCIAEoDFIEYm9keSI6CgpFY2hvU3Rh"
    "dHVzEhIKBGNvZGUYASABKAVSBGNvZGUSGAoHbWVzc2FnZRgCIAEoCVIHbWVzc2FnZSKyAgoNU2ltcGxlUmVxdWVzdBI+Cg1yZXNwb25zZV90eX"
    "BlGAEgASgOMhkuZ3JwYy50ZXN0aW5nLlBheWxvYWRUeXBlUgxyZXNwb25zZVR5cGUSIwoNcmVzcG9uc2Vfc2l6ZRgCIAEoBVIMcmVzcG9uc2VT"
    "aXplEi8KB3BheWxvYWQYAyABKAsyFS5ncnBjLnRlc3RpbmcuUGF5bG9hZFIHcGF5bG9hZBJIChNyZXNwb25zZV9jb21wcmVzc2VkGAYgASgLMh"
    "cuZ3JwYy50ZXN0aW5nLkJvb2xWYWx1ZVIScmVzcG9uc2VDb21wcmVzc2VkEkEKD3Jlc3BvbnNlX3N0YXR1cxgHIAEoCzIYLmdycGMudGVzdGlu"
    "Zy5FY2hvU3RhdHVzUg5yZXNwb25zZVN0YXR1cyJBCg5TaW1wbGVSZXNwb25zZRIvCgdwYXlsb2FkGAEgASgLMhUuZ3JwYy50ZXN0aW5nLlBheW"
    "xvYWRSB3BheWxvYWQiTAoZU3RyZWFtaW5nSW5wdXRDYWxsUmVxdWVzdBIvCgdwYXlsb2FkGAEgASgLMhUuZ3JwYy50ZXN0aW5nLlBheWxvYWRS"
    "B3BheWxvYWQiVAoaU3RyZWFtaW5nSW5wdXRDYWxsUmVzcG9uc2USNgoXYWdncmVnYXRlZF9wYXlsb2FkX3NpemUYASABKAVSFWFnZ3JlZ2F0ZW"
    "RQYXlsb2FkU2l6ZSKCAQoSUmVzcG9uc2VQYXJhbWV0ZXJzEhIKBHNpemUYASABKAVSBHNpemUSHwoLaW50ZXJ2YWxfdXMYAiABKAVSCmludGVy"
    "dmFsVXMSNwoKY29tcHJlc3NlZBgDIAEoCzIXLmdycGMudGVzdGluZy5Cb29sVmFsdWVSCmNvbXByZXNzZWQiowIKGlN0cmVhbWluZ091dHB1dE"
    "NhbGxSZXF1ZXN0Ej4KDXJlc3BvbnNlX3R5cGUYASABKA4yGS5ncnBjLnRlc3RpbmcuUGF5bG9hZFR5cGVSDHJlc3BvbnNlVHlwZRJRChNyZXNw"
    "b25zZV9wYXJhbWV0ZXJzGAIgAygLMiAuZ3JwYy50ZXN0aW5nLlJlc3BvbnNlUGFyYW1ldGVyc1IScmVzcG9uc2VQYXJhbWV0ZXJzEi8KB3BheW"
    "xvYWQYAyABKAsyFS5ncnBjLnRlc3RpbmcuUGF5bG9hZFIHcGF5bG9hZBJBCg9yZXNwb25zZV9zdGF0dXMYByABKAsyGC5ncnBjLnRlc3Rpbmcu"
    "RWNob1N0YXR1c1IOcmVzcG9uc2VTdGF0dXMiTgobU3RyZWFtaW5nT3V0cHV0Q2FsbFJlc3BvbnNlEi8KB3BheWxvYWQYASABKAsyFS5ncnBjLn"
    "Rlc3RpbmcuUGF5bG9hZFIHcGF5bG9hZCIyCgROb3RlEhYKBm51bWJlchgBIAEoBVIGbnVtYmVyEhIKBHRleHQYAiABKAlSBHRleHQqHwoLUGF5"
    "bG9hZFR5cGUSEAoMQ09NUFJFU1NBQkxFEAAy0AMKC1Rlc3RTZXJ2aWNlEjUKCUVtcHR5Q2FsbBITLmdycGMudGVzdGluZy5FbXB0eRoTLmdycG"
    "MudGVzdGluZy5FbXB0eRJGCglVbmFyeUNhbGwSGy5ncnBjLnRlc3RpbmcuU2ltcGxlUmVxdWVzdBocLmdycGMudGVzdGluZy5TaW1wbGVSZXNw"
    "b25zZRJsChNTdHJlYW1pbmdPdXRwdXRDYWxsEiguZ3JwYy50ZXN0aW5nLlN0cmVhbWluZ091dHB1dENhbGxSZXF1ZXN0GikuZ3JwYy50ZXN0aW"
    "5nLlN0cmVhbWluZ091dHB1dENhbGxSZXNwb25zZTABEmkKElN0cmVhbWluZ0lucHV0Q2FsbBInLmdycGMudGVzdGluZy5TdHJlYW1pbmdJbnB1"
    "dENhbGxSZXF1ZXN0GiguZ3JwYy50ZXN0aW5nLlN0cmVhbWluZ0lucHV0Q2FsbFJlc3BvbnNlKAESaQoORnVsbER1cGxleENhbGwSKC5ncnBjLn"
    "Rlc3RpbmcuU3RyZWFtaW5nT3V0cHV0Q2FsbFJlcXVlc3QaKS5ncnBjLnRlc3RpbmcuU3RyZWFtaW5nT3V0cHV0Q2FsbFJlc3BvbnNlKAEwATLA"
    "AgoERW5kcxI0CgZSZWplY3QSEi5ncnBjLnRlc3RpbmcuTm90ZRoSLmdycGMudGVzdGluZy5Ob3RlKAEwARIzCgVFYXJseRISLmdycGMudGVzdG"
    "luZy5Ob3RlGhIuZ3JwYy50ZXN0aW5nLk5vdGUoATABEjIKBEVjaG8SEi5ncnBjLnRlc3RpbmcuTm90ZRoSLmdycGMudGVzdGluZy5Ob3RlKAEw"
    "ARIxCgdFY2hvT25lEhIuZ3JwYy50ZXN0aW5nLk5vdGUaEi5ncnBjLnRlc3RpbmcuTm90ZRIzCgdGb3JldmVyEhIuZ3JwYy50ZXN0aW5nLk5vdG"
    "UaEi5ncnBjLnRlc3RpbmcuTm90ZTABEjEKB0RldGFpbHMSEi5ncnBjLnRlc3RpbmcuTm90ZRoSLmdycGMudGVzdGluZy5Ob3RlYgZwcm90bzM="
)


def reflection(requests, context):
    """grpc/doc/server-reflection.md, for the one file."""
    for request in requests:
        asked = next(((number, value) for number, value in fields(request) if number in (3, 4, 6, 7)), (0, b""))
        if asked[0] == 7:
            names = [b"grpc.testing.TestService", b"grpc.testing.Ends", b"grpc.reflection.v1.ServerReflection"]
            yield block(6, b"".join(block(1, block(1, name)) for name in names))
        elif asked[0] == 4 and asked[1].startswith(b"grpc.testing.") or asked == (3, b"grpcserver.proto"):
            yield block(4, block(1, DESCRIPTOR))
        else:
            yield block(7, varint(1 << 3) + varint(5) + block(2, b"no such thing"))


def reflecting(version):
    return grpc.method_handlers_generic_handler(f"grpc.reflection.{version}.ServerReflection", {
        "ServerReflectionInfo": grpc.stream_stream_rpc_method_handler(reflection),
    })


def interop():
    return grpc.method_handlers_generic_handler("grpc.testing.TestService", {
        "EmptyCall": grpc.unary_unary_rpc_method_handler(empty_call),
        "UnaryCall": grpc.unary_unary_rpc_method_handler(unary_call),
        "StreamingOutputCall": grpc.unary_stream_rpc_method_handler(streaming_output_call),
        "StreamingInputCall": grpc.stream_unary_rpc_method_handler(streaming_input_call),
        "FullDuplexCall": grpc.stream_stream_rpc_method_handler(full_duplex_call),
        "HalfDuplexCall": grpc.stream_stream_rpc_method_handler(half_duplex_call),
    })


def unusual():
    return grpc.method_handlers_generic_handler("grpc.testing.Ends", {
        "Reject": grpc.stream_stream_rpc_method_handler(reject),
        "Early": grpc.stream_stream_rpc_method_handler(early),
        "Echo": grpc.stream_stream_rpc_method_handler(echo),
        "EchoOne": grpc.unary_unary_rpc_method_handler(echo_one),
        "Forever": grpc.unary_stream_rpc_method_handler(forever),
        "Details": grpc.unary_unary_rpc_method_handler(details),
    })


def main():
    words = sys.argv[1:]
    limit = ("grpc.max_receive_message_length", 64 << 20)
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=32), options=[limit])
    server.add_generic_rpc_handlers((interop(), unusual()))
    versions = {"old": ["v1alpha"], "mute": []}.get("".join(words[:1]), ["v1", "v1alpha"])
    server.add_generic_rpc_handlers([reflecting(version) for version in versions])
    if words[:1] == ["secure"]:
        with open(words[1], "rb") as cert, open(words[2], "rb") as key:
            credentials = grpc.ssl_server_credentials([(key.read(), cert.read())])
        port = server.add_secure_port("127.0.0.1:0", credentials)
    else:
        port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(port, flush=True)
    server.wait_for_termination()


if __name__ == "__main__":
    main()
