"""What is said to models, and how they are asked."""

from linewise.models.prompting import LANGUAGES, fenced, fill

__all__ = ["LANGUAGES", "fenced", "fill"]
