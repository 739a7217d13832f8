"""Many requests at a time beside curl's own, and many commands read in one paste."""

import contextlib
import json
import os
import re
import subprocess

from measuring.budget import limit
from measuring.figures import Row, interleaved, print_table
from measuring.process import Unavailable, environment, find, output, require_command, seconds
from measuring.server import name as server_name

REQUESTS = 1_000
COMMANDS = 10_000
CONNECTIONS = 64


def parallel(setting):
    """A collection of 1,000 requests against the same list given to curl, both 16 at a time, the whole process."""
    require_command(setting.apus, setting.home, "run")
    with open(os.path.join(setting.served, "small.txt"), "w", encoding="utf-8") as file:
        file.write("ok")
    folder = os.path.join(setting.scratch, "collection")
    listed = os.path.join(setting.scratch, "urls")
    write_collection(folder, listed, f"{setting.address}/small.txt")
    commands = {
        "curl --parallel": [
            find("curl"), "-q", "-s", "--no-progress-meter", "--parallel", "--parallel-immediate",
            "--parallel-max", "16", "-K", listed,
        ],
        "apus run --parallel": [setting.apus, "run", folder, "--parallel", "16"],
    }
    contenders = {
        name: (lambda command=command: seconds(command, setting.home) * 1000) for name, command in commands.items()
    }
    # A program on both cores varies more than one on one of them.
    (theirs, before), (ours, after) = interleaved(contenders, max(15, setting.rounds // 3)).items()
    reference = Row(theirs, before)
    print_table(f"{REQUESTS:,} requests, 16 at a time (ms)", [reference, Row(ours, after, reference, **limit("run"))])


def beside_wrk(setting):
    """One request sent again and again on 64 connections, beside wrk, which does nothing but send: to a server that
    makes its answers, and without a budget to one that does next to nothing."""
    require_command(setting.apus, setting.home, "run")
    find("wrk")
    with open(os.path.join(setting.served, "small.txt"), "w", encoding="utf-8") as file:
        file.write("ok")
    with demo(setting) as address:
        run_and_wrk(setting, f"{address}/", "apus-demo", **limit("run beside wrk"))
    run_and_wrk(setting, f"{setting.address}/small.txt", server_name())


@contextlib.contextmanager
def demo(setting):
    """The demo API on a free port; gives its address."""
    command = [setting.apus, "demo", "--serve", "--port", "0"]
    server = subprocess.Popen(
        command, env=environment(setting.home), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    try:
        address = server.stdout.readline().strip()
        if not address.startswith("http://"):
            raise Unavailable("apus demo --serve printed no address")
        yield address
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


def run_and_wrk(setting, url, server, **limits):
    wrk, folder = find("wrk"), os.path.join(setting.scratch, f"one request to {server}")
    begin_collection(folder)
    write_request(folder, 0, url)
    run = [setting.apus, "run", folder, "--parallel", str(CONNECTIONS), "--duration", "2s", "--json"]
    contenders = {
        "wrk": lambda: each(wrk_rate([wrk, "-c", str(CONNECTIONS), "-t", "2", "-d", "2s", url], setting.home)),
        "apus run": lambda: each(run_rate(run, setting.home)),
    }
    theirs, ours = interleaved(contenders, max(5, setting.rounds // 3)).values()
    reference = Row("wrk", theirs)
    title = f"A run on {CONNECTIONS} connections, {server} (µs a request)"
    print_table(title, [reference, Row("apus run --parallel", ours, reference, **limits)])


def each(rate):
    """The time for one request, in microseconds."""
    return 1e6 / rate


def wrk_rate(command, home):
    found = re.search(rb"Requests/sec:\s*([0-9.]+)", output(command, home)[1])
    if not found:
        raise Unavailable("wrk printed no rate")
    return float(found[1])


def run_rate(command, home):
    code, out, _ = output(command, home)
    if code != 0:
        raise Unavailable(f"apus run ended with {code}")
    return json.loads(out.splitlines()[-1])["rate"]


def begin_collection(folder):
    os.makedirs(folder)
    with open(os.path.join(folder, "opencollection.yml"), "w", encoding="utf-8") as file:
        file.write("opencollection: 1.0.0\n\ninfo:\n  name: Many\n")


def write_request(folder, number, url):
    with open(os.path.join(folder, f"r{number:04}.yml"), "w", encoding="utf-8") as file:
        file.write(f"info:\n  name: R{number}\n  type: http\n  seq: {number}\n\nhttp:\n  method: GET\n  url: {url}\n")


def write_collection(folder, listed, url):
    begin_collection(folder)
    with open(listed, "w", encoding="utf-8") as urls:
        for number in range(REQUESTS):
            address = f"{url}?n={number}"
            urls.write(f'url = "{address}"\noutput = "/dev/null"\n')
            write_request(folder, number, address)


def importing(setting):
    """One paste of 10,000 curl commands, read and listed, the whole process."""
    require_command(setting.apus, setting.home, "import")
    path = os.path.join(setting.scratch, "commands.sh")
    with open(path, "w", encoding="utf-8") as file:
        for number in range(COMMANDS):
            file.write(
                f"curl -X POST 'https://api.example.test/users/{number}?a=b&c=d' \\\n"
                f"  -H 'Accept: application/json' -H 'X-Number: {number}' \\\n"
                f"  -u ada:secret --data-raw '{{\"id\": {number}, \"name\": \"it'\\''s\"}}'\n")
    command = [setting.apus, "import", path, "--from", "curl", "--list"]
    lines = output(command, setting.home)[1].count(b"\n")
    name = f"apus import, {lines:,} requests"
    times = interleaved({name: lambda: seconds(command, setting.home) * 1000}, max(3, setting.rounds // 3))
    print_table(f"{COMMANDS:,} curl commands in one paste (ms)", [Row(name, times[name])])


ROWS = [("Requests in parallel", parallel), ("A run beside wrk", beside_wrk), ("Commands in one paste", importing)]
