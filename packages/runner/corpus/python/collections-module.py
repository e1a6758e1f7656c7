from bisect import bisect_left, insort
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple

words = "the cat and the dog and the bird".split()
print(Counter(words).most_common(), Counter("aab") - Counter("ab"))
groups = defaultdict(list)
for word in words:
    groups[len(word)].append(word)
print(dict(groups))
ring = deque(range(5), maxlen=5)
ring.rotate(2)
ring.append(9)
print(ring, ring.popleft())
Point = namedtuple("Point", "x y", defaults=[0])
print(Point(3), Point(1, 2)._asdict(), Point._fields)
cache = OrderedDict(a=1, b=2, c=3)
cache.move_to_end("a")
print(cache, cache.popitem(last=False))
print(ChainMap({"a": 1}, {"a": 2, "b": 3})["b"])
scores = [10, 20, 30]
insort(scores, 25)
print(scores, bisect_left(scores, 20))
print({1, 2, 3} & {2, 3, 4}, {1, 2} ^ {2, 3}, frozenset("ab") <= set("abc"), {**{"x": 1}, "y": 2} | {"z": 3})
