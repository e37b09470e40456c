"""Loading beside its peers: PDF, HTML and Word files, and the headings of books.

Runs `loading_pdf.py`, `loading_html.py`, `loading_docx.py` and `headings.py` one after the other.
Each takes `--data DIR`, a folder with documents to measure on, and says what it found there.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PARTS = {
    "loading_pdf.py": "documents",
    "loading_html.py": "documents",
    "loading_docx.py": "documents",
    "headings.py": "chapters",
}


def main() -> None:
    """Run the parts."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, help="with the folders documents/ and chapters/")
    options = parser.parse_args()
    for part, folder in PARTS.items():
        print(f"\n== {part}", flush=True)
        data = ["--data", str(options.data / folder)] if options.data else []
        subprocess.run([sys.executable, str(HERE / part), *data], check=False)


if __name__ == "__main__":
    main()
