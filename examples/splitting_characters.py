"""Split the manual by characters: 500 a chunk, 50 of them repeated."""

from pathlib import Path

import linewise as lw
from linewise.splitting import CharacterTextSplitter

MANUAL = Path(__file__).parent / "manual.md"


def main() -> None:
    """Print what the chunks look like, cut anywhere and cut between paragraphs."""
    manual = lw.load(MANUAL)
    chunks = lw.split(manual, by="chars", size=500, overlap=50)
    print(f"{len(manual.text):,} characters in {len(chunks)} windows of 500, 50 of them repeated")
    for chunk in chunks[:2]:
        first, last = chunk.lines
        print(f"  {chunk.index + 1}/{chunk.total} | lines {first}–{last} | {chunk.text[:48]!r}…")

    splitter = CharacterTextSplitter(separator="\n\n", chunk_size=500, chunk_overlap=50)
    paragraphs = splitter.split_documents([manual])
    print(f"{len(paragraphs)} chunks of whole paragraphs, by the class that you may know")
    for chunk in paragraphs[:2]:
        print(f"  {len(chunk):>3} characters under {' › '.join(chunk.headings) or 'no heading'}")


if __name__ == "__main__":
    main()
