"""Servers on loopback that send messages faster than any client takes them: the bytes are made before anybody asks.

    streams.py websocket COUNT SIZE     COUNT objects of SIZE bytes to whoever connects, numbered, then a close
    streams.py grpc COUNT SIZE          as many texts as the answers of one call, in a field of text, over HTTP/2

Each says its port on the first line."""

import base64
import hashlib
import socket
import struct
import sys
import threading


def frame(first, payload):
    count = len(payload)
    if count < 126:
        return bytes([first, count]) + payload
    return bytes([first, 126]) + struct.pack(">H", count) + payload


def exactly(client, count):
    data = b""
    while len(data) < count:
        more = client.recv(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data


class WebSocket:
    """Everything in one send."""

    def __init__(self, count, size):
        def text(number):
            head, tail = b'{"number":%d,"text":"' % number, b'end"}' if number == count - 1 else b'"}'
            return head + b"m" * (size - len(head) - len(tail)) + tail

        self.bytes = b"".join(frame(0x81, text(number)) for number in range(count)) + frame(0x88, struct.pack(">H", 1000))

    def serve(self, client):
        head = b""
        while b"\r\n\r\n" not in head:
            head += client.recv(4096)
        lines = (line.split(b":", 1) for line in head.split(b"\r\n") if b":" in line)
        key = next(value.strip() for name, value in lines if name.lower() == b"sec-websocket-key")
        accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
        agreement = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        client.sendall(agreement + b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        client.sendall(self.bytes)
        # The client answers the close, and the server ends the connection.
        while (answer := client.recv(4096)) and answer[0] & 0x0F != 8:
            pass


def h2(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def field(name, value):
    """Without the table (RFC 7541, section 6.2.2)."""
    return b"\x00" + bytes([len(name)]) + name + bytes([len(value)]) + value


class GRPC:
    """Whole messages in frames of up to 16 KB, as far as the client's windows go (RFC 9113, section 6.9)."""

    def __init__(self, count, size):
        # Field 1, a text.
        body = b"\x0a" + bytes([size]) + b"m" * size
        message = b"\x00" + struct.pack(">I", len(body)) + body
        self.each = max(1, 16384 // len(message))
        self.count, self.message = count, message

    def serve(self, client):
        exactly(client, 24)
        client.sendall(h2(4, 0, 0))
        windows = {0: 65535, 1: 65535}
        changed = threading.Condition()
        asked = threading.Event()
        sending = threading.Lock()

        def send(data):
            # Two threads send, and a frame is whole.
            with sending:
                client.sendall(data)

        def read():
            # Clients change it as they learn how fast the server is.
            initial = 65535
            try:
                while True:
                    head = exactly(client, 9)
                    payload = exactly(client, int.from_bytes(head[:3], "big"))
                    kind, flags, stream = head[3], head[4], int.from_bytes(head[5:9], "big") & 0x7FFFFFFF
                    if kind == 4 and not flags & 1:
                        for place in range(0, len(payload), 6):
                            name, value = struct.unpack(">HI", payload[place : place + 6])
                            if name == 4:
                                with changed:
                                    windows[1] += value - initial
                                    changed.notify()
                                initial = value
                        send(h2(4, 1, 0))
                    elif kind == 6 and not flags & 1:
                        send(h2(6, 1, 0, payload))
                    elif kind == 8 and stream in windows:
                        with changed:
                            windows[stream] += int.from_bytes(payload, "big")
                            changed.notify()
                    elif kind in (0, 1) and flags & 1:
                        asked.set()
            except (EOFError, OSError):
                with changed:
                    windows[1] = -1 << 60
                    changed.notify()

        threading.Thread(target=read, daemon=True).start()
        asked.wait()
        send(h2(1, 4, 1, b"\x88" + field(b"content-type", b"application/grpc")))
        left = self.count
        whole = h2(0, 0, 1, self.message * self.each)
        while left:
            with changed:
                room = min(windows.values()) // (len(whole) - 9)
                while room < 1:
                    changed.wait()
                    if windows[1] < -1 << 40:
                        return
                    room = min(windows.values()) // (len(whole) - 9)
                frames = max(1, min(room, left // self.each))
                each = min(self.each, left)
                size = frames * each * len(self.message)
                windows[0] -= size
                windows[1] -= size
            send(whole * frames if each == self.each else h2(0, 0, 1, self.message * each))
            left -= frames * each
        send(h2(1, 5, 1, field(b"grpc-status", b"0")))
        asked.clear()
        asked.wait(5)


def serve(server, client):
    try:
        server.serve(client)
    except (EOFError, OSError):
        pass
    finally:
        client.close()


if __name__ == "__main__":
    made = {"websocket": WebSocket, "grpc": GRPC}[sys.argv[1]](int(sys.argv[2]), int(sys.argv[3]))
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)
    while True:
        threading.Thread(target=serve, args=(made, listener.accept()[0]), daemon=True).start()
