import { BlockList, isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { isLoopback, isLoopbackName, LOOPBACK_PATTERN } from '../../../src/model/api';

/** Node's own view of the same addresses. It also covers IPv4 addresses in the notation of IPv6. */
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

function isLoopbackAddress(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return isIPv4(bare) ? loopback.check(bare) : isIPv6(bare) && loopback.check(bare, 'ipv6');
}

const ipv4 = fc
  .tuple(fc.oneof(fc.constant(127), fc.nat(255)), fc.nat(255), fc.nat(255), fc.nat(255))
  .map((octets) => octets.join('.'));
const ipv6 = fc.oneof(
  fc.ipV6(),
  fc.constantFrom('::1', '0:0:0:0:0:0:0:1', '::', '::2', '1::1', 'fe80::1'),
  ipv4.map((address) => `::ffff:${address}`),
  ipv4.map((address) => `::${address}`),
  ipv4.map((address) => `64:ff9b::${address}`),
  fc.constantFrom('::ffff:7f00:1', '::ffff:7fff:ffff', '::ffff:8000:1', '::fffe:7f00:1'),
);
const label = fc.constantFrom('localhost', 'LOCALHOST', 'evil', 'example', '127', '0', '1', 'nip', 'io', '0x7f', '');
const name = fc.array(label, { minLength: 1, maxLength: 6 }).map((labels) => labels.join('.'));
const host = fc.oneof(
  ipv4,
  ipv6.map((address) => `[${address}]`),
  name,
);

test('agrees with Node for every address in a URL, and accepts no name but localhost', () => {
  fc.assert(
    fc.property(host, (written) => {
      if (!URL.canParse(`http://${written}/`)) return;
      const { hostname } = new URL(`http://${written}/`);
      expect(isLoopback(hostname)).toBe(hostname === 'localhost' || isLoopbackAddress(hostname));
      expect(isLoopback(hostname.replace(/^\[|\]$/g, ''))).toBe(isLoopback(hostname));
    }),
    { numRuns: 5_000 },
  );
});

test('the pattern accepts only hosts of the loopback', () => {
  const pattern = new RegExp(`^${LOOPBACK_PATTERN}$`);
  fc.assert(
    fc.property(host, (written) => {
      if (pattern.test(written)) expect(isLoopback(new URL(`http://${written}/`).hostname)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test.each(['localhost', '127.0.0.1', '127.255.255.254', '[::1]', '::1', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'])(
  '%s is the loopback',
  (host) => expect(isLoopback(host)).toBe(true),
);

test.each(['127.0.0.256', '127.0.0', '1127.0.0.1', '[::1', '::1%lo', 'localhost:80', ' localhost', 'localhost\n', ''])(
  '%j is not the loopback',
  (host) => expect([isLoopback(host), isLoopbackName(host)]).toEqual([false, false]),
);

test.each(['x.localhost', 'a.b.localhost'])('%s means this machine in a request only', (host) => {
  expect([isLoopback(host), isLoopbackName(host)]).toEqual([false, true]);
});

test('a name that only contains localhost is another machine', () => {
  for (const host of ['localhost.example', 'evillocalhost', 'localhost.'])
    expect([isLoopback(host), isLoopbackName(host)]).toEqual([false, false]);
});
