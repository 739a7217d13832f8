"""A program on a pseudo-terminal: what it draws, when, and how fast it answers a key."""

import errno
import fcntl
import os
import select
import signal
import struct
import termios
import time

from measuring.process import Unavailable, environment

ROWS, COLUMNS = 40, 120

# What a terminal answers when a program asks what it is, so that nobody waits for an answer that never comes.
ANSWERS = {
    b"\x1b[c": b"\x1b[?62;22c",
    b"\x1b[0c": b"\x1b[?62;22c",
    b"\x1b[6n": b"\x1b[1;1R",
    b"\x1b]11;?": b"\x1b]11;rgb:0000/0000/0000\x1b\\",
}


class Terminal:
    """One program on a terminal of 40 × 120 cells."""

    def __init__(self, command, home, cwd=None, more=()):
        self.name = os.path.basename(command[0])
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        device = os.ttyname(slave)
        # The first terminal that a session leader opens becomes its controlling terminal.
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, device, os.O_RDWR, 0),
            (os.POSIX_SPAWN_DUP2, 0, 1),
            (os.POSIX_SPAWN_DUP2, 0, 2),
        ]
        back = os.getcwd()
        os.chdir(cwd or home)
        try:
            self.start = time.perf_counter()
            self.pid = os.posix_spawn(command[0], command, environment(home, more), file_actions=actions, setsid=True)
        finally:
            os.chdir(back)
        os.close(slave)
        # What `appears` has read, and when the last of it came.
        self.drawn, self.last = b"", self.start
        self.answer = b""
        os.set_blocking(self.master, False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.kill(self.pid, number)
            except ProcessLookupError:
                break
            deadline = time.perf_counter() + 1
            while time.perf_counter() < deadline:
                self._read(0.02)
                if os.waitpid(self.pid, os.WNOHANG)[0]:
                    os.close(self.master)
                    return
        os.close(self.master)

    def _read(self, timeout):
        """The bytes that are there within the timeout and the moment they were read; `None` at the end."""
        ready, _, _ = select.select([self.master], [], [], timeout)
        if not ready:
            return b"", 0.0
        try:
            data = os.read(self.master, 1 << 16)
        except BlockingIOError:
            return b"", 0.0
        except OSError as error:
            if error.errno == errno.EIO:
                return None, 0.0
            raise
        moment = time.perf_counter()
        for question, answer in ANSWERS.items():
            if question in data:
                os.write(self.master, answer)
        return data or None, moment

    def read_to_end(self, limit=60.0):
        """Reads until the program has let go of the terminal."""
        deadline = time.perf_counter() + limit
        while time.perf_counter() < deadline and self._read(1)[0] is not None:
            pass

    def burst(self, proof=b"", quiet=0.05, limit=5.0):
        """Reads until `proof` was drawn and nothing more comes for `quiet` seconds.

        Returns the moment of the last byte and all bytes. `proof` may be a tuple of texts, of which one is enough."""
        proofs = proof if isinstance(proof, tuple) else (proof,)
        seen, last, deadline = b"", 0.0, time.perf_counter() + limit
        while time.perf_counter() < deadline:
            data, moment = self._read(quiet)
            if data is None:
                tail = seen[-200:].decode("utf-8", "replace").strip().splitlines()
                raise Unavailable(f"{self.name} ended before its frame was drawn" + (f": {tail[-1]}" if tail else ""))
            if data:
                seen, last = seen + data, moment
            elif last and any(one in seen for one in proofs):
                return last, seen
        raise Unavailable(f"{self.name} did not draw what was waited for within {limit:g} s")

    def first_frame(self, proof, quiet=0.05, limit=5.0):
        """Seconds from spawn until all was drawn that a start draws by itself."""
        return self.burst(proof, quiet, limit)[0] - self.start

    def appears(self, proof, limit=5.0):
        """Seconds from spawn until one of the texts was drawn; what was drawn before counts, too."""
        deadline = time.perf_counter() + limit
        while not any(text in self.drawn for text in proof):
            data, moment = self._read(deadline - time.perf_counter()) if time.perf_counter() < deadline else (None, 0)
            if data is None:
                break
            if data:
                self.drawn, self.last = self.drawn + data, moment
        else:
            return self.last - self.start
        raise Unavailable(f"{self.name} did not draw its first frame within {limit:g} s")

    def press(self, keys, proof=b"", quiet=0.015, limit=0.5):
        """Seconds from the key until the screen that answers it was complete."""
        start = time.perf_counter()
        os.write(self.master, keys)
        return self.burst(proof, quiet, limit)[0] - start

    def answers(self, keys, proof, limit=5.0):
        """Seconds from the keys until the text was drawn, whatever else is drawn after it; `answer` is what was drawn."""
        seen, start = b"", time.perf_counter()
        os.write(self.master, keys)
        while time.perf_counter() < start + limit:
            data, moment = self._read(0.05)
            if data is None:
                break
            seen += data
            if proof in seen:
                self.answer = seen
                return moment - start
        raise Unavailable(f"{self.name} did not draw what was waited for within {limit:g} s")
