import cmath
import math

# The roots of polynomials by the method of Durand and Kerner.
def roots(coefficients):
    degree = len(coefficients) - 1
    found = [complex(0.4, 0.9) ** power for power in range(degree)]
    for _ in range(60):
        for index, root in enumerate(found):
            value = 0
            for coefficient in coefficients:
                value = value * root + coefficient
            product = coefficients[0]
            for other, another in enumerate(found):
                if other != index:
                    product *= root - another
            found[index] = root - value / product
    return sorted(found, key=lambda root: (round(root.real, 9), round(root.imag, 9)))

for root in roots([1, -6, 11, -6]) + roots([1, 0, 0, 0, -1]):
    print(f"{root.real:.9f} {root.imag:.9f}".replace("-0.000000000", "0.000000000"))

# A fast Fourier transform there and back.
def transform(values, sign):
    if len(values) == 1:
        return values
    even, odd = transform(values[::2], sign), transform(values[1::2], sign)
    half = len(values) // 2
    turned = [cmath.exp(sign * 2j * cmath.pi * k / len(values)) * odd[k] for k in range(half)]
    return [even[k] + turned[k] for k in range(half)] + [even[k] - turned[k] for k in range(half)]

signal = [math.sin(k) + k % 3 for k in range(16)]
spectrum = transform(signal, -1)
print([round(abs(value), 10) for value in spectrum])
print(all(math.isclose(value.real / 16, original) for value, original in zip(transform(spectrum, 1), signal)))

for z in (3 + 4j, -1 + 0j, 1j, 2 - 1j):
    print(abs(z), cmath.phase(z), cmath.polar(z), cmath.sqrt(z), cmath.log(z), z ** 2, z.conjugate())
print(cmath.exp(1j), cmath.cos(1 + 1j), cmath.rect(2, cmath.pi / 6), cmath.isclose(cmath.exp(1j * cmath.pi), -1))

# Mandelbrot's points: those that stay near.
def stays(point):
    z = 0
    for _ in range(30):
        z = z * z + point
        if abs(z) > 2:
            return False
    return True

for y in range(-4, 5):
    print("".join("#" if stays(complex(x / 8, y / 4)) else "." for x in range(-16, 6)))
print([math.gamma(n + 0.5) for n in range(6)], [math.lgamma(n * 10 + 0.25) for n in range(5)])
print(sum(math.hypot(x, y) for x in range(-20, 21) for y in range(-20, 21)))
