import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { registerAccountCommands } from './account-commands.ts';
import { registerBackupCommands } from './backup-commands.ts';
import { registerClockCommands } from './clock-commands.ts';
import { registerDoctor } from './doctor.ts';
import { registerEngineCommands } from './engine-commands.ts';
import { registerKeyCommands } from './key-commands.ts';
import { RefusedError } from './refused.ts';
import { registerSecretCommands } from './secret-commands.ts';
import { registerStorageCommands } from './storage-commands.ts';
import { registerVerify } from './verify-command.ts';

const createProgram = (runnerChild: URL): Command => {
  const program = new Command('assay-server')
    .description('Runs Assay. Without a command it serves until Ctrl-C; commands work beside a running server.')
    .version(manifest.version)
    .exitOverride()
    .addHelpText('after', '\nSettings come from the environment: ASSAY_DATA_DIR, ASSAY_DATABASE_URL and so on.');
  registerAccountCommands(program);
  registerKeyCommands(program);
  registerBackupCommands(program);
  registerSecretCommands(program);
  registerStorageCommands(program);
  registerClockCommands(program);
  registerEngineCommands(program);
  registerDoctor(program, runnerChild);
  registerVerify(program, runnerChild);
  return program;
};

/**
 * Runs an operator command. Returns the exit code: 0 done, 1 refused, 2 wrong usage or environment.
 *
 * @param runnerChild the program of the processes that run candidates' programs
 */
export const runOperatorCommand = async (args: readonly string[], runnerChild: URL): Promise<number> => {
  try {
    await createProgram(runnerChild).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already printed the message. --help ends here too, with code 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof RefusedError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
};
