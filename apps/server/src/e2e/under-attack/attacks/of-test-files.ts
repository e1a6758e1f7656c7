import { type Attack, attack, type Client } from '../attack.ts';

const fileOf = (name: string, prompts: readonly string[]) => ({
  name,
  status: 'Active',
  duration: 60,
  sections: [{ name: 'Only', questions: prompts.map((prompt) => ({ kind: 'numeric', prompt, answer: 1 })) }],
});

const repeated = (count: number, text: (index: number) => string): string[] => Array.from({ length: count }, (_, index) => text(index));

/** 4 MB that take long to highlight. */
const slowMarkdown = (salt: number) =>
  fileOf(
    `Slow ${salt}`,
    repeated(200, (index) => `${salt} ${index}\n\n~~~ts\n${'a<b<'.repeat(5000)}\n~~~`),
  );

/** 4 MB that take long to parse as Markdown, in other ways. */
const deepMarkdown = (salt: number) =>
  fileOf(
    `Deep ${salt}`,
    repeated(
      80,
      (index) => `${salt} ${index}\n\n${['> '.repeat(500), '*a _b '.repeat(8000), '[x]('.repeat(12_000), '|a'.repeat(20_000)][index % 4]}`,
    ),
  );

const manyOptions = (salt: number) => ({
  name: `Options ${salt}`,
  duration: 60,
  sections: [
    {
      name: 'Only',
      questions: repeated(1000, String).map((prompt) => ({ kind: 'text', prompt, answers: repeated(200, (index) => `${salt} ${index}`) })),
    },
  ],
});

/** Imports it, invites somebody and has them start. */
const importAndStart = async ({ ask }: Client, file: object, email: string): Promise<void> => {
  const imported = await ask<{ testId: number }>('POST', '/manage/v1/tests', file);
  if (imported === undefined) return;
  const invited = await ask<{ takeTestURL: string }>('POST', `/v2/org/tests/${imported.testId}/register`, {
    emailId: email,
    fullName: 'Eve',
  });
  if (invited !== undefined) await ask('POST', `${new URL(invited.takeTestURL).pathname}/start`, {});
};

export const ofTestFiles: readonly Attack[] = [
  attack('imports and starts of code that is slow to highlight', (client) =>
    client.repeat({ perSecond: 1, atOnce: 2 }, (count) => importAndStart(client, slowMarkdown(count), `slow-${count}@example.com`)),
  ),
  attack('imports and starts of nested Markdown', (client) =>
    client.repeat({ perSecond: 1, atOnce: 2 }, (count) => importAndStart(client, deepMarkdown(count), `deep-${count}@example.com`)),
  ),
  attack('imports of 200,000 answers', ({ repeat, ask }) =>
    repeat({ perSecond: 1, atOnce: 4 }, (count) => ask('POST', '/manage/v1/tests', { ...manyOptions(count), key: 'many-options' })),
  ),
  {
    name: 'previews of code that is slow to highlight',
    prepare: async ({ ask, repeat }) => {
      const imported = await ask<{ testId: number }>('POST', '/manage/v1/tests', slowMarkdown(0));
      return () =>
        repeat({ perSecond: 5, atOnce: 2 }, () =>
          imported === undefined
            ? ask('POST', '/manage/v1/tests', slowMarkdown(0))
            : ask('GET', `/manage/v1/tests/${imported.testId}/preview`),
        );
    },
  },
];
