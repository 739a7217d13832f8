"""Documents: JSON of 100 MB beside simdjson, jq and grep, and answers of 100 MB and 2 GB on the screen."""

import os
import shutil
import subprocess

from measuring.budget import limit
from measuring.documents import write_collection, write_json, write_large_json
from measuring.figures import Row, interleaved, p99, print_table
from measuring.process import Unavailable, find, memory, output, peak_memory, require_command, seconds
from measuring.terminal import Terminal

FOLDER = os.path.dirname(os.path.abspath(__file__))
MEGABYTE = 1_000_000
HUNDRED = 100 * MEGABYTE
FOOTER = (b"help", b"Help")


def hundred(setting):
    """The document of 100 MB that every row reads, written once."""
    path = os.path.join(setting.served, "100mb.json")
    return path if os.path.exists(path) else write_json(path, HUNDRED)


def rounds(setting):
    return max(3, setting.rounds // 5)


def timed(setting, title, commands, allowed):
    """Whole processes in turn; the first is the one that the second is held against."""
    contenders = {
        name: (lambda command=command: seconds(command, setting.home) * 1000) for name, command in commands.items()
    }
    (theirs, before), (ours, after) = interleaved(contenders, rounds(setting)).items()
    reference = Row(theirs, before)
    print_table(title, [reference, Row(ours, after, reference, **allowed)])


def simdjson(setting):
    """A program of a few lines over Debian's simdjson, compiled on the spot."""
    program = os.path.join(setting.scratch, "simdjson-dom")
    if not os.path.exists(program):
        command = [find("c++"), "-O3", "-march=native", "-o", program, os.path.join(FOLDER, "simdjson.cpp"), "-lsimdjson"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Unavailable("simdjson is not installed: " + (done.stderr.strip().splitlines() or ["no reason"])[0])
    return program


def scan(setting):
    require_command(setting.apus, setting.home, "json", "check")
    path = hundred(setting)
    commands = {
        "simdjson, DOM": [simdjson(setting), path],
        "apus json check": [setting.apus, "json", "check", path],
    }
    timed(setting, "100 MB of JSON read, whole process (ms)", commands, limit("JSON checked"))


def format_large(setting):
    path, target = hundred(setting), os.path.join(setting.scratch, "formatted.json")
    commands = {
        "jq .": ["/bin/sh", "-c", 'exec "$0" . "$1" > "$2"', find("jq"), path, target],
        "apus json fmt": ["/bin/sh", "-c", 'exec "$0" json fmt "$1" > "$2"', setting.apus, path, target],
    }
    timed(setting, "100 MB of JSON formatted to a file (ms)", commands, limit("JSON formatted"))
    peaks = [Row(name, [peak_memory(command, setting.home) / MEGABYTE]) for name, command in commands.items()]
    print_table("100 MB of JSON formatted, peak memory (RSS, MB)", [peaks[0], Row("apus json fmt", peaks[1].values, **limit("memory of formatting"))])


def descend(setting):
    require_command(setting.apus, setting.home, "query")
    path = hundred(setting)
    commands = {
        "jq '.. | .name?'": [find("jq"), ".. | .name? // empty", path],
        "apus query '$..name'": [setting.apus, "query", "$..name", path],
    }
    timed(setting, "$..name over 100 MB of JSON (ms)", commands, limit("JSON formatted"))
    peaks = [Row(name, [peak_memory(command, setting.home) / MEGABYTE]) for name, command in commands.items()]
    print_table("$..name over 100 MB of JSON, peak memory (RSS, MB)", peaks)


class Answer:
    """Apus with the answer to one request on the screen, all of it there."""

    def __init__(self, setting, name):
        folder = write_collection(os.path.join(setting.scratch, f"of-{name}"), [f"{setting.address}/{name}"])
        self.terminal = Terminal([setting.apus, folder], setting.home)

    def __enter__(self):
        self.terminal.__enter__()
        self.terminal.first_frame(FOOTER)
        for key in (b"j", b"\r"):
            self.terminal.press(key, limit=2)
        self.whole = self.terminal.press(b"\x12", quiet=1.5, limit=120)
        # A click gives the answer the focus, wherever that was.
        self.terminal.press(b"\x1b[<0;100;30M\x1b[<0;100;30m", quiet=0.2, limit=2)
        return self

    def __exit__(self, *reason):
        self.terminal.__exit__(*reason)

    def press(self, keys, **how):
        return self.terminal.press(keys, **how)

    @property
    def memory(self):
        return memory(self.terminal.pid)


def scrollable(setting):
    """From ^R until nothing changes any more: the number of lines stands, the whole answer can be scrolled."""
    path, target = hundred(setting), os.path.join(setting.scratch, "downloaded")
    url = f"{setting.address}/{os.path.basename(path)}"

    def ours():
        with Answer(setting, os.path.basename(path)) as answer:
            return answer.whole * 1000

    contenders = {
        "curl -o": lambda: seconds([find("curl"), "-q", "-s", "-o", target, url], setting.home) * 1000,
        "apus": ours,
    }
    (theirs, before), (name, after) = interleaved(contenders, rounds(setting)).items()
    reference = Row(theirs, before)
    print_table("100 MB over loopback, all of it scrollable (ms)", [reference, Row(name, after, reference, **limit("all of 100 MB"))])


def keys(setting):
    """Scrolling, folding and jumping in 100 MB."""
    moves = {"a line": (b"j", b"k"), "a page": (b"\x06", b"\x02"), "fold": (b"z", b"z"), "the ends": (b"G", b"g")}
    times = {name: [] for name in moves}
    with Answer(setting, os.path.basename(hundred(setting))) as answer:
        answer.press(b"j", limit=1)
        for _ in range(100):
            for name, (there, back) in moves.items():
                times[name] += [answer.press(there) * 1000, answer.press(back) * 1000]
    rows = [Row(f"{name}, p99", values, **limit("key"), show=p99) for name, values in times.items()]
    print_table("Key to screen with 100 MB open (ms)", rows)


def search(setting):
    """A word that stands near the end, from its last letter to the count that is final."""
    path = hundred(setting)
    with open(path, "rb") as file:
        file.seek(-2000, os.SEEK_END)
        word = file.read().split(b'"email":"')[-1].split(b'"')[0]
    code, out, _ = output([find("grep"), "-c", word.decode(), path], setting.home)
    if code or out.strip() != b"1":
        raise Unavailable("grep did not find the word that was looked for")
    with Answer(setting, os.path.basename(path)) as answer:

        def ours():
            answer.press(b"/", quiet=0.1, limit=2)
            try:
                # Pasted as a whole, so that one search is made of it.
                return answer.press(b"\x1b[200~" + word + b"\x1b[201~", quiet=0.4, limit=20) * 1000
            finally:
                answer.press(b"\x1b", quiet=0.2, limit=2)

        contenders = {
            "grep -c": lambda: seconds([find("grep"), "-c", word.decode(), path], setting.home) * 1000,
            "apus, / in the answer": ours,
        }
        (theirs, before), (name, after) = interleaved(contenders, rounds(setting)).items()
    reference = Row(theirs, before)
    print_table("100 MB searched for a word (ms)", [reference, Row(name, after, reference, 2.0)])


def very_large(setting):
    """Memory with 2 GB open, and while a regular expression looks through all of it."""
    if shutil.disk_usage(setting.scratch).free < 8_000 * MEGABYTE:
        raise Unavailable("less than 8 GB are free for the file and its copy")
    write_large_json(os.path.join(setting.served, "2gb.json"), hundred(setting), 20)
    rows = []
    with Answer(setting, "100mb.json") as answer:
        rows.append(Row("100 MB open", [answer.memory / MEGABYTE], **limit("memory with an answer")))
    with Answer(setting, "2gb.json") as answer:
        rows.append(Row("2 GB open", [answer.memory / MEGABYTE], **limit("memory with an answer")))
        answer.press(b"G", quiet=0.3, limit=5)
        rows.append(Row("2 GB open, at its end", [answer.memory / MEGABYTE], **limit("memory with an answer")))
        answer.press(b"g/", quiet=0.3, limit=5)
        answer.press(b"\x1b[200~/ada\\.9+0@example/\x1b[201~", quiet=3, limit=180)
        rows.append(Row("2 GB searched by a regular expression", [answer.memory / MEGABYTE], **limit("memory with an answer")))
    os.unlink(os.path.join(setting.served, "2gb.json"))
    print_table("Memory with an answer open (RSS, MB)", rows)


ROWS = [
    ("JSON of 100 MB read beside simdjson", scan),
    ("JSON of 100 MB formatted", format_large),
    ("JSON of 100 MB descended", descend),
    ("100 MB wholly scrollable", scrollable),
    ("Keys with 100 MB open", keys),
    ("100 MB searched", search),
    ("Very large answers", very_large),
]
