import type { TestDefinition } from '../assessment/test-file.ts';
import { decimal, formatDecimal, sum } from '../decimal.ts';
import type { ReportContent } from './report-content.ts';

type Graded = ReportContent['questions'][number];

/** Scores are exact decimals in text. */
export type SkillScore = {
  readonly skillId: number;
  readonly skillName: string;
  readonly score: string;
  readonly totalScore: string;
  readonly sectionId: number;
  readonly sectionName: string;
};

const folded = (name: string): string => name.normalize('NFC').toLowerCase();

type Skilled = { readonly skills?: readonly string[] | undefined };

/** The skills that a question shows, those of its section first, by their name without regard to case. */
const skillsByName = (section: Skilled, question: Skilled): ReadonlyMap<string, string> =>
  new Map([...(section.skills ?? []), ...(question.skills ?? [])].map((name) => [folded(name), name]));

export const skillsOf = (section: Skilled, question: Skilled): readonly string[] => [...skillsByName(section, question).values()];

/**
 * What a candidate reached in each skill of each section. A question counts in full for each of its skills, those of its section among
 * them. Ids are places, from 1: of a section in the test, of a skill in the order in which the test first names it, without regard to case.
 */
export const skillScores = (test: TestDefinition, questions: readonly Graded[]): readonly SkillScore[] => {
  const graded = new Map(questions.map((question) => [question.questionId, question]));
  const skills = new Map<string, { readonly skillId: number; readonly skillName: string }>();
  return test.sections.flatMap((section, index) => {
    const found = new Map<number, Graded[]>();
    for (const question of section.questions) {
      for (const [key, skillName] of skillsByName(section, question)) {
        const skill = skills.get(key) ?? { skillId: skills.size + 1, skillName };
        skills.set(key, skill);
        const one = graded.get(question.questionId);
        if (one !== undefined) found.set(skill.skillId, [...(found.get(skill.skillId) ?? []), one]);
      }
    }
    return [...skills.values()].flatMap(({ skillId, skillName }) => {
      const list = found.get(skillId);
      if (list === undefined) return [];
      const score = formatDecimal(sum(list.map((one) => decimal(one.score))));
      const totalScore = formatDecimal(sum(list.map(({ marks }) => decimal(marks))));
      return [{ skillId, skillName, score, totalScore, sectionId: index + 1, sectionName: section.name }];
    });
  });
};
