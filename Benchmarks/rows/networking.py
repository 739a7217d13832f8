"""The networking library in one process, beside curl's own loop over many URLs and Foundation's URLSession."""

import os

from measuring.budget import limit
from measuring.documents import write_bytes
from measuring.faults import Faults
from measuring.figures import Row, interleaved, print_table
from measuring.process import Unavailable, find, output, seconds

MEGABYTE = 1_000_000
WIDTH = 64


def program(setting, name):
    """One of the programs of Benchmarks/networking."""
    path = os.path.join(setting.networking or "", name)
    if not setting.networking or not os.access(path, os.X_OK):
        raise Unavailable(f"there is no {name}: `make bench` builds it from Benchmarks/networking")
    return path


def small(setting):
    write_bytes(os.path.join(setting.served, "1k.json"), 1024)
    return f"{setting.address}/1k.json"


def each(setting, command, count):
    """The time of a command that sends `count` requests, for one of them, in microseconds."""
    return lambda: seconds(command, setting.home) * 1e6 / count


def in_flight(setting):
    url, count, fewer = small(setting), 20_000, 2_000
    curl = [find("curl"), "-q", "-s", "--parallel", "--parallel-max", str(WIDTH), f"{url}?[1-{count}]"]
    contenders = {
        "curl --parallel": each(setting, [*curl, "-o", os.devnull], count),
        "URLSession": each(setting, [program(setting, "sessions"), url, str(fewer), str(WIDTH)], fewer),
        "Networking": each(setting, [program(setting, "transfers"), "parallel", url, str(count), str(WIDTH)], count),
    }
    theirs, foundation, ours = interleaved(contenders, max(3, setting.rounds // 3)).values()
    curl, session = Row("curl --parallel", theirs), Row("URLSession", foundation)
    rows = [curl, session, Row("Networking", ours, curl, **limit("in flight")), Row("Networking", ours, session, 0.2)]
    print_table(f"1 KB, {WIDTH} in flight (µs a request)", rows)


def one_by_one(setting):
    url, count = small(setting), 3_000
    contenders = {
        "curl": each(setting, [find("curl"), "-q", "-s", f"{url}?[1-{count}]", "-o", os.devnull], count),
        "Networking": each(setting, [program(setting, "transfers"), "sequential", url, str(count)], count),
    }
    theirs, ours = interleaved(contenders, setting.rounds).values()
    curl = Row("curl", theirs)
    print_table("1 KB, one after another (µs a request)", [curl, Row("Networking", ours, curl, **limit("one after another"))])


def bridged(setting):
    url, count = small(setting), 300
    command = [program(setting, "sessions"), url, str(count), "1"]
    contenders = {
        "data(for:)": each(setting, command, count),
        "response(for:)": each(setting, [*command, "bridge"], count),
    }
    theirs, ours = interleaved(contenders, setting.rounds).values()
    plain = Row("data(for:)", theirs)
    print_table("300 calls of a URLSession (µs a call)", [plain, Row("response(for:)", ours, plain, **limit("bridged"))])


def streamed(setting):
    write_bytes(os.path.join(setting.served, "200mb.bin"), 200 * MEGABYTE)
    url = f"{setting.address}/200mb.bin"
    commands = {
        "curl": [find("curl"), "-q", "-s", url, "-o", os.devnull],
        "Networking": [program(setting, "transfers"), "stream", url],
    }
    contenders = {
        name: (lambda command=command: seconds(command, setting.home) * 1000) for name, command in commands.items()
    }
    theirs, ours = interleaved(contenders, max(5, setting.rounds)).values()
    curl = Row("curl", theirs)
    print_table("200 MB streamed (ms)", [curl, Row("Networking", ours, curl, **limit("streamed"))])
    peaks = [int(printed(commands["Networking"], setting.home)[1]) / 1000 for _ in range(3)]
    print_table("Most memory while it streams (RSS, MB)", [Row("Networking", peaks, most=40)])


def printed(command, home):
    code, out, error = output(command, home)
    if code != 0:
        raise Unavailable(error.decode(errors="replace").strip().splitlines()[-1])
    return out.decode().split()


def cancelled(setting):
    """A hundred tries in each phase, and the slowest of them all."""
    with Faults() as faults:
        phases = {
            "while it connects": faults.unconnected,
            "in the TLS handshake": faults.silent.replace("http:", "https:"),
            "while it waits": faults.silent,
            "while the body comes": faults.endless,
        }
        rows = []
        for phase, url in phases.items():
            worst = float(printed([program(setting, "transfers"), "cancel", url, "100"], setting.home)[0])
            rows.append(Row(phase, [worst], **limit("cancelled")))
    print_table("Cancelled, the worst of 100 (ms)", rows)


def endurance(setting):
    command = [program(setting, "transfers"), "endurance", small(setting), "10000"]
    memory, descriptors, threads = (int(word) for word in printed(command, setting.home))
    rows = [
        Row("memory (MB)", [memory / 1000], most=4),
        Row("descriptors", [descriptors], most=0),
        # The pool of threads behind Swift's tasks comes and goes by itself.
        Row("threads", [threads], most=2),
    ]
    print_table("Growth over 10,000 requests through one client", rows)


ROWS = [
    ("1 KB in flight", in_flight),
    ("1 KB one after another", one_by_one),
    ("300 calls of a URLSession", bridged),
    ("200 MB streamed", streamed),
    ("Cancelled transfers", cancelled),
    ("Growth over 10,000 requests", endurance),
]
