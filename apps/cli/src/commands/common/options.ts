import { Argument, Option } from 'commander';
import { oneOf, parseProfile, wholeNumber } from './arguments.ts';

/** An argument of a command, as data: the compiler compares what it gives with what the command's code takes. */
export type Arg<Value = unknown> = {
  readonly usage: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  parse?(text: string, former?: Value): Value;
};

/** An option of a command. `always`: it has a value, because it is mandatory or has a default. */
export type Opt<Flags extends string = string, Value = unknown, Always extends boolean = boolean> = {
  readonly flags: Flags;
  readonly summary: string;
  readonly choices?: readonly string[];
  readonly always: Always;
  readonly preset?: Value;
  parse?(text: string, former?: Value): Value;
};

/** What an option without a parser gives. */
type Given<Flags> = Flags extends `--no-${string}` ? false : Flags extends `${string}<${string}` ? string : true;

/** Likewise of an argument. */
type GivenArgument<Usage> = Usage extends `${string}...${string}`
  ? readonly string[]
  : Usage extends `[${string}`
    ? string | undefined
    : string;

type Camel<Text> = Text extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Text extends string ? Text : never;
type Word<Text> = Text extends `${infer Name} ${string}` ? Name : Text;
type NameOf<One> = One extends { readonly flags: infer Flags }
  ? Flags extends `--no-${infer Name}`
    ? Camel<Word<Name>>
    : Flags extends `--${infer Name}`
      ? Camel<Word<Name>>
      : never
  : never;
type ValueOf<One> = One extends Opt<string, infer Value> ? Value : never;

export type ValuesOf<Args extends readonly Arg[]> = { [At in keyof Args]: Args[At] extends Arg<infer Value> ? Value : never };
export type OptionsOf<Opts extends readonly Opt[]> = {
  readonly [One in Opts[number] as One['always'] extends true ? NameOf<One> : never]: ValueOf<One>;
} & { readonly [One in Opts[number] as One['always'] extends true ? never : NameOf<One>]?: ValueOf<One> };

type Parse<Value> = (text: string, former?: Value) => Value;

// A type parameter without a parser to infer it from would become `unknown`, so there are overloads.
export function argument<const Usage extends string>(usage: Usage, summary: string): Arg<GivenArgument<Usage>>;
export function argument<Value>(usage: string, summary: string, parse: Parse<Value>): Arg<Value>;
export function argument(usage: string, summary: string, parse?: Parse<unknown>): Arg {
  return { usage, summary, ...(parse && { parse }) };
}

export function option<const Flags extends string>(flags: Flags, summary: string): Opt<Flags, Given<Flags>, false>;
export function option<const Flags extends string, Value>(flags: Flags, summary: string, parse: Parse<Value>): Opt<Flags, Value, false>;
export function option(flags: string, summary: string, parse?: Parse<unknown>): Opt<string, unknown, false> {
  return { flags, summary, always: false, ...(parse && { parse }) };
}

export const choiceArgument = <const Value extends string>(usage: string, choices: readonly Value[]): Arg<Value> => ({
  usage,
  summary: '',
  choices,
});

/** An option whose values help lists and shells complete. */
export const choice = <const Flags extends string, const Value extends string>(
  flags: Flags,
  summary: string,
  values: readonly Value[],
) => ({
  ...option(flags, summary, oneOf(values)),
  choices: values,
});

export const mandatory = <Flags extends string, Value>(one: Opt<Flags, Value, false>): Opt<Flags, Value, true> => ({
  ...one,
  always: true,
});

export const withDefault = <Flags extends string, Value>(one: Opt<Flags, Value, false>, preset: Value): Opt<Flags, Value, true> => ({
  ...one,
  always: true,
  preset,
});

export const toArgument = ({ usage, summary, choices, parse }: Arg): Argument => {
  const made = new Argument(usage, summary);
  if (choices !== undefined) made.choices(choices);
  return parse === undefined ? made : made.argParser(parse);
};

export const toOption = ({ flags, summary, choices, always, preset, parse }: Opt): Option => {
  const made = new Option(flags, summary);
  // choices() is for the help: its check is case-sensitive, so that argParser() replaces it.
  if (choices !== undefined) made.choices(choices);
  if (parse !== undefined) made.argParser(parse);
  return preset === undefined ? made.makeOptionMandatory(always) : made.default(preset);
};

export const outputOptions = [option('--json', 'print one JSON document'), option('--quiet', 'print ids only')] as const;

export const profileOption = option('--profile <name>', 'a profile of `assay login`', parseProfile);

/** For a command that calls the server. */
export const remoteOptions = [
  ...outputOptions,
  profileOption,
  option('--timeout <seconds>', 'how long to wait for an answer (30)', wholeNumber(1, 86_400)),
] as const;

/** For a command that cannot be undone. */
export const confirmation = option('--yes', 'do it without asking, for scripts');

/** For a command that writes a file. */
export const overwrite = option('--force', 'overwrite files without asking');

/** For a command that lists pages. */
export const paging = [
  withDefault(option('--limit <n>', 'at most so many', wholeNumber(1, 1_000_000)), 50),
  option('--all', 'all of them, however many'),
] as const;
