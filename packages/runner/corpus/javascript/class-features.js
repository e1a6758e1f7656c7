class Temperature {
  static #made = 0;
  static zero = new Temperature(0);
  static { this.names = Object.freeze(['cold', 'warm', 'hot']); }
  #celsius;
  constructor(celsius) { this.#celsius = celsius; Temperature.#made += 1; }
  static fromFahrenheit(f) { return new this((f - 32) / 1.8); }
  static get made() { return Temperature.#made; }
  get fahrenheit() { return this.#celsius * 1.8 + 32; }
  set fahrenheit(value) { if (typeof value !== 'number') throw new TypeError(`not a number: ${value}`); this.#celsius = (value - 32) / 1.8; }
  #step() { return Math.min(2, Math.max(0, Math.floor(this.#celsius / 15))); }
  get name() { return Temperature.names[this.#step()]; }
  static isOne(value) { return #celsius in value; }
  [Symbol.toPrimitive](hint) { return hint === 'string' ? `${this.#celsius.toFixed(1)}°C` : this.#celsius; }
  get [Symbol.toStringTag]() { return 'Temperature'; }
  *[Symbol.iterator]() { yield this.#celsius; yield this.fahrenheit; }
}
const warm = Temperature.fromFahrenheit(77);
warm.fahrenheit += 9;
console.log(`${warm}`, +warm, warm > Temperature.zero, warm.name, Temperature.made, [...warm], Temperature.isOne(warm), Temperature.isOne({}), String(Object.prototype.toString.call(warm)));
console.log(warm, Temperature, Object.getOwnPropertyNames(Temperature.prototype), Object.getOwnPropertyDescriptor(Temperature.prototype, 'fahrenheit').set.name);
const Serializable = (Base) => class extends Base { serialize() { return JSON.stringify({ ...this }); } };
const Named = (Base) => class Named extends Base { label = this.constructor.name; };
class Plain { x = 1; y = () => this.x; constructor() { console.log(new.target.name); } toString() { return `Plain ${this.x}`; } }
class Mixed extends Serializable(Named(Plain)) { x = super.toString().length; toString() { return `${super.toString()}!`; } }
const mixed = new Mixed();
console.log(mixed.serialize(), `${mixed}`, mixed.y(), mixed, Object.getPrototypeOf(Mixed).name, mixed instanceof Plain);
for (const work of [() => { warm.fahrenheit = 'x'; }, () => { Temperature.names.push('x'); }, () => Temperature(), () => { class A { constructor() { this.x; } } class B extends A { constructor() { this.x = 1; super(); } } new B(); }]) { try { work(); } catch (error) { console.log(error.name, error.constructor === TypeError); } }
const proto = { greet() { return `hi ${this.name}`; } };
const child = { __proto__: proto, name: 'child', greet() { return `${super.greet()}!`; } };
console.log(child.greet(), Object.hasOwn(child, 'greet'), child, Object.entries(Object.getOwnPropertyDescriptors({ get a() { return 1; }, b: 2 })).map(([k, d]) => [k, typeof d.get]));
const { a = 5, ...rest } = { b: 1, c: 2 }; const [first, , third = 'three', ...others] = 'ab'; console.log(a, rest, first, third, others, ((x, { y = x } = {}) => [x, y])(1), warm?.missing?.deep, null ?? 'default');
label: for (let i = 0; i < 3; i += 1) { for (let j = 0; j < 3; j += 1) { if (j === 2) continue label; if (i === 2) break label; console.log(i, j); } }
