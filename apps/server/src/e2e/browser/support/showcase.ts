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

/** What is typed in the pictures of a program: equal counts stay in the order in which their words came. */
export const codeShown = `import sys
from collections import Counter

counts = Counter(sys.stdin.read().lower().split())

# The most frequent word first
for word, count in counts.most_common():
    print(word, count)
`;

/** A question that asks for a program. */
export const codeShowcase = {
  name: 'Backend: programs and queries',
  duration: 60,
  sections: [
    {
      name: 'Programs',
      type: 'coding questions',
      questions: [
        {
          kind: 'coding',
          prompt:
            'A text is given on standard input. Print **how often each word occurs**: one line for each word with the word, a space and ' +
            'its count.\n\n- A word is what stands between spaces and line ends. Upper and lower case do not matter.\n- The most frequent ' +
            'word comes first. Words with the same count are in alphabetical order.',
          marks: 10,
          languages: ['python', 'javascript', 'typescript'],
          cases: [
            { name: 'in order', sample: true, input: 'The cat and the dog\n', output: 'the 2\nand 1\ncat 1\ndog 1\n' },
            { name: 'two lines', sample: true, input: 'b a\nB\n', output: 'b 2\na 1\n' },
          ],
          solution: {
            python:
              'import sys\nfrom collections import Counter\n\ncounts = Counter(sys.stdin.read().lower().split())\n' +
              'for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):\n    print(word, count)\n',
          },
        },
        { kind: 'text', prompt: 'Name the module.', marks: 1, answer: 'collections' },
      ],
    },
  ],
};
