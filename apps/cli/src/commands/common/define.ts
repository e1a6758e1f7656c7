import { type Command, Option } from 'commander';
import { profileOption, wholeNumber } from './arguments.ts';

/** A command with its examples, in the words `assay …` that a person types. */
export const defineCommand = (parent: Command, usage: string, summary: string, examples: readonly string[]): Command =>
  parent
    .command(usage)
    .description(summary)
    .addHelpText('after', `\nExample${examples.length > 1 ? 's' : ''}:\n${examples.map((one) => `  ${one}`).join('\n')}`);

/** A command that speaks to the server. */
export const defineRemote = (parent: Command, usage: string, summary: string, examples: readonly string[]): Command =>
  withOutputOptions(defineCommand(parent, usage, summary, examples)).addOption(profileOption());

export const withOutputOptions = (command: Command): Command =>
  command.option('--json', 'print one JSON document').option('--quiet', 'print ids only');

/** For what cannot be undone. */
export const withConfirmation = (command: Command): Command => command.option('--yes', 'do it without asking, for scripts');

/** A list that comes in pages. */
export const withPaging = (command: Command): Command =>
  command
    .addOption(new Option('--limit <n>', 'at most so many').argParser(wholeNumber(1, 1_000_000)).default(50))
    .option('--all', 'all of them, however many');
