from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import total_ordering


class Shape(ABC):
    @abstractmethod
    def area(self): ...

    def __repr__(self):
        return f"{type(self).__name__}({self.area():.2f})"


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2


class Colour(Enum):
    RED = auto()
    BLUE = auto()


@dataclass(order=True, frozen=True)
class Point:
    x: int
    y: int = 0
    tags: tuple = field(default=(), compare=False)


@total_ordering
class Version:
    def __init__(self, text):
        self.parts = tuple(map(int, text.split(".")))

    def __eq__(self, other):
        return self.parts == other.parts

    def __lt__(self, other):
        return self.parts < other.parts


class Stack(list):
    push = list.append

    @property
    def top(self):
        return self[-1]


try:
    Shape()
except TypeError as error:
    print(error)
print(Square(3), Colour.RED, list(Colour), Colour["BLUE"].value)
print(Point(1, 2) < Point(1, 3), replace(Point(1), y=9), {Point(1): "a"}[Point(1)])
print(Version("1.10") > Version("1.9"), Version("2") >= Version("2"))
stack = Stack()
stack.push(4)
print(stack.top, Stack.__mro__[1].__name__, isinstance(stack, list))
