/**
 * Declares the group that the pipeline manages, the identities of the pipeline, and the owners who can repair everything. A person
 * applies this stack, not the pipeline.
 */
import { App, TerraformOutput, TerraformStack } from 'cdktf';
import { Group, Identity, PlatformProvider, Role, RoleBinding, Trust } from 'cdktf-provider-platform';
import { PipelineIdentities } from './pipeline-identities';

const repository = {
  repository: 'acme/organization',
  ids: { owner: '1234', repository: '5678' },
  ...(process.env.OIDC_ISSUER && { issuer: process.env.OIDC_ISSUER }),
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
    'actions.list',
    'advisories.list',
    'apk.blobs.get',
    'apk.list',
    'build_report.list',
    'group_invites.list',
    'guardener.actions.migrate',
    'guardener.association.list',
    'guardener.dfc.convert',
    'guardener.entitlement.list',
    'guardener.scan.get',
    'guardener.scan.list',
    'identity_providers.list',
    'libraries.artifacts.list',
    'libraries.aws_marketplace.subscriptions.list',
    'libraries.cache.list',
    'libraries.entitlements.list',
    'libraries.policy.binding.list',
    'libraries.policy.block_event.list',
    'libraries.policy.list',
    'libraries.remote_registries.list',
    'libraries.request_groups.list',
    'manifest.list',
    'manifest.metadata.list',
    'packages.entitlements.list',
    'policies.binding.list',
    'policies.decision.list',
    'policies.override.list',
    'policies.policy.list',
    'record_signatures.list',
    'referrers.list',
    'registry.deployments.list',
    'registry.entitlements.list',
    'registry.overlays.list',
    'registry.settings.list',
    'repo.blobs.get',
    'repo.list',
    'sboms.list',
    'skills.entitlements.list',
    'skills.list',
    'subscriptions.list',
    'tag.list',
    'terms.list',
    'version.list',
    'vuln_report.list',
    'vuln_reports.list',
  ],
  // One workflow of the planner runs for pull requests, with the code of the main branch.
  assumedBy: {
    planner: Trust.gitHubActions({
      ...repository,
      branch: 'main',
      workflow: ['review.yml', 'drift.yml', 'expiry.yml', 'snapshot.yml'],
    }),
    applier: Trust.gitHubActions({
      ...repository,
      environment: 'production',
      branch: 'main',
      workflow: ['apply.yml', 'expiry.yml'],
    }),
  },
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
