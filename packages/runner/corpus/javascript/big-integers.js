const factorial = (n) => (n < 2n ? 1n : n * factorial(n - 1n));
console.log(factorial(50n), String(factorial(100n)));
const fib = (n) => { let [a, b] = [0n, 1n]; for (let i = 0; i < n; i += 1) [a, b] = [b, a + b]; return a; };
console.log(fib(300), typeof fib(1), [fib(90)], { f: fib(80) });
const modPow = (b, e, m) => { let r = 1n; b %= m; while (e > 0n) { if (e & 1n) r = (r * b) % m; b = (b * b) % m; e >>= 1n; } return r; };
console.log(modPow(3n, 10n ** 30n, 1000000007n));
console.log((123456789012345678901234567890n).toLocaleString(), BigInt.asUintN(8, 257n), -7n / 2n, -7n % 2n, 2n ** 128n);
console.log(0xffn.toString(2), BigInt('0x1f'), 10n > 9, 2n == 2, typeof Object(1n));
try { 1n + 1; } catch (error) { console.log(error.name + ': ' + error.message); }
try { BigInt(1.5); } catch (error) { console.log(error.name); }
