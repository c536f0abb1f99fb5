/** Roles by the name of a built-in one, wherever a prop takes a role. */
import { TerraformVariable } from 'cdktf';
import {
  BuiltInRole,
  ExternalGroupRoleMapping,
  Group,
  GroupInvite,
  IdentityProvider,
  PlatformProvider,
  Role,
  RoleBinding,
  type BuiltInRoleName,
} from '../../../constructs';
import { BUILT_IN_ROLES } from '../../../src/model/api';
import { problemsOf, rootUid, synth } from '../synthesized';

const found = (name: string) => `\${data.platform_role.${name}.uid}`;

describe('a prop that takes a role', () => {
  it('takes the name of a built-in role, which is looked up once', () => {
    const { resource, data } = synth((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      const oidc = { issuer: 'https://login.example.com', clientId: 'platform', pkceEnabled: true };
      const staff = new IdentityProvider(acme, 'staff', {
        name: 'staff',
        defaultRole: BuiltInRole.consoleViewer,
        oidc,
      });
      new RoleBinding(acme, 'binding', { identity: rootUid, role: 'viewer' });
      new RoleBinding(acme, 'named', { identity: `${rootUid}/${'1'.repeat(16)}`, role: Role.named(stack, 'viewer') });
      new GroupInvite(acme, 'invite', { role: 'viewer', ttl: '60s', recipientJwk: '${var.key}' });
      new ExternalGroupRoleMapping(acme, 'devs', { identityProvider: staff, externalGroupId: 'devs', role: 'editor' });
    });
    expect(data['platform_role']).toEqual({
      console_viewer: { name: 'console_viewer' },
      viewer: { name: 'viewer' },
      editor: { name: 'editor' },
    });
    expect(resource).toMatchObject({
      platform_identity_provider: { acme_staff: { default_role: found('console_viewer') } },
      platform_role_binding: { acme_binding: { role_uid: found('viewer') }, acme_named: { role_uid: found('viewer') } },
      platform_group_invite: { acme_invite: { role_uid: found('viewer') } },
      platform_external_group_role_mapping: { acme_devs: { role_uid: found('editor') } },
    });
  });

  it('looks the role up with the provider of its resource', () => {
    const { resource, data } = synth((stack) => {
      const provider = new PlatformProvider(stack, 'other', { alias: 'other', install: false });
      new RoleBinding(stack, 'a', { group: rootUid, identity: rootUid, role: 'viewer', provider });
      new RoleBinding(stack, 'b', { group: rootUid, identity: rootUid, role: 'viewer' });
    });
    const roles = Object.entries(data['platform_role']!);
    expect(roles.map(([, role]) => role['provider']).sort()).toEqual(['platform.other', undefined]);
    const [other] = roles.find(([, role]) => role['provider'] === 'platform.other')!;
    expect(resource['platform_role_binding']).toMatchObject({
      a: { role_uid: found(other) },
      b: { role_uid: found('viewer') },
    });
  });

  it('still takes uids, and tokens', () => {
    const { resource, data } = synth((stack) => {
      const { stringValue } = new TerraformVariable(stack, 'role', {});
      new RoleBinding(stack, 'a', { group: rootUid, identity: rootUid, role: rootUid });
      new RoleBinding(stack, 'b', { group: rootUid, identity: rootUid, role: stringValue });
    });
    expect(data).toBeUndefined();
    expect(resource['platform_role_binding']).toMatchObject({
      a: { role_uid: rootUid },
      b: { role_uid: '${var.role}' },
    });
  });

  it('refuses any other text, with a suggestion', () => {
    const problems = problemsOf((stack) => {
      new RoleBinding(stack, 'a', { group: rootUid, identity: rootUid, role: 'veiwer' });
      const oidc = { issuer: 'https://login.example.com', clientId: 'platform', pkceEnabled: true };
      new IdentityProvider(stack, 'b', { group: rootUid, name: 'b', defaultRole: 'auditor', oidc });
    });
    expect(problems).toEqual([
      '[org/a] role must be a role, a uid or the name of a built-in role, and "veiwer" is none of them; did you mean "viewer"?',
      '[org/b] defaultRole must be a role, a uid or the name of a built-in role, and "auditor" is none of them. ' +
        'BuiltInRole contains the names, and Role.named(…) finds any other role',
    ]);
  });
});

describe('BuiltInRole', () => {
  it('has exactly the built-in roles', () => {
    const names: readonly BuiltInRoleName[] = Object.values(BuiltInRole);
    expect(names).toEqual(BUILT_IN_ROLES.map(({ name }) => name));
  });
});
