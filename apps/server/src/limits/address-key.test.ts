import { describe, expect, it } from 'vitest';
import { addressKey } from './address-key.ts';

describe('the key of an address', () => {
  it.each([
    ['203.0.113.7', '::ffff:203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:0:0:0:9'],
    ['fe80::1%eth0', 'fe80::2'],
    ['203.0.113.7', '203.0.113.7:54321'],
    ['2001:db8:1:2::1', '[2001:db8:1:2::1]:54321'],
    ['2001:db8:1:2::1', '[2001:db8:1:2::1]'],
    ['', 'x'.repeat(1000)],
  ])('%s and %s are one caller', (one, other) => {
    expect(addressKey(one)).toBe(addressKey(other));
  });

  it.each([
    ['203.0.113.7', '203.0.113.8'],
    ['203.0.113.7:54321', '203.0.113.8:54321'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['::1', '127.0.0.1'],
    ['nonsense', '127.0.0.1'],
  ])('%s and %s are two', (one, other) => {
    expect(addressKey(one)).not.toBe(addressKey(other));
  });

  it('is short, whatever a proxy passes on', () => {
    for (const ip of ['x'.repeat(10_000), '2001:db8:1:2:3:4:5:6', '255.255.255.255']) expect(addressKey(ip).length).toBeLessThan(25);
  });
});
