/** What differs from run to run: times, tokens, ports, places; and the widths of columns that hold them. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:8080'],
  [/\d{4}-\d\d-\d\d(?=[ T]\d\d:\d\d)/g, 'DATE'],
  [/DATE[ T]\d\d:\d\d(:\d\d(\.\d+)?)?/g, 'TIME'],
  [/\b(msg|whsec)_[\w+/=-]+…?/g, '$1_TOKEN'],
  [/"durationMilliseconds": ?\d+/g, '"durationMilliseconds": N'],
  [/\bv1,[\w+/=]{40,}/g, 'v1,SIGNATURE'],
  [/assay_[\w-]+…?/g, 'KEY'],
  [/\bkey [\w-]{43}$/gm, 'key ID'],
  [/"[tl]\d+-[a-z\d]{12}"/g, '"ACCESS KEY"'],
  [/\/(take|join|report)\/[\w.-]{12,}/g, '/$1/TOKEN'],
  [/request [\w-]{8,}\)/g, 'request ID)'],
  // CSV files have lines that end so.
  [/\r/g, ''],
  // A loaded machine makes a command wait.
  [/^Waiting for \S+ to answer\. Ctrl-C stops\.\n/gm, ''],
  [/\b[\d.]+ (ms|s|KiB|MiB)\b/g, 'N $1'],
  [/(Time taken +)[\w ]+?( of \d+ minutes)?$/gm, '$1N$2'],
  [/"secondsTaken": ?\d+/g, '"secondsTaken": N'],
  [/\d+\.\d+\.\d+, Node \d+\.\d+\.\d+/g, 'VERSION, Node N'],
  [/(server version +)\d+\.\d+\.\d+/g, '$1VERSION'],
  [/\S*profiles\.json/g, 'profiles.json'],
  [/\S*\/home\/(you\/)?/g, '~/'],
  [/ {2,}/g, '  '],
];

/** An output without what differs from run to run, and without the line breaks at its end: an answer of the API has none. */
export const steady = (text: string): string =>
  volatile.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), text).trimEnd();

type Step = { readonly command: string; readonly told: string };
/**
 * What a reader does at a fenced block: saves a file (`title=NAME`), runs commands that print what the page shows (`console`), or runs a script
 * that succeeds (`sh`). `start` and `end` are lines of the document. `afterTest`: the words before the block send the reader to a
 * browser, to take a test and submit it.
 */
type Block = { readonly afterTest: boolean; readonly start: number; readonly end: number } & (
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'script'; readonly text: string }
  | { readonly kind: 'commands'; readonly steps: readonly Step[] }
);

export const readBlocks = (document: string): readonly Block[] => {
  const lines = document.split('\n');
  const blocks: Block[] = [];
  let prose = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (!line.startsWith('```')) {
      prose += `${line} `;
      continue;
    }
    const end = lines.indexOf('```', at + 1);
    const inside = lines.slice(at + 1, end);
    const text = `${inside.join('\n')}\n`;
    const [, name] = / title=(\S+)/.exec(line) ?? [];
    const place = { afterTest: /\bbrowser\b[^#]*\bsubmit\b/i.test(prose), start: at + 1, end };
    if (name !== undefined) blocks.push({ ...place, kind: 'file', name, text });
    else if (line === '```sh') blocks.push({ ...place, kind: 'script', text });
    else if (line === '```console') blocks.push({ ...place, kind: 'commands', steps: readSteps(inside) });
    prose = '';
    at = end;
  }
  return blocks;
};

/** A command goes on in the next line after a `\`. */
const readSteps = (lines: readonly string[]): readonly Step[] => {
  const steps: Step[] = [];
  let continues = false;
  for (const line of lines) {
    const last = steps.at(-1);
    if (!continues && line.startsWith('$ ')) steps.push({ command: line.slice(2), told: '' });
    else if (last !== undefined && continues) steps[steps.length - 1] = { ...last, command: `${last.command}\n${line}` };
    else if (last !== undefined) steps[steps.length - 1] = { ...last, told: `${last.told}${line}\n` };
    continues = (continues || line.startsWith('$ ')) && line.endsWith('\\');
  }
  return steps;
};
