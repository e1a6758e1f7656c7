import { describe, expect, it } from 'vitest';
import { forbidden, type Machine, missing, seccompFilter } from './seccomp.ts';

const architectures = { x64: 0xc0_00_00_3e, arm64: 0xc0_00_00_b7 };
const [allowed, killed] = ['allowed', 'killed'];

/** What the kernel does with a call under this filter. */
const resultOf = (filter: Buffer, call: { readonly number: number; readonly argument?: number; readonly architecture: number }): string => {
  const data = new Map([
    [0, call.number],
    [4, call.architecture],
    [16, call.argument ?? 0],
  ]);
  let loaded = 0;
  for (let at = 0; at * 8 < filter.length; at += 1) {
    const code = filter.readUInt16LE(at * 8);
    const value = filter.readUInt32LE(at * 8 + 4);
    const jump = (isTrue: boolean): void => {
      at += filter.readUInt8(at * 8 + (isTrue ? 2 : 3));
    };
    if (code === 0x20) loaded = data.get(value) ?? Number.NaN;
    else if (code === 0x15) jump(loaded === value);
    else if (code === 0x35) jump(loaded >= value);
    else if (code === 0x45) jump((loaded & value) !== 0);
    else if (code === 0x06) {
      if (value === 0x7f_ff_00_00) return allowed;
      return value === 0x80_00_00_00 ? killed : `errno ${value & 0xffff}`;
    } else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the filter has no end');
};

const ordinary = {
  x64: { read: 0, write: 1, mmap: 9, fork: 57, execve: 59, futex: 202, openat: 257, accept: 43, getrandom: 318 },
  arm64: { read: 63, write: 64, mmap: 222, execve: 221, futex: 98, openat: 56, accept: 202, getrandom: 278, socketpair: 199 },
};
const clone = { x64: 56, arm64: 220 };
const socket = { x64: 41, arm64: 198 };

describe.each(['x64', 'arm64'] satisfies Machine[])('the filter of system calls on %s', (machine) => {
  const filter = seccompFilter(machine);
  const call = (number: number, argument = 0, architecture = architectures[machine]): string =>
    resultOf(filter, { number, argument, architecture });

  it.each(Object.entries(forbidden))('refuses %s', (_, numbers) => expect(call(numbers[machine])).toBe('errno 1'));
  it.each(Object.entries(missing))('does not have %s', (_, numbers) => expect(call(numbers[machine])).toBe('errno 38'));
  it.each(Object.entries(ordinary[machine]))('lets %s through', (_, number) => expect(call(number)).toBe(allowed));

  it('lets processes and threads start, but no namespaces', () => {
    expect(call(clone[machine], 17)).toBe(allowed);
    expect(call(clone[machine], 0x3d_0f_00)).toBe(allowed);
    for (const flag of [0x2_00_00, 0x2_00_00_00, 0x4_00_00_00, 0x8_00_00_00, 0x10_00_00_00, 0x20_00_00_00, 0x40_00_00_00])
      expect(call(clone[machine], flag | 17)).toBe('errno 1');
  });

  it('lets sockets of the kinds through that a network namespace holds', () => {
    expect([1, 2, 10].map((family) => call(socket[machine], family))).toEqual([allowed, allowed, allowed]);
    expect([0, 16, 17, 38, 40].map((family) => call(socket[machine], family))).toEqual(Array.from({ length: 5 }, () => 'errno 97'));
  });

  it('ends a program that calls as another processor does', () => {
    expect(call(0, 0, 0x40_00_00_03)).toBe(killed);
    expect(call(0, 0, architectures[machine === 'x64' ? 'arm64' : 'x64'])).toBe(killed);
  });
});

it('x32 calls on x86-64 are not there', () => {
  expect(resultOf(seccompFilter('x64'), { number: 0x40_00_00_65, architecture: architectures.x64 })).toBe('errno 38');
});
