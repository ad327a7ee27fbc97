"""Walks a type as msgspec reads it, and names every number, text and list in it that has no bound of the table."""

from collections.abc import Iterator
from typing import Any

from msgspec import inspect as shapes

from engine.heat.choices import Choice
from engine.heat.tables import SHIPPED
from engine.kernel import bounds

LIMITS = {one.most for one in vars(bounds).values() if isinstance(one, bounds.Limit)}

WITHOUT = shapes.BoolType | shapes.NoneType | shapes.LiteralType | shapes.EnumType | shapes.RawType
"""Types that cannot be large. Raw bytes are a part of what is bounded, and read by another decoder."""


def faults(kind: Any) -> list[str]:
    """All that is without a bound in a type, by its place."""
    return list(_unbounded(shapes.type_info(kind), getattr(kind, "__name__", str(kind)), ()))


def _unbounded(kind: shapes.Type, place: str, inside: tuple[type, ...]) -> Iterator[str]:
    if len(inside) > bounds.DEPTH.most:
        yield f"{place}: too deep"
        return
    match kind:
        case shapes.UnionType(types=types):
            for one in types:
                yield from _unbounded(one, place, inside)
        case shapes.StructType(cls=cls, fields=fields):
            if cls in inside:
                yield f"{place}: {cls.__name__} in itself"
                return
            for field in fields:
                yield from _unbounded(field.type, f"{cls.__name__}.{field.name}", (*inside, cls))
        case shapes.CustomType(cls=cls) if cls is Choice:
            yield from _unbounded(shapes.type_info(SHIPPED.choice), place, inside)
        case shapes.IntType(ge=least, le=most) | shapes.FloatType(ge=least, le=most):
            if least is None or most not in LIMITS:
                yield f"{place}: a number from {least} to {most}"
        case shapes.StrType(max_length=most):
            if most not in LIMITS:
                yield f"{place}: a text of {most}"
        case shapes.TupleType(item_types=types):
            for one in types:
                yield from _unbounded(one, f"{place}[]", inside)
        case shapes.VarTupleType(max_length=most) | shapes.ListType(max_length=most) | shapes.SetType(max_length=most):
            if most not in LIMITS:
                yield f"{place}: a list of {most}"
            yield from _unbounded(kind.item_type, f"{place}[]", (*inside, list))
        case shapes.DictType(max_length=most, key_type=key, value_type=value):
            if most not in LIMITS:
                yield f"{place}: names of {most}"
            yield from _unbounded(key, f"{place}{{}}", inside)
            yield from _unbounded(value, f"{place}{{}}", (*inside, dict))
        case _ if not isinstance(kind, WITHOUT):
            yield f"{place}: {type(kind).__name__}, of which nothing is known"
