from contextlib import contextmanager
from itertools import accumulate, chain, combinations, count, groupby, islice, product, takewhile, zip_longest


def primes():
    found = []
    for n in count(2):
        if all(n % p for p in takewhile(lambda p: p * p <= n, found)):
            found.append(n)
            yield n


@contextmanager
def tag(name):
    print(f"<{name}>")
    try:
        yield
    finally:
        print(f"</{name}>")


def averager():
    total = number = 0
    average = None
    while True:
        total += yield average
        number += 1
        average = total / number


print(list(islice(primes(), 15)))
with tag("p"):
    print(list(accumulate([1, 2, 3, 4], lambda a, b: a * b)))
print([(key, len(list(group))) for key, group in groupby("aaabbc")], list(combinations("abc", 2)))
print(list(product([0, 1], repeat=2)), list(zip_longest([1, 2], "a")), list(chain.from_iterable([[1], [2, 3]])))
average = averager()
next(average)
print(average.send(10), average.send(20))
