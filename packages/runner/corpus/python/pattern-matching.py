from dataclasses import dataclass


@dataclass
class Add:
    left: object
    right: object


def evaluate(tree):
    match tree:
        case int() | float():
            return tree
        case Add(left, right):
            return evaluate(left) + evaluate(right)
        case ["mul", *factors] if factors:
            result = 1
            for factor in factors:
                result *= evaluate(factor)
            return result
        case {"neg": inner}:
            return -evaluate(inner)
        case _:
            return f"unknown {tree!r}"


for tree in (3, Add(1, Add(2, 3.5)), ["mul", 2, Add(1, 1)], {"neg": 4}, "x"):
    print(evaluate(tree))
