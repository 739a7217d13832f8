"""Many messages: received from a WebSocket and as the answers of a call, beside the clients that people use, and on
the screen."""

import contextlib
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import time

from measuring.budget import limit
from measuring.figures import Row, interleaved, p99, print_table
from measuring.process import Unavailable, memory, peak_memory, require_command, seconds
from measuring.terminal import Terminal

# For a try of the row itself: APUS_BENCH_MESSAGES=10000.
MESSAGES = int(os.environ.get("APUS_BENCH_MESSAGES", "1000000"))
# grpcio takes more than a minute for a million.
ANSWERS = MESSAGES // 10
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
def server(kind, count):
    """The server of that kind and so many messages; gives its port."""
    command = [sys.executable, SERVERS, kind, str(count), str(SIZE)]
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


def measure(setting, count, name, commands):
    """Time and memory of each command; the first is ours."""
    if len(commands) < 2:
        print(f"{name}: nothing to compare with is installed")
    # A million messages take seconds: few rounds say enough.
    rounds = max(3, setting.rounds // 5)
    contenders = {who: (lambda c=command: seconds(c, setting.home) * 1000) for who, command in commands.items()}
    times = interleaved(contenders, rounds)
    peaks = {who: [peak_memory(command, setting.home) / 1e6] for who, command in commands.items()}
    ours, *others = commands
    for what, figures in (("ms", times), ("memory at most, MB", peaks)):
        allowed = limit(name if what == "ms" else f"memory of {name}")
        against = [Row(who, figures[who]) for who in others]
        # Without another, there is nothing to keep but the memory.
        first = against[0] if against else None
        print_table(f"{count:,} {name} ({what})", [*against, Row(ours, figures[ours], first, **allowed)])


def received(setting):
    """Texts of 100 bytes from a WebSocket, each printed on a line."""
    require_command(setting.apus, setting.home, "send")
    with server("websocket", MESSAGES) as port:
        url = f"ws://127.0.0.1:{port}/"
        commands = {"apus send": [setting.apus, "send", url, "--no-history", "--max-time", "600"]}
        if peer := python("websockets"):
            commands["python websockets"] = [peer, "-c", WEBSOCKETS, url]
        if shutil.which("websocat"):
            commands["websocat"] = [shutil.which("websocat"), "-U", "--buffer-size", "1000000", url]
        measure(setting, MESSAGES, "messages of a WebSocket", commands)


def called(setting):
    """The answers of a call that streams, each printed on a line: by us as JSON, by grpcio as the text alone."""
    require_command(setting.apus, setting.home, "send")
    if shutil.which("protoc") is None:
        raise Unavailable("protoc is not installed")
    with server("grpc", ANSWERS) as port:
        folder = os.path.join(setting.scratch, "calls")
        collection(folder, {
            "bench.proto": PROTO,
            "stream.yml": "info: {name: stream, type: grpc}\n"
            f"grpc: {{url: 'grpc://127.0.0.1:{port}', method: /bench.Bench/Stream, methodType: server-streaming, "
            "protoFilePath: bench.proto}\nsettings: {timeout: 600000}\n",
        })
        commands = {"apus send": [setting.apus, "send", os.path.join(folder, "stream.yml"), "--no-history"]}
        if peer := python("grpc"):
            commands["grpcio"] = [peer, "-c", GRPCIO, f"127.0.0.1:{port}"]
        measure(setting, ANSWERS, "answers of a call", commands)


def collection(folder, files):
    os.makedirs(folder, exist_ok=True)
    for name, text in {"opencollection.yml": "info: {name: bench}\n", **files}.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def shown(setting):
    """The same messages on the screen: how long until all are listed, what a key waits while they come and once they are
    there, and how long it takes to find those that are wanted among all."""
    with server("websocket", MESSAGES) as port:
        url = f"ws://127.0.0.1:{port}/"
        contenders = {"apus": lambda: listed(setting, url)}
        if peer := python("websockets"):
            command = [peer, "-c", WEBSOCKETS, url]
            contenders["python websockets, printed"] = lambda: (seconds(command, setting.home) * 1000,)
        results = interleaved(contenders, max(3, setting.rounds // 5))
    ours = results.pop("apus")
    against = [Row(name, [result[0] for result in values]) for name, values in results.items()]
    first = against[0] if against else None
    title = f"{MESSAGES:,} messages on the screen"
    print_table(f"{title} (ms)", [*against, Row("apus", [result[0] for result in ours], first, **limit("messages shown"))])
    coming, there = ([key for result in ours for key in result[part]] for part in (1, 2))
    print_table(f"{title}: key to screen (ms)", [
        Row("while they come, p50", coming),
        Row("while they come, the longest", coming, **limit("key among coming messages"), show=max),
        Row("once all are there, p50", there),
        Row("once all are there, p99", there, **limit("key"), show=p99),
    ])
    print_table(f"{title}: found among them (ms)", [
        Row("by text", [result[3] for result in ours], **limit("messages with a text")),
        Row("by JSONPath", [result[4] for result in ours], **limit("messages with a path")),
    ])
    print_table(f"{title}: memory (RSS, MB)", [Row("apus", [result[5] for result in ours], **limit("memory of messages"))])


def listed(setting, url):
    """One round: until all messages are listed, keys while they come, keys after, by text, by JSONPath, memory."""
    # A folder of its own: the one of the round before has a history, and is remembered.
    folder = tempfile.mkdtemp(dir=setting.scratch)
    collection(folder, {"stream.yml": f"info: {{name: stream, type: websocket}}\nwebsocket: {{url: '{url}'}}\n"})
    with Terminal([setting.apus, folder], setting.home) as terminal:
        terminal.first_frame((b"help",))
        for key in (b"j", b"\r"):
            terminal.press(key, limit=1)
        start = time.perf_counter()
        terminal.answers(b"\x12", "↓".encode())
        # The state is told after the last message; `found` sees that it is there.
        coming, last = typed(terminal, b"closed")
        taken = (last - start) * 1000
        # The URL as it was, and the list: its last message is under the cursor. What follows Esc at once belongs to it.
        terminal.press(b"\x1b", quiet=0.2, limit=2)
        terminal.press(b"\t", limit=1)
        rows = [b"k", b"k", b"\x1b[5~", b"g", b"j", b"\x1b[6~", b"G"]
        there = [terminal.press(key) * 1000 for key in itertools.islice(itertools.cycle(rows), 70)]
        terminal.press(b"g")
        by_text = found(terminal, b"/", b"end")
        by_path = found(terminal, b"=", b"$[?@==%d]" % (MESSAGES - 1))
        return taken, coming, there, by_text, by_path, memory(terminal.pid) / 1e6


def typed(terminal, end):
    """Types into the URL until `end` is drawn: what each letter waited (ms), and when the end came."""
    times, seen, start = [], terminal.answer, time.perf_counter()
    os.write(terminal.master, b"\x0c")
    # Each is drawn as it is: the letter before is another one, and so is the one in its place before the line was emptied.
    for number, letter in enumerate(itertools.cycle(b"QWXYJKV")):
        key = bytes([letter])
        if number % 16 == 15:
            os.write(terminal.master, b"\x15")
        times.append(terminal.answers(key, key) * 1000)
        seen = seen[-200:] + terminal.answer
        if end in seen:
            return times, time.perf_counter()
        if time.perf_counter() - start > 60:
            raise Unavailable("not all messages were listed within 60 s")


def found(terminal, key, text):
    """From typing what the last message alone has until that message is the only one listed (ms)."""
    terminal.press(key, b"Show messages", limit=2)
    taken = terminal.answers(text, b'%d,"text' % (MESSAGES - 1), limit=60) * 1000
    terminal.press(b"\r", limit=1)
    # All of them again, from the first on.
    terminal.press(b"\x1b", quiet=0.2, limit=2)
    terminal.press(b"g")
    return taken


ROWS = [("Messages of a WebSocket", received), ("Answers of a call", called), ("Messages on the screen", shown)]
