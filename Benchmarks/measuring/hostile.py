"""Answers on loopback that a client may stumble over, each at a path of its own."""

import contextlib
import gzip
import socket
import threading

HEAD = b"HTTP/1.1 200 OK\r\nConnection: close\r\n"
PACKED = gzip.compress(b"hello " * 1000)
# What is sent, and what survives it: words that the outcome must begin with, or "error".
ANSWERS = {
    "trailers": (
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n", "200, hello",
        "a chunked body with trailers"),
    "challenge": (
        b'HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nWWW-Authenticate: Basic realm="x"\r\n'
        b"Content-Length: 2\r\n\r\nno",
        "401, no", "a 401 with a challenge, again and again"),
    "short": (HEAD + b"Content-Length: 10\r\n\r\nhello", "error", "a body that ends before its Content-Length"),
    "two-lengths": (
        HEAD + b"Content-Length: 5\r\nContent-Length: 7\r\n\r\nhello", "error",
        "two lengths that contradict each other"),
    "odd-length": (HEAD + b"Content-Length: -5\r\n\r\nhello", "error", "a negative length"),
    "cut-chunk": (
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", "error", "a chunked body without its last chunk"),
    "cut-gzip": (
        HEAD + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % (len(PACKED) - 12) + PACKED[:-12], "error",
        "a compressed body that is cut"),
    "twice": (
        HEAD + b"X-Twice: a\r\nX-Twice: b\r\nContent-Length: 5\r\n\r\nhello", "200, hello, 2 of 2",
        "two headers of one name, kept apart"),
    "hints": (
        b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 100 + HEAD + b"Content-Length: 5\r\n\r\nhello",
        "200, hello",
        "a hundred 103s before the answer"),
    "redirect": (None, "200, POST kept", "a 307 to another path: method and body kept"),
    "get-body": (None, "200, GET kept", "a GET with a body"),
    "flood": (None, "error", "103s without end: the limit of 2 s holds"),
    "cancel": (None, "ended", "cancelled while the body comes, ten times"),
}


class Hostile:
    """A server with these answers; `url(kind)` is the address of one."""

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.close()

    def url(self, kind):
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}/{kind}"

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=self.serve, args=(self.listener.accept()[0],), daemon=True).start()

    def serve(self, client):
        with client, contextlib.suppress(OSError, ValueError, IndexError):
            head, body = self.request(client)
            method, path = head.split(b" ")[:2]
            kind = path.decode().strip("/")
            if kind == "flood":
                while True:
                    client.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 50)
            if kind == "cancel":
                client.sendall(HEAD + b"\r\n")
                while True:
                    client.sendall(bytes(65536))
            if kind == "redirect":
                client.sendall(b"HTTP/1.1 307 X\r\nLocation: /told\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            elif kind in ("told", "get-body"):
                told = method + b" " + body
                client.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % len(told) + told)
            else:
                client.sendall(ANSWERS[kind][0])

    @staticmethod
    def request(client):
        data = b""
        while b"\r\n\r\n" not in data:
            piece = client.recv(65536)
            if not piece:
                raise ValueError
            data += piece
        head, body = data.split(b"\r\n\r\n", 1)
        length = [line.split(b":")[1] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
        chunked = b"transfer-encoding: chunked" in head.lower()
        while len(body) < int(length[0] if length else 0) or chunked and not body.endswith(b"0\r\n\r\n"):
            piece = client.recv(65536)
            if not piece:
                raise ValueError
            body += piece
        return head, body.split(b"\r\n")[1] if chunked else body
