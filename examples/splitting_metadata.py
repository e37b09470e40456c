"""Split several documents, keep what is known of them, and find chunks by it."""

from pathlib import Path

import linewise as lw
from linewise.splitting import RecursiveCharacterTextSplitter, filter_chunks, stats

EXAMPLES = Path(__file__).parent


def main() -> None:
    """Print chunks chosen by heading, by words and by their documents' metadata."""
    manual = lw.load(EXAMPLES / "manual.md")
    chunks = lw.split(manual, size=600, overlap=60, separators="markdown")
    for title, found in {
        "under “Safety”": filter_chunks(chunks, heading="safety"),
        "that mention the breaker": filter_chunks(chunks, contains="breaker"),
        "number 3 to 5": filter_chunks(chunks, index=range(3, 6)),
    }.items():
        print(f"{len(found)} of {len(chunks)} chunks {title}")
        for chunk in found[:2]:
            print(f"  line {chunk.lines[0]:>3}, {' › '.join(chunk.headings)}")

    splitter = RecursiveCharacterTextSplitter(chunk_size=500, chunk_overlap=50)
    log = lw.load(EXAMPLES / "server.log")
    both = splitter.create_documents([manual.text, log.text], [{"kind": "manual"}, {"kind": "log"}])
    logs = [chunk for chunk in both if chunk.metadata["kind"] == "log"]
    print(f"{len(logs)} of {len(both)} chunks are of the log; the first says {logs[0].metadata}")
    print(f"chunks a document: {list(stats(both).per_document.values())}")


if __name__ == "__main__":
    main()
