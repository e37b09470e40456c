"""The field's splitter classes, with its names and settings, as a view over this package."""

from linewise.splitting.classic.splitters import (
    CharacterTextSplitter,
    RecursiveCharacterTextSplitter,
    TextSplitter,
    TokenTextSplitter,
)

__all__ = [
    "CharacterTextSplitter",
    "RecursiveCharacterTextSplitter",
    "TextSplitter",
    "TokenTextSplitter",
]
