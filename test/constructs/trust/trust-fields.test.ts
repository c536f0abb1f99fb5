import { normalizedTrust, TRUST, trustDataProblems } from '../../../constructs/trust/trust-fields';
import { PLATFORMS } from '../../../src/access/trust';

test('every platform is a field of the data, with the props of its trust', () => {
  expect(Object.keys(TRUST)).toEqual(Object.keys(PLATFORMS));
});

test('a number becomes text, and a single text a list, as the factories accept both', () => {
  const ids = { owner: 1234, repository: 7890 };
  expect(normalizedTrust({ gitHubActions: { repository: 'acme/shop', workflow: 'a.yml', ids } })).toEqual({
    gitHubActions: { repository: 'acme/shop', workflow: ['a.yml'], ids: { owner: '1234', repository: '7890' } },
  });
});

test('a combination of props that the platform excludes is a problem of that platform', () => {
  expect(trustDataProblems({ gitLab: { project: 'acme/shop', branch: 'a', tag: 'b' } })).toEqual([
    { platform: 'gitLab', message: 'at most one of branch, tag, anyBranch can be given, found branch, tag' },
  ]);
});
