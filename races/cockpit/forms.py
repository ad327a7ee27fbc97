from typing import Any

from engine.kernel.refusals import Refusal

def command_of(fields: dict[str, Any], seat: int) -> Any | Refusal:
    return Refusal("malformed", "")
