"""Offline by default: nothing that is not told an address opens a connection."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"

# Run in a process of its own, where nothing has been imported or cached yet.
PROGRAM = """
import socket, sys

def refuse(*arguments, **keywords):
    sys.exit("a connection was tried")

socket.socket.connect = refuse
socket.socket.connect_ex = refuse
socket.getaddrinfo = refuse

import linewise as lw

doc = lw.load("manual.md")
lw.number(doc, style="pipe")
lw.split(doc)
lw.split(doc, size=100, overlap=20, unit="tokens", tokenizer="o200k")
lw.split(doc, size=100, overlap=20, unit="tokens", tokenizer="cl100k")
lw.by_tokens(doc.text, 100, tokenizer="cl100k")
print("offline")
"""


def test_no_connection_is_tried(own_surroundings: Path) -> None:
    """Loading, numbering and splitting by real tokens need no network and leave no cache."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=EXAMPLES,
        env=os.environ | {"HOME": str(own_surroundings)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.stdout, done.returncode) == ("offline\n", 0), done.stderr
    assert list(own_surroundings.iterdir()) == []
