"""Many requests at a time beside curl's own, and many commands read in one paste."""

import os

from measuring.budget import limit
from measuring.figures import Row, interleaved, print_table
from measuring.process import find, output, require_command, seconds

REQUESTS = 1_000
COMMANDS = 10_000


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


def write_collection(folder, listed, url):
    os.makedirs(folder)
    with open(os.path.join(folder, "opencollection.yml"), "w", encoding="utf-8") as file:
        file.write("opencollection: 1.0.0\n\ninfo:\n  name: Many\n")
    with open(listed, "w", encoding="utf-8") as urls:
        for number in range(REQUESTS):
            address = f"{url}?n={number}"
            urls.write(f'url = "{address}"\noutput = "/dev/null"\n')
            with open(os.path.join(folder, f"r{number:04}.yml"), "w", encoding="utf-8") as file:
                file.write(
                    f"info:\n  name: R{number}\n  type: http\n  seq: {number}\n\nhttp:\n  method: GET\n  url: {address}\n")


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


ROWS = [("Requests in parallel", parallel), ("Commands in one paste", importing)]
