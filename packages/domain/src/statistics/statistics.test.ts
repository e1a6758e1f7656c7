import { describe, expect, it } from 'vitest';
import { type TestDefinition, TestFile } from '../assessment/test-file.ts';
import { defineTest } from '../assessment/test-version.ts';
import { gradeAttempt } from '../report/scoring.ts';
import { addProduct, exactVariance } from './exact-sum.ts';
import { fQuantile } from './f-distribution.ts';
import { fewestInGroup, groupOf } from './group.ts';
import { makeMoved } from './moved.ts';
import { addAttempt, emptyTally, mostVersions, TestTally } from './tally.ts';
import { type GradedVersion, testStatistics } from './test-statistics.ts';
import { addTime, medianOf, type TimeBins } from './time-bins.ts';

// Right and wrong answers of 1,000 people to five questions each of sections 6 and 7 of the Law School Admission Test, by pattern: Bock, R. D.
// and Lieberman, M. (1970), Fitting a response model for n dichotomously scored items, Psychometrika 35(2), 179–197. They are the data sets
// LSAT and LSAT7 of the R packages ltm and mirt, whose descript() and itemstats() print the figures expected here.
const lsat6 = `00000 3 00001 6 00010 2 00011 11 00100 1 00101 1 00110 3 00111 4 01000 1 01001 8 01011 16 01101 3 01110 2 01111 15
  10000 10 10001 29 10010 14 10011 81 10100 3 10101 28 10110 15 10111 80 11000 16 11001 56 11010 21 11011 173 11100 11 11101 61 11110 28 11111 298`;
const lsat7 = `00000 12 00001 19 00010 1 00011 7 00100 3 00101 19 00110 3 00111 17 01000 10 01001 5 01010 3 01011 7 01100 7 01101 23 01110 8
  01111 28 10000 7 10001 39 10010 11 10011 34 10100 14 10101 51 10110 15 10111 90 11000 6 11001 25 11010 7 11011 35 11100 18 11101 136
  11110 32 11111 308`;

const choice = (place: number) => ({
  kind: 'single-choice',
  prompt: `Item ${place}`,
  options: [{ text: 'right', correct: true }, { text: 'wrong' }],
});
const five = defineTest(
  TestFile.parse({ name: 'LSAT', duration: 10, sections: [{ name: 'Section', questions: [1, 2, 3, 4, 5].map(choice) }] }),
);

const attemptOf = (pattern: string, version = 1) => {
  const answers = [...pattern].map((one, index) => [index + 1, one === '1' ? 'a' : 'b'] as const);
  const { score, totalScore, ...content } = gradeAttempt(five, new Map(answers));
  const chosen = new Map(answers.map(([id, option]) => [id, [option]]));
  return { version, keyVersion: version, score, totalScore, content, chosen, moved: new Set<number>(), shown: new Map() };
};

/** Versions of a test as they were taken, graded by their own keys. */
const ownKeys = (paper: TestDefinition, versions: readonly number[] = [1]): GradedVersion[] =>
  versions.map((version) => ({ version, keyVersion: version, paper, corrected: new Map() }));

const tallied = (patterns: string, versions: readonly number[] = [1]) => {
  const tally = emptyTally();
  let added = 0;
  for (const [, pattern = '', times] of patterns.matchAll(/([01]{5}) (\d+)/g))
    for (let time = 0; time < Number(times); time += 1) {
      addAttempt(tally, attemptOf(pattern, versions[added % versions.length]));
      added += 1;
    }
  return tally;
};
const statistics = (patterns: string, versions: readonly number[] = [1]) =>
  testStatistics(tallied(patterns, versions), ownKeys(five, versions), five);

