import { type Client, type ClientOptions, createClient, type TestFileInput } from '@assay/client';
import type { Service } from './service.ts';

/** A test of two sections with every kind of question. Answered as `rightAnswers` are it is worth 7, the first section 4 of them. */
export const everyKind: TestFileInput = {
  name: 'Every kind',
  duration: 45,
  sections: [
    {
      name: 'Choices',
      duration: 20,
      questions: [
        { kind: 'single-choice', prompt: 'Which is even?', marks: 2, penalty: 0.5, options: [{ text: '1' }, { text: '2', correct: true }] },
        { kind: 'multiple-choice', prompt: 'Which are odd?', marks: 2, options: [{ text: '1', correct: true }, { text: '2' }] },
      ],
    },
    {
      name: 'Words',
      questions: [
        { kind: 'numeric', prompt: 'Half of 25', marks: 1.5, answer: 12.5, tolerance: 0.1 },
        { kind: 'text', prompt: 'Capital of France', marks: 1.5, answer: 'Paris' },
      ],
    },
  ],
};

/** By questionId. */
export const rightAnswers = ['b', ['a'], 12.5, 'paris'] as const;

/** Notes the operations that answered with a value, and the iterators that came to their end. */
const noting = (client: Client, answered: Set<string>): Client =>
  new Proxy(client, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      const end = () => answered.add(String(name));
      return (...given: unknown[]) => {
        const result: unknown = Reflect.apply(method, target, given);
        if (result instanceof Promise) return result.then((value) => end() && value);
        // What is no promise is one of the iterators.
        const items = result as AsyncGenerator<unknown, void, undefined>;
        return (async function* walk() {
          yield* items;
          end();
        })();
      };
    },
  });

/** What the work rejects with. */
export const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  const [outcome] = await Promise.allSettled([work]);
  if (outcome.status === 'fulfilled') throw new Error(`did not fail: ${JSON.stringify(outcome.value)}`);
  return outcome.reason;
};

export const itemsOf = async <Item>(iterator: AsyncIterable<Item>): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const item of iterator) items.push(item);
  return items;
};

export type Exchange = { readonly path: string; readonly status: number; readonly requestId: string | null };

/** A client of its own, what went over its wire, and the names of its methods that answered. */
export const recordingClient = ({ url, key }: Service, options: Partial<ClientOptions> = {}) => {
  const exchanges: Exchange[] = [];
  const answered = new Set<string>();
  const watched: NonNullable<ClientOptions['fetch']> = async (address, init) => {
    const response = await fetch(address, init);
    exchanges.push({ path: new URL(address).pathname, status: response.status, requestId: response.headers.get('x-request-id') });
    return response;
  };
  const client = createClient({ baseUrl: url, apiKey: key, fetch: watched, ...options });
  return { client: noting(client, answered), exchanges, answered };
};

/** The client's methods: those that the server's own document has under API v2, and all others. */
export const methodsOf = async ({ url, key }: Service) => {
  const response = await fetch(`${url}/docs/json`);
  const document = (await response.json()) as { paths: Record<string, Record<string, { operationId: string }>> };
  const v2 = Object.entries(document.paths).flatMap(([path, operations]) =>
    path.startsWith('/v2/') ? Object.values(operations).map(({ operationId }) => operationId) : [],
  );
  const all = Object.keys(createClient({ baseUrl: url, apiKey: key }));
  return { v2, others: all.filter((name) => !v2.includes(name)) };
};
