import type { CodeAnswer } from '../code-answer.ts';
import { comparableTokens, fingerprintsOf } from './fingerprints.ts';
import { type ComparedSide, type SharedPart, sharedParts } from './shared-parts.ts';

/** A program with fewer fingerprints that count is not compared: short programs are alike by chance. It is some 50 tokens. */
export const fewestFingerprints = 20;

/** What more than half of so many programs have, everybody writes: it does not count. */
export const fewestForCommon = 10;

/** Parts of a pair that are named, the longest ones. */
export const mostParts = 50;

/** `group`: programs of other groups are not compared with it. `person`: nor are those of the same one. */
export type ComparedProgram = CodeAnswer & { readonly group: string; readonly person: string; readonly starter: string };

/** A program by its place in the list, and how many of its fingerprints count. */
type Side = { readonly program: number; readonly fingerprints: number };

/** `shared`: how many fingerprints both have. `longest`: tokens of the longest part that both have. */
export type SimilarPair = {
  readonly similarity: number;
  readonly shared: number;
  readonly longest: number;
  readonly left: Side;
  readonly right: Side;
  readonly parts: readonly SharedPart[];
};

/** `found`: pairs that are at least as alike as was asked for; `pairs` are the most alike of them. */
export type SimilarPrograms = { readonly tooShort: number; readonly found: number; readonly pairs: readonly SimilarPair[] };

/** Numbers the fingerprints of a group from 0. In many maps, because one of a million entries takes 50 ms to grow. */
class Numbers {
  readonly #maps = Array.from({ length: 64 }, () => new Map<number, number>());
  count = 0;

  find(hash: number): number | undefined {
    return this.#maps[hash >>> 26]?.get(hash | 0);
  }

  add(hash: number): number {
    const known = this.find(hash);
    if (known !== undefined) return known;
    const number = this.count;
    this.#maps[hash >>> 26]?.set(hash | 0, number);
    this.count += 1;
    return number;
  }
}

/** `numbers` are of its fingerprints, each once, without those of the starter. */
type Member = Omit<Side, 'fingerprints'> & ComparedSide & { readonly person: string; readonly numbers: Int32Array };
type Found = Omit<SimilarPair, 'longest' | 'parts'> & { readonly parts: () => readonly SharedPart[] };

const byLikeness = (one: Found, other: Found): number =>
  other.similarity - one.similarity ||
  other.shared - one.shared ||
  one.left.program - other.left.program ||
  one.right.program - other.right.program;

