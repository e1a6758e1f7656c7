const code = `A colleague wants the lengths of the words and writes this. What does the last line print?

\`\`\`js
const words = ['one', 'three', 'eleven'];
const lengths = [];

for (const word of words) {
  // Later, when the event loop is free again
  setTimeout(() => lengths.push(word.length), 0);
}
console.log(\`\${lengths.length} of \${words.length} are known\`);
\`\`\``;

const lines =
  'It prints `3 of 3 are known`, because a timer of 0 ms runs its callback at once, before the loop goes on to the next word, so ' +
  'that all of them have been pushed by the time the last line is reached';

/** A test that looks like one: for pictures of the page. Question 2 is the one to show. */
export const showcaseFile = {
  name: 'JavaScript for the web: language, runtime and browser',
  duration: 60,
  sections: [
    {
      name: 'The language',
      duration: 25,
      questions: [
        {
          kind: 'single-choice',
          prompt: 'What is `typeof null`?',
          marks: 1,
          options: [{ text: '`"null"`' }, { text: '`"undefined"`' }, { text: '`"object"`', correct: true }],
        },
        {
          kind: 'single-choice',
          prompt: code,
          marks: 2,
          penalty: 0.5,
          options: [
            { text: lines },
            { text: '`0 of 3 are known`', correct: true },
            { text: 'Nothing: it throws a `ReferenceError`' },
            { text: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft' },
          ],
        },
        {
          kind: 'multiple-choice',
          prompt: 'Which of these are **falsy**?',
          marks: 2,
          penalty: 1,
          options: [{ text: '`0`', correct: true }, { text: '`[]`' }, { text: '`""`', correct: true }, { text: '`"false"`' }],
        },
      ],
    },
    {
      name: 'Numbers and units',
      duration: 15,
      questions: [
        { kind: 'numeric', prompt: 'How much is `25 / 2`?', marks: 1, answer: 12.5 },
        { kind: 'text', prompt: 'Where was it standardised first?', marks: 1, answer: 'Geneva' },
        ...Array.from({ length: 9 }, (_, index) => ({ kind: 'numeric', prompt: `How much is \`2 ** ${index}\`?`, answer: 2 ** index })),
      ],
    },
    {
      name: 'Writing about code',
      duration: 20,
      questions: [
        { kind: 'text', prompt: 'Name the method that copies an array deeply.', marks: 2, answer: 'structuredClone' },
        { kind: 'text', prompt: 'Name the type of numbers without bounds.', marks: 2, answer: 'BigInt' },
      ],
    },
  ],
};
