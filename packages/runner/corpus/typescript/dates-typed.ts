const addDays = (d: Date, n: number): Date => { const r = new Date(d); r.setUTCDate(r.getUTCDate() + n); return r; };
const start: Date = new Date('2024-02-27T00:00:00Z'); for (let i: number = 0; i < 4; i++) console.log(addDays(start, i).toISOString().slice(0, 10), addDays(start, i).toLocaleDateString('en-US', { weekday: 'short' }));
console.log({ start, days: [addDays(start, 1), addDays(start, 2)] }, start.toLocaleDateString(), start.toLocaleString('en-US'));
console.log(new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(start), new Intl.DateTimeFormat('en-US').format(start));
