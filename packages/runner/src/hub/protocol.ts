import { createHmac } from 'node:crypto';
import { isPlain } from '../plain.ts';
import { type Owner, waiters } from '../pool/fair-queue.ts';
import { ends, type Language, type Limits, languages, type Offer, type Program, type Run, type Task } from '../program.ts';

/**
 * What the server and a runner process of ours say to each other: JSON over HTTP below `/runner/v1/`. A program that leaves for a runner
 * is source, inputs and limits, and of whom it is for a digest: no expected output, no account, no candidate. A harness holds expectations
 * and never leaves; SQL needs nothing that a server lacks. Either side may be of an older release, which drops fields that it does not know:
 * what a later release adds is optional.
 */
export const runnerModes = ['stdio', 'function'] as const satisfies readonly Task['mode'][];

/** Bytes of each request's body. A run holds both outputs, and a character can be six of JSON. */
export const runnerBodyLimits = { hello: 65_536, claim: 1024, runs: 32 * 1024 * 1024, programs: 48 * 1024 * 1024 } as const;

/** `size`: programs at the same time. `sizeOfOthers`: of these, for programs that no candidate waits for. */
export type Hello = { readonly offers: readonly Offer[]; readonly size: number; readonly sizeOfOthers: number };
export type Welcome = { readonly runner: string; readonly leaseSeconds: number };
/** `id` is of this claim, and known to nobody but the runner that made it. */
export type Claimed = Program & { readonly id: string; readonly owner: Owner };
export type Report =
  | { readonly id: string; readonly index: number; readonly run: Run }
  | { readonly id: string; readonly renew: true }
  | { readonly id: string; readonly giveBack: true };
/** Without a program: one that was submitted before is waited for. */
export type Submission = { readonly id: string } | { readonly id: string; readonly program: Program; readonly owner: Owner };

const mostRunnerSize = 256;
const mostOffers = 100;
const longestName = 200;

type Fields = { readonly [name: string]: unknown };
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

const isText = (value: unknown, longest: number): value is string => typeof value === 'string' && value.length <= longest;
const isAmount = (value: unknown, most: number): value is number => typeof value === 'number' && value >= 0 && value <= most;
const isCount = (value: unknown, most: number): value is number => Number.isInteger(value) && isAmount(value, most);
const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{16,64}$/.test(value);

const readOffer = (value: unknown): Offer | undefined => {
  const { engine, language, version, modes } = fieldsOf(value);
  if (!isText(engine, longestName) || !isLanguage(language) || !isText(version, longestName) || !Array.isArray(modes)) return undefined;
  return { engine, language, version, modes: runnerModes.filter((mode) => modes.includes(mode)) };
};

export const readOffers = (value: unknown): readonly Offer[] | undefined => {
  if (!Array.isArray(value) || value.length > mostOffers) return undefined;
  const offers = value.map(readOffer);
  return offers.every((offer) => offer !== undefined) ? offers : undefined;
};

export const readHello = (body: unknown): Hello | undefined => {
  const { offers, size, sizeOfOthers } = fieldsOf(body);
  const read = readOffers(offers);
  if (read === undefined || !isCount(size, mostRunnerSize) || size === 0) return undefined;
  return isCount(sizeOfOthers, size) && sizeOfOthers > 0 ? { offers: read, size, sizeOfOthers } : undefined;
};

export const readWelcome = (body: unknown): Welcome | undefined => {
  const { runner, leaseSeconds } = fieldsOf(body);
  return isId(runner) && isAmount(leaseSeconds, 3600) ? { runner, leaseSeconds } : undefined;
};

export const readRunnerId = (body: unknown): string | undefined => {
  const { runner } = fieldsOf(body);
  return isId(runner) ? runner : undefined;
};

const readTask = (value: unknown): Task | undefined => {
  const { mode, input, name, args } = fieldsOf(value);
  if (mode === 'stdio' && typeof input === 'string') return { mode, input };
  if (mode === 'function' && typeof name === 'string' && Array.isArray(args)) return { mode, name, args };
  return undefined;
};

