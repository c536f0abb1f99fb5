/** Policies of an author who wants no finding, and honest ones that resemble them. */
import { createTokenReachability } from '../../../src/access/rules';
import { tokenMatch, type ClaimMatchFields } from '../../../src/access/claims';

type Row = readonly [policy: ClaimMatchFields, ...reaches: string[]];

/** Returns the ways to obtain a token that the review reports. */
function reachesOf(fields: ClaimMatchFields): string[] {
  const { obtainable, unknown } = createTokenReachability({})(tokenMatch(fields));
  const reported = obtainable.filter(({ reach }) => !['same-owner', 'recycled-name'].includes(reach));
  return [...new Set([...reported.map(({ reach }) => reach), ...unknown])];
}

/** Declares a test for each policy: a subject with a regular expression is a pattern. */
function testPolicies(issuer: string, rows: Readonly<Record<string, readonly Row[]>>): void {
  test.each(
    Object.values(rows)
      .flat()
      .map(([policy, ...reaches]) => [`${issuer} ${JSON.stringify(policy)}`, policy, reaches] as const),
  )('%s', (_, policy, reaches) => {
    expect(reachesOf({ issuer, ...policy })).toEqual(reaches);
  });
}

const sub = (subjectPattern: string): ClaimMatchFields => ({ subjectPattern });

describe('servers of your own', () => {
  const pushed = ['fork-pull-request', 'any-branch'];
  testPolicies('https://git.acme.example', {
    hostile: [
      [sub('project_path:acme/shop:ref_type:branch:ref:main'), ...pushed],
      [sub('^.*acme/shop:ref_type:branch:ref:.*$'), ...pushed, 'any-repository'],
      [sub('^(project_path:)?acme/shop:ref_type:branch:ref:.*$'), ...pushed],
      [sub('^(project_path:acme/shop:.*|repo:acme/shop:.*)$'), ...pushed, 'any-tag'],
      [sub('^(ada|project_path:acme/shop:ref_type:branch:ref:.*)$'), ...pushed],
      [sub('^(?i)project_path:acme/shop:ref_type:branch:ref:.*$'), ...pushed],
      [sub('^[a-z_]+:acme/shop:ref_type:branch:ref:.*$'), ...pushed],
      [sub('^.+:ref:main$'), 'fork-pull-request', 'any-tag', 'any-repository'],
      [sub('workspace:shop:run_phase:.*'), 'pull-request'],
      [sub('^.*/job/shop/job/[^/]+/$'), 'fork-pull-request', 'pull-request', 'any-branch'],
      [sub('git.acme.example/job/shop/job/[^/]+/'), 'fork-pull-request', 'pull-request', 'any-branch'],
    ],
    honest: [
      [sub('^.*@acme\\.example$')],
      [sub('@acme\\.example')],
      [sub('^(ada|bob)$')],
      [sub('team:payments')],
      [sub('system:serviceaccount:prod:deployer')],
      [sub('spiffe://acme.example/ns/prod/sa/deployer')],
      [sub('https://git.acme.example/users/ada')],
    ],
  });
  testPolicies('https://gitlab.acme.example', {
    hostile: [
      [sub('acme/shop'), ...pushed, 'any-tag', 'any-repository'],
      [sub('^.*$'), ...pushed, 'any-tag', 'any-repository', 'any-subject'],
      [sub('^[0-9]+$'), 'any-subject'],
    ],
    honest: [[{ subject: '42' }], [{ ...sub('acme/shop'), claims: { project_id: '7', ref_protected: 'true' } }]],
  });
  testPolicies('https://keycloak.acme.example/realms/gitlab', { hostile: [[sub('^.*$'), 'any-subject']] });
  testPolicies('https://cognito-idp.eu-west-1.amazonaws.com/pool', { honest: [[sub('^.*:main$')]] });
});

/** GitHub ignores the case of the names of environments, GitLab does not. */
describe('environments in any case', () => {
  testPolicies('https://token.actions.githubusercontent.com', {
    hostile: [
      [sub('^repo:acme/shop:environment:(?i)prod.*$'), 'any-branch'],
      [sub('^(?i)repo:acme/shop:environment:(prod|dev.*)$'), 'any-branch'],
      [{ ...sub('^repo:acme/shop:environment:.+$'), claimPatterns: { environment: '^(?i)p.+$' } }, 'any-branch'],
    ],
    honest: [
      [sub('^repo:acme/shop:environment:(?i)production$')],
      [sub('^(?i)repo:acme/shop:environment:production$')],
      [sub('^repo:acme/shop:environment:(?i)(prod|staging)$')],
      [{ ...sub('^repo:acme/shop:environment:.+$'), claimPatterns: { environment: '^(?i)prod$' } }],
    ],
  });
  testPolicies('https://gitlab.com', {
    hostile: [[sub('^project_path:acme/shop:environment:(?i)prod$'), 'any-branch', 'any-tag']],
  });
});
