import { type ExpectedAccount, readExpectedAccount } from '@assay/domain';
import { InvalidArgumentError } from 'commander';

/** An id: a whole number above 0 that a JSON number holds exactly. */
export const parseId = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be an id: a number above 0.');
  return Number(text);
};

/** The account that a bundle has to name. */
export const parseAccount = (text: string): ExpectedAccount => {
  const account = readExpectedAccount(text);
  if (account === undefined) throw new InvalidArgumentError("It must be an account's id, or its id and name: 7 or '7 Acme Hiring'.");
  return account;
};

/** An id that is named twice is one: nobody means to do the same twice. */
export const parseIds = (text: string, former?: readonly number[]): readonly number[] => [...new Set([...(former ?? []), parseId(text)])];

/** Two different ids. */
export const parsePair = (text: string): readonly [number, number] => {
  const [left = '', right = '', ...more] = text.split(',').map((one) => one.trim());
  if (more.length > 0 || left === right) throw new InvalidArgumentError('It must be two ids with a comma between them: 12,15.');
  return [parseId(left), parseId(right)];
};

/** A share from `least` to 1, with at most three decimals. */
export const shareFrom =
  (least: number) =>
  (text: string): string => {
    if (!/^(?:0\.\d{1,3}|1)$/.test(text) || Number(text) < least) throw new InvalidArgumentError(`It must be a number from ${least} to 1.`);
    return text;
  };

/** A whole number from `least` to `most`. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    return value;
  };

/** Marks with commas between them, each with at most six decimals. */
export const parseMarks = (text: string): readonly number[] => {
  const marks = text.split(',').map((one) => one.trim());
  if (marks.length > 10 || marks.some((one) => !/^\d{1,5}(?:\.\d{1,6})?$/.test(one)))
    throw new InvalidArgumentError('It must be marks with commas between them, one for each criterion: 4,1.5.');
  return marks.map(Number);
};

/** One of `values`, in any letter case. */
export const oneOf =
  <const Value extends string>(values: readonly Value[]) =>
  (text: string): Value => {
    const found = values.find((value) => value.toLowerCase() === text.trim().toLowerCase());
    if (found === undefined) throw new InvalidArgumentError(`It must be one of: ${values.join(', ')}.`);
    return found;
  };

export const parseProfile = (text: string): string => {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text))
    throw new InvalidArgumentError('It must be letters, digits, dots and dashes, at most 64.');
  return text;
};
