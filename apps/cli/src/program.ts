import { Command, CommanderError } from 'commander';
import { addAccountCommands, addKeyCommands, addTimeZonesCommand } from './commands/account/commands.ts';
import { addTestCommands } from './commands/assessment/commands.ts';
import { commandsOf } from './commands/common/define.ts';
import { argument, profileOption, toOption } from './commands/common/options.ts';
import { addCompletionCommand } from './commands/completion/commands.ts';
import { addConnectionCommands } from './commands/connection/commands.ts';
import { addDeliveryCommands } from './commands/delivery/commands.ts';
import { addInvitationCommands } from './commands/invitation/commands.ts';
import { addLinkCommands } from './commands/link/commands.ts';
import { addAnswersCommand, addReportCommands } from './commands/report/commands.ts';
import { addReviewCommands } from './commands/review/commands.ts';
import { version } from './config/version.ts';
import type { Context } from './support/context.ts';
import { exitCode } from './support/failures.ts';

const examples = `
Examples:
  assay                                    the screens, in a terminal
  assay login                              keep a server and a key
  assay tests import javascript.yaml
  assay invitations register 3 --to ana@example.com --name "Ana Núñez"
  assay invitations list 3 --json

Environment:
  ASSAY_URL, ASSAY_API_KEY                 win over profiles
  NO_COLOR                                 no colours
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY        proxies, except to this machine

Exit codes: 0 done, 1 refused or unreachable, 2 wrong usage.`;

/** The command tree. The code behind a command is loaded when it runs, so that help and completion start fast. */
export const buildProgram = (context: Context): Command => {
  const program = new Command('assay')
    .description('Assay from the terminal: tests, links, invitations, reports, reviews, deliveries')
    .version(version)
    .addOption(toOption(profileOption))
    // Options belong to the command they follow: `tests export --version 2` is not `assay --version`.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      getOutHelpWidth: () => context.stdout.columns || 100,
      getErrHelpWidth: () => context.stderr.columns || 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(--help tells what can be written)')
    .addHelpText('after', examples)
    .hook('preAction', (root, command) => {
      const { profile } = root.opts<{ profile?: string }>();
      if (profile !== undefined && command.getOptionValue('profile') === undefined) command.setOptionValue('profile', profile);
    });
  addTestCommands(program, context);
  addLinkCommands(program, context);
  addInvitationCommands(program, context);
  addReportCommands(program, context);
  addAnswersCommand(program, context);
  addReviewCommands(program, context);
  addDeliveryCommands(program, context);
  addKeyCommands(program, context);
  addAccountCommands(program, context);
  addTimeZonesCommand(program, context);
  addConnectionCommands(program, context);
  addCompletionCommand(program, context);
  addHelpCommand(program, context);
  return program;
};

/** Commander's own takes one word: `help tests list` would be the help of `tests`. */
const addHelpCommand = (program: Command, context: Context): void => {
  program.helpCommand(false);
  commandsOf(program, context).command('help', 'Help of a command', {
    examples: ['assay help tests', 'assay help tests list'],
    args: [argument('[command...]', 'its words')],
    run: async () => async (_context, words) => {
      const found = words.reduce<Command>((group, word) => {
        const next = group.commands.find((command) => command.name() === word);
        return next ?? group.error(`error: unknown command '${word}'`, { code: 'commander.unknownCommand' });
      }, program);
      found.outputHelp();
    },
  });
};

const openScreens = async (context: Context, profile: string | undefined): Promise<void> => {
  const { requireConnection } = await import('./config/connection.ts');
  await context.openScreens(await requireConnection(context, profile));
};

/** Prints a failure as a sentence and the next step. A bug is printed with its stack, so that it can be reported. */
export const printFailure = async (context: Context, error: unknown): Promise<number> => {
  const { explain } = await import('./support/explain.ts');
  const explanation = explain(error);
  if (explanation === undefined) {
    context.stderr.write(
      `This is a fault in assay itself. Please report it.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return exitCode.failed;
  }
  const { paragraph } = await import('./output/text.ts');
  if (explanation.message !== '') context.stderr.write(`${paragraph(explanation.message)}\n`);
  if (explanation.next !== undefined) context.stderr.write(`${paragraph(explanation.next)}\n`);
  return explanation.code;
};

/** Runs one command line and resolves with its exit code. */
export const run = async (context: Context): Promise<number> => {
  const program = buildProgram(context);
  try {
    // Without a command, a terminal opens the screens and a script gets the help.
    const { operands, unknown } = program.parseOptions([...context.args]);
    if (operands.length + unknown.length === 0) {
      const missing = (['stdin', 'stdout', 'stderr'] as const).filter((name) => context[name].isTTY !== true);
      if (missing.length === 0) {
        await openScreens(context, program.opts<{ profile?: string }>().profile);
        return exitCode.done;
      }
      program.outputHelp({ error: true });
      context.stderr.write(`\nThe screens need a terminal, and here is none on ${missing.join(', ')}. Name a command.\n`);
      return exitCode.usage;
    }
    await program.parseAsync(context.args, { from: 'user' });
    return exitCode.done;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.code === 'commander.helpDisplayed' || error.code === 'commander.version' ? exitCode.done : exitCode.usage;
    if (context.interrupt.signal.aborted) {
      context.stderr.write('\nStopped.\n');
      return exitCode.interrupted;
    }
    return printFailure(context, error);
  }
};
