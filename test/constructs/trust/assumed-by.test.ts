import { App, TerraformStack, Testing } from 'cdktf';
import {
  Group,
  Identity,
  PlatformProvider,
  Trust,
  type GitHubActionsTrustProps,
  type IdentityProps,
  type TrustData,
} from '../../../constructs';
import { emptyStack, outdir, problemsOf, rootUid, synth } from '../synthesized';

const props = { repository: 'acme/shop', branch: 'main', ids: { owner: 1234, repository: 7890 } };
const subject = 'repo:acme@1234/shop@7890:ref:refs/heads/main';
const issuer = 'https://token.actions.githubusercontent.com';

function problems(more: Partial<IdentityProps>): string[] {
  return problemsOf((stack) => new Identity(stack, 'ci', { group: rootUid, name: 'ci', ...more }));
}

test('an identity that is assumed by a trust has the claims of the platform', () => {
  const { resource } = synth((stack) => {
    const acme = Group.fromUid(stack, 'acme', rootUid);
    acme.addIdentity('ci', { assumedBy: Trust.gitHubActions({ ...props, workflow: 'deploy.yml' }) });
  });
  expect(resource['platform_identity']?.['acme_ci']).toEqual({
    group_uid: rootUid,
    name: 'ci',
    claim_match: {
      issuer,
      subject,
      claims: { workflow_ref: 'acme/shop/.github/workflows/deploy.yml@refs/heads/main' },
    },
  });
});

test('the reason for a broad trust belongs to the trust, and numbers that are no ids are shown', () => {
  const assumedBy = Trust.gitHubActions(props);
  expect(() => problems({ assumedBy, allowBroadSubject: 'A mirror.' } as never)).toThrow(
    'Identity "org/ci": allowBroadSubject is a prop of the trust. Move it there: Trust.gitHubActions({',
  );
  const unset = Number(process.env['NO_OWNER']);
  const unknown = Trust.gitHubActions({ ...props, ids: { owner: unset, repository: 7890 } });
  expect(problems({ assumedBy: unknown })).toEqual([
    expect.stringMatching(/ids\.owner must be a number, for example 1234 \(it is "NaN"\)/),
  ]);
});

test('the reason for a broad trust is in the synthesized files, and nothing warns', () => {
  const stack = emptyStack();
  const assumedBy = Trust.gitHubActions({ repository: 'acme/shop', branch: 'main', allowBroadSubject: 'A mirror.' });
  const ci = new Identity(stack, 'ci', { group: rootUid, name: 'ci', assumedBy });
  const { resource } = JSON.parse(Testing.synth(stack, true)) as { resource: Record<string, Record<string, unknown>> };
  expect(resource['platform_identity']?.['ci']).toMatchObject({
    claim_match: { subject: 'repo:acme/shop:ref:refs/heads/main' },
  });
  expect(ci.node.metadata.filter(({ type }) => type === '@cdktf/warn')).toEqual([]);
  expect(ci.toTerraform()).toMatchObject({
    resource: { platform_identity: { ci: { '//': { metadata: { allowBroadSubject: 'A mirror.' } } } } },
  });
});

test('an empty reason explains nothing', () => {
  const broad = { repository: 'acme/shop', branch: 'main' };
  expect(problems({ assumedBy: Trust.gitHubActions({ ...broad, allowBroadSubject: '' }) })).toEqual([
    expect.stringContaining('accepts outsiders'),
  ]);
  expect(problems({ assumedBy: Trust.gitHubActions({ ...broad, allowBroadSubject: ' ' }) })).toEqual([
    '[org/ci] assumedBy.allowBroadSubject must be a reason in words (it is " ")',
  ]);
});

test('a trust cannot be given next to another method', () => {
  expect(problems({ assumedBy: Trust.gitHubActions(props), claimMatch: { issuer, subject } })).toEqual([
    '[org/ci] exactly one of assumedBy, claimMatch, staticKeys, awsIdentity, servicePrincipal must be given, found assumedBy, claimMatch',
  ]);
});

test('an invalid trust is reported with the other problems, and nothing of it is synthesized', () => {
  const assumedBy = Trust.gitHubActions({
    repository: 'acme',
    branch: 'main',
    ids: { owner: 1234 },
  } as unknown as GitHubActionsTrustProps);
  expect(problems({ name: 'CI!', assumedBy })).toEqual([
    expect.stringContaining('name must match') as string,
    '[org/ci] assumedBy.repository must be OWNER/REPOSITORY, for example acme/shop (it is "acme")',
    '[org/ci] assumedBy.ids.repository is required',
  ]);
  const stack = emptyStack();
  new Identity(stack, 'ci', { group: rootUid, name: 'ci', assumedBy });
  expect(Testing.synth(stack)).not.toContain('claim_match');
});

test('a problem contains the line of the identity', () => {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, 'org');
  new PlatformProvider(stack, 'platform', { install: false });
  const assumedBy = Trust.of({ gitHubActions: { repository: 'acme/shop', branch: 'main' } } as unknown as TrustData);
  new Identity(stack, 'ci', { group: rootUid, name: 'ci', assumedBy });
  expect(() => app.synth()).toThrow(/accepts outsiders.*\n\s+at test\/constructs\/trust\/assumed-by\.test\.ts:\d+/);
});

test('another value is an error immediately', () => {
  expect(() => problems({ assumedBy: { gitHubActions: props } as unknown as Trust })).toThrow(
    'Identity "org/ci": assumedBy must be a Trust, such as Trust.gitHubActions({ … }); it is an object.',
  );
  expect(problems({ assumedBy: undefined, claimMatch: { issuer, subject } })).toEqual([]);
});
