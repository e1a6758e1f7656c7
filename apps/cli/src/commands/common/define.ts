import { type Command, Option } from 'commander';
import { profileOption, wholeNumber } from './arguments.ts';

/** A command with its examples, in the words `assay …` that a person types. */
export const verb = (parent: Command, usage: string, summary: string, examples: readonly string[]): Command =>
  parent
    .command(usage)
    .description(summary)
    .addHelpText('after', `\nExample${examples.length > 1 ? 's' : ''}:\n${examples.map((one) => `  ${one}`).join('\n')}`);

/** A command that speaks to the server. */
export const remote = (parent: Command, usage: string, summary: string, examples: readonly string[]): Command =>
  printed(verb(parent, usage, summary, examples)).addOption(profileOption());

export const printed = (command: Command): Command =>
  command.option('--json', 'print one JSON document').option('--quiet', 'print ids only');

/** For what cannot be undone. */
export const asking = (command: Command): Command => command.option('--yes', 'do it without asking, for scripts');

/** A list that comes in pages. */
export const paged = (command: Command): Command =>
  command
    .addOption(new Option('--limit <n>', 'at most so many').argParser(wholeNumber(1, 1_000_000)).default(50))
    .option('--all', 'all of them, however many');
