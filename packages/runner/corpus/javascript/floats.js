console.log(0.1 + 0.2, 1 / 3, 1e21, 1e-7, 123456789012345680000, 5e-324, Number.MAX_VALUE, -1e-10);
console.log((1.005).toFixed(2), (1e21).toFixed(2), (0.000001234).toExponential(2), (1234.5678).toPrecision(6), (255).toString(16), (0.5).toString(2));
console.log(Math.sqrt(2), Math.cbrt(27), Math.hypot(3, 4), Math.PI, Math.E, Math.trunc(-4.7), Math.round(-0.5), Math.round(2.5), Math.sign(-3));
console.log(parseFloat('3.14abc'), parseInt('101', 2), Number(''), Number(' 12 '), Number('0x1f'), Number('1e3'), Number(null), Number([5]), +true);
console.log(Number.EPSILON > 0, Number.isInteger(5.0), Number.isSafeInteger(2 ** 53), 2 ** 53 + 1, 7 % -3, -7 % 3, 5 / 0, -5 / 0, 0 / 0);
console.log([0.1, 0.25, 1e100].map((x) => x.toString()), (25).toString(36), (1234567.891).toLocaleString(), (1e6).toLocaleString('en-US'));
console.log((1234.5).toLocaleString('en-US', { minimumFractionDigits: 2 }), (0.5).toLocaleString(undefined, { style: 'percent' }), (1e9).toLocaleString('de-DE'));
console.log(new Intl.NumberFormat('en-US', { style: 'currency', currency: 'EUR' }).format(1234.567), new Intl.NumberFormat().format(12345.6789));
console.log(Math.max(), Math.min(), Math.max(...[1, 5, 3]), Math.fround(5.5), Math.clz32(1), Math.imul(3, 4), ~~-5.9, -5 >>> 28, 1 << 31);
