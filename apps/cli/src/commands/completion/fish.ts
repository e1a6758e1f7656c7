import type { Completable, CompletableOption } from './tree.ts';

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const values = ({ takes }: CompletableOption): string => {
  if (takes === 'nothing') return '';
  if (takes === 'file') return ' -r -F';
  return takes === 'text' ? ' -x' : ` -x -a ${quote(takes.map((word) => word.replaceAll(' ', '\\ ')).join(' '))}`;
};

const linesOf = ({ path, words, options, files }: Completable): readonly string[] => {
  const start = `complete -c assay -n ${quote(`__assay_at ${quote(path)}`)}`;
  return [
    ...words.map(({ word, summary }) => `${start} -a ${quote(word)} -d ${quote(summary)}`),
    ...options.map((option) => `${start} -l ${option.flag.slice(2)}${values(option)} -d ${quote(option.summary)}`),
    ...(files ? [`${start} -F`] : []),
  ];
};

/** The completion script for fish. */
export const fishScript = (tree: readonly Completable[]): string =>
  [
    '# fish completion for assay',
    `set -g __assay_paths ${tree.flatMap(({ path }) => (path === '' ? [] : [quote(path)])).join(' ')}`,
    'function __assay_at',
    "    set -l known ''",
    '    for word in (commandline -opc)[2..-1]',
    '        set -l next (string trim "$known $word")',
    '        contains -- "$next" $__assay_paths; and set known $next',
    '    end',
    '    test "$known" = "$argv[1]"',
    'end',
    'complete -c assay -f',
    ...tree.flatMap(linesOf),
    '',
  ].join('\n');