describe('values of published data', () => {
  it.each([
    ['LSAT 6', lsat6, [0.924, 0.709, 0.553, 0.763, 0.87], [0.113, 0.153, 0.173, 0.144, 0.122], 0.295, 3.819, 1.035],
    ['LSAT 7', lsat7, [0.828, 0.658, 0.772, 0.606, 0.843], [0.246, 0.247, 0.313, 0.223, 0.175], 0.453, 3.707, 1.199],
  ])(
    '%s: means, corrected item-total correlations, alpha, mean and standard deviation',
    (_, patterns, means, correlations, alpha, mean, sd) => {
      const { candidates, reliability, questions } = statistics(patterns);
      expect(candidates).toBe(1000);
      expect(questions.map(({ difficulty }) => difficulty)).toEqual(means);
      expect(questions.map(({ discrimination }) => Number(discrimination?.toFixed(3)))).toEqual(correlations);
      expect(reliability).toMatchObject({ candidates: 1000, questions: 5, mean });
      expect(Number(reliability?.alpha.toFixed(3))).toBe(alpha);
      expect(Number(reliability?.standardDeviation.toFixed(3))).toBe(sd);
    },
  );

  it('quantiles of F as tables print them', () => {
    // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.3, upper critical values at 5 % and 1 %.
    expect(fQuantile(0.95, 1, 1)).toBeCloseTo(161.448, 2);
    expect(fQuantile(0.95, 5, 10)).toBeCloseTo(3.326, 3);
    expect(fQuantile(0.95, 10, 20)).toBeCloseTo(2.348, 3);
    expect(fQuantile(0.99, 4, 30)).toBeCloseTo(4.018, 3);
    expect(fQuantile(0.5, 100_000, 400_000)).toBeCloseTo(1, 4);
  });

  it('Feldt’s interval holds alpha, and narrows with more candidates', () => {
    const { reliability } = statistics(lsat7);
    // By F(999, 3996) of scipy.stats.f of SciPy 1.17.1.
    expect([reliability?.lower.toFixed(3), reliability?.upper.toFixed(3)]).toEqual(['0.398', '0.505']);
  });
});

describe('statistics over versions', () => {
  it('are the same however attempts are spread over versions that ask the same', () => {
    const { versions: _, ...whole } = statistics(lsat6).reliability ?? { versions: [] };
    const spread = statistics(lsat6, [1, 2, 3]);
    expect(spread.reliability).toMatchObject({ ...whole, versions: [3, 2, 1] });
    expect(spread.questions.map(({ difficulty, discrimination }) => [difficulty, discrimination])).toEqual(
      statistics(lsat6).questions.map(({ difficulty, discrimination }) => [difficulty, discrimination]),
    );
  });

  it('are the same from a tally that was stored in between', () => {
    const stored: TestTally = TestTally.parse(JSON.parse(JSON.stringify(tallied(lsat6))));
    expect(testStatistics(stored, ownKeys(five), five)).toEqual(statistics(lsat6));
  });

  it('forget the oldest version when there are more than are kept, and still count its candidates', () => {
    const tally = emptyTally();
    for (let version = 1; version <= mostVersions + 1; version += 1) addAttempt(tally, attemptOf('11111', version));
    addAttempt(tally, attemptOf('11111', 1));
    expect(Object.keys(tally.versions)).toHaveLength(mostVersions);
    expect(tally.versions).not.toHaveProperty('1');
    expect(tally.all.n).toBe(mostVersions + 2);
  });
});

describe('what to look at', () => {
  const flagsOf = (patterns: string) => statistics(patterns).questions.map(({ flags }) => flags.map(({ flag }) => flag));

  it('a question that good candidates get wrong, and one that everybody gets right', () => {
    const [first, second] = flagsOf('10000 20 01111 20 00111 5');
    expect(first).toContain('check-key');
    expect(first).toContain('better-distractor');
    expect(second).not.toContain('check-key');
    expect(flagsOf('11111 20 10111 20 10001 20')[0]).toEqual(['too-easy', 'unused-option']);
  });

  it('nothing where few took the test', () => {
    expect(flagsOf('10000 9 01111 10').flat()).toEqual([]);
  });

  it('shows who chose which option, with their mean score', () => {
    const [first] = statistics('11111 30 01100 10').questions;
    expect(first?.options).toEqual([
      { optionId: 'a', text: 'right', correct: true, candidates: 30, meanPercent: 100 },
      { optionId: 'b', text: 'wrong', correct: false, candidates: 10, meanPercent: 40 },
    ]);
  });
});