const readLimits = (value: unknown): Limits | undefined => {
  const { seconds, memory, output } = fieldsOf(value);
  return typeof seconds === 'number' && typeof memory === 'number' && typeof output === 'number' ? { seconds, memory, output } : undefined;
};

/** The form only; `faultOf` has the bounds. */
const readProgram = (value: unknown): Program | undefined => {
  const { language, source, tasks, limits, engine } = fieldsOf(value);
  const readTasks = Array.isArray(tasks) ? tasks.map(readTask) : [undefined];
  const read = readLimits(limits);
  if (!isLanguage(language) || typeof source !== 'string' || read === undefined) return undefined;
  if (!(engine === undefined || isText(engine, longestName))) return undefined;
  const whose = engine === undefined ? {} : { engine };
  return readTasks.every((task) => task !== undefined) ? { language, source, tasks: readTasks, limits: read, ...whose } : undefined;
};

/** What may leave of a program: whatever else its objects hold stays here. */
export const leavingProgram = ({ language, source, tasks, limits, engine }: Program): Program => ({
  ...{ language, source, limits, ...(engine === undefined ? {} : { engine }) },
  tasks: tasks.flatMap((task) => readTask(task) ?? []),
});

/**
 * What may leave of an owner: who has a share, and what waits. Programs of one account have one digest, and of one attempt, but only who
 * has the key can tell of which.
 */
export const leavingOwner = ({ account, attempt, waits }: Owner, key: string): Owner => {
  const digest = (...parts: readonly string[]): string => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return { account: digest(account), attempt: digest(account, attempt), ...(waits === undefined ? {} : { waits }) };
};

const readOwner = (value: unknown): Owner | undefined => {
  const { account, attempt, waits } = fieldsOf(value);
  if (!isId(account) || !isId(attempt)) return undefined;
  const known = waiters.find((waiter) => waiter === waits);
  return { account, attempt, ...(known === undefined ? {} : { waits: known }) };
};

export const readClaimed = (body: unknown): Claimed | undefined => {
  const { id, owner: whose } = fieldsOf(body);
  const [program, owner] = [readProgram(body), readOwner(whose)];
  return isId(id) && program !== undefined && owner !== undefined ? { ...program, id, owner } : undefined;
};

export const readRun = (value: unknown): Run | undefined => {
  const { end, stdout, stderr, line, value: returned, seconds, memory, waited, warnings } = fieldsOf(value);
  const known = ends.find((one) => one === end);
  if (known === undefined || typeof stdout !== 'string' || typeof stderr !== 'string' || !isAmount(seconds, 1e6)) return undefined;
  if (!(memory === null || isAmount(memory, 1e6)) || !(line === undefined || isCount(line, 1e6))) return undefined;
  if (returned !== undefined && !isPlain(returned)) return undefined;
  return {
    end: known,
    stdout,
    stderr,
    seconds,
    memory,
    ...(line === undefined ? {} : { line }),
    ...(returned === undefined ? {} : { value: returned }),
    ...(waited === true ? { waited } : {}),
    ...(typeof warnings === 'string' ? { warnings } : {}),
  };
};

export const readReport = (body: unknown): Report | undefined => {
  const { id, index, run, renew, giveBack } = fieldsOf(body);
  if (!isId(id)) return undefined;
  if (renew === true) return { id, renew };
  if (giveBack === true) return { id, giveBack };
  const read = readRun(run);
  return read !== undefined && isCount(index, 1e6) ? { id, index, run: read } : undefined;
};

export const readSubmission = (body: unknown): Submission | undefined => {
  const { id, program: sent, owner: whose } = fieldsOf(body);
  if (!isId(id)) return undefined;
  if (sent === undefined) return { id };
  const [program, owner] = [readProgram(sent), readOwner(whose)];
  return program === undefined || owner === undefined ? undefined : { id, program, owner };
};
