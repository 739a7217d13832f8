"""The command line beside curl and jq."""

import os

from measuring.budget import limit
from measuring.documents import write_bytes, write_json
from measuring.figures import Row, interleaved, print_table
from measuring.process import Unavailable, find, output, require_command, seconds

MEGABYTE = 1_000_000


def send(setting):
    """One small answer, the whole process: what a script pays for every call."""
    require_command(setting.apus, setting.home, "send")
    expected = write_bytes(os.path.join(setting.served, "1k.json"), 1024)
    url = f"{setting.address}/1k.json"
    commands = {"curl": [find("curl"), "-q", "-s", url], "apus send": [setting.apus, "send", url]}
    with open(expected, "rb") as file:
        text = file.read()
    for name, command in commands.items():
        if output(command, setting.home)[1] != text:
            raise Unavailable(f"{name} did not print the answer as it was served")
    beside(setting, "1 KB over loopback, whole process (ms)", commands, setting.rounds * 2, limit("send"))
    if setting.httpie:
        against = {"http": [setting.httpie, "--ignore-stdin", "--print=b", url], "apus send": commands["apus send"]}
        beside(setting, "1 KB over loopback beside HTTPie (ms)", against, 3)


def json(setting):
    """Formatting, minifying and checking, the whole process."""
    require_command(setting.apus, setting.home, "json", "fmt")
    jq = find("jq")
    for megabytes in (1, 10):
        path = write_json(os.path.join(setting.scratch, f"{megabytes}.json"), megabytes * MEGABYTE)
        for title, theirs, ours in [
            ("formatted", ["."], "fmt"),
            ("minified", ["-c", "."], "min"),
            ("checked", ["empty"], "check"),
        ]:
            commands = {"jq": [jq, *theirs, path], f"apus json {ours}": [setting.apus, "json", ours, path]}
            beside(setting, f"{megabytes} MB of JSON {title} (ms)", commands, max(3, setting.rounds // 3))


def query(setting):
    require_command(setting.apus, setting.home, "query")
    path = write_json(os.path.join(setting.scratch, "10.json"), 10 * MEGABYTE)
    commands = {
        "jq '.[].email'": [find("jq"), ".[].email", path],
        "apus query '$[*].email'": [setting.apus, "query", "$[*].email", path],
    }
    beside(setting, "10 MB of JSON queried (ms)", commands, max(3, setting.rounds // 3))


def beside(setting, title, commands, rounds, allowed=None):
    """Measures two commands in turn; the first is the one that the second is held against."""
    contenders = {
        name: (lambda command=command: seconds(command, setting.home) * 1000) for name, command in commands.items()
    }
    (theirs, before), (ours, after) = interleaved(contenders, rounds).items()
    reference = Row(theirs, before)
    print_table(title, [reference, Row(ours, after, reference, **(allowed or {}))])


ROWS = [("1 KB over loopback", send), ("JSON on the command line", json), ("JSON queried", query)]
