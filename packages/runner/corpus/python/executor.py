from concurrent.futures import ThreadPoolExecutor, as_completed


def collatz(n):
    steps = 0
    while n != 1:
        n = 3 * n + 1 if n % 2 else n // 2
        steps += 1
    return steps


with ThreadPoolExecutor(max_workers=3) as pool:
    print(list(pool.map(collatz, range(1, 15))))
    futures = {pool.submit(collatz, n): n for n in (27, 97, 871)}
    print(sorted((futures[future], future.result()) for future in as_completed(futures)))
    failed = pool.submit(collatz, "x")
    print(type(failed.exception()).__name__)
