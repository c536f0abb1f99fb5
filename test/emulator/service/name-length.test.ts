/** Tests that the emulator limits new names, and keeps those of earlier data files. */
import type { SeedTree } from '../../../src/emulator';
import { organization } from '../support/organization';

const longest = 'a'.repeat(1024);

test.each(['groups', 'roles', 'identities'])('a name of %s has at most 1,024 bytes (V4)', async (collection) => {
  const { call, ok, root } = await organization();
  const path = `/iam/v2beta1/${collection}`;
  const { uid } = await ok('POST', `${path}/${root}`, { name: longest, ...needed[collection] });
  const refused = { status: 400, body: { code: 3, details: [{}, { fieldViolations: [{ field: 'name' }] }] } };
  expect(await call('POST', `${path}/${root}`, { name: `${longest}a`, ...needed[collection] })).toMatchObject(refused);
  expect(await call('PATCH', `${path}/${uid}?updateMask=name`, { name: `${longest}a` })).toMatchObject(refused);
  expect((await ok('GET', `${path}/${uid}`)).name).toBe(longest);
});

const needed: Readonly<Record<string, object>> = {
  roles: { capabilities: ['groups.list'] },
  identities: { claimMatch: { issuer: 'https://issuer.example', subject: 'x' } },
};

test('an object of an earlier version keeps its longer name, and its other fields can change', async () => {
  const earlier = await organization();
  const { uid } = await earlier.ok('POST', `/iam/v2beta1/groups/${earlier.root}`, { name: 'short' });
  const text = JSON.stringify(earlier.emulator.snapshot()).replace('"short"', JSON.stringify('b'.repeat(70_000)));
  const { ok } = await organization({ seed: JSON.parse(text) as SeedTree });
  const path = `/iam/v2beta1/groups/${uid}`;
  expect((await ok('GET', path)).name).toHaveLength(70_000);
  expect((await ok('PATCH', `${path}?updateMask=description`, { description: 'kept' })).name).toHaveLength(70_000);
});
