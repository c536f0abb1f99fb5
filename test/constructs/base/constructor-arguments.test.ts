/** Programs in JavaScript: what no compiler has looked at gets a sentence. */
import { App, TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import { Group, Identity, PlatformProvider, Role, RoleBinding, Rotation, Settled } from '../../../constructs';
import { outdir, problemsOf, rootUid } from '../synthesized';

const servicePrincipal = 'SERVICE_PRINCIPAL_X';

/** Returns the error of a construct, from its constructor or at synth. */
function said(make: (stack: TerraformStack) => unknown): string {
  try {
    return problemsOf(make).join('\n');
  } catch (error) {
    return (error as Error).message;
  }
}

/** A construct's class as a program without types sees it. */
type Untyped = new (scope: unknown, id?: unknown, props?: unknown) => Construct;
const [AnyGroup, AnyIdentity, AnyBinding] = [Group, Identity, RoleBinding] as unknown as [Untyped, Untyped, Untyped];

describe('references to other objects', () => {
  const others: readonly [string, (stack: TerraformStack) => unknown, string][] = [
    ['a stack', (stack) => stack, 'the stack "org"'],
    ['the App', (stack) => App.of(stack), 'the App'],
    ['another construct', (stack) => new Construct(stack, 'team'), 'the construct "org/team"'],
    [
      'an identity',
      (stack) => new Identity(stack, 'ci', { group: rootUid, name: 'ci', servicePrincipal }),
      'Identity "org/ci"',
    ],
    ['a role', (stack) => Role.named(stack, 'viewer'), 'Role "org/platform-roles/viewer"'],
    ['a Promise', () => Promise.resolve(rootUid), 'a Promise: await it first'],
    ['a number', () => 42, 'the number 42'],
    ['a list', () => [rootUid], 'a list'],
    ['a function', () => () => rootUid, 'a function'],
    ['an object', () => ({ id: rootUid }), 'an object'],
    ['a group without a uid', () => ({ kind: 'Group' }), 'a Group without a uid'],
  ];

  it.each(others)('is refused where it is %s', (_, given, described) => {
    const text = said((stack) => new AnyGroup(stack, 'g', { parent: given(stack), name: 'g' }));
    expect(text).toBe(`Group "org/g": parent must be a Group, or its uid; it is ${described}.`);
  });

  it('is asked for by the kind that each prop takes', () => {
    const identity = said((stack) => {
      const role = Role.named(stack, 'viewer');
      return new AnyBinding(stack, 'b', { group: rootUid, identity: role, role });
    });
    expect(identity).toBe(
      'RoleBinding "org/b": identity must be an Identity, or its uid; it is Role "org/platform-roles/viewer".',
    );
    const group = said((stack) => Role.named(stack, 'auditor', { group: stack as never }));
    expect(group).toBe('Role.named "org/auditor": group must be a Group, or its uid; it is the stack "org".');
  });

  it('is taken as text, as a construct of another copy of the package, and as a value that only Terraform will know', () => {
    const text = said((stack) => {
      const name = new TerraformVariable(stack, 'uid', {});
      new AnyGroup(stack, 'a', { parent: rootUid, name: 'a' });
      new AnyGroup(stack, 'b', { parent: { kind: 'Group', uid: rootUid }, name: 'b' });
      new AnyGroup(stack, 'c', { parent: name.value, name: 'c' });
      new AnyGroup(stack, 'd', { parent: name.stringValue, name: 'd' });
    });
    expect(text).toBe('');
  });

  it('never dumps a tree of constructs when an App is synthesized', () => {
    const app = new App({ outdir });
    const stack = new TerraformStack(app, 'org');
    expect(() => {
      new AnyGroup(stack, 'g', { parent: stack, name: stack });
      app.synth();
    }).toThrow(/^.{1,100}$/);
  });
});

describe('a value of another sort', () => {
  const group = rootUid;
  it.each<[string, object, string]>([
    ['text', { group, name: new Map() }, 'name must be text; it is a Map'],
    [
      'an object',
      { group, name: 'ci', claimMatch: Promise.resolve({}) },
      'claimMatch must be an object; it is a Promise: await it first',
    ],
    [
      'text within an object',
      { group, name: 'ci', claimMatch: { issuer: () => 'x', subject: 's' } },
      'claimMatch.issuer must be text; it is a function',
    ],
    [
      'the entries of a map, which nobody would find in a Map',
      { group, name: 'ci', claimMatch: { issuer: 'https://i.example', subject: 's', claims: new Map([['a', 'b']]) } },
      'claimMatch.claims must be an object; it is a Map',
    ],
    [
      'an entry of a map',
      { group, name: 'ci', claimMatch: { issuer: 'https://i.example', subject: 's', claims: { ref: {} } } },
      'claimMatch.claims["ref"] must be text; it is an object',
    ],
    [
      'a date',
      { group, name: 'ci', staticKeys: { expirationTime: new Date(0) } },
      'staticKeys.expirationTime must be text; it is a Date',
    ],
    [
      'a list',
      { group, name: 'ci', staticKeys: { audiences: 'x' } },
      'staticKeys.audiences must be a list; it is text',
    ],
  ])('instead of %s is named, with the expected type', (_, props, text) => {
    expect(said((stack) => new AnyIdentity(stack, 'ci', props))).toBe(`Identity "org/ci": ${text}.`);
  });

  it('instead of all props, or of the id, names each argument', () => {
    expect(said((stack) => new AnyGroup(stack, 'g'))).toBe(
      'Group "org/g": the third argument must be an object of props; it is undefined.',
    );
    expect(said((stack) => new AnyGroup(stack, { parent: rootUid, name: 'g' }))).toBe(
      'Group in "org": its id, the second argument, must be text; it is an object.',
    );
  });
});

describe('a prop that nobody reads', () => {
  it('is an error with the one that is meant', () => {
    const text = said(
      (stack) => new AnyGroup(stack, 'g', { parent: rootUid, name: 'g', desciption: 'x', provder: 'y' }),
    );
    expect(text.split('\n')).toEqual([
      '[org/g] unknown prop `desciption`; did you mean `description`?',
      '[org/g] unknown prop `provder`; did you mean `provider`?',
    ]);
  });

  it('is distinguished from the names of the API and of Terraform for a prop', () => {
    const text = said(
      (stack) =>
        new AnyBinding(stack, 'b', {
          group: rootUid,
          identityUid: rootUid,
          role_uid: rootUid,
          identity: rootUid,
          role: rootUid,
        }),
    );
    expect(text.split('\n')).toEqual([
      '[org/b] unknown prop `identityUid`; did you mean `identity`?',
      '[org/b] unknown prop `role_uid`; did you mean `role`?',
    ]);
  });

  it('is shown with those that there are where none is near', () => {
    expect(said((stack) => new AnyGroup(stack, 'g', { parent: rootUid, name: 'g', owner: 'me' }))).toBe(
      '[org/g] unknown prop `owner`; known props are parent, name, description, timeouts, deletionProtection, dependsOn, count, provider, lifecycle, forEach, provisioners, connection',
    );
  });

  it('is none where it is undefined, one of CDKTF, or of a class of one’s own', () => {
    class Team extends AnyGroup {}
    const text = said((stack) => {
      const provisioners = [{ type: 'local-exec', command: 'true' }];
      const meta = { dependsOn: [], count: 1, lifecycle: {}, provisioners, desciption: undefined };
      new AnyGroup(stack, 'g', { parent: rootUid, name: 'g', ...meta });
      new Team(stack, 'team', { parent: rootUid, name: 'team', costCentre: '7' });
    });
    expect(text).toBe('');
  });

  it.each<[string, (stack: TerraformStack) => unknown, string]>([
    [
      'PlatformProvider',
      (stack) => new PlatformProvider(stack, 'p', { alias: 'p', install: false, baseURL: 'x' } as object),
      '[org/p] unknown prop `baseURL`; did you mean `baseUrl`?',
    ],
    [
      'Role.named',
      (stack) => Role.named(stack, 'x', { groups: rootUid } as object),
      'Role.named "x": unknown prop `groups`; did you mean `group`?',
    ],
    [
      'Settled',
      (stack) => new Settled(stack, 's', { tree: stack, dependson: [] } as never),
      'Settled "org/s": unknown prop `dependson`; known props are tree, anchor',
    ],
    [
      'Rotation',
      (stack) => new Rotation(stack, 'r', { rotateon: {} } as never),
      'Rotation "org/r": unknown prop `rotateon`; did you mean `rotateOn`?',
    ],
  ])('is one for %s too', (_, make, text) => {
    expect(said(make)).toBe(text);
  });
});

it.each<[string, (stack: TerraformStack) => unknown, string]>([
  [
    'a root group with a parent',
    (stack) => Group.root(stack, 'acme', { name: 'acme', parent: rootUid } as never),
    'Group.root "org/acme": a root group has no parent. Use new Group(…), or omit parent.',
  ],
  [
    'a group where the options of Role.named belong',
    (stack) => Role.named(stack, 'auditor', Group.fromUid(stack, 'acme', rootUid) as never),
    'Role.named "auditor": its options, the third argument, must be an object; it is Group "org/acme".',
  ],
  [
    'a role whose group got lost: it is no built-in one',
    (stack) => Role.named(stack, 'viewer', { group: null as never }),
    'Role.named "org/viewer": group is null. Pass the group construct, or its uid, or omit group.',
  ],
  [
    'a role whose group is a missing variable',
    (stack) => Role.named(stack, 'viewer', { group: undefined as never }),
    'Role.named "org/viewer": group is undefined. Pass the group construct, or its uid, or omit group.',
  ],
  [
    'a role without a name',
    (stack) => Role.named(stack, undefined as never),
    'Role.named: the name of the role, the second argument, must be text; it is undefined.',
  ],
  [
    'a construct as a uid',
    (stack) => Group.fromUid(stack, 'acme', stack as never),
    'Group.fromUid "org/acme": the uid must be text; it is the stack "org".',
  ],
  [
    'a uid to import that an environment variable does not hold',
    (stack) => new Group(stack, 'g', { parent: rootUid, name: 'g' }).importFrom(undefined as never),
    'Group "org/g": the argument of importFrom must be a uid, or a path of names; it is undefined.',
  ],
  [
    'a Promise for the provider',
    (stack) => new PlatformProvider(stack, 'p', { token: Promise.resolve('x') } as never),
    'PlatformProvider "org/p": token must be text, a number, or true or false; it is a Promise: await it first.',
  ],
  [
    'a tree that is none',
    (stack) => new Settled(stack, 's', { tree: 'team' as never }),
    'Settled "org/s": tree must be a construct; it is text.',
  ],
])('%s is refused', (_, make, text) => {
  expect(said(make)).toBe(text);
});

const makers: Record<string, (scope: Construct) => IConstruct> = {
  Group: (scope) => new Group(scope, 'x', { parent: rootUid, name: 'x' }),
  Identity: (scope) => new Identity(scope, 'x', { group: rootUid, name: 'x', servicePrincipal: 'SERVICE_PRINCIPAL_X' }),
  Role: (scope) => new Role(scope, 'x', { group: rootUid, name: 'x', capabilities: ['groups.list'] }),
  RoleBinding: (scope) => new RoleBinding(scope, 'x', { group: rootUid, identity: rootUid, role: rootUid }),
  PlatformProvider: (scope) => new PlatformProvider(scope, 'x', { install: false }),
  Settled: (scope) => new Settled(scope, 'x', { tree: scope }),
  Rotation: (scope) => new Rotation(scope, 'x', { rotateOn: { quarter: '1' } }),
  'Role.named': (scope) => Role.named(scope, 'x') as unknown as IConstruct,
};

describe.each(Object.entries(makers))('%s', (what, make) => {
  it('made in the App throws instead of being left out in silence', () => {
    expect(() => make(Testing.app({ outdir }))).toThrow(
      `${what} "x" is created in the App itself: the synthesized files would not contain it. ` +
        'Pass a TerraformStack, or a construct in one, as its scope.',
    );
  });

  it('created in a construct outside of a stack names that construct', () => {
    expect(() => make(new Construct(Testing.app({ outdir }), 'team'))).toThrow(
      `${what} "team/x" is created in "team", which is not in a TerraformStack`,
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
