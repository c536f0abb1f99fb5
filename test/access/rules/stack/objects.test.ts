import { readDeclaredOrganization } from '../../../../src/access/rules';
import { declaredObjects, readStackObjects, type StackJson } from '../../../../src/access/rules/stack/objects';
import { checkStructure } from '../../../../src/access/rules/structure';

const ROOT = 'b'.repeat(40);

/** A stack with a group, and a binding of an existing identity in it. */
const createStack = (name: string): StackJson => ({
  name,
  json: {
    data: { platform_identity: { bot: { name: 'bot', group_uid: ROOT } } },
    resource: {
      platform_group: { team: { name: `team-${name}`, parent_uid: ROOT } },
      platform_role_binding: {
        access: {
          group_uid: '${platform_group.team.uid}',
          identity_uid: '${data.platform_identity.bot.uid}',
          role_uid: 'viewer',
        },
      },
    },
  },
});
const root = { uid: ROOT, name: 'acme' };

test('the keys of objects are addresses; those of several stacks begin with the stack', () => {
  const keys = (...names: readonly string[]) => readStackObjects(names.map(createStack)).declared.map(({ key }) => key);
  expect(keys('one')).toEqual(['platform_group.team', 'platform_role_binding.access']);
  expect(keys('one', 'two')).toEqual([
    ...['one:platform_group.team', 'one:platform_role_binding.access'],
    ...['two:platform_group.team', 'two:platform_role_binding.access'],
  ]);
});

test('the objects that data sources find are objects with a group and a name', () => {
  const bot = { collection: 'identities', key: 'data.platform_identity.bot', name: 'bot', parent: ROOT };
  expect(readStackObjects([createStack('one')]).found).toMatchObject([bot]);
  const objects = declaredObjects([createStack('one')], root);
  expect(objects).toContainEqual(expect.objectContaining(bot));
  expect(objects.find(({ collection }) => collection === 'roleBindings')?.identity).toBe(bot.key);
});

test('rules about structure apply to the managed objects with a name', () => {
  const organization = readDeclaredOrganization([createStack('one')]);
  expect(organization.objects.map(({ kind, name }) => [kind, name])).toEqual([['Group', 'team-one']]);
  const rule = { name: 'r', reason: 'So.', rule: 'described' } as Parameters<typeof checkStructure>[0];
  expect(checkStructure(rule, organization.objects).violations.map(({ key }) => key)).toEqual(['platform_group.team']);
});

describe('a root group with a role and a binding', () => {
  const group_uid = '${platform_group.acme.uid}';
  const read = (identity_uid: string) => {
    const platform_role = { reader: { name: 'reader', group_uid, capabilities: ['groups.list'] } };
    const platform_role_binding = { access: { group_uid, identity_uid, role_uid: '${platform_role.reader.uid}' } };
    const resource = { platform_group: { acme: { name: 'acme' } }, platform_role, platform_role_binding };
    return readDeclaredOrganization([{ name: 'org', json: { resource } }]);
  };

  test('are the whole organization if every reference is known', () => {
    const organization = read(ROOT);
    expect(organization.unresolved).toEqual([]);
    expect(organization.isOpen?.(organization.graph.group('acme'))).toBeUndefined();
  });

  test('are a part of it if a reference is to an object of another kind', () => {
    const organization = read(group_uid);
    expect(organization.unresolved).toEqual([{ address: 'platform_role_binding.access', attribute: 'identity_uid' }]);
    expect(organization.isOpen?.(organization.graph.group('acme'))).toBe('only Terraform knows a part of it');
  });
});
