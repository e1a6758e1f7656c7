class InsufficientFunds extends Error {
  constructor(needed) { super(`need ${needed} more`); this.name = 'InsufficientFunds'; this.needed = needed; }
}
class Account {
  #balance = 0;
  static count = 0;
  constructor(owner) { this.owner = owner; this.history = []; Account.count += 1; }
  get balance() { return this.#balance; }
  deposit(amount) { this.#balance += amount; this.history.push({ kind: 'deposit', amount }); return this; }
  withdraw(amount) {
    if (amount > this.#balance) throw new InsufficientFunds(amount - this.#balance);
    this.#balance -= amount;
    this.history.push({ kind: 'withdraw', amount });
    return this;
  }
}
class Savings extends Account { rate = 0.02; addInterest() { return this.deposit(Math.round(this.balance * this.rate * 100) / 100); } }
const account = new Savings('Ada').deposit(100).deposit(55.5).withdraw(20).addInterest();
console.log(account);
console.log(account.balance, Account.count, account instanceof Account, Savings, Account);
try { account.withdraw(1e6); } catch (error) { console.log(error.name, error.message, error instanceof Error, String(error)); }
console.log(Object.keys(account), JSON.stringify(account));
if (require.main === module) console.log('main');
