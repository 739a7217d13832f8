"""Servers over TLS on loopback, each with something wrong, and the certificates that they need.

    secure.py FOLDER    makes an authority, its list of revoked certificates and the certificates in FOLDER, starts the
                        servers, writes `NAME PORT` for each into FOLDER/ports, and says the port of the one without a
                        fault

Needs openssl. The authority's certificate is FOLDER/ca.pem; crl.pem and old-crl.pem are its lists."""

import os
import signal
import socket
import ssl
import struct
import subprocess
import sys
import threading

CONFIGURATION = """
[ca]
default_ca = own
[own]
dir = .
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
default_days = 30
default_crl_days = 30
policy = any
unique_subject = no
[any]
commonName = supplied
[address]
subjectAltName = IP:127.0.0.1
[elsewhere]
subjectAltName = DNS:elsewhere.test
[between]
basicConstraints = critical,CA:TRUE
[client]
extendedKeyUsage = clientAuth
"""


def openssl(*words):
    subprocess.run(["openssl", *words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def key(name, bits=None):
    if bits:
        openssl("genrsa", "-out", f"{name}.key", str(bits))
    else:
        openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", f"{name}.key")


def own(name, *extra):
    key(name)
    openssl("req", "-x509", "-new", "-key", f"{name}.key", "-subj", f"/CN={name}", "-days", "30", "-out", f"{name}.pem", *extra)


def authority(name, *words):
    openssl("ca", "-batch", "-notext", "-config", "ca.cnf", "-cert", f"{name}.pem", "-keyfile", f"{name}.key", *words)


def signed(name, extensions="address", by="ca", bits=None, extra=()):
    key(name, bits)
    openssl("req", "-new", "-key", f"{name}.key", "-subj", f"/CN={name}", "-out", f"{name}.csr")
    authority(by, "-in", f"{name}.csr", "-out", f"{name}.pem", "-extensions", extensions, *extra)


def make():
    with open("ca.cnf", "w") as file:
        file.write(CONFIGURATION)
    open("index.txt", "w").close()
    with open("serial", "w") as file:
        file.write("1000")
    own("ca")
    own("stranger")
    own("self-signed", "-addext", "subjectAltName=IP:127.0.0.1")
    signed("good")
    signed("expired", extra=("-startdate", "20200101000000Z", "-enddate", "20200102000000Z"))
    signed("early", extra=("-startdate", "20400101000000Z", "-enddate", "20410102000000Z"))
    signed("wrong-host", "elsewhere")
    signed("unknown", by="stranger")
    signed("weak-key", bits=1024)
    signed("weak-signature", extra=("-md", "sha1"))
    signed("revoked")
    signed("between", "between")
    signed("incomplete", by="between")
    signed("client", "client")
    authority("ca", "-revoke", "revoked.pem")
    authority("ca", "-gencrl", "-out", "crl.pem")
    authority("ca", "-gencrl", "-crl_lastupdate", "20200101000000Z", "-crl_nextupdate", "20200102000000Z", "-out", "old-crl.pem")


def answer(client, context, drops):
    try:
        if context:
            client = context.wrap_socket(client, server_side=True, do_handshake_on_connect=False)
            client.do_handshake()
        if drops and not client.getpeercert():
            # Without a word: an alert would be lost on such a connection, too.
            if drops == "late":
                client.recv(65536)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", drops != "silent", 0))
            client.close()
            return
        if client.recv(65536):
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello")
    except OSError:
        pass
    try:
        # Closed with something unread, what was said last would be lost on its way.
        client.shutdown(socket.SHUT_WR)
        while os.read(client.fileno(), 4096):
            pass
    except OSError:
        pass
    finally:
        client.close()


def listen(listener, context, drops):
    while True:
        client = listener.accept()[0]
        threading.Thread(target=answer, args=(client, context, drops), daemon=True).start()


def serve(name, certificate="good", **settings):
    context = None
    drops = settings.pop("drops", None)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        # Weak certificates are refused by the other side, not by this one.
        context.set_ciphers(settings.pop("ciphers", "DEFAULT@SECLEVEL=0"))
        context.load_cert_chain(f"{certificate}.pem", f"{certificate}.key")
        if settings.pop("wants_client", False):
            context.load_verify_locations("ca.pem")
            context.verify_mode = ssl.CERT_OPTIONAL if drops else ssl.CERT_REQUIRED
        if drops:
            context.set_alpn_protocols(["h2", "http/1.1"])
        for setting, value in settings.items():
            setattr(context, setting, value)
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=listen, args=(listener, context, drops), daemon=True).start()
    return f"{name} {listener.getsockname()[1]}\n"


def main():
    os.chdir(sys.argv[1])
    make()
    version = ssl.TLSVersion
    names = ("good", "expired", "early", "wrong-host", "self-signed", "unknown", "incomplete", "weak-key",
             "weak-signature", "revoked")
    ports = [serve(name, name) for name in names]
    ports += [
        serve("wants-client-1.2", wants_client=True, maximum_version=version.TLSv1_2),
        serve("wants-client-1.3", wants_client=True, minimum_version=version.TLSv1_3),
        serve("drops-early", "good", wants_client=True, drops="early", minimum_version=version.TLSv1_3),
        serve("drops-late", "good", wants_client=True, drops="late", minimum_version=version.TLSv1_3),
        serve("drops-silently", "good", wants_client=True, drops="silent", maximum_version=version.TLSv1_2),
        serve("old-tls", minimum_version=version.TLSv1, maximum_version=version.TLSv1_1, ciphers="ALL@SECLEVEL=0"),
        serve("new-tls", minimum_version=version.TLSv1_3),
        serve("no-tls", certificate=None),
    ]
    with open("ports", "w") as file:
        file.writelines(ports)
    print(ports[0].split()[1], flush=True)
    signal.pause()


main()
