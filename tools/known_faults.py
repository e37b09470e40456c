"""Look up the known faults of what is installed here, by pip-audit.

    python tools/known_faults.py PIP_AUDIT

Ends with 0 when none is known, with 1 when some are, and with 3 when it could not be found out:
no answer is no good news.
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from typing import Any

NONE_KNOWN, SOME_KNOWN, NOT_CHECKED = 0, 1, 3


def main(pip_audit: str) -> int:
    """Print what is known, and return the exit code."""
    place = sysconfig.get_path("purelib")
    words = [pip_audit, "--path", place, "--format", "json", "--progress-spinner", "off"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        reason = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        print(f"known faults: not checked: {reason}")
        return NOT_CHECKED
    return report(packages)


def report(packages: list[dict[str, Any]]) -> int:
    """Print the faults of packages, and which packages nothing is known of."""
    checked = [package for package in packages if "skip_reason" not in package]
    faulty = [package for package in checked if package["vulns"]]
    for package in faulty:
        for fault in package["vulns"]:
            mended = ", ".join(fault["fix_versions"]) or "no version yet"
            print(f"{package['name']} {package['version']}: {fault['id']}, mended in {mended}")
    # The package itself is on no list while it is worked on.
    missing = len(packages) - len(checked) - 1
    if missing > 0:
        print(f"known faults: {missing} of {len(packages)} packages were not checked: no answer")
    else:
        print(f"known faults: {len(faulty)} of {len(packages)} packages have some")
    if faulty:
        return SOME_KNOWN
    return NOT_CHECKED if missing > 0 else NONE_KNOWN


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
