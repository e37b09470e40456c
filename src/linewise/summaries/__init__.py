"""Summaries and key points: sentences of the content itself, each with its place."""

from linewise.summaries.calls import summarize
from linewise.summaries.points import key_points
from linewise.summaries.values import KeyPoint, Summary

__all__ = ["KeyPoint", "Summary", "key_points", "summarize"]
