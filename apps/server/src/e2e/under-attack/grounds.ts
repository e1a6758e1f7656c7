/** A test, the access key of a link that everybody has, and invitations whose candidates have finished. */
export type Ground = { readonly testId: number; readonly accessKey: string; readonly finished: readonly number[] };

/** What the processes of the trial are told: the server, and what each side has on it. `past` only grows by registrations. */
export type Grounds = {
  readonly url: string;
  readonly honest: { readonly key: string; readonly present: Ground; readonly past: Ground };
  /** An account with a key of every scope. */
  readonly hostile: { readonly key: string; readonly present: Ground };
};

/** Each client has an address of its own, as on a network; Linux has all of 127.0.0.0/8. */
export const addressOf = (client: number): string | undefined =>
  process.platform === 'linux' ? `127.0.${Math.floor(client / 200) + 1}.${(client % 200) + 1}` : undefined;

/** Of `testFile`. */
export const questions = { choices: 8, program: 9, file: 10 } as const;

const level = (marks: number) => ({ marks, text: `For ${marks}` });

/** What all take: 8 choices of 2 marks each, a program of 2, and a file that people grade. */
export const testFile = (name: string) => ({
  name,
  status: 'Active',
  duration: 600,
  sections: [
    {
      name: 'Choices',
      questions: Array.from({ length: questions.choices }, (_, index) => ({
        kind: 'single-choice',
        prompt: `Which is **number ${index + 1}**?\n\n\`\`\`js\nconsole.log(${index});\n\`\`\``,
        marks: 2,
        options: [{ text: 'this', correct: true }, { text: 'that' }],
      })),
    },
    {
      name: 'Work',
      questions: [
        {
          kind: 'coding',
          prompt: 'Print the double of the number.',
          marks: 2,
          languages: ['javascript'],
          cases: [{ input: '2\n', output: '4\n', sample: true }],
        },
        { kind: 'file', prompt: 'Upload the plan.', accept: ['text'], rubric: [{ criterion: 'Order', levels: [level(0), level(4)] }] },
      ],
    },
  ],
});
