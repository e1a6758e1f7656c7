import type { Command } from 'commander';
import { profileOption } from './support/arguments.ts';
import type { CommonOptions } from './support/session.ts';
import { printed, remote, verb } from './support/verb.ts';
import type { World } from './support/world.ts';

export type LoginOptions = CommonOptions & { readonly url?: string };

export const registerLogin = (program: Command, world: World): void => {
  printed(
    verb(program, 'login', 'Keep a server and a key as a profile, once the server has taken the key', [
      'assay login',
      'assay login --profile staging --url https://staging.example.com',
      'printf %s "$KEY" | assay login --url https://assay.example.com',
    ]),
  )
    .addOption(profileOption())
    .option('--url <url>', 'URL of the server; asked for when left out')
    .action(async (options: LoginOptions) => (await import('./connect/login.ts')).login(world, options));

  remote(program, 'doctor', 'Look whether the server is reachable, what the key may do, and whether clocks agree', [
    'assay doctor',
    'assay doctor --profile staging --json',
  ]).action(async (options: CommonOptions) => (await import('./connect/doctor.ts')).doctor(world, options));
};
