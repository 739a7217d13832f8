"""A Kerberos realm of its own on loopback, and a web server in it: negotiate.py FOLDER

The folder gets krb5.conf and, for the user `me`, the tickets in `cache`. The server answers 200, and whom it takes the
caller for, to those who prove it by Negotiate (RFC 4559), and 401 to all others. Its port is the first line of the
output."""

import base64
import ctypes
import os
import random
import signal
import socket
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import gssapi

REALM = "APUS.TEST"
SERVICE = f"HTTP/localhost@{REALM}"
CLIENT = """[libdefaults]
default_realm = {realm}
dns_lookup_kdc = false
dns_lookup_realm = false
dns_canonicalize_hostname = false
rdns = false
udp_preference_limit = 1
[realms]
{realm} = {{
kdc = 127.0.0.1:{port}
}}
[domain_realm]
localhost = {realm}
"""
CENTRE = """[kdcdefaults]
kdc_listen = ""
kdc_tcp_listen = 127.0.0.1:{port}
[realms]
{realm} = {{
database_name = {folder}/principal
key_stash_file = {folder}/stash
acl_file = {folder}/acl
}}
[logging]
kdc = FILE:{folder}/kdc.log
"""


def free_port():
    """One below those that the system gives out by itself: no connection takes it before the key centre does, and none
    that asks for the key centre is connected to itself."""
    while True:
        with socket.socket() as probe:
            port = random.randrange(10240, 32768)
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


def end_with_parent():
    PR_SET_PDEATHSIG = 1
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def make_realm(folder):
    """Writes the realm's files, starts its key centre, and fetches the user's ticket."""
    port = free_port()
    for name, text in (("krb5.conf", CLIENT), ("kdc.conf", CENTRE)):
        with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text.format(realm=REALM, folder=folder, port=port))
    os.environ.update(
        PATH=os.environ.get("PATH", "") + ":/usr/sbin:/sbin",
        KRB5_CONFIG=f"{folder}/krb5.conf",
        KRB5_KDC_PROFILE=f"{folder}/kdc.conf",
        KRB5_KTNAME=f"{folder}/service.keytab",
        KRB5CCNAME=f"FILE:{folder}/cache",
        KRB5RCACHENAME="none:",
    )

    def run(*words):
        subprocess.run(words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    run("kdb5_util", "create", "-s", "-r", REALM, "-P", "master", "-W")
    for name, keytab in ((SERVICE, "service.keytab"), (f"me@{REALM}", "user.keytab")):
        run("kadmin.local", "-r", REALM, "addprinc", "-randkey", name)
        run("kadmin.local", "-r", REALM, "ktadd", "-k", f"{folder}/{keytab}", name)
    # In the foreground it does not say when it listens; its socket does.
    centre = subprocess.Popen(
        ["krb5kdc", "-n", "-r", REALM], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, preexec_fn=end_with_parent
    )
    while centre.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
    run("kinit", "-k", "-t", f"{folder}/user.keytab", f"me@{REALM}")


class Negotiating(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        scheme, _, proof = self.headers.get("Authorization", "").partition(" ")
        if scheme != "Negotiate":
            return self.answer(401, "Negotiate", b"who?")
        name = gssapi.Name(SERVICE, gssapi.NameType.kerberos_principal)
        context = gssapi.SecurityContext(creds=gssapi.Credentials(name=name, usage="accept"), usage="accept")
        try:
            token = context.step(base64.b64decode(proof))
        except gssapi.exceptions.GSSError as error:
            return self.answer(401, "Negotiate", str(error).encode())
        back = "Negotiate " + base64.b64encode(token or b"").decode()
        self.answer(200 if context.complete else 401, back, str(context.initiator_name).encode())

    def answer(self, status, challenge, text):
        self.send_response(status)
        self.send_header("WWW-Authenticate", challenge)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format, *arguments):
        pass


make_realm(sys.argv[1])
server = ThreadingHTTPServer(("127.0.0.1", 0), Negotiating)
print(server.server_address[1], flush=True)
server.serve_forever()
