import { expect, it } from 'vitest';
import { readAddress } from './page-address.ts';

it('the base is everything before the page', () => {
  expect(readAddress('/take/tok')).toEqual({ page: 'take', base: '', takeUrl: '/take/tok', token: 'tok' });
  expect(readAddress('/exams/take/tok/')).toEqual({ page: 'take', base: '/exams', takeUrl: '/exams/take/tok', token: 'tok' });
  expect(readAddress('/take/join/key')).toEqual({ page: 'join', base: '/take', joinUrl: '/take/join/key', key: 'key' });
});

it('the address of a confirmation mail is a page of its own', () => {
  expect(readAddress('/exams/join/confirm/tok')).toEqual({ page: 'confirm', base: '/exams', joinUrl: '/exams/join/confirm/tok' });
  expect(readAddress('/join/confirm')).toMatchObject({ page: 'join', key: 'confirm' });
});

it('another path is unknown', () => {
  for (const path of ['/', '/take/', '/take', '/take/a/b', '/other/x']) expect(readAddress(path)).toEqual({ page: 'unknown' });
});
