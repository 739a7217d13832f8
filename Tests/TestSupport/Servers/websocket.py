"""WebSocket servers on loopback that tests run: each says its port on the first line of its output, and whom it met next.

    websocket.py echo [CERTIFICATE KEY [AUTHORITY]]   echoes every message, frame by frame, with the standard library only;
                                                      over TLS with certificate and key, by a client certificate of the
                                                      authority with three
    websocket.py library                              the same with the library `websockets`, which compresses

Both choose the subprotocol `chat` if it is offered. `bye` as text closes with 4001 "as you say"; `drop`, to `echo`, ends the connection without a word, `restart` closes
with 1012, and `flood` sends messages until the connection breaks."""

import base64
import hashlib
import socket
import ssl
import struct
import sys
import threading


def say(text):
    print(text, flush=True)


def exactly(client, count):
    data = b""
    while len(data) < count:
        more = client.recv(min(count - len(data), 1 << 20))
        if not more:
            raise EOFError
        data += more
    return data


def frame(first, payload):
    count = len(payload)
    if count < 126:
        return bytes([first, count]) + payload
    if count < 65536:
        return bytes([first, 126]) + struct.pack(">H", count) + payload
    return bytes([first, 127]) + struct.pack(">Q", count) + payload


def unmasked(data, key):
    count = len(data)
    whole = (key * (count // 4 + 1))[:count]
    return (int.from_bytes(data, "big") ^ int.from_bytes(whole, "big")).to_bytes(count, "big")


def shake(client):
    head = b""
    while b"\r\n\r\n" not in head:
        more = client.recv(4096)
        if not more:
            raise EOFError
        head += more
    lines = head.decode("latin-1").split("\r\n")
    fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:] if line)}
    say(f"{lines[0]} {fields.get('cookie', '')}".strip())
    digest = hashlib.sha1((fields["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
    answer = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"]
    answer.append("Sec-WebSocket-Accept: " + base64.b64encode(digest).decode())
    if "chat" in fields.get("sec-websocket-protocol", ""):
        answer.append("Sec-WebSocket-Protocol: chat")
    client.sendall("\r\n".join(answer + ["", ""]).encode())


def echo(client, context):
    try:
        if context:
            client = context.wrap_socket(client, server_side=True)
            subject = (client.getpeercert() or {}).get("subject", ())
            say("client " + " ".join(value for entry in subject for _, value in entry))
        shake(client)
        while True:
            first, second = exactly(client, 2)
            count = second & 0x7F
            if count == 126:
                (count,) = struct.unpack(">H", exactly(client, 2))
            elif count == 127:
                (count,) = struct.unpack(">Q", exactly(client, 8))
            key = exactly(client, 4)
            payload = unmasked(exactly(client, count), key)
            kind = first & 0x0F
            if kind == 1 and payload == b"bye":
                client.sendall(frame(0x88, struct.pack(">H", 4001) + b"as you say"))
            elif kind == 1 and payload == b"restart":
                client.sendall(frame(0x88, struct.pack(">H", 1012)))
            elif kind == 1 and payload == b"drop":
                return
            elif kind == 1 and payload == b"flood":
                while True:
                    client.sendall(frame(0x81, b"x" * 99) * 1000)
            elif kind == 9:
                client.sendall(frame(0x8A, payload))
            elif kind == 8:
                say("closed " + str(struct.unpack(">H", payload[:2])[0] if payload else "without code"))
                client.sendall(frame(0x88, payload))
                return
            elif kind != 10:
                client.sendall(frame(first, payload))
    except (OSError, EOFError, KeyError) as error:
        say(f"broke: {type(error).__name__}")
    finally:
        client.close()


def serve(files):
    context = None
    if files:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*files[:2])
        if len(files) > 2:
            context.load_verify_locations(files[2])
            context.verify_mode = ssl.CERT_REQUIRED
    listener = socket.create_server(("127.0.0.1", 0))
    say(listener.getsockname()[1])
    while True:
        threading.Thread(target=echo, args=(listener.accept()[0], context), daemon=True).start()


def library():
    import asyncio
    import websockets

    async def talk(connection, *_):
        try:
            async for message in connection:
                if message == "bye":
                    await connection.close(4001, "as you say")
                elif isinstance(message, str) and message.startswith("pieces "):
                    await connection.send([message[at : at + 7] for at in range(0, len(message), 7)])
                else:
                    await connection.send(message)
        except websockets.exceptions.ConnectionClosed:
            pass
        say(f"closed {connection.close_code}")

    async def main():
        # On a loaded machine nobody is late: the tests say themselves when something takes too long.
        patience = {"ping_interval": None, "ping_timeout": None, "close_timeout": None}
        # Older ones wait for the handshake as long as it takes.
        if int(websockets.__version__.split(".")[0]) > 10:
            patience["open_timeout"] = None
        async with websockets.serve(
            talk, "127.0.0.1", 0, subprotocols=["chat"], max_size=1 << 26, **patience
        ) as server:
            sockets = getattr(server, "sockets", None) or server.server.sockets
            say(sockets[0].getsockname()[1])
            await asyncio.Future()

    asyncio.run(main())


if __name__ == "__main__":
    library() if sys.argv[1] == "library" else serve(sys.argv[2:])
