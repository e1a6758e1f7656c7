import { z } from 'zod';
import { minutesText } from '../report/words/report-words.ts';
import { Notice } from '../wire/fields.ts';
import { Color, Logo } from './brand.ts';
import { type ReceiptRule, receiptRules } from './receipts.ts';

export type AccountSetting = {
  readonly column: string;
  /** What it can be set to; null removes it. */
  readonly value: z.core.$ZodType;
  /** How it is stored, and sent in responses. */
  readonly shown: z.core.$ZodType;
  /** What the text of its option gives. `notice`: an empty text removes it. `picture`: the text names a file. */
  readonly kind: 'notice' | 'text' | 'choice' | 'number' | 'picture';
  readonly values?: readonly string[];
  readonly bounds?: readonly [least: number, most: number];
  /** Its option in `assay account set` and `assay-server accounts set`, and what help says of it. */
  readonly flag: string;
  readonly help: string;
  /** What help says of `--no-…`; a setting without it cannot be removed. */
  readonly removed?: string;
  readonly label: string;
  readonly show: (value: never) => string;
};

const receiptWords: Record<ReceiptRule, string> = {
  mailed: 'for candidates whose invitation Assay mailed',
  all: 'for all candidates',
  none: 'for nobody',
};

const lateBounds = [0, 60] as const;
const receipts = z.enum(receiptRules).describe('Which candidates get a receipt: those whose invitation was mailed, all, or none.');

/** Settings of an account, in the order in which they are shown: columns, API, options, texts and reference are made of these rows. */
export const accountSettings = {
  support: {
    column: 'support',
    value: z.nullable(Notice),
    shown: z.string().nullable(),
    kind: 'notice',
    flag: '--support <contact>',
    help: 'whom candidates ask: an address, a URL or a sentence',
    removed: 'name nobody',
    label: 'Support',
    show: (value: string | null) => value ?? 'none: candidates are told nobody to ask',
  },
  privacy: {
    column: 'privacy',
    value: z.nullable(Notice),
    shown: z.string().nullable(),
    kind: 'notice',
    flag: '--privacy <notice>',
    help: 'what becomes of their data: a URL or a sentence',
    removed: 'say nothing of it',
    label: 'Privacy',
    show: (value: string | null) => value ?? 'none: candidates are told nothing of their data',
  },
  receipts: {
    column: 'receipts',
    value: receipts,
    shown: receipts,
    kind: 'choice',
    values: receiptRules,
    flag: '--receipts <rule>',
    help: 'who gets a receipt: mailed (by Assay), all or none',
    label: 'Receipts',
    show: (value: ReceiptRule) => receiptWords[value],
  },
  lateMinutes: {
    column: 'late_minutes',
    value: z
      .int()
      .min(lateBounds[0])
      .max(lateBounds[1])
      .describe('Minutes after the deadline in which answers still count that were typed before it; 0: none does.'),
    shown: z.int().describe('Minutes after the deadline in which answers still count that were typed before it.'),
    kind: 'number',
    bounds: lateBounds,
    flag: '--late-minutes <n>',
    help: 'how long after the deadline an answer that was typed before it still counts; 0: never',
    label: 'Late',
    show: (value: number) => (value === 0 ? 'answers never count' : `answers count for ${minutesText(value)} if they were typed in time`),
  },
  color: {
    column: 'color',
    value: z
      .nullable(Color)
      .describe('Colour of reports, `#rrggbb`, with a contrast of at least 4.5 to 1 with white; null for the usual one.'),
    shown: z.string().nullable().describe('Colour of reports, `#rrggbb`; null: the usual one.'),
    kind: 'text',
    flag: '--report-color <color>',
    help: '# and six digits, dark enough to be read on white',
    removed: 'the usual colour',
    label: 'Color',
    show: (value: string | null) => value ?? 'the usual one',
  },
  logo: {
    column: 'logo',
    value: z.nullable(Logo).describe('Logo of reports: a PNG or JPEG of at most 64 KiB, in base64; null for none.'),
    shown: z.string().nullable().describe('Names the logo of reports; null if there is none. Another logo has another name.'),
    kind: 'picture',
    flag: '--logo <file>',
    help: 'on reports: a PNG or JPEG of at most 64 KiB',
    removed: 'no logo',
    label: 'Logo',
    show: (value: string | null) => (value == null ? 'none' : 'on reports'),
  },
} as const satisfies Record<string, AccountSetting>;

/** `--no-logo` of `--logo <file>`. */
export const removalFlag = ({ flag }: AccountSetting): string => `--no-${flag.slice(2).replace(/ .*/, '')}`;

type Settings = typeof accountSettings;
export type AccountSettingName = keyof Settings;
export const accountSettingNames = Object.keys(accountSettings) as readonly AccountSettingName[];

/** A value for each setting; the rows are what gives it its type. */
const each = <Shape>(pick: (row: AccountSetting) => unknown): Shape =>
  Object.fromEntries(Object.entries(accountSettings).map(([name, row]) => [name, pick(row)])) as Shape;

export const shownSettings = each<{ [Name in AccountSettingName]: Settings[Name]['shown'] }>(({ shown }) => shown);

export const settingBodies = each<{ [Name in AccountSettingName]: z.ZodOptional<Settings[Name]['value']> }>(({ value }) =>
  z.optional(value),
);

/** The stored values, by the names of the API and by those of the columns. */
export type SettingValues = { [Name in AccountSettingName]: z.output<Settings[Name]['shown']> };
export type SettingColumns = { [Name in AccountSettingName as Settings[Name]['column']]: SettingValues[Name] };

/** The lines that show the settings of an account. */
export const settingFacts = (values: SettingValues): readonly (readonly [label: string, text: string])[] =>
  accountSettingNames.map((name) => {
    const { label, show }: AccountSetting = accountSettings[name];
    // The row's own value.
    return [label, show(values[name] as never)];
  });
