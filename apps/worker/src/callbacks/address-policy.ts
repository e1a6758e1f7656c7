import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = { readonly base: Address; readonly bits: number };

/** Says which addresses a callback may reach. */
export type AddressPolicy = {
  /** `address` is an IPv4 or IPv6 address without brackets; anything else, and any zone id, is not permitted. */
  readonly permits: (address: string) => boolean;
};

/** Null for everything that is not one plain address. An IPv4-mapped address is read as IPv4, because the kernel dials that. */
const readAddress = (text: string): Address | null => {
  const version = isIP(text);
  if (version === 0 || text.includes('%')) return null;
  if (version === 4) return ipaddr.IPv4.parse(text);
  // The URL parser writes dotted tails as hex; ipaddr.js would read `::127.0.0.1` as `::ffff:127.0.0.1`.
  const address = ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
};

const readNetwork = (text: string): Network => {
  const [, host = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const base = readAddress(host);
  const whole = isIP(host) === 4 ? 32 : 128;
  const bits = Number(length ?? whole);
  if (base === null || bits > whole) throw new TypeError(`not a network: ${text}`);
  if (base.kind() === 'ipv6' || whole === 32) return { base, bits };
  if (bits < 96) throw new TypeError(`a network of IPv4-mapped addresses is /96 or smaller: ${text}`);
  return { base, bits: bits - 96 };
};

const contains = ({ base, bits }: Network, address: Address): boolean => address.kind() === base.kind() && address.match(base, bits);

const globalUnicast = readNetwork('2000::/3');
const nat64 = readNetwork('64:ff9b::/96');

/**
 * Stricter than `range() === 'unicast'`, which ipaddr.js also says of what it does not know, such as `::7f00:1`.
 * A NAT64 address counts as the IPv4 address it carries: behind DNS64 every IPv4 receiver has one.
 */
const isPublic = (address: Address): boolean => {
  if (contains(nat64, address)) return isPublic(ipaddr.fromByteArray(address.toByteArray().slice(12)));
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || contains(globalUnicast, address));
};

/** The host of a URL as a name or an address, without the brackets of IPv6. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

export const notPublic = (host: string): string => `the address of ${host} is not public; ASSAY_CALLBACK_ALLOW can permit its network`;

/** Why `url` cannot be called; null when its address is permitted or only a look-up of its name will tell. */
export const refuseAddress = ({ permits }: AddressPolicy, url: string): string | null => {
  // The URL parser normalizes every spelling of an address: decimal, hex, octal, with a final dot or in full-width digits.
  const host = bareHost(new URL(url).hostname);
  return isIP(host) === 0 || permits(host) ? null : notPublic(host);
};

/**
 * Permits public unicast addresses, and what lies in a network of `allow` (CIDRs or addresses, IPv4 or IPv6).
 * Throws a TypeError when an entry of `allow` is not a network.
 */
export const makeAddressPolicy = (allow: readonly string[]): AddressPolicy => {
  const allowed = allow.map(readNetwork);
  return {
    permits: (text) => {
      const address = readAddress(text);
      return address !== null && (isPublic(address) || allowed.some((network) => contains(network, address)));
    },
  };
};
