"""A million messages received, over WebSocket and as the answers of a call, beside the clients that people use."""

import contextlib
import os
import shutil
import subprocess
import sys

from measuring.figures import Row, interleaved, print_table
from measuring.process import Unavailable, peak_memory, require_command, seconds

# For a try of the row itself: APUS_BENCH_MESSAGES=10000.
MESSAGES = int(os.environ.get("APUS_BENCH_MESSAGES", "1000000"))
SIZE = 100
SERVERS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "measuring", "streams.py")

WEBSOCKETS = """
import asyncio, sys, websockets
async def main():
    async with websockets.connect(sys.argv[1], compression=None, max_queue=None) as socket:
        async for message in socket:
            print(message)
asyncio.run(main())
"""

# What it receives is read as the type that it is, and printed.
GRPCIO = """
import sys, grpc
from google.protobuf import wrappers_pb2
channel = grpc.insecure_channel(sys.argv[1])
call = channel.unary_stream("/bench.Bench/Stream", None, wrappers_pb2.StringValue.FromString)
for message in call(b""):
    print(message.value)
"""

PROTO = """syntax = "proto3";
package bench;
message Text { string text = 1; }
service Bench { rpc Stream(Text) returns (stream Text); }
"""


@contextlib.contextmanager
def server(kind):
    """The server of that kind; gives its port."""
    command = [sys.executable, SERVERS, kind, str(MESSAGES), str(SIZE)]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()


def python(module):
    """A Python that has the module."""
    for name in (sys.executable, shutil.which("python3"), "/usr/bin/python3"):
        if name and os.path.exists(name):
            found = subprocess.run([name, "-c", f"import {module}"], capture_output=True, check=False)
            if found.returncode == 0:
                return name
    return None


def measure(setting, title, commands):
    """Time and memory of each command; the first is ours."""
    if len(commands) < 2:
        print(f"{title}: nothing to compare with is installed")
    # A million messages take seconds: few rounds say enough.
    rounds = max(3, setting.rounds // 5)
    times = interleaved({name: (lambda c=command: seconds(c, setting.home)) for name, command in commands.items()}, rounds)
    rates = {name: [MESSAGES / taken / 1000 for taken in values] for name, values in times.items()}
    memory = {name: [peak_memory(command, setting.home) / 1e6] for name, command in commands.items()}
    for what, figures in ((f"{title} (thousands a second)", rates), (f"{title}, memory at most (MB)", memory)):
        names = list(figures)
        others = [Row(name, figures[name]) for name in names[1:]]
        print_table(what, [*others, Row(names[0], figures[names[0]], others[0] if others else None)])


def received(setting):
    """Texts of 100 bytes from a WebSocket, each printed on a line."""
    require_command(setting.apus, setting.home, "send")
    with server("websocket") as port:
        url = f"ws://127.0.0.1:{port}/"
        commands = {"apus send": [setting.apus, "send", url, "--no-history", "--max-time", "600"]}
        if shutil.which("websocat"):
            commands["websocat"] = [shutil.which("websocat"), "-U", "--buffer-size", "1000000", url]
        if python("websockets"):
            commands["python websockets"] = [python("websockets"), "-c", WEBSOCKETS, url]
        measure(setting, f"{MESSAGES:,} messages of a WebSocket", commands)


def called(setting):
    """The answers of a call that streams, each printed on a line: by us as JSON, by grpcio as the text alone."""
    require_command(setting.apus, setting.home, "send")
    folder = os.path.join(setting.scratch, "calls")
    os.makedirs(folder, exist_ok=True)
    if shutil.which("protoc") is None:
        raise Unavailable("protoc is not installed")
    with server("grpc") as port:
        files = {
            "opencollection.yml": "info: {name: calls}\n",
            "bench.proto": PROTO,
            "stream.yml": "info: {name: stream, type: grpc}\n"
            f"grpc: {{url: 'grpc://127.0.0.1:{port}', method: /bench.Bench/Stream, methodType: server-streaming, "
            "protoFilePath: bench.proto}\nsettings: {timeout: 600000}\n",
        }
        for name, text in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        commands = {"apus send": [setting.apus, "send", os.path.join(folder, "stream.yml"), "--no-history"]}
        if python("grpc"):
            commands["grpcio"] = [python("grpc"), "-c", GRPCIO, f"127.0.0.1:{port}"]
        measure(setting, f"{MESSAGES:,} answers of a call", commands)


ROWS = [("Messages of a WebSocket", received), ("Answers of a call", called)]
