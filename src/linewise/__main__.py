"""Run the command line by `python -m linewise`."""

import sys

from linewise.cli import main

if __name__ == "__main__":
    sys.exit(main())
