"""Servers on loopback that tests run: each says its port on the first line of its output, and what it saw on the next.

    peers.py authentication USER PASSWORD   answers 200 to who proves knowing the password: /digest, /ntlm, /aws
    peers.py proxy [CERTIFICATE KEY]        tunnels CONNECT to loopback, whatever host is asked for; over TLS with both
    peers.py mutual 1.2|1.3 CERTIFICATE KEY AUTHORITY
                                            answers whom it knows by a certificate, ends every other connection
    peers.py secure CERTIFICATE KEY         answers over TLS with what the files hold at that moment; says each request

The proofs are recomputed from the password with nothing but Python's own hashes."""

import base64
import hashlib
import hmac
import os
import re
import socket
import ssl
import struct
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


def say(text):
    print(text, flush=True)


def rotate(value, count):
    return ((value << count) | (value >> (32 - count))) & 0xFFFFFFFF


def md4(message):
    """RFC 1320: today's OpenSSL has put it away, and NTLM still needs it."""
    padded = message + b"\x80" + b"\0" * ((55 - len(message)) % 64) + struct.pack("<Q", len(message) * 8)
    state = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476]
    rounds = [
        (lambda x, y, z: (x & y) | (~x & z), 0, list(range(16)), [3, 7, 11, 19]),
        (lambda x, y, z: (x & y) | (x & z) | (y & z), 0x5A827999, [i % 4 * 4 + i // 4 for i in range(16)], [3, 5, 9, 13]),
        (lambda x, y, z: x ^ y ^ z, 0x6ED9EBA1, [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15], [3, 9, 11, 15]),
    ]
    for start in range(0, len(padded), 64):
        words = struct.unpack("<16I", padded[start : start + 64])
        a, b, c, d = state
        for mix, constant, order, shifts in rounds:
            for step, index in enumerate(order):
                a = rotate((a + mix(b, c, d) + words[index] + constant) & 0xFFFFFFFF, shifts[step % 4])
                a, b, c, d = d, a, b, c
        state = [(old + new) & 0xFFFFFFFF for old, new in zip(state, (a, b, c, d))]
    return struct.pack("<4I", *state)


class Ntlm:
    """One connection's exchange (MS-NLMP): a challenge, then the proof for it, which must be NTLMv2."""

    def __init__(self):
        self.challenge = os.urandom(8)

    def type2(self):
        target = "TEST".encode("utf-16-le")
        info = struct.pack("<HH", 2, len(target)) + target + struct.pack("<HH", 0, 0)
        flags = 0x00000001 | 0x00000200 | 0x00010000 | 0x00080000 | 0x00800000
        head = b"NTLMSSP\0" + struct.pack("<IHHII", 2, len(target), len(target), 48, flags) + self.challenge + b"\0" * 8
        return head + struct.pack("<HHI", len(info), len(info), 48 + len(target)) + target + info

    def proves(self, message, user, password):
        def field(offset):
            length, _, start = struct.unpack_from("<HHI", message, offset)
            return message[start : start + length]

        answer, domain, name = field(20), field(28), field(36)
        if len(answer) <= 24 or name.decode("utf-16-le") != user:
            return False
        key = hmac.new(md4(password.encode("utf-16-le")), (user.upper().encode("utf-16-le") + domain), "md5").digest()
        return hmac.compare_digest(answer[:16], hmac.new(key, self.challenge + answer[16:], "md5").digest())


def digest_proves(fields, method, body, user, password, nonce, protection):
    """RFC 7616."""
    name = {"SHA-256": "sha256", "SHA-512-256": "sha512_256"}.get(fields.get("algorithm"), "md5")

    def hexed(*parts):
        return hashlib.new(name, ":".join(parts).encode()).hexdigest()

    action = [method, fields["uri"]] + ([hashlib.new(name, body).hexdigest()] if protection == "auth-int" else [])
    first, second = hexed(user, fields["realm"], password), hexed(*action)
    if fields.get("qop") != protection:
        return False
    expected = hexed(first, nonce, fields["nc"], fields["cnonce"], fields["qop"], second)
    return fields["username"] == user and fields["nonce"] == nonce and fields["response"] == expected


def signature_proves(handler, body, user, password):
    """AWS Signature Version 4: the canonical request is built again from what arrived."""
    text = handler.headers.get("Authorization", "")
    found = re.fullmatch(r"AWS4-HMAC-SHA256 Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})", text)
    if not found:
        return False
    key_id, *scope = found[1].split("/")
    signed = found[2].split(";")
    amazon = [name.lower() for name in handler.headers if name.lower().startswith("x-amz-")]
    if key_id != user or "host" not in signed or not set(amazon) <= set(signed):
        say(f"not signed: {sorted(set(amazon) - set(signed))}")
        return False
    parts = urlsplit(handler.path)
    headers = "".join(f"{name}:{' '.join(handler.headers.get(name, '').split())}\n" for name in signed)
    query = "&".join(sorted(parts.query.split("&"))) if parts.query else ""
    canonical = [handler.command, parts.path, query, headers, found[2], hashlib.sha256(body).hexdigest()]
    request = hashlib.sha256("\n".join(canonical).encode()).hexdigest()
    text = "\n".join(["AWS4-HMAC-SHA256", handler.headers["X-Amz-Date"], "/".join(scope), request])
    key = ("AWS4" + password).encode()
    for part in [*scope, text]:
        key = hmac.new(key, part.encode(), "sha256").digest()
    return hmac.compare_digest(key.hex(), found[3])


class Authentication(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    user, password = "", ""
    nonce = os.urandom(8).hex()

    def setup(self):
        super().setup()
        # NTLM proves a connection, not a request.
        self.ntlm, self.is_known = Ntlm(), False

    def answer(self, status, challenge=None):
        text = b"in" if status == 200 else b"out"
        self.send_response(status)
        if challenge:
            self.send_header("WWW-Authenticate", challenge)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def take(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        scheme, _, proof = self.headers.get("Authorization", "").partition(" ")
        path = urlsplit(self.path).path
        if path.startswith("/digest"):
            algorithm = "SHA-512-256" if "512" in path else "SHA-256" if path.endswith("256") else "MD5"
            protection = "auth-int" if "body" in path else "auth"
            ask = f'Digest realm="a \\"realm\\"", qop="{protection}", algorithm={algorithm}, nonce="{self.nonce}"'
            pairs = re.findall(r'(\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))', proof)
            fields = {name: quoted.replace('\\"', '"') or plain for name, quoted, plain in pairs}
            known = (self.user, self.password, self.nonce, protection)
            good = scheme == "Digest" and digest_proves(fields, self.command, body, *known)
            return self.answer(200 if good else 401, None if good else ask)
        if path.startswith("/ntlm"):
            return self.take_ntlm(scheme, base64.b64decode(proof) if scheme == "NTLM" else b"")
        good = signature_proves(self, body, self.user, self.password)
        return self.answer(200 if good else 403)

    def take_ntlm(self, scheme, message):
        if self.is_known:
            return self.answer(200)
        if scheme != "NTLM" or not message.startswith(b"NTLMSSP\0"):
            return self.answer(401, "NTLM")
        if message[8] == 1:
            return self.answer(401, "NTLM " + base64.b64encode(self.ntlm.type2()).decode())
        self.is_known = self.ntlm.proves(message, self.user, self.password)
        return self.answer(200) if self.is_known else self.answer(401, "NTLM")

    do_GET = do_POST = do_PUT = take

    def log_message(self, format, *arguments):
        say(f"{self.command} {self.path}")


def pump(source, target):
    """Carries bytes one way until that side closes."""
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    for end, how in ((target, socket.SHUT_WR), (source, socket.SHUT_RD)):
        try:
            end.shutdown(how)
        except OSError:
            pass


def tunnel(client, context):
    try:
        if context:
            client = context.wrap_socket(client, server_side=True)
        head = b""
        while b"\r\n\r\n" not in head:
            more = client.recv(4096)
            if not more:
                return
            head += more
        say(head.split(b"\r\n", 1)[0].decode("latin-1"))
        port = int(head.split(b" ")[1].rsplit(b":", 1)[1])
        upstream = socket.create_connection(("127.0.0.1", port))
        client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        back = threading.Thread(target=pump, args=(upstream, client), daemon=True)
        back.start()
        pump(client, upstream)
        back.join()
        upstream.close()
    except OSError as error:
        say(f"broke: {error}")
    finally:
        client.close()


def greet(client, context):
    client = context.wrap_socket(client, server_side=True, do_handshake_on_connect=False)
    try:
        client.do_handshake()
        client.recv(4096)
        client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi")
    except OSError as error:
        say(f"refused: {error}")
    try:
        # Closed with something unread, what was said last would be lost on its way.
        client.shutdown(socket.SHUT_WR)
        while os.read(client.fileno(), 4096):
            pass
    except OSError:
        pass
    finally:
        client.close()


def answer(client, files):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(*files)
        client = context.wrap_socket(client, server_side=True)
        head = client.recv(65536)
        if head:
            say(head.split(b"\r\n")[0].decode())
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
    except OSError as error:
        say(f"refused: {error}")
    finally:
        client.close()


def serve(work, context):
    listener = socket.create_server(("127.0.0.1", 0))
    say(listener.getsockname()[1])
    while True:
        threading.Thread(target=work, args=(listener.accept()[0], context), daemon=True).start()


def main():
    kind, *rest = sys.argv[1:]
    if kind == "mutual":
        version, certificate, key, authority = rest
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        context.load_verify_locations(authority)
        context.verify_mode = ssl.CERT_REQUIRED
        context.minimum_version = context.maximum_version = ssl.TLSVersion["TLSv" + version.replace(".", "_")]
        serve(greet, context)
    if kind == "secure":
        serve(answer, rest)
    if kind == "authentication":
        Authentication.user, Authentication.password = rest
        server = ThreadingHTTPServer(("127.0.0.1", 0), Authentication)
        say(server.server_address[1])
        server.serve_forever()
    context = None
    if rest:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*rest)
    serve(tunnel, context)


main()
