import type { Language } from '../program.ts';

type RemoteLanguage = Exclude<Language, 'sql'>;

/** The ends of file names: by them messages of compilers and runtimes are recognized. */
const extensions: Readonly<Record<RemoteLanguage, string>> = {
  ...{ python: 'py', javascript: 'js', typescript: 'ts', ruby: 'rb' },
  ...{ c: 'c', cpp: 'cpp', java: 'java', go: 'go', rust: 'rs' },
};

/** MiB of the runtime beside the program's data, as for native programs. */
const runtimeMemory: Partial<Record<Language, number>> = { python: 16, javascript: 96, typescript: 96, ruby: 32, java: 192, go: 32 };

export const memoryOf = (language: Language, memory: number): number => memory + (runtimeMemory[language] ?? 8);

/** The line that a message of a compiler or a runtime names in the candidate's file, under Judge0's names of it. */
export const lineOf = (language: Language, message: string): number | undefined => {
  if (language === 'sql') return undefined;
  const place = `(?:main|script)\\.${extensions[language]}(?:", line |:|\\()(\\d+)([^\\n]*)`;
  const places = [...message.matchAll(new RegExp(place, 'gi'))];
  // rustc writes what kind of message it is in the line before.
  const ofRust = language === 'rust' ? new RegExp(`^error[^\\n]*\\n\\s*--> \\S*${place}`, 'im').exec(message) : null;
  const found = ofRust ?? (language === 'python' ? places.at(-1) : (places.find(([, , rest]) => /error/i.test(rest ?? '')) ?? places[0]));
  return found?.[1] === undefined ? undefined : Number(found[1]);
};

/** Names and versions by dotted numbers: the newest is last. */
export const byVersion = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });
