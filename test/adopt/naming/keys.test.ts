import { shortHash, toTerraformName } from '../../../src/base/text/terraform-name';
import { Keys } from '../../../src/adopt/naming/keys';
import { getGroups, groupsWithin, getMembers } from '../../../src/adopt';
import { accountAssociation, identity, role } from '../../../src/model/kinds';
import { adopt } from '../adopted';

const servicePrincipal = 'SERVICE_PRINCIPAL_INGESTER';

test('the id is the name, unless another object of the group has it', async () => {
  const { organization } = await adopt({
    groups: [
      {
        name: 'acme',
        groups: [{ name: 'ci' }],
        identities: [{ name: 'ci', servicePrincipal }],
        roles: [
          { name: 'ci', capabilities: ['groups.list'] },
          { name: 'viewer', capabilities: ['groups.list'] },
        ],
      },
    ],
  });
  const { root } = organization;
  const keys = new Keys(root, 'acme');
  expect(getGroups(root).map((group) => keys.of(group))).toEqual(['ci']);
  expect(getMembers(root, role).map((member) => keys.of(member))).toEqual(['ci-role', 'viewer-role']);
  expect(getMembers(root, identity).map((member) => keys.of(member))).toEqual(['ci-identity']);
});

test('objects of a kind have different addresses in Terraform', async () => {
  const { organization } = await adopt({
    groups: [{ name: 'acme', groups: [{ name: 'a', groups: [{ name: 'b.c' }, { name: 'b c' }] }, { name: 'a_b_c' }] }],
  });
  const keys = new Keys(organization.root, 'acme');
  const paths = groupsWithin(organization.root).map((group) => keys.path(group, organization.root));
  const addresses = paths.map((path) => toTerraformName(['acme', ...path.split('/')]));
  expect(paths).toEqual(['', 'a', 'a/b c', 'a/b.c', 'a_b_c']);
  expect(new Set(addresses).size).toBe(paths.length);
});

test('an id without a name is free, also as an address', async () => {
  const accountAssociations = [{ name: 'clouds' }];
  const { organization } = await adopt({
    groups: [{ name: 'acme', groups: [{ name: 'a', accountAssociations }, { name: 'invite' }], accountAssociations }],
  });
  const { root } = organization;
  const keys = new Keys(root, 'acme');
  const inRoot = getMembers(root, accountAssociation)[0]!;
  const inner = getMembers(getGroups(root)[0]!, accountAssociation)[0]!;
  const [ofRoot, ofInner] = [inRoot.uid, inner.uid].map(shortHash);
  expect(['invite', 'a_b', 'constructor'].map((id) => keys.free(inRoot, id))).toEqual([
    ...[`invite-${ofRoot}`, 'a_b', `constructor-${ofRoot}`],
  ]);
  // acme_a_b is the address of an object in the root.
  expect(keys.free(inner, 'b')).toBe(`b-${ofInner}`);
});

test('a name that the constructs need for themselves gets another id', async () => {
  const names = ['constructor', 'platform-roles', 'platform-team'];
  const { organization } = await adopt({ groups: [{ name: 'acme', groups: names.map((name) => ({ name })) }] });
  const keys = new Keys(organization.root, 'acme');
  expect(getGroups(organization.root).map((group) => keys.of(group))).toEqual([
    ...['constructor-group', 'platform-roles-group', 'platform-team'],
  ]);
});
