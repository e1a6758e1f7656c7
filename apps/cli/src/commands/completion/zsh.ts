import type { Completable, CompletableOption } from './tree.ts';

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
/** Escapes `:` and brackets, which separate the parts of a specification. */
const plain = (text: string): string => text.replace(/[[\]:\\]/g, (character) => `\\${character}`);

const optionSpec = ({ flag, summary, takes }: CompletableOption): string => {
  const value =
    takes === 'nothing'
      ? ''
      : takes === 'file'
        ? ':file:_files'
        : takes === 'text'
          ? ':value:'
          : `:value:(${takes.map((word) => word.replaceAll(' ', '\\ ')).join(' ')})`;
  return quote(`${flag}[${plain(summary)}]${value}`);
};

const caseOf = ({ path, words, options, files }: Completable): readonly string[] => [
  `    ${quote(path)})`,
  ...(words.length === 0
    ? []
    : [
        `      local -a words_${path.replaceAll(/\W/g, '_')}=(${words.map(({ word, summary }) => quote(`${plain(word)}:${summary}`)).join(' ')})`,
        `      _describe -t commands command words_${path.replaceAll(/\W/g, '_')}`,
      ]),
  `      _arguments ${[...options.map(optionSpec), ...(files ? ["'*:file:_files'"] : [])].join(' ')}`,
  '      ;;',
];

/** The completion script for zsh. */
export const zshScript = (tree: readonly Completable[]): string =>
  [
    '#compdef assay',
    '_assay() {',
    '  local known="" next',
    '  integer at=1 last=1',
    '  while (( ++at < CURRENT )); do',
    `    next="\${known:+$known }$words[at]"`,
    '    case "$next" in',
    `      ${tree.flatMap(({ path }) => (path === '' ? [] : [quote(path)])).join('|')}) known="$next"; last=at ;;`,
    '    esac',
    '  done',
    // Without this `_arguments` would count the words of the command as arguments.
    `  words=("$words[1]" "\${(@)words[last+1,-1]}")`,
    '  (( CURRENT -= last - 1 ))',
    '  case "$known" in',
    ...tree.flatMap(caseOf),
    '  esac',
    '}',
    // Autoloaded, this file is the body of the first call; sourced, it only registers the function.
    'if [[ "$funcstack[1]" == _assay ]]; then _assay "$@"; else compdef _assay assay; fi',
    '',
  ].join('\n');
