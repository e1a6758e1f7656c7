import { z } from 'zod';
import { answerLanguages } from './languages.ts';

/** Engines that the author of a question may name; others are services, which an installation has or has not. */
export const namedEngines = ['embedded', 'native'] as const;
export type NamedEngine = (typeof namedEngines)[number];

/** The name of an engine without where it is: `runner native` is `native` in a runner process. */
export const engineName = (engine: string): string => engine.replace(/^runner /, '');

/** What runs the programs of a version in a language: its reference programs passed there. `version` is the language's, as it was then. */
export const PinnedEngine = z.object({ name: z.string(), version: z.string() });
export type PinnedEngine = z.output<typeof PinnedEngine>;

/** An operator's choice: programs whose engine is gone for good are run by another one. `chosenAt`: milliseconds since 1970. */
export const EngineChoice = z.object({
  language: z.enum(answerLanguages),
  engine: z.string(),
  instead: z.string(),
  chosenAt: z.int(),
});
export type EngineChoice = z.output<typeof EngineChoice>;
export const mostEngineChoices = 100;
