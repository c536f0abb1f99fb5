/** Trusts with values that only Terraform knows. */
import { TerraformVariable, Token } from 'cdktf';
import { Group, Identity, Trust } from '../../../constructs';
import { rootUid, synth } from '../synthesized';
import { policyOf, trustProblems } from './trusting';

const ids = { owner: 1234, repository: 7890 };
const repository = 'acme/shop';
const kubernetes = { namespace: 'shop', serviceAccount: 'deployer' };
const account = 'system:serviceaccount:shop:deployer';

test('the ids may be known only to Terraform', () => {
  const unknown = { owner: '${var.owner}', repository: '${var.repository}' };
  const trust = Trust.gitHubActions({ repository, ids: unknown, workflow: 'deploy.yml@refs/heads/main' });
  const { resource } = synth((stack) => new Identity(stack, 'ci', { group: rootUid, name: 'ci', assumedBy: trust }));
  expect(resource['platform_identity']?.['ci']).toMatchObject({
    claim_match: { subject_pattern: `^repo:acme@${unknown.owner}/shop@${unknown.repository}:.+$` },
  });
  expect(trustProblems(trust)).toEqual([]);
  expect(trustProblems(Trust.gitHubActions({ repository: '${var.name}', ids, branch: 'main' }))).toEqual([
    'assumedBy.repository must be known at synthesis: it is escaped or part of a pattern. Use claimMatch for a value that only Terraform knows',
  ]);
});

test('an id that is a token of CDKTF is used in a pattern, too', () => {
  const { resource } = synth((stack) => {
    const shop = Group.root(stack, 'shop', { name: 'shop' });
    const id = new TerraformVariable(stack, 'id', { type: 'string' });
    const unknown = { owner: id.stringValue, repository: Token.asNumber(id.stringValue) };
    const assumedBy = Trust.gitHubActions({ repository, ids: unknown, workflow: 'deploy.yml@refs/heads/main' });
    new Identity(stack, 'ci', { group: shop, name: 'ci', assumedBy });
  });
  expect(resource['platform_identity']?.['ci']).toMatchObject({
    claim_match: { subject_pattern: '^repo:acme@${var.id}/shop@${var.id}:.+$' },
  });
});

test('ids that only Terraform knows are used, also within patterns', () => {
  const roleId = '${aws_iam_role.ci.unique_id}';
  expect(trustProblems(Trust.awsRole({ account: '012345678901', role: 'ci', roleId }))).toEqual([]);
  const issuer = '${aws_eks_cluster.main.identity[0].oidc[0].issuer}';
  expect(policyOf(Trust.kubernetes({ ...kubernetes, issuer }))).toEqual({ claimMatch: { issuer, subject: account } });
  expect(trustProblems(Trust.kubernetes({ ...kubernetes, issuer }))).toEqual([]);
  const role = '${aws_iam_role.ci.name}';
  expect(trustProblems(Trust.awsRole({ account: '012345678901', role, roleId }))).toEqual([
    expect.stringContaining('assumedBy.role must be known at synthesis'),
  ]);
});
