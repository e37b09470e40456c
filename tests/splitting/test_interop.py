"""Chunks and documents to and from LangChain and LlamaIndex, where they are installed."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from linewise import Document, Heading, OptionError, Span, split
from linewise.splitting import interop

TEXT = "# Top\n\nFirst words here. Second ones.\n\n## Sub\n\nThird words.\n"

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def test_chunks_are_documents_of_langchain() -> None:
    """Text, metadata, place, context and id are those of the chunk."""
    documents = pytest.importorskip("langchain_core.documents")
    chunks = split(Document(TEXT, source="a.md", metadata={"lang": "en"}), by="markdown", size=40)
    found = interop.to_langchain(chunks)
    assert all(isinstance(one, documents.Document) for one in found)
    assert [chunk.text for chunk in chunks] == [one.page_content for one in found]
    assert [chunk.id for chunk in chunks] == [one.id for one in found]
    for chunk, one in zip(chunks, found, strict=True):
        assert chunk.context == one.metadata["context"]
        assert TEXT[one.metadata["start_index"] :].startswith(one.page_content)
        assert ("en", "a.md") == (one.metadata["lang"], one.metadata["source"])


def test_documents_of_langchain_can_be_split() -> None:
    """Their metadata goes to the chunks."""
    documents = pytest.importorskip("langchain_core.documents")
    one = documents.Document(page_content=TEXT, metadata={"source": "a.md", "page": 3})
    chunks = split(interop.from_langchain([one]), size=30, overlap=0)
    assert TEXT == "".join(chunk.text for chunk in chunks)
    assert {"a.md"} == {chunk.document.source for chunk in chunks}
    assert {3} == {chunk.metadata["page"] for chunk in chunks}


def test_a_splitter_of_langchain_by_linewise() -> None:
    """It is one of theirs: its chunks cover the text, and repeated text has its true places."""
    splitters = pytest.importorskip("langchain_text_splitters")
    splitter = interop.to_langchain_splitter(by="markdown", size=40)
    assert isinstance(splitter, splitters.TextSplitter)
    assert TEXT == "".join(splitter.split_text(TEXT))
    found = splitter.create_documents([TEXT + TEXT], [{"source": "a.md"}])
    assert [0, 39, 60, 99] == [one.metadata["start_index"] for one in found]
    assert "Top › Sub" == found[1].metadata["context"]
    again = splitter.split_documents(splitter.create_documents([TEXT]))
    assert TEXT == "".join(one.page_content for one in again)
    with pytest.raises(OptionError, match="2 texts came with 1 metadatas"):
        splitter.create_documents([TEXT, TEXT], [{}])


def test_a_splitter_of_linewise_by_langchain() -> None:
    """Its chunks know their places."""
    splitters = pytest.importorskip("langchain_text_splitters")
    theirs = splitters.RecursiveCharacterTextSplitter(chunk_size=30, chunk_overlap=10)
    ours = interop.from_langchain_splitter(theirs)
    heading = Heading(1, "Top", Span(0, 5))
    chunks = ours.split_documents([Document(TEXT, headings=[heading])])
    assert theirs.split_text(TEXT) == [chunk.text for chunk in chunks]
    assert all(TEXT[chunk.start : chunk.end] == chunk.text for chunk in chunks)
    assert {("Top",)} == {chunk.headings for chunk in chunks}


def test_chunks_are_nodes_of_llama_index() -> None:
    """With their ids and places, linked in order within a document."""
    schema = pytest.importorskip("llama_index.core.schema")
    documents = [Document(TEXT, source="a.md"), Document("Other words.\n", source="b.md")]
    chunks = split(documents, by="markdown", size=40)
    nodes = interop.to_llama_index(chunks)
    assert [chunk.id for chunk in chunks] == [node.node_id for node in nodes]
    assert [chunk.span for chunk in chunks] == [
        Span(node.start_char_idx, node.end_char_idx) for node in nodes
    ]
    assert nodes[1].node_id == nodes[0].next_node.node_id
    assert nodes[0].node_id == nodes[1].prev_node.node_id
    assert "b.md" == nodes[-1].source_node.node_id
    assert schema.NodeRelationship.PREVIOUS not in nodes[-1].relationships
    assert "Top" == nodes[0].metadata["context"]


def test_documents_of_llama_index_can_be_split() -> None:
    """And so can nodes."""
    schema = pytest.importorskip("llama_index.core.schema")
    given = [schema.Document(text=TEXT, metadata={"file_path": "a.md"}), schema.TextNode(text="b")]
    documents = interop.from_llama_index(given)
    assert [TEXT, "b"] == [document.text for document in documents]
    assert ["a.md", None] == [document.source for document in documents]


@pytest.mark.skipif(find_spec("langchain_core") is not None, reason="langchain-core is installed")
def test_what_is_missing_is_named() -> None:
    """With what to install."""
    with pytest.raises(OptionError, match=r"linewise\[langchain\]"):
        interop.to_langchain([])