describe('how long a question takes', () => {
  const medianAmong = (seconds: readonly number[]) => {
    const bins: TimeBins = {};
    for (const one of seconds) addTime(bins, one);
    return medianOf([bins]);
  };

  it('is the median, exact to 16 seconds and within 7 per cent after that, from few sums', () => {
    expect(medianAmong([])).toEqual({ timed: 0, medianSeconds: null });
    expect(medianAmong([3, 900, 15])).toEqual({ timed: 3, medianSeconds: 15 });
    for (let seconds = 16; seconds < 60_000; seconds = Math.ceil(seconds * 1.01)) {
      const { medianSeconds } = medianAmong([seconds]);
      expect(Math.abs((medianSeconds ?? 0) - seconds) / seconds).toBeLessThan(0.07);
    }
  });

  it('keeps at most a hundred or so sums, however long an attempt is', () => {
    const bins: TimeBins = {};
    for (let seconds = 0; seconds < 300_000; seconds += 1) addTime(bins, seconds);
    expect(Object.keys(bins).length).toBeLessThan(120);
  });

  it('is of those for whom it was recorded, over all versions', () => {
    const tally = emptyTally();
    const shown = (milliseconds: number | null) => new Map([[1, { milliseconds, visits: 1 }]]);
    for (const [version, milliseconds] of [
      [1, 4000],
      [2, 9000],
      [2, 6000],
      [2, null],
    ] as const)
      addAttempt(tally, { ...attemptOf('11111', version), shown: shown(milliseconds) });
    const [first, second] = testStatistics(tally, ownKeys(five, [1, 2]), five).questions;
    expect(first).toMatchObject({ candidates: 4, timed: 3, medianSeconds: 6 });
    expect(second).toMatchObject({ candidates: 4, timed: 0, medianSeconds: null });
  });
});

describe('sums that doubles cannot hold', () => {
  it('stay exact beyond 2^53, also when they were stored in between', () => {
    const scores = [1_000_000_000, 999_999_999, 999_999_937, 1_000_000_000];
    const stored = scores.reduce((sum, one) => JSON.parse(JSON.stringify(addProduct(sum, one, one))), 0);
    expect(BigInt(stored)).toBe(scores.reduce((sum, one) => sum + BigInt(one) ** 2n, 0n));
    // Of 63, 62, 0, 63.
    const sum = scores.reduce((total, one) => total + one, 0);
    expect(exactVariance(scores.length, BigInt(sum), BigInt(stored))).toBeCloseTo((2 * 16 ** 2 + 15 ** 2 + 47 ** 2) / 3, 9);
  });

  it('are not needed by ordinary scores', () => expect(addProduct(5, 12_000, -300)).toBe(5 - 3_600_000));

  it('reliability of the largest marks is that of the same answers with small ones', () => {
    const marks = 10_000;
    const large = defineTest(
      TestFile.parse({
        name: 'Large',
        duration: 10,
        sections: [
          { name: 'Section', questions: [1, 2, 3, 4, 5].map((place) => ({ ...choice(place), marks })) },
          { name: 'Ballast', questions: Array.from({ length: 900 }, (_, place) => ({ ...choice(place + 6), marks })) },
        ],
      }),
    );
    const tally = emptyTally();
    for (const [, pattern = '', times] of lsat6.matchAll(/([01]{5}) (\d+)/g)) {
      const ballast = Array.from({ length: 900 }, (_, place) => [place + 6, 'a'] as const);
      const answers = [...[...pattern].map((one, index) => [index + 1, one === '1' ? 'a' : 'b'] as const), ...ballast];
      const { score, totalScore, ...content } = gradeAttempt(large, new Map(answers));
      const attempt = { ...attemptOf(pattern), score, totalScore, content, chosen: new Map() };
      for (let time = 0; time < Number(times); time += 1) addAttempt(tally, attempt);
    }
    const { reliability } = testStatistics(tally, ownKeys(large), large);
    const small = statistics(lsat6).reliability;
    expect(reliability?.standardDeviation).toBeCloseTo((small?.standardDeviation ?? 0) * marks, 0);
  });
});

