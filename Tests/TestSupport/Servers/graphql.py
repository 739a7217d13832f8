"""A GraphQL server on loopback that tests run, with the standard library only: it says its port on the first line of its
output, then a line for each request and for the end of each subscription. The path says how it behaves.

Over WebSocket (`graphql-transport-ws`), after `connection_init`:

    /ok?count=N      acknowledges, sends N results, completes
    /forever         sends results until the client ends it
    /silent          never acknowledges
    /close/CODE      closes with the code and "as said"
    /foreign         a result for another id first
    /garbage  /bytes  /untyped  /unknown  /early  /twice   breaks the protocol
    /error           refuses the operation
    /reset           one result, then the connection is reset
    /ping            a ping first; the result is what the pong brought
    /init            the result is what connection_init brought
    /big?count=N     one result of N bytes
    /older?count=N   the same as /ok in the older protocol `graphql-ws`

Other answers to the handshake: /plain (200), /missing (404), /denied (401), /forbidden (403), /moved (302 to /ok), /sse (405).
A POST that asks for events gets N of them and `complete`, after which the connection stays open (/sse-forever: results
until the client ends it). Any other POST gets back what it sent."""

import sys

# The folder of the sources stays as it is.
sys.dont_write_bytecode = True

import base64
import email.parser
import email.policy
import hashlib
import json
import socket
import struct
import threading
import time
import urllib.parse

from websocket import exactly, frame, say, unmasked


def head_of(client):
    head = b""
    while b"\r\n\r\n" not in head:
        more = client.recv(1)
        if not more:
            raise EOFError
        head += more
    lines = head.decode("latin-1").split("\r\n")
    fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:] if line)}
    return lines[0].split(" "), fields


class Socket:
    def __init__(self, client):
        self.client = client

    def text(self, value):
        self.raw(0x81, json.dumps(value).encode())

    def raw(self, first, payload):
        self.client.sendall(frame(first, payload))

    def close(self, code, reason=""):
        self.raw(0x88, struct.pack(">H", code) + reason.encode())
        self.receive()

    def receive(self):
        """The next text as JSON; None after the close, whose code is said."""
        while True:
            first, second = exactly(self.client, 2)
            count = second & 0x7F
            if count == 126:
                (count,) = struct.unpack(">H", exactly(self.client, 2))
            key = exactly(self.client, 4)
            payload = unmasked(exactly(self.client, count), key)
            if first & 0x0F == 8:
                say("closed " + (str(struct.unpack(">H", payload[:2])[0]) if payload else "without code"))
                self.client.sendall(frame(0x88, payload[:2]))
                return None
            if first & 0x0F == 1:
                say(payload.decode())
                return json.loads(payload)


def result(number, more=None):
    return {"id": "1", "type": "next", "payload": {"data": {"tick": number, **(more or {})}}}


def subscription(socket_, path, query):
    kind = path.split("/")[1]
    count = int(query.get("count", ["3"])[0])
    first = socket_.receive()
    if kind == "close":
        return socket_.close(int(path.split("/")[2]), "as said")
    if kind == "early":
        socket_.text(result(1))
        return socket_.receive()
    if kind == "silent":
        return socket_.receive()
    if kind == "ping":
        socket_.text({"type": "ping", "payload": {"n": 7}})
        pong = socket_.receive()
    socket_.text({"type": "connection_ack"})
    if kind == "older":
        socket_.text({"type": "ka"})
    if socket_.receive() is None:
        return
    if kind == "garbage":
        socket_.raw(0x81, b"not json")
    elif kind == "bytes":
        socket_.raw(0x82, b"{}")
    elif kind == "untyped":
        socket_.text({"id": "1"})
    elif kind == "unknown":
        socket_.text({"type": "data", "id": "1"})
    elif kind == "twice":
        socket_.text({"type": "connection_ack"})
    elif kind == "error":
        socket_.text({"id": "1", "type": "error", "payload": [{"message": "no such field"}]})
    elif kind == "ping":
        socket_.text(result(1, {"pong": pong.get("payload")}))
        socket_.text({"id": "1", "type": "complete"})
    elif kind == "init":
        socket_.text(result(1, {"init": first.get("payload")}))
        socket_.text({"id": "1", "type": "complete"})
    elif kind == "big":
        socket_.text(result(1, {"text": "x" * count}))
        socket_.text({"id": "1", "type": "complete"})
    elif kind == "reset":
        socket_.text(result(1))
        time.sleep(0.05)
        socket_.client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return
    elif kind == "forever":
        threading.Thread(target=endless, args=(socket_,), daemon=True).start()
        while socket_.receive() is not None:
            pass
        return
    else:
        if kind == "foreign":
            socket_.text({**result(9), "id": "9"})
        for number in range(1, count + 1):
            socket_.text({**result(number), **({"type": "data"} if kind == "older" else {})})
        socket_.text({"id": "1", "type": "complete"})
    while socket_.receive() is not None:
        pass


