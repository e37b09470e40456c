"""Split the manual by real tokens: 500 a chunk, 50 repeated, counted without a network."""

from pathlib import Path

import linewise as lw
from linewise.splitting import TokenTextSplitter

MANUAL = Path(__file__).parent / "manual.md"


def main() -> None:
    """Print what the chunks cost, with the structure kept and by the class."""
    manual = lw.load(MANUAL)
    chunks = lw.split(manual, unit="tokens", size=500, overlap=50, tokenizer="cl100k")
    print(f"{lw.count_tokens(manual.text, 'cl100k'):,} tokens in {len(chunks)} chunks")
    for chunk in chunks:
        print(
            f"  {chunk.index + 1:>2} | {chunk.tokens:>3} tokens, {chunk.overlap:>2} repeated | "
            f"{chunk.text.strip().splitlines()[0][:50]}"
        )

    splitter = TokenTextSplitter("cl100k_base", chunk_size=500, chunk_overlap=50)
    texts = splitter.split_text(manual.text)
    most = max(lw.count_tokens(text, "cl100k") for text in texts)
    print(f"{len(texts)} chunks by the class, {most} tokens at most")


if __name__ == "__main__":
    main()
