/** The file of a snapshot: the signature, and each reason to refuse a file. */
import fc from 'fast-check';
import {
  createSnapshotKeys,
  type Snapshot,
  SnapshotError,
  signedSnapshot,
  verifiedSnapshot,
} from '../../../src/review/snapshot';
import { search } from '../../support/search';
import { anyCharacter } from '../../support/any-text';

const { privateKey, publicKey } = createSnapshotKeys();
const root = { uid: 'a'.repeat(40), name: 'acme' };
const snapshot: Snapshot = {
  version: 1,
  time: '2026-06-01T00:00:00.000Z',
  service: 'https://api.example.com',
  roots: [root],
  mayList: [{ group: root.uid, capabilities: ['groups.list'] }],
  tree: { groups: [{ ...root, description: 'Zürich 🏔' }] },
  stacks: [{ name: 'org', omitted: [] }],
};
const file = signedSnapshot(snapshot, privateKey);
const now = new Date('2026-06-02T00:00:00.000Z');
const read = (text: string, options = {}) => verifiedSnapshot(text, 'org.snapshot', { publicKey, now, ...options });

test('a signed snapshot is read unchanged with the public key', () => {
  expect(read(file)).toEqual(snapshot);
  expect(read(file, { roots: ['acme', root.uid] })).toEqual(snapshot);
});

test.each([
  ['a file of something else', '{"groups":[]}\n', 'Cannot read org.snapshot: it is not a snapshot.'],
  ['an empty file', '', 'it is not a snapshot'],
  ['a truncated file', file.slice(0, -5), 'it is truncated'],
  ['a changed organization', file.replace('acme', 'acmf'), 'it was changed after it was signed'],
  ['a file with an addition', `${file}{}`, 'it was changed after it was signed'],
  ['a changed signature', file.replace(/"signature":".{4}/, '"signature":"AAAA'), 'it was changed after it was signed'],
  ['a missing signature', file.replace(/"signature":"[^"]*"/, '"signature":""'), 'it was changed after it was signed'],
  [
    'another version',
    signedSnapshot({ ...snapshot, version: 2 as 1 }, privateKey),
    'its version is 2, and this package reads only 1',
  ],
  ['the future', signedSnapshot({ ...snapshot, time: '2027-01-01T00:00:00.000Z' }, privateKey), 'in the future'],
  ['no time', signedSnapshot({ ...snapshot, time: '' }, privateKey), 'in the future'],
])('%s is refused', (_, text, message) => {
  expect(() => read(text)).toThrow(message);
});

test('a file that another key signed is refused, and the message names both keys', () => {
  const other = createSnapshotKeys();
  expect(() => read(signedSnapshot(snapshot, other.privateKey))).toThrow(
    /it was signed with the key "[0-9a-f]{16}", and the given key is "[0-9a-f]{16}"/,
  );
  // The header is not signed: a forged name of the key does not help.
  const [, key = ''] = /"key":"([0-9a-f]*)"/.exec(file) ?? [];
  const forged = signedSnapshot(snapshot, other.privateKey).replace(/"key":"[0-9a-f]*"/, `"key":"${key}"`);
  expect(() => read(forged)).toThrow('it was changed after it was signed');
});

test('a snapshot older than the limit is refused; the default limit is a week', () => {
  const atAge = (days: number, maxAgeMs?: number) =>
    read(file, { now: new Date(Date.parse(snapshot.time) + days * 86_400_000), maxAgeMs });
  expect(atAge(7)).toEqual(snapshot);
  expect(() => atAge(7.01)).toThrow('older than --max-age');
  expect(() => atAge(2, 86_400_000)).toThrow('older than --max-age');
});

test('a snapshot of other root groups is refused', () => {
  expect(() => read(file, { roots: ['initech'] })).toThrow(
    `it does not contain the root group "initech". It contains acme (${root.uid}).`,
  );
});

test.each([
  ['no key', 'no key', 'it is not a public key as PEM'],
  ['the private key', privateKey, 'it is the private key. Pass the public key.'],
])('%s does not verify a snapshot', (_, key, message) => {
  expect(() => read(file, { publicKey: key })).toThrow(message);
});

test('a public key does not sign', () => {
  expect(() => signedSnapshot(snapshot, publicKey)).toThrow('it is not a private key as PEM');
});

test('a file with any other text in it is refused with a reason', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.json(),
    fc.constantFrom('', '\n', '[', 'null', '{}', '"bytes":-1,'),
  );
  fc.assert(
    fc.property(fc.nat({ max: file.length }), fc.nat({ max: 80 }), text, (at, removed, added) => {
      const changed = file.slice(0, at) + added + file.slice(at + removed);
      try {
        // JSON has several notations of a header.
        expect(read(changed)).toEqual(snapshot);
      } catch (error) {
        expect(error).toBeInstanceOf(SnapshotError);
      }
    }),
    { numRuns: 500 * search },
  );
});
