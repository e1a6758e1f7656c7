import { Command, CommanderError } from 'commander';
import { registerCompletion } from './commands/completion.ts';
import { registerDeliveries } from './commands/deliveries.ts';
import { registerInvitations } from './commands/invitations.ts';
import { registerLinks } from './commands/links.ts';
import { registerLogin } from './commands/login.ts';
import { registerReport } from './commands/report.ts';
import { registerAccount, registerKeys, registerTimeZones } from './commands/settings.ts';
import { profileOption } from './commands/support/arguments.ts';
import { exitCode } from './commands/support/failures.ts';
import { canAsk, type World } from './commands/support/world.ts';
import { registerTests } from './commands/tests.ts';
import { version } from './config/version.ts';

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

Exit codes: 0 done, 1 refused or unreachable, 2 wrong usage.`;

/** The whole command tree. What a command needs is loaded only when it runs: help and completion need none of it. */
export const buildProgram = (world: World): Command => {
  const program = new Command('assay')
    .description('Assay from the terminal: tests, links, invitations, reports, deliveries')
    .version(version)
    .addOption(profileOption())
    // Options belong to the command they follow: `tests export --version 2` is not `assay --version`.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      writeErr: (text) => world.stderr.write(text),
      getOutHelpWidth: () => world.stdout.columns || 100,
      getErrHelpWidth: () => world.stderr.columns || 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .showHelpAfterError('(--help tells what can be written)')
    .addHelpText('after', examples)
    .hook('preAction', (root, command) => {
      const { profile } = root.opts<{ profile?: string }>();
      if (profile !== undefined && command.getOptionValue('profile') === undefined) command.setOptionValue('profile', profile);
    });
  registerTests(program, world);
  registerLinks(program, world);
  registerInvitations(program, world);
  registerReport(program, world);
  registerDeliveries(program, world);
  registerKeys(program, world);
  registerAccount(program, world);
  registerTimeZones(program, world);
  registerLogin(program, world);
  registerCompletion(program, world);
  return program;
};

const openScreens = async (world: World, profile: string | undefined): Promise<void> => {
  const { requireConnection } = await import('./config/connection.ts');
  await world.openScreens(await requireConnection(world, profile));
};

/** Shows a failure as its sentence and next step. A bug keeps its stack, so that it can be reported. */
const tellFailure = async (world: World, error: unknown): Promise<number> => {
  const { explain } = await import('./commands/support/explain.ts');
  const told = explain(error);
  if (told === undefined) {
    world.stderr.write(
      `This is a fault in assay itself. Please report it.\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return exitCode.failed;
  }
  const { paragraph } = await import('./output/text.ts');
  if (told.message !== '') world.stderr.write(`${paragraph(told.message)}\n`);
  if (told.next !== undefined) world.stderr.write(`${paragraph(told.next)}\n`);
  return told.code;
};

/** Runs one command line and resolves with its exit code. */
export const run = async (world: World): Promise<number> => {
  const program = buildProgram(world);
  try {
    // In a terminal the screens open; a script that names no command is told what there is.
    const { operands, unknown } = program.parseOptions([...world.args]);
    if (operands.length + unknown.length === 0 && canAsk(world) && world.stdout.isTTY === true) {
      await openScreens(world, program.opts<{ profile?: string }>().profile);
      return exitCode.done;
    }
    await program.parseAsync(world.args, { from: 'user' });
    return exitCode.done;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.code === 'commander.helpDisplayed' || error.code === 'commander.version' ? exitCode.done : exitCode.usage;
    if (world.interrupt.signal.aborted) {
      world.stderr.write('\nStopped.\n');
      return exitCode.interrupted;
    }
    return tellFailure(world, error);
  }
};
