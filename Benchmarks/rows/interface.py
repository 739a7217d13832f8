"""The interface: first frame, memory, an idle program, keys, and answers of several sizes."""

import contextlib
import os
import shutil
import time

from measuring.budget import limit
from measuring.documents import FIRST_NAME, write_collection, write_json
from measuring.figures import Row, interleaved, p99, print_table
from measuring.process import Unavailable, find, memory, own_memory, wake_ups, woken
from measuring.terminal import Terminal

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEMO = os.path.join(REPOSITORY, "Workspaces", "demo")
# Texts of a complete frame: the footer, which is drawn last, says how to get help.
FOOTER = (b"help", b"Help")
# What the disk has to be read for: folders of the demo workspace, as the tree shows them.
TREE = (b"Log in", b"Users", b"Orders", b"Redirects")
MEGABYTE = 1_000_000


def opened(setting, *arguments):
    return Terminal([setting.apus, *arguments], setting.home)


def demo(setting):
    """A copy of the demo workspace: the checkout's own has the history of whoever works there."""
    if not os.path.isdir(DEMO):
        raise Unavailable("there is no Workspaces/demo")
    copy = os.path.join(setting.scratch, "checkout", "Workspaces", "demo")
    if not os.path.isdir(copy):
        shutil.copytree(DEMO, copy, ignore=shutil.ignore_patterns(".apus*"))
    return copy


def pager(setting, more=()):
    """less on a file that fills the screen; its prompt, the file's name, comes last."""
    return Terminal([find("less"), os.path.join(REPOSITORY, "README.md")], setting.home, more=more), (b"README.md",)


def preprocessor():
    """What the shells of Debian and Ubuntu set for their users, which makes less start a script first. It is the less of
    the budget: the 16 ms that the budget names for it are never those of a bare one."""
    return {"LESSOPEN": f"| {find('lesspipe')} %s", "LESSCLOSE": f"{find('lesspipe')} %s %s"}


def first_frame(setting):
    workspace = demo(setting)

    def apus(*arguments):
        with opened(setting, *arguments) as terminal:
            empty = terminal.appears(FOOTER) * 1000
            shown = terminal.appears(TREE) * 1000
            return shown, own_memory(terminal.pid) / MEGABYTE, memory(terminal.pid) / MEGABYTE, empty

    def less(more=()):
        terminal, proof = pager(setting, more)
        with terminal:
            shown = terminal.appears(proof) * 1000
            return shown, own_memory(terminal.pid) / MEGABYTE, memory(terminal.pid) / MEGABYTE

    contenders = {"less README.md": less}
    with contextlib.suppress(Unavailable):
        through = preprocessor()
        contenders["less README.md through lesspipe"] = lambda: less(through)
    contenders.update({"apus Workspaces/demo": lambda: apus(workspace), "apus demo": lambda: apus("demo")})
    results = interleaved(contenders, setting.rounds)
    if setting.posting:
        results.update(interleaved({"posting": lambda: posting(setting)}, 3))
    usual = next(name for name in ("less README.md through lesspipe", "less README.md") if name in results)
    for title, part, allowed in [
        ("First frame with the tree's content, 40×120 terminal (ms)", 0, limit("first frame")),
        ("Memory of its own at that frame (MB)", 1, limit("own memory at the first frame")),
        # Most of it is the program's file in the kernel's cache, of which a touched page brings its neighbours.
        ("Memory at that frame, with the program's file (RSS, MB)", 2, limit("memory at the first frame")),
    ]:
        reference = Row(usual, [result[part] for result in results[usual]])
        rows = [reference]
        for name, values in results.items():
            if name.startswith("apus"):
                rows.append(Row(name, [value[part] for value in values], reference, **allowed))
                if part == 0:
                    rows.append(Row(f"{name}, still empty", [value[3] for value in values], reference))
            elif name != reference.name:
                rows.append(Row(name, [value[part] for value in values], reference))
        print_table(title, rows)


def posting(setting):
    with Terminal([setting.posting], setting.home) as terminal:
        shown = terminal.appears((b"Send",), limit=20) * 1000
        return shown, own_memory(terminal.pid) / MEGABYTE, memory(terminal.pid) / MEGABYTE


