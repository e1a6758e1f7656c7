const day = 24 * 60 * 60 * 1000;
const format = (date) => `${date.getUTCFullYear()}-${String(date.getUTCMonth() + 1).padStart(2, '0')}-${String(date.getUTCDate()).padStart(2, '0')}`;
const isLeap = (year) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
console.log([1900, 2000, 2023, 2024, 2100].map((year) => [year, isLeap(year)]));
const addMonths = (date, n) => { const next = new Date(date); const wanted = next.getUTCDate(); next.setUTCDate(1); next.setUTCMonth(next.getUTCMonth() + n); next.setUTCDate(Math.min(wanted, new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate())); return next; };
const start = new Date('2024-01-31T10:15:30.250Z');
for (const n of [0, 1, 3, -2, 13]) console.log(n, format(addMonths(start, n)), addMonths(start, n).toISOString());
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const isoWeek = (date) => { const d = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())); d.setUTCDate(d.getUTCDate() + 4 - (d.getUTCDay() || 7)); return Math.ceil(((d - Date.UTC(d.getUTCFullYear(), 0, 1)) / day + 1) / 7); };
for (const text of ['2021-01-03', '2020-12-31', '2024-12-30']) console.log(text, weekdays[new Date(text).getUTCDay()], isoWeek(new Date(text)));
const holidays = new Set(['2024-12-25', '2024-12-26']);
let working = 0;
for (let d = new Date('2024-12-20'); d < new Date('2025-01-02'); d = new Date(+d + day)) if (d.getUTCDay() % 6 && !holidays.has(format(d))) working += 1;
console.log(working, (new Date('2024-03-01') - new Date('2024-02-01')) / day);
console.log(start, [start], JSON.stringify({ start }), start.getTime(), start.valueOf() === +start, new Date(0), new Date(NaN), isNaN(new Date('nonsense')));
console.log(start.toUTCString(), String(start), start.toDateString(), start.toTimeString(), new Date(2024, 0, 31, 25).toISOString());
console.log(Date.parse('2024-02-30'), Date.parse('2024-02-29T12:00:00+05:30'), Date.parse('Thu, 01 Jan 1970 00:00:01 GMT'), new Date('March 7, 2021 14:05').toISOString(), new Date(8.64e15 + 1).getTime());
console.log(start.toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }), start.toLocaleTimeString('en-US', { timeZone: 'UTC' }));
try { new Date(NaN).toISOString(); } catch (error) { console.log(error.name, error.message); }
