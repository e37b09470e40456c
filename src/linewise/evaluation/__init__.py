"""Compare ways to split by what retrieval finds in the documents that they are for."""

from linewise.evaluation.results import Comparison, StrategyResult

__all__ = ["Comparison", "StrategyResult"]