describe('a void question', () => {
  const voided = (how: 'full-marks' | 'not-counted') => {
    const [section] = five.sections;
    const [first, ...others] = section?.questions ?? [];
    if (section === undefined || first === undefined) throw new Error('there is no question');
    return { ...five, sections: [{ ...section, questions: [{ ...first, void: how }, ...others] }] };
  };
  const statisticsOf = (how: 'full-marks' | 'not-counted') => {
    const definition = voided(how);
    const tally = emptyTally();
    for (const [, pattern = '', times] of lsat6.matchAll(/([01]{5}) (\d+)/g))
      for (let time = 0; time < Number(times); time += 1) {
        const answers = [...pattern].map((one, index) => [index + 1, one === '1' ? 'a' : 'b'] as const);
        const { score, totalScore, ...content } = gradeAttempt(definition, new Map(answers));
        addAttempt(tally, { ...attemptOf(pattern), score, totalScore, content, chosen: new Map() });
      }
    return testStatistics(tally, ownKeys(definition), definition);
  };

  it.each(['full-marks', 'not-counted'] as const)(
    '%s: is said to be void, has no advice, and is not one of those that alpha is of',
    (how) => {
      const { questions, reliability } = statisticsOf(how);
      expect(questions[0]).toMatchObject({
        ...{ void: how, candidates: 1000, difficulty: null, discrimination: null, flags: [] },
        ...{ right: 0, partial: 0, wrong: 0, blank: 0 },
      });
      expect(questions[1]).toMatchObject({ void: null, difficulty: 0.709 });
      expect(reliability).toMatchObject({ candidates: 1000, questions: 4 });
    },
  );
});

