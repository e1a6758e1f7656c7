import { diagnose, type EngineState } from '@assay/runner';
import { type Config, clockFaults, explainStart } from '@assay/runtime';
import type { Command } from 'commander';
import { formatTable, type PrintOptions, print } from './print.ts';
import { RefusedError } from './refused.ts';
import { readOperatorConfig } from './with-assay.ts';

const indented = (text: string): string => text.replace(/^/gm, '  ');

const offersOf = ({ offers }: EngineState): string =>
  formatTable(
    ['LANGUAGE', 'VERSION', 'QUESTIONS'],
    offers.map(({ language, version, modes }) => [language, version, modes.join(', ')]),
  );

const checksOf = ({ checks }: EngineState, all: boolean): readonly string[] => {
  if (checks.length === 0) return [];
  const failed = checks.filter(({ passed }) => !passed);
  const shown = all ? checks : failed;
  const count = failed.length === 0 ? `${checks.length} checks passed` : `${failed.length} of ${checks.length} checks failed`;
  const rest = all || shown.length === checks.length ? '' : ' (--verbose lists them)';
  return [
    `${count}${shown.length > 0 ? ':' : rest}`,
    ...shown.map(({ name, passed, detail }) => `  ${passed ? 'ok  ' : 'FAIL'}  ${name}: ${detail}`),
  ];
};

/** What an engine offers, or why it offers nothing; what was tried, and what is weaker than it could be. */
export const describeEngine = (state: EngineState, all: boolean): string => {
  const lines = [
    state.refusal === null ? offersOf(state) : `offers nothing: ${state.refusal}`,
    ...checksOf(state, all),
    ...state.warnings.map((warning) => `Warning: ${warning}`),
  ];
  return [state.engine, ...lines.map(indented)].join('\n');
};

/** Where there is no service, or its database does not answer, nothing is known of its clocks. */
const compareClocks = async (config: Config): Promise<readonly string[]> => {
  try {
    return (await clockFaults(config)).map((fault) => `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`);
  } catch (error) {
    const reason = explainStart(error, config) ?? (error instanceof Error ? error.message : String(error));
    process.stderr.write(`The clocks were not compared. ${reason}\n`);
    return [];
  }
};

const engineFaults = (states: readonly EngineState[]): readonly string[] => {
  if (states.every(({ offers }) => offers.length === 0)) return ['No engine runs programs here.'];
  // A native engine with a failed check of its sandbox offers nothing; one that lacks a compiler is as it should be.
  const isOpen = states.some(({ engine, checks }) => engine === 'embedded' && checks.some(({ passed }) => !passed));
  return isOpen ? ['An embedded engine does not hold what it must: do not run programs of candidates here.'] : [];
};

type DoctorOptions = PrintOptions & { readonly verbose?: boolean };

export const registerDoctor = (program: Command, runnerChild: URL): void => {
  program
    .command('doctor')
    .description("Try what runs candidates' programs on this machine: what is offered, what holds, and why not; and compare the clocks")
    .option('--verbose', 'list every check')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExit code 1: no engine runs programs here, a check of an embedded engine failed, or a clock has jumped.\n\nExample:\n  ASSAY_RUNNER=native assay-server doctor --verbose',
    )
    .action(async ({ verbose = false, ...options }: DoctorOptions) => {
      const config = readOperatorConfig();
      const { ASSAY_RUNNER: setting, ASSAY_RUNNER_KEY: key } = config;
      process.stderr.write('Trying the engines; native ones take some seconds …\n');
      const states = await diagnose(setting, { child: runnerChild, assets: new URL('runner-assets/', runnerChild), key });
      print(options, states, () => states.map((state) => describeEngine(state, verbose)).join('\n\n'));
      const faults = [...engineFaults(states), ...(await compareClocks(config))];
      if (faults.length > 0) throw new RefusedError(faults.join('\n'));
    });
};
