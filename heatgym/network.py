"""A small network in plain numpy: a row of numbers goes in, a weight for each word comes out."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from heatgym.words import Mask

Numbers = NDArray[np.float32]

SHUT = np.float32(-1e9)
"""The weight of a word that the mask shuts."""


class Network:
    """One hidden layer; its parameters are named arrays, as a file of numpy holds them."""

    def __init__(self, parameters: dict[str, Numbers]) -> None:
        self.parameters = parameters

    @classmethod
    def fresh(cls, inputs: int, hidden: int, words: int, chance: np.random.Generator) -> "Network":
        def drawn(rows: int, columns: int) -> Numbers:
            numbers: Numbers = chance.standard_normal((rows, columns), np.float32) * np.float32(np.sqrt(2 / rows))
            return numbers

        return cls(
            {
                "into": drawn(inputs, hidden),
                "bias": np.zeros(hidden, np.float32),
                "out": drawn(hidden, words) * np.float32(0.1),
                "word": np.zeros(words, np.float32),
            }
        )

    @classmethod
    def read(cls, path: Path) -> "Network":
        with np.load(path, allow_pickle=False) as file:
            return cls({name: file[name].astype(np.float32) for name in file.files})

    def write(self, path: Path) -> None:
        """Keep it, in half precision: the choices stay the same but for near ties."""
        np.savez_compressed(path, **{name: one.astype(np.float16) for name, one in self.parameters.items()})  # type: ignore[arg-type] # its next parameter

    def __call__(self, rows: Numbers) -> Numbers:
        weights: Numbers = self._hidden(rows) @ self.parameters["out"] + self.parameters["word"]
        return weights

    def _hidden(self, rows: Numbers) -> Numbers:
        hidden: Numbers = np.maximum(rows @ self.parameters["into"] + self.parameters["bias"], 0)
        return hidden

    def best(self, row: Numbers, mask: Mask) -> int:
        """The word with the greatest weight among those that are open."""
        return int(np.argmax(np.where(mask, self(row[np.newaxis])[0], SHUT)))

    def slopes(self, rows: Numbers, masks: NDArray[np.int8], words: NDArray[np.int64]) -> dict[str, Numbers]:
        """How the mean log loss of these words changes with each parameter."""
        hidden = self._hidden(rows)
        weights = np.where(masks, hidden @ self.parameters["out"] + self.parameters["word"], SHUT)
        likely = np.exp(weights - weights.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        likely[np.arange(len(words)), words] -= 1
        likely /= len(words)
        back = (likely @ self.parameters["out"].T) * (hidden > 0)
        return {
            "into": rows.T @ back,
            "bias": back.sum(axis=0),
            "out": hidden.T @ likely,
            "word": likely.sum(axis=0),
        }


class Adam:
    """The optimiser of Kingma and Ba, with the settings that they advise but for the rate."""

    def __init__(self, network: Network, rate: float) -> None:
        self.network = network
        self.rate = rate
        self._step = 0
        self._mean = {name: np.zeros_like(one) for name, one in network.parameters.items()}
        self._square = {name: np.zeros_like(one) for name, one in network.parameters.items()}

    def follow(self, slopes: dict[str, Numbers]) -> None:
        self._step += 1
        for name, slope in slopes.items():
            self._mean[name] += np.float32(0.1) * (slope - self._mean[name])
            self._square[name] += np.float32(0.001) * (slope * slope - self._square[name])
            mean = self._mean[name] / np.float32(1 - 0.9**self._step)
            square = self._square[name] / np.float32(1 - 0.999**self._step)
            self.network.parameters[name] -= np.float32(self.rate) * mean / (np.sqrt(square) + np.float32(1e-8))


def batches(size: int, batch: int, chance: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """The numbers below `size`, each once, in batches of a random order."""
    order = chance.permutation(size)
    for start in range(0, size, batch):
        yield order[start : start + batch]
