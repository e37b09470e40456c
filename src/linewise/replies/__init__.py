"""What models send, read into values: tolerant of form, strict about meaning."""

from linewise.replies.nodes import Listing, Mapping, Node, Scalar, ScalarStyle
from linewise.replies.reading import Items, read_items
from linewise.replies.references import LineRange, Reference, TaggedLine, read_reference
from linewise.replies.remarks import Caution, CautionKind, Repair, RepairKind
from linewise.replies.shapes import resembles
from linewise.replies.vocabulary import Vocabulary

__all__ = [
    "Caution",
    "CautionKind",
    "Items",
    "LineRange",
    "Listing",
    "Mapping",
    "Node",
    "Reference",
    "Repair",
    "RepairKind",
    "Scalar",
    "ScalarStyle",
    "TaggedLine",
    "Vocabulary",
    "read_items",
    "read_reference",
    "resembles",
]
