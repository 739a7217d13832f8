"""Servers on loopback that keep a client waiting in one phase of a transfer."""

import contextlib
import socket
import threading


class Faults:
    """`unconnected` never takes a connection, `silent` never answers, `endless` never stops answering."""

    def __enter__(self):
        self.open = []
        # One that accepts nothing has room for one connection; from the second on they wait.
        full = self.listen(0)
        self.open += [self.connect(full) for _ in range(2)]
        silent, endless = self.listen(128), self.listen(128)
        threading.Thread(target=self.accept, args=(silent, self.keep), daemon=True).start()
        threading.Thread(target=self.accept, args=(endless, self.pour), daemon=True).start()
        self.unconnected, self.silent, self.endless = (self.url(one) for one in (full, silent, endless))
        return self

    def __exit__(self, *_):
        for one in self.open:
            one.close()

    def listen(self, backlog):
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(backlog)
        self.open.append(listener)
        return listener

    @staticmethod
    def connect(listener):
        client = socket.socket()
        client.setblocking(False)
        client.connect_ex(listener.getsockname())
        return client

    @staticmethod
    def url(listener):
        return f"http://127.0.0.1:{listener.getsockname()[1]}/"

    @staticmethod
    def accept(listener, serve):
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    @staticmethod
    def keep(client):
        with client, contextlib.suppress(OSError):
            while client.recv(4096):
                pass

    @staticmethod
    def pour(client):
        with client, contextlib.suppress(OSError):
            client.recv(4096)
            client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
            while True:
                client.sendall(bytes(65536))
