"""Large workspaces: a tree of ten thousand requests, a history of a hundred thousand exchanges; on the command line and
on the screen."""

import contextlib
import os

from measuring.budget import limit
from measuring.documents import write_collection, write_history
from measuring.figures import Row, interleaved, p99, print_table
from measuring.process import Unavailable, output, require_command, seconds
from measuring.terminal import Terminal

REQUESTS = 10_000
EXCHANGES = 100_000
FOLDERS = 500
FOOTER = (b"help", b"Help")
ESCAPE = b"\x1b"


def timed(setting, title, commands, allowed):
    """Whole processes, each held against its own budget in milliseconds."""
    contenders = {
        name: (lambda command=command: seconds(command, setting.home) * 1000) for name, command in commands.items()
    }
    results = interleaved(contenders, max(3, setting.rounds // 3))
    print_table(title, [Row(name, values, **allowed.get(name, {})) for name, values in results.items()])


def tree(setting):
    """The whole tree, read anew by each process: listed by folder and printed as JSON."""
    require_command(setting.apus, setting.home, "list")
    folder = write_collection(os.path.join(setting.scratch, "tree"), [setting.address + "/1k.json"] * REQUESTS)
    name = f"apus list --json, {REQUESTS:,} requests"
    timed(setting, "Tree of many requests (ms)", {name: [setting.apus, "list", folder, "--json"]}, {name: limit("tree of many")})


def history(setting):
    """The newest page, and all of it sorted through by text, status and request."""
    require_command(setting.apus, setting.home, "history", "list")
    url = f"{setting.address}/1k.json"
    places = {}
    for count in (0, EXCHANGES):
        folder = write_collection(os.path.join(setting.scratch, f"history-{count}"), [url])
        places[count] = own(setting, write_history(folder, count))
    large = places[EXCHANGES]
    listed = [setting.apus, "history", "list", "-w", large]
    commands = {
        "the newest": listed,
        "by text": [*listed, "--grep", "items/777"],
        "by status": [*listed, "--status", "404"],
    }
    for name, command in commands.items():
        if not output(command, setting.home)[1]:
            raise Unavailable(f"{name}: nothing of the history was listed")
    timed(setting, f"History of {EXCHANGES:,} exchanges (ms)", commands, {"the newest": limit("history")})


def own(setting, folder):
    """Takes over the `.apus` that was not written by the program: the first command sets it aside."""
    output([setting.apus, "history", "list", "-w", folder], setting.home)
    code, _, why = output([setting.apus, "adopt", "-w", folder], setting.home)
    if code != 0:
        raise Unavailable(why.decode(errors="replace").strip())
    return folder


@contextlib.contextmanager
def screen(setting, folder, *before):
    """The program with the folder open and all of it listed, after some keys."""
    with Terminal([setting.apus, folder], setting.home) as terminal:
        terminal.first_frame(FOOTER, quiet=0.4)
        for keys in before:
            terminal.press(keys, quiet=0.3, limit=10)
        yield terminal


def filtering(setting):
    """`/` in the history: from the last letter to the first exchange that has the text, and another key meanwhile."""
    folder = write_collection(os.path.join(setting.scratch, "filtered"), [f"{setting.address}/1k.json"])
    own(setting, write_history(folder, EXCHANGES))
    # What is typed, what is drawn for it, and the most milliseconds it may take.
    texts = {"in one of a hundred": (b"parcel", b"parcels"), "in the oldest alone": (b"letter", b"letters")}
    rows = []
    for name, (text, proof) in texts.items():
        found = []
        for _ in range(max(5, setting.rounds)):
            # A filter stays, so each begins on a screen of its own.
            with screen(setting, folder, b"H", b"/") as terminal:
                found.append(terminal.answers(text, proof) * 1000)
        rows.append(Row(name, found, **limit("history")))
    print_table(f"Text filter over {EXCHANGES:,} exchanges on the screen (ms)", rows)


def finding(setting):
    """The jump over every name and URL, key by key, and the search in every file."""
    folder = write_collection(
        os.path.join(setting.scratch, "found"), [f"{setting.address}/1k.json"] * REQUESTS, each=REQUESTS // FOLDERS)
    keys, files = [], []
    with screen(setting, folder) as terminal:
        for number in range(max(5, setting.rounds)):
            terminal.press(b"\x07", quiet=0.1, limit=5)
            keys += [terminal.press(bytes([letter])) * 1000 for letter in f"req{number * 577 + 1000:05}".encode()]
            terminal.press(ESCAPE, quiet=0.1, limit=5)
        for number in range(max(5, setting.rounds)):
            terminal.press(b"\x1b/", quiet=0.1, limit=5)
            text = f"{9_000 - number * 77:05}"
            files.append(terminal.answers(text.encode(), b"name:") * 1000)
            terminal.press(ESCAPE, quiet=0.1, limit=5)
    print_table(f"Fuzzy jump over {REQUESTS:,} requests, key to screen (ms)", [Row("p50", keys, most=10), Row("p99", keys, most=25, show=p99)])
    print_table(f"Search in {REQUESTS:,} files, text to first result (ms)", [Row("apus", files)])


ROWS = [
    ("Tree of many requests", tree),
    ("History of many exchanges", history),
    ("Text filter over many exchanges", filtering),
    ("Jump and search over many requests", finding),
]
