import { gradeProblems } from './grade-problems.ts';
import { type Problem, readProblems } from './problem.ts';

const isQuery = ({ question }: Problem): boolean => question.kind === 'sql';
const all = readProblems();

gradeProblems([...all.filter((one) => !isQuery(one)).slice(0, 2), ...all.filter(isQuery).slice(0, 1)]);
