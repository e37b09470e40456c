"""Strategies that need the whole text: each lays ranked boundaries over it, one module each."""

from linewise.splitting.strategies.layouts import Layout, Outlook
from linewise.splitting.strategies.ranked import Guarded, Ranked, at_clusters
from linewise.splitting.strategies.registry import STRATEGIES, layout_of

__all__ = ["STRATEGIES", "Guarded", "Layout", "Outlook", "Ranked", "at_clusters", "layout_of"]
