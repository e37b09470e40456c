"""Raw text files that are edited in place: read with their dress, locked, replaced whole."""

from linewise.files.encodings import encoding_after
from linewise.files.locking import locked
from linewise.files.pinning import RealPath, pinned
from linewise.files.places import data_folder, file_key, make_folder, real_path
from linewise.files.replacing import Stamp, leftover_of, read_bytes, settle_folder, staged
from linewise.files.text_file import TextFile, carry

__all__ = [
    "RealPath",
    "Stamp",
    "TextFile",
    "carry",
    "data_folder",
    "encoding_after",
    "file_key",
    "leftover_of",
    "locked",
    "make_folder",
    "pinned",
    "read_bytes",
    "real_path",
    "settle_folder",
    "staged",
]
