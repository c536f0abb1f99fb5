import { Construct, type IConstruct } from 'constructs';
import { App, TerraformStack, Testing } from 'cdktf';
import { Group, Identity, PlatformProvider, Role, RoleBinding, Rotation, Settled } from '../../constructs';
import { outdir, rootUid } from './synthesized';

const makers: Record<string, (scope: Construct) => IConstruct> = {
  Group: (scope) => new Group(scope, 'x', { parent: rootUid, name: 'x' }),
  Identity: (scope) => new Identity(scope, 'x', { group: rootUid, name: 'x', servicePrincipal: 'SERVICE_PRINCIPAL_X' }),
  Role: (scope) => new Role(scope, 'x', { group: rootUid, name: 'x', capabilities: ['groups.list'] }),
  RoleBinding: (scope) => new RoleBinding(scope, 'x', { group: rootUid, identity: rootUid, role: rootUid }),
  PlatformProvider: (scope) => new PlatformProvider(scope, 'x', { install: false }),
  Settled: (scope) => new Settled(scope, 'x', { tree: scope }),
  Rotation: (scope) => new Rotation(scope, 'x', { rotateOn: {} }),
  'Role.named': (scope) => Role.named(scope, 'x') as unknown as IConstruct,
};

describe.each(Object.entries(makers))('%s', (what, make) => {
  it('made in the App throws instead of being left out in silence', () => {
    expect(() => make(Testing.app({ outdir }))).toThrow(
      `${what} "x" is made in the App itself: it would be missing from what is synthesized. ` +
        'Pass a TerraformStack, or a construct in one, as its scope.',
    );
  });

  it('made in a construct that lies in no stack names that construct', () => {
    expect(() => make(new Construct(Testing.app({ outdir }), 'team'))).toThrow(
      `${what} "team/x" is made in "team", which lies in no TerraformStack`,
    );
  });

  it('made in nothing says what a scope is', () => {
    expect(() => make(undefined as unknown as Construct)).toThrow(
      `${what}: its scope, the first argument, must be a TerraformStack or a construct in one; it is undefined.`,
    );
  });

  it('made in a construct in a stack is made', () => {
    const stack = new TerraformStack(Testing.app({ outdir }), 'org');
    const team = new Construct(stack, 'team');
    const made = make(team);
    expect(App.of(made)).toBe(App.of(stack));
  });
});

test('a group that exists already may be named in the App, for every stack', () => {
  const acme = Group.fromUid(Testing.app({ outdir }), 'acme', rootUid);
  expect(acme.uid).toBe(rootUid);
  expect(() => Group.fromUid(undefined as unknown as Construct, 'acme', rootUid)).toThrow(
    'Group.fromUid: its scope, the first argument, must be a TerraformStack or a construct in one; it is undefined.',
  );
});