def endless(socket_):
    number = 0
    try:
        while True:
            number += 1
            socket_.text(result(number))
            time.sleep(0.005)
    except OSError:
        pass


def answer(client, status, body, kind="application/json", more=()):
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", "Connection: close", *more]
    client.sendall("\r\n".join(lines + ["", ""]).encode() + body)


def parts(fields, body):
    """The parts of a multipart body: their names, types, file names and texts."""
    text = b"Content-Type: " + fields["content-type"].encode() + b"\r\n\r\n" + body
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(text)
    return [
        {
            "name": part.get_param("name", header="content-disposition"),
            "file": part.get_filename(),
            "type": part.get_content_type(),
            "text": part.get_payload(decode=True).decode("utf-8", "replace"),
        }
        for part in message.iter_parts()
    ]


def post(client, path, query, fields):
    body = exactly(client, int(fields.get("content-length", "0")))
    kind = fields.get("content-type", "")
    if kind.startswith("multipart/"):
        return answer(client, "200 OK", json.dumps({"data": {"parts": parts(fields, body)}}).encode())
    if "text/event-stream" not in fields.get("accept", ""):
        return answer(client, "200 OK", json.dumps({"data": {"sent": json.loads(body)}}).encode())
    say(body.decode())
    lines = ["HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Connection: close"]
    client.sendall("\r\n".join(lines + ["", ""]).encode())
    number = 0
    try:
        while path.endswith("forever") or number < int(query.get("count", ["3"])[0]):
            number += 1
            client.sendall(f'event: next\ndata: {{"data":{{"tick":{number}}}}}\n\n'.encode())
            time.sleep(0.005)
        client.sendall(b"event: complete\ndata:\n\n")
        client.recv(1)
    finally:
        say("stream ended")


def talk(client):
    try:
        (method, target, _), fields = head_of(client)
        say(f"{method} {target} {fields.get('authorization', '')} {fields.get('cookie', '')}".strip())
        path, _, rest = target.partition("?")
        query = urllib.parse.parse_qs(rest)
        if "upgrade" not in fields:
            return post(client, path, query, fields)
        kind = path.split("/")[1]
        if kind == "plain":
            return answer(client, "200 OK", b'{"data":null}')
        if kind == "missing":
            return answer(client, "404 Not Found", b"{}")
        if kind == "denied":
            return answer(client, "401 Unauthorized", b'{"why":"no token"}')
        if kind == "forbidden":
            return answer(client, "403 Forbidden", b"")
        if kind.startswith("sse"):
            return answer(client, "405 Method Not Allowed", b"{}")
        if kind == "moved":
            return answer(client, "302 Found", b"", more=["Location: /ok"])
        digest = hashlib.sha1((fields["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"]
        lines.append("Sec-WebSocket-Accept: " + base64.b64encode(digest).decode())
        if kind == "older" and "graphql-ws" in fields.get("sec-websocket-protocol", "").split(", "):
            lines.append("Sec-WebSocket-Protocol: graphql-ws")
        elif "graphql-transport-ws" in fields.get("sec-websocket-protocol", ""):
            lines.append("Sec-WebSocket-Protocol: graphql-transport-ws")
        client.sendall("\r\n".join(lines + ["", ""]).encode())
        subscription(Socket(client), path, query)
    except (OSError, EOFError, KeyError, ValueError) as error:
        say(f"broke: {type(error).__name__}")
    finally:
        client.close()


def serve():
    listener = socket.create_server(("127.0.0.1", 0))
    say(listener.getsockname()[1])
    while True:
        threading.Thread(target=talk, args=(listener.accept()[0],), daemon=True).start()


serve()
