interface Cat { meow(): string } interface Fish { swim(): string }
const isCat = (pet: Cat | Fish): pet is Cat => 'meow' in pet; const pets: (Cat | Fish)[] = [{ meow: () => 'meow' }, { swim: () => 'splash' }];
for (const pet of pets) console.log(isCat(pet) ? pet.meow() : pet.swim()); console.log(pets);
function assertString(value: unknown): asserts value is string { if (typeof value !== 'string') throw new TypeError(`not a string: ${value}`); }
try { assertString(5); } catch (e: unknown) { if (e instanceof Error) console.log(e.message); }
function over(a: number): number; function over(a: string): string; function over(a: any): any { return typeof a === 'number' ? a + 1 : a + '!'; } console.log(over(1), over('x'));
const tuple: [string, number, ...boolean[]] = ['a', 1, true, false]; const [head, ...tail] = tuple; console.log(head, tail);
