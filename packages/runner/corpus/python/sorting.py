from functools import cmp_to_key
from operator import attrgetter, itemgetter
import heapq

people = [("Ann", 31), ("Bob", 25), ("Cid", 31), ("Dan", 25), ("Eve", 40)]
print(sorted(people, key=itemgetter(1)))
print(sorted(people, key=lambda p: (-p[1], p[0])))
print(sorted(["9", "10", "1", "3", "30"], key=cmp_to_key(lambda a, b: -1 if a + b > b + a else 1)))
heap = []
for name, age in people:
    heapq.heappush(heap, (-age, name))
print([heapq.heappop(heap) for _ in range(3)], heapq.nsmallest(2, people, key=itemgetter(1)))
print(sorted([3.5, -1, 2, True, 0.0]), sorted("Banana apple Cherry".split(), key=str.lower), max(people, key=itemgetter(1)))
