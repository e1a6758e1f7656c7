from decimal import ROUND_HALF_EVEN, ROUND_UP, Decimal, DivisionByZero, getcontext, localcontext
from fractions import Fraction
import statistics

prices = [Decimal('19.99'), Decimal('5.005'), Decimal('0.1')]
print(sum(prices), prices[1].quantize(Decimal('0.01'), ROUND_HALF_EVEN), prices[1].quantize(Decimal('0.01'), ROUND_UP))
print(Decimal(1) / Decimal(7), Decimal('1e3') + 1, Decimal('3.140').normalize(), Decimal(2).sqrt())
with localcontext() as context:
    context.prec = 50
    print(Decimal(2).sqrt(), Decimal(1).exp())
print(getcontext().prec, Decimal('0.1') + Decimal('0.2') == Decimal('0.3'), f"{Decimal('1234567.891'):,.2f}")
try:
    Decimal(1) / 0
except DivisionByZero as fault:
    print(type(fault).__name__)
half = Fraction(1, 3) + Fraction('0.25')
print(half, half.limit_denominator(10), Fraction(0.5), float(half), [Fraction(n, 6) for n in range(1, 6)])
data = [2, 4, 4, 4, 5, 5, 7, 9]
print(statistics.mean(data), statistics.pstdev(data), statistics.median_grouped(data), statistics.mode(data), statistics.quantiles(data, n=4))
print(round(2.5), round(3.5), round(-0.5), round(2.675, 2), round(1234.5678, -2), divmod(-7, 3), -7 // 2, -7 % 3, 7 % -3)
