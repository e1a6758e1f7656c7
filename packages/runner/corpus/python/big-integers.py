from math import comb, factorial, gcd, isqrt

print(factorial(60))
print(2**521 - 1)
print(pow(3, 10**18, 10**9 + 7), pow(7, -1, 101))
print(comb(200, 100), isqrt(10**40 + 12345), gcd(factorial(20), 2**70))
print(int("zz", 36), hex(-(2**70)), (10**30).bit_length(), divmod(-(10**25), 7))
