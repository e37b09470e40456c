"""Passages of a document by name: chapters, and what an instruction asks for."""

from linewise.passages.asking import (
    Asking,
    AskingOptions,
    Windowed,
    found_by,
    found_in_reply,
    windowed,
)
from linewise.passages.calls import ask_chapters, ask_passages, chapters, find_passages
from linewise.passages.found import Found
from linewise.passages.local import local_chapters
from linewise.passages.prompt import task_prompt, task_schema
from linewise.passages.tasks import Task, chapters_task, find_task

__all__ = [
    "Asking",
    "AskingOptions",
    "Found",
    "Task",
    "Windowed",
    "ask_chapters",
    "ask_passages",
    "chapters",
    "chapters_task",
    "find_passages",
    "find_task",
    "found_by",
    "found_in_reply",
    "local_chapters",
    "task_prompt",
    "task_schema",
    "windowed",
]
