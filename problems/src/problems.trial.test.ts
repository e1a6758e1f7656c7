import { gradeProblems } from './grade-problems.ts';
import { readProblems } from './problem.ts';

gradeProblems(readProblems());
