import { invitationStatuses, type Scope as KeyScope } from '@assay/domain';

/** Every key of the screens. Hints, help and the palette come from this table. */
export const scopes = [
  'overlay',
  'help',
  'copied',
  'dialog',
  'minutes',
  'save',
  'search',
  'searched',
  'form',
  'zone',
  'path',
  'preview',
  'faulty',
  'sending',
  'tests',
  'test',
  'link',
  'invitations',
  'invitation',
  'report',
  'code',
  'answers',
  'comparison',
  'statistics',
  'question',
  'review',
  'deliveries',
  'delivery',
  'quotas',
  'list',
  'pages',
  'global',
  'always',
] as const;
export type Scope = (typeof scopes)[number];

/** In these scopes keys type text; only the keys of the scope itself are commands. */
export const textScopes: ReadonlySet<Scope> = new Set(['minutes', 'save', 'search', 'form', 'zone', 'path', 'overlay']);

/** `hint` is the word in the last line of the screen, `help` the line in help and palette, `needs` the scope that the API key must have. */
type Row = {
  readonly id: string;
  readonly scope: Scope;
  readonly keys: readonly string[];
  readonly hint?: string;
  readonly help: string;
  readonly needs?: KeyScope;
};

const rows = [
  { id: 'pick', scope: 'overlay', keys: ['enter'], hint: 'choose', help: 'Choose the line' },
  { id: 'up', scope: 'overlay', keys: ['up'], help: 'Line above' },
  { id: 'down', scope: 'overlay', keys: ['down', 'tab'], help: 'Line below' },
  { id: 'leave', scope: 'overlay', keys: ['esc'], hint: 'close', help: 'Close' },

  { id: 'up', scope: 'help', keys: ['up', 'k'], hint: 'above', help: 'Keys above' },
  { id: 'down', scope: 'help', keys: ['down', 'j'], hint: 'more keys', help: 'Keys below' },
  { id: 'leave', scope: 'help', keys: ['esc', '?', 'q'], hint: 'close', help: 'Close' },

  { id: 'leave', scope: 'copied', keys: ['esc', 'enter', 'q', 'c'], hint: 'close', help: 'Close' },

  { id: 'yes', scope: 'dialog', keys: ['y'], hint: 'yes, do it', help: 'Do what the question says' },
  { id: 'leave', scope: 'dialog', keys: ['n', 'esc', 'q', 'backspace'], hint: 'no', help: 'Leave everything as it is' },

  { id: 'submit', scope: 'minutes', keys: ['enter'], hint: 'go on', help: 'Go on' },
  { id: 'leave', scope: 'minutes', keys: ['esc'], hint: 'leave', help: 'Leave everything as it is' },

  { id: 'submit', scope: 'save', keys: ['enter'], hint: 'save', help: 'Save the file' },
  { id: 'complete', scope: 'save', keys: ['tab'], hint: 'complete the path', help: 'Complete the path' },
  { id: 'leave', scope: 'save', keys: ['esc'], hint: 'leave', help: 'Save nothing' },

  { id: 'submit', scope: 'search', keys: ['enter', 'down'], hint: 'to the list', help: 'Keep the search and go to the list' },
  { id: 'leave', scope: 'search', keys: ['esc'], hint: 'no search', help: 'Clear the search' },

  { id: 'leave', scope: 'searched', keys: ['esc'], hint: 'no search', help: 'Clear the search' },

  { id: 'pick', scope: 'zone', keys: ['enter'], hint: 'take this zone', help: 'Take the marked zone' },
  { id: 'up', scope: 'zone', keys: ['up'], help: 'Zone above' },
  { id: 'down', scope: 'zone', keys: ['down'], hint: 'next zone', help: 'Zone below' },

  { id: 'next-field', scope: 'form', keys: ['tab', 'down'], hint: 'next field', help: 'Next field' },
  { id: 'enter-field', scope: 'form', keys: ['enter'], help: 'Next field; in the last one, save' },
  { id: 'previous-field', scope: 'form', keys: ['shift-tab', 'up'], hint: 'field above', help: 'Field above' },
  { id: 'save', scope: 'form', keys: ['ctrl-s'], hint: 'save', help: 'Save' },
  { id: 'leave', scope: 'form', keys: ['esc'], hint: 'leave', help: 'Leave the form' },

  { id: 'submit', scope: 'path', keys: ['enter'], hint: 'read the file', help: 'Read the CSV file' },
  { id: 'complete', scope: 'path', keys: ['tab'], hint: 'complete the path', help: 'Complete the path' },
  { id: 'leave', scope: 'path', keys: ['esc'], hint: 'back', help: 'Back' },

  { id: 'send', scope: 'preview', keys: ['enter'], hint: 'register', help: 'Register the candidates of the file, or those that are left' },
  { id: 'mail', scope: 'preview', keys: ['m'], hint: 'mail', help: 'Mail the invitations, or do not' },
  {
    id: 'revive',
    scope: 'preview',
    keys: ['v'],
    hint: 'revive',
    help: 'Invite again those whose invitation was cancelled, or do not',
  },
  {
    id: 'faulty',
    scope: 'faulty',
    keys: ['w'],
    hint: 'write faulty rows',
    help: 'Write the faulty rows to a file beside it, to be mended',
  },
  { id: 'stop', scope: 'sending', keys: ['esc', 'q', 'ctrl-c'], hint: 'stop', help: 'Stop after the rows that are under way' },
  { id: 'file', scope: 'preview', keys: ['f'], hint: 'other file', help: 'Choose another file' },

  { id: 'open', scope: 'tests', keys: ['enter', 'right', 'l'], hint: 'open', help: 'Open the test' },

  { id: 'quotas', scope: 'tests', keys: ['u'], help: 'Quotas of the account, and what it has used of them' },

  { id: 'open', scope: 'test', keys: ['enter', 'right'], hint: 'open link', help: 'Open the test link' },
  { id: 'invitations', scope: 'test', keys: ['i'], hint: 'invitations', help: 'Invitations of the test' },
  { id: 'new-link', scope: 'test', keys: ['n'], hint: 'new link', help: 'New test link', needs: 'invite' },
  { id: 'register', scope: 'test', keys: ['a'], hint: 'register', help: 'Register a candidate', needs: 'invite' },
  { id: 'import', scope: 'test', keys: ['m'], hint: 'CSV', help: 'Register many candidates from a CSV file', needs: 'invite' },
  { id: 'deliveries', scope: 'test', keys: ['d'], hint: 'deliveries', help: 'Deliveries of the test' },
  {
    id: 'statistics',
    scope: 'test',
    keys: ['s'],
    hint: 'statistics',
    help: 'How the questions of the test work, and how reliable it is',
    needs: 'manage',
  },
  { id: 'pane', scope: 'test', keys: ['tab'], hint: 'sections', help: 'Change between sections and test links' },

  { id: 'edit', scope: 'link', keys: ['e', 'enter'], hint: 'edit', help: 'Edit the test link', needs: 'invite' },
  { id: 'toggle', scope: 'link', keys: ['t'], hint: 'enable/disable', help: 'Enable or disable the test link', needs: 'invite' },
  {
    id: 'confirm-email',
    scope: 'link',
    keys: ['o'],
    help: 'Let candidates confirm their email address by a mail, or not',
    needs: 'manage',
  },
  { id: 'copy', scope: 'link', keys: ['c'], hint: 'copy URL', help: 'Copy the join URL' },
  { id: 'register', scope: 'link', keys: ['a'], hint: 'register', help: 'Register a candidate by this test link', needs: 'invite' },
  {
    id: 'import',
    scope: 'link',
    keys: ['m'],
    hint: 'CSV',
    help: 'Register many candidates by this test link from a CSV file',
    needs: 'invite',
  },

  { id: 'open', scope: 'invitations', keys: ['enter', 'right', 'l'], hint: 'open', help: 'Open the invitation' },
  {
    id: 'filter',
    scope: 'invitations',
    keys: ['f'],
    hint: 'filter',
    help: `Only one status: ${invitationStatuses.join(', ')}, all`,
  },
  { id: 'register', scope: 'invitations', keys: ['a'], hint: 'register', help: 'Register a candidate', needs: 'invite' },
  { id: 'import', scope: 'invitations', keys: ['m'], help: 'Register many candidates from a CSV file', needs: 'invite' },
  { id: 'report', scope: 'invitations', keys: ['v'], hint: 'report', help: 'Report of the candidate' },
  { id: 'copy', scope: 'invitations', keys: ['c'], help: 'Copy the take URL' },
  { id: 'cancel', scope: 'invitations', keys: ['x'], hint: 'cancel', help: 'Cancel the invitation', needs: 'invite' },
  { id: 'mark', scope: 'invitations', keys: ['space'], hint: 'mark', help: 'Mark the candidate for a comparison, or not' },
  { id: 'compare', scope: 'invitations', keys: ['b'], hint: 'compare', help: 'The marked candidates side by side' },

  { id: 'report', scope: 'invitation', keys: ['v', 'enter'], hint: 'report', help: 'Report of the candidate' },
  { id: 'cancel', scope: 'invitation', keys: ['x'], hint: 'cancel', help: 'Cancel the invitation', needs: 'invite' },
  {
    id: 'reattempt',
    scope: 'invitation',
    keys: ['t'],
    hint: 'reattempt',
    help: 'Invite the candidate once more; the first report stays',
    needs: 'invite',
  },
  {
    id: 'reset',
    scope: 'invitation',
    keys: ['z'],
    hint: 'reset',
    help: 'Archive the attempt: the same take URL starts again',
    needs: 'manage',
  },
  { id: 'extend', scope: 'invitation', keys: ['e'], hint: 'extra time', help: 'Give extra time', needs: 'manage' },
  { id: 'copy', scope: 'invitation', keys: ['c'], hint: 'copy URL', help: 'Copy the take URL' },
  {
    id: 'resend',
    scope: 'invitation',
    keys: ['s'],
    hint: 'send mail',
    help: 'Mail the invitation, the first time or again',
    needs: 'invite',
  },
  { id: 'pdf', scope: 'invitation', keys: ['p'], help: 'Save the report as PDF' },
  { id: 'open-pdf', scope: 'invitation', keys: ['o'], help: 'Open the report as PDF, from a copy that is removed when you quit' },
  { id: 'revoke-report-url', scope: 'invitation', keys: ['u'], help: 'Revoke the report URLs that were sent so far', needs: 'manage' },
  { id: 'up', scope: 'invitation', keys: ['up', 'k'], help: 'Earlier in the timeline' },
  { id: 'down', scope: 'invitation', keys: ['down', 'j'], help: 'Later in the timeline' },

  { id: 'pdf', scope: 'report', keys: ['p', 'enter'], hint: 'save PDF', help: 'Save the report as PDF' },
  {
    id: 'open-pdf',
    scope: 'report',
    keys: ['o'],
    hint: 'open PDF',
    help: 'Open the report as PDF, from a copy that is removed when you quit',
  },
  {
    id: 'programs',
    scope: 'report',
    keys: ['c'],
    hint: 'programs',
    help: 'Programs of the candidate, with the verdict of each case',
    needs: 'read-answers',
  },
  {
    id: 'answers',
    scope: 'report',
    keys: ['a'],
    hint: 'answers',
    help: 'What the candidate answered, with the right answers',
    needs: 'read-answers',
  },
  { id: 'up', scope: 'report', keys: ['up', 'k'], help: 'Sections above' },
  { id: 'down', scope: 'report', keys: ['down', 'j'], hint: 'more sections', help: 'Sections below' },

  { id: 'next-program', scope: 'code', keys: ['n', 'right', 'l'], hint: 'next program', help: 'Next program' },
  { id: 'last-program', scope: 'code', keys: ['b'], hint: 'program before', help: 'Program before' },
  { id: 'pdf', scope: 'code', keys: ['p'], hint: 'save PDF', help: 'Save all programs as PDF' },
  {
    id: 'open-pdf',
    scope: 'code',
    keys: ['o'],
    help: 'Open all programs as PDF, from a copy that is removed when you quit',
  },
  { id: 'up', scope: 'code', keys: ['up', 'k'], help: 'Line above' },
  { id: 'down', scope: 'code', keys: ['down', 'j'], help: 'Line below' },
  { id: 'page-up', scope: 'code', keys: ['pgup', 'ctrl-u'], help: 'Page above' },
  { id: 'page-down', scope: 'code', keys: ['pgdn', 'ctrl-d', 'space'], hint: 'page below', help: 'Page below' },

  { id: 'up', scope: 'answers', keys: ['up', 'k'], hint: 'question before', help: 'Question before' },
  { id: 'down', scope: 'answers', keys: ['down', 'j'], hint: 'next question', help: 'Next question' },
  { id: 'page-up', scope: 'answers', keys: ['pgup', 'ctrl-u'], help: 'Page of the answer above' },
  { id: 'page-down', scope: 'answers', keys: ['pgdn', 'ctrl-d', 'space'], hint: 'more of it', help: 'Page of the answer below' },

  { id: 'order', scope: 'comparison', keys: ['o'], hint: 'order', help: 'Rank by the whole test, or by the next section' },
  { id: 'pdf', scope: 'comparison', keys: ['p'], hint: 'save PDF', help: 'Save the comparison as PDF, ranked as it is here' },
  { id: 'next-candidates', scope: 'comparison', keys: ['tab', 'right', 'l'], hint: 'next candidates', help: 'Candidates to the right' },
  { id: 'previous-candidates', scope: 'comparison', keys: ['shift-tab'], help: 'Candidates to the left' },
  { id: 'up', scope: 'comparison', keys: ['up', 'k'], help: 'Line above' },
  { id: 'down', scope: 'comparison', keys: ['down', 'j'], hint: 'more lines', help: 'Line below' },
  { id: 'page-up', scope: 'comparison', keys: ['pgup', 'ctrl-u'], help: 'Page above' },
  { id: 'page-down', scope: 'comparison', keys: ['pgdn', 'ctrl-d', 'space'], help: 'Page below' },

  {
    id: 'open',
    scope: 'statistics',
    keys: ['enter', 'right', 'l'],
    hint: 'question',
    help: 'Who chose what, and what to do about the question',
  },

  { id: 'up', scope: 'question', keys: ['up', 'k'], help: 'Line above' },
  { id: 'down', scope: 'question', keys: ['down', 'j'], help: 'Line below' },
  { id: 'page-up', scope: 'question', keys: ['pgup', 'ctrl-u'], help: 'Page above' },
  { id: 'page-down', scope: 'question', keys: ['pgdn', 'ctrl-d', 'space'], hint: 'page below', help: 'Page below' },

  {
    id: 'level-1',
    scope: 'review',
    keys: ['1'],
    hint: 'first level',
    help: 'Choose the first level of the criterion',
    needs: 'grade',
  },
  { id: 'level-2', scope: 'review', keys: ['2'], help: 'Choose the second level', needs: 'grade' },
  { id: 'level-3', scope: 'review', keys: ['3'], help: 'Choose the third level', needs: 'grade' },
  { id: 'level-4', scope: 'review', keys: ['4'], help: 'Choose the fourth level', needs: 'grade' },
  { id: 'level-5', scope: 'review', keys: ['5'], help: 'Choose the fifth level', needs: 'grade' },
  { id: 'level-6', scope: 'review', keys: ['6'], help: 'Choose the sixth level', needs: 'grade' },
  { id: 'level-7', scope: 'review', keys: ['7'], help: 'Choose the seventh level', needs: 'grade' },
  { id: 'level-8', scope: 'review', keys: ['8'], help: 'Choose the eighth level', needs: 'grade' },
  { id: 'level-9', scope: 'review', keys: ['9'], help: 'Choose the ninth level', needs: 'grade' },
  { id: 'grade', scope: 'review', keys: ['enter'], hint: 'grade', help: 'Give the answer the chosen marks', needs: 'grade' },
  { id: 'save-file', scope: 'review', keys: ['s'], hint: 'save file', help: 'Save the file that is the answer', needs: 'grade' },
  { id: 'next-answer', scope: 'review', keys: ['n'], hint: 'next', help: 'Next answer' },
  { id: 'previous-answer', scope: 'review', keys: ['N'], help: 'Answer before this one' },
  { id: 'next-criterion', scope: 'review', keys: ['tab'], hint: 'criterion', help: 'Next criterion' },
  { id: 'previous-criterion', scope: 'review', keys: ['shift-tab'], help: 'Criterion above' },
  { id: 'up', scope: 'review', keys: ['up', 'k'], help: 'Line above' },
  { id: 'down', scope: 'review', keys: ['down', 'j'], help: 'Line below' },
  { id: 'page-up', scope: 'review', keys: ['pgup', 'ctrl-u'], help: 'Page above' },
  { id: 'page-down', scope: 'review', keys: ['pgdn', 'ctrl-d', 'space'], hint: 'page below', help: 'Page below' },

  { id: 'open', scope: 'deliveries', keys: ['enter', 'right', 'l'], hint: 'attempts', help: 'Attempts of the delivery' },
  { id: 'redeliver', scope: 'deliveries', keys: ['s'], hint: 'send again', help: 'Send the delivery once more', needs: 'manage' },
  {
    id: 'redeliver-all',
    scope: 'deliveries',
    keys: ['a'],
    hint: 'all failed',
    help: 'Send all failed deliveries of the test once more',
    needs: 'manage',
  },

  { id: 'redeliver', scope: 'delivery', keys: ['s'], hint: 'send again', help: 'Send the delivery once more', needs: 'manage' },
  { id: 'candidate', scope: 'delivery', keys: ['i'], hint: 'invitation', help: 'Invitation that the delivery tells of' },
  { id: 'up', scope: 'delivery', keys: ['up', 'k'], help: 'Attempts above' },
  { id: 'down', scope: 'delivery', keys: ['down', 'j'], help: 'Attempts below' },

  { id: 'up', scope: 'quotas', keys: ['up', 'k'], help: 'Quota above' },
  { id: 'down', scope: 'quotas', keys: ['down', 'j'], hint: 'next quota', help: 'Quota below' },

  { id: 'up', scope: 'list', keys: ['up', 'k'], help: 'Line above' },
  { id: 'down', scope: 'list', keys: ['down', 'j'], help: 'Line below' },
  { id: 'page-up', scope: 'list', keys: ['pgup', 'ctrl-u'], help: 'Page above' },
  { id: 'page-down', scope: 'list', keys: ['pgdn', 'ctrl-d', 'space'], help: 'Page below' },
  { id: 'first', scope: 'list', keys: ['home'], help: 'First line' },
  { id: 'last', scope: 'list', keys: ['end', 'G'], help: 'Last line' },

  { id: 'search', scope: 'pages', keys: ['/'], hint: 'search', help: 'Search' },

  { id: 'back', scope: 'global', keys: ['esc', 'backspace', 'left', 'h'], hint: 'back', help: 'Back' },
  { id: 'help', scope: 'global', keys: ['?'], hint: 'help', help: 'All keys of this screen' },
  { id: 'go-to', scope: 'global', keys: ['g'], hint: 'go to', help: 'Go to tests, deliveries, or a number' },
  { id: 'palette', scope: 'global', keys: [':'], hint: 'commands', help: 'Find a command by its name' },
  { id: 'refresh', scope: 'global', keys: ['r'], help: 'Refresh now (it also happens by itself)' },
  { id: 'quit', scope: 'global', keys: ['q'], hint: 'quit', help: 'Quit' },

  { id: 'redraw', scope: 'always', keys: ['ctrl-l'], help: 'Redraw the screen' },
] as const satisfies readonly Row[];

export type CommandId = (typeof rows)[number]['id'];
export type Binding = Row & { readonly id: CommandId };

export const bindings: readonly Binding[] = rows;

/** The bindings of these scopes, the first scope first; a key of an earlier scope is not listed again. */
export const bindingsIn = (active: readonly Scope[]): Binding[] => {
  const taken = new Set<string>();
  return active.flatMap((scope) =>
    bindings.flatMap((binding) => {
      if (binding.scope !== scope) return [];
      const keys = binding.keys.filter((key) => !taken.has(key));
      for (const key of keys) taken.add(key);
      return keys.length === 0 ? [] : [{ ...binding, keys }];
    }),
  );
};

const names: Readonly<Record<string, string>> = { up: '↑', down: '↓', left: '←', right: '→', enter: '⏎', 'shift-tab': '⇧tab' };

/** A key as people read it. */
export const keyLabel = (key: string): string => names[key] ?? key.replace('ctrl-', '^');
