import { tokenMatch } from '../../../src/claims';
import { ISSUERS } from '../../../src/trust';
import { declaredValues, ownerProblem, scopedOwners } from '../../../src/trust/tokens/owners';

const issuerOf = (id: string) => ISSUERS.find((issuer) => issuer.id === id)!;

test('every issuer has variables for the claims that show whose a token is', () => {
  for (const { whose = {}, variables, owner, ownerId, platform } of ISSUERS) {
    const names = [...Object.values(whose), ...[owner, ownerId].filter((name) => name !== undefined)];
    expect(names.filter((name) => !(name in variables))).toEqual([]);
    expect(names.length > 0).toBe(platform !== undefined);
  }
});

test.each([
  ['github-actions', 'github:acme', { owner: ['acme'] }],
  ['github-actions', 'acme', { owner: ['acme'] }],
  ['github-actions', 'github:1234', { ownerId: ['1234'] }],
  ['github-actions', 'github:repository_owner=1234', { owner: ['1234'] }],
  ['github-actions', 'github:repository_id=7', { repositoryId: ['7'] }],
  ['github-actions', 'gitlab:acme', {}],
  ['gitlab', 'gitlab:99', { namespaceId: ['99'] }],
  ['google', 'google:111260650121245072906', { account: ['111260650121245072906'] }],
  ['google', 'acme', {}],
])('%s: the entry %s is the value of a variable', (id, entry, expected) => {
  expect(ownerProblem(entry)).toBeUndefined();
  expect(Object.fromEntries(declaredValues(issuerOf(id), [entry]))).toEqual(expected);
});

test.each([
  ['githb:acme', 'unknown platform'],
  ['github:owner=acme', 'its claims are repository_owner, repository_owner_id, repository_id'],
  ['1234', 'an id belongs to one platform'],
])('the entry %s is an error', (entry, problem) => {
  expect(ownerProblem(entry)).toContain(problem);
});

test('a plain name counts where a trust policy names it, and a pattern for every owner names nobody', () => {
  const issuer = 'https://token.actions.githubusercontent.com';
  const named = tokenMatch({ issuer, subject: 'repo:acme/shop:ref:refs/heads/main' });
  const open = tokenMatch({ issuer: 'https://gitlab.com', subjectPattern: '^project_path:.*$' });
  expect(scopedOwners(['acme', 'gitlab:x'], [named, open], {})).toEqual(['github:acme', 'gitlab:x']);
  expect(scopedOwners(['acme', 'globex'], [open], {})).toEqual(['acme', 'globex']);
});
