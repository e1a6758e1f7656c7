from functools import lru_cache
import sys


@lru_cache(None)
def ways(coins, amount):
    if amount == 0:
        return 1
    if not coins or amount < 0:
        return 0
    return ways(coins, amount - coins[0]) + ways(coins[1:], amount)


def hanoi(n, a="A", b="B", c="C"):
    return 0 if n == 0 else hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)


def permutations(items):
    if not items:
        yield []
    for i, item in enumerate(items):
        for rest in permutations(items[:i] + items[i + 1 :]):
            yield [item, *rest]


sys.setrecursionlimit(10_000)
print(ways((50, 20, 10, 5, 2, 1), 200), hanoi(12), sum(1 for _ in permutations([1, 2, 3, 4, 5])))


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


print(depth(5000))
try:
    sys.setrecursionlimit(1000)
    depth(5000)
except RecursionError as error:
    print(type(error).__name__)
