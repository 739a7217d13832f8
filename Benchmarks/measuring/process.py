"""Starting programs cheaply and looking at them from outside."""

import os
import shutil
import subprocess
import sys
import time

QUIET = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "LESSHISTFILE": "-"}


class Unavailable(Exception):
    """A figure cannot be taken here; the message says why."""


def environment(home, more=()):
    """What every measured program sees: nothing of the user's own settings."""
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": home, **QUIET, **dict(more)}


def find(name):
    """The absolute path of a command, servers in sbin included."""
    path = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if path is None:
        raise Unavailable(f"{name} is not installed")
    return path


def ended(command, home):
    """The time from spawn to exit, with the output thrown away, and the exit code."""
    null = os.devnull
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, null, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, null, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, null, os.O_WRONLY, 0),
    ]
    start = time.perf_counter()
    pid = os.posix_spawn(command[0], command, environment(home), file_actions=actions)
    _, status = os.waitpid(pid, 0)
    return time.perf_counter() - start, os.waitstatus_to_exitcode(status)


def seconds(command, home):
    """The time from spawn to exit of a command that must succeed."""
    elapsed, code = ended(command, home)
    if code != 0:
        raise Unavailable(f"{os.path.basename(command[0])} ended with {code}")
    return elapsed


# Linux counts the memory of who started a process as the process's own until it runs its program: a starter that is
# small, not this one, which may hold an answer of hundreds of megabytes.
STARTER = """
import os, sys
actions = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)]
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=actions)
_, status, usage = os.wait4(pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""


def peak_memory(command, home):
    """The most memory that a process had resident until its end, in bytes."""
    started = [sys.executable, "-I", "-S", "-c", STARTER, *command]
    done = subprocess.run(started, env=environment(home), stdin=subprocess.DEVNULL, capture_output=True, check=True)
    code, peak = map(int, done.stdout.split())
    if code != 0:
        raise Unavailable(f"{os.path.basename(command[0])} ended with {code}")
    return peak * (1 if sys.platform == "darwin" else 1024)


def output(command, home):
    """Exit code, standard output and standard error."""
    done = subprocess.run(
        command, env=environment(home), stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr


def require_command(apus, home, *words):
    """Raises unless this build of Apus has the command: its own help must know the last of the words."""
    code, out, _ = output([apus, *words, "--help"], home)
    if code != 0 or words[-1].encode() not in out:
        raise Unavailable(f"this build has no `apus {' '.join(words)}`")


def memory(pid):
    """The resident memory of a process in bytes."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) * 1024
    except FileNotFoundError:
        pass
    answer = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=False)
    if not answer.stdout.strip():
        raise Unavailable("the program had ended before its memory was read")
    return int(answer.stdout) * 1024


def own_memory(pid):
    """The resident memory of a process that belongs to it alone and cannot be dropped, in bytes: without what the kernel
    has of files in its cache, such as the program itself."""
    if not sys.platform.startswith("linux"):
        raise Unavailable("a process's own memory is counted in /proc, which only Linux has")
    kilobytes = 0
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as counts:
        for line in counts:
            if line.startswith("Private_Dirty:"):
                kilobytes += int(line.split()[1])
    return kilobytes * 1024


def wake_ups(pid):
    """How often each thread of a process has gone to sleep so far, and the processor time it has used in ticks."""
    if not sys.platform.startswith("linux"):
        raise Unavailable("wake-ups are counted in /proc, which only Linux has")
    switches = {}
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/status", encoding="ascii") as status:
            switches[thread] = sum(int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt_switches"))
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return switches, int(fields[11]) + int(fields[12])


def woken(before, after):
    """How often threads woke up between two counts; one that ended woke up to do so."""
    ended = sum(1 for thread in before if thread not in after)
    return ended + sum(count - before.get(thread, 0) for thread, count in after.items())
