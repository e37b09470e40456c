"""The review page: a model's edits, read, decided and applied in a browser on this machine."""

from linewise.review._state import Standing, standing, standing_of
from linewise.review.asking import Asking
from linewise.review.desk import Desk
from linewise.review.serving import serve, served
from linewise.review.sheet import Sheet

__all__ = ["Asking", "Desk", "Sheet", "Standing", "serve", "served", "standing", "standing_of"]