/** The `limit` best of however many are added. */
class Best {
  #pairs: Found[] = [];
  /** None that is worse can be among the best. */
  #worst: Found | undefined;
  readonly #limit: number;
  found = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(pair: Found): void {
    this.found += 1;
    if (this.#worst !== undefined && byLikeness(this.#worst, pair) < 0) return;
    this.#pairs.push(pair);
    if (this.#pairs.length < 2 * this.#limit + 100) return;
    this.#pairs = this.list();
    this.#worst = this.#pairs.at(-1);
  }

  list(): Found[] {
    return this.#pairs.toSorted(byLikeness).slice(0, this.#limit);
  }
}

const sideOf = function* (answer: CodeAnswer): Generator<void, ComparedSide> {
  const tokens = yield* comparableTokens(answer);
  return { tokens, prints: fingerprintsOf(tokens) };
};

/** Programs that are compared with each other. */
class Group {
  readonly #members: Member[] = [];
  readonly #numbers = new Numbers();
  #starter: ReadonlySet<number> | undefined;
  #programsWith = new Int32Array(0);

  *add(program: number, { person, starter, language, source }: ComparedProgram): Generator<void, void> {
    this.#starter ??= new Set((yield* sideOf({ language, source: starter })).prints.hashes);
    const side = yield* sideOf({ language, source });
    const own = new Set<number>();
    for (const hash of side.prints.hashes) if (!this.#starter.has(hash)) own.add(this.#numbers.add(hash));
    this.#members.push({ ...side, program, person, numbers: Int32Array.from(own) });
  }

  #counts(number: number): boolean {
    const programs = this.#members.length;
    return programs < fewestForCommon || 2 * (this.#programsWith[number] ?? 0) <= programs;
  }

  #partsOf(left: Member, right: Member): readonly SharedPart[] {
    return sharedParts(left, right, (hash) => {
      const number = this.#numbers.find(hash);
      return number !== undefined && this.#counts(number);
    });
  }

  /** Looks each program up in an index of those before it. Returns how many were too short to compare. */
  *compare(atLeast: number, best: Best): Generator<void, number> {
    this.#programsWith = new Int32Array(this.#numbers.count);
    for (const { numbers } of this.#members) {
      for (const number of numbers) this.#programsWith[number] = (this.#programsWith[number] ?? 0) + 1;
      yield;
    }
    // The programs with a fingerprint stand in `index` from its start to its end.
    const ends = new Int32Array(this.#numbers.count);
    for (let number = 1; number < ends.length; number += 1) ends[number] = (ends[number - 1] ?? 0) + (this.#programsWith[number - 1] ?? 0);
    const starts = ends.slice();
    const index = new Int32Array((starts.at(-1) ?? 0) + (this.#programsWith.at(-1) ?? 0));
    const sizes = new Int32Array(this.#members.length);
    let tooShort = 0;
    for (const [at, member] of this.#members.entries()) {
      yield;
      const counting = member.numbers.filter((number) => this.#counts(number));
      if (counting.length < fewestFingerprints) {
        tooShort += 1;
        continue;
      }
      sizes[at] = counting.length;
      const shared = new Int32Array(at);
      for (const number of counting) {
        const end = ends[number] ?? 0;
        for (let entry = starts[number] ?? 0; entry < end; entry += 1) {
          const other = index[entry] ?? 0;
          shared[other] = (shared[other] ?? 0) + 1;
        }
        index[end] = at;
        ends[number] = end + 1;
      }
      for (const [place, both] of shared.entries()) {
        if (both === 0) continue;
        const other = this.#members[place];
        const size = sizes[place] ?? 0;
        const similarity = (2 * both) / (size + counting.length);
        if (other === undefined || similarity < atLeast || other.person === member.person) continue;
        best.add({
          similarity,
          shared: both,
          left: { program: other.program, fingerprints: size },
          right: { program: member.program, fingerprints: counting.length },
          parts: () => this.#partsOf(other, member),
        });
      }
    }
    return tooShort;
  }
}

/** The longest parts, in the order of the left program. */
const named = (parts: readonly SharedPart[]): readonly SharedPart[] => {
  const kept = new Set(parts.toSorted((one, other) => other.tokens - one.tokens).slice(0, mostParts));
  return parts.filter((part) => kept.has(part));
};

/**
 * Pairs of programs that are alike: `similarity` is twice the fingerprints that both have, over the sum of those that each has. Gives way
 * every few milliseconds, so that its caller can do other things in between.
 */
export const similarPrograms = function* (
  programs: readonly ComparedProgram[],
  { atLeast, limit }: { readonly atLeast: number; readonly limit: number },
): Generator<void, SimilarPrograms> {
  const groups = new Map<string, Group>();
  for (const [index, program] of programs.entries()) {
    const group = groups.get(program.group) ?? new Group();
    groups.set(program.group, group);
    yield* group.add(index, program);
    yield;
  }
  const best = new Best(limit);
  let tooShort = 0;
  for (const group of groups.values()) tooShort += yield* group.compare(atLeast, best);
  const pairs: SimilarPair[] = [];
  for (const found of best.list()) {
    const parts = found.parts();
    pairs.push({ ...found, longest: parts.reduce((most, { tokens }) => Math.max(most, tokens), 0), parts: named(parts) });
    yield;
  }
  return { tooShort, found: best.found, pairs };
};
