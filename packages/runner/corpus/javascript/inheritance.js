class Shape {
  static #made = 0;
  static get made() { return Shape.#made; }
  #name;
  constructor(name) {
    if (new.target === Shape) throw new TypeError('Shape is abstract');
    this.#name = name;
    Shape.#made += 1;
  }
  get name() { return this.#name; }
  area() { throw new Error(`${this.constructor.name} has no area`); }
  toString() { return `${this.name} of ${this.area().toFixed(2)}`; }
  static compare(a, b) { return a.area() - b.area(); }
}
class Circle extends Shape {
  constructor(radius) { super('circle'); this.radius = radius; }
  area() { return Math.PI * this.radius ** 2; }
}
class Rectangle extends Shape {
  constructor(width, height, name = 'rectangle') { super(name); Object.assign(this, { width, height }); }
  area() { return this.width * this.height; }
}
class Square extends Rectangle {
  constructor(side) { super(side, side, 'square'); }
  toString() { return `${super.toString()}!`; }
  get [Symbol.toStringTag]() { return 'Square'; }
}
class Odd extends Shape {}
const shapes = [new Circle(1.5), new Rectangle(2, 3), new Square(2.5)];
for (const shape of shapes.toSorted(Shape.compare)) console.log(`${shape}`, shape instanceof Rectangle);
console.log(shapes);
for (const attempt of [() => new Shape('x'), () => new Odd('odd').area(), () => Circle('no'), () => shapes[0].missing()]) {
  try { attempt(); } catch (error) { console.log(error.name, error.message, error instanceof TypeError); }
}
console.log(Shape.made, Object.getPrototypeOf(Square) === Rectangle, Square.name, Square.length, Object.prototype.toString.call(shapes[2]));
const Serializable = (Base) => class extends Base { serialize() { return JSON.stringify(this); } };
console.log(new (Serializable(Square))(4).serialize(), Object.getOwnPropertyNames(Rectangle.prototype));
