import type { Command } from 'commander';
import type { Context } from '../../support/context.ts';
import { profileOption, timeoutOption } from '../common/arguments.ts';
import { defineCommand, defineRemote, withOutputOptions } from '../common/define.ts';
import type { CommonOptions } from '../common/session.ts';
import type { LoginOptions } from './login.ts';

export const addConnectionCommands = (program: Command, context: Context): void => {
  withOutputOptions(
    defineCommand(program, 'login', 'Keep a server and a key as a profile, once the server has taken the key', [
      'assay login',
      'assay login --profile staging --url https://staging.example.com',
      'printf %s "$KEY" | assay login --url https://assay.example.com',
    ]),
  )
    .addOption(profileOption())
    .addOption(timeoutOption())
    .option('--url <url>', 'URL of the server; asked for when left out')
    .action(async (options: LoginOptions) => (await import('./login.ts')).login(context, options));

  defineRemote(program, 'doctor', 'Look whether the server is reachable, what the key may do, and whether clocks agree', [
    'assay doctor',
    'assay doctor --profile staging --json',
  ]).action(async (options: CommonOptions) => (await import('./doctor.ts')).doctor(context, options));
};
