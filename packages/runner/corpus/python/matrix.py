def multiply(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def power(m, n):
    result = [[int(i == j) for j in range(len(m))] for i in range(len(m))]
    while n:
        if n & 1:
            result = multiply(result, m)
        m, n = multiply(m, m), n >> 1
    return result


print(power([[1, 1], [1, 0]], 300)[0][1])
grid = [[1, 2, 3], [4, 5, 6]]
print([list(row) for row in zip(*grid)], [list(row) for row in zip(*grid[::-1])])
for row in grid:
    print(*row, sep="\t")
