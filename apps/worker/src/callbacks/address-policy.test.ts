import { describe, expect, it } from 'vitest';
import { makeAddressPolicy, refuseAddress } from './address-policy.ts';

const nothingAllowed = makeAddressPolicy([]);

describe('without an allowed network', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0', '198.17.255.255', '223.255.255.255'])(
    'the public IPv4 address %s is permitted',
    (address) => expect(nothingAllowed.permits(address)).toBe(true),
  );

  it.each(['2606:4700::1111', '2a00:1450:4001:80b::200e', '2003::1', '::ffff:8.8.8.8', '::ffff:808:808', '64:ff9b::808:808'])(
    'the public IPv6 address %s is permitted',
    (address) => expect(nothingAllowed.permits(address)).toBe(true),
  );

  it.each([
    ['this network', '0.0.0.0', '0.1.2.3'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
    ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
    ['loopback', '127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
    ['link-local', '169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1'],
    ['IETF protocol assignments', '192.0.0.1', '192.0.0.170', '192.88.99.1'],
    ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1', '3fff:fff::1'],
    ['benchmarking', '198.18.0.1', '198.19.255.255', '2001:2::1'],
    ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
    ['reserved or broadcast', '240.0.0.1', '255.255.255.254', '255.255.255.255'],
    ['unspecified', '::', '0::0'],
    ['unique local', 'fc00::1', 'fd00:ec2::254', 'fdff::1'],
    ['site-local', 'fec0::1', 'feff::1'],
    ['6to4', '2002:7f00:1::', '2002:808:808::1'],
    ['Teredo', '2001::1', '2001:0:53aa:64c::1'],
    ['ORCHID', '2001:10::1', '2001:20::1'],
    ['discard-only', '100::1', '100:0:0:1::1'],
    ['IPv4-mapped private', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '0:0:0:0:0:FFFF:127.0.0.1'],
    ['IPv4-compatible', '::127.0.0.1', '::7f00:1', '::8.8.8.8', '::808:808'],
    ['IPv4-translated', '::ffff:0:127.0.0.1', '::ffff:0:808:808'],
    ['NAT64 of a private address', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::'],
    ['NAT64 of local use', '64:ff9b:1::7f00:1', '64:ff9b:1::808:808', '64:ff9b:1:ffff::1'],
    ['outside 2000::/3', '1::1', '4000::1', '5f00::1', '8000::1', 'e000::1'],
    ['with a zone id', 'fe80::1%eth0', 'fe80::1%1', '2606:4700::1111%eth0', '::1%lo'],
    ['no plain address', '', 'localhost', '127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '08.8.8.8', '8.8.8.8 ', '8.8.8.8/32', '[::1]'],
  ])('no address that is %s is permitted', (_range, ...addresses) =>
    expect(addresses.filter((address) => nothingAllowed.permits(address))).toEqual([]),
  );
});

describe('an entry of the allowed networks', () => {
  it.each([
    ['127.0.0.0/8', ['127.0.0.1', '127.255.255.255', '::ffff:127.0.0.1', '::ffff:7f00:1']],
    ['10.0.0.7', ['10.0.0.7', '::ffff:10.0.0.7']],
    ['fd00::/8', ['fd00::1', 'fdff::1']],
    ['::1', ['::1', '0:0:0:0:0:0:0:1']],
    ['::ffff:10.0.0.0/104', ['10.1.2.3', '::ffff:10.1.2.3']],
    ['::ffff:10.0.0.7', ['10.0.0.7']],
    ['0.0.0.0/0', ['127.0.0.1', '169.254.169.254', '10.0.0.1']],
    ['64:ff9b::/96', ['64:ff9b::7f00:1']],
  ])('%s permits what it contains', (network, addresses) => {
    const policy = makeAddressPolicy([network]);
    expect(addresses.filter((address) => !policy.permits(address))).toEqual([]);
  });

  it.each([
    ['127.0.0.0/8', ['::1', '10.0.0.1', '0.0.0.0', '::7f00:1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::']],
    ['10.0.0.7', ['10.0.0.6', '10.0.0.8']],
    ['fd00::/8', ['fc00::1', 'fe80::1', '127.0.0.1']],
    ['fe80::/10', ['fe80::1%eth0']],
    ['::/0', ['127.0.0.1', '::ffff:127.0.0.1']],
    ['::ffff:10.0.0.0/104', ['192.168.0.1', '127.0.0.1', 'fd00::1']],
  ])('%s permits nothing private beside it', (network, addresses) => {
    const policy = makeAddressPolicy([network]);
    expect(addresses.filter((address) => policy.permits(address))).toEqual([]);
  });

  it('adds to the public addresses, and takes none away', () => {
    expect(makeAddressPolicy(['127.0.0.0/8', 'fd00::/8']).permits('8.8.8.8')).toBe(true);
  });

  it.each(['localhost', '', '10.0.0.0/', '10.0.0.0/x', '10.0.0.0/33', '10.0.0.0/8/8', '::1/129', '::ffff:10.0.0.0/64', 'fe80::1%eth0'])(
    '%j is an error, not a policy that permits less',
    (entry) => {
      expect(() => makeAddressPolicy([entry])).toThrow(TypeError);
    },
  );
});

describe('a URL', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://017700000001/',
    'http://%31%32%37.0.0.1/',
    'http://１２７.0.0.1/',
    'https://10.1.2.3:8443/done',
    'https://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[fd00::1]:8080/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::7f00:1]/',
  ])('with a private address in any spelling is refused, unless its network is allowed: %s', (url) => {
    expect(refuseAddress(nothingAllowed, url)).toMatch(/^the address of [\d.a-f:]+ is not public; ASSAY_CALLBACK_ALLOW/);
    expect(refuseAddress(makeAddressPolicy(['0.0.0.0/0', '::/0']), url)).toBeNull();
  });

  it.each(['https://ats.example/', 'http://localhost:3000/', 'http://mail/', 'http://8.8.8.8/', 'https://[2606:4700::1111]/'])(
    'with a public address or a name, which is looked up for each callback, is not refused: %s',
    (url) => expect(refuseAddress(nothingAllowed, url)).toBeNull(),
  );
});
