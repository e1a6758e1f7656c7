import ipaddr from 'ipaddr.js';

const networkBytes = 8;

/** Some proxies pass on the visitor's port too: `203.0.113.7:54321`, `[2001:db8::1]:54321`. */
const withPort = /^(?:([\d.]+)|\[([\da-f:.]+)\])(?::\d{1,5})?$/i;

const keyOf = (passedOn: string): string => {
  const [, ipv4, ipv6] = withPort.exec(passedOn) ?? [];
  const ip = ipv4 ?? ipv6 ?? passedOn;
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${Buffer.from(address.toByteArray().slice(0, networkBytes)).toString('hex')}/64`;
};

/** Each request asks several times, and most come from few addresses. */
const known = new Map<string, string>();
const mostKnown = 1000;
/** With its port; a proxy may pass on other texts. */
const longestAddress = 60;

/**
 * One text for all addresses that one caller may use: an IPv4 address in any notation, an IPv6 network of 64 bits. What a proxy passed on
 * that is not an address shares one text.
 */
export const addressKey = (passedOn: string): string => {
  const before = known.get(passedOn);
  if (before !== undefined) return before;
  const key = keyOf(passedOn);
  if (passedOn.length > longestAddress) return key;
  if (known.size >= mostKnown) known.clear();
  known.set(passedOn, key);
  return key;
};
