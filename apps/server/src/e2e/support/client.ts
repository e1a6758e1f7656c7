import { type ClientOptions, createClient, type TestFileInput } from '@assay/client';
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

/** A client of its own, and what went over its wire. */
export const recordingClient = ({ url, key }: Service, options: Partial<ClientOptions> = {}) => {
  const exchanges: Exchange[] = [];
  const watched: NonNullable<ClientOptions['fetch']> = async (address, init) => {
    const response = await fetch(address, init);
    exchanges.push({ path: new URL(address).pathname, status: response.status, requestId: response.headers.get('x-request-id') });
    return response;
  };
  return { client: createClient({ baseUrl: url, apiKey: key, fetch: watched, ...options }), exchanges };
};
