import { toEnd } from '@assay/domain';
import { expect, it } from 'vitest';
import { parseInParts } from './parse-in-parts.ts';

const values = {
  'a version': {
    name: '"}]',
    sections: [{ name: '\\', questions: [{ id: 1, options: [{ text: '[{"\\"' }] }, { id: 2 }] }, { questions: [] }],
  },
  'deep scalars and lists': { a: [[[1, 'x', null, [], {}, [[2]], { b: [3] }]]] },
  'other scripts': { sections: [{ questions: [{ prompt: '漢👩\u200d\n\u2028' }, { prompt: '\ud83d' }] }] },
  'a number': 5,
  nothing: null,
  'empty lists': [[], {}, ''],
};

it.each(Object.entries(values))('parses in pieces of any size what JSON.parse does: %s', (_, value) => {
  const text = JSON.stringify(value);
  for (const size of [1, 2, 3, 7, text.length]) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
    expect(toEnd(parseInParts(pieces))).toEqual(value);
  }
});

it.each(['{"a":', '{"a":[[[{]]]}', ''])('refuses what is no JSON: %j', (text) => {
  expect(() => toEnd(parseInParts([text]))).toThrow(SyntaxError);
});
