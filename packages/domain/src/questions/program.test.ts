import { expect, it } from 'vitest';
import type { CodingQuestion } from './coding/question.ts';
import { takeRuns } from './program.ts';

const question: CodingQuestion = {
  kind: 'coding',
  languages: ['python'],
  starter: {},
  limits: { seconds: null, memory: null },
  solution: {},
  wrong: [],
  io: 'stdio',
  compare: { by: 'tokens' },
  cases: [],
  allOrNothing: false,
};
const modes = ['stdio'] as const;
const embedded = { engine: 'embedded', language: 'python', version: '3.11.3', modes };

it('a language has the version of its engine that is offered now, also by a runner, or that was at the import', () => {
  const from = { seconds: 'default', memory: 'default' } as const;
  const limits = { python: { seconds: 1, memory: 64, from, engine: { name: 'native', version: 'Python 3.12' } } };
  const versionWith = (...offers: (typeof embedded)[]) => takeRuns(question, ['python'], { limits, offers }).languages[0]?.version;
  expect(versionWith(embedded, { ...embedded, engine: 'runner native', version: 'Python 3.13' })).toBe('Python 3.13');
  expect(versionWith(embedded)).toBe('Python 3.12');
  expect(versionWith()).toBe('Python 3.12');
});

it('a language without a pin has the version of the engine that would run it', () => {
  expect(takeRuns(question, ['python'], { limits: {}, offers: [embedded] }).languages).toEqual([{ language: 'python', version: '3.11.3' }]);
});
