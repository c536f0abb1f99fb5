import { TerraformStack, type App } from 'cdktf';
import {
  ExternalGroupRoleMapping,
  Group,
  Identity,
  PlatformProvider,
  Trust,
  type IGroup,
} from 'cdktf-provider-platform';
import { person } from './shared';
import { addCommerce } from './commerce';
import { addData } from './data';
import { addOperations } from './operations';

/** Declares everything in one existing group, and returns the group. */
export function organization(app: App, groupUid: string): IGroup {
  const stack = new TerraformStack(app, 'organization');
  // Without props, the API and the identity come from the environment when Terraform runs.
  new PlatformProvider(stack, 'platform');

  const acme = Group.fromUid(stack, 'acme', groupUid);
  const auditor = acme.addRole('auditor', {
    description: 'Sees who can do what.',
    capabilities: ['groups.list', 'identity.list', 'role_bindings.list', 'roles.list'],
  });
  const staff = acme.addIdentityProvider('staff', {
    defaultRole: 'console_viewer',
    oidc: { issuer: 'https://login.acme.example', clientId: 'platform', pkceEnabled: true, groupsClaim: 'groups' },
  });
  const backstage = acme.addIdentity('backstage', {
    description: 'Shows the teams in the developer portal.',
    assumedBy: Trust.kubernetes({
      cluster: { region: 'eu-west-1', oidcId: '0123456789ABCDEF0123456789ABCDEF' },
      namespace: 'portal',
      serviceAccount: 'backstage',
      audience: 'platform',
    }),
  });
  const grace = Identity.person(stack, 'grace', person('grace'));

  const commerce = addCommerce(acme);
  const data = addData(acme);
  const operations = addOperations(acme);

  new ExternalGroupRoleMapping(acme, 'security', {
    identityProvider: staff,
    externalGroupId: 'security',
    role: auditor,
  });
  acme.grant([backstage, operations.identity('security/scanner')], auditor);
  acme.grant(grace, 'owner');
  commerce.grant([operations.identity('build/runner'), operations.identity('security/scanner')], 'viewer');
  data.grant(operations.identity('security/scanner'), 'viewer');

  return acme;
}
