limit = 200_000
sieve = bytearray([1]) * (limit + 1)
sieve[0:2] = b"\x00\x00"
for n in range(2, int(limit**0.5) + 1):
    if sieve[n]:
        sieve[n * n :: n] = bytes(len(range(n * n, limit + 1, n)))
primes = [n for n, is_prime in enumerate(sieve) if is_prime]
print(len(primes), primes[:10], primes[-3:])
