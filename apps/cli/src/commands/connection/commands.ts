import type { Command } from 'commander';
import type { Context } from '../../support/context.ts';
import { commandsOf } from '../common/define.ts';
import { option, remoteOptions } from '../common/options.ts';

export const addConnectionCommands = (program: Command, context: Context): void => {
  const { command } = commandsOf(program, context);

  command('login', 'Keep a server and a key as a profile, once the server has taken the key', {
    examples: [
      'assay login',
      'assay login --profile staging --url https://staging.example.com',
      'printf %s "$KEY" | assay login --url https://assay.example.com',
    ],
    options: [...remoteOptions, option('--url <url>', 'URL of the server; asked for when left out')],
    run: async () => (await import('./login.ts')).login,
  });

  command('doctor', 'Look whether the server is reachable, what the key may do, and whether clocks agree', {
    examples: ['assay doctor', 'assay doctor --profile staging --json'],
    options: remoteOptions,
    run: async () => (await import('./doctor.ts')).doctor,
  });
};
