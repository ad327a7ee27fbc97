"""What is wrong with data from outside: every fault named, with its place."""

from msgspec import Struct


class Fault(Struct, frozen=True, order=True):
    """One thing that is wrong, and where: `corners[2].limit`, `steps[17]`, `laps`."""

    place: str
    code: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}" if self.place else self.text


class Broken(ValueError):
    """Data that cannot be used. It carries every fault that was found, never only the first."""

    def __init__(self, what: str, faults: tuple[Fault, ...]) -> None:
        self.what = what
        self.faults = faults
        super().__init__(what, faults)

    def __str__(self) -> str:
        return f"{self.what}: " + "; ".join(str(fault) for fault in self.faults)
