type Entry = { readonly id: number; amount: number; memo?: string };
interface Ledger { add(entry: Entry): this; readonly total: number }
class SimpleLedger implements Ledger { private entries: Entry[] = []; add(entry: Entry): this { this.entries.push(entry); return this; } get total(): number { return this.entries.reduce((sum, { amount }) => sum + amount, 0); } }
const ledger = new SimpleLedger().add({ id: 1, amount: 1200.5 }).add({ id: 2, amount: -200, memo: 'rent' });
console.log(ledger.total.toLocaleString(), ledger);
console.table([{ id: 1, amount: 1200.5 }, { id: 2, amount: -200 }] satisfies Entry[]);