describe('a corrected key', () => {
  // The first question's key is wrong: the second option is right.
  const corrected = defineTest(
    TestFile.parse({
      name: 'LSAT',
      duration: 10,
      sections: [
        {
          name: 'Section',
          questions: [{ ...choice(1), options: [{ text: 'right' }, { text: 'wrong', correct: true }] }, ...[2, 3, 4, 5].map(choice)],
        },
      ],
    }),
    five,
  );
  // Of candidates who know the rest and choose the second option, and of others who choose the first.
  const answersOf = (pattern: string) => [...pattern].map((one, index) => [index + 1, one === '1' ? 'a' : 'b'] as const);
  const add = (tally: TestTally, { version, keyVersion }: { version: number; keyVersion: number }, pattern: string, times: number) => {
    const answers = answersOf(pattern);
    const { score, totalScore, ...content } = gradeAttempt(keyVersion === 1 ? five : corrected, new Map(answers));
    const moved = new Set(version === keyVersion ? [] : [1]);
    const attempt = { ...attemptOf(pattern), version, keyVersion, score, totalScore, content, moved };
    for (let time = 0; time < times; time += 1) addAttempt(tally, attempt);
  };
  const first = (tally: TestTally, ...graded: GradedVersion[]) => {
    const [question] = testStatistics(tally, graded, corrected).questions;
    if (question === undefined) throw new Error('there is no question');
    return question;
  };
  const wrongKey: GradedVersion = { version: 1, keyVersion: 1, paper: five, corrected: new Map() };
  const ownKey: GradedVersion = { version: 2, keyVersion: 2, paper: corrected, corrected: new Map() };
  const correction = { version: 2, at: '2026-11-24T10:00:00.000Z' };
  const regraded: GradedVersion = { version: 1, keyVersion: 2, paper: corrected, corrected: new Map([[1, correction]]) };
  const fill = (tally: TestTally, graded: { version: number; keyVersion: number }) => {
    add(tally, graded, '01111', 20);
    add(tally, graded, '10001', 15);
    return tally;
  };

  it('is what advice goes by once attempts are graded by it, and the question says so', () => {
    const before = first(fill(emptyTally(), wrongKey), wrongKey);
    expect(before.flags.map(({ flag }) => flag)).toEqual(['other-key', 'check-key', 'better-distractor']);
    expect(before).toMatchObject({ right: 15, corrected: null, otherKey: 35, options: [{ correct: true }, { correct: false }] });
    const after = first(fill(emptyTally(), regraded), regraded);
    expect(after).toMatchObject({ right: 20, otherKey: 0, flags: [], options: [{ correct: false }, { correct: true }] });
    expect(after.corrected).toEqual({ ...correction, attempts: 35 });
  });

  it('is not advised against because of attempts that the former one still grades', () => {
    const tally = fill(fill(emptyTally(), wrongKey), ownKey);
    const mixed = first(tally, wrongKey, ownKey);
    expect(mixed).toMatchObject({ candidates: 70, right: 35, otherKey: 35, versions: [2, 1] });
    expect(mixed.flags.map(({ flag }) => flag)).toEqual(['other-key']);
    // All who chose it, and the mean of those whom this key grades.
    expect(mixed.options.map(({ candidates, meanPercent }) => [candidates, meanPercent])).toEqual([
      [30, 20],
      [40, 100],
    ]);
  });

  it.each([
    ['b', 1, true],
    ['a', 2, true],
    [null, 1, false],
  ])('moves %s if it grades it otherwise', (answer, marks, moved) => {
    const [before, after] = [five, corrected].map(({ sections }) => sections[0]?.questions[0]);
    if (before === undefined || after === undefined) throw new Error('there is no question');
    const isMoved = makeMoved();
    for (let times = 0; times < 2; times += 1) expect(isMoved({ before, after: { ...after, marks } }, answer)).toBe(moved);
  });
});

it('an essay that is void to some of a version counts for the others, who have no alpha together', () => {
  const [tally, other] = [emptyTally(), attemptOf('11000')];
  const voided = other.content.questions.map((question, place) => (place === 0 ? { ...question, void: 'full-marks' as const } : question));
  for (let times = 0; times < 3; times += 1) {
    addAttempt(tally, attemptOf('10101'));
    addAttempt(tally, { ...other, content: { ...other.content, questions: voided } });
  }
  const { questions, reliability } = testStatistics(tally, ownKeys(five), five);
  expect(questions[0]).toMatchObject({ candidates: 6, difficulty: 1, right: 3 });
  expect(reliability).toBeNull();
});

it('a question that is worth 0 marks has no difficulty, is not called too hard, and takes nothing from what it is where it is worth some', () => {
  const attempt = attemptOf('11111');
  const worthless = attempt.content.questions.map((question, place) => (place === 0 ? { ...question, score: '0', marks: '0' } : question));
  const unmarked = { ...attempt, score: '4', totalScore: '4', content: { ...attempt.content, questions: worthless } };
  const tally = emptyTally();
  for (let times = 0; times < 20; times += 1) addAttempt(tally, unmarked);
  expect(testStatistics(tally, ownKeys(five), five).questions[0]).toMatchObject({ difficulty: null, discrimination: null, flags: [] });
  for (let times = 0; times < 20; times += 1) addAttempt(tally, { ...attempt, version: 2, keyVersion: 2 });
  const [both] = testStatistics(tally, ownKeys(five, [1, 2]), five).questions;
  expect(both).toMatchObject({ candidates: 40, difficulty: 1 });
});

