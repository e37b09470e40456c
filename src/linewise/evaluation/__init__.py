"""Compare ways to split by what retrieval finds in the documents that they are for."""

from linewise.evaluation.asking import questions_by_model
from linewise.evaluation.calls import compare
from linewise.evaluation.checking import shortfalls
from linewise.evaluation.making import made_questions
from linewise.evaluation.places import Place, Question
from linewise.evaluation.questions import Asked, Reference, read_questions
from linewise.evaluation.report import comparison_page
from linewise.evaluation.results import Comparison, StrategyResult
from linewise.evaluation.scores import Estimate
from linewise.evaluation.strategies import DEFAULT, Strategy, read_strategy
from linewise.evaluation.suggesting import Suggestion, suggest

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
    "Suggestion",
    "compare",
    "comparison_page",
    "made_questions",
    "questions_by_model",
    "read_questions",
    "read_strategy",
    "shortfalls",
    "suggest",
]
