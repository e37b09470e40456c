"""Chunks and documents in the classes of LangChain and LlamaIndex, and theirs in ours.

Their packages are extras, imported when a function needs them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from linewise.document import Document
from linewise.errors import OptionError
from linewise.splitting.calls import split
from linewise.splitting.classic.splitters import TextSplitter, with_metadata

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import langchain_core.documents
    import langchain_text_splitters
    import llama_index.core.schema

    from linewise.splitting.chunks import Chunk

__all__ = [
    "from_langchain",
    "from_langchain_splitter",
    "from_llama_index",
    "to_langchain",
    "to_langchain_splitter",
    "to_llama_index",
]


def to_langchain(chunks: Iterable[Chunk]) -> list[langchain_core.documents.Document]:
    """Return chunks as documents of LangChain, with their ids, `start_index` and `context`.

    Raises:
        OptionError: langchain-core is not installed.
    """
    kind = _langchain_document()
    return [
        kind(page_content=chunk.text, metadata=_told(chunk, "start_index"), id=chunk.id)
        for chunk in chunks
    ]


def from_langchain(documents: Iterable[langchain_core.documents.Document]) -> list[Document]:
    """Return documents of LangChain as documents to split; `source` of the metadata is kept."""
    return [_document(one.page_content, one.metadata) for one in documents]


def to_langchain_splitter(**settings: Any) -> langchain_text_splitters.TextSplitter:
    """Return a splitter of LangChain that splits as `split` does with these settings.

    Its chunks are slices that cover the text. `create_documents` and `split_documents` give
    them with `start_index`, their context and their ids.

    Raises:
        OptionError: langchain-text-splitters is not installed.
    """
    try:
        import langchain_text_splitters  # noqa: PLC0415 - an extra
    except ImportError:
        raise _missing("langchain-text-splitters", "langchain") from None

    class LinewiseSplitter(langchain_text_splitters.TextSplitter):
        """Splits by linewise."""

        def split_text(self, text: str) -> list[str]:
            """Return the texts of the chunks."""
            return [chunk.text for chunk in split(Document(text), **settings)]

        def create_documents(
            self, texts: list[str], metadatas: list[dict[Any, Any]] | None = None
        ) -> list[langchain_core.documents.Document]:
            """Return the chunks of texts as documents."""
            pairs = with_metadata(texts, metadatas)
            documents = [_document(text, known) for text, known in pairs]
            return to_langchain(split(documents, **settings))

    return LinewiseSplitter()


def from_langchain_splitter(splitter: langchain_text_splitters.TextSplitter) -> TextSplitter:
    """Return a splitter whose chunks are those of one of LangChain, with their true places.

    A chunk that is no slice of its text, because the other splitter changed the white space, is
    a document of its own.
    """

    class LangChainSplitter(TextSplitter):
        """Splits by LangChain."""

        def split_text(self, text: str) -> list[str]:
            """Return the chunks of a text."""
            chunks: list[str] = splitter.split_text(text)
            return chunks

    return LangChainSplitter()


def to_llama_index(chunks: Sequence[Chunk]) -> list[llama_index.core.schema.TextNode]:
    """Return chunks as nodes of LlamaIndex, each linked with the one before and the one after.

    Raises:
        OptionError: llama-index-core is not installed.
    """
    try:
        from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode  # noqa: PLC0415 - an extra
    except ImportError:
        raise _missing("llama-index-core", "llama-index") from None
    nodes = [
        TextNode(
            id_=chunk.id,
            text=chunk.text,
            metadata=_told(chunk),
            start_char_idx=chunk.start,
            end_char_idx=chunk.end,
        )
        for chunk in chunks
    ]
    for index, chunk in enumerate(chunks):
        links = nodes[index].relationships
        if chunk.document.source is not None:
            links[NodeRelationship.SOURCE] = RelatedNodeInfo(node_id=chunk.document.source)
        if index and chunks[index - 1].document is chunk.document:
            links[NodeRelationship.PREVIOUS] = RelatedNodeInfo(node_id=nodes[index - 1].node_id)
            nodes[index - 1].relationships[NodeRelationship.NEXT] = RelatedNodeInfo(
                node_id=nodes[index].node_id
            )
    return nodes


def from_llama_index(nodes: Iterable[llama_index.core.schema.TextNode]) -> list[Document]:
    """Return documents or nodes of LlamaIndex as documents to split."""
    return [_document(node.text, node.metadata) for node in nodes]


def _langchain_document() -> type[langchain_core.documents.Document]:
    try:
        from langchain_core.documents import Document as LangChainDocument  # noqa: PLC0415 - an extra
    except ImportError:
        raise _missing("langchain-core", "langchain") from None
    kind: type[langchain_core.documents.Document] = LangChainDocument
    return kind


def _document(text: str, metadata: Mapping[Any, Any]) -> Document:
    source = metadata.get("source") or metadata.get("file_path")
    return Document(text, source=None if source is None else str(source), metadata=metadata)


def _told(chunk: Chunk, start: str | None = None) -> dict[str, Any]:
    """Return what the other library's object is told of a chunk."""
    told = chunk.metadata
    if chunk.document.source is not None:
        told.setdefault("source", chunk.document.source)
    if chunk.context:
        told["context"] = chunk.context
    if start is not None:
        told[start] = chunk.start
    return told


def _missing(package: str, extra: str) -> OptionError:
    return OptionError(f"{package} is not installed: pip install 'linewise[{extra}]'")
