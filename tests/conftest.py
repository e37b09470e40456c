"""Settings that all tests share."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from pathlib import Path

# A busy machine is no fault of the code: no deadlines, and no complaint about slow drawing.
settings.register_profile(
    "anew", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=60
)
# Nor is a change to be refused for what another one broke: the same state passes or fails the same
# way each time. `make test-all` draws anew.
settings.register_profile("same", settings.get_profile("anew"), derandomize=True)
settings.load_profile("same")


# What is started in the background ignores these, and so would all programs that the tests start.
for number, heard in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGTERM, signal.SIG_DFL),
    (getattr(signal, "SIGHUP", signal.SIGTERM), signal.SIG_DFL),
):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, heard)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a function by its argument: its address differs between the processes of a run."""
    return argname if callable(val) and not isinstance(val, type) else None


@pytest.fixture(autouse=True)
def own_surroundings(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Keep the settings, keys and data of whoever runs the tests out of them."""
    for name in os.environ:
        if name.startswith(("LINEWISE_", "OPENAI_")):
            monkeypatch.delenv(name)
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    return home
