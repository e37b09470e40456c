"""The names that models use for the functions and their arguments."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from linewise.replies.vocabulary import IGNORED, Vocabulary, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ARGUMENTS", "NESTED", "OPENERS", "VOCABULARY"]

_FUNCTIONS = {
    "insertLineAfter": "insertlineafter insertlinesafter insertafter insertafterline addlineafter "
    "addlinesafter addafter appendafter appendlineafter appendlinesafter insererligneapres "
    "ajouterligneapres",
    "replaceLine": "replaceline replacelines replace updateline updatelines update editline "
    "modifyline changeline rewriteline setline remplacerligne remplacerlignes",
    "deleteLine": "deleteline deletelines delete removeline removelines remove supprimerligne "
    "supprimerlignes",
    "replaceText": "replacetext replacetextinline replaceinline substitutetext replacestring "
    "replacewords remplacertexte",
}

# The name of an argument in each function, by the plain form of the key.
_LINE = "line lines lineid linenumber lineno linenum id target targetline targetid anchor ligne at"
_START = "start startline startid first firstline from fromline begin linestart debut"
_END = "end endline endid last lastline to toline lineend fin"
_CONTENT = (
    "content contents text newcontent newtext value body contenu texte linecontent newlinecontent "
    "newvalue replacement with newlines"
)
_EXPECTED = (
    "old oldcontent oldtext oldline expected current currentcontent original originalcontent "
    "originaltext oldvalue before ancien"
)
_NEW_ID = "newid newlineid newlineids idnew insertid createdid nouvelid"
_OLD = "old oldtext oldcontent find search oldstring oldstr original pattern target from ancien"
_NEW = (
    "new newtext newcontent replacement replace replacewith with newstring newstr text content to "
    "value nouveau"
)


def _arguments(**words: str) -> Mapping[str, str]:
    return MappingProxyType({word: name for name, text in words.items() for word in text.split()})


ARGUMENTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "insertLineAfter": _arguments(
            line=f"{_LINE} after afterline afterid afterlineid apres",
            new_id=_NEW_ID,
            content=_CONTENT,
        ),
        "replaceLine": _arguments(
            line=_LINE, start=_START, end=_END, content=f"{_CONTENT} new", expected=_EXPECTED
        ),
        "deleteLine": _arguments(
            line=_LINE, start=_START, end=_END, expected=f"{_EXPECTED} {_CONTENT}"
        ),
        "replaceText": _arguments(
            line="line lineid linenumber lineno linenum id targetline ligne at", old=_OLD, new=_NEW
        ),
    }
)

OPENERS = words_of(
    "function functionname action op operation name type command tool toolname method func kind "
    "fonction edit"
)
NESTED = words_of("arguments args parameters params input argument fonction function")

_ALL = frozenset(word for words in ARGUMENTS.values() for word in words)
_IDS = words_of(f"{_LINE} {_START} {_END} {_NEW_ID} after afterline afterid apres")

VOCABULARY = Vocabulary(
    functions=MappingProxyType(
        {word: name for name, words in _FUNCTIONS.items() for word in words.split()}
    ),
    openers=OPENERS,
    keys=_ALL | OPENERS | NESTED | IGNORED,
    texts=(_ALL - _IDS) | IGNORED,
    optional=("newId", "new_id", "newLineId", "new_line_id"),
)
