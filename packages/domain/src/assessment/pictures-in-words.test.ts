import { expect, it } from 'vitest';
import { picturesInWords } from './pictures-in-words.ts';

it.each([
  ['as the author calls it', 'Look: ![A red fox](data:image/png;base64,iVBOR= "title") and say.', 'Look: (picture: A red fox) and say.'],
  ['without words', '![](<data:image/svg+xml,%3Csvg/%3E>)', '(picture)'],
  ['by reference', '![fox][f]\n\n[f]: data:image/png;base64,iVBOR=', '![fox][f]\n\n[f]: (picture)'],
  ['of another address, which is no picture of the test', '![fox](https://example.com/fox.png)', '![fox](https://example.com/fox.png)'],
])('a picture %s', (_, text, words) => {
  expect(picturesInWords(text)).toBe(words);
});
