import { isPlain } from './plain.ts';
import { languages, type Program, type Task } from './program.ts';

/** What a program may be at most; everything is checked before anything is queued. Lengths of texts are in UTF-16 units. */
export const bounds = {
  source: 65_536,
  tasks: 500,
  input: 4 * 1024 * 1024,
  name: 200,
  args: 100,
  harness: 262_144,
  schema: 262_144,
  data: 4 * 1024 * 1024,
  /** All tasks of a program together. */
  whole: 64 * 1024 * 1024,
  seconds: 60,
  memory: 1024,
  output: 4 * 1024 * 1024,
} as const;

const isWithin = (value: number, least: number, most: number): boolean => Number.isFinite(value) && value >= least && value <= most;

const faultOfTask = (task: Task): string | undefined => {
  switch (task.mode) {
    case 'stdio':
      return task.input.length > bounds.input ? 'an input is too long' : undefined;
    case 'function':
      if (task.name.length > bounds.name || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(task.name)) return 'a function has no valid name';
      return task.args.length > bounds.args || !isPlain(task.args) ? 'arguments are too many, too deep or no plain values' : undefined;
    case 'harness':
      return task.harness.length > bounds.harness ? 'a harness is too long' : undefined;
    case 'sql':
      return task.schema.length > bounds.schema || task.data.length > bounds.data ? 'a schema or its data are too long' : undefined;
    default:
      return 'a task has an unknown mode';
  }
};

const lengthOf = (task: Task): number =>
  task.mode === 'stdio'
    ? task.input.length
    : task.mode === 'sql'
      ? task.schema.length + task.data.length
      : task.mode === 'harness'
        ? task.harness.length
        : 0;

/** Why a program is not run at all, or undefined. */
export const faultOf = ({ language, source, tasks, limits, engine = '' }: Program): string | undefined => {
  if (!languages.includes(language)) return 'the language is unknown';
  if (engine.length > bounds.name) return 'the name of the engine is too long';
  if (source.length > bounds.source) return `the source is longer than ${bounds.source} characters`;
  if (tasks.length === 0 || tasks.length > bounds.tasks) return `a program has between 1 and ${bounds.tasks} tasks`;
  if (!isWithin(limits.seconds, 0.01, bounds.seconds)) return `seconds are between 0.01 and ${bounds.seconds}`;
  if (!isWithin(limits.memory, 1, bounds.memory)) return `memory is between 1 and ${bounds.memory} MiB`;
  if (!isWithin(limits.output, 0, bounds.output)) return `output is between 0 and ${bounds.output} bytes`;
  if (tasks.reduce((sum, task) => sum + lengthOf(task), 0) > bounds.whole) return 'the inputs are too long together';
  for (const task of tasks) {
    const fault = faultOfTask(task);
    if (fault !== undefined) return fault;
  }
  return undefined;
};
