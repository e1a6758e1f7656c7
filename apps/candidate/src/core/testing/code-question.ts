import type { TakeCode } from '@assay/domain/take';

/** A question in two languages, of which one has a starter. */
export const codeQuestion: TakeCode = {
  io: 'stdio',
  languages: [{ language: 'python', version: '3.14' }, { language: 'javascript' }],
  starter: { python: 'print()\n' },
  limits: { seconds: 1, memory: 128 },
  samples: [{ name: 'one', input: '1\n', expected: '1\n' }],
};
