import { expect, test } from 'vitest';
import { FairQueue, type Waiter } from './fair-queue.ts';

const limits = { waiting: 5, perAccount: 3, perAttempt: 2 };
const item = (account: string, attempt: string, waits?: Waiter) => ({
  owner: { account, attempt, ...(waits === undefined ? {} : { waits }) },
  name: attempt,
});
const always = () => true;
const names = (queue: FairQueue<ReturnType<typeof item>>): string[] => {
  const all: string[] = [];
  for (let next = queue.take(always); next !== undefined; next = queue.take(always)) all.push(next.name);
  return all;
};

test('accounts take turns, and within an account the first comes first', () => {
  const queue = new FairQueue<ReturnType<typeof item>>({ waiting: 100, perAccount: 100, perAttempt: 100 });
  for (const name of ['a1', 'a2', 'a3', 'a4']) queue.enter(item('a', name));
  queue.enter(item('b', 'b1'));
  queue.enter(item('c', 'c1'));
  queue.enter(item('c', 'c2'));
  expect(names(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
  expect(queue.length).toBe(0);
});

test('an attempt, an account and the whole queue have their limits, which end when programs do', () => {
  const queue = new FairQueue<ReturnType<typeof item>>(limits);
  const first = item('a', 'x');
  expect(queue.enter(first)).toBeUndefined();
  expect(queue.enter(item('a', 'x'))).toBeUndefined();
  expect(queue.enter(item('a', 'x'))).toBe('attempt-limit');
  expect(queue.enter(item('a', 'y'))).toBeUndefined();
  expect(queue.enter(item('a', 'z'))).toBe('account-limit');
  expect(queue.enter(item('b', 'x'))).toBeUndefined();
  expect(queue.enter(item('b', 'y'))).toBeUndefined();
  expect(queue.enter(item('c', 'x'))).toBe('queue-full');
  expect(queue.take(always)).toBe(first);
  expect(queue.enter(item('a', 'y'))).toBe('account-limit');
  queue.leave(first);
  expect(queue.enter(item('a', 'y'))).toBeUndefined();
});

test('what cannot start yet holds up nobody else, and what was put back is the last of its account', () => {
  const queue = new FairQueue<ReturnType<typeof item>>(limits);
  const [one, two, three] = [item('a', 'one'), item('a', 'two'), item('b', 'three')];
  for (const each of [one, two, three]) queue.enter(each);
  expect(queue.take(({ name }) => name !== 'one')).toBe(two);
  expect(queue.take(({ name }) => name !== 'one')).toBe(three);
  const four = item('b', 'four');
  queue.enter(four);
  queue.putBack(three);
  expect(names(queue)).toEqual(['one', 'four', 'three']);
  expect(queue.take(always)).toBeUndefined();
});

test('what a candidate waits for comes first, but for one other after each four', () => {
  const queue = new FairQueue<ReturnType<typeof item>>({ waiting: 100, perAccount: 100, perAttempt: 100 });
  for (const name of ['a1', 'a2', 'a3']) queue.enter(item('a', name));
  for (const name of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']) queue.enter(item('a', name, 'candidate'));
  for (const name of ['B1', 'B2', 'B3']) queue.enter(item('b', name, 'candidate'));
  expect(queue.accounts).toBe(2);
  expect(names(queue)).toEqual(['A1', 'B1', 'A2', 'B2', 'a1', 'A3', 'B3', 'A4', 'A5', 'a2', 'A6', 'a3']);
});

test('what is removed waits no longer, and what was taken cannot be removed', () => {
  const queue = new FairQueue<ReturnType<typeof item>>(limits);
  const [one, two, three] = [item('a', 'one'), item('a', 'two'), item('b', 'three', 'candidate')];
  for (const each of [one, two, three]) queue.enter(each);
  expect(queue.remove(one)).toBe(true);
  expect(queue.remove(one)).toBe(false);
  expect(queue.take(always)).toBe(three);
  expect(queue.remove(three)).toBe(false);
  expect(queue.length).toBe(1);
  expect(names(queue)).toEqual(['two']);
  expect([queue.length, queue.accounts]).toEqual([0, 0]);
});

test('what an author waits for comes after what a candidate waits for, and before the others; neither waits for ever', () => {
  const queue = new FairQueue<ReturnType<typeof item>>({ waiting: 100, perAccount: 100, perAttempt: 100 });
  for (const name of ['import 1', 'import 2', 'import 3', 'import 4', 'import 5']) queue.enter(item('a', name, 'author'));
  for (const name of ['grading 1', 'grading 2']) queue.enter(item('a', name));
  queue.enter(item('a', 'run 1', 'candidate'));
  queue.enter(item('b', 'run 2', 'candidate'));
  const order = ['run 1', 'run 2', 'import 1', 'import 2', 'grading 1', 'import 3', 'import 4', 'import 5', 'grading 2'];
  expect(names(queue)).toEqual(order);
  for (let count = 1; count <= 12; count += 1) queue.enter(item('a', `run ${count}`, 'candidate'));
  queue.enter(item('a', 'import', 'author'));
  queue.enter(item('a', 'grading'));
  const all = names(queue);
  expect([all.indexOf('import'), all.indexOf('grading')].sort((one, other) => one - other)).toEqual([4, 9]);
});

test('a regrade comes behind the gradings of all accounts, but for one after each four, and never before a candidate', () => {
  const queue = new FairQueue<ReturnType<typeof item>>({ waiting: 100, perAccount: 100, perAttempt: 100 });
  for (const name of ['again 1', 'again 2', 'again 3']) queue.enter(item('a', name, 'regrade'));
  for (const name of ['b1', 'b2', 'b3', 'b4', 'b5']) queue.enter(item('b', name));
  queue.enter(item('c', 'c1', 'grading'));
  const first = Array.from({ length: 4 }, () => queue.take(always)?.name);
  expect(first).toEqual(['b1', 'c1', 'b2', 'b3']);
  queue.enter(item('b', 'run', 'candidate'));
  expect(names(queue)).toEqual(['run', 'again 1', 'b4', 'b5', 'again 2', 'again 3']);
});

test('while another account waits, one holds at most half of the places; alone it has all of them', () => {
  const queue = new FairQueue<ReturnType<typeof item>>({ waiting: 100, perAccount: 100, perAttempt: 100 });
  const take = () => queue.take(always, 4);
  for (const name of ['A1', 'A2', 'A3', 'A4', 'A5', 'A6']) queue.enter(item('a', name, 'candidate'));
  const held = [take(), take(), take()];
  expect(held.map((one) => one?.name)).toEqual(['A1', 'A2', 'A3']);
  // What nobody looks at the screen for goes before what the candidates of an account with half of the places wait for.
  queue.enter(item('b', 'b1'));
  queue.enter(item('b', 'b2'));
  expect(take()?.name).toBe('b1');
  const [first, second] = held;
  if (first === undefined || second === undefined) throw new Error('three were taken');
  queue.leave(first);
  expect(take()?.name).toBe('b2');
  // Of one that waits again its account holds no place.
  queue.putBack(second);
  expect(take()?.name).toBe('A4');
  expect(take()?.name).toBe('A5');
});

test('with one place, accounts take turns', () => {
  const queue = new FairQueue<ReturnType<typeof item>>({ waiting: 100, perAccount: 100, perAttempt: 100 });
  for (const name of ['a1', 'a2']) queue.enter(item('a', name));
  queue.enter(item('b', 'b1'));
  const order: string[] = [];
  for (let next = queue.take(always, 1); next !== undefined; next = queue.take(always, 1)) {
    order.push(next.name);
    queue.leave(next);
  }
  expect(order).toEqual(['a1', 'b1', 'a2']);
});

test('says how many go before the first one of an owner that waits: as many as are taken before it', () => {
  const queue = new FairQueue<ReturnType<typeof item>>({ waiting: 100, perAccount: 100, perAttempt: 100 });
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map((name) => item(name.slice(0, 1), name, 'candidate'));
  for (const one of all) queue.enter(one);
  const ahead = all.map(({ owner, name }) => [name, queue.ahead(owner)]);
  const order = names(queue);
  expect(ahead).toEqual(all.map(({ name }) => [name, order.indexOf(name)]));
  expect(all.map(({ owner }) => queue.ahead(owner))).toEqual(all.map(() => undefined));
});