def many_requests(setting):
    folders = {}
    for count in (1, 10_000):
        folder = os.path.join(setting.scratch, f"collection-{count}")
        folders[f"apus, saved requests: {count:,}"] = write_collection(
            folder, [setting.address + "/1k.json"] * count, each=20)

    def frame(folder):
        with opened(setting, folder) as terminal:
            shown = terminal.appears(FOOTER)
            listed, _ = terminal.burst(quiet=0.2)
            return shown * 1000, (listed - terminal.start) * 1000, memory(terminal.pid) / MEGABYTE

    contenders = {name: (lambda folder=folder: frame(folder)) for name, folder in folders.items()}
    (small, few), (large, many) = interleaved(contenders, max(3, setting.rounds // 3)).items()
    for title, part, allowed in [
        ("First frame with many saved requests, still empty (ms)", 0, limit("first frame of many")),
        ("Until the whole tree is listed (ms)", 1, limit("tree of many")),
        ("Memory once it is listed (RSS, MB)", 2, {"most": 60}),
    ]:
        reference = Row(small, [result[part] for result in few])
        print_table(title, [reference, Row(large, [result[part] for result in many], reference, **allowed)])


def idle(setting):
    """After six seconds, by when the threads that start-up left without work have ended."""
    with opened(setting, demo(setting)) as terminal:
        terminal.first_frame(FOOTER)
        quiet_after(terminal, 1)
        time.sleep(6)
        before = wake_ups(terminal.pid)
        time.sleep(5)
        after = wake_ups(terminal.pid)
    rows = [
        Row("wake-ups", [woken(before[0], after[0])], **limit("idle")),
        Row("processor time (ticks)", [after[1] - before[1]], **limit("idle")),
    ]
    print_table("Idle for five seconds", rows)


def keys(setting):
    with opened(setting, demo(setting)) as ours:
        ours.first_frame(FOOTER)
        other, proof = pager(setting)
        with other:
            other.first_frame(proof)
            presses = {
                "less": lambda key: other.press(key) * 1000,
                "apus": lambda key: ours.press(key) * 1000,
            }
            times = {name: [] for name in presses}
            for number in range(200):
                for name, press in presses.items():
                    times[name].append(press(b"k" if number % 2 else b"j"))
    middle, late = Row("less, p50", times["less"]), Row("less, p99", times["less"], show=p99)
    rows = [middle, late, Row("apus, p50", times["apus"], middle), Row("apus, p99", times["apus"], late, **limit("key"), show=p99)]
    print_table("Key to screen, down and up 100 times (ms)", rows)


def answers(setting):
    """From ^R to the first page of a JSON answer on the screen, and the memory once all of it is there."""
    sizes = {"1 MB": 1, "10 MB": 10, "100 MB": 100}
    pages, memories = [], []
    for name, megabytes in sizes.items():
        file = f"{megabytes}mb.json"
        write_json(os.path.join(setting.served, file), megabytes * MEGABYTE)
        folder = write_collection(os.path.join(setting.scratch, file), [f"{setting.address}/{file}"])
        results = [answer(setting, folder, megabytes) for _ in range(max(3, setting.rounds // 5))]
        # Its memory and time grow with the answer far beyond what one waits for.
        if setting.posting and megabytes <= 10:
            page, resident = posting_answer(setting, f"{setting.address}/{file}")
            other = Row(f"posting, {name}", [page * 1000]), Row(f"posting, {name}", [resident / MEGABYTE])
            pages.append(other[0])
            memories.append(other[1])
        else:
            other = None, None
        pages.append(Row(f"apus, {name}", [page * 1000 for page, _ in results], other[0], **limit(f"page of {name}")))
        allowed = limit("memory with an answer") if megabytes > 64 else {}
        memories.append(Row(f"apus, {name}", [resident / MEGABYTE for _, resident in results], other[1], **allowed))
    print_table("JSON answer, ^R to its first page (ms)", pages)
    print_table("Memory with that answer (RSS, MB)", memories)


def answer(setting, folder, megabytes):
    with opened(setting, folder) as terminal:
        terminal.first_frame(FOOTER)
        for key in (b"j", b"\r"):
            terminal.press(key, limit=1)
        page = terminal.press(b"\x12", FIRST_NAME.encode(), quiet=0.005, limit=10)
        quiet_after(terminal, 1 + megabytes / 50)
        return page, memory(terminal.pid)


def posting_answer(setting, url):
    """The same in posting, which begins in its URL line and sends with ^J."""
    with Terminal([setting.posting], setting.home) as terminal:
        terminal.first_frame((b"Send",), quiet=0.5, limit=20)
        terminal.press(url.encode(), url.rpartition("/")[2].encode(), quiet=0.3, limit=5)
        page = terminal.press(b"\n", FIRST_NAME.encode(), quiet=0.3, limit=180)
        return page, memory(terminal.pid)


def quiet_after(terminal, limit):
    """Waits out what a program still draws, such as the rest of an answer."""
    with contextlib.suppress(Unavailable):
        terminal.burst(quiet=0.4, limit=limit)


ROWS = [
    ("First frame", first_frame),
    ("First frame with many saved requests", many_requests),
    ("Key to screen", keys),
    ("Idle", idle),
    ("JSON answers on the screen", answers),
]
