/**
 * Declares the group that the pipeline manages, the identities of the pipeline, and the owners who can repair everything. A person
 * applies this stack, not the pipeline.
 */
import { App, TerraformOutput, TerraformStack } from 'cdktf';
import { Group, Identity, PlatformProvider, Role, RoleBinding } from 'cdktf-provider-platform';
import { assumedBy, PipelineIdentities } from './pipeline-identities';

const repository = {
  owner: 'acme',
  ownerId: '1234',
  name: 'organization',
  id: '5678',
  issuer: process.env.OIDC_ISSUER ?? 'https://token.actions.githubusercontent.com',
};
/** Owners in addition to the creator of the organization. With at least two owners, one can always repair a lockout. */
const owners = { grace: { issuer: 'https://login.example.com', subject: 'grace@example.com' } };

const app = new App();
const stack = new TerraformStack(app, 'bootstrap');
new PlatformProvider(stack, 'platform');

const root = Group.fromUid(stack, 'root', process.env.ROOT_GROUP_UID!);
const engineering = new Group(stack, 'engineering', {
  parent: root,
  name: 'engineering',
  description: 'Everything that the pipeline manages.',
  deletionProtection: true,
});
const group = new Group(stack, 'pipeline', {
  parent: root,
  name: 'pipeline',
  description: 'The identities of the pipeline, which it cannot change.',
  deletionProtection: true,
});
const { planner, applier } = new PipelineIdentities(stack, 'identities', {
  root,
  group,
  manages: engineering,
  // The capabilities of the role viewer, which organization.ts grants.
  handsOn: [
    'account_associations.list',
    'advisories.list',
    'group_invites.list',
    'identity_providers.list',
    'manifest.list',
    'repo.blobs.get',
    'repo.list',
    'tag.list',
  ],
  assumedBy: assumedBy.gitHubActions(repository),
});
for (const [name, account] of Object.entries(owners)) {
  new RoleBinding(stack, `${name}-owns`, {
    group: root,
    identity: Identity.person(stack, name, account),
    role: Role.named(stack, 'owner'),
  });
}

// The variables of the repository.
new TerraformOutput(stack, 'MANAGED_GROUP_UID', { value: engineering.uid, staticId: true });
new TerraformOutput(stack, 'PLANNER_UID', { value: planner.uid, staticId: true });
new TerraformOutput(stack, 'APPLIER_UID', { value: applier.uid, staticId: true });

app.synth();
