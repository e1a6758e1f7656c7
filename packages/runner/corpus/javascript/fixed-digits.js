const values = [0, -0, 0.1 + 0.2, 1 / 3, 2.5, 1.005, -1.5, 1e21, 1e-7, 123456.789, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE, Number.MAX_VALUE, Infinity, NaN];
for (const value of values) console.log(value, String(value), value.toFixed(2), value.toPrecision(5), value.toExponential(3));
console.log([0.5, 1.5, 2.5, -0.5, -1.5].map(Math.round), [1.45, 8.345, 10.235].map((x) => x.toFixed(2)), (25).toString(2), (0.1).toString(3), (255.5).toString(16));
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
const deviation = (list) => Math.sqrt(mean(list.map((x) => (x - mean(list)) ** 2)));
const marks = [72.5, 88, 91.25, 64, 79.75, 95.5];
console.log(mean(marks).toFixed(4), deviation(marks).toFixed(4), Math.hypot(3, 4), Math.cbrt(27), Math.trunc(-4.7), Math.sign(-3), Math.log2(1024), Math.log10(1000));
let x = 1;
for (let i = 0; i < 6; i += 1) x -= (x * x - 2) / (2 * x);
console.log(x, Math.abs(x - Math.SQRT2) < Number.EPSILON * 2, Math.fround(5.05));
let interest = 1000;
for (let year = 1; year <= 5; year += 1) { interest *= 1.0375; console.log(`Year ${year}: $${interest.toFixed(2).padStart(10)}`); }
console.log((1234567.891).toLocaleString('en-US'), (0.256).toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 }), new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(-1234.5));
console.log(Number('0x1f'), Number(''), Number(' 12 '), Number('12px'), parseFloat('3.14abc'), parseInt('08'), +[], +{}, Number.parseFloat('.5e3'), 0.1 * 3, 9007199254740993, 5e-324);
console.log(5 % 3, -5 % 3, 5.5 % 2, 2 ** -1, 7 / 0, 0 / 0, Object.is(-0, 0), [-0], 1e300 * 1e10, Math.max(), Math.min(...marks));
let sum = 0; for (let i = 0; i < 10; i += 1) sum += 0.1; console.log(sum, sum === 1, [0.1, 0.2, 0.3, 100, 1e-10]);
console.log(Math.sin(1).toFixed(12), Math.exp(2).toFixed(10), Math.atan2(1, 2).toFixed(12), Math.tan(0.5).toFixed(12), (10.123 ** 3.3).toFixed(8));
