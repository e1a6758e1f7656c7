type Event =
  | { readonly kind: 'opened'; readonly owner: string }
  | { readonly kind: 'deposited' | 'withdrawn'; readonly amount: number }
  | { readonly kind: 'closed' };
type State = { readonly status: 'none' } | { readonly status: 'open'; readonly owner: string; readonly balance: number } | { readonly status: 'closed'; readonly owner: string };
type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

const assertNever = (value: never): never => { throw new Error(`not handled: ${JSON.stringify(value)}`); };

const evolve = (state: State, event: Event): State => {
  switch (event.kind) {
    case 'opened': return { status: 'open', owner: event.owner, balance: 0 };
    case 'deposited': return state.status === 'open' ? { ...state, balance: state.balance + event.amount } : state;
    case 'withdrawn': return state.status === 'open' ? { ...state, balance: state.balance - event.amount } : state;
    case 'closed': return state.status === 'open' ? { status: 'closed', owner: state.owner } : state;
    default: return assertNever(event);
  }
};

class Store<E, S> {
  readonly #log: E[] = [];
  constructor(private readonly initial: S, private readonly next: (state: S, event: E) => S) {}
  append(...events: readonly E[]): this { this.#log.push(...events); return this; }
  at(version = this.#log.length): S { return this.#log.slice(0, version).reduce(this.next, this.initial); }
  *history(): Generator<readonly [number, S]> { for (let n = 0; n <= this.#log.length; n += 1) yield [n, this.at(n)] as const; }
}

const opened: Of<'opened'> = { kind: 'opened', owner: 'Ada' };
const store = new Store<Event, State>({ status: 'none' }, evolve).append(opened, { kind: 'deposited', amount: 120.5 }, { kind: 'withdrawn', amount: 20 }, { kind: 'closed' });
for (const [version, state] of store.history()) console.log(version, state);
console.log(store.at(3) satisfies State, store);
try { evolve({ status: 'none' }, { kind: 'lost' } as unknown as Event); } catch (error) { if (error instanceof Error) console.log(error.message); }
