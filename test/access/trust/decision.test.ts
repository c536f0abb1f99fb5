import { tokenMatch } from '../../../src/access/claims';
import { obtainableTokens, findUnobtainable, decide } from '../../../src/access/trust';

const issuer = 'https://token.actions.githubusercontent.com';

test.each(['ref:refs/heads/main', 'ref:refs/tags/v1', 'environment:production'])(
  'outsiders have no token of one job with immutable ids: %s',
  (job) => {
    const claimMatch = { issuer, subject: `repo:acme@1234/shop@7890:${job}` };
    expect(decide({ title: 'GitHub Actions', narrow: '', decided: { claimMatch } })).toEqual({});
    // The decision takes a shortcut.
    const match = tokenMatch(claimMatch);
    expect(findUnobtainable(match)).toBeUndefined();
    const { obtainable, unknown } = obtainableTokens(match);
    expect(obtainable.filter(({ outsider }) => outsider)).toEqual([]);
    expect(unknown).toEqual([]);
  },
);

test.each([
  ['repo:acme/shop:ref:refs/heads/main', 'accepts outsiders'],
  ['repo:acme@1234/shop@7890:ref:refs/heads/*', 'nobody can assume the identity'],
])('%s is decided without the shortcut', (subject, problem) => {
  const decided = { claimMatch: { issuer, subject } };
  expect(decide({ title: 'GitHub Actions', narrow: '', decided }).problem).toContain(problem);
});
