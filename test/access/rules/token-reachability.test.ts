/** Tests that the shortcut for identities with one workload of GitHub agrees with the automata. */
import fc from 'fast-check';
import { awsIdentityMatch, createBudget, tokenMatch } from '../../../src/access/claims';
import { createTokenReachability, getOutsidersRemedy, isOutsider } from '../../../src/access/rules';
import {
  findOwners,
  toTrustPolicy,
  obtainableTokens,
  ownerProblem,
  PLATFORMS,
  type Obtained,
} from '../../../src/access/trust';
import { readTables } from '../platforms/platform-table';

const GITHUB = 'https://token.actions.githubusercontent.com';

const budget = createBudget({ steps: 1_000_000_000_000 });
const owner = fc.stringMatching(/^[0-9A-Za-z-]{1,6}$/);
const repository = fc.stringMatching(/^[0-9A-Za-z._-]{1,6}$/);
const name = fc.stringMatching(/^[ !-9;-~]{1,6}$/);
const workload = fc.oneof(
  name.map((branch) => `ref:refs/heads/${branch}`),
  name.map((tag) => `ref:refs/tags/${tag}`),
  fc.constant('pull_request'),
  name.map((environment) => `environment:${environment}`),
);

/** Returns the outsiders without people who take over a released name, which the review omits for every subject. */
function outsiders({ obtainable, unknown }: Obtained): unknown {
  return { unknown, who: obtainable.filter(({ outsider, reach }) => outsider && reach !== 'recycled-name') };
}

test('a workload of one repository has the outsiders that the automata find, for all owners', () => {
  fc.assert(
    fc.property(
      owner,
      repository,
      workload,
      fc.constantFrom(['', ''], ['@12', ''], ['', '@7'], ['@12', '@7']),
      fc.constantFrom('none', 'its own', 'others', 'its own id', 'other ids'),
      (...[who, of, what, [id, repositoryId], listed]) => {
        const match = tokenMatch({ issuer: GITHUB, subject: `repo:${who}${id}/${of}${repositoryId}:${what}` });
        const owners = {
          ...{ none: undefined, 'its own': [who.toUpperCase()], others: [`${who}x`] },
          ...{ 'its own id': ['github:12', who], 'other ids': ['github:123', who] },
        }[listed];
        const all = obtainableTokens(match, { anchored: false, ...(owners && { owners }) });
        expect(outsiders(createTokenReachability({ budget, owners })(match))).toEqual(outsiders(all));
      },
    ),
    { numRuns: 200 },
  );
});

test('with listed owners, a workload of any other owner belongs to outsiders', () => {
  const match = tokenMatch({ issuer: GITHUB, subject: 'repo:acme/shop:ref:refs/heads/main' });
  expect(createTokenReachability({ budget, owners: ['other'] })(match).obtainable).toContainEqual(
    expect.objectContaining({ reach: 'anybody', outsider: true }),
  );
  expect(createTokenReachability({ budget, owners: ['ACME'] })(match).obtainable).toEqual([]);
});

const policies = readTables().flatMap(([platform, { props }]) =>
  fc.sample(props, { numRuns: 12, seed: 7 }).map((sample) => {
    const policy = toTrustPolicy(PLATFORMS[platform], sample as never);
    const match = 'claimMatch' in policy ? tokenMatch(policy.claimMatch) : awsIdentityMatch(policy.awsIdentity);
    return [platform, match] as const;
  }),
);

test.each(policies)('%s: pasting the entries of an outsider leaves no outsider', (_, match) => {
  const { obtainable, entries } = createTokenReachability({ budget, owners: [] })(match);
  const outside = obtainable.filter(isOutsider);
  // Each of these trust policies is for one owner. No declaration closes it for the forks of others.
  const isOpen = outside.length > 0 && outside.every(({ reach }) => reach === 'anybody');
  expect(entries.length > 0).toBe(isOpen);
  expect(entries.map(ownerProblem)).toEqual(entries.map(() => undefined));
  if (!isOpen) return;
  const { obtainable: left } = createTokenReachability({ budget, owners: entries })(match);
  expect(left.filter(isOutsider)).toEqual([]);
  expect(getOutsidersRemedy(entries).includes('to "owners" in review.config.json.')).toBe(true);
});

test('each platform with names of owners has an entry to paste', () => {
  const open = policies.filter(
    ([, match]) => createTokenReachability({ budget, owners: [] })(match).entries.length > 0,
  );
  const named = Object.entries(PLATFORMS).filter(([, platform]) => 'owners' in platform);
  expect([...new Set(open.map(([platform]) => platform))]).toEqual(named.map(([name]) => name));
});

test('a trust policy for any owner has no entry, because none is enough', () => {
  const match = tokenMatch({ issuer: GITHUB, subjectPattern: '^repo:acme.*$' });
  expect(createTokenReachability({ budget, owners: [] })(match).entries).toEqual([]);
  expect(getOutsidersRemedy([])).toBe('Narrow the trust policy.');
});

test.each([
  ['acme/shop', 'github:acme'],
  ['acme@1234/shop@7', 'github:1234'],
])('the entries for one workload of %s take the steps of its owners alone', (owner, entry) => {
  const match = tokenMatch({ issuer: GITHUB, subject: `repo:${owner}:ref:refs/heads/main` });
  const [whole, alone] = [createBudget({ steps: 1_000_000_000 }), createBudget({ steps: 1_000_000_000 })];
  const reachable = createTokenReachability({ budget: whole, owners: ['other'] })(match);
  const before = whole.spent();
  expect(reachable.entries).toEqual([entry]);
  findOwners(match, { whole: alone });
  expect(whole.spent() - before).toBeLessThanOrEqual(alone.spent());
});
