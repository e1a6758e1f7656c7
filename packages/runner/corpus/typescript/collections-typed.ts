class DefaultMap<K, V> extends Map<K, V> {
  constructor(private readonly make: (key: K) => V, entries?: Iterable<readonly [K, V]>) { super(entries ?? []); }
  override get(key: K): V { if (!this.has(key)) this.set(key, this.make(key)); return super.get(key)!; }
}

type Comparator<T> = (a: T, b: T) => number;
const by = <T>(of: (value: T) => string | number): Comparator<T> => (a, b) => { const [x, y] = [of(a), of(b)]; return x < y ? -1 : x > y ? 1 : 0; };
const then = <T>(...all: Comparator<T>[]): Comparator<T> => (a, b) => all.reduce((found, next) => found || next(a, b), 0);
const reversed = <T>(of: Comparator<T>): Comparator<T> => (a, b) => of(b, a);

interface Book { title: string; author: string; year: number; pages?: number | null }
const books: Book[] = [
  { title: 'Emma', author: 'Austen', year: 1815, pages: 474 },
  { title: 'Persuasion', author: 'Austen', year: 1817 },
  { title: 'Middlemarch', author: 'Eliot', year: 1871, pages: null },
  { title: 'Silas Marner', author: 'Eliot', year: 1861, pages: 248 },
];

const authors = new DefaultMap<string, Book[]>(() => []);
for (const book of books) authors.get(book.author).push(book);
console.log([...authors].map(([author, written]) => `${author}: ${written.map(({ title }) => title).join(', ')}`));
console.log(books.toSorted(then(reversed(by((b: Book) => b.author)), by((b: Book) => b.year))).map(({ title, pages = 0 }) => [title, pages ?? 'unknown']));
const index = Object.fromEntries(books.map((book) => [book.title.toLowerCase() as Lowercase<string>, book] as const)) satisfies Record<string, Book>;
console.log(Object.keys(index), index['emma']?.pages?.toString().length, index['none']?.year);
const sum = books.reduce<Record<string, number>>((totals, { author, pages }) => ({ ...totals, [author]: (totals[author] ?? 0) + (pages ?? 0) }), {});
console.log(sum, Object.entries(sum).map(([name, n]): string => `${name}=${n}`), new Set(books.map(({ author }) => author)));
const matrix: number[][] = Array.from({ length: 3 }, (_, r) => Array.from({ length: 3 }, (_, c) => r * 3 + c));
const transposed = matrix[0]!.map((_, c) => matrix.map((row) => row[c]!));
console.log(transposed, matrix.flat().filter((n): n is 1 | 3 | 5 | 7 => n % 2 === 1), Math.max(...matrix.flat()));
console.log(authors, books.findLast(({ year }) => year < 1850)?.title, books.some(({ pages }) => pages === null));
