/** Reads a WebAssembly binary as far as finding an instruction needs it: the MVP, sign extension and bulk memory. */
class Reader {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  byte(): number {
    return this.bytes.readUInt8(this.at++);
  }

  number(): number {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      result += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return result;
    }
  }

  text(): string {
    const length = this.number();
    this.at += length;
    return this.bytes.toString('utf8', this.at - length, this.at);
  }

  skip(numbers: number): void {
    for (let index = 0; index < numbers; index++) this.number();
  }

  /** Past the immediate operands of an instruction. */
  operands(code: number): void {
    if (code >= 0x28 && code <= 0x3e) this.skip(2);
    else if (code === 0x11) this.skip(2);
    else if (code === 0x0e) this.skip(this.number() + 1);
    else if (code === 0x43) this.at += 4;
    else if (code === 0x44) this.at += 8;
    else if (code === 0xfc) this.extended();
    else if ([0x02, 0x03, 0x04, 0x0c, 0x0d, 0x10, 0x3f, 0x40, 0x41, 0x42].includes(code) || (code >= 0x20 && code <= 0x26)) this.skip(1);
    else if (code > 0xc4) throw new Error(`instruction ${code.toString(16)} is not known here`);
  }

  private extended(): void {
    const code = this.number();
    if (code === 8 || code === 10) this.skip(2);
    else if (code === 9 || code === 11) this.skip(1);
    else if (code > 7) throw new Error(`instruction fc ${code} is not known here`);
  }
}

const leb = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)]);
const name = (text: string): number[] => [...leb(text.length), ...Buffer.from(text)];
const kinds = { table: 1, global: 3 } as const;

export type Changes = {
  /** What is exported in addition, by its index. */
  readonly exports: Readonly<Record<string, { readonly kind: keyof typeof kinds; readonly index: number }>>;
  /** The imports that are called in place of `memory.grow` and `memory.size`, and how often these are found. */
  readonly grow: string;
  readonly size: string;
  readonly sites: number;
  /** Exported functions, and the import that each calls first with its first argument. */
  readonly before?: Readonly<Record<string, string>>;
  /** Functions of one or two numbers, by their index, that call what the host puts into this place of the table, with this type. */
  readonly instead?: Readonly<Record<number, { readonly arguments: 1 | 2; readonly slot: number; readonly type: number }>>;
};

const signed = (value: number): number[] => (value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >> 7)]);

const callThroughTable = ({ arguments: count, slot, type }: { arguments: 1 | 2; slot: number; type: number }): Buffer =>
  Buffer.from([0, 0x20, 0, ...(count === 2 ? [0x20, 1] : []), 0x41, ...signed(slot), 0x11, ...leb(type), 0, 0x0b]);

/** Cuts custom sections out, and makes the changes. An import's name stands for its index. */
export const rewriteBinary = (binary: Buffer, changes: Changes): Buffer => {
  const reader = new Reader(Buffer.from(binary));
  const kept: Buffer[] = [binary.subarray(0, 8)];
  const imported: string[] = [];
  const importOf = (text: string): number => {
    const index = imported.indexOf(text);
    if (index < 0 || index > 127) throw new Error(`there is no import ${text} with a short index`);
    return index;
  };
  const exported = new Map<string, number>();
  let replaced = 0;
  reader.at = 8;
  while (reader.at < reader.bytes.length) {
    const id = reader.byte();
    const size = reader.number();
    const start = reader.at;
    const end = start + size;
    let content = reader.bytes.subarray(start, end);
    if (id === 2) {
      for (let count = reader.number(); count > 0; count--) {
        reader.text();
        imported.push(reader.text());
        if (reader.byte() !== 0) throw new Error('an import is no function');
        reader.number();
      }
    }
    if (id === 7) {
      const count = reader.number();
      const from = reader.at;
      for (let left = count; left > 0; left--) {
        const text = reader.text();
        const kind = reader.byte();
        const index = reader.number();
        if (kind === 0) exported.set(text, index);
      }
      const added = Object.entries(changes.exports);
      const entries = added.flatMap(([text, { kind, index }]) => [...name(text), kinds[kind], ...leb(index)]);
      content = Buffer.from([...leb(count + added.length), ...reader.bytes.subarray(from, end), ...entries]);
    }
    if (id === 10) {
      const calls = new Map([
        [0x40, importOf(changes.grow)],
        [0x3f, importOf(changes.size)],
      ]);
      const before = new Map(Object.entries(changes.before ?? {}).map(([text, first]) => [exported.get(text), importOf(first)]));
      const count = reader.number();
      const bodies: Uint8Array[] = [Buffer.from(leb(count))];
      for (let index = 0; index < count; index++) {
        const bodySize = reader.number();
        const bodyStart = reader.at;
        const bodyEnd = bodyStart + bodySize;
        for (let locals = reader.number(); locals > 0; locals--) reader.skip(2);
        const codeStart = reader.at;
        while (reader.at < bodyEnd) {
          const at = reader.at;
          const code = reader.byte();
          reader.operands(code);
          const call = calls.get(code);
          if (call === undefined) continue;
          replaced += 1;
          reader.bytes.set([0x10, call], at);
        }
        const instead = changes.instead?.[imported.length + index];
        if (instead !== undefined) {
          const body = callThroughTable(instead);
          bodies.push(Buffer.from(leb(body.length)), body);
          continue;
        }
        const first = before.get(imported.length + index);
        const prefix = first === undefined ? [] : [0x20, 0, 0x10, first];
        bodies.push(Buffer.from([...leb(bodySize + prefix.length)]), reader.bytes.subarray(bodyStart, codeStart), Buffer.from(prefix));
        bodies.push(reader.bytes.subarray(codeStart, bodyEnd));
      }
      content = Buffer.concat(bodies);
    }
    if (id !== 0) kept.push(Buffer.from([id, ...leb(content.length)]), content);
    reader.at = end;
  }
  if (replaced !== changes.sites) throw new Error(`replaced ${replaced} instructions`);
  return Buffer.concat(kept);
};
