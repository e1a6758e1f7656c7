/** Of its value, without the quotes. */
type Attribute = { readonly prefix: string; readonly local: string; readonly value: string; readonly start: number; readonly end: number };
export type Tag = {
  readonly kind: 'open' | 'close' | 'empty';
  readonly name: string;
  readonly prefix: string;
  readonly local: string;
  readonly start: number;
  readonly end: number;
  /** With the space before each. */
  readonly attributes: readonly (Attribute & { readonly from: number })[];
};
export type Remark = { readonly kind: 'remark'; readonly start: number; readonly end: number };

const begin = /<(\/?)([^\s<>/="'!?]+)/y;
const attribute = /\s+([^\s<>/="']+)\s*=\s*("[^"<]*"|'[^'<]*')/y;
const finish = /\s*(\/?)>/y;

const at = (pattern: RegExp, text: string, index: number): RegExpExecArray | null => {
  pattern.lastIndex = index;
  return pattern.exec(text);
};

const split = (name: string): { readonly prefix: string; readonly local: string } => {
  const colon = name.indexOf(':');
  return { prefix: name.slice(0, Math.max(colon, 0)), local: name.slice(colon + 1) };
};

const tagAt = (text: string, start: number): Tag => {
  const first = at(begin, text, start);
  if (first === null) throw new Error('is XML that is not read');
  const [all, slash, name = ''] = first;
  const attributes: Tag['attributes'][number][] = [];
  let index = start + all.length;
  for (let one = at(attribute, text, index); one !== null; one = at(attribute, text, index)) {
    const [{ length }, named = '', quoted = ''] = one;
    const end = index + length - 1;
    attributes.push({ ...split(named), value: quoted.slice(1, -1), from: index, start: end - quoted.length + 2, end });
    index += length;
  }
  const last = at(finish, text, index);
  if (last === null) throw new Error('is XML that is not read');
  const kind = slash ? 'close' : last[1] ? 'empty' : 'open';
  return { kind, name, ...split(name), start, end: index + last[0].length, attributes };
};

/** Tags, and comments and instructions as remarks, in one pass: each character is read once. Throws at what is no tag, and at a DOCTYPE, whose entities could hide names. */
export function* walkXml(text: string): Generator<Tag | Remark> {
  const after = (words: string, start: number): number => {
    const index = text.indexOf(words, start);
    if (index < 0) throw new Error('is XML that is not read');
    return index + words.length;
  };
  for (let start = text.indexOf('<'); start >= 0; ) {
    let end: number;
    if (text.startsWith('<![CDATA[', start)) end = after(']]>', start);
    else if (text.startsWith('<!--', start) || text.startsWith('<?', start)) {
      end = after(text[start + 1] === '?' ? '?>' : '-->', start + 2);
      if (!text.startsWith('<?xml ', start)) yield { kind: 'remark', start, end };
    } else {
      const tag = tagAt(text, start);
      yield tag;
      end = tag.end;
    }
    start = text.indexOf('<', end);
  }
}
