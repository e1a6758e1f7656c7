/** What a plan shows of a statement that does not scale: a table it scans or sorts, or how much it read. */
export type Problem = { readonly kind: 'scan' | 'sort' | 'reads' | 'pages'; readonly of: string; readonly detail: string };

const mostSorted = 1000;

/** One row through an index touches so many pages, those of the index included. */
const pagesPerRow = 8;
const pagesAtLeast = 200;

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly Node[];
};

/** A plan that PostgreSQL ran, as `auto_explain` writes it. */
export type PostgresPlan = { readonly 'Query Text': string; readonly Plan: Node };

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const pagesIn = (node: Node): number => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0);
const total = (node: Node, rows: number): number => rows * (node['Actual Loops'] ?? 0);

/** `mostRows`: how many one node may read. */
export const readPostgresPlan = ({ Plan }: PostgresPlan, growing: ReadonlySet<string>, mostRows: number): Problem[] => {
  const problems: Problem[] = [];
  for (const node of nodesOf(Plan)) {
    const of = node['Relation Name'] ?? node['Index Name'] ?? '';
    if (node['Node Type'] === 'Seq Scan' && growing.has(of)) problems.push({ kind: 'scan', of, detail: 'Seq Scan' });
    if (node['Node Type'].endsWith('Sort')) {
      const sorted = (node.Plans ?? []).reduce((sum, input) => sum + total(input, input['Actual Rows'] ?? 0), 0);
      const tables = nodesOf(node).flatMap((one) => one['Relation Name'] ?? []);
      if (sorted > mostSorted) problems.push({ kind: 'sort', of: tables.join(' '), detail: `${Math.round(sorted)} rows` });
    }
    const isScan = node['Node Type'].endsWith('Scan') && of !== '';
    if (!isScan || node['Node Type'] === 'Seq Scan') continue;
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    const rows = Math.round(total(node, (node['Actual Rows'] ?? 0) + removed));
    // A plan counts what is below a node in it too: a subquery of each row is a node of its own.
    const pages = (node.Plans ?? []).reduce((left, below) => left - pagesIn(below), pagesIn(node));
    const detail = `${rows} rows, ${pages} pages`;
    if (rows > mostRows) problems.push({ kind: 'reads', of, detail });
    // What is looked for in vain costs as much as what is found.
    else if (pages > Math.max(pagesAtLeast, (rows + total(node, 1)) * pagesPerRow)) problems.push({ kind: 'pages', of, detail });
  }
  return problems;
};

/** `"invitations" as "i"`, by the name that a plan uses. */
const tablesByName = (sql: string): Map<string, string> =>
  new Map([...sql.matchAll(/"(\w+)" as "(\w+)"/g)].map(([, table = '', name = '']) => [name, table]));

/** `details`: the lines of EXPLAIN QUERY PLAN. */
export const readSqlitePlan = (sql: string, details: readonly string[], growing: ReadonlySet<string>): Problem[] => {
  const names = tablesByName(sql);
  const tables = [...growing].filter((table) => new RegExp(`\\b${table}\\b`).test(sql)).join(' ');
  return details.flatMap((detail): Problem[] => {
    const [, name = ''] = /^SCAN (\S+)/.exec(detail) ?? [];
    const table = names.get(name) ?? name;
    // Of a full-text index, what follows the colon says what is looked up; nothing is all of it.
    const looksUp = /VIRTUAL TABLE INDEX \d+:\S/.test(detail);
    if (growing.has(table) && !looksUp) return [{ kind: 'scan', of: table, detail }];
    return detail.includes('TEMP B-TREE') && tables !== '' ? [{ kind: 'sort', of: tables, detail }] : [];
  });
};
