import { TerraformVariable, type TerraformStack } from 'cdktf';
import { Group, Identity, PlatformProvider, Role, RoleBinding } from '../../../constructs';
import { problemsOf, rootUid } from '../synthesized';

const servicePrincipal = 'SERVICE_PRINCIPAL_X';
const twoSame = (stack: TerraformStack, parent: Group | string = rootUid) => {
  const group = new Group(stack, 'one', { parent, name: 'same' });
  return { one: group, two: new Group(stack, 'two', { parent, name: 'same' }) };
};

describe('the same object twice in a stack', () => {
  it('is an error that names both constructs: two groups of one name in one parent, given by uid', () => {
    expect(problemsOf((stack) => twoSame(stack))).toEqual([
      '[org/two] declares the same group "same" as org/one: remove one of them, or make them differ in parent or name. ' +
        'If both objects already exist, call importFrom(uid) on both',
    ]);
  });

  it('is one where the parent is a construct, made here or existing', () => {
    const problems = problemsOf((stack) => {
      const made = new Group(stack, 'made', { parent: rootUid, name: 'made' });
      new Identity(stack, 'a', { group: made, name: 'ci', servicePrincipal });
      new Identity(stack, 'b', { group: made.uid, name: 'ci', servicePrincipal });
      const acme = Group.fromUid(stack, 'acme', rootUid);
      new Role(stack, 'c', { group: acme, name: 'auditor', capabilities: ['groups.list'] });
      new Role(stack, 'd', { group: rootUid, name: 'auditor', capabilities: ['roles.list'] });
    });
    expect(problems).toEqual([
      expect.stringContaining('[org/b] declares the same identity "ci" as org/a: remove one of them'),
      expect.stringContaining('[org/d] declares the same role "auditor" as org/c: remove one of them'),
    ]);
  });

  it('is one where an identity is given the same role twice in a group', () => {
    const problems = problemsOf((stack) => {
      const ci = new Identity(stack, 'ci', { group: rootUid, name: 'ci', servicePrincipal });
      const binding = (id: string, role: string) =>
        new RoleBinding(stack, id, { group: rootUid, identity: ci, role: Role.named(stack, role) });
      binding('views', 'viewer');
      binding('edits', 'editor');
      binding('views-too', 'viewer');
    });
    expect(problems).toEqual([
      '[org/views-too] declares the same role binding as org/views: remove one of them, or make them differ in ' +
        'group, identity or role. If both objects already exist, call importFrom(uid) on both',
    ]);
  });

  it('is one for two organizations of one name', () => {
    const problems = problemsOf((stack) => ['one', 'two'].map((id) => Group.root(stack, id, { name: 'acme' })));
    expect(problems).toEqual([expect.stringContaining('[org/two] declares the same group "acme" as org/one')]);
  });

  it.each<[string, (stack: TerraformStack) => unknown]>([
    [
      'another parent',
      (stack) => {
        const group = new Group(stack, 'one', { parent: rootUid, name: 'same' });
        const two = new Group(stack, 'two', { parent: group, name: 'same' });
        return new Group(stack, 'three', { parent: two, name: 'same' });
      },
    ],
    [
      'names that only Terraform will know',
      (stack) => {
        const name = new TerraformVariable(stack, 'name', {}).stringValue;
        return ['one', 'two'].map((id) => new Group(stack, id, { parent: rootUid, name }));
      },
    ],
    [
      'a number of objects that only Terraform will know',
      (stack) => [0, 1].map((count) => new Group(stack, `g${count}`, { parent: rootUid, name: 'same', count })),
    ],
    [
      'objects that both exist',
      (stack) => {
        const { one, two } = twoSame(stack);
        one.importFrom(`${rootUid}/0000000000000001`);
        two.importFrom(`${rootUid}/0000000000000002`);
      },
    ],
    [
      'another provider, which may be another organization',
      (stack) => {
        const provider = new PlatformProvider(stack, 'other', { alias: 'other', install: false });
        Group.root(stack, 'one', { name: 'acme' });
        Group.root(stack, 'two', { name: 'acme', provider });
      },
    ],
    [
      'a provider that is to make a second one',
      (stack) => {
        const provider = new PlatformProvider(stack, 'x', { alias: 'x', install: false, onExisting: 'create' });
        for (const id of ['one', 'two']) new Group(stack, id, { parent: rootUid, name: 'same', provider });
      },
    ],
  ])('is none with %s', (_, build) => {
    expect(problemsOf(build)).toEqual([]);
  });

  it('stays one when only one of the two takes over an object that exists', () => {
    const problems = problemsOf((stack) => twoSame(stack).one.importFrom('acme/same'));
    expect(problems).toEqual([expect.stringContaining('[org/two] declares the same group "same" as org/one')]);
  });

  it('says nothing more of a binding whose identity is missing', () => {
    const problems = problemsOf((stack) => {
      for (const id of ['a', 'b'])
        new RoleBinding(stack, id, { group: rootUid, identity: undefined as never, role: rootUid });
    });
    expect(problems).toEqual(['[org/a] identity is required', '[org/b] identity is required']);
  });
});
