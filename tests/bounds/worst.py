"""The worst files: of each form that is read from outside, one for each field that blows up this field alone."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect as shapes

from engine.heat.choices import Choice
from engine.heat.tables import SHIPPED

MEGABYTE = 1_000_000
MARK = "\x00here\x00"
LIKELY = 400
"""Numbers up to here are such as games have, so that what rests on them is judged, too."""
Put = Callable[[Any], Any]
"""Makes the whole value, with another one in a place of it."""


class Place(NamedTuple):
    """A field of a type that can be blown up."""

    path: tuple[str, ...]
    kind: shapes.Type
    put: Put


class Bad(NamedTuple):
    """A file that is like a sound one but for one field."""

    place: str
    how: str
    data: bytes


def worst(kind: Any, sound: object, size: int = MEGABYTE) -> Iterator[Bad]:
    """Files of about so many bytes, made of a sound value: for each list, text, number and object of its type."""
    raw = msgspec.json.decode(msgspec.json.encode(sound))
    for place in _places(shapes.type_info(kind), raw, (), lambda value: value, set()):
        around = msgspec.json.encode(place.put(MARK))
        for how, value in _blown_up(place.kind, size):
            yield Bad(".".join(place.path), how, around.replace(msgspec.json.encode(MARK), value))


def filled(kind: shapes.Type, number: int = 0) -> Any:
    """A value of a type, which differs from those of other numbers wherever it can."""
    match kind:
        case shapes.UnionType(types=types):
            return filled(next(one for one in types if not isinstance(one, shapes.NoneType)), number)
        case shapes.StructType(fields=fields, tag=tag, tag_field=tag_field):
            value = {field.encode_name: filled(field.type, number) for field in fields}
            return {tag_field: tag, **value} if tag_field else value
        case shapes.CustomType(cls=cls) if cls is Choice:
            return filled(shapes.type_info(SHIPPED.choice), number)
        case shapes.IntType(ge=least, le=most):
            return max(least or 0, 1 + number % min(most or 1, LIKELY))
        case shapes.FloatType():
            return float(number)
        case shapes.StrType():
            return f"x{number}"
        case shapes.BoolType():
            return number % 2 == 0
        case shapes.LiteralType(values=values):
            return values[number % len(values)]
        case shapes.TupleType(item_types=types):
            return [filled(one, number) for one in types]
        case shapes.VarTupleType() | shapes.ListType():
            return [filled(kind.item_type, number)]
        case shapes.DictType(value_type=value_type):
            return {f"x{number}": filled(value_type, number)}
    return None


def _places(kind: shapes.Type, raw: Any, path: tuple[str, ...], put: Put, seen: set[str]) -> Iterator[Place]:
    """Every field of a type, once, with what puts a value there.

    A list gets one more item, so that what stands before it stays sound.
    """
    match kind:
        case shapes.UnionType(types=types):
            for one in types:
                yield from _places(one, raw, path, put, seen)
        case shapes.CustomType(cls=cls) if cls is Choice:
            yield from _places(shapes.type_info(SHIPPED.choice), raw, path, put, seen)
        case shapes.StructType(fields=fields):
            here = raw if _is_one(kind, raw) else filled(kind)
            for field in fields:
                name = f"{kind.cls.__module__}.{kind.cls.__name__}.{field.name}"
                if name not in seen:
                    seen.add(name)
                    inside = here.get(field.encode_name, filled(field.type))
                    putting = partial(_put_field, put, here, field.encode_name)
                    yield from _places(field.type, inside, (*path, f"{kind.cls.__name__}.{field.name}"), putting, seen)
        case shapes.VarTupleType(item_type=item) | shapes.ListType(item_type=item):
            yield Place(path, kind, put)
            many = raw if isinstance(raw, list) else []
            last = many[-1] if many else filled(item)
            yield from _places(item, last, path, partial(_put_item, put, many), seen)
        case shapes.TupleType(item_types=types):
            pair = raw if isinstance(raw, list) else filled(kind)
            for number, one in enumerate(types):
                yield from _places(one, pair[number], path, partial(_put_part, put, pair, number), seen)
        case shapes.DictType(value_type=value):
            yield Place(path, kind, put)
            named = raw if isinstance(raw, dict) else {}
            example = next(iter(named.values()), filled(value))
            yield from _places(value, example, path, partial(_put_field, put, named, "x"), seen)
        case shapes.StrType() | shapes.IntType() | shapes.FloatType():
            yield Place(path, kind, put)


def _is_one(kind: shapes.StructType, raw: Any) -> bool:
    return isinstance(raw, dict) and (kind.tag is None or raw.get(str(kind.tag_field)) == kind.tag)


def _put_field(put: Put, here: dict[str, Any], name: str, value: Any) -> Any:
    return put({**here, name: value})


def _put_item(put: Put, many: list[Any], value: Any) -> Any:
    return put([*many, value])


def _put_part(put: Put, pair: list[Any], number: int, value: Any) -> Any:
    return put([*pair[:number], value, *pair[number + 1 :]])


def _blown_up(kind: shapes.Type, size: int) -> Iterator[tuple[str, bytes]]:
    """Values of a field: as much as fits into the file, as much as its type lets in, and no value at all."""
    if isinstance(kind, shapes.VarTupleType | shapes.ListType):
        yield "nested", b"[" * size
        one = len(msgspec.json.encode(filled(kind.item_type))) + 6
        for how, count in (("all", size // one), ("most", min(kind.max_length or 0, size // one))):
            yield how, msgspec.json.encode([filled(kind.item_type, number) for number in range(count)])
            yield f"{how} the same", msgspec.json.encode([filled(kind.item_type)] * count)
    elif isinstance(kind, shapes.DictType):
        yield "nested", b'{"x":' * (size // 5)
        one = len(msgspec.json.encode(filled(kind.value_type))) + 12
        for how, count in (("all", size // one), ("most", min(kind.max_length or 0, size // one))):
            yield how, msgspec.json.encode({f"x{number}": filled(kind.value_type, number) for number in range(count)})
    elif isinstance(kind, shapes.StrType):
        yield "all", b'"' + b"x" * size + b'"'
        yield "most", b'"' + b"x" * min(kind.max_length or 0, size) + b'"'
    else:
        yield "digits", b"1" * size
        yield "huge", b"1" * 4_000
        if isinstance(kind, shapes.IntType):
            yield "most", str(kind.le).encode()
            yield "least", str(kind.ge).encode()
