"""Compare ways to split by what retrieval finds in the documents that they are for."""

from linewise.evaluation.calls import compare
from linewise.evaluation.making import made_questions
from linewise.evaluation.questions import Asked, Reference, read_questions
from linewise.evaluation.results import Comparison, Estimate, Place, Question, StrategyResult
from linewise.evaluation.strategies import DEFAULT, Strategy, read_strategy

__all__ = [
    "DEFAULT",
    "Asked",
    "Comparison",
    "Estimate",
    "Place",
    "Question",
    "Reference",
    "Strategy",
    "StrategyResult",
    "compare",
    "made_questions",
    "read_questions",
    "read_strategy",
]
