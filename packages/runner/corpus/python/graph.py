from collections import defaultdict, deque
import heapq
import sys

n, m = map(int, sys.stdin.readline().split())
graph = defaultdict(list)
for _ in range(m):
    a, b, w = map(int, sys.stdin.readline().split())
    graph[a].append((b, w))
    graph[b].append((a, w))
best, heap = {1: 0}, [(0, 1)]
while heap:
    cost, node = heapq.heappop(heap)
    if cost > best[node]:
        continue
    for other, w in graph[node]:
        if cost + w < best.get(other, float("inf")):
            best[other] = cost + w
            heapq.heappush(heap, (best[other], other))
print(*(best.get(i, -1) for i in range(1, n + 1)))
seen, queue = {1}, deque([1])
while queue:
    for other, _ in graph[queue.popleft()]:
        if other not in seen:
            seen.add(other)
            queue.append(other)
print(len(seen), best)
