import type { Command } from 'commander';
import type { CommandResult } from '../../output/output.ts';
import type { Context } from '../../support/context.ts';
import { type Arg, type Opt, type OptionsOf, remoteOptions, toArgument, toOption, type ValuesOf } from './options.ts';
import type { CommonOptions, Session } from './session.ts';

type Handler<Of, Args extends readonly Arg[], Opts extends readonly Opt[]> = (
  of: Of,
  ...given: [...ValuesOf<Args>, OptionsOf<Opts>]
) => Promise<CommandResult | undefined> | Promise<void>;

type Declaration<Args extends readonly Arg[], Opts extends readonly Opt[]> = {
  readonly examples: readonly string[];
  /** More text of the help. */
  readonly help?: string;
  readonly args?: Args;
  readonly options?: Opts;
};

/** Loads the code of a command, whose result is printed. */
type Run<Of, Args extends readonly Arg[], Opts extends readonly Opt[]> = { readonly run: () => Promise<Handler<Of, Args, Opts>> };

type RemoteOptions<Opts extends readonly Opt[]> = readonly [...typeof remoteOptions, ...Opts];

const addCommand = (
  parent: Command,
  usage: string,
  summary: string,
  { examples, help, args, options }: Declaration<readonly Arg[], readonly Opt[]>,
) => {
  const command = parent
    .command(usage)
    .description(summary)
    .addHelpText('after', `\nExample${examples.length > 1 ? 's' : ''}:\n${examples.map((one) => `  ${one}`).join('\n')}`);
  if (help !== undefined) command.addHelpText('after', `\n${help}`);
  for (const one of args ?? []) command.addArgument(toArgument(one));
  for (const one of options ?? []) command.addOption(toOption(one));
  return command;
};

/** What commander hands to an action: the values of the arguments, the options, and the command, which is left out. */
const givenTo = <Args extends readonly Arg[], Opts extends readonly Opt[]>(handed: readonly unknown[]) =>
  // The declared parsers made these values.
  handed.slice(0, -1) as [...ValuesOf<Args>, OptionsOf<Opts>];

/** Adds commands to a group or the program. The code behind them is loaded when they run. */
export const commandsOf = (parent: Command, context: Context) => ({
  /** Adds a command that needs no server, or looks at its options before it calls one. */
  command: <const Args extends readonly Arg[] = [], const Opts extends readonly Opt[] = []>(
    usage: string,
    summary: string,
    { run, ...declared }: Declaration<Args, Opts> & Run<Context, Args, Opts>,
  ): void => {
    addCommand(parent, usage, summary, declared).action(async (...handed: unknown[]) => {
      const given = givenTo<Args, Opts>(handed);
      const result = await (await run())(context, ...given);
      if (result === undefined) return;
      const { makeOutput } = await import('../../output/output.ts');
      makeOutput(context, given.at(-1) as OptionsOf<Opts>).print(result);
    });
  },
  /** Adds a command that calls the server. */
  remote: <const Args extends readonly Arg[] = [], const Opts extends readonly Opt[] = []>(
    usage: string,
    summary: string,
    { run, ...declared }: Declaration<Args, Opts> & Run<Session, Args, RemoteOptions<Opts>>,
  ): void => {
    addCommand(parent, usage, summary, { ...declared, options: [...remoteOptions, ...(declared.options ?? [])] }).action(
      async (...handed: unknown[]) => {
        const given = givenTo<Args, RemoteOptions<Opts>>(handed);
        const { openSession } = await import('./session.ts');
        const session = await openSession(context, given.at(-1) as CommonOptions);
        const result = await (await run())(session, ...given);
        if (result !== undefined) session.out.print(result);
      },
    );
  },
});

/** Adds a group of commands; `help` follows its list. */
export const groupOf = (program: Command, context: Context, name: string, summary: string, help: string) =>
  commandsOf(program.command(name).description(summary).addHelpText('after', `\n${help}`), context);
