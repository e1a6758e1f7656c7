/** What javac and java need to know of a source: the file that its public class wants, and the class that is started. */
type JavaNames = { readonly file: string; readonly main: string };

/** Comments, texts and characters, so that no word or bracket in them counts. */
const silent = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/g;
const word = /[{}()]|[A-Za-z_$][\w$]*|[^\s{}()]/g;
const kinds = new Set(['class', 'interface', 'enum', 'record']);
const identifier = /^[A-Za-z_$][\w$]*$/;

type Type = { readonly name: string; readonly isPublic: boolean; readonly hasMain: boolean };

const typesOf = (words: readonly string[]): readonly Type[] => {
  const types: Type[] = [];
  let depth = 0;
  let isPublic = false;
  for (const [at, one] of words.entries()) {
    const next = words[at + 1] ?? '';
    if (one === '{') depth += 1;
    else if (one === '}') depth -= 1;
    if (depth === 0 && (one === ';' || one === '}')) isPublic = false;
    if (depth === 0 && one === 'public') isPublic = true;
    if (depth === 0 && kinds.has(one) && identifier.test(next)) types.push({ name: next, isPublic, hasMain: false });
    const last = types.at(-1);
    if (depth === 1 && one === 'main' && next === '(' && words[at - 1] === 'void' && last)
      types[types.length - 1] = { ...last, hasMain: true };
  }
  return types;
};

/**
 * As people are used to: any class with `main`, in any package. Of several the public one is started, then one named `Main`, then the
 * first. Names of other letters than ASCII are left to the messages of javac.
 */
export const javaNames = (source: string): JavaNames => {
  const words = source.replace(silent, ' ').match(word) ?? [];
  const types = typesOf(words);
  const starting = types.filter(({ hasMain }) => hasMain);
  const main = starting.find(({ isPublic }) => isPublic) ?? starting.find(({ name }) => name === 'Main') ?? starting[0];
  const [first, ...rest] = words;
  const packaged = first === 'package' ? `${rest.slice(0, rest.indexOf(';')).join('')}.` : '';
  const prefix = /^(?:[A-Za-z_$][\w$]*\.)*$/.test(packaged) ? packaged : '';
  return { file: `${types.find(({ isPublic }) => isPublic)?.name ?? 'Main'}.java`, main: `${prefix}${main?.name ?? 'Main'}` };
};
