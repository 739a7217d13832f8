"""Large workspaces on the command line: a tree of ten thousand requests, a history of a hundred thousand exchanges."""

import os

from measuring.documents import write_collection, write_history
from measuring.figures import Row, interleaved, print_table
from measuring.process import require_command, seconds

REQUESTS = 10_000
EXCHANGES = 100_000


def timed(setting, title, commands, most):
    """Whole processes, each held against its own budget in milliseconds."""
    contenders = {
        name: (lambda command=command: seconds(command, setting.home) * 1000) for name, command in commands.items()
    }
    results = interleaved(contenders, max(3, setting.rounds // 3))
    print_table(title, [Row(name, values, most=most.get(name)) for name, values in results.items()])


def tree(setting):
    """The whole tree, read anew by each process: listed by folder and printed as JSON."""
    require_command(setting.apus, setting.home, "list")
    folder = write_collection(os.path.join(setting.scratch, "tree"), [setting.address + "/1k.json"] * REQUESTS)
    name = f"apus list --json, {REQUESTS:,} requests"
    timed(setting, "Tree of many requests (ms)", {name: [setting.apus, "list", folder, "--json"]}, {name: 300})


def history(setting):
    """The newest page, and all of it sorted through by text, status and request."""
    require_command(setting.apus, setting.home, "history", "list")
    url = f"{setting.address}/1k.json"
    places = {}
    for count in (0, EXCHANGES):
        folder = write_collection(os.path.join(setting.scratch, f"history-{count}"), [url])
        places[count] = write_history(folder, count)
    large = places[EXCHANGES]
    listed = [setting.apus, "history", "list", "-w", large]
    commands = {
        "the newest": listed,
        "by text": [*listed, "--grep", "items/777"],
        "by status": [*listed, "--status", "404"],
    }
    timed(setting, f"History of {EXCHANGES:,} exchanges (ms)", commands, {"the newest": 100})


ROWS = [("Tree of many requests", tree), ("History of many exchanges", history)]
