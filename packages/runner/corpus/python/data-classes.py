from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, field, replace
from typing import NamedTuple, Protocol


class Color(enum.Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1

    @property
    def label(self):
        return self.name.title()


class Right(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()


class Point(NamedTuple):
    x: float
    y: float = 0.0

    def moved(self, by):
        return self._replace(x=self.x + by)


@dataclass(order=True, frozen=True)
class Version:
    major: int
    minor: int = 0
    tags: list[str] = field(default_factory=list, compare=False)

    def __post_init__(self):
        if self.major < 0:
            raise ValueError('negative')


class Shape(ABC):
    @abstractmethod
    def area(self) -> float: ...

    def __lt__(self, other):
        return self.area() < other.area()


class Square(Shape):
    __slots__ = ('side',)

    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side ** 2

    def __repr__(self):
        return f'Square({self.side!r})'


print(Color.RED, Color(2), Color.CRIMSON is Color.RED, [c.label for c in Color], Color['GREEN'].value, Right.READ | Right.WRITE, Right.READ in Right(3))
print(Point(1), Point(1, 2).moved(3), Point(1, 2)._asdict(), Point(1, 2) == (1, 2))
print(Version(1, 2) < Version(1, 10), sorted([Version(2), Version(1, 5), Version(1)]), replace(Version(1), minor=9), asdict(Version(3, tags=['x'])))
for work in (lambda: Version(-1), lambda: setattr(Version(1), 'major', 2), Shape, lambda: Color(7), lambda: setattr(Square(1), 'colour', 1)):
    try:
        work()
    except Exception as fault:
        print(type(fault).__name__, fault)
print(min(Square(3), Square(2)), sorted([Square(2), Square(1)]), Square.__mro__[1].__name__, isinstance(Square(1), Shape), hash(Version(1, 2)) == hash(Version(1, 2)))
