import { isLockedTo } from '../../src/install/release-check';
import { PROVIDER_ADDRESS, REGISTRY_ADDRESSES } from '../../src/model/api';

const hashed = (address: string, ...hashes: string[]) =>
  `provider "${address}" {\n  version = "0.1.0"\n  hashes = [\n${hashes.map((hash) => `    "${hash}",\n`).join('')}  ]\n}\n`;

test.each([
  ['one hash agrees', hashed(PROVIDER_ADDRESS, 'h1:other=', 'h1:ours='), true],
  [
    'another provider has its own',
    hashed('example.com/acme/other', 'h1:other=') + hashed(PROVIDER_ADDRESS, 'h1:ours='),
    true,
  ],
  ['no hash agrees', hashed(PROVIDER_ADDRESS, 'h1:other='), false],
  ['only another provider has the hash', hashed('example.com/acme/other', 'h1:ours='), false],
  [
    'one of its addresses has another hash',
    hashed(PROVIDER_ADDRESS, 'h1:ours=') + hashed(REGISTRY_ADDRESSES[0] ?? '', 'h1:other='),
    false,
  ],
  ['it has no entry', '', false],
  ['it is unreadable', `${hashed(PROVIDER_ADDRESS, 'h1:ours=')}}`, false],
])('a lock file admits this provider, or not: %s', (_, text, expected) => {
  expect(isLockedTo(['h1:ours='], text)).toBe(expected);
});
