import { describe, expect, it } from 'vitest';
import { sameWrongAnswers } from './same-wrong-answers.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

type Attempt = { readonly wrong: string; readonly startedAt: number; readonly completedAt: number };
const attempt = (wrong: readonly string[], startedAt = 0): Attempt => ({
  wrong: wrong.join(','),
  startedAt,
  completedAt: startedAt + 60 * minute,
});
const answered = (option: string, ...questions: readonly number[]) => questions.map((question) => `${question}=${option}`);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Spread over 32 bits, so that each seed is another class. */
const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    const once = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
    return ((twice ^ (twice >>> 16)) >>> 0) / 2 ** 32;
  };
};

const questions = 40;

/**
 * Honest candidates: of different ability (Rasch), in three topics that they know more or less; in each question one wrong option takes 40
 * to 95 % of the wrong answers; and each comes from one of ten schools, which taught something wrong in a seventh of the questions.
 */
const honest = (seed: number, people: number): Attempt[] => {
  const random = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const asked = upTo(questions).map(() => ({
    difficulty: 1.2 * normal(),
    topic: Math.floor(3 * random()),
    popular: Math.floor(3 * random()),
    share: 0.4 + 0.55 * random(),
  }));
  const schools = upTo(10).map(() => asked.map(() => (random() < 1 / 7 ? { harder: 1.5, popular: Math.floor(3 * random()) } : undefined)));
  return upTo(people).map(() => {
    const ability = 0.5 + 0.8 * normal();
    const topics = [0, 1, 2].map(() => ability + 0.6 * normal());
    const school = schools[Math.floor(10 * random())] ?? [];
    const wrong = asked.flatMap(({ difficulty, topic, popular, share }, index) => {
      const taught = school[index];
      const right = 1 / (1 + Math.exp(difficulty + (taught?.harder ?? 0) - (topics[topic] ?? 0)));
      if (random() < right) return [];
      const other = random() < share ? 0 : 1 + Math.floor(2 * random());
      return answered('abc'.charAt(((taught?.popular ?? popular) + other) % 3), index + 1);
    });
    return attempt(wrong);
  });
};
const excluding = (people: readonly Attempt[], ...some: readonly Attempt[]) => people.filter((one) => !some.includes(one));

describe('the same wrong answers', () => {
  it('are found in none of 1,000 honest candidates with popular wrong answers, weak topics and schools', () => {
    const found = [1, 2, 3, 4].flatMap((seed) => {
      const people = honest(seed, 250);
      return people.filter((one) => sameWrongAnswers(one, excluding(people, one), questions).length > 0);
    });
    expect(found).toEqual([]);
  });

  it('are found in nine of ten pairs of which one copied all, in both of the two alike, and nobody else is named', () => {
    const people = honest(5, 250);
    const sources = people.slice(0, 100).filter(({ wrong }) => wrong.split(',').length >= 8);
    const found = sources.filter((source) => {
      const copy = { ...source };
      const others = excluding(people, source, people.at(-1) ?? source);
      const [one, ...more] = sameWrongAnswers(source, [...others, copy], questions);
      const [back] = sameWrongAnswers(copy, [...others, source], questions);
      expect(more).toEqual([]);
      expect(back?.figures).toEqual(one?.figures);
      return one?.other === copy && back?.other === source;
    });
    expect(found.length / sources.length).toBeGreaterThan(0.9);
  });

  it('come with the numbers that they come from', () => {
    const usual = upTo(60).map((person) => attempt([...answered('a', 1, 2), ...answered('b', (person % 36) + 3, ((person + 9) % 36) + 3)]));
    const own = attempt([...answered('a', 1, 2), ...answered('c', 10, 11, 12, 13, 14, 15, 16, 17), ...answered('b', 20)]);
    const other = attempt([...answered('a', 1, 2), ...answered('c', 10, 11, 12, 13, 14, 15, 16), ...answered('d', 17)], 90 * minute);
    const [found, ...more] = sameWrongAnswers(own, [...usual, other], questions);
    expect(more).toEqual([]);
    expect(found?.other).toBe(other);
    expect(found?.questionIds).toEqual([1, 2, 10, 11, 12, 13, 14, 15, 16]);
    expect(found?.figures).toMatchObject({ sameWrong: 9, bothWrong: 10, wrong: 11, wrongOfOther: 10, compared: 61, minutesApart: 30 });
    expect(found?.figures.oneIn).toBeGreaterThan(1_000);
    expect(found?.text).toMatch(/^9 of 10 answers that are wrong here and in another attempt \(30 min apart\) are the same/);
  });

  it('are not said of few answers, of those that most others give, and of few candidates', () => {
    const own = attempt(answered('a', ...upTo(8)));
    const others = upTo(100).map((person) => attempt(answered('b', (person % 30) + 1)));
    expect(sameWrongAnswers(own, [...others, own], questions)).toHaveLength(1);
    const few = attempt(answered('a', ...upTo(4)));
    expect(sameWrongAnswers(few, [...others, few], questions)).toEqual([]);
    const most = upTo(100).map((person) => attempt(answered('a', ...upTo(8).filter((question) => (person + question) % 5 > 0))));
    expect(sameWrongAnswers(own, [...most, own], questions)).toEqual([]);
    expect(sameWrongAnswers(own, [own], questions)).toEqual([]);
  });

  it('are of attempts within a day of each other', () => {
    const own = attempt(answered('a', ...upTo(10)));
    const others = upTo(100).map((person) => attempt(answered('b', (person % 30) + 1)));
    const at = (startedAt: number) => sameWrongAnswers(own, [...others, { ...attempt(own.wrong.split(','), startedAt) }], questions);
    expect(at(day + 60 * minute)).toHaveLength(1);
    expect(at(day + 61 * minute)).toEqual([]);
    expect(at(-day - 61 * minute)).toEqual([]);
  });

  it('are found in a group that shared one answer sheet', () => {
    const shared = upTo(6).map(() => attempt(answered('c', ...upTo(12))));
    const others = upTo(100).map((person) => attempt(answered('b', (person % 30) + 1)));
    const [own] = shared;
    if (own === undefined) throw new Error('nobody shared');
    expect(sameWrongAnswers(own, [...others, ...shared.slice(1)], questions)).toHaveLength(5);
  });

  it('are none where all have three hundred wrong answers in common, and end in bounded work', () => {
    const others = upTo(500).map(() => attempt(answered('a', ...upTo(300))));
    expect(sameWrongAnswers(attempt(answered('a', ...upTo(300))), others, 1000)).toEqual([]);
  });
});
