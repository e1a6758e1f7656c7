import sys

numbers = list(map(int, sys.stdin.read().split()))
print(len(numbers), sum(numbers), max(numbers), sorted(set(numbers))[:3])
