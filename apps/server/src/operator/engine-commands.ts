import { answerLanguages, type EngineChoice, formatInstant } from '@assay/domain';
import { chooseEngine, listEngineChoices } from '@assay/operations';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { formatTable, type PrintOptions, print } from './print.ts';
import { unwrap, withAssay } from './with-assay.ts';

type Language = EngineChoice['language'];

const parseEngine = (text: string): string => {
  if (!/^[a-z0-9]{1,50}$/.test(text)) throw new InvalidArgumentError('must be the name of an engine: embedded, native or judge0');
  return text;
};

const language = () => new Argument('<language>', 'whose programs').choices(answerLanguages);

const shown = (options: PrintOptions, choices: readonly EngineChoice[]): void =>
  print(options, choices, () =>
    choices.length === 0
      ? 'Programs are run by the engine that their version is pinned to; none was chosen instead.'
      : formatTable(
          ['LANGUAGE', 'PINNED TO', 'RUN BY', 'SINCE'],
          choices.map((one) => [one.language, one.engine, one.instead, formatInstant(one.chosenAt)]),
        ),
  );

export const registerEngineCommands = (program: Command): void => {
  const engines = program
    .command('engines')
    .description('Engines of programs whose version is pinned to one that is gone for good: which other one runs them');
  engines
    .command('list')
    .description('List what was chosen')
    .option('--json', 'print JSON')
    .action(async (options: PrintOptions) => shown(options, await withAssay(listEngineChoices)));
  engines
    .command('choose')
    .description('Have programs of a language run by another engine than their version is pinned to, from the next grading or Run on')
    .addArgument(language())
    .argument('<pinned>', 'the engine that is gone', parseEngine)
    .argument('<instead>', 'the engine that runs them now', parseEngine)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nVerdicts may differ between engines. Each grading says which one ran it and which it replaced; what is graded already stays.\n\nExample:\n  assay-server engines choose python native embedded',
    )
    .action(async (name: Language, engine: string, instead: string, options: PrintOptions) =>
      shown(options, unwrap(await withAssay((assay) => chooseEngine(assay, { language: name, engine, instead })))),
    );
  engines
    .command('restore')
    .description('Take a choice back: programs are run by the engine that their version is pinned to')
    .addArgument(language())
    .argument('<pinned>', 'the engine that is there again', parseEngine)
    .option('--json', 'print JSON')
    .action(async (name: Language, engine: string, options: PrintOptions) =>
      shown(options, unwrap(await withAssay((assay) => chooseEngine(assay, { language: name, engine, instead: undefined })))),
    );
};
