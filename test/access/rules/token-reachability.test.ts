/** Tests that the shortcut for identities with one workload of GitHub agrees with the automata. */
import fc from 'fast-check';
import { createBudget, tokenMatch } from '../../../src/access/claims';
import { obtainableTokens, type Obtained } from '../../../src/access/trust';
import { createTokenReachability } from '../../../src/access/rules';

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
      fc.constantFrom('none', 'its own', 'others'),
      (...[who, of, what, listed]) => {
        const match = tokenMatch({ issuer: GITHUB, subject: `repo:${who}/${of}:${what}` });
        const owners = { none: undefined, 'its own': [who.toUpperCase()], others: [`${who}x`] }[listed];
        const all = obtainableTokens(match, { anchored: false, ...(owners && { owners }) });
        expect(outsiders(createTokenReachability({ budget, owners })(match))).toEqual(outsiders(all));
      },
    ),
    { numRuns: 60 },
  );
});

test('with listed owners, a workload of any other owner belongs to outsiders', () => {
  const match = tokenMatch({ issuer: GITHUB, subject: 'repo:acme/shop:ref:refs/heads/main' });
  expect(createTokenReachability({ budget, owners: ['other'] })(match).obtainable).toContainEqual(
    expect.objectContaining({ reach: 'anybody', outsider: true }),
  );
  expect(createTokenReachability({ budget, owners: ['ACME'] })(match).obtainable).toEqual([]);
});
