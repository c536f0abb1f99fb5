/** Keys of maps are data: a claim with any name stays unchanged. */
import fc from 'fast-check';
import { isObject } from '../../../src/model/api';
import { createClient } from '../../../src/client';
import { compareMatches, tokenMatch } from '../../../src/access/claims';
import { identity } from '../../../src/model/kinds';
import { search } from '../../support/search';
import { startWorld, type World } from '../world';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Names of built-in properties of JavaScript objects, and names of fields. */
const special = Object.getOwnPropertyNames(Object.prototype).concat('length', 'prototype', 'groupUid', 'group_uid', '');
const keys = fc.oneof(fc.constantFrom(...special), fc.string({ unit: 'grapheme', maxLength: 8 }));
const values = fc.stringMatching(/^[a-z]{1,4}$/);
const claimsOf = fc.dictionary(keys, values, { maxKeys: 4, noNullPrototype: true });
const normal = (claims: Record<string, string>) =>
  Object.fromEntries(Object.entries(claims).map(([key, value]) => [key.normalize('NFC'), value]));
const entries = (claims: unknown) => (isObject(claims) ? Object.entries(claims).sort() : []);

let made = 0;

test('an identity keeps every claim through create, refresh, update, import and data source', async () => {
  await fc.assert(
    fc.asyncProperty(claimsOf.map(normal), claimsOf.map(normal), async (before, after) => {
      const object = world.host.resource('platform_identity');
      const config = (claims: Record<string, string>) => {
        const claim_match = { issuer: 'https://issuer.example', subject: 'me', claims };
        return { group_uid: world.root, name, claim_match };
      };
      const name = `ci-${++made}`;
      const held = () => entries((object.state!['claim_match'] as { claims: unknown }).claims);
      await object.apply(config(before));
      await object.refresh();
      expect(held()).toEqual(entries(before));
      expect(await object.plan(config(before))).toMatchObject({ action: 'no-op' });
      await object.apply(config(after));
      await object.refresh();
      expect(held()).toEqual(entries(after));
      expect(await object.plan(config(after))).toMatchObject({ action: 'no-op' });
      const shown = await world.host.data('platform_identity', { name, group_uid: world.root });
      expect(entries((shown['claim_match'] as { claims: unknown }).claims)).toEqual(entries(after));
      const imported = world.host.resource('platform_identity');
      await imported.import(String(object.state!['uid']));
      expect(entries((imported.state!['claim_match'] as { claims: unknown }).claims)).toEqual(entries(after));
    }),
    { numRuns: 20 * search, examples: [[JSON.parse('{"__proto__":"x","other":"y"}'), JSON.parse('{"other":"y"}')]] },
  );
});

test('the client sends and reads every claim', async () => {
  const token = await world.emulator.administratorToken();
  const fetch = (request: Request) => world.emulator.handle(request);
  const client = createClient({ baseUrl: 'http://localhost', token, fetch });
  await fc.assert(
    fc.asyncProperty(claimsOf, async (claims) => {
      const claimMatch = { issuer: 'https://issuer.example', subject: 'me', claims };
      const created = await client.create(identity, world.root, { name: `sent-${++made}`, claimMatch });
      expect(entries(created.claimMatch?.claims)).toEqual(entries(claims));
    }),
    { numRuns: 20 * search, examples: [[JSON.parse('{"__proto__":"x"}')]] },
  );
});

test.each(special)('tokens are distinguished by a claim named %j', (name) => {
  const match = (value: string) => tokenMatch({ subject: 's', claims: Object.fromEntries([[name, value]]) });
  const { relation, gained, lost } = compareMatches(match('a'), match('b'));
  expect(relation).toBe('disjoint');
  expect(Object.entries(gained!)).toContainEqual([name, 'b']);
  expect(Object.entries(lost!)).toContainEqual([name, 'a']);
  const added = compareMatches(tokenMatch({ subject: 's' }), match('a'));
  expect(added.relation).toBe('narrower');
  const both = compareMatches(match('a'), { ...match('a'), sub: { exact: 't' } });
  expect(Object.entries(both.gained!)).toContainEqual([name, 'a']);
});
