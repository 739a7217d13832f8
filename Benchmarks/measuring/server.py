"""A file server on loopback, the same for every client that is measured."""

import contextlib
import os
import socket
import subprocess
import sys
import time

from measuring.process import Unavailable, find

CONFIGURATION = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
  access_log off; default_type application/json; sendfile on; tcp_nopush on;
  client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
  uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
  server {{ listen 127.0.0.1:{port}; root {root}; }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def nginx():
    """`None` where there is none."""
    try:
        return find("nginx")
    except Unavailable:
        return None


def name():
    """Which server answers."""
    return "nginx" if nginx() else "Python's http.server"


def command(root, folder, port):
    """nginx where there is one, else Python's own server, which is slower for everybody alike."""
    program = nginx()
    if program is None:
        return [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", root]
    path = os.path.join(folder, "nginx.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(CONFIGURATION.format(folder=folder, port=port, root=root))
    return [program, "-p", folder, "-c", path, "-e", os.path.join(folder, "error.log")]


@contextlib.contextmanager
def serving(root, folder):
    """Serves the folder `root`; gives the address, `http://127.0.0.1:PORT`."""
    os.makedirs(folder, exist_ok=True)
    port = free_port()
    arguments = command(root, folder, port)
    server = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port, server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def wait_for(port, server):
    deadline = time.perf_counter() + 10
    while time.perf_counter() < deadline and server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.02)
    raise Unavailable("the file server on loopback did not start")
