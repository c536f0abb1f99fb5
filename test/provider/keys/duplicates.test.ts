import { withoutExpired } from '../../../src/provider/convert/expiry';
import { createDuplicates } from '../../../src/provider/keys/duplicates';
import { group, groupInvite, identity, roleBinding } from '../../../src/model/kinds';
import type { Declaration } from '../../../src/model/schema';
import type { Values } from '../../../src/model/api';

const ROOT = 'ac3e'.repeat(10);
const START = Date.parse('2026-01-02T03:04:05Z');
const MINUTE = 60_000;
const call = { signal: new AbortController().signal };

const uid = (number: number, parent = ROOT): string => `${parent}/${String(number).padStart(16, '0')}`;
const at = (minutes: number): string => new Date(START + minutes * MINUTE).toISOString();
const named = (number: number, name: string, minutes = 0, parent = ROOT): Values => ({
  uid: uid(number, parent),
  name,
  createTime: at(minutes),
});

/** Returns the warnings after one read of each managed object. `whileQuiet` runs during the pause. */
async function warningsFor(
  declaration: Declaration,
  listed: readonly Values[],
  managed: readonly number[],
  whileQuiet: (manage: (number: number) => void) => void = () => undefined,
) {
  const known = new Set<string>();
  const manage = (number: number): void => void known.add(uid(number));
  const duplicates = createDuplicates({
    clock: () => START,
    existence: { unexpired: (of, objects) => withoutExpired(of, objects, START + 2 * MINUTE) },
    sleep: () => {
      whileQuiet(manage);
      return Promise.resolve();
    },
    managed: { has: (_, candidate) => known.has(candidate) },
  });
  for (const object of listed) duplicates.listed(declaration, object);
  const warnings = [];
  for (const number of managed) {
    manage(number);
    warnings.push(...(await duplicates.warnings(call)));
  }
  return warnings;
}

test('an unmanaged object with the key of a managed one is a warning with both uids', async () => {
  const warnings = await warningsFor(identity, [named(1, 'ci'), named(2, 'ci', 9), named(3, 'other')], [1, 3]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatchObject({ severity: 'warning', summary: 'Possible duplicate identities' });
  expect(warnings[0]?.detail?.split('\n')).toEqual([
    'This identity is not managed by this stack; an interrupted run may have created it:',
    `  - identity "ci" (uid ${uid(2)}), like uid ${uid(1)}`,
    'The named object of this stack has the same parent and name or references, and was created within ten minutes. Compare both, and delete the one that you do not need.',
    'First look for its uid in "terraform show": a plan with -target, or with -parallelism=1, may not have read its resource yet.',
  ]);
});

test.each<[string, Declaration, readonly Values[], readonly number[]]>([
  ['both are managed', identity, [named(1, 'ci'), named(2, 'ci')], [1, 2]],
  ['none is managed', identity, [named(1, 'ci'), named(2, 'ci'), named(3, 'other')], [3]],
  ['they were created eleven minutes apart', identity, [named(1, 'ci'), named(2, 'ci', 11)], [1]],
  ['the time of one is malformed', identity, [{ ...named(1, 'ci'), createTime: 'never' }, named(2, 'ci')], [1]],
  ['the time of the other is malformed', identity, [named(1, 'ci'), { ...named(2, 'ci'), createTime: 'never' }], [1]],
  ['their groups differ', identity, [named(1, 'ci'), named(2, 'ci', 0, uid(7))], [1]],
  ['their names differ', group, [named(1, 'ci'), named(2, 'ci2')], [1]],
  ['a list shows one object twice', group, [named(1, 'ci'), named(1, 'ci')], [1]],
  [
    'their key is incomplete',
    groupInvite,
    [
      { ...named(1, ''), roleUid: ROOT },
      { ...named(2, ''), roleUid: ROOT },
    ],
    [1],
  ],
  [
    'it has expired',
    groupInvite,
    [1, 2].map((number) => ({
      ...named(number, ''),
      ...{ roleUid: ROOT, email: 'ada@example.com', expirationTime: at(number === 2 ? 1 : 100) },
    })),
    [1],
  ],
])('no warning if %s', async (_, declaration, listed, managed) => {
  // A resource whose read ends a little later is managed, too.
  const late = managed.length > 1 ? [managed[0]!] : managed;
  const warnings = await warningsFor(declaration, listed, late, (manage) => managed.forEach(manage));
  expect(warnings).toEqual([]);
});

test('role bindings are compared by identity and role', async () => {
  const binding = (number: number, role: number): Values => ({
    ...named(number, ''),
    identityUid: uid(8),
    roleUid: uid(role),
  });
  expect(await warningsFor(roleBinding, [binding(1, 4), binding(2, 5)], [1])).toEqual([]);
  expect(await warningsFor(roleBinding, [binding(1, 4), binding(2, 4)], [1])).toHaveLength(1);
});

test('one warning for a kind names at most five, and counts the rest', async () => {
  const numbers = Array.from({ length: 9 }, (_, index) => index + 1);
  const listed = numbers.flatMap((number) => [named(number, `n${number}`), named(number + 50, `n${number}`)]);
  const warnings = await warningsFor(group, listed, numbers, (manage) => numbers.forEach(manage));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.detail?.match(/like uid/g)).toHaveLength(5);
  expect(warnings[0]?.detail).toContain('and 4 more');
  expect(warnings[0]?.detail).toMatch(
    /^These groups are not managed by this stack; an interrupted run may have created them:\n/,
  );
});

