import { Construct } from 'constructs';
import { Fn, Token } from 'cdktf';
import { Group, Identity } from '../../../constructs';
import { emptyStack, problemsOf, rootUid, synth } from '../synthesized';

describe('Group', () => {
  it('becomes a platform_group in its parent, named as the API names things', () => {
    const { resource } = synth((stack) => {
      const acme = Group.fromUid(stack, 'acme', rootUid);
      new Group(stack, 'payments', { parent: acme, name: 'payments', description: 'Moves the money.' });
    });
    expect(resource).toEqual({
      platform_group: { payments: { parent_uid: rootUid, name: 'payments', description: 'Moves the money.' } },
    });
  });

  it('refers to a parent in the same stack, so that the order is automatic', () => {
    const { resource } = synth((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      new Group(stack, 'payments', { parent: acme, name: 'payments' });
    });
    expect(resource['platform_group']).toEqual({
      acme: { name: 'acme' },
      payments: { name: 'payments', parent_uid: '${platform_group.acme.uid}' },
    });
  });

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['', 'empty'],
  ])('with a parent that is %p throws where it is made, and never becomes a root group', (parent, said) => {
    expect(() => new Group(emptyStack(), 'payments', { parent: parent as never, name: 'payments' })).toThrow(
      `Group "org/payments": parent is ${said}. Pass the parent construct, or its uid. ` +
        'For one without a parent, use Group.root(…).',
    );
  });

  it('takes the uid of its parent as text, and says which construct has a bad one', () => {
    expect(problemsOf((stack) => new Group(stack, 'a', { parent: `${rootUid}/0123456789abcdef`, name: 'a' }))).toEqual(
      [],
    );
    const [problem, ...more] = problemsOf((stack) => new Group(stack, 'a', { parent: '../x', name: 'a' }));
    expect(problem).toMatch(/^\[org\/a\] parent must be a uid: "\.\.\/x" is not a uid: 40 lowercase hex/);
    expect(more).toEqual([]);
  });

  it('reports all problems of the whole stack together', () => {
    const problems = problemsOf((stack) => {
      new Group(stack, 'a', { parent: rootUid, name: 'Payments!', description: 'x'.repeat(513) });
      new Group(stack, 'b', { parent: rootUid, name: '' });
    });
    expect(problems).toEqual([
      '[org/a] name must match "^[a-z0-9 ._-]{1,}$" (it is "Payments!")',
      expect.stringMatching(/^\[org\/a\] description must be at most 512 characters/),
      '[org/b] name is required',
    ]);
  });

  it('reads as tokens', () => {
    const { resource } = synth((stack) => {
      const acme = Group.root(stack, 'acme', { name: 'acme' });
      const reads = [acme.uid, acme.parentUid, acme.name, acme.description, acme.createTime, acme.verified];
      new Group(stack, 'copy', {
        parent: acme,
        name: 'copy',
        description: [...reads, Token.asString(Fn.lookup(acme.resourceLimits, 'idps', 0))].join(),
      });
    });
    const names = ['uid', 'parent_uid', 'name', 'description', 'create_time', 'verified', 'resource_limits.idps'];
    expect(resource['platform_group']?.['copy']?.['description']).toBe(
      names.map((name) => `\${platform_group.acme.${name}}`).join(),
    );
  });

  it('is distinguished from other constructs, and found from constructs in its scope', () => {
    const stack = emptyStack();
    const acme = Group.root(stack, 'acme', { name: 'acme' });
    const within = new Construct(acme, 'within');
    const identity = new Identity(acme, 'ci', { group: acme, name: 'ci', servicePrincipal: 'SERVICE_PRINCIPAL_X' });
    expect([acme, identity, within, undefined, 'text', null].map((x) => Group.isGroup(x))).toEqual([
      ...[true, false, false, false, false, false],
    ]);
    expect([Group.of(within), Group.of(identity), Group.of(acme)]).toEqual([acme, acme, acme]);
    expect(() => Group.of(stack)).toThrow('"org" is not in the scope of a Group.');
  });
});

describe('Group.fromUid', () => {
  it('adds nothing to the stack: no resource, no data source', () => {
    const json = synth((stack) => Group.fromUid(stack, 'acme', rootUid));
    expect(json).not.toHaveProperty('resource');
    expect(json).not.toHaveProperty('data');
  });

  it('takes a token', () => {
    const { resource } = synth((stack) => {
      const made = Group.root(stack, 'made', { name: 'made' });
      new Group(stack, 'a', { parent: Group.fromUid(stack, 'same', made.uid), name: 'a' });
      new Group(stack, 'b', { parent: Group.fromUid(stack, 'input', '${var.root}'), name: 'b' });
    });
    expect(resource['platform_group']).toMatchObject({
      a: { parent_uid: '${platform_group.made.uid}' },
      b: { parent_uid: '${var.root}' },
    });
  });

  it.each([
    [undefined, 'undefined'],
    ['', 'empty'],
  ])('with %p throws and names the construct', (uid, said) => {
    expect(() => Group.fromUid(emptyStack(), 'acme', uid as string)).toThrow(
      `Group.fromUid "org/acme": the uid is ${said}. Pass the uid of the group; if it comes from an environment variable, set that.`,
    );
  });

  it('with something else than a uid throws too', () => {
    expect(() => Group.fromUid(emptyStack(), 'acme', "x'")).toThrow('Group.fromUid "org/acme": "x\'" is not a uid');
  });
});
