import { type Command, Option } from 'commander';
import { profileOption, timeoutOption, wholeNumber } from './arguments.ts';

/** Adds a command with examples of its use. */
export const defineCommand = (parent: Command, usage: string, summary: string, examples: readonly string[]): Command =>
  parent
    .command(usage)
    .description(summary)
    .addHelpText('after', `\nExample${examples.length > 1 ? 's' : ''}:\n${examples.map((one) => `  ${one}`).join('\n')}`);

/** Adds a command that calls the server. */
export const defineRemote = (parent: Command, usage: string, summary: string, examples: readonly string[]): Command =>
  withOutputOptions(defineCommand(parent, usage, summary, examples))
    .addOption(profileOption())
    .addOption(timeoutOption());

export const withOutputOptions = (command: Command): Command =>
  command.option('--json', 'print one JSON document').option('--quiet', 'print ids only');

/** For a command that cannot be undone. */
export const withConfirmation = (command: Command): Command => command.option('--yes', 'do it without asking, for scripts');

/** For a command that writes a file. */
export const withOverwrite = (command: Command): Command => command.option('--force', 'overwrite files without asking');

/** For a command that lists pages. */
export const withPaging = (command: Command): Command =>
  command
    .addOption(new Option('--limit <n>', 'at most so many').argParser(wholeNumber(1, 1_000_000)).default(50))
    .option('--all', 'all of them, however many');
