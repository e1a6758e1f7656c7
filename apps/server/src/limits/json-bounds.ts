export const jsonBounds = {
  /** Lists and objects within each other. A value of a case has 20 levels, each of which may be three in JSON, in a test file. */
  depth: 100,
  /** A test file of 64 KiB has at most 32,768, numbers in lists; 2,000 replacements in 200 edits are 9,000. */
  values: 40_000,
  /** A test file has at most 200,000: 1,000 text questions with 200 answers each. */
  valuesApart: 500_000,
} as const;

const [quote, backslash, comma, list, object, listEnd, objectEnd] = Buffer.from('"\\,[{]}');

/**
 * What is too much in JSON, found without parsing it: what is in a text does not count. Parsed, 5 million empty objects would take 300 MB,
 * and a thread that runs out of memory inside `JSON.parse` ends the whole process.
 */
export const excessOf = (json: Uint8Array, mostValues: number): string | undefined => {
  let values = 0;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) inText = !inText;
    else if (inText) at += byte === backslash ? 1 : 0;
    else if (byte === listEnd || byte === objectEnd) depth -= 1;
    else if (byte === comma || byte === list || byte === object) {
      values += 1;
      if (byte !== comma) depth += 1;
      if (values > mostValues) return `The request body holds more than ${mostValues} values`;
      if (depth > jsonBounds.depth) return `The request body has more than ${jsonBounds.depth} lists and objects within each other`;
    }
  }
  return undefined;
};
