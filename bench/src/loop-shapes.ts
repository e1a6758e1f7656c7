/** JSON that is as long as it may be: `unit` again and again between `before` and `after`. */
export const filled = (limit: number, before: string, unit: string, after: string): string =>
  `${before}${unit.repeat(Math.max(0, Math.floor((limit - before.length - after.length) / unit.length)))}${after}`;

export const repeated = <Value>(length: number, make: (index: number) => Value): Value[] =>
  Array.from({ length }, (_, index) => make(index));

/** Without halves of surrogate pairs. */
export const wellFormed = (text: string): string => Buffer.from(text).toString();

/** What texts are made of: what patterns go back over, what normalizing makes longer, what is seen and what is not. */
export const units: Readonly<Record<string, string>> = {
  'a letter': 'a',
  blanks: ' ',
  'a bracket': '[',
  'markup that never ends': 'a<b<',
  'NFKC makes 18 of one': '\ufdfa',
  'combining marks': '\u0301',
  'marks out of order': 'a\u0301\u0323\u0327',
  joiners: '\u200d',
  'emoji with joiners': '👩\u200d',
  'digits of another script': '\u0669',
  'right to left': '\u202e\u05d0 ',
  'half of a pair': '\ud83d',
  dots: 'a.',
  'dots and hyphens': '-.',
  'line breaks': '\r\n',
  'a URL': 'https://a@',
  Han: '漢',
  'quotes and backslashes': '"\\',
};

/** Where bounds are: of names, addresses, URLs, answers, essays and programs. */
export const lengths = [40, 254, 2_048, 20_000, 40_000, 65_536, 100_000] as const;

const distinct = (limit: number, make: (index: number) => string): string => {
  const parts: string[] = [];
  for (let index = 0, size = 0; size < limit - 200; index += 1) {
    const part = make(index);
    size += part.length + 1;
    parts.push(part);
  }
  return parts.join(',');
};

/** Bodies of the largest size that are no request at all. */
export const bodies = (limit: number): Readonly<Record<string, string>> => ({
  'open lists': '['.repeat(limit),
  'lists in lists': `${'['.repeat(limit / 2)}${']'.repeat(limit / 2)}`,
  'lists in lists, as deep as may be': `${'['.repeat(100)}${']'.repeat(100)}`,
  'objects in objects': filled(limit, '', '{"a":', ''),
  zeros: filled(limit, '[', '0,', '0]'),
  'as many zeros as may be': filled(Math.min(limit, 199_990), '[', '0,', '0]'),
  'a text': filled(limit, '"', 'a', '"'),
  escapes: filled(limit, '"', '\\u00e9', '"'),
  digits: filled(limit, '0.', '1', ''),
  'distinct fields': `{${distinct(Math.min(limit, 1_000_000), (index) => `"f${index}":0`)}}`,
  'numbers as fields': `{${distinct(Math.min(limit, 1_000_000), (index) => `"${index * 7919}":0`)}}`,
  'objects with fields of their own': `[${distinct(Math.min(limit, 600_000), (index) => `{"${index}":0}`)}]`,
});

/** Values that no field has, as JSON of at most `limit` bytes. */
export const wrongValues = (limit: number): Readonly<Record<string, string>> => {
  const most = Math.min(limit, 190_000);
  return {
    'lists in lists': `${'['.repeat(90)}${']'.repeat(90)}`,
    zeros: filled(most, '[', '0,', '0]'),
    'empty objects': filled(Math.min(limit, 140_000), '[', '{},', '{}]'),
    'objects with unknown fields': filled(most, '[', '{"x":0,"y":[]},', '{}]'),
    texts: filled(most, '[', '"",', '""]'),
    'long number': filled(limit, '', '1', ''),
  };
};
