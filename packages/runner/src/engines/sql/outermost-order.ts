/** Comments, texts and quoted names; then words, brackets and everything else, one by one. */
const token = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\p{L}_$][\p{L}\p{N}_$]*|[^\s]/gu;

/** Whether a query orders its rows: it has an ORDER BY that stands in no brackets. */
export const ordersRows = (query: string): boolean => {
  let depth = 0;
  let last = '';
  for (const [text] of query.matchAll(token)) {
    if (text.startsWith('--') || text.startsWith('/*')) continue;
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    const word = text.toUpperCase();
    if (depth === 0 && last === 'ORDER' && word === 'BY') return true;
    last = word;
  }
  return false;
};
