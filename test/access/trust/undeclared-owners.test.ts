/** Tests the description of undeclared owners whose names a match fixes. */
import { tokenMatch } from '../../../src/access/claims';
import { ISSUERS, obtainableTokens } from '../../../src/access/trust';

const issuer = 'https://token.actions.githubusercontent.com';
const getWho = (fields: object, owners: readonly string[]) =>
  obtainableTokens(tokenMatch({ issuer, ...fields }), { owners }).obtainable.find(({ reach }) => reach === 'anybody')
    ?.who;

const ANY = 'any workflow of any repository on GitHub';
const HELD =
  'anyone who controls the name of the owner globex (its present owner, if that is not yours, and anyone who claims the name after its release)';
const SEVERAL =
  'anyone who controls the names of the owners globex, initech (their present owners, if these are not yours, and anyone who claims one of the names after its release)';

test.each([
  [{ subject: 'repo:globex/shop:ref:refs/heads/main' }, HELD],
  [{ subjectPattern: '^repo:globex/[^/:@]+:ref:refs/heads/main$' }, HELD],
  [{ subjectPattern: '^repo:globex/.*:ref:refs/heads/.*$' }, HELD],
  [{ subjectPattern: '^repo:(globex|initech)/shop:ref:refs/heads/main$' }, SEVERAL],
  [{ subjectPattern: '^repo:.*$' }, ANY],
])('with a declared id, %j is open for the owner of the name, or for everyone', (fields, who) => {
  expect(getWho(fields, ['github:1234'])).toBe(who);
});

test.each([
  [{ subject: 'repo:globex/shop:ref:refs/heads/main' }, ['acme'], / globex \(not declared in owners\) and anyone who /],
  [{ subject: 'repo:globex@1/shop@2:ref:refs/heads/main' }, ['acme'], / globex \(not declared in owners\)$/],
  [{ subject: 'repo:globex@1/shop@2:ref:refs/heads/main' }, ['github:2'], / globex \(with an id that is not declared/],
  [{ subjectPattern: '^repo:(acme|globex)/shop:ref:refs/heads/main$' }, ['acme'], /^the repository owner globex \(/],
  [{ subjectPattern: '^repo:(acme|globex)/shop:ref:refs/heads/main$' }, ['acme', 'globex'], /^undefined$/],
])('%j with the owners %j names the others', (fields, owners, who) => {
  expect(String(getWho(fields, owners))).toMatch(who);
});

const named = ISSUERS.filter(({ owner, reaches }) => owner !== undefined && reaches.some(({ id }) => id === 'anybody'));

test.each(named.map((one) => [one.name, one] as const))('%s: a fixed name of an owner is not everyone', (_, one) => {
  const options = { owners: ['declared'], issuers: [one] };
  const find = (match: Parameters<typeof obtainableTokens>[0]) =>
    obtainableTokens(match, options).obtainable.find(({ reach }) => reach === 'anybody');
  const open = find({});
  expect(open?.who).toBe(open?.whoInGeneral);
  const claims = Object.entries(open?.token ?? {}).flatMap(([name, exact]) =>
    exact === undefined ? [] : [[name, { exact }] as const],
  );
  const fixed = find(Object.fromEntries(claims));
  expect(fixed?.who).toMatch(/^the (?:repository )?[a-z]+ \S+ \(not declared in owners\)/);
  expect(fixed?.names).toHaveLength(1);
});

test('a public account that a policy fixes is not everyone', () => {
  const find = (fields: object, owners: readonly string[]) =>
    getWho({ issuer: 'https://accounts.google.com', ...fields }, owners);
  const subject = '111260650121245072906';
  expect(find({ subject }, [])).toBe(`the Google account ${subject} (not declared in owners)`);
  expect(find({ subject }, ['google:109876543210987654321'])).toBe(
    `the Google account ${subject} (not declared in owners)`,
  );
  expect(find({ subject }, [`google:${subject}`])).toBeUndefined();
  expect(find({}, [])).toBe('any Google account');
});
