import { TerraformVariable } from 'cdktf';
import { Group, Policies, type AddIdentityProps } from '../../../constructs';
import { reported } from './reported';

const issuer = 'https://token.actions.githubusercontent.com';

const foundFor = (props: (unknown: string) => AddIdentityProps, options = {}) =>
  reported((stack) => {
    const unknown = new TerraformVariable(stack, 'v', {}).stringValue;
    Group.root(stack, 'acme', { name: 'acme' }).addIdentity('ci', props(unknown));
    return Policies.noBroadSubjects(options);
  });

test('reports a trust policy that accepts outsiders, with a token', () => {
  const found = foundFor(() => ({ claimMatch: { issuer, subjectPattern: '^repo:.*$' } }));
  expect(found).toEqual([
    expect.stringMatching(
      /^error \[org\/acme\/ci\] Policy noBroadSubjects: acme\/ci accepts outsiders: any workflow of any repository on GitHub can assume it with the token sub=repo:\S+, iss=https:\/\/token\.actions/,
    ),
  ]);
});

test('accepts the workloads of the owners, which are those of the pattern by default', () => {
  const props = (): AddIdentityProps => ({
    claimMatch: { issuer, subjectPattern: '^repo:(acme|globex)/[^:]+:ref:refs/heads/main$' },
  });
  expect(foundFor(props)).toEqual([]);
  expect(foundFor(props, { owners: ['acme'] })).toEqual([expect.stringContaining('globex')]);
  expect(foundFor(props, { owners: ['acme', 'globex'] })).toEqual([]);
});

test('is inconclusive if only Terraform knows a part of the trust policy that matters', () => {
  expect(foundFor((unknown) => ({ claimMatch: { issuer, subject: unknown } }))).toEqual([
    'warning [org/acme/ci] Policy noBroadSubjects is inconclusive for acme/ci: only Terraform knows a part of its trust policy.',
  ]);
  const subject = 'repo:acme@1/shop@2:ref:refs/heads/main';
  expect(foundFor((unknown) => ({ claimMatch: { issuer, subject, claims: { actor: unknown } } }))).toEqual([]);
});

test('does not apply to exceptions', () => {
  const props = (): AddIdentityProps => ({ claimMatch: { issuer, subjectPattern: '^repo:.*$' } });
  expect(foundFor(props, { except: ['acme/ci'] })).toEqual([]);
});
