import { InvalidArgumentError } from 'commander';

export const parseAccountId = (text: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('must be the number of an account');
  return Number(text);
};
