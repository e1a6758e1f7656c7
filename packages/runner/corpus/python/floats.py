from decimal import Decimal, getcontext
from fractions import Fraction
import math

print(0.1 + 0.2, 1e16 + 1, 1 / 3, 2.5 // 1, -7.5 % 2, round(2.675, 2), round(0.5), round(1.5))
print(math.sqrt(2), math.floor(-1.5), math.hypot(3, 4), math.fsum([0.1] * 10), sum([0.1] * 10))
print(float("inf") - 1, float("nan") == float("nan"), 1e308 * 10, 5e-324, -0.0)
getcontext().prec = 30
print(Decimal(1) / Decimal(7), Decimal("1.10") + Decimal("2.2"), Fraction(3, 4) + Fraction(1, 6), Fraction("0.125"))
print((0.1).hex(), (0.75).as_integer_ratio(), math.isclose(0.1 + 0.2, 0.3), f"{1e21} {1e-7} {123456789.123456789}")
