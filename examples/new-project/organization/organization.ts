import { type App, TerraformStack } from 'cdktf';
import { Group, type IGroup, PlatformProvider, Trust } from 'cdktf-provider-platform';

/** Declares everything in one existing group, and returns this group. */
export function organization(app: App, groupUid: string): IGroup {
  const stack = new TerraformStack(app, 'organization');
  // Without props, the API and the identity come from the environment when Terraform runs.
  new PlatformProvider(stack, 'platform');

  const root = Group.fromUid(stack, 'acme', groupUid);
  const payments = root.addGroup('payments', { description: 'Takes the money.' });
  // `gh api repos/acme/shop --jq '.owner.id, .id'` prints the ids.
  const ci = payments.addIdentity('ci', {
    assumedBy: Trust.gitHubActions({ repository: 'acme/shop', branch: 'main', ids: { owner: 1234, repository: 7890 } }),
  });
  payments.grant(ci, 'viewer');

  return root;
}
