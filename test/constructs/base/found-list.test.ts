/** Lists of existing objects in a group. */
import { App, TerraformOutput, type TerraformStack } from 'cdktf';
import { Group, Identity, PlatformProvider, Repos, RoleBindings } from '../../../constructs';
import { emptyStack, rootUid, synth } from '../synthesized';

const claimMatch = { issuer: 'https://issuer.example.com', subject: 'ci' };
const acmeIn = (stack: TerraformStack) => Group.fromUid(stack, 'acme', rootUid);

test('a list is one data source for a group, and its properties are lists', () => {
  const { data, output } = synth((stack) => {
    const acme = acmeIn(stack);
    const [repos, bindings] = [Repos.in(acme), RoleBindings.in(acme)];
    expect([Repos.in(acme), RoleBindings.in(acme)]).toEqual([repos, bindings]);
    const lists = [repos.uids, repos.names, bindings.uids, bindings.identityUids, bindings.roleUids];
    lists.forEach((value, index) => new TerraformOutput(stack, `list${index}`, { value, staticId: true }));
  }) as ReturnType<typeof synth> & { output: Record<string, { value: string }> };
  expect(data).toEqual({
    platform_repos: { acme: { children_of: rootUid } },
    platform_role_bindings: { acme: { children_of: rootUid } },
  });
  expect(Object.values(output).map(({ value }) => value)).toEqual([
    '${data.platform_repos.acme.repos[*].uid}',
    '${data.platform_repos.acme.repos[*].name}',
    '${data.platform_role_bindings.acme.role_bindings[*].uid}',
    '${data.platform_role_bindings.acme.role_bindings[*].identity_uid}',
    '${data.platform_role_bindings.acme.role_bindings[*].role_uid}',
  ]);
});

test('a list can contain the objects of all groups under the group, and use another provider', () => {
  const { data } = synth((stack) => {
    const provider = new PlatformProvider(stack, 'other', { alias: 'other', install: false });
    RoleBindings.in(Group.at(stack, 'acme/payments'), { descendants: true });
    const acme = acmeIn(stack);
    RoleBindings.in(acme);
    RoleBindings.in(acme, { provider });
  });
  expect(Object.values(data['platform_role_bindings']!)).toEqual(
    expect.arrayContaining([
      { descendants_of: '${data.platform_group.acme_payments.uid}' },
      { children_of: rootUid },
      { children_of: rootUid, provider: 'platform.other' },
    ]),
  );
});

test.each<[string, (stack: TerraformStack) => unknown]>([
  ['a text', () => rootUid],
  ['the uid of a group', () => ({ kind: 'Group', uid: rootUid })],
  [
    'a construct of another kind',
    (stack) => new Identity(stack, 'ci', { group: acmeIn(stack), name: 'ci', claimMatch }),
  ],
  ['a stack', (stack) => stack],
])('a list of %s instead of a group is an error', (_, create) => {
  expect(() => Repos.in(create(emptyStack()) as never)).toThrow(
    /^Repos\.in(:|.*) the group, the first argument, must be a construct of a group/,
  );
});

test('a list needs a group in a stack', () => {
  expect(() => Repos.in(rootUid as never)).toThrow(
    'Repos.in: the group, the first argument, must be a construct of a group; it is text.',
  );
  expect(() => Repos.in(Group.fromUid(App.of(emptyStack()), 'acme', rootUid))).toThrow(
    /^Repos\.in "acme\/repos" is created in "acme", which is not in a TerraformStack.* Create "acme" in a TerraformStack/,
  );
  expect(() => RoleBindings.in(acmeIn(emptyStack()), { group: rootUid } as object)).toThrow(
    'RoleBindings.in: unknown prop `group`; known props are descendants, provider',
  );
});
