import type { Completable } from './tree.ts';

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const valueCases = ({ path, options }: Completable): readonly string[] =>
  options.flatMap(({ flag, takes }) => {
    if (takes === 'nothing') return [];
    const pattern = quote(`${path} ${flag}`.trim());
    if (takes === 'file') return [`    ${pattern}) _assay_files; return ;;`];
    if (takes === 'text') return [`    ${pattern}) return ;;`];
    // One word per line, so that `In progress` stays one word.
    return [`    ${pattern}) _assay_lines ${quote(takes.join('\n'))}; return ;;`];
  });

const wordCase = ({ path, words, options, files }: Completable): string => {
  const offered = [...words.map(({ word }) => word), ...options.map(({ flag }) => flag)].join('\n');
  return `    ${quote(path)}) _assay_lines ${quote(offered)}${files ? '; _assay_files' : ''} ;;`;
};

/** The completion script for bash. */
export const bashScript = (tree: readonly Completable[]): string =>
  [
    '# bash completion for assay',
    '_assay_lines() {',
    '  local line',
    '  while IFS= read -r line; do',
    '    [[ $line == "$cur"* ]] && COMPREPLY+=("$(printf %q "$line")")',
    '  done <<< "$1"',
    '}',
    '_assay_files() {',
    '  local line',
    // Readline quotes file names when it knows them as such; other words are quoted above.
    '  compopt -o filenames 2>/dev/null',
    '  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$cur")',
    '}',
    '_assay() {',
    `  local cur="\${COMP_WORDS[COMP_CWORD]}" path="" word next`,
    '  local -i i',
    '  COMPREPLY=()',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    `    word="\${COMP_WORDS[i]}"`,
    `    next="\${path:+$path }$word"`,
    '    case "$next" in',
    `      ${tree.flatMap(({ path }) => (path === '' ? [] : [quote(path)])).join('|')}) path="$next" ;;`,
    '    esac',
    '  done',
    `  local before="\${COMP_WORDS[COMP_CWORD-1]}"`,
    `  case "\${path:+$path }$before" in`,
    ...tree.flatMap(valueCases),
    '  esac',
    '  case "$path" in',
    ...tree.map(wordCase),
    '  esac',
    '}',
    'complete -F _assay assay',
    '',
  ].join('\n');
