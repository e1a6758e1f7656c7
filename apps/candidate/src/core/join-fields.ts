import { JoinBody } from '@assay/domain/take';
import type { FieldFault, JoinField } from './types.ts';

/** The domain's sentence of each rule, by its beginning, and the name the UI words it under. */
const faultsByRule: readonly (readonly [string, FieldFault])[] = [
  ['is required', 'required'],
  ['must be at most', 'too-long'],
  ['must be an email', 'email'],
  ['must not contain control', 'control'],
  ['must be a name', 'web-address'],
];

/** What is wrong with a field by the rule the server uses too; null when nothing is. */
export const checkField = (field: JoinField, text: string): FieldFault | null => {
  const checked = JoinBody.shape[field].safeParse(text);
  const message = checked.success ? undefined : checked.error.issues[0]?.message;
  if (message === undefined) return null;
  return faultsByRule.find(([rule]) => message.startsWith(rule))?.[1] ?? (field === 'emailId' ? 'email' : 'required');
};
