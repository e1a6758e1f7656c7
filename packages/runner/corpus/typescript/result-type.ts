type Ok<T> = { ok: true; value: T };
type Err<E> = { ok: false; error: E };
type Result<T, E = Error> = Ok<T> | Err<E>;

const ok = <T>(value: T): Ok<T> => ({ ok: true, value });
const err = <E>(error: E): Err<E> => ({ ok: false, error });
const map = <T, U, E>(result: Result<T, E>, work: (value: T) => U): Result<U, E> => (result.ok ? ok(work(result.value)) : result);
const all = <T, E>(results: readonly Result<T, E>[]): Result<T[], E[]> => {
  const errors = results.flatMap((one) => (one.ok ? [] : [one.error]));
  return errors.length > 0 ? err(errors) : ok(results.map((one) => (one as Ok<T>).value));
};

enum Fault { Empty = 'EMPTY', NotNumber = 'NOT_NUMBER', TooLarge = 'TOO_LARGE' }
const enum Limit { Most = 1 << 10 }

function parse(text: string): Result<number, Fault> {
  if (text.trim() === '') return err(Fault.Empty);
  const value = Number(text);
  if (Number.isNaN(value)) return err(Fault.NotNumber);
  return value > Limit.Most ? err(Fault.TooLarge) : ok(value);
}

function isOk<T, E>(result: Result<T, E>): result is Ok<T> { return result.ok; }
function assertOk<T>(result: Result<T, unknown>): asserts result is Ok<T> { if (!result.ok) throw new TypeError(`no value: ${String(result.error)}`); }

const parsed = ['1', ' 42 ', 'x', '', '5000'].map(parse);
console.log(parsed, parsed.filter(isOk).map(({ value }) => value), all(parsed), all(parsed.slice(0, 2)));
console.log(map(parse('7'), (n) => n ** 2), Object.values(Fault), Fault['Empty'], Limit.Most);
try { const one: Result<number, Fault> = parse('y'); assertOk(one); console.log(one.value); } catch (error: unknown) { console.log((error as Error).message); }

type Mapped<T> = { readonly [K in keyof T as `get${Capitalize<string & K>}`]: () => T[K] };
const getters = <T extends object>(of: T): Mapped<T> => Object.fromEntries(Object.entries(of).map(([key, value]) => [`get${key[0]!.toUpperCase()}${key.slice(1)}`, () => value])) as Mapped<T>;
const person = getters({ name: 'Ada', age: 36 });
console.log(person.getName(), person.getAge(), person);
