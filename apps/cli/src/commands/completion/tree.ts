import type { Command, Option } from 'commander';

/** A command as shells complete it; `path` is the words before the cursor, without `assay`. */
export type Completable = {
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly summary: string }[];
  readonly options: readonly CompletableOption[];
  /** Whether the command takes files as arguments. */
  readonly files: boolean;
};
export type CompletableOption = {
  readonly flag: string;
  readonly summary: string;
  /** What the value of the option is. */
  readonly takes: 'nothing' | 'file' | 'text' | readonly string[];
};

const takesOf = (option: Option): CompletableOption['takes'] => {
  if (!option.required && !option.optional) return 'nothing';
  if (option.argChoices !== undefined) return option.argChoices;
  return option.flags.includes('<file>') ? 'file' : 'text';
};

const optionsOf = (command: Command): readonly CompletableOption[] => {
  const own = command.options.flatMap((option): CompletableOption[] =>
    [option.long].flatMap((flag) => (flag ? [{ flag, summary: option.description, takes: takesOf(option) }] : [])),
  );
  return [...own, { flag: '--help', summary: 'display help for command', takes: 'nothing' }];
};

/** Every command of the program, groups before their commands. */
export const treeOf = (command: Command, path = ''): readonly Completable[] => [
  {
    path,
    words: [
      ...command.commands.map((one) => ({ word: one.name(), summary: one.description() })),
      ...command.registeredArguments.flatMap(({ argChoices }) => (argChoices ?? []).map((word) => ({ word, summary: '' }))),
    ],
    options: optionsOf(command),
    files: command.registeredArguments.some((argument) => /^files?$/.test(argument.name())),
  },
  ...command.commands.flatMap((one) => treeOf(one, path === '' ? one.name() : `${path} ${one.name()}`)),
];
