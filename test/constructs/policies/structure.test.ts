import { TerraformVariable } from 'cdktf';
import { Group, Policies } from '../../../constructs';
import { rootUid } from '../synthesized';
import { reported } from './reported';

const servicePrincipal = 'SERVICE_PRINCIPAL_INGESTER';

describe('maxDepth', () => {
  it('reports groups beneath the level, and no others', () => {
    const found = reported((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      acme.addGroup('a').addGroup('b').addIdentity('ci', { servicePrincipal });
      return Policies.maxDepth(2);
    });
    expect(found).toEqual(['error [org/acme/a/b] Policy maxDepth(2): acme/a/b is at level 3, and the maximum is 2.']);
  });

  it('counts the groups above an existing one by its uid, also by the token of a construct', () => {
    const found = reported((stack) => {
      const existing = Group.fromUid(stack, 'team', `${rootUid}/0123456789abcdef`);
      const inside = existing.addGroup('a');
      new Group(stack, 'b', { parent: inside.uid, name: 'b' });
      return Policies.maxDepth(3);
    });
    expect(found).toEqual([
      'error [org/b] Policy maxDepth(3): 0123456789abcdef/team/a/b is at level 4, and the maximum is 3.'.replace(
        '0123456789abcdef/team',
        'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00/team',
      ),
    ]);
  });

  it('counts groups that are found by their names', () => {
    const found = reported((stack) => {
      Group.at(stack, 'acme/payments').addGroup('a');
      return Policies.maxDepth(2);
    });
    expect(found).toEqual([expect.stringContaining('Policy maxDepth(2): acme/payments/a is at level 3')]);
  });

  it('is inconclusive for a group whose place only Terraform knows', () => {
    const found = reported((stack) => {
      const parent = new TerraformVariable(stack, 'parent', {}).stringValue;
      new Group(stack, 'a', { parent, name: 'a' });
      Group.fromUid(stack, 'b', parent).addGroup('c');
      return Policies.maxDepth(9, { unknown: 'error' });
    });
    const reason = 'only Terraform knows its place in the organization.';
    expect(found).toEqual([
      `error [org/a] Policy maxDepth(9) is inconclusive for a: ${reason}`,
      `error [org/b/c] Policy maxDepth(9) is inconclusive for b/c: ${reason}`,
    ]);
  });
});

describe('naming', () => {
  it('reports names that do not match, also for an expression with a state', () => {
    const found = reported((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      for (const name of ['a1', 'b', 'c1', 'd1']) acme.addGroup(name);
      acme.addIdentity('x', { servicePrincipal });
      return Policies.naming(/^acme$|\d$/g, { kinds: ['Group'], severity: 'warning' });
    });
    expect(found).toEqual([
      'warning [org/acme/b] Policy naming: acme/b has the name "b", which does not match /^acme$|\\d$/.',
    ]);
  });

  it('applies to every kind with a name by default, and never to objects without one', () => {
    const found = reported((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      acme.grant(acme.addIdentity('ci', { servicePrincipal }), acme.addRole('r', { capabilities: ['groups.list'] }));
      return Policies.naming(/^acme$/);
    });
    expect(found.map((text) => text.split(':')[0])).toEqual([
      'error [org/acme/ci] Policy naming',
      'error [org/acme/r] Policy naming',
    ]);
  });

  it('is inconclusive for a name that only Terraform knows', () => {
    const found = reported((stack) => {
      Group.root(stack, 'acme', { name: new TerraformVariable(stack, 'name', {}).stringValue });
      return Policies.naming(/^acme$/);
    });
    expect(found).toEqual([
      'warning [org/acme] Policy naming is inconclusive for acme: only Terraform knows its name.',
    ]);
  });
});

describe('uniqueNames', () => {
  const build = (stack: Parameters<Parameters<typeof reported>[0]>[0]) => {
    const acme = Group.root(stack, 'acme', { name: 'acme' });
    for (const name of ['a', 'b']) acme.addGroup(name).addIdentity('ci', { servicePrincipal });
    acme.addGroup('ci');
    // Another organization.
    Group.root(stack, 'other', { name: 'other' }).addIdentity('ci', { servicePrincipal });
  };

  it('reports the second object of a kind with a name in an organization', () => {
    const found = reported((stack) => (build(stack), Policies.uniqueNames()));
    expect(found).toEqual([
      'error [org/acme/b/ci] Policy uniqueNames: acme/b/ci has the same name as acme/a/ci (org/acme/a/ci).',
    ]);
  });

  it('within a group, and for other kinds, allows equal names', () => {
    expect(reported((stack) => (build(stack), Policies.uniqueNames({ within: 'group' })))).toEqual([]);
    expect(reported((stack) => (build(stack), Policies.uniqueNames({ kinds: ['Group'] })))).toEqual([]);
  });

  it('does not apply to exceptions', () => {
    expect(reported((stack) => (build(stack), Policies.uniqueNames({ except: ['acme/*/ci'] })))).toEqual([]);
  });

  it('is inconclusive for a name that only Terraform knows', () => {
    const found = reported((stack) => {
      Group.root(stack, 'acme', { name: new TerraformVariable(stack, 'name', {}).stringValue });
      return Policies.uniqueNames();
    });
    expect(found).toEqual([expect.stringContaining('is inconclusive for acme: only Terraform knows its name')]);
  });
});
