import bisect
import heapq
import itertools
from collections import deque

jobs = [(5, 'write', []), (2, 'read', []), (8, 'review', ['write']), (1, 'plan', ['read']), (3, 'ship', ['review', 'plan'])]
needs = {name: set(after) for _, name, after in jobs}
cost = {name: price for price, name, _ in jobs}
ready = [(cost[name], name) for name, after in needs.items() if not after]
heapq.heapify(ready)
finished = []
while ready:
    price, name = heapq.heappop(ready)
    finished.append(name)
    for other, after in needs.items():
        if name in after:
            after.remove(name)
            if not after:
                heapq.heappush(ready, (cost[other], other))
print(' -> '.join(finished), heapq.nlargest(2, cost, key=cost.get), list(heapq.merge([1, 4], [2, 3])))
grades = [60, 70, 80, 90]
print([('FDCBA'[bisect.bisect(grades, score)], score) for score in (33, 60, 77, 89, 100)])
bisect.insort(grades, 75)
print(grades, bisect.bisect_left(grades, 75))
window = deque(maxlen=3)
for n in (3, 1, 4, 1, 5, 9, 2, 6):
    window.append(n)
    print(sum(window), end=' ')
window.rotate(1)
print(window)
print(list(itertools.combinations('abcd', 2))[:3], [''.join(p) for p in itertools.permutations('abc')], list(itertools.accumulate([1, 2, 3, 4], lambda a, b: a * b)))
print([(key, len(list(group))) for key, group in itertools.groupby('aaabccd')], list(itertools.chain.from_iterable([[1], [2, 3]])), list(itertools.islice(itertools.cycle('xy'), 5)))
print(list(itertools.zip_longest('ab', [1, 2, 3], fillvalue='-')), list(itertools.pairwise([1, 4, 9])), list(itertools.product([0, 1], repeat=2)), list(itertools.takewhile(lambda n: n < 3, itertools.count())))
