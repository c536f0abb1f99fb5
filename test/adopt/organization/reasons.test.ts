import { adoptedObjects, resolveOrganization } from '../../../src/adopt';
import { adoptableKinds } from '../../../src/adopt/organization/read-organization';
import { behaves, ownKeyFields, type Declaration } from '../../../src/model/schema';
import { isDistinct } from '../../../src/provider/keys/key-text';
import { adopt } from '../adopted';

const oidc = { issuer: 'https://login.example', clientId: 'x', pkceEnabled: true };
const seed = {
  groups: [
    {
      name: 'acme',
      roles: [{ name: 'auditor', capabilities: ['groups.list'] }],
      identities: [{ name: 'ci', servicePrincipal: 'SERVICE_PRINCIPAL_INGESTER' }],
      roleBindings: [{ identity: 'ci', role: 'auditor' }],
      identityProviders: [
        {
          ...{ name: 'staff', defaultRole: 'viewer', oidc },
          externalGroupRoleMappings: [{ externalGroupId: 'admins', role: 'owner', scope: 'acme' }],
        },
      ],
      accountAssociations: [{ name: 'clouds', amazon: { account: '123456789012' } }],
      groupInvites: [{ role: 'viewer', ttl: '86400s', email: 'ada@example.com' }],
      groups: [{ name: 'payments' }],
    },
  ],
};

const parts = adoptableKinds.flatMap((declaration) =>
  ownKeyFields(declaration).map((part): [kind: string, part: string, declaration: Declaration] => [
    ...([declaration.kind, part] as const),
    declaration,
  ]),
);

test.each(parts)(
  'a %s without its %s is adopted only if the provider finds it without a state',
  async (_, part, declaration) => {
    const { listed, organization } = await adopt(seed, { isReal: true });
    const isAdopted = (adopted: typeof organization) =>
      adoptedObjects(adopted).some((object) => object.declaration === declaration);
    expect(isAdopted(organization)).toBe(true);
    const without = (listed.objects.get(declaration) ?? []).map((object) => ({ ...object, [part]: undefined }));
    const objects = new Map([...listed.objects, [declaration, without] as const]);
    const incomplete = resolveOrganization({ ...listed, objects }, { now: new Date() });
    expect(without.some((values) => isDistinct(declaration, { values }))).toBe(false);
    expect(isAdopted(incomplete)).toBe(false);
  },
);

test('the only optional part of a natural key is the email of an invite', () => {
  const optional = parts.filter(([, part, { fields }]) => fields[part] && !behaves(fields[part], 'required'));
  expect(optional.map(([kind, part]) => `${kind}.${part}`)).toEqual(['GroupInvite.email']);
});

test('an open invite without email is listed as not adopted, with what to do', async () => {
  const invite = { role: 'viewer', ttl: '86400s' };
  const { organization } = await adopt({ groups: [{ name: 'acme', groupInvites: [invite, invite] }] });
  const { notAdopted } = organization;
  expect(notAdopted).toHaveLength(2);
  for (const { reason, nextStep } of notAdopted)
    expect(`${reason} ${nextStep}`).toBe(
      'It has no email, so an apply without the state would create a second one. Delete it, or replace it with one that has the email.',
    );
});
