"""The program as a file."""

import os
import subprocess

from measuring.budget import limit
from measuring.figures import Row, print_table
from measuring.process import Unavailable, find


def size(setting):
    stripped = os.path.join(setting.scratch, "stripped")
    done = subprocess.run([find("strip"), "-o", stripped, setting.apus], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Unavailable(done.stderr.strip())
    print_table("The program, stripped (MB)", [Row("apus", [os.path.getsize(stripped) / 1_000_000], **limit("program"))])


ROWS = [("The program, stripped", size)]
