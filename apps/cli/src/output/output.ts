import type { Context } from '../support/context.ts';
import { type Paint, painter } from './paint.ts';
import { type Column, formatFacts, formatTable } from './table.ts';

export type OutputOptions = { readonly json?: boolean; readonly quiet?: boolean };

/** The result of a command in the three forms that a caller can choose. */
export type CommandResult = {
  /** The document of `--json`. */
  readonly json: unknown;
  /** The lines of `--quiet`. */
  readonly ids: readonly (string | number)[];
  /** The text for people. */
  readonly text: () => string;
  /** Printed on stderr after it; not with `--quiet`. */
  readonly remark?: string | undefined;
};

export type Output = {
  readonly paint: Paint;
  readonly width: number;
  readonly print: (result: CommandResult) => void;
  /** Prints a remark on stderr; nothing with `--quiet`. */
  readonly remark: (text: string) => void;
  readonly table: <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) => string;
  readonly facts: (facts: Parameters<typeof formatFacts>[0]) => string;
  /** Overwrites one line of a terminal's stderr and does nothing elsewhere; `null` clears the line. */
  readonly progress: (text: string | null) => void;
};

export const makeOutput = ({ stdout, stderr, env }: Context, { json, quiet }: OutputOptions): Output => {
  const paint = painter(stdout, env);
  // A terminal of unknown size reports 0 columns.
  const width = stdout.isTTY === true ? stdout.columns || 80 : Number.POSITIVE_INFINITY;
  let inProgress = false;
  const say = (text: string): void => {
    if (quiet !== true) stderr.write(`${text}\n`);
  };
  return {
    paint,
    width,
    print: ({ json: document, ids, text, remark }) => {
      const shown = json === true ? JSON.stringify(document, null, 2) : quiet === true ? ids.join('\n') : text();
      if (shown !== '') stdout.write(`${shown}\n`);
      if (remark !== undefined) say(remark);
    },
    remark: say,
    table: (columns, rows) => formatTable(columns, rows, { width, paint }),
    facts: (facts) => formatFacts(facts, paint),
    progress: (text) => {
      if (stderr.isTTY !== true || quiet === true || (text === null && !inProgress)) return;
      inProgress = text !== null;
      stderr.write(`\r\u001b[K${text ?? ''}`);
    },
  };
};
