import ipaddr from 'ipaddr.js';

const networkBytes = 8;

/**
 * One text for all addresses that one caller may use: an IPv4 address in any notation, an IPv6 network of 64 bits. What a proxy passed on
 * that is not an address shares one text.
 */
export const addressKey = (ip: string): string => {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${Buffer.from(address.toByteArray().slice(0, networkBytes)).toString('hex')}/64`;
};