test('a run that reads one object at a time names five in all', async () => {
  const numbers = Array.from({ length: 8 }, (_, index) => index + 1);
  const listed = numbers.flatMap((number) => [named(number, `n${number}`), named(number + 50, `n${number}`)]);
  const warnings = await warningsFor(group, listed, numbers);
  const details = warnings.map(({ detail }) => detail).join('\n');
  expect(warnings).toHaveLength(5);
  for (const number of numbers.slice(0, 5))
    expect(details).toContain(`(uid ${uid(number + 50)}), like uid ${uid(number)}`);
});

test('a second warning names what is left of five, and counts the rest', async () => {
  const numbers = Array.from({ length: 8 }, (_, index) => index + 1);
  const listed = numbers.flatMap((number) => [named(number, `n${number}`), named(number + 50, `n${number}`)]);
  const batches = [numbers.slice(0, 3), numbers];
  const warnings = await warningsFor(group, listed, [1, 4], (manage) => (batches.shift() ?? []).forEach(manage));
  expect(warnings.map(({ detail = '' }) => detail.match(/like uid|and \d more/g))).toEqual([
    ['like uid', 'like uid', 'like uid'],
    ['like uid', 'like uid', 'and 3 more'],
  ]);
});

test('an object that two lists show is named once', async () => {
  const [warning] = await warningsFor(identity, [named(1, 'ci'), named(2, 'ci'), named(2, 'ci')], [1]);
  expect(warning?.detail?.match(/like uid/g)).toHaveLength(1);
});

test('a read waits only for duplicates that no warning has named', async () => {
  let pauses = 0;
  const count = () => pauses++;
  expect(await warningsFor(identity, [named(1, 'ci'), named(2, 'other')], [1, 2], count)).toEqual([]);
  expect(pauses).toBe(0);
  expect(await warningsFor(identity, [named(1, 'ci'), named(2, 'ci')], [1, 1], count)).toHaveLength(1);
  expect(pauses).toBe(1);
});

test.each([
  [600_000, 1],
  [600_001, 0],
])('objects that were created %i ms apart give %i warnings', async (ms, count) => {
  const later = { ...named(2, 'ci'), createTime: new Date(START + ms).toISOString() };
  expect(await warningsFor(identity, [named(1, 'ci'), later], [1])).toHaveLength(count);
});

test.each([
  ['five seconds', false],
  ['the end of its call', true],
])('while others end, a read waits until %s', async (_, stops) => {
  const stopping = new AbortController();
  let [now, pauses] = [START, 0];
  const duplicates = createDuplicates({
    clock: () => now,
    existence: { unexpired: (of, objects) => withoutExpired(of, objects, START) },
    async sleep(ms) {
      [now, pauses] = [now + ms, pauses + 1];
      if (stops && pauses === 3) stopping.abort();
      await duplicates.warnings(call);
    },
    managed: { has: (__, candidate) => candidate === uid(1) },
  });
  for (const number of [1, 2]) duplicates.listed(identity, named(number, 'ci'));
  expect(await duplicates.warnings(stopping)).toHaveLength(1);
  expect([pauses, now - START]).toEqual(stops ? [3, 750] : [20, 5_000]);
});

test('while one read waits, the others end, and its warnings name what they have found', async () => {
  const known = new Set<string>();
  let proceed = (): void => undefined;
  let pauses = 0;
  const duplicates = createDuplicates({
    clock: () => START,
    existence: { unexpired: (of, objects) => withoutExpired(of, objects, START) },
    sleep: () => new Promise((resolve) => (pauses++, (proceed = resolve))),
    managed: { has: (_, candidate) => known.has(candidate) },
  });
  for (const declaration of [group, identity])
    for (const number of [1, 2, 51, 52]) duplicates.listed(declaration, named(number, `n${number % 50}`));
  known.add(uid(1));
  const first = duplicates.warnings(call);
  known.add(uid(2));
  expect(await duplicates.warnings(call)).toEqual([]);
  // The pause begins again, because a read has ended.
  proceed();
  await new Promise(setImmediate);
  expect(pauses).toBe(2);
  proceed();
  expect((await first).map(({ summary }) => summary)).toEqual([
    'Possible duplicate groups',
    'Possible duplicate identities',
  ]);
  expect((await first).map(({ detail }) => detail?.match(/like uid/g)?.length)).toEqual([2, 2]);
});
