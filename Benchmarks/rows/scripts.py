"""The price of scripts: requests with them beside the same requests without."""

import json
import os
import subprocess

from measuring.budget import limit
from measuring.figures import Row, interleaved, print_table
from measuring.process import Unavailable, environment, memory, output, require_command, seconds
from rows.running import begin_collection

SENDS = 2_000
BEFORE = """pm.environment.set("stamp", Date.now());
pm.request.headers.upsert({key: "X-Stamp", value: pm.environment.get("stamp")});"""
SMALL_TEST = """pm.test("status", () => pm.response.to.have.status(200));
pm.environment.set("seen", pm.response.json().user.name);"""
TEST_OF_20_LINES = """const answer = pm.response.json();
pm.test("status is 200", function () {
  pm.response.to.have.status(200);
});
pm.test("answers quickly", function () {
  pm.expect(pm.response.responseTime).to.be.below(5000);
});
pm.test("has a user", function () {
  pm.expect(answer).to.have.property("user");
  pm.expect(answer.user).to.include.keys("name", "id");
  pm.expect(answer.user.name).to.eql("Ada");
});
pm.test("has its roles", function () {
  pm.expect(answer.roles).to.be.an("array").that.includes("admin");
  pm.expect(answer.roles).to.have.lengthOf(3);
});
answer.roles.forEach(function (role) {
  pm.test("role " + role, () => pm.expect(role).to.match(/^[a-z]+$/));
});
pm.environment.set("user", answer.user.id);"""


def cold(setting):
    """One send with a test of 20 lines: the start of the engine and of its process."""
    without, with_scripts = requests(setting, "cold", tests=TEST_OF_20_LINES)
    contenders = {
        "without": lambda: seconds(send(setting, without), setting.home) * 1000,
        "with": lambda: seconds(send(setting, with_scripts), setting.home) * 1000,
    }
    plain, scripted = interleaved(contenders, setting.rounds).values()
    print_table("One send with a test of 20 lines, more than without it (ms)", [
        Row("first test", differences(scripted, plain), **limit("first script"))])


def warm(setting):
    """Many sends in one process, one after another."""
    for title, scripts, name in [
        ("a test of 20 lines", {"tests": TEST_OF_20_LINES}, "later script"),
        ("two scripts", {"before": BEFORE, "tests": SMALL_TEST}, "two scripts"),
    ]:
        without, with_scripts = requests(setting, name, **scripts)
        contenders = {
            "without": lambda folder=without: seconds(run(setting, folder), setting.home) * 1000 / SENDS,
            "with": lambda folder=with_scripts: seconds(run(setting, folder), setting.home) * 1000 / SENDS,
        }
        plain, scripted = interleaved(contenders, max(3, setting.rounds // 3)).values()
        print_table(f"{SENDS:,} sends with {title}, more than without, each (ms)", [
            Row(title, differences(scripted, plain), **limit(name))])


def child_memory(setting):
    """The process that runs the scripts, while a run goes on."""
    _, with_scripts = requests(setting, "memory", tests=TEST_OF_20_LINES)
    process = subprocess.Popen(
        run(setting, with_scripts), env=environment(setting.home), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL)
    try:
        # The child has run scripts once the first lines of the run are there.
        process.stdout.read(20_000)
        listed = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, check=False)
        children = [memory(int(pid)) / 1e6 for pid in listed.stdout.split()]
        if not children:
            raise Unavailable("no process for scripts was found")
    finally:
        process.kill()
        process.communicate()
    print_table("Memory of the process that runs scripts (MB)", [
        Row("child", [max(children)], **limit("memory of scripts"))])


def requests(setting, name, **scripts):
    """Two folders with one request, without and with scripts."""
    require_command(setting.apus, setting.home, "run", "--allow-scripts")
    with open(os.path.join(setting.served, "script.json"), "w", encoding="utf-8") as file:
        json.dump({"user": {"id": 7, "name": "Ada"}, "roles": ["admin", "author", "reader"]}, file)
    folders = []
    for kind in ("without", "with"):
        folder = os.path.join(setting.scratch, f"scripts {name} {kind}")
        begin_collection(folder)
        with open(os.path.join(folder, "opencollection.yml"), "a", encoding="utf-8") as file:
            file.write("extensions:\n  apus:\n    scripts: postman\n")
        with open(os.path.join(folder, "get.yml"), "w", encoding="utf-8") as file:
            file.write("info:\n  name: Get\n  type: http\n\nhttp:\n  method: GET\n"
                       f"  url: {setting.address}/script.json\n")
            if kind == "with":
                file.write("\nruntime:\n  scripts:\n")
                for phase, code in scripts.items():
                    lines = "".join(f"        {line}\n" for line in code.splitlines())
                    file.write(f"    - type: {'before-request' if phase == 'before' else phase}\n      code: |\n{lines}")
        folders.append(folder)
    code, _, error = output([*run(setting, folders[1])[:-2], "--iterations", "1"], setting.home)
    if code != 0:
        raise Unavailable(f"apus run with scripts ended with {code}: {error.decode().strip()}")
    return folders


def send(setting, folder):
    return [setting.apus, "send", os.path.join(folder, "get.yml"), "--allow-scripts"]


def run(setting, folder):
    return [setting.apus, "run", folder, "--allow-scripts", "--iterations", str(SENDS)]


def differences(more, less):
    """By rounds, so that a slow moment of the machine counts for both."""
    return [a - b for a, b in zip(more, less)]


ROWS = [("First script", cold), ("Later scripts", warm), ("Memory of scripts", child_memory)]