describe('the group of a report', () => {
  const report = (pattern: string) => {
    const { score, totalScore, content } = attemptOf(pattern);
    return { score, totalScore, sections: content.sections };
  };

  it('is there from twenty candidates on', () => {
    expect(groupOf(tallied(`11111 ${fewestInGroup - 1}`), report('11111'))).toBeNull();
    expect(groupOf(tallied(`11111 ${fewestInGroup}`), report('11111'))).toMatchObject({ candidates: 20, percentile: 50, meanPercent: 100 });
  });

  it('counts those below, and half of those with the same score, for the total and each section', () => {
    const group = groupOf(tallied('11111 10 11110 20 00000 10'), report('11110'));
    expect(group).toEqual({ candidates: 40, percentile: 50, meanPercent: 65, sections: [{ percentile: 50, meanPercent: 65 }] });
    expect(groupOf(tallied('11111 10 11110 20 00000 10'), report('11111'))).toMatchObject({ percentile: 87 });
  });

  it('compares exact shares of the maximum: as many scores, as many percentiles, whatever the maximum', () => {
    const tally = emptyTally();
    const scored = (hundredths: number, total: number) => {
      const [score, totalScore] = [String(hundredths / 100), String(total)];
      const sections = [{ sectionName: 'Section', candidateScore: score, sectionScore: totalScore }];
      return { ...attemptOf('11111'), score, totalScore, content: { grader: 2, questions: [], sections } };
    };
    // All within two per cent of the maximum, and one below zero.
    const attempts = Array.from({ length: 95 }, (_, place) => scored(5000 + 2 * place, 100)).with(0, scored(-250, 100));
    for (const attempt of attempts) addAttempt(tally, attempt);
    const percentiles = attempts.map((one) => groupOf(tally, { ...one, sections: one.content.sections }));
    expect(percentiles.map((one) => one?.percentile)).toEqual(attempts.map((_, place) => Math.floor((100 * (place + 0.5)) / 95)));
    expect(percentiles.map((one) => one?.sections[0]?.percentile)).toEqual(percentiles.map((one) => one?.percentile));
    // A third of 100 marks and a third of 30 are the same; 33.33 of 100 is less.
    const thirds = emptyTally();
    for (let times = 0; times < 10; times += 1)
      for (const one of [scored(1000, 30), scored(2000, 60), scored(3333, 100)]) addAttempt(thirds, one);
    const percentileOf = (one: ReturnType<typeof scored>) => groupOf(thirds, { ...one, sections: [] })?.percentile;
    expect([scored(1000, 30), scored(2000, 60), scored(3333, 100)].map(percentileOf)).toEqual([66, 66, 16]);
  });

  it('keeps no more than so many shares of sections, and says no percentile of one where some are left out', () => {
    const tally = emptyTally();
    const scored = (score: number) => {
      const sections = [{ sectionName: 'Section', candidateScore: String(score / 100), sectionScore: '1000' }];
      return { ...attemptOf('11111'), content: { grader: 2, questions: [], sections } };
    };
    for (let score = 0; score <= 50_000; score += 1) addAttempt(tally, scored(score));
    expect(Object.values(tally.sections).map(({ n, shares }) => [n, Object.keys(shares).length])).toEqual([[50_001, 50_000]]);
    expect(groupOf(tally, { score: '5', totalScore: '5', sections: scored(7).content.sections })).toMatchObject({
      percentile: 50,
      sections: [null],
    });
  });

  it('has nothing of a section that others were not asked', () => {
    const other = { ...report('11110'), sections: [{ sectionName: '__proto__', candidateScore: '1', sectionScore: '2' }] };
    expect(groupOf(tallied('11111 40'), other)?.sections).toEqual([null]);
  });
});
