abstract class Animal { constructor(public readonly name: string, protected legs = 4) {} abstract sound(): string; describe(): string { return `${this.name} says ${this.sound()} on ${this.legs} legs`; } }
class Dog extends Animal { sound() { return 'woof'; } }
class Bird extends Animal { constructor(name: string) { super(name, 2); } sound() { return 'tweet'; } }
const animals: Animal[] = [new Dog('Rex'), new Bird('Tweety')];
for (const animal of animals) console.log(animal.describe());
console.log(animals, animals[0] instanceof Dog);
